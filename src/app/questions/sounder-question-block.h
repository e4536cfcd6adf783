/* sounder-question-block.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

typedef enum {
  SOUNDER_BLOCK_TEXT,
  SOUNDER_BLOCK_MEDIA,    /* an image or a sound, from a file */
  SOUNDER_BLOCK_TOOL_USE,
} SounderBlockKind;

#define SOUNDER_TYPE_QUESTION_BLOCK (sounder_question_block_get_type ())

/* One content block of an answer to sampling. Signals: changed, remove. */
G_DECLARE_FINAL_TYPE (SounderQuestionBlock, sounder_question_block, SOUNDER, QUESTION_BLOCK, AdwBin)

GtkWidget *sounder_question_block_new_text     (const char            *text);
GtkWidget *sounder_question_block_new_media    (const char            *name,
                                                const char            *mime_type,
                                                GBytes                *bytes);
GtkWidget *sounder_question_block_new_tool_use (const char * const    *tools,   /* (nullable): their names */
                                                const char            *id);
char      *sounder_question_block_dup_json     (SounderQuestionBlock  *self,
                                                GError               **error);

G_END_DECLS
