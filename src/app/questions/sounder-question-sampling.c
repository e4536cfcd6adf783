/* sounder-question-sampling.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "sounder-conversation.h"
#include "sounder-json-view.h"
#include "sounder-question-result.h"
#include "sounder-question-sampling.h"
#include "sounder-widgets.h"

/**
 * SounderQuestionSampling:
 *
 * sampling/createMessage (client/sampling): the conversation, the system prompt and the wishes of
 * the server as it sent them; below, the answer, composed or as JSON.
 */

struct _SounderQuestionSampling
{
  SounderQuestionBody      parent_instance;

  SounderQuestionComposer *composer;
  SounderJsonView         *editor;
  GtkToggleButton         *raw_button;
  GtkStack                *stack;
  gboolean                 composed; /* by the person */
};

G_DEFINE_FINAL_TYPE (SounderQuestionSampling, sounder_question_sampling,
                     SOUNDER_TYPE_QUESTION_BODY)

/* Names of tools, hints and the like in one line. */
static char *
join_names (const char *json,
            gsize       length)
{
  g_autoptr (GString) text = g_string_new (NULL);
  McpJsonIter iter;
  McpSpan value;

  if (!mcp_json_iter_init (&iter, json, length) || iter.is_object)
    return g_strndup (json, length);

  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *name = mcp_json_lookup_string (json + value.offset, value.length, "name");
      g_autofree char *token = name == NULL ? g_strndup (json + value.offset, value.length) : NULL;

      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "",
                              name != NULL ? name : token);
    }

  return g_strdup (text->str);
}

static void
append_fact (GtkGrid    *grid,
             guint      *n_rows,
             const char *params,
             const char *path,
             const char *name)
{
  McpSpan span;
  g_autofree char *text = NULL;
  GtkWidget *label;
  GtkWidget *value;

  if (!mcp_json_lookup (params, strlen (params), path, &span))
    return;

  text = mcp_json_get_type (params + span.offset, span.length) == MCP_JSON_STRING
           ? mcp_json_dup_string (params + span.offset, span.length)
           : join_names (params + span.offset, span.length);
  label = sounder_widgets_new_paragraph (name, "dim-label");
  value = sounder_widgets_new_quote (text != NULL ? text : "", NULL);
  gtk_widget_set_valign (label, GTK_ALIGN_START);
  gtk_widget_set_hexpand (value, TRUE);
  gtk_grid_attach (grid, label, 0, *n_rows, 1, 1);
  gtk_grid_attach (grid, value, 1, *n_rows, 1, 1);
  (*n_rows)++;
}

static GtkWidget *
new_facts (const char *params)
{
  static const struct
  {
    const char *path;
    const char *name;
  } facts[] = {
    { "systemPrompt", N_("System prompt") },
    { "modelPreferences.hints", N_("Models wanted") },
    { "modelPreferences.costPriority", N_("Cost priority") },
    { "modelPreferences.speedPriority", N_("Speed priority") },
    { "modelPreferences.intelligencePriority", N_("Intelligence priority") },
    { "maxTokens", N_("Tokens at most") },
    { "temperature", N_("Temperature") },
    { "stopSequences", N_("Stop sequences") },
    { "includeContext", N_("Context to include") },
    { "tools", N_("Tools offered") },
    { "toolChoice", N_("Choice of tools") },
    { "metadata", N_("Metadata") },
  };
  GtkWidget *grid = gtk_grid_new ();
  guint n_rows = 0;

  gtk_grid_set_column_spacing (GTK_GRID (grid), 12);
  gtk_grid_set_row_spacing (GTK_GRID (grid), 4);
  for (guint i = 0; i < G_N_ELEMENTS (facts); i++)
    append_fact (GTK_GRID (grid), &n_rows, params, facts[i].path, _(facts[i].name));

  return grid;
}

static void
composer_changed_cb (SounderQuestionSampling *self)
{
  self->composed = TRUE;
  sounder_question_body_changed (SOUNDER_QUESTION_BODY (self));
}

static void
raw_toggled_cb (SounderQuestionSampling *self)
{
  gboolean raw = gtk_toggle_button_get_active (self->raw_button);

  if (raw)
    {
      g_autofree char *result = sounder_question_composer_dup_result (self->composer, NULL);
      g_autofree char *pretty =
        result != NULL ? mcp_json_pretty (result, strlen (result), NULL, NULL) : g_strdup ("{}");

      sounder_json_view_set_text (self->editor, pretty);
    }
  gtk_stack_set_visible_child_name (self->stack, raw ? "raw" : "composer");
}

