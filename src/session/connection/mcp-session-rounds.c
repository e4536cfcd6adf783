/* mcp-session-rounds.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-session-private.h"
#include "mcp-source.h"

/*
 * Requests that take several rounds (2026-07-28, basic/patterns/mrtr).
 *
 *   call → result “input_required” → the questions are put → all answered → the call again,
 *          with inputResponses and requestState, under a new id → …
 *
 * The rounds are one call to whoever made it. `requestState` is the server's own: it goes back
 * byte for byte, and nobody looks into it.
 */

/* A server that only wants to be asked again is given this time, doubled with each round. */
#define RETRY_MSEC     500
#define MAX_RETRY_MSEC 8000

/* One round, from the answer that asks to the request that answers. */
typedef struct
{
  McpSession   *session;    /* not referenced: it ends its rounds before it goes */
  McpCall      *call;
  GCancellable *cancellable;
  GSource      *timer;      /* (nullable): of a round without questions */
  GPtrArray    *keys;       /* char *: the keys' own tokens */
  GPtrArray    *responses;  /* char *, NULL until it is there */
  char         *state;      /* (nullable): the token of requestState */
  guint         n_waiting;
  guint         life;
  gboolean      is_repeat;  /* nothing was asked: the same request once more */
  gboolean      ended;
} Round;

/* One question of a round. */
typedef struct
{
  Round *round;
  guint  index;
} Asked;

static Round *
round_ref (Round *round)
{
  return g_atomic_rc_box_acquire (round);
}

static void
round_clear (gpointer data)
{
  Round *round = data;

  mcp_source_clear (&round->timer);
  g_clear_object (&round->call);
  g_clear_object (&round->cancellable);
  g_clear_pointer (&round->keys, g_ptr_array_unref);
  g_clear_pointer (&round->responses, g_ptr_array_unref);
  g_clear_pointer (&round->state, g_free);
}

void
mcp_round_unref (gpointer data)
{
  g_atomic_rc_box_release_full (data, round_clear);
}

/* Whatever the questions say from now on, it is too late. */
static void
end_round (Round *round)
{
  McpLife *life;

  if (round->ended)
    return;

  life = round->session->life;
  round->ended = TRUE;
  mcp_source_clear (&round->timer);
  if (life != NULL && round->session->n_lives == round->life)
    g_hash_table_remove (life->rounds, round->call);
  g_cancellable_cancel (round->cancellable);
}

static void
fail_round (Round  *round,
            GError *error)
{
  g_autoptr (McpCall) call = g_object_ref (round->call);

  if (round->ended)
    {
      g_error_free (error);
      return;
    }

  end_round (round);
  mcp_call_fail (call, error);
}

/* The params of the next request: what was asked the first time, and the answers. */
static char *
next_params (Round *round)
{
  const char *params = mcp_call_get_params (round->call);
  char *object = g_strdup (params != NULL ? params : "{}");
  g_autoptr (GString) responses = g_string_new ("{");

  for (guint i = 0; i < round->keys->len; i++)
    g_string_append_printf (responses, "%s%s:%s", i > 0 ? "," : "",
                            (char *) round->keys->pdata[i], (char *) round->responses->pdata[i]);
  g_string_append_c (responses, '}');

  if (round->keys->len > 0)
    mcp_json_edit_set (&object, "inputResponses", responses->str);
  if (round->state != NULL)
    mcp_json_edit_set (&object, "requestState", round->state);

  return object;
}

static void
answer_round (Round *round)
{
  g_autoptr (McpCall) call = g_object_ref (round->call);
  g_autofree char *params = round->is_repeat ? NULL : next_params (round);
  McpSession *self = round->session;

  end_round (round);
  if (params != NULL)
    mcp_call_set_wire_params (call, params);
  mcp_session_resend (self, call);
}

static gboolean
retry_cb (gpointer user_data)
{
  Round *round = user_data;

  g_clear_pointer (&round->timer, g_source_unref);
  answer_round (round);

  return G_SOURCE_REMOVE;
}

static void
take_response (Asked  *asked,
               char   *json,
               GError *error)
{
  Round *round = asked->round;

  if (error != NULL)
    {
      fail_round (round, g_error_new (MCP_ERROR, MCP_ERROR_CANCELLED,
                                      _("%s was given up: %s"),
                                      mcp_call_get_method (round->call), error->message));
      g_error_free (error);
      g_free (json);
    }
  else
    {
      round->responses->pdata[asked->index] = json;
      if (--round->n_waiting == 0 && !round->ended)
        answer_round (round);
    }

  mcp_round_unref (round);
  g_free (asked);
}

