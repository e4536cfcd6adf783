/* mcp-scan-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-scan.h"

G_BEGIN_DECLS

guint mcp_scan_number   (const char *number,
                         gsize       length);
void  mcp_scan_classify (const char *data,
                         McpScan    *scan);

/* The type of the value that begins a span; its first byte tells. */
static inline McpJsonType
mcp_scan_type_of (const char *data,
                  McpSpan     span)
{
  static const guint8 types[256] = {
    ['{'] = MCP_JSON_OBJECT, ['['] = MCP_JSON_ARRAY, ['"'] = MCP_JSON_STRING,
    ['t'] = MCP_JSON_BOOLEAN, ['f'] = MCP_JSON_BOOLEAN, ['n'] = MCP_JSON_NULL,
    ['-'] = MCP_JSON_NUMBER, ['0' ... '9'] = MCP_JSON_NUMBER,
  };

  return span.length > 0 ? (McpJsonType) types[(guint8) data[span.offset]] : MCP_JSON_NONE;
}

G_END_DECLS
