/* mcp-scan-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-scan.h"

G_BEGIN_DECLS

McpJsonType mcp_scan_type_of  (const char *data,
                               McpSpan     span);
guint       mcp_scan_number   (const char *number,
                               gsize       length);
void        mcp_scan_classify (const char *data,
                               McpScan    *scan);

G_END_DECLS
