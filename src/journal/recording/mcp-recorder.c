/* mcp-recorder.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-recorder-private.h"
#include "mcp-recorder-work.h"
#include "mcp-redactor-private.h"

/**
 * McpRecorder:
 *
 * Writes a journal to a recording while it grows. Whoever records owns it, and finishes it.
 *
 * Records are written in the order of their serials, each when it is complete: a line that is
 * still growing holds up what follows it. Here they are only named, in blocks; a thread reads their
 * bytes from the spool, redacts and writes them. When it does not keep up, what it has not come to
 * waits in the spool, not in memory. After a write error nothing more is written;
 * mcp_recorder_finish() says why.
 */

#define SLICE_USEC 4000
#define STATUSES_PER_LOOK 256

struct _McpRecorder
{
  GObject          parent_instance;

  McpJournal      *journal;
  McpRedactor     *redactor;      /* (nullable) the caller's */
  char            *name;          /* for messages */
  McpRecorderWork *work;          /* (nullable) what has the file */
  GSource         *wake;          /* (nullable) which the work makes ready */

  guint            next_serial;
  McpRecorderBlock *block;        /* (nullable) that is being filled */
  guint            next_kept;     /* which of the journal's kept lines comes next */
  guint            next_finding;
  guint            next_annotation;
  GHashTable      *told;          /* serials whose status was written, to it */
  guint            slice_source;

  gboolean         closing;       /* what comes now is not written any more */
  guint            last_serial;   /* when closing: the last one that is */
  guint            next_status;   /* when closing: whose status is looked at next */

  GError          *error;         /* (nullable) since when nothing is written */
  gboolean         finished;
};

G_DEFINE_FINAL_TYPE (McpRecorder, mcp_recorder, G_TYPE_OBJECT)

enum {
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

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

/* What the thread has to say. */
static void
look_at_work (McpRecorder *self)
{
  if (self->work == NULL)
    return;

  if (self->redactor != NULL)
    mcp_recorder_work_report (self->work, self->redactor->report);
  set_error (self, mcp_recorder_work_get_errno (self->work));
}

static McpRecorderBlock *
get_block (McpRecorder *self)
{
  if (self->block == NULL)
    self->block = mcp_recorder_block_new (
      self->redactor != NULL ? mcp_redactor_ref_secrets (self->redactor) : NULL);

  return self->block;
}

/* Waits for the thread only when all has to be written now. */
static void
push_block (McpRecorder *self)
{
  if (self->block == NULL)
    return;

  mcp_recorder_block_set_last (self->block, self->next_serial - 1);
  mcp_recorder_work_push (self->work, g_steal_pointer (&self->block), self->finished);
}

static void
push_full_block (McpRecorder *self)
{
  if (self->block != NULL && mcp_recorder_block_is_full (self->block))
    push_block (self);
}

/* Adds the line that the next record came as, if it was kept; in any case those behind it. */
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
      mcp_recorder_block_add_line (get_block (self), self->journal->spool, kept->offset,
                                   kept->length);
      self->next_kept++;
      found = TRUE;
    }

  return found;
}

/* A line about a record that is written before this. */
static void
append_remark (McpRecorder   *self,
               guint          serial,
               const char    *type,
               const GString *members)
{
  mcp_recorder_line_append_remark (mcp_recorder_block_begin_text (get_block (self)), self->journal, serial, type,
                                   members);
  mcp_recorder_block_end_text (self->block);
  push_full_block (self);
}

/* What was found wrong with records that are written before this. */
static void
append_findings (McpRecorder *self)
{
  GListModel *findings = mcp_journal_get_findings (self->journal);

  while (self->next_finding < g_list_model_get_n_items (findings))
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, self->next_finding);
      g_autoptr (GString) members = g_string_new (NULL);

      if (mcp_finding_get_serial (finding) >= self->next_serial)
        return;
      mcp_finding_append_members (finding, members);
      if (!mcp_finding_is_derived (finding))
        append_remark (self, mcp_finding_get_serial (finding), "finding", members);
      self->next_finding++;
    }
}

/* What somebody said about records that are written before this. */
static void
append_annotations (McpRecorder *self)
{
  GArray *changes = self->journal->annotation_changes;

  while (self->next_annotation < changes->len)
    {
      guint serial = g_array_index (changes, guint, self->next_annotation);
      g_autoptr (GString) members = g_string_new (NULL);

      if (serial >= self->next_serial)
        return;
      mcp_journal_append_annotation (self->journal, serial, members);
      append_remark (self, serial, "annotation", members);
      self->next_annotation++;
    }
}

