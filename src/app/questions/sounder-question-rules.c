/* sounder-question-rules.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-literal.h"
#include "sounder-question-rules.h"
#include "sounder-questions-panel.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

struct _SounderQuestionRules
{
  AdwBin       parent_instance;

  McpSession  *session; /* (nullable) */
  GtkListBox  *list;
  GtkWidget   *none;
  GtkWidget   *adding;    /* what makes one without a question */
  GtkDropDown *kind;
  GtkDropDown *answer;
  GtkEditable *about;
};

G_DEFINE_FINAL_TYPE (SounderQuestionRules, sounder_question_rules, ADW_TYPE_BIN)

static void
remove_clicked_cb (GtkButton            *button,
                   SounderQuestionRules *self)
{
  GtkWidget *row = gtk_widget_get_ancestor (GTK_WIDGET (button), GTK_TYPE_LIST_BOX_ROW);
  guint i = (guint) gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (row));
  g_autoptr (McpProfile) changed = mcp_profile_copy (mcp_session_get_profile (self->session));
  g_autoptr (McpAnswerRules) rules =
    mcp_answer_rules_copy (mcp_profile_get_answer_rules (changed));

  if (i >= mcp_answer_rules_get_n (rules))
    return;

  mcp_answer_rules_remove (rules, i);
  mcp_profile_set_answer_rules (changed, rules);
  sounder_questions_panel_change_profile (GTK_WIDGET (self), self->session, changed);
}

/* In the order of the choices. */
static const struct
{
  const char *method;
  const char *mode; /* (nullable) */
} kinds[] = {
  { "elicitation/create", "form" },
  { "elicitation/create", "url" },
  { "sampling/createMessage", NULL },
};

static const char *const answers[] = { "accept", "decline", "cancel", "ignore" };

static void
add_clicked_cb (SounderQuestionRules *self)
{
  guint kind = gtk_drop_down_get_selected (self->kind);
  const char *about = gtk_editable_get_text (self->about);
  g_autoptr (McpProfile) changed = mcp_profile_copy (mcp_session_get_profile (self->session));
  g_autoptr (McpAnswerRules) rules =
    mcp_answer_rules_copy (mcp_profile_get_answer_rules (changed));
  g_autoptr (McpAnswerRules) made = NULL;
  g_autoptr (GString) json = g_string_new ("[{");
  g_autoptr (GError) error = NULL;

  mcp_json_append_member_string (json, "method", kinds[kind].method);
  if (kinds[kind].mode != NULL)
    mcp_json_append_member_string (json, "mode", kinds[kind].mode);
  if (*about != '\0')
    mcp_json_append_member_string (json, "about", about);
  mcp_json_append_member_string (json, "do", answers[gtk_drop_down_get_selected (self->answer)]);
  g_string_append (json, "}]");

  made = mcp_answer_rules_new_from_json (json->str, json->len, &error);
  if (made == NULL)
    {
      gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s", error->message);
      return;
    }

  mcp_answer_rules_add (rules, mcp_answer_rules_get (made, 0));
  mcp_profile_set_answer_rules (changed, rules);
  gtk_editable_set_text (self->about, "");
  sounder_questions_panel_change_profile (GTK_WIDGET (self), self->session, changed);
}

static GtkWidget *
new_row (SounderQuestionRules *self,
         const McpAnswerRule  *rule)
{
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  g_autofree char *text = mcp_answer_rule_describe (rule);
  g_autofree char *visible = mcp_format_label (text, FALSE);
  g_autofree char *remove = g_strdup_printf (_("Remove the rule: %s"), visible);
  GtkWidget *label = sounder_widgets_new_paragraph (visible, NULL);
  GtkWidget *button = sounder_widgets_new_icon_button ("list-remove-symbolic", _("Remove"), remove);

  /* The answer of a rule may be long; its beginning tells it apart. */
  gtk_label_set_lines (GTK_LABEL (label), 4);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  sounder_literal_show_whole (label, GTK_LABEL (label), visible);
  gtk_widget_set_hexpand (label, TRUE);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_clicked_cb), self, 0);
  gtk_box_append (GTK_BOX (box), label);
  gtk_box_append (GTK_BOX (box), button);
  gtk_widget_add_css_class (box, "field");
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);

  return row;
}

/* Reads the rules again. */
static void
sounder_question_rules_update (SounderQuestionRules *self)
{
  McpAnswerRules *rules = NULL;

  g_return_if_fail (SOUNDER_IS_QUESTION_RULES (self));

  sounder_widgets_remove_children (self->list);

  if (self->session != NULL)
    rules = mcp_profile_get_answer_rules (mcp_session_get_profile (self->session));
  for (guint i = 0; i < mcp_answer_rules_get_n (rules); i++)
    gtk_list_box_append (self->list, new_row (self, mcp_answer_rules_get (rules, i)));

  gtk_widget_set_visible (GTK_WIDGET (self->list), mcp_answer_rules_get_n (rules) > 0);
  gtk_widget_set_visible (self->none, mcp_answer_rules_get_n (rules) == 0);
  gtk_widget_set_visible (self->adding, self->session != NULL);
}

void
sounder_question_rules_set_session (SounderQuestionRules *self,
                                    McpSession           *session)
{
  g_return_if_fail (SOUNDER_IS_QUESTION_RULES (self));

  g_set_object (&self->session, session);
  sounder_question_rules_update (self);
}

static void
sounder_question_rules_dispose (GObject *object)
{
  g_clear_object (&SOUNDER_QUESTION_RULES (object)->session);

  G_OBJECT_CLASS (sounder_question_rules_parent_class)->dispose (object);
}

static void
sounder_question_rules_class_init (SounderQuestionRulesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_question_rules_dispose;

  sounder_template_set (widget_class, "sounder-question-rules.ui");
  sounder_template_bind (widget_class, SounderQuestionRules, list, none, adding, kind, answer, about);
  sounder_template_connect (widget_class, add_clicked_cb);
}

static void
sounder_question_rules_init (SounderQuestionRules *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_question_rules_update (self);
}
