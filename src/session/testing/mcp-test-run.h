/* mcp-test-run.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-session.h"
#include "mcp-test-result.h"

G_BEGIN_DECLS

#define MCP_TYPE_TEST_RUN (mcp_test_run_get_type ())

/* The tests of a file, run one after the other on a session, which is opened when it is not. */
G_DECLARE_FINAL_TYPE (McpTestRun, mcp_test_run, MCP, TEST_RUN, GObject)

McpTestRun  *mcp_test_run_new           (McpTestFile         *file,
                                         McpSession          *session);
McpTestFile *mcp_test_run_get_file      (McpTestRun          *self);  /* (transfer none) */
GListModel  *mcp_test_run_get_results   (McpTestRun          *self);  /* (transfer none) of McpTestResult, one for each test */
GHashTable  *mcp_test_run_get_snapshots (McpTestRun          *self);  /* (transfer none) McpTestStep -> JSON: those that differ */
void         mcp_test_run_start_async   (McpTestRun          *self,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             user_data);
gboolean     mcp_test_run_start_finish  (McpTestRun          *self,
                                         GAsyncResult        *result,
                                         GError             **error);

G_END_DECLS
