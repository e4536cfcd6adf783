/* mcp-doctor-error.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-doctor-private.h"
#include "mcp-error-cause.h"

/* Connections that ended before there was an HTTP status. */

static gboolean
is_io_error (const McpSymptoms *symptoms,
             int                code)
{
  return g_error_matches (symptoms->error, G_IO_ERROR, code);
}

static gboolean
is_unix (const McpSymptoms *symptoms)
{
  return mcp_doctor_has_scheme (symptoms, "unix");
}

/*
 * libsoup's only error for what does not read as an HTTP answer. The session layer does not use
 * libsoup, so the domain is known by its name; 0 is SOUP_SESSION_ERROR_PARSING.
 */
static gboolean
is_parsing_error (const McpSymptoms *symptoms)
{
  return symptoms->error != NULL &&
         g_strcmp0 (g_quark_to_string (symptoms->error->domain), "soup-session-error-quark") == 0 &&
         symptoms->error->code == 0;
}

static gboolean
is_encrypted (const McpSymptoms *symptoms)
{
  return mcp_doctor_has_scheme (symptoms, "https") || mcp_doctor_has_scheme (symptoms, "wss");
}

static int
get_port (const McpSymptoms *symptoms)
{
  g_autoptr (GUri) uri = g_uri_parse (symptoms->url, G_URI_FLAGS_NONE, NULL);

  return uri != NULL ? g_uri_get_port (uri) : -1;
}

static char *
dup_tls_url (const McpSymptoms *symptoms)
{
  return mcp_doctor_dup_url (symptoms,
                             mcp_doctor_has_scheme (symptoms, "ws") ? "wss" : "https", NULL);
}

static void
set_speaks_tls (const McpSymptoms *symptoms,
                McpDiagnosis      *diagnosis)
{
  g_autofree char *url = dup_tls_url (symptoms);

  mcp_diagnosis_take (diagnosis, MCP_STEP_TLS, MCP_ERROR_TLS,
                      g_strdup (_("The server speaks TLS here, and the address says plain HTTP")),
                      g_strdup_printf (_("Use %s."), url));
  mcp_diagnosis_take_action (diagnosis, MCP_REMEDY_USE_HTTPS, NULL);
}

/* Bytes that came where an HTTP answer should begin. */
static gboolean
mcp_doctor_diagnose_bytes (const McpSymptoms *symptoms,
                           McpDiagnosis      *diagnosis)
{
  static const struct
  {
    const char *text;
    const char *outcome;
    const char *remedy;
  } starts[] = {
    { "SSH-", N_("An SSH server answers at this port, not an MCP server"), N_("Check the port of the address.") },
    { "{", N_("The server sends JSON without HTTP around it"),
           N_("If it speaks the protocol of standard input over a socket, it has to "
              "be reached as tcp:HOST:PORT, or as a Unix socket, unix:PATH.") },
    { "<", N_("The server sends a page without an HTTP status line, as HTTP/0.9 did"),
           N_("Check the port of the address; a server has to speak HTTP/1.1 at "
              "least.") },
    { "", N_("Something answers at this port, and it does not speak HTTP"),
          N_("Check the port of the address: another program may be using it.") },
  };
  gsize length = symptoms->body != NULL ? symptoms->body_length : 0;

  if (length == 0 || symptoms->status != 0)
    return FALSE;

  /* A TLS alert or handshake record (RFC 8446 section 5.1). */
  if ((symptoms->body[0] == 0x15 || symptoms->body[0] == 0x16) && !is_encrypted (symptoms))
    {
      set_speaks_tls (symptoms, diagnosis);
      return TRUE;
    }

  for (guint i = 0; i < G_N_ELEMENTS (starts); i++)
    if (mcp_doctor_body_starts (symptoms, starts[i].text))
      {
        mcp_diagnosis_set (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_INVALID_RESPONSE, _(starts[i].outcome),
                           _(starts[i].remedy));
        break;
      }

  return TRUE;
}

/* What does not read as HTTP, when the bytes themselves are not known. */
static void
diagnose_parsing (const McpSymptoms *symptoms,
                  McpDiagnosis      *diagnosis)
{
  int port = get_port (symptoms);

  if (mcp_doctor_diagnose_bytes (symptoms, diagnosis))
    return;

  if (!is_encrypted (symptoms) && (port == 443 || port == 8443))
    set_speaks_tls (symptoms, diagnosis);
  else
    mcp_diagnosis_set (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_INVALID_RESPONSE,
                       _("What the server sends is not HTTP, or breaks off before the end of its headers"),
                       _("Check the port of the address: another program may be using it, or "
                         "it wants https: where the address says http:."));
}

