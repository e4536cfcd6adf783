/* sounder-group-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

typedef void (*SounderGroupFunc) (const char *name,  /* as it was typed */
                                  gpointer    user_data);

/* Asks for the name of a group. */
GtkWindow *sounder_group_dialog_present (GtkWindow          *parent,
                                         const char         *heading,
                                         const char         *name,
                                         const char * const *groups,     /* those to choose from */
                                         gboolean            may_be_none,
                                         SounderGroupFunc    chosen,
                                         gpointer            user_data,
                                         GDestroyNotify      destroy);

G_END_DECLS
