/* test-otlp-exporter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "http-fixture.h"
#include "mcp-error.h"
#include "mcp-otlp-exporter.h"
#include "test-support.h"

/* What is sent to a receiver, and what becomes of it when that is not well. */

#define SPAN "{\"name\":\"a\"}"

typedef struct
{
  HttpFixture     *receiver;
  McpOtlpExporter *exporter;
  GPtrArray       *told;
} Fixture;

static void
told_cb (McpOtlpExporter *exporter,
         const char      *message,
         Fixture         *fixture)
{
  g_ptr_array_add (fixture->told, g_strdup (message));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  static const char *const headers[] = { "x-key", "geheim", NULL };
  g_autofree char *url = NULL;
  g_autoptr (GError) error = NULL;

  fixture->receiver = http_fixture_new ();
  fixture->told = g_ptr_array_new_with_free_func (g_free);
  url = http_fixture_dup_url (fixture->receiver, "/base/");
  fixture->exporter = mcp_otlp_exporter_new (url, headers, "{}", NULL, &error);
  g_assert_no_error (error);
  g_signal_connect (fixture->exporter, "told", G_CALLBACK (told_cb), fixture);
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_assert_finalize_object (fixture->exporter);
  http_fixture_free (fixture->receiver);
  g_ptr_array_unref (fixture->told);
}

static guint
append_metric (GString  *metrics,
               gpointer  user_data)
{
  g_string_append (metrics, "{\"name\":\"m\"}");

  return 3;
}

static void
send_all (Fixture *fixture)
{
  mcp_otlp_exporter_finish (fixture->exporter);
  TEST_AWAIT (mcp_otlp_exporter_is_idle (fixture->exporter));
}

static McpOtlpFigures
get_figures (Fixture *fixture)
{
  McpOtlpFigures figures;

  mcp_otlp_exporter_get_figures (fixture->exporter, MCP_OTLP_TRACES, &figures);

  return figures;
}

/* The first that came to a path. */
static HttpRequest *
find_request (Fixture    *fixture,
              const char *path)
{
  for (guint i = 0; i < http_fixture_get_n_requests (fixture->receiver); i++)
    {
      HttpRequest *request = http_fixture_get_request (fixture->receiver, i);

      if (g_str_equal (http_request_get_path (request), path))
        return request;
    }

  g_assert_not_reached ();
}

static const char *
get_body (HttpRequest *request)
{
  return g_bytes_get_data (http_request_get_body (request), NULL);
}

static void
queue (Fixture    *fixture,
       guint       status,
       const char *body)
{
  http_fixture_queue (fixture->receiver, "POST", status, "application/json", body);
}

static void
test_sends (Fixture       *fixture,
            gconstpointer  data)
{
  static const char expected[] =
    "{\"resourceSpans\":[{\"resource\":{},\"scopeSpans\":[{\"scope\":{\"name\":\"sounder\",\"version\":\"" PACKAGE_VERSION
    "\"},\"spans\":[" SPAN "," SPAN "]}]}]}";
  HttpRequest *request;
  McpOtlpFigures figures;

  queue (fixture, 200, "{}");
  queue (fixture, 200, "{\"partialSuccess\":{}}");
  mcp_otlp_exporter_set_metrics (fixture->exporter, 1000000, append_metric, NULL);
  mcp_otlp_exporter_add_span (fixture->exporter, SPAN);
  mcp_otlp_exporter_add_span (fixture->exporter, SPAN);
  send_all (fixture);

  g_assert_cmpuint (http_fixture_get_n_requests (fixture->receiver), ==, 2);
  request = find_request (fixture, "/base/v1/traces");
  g_assert_cmpstr (http_request_get_header (request, "Content-Type"), ==, "application/json");
  g_assert_cmpstr (http_request_get_header (request, "x-key"), ==, "geheim");
  g_assert_cmpuint (g_bytes_get_size (http_request_get_body (request)), ==, strlen (expected));
  g_assert_cmpint (memcmp (get_body (request), expected, strlen (expected)), ==, 0);

  request = find_request (fixture, "/base/v1/metrics");
  g_assert_nonnull (strstr (get_body (request), "\"metrics\":[{\"name\":\"m\"},{\"name\":\"otel.sdk.exporter.span.exported\""));

  figures = get_figures (fixture);
  g_assert_cmpuint (figures.n_exported, ==, 2);
  mcp_otlp_exporter_get_figures (fixture->exporter, MCP_OTLP_METRICS, &figures);
  g_assert_cmpuint (figures.n_exported, ==, 3 + 8);
  g_assert_cmpuint (fixture->told->len, ==, 0);
  g_assert_null (mcp_otlp_exporter_dup_losses (fixture->exporter));
}

