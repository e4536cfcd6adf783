/* sounder-toast.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>

#include "mcp-summary.h"
#include "sounder-toast.h"

static void
toast_cb (GtkWidget  *widget,
          const char *action_name,
          GVariant   *parameter)
{
  GObject *toasts = gtk_widget_get_template_child (widget, G_OBJECT_TYPE (widget), "toasts");
  /* A toast's title is markup, and the text may come from a server. */
  g_autofree char *visible = mcp_format_label (g_variant_get_string (parameter, NULL), FALSE);
  g_autofree char *title = g_markup_escape_text (visible, -1);

  adw_toast_overlay_add_toast (ADW_TOAST_OVERLAY (toasts), adw_toast_new (title));
}

/**
 * sounder_toast_install:
 * @widget_class: has an #AdwToastOverlay in its template, which is set, that is called toasts
 *
 * Installs the action by which what is inside tells a person what came of something: "session.toast", with
 * the text.
 */
void
sounder_toast_install (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child_full (widget_class, "toasts", FALSE, 0);
  gtk_widget_class_install_action (widget_class, "session.toast", "s", toast_cb);
}
