/* mcp-write.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a read or a write is asked for at once. */
#define MCP_MAX_IO_BYTES ((gsize) 1024 * 1024 * 1024)

int mcp_write_fully (int         fd,
                     const void *data,
                     gsize       length,
                     gsize      *n_written);  /* (out) (optional) */

G_END_DECLS
