/* conformance-steps.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-session.h"

G_BEGIN_DECLS

/* What scripts are made of: each step is done when its function returns. */

/* For other things that end: their callback, and where their result comes to. */
void     steps_ready_cb        (GObject        *source,
                                GAsyncResult   *result,
                                gpointer        user_data);
void     steps_await           (GAsyncResult  **slot);

gboolean steps_open            (McpSession     *session,
                                GError        **error);
gboolean steps_close           (McpSession     *session,
                                GError        **error);
gboolean steps_list            (McpSession     *session,
                                McpCatalogKind  kind,
                                GError        **error);
gboolean steps_call            (McpSession     *session,
                                McpCall        *call,
                                GError        **error);
/* All of them at the same time. A result that says that the tool failed is an error. */
gboolean steps_call_all        (McpSession     *session,
                                GPtrArray      *calls,     /* of McpCall */
                                GError        **error);
gboolean steps_call_tool       (McpSession     *session,
                                const char     *name,
                                const char     *arguments,
                                GError        **error);
/* What a server asks beside a call is lost when the stream of GET is not there yet. */
void     steps_await_listening (McpSession     *session);

G_END_DECLS
