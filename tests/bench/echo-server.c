/* echo-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * The least a server can do, in plain C without any library: answers each line that has an "id"
 * with an empty result, initialize with the least that is an answer. What a ping through it costs
 * is the pipe's price.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void
answer (const char *line)
{
  const char *id = strstr (line, "\"id\":");
  const char *result = strstr (line, "\"initialize\"") != NULL
                         ? "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                           "\"serverInfo\":{\"name\":\"echo\",\"version\":\"1\"}}"
                         : "{}";
  char text[512];
  int length;

  if (id == NULL)
    return;

  length = snprintf (text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":%s}\n",
                     strtol (id + 5, NULL, 10), result);
  if (write (STDOUT_FILENO, text, length) != length)
    exit (1);
}

int
main (void)
{
  static char buffer[65536];
  size_t fill = 0;
  ssize_t n;

  while ((n = read (STDIN_FILENO, buffer + fill, sizeof buffer - 1 - fill)) > 0)
    {
      char *line = buffer;
      char *end;

      fill += n;
      buffer[fill] = '\0';
      while ((end = memchr (line, '\n', buffer + fill - line)) != NULL)
        {
          *end = '\0';
          answer (line);
          line = end + 1;
        }
      fill -= line - buffer;
      memmove (buffer, line, fill);
    }

  return 0;
}
