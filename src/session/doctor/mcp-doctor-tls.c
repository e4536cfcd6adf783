/* mcp-doctor-tls.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-doctor-private.h"
#include "mcp-error.h"

/* Connections that could not be secured. */

static void
append_names (GString         *text,
              GTlsCertificate *certificate)
{
  g_autoptr (GPtrArray) names = g_tls_certificate_get_dns_names (certificate);

  /* The names are the server's, as many as it likes; the evidence is cut anyhow. */
  for (guint i = 0; names != NULL && i < MIN (names->len, 8); i++)
    {
      gsize length;
      const char *name = g_bytes_get_data (names->pdata[i], &length);

      g_string_append (text, i == 0 ? "; DNS: " : ", ");
      g_string_append_len (text, name, length);
    }
}

static void
append_date (GString    *text,
             const char *label,
             GDateTime  *date)
{
  g_autofree char *formatted = date != NULL ? g_date_time_format (date, "%Y-%m-%d %H:%M:%S UTC")
                                            : NULL;

  if (formatted != NULL)
    g_string_append_printf (text, "; %s %s", label, formatted);
}

/* "CN=localhost; issuer CN=Test CA; not before …; SHA256:…" */
static char *
describe_certificate (McpCertificate *certificate)
{
  g_autoptr (GString) text = g_string_new (mcp_certificate_get_subject (certificate));

  append_names (text, mcp_certificate_get_certificate (certificate));
  g_string_append_printf (text, "; issuer %s", mcp_certificate_get_issuer (certificate));
  append_date (text, "not before", mcp_certificate_get_not_before (certificate));
  append_date (text, "not after", mcp_certificate_get_not_after (certificate));
  g_string_append_printf (text, "; %s", mcp_certificate_get_fingerprint (certificate));

  return mcp_doctor_make_evidence (text->str, text->len);
}

static char *
describe_wrong_name (const McpSymptoms *symptoms)
{
  g_autofree char *host = mcp_doctor_dup_host (symptoms);
  const char *asked = mcp_certificate_get_host (symptoms->certificate);

  return g_strdup_printf (_("The server's certificate is for another name, “%s”, not for %s"),
                          mcp_certificate_get_subject (symptoms->certificate),
                          asked != NULL ? asked : host);
}

/* The gravest problem has the word; all of them are in the certificate itself. */
static void
diagnose_certificate (const McpSymptoms *symptoms,
                      McpDiagnosis      *diagnosis)
{
  static const McpDoctorWords rows[] = {
    { G_TLS_CERTIFICATE_REVOKED,
      N_("The server's certificate was revoked"),
      N_("Do not send anything secret; ask who runs the server for a new certificate.") },
    { G_TLS_CERTIFICATE_EXPIRED,
      N_("The server's certificate has expired"),
      N_("Renew it on the server, or accept this certificate for this server only.") },
    { G_TLS_CERTIFICATE_NOT_ACTIVATED,
      N_("The server's certificate is not valid yet"),
      N_("Check the clock of this computer, and that of the server.") },
    { G_TLS_CERTIFICATE_BAD_IDENTITY, NULL,
      N_("Use the name that the certificate is for, or accept this certificate for this "
         "server only.") },
    { G_TLS_CERTIFICATE_UNKNOWN_CA,
      N_("The server's certificate is signed by itself"),
      N_("If you know its fingerprint, accept this certificate for this server only.") },
    { G_TLS_CERTIFICATE_INSECURE,
      N_("The server's certificate uses a method that is no longer safe"),
      N_("Make a new certificate for the server.") },
    { MCP_DOCTOR_ANY,
      N_("The server's certificate does not verify"),
      N_("If you know its fingerprint, accept this certificate for this server only.") },
  };
  McpCertificate *certificate = symptoms->certificate;
  GTlsCertificateFlags problems = mcp_certificate_get_problems (certificate);
  const McpDoctorWords *words = rows;
  const char *remedy;
  char *outcome;

  while (words->key != MCP_DOCTOR_ANY && (problems & words->key) == 0)
    words++;
  remedy = _(words->remedy);
  if (words->key == G_TLS_CERTIFICATE_BAD_IDENTITY)
    outcome = describe_wrong_name (symptoms);
  else if (words->key == G_TLS_CERTIFICATE_UNKNOWN_CA && !mcp_certificate_is_self_signed (certificate))
    {
      outcome = g_strdup_printf (_("The issuer of the server's certificate, “%s”, is not trusted"),
                                 mcp_certificate_get_issuer (certificate));
      remedy = _("Give the issuer's certificate as this server's CA file.");
    }
  else
    outcome = g_strdup (_(words->outcome));

  mcp_diagnosis_take (diagnosis, MCP_STEP_TLS, MCP_ERROR_TLS, outcome, g_strdup (remedy));
  diagnosis->evidence = describe_certificate (certificate);
}

static void
set_speaks_plain (const McpSymptoms *symptoms,
                  McpDiagnosis      *diagnosis)
{
  const char *scheme = mcp_doctor_has_scheme (symptoms, "wss") ? "ws" : "http";
  g_autofree char *url = mcp_doctor_dup_url (symptoms, scheme, NULL);

  mcp_diagnosis_take (diagnosis, MCP_STEP_TLS, MCP_ERROR_TLS,
                      g_strdup (_("The server does not speak TLS at this port")),
                      g_strdup_printf (_("If the server speaks plain HTTP, use %s."), url));
}

/* Returns: whether TLS is what failed */
gboolean
mcp_doctor_diagnose_tls (const McpSymptoms *symptoms,
                         McpDiagnosis      *diagnosis)
{
  const GError *error = symptoms->error;
  gboolean is_ours = g_error_matches (error, MCP_ERROR, MCP_ERROR_TLS);

  if (error->domain != G_TLS_ERROR && !is_ours)
    return FALSE;

  if (g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_NOT_TLS))
    set_speaks_plain (symptoms, diagnosis);
  else if (g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_CERTIFICATE_REQUIRED))
    mcp_diagnosis_set (diagnosis, MCP_STEP_TLS, MCP_ERROR_TLS,
                       symptoms->sent_certificate ? _("The server does not accept the certificate that it was shown")
                                                  : _("The server wants a certificate from its clients"),
                       symptoms->sent_certificate
                         ? _("Ask who runs the server for a certificate, and set it as this server's client certificate.")
                         : _("Set this server's client certificate and its key."));
  else if (symptoms->certificate != NULL &&
           mcp_certificate_get_problems (symptoms->certificate) != 0)
    diagnose_certificate (symptoms, diagnosis);
  else if (g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_BAD_CERTIFICATE))
    mcp_diagnosis_set (diagnosis, MCP_STEP_TLS, MCP_ERROR_TLS,
                       _("The server's certificate does not verify"),
                       _("Give the issuer's certificate as this server's CA file."));
  else if (g_error_matches (error, G_TLS_ERROR, G_TLS_ERROR_EOF))
    mcp_diagnosis_set (diagnosis, MCP_STEP_TLS, MCP_ERROR_TLS,
                       _("The server closed the connection while it was being secured"),
                       _("Check that the port speaks TLS; if it does not, use an address that "
                         "begins with http:."));
  else if (is_ours)
    mcp_diagnosis_set (diagnosis, MCP_STEP_TLS, MCP_ERROR_TLS, error->message,
                       _("Check the server's TLS settings."));
  else
    mcp_diagnosis_set (diagnosis, MCP_STEP_TLS, MCP_ERROR_TLS,
                       _("Server and client found no way to secure the connection"),
                       _("Check which TLS versions the server allows: 1.2 or 1.3 is needed."));

  return TRUE;
}
