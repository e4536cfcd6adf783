/* mcp-param-header.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

char            *mcp_param_header_encode    (const char      *value);   /* as is, or =?base64?…?= */

/* The arguments of a tool that are mirrored in headers: the x-mcp-header of its inputSchema. */
typedef struct _McpParamHeaders McpParamHeaders;

McpParamHeaders *mcp_param_headers_new      (const char      *schema,
                                             gsize            length,
                                             GError         **error);   /* MCP_ERROR_INVALID_MESSAGE: the tool is excluded over HTTP */
void             mcp_param_headers_free     (McpParamHeaders *self);
guint            mcp_param_headers_get_n    (McpParamHeaders *self);
const char      *mcp_param_headers_get_name (McpParamHeaders *self,
                                             guint            i);       /* "Mcp-Param-Region" */
const char      *mcp_param_headers_get_path (McpParamHeaders *self,
                                             guint            i);       /* "address.region" */
char           **mcp_param_headers_extract  (McpParamHeaders *self,
                                             const char      *arguments,
                                             gsize            length);  /* names and encoded values in turn, NULL at the end */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpParamHeaders, mcp_param_headers_free)

G_END_DECLS
