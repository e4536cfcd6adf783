/* sounder-call-gate.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-session.h"

G_BEGIN_DECLS

/* Calls a tool, or shows a call that is under way. */
typedef void (*SounderCallFunc) (GtkWidget  *page,
                                 const char *tool,
                                 const char *arguments);

/* Asks before a tool is called that its server marks as destructive, unless the server's settings say not to. */
void sounder_call_gate_pass (GtkWidget       *page,
                             McpSession      *session,
                             const char      *tool,
                             const char      *arguments,   /* JSON */
                             SounderCallFunc  call);

G_END_DECLS
