/* mcp-risk.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

G_BEGIN_DECLS

/* Where in a profile. */
typedef enum {
  MCP_RISK_ARGUMENT,
  MCP_RISK_CWD,
  MCP_RISK_VARIABLE,
  MCP_RISK_URL,
  MCP_RISK_SENT,  /* no text of the profile, but a value that it sends */
} McpRiskPlace;

/* How much it matters to whoever decides. */
typedef enum {
  MCP_RISK_PLAIN,  /* good to know */
  MCP_RISK_LOOK,   /* to be looked at: it may well be as wanted */
  MCP_RISK_DANGER, /* seldom what a server needs */
} McpRiskGrade;

/* Something that a person should see before a server is started or reached. */
typedef struct
{
  McpRiskPlace  place;
  McpRiskGrade  grade;
  guint         index;   /* which argument, from the program on, or which variable */
  gsize         start;   /* in bytes of that text; of a variable its name alone */
  gsize         length;
  char         *sent;    /* (nullable): which value, as McpSentValue names it */
  char         *text;    /* a translated sentence on what it means */
} McpRisk;

GPtrArray   *mcp_risks_find         (McpProfile   *profile);  /* (transfer full) of McpRisk, by place */
McpRiskGrade mcp_risks_get_grade    (GPtrArray    *risks);    /* the worst */
const char  *mcp_risk_grade_get_title (McpRiskGrade grade);   /* above what has it */

char        *mcp_risks_dup_setting    (McpProfile   *profile,
                                       guint         index);  /* (nullable) behind the last */

G_END_DECLS
