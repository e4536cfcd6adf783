/* mcp-linter-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-linter"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-header-value.h"
#include "mcp-session-private.h"

/* What a server is held to when it is reached by an address: heads, content types, streams. */

/* An address that only this machine or its network can reach. */
static gboolean
is_near (const char *host)
{
  g_autoptr (GInetAddress) address = NULL;
  const guint8 *bytes;

  if (g_ascii_strcasecmp (host, "localhost") == 0 || g_str_has_suffix (host, ".localhost"))
    return TRUE;

  address = g_inet_address_new_from_string (host);
  if (address == NULL)
    return FALSE;

  /* fc00::/7 is what site-local has become (RFC 4193). */
  bytes = g_inet_address_to_bytes (address);

  return g_inet_address_get_is_loopback (address) || g_inet_address_get_is_link_local (address)
         || g_inet_address_get_is_site_local (address)
         || (g_inet_address_get_family (address) == G_SOCKET_FAMILY_IPV6
             && (bytes[0] & 0xfe) == 0xfc);
}

/* "127.0.0.1:3001" and "[::1]:3001" without the port. */
static char *
peer_host (const char *peer)
{
  const char *colon = strrchr (peer, ':');

  if (peer[0] == '[')
    {
      const char *end = strchr (peer, ']');

      return end != NULL ? g_strndup (peer + 1, end - peer - 1) : g_strdup (peer);
    }

  return colon != NULL && strchr (peer, ':') == colon ? g_strndup (peer, colon - peer)
                                                      : g_strdup (peer);
}

/* Once per life: whether the address itself is one to warn of. */
static void
check_address (McpSession *session,
               guint       serial,
               const char *peer)
{
  const char *url = mcp_profile_get_url (session->profile);
  g_autoptr (GUri) uri = url != NULL ? g_uri_parse (url, G_URI_FLAGS_NONE, NULL) : NULL;
  g_autofree char *near_host = peer != NULL ? peer_host (peer) : NULL;
  const char *scheme;
  const char *host;

  if (session->life->cleartext_checked || uri == NULL)
    return;

  session->life->cleartext_checked = TRUE;
  scheme = g_uri_get_scheme (uri);
  host = g_uri_get_host (uri);

  if (g_strcmp0 (host, "0.0.0.0") == 0 || g_strcmp0 (host, "::") == 0)
    mcp_session_report (session, serial, "http.any-address",
                        _("The address %s stands for all interfaces: a local server should listen "
                          "on 127.0.0.1 only"),
                        host);
  else if ((g_str_equal (scheme, "http") || g_str_equal (scheme, "ws")) && host != NULL
           && !is_near (host) && (near_host == NULL || !is_near (near_host)))
    mcp_session_report (session, serial, "http.cleartext",
                        _("What goes to %s can be read on the way: use https for a server that is "
                          "not on this machine or network"),
                        host);
}

static void
check_session_id (McpSession            *session,
                  const McpExchange     *exchange,
                  const McpExchangeHead *head)
{
  const char *id = mcp_http_find_header (head->headers, "MCP-Session-Id");
  const char *ours = session->life->http_session_id;

  if (id == NULL || ours == NULL || g_str_equal (id, ours)
      || exchange->generation != session->life->generation)
    return;

  mcp_session_report (session, exchange->serial, "http.session-id-changed",
                      _("The server gave another session id in the middle of the session; the "
                        "first one stays in use"));
}

/**
 * mcp_linter_check_head:
 * @session: the session
 * @exchange: the exchange it belongs to
 * @head: the status line and headers
 *
 * Checks the head of an HTTP answer: the address it came from, and that a session keeps its id
 * (basic/transports, Session Management).
 */
void
mcp_linter_check_head (McpSession            *session,
                       const McpExchange     *exchange,
                       const McpExchangeHead *head)
{
  check_address (session, exchange->serial, head->peer);
  if (head->status >= 300 && head->status < 400)
    mcp_session_report (session, exchange->serial, "http.redirect",
                        _("The server redirects (%u); redirects are not followed"), head->status);
  check_session_id (session, exchange, head);
}

static gboolean
is_over_sse (McpSession *session)
{
  return session->life->is_sse
         || mcp_profile_get_transport (session->profile) == MCP_PROFILE_TRANSPORT_SSE;
}

/**
 * mcp_linter_takes_any_body:
 * @session: the session
 * @frame: what the transport reported
 *
 * Gets whether something need not be a message: what comes with a refusal, a page or JSON of the
 * server's own (2025-11-25, basic/transports: its body *may* be a message), and what HTTP+SSE
 * answers a POST with, of which nothing is said; most servers write "Accepted" (2024-11-05,
 * basic/transports). What comes when nothing should is a fault of its own.
 *
 * Returns: %TRUE when nothing is wrong with it if it is no message
 */
gboolean
mcp_linter_takes_any_body (McpSession     *session,
                           const McpFrame *frame)
{
  const McpExchange *exchange;

  if (frame->source != MCP_FRAME_BODY)
    return FALSE;

  exchange = mcp_session_ensure_exchange (session, frame->exchange);

  return is_over_sse (session) || exchange->status >= 300
         || mcp_session_is_settled_by_status (session, exchange);
}

