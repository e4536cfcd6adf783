/* mcp-replay.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-meta.h"
#include "mcp-replay-private.h"

/**
 * McpReplay:
 *
 * Each request that is asked plays the steps of the recorded one that is nearest to it. A play
 * goes on from idle and timeouts of the main loop, and waits where the recorded server waited for
 * the client.
 */

struct _McpReplayPlay
{
  McpReplay        *replay;       /* not a reference: it owns the play */
  McpReplayRequest *request;      /* (nullable) when @refusal answers */
  McpMessage       *refusal;      /* (nullable) */
  char             *id;           /* of the asker, a token */
  char             *progress_token; /* (nullable) of the asker */
  guint             position;     /* the next step */
  gboolean          answered;
  GHashTable       *asked;        /* serial of a request of the server to the id it was sent with */
  char             *awaited;      /* (nullable) the id whose answer it waits for */
  GHashTable       *come;         /* ids of answers that have come */
  guint             source;
  McpReplayFunc     func;
  gpointer          user_data;
};

G_DEFINE_FINAL_TYPE (McpReplay, mcp_replay, G_TYPE_OBJECT)

static void
play_free (McpReplayPlay *play)
{
  g_clear_handle_id (&play->source, g_source_remove);
  g_clear_pointer (&play->refusal, mcp_message_unref);
  g_hash_table_unref (play->asked);
  g_hash_table_unref (play->come);
  g_free (play->awaited);
  g_free (play->progress_token);
  g_free (play->id);
  g_free (play);
}

/* Puts a token in the place of another. */
static GBytes *
replace_span (const char *data,
              gsize       length,
              McpSpan     span,
              const char *token)
{
  GString *out = g_string_sized_new (length + strlen (token));

  g_string_append_len (out, data, span.offset);
  g_string_append (out, token);
  g_string_append_len (out, data + span.offset + span.length, length - span.offset - span.length);

  return g_string_free_to_bytes (out);
}

/* The id that a request of the server is sent with: its own, unless that has been used. */
static const char *
make_asked_id (McpReplayPlay *play,
               guint          serial,
               McpMessage    *message)
{
  McpReplay *self = play->replay;
  char *token = g_strdup (mcp_id_get_token (mcp_message_get_id (message)));

  while (g_hash_table_contains (self->used_ids, token))
    {
      g_free (token);
      token = g_strdup_printf ("\"replay-%u\"", ++self->n_asked);
    }
  g_hash_table_add (self->used_ids, g_strdup (token));
  g_hash_table_replace (play->asked, GUINT_TO_POINTER (serial), token);

  return token;
}

/* Where a notification names the request it is of, if it does. */
static const char *
find_reference (McpReplayPlay *play,
                McpMessage    *message,
                McpSpan       *span)
{
  const McpScan *scan = mcp_message_get_scan (message);
  const char *data = g_bytes_get_data (mcp_message_get_bytes (message), NULL);
  const char *params = data + scan->params.offset;
  const char *recorded = play->request->progress_token;
  gboolean found = FALSE;

  if (scan->params.length == 0)
    return NULL;

  if (recorded != NULL && play->progress_token != NULL &&
      mcp_json_lookup (params, scan->params.length, "progressToken", span) &&
      span->length == strlen (recorded) &&
      memcmp (params + span->offset, recorded, span->length) == 0)
    {
      span->offset += scan->params.offset;
      return play->progress_token;
    }

  found = mcp_meta_find (params, scan->params.length, MCP_META_SUBSCRIPTION_ID, span) &&
          span->length == strlen (play->request->id) &&
          memcmp (params + span->offset, play->request->id, span->length) == 0;
  span->offset += scan->params.offset;

  return found ? play->id : NULL;
}

