/* mcp-recorder.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-recorder"

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-error.h"
#include "mcp-journal-private.h"
#include "mcp-recorder-line.h"
#include "mcp-recorder-private.h"
#include "mcp-redactor-private.h"

/**
 * McpRecorder:
 *
 * Writes a journal to a recording while it grows. Whoever records owns it, and finishes it.
 *
 * Records are written in the order of their serials, each when it is complete: a line that is
 * still growing holds up what follows it. Writing happens in slices when the journal announces,
 * and when idle as long as there is a backlog; a large body is written by a worker, and the rest
 * waits for it. After a write error nothing more is written; mcp_recorder_finish() says why.
 *
 * One long file: recording live and saving at once are the same queue, with two ends.
 */

#define SLICE_USEC 4000
#define BUFFER_BYTES (256 * 1024)
#define LARGE_BYTES (1024 * 1024)
#define STATUSES_PER_LOOK 256

/* A body that a worker writes. Shared with finish, which may have to wait for it. */
typedef struct
{
  gatomicrefcount  ref_count;
  int              fd;
  GBytes          *bytes;      /* (nullable) when they are in memory anyway */
  McpSpool        *spool;
  guint64          offset;
  gsize            length;
  McpSpan          message;
  gboolean         is_event;   /* of an event stream */
  McpRedactor     *redactor;   /* (nullable) */

  GMutex           mutex;
  GCond            cond;
  gboolean         done;
  int              saved_errno;
} BodyJob;

struct _McpRecorder
{
  GObject      parent_instance;

  McpJournal  *journal;
  McpRedactor *redactor;      /* (nullable) the caller's */
  char        *name;          /* for messages */
  int          fd;

  guint        next_serial;
  GString     *buffer;
  guint        next_kept;     /* which of the journal's kept lines comes next */
  guint        next_finding;
  guint        next_annotation;
  GHashTable  *told;          /* serials whose status was written, to it */
  BodyJob     *job;           /* (nullable) under way, with the body of next_serial */
  guint        slice_source;

  gboolean     closing;       /* what comes now is not written any more */
  guint        last_serial;   /* when closing: the last one that is */
  guint        next_status;   /* when closing: whose status is looked at next */

  GError      *error;         /* (nullable) since when nothing is written */
  gboolean     finished;
};

G_DEFINE_FINAL_TYPE (McpRecorder, mcp_recorder, G_TYPE_OBJECT)

