/* mcp-session-answers.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-call-private.h"
#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-json.h"
#include "mcp-linter-conversation.h"
#include "mcp-linter.h"
#include "mcp-session-private.h"

/* What an inbound answer does: the call it is for, and what is wrong when there is none. */

/* An answer nobody waits for: why not decides what it is called. */
static void
report_orphan (McpSession *self,
               McpId      *id,
               guint       serial,
               gint64      time_usec)
{
  McpLife *life = self->life;
  const char *method = mcp_call_table_get_given_up (life->calls, id);
  guint frame = mcp_http_session_get_frame (life->http);
  McpOrphan why = MCP_ORPHAN_NEVER_ASKED;
  gint64 number;

  if (method != NULL)
    {
      why = MCP_ORPHAN_LATE;
      mcp_journal_set_flags (self->journal, serial, MCP_RECORD_FLAG_LATE);
      mcp_watchers_late_answer (self->watchers, id, time_usec);
    }
  else if (mcp_id_is_string (id))
    {
      why = MCP_ORPHAN_STRING;
    }
  else if (mcp_id_get_integer (id, &number) && number > 0 && number < self->next_id)
    {
      why = MCP_ORPHAN_SECOND;
    }

  mcp_linter_report_orphan (self->reporter, id, why, method,
                            frame != 0 ? mcp_exchange_numbers_get (self->exchange_numbers, frame) : 0, serial);
}

/* What the user sent as it stood is answered to nobody. */
static gboolean
take_raw_answer (McpSession *self,
                 McpId      *id)
{
  guint64 ticket;

  if (!mcp_call_table_take_raw (self->life->calls, id, &ticket))
    return FALSE;

  mcp_session_settle_ticket (self, ticket);

  return TRUE;
}

/* The call that waits for this answer; (transfer full) (nullable). */
static McpCall *
take_call (McpSession *self,
           McpId      *id,
           guint       serial,
           gint64      time_usec)
{
  McpCall *call = mcp_call_table_take (self->life->calls, id);

  if (call != NULL || take_raw_answer (self, id))
    return call;

  /* Other clients take it: an answer that is lost for its quotes would help nobody. */
  report_orphan (self, id, serial, time_usec);

  return mcp_call_table_take_alike (self->life->calls, id);
}

/* A result that does not end its call, or cannot be one. */
static gboolean
take_other_result (McpSession *self,
                   McpCall    *call,
                   McpMessage *message,
                   guint       serial,
                   gint64      time_usec)
{
  const McpScan *scan = mcp_message_get_scan (message);
  const char *result = (const char *) g_bytes_get_data (mcp_message_get_bytes (message), NULL)
                       + scan->result.offset;
  gboolean takes_task = mcp_session_has_feature (self, MCP_FEATURE_RESULT_TYPE)
                          ? mcp_profile_has_extension (self->profile, MCP_TASKS_EXTENSION)
                          : mcp_call_get_task (call, NULL);
  g_autofree char *type = NULL;
  McpSpan span;

  /* Not said of what an old server answers the probe, nor again with each ping. */
  if (mcp_call_is_probe (call) && !mcp_json_edit_find (result, scan->result.length, "resultType", &span))
    return FALSE;

  switch (mcp_linter_judge_result (self->reporter, mcp_call_get_method (call), takes_task, result,
                                   scan->result.length, serial))
    {
    case MCP_RESULT_NEEDS_INPUT:
      mcp_session_set_call_status (self, call, MCP_STATUS_OK);
      mcp_session_begin_round (self, call, message, serial);
      return TRUE;

    case MCP_RESULT_INVALID:
      type = mcp_json_lookup_string (result, scan->result.length, "resultType");
      mcp_session_set_call_status (self, call, MCP_STATUS_ERROR);
      mcp_call_set_answer (call, message, serial, time_usec);
      mcp_call_fail (call, g_error_new (MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                                        _("the result of %s is of the type “%s”, which it cannot be"),
                                        mcp_call_get_method (call), type != NULL ? type : ""));
      return TRUE;

    case MCP_RESULT_TASK:
      mcp_session_set_call_status (self, call, MCP_STATUS_OK);
      mcp_watchers_task_made (self->watchers, call, result, scan->result.length, serial);
      mcp_call_complete (call, message, serial, time_usec, FALSE);
      return TRUE;

    case MCP_RESULT_COMPLETE:
    default:
      return FALSE;
    }
}

