/* interop-auth.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>
#include <libsoup/soup.h>

#include "interop-support.h"

G_BEGIN_DECLS

/* A real authorization server before a protected MCP server on the SDK: tests/interop/servers. */
typedef struct
{
  GSubprocess *process;
  char        *url;  /* of the MCP server */
} AuthServer;

/* Runs @script and waits for the address that it prints; skips the test as interop_file() does. */
AuthServer  *auth_server_start (const char * const *options);  /* the script first; none or more, NULL at the end */
void         auth_server_stop  (AuthServer         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (AuthServer, auth_server_stop)

/* A person at a browser, who signs in and allows whatever is asked, until the browser would go to an
 * address that starts with @redirect; returns that, with the answer for the client. Blocking. */
char        *auth_browser_visit (const char        *url,
                                 const char        *redirect);

G_END_DECLS
