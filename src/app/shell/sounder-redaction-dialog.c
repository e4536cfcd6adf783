/* sounder-redaction-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-recorder.h"
#include "sounder-redaction-dialog.h"

/*
 * Before a session is saved or exported: what is going to be taken out of it, by rule, and the first
 * different ones with little of each left. A recorder that writes nowhere finds it, in slices; the
 * dialog fills while it does. To save all as it is takes an explicit choice.
 */

#define UPDATE_MSEC 50
#define MAX_LIST_HEIGHT 280
/* Where the formats end. */
#define AS_SPANS (MCP_EXPORT_TEXT + 1)
/* Until what was opened has its place. */
#define N_FRAMES 3

typedef struct
{
  GtkWidget            *rows[MCP_N_REDACTIONS];
  GtkWidget            *nothing;
  GtkWidget            *expander;
  GtkWidget            *samples;
  GtkWidget            *keep;
  GtkWidget            *format;      /* (nullable): of a recording */
  gboolean              is_http;
  GtkWidget            *only_shown;  /* (nullable): there is no filter */
  GtkWidget            *only_selected; /* (nullable): nothing is meant to be picked */

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
  gboolean done = self->recorder != NULL && mcp_recorder_get_progress (self->recorder) >= 1;
  const char *nothing = done ? _("Nothing was recognised as a secret") : _("Looking…");
  guint total = 0;

  for (guint i = 0; i < MCP_N_REDACTIONS; i++)
    {
      guint n = self->report->n_taken[i];
      g_autofree char *text = g_strdup_printf (ngettext ("%u time", "%u times", n), n);

      total += n;
      adw_action_row_set_subtitle (ADW_ACTION_ROW (self->rows[i]), text);
      gtk_widget_set_visible (self->rows[i], n > 0);
    }
  /* Of a recording in a later version there is no recorder. */
  if (self->recorder == NULL)
    nothing = _("What is taken out shows in the file");
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->nothing), nothing);
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
  SounderSaveChoice choice = {
    .as_export = self->format != NULL,
    .redact = !gtk_switch_get_active (GTK_SWITCH (self->keep)),
  };

  if (self->format != NULL)
    {
      guint format = adw_combo_row_get_selected (ADW_COMBO_ROW (self->format));

      choice.as_spans = format == AS_SPANS;
      choice.format = choice.as_spans ? MCP_EXPORT_JSONL : format;
    }
  if (self->only_shown != NULL)
    choice.only_shown = gtk_switch_get_active (GTK_SWITCH (self->only_shown));

  if (self->only_selected != NULL)
    choice.only_selected = gtk_switch_get_active (GTK_SWITCH (self->only_selected));

  self->answered (g_str_equal (response, "save") ? &choice : NULL, self->user_data);
}

/* A row with a switch; gives the switch. */
static GtkWidget *
append_switch (GtkWidget  *list,
               const char *title,
               const char *subtitle)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *toggle = gtk_switch_new ();

  gtk_widget_set_valign (toggle, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (toggle), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), toggle);
  adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), toggle);
  gtk_list_box_append (GTK_LIST_BOX (list), row);

  return toggle;
}

/* What a format cannot hold is said before it is chosen. */
static void
format_changed_cb (Preview *self)
{
  guint format = adw_combo_row_get_selected (ADW_COMBO_ROW (self->format));
  gboolean as_spans = format == AS_SPANS;
  const char *note = "";

  if (format == MCP_EXPORT_HAR && !self->is_http)
    note = _("Messages of pipes, sockets and WebSockets have no place in an archive: they are in the file, "
             "under “_mcpMessages”, where other programs do not look");
  else if (as_spans)
    note = _("A span for each request, for all of the session; no arguments and results");
  adw_action_row_set_subtitle (ADW_ACTION_ROW (self->format), note);
  if (self->only_shown != NULL)
    gtk_widget_set_sensitive (self->only_shown, !as_spans);
  if (self->only_selected != NULL)
    gtk_widget_set_sensitive (self->only_selected, !as_spans);
}

static void
append_export_rows (Preview                 *self,
                    GtkWidget               *list,
                    const SounderSaveChoice *proposal,
                    gboolean                 filtered)
{
  /* In the order of McpExportFormat, and behind them what is none. */
  const char *const formats[] = { _("HTTP Archive (HAR)"), _("JSON Lines"), _("Text"),
                                  _("Spans (OpenTelemetry)"), NULL };
  g_autoptr (GtkStringList) model = gtk_string_list_new (formats);

  self->format = adw_combo_row_new ();
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->format), _("Format"));
  adw_combo_row_set_model (ADW_COMBO_ROW (self->format), G_LIST_MODEL (model));
  adw_combo_row_set_selected (ADW_COMBO_ROW (self->format), proposal->format);
  self->is_http = proposal->is_http;
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (self->format), 0);
  g_signal_connect_swapped (self->format, "notify::selected", G_CALLBACK (format_changed_cb), self);
  format_changed_cb (self);
  gtk_list_box_append (GTK_LIST_BOX (list), self->format);
  if (proposal->only_selected)
    {
      self->only_selected = append_switch (list, _("Only what is selected"),
                                           _("The rows of the timeline; of HTTP their whole exchanges"));
      gtk_switch_set_active (GTK_SWITCH (self->only_selected), TRUE);
    }
  else if (filtered)
    self->only_shown = append_switch (list, _("Only what the filter shows"),
                                      _("The rows of the timeline; of HTTP their whole exchanges"));
}

