/* mcp-http-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "mcp-transport.h"

G_BEGIN_DECLS

/*
 * Tells a transport's sink of a SoupMessage. Strings, headers, status and times are filled in
 * here; the rest is the caller's. Private to the transports.
 */
void mcp_http_report_start (McpTransport     *owner,
                            SoupMessage      *message,
                            McpExchangeStart *start);
void mcp_http_report_head  (McpTransport     *owner,
                            SoupMessage      *message,
                            guint             exchange);
void mcp_http_fill_timings (SoupMessage        *message,
                            gint64              started_usec,
                            McpExchangeTimings *timings);    /* but @sent_usec and @ended_usec */
char *mcp_http_describe    (const char       *kind,
                            GUri             *uri);                  /* "HTTP+SSE · localhost:3001" */

G_END_DECLS
