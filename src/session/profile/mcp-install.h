/* mcp-install.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

char *mcp_install_dup_data_folder   (void);
char *mcp_install_dup_locale_folder (void);
char *mcp_install_dup_folder_for    (const char *program, /* (nullable) */
                                     const char *folder);

G_END_DECLS
