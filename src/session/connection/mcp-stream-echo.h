/* mcp-stream-echo.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-transport.h"

G_BEGIN_DECLS

#define MCP_STREAM_ECHO_SIZE 64

/* The last requests and notifications that came on event streams: each may come on one of them only. */
typedef struct
{
  struct
  {
    guint64             hash;
    guint               exchange;  /* 0: no entry */
    McpExchangePurpose  purpose;
    gint64              time_usec;
  }        last[MCP_STREAM_ECHO_SIZE];
  guint    n;         /* all that ever came */
  gboolean repeated;  /* what came last had come before */
} McpStreamEcho;

guint mcp_stream_echo_take (McpStreamEcho      *self,
                            McpRecordKind       kind,
                            GBytes             *message,
                            guint               exchange,
                            McpExchangePurpose  purpose,
                            gint64              time_usec);

G_END_DECLS
