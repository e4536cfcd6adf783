/* sounder-call-gate.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-workbench.h"

G_BEGIN_DECLS

/* Sends a call that has not been sent. */
typedef void (*SounderCallFunc) (GtkWidget     *page,
                                 McpInvocation *invocation);

/* Asks before a tool is called that its server marks as destructive, unless the server's settings say not to. */
void sounder_call_gate_pass (GtkWidget       *page,
                             McpSession      *session,
                             McpInvocation   *invocation,
                             SounderCallFunc  call);

G_END_DECLS
