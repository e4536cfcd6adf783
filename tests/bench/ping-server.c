/* ping-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * ping-server [SOCKET | ws]
 *
 * A server that tells the truth: each answer says when its request had been read and when it began
 * to be written, {"_meta":{"read_usec":N,"write_usec":N}}, on CLOCK_MONOTONIC. On the standard
 * streams, for one client of a Unix socket, or for one WebSocket; then it prints its port first.
 *
 *   "notifications/go" with {"count":N,"rate":R}    says N messages, R in a second, or as fast as
 *                                                   they are read for 0, and answers meanwhile
 *   "tools/call" with {"bytes":N,"line":L}          a text of N bytes in lines of L, or in one for 0
 */

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <glib.h>

#define WEBSOCKET_GUID "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

static int is_websocket;
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

/* Appends a message of less than 64 KiB to what will be written; returns its length there. */
static size_t
frame (char       *out,
       const char *message,
       size_t      length)
{
  size_t head = !is_websocket ? 0 : length < 126 ? 2 : 4;

  memcpy (out + head, message, length);
  if (!is_websocket)
    {
      out[length] = '\n';
      return length + 1;
    }

  /* A final text frame (RFC 6455 section 5.2). */
  out[0] = (char) 0x81;
  out[1] = length < 126 ? (char) length : 126;
  if (head == 4)
    {
      out[2] = (char) (length >> 8);
      out[3] = (char) length;
    }

  return head + length;
}

static long
read_number (const char *line,
             const char *member)
{
  const char *found = strstr (line, member);

  return found != NULL ? strtol (found + strlen (member), NULL, 10) : -1;
}

