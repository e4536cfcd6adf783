/* test-load.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hdr-log.h"
#include "mcp-load-words.h"
#include "mcp-load.h"
#include "session-support.h"

#define SERVE(table) "[" HANDSHAKE ",{\"serve\":{" table "}}]"

static void
store_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static gboolean
run (McpLoad       *load,
     GCancellable  *cancellable,
     GError       **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  mcp_load_run_async (load, cancellable, store_cb, &result);
  TEST_AWAIT (result != NULL);
  g_assert_false (mcp_load_is_running (load));
  g_assert_cmpuint (mcp_load_get_n_under_way (load), ==, 0);

  return mcp_load_run_finish (load, result, error);
}

static guint
count_in_points (const McpLoadReport *report)
{
  guint n = 0;

  for (guint i = 0; i < report->points->len; i++)
    n += g_array_index (report->points, McpLoadPoint, i).n_answered;

  return n;
}

static void
test_closed (void)
{
  McpSession *session = session_new_mock (SERVE ("\"tools/call\":{\"result\":{\"content\":[]},"
                                                 "\"delay_msec\":2}"));
  McpLoadPlan plan = MCP_LOAD_PLAN_INIT;
  g_autoptr (McpCall) call = mcp_call_new ("tools/call", "{\"name\":\"echo\"}");
  g_autoptr (McpLoad) load = NULL;
  const McpLoadReport *report;
  g_autoptr (GError) error = NULL;

  plan.call = call;
  plan.name = "echo";
  plan.concurrency = 4;
  plan.n_calls = 50;
  session_open_ok (session);
  load = mcp_load_new (session, &plan);
  run (load, NULL, &error);
  g_assert_no_error (error);

  report = mcp_load_get_report (load);
  g_assert_cmpuint (report->n_answered, ==, 50);
  g_assert_cmpuint (report->n_failed, ==, 0);
  g_assert_cmpuint (count_in_points (report), ==, 50);
  g_assert_cmpint (report->latency_usec[MCP_LOAD_MIN], >=, 2000);
  for (guint i = MCP_LOAD_P50; i < MCP_LOAD_MAX; i++)
    g_assert_cmpint (report->latency_usec[i], <=, report->latency_usec[i + 1]);
  g_assert_cmpint (report->duration_usec, >=, 100000);
  g_assert_cmpfloat (mcp_load_report_get_throughput (report), <=, 500);
  g_assert_cmpuint (session_count_records (session, MCP_RECORD_RESULT), >=, 50);
  g_clear_object (&load);
  session_finish (session);
}

/* The server takes 10 ms for each, and 20 are due at once: the last one waits for all before it. */
static void
test_open (void)
{
  McpSession *session = session_new_mock (SERVE ("\"ping\":{\"result\":{},\"delay_msec\":10}"));
  McpLoadPlan plan = MCP_LOAD_PLAN_INIT;
  g_autoptr (McpCall) call = mcp_call_new ("ping", NULL);
  g_autoptr (McpLoad) load = NULL;
  const McpLoadReport *report;

  plan.call = call;
  plan.rate = 10000;
  plan.concurrency = 2;
  plan.n_calls = 20;
  session_open_ok (session);
  load = mcp_load_new (session, &plan);
  g_assert_true (run (load, NULL, NULL));

  report = mcp_load_get_report (load);
  g_assert_cmpuint (report->n_answered, ==, 20);
  g_assert_cmpint (report->latency_usec[MCP_LOAD_MAX], >=, 190000);
  g_assert_cmpint (report->latency_usec[MCP_LOAD_P50], >=, 90000);
  g_clear_object (&load);
  session_finish (session);
}

static gboolean
stall_cb (gpointer unused)
{
  g_usleep (G_USEC_PER_SEC);

  return G_SOURCE_REMOVE;
}

/* Half of the calls fall due half a second before we get to them: that is told, and not the server's. */
static void
test_late (void)
{
  McpSession *session = session_new_mock (SERVE ("\"ping\":{\"result\":{}}"));
  McpLoadPlan plan = MCP_LOAD_PLAN_INIT;
  g_autoptr (McpCall) call = mcp_call_new ("ping", NULL);
  g_autoptr (McpLoad) load = NULL;
  const McpLoadReport *report;
  g_auto (GStrv) counts = NULL;

  plan.call = call;
  plan.rate = 100;
  plan.concurrency = 100;
  plan.n_calls = 50;
  session_open_ok (session);
  load = mcp_load_new (session, &plan);
  g_timeout_add_full (G_PRIORITY_HIGH, 0, stall_cb, NULL, NULL);
  g_assert_true (run (load, NULL, NULL));

  report = mcp_load_get_report (load);
  g_assert_cmpuint (report->n_answered, ==, 50);
  g_assert_cmpuint (report->n_late, >=, 40);
  g_assert_cmpint (report->max_late_usec, >=, 900000);
  g_assert_cmpint (report->latency_usec[MCP_LOAD_P50], <, 500000);
  counts = mcp_load_report_dup_counts (report);
  g_assert_nonnull (strstr (counts[1], "late by Sounder itself"));
  g_clear_object (&load);
  session_finish (session);
}

