/* mcp-otlp-tracer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"
#include "mcp-otlp-tracer-private.h"

/*
 * Reads the records of a journal in their order. A span is open from its request until the answer of
 * the last round; what is known of it is gathered meanwhile. Probes of the health monitor come for
 * ever: they are in the metrics.
 */

G_DEFINE_FINAL_TYPE (McpOtlpTracer, mcp_otlp_tracer, G_TYPE_OBJECT)

static void
mcp_otlp_tracer_finalize (GObject *object)
{
  McpOtlpTracer *self = MCP_OTLP_TRACER (object);
  GList *link;

  while ((link = g_queue_pop_head_link (&self->open)) != NULL)
    mcp_otlp_span_free (link->data);
  g_hash_table_unref (self->by_serial);
  g_hash_table_unref (self->by_exchange);
  g_hash_table_unref (self->by_key);
  g_hash_table_unref (self->parents);
  g_clear_object (&self->facts.journal);
  g_free (self->facts.server);
  g_free (self->version);

  G_OBJECT_CLASS (mcp_otlp_tracer_parent_class)->finalize (object);
}

static void
mcp_otlp_tracer_class_init (McpOtlpTracerClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_otlp_tracer_finalize;
}

static void
mcp_otlp_tracer_init (McpOtlpTracer *self)
{
  g_queue_init (&self->open);
  self->next = 1;
  self->by_serial = g_hash_table_new (NULL, NULL);
  self->by_exchange = g_hash_table_new (NULL, NULL);
  self->by_key = g_hash_table_new (mcp_str_hash, g_str_equal);
  self->parents = g_hash_table_new_full (NULL, NULL, NULL, g_free);
}

/**
 * mcp_otlp_tracer_new:
 * @journal: a journal
 * @server: (nullable): what the server is called
 * @redactor: (nullable): takes secrets out, and lives longer; %NULL takes nothing out
 * @flags: what is in the spans
 * @func: takes them
 *
 * Returns: (transfer full): a tracer that has read nothing yet
 */
McpOtlpTracer *
mcp_otlp_tracer_new (McpJournal      *journal,
                     const char      *server,
                     McpRedactor     *redactor,
                     McpOtlpFlags     flags,
                     McpOtlpSpanFunc  func,
                     gpointer         user_data)
{
  McpOtlpTracer *self = g_object_new (MCP_TYPE_OTLP_TRACER, NULL);

  self->facts.journal = g_object_ref (journal);
  self->facts.server = g_strdup (server);
  self->facts.redactor = redactor;
  self->facts.flags = flags;
  self->func = func;
  self->user_data = user_data;

  return self;
}

char *
mcp_otlp_tracer_make_key (McpDirection  asker,
                          const char   *kind,
                          const char   *token)
{
  return g_strconcat (mcp_direction_get_nick (asker), kind, token, NULL);
}

/* Where it stands in a table; another may have taken its place. */
static void
forget (GHashTable  *table,
        gpointer     key,
        McpOtlpSpan *span)
{
  if (key != NULL && g_hash_table_lookup (table, key) == span)
    g_hash_table_remove (table, key);
}

/* Makes @request the current request of the span, in the lookup tables. */
void
mcp_otlp_tracer_file_round (McpOtlpTracer *self,
                            McpOtlpSpan   *span,
                            McpRecord     *request)
{
  McpChannel channel = mcp_record_get_channel (request);

  if (span->current != span->first)
    forget (self->by_serial, GUINT_TO_POINTER (span->current), span);
  forget (self->by_exchange, GUINT_TO_POINTER (span->exchange), span);

  span->current = mcp_record_get_serial (request);
  span->exchange = channel == MCP_CHANNEL_HTTP || channel == MCP_CHANNEL_SSE ? mcp_record_get_exchange (request) : 0;
  g_hash_table_replace (self->by_serial, GUINT_TO_POINTER (span->current), span);
  if (span->exchange != 0 && span->direction == MCP_DIRECTION_OUT)
    g_hash_table_replace (self->by_exchange, GUINT_TO_POINTER (span->exchange), span);
}

void
mcp_otlp_tracer_end_span (McpOtlpTracer *self,
                          McpOtlpSpan   *span,
                          gint64         end_usec,
                          const char    *error_type,
                          const char    *message)
{
  guint conversation = mcp_journal_get_conversation (self->facts.journal, span->first);
  g_autofree char *json = NULL;

  if (span->exchange != 0 && span->direction == MCP_DIRECTION_OUT)
    mcp_otlp_facts_end (&self->facts, span);
  mcp_otlp_facts_version (span, self->version);
  json = mcp_otlp_span_write (span, end_usec, error_type, message);
  if (conversation != 0)
    g_hash_table_replace (self->parents, GUINT_TO_POINTER (span->first),
                          g_memdup2 (&span->context, sizeof span->context));

  g_queue_unlink (&self->open, &span->node);
  forget (self->by_serial, GUINT_TO_POINTER (span->first), span);
  forget (self->by_serial, GUINT_TO_POINTER (span->current), span);
  forget (self->by_exchange, GUINT_TO_POINTER (span->exchange), span);
  forget (self->by_key, span->id_key, span);
  forget (self->by_key, span->progress_key, span);
  mcp_otlp_span_free (span);

  self->func (json, self->user_data);
}

