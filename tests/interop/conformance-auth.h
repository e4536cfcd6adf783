/* conformance-auth.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-session.h"

G_BEGIN_DECLS

/* Signing in as the scenarios "auth/…" want it; a GET of the authorization address is the browser. */

void     auth_set_up (McpProfile  *profile,
                      const char  *scenario);
/* Opens; signs in when the server asks for it, then and later. */
gboolean auth_open   (McpSession  *session,
                      GError     **error);

G_END_DECLS
