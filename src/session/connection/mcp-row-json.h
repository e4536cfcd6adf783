/* mcp-row-json.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-transport.h"

G_BEGIN_DECLS

/* The JSON of the recording's "http" (docs/recording-format.md), without its closing brace. */
GString *mcp_http_request_to_json (const char               *method,
                                   const char               *url,
                                   McpHeaderList             headers);
GString *mcp_http_head_to_json    (guint                     status,
                                   const char               *reason,   /* (nullable) */
                                   const char               *version,
                                   McpHeaderList             headers);
void     mcp_http_timings_append  (GString                  *json,
                                   const McpExchangeTimings *timings);

G_END_DECLS
