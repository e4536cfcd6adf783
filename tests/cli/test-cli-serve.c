/* test-cli-serve.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>
#include <string.h>

#include <libsoup/soup.h>

#include "cli-fixture.h"

/* That a client cannot tell the recording of a server from the server. */

static CliRun *
run (const char * const *words,
     ...)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  CliRun *result = g_new0 (CliRun, 1);
  g_autoptr (GError) error = NULL;
  const char *word;
  int status;
  va_list more;

  g_ptr_array_add (argv, (char *) g_getenv ("SOUNDER_CLI"));
  for (guint i = 0; words[i] != NULL; i++)
    g_ptr_array_add (argv, (char *) words[i]);
  va_start (more, words);
  while ((word = va_arg (more, const char *)) != NULL)
    g_ptr_array_add (argv, (char *) word);
  va_end (more);
  g_ptr_array_add (argv, NULL);

  g_spawn_sync (NULL, (char **) argv->pdata, NULL, G_SPAWN_DEFAULT, NULL, NULL, &result->out,
                &result->err, &status, &error);
  g_assert_no_error (error);
  result->status = g_spawn_check_wait_status (status, NULL) ? 0 : WEXITSTATUS (status);

  return result;
}

/* The server of a recording over HTTP. */
static CliDemo *
start_http (const char *recording)
{
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GDataInputStream) lines = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *line = NULL;
  CliDemo *self = g_new0 (CliDemo, 1);

  /* libsoup loses the socket of a client that goes in mid-stream; all else is still checked. */
  g_subprocess_launcher_setenv (launcher, "ASAN_OPTIONS", "detect_leaks=0", TRUE);
  self->process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("SOUNDER_CLI"), "serve",
                                               recording, "--http", "0", "--allow-host",
                                               "box.example", NULL);
  g_assert_no_error (error);
  lines = g_data_input_stream_new (g_subprocess_get_stderr_pipe (self->process));
  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (lines), FALSE);
  line = g_data_input_stream_read_line_utf8 (lines, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (line);
  assert_contains (line, "http://127.0.0.1:");
  self->url = g_strdup (strstr (line, "http://127.0.0.1:"));

  return self;
}

static const struct
{
  const char *name;
  const char *era;
  const char *words[8];
} commands[] = {
  { "info", "legacy", { "info", "--format=json" } },
  { "list", "legacy", { "tools", "list", "--format=json" } },
  { "call", "legacy", { "tools", "call", "echo", "message=hello", "--format=json" } },
  { "progress", "legacy", { "tools", "call", "slow", "seconds=0.2", "--format=ndjson" } },
  { "read", "legacy", { "resources", "list", "--format=json" } },
  { "prompts", "legacy", { "prompts", "list", "--format=json" } },
  { "list", "modern", { "tools", "list", "--format=json" } },
  { "call", "modern", { "tools", "call", "echo", "message=hello", "--format=json" } },
  { "progress", "modern", { "tools", "call", "slow", "seconds=0.2", "--format=ndjson" } },
};

/*
 * What a run measured and chose itself differs from one to the next, and so does whether the log message about
 * the roots comes before the call, which does not print it then.
 */
static char *
without_chance (const char *text)
{
  g_autoptr (GRegex) regex =
    g_regex_new ("\"(handshake_usec|transport|connection)\": ?(\\{[^}]*\\}|\\[[^]]*\\]|[^,}]*),?"
                 "|\\{\"notification\"[^\n]* roots\"\\}\\}\\}\n", 0, 0, NULL);

  return g_regex_replace_literal (regex, text, -1, 0, "", 0, NULL);
}

static void
assert_same (CliRun *one,
             CliRun *other)
{
  g_autofree char *one_text = without_chance (one->out);
  g_autofree char *other_text = without_chance (other->out);

  assert_status (one, 0);
  assert_status (other, 0);
  g_assert_cmpuint (strlen (one_text), >, 0);
  g_assert_cmpstr (one_text, ==, other_text);
}

static void
test_same (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  g_autofree char *name = g_strdup_printf ("%s-%s.mcprec", commands[i].name, commands[i].era);
  g_autofree char *path = cli_path (name);
  const char *demo = g_getenv ("SOUNDER_DEMO_SERVER");
  gboolean modern = g_str_equal (commands[i].era, "modern");
  g_autoptr (CliRun) recorded = run (commands[i].words, "--era", commands[i].era, "--record", path,
                                     "--", demo, modern ? "--modern" : NULL, NULL);
  g_autoptr (CliRun) stdio = run (commands[i].words, "--era", commands[i].era, "--",
                                  g_getenv ("SOUNDER_CLI"), "serve", path, NULL);
  g_autoptr (CliDemo) server = start_http (path);
  g_autoptr (CliRun) http = run (commands[i].words, "--era", commands[i].era, "--url", server->url,
                                 NULL);

  assert_same (recorded, stdio);
  /* Where it is reached is a part of what is told. */
  if (!g_str_equal (commands[i].name, "info"))
    assert_same (recorded, http);
  cli_demo_stop (server);
}