enum {
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void run_slice (McpRecorder *self);

static void
body_job_unref (BodyJob *job)
{
  if (!g_atomic_ref_count_dec (&job->ref_count))
    return;

  g_clear_pointer (&job->bytes, g_bytes_unref);
  g_clear_pointer (&job->redactor, mcp_redactor_free);
  g_object_unref (job->spool);
  g_mutex_clear (&job->mutex);
  g_cond_clear (&job->cond);
  g_free (job);
}

/* Returns 0 or errno. */
static int
write_fully (int         fd,
             const char *data,
             gsize       length)
{
  while (length > 0)
    {
      gssize n = write (fd, data, length);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return n < 0 ? errno : ENOSPC;
      data += n;
      length -= n;
    }

  return 0;
}

static void
set_error (McpRecorder *self,
           int          saved_errno)
{
  if (saved_errno == 0 || self->error != NULL)
    return;

  g_set_error (&self->error, MCP_ERROR, MCP_ERROR_STORAGE,
               _("Could not write the recording “%s”: %s"), self->name, g_strerror (saved_errno));
  g_signal_emit (self, signals[FAILED], 0, self->error);
}

static void
write_buffer (McpRecorder *self)
{
  if (self->error == NULL)
    set_error (self, write_fully (self->fd, self->buffer->str, self->buffer->len));
  g_string_truncate (self->buffer, 0);
}

static gboolean
append_to_buffer (const char *data,
                  gsize       length,
                  gpointer    user_data)
{
  g_string_append_len (user_data, data, length);

  return TRUE;
}

static gboolean
write_to_job (const char *data,
              gsize       length,
              gpointer    user_data)
{
  BodyJob *job = user_data;

  job->saved_errno = write_fully (job->fd, data, length);

  return job->saved_errno == 0;
}

static void
run_job (BodyJob *job)
{
  g_autoptr (GBytes) bytes = NULL;
  gsize length;
  const char *data;

  bytes = job->bytes != NULL ? g_bytes_ref (job->bytes)
                             : mcp_spool_read_written (job->spool, job->offset, job->length);
  if (bytes == NULL)
    {
      job->saved_errno = EIO;
    }
  else
    {
      data = g_bytes_get_data (bytes, &length);
      if (mcp_recorder_line_give_bytes (data, length, job->message, job->redactor, write_to_job,
                                        job)
          && job->is_event)
        mcp_recorder_line_give_event (data, length, job->redactor, write_to_job, job);
    }

  g_mutex_lock (&job->mutex);
  job->done = TRUE;
  g_cond_signal (&job->cond);
  g_mutex_unlock (&job->mutex);
}

static void
run_job_in_thread (GTask        *task,
                   gpointer      source_object,
                   gpointer      task_data,
                   GCancellable *cancellable)
{
  run_job (task_data);
  g_task_return_boolean (task, TRUE);
}

static void
append_kept_line (McpRecorder       *self,
                  const McpKeptLine *kept)
{
  g_autoptr (GBytes) bytes = mcp_spool_read (self->journal->spool, kept->offset, kept->length,
                                             self->error == NULL ? &self->error : NULL);
  g_autofree char *redacted = NULL;
  gsize length;
  const char *text = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  if (text != NULL && self->redactor != NULL)
    text = redacted = mcp_redactor_redact (self->redactor, text, length, &length);
  if (text != NULL)
    g_string_append_len (self->buffer, text, length);
  g_string_append_c (self->buffer, '\n');
}

/* Writes the line that the next record came as, if it was kept; in any case those behind it. */
static gboolean
append_kept_lines (McpRecorder *self,
                   guint        serial,
                   gboolean     behind)
{
  GArray *lines = self->journal->kept_lines;
  gboolean found = FALSE;

  while (lines != NULL && self->next_kept < lines->len)
    {
      const McpKeptLine *kept = &g_array_index (lines, McpKeptLine, self->next_kept);

      if (kept->serial != serial || (kept->behind != 0) != behind)
        break;
      append_kept_line (self, kept);
      self->next_kept++;
      found = TRUE;
    }

  return found;
}

/* The body is in the file: ends its line. */
static void
complete_job (McpRecorder *self)
{
  McpRecorderLine line;

  set_error (self, self->job->saved_errno);
  g_clear_pointer (&self->job, body_job_unref);
  if (self->error != NULL)
    return;

  mcp_recorder_line_describe (self->journal, self->next_serial, &line);
  mcp_recorder_line_append_after (self->buffer, &line);
  append_kept_lines (self, self->next_serial++, TRUE);
}

static void
job_done_cb (GObject      *object,
             GAsyncResult *result,
             gpointer      user_data)
{
  McpRecorder *self = MCP_RECORDER (object);

  /* Unless finish has waited for it. */
  if (self->job == g_task_get_task_data (G_TASK (result)))
    {
      complete_job (self);
      run_slice (self);
    }
}

static BodyJob *
make_job (McpRecorder   *self,
          const McpSlot *slot)
{
  BodyJob *job = g_new0 (BodyJob, 1);
  McpStretch raw = mcp_journal_get_raw (self->journal, self->next_serial);

  g_atomic_ref_count_init (&job->ref_count);
  g_mutex_init (&job->mutex);
  g_cond_init (&job->cond);
  job->fd = self->fd;
  job->spool = g_object_ref (self->journal->spool);
  job->bytes = mcp_spool_read_held (job->spool, raw.offset, raw.length);
  job->offset = raw.offset;
  job->length = raw.length;
  job->message = mcp_recorder_line_get_message (self->journal, self->next_serial);
  job->is_event = slot->channel == MCP_CHANNEL_SSE;
  job->redactor = self->redactor != NULL ? mcp_redactor_copy (self->redactor) : NULL;

  return job;
}

static void
start_job (McpRecorder   *self,
           const McpSlot *slot)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, job_done_cb, NULL);
  McpRecorderLine line;

  mcp_recorder_line_describe (self->journal, self->next_serial, &line);
  mcp_recorder_line_append_before (self->buffer, &line);
  write_buffer (self);
  self->job = make_job (self, slot);
  g_atomic_ref_count_inc (&self->job->ref_count);
  g_task_set_source_tag (task, start_job);
  g_task_set_task_data (task, self->job, (GDestroyNotify) body_job_unref);
  g_task_run_in_thread (task, run_job_in_thread);
}

