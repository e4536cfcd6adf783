/* http-echo-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * http-echo-server
 *
 * The least a server on Streamable HTTP can do, in plain C without any library, so that clients
 * are measured and not this. Prints its port. One thread, connections stay open.
 *
 *   POST of a request         a result as JSON that says when it had been read and when the answer
 *                             began to be written, {"_meta":{"read_usec":N,"write_usec":N}}, on
 *                             CLOCK_MONOTONIC; initialize gets the least that is an answer as well
 *   POST of a notification    202; "notifications/go" with {"count":N,"rate":R} makes the stream
 *                             of GET say N messages, R in a second, or as fast as it is read for 0
 *   POST of tools/call        an event stream that says one notification, and its answer when as
 *                             many of them are open as "hold" in its params tells
 *   GET                       an event stream
 */

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

#define MAX_CLIENTS 1024
#define MAX_EVENTS  256
/* What waits for a reader that is slow, before the flood waits as well. */
#define ENOUGH_BYTES (1 << 20)

typedef struct
{
  int    fd;          /* -1: free */
  char  *in;
  size_t in_fill;
  size_t in_size;
  char  *out;
  size_t out_fill;
  size_t out_sent;
  size_t out_size;
  long   held_id;     /* of the request whose answer waits; -1 for none */
  int    is_stuck;    /* the socket takes no more */
} Client;

static Client clients[MAX_CLIENTS];
static Client *listener;   /* who has the stream of GET */
static int poller;
static int n_held;
static long n_to_say;
static long n_said;
static long rate;
static long begun_usec;
static long read_usec;     /* when the last block came */

static long
now_usec (void)
{
  struct timespec time;

  clock_gettime (CLOCK_MONOTONIC, &time);

  return time.tv_sec * 1000000L + time.tv_nsec / 1000;
}

static void
drop (Client *client)
{
  if (listener == client)
    listener = NULL;
  n_held -= client->held_id >= 0;
  close (client->fd);
  free (client->in);
  free (client->out);
  memset (client, 0, sizeof *client);
  client->fd = -1;
}

static void
flush (Client *client)
{
  struct epoll_event event = { .events = EPOLLIN, .data.ptr = client };
  int is_stuck;
  ssize_t n = 0;

  while (client->out_sent < client->out_fill
         && (n = send (client->fd, client->out + client->out_sent,
                       client->out_fill - client->out_sent, MSG_NOSIGNAL)) > 0)
    client->out_sent += n;

  is_stuck = client->out_sent < client->out_fill;
  if (!is_stuck)
    client->out_sent = client->out_fill = 0;
  if (is_stuck == client->is_stuck)
    return;

  client->is_stuck = is_stuck;
  if (is_stuck)
    event.events |= EPOLLOUT;
  epoll_ctl (poller, EPOLL_CTL_MOD, client->fd, &event);
}

static void
put (Client     *client,
     const char *text,
     size_t      length)
{
  if (client->out_fill + length > client->out_size)
    {
      client->out_size = (client->out_fill + length) * 2;
      client->out = realloc (client->out, client->out_size);
      if (client->out == NULL)
        abort ();
    }
  memcpy (client->out + client->out_fill, text, length);
  client->out_fill += length;
}

