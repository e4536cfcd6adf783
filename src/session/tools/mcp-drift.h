/* mcp-drift.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-finding.h"

G_BEGIN_DECLS

/*
 * What has changed since a server was accepted, as findings of the rules drift.*: @before and @after are facts (see
 * mcp-facts.c). Order, of members as of elements of a list, and the spelling of numbers are no change.
 */
GPtrArray *mcp_drifts_of (const char *before,
                          const char *after);   /* (transfer full) (element-type McpFinding) */

G_END_DECLS
