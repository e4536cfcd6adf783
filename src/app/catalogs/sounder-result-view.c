/* sounder-result-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-call-options.h"
#include "mcp-summary.h"
#include "mcp-text.h"
#include "sounder-invoke-page.h"
#include "sounder-outcome.h"
#include "sounder-result-view-private.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderResultView:
 *
 * Three looks at one answer: the content blocks, the structured content with
 * its schema, and the bytes. While the call runs, how far it is.
 *
 * The view does not own the call's life: showing another one cancels nothing.
 *
 * What the looks are filled with is in sounder-result-view-fill.c.
 */

#define TICK_MSEC 100

G_DEFINE_FINAL_TYPE (SounderResultView, sounder_result_view, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_CALL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

void
sounder_result_view_update_pill (SounderResultView *self)
{
  SounderOutcome outcome;
  gboolean is_good;
  g_autofree char *text = NULL;

  gtk_widget_set_visible (self->pill, self->call != NULL);
  if (self->call == NULL)
    return;

  outcome = sounder_outcome_of_call (self->call);
  /* An answer that is not what the tool has promised is not all right. */
  is_good = outcome != SOUNDER_OUTCOME_OK || !self->breaks_schema;
  text = is_good ? sounder_outcome_dup_text (self->call)
                 : g_strdup (_("Answered, not as promised"));
  gtk_label_set_text (self->pill_label, text);
  gtk_image_set_from_icon_name (self->pill_icon, is_good ? sounder_outcome_get_icon_name (outcome)
                                                         : "dialog-warning-symbolic");
  sounder_widgets_set_tone (self->pill, is_good ? sounder_outcome_get_css_class (outcome)
                                                : "warning");
}

static gboolean
tick_cb (gpointer user_data)
{
  SounderResultView *self = user_data;
  gint64 elapsed_usec = g_get_monotonic_time () - mcp_call_get_outcome (self->call)->started_usec;
  g_autofree char *text = mcp_format_duration (MAX (elapsed_usec, 0));

  gtk_label_set_text (self->elapsed, text);
  if (mcp_call_get_outcome (self->call)->progress_total <= 0)
    gtk_progress_bar_pulse (self->progress);

  return G_SOURCE_CONTINUE;
}

static void
update_tick (SounderResultView *self)
{
  gboolean wanted = self->call != NULL && !mcp_call_is_finished (self->call)
                    && gtk_widget_get_mapped (GTK_WIDGET (self));

  if (wanted && self->tick_id == 0)
    {
      self->tick_id = g_timeout_add (TICK_MSEC, tick_cb, self);
      tick_cb (self);
    }
  else if (!wanted)
    {
      g_clear_handle_id (&self->tick_id, g_source_remove);
    }
}

static void
progress_changed_cb (SounderResultView *self)
{
  double progress = mcp_call_get_outcome (self->call)->progress;
  double total = mcp_call_get_outcome (self->call)->progress_total;
  const char *message = mcp_call_get_outcome (self->call)->progress_message;
  gboolean cancelling = FALSE;
  g_autofree char *visible = NULL;
  g_autofree char *counted = NULL;

  g_object_get (self->call, "cancelling", &cancelling, NULL);
  if (message != NULL)
    visible = mcp_format_label (message, FALSE);
  if (progress >= 0 && total > 0)
    {
      g_autofree char *done = mcp_text_from_number (progress);
      g_autofree char *all = mcp_text_from_number (total);

      counted = g_strdup_printf ("%s / %s", done, all);
      gtk_progress_bar_set_fraction (self->progress, CLAMP (progress / total, 0, 1));
    }
  else if (progress >= 0)
    {
      counted = mcp_text_from_number (progress);
    }

  gtk_progress_bar_set_show_text (self->progress, counted != NULL);
  gtk_progress_bar_set_text (self->progress, counted);
  gtk_label_set_text (self->progress_message, cancelling        ? _("Cancelling…")
                                              : visible != NULL ? visible
                                                                : _("Waiting for the answer…"));
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "result.cancel",
                                 !cancelling && !mcp_call_is_finished (self->call));
}

static void
show_trace (SounderResultView *self)
{
  g_autofree char *traceparent = self->call != NULL ? mcp_call_dup_traceparent (self->call) : NULL;
  g_autofree char *text = mcp_format_label (traceparent != NULL ? traceparent : "", FALSE);

  gtk_widget_set_visible (GTK_WIDGET (self->trace), traceparent != NULL);
  gtk_label_set_text (self->trace, text);
}