static GtkWidget *
new_answer (SounderQuestionSampling *self,
            const char              *params)
{
  McpSession *session = sounder_question_body_get_session (SOUNDER_QUESTION_BODY (self));
  GtkWidget *stack = gtk_stack_new ();
  GtkWidget *card = adw_bin_new ();

  self->stack = GTK_STACK (stack);
  self->composer = SOUNDER_QUESTION_COMPOSER (
    sounder_question_composer_new (mcp_session_get_revision (session), params));
  self->editor = SOUNDER_JSON_VIEW (sounder_json_view_new ());
  sounder_json_view_set_editable (self->editor, TRUE);
  sounder_json_view_set_label (self->editor, _("The answer as JSON"));
  gtk_widget_set_size_request (GTK_WIDGET (self->editor), -1, 220);
  gtk_widget_set_overflow (card, GTK_OVERFLOW_HIDDEN);
  gtk_widget_add_css_class (card, "card");
  adw_bin_set_child (ADW_BIN (card), GTK_WIDGET (self->editor));
  gtk_stack_set_vhomogeneous (self->stack, FALSE);
  gtk_stack_add_named (self->stack, GTK_WIDGET (self->composer), "composer");
  gtk_stack_add_named (self->stack, card, "raw");

  return stack;
}

static void
sounder_question_sampling_build (SounderQuestionBody *body)
{
  SounderQuestionSampling *self = SOUNDER_QUESTION_SAMPLING (body);
  const char *params = mcp_question_get_info (sounder_question_body_get_question (body))->params;
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  GtkWidget *messages = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);

  gtk_box_append (GTK_BOX (box), sounder_widgets_new_line (_("Conversation"), "heading"));
  sounder_conversation_append_messages (GTK_BOX (messages), params, strlen (params),
                                        _("The request has no messages."));
  gtk_box_append (GTK_BOX (box), messages);
  gtk_box_append (GTK_BOX (box), new_facts (params));
  gtk_box_append (GTK_BOX (box), sounder_widgets_new_line (_("Answer"), "heading"));
  gtk_box_append (GTK_BOX (box), new_answer (self, params));
  self->raw_button = GTK_TOGGLE_BUTTON (sounder_question_body_new_json_button (SOUNDER_QUESTION_BODY (self),
                                                                               G_CALLBACK (raw_toggled_cb)));
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->raw_button));
  adw_bin_set_child (ADW_BIN (self), box);
  g_signal_connect_object (self->composer, "changed", G_CALLBACK (composer_changed_cb), self,
                           G_CONNECT_SWAPPED);
}

static const char *
sounder_question_sampling_get_label (SounderQuestionBody *body)
{
  return _("_Send");
}

/* The words, not the role and the model above them. */
static GtkWidget *
sounder_question_sampling_get_answer (SounderQuestionBody *body)
{
  SounderQuestionSampling *self = SOUNDER_QUESTION_SAMPLING (body);

  return gtk_toggle_button_get_active (self->raw_button)
           ? GTK_WIDGET (self->editor)
           : sounder_question_composer_get_blocks (self->composer);
}

static char *
sounder_question_sampling_dup_result (SounderQuestionBody  *body,
                                      GError              **error)
{
  SounderQuestionSampling *self = SOUNDER_QUESTION_SAMPLING (body);
  g_autofree char *text = NULL;

  if (!gtk_toggle_button_get_active (self->raw_button))
    return sounder_question_composer_dup_result (self->composer, error);

  text = sounder_json_view_dup_text (self->editor);

  return sounder_question_result_read (text, error);
}

static char *
sounder_question_sampling_dup_draft (SounderQuestionBody *body)
{
  SounderQuestionSampling *self = SOUNDER_QUESTION_SAMPLING (body);
  g_autofree char *result = NULL;

  if (gtk_toggle_button_get_active (self->raw_button))
    return sounder_json_view_dup_text (self->editor);

  result = self->composed ? sounder_question_composer_dup_result (self->composer, NULL) : NULL;

  return result != NULL ? mcp_json_pretty (result, strlen (result), NULL, NULL) : NULL;
}

/* A composer reads no JSON: the draft is edited as what it is. */
static void
sounder_question_sampling_load_draft (SounderQuestionBody *body,
                                      const char          *draft)
{
  SounderQuestionSampling *self = SOUNDER_QUESTION_SAMPLING (body);

  gtk_toggle_button_set_active (self->raw_button, TRUE);
  sounder_json_view_set_text (self->editor, draft);
}

static void
sounder_question_sampling_class_init (SounderQuestionSamplingClass *klass)
{
  SounderQuestionBodyClass *body_class = SOUNDER_QUESTION_BODY_CLASS (klass);

  body_class->build = sounder_question_sampling_build;
  body_class->get_label = sounder_question_sampling_get_label;
  body_class->get_answer = sounder_question_sampling_get_answer;
  body_class->dup_result = sounder_question_sampling_dup_result;
  body_class->dup_draft = sounder_question_sampling_dup_draft;
  body_class->load_draft = sounder_question_sampling_load_draft;
}

static void
sounder_question_sampling_init (SounderQuestionSampling *self)
{
}
