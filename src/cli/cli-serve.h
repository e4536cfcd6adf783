/* cli-serve.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-connection.h"
#include "mcp-replay.h"

G_BEGIN_DECLS

int cli_serve_stdio (CliConnection *connection,
                     McpReplay     *replay);
int cli_serve_http  (CliConnection *connection,
                     McpReplay     *replay);

G_END_DECLS
