/* sounder-question-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-json-view.h"
#include "sounder-question-rule-dialog.h"
#include "sounder-question-view.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/* So long what was typed or clicked was meant for something else. */
#define HELD_MSEC 500

/**
 * SounderQuestionView:
 *
 * A question whole: who asks, in which words, what the answer is composed with, and the ways to
 * settle it. An answer that is not what the server asked for is told first; it can be sent all the
 * same, for this is an inspector.
 */

struct _SounderQuestionView
{
  AdwBin               parent_instance;

  McpQuestion         *question;
  McpSession          *session;
  SounderQuestionBody *body;
  gboolean             refused; /* an answer was held back: errors are told as they change */
  gboolean             held;
  guint                held_id; /* while it is seen and held */

  GtkLabel            *who;
  GtkLabel            *facts;
  GtkWidget           *due_box;
  GtkLabel            *due;
  GtkLabel            *message;
  GtkBox              *notes;
  AdwBin              *body_bin;
  GtkExpander         *request_expander;
  SounderJsonView     *request;
  GtkWidget           *error_box;
  GtkLabel            *error;
  GtkButton           *send_button;
  GtkWidget           *anyway_button;
  GtkButton           *decline_button;
  GtkWidget           *cancel_button;
};

G_DEFINE_FINAL_TYPE (SounderQuestionView, sounder_question_view, ADW_TYPE_BIN)

static void
show_error (SounderQuestionView *self,
            const char          *text)
{
  gtk_label_set_text (self->error, text != NULL ? text : "");
  gtk_widget_set_visible (self->error_box, text != NULL);
}

static void
show_what_is_wrong (SounderQuestionView *self)
{
  guint n_errors = sounder_question_body_check (self->body, TRUE);
  g_autofree char *text = NULL;

  if (n_errors > 0)
    text = g_strdup_printf (ngettext ("%u thing is not as the server asked for it.",
                                      "%u things are not as the server asked for them.", n_errors),
                            n_errors);
  show_error (self, text);
  gtk_widget_set_visible (self->anyway_button, n_errors > 0);
}

static void
body_changed_cb (SounderQuestionView *self)
{
  if (self->refused)
    show_what_is_wrong (self);
  else
    show_error (self, NULL);
}

static void
send_anyway (SounderQuestionView *self)
{
  g_autoptr (SounderQuestionView) alive = g_object_ref (self);
  g_autoptr (GError) error = NULL;

  if (!sounder_question_body_send (self->body, &error))
    show_error (self, error->message);
}

static void
send_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  SounderQuestionView *self = SOUNDER_QUESTION_VIEW (widget);

  if (sounder_question_body_check (self->body, FALSE) == 0)
    {
      send_anyway (self);
      return;
    }

  self->refused = TRUE;
  show_what_is_wrong (self);
}

static void
send_anyway_cb (GtkWidget  *widget,
                const char *action_name,
                GVariant   *parameter)
{
  send_anyway (SOUNDER_QUESTION_VIEW (widget));
}

static void
decline_cb (GtkWidget  *widget,
            const char *action_name,
            GVariant   *parameter)
{
  mcp_question_decline (SOUNDER_QUESTION_VIEW (widget)->question);
}

static void
cancel_cb (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  mcp_question_cancel (SOUNDER_QUESTION_VIEW (widget)->question);
}

static void
abandon_cb (GtkWidget  *widget,
            const char *action_name,
            GVariant   *parameter)
{
  mcp_question_abandon (SOUNDER_QUESTION_VIEW (widget)->question);
}

static void
always_cb (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  SounderQuestionView *self = SOUNDER_QUESTION_VIEW (widget);
  GtkWidget *dialog = sounder_question_rule_dialog_new (self->body, widget);

  gtk_window_present (GTK_WINDOW (dialog));
}

static void
show_record_cb (GtkWidget  *widget,
                const char *action_name,
                GVariant   *parameter)
{
  guint serial = mcp_question_get_info (SOUNDER_QUESTION_VIEW (widget)->question)->serial;

  gtk_widget_activate_action (widget, "session.show-record", "u", serial);
}

/* Only when somebody looks: it may be long. */
static void
request_expanded_cb (SounderQuestionView *self)
{
  const char *params = mcp_question_get_info (self->question)->params;
  g_autoptr (GBytes) bytes = NULL;

  if (!gtk_expander_get_expanded (self->request_expander)
      || sounder_json_view_get_bytes (self->request) != NULL)
    return;

  bytes = g_bytes_new (params, strlen (params));
  sounder_json_view_set_bytes (self->request, bytes);
}