/**
 * mcp_linter_check_http_frame:
 * @session: the session
 * @exchange: the exchange it came in
 * @frame: what the transport reported
 * @kind: what its record is
 * @serial: its record
 *
 * Checks what a body or event holds against what was said of it, and where it may come
 * (basic/transports, Streamable HTTP).
 */
void
mcp_linter_check_http_frame (McpSession        *session,
                             const McpExchange *exchange,
                             const McpFrame    *frame,
                             McpRecordKind      kind,
                             guint              serial)
{
  g_autofree char *type = exchange->content_type != NULL
                            ? mcp_media_type_of (exchange->content_type)
                            : NULL;
  gboolean is_answer = kind == MCP_RECORD_RESULT || kind == MCP_RECORD_ERROR;

  /* The transport has told of any other type. */
  if (frame->source == MCP_FRAME_BODY && kind == MCP_RECORD_NOISE
      && exchange->purpose != MCP_EXCHANGE_LISTEN && g_strcmp0 (type, "application/json") == 0
      && !mcp_linter_takes_any_body (session, frame))
    mcp_session_report (session, serial, "http.content-type",
                        _("Content-Type says application/json, and the body is no message"));

  if (frame->source == MCP_FRAME_EVENT && exchange->purpose == MCP_EXCHANGE_LISTEN && is_answer
      && !is_over_sse (session))
    mcp_session_report (session, serial, "sse.answer-on-get",
                        _("An answer came on the GET stream, which is for what nobody asked for"));
}

/* What an event stream ended with, without the blank line that would have made it an event. */
void
mcp_session_http_unfinished (McpSession          *self,
                             const McpStreamItem *item,
                             guint                serial)
{
  gsize length;
  const char *data = g_bytes_get_data (item->bytes, &length);
  gsize i = 0;

  while (i < length && g_ascii_isspace (data[i]))
    i++;

  if (i < length && data[i] == '{')
    mcp_session_report (self, serial, "http.content-type",
                        _("Content-Type says text/event-stream, and the body is JSON"));
  else
    mcp_session_report (self, serial, "sse.unfinished",
                        _("The stream ended in the middle of an event, which is dropped"));
}

/* The words for what transports find out by themselves. */
static const struct
{
  const char *word;
  const char *rule;
  const char *message;
} violations[] = {
  { "content-type", "http.content-type", N_("The answer’s content type is none of the protocol’s") },
  { "listen-content-type", "http.content-type",
    N_("The GET was answered with something that is no event stream") },
  { "binary-message", "ws.binary-message", N_("A message came as binary data, not as text") },
  { "no-content-type", "http.content-type", N_("The answer has a body and no content type") },
  { "accepted-body", "http.accepted-status",
    N_("What needs no answer is accepted with 202 and no body; there was one") },
  { "not-202", "http.accepted-status",
    N_("What needs no answer is accepted with 202; the status was another one") },
  { "stream-left-open", "sse.left-open", N_("The stream stayed open after the answer") },
  { "header-value", "http.header-value", N_("A header of the answer has control characters") },
  { "duplicate-event-id", "sse.duplicate-event-id", N_("An event id came twice") },
  { "event-id-too-long", "sse.event-id-too-long",
    N_("An event id is too long to be sent back in a header; it is not kept") },
  { "retry-too-long", "sse.retry-too-long", N_("The server asks to wait very long before resuming") },
  { "answer-on-post", "sse.answer-on-post",
    N_("An answer came with the POST, and belongs on the event stream") },
  { "endpoint-origin", "sse.endpoint-origin", N_("The endpoint is on another origin; it is not used") },
  { "second-endpoint", "sse.second-endpoint", N_("A second endpoint event; the first one counts") },
  { "endpoint-invalid", "sse.endpoint", N_("The endpoint event holds no usable address") },
};

/* The sink's ::violation. */
void
mcp_session_http_violation (McpTransportSink *sink,
                            guint             exchange,
                            const char       *rule,
                            const char       *detail)
{
  McpSession *self = MCP_SESSION (sink);
  McpExchange *found;
  g_autofree char *made = NULL;
  g_autofree char *text = NULL;
  const char *message = NULL;
  const char *name = NULL;
  guint serial;

  if (self->life == NULL)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (violations) && name == NULL; i++)
    if (g_str_equal (violations[i].word, rule))
      {
        name = violations[i].rule;
        message = _(violations[i].message);
      }

  if (name == NULL)
    {
      const char *area = self->life->channel == MCP_CHANNEL_WS       ? "ws"
                         : self->life->channel == MCP_CHANNEL_SOCKET ? "socket"
                                                                     : "http";

      name = made = g_strconcat (area, ".", rule, NULL);
      message = _("The server broke a rule of the transport");
    }

  found = exchange != 0
            ? g_hash_table_lookup (self->life->exchanges, GUINT_TO_POINTER (exchange))
            : NULL;
  serial = found != NULL ? found->serial : 0;
  text = detail != NULL ? g_utf8_make_valid (detail, MIN (strlen (detail), 200)) : NULL;

  if (text != NULL)
    mcp_session_report (self, serial, name, "%s: %s", message, text);
  else
    mcp_session_report (self, serial, name, "%s", message);
}
