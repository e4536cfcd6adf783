/* mcp-http-exchange-read.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-header-value.h"
#include "mcp-http-exchange-private.h"
#include "mcp-line-reader.h"
#include "mcp-transport-private.h"

/*
 * What an exchange is answered with: cut into messages and handed out. A pause holds back frames
 * that were read already, and the end behind them.
 */

/* From this size on what is not whole yet is reported as it grows. */
#define PARTIAL_BYTES (1024 * 1024)

/* What is kept of a body over the cap. */
#define OVERSIZED_KEEP_BYTES (64 * 1024)

/* How long one dispatch may hand out events, and after how many the clock is asked. */
#define DISPATCH_USEC 5000
#define DISPATCH_ITEMS 64

/* The fields of an event stream (WHATWG HTML, section 9.2.6), and a comment. */
static const char * const event_starts[] = { "data:", "event:", "id:", "retry:", ":" };

/* What the first bytes are the beginning of, whatever the content type says. */
static McpHttpContent
look_at (const guint8 *data,
         gsize         length)
{
  gsize begin = length >= 3 && memcmp (data, "\357\273\277", 3) == 0 ? 3 : 0;

  while (begin < length && g_ascii_isspace (data[begin]))
    begin++;
  if (begin == length)
    return MCP_HTTP_CONTENT_NONE;
  if (data[begin] == '{' || data[begin] == '[')
    return MCP_HTTP_CONTENT_JSON;

  for (guint i = 0; i < G_N_ELEMENTS (event_starts); i++)
    if (length - begin >= strlen (event_starts[i])
        && memcmp (data + begin, event_starts[i], strlen (event_starts[i])) == 0)
      return MCP_HTTP_CONTENT_EVENTS;

  return MCP_HTTP_CONTENT_OTHER;
}

static McpHttpContent
look_at_bytes (GBytes *bytes)
{
  gsize length;
  const guint8 *data = g_bytes_get_data (bytes, &length);

  return look_at (data, length);
}

static gboolean
is_message (const McpSseItem *item)
{
  if (item->kind != MCP_SSE_EVENT || !item->has_data)
    return FALSE;
  /* The first event of a stream that can be resumed has an id and nothing else. */
  if (item->data_length == 0 && !item->oversized)
    return FALSE;

  return item->event == NULL || item->event[0] == '\0' || g_str_equal (item->event, "message");
}

static void
report_event (McpHttpExchange  *self,
              const McpSseItem *item)
{
  McpFrame frame = { 0 };
  gsize size = g_bytes_get_size (item->raw);

  frame.source = MCP_FRAME_EVENT;
  frame.exchange = self->number;
  frame.bytes = item->raw;
  frame.joined = item->joined;
  frame.oversized = item->oversized;
  frame.total_bytes = item->oversized ? item->total_bytes : item->data_length;
  if (!item->oversized)
    {
      frame.lead = item->data_offset;
      frame.trail = size - item->data_offset - item->data_length;
    }
  frame.first_usec = item->first_usec > 0 ? item->first_usec : self->read_usec;
  frame.last_usec = MAX (self->read_usec, frame.first_usec);
  mcp_transport_report_frame (mcp_http_client_get_owner (self->client), &frame);
}

static gboolean
says_nothing (const McpSseItem *item)
{
  gsize length;
  const char *text = g_bytes_get_data (item->raw, &length);

  if (item->kind == MCP_SSE_COMMENT)
    {
      gsize n_blank = 1;

      while (n_blank < length && g_ascii_isspace (text[n_blank]))
        n_blank++;
      return n_blank >= length;
    }

  return item->kind == MCP_SSE_EVENT && item->data_length == 0 && !item->has_id && !item->has_retry
         && item->event == NULL && !item->oversized;
}

static void
report_item (McpHttpExchange  *self,
             const McpSseItem *item)
{
  McpStreamItem report = { 0 };

  report.exchange = self->number;
  report.bytes = item->raw;
  report.total_bytes = item->oversized ? item->total_bytes : 0;
  report.says_nothing = says_nothing (item);
  report.time_usec = self->read_usec;
  switch (item->kind)
    {
    case MCP_SSE_COMMENT:
      report.kind = MCP_STREAM_COMMENT;
      break;
    case MCP_SSE_UNFINISHED:
      report.kind = MCP_STREAM_UNFINISHED;
      break;
    case MCP_SSE_EVENT:
    default:
      report.kind = item->has_retry && !item->has_data && !item->has_id && item->event == NULL
                      ? MCP_STREAM_RETRY
                      : MCP_STREAM_EVENT;
      break;
    }
  mcp_transport_report_stream_item (mcp_http_client_get_owner (self->client), &report);
}

