/* mcp-export-har.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-export"

#include "config.h"

#include <string.h>

#include "mcp-export.h"
#include "mcp-json.h"

/*
 * An HTTP Archive 1.2: an entry for each exchange. Messages that crossed a pipe, a socket or a
 * WebSocket have no place in it; they stand in "_mcpMessages", a member of our own, which other
 * programs pass over.
 */

/* A stream without an end may have any number of events. */
#define MAX_RECORDS_PER_EXCHANGE 100000

/* What is known of an exchange. JSON texts are valid, or "{}". */
typedef struct
{
  char    *request;
  char    *head;
  char    *end;
  GString *sent;
  GString *received;
  gint64   started_wall_usec;
  gint64   started_usec;
  gint64   ended_usec;
} Exchange;

static void
exchange_clear (Exchange *self)
{
  g_free (self->request);
  g_free (self->head);
  g_free (self->end);
  g_string_free (self->sent, TRUE);
  g_string_free (self->received, TRUE);
}

static char *
dup_object (McpRecord   *record,
            McpRedactor *redactor)
{
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, NULL);
  gsize length = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  if (data == NULL || !mcp_json_validate (data, length, NULL))
    return g_strdup ("{}");

  return redactor != NULL ? mcp_redactor_redact_http (redactor, data, length, NULL)
                          : g_strndup (data, length);
}

static void
append_body (GString     *out,
             McpRecord   *record,
             McpRedactor *redactor)
{
  g_autoptr (GBytes) bytes = mcp_record_dup_raw (record, NULL);
  g_autofree char *redacted = NULL;
  gsize length = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  if (data != NULL && redactor != NULL)
    data = redacted = mcp_redactor_redact (redactor, data, length, &length);
  if (data != NULL)
    g_string_append_len (out, data, length);
  if (mcp_record_get_channel (record) == MCP_CHANNEL_SSE)
    g_string_append (out, "\n\n");
}

static void
read_exchange (McpJournal  *journal,
               guint        number,
               McpRedactor *redactor,
               Exchange    *self)
{
  g_autoptr (GArray) serials = mcp_journal_dup_exchange (journal, number,
                                                         MAX_RECORDS_PER_EXCHANGE);

  *self = (Exchange) { .sent = g_string_new (NULL), .received = g_string_new (NULL) };
  for (guint i = 0; i < serials->len; i++)
    {
      g_autoptr (McpRecord) record =
        mcp_journal_get_record (journal, g_array_index (serials, guint, i));
      McpRecordKind kind = mcp_record_get_kind (record);

      self->ended_usec = mcp_record_get_time_usec (record);
      if (i == 0)
        {
          self->started_usec = self->ended_usec;
          self->started_wall_usec = mcp_record_get_wall_usec (record);
        }
      if (kind == MCP_RECORD_HTTP_REQUEST && self->request == NULL)
        self->request = dup_object (record, redactor);
      else if (kind == MCP_RECORD_HTTP_HEAD && self->head == NULL)
        self->head = dup_object (record, redactor);
      else if (kind == MCP_RECORD_HTTP_END && self->end == NULL)
        self->end = dup_object (record, redactor);
      else if (!mcp_record_kind_is_http (kind) && mcp_record_get_channel (record) != MCP_CHANNEL_WS)
        append_body (mcp_record_get_direction (record) == MCP_DIRECTION_OUT ? self->sent
                                                                            : self->received,
                     record, redactor);
    }
}

static void
append_time_member (GString    *out,
                    const char *key,
                    gint64      wall_usec)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (wall_usec / G_USEC_PER_SEC);
  g_autofree char *seconds = time != NULL ? g_date_time_format (time, "%Y-%m-%dT%H:%M:%S")
                                          : g_strdup ("1970-01-01T00:00:00");
  g_autofree char *text = g_strdup_printf ("%s.%06dZ", seconds,
                                           (int) (wall_usec % G_USEC_PER_SEC));

  mcp_json_append_member_string (out, key, text);
}

