/* mcp-close-waiters.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-transport.h"

G_BEGIN_DECLS

/* Those who wait for a transport to be closed. */
typedef struct _McpCloseWaiters McpCloseWaiters;

/* Called with the owner, from the main loop: somebody who waits has lost patience. */
typedef void (*McpCloseHurry) (McpTransport *owner);

McpCloseWaiters *mcp_close_waiters_new        (McpTransport        *owner,
                                               McpCloseHurry        hurry);
void             mcp_close_waiters_free       (McpCloseWaiters     *self);
void             mcp_close_waiters_add        (McpCloseWaiters     *self,
                                               GCancellable        *cancellable, /* (nullable) */
                                               GAsyncReadyCallback  callback,
                                               gpointer             user_data);
void             mcp_close_waiters_return_all (McpCloseWaiters     *self,
                                               const GError        *error);      /* (nullable) */

G_END_DECLS
