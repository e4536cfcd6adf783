/* cli-config.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-connection.h"
#include "mcp-client-server.h"

G_BEGIN_DECLS

McpServerList *cli_config_load           (CliConnection *connection,
                                          int           *status);       /* (nullable): what to end with then */
void           cli_config_note_inputs    (const McpClientServer *server);
int            cli_config_import         (CliConnection *connection,
                                          GPtrArray     *servers,       /* (transfer full): of McpClientServer */
                                          char         **names);        /* all of them when there are none */
int            cli_bundle_import         (CliConnection *connection,
                                          const char    *path);
GPtrArray     *cli_config_get_profiles   (McpServerList *list);         /* of McpProfile */
GPtrArray     *cli_config_find_profiles  (CliConnection *connection,
                                          McpServerList *list,
                                          char         **names,
                                          int           *status);       /* exit status when NULL is returned */
void           cli_config_print_profiles (CliOutput     *output,
                                          GPtrArray     *profiles,      /* of McpProfile */
                                          gboolean       with_secrets);

G_END_DECLS
