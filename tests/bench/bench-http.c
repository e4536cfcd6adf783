/* bench-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "bench-server.h"
#include "bench-support.h"
#include "bench-truth.h"
#include "mcp-session.h"

/*
 * Requests over Streamable HTTP, one after another and 64 at once, and the messages of an event
 * stream: through the session, through the official TypeScript client where SOUNDER_INTEROP_DIR has
 * one, and requests over bare sockets, which is the server's own time and is subtracted from both. The server is plain C first, so that it
 * hides nothing; then one on libsoup, which needs about as much time as the client.
 */

#define N_REQUESTS 4000
#define N_AT_ONCE  64
#define N_TRUTH    10000
#define N_EVENTS   200000

typedef struct
{
  const char *interop;   /* (nullable) */
  guint16     port;
  guint       n_at_once;
  double      cpu_usec;  /* processor time a request of the last run, the client's alone */
} Bench;

/* Microseconds that this process has been at work. */
static double
get_cpu_usec (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);

  return (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1e6 + usage.ru_utime.tv_usec
         + usage.ru_stime.tv_usec;
}

/*
 * Bare sockets: what is known beforehand is written, and what comes back is only counted.
 */

static int
connect_bare (guint16 port)
{
  struct sockaddr_in address = {
    .sin_family = AF_INET, .sin_port = htons (port), .sin_addr = { htonl (INADDR_LOOPBACK) },
  };
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int one = 1;

  g_assert_cmpint (connect (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);

  return fd;
}

static void
send_bare (int   fd,
           guint id)
{
  char body[128];
  char text[512];
  int length;

  length = g_snprintf (body, sizeof body, "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"ping\"}", id);
  length = g_snprintf (text, sizeof text,
                       "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
                       "Accept: application/json, text/event-stream\r\n"
                       "MCP-Protocol-Version: 2025-11-25\r\nContent-Length: %d\r\n\r\n%s", length,
                       body);
  g_assert_cmpint (send (fd, text, length, MSG_NOSIGNAL), ==, length);
}

/* Microseconds a request. */
static double
bare_requests (gpointer data)
{
  Bench *bench = data;
  struct pollfd polls[N_AT_ONCE];
  guint n_sent = 0;
  guint n_done = 0;
  gint64 start;

  for (guint i = 0; i < bench->n_at_once; i++)
    polls[i] = (struct pollfd) { connect_bare (bench->port), POLLIN, 0 };

  start = g_get_monotonic_time ();
  for (guint i = 0; i < bench->n_at_once; i++)
    send_bare (polls[i].fd, ++n_sent);
  while (n_done < N_REQUESTS)
    {
      if (bench->n_at_once > 1)
        g_assert_cmpint (poll (polls, bench->n_at_once, -1), >, 0);
      for (guint i = 0; i < bench->n_at_once; i++)
        {
          char text[1024];

          if (bench->n_at_once > 1 && polls[i].revents == 0)
            continue;
          /* A short answer over loopback comes in one piece. */
          g_assert_cmpint (recv (polls[i].fd, text, sizeof text, 0), >, 0);
          n_done++;
          if (n_sent < N_REQUESTS)
            send_bare (polls[i].fd, ++n_sent);
        }
    }
  start = g_get_monotonic_time () - start;

  for (guint i = 0; i < bench->n_at_once; i++)
    close (polls[i].fd);

  return (double) start / N_REQUESTS;
}

/*
 * The session.
 */

typedef struct
{
  McpSession *session;
  guint       n_left;
  guint       n_running;
  gboolean    done;
} Run;

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  Run *run = user_data;

  if (!g_task_propagate_boolean (G_TASK (result), &error))
    g_error ("%s", error->message);
  run->done = TRUE;
}

static void
await (Run *run)
{
  while (!run->done)
    g_main_context_iteration (NULL, TRUE);
  run->done = FALSE;
}

static McpSession *
open_session (guint16 port)
{
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/mcp", port);
  g_autoptr (McpProfile) profile = mcp_profile_new_for_url ("bench", url);
  Run run = { 0 };

  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  mcp_profile_stop_probes (profile);
  run.session = mcp_session_new (profile, NULL);
  mcp_session_set_auto_list (run.session, FALSE);
  mcp_session_open_async (run.session, NULL, done_cb, &run);
  await (&run);

  return run.session;
}

static void
close_session (McpSession *session)
{
  Run run = { session };

  mcp_session_close_async (session, NULL, done_cb, &run);
  await (&run);
  g_object_unref (session);
}

static void start_ping (Run *run);

