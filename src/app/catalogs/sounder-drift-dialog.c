/* sounder-drift-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-drift-dialog.h"
#include "sounder-tell.h"
#include "sounder-drift-view.h"
#include "sounder-template.h"

struct _SounderDriftDialog
{
  AdwWindow         parent_instance;

  McpDriftGuard    *guard;
  AdwWindowTitle   *title;
  SounderDriftView *view;
};

G_DEFINE_FINAL_TYPE (SounderDriftDialog, sounder_drift_dialog, ADW_TYPE_WINDOW)

static void
update (SounderDriftDialog *self)
{
  gint64 accepted_usec = mcp_drift_guard_get_accepted_wall_usec (self->guard);
  g_autofree char *subtitle = NULL;

  if (g_list_model_get_n_items (mcp_drift_guard_get_drifts (self->guard)) == 0)
    {
      gtk_window_close (GTK_WINDOW (self));
      return;
    }

  if (accepted_usec > 0)
    {
      g_autoptr (GDateTime) time = g_date_time_new_from_unix_local (accepted_usec / G_USEC_PER_SEC);
      g_autofree char *text = g_date_time_format (time, "%x, %H:%M");

      /* Translators: a date and a time. */
      subtitle = g_strdup_printf (_("Accepted %s"), text);
    }
  adw_window_title_set_subtitle (self->title, subtitle != NULL ? subtitle : "");
  sounder_drift_view_set_sides (self->view, mcp_drift_guard_get_accepted (self->guard),
                                mcp_drift_guard_get_current (self->guard));
}

static void
accept_cb (SounderDriftDialog *self)
{
  g_autoptr (GError) error = NULL;

  if (!mcp_drift_guard_accept (self->guard, &error))
    sounder_tell (GTK_WIDGET (self), _("What Was Accepted Is Not Kept"), error->message);
}

static void
sounder_drift_dialog_dispose (GObject *object)
{
  SounderDriftDialog *self = SOUNDER_DRIFT_DIALOG (object);

  if (self->guard != NULL)
    g_signal_handlers_disconnect_by_data (self->guard, self);
  g_clear_object (&self->guard);

  G_OBJECT_CLASS (sounder_drift_dialog_parent_class)->dispose (object);
}

static void
sounder_drift_dialog_class_init (SounderDriftDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_drift_dialog_dispose;

  g_type_ensure (SOUNDER_TYPE_DRIFT_VIEW);
  sounder_template_set (widget_class, "sounder-drift-dialog.ui");
  sounder_template_bind (widget_class, SounderDriftDialog, title, view);
  sounder_template_connect (widget_class, accept_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_drift_dialog_init (SounderDriftDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * sounder_drift_dialog_present:
 * @parent: (nullable): what it stands above
 * @guard: one that has found something
 *
 * Shows what has changed, until it is accepted or is no more.
 *
 * Returns: (transfer none): the window
 */
GtkWindow *
sounder_drift_dialog_present (GtkWindow     *parent,
                              McpDriftGuard *guard)
{
  SounderDriftDialog *self;

  g_return_val_if_fail (parent == NULL || GTK_IS_WINDOW (parent), NULL);
  g_return_val_if_fail (MCP_IS_DRIFT_GUARD (guard), NULL);

  self = g_object_new (SOUNDER_TYPE_DRIFT_DIALOG, "transient-for", parent, NULL);
  self->guard = g_object_ref (guard);
  sounder_drift_view_set_drifts (self->view, mcp_drift_guard_get_drifts (guard));
  g_signal_connect_swapped (guard, "changed", G_CALLBACK (update), self);
  update (self);
  gtk_window_present (GTK_WINDOW (self));

  return GTK_WINDOW (self);
}
