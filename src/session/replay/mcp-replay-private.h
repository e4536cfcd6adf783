/* mcp-replay-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-replay.h"

G_BEGIN_DECLS

typedef enum {
  MCP_REPLAY_STEP_SAY,     /* a message of the server */
  MCP_REPLAY_STEP_ANSWER,
  MCP_REPLAY_STEP_WAIT,    /* until the client has answered the server's request of @serial */
} McpReplayStepKind;

typedef struct
{
  McpReplayStepKind kind;
  guint             serial;      /* in the journal; of a batch, with @part */
  guint             part;        /* which message of it */
  gint64            delay_usec;  /* since the step before it, or the request */
} McpReplayStep;

/* A recorded request, and what came of it. */
typedef struct
{
  guint    serial;
  guint    part;
  char    *method;
  char    *name;            /* (nullable) */
  char    *id;              /* the token */
  char    *progress_token;  /* (nullable) the token */
  guint64  exact_hash;      /* of the params */
  guint64  plain_hash;      /* without _meta */
  guint    life;
  guint    exchange;
  gint64   last_usec;       /* of its last step so far */
  gboolean answered;
  guint    n_uses;
  GArray  *steps;           /* of McpReplayStep */
} McpReplayRequest;

struct _McpReplay
{
  GObject            parent_instance;

  McpJournal        *journal;
  McpReplayMatching  matching;
  gboolean           timing;

  GPtrArray         *requests;   /* of McpReplayRequest, in order */
  GHashTable        *by_method;  /* const char * to GPtrArray of the same */

  GPtrArray         *plays;      /* of McpReplayPlay */
  guint              n_asked;    /* requests of the server that were given an id of ours */
  GHashTable        *used_ids;   /* tokens of requests of the server that were sent */
};

/* mcp-replay-script.c */
void              mcp_replay_read_script   (McpReplay        *self);
McpMessage       *mcp_replay_read_message  (McpReplay        *self,
                                            guint             serial,
                                            guint             part);
void              mcp_replay_request_free  (McpReplayRequest *request);

/* mcp-replay-match.c */
char             *mcp_replay_dup_params    (McpMessage       *message,
                                            gboolean          plain);
guint64           mcp_replay_hash_params   (const char       *params);
McpReplayRequest *mcp_replay_match         (McpReplay        *self,
                                            McpMessage       *request);

G_END_DECLS