/* Not over a WebSocket, whose frames are short here. */
static void
put_large (long id,
           long n_bytes,
           long line_bytes)
{
  char head[256];
  char *text = malloc (n_bytes + 1);

  if (text == NULL)
    exit (1);
  memset (text, 'x', n_bytes);
  for (long i = line_bytes; line_bytes > 0 && i + 2 <= n_bytes; i += line_bytes)
    memcpy (text + i, "\\n", 2);

  put (head, snprintf (head, sizeof head, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{\"content\":"
                       "[{\"type\":\"resource\",\"resource\":{\"uri\":\"ping:large\",\"%s\":\"", id,
                       line_bytes < 0 ? "blob" : "text"));
  put (text, n_bytes);
  put ("\"}}]}}\n", 7);
  free (text);
}

static void
handle (const char *line,
        long        read_usec)
{
  long id = read_number (line, "\"id\":");
  const char *result = "";
  char text[512];
  char framed[520];
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

  if (strstr (line, "\"tools/call\"") != NULL)
    {
      put_large (id, read_number (line, "\"bytes\":"), read_number (line, "\"line\":"));
      return;
    }

  if (strstr (line, "\"initialize\"") != NULL)
    result = "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"logging\":{}},"
             "\"serverInfo\":{\"name\":\"ping\",\"version\":\"1\"},";
  else if (strstr (line, "\"tools/list\"") != NULL)
    result = "\"tools\":[{\"name\":\"large\",\"inputSchema\":{\"type\":\"object\"}}],";

  length = snprintf (text, sizeof text,
                     "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{%s\"_meta\":"
                     "{\"read_usec\":%ld,\"write_usec\":%ld}}}",
                     id, result, read_usec, now_usec ());
  put (framed, frame (framed, text, length));
}

/* As many messages as are due by now, but not so many that a request would wait for them. */
static void
say (void)
{
  static char text[16384];
  size_t length = 0;
  long due = rate > 0 ? (long) ((now_usec () - begun_usec) * (double) rate / 1e6) : n_to_say;

  while (n_said < n_to_say && n_said < due && length + 256 < sizeof text)
    {
      char message[240];
      int n = snprintf (message, sizeof message,
                        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                        "{\"level\":\"info\",\"data\":\"a line of a log that says something about "
                        "number %ld\"}}", n_said++);

      length += frame (text + length, message, n);
    }
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

/* RFC 6455 section 4.2.2. */
static void
upgrade (void)
{
  static char request[65536];
  size_t fill = 0;
  char response[512];
  guint8 digest[20];
  gsize digest_length = sizeof digest;
  GChecksum *checksum = g_checksum_new (G_CHECKSUM_SHA1);
  char *key;
  char *accept_key;

  while (strstr (request, "\r\n\r\n") == NULL)
    {
      ssize_t n = read (in_fd, request + fill, sizeof request - 1 - fill);

      if (n <= 0)
        exit (1);
      fill += n;
    }
  key = strcasestr (request, "\r\nSec-WebSocket-Key: ");
  if (key == NULL)
    exit (1);

  key += strlen ("\r\nSec-WebSocket-Key: ");
  g_checksum_update (checksum, (const guchar *) key, strcspn (key, "\r"));
  g_checksum_update (checksum, (const guchar *) WEBSOCKET_GUID, -1);
  g_checksum_get_digest (checksum, digest, &digest_length);
  accept_key = g_base64_encode (digest, digest_length);
  put (response, snprintf (response, sizeof response,
                           "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
                           "Connection: Upgrade\r\nSec-WebSocket-Protocol: mcp\r\n"
                           "Sec-WebSocket-Accept: %s\r\n\r\n", accept_key));
  g_free (accept_key);
  g_checksum_free (checksum);
}

static void
listen_for_websocket (void)
{
  struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr = { htonl (INADDR_LOOPBACK) } };
  socklen_t length = sizeof address;
  int listener = socket (AF_INET, SOCK_STREAM, 0);
  int one = 1;

  if (listener < 0 || bind (listener, (struct sockaddr *) &address, sizeof address) != 0
      || listen (listener, 1) != 0
      || getsockname (listener, (struct sockaddr *) &address, &length) != 0)
    {
      perror ("ping-server");
      exit (1);
    }
  printf ("%u\n", ntohs (address.sin_port));
  fflush (stdout);

  in_fd = out_fd = accept (listener, NULL, NULL);
  setsockopt (in_fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  upgrade ();
  is_websocket = 1;
}

/* The next message in @data, ended with a NUL; returns how many bytes it took, 0 when it is not whole. */
static size_t
next_line (char    *data,
           size_t   length,
           char   **line)
{
  char *end = memchr (data, '\n', length);

  if (end == NULL)
    return 0;

  *end = '\0';
  *line = data;

  return end + 1 - data;
}

/* The same of masked frames (RFC 6455 section 5.2), none of which is of 64 KiB or in parts. */
static size_t
next_frame (char    *data,
            size_t   length,
            char   **line)
{
  static char message[65536];
  size_t n_payload = length > 1 ? data[1] & 0x7f : 0;
  size_t head = n_payload == 126 ? 8 : 6;

  if (length < head)
    return 0;
  if (n_payload == 126)
    n_payload = (guint8) data[2] << 8 | (guint8) data[3];
  if (length < head + n_payload)
    return 0;
  if ((data[0] & 0x0f) == 8)
    exit (0);

  for (size_t i = 0; i < n_payload; i++)
    message[i] = data[head + i] ^ data[head - 4 + i % 4];
  message[n_payload] = '\0';
  *line = message;

  return head + n_payload;
}

int
main (int   argc,
      char *argv[])
{
  static char buffer[65536];
  size_t fill = 0;

  if (argc > 1 && strcmp (argv[1], "ws") == 0)
    listen_for_websocket ();
  else if (argc > 1)
    listen_at (argv[1]);

  while (1)
    {
      struct pollfd input = { in_fd, POLLIN, 0 };
      int is_saying = n_said < n_to_say;
      char *data = buffer;
      char *line;
      size_t used;
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
      while ((used = is_websocket ? next_frame (data, buffer + fill - data, &line)
                                  : next_line (data, buffer + fill - data, &line)) > 0)
        {
          handle (line, read_usec);
          data += used;
        }
      fill -= data - buffer;
      memmove (buffer, data, fill);
    }
}
