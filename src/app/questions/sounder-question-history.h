/* sounder-question-history.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-session.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_QUESTION_HISTORY (sounder_question_history_get_type ())

/* The questions that were settled, and how; the newest first. */
G_DECLARE_FINAL_TYPE (SounderQuestionHistory, sounder_question_history, SOUNDER, QUESTION_HISTORY, AdwBin)

void sounder_question_history_set_session (SounderQuestionHistory *self,
                                           McpSession             *session); /* (nullable) */

G_END_DECLS
