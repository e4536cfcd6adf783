/* sounder-redaction-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-redaction-dialog"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-recorder.h"
#include "sounder-redaction-dialog.h"

/*
 * Before a recording is saved: what is going to be taken out of it, by rule, and the first
 * different ones with little of each left. A recorder that writes nowhere finds it, in slices; the
 * dialog fills while it does. To save all as it is takes an explicit choice.
 */

#define UPDATE_MSEC 50

static const char *const rules[MCP_N_REDACTIONS] = {
  [MCP_REDACTION_KNOWN] = N_("Values of the environment and of headers"),
  [MCP_REDACTION_HEADER] = N_("Headers with secret names"),
  [MCP_REDACTION_MEMBER] = N_("Members of objects with secret names"),
  [MCP_REDACTION_ADDRESS] = N_("Parts of addresses"),
  [MCP_REDACTION_SETTING] = N_("Settings with secret names"),
  [MCP_REDACTION_BEARER] = N_("Bearer tokens"),
  [MCP_REDACTION_TOKEN] = N_("Tokens that show what they are"),
};

typedef struct
{
  GtkWidget            *rows[MCP_N_REDACTIONS];
  GtkWidget            *nothing;
  GtkWidget            *expander;
  GtkWidget            *samples;
  GtkWidget            *keep;

  McpRedactionReport   *report;
  McpRedactor          *redactor;
  McpRecorder          *recorder;   /* (nullable) */
  guint                 source;
  SounderRedactionFunc  answered;
  gpointer              user_data;
} Preview;

static void
preview_free (Preview *self)
{
  g_clear_handle_id (&self->source, g_source_remove);
  /* Nobody waits for the end of a preview. */
  if (self->recorder != NULL)
    mcp_recorder_abandon (self->recorder);
  g_clear_object (&self->recorder);
  mcp_redactor_free (self->redactor);
  mcp_redaction_report_free (self->report);
  g_free (self);
}

static void
show_samples (Preview *self)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < self->report->samples->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? "\n" : "",
                            (const char *) self->report->samples->pdata[i]);
  gtk_label_set_text (GTK_LABEL (self->samples), text->str);
  gtk_widget_set_visible (self->expander, text->len > 0);
}

static void
show_counts (Preview *self)
{
  gboolean done = self->recorder == NULL || mcp_recorder_get_progress (self->recorder) >= 1;
  guint total = 0;

  for (guint i = 0; i < MCP_N_REDACTIONS; i++)
    {
      guint n = self->report->n_taken[i];
      g_autofree char *text = g_strdup_printf (ngettext ("%u time", "%u times", n), n);

      total += n;
      adw_action_row_set_subtitle (ADW_ACTION_ROW (self->rows[i]), text);
      gtk_widget_set_visible (self->rows[i], n > 0);
    }
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->nothing),
                                 done ? _("Nothing was recognised as a secret") : _("Looking…"));
  gtk_widget_set_visible (self->nothing, total == 0);
  show_samples (self);
}

static gboolean
update_cb (gpointer user_data)
{
  Preview *self = user_data;

  show_counts (self);
  if (self->recorder != NULL && mcp_recorder_get_progress (self->recorder) < 1)
    return G_SOURCE_CONTINUE;

  self->source = 0;

  return G_SOURCE_REMOVE;
}

static void
response_cb (AdwMessageDialog *dialog,
             const char       *response,
             Preview          *self)
{
  gboolean keep = gtk_switch_get_active (GTK_SWITCH (self->keep));

  self->answered (g_str_equal (response, "save"), !keep, self->user_data);
}

static GtkWidget *
make_keep_row (Preview *self)
{
  GtkWidget *row = adw_action_row_new ();

  self->keep = gtk_switch_new ();
  gtk_widget_set_valign (self->keep, GTK_ALIGN_CENTER);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _("Save with all secrets"));
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row),
                               _("Whoever gets the file gets them too"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), self->keep);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), self->keep);

  return row;
}

static GtkWidget *
make_samples (Preview *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();

  self->samples = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->samples), 0);
  gtk_label_set_selectable (GTK_LABEL (self->samples), TRUE);
  gtk_widget_add_css_class (self->samples, "monospace");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), self->samples);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 140);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  self->expander = gtk_expander_new (_("What is replaced"));
  gtk_expander_set_child (GTK_EXPANDER (self->expander), scroller);

  return self->expander;
}

static GtkWidget *
make_content (Preview *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("What is taken out"), -1);
  self->nothing = adw_action_row_new ();
  gtk_list_box_append (GTK_LIST_BOX (list), self->nothing);
  for (guint i = 0; i < MCP_N_REDACTIONS; i++)
    {
      self->rows[i] = adw_action_row_new ();
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->rows[i]), _(rules[i]));
      gtk_list_box_append (GTK_LIST_BOX (list), self->rows[i]);
    }
  gtk_list_box_append (GTK_LIST_BOX (list), make_keep_row (self));
  gtk_box_append (GTK_BOX (box), list);
  gtk_box_append (GTK_BOX (box), make_samples (self));

  return box;
}

/**
 * sounder_redaction_dialog_present:
 * @parent: the window
 * @journal: (transfer none): what is to be saved
 * @redactor: (transfer full): what takes the secrets out
 * @answered: called once, when it is decided
 * @user_data: for @answered
 *
 * Shows what would be taken out of a recording, and asks whether to save it.
 */
void
sounder_redaction_dialog_present (GtkWindow            *parent,
                                  McpJournal           *journal,
                                  McpRedactor          *redactor,
                                  SounderRedactionFunc  answered,
                                  gpointer              user_data)
{
  GtkWidget *dialog;
  Preview *self;

  g_return_if_fail (GTK_IS_WINDOW (parent));
  g_return_if_fail (MCP_IS_JOURNAL (journal));
  g_return_if_fail (redactor != NULL);

  self = g_new0 (Preview, 1);
  self->report = mcp_redaction_report_new ();
  self->redactor = redactor;
  self->answered = answered;
  self->user_data = user_data;
  mcp_redactor_set_report (redactor, self->report);
  self->recorder = mcp_recorder_new (journal, "/dev/null", NULL, redactor, NULL);

  dialog = adw_message_dialog_new (parent, _("Save Recording"),
                                   _("Secrets are taken out before anything is written. What is "
                                     "not recognised stays: read a recording before you publish "
                                     "it."));
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog), make_content (self));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "save",
                                    _("_Save…"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (response_cb), self);
  g_object_set_data_full (G_OBJECT (dialog), "preview", self, (GDestroyNotify) preview_free);
  show_counts (self);
  self->source = g_timeout_add (UPDATE_MSEC, update_cb, self);
  gtk_window_present (GTK_WINDOW (dialog));
}
