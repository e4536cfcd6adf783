/* sounder-question-history.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-question-history.h"
#include "sounder-widgets.h"

/* As many as somebody looks through; the timeline has them all. */
#define MAX_ROWS 100

/* What is shown of a long answer: the record has it whole. */
#define MAX_ANSWER_BYTES 4096

struct _SounderQuestionHistory
{
  AdwBin        parent_instance;

  GListModel   *history; /* (nullable) */
  gulong        changed_id;
  GtkListBox   *list;
  GtkWidget    *none;
};

G_DEFINE_FINAL_TYPE (SounderQuestionHistory, sounder_question_history, ADW_TYPE_BIN)

/* Each state has its own sign and its own word. */
static const struct
{
  const char *icon;
  const char *text;
} states[] = {
  [MCP_QUESTION_WAITING] = { "content-loading-symbolic", N_("Waiting") },
  [MCP_QUESTION_ANSWERED] = { "object-select-symbolic", N_("Answered") },
  [MCP_QUESTION_DECLINED] = { "action-unavailable-symbolic", N_("Declined") },
  [MCP_QUESTION_CANCELLED] = { "window-close-symbolic", N_("Cancelled") },
  [MCP_QUESTION_REFUSED] = { "dialog-error-symbolic", N_("Refused with an error") },
  [MCP_QUESTION_ABANDONED] = { "edit-delete-symbolic", N_("Abandoned") },
  [MCP_QUESTION_WITHDRAWN] = { "edit-undo-symbolic", N_("Withdrawn by the server") },
};

static GtkWidget *
new_answer (McpQuestion *question)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  const char *answer = mcp_question_get_info (question)->answer;
  guint serial = mcp_question_get_info (question)->serial;

  if (answer != NULL)
    {
      McpJsonPrint print = { .max_bytes = MAX_ANSWER_BYTES, .max_string_bytes = 512 };
      g_autofree char *pretty = mcp_json_pretty (answer, strlen (answer), &print, NULL);

      gtk_box_append (GTK_BOX (box), sounder_widgets_new_quote (pretty, "mono"));
    }
  if (serial > 0)
    {
      GtkWidget *button = gtk_button_new_with_mnemonic (_("_Show in Timeline"));

      gtk_widget_set_halign (button, GTK_ALIGN_START);
      sounder_widgets_set_spoken (button, _("Show the question in the timeline"));
      gtk_actionable_set_action_name (GTK_ACTIONABLE (button), "session.show-record");
      gtk_actionable_set_action_target (GTK_ACTIONABLE (button), "u", serial);
      gtk_box_append (GTK_BOX (box), button);
    }
  gtk_widget_add_css_class (box, "field");

  return box;
}

static char *
dup_title (McpQuestion *question)
{
  g_autofree char *message = mcp_question_dup_message (question);

  return mcp_format_label (message != NULL && *message != '\0'
                               ? message
                               : mcp_question_get_info (question)->method, FALSE);
}

static GtkWidget *
new_row (McpQuestion *question)
{
  const McpQuestionInfo *info = mcp_question_get_info (question);
  GtkWidget *row = adw_expander_row_new ();
  McpQuestionState state = info->state;
  GtkWidget *icon = gtk_image_new_from_icon_name (states[state].icon);
  g_autofree char *title = dup_title (question);
  g_autofree char *time = mcp_format_wall_time (
    g_get_real_time () + info->asked_usec - g_get_monotonic_time (), FALSE);
  g_autofree char *rule = NULL;
  g_autoptr (GString) subtitle = g_string_new (_(states[state].text));

  g_string_append (subtitle, " · ");
  g_string_append_printf (subtitle, _("asked at %s"), time);
  if (info->rule != NULL)
    {
      rule = mcp_format_label (info->rule, FALSE);
      g_string_append (subtitle, " · ");
      g_string_append_printf (subtitle, _("by a rule: %s"), rule);
    }

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (row), subtitle->str);
  sounder_widgets_set_spoken (icon, _(states[state].text));
  adw_expander_row_add_prefix (ADW_EXPANDER_ROW (row), icon);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (row), new_answer (question));

  return row;
}

static void
update_none (SounderQuestionHistory *self)
{
  gboolean has_rows = gtk_list_box_get_row_at_index (self->list, 0) != NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->list), has_rows);
  gtk_widget_set_visible (self->none, !has_rows);
}

static void
prepend_range (SounderQuestionHistory *self,
               guint                   position,
               guint                   n)
{
  for (guint i = position; i < position + n; i++)
    {
      g_autoptr (McpQuestion) question = g_list_model_get_item (self->history, i);
      GtkListBoxRow *oldest;

      gtk_list_box_prepend (self->list, new_row (question));
      oldest = gtk_list_box_get_row_at_index (self->list, MAX_ROWS);
      if (oldest != NULL)
        gtk_list_box_remove (self->list, GTK_WIDGET (oldest));
    }
  update_none (self);
}

static void
items_changed_cb (SounderQuestionHistory *self,
                  guint                   position,
                  guint                   n_removed,
                  guint                   n_added)
{
  /* The oldest go by themselves; what comes is at the end. */
  prepend_range (self, position, n_added);
}

void
sounder_question_history_set_session (SounderQuestionHistory *self,
                                      McpSession             *session)
{
  GListModel *history =
    session != NULL ? mcp_questions_get_history (mcp_session_get_questions (session)) : NULL;
  guint n;

  g_return_if_fail (SOUNDER_IS_QUESTION_HISTORY (self));

  if (self->history == history)
    return;

  if (self->history != NULL)
    g_clear_signal_handler (&self->changed_id, self->history);
  g_set_object (&self->history, history);
  sounder_widgets_remove_children (self->list);

  if (history != NULL)
    {
      n = g_list_model_get_n_items (history);
      self->changed_id = g_signal_connect_swapped (history, "items-changed",
                                                   G_CALLBACK (items_changed_cb), self);
      prepend_range (self, n > MAX_ROWS ? n - MAX_ROWS : 0, MIN (n, MAX_ROWS));
    }
  update_none (self);
}

static void
sounder_question_history_dispose (GObject *object)
{
  SounderQuestionHistory *self = SOUNDER_QUESTION_HISTORY (object);

  if (self->history != NULL)
    g_clear_signal_handler (&self->changed_id, self->history);
  g_clear_object (&self->history);

  G_OBJECT_CLASS (sounder_question_history_parent_class)->dispose (object);
}

static void
sounder_question_history_class_init (SounderQuestionHistoryClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_question_history_dispose;
}

static void
sounder_question_history_init (SounderQuestionHistory *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);

  self->list = GTK_LIST_BOX (sounder_widgets_new_boxed_list (_("Settled questions")));
  self->none = sounder_widgets_new_paragraph (_("Nothing was asked yet."), "dim-label");
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->list));
  gtk_box_append (GTK_BOX (box), self->none);
  adw_bin_set_child (ADW_BIN (self), box);
  update_none (self);
}
