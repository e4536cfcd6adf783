/* mcp-backoff.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * How long to wait before trying again: doubles from @base_msec to @max_msec, with a jitter of
 * up to a quarter either way, so that many clients do not come back at once.
 */
typedef struct
{
  guint  base_msec;
  guint  max_msec;
  guint  attempt;    /* how many delays were given since the last reset */
  GRand *rand;       /* (nullable): for tests; else the global one */
} McpBackoff;

#define MCP_BACKOFF_INIT { 1000, 60 * 1000, 0, NULL }

guint mcp_backoff_next  (McpBackoff *self); /* milliseconds */
void  mcp_backoff_reset (McpBackoff *self);

G_END_DECLS
