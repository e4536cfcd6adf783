/* mcp-dialect.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-dialect.h"

/**
 * McpDialect:
 *
 * How one era of the protocol opens a connection, sends a request, gives it up, watches a
 * resource and asks whether the server is there. The session asks its dialect; the interface
 * asks the session for capabilities; nobody else looks at versions.
 *
 * A dialect belongs to one life.
 */

G_DEFINE_ABSTRACT_TYPE (McpDialect, mcp_dialect, G_TYPE_OBJECT)

static void
mcp_dialect_class_init (McpDialectClass *klass)
{
}

static void
mcp_dialect_init (McpDialect *self)
{
}