/* What was found wrong with records that are written by now. */
static void
append_findings (McpRecorder *self)
{
  GListModel *findings = mcp_journal_get_findings (self->journal);

  while (self->next_finding < g_list_model_get_n_items (findings))
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, self->next_finding);

      if (mcp_finding_get_serial (finding) >= self->next_serial)
        return;
      if (!mcp_finding_is_derived (finding))
        mcp_recorder_line_append_finding (self->buffer, self->journal, finding, self->redactor);
      self->next_finding++;
    }
}

/* What somebody said about records that are written by now. */
static void
append_annotations (McpRecorder *self)
{
  McpAnnotations *annotations = self->journal->annotations;

  while (self->next_annotation < mcp_annotations_get_n_changes (annotations))
    {
      guint serial = mcp_annotations_get_changed (annotations, self->next_annotation);

      if (serial >= self->next_serial)
        return;
      mcp_recorder_line_append_annotation (self->buffer, self->journal, serial, self->redactor);
      self->next_annotation++;
    }
}

static void
append_status (McpRecorder *self,
               guint        serial)
{
  const McpSlot *slot = mcp_journal_get_slot (self->journal, serial);
  gpointer key = GUINT_TO_POINTER (serial);

  if (!slot->judged
      || GPOINTER_TO_UINT (g_hash_table_lookup (self->told, key)) == slot->status + 1u)
    return;

  g_hash_table_insert (self->told, key, GUINT_TO_POINTER (slot->status + 1u));
  mcp_recorder_line_append_status (self->buffer, self->journal, serial);
}

static int
compare_serials (gconstpointer a,
                 gconstpointer b)
{
  guint first = GPOINTER_TO_UINT (a);
  guint second = GPOINTER_TO_UINT (b);

  return (first > second) - (first < second);
}

/* What became of requests that no answer tells of. Returns whether there is more. */
static gboolean
append_statuses (McpRecorder *self,
                 gint64       deadline_usec)
{
  while (self->next_status < self->next_serial)
    {
      append_status (self, self->next_status++);
      if (self->next_status % STATUSES_PER_LOOK == 0 && g_get_monotonic_time () >= deadline_usec)
        return TRUE;
    }

  return FALSE;
}

/* What is said of records at the end, when all of them are written. */
static void
append_last_remarks (McpRecorder *self)
{
  g_autoptr (GList) serials = NULL;

  append_findings (self);
  append_annotations (self);
  append_statuses (self, G_MAXINT64);

  if (self->journal->conversations == NULL || self->journal->head_line != NULL)
    return;

  serials = g_list_sort (g_hash_table_get_keys (self->journal->conversations), compare_serials);
  for (GList *l = serials; l != NULL; l = l->next)
    mcp_recorder_line_append_conversation (self->buffer, self->journal,
                                           GPOINTER_TO_UINT (l->data));
}

