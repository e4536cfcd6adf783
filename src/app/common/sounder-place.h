/* sounder-place.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_PLACE (sounder_place_get_type ())

/*
 * Where a person is in a page of one server, and what was typed there. Widgets may go: the next
 * ones start where it says.
 */
G_DECLARE_FINAL_TYPE (SounderPlace, sounder_place, SOUNDER, PLACE, GObject)

SounderPlace *sounder_place_new         (void);
SounderPlace *sounder_place_get         (SounderPlace      *self,   /* (transfer none): made when first asked for */
                                         const char        *name);
/* Copies: to show what is kept is to keep it anew. */
char         *sounder_place_dup_chosen  (SounderPlace      *self);  /* (nullable) */
/* The name of what is chosen in a list, or of the page that is shown. */
void          sounder_place_set_chosen  (SounderPlace      *self,
                                         const char        *chosen); /* (nullable) */
char         *sounder_place_dup_text    (SounderPlace      *self);  /* (nullable) */
/* What was filled in and not sent. */
void          sounder_place_set_text    (SounderPlace      *self,
                                         const char        *text);  /* (nullable) */
void          sounder_place_keep        (SounderPlace      *self,
                                         gpointer           object,
                                         const char        *property,
                                         ...) G_GNUC_NULL_TERMINATED;
void          sounder_place_keep_scroll (SounderPlace      *self,
                                         GtkScrolledWindow *window);

G_END_DECLS