static guint
ask_as (const char *url,
        const char *host,
        const char *origin)
{
  g_autoptr (SoupSession) session = soup_session_new ();
  g_autoptr (SoupMessage) message = soup_message_new ("POST", url);
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);
  g_autoptr (GBytes) body = g_bytes_new_static ("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", 39);
  g_autoptr (GBytes) answer = NULL;
  g_autoptr (GError) error = NULL;

  soup_message_headers_replace (headers, "Host", host);
  if (origin != NULL)
    soup_message_headers_replace (headers, "Origin", origin);
  soup_message_set_request_body_from_bytes (message, "application/json", body);
  answer = soup_session_send_and_read (session, message, NULL, &error);
  g_assert_no_error (error);

  return soup_message_get_status (message);
}

/* Pages of the web do not get in, by whatever name they reach us (basic/transports). */
static void
test_foreign_names (void)
{
  static const struct
  {
    const char *host;
    const char *origin;
    gboolean    gets_in;
  } cases[] = {
    { "127.0.0.1:1234", NULL, TRUE },
    { "localhost", "http://localhost:5173", TRUE },
    { "[::1]:3000", NULL, TRUE },
    { "LOCALHOST:3000", NULL, TRUE },
    { "box.example:3000", "https://box.example", TRUE },
    { "evil.example", NULL, FALSE },
    { "evil.example:3000", "http://evil.example:3000", FALSE },
    { "localhost.evil.example", NULL, FALSE },
    { "localhost@evil.example", NULL, FALSE },
    { "localhost", "http://evil.example", FALSE },
    { "localhost", "null", FALSE },
  };
  g_autofree char *path = cli_path ("names.mcprec");
  const char * const words[] = { "ping", "--count=1", NULL };
  g_autoptr (CliRun) recorded = run (words, "--record", path, "--", g_getenv ("SOUNDER_DEMO_SERVER"), NULL);
  g_autoptr (CliDemo) server = start_http (path);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    g_assert_cmpuint (ask_as (server->url, cases[i].host, cases[i].origin) == 403, ==,
                      !cases[i].gets_in);
  cli_demo_stop (server);
}

static CliDemo *
start_ping (const char *name)
{
  g_autofree char *path = cli_path (name);
  const char * const words[] = { "ping", "--count=1", NULL };
  g_autoptr (CliRun) recorded = run (words, "--era", "legacy", "--record", path, "--",
                                     g_getenv ("SOUNDER_DEMO_SERVER"), NULL);

  return start_http (path);
}

/* Gets the status, and the session that was begun. */
static guint
begin_session (SoupSession  *session,
               const char   *url,
               char        **id)
{
  static const char text[] =
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
    "\"2025-11-25\",\"capabilities\":{},\"clientInfo\":{\"name\":\"n\",\"version\":\"1\"}}}";
  g_autoptr (GBytes) body = g_bytes_new_static (text, strlen (text));
  g_autoptr (SoupMessage) message = soup_message_new ("POST", url);
  g_autoptr (GBytes) answer = NULL;
  g_autoptr (GError) error = NULL;

  soup_message_set_request_body_from_bytes (message, "application/json", body);
  answer = soup_session_send_and_read (session, message, NULL, &error);
  g_assert_no_error (error);
  g_free (*id);
  *id = g_strdup (
      soup_message_headers_get_one (soup_message_get_response_headers (message), "MCP-Session-Id"));

  return soup_message_get_status (message);
}

static guint
end_session (SoupSession *session,
             const char  *url,
             const char  *id)
{
  g_autoptr (SoupMessage) message = soup_message_new ("DELETE", url);
  g_autoptr (GBytes) answer = NULL;

  soup_message_headers_replace (soup_message_get_request_headers (message), "MCP-Session-Id", id);
  answer = soup_session_send_and_read (session, message, NULL, NULL);

  return soup_message_get_status (message);
}

/* What clients begin and nobody ends is bounded: the first is forgotten for the last. */
static void
test_sessions (void)
{
  g_autoptr (CliDemo) server = start_ping ("sessions.mcprec");
  g_autoptr (SoupSession) session = soup_session_new ();
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *last = NULL;

  g_assert_cmpuint (begin_session (session, server->url, &first), ==, 200);
  g_assert_cmpuint (begin_session (session, server->url, &second), ==, 200);
  for (guint i = 0; i < 999; i++)
    g_assert_cmpuint (begin_session (session, server->url, &last), ==, 200);

  g_assert_cmpuint (end_session (session, server->url, first), ==, 404);
  g_assert_cmpuint (end_session (session, server->url, second), ==, 200);
  g_assert_cmpuint (end_session (session, server->url, last), ==, 200);
  cli_demo_stop (server);
}

