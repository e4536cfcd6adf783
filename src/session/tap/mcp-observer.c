/* mcp-observer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-entry.h"
#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-linter.h"
#include "mcp-message.h"
#include "mcp-meta.h"
#include "mcp-observer-private.h"
#include "mcp-process.h"
#include "mcp-row-json.h"

/* A line of this length is a row of its own while it grows. */
#define GROWING_BYTES (1024 * 1024)

/* A modern client says in every request who it is, so that one that has not by now never will. */
#define MAX_LOOKED_AT 20

/* Requests that wait at a time: when there are more, those so far matter no more. */
#define MAX_WAITING 65536

typedef struct
{
  guint    serial;
  gboolean tells_server;   /* its answer says who the server is */
} Waiting;

G_DEFINE_FINAL_TYPE (McpObserver, mcp_observer, G_TYPE_OBJECT)

/* Takes @json over and closes its object. */
guint
mcp_observer_append_json (McpObserver   *self,
                          McpDirection   direction,
                          McpChannel     channel,
                          McpRecordKind  kind,
                          guint          exchange,
                          gint64         time_usec,
                          GString       *json)
{
  g_autoptr (GBytes) bytes = NULL;
  McpJournalEntry entry = { 0 };

  g_string_append_c (json, '}');
  bytes = g_string_free_to_bytes (json);

  entry.direction = direction;
  entry.channel = channel;
  entry.kind = kind;
  entry.life = self->life;
  entry.exchange = exchange;
  entry.time_usec = time_usec;

  return mcp_journal_append (self->journal, &entry, bytes);
}

static void
append_party (GString    *text,
              const char *info)
{
  g_autofree char *name = mcp_json_lookup_string (info, strlen (info), "name");
  g_autofree char *version = mcp_json_lookup_string (info, strlen (info), "version");

  g_string_append (text, name != NULL ? name : "?");
  if (version != NULL)
    g_string_append_printf (text, " %s", version);
}

/* Who speaks with whom, when more of it is known. */
static void
append_parties (McpObserver *self)
{
  GString *json = g_string_new ("{");
  g_autoptr (GString) text = g_string_new (NULL);

  mcp_json_append_member_string (json, "type", "parties");
  if (self->client_info != NULL)
    {
      append_party (text, self->client_info);
      mcp_json_append_member (json, "client", self->client_info);
    }
  if (self->server_info != NULL)
    {
      g_string_append (text, " → ");
      append_party (text, self->server_info);
      mcp_json_append_member (json, "server", self->server_info);
    }
  mcp_json_append_member_string (json, "text", text->str);
  mcp_observer_append_json (self, MCP_DIRECTION_OUT, MCP_CHANNEL_SESSION, MCP_RECORD_NOTE, 0, 0,
                            json);
}

static char *
make_key (McpDirection  direction,
          const char   *id,
          gsize         length)
{
  return g_strdup_printf ("%d %.*s", direction, (int) length, id);
}

static gboolean
take_info (char       **info,
           const char  *text,
           McpSpan      span)
{
  if (*info != NULL || text[span.offset] != '{')
    return FALSE;

  *info = g_strndup (text + span.offset, span.length);

  return TRUE;
}

/* The client says who it is when it initializes, or in the _meta of each request. */
static void
look_for_client (McpObserver   *self,
                 const char    *data,
                 const McpScan *scan,
                 gboolean       initializes)
{
  const char *params = data + scan->params.offset;
  McpSpan span;

  if (self->client_info != NULL || self->n_looked_at >= MAX_LOOKED_AT || scan->params.length == 0)
    return;

  self->n_looked_at++;
  if ((initializes ? mcp_json_lookup (params, scan->params.length, "clientInfo", &span)
                   : mcp_meta_find (params, scan->params.length, MCP_META_CLIENT_INFO, &span)) &&
      take_info (&self->client_info, params, span))
    append_parties (self);
}

