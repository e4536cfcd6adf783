/* sounder-question-rule-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "sounder-number.h"
#include "sounder-question-rule-dialog.h"
#include "sounder-questions-panel.h"
#include "sounder-template.h"

/**
 * SounderQuestionRuleDialog:
 *
 * From one question to a rule for those like it: which of them, what is answered, how often and
 * when. The answer composed beside it is the first choice.
 */

struct _SounderQuestionRuleDialog
{
  AdwWindow            parent_instance;

  SounderQuestionBody *body;
  GtkWidget           *panel;   /* (nullable): who keeps the rule */

  GtkWidget           *add_button;
  AdwComboRow         *fits_row;
  AdwComboRow         *answer_row;
  AdwComboRow         *times_row;
  GtkEditable         *delay_row;
  GtkSwitch           *now_switch;
  GtkLabel            *error;
};

G_DEFINE_FINAL_TYPE (SounderQuestionRuleDialog, sounder_question_rule_dialog, ADW_TYPE_WINDOW)

#define MAX_DELAY_SECONDS 3600

/* In the order of the drop-down. */
enum {
  FITS_LIKE_THIS,
  FITS_ALL_OF_KIND,
};

enum {
  ANSWER_COMPOSED,
  ANSWER_ACCEPT,
  ANSWER_DECLINE,
  ANSWER_CANCEL,
  ANSWER_IGNORE,
};

static void
changed_cb (SounderQuestionRuleDialog *self)
{
  double seconds;
  gboolean ok = sounder_number_read (self->delay_row, 0, MAX_DELAY_SECONDS, &seconds);

  gtk_widget_set_sensitive (self->add_button, ok);
}

static void
append_answer (SounderQuestionRuleDialog *self,
               GString                   *json,
               const char                *composed)
{
  static const char *const actions[] = {
    [ANSWER_ACCEPT] = "accept",
    [ANSWER_DECLINE] = "decline",
    [ANSWER_CANCEL] = "cancel",
    [ANSWER_IGNORE] = "ignore",
  };
  guint answer = adw_combo_row_get_selected (self->answer_row);

  if (answer == ANSWER_COMPOSED)
    g_string_append_printf (json, "%s%s", json->len > 1 ? "," : "", composed);
  else
    mcp_json_append_member_string (json, "do", actions[answer]);
}

static char *
dup_subject (McpQuestion *question)
{
  const char *params = mcp_question_get_info (question)->params;

  switch (mcp_question_get_info (question)->kind)
    {
    case MCP_QUESTION_FORM:
      return mcp_question_dup_message (question);

    case MCP_QUESTION_URL:
      return mcp_question_dup_url (question);

    case MCP_QUESTION_SAMPLING:
      return mcp_json_lookup_string (params, strlen (params), "systemPrompt");

    case MCP_QUESTION_ROOTS:
    case MCP_QUESTION_OTHER:
    default:
      return NULL;
    }
}

/* A list of one, or NULL when the answer is no JSON. */
static McpAnswerRules *
make_rule (SounderQuestionRuleDialog  *self,
           GError                    **error)
{
  McpQuestion *question = sounder_question_body_get_question (self->body);
  McpQuestionKind kind = mcp_question_get_info (question)->kind;
  g_autoptr (GString) json = g_string_new ("{");
  g_autofree char *composed = NULL;
  g_autofree char *subject = dup_subject (question);
  g_autofree char *list = NULL;
  double seconds = 0;

  if (adw_combo_row_get_selected (self->answer_row) == ANSWER_COMPOSED)
    {
      composed = sounder_question_body_dup_rule (self->body, error);
      if (composed == NULL)
        return NULL;
    }

  mcp_json_append_member_string (json, "method", mcp_question_get_info (question)->method);
  if (kind == MCP_QUESTION_FORM || kind == MCP_QUESTION_URL)
    mcp_json_append_member_string (json, "mode", kind == MCP_QUESTION_URL ? "url" : "form");
  if (adw_combo_row_get_selected (self->fits_row) == FITS_LIKE_THIS && subject != NULL)
    mcp_json_append_member_string (json, "about", subject);
  append_answer (self, json, composed);
  if (adw_combo_row_get_selected (self->times_row) == 1)
    mcp_json_append_member_int (json, "times", 1);
  sounder_number_parse (gtk_editable_get_text (self->delay_row), 0, MAX_DELAY_SECONDS, &seconds);
  if (seconds > 0)
    mcp_json_append_member_int (json, "delayMs", (gint64) (seconds * 1000));
  g_string_append_c (json, '}');
  list = g_strdup_printf ("[%s]", json->str);

  return mcp_answer_rules_new_from_json (list, -1, error);
}

