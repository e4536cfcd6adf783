/* mcp-recording-reader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-journal-private.h"
#include "mcp-json.h"
#include "mcp-recorder-line.h"
#include "mcp-recording-reader.h"
#include "mcp-recording-sieve.h"
#include "mcp-recording.h"
#include "mcp-sse-parser.h"
#include "mcp-write.h"

/*
 * McpRecordingReader:
 *
 * Reads a recording line by line in a thread, writes what the lines stand for into a spool, and
 * tells an intake what is there. One file is read once, from its start to its end; the memory it
 * takes is that of its longest line.
 *
 * A line that our writer would not write the same is kept beside its record, so that saving the
 * recording again makes the same file: unknown keys and channels, other spaces, broken lines.
 *
 * It is long because each kind of line has a small function; they share the one line they read.
 */

#define BLOCK_BYTES    (1024 * 1024)
#define MAX_LINE_BYTES ((gsize) 1024 * 1024 * 1024)
#define OUT_BYTES      (256 * 1024)

/* After how many lines that are left out it is asked whether anybody still waits. */
#define LINES_PER_LOOK 4096

struct _McpRecordingReader
{
  gatomicrefcount ref_count;
  GInputStream   *stream;

  /* What was read of the file and not looked at. */
  char           *buffer;
  gsize           capacity;
  gsize           start;
  gsize           end;
  gboolean        at_end;
  gboolean        skipping;     /* in a line that is too long */
  guint64         line_number;
  guint64         file_bytes;
  guint64         n_read;
  McpRecordingSieve *sieve;     /* (nullable) what is left out */

  /* The spool. */
  McpSpool       *spool;
  int             fd;
  GByteArray     *out;
  guint64         spool_end;
  int             saved_errno;

  gint64          start_usec;
  gint64          wall_offset_usec;
  guint           serial;       /* of the last record */
  guint           n_lives;
  GString        *scratch;

  GMutex          mutex;        /* of what follows */
  GPtrArray      *problems;
  guint           n_problems;
};

static void
problem_free (McpRecordingProblem *problem)
{
  g_free (problem->text);
  g_free (problem);
}