static void
ping_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GError) error = NULL;
  Run *run = user_data;

  if (!mcp_session_call_finish (run->session, result, &error))
    g_error ("%s", error->message);

  run->n_running--;
  if (run->n_left > 0)
    start_ping (run);
  else
    run->done = run->n_running == 0;
}

static void
start_ping (Run *run)
{
  g_autoptr (McpCall) call = mcp_call_new ("ping", NULL);

  run->n_left--;
  run->n_running++;
  mcp_session_call_async (run->session, call, NULL, ping_cb, run);
}

/* Microseconds a request. */
static double
session_requests (gpointer data)
{
  Bench *bench = data;
  Run run = { open_session (bench->port), N_REQUESTS, 0, FALSE };
  double cpu_usec = get_cpu_usec ();
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < bench->n_at_once; i++)
    start_ping (&run);
  await (&run);
  start = g_get_monotonic_time () - start;
  bench->cpu_usec = (get_cpu_usec () - cpu_usec) / N_REQUESTS;
  close_session (run.session);

  return (double) start / N_REQUESTS;
}

/* Milliseconds until 64 calls are answered, each on its event stream, when all of them are open. */
static double
streams_at_once (gpointer data)
{
  Bench *bench = data;
  Run run = { open_session (bench->port), 0, N_AT_ONCE, FALSE };
  g_autofree char *arguments = g_strdup_printf ("{\"hold\":%d}", N_AT_ONCE);
  gint64 start = g_get_monotonic_time ();

  for (guint i = 0; i < N_AT_ONCE; i++)
    {
      g_autoptr (McpCall) call = mcp_session_new_tool_call ("hold", arguments);

      mcp_session_call_async (run.session, call, NULL, ping_cb, &run);
    }
  await (&run);
  start = g_get_monotonic_time () - start;
  g_assert_cmpuint (mcp_journal_get_n_messages (mcp_session_get_journal (run.session),
                                                MCP_DIRECTION_IN), ==, 1 + 2 * N_AT_ONCE);
  close_session (run.session);

  return start / 1000.0;
}

/* The times of requests, one after another, beside the server's own. */
static void
bench_truth (Bench *bench)
{
  Run run = { open_session (bench->port), N_TRUTH, 0, FALSE };
  McpJournal *journal = mcp_session_get_journal (run.session);
  guint n_before = mcp_journal_get_n_records (journal);
  BenchTruth truth;

  start_ping (&run);
  await (&run);
  mcp_journal_flush (journal);

  bench_truth_init (&truth);
  for (guint i = n_before + 1; i <= mcp_journal_get_n_records (journal); i++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, i);

      if (mcp_record_get_kind (record) == MCP_RECORD_REQUEST)
        bench_truth_add (&truth, journal, i, mcp_record_get_time_usec (record),
                         mcp_record_get_latency_usec (record));
    }
  g_assert_cmpuint (truth.errors_msec->len, ==, N_TRUTH);
  bench_truth_print (&truth, "10,000 requests beside the server's log", "");
  bench_truth_clear (&truth);
  close_session (run.session);
}

/* Microseconds of the processor for a message of an event stream, as fast as the server says them. */
static double
session_events (gpointer data)
{
  Bench *bench = data;
  McpSession *session = open_session (bench->port);
  McpJournal *journal = mcp_session_get_journal (session);
  guint n_before = mcp_journal_get_n_messages (journal, MCP_DIRECTION_IN);
  g_autofree char *params = g_strdup_printf ("{\"count\":%d,\"rate\":0}", N_EVENTS);
  double cpu_usec = get_cpu_usec ();

  mcp_session_notify (session, "notifications/go", params);
  while (mcp_journal_get_n_messages (journal, MCP_DIRECTION_IN) < n_before + N_EVENTS)
    g_main_context_iteration (NULL, TRUE);
  cpu_usec = get_cpu_usec () - cpu_usec;
  close_session (session);

  return cpu_usec / N_EVENTS;
}

/*
 * The official client.
 */

