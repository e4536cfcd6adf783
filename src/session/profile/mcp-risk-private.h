/* mcp-risk-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-risk.h"

G_BEGIN_DECLS

#define MCP_MAX_RISKS 200

/* A word of a command line. */
typedef struct
{
  const char *text;    /* ends in NUL */
  guint       index;   /* of the argument that it is in */
  gsize       start;   /* in bytes of that */
  gsize       length;
} McpRiskWord;

void     mcp_risk_add            (GPtrArray          *risks,
                                  McpRiskPlace        place,
                                  guint               index,
                                  gsize               start,
                                  gsize               length,
                                  McpRiskGrade        grade,
                                  const char         *text);
void     mcp_risk_add_argument   (GPtrArray          *risks,
                                  const char * const *argv,
                                  guint               index,
                                  McpRiskGrade        grade,
                                  const char         *text);
char    *mcp_risk_dup_program    (const char         *argument);  /* (nullable) */
gboolean mcp_risk_is_program     (const char         *argument,
                                  const char * const *names);
gboolean mcp_risk_is_shell       (const char         *argument);
gboolean mcp_risk_gives_script   (const char         *argument);
gboolean mcp_risk_is_temporary   (const char         *path);
const char *mcp_risk_describe_variable (const char   *name,
                                        McpRiskGrade *grade);
void     mcp_risks_of_words      (GPtrArray          *risks,
                                  const McpRiskWord  *words,
                                  guint               n_words);
void     mcp_risks_of_script     (GPtrArray          *risks,
                                  guint               index,
                                  const char         *script);
void     mcp_risks_of_containers (GPtrArray          *risks,
                                  const char * const *argv);
void     mcp_risks_of_packages   (GPtrArray          *risks,
                                  const char * const *argv);
void     mcp_risks_of_url        (GPtrArray          *risks,
                                  const char         *url);

G_END_DECLS
