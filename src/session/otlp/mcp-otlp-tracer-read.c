/* mcp-otlp-tracer-read.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-otlp-tracer-private.h"

/* What each record does to the spans that are open. */

/* A peer that is not answered may ask on and on: the oldest go without an answer. */
#define MAX_OPEN 4096

static McpDirection
other (McpDirection direction)
{
  return direction == MCP_DIRECTION_OUT ? MCP_DIRECTION_IN : MCP_DIRECTION_OUT;
}

/* --- Requests --- */

/* The same ids each time a recording is read: what is imported twice is still there once. */
static void
make_ids (McpOtlpTracer *self,
          McpOtlpSpan   *span,
          McpRecord     *request)
{
  g_autofree char *id = mcp_record_dup_id (request);
  g_autofree char *source =
    g_strdup_printf ("%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %u %s %s %s",
                     mcp_journal_get_start_wall_usec (self->facts.journal), span->start_usec,
                     mcp_record_get_life (request), mcp_direction_get_nick (span->direction),
                     mcp_record_get_method (request), id);
  g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, source, -1);

  g_strlcpy (span->context.trace_id, digest, sizeof span->context.trace_id);
  g_strlcpy (span->context.span_id, digest + MCP_TRACE_ID_DIGITS, sizeof span->context.span_id);
}

/* Trace context, by priority: named in the message, of the call, of the surrounding request. */
static void
find_trace (McpOtlpTracer        *self,
            McpOtlpSpan          *span,
            McpRecord            *request,
            const McpOtlpMessage *message)
{
  const McpTraceContext *parent = g_hash_table_lookup (self->parents,
                                                       GUINT_TO_POINTER (mcp_record_get_conversation (request)));
  const McpOtlpSpan *around = g_hash_table_lookup (self->by_exchange,
                                                   GUINT_TO_POINTER (mcp_record_get_exchange (request)));
  g_autofree char *state = NULL;
  McpTraceContext named;

  if (parent == NULL && around != NULL && span->direction == MCP_DIRECTION_IN)
    parent = &around->context;

  if (message->body.length > 0 && mcp_otlp_message_trace (message, &named, &state))
    {
      if (span->direction == MCP_DIRECTION_OUT && (self->facts.flags & MCP_OTLP_OWN_TRACES) != 0)
        {
          span->context = named;
          span->state = g_steal_pointer (&state);
          return;
        }
      mcp_otlp_span_join (span, &named, TRUE, state);
      if (parent != NULL)
        mcp_otlp_span_add_link (span, parent, NULL);
    }
  else if (parent != NULL)
    {
      mcp_otlp_span_join (span, parent, FALSE, NULL);
    }
}

static void
file_span (McpOtlpTracer        *self,
           McpOtlpSpan          *span,
           McpRecord            *request,
           const McpOtlpMessage *message)
{
  g_autofree char *id = mcp_record_dup_id (request);
  g_autofree char *token = mcp_otlp_message_lookup (message, "_meta.progressToken");

  g_queue_push_tail_link (&self->open, &span->node);
  mcp_otlp_tracer_file_round (self, span, request);
  if (id != NULL)
    {
      span->id_key = mcp_otlp_tracer_make_key (span->direction, " id ", id);
      g_hash_table_replace (self->by_key, span->id_key, span);
    }
  if (token != NULL)
    {
      span->progress_key = mcp_otlp_tracer_make_key (span->direction, " progress ", token);
      g_hash_table_replace (self->by_key, span->progress_key, span);
    }
}

static void
begin_span (McpOtlpTracer *self,
            McpRecord     *request)
{
  McpOtlpSpan *span = mcp_otlp_span_new ();
  McpOtlpMessage message;

  span->first = span->current = mcp_record_get_serial (request);
  span->life = mcp_record_get_life (request);
  span->direction = mcp_record_get_direction (request);
  span->start_usec = mcp_record_get_wall_usec (request);

  mcp_otlp_facts_read (&self->facts, request, &message);
  make_ids (self, span, request);
  find_trace (self, span, request, &message);
  file_span (self, span, request, &message);
  mcp_otlp_facts_describe (&self->facts, span, request, &message);
  mcp_otlp_message_clear (&message);

  if (self->open.length > MAX_OPEN)
    mcp_otlp_tracer_end_unanswered (self, g_queue_peek_head (&self->open), self->last_usec, FALSE);
}

/* The call again, with what the server wanted to know. */
static void
begin_round (McpOtlpTracer *self,
             McpOtlpSpan   *span,
             McpRecord     *request)
{
  g_autoptr (GString) attributes = g_string_new (NULL);
  g_autofree char *id = mcp_record_dup_id (request);

  mcp_otlp_attribute_string (attributes, "jsonrpc.request.id", id);
  mcp_otlp_span_add_event (span, "mcp.round", mcp_record_get_wall_usec (request), attributes->str);
  mcp_otlp_tracer_file_round (self, span, request);
}

static void
read_request (McpOtlpTracer *self,
              McpRecord     *request)
{
  McpOtlpSpan *span = g_hash_table_lookup (self->by_serial,
                                           GUINT_TO_POINTER (mcp_record_get_conversation (request)));

  if ((mcp_record_get_flags (request) & (MCP_RECORD_FLAG_PROBE | MCP_RECORD_FLAG_ERA)) == MCP_RECORD_FLAG_PROBE)
    return;
  if (span != NULL)
    begin_round (self, span, request);
  else
    begin_span (self, request);
}

/* --- Answers --- */

