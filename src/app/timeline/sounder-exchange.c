/* sounder-exchange.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-header-value.h"
#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-exchange.h"

/*
 * An exchange is some records of the journal with one number; those of HTTP itself are JSON (see
 * docs/recording-format.md). True values of headers stand there: whoever shows them masks them.
 */

/* Enough for the head of any answer that is not meant to do harm. */
#define MAX_HEAD_BYTES (64 * 1024)
/* How far ahead a resumption is looked for. */
#define MAX_RESUME_DISTANCE 64
/* The request, the message it sends, then the head; a few more for what came between. */
#define HEAD_WITHIN 6

static char *
lookup_string (GBytes     *bytes,
               const char *path)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);

  return mcp_json_lookup_string (text, length, path);
}

static gint64
lookup_int (GBytes     *bytes,
            const char *path,
            gint64      fallback)
{
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  gint64 value;

  return mcp_json_lookup_int64 (text, length, path, &value) ? value : fallback;
}

/* [["Name","value"],…] as names and values in turn. */
static GPtrArray *
read_headers (GBytes *bytes)
{
  GPtrArray *headers = g_ptr_array_new_with_free_func (g_free);
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);
  McpSpan list;
  McpSpan pair;
  McpJsonIter iter;

  if (!mcp_json_lookup (text, length, "headers", &list)
      || !mcp_json_iter_init (&iter, text + list.offset, list.length))
    return headers;

  while (mcp_json_iter_next (&iter, NULL, &pair))
    {
      const char *element = text + list.offset + pair.offset;
      McpJsonIter inner;
      McpSpan name;
      McpSpan value;

      if (!mcp_json_iter_init (&inner, element, pair.length)
          || !mcp_json_iter_next (&inner, NULL, &name) || !mcp_json_iter_next (&inner, NULL, &value))
        continue;

      g_ptr_array_add (headers, mcp_json_dup_string (element + name.offset, name.length));
      g_ptr_array_add (headers, mcp_json_dup_string (element + value.offset, value.length));
    }

  return headers;
}

static void
read_request (SounderExchange *self,
              guint            serial,
              GBytes          *bytes)
{
  self->request_serial = serial;
  self->method = lookup_string (bytes, "method");
  self->url = lookup_string (bytes, "url");
  self->purpose = lookup_string (bytes, "purpose");
  self->resumes = (guint) lookup_int (bytes, "resumes", 0);
  g_ptr_array_unref (self->request_headers);
  self->request_headers = read_headers (bytes);
  g_strfreev (self->secret_headers);
  self->secret_headers = mcp_header_read_secret_names (g_bytes_get_data (bytes, NULL),
                                                       g_bytes_get_size (bytes));
}

static void
read_head (SounderExchange *self,
           guint            serial,
           GBytes          *bytes)
{
  self->head_serial = serial;
  self->status = (guint) lookup_int (bytes, "status", 0);
  self->reason = lookup_string (bytes, "reason");
  self->http_version = lookup_string (bytes, "version");
  self->peer = lookup_string (bytes, "peer");
  self->tls = lookup_string (bytes, "tls");
  g_ptr_array_unref (self->response_headers);
  self->response_headers = read_headers (bytes);
}

static void
read_end (SounderExchange *self,
          guint            serial,
          GBytes          *bytes)
{
  static const char *const paths[SOUNDER_N_PHASES] = {
    "usec.resolved", "usec.connected", "usec.secured", "usec.sent", "usec.first_byte", "usec.ended",
  };
  gsize length;
  const char *text = g_bytes_get_data (bytes, &length);

  self->end_serial = serial;
  self->error = lookup_string (bytes, "error");
  mcp_json_lookup_boolean (text, length, "cancelled", &self->cancelled);
  self->body_bytes = lookup_int (bytes, "body", 0);
  self->wire_bytes = lookup_int (bytes, "wire", 0);
  self->n_events = lookup_int (bytes, "events", 0);
  for (guint i = 0; i < SOUNDER_N_PHASES; i++)
    self->phases[i] = lookup_int (bytes, paths[i], -1);
}