static void
note_request (McpObserver           *self,
              const McpJournalEntry *entry,
              const char            *data,
              const McpScan         *scan,
              guint                  serial)
{
  gboolean initializes = entry->method_length == 10 &&
                         memcmp (entry->method, "initialize", 10) == 0;
  gboolean discovers = entry->method_length == 15 &&
                       memcmp (entry->method, "server/discover", 15) == 0;
  Waiting *waiting;

  if (entry->direction == MCP_DIRECTION_OUT)
    look_for_client (self, data, scan, initializes);
  if (entry->id == NULL)
    return;
  if (g_hash_table_size (self->waiting) >= MAX_WAITING)
    g_hash_table_remove_all (self->waiting);

  waiting = g_new0 (Waiting, 1);
  waiting->serial = serial;
  waiting->tells_server = initializes || discovers;
  g_hash_table_replace (self->waiting,
                        make_key (entry->direction, entry->id, entry->id_length), waiting);
}

static void
look_for_server (McpObserver   *self,
                 const char    *data,
                 const McpScan *scan)
{
  const char *result = data + scan->result.offset;
  McpSpan span;

  if (scan->result.length == 0)
    return;

  if ((mcp_json_lookup (result, scan->result.length, "serverInfo", &span) ||
       mcp_meta_find (result, scan->result.length, MCP_META_SERVER_INFO, &span)) &&
      take_info (&self->server_info, result, span))
    append_parties (self);
}

/* An answer. @batch is not 0 when it is one of several. */
static void
note_answer (McpObserver   *self,
             McpDirection   direction,
             McpRecordKind  kind,
             const char    *data,
             const McpScan *scan,
             guint          batch)
{
  const char *id = data + scan->id.offset;
  McpDirection asked = direction == MCP_DIRECTION_IN ? MCP_DIRECTION_OUT : MCP_DIRECTION_IN;
  g_autofree char *key = make_key (asked, id, scan->id.length);
  Waiting *waiting = g_hash_table_lookup (self->waiting, key);

  if (batch != 0)
    mcp_journal_answer_in_batch (self->journal, batch, kind, id, scan->id.length);
  if (waiting == NULL)
    return;

  if (waiting->tells_server)
    look_for_server (self, data, scan);
  g_hash_table_remove (self->waiting, key);
}

static void
note_cancelled (McpObserver   *self,
                McpDirection   direction,
                const char    *data,
                const McpScan *scan)
{
  const char *params = data + scan->params.offset;
  g_autofree char *key = NULL;
  Waiting *waiting;
  McpSpan span;

  if (scan->params.length == 0 ||
      !mcp_json_lookup (params, scan->params.length, "requestId", &span))
    return;

  key = make_key (direction, params + span.offset, span.length);
  waiting = g_hash_table_lookup (self->waiting, key);
  if (waiting != NULL)
    mcp_journal_set_status (self->journal, waiting->serial, MCP_STATUS_CANCELLED);
}

static void
note_batch (McpObserver   *self,
            McpDirection   direction,
            GBytes        *message,
            const McpScan *scan,
            guint          serial)
{
  g_autoptr (McpMessage) batch = mcp_message_new_scanned (message, scan);
  g_autoptr (GPtrArray) parts = mcp_message_split_batch (batch);

  for (guint i = 0; parts != NULL && i < parts->len; i++)
    {
      McpMessage *part = parts->pdata[i];
      McpMessageKind kind = mcp_message_get_kind (part);

      if (kind == MCP_MESSAGE_RESULT || kind == MCP_MESSAGE_ERROR)
        note_answer (self, direction, (McpRecordKind) kind,
                     g_bytes_get_data (mcp_message_get_bytes (part), NULL),
                     mcp_message_get_scan (part), serial);
    }
}

