/* mcp-exit.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>

#include <glib/gi18n-lib.h>

#include "mcp-process.h"

static const char *
signal_name (int number)
{
  static const struct
  {
    int         number;
    const char *name;
  } names[] = {
    { SIGHUP, "SIGHUP" },   { SIGINT, "SIGINT" },   { SIGQUIT, "SIGQUIT" }, { SIGILL, "SIGILL" },
    { SIGTRAP, "SIGTRAP" }, { SIGABRT, "SIGABRT" }, { SIGBUS, "SIGBUS" },   { SIGFPE, "SIGFPE" },
    { SIGKILL, "SIGKILL" }, { SIGUSR1, "SIGUSR1" }, { SIGSEGV, "SIGSEGV" }, { SIGUSR2, "SIGUSR2" },
    { SIGPIPE, "SIGPIPE" }, { SIGALRM, "SIGALRM" }, { SIGTERM, "SIGTERM" }, { SIGXCPU, "SIGXCPU" },
    { SIGXFSZ, "SIGXFSZ" }, { SIGSYS, "SIGSYS" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    if (names[i].number == number)
      return names[i].name;

  return NULL;
}

/**
 * mcp_exit_is_failure:
 * @status: how a process ended
 * @asked: whether it had been asked to end
 *
 * Gets whether something went wrong with it. One that is asked to end may do so in any way but by
 * crashing: many have no code for it.
 *
 * Returns: %TRUE for a failure
 */
gboolean
mcp_exit_is_failure (const McpExit *status,
                     gboolean       asked)
{
  int number = status->signal_number;

  if (status->exited)
    return status->exit_code != 0 && !asked;
  if (number == 0)
    return FALSE;

  return !asked
         || (number != SIGTERM && number != SIGKILL && number != SIGINT && number != SIGHUP
             && number != SIGPIPE);
}

/**
 * mcp_exit_to_text:
 * @status: how a process ended
 *
 * Says it in words: “exit code 3”, “signal 11 (SIGSEGV)”, “signal 11 (SIGSEGV), core dumped”. A
 * status that is neither is one that nobody could tell.
 *
 * Returns: (transfer full): the text
 */
char *
mcp_exit_to_text (const McpExit *status)
{
  const char *name;
  g_autofree char *text = NULL;

  g_return_val_if_fail (status != NULL, NULL);

  if (status->exited)
    return g_strdup_printf (_("exit code %d"), status->exit_code);
  if (status->signal_number == 0)
    return g_strdup (_("with an unknown status, for the Flatpak session helper is gone"));

  name = signal_name (status->signal_number);
  if (name != NULL)
    text = g_strdup_printf (_("signal %d (%s)"), status->signal_number, name);
  else
    text = g_strdup_printf (_("signal %d"), status->signal_number);

  if (status->core_dumped)
    return g_strdup_printf (_("%s, core dumped"), text);

  return g_steal_pointer (&text);
}
