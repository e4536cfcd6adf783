/* main.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-demo-server"

#include "config.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "demo-server.h"

int
main (int   argc,
      char *argv[])
{
  DemoServer *server;
  int status;

  if (argc > 1 && strcmp (argv[1], "--version") == 0)
    {
      printf ("sounder-demo-server %s\n", PACKAGE_VERSION);
      return 0;
    }

  if (argc > 1)
    {
      fprintf (stderr,
               "Usage: sounder-demo-server\n\n"
               "A Model Context Protocol server with something of everything, for trying an\n"
               "inspector on. It speaks over its standard input and output; try\n"
               "  sounder-cli --demo info\n");
      return strcmp (argv[1], "--help") == 0 ? 0 : 2;
    }

  signal (SIGPIPE, SIG_IGN);
  server = demo_server_new ();
  status = demo_server_run (server);
  demo_server_free (server);

  return status;
}