static void
read_record (SounderExchange *self,
             McpRecord       *record)
{
  guint serial = mcp_record_get_serial (record);
  McpRecordKind kind = mcp_record_get_kind (record);
  g_autoptr (GBytes) bytes = NULL;

  if (kind != MCP_RECORD_HTTP_REQUEST && kind != MCP_RECORD_HTTP_HEAD && kind != MCP_RECORD_HTTP_END)
    {
      g_array_append_val (self->parts, serial);
      return;
    }

  bytes = mcp_record_dup_head (record, MAX_HEAD_BYTES);
  if (bytes == NULL)
    return;

  if (kind == MCP_RECORD_HTTP_REQUEST && self->request_serial == 0)
    read_request (self, serial, bytes);
  else if (kind == MCP_RECORD_HTTP_HEAD && self->head_serial == 0)
    read_head (self, serial, bytes);
  else if (kind == MCP_RECORD_HTTP_END && self->end_serial == 0)
    read_end (self, serial, bytes);
}

/**
 * sounder_exchange_read:
 * @number: number of an exchange
 * @max_parts: how many messages, events and comments to list at most
 *
 * Puts an exchange together from its records.
 *
 * Returns: (transfer full) (nullable): the exchange, or %NULL when the journal has none of that number
 */
SounderExchange *
sounder_exchange_read (McpJournal *journal,
                       guint       number,
                       guint       max_parts)
{
  g_autoptr (GArray) serials = NULL;
  SounderExchange *self;

  g_return_val_if_fail (MCP_IS_JOURNAL (journal), NULL);

  serials = mcp_journal_dup_exchange (journal, number, max_parts + 3);
  if (serials->len == 0)
    return NULL;

  self = g_new0 (SounderExchange, 1);
  self->number = number;
  self->request_headers = g_ptr_array_new_with_free_func (g_free);
  self->response_headers = g_ptr_array_new_with_free_func (g_free);
  self->parts = g_array_new (FALSE, FALSE, sizeof (guint));
  self->is_cut = serials->len == max_parts + 3;
  for (guint i = 0; i < SOUNDER_N_PHASES; i++)
    self->phases[i] = -1;

  for (guint i = 0; i < serials->len; i++)
    {
      g_autoptr (McpRecord) record =
        mcp_journal_get_record (journal, g_array_index (serials, guint, i));

      if (record != NULL)
        read_record (self, record);
    }

  return self;
}

void
sounder_exchange_free (SounderExchange *self)
{
  g_free (self->method);
  g_free (self->url);
  g_free (self->purpose);
  g_free (self->reason);
  g_free (self->http_version);
  g_free (self->peer);
  g_free (self->tls);
  g_free (self->error);
  g_ptr_array_unref (self->request_headers);
  g_strfreev (self->secret_headers);
  g_ptr_array_unref (self->response_headers);
  g_array_unref (self->parts);
  g_free (self);
}

/* The first record of an exchange that is of this kind, among the first few. */
static GBytes *
dup_early (McpJournal    *journal,
           guint          number,
           McpRecordKind  kind)
{
  g_autoptr (GArray) serials = mcp_journal_dup_exchange (journal, number, HEAD_WITHIN);

  for (guint i = 0; i < serials->len; i++)
    {
      g_autoptr (McpRecord) record =
        mcp_journal_get_record (journal, g_array_index (serials, guint, i));

      if (record != NULL && mcp_record_get_kind (record) == kind)
        return mcp_record_dup_head (record, MAX_HEAD_BYTES);
    }

  return NULL;
}

/**
 * sounder_exchange_find_resumed:
 * @number: number of an exchange
 *
 * Finds the exchange in which a stream that broke goes on; it is not far behind.
 *
 * Returns: its number, 0 for none
 */