/* A batch goes when it is full, or old. */
static void
test_batches (Fixture       *fixture,
              gconstpointer  data)
{
  for (guint i = 0; i < 3; i++)
    queue (fixture, 200, "{}");
  mcp_otlp_exporter_set_delay (fixture->exporter, 1000000);
  for (guint i = 0; i < MCP_OTLP_MAX_BATCH_ITEMS + 1; i++)
    mcp_otlp_exporter_add_span (fixture->exporter, SPAN);
  TEST_AWAIT (get_figures (fixture).n_exported == MCP_OTLP_MAX_BATCH_ITEMS);

  send_all (fixture);
  mcp_otlp_exporter_set_delay (fixture->exporter, 1);
  mcp_otlp_exporter_add_span (fixture->exporter, SPAN);
  TEST_AWAIT (get_figures (fixture).n_exported == MCP_OTLP_MAX_BATCH_ITEMS + 2);
}

/* The same request again, until it is taken; told once, and that it works again. */
static void
test_retries (Fixture       *fixture,
              gconstpointer  data)
{
  static const guint statuses[] = { 429, 502, 503, 504 };

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    queue (fixture, statuses[i], "{\"message\":\"busy\"}");
  queue (fixture, 200, "{}");
  mcp_otlp_exporter_add_span (fixture->exporter, SPAN);
  mcp_otlp_exporter_finish (fixture->exporter);
  for (guint i = 1; i <= G_N_ELEMENTS (statuses); i++)
    {
      TEST_AWAIT (http_fixture_get_n_requests (fixture->receiver) == i);
      /* Not in the answer's own turn: there is a wait, which the end cuts short. */
      TEST_AWAIT (http_fixture_get_n_open_requests (fixture->receiver) == 0);
      TEST_AWAIT ((mcp_otlp_exporter_finish (fixture->exporter),
                   http_fixture_get_n_requests (fixture->receiver) > i));
    }
  TEST_AWAIT (mcp_otlp_exporter_is_idle (fixture->exporter));

  g_assert_cmpuint (http_fixture_get_n_requests (fixture->receiver), ==, 5);
  for (guint i = 1; i < 5; i++)
    g_assert_true (g_bytes_equal (http_request_get_body (http_fixture_get_request (fixture->receiver, i)),
                                  http_request_get_body (http_fixture_get_request (fixture->receiver, 0))));
  g_assert_cmpuint (get_figures (fixture).n_exported, ==, 1);
  g_assert_cmpuint (fixture->told->len, ==, 2);
  g_assert_nonnull (strstr (fixture->told->pdata[0], "429: busy"));
  g_assert_nonnull (strstr (fixture->told->pdata[0], "trying again"));
}

/* A receiver that knows no metrics: what becomes of them is told once, and holds no trace up. */
static void
only_traces_cb (HttpFixture *receiver,
                HttpRequest *request,
                gpointer     user_data)
{
  if (g_str_has_suffix (http_request_get_path (request), "/v1/traces"))
    http_request_reply (request, 200, "application/json", "{}");
  else
    http_request_reply (request, GPOINTER_TO_UINT (user_data), NULL, NULL);
}

static void
test_only_traces (Fixture       *fixture,
                  gconstpointer  data)
{
  http_fixture_set_handler (fixture->receiver, only_traces_cb, (gpointer) data);
  mcp_otlp_exporter_set_delay (fixture->exporter, 1);
  mcp_otlp_exporter_set_metrics (fixture->exporter, 1, append_metric, NULL);
  TEST_AWAIT (fixture->told->len > 0);
  for (guint i = 1; i <= 3; i++)
    {
      mcp_otlp_exporter_add_span (fixture->exporter, SPAN);
      TEST_AWAIT (get_figures (fixture).n_exported == i);
    }
  /* That it does not get through, and at most that something was lost. */
  g_assert_cmpuint (fixture->told->len, <=, 2);
  mcp_otlp_exporter_give_up (fixture->exporter);
  TEST_AWAIT (G_OBJECT (fixture->exporter)->ref_count == 1);
}

