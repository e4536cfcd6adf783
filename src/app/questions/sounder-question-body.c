/* sounder-question-body.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-focus.h"
#include "sounder-question-body.h"
#include "sounder-question-form.h"
#include "sounder-question-result.h"
#include "sounder-question-roots.h"
#include "sounder-question-sampling.h"
#include "sounder-question-url.h"
#include "sounder-widgets.h"

/**
 * SounderQuestionBody:
 *
 * The part of a question that differs by its kind. What it composes lives in its widgets until it
 * is sent: it is kept as long as the question waits, whatever else is shown meanwhile.
 */

typedef struct
{
  McpQuestion *question;
  McpSession  *session;
} SounderQuestionBodyPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (SounderQuestionBody, sounder_question_body, ADW_TYPE_BIN)

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
sounder_question_body_dispose (GObject *object)
{
  SounderQuestionBodyPrivate *priv =
    sounder_question_body_get_instance_private (SOUNDER_QUESTION_BODY (object));

  g_clear_object (&priv->question);
  g_clear_object (&priv->session);

  G_OBJECT_CLASS (sounder_question_body_parent_class)->dispose (object);
}

/* It may be about to go, and its fields are still there. */
static void
sounder_question_body_unmap (GtkWidget *widget)
{
  SounderQuestionBody *self = SOUNDER_QUESTION_BODY (widget);

  if (SOUNDER_QUESTION_BODY_GET_CLASS (self)->dup_draft != NULL)
    {
      g_autofree char *draft = SOUNDER_QUESTION_BODY_GET_CLASS (self)->dup_draft (self);

      mcp_question_set_draft (sounder_question_body_get_question (self), draft);
    }

  GTK_WIDGET_CLASS (sounder_question_body_parent_class)->unmap (widget);
}

static gboolean
sounder_question_body_real_send (SounderQuestionBody  *self,
                                 GError              **error)
{
  g_autofree char *result = SOUNDER_QUESTION_BODY_GET_CLASS (self)->dup_result (self, error);

  if (result == NULL)
    return FALSE;

  mcp_question_answer (sounder_question_body_get_question (self), result);

  return TRUE;
}

static char *
sounder_question_body_real_dup_rule (SounderQuestionBody  *self,
                                     GError              **error)
{
  g_autofree char *result = SOUNDER_QUESTION_BODY_GET_CLASS (self)->dup_result (self, error);

  return result != NULL ? g_strdup_printf ("\"do\":\"answer\",\"result\":%s", result) : NULL;
}

