/* mcp-comparison.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-difference.h"
#include "mcp-session.h"

G_BEGIN_DECLS

#define MCP_TYPE_COMPARISON (mcp_comparison_get_type ())

/* One server, connected to as legacy and as modern side by side. Runs once. */
G_DECLARE_FINAL_TYPE (McpComparison, mcp_comparison, MCP, COMPARISON, GObject)

McpComparison      *mcp_comparison_new             (McpProfile           *profile);   /* copied */
void                mcp_comparison_set_tool        (McpComparison        *self,
                                                    const char           *name,       /* (nullable): none is called */
                                                    const char           *arguments); /* (nullable): JSON object */
void                mcp_comparison_run_async       (McpComparison        *self,
                                                    GCancellable         *cancellable,
                                                    GAsyncReadyCallback   callback,
                                                    gpointer              user_data);
gboolean            mcp_comparison_run_finish      (McpComparison        *self,
                                                    GAsyncResult         *result,
                                                    GError              **error);
McpSession         *mcp_comparison_get_session     (McpComparison        *self,
                                                    McpEra                era);       /* (transfer none) */
const GError       *mcp_comparison_get_error       (McpComparison        *self,
                                                    McpEra                era);       /* (nullable): why it could not connect */
const char         *mcp_comparison_get_facts       (McpComparison        *self,
                                                    McpEra                era);       /* (nullable): JSON: what was compared */
GPtrArray          *mcp_comparison_get_differences (McpComparison        *self);      /* (transfer none) of McpDifference */
gboolean            mcp_comparison_is_truncated    (McpComparison        *self);      /* there are more differences than listed */
guint               mcp_comparison_count_surprises (McpComparison        *self);      /* differences that are not expected */

G_END_DECLS