/* What is sent for a step: the recorded bytes but for ids and tokens. */
static GBytes *
make_message (McpReplayPlay       *play,
              const McpReplayStep *step)
{
  g_autoptr (McpMessage) message = mcp_replay_read_message (play->replay, step->serial, step->part);
  const McpScan *scan;
  const char *data;
  const char *token = NULL;
  McpSpan span;
  gsize length;

  if (message == NULL)
    return NULL;

  scan = mcp_message_get_scan (message);
  data = g_bytes_get_data (mcp_message_get_bytes (message), &length);
  if (step->kind == MCP_REPLAY_STEP_ANSWER)
    token = play->id, span = scan->id;
  else if (mcp_message_get_kind (message) == MCP_MESSAGE_REQUEST)
    token = make_asked_id (play, step->serial, message), span = scan->id;
  else
    token = find_reference (play, message, &span);

  return token != NULL ? replace_span (data, length, span, token)
                       : g_bytes_ref (mcp_message_get_bytes (message));
}

static void
finish_play (McpReplayPlay *play)
{
  McpReplayFunc func = play->func;
  gpointer user_data = play->user_data;

  g_ptr_array_remove (play->replay->plays, play);
  func (MCP_REPLAY_DONE, NULL, user_data);
}

static gboolean play_on_cb (gpointer user_data);

/* Returns FALSE when the play has to wait before this step. */
static gboolean
may_step (McpReplayPlay       *play,
          const McpReplayStep *step)
{
  const char *token;

  if (step->kind != MCP_REPLAY_STEP_WAIT)
    return TRUE;

  token = g_hash_table_lookup (play->asked, GUINT_TO_POINTER (step->serial));
  if (token == NULL || g_hash_table_contains (play->come, token))
    return TRUE;

  g_free (play->awaited);
  play->awaited = g_strdup (token);

  return FALSE;
}

static void
schedule (McpReplayPlay *play)
{
  GArray *steps = play->request != NULL ? play->request->steps : NULL;
  gint64 delay_usec = 0;

  if (play->replay->timing && steps != NULL && play->position < steps->len)
    delay_usec = g_array_index (steps, McpReplayStep, play->position).delay_usec;

  play->source = delay_usec >= 1000
                   ? g_timeout_add (delay_usec / 1000, play_on_cb, play)
                   : g_idle_add_full (G_PRIORITY_DEFAULT, play_on_cb, play, NULL);
}

static void
take_step (McpReplayPlay *play)
{
  const McpReplayStep *step = &g_array_index (play->request->steps, McpReplayStep, play->position);
  g_autoptr (GBytes) bytes = NULL;
  McpReplayPart part = play->answered ? MCP_REPLAY_AFTER : MCP_REPLAY_BEFORE;

  play->position++;
  if (step->kind == MCP_REPLAY_STEP_WAIT)
    return;

  bytes = make_message (play, step);
  if (step->kind == MCP_REPLAY_STEP_ANSWER)
    {
      part = MCP_REPLAY_ANSWER;
      play->answered = TRUE;
    }
  if (bytes != NULL)
    play->func (part, bytes, play->user_data);
}

static gboolean
play_on_cb (gpointer user_data)
{
  McpReplayPlay *play = user_data;
  McpReplay *self = play->replay;
  guint index;

  play->source = 0;
  if (play->refusal != NULL)
    {
      play->func (MCP_REPLAY_ANSWER, mcp_message_get_bytes (play->refusal), play->user_data);
      if (g_ptr_array_find (self->plays, play, &index))
        finish_play (play);
      return G_SOURCE_REMOVE;
    }

  if (play->position < play->request->steps->len)
    {
      if (!may_step (play, &g_array_index (play->request->steps, McpReplayStep, play->position)))
        return G_SOURCE_REMOVE;

      /* Who is told may stop the play. */
      take_step (play);
      if (!g_ptr_array_find (self->plays, play, &index))
        return G_SOURCE_REMOVE;
    }

  /* What was never answered is open for ever. */
  if (play->position < play->request->steps->len)
    schedule (play);
  else if (play->answered)
    finish_play (play);

  return G_SOURCE_REMOVE;
}

