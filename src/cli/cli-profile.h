/* cli-profile.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-options.h"
#include "mcp-profile.h"

G_BEGIN_DECLS

McpProfile  *cli_profile_new      (const CliOptions  *options,
                                   GError           **error);
gboolean     cli_profile_apply    (McpProfile        *profile,
                                   const CliOptions  *options,
                                   GError           **error);
gboolean     cli_profile_check_http (const CliOptions *options,
                                     McpReach          reach,
                                     GError          **error);

G_END_DECLS
