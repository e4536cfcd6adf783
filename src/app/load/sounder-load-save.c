/* sounder-load-save.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-hdr-log.h"
#include "mcp-json.h"
#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-load-window-private.h"
#include "sounder-save.h"
#include "sounder-template.h"

/* What a run came to as a file, and another one out of a file. */

GBytes *
sounder_load_window_dup_json (SounderLoadWindow *self)
{
  g_autofree char *json = NULL;
  gsize length = 0;
  char *pretty;

  g_return_val_if_fail (SOUNDER_IS_LOAD_WINDOW (self), NULL);

  if (self->load == NULL)
    return NULL;

  json = mcp_load_report_to_json (mcp_load_get_report (self->load));
  pretty = mcp_json_pretty (json, strlen (json), NULL, &length);

  return g_bytes_new_take (pretty, length);
}

GBytes *
sounder_load_window_dup_hdr_log (SounderLoadWindow *self)
{
  g_return_val_if_fail (SOUNDER_IS_LOAD_WINDOW (self), NULL);

  return self->load != NULL ? g_bytes_new (self->hdr_log->str, self->hdr_log->len) : NULL;
}

static void
save_cb (SounderLoadWindow *self,
         const char        *action_name,
         GVariant          *parameter)
{
  gboolean is_json = g_str_equal (g_variant_get_string (parameter, NULL), "json");
  g_autoptr (GBytes) bytes = is_json ? sounder_load_window_dup_json (self) : sounder_load_window_dup_hdr_log (self);

  if (bytes != NULL)
    sounder_save_bytes (GTK_WIDGET (self), is_json ? _("Save as JSON") : _("Save as HdrHistogram Log"),
                        is_json ? "load.json" : "load.hlog", bytes, G_FILE_CREATE_REPLACE_DESTINATION);
}

/* --- Comparing --- */

/**
 * sounder_load_window_compare_with:
 * @file: what this window or the command line has saved of a run
 *
 * Shows the figures of another run beside those of the last one.
 *
 * Returns: whether @file is a run
 */
gboolean
sounder_load_window_compare_with (SounderLoadWindow *self,
                                  GFile             *file,
                                  GError           **error)
{
  g_autofree char *text = NULL;
  g_autofree char *base = NULL;
  g_autofree char *display = NULL;
  McpLoadReport *report;
  gsize length;

  g_return_val_if_fail (SOUNDER_IS_LOAD_WINDOW (self), FALSE);

  if (!g_file_load_contents (file, NULL, &text, &length, NULL, error))
    return FALSE;
  report = mcp_load_report_new_from_json (text, length, error);
  if (report == NULL)
    return FALSE;

  base = g_file_get_basename (file);
  display = g_filename_display_name (base);
  g_clear_pointer (&self->from_file, mcp_load_report_free);
  g_free (self->file_name);
  self->from_file = report;
  self->file_name = mcp_format_label (display, FALSE);
  g_object_set (self, "compare", "file", NULL);

  return TRUE;
}

static void
compare_chosen_cb (GFile    *file,
                   gpointer  user_data)
{
  g_autoptr (SounderLoadWindow) self = user_data;
  g_autoptr (GError) error = NULL;
  g_autofree char *message = NULL;

  if (file == NULL || sounder_load_window_compare_with (self, file, &error))
    return;

  message = g_strdup_printf (_("Nothing to compare with: %s"), error->message);
  gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s", message);
}

static void
compare_file_cb (GtkWidget *widget)
{
  sounder_compat_choose_file (GTK_WINDOW (widget), _("Compare With"), SOUNDER_CHOOSE_OPEN, NULL, compare_chosen_cb,
                              g_object_ref (widget));
}

/* What the last run is compared with; what that is called, and what it has called if that is something else. */
const McpLoadReport *
sounder_load_window_get_earlier (SounderLoadWindow  *self,
                                 char              **name)
{
  gboolean is_file = g_str_equal (self->compare, "file");
  const McpLoadReport *earlier = is_file ? self->from_file : self->before;
  const McpLoadReport *report = mcp_load_get_report (self->load);
  const char *title = is_file ? self->file_name : _("Run before");
  g_autofree char *what = NULL;

  if (g_str_equal (self->compare, "none") || earlier == NULL)
    return NULL;

  what = mcp_format_label (earlier->name != NULL ? earlier->name : earlier->method, FALSE);
  *name = g_str_equal (report->method, earlier->method) && g_strcmp0 (report->name, earlier->name) == 0
            ? g_strdup (title)
            : g_strdup_printf ("%s (%s)", title, what);

  return earlier;
}

/* At class_init. */
void
sounder_load_window_install_saving (GtkWidgetClass *widget_class)
{
  sounder_template_action (widget_class, "load.save", "s", save_cb);
  sounder_template_action (widget_class, "load.compare-file", NULL, compare_file_cb);
  gtk_widget_class_install_property_action (widget_class, "load.compare", "compare");
}
