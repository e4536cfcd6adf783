/* mcp-stdio-transport.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>

#include <glib/gi18n-lib.h>

#include "mcp-error-cause.h"
#include "mcp-line-reader.h"
#include "mcp-program.h"
#include "mcp-shutdown.h"
#include "mcp-stdio-transport.h"
#include "mcp-transport-private.h"
#include "mcp-write-queue.h"

/**
 * McpStdioTransport:
 *
 * Messages as lines over the pipes of a child (specification, basic/transports, "stdio").
 *
 * Reading, writing and ending are three helpers of its own; this class ties them to one life. It
 * is closed when the exit status is known, both pipes have ended, and nothing of the process
 * group is left, whoever began.
 *
 * No source and no helper holds a reference to it: dropping the last one kills the process group.
 */

#define STDERR_CAP_BYTES (1024 * 1024)

/* A process that ends closes its output first: how long that may take before it is news. */
#define OUTPUT_CLOSED_MSEC 500

/* How long closing waits for a sink that has paused, before it drops what was not read. */
#define PAUSED_GRACE_MSEC 1000

struct _McpStdioTransport
{
  McpConnectionTransport  parent_instance;

  char          **argv;
  char           *cwd;
  char          **envp;
  gsize           cap_bytes;
  guint           close_wait_msec;
  guint           term_wait_msec;

  McpProcess     *process;
  McpLineReader  *stdout_reader;
  McpLineReader  *stderr_reader;
  McpWriteQueue  *queue;
  McpShutdown    *shutdown;
  guint           output_closed_timeout;
  guint           paused_timeout;

  gboolean        paused;
  gboolean        died;              /* it ended before we asked */
  gboolean        process_exited;    /* reaped, and pipes ended or given up */
  gboolean        stdout_ended;
  gboolean        stderr_ended;
  gboolean        exit_reported;
  gboolean        group_ended;
  gint64          reaped_usec;       /* what the last step waited, while it is untold; else -1 */
  gboolean        survivors;         /* ... as far as we could end it */
};

G_DEFINE_FINAL_TYPE (McpStdioTransport, mcp_stdio_transport, MCP_TYPE_CONNECTION_TRANSPORT)

static void check_closed (McpStdioTransport *self);

static gboolean
is_open (McpStdioTransport *self)
{
  McpConnectionState state = mcp_connection_transport_get_state (MCP_CONNECTION_TRANSPORT (self));

  return state == MCP_CONNECTION_OPEN || state == MCP_CONNECTION_CLOSING;
}

static gboolean
is_closing (McpStdioTransport *self)
{
  return mcp_connection_transport_is_closing (MCP_CONNECTION_TRANSPORT (self));
}

/* It says how the program ended, and has that behind it as GLib would say it. */
static GError *
new_died_error (McpStdioTransport *self)
{
  McpExit status = { 0 };
  g_autofree char *text = NULL;
  g_autoptr (GError) cause = NULL;
  GError *error;

  mcp_process_has_exited (self->process, &status);
  text = mcp_exit_to_text (&status);
  cause = g_error_new_literal (status.exited ? G_SPAWN_EXIT_ERROR : G_SPAWN_ERROR,
                               status.exited ? status.exit_code : G_SPAWN_ERROR_FAILED, text);
  error = g_error_new (MCP_ERROR, MCP_ERROR_DIED, _("The server “%s” has ended: %s."), self->argv[0], text);
  mcp_error_set_cause (error, cause);

  return error;
}

/* Nothing is left, or all that we could do is done. The caller holds a reference. */
static void
end_connection (McpStdioTransport *self)
{
  McpConnectionTransport *connection = MCP_CONNECTION_TRANSPORT (self);

  if (self->survivors)
    mcp_connection_transport_set_close_error (
      connection, g_error_new (MCP_ERROR, MCP_ERROR_FAILED,
                               _("The server “%s” (process %d) could not be ended: not even "
                                 "SIGKILL did. Look at it with “ps”."),
                               self->argv[0], (int) mcp_process_get_pid (self->process)));

  mcp_connection_transport_end (connection, self->died ? new_died_error (self) : NULL);
}

static void
report_dropped (McpStdioTransport *self)
{
  guint64 n_lines;
  guint64 n_stderr_lines;
  guint64 n_bytes = mcp_line_reader_get_dropped (self->stdout_reader, &n_lines)
                    + mcp_line_reader_get_dropped (self->stderr_reader, &n_stderr_lines);

  if (n_bytes > 0)
    mcp_transport_report_dropped (MCP_TRANSPORT (self), n_bytes, n_lines + n_stderr_lines);
}