/* Headers that do not say what the body says, to the server: the call may be told another way. */
static gboolean
take_mismatch (McpSession *self,
               McpCall    *call,
               McpMessage *message)
{
  gint64 code;

  if (!mcp_message_get_error_code (message, &code) || code != MCP_RPC_HEADER_MISMATCH
      || !mcp_session_repeat_with_headers (self, call))
    return FALSE;

  mcp_session_set_call_status (self, call, MCP_STATUS_ERROR);

  return TRUE;
}

static void
check_result (McpSession           *self,
              McpCall              *call,
              McpMessage           *message,
              const McpResultFacts *facts,
              guint                 serial)
{
  const McpScan *scan = mcp_message_get_scan (message);
  const char *data = g_bytes_get_data (mcp_message_get_bytes (message), NULL);

  /* The dialect has looked at the first, and later ones are pings: nothing of them is news. */
  if (mcp_call_is_probe (call) && mcp_call_get_kind (call) == MCP_REQUEST_DISCOVER)
    return;

  mcp_linter_check_result (self->reporter, mcp_call_get_method (call), facts, serial);
  mcp_linter_check_hints (self->reporter, mcp_call_get_method (call), facts, serial);
  mcp_linter_check_members (self->reporter, mcp_call_get_method (call),
                            mcp_session_find_tool (self, mcp_call_get_tool (call)),
                            data + scan->result.offset, scan->result.length, facts, serial);
}

/**
 * mcp_session_judge_call:
 * @call: of a tool, with a result that is no error of the tool
 *
 * Holds a result against the schema of its tool, which was listed only after the call (server/tools, Output Schema).
 */
void
mcp_session_judge_call (McpSession *self,
                        McpCall    *call)
{
  McpCatalogItem *tool;
  GBytes *result = mcp_call_get_result (call);

  g_return_if_fail (MCP_IS_SESSION (self));
  g_return_if_fail (result != NULL);

  tool = mcp_session_find_tool (self, mcp_call_get_tool (call));
  if (tool != NULL)
    mcp_linter_check_promised (self->reporter, tool, g_bytes_get_data (result, NULL), g_bytes_get_size (result),
                               mcp_call_get_outcome (call)->answer_serial);
}

/* The server has been told the request, its own command line and its roots: what of them comes back is no news. */
static void
check_error_text (McpSession *self,
                  McpCall    *call,
                  McpMessage *message,
                  guint       serial)
{
  g_autofree char *text = mcp_message_dup_error_message (message);
  g_autoptr (GPtrArray) known = g_ptr_array_new ();
  const char *params = mcp_call_get_params (call);
  const char *cwd = mcp_profile_get_settings (self->profile)->cwd;
  const char * const *argv = mcp_profile_get_argv (self->profile);
  GListModel *roots = mcp_profile_get_roots (self->profile);

  if (text == NULL)
    return;

  if (params != NULL)
    g_ptr_array_add (known, (char *) params);
  if (cwd != NULL)
    g_ptr_array_add (known, (char *) cwd);
  for (guint i = 0; argv[i] != NULL; i++)
    g_ptr_array_add (known, (char *) argv[i]);
  for (guint i = 0; i < g_list_model_get_n_items (roots); i++)
    {
      g_autoptr (McpRoot) root = g_list_model_get_item (roots, i);

      g_ptr_array_add (known, (char *) root->uri);
    }
  g_ptr_array_add (known, NULL);

  mcp_linter_check_error_text (self->reporter, text, (const char * const *) known->pdata, serial);
}

