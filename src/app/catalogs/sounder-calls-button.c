/* sounder-calls-button.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-calls-button.h"
#include "sounder-history-popover.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

struct _SounderCallsButton
{
  AdwBin                 parent_instance;

  GListModel            *calls;       /* (nullable) */
  McpCall               *shown;       /* (nullable) */
  GPtrArray             *running;     /* of McpCall: those that are listened to */
  gboolean               only_unseen;

  GtkMenuButton         *history_button;
  SounderHistoryPopover *popover;
  GtkLabel              *running_label;
};

G_DEFINE_FINAL_TYPE (SounderCallsButton, sounder_calls_button, ADW_TYPE_BIN)

enum {
  PROP_0,
  PROP_ONLY_UNSEEN,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
update (SounderCallsButton *self)
{
  guint n_unseen = self->running->len;
  const char *what = self->only_unseen ? _("Calls of This Session") : _("Presets and Earlier Calls");
  g_autofree char *text = NULL;
  g_autofree char *spoken = NULL;

  if (self->shown != NULL && g_ptr_array_find (self->running, self->shown, NULL))
    n_unseen--;
  /* The one that is shown tells of itself. */
  text = g_strdup_printf (ngettext ("%u running", "%u running", self->running->len),
                          self->running->len);
  gtk_label_set_text (self->running_label, text);
  gtk_widget_set_visible (GTK_WIDGET (self->running_label), n_unseen > 0);
  gtk_widget_set_visible (GTK_WIDGET (self), !self->only_unseen || n_unseen > 0);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->history_button), what);
  spoken = n_unseen > 0 ? g_strdup_printf ("%s: %s", what, text) : g_strdup (what);
  sounder_widgets_set_spoken (self->history_button, spoken);
}

static void
finished_cb (SounderCallsButton *self,
             McpCall            *call)
{
  g_signal_handlers_disconnect_by_func (call, finished_cb, self);
  g_ptr_array_remove (self->running, call);
  update (self);
}

static void
forget_running (SounderCallsButton *self)
{
  for (guint i = 0; i < self->running->len; i++)
    g_signal_handlers_disconnect_by_func (self->running->pdata[i], finished_cb, self);
  g_ptr_array_set_size (self->running, 0);
}

static void
calls_changed_cb (SounderCallsButton *self)
{
  guint n_calls = self->calls != NULL ? g_list_model_get_n_items (self->calls) : 0;

  forget_running (self);
  for (guint i = 0; i < n_calls; i++)
    {
      g_autoptr (McpInvocation) invocation = g_list_model_get_item (self->calls, i);
      McpCall *call = mcp_invocation_get_call (invocation);

      if (mcp_call_is_finished (call))
        continue;
      g_signal_connect_object (call, "finished", G_CALLBACK (finished_cb), self, G_CONNECT_SWAPPED);
      g_ptr_array_add (self->running, g_object_ref (call));
    }
  update (self);
}

static void
sounder_calls_button_dispose (GObject *object)
{
  SounderCallsButton *self = SOUNDER_CALLS_BUTTON (object);

  if (self->calls != NULL)
    g_signal_handlers_disconnect_by_func (self->calls, calls_changed_cb, self);
  g_clear_object (&self->calls);
  g_clear_object (&self->shown);
  forget_running (self);

  G_OBJECT_CLASS (sounder_calls_button_parent_class)->dispose (object);
}

static void
sounder_calls_button_finalize (GObject *object)
{
  g_ptr_array_unref (SOUNDER_CALLS_BUTTON (object)->running);

  G_OBJECT_CLASS (sounder_calls_button_parent_class)->finalize (object);
}

static void
sounder_calls_button_get_property (GObject    *object,
                                   guint       prop_id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  g_assert (prop_id == PROP_ONLY_UNSEEN);
  g_value_set_boolean (value, SOUNDER_CALLS_BUTTON (object)->only_unseen);
}

static void
sounder_calls_button_set_property (GObject      *object,
                                   guint         prop_id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  SounderCallsButton *self = SOUNDER_CALLS_BUTTON (object);

  g_assert (prop_id == PROP_ONLY_UNSEEN);
  self->only_unseen = g_value_get_boolean (value);
  sounder_history_popover_set_only_calls (self->popover, self->only_unseen);
  update (self);
}

static void
sounder_calls_button_class_init (SounderCallsButtonClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_calls_button_dispose;
  object_class->finalize = sounder_calls_button_finalize;
  object_class->get_property = sounder_calls_button_get_property;
  object_class->set_property = sounder_calls_button_set_property;

  properties[PROP_ONLY_UNSEEN] = g_param_spec_boolean ("only-unseen", NULL, NULL, FALSE,
                                                       G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);

  g_type_ensure (SOUNDER_TYPE_HISTORY_POPOVER);
  sounder_template_set (widget_class, "sounder-calls-button.ui");
  sounder_template_bind (widget_class, SounderCallsButton, history_button, popover, running_label);
}

static void
sounder_calls_button_init (SounderCallsButton *self)
{
  self->running = g_ptr_array_new_with_free_func (g_object_unref);
  gtk_widget_init_template (GTK_WIDGET (self));
  update (self);
}

/**
 * sounder_calls_button_set_target:
 * @workbench: (nullable): whose calls and arguments
 * @kind: of what
 * @name: of what
 *
 * Tells of something else.
 */
void
sounder_calls_button_set_target (SounderCallsButton *self,
                                 McpWorkbench       *workbench,
                                 McpCatalogKind      kind,
                                 const char         *name)
{
  GListModel *calls = workbench != NULL ? mcp_workbench_get_calls (workbench, kind, name) : NULL;

  g_return_if_fail (SOUNDER_IS_CALLS_BUTTON (self));

  sounder_history_popover_set_target (self->popover, workbench, kind, name);
  if (self->calls == calls)
    return;

  if (self->calls != NULL)
    g_signal_handlers_disconnect_by_func (self->calls, calls_changed_cb, self);
  g_set_object (&self->calls, calls);
  if (calls != NULL)
    g_signal_connect_object (calls, "items-changed", G_CALLBACK (calls_changed_cb), self,
                             G_CONNECT_SWAPPED);
  calls_changed_cb (self);
}

void
sounder_calls_button_set_shown (SounderCallsButton *self,
                                McpCall            *call)
{
  g_return_if_fail (SOUNDER_IS_CALLS_BUTTON (self));

  g_set_object (&self->shown, call);
  update (self);
}
