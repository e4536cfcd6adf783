/* mcp-header-value.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean  mcp_header_name_is_valid    (const char  *name);          /* RFC 9110 token */
gboolean  mcp_header_value_is_valid   (const char  *value);         /* no control characters but tab, no outer space */
gboolean  mcp_header_is_visible_ascii (const char  *value);         /* 0x21 to 0x7E only, not empty: session ids */
gboolean  mcp_header_is_secret        (const char  *name);          /* Authorization, Cookie, MCP-Session-Id, X-API-Key … */
/* By its name, or because it is one of those that came from the keyring. */
gboolean  mcp_header_is_hidden        (const char         *name,
                                       const char * const *secret_names); /* (nullable) */
char    **mcp_header_read_secret_names (const char  *http,
                                        gsize        length);       /* "secretHeaders" of a recording's "http", valid JSON */
char     *mcp_header_hide             (const char  *value);         /* (transfer full): "Bearer ••••" */
char     *mcp_header_mask             (const char  *name,
                                       const char  *value);         /* (transfer full): hidden where secret by its name, else a copy */
gboolean  mcp_header_parse            (const char  *line,           /* "NAME: VALUE" */
                                       char       **name,
                                       char       **value,
                                       GError     **error);         /* MCP_ERROR_USAGE */
char     *mcp_media_type_of           (const char  *content_type);  /* (nullable): "text/html; charset=x" gives "text/html", in lower case */

G_END_DECLS