static void
mcp_stdio_transport_ended (McpConnectionTransport *connection,
                           const GError           *error,
                           const GError           *lost_error)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (connection);

  g_clear_handle_id (&self->output_closed_timeout, g_source_remove);
  g_clear_handle_id (&self->paused_timeout, g_source_remove);
  mcp_line_reader_stop (self->stdout_reader);
  mcp_line_reader_stop (self->stderr_reader);
  report_dropped (self);
  mcp_write_queue_close (self->queue, lost_error);
  mcp_write_queue_report_lost (self->queue);
}

static gboolean
paused_timeout_cb (gpointer user_data)
{
  McpStdioTransport *self = user_data;
  g_autoptr (McpStdioTransport) hold = g_object_ref (self);

  self->paused_timeout = 0;
  mcp_line_reader_stop (self->stdout_reader);
  self->stdout_ended = TRUE;
  check_closed (self);

  return G_SOURCE_REMOVE;
}

/* Goes on to the end when nothing is missing any more. The caller holds a reference. */
static void
check_closed (McpStdioTransport *self)
{
  if (!is_open (self) || !self->process_exited)
    return;

  if (!self->stdout_ended && self->paused && is_closing (self) && self->paused_timeout == 0)
    self->paused_timeout = g_timeout_add (PAUSED_GRACE_MSEC, paused_timeout_cb, self);

  if (!self->stdout_ended || !self->stderr_ended)
    return;

  /* What it did not read comes before its end. Whoever is told may close, and get here too. */
  mcp_write_queue_report_lost (self->queue);

  if (!self->exit_reported)
    {
      McpExit status;

      self->exit_reported = TRUE;
      if (mcp_process_has_exited (self->process, &status))
        mcp_transport_report_exited (MCP_TRANSPORT (self), &status);
    }
  if (self->reaped_usec >= 0)
    {
      mcp_transport_report_shutdown_step (MCP_TRANSPORT (self), "reaped", self->reaped_usec);
      self->reaped_usec = -1;
    }

  if (self->group_ended && is_open (self))
    end_connection (self);
}

static gboolean
output_closed_cb (gpointer user_data)
{
  McpStdioTransport *self = user_data;
  g_autoptr (McpStdioTransport) hold = g_object_ref (self);

  self->output_closed_timeout = 0;
  if (!is_closing (self) && !mcp_process_has_exited (self->process, NULL))
    mcp_transport_report_output_closed (MCP_TRANSPORT (self));

  return G_SOURCE_REMOVE;
}

static void
stdout_ended_cb (McpTransport *transport)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (transport);

  self->stdout_ended = TRUE;
  if (!is_closing (self) && !mcp_process_has_exited (self->process, NULL))
    self->output_closed_timeout = g_timeout_add (OUTPUT_CLOSED_MSEC, output_closed_cb, self);

  /* May tell us at once that the process has exited. */
  mcp_process_close_stdout (self->process);
  check_closed (self);
}

static void
stderr_ended_cb (McpTransport *transport)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (transport);

  self->stderr_ended = TRUE;
  mcp_process_close_stderr (self->process);
  check_closed (self);
}

/* What some lines cause goes out in one write. */
static void
begin_lines (McpTransport *transport)
{
  mcp_write_queue_hold (MCP_STDIO_TRANSPORT (transport)->queue);
}

static void
end_lines (McpTransport *transport)
{
  mcp_write_queue_release (MCP_STDIO_TRANSPORT (transport)->queue);
}

static const McpLineReaderFuncs stdout_funcs = {
  .line = mcp_transport_report_line,
  .partial = mcp_transport_report_partial_line,
  .ended = stdout_ended_cb,
  .begin = begin_lines,
  .end = end_lines,
};

static const McpLineReaderFuncs stderr_funcs = {
  .line = mcp_transport_report_stderr_line,
  .ended = stderr_ended_cb,
};

static const McpWriteQueueFuncs queue_funcs = {
  mcp_transport_report_sent,
  mcp_transport_report_unsent,
};

static void
shutdown_done_cb (McpTransport *transport,
                  gboolean      survivors)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (transport);

  self->group_ended = TRUE;
  self->survivors = survivors;
  if (survivors)
    {
      /* There will be no exit and no end of the pipes. */
      self->process_exited = TRUE;
      self->stdout_ended = TRUE;
      self->stderr_ended = TRUE;
    }
  check_closed (self);
}