/* What opens below the edge would look like nothing: it comes up, when there is room made for it. */
static gboolean
frame_drawn_cb (GtkWidget     *expander,
                GdkFrameClock *frame_clock,
                gpointer       user_data)
{
  guint *n_frames = user_data;
  GtkWidget *scroller = gtk_widget_get_ancestor (expander, GTK_TYPE_SCROLLED_WINDOW);
  graphene_rect_t bounds;

  if (++*n_frames < N_FRAMES)
    return G_SOURCE_CONTINUE;

  if (gtk_expander_get_expanded (GTK_EXPANDER (expander))
      && gtk_widget_compute_bounds (expander, gtk_widget_get_parent (expander), &bounds))
    gtk_adjustment_set_value (
      gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller)), bounds.origin.y);

  return G_SOURCE_REMOVE;
}

static void
expanded_cb (GtkWidget *expander)
{
  gtk_widget_add_tick_callback (expander, frame_drawn_cb, g_new0 (guint, 1), g_free);
}

static GtkWidget *
make_samples (Preview *self)
{
  self->samples = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->samples), 0);
  gtk_label_set_selectable (GTK_LABEL (self->samples), TRUE);
  gtk_label_set_wrap (GTK_LABEL (self->samples), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (self->samples), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (self->samples, "monospace");
  self->expander = gtk_expander_new (_("What is replaced"));
  gtk_expander_set_child (GTK_EXPANDER (self->expander), self->samples);
  g_signal_connect (self->expander, "notify::expanded", G_CALLBACK (expanded_cb), NULL);

  return self->expander;
}

static GtkWidget *
make_content (Preview                 *self,
              const SounderSaveChoice *proposal,
              gboolean                 filtered)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *list = gtk_list_box_new ();

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_widget_add_css_class (list, "boxed-list");
  gtk_accessible_update_property (GTK_ACCESSIBLE (list), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("What is taken out"), -1);
  if (proposal->as_export)
    append_export_rows (self, list, proposal, filtered);
  self->nothing = adw_action_row_new ();
  gtk_list_box_append (GTK_LIST_BOX (list), self->nothing);
  for (guint i = 0; i < MCP_N_REDACTIONS; i++)
    {
      self->rows[i] = adw_action_row_new ();
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self->rows[i]),
                                     mcp_redaction_get_label (i));
      gtk_list_box_append (GTK_LIST_BOX (list), self->rows[i]);
    }
  self->keep = append_switch (list, _("Save with all secrets"),
                              _("Whoever gets the file gets them too"));
  gtk_box_append (GTK_BOX (box), list);
  gtk_box_append (GTK_BOX (box), make_samples (self));

  /* With every rule the list is higher than a small window; the rim is for the list's shadow. */
  gtk_widget_set_margin_start (box, 3);
  gtk_widget_set_margin_end (box, 3);
  gtk_widget_set_margin_top (box, 3);
  gtk_widget_set_margin_bottom (box, 3);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER,
                                  GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), MAX_LIST_HEIGHT);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);

  return scroller;
}

/**
 * sounder_redaction_dialog_new:
 * @parent: (nullable): the window
 * @journal: (transfer none): what is to be saved
 * @redactor: (transfer full): what takes the secrets out
 * @proposal: whether it is for other programs, and the format that stands there then
 * @filtered: whether a filter shows only some of it
 * @answered: called once, when it is decided
 *
 * Makes the dialog that shows what would be taken out of a recording, and asks whether to save it.
 *
 * Returns: (transfer none): a new dialog, owned by GTK
 */
GtkWidget *
sounder_redaction_dialog_new (GtkWindow            *parent,
                              McpJournal           *journal,
                              McpRedactor          *redactor,
                              const SounderSaveChoice *proposal,
                              gboolean              filtered,
                              SounderRedactionFunc  answered,
                              gpointer              user_data)
{
  GtkWidget *dialog;
  Preview *self;

  g_return_val_if_fail (parent == NULL || GTK_IS_WINDOW (parent), NULL);
  g_return_val_if_fail (MCP_IS_JOURNAL (journal), NULL);
  g_return_val_if_fail (redactor != NULL, NULL);
  g_return_val_if_fail (proposal != NULL, NULL);

  self = g_new0 (Preview, 1);
  self->report = mcp_redaction_report_new ();
  self->redactor = redactor;
  self->answered = answered;
  self->user_data = user_data;
  mcp_redactor_set_report (redactor, self->report);
  self->recorder = mcp_recorder_new (journal, "/dev/null", NULL, redactor, NULL);

  dialog = adw_message_dialog_new (parent, proposal->as_export ? _("Export") : _("Save Recording"),
                                   _("Secrets are taken out before anything is written. What is "
                                     "not recognised stays: read a recording before you publish "
                                     "it."));
  adw_message_dialog_set_extra_child (ADW_MESSAGE_DIALOG (dialog),
                                      make_content (self, proposal, filtered));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "save",
                                    proposal->as_export ? _("_Export…") : _("_Save…"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "save",
                                              ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "save");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect (dialog, "response", G_CALLBACK (response_cb), self);
  g_object_set_data_full (G_OBJECT (dialog), "preview", self, (GDestroyNotify) preview_free);
  show_counts (self);
  self->source = g_timeout_add (UPDATE_MSEC, update_cb, self);

  return dialog;
}
