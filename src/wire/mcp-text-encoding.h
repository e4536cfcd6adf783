/* mcp-text-encoding.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How a text file is written. Windows PowerShell writes UTF-16 by default, and UTF-8 with a byte order mark. */
typedef enum {
  MCP_TEXT_UTF8,
  MCP_TEXT_UTF8_MARKED,
  MCP_TEXT_UTF16_LE,
  MCP_TEXT_UTF16_BE,
} McpTextEncoding;

char *mcp_text_decode (const char       *bytes,
                       gsize             length,
                       gsize            *text_length,  /* (out) (optional) */
                       McpTextEncoding  *encoding,     /* (out) (optional) */
                       GError          **error);
char *mcp_text_encode (const char       *text,
                       McpTextEncoding   encoding,
                       gsize            *length);

G_END_DECLS
