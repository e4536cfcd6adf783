/* test-cli-tap-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <arpa/inet.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli-fixture.h"
#include "http-fixture.h"
#include "test-support.h"

/* That an HTTP client and a server do not notice the tap between them, and that it notices all. */

typedef struct
{
  GSubprocess      *process;
  GDataInputStream *lines;    /* of its standard error */
  guint16           port;
} Tap;

/* @url is of the server; the words before the last NULL are options. */
static Tap
start_tap (const char *url,
           const char *option,
           const char *value)
{
  g_autoptr (GSubprocessLauncher) launcher =
    g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GError) error = NULL;
  g_autofree char *line = NULL;
  Tap tap;

  /* LeakSanitizer itself crashes at the end of a program that has loaded a TLS module. */
  if (g_str_has_prefix (url, "https:") && g_getenv ("ASAN_OPTIONS") != NULL)
    {
      g_autofree char *options = g_strconcat (g_getenv ("ASAN_OPTIONS"), ":detect_leaks=0", NULL);

      g_subprocess_launcher_setenv (launcher, "ASAN_OPTIONS", options, TRUE);
    }

  tap.process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("SOUNDER_CLI"), "tap",
                                             "--url", url, "--listen", "0", option, value, NULL);
  g_assert_no_error (error);
  tap.lines = g_data_input_stream_new (g_subprocess_get_stderr_pipe (tap.process));
  g_filter_input_stream_set_close_base_stream (G_FILTER_INPUT_STREAM (tap.lines), FALSE);
  line = g_data_input_stream_read_line (tap.lines, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (line);
  assert_contains (line, "listening at http://127.0.0.1:");
  tap.port = g_ascii_strtoull (strstr (line, "127.0.0.1:") + strlen ("127.0.0.1:"), NULL, 10);

  return tap;
}

static void
stop_tap (Tap *tap)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_send_signal (tap->process, SIGTERM);
  g_subprocess_wait (tap->process, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (tap->process));
  g_assert_cmpint (g_subprocess_get_exit_status (tap->process), ==, 0);
  g_clear_object (&tap->process);
  g_clear_object (&tap->lines);
}

