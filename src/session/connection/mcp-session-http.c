/* mcp-session-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-row-json.h"
#include "mcp-session-private.h"

/*
 * What an HTTP transport reports beside messages. Everything becomes a record with the number of
 * its exchange first: request, head and end as JSON, what of an event stream is no message as it
 * came. True values are stored; those who show them mask what is secret.
 */

/* Which of them came from the keyring: it is the header that is secret then, whatever its name. */
static void
append_secret_names (McpSession    *self,
                     GString       *json,
                     McpHeaderList  headers)
{
  GListModel *kept = mcp_profile_get_headers (self->profile);
  gboolean any = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (kept); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (kept, i);
      const char *name = mcp_header_get_name (header);

      if (!mcp_header_get_secret (header) || mcp_http_find_header (headers, name) == NULL)
        continue;

      if (!any)
        mcp_json_append_key (json, "secretHeaders");
      g_string_append_c (json, any ? ',' : '[');
      mcp_json_append_string (json, name, -1);
      any = TRUE;
    }
  if (any)
    g_string_append_c (json, ']');
}

static guint
append_record (McpSession    *self,
               McpDirection   direction,
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
  entry.channel = MCP_CHANNEL_HTTP;
  entry.kind = kind;
  entry.life = self->n_lives;
  entry.exchange = mcp_exchange_numbers_get (self->exchange_numbers, exchange);
  entry.time_usec = time_usec;

  return mcp_journal_append (self->journal, &entry, bytes);
}

static const char *
purpose_nick (McpExchangePurpose purpose)
{
  static const char * const nicks[] = { "send", "listen", "resume", "end", "upgrade" };

  return purpose < G_N_ELEMENTS (nicks) ? nicks[purpose] : "send";
}

/* The message that an exchange sends or goes on with. */
static McpSending *
note_sending (McpSession             *self,
              const McpExchangeStart *start)
{
  McpHttpSession *http = self->life->http;
  McpSending *sending = mcp_http_session_find_sending (http, start->ticket);

  if (sending == NULL)
    {
      /* A message whose answer is settled may be gone on with all the same, for nobody. */
      if (start->purpose != MCP_EXCHANGE_SEND)
        return NULL;

      sending = mcp_http_session_add_sending (
        http, start->ticket, mcp_http_find_header (start->headers, "MCP-Session-Id"));
    }

  sending->exchange = start->exchange;
  sending->purpose = start->purpose;
  g_free (sending->token);
  sending->token = mcp_session_auth_dup_token (start->headers);

  return sending;
}

static void
sink_exchange_started (McpTransportSink       *sink,
                       const McpExchangeStart *start)
{
  McpSession *self = MCP_SESSION (sink);
  GString *json;
  McpExchange *exchange;

  if (self->life == NULL)
    return;

  mcp_exchange_numbers_begin (self->exchange_numbers, start->exchange);
  exchange = mcp_http_session_ensure_exchange (self->life->http, start->exchange);
  exchange->purpose = start->purpose;
  exchange->ticket = start->ticket;
  exchange->generation = mcp_http_session_get_generation (
    self->life->http, mcp_http_find_header (start->headers, "MCP-Session-Id"));
  if (start->ticket != 0)
    note_sending (self, start);

  mcp_session_auth_saw_request (self, start->headers, start->purpose);
  json = mcp_http_request_to_json (start->method, start->url, start->headers);
  append_secret_names (self, json, start->headers);
  mcp_json_append_member_string (json, "purpose", purpose_nick (start->purpose));
  if (start->resumes != 0)
    mcp_json_append_member_int (json, "resumes",
                                mcp_exchange_numbers_get (self->exchange_numbers, start->resumes));

  exchange->serial = append_record (self, MCP_DIRECTION_OUT, MCP_RECORD_HTTP_REQUEST,
                                    start->exchange, start->time_usec, json);
}

/* A message's last byte left: from now on its record can be told how it went. */
void
mcp_session_http_sent (McpSession        *self,
                       guint64            ticket,
                       const McpOutgoing *outgoing,
                       guint              serial)
{
  McpSending *sending = mcp_http_session_find_sending (self->life->http, ticket);

  if (sending == NULL)
    return;

  sending->kind = outgoing->kind;
  sending->serial = serial;
  g_free (sending->method);
  sending->method = g_strdup (outgoing->method);
  g_set_object (&sending->call, outgoing->call);
}

/*
 * Some answers have a length and no body (RFC 9110, section 8.6), and chunks go before it (RFC
 * 9112, section 6.3). A refusal's body is not waited for to its end.
 */
