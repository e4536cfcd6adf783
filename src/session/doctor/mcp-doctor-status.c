/* mcp-doctor-status.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-doctor-private.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-server-text.h"

/* Answers by their HTTP status (RFC 9110 section 15; basic/transports, *Streamable HTTP*). */

#define SCHEME_CHARS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_."

/* Of statuses whose words are always the same. */
static const McpDoctorWords status_words[] = {
  { 402, N_("The server wants a payment, or a plan that has this"),
         N_("Look at what it says, or ask who runs it.") },
  { 406, N_("The server cannot answer with JSON or with an event stream"),
         N_("Both were asked for, unless an Accept is among the headers set for this server. Look for that, "
            "and for a proxy or a wrapper before the server that changes it.") },
  { 408, N_("The server gave up waiting for the request"),
         N_("Try again; if it stays so, look for what slows the connection down.") },
  { 410, N_("There was an MCP server at this address, and it is gone for good"),
         N_("Ask who runs the server for the new address.") },
  { 411, N_("The server wants to know the length of the request"),
         N_("Look for a proxy between that changes requests.") },
  { 413, N_("The request is too large for the server"),
         N_("Raise the limit of the server, or of the proxy in front of it.") },
  { 414, N_("The address is too long for the server"),
         N_("Shorten the query of the address.") },
  { 415, N_("The server does not take JSON here"),
         N_("Check the path: the address may belong to another service of this host.") },
  { 417, N_("The server does not take the Expect header"),
         N_("Take the Expect header out of the headers set for this server.") },
  { 422, N_("The server read the request and did not like what is in it"),
         N_("Check the path: the address may belong to another service of this host.") },
  { 426, N_("The server wants another protocol here, such as WebSocket"),
         N_("Use an address that begins with ws: or wss:.") },
  { 431, N_("The headers are too large for the server"),
         N_("Shorten the headers set for this server; a long token is the usual cause.") },
  { 451, N_("The server may not answer for legal reasons"),
         N_("Ask who runs the server.") },
  { 500, N_("The server failed while it worked on the request"),
         N_("Look at what the server wrote at this time.") },
  { 501, N_("The server does not know how to take a POST"),
         N_("Check the path: the address may belong to a server of files.") },
  { 505, N_("The server does not take this version of HTTP"),
         N_("Look for an old proxy between, or let the server speak HTTP/1.1.") },
  { 507, N_("The server has no space left"),
         N_("Free some space on the server.") },
  { 511, N_("This network wants you to log in first"),
         N_("Open any web page in a browser and log in to the network.") },
};

/* Servers that stand in front of others; their 502 to 504 are about what is behind. */
static gboolean
is_gateway (const McpSymptoms *symptoms)
{
  static const char * const names[] = {
    "nginx", "cloudflare", "squid", "envoy", "varnish", "haproxy", "awselb", "traefik", "caddy",
    "apache", "openresty", "cloudfront", "akamai", "fly", "google frontend", "gws",
  };

  if (symptoms->via != NULL || symptoms->proxy_challenge != NULL)
    return TRUE;

  for (guint i = 0; symptoms->server != NULL && i < G_N_ELEMENTS (names); i++)
    {
      if (g_ascii_strncasecmp (symptoms->server, names[i], strlen (names[i])) == 0)
        return TRUE;
    }

  return FALSE;
}

static gboolean
is_websocket (const McpSymptoms *symptoms)
{
  return mcp_doctor_has_scheme (symptoms, "ws") || mcp_doctor_has_scheme (symptoms, "wss");
}

/* Whether @text (nullable), which is a server's, has @word in it, whatever its case. */
gboolean
mcp_doctor_has_word (const char *text,
                     const char *word)
{
  g_autofree char *lower = text != NULL ? g_ascii_strdown (text, -1) : NULL;

  return lower != NULL && strstr (lower, word) != NULL;
}

static gint64
get_rpc_code (const McpSymptoms *symptoms)
{
  gint64 code = 0;

  if (symptoms->body != NULL && symptoms->body_length > 0 &&
      mcp_json_validate (symptoms->body, symptoms->body_length, NULL))
    mcp_json_lookup_int64 (symptoms->body, symptoms->body_length, "error.code", &code);

  return code;
}

