/* sounder-json-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>
#include <gtksourceview/gtksource.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_JSON_VIEW (sounder_json_view_get_type ())

/*
 * Shows bytes: JSON printed without changing a token, other text, or a hex dump. Never more at a
 * time than a text view can bear, whatever the size. Properties: editable, line-numbers, busy, wrap,
 * whole, label (what assistive technology calls it). Signal: changed (the user edited).
 */
G_DECLARE_FINAL_TYPE (SounderJsonView, sounder_json_view, SOUNDER, JSON_VIEW, AdwBin)

GtkWidget *sounder_json_view_new              (void);
void       sounder_json_view_set_bytes        (SounderJsonView *self,
                                               GBytes          *bytes);    /* (nullable): clears */
GBytes    *sounder_json_view_get_bytes        (SounderJsonView *self);     /* (nullable): exactly as set */
void       sounder_json_view_set_text         (SounderJsonView *self,
                                               const char      *text);     /* (nullable); shown as it is when editable */
char      *sounder_json_view_dup_text         (SounderJsonView *self);     /* what is shown, edits included */
char      *sounder_json_view_dup_path         (SounderJsonView *self);     /* (nullable): of what is at the cursor */
void       sounder_json_view_set_editable     (SounderJsonView *self,
                                               gboolean         editable);
gboolean   sounder_json_view_get_editable     (SounderJsonView *self);
void       sounder_json_view_set_line_numbers (SounderJsonView *self,
                                               gboolean         line_numbers);
void       sounder_json_view_set_label        (SounderJsonView *self,
                                               const char      *label);
void       sounder_json_view_set_text_style   (SounderJsonView *self,
                                               GtkSourceLanguage *language, /* (nullable) */
                                               gboolean         is_prose);  /* a font for reading */
void       sounder_json_view_set_max_height   (SounderJsonView *self,
                                               int              pixels);   /* as high as its text up to that */
void       sounder_json_view_set_exact        (SounderJsonView *self,
                                               gboolean         exact);    /* as it came, not printed */
void       sounder_json_view_show_place       (SounderJsonView *self,
                                               gsize            place,
                                               gsize            length);   /* becomes exact */
gboolean   sounder_json_view_select_hit       (SounderJsonView *self,
                                               const char      *needle,
                                               guint            hit,
                                               guint            n_hits);   /* FALSE: not all is shown */

G_END_DECLS
