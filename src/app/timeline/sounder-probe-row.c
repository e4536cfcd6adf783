/* sounder-probe-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-probe-row.h"
#include "sounder-widgets.h"

/**
 * SounderProbeRow:
 *
 * A mark and the rule; opened, what was seen, where the rule stands and what crossed. All of that is
 * made when the row is opened, for there are many.
 */

struct _SounderProbeRow
{
  AdwExpanderRow   parent_instance;

  McpProbeResult  *result;
  McpJournal      *journal;
  GtkWidget       *mark;
  GtkSpinner      *spinner;
  GtkWidget       *details;  /* (nullable): made when it was opened */
};

G_DEFINE_FINAL_TYPE (SounderProbeRow, sounder_probe_row, ADW_TYPE_EXPANDER_ROW)

enum {
  SIGNAL_SHOW_RECORD,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

typedef struct
{
  const char *icon;
  const char *css_class;
  const char *word;      /* translatable */
} Mark;

static const Mark *
get_mark (McpProbeResult *result)
{
  static const Mark waiting = { "content-loading-symbolic", "dim-label", N_("waiting") };
  static const Mark passed = { "object-select-symbolic", "success", N_("passed") };
  static const Mark failed = { "dialog-error-symbolic", "error", N_("failed") };
  static const Mark warned = { "dialog-warning-symbolic", "warning", N_("failed, a warning") };
  static const Mark not_applicable = { "list-remove-symbolic", "dim-label", N_("not applicable") };
  static const Mark skipped = { "list-remove-symbolic", "dim-label", N_("not run") };

  switch (mcp_probe_result_get_info (result)->state)
    {
    case MCP_PROBE_PASSED:
      return &passed;
    case MCP_PROBE_FAILED:
      return mcp_probe_result_get_info (result)->severity == MCP_SEVERITY_ERROR ? &failed : &warned;
    case MCP_PROBE_NOT_APPLICABLE:
      return &not_applicable;
    case MCP_PROBE_SKIPPED:
      return &skipped;
    case MCP_PROBE_WAITING:
    case MCP_PROBE_RUNNING:
    default:
      return &waiting;
    }
}

static void
show_record_cb (SounderProbeRow *self)
{
  const McpProbeResultInfo *info = mcp_probe_result_get_info (self->result);

  g_signal_emit (self, signals[SIGNAL_SHOW_RECORD], 0,
                 info->answer_serial != 0 ? info->answer_serial : info->step_first_serial);
}

static void
fill_details (SounderProbeRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  g_autofree char *evidence = mcp_probe_result_dup_evidence (self->result, self->journal);
  const McpProbeResultInfo *info = mcp_probe_result_get_info (self->result);
  g_autofree char *place = g_strdup_printf ("%s · %s", info->probe->name, info->reference);
  const char *message = info->message;
  GtkWidget *button = gtk_button_new_with_mnemonic (_("Show in _Timeline"));

  gtk_widget_add_css_class (box, "field");
  if (message != NULL)
    gtk_box_append (GTK_BOX (box), sounder_widgets_new_quote (message, "heading"));
  gtk_box_append (GTK_BOX (box), sounder_widgets_new_quote (place, "dim-label"));
  if (evidence != NULL)
    gtk_box_append (GTK_BOX (box), sounder_widgets_new_quote (evidence, "mono"));

  gtk_widget_set_halign (button, GTK_ALIGN_START);
  g_signal_connect_object (button, "clicked", G_CALLBACK (show_record_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), button);

  self->details = gtk_list_box_row_new ();
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (self->details), FALSE);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (self->details), box);
  adw_expander_row_add_row (ADW_EXPANDER_ROW (self), self->details);
}

static void
clear_details (SounderProbeRow *self)
{
  if (self->details != NULL)
    adw_expander_row_remove (ADW_EXPANDER_ROW (self), self->details);
  self->details = NULL;
}

static void
expanded_cb (SounderProbeRow *self)
{
  if (adw_expander_row_get_expanded (ADW_EXPANDER_ROW (self)) && self->details == NULL)
    fill_details (self);
}

static void
update (SounderProbeRow *self)
{
  const McpProbeResultInfo *info = mcp_probe_result_get_info (self->result);
  McpProbeState state = info->state;
  const McpProbe *probe = info->probe;
  const char *message = info->message;
  const Mark *mark = get_mark (self->result);
  gboolean ran = state == MCP_PROBE_PASSED || state == MCP_PROBE_FAILED;
  g_autofree char *visible = mcp_format_label (message != NULL ? message : "", FALSE);
  g_autofree char *spoken = g_strdup_printf ("%s: %s %s", mcp_probe_get_rule (probe), _(mark->word), visible);

  clear_details (self);
  gtk_image_set_from_icon_name (GTK_IMAGE (self->mark), mark->icon);
  gtk_widget_set_css_classes (self->mark, (const char *[]) { mark->css_class, NULL });
  gtk_widget_set_visible (self->mark, state != MCP_PROBE_RUNNING);
  gtk_widget_set_visible (GTK_WIDGET (self->spinner), state == MCP_PROBE_RUNNING);
  gtk_spinner_set_spinning (self->spinner, state == MCP_PROBE_RUNNING);
  adw_expander_row_set_subtitle (ADW_EXPANDER_ROW (self), visible);
  adw_expander_row_set_enable_expansion (ADW_EXPANDER_ROW (self), ran);
  /* What may be opened is opened by libadwaita at once. */
  adw_expander_row_set_expanded (ADW_EXPANDER_ROW (self), FALSE);
  sounder_widgets_set_spoken (self, spoken);
}

static void
sounder_probe_row_dispose (GObject *object)
{
  SounderProbeRow *self = SOUNDER_PROBE_ROW (object);

  g_clear_object (&self->result);
  g_clear_object (&self->journal);

  G_OBJECT_CLASS (sounder_probe_row_parent_class)->dispose (object);
}

static void
sounder_probe_row_class_init (SounderProbeRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_probe_row_dispose;

  signals[SIGNAL_SHOW_RECORD] = g_signal_new ("show-record", SOUNDER_TYPE_PROBE_ROW, G_SIGNAL_RUN_LAST, 0, NULL,
                                              NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);
}

static void
sounder_probe_row_init (SounderProbeRow *self)
{
  self->mark = gtk_image_new ();
  self->spinner = GTK_SPINNER (gtk_spinner_new ());
  /* One is where the other was. */
  adw_expander_row_add_prefix (ADW_EXPANDER_ROW (self), GTK_WIDGET (self->spinner));
  adw_expander_row_add_prefix (ADW_EXPANDER_ROW (self), self->mark);
  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (self), FALSE);
  g_signal_connect (self, "notify::expanded", G_CALLBACK (expanded_cb), NULL);
}

GtkWidget *
sounder_probe_row_new (McpProbeResult *result,
                       McpJournal     *journal)
{
  SounderProbeRow *self = g_object_new (SOUNDER_TYPE_PROBE_ROW, NULL);

  self->result = g_object_ref (result);
  self->journal = g_object_ref (journal);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (self),
                                 mcp_probe_get_rule (mcp_probe_result_get_info (result)->probe));
  g_signal_connect_object (result, "notify::state", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}

McpProbeResult *
sounder_probe_row_get_result (SounderProbeRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_PROBE_ROW (self), NULL);

  return self->result;
}
