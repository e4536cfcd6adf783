/* cli-profile.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-options.h"
#include "mcp-profile.h"
#include "mcp-redactor.h"

G_BEGIN_DECLS

McpProfile  *cli_profile_new      (const CliOptions  *options,
                                   GError           **error);
McpRedactor *cli_profile_redactor (McpProfile        *profile);
GPtrArray   *cli_profile_read_file (const char       *path,
                                    GError          **error);

G_END_DECLS
