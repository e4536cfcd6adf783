/* mcp-form.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-form-node.h"

G_BEGIN_DECLS

#define MCP_TYPE_FORM (mcp_form_get_type ())

/*
 * A JSON object that is being filled in by its schema: a tree of nodes, the root of which is always there. Signals:
 * changed (McpFormNode, NULL when it may be all of them), judged. Property: checks-formats.
 */
G_DECLARE_FINAL_TYPE (McpForm, mcp_form, MCP, FORM, GObject)

McpForm     *mcp_form_new               (McpSchema    *schema);  /* (nullable) */
McpForm     *mcp_form_new_for_question  (McpSchema    *schema);  /* (nullable) */
gboolean     mcp_form_is_for_question   (McpForm      *self);
McpFormNode *mcp_form_get_root          (McpForm      *self);
char        *mcp_form_to_json           (McpForm      *self);
gboolean     mcp_form_load              (McpForm      *self,
                                         const char   *json,
                                         GError      **error);
void         mcp_form_reset             (McpForm      *self);
void         mcp_form_set_checks_formats (McpForm     *self,
                                         gboolean      checks_formats);

/* What is wrong. */
guint        mcp_form_get_n_errors      (McpForm      *self);
McpFormNode *mcp_form_get_next_error    (McpForm      *self,
                                         McpFormNode  *after);  /* (nullable), as what is returned */

G_END_DECLS
