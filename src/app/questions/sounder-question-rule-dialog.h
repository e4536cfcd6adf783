/* sounder-question-rule-dialog.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-question-body.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_QUESTION_RULE_DIALOG (sounder_question_rule_dialog_get_type ())

/* Makes a rule of a question and of what its answer is composed of. */
G_DECLARE_FINAL_TYPE (SounderQuestionRuleDialog, sounder_question_rule_dialog, SOUNDER, QUESTION_RULE_DIALOG, AdwWindow)

GtkWidget      *sounder_question_rule_dialog_new       (SounderQuestionBody        *body,
                                                        GtkWidget                  *parent);

G_END_DECLS