/* A duration in milliseconds, as the format wants it; -1 for none. */
static void
append_msec (GString    *out,
             const char *key,
             gint64      usec)
{
  char text[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (text, sizeof text, "%.3f", usec / 1000.0);
  mcp_json_append_member (out, key, usec < 0 ? "-1" : text);
}

static char *
lookup (const char *object,
        const char *path)
{
  char *text = object != NULL ? mcp_json_lookup_string (object, strlen (object), path) : NULL;

  return text != NULL ? text : g_strdup ("");
}

static gint64
lookup_number (const char *object,
               const char *path)
{
  gint64 number = -1;

  if (object != NULL)
    mcp_json_lookup_int64 (object, strlen (object), path, &number);

  return number;
}

/* Gives the value of a header, by the name it has in lower case. */
static char *
append_headers (GString    *out,
                const char *object,
                const char *wanted)
{
  g_autofree char *found = NULL;
  McpJsonIter iter;
  McpSpan span;
  McpSpan key;
  McpSpan value;

  mcp_json_append_member (out, "headers", "[");
  if (object != NULL && mcp_json_lookup (object, strlen (object), "headers", &span)
      && object[span.offset] == '[' && mcp_json_iter_init (&iter, object + span.offset, span.length))
    while (mcp_json_iter_next (&iter, &key, &value))
      {
        const char *pair = object + span.offset + value.offset;
        g_autofree char *name = mcp_json_lookup_string (pair, value.length, "0");
        g_autofree char *text = mcp_json_lookup_string (pair, value.length, "1");

        if (name == NULL || text == NULL)
          continue;
        if (out->str[out->len - 1] != '[')
          g_string_append_c (out, ',');
        g_string_append_c (out, '{');
        mcp_json_append_member_string (out, "name", name);
        mcp_json_append_member_string (out, "value", text);
        g_string_append_c (out, '}');
        if (g_ascii_strcasecmp (name, wanted) == 0 && found == NULL)
          found = g_steal_pointer (&text);
      }
  g_string_append_c (out, ']');

  return found != NULL ? g_steal_pointer (&found) : g_strdup ("");
}

static void
append_version (GString    *out,
                const char *head)
{
  g_autofree char *version = lookup (head, "version");
  g_autofree char *text = g_strconcat ("HTTP/", *version != '\0' ? version : "1.1", NULL);

  mcp_json_append_member_string (out, "httpVersion", text);
}

/* Text stands as it is, anything else in base64. */
static void
append_content_text (GString       *out,
                     const GString *body)
{
  g_autofree char *encoded = NULL;

  if (g_utf8_validate_len (body->str, body->len, NULL))
    {
      mcp_json_append_key (out, "text");
      mcp_json_append_string (out, body->str, body->len);
      return;
    }

  encoded = g_base64_encode ((const guchar *) body->str, body->len);
  mcp_json_append_member_string (out, "text", encoded);
  mcp_json_append_member_string (out, "encoding", "base64");
}

static void
append_request (GString        *out,
                const Exchange *exchange)
{
  g_autofree char *method = lookup (exchange->request, "method");
  g_autofree char *url = lookup (exchange->request, "url");
  g_autofree char *type = NULL;

  mcp_json_append_key (out, "request");
  g_string_append_c (out, '{');
  mcp_json_append_member_string (out, "method", method);
  mcp_json_append_member_string (out, "url", url);
  append_version (out, exchange->head);
  mcp_json_append_member (out, "cookies", "[]");
  type = append_headers (out, exchange->request, "content-type");
  mcp_json_append_member (out, "queryString", "[]");
  if (exchange->sent->len > 0)
    {
      mcp_json_append_key (out, "postData");
      g_string_append_c (out, '{');
      mcp_json_append_member_string (out, "mimeType", type);
      append_content_text (out, exchange->sent);
      g_string_append_c (out, '}');
    }
  mcp_json_append_member (out, "headersSize", "-1");
  mcp_json_append_member_int (out, "bodySize", exchange->sent->len);
  g_string_append_c (out, '}');
}

static void
append_response (GString        *out,
                 const Exchange *exchange)
{
  g_autofree char *reason = lookup (exchange->head, "reason");
  g_autofree char *type = NULL;
  gint64 wire = lookup_number (exchange->end, "wire");

  mcp_json_append_key (out, "response");
  g_string_append_c (out, '{');
  mcp_json_append_member_int (out, "status", MAX (lookup_number (exchange->head, "status"), 0));
  mcp_json_append_member_string (out, "statusText", reason);
  append_version (out, exchange->head);
  mcp_json_append_member (out, "cookies", "[]");
  type = append_headers (out, exchange->head, "content-type");
  mcp_json_append_key (out, "content");
  g_string_append_c (out, '{');
  mcp_json_append_member_int (out, "size", exchange->received->len);
  mcp_json_append_member_string (out, "mimeType", type);
  append_content_text (out, exchange->received);
  g_string_append_c (out, '}');
  mcp_json_append_member_string (out, "redirectURL", "");
  mcp_json_append_member (out, "headersSize", "-1");
  mcp_json_append_member_int (out, "bodySize", wire);
  g_string_append_c (out, '}');
}

static gint64
between (gint64 from,
         gint64 to)
{
  return from >= 0 && to >= from ? to - from : -1;
}

static void
append_timings (GString        *out,
                const Exchange *exchange)
{
  const char *end = exchange->end;
  gint64 resolved = lookup_number (end, "usec.resolved");
  gint64 connected = lookup_number (end, "usec.connected");
  gint64 secured = lookup_number (end, "usec.secured");
  gint64 sent = lookup_number (end, "usec.sent");
  gint64 first_byte = lookup_number (end, "usec.first_byte");
  gint64 ended = lookup_number (end, "usec.ended");
  gint64 ready = MAX (MAX (resolved, connected), MAX (secured, 0));

  mcp_json_append_key (out, "timings");
  g_string_append_c (out, '{');
  mcp_json_append_member (out, "blocked", "-1");
  append_msec (out, "dns", resolved);
  append_msec (out, "connect", between (MAX (resolved, 0), MAX (connected, secured)));
  append_msec (out, "ssl", between (connected, secured));
  append_msec (out, "send", MAX (between (ready, sent), 0));
  append_msec (out, "wait", MAX (between (sent, first_byte), 0));
  append_msec (out, "receive", MAX (between (first_byte, ended), 0));
  g_string_append_c (out, '}');
}

static void
append_entry (GString        *out,
              const Exchange *exchange)
{
  gint64 ended = lookup_number (exchange->end, "usec.ended");

  g_string_append_c (out, '{');
  append_time_member (out, "startedDateTime", exchange->started_wall_usec);
  append_msec (out, "time", ended >= 0 ? ended : exchange->ended_usec - exchange->started_usec);
  append_request (out, exchange);
  append_response (out, exchange);
  mcp_json_append_member (out, "cache", "{}");
  append_timings (out, exchange);
  g_string_append_c (out, '}');
}

static gboolean
write_entries (McpJournal    *journal,
               McpRedactor   *redactor,
               McpExportSink  sink,
               gpointer       user_data)
{
  g_autoptr (GString) out = g_string_new (NULL);
  gboolean first = TRUE;

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      Exchange exchange;

      if (mcp_record_get_kind (record) != MCP_RECORD_HTTP_REQUEST
          || mcp_record_get_exchange (record) == 0)
        continue;

      read_exchange (journal, mcp_record_get_exchange (record), redactor, &exchange);
      g_string_assign (out, first ? "\n" : ",\n");
      append_entry (out, &exchange);
      exchange_clear (&exchange);
      first = FALSE;
      if (!sink (out->str, out->len, user_data))
        return FALSE;
    }

  return TRUE;
}

