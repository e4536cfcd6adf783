/* mcp-question.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-call.h"
#include "mcp-schema.h"

G_BEGIN_DECLS

typedef enum {
  MCP_QUESTION_FORM,      /* elicitation/create, mode form or none */
  MCP_QUESTION_URL,       /* elicitation/create, mode url */
  MCP_QUESTION_SAMPLING,  /* sampling/createMessage */
  MCP_QUESTION_ROOTS,     /* roots/list */
  MCP_QUESTION_OTHER,
} McpQuestionKind;

typedef enum {
  MCP_QUESTION_WAITING,
  MCP_QUESTION_ANSWERED,   /* accepted, or answered with a custom result */
  MCP_QUESTION_DECLINED,
  MCP_QUESTION_CANCELLED,  /* the answer was “cancel” */
  MCP_QUESTION_REFUSED,    /* with a JSON-RPC error; before 2026-07-28 only */
  MCP_QUESTION_ABANDONED,  /* its call was given up with it */
  MCP_QUESTION_WITHDRAWN,  /* by the server, or with the connection */
} McpQuestionState;

#define MCP_TYPE_QUESTION (mcp_question_get_type ())

/*
 * Something the server asks its user: a request of its own before 2026-07-28, an entry of
 * inputRequests from then on. It is settled once. Properties, both notify: state, due-usec.
 */
G_DECLARE_FINAL_TYPE (McpQuestion, mcp_question, MCP, QUESTION, GObject)

/* What is known of it. */
typedef struct
{
  McpQuestionKind   kind;
  McpQuestionState  state;
  char             *method;
  char             *params;      /* the server's tokens; "{}" for none */
  McpCall          *call;        /* (nullable): whose round it is */
  guint             round;       /* 1 for the first, 0 for none */
  guint             serial;      /* of the record that asked; 0 */
  gint64            asked_usec;  /* monotonic */
  gint64            due_usec;    /* when a rule will answer; 0 */
  char             *rule;        /* (nullable): what answered, or will */
  char             *answer;      /* (nullable): the result that was given */
} McpQuestionInfo;

const McpQuestionInfo *mcp_question_get_info   (McpQuestion  *self);
gboolean          mcp_question_is_waiting      (McpQuestion  *self);
gboolean          mcp_question_can_refuse      (McpQuestion  *self);  /* with an error: not in a round */
char             *mcp_question_dup_message     (McpQuestion  *self);  /* (nullable): untrusted text */
char             *mcp_question_dup_url         (McpQuestion  *self);  /* (nullable): untrusted text */
McpSchema        *mcp_question_get_schema      (McpQuestion  *self,
                                                GError      **error); /* (transfer none) (nullable): requestedSchema */
char             *mcp_question_dup_defaults    (McpQuestion  *self);  /* an object with what the schema gives a default */
gboolean          mcp_question_check_content   (McpQuestion  *self,
                                                const char   *content,
                                                GError      **error);
char             *mcp_question_dup_misfit      (McpQuestion  *self);  /* (nullable): how the accepted content breaks the form */
GStrv             mcp_question_dup_notes       (McpQuestion  *self);  /* what the server's form does that it must not; never NULL */

/* What a person has composed and not sent, kept while it waits. */
const char       *mcp_question_get_draft       (McpQuestion  *self);  /* (nullable) */
void              mcp_question_set_draft       (McpQuestion  *self,
                                                const char   *draft); /* (nullable) */

/* Settling. Each does nothing once it is settled. */
void              mcp_question_accept          (McpQuestion  *self,
                                                const char   *content); /* (nullable): JSON object, for a form */
void              mcp_question_decline         (McpQuestion  *self);
void              mcp_question_cancel          (McpQuestion  *self);
void              mcp_question_answer          (McpQuestion  *self,
                                                const char   *result);  /* JSON object */
void              mcp_question_refuse          (McpQuestion  *self,
                                                gint64        code,
                                                const char   *message);
void              mcp_question_abandon         (McpQuestion  *self);

G_END_DECLS