static guint64
get_promised_bytes (const McpExchangeHead *head)
{
  const char *length = mcp_http_find_header (head->headers, "Content-Length");
  guint64 n_bytes = 0;

  if (length == NULL || head->status < 200 || head->status >= 300 || head->status == 204
      || mcp_http_find_header (head->headers, "Transfer-Encoding") != NULL
      || !g_ascii_string_to_unsigned (length, 10, 0, G_MAXUINT64, &n_bytes, NULL))
    return 0;

  return n_bytes;
}

/* What the network broke off is no fault of the server. */
static gboolean
was_closed (const McpExchangeEnd *end)
{
  return !end->cancelled && (end->error == NULL
                             || g_error_matches (end->error, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT));
}

static void
sink_exchange_head (McpTransportSink      *sink,
                    const McpExchangeHead *head)
{
  McpSession *self = MCP_SESSION (sink);
  McpLife *life = self->life;
  McpExchange *exchange;
  GString *json;

  if (life == NULL)
    return;

  json = mcp_http_head_to_json (head->status, head->reason, head->http_version, head->headers);
  mcp_json_append_member_string (json, "peer", head->peer);
  mcp_json_append_member_string (json, "tls", head->tls);

  exchange = mcp_http_session_ensure_exchange (life->http, head->exchange);
  mcp_session_auth_saw_head (self, head, exchange->purpose);
  exchange->status = head->status;
  g_free (exchange->content_type);
  exchange->content_type = g_strdup (mcp_http_find_header (head->headers, "Content-Type"));
  exchange->is_events = exchange->content_type != NULL
                        && g_ascii_strncasecmp (exchange->content_type, "text/event-stream", 17) == 0;
  exchange->promised_bytes = get_promised_bytes (head);
  exchange->serial = append_record (self, MCP_DIRECTION_IN, MCP_RECORD_HTTP_HEAD, head->exchange,
                                    head->time_usec, json);

  if (life->state <= LIFE_HANDSHAKE)
    mcp_seen_take_head (life->seen, head);

  mcp_session_http_head (self, exchange, head);
}

/* The start of a body that came instead of the handshake's answer. */
void
mcp_session_http_note_body (McpSession *self,
                            GBytes     *body)
{
  if (self->life->state <= LIFE_HANDSHAKE)
    mcp_seen_add_body (self->life->seen, body);
}

/*
 * What no message is may be what came in place of one: its data, or all of it where there is no
 * such line.
 */
static void
saw_item (McpSession          *self,
          const McpStreamItem *item)
{
  McpExchange *exchange = mcp_http_session_find_exchange (self->life->http, item->exchange);
  gsize length;
  const char *text = g_bytes_get_data (item->bytes, &length);
  const char *data = g_strstr_len (text, length, "data:");
  gboolean is_json = length > 0 && (text[0] == '{' || text[0] == '[');

  mcp_session_http_note_body (self, item->bytes);
  if (exchange == NULL || item->kind == MCP_STREAM_RETRY)
    return;

  if (is_json)
    data = text;
  else if (data != NULL && (data == text || data[-1] == '\n'))
    data += strlen ("data:");
  else
    return;
  mcp_session_http_saw_stray (self, exchange, data, length - (data - text));
}

/* All that says nothing is one: how it says so makes no difference. */
static GBytes *
dup_said (const McpStreamItem *item)
{
  return item->says_nothing ? g_bytes_new_static ("", 0) : g_bytes_ref (item->bytes);
}

static void
sink_stream_item (McpTransportSink    *sink,
                  const McpStreamItem *item)
{
  McpSession *self = MCP_SESSION (sink);
  g_autoptr (GBytes) said = dup_said (item);
  McpRepeated what = {
    .bytes = said, .exchange = item->exchange, .is_item = TRUE, .time_usec = item->time_usec,
    .n_bytes = g_bytes_get_size (item->bytes) + (item->kind == MCP_STREAM_COMMENT ? 1 : 2),
  };
  McpJournalEntry entry = { 0 };
  guint serial;

  if (self->life == NULL || mcp_session_take_repeat (self, &self->life->repeats, &what))
    return;

  entry.direction = MCP_DIRECTION_IN;
  entry.channel = MCP_CHANNEL_SSE;
  entry.kind = item->kind == MCP_STREAM_COMMENT ? MCP_RECORD_COMMENT : MCP_RECORD_EVENT;
  entry.flags = item->kind == MCP_STREAM_UNFINISHED ? MCP_RECORD_FLAG_NO_EOL : 0;
  entry.life = self->n_lives;
  entry.exchange = mcp_exchange_numbers_get (self->exchange_numbers, item->exchange);
  entry.time_usec = item->time_usec;
  if (item->total_bytes > 0)
    {
      entry.size = item->total_bytes;
      entry.flags |= MCP_RECORD_FLAG_TRUNCATED;
    }
  serial = mcp_journal_append (self->journal, &entry, item->bytes);
  mcp_session_saw_junk (&self->life->repeats, &what, entry.channel, entry.kind);
  mcp_session_bound_memory (self, item->exchange);

  if (item->kind == MCP_STREAM_UNFINISHED)
    mcp_linter_check_unfinished (self->reporter, item->bytes, serial);
  if (item->kind != MCP_STREAM_COMMENT)
    saw_item (self, item);
}