static void
add_cb (SounderQuestionRuleDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpAnswerRules) made = make_rule (self, &error);
  g_autoptr (McpProfile) changed = NULL;
  McpSession *session = sounder_question_body_get_session (self->body);
  g_autoptr (McpAnswerRules) rules = NULL;
  g_autoptr (McpQuestion) question = NULL;

  if (made == NULL)
    {
      gtk_label_set_text (self->error, error->message);
      gtk_widget_set_visible (GTK_WIDGET (self->error), TRUE);
      return;
    }

  changed = mcp_profile_copy (mcp_session_get_profile (session));
  rules = mcp_answer_rules_copy (mcp_profile_get_answer_rules (changed));
  mcp_answer_rules_add (rules, mcp_answer_rules_get (made, 0));
  mcp_profile_set_answer_rules (changed, rules);
  sounder_questions_panel_change_profile (self->panel, session, changed);

  /* The question may go with its view, and the body with both. */
  question = g_object_ref (sounder_question_body_get_question (self->body));
  if (gtk_switch_get_active (self->now_switch))
    mcp_answer_rule_apply (mcp_answer_rules_get (made, 0), question);
  gtk_window_close (GTK_WINDOW (self));
}

static void
sounder_question_rule_dialog_dispose (GObject *object)
{
  SounderQuestionRuleDialog *self = SOUNDER_QUESTION_RULE_DIALOG (object);

  g_clear_object (&self->body);
  g_clear_object (&self->panel);

  G_OBJECT_CLASS (sounder_question_rule_dialog_parent_class)->dispose (object);
}

static void
sounder_question_rule_dialog_class_init (SounderQuestionRuleDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_question_rule_dialog_dispose;

  sounder_template_set (widget_class, "sounder-question-rule-dialog.ui");
  sounder_template_bind (widget_class, SounderQuestionRuleDialog, add_button, fits_row, answer_row,
                         times_row, delay_row, now_switch, error);
  sounder_template_connect (widget_class, add_cb, changed_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_question_rule_dialog_init (SounderQuestionRuleDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static void
set_choices (AdwComboRow *row,
             const char  *first,
             ...)
{
  GtkStringList *list = gtk_string_list_new (NULL);
  va_list args;

  va_start (args, first);
  for (const char *choice = first; choice != NULL; choice = va_arg (args, const char *))
    gtk_string_list_append (list, choice);
  va_end (args);

  adw_combo_row_set_model (row, G_LIST_MODEL (list));
  g_object_unref (list);
}

static void
set_up_choices (SounderQuestionRuleDialog *self,
                McpQuestionKind            kind)
{
  switch (kind)
    {
    case MCP_QUESTION_FORM:
      set_choices (self->fits_row, _("With this message"), _("Every form"), NULL);
      break;

    case MCP_QUESTION_URL:
      set_choices (self->fits_row, _("With this address"), _("Every address"), NULL);
      break;

    case MCP_QUESTION_SAMPLING:
      set_choices (self->fits_row, _("With this system prompt"), _("All for a model"), NULL);
      break;

    case MCP_QUESTION_ROOTS:
    case MCP_QUESTION_OTHER:
    default:
      set_choices (self->fits_row, _("All of this method"), NULL);
    }

  if (kind == MCP_QUESTION_FORM || kind == MCP_QUESTION_URL)
    set_choices (self->answer_row, _("As it is in the panel"), _("Accept, with the defaults"),
                 _("Decline"), _("Cancel"), _("Nothing: let the server wait"), NULL);
  else
    set_choices (self->answer_row, _("As it is in the panel"), _("Accept"), _("Reject"), NULL);
}

GtkWidget *
sounder_question_rule_dialog_new (SounderQuestionBody *body,
                                  GtkWidget           *parent)
{
  SounderQuestionRuleDialog *self;
  GtkWidget *panel = gtk_widget_get_ancestor (parent, SOUNDER_TYPE_QUESTIONS_PANEL);
  GtkRoot *root = gtk_widget_get_root (parent);

  g_return_val_if_fail (SOUNDER_IS_QUESTION_BODY (body), NULL);

  self = g_object_new (SOUNDER_TYPE_QUESTION_RULE_DIALOG, NULL);
  self->body = g_object_ref (body);
  self->panel = panel != NULL ? g_object_ref (panel) : NULL;
  if (GTK_IS_WINDOW (root))
    gtk_window_set_transient_for (GTK_WINDOW (self), GTK_WINDOW (root));
  set_up_choices (self, mcp_question_get_info (sounder_question_body_get_question (body))->kind);

  return GTK_WIDGET (self);
}