/* A request that is too long is refused by its head alone. */
static void
test_long_request (void)
{
  g_autoptr (CliDemo) server = start_ping ("long.mcprec");
  g_autoptr (GUri) uri = g_uri_parse (server->url, G_URI_FLAGS_NONE, NULL);
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) connection =
    g_socket_client_connect_to_host (client, "127.0.0.1", g_uri_get_port (uri), NULL, NULL);
  GOutputStream *output = g_io_stream_get_output_stream (G_IO_STREAM (connection));
  char answer[13] = "";
  static const char head[] =
    "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Length: 269484032\r\n\r\n";

  g_assert_true (g_output_stream_write_all (output, head, strlen (head), NULL, NULL, NULL));
  g_assert_true (g_input_stream_read_all (g_io_stream_get_input_stream (G_IO_STREAM (connection)),
                                          answer, 12, NULL, NULL, NULL));
  g_assert_cmpstr (answer, ==, "HTTP/1.1 413");
  cli_demo_stop (server);
}

/* What was recorded over HTTP is served over either as well, with the server's own questions. */
static void
test_recorded_over_http (void)
{
  g_autofree char *path = cli_path ("over-http.mcprec");
  const char * const words[] = { "tools", "call", "slow", "seconds=0.2", "--format=ndjson",
                                 "--era=legacy", NULL };
  g_autoptr (CliDemo) demo = cli_demo_start (FALSE);
  g_autoptr (CliRun) recorded = run (words, "--record", path, "--url", demo->url, NULL);
  g_autoptr (CliRun) stdio = run (words, "--", g_getenv ("SOUNDER_CLI"), "serve", path, NULL);
  g_autoptr (CliDemo) server = start_http (path);
  g_autoptr (CliRun) http = run (words, "--url", server->url, NULL);

  assert_same (recorded, stdio);
  assert_same (recorded, http);
  assert_contains (http->out, "notifications/progress");
  cli_demo_take_many (server);
  cli_demo_stop (server);
}

static void
test_unknown (void)
{
  g_autofree char *path = cli_path ("unknown.mcprec");
  const char * const recorded_words[] = { "tools", "call", "echo", "message=hello", "--era=legacy",
                                          NULL };
  const char * const other_words[] = { "tools", "call", "echo", "message=other", "--era=legacy",
                                       NULL };
  g_autoptr (CliRun) recorded = run (recorded_words, "--record", path, "--",
                                     g_getenv ("SOUNDER_DEMO_SERVER"), NULL);
  g_autoptr (CliRun) near = run (other_words, "--", g_getenv ("SOUNDER_CLI"), "serve", path, NULL);
  g_autoptr (CliRun) strict = run (other_words, "--", g_getenv ("SOUNDER_CLI"), "serve", "--strict",
                                   path, NULL);

  assert_status (recorded, 0);
  assert_status (near, 0);
  g_assert_cmpstr (near->out, ==, "hello\n");
  assert_status (strict, 1);
  assert_contains (strict->err, "not in the recording");
}

static void
test_errors (void)
{
  g_autofree char *missing = cli_path ("missing.mcprec");
  g_autofree char *empty = cli_path ("empty.mcprec");
  const char * const serve[] = { "serve", NULL };
  g_autoptr (CliRun) none = run (serve, missing, NULL);
  g_autoptr (CliRun) nothing = NULL;
  g_autoptr (CliRun) both = run (serve, missing, "--strict", "--loose", NULL);

  g_assert_true (g_file_set_contents (empty, "{\"mcprec\":1,\"created\":\"2026-11-20T05:02:11Z\"}\n",
                                      -1, NULL));
  nothing = run (serve, empty, NULL);
  g_assert_cmpint (none->status, !=, 0);
  assert_contains (none->err, "missing.mcprec");
  assert_status (nothing, 2);
  assert_status (both, 2);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *path = g_strdup_printf ("/cli/serve/same/%s/%s", commands[i].era,
                                               commands[i].name);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_same);
    }
  g_test_add_func ("/cli/serve/recorded-over-http", test_recorded_over_http);
  g_test_add_func ("/cli/serve/foreign-names", test_foreign_names);
  g_test_add_func ("/cli/serve/sessions", test_sessions);
  g_test_add_func ("/cli/serve/long-request", test_long_request);
  g_test_add_func ("/cli/serve/unknown", test_unknown);
  g_test_add_func ("/cli/serve/errors", test_errors);

  return cli_test_main ();
}