static void
append_record (McpRecorder   *self,
               const McpSlot *slot)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = mcp_journal_read_raw (self->journal, self->next_serial, &error);
  McpRecorderObject object = mcp_recorder_line_get_object (self->journal, self->next_serial);
  McpRecorderLine line;
  gsize length;
  const char *data;

  if (append_kept_lines (self, self->next_serial, FALSE))
    {
      append_kept_lines (self, self->next_serial++, TRUE);
      return;
    }

  if (bytes == NULL)
    {
      if (self->error == NULL)
        self->error = g_steal_pointer (&error);
      self->next_serial++;
      return;
    }

  data = g_bytes_get_data (bytes, &length);
  mcp_recorder_line_describe (self->journal, self->next_serial, &line);
  mcp_recorder_line_append_before (self->buffer, &line);
  if (object != MCP_RECORDER_NO_OBJECT)
    mcp_recorder_line_append_object (self->buffer, object, data, length, self->redactor);
  else
    mcp_recorder_line_give_bytes (data, length,
                                  mcp_recorder_line_get_message (self->journal, self->next_serial),
                                  self->redactor, append_to_buffer, self->buffer);
  if (object == MCP_RECORDER_NO_OBJECT && slot->channel == MCP_CHANNEL_SSE)
    mcp_recorder_line_give_event (data, length, self->redactor, append_to_buffer, self->buffer);
  mcp_recorder_line_append_after (self->buffer, &line);
  append_kept_lines (self, self->next_serial++, TRUE);

  if (self->buffer->len >= BUFFER_BYTES)
    write_buffer (self);
}

/* Whether the next record's line is one that was kept. */
static gboolean
is_kept (McpRecorder *self)
{
  GArray *lines = self->journal->kept_lines;

  return lines != NULL && self->next_kept < lines->len
         && g_array_index (lines, McpKeptLine, self->next_kept).serial == self->next_serial
         && g_array_index (lines, McpKeptLine, self->next_kept).behind == 0;
}

static guint
get_last_serial (McpRecorder *self)
{
  return self->closing ? self->last_serial
                       : g_list_model_get_n_items (G_LIST_MODEL (self->journal));
}

/* The recording ends with what the journal has now. */
static void
start_closing (McpRecorder *self)
{
  if (self->closing)
    return;

  self->closing = TRUE;
  self->last_serial = mcp_journal_get_n_records (self->journal);
  self->next_status = 1;
  g_clear_handle_id (&self->slice_source, g_source_remove);
}

/* Writes until @deadline_usec. Returns whether there is more that could be written now. */
static gboolean
write_records (McpRecorder *self,
               gint64       deadline_usec)
{
  guint last = get_last_serial (self);

  while (self->job == NULL && self->error == NULL && self->next_serial <= last)
    {
      const McpSlot *slot = mcp_journal_get_slot (self->journal, self->next_serial);

      /* What grows is told of at the end, when it has ended or never will. */
      if (slot->kind == MCP_RECORD_PENDING && !self->closing)
        return FALSE;

      if (slot->length > LARGE_BYTES && !self->finished && !is_kept (self)
          && mcp_recorder_line_get_object (self->journal, self->next_serial)
               == MCP_RECORDER_NO_OBJECT)
        start_job (self, slot);
      else
        append_record (self, slot);

      if (g_get_monotonic_time () >= deadline_usec)
        return self->job == NULL && self->next_serial <= last;
    }

  return FALSE;
}

static gboolean
slice_cb (gpointer user_data)
{
  McpRecorder *self = MCP_RECORDER (user_data);

  self->slice_source = 0;
  run_slice (self);

  return G_SOURCE_REMOVE;
}

static void
run_slice (McpRecorder *self)
{
  gboolean more;

  if (self->closing)
    return;

  more = write_records (self, g_get_monotonic_time () + SLICE_USEC);
  if (self->job == NULL)
    {
      append_findings (self);
      append_annotations (self);
      write_buffer (self);
    }
  if (more && self->slice_source == 0)
    self->slice_source = g_idle_add (slice_cb, self);
}

/* What became of requests that are written already, while the session goes on. */
static void
records_changed_cb (McpRecorder *self,
                    GArray      *serials)
{
  for (guint i = 0; i < serials->len && self->job == NULL && !self->closing; i++)
    if (g_array_index (serials, guint, i) < self->next_serial)
      append_status (self, g_array_index (serials, guint, i));
  run_slice (self);
}

static void
wait_for_job (McpRecorder *self)
{
  g_mutex_lock (&self->job->mutex);
  while (!self->job->done)
    g_cond_wait (&self->job->cond, &self->job->mutex);
  g_mutex_unlock (&self->job->mutex);

  complete_job (self);
}

