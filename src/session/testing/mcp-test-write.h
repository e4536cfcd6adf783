/* mcp-test-write.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-test-file.h"

G_BEGIN_DECLS

gboolean  mcp_test_file_add_case      (const char   *path,
                                       const char   *test,      /* JSON object */
                                       GError      **error);
gboolean  mcp_test_file_set_snapshots (McpTestFile  *self,
                                       GHashTable   *snapshots, /* McpTestStep -> JSON */
                                       GError      **error);
char     *mcp_test_dup_case           (McpJournal   *journal,
                                       guint         serial,
                                       const char   *name,
                                       gboolean      with_snapshot);

G_END_DECLS