/* What the record is in the conversation. */
static void
note_message (McpObserver           *self,
              const McpJournalEntry *entry,
              GBytes                *message,
              const McpScan         *scan,
              guint                  serial)
{
  const char *data = g_bytes_get_data (message, NULL);

  switch ((int) entry->kind)
    {
    case MCP_RECORD_REQUEST:
      note_request (self, entry, data, scan, serial);
      break;
    case MCP_RECORD_RESULT:
    case MCP_RECORD_ERROR:
      note_answer (self, entry->direction, entry->kind, data, scan, 0);
      break;
    case MCP_RECORD_NOTIFICATION:
      if (entry->method_length == strlen ("notifications/cancelled") &&
          memcmp (entry->method, "notifications/cancelled", entry->method_length) == 0)
        note_cancelled (self, entry->direction, data, scan);
      break;
    case MCP_RECORD_BATCH:
      note_batch (self, entry->direction, message, scan, serial);
      break;
    default:
      break;
    }
}

/* Appends a record for bytes that are, or should be, a message. */
guint
mcp_observer_append (McpObserver       *self,
                     const McpObserved *observed,
                     GBytes            *bytes)
{
  gsize n_around = observed->lead + observed->trail;
  g_autoptr (GBytes) message =
    g_bytes_new_from_bytes (bytes, observed->lead, g_bytes_get_size (bytes) - n_around);
  g_autofree char *decoded = NULL;
  g_autofree char *name = NULL;
  McpJournalEntry entry = { 0 };
  McpResultFacts facts;
  McpScan scan;
  gsize length;
  const char *data = g_bytes_get_data (message, &length);
  guint serial;

  mcp_scan (data, length, &scan);
  mcp_linter_read_result (data, &scan, &facts);

  entry.direction = observed->direction;
  entry.channel = observed->channel;
  entry.life = self->life;
  entry.exchange = observed->exchange;
  entry.time_usec = observed->time_usec;
  entry.lead = observed->lead;
  entry.trail = observed->trail;
  entry.flags = observed->flags | (facts.is_tool_error ? MCP_RECORD_FLAG_TOOL_ERROR : 0);
  mcp_entry_classify (&entry, data, length, &scan, &decoded);

  /* There is noise on standard output only. */
  if (entry.direction == MCP_DIRECTION_OUT && entry.kind == MCP_RECORD_NOISE)
    {
      entry.kind = MCP_RECORD_INVALID;
      entry.channel = observed->channel;
    }
  if (entry.kind == MCP_RECORD_REQUEST && scan.params.length > 0)
    entry.name = name = mcp_entry_dup_name (data + scan.params.offset, scan.params.length);

  mcp_entry_find_about (&entry, data, length, &scan);

  if (observed->pending_line == 0)
    serial = mcp_journal_append (self->journal, &entry, bytes);
  else
    mcp_journal_finish_pending (self->journal, serial = observed->pending_line, &entry, bytes);
  note_message (self, &entry, message, &scan, serial);

  return serial;
}

static void
append_oversized (McpObserver       *self,
                  const McpObserved *observed,
                  const McpLine     *line)
{
  McpJournalEntry entry = { 0 };

  entry.direction = observed->direction;
  entry.channel = observed->channel;
  entry.life = self->life;
  entry.time_usec = observed->time_usec;
  entry.kind = MCP_RECORD_OVERSIZED;
  entry.size = line->total_bytes;
  entry.flags = observed->flags | MCP_RECORD_FLAG_TRUNCATED;

  if (observed->pending_line == 0)
    mcp_journal_append (self->journal, &entry, line->bytes);
  else
    mcp_journal_finish_pending (self->journal, observed->pending_line, &entry, line->bytes);
}

static void
append_stderr (McpObserver       *self,
               const McpObserved *observed,
               const McpLine     *line)
{
  McpJournalEntry entry = { 0 };

  entry.direction = MCP_DIRECTION_IN;
  entry.channel = MCP_CHANNEL_STDERR;
  entry.kind = MCP_RECORD_STDERR;
  entry.life = self->life;
  entry.time_usec = observed->time_usec;
  entry.size = line->total_bytes;
  entry.flags = observed->flags | (line->oversized ? MCP_RECORD_FLAG_TRUNCATED : 0);
  mcp_journal_append (self->journal, &entry, line->bytes);
}