static void
hand_out_item (McpHttpExchange  *self,
               const McpSseItem *item)
{
  gboolean message = is_message (item);

  if (self->looks == MCP_HTTP_CONTENT_NONE)
    self->looks = message ? MCP_HTTP_CONTENT_EVENTS : look_at_bytes (item->raw);
  self->first_usec = 0;
  self->partial_bytes = 0;
  if (item->kind == MCP_SSE_EVENT)
    self->n_events++;

  if (message)
    report_event (self, item);
  else
    report_item (self, item);

  if (!self->aborted && self->funcs != NULL && self->funcs->item != NULL)
    self->funcs->item (self, item, message, self->user_data);
}

/* TRUE when no item is left. */
static gboolean
hand_out_items (McpHttpExchange *self,
                gint64           deadline_usec)
{
  guint n_items = 0;
  McpSseItem item;

  while (!self->paused && !self->aborted && self->client != NULL)
    {
      if (!mcp_sse_parser_next (self->parser, &item))
        return TRUE;

      hand_out_item (self, &item);
      mcp_sse_item_clear (&item);

      if (++n_items % DISPATCH_ITEMS == 0 && g_get_monotonic_time () > deadline_usec)
        return FALSE;
    }

  return FALSE;
}

static void
report_partial (McpHttpExchange *self,
                guint64          size_bytes)
{
  if (size_bytes > 0 && self->first_usec == 0)
    self->first_usec = self->read_usec;
  if (size_bytes < PARTIAL_BYTES || size_bytes <= self->partial_bytes)
    return;

  self->partial_bytes = size_bytes;
  mcp_transport_report_partial (mcp_http_client_get_owner (self->client), self->number, size_bytes,
                                self->first_usec);
}

/* Without a content type, the first byte decides. Nobody has parsed it as events. */
static McpHttpContent
guess_content (McpHttpExchange *self)
{
  return self->looks == MCP_HTTP_CONTENT_EVENTS ? MCP_HTTP_CONTENT_OTHER : self->looks;
}

/* What came with the acceptance of a message whose answer comes elsewhere: often a word. */
static void
judge_acceptance (McpHttpExchange *self)
{
  self->content = guess_content (self);
  if (self->content == MCP_HTTP_CONTENT_JSON &&
      g_strstr_len ((const char *) self->text->data, self->text->len, "\"jsonrpc\"") != NULL)
    mcp_http_exchange_violation (self, "answer-on-post", NULL);
}

static void
judge_body (McpHttpExchange *self)
{
  gboolean is_successful = SOUP_STATUS_IS_SUCCESSFUL (self->status);
  gboolean is_json_expected = self->purpose != MCP_EXCHANGE_LISTEN;

  if (self->only_accepted && is_successful)
    {
      judge_acceptance (self);
      return;
    }
  if (self->is_last && is_successful)
    {
      self->content = guess_content (self);
      if (self->text->len > 0 && self->status == SOUP_STATUS_ACCEPTED)
        mcp_http_exchange_violation (self, "accepted-body", NULL);
      return;
    }

  if (self->text->len == 0)
    self->content = MCP_HTTP_CONTENT_NONE;
  else if (self->media_type == NULL)
    {
      self->content = guess_content (self);
      if (is_successful)
        mcp_http_exchange_violation (self, "no-content-type", NULL);
    }
  else if (is_successful && (self->content == MCP_HTTP_CONTENT_OTHER ||
                             (self->content == MCP_HTTP_CONTENT_JSON && !is_json_expected)))
    mcp_http_exchange_violation (self, "content-type", self->media_type);

  if (self->client == NULL)
    return;
  mcp_http_client_saw_content (self->client, self,
                               self->content == MCP_HTTP_CONTENT_JSON && is_json_expected
                                 ? MCP_STEP_SUCCEEDED
                               : self->content == MCP_HTTP_CONTENT_NONE ? MCP_STEP_SKIPPED
                                                                        : MCP_STEP_BROKE,
                               self->media_type);
}

