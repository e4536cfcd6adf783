/* mcp-auth-url.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* The addresses of authorization: which may be used, and which follow from which. Pure. */

#define MCP_AUTH_MAX_URL_BYTES 8192

GUri     *mcp_auth_url_parse         (const char   *url,
                                      gboolean      allow_http,     /* without TLS beyond this machine */
                                      GError      **error);         /* MCP_ERROR_AUTH, names it */
GUri     *mcp_auth_url_parse_named   (const char   *url,            /* that a server named */
                                      gboolean      allow_http,
                                      gboolean      allow_private,  /* this machine and local networks */
                                      GError      **error);
gboolean  mcp_auth_url_is_loopback   (GUri         *uri);
gboolean  mcp_auth_url_names_private (GUri         *uri);           /* by its very text: "10.0.0.1", "localhost" */
gboolean  mcp_auth_address_is_private (GInetAddress *address);      /* this machine, a local network, unroutable */
gboolean  mcp_auth_url_same_origin   (GUri         *a,
                                      GUri         *b);
char     *mcp_auth_url_dup_origin    (GUri         *uri);           /* "https://host:8443" */
char     *mcp_auth_url_dup_resource  (GUri         *uri);           /* RFC 8707 section 2, as MCP has it */
char     *mcp_auth_url_dup_resource_of (const char *url);           /* (nullable): the same of a server's address */
gboolean  mcp_auth_url_covers        (GUri         *resource,
                                      GUri         *server);        /* same origin, and a path above or the same */
gboolean  mcp_auth_url_differs_by_slash (const char *a,
                                         const char *b,             /* equal but for a final slash */
                                         gboolean    is_root);      /* whether it stands right behind the host, or behind a path */
/* RFC 8414 section 3.1, RFC 9728 section 3.1: "/.well-known/NAME" before the path. */
char     *mcp_auth_url_well_known    (GUri         *uri,
                                      const char   *name,
                                      gboolean      with_path);
GStrv     mcp_auth_url_list_server_metadata (GUri  *issuer);        /* in the order of the specification */

G_END_DECLS
