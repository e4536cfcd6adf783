/* mcp-test-variables.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Names and their values, which are JSON, of "${name}" in a file of tests. */
typedef struct _McpTestVariables McpTestVariables;

McpTestVariables *mcp_test_variables_new         (McpTestVariables       *parent);  /* (nullable) (transfer none): outlives it */
void              mcp_test_variables_free        (McpTestVariables       *self);
void              mcp_test_variables_set         (McpTestVariables       *self,
                                                  const char             *name,
                                                  const char             *json);
gboolean          mcp_test_variables_is_name     (const char             *name);
char             *mcp_test_variables_expand_json (const McpTestVariables *self,
                                                  const char             *json,
                                                  GError                **error);
char             *mcp_test_variables_expand_filter (const McpTestVariables *self,
                                                    const char           *filter,
                                                    GError              **error);
char             *mcp_test_variables_escape      (const char             *json);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpTestVariables, mcp_test_variables_free)

G_END_DECLS
