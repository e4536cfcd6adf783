/* sounder-question-url.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-question-body.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_QUESTION_URL (sounder_question_url_get_type ())

/* An address that the server wants the person to visit: elicitation in its URL mode. */
G_DECLARE_FINAL_TYPE (SounderQuestionUrl, sounder_question_url, SOUNDER, QUESTION_URL, SounderQuestionBody)

G_END_DECLS
