/* cli-filter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-connection.h"
#include "mcp-query.h"

G_BEGIN_DECLS

int cli_filter_read (CliConnection  *connection,
                     McpQuery      **query);

G_END_DECLS
