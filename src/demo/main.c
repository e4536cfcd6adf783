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

#define DEFAULT_PORT 8300

static int
print_usage (FILE *file)
{
  fprintf (file,
           "Usage: sounder-demo-server [--modern] [--http [PORT]]\n\n"
           "A Model Context Protocol server with something of everything, for trying an\n"
           "inspector on. It speaks over its standard input and output; try\n"
           "  sounder-cli --demo info\n\n"
           "With --http it serves Streamable HTTP at http://127.0.0.1:PORT/mcp, to this\n"
           "computer alone, until it is interrupted. PORT is %d, or any that is free\n"
           "with 0.\n\n"
           "With --modern it knows revision 2026-07-28 beside the older ones.\n",
           DEFAULT_PORT);

  return file == stdout ? 0 : 2;
}

static int
serve_http (const char *port_text,
            gboolean    modern)
{
  guint64 port = DEFAULT_PORT;

  if (port_text != NULL && !g_ascii_string_to_unsigned (port_text, 10, 0, 65535, &port, NULL))
    {
      fprintf (stderr, "sounder-demo-server: --http %s: not a port\n", port_text);
      return 2;
    }

  return demo_http_run (port, modern);
}

int
main (int   argc,
      char *argv[])
{
  DemoServer *server;
  gboolean modern = FALSE;
  int status;

  if (argc > 1 && strcmp (argv[1], "--version") == 0)
    {
      printf ("sounder-demo-server %s\n", PACKAGE_VERSION);
      return 0;
    }

  signal (SIGPIPE, SIG_IGN);
  if (argc > 1 && strcmp (argv[1], "--modern") == 0)
    {
      modern = TRUE;
      argc--;
      argv++;
    }
  if (argc > 1 && argc <= 3 && strcmp (argv[1], "--http") == 0)
    return serve_http (argv[2], modern);
  if (argc > 1)
    return print_usage (strcmp (argv[1], "--help") == 0 ? stdout : stderr);

  server = demo_server_new (modern);
  status = demo_server_run (server);
  demo_server_free (server);

  return status;
}
