/* mcp-otlp-exporter-send.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>
#include <libsoup/soup.h>

#include "mcp-otlp-exporter-private.h"

/*
 * One request, and what the answer means (OTLP/HTTP Response): 429, 502, 503 and 504 are tried again,
 * and so is a receiver that cannot be reached; any other refusal is for good; what is taken may have
 * been taken in part.
 */

#define TELL_EVERY_SECONDS 60
#define MAX_TEXT_BYTES     300

static gboolean
is_retryable (guint status)
{
  return status == 0 || status == 429 || status == 502 || status == 503 || status == 504;
}

char *
mcp_otlp_exporter_dup_losses (McpOtlpExporter *self)
{
  McpOtlpFigures sum = { 0 };

  g_return_val_if_fail (MCP_IS_OTLP_EXPORTER (self), NULL);

  for (guint i = 0; i < MCP_OTLP_N_SIGNALS; i++)
    {
      sum.n_dropped += self->lanes[i].figures.n_dropped;
      sum.n_failed += self->lanes[i].figures.n_failed;
      sum.n_rejected += self->lanes[i].figures.n_rejected;
    }
  if (sum.n_dropped + sum.n_failed + sum.n_rejected == 0)
    return NULL;

  return g_strdup_printf (_("lost so far, spans and data points: %" PRIu64 " for want of room, "
                            "%" PRIu64 " not sent or refused, %" PRIu64 " rejected"),
                          sum.n_dropped, sum.n_failed, sum.n_rejected);
}

/* The first at once, then no more than one a minute. */
static gboolean
may_tell (gint64 *last_usec)
{
  gint64 now_usec = g_get_monotonic_time ();

  if (*last_usec != 0 && now_usec - *last_usec < TELL_EVERY_SECONDS * G_USEC_PER_SEC)
    return FALSE;

  *last_usec = now_usec;

  return TRUE;
}

void
mcp_otlp_exporter_tell_losses (McpOtlpExporter *self)
{
  g_autofree char *text = NULL;

  if (!may_tell (&self->told_usec))
    return;

  text = mcp_otlp_exporter_dup_losses (self);
  if (text != NULL)
    mcp_otlp_exporter_tell (self, text);
}

/* --- What came back --- */

/* A text of the receiver, which is no friend either. */
static char *
dup_text (McpAuthExchange *exchange,
          const char      *path)
{
  gsize length;
  const char *body = mcp_auth_exchange_get_body (exchange, &length);
  g_autofree char *text = length > 0 && mcp_json_validate (body, length, NULL)
                            ? mcp_json_lookup_string (body, length, path)
                            : NULL;

  return text != NULL && *text != '\0' ? g_utf8_make_valid (text, MIN (strlen (text), MAX_TEXT_BYTES)) : NULL;
}

static guint64
read_rejected (McpAuthExchange *exchange,
               McpOtlpSignal    signal,
               guint            n_items)
{
  const char *path = signal == MCP_OTLP_TRACES ? "partialSuccess.rejectedSpans"
                                                      : "partialSuccess.rejectedDataPoints";
  gsize length;
  const char *body = mcp_auth_exchange_get_body (exchange, &length);
  g_autofree char *text = NULL;
  gint64 number = 0;

  if (length == 0 || !mcp_json_validate (body, length, NULL))
    return 0;
  if (!mcp_json_lookup_int64 (body, length, path, &number)
      && (text = mcp_json_lookup_string (body, length, path)) != NULL)
    number = g_ascii_strtoll (text, NULL, 10);

  return CLAMP (number, 0, (gint64) n_items);
}

/* Seconds, or a date. Returns: milliseconds; 0: it says nothing */
static guint
read_retry_after (McpAuthExchange *exchange)
{
  const char *text = exchange->response_headers != NULL ? mcp_auth_exchange_get_header (exchange, "Retry-After") : NULL;
  g_autoptr (GDateTime) date = NULL;
  guint64 seconds;

  if (text == NULL)
    return 0;
  if (!g_ascii_string_to_unsigned (text, 10, 0, G_MAXUINT64, &seconds, NULL))
    {
      g_autoptr (GDateTime) now = g_date_time_new_now_utc ();

      date = soup_date_time_new_from_http_string (text);
      if (date == NULL)
        return 0;
      seconds = MAX (g_date_time_difference (date, now), 0) / G_TIME_SPAN_SECOND;
    }

  return MIN (seconds, MCP_OTLP_MAX_WAIT_SECONDS) * 1000;
}

static void
drop_first (McpOtlpLane *self)
{
  McpOtlpBatch *batch = g_queue_pop_head (&self->queue);

  self->exporter->n_bytes -= batch->n_bytes;
  mcp_otlp_batch_free (batch);
}

