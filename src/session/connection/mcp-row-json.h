/* mcp-row-json.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-transport.h"

G_BEGIN_DECLS

/* The JSON of the recording's "http" and "proc" (docs/recording-format.md), without its closing brace. */

GString *mcp_http_request_to_json (const char               *method,
                                   const char               *url,
                                   McpHeaderList             headers);
GString *mcp_http_head_to_json    (guint                     status,
                                   const char               *reason,   /* (nullable) */
                                   const char               *version,
                                   McpHeaderList             headers);
GString *mcp_http_end_to_json     (const char               *error,       /* (nullable) */
                                   guint64                   body_bytes,
                                   const McpExchangeTimings *timings);

GString *mcp_spawn_to_json        (GPid                      pid,
                                   const char * const       *argv,
                                   const char               *cwd,            /* (nullable) */
                                   const char * const       *environ_names); /* (nullable) */
GString *mcp_exit_to_json         (const McpExit            *status);

G_END_DECLS