/* The group may be seen to be gone before the last output has come from its thread. */
static void
shutdown_step_cb (McpTransport *transport,
                  const char   *step,
                  gint64        waited_usec)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (transport);

  if (g_str_equal (step, "reaped") && !self->exit_reported)
    self->reaped_usec = waited_usec;
  else
    mcp_transport_report_shutdown_step (transport, step, waited_usec);
}

static const McpShutdownFuncs shutdown_funcs = {
  shutdown_step_cb,
  shutdown_done_cb,
};

static void
reaped_cb (McpStdioTransport *self)
{
  g_autoptr (GError) error = NULL;

  self->died = !is_closing (self);
  g_clear_handle_id (&self->output_closed_timeout, g_source_remove);
  mcp_shutdown_leader_ended (self->shutdown);

  error = self->died ? new_died_error (self) : mcp_connection_transport_new_closed_error ();
  mcp_write_queue_close (self->queue, error);
  /* A descendant that shares it sees its end. */
  mcp_process_close_stdin (self->process);
}

static void
exited_cb (McpStdioTransport *self)
{
  g_autoptr (McpStdioTransport) hold = g_object_ref (self);

  self->process_exited = TRUE;
  /* A descendant may hold the pipes: what is in them now is all that the server wrote. */
  mcp_line_reader_finish_soon (self->stdout_reader);
  mcp_line_reader_finish_soon (self->stderr_reader);
  check_closed (self);
  mcp_shutdown_sweep (self->shutdown);
  check_closed (self);
}

static gboolean
start_reading (McpStdioTransport  *self,
               GError            **error)
{
  self->stdout_reader = mcp_line_reader_new (MCP_TRANSPORT (self), &stdout_funcs,
                                             mcp_process_get_stdout_fd (self->process),
                                             self->cap_bytes, MCP_STDIO_PARTIAL_BYTES, error);
  if (self->stdout_reader == NULL)
    return FALSE;

  if (self->paused)
    mcp_line_reader_pause (self->stdout_reader);
  self->stderr_reader = mcp_line_reader_new (MCP_TRANSPORT (self), &stderr_funcs,
                                             mcp_process_get_stderr_fd (self->process),
                                             STDERR_CAP_BYTES, MCP_STDIO_PARTIAL_BYTES, error);

  return self->stderr_reader != NULL;
}

static void
drop_process (McpStdioTransport *self)
{
  g_clear_pointer (&self->stdout_reader, mcp_line_reader_free);
  g_clear_pointer (&self->stderr_reader, mcp_line_reader_free);
  /* Kills what lives. */
  g_clear_object (&self->process);
}

static void
become_open (McpStdioTransport *self,
             gint64             took_usec)
{
  g_auto (GStrv) names = mcp_program_dup_environ_names ((const char * const *) self->envp);

  mcp_connection_transport_set_open (MCP_CONNECTION_TRANSPORT (self));
  g_signal_connect_object (self->process, "reaped", G_CALLBACK (reaped_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->process, "exited", G_CALLBACK (exited_cb), self,
                           G_CONNECT_SWAPPED);
  self->shutdown = mcp_shutdown_new (MCP_TRANSPORT (self), &shutdown_funcs, self->process,
                                     self->close_wait_msec, self->term_wait_msec);

  mcp_transport_report_spawned (MCP_TRANSPORT (self), mcp_process_get_pid (self->process),
                                (const char * const *) self->argv, self->cwd,
                                (const char * const *) names, took_usec);
  mcp_write_queue_open (self->queue, mcp_process_get_stdin_fd (self->process));
  mcp_connection_transport_return_open (MCP_CONNECTION_TRANSPORT (self));
}

static void
mcp_stdio_transport_connect (McpConnectionTransport *connection)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (connection);
  GError *error = NULL;
  gint64 begin_usec = g_get_monotonic_time ();
  gint64 took_usec;

  self->process = mcp_process_spawn ((const char * const *) self->argv, self->cwd,
                                     (const char * const *) self->envp, &error);
  took_usec = g_get_monotonic_time () - begin_usec;
  if (self->process != NULL && start_reading (self, &error))
    {
      become_open (self, took_usec);
      return;
    }

  drop_process (self);
  mcp_connection_transport_fail_open (connection, error);
}

static void
mcp_stdio_transport_open_failed (McpConnectionTransport *connection,
                                 const GError           *error)
{
  mcp_write_queue_close (MCP_STDIO_TRANSPORT (connection)->queue, error);
}