static void
was_taken (McpOtlpLane     *self,
           McpAuthExchange *exchange)
{
  McpOtlpBatch *batch = g_queue_peek_head (&self->queue);
  guint64 n_rejected = read_rejected (exchange, self->signal, batch->n_items);
  g_autofree char *message = dup_text (exchange, "partialSuccess.errorMessage");

  self->figures.n_exported += batch->n_items - n_rejected;
  self->figures.n_rejected += n_rejected;
  if (self->failing)
    mcp_otlp_exporter_tell (self->exporter, _("the receiver takes what is sent again"));
  self->failing = FALSE;
  mcp_backoff_reset (&self->backoff);

  if (message != NULL && may_tell (&self->exporter->said_usec))
    {
      g_autofree char *text = g_strdup_printf (_("the receiver says: %s"), message);

      mcp_otlp_exporter_tell (self->exporter, text);
    }
  if (n_rejected > 0)
    mcp_otlp_exporter_tell_losses (self->exporter);
  drop_first (self);
}

static char *
describe_failure (McpAuthExchange *exchange)
{
  g_autofree char *text = NULL;

  if (exchange->error != NULL)
    return g_strdup (exchange->error->message);

  text = dup_text (exchange, "message");

  return text != NULL ? g_strdup_printf (_("%s answered with status %u: %s"), exchange->url, exchange->status, text)
                      : g_strdup_printf (_("%s answered with status %u"), exchange->url, exchange->status);
}

static gboolean
retry_cb (gpointer user_data)
{
  McpOtlpLane *self = user_data;

  self->retry_source = 0;
  mcp_otlp_lane_send_next (self);

  return G_SOURCE_REMOVE;
}

static void
try_again (McpOtlpLane     *self,
           McpAuthExchange *exchange)
{
  guint asked_msec = read_retry_after (exchange);
  guint own_msec = mcp_backoff_next (&self->backoff);

  self->was_asked_to_wait = asked_msec > 0;
  self->retry_source = g_timeout_add (asked_msec > 0 ? asked_msec : own_msec, retry_cb, self);
  if (!self->failing)
    {
      g_autofree char *reason = describe_failure (exchange);
      g_autofree char *text = g_strdup_printf (_("%s; trying again"), reason);

      mcp_otlp_exporter_tell (self->exporter, text);
    }
  self->failing = TRUE;
}

static void
was_refused (McpOtlpLane     *self,
             McpAuthExchange *exchange)
{
  McpOtlpBatch *batch = g_queue_peek_head (&self->queue);

  if (!self->failing)
    {
      g_autofree char *reason = describe_failure (exchange);

      mcp_otlp_exporter_tell (self->exporter, reason);
    }
  self->failing = TRUE;
  self->figures.n_failed += batch->n_items;
  mcp_otlp_exporter_tell_losses (self->exporter);
  drop_first (self);
}

static void
sent_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  McpOtlpLane *self = user_data;
  g_autoptr (McpOtlpExporter) owner = self->exporter;
  g_autoptr (McpAuthExchange) exchange = g_steal_pointer (&self->exchange);

  mcp_auth_http_send_finish (MCP_AUTH_HTTP (source), result, NULL);
  /* It was given up meanwhile. */
  if (self->queue.length == 0)
    return;

  if (exchange->error == NULL && exchange->status >= 200 && exchange->status < 300)
    was_taken (self, exchange);
  else if (is_retryable (exchange->status))
    try_again (self, exchange);
  else
    was_refused (self, exchange);
  mcp_otlp_lane_send_next (self);
}

/* Sends the first batch, unless one is on its way or waits to be tried again. */
void
mcp_otlp_lane_send_next (McpOtlpLane *self)
{
  McpOtlpExporter *exporter = self->exporter;
  McpOtlpBatch *batch = g_queue_peek_head (&self->queue);
  char *body;
  gsize length;

  if (batch == NULL || self->exchange != NULL || self->retry_source != 0)
    return;

  self->exchange = mcp_auth_exchange_new ("POST", self->url);
  body = mcp_otlp_wrap (self->signal, exporter->resource, batch->items->str, &length);
  self->exchange->request_body = g_bytes_new_take (body, length);
  mcp_auth_exchange_add_header (self->exchange, "Content-Type", "application/json");
  for (guint i = 0; exporter->headers[i] != NULL; i += 2)
    mcp_auth_exchange_add_header (self->exchange, exporter->headers[i], exporter->headers[i + 1]);

  g_object_ref (exporter);
  mcp_auth_http_send_async (exporter->http, self->exchange, TRUE, exporter->cancellable, sent_cb, self);
}
