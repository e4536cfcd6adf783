/* sounder-json-view-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtksourceview/gtksource.h>

#include "sounder-json-view.h"
#include "sounder-rendering.h"

G_BEGIN_DECLS

/* Shared by sounder-json-view.c, -print.c and -find.c. */

struct _SounderJsonView
{
  AdwBin            parent_instance;

  GtkScrolledWindow *scroller;
  GtkSourceView    *source_view;
  GMenuModel       *extra_menu;
  GtkSourceLanguage *language; /* (nullable): of what is no JSON */
  GtkSourceBuffer  *buffer;
  GtkTextTag       *hit_tag;   /* (nullable): of the buffer's table */
  GtkWidget        *footer;
  GtkWidget        *status_label;
  GtkWidget        *all_button;
  GtkWidget        *more_button;
  GtkWidget        *back_button;

  /* Exactly as set; NULL for none. */
  GBytes           *bytes;
  gsize             max_bytes;
  gsize             max_string_bytes;
  /* As it is, around a place, instead of printed. */
  gboolean          exact;
  gsize             place;
  gsize             place_length;

  /* What the worker makes; NULL while there is none. */
  GCancellable     *printing;

  /* What is being put into the buffer, and how far it got. */
  SounderRendering *rendering;
  gsize             inserted_bytes;
  guint             insert_id;

  char             *label;
  /* Language and style are a third of the program's start: nobody pays before a view is seen. */
  guint             dressed : 1;
  guint             highlight : 1;
  guint             line_numbers : 1;
  guint             busy : 1;
  guint             wrap : 1;
  guint             whole : 1;
  /* The buffer changes by our doing and not by the user's. */
  guint             filling : 1;
};

void sounder_json_view_set_highlighting    (SounderJsonView *self,
                                            gboolean         highlight);

/* sounder-json-view-print.c */
void sounder_json_view_print               (SounderJsonView *self);
void sounder_json_view_put_text            (SounderJsonView *self,
                                            const char      *text);
void sounder_json_view_stop                (SounderJsonView *self);   /* and forgets what was printed */
void sounder_json_view_update_line_numbers (SounderJsonView *self);

/* sounder-json-view-find.c */
void sounder_json_view_show_mark           (SounderJsonView *self);

G_END_DECLS