static void
take_lines (McpObserver       *self,
            McpObserverStream  stream,
            gint64             time_usec)
{
  McpObservedStream *observed_stream = &self->streams[stream];
  McpLine line;

  while (mcp_line_splitter_next (observed_stream->splitter, &line))
    {
      McpObserved observed = { 0 };

      observed.direction = stream == MCP_OBSERVER_STDIN ? MCP_DIRECTION_OUT : MCP_DIRECTION_IN;
      observed.channel = MCP_CHANNEL_STDIO;
      observed.time_usec = time_usec;
      observed.flags = (line.end == MCP_LINE_END_CRLF ? MCP_RECORD_FLAG_CRLF : 0)
                       | (line.end == MCP_LINE_END_NONE ? MCP_RECORD_FLAG_NO_EOL : 0);
      observed.pending_line = observed_stream->pending_line;
      observed_stream->pending_line = 0;

      if (stream == MCP_OBSERVER_STDERR)
        append_stderr (self, &observed, &line);
      else if (line.oversized)
        append_oversized (self, &observed, &line);
      else
        mcp_observer_append (self, &observed, line.bytes);
      mcp_line_clear (&line);
    }
}

static void
show_growing (McpObserver       *self,
              McpObserverStream  stream,
              gint64             time_usec)
{
  McpObservedStream *observed = &self->streams[stream];
  guint64 size = mcp_line_splitter_get_pending (observed->splitter);
  McpJournalEntry entry = { 0 };

  if (size < GROWING_BYTES || stream == MCP_OBSERVER_STDERR)
    return;

  if (observed->pending_line != 0)
    {
      mcp_journal_grow_pending (self->journal, observed->pending_line, size);
      return;
    }

  entry.direction = stream == MCP_OBSERVER_STDIN ? MCP_DIRECTION_OUT : MCP_DIRECTION_IN;
  entry.channel = MCP_CHANNEL_STDIO;
  entry.life = self->life;
  entry.time_usec = time_usec;
  entry.size = size;
  observed->pending_line = mcp_journal_append_pending (self->journal, &entry);
}

static void
mcp_observer_finalize (GObject *object)
{
  McpObserver *self = MCP_OBSERVER (object);

  for (guint i = 0; i < G_N_ELEMENTS (self->streams); i++)
    mcp_line_splitter_free (self->streams[i].splitter);
  g_hash_table_unref (self->waiting);
  g_clear_pointer (&self->connections, g_hash_table_unref);
  g_free (self->origin);
  g_free (self->client_info);
  g_free (self->server_info);
  g_object_unref (self->journal);

  G_OBJECT_CLASS (mcp_observer_parent_class)->finalize (object);
}

static void
mcp_observer_class_init (McpObserverClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_observer_finalize;
}

static void
mcp_observer_init (McpObserver *self)
{
  self->life = 1;
  self->waiting = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
}

/* What stands before the path of an address, without a user's name. */
static char *
dup_origin (const char *url)
{
  g_autoptr (GUri) uri = url != NULL ? g_uri_parse (url, G_URI_FLAGS_NONE, NULL) : NULL;

  if (uri == NULL)
    return NULL;

  return g_uri_join (G_URI_FLAGS_NONE, g_uri_get_scheme (uri), NULL, g_uri_get_host (uri),
                     g_uri_get_port (uri), "", NULL, NULL);
}

/**
 * mcp_observer_new:
 * @journal: (transfer none): where records go; empty
 * @profile: (transfer none): how the server is reached
 *
 * Makes an observer.
 */
McpObserver *
mcp_observer_new (McpJournal *journal,
                  McpProfile *profile)
{
  McpObserver *self;

  g_return_val_if_fail (MCP_IS_JOURNAL (journal), NULL);
  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  self = g_object_new (MCP_TYPE_OBSERVER, NULL);
  self->journal = g_object_ref (journal);
  self->max_message_bytes = mcp_profile_get_settings (profile)->max_message_bytes;
  self->origin = dup_origin (mcp_profile_get_url (profile));
  for (guint i = 0; i < G_N_ELEMENTS (self->streams); i++)
    self->streams[i].splitter = mcp_line_splitter_new (self->max_message_bytes);

  return self;
}

