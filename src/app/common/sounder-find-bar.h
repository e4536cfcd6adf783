/* sounder-find-bar.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_FIND_BAR (sounder_find_bar_get_type ())

/*
 * Looks for a text in bytes, however many, in a worker. Signals: hit-selected, when there is another
 * hit to show; closed.
 */
G_DECLARE_FINAL_TYPE (SounderFindBar, sounder_find_bar, SOUNDER, FIND_BAR, AdwBin)

void        sounder_find_bar_set_bytes  (SounderFindBar *self,
                                         GBytes         *bytes);   /* (nullable) */
void        sounder_find_bar_open       (SounderFindBar *self);
void        sounder_find_bar_close      (SounderFindBar *self);
gboolean    sounder_find_bar_is_open    (SounderFindBar *self);
void        sounder_find_bar_search     (SounderFindBar *self,
                                         const char     *text);
void        sounder_find_bar_step       (SounderFindBar *self,
                                         gboolean        forward);
gboolean    sounder_find_bar_is_busy    (SounderFindBar *self);
const char *sounder_find_bar_get_text   (SounderFindBar *self);
guint       sounder_find_bar_get_n_hits (SounderFindBar *self);
gboolean    sounder_find_bar_get_hit    (SounderFindBar *self,
                                         guint          *hit,       /* (out): from 0 on */
                                         gsize          *offset,
                                         gsize          *length);

G_END_DECLS
