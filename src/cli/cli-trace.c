/* cli-trace.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-output.h"
#include "cli-record.h"
#include "cli-text.h"
#include "cli-trace.h"
#include "mcp-header-value.h"
#include "mcp-json.h"
#include "mcp-summary.h"

/*
 * --verbose: every record on standard error, whole, with what HTTP says around the messages in the
 * manner of curl -v: ">" is what we sent, "<" what came, "*" what is known beside it.
 */

/* As wide as the time, so that the lines of a request stand below each other. */
#define TIME_INDENT "             "

static void
append_masked_header (GString            *out,
                      const char         *text,
                      McpSpan             pair,
                      const char * const *secret_names)
{
  McpJsonIter iter;
  McpSpan key;
  McpSpan name_span = { 0, 0 };
  McpSpan value_span = { 0, 0 };
  g_autofree char *name = NULL;
  g_autofree char *value = NULL;
  g_autofree char *masked = NULL;

  if (mcp_json_get_type (text + pair.offset, pair.length) != MCP_JSON_ARRAY ||
      !mcp_json_iter_init (&iter, text + pair.offset, pair.length) ||
      !mcp_json_iter_next (&iter, &key, &name_span) ||
      !mcp_json_iter_next (&iter, &key, &value_span))
    {
      /* Not as we write it: nothing of it can be known to be harmless. */
      g_string_append (out, "[]");
      return;
    }

  name = mcp_json_dup_string (text + pair.offset + name_span.offset, name_span.length);
  value = mcp_json_dup_string (text + pair.offset + value_span.offset, value_span.length);
  if (name == NULL || value == NULL)
    masked = g_strdup ("");
  else if (mcp_header_is_hidden (name, secret_names))
    masked = mcp_header_hide (value);
  else
    masked = g_strdup (value);

  g_string_append_c (out, '[');
  mcp_json_append_string (out, name != NULL ? name : "", -1);
  g_string_append_c (out, ',');
  mcp_json_append_string (out, masked, -1);
  g_string_append_c (out, ']');
}

/**
 * cli_http_mask:
 * @json: the bytes of an exchange's request or head
 *
 * Masks the values of secret headers; all else stays token for token.
 *
 * Returns: (transfer full): the JSON that can be shown
 */
GBytes *
cli_http_mask (GBytes *json)
{
  gsize length;
  const char *text = g_bytes_get_data (json, &length);
  GString *out = g_string_new (NULL);
  g_auto (GStrv) secret_names = NULL;
  McpJsonIter iter;
  McpSpan headers;
  McpSpan key, pair;

  if (text == NULL || !mcp_json_validate (text, length, NULL) ||
      !mcp_json_lookup (text, length, "headers", &headers) ||
      mcp_json_get_type (text + headers.offset, headers.length) != MCP_JSON_ARRAY ||
      !mcp_json_iter_init (&iter, text + headers.offset, headers.length))
    {
      g_string_free (out, TRUE);
      return g_bytes_ref (json);
    }

  secret_names = mcp_header_read_secret_names (text, length);
  g_string_append_len (out, text, headers.offset);
  g_string_append_c (out, '[');
  for (guint i = 0; mcp_json_iter_next (&iter, &key, &pair); i++)
    {
      if (i > 0)
        g_string_append_c (out, ',');
      append_masked_header (out, text + headers.offset, pair,
                            (const char * const *) secret_names);
    }
  g_string_append_c (out, ']');
  g_string_append_len (out, text + headers.offset + headers.length,
                       length - headers.offset - headers.length);

  return g_string_free_to_bytes (out);
}

static void
note_headers (const char *text,
              gsize       length,
              char        sign)
{
  McpJsonIter iter;
  McpSpan headers, key, pair;

  if (!mcp_json_lookup (text, length, "headers", &headers) ||
      !mcp_json_iter_init (&iter, text + headers.offset, headers.length))
    return;

  while (mcp_json_iter_next (&iter, &key, &pair))
    {
      const char *base = text + headers.offset + pair.offset;
      g_autofree char *name = NULL;
      g_autofree char *value = NULL;
      g_autofree char *shown = NULL;
      McpJsonIter inner;
      McpSpan name_span, value_span;

      if (!mcp_json_iter_init (&inner, base, pair.length) ||
          !mcp_json_iter_next (&inner, &key, &name_span) ||
          !mcp_json_iter_next (&inner, &key, &value_span))
        continue;

      name = mcp_json_dup_string (base + name_span.offset, name_span.length);
      value = mcp_json_dup_string (base + value_span.offset, value_span.length);
      shown = g_strconcat (name, ": ", value, NULL);
      {
        g_autofree char *visible = cli_text_visible (shown, -1, FALSE);

        cli_note (TIME_INDENT "%c %s", sign, visible);
      }
    }
}

