/* cli-tap.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli-interrupt.h"
#include "cli-tap.h"
#include "mcp-error.h"
#include "mcp-host.h"
#include "mcp-pass-process.h"
#include "mcp-program.h"
#include "mcp-pump.h"

/*
 * In the place of a server that another program starts: the bytes go through by threads of their
 * own, the main loop takes note of them, of signals and of the end.
 */

/* Something that the server has left behind may hold its pipes open for ever. */
#define QUIET_MSEC 500

/* Who has started us is not to wait any longer for what we write down. */
#define PATIENCE_USEC (300 * 1000)

typedef struct
{
  CliTapLog       log;
  McpPassQueue   *queue;
  McpPassProcess  process;
  int             wait_status;
  gboolean        reaped;
  gint64          reaped_usec;
  gboolean        left;          /* this is who goes on behind the client's back */
  gboolean        ended[3];      /* by McpObserverStream */
  gboolean        told_to_end;   /* by a signal that we passed on */
  guint           quiet_source;
  gboolean        done;
} Tap;

static gboolean
quiet_cb (gpointer user_data)
{
  Tap *tap = user_data;

  tap->quiet_source = 0;
  tap->done = TRUE;

  return G_SOURCE_REMOVE;
}

/* All is over when the server has ended and all that it said was passed on. */
static void
check_done (Tap *tap)
{
  g_clear_handle_id (&tap->quiet_source, g_source_remove);

  if (!tap->reaped)
    return;

  if (tap->ended[MCP_OBSERVER_STDOUT] && tap->ended[MCP_OBSERVER_STDERR])
    tap->done = TRUE;
  else
    tap->quiet_source = g_timeout_add (QUIET_MSEC, quiet_cb, tap);
}

static const char *
get_stream_name (guint stream)
{
  static const char * const names[] = { "stdin", "stdout", "stderr" };

  return names[stream];
}

static void
stream_ended (Tap               *tap,
              const McpPassItem *item)
{
  mcp_observer_end (tap->log.observer, item->stream);
  if (item->n_bytes > 0)
    mcp_observer_note (tap->log.observer, "undelivered",
                       _("The last %" PRIu64 " bytes of %s were not received: nobody reads it "
                         "any more"), item->n_bytes, get_stream_name (item->stream));
  tap->ended[item->stream] = TRUE;
  check_done (tap);
}

static void
item_cb (const McpPassItem *item,
         gpointer           user_data)
{
  Tap *tap = user_data;

  switch (item->kind)
    {
    case MCP_PASS_DATA:
      mcp_observer_push (tap->log.observer, item->stream, g_bytes_get_data (item->bytes, NULL),
                         g_bytes_get_size (item->bytes), item->time_usec);
      if (tap->reaped)
        check_done (tap);
      break;

    case MCP_PASS_GAP:
      mcp_observer_end (tap->log.observer, item->stream);
      mcp_observer_note (tap->log.observer, "gap",
                         _("%" PRIu64 " bytes of %s were passed on faster than they could be "
                           "written down, and are missing here"),
                         item->n_bytes, get_stream_name (item->stream));
      break;

    case MCP_PASS_END:
    case MCP_PASS_BROKEN:
      stream_ended (tap, item);
      break;

    default:
      break;
    }
}

static void
signal_cb (int      signal_number,
           gpointer user_data)
{
  Tap *tap = user_data;

  tap->told_to_end |= signal_number != SIGCONT && signal_number != SIGWINCH;
  if (!tap->reaped)
    mcp_pass_process_signal (&tap->process, signal_number);
}

static void
reaped_cb (GPid     pid,
           int      wait_status,
           gpointer user_data)
{
  Tap *tap = user_data;

  /* Its descendants were told to end as well, and nobody else knows them. */
  if (tap->told_to_end)
    mcp_pass_process_signal (&tap->process, SIGKILL);

  tap->reaped = TRUE;
  tap->reaped_usec = g_get_monotonic_time ();
  tap->wait_status = wait_status;
  check_done (tap);
}

/* Exactly what was given: a program of the command line may have bytes that are no text. */
static char **
dup_environ (CliConnection *connection,
             McpProfile    *profile)
{
  const CliOptions *options = connection->options;
  char **envp;

  if (options->program == NULL)
    return mcp_profile_dup_environ (profile);

  envp = g_get_environ ();
  for (guint i = 0; options->env != NULL && options->env[i] != NULL; i++)
    {
      g_auto (GStrv) pair = g_strsplit (options->env[i], "=", 2);

      envp = g_environ_setenv (envp, pair[0], pair[1], TRUE);
    }

  return envp;
}

static gboolean
start_program (Tap            *tap,
               CliConnection  *connection,
               GError        **error)
{
  McpProfile *profile = tap->log.profile;
  const char * const *argv = connection->options->program != NULL
                               ? (const char * const *) connection->options->program
                               : mcp_profile_get_argv (profile);
  const char *cwd = mcp_profile_get_settings (profile)->cwd;
  g_auto (GStrv) envp = dup_environ (connection, profile);
  g_auto (GStrv) names = mcp_program_dup_environ_names ((const char * const *) envp);
  g_autofree char *current = g_get_current_dir ();
  g_autofree char *program = NULL;

  if (cwd != NULL && !mcp_program_check_directory (cwd, error))
    return FALSE;
  program = mcp_program_find (argv[0], cwd, (const char * const *) envp, error);
  if (program == NULL && mcp_host_get_state () == MCP_HOST_OPEN)
    g_prefix_error (error, _("A tap that runs in a sandbox starts only what is inside it. Install "
                             "Sounder outside of Flatpak to tap programs of your system. "));
  if (program == NULL ||
      !mcp_pass_process_start (&tap->process, program, argv, cwd, (const char * const *) envp,
                               error))
    return FALSE;

  mcp_observer_spawned (tap->log.observer, tap->process.pid, argv, cwd != NULL ? cwd : current,
                        (const char * const *) names);

  return TRUE;
}

