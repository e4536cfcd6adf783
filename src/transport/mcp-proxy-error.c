/* mcp-proxy-error.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include <libsoup/soup.h>

#include "mcp-proxy-error.h"

/*
 * Who is to blame when a connection does not come about: the proxy, or what is behind it; and in
 * words.
 */

#define EVIDENCE_BYTES 300

/* "proxy.example.com:3128"; @uri where it cannot be read. */
char *
mcp_proxy_dup_peer (const char *uri)
{
  g_autoptr (GUri) parsed = g_uri_parse (uri, G_URI_FLAGS_PARSE_RELAXED, NULL);
  const char *host = parsed != NULL ? g_uri_get_host (parsed) : NULL;

  if (host == NULL)
    return g_strdup (uri);
  if (g_uri_get_port (parsed) <= 0)
    return g_strdup (host);

  return g_strdup_printf (strchr (host, ':') != NULL ? "[%s]:%d" : "%s:%d", host, g_uri_get_port (parsed));
}

/* Basic is the only way that needs no more than an address (RFC 7617). */
char *
mcp_proxy_dup_authorization (const char *user,
                             const char *password)
{
  g_autofree char *pair = g_strdup_printf ("%s:%s", user, password != NULL ? password : "");
  g_autofree char *encoded = g_base64_encode ((const guchar *) pair, strlen (pair));

  return g_strconcat ("Basic ", encoded, NULL);
}

/**
 * mcp_proxy_judge_answer:
 * @report: with what a proxy said to CONNECT
 * @sent_login: whether a name and password were sent
 *
 * Says what its answer comes down to (RFC 9110 sections 9.3.6 and 15).
 */
McpProxyTrouble
mcp_proxy_judge_answer (const McpProxyReport *report,
                        gboolean              sent_login)
{
  if (report->status == 0)
    {
      gsize length = report->body != NULL ? g_bytes_get_size (report->body) : 0;
      const char *start = length > 0 ? g_bytes_get_data (report->body, NULL) : "";

      return length == 0 || strncmp (start, "HTTP/1.", MIN (length, 7)) == 0 ? MCP_PROXY_BROKE_OFF
                                                                             : MCP_PROXY_NO_PROXY;
    }
  if (report->status == SOUP_STATUS_PROXY_UNAUTHORIZED)
    return sent_login ? MCP_PROXY_REFUSED_LOGIN : MCP_PROXY_WANTS_LOGIN;
  if (report->status == SOUP_STATUS_FORBIDDEN)
    return MCP_PROXY_FORBIDS;
  if (report->status >= SOUP_STATUS_BAD_GATEWAY && report->status <= SOUP_STATUS_GATEWAY_TIMEOUT)
    return MCP_PROXY_CANNOT_REACH;
  if (SOUP_STATUS_IS_REDIRECTION (report->status) || report->status == 511)
    return MCP_PROXY_REDIRECTS;

  return MCP_PROXY_ANSWERED;
}

/**
 * mcp_proxy_judge_cause:
 * @cause: what GIO said of the way to a proxy, or of what a SOCKS proxy answered
 * @was_asked: whether the proxy was reached
 *
 * Says what it comes down to.
 */
McpProxyTrouble
mcp_proxy_judge_cause (const GError *cause,
                       gboolean      was_asked)
{
  if (cause->domain == G_RESOLVER_ERROR)
    return MCP_PROXY_UNKNOWN_NAME;
  if (!was_asked || cause->domain != G_IO_ERROR)
    return was_asked ? MCP_PROXY_NO_PROXY : MCP_PROXY_UNREACHABLE;

  switch ((GIOErrorEnum) cause->code)
    {
    case G_IO_ERROR_PROXY_NEED_AUTH:
      return MCP_PROXY_WANTS_LOGIN;
    case G_IO_ERROR_PROXY_AUTH_FAILED:
      return MCP_PROXY_REFUSED_LOGIN;
    case G_IO_ERROR_PROXY_NOT_ALLOWED:
      return MCP_PROXY_FORBIDS;
    case G_IO_ERROR_HOST_UNREACHABLE:
    case G_IO_ERROR_NETWORK_UNREACHABLE:
    case G_IO_ERROR_CONNECTION_REFUSED:
    case G_IO_ERROR_TIMED_OUT:
    case G_IO_ERROR_HOST_NOT_FOUND:
      return MCP_PROXY_CANNOT_REACH;
    case G_IO_ERROR_PARTIAL_INPUT:
    case G_IO_ERROR_CONNECTION_CLOSED:
    case G_IO_ERROR_CLOSED:
      return MCP_PROXY_BROKE_OFF;
    default:
      return MCP_PROXY_NO_PROXY;
    }
}

