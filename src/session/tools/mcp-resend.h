/* mcp-resend.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-session.h"

G_BEGIN_DECLS

#define MCP_TYPE_RESEND (mcp_resend_get_type ())

/* Sends bytes as they are and watches what comes back. Signal: changed. */
G_DECLARE_FINAL_TYPE (McpResend, mcp_resend, MCP, RESEND, GObject)

McpResend  *mcp_resend_new               (McpSession  *session);
gboolean    mcp_resend_send_message      (McpResend   *self,
                                          McpMessage  *message,  /* that nobody else sends */
                                          gboolean     with_line_end,
                                          GError     **error);
guint       mcp_resend_get_sent_serial   (McpResend   *self);    /* 0 until it has left */
guint       mcp_resend_get_answer_serial (McpResend   *self);    /* 0 until it has come */
GListModel *mcp_resend_get_received      (McpResend   *self);    /* (transfer none) of McpRecord: the first messages that came since */

G_END_DECLS
