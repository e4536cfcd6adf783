/* mcp-replay-match.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-entry.h"
#include "mcp-json-edit.h"
#include "mcp-json.h"
#include "mcp-replay-private.h"

/* The nearer the better; of two that are as near, the one that has not been given yet. */
typedef enum {
  MATCH_NONE,
  MATCH_METHOD_USED,
  MATCH_METHOD,
  MATCH_NAME_USED,
  MATCH_NAME,
  MATCH_PLAIN_USED,
  MATCH_EXACT_USED,
  MATCH_PLAIN,
  MATCH_EXACT,
} Match;

/* What a client says of itself, and what has no other answer: the method alone matters. */
static gboolean
is_same_for_all (const char *method)
{
  static const char * const methods[] = {
    "initialize", "server/discover", "ping", "logging/setLevel", NULL,
  };

  return g_strv_contains (methods, method);
}

/* The params of a request. Absent ones are empty. */
char *
mcp_replay_dup_params (McpMessage *message,
                       gboolean    plain)
{
  const McpScan *scan = mcp_message_get_scan (message);
  const char *data = g_bytes_get_data (mcp_message_get_bytes (message), NULL);
  char *params;

  if (scan->params.length == 0)
    return g_strdup ("{}");

  params = g_strndup (data + scan->params.offset, scan->params.length);
  if (plain && params[0] == '{')
    mcp_json_edit_set (&params, "_meta", NULL);

  return params;
}

guint64
mcp_replay_hash_params (const char *params)
{
  McpSpan whole = { 0, strlen (params) };

  return mcp_json_hash (params, whole);
}

static gboolean
has_params (McpReplay        *self,
            McpReplayRequest *request,
            const char       *params,
            gboolean          plain)
{
  g_autoptr (McpMessage) message = mcp_replay_read_message (self, request->serial, request->part);
  g_autofree char *recorded = message != NULL ? mcp_replay_dup_params (message, plain) : NULL;

  if (recorded == NULL)
    return FALSE;

  return mcp_json_equal (recorded, (McpSpan) { 0, strlen (recorded) },
                         params, (McpSpan) { 0, strlen (params) });
}

/* What the client asks, taken apart once. */
typedef struct
{
  const char *method;
  char       *name;
  char       *exact;
  char       *plain;
  guint64     exact_hash;
  guint64     plain_hash;
} Asked;

static Match
judge (McpReplay        *self,
       McpReplayRequest *request,
       const Asked      *asked)
{
  gboolean used = request->n_uses > 0;

  if (request->exact_hash == asked->exact_hash && has_params (self, request, asked->exact, FALSE))
    return used ? MATCH_EXACT_USED : MATCH_EXACT;
  if (request->plain_hash == asked->plain_hash && has_params (self, request, asked->plain, TRUE))
    return used ? MATCH_PLAIN_USED : MATCH_PLAIN;
  if (self->matching != MCP_REPLAY_STRICT && asked->name != NULL &&
      g_strcmp0 (request->name, asked->name) == 0)
    return used ? MATCH_NAME_USED : MATCH_NAME;
  if (self->matching == MCP_REPLAY_LOOSE || is_same_for_all (asked->method))
    return used ? MATCH_METHOD_USED : MATCH_METHOD;

  return MATCH_NONE;
}

/*
 * The recorded request whose answer this one gets: the first that is as near as any, or, when all
 * of those were given already, the last, which is how a server that was asked again stands.
 */
McpReplayRequest *
mcp_replay_match (McpReplay  *self,
                  McpMessage *message)
{
  const char *method = mcp_message_get_method (message);
  GPtrArray *requests = g_hash_table_lookup (self->by_method, method);
  Asked asked = { method, NULL, NULL, NULL, 0, 0 };
  McpReplayRequest *best = NULL;
  Match best_match = MATCH_NONE;

  if (requests == NULL)
    return NULL;

  asked.exact = mcp_replay_dup_params (message, FALSE);
  asked.plain = mcp_replay_dup_params (message, TRUE);
  asked.exact_hash = mcp_replay_hash_params (asked.exact);
  asked.plain_hash = mcp_replay_hash_params (asked.plain);
  asked.name = mcp_entry_dup_name (asked.exact, strlen (asked.exact));

  for (guint i = 0; i < requests->len && best_match != MATCH_EXACT; i++)
    {
      McpReplayRequest *request = requests->pdata[i];
      Match match = judge (self, request, &asked);

      if (match > best_match || (match == best_match && best != NULL && best->n_uses > 0))
        {
          best = request;
          best_match = match;
        }
    }

  g_free (asked.exact);
  g_free (asked.plain);
  g_free (asked.name);

  return best_match != MATCH_NONE ? best : NULL;
}
