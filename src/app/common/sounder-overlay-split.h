/* sounder-overlay-split.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_OVERLAY_SPLIT (sounder_overlay_split_get_type ())

/*
 * A sidebar and the content beside it; collapsed, the sidebar comes above the content.
 * Properties: collapsed, show-sidebar, position.
 */
G_DECLARE_FINAL_TYPE (SounderOverlaySplit, sounder_overlay_split, SOUNDER, OVERLAY_SPLIT, AdwBin)

void     sounder_overlay_split_set_sidebar      (SounderOverlaySplit *self,
                                                 GtkWidget           *sidebar);
void     sounder_overlay_split_set_content      (SounderOverlaySplit *self,
                                                 GtkWidget           *content);
gboolean sounder_overlay_split_get_collapsed    (SounderOverlaySplit *self);
void     sounder_overlay_split_set_collapsed    (SounderOverlaySplit *self,
                                                 gboolean             collapsed);
gboolean sounder_overlay_split_get_show_sidebar (SounderOverlaySplit *self);
void     sounder_overlay_split_set_show_sidebar (SounderOverlaySplit *self,
                                                 gboolean             show_sidebar);
int      sounder_overlay_split_get_position     (SounderOverlaySplit *self);
void     sounder_overlay_split_set_position     (SounderOverlaySplit *self,
                                                 int                  position);

G_END_DECLS
