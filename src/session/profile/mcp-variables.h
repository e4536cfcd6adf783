/* mcp-variables.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

/* Something in a profile that a person has to fill in. */
typedef struct
{
  char     *key;      /* "input:token", "env:HOME", "TOKEN", "workspaceFolder", "%APPDATA%" */
  char     *title;    /* for people, in one line */
  gboolean  secret;   /* kept in the keyring, under its key */
  char    **options;  /* (nullable): one of these */
  char     *initial;  /* (nullable): what it may be left at */
  char     *help;     /* (nullable): more about it, for people */
  char     *format;   /* (nullable): "number", "boolean", "directory", "file" */
  char     *minimum;  /* (nullable): of a number, as JSON */
  char     *maximum;  /* (nullable) */
  gboolean  required; /* it may not be empty */
  gboolean  optional; /* empty, it is not there: neither an argument nor a variable of the environment comes of it */
  gboolean  multiple; /* one value per line; alone in an argument, one argument per value */
} McpVariable;

/*
 * What stands for something else in commands, directories, variables, addresses and headers of a profile, as
 * other clients write it: docs/variables.md has the list. Nothing is filled in twice.
 */
GPtrArray  *mcp_variables_list    (McpProfile   *profile);       /* (transfer full) of McpVariable: that nothing is known for */
gboolean    mcp_variables_check   (McpProfile   *profile,
                                   GError      **error);         /* MCP_ERROR_INPUT, names them */
gboolean    mcp_variables_check_value (const McpVariable *variable,
                                       const char        *value,
                                       GError           **error);  /* MCP_ERROR_INPUT */
McpProfile *mcp_variables_resolve (McpProfile   *profile,
                                   GHashTable   *secrets,        /* (nullable): values by key */
                                   GError      **error);         /* (transfer full) */
void        mcp_variables_adopt   (McpProfile   *profile,
                                   const char   *inputs);        /* a JSON array; those that the profile uses */
gboolean    mcp_variables_is_secret  (McpProfile *profile,
                                      const char *id);
void        mcp_variables_add_secret (McpProfile *profile,
                                      const char *id);            /* "input:ID" is asked for as a secret */
GPtrArray  *mcp_variables_list_environ (McpProfile *profile);
char       *mcp_variables_dup_environ (McpProfile *profile,
                                       const char *name);        /* (transfer full) (nullable): what ${env:NAME} is */
GHashTable *mcp_variables_new_values (void);                     /* keys and values are the table's */

G_END_DECLS
