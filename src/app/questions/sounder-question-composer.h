/* sounder-question-composer.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-revision.h"
#include "sounder-question-block.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_QUESTION_COMPOSER (sounder_question_composer_get_type ())

/* What a model would say, written by hand: the result of sampling. Signal: changed. */
G_DECLARE_FINAL_TYPE (SounderQuestionComposer, sounder_question_composer, SOUNDER, QUESTION_COMPOSER, AdwBin)

GtkWidget *sounder_question_composer_new        (McpRevision               revision,
                                                 const char               *params); /* of sampling/createMessage */
GtkWidget *sounder_question_composer_get_blocks (SounderQuestionComposer  *self);
char      *sounder_question_composer_dup_result (SounderQuestionComposer  *self,
                                                 GError                  **error);

G_END_DECLS
