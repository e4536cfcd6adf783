/* mcp-linter-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-linter.h"

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

/**
 * mcp_linter_check_address:
 * @reporter: who is told
 * @url: where a server was reached
 * @peer: (nullable): address and port at the other end
 * @serial: the record of its first answer
 *
 * Checks whether the address itself is one to warn of (basic/transports, Security Warning;
 * basic/authorization, Communication Security).
 */
void
mcp_linter_check_address (McpReporter *reporter,
                          const char  *url,
                          const char  *peer,
                          guint        serial)
{
  g_autoptr (GUri) uri = g_uri_parse (url, G_URI_FLAGS_NONE, NULL);
  g_autofree char *near_host = peer != NULL ? peer_host (peer) : NULL;
  const char *scheme;
  const char *host;

  if (uri == NULL)
    return;

  scheme = g_uri_get_scheme (uri);
  host = g_uri_get_host (uri);

  if (g_strcmp0 (host, "0.0.0.0") == 0 || g_strcmp0 (host, "::") == 0)
    mcp_reporter_report (reporter, serial, "http.any-address",
                         _("The address %s stands for all interfaces: a local server should listen "
                           "on 127.0.0.1 only"),
                         host);
  else if ((g_str_equal (scheme, "http") || g_str_equal (scheme, "ws")) && host != NULL
           && !is_near (host) && (near_host == NULL || !is_near (near_host)))
    mcp_reporter_report (reporter, serial, "http.cleartext",
                         _("What goes to %s can be read on the way: use https for a server that is "
                           "not on this machine or network"),
                         host);
}

/**
 * mcp_linter_check_head:
 * @reporter: who is told
 * @status: of an HTTP answer
 * @given_id: (nullable): the session id that it gives
 * @our_id: (nullable): the one that is in use
 * @serial: the record of its head
 *
 * Checks the head of an HTTP answer: that it does not redirect, and that a session keeps its id
 * (basic/transports, Session Management).
 */
void
mcp_linter_check_head (McpReporter *reporter,
                       guint        status,
                       const char  *given_id,
                       const char  *our_id,
                       guint        serial)
{
  if (status >= 300 && status < 400)
    mcp_reporter_report (reporter, serial, "http.redirect",
                         _("The server redirects (%u); redirects are not followed"), status);
  if (given_id != NULL && our_id != NULL && !g_str_equal (given_id, our_id))
    mcp_reporter_report (reporter, serial, "http.session-id-changed",
                         _("The server gave another session id in the middle of the session; the "
                           "first one stays in use"));
}

/* Whether a cookie is one by which CDNs tell browsers from bots, or forms from forgeries: no session hangs on it. */
static gboolean
is_of_guard (const char *cookie)
{
  static const char * const starts[] = {
    "__cf_bm", "__cfruid", "__cfseq", "_cfuvid", "cf_clearance", "ak_bmsc", "bm_", "_abck", "datadome",
    "aws-waf-token", "incap_ses_", "visid_incap_", "_px", "_vcrcs", "XSRF-TOKEN", "csrftoken", "_csrf",
    "__Host-csrf", "_ga", "_gid", NULL,
  };

  for (guint i = 0; starts[i] != NULL; i++)
    if (g_str_has_prefix (cookie, starts[i]))
      return TRUE;

  return FALSE;
}

/**
 * mcp_linter_check_cookies:
 * @reporter: who is told
 * @headers: of the answer that began an HTTP session
 * @kept: whether the cookies are sent back
 * @serial: the record of its head
 *
 * Says that a session began with a cookie (basic/transports, Session Management, knows the session id alone): a server
 * behind a balancer is found again by it, and many clients keep none.
 *
 * Returns: (transfer full) (nullable): the name of the first cookie that a session may hang on
 */
char *
mcp_linter_check_cookies (McpReporter *reporter,
                          const char * const *headers,
                          gboolean     kept,
                          guint        serial)
{
  for (gsize i = 0; headers != NULL && headers[i] != NULL && headers[i + 1] != NULL; i += 2)
    {
      g_autofree char *name = NULL;
      g_autofree char *shown = NULL;

      if (g_ascii_strcasecmp (headers[i], "Set-Cookie") != 0 || is_of_guard (headers[i + 1]))
        continue;

      name = g_strndup (headers[i + 1], strcspn (headers[i + 1], "=;"));
      shown = g_utf8_make_valid (name, MIN (strlen (name), 100));
      mcp_reporter_report (reporter, serial, "http.cookie",
                           kept ? _("The session began with the cookie “%s”, which is sent back. The protocol knows no "
                                    "cookies: a client that keeps none may not find the session again")
                                : _("The session began with the cookie “%s”, which is not sent back, as the settings "
                                    "say: the server may not find the session again"),
                           shown);
      return g_steal_pointer (&shown);
    }

  return NULL;
}

/* How many bits of chance a text can hold at most: each of its characters is one of an alphabet. */
static double
most_bits (const char *text,
           gsize       length)
{
  gboolean is_decimal = TRUE;
  gboolean is_hex = TRUE;
  gboolean seen[256] = { FALSE };
  guint n_different = 0;

  for (gsize i = 0; i < length; i++)
    {
      guchar c = text[i];

      is_decimal &= g_ascii_isdigit (c);
      is_hex &= g_ascii_isxdigit (c) || c == '-';
      n_different += !seen[c];
      seen[c] = TRUE;
    }

  /* What is made of three characters only is no text by chance, however long. */
  if (n_different <= 3)
    return n_different * 2;

  return length * (is_decimal ? 3.33 : is_hex ? 4 : 6);
}