static void
due_changed_cb (SounderQuestionView *self)
{
  gint64 due = mcp_question_get_info (self->question)->due_usec;
  g_autofree char *rule = NULL;
  g_autofree char *time = NULL;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->due_box, due > 0);
  if (due == 0)
    return;

  rule = mcp_format_label (mcp_question_get_info (self->question)->rule, FALSE);
  time = mcp_format_wall_time (g_get_real_time () + due - g_get_monotonic_time (), FALSE);
  /* Translators: a time of day, and what the rule does. */
  text = g_strdup_printf (_("A rule answers at %s, unless you do: %s"), time, rule);
  gtk_label_set_text (self->due, text);
}

static char *
dup_tool (McpQuestion *question)
{
  McpCall *call = mcp_question_get_info (question)->call;
  const char *params = call != NULL ? mcp_call_get_params (call) : NULL;
  g_autofree char *name =
    params != NULL ? mcp_json_lookup_string (params, strlen (params), "name") : NULL;

  if (name == NULL && params != NULL)
    name = mcp_json_lookup_string (params, strlen (params), "uri");

  return name != NULL ? mcp_format_label (name, FALSE) : NULL;
}

static char *
dup_facts (McpQuestion *question)
{
  const McpQuestionInfo *info = mcp_question_get_info (question);
  g_autofree char *method = mcp_format_label (info->method, FALSE);
  g_autofree char *tool = dup_tool (question);
  g_autofree char *time = mcp_format_wall_time (
    g_get_real_time () + info->asked_usec - g_get_monotonic_time (), FALSE);
  GString *text = g_string_new (method);

  /* Translators: a time of day. */
  g_string_append (text, " · ");
  g_string_append_printf (text, _("asked at %s"), time);
  if (tool != NULL)
    {
      g_string_append (text, " · ");
      /* Translators: the name of a tool, a prompt or a resource. */
      g_string_append_printf (text, _("%s waits for it"), tool);
    }
  if (info->round > 0)
    {
      g_string_append (text, " · ");
      g_string_append_printf (text, _("round %u"), info->round);
    }

  return g_string_free (text, FALSE);
}

static char *
dup_message (McpQuestion *question)
{
  g_autofree char *message = mcp_question_dup_message (question);

  return message != NULL ? mcp_format_label (message, TRUE) : NULL;
}

static const char *
heading_for (McpQuestionKind kind)
{
  /* Translators: %s is the name of a server. */
  static const char *const headings[] = {
    [MCP_QUESTION_FORM] = N_("%s asks you to fill in a form"),
    [MCP_QUESTION_URL] = N_("%s asks you to visit a page"),
    [MCP_QUESTION_SAMPLING] = N_("%s asks for a model’s answer"),
    [MCP_QUESTION_ROOTS] = N_("%s asks for your roots"),
    [MCP_QUESTION_OTHER] = N_("%s asks something unknown"),
  };

  return _(headings[kind]);
}

static void
fill (SounderQuestionView *self)
{
  McpProfile *profile = mcp_session_get_profile (self->session);
  g_autofree char *name = mcp_format_label (mcp_profile_get_name (profile), FALSE);
  g_autofree char *who = NULL;
  g_autofree char *facts = dup_facts (self->question);
  g_autofree char *message = dup_message (self->question);
  g_auto (GStrv) notes = mcp_question_dup_notes (self->question);

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
  who = g_strdup_printf (heading_for (mcp_question_get_info (self->question)->kind), name);
#pragma GCC diagnostic pop
  gtk_label_set_text (self->who, who);
  gtk_label_set_text (self->facts, facts);
  gtk_label_set_text (self->message, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->message), message != NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->notes), notes[0] != NULL);
  for (guint i = 0; notes[i] != NULL; i++)
    gtk_box_append (self->notes, sounder_question_body_new_warning (notes[i]));
}

static gboolean
is_elicitation (SounderQuestionView *self)
{
  McpQuestionKind kind = mcp_question_get_info (self->question)->kind;

  return kind == MCP_QUESTION_FORM || kind == MCP_QUESTION_URL;
}

static void
update_actions (SounderQuestionView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean elicited = is_elicitation (self);
  gboolean can_refuse = elicited || mcp_question_can_refuse (self->question);

  gtk_widget_action_set_enabled (widget, "question.send", !self->held);
  gtk_widget_action_set_enabled (widget, "question.send-anyway", !self->held);
  /* Only an elicitation knows the difference; only a round can be left without an answer. */
  gtk_widget_action_set_enabled (widget, "question.cancel", elicited && !self->held);
  gtk_widget_action_set_enabled (widget, "question.decline", can_refuse && !self->held);
}

static gboolean
release_cb (gpointer data)
{
  SounderQuestionView *self = data;

  self->held_id = 0;
  self->held = FALSE;
  update_actions (self);

  return G_SOURCE_REMOVE;
}

/* The time runs from when the question is seen. */
static void
sounder_question_view_map (GtkWidget *widget)
{
  SounderQuestionView *self = SOUNDER_QUESTION_VIEW (widget);

  GTK_WIDGET_CLASS (sounder_question_view_parent_class)->map (widget);

  if (self->held && self->held_id == 0)
    self->held_id = g_timeout_add (HELD_MSEC, release_cb, self);
}

