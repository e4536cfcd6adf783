/* sounder-question-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-question-body.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_QUESTION_VIEW (sounder_question_view_get_type ())

/*
 * One question with all there is to do with it. Actions: question.send, question.send-anyway,
 * question.decline, question.cancel, question.abandon, question.always, question.show-record.
 */
G_DECLARE_FINAL_TYPE (SounderQuestionView, sounder_question_view, SOUNDER, QUESTION_VIEW, AdwBin)

GtkWidget           *sounder_question_view_new          (McpQuestion          *question,
                                                         McpSession           *session);
McpQuestion         *sounder_question_view_get_question (SounderQuestionView  *self);
void                 sounder_question_view_hold         (SounderQuestionView  *self);
gboolean             sounder_question_view_is_held      (SounderQuestionView  *self);
void                 sounder_question_view_enter        (SounderQuestionView  *self);

G_END_DECLS
