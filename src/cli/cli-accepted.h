/* cli-accepted.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-connection.h"
#include "mcp-accepted.h"

G_BEGIN_DECLS

McpAccepted *cli_accepted_open   (const CliOptions  *options,
                                  GError           **error);  /* (nullable) without one: none were given */
gboolean     cli_accepted_settle (const CliOptions  *options,
                                  McpAccepted       *accepted, /* (nullable) */
                                  McpReport         *report,
                                  GError           **error);

G_END_DECLS
