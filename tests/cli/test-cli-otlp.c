/* test-cli-otlp.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-fixture.h"
#include "http-fixture.h"
#include "test-support.h"

/* --otlp, with the receiver in this process. */

#define SERVER \
  "[{\"handshake\": {\"capabilities\": {\"tools\": {}}}}, {\"serve\": {" \
  "\"tools/list\": {\"result\": {\"tools\": [{\"name\": \"t\", \"inputSchema\": {\"type\": \"object\"}}]}}, " \
  "\"tools/call\": {\"result\": {\"content\": [{\"type\": \"text\", \"text\": \"rain\"}]}}}}]"

typedef struct
{
  GSubprocess *process;
  CliRun      *run;
  gboolean     is_over;
} Running;

static void
over_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  Running *running = user_data;
  g_autoptr (GError) error = NULL;

  g_subprocess_communicate_utf8_finish (running->process, result, &running->run->out, &running->run->err, &error);
  g_assert_no_error (error);
  running->run->status = g_subprocess_get_if_exited (running->process)
                           ? g_subprocess_get_exit_status (running->process)
                           : -g_subprocess_get_term_sig (running->process);
  running->is_over = TRUE;
}

static void
start (Running    *running,
       ...)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE
                                                                        | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) argv = NULL;
  va_list words;

  va_start (words, running);
  argv = cli_argv (SERVER, words);
  va_end (words);
  g_subprocess_launcher_set_cwd (launcher, cli_get_directory ());
  running->run = g_new0 (CliRun, 1);
  running->is_over = FALSE;
  running->process = g_subprocess_launcher_spawnv (launcher, (const char * const *) argv, &error);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8_async (running->process, NULL, NULL, over_cb, running);
}

static void
finish (Running *running)
{
  TEST_AWAIT (running->is_over);
  cli_run_free (running->run);
  g_object_unref (running->process);
}

static void
take_cb (HttpFixture *receiver,
         HttpRequest *request,
         gpointer     user_data)
{
  http_request_reply (request, 200, "application/json", "{}");
}

/* Whether anything that was sent has this in it. */
static gboolean
was_sent (HttpFixture *receiver,
          const char  *path,
          const char  *text)
{
  for (guint i = 0; i < http_fixture_get_n_requests (receiver); i++)
    {
      HttpRequest *request = http_fixture_get_request (receiver, i);
      gsize length;
      const char *body = g_bytes_get_data (http_request_get_body (request), &length);

      if (g_str_has_prefix (http_request_get_path (request), path) && body != NULL
          && g_strstr_len (body, length, text) != NULL)
        return TRUE;
    }

  return FALSE;
}

static void
test_call (void)
{
  HttpFixture *receiver = http_fixture_new ();
  g_autofree char *url = http_fixture_dup_url (receiver, "");
  g_autofree char *trace = NULL;
  Running running;

  http_fixture_set_handler (receiver, take_cb, NULL);
  start (&running, "--otlp", url, "--otlp-header", "x-key=geheim", "tools", "call", "t", "city=Lotung", "--traceparent", NULL);
  TEST_AWAIT (running.is_over);
  assert_status (running.run, 0);
  assert_contains (running.run->out, "rain");
  trace = g_strndup (strstr (running.run->err, "traceparent: 00-") + strlen ("traceparent: 00-"), 32);

  g_assert_cmpstr (http_request_get_header (http_fixture_get_request (receiver, 0), "x-key"), ==, "geheim");
  g_assert_true (was_sent (receiver, "/v1/traces", "\"name\":\"tools/call t\""));
  g_assert_true (was_sent (receiver, "/v1/traces", trace));
  g_assert_true (was_sent (receiver, "/v1/traces", "\"service.instance.id\""));
  g_assert_false (was_sent (receiver, "/v1/traces", "parentSpanId"));
  g_assert_false (was_sent (receiver, "/v1/traces", "Lotung"));
  g_assert_false (was_sent (receiver, "/v1/traces", "rain"));
  g_assert_false (was_sent (receiver, "/v1/metrics", ""));
  finish (&running);

  start (&running, "--otlp", url, "--otlp-content", "tools", "call", "t", "city=Lotung", NULL);
  TEST_AWAIT (running.is_over);
  g_assert_true (was_sent (receiver, "/v1/traces", "{\\\"city\\\":\\\"Lotung\\\"}"));
  g_assert_true (was_sent (receiver, "/v1/traces", "rain"));
  finish (&running);
  http_fixture_free (receiver);
}

/* Traces as they end, figures at intervals and at the end. */
static void
test_watch (void)
{
  HttpFixture *receiver = http_fixture_new ();
  g_autofree char *url = http_fixture_dup_url (receiver, "/");
  Running running;

  http_fixture_set_handler (receiver, take_cb, NULL);
  g_setenv ("OTEL_BSP_SCHEDULE_DELAY", "10", TRUE);
  g_setenv ("OTEL_METRIC_EXPORT_INTERVAL", "10", TRUE);
  start (&running, "--otlp", url, "watch", NULL);
  TEST_AWAIT (was_sent (receiver, "/v1/traces", "\"name\":\"initialize\"")
              && was_sent (receiver, "/v1/metrics", "\"name\":\"sounder.server.up\""));
  g_subprocess_send_signal (running.process, SIGINT);
  TEST_AWAIT (running.is_over);
  g_assert_cmpstr (running.run->out, ==, "");
  g_assert_null (strstr (running.run->err, "--otlp"));
  finish (&running);
  g_unsetenv ("OTEL_BSP_SCHEDULE_DELAY");
  g_unsetenv ("OTEL_METRIC_EXPORT_INTERVAL");
  http_fixture_free (receiver);
}

static void
refuse_cb (HttpFixture *receiver,
           HttpRequest *request,
           gpointer     user_data)
{
  http_request_reply (request, 401, "application/json", "{\"message\":\"who? \\u001b[31m geheim\"}");
}

/* What is lost is told, and no secret with it; the command itself has worked. */
static void
test_refused (void)
{
  HttpFixture *receiver = http_fixture_new ();
  g_autofree char *url = http_fixture_dup_url (receiver, "/?api=geheim2");
  Running running;

  http_fixture_set_handler (receiver, refuse_cb, NULL);
  start (&running, "--otlp", url, "--otlp-header", "x-key=geheim", "tools", "call", "t", NULL);
  TEST_AWAIT (running.is_over);
  assert_status (running.run, 0);
  assert_contains (running.run->err, "401: who?");
  assert_contains (running.run->err, "not sent or refused");
  g_assert_null (strstr (running.run->err, "geheim"));
  g_assert_null (strchr (running.run->err, '\033'));
  finish (&running);
  http_fixture_free (receiver);
}

static void
test_usage (void)
{
  g_autoptr (CliRun) address = cli_run (SERVER, "--otlp", "localhost:4318", "tools", "call", "t", NULL);
  g_autoptr (CliRun) header = cli_run (SERVER, "--otlp", "http://127.0.0.1:1", "--otlp-header", "no value", "tools",
                                       "call", "t", NULL);
  g_autoptr (CliRun) alone = cli_run (SERVER, "--otlp-content", "tools", "call", "t", NULL);

  assert_status (address, 2);
  assert_contains (address->err, "http://127.0.0.1:4318");
  assert_status (header, 2);
  assert_contains (header->err, "--otlp-header");
  assert_status (alone, 2);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/cli/otlp/call", test_call);
  g_test_add_func ("/cli/otlp/watch", test_watch);
  g_test_add_func ("/cli/otlp/refused", test_refused);
  g_test_add_func ("/cli/otlp/usage", test_usage);

  return cli_test_main ();
}
