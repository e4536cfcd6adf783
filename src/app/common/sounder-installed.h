/* sounder-installed.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/*
 * The data installed beside the program. GLib and GTK look for such in XDG_DATA_DIRS alone, which
 * does not name a prefix like ~/sounder or /opt/sounder.
 */
GSettingsSchema *sounder_installed_look_up_schema (const char   *id,
                                                   const char   *data_folder);
void             sounder_installed_add_icons      (GtkIconTheme *theme,
                                                   const char   *data_folder);

G_END_DECLS
