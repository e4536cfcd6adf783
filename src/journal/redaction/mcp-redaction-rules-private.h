/* mcp-redaction-rules-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-redaction-rules.h"
#include "mcp-redactor-private.h"

G_BEGIN_DECLS

McpRedactionRules *mcp_redaction_rules_dup_default   (void);
gboolean           mcp_redaction_rules_has_name      (McpRedactionRules *self,    /* (nullable) */
                                                      const char        *normal); /* of mcp_redactor_normalize_name() */
gboolean           mcp_redaction_rules_has_patterns  (McpRedactionRules *self);   /* (nullable) */
const char *const *mcp_redaction_rules_get_marks     (McpRedactionRules *self);   /* what stands in each spelling of a name */
GString           *mcp_redaction_rules_edit          (McpRedactor       *redactor,
                                                      const char        *text,
                                                      gsize              length);

G_END_DECLS
