/* mcp-unzip.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What we accept, for Accept-Encoding. */
#define MCP_UNZIP_ENCODINGS "gzip, deflate"

#define MCP_TYPE_UNZIP (mcp_unzip_get_type ())
G_DECLARE_FINAL_TYPE (McpUnzip, mcp_unzip, MCP, UNZIP, GObject)

McpUnzip *mcp_unzip_new      (const char *encoding);  /* (nullable); NULL for one that we do not undo */
gboolean  mcp_unzip_is_plain (McpUnzip   *self);      /* what came was not compressed at all */

G_END_DECLS
