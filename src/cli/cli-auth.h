/* cli-auth.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-connection.h"

G_BEGIN_DECLS

/* What the command line and the environment say of signing in. */
gboolean cli_auth_apply   (McpProfile       *profile,
                           const CliOptions *options,
                           GError          **error);   /* MCP_ERROR_USAGE, names the option */
/* From now on whatever the session's sign-in needs is answered here, and its steps are told. */
void     cli_auth_follow  (CliConnection    *connection);
/* Runs one flow to its end. */
gboolean cli_auth_run     (CliConnection    *connection,
                           McpAuthGoal       goal,
                           GError          **error);

G_END_DECLS
