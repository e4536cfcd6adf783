/* cli-recording.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "cli-connection.h"

G_BEGIN_DECLS

/* What --open names: a recording, or the journal of a session. */
McpSession *cli_recording_open       (CliConnection     *connection,
                                      McpProfile       **profile,
                                      GError           **error);   /* (nullable) */
void        cli_recording_blame_path (GError           **error);
gboolean    cli_recording_is_command (const CliCommand  *command); /* it works with recordings alone */

G_END_DECLS
