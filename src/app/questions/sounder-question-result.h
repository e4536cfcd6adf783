/* sounder-question-result.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-question-body.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_QUESTION_RESULT (sounder_question_result_get_type ())

/* A result written as JSON: for what is asked by a method that is not known. */
G_DECLARE_FINAL_TYPE (SounderQuestionResult, sounder_question_result, SOUNDER, QUESTION_RESULT, SounderQuestionBody)

/* Reads an editor's text as the result of a request, for all bodies. */
char *sounder_question_result_read (const char  *text,
                                    GError     **error);

G_END_DECLS