static void
mcp_stdio_transport_disconnect (McpConnectionTransport *connection)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (connection);
  g_autoptr (GError) error = mcp_connection_transport_new_closed_error ();

  mcp_write_queue_close (self->queue, error);
  mcp_shutdown_start (self->shutdown);
  mcp_line_reader_hurry (self->stdout_reader);
  mcp_line_reader_hurry (self->stderr_reader);
  check_closed (self);
}

static void
mcp_stdio_transport_hurry (McpConnectionTransport *connection)
{
  mcp_shutdown_hurry (MCP_STDIO_TRANSPORT (connection)->shutdown);
}

static guint64
mcp_stdio_transport_send (McpTransport         *transport,
                          GBytes               *bytes,
                          const McpSendOptions *options)
{
  return mcp_write_queue_send (MCP_STDIO_TRANSPORT (transport)->queue, bytes,
                               options == NULL || !options->no_line_end);
}

static gboolean
mcp_stdio_transport_unsend (McpTransport *transport,
                            guint64       ticket)
{
  return mcp_write_queue_unsend (MCP_STDIO_TRANSPORT (transport)->queue, ticket);
}

static void
mcp_stdio_transport_pause (McpTransport *transport,
                           guint         exchange)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (transport);

  if (exchange == MCP_EXCHANGE_STDERR)
    {
      if (self->stderr_reader != NULL)
        mcp_line_reader_pause (self->stderr_reader);
      return;
    }

  self->paused = TRUE;
  if (self->stdout_reader != NULL)
    mcp_line_reader_pause (self->stdout_reader);
}

static void
mcp_stdio_transport_resume (McpTransport *transport,
                            guint         exchange)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (transport);

  if (exchange == MCP_EXCHANGE_STDERR)
    {
      if (self->stderr_reader != NULL)
        mcp_line_reader_resume (self->stderr_reader);
      return;
    }

  self->paused = FALSE;
  g_clear_handle_id (&self->paused_timeout, g_source_remove);
  if (self->stdout_reader != NULL)
    mcp_line_reader_resume (self->stdout_reader);
}

static const McpStep *
mcp_stdio_transport_get_steps (McpTransport *transport,
                               gsize        *n_steps)
{
  static const McpStep steps[] = { MCP_STEP_SPAWN, MCP_STEP_FIRST_OUTPUT, MCP_STEP_HANDSHAKE };

  *n_steps = G_N_ELEMENTS (steps);

  return steps;
}

static char *
mcp_stdio_transport_describe (McpTransport *transport)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (transport);

  if (self->process == NULL)
    return g_strdup_printf ("stdio · %s", self->argv[0]);

  if (mcp_process_is_on_host (self->process))
    /* Translators: of a process outside of the Flatpak sandbox. */
    return g_strdup_printf (_("stdio · pid %d on the host"),
                            (int) mcp_process_get_pid (self->process));

  return g_strdup_printf ("stdio · pid %d", (int) mcp_process_get_pid (self->process));
}

static void
mcp_stdio_transport_kill (McpTransport *transport)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (transport);

  MCP_TRANSPORT_CLASS (mcp_stdio_transport_parent_class)->kill (transport);
  if (self->process != NULL)
    mcp_process_signal_group (self->process, SIGKILL);
}

static void
mcp_stdio_transport_dispose (GObject *object)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (object);

  g_clear_handle_id (&self->output_closed_timeout, g_source_remove);
  g_clear_handle_id (&self->paused_timeout, g_source_remove);
  g_clear_pointer (&self->queue, mcp_write_queue_free);
  g_clear_pointer (&self->shutdown, mcp_shutdown_free);
  drop_process (self);

  G_OBJECT_CLASS (mcp_stdio_transport_parent_class)->dispose (object);
}

static void
mcp_stdio_transport_finalize (GObject *object)
{
  McpStdioTransport *self = MCP_STDIO_TRANSPORT (object);

  g_strfreev (self->argv);
  g_free (self->cwd);
  g_strfreev (self->envp);

  G_OBJECT_CLASS (mcp_stdio_transport_parent_class)->finalize (object);
}

