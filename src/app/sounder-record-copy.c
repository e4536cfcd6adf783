/* sounder-record-copy.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-record-copy"

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "mcp-json.h"
#include "mcp-summary.h"

#include "sounder-record-copy.h"

static void
set_clipboard (GtkWidget *widget,
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

static void
report (GtkWidget    *widget,
        const GError *error)
{
  gtk_widget_activate_action (widget, "session.toast", "s", error->message);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GtkWidget) widget = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;

  bytes = mcp_record_read_finish (MCP_RECORD (source), result, &error);
  if (bytes != NULL)
    set_clipboard (widget, bytes);
  else
    report (widget, error);
}

static void
print_in_worker (GTask        *task,
                 gpointer      source_object,
                 gpointer      task_data,
                 GCancellable *cancellable)
{
  GBytes *bytes = task_data;
  McpJsonPrint options = { 0 };
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  char *pretty;

  /* What is no JSON cannot be made pretty. */
  if (length == 0 || !mcp_json_validate (data, length, NULL))
    {
      g_task_return_pointer (task, g_bytes_ref (bytes), (GDestroyNotify) g_bytes_unref);
      return;
    }

  pretty = mcp_json_pretty (data, length, &options, &length);
  g_task_return_pointer (task, g_bytes_new_take (pretty, length), (GDestroyNotify) g_bytes_unref);
}

static void
printed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GBytes) bytes = g_task_propagate_pointer (G_TASK (result), NULL);

  set_clipboard (GTK_WIDGET (source), bytes);
}

static void
read_to_print_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (GtkWidget) widget = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GTask) task = NULL;
  GBytes *bytes;

  bytes = mcp_record_read_finish (MCP_RECORD (source), result, &error);
  if (bytes == NULL)
    {
      report (widget, error);
      return;
    }

  task = g_task_new (widget, NULL, printed_cb, NULL);
  g_task_set_task_data (task, bytes, (GDestroyNotify) g_bytes_unref);
  g_task_run_in_thread (task, print_in_worker);
}

/**
 * sounder_record_copy_bytes:
 * @widget: who copies
 * @record: a record
 *
 * Copies the record's exact bytes.
 */
void
sounder_record_copy_bytes (GtkWidget *widget,
                           McpRecord *record)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (MCP_IS_RECORD (record));

  mcp_record_read_async (record, NULL, read_cb, g_object_ref (widget));
}

/**
 * sounder_record_copy_pretty:
 * @widget: who copies
 * @record: a record
 *
 * Copies the record's JSON, printed over several lines; what is no JSON as it is.
 */
void
sounder_record_copy_pretty (GtkWidget *widget,
                            McpRecord *record)
{
  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (MCP_IS_RECORD (record));

  mcp_record_read_async (record, NULL, read_to_print_cb, g_object_ref (widget));
}

/**
 * sounder_record_copy_id:
 * @widget: who copies
 * @record: a record
 *
 * Copies the record's id as it stands in the message; nothing when it has none.
 */
void
sounder_record_copy_id (GtkWidget *widget,
                        McpRecord *record)
{
  g_autofree char *id = NULL;
  g_autoptr (GBytes) bytes = NULL;

  g_return_if_fail (GTK_IS_WIDGET (widget));
  g_return_if_fail (MCP_IS_RECORD (record));

  id = mcp_record_dup_id (record);
  if (id == NULL)
    return;

  bytes = g_bytes_new (id, strlen (id));
  set_clipboard (widget, bytes);
}
