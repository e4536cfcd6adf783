/* mcp-host-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-host.h"

G_BEGIN_DECLS

GDBusConnection *mcp_host_get_connection  (void); /* (transfer none): only when the state is open */
/* In mcp-host-command.c. */
void             mcp_host_command_leave   (GDBusConnection *connection);
/* In mcp-host-environ.c. */
void             mcp_host_forget_environ  (void);

G_END_DECLS
