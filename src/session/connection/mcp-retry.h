/* mcp-retry.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-backoff.h"

G_BEGIN_DECLS

/*
 * The attempts to connect again after a loss: how long each is waited for, and whether the present connection is one
 * of them.
 */
typedef struct _McpRetry McpRetry;

typedef void (*McpRetryFunc) (gpointer owner);

McpRetry         *mcp_retry_new           (McpRetryFunc      due,
                                           gpointer          owner);
void              mcp_retry_free          (McpRetry         *self);
void              mcp_retry_set_backoff   (McpRetry         *self,
                                           const McpBackoff *backoff);
const McpBackoff *mcp_retry_get_backoff   (McpRetry         *self);
guint             mcp_retry_get_attempt   (McpRetry         *self);
gint64            mcp_retry_get_due_usec  (McpRetry         *self); /* monotonic */
guint             mcp_retry_wait          (McpRetry         *self); /* milliseconds */
void              mcp_retry_stop_waiting  (McpRetry         *self);
gboolean          mcp_retry_is_trying     (McpRetry         *self);
void              mcp_retry_require       (McpRetry         *self);
gboolean          mcp_retry_is_required   (McpRetry         *self);
void              mcp_retry_end_attempt   (McpRetry         *self);
void              mcp_retry_count_anew    (McpRetry         *self);
void              mcp_retry_forget        (McpRetry         *self);

G_END_DECLS
