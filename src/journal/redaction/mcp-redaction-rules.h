/* mcp-redaction-rules.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What a person wants taken out beside what is recognised anyway. Does not change once it is made,
 * so that threads may share it. */
typedef struct _McpRedactionRules McpRedactionRules;

McpRedactionRules  *mcp_redaction_rules_new          (const char *const  *names,
                                                      const char *const  *patterns,
                                                      GError            **error);
McpRedactionRules  *mcp_redaction_rules_ref          (McpRedactionRules  *self);
void                mcp_redaction_rules_unref        (McpRedactionRules  *self);
const char *const  *mcp_redaction_rules_get_names    (McpRedactionRules  *self);
const char *const  *mcp_redaction_rules_get_patterns (McpRedactionRules  *self);
char               *mcp_redaction_rules_dup_path     (void); /* where they are kept: "sounder/redaction.json" in the folder for settings */
McpRedactionRules  *mcp_redaction_rules_load         (const char         *path,
                                                      GError            **error);
gboolean            mcp_redaction_rules_save         (McpRedactionRules  *self,
                                                      const char         *path,
                                                      GError            **error);
void                mcp_redaction_rules_set_default  (McpRedactionRules  *self); /* (nullable): of each redactor that is made from now on */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpRedactionRules, mcp_redaction_rules_unref)

G_END_DECLS
