/* mcp-recording.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-intake.h"
#include "mcp-journal-private.h"
#include "mcp-json.h"
#include "mcp-recorder-line.h"
#include "mcp-recording-reader.h"
#include "mcp-recording.h"
#include "mcp-redactor.h"

/**
 * McpRecording:
 *
 * A recording that was opened. It is there as soon as its first line is read; its journal fills
 * in the background, and McpJournal:loading says until when. What is not as it should be is no
 * error but a problem with the number of its line.
 */

/* How much of the end of a file is looked at for its last time. */
#define TAIL_BYTES (64 * 1024)

struct _McpRecording
{
  GObject             parent_instance;

  GFile              *file;
  McpJournal         *journal;
  McpRecordingReader *reader;
  char               *head;
  char               *profile_json;  /* (nullable) */
};

G_DEFINE_FINAL_TYPE (McpRecording, mcp_recording, G_TYPE_OBJECT)

static void
mcp_recording_finalize (GObject *object)
{
  McpRecording *self = MCP_RECORDING (object);

  g_clear_object (&self->journal);
  g_clear_pointer (&self->reader, mcp_recording_reader_unref);
  g_clear_object (&self->file);
  g_free (self->head);
  g_free (self->profile_json);

  G_OBJECT_CLASS (mcp_recording_parent_class)->finalize (object);
}

static void
mcp_recording_class_init (McpRecordingClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_recording_finalize;
}

static void
mcp_recording_init (McpRecording *self)
{
}

/* What the thread that opens the file finds. */
typedef struct
{
  GFile              *file;
  McpQuery           *query;          /* (nullable) */
  McpRecordingReader *reader;
  char               *head;
  gsize               head_length;
  guint64             file_bytes;
  gint64              duration_usec;  /* as its last lines say; 0 when they do not */
} Opening;

static void
opening_free (Opening *opening)
{
  g_clear_pointer (&opening->reader, mcp_recording_reader_unref);
  g_object_unref (opening->file);
  g_clear_pointer (&opening->query, mcp_query_unref);
  g_free (opening->head);
  g_free (opening);
}

static gboolean
check_head (Opening  *opening,
            GError  **error)
{
  g_autofree char *name = g_file_get_parse_name (opening->file);
  gint64 version;

  if (mcp_json_validate (opening->head, opening->head_length, NULL)
      && mcp_json_get_type (opening->head, opening->head_length) == MCP_JSON_OBJECT
      && mcp_json_lookup_int64 (opening->head, opening->head_length, "mcprec", &version)
      && version > 0)
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
               _("“%s” is no recording: its first line does not say so"), name);

  return FALSE;
}

/* When the last event was, so that the recording can end now and not at some other time. */
static gint64
read_duration (GFile        *file,
               GCancellable *cancellable)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, NULL);
  g_autofree char *tail = g_malloc (TAIL_BYTES + 1);
  gint64 duration_usec = 0;
  gsize length = 0;

  if (stream == NULL)
    return 0;

  /* A file that is shorter is read from its start. */
  g_seekable_seek (G_SEEKABLE (stream), -TAIL_BYTES, G_SEEK_END, cancellable, NULL);
  g_input_stream_read_all (G_INPUT_STREAM (stream), tail, TAIL_BYTES, &length, cancellable, NULL);
  tail[length] = '\0';
  for (const char *line = tail; (line = strstr (line, "\n{\"t\":")) != NULL; line++)
    duration_usec = MAX (duration_usec, g_ascii_strtoll (line + strlen ("\n{\"t\":"), NULL, 10));

  return duration_usec;
}