McpRecordingReader *
mcp_recording_reader_new (GInputStream *stream)
{
  McpRecordingReader *self = g_new0 (McpRecordingReader, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->stream = g_object_ref (stream);
  self->capacity = BLOCK_BYTES;
  self->buffer = g_malloc (self->capacity);
  self->out = g_byte_array_new ();
  self->scratch = g_string_new (NULL);
  self->problems = g_ptr_array_new_with_free_func ((GDestroyNotify) problem_free);
  g_mutex_init (&self->mutex);

  return self;
}

McpRecordingReader *
mcp_recording_reader_ref (McpRecordingReader *self)
{
  g_atomic_ref_count_inc (&self->ref_count);

  return self;
}

void
mcp_recording_reader_unref (McpRecordingReader *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  g_object_unref (self->stream);
  g_clear_pointer (&self->sieve, mcp_recording_sieve_free);
  g_clear_object (&self->spool);
  g_free (self->buffer);
  g_byte_array_unref (self->out);
  g_string_free (self->scratch, TRUE);
  g_ptr_array_unref (self->problems);
  g_mutex_clear (&self->mutex);
  g_free (self);
}

/* Says that the line that was read last is not as it should be. */
static void
mcp_recording_reader_report (McpRecordingReader *self,
                             const char         *text)
{
  McpRecordingProblem *problem;

  g_mutex_lock (&self->mutex);
  if (self->n_problems++ < MCP_RECORDING_MAX_PROBLEMS)
    {
      problem = g_new (McpRecordingProblem, 1);
      problem->line = self->line_number;
      problem->text = g_strdup (text);
      g_ptr_array_add (self->problems, problem);
    }
  g_mutex_unlock (&self->mutex);
}

guint
mcp_recording_reader_get_n_problems (McpRecordingReader *self)
{
  guint n_problems;

  g_mutex_lock (&self->mutex);
  n_problems = self->n_problems;
  g_mutex_unlock (&self->mutex);

  return n_problems;
}

static gpointer
copy_problem (gconstpointer item,
              gpointer      user_data)
{
  const McpRecordingProblem *problem = item;
  McpRecordingProblem *copy = g_new (McpRecordingProblem, 1);

  copy->line = problem->line;
  copy->text = g_strdup (problem->text);

  return copy;
}

GPtrArray *
mcp_recording_reader_dup_problems (McpRecordingReader *self)
{
  GPtrArray *copy;

  g_mutex_lock (&self->mutex);
  copy = g_ptr_array_copy (self->problems, copy_problem, NULL);
  g_ptr_array_set_free_func (copy, (GDestroyNotify) problem_free);
  g_mutex_unlock (&self->mutex);

  return copy;
}

/* Makes room behind what has not been looked at. FALSE when the line is too long. */
static gboolean
make_room (McpRecordingReader *self)
{
  if (self->start > 0)
    {
      memmove (self->buffer, self->buffer + self->start, self->end - self->start);
      self->end -= self->start;
      self->start = 0;
    }
  if (self->end < self->capacity)
    return TRUE;
  if (self->capacity >= MAX_LINE_BYTES)
    return FALSE;

  self->capacity *= 2;
  self->buffer = g_realloc (self->buffer, self->capacity);

  return TRUE;
}

static gboolean
fill (McpRecordingReader  *self,
      GCancellable        *cancellable,
      GError             **error)
{
  gssize n;

  if (!self->skipping && !make_room (self))
    {
      mcp_recording_reader_report (self, _("The line is too long"));
      self->skipping = TRUE;
    }
  if (self->skipping)
    self->start = self->end = 0;

  n = g_input_stream_read (self->stream, self->buffer + self->end, self->capacity - self->end,
                           cancellable, error);
  if (n < 0)
    return FALSE;

  self->at_end = n == 0;
  self->end += n;
  self->n_read += n;

  return TRUE;
}

/*
 * Gets the next line, without its end. What stands behind the last line end is no line: NULL, as
 * at the end and after an error.
 */
static const char *
next_line (McpRecordingReader  *self,
           gsize               *length,
           GCancellable        *cancellable,
           GError             **error)
{
  gsize looked_at = 0;

  while (TRUE)
    {
      const char *line = self->buffer + self->start;
      const char *stop = memchr (line + looked_at, '\n', self->end - self->start - looked_at);

      if (stop != NULL)
        {
          self->start = stop + 1 - self->buffer;
          self->line_number++;
          *length = stop - line;
          if (!self->skipping)
            return line;
          self->skipping = FALSE;
          looked_at = 0;
          continue;
        }
      if (self->at_end)
        return NULL;

      looked_at = self->end - self->start;
      if (!fill (self, cancellable, error))
        return NULL;
      if (self->skipping)
        looked_at = 0;
    }
}

/* The first line, also when the file ends in it. */
char *
mcp_recording_reader_read_head (McpRecordingReader  *self,
                                gsize               *length,
                                GCancellable        *cancellable,
                                GError             **error)
{
  g_autoptr (GError) local_error = NULL;
  const char *line = next_line (self, length, cancellable, &local_error);

  if (local_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return NULL;
    }
  if (line == NULL)
    {
      line = self->buffer + self->start;
      *length = self->end - self->start;
      self->start = self->end;
      self->line_number++;
    }

  return g_strndup (line, *length);
}

/*
 * mcp_recording_reader_set_target:
 * @spool: an empty spool, written to by nobody else
 * @start_usec: the time of the recording's start, by the clock of the spool
 * @start_wall_usec: the same in microseconds since 1970
 * @file_bytes: how long the file is, 0 when that is not known
 *
 * Says where the records go.
 */
void
mcp_recording_reader_set_target (McpRecordingReader *self,
                                 McpSpool           *spool,
                                 gint64              start_usec,
                                 gint64              start_wall_usec,
                                 guint64             file_bytes)
{
  self->spool = g_object_ref (spool);
  self->fd = mcp_spool_get_fd (spool);
  self->spool_end = mcp_spool_get_size (spool);
  self->start_usec = start_usec;
  self->wall_offset_usec = start_wall_usec - start_usec;
  self->file_bytes = file_bytes;
}

/*
 * mcp_recording_reader_set_query:
 * @query: what the records are to match that are shown
 *
 * Reads only the lines that it takes to show these, where that is faster. Their serial numbers are
 * not those of the whole recording, and findings and notes about a record are not there.
 */
void
mcp_recording_reader_set_query (McpRecordingReader *self,
                                McpQuery           *query)
{
  if (G_IS_SEEKABLE (self->stream) && g_seekable_can_seek (G_SEEKABLE (self->stream)))
    self->sieve = mcp_recording_sieve_new (query);
}

static gboolean
flush_out (McpRecordingReader  *self,
           GError             **error)
{
  int saved_errno = mcp_write_fully (self->fd, self->out->data, self->out->len, NULL);

  if (saved_errno != 0)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("The recording could not be unpacked into “%s”: %s"),
                   g_get_tmp_dir (), g_strerror (saved_errno));
      return FALSE;
    }
  g_byte_array_set_size (self->out, 0);

  return TRUE;
}

