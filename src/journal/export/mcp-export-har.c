/* mcp-export-har.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-export-private.h"
#include "mcp-json.h"

/*
 * An HTTP Archive 1.2: an entry for each exchange. Messages that crossed a pipe, a socket or a
 * WebSocket have no place in it; they stand in "_mcpMessages", a member of our own, which other
 * programs pass over.
 */

/* What is known of an exchange. JSON texts are valid, or "{}". */
typedef struct
{
  char    *request;
  char    *head;
  char    *end;
  GString *sent;               /* NULL before the first record */
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
  if (self->sent != NULL)
    {
      g_string_free (self->sent, TRUE);
      g_string_free (self->received, TRUE);
    }
  *self = (Exchange) { NULL, };
}

struct _McpExportHar
{
  McpRedactor *redactor;     /* (nullable) the caller's */
  gboolean     started;
  gboolean     in_messages;
  gboolean     any;          /* something stands before the next one */
  guint        number;       /* number of the exchange being read; 0: none open */
  Exchange     exchange;
};

/* Returns: (transfer full) (nullable): it cannot be read */
static char *
dup_object (const McpExportItem *item,
            McpRedactor         *redactor)
{
  g_autoptr (GBytes) bytes = mcp_export_item_read (item);
  gsize length = 0;
  const char *data;

  if (bytes == NULL)
    return NULL;

  data = g_bytes_get_data (bytes, &length);
  if (length == 0 || !mcp_json_validate (data, length, NULL))
    return g_strdup ("{}");

  return redactor != NULL ? mcp_redactor_redact_http (redactor, data, length, NULL)
                          : g_strndup (data, length);
}

static gboolean
append_body (GString             *out,
             const McpExportItem *item,
             McpRedactor         *redactor)
{
  g_autoptr (GBytes) bytes = mcp_export_item_read (item);
  g_autofree char *redacted = NULL;
  gsize length = 0;
  const char *data;

  if (bytes == NULL)
    return FALSE;

  data = g_bytes_get_data (bytes, &length);
  if (length > 0 && redactor != NULL)
    data = redacted = mcp_redactor_redact (redactor, data, length, &length);
  if (length > 0)
    g_string_append_len (out, data, length);
  if (item->channel == MCP_CHANNEL_SSE)
    g_string_append (out, "\n\n");

  return TRUE;
}

/* Takes the next record of an exchange. */
static gboolean
exchange_add (Exchange            *self,
              const McpExportItem *item,
              McpRedactor         *redactor)
{
  char **object = NULL;

  self->ended_usec = item->time_usec;
  if (self->sent == NULL)
    {
      self->sent = g_string_new (NULL);
      self->received = g_string_new (NULL);
      self->started_usec = item->time_usec;
      self->started_wall_usec = item->wall_usec;
    }

  if (item->kind == MCP_RECORD_HTTP_REQUEST)
    object = &self->request;
  else if (item->kind == MCP_RECORD_HTTP_HEAD)
    object = &self->head;
  else if (item->kind == MCP_RECORD_HTTP_END)
    object = &self->end;

  if (object != NULL)
    {
      if (*object == NULL)
        *object = dup_object (item, redactor);
      return *object != NULL;
    }

  /* Those of a WebSocket stand among the messages. */
  if (mcp_record_kind_is_http (item->kind) || item->channel == MCP_CHANNEL_WS)
    return TRUE;

  return append_body (item->direction == MCP_DIRECTION_OUT ? self->sent : self->received, item,
                      redactor);
}

