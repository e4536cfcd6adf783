/* sounder-step-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-step-row.h"
#include "sounder-template.h"

/**
 * SounderStepRow:
 *
 * One line of a connection report, following its step. What was seen of the
 * server is folded away, but for the step that failed.
 *
 * The evidence is the server's, byte for byte: it is shown as text, with its
 * control characters visible, and can be selected.
 */

struct _SounderStepRow
{
  GtkListBoxRow   parent_instance;

  McpConnectStep *step;

  GtkImage       *image;
  GtkLabel       *title;
  GtkLabel       *outcome;
  GtkLabel       *took;
  GtkExpander    *expander;
  GtkLabel       *evidence;
};

G_DEFINE_FINAL_TYPE (SounderStepRow, sounder_step_row, GTK_TYPE_LIST_BOX_ROW)

const char *
sounder_step_state_get_icon_name (McpStepState state)
{
  switch (state)
    {
    case MCP_STEP_RUNNING:
      return "content-loading-symbolic";

    case MCP_STEP_DONE:
      return "object-select-symbolic";

    case MCP_STEP_FAILED:
      return "process-stop-symbolic";

    case MCP_STEP_NOT_NEEDED:
      return "list-remove-symbolic";

    case MCP_STEP_PENDING:
    default:
      return "radio-symbolic";
    }
}

const char *
sounder_step_state_get_css_class (McpStepState state)
{
  return state == MCP_STEP_FAILED ? "state-failed" : state == MCP_STEP_DONE ? "state-ready" : NULL;
}

const char *
sounder_step_state_get_text (McpStepState state)
{
  switch (state)
    {
    case MCP_STEP_RUNNING:
      return _("running");

    case MCP_STEP_DONE:
      return _("done");

    case MCP_STEP_FAILED:
      return _("failed");

    case MCP_STEP_NOT_NEEDED:
      return _("not needed");

    case MCP_STEP_PENDING:
    default:
      return _("not reached");
    }
}

static void
update_evidence (SounderStepRow *self,
                 gboolean        failed)
{
  const char *evidence = mcp_connect_step_get_info (self->step)->evidence;
  gboolean was_visible = gtk_widget_get_visible (GTK_WIDGET (self->expander));
  /* What says the same as the outcome says it once. */
  gboolean wanted = evidence != NULL && *evidence != '\0'
                    && g_strcmp0 (evidence, mcp_connect_step_get_info (self->step)->detail) != 0;
  g_autofree char *visible = NULL;

  gtk_widget_set_visible (GTK_WIDGET (self->expander), wanted);
  if (!wanted)
    return;

  visible = mcp_format_label (evidence, TRUE);
  gtk_label_set_text (self->evidence, visible);
  /* Once: then it is the user's. */
  if (!was_visible || failed)
    gtk_expander_set_expanded (self->expander, failed);
}

static void
update (SounderStepRow *self)
{
  McpStepState state = mcp_connect_step_get_info (self->step)->state;
  const char *detail = mcp_connect_step_get_info (self->step)->detail;
  const char *css_class = sounder_step_state_get_css_class (state);
  const char *state_text = sounder_step_state_get_text (state);
  g_autofree char *outcome = mcp_format_label (detail != NULL ? detail : "", FALSE);
  g_autofree char *took = NULL;
  g_autofree char *spoken = NULL;

  if (mcp_connect_step_get_info (self->step)->took_usec >= 0)
    took = mcp_format_duration (mcp_connect_step_get_info (self->step)->took_usec);

  gtk_image_set_from_icon_name (self->image, sounder_step_state_get_icon_name (state));
  gtk_widget_remove_css_class (GTK_WIDGET (self->image), "state-failed");
  gtk_widget_remove_css_class (GTK_WIDGET (self->image), "state-ready");
  if (css_class != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->image), css_class);
  gtk_label_set_text (self->outcome, outcome);
  gtk_widget_set_visible (GTK_WIDGET (self->outcome), *outcome != '\0');
  gtk_label_set_text (self->took, took != NULL && state != MCP_STEP_NOT_NEEDED ? took : state_text);
  if (state == MCP_STEP_PENDING || state == MCP_STEP_NOT_NEEDED)
    gtk_widget_add_css_class (GTK_WIDGET (self), "unreached");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self), "unreached");
  update_evidence (self, state == MCP_STEP_FAILED);

  spoken = g_strjoin (", ", mcp_connect_step_get_name (self->step), state_text, outcome, took, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
}

static void
sounder_step_row_dispose (GObject *object)
{
  SounderStepRow *self = SOUNDER_STEP_ROW (object);

  g_clear_object (&self->step);

  G_OBJECT_CLASS (sounder_step_row_parent_class)->dispose (object);
}

static void
sounder_step_row_class_init (SounderStepRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_step_row_dispose;

  sounder_template_set (widget_class, "sounder-step-row.ui");
  sounder_template_bind (widget_class, SounderStepRow, image, title, outcome, took, expander,
                         evidence);
}

static void
sounder_step_row_init (SounderStepRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
sounder_step_row_new (McpConnectStep *step)
{
  SounderStepRow *self;

  g_return_val_if_fail (MCP_IS_CONNECT_STEP (step), NULL);

  self = g_object_new (SOUNDER_TYPE_STEP_ROW, NULL);
  self->step = g_object_ref (step);
  gtk_label_set_text (self->title, mcp_connect_step_get_name (step));
  g_signal_connect_object (step, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}
