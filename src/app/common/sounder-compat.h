/* sounder-compat.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * The few things whose API was replaced after GTK 4.8 and libadwaita 1.2, all in one file: what
 * builds on the old releases is deprecated in the new ones.
 */

typedef enum {
  SOUNDER_CHOOSE_OPEN,
  SOUNDER_CHOOSE_SAVE,
  SOUNDER_CHOOSE_FOLDER,
} SounderChoose;

typedef void (*SounderChosenFunc)   (GFile    *file,     /* (nullable): given up */
                                     gpointer  user_data);
typedef void (*SounderColorFunc)    (const GdkRGBA *color,   /* (nullable): given up */
                                     gpointer       user_data);
typedef void (*SounderOpenedFunc)   (const GError *error,  /* (nullable) */
                                     gpointer      user_data);
typedef void (*SounderAnsweredFunc) (gboolean  confirmed,
                                     gpointer  user_data);

void sounder_compat_choose_file (GtkWindow           *parent,
                                 const char          *title,
                                 SounderChoose        how,
                                 const char          *suggested_name, /* (nullable): for SAVE */
                                 SounderChosenFunc    chosen,
                                 gpointer             user_data);
void sounder_compat_choose_path (GtkEditable         *entry,
                                 const char          *title,
                                 SounderChoose        how);
void sounder_compat_choose_color (GtkWindow           *parent,
                                 const char          *title,
                                 const GdkRGBA       *color,     /* (nullable): what to begin with */
                                 SounderColorFunc     chosen,
                                 gpointer             user_data);
void sounder_compat_confirm     (GtkWindow           *parent,
                                 const char          *heading,
                                 const char          *body,
                                 const char          *confirm_label,
                                 gboolean             destructive,
                                 SounderAnsweredFunc  answered,
                                 gpointer             user_data);
void sounder_compat_open_uri    (GtkWindow           *parent,
                                 const char          *uri);
void sounder_compat_open_file   (GtkWindow           *parent,
                                 const char          *path,
                                 SounderOpenedFunc    opened,
                                 gpointer             user_data);
void sounder_compat_show_about  (GtkWindow           *parent);
void sounder_compat_set_spoken  (GtkAccessible       *accessible,
                                 const char          *spoken);
void sounder_compat_name_list_item (GtkWidget  *child,
                                    const char *name);

G_END_DECLS