static void
start_pumps (Tap *tap)
{
  tap->queue = mcp_pass_queue_new (cli_tap_log_get_queue_bytes (&tap->log), item_cb, tap);
  mcp_pump_start (tap->queue, MCP_OBSERVER_STDIN, STDIN_FILENO, MCP_PUMP_REPLACE,
                  tap->process.stdin_fd, MCP_PUMP_CLOSE);
  mcp_pump_start (tap->queue, MCP_OBSERVER_STDOUT, tap->process.stdout_fd, MCP_PUMP_CLOSE,
                  STDOUT_FILENO, MCP_PUMP_REPLACE);
  /* Ours too, for what we have to say ourselves. */
  mcp_pump_start (tap->queue, MCP_OBSERVER_STDERR, tap->process.stderr_fd, MCP_PUMP_CLOSE,
                  STDERR_FILENO, MCP_PUMP_KEEP);
}

static void
note_exit (Tap *tap)
{
  McpExit status = { 0 };

  status.exited = WIFEXITED (tap->wait_status);
  if (status.exited)
    status.exit_code = WEXITSTATUS (tap->wait_status);
  else
    status.signal_number = WTERMSIG (tap->wait_status);
  status.core_dumped = !status.exited && WCOREDUMP (tap->wait_status);
  mcp_observer_exited (tap->log.observer, &status);
}

/* Ends as the server did. */
static int
end_like (int wait_status)
{
  const struct rlimit none = { 0, 0 };

  if (WIFEXITED (wait_status))
    return WEXITSTATUS (wait_status);

  /* A second core of something that did not crash helps nobody. */
  setrlimit (RLIMIT_CORE, &none);
  signal (WTERMSIG (wait_status), SIG_DFL);
  raise (WTERMSIG (wait_status));

  return 128 + WTERMSIG (wait_status);
}

/* Whether all has crossed, but far from all is taken note of. */
static gboolean
is_late (Tap *tap)
{
  return tap->reaped && mcp_pass_queue_has_end (tap->queue, MCP_OBSERVER_STDOUT)
         && mcp_pass_queue_has_end (tap->queue, MCP_OBSERVER_STDERR)
         && g_get_monotonic_time () - tap->reaped_usec > PATIENCE_USEC;
}

/* Ends this process, but not what it has begun. The first process of a container takes all with it. */
static void
leave (Tap *tap)
{
  if (tap->log.print_output != NULL || tap->left || getpid () == 1)
    return;

  tap->left = TRUE;
  if (!cli_tap_log_leave (&tap->log, tap->queue))
    _exit (end_like (tap->wait_status));
}

static void
pass_on (Tap *tap)
{
  g_child_watch_add (tap->process.pid, reaped_cb, tap);
  start_pumps (tap);

  while (!tap->done && !is_late (tap))
    g_main_context_iteration (NULL, TRUE);

  mcp_pass_process_release (&tap->process);
  if (!tap->done)
    leave (tap);
  mcp_pass_queue_dispatch (tap->queue);
  if (cli_tap_log_is_behind (&tap->log))
    leave (tap);
  g_clear_handle_id (&tap->quiet_source, g_source_remove);
  mcp_pass_queue_close (tap->queue);
  g_clear_pointer (&tap->queue, mcp_pass_queue_unref);
  for (guint i = 0; i < G_N_ELEMENTS (tap->ended); i++)
    if (!tap->ended[i])
      mcp_observer_end (tap->log.observer, i);
  note_exit (tap);
}

/* Of a saved server it is known only now. */
static gboolean
check_is_program (Tap     *tap,
                  GError **error)
{
  if (mcp_profile_is_stdio (tap->log.profile))
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("%s has a URL: tap it with --listen PORT"),
               mcp_profile_get_name (tap->log.profile));

  return FALSE;
}

/**
 * cli_run_tap:
 *
 * Stands in the place of a server, and takes note of what crosses.
 *
 * Returns: what to end with: the server's own status when it was started
 */
int
cli_run_tap (CliConnection *connection)
{
  const CliOptions *options = connection->options;
  g_autoptr (GError) error = NULL;
  Tap tap = { 0 };

  if (options->headers != NULL)
    return cli_connection_usage (connection, _("--header: a tap adds nothing to what crosses"));
  if (options->listen >= 0)
    return cli_run_tap_http (connection);
  if (options->url != NULL || options->host != NULL || options->rewrite_host)
    return cli_connection_usage (connection, _("tap: a server with a URL needs --listen PORT"));
  if (options->allow_hosts != NULL)
    return cli_connection_usage (connection, _("tap: --allow-host needs --listen PORT"));

  if (!cli_tap_log_open (&tap.log, connection, &error) ||
      !check_is_program (&tap, &error) ||
      !cli_interrupt_install_all (signal_cb, &tap, &error) ||
      !start_program (&tap, connection, &error))
    {
      if (tap.log.observer != NULL)
        mcp_observer_note (tap.log.observer, "failed", "%s", error->message);
      cli_tap_log_close (&tap.log);
      return cli_connection_fail (connection, "tap", error, NULL);
    }

  pass_on (&tap);
  cli_interrupt_uninstall ();
  cli_tap_log_close (&tap.log);

  return end_like (tap.wait_status);
}
