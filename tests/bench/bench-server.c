/* bench-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "bench-server.h"

/**
 * bench_server_start:
 * @program: the path of a server
 * @argument: (nullable): for it
 * @port: (out): where it listens
 *
 * Starts a server that prints its port.
 *
 * Returns: (transfer full): its process, for bench_server_stop()
 */
GSubprocess *
bench_server_start (const char *program,
                    const char *argument,
                    guint16    *port)
{
  g_autoptr (GDataInputStream) output = NULL;
  g_autofree char *line = NULL;
  g_autoptr (GError) error = NULL;
  GSubprocess *server = g_subprocess_new (G_SUBPROCESS_FLAGS_STDIN_PIPE
                                          | G_SUBPROCESS_FLAGS_STDOUT_PIPE,
                                          &error, program, argument, NULL);

  if (server == NULL)
    g_error ("%s: %s", program, error->message);

  output = g_data_input_stream_new (g_subprocess_get_stdout_pipe (server));
  line = g_data_input_stream_read_line (output, NULL, NULL, &error);
  if (line == NULL)
    g_error ("%s says no port", program);
  *port = g_ascii_strtoull (line, NULL, 10);

  return server;
}

/**
 * bench_server_stop:
 * @server: (transfer full): what bench_server_start() gave
 *
 * Ends the server.
 */
void
bench_server_stop (GSubprocess *server)
{
  g_subprocess_force_exit (server);
  g_subprocess_wait (server, NULL, NULL);
  g_object_unref (server);
}
