/* mcp-pump.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>

#include "mcp-pump.h"

/*
 * One direction of what is passed on, in a thread of its own: the streams are those of another
 * program, so that they must not be made non-blocking, and one that nobody reads must not hold
 * up the others. What blocks here is the back-pressure: nothing is read before what was read is
 * written.
 */

#define CHUNK_BYTES (64 * 1024)

typedef struct
{
  McpPassQueue *queue;
  guint         stream;
  int           from_fd;
  int           to_fd;
  McpPumpClose  from_close;
  McpPumpClose  to_close;
} Pump;

/* Gives an end up. A socket may be open under another number too, which must not hide the end. */
static void
give_up (int          fd,
         McpPumpClose how,
         int          shutdown_how)
{
  int null_fd;

  if (how == MCP_PUMP_KEEP)
    return;

  shutdown (fd, shutdown_how);
  if (how == MCP_PUMP_CLOSE)
    {
      close (fd);
      return;
    }

  null_fd = open ("/dev/null", O_RDWR | O_CLOEXEC);
  if (null_fd >= 0)
    {
      dup2 (null_fd, fd);
      close (null_fd);
    }
}

/* Waits until there is something to read. Returns FALSE when nobody receives any more. */
static gboolean
await_input (Pump *pump)
{
  struct pollfd fds[2] = {
    { .fd = pump->from_fd, .events = POLLIN },
    { .fd = pump->to_fd, .events = 0 },
  };

  while (poll (fds, 2, -1) < 0)
    {
      if (errno != EINTR && errno != EAGAIN)
        return TRUE;
    }

  return (fds[1].revents & (POLLERR | POLLHUP | POLLNVAL)) == 0;
}

static gssize
read_chunk (Pump *pump,
            char *buffer)
{
  gssize n;

  do
    n = read (pump->from_fd, buffer, CHUNK_BYTES);
  while (n < 0 && errno == EINTR);

  return n;
}

/* Returns how much was written, less than all when nobody receives any more. */
static gsize
write_chunk (Pump       *pump,
             const char *data,
             gsize       length)
{
  gsize n_written = 0;

  while (n_written < length)
    {
      gssize n = write (pump->to_fd, data + n_written, length - n_written);

      if (n > 0)
        {
          n_written += n;
        }
      else if (n < 0 && errno == EAGAIN)
        {
          struct pollfd fd = { .fd = pump->to_fd, .events = POLLOUT };

          poll (&fd, 1, -1);
        }
      else if (n < 0 && errno != EINTR)
        break;
    }

  return n_written;
}

/* Returns FALSE when the stream is over. */
static gboolean
pass_chunk (Pump *pump,
            char *buffer)
{
  gssize length;
  gsize n_written;

  if (!await_input (pump))
    {
      mcp_pass_queue_put_end (pump->queue, MCP_PASS_BROKEN, pump->stream, 0);
      return FALSE;
    }

  length = read_chunk (pump, buffer);
  if (length < 0 && errno == EAGAIN)
    return TRUE;
  if (length <= 0)
    {
      mcp_pass_queue_put_end (pump->queue, MCP_PASS_END, pump->stream, 0);
      return FALSE;
    }

  mcp_pass_queue_put (pump->queue, MCP_PASS_DATA, pump->stream, buffer, length);
  n_written = write_chunk (pump, buffer, length);
  if (n_written == (gsize) length)
    {
      mcp_pass_queue_wake (pump->queue);
      return TRUE;
    }

  mcp_pass_queue_put_end (pump->queue, MCP_PASS_BROKEN, pump->stream, length - n_written);

  return FALSE;
}

static gpointer
run (gpointer data)
{
  Pump *pump = data;
  g_autofree char *buffer = g_malloc (CHUNK_BYTES);
  sigset_t all;

  /* Signals are for the main loop. */
  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, NULL);

  while (pass_chunk (pump, buffer))
    ;

  give_up (pump->to_fd, pump->to_close, SHUT_WR);
  give_up (pump->from_fd, pump->from_close, SHUT_RD);
  mcp_pass_queue_wake (pump->queue);
  mcp_pass_queue_unref (pump->queue);
  g_free (pump);

  return NULL;
}

/**
 * mcp_pump_start:
 * @queue: what hears of it
 * @stream: what the items are numbered with
 * @from_fd: where bytes come from
 * @from_close: how it is given up when nobody receives any more
 * @to_fd: where they go, unchanged
 * @to_close: how it is given up when they end
 *
 * Passes bytes on until they end, or nobody receives them any more: both ends are given up then,
 * and the last item is %MCP_PASS_END or %MCP_PASS_BROKEN. It cannot be stopped otherwise: a thread
 * that waits for standard input ends with the process.
 */
void
mcp_pump_start (McpPassQueue *queue,
                guint         stream,
                int           from_fd,
                McpPumpClose  from_close,
                int           to_fd,
                McpPumpClose  to_close)
{
  Pump *pump = g_new0 (Pump, 1);

  pump->queue = mcp_pass_queue_ref (queue);
  pump->stream = stream;
  pump->from_fd = from_fd;
  pump->from_close = from_close;
  pump->to_fd = to_fd;
  pump->to_close = to_close;

  g_thread_unref (g_thread_new ("pump", run, pump));
}