static void
answer_later_cb (HttpFixture *receiver,
                 HttpRequest *request,
                 gpointer     user_data)
{
  http_request_add_header (request, "Retry-After", user_data);
  http_request_reply (request, 503, NULL, NULL);
}

/* A pause that the receiver asks for is kept, even at the end; what is left then has failed. */
static void
test_retry_after (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autofree char *losses = NULL;

  http_fixture_queue_handler (fixture->receiver, "POST", answer_later_cb, (gpointer) data);
  queue (fixture, 200, "{}");
  mcp_otlp_exporter_add_span (fixture->exporter, SPAN);
  mcp_otlp_exporter_finish (fixture->exporter);
  TEST_AWAIT (fixture->told->len == 1);
  mcp_otlp_exporter_finish (fixture->exporter);
  mcp_otlp_exporter_add_span (fixture->exporter, SPAN);
  mcp_otlp_exporter_finish (fixture->exporter);
  for (guint i = 0; i < 100; i++)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (http_fixture_get_n_requests (fixture->receiver), ==, 1);

  mcp_otlp_exporter_give_up (fixture->exporter);
  g_assert_cmpuint (get_figures (fixture).n_failed, ==, 2);
  losses = mcp_otlp_exporter_dup_losses (fixture->exporter);
  g_assert_nonnull (strstr (losses, "2 not sent"));
}

/* One second, which is waited for. */
static void
test_retry_soon (Fixture       *fixture,
                 gconstpointer  data)
{
  http_fixture_queue_handler (fixture->receiver, "POST", answer_later_cb, (gpointer) "1");
  queue (fixture, 200, "{}");
  mcp_otlp_exporter_add_span (fixture->exporter, SPAN);
  send_all (fixture);
  g_assert_cmpuint (get_figures (fixture).n_exported, ==, 1);
  g_assert_cmpint (http_request_get_time_usec (http_fixture_get_request (fixture->receiver, 1))
                     - http_request_get_time_usec (http_fixture_get_request (fixture->receiver, 0)),
                   >=, G_USEC_PER_SEC * 9 / 10);
}

/* A receiver that is not there yet. */
static void
test_unreachable (Fixture       *fixture,
                  gconstpointer  data)
{
  http_fixture_stop (fixture->receiver);
  mcp_otlp_exporter_add_span (fixture->exporter, SPAN);
  mcp_otlp_exporter_finish (fixture->exporter);
  TEST_AWAIT (fixture->told->len == 1);
  http_fixture_start (fixture->receiver);
  queue (fixture, 200, "{}");
  send_all (fixture);
  g_assert_cmpuint (get_figures (fixture).n_exported, ==, 1);
  g_assert_cmpuint (fixture->told->len, ==, 2);
}

/* What is refused for good is not sent again, and the next goes on. */
static void
test_refused (Fixture       *fixture,
              gconstpointer  data)
{
  queue (fixture, GPOINTER_TO_UINT (data), "{\"message\":\"no such thing\"}");
  queue (fixture, 200, "{}");
  mcp_otlp_exporter_add_span (fixture->exporter, SPAN);
  send_all (fixture);
  mcp_otlp_exporter_add_span (fixture->exporter, SPAN);
  send_all (fixture);
  g_assert_cmpuint (get_figures (fixture).n_failed, ==, 1);
  g_assert_cmpuint (get_figures (fixture).n_exported, ==, 1);
  g_assert_nonnull (strstr (fixture->told->pdata[0], "no such thing"));
}

