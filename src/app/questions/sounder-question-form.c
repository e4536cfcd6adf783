/* sounder-question-form.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "sounder-question-form.h"

/**
 * SounderQuestionForm:
 *
 * The form of an elicitation (client/elicitation), with the server's defaults in it. The whole can
 * be edited as JSON; a form without a schema that makes sense has nothing else.
 */

struct _SounderQuestionForm
{
  SounderQuestionBody  parent_instance;

  SounderSchemaForm   *form;
  GtkToggleButton     *raw_button;
};

G_DEFINE_FINAL_TYPE (SounderQuestionForm, sounder_question_form, SOUNDER_TYPE_QUESTION_BODY)

static void
raw_toggled_cb (SounderQuestionForm *self)
{
  /* Text that is no object cannot be a form: the button goes back. */
  if (!sounder_schema_form_set_raw (self->form, gtk_toggle_button_get_active (self->raw_button),
                                    NULL))
    gtk_toggle_button_set_active (self->raw_button, TRUE);
}

static void
sounder_question_form_build (SounderQuestionBody *body)
{
  SounderQuestionForm *self = SOUNDER_QUESTION_FORM (body);
  McpSchema *schema = mcp_question_get_schema (sounder_question_body_get_question (body), NULL);
  g_autoptr (McpForm) content = mcp_form_new_for_question (schema);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 8);
  GtkWidget *button = sounder_question_body_new_json_button (body, G_CALLBACK (raw_toggled_cb));

  self->form = SOUNDER_SCHEMA_FORM (sounder_schema_form_new ());
  self->raw_button = GTK_TOGGLE_BUTTON (button);
  sounder_schema_form_set_form (self->form, content);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->form));
  gtk_box_append (GTK_BOX (box), button);
  adw_bin_set_child (ADW_BIN (self), box);

  g_signal_connect_object (self->form, "changed", G_CALLBACK (sounder_question_body_changed), self,
                           G_CONNECT_SWAPPED);

  if (schema == NULL)
    {
      gtk_toggle_button_set_active (self->raw_button, TRUE);
      gtk_widget_set_visible (button, FALSE);
    }
}

static const char *
sounder_question_form_get_label (SounderQuestionBody *body)
{
  return _("_Submit");
}

static guint
sounder_question_form_check (SounderQuestionBody *body,
                             gboolean             reveal)
{
  SounderQuestionForm *self = SOUNDER_QUESTION_FORM (body);

  return reveal ? sounder_schema_form_reveal_errors (self->form)
                : sounder_schema_form_get_n_errors (self->form);
}

static gboolean
sounder_question_form_send (SounderQuestionBody  *body,
                            GError              **error)
{
  g_autofree char *content =
    sounder_schema_form_dup_json (SOUNDER_QUESTION_FORM (body)->form, error);

  if (content == NULL)
    return FALSE;

  mcp_question_accept (sounder_question_body_get_question (body), content);

  return TRUE;
}

static char *
sounder_question_form_dup_rule (SounderQuestionBody  *body,
                                GError              **error)
{
  g_autofree char *content =
    sounder_schema_form_dup_json (SOUNDER_QUESTION_FORM (body)->form, error);

  return content != NULL ? g_strdup_printf ("\"do\":\"accept\",\"content\":%s", content) : NULL;
}

static char *
sounder_question_form_dup_draft (SounderQuestionBody *body)
{
  SounderQuestionForm *self = SOUNDER_QUESTION_FORM (body);
  char *draft = sounder_schema_form_dup_draft (self->form);

  return draft != NULL ? draft : sounder_schema_form_dup_json (self->form, NULL);
}

static void
sounder_question_form_load_draft (SounderQuestionBody *body,
                                  const char          *draft)
{
  SounderQuestionForm *self = SOUNDER_QUESTION_FORM (body);

  if (mcp_form_load (sounder_schema_form_get_form (self->form), draft, NULL))
    return;

  gtk_toggle_button_set_active (self->raw_button, TRUE);
  sounder_schema_form_set_text (self->form, draft);
}

static void
sounder_question_form_class_init (SounderQuestionFormClass *klass)
{
  SounderQuestionBodyClass *body_class = SOUNDER_QUESTION_BODY_CLASS (klass);

  body_class->build = sounder_question_form_build;
  body_class->get_label = sounder_question_form_get_label;
  body_class->check = sounder_question_form_check;
  body_class->send = sounder_question_form_send;
  body_class->dup_rule = sounder_question_form_dup_rule;
  body_class->dup_draft = sounder_question_form_dup_draft;
  body_class->load_draft = sounder_question_form_load_draft;
}

static void
sounder_question_form_init (SounderQuestionForm *self)
{
}