static gboolean
read_head (Opening       *opening,
           GCancellable  *cancellable,
           GError       **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (opening->file, cancellable, error);
  g_autoptr (GFileInfo) info = NULL;

  if (stream == NULL)
    return FALSE;

  info = g_file_input_stream_query_info (
      stream, G_FILE_ATTRIBUTE_STANDARD_SIZE "," G_FILE_ATTRIBUTE_STANDARD_TYPE, cancellable, NULL);
  if (info != NULL)
    opening->file_bytes = MAX (0, g_file_info_get_size (info));
  /* What a pipe has at its end cannot be had before the rest, and looking would take it away. */
  if (info != NULL && g_file_info_get_file_type (info) == G_FILE_TYPE_REGULAR)
    opening->duration_usec = read_duration (opening->file, cancellable);
  opening->reader = mcp_recording_reader_new (G_INPUT_STREAM (stream));
  if (opening->query != NULL)
    mcp_recording_reader_set_query (opening->reader, opening->query);
  opening->head = mcp_recording_reader_read_head (opening->reader, &opening->head_length,
                                                  cancellable, error);

  return opening->head != NULL;
}

static void
open_in_thread (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Opening *opening = task_data;
  g_autofree char *name = g_file_get_parse_name (opening->file);
  GError *error = NULL;

  if (!read_head (opening, cancellable, &error))
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_prefix_error (&error, _("Could not open the recording “%s”: "), name);
      g_task_return_error (task, error);
    }
  else if (!check_head (opening, &error))
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

/**
 * mcp_recording_open_async:
 * @file: a recording
 * @query: (nullable): what the records that are shown will match; %NULL for all
 * @callback: called when the first line was read, for mcp_recording_open_finish()
 *
 * Opens a recording (docs/recording-format.md). With a query no other records are wanted, which is
 * faster: the rest may not be there. Serial numbers are then none to show, findings are missing, and
 * it cannot be saved again.
 */
void
mcp_recording_open_async (GFile               *file,
                          McpQuery            *query,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  Opening *opening;

  g_return_if_fail (G_IS_FILE (file));

  opening = g_new0 (Opening, 1);
  opening->file = g_object_ref (file);
  opening->query = query != NULL ? mcp_query_ref (query) : NULL;
  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_recording_open_async);
  /* A pipe that nobody writes to blocks its thread: who waits does not. */
  g_task_set_return_on_cancel (task, TRUE);
  g_task_set_task_data (task, opening, (GDestroyNotify) opening_free);
  g_task_run_in_thread (task, open_in_thread);
}

static gint64
read_created (const char *head,
              gsize       length)
{
  g_autofree char *text = mcp_json_lookup_string (head, length, "created");
  g_autoptr (GDateTime) created = text != NULL ? g_date_time_new_from_iso8601 (text, NULL) : NULL;

  if (created == NULL)
    return 0;

  return g_date_time_to_unix (created) * G_USEC_PER_SEC + g_date_time_get_microsecond (created);
}

static void
start_loading (McpRecording *self,
               guint64       file_bytes,
               gint64        duration_usec)
{
  /* By our clock it ends now; the times of a journal are never 0. */
  gint64 start_usec = MAX (g_get_monotonic_time () - duration_usec, 1);
  gint64 created_usec = read_created (self->head, strlen (self->head));
  McpSpool *spool = mcp_spool_new (start_usec, created_usec);

  self->journal = mcp_journal_new_for_spool (spool, start_usec, created_usec);
  self->journal->head_line = g_strdup (self->head);
  self->journal->profile_json = g_strdup (self->profile_json);
  mcp_spool_flush (spool);
  mcp_recording_reader_set_target (self->reader, spool, start_usec, created_usec, file_bytes);
  mcp_journal_load (self->journal, mcp_recording_reader_run,
                    mcp_recording_reader_ref (self->reader),
                    (GDestroyNotify) mcp_recording_reader_unref);
}

/**
 * mcp_recording_open_finish:
 * @error: of %MCP_ERROR_CONFIG when the file is no recording, or of the file system
 *
 * Gets the recording. Its journal is being filled.
 *
 * Returns: (transfer full) (nullable): a new recording
 */
