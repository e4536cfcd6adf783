/* sounder-questions-panel.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"
#include "sounder-question-view.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_QUESTIONS_PANEL (sounder_questions_panel_get_type ())

/*
 * What a session's server asks: the queue, what was settled, the rules, the roots. Properties:
 * session, n-waiting. Signals: question (a question waits for the person), close, change-profile
 * (McpProfile changed) → whether somebody kept it.
 */
G_DECLARE_FINAL_TYPE (SounderQuestionsPanel, sounder_questions_panel, SOUNDER, QUESTIONS_PANEL, SounderPage)

guint                sounder_questions_panel_get_n_waiting  (SounderQuestionsPanel *self);
void                 sounder_questions_panel_show_page      (SounderQuestionsPanel *self,
                                                             const char            *name); /* waiting, settled, rules, roots */
void                 sounder_questions_panel_enter          (SounderQuestionsPanel *self);
gboolean             sounder_questions_panel_has_focus      (SounderQuestionsPanel *self);
gboolean             sounder_questions_panel_leave          (SounderQuestionsPanel *self);
void                 sounder_questions_panel_change_profile (GtkWidget             *widget, /* (nullable): in the panel */
                                                             McpSession            *session,
                                                             McpProfile            *changed);

G_END_DECLS