/* What is due and finds no place is told. */
static void
test_not_sent (void)
{
  McpSession *session = session_new_mock (SERVE ("\"ping\":{\"result\":{},\"delay_msec\":50}"));
  McpLoadPlan plan = MCP_LOAD_PLAN_INIT;
  g_autoptr (McpCall) call = mcp_call_new ("ping", NULL);
  g_autoptr (McpLoad) load = NULL;
  const McpLoadReport *report;

  plan.call = call;
  plan.rate = 1000;
  plan.duration_msec = 200;
  session_open_ok (session);
  load = mcp_load_new (session, &plan);
  g_assert_true (run (load, NULL, NULL));

  report = mcp_load_get_report (load);
  g_assert_cmpuint (report->n_answered, <=, 5);
  g_assert_cmpuint (report->n_answered + report->n_not_sent, >=, 195);
  g_assert_cmpuint (report->n_answered + report->n_not_sent, <=, 201);
  g_clear_object (&load);
  session_finish (session);
}

static void
test_failures (void)
{
  McpSession *session = session_new_mock (
    SERVE ("\"tools/call\":{\"error\":{\"code\":-32050,\"message\":\"no\"}}"));
  McpLoadPlan plan = MCP_LOAD_PLAN_INIT;
  g_autoptr (McpCall) call = mcp_call_new ("tools/call", "{\"name\":\"echo\"}");
  g_autoptr (McpLoad) load = NULL;
  const McpLoadReport *report;
  g_autofree char *errors = NULL;
  g_autofree char *none = NULL;

  plan.call = call;
  plan.n_calls = 100;
  session_open_ok (session);
  load = mcp_load_new (session, &plan);
  g_assert_true (run (load, NULL, NULL));

  report = mcp_load_get_report (load);
  g_assert_cmpuint (report->n_answered, ==, 0);
  g_assert_cmpuint (report->n_failed, ==, 100);
  g_assert_cmpuint (report->errors->len, ==, 1);
  g_assert_cmpstr (g_array_index (report->errors, McpLoadErrors, 0).kind, ==, "rpc -32050");
  g_assert_cmpint (report->latency_usec[MCP_LOAD_P50], ==, -1);
  errors = mcp_load_report_dup_point_errors (report, 0);
  g_assert_true (g_str_has_suffix (errors, " × rpc -32050"));
  none = mcp_load_report_dup_point_errors (report, report->points->len);
  g_assert_null (none);
  g_clear_object (&load);
  session_finish (session);
}

static void
test_stop_rule (void)
{
  McpSession *session = session_new_mock (
    SERVE ("\"ping\":{\"error\":{\"code\":-32603,\"message\":\"no\"},\"delay_msec\":1}"));
  McpLoadPlan plan = MCP_LOAD_PLAN_INIT;
  g_autoptr (McpCall) call = mcp_call_new ("ping", NULL);
  g_autoptr (McpLoad) load = NULL;

  plan.call = call;
  plan.stop_failed_percent = 10;
  session_open_ok (session);
  load = mcp_load_new (session, &plan);
  g_assert_true (run (load, NULL, NULL));
  g_assert_cmpstr (mcp_load_get_report (load)->stopped, ==, "100 % of the calls failed");
  g_clear_object (&load);
  session_finish (session);
}

static gboolean
cancel_cb (gpointer user_data)
{
  g_cancellable_cancel (user_data);

  return G_SOURCE_REMOVE;
}