static void
set_up_buttons (SounderQuestionView *self)
{
  gboolean elicited = is_elicitation (self);
  const char *decline = elicited ? _("_Decline") : _("_Reject");

  gtk_button_set_label (self->send_button, sounder_question_body_get_label (self->body));
  gtk_button_set_label (self->decline_button, decline);
  sounder_widgets_set_spoken (self->decline_button, _("Answer that you say no"));
  sounder_widgets_set_spoken (self->send_button, _("Send the answer"));

  gtk_widget_set_visible (self->cancel_button, elicited);
  update_actions (self);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "question.show-record",
                                 mcp_question_get_info (self->question)->serial > 0);
}

static void
sounder_question_view_dispose (GObject *object)
{
  SounderQuestionView *self = SOUNDER_QUESTION_VIEW (object);

  g_clear_handle_id (&self->held_id, g_source_remove);
  g_clear_object (&self->question);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (sounder_question_view_parent_class)->dispose (object);
}

static void
install_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "question.send", NULL, send_cb);
  gtk_widget_class_install_action (widget_class, "question.send-anyway", NULL, send_anyway_cb);
  gtk_widget_class_install_action (widget_class, "question.decline", NULL, decline_cb);
  gtk_widget_class_install_action (widget_class, "question.cancel", NULL, cancel_cb);
  gtk_widget_class_install_action (widget_class, "question.abandon", NULL, abandon_cb);
  gtk_widget_class_install_action (widget_class, "question.always", NULL, always_cb);
  gtk_widget_class_install_action (widget_class, "question.show-record", NULL, show_record_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, GDK_CONTROL_MASK,
                                       "question.send", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Enter, GDK_CONTROL_MASK,
                                       "question.send", NULL);
}

static void
sounder_question_view_class_init (SounderQuestionViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_question_view_dispose;
  widget_class->map = sounder_question_view_map;

  g_type_ensure (SOUNDER_TYPE_JSON_VIEW);
  sounder_template_set (widget_class, "sounder-question-view.ui");
  sounder_template_bind (widget_class, SounderQuestionView, who, facts, due_box, due, message,
                         notes, body_bin, request_expander, request, error_box, error, send_button,
                         anyway_button, decline_button, cancel_button);
  sounder_template_connect (widget_class, request_expanded_cb);
  install_actions (widget_class);
}

static gboolean
key_pressed_cb (SounderQuestionView *self)
{
  return self->held;
}

static void
sounder_question_view_init (SounderQuestionView *self)
{
  GtkEventController *keys = gtk_event_controller_key_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (keys, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
}

GtkWidget *
sounder_question_view_new (McpQuestion *question,
                           McpSession  *session)
{
  SounderQuestionView *self;

  g_return_val_if_fail (MCP_IS_QUESTION (question), NULL);
  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);

  self = g_object_new (SOUNDER_TYPE_QUESTION_VIEW, NULL);
  self->question = g_object_ref (question);
  self->session = g_object_ref (session);
  self->body = sounder_question_body_new (question, session);
  adw_bin_set_child (self->body_bin, GTK_WIDGET (self->body));
  fill (self);
  set_up_buttons (self);
  g_signal_connect_object (self->body, "changed", G_CALLBACK (body_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (question, "notify::due-usec", G_CALLBACK (due_changed_cb), self,
                           G_CONNECT_SWAPPED);
  due_changed_cb (self);

  return GTK_WIDGET (self);
}

McpQuestion *
sounder_question_view_get_question (SounderQuestionView *self)
{
  g_return_val_if_fail (SOUNDER_IS_QUESTION_VIEW (self), NULL);

  return self->question;
}

/**
 * sounder_question_view_hold:
 *
 * Nothing answers the question for half a second from when it is seen. For one that comes by
 * itself.
 */
void
sounder_question_view_hold (SounderQuestionView *self)
{
  g_return_if_fail (SOUNDER_IS_QUESTION_VIEW (self));

  self->held = TRUE;
  update_actions (self);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)) && self->held_id == 0)
    self->held_id = g_timeout_add (HELD_MSEC, release_cb, self);
}

gboolean
sounder_question_view_is_held (SounderQuestionView *self)
{
  g_return_val_if_fail (SOUNDER_IS_QUESTION_VIEW (self), FALSE);

  return self->held;
}

/* Lets the keys go to the answer, and never to what sends it. */
void
sounder_question_view_enter (SounderQuestionView *self)
{
  g_return_if_fail (SOUNDER_IS_QUESTION_VIEW (self));

  if (!sounder_question_body_enter (self->body))
    gtk_widget_grab_focus (GTK_WIDGET (self->facts));
}