/*
 * Nobody listens any more where a server was: it has ended, and its HTTP session with it. What
 * else fails on the way may pass, and the health monitor counts it.
 */
static void
check_refused (McpSession           *self,
               McpExchangePurpose    purpose,
               const McpExchangeEnd *end)
{
  if (self->life->state == LIFE_READY && purpose != MCP_EXCHANGE_RESUME
      && g_error_matches (end->error, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    mcp_session_end_life (self,
                          g_error_new (MCP_ERROR, MCP_ERROR_NETWORK,
                                       _("“%s” refuses connections: it does not run any more"),
                                       mcp_profile_get_name (self->profile)),
                          _("Start the server again."));
}

static void
sink_exchange_ended (McpTransportSink     *sink,
                     const McpExchangeEnd *end)
{
  McpSession *self = MCP_SESSION (sink);
  McpExchange *exchange;
  McpExchangePurpose purpose;
  GString *json;

  if (self->life == NULL)
    return;

  json = mcp_http_end_to_json (end->error != NULL ? end->error->message : NULL, end->body_bytes, &end->timings);
  if (end->cancelled)
    mcp_json_append_member (json, "cancelled", "true");
  mcp_json_append_member_int (json, "wire", end->wire_bytes);
  mcp_json_append_member_int (json, "events", end->n_events);
  append_record (self, MCP_DIRECTION_IN, MCP_RECORD_HTTP_END, end->exchange, end->time_usec, json);

  exchange = mcp_http_session_find_exchange (self->life->http, end->exchange);
  if (exchange == NULL)
    return;

  purpose = exchange->purpose;
  if (was_closed (end))
    mcp_linter_check_body (self->reporter, exchange->promised_bytes, end->wire_bytes, exchange->serial);
  mcp_session_http_ended (self, exchange);
  mcp_http_session_end_exchange (self->life->http, end->exchange);
  check_refused (self, purpose, end);
}

static void
sink_step (McpTransportSink *sink,
           McpStep           step,
           McpStepPhase      phase,
           const char       *detail)
{
  McpSession *self = MCP_SESSION (sink);
  McpConnectStep *item;

  if (self->life == NULL || self->life->state > LIFE_HANDSHAKE)
    return;

  item = mcp_session_find_step (self, step);
  switch (phase)
    {
    case MCP_STEP_BEGAN:
      mcp_session_begin_step (self, step);
      mcp_seen_set_proxy (self->life->seen, detail);
      break;

    case MCP_STEP_SUCCEEDED:
    case MCP_STEP_BROKE:
      mcp_session_begin_step (self, step);
      mcp_session_end_step (self, step, phase == MCP_STEP_SUCCEEDED, detail);
      break;

    case MCP_STEP_SKIPPED:
    default:
      if (item != NULL)
        mcp_connect_step_skip (item, detail);
    }

  mcp_session_saw_step (self, step, phase);
}

static void
sink_violation (McpTransportSink *sink,
                guint             exchange,
                const char       *word,
                const char       *detail)
{
  McpSession *self = MCP_SESSION (sink);
  McpExchange *found;

  if (self->life == NULL)
    return;

  found = exchange != 0
            ? mcp_http_session_find_exchange (self->life->http, exchange)
            : NULL;
  if (g_str_equal (word, "content-encoding") && self->life->state <= LIFE_HANDSHAKE)
    mcp_seen_set_encoding (self->life->seen, detail);
  mcp_linter_report_violation (self->reporter, self->life->channel, word, detail,
                               found != NULL ? found->serial : 0);
}

/* Takes over the parts of the interface that HTTP alone has. */
void
mcp_session_http_iface_init (McpTransportSinkInterface *iface)
{
  iface->step = sink_step;
  iface->exchange_started = sink_exchange_started;
  iface->exchange_head = sink_exchange_head;
  iface->stream_item = sink_stream_item;
  iface->exchange_ended = sink_exchange_ended;
  iface->violation = sink_violation;
  iface->failed = mcp_session_http_failed;
}
