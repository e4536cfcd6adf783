/* mcp-test-result.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-test-check.h"

G_BEGIN_DECLS

typedef enum {
  MCP_TEST_WAITING,
  MCP_TEST_RUNNING,
  MCP_TEST_PASSED,
  MCP_TEST_FAILED,
  MCP_TEST_SKIPPED,  /* the run ended before its turn */
} McpTestState;

#define MCP_TYPE_TEST_RESULT (mcp_test_result_get_type ())

/* What one test came to. Property: state; all is set when it becomes PASSED or FAILED. */
G_DECLARE_FINAL_TYPE (McpTestResult, mcp_test_result, MCP, TEST_RESULT, GObject)

typedef struct
{
  char         *name;
  McpTestState  state;
  GPtrArray    *failures;       /* of McpTestFailure */
  gint64        duration_usec;  /* -1 before the end */
  guint         serial;         /* of the last answer, or its request; 0 */
} McpTestResultInfo;

McpTestResult *mcp_test_result_new               (const char    *name);
const McpTestResultInfo *mcp_test_result_get_info (McpTestResult *self);
const char    *mcp_test_state_get_nick           (McpTestState   state); /* "passed" */

/* For the run. */
void           mcp_test_result_begin             (McpTestResult *self);
void           mcp_test_result_set_serial        (McpTestResult *self,
                                                  guint          serial);
void           mcp_test_result_end               (McpTestResult *self,
                                                  GPtrArray     *failures); /* (nullable) */
void           mcp_test_result_skip              (McpTestResult *self);

G_END_DECLS
