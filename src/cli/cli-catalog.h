/* cli-catalog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-connection.h"

G_BEGIN_DECLS

typedef void (*CliItemFunc) (CliOutput      *output,
                             McpCatalogItem *item);

int  cli_catalog_run          (CliConnection  *connection,
                               McpCatalogKind  kind,
                               CliItemFunc     print_item);
int  cli_catalog_run_directory (CliConnection *connection,
                                const char    *uri,
                                CliItemFunc    print_item);
void cli_catalog_print_head   (CliOutput      *output,
                               McpCatalogItem *item,
                               const char     *name,
                               const char     *detail);
void cli_catalog_print_fields (CliOutput      *output,
                               GPtrArray      *names,
                               GPtrArray      *types,
                               GPtrArray      *descriptions);
char       *cli_catalog_find_nearest (CliConnection  *connection,
                                      McpCatalogKind  kind,
                                      const char     *word);
int         cli_catalog_fail         (CliConnection  *connection,
                                      McpCatalogKind  kind,
                                      const char     *word,
                                      const char     *what,
                                      const GError   *error,
                                      McpCall        *call);

G_END_DECLS
