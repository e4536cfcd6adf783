/* mcp-test-file.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"
#include "mcp-scan.h"
#include "mcp-test-variables.h"

G_BEGIN_DECLS

/* How a request has to end. */
typedef enum {
  MCP_TEST_OK,         /* a result that is no error of a tool */
  MCP_TEST_TOOL_ERROR, /* a result with isError */
  MCP_TEST_ERROR,      /* a JSON-RPC error */
  MCP_TEST_ANSWERED,   /* any of them */
  MCP_TEST_UNANSWERED, /* it timed out, or the connection ended */
} McpTestStatus;

/* A request and what is expected of its answer. JSON is the file's own text, before variables. */
typedef struct
{
  char          *place;         /* in the file: "tests[2].steps[0]" */
  char          *method;
  char          *params;        /* (nullable) */
  McpTestStatus  status;
  char         **expect;        /* filters on the answer */
  char          *schema;        /* (nullable): of the result */
  char          *snapshot;      /* (nullable): the result, or the error object */
  McpSpan        snapshot_span; /* in the text of the file */
  char         **mask;          /* paths into the snapshot that may have any value */
  char         **findings;      /* rules that may be broken */
  char         **take;          /* variables and paths in turn */
  guint          timeout_msec;  /* 0: that of the server */
} McpTestStep;

typedef struct
{
  char      *name;
  GPtrArray *steps;  /* of McpTestStep */
} McpTestCase;

/* A file of tests; docs/tests.md is the format. */
typedef struct
{
  char             *path;      /* (nullable) */
  char             *text;
  McpTestVariables *variables;
  GArray           *eras;      /* of McpEraChoice; empty: as the server has it */
  GPtrArray        *servers;   /* of McpProfile; empty: whoever runs it says */
  GPtrArray        *set_up;    /* of McpTestStep */
  GPtrArray        *cases;     /* of McpTestCase */
} McpTestFile;

McpTestFile *mcp_test_file_read          (const char   *path,
                                          GError      **error);
McpTestFile *mcp_test_file_parse         (const char   *path,    /* (nullable) */
                                          const char   *text,
                                          gsize         length,
                                          GError      **error);
McpTestFile *mcp_test_file_ref           (McpTestFile  *self);
void         mcp_test_file_unref         (McpTestFile  *self);
const char  *mcp_test_status_get_nick    (McpTestStatus status);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpTestFile, mcp_test_file_unref)

G_END_DECLS
