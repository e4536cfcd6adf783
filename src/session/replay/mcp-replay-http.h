/* mcp-replay-http.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-replay.h"

G_BEGIN_DECLS

/* Streamable HTTP around a replay: every path is the server. */
typedef struct _McpReplayHttp McpReplayHttp;

McpReplayHttp *mcp_replay_http_new      (McpReplay      *replay,
                                         guint16         port,
                                         const char * const *allowed,
                                         GError        **error);
guint16        mcp_replay_http_get_port (McpReplayHttp  *self);
void           mcp_replay_http_free     (McpReplayHttp  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpReplayHttp, mcp_replay_http_free)

G_END_DECLS