static void
check_error (McpSession *self,
             McpCall    *call,
             McpMessage *message,
             guint       serial)
{
  McpExchange *exchange = mcp_http_session_get_frame_exchange (self->life->http);
  gboolean in_stream = exchange != NULL && exchange->content_type != NULL
                       && g_ascii_strncasecmp (exchange->content_type, "text/event-stream", 17) == 0;
  gint64 code;

  check_error_text (self, call, message, serial);
  if (mcp_message_get_error_code (message, &code))
    mcp_linter_check_error (self->reporter, code, exchange != NULL ? exchange->status : 0, in_stream, serial);
}

/*
 * Gives an answer to its call. A broken one is still its answer: a call that was answered must
 * not hang until its timeout.
 */
void
mcp_session_handle_answer (McpSession           *self,
                           McpMessage           *message,
                           guint                 serial,
                           gint64                time_usec,
                           const McpResultFacts *facts)
{
  const McpScan *scan = mcp_message_get_scan (message);
  McpMessageKind kind = mcp_message_get_kind (message);
  McpId *id = mcp_message_get_id (message);
  g_autoptr (McpCall) call = NULL;
  gboolean broken = kind == MCP_MESSAGE_INVALID
                    || (scan->envelope & (MCP_ENVELOPE_RESULT_AND_ERROR
                                          | MCP_ENVELOPE_METHOD_AND_RESULT)) != 0;

  if (id == NULL || mcp_id_is_null (id))
    {
      if (kind == MCP_MESSAGE_ERROR && !mcp_session_http_take_error (self, message))
        mcp_linter_report_orphan (self->reporter, NULL, MCP_ORPHAN_NOT_WAITING, NULL, 0, serial);
      return;
    }

  /* Neither result nor error: not an answer at all. */
  if (broken && scan->result.length == 0 && scan->error.length == 0 && scan->method.length > 0)
    return;

  /* The exchange ends with a refusal: what follows from it is decided there. */
  if (kind == MCP_MESSAGE_ERROR
      && (mcp_session_http_lost_session (self, message)
          || mcp_session_http_lacks_token (self, id) || mcp_session_http_asks_to_wait (self)))
    {
      mcp_session_http_take_error (self, message);
      return;
    }

  mcp_call_table_clear_suspect (self->life->calls, id, TRUE);
  call = take_call (self, id, serial, time_usec);
  if (call == NULL)
    return;

  mcp_session_settle (self, call);
  if (kind == MCP_MESSAGE_ERROR)
    mcp_session_http_take_error (self, message);

  if (broken)
    {
      g_autofree char *what = mcp_scan_describe (scan);

      mcp_session_set_call_status (self, call, MCP_STATUS_ERROR);
      mcp_call_set_answer (call, message, serial, time_usec);
      mcp_call_fail (call, g_error_new (MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                                        _("the answer to %s is broken: %s"),
                                        mcp_call_get_method (call), what));
      return;
    }

  if (kind == MCP_MESSAGE_ERROR)
    check_error (self, call, message, serial);
  if (kind == MCP_MESSAGE_ERROR && take_mismatch (self, call, message))
    return;

  if (kind == MCP_MESSAGE_RESULT && take_other_result (self, call, message, serial, time_usec))
    return;

  if (kind == MCP_MESSAGE_RESULT)
    {
      mcp_session_remember_level (self, call);
      check_result (self, call, message, facts, serial);
    }

  /* Inside a batch the journal could not pair them itself. */
  mcp_session_set_call_status (self, call,
                               kind == MCP_MESSAGE_RESULT ? MCP_STATUS_OK : MCP_STATUS_ERROR);
  mcp_call_complete (call, message, serial, time_usec, facts->is_tool_error);
}
