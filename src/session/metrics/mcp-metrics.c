/* mcp-metrics.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-metrics-private.h"

/* Methods are those that we send, which are few; should they be many, the rest shares a row. */
#define MAX_METHODS 200
#define OTHER       "other"

/* How much is left for the next time somebody asks; the stores forget only far more. */
#define MAX_BEHIND 4096

struct _McpMetrics
{
  GObject    parent_instance;

  GPtrArray *servers;  /* of McpMetricsSession */
};

G_DEFINE_FINAL_TYPE (McpMetrics, mcp_metrics, G_TYPE_OBJECT)

static void
free_method (McpMetricsMethod *self)
{
  for (guint i = 0; i < MCP_N_ANSWERED; i++)
    g_free (self->answered[i].fine);
  g_free (self->method);
  g_free (self);
}

static void
free_session (McpMetricsSession *self)
{
  McpHealth *health = mcp_session_get_health (self->session);

  g_signal_handlers_disconnect_by_data (mcp_health_get_probes (health), self);
  g_signal_handlers_disconnect_by_data (mcp_health_get_requests (health), self);
  g_clear_object (&self->traffic);
  g_clear_object (&self->session);
  g_ptr_array_unref (self->methods);
  g_free (self->round_trips.fine);
  g_free (self->name);
  g_free (self);
}

static McpMetricsMethod *
get_method (McpMetricsSession *self,
            const char       *name)
{
  McpMetricsMethod *method;

  if (self->methods->len >= MAX_METHODS)
    name = OTHER;
  for (guint i = 0; i < self->methods->len; i++)
    {
      method = self->methods->pdata[i];
      if (g_str_equal (method->method, name))
        return method;
    }

  method = g_new0 (McpMetricsMethod, 1);
  method->method = g_strdup (name);
  g_ptr_array_add (self->methods, method);

  return method;
}

static void
count_request (McpMetricsSession      *self,
               const McpHealthSample *sample)
{
  McpJournal *journal = mcp_session_get_journal (self->session);
  g_autoptr (McpRecord) record = mcp_journal_get_record (journal, sample->serial);
  const char *name = record != NULL ? mcp_record_get_method (record) : NULL;
  McpMetricsMethod *method = get_method (self, name != NULL ? name : OTHER);
  McpAnswered outcome = MCP_ANSWERED_OK;

  if (sample->status != MCP_SAMPLE_OK)
    {
      method->n_lost++;
      return;
    }

  if (record != NULL && mcp_record_get_status (record) == MCP_STATUS_ERROR)
    outcome = MCP_ANSWERED_ERROR;
  else if (record != NULL && mcp_record_is_error (record))
    outcome = MCP_ANSWERED_FAILED;
  mcp_metrics_times_add (&method->answered[outcome], sample->rtt_usec);
}

static void
count_probe (McpMetricsSession      *self,
             const McpHealthSample *sample)
{
  if (sample->status == MCP_SAMPLE_OK)
    mcp_metrics_times_add (&self->round_trips, sample->rtt_usec);
  else
    self->n_lost++;
}

/* Reads what came since the last time. */
static guint
read_samples (McpMetricsSession *self,
              McpSampleStore   *store,
              guint             next,
              void            (*count) (McpMetricsSession      *self,
                                        const McpHealthSample *sample))
{
  guint end = mcp_sample_store_get_end (store);
  McpHealthSample sample;

  for (guint i = MAX (next, mcp_sample_store_get_first (store)); i < end; i++)
    if (mcp_sample_store_get (store, i, &sample))
      count (self, &sample);

  return end;
}

static void
catch_up (McpMetricsSession *self)
{
  McpHealth *health = mcp_session_get_health (self->session);

  self->next_probe = read_samples (self, mcp_health_get_probes (health), self->next_probe,
                                   count_probe);
  self->next_request = read_samples (self, mcp_health_get_requests (health), self->next_request,
                                     count_request);
}