static void
append_status (McpRecorder *self,
               guint        serial)
{
  const McpSlot *slot = mcp_journal_get_slot (self->journal, serial);
  gpointer key = GUINT_TO_POINTER (serial);
  g_autoptr (GString) members = NULL;

  if (!slot->judged
      || GPOINTER_TO_UINT (g_hash_table_lookup (self->told, key)) == slot->status + 1u)
    return;

  g_hash_table_insert (self->told, key, GUINT_TO_POINTER (slot->status + 1u));
  members = g_string_new (NULL);
  mcp_json_append_member_string (members, "status", mcp_status_get_nick (slot->status));
  append_remark (self, serial, "status", members);
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
      if (self->next_status % STATUSES_PER_LOOK == 0
          && (g_get_monotonic_time () >= deadline_usec
              || (!self->finished && !mcp_recorder_work_has_room (self->work))))
        return TRUE;
    }

  return FALSE;
}

/* How often findings that were written once were made again. */
static void
append_counts (McpRecorder *self)
{
  GListModel *findings = mcp_journal_get_findings (self->journal);

  for (guint i = self->journal->n_kept_findings; i < self->next_finding; i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);
      g_autoptr (GString) members = g_string_new (NULL);

      if (mcp_finding_is_derived (finding) || mcp_finding_get_count (finding) < 2)
        continue;
      mcp_finding_append_again (finding, mcp_finding_get_count (finding) - 1, members);
      append_remark (self, mcp_finding_get_serial (finding), "finding", members);
    }
}

/* What is said of records at the end, behind all of them. */
static void
append_last_remarks (McpRecorder *self)
{
  g_autoptr (GList) serials = NULL;

  append_findings (self);
  append_counts (self);
  append_annotations (self);
  append_statuses (self, G_MAXINT64);

  if (self->journal->conversations == NULL || self->journal->head_line != NULL)
    return;

  serials = g_list_sort (g_hash_table_get_keys (self->journal->conversations), compare_serials);
  for (GList *l = serials; l != NULL; l = l->next)
    {
      guint serial = GPOINTER_TO_UINT (l->data);
      g_autoptr (GString) members = g_string_new (NULL);

      mcp_json_append_member_int (members, "first", mcp_journal_get_conversation (self->journal, serial));
      append_remark (self, serial, "conversation", members);
    }
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

static void
append_record (McpRecorder *self)
{
  if (!append_kept_lines (self, self->next_serial, FALSE))
    mcp_recorder_block_add_record (get_block (self), self->journal, self->next_serial);
  append_kept_lines (self, self->next_serial++, TRUE);
  push_full_block (self);
}

/* Names records until @deadline_usec. Returns whether there is more that could be named now. */
static gboolean
append_records (McpRecorder *self,
                gint64       deadline_usec)
{
  guint last = get_last_serial (self);

  while (self->error == NULL && self->next_serial <= last)
    {
      const McpSlot *slot = mcp_journal_get_slot (self->journal, self->next_serial);

      /* What grows is told of at the end, when it has ended or never will. */
      if (slot->kind == MCP_RECORD_PENDING && !self->closing)
        return FALSE;

      /* The thread says when there is room. */
      if (!self->finished && self->block == NULL && !mcp_recorder_work_has_room (self->work))
        return self->closing;

      append_record (self);
      if (self->block == NULL && g_get_monotonic_time () >= deadline_usec)
        return self->next_serial <= last;
    }

  return FALSE;
}

static void run_slice (McpRecorder *self);

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
  if (self->closing)
    return;

  look_at_work (self);
  if (append_records (self, g_get_monotonic_time () + SLICE_USEC) && self->slice_source == 0)
    self->slice_source = g_idle_add (slice_cb, self);
  append_findings (self);
  append_annotations (self);
  push_block (self);
}

/* What became of requests that are written already, while the session goes on. */
static void
records_changed_cb (McpRecorder *self,
                    GArray      *serials)
{
  for (guint i = 0; i < serials->len && !self->closing; i++)
    if (g_array_index (serials, guint, i) < self->next_serial)
      append_status (self, g_array_index (serials, guint, i));
  run_slice (self);
}

/* The thread has written something: there is room, or there was an error. */
static gboolean
wake_cb (gpointer user_data)
{
  McpRecorder *self = MCP_RECORDER (user_data);

  g_source_set_ready_time (self->wake, -1);
  g_object_ref (self);
  look_at_work (self);
  run_slice (self);
  g_object_unref (self);

  return G_SOURCE_CONTINUE;
}

static gboolean
wake_dispatch (GSource     *source,
               GSourceFunc  callback,
               gpointer     user_data)
{
  return callback (user_data);
}