static void
diagnose_timeout (const McpSymptoms *symptoms,
                  McpDiagnosis      *diagnosis)
{
  static const McpDoctorWords steps[] = {
    { MCP_STEP_RESOLVE, N_("Looking up the host took too long"),
                        N_("Check the network connection and the name server.") },
    { MCP_STEP_CONNECT, N_("Nobody answered the attempt to connect"),
                        N_("Check host and port; a firewall may be dropping the packets.") },
    { MCP_STEP_TLS, N_("Connected, but securing the connection was not finished in time"),
                    N_("Check that the port speaks TLS; if it does not, use an address that begins with "
                       "http:.") },
    { MCP_STEP_RESPONSE, N_("Connected, but no HTTP answer came in time"),
                         N_("Look at what the server is doing, or give it a longer timeout.") },
    { MCP_DOCTOR_ANY, N_("The server began to answer, but the handshake was not finished in time"),
                      N_("Look at what the server is doing, or give it a longer timeout.") },
  };
  const McpDoctorWords *words = mcp_doctor_find_words (steps, G_N_ELEMENTS (steps), symptoms->step);
  /* Nothing comes before a message there. */
  const gboolean is_bare = mcp_doctor_has_scheme (symptoms, "tcp") || mcp_doctor_has_scheme (symptoms, "unix");

  if (symptoms->step == MCP_STEP_CONNECT && symptoms->proxy != NULL)
    mcp_diagnosis_take (diagnosis, symptoms->step, MCP_ERROR_TIMED_OUT,
                        g_strdup_printf (_("The proxy %s did not let the connection through in time"), symptoms->proxy),
                        g_strdup (_("Check host and port of the server’s address, and whether the proxy answers anybody.")));
  else if (is_bare && symptoms->step == MCP_STEP_HANDSHAKE)
    mcp_diagnosis_set (diagnosis, symptoms->step, MCP_ERROR_TIMED_OUT, _("Connected, but no answer came in time"),
                       _(words->remedy));
  else
    mcp_diagnosis_set (diagnosis, symptoms->step, MCP_ERROR_TIMED_OUT, _(words->outcome), _(words->remedy));
}

/* The transport of sockets has found words for what happened; the remedy goes by what is behind it. */
static void
diagnose_unix (const McpSymptoms *symptoms,
               McpDiagnosis      *diagnosis)
{
  static const McpDoctorWords codes[] = {
    { G_IO_ERROR_NOT_FOUND, N_("There is no socket at this path"), N_("Start the server, or correct the path.") },
    { G_IO_ERROR_NOT_DIRECTORY, N_("There is no socket at this path"), N_("Start the server, or correct the path.") },
    { G_IO_ERROR_CONNECTION_REFUSED, N_("Nobody listens on this socket"),
                                     N_("Start the server; the file may be left over from one that ended.") },
    { G_IO_ERROR_PERMISSION_DENIED, N_("The socket may not be used"),
                                    N_("Change the permissions of the socket or of its folder.") },
    { G_IO_ERROR_NOT_REGULAR_FILE, N_("What is at this path is not a socket"),
                                   N_("Correct the path: the server prints where it listens.") },
    { G_IO_ERROR_NOT_SUPPORTED, N_("What is at this path is not a socket"),
                                N_("Correct the path: the server prints where it listens.") },
    { G_IO_ERROR_FILENAME_TOO_LONG, N_("The path is too long for a socket"),
                                    N_("Let the server listen at a path of at most 107 bytes.") },
    { G_IO_ERROR_INVALID_ARGUMENT, N_("The path is too long for a socket"),
                                   N_("Let the server listen at a path of at most 107 bytes.") },
    { G_IO_ERROR_WOULD_BLOCK, N_("The server on this socket does not take any connection"),
                              N_("Look at what the server is doing.") },
    { MCP_DOCTOR_ANY, N_("The connection to the socket broke"),
                      N_("Look at what the server wrote when it ended.") },
  };
  const GError *cause = mcp_error_get_cause (symptoms->error);
  int code = cause != NULL && cause->domain == G_IO_ERROR ? cause->code : MCP_DOCTOR_ANY;
  const McpDoctorWords *words = mcp_doctor_find_words (codes, G_N_ELEMENTS (codes), code);

  mcp_diagnosis_set (diagnosis, MCP_STEP_CONNECT, MCP_ERROR_NETWORK,
                     symptoms->error->domain == MCP_ERROR ? symptoms->error->message : _(words->outcome),
                     _(words->remedy));
}