static void
append_time_member (GString    *out,
                    const char *key,
                    gint64      wall_usec)
{
  mcp_json_append_key (out, key);
  g_string_append_c (out, '"');
  mcp_wall_time_append (out, wall_usec);
  g_string_append_c (out, '"');
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

static char *
find_header (const char *object,
             const char *name)
{
  char *text = object != NULL ? mcp_journal_find_header (object, strlen (object), name) : NULL;

  return text != NULL ? text : g_strdup ("");
}

/* An element of an array. */
static void
append_pair (GString    *out,
             const char *name,
             const char *value)
{
  g_string_append (out, out->str[out->len - 1] != '[' ? ",{" : "{");
  mcp_json_append_member_string (out, "name", name);
  mcp_json_append_member_string (out, "value", value);
  g_string_append_c (out, '}');
}

static void
append_headers (GString    *out,
                const char *object)
{
  McpJsonIter iter;
  McpSpan span;
  McpSpan value;

  mcp_json_append_member (out, "headers", "[");
  if (object != NULL && mcp_json_lookup (object, strlen (object), "headers", &span)
      && object[span.offset] == '[' && mcp_json_iter_init (&iter, object + span.offset, span.length))
    while (mcp_json_iter_next (&iter, NULL, &value))
      {
        const char *pair = object + span.offset + value.offset;
        g_autofree char *name = mcp_json_lookup_string (pair, value.length, "0");
        g_autofree char *text = mcp_json_lookup_string (pair, value.length, "1");

        if (name != NULL && text != NULL)
          append_pair (out, name, text);
      }
  g_string_append_c (out, ']');
}

/* A name or a value of a query; what is no escaped text stays as it is. */
static char *
decode (const char  *text,
        gsize        length,
        McpRedactor *redactor)
{
  g_autofree char *raw = g_strndup (text, length);
  g_autofree char *spaced = g_strdelimit (g_strdup (raw), "+", ' ');
  g_autofree char *decoded = g_uri_unescape_string (spaced, NULL);
  const char *plain = decoded != NULL && g_utf8_validate (decoded, -1, NULL) ? decoded : raw;

  /* Nobody saw a secret in the address as long as it was escaped there. */
  return redactor != NULL ? mcp_redactor_redact (redactor, plain, -1, NULL) : g_strdup (plain);
}

static void
append_query (GString     *out,
              const char  *url,
              McpRedactor *redactor)
{
  const char *part = url + strcspn (url, "?#");

  mcp_json_append_member (out, "queryString", "[");
  while (*part == '?' || *part == '&')
    {
      gsize length = strcspn (++part, "&#");
      gsize n_name = MIN (strcspn (part, "="), length);
      gsize n_before = MIN (n_name + 1, length);
      g_autofree char *name = decode (part, n_name, redactor);
      g_autofree char *value = decode (part + n_before, length - n_before, redactor);

      if (length > 0)
        append_pair (out, name, value);
      part += length;
    }
  g_string_append_c (out, ']');
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
                const Exchange *exchange,
                McpRedactor    *redactor)
{
  g_autofree char *method = lookup (exchange->request, "method");
  g_autofree char *url = lookup (exchange->request, "url");
  g_autofree char *type = find_header (exchange->request, "Content-Type");

  mcp_json_append_member (out, "request", "{");
  mcp_json_append_member_string (out, "method", method);
  mcp_json_append_member_string (out, "url", url);
  append_version (out, exchange->head);
  mcp_json_append_member (out, "cookies", "[]");
  append_headers (out, exchange->request);
  append_query (out, url, redactor);
  if (exchange->sent->len > 0)
    {
      mcp_json_append_member (out, "postData", "{");
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
  g_autofree char *type = find_header (exchange->head, "Content-Type");
  g_autofree char *location = find_header (exchange->head, "Location");
  gint64 wire = lookup_number (exchange->end, "wire");

  mcp_json_append_member (out, "response", "{");
  mcp_json_append_member_int (out, "status", MAX (lookup_number (exchange->head, "status"), 0));
  mcp_json_append_member_string (out, "statusText", reason);
  append_version (out, exchange->head);
  mcp_json_append_member (out, "cookies", "[]");
  append_headers (out, exchange->head);
  mcp_json_append_member (out, "content", "{");
  mcp_json_append_member_int (out, "size", exchange->received->len);
  mcp_json_append_member_string (out, "mimeType", type);
  append_content_text (out, exchange->received);
  g_string_append_c (out, '}');
  mcp_json_append_member_string (out, "redirectURL", location);
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

  mcp_json_append_member (out, "timings", "{");
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
              const Exchange *exchange,
              McpRedactor    *redactor)
{
  gint64 ended = lookup_number (exchange->end, "usec.ended");

  g_string_append_c (out, '{');
  append_time_member (out, "startedDateTime", exchange->started_wall_usec);
  append_msec (out, "time", ended >= 0 ? ended : exchange->ended_usec - exchange->started_usec);
  append_request (out, exchange, redactor);
  append_response (out, exchange);
  mcp_json_append_member (out, "cache", "{}");
  append_timings (out, exchange);
  g_string_append_c (out, '}');
}

static void
append_comma (McpExportHar *self,
              GString      *out)
{
  g_string_append (out, self->any ? ",\n" : "\n");
  self->any = TRUE;
}

/* Writes the exchange that was read. */
static void
end_exchange (McpExportHar *self,
              GString      *out)
{
  if (self->number == 0)
    return;

  append_comma (self, out);
  append_entry (out, &self->exchange, self->redactor);
  exchange_clear (&self->exchange);
  self->number = 0;
}

static void
start (McpExportHar *self,
       GString      *out)
{
  if (!self->started)
    g_string_append (out, "{\"log\":{\"version\":\"1.2\",\"creator\":{\"name\":\"Sounder\","
                          "\"version\":\"" PACKAGE_VERSION "\"},\"pages\":[],\"entries\":[");
  self->started = TRUE;
}

static void
start_messages (McpExportHar *self,
                GString      *out)
{
  if (self->in_messages)
    return;

  start (self, out);
  end_exchange (self, out);
  g_string_append (out, "],\"_mcpMessages\":[");
  self->in_messages = TRUE;
  self->any = FALSE;
}

static gboolean
add_message (McpExportHar        *self,
             const McpExportItem *item,
             GString             *out)
{
  g_autoptr (GString) body = g_string_new (NULL);

  start_messages (self, out);
  if (!append_body (body, item, self->redactor))
    return FALSE;

  append_comma (self, out);
  g_string_append_c (out, '{');
  append_time_member (out, "time", item->wall_usec);
  mcp_json_append_member_string (out, "type",
                                 item->direction == MCP_DIRECTION_OUT ? "send" : "receive");
  mcp_json_append_member_string (out, "channel", mcp_channel_get_nick (item->channel));
  append_content_text (out, body);
  g_string_append_c (out, '}');

  return TRUE;
}

/* An HTTP Archive, bit by bit: all exchanges, then all messages. */
McpExportHar *
mcp_export_har_new (McpRedactor *redactor)
{
  McpExportHar *self = g_new0 (McpExportHar, 1);

  self->redactor = redactor;

  return self;
}

void
mcp_export_har_free (McpExportHar *self)
{
  exchange_clear (&self->exchange);
  g_free (self);
}

/* Returns: %FALSE when the item cannot be read */
gboolean
mcp_export_har_add (McpExportHar        *self,
                    const McpExportItem *item,
                    GString             *out)
{
  if (item->exchange == 0)
    return add_message (self, item, out);

  start (self, out);
  if (item->exchange != self->number)
    end_exchange (self, out);
  self->number = item->exchange;

  return exchange_add (&self->exchange, item, self->redactor);
}

void
mcp_export_har_end (McpExportHar *self,
                    GString      *out)
{
  start_messages (self, out);
  g_string_append (out, "]}}\n");
}