static void
diagnose_redirect (const McpSymptoms *symptoms,
                   McpDiagnosis      *diagnosis)
{
  g_autoptr (GUri) base = g_uri_parse (symptoms->url, G_URI_FLAGS_ENCODED, NULL);
  g_autoptr (GUri) target = NULL;
  g_autofree char *path = NULL;
  g_autofree char *url = NULL;
  gboolean is_same_host;

  if (symptoms->location != NULL && base != NULL)
    target = g_uri_parse_relative (base, symptoms->location, G_URI_FLAGS_ENCODED, NULL);

  if (target == NULL || g_uri_get_host (target) == NULL)
    {
      mcp_diagnosis_set (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                         _("The server says that it is elsewhere, and not where"),
                         _("Ask who runs the server for the right address."));
      return;
    }

  is_same_host = g_strcmp0 (g_uri_get_host (target), g_uri_get_host (base)) == 0;
  if (is_same_host && g_uri_get_port (target) == g_uri_get_port (base)
      && g_str_equal (g_uri_get_scheme (target), g_uri_get_scheme (base)))
    path = g_strdup (g_uri_get_path (target));
  url = g_uri_to_string_partial (target, G_URI_HIDE_USERINFO);
  if (mcp_doctor_has_word (symptoms->location, "login") || mcp_doctor_has_word (symptoms->location, "signin") ||
      mcp_doctor_has_word (symptoms->location, "sign_in") || mcp_doctor_has_word (symptoms->location, "/auth") ||
      mcp_doctor_has_word (symptoms->location, "/sso"))
    mcp_diagnosis_set (diagnosis, MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH,
                       _("The server sends to a login page for browsers"),
                       _("Give an Authorization header for this server, or ask who runs it how "
                         "programs log in."));
  else if (is_same_host && mcp_doctor_has_scheme (symptoms, "https") && g_str_equal (g_uri_get_scheme (target), "http"))
    {
      g_autofree char *safe = mcp_doctor_dup_url (symptoms, NULL, g_uri_get_path (target));

      mcp_diagnosis_take (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                          g_strdup_printf (_("The server sends to plain HTTP, at %s: it does not know that it is reached by HTTPS"),
                                           url),
                          g_strdup_printf (_("Use %s. Let the server trust what the proxy before it says of the scheme "
                                             "(X-Forwarded-Proto)."), safe));
      mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_USE_PATH, g_strdup (g_uri_get_path (target)));
    }
  else
    {
      mcp_diagnosis_take (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                          g_strdup_printf (_("The server says that it is elsewhere, at %s"), url),
                          g_strdup_printf (_("If you trust it, use %s."), url));
      if (path != NULL && g_uri_get_query (target) == NULL)
        mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_USE_PATH, g_steal_pointer (&path));
    }
}

/* A key in a header of its own, which the body or the challenge names. Signing in would not help. */
static gboolean
diagnose_key (const McpSymptoms *symptoms,
              McpDiagnosis      *diagnosis)
{
  g_autofree char *name = NULL;

  if (mcp_doctor_has_word (symptoms->challenge, "bearer") || mcp_server_text_is_page (symptoms->body, symptoms->body_length))
    return FALSE;

  if (symptoms->challenge != NULL)
    name = mcp_server_text_dup_header (symptoms->challenge, strlen (symptoms->challenge));
  if (name == NULL && symptoms->body != NULL)
    name = mcp_server_text_dup_header (symptoms->body, symptoms->body_length);
  if (name == NULL)
    return FALSE;

  mcp_diagnosis_take (diagnosis, MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH,
                      g_strdup_printf (_("The server wants a key in the header “%s”"), name),
                      g_strdup_printf (_("Set the header “%s: …” for this server."), name));
  mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_SET_HEADER, g_steal_pointer (&name));

  return TRUE;
}

/*
 * The kind of authorization that a challenge begins with, a token (RFC 9110, section 11.3);
 * (nullable).
 */
static char *
dup_scheme (const char *challenge)
{
  gsize length = challenge != NULL ? strspn (challenge, SCHEME_CHARS) : 0;

  return length > 0 && (challenge[length] == ' ' || challenge[length] == '\0') ? g_strndup (challenge, length) : NULL;
}