guint
sounder_exchange_find_resumed (McpJournal *journal,
                               guint       number)
{
  g_return_val_if_fail (MCP_IS_JOURNAL (journal), 0);

  for (guint next = number + 1; next <= number + MAX_RESUME_DISTANCE; next++)
    {
      g_autoptr (GBytes) request = dup_early (journal, next, MCP_RECORD_HTTP_REQUEST);

      if (request != NULL && lookup_int (request, "resumes", 0) == number)
        return next;
    }

  return 0;
}

/**
 * sounder_exchange_peek_status:
 *
 * Gets the HTTP status of the answer to a message that was sent, or to what asks for a token. Cheap enough for a row that is
 * being drawn.
 *
 * Returns: the status, 0 for what was not sent over HTTP or is not answered
 */
guint
sounder_exchange_peek_status (McpRecord *record)
{
  g_autoptr (GBytes) head = NULL;

  g_return_val_if_fail (MCP_IS_RECORD (record), 0);

  if (mcp_record_get_exchange (record) == 0
      || mcp_record_get_direction (record) != MCP_DIRECTION_OUT
      || (mcp_record_get_channel (record) != MCP_CHANNEL_HTTP
          && mcp_record_get_channel (record) != MCP_CHANNEL_AUTH)
      || mcp_record_is_aside (record))
    return 0;

  head = dup_early (mcp_record_get_journal (record), mcp_record_get_exchange (record),
                    MCP_RECORD_HTTP_HEAD);

  return head != NULL ? (guint) lookup_int (head, "status", 0) : 0;
}

/**
 * sounder_exchange_dup_event_field:
 * @raw: an event as it came
 * @field: "id", "event" or "retry"
 *
 * Gets a field of an event. The last one counts, as for a client that follows the stream.
 *
 * Returns: (transfer full) (nullable): its value, or %NULL when the event has no such field
 */
char *
sounder_exchange_dup_event_field (GBytes     *raw,
                                  const char *field)
{
  gsize length;
  const char *data;
  gsize field_length = strlen (field);
  char *value = NULL;

  g_return_val_if_fail (raw != NULL, NULL);

  data = g_bytes_get_data (raw, &length);
  for (gsize start = 0; start < length;)
    {
      gsize end = start;

      while (end < length && data[end] != '\n' && data[end] != '\r')
        end++;
      if (end - start > field_length && memcmp (data + start, field, field_length) == 0
          && data[start + field_length] == ':')
        {
          gsize from = start + field_length + 1;

          /* One space after the colon belongs to neither (WHATWG). */
          if (from < end && data[from] == ' ')
            from++;
          g_free (value);
          value = g_strndup (data + from, end - from);
        }
      start = end + 1;
    }

  return value;
}

const char *
sounder_phase_get_title (SounderPhase phase)
{
  static const char *const titles[SOUNDER_N_PHASES] = {
    [SOUNDER_PHASE_RESOLVED] = N_("DNS"),
    [SOUNDER_PHASE_CONNECTED] = N_("Connect"),
    [SOUNDER_PHASE_SECURED] = N_("TLS"),
    [SOUNDER_PHASE_SENT] = N_("Sending"),
    [SOUNDER_PHASE_FIRST_BYTE] = N_("Waiting"),
    [SOUNDER_PHASE_ENDED] = N_("Receiving"),
  };

  return _(titles[phase]);
}

/**
 * sounder_exchange_get_phase:
 * @start_usec: (out): when it began, from the start of the exchange
 * @end_usec: (out): when it was over
 *
 * Gets the time between the end of the phase before, of those that happened, and its own.
 *
 * Returns: whether it happened
 */
gboolean
sounder_exchange_get_phase (SounderExchange *self,
                            SounderPhase     phase,
                            gint64          *start_usec,
                            gint64          *end_usec)
{
  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (phase < SOUNDER_N_PHASES, FALSE);

  if (self->phases[phase] < 0)
    return FALSE;

  *start_usec = 0;
  for (guint i = 0; i < phase; i++)
    *start_usec = MAX (*start_usec, self->phases[i]);
  *end_usec = MAX (self->phases[phase], *start_usec);

  return TRUE;
}