static gboolean
diagnose_lookup (const McpSymptoms *symptoms,
                 McpDiagnosis      *diagnosis)
{
  g_autoptr (GUri) uri = mcp_address_parse (symptoms->url, G_URI_FLAGS_NONE, NULL);
  const char *host = uri != NULL && g_uri_get_host (uri) != NULL ? g_uri_get_host (uri)
                                                                : symptoms->url;

  if (g_error_matches (symptoms->error, G_RESOLVER_ERROR, G_RESOLVER_ERROR_NOT_FOUND) ||
      is_io_error (symptoms, G_IO_ERROR_HOST_NOT_FOUND))
    mcp_diagnosis_take (diagnosis, MCP_STEP_RESOLVE, MCP_ERROR_NETWORK,
                        g_strdup_printf (_("There is no host with the name %s"), host),
                        g_strdup (_("Check the spelling of the host; a name of a private network "
                                    "may need its VPN.")));
  else if (symptoms->error->domain == G_RESOLVER_ERROR)
    mcp_diagnosis_take (diagnosis, MCP_STEP_RESOLVE, MCP_ERROR_NETWORK,
                        g_strdup_printf (_("The name %s could not be looked up"), host),
                        g_strdup (_("Check the network connection and the name server.")));
  else
    return FALSE;

  return TRUE;
}

static gboolean
diagnose_connect (const McpSymptoms *symptoms,
                  McpDiagnosis      *diagnosis)
{
  g_autofree char *host = mcp_doctor_dup_host (symptoms);
  char *outcome;
  const char *remedy;

  if (is_io_error (symptoms, G_IO_ERROR_CONNECTION_REFUSED))
    {
      outcome = g_strdup_printf (_("%s refused the connection: nothing listens there"), host);
      remedy = _("Start the server, or correct the port.");
    }
  else if (is_io_error (symptoms, G_IO_ERROR_HOST_UNREACHABLE))
    {
      outcome = g_strdup_printf (_("There is no route to %s"), host);
      remedy = _("Check that the host is running and in a network that can be reached from here.");
    }
  else if (is_io_error (symptoms, G_IO_ERROR_NETWORK_UNREACHABLE))
    {
      outcome = g_strdup_printf (_("The network of %s cannot be reached"), host);
      remedy = _("Check the network connection, or the VPN that leads there.");
    }
  else if (is_io_error (symptoms, G_IO_ERROR_PERMISSION_DENIED))
    {
      outcome = g_strdup_printf (_("This computer does not allow a connection to %s"), host);
      remedy = _("A firewall or sandbox on this computer forbids it: allow it there.");
    }
  else if (is_io_error (symptoms, G_IO_ERROR_ADDRESS_IN_USE))
    {
      outcome = g_strdup (_("No local port is left to connect from"));
      remedy = _("Close connections, and try again in a minute.");
    }
  else
    return FALSE;

  mcp_diagnosis_take (diagnosis, MCP_STEP_CONNECT, MCP_ERROR_NETWORK, outcome, g_strdup (remedy));

  return TRUE;
}

/* A connection that was there, and went away before it answered. */
static gboolean
diagnose_break (const McpSymptoms *symptoms,
                McpDiagnosis      *diagnosis)
{
  const int port = get_port (symptoms);
  gboolean was_reset = is_io_error (symptoms, G_IO_ERROR_CONNECTION_CLOSED);

  if (!was_reset && !is_io_error (symptoms, G_IO_ERROR_PARTIAL_INPUT))
    return FALSE;

  if (mcp_doctor_diagnose_bytes (symptoms, diagnosis))
    return TRUE;

  if (symptoms->step == MCP_STEP_TLS)
    mcp_diagnosis_set (diagnosis, MCP_STEP_TLS, MCP_ERROR_TLS,
                       _("The server closed the connection while it was being secured"),
                       _("Check that the port speaks TLS; if it does not, use an address that "
                         "begins with http:."));
  else if (!is_encrypted (symptoms) && (port == 443 || port == 8443))
    set_speaks_tls (symptoms, diagnosis);
  else if (was_reset)
    mcp_diagnosis_set (diagnosis, symptoms->step, MCP_ERROR_NETWORK,
                       _("The connection was reset before an answer came"),
                       _("Look at what the server wrote: it may have crashed, or something "
                         "between may cut connections."));
  else
    mcp_diagnosis_set (diagnosis, MCP_STEP_RESPONSE, MCP_ERROR_NETWORK,
                       _("The server closed the connection without an answer"),
                       _("Look at what the server wrote: it may have crashed, or want https: "
                         "where the address says http:."));

  return TRUE;
}

