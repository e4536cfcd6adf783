/* mcp-spool.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-error.h"
#include "mcp-spool-private.h"
#include "mcp-write.h"

/*
 * McpSpool:
 *
 * The file behind a journal: a file header, then for each record a fixed header and its bytes,
 * little endian, nothing ever overwritten.
 *
 * What is appended goes into a buffer that is written when it is large, and else in the next
 * iteration of the main loop, so that a crash loses at most the current iteration. A large frame
 * is not copied: its GBytes joins the queue and a worker thread writes it, while readers are
 * served from memory. The queue keeps the order of the file; one write is under way at a time.
 *
 * When the file cannot be written, the queue holds what it can and the spool goes on; it tries
 * again from time to time. Beyond the limit it refuses, before an offset was given out: the
 * file has no holes.
 */

#define BUFFER_BYTES (256 * 1024)
#define MAX_HELD_BYTES (64 * 1024 * 1024)
#define RETRY_USEC (5 * G_USEC_PER_SEC)

G_DEFINE_FINAL_TYPE (McpSpool, mcp_spool, G_TYPE_OBJECT)

/* What a worker needs of the head of the queue, which nobody touches meanwhile. */
typedef struct
{
  int           fd;
  const guint8 *data;
  gsize         length;
  gsize         n_written;
  int           saved_errno;
} WriteJob;

static void write_queue (McpSpool *self);

static void
segment_free (McpSpoolSegment *segment)
{
  g_free (segment->buffer);
  g_clear_pointer (&segment->bytes, g_bytes_unref);
  g_free (segment);
}

/* Gets how much waits in memory to be written. */
guint64
mcp_spool_get_held_bytes (McpSpool *self)
{
  return self->queue_bytes + self->buffer_length;
}

static void
set_fault (McpSpool *self,
           int       saved_errno)
{
  self->retry_usec = g_get_monotonic_time () + RETRY_USEC;
  if (self->fault != NULL)
    return;

  g_set_error (&self->fault, MCP_ERROR, MCP_ERROR_STORAGE,
               _("Could not write the journal “%s”: %s"), self->name, g_strerror (saved_errno));
  if (self->fault_func != NULL)
    self->fault_func (self->fault, self->fault_data);
}

/* Counts what was written of the head, and drops it when that is all. */
static void
advance_head (McpSpool *self,
              gsize     n_written,
              int       saved_errno)
{
  McpSpoolSegment *head = g_queue_peek_head (&self->queue);

  head->n_written += n_written;
  if (head->n_written == head->length)
    {
      self->queue_bytes -= head->length;
      segment_free (g_queue_pop_head (&self->queue));
    }

  if (saved_errno != 0)
    set_fault (self, saved_errno);
  else if (g_queue_is_empty (&self->queue))
    g_clear_error (&self->fault);
}

static void
write_in_thread (GTask        *task,
                 gpointer      source_object,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  WriteJob *job = task_data;

  job->saved_errno = mcp_write_fully (job->fd, job->data, job->length, &job->n_written);
  g_task_return_boolean (task, TRUE);
}

static void
write_done_cb (GObject      *object,
               GAsyncResult *result,
               gpointer      user_data)
{
  McpSpool *self = MCP_SPOOL (object);
  WriteJob *job = g_task_get_task_data (G_TASK (result));

  self->writing = FALSE;
  advance_head (self, job->n_written, job->saved_errno);
  mcp_spool_flush (self);
}

static void
start_worker (McpSpool        *self,
              McpSpoolSegment *head)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, write_done_cb, NULL);
  WriteJob *job = g_new0 (WriteJob, 1);

  job->fd = self->fd;
  job->data = mcp_spool_segment_get_data (head) + head->n_written;
  job->length = head->length - head->n_written;

  self->writing = TRUE;
  g_task_set_source_tag (task, start_worker);
  g_task_set_task_data (task, job, g_free);
  g_task_run_in_thread (task, write_in_thread);
}

static gboolean
may_write (McpSpool *self)
{
  return self->fd >= 0 && !self->writing && !self->held
         && (self->fault == NULL || g_get_monotonic_time () >= self->retry_usec);
}

