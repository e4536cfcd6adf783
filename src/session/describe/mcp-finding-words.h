/* mcp-finding-words.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-finding.h"

G_BEGIN_DECLS

/* Findings in words: their rules have names for programs and filters. */
const char *mcp_severity_get_title (McpSeverity  severity);
char       *mcp_finding_dup_topic  (McpFinding  *finding);

G_END_DECLS
