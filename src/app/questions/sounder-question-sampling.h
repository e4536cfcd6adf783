/* sounder-question-sampling.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-question-body.h"
#include "sounder-question-composer.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_QUESTION_SAMPLING (sounder_question_sampling_get_type ())

/* A model's answer that the server wants: what it sends the model, and what to say as one. */
G_DECLARE_FINAL_TYPE (SounderQuestionSampling, sounder_question_sampling, SOUNDER, QUESTION_SAMPLING, SounderQuestionBody)


G_END_DECLS
