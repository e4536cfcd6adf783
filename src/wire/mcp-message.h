/* mcp-message.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

#include "mcp-id.h"
#include "mcp-scan.h"

G_BEGIN_DECLS

#define MCP_TYPE_MESSAGE (mcp_message_get_type ())

/* One frame and what the scanner found in it. Immutable, reference counted (atomic). */
/* Of a batch no more elements are looked at: each becomes a message. */
#define MCP_MESSAGE_MAX_BATCH 1000

typedef struct _McpMessage McpMessage;

GType           mcp_message_get_type          (void) G_GNUC_CONST;
McpMessage     *mcp_message_new               (GBytes        *bytes);
McpMessage     *mcp_message_new_scanned       (GBytes        *bytes,
                                               const McpScan *scan);
McpMessage     *mcp_message_new_request       (McpId         *id,
                                               const char    *method,
                                               const char    *params);
GBytes         *mcp_message_write_request     (McpId         *id,
                                               const char    *method,
                                               const char    *params);
McpMessage     *mcp_message_new_notification  (const char    *method,
                                               const char    *params);
McpMessage     *mcp_message_new_result        (McpId         *id,
                                               const char    *result);
McpMessage     *mcp_message_new_error         (McpId         *id,
                                               gint64         code,
                                               const char    *message,
                                               const char    *data);
McpMessage     *mcp_message_ref               (McpMessage    *self);
void            mcp_message_unref             (McpMessage    *self);
GBytes         *mcp_message_get_bytes         (McpMessage    *self);
const McpScan  *mcp_message_get_scan          (McpMessage    *self);
McpMessageKind  mcp_message_get_kind          (McpMessage    *self);
McpId          *mcp_message_get_id            (McpMessage    *self);
const char     *mcp_message_get_method        (McpMessage    *self);  /* (nullable) */
gboolean        mcp_message_get_error_code    (McpMessage    *self,
                                               gint64        *code);
char           *mcp_message_dup_error_message (McpMessage    *self);
GBytes         *mcp_message_get_part          (McpMessage    *self,
                                               McpSpan        span);
const char     *mcp_message_get_params_excerpt (McpMessage *self);
GPtrArray      *mcp_message_split_batch       (McpMessage    *self);


G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpMessage, mcp_message_unref)

G_END_DECLS
