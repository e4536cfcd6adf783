/* mcp-arguments.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

#define MCP_TYPE_ARGUMENTS (mcp_arguments_get_type ())

/* Arguments that are kept, as they were typed: a preset when they have a name, history otherwise. Immutable. */
G_DECLARE_FINAL_TYPE (McpArguments, mcp_arguments, MCP, ARGUMENTS, GObject)

struct _McpArguments
{
  GObject  parent_instance;

  char    *name;       /* (nullable) */
  char    *json;
  gint64   used_usec;  /* since 1970; 0: not known */
};

McpArguments *mcp_arguments_new (const char *name,
                                 const char *json,
                                 gint64      used_usec);
char         *mcp_arguments_dup_without_secrets (McpProfile *profile,
                                                 const char *json);

G_END_DECLS