/* Writes one small stretch here and now; leaves all that could take long to a worker. */
static void
write_queue (McpSpool *self)
{
  while (!g_queue_is_empty (&self->queue) && may_write (self))
    {
      McpSpoolSegment *head = g_queue_peek_head (&self->queue);
      gsize n_written;
      int saved_errno;

      if (!self->alone && (head->bytes != NULL || self->queue.length > 1))
        {
          start_worker (self, head);
          return;
        }

      saved_errno = mcp_write_fully (self->fd, mcp_spool_segment_get_data (head) + head->n_written,
                                 head->length - head->n_written, &n_written);
      advance_head (self, n_written, saved_errno);
    }
}

static void
push_segment (McpSpool *self,
              guint64   offset,
              guint8   *buffer,
              GBytes   *bytes,
              gsize     length)
{
  McpSpoolSegment *segment = g_new0 (McpSpoolSegment, 1);

  segment->offset = offset;
  segment->buffer = buffer;
  segment->bytes = bytes;
  segment->length = length;
  self->queue_bytes += length;
  g_queue_push_tail (&self->queue, segment);
}

/* Moves the buffer to the queue. The next append allocates a new one. */
static void
seal_buffer (McpSpool *self)
{
  if (self->buffer_length == 0)
    return;

  push_segment (self, self->end - self->buffer_length, self->buffer, NULL, self->buffer_length);
  self->buffer = NULL;
  self->buffer_length = 0;
  self->buffer_capacity = 0;
}

static gboolean
write_source_cb (gpointer user_data)
{
  McpSpool *self = MCP_SPOOL (user_data);

  self->write_source = 0;
  mcp_spool_flush (self);

  return G_SOURCE_REMOVE;
}

static guint8 *
reserve (McpSpool *self,
         gsize     length)
{
  gsize wanted = self->buffer_length + length;

  if (wanted > self->buffer_capacity)
    {
      if (self->buffer_capacity == 0)
        self->buffer_capacity = 16 * 1024;
      while (wanted > self->buffer_capacity)
        self->buffer_capacity *= 2;
      self->buffer = g_realloc (self->buffer, self->buffer_capacity);
    }

  return self->buffer + self->buffer_length;
}

/* Whoever opens the file knows that nothing is missing. */
static void
append_end (McpSpool *self)
{
  McpSpoolHeader header = { 0 };

  header.kind = (McpRecordKind) MCP_SPOOL_END;
  header.channel = MCP_CHANNEL_SESSION;
  header.wall_usec = g_get_real_time ();
  header.time_usec = g_get_monotonic_time ();
  mcp_spool_header_encode (&header, 0, reserve (self, MCP_SPOOL_HEADER_BYTES));
  self->buffer_length += MCP_SPOOL_HEADER_BYTES;
  self->end += MCP_SPOOL_HEADER_BYTES;
}

static void
mcp_spool_finalize (GObject *object)
{
  McpSpool *self = MCP_SPOOL (object);

  g_clear_handle_id (&self->write_source, g_source_remove);

  /* A worker holds a reference, so none is under way. A file without a name needs no last write. */
  if (!self->temporary && !self->read_only && !self->held && self->fd >= 0)
    append_end (self);
  seal_buffer (self);
  while (!self->temporary && !g_queue_is_empty (&self->queue) && may_write (self))
    {
      McpSpoolSegment *head = g_queue_peek_head (&self->queue);
      gsize n_written;
      int saved_errno = mcp_write_fully (self->fd, mcp_spool_segment_get_data (head) + head->n_written,
                                     head->length - head->n_written, &n_written);

      advance_head (self, n_written, saved_errno);
    }

  g_queue_clear_full (&self->queue, (GDestroyNotify) segment_free);
  g_free (self->buffer);
  g_free (self->window);
  g_free (self->name);
  g_clear_error (&self->fault);
  if (self->fd >= 0)
    close (self->fd);

  G_OBJECT_CLASS (mcp_spool_parent_class)->finalize (object);
}

static void
mcp_spool_class_init (McpSpoolClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_spool_finalize;
}

static void
mcp_spool_init (McpSpool *self)
{
  self->fd = -1;
  g_queue_init (&self->queue);
}

static void
append_file_header (McpSpool *self,
                    gint64    start_usec,
                    gint64    start_wall_usec)
{
  mcp_spool_file_header_encode (start_usec, start_wall_usec,
                                reserve (self, MCP_SPOOL_FILE_HEADER_BYTES));
  self->buffer_length = MCP_SPOOL_FILE_HEADER_BYTES;
  self->end = MCP_SPOOL_FILE_HEADER_BYTES;
}