static void
read_usage (McpMetricsSession *self)
{
  McpProcess *process = mcp_session_get_process (self->session);
  gint64 before_usec = self->usage.cpu_usec;

  self->has_usage = process != NULL && mcp_process_read_usage (process, &self->usage);
  if (self->has_usage && self->usage.cpu_usec < before_usec)
    self->cpu_start_usec = g_get_real_time ();
}

static void
added_cb (McpSampleStore   *store,
          guint             index,
          McpMetricsSession *self)
{
  McpHealth *health = mcp_session_get_health (self->session);
  guint next = store == mcp_health_get_probes (health) ? self->next_probe : self->next_request;

  if (index >= next + MAX_BEHIND)
    catch_up (self);
}

static void
mcp_metrics_finalize (GObject *object)
{
  McpMetrics *self = MCP_METRICS (object);

  g_ptr_array_unref (self->servers);

  G_OBJECT_CLASS (mcp_metrics_parent_class)->finalize (object);
}

static void
mcp_metrics_class_init (McpMetricsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_metrics_finalize;
}

static void
mcp_metrics_init (McpMetrics *self)
{
  self->servers = g_ptr_array_new_with_free_func ((GDestroyNotify) free_session);
}

McpMetrics *
mcp_metrics_new (void)
{
  return g_object_new (MCP_TYPE_METRICS, NULL);
}

/**
 * mcp_metrics_add:
 * @name: what the server is called; no other of them has this name
 * @session: its session
 *
 * Counts what a session does from now on.
 */
void
mcp_metrics_add (McpMetrics *self,
                 const char *name,
                 McpSession *session)
{
  McpHealth *health = mcp_session_get_health (session);
  McpMetricsSession *server = g_new0 (McpMetricsSession, 1);

  g_return_if_fail (MCP_IS_METRICS (self));

  server->name = g_strdup (name);
  server->start_usec = server->cpu_start_usec = g_get_real_time ();
  server->session = g_object_ref (session);
  server->traffic = mcp_traffic_statistics_new_for_journal (mcp_session_get_journal (session));
  server->methods = g_ptr_array_new_with_free_func ((GDestroyNotify) free_method);
  server->next_probe = mcp_sample_store_get_end (mcp_health_get_probes (health));
  server->next_request = mcp_sample_store_get_end (mcp_health_get_requests (health));
  g_signal_connect (mcp_health_get_probes (health), "added", G_CALLBACK (added_cb), server);
  g_signal_connect (mcp_health_get_requests (health), "added", G_CALLBACK (added_cb), server);
  g_ptr_array_add (self->servers, server);
}

static void
read_all (McpMetrics *self)
{
  for (guint i = 0; i < self->servers->len; i++)
    {
      catch_up (self->servers->pdata[i]);
      read_usage (self->servers->pdata[i]);
    }
}

char *
mcp_metrics_dup_text (McpMetrics *self)
{
  g_return_val_if_fail (MCP_IS_METRICS (self), NULL);

  read_all (self);

  return mcp_metrics_write_text (self->servers);
}

/**
 * mcp_metrics_dup_protobuf:
 *
 * Writes all figures as they are now, as MetricFamily messages of Prometheus, each behind its length, with native histograms.
 *
 * Returns: (transfer full): the messages
 */
GBytes *
mcp_metrics_dup_protobuf (McpMetrics *self)
{
  g_return_val_if_fail (MCP_IS_METRICS (self), NULL);

  read_all (self);

  return mcp_metrics_write_protobuf (self->servers);
}

/**
 * mcp_metrics_append_otlp:
 * @exponential: whether histograms are of the exponential kind
 * @out: what to append to
 *
 * Writes all figures as they are now, as Metric objects of opentelemetry-proto with commas between them.
 *
 * Returns: how many data points they have
 */
guint
mcp_metrics_append_otlp (McpMetrics *self,
                         gboolean    exponential,
                         GString    *out)
{
  g_return_val_if_fail (MCP_IS_METRICS (self), 0);

  read_all (self);

  return mcp_metrics_write_otlp (self->servers, exponential, out);
}