static void
sounder_question_body_class_init (SounderQuestionBodyClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_question_body_dispose;
  GTK_WIDGET_CLASS (klass)->unmap = sounder_question_body_unmap;
  klass->send = sounder_question_body_real_send;
  klass->dup_rule = sounder_question_body_real_dup_rule;

  /**
   * SounderQuestionBody::changed:
   *
   * What is composed changed, or whether it is right.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                   NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
sounder_question_body_init (SounderQuestionBody *self)
{
}

static GType
type_for (McpQuestionKind kind)
{
  switch (kind)
    {
    case MCP_QUESTION_FORM:
      return SOUNDER_TYPE_QUESTION_FORM;

    case MCP_QUESTION_URL:
      return SOUNDER_TYPE_QUESTION_URL;

    case MCP_QUESTION_SAMPLING:
      return SOUNDER_TYPE_QUESTION_SAMPLING;

    case MCP_QUESTION_ROOTS:
      return SOUNDER_TYPE_QUESTION_ROOTS;

    case MCP_QUESTION_OTHER:
    default:
      return SOUNDER_TYPE_QUESTION_RESULT;
    }
}

SounderQuestionBody *
sounder_question_body_new (McpQuestion *question,
                           McpSession  *session)
{
  SounderQuestionBody *self;
  SounderQuestionBodyPrivate *priv;

  g_return_val_if_fail (MCP_IS_QUESTION (question), NULL);
  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);

  self = g_object_new (type_for (mcp_question_get_info (question)->kind), NULL);
  priv = sounder_question_body_get_instance_private (self);
  priv->question = g_object_ref (question);
  priv->session = g_object_ref (session);
  SOUNDER_QUESTION_BODY_GET_CLASS (self)->build (self);
  if (mcp_question_get_draft (question) != NULL)
    SOUNDER_QUESTION_BODY_GET_CLASS (self)->load_draft (self, mcp_question_get_draft (question));

  return self;
}

McpQuestion *
sounder_question_body_get_question (SounderQuestionBody *self)
{
  SounderQuestionBodyPrivate *priv = sounder_question_body_get_instance_private (self);

  return priv->question;
}

McpSession *
sounder_question_body_get_session (SounderQuestionBody *self)
{
  SounderQuestionBodyPrivate *priv = sounder_question_body_get_instance_private (self);

  return priv->session;
}

const char *
sounder_question_body_get_label (SounderQuestionBody *self)
{
  return SOUNDER_QUESTION_BODY_GET_CLASS (self)->get_label (self);
}

/**
 * sounder_question_body_check:
 * @reveal: whether to tell what is wrong beside the fields
 *
 * Checks what is composed against what the server asked for.
 *
 * Returns: in how many ways it is wrong
 */
guint
sounder_question_body_check (SounderQuestionBody *self,
                             gboolean             reveal)
{
  SounderQuestionBodyClass *klass = SOUNDER_QUESTION_BODY_GET_CLASS (self);

  return klass->check != NULL ? klass->check (self, reveal) : 0;
}

/**
 * sounder_question_body_send:
 *
 * Answers the question with what is composed, right or not.
 *
 * Returns: %FALSE when it is no JSON
 */
gboolean
sounder_question_body_send (SounderQuestionBody  *self,
                            GError              **error)
{
  return SOUNDER_QUESTION_BODY_GET_CLASS (self)->send (self, error);
}

/**
 * sounder_question_body_dup_rule:
 *
 * Gets what is composed as the answer of a rule.
 *
 * Returns: (transfer full) (nullable): JSON members such as `"do":"accept","content":{}`
 */
char *
sounder_question_body_dup_rule (SounderQuestionBody  *self,
                                GError              **error)
{
  return SOUNDER_QUESTION_BODY_GET_CLASS (self)->dup_rule (self, error);
}

/* Lets the keys go to the answer's first field, else to what else takes keys; %FALSE when nothing does. */
gboolean
sounder_question_body_enter (SounderQuestionBody *self)
{
  SounderQuestionBodyClass *klass = SOUNDER_QUESTION_BODY_GET_CLASS (self);
  GtkWidget *answer = klass->get_answer != NULL ? klass->get_answer (self) : GTK_WIDGET (self);

  return sounder_focus_is_in (GTK_WIDGET (self)) || sounder_focus_enter_field (answer)
         || sounder_focus_enter (GTK_WIDGET (self));
}

/* For the kinds: tells that something changed. */
void
sounder_question_body_changed (SounderQuestionBody *self)
{
  g_signal_emit (self, signals[CHANGED], 0);
}

/* For those whose answer can be written as JSON as well. */
GtkWidget *
sounder_question_body_new_json_button (SounderQuestionBody *self,
                                       GCallback            toggled)
{
  GtkWidget *button = gtk_toggle_button_new_with_label (_("JSON"));

  gtk_widget_set_halign (button, GTK_ALIGN_END);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Edit the answer as JSON"));
  sounder_widgets_set_spoken (button, _("Edit the answer as JSON"));
  g_signal_connect_object (button, "toggled", toggled, self, G_CONNECT_SWAPPED);

  return button;
}

/* Something to know before answering: a sign beside the words, not colour alone. */
GtkWidget *
sounder_question_body_new_warning (const char *text)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 8);
  GtkWidget *icon = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
  GtkWidget *label = sounder_widgets_new_quote (text, NULL);

  gtk_widget_set_valign (icon, GTK_ALIGN_START);
  gtk_widget_set_hexpand (label, TRUE);
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), label);
  gtk_widget_add_css_class (box, "question-warning");

  return box;
}