static void
mcp_replay_finalize (GObject *object)
{
  McpReplay *self = MCP_REPLAY (object);

  g_ptr_array_unref (self->plays);
  g_hash_table_unref (self->by_method);
  g_ptr_array_unref (self->requests);
  g_hash_table_unref (self->used_ids);
  g_object_unref (self->journal);

  G_OBJECT_CLASS (mcp_replay_parent_class)->finalize (object);
}

static void
mcp_replay_class_init (McpReplayClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_replay_finalize;
}

static void
mcp_replay_init (McpReplay *self)
{
  self->matching = MCP_REPLAY_NORMAL;
  self->requests = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_replay_request_free);
  self->by_method = g_hash_table_new_full (mcp_str_hash, g_str_equal, NULL,
                                           (GDestroyNotify) g_ptr_array_unref);
  self->plays = g_ptr_array_new_with_free_func ((GDestroyNotify) play_free);
  self->used_ids = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
}

/**
 * mcp_replay_new:
 * @journal: (transfer none): what was recorded, all of it
 *
 * Reads each message once; the bytes stay in the journal.
 */
McpReplay *
mcp_replay_new (McpJournal *journal)
{
  McpReplay *self;

  g_return_val_if_fail (MCP_IS_JOURNAL (journal), NULL);

  self = g_object_new (MCP_TYPE_REPLAY, NULL);
  self->journal = g_object_ref (journal);
  mcp_replay_read_script (self);

  return self;
}

/**
 * mcp_replay_set_matching:
 * @matching: how near a request must be; %MCP_REPLAY_NORMAL at first
 *
 * Sets which requests are answered.
 */
void
mcp_replay_set_matching (McpReplay         *self,
                         McpReplayMatching  matching)
{
  g_return_if_fail (MCP_IS_REPLAY (self));

  self->matching = matching;
}

/**
 * mcp_replay_set_timing:
 * @timing: whether the server takes as long as it did
 *
 * Sets whether steps wait for their time. Without it only the order is kept.
 */
void
mcp_replay_set_timing (McpReplay *self,
                       gboolean   timing)
{
  g_return_if_fail (MCP_IS_REPLAY (self));

  self->timing = timing;
}

guint
mcp_replay_get_n_requests (McpReplay *self)
{
  g_return_val_if_fail (MCP_IS_REPLAY (self), 0);

  return self->requests->len;
}

/* Gets whether the server was asked this. */
static gboolean
mcp_replay_has_method (McpReplay  *self,
                       const char *method)
{
  g_return_val_if_fail (MCP_IS_REPLAY (self), FALSE);

  return g_hash_table_contains (self->by_method, method);
}

/* What is said to a request that nothing is known of. */
static McpMessage *
make_refusal (McpReplay  *self,
              McpMessage *request)
{
  const char *method = mcp_message_get_method (request);
  g_autoptr (GString) data = g_string_new ("{");
  g_autofree char *text = NULL;

  /* A server has to answer it whenever it is asked (basic/utilities/ping). */
  if (g_str_equal (method, "ping"))
    return mcp_message_new_result (mcp_message_get_id (request), "{}");

  mcp_json_append_member_string (data, "reason", "not in the recording");
  mcp_json_append_member_string (data, "method", method);
  g_string_append_c (data, '}');

  /* The words that every server says, so that a client that looks for an era understands them. */
  if (!mcp_replay_has_method (self, method))
    return mcp_message_new_error (mcp_message_get_id (request), -32601, "Method not found",
                                  data->str);

  text = g_strdup_printf ("The recording has no %s like this", method);

  return mcp_message_new_error (mcp_message_get_id (request), -32603, text, data->str);
}

/**
 * mcp_replay_ask:
 * @request: of the client
 * @func: called from the main loop with what the server says, and last with %MCP_REPLAY_DONE
 *
 * Answers a request as the nearest recorded one was answered. A request that nothing like it was
 * recorded of is refused with -32601 or -32603, and `data` that says so.
 *
 * Returns: (transfer none): the play, until it is done or mcp_replay_stop() ends it
 */