static void
diagnose_unauthorized (const McpSymptoms *symptoms,
                       McpDiagnosis      *diagnosis)
{
  g_autofree char *scheme = dup_scheme (symptoms->challenge);

  if (diagnose_key (symptoms, diagnosis))
    return;
  if (mcp_doctor_has_word (symptoms->challenge, "basic"))
    mcp_diagnosis_set (diagnosis, MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH,
                       symptoms->sent_auth
                         ? _("The server does not accept this name and password")
                         : _("The server wants a name and password (Basic)"),
                       _("Set the header “Authorization: Basic …” for this server."));
  else if (symptoms->sent_auth)
    mcp_diagnosis_set (diagnosis, MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH,
                       mcp_doctor_has_word (symptoms->challenge, "expired")
                         ? _("The token has expired")
                         : _("The server does not accept the token that was sent"),
                       _("Get a new token, and check that it was made for this server."));
  else if (scheme != NULL && !mcp_doctor_has_word (symptoms->challenge, "bearer")
           && !mcp_doctor_has_word (symptoms->challenge, "dpop"))
    {
      mcp_diagnosis_take (diagnosis, MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH,
                          g_strdup_printf (_("The server wants authorization of the kind “%s”, which is no signing in"), scheme),
                          g_strdup (_("Ask who runs the server for a key, and which header it goes in.")));
      mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_EDIT, g_strdup ("headers"));
    }
  else if (symptoms->challenge != NULL)
    mcp_diagnosis_set (diagnosis, MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH,
                       _("The server wants to know who is asking"),
                       _("Sign in to it, or set the header “Authorization: Bearer TOKEN” for this "
                         "server."));
  else
    mcp_diagnosis_set (diagnosis, MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH,
                       _("The server wants authorization, and does not say which (it sent no "
                         "WWW-Authenticate)"),
                       _("Ask who runs the server for a token or key, and which header it goes "
                         "in."));
}

/*
 * A page in place of an answer: a firewall or the server of a site has spoken, not a server of the
 * protocol.
 */
static gboolean
diagnose_page (const McpSymptoms *symptoms,
               McpDiagnosis      *diagnosis)
{
  g_autofree char *title = NULL;

  if (symptoms->challenge != NULL || symptoms->sent_auth || symptoms->body == NULL
      || !mcp_server_text_is_page (symptoms->body, symptoms->body_length))
    return FALSE;

  title = mcp_server_text_dup_title (symptoms->body, symptoms->body_length);
  mcp_diagnosis_take (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                      title != NULL
                        ? g_strdup_printf (_("The address refuses with a web page: “%s”"), title)
                        : g_strdup (_("The address refuses with a web page")),
                      g_strdup (_("Ask who runs the server: a firewall, or a check that is made for browsers, may stand in "
                                  "front of it.")));

  return TRUE;
}

/* The server does not go by the name in Host, to be safe from DNS rebinding. */
static gboolean
diagnose_host (const McpSymptoms *symptoms,
               McpDiagnosis      *diagnosis)
{
  g_autofree char *host = NULL;

  if (symptoms->status != 421
      && (symptoms->body == NULL || !mcp_server_text_means (MCP_SERVER_TEXT_HOST, symptoms->body, symptoms->body_length)))
    return FALSE;

  host = mcp_doctor_dup_host (symptoms);
  mcp_diagnosis_take (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                      g_strdup_printf (_("The server does not answer to the host name of the address, “%s”"), host),
                      g_strdup (_("Use the name that the server knows itself by, such as localhost, or add "
                                  "this one to the hosts that it allows.")));

  return TRUE;
}

/* basic/transports, *Security Warning*: servers refuse an Origin that they do not know with 403. */
static void
diagnose_forbidden (const McpSymptoms *symptoms,
                    McpDiagnosis      *diagnosis)
{
  if (diagnose_key (symptoms, diagnosis))
    return;
  /* Pages load scripts of other origins. */
  if (mcp_doctor_body_has (symptoms, "origin")
      && !mcp_server_text_is_page (symptoms->body, symptoms->body_length))
    mcp_diagnosis_set (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                       _("The server refuses the Origin of the request"),
                       _("Add this client's origin, or none, to those that the server allows."));
  else if (diagnose_host (symptoms, diagnosis))
    return;
  else if (mcp_doctor_has_word (symptoms->challenge, "insufficient_scope"))
    mcp_diagnosis_set (diagnosis, MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH,
                       _("The token does not reach far enough"),
                       _("Get a token with the scope that the server names."));
  else if (symptoms->sent_auth)
    mcp_diagnosis_set (diagnosis, MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH,
                       _("The server knows the token and does not allow this with it"),
                       _("Use a token of someone who may, or ask who runs the server."));
  else if (!diagnose_page (symptoms, diagnosis))
    mcp_diagnosis_set (diagnosis, MCP_STEP_AUTHORIZATION, MCP_ERROR_AUTH,
                       _("The server does not allow this"),
                       _("Set an Authorization header for this server, or ask who runs it."));
}

