/* cli-interrupt.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "cli-interrupt.h"
#include "mcp-read-thread.h"

/*
 * Signals by a pipe of our own. g_unix_signal_add() restarts system calls: a write to a pipe
 * that nobody reads would then never end, and the server would stay behind.
 */

/*
 * A thread watches that what was asked for happens, whatever blocks the main loop: a pipe that
 * nobody writes to, a file system that hangs, a computation. One rule for all of them.
 */

/* How long a signal may go unseen by the main loop. */
#define UNSEEN_USEC (800 * 1000)
/* How long an end that does not wait for anything may take: when it was asked for, and when the
 * time is over. */
#define LAST_USEC   (500 * 1000)
#define LATE_USEC   (300 * 1000)

static GMutex watch_mutex;
static CliForceFunc force_func;
static gpointer force_data;
static volatile sig_atomic_t is_watched; /* signals are, too */
static gint64 end_usec;             /* when the main loop has to be over; 0: open */

static int pipe_fds[2] = { -1, -1 };
static int watch_fds[2] = { -1, -1 };
static volatile sig_atomic_t n_received;
static sig_atomic_t n_dispatched;
static CliInterruptFunc interrupt_callback;
static gpointer interrupt_data;
static guint source_id;

static void
signal_handler (int signal_number)
{
  int saved_errno = errno;
  char byte = signal_number;
  G_GNUC_UNUSED gssize n;

  n_received++;
  n = write (pipe_fds[1], &byte, 1);
  if (is_watched)
    n = write (watch_fds[1], &byte, 1);
  errno = saved_errno;
}

static gboolean
readable_cb (int          fd,
             GIOCondition condition,
             gpointer     user_data)
{
  char byte;

  while (read (fd, &byte, 1) == 1)
    {
      n_dispatched++;
      interrupt_callback (byte, interrupt_data);
    }

  return G_SOURCE_CONTINUE;
}

static gint64
min_time (gint64 a,
          gint64 b)
{
  return a == 0 ? b : b == 0 ? a : MIN (a, b);
}

/* Waits for a signal until a time; 0 for ever. */
static gboolean
wait_for_signal (gint64  until_usec,
                 char   *number)
{
  struct pollfd fd = { watch_fds[0], POLLIN, 0 };
  gint64 left_usec = until_usec != 0 ? MAX (until_usec - g_get_monotonic_time (), 0) : -1;

  return poll (&fd, 1, left_usec < 0 ? -1 : (int) MIN ((left_usec + 999) / 1000, G_MAXINT)) > 0
         && read (watch_fds[0], number, 1) == 1;
}

static gpointer
watch (gpointer data)
{
  guint n_asked = 0;
  gint64 unseen_usec = 0;
  gint64 last_usec = end_usec;

  mcp_block_signals ();
  for (;;)
    {
      char number = 0;
      gint64 now_usec;

      if (wait_for_signal (min_time (unseen_usec, last_usec), &number))
        {
          now_usec = g_get_monotonic_time ();
          n_asked++;
          if (number == SIGINT && n_asked == 1)
            unseen_usec = now_usec + UNSEEN_USEC;
          else
            last_usec =
              min_time (last_usec, now_usec + LAST_USEC + (number == SIGINT ? 0 : UNSEEN_USEC));
          continue;
        }

      now_usec = g_get_monotonic_time ();
      if (unseen_usec != 0 && now_usec >= unseen_usec && !cli_interrupt_is_pending ())
        unseen_usec = 0;
      if ((unseen_usec != 0 && now_usec >= unseen_usec)
          || (last_usec != 0 && now_usec >= last_usec))
        break;
    }

  g_mutex_lock (&watch_mutex);
  if (force_func != NULL)
    force_func (force_data);
  g_mutex_unlock (&watch_mutex);

  return NULL;
}