/* The request target: what of the URL is sent (RFC 9112 section 3.2). */
static char *
dup_target (const char *url)
{
  const char *start = url != NULL ? strstr (url, "://") : NULL;
  const char *path = start != NULL ? strchr (start + 3, '/') : NULL;

  return g_strdup (path != NULL ? path : "/");
}

static void
note_request (const char *time,
              guint       exchange,
              const char *text,
              gsize       length)
{
  g_autofree char *method = mcp_json_lookup_string (text, length, "method");
  g_autofree char *url = mcp_json_lookup_string (text, length, "url");
  g_autofree char *target = dup_target (url);
  g_autofree char *visible_url = cli_text_visible (url, -1, FALSE);
  g_autofree char *visible = cli_text_visible (target, -1, FALSE);

  cli_note ("%s * #%u %s", time, exchange, visible_url);
  cli_note (TIME_INDENT "> %s %s HTTP/1.1", method != NULL ? method : "", visible);
  note_headers (text, length, '>');
  cli_note (TIME_INDENT ">");
}

static void
note_head (const char *time,
           guint       exchange,
           const char *text,
           gsize       length)
{
  g_autofree char *version = mcp_json_lookup_string (text, length, "version");
  g_autofree char *reason = mcp_json_lookup_string (text, length, "reason");
  g_autofree char *visible = cli_text_visible (reason, -1, FALSE);
  g_autofree char *peer = mcp_json_lookup_string (text, length, "peer");
  g_autofree char *tls = mcp_json_lookup_string (text, length, "tls");
  gint64 status = 0;

  mcp_json_lookup_int64 (text, length, "status", &status);

  cli_note ("%s * #%u %s%s%s", time, exchange, peer != NULL ? peer : "",
            peer != NULL && tls != NULL ? ", " : "", tls != NULL ? tls : "");
  cli_note (TIME_INDENT "< HTTP/%s %u %s", version != NULL ? version : "1.1", (guint) status,
            visible);
  note_headers (text, length, '<');
  cli_note (TIME_INDENT "<");
}

static void
append_timing (GString    *out,
               const char *label,
               const char *text,
               gsize       length,
               const char *path)
{
  g_autofree char *formatted = NULL;
  gint64 usec;

  if (!mcp_json_lookup_int64 (text, length, path, &usec) || usec < 0)
    return;

  formatted = mcp_format_duration (usec);
  g_string_append_printf (out, ", %s %s", label, formatted);
}

static void
note_end (const char *time,
          guint       exchange,
          const char *text,
          gsize       length)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *error = mcp_json_lookup_string (text, length, "error");
  g_autofree char *visible = cli_text_visible (error, -1, FALSE);
  gboolean cancelled = FALSE;
  gint64 body = 0;
  gint64 events = 0;

  mcp_json_lookup_boolean (text, length, "cancelled", &cancelled);
  mcp_json_lookup_int64 (text, length, "body", &body);
  mcp_json_lookup_int64 (text, length, "events", &events);

  {
    g_autofree char *size = mcp_format_size (MAX (0, body));

    g_string_append_printf (line, "%s * #%u %s: %s", time, exchange,
                            error != NULL ? _("broke") : cancelled ? _("closed by us") : _("done"),
                            size);
  }
  if (events > 0)
    g_string_append_printf (line, g_dngettext (GETTEXT_PACKAGE, ", %d event", ", %d events",
                                               (gulong) events), (int) events);
  append_timing (line, _("DNS"), text, length, "usec.resolved");
  append_timing (line, _("connect"), text, length, "usec.connected");
  append_timing (line, _("TLS"), text, length, "usec.secured");
  append_timing (line, _("sent"), text, length, "usec.sent");
  append_timing (line, _("first byte"), text, length, "usec.first_byte");
  append_timing (line, _("end"), text, length, "usec.ended");
  if (error != NULL)
    g_string_append_printf (line, ": %s", visible);

  cli_note ("%s", line->str);
}