static void
diagnose_not_found (const McpSymptoms *symptoms,
                    McpDiagnosis      *diagnosis)
{
  g_autoptr (GUri) uri = g_uri_parse (symptoms->url, G_URI_FLAGS_ENCODED, NULL);
  const char *path = uri != NULL ? g_uri_get_path (uri) : "";
  const char *other = mcp_doctor_get_other_path (symptoms);
  g_autofree char *url = mcp_doctor_dup_url (symptoms, NULL, other);
  const char *shown = *path != '\0' ? path : "/";

  mcp_diagnosis_take (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                      symptoms->is_sse
                        ? g_strdup_printf (_("There is nothing at the path %s, neither Streamable "
                                             "HTTP nor HTTP+SSE"), shown)
                        : g_strdup_printf (_("There is nothing at the path %s"), shown),
                      g_strdup_printf (_("Correct the path; many servers use %s."), url));
  mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_USE_PATH, g_strdup (other));
}

static void
diagnose_method (const McpSymptoms *symptoms,
                 McpDiagnosis      *diagnosis)
{
  g_autoptr (GUri) uri = g_uri_parse (symptoms->url, G_URI_FLAGS_ENCODED, NULL);
  g_autofree char *url = mcp_doctor_dup_url (symptoms, NULL, "/mcp");

  if (!symptoms->is_sse && uri != NULL && !g_str_equal (g_uri_get_path (uri), "/mcp"))
    mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_USE_PATH, g_strdup ("/mcp"));

  if (symptoms->is_sse)
    mcp_diagnosis_set (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                       _("This address takes neither the POST of Streamable HTTP nor the GET of "
                         "HTTP+SSE"),
                       _("Correct the path: the server prints which one it serves."));
  else if (mcp_doctor_has_word (symptoms->allow, "get"))
    mcp_diagnosis_take (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                        g_strdup (_("This address only takes GET: a page, or the older HTTP+SSE "
                                    "transport")),
                        g_strdup_printf (_("Try the transport HTTP+SSE here, or another path, such "
                                           "as %s."), url));
  else
    mcp_diagnosis_take (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                        g_strdup (_("This address does not take a POST")),
                        g_strdup_printf (_("Try another path, such as %s."), url));
}

static gboolean
says_needs_tls (const McpSymptoms *symptoms)
{
  static const char * const sentences[] = {
    "plain http request was sent to https port",      /* nginx */
    "sent an http request to an https server",        /* Go */
    "plain http to an ssl-enabled server port",       /* Apache */
    "combination of host and port requires tls",      /* Tomcat */
    NULL,
  };

  return mcp_doctor_body_has_any (symptoms, sentences);
}

/* The names are the server's, and looked up in a table of ours. */
static void
set_revisions (McpDiagnosis *diagnosis,
               const char   *names,
               const char   *revision)
{
  mcp_diagnosis_take (diagnosis, MCP_STEP_HANDSHAKE, MCP_ERROR_VERSION,
                      g_strdup_printf (_("The server does not speak the protocol revision that was offered, and names %s"),
                                       names),
                      revision != NULL ? g_strdup_printf (_("Offer %s (--protocol %s)."), revision, revision)
                                       : g_strdup (_("Choose the era of the revisions that the server names.")));
  if (revision != NULL)
    mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_USE_PROTOCOL, g_strdup (revision));
}