static char *
dup_unreachable (const McpProxyReport *report,
                 const GError         *cause)
{
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CONNECTION_REFUSED))
    return g_strdup_printf (_("The proxy %s refused the connection: nothing listens there"), report->peer);
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_TIMED_OUT))
    return g_strdup_printf (_("The proxy %s did not answer the attempt to connect"), report->peer);
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_HOST_UNREACHABLE)
      || g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_NETWORK_UNREACHABLE))
    return g_strdup_printf (_("There is no route to the proxy %s"), report->peer);

  return g_strdup_printf (_("The proxy %s cannot be reached"), report->peer);
}

/**
 * mcp_proxy_dup_outcome:
 * @cause: (nullable): what GIO or GTls said of it
 *
 * Says what a proxy has done, without its own words.
 *
 * Returns: (transfer full): a sentence without its full stop
 */
char *
mcp_proxy_dup_outcome (const McpProxyReport *report,
                       const GError         *cause)
{
  switch (report->trouble)
    {
    case MCP_PROXY_UNKNOWN_NAME:
      return g_strdup_printf (g_error_matches (cause, G_RESOLVER_ERROR, G_RESOLVER_ERROR_NOT_FOUND)
                                ? _("There is no host with the name of the proxy, %s")
                                : _("The name of the proxy, %s, could not be looked up"), report->peer);
    case MCP_PROXY_UNREACHABLE:
      return dup_unreachable (report, cause);
    case MCP_PROXY_UNSECURED:
      return g_strdup_printf (_("The connection to the proxy %s could not be secured"), report->peer);
    case MCP_PROXY_WANTS_LOGIN:
      return g_strdup_printf (_("The proxy %s wants a name and a password"), report->peer);
    case MCP_PROXY_REFUSED_LOGIN:
      return g_strdup_printf (_("The proxy %s does not accept the name and password of its address"), report->peer);
    case MCP_PROXY_FORBIDS:
      return g_strdup_printf (_("The proxy %s does not allow a connection to %s"), report->peer, report->target);
    case MCP_PROXY_CANNOT_REACH:
      return g_strdup_printf (_("The proxy %s could not reach %s"), report->peer, report->target);
    case MCP_PROXY_REDIRECTS:
      return g_strdup_printf (_("The proxy %s wants you to open a page in a browser first"), report->peer);
    case MCP_PROXY_BROKE_OFF:
      return g_strdup_printf (_("The proxy %s closed the connection without an answer"), report->peer);
    case MCP_PROXY_NO_PROXY:
      return g_strdup_printf (_("What answers at %s does not work as a proxy"), report->peer);
    case MCP_PROXY_ANSWERED:
    default:
      return g_strdup_printf (_("The proxy %s does not let a connection to %s through"), report->peer, report->target);
    }
}

/**
 * mcp_proxy_dup_evidence:
 *
 * Puts together what the proxy itself said: "407 Proxy Authentication Required, Proxy-Authenticate:
 * Basic realm="x": <html>…".
 *
 * Returns: (transfer full) (nullable): valid UTF-8 with any characters, of some hundred bytes;
 *   %NULL when it said nothing
 */
char *
mcp_proxy_dup_evidence (const McpProxyReport *report)
{
  g_autoptr (GString) text = g_string_new (NULL);
  gsize length = 0;
  const char *body = report->body != NULL ? g_bytes_get_data (report->body, &length) : NULL;

  if (report->status != 0)
    g_string_append_printf (text, "%u %s", report->status, report->reason != NULL ? report->reason : "");
  if (report->challenge != NULL)
    g_string_append_printf (text, ", Proxy-Authenticate: %.*s", EVIDENCE_BYTES, report->challenge);
  if (report->location != NULL)
    g_string_append_printf (text, ", Location: %.*s", EVIDENCE_BYTES, report->location);
  if (length > 0)
    {
      g_autofree char *start = g_utf8_make_valid (body, MIN (length, EVIDENCE_BYTES));

      g_strstrip (start);
      if (*start != '\0')
        g_string_append_printf (text, "%s%s", text->len > 0 ? ": " : "", start);
    }

  return text->len > 0 ? g_utf8_make_valid (text->str, text->len) : NULL;
}

/**
 * mcp_proxy_new_error:
 * @report: what a proxy has done
 * @cause: (nullable): what GIO or GTls said of it
 *
 * Makes an error of it that says all, and carries both.
 *
 * Returns: (transfer full): %MCP_ERROR_TLS or %MCP_ERROR_NETWORK
 */
GError *
mcp_proxy_new_error (const McpProxyReport *report,
                     const GError         *cause)
{
  g_autofree char *outcome = mcp_proxy_dup_outcome (report, cause);
  g_autofree char *evidence = mcp_proxy_dup_evidence (report);
  const char *said = evidence != NULL ? evidence : cause != NULL ? cause->message : NULL;
  GError *error = g_error_new (MCP_ERROR, report->trouble == MCP_PROXY_UNSECURED ? MCP_ERROR_TLS : MCP_ERROR_NETWORK,
                               said != NULL ? "%s: %s" : "%s", outcome, said);

  mcp_error_set_proxy (error, report);
  mcp_error_set_cause (error, cause);

  return error;
}