/* What of @id is not as it was in @before: between what both begin and end with. */
static gsize
find_difference (const char *id,
                 const char *before,
                 gsize      *start)
{
  gsize length = strlen (id);
  gsize before_length = strlen (before);
  gsize end = 0;

  for (*start = 0; *start < MIN (length, before_length) && id[*start] == before[*start]; (*start)++)
    ;
  while (end < MIN (length, before_length) - *start && id[length - 1 - end] == before[before_length - 1 - end])
    end++;

  return length - *start - end;
}

/* A session id should have so much chance that it cannot be guessed; two of chance have nothing in common. */
#define MIN_ID_BITS 64
#define MIN_DIFFERENT_BITS 32

/**
 * mcp_linter_check_session_id:
 * @reporter: who is told
 * @id: that a server gave an HTTP session, visible ASCII
 * @before: (nullable): what it gave another session of this client
 * @serial: the record of its head, 0 for none
 *
 * Checks that an id cannot be guessed, as far as that is certain (basic/transports, Session Management). The id itself is
 * a secret, and not told.
 */
void
mcp_linter_check_session_id (McpReporter *reporter,
                             const char  *id,
                             const char  *before,
                             guint        serial)
{
  gsize start;
  gsize length = before != NULL ? find_difference (id, before, &start) : 0;

  if (before != NULL && g_str_equal (id, before))
    mcp_reporter_report (reporter, serial, "http.guessable-session-id",
                         _("The server gave two sessions the same id; it should be unique"));
  else if (before != NULL && strlen (id) > length && most_bits (id + start, length) < MIN_DIFFERENT_BITS)
    mcp_reporter_report (reporter, serial, "http.guessable-session-id",
                         ngettext ("The ids of two sessions differ in %u character only: whoever has one can guess "
                                   "others",
                                   "The ids of two sessions differ in %u characters only: whoever has one can guess "
                                   "others", length),
                         (guint) length);
  else if (before == NULL && most_bits (id, strlen (id)) < MIN_ID_BITS)
    mcp_reporter_report (reporter, serial, "http.guessable-session-id",
                         _("The session id is so short, or of so few different characters, that it can be guessed; it "
                           "should hold at least %u bits of chance"),
                         MIN_ID_BITS);
}

/**
 * mcp_linter_check_body:
 * @reporter: who is told
 * @promised_bytes: the Content-Length of an answer
 * @n_bytes: how much of its body came before the server closed the connection
 * @serial: the record of its head
 *
 * Checks that a body is as long as its head says (RFC 9112, section 8).
 */
void
mcp_linter_check_body (McpReporter *reporter,
                       guint64      promised_bytes,
                       guint64      n_bytes,
                       guint        serial)
{
  if (n_bytes < promised_bytes)
    mcp_reporter_report (reporter, serial, "http.content-length",
                         _("Content-Length says %" PRIu64 " bytes, and the body ended after %" PRIu64),
                         promised_bytes, n_bytes);
}

/**
 * mcp_linter_check_unfinished:
 * @reporter: who is told
 * @rest: what an event stream ended with, without the blank line that would have made it an event
 * @serial: its record
 *
 * Says what the end of an event stream is (basic/transports, Streamable HTTP).
 */
void
mcp_linter_check_unfinished (McpReporter *reporter,
                             GBytes      *rest,
                             guint        serial)
{
  gsize length;
  const char *data = g_bytes_get_data (rest, &length);
  gsize i = 0;

  while (i < length && g_ascii_isspace (data[i]))
    i++;

  if (i < length && data[i] == '{')
    mcp_reporter_report (reporter, serial, "http.content-type",
                         _("Content-Type says text/event-stream, and the body is JSON"));
  else
    mcp_reporter_report (reporter, serial, "sse.unfinished",
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
  { "content-encoding", "http.content-encoding",
    N_("The answer is compressed in a way that was not asked for") },
  { "no-content-type", "http.content-type", N_("The answer has a body and no content type") },
  { "accepted-body", "http.accepted-status",
    N_("What needs no answer is accepted with 202 and no body; there was one") },
  { "not-202", "http.accepted-status",
    N_("What needs no answer is accepted with 202; the status was another one") },
  { "accepted-stream", "http.accepted-status",
    N_("What needs no answer is accepted with 202 and no body; it was answered with an event stream") },
  { "plain-body", "http.content-encoding", N_("The body is not compressed, although Content-Encoding says so") },
  { "content-types", "http.content-type",
    N_("The answer has more than one content type; the first one counts") },
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

/**
 * mcp_linter_report_violation:
 * @reporter: who is told
 * @channel: what carried it
 * @word: what the transport calls it
 * @detail: (nullable): the server's text
 * @serial: its record, 0 for none
 *
 * Reports what a transport found out by itself.
 */
void
mcp_linter_report_violation (McpReporter *reporter,
                             McpChannel   channel,
                             const char  *word,
                             const char  *detail,
                             guint        serial)
{
  g_autofree char *made = NULL;
  g_autofree char *text = NULL;
  const char *message = NULL;
  const char *name = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (violations) && name == NULL; i++)
    if (g_str_equal (violations[i].word, word))
      {
        name = violations[i].rule;
        message = _(violations[i].message);
      }

  if (name == NULL)
    {
      const char *area = channel == MCP_CHANNEL_WS                                    ? "ws"
                         : channel == MCP_CHANNEL_SOCKET || channel == MCP_CHANNEL_TCP ? "socket"
                                                                                       : "http";

      name = made = g_strconcat (area, ".", word, NULL);
      message = _("The server broke a rule of the transport");
    }

  text = detail != NULL ? g_utf8_make_valid (detail, MIN (strlen (detail), 200)) : NULL;
  if (text != NULL)
    mcp_reporter_report (reporter, serial, name, "%s: %s", message, text);
  else
    mcp_reporter_report (reporter, serial, name, "%s", message);
}
