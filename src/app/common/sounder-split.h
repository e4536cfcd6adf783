/* sounder-split.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_SPLIT (sounder_split_get_type ())

/*
 * Two widgets with a handle between them. One keeps its size, and that size is kept in the
 * settings; the other gets the rest. Properties: start-child, end-child, orientation, beside-from,
 * memory, keeps-end, share.
 */
G_DECLARE_FINAL_TYPE (SounderSplit, sounder_split, SOUNDER, SPLIT, GtkWidget)

/* How many of @length pixels the child that keeps its size gets, before anybody moved the handle. */
typedef int (* SounderSplitFit) (SounderSplit *self,
                                 int           length,
                                 gpointer      user_data);

void           sounder_split_set_start_child (SounderSplit    *self,
                                              GtkWidget       *child);    /* (nullable) */
void           sounder_split_set_end_child   (SounderSplit    *self,
                                              GtkWidget       *child);    /* (nullable) */
void           sounder_split_set_orientation (SounderSplit    *self,
                                              GtkOrientation   orientation);
GtkOrientation sounder_split_get_orientation (SounderSplit    *self);     /* as it is now */
void           sounder_split_set_memory      (SounderSplit    *self,
                                              const char      *memory);   /* (nullable) */
void           sounder_split_set_fit         (SounderSplit    *self,
                                              SounderSplitFit  fit,
                                              gpointer         user_data);

G_END_DECLS
