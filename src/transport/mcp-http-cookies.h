/* mcp-http-cookies.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

G_BEGIN_DECLS

/*
 * The cookies of one origin, for as long as a transport lives. Used from the main loop. Private to
 * the transports.
 */
typedef struct _McpHttpCookies McpHttpCookies;

McpHttpCookies *mcp_http_cookies_new        (GUri               *origin);
void            mcp_http_cookies_free       (McpHttpCookies     *self);
void            mcp_http_cookies_take       (McpHttpCookies     *self,
                                             SoupMessageHeaders *answer);
char           *mcp_http_cookies_dup_header (McpHttpCookies     *self,
                                             GUri               *uri,
                                             const char         *users); /* (nullable): the user's own Cookie */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHttpCookies, mcp_http_cookies_free)

G_END_DECLS
