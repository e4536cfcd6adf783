/* mcp-address-check.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* What a person should know of an address before it is opened. Pure: nothing is looked up. */
GStrv mcp_address_check (const char  *url,
                         char       **host,   /* (out) (nullable): where a browser would go */
                         char       **opened); /* (out) (nullable): what may be given to one */

gboolean mcp_address_is_deceptive (const char *url); /* its host looks like another */
char    *mcp_address_dup_shown    (const char *url); /* (transfer full): such a host in Punycode */
gboolean
mcp_address_mixes_scripts (const char *text); /* in one word, so that it looks like another */
gboolean mcp_address_is_loopback (const char *host); /* a name or an address */
gboolean mcp_address_is_private  (const char *host); /* a local, link-local or reserved network */
GInetAddress *mcp_address_dup_inet (const char *host); /* (transfer full) (nullable) */
GUri    *mcp_address_parse       (const char  *url,
                                  GUriFlags    flags,
                                  GError     **error); /* "tcp:HOST:PORT" has a host and a port */

G_END_DECLS
