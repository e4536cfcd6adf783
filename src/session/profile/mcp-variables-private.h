/* mcp-variables-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile-private.h"
#include "mcp-variables.h"

G_BEGIN_DECLS

/* More are not asked for. */
#define MCP_VARIABLES_MAX 200

typedef enum {
  MCP_REFERENCE_TEXT,         /* none: it stands for itself */
  MCP_REFERENCE_VARIABLE,
  MCP_REFERENCE_UNSUPPORTED,
} McpVariableReferenceKind;

typedef struct
{
  McpVariableReferenceKind kind;
  gsize         length;    /* of all of it, braces too */
  char         *key;       /* (nullable) */
  char         *otherwise; /* (nullable): what ${X:-…} is without a value */
} McpVariableReference;

/* What is done at each reference of a text. */
typedef gboolean (*McpVariableVisitFunc) (McpProfile  *profile,
                               McpVariableReference   *reference,
                               GString     *out,
                               gpointer     user_data,
                               GError     **error);

char    *mcp_variables_walk             (McpProfile                 *profile,
                                         const char                 *text,
                                         gboolean                    is_script,
                                         McpVariableVisitFunc        visit,
                                         gpointer                    user_data,
                                         GError                    **error);
gboolean mcp_variables_visit            (McpProfile                 *profile,
                                         McpProfileSettings         *settings,
                                         McpVariableVisitFunc        visit,
                                         gpointer                    user_data,
                                         GError                    **error);
char    *mcp_variables_lookup           (McpProfile                 *profile,
                                         const McpVariableReference *reference,
                                         GHashTable                 *secrets); /* (nullable) */
gboolean mcp_variables_fail_unsupported (McpProfile                 *profile,
                                         const McpVariableReference *reference,
                                         GError                    **error);
gboolean mcp_variables_find_input       (McpProfile                 *profile,
                                         const char                 *id,
                                         McpSpan                    *found);
void     mcp_variables_read_input       (McpVariable                *variable,
                                         const char                 *text,
                                         gsize                       length);
void     mcp_variables_append_value     (McpProfile                 *profile,
                                         const char                 *key,
                                         const char                 *value,
                                         GString                    *out);
void     mcp_variables_spread           (McpProfile                 *profile,
                                         McpProfileSettings         *settings,
                                         GHashTable                 *secrets);   /* (nullable) */

G_END_DECLS
