/* mcp-hdr-log.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-histogram.h"

G_BEGIN_DECLS

char *mcp_hdr_log_dup_head (gint64               start_wall_usec);
char *mcp_hdr_log_dup_line (const McpHistogram  *histogram,
                            gint64               start_usec,
                            gint64               length_usec,
                            gint64               max_usec);

G_END_DECLS