/* Errors of our own, and what no other words fit: they say what they mean. */
static void
diagnose_own (const McpSymptoms *symptoms,
              McpDiagnosis      *diagnosis)
{
  static const McpDoctorWords codes[] = {
    { MCP_ERROR_TLS, NULL, N_("Check the server's TLS settings.") },
    { MCP_ERROR_AUTH, NULL, N_("Give an Authorization header that the server accepts.") },
    { MCP_ERROR_VERSION, NULL, N_("Offer a revision that the server speaks.") },
    { MCP_ERROR_CONFIG, NULL, N_("Correct the server's settings.") },
    { MCP_ERROR_TOO_LARGE, NULL, N_("Raise the size limit of messages for this server.") },
    { MCP_ERROR_HTTP, NULL, N_("Look at the exchange: what the server sent is recorded.") },
    { MCP_ERROR_INVALID_RESPONSE, NULL, N_("Look at the exchange: what the server sent is recorded.") },
    { MCP_ERROR_INVALID_MESSAGE, NULL, N_("Look at the exchange: what the server sent is recorded.") },
    { MCP_DOCTOR_ANY, NULL, N_("Check that the server is running and that the address is right.") },
  };
  const GError *error = symptoms->error;
  int code = error->domain == MCP_ERROR ? error->code : MCP_ERROR_NETWORK;

  mcp_diagnosis_set (diagnosis, symptoms->step, code, error->message,
                     _(mcp_doctor_find_words (codes, G_N_ELEMENTS (codes), code)->remedy));
}

static gboolean
diagnose_known (const McpSymptoms *symptoms,
                McpDiagnosis      *diagnosis)
{
  if (is_io_error (symptoms, G_IO_ERROR_TIMED_OUT) ||
      g_error_matches (symptoms->error, MCP_ERROR, MCP_ERROR_TIMED_OUT))
    diagnose_timeout (symptoms, diagnosis);
  else if (is_parsing_error (symptoms))
    diagnose_parsing (symptoms, diagnosis);
  else
    return mcp_doctor_diagnose_tls (symptoms, diagnosis) || diagnose_lookup (symptoms, diagnosis)
           || diagnose_connect (symptoms, diagnosis) || diagnose_break (symptoms, diagnosis);

  return TRUE;
}

/* An end without an HTTP status: the network's, TLS's, or not HTTP at all. */
void
mcp_doctor_diagnose_error (const McpSymptoms *symptoms,
                           McpDiagnosis      *diagnosis)
{
  const GError *error = symptoms->error;
  McpSymptoms inner = *symptoms;

  if (error == NULL)
    {
      if (!mcp_doctor_diagnose_bytes (symptoms, diagnosis))
        mcp_diagnosis_set (diagnosis, symptoms->step, MCP_ERROR_NETWORK,
                           _("The connection ended without an answer"),
                           _("Look at what the server wrote: it may have crashed."));
      return;
    }

  /*
   * A transport makes one error of ours out of what GIO, GTls or libsoup said, which is still
   * behind it.
   */
  inner.error = mcp_error_get_cause (error);
  if (mcp_doctor_diagnose_proxy (symptoms, diagnosis))
    return;

  if (is_unix (symptoms) && (error->domain != MCP_ERROR || g_error_matches (error, MCP_ERROR, MCP_ERROR_NETWORK)))
    diagnose_unix (symptoms, diagnosis);
  else if ((inner.error == NULL || !diagnose_known (&inner, diagnosis)) && !diagnose_known (symptoms, diagnosis) &&
           !(g_error_matches (error, MCP_ERROR, MCP_ERROR_INVALID_RESPONSE) &&
             mcp_doctor_diagnose_bytes (symptoms, diagnosis)))
    diagnose_own (symptoms, diagnosis);
}