/*
 * mcp_spool_new:
 * @start_usec: monotonic time of the journal's start, in microseconds
 * @start_wall_usec: the same in microseconds since 1970
 *
 * Creates a spool in a temporary file that has no name any more. When that is not possible,
 * the spool stands in the fault from its start and holds what it can in memory.
 *
 * Returns: (transfer full): a new spool
 */
McpSpool *
mcp_spool_new (gint64 start_usec,
               gint64 start_wall_usec)
{
  McpSpool *self = g_object_new (MCP_TYPE_SPOOL, NULL);

  self->temporary = TRUE;
  self->name = g_build_filename (g_get_tmp_dir (), "sounder-XXXXXX", NULL);
  self->fd = g_mkstemp_full (self->name, O_RDWR | O_CLOEXEC, 0600);
  if (self->fd < 0)
    set_fault (self, errno);
  else
    g_unlink (self->name);
  append_file_header (self, start_usec, start_wall_usec);

  return self;
}

/*
 * mcp_spool_new_for_file:
 * @path: (type filename): a file that does not exist
 * @start_usec: monotonic time of the journal's start, in microseconds
 * @start_wall_usec: the same in microseconds since 1970
 * @error: of %MCP_ERROR_STORAGE
 *
 * Creates a spool in a file that only its owner may read.
 *
 * Returns: (transfer full) (nullable): a new spool
 */
McpSpool *
mcp_spool_new_for_file (const char  *path,
                        gint64       start_usec,
                        gint64       start_wall_usec,
                        GError     **error)
{
  g_autoptr (McpSpool) self = g_object_new (MCP_TYPE_SPOOL, NULL);

  self->name = g_filename_display_name (path);
  self->fd = g_open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (self->fd < 0)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("Could not create the journal “%s”: %s"),
                   self->name, g_strerror (errno));
      return NULL;
    }
  /* Whoever finds the file knows by this lock that it is being written. */
  flock (self->fd, LOCK_EX | LOCK_NB);
  append_file_header (self, start_usec, start_wall_usec);

  return g_steal_pointer (&self);
}

/* Opens a file without a name in the same folder: what is said of records beside them. -1 when
 * there can be none. */
int
mcp_spool_open_beside (McpSpool *self)
{
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", self->fd);
  g_autofree char *path = g_file_read_link (link, NULL);
  g_autofree char *folder = path != NULL ? g_path_get_dirname (path) : NULL;

  g_autofree char *name = NULL;
  int fd;

  if (folder == NULL || *folder != '/')
    return -1;

  fd = open (folder, O_RDWR | O_TMPFILE | O_CLOEXEC, 0600);
  if (fd >= 0)
    return fd;

  /* Not every file system has such files. */
  name = g_build_filename (folder, "index-XXXXXX", NULL);
  fd = g_mkstemp_full (name, O_RDWR | O_CLOEXEC, 0600);
  if (fd >= 0)
    g_unlink (name);

  return fd;
}

/*
 * mcp_spool_set_limit:
 * @limit_bytes: how long the file may become; 0 for no limit
 *
 * Sets how much is kept. What would go beyond is refused, and who is told of faults is told once.
 */
void
mcp_spool_set_limit (McpSpool *self,
                     guint64   limit_bytes)
{
  self->limit = limit_bytes;
  self->full = FALSE;
}

/*
 * mcp_spool_set_fault_func:
 * @func: (nullable): called once for each time that writing begins to fail
 *
 * Says who is told of faults; of one that is there already, at once.
 */
void
mcp_spool_set_fault_func (McpSpool          *self,
                          McpSpoolFaultFunc  func,
                          gpointer           user_data)
{
  self->fault_func = func;
  self->fault_data = user_data;
  if (func != NULL && self->fault != NULL)
    func (self->fault, user_data);
}

static gboolean
is_over_limit (McpSpool *self,
               gsize     length)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *limit = NULL;

  if (self->limit == 0 || self->end + MCP_SPOOL_HEADER_BYTES + length <= self->limit)
    return FALSE;
  if (self->full)
    return TRUE;

  self->full = TRUE;
  limit = g_format_size_full (self->limit, G_FORMAT_SIZE_IEC_UNITS);
  g_set_error (&error, MCP_ERROR, MCP_ERROR_STORAGE,
               _("The journal “%s” has %s, its limit: what does not fit is listed without its "
                 "content. The setting is maxJournalBytes"),
               self->name, limit);
  if (self->fault_func != NULL)
    self->fault_func (error, self->fault_data);

  return TRUE;
}

