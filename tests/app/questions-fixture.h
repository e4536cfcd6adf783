/* questions-fixture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-question-view.h"
#include "sounder-questions-panel.h"
#include "sounder-schema-form.h"

G_BEGIN_DECLS

/* A real panel with a real session on the demo server, which asks. */
typedef struct
{
  McpSession            *session;
  McpQuestions          *questions;
  GtkWidget             *window;
  SounderQuestionsPanel *panel;
  McpCall               *call;
} QuestionsFixture;

void                 questions_set_up      (QuestionsFixture    *fixture,
                                            gconstpointer        unused);
void                 questions_tear_down   (QuestionsFixture    *fixture,
                                            gconstpointer        unused);
SounderQuestionView *questions_get_view    (QuestionsFixture    *fixture); /* (nullable) */
GtkWidget           *questions_get_body    (SounderQuestionView *view);

/* Calls a tool that asks, and waits for its question. */
SounderQuestionView *questions_ask         (QuestionsFixture    *fixture,
                                            const char          *tool,
                                            const char          *arguments);
McpForm             *questions_get_content (SounderQuestionView *view);
McpFormNode         *questions_find_field  (McpForm             *content,
                                            const char          *name);
void                 questions_type        (McpForm             *content,
                                            const char          *name,
                                            const char          *text);
gboolean             questions_shows       (GtkWidget           *root,
                                            const char          *text);
void                 questions_activate    (SounderQuestionView *view,
                                            const char          *action);

/* What the tool ends with has this text in it. */
void                 questions_assert_told (QuestionsFixture    *fixture,
                                            const char          *expected);

G_END_DECLS
