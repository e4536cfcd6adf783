/* mcp-question-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-question.h"

G_BEGIN_DECLS

/* What a settled question leaves: a result, or an error with the code to answer with. */
typedef void (*McpQuestionSettled) (McpQuestion  *question,
                                    const char   *result,  /* (nullable) */
                                    gint64        code,
                                    const GError *error,   /* (nullable) */
                                    gpointer      user_data);

/* For McpQuestions: it alone makes them and hears how they end. */
McpQuestion *mcp_question_new         (const char         *method,
                                       const char         *params,
                                       gsize               length,
                                       McpCall            *call,     /* (nullable) */
                                       const char         *key,      /* (nullable) */
                                       guint               round,
                                       guint               serial,
                                       McpQuestionSettled  settled,
                                       gpointer            user_data);
void         mcp_question_withdraw    (McpQuestion        *self);
void         mcp_question_set_due     (McpQuestion        *self,
                                       gint64              due_usec,
                                       const char         *rule);

G_END_DECLS