/* How long the body would have been, where the server has said so. */
static guint64
get_total_bytes (McpHttpExchange *self)
{
  SoupMessageHeaders *headers = self->head->headers;

  if (!self->oversized ||
      soup_message_headers_get_encoding (headers) != SOUP_ENCODING_CONTENT_LENGTH ||
      soup_message_headers_get_list (headers, "Content-Encoding") != NULL)
    return self->body_bytes;

  return MAX ((guint64) soup_message_headers_get_content_length (headers), self->body_bytes);
}

static void
hand_out_body (McpHttpExchange *self)
{
  g_autoptr (GBytes) bytes = NULL;
  McpFrame frame = { 0 };

  if (self->text == NULL)
    return;

  self->looks = look_at (self->text->data, self->text->len);
  judge_body (self);
  bytes = g_byte_array_free_to_bytes (g_steal_pointer (&self->text));
  if (self->client == NULL || self->aborted || g_bytes_get_size (bytes) == 0)
    return;

  frame.source = MCP_FRAME_BODY;
  frame.exchange = self->number;
  frame.bytes = bytes;
  frame.oversized = self->oversized;
  frame.total_bytes = get_total_bytes (self);
  frame.first_usec = self->first_usec;
  frame.last_usec = self->read_usec;
  mcp_transport_report_frame (mcp_http_client_get_owner (self->client), &frame);
}

/* --- What was read --- */

static void
take_text (McpHttpExchange *self,
           const guint8    *data,
           gsize            length)
{
  gsize cap_bytes = mcp_http_client_get_options (self->client)->cap_bytes;

  if (self->body_bytes <= cap_bytes)
    {
      g_byte_array_append (self->text, data, length);
      report_partial (self, self->text->len);
      return;
    }

  /* The rest cannot become a message: the connection is closed instead of read to its end. */
  self->oversized = TRUE;
  self->full = TRUE;
  g_byte_array_append (self->text, data, MIN (length, OVERSIZED_KEEP_BYTES));
  g_byte_array_set_size (self->text,
                         MIN (self->text->len, MIN (cap_bytes, OVERSIZED_KEEP_BYTES)));
  mcp_http_exchange_set_error (self, g_error_new (MCP_ERROR, MCP_ERROR_TOO_LARGE,
                                _("The answer is bigger than %zu bytes, the limit."),
                                cap_bytes));
  mcp_http_fetch_cancel (self->fetch);
}

static void
take_data (McpHttpExchange *self)
{
  gsize length;
  const guint8 *data;

  g_clear_pointer (&self->chunk, g_bytes_unref);
  self->chunk = g_steal_pointer (&self->next.bytes);
  self->has_next = FALSE;
  if (self->full)
    return;

  data = g_bytes_get_data (self->chunk, &length);
  self->read_usec = self->next.time_usec;
  self->body_bytes += length;
  if (self->parser != NULL)
    mcp_sse_parser_push (self->parser, (const char *) data, length, self->read_usec);
  else
    take_text (self, data, length);
}

static void
take_end (McpHttpExchange *self)
{
  const McpHttpEnd *end = g_bytes_get_data (self->next.bytes, NULL);

  self->eof = TRUE;
  self->is_repeated = end->is_repeated;
  /* A body ends with its last byte, not when we find that there is no more. */
  if (self->read_usec == 0)
    self->read_usec = self->next.time_usec;
  if (end->error != NULL && self->error == NULL && !self->overdue)
    mcp_http_exchange_set_error (self, g_error_copy (end->error));
  if (end->is_plain)
    mcp_http_exchange_violation (self, "plain-body", mcp_http_exchange_get_header (self, "Content-Encoding"));
  if (self->client == NULL || self->aborted)
    return;

  if (self->head == NULL)
    mcp_http_client_saw_failure (self->client, self, self->cause);
  else if (self->parser != NULL)
    mcp_sse_parser_finish (self->parser);
  else
    hand_out_body (self);
}