static void
diagnose_bad_request (const McpSymptoms *symptoms,
                      McpDiagnosis      *diagnosis)
{
  g_autofree char *message = mcp_server_text_dup_said (symptoms->body, symptoms->body_length);
  const char *revision = NULL;
  g_autofree char *revisions =
    symptoms->body != NULL ? mcp_server_text_dup_revisions (symptoms->body, symptoms->body_length, symptoms->asked, &revision)
                           : NULL;
  g_autofree char *url = mcp_doctor_dup_url (symptoms, is_websocket (symptoms) ? "wss" : "https",
                                             NULL);

  if (says_needs_tls (symptoms))
    mcp_diagnosis_take (diagnosis, MCP_STEP_TLS, MCP_ERROR_TLS,
                        g_strdup (_("The server speaks TLS here, and the address says plain HTTP")),
                        g_strdup_printf (_("Use %s."), url));
  else if (diagnose_host (symptoms, diagnosis))
    return;
  else if (revisions != NULL)
    set_revisions (diagnosis, revisions, revision);
  else if (diagnose_key (symptoms, diagnosis))
    return;
  else if (mcp_doctor_body_has (symptoms, "protocol version") ||
           mcp_doctor_body_has (symptoms, "protocol-version") ||
           mcp_doctor_body_has (symptoms, "protocolversion"))
    mcp_diagnosis_set (diagnosis, MCP_STEP_HANDSHAKE, MCP_ERROR_HTTP,
                       _("The server does not speak the protocol revision that was offered"),
                       _("Offer one of the revisions that the server names."));
  else if (mcp_doctor_body_has (symptoms, "session-id") ||
           mcp_doctor_body_has (symptoms, "session id") ||
           mcp_doctor_body_has (symptoms, "sessionid"))
    mcp_diagnosis_set (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                       _("The server wants a session id, even for the first request"),
                       _("Check that the path is where sessions begin: it may be that of the "
                         "older transport's messages."));
  else if (message != NULL)
    mcp_diagnosis_take (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                        g_strdup_printf (_("The server does not like the request: %s"), message),
                        g_strdup (_("Correct what the server names.")));
  else
    mcp_diagnosis_set (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                       _("The server does not like the request, and does not say why"),
                       _("Check that the path is that of an MCP server."));
}

static void
diagnose_too_many (const McpSymptoms *symptoms,
                   McpDiagnosis      *diagnosis)
{
  char *end = NULL;
  guint64 seconds = symptoms->retry_after != NULL
                      ? g_ascii_strtoull (symptoms->retry_after, &end, 10) : 0;
  gboolean is_number = end != NULL && end != symptoms->retry_after && *end == '\0';
  char *remedy;

  /* A delay in seconds or a date (RFC 9110 section 10.2.3). */
  if (is_number && seconds < 86400)
    remedy = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "Wait %u second, as the server asks, and try again.",
                                        "Wait %u seconds, as the server asks, and try again.", seconds),
                              (guint) seconds);
  else if (symptoms->retry_after != NULL && !is_number)
    {
      g_autofree char *when = mcp_doctor_make_evidence (symptoms->retry_after,
                                                        strlen (symptoms->retry_after));

      remedy = g_strdup_printf (_("Try again after %s, as the server asks."), when);
    }
  else
    remedy = g_strdup (_("Wait a while and try again."));

  mcp_diagnosis_take (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                      symptoms->status == 429
                        ? g_strdup (_("The server got too many requests"))
                        : g_strdup (_("The server is not available at the moment")),
                      remedy);
}

static void
diagnose_gateway (const McpSymptoms *symptoms,
                  McpDiagnosis      *diagnosis)
{
  const char *outcome;

  if (symptoms->status == 504)
    outcome = _("The proxy in front of the server waited too long for it");
  else if (symptoms->status == 503)
    outcome = _("The proxy in front of the server finds none that is running");
  else
    outcome = _("The proxy in front of the server got no proper answer from it");

  mcp_diagnosis_set (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, outcome,
                     _("Check that the server behind the proxy is running, and that the proxy "
                       "knows its port."));
}

static void
diagnose_other (const McpSymptoms *symptoms,
                McpDiagnosis      *diagnosis)
{
  const McpDoctorWords *words = mcp_doctor_find_words (status_words, G_N_ELEMENTS (status_words), symptoms->status);

  if (words != NULL)
    mcp_diagnosis_set (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP, _(words->outcome), _(words->remedy));
  else if (symptoms->status >= 500)
    mcp_diagnosis_take (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                        g_strdup_printf (_("The server failed with HTTP status %u"),
                                         symptoms->status),
                        g_strdup (_("Look at what the server wrote at this time.")));
  else
    mcp_diagnosis_take (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                        g_strdup_printf (_("The server answered with HTTP status %u"),
                                         symptoms->status),
                        g_strdup (_("Check that the path is that of an MCP server.")));
}

