/* echo-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * echo-server [MEDIAN_USEC,LONG_USEC]
 *
 * The least a server can do, in plain C without any library: answers each line that has an "id"
 * with an empty result, initialize with the least that is an answer. What a ping through it costs
 * is the pipe's price. With delays it works on each ping for about the one, and on every fiftieth
 * for the other.
 */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static long median_usec;
static long long_usec;

/* Without sleeping, which takes longer than it is told to. */
static void
work (void)
{
  static unsigned n;
  struct timespec begin, now;
  long usec = ++n % 50 == 0 ? long_usec : median_usec * (80 + n * 7 % 41) / 100;

  clock_gettime (CLOCK_MONOTONIC, &begin);
  do
    clock_gettime (CLOCK_MONOTONIC, &now);
  while ((now.tv_sec - begin.tv_sec) * 1000000 + (now.tv_nsec - begin.tv_nsec) / 1000 < usec);
}

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
  if (median_usec > 0 && strstr (line, "\"ping\"") != NULL)
    work ();

  length = snprintf (text, sizeof text, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":%s}\n",
                     strtol (id + 5, NULL, 10), result);
  if (write (STDOUT_FILENO, text, length) != length)
    exit (1);
}

int
main (int   argc,
      char *argv[])
{
  static char buffer[65536];
  size_t fill = 0;
  ssize_t n;

  if (argc == 2)
    sscanf (argv[1], "%ld,%ld", &median_usec, &long_usec);

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
