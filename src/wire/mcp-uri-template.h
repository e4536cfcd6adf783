/* mcp-uri-template.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* RFC 6570, all four levels. Values are strings; an absent variable is undefined. */
typedef struct _McpUriTemplate McpUriTemplate;

McpUriTemplate     *mcp_uri_template_new           (const char      *text,
                                                    GError         **error);
void                mcp_uri_template_free          (McpUriTemplate  *self);
const char * const *mcp_uri_template_get_variables (McpUriTemplate  *self);
char               *mcp_uri_template_expand        (McpUriTemplate  *self,
                                                    GHashTable      *values);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpUriTemplate, mcp_uri_template_free)

G_END_DECLS