/* Runs it, and returns the seconds of its work. */
static double
run_official (Bench      *bench,
              const char *mode,
              guint       n)
{
  g_autofree char *node = g_build_filename (bench->interop, "bin/node", NULL);
  g_autofree char *sdk = g_build_filename (bench->interop, "node_modules/@modelcontextprotocol/sdk",
                                           NULL);
  g_autofree char *script = g_build_filename (g_getenv ("G_TEST_SRCDIR"), "bench",
                                              "official-client.mjs", NULL);
  g_autofree char *count = g_strdup_printf ("%u", n);
  g_autofree char *url = g_strdup_printf ("http://127.0.0.1:%u/mcp", bench->port);
  /* It warns thousands of times of its own listeners: what printing that costs is left out. */
  const char *argv[] = { node, "--no-warnings", script, sdk, mode, count, "--", url, NULL };
  g_autofree char *output = NULL;
  g_autoptr (GError) error = NULL;
  char *rest;
  double seconds;
  int status;

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, &output, NULL, &status,
                     &error)
      || !g_spawn_check_wait_status (status, &error))
    g_error ("%s: %s", script, error->message);

  seconds = g_ascii_strtod (output, &rest);
  bench->cpu_usec = g_ascii_strtod (rest, NULL) * 1e6 / n;

  return seconds;
}

static double
official_requests (gpointer data)
{
  Bench *bench = data;
  g_autofree char *mode = g_strdup_printf ("http-%u", bench->n_at_once);

  return run_official (bench, mode, N_REQUESTS) * 1e6 / N_REQUESTS;
}

static double
official_events (gpointer data)
{
  Bench *bench = data;

  run_official (bench, "http-flood", N_EVENTS);

  return bench->cpu_usec;
}

static void
bench_events (Bench *bench)
{
  double ours = bench_run (session_events, bench);
  double theirs;

  bench_print ("processor time for an event, the session", ours, "us", 0);
  if (bench->interop == NULL)
    return;

  theirs = bench_run (official_events, bench);
  bench_print ("  official TypeScript client (floor 4)", theirs, "us", theirs / ours);
}

static void
print_requests (const char *how,
                const char *who,
                double      usec,
                double      server_usec,
                double      cpu_usec)
{
  g_autofree char *title = g_strdup_printf ("requests %s, %s", how, who);

  bench_print (title, 1e6 / usec, "1/s", 0);
  if (server_usec == 0)
    return;

  bench_print ("  beyond the server", usec - server_usec, "us", 0);
  bench_print ("  processor time of the client", cpu_usec, "us", 0);
}

static void
bench_requests (Bench      *bench,
                guint       n_at_once,
                const char *how)
{
  double bare[BENCH_N_RUNS], ours[BENCH_N_RUNS], theirs[BENCH_N_RUNS];
  double our_cpu[BENCH_N_RUNS], their_cpu[BENCH_N_RUNS];
  double server, our, their;

  bench->n_at_once = n_at_once;
  session_requests (bench);

  /* In turn, so that all see the same machine. */
  for (guint i = 0; i < BENCH_N_RUNS; i++)
    {
      bare[i] = bare_requests (bench);
      ours[i] = session_requests (bench);
      our_cpu[i] = bench->cpu_usec;
      theirs[i] = bench->interop != NULL ? official_requests (bench) : 0;
      their_cpu[i] = bench->cpu_usec;
    }

  server = bench_median (bare, BENCH_N_RUNS);
  our = bench_median (ours, BENCH_N_RUNS);
  print_requests (how, "bare sockets", server, 0, 0);
  print_requests (how, "the session", our, server, bench_median (our_cpu, BENCH_N_RUNS));
  if (bench->interop == NULL)
    return;

  their = bench_median (theirs, BENCH_N_RUNS);
  print_requests (how, "official TypeScript client", their, server,
                  bench_median (their_cpu, BENCH_N_RUNS));
  bench_print ("  beyond the server, theirs to ours (floor 3)", (their - server) / (our - server),
               "x", 0);
  bench_print ("  processor time, theirs to ours",
               bench_median (their_cpu, BENCH_N_RUNS) / bench_median (our_cpu, BENCH_N_RUNS), "x",
               0);
}

int
main (int   argc,
      char *argv[])
{
  GSubprocess *server;
  Bench bench = { 0 };

  g_assert_cmpint (argc, ==, 3);
  bench.interop = g_getenv ("SOUNDER_INTEROP_DIR");

  server = bench_server_start (argv[1], NULL, &bench.port);
  bench_requests (&bench, 1, "one by one");
  bench_requests (&bench, N_AT_ONCE, "64 at once");
  bench_print ("64 calls on event streams at once, until all are answered",
               bench_run (streams_at_once, &bench), "ms", 0);
  bench_truth (&bench);
  bench_events (&bench);
  bench_server_stop (server);

  server = bench_server_start (argv[2], NULL, &bench.port);
  bench_requests (&bench, 1, "one by one, libsoup");
  bench_requests (&bench, N_AT_ONCE, "64 at once, libsoup");
  bench_server_stop (server);

  return 0;
}