/* Returns (nullable) what is shown, which ends in NUL. */
static char *
dup_text (GBytes      *bytes,
          McpRedactor *redactor)
{
  gsize length = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  if (data == NULL)
    return NULL;

  return redactor != NULL ? mcp_redactor_redact (redactor, data, length, NULL)
                          : g_strndup (data, length);
}

/* Returns (nullable) what is shown instead of the bytes. */
static char *
redact (McpRecord   *record,
        McpRedactor *redactor,
        const char  *data,
        gsize        length,
        gsize       *out_length)
{
  McpChannel channel = mcp_record_get_channel (record);

  if (channel == MCP_CHANNEL_STDERR || channel == MCP_CHANNEL_NOISE)
    return mcp_redactor_redact_line (redactor, channel, data, length, out_length);

  return mcp_redactor_redact (redactor, data, length, out_length);
}

/* The field lines of an event that are not the message: ids, names, retry times, comments. */
static void
note_event_lines (const char  *time,
                  McpRecord   *record,
                  McpRedactor *redactor,
                  gboolean     with_data)
{
  g_autoptr (GBytes) raw = mcp_record_dup_raw (record, NULL);
  g_autofree char *text = dup_text (raw, redactor);
  g_auto (GStrv) lines = NULL;

  if (text == NULL)
    return;

  lines = g_strsplit_set (text, "\r\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *visible = NULL;

      if (*lines[i] == '\0' || (!with_data && g_str_has_prefix (lines[i], "data")))
        continue;

      visible = cli_text_visible (lines[i], -1, FALSE);
      cli_note ("%s < %s", time, visible);
    }
}

static void
note_plain (const char  *time,
            McpRecord   *record,
            McpRedactor *redactor)
{
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, NULL);
  g_autofree char *redacted = NULL;
  g_autofree char *text = NULL;
  gsize length = 0;
  const char *data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;

  if (data != NULL && redactor != NULL)
    redacted = redact (record, redactor, data, length, &length);
  if (data != NULL)
    text = cli_text_visible (redacted != NULL ? redacted : data, length, FALSE);

  cli_note ("%s %s %s", time, cli_record_get_arrow (record), text != NULL ? text : "");
}

static void
note_http (const char  *time,
           McpRecord   *record,
           McpRedactor *redactor)
{
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, NULL);
  g_autoptr (GBytes) masked = bytes != NULL ? cli_http_mask (bytes) : NULL;
  g_autofree char *text = dup_text (masked, redactor);
  gsize length = text != NULL ? strlen (text) : 0;
  guint exchange = mcp_record_get_exchange (record);
  g_autofree char *learned = NULL;

  /* The id of a session is a secret from where a header names it. */
  if (bytes != NULL && redactor != NULL)
    learned = mcp_redactor_redact_http (redactor, g_bytes_get_data (bytes, NULL),
                                        g_bytes_get_size (bytes), NULL);
  if (text == NULL || !mcp_json_validate (text, length, NULL))
    return;

  switch ((int) mcp_record_get_kind (record))
    {
    case MCP_RECORD_HTTP_REQUEST:
      note_request (time, exchange, text, length);
      break;
    case MCP_RECORD_HTTP_HEAD:
      note_head (time, exchange, text, length);
      break;
    default:
      note_end (time, exchange, text, length);
      break;
    }
}

/**
 * cli_trace_record:
 * @redactor: (nullable): %NULL takes nothing out but secret headers
 *
 * Prints a record on standard error, whole, for --verbose. Secret headers are masked, other secrets
 * taken out.
 */
void
cli_trace_record (McpRecord   *record,
                  McpRedactor *redactor)
{
  g_autofree char *time = mcp_format_wall_time (mcp_record_get_wall_usec (record), FALSE);
  McpRecordKind kind = mcp_record_get_kind (record);

  if (mcp_record_kind_is_http (kind))
    note_http (time, record, redactor);
  else if (kind == MCP_RECORD_EVENT || kind == MCP_RECORD_COMMENT)
    note_event_lines (time, record, redactor, TRUE);
  else
    {
      if (mcp_record_get_channel (record) == MCP_CHANNEL_SSE)
        note_event_lines (time, record, redactor, FALSE);
      note_plain (time, record, redactor);
    }
}
