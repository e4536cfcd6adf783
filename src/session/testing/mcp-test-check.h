/* mcp-test-check.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-call.h"
#include "mcp-journal.h"
#include "mcp-test-file.h"

G_BEGIN_DECLS

/* One expectation that an answer does not meet. */
typedef struct
{
  char *expectation;  /* "status", "snapshot", a filter … */
  char *message;
  char *expected;     /* (nullable) */
  char *got;          /* (nullable) */
} McpTestFailure;

McpTestFailure *mcp_test_failure_new  (const char          *expectation,
                                       const char          *message);
McpTestFailure *mcp_test_failure_copy (const McpTestFailure *self);
void            mcp_test_failure_free (McpTestFailure      *self);

GPtrArray      *mcp_test_check_answer (const McpTestStep   *step,
                                       McpTestVariables    *variables,
                                       McpCall             *call,        /* finished */
                                       McpJournal          *journal,
                                       guint                first_finding);
char           *mcp_test_dup_snapshot (McpCall             *call);       /* (nullable): JSON */

G_END_DECLS
