/* cli-interrupt.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <glib-unix.h>
#include <signal.h>
#include <unistd.h>

#include "cli-interrupt.h"

/*
 * Signals by a pipe of our own. g_unix_signal_add() restarts system calls: a write to a pipe
 * that nobody reads would then never end, and the server would stay behind.
 */

static int pipe_fds[2] = { -1, -1 };
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
