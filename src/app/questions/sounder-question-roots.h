/* sounder-question-roots.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-question-body.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_QUESTION_ROOTS (sounder_question_roots_get_type ())

/* The roots that a server wants to know: those of its profile, edited for this one answer. */
G_DECLARE_FINAL_TYPE (SounderQuestionRoots, sounder_question_roots, SOUNDER, QUESTION_ROOTS, SounderQuestionBody)

G_END_DECLS
