/* mcp-proxy-error.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-error-cause.h"

G_BEGIN_DECLS

char            *mcp_proxy_dup_peer          (const char            *uri);       /* "proxy.example.com:3128" */
char            *mcp_proxy_dup_authorization (const char            *user,
                                              const char            *password);  /* (nullable) */

McpProxyTrouble  mcp_proxy_judge_answer      (const McpProxyReport  *report,
                                              gboolean               sent_login);
McpProxyTrouble  mcp_proxy_judge_cause       (const GError          *cause,
                                              gboolean               was_asked);
char            *mcp_proxy_dup_outcome       (const McpProxyReport  *report,
                                              const GError          *cause);     /* (nullable) */
char            *mcp_proxy_dup_evidence      (const McpProxyReport  *report);    /* (nullable): the proxy's words */
GError          *mcp_proxy_new_error         (const McpProxyReport  *report,
                                              const GError          *cause);     /* (nullable) */

G_END_DECLS
