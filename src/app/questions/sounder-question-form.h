/* sounder-question-form.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-question-body.h"
#include "sounder-schema-form.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_QUESTION_FORM (sounder_question_form_get_type ())

/* A form to fill in: elicitation in its form mode. */
G_DECLARE_FINAL_TYPE (SounderQuestionForm, sounder_question_form, SOUNDER, QUESTION_FORM, SounderQuestionBody)


G_END_DECLS