/* A handle was answered: what comes of it is the result of the call. */
static void
follow_task (SounderResultView *self)
{
  McpTask *task = self->call != NULL ? mcp_call_get_made_task (self->call) : NULL;
  g_autoptr (McpCall) call = task != NULL ? mcp_task_dup_call (task) : NULL;

  g_signal_group_set_target (self->task_signals, call == NULL ? task : NULL);
  if (call == NULL)
    return;

  g_signal_group_set_target (self->call_signals, NULL);
  g_set_object (&self->call, call);
  self->filled = FALSE;
  gtk_toggle_button_set_active (self->rendered_tab, TRUE);
}

static void
update (SounderResultView *self)
{
  const char *page = "none";

  follow_task (self);
  if (self->call != NULL && !mcp_call_is_finished (self->call))
    {
      page = "running";
      progress_changed_cb (self);
    }
  else if (self->call != NULL)
    {
      if (!self->filled)
        sounder_result_view_fill (self);
      if (gtk_toggle_button_get_active (self->structured_tab))
        page = "structured";
      else
        page = gtk_toggle_button_get_active (self->raw_tab) ? "raw" : "rendered";
    }

  gtk_widget_set_visible (self->tabs, self->call != NULL && mcp_call_is_finished (self->call));
  gtk_stack_set_visible_child_name (self->stack, page);
  gtk_widget_set_visible (self->repeat_button, self->call != NULL && self->has_calls);
  sounder_compare_button_update (self->compare);
  sounder_result_view_update_pill (self);
  update_tick (self);
}

static void
tab_toggled_cb (SounderResultView *self)
{
  /* The template sets the first tab before the rest is there. */
  if (self->call != NULL && self->filled)
    update (self);
}

static void
again_cb (GtkWidget  *widget,
          const char *action_name,
          GVariant   *parameter)
{
  SounderResultView *self = SOUNDER_RESULT_VIEW (widget);

  if (self->asked != NULL)
    sounder_invoke_page_repeat (widget, self->asked);
}

static void
cancel_cb (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  SounderResultView *self = SOUNDER_RESULT_VIEW (widget);

  if (self->call != NULL && !mcp_call_is_finished (self->call))
    mcp_call_cancel (self->call, NULL);
}

static void
find_cb (SounderResultView *self)
{
  sounder_pane_find_in (gtk_stack_get_visible_child (self->stack));
}

static void
sounder_result_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sounder_result_view_parent_class)->map (widget);
  update_tick (SOUNDER_RESULT_VIEW (widget));
}

static void
sounder_result_view_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (sounder_result_view_parent_class)->unmap (widget);
  update_tick (SOUNDER_RESULT_VIEW (widget));
}

static void
sounder_result_view_dispose (GObject *object)
{
  SounderResultView *self = SOUNDER_RESULT_VIEW (object);

  g_clear_handle_id (&self->tick_id, g_source_remove);
  g_clear_object (&self->call_signals);
  g_clear_object (&self->task_signals);
  g_clear_object (&self->asked);
  g_clear_object (&self->call);
  g_clear_pointer (&self->output_schema, g_free);
  g_clear_pointer (&self->target, g_free);
  g_clear_pointer (&self->filled_target, g_free);
  sounder_result_view_stop_filling (self);

  G_OBJECT_CLASS (sounder_result_view_parent_class)->dispose (object);
}

