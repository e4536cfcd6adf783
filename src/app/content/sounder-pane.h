/* sounder-pane.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-find-bar.h"
#include "sounder-json-tree.h"
#include "sounder-json-view.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_PANE (sounder_pane_get_type ())

/*
 * One text to work with: found in, copied, saved, wrapped; JSON also as a tree and as it came, a list
 * of objects as a table, an object as its fields, Markdown as it is meant. Properties, all of which
 * an object that outlives the pane can keep: bytes, mime-type, uri, label, file-name, view (what was
 * chosen), look (what is shown), wrap, whole, find-text, finding, shows-tools.
 */
G_DECLARE_FINAL_TYPE (SounderPane, sounder_pane, SOUNDER, PANE, AdwBin)

GtkWidget       *sounder_pane_new            (void);
void             sounder_pane_set_bytes      (SounderPane *self,
                                              GBytes      *bytes);      /* (nullable): clears */
GBytes          *sounder_pane_get_bytes      (SounderPane *self);       /* (nullable): exactly as set */
void             sounder_pane_set_text_type  (SounderPane *self,
                                              const char  *mime_type,   /* (nullable) */
                                              const char  *uri);        /* (nullable) */
void             sounder_pane_set_max_height (SounderPane *self,
                                              int          pixels);     /* as high as its text up to that */
SounderJsonView *sounder_pane_get_text       (SounderPane *self);
SounderJsonTree *sounder_pane_get_tree       (SounderPane *self);
void             sounder_pane_set_view       (SounderPane *self,
                                              const char  *view);
const char      *sounder_pane_get_look       (SounderPane *self);
void             sounder_pane_find           (SounderPane *self);       /* opens the search */
gboolean         sounder_pane_find_in        (GtkWidget   *widget);

G_END_DECLS
