/* mcp-command.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

/* Command lines for a POSIX shell that do what was done here. None holds a secret. */
char *mcp_command_for_tool    (McpProfile         *profile,
                               const char         *tool,
                               const char         *arguments);  /* JSON object */
char *mcp_command_for_prompt  (McpProfile         *profile,
                               const char         *prompt,
                               const char         *arguments);  /* JSON object */
char *mcp_command_for_message (McpProfile         *profile,
                               const char         *text,
                               gsize               length);     /* (nullable): no argument can hold it */
char *mcp_command_for_http    (const char         *method,
                               const char         *url,
                               const char * const *headers,     /* names and values in turn, NULL at the end */
                               const char * const *secret_names, /* (nullable) */
                               const char         *body,        /* (nullable) */
                               gsize               length);     /* (nullable): no argument can hold it */

G_END_DECLS
