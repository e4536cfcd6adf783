/* mcp-frontmatter.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* More of a file is not read as its frontmatter. */
#define MCP_FRONTMATTER_MAX_BYTES (64 * 1024)

/* The YAML at the beginning of a SKILL.md, as JSON (Agent Skills specification, frontmatter). */
char     *mcp_frontmatter_to_json (const char  *content,
                                   gsize        length,
                                   GError     **error);
gboolean  mcp_frontmatter_check   (const char  *content,
                                   gsize        length,
                                   const char  *listed,   /* JSON object */
                                   GError     **error);

G_END_DECLS
