/* mcp-doctor-proxy.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-doctor-private.h"
#include "mcp-proxy-error.h"

/* Connections that did not get past the proxy of the system's settings. */

static const McpDoctorWords remedies[] = {
  { MCP_PROXY_UNKNOWN_NAME, NULL,
    N_("Correct the proxy settings, or set no_proxy for this host.") },
  { MCP_PROXY_UNREACHABLE, NULL,
    N_("Correct the proxy settings, or set no_proxy for this host.") },
  { MCP_PROXY_UNSECURED, NULL,
    N_("If the proxy speaks no TLS, its address begins with http:. If its certificate is of your organization, add "
       "that to the certificates of this computer.") },
  { MCP_PROXY_WANTS_LOGIN, NULL,
    N_("Put them into the address of the proxy, http://NAME:PASSWORD@HOST:PORT, or set no_proxy for this host.") },
  { MCP_PROXY_REFUSED_LOGIN, NULL,
    N_("Correct the name and password in the address of the proxy.") },
  { MCP_PROXY_FORBIDS, NULL,
    N_("Ask who runs the proxy to allow this host, or set no_proxy for it.") },
  { MCP_PROXY_CANNOT_REACH, NULL,
    N_("Check the address of the server; if it is in your own network, set no_proxy for it.") },
  { MCP_PROXY_REDIRECTS, NULL,
    N_("Open any web page in a browser and log in to the network.") },
  { MCP_PROXY_NO_PROXY, NULL,
    N_("Check the port of the proxy, and whether its address begins as it has to: http:, https: or socks5:.") },
  { MCP_PROXY_BROKE_OFF, NULL,
    N_("Check whether the proxy wants https: or socks5: at the start of its address.") },
  { MCP_DOCTOR_ANY, NULL,
    N_("Ask who runs the proxy, or set no_proxy for this host.") },
};

/*
 * Translated. An address holds a name and a password, and some ways to log in take more
 * (@challenge).
 */
const char *
mcp_doctor_get_proxy_remedy (McpProxyTrouble  trouble,
                             const char      *challenge)
{
  const McpDoctorWords *words = mcp_doctor_find_words (remedies, G_N_ELEMENTS (remedies), trouble);

  if (trouble == MCP_PROXY_WANTS_LOGIN && challenge != NULL && !mcp_doctor_has_word (challenge, "basic"))
    return _("Its ways to log in need a helper on this computer, such as cntlm or px: start one and make it your proxy.");

  return _(words->remedy);
}

/* Returns: whether it was the proxy that failed */
gboolean
mcp_doctor_diagnose_proxy (const McpSymptoms *symptoms,
                           McpDiagnosis      *diagnosis)
{
  const McpProxyReport *report = mcp_error_get_proxy (symptoms->error);
  const GError *cause = mcp_error_get_cause (symptoms->error);
  g_autofree char *evidence = NULL;

  if (report == NULL)
    return FALSE;

  evidence = mcp_proxy_dup_evidence (report);
  mcp_diagnosis_take (diagnosis, report->trouble == MCP_PROXY_UNKNOWN_NAME ? MCP_STEP_RESOLVE : MCP_STEP_CONNECT,
                      symptoms->error->code, mcp_proxy_dup_outcome (report, cause),
                      g_strdup (mcp_doctor_get_proxy_remedy (report->trouble, report->challenge)));
  if (evidence != NULL)
    diagnosis->evidence = mcp_doctor_make_evidence (evidence, strlen (evidence));

  return TRUE;
}