/* What a WebSocket handshake has to be answered with is 101 (RFC 6455 section 4.1). */
static void
diagnose_upgrade (const McpSymptoms *symptoms,
                  McpDiagnosis      *diagnosis)
{
  const char *scheme = mcp_doctor_has_scheme (symptoms, "wss") ? "https" : "http";
  g_autofree char *url = mcp_doctor_dup_url (symptoms, scheme, NULL);

  if (symptoms->status == 101)
    mcp_diagnosis_set (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_INVALID_RESPONSE,
                       _("The server agreed to WebSocket, but not in the way the protocol asks"),
                       _("Look at the exchange: a header of the server's answer is missing or "
                         "wrong."));
  else
    mcp_diagnosis_take (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                        g_strdup (_("There is no WebSocket at this address")),
                        g_strdup_printf (_("Correct the path, or use %s if the server speaks "
                                           "Streamable HTTP."), url));
}

static void
diagnose_client_error (const McpSymptoms *symptoms,
                       McpDiagnosis      *diagnosis)
{
  switch (symptoms->status)
    {
    case 400:
      diagnose_bad_request (symptoms, diagnosis);
      break;
    case 401:
      diagnose_unauthorized (symptoms, diagnosis);
      break;
    case 403:
      diagnose_forbidden (symptoms, diagnosis);
      break;
    case 404:
      diagnose_not_found (symptoms, diagnosis);
      break;
    case 405:
      diagnose_method (symptoms, diagnosis);
      break;
    case 407:
      mcp_diagnosis_set (diagnosis, MCP_STEP_CONNECT, MCP_ERROR_NETWORK,
                         _("The proxy wants a name and password"),
                         mcp_doctor_get_proxy_remedy (MCP_PROXY_WANTS_LOGIN, symptoms->proxy_challenge));
      break;
    case 421:
      diagnose_host (symptoms, diagnosis);
      break;
    case 429:
      diagnose_too_many (symptoms, diagnosis);
      break;
    default:
      diagnose_other (symptoms, diagnosis);
      break;
    }
}

/* Whether a status says no more than that the address takes no WebSocket. */
static gboolean
is_no_websocket (const McpSymptoms *symptoms)
{
  static const guint statuses[] = { 400, 404, 405, 406, 411, 415, 426, 501 };

  if (symptoms->status < 300)
    return TRUE;

  for (guint i = 0; i < G_N_ELEMENTS (statuses); i++)
    {
      if (statuses[i] == symptoms->status)
        return !says_needs_tls (symptoms);
    }

  return FALSE;
}

/* What stands in front lets in browsers alone: it says so in a header, or its page is known. */
static gboolean
diagnose_guard (const McpSymptoms *symptoms,
                McpDiagnosis      *diagnosis)
{
  gboolean is_page = symptoms->body != NULL
                     && mcp_server_text_is_page (symptoms->body, symptoms->body_length);
  g_autofree char *title = NULL;

  if (!(is_page && mcp_server_text_means (MCP_SERVER_TEXT_CHALLENGE, symptoms->body, symptoms->body_length))
      && !(symptoms->guard != NULL && (is_page || symptoms->status >= 400 || symptoms->body_length == 0)))
    return FALSE;

  if (is_page)
    title = mcp_server_text_dup_title (symptoms->body, symptoms->body_length);
  if (title == NULL && symptoms->guard != NULL)
    title = mcp_doctor_make_evidence (symptoms->guard, strlen (symptoms->guard));
  mcp_diagnosis_take (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                      title != NULL
                        ? g_strdup_printf (_("A page for browsers stands in front of the server: “%s”"), title)
                        : g_strdup (_("A page for browsers stands in front of the server")),
                      g_strdup (_("Let who runs the server take this path out of the check for browsers, which no program can "
                                  "pass.")));
  mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_TIMELINE, NULL);

  return TRUE;
}

/*
 * What stands in front says that there is nothing behind it: a tunnel that is closed, a deployment
 * that is gone.
 */