/* Puts bytes into the spool, and notes where they are. */
static void
store (McpRecordingReader *self,
       McpIntakeItem      *item,
       const void         *data,
       gsize               length)
{
  guint8 header[MCP_SPOOL_HEADER_BYTES];

  item->header.length = length;
  item->offset = self->spool_end + MCP_SPOOL_HEADER_BYTES;
  mcp_spool_header_encode (&item->header, length, header);
  g_byte_array_append (self->out, header, sizeof header);
  if (length > 0)
    g_byte_array_append (self->out, data, length);
  self->spool_end = item->offset + length;
}

/* Keeps a line as it is: that of the last record, or with @behind one that is no record. */
static void
keep_line (McpRecordingReader *self,
           McpIntake          *intake,
           const char         *text,
           gsize               length,
           gboolean            behind)
{
  McpIntakeItem item = { 0 };

  item.header.kind = (McpRecordKind) MCP_SPOOL_LINE;
  item.header.channel = MCP_CHANNEL_SESSION;
  item.header.serial = self->serial;
  item.header.size = behind;
  store (self, &item, text, length);
  mcp_intake_add (intake, &item, NULL, NULL, NULL);
}

static McpRecordKind
get_object_kind (const McpRecordingLine *line)
{
  gsize length;
  const char *data = g_bytes_get_data (line->bytes, &length);
  g_autofree char *type = mcp_json_lookup_string (data, length, "type");

  if (line->channel == MCP_CHANNEL_PROCESS)
    {
      if (g_strcmp0 (type, "spawn") == 0)
        return MCP_RECORD_SPAWN;
      return g_strcmp0 (type, "exit") == 0 ? MCP_RECORD_EXIT : MCP_RECORD_NOTE;
    }
  if (line->channel != MCP_CHANNEL_HTTP && line->channel != MCP_CHANNEL_AUTH)
    return MCP_RECORD_NOTE;

  if (g_strcmp0 (type, "request") == 0)
    return MCP_RECORD_HTTP_REQUEST;
  if (g_strcmp0 (type, "head") == 0)
    return MCP_RECORD_HTTP_HEAD;

  return g_strcmp0 (type, "end") == 0 ? MCP_RECORD_HTTP_END : MCP_RECORD_EVENT;
}

/* A record without a message. */
static void
add_object (McpRecordingReader     *self,
            McpIntake              *intake,
            const McpRecordingLine *line,
            McpIntakeItem          *item)
{
  gsize length;
  const char *data = g_bytes_get_data (line->bytes, &length);

  item->header.kind = line->has_channel ? get_object_kind (line) : MCP_RECORD_NOTE;
  if (item->header.kind == MCP_RECORD_EXIT)
    item->header.direction = MCP_DIRECTION_IN;
  if (item->header.kind == MCP_RECORD_HTTP_HEAD)
    item->http_status = mcp_journal_read_http_status (data, length);
  if (item->header.kind == MCP_RECORD_NOTE && line->channel == MCP_CHANNEL_SESSION)
    {
      g_autofree char *type = mcp_json_lookup_string (data, length, "type");

      if (g_strcmp0 (type, "life") == 0)
        item->header.life = ++self->n_lives;
    }

  item->header.size = length;
  store (self, item, data, length);
  mcp_intake_add (intake, item, NULL, NULL, NULL);
}

/* Takes what a line holds of events: one, unless somebody else has written it. */
static void
take_events (McpSseParser           *parser,
             const McpRecordingLine *line,
             McpIntakeItem          *item,
             GBytes                **bytes)
{
  gsize length = g_bytes_get_size (line->bytes);
  McpSseItem event;

  while (mcp_sse_parser_next (parser, &event))
    {
      if (event.kind == MCP_SSE_COMMENT)
        item->header.kind = MCP_RECORD_COMMENT;
      else if (event.kind == MCP_SSE_EVENT && event.data_length > 0
               && (line->flags & MCP_RECORD_FLAG_NO_EOL) == 0
               && g_bytes_get_size (event.raw) >= length)
        {
          item->header.kind = MCP_RECORD_PENDING;
          item->header.lead = event.data_offset;
          item->header.trail =
            g_bytes_get_size (event.raw) - event.data_offset - event.data_length;
          item->header.flags |= event.joined ? MCP_RECORD_FLAG_JOINED : 0;
          g_bytes_unref (*bytes);
          *bytes = g_bytes_ref (event.raw);
        }
      mcp_sse_item_clear (&event);
    }
}

