/* mcp-server-file.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-json-edit.h"

G_BEGIN_DECLS

gboolean  mcp_server_file_check      (const char  *path,
                                      const char  *text,
                                      McpSpan     *servers,
                                      GError     **error);
gboolean  mcp_server_file_read       (const char  *path,
                                      char       **text,   /* (nullable): missing or empty */
                                      GError     **error);
gboolean  mcp_server_file_keep_aside (const char  *path,
                                      GError     **error);
int       mcp_server_file_lock       (const char  *path,
                                      GError     **error);
char     *mcp_server_file_write      (const char  *path,
                                      const char  *compact,
                                      GError     **error);

G_END_DECLS