/**
 * mcp_observer_push:
 * @stream: one of a program's standard streams
 * @data: (array length=length): the next bytes that crossed there
 * @time_usec: when, monotonic
 *
 * Takes note of bytes. Each line becomes a record (basic/transports, stdio).
 */
void
mcp_observer_push (McpObserver       *self,
                   McpObserverStream  stream,
                   const char        *data,
                   gsize              length,
                   gint64             time_usec)
{
  g_return_if_fail (MCP_IS_OBSERVER (self));
  g_return_if_fail (stream < G_N_ELEMENTS (self->streams));

  mcp_line_splitter_push (self->streams[stream].splitter, data, length, time_usec);
  take_lines (self, stream, time_usec);
  show_growing (self, stream, time_usec);
}

/**
 * mcp_observer_end:
 * @stream: one of a program's standard streams
 *
 * Takes note that a stream has ended: a line without its end is a record as well. Bytes may
 * follow all the same when what lay between is not known.
 */
void
mcp_observer_end (McpObserver       *self,
                  McpObserverStream  stream)
{
  g_return_if_fail (MCP_IS_OBSERVER (self));
  g_return_if_fail (stream < G_N_ELEMENTS (self->streams));

  mcp_line_splitter_finish (self->streams[stream].splitter);
  take_lines (self, stream, g_get_monotonic_time ());
}

/**
 * mcp_observer_spawned:
 * @pid: of the server
 * @argv: its arguments
 * @cwd: (nullable): where it was started
 * @environ_names: (nullable): the names of its environment variables
 *
 * Takes note that the server's process began.
 */
void
mcp_observer_spawned (McpObserver        *self,
                      GPid                pid,
                      const char * const *argv,
                      const char         *cwd,
                      const char * const *environ_names)
{
  g_return_if_fail (MCP_IS_OBSERVER (self));

  mcp_observer_append_json (self, MCP_DIRECTION_OUT, MCP_CHANNEL_PROCESS, MCP_RECORD_SPAWN, 0, 0,
                            mcp_spawn_to_json (pid, argv, cwd, environ_names));
}

/**
 * mcp_observer_exited:
 * @status: how it ended
 *
 * Takes note that the server's process ended. What waits for an answer is lost.
 */
void
mcp_observer_exited (McpObserver   *self,
                     const McpExit *status)
{
  guint serial;

  g_return_if_fail (MCP_IS_OBSERVER (self));

  serial = mcp_observer_append_json (self, MCP_DIRECTION_IN, MCP_CHANNEL_PROCESS, MCP_RECORD_EXIT, 0, 0,
                                     mcp_exit_to_json (status));
  /* Its client ends it without a word to us, by a signal or the end of its input. */
  if (mcp_exit_is_failure (status, !status->exited))
    mcp_journal_set_status (self->journal, serial, MCP_STATUS_ERROR);
  mcp_journal_lose_pending (self->journal, self->life);
}

/**
 * mcp_observer_note:
 * @type: a word
 * @format: what it says to people
 * @...: for @format
 *
 * Takes note of something that no bytes crossed for.
 */
void
mcp_observer_note (McpObserver *self,
                   const char  *type,
                   const char  *format,
                   ...)
{
  g_autofree char *text = NULL;
  GString *json;
  va_list args;

  g_return_if_fail (MCP_IS_OBSERVER (self));

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);

  json = g_string_new ("{");
  mcp_json_append_member_string (json, "type", type);
  mcp_json_append_member_string (json, "text", text);
  mcp_observer_append_json (self, MCP_DIRECTION_OUT, MCP_CHANNEL_SESSION, MCP_RECORD_NOTE, 0, 0,
                            json);
}
