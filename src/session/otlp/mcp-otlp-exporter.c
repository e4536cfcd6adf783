/* mcp-otlp-exporter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-otlp-exporter-private.h"

/*
 * A batch is filled, waits its turn, and is sent:
 *
 *   spans → open batch ── full, or old enough ──→ queue ── its turn ──→ on its way
 *   metrics, at intervals ──────────────────────→ queue ── its turn ──→ on its way
 *
 * What becomes of a request is in mcp-otlp-exporter-send.c.
 */

#define DEFAULT_DELAY_MSEC 5000

G_DEFINE_FINAL_TYPE (McpOtlpExporter, mcp_otlp_exporter, G_TYPE_OBJECT)

enum
{
  SIGNAL_TOLD,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

void
mcp_otlp_batch_free (McpOtlpBatch *self)
{
  g_string_free (self->items, TRUE);
  g_free (self);
}

static void
mcp_otlp_exporter_finalize (GObject *object)
{
  McpOtlpExporter *self = MCP_OTLP_EXPORTER (object);

  g_clear_handle_id (&self->age_source, g_source_remove);
  g_clear_handle_id (&self->metrics_source, g_source_remove);
  g_clear_pointer (&self->open, mcp_otlp_batch_free);
  g_clear_object (&self->http);
  g_clear_object (&self->cancellable);
  g_strfreev (self->headers);
  g_free (self->resource);
  for (guint i = 0; i < MCP_OTLP_N_SIGNALS; i++)
    {
      g_clear_handle_id (&self->lanes[i].retry_source, g_source_remove);
      g_queue_clear_full (&self->lanes[i].queue, (GDestroyNotify) mcp_otlp_batch_free);
      g_free (self->lanes[i].url);
    }

  G_OBJECT_CLASS (mcp_otlp_exporter_parent_class)->finalize (object);
}

static void
mcp_otlp_exporter_class_init (McpOtlpExporterClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_otlp_exporter_finalize;

  signals[SIGNAL_TOLD] = g_signal_new ("told", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
mcp_otlp_exporter_init (McpOtlpExporter *self)
{
  static const McpBackoff backoff = MCP_BACKOFF_INIT;

  self->cancellable = g_cancellable_new ();
  self->delay_msec = DEFAULT_DELAY_MSEC;
  for (guint i = 0; i < MCP_OTLP_N_SIGNALS; i++)
    {
      self->lanes[i].exporter = self;
      self->lanes[i].signal = i;
      self->lanes[i].backoff = backoff;
      g_queue_init (&self->lanes[i].queue);
    }
}

static char *
make_url (GUri       *base,
          const char *path)
{
  g_autofree char *stem = g_strdup (g_uri_get_path (base));
  g_autofree char *whole = NULL;
  g_autoptr (GUri) uri = NULL;

  while (g_str_has_suffix (stem, "/"))
    stem[strlen (stem) - 1] = '\0';
  whole = g_strconcat (stem, path, NULL);
  uri = g_uri_build (G_URI_FLAGS_ENCODED, g_uri_get_scheme (base), NULL, g_uri_get_host (base),
                     g_uri_get_port (base), whole, g_uri_get_query (base), NULL);

  return g_uri_to_string (uri);
}

/**
 * mcp_otlp_exporter_new:
 * @url: the address of the receiver, as in OTEL_EXPORTER_OTLP_ENDPOINT
 * @headers: names and values in turn, sent along with each request
 * @resource: who it comes from, see mcp_otlp_dup_resource()
 * @ca_file: (nullable): certificates that are trusted beside the system's
 * @error: %MCP_ERROR_USAGE: @url is no such address
 *
 * Returns: (transfer full) (nullable): an exporter
 */
McpOtlpExporter *
mcp_otlp_exporter_new (const char          *url,
                       const char * const  *headers,
                       const char          *resource,
                       const char          *ca_file,
                       GError             **error)
{
  g_autoptr (GUri) base = g_uri_parse (url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE, NULL);
  const char *scheme = base != NULL ? g_uri_get_scheme (base) : NULL;
  McpOtlpExporter *self;

  /* A password in an address would be printed with it. */
  if ((g_strcmp0 (scheme, "http") != 0 && g_strcmp0 (scheme, "https") != 0) || g_uri_get_userinfo (base) != NULL
      || g_uri_get_host (base) == NULL || *g_uri_get_host (base) == '\0')
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE,
                           _("the address of an OTLP receiver is http: or https:, without a user name, such as "
                             "http://127.0.0.1:4318"));
      return NULL;
    }

  self = g_object_new (MCP_TYPE_OTLP_EXPORTER, NULL);
  self->http = mcp_auth_http_new (ca_file, NULL);
  self->lanes[MCP_OTLP_TRACES].url = make_url (base, "/v1/traces");
  self->lanes[MCP_OTLP_METRICS].url = make_url (base, "/v1/metrics");
  self->headers = g_strdupv ((GStrv) headers);
  self->resource = g_strdup (resource);

  return self;
}

void
mcp_otlp_exporter_tell (McpOtlpExporter *self,
                        const char      *message)
{
  g_signal_emit (self, signals[SIGNAL_TOLD], 0, message);
}

/* --- Batches --- */

McpOtlpBatch *
mcp_otlp_batch_new (void)
{
  McpOtlpBatch *batch = g_new0 (McpOtlpBatch, 1);

  batch->items = g_string_new (NULL);

  return batch;
}

/* Takes @batch. */
void
mcp_otlp_lane_queue (McpOtlpLane  *lane,
                     McpOtlpBatch *batch)
{
  g_queue_push_tail (&lane->queue, batch);
  mcp_otlp_lane_send_next (lane);
}

static void
close_batch (McpOtlpExporter *self)
{
  g_clear_handle_id (&self->age_source, g_source_remove);
  if (self->open != NULL)
    mcp_otlp_lane_queue (&self->lanes[MCP_OTLP_TRACES], g_steal_pointer (&self->open));
}

static gboolean
age_cb (gpointer user_data)
{
  McpOtlpExporter *self = user_data;

  self->age_source = 0;
  close_batch (self);

  return G_SOURCE_REMOVE;
}

/* Whether there is room; otherwise it is counted, and told now and then. */
gboolean
mcp_otlp_exporter_take_room (McpOtlpExporter *self,
                             McpOtlpSignal    signal,
                             guint            n_items,
                             gsize            n_bytes)
{
  if (self->n_bytes + n_bytes <= MCP_OTLP_MAX_QUEUE_BYTES)
    {
      self->n_bytes += n_bytes;
      return TRUE;
    }

  self->lanes[signal].figures.n_dropped += n_items;
  mcp_otlp_exporter_tell_losses (self);

  return FALSE;
}

/**
 * mcp_otlp_exporter_add_span:
 * @span: a Span of opentelemetry-proto, as JSON
 *
 * Takes a span. One that has no room in the queue is counted as lost.
 */
void
mcp_otlp_exporter_add_span (McpOtlpExporter *self,
                            const char      *span)
{
  gsize n_bytes = strlen (span) + 1;

  g_return_if_fail (MCP_IS_OTLP_EXPORTER (self));

  if (!mcp_otlp_exporter_take_room (self, MCP_OTLP_TRACES, 1, n_bytes))
    return;

  if (self->open == NULL)
    self->open = mcp_otlp_batch_new ();
  mcp_json_append_comma (self->open->items);
  g_string_append (self->open->items, span);
  self->open->n_bytes += n_bytes;
  self->open->n_items++;

  if (self->open->n_items >= MCP_OTLP_MAX_BATCH_ITEMS || self->open->n_bytes >= MCP_OTLP_MAX_BATCH_BYTES)
    close_batch (self);
  else if (self->age_source == 0)
    self->age_source = g_timeout_add (self->delay_msec, age_cb, self);
}

void
mcp_otlp_exporter_set_delay (McpOtlpExporter *self,
                             guint            delay_msec)
{
  g_return_if_fail (MCP_IS_OTLP_EXPORTER (self));

  self->delay_msec = delay_msec;
}

/* --- The end --- */

/*
 * Sends all that is left, without waiting for a batch to fill. A receiver that has asked for a pause
 * has it. Ends when mcp_otlp_exporter_is_idle() says so.
 */
void
mcp_otlp_exporter_finish (McpOtlpExporter *self)
{
  g_return_if_fail (MCP_IS_OTLP_EXPORTER (self));

  close_batch (self);
  if (self->metrics_func != NULL)
    mcp_otlp_exporter_queue_metrics (self);
  g_clear_handle_id (&self->metrics_source, g_source_remove);
  self->metrics_func = NULL;
  for (guint i = 0; i < MCP_OTLP_N_SIGNALS; i++)
    if (self->lanes[i].retry_source != 0 && !self->lanes[i].was_asked_to_wait)
      {
        g_clear_handle_id (&self->lanes[i].retry_source, g_source_remove);
        mcp_otlp_lane_send_next (&self->lanes[i]);
      }
}

gboolean
mcp_otlp_exporter_is_idle (McpOtlpExporter *self)
{
  g_return_val_if_fail (MCP_IS_OTLP_EXPORTER (self), TRUE);

  for (guint i = 0; i < MCP_OTLP_N_SIGNALS; i++)
    if (self->lanes[i].queue.length > 0)
      return FALSE;

  return self->open == NULL;
}

/* Counts all that is left as failed, and sends nothing more. */
void
mcp_otlp_exporter_give_up (McpOtlpExporter *self)
{
  McpOtlpBatch *batch;

  g_return_if_fail (MCP_IS_OTLP_EXPORTER (self));

  g_clear_handle_id (&self->metrics_source, g_source_remove);
  self->metrics_func = NULL;
  g_clear_handle_id (&self->age_source, g_source_remove);
  if (self->open != NULL)
    g_queue_push_tail (&self->lanes[MCP_OTLP_TRACES].queue, g_steal_pointer (&self->open));
  g_cancellable_cancel (self->cancellable);
  for (guint i = 0; i < MCP_OTLP_N_SIGNALS; i++)
    {
      g_clear_handle_id (&self->lanes[i].retry_source, g_source_remove);
      while ((batch = g_queue_pop_head (&self->lanes[i].queue)) != NULL)
        {
          self->lanes[i].figures.n_failed += batch->n_items;
          mcp_otlp_batch_free (batch);
        }
    }
  self->n_bytes = 0;
}

void
mcp_otlp_exporter_get_figures (McpOtlpExporter *self,
                               McpOtlpSignal    signal,
                               McpOtlpFigures  *figures)
{
  g_return_if_fail (MCP_IS_OTLP_EXPORTER (self));

  *figures = self->lanes[signal].figures;
}
