/* sounder-copy.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-copy.h"

/**
 * sounder_copy_bytes:
 * @widget: who copies
 * @bytes: what a server sent, or what was made of it
 *
 * Puts bytes on the clipboard as they are, and says how many.
 */
void
sounder_copy_bytes (GtkWidget *widget,
                    GBytes    *bytes)
{
  GdkContentProvider *providers[] = {
    gdk_content_provider_new_for_bytes ("text/plain;charset=utf-8", bytes),
    gdk_content_provider_new_for_bytes ("text/plain", bytes),
    gdk_content_provider_new_for_bytes ("application/json", bytes),
  };
  g_autoptr (GdkContentProvider) all = NULL;
  g_autofree char *size = mcp_format_size (g_bytes_get_size (bytes));
  g_autofree char *text = NULL;

  /* Bytes and not a string: what a server sent may hold NUL or be no UTF-8. */
  all = gdk_content_provider_new_union (providers, G_N_ELEMENTS (providers));
  gdk_clipboard_set_content (gtk_widget_get_clipboard (widget), all);

  /* Translators: %s is a size */
  text = g_strdup_printf (_("Copied %s"), size);
  gtk_widget_activate_action (widget, "session.toast", "s", text);
}