/* Starts the thread, once there is something to watch. */
static void
start_watch (void)
{
  g_autoptr (GThread) thread = NULL;

  if (force_func == NULL || watch_fds[0] >= 0 || !g_unix_open_pipe (watch_fds, FD_CLOEXEC, NULL))
    return;

  g_unix_set_fd_nonblocking (watch_fds[1], TRUE, NULL);
  thread = g_thread_try_new ("watch", watch, NULL, NULL);
}

/**
 * cli_interrupt_watch:
 * @func: what ends the program when the main loop does not
 *
 * Has @func called when a first SIGINT was not seen by the main loop in time, and when the program
 * goes on half a second after a second one, or somewhat longer after a signal that ends it at once.
 */
void
cli_interrupt_watch (CliForceFunc func,
                     gpointer     user_data)
{
  force_func = func;
  force_data = user_data;
}

/* The same when the program goes on so long. Before cli_interrupt_install(). */
void
cli_interrupt_watch_time (guint max_time_msec)
{
  end_usec = g_get_monotonic_time () + (gint64) max_time_msec * 1000 + LATE_USEC;
  start_watch ();
}

/* The program is about to end by itself. */
void
cli_interrupt_unwatch (void)
{
  g_mutex_lock (&watch_mutex);
  force_func = NULL;
  g_mutex_unlock (&watch_mutex);
}

static gboolean
open_pipe (CliInterruptFunc   callback,
           gpointer           user_data,
           GError           **error)
{
  if (!g_unix_open_pipe (pipe_fds, FD_CLOEXEC, error) ||
      !g_unix_set_fd_nonblocking (pipe_fds[0], TRUE, error) ||
      !g_unix_set_fd_nonblocking (pipe_fds[1], TRUE, error))
    return FALSE;

  interrupt_callback = callback;
  interrupt_data = user_data;
  source_id = g_unix_fd_add_full (G_PRIORITY_HIGH, pipe_fds[0], G_IO_IN, readable_cb, NULL, NULL);

  return TRUE;
}

static void
take_signal (int      number,
             gboolean keep_ignored)
{
  struct sigaction action = { .sa_handler = signal_handler };
  struct sigaction old;

  if (keep_ignored && sigaction (number, NULL, &old) == 0 && old.sa_handler == SIG_IGN)
    return;

  sigemptyset (&action.sa_mask);
  sigaction (number, &action, NULL);
}

/**
 * cli_interrupt_install:
 * @callback: what to call from the main loop
 *
 * Takes SIGINT, SIGTERM and SIGHUP over, for the whole program.
 *
 * Returns: whether it worked
 */
gboolean
cli_interrupt_install (CliInterruptFunc   callback,
                       gpointer           user_data,
                       GError           **error)
{
  if (!open_pipe (callback, user_data, error))
    return FALSE;

  start_watch ();
  is_watched = watch_fds[1] >= 0;
  /* What nohup(1) asks. A shell ignores SIGINT for its background jobs; ping(8) and we do not. */
  take_signal (SIGINT, FALSE);
  take_signal (SIGTERM, FALSE);
  take_signal (SIGHUP, TRUE);

  return TRUE;
}

/**
 * cli_interrupt_install_all:
 * @callback: what to call from the main loop
 *
 * Takes every signal over that somebody sends to a program to tell it something. One that is
 * ignored stays so, for us and for what we start.
 *
 * Returns: whether it worked
 */
gboolean
cli_interrupt_install_all (CliInterruptFunc   callback,
                           gpointer           user_data,
                           GError           **error)
{
  static const int signals[] = {
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGCONT, SIGWINCH,
  };

  if (!open_pipe (callback, user_data, error))
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    take_signal (signals[i], TRUE);

  return TRUE;
}

/* Calls back no more. The signals stay ours: none ends the program while it closes the server. */
void
cli_interrupt_uninstall (void)
{
  g_clear_handle_id (&source_id, g_source_remove);
}

/*
 * Gets whether a signal has come that the main loop has not seen yet. What blocks looks here
 * and goes back to the main loop.
 */
gboolean
cli_interrupt_is_pending (void)
{
  return n_received != n_dispatched;
}