/* A file that was there already may have been open to others. A device stays as it is. */
static gboolean
make_private (int fd)
{
  struct stat info;

  return fstat (fd, &info) == 0 && (!S_ISREG (info.st_mode) || fchmod (fd, 0600) == 0);
}

static void
mcp_recorder_dispose (GObject *object)
{
  McpRecorder *self = MCP_RECORDER (object);

  if (self->journal != NULL && !self->finished)
    mcp_recorder_finish (self, NULL);
  g_clear_handle_id (&self->slice_source, g_source_remove);
  g_clear_object (&self->journal);

  G_OBJECT_CLASS (mcp_recorder_parent_class)->dispose (object);
}

static void
mcp_recorder_finalize (GObject *object)
{
  McpRecorder *self = MCP_RECORDER (object);

  g_string_free (self->buffer, TRUE);
  g_hash_table_unref (self->told);
  g_free (self->name);
  g_clear_error (&self->error);
  if (self->fd >= 0)
    close (self->fd);

  G_OBJECT_CLASS (mcp_recorder_parent_class)->finalize (object);
}

static void
mcp_recorder_class_init (McpRecorderClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_recorder_dispose;
  object_class->finalize = mcp_recorder_finalize;

  /**
   * McpRecorder::failed:
   * @self: the recorder
   * @error: of %MCP_ERROR_STORAGE; names the file and the reason
   *
   * The recording cannot be written any more. What was written stays, and the session goes on.
   */
  signals[FAILED] =
    g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                  G_TYPE_NONE, 1, G_TYPE_ERROR | G_SIGNAL_TYPE_STATIC_SCOPE);
}

static void
mcp_recorder_init (McpRecorder *self)
{
  self->fd = -1;
  self->next_serial = 1;
  self->buffer = g_string_new (NULL);
  self->told = g_hash_table_new (NULL, NULL);
}

/* Asked before a file is opened, which is as it was then. */
gboolean
mcp_recorder_may_record (McpJournal  *journal,
                         GError     **error)
{
  if (journal->newer)
    g_set_error (error, MCP_ERROR, MCP_ERROR_VERSION,
                 _("This recording is of a later version and can only be read: saving it could "
                   "lose what is not known of it"));

  return !journal->newer;
}

/* As mcp_recorder_new(); @fd is taken over, and -1 with errno when the file could not be opened. */
McpRecorder *
mcp_recorder_new_for_fd (McpJournal   *journal,
                         int           fd,
                         const char   *path,
                         const char   *profile_json,
                         McpRedactor  *redactor,
                         GError      **error)
{
  int saved_errno = errno;
  g_autoptr (McpRecorder) self = g_object_new (MCP_TYPE_RECORDER, NULL);

  self->name = g_filename_display_name (path);
  self->fd = fd;
  errno = saved_errno;
  if (self->fd < 0 || !make_private (self->fd))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE,
                   _("Could not create the recording “%s”: %s"), self->name, g_strerror (errno));
      return NULL;
    }

  self->journal = g_object_ref (journal);
  self->redactor = redactor;
  self->next_finding = journal->n_kept_findings;
  self->next_annotation = journal->n_kept_annotations;
  mcp_recorder_line_append_head (self->buffer, journal, profile_json, redactor);
  append_kept_lines (self, 0, TRUE);
  g_signal_connect_object (journal, "items-changed", G_CALLBACK (run_slice), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (journal, "records-changed", G_CALLBACK (records_changed_cb), self,
                           G_CONNECT_SWAPPED);
  run_slice (self);

  return g_steal_pointer (&self);
}

/**
 * mcp_recorder_new:
 * @journal: (transfer none): what to record, from its first record on
 * @path: (type filename): the file, which is replaced
 * @profile_json: (nullable): how the server was reached, as a JSON object without secrets
 * @redactor: (nullable) (transfer none): must live as long as the recorder; %NULL does not redact
 * @error: of %MCP_ERROR_STORAGE, or of %MCP_ERROR_VERSION when the journal is of a recording in a
 *   later version of the format; the file is as it was then
 *
 * Starts a recording in a file that only its owner may read.
 *
 * Returns: (transfer full) (nullable): a new recorder
 */