/* A server that wants input is asked again, and the call goes on. */
static gboolean
wants_input (McpOtlpTracer        *self,
             McpOtlpSpan          *span,
             const McpOtlpMessage *message)
{
  g_autofree char *type = mcp_otlp_message_lookup (message, "resultType");

  return g_strcmp0 (type, "\"input_required\"") == 0
         && mcp_journal_get_conversation (self->facts.journal, span->current) != 0;
}

static void
end_answered (McpOtlpTracer        *self,
              McpOtlpSpan          *span,
              McpRecord            *answer,
              const McpOtlpMessage *message)
{
  gint64 wall_usec = mcp_record_get_wall_usec (answer);
  g_autofree char *error_type = NULL;
  g_autofree char *text = NULL;
  g_autofree char *state = NULL;
  McpTraceContext context;

  if (message->body.length > 0 && mcp_otlp_message_trace (message, &context, &state))
    mcp_otlp_span_add_link (span, &context, state);
  if (g_str_equal (span->name, "initialize") && message->body.length > 0)
    {
      g_free (self->version);
      self->version = mcp_json_lookup_string (message->data + message->body.offset, message->body.length,
                                              "protocolVersion");
    }

  if (wants_input (self, span, message))
    {
      mcp_otlp_span_add_event (span, "mcp.input_required", wall_usec, "");
      return;
    }

  error_type = mcp_otlp_facts_answer (&self->facts, span, answer, message, &text);
  mcp_otlp_tracer_end_span (self, span, wall_usec, error_type, text);
}

static void
read_answer (McpOtlpTracer *self,
             McpRecord     *answer)
{
  McpOtlpSpan *span = g_hash_table_lookup (self->by_serial, GUINT_TO_POINTER (mcp_record_get_pair (answer)));
  McpOtlpMessage message;

  if (span == NULL)
    return;

  mcp_otlp_facts_read (&self->facts, answer, &message);
  end_answered (self, span, answer, &message);
  mcp_otlp_message_clear (&message);
}

/* The answers that are in one array, of 2025-03-26: each request has the array for its pair. */
static void
read_batch (McpOtlpTracer *self,
            McpRecord     *batch)
{
  McpDirection asker = other (mcp_record_get_direction (batch));
  McpOtlpMessage whole;
  g_autoptr (GPtrArray) messages = NULL;

  if (self->open.length == 0 || !mcp_otlp_facts_read (&self->facts, batch, &whole))
    return;

  messages = mcp_message_split_batch (whole.message);
  for (guint i = 0; i < messages->len; i++)
    {
      McpId *id = mcp_message_get_id (messages->pdata[i]);
      g_autofree char *key = id != NULL ? mcp_otlp_tracer_make_key (asker, " id ", mcp_id_get_token (id)) : NULL;
      McpOtlpSpan *span = key != NULL ? g_hash_table_lookup (self->by_key, key) : NULL;
      g_autoptr (McpRecord) request = NULL;
      McpOtlpMessage message;

      if (span == NULL)
        continue;
      request = mcp_journal_get_record (self->facts.journal, span->current);
      if (mcp_record_get_pair (request) != mcp_record_get_serial (batch))
        continue;
      mcp_otlp_message_init (&message, mcp_message_ref (messages->pdata[i]));
      end_answered (self, span, batch, &message);
      mcp_otlp_message_clear (&message);
    }
  mcp_otlp_message_clear (&whole);
}

static void
read_notification (McpOtlpTracer *self,
                   McpRecord     *record)
{
  const char *method = mcp_record_get_method (record);
  gboolean is_progress = g_strcmp0 (method, "notifications/progress") == 0;
  McpDirection direction = mcp_record_get_direction (record);
  g_autofree char *token = NULL;
  g_autofree char *key = NULL;
  McpOtlpMessage message;
  McpOtlpSpan *span = NULL;

  if ((!is_progress && g_strcmp0 (method, "notifications/cancelled") != 0)
      || !mcp_otlp_facts_read (&self->facts, record, &message))
    return;

  token = mcp_otlp_message_lookup (&message, is_progress ? "progressToken" : "requestId");
  if (token != NULL)
    key = mcp_otlp_tracer_make_key (is_progress ? other (direction) : direction, is_progress ? " progress " : " id ", token);
  if (key != NULL)
    span = g_hash_table_lookup (self->by_key, key);
  if (span != NULL && is_progress)
    mcp_otlp_facts_progress (&self->facts, span, record, &message);
  else if (span != NULL)
    mcp_otlp_tracer_end_unanswered (self, span, mcp_record_get_wall_usec (record), TRUE);
  mcp_otlp_message_clear (&message);
}

/* The next record. */
void
mcp_otlp_tracer_read (McpOtlpTracer *self,
                      McpRecord     *record)
{
  McpOtlpSpan *span;

  switch (mcp_record_get_kind (record))
    {
    case MCP_RECORD_REQUEST:
      read_request (self, record);
      break;
    case MCP_RECORD_RESULT:
    case MCP_RECORD_ERROR:
    case MCP_RECORD_INVALID:
    case MCP_RECORD_OVERSIZED:
      read_answer (self, record);
      break;
    case MCP_RECORD_NOTIFICATION:
      read_notification (self, record);
      break;
    case MCP_RECORD_BATCH:
      read_batch (self, record);
      break;
    case MCP_RECORD_HTTP_HEAD:
      span = g_hash_table_lookup (self->by_exchange, GUINT_TO_POINTER (mcp_record_get_exchange (record)));
      if (span != NULL)
        mcp_otlp_facts_head (&self->facts, span, record);
      break;
    default:
      break;
    }
}