/* Nothing is told any more but the end. */
static void
skip_to_end (McpHttpExchange *self)
{
  while (mcp_http_exchange_take_next (self))
    {
      if (self->next.kind == MCP_HTTP_FETCH_END)
        {
          mcp_http_exchange_end (self);
          return;
        }
      mcp_chunk_clear (&self->next);
      self->has_next = FALSE;
    }
}

/* Does whatever is next. */
void
mcp_http_exchange_process (McpHttpExchange *self)
{
  g_autoptr (McpHttpExchange) hold = g_object_ref (self);
  g_autoptr (McpTransport) owner = NULL;
  gint64 deadline_usec = g_get_monotonic_time () + DISPATCH_USEC;

  if (self->client == NULL)
    return;

  owner = g_object_ref (mcp_http_client_get_owner (self->client));
  while (self->client != NULL && !self->aborted && (!self->paused || self->head == NULL))
    {
      if (self->parser != NULL && !hand_out_items (self, deadline_usec))
        {
          if (g_get_monotonic_time () <= deadline_usec)
            continue;
          mcp_http_exchange_schedule (self);
          return;
        }

      if (self->parser != NULL && !self->eof)
        report_partial (self, mcp_sse_parser_get_pending (self->parser));
      if (self->client == NULL || self->aborted || self->paused
          || !mcp_http_exchange_take_next (self))
        break;

      if (self->next.kind == MCP_HTTP_FETCH_DATA)
        {
          if (self->purpose == MCP_EXCHANGE_LISTEN)
            mcp_http_client_tell_sent (self->client);
          /* Whoever was told may have stopped it. */
          if (self->client == NULL || self->aborted || self->paused)
            continue;
          take_data (self);
          if (g_get_monotonic_time () > deadline_usec)
            {
              mcp_http_exchange_schedule (self);
              break;
            }
        }
      else if (!self->eof)
        take_end (self);
      else
        mcp_http_exchange_end (self);
    }

  if (self->aborted)
    skip_to_end (self);
}

/*
 * One that libsoup has not undone, since it did not ask for it: what was asked for is (RFC 9110,
 * section 12.5.3).
 */
static void
judge_encoding (McpHttpExchange *self)
{
  const char *given = soup_message_headers_get_list (self->head->headers, "Content-Encoding");
  g_auto (GStrv) names = given != NULL ? g_strsplit (given, ",", -1) : NULL;

  for (guint i = 0; names != NULL && names[i] != NULL; i++)
    {
      const char *name = g_strstrip (names[i]);
      const char *plain = g_ascii_strncasecmp (name, "x-", 2) == 0 ? name + 2 : name;

      if (*name == '\0' || g_ascii_strcasecmp (name, "identity") == 0
          || (self->accepts != NULL && soup_header_contains (self->accepts, plain)))
        continue;

      self->encoding = g_strdup (given);
      mcp_http_exchange_violation (self, "content-encoding", given);
      return;
    }
}

/* A header with more than one value is none of these types: the first is what most servers mean. */
static char *
dup_media_type (McpHttpExchange *self)
{
  const char *types = soup_message_headers_get_list (self->head->headers, "Content-Type");
  const char *comma = types != NULL ? strchr (types, ',') : NULL;
  const char *quote = types != NULL ? strchr (types, '"') : NULL;
  g_autofree char *first = NULL;

  if (comma == NULL || (quote != NULL && quote < comma))
    return types != NULL ? mcp_media_type_of (types) : NULL;

  mcp_http_exchange_violation (self, "content-types", types);
  first = g_strndup (types, comma - types);

  return mcp_media_type_of (first);
}

void
mcp_http_exchange_prepare_content (McpHttpExchange *self)
{
  judge_encoding (self);
  self->media_type = dup_media_type (self);
  if (g_strcmp0 (self->media_type, "text/event-stream") == 0)
    {
      self->content = MCP_HTTP_CONTENT_EVENTS;
      self->parser = mcp_sse_parser_new (mcp_http_client_get_options (self->client)->cap_bytes);
      mcp_http_client_saw_content (self->client, self, MCP_STEP_SUCCEEDED,
                                   self->media_type);
      return;
    }

  self->content = g_strcmp0 (self->media_type, "application/json") == 0 ? MCP_HTTP_CONTENT_JSON
                                                                        : MCP_HTTP_CONTENT_OTHER;
  self->text = g_byte_array_new ();
}