McpRecording *
mcp_recording_open_finish (GAsyncResult  *result,
                           GError       **error)
{
  McpRecording *self;
  Opening *opening;
  McpSpan profile;
  gint64 version = 0;

  g_return_val_if_fail (G_IS_TASK (result), NULL);

  if (!g_task_propagate_boolean (G_TASK (result), error))
    return NULL;

  opening = g_task_get_task_data (G_TASK (result));
  self = g_object_new (MCP_TYPE_RECORDING, NULL);
  self->file = g_object_ref (opening->file);
  self->reader = g_steal_pointer (&opening->reader);
  self->head = g_steal_pointer (&opening->head);

  mcp_json_lookup_int64 (self->head, opening->head_length, "mcprec", &version);
  if (mcp_json_lookup (self->head, opening->head_length, "profile", &profile))
    self->profile_json = g_strndup (self->head + profile.offset, profile.length);
  start_loading (self, opening->file_bytes, opening->duration_usec);
  self->journal->newer = version > MCP_RECORDING_VERSION;

  return self;
}

GFile *
mcp_recording_get_file (McpRecording *self)
{
  g_return_val_if_fail (MCP_IS_RECORDING (self), NULL);

  return self->file;
}

McpJournal *
mcp_recording_get_journal (McpRecording *self)
{
  g_return_val_if_fail (MCP_IS_RECORDING (self), NULL);

  return self->journal;
}

const char *
mcp_recording_get_profile_json (McpRecording *self)
{
  g_return_val_if_fail (MCP_IS_RECORDING (self), NULL);

  return self->profile_json;
}

char *
mcp_recording_dup_name (McpRecording *self)
{
  g_autofree char *base = NULL;
  char *name = NULL;

  g_return_val_if_fail (MCP_IS_RECORDING (self), NULL);

  if (self->profile_json != NULL)
    name = mcp_json_lookup_string (self->profile_json, strlen (self->profile_json), "name");
  if (name != NULL && *name != '\0')
    return name;

  g_free (name);
  base = g_file_get_basename (self->file);

  return g_filename_display_name (base);
}

/*
 * Gets whether it is of a later version of the format than this one knows. Such a recording is
 * for reading only.
 */
gboolean
mcp_recording_is_newer (McpRecording *self)
{
  g_return_val_if_fail (MCP_IS_RECORDING (self), FALSE);

  return self->journal->newer;
}

guint
mcp_recording_get_n_problems (McpRecording *self)
{
  g_return_val_if_fail (MCP_IS_RECORDING (self), 0);

  return mcp_recording_reader_get_n_problems (self->reader);
}

/**
 * mcp_recording_dup_problems:
 *
 * Gets what was not as it should be, as far as the file is read: the first
 * %MCP_RECORDING_MAX_PROBLEMS of them.
 *
 * Returns: (transfer full) (element-type McpRecordingProblem): the problems
 */
GPtrArray *
mcp_recording_dup_problems (McpRecording *self)
{
  g_return_val_if_fail (MCP_IS_RECORDING (self), NULL);

  return mcp_recording_reader_dup_problems (self->reader);
}

/* How far from its end a recording says what was taken out; one that was appended to has more
 * behind. */
#define MAX_LOOKED_AT 64

/**
 * mcp_recording_describe_redacted:
 * @journal: of a recording
 *
 * Reads how many values were taken out of a recording before it was written, and of which kinds.
 *
 * Returns: (transfer full) (nullable): text for people, %NULL when it does not say so
 */
char *
mcp_recording_describe_redacted (McpJournal *journal)
{
  g_autoptr (McpRedactionReport) report = mcp_redaction_report_new ();
  const guint n_records = mcp_journal_get_n_records (journal);

  for (guint serial = n_records; serial > 0 && n_records - serial < MAX_LOOKED_AT; serial--)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      g_autoptr (GBytes) bytes = NULL;
      g_autofree char *type = NULL;
      const char *text;
      gsize length;

      if (mcp_record_get_kind (record) != MCP_RECORD_NOTE)
        continue;
      bytes = mcp_record_dup_bytes (record, NULL);
      text = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
      type = text != NULL ? mcp_json_lookup_string (text, length, "type") : NULL;
      if (g_strcmp0 (type, "redacted") == 0)
        mcp_redaction_report_read_counts (report, text, length);
    }

  return mcp_redaction_report_describe (report);
}