/* Finds the message in the lines of an event. Returns what goes into the spool. */
static GBytes *
open_event (const McpRecordingLine *line,
            McpIntakeItem          *item)
{
  g_autoptr (McpSseParser) parser = mcp_sse_parser_new (G_MAXSIZE);
  gsize length;
  const char *data = g_bytes_get_data (line->bytes, &length);
  GBytes *bytes = g_bytes_ref (line->bytes);

  item->header.kind = MCP_RECORD_EVENT;
  mcp_sse_parser_push (parser, data, length, 0);
  take_events (parser, line, item, &bytes);
  mcp_sse_parser_push (parser, "\n\n", 2, 0);
  mcp_sse_parser_finish (parser);
  take_events (parser, line, item, &bytes);

  return bytes;
}

/* What a record is, as far as its channel says. PENDING: its message says it. */
static GBytes *
classify (const McpRecordingLine *line,
          McpIntakeItem          *item)
{
  gsize length = g_bytes_get_size (line->bytes);

  item->header.kind = MCP_RECORD_PENDING;
  if (line->channel == MCP_CHANNEL_STDERR)
    item->header.kind = MCP_RECORD_STDERR;
  else if (line->channel == MCP_CHANNEL_NOISE)
    item->header.kind = MCP_RECORD_NOISE;
  else if (line->channel == MCP_CHANNEL_SSE)
    return open_event (line, item);

  if (line->size > length)
    {
      item->header.flags |= MCP_RECORD_FLAG_TRUNCATED;
      if (item->header.kind == MCP_RECORD_PENDING)
        item->header.kind = MCP_RECORD_OVERSIZED;
    }

  return g_bytes_ref (line->bytes);
}

static void
add_bytes (McpRecordingReader     *self,
           McpIntake              *intake,
           const McpRecordingLine *line,
           McpIntakeItem          *item)
{
  g_autoptr (GBytes) bytes = classify (line, item);
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  const McpSpoolHeader *header = &item->header;
  gsize n_message = length - header->lead - header->trail;

  item->header.size = line->size != 0 ? line->size : n_message;
  store (self, item, data, length);
  if (mcp_record_kind_is_message (header->kind) || header->kind == MCP_RECORD_PENDING)
    mcp_intake_add_record (intake, item, data != NULL ? data + header->lead : "", n_message);
  else
    mcp_intake_add (intake, item, NULL, NULL, NULL);
}

/* What was said of an earlier event, and is none itself. */
static void
add_remark (McpIntake              *intake,
            const McpRecordingLine *line)
{
  McpIntakeItem item = { 0 };
  gsize length;
  const char *data = g_bytes_get_data (line->bytes, &length);
  g_autofree char *type = mcp_json_lookup_string (data, length, "type");
  g_autofree char *status = mcp_json_lookup_string (data, length, "status");
  gboolean is_finding = g_strcmp0 (type, "finding") == 0;
  gint64 first = 0;

  item.header.serial = line->about;
  if (is_finding || g_strcmp0 (type, "annotation") == 0)
    {
      item.header.kind = (McpRecordKind) (is_finding ? MCP_SPOOL_FINDING : MCP_SPOOL_ANNOTATION);
      item.name_length = length;
    }
  else if (g_strcmp0 (type, "status") == 0)
    {
      item.header.kind = (McpRecordKind) MCP_SPOOL_STATUS;
      while (item.header.size <= MCP_STATUS_ORPHAN
             && g_strcmp0 (status, mcp_status_get_nick (item.header.size)) != 0)
        item.header.size++;
    }
  else if (g_strcmp0 (type, "conversation") == 0)
    {
      item.header.kind = (McpRecordKind) MCP_SPOOL_CONVERSATION;
      mcp_json_lookup_int64 (data, length, "first", &first);
      item.header.size = CLAMP (first, 0, G_MAXUINT32);
    }
  else
    return;

  mcp_intake_add (intake, &item, NULL, NULL, data);
}

