/* mcp-answer-rules.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-question.h"

G_BEGIN_DECLS

typedef enum {
  MCP_ANSWER_ACCEPT,   /* with @content, or with the form's defaults */
  MCP_ANSWER_DECLINE,
  MCP_ANSWER_CANCEL,
  MCP_ANSWER_RESULT,   /* with @result as it stands */
  MCP_ANSWER_ERROR,    /* with @code and @message */
  MCP_ANSWER_ABANDON,
  MCP_ANSWER_IGNORE,   /* never: the server waits */
  MCP_ANSWER_ASK,      /* leave it to the person, and look no further */
} McpAnswerAction;

/* One rule. A pattern that is NULL fits everything; patterns know * and ?. */
typedef struct
{
  char            *method;      /* (nullable): pattern: "sampling/?*" */
  char            *mode;        /* (nullable): "form" or "url" */
  char            *about;       /* (nullable): pattern for the message, the system prompt or the URL */
  char            *tool;        /* (nullable): pattern for the name of the call that waits */
  McpAnswerAction  action;
  char            *content;     /* (nullable): JSON object */
  char            *result;      /* (nullable): JSON object */
  gint64           code;
  char            *message;     /* (nullable) */
  guint            times;       /* how often it may answer in one connection; 0 is always */
  guint            delay_msec;
  guint            n_used;
} McpAnswerRule;

/* Rules in order: the first that fits a question answers it. The format is that of docs/answers.md. */
typedef struct _McpAnswerRules McpAnswerRules;

McpAnswerRules      *mcp_answer_rules_new_from_json (const char      *json,   /* an array, or {"answers": […]} */
                                                     gssize           length,
                                                     GError         **error); /* MCP_ERROR_CONFIG, names the rule */
McpAnswerRules      *mcp_answer_rules_copy          (McpAnswerRules  *self);
void                 mcp_answer_rules_free          (McpAnswerRules  *self);
char                *mcp_answer_rules_to_json       (McpAnswerRules  *self);
guint                mcp_answer_rules_get_n         (McpAnswerRules  *self);
const McpAnswerRule *mcp_answer_rules_get           (McpAnswerRules  *self,
                                                     guint            i);
void                 mcp_answer_rules_add           (McpAnswerRules  *self,
                                                     const McpAnswerRule *rule);
void                 mcp_answer_rules_remove        (McpAnswerRules  *self,
                                                     guint            i);
void                 mcp_answer_rules_reset         (McpAnswerRules  *self);  /* a new connection: counts begin again */
gboolean             mcp_answer_rules_name_method   (McpAnswerRules  *self,   /* (nullable) */
                                                     const char      *method);
const McpAnswerRule *mcp_answer_rules_match         (McpAnswerRules  *self,   /* (nullable): and counts it as used */
                                                     McpQuestion     *question);
char                *mcp_answer_rule_describe       (const McpAnswerRule *rule); /* translated, one line */
void                 mcp_answer_rule_apply          (const McpAnswerRule *rule,
                                                     McpQuestion         *question);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpAnswerRules, mcp_answer_rules_free)

G_END_DECLS