/* A whole response with a body of JSON; without one it is 202. */
static void
put_response (Client     *client,
              const char *body)
{
  char head[256];
  int length;

  if (body == NULL)
    length = snprintf (head, sizeof head, "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n");
  else
    length = snprintf (head, sizeof head,
                       "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                       "Content-Length: %zu\r\n\r\n", strlen (body));
  put (client, head, length);
  if (body != NULL)
    put (client, body, strlen (body));
}

static void
put_stream_head (Client *client)
{
  static const char head[] = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                             "Cache-Control: no-cache\r\nTransfer-Encoding: chunked\r\n\r\n";

  put (client, head, sizeof head - 1);
}

static void
put_event (Client     *client,
           const char *message)
{
  char text[1024];
  size_t size = strlen (message) + strlen ("data: \n\n");

  put (client, text, snprintf (text, sizeof text, "%zx\r\ndata: %s\n\n\r\n", size, message));
}

static void
release_held (void)
{
  for (Client *client = clients; client < clients + MAX_CLIENTS; client++)
    {
      char message[128];

      if (client->fd < 0 || client->held_id < 0)
        continue;

      snprintf (message, sizeof message, "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{\"content\":[]}}",
                client->held_id);
      put_event (client, message);
      put (client, "0\r\n\r\n", 5);
      client->held_id = -1;
      n_held--;
      flush (client);
    }
}

static long
read_number (const char *body,
             const char *member,
             long        fallback)
{
  const char *found = strstr (body, member);

  return found != NULL ? strtol (found + strlen (member), NULL, 10) : fallback;
}

static void
hold (Client     *client,
      const char *body,
      long        id)
{
  put_stream_head (client);
  put_event (client, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                     "{\"level\":\"info\",\"data\":\"held\"}}");
  client->held_id = id;
  if (++n_held >= read_number (body, "\"hold\":", 1))
    release_held ();
}

static void
handle_post (Client     *client,
             const char *body)
{
  long id = read_number (body, "\"id\":", -1);
  char message[512];

  if (strstr (body, "\"notifications/go\"") != NULL)
    {
      n_to_say = read_number (body, "\"count\":", 0);
      rate = read_number (body, "\"rate\":", 0);
      n_said = 0;
      begun_usec = now_usec ();
    }

  if (id < 0)
    {
      put_response (client, NULL);
    }
  else if (strstr (body, "\"tools/call\"") != NULL)
    {
      hold (client, body, id);
    }
  else
    {
      const char *result = "";

      if (strstr (body, "\"initialize\"") != NULL)
        result = "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},"
                 "\"logging\":{}},\"serverInfo\":{\"name\":\"bench\",\"version\":\"1\"},";
      else if (strstr (body, "\"tools/list\"") != NULL)
        result = "\"tools\":[],";
      snprintf (message, sizeof message,
                "{\"jsonrpc\":\"2.0\",\"id\":%ld,\"result\":{%s\"_meta\":"
                "{\"read_usec\":%ld,\"write_usec\":%ld}}}", id, result, read_usec, now_usec ());
      put_response (client, message);
    }
}

/* Handles one request when it is whole; returns how many bytes it had. */
static size_t
handle_request (Client *client)
{
  char *end = client->in_fill > 0 ? strstr (client->in, "\r\n\r\n") : NULL;
  const char *field;
  size_t head_length;
  size_t length = 0;
  char kept;

  if (end == NULL)
    return 0;

  head_length = end + 4 - client->in;
  end[2] = '\0';
  field = strcasestr (client->in, "\r\ncontent-length:");
  end[2] = '\r';
  if (field != NULL)
    length = strtoul (field + strlen ("\r\ncontent-length:"), NULL, 10);
  if (client->in_fill < head_length + length)
    return 0;

  kept = client->in[head_length + length];
  client->in[head_length + length] = '\0';
  if (strncmp (client->in, "POST ", 5) == 0)
    {
      handle_post (client, client->in + head_length);
    }
  else if (strncmp (client->in, "GET ", 4) == 0)
    {
      put_stream_head (client);
      listener = client;
    }
  else
    {
      put_response (client, "{}");
    }
  client->in[head_length + length] = kept;

  return head_length + length;
}

static void
receive (Client *client)
{
  ssize_t n;
  size_t used;

  if (client->in_size - client->in_fill < 4096)
    {
      client->in_size = client->in_size * 2 + 16384;
      client->in = realloc (client->in, client->in_size);
      if (client->in == NULL)
        abort ();
    }

  n = recv (client->fd, client->in + client->in_fill, client->in_size - client->in_fill - 1, 0);
  read_usec = now_usec ();
  if (n <= 0)
    {
      if (n == 0 || errno != EAGAIN)
        drop (client);
      return;
    }

  client->in_fill += n;
  client->in[client->in_fill] = '\0';
  while ((used = handle_request (client)) > 0)
    {
      client->in_fill -= used;
      memmove (client->in, client->in + used, client->in_fill + 1);
    }
  flush (client);
}

/* As many messages on the stream of GET as are due by now. */
static void
say (void)
{
  double due = rate > 0 ? (now_usec () - begun_usec) * (double) rate / 1e6 : n_to_say;

  if (listener == NULL || n_said >= n_to_say)
    return;

  while (n_said < n_to_say && n_said < due && listener->out_fill < ENOUGH_BYTES)
    {
      char message[256];

      snprintf (message, sizeof message,
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":"
                "{\"level\":\"info\",\"data\":\"a line of a log that says something about number "
                "%ld\"}}", n_said++);
      put_event (listener, message);
    }
  flush (listener);
}

static void
take_client (int server)
{
  struct epoll_event event = { .events = EPOLLIN };
  int fd = accept4 (server, NULL, NULL, SOCK_NONBLOCK);
  int one = 1;

  for (Client *client = clients; fd >= 0 && client < clients + MAX_CLIENTS; client++)
    if (client->fd < 0)
      {
        setsockopt (fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        client->fd = fd;
        client->held_id = -1;
        event.data.ptr = client;
        epoll_ctl (poller, EPOLL_CTL_ADD, fd, &event);
        return;
      }
  if (fd >= 0)
    close (fd);
}

static int
open_server (void)
{
  struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr = { htonl (INADDR_LOOPBACK) } };
  struct epoll_event event = { .events = EPOLLIN };
  socklen_t length = sizeof address;
  int server = socket (AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);

  if (server < 0 || bind (server, (struct sockaddr *) &address, sizeof address) != 0
      || listen (server, 256) != 0
      || getsockname (server, (struct sockaddr *) &address, &length) != 0)
    {
      perror ("http-echo-server");
      exit (1);
    }

  poller = epoll_create1 (0);
  epoll_ctl (poller, EPOLL_CTL_ADD, server, &event);
  printf ("%u\n", ntohs (address.sin_port));
  fflush (stdout);

  return server;
}

int
main (void)
{
  static struct epoll_event events[MAX_EVENTS];
  int server = open_server ();

  for (int i = 0; i < MAX_CLIENTS; i++)
    clients[i].fd = -1;

  while (1)
    {
      int is_saying = listener != NULL && n_said < n_to_say;
      int n = epoll_wait (poller, events, MAX_EVENTS, is_saying ? 1 : -1);

      for (int i = 0; i < n; i++)
        {
          Client *client = events[i].data.ptr;

          if (client == NULL)
            take_client (server);
          else if (client->fd >= 0 && (events[i].events & EPOLLOUT) != 0)
            flush (client);
          if (client != NULL && client->fd >= 0
              && (events[i].events & (EPOLLIN | EPOLLHUP | EPOLLERR)) != 0)
            receive (client);
        }
      say ();
    }
}
