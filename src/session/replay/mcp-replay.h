/* mcp-replay.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-message.h"

G_BEGIN_DECLS

/* How near a request must be to a recorded one to be given its answer. */
typedef enum {
  MCP_REPLAY_STRICT,  /* the same method and params, _meta aside */
  MCP_REPLAY_NORMAL,  /* or the same method and name: of the tool, the prompt, the resource */
  MCP_REPLAY_LOOSE,   /* or the same method: the next that was recorded */
} McpReplayMatching;

typedef enum {
  MCP_REPLAY_BEFORE,  /* a notification or request of the server that came before the answer */
  MCP_REPLAY_ANSWER,
  MCP_REPLAY_AFTER,   /* one that came after it, or stands by itself */
  MCP_REPLAY_DONE,    /* nothing more comes */
} McpReplayPart;

typedef void (*McpReplayFunc) (McpReplayPart  part,
                               GBytes        *message,   /* NULL with DONE */
                               gpointer       user_data);

#define MCP_TYPE_REPLAY (mcp_replay_get_type ())

/*
 * Answers as a recorded server did. It reads a journal and knows no transport: requests in,
 * messages out, which are the recorded bytes but for ids and progress tokens.
 */
G_DECLARE_FINAL_TYPE (McpReplay, mcp_replay, MCP, REPLAY, GObject)

/* A request that is being answered. */
typedef struct _McpReplayPlay McpReplayPlay;

McpReplay     *mcp_replay_new            (McpJournal        *journal);
void           mcp_replay_set_matching   (McpReplay         *self,
                                          McpReplayMatching  matching);
void           mcp_replay_set_timing     (McpReplay         *self,
                                          gboolean           timing);
guint          mcp_replay_get_n_requests (McpReplay         *self);
McpReplayPlay *mcp_replay_ask            (McpReplay         *self,
                                          McpMessage        *request,
                                          McpReplayFunc      func,
                                          gpointer           user_data);
void           mcp_replay_stop           (McpReplay         *self,
                                          McpReplayPlay     *play);
gboolean       mcp_replay_is_busy        (McpReplay         *self);
gboolean       mcp_replay_take_answer    (McpReplay         *self,
                                          McpMessage        *answer);
GBytes        *mcp_replay_make_line      (GBytes            *message);

G_END_DECLS