static gboolean
write_messages (McpJournal    *journal,
                McpRedactor   *redactor,
                McpExportSink  sink,
                gpointer       user_data)
{
  g_autoptr (GString) out = g_string_new (NULL);
  gboolean first = TRUE;

  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      McpChannel channel = mcp_record_get_channel (record);
      g_autoptr (GString) body = NULL;

      if (channel != MCP_CHANNEL_STDIO && channel != MCP_CHANNEL_SOCKET
          && channel != MCP_CHANNEL_WS)
        continue;

      body = g_string_new (NULL);
      append_body (body, record, redactor);
      g_string_assign (out, first ? "\n{" : ",\n{");
      append_time_member (out, "time", mcp_record_get_wall_usec (record));
      mcp_json_append_member_string (out, "type",
                                     mcp_record_get_direction (record) == MCP_DIRECTION_OUT
                                       ? "send"
                                       : "receive");
      mcp_json_append_member_string (out, "channel", mcp_channel_get_nick (channel));
      append_content_text (out, body);
      g_string_append_c (out, '}');
      first = FALSE;
      if (!sink (out->str, out->len, user_data))
        return FALSE;
    }

  return TRUE;
}

/*
 * mcp_export_write_har:
 * @journal: a journal that is whole
 * @redactor: (nullable): %NULL takes nothing out
 * @sink: takes the pieces
 * @user_data: for @sink
 *
 * Writes a journal as an HTTP Archive.
 *
 * Returns: %FALSE when the sink wanted no more
 */
gboolean
mcp_export_write_har (McpJournal    *journal,
                      McpRedactor   *redactor,
                      McpExportSink  sink,
                      gpointer       user_data)
{
  static const char head[] = "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"Sounder\","
                             "\"version\":\"" PACKAGE_VERSION "\"},\"pages\":[],\"entries\":[";
  static const char messages[] = "],\"_mcpMessages\":[";
  static const char tail[] = "]}}\n";

  return sink (head, strlen (head), user_data)
         && write_entries (journal, redactor, sink, user_data)
         && sink (messages, strlen (messages), user_data)
         && write_messages (journal, redactor, sink, user_data)
         && sink (tail, strlen (tail), user_data);
}
