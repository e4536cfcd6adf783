/* main.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <locale.h>
#include <signal.h>

#include "mcp-host.h"
#include "mcp-install.h"
#include "sounder-application.h"

int
main (int   argc,
      char *argv[])
{
  gint64 started_usec = g_get_monotonic_time ();
  g_autofree char *locale_folder = mcp_install_dup_locale_folder ();
  g_autoptr (SounderApplication) application = NULL;

  setlocale (LC_ALL, "");
  bindtextdomain (GETTEXT_PACKAGE, locale_folder);
  bind_textdomain_codeset (GETTEXT_PACKAGE, "UTF-8");
  textdomain (GETTEXT_PACKAGE);

  /* A server that closes its input must not end us: writing fails with EPIPE instead. */
  signal (SIGPIPE, SIG_IGN);

  mcp_host_detect ();
  application = sounder_application_new (started_usec);

  return g_application_run (G_APPLICATION (application), argc, argv);
}
