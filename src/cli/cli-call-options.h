/* cli-call-options.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-options.h"
#include "mcp-call-options.h"

G_BEGIN_DECLS

McpCallOptions *cli_call_options_read (const CliOptions  *options,
                                       GError           **error);

G_END_DECLS
