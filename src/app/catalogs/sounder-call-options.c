/* sounder-call-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-call-options.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/**
 * SounderCallOptions:
 *
 * They hold until they are changed, or another server is shown: `_meta` may be meant for this one
 * alone.
 */

struct _SounderCallOptions
{
  AdwBin          parent_instance;

  McpCallOptions *options;
  GError         *error;     /* (nullable): the text is no `_meta` */

  GtkMenuButton  *button;
  GtkImage       *options_icon;
  GtkCheckButton *timeout_check;
  GtkSpinButton  *timeout;
  GtkCheckButton *trace_check;
  GtkTextView    *meta;
  GtkLabel       *meta_error;
  GtkWidget      *reset_button;
};

G_DEFINE_FINAL_TYPE (SounderCallOptions, sounder_call_options, ADW_TYPE_BIN)

static void
update_mark (SounderCallOptions *self)
{
  gboolean changed = self->error != NULL || !mcp_call_options_are_default (self->options);
  const char *tooltip = self->error != NULL ? _("Options of the call: they cannot be sent")
                        : changed           ? _("Options of the call: not the defaults")
                                            : _("Options of the call");

  sounder_widgets_set_class (self->options_icon, "accent", changed && self->error == NULL);
  sounder_widgets_set_class (self->options_icon, "error", self->error != NULL);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->button), tooltip);
  sounder_widgets_set_spoken (self->button, tooltip);
  gtk_widget_set_sensitive (self->reset_button, changed);
  gtk_widget_set_visible (GTK_WIDGET (self->meta_error), self->error != NULL);
  gtk_label_set_text (self->meta_error, self->error != NULL ? self->error->message : "");
}

static void
timeout_changed_cb (SounderCallOptions *self)
{
  gboolean own = gtk_check_button_get_active (self->timeout_check);

  gtk_widget_set_sensitive (GTK_WIDGET (self->timeout), own);
  mcp_call_options_set_timeout (self->options,
                                own ? (guint) (gtk_spin_button_get_value (self->timeout) * 1000 + 0.5)
                                    : 0);
}

static void
trace_toggled_cb (SounderCallOptions *self)
{
  mcp_call_options_set_traced (self->options, gtk_check_button_get_active (self->trace_check));
}

static void
meta_changed_cb (SounderCallOptions *self)
{
  GtkTextIter start;
  GtkTextIter end;
  g_autofree char *text = NULL;
  g_autofree char *stripped = NULL;

  gtk_text_buffer_get_bounds (gtk_text_view_get_buffer (self->meta), &start, &end);
  text = gtk_text_buffer_get_text (gtk_text_view_get_buffer (self->meta), &start, &end, TRUE);
  stripped = g_strstrip (g_strdup (text));

  g_clear_error (&self->error);
  mcp_call_options_set_meta (self->options, *stripped != '\0' ? text : NULL, &self->error);
  update_mark (self);
}

static void
sounder_call_options_dispose (GObject *object)
{
  SounderCallOptions *self = SOUNDER_CALL_OPTIONS (object);

  g_clear_object (&self->options);
  g_clear_error (&self->error);

  G_OBJECT_CLASS (sounder_call_options_parent_class)->dispose (object);
}

static void
sounder_call_options_class_init (SounderCallOptionsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_call_options_dispose;

  sounder_template_set (widget_class, "sounder-call-options.ui");
  sounder_template_bind (widget_class, SounderCallOptions, button, options_icon, timeout_check,
                         timeout, trace_check, meta, meta_error, reset_button);
  sounder_template_connect (widget_class, timeout_changed_cb, trace_toggled_cb,
                            sounder_call_options_reset);
}

static void
sounder_call_options_init (SounderCallOptions *self)
{
  self->options = mcp_call_options_new ();
  gtk_widget_init_template (GTK_WIDGET (self));

  gtk_spin_button_set_range (self->timeout, 0.001, 1e6);
  gtk_spin_button_set_increments (self->timeout, 1, 10);
  gtk_spin_button_set_value (self->timeout, 60);
  g_signal_connect_object (self->options, "changed", G_CALLBACK (update_mark), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (gtk_text_view_get_buffer (self->meta), "changed",
                           G_CALLBACK (meta_changed_cb), self, G_CONNECT_SWAPPED);
  update_mark (self);
}

/**
 * sounder_call_options_apply:
 * @call: a call that is new
 *
 * Makes a call in the way that was asked for.
 *
 * Returns: %FALSE with %MCP_ERROR_USAGE if what was entered cannot be sent
 */
gboolean
sounder_call_options_apply (SounderCallOptions  *self,
                            McpCall             *call,
                            GError             **error)
{
  g_return_val_if_fail (SOUNDER_IS_CALL_OPTIONS (self), FALSE);

  if (self->error != NULL)
    {
      g_set_error (error, self->error->domain, self->error->code, _("The options of the call: %s"),
                   self->error->message);
      return FALSE;
    }

  mcp_call_options_apply (self->options, call);

  return TRUE;
}

/* Goes back to the defaults. */
void
sounder_call_options_reset (SounderCallOptions *self)
{
  g_return_if_fail (SOUNDER_IS_CALL_OPTIONS (self));

  gtk_check_button_set_active (self->timeout_check, FALSE);
  gtk_check_button_set_active (self->trace_check, FALSE);
  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->meta), "", -1);
}