/* Some were not taken: their number, as a text or not, and no more than there were. */
static void
test_partial (Fixture       *fixture,
              gconstpointer  data)
{
  static const struct
  {
    const char *answer;
    guint       n_rejected;
  } rows[] = {
    { "{\"partialSuccess\":{\"rejectedSpans\":\"1\",\"errorMessage\":\"too old\"}}", 1 },
    { "{\"partialSuccess\":{\"rejectedSpans\":1}}", 1 },
    { "{\"partialSuccess\":{\"rejectedSpans\":\"99999999999999999999\"}}", 2 },
    { "{\"partialSuccess\":{\"rejectedSpans\":-5}}", 0 },
    { "{\"partialSuccess\":[]}", 0 },
    { "{", 0 },
    { "", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      McpOtlpFigures before = get_figures (fixture);

      queue (fixture, 200, rows[i].answer);
      mcp_otlp_exporter_add_span (fixture->exporter, SPAN);
      mcp_otlp_exporter_add_span (fixture->exporter, SPAN);
      send_all (fixture);
      g_assert_cmpuint (get_figures (fixture).n_rejected - before.n_rejected, ==, rows[i].n_rejected);
      g_assert_cmpuint (get_figures (fixture).n_exported - before.n_exported, ==, 2 - rows[i].n_rejected);
    }
  g_assert_nonnull (strstr (fixture->told->pdata[0], "too old"));
  g_assert_cmpuint (http_fixture_get_n_requests (fixture->receiver), ==, G_N_ELEMENTS (rows));
}

/* The queue has an end, and what does not fit is counted and told. */
static void
test_full (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *large = g_strnfill (100 * 1024, 'x');
  g_autofree char *span = g_strdup_printf ("{\"name\":\"%s\"}", large);
  guint n_fit = MCP_OTLP_MAX_QUEUE_BYTES / (strlen (span) + 1);

  http_fixture_stop (fixture->receiver);
  for (guint i = 0; i < n_fit + 10; i++)
    mcp_otlp_exporter_add_span (fixture->exporter, span);
  g_assert_cmpuint (get_figures (fixture).n_dropped, ==, 10);
  g_assert_cmpuint (fixture->told->len, ==, 1);
  g_assert_nonnull (strstr (fixture->told->pdata[0], "for want of room"));

  mcp_otlp_exporter_give_up (fixture->exporter);
  g_assert_cmpuint (get_figures (fixture).n_failed, ==, n_fit);
  /* There is room again. */
  mcp_otlp_exporter_add_span (fixture->exporter, SPAN);
  g_assert_cmpuint (get_figures (fixture).n_dropped, ==, 10);
  mcp_otlp_exporter_give_up (fixture->exporter);
  TEST_AWAIT (G_OBJECT (fixture->exporter)->ref_count == 1);
}

/* An answer without an end is not read to the end. */
static void
endless_cb (HttpFixture *receiver,
            HttpRequest *request,
            gpointer     user_data)
{
  g_autofree char *piece = g_strnfill (64 * 1024, '[');

  http_request_start (request, 200, "application/json");
  for (guint i = 0; i < 32; i++)
    http_request_push (request, piece);
}

static void
test_endless (Fixture       *fixture,
              gconstpointer  data)
{
  http_fixture_queue_handler (fixture->receiver, "POST", endless_cb, NULL);
  mcp_otlp_exporter_add_span (fixture->exporter, SPAN);
  send_all (fixture);
  g_assert_cmpuint (get_figures (fixture).n_failed, ==, 1);
  g_assert_cmpuint (http_fixture_get_n_requests (fixture->receiver), ==, 1);
}

static void
test_wrong_addresses (void)
{
  static const char *const wrong[] = { "", "x", "127.0.0.1:4318", "grpc://a", "http://", "http://u:p@a", "file:///x" };
  static const char *const headers[] = { NULL };

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_otlp_exporter_new (wrong[i], headers, "{}", NULL, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
    }
}

#define ADD(path, data, func) g_test_add ("/session/otlp-exporter/" path, Fixture, data, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("sends", NULL, test_sends);
  ADD ("batches", NULL, test_batches);
  ADD ("retries", NULL, test_retries);
  ADD ("only-traces/404", GUINT_TO_POINTER (404), test_only_traces);
  ADD ("only-traces/503", GUINT_TO_POINTER (503), test_only_traces);
  ADD ("retry-after/seconds", "120", test_retry_after);
  ADD ("retry-after/date", "Fri, 31 Dec 2199 23:59:59 GMT", test_retry_after);
  ADD ("retry-after/huge", "18446744073709551615", test_retry_after);
  ADD ("retry-soon", NULL, test_retry_soon);
  ADD ("unreachable", NULL, test_unreachable);
  ADD ("refused/400", GUINT_TO_POINTER (400), test_refused);
  ADD ("refused/500", GUINT_TO_POINTER (500), test_refused);
  ADD ("refused/301", GUINT_TO_POINTER (301), test_refused);
  ADD ("partial", NULL, test_partial);
  ADD ("full", NULL, test_full);
  ADD ("endless", NULL, test_endless);
  g_test_add_func ("/session/otlp-exporter/wrong-addresses", test_wrong_addresses);

  return g_test_run ();
}
