/* sounder-question-rules.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-session.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_QUESTION_RULES (sounder_question_rules_get_type ())

/* The rules that answer a server's questions, to look at and to take away. */
G_DECLARE_FINAL_TYPE (SounderQuestionRules, sounder_question_rules, SOUNDER, QUESTION_RULES, AdwBin)

void sounder_question_rules_set_session (SounderQuestionRules *self,
                                         McpSession           *session); /* (nullable) */

G_END_DECLS
