/* mcp-read-thread.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-read-thread.h"

/*
 * A time that is taken when the main loop comes to it is one of our own drawing. Here nothing is
 * between the wake of the kernel and the stamp, and as long as the queue has room nothing holds
 * the next read. The stamp is from behind the read: before it, the bytes may not have been written.
 */

#define CHUNK_BYTES (64 * 1024)

struct _McpReadThread
{
  int            fd;
  int            wake_fd;        /* an eventfd, readable from the first request on */
  McpChunkQueue *queue;
  GThread       *thread;
  int            stopped;        /* atomic */
  int            finishes_soon;  /* atomic */
  int            read_errno;     /* atomic */

  /* Of the thread. */
  char          *chunk;
  gboolean       more;           /* the last read filled the chunk: do not ask, read */
  gssize         budget;         /* how many bytes are still wanted; -1 for all */
};

/* Leaves all signals to the other threads, for one of our own. */
void
mcp_block_signals (void)
{
  sigset_t all;

  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, NULL);
}

/* A big piece goes as it is, a small one does not hold a whole chunk. */
static GBytes *
take_chunk (McpReadThread *self,
            gsize          length)
{
  if (length < CHUNK_BYTES / 2)
    return g_bytes_new (self->chunk, length);

  return g_bytes_new_take (g_steal_pointer (&self->chunk), length);
}

static guint
count_lines (GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  const char *end = data + length;
  guint n_lines = 0;

  while ((data = memchr (data, '\n', end - data)) != NULL)
    {
      data++;
      n_lines++;
    }

  return n_lines;
}

/* FALSE when there is nothing to wait for any more. */
static gboolean
wait_for_bytes (McpReadThread *self)
{
  struct pollfd fds[] = { { self->fd, POLLIN, 0 }, { self->wake_fd, POLLIN, 0 } };

  if (!self->more && !g_atomic_int_get (&self->finishes_soon))
    while (poll (fds, G_N_ELEMENTS (fds), -1) < 0 && errno == EINTR)
      {
      }

  if (g_atomic_int_get (&self->stopped))
    return FALSE;

  if (self->budget < 0 && g_atomic_int_get (&self->finishes_soon))
    {
      int n_bytes = 0;

      if (ioctl (self->fd, FIONREAD, &n_bytes) != 0)
        n_bytes = 0;
      self->budget = n_bytes;
    }

  return self->budget != 0;
}

/* FALSE at the end. A read error means the same: nothing more will come. */
static gboolean
read_chunk (McpReadThread *self)
{
  gsize wanted = self->budget >= 0 ? MIN (self->budget, CHUNK_BYTES) : CHUNK_BYTES;
  McpChunk chunk = { .kind = MCP_READ_BYTES };
  gssize n_read;

  if (self->chunk == NULL)
    self->chunk = g_malloc (CHUNK_BYTES);
  do
    n_read = read (self->fd, self->chunk, wanted);
  while (n_read < 0 && errno == EINTR);

  chunk.time_usec = g_get_monotonic_time ();
  self->more = n_read == CHUNK_BYTES;
  if (n_read < 0 && errno == EAGAIN)
    return self->budget < 0;
  if (n_read < 0)
    g_atomic_int_set (&self->read_errno, errno);
  if (n_read <= 0)
    return FALSE;

  chunk.bytes = take_chunk (self, n_read);
  chunk.n_lines = count_lines (chunk.bytes);
  mcp_chunk_queue_put_all (self->queue, &chunk, 1);
  if (self->budget >= 0)
    self->budget -= n_read;

  return TRUE;
}

static gpointer
run (gpointer data)
{
  McpReadThread *self = data;

  mcp_block_signals ();
  while (mcp_chunk_queue_wait (self->queue) && wait_for_bytes (self) && read_chunk (self))
    {
    }
  mcp_chunk_queue_put (self->queue, MCP_READ_END, g_get_monotonic_time (), NULL);

  return NULL;
}

/**
 * mcp_read_thread_new:
 * @fd: a non-blocking descriptor, which stays the caller's and outlives the thread
 * @queue: what it puts its #McpReadKind chunks into
 * @error: of %MCP_ERROR_FAILED, when the system has no more threads or descriptors
 *
 * Begins to read.
 *
 * Returns: (transfer full) (nullable): it
 */
McpReadThread *
mcp_read_thread_new (int             fd,
                     McpChunkQueue  *queue,
                     GError        **error)
{
  McpReadThread *self = g_new0 (McpReadThread, 1);
  g_autoptr (GError) own = NULL;

  self->fd = fd;
  self->budget = -1;
  self->queue = mcp_chunk_queue_ref (queue);
  self->wake_fd = eventfd (0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (self->wake_fd < 0)
    g_set_error_literal (&own, MCP_ERROR, MCP_ERROR_FAILED, g_strerror (errno));
  else
    self->thread = g_thread_try_new ("read", run, self, &own);
  if (self->thread != NULL)
    return self;

  g_set_error (error, MCP_ERROR, MCP_ERROR_FAILED, _("Nothing can be read from the server: %s"),
               own->message);
  mcp_read_thread_free (self);

  return NULL;
}

static void
wake (McpReadThread *self)
{
  guint64 one = 1;
  gssize n_written;

  do
    n_written = write (self->wake_fd, &one, sizeof one);
  while (n_written < 0 && errno == EINTR);
}

/**
 * mcp_read_thread_free:
 * @self: (transfer full): a thread
 *
 * Ends it, and waits until it has: it blocks nowhere. Closes its queue.
 */
void
mcp_read_thread_free (McpReadThread *self)
{
  mcp_chunk_queue_close (self->queue);
  if (self->thread != NULL)
    {
      g_atomic_int_set (&self->stopped, TRUE);
      wake (self);
      g_thread_join (self->thread);
    }
  if (self->wake_fd >= 0)
    close (self->wake_fd);
  mcp_chunk_queue_unref (self->queue);
  g_free (self->chunk);
  g_free (self);
}

/* Reads only what is there by now, and puts the end behind it. */
void
mcp_read_thread_finish_soon (McpReadThread *self)
{
  g_atomic_int_set (&self->finishes_soon, TRUE);
  wake (self);
}

/* Why reading ended: an errno, or 0 for the end of what was written. */
int
mcp_read_thread_get_errno (McpReadThread *self)
{
  return g_atomic_int_get (&self->read_errno);
}