static void
asked_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  GError *error = NULL;
  char *json = mcp_session_ask_input_finish (result, &error);

  take_response (user_data, json, error);
}

static void
ask (Round      *round,
     guint       index,
     const char *key,
     const char *method,
     const char *params,
     gsize       length,
     guint       serial)
{
  const McpInputRequest request = { key, method, params, length, round->call,
                                    mcp_call_get_n_rounds (round->call), serial };
  Asked *asked = g_new0 (Asked, 1);

  asked->round = round_ref (round);
  asked->index = index;
  mcp_session_ask_input_async (round->session, &request, round->cancellable, asked_cb, asked);
}

typedef struct
{
  char       *key;
  char       *method;
  const char *params;
  gsize       length;
} Entry;

static void
entry_clear (gpointer data)
{
  Entry *entry = data;

  g_free (entry->key);
  g_free (entry->method);
}

/* Reads the entries, all of them before the first question is put. */
static GError *
read_entries (Round      *round,
              const char *text,
              McpSpan     requests,
              guint       serial,
              GArray     *entries)
{
  const char *object = text + requests.offset;
  guint limit = mcp_profile_get_settings (round->session->profile)->max_server_requests;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;
  McpSpan span;

  if (*object != '{' || !mcp_json_iter_init (&iter, object, requests.length))
    return g_error_new_literal (MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                                _("inputRequests is no object"));

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      Entry entry = { 0 };
      GError *error;

      if (entries->len >= limit)
        {
          mcp_reporter_report (round->session->reporter, serial, "rpc.too-many-requests",
                               _("The result asks more than %u questions: the limit is the setting "
                                 "“maxServerRequests”"), limit);
          return g_error_new (MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                              _("the result asks more than %u questions"), limit);
        }

      entry.key = mcp_json_dup_string (object + key.offset, key.length);
      entry.method = mcp_json_lookup_string (object + value.offset, value.length, "method");
      entry.params = "{}";
      entry.length = 2;
      if (mcp_json_lookup (object + value.offset, value.length, "params", &span))
        {
          entry.params = object + value.offset + span.offset;
          entry.length = span.length;
        }
      g_array_append_val (entries, entry);
      g_ptr_array_add (round->keys, g_strndup (object + key.offset, key.length));
      g_ptr_array_add (round->responses, NULL);

      error = mcp_session_check_input (round->session, serial, entry.key, entry.method);
      if (error != NULL)
        return error;
    }

  return NULL;
}

static void
put_questions (Round  *round,
               GArray *entries,
               guint   serial)
{
  round->n_waiting = entries->len;
  for (guint i = 0; i < entries->len && !round->ended; i++)
    {
      Entry *entry = &g_array_index (entries, Entry, i);

      ask (round, i, entry->key, entry->method, entry->params, entry->length, serial);
    }
}

static void
retry_later (Round *round)
{
  guint n_rounds = mcp_call_get_n_rounds (round->call);
  guint msec = MIN (RETRY_MSEC << MIN (n_rounds - 1, 10), MAX_RETRY_MSEC);

  round->timer = g_timeout_source_new (msec);
  g_source_set_callback (round->timer, retry_cb, round_ref (round), mcp_round_unref);
  g_source_attach (round->timer, g_main_context_get_thread_default ());
}

static Round *
round_new (McpSession *self,
           McpCall    *call)
{
  Round *round = g_atomic_rc_box_new0 (Round);

  round->session = self;
  round->call = g_object_ref (call);
  round->cancellable = g_cancellable_new ();
  round->keys = g_ptr_array_new_with_free_func (g_free);
  round->responses = g_ptr_array_new_with_free_func (g_free);
  round->life = self->n_lives;

  return round;
}

/*
 * The answer to @call asks for input. Puts its questions, and sends the call again when they are
 * answered. The call is in no table but the life's rounds meanwhile.
 */
