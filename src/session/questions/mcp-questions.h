/* mcp-questions.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-answer-rules.h"
#include "mcp-question.h"
#include "mcp-responder.h"

G_BEGIN_DECLS

#define MCP_TYPE_QUESTIONS (mcp_questions_get_type ())

/*
 * What a session's server asks, oldest first: a GListModel of the #McpQuestion that wait, and
 * the responder of the requests it came by. A rule answers first; then, if somebody is there
 * (attended), the question waits for them; else it is declined. Properties: attended, n-items.
 * Signals: asked (McpQuestion), settled (McpQuestion).
 */
G_DECLARE_FINAL_TYPE (McpQuestions, mcp_questions, MCP, QUESTIONS, GObject)

McpQuestions   *mcp_questions_new          (McpProfile          *profile);
void            mcp_questions_set_attended (McpQuestions        *self,
                                            gboolean             attended);
void            mcp_questions_set_rules    (McpQuestions        *self,
                                            McpAnswerRules      *rules);    /* (nullable) (transfer none): asked before the profile's */
GListModel     *mcp_questions_get_history  (McpQuestions        *self);     /* (transfer none) of McpQuestion, settled, oldest first; the last 1,000 */
void            mcp_questions_ask_async    (McpQuestions        *self,
                                            const char          *method,
                                            const char          *params,    /* JSON object */
                                            gsize                length,
                                            McpCall             *call,      /* (nullable) */
                                            const char          *key,       /* (nullable): in inputRequests */
                                            guint                round,
                                            guint                serial,
                                            GCancellable        *cancellable,
                                            GAsyncReadyCallback  callback,
                                            gpointer             user_data);
char           *mcp_questions_ask_finish   (McpQuestions        *self,
                                            GAsyncResult        *result,
                                            gint64              *code,      /* (out) (optional) */
                                            GError             **error);
void            mcp_questions_withdraw_all (McpQuestions        *self);     /* the connection ended */

G_END_DECLS
