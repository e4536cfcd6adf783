/* cli-presets.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-connection.h"
#include "mcp-catalog-item.h"

G_BEGIN_DECLS

int cli_presets_read_arguments (CliConnection   *connection,
                                McpCatalogKind   kind,
                                char           **base);
int cli_presets_build_prompt   (CliConnection   *connection,
                                char           **arguments);

G_END_DECLS