void
mcp_session_begin_round (McpSession *self,
                         McpCall    *call,
                         McpMessage *answer,
                         guint       serial)
{
  const McpScan *scan = mcp_message_get_scan (answer);
  const char *result = (const char *) g_bytes_get_data (mcp_message_get_bytes (answer), NULL)
                       + scan->result.offset;
  gsize length = scan->result.length;
  g_autoptr (GArray) entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  Round *round = round_new (self, call);
  GError *error = NULL;
  McpSpan requests;
  McpSpan state;
  gboolean asks = mcp_json_edit_find (result, length, "inputRequests", &requests);

  g_array_set_clear_func (entries, entry_clear);
  mcp_call_get_limits (call)->deadline_usec = 0;
  if (mcp_json_edit_find (result, length, "requestState", &state))
    round->state = g_strndup (result + state.offset, state.length);
  mcp_call_add_round (call, serial, round->state);
  if (mcp_call_get_n_rounds (call) == 1)
    mcp_session_link_round (self, call);
  g_hash_table_insert (self->life->rounds, call, round);

  if (!asks && round->state == NULL)
    {
      mcp_reporter_report (self->reporter, serial, "modern.empty-round",
                           _("The server wants input, and has neither inputRequests nor requestState"));
      error = g_error_new_literal (MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                                   _("the server wants input and does not say which"));
    }
  else if (mcp_call_get_n_rounds (call) > mcp_profile_get_settings (self->profile)->era.max_rounds)
    {
      error = g_error_new (MCP_ERROR, MCP_ERROR_FAILED,
                           g_dngettext (GETTEXT_PACKAGE, "the server asked for input %u time; the limit is %u",
                                     "the server asked for input %u times; the limit is %u",
                                     mcp_call_get_n_rounds (call)),
                           mcp_call_get_n_rounds (call),
                           mcp_profile_get_settings (self->profile)->era.max_rounds);
    }
  else if (asks)
    {
      error = read_entries (round, result, requests, serial, entries);
    }

  round_ref (round);
  if (error != NULL)
    fail_round (round, error);
  else if (entries->len > 0)
    put_questions (round, entries, serial);
  else
    retry_later (round);
  mcp_round_unref (round);
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  Round *round = user_data;

  /* Without a new list there is nothing new to say, and what was known is tried again. */
  if (!round->ended)
    answer_round (round);
  mcp_round_unref (round);
}

/*
 * The headers that repeat arguments do not suit the server (2026-07-28,
 * basic/transports/streamable-http): its tools may have changed. They are listed again, and the
 * call goes out once more. TRUE: it will.
 */
gboolean
mcp_session_repeat_with_headers (McpSession *self,
                                 McpCall    *call)
{
  Round *round;

  if (!mcp_session_has_feature (self, MCP_FEATURE_ARGUMENT_HEADERS)
      || self->state != MCP_SESSION_READY
      || self->life->channel != MCP_CHANNEL_HTTP || mcp_call_was_requeued (call)
      || mcp_call_get_kind (call) != MCP_REQUEST_TOOLS_CALL)
    return FALSE;

  round = round_new (self, call);
  round->is_repeat = TRUE;
  mcp_call_get_limits (call)->deadline_usec = 0;
  mcp_call_note_first (call);
  mcp_session_link_round (self, call);
  mcp_session_note (self, "retry",
                    _("the headers of %s do not suit the server: asking for the tools again"),
                    mcp_call_get_method (call));
  g_hash_table_insert (self->life->rounds, call, round);
  round_ref (round);
  if (!mcp_watchers_list_tools (self->watchers, round->cancellable, listed_cb, round))
    listed_cb (G_OBJECT (self), NULL, round);

  return TRUE;
}

/* A request of a later round left: its record belongs to the call's first one. */
void
mcp_session_link_round (McpSession *self,
                        McpCall    *call)
{
  guint first = mcp_call_get_outcome (call)->first_serial;
  guint serial = mcp_call_get_outcome (call)->serial;

  if (first != 0 && serial != 0)
    mcp_journal_set_conversation (self->journal, serial, first);
}

/* Gives up a call that waits for input. The server need not be told: it waits for nothing. */
gboolean
mcp_session_cancel_round (McpSession *self,
                          McpCall    *call,
                          GError     *error)
{
  Round *round = self->life != NULL ? g_hash_table_lookup (self->life->rounds, call) : NULL;

  if (round == NULL)
    return FALSE;

  round_ref (round);
  fail_round (round, error);
  mcp_round_unref (round);

  return TRUE;
}

/* The connection ended: the calls that wait for input are whoever's who fails them. */
void
mcp_session_end_rounds (McpLife   *life,
                        GPtrArray *calls)
{
  g_autoptr (GList) rounds = g_hash_table_get_values (life->rounds);

  for (GList *l = rounds; l != NULL; l = l->next)
    {
      Round *round = round_ref (l->data);

      g_ptr_array_add (calls, g_object_ref (round->call));
      end_round (round);
      mcp_round_unref (round);
    }
}
