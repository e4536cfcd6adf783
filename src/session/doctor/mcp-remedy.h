/* mcp-remedy.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

/* The one thing that helps, as something a program can do; each with its target, a string. */
typedef enum {
  MCP_REMEDY_NONE,         /* not known: the code of the error says what comes closest */
  MCP_REMEDY_RETRY,
  MCP_REMEDY_EDIT,         /* (nullable): the setting, as in servers.json */
  MCP_REMEDY_USE_PATH,     /* another path of the same host */
  MCP_REMEDY_USE_URL,      /* another address */
  MCP_REMEDY_USE_HTTPS,
  MCP_REMEDY_USE_HTTP,
  MCP_REMEDY_USE_PROTOCOL, /* a revision, to be offered */
  MCP_REMEDY_CERTIFICATE,  /* show it; it may be accepted there */
  MCP_REMEDY_PERMIT,       /* copy the command that lets us leave the sandbox */
  MCP_REMEDY_COPY_COMMAND, /* to run it in a terminal */
  MCP_REMEDY_SIGN_IN,
  MCP_REMEDY_SET_HEADER,   /* its name: a person gives the value */
  MCP_REMEDY_SET_VARIABLE, /* NAME: a person gives the value; NAME=VALUE: set at once */
  MCP_REMEDY_ADD_ARGUMENT, /* an argument that goes right behind the program's name */
  MCP_REMEDY_TIMELINE,     /* show what was sent and received */
  MCP_N_REMEDIES,
} McpRemedyAction;

const char *mcp_remedy_get_nick (McpRemedyAction  action);   /* (nullable): for scripts: "set-header" */
gboolean    mcp_remedy_applies  (McpRemedyAction  action,
                                 const char      *target);   /* (nullable) */
void        mcp_remedy_apply    (McpRemedyAction  action,
                                 const char      *target,
                                 McpProfile      *profile);

G_END_DECLS
