/* bench-tap.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bench-server.h"
#include "bench-support.h"

/*
 * What a tap adds to a round trip: the least a client can do, with the least a server can do,
 * without and with the tap between them, in turns. Promised: under 200 microseconds at the median.
 */

#define N_TURNS    40
#define N_REQUESTS 250

typedef struct
{
  GPid     pid;
  int      in;
  int      out;
  gboolean is_http;
} Server;

static Server
start (const char * const *argv)
{
  g_autoptr (GError) error = NULL;
  Server server = { 0 };

  if (!g_spawn_async_with_pipes (NULL, (char **) argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL,
                                 &server.pid, &server.in, &server.out, NULL, &error))
    g_error ("%s: %s", argv[0], error->message);

  return server;
}

static void
stop (Server *server)
{
  close (server->in);
  waitpid (server->pid, NULL, 0);
  close (server->out);
}

static int
make_request (const char *body,
              int         length,
              char       *to,
              gsize       size)
{
  return g_snprintf (to, size,
                     "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                     "Accept: application/json, text/event-stream\r\n"
                     "MCP-Protocol-Version: 2025-11-25\r\nContent-Length: %d\r\n\r\n%s",
                     length, body);
}

/* Microseconds. */
static double
round_trip (Server *server,
            guint   id)
{
  char text[128];
  char answer[1024];
  int length = g_snprintf (text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":%06u,\"method\":\"ping\"}\n",
                           id);
  char end = server->is_http ? '}' : '\n';
  gint64 start_usec;
  gssize n = 0;

  if (server->is_http)
    length = make_request (text, length, answer, sizeof answer);
  start_usec = g_get_monotonic_time ();
  g_assert_cmpint (write (server->in, server->is_http ? answer : text, length), ==, length);
  do
    {
      gssize got = read (server->out, answer + n, sizeof answer - n);

      g_assert_cmpint (got, >, 0);
      n += got;
    }
  while (answer[n - 1] != end);

  return g_get_monotonic_time () - start_usec;
}

static void
compare (const char *what,
         Server      servers[2])
{
  g_autofree double *direct = g_new (double, N_TURNS * N_REQUESTS);
  g_autofree double *tapped = g_new (double, N_TURNS * N_REQUESTS);
  g_autofree char *added = g_strdup_printf ("%s: added by the tap", what);
  g_autofree char *through = g_strdup_printf ("%s: through the tap", what);
  g_autofree char *alone = g_strdup_printf ("%s: direct", what);
  double direct_usec, tapped_usec;
  guint n = 0;

  for (guint turn = 0; turn < N_TURNS; turn++)
    {
      for (guint i = 0; i < N_REQUESTS; i++)
        direct[n + i] = round_trip (&servers[0], n + i);
      for (guint i = 0; i < N_REQUESTS; i++)
        tapped[n + i] = round_trip (&servers[1], n + i);
      n += N_REQUESTS;
    }

  direct_usec = bench_median (direct, n);
  tapped_usec = bench_median (tapped, n);
  bench_print (alone, direct_usec, "us", 0);
  bench_print (through, tapped_usec, "us", tapped_usec / direct_usec);
  bench_print (added, tapped_usec - direct_usec, "us", 0);
}

static void
compare_programs (const char          *what,
                  const char * const  *direct_argv,
                  const char * const  *tap_argv)
{
  Server servers[2] = { start (direct_argv), start (tap_argv) };

  compare (what, servers);
  stop (&servers[0]);
  stop (&servers[1]);
}

static Server
connect_to (guint16 port)
{
  struct sockaddr_in address = {
    .sin_family = AF_INET, .sin_port = htons (port), .sin_addr = { htonl (INADDR_LOOPBACK) },
  };
  Server server = { .is_http = TRUE };
  int one = 1;

  server.in = server.out = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  g_assert_cmpint (connect (server.in, (struct sockaddr *) &address, sizeof address), ==, 0);
  setsockopt (server.in, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);

  return server;
}

/* The tap says on standard error where it listens. */
static GSubprocess *
start_http_tap (const char *program,
                guint16     server_port,
                guint16    *port)
{
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/mcp", server_port);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDataInputStream) lines = NULL;
  g_autofree char *line = NULL;
  GSubprocess *tap = g_subprocess_new (G_SUBPROCESS_FLAGS_STDERR_PIPE, &error, program, "tap",
                                       "--url", url, "--listen", "0", NULL);

  g_assert_no_error (error);
  lines = g_data_input_stream_new (g_subprocess_get_stderr_pipe (tap));
  line = g_data_input_stream_read_line (lines, NULL, NULL, NULL);
  g_assert_nonnull (line);
  *port = g_ascii_strtoull (strstr (line, "127.0.0.1:") + strlen ("127.0.0.1:"), NULL, 10);

  return tap;
}

static void
compare_http (const char *program,
              const char *echo_server)
{
  guint16 ports[2];
  GSubprocess *server = bench_server_start (echo_server, NULL, &ports[0]);
  g_autoptr (GSubprocess) tap = start_http_tap (program, ports[0], &ports[1]);
  Server servers[2] = { connect_to (ports[0]), connect_to (ports[1]) };

  compare ("a ping over HTTP", servers);
  close (servers[0].in);
  close (servers[1].in);
  g_subprocess_send_signal (tap, SIGTERM);
  g_subprocess_wait (tap, NULL, NULL);
  bench_server_stop (server);
}

int
main (int   argc,
      char *argv[])
{
  const char *direct[] = { argv[2], NULL };
  const char *tapped[] = { argv[1], "tap", "--", argv[2], NULL };
  const char *recorded[] = {
    argv[1], "tap", "--record", "/dev/null", "--", argv[2], NULL,
  };
  g_autofree char *folder = g_dir_make_tmp ("bench-tap-XXXXXX", NULL);
  const char *clean_up[] = { "rm", "-r", folder, NULL };

  g_assert_cmpint (argc, ==, 4);
  g_setenv ("XDG_STATE_HOME", folder, TRUE);

  compare_programs ("a ping over stdio", direct, tapped);
  compare_programs ("a ping over stdio, recorded", direct, recorded);
  compare_http (argv[1], argv[3]);

  g_spawn_sync (NULL, (char **) clean_up, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, NULL,
                NULL);

  return 0;
}
