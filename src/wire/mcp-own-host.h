/* mcp-own-host.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/*
 * Whether a request was meant for this computer. A page of the web that somebody has open must not
 * speak to a server here, under its own name (Origin) or by a name that was made to lead here
 * (Host, DNS rebinding; basic/transports, Security Warning).
 */

/* The names by which a server lets requests in, beside those of the loopback interface. */
typedef struct
{
  const char * const *names;      /* (nullable) */
  gboolean addresses; /* any address in digits: nobody can make a name of it lead elsewhere */
} McpOwnHosts;

/* (transfer full): the name of this computer, and others. */
char   **mcp_own_host_dup_names     (const char * const *others);    /* (nullable) */
gboolean mcp_own_host_allows        (const McpOwnHosts *self,
                                     const char        *authority);  /* the value of Host */
gboolean mcp_own_host_allows_origin (const McpOwnHosts *self,
                                     const char        *origin);     /* the value of Origin */

G_END_DECLS