static void
sounder_result_view_get_property (GObject    *object,
                                  guint       prop_id,
                                  GValue     *value,
                                  GParamSpec *pspec)
{
  switch (prop_id)
    {
    case PROP_CALL:
      g_value_set_object (value, SOUNDER_RESULT_VIEW (object)->call);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  sounder_template_set (widget_class, "sounder-result-view.ui");
  sounder_template_bind (widget_class, SounderResultView, header, room_button, pill, pill_icon,
                         pill_label, tabs, rendered_tab, structured_tab, raw_tab, calls,
                         repeat_button, compare, trace, stack, scroller, progress_message, progress, elapsed,
                         cancel_button, failure, failure_icon, failure_title, failure_text,
                         again_button, contents, schema_state, structured, raw);
  sounder_template_connect (widget_class, tab_toggled_cb);
}

static void
sounder_result_view_class_init (SounderResultViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_result_view_dispose;
  object_class->get_property = sounder_result_view_get_property;
  widget_class->map = sounder_result_view_map;
  widget_class->unmap = sounder_result_view_unmap;

  /**
   * SounderResultView:call:
   *
   * What is shown. Set with sounder_result_view_show().
   */
  properties[PROP_CALL] = g_param_spec_object ("call", NULL, NULL, MCP_TYPE_CALL,
                                               G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (SOUNDER_TYPE_CALLS_BUTTON);
  g_type_ensure (SOUNDER_TYPE_COMPARE_BUTTON);
  g_type_ensure (SOUNDER_TYPE_PANE);
  bind_template (widget_class);
  gtk_widget_class_install_action (widget_class, "result.again", NULL, again_cb);
  gtk_widget_class_install_action (widget_class, "result.cancel", NULL, cancel_cb);
  sounder_template_action (widget_class, "result.find", NULL, find_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_f, GDK_CONTROL_MASK, "result.find", NULL);
}

static void
sounder_result_view_init (SounderResultView *self)
{
  self->task_signals = g_signal_group_new (MCP_TYPE_TASK);
  g_signal_group_connect_swapped (self->task_signals, "changed", G_CALLBACK (update), self);
  self->call_signals = g_signal_group_new (MCP_TYPE_CALL);
  g_signal_group_connect_swapped (self->call_signals, "finished", G_CALLBACK (update), self);
  g_signal_group_connect_swapped (self->call_signals, "notify::progress",
                                  G_CALLBACK (progress_changed_cb), self);
  g_signal_group_connect_swapped (self->call_signals, "notify::progress-message",
                                  G_CALLBACK (progress_changed_cb), self);
  g_signal_group_connect_swapped (self->call_signals, "notify::cancelling",
                                  G_CALLBACK (progress_changed_cb), self);

  gtk_widget_init_template (GTK_WIDGET (self));
  update (self);
}

void
sounder_result_view_set_kind (SounderResultView *self,
                              McpCatalogKind     kind)
{
  g_return_if_fail (SOUNDER_IS_RESULT_VIEW (self));

  self->kind = kind;
  gtk_widget_set_visible (GTK_WIDGET (self->structured_tab), kind == MCP_CATALOG_TOOLS);
}

void
sounder_result_view_add_widget (SounderResultView *self,
                                GtkWidget         *widget)
{
  g_return_if_fail (SOUNDER_IS_RESULT_VIEW (self));
  g_return_if_fail (GTK_IS_WIDGET (widget));

  gtk_box_insert_child_after (self->header, widget, self->tabs);
}

/**
 * sounder_result_view_get_room_button:
 *
 * Gets the button for whoever can give the view more room. It is not seen before that.
 *
 * Returns: (transfer none): the button
 */
GtkToggleButton *
sounder_result_view_get_room_button (SounderResultView *self)
{
  g_return_val_if_fail (SOUNDER_IS_RESULT_VIEW (self), NULL);

  return self->room_button;
}

McpCall *
sounder_result_view_get_call (SounderResultView *self)
{
  g_return_val_if_fail (SOUNDER_IS_RESULT_VIEW (self), NULL);

  return self->call;
}

/**
 * sounder_result_view_show:
 * @call: (nullable): a call that was or will be started
 * @output_schema: (nullable): the schema of its structured content, as JSON
 *
 * Shows a call. The one before goes on unseen.
 */
void
sounder_result_view_show (SounderResultView *self,
                          McpCall           *call,
                          const char        *output_schema)
{
  g_return_if_fail (SOUNDER_IS_RESULT_VIEW (self));

  if (self->asked == call)
    return;

  g_signal_group_set_target (self->call_signals, NULL);
  g_set_object (&self->asked, call);
  g_set_object (&self->call, call);
  g_free (self->output_schema);
  self->output_schema = g_strdup (output_schema);
  sounder_result_view_stop_filling (self);
  self->filled = FALSE;
  gtk_progress_bar_set_fraction (self->progress, 0);
  show_trace (self);
  g_signal_group_set_target (self->call_signals, call);
  sounder_calls_button_set_shown (self->calls, call);
  sounder_compare_button_set_call (self->compare, call);
  update (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CALL]);
}

/**
 * sounder_result_view_set_target:
 * @workbench: (nullable): whose calls
 * @name: of what
 *
 * Sets of which calls the one that is shown is one. It can be run again, compared with the others,
 * and left for one of them, in a #SounderInvokePage.
 */
void
sounder_result_view_set_target (SounderResultView *self,
                                McpWorkbench      *workbench,
                                const char        *name)
{
  g_return_if_fail (SOUNDER_IS_RESULT_VIEW (self));

  self->has_calls = workbench != NULL;
  g_free (self->target);
  self->target = g_strdup (name);
  sounder_calls_button_set_target (self->calls, workbench, self->kind, name);
  sounder_compare_button_set_calls (
    self->compare, workbench != NULL ? mcp_workbench_get_calls (workbench, self->kind, name) : NULL);
  update (self);
}