McpRecorder *
mcp_recorder_new (McpJournal   *journal,
                  const char   *path,
                  const char   *profile_json,
                  McpRedactor  *redactor,
                  GError      **error)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (journal), NULL);
  g_return_val_if_fail (path != NULL, NULL);
  g_return_val_if_fail (error == NULL || *error == NULL, NULL);

  if (!mcp_recorder_may_record (journal, error))
    return NULL;

  return mcp_recorder_new_for_fd (journal,
                                  g_open (path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600),
                                  path, profile_json, redactor, error);
}

/**
 * mcp_recorder_finish:
 * @self: a recorder
 * @error: of %MCP_ERROR_STORAGE, naming the file: of this or any write before
 *
 * Writes all that the journal has, lines that never ended included, and closes the file. May
 * block for as long as that takes.
 *
 * Returns: %FALSE when the recording is not whole
 */
gboolean
mcp_recorder_finish (McpRecorder  *self,
                     GError      **error)
{
  g_return_val_if_fail (MCP_IS_RECORDER (self), FALSE);
  g_return_val_if_fail (error == NULL || *error == NULL, FALSE);

  if (!self->finished)
    {
      self->finished = TRUE;
      start_closing (self);
      if (self->job != NULL)
        wait_for_job (self);
      write_records (self, G_MAXINT64);
      append_last_remarks (self);
      write_buffer (self);
      if (close (self->fd) != 0)
        set_error (self, errno);
      self->fd = -1;
    }

  if (self->error != NULL && error != NULL)
    *error = g_error_copy (self->error);

  return self->error == NULL;
}

/*
 * mcp_recorder_finish_slice:
 * @self: a recorder
 * @deadline_usec: until when, by the clock of g_get_monotonic_time()
 *
 * Does some of what mcp_recorder_finish() would do at once. The first call says where the recording
 * ends.
 *
 * Returns: whether there is more, also when a worker is about it
 */
gboolean
mcp_recorder_finish_slice (McpRecorder *self,
                           gint64       deadline_usec)
{
  gboolean more;

  g_return_val_if_fail (MCP_IS_RECORDER (self), FALSE);

  start_closing (self);
  more = write_records (self, deadline_usec) || self->job != NULL;
  if (!more && self->error == NULL)
    {
      append_findings (self);
      append_annotations (self);
      more = append_statuses (self, deadline_usec);
    }
  if (self->job == NULL)
    write_buffer (self);

  return more && self->error == NULL;
}

/**
 * mcp_recorder_abandon:
 * @self: a recorder
 *
 * Gives up: nothing more is written, and nothing is waited for. What was written stays. The
 * redactor is not used any more.
 */
void
mcp_recorder_abandon (McpRecorder *self)
{
  g_return_if_fail (MCP_IS_RECORDER (self));

  if (self->finished)
    return;

  start_closing (self);
  self->finished = TRUE;
  self->redactor = NULL;
  if (self->error == NULL)
    g_set_error (&self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                 _("The recording “%s” was given up"), self->name);
}

/**
 * mcp_recorder_get_progress:
 * @self: a recorder
 *
 * Gets how much of what has been announced is written.
 *
 * Returns: from 0 to 1
 */
double
mcp_recorder_get_progress (McpRecorder *self)
{
  guint last;

  g_return_val_if_fail (MCP_IS_RECORDER (self), 1);

  last = get_last_serial (self);

  return last == 0 ? 1 : (self->next_serial - 1) / (double) last;
}

/**
 * mcp_recorder_get_error:
 * @self: a recorder
 *
 * Gets why nothing is written any more. What was written before stays.
 *
 * Returns: (transfer none) (nullable): the error
 */
const GError *
mcp_recorder_get_error (McpRecorder *self)
{
  g_return_val_if_fail (MCP_IS_RECORDER (self), NULL);

  return self->error;
}