McpReplayPlay *
mcp_replay_ask (McpReplay     *self,
                McpMessage    *request,
                McpReplayFunc  func,
                gpointer       user_data)
{
  McpReplayPlay *play;
  g_autofree char *params = NULL;
  McpSpan span;

  g_return_val_if_fail (MCP_IS_REPLAY (self), NULL);
  g_return_val_if_fail (mcp_message_get_kind (request) == MCP_MESSAGE_REQUEST, NULL);

  play = g_new0 (McpReplayPlay, 1);
  play->replay = self;
  play->func = func;
  play->user_data = user_data;
  play->id = g_strdup (mcp_id_get_token (mcp_message_get_id (request)));
  play->asked = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  play->come = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  params = mcp_replay_dup_params (request, FALSE);
  if (mcp_json_lookup (params, strlen (params), "_meta.progressToken", &span))
    play->progress_token = g_strndup (params + span.offset, span.length);

  play->request = mcp_replay_match (self, request);
  if (play->request != NULL)
    play->request->n_uses++;
  else
    play->refusal = make_refusal (self, request);

  g_ptr_array_add (self->plays, play);
  schedule (play);

  return play;
}

/**
 * mcp_replay_stop:
 * @play: one that is not done
 *
 * Ends a play: its client is gone or has cancelled it. Its function is not called any more.
 */
void
mcp_replay_stop (McpReplay     *self,
                 McpReplayPlay *play)
{
  g_return_if_fail (MCP_IS_REPLAY (self));

  g_ptr_array_remove (self->plays, play);
}

gboolean
mcp_replay_is_busy (McpReplay *self)
{
  g_return_val_if_fail (MCP_IS_REPLAY (self), FALSE);

  for (guint i = 0; i < self->plays->len; i++)
    if (((McpReplayPlay *) self->plays->pdata[i])->source != 0)
      return TRUE;

  return FALSE;
}

/**
 * mcp_replay_take_answer:
 * @answer: of the client, to a request of the server
 *
 * Lets the play go on that waits for this answer. What is in it does not matter.
 *
 * Returns: %FALSE when the server has not asked this
 */
gboolean
mcp_replay_take_answer (McpReplay  *self,
                        McpMessage *answer)
{
  McpId *id = mcp_message_get_id (answer);
  const char *token = id != NULL ? mcp_id_get_token (id) : NULL;

  g_return_val_if_fail (MCP_IS_REPLAY (self), FALSE);

  for (guint i = 0; token != NULL && i < self->plays->len; i++)
    {
      McpReplayPlay *play = self->plays->pdata[i];
      GHashTableIter iter;
      gpointer asked;

      g_hash_table_iter_init (&iter, play->asked);
      while (g_hash_table_iter_next (&iter, NULL, &asked))
        {
          if (!g_str_equal (asked, token))
            continue;

          g_hash_table_add (play->come, g_strdup (token));
          if (g_strcmp0 (play->awaited, token) == 0)
            {
              g_clear_pointer (&play->awaited, g_free);
              schedule (play);
            }
          return TRUE;
        }
    }

  return FALSE;
}

/**
 * mcp_replay_make_line:
 * @message: what is said
 *
 * Brings a message to one line, as standard output and an event stream need it, whatever its
 * sender thought of newlines. No token changes.
 *
 * Returns: (transfer full): the line, without its end
 */
GBytes *
mcp_replay_make_line (GBytes *message)
{
  gsize length;
  const char *text = g_bytes_get_data (message, &length);
  char *line;

  if (memchr (text, '\n', length) == NULL && memchr (text, '\r', length) == NULL)
    return g_bytes_ref (message);

  line = mcp_json_one_line (text, length, &length);

  return g_bytes_new_take (line, length);
}
