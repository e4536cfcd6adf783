/* mcp-pump.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-pass-queue.h"

G_BEGIN_DECLS

/* How an end of the pump is given up. */
typedef enum {
  MCP_PUMP_CLOSE,    /* ours: closed */
  MCP_PUMP_REPLACE,  /* a standard stream: /dev/null takes its number */
  MCP_PUMP_KEEP,     /* left open: others write there too */
} McpPumpClose;

void mcp_pump_start (McpPassQueue *queue,
                     guint         stream,
                     int           from_fd,
                     McpPumpClose  from_close,
                     int           to_fd,
                     McpPumpClose  to_close);

G_END_DECLS
