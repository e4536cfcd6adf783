/* mcp-facts.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-session.h"

G_BEGIN_DECLS

/* What a server is and offers, as it said it: see mcp-facts.c. */
GString *mcp_facts_new (McpSession *session);   /* an object that is not closed yet */
char    *mcp_facts_dup (McpSession *session);   /* the object */

G_END_DECLS