static void
mcp_stdio_transport_class_init (McpStdioTransportClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  McpTransportClass *transport_class = MCP_TRANSPORT_CLASS (klass);
  McpConnectionTransportClass *connection_class = MCP_CONNECTION_TRANSPORT_CLASS (klass);

  object_class->dispose = mcp_stdio_transport_dispose;
  object_class->finalize = mcp_stdio_transport_finalize;

  transport_class->send = mcp_stdio_transport_send;
  transport_class->unsend = mcp_stdio_transport_unsend;
  transport_class->pause = mcp_stdio_transport_pause;
  transport_class->resume = mcp_stdio_transport_resume;
  transport_class->get_steps = mcp_stdio_transport_get_steps;
  transport_class->describe = mcp_stdio_transport_describe;
  transport_class->kill = mcp_stdio_transport_kill;

  connection_class->connect = mcp_stdio_transport_connect;
  connection_class->open_failed = mcp_stdio_transport_open_failed;
  connection_class->disconnect = mcp_stdio_transport_disconnect;
  connection_class->ended = mcp_stdio_transport_ended;
  connection_class->hurry = mcp_stdio_transport_hurry;
}

static void
mcp_stdio_transport_init (McpStdioTransport *self)
{
  self->cap_bytes = MCP_STDIO_DEFAULT_CAP_BYTES;
  self->reaped_usec = -1;
  self->close_wait_msec = MCP_STDIO_DEFAULT_CLOSE_WAIT_MSEC;
  self->term_wait_msec = MCP_STDIO_DEFAULT_TERM_WAIT_MSEC;
  self->queue = mcp_write_queue_new (MCP_TRANSPORT (self), &queue_funcs);
}

/**
 * mcp_stdio_transport_new:
 * @argv: the program and its arguments
 * @cwd: (nullable): the working directory; %NULL for our own
 * @envp: (nullable): the whole environment as NAME=value; %NULL to inherit ours
 *
 * Creates a transport to a program that is started when it is opened.
 */
McpTransport *
mcp_stdio_transport_new (const char * const *argv,
                         const char         *cwd,
                         const char * const *envp)
{
  McpStdioTransport *self;

  g_return_val_if_fail (argv != NULL && argv[0] != NULL, NULL);

  self = g_object_new (MCP_TYPE_STDIO_TRANSPORT, NULL);
  self->argv = g_strdupv ((char **) argv);
  self->cwd = g_strdup (cwd);
  self->envp = g_strdupv ((char **) envp);

  return MCP_TRANSPORT (self);
}

/**
 * mcp_stdio_transport_set_cap:
 * @cap_bytes: the longest line of stdout that is kept whole; 0 for no limit
 *
 * Sets how long a message may be. Takes effect when the transport is opened.
 */
void
mcp_stdio_transport_set_cap (McpStdioTransport *self,
                             gsize              cap_bytes)
{
  g_return_if_fail (MCP_IS_STDIO_TRANSPORT (self));

  self->cap_bytes = cap_bytes;
}

/**
 * mcp_stdio_transport_set_waits:
 * @close_wait_msec: between closing stdin and SIGTERM, in milliseconds
 * @term_wait_msec: between SIGTERM and SIGKILL, in milliseconds
 *
 * Sets how patient closing is. Takes effect when the transport is opened.
 */
void
mcp_stdio_transport_set_waits (McpStdioTransport *self,
                               guint              close_wait_msec,
                               guint              term_wait_msec)
{
  g_return_if_fail (MCP_IS_STDIO_TRANSPORT (self));

  self->close_wait_msec = close_wait_msec;
  self->term_wait_msec = term_wait_msec;
}

/**
 * mcp_stdio_transport_dup_unfinished:
 * @first_usec: (out) (optional): when its first byte was read, monotonic; set only with a line
 *
 * Gets the start of the line that the program has begun and not ended, on standard output or, when
 * there is none, on standard error: a question, most often.
 *
 * Returns: (transfer full) (nullable): at most @max_bytes
 */
GBytes *
mcp_stdio_transport_dup_unfinished (McpStdioTransport *self,
                                    gsize              max_bytes,
                                    gint64            *first_usec)
{
  GBytes *bytes = NULL;

  g_return_val_if_fail (MCP_IS_STDIO_TRANSPORT (self), NULL);

  if (self->stdout_reader != NULL)
    bytes = mcp_line_reader_dup_unfinished (self->stdout_reader, max_bytes, first_usec);
  if (bytes == NULL && self->stderr_reader != NULL)
    bytes = mcp_line_reader_dup_unfinished (self->stderr_reader, max_bytes, first_usec);

  return bytes;
}

/**
 * mcp_stdio_transport_get_process:
 *
 * Gets the process behind the transport, to read its usage.
 *
 * Returns: (transfer none) (nullable): the process, or %NULL before it was opened
 */
McpProcess *
mcp_stdio_transport_get_process (McpStdioTransport *self)
{
  g_return_val_if_fail (MCP_IS_STDIO_TRANSPORT (self), NULL);

  return self->process;
}