static int
listen_anywhere (guint16 *port)
{
  struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr = { htonl (INADDR_LOOPBACK) } };
  socklen_t length = sizeof address;
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert_cmpint (bind (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  g_assert_cmpint (listen (fd, 64), ==, 0);
  g_assert_cmpint (getsockname (fd, (struct sockaddr *) &address, &length), ==, 0);
  *port = ntohs (address.sin_port);

  return fd;
}

static int
connect_to (guint16 port)
{
  struct sockaddr_in address = {
    .sin_family = AF_INET, .sin_port = htons (port), .sin_addr = { htonl (INADDR_LOOPBACK) },
  };
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert_cmpint (connect (fd, (struct sockaddr *) &address, sizeof address), ==, 0);

  return fd;
}

static void
send_all (int         fd,
          const char *data,
          gsize       length)
{
  while (length > 0)
    {
      gssize n = send (fd, data, length, MSG_NOSIGNAL);

      g_assert_cmpint (n, >, 0);
      data += n;
      length -= n;
    }
}

static void
receive_exactly (int   fd,
                 char *to,
                 gsize length)
{
  gsize fill = 0;

  while (fill < length)
    {
      gssize n = recv (fd, to + fill, length - fill, 0);

      g_assert_cmpint (n, >, 0);
      fill += n;
    }
}

/* Bytes of a seed, which cannot be told apart from a broken connection's. */
static char *
make_junk (gsize   length,
           guint32 state)
{
  char *junk = g_malloc (length);

  for (gsize i = 0; i < length; i++)
    {
      state = state * 1664525 + 1013904223;
      junk[i] = state >> 24;
    }

  return junk;
}

typedef struct
{
  int         fd;
  const char *data;
  gsize       length;
} Sending;

static gpointer
send_in_thread (gpointer data)
{
  Sending *sending = data;

  send_all (sending->fd, sending->data, sending->length);

  return NULL;
}

/* A server and a client of bare sockets with the tap between them. */
typedef struct
{
  Tap tap;
  int listener;
  int client;
  int server;
} Pair;

static Pair
make_pair (const char *option,
           const char *value)
{
  g_autofree char *url = NULL;
  guint16 port;
  Pair pair;

  pair.listener = listen_anywhere (&port);
  url = g_strdup_printf ("http://127.0.0.1:%u/mcp", port);
  pair.tap = start_tap (url, option, value);
  pair.client = connect_to (pair.tap.port);
  pair.server = accept (pair.listener, NULL, NULL);
  g_assert_cmpint (pair.server, >=, 0);

  return pair;
}

static void
end_pair (Pair *pair)
{
  close (pair->client);
  close (pair->server);
  close (pair->listener);
  stop_tap (&pair->tap);
}

/* One way, both ends at once: what arrives is what was sent. */
static void
check_way (int         from,
           int         to,
           const char *data,
           gsize       length)
{
  Sending sending = { from, data, length };
  GThread *thread = g_thread_new ("send", send_in_thread, &sending);
  g_autofree char *received = g_malloc (length);

  receive_exactly (to, received, length);
  g_thread_join (thread);
  g_assert_cmpmem (received, length, data, length);
}

static void
test_bytes_junk (void)
{
  Pair pair = make_pair (NULL, NULL);
  gsize length = 5 * 1024 * 1024 + 3;
  g_autofree char *one = make_junk (length, 1);
  g_autofree char *other = make_junk (length, 2);

  check_way (pair.client, pair.server, one, length);
  check_way (pair.server, pair.client, other, length);
  end_pair (&pair);
}

static int
connect_from (const char *own,
              guint16     port)
{
  struct sockaddr_in from = { .sin_family = AF_INET, .sin_addr = { inet_addr (own) } };
  struct sockaddr_in to = {
    .sin_family = AF_INET, .sin_port = htons (port), .sin_addr = { htonl (INADDR_LOOPBACK) },
  };
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert_cmpint (bind (fd, (struct sockaddr *) &from, sizeof from), ==, 0);
  g_assert_cmpint (connect (fd, (struct sockaddr *) &to, sizeof to), ==, 0);

  return fd;
}

/* Of more clients than that the next waits until one has gone; a peer has three quarters. */
static void
test_connections (void)
{
  enum { N_PEER = 192, N_ALL = 256 };
  Pair pair = make_pair (NULL, NULL);
  struct pollfd next = { pair.listener, POLLIN, 0 };
  int clients[N_ALL];
  int servers[N_ALL];
  int waiting;

  clients[0] = pair.client;
  servers[0] = pair.server;
  for (guint i = 0; i < N_ALL; i++)
    {
      if (i > 0)
        {
          clients[i] = connect_from (i < N_PEER ? "127.0.0.1" : "127.0.0.2", pair.tap.port);
          servers[i] = accept (pair.listener, NULL, NULL);
        }
      g_assert_cmpint (servers[i], >=, 0);
      check_way (clients[i], servers[i], "GET", 3);
    }
  waiting = connect_from ("127.0.0.3", pair.tap.port);
  g_assert_cmpint (poll (&next, 1, 200), ==, 0);

  close (clients[N_ALL - 1]);
  close (servers[N_ALL - 1]);
  g_assert_cmpint (poll (&next, 1, 60000), ==, 1);
  clients[N_ALL - 1] = waiting;
  servers[N_ALL - 1] = accept (pair.listener, NULL, NULL);
  check_way (clients[N_ALL - 1], servers[N_ALL - 1], "late", 4);
  for (guint i = 1; i < N_ALL; i++)
    {
      close (clients[i]);
      close (servers[i]);
    }
  end_pair (&pair);
}

static const char request[] =
  "POST /mcp HTTP/1.1\r\nhOsT:   example.test  \r\nX-Odd:\tspaces  \r\ncontent-length: 53\r\n\r\n"
  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n\xff\xfe{{{{";

static const char answer[] =
  "HTTP/1.1 200 Fine\r\nTransfer-Encoding: chunked\r\nContent-Type: text/event-stream\r\n\r\n"
  "12;ext=1\r\n: keep-alive\n\nid: \r\n"
  "29\r\n4\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\r\n"
  "10\r\n{\"n\":1.10}}\n\n\n\n\n\r\n0\r\nTrailer: y\r\n\r\n";

static void
test_bytes_messages (void)
{
  g_autofree char *path = cli_path ("tapped-http.mcprec");
  Pair pair = make_pair ("--record", path);
  g_autofree char *recording = NULL;

  check_way (pair.client, pair.server, request, sizeof request - 1);
  check_way (pair.server, pair.client, answer, sizeof answer - 1);
  end_pair (&pair);

  recording = cli_read ("tapped-http.mcprec");
  assert_contains (recording, "\"type\":\"request\",\"method\":\"POST\"");
  assert_contains (recording, "/mcp\",\"headers\":[[\"hOsT\",\"example.test\"],[\"X-Odd\",\"spaces\"]");
  assert_contains (recording, "\"dir\":\"out\",\"x\":1,\"raw64\":");
  assert_contains (recording, "\"type\":\"head\",\"status\":200,\"reason\":\"Fine\"");
  assert_contains (recording, "\"raw\":\": keep-alive\",\"ev\":{\"comment\":\"keep-alive\"}");
  assert_contains (recording, "\"x\":1,\"raw\":\"id: 4\\ndata: {\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,"
                              "\\\"result\\\":{\\\"n\\\":1.10}}\",\"ev\":{\"id\":\"4\"}");
  assert_contains (recording, "\"type\":\"end\"");
}

static void
test_rewrite_host (void)
{
  static const char before[] = "POST /mcp HTTP/1.1\r\nhost: 127.0.0.1:1\r\nA: b\r\nContent-Length: 12\r\n\r\n"
                               "Host: inside";
  g_autofree char *expected = NULL;
  g_autofree char *received = NULL;
  struct sockaddr_in address;
  socklen_t length = sizeof address;
  Pair pair = make_pair ("--rewrite-host", NULL);
  g_autofree char *note = g_data_input_stream_read_line (pair.tap.lines, NULL, NULL, NULL);

  assert_contains (note, "--rewrite-host: Host is “127.0.0.1”");
  getsockname (pair.server, (struct sockaddr *) &address, &length);
  expected = g_strdup_printf ("POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nA: b\r\nContent-Length: 12\r\n\r\n"
                              "Host: inside", ntohs (address.sin_port));
  received = g_malloc0 (strlen (expected) + 1);
  for (guint i = 0; i < 2; i++)
    {
      send_all (pair.client, before, sizeof before - 1);
      receive_exactly (pair.server, received, strlen (expected));
      g_assert_cmpstr (received, ==, expected);
    }
  end_pair (&pair);
}

/* Behind a Host of ours the server cannot refuse what a page of the web sends: the tap does. */
static void
test_foreign_host (void)
{
  static const char before[] =
    "POST /mcp HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 2\r\n\r\n{}";
  static const char own[] = "GET / HTTP/1.1\r\nHost: box.example\r\n\r\n";
  Pair pair = make_pair ("--rewrite-host", "--allow-host=box.example");
  g_autofree char *note = g_data_input_stream_read_line (pair.tap.lines, NULL, NULL, NULL);
  g_autofree char *told = NULL;
  char heard[13] = "";
  char byte;
  int client;
  int server;

  send_all (pair.client, before, sizeof before - 1);
  receive_exactly (pair.client, heard, 12);
  g_assert_cmpstr (heard, ==, "HTTP/1.1 403");
  shutdown (pair.client, SHUT_WR);
  g_assert_cmpint (recv (pair.server, &byte, 1, 0), <=, 0);
  told = g_data_input_stream_read_line (pair.tap.lines, NULL, NULL, NULL);
  assert_contains (told, "evil.example");

  client = connect_to (pair.tap.port);
  server = accept (pair.listener, NULL, NULL);
  send_all (client, own, sizeof own - 1);
  g_assert_cmpint (recv (server, &byte, 1, 0), ==, 1);
  close (client);
  close (server);
  end_pair (&pair);
}

/* Requests that nobody answers: all of them arrive, and what is kept of them has an end. */
static void
test_unanswered (void)
{
  g_autofree char *path = cli_path ("unanswered.mcprec");
  g_autofree char *recording = NULL;
  g_autoptr (GString) requests = g_string_new (NULL);
  Pair pair = make_pair ("--record", path);
  guint n_recorded = 0;

  for (guint i = 0; i < 20000; i++)
    g_string_append (requests, "GET / HTTP/1.1\r\n\r\n");
  for (gsize i = 0; i < requests->len; i += 16000)
    check_way (pair.client, pair.server, requests->str + i, MIN (16000, requests->len - i));
  end_pair (&pair);

  recording = cli_read ("unanswered.mcprec");
  assert_contains (recording, "requests of connection 1 wait for an answer");
  for (const char *p = recording; (p = strstr (p, "\"type\":\"request\"")) != NULL; p++)
    n_recorded++;
  /* Those of one stretch that was read are all looked at. */
  g_assert_cmpuint (n_recorded, >, 1000);
  g_assert_cmpuint (n_recorded, <, 6000);
}

/* What was sent arrives before anything else has to come: streams are not held back. */
static void
test_unbuffered (void)
{
  static const char head[] = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
  Pair pair = make_pair (NULL, NULL);

  check_way (pair.client, pair.server, "GET /mcp HTTP/1.1\r\n\r\n", 21);
  check_way (pair.server, pair.client, head, sizeof head - 1);
  for (guint i = 0; i < 100; i++)
    check_way (pair.server, pair.client, "data: x\n\n", 9);
  end_pair (&pair);
}

/* A client that goes away is gone for the server as well. */
static void
test_client_closes (void)
{
  Pair pair = make_pair (NULL, NULL);
  char byte;

  shutdown (pair.client, SHUT_WR);
  g_assert_cmpint (recv (pair.server, &byte, 1, 0), ==, 0);

  /* The other way goes on. */
  check_way (pair.server, pair.client, "still", 5);
  shutdown (pair.server, SHUT_WR);
  g_assert_cmpint (recv (pair.client, &byte, 1, 0), ==, 0);
  end_pair (&pair);
}

static void
test_client_resets (void)
{
  struct linger at_once = { 1, 0 };
  Pair pair = make_pair (NULL, NULL);
  char byte;

  check_way (pair.client, pair.server, "GET", 3);
  setsockopt (pair.client, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  close (pair.client);
  pair.client = -1;
  g_assert_cmpint (recv (pair.server, &byte, 1, 0), ==, -1);
  g_assert_cmpint (errno, ==, ECONNRESET);
  end_pair (&pair);
}

static void
test_many (void)
{
  Pair pair = make_pair (NULL, NULL);
  int clients[40];
  int servers[40];

  for (guint i = 0; i < G_N_ELEMENTS (clients); i++)
    {
      clients[i] = connect_to (pair.tap.port);
      servers[i] = accept (pair.listener, NULL, NULL);
      g_assert_cmpint (servers[i], >=, 0);
      check_way (clients[i], servers[i], "GET /mcp HTTP/1.1\r\n\r\n", 21);
    }
  for (guint i = 0; i < G_N_ELEMENTS (clients); i++)
    check_way (servers[i], clients[i], answer, sizeof answer - 1);
  for (guint i = 0; i < G_N_ELEMENTS (clients); i++)
    {
      close (clients[i]);
      close (servers[i]);
    }
  end_pair (&pair);
}

/* A server behind TLS: the client speaks plainly with the tap, and the server sees its own name. */
static void
test_tls (void)
{
  static const char question[] = "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 2\r\n\r\n{}";
  g_autofree char *path = cli_path ("tapped-tls.mcprec");
  g_autoptr (HttpFixture) fixture = http_fixture_new_tls (HTTP_CERTIFICATE_SIGNED);
  g_autofree char *host = g_strdup_printf ("localhost:%u", http_fixture_get_port (fixture));
  Tap trusting = start_tap (http_fixture_get_url (fixture), "--ca-file", http_fixture_get_ca_file ());
  Tap careful = start_tap (http_fixture_get_url (fixture), "--record", path);
  int clients[2] = { connect_to (trusting.port), connect_to (careful.port) };
  HttpRequest *seen;
  char text[4096] = "";
  gssize n = -1;

  http_fixture_queue (fixture, "POST", 200, "application/json", "{\"ok\":1}");
  send_all (clients[0], question, sizeof question - 1);
  TEST_AWAIT_POLL ((n = recv (clients[0], text, sizeof text - 1, MSG_DONTWAIT)) > 0);
  g_assert_true (g_str_has_prefix (text, "HTTP/1.1 200"));
  g_assert_cmpuint (http_fixture_get_n_requests (fixture), ==, 1);
  seen = http_fixture_get_request (fixture, 0);
  g_assert_cmpstr (http_request_get_header (seen, "Host"), ==, host);

  /* One that does not verify gets nothing. */
  TEST_AWAIT_POLL ((n = recv (clients[1], text, sizeof text - 1, MSG_DONTWAIT)) == 0 ||
                   (n < 0 && errno == ECONNRESET));
  g_assert_cmpuint (http_fixture_get_n_requests (fixture), ==, 1);

  close (clients[0]);
  close (clients[1]);
  stop_tap (&trusting);
  stop_tap (&careful);
}

/* Nobody there: the client's connection breaks, and the tap says why and goes on. */
static void
test_refused (void)
{
  guint16 port;
  int listener = listen_anywhere (&port);
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/mcp", port);
  Tap tap = start_tap (url, NULL, NULL);
  g_autoptr (GDataInputStream) lines =
    g_data_input_stream_new (g_subprocess_get_stderr_pipe (tap.process));
  g_autofree char *line = NULL;
  int client;
  char byte;

  close (listener);
  client = connect_to (tap.port);
  g_assert_cmpint (recv (client, &byte, 1, 0), <=, 0);
  close (client);
  line = g_data_input_stream_read_line (lines, NULL, NULL, NULL);
  g_assert_nonnull (line);
  assert_contains (line, url);
  stop_tap (&tap);
}

static void
test_usage (void)
{
  g_autoptr (CliRun) no_port = cli_run (NULL, "tap", "--url", "http://127.0.0.1:1/mcp", NULL);
  g_autoptr (CliRun) program = cli_run (NULL, "tap", "--listen", "0", "--", "cat", NULL);
  g_autoptr (CliRun) header = cli_run (NULL, "tap", "--listen", "0", "--header", "A: b", "--url",
                                       "http://127.0.0.1:1/mcp", NULL);
  g_autoptr (CliRun) no_number = cli_run (NULL, "tap", "--listen", "x", "--url",
                                          "http://127.0.0.1:1/mcp", NULL);
  g_autoptr (CliRun) address = cli_run (NULL, "tap", "--listen", "0", "--host", "nowhere", "--url",
                                        "http://127.0.0.1:1/mcp", NULL);
  g_autoptr (CliRun) allowed =
    cli_run (NULL, "tap", "--allow-host", "box.example", "--", "cat", NULL);

  assert_status (no_port, 2);
  assert_status (program, 2);
  assert_status (header, 2);
  assert_status (no_number, 2);
  assert_status (address, 2);
  assert_status (allowed, 2);
}

int
main (int   argc,
      char *argv[])
{
  struct rlimit files;

  g_test_init (&argc, &argv, NULL);
  g_assert_cmpint (getrlimit (RLIMIT_NOFILE, &files), ==, 0);
  files.rlim_cur = files.rlim_max;
  g_assert_cmpint (setrlimit (RLIMIT_NOFILE, &files), ==, 0);
  g_test_add_func ("/cli/tap-http/bytes/junk", test_bytes_junk);
  g_test_add_func ("/cli/tap-http/bytes/messages", test_bytes_messages);
  g_test_add_func ("/cli/tap-http/connections", test_connections);
  g_test_add_func ("/cli/tap-http/rewrite-host", test_rewrite_host);
  g_test_add_func ("/cli/tap-http/foreign-host", test_foreign_host);
  g_test_add_func ("/cli/tap-http/unanswered", test_unanswered);
  g_test_add_func ("/cli/tap-http/unbuffered", test_unbuffered);
  g_test_add_func ("/cli/tap-http/client-closes", test_client_closes);
  g_test_add_func ("/cli/tap-http/client-resets", test_client_resets);
  g_test_add_func ("/cli/tap-http/many", test_many);
  g_test_add_func ("/cli/tap-http/tls", test_tls);
  g_test_add_func ("/cli/tap-http/refused", test_refused);
  g_test_add_func ("/cli/tap-http/usage", test_usage);

  return cli_test_main ();
}