static const char *
get_error_type (McpRecord *request)
{
  if ((mcp_record_get_flags (request) & MCP_RECORD_FLAG_LASTING) != 0)
    return NULL;

  switch (mcp_record_get_status (request))
    {
    case MCP_STATUS_TIMED_OUT:
      return "timeout";
    case MCP_STATUS_CANCELLED:
      return "cancelled";
    case MCP_STATUS_LOST:
      return "connection_lost";
    default:
      return "unanswered";
    }
}

/* @was_cancelled: the other side was told so; a time limit is a reason for that. */
void
mcp_otlp_tracer_end_unanswered (McpOtlpTracer *self,
                                McpOtlpSpan   *span,
                                gint64         end_usec,
                                gboolean       was_cancelled)
{
  g_autoptr (McpRecord) request = mcp_journal_get_record (self->facts.journal, span->current);

  mcp_otlp_tracer_end_span (self, span, end_usec,
                            was_cancelled && mcp_record_get_status (request) != MCP_STATUS_TIMED_OUT
                              ? "cancelled"
                              : get_error_type (request),
                            NULL);
}

/* Another connection: nothing of the last one is answered any more. */
static void
begin_life (McpOtlpTracer *self,
            guint          life)
{
  if (life <= self->life)
    return;
  self->life = life;
  mcp_otlp_tracer_finish (self);
  g_clear_pointer (&self->version, g_free);
}

/* Who waits for an answer may stop without a word to the other side: only its status tells. */
static void
end_given_up (McpOtlpTracer *self,
              guint          serial)
{
  McpOtlpSpan *span = g_hash_table_lookup (self->by_serial, GUINT_TO_POINTER (serial));
  g_autoptr (McpRecord) request = NULL;

  if (span == NULL || span->current != serial)
    return;

  request = mcp_journal_get_record (self->facts.journal, serial);
  if (mcp_record_get_pair (request) == 0 && mcp_record_get_status (request) != MCP_STATUS_PENDING)
    mcp_otlp_tracer_end_unanswered (self, span, g_get_real_time (), FALSE);
}

gboolean
mcp_otlp_tracer_step (McpOtlpTracer *self)
{
  g_autoptr (McpRecord) record = NULL;

  g_return_val_if_fail (MCP_IS_OTLP_TRACER (self), FALSE);

  if (self->next > mcp_journal_get_n_records (self->facts.journal))
    return FALSE;

  record = mcp_journal_get_record (self->facts.journal, self->next++);
  begin_life (self, mcp_record_get_life (record));
  self->last_usec = mcp_record_get_wall_usec (record);
  mcp_otlp_tracer_read (self, record);

  return TRUE;
}

static void
catch_up (McpOtlpTracer *self)
{
  guint before = self->next;

  while (mcp_otlp_tracer_step (self))
    ;
  for (guint serial = before; serial < self->next; serial++)
    end_given_up (self, serial);
}

static void
records_changed_cb (McpOtlpTracer *self,
                    GArray        *serials)
{
  catch_up (self);
  for (guint i = 0; i < serials->len; i++)
    end_given_up (self, g_array_index (serials, guint, i));
}

/* Reads what there is, and from now on what comes. */
void
mcp_otlp_tracer_follow (McpOtlpTracer *self)
{
  g_return_if_fail (MCP_IS_OTLP_TRACER (self));

  g_signal_connect_object (self->facts.journal, "items-changed", G_CALLBACK (catch_up), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->facts.journal, "records-changed", G_CALLBACK (records_changed_cb), self,
                           G_CONNECT_SWAPPED);
  catch_up (self);
}

/* Ends all spans that are open. */
void
mcp_otlp_tracer_finish (McpOtlpTracer *self)
{
  g_return_if_fail (MCP_IS_OTLP_TRACER (self));

  while (self->open.head != NULL)
    mcp_otlp_tracer_end_unanswered (self, self->open.head->data, self->last_usec, FALSE);
}

/* Gets whether the bytes of a record could not be read. Its span is without what they say. */
gboolean
mcp_otlp_tracer_has_failed (McpOtlpTracer *self)
{
  g_return_val_if_fail (MCP_IS_OTLP_TRACER (self), FALSE);

  return self->facts.failed;
}
