/* mcp-probe.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-finding.h"
#include "mcp-version.h"

G_BEGIN_DECLS

/* By what a server is reached. */
typedef enum {
  MCP_PROBE_OVER_STREAM = 1 << 0, /* stdio, sockets, HTTP+SSE: one connection carries everything */
  MCP_PROBE_OVER_HTTP   = 1 << 1, /* Streamable HTTP */
  MCP_PROBE_OVER_ANY    = MCP_PROBE_OVER_STREAM | MCP_PROBE_OVER_HTTP,
} McpProbeReach;

typedef enum {
  MCP_PROBE_FRESH = 1 << 0, /* on a connection of its own */
  MCP_PROBE_FIRST = 1 << 1, /* the same, before anything was said on it */
} McpProbeFlags;

typedef struct _McpProbeStep McpProbeStep;

/* One rule of the specification for servers, and how it is tried. */
typedef struct
{
  const char         *name;       /* "unknown-method" */
  const char         *group;      /* "messages" */
  const char         *rule;       /* what a server has to do; translatable */
  const char         *page;       /* of the specification, "basic#responses"; or another document */
  const char         *modern_page; /* (nullable): the same from 2026-07-28 on, where it differs */
  McpSeverity         severity;   /* ERROR: MUST, WARNING: SHOULD */
  McpVersion          first;      /* the revisions that have the rule */
  McpVersion          last;
  McpProbeReach       reach;
  const char         *needs;      /* (nullable): capabilities and @facts, with spaces between */
  McpProbeFlags       flags;
  const McpProbeStep *steps;
} McpProbe;

guint            mcp_probe_get_n          (void);
const McpProbe  *mcp_probe_get            (guint           i);      /* in the order of the specification */
const McpProbe  *mcp_probe_find           (const char     *name);   /* (nullable) */
gboolean         mcp_probe_is_group       (const char     *name);
const char      *mcp_probe_group_get_title (const char    *group);  /* translated */
const char      *mcp_probe_get_rule       (const McpProbe *probe);  /* translated */
char            *mcp_probe_dup_reference  (const McpProbe *probe,
                                           McpVersion      version); /* UNKNOWN: of the newest that has it */
char            *mcp_probe_dup_revisions  (const McpProbe *probe);  /* "2025-06-18 – 2025-11-25" */

G_END_DECLS