/* What we give up ourselves is no failure of the server. */
static void
test_cancel (void)
{
  McpSession *session = session_new_mock (SERVE ("\"ping\":{\"silent\":true}"));
  McpLoadPlan plan = MCP_LOAD_PLAN_INIT;
  g_autoptr (McpCall) call = mcp_call_new ("ping", NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (McpLoad) load = NULL;

  plan.call = call;
  plan.concurrency = 8;
  session_open_ok (session);
  load = mcp_load_new (session, &plan);
  g_timeout_add (20, cancel_cb, cancellable);
  g_assert_true (run (load, cancellable, NULL));
  g_assert_cmpuint (mcp_load_get_report (load)->n_answered, ==, 0);
  g_assert_cmpuint (mcp_load_get_report (load)->n_failed, ==, 0);
  g_clear_object (&load);
  session_finish (session);
}

/* Where nothing may be sent each call fails at once, and the main loop is not kept from all else. */
static void
test_refused (void)
{
  McpSession *session = session_new_mock ("[{\"handshake\":{\"capabilities\":{}}},{\"serve\":{}}]");
  g_autoptr (McpCall) call = mcp_call_new ("tools/call", "{\"name\":\"echo\"}");

  session_open_ok (session);
  for (guint rate = 0; rate <= 100000; rate += 100000)
    {
      McpLoadPlan plan = MCP_LOAD_PLAN_INIT;
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (McpLoad) load = NULL;
      const McpLoadReport *report;

      plan.call = call;
      plan.concurrency = 4;
      plan.rate = rate;
      plan.duration_msec = 60 * 1000;
      load = mcp_load_new (session, &plan);
      g_timeout_add (50, cancel_cb, cancellable);
      g_assert_true (run (load, cancellable, NULL));

      report = mcp_load_get_report (load);
      g_assert_cmpuint (report->n_answered, ==, 0);
      g_assert_cmpuint (report->n_failed, >, 0);
      g_assert_cmpuint (report->n_failed, <, MCP_LOAD_MAX_CALLS);
      g_assert_cmpint (report->duration_usec, <, 60 * G_USEC_PER_SEC);
    }
  session_finish (session);
}

static void
test_died (void)
{
  McpSession *session = session_new_mock ("[" HANDSHAKE ",{\"serve\":{},\"then_exit_after\":5,"
                                          "\"exit_code\":3}]");
  McpLoadPlan plan = MCP_LOAD_PLAN_INIT;
  g_autoptr (McpCall) call = mcp_call_new ("ping", NULL);
  g_autoptr (McpLoad) load = NULL;
  g_autoptr (GError) error = NULL;

  plan.call = call;
  plan.concurrency = 2;
  session_open_ok (session);
  load = mcp_load_new (session, &plan);
  g_assert_false (run (load, NULL, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_DIED);
  g_assert_cmpuint (mcp_load_get_report (load)->n_answered, ==, 5);
  g_clear_object (&load);
  session_finish (session);
}

static void
test_json (void)
{
  g_autoptr (McpLoadReport) report = mcp_load_report_new ();
  g_autoptr (McpLoadReport) copy = NULL;
  g_autoptr (McpHistogram) histogram = mcp_histogram_new ();
  g_autofree char *json = NULL;
  g_autofree char *again = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 1; i <= 1000; i++)
    mcp_histogram_add (histogram, i * 10);
  report->method = g_strdup ("tools/call");
  report->name = g_strdup ("a \"name\"");
  report->concurrency = 7;
  report->rate = 12.5;
  report->duration_usec = 2 * G_USEC_PER_SEC;
  report->n_answered = 1000;
  mcp_load_report_set_latencies (report, histogram, 10, 5005, 10000);
  mcp_load_report_count_error (report, "closed");
  mcp_load_report_count_error (report, "rpc -1");
  mcp_load_report_count_error (report, "rpc -1");

  json = mcp_load_report_to_json (report);
  copy = mcp_load_report_new_from_json (json, strlen (json), &error);
  g_assert_no_error (error);
  again = mcp_load_report_to_json (copy);
  g_assert_cmpstr (again, ==, json);
  g_assert_cmpint (copy->latency_usec[MCP_LOAD_P99_9], >, copy->latency_usec[MCP_LOAD_P99]);
  g_assert_cmpstr (g_array_index (copy->errors, McpLoadErrors, 0).kind, ==, "rpc -1");
  g_assert_cmpfloat (mcp_load_report_get_throughput (copy), ==, 500);
}

static void
test_json_errors (void)
{
  static const char * const texts[] = {
    "", "{", "[]", "{}", "{\"method\":1,\"duration_usec\":1}",
    "{\"method\":\"ping\",\"duration_usec\":\"1\"}", "{\"method\":\"ping\",\"duration_usec\":-1}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_load_report_new_from_json (texts[i], strlen (texts[i]), &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
    }
}

/* A server chooses its codes. */
static void
test_many_errors (void)
{
  g_autoptr (McpLoadReport) report = mcp_load_report_new ();

  for (guint i = 0; i < 10000; i++)
    {
      g_autofree char *kind = g_strdup_printf ("rpc %u", i);

      mcp_load_report_count_error (report, kind);
    }
  g_assert_cmpuint (report->n_failed, ==, 10000);
  g_assert_cmpuint (report->errors->len, <=, 65);

  /* Those that were known before stay what they are. */
  mcp_load_report_count_error (report, "rpc 7");
  g_assert_cmpstr (g_array_index (report->errors, McpLoadErrors, 1).kind, ==, "rpc 7");
  g_assert_cmpuint (g_array_index (report->errors, McpLoadErrors, 1).n, ==, 2);
}

static guint32
read_int32 (const guint8 *data)
{
  return (guint32) data[0] << 24 | data[1] << 16 | data[2] << 8 | data[3];
}

static gint64
read_varint (const guint8 **at)
{
  guint64 value = 0;

  for (guint shift = 0;; shift += 7, (*at)++)
    {
      value |= (guint64) (**at & 0x7f) << shift;
      if ((**at & 0x80) == 0)
        break;
    }
  (*at)++;

  return (gint64) (value >> 1) ^ -(gint64) (value & 1);
}

/* Read back by the words of the format, with the indices of HdrHistogram. */
static void
test_hdr_log (void)
{
  static const gint64 values[] = { 0, 255, 256, 257, 1000, 123456, MCP_HISTOGRAM_MAX_VALUE };
  g_autoptr (McpHistogram) histogram = mcp_histogram_new ();
  g_autofree char *line = NULL;
  g_auto (GStrv) cells = NULL;
  g_autofree guint8 *data = NULL;
  guint8 plain[4096];
  const guint8 *at = plain + 40;
  gsize length, n_read, n_written;
  g_autoptr (GZlibDecompressor) decompressor =
    g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_ZLIB);
  guint index = 0;
  guint n_found = 0;

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      for (guint j = 0; j <= i * 100; j++)
        mcp_histogram_add (histogram, values[i]);
    }
  line = mcp_hdr_log_dup_line (histogram, 1500000, 999000, 123456);
  g_assert_true (g_str_has_prefix (line, "1.500,0.999,123.456,HISTF"));
  g_assert_true (g_str_has_suffix (line, "\n"));

  cells = g_strsplit (line, ",", -1);
  data = g_base64_decode (g_strstrip (cells[3]), &length);
  g_assert_cmphex (read_int32 (data), ==, 0x1c849314);
  g_assert_cmpuint (read_int32 (data + 4), ==, length - 8);
  g_assert_cmpint (g_converter_convert (G_CONVERTER (decompressor), data + 8, length - 8, plain,
                                        sizeof plain, G_CONVERTER_INPUT_AT_END, &n_read,
                                        &n_written, NULL), ==, G_CONVERTER_FINISHED);
  g_assert_cmphex (read_int32 (plain), ==, 0x1c849313);
  g_assert_cmpuint (read_int32 (plain + 4), ==, n_written - 40);
  g_assert_cmpuint (read_int32 (plain + 12), ==, 2);

  while (at < plain + n_written)
    {
      gint64 count = read_varint (&at);

      if (count < 0)
        {
          index += (guint) -count;
          continue;
        }
      if (count > 0)
        {
          /* Two significant digits: 256 buckets of 1, then 128 for each doubling. */
          guint64 value = (guint64) values[n_found];
          guint exponent = 0;

          while (value >= 256)
            {
              value >>= 1;
              exponent++;
            }
          g_assert_cmpuint (index, ==, value + exponent * 128);
          g_assert_cmpint (count, ==, n_found * 100 + 1 + (n_found == 2 ? 301 : 0));
          n_found += n_found == 2 ? 2 : 1;
        }
      index++;
    }
  g_assert_cmpuint (n_found, ==, G_N_ELEMENTS (values));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/load/closed", test_closed);
  g_test_add_func ("/session/load/refused", test_refused);
  g_test_add_func ("/session/load/open", test_open);
  g_test_add_func ("/session/load/late", test_late);
  g_test_add_func ("/session/load/not-sent", test_not_sent);
  g_test_add_func ("/session/load/failures", test_failures);
  g_test_add_func ("/session/load/stop-rule", test_stop_rule);
  g_test_add_func ("/session/load/cancel", test_cancel);
  g_test_add_func ("/session/load/died", test_died);
  g_test_add_func ("/session/load/json", test_json);
  g_test_add_func ("/session/load/json-errors", test_json_errors);
  g_test_add_func ("/session/load/many-errors", test_many_errors);
  g_test_add_func ("/session/load/hdr-log", test_hdr_log);

  return g_test_run ();
}
