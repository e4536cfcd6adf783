/* sounder-import-list.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-client-server.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_IMPORT_LIST (sounder_import_list_get_type ())

/* The servers in the files of other clients, to be ticked. Signal: changed. */
G_DECLARE_FINAL_TYPE (SounderImportList, sounder_import_list, SOUNDER, IMPORT_LIST, GtkBox)

guint      sounder_import_list_look       (SounderImportList *self,
                                           McpServerList     *list,      /* the saved ones */
                                           GPtrArray         *folders);  /* of filenames */
void       sounder_import_list_show_file  (SounderImportList *self,
                                           McpServerList     *list,
                                           const char        *name,      /* of the file */
                                           GPtrArray         *servers);  /* of McpClientServer */
GPtrArray *sounder_import_list_dup_ticked (SounderImportList *self);     /* (transfer container) */
guint      sounder_import_list_get_n_ticked (SounderImportList *self);

G_END_DECLS
