/* mcp-pass-host.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-own-host.h"

G_BEGIN_DECLS

/*
 * Puts another line in the place of Host in each request of a stream. The server can then refuse
 * nobody by that name any more, so that it is judged here.
 */
typedef struct _McpPassHost McpPassHost;

McpPassHost   *mcp_pass_host_new         (const char        *line,    /* with its end */
                                          const McpOwnHosts *hosts);  /* stays with the caller */
void           mcp_pass_host_free        (McpPassHost       *self);
const GString *mcp_pass_host_push        (McpPassHost       *self,
                                          const char        *data,
                                          gsize              length);
const GString *mcp_pass_host_finish      (McpPassHost       *self);
const char    *mcp_pass_host_get_foreign (McpPassHost       *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpPassHost, mcp_pass_host_free)

G_END_DECLS