static void
add_event (McpRecordingReader     *self,
           McpIntake              *intake,
           const McpRecordingLine *line,
           const char             *text,
           gsize                   length)
{
  McpIntakeItem item = { 0 };

  item.header.serial = ++self->serial;
  item.header.time_usec = self->start_usec + line->t_usec;
  item.header.wall_usec = item.header.time_usec + self->wall_offset_usec;
  item.header.life = MAX (self->n_lives, 1);
  item.header.exchange = line->exchange;
  item.header.flags = line->flags;
  item.header.direction = line->direction;
  item.header.channel = line->channel;
  if (line->has_bytes)
    add_bytes (self, intake, line, &item);
  else
    add_object (self, intake, line, &item);

  /* An object of HTTP that is not known would be written as bytes. */
  if (!line->has_channel || (!line->has_bytes && item.header.kind == MCP_RECORD_EVENT)
      || !mcp_recording_line_is_plain (line, &item.header, text, length, self->scratch))
    keep_line (self, intake, text, length, FALSE);
}

static void
read_line (McpRecordingReader *self,
           McpIntake          *intake,
           const char         *text,
           gsize               length)
{
  g_autoptr (GError) error = NULL;
  McpRecordingLine line;

  if (!mcp_recording_line_parse (text, length, &line, &error))
    {
      mcp_recording_reader_report (self, error->message);
      keep_line (self, intake, text, length, TRUE);
    }
  else if (line.about >= 0)
    {
      if (self->sieve == NULL)
        add_remark (intake, &line);
      keep_line (self, intake, text, length, TRUE);
    }
  else if (self->serial == G_MAXUINT32 - 1)
    {
      mcp_recording_reader_report (self, _("There are more events than can be shown"));
    }
  else
    {
      add_event (self, intake, &line, text, length);
    }
  mcp_recording_line_clear (&line);
}

static gboolean
is_over (McpRecordingReader *self,
         McpIntake          *intake)
{
  return self->line_number % LINES_PER_LOOK == 0 && mcp_intake_is_cancelled (intake);
}

/* Looks through all lines, to know which of them are needed, and begins again. */
static gboolean
sift (McpRecordingReader  *self,
      McpIntake           *intake,
      GError             **error)
{
  guint64 line_number = self->line_number;
  goffset offset = g_seekable_tell (G_SEEKABLE (self->stream)) - (self->end - self->start);
  g_autoptr (GError) local_error = NULL;
  gboolean is_useful = TRUE;
  const char *line;
  gsize length;

  while (is_useful && (line = next_line (self, &length, NULL, &local_error)) != NULL)
    {
      is_useful = mcp_recording_sieve_look (self->sieve, line, length);
      if (is_over (self, intake))
        return FALSE;
    }
  if (local_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }

  if (!is_useful)
    g_clear_pointer (&self->sieve, mcp_recording_sieve_free);
  self->start = self->end = 0;
  self->at_end = self->skipping = FALSE;
  self->line_number = line_number;
  self->n_read = offset;

  return g_seekable_seek (G_SEEKABLE (self->stream), offset, G_SEEK_SET, NULL, error);
}

/*
 * mcp_recording_reader_run:
 *
 * Reads the lines behind the first, as the function of an intake.
 *
 * Returns: %FALSE when the file cannot be read, or the spool not be written, to the end
 */
gboolean
mcp_recording_reader_run (McpIntake  *intake,
                          gpointer    reader,
                          GError    **error)
{
  McpRecordingReader *self = reader;
  g_autoptr (GError) local_error = NULL;
  const char *line;
  gsize length;

  if (self->sieve != NULL && !sift (self, intake, error))
    return FALSE;

  while ((line = next_line (self, &length, NULL, &local_error)) != NULL)
    {
      if (self->sieve != NULL && !mcp_recording_sieve_needs (self->sieve, line, length))
        {
          if (is_over (self, intake))
            return FALSE;
          continue;
        }

      read_line (self, intake, line, length);
      if (self->out->len >= OUT_BYTES && !flush_out (self, error))
        return FALSE;
      if (mcp_intake_get_n_free (intake) > 0)
        continue;
      if (!flush_out (self, error) || mcp_intake_is_cancelled (intake))
        return FALSE;
      mcp_intake_set_progress (intake, self->n_read, MAX (self->file_bytes, self->n_read));
      mcp_intake_push (intake, self->spool_end);
    }

  if (!flush_out (self, error))
    return FALSE;
  mcp_intake_push (intake, self->spool_end);
  if (local_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }
  if (self->end > self->start)
    {
      self->line_number++;
      mcp_recording_reader_report (self, _("The file ends in the middle of the line"));
    }

  return TRUE;
}
