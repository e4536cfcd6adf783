/* sounder-question-body.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-session.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_QUESTION_BODY (sounder_question_body_get_type ())

/*
 * What a question is answered with, by its kind. Signal: changed (what is composed, or whether it
 * is right).
 */
G_DECLARE_DERIVABLE_TYPE (SounderQuestionBody, sounder_question_body, SOUNDER, QUESTION_BODY, AdwBin)

struct _SounderQuestionBodyClass
{
  AdwBinClass parent_class;

  /* Builds the widgets; question and session are there. */
  void        (*build)       (SounderQuestionBody *self);
  /* What the button that answers is called, with mnemonic. */
  const char *(*get_label)   (SounderQuestionBody *self);
  /* The part that is filled in first; NULL for the first field of all. */
  GtkWidget  *(*get_answer)  (SounderQuestionBody *self);
  /* In how many ways the answer is wrong; @reveal tells them beside their fields. */
  guint       (*check)       (SounderQuestionBody *self,
                              gboolean             reveal);
  /* The whole result as JSON; NULL with an error when what was composed is none. Kinds that are
     answered by something else have the two below instead. */
  char       *(*dup_result)  (SounderQuestionBody *self,
                              GError             **error);
  /* Answers. FALSE with an error when what was composed cannot be sent at all. */
  gboolean    (*send)        (SounderQuestionBody *self,
                              GError             **error);
  /* What is composed and not sent, as text, and the same back into its fields; both or neither. */
  char       *(*dup_draft)   (SounderQuestionBody *self);
  void        (*load_draft)  (SounderQuestionBody *self,
                              const char          *draft);
  /* The same answer as a rule gives it: the members "do", "content", "result". */
  char       *(*dup_rule)    (SounderQuestionBody *self,
                              GError             **error);
};

SounderQuestionBody *sounder_question_body_new          (McpQuestion          *question,
                                                         McpSession           *session);
McpQuestion         *sounder_question_body_get_question (SounderQuestionBody  *self);
McpSession          *sounder_question_body_get_session  (SounderQuestionBody  *self);
const char          *sounder_question_body_get_label    (SounderQuestionBody  *self);
guint                sounder_question_body_check        (SounderQuestionBody  *self,
                                                         gboolean              reveal);
gboolean             sounder_question_body_send         (SounderQuestionBody  *self,
                                                         GError              **error);
char                *sounder_question_body_dup_rule     (SounderQuestionBody  *self,
                                                         GError              **error);
gboolean             sounder_question_body_enter        (SounderQuestionBody  *self);
void                 sounder_question_body_changed      (SounderQuestionBody  *self);

GtkWidget           *sounder_question_body_new_json_button (SounderQuestionBody *self,
                                                            GCallback            toggled);   /* gets @self */
GtkWidget           *sounder_question_body_new_warning  (const char           *text);

G_END_DECLS
