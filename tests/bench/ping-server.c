/* ping-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * ping-server [SOCKET]
 *
 * A server that tells the truth: each answer says when its request had been read and when it began
 * to be written, {"_meta":{"read_usec":N,"write_usec":N}}, on CLOCK_MONOTONIC. On the standard
 * streams, or for one client of a Unix socket. In plain C without any library.
 *
 *   "notifications/go" with {"count":N,"rate":R}    says N messages, R in a second, or as fast as
 *                                                   they are read for 0, and answers meanwhile
 */

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static int in_fd = STDIN_FILENO;
static int out_fd = STDOUT_FILENO;
static long n_to_say;
static long n_said;
static long rate;
static long begun_usec;

static long
now_usec (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);

  return time.tv_sec * 1000000L + time.tv_nsec / 1000;
}

static void
put (const char *text,
     size_t      length)
{
  while (length > 0)
    {
      ssize_t n = write (out_fd, text, length);

      if (n <= 0)
        exit (0);
      text += n;
      length -= n;
    }
}

static long
read_number (const char *line,
             const char *member)
{
  const char *found = strstr (line, member);

  return found != NULL ? strtol (found + strlen (member), NULL, 10) : -1;
}

static void
handle (const char *line,
        long        read_usec)
{
  long id = read_number (line, "\"id\":");
  const char *result = "";
  char text[512];
  int length;

  if (strstr (line, "\"notifications/go\"") != NULL)
    {
      n_to_say = read_number (line, "\"count\":");
      rate = read_number (line, "\"rate\":");
      n_said = 0;
      begun_usec = now_usec ();
    }
  if (id < 0)
    return;

  if (strstr (line, "\"initialize\"") != NULL)
    result = "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"logging\":{}},"
             "\"serverInfo\":{\"name\":\"ping\",\"version\":\"1\"},";
  else if (strstr (line, "\"tools/list\"") != NULL)
    result = "\"tools\":[],";

  length = snprintf (text, sizeof text,
                     "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{%s\"_meta\":"
                     "{\"read_usec\":%ld,\"write_usec\":%ld}}}\n",
                     id, result, read_usec, now_usec ());
  put (text, length);
}

/* As many messages as are due by now, but not so many that a request would wait for them. */
static void
say (void)
{
  static char text[16384];
  size_t length = 0;
  long due = rate > 0 ? (long) ((now_usec () - begun_usec) * (double) rate / 1e6) : n_to_say;

  while (n_said < n_to_say && n_said < due && length + 256 < sizeof text)
    length += snprintf (text + length, sizeof text - length,
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                        "{\"level\":\"info\",\"data\":\"a line of a log that says something about "
                        "number %ld\"}}\n", n_said++);
  put (text, length);
}

static void
listen_at (const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int listener = socket (AF_UNIX, SOCK_STREAM, 0);

  strncpy (address.sun_path, path, sizeof address.sun_path - 1);
  if (listener < 0 || bind (listener, (struct sockaddr *) &address, sizeof address) != 0
      || listen (listener, 1) != 0 || (in_fd = accept (listener, NULL, NULL)) < 0)
    {
      perror ("ping-server");
      exit (1);
    }
  out_fd = in_fd;
}

int
main (int   argc,
      char *argv[])
{
  static char buffer[65536];
  size_t fill = 0;

  if (argc > 1)
    listen_at (argv[1]);

  while (1)
    {
      struct pollfd input = { in_fd, POLLIN, 0 };
      int is_saying = n_said < n_to_say;
      char *line = buffer;
      char *end;
      long read_usec;
      ssize_t n;

      if (poll (&input, 1, !is_saying ? -1 : rate > 0 ? 1 : 0) <= 0)
        {
          say ();
          continue;
        }

      n = read (in_fd, buffer + fill, sizeof buffer - 1 - fill);
      read_usec = now_usec ();
      if (n <= 0)
        return 0;

      fill += n;
      buffer[fill] = '\0';
      while ((end = memchr (line, '\n', buffer + fill - line)) != NULL)
        {
          *end = '\0';
          handle (line, read_usec);
          line = end + 1;
        }
      fill -= line - buffer;
      memmove (buffer, line, fill);
    }
}