/* In a fault, tries to write again when it is time to, and says whether @length more can be held. */
static gboolean
has_room (McpSpool *self,
          gsize     length)
{
  if (self->read_only || self->held || is_over_limit (self, length))
    return FALSE;
  if (G_LIKELY (self->fault == NULL))
    return TRUE;

  mcp_spool_flush (self);

  return self->fault == NULL
         || mcp_spool_get_held_bytes (self) + MCP_SPOOL_HEADER_BYTES + length <= MAX_HELD_BYTES;
}

static void
schedule_write (McpSpool *self)
{
  if (self->buffer_length >= BUFFER_BYTES)
    {
      mcp_spool_flush (self);
      /* While a worker is at it, a full buffer joins the queue. */
      if (self->buffer_length > 0)
        seal_buffer (self);
    }
  else if (self->write_source == 0)
    {
      self->write_source = g_idle_add_full (G_PRIORITY_HIGH, write_source_cb, self, NULL);
    }
}

/*
 * mcp_spool_append:
 * @header: what to write before the bytes; its length is ignored
 * @bytes: (nullable): the bytes
 * @offset: (out): where the bytes begin
 *
 * Appends a record. Nothing blocks but the write of a full buffer.
 *
 * Returns: %FALSE when there is no room, neither in the file nor in memory
 */
gboolean
mcp_spool_append (McpSpool             *self,
                  const McpSpoolHeader *header,
                  GBytes               *bytes,
                  guint64              *offset)
{
  gsize length = 0;
  const guint8 *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
  gboolean large = length > BUFFER_BYTES;
  guint8 *to;

  if (!has_room (self, length))
    return FALSE;

  to = reserve (self, MCP_SPOOL_HEADER_BYTES + (large ? 0 : length));
  mcp_spool_header_encode (header, length, to);
  self->buffer_length += MCP_SPOOL_HEADER_BYTES;
  self->end += MCP_SPOOL_HEADER_BYTES;
  *offset = self->end;

  if (large)
    {
      seal_buffer (self);
      push_segment (self, self->end, NULL, g_bytes_ref (bytes), length);
      self->end += length;
      write_queue (self);
      return TRUE;
    }

  if (length > 0)
    memcpy (to + MCP_SPOOL_HEADER_BYTES, data, length);
  self->buffer_length += length;
  self->end += length;
  schedule_write (self);

  return TRUE;
}

/*
 * mcp_spool_flush:
 *
 * Writes what has been appended, unless a worker is at it already: then that goes on to the end.
 */
void
mcp_spool_flush (McpSpool *self)
{
  gsize n_written;
  int saved_errno;

  g_clear_handle_id (&self->write_source, g_source_remove);

  /* A worker's end comes back here: sealing what is small meanwhile would make a long queue. */
  if (!may_write (self))
    return;

  if (!g_queue_is_empty (&self->queue))
    {
      seal_buffer (self);
      write_queue (self);
      return;
    }

  if (self->buffer_length == 0)
    return;

  saved_errno = mcp_write_fully (self->fd, self->buffer, self->buffer_length, &n_written);
  if (saved_errno == 0)
    {
      self->buffer_length = 0;
      g_clear_error (&self->fault);
      return;
    }

  seal_buffer (self);
  advance_head (self, n_written, saved_errno);
}

/* From here on the caller writes all, for there is no other thread: in the child of a fork. */
void
mcp_spool_go_alone (McpSpool *self)
{
  g_assert (!self->writing);

  self->alone = TRUE;
}

/* Whether nothing waits for a worker; what could not be written waits for nothing. */
gboolean
mcp_spool_is_written (McpSpool *self)
{
  return !self->writing && (g_queue_is_empty (&self->queue) || self->fault != NULL);
}

guint64
mcp_spool_get_size (McpSpool *self)
{
  return self->end;
}

/* What waits to be written is not counted: it is on its way to the file. */
gsize
mcp_spool_get_memory_bytes (McpSpool *self)
{
  return self->buffer_capacity + (self->window != NULL ? MCP_SPOOL_MAX_PEEK_BYTES : 0);
}