static gboolean
diagnose_absent (const McpSymptoms *symptoms,
                 McpDiagnosis      *diagnosis)
{
  g_autofree char *said = NULL;

  if (symptoms->status < 400 || symptoms->body == NULL
      || !mcp_server_text_means (MCP_SERVER_TEXT_ABSENT, symptoms->body, symptoms->body_length))
    return FALSE;

  said = mcp_server_text_dup_said (symptoms->body, symptoms->body_length);
  mcp_diagnosis_take (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_HTTP,
                      said != NULL
                        ? g_strdup_printf (_("What stands in front of the server says that there is none: “%s”"), said)
                        : g_strdup (_("What stands in front of the server says that there is none")),
                      g_strdup (_("Start the server and its tunnel, and use the address that they have now.")));

  return TRUE;
}

/* Messages go where the event “endpoint” says, which is not where the stream was opened. */
static gboolean
diagnose_endpoint (const McpSymptoms *symptoms,
                   McpDiagnosis      *diagnosis)
{
  g_autofree char *plain = NULL;

  if (symptoms->endpoint == NULL
      || (symptoms->status != 400 && symptoms->status != 404 && symptoms->status != 405 && symptoms->status != 410))
    return FALSE;

  if (mcp_doctor_has_word (symptoms->endpoint, "%2f") || mcp_doctor_has_word (symptoms->endpoint, "%3f")
      || mcp_doctor_has_word (symptoms->endpoint, "%3a"))
    plain = g_uri_unescape_string (symptoms->endpoint, NULL);
  mcp_diagnosis_take (diagnosis, MCP_STEP_HANDSHAKE, MCP_ERROR_HTTP,
                      g_strdup_printf (_("The event stream was opened, and the endpoint that it names, “%s”, answers %u"),
                                       symptoms->endpoint, symptoms->status),
                      plain != NULL && g_utf8_validate (plain, -1, NULL)
                        ? g_strdup_printf (_("The endpoint is percent-encoded. Let the server send it as it is, “%s”."), plain)
                        : g_strdup (_("Let the server name the address that its messages arrive at: a proxy that takes a part "
                                      "of the path away is the usual cause.")));

  return TRUE;
}

/* Whether the address is right, and the server or what is in front of it may do better. */
static gboolean
may_pass (guint status)
{
  return status == 408 || status == 429 || (status >= 500 && status != 501 && status != 505);
}

/* An HTTP status came. */
void
mcp_doctor_diagnose_status (const McpSymptoms *symptoms,
                            McpDiagnosis      *diagnosis)
{
  const guint status = symptoms->status;
  const gboolean is_proxy_page = status >= 502 && status <= 504 && is_gateway (symptoms);

  if (get_rpc_code (symptoms) == -32022)
    mcp_diagnosis_set (diagnosis, MCP_STEP_HANDSHAKE, MCP_ERROR_VERSION,
                       _("The server speaks only the stateless revision of the protocol "
                         "(2026-07-28)"),
                       _("Ask the server for a revision up to 2025-11-25: this version of Sounder "
                         "speaks those."));
  /* What ended it came behind the handshake. */
  else if (status == 101 && symptoms->error != NULL &&
           !g_error_matches (symptoms->error, MCP_ERROR, MCP_ERROR_HTTP))
    mcp_doctor_diagnose_error (symptoms, diagnosis);
  else if (is_websocket (symptoms) && is_no_websocket (symptoms))
    diagnose_upgrade (symptoms, diagnosis);
  else if (status != 101 && (diagnose_guard (symptoms, diagnosis) || diagnose_absent (symptoms, diagnosis)
                              || diagnose_endpoint (symptoms, diagnosis)))
    return;
  else if (status < 300)
    mcp_doctor_diagnose_body (symptoms, diagnosis);
  else if (status < 400)
    diagnose_redirect (symptoms, diagnosis);
  else if (is_proxy_page)
    diagnose_gateway (symptoms, diagnosis);
  else if (status == 503)
    diagnose_too_many (symptoms, diagnosis);
  else if (status == 502 || status == 504)
    diagnose_gateway (symptoms, diagnosis);
  else if (status < 500)
    diagnose_client_error (symptoms, diagnosis);
  else
    diagnose_other (symptoms, diagnosis);

  diagnosis->is_passing = may_pass (status);
}