static GSourceFuncs wake_funcs = { .dispatch = wake_dispatch };

static void
stop_waking (McpRecorder *self)
{
  if (self->wake == NULL)
    return;

  mcp_recorder_work_set_wake (self->work, NULL);
  g_source_destroy (self->wake);
  g_clear_pointer (&self->wake, g_source_unref);
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
  stop_waking (self);
  g_clear_object (&self->journal);

  G_OBJECT_CLASS (mcp_recorder_parent_class)->dispose (object);
}

static void
mcp_recorder_finalize (GObject *object)
{
  McpRecorder *self = MCP_RECORDER (object);

  g_clear_pointer (&self->work, mcp_recorder_work_unref);
  g_clear_pointer (&self->block, mcp_recorder_block_free);
  g_hash_table_unref (self->told);
  g_free (self->name);
  g_clear_error (&self->error);

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
  self->next_serial = 1;
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
  g_autoptr (GString) head = g_string_new (NULL);

  self->name = g_filename_display_name (path);
  errno = saved_errno;
  if (fd < 0 || !make_private (fd))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE,
                   _("Could not create the recording “%s”: %s"), self->name, g_strerror (errno));
      if (fd >= 0)
        close (fd);
      return NULL;
    }

  self->journal = g_object_ref (journal);
  self->redactor = redactor;
  self->next_finding = journal->n_kept_findings;
  self->next_annotation = journal->n_kept_annotations;
  self->wake = g_source_new (&wake_funcs, sizeof (GSource));
  g_source_set_callback (self->wake, wake_cb, self, NULL);
  g_source_attach (self->wake, g_main_context_get_thread_default ());
  mcp_recorder_line_append_head (head, journal, profile_json, redactor);
  self->work = mcp_recorder_work_new (fd, journal->spool, redactor, self->wake, head);
  look_at_work (self);
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

/* Of the last record, since the recording was created. */
static gint64
get_last_usec (McpRecorder *self)
{
  const McpSlot *slot =
    self->last_serial > 0 ? mcp_journal_get_slot (self->journal, self->last_serial) : NULL;

  return slot != NULL ? slot->time_usec - self->journal->start_usec : 0;
}

/**
 * mcp_recorder_finish:
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
      append_records (self, G_MAXINT64);
      append_last_remarks (self);
      push_block (self);
      mcp_recorder_work_finish (self->work, get_last_usec (self));
      stop_waking (self);
      look_at_work (self);
    }

  if (self->error != NULL && error != NULL)
    *error = g_error_copy (self->error);

  return self->error == NULL;
}

/*
 * mcp_recorder_finish_slice:
 * @deadline_usec: until when, by the clock of g_get_monotonic_time()
 *
 * Does some of what mcp_recorder_finish() would do at once. The first call says where the recording
 * ends.
 *
 * Returns: whether there is more, also when the thread is about it
 */
gboolean
mcp_recorder_finish_slice (McpRecorder *self,
                           gint64       deadline_usec)
{
  gboolean more;

  g_return_val_if_fail (MCP_IS_RECORDER (self), FALSE);

  start_closing (self);
  look_at_work (self);
  more = append_records (self, deadline_usec);
  if (!more && self->error == NULL)
    {
      append_findings (self);
      append_annotations (self);
      more = append_statuses (self, deadline_usec);
    }
  push_block (self);

  return (more || !mcp_recorder_work_is_idle (self->work)) && self->error == NULL;
}

/*
 * Ends the recorder's thread, after what it is writing now: what comes is written by who asks for it.
 * For a process that is about to fork, of which only one thread goes on.
 */
void
mcp_recorder_take_over (McpRecorder *self)
{
  g_return_if_fail (MCP_IS_RECORDER (self));

  mcp_recorder_work_take_over (self->work);
}

/*
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
  stop_waking (self);
  mcp_recorder_work_abandon (self->work);
  if (self->error == NULL)
    g_set_error (&self->error, G_IO_ERROR, G_IO_ERROR_CANCELLED,
                 _("The recording “%s” was given up"), self->name);
}

double
mcp_recorder_get_progress (McpRecorder *self)
{
  guint last;

  g_return_val_if_fail (MCP_IS_RECORDER (self), 1);

  look_at_work (self);
  last = get_last_serial (self);

  return last == 0 ? 1 : mcp_recorder_work_get_last (self->work) / (double) last;
}

const GError *
mcp_recorder_get_error (McpRecorder *self)
{
  g_return_val_if_fail (MCP_IS_RECORDER (self), NULL);

  return self->error;
}
