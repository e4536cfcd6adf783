/* sounder-record-compare.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-record-compare"

#include "config.h"

#include <glib/gi18n.h>

#include "mcp-summary.h"

#include "sounder-difference-view.h"
#include "sounder-record-compare.h"

typedef struct
{
  SounderDifferenceView *view;
  GBytes                *texts[2];   /* (nullable) */
  guint                  n_read;
} Comparison;

/* One of the two that are read. */
typedef struct
{
  Comparison *comparison;
  guint       index;
} Reading;

static void
take (Comparison *self,
      guint       index,
      GBytes     *text,
      const char *why_not)
{
  self->texts[index] = text;
  if (++self->n_read < G_N_ELEMENTS (self->texts))
    return;

  sounder_difference_view_set_texts (self->view, self->texts[0], self->texts[1], why_not);
  for (guint i = 0; i < G_N_ELEMENTS (self->texts); i++)
    g_clear_pointer (&self->texts[i], g_bytes_unref);
  g_object_unref (self->view);
  g_free (self);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autofree Reading *reading = user_data;
  g_autoptr (GError) error = NULL;
  GBytes *text = mcp_record_read_finish (MCP_RECORD (source), result, &error);

  take (reading->comparison, reading->index, text, error != NULL ? error->message : NULL);
}

static char *
dup_what (McpRecord *record)
{
  const char *method = mcp_record_get_method (record);
  g_autofree char *visible = method != NULL ? mcp_format_label (method, FALSE) : NULL;
  g_autofree char *time = mcp_format_wall_time (mcp_record_get_wall_usec (record), FALSE);

  return g_strjoin (" · ", mcp_record_kind_get_nick (mcp_record_get_kind (record)), time, visible,
                    NULL);
}

/**
 * sounder_record_compare:
 * @parent: (nullable): the window it belongs to
 * @before: a record
 * @after: another one
 *
 * Opens a window that shows where two messages differ.
 *
 * Returns: (transfer none): the window
 */
GtkWindow *
sounder_record_compare (GtkWindow *parent,
                        McpRecord *before,
                        McpRecord *after)
{
  McpRecord *records[] = { before, after };
  GtkWidget *window = adw_window_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  GtkWidget *bar = adw_header_bar_new ();
  GtkWidget *view = g_object_new (SOUNDER_TYPE_DIFFERENCE_VIEW, "vexpand", TRUE, NULL);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *subtitle = NULL;
  Comparison *comparison;

  g_return_val_if_fail (parent == NULL || GTK_IS_WINDOW (parent), NULL);
  g_return_val_if_fail (MCP_IS_RECORD (before), NULL);
  g_return_val_if_fail (MCP_IS_RECORD (after), NULL);

  first = dup_what (before);
  second = dup_what (after);
  subtitle = g_strconcat (first, " ↔ ", second, NULL);
  adw_header_bar_set_title_widget (ADW_HEADER_BAR (bar),
                                   adw_window_title_new (_("Compare Messages"), subtitle));
  gtk_box_append (GTK_BOX (box), bar);
  gtk_box_append (GTK_BOX (box), view);
  adw_window_set_content (ADW_WINDOW (window), box);
  gtk_window_set_title (GTK_WINDOW (window), _("Compare Messages"));
  gtk_window_set_default_size (GTK_WINDOW (window), 860, 560);
  gtk_window_set_transient_for (GTK_WINDOW (window), parent);

  comparison = g_new0 (Comparison, 1);
  comparison->view = g_object_ref (SOUNDER_DIFFERENCE_VIEW (view));
  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    {
      Reading *reading = g_new0 (Reading, 1);

      reading->comparison = comparison;
      reading->index = i;
      mcp_record_read_async (records[i], NULL, read_cb, reading);
    }
  gtk_window_present (GTK_WINDOW (window));

  return GTK_WINDOW (window);
}
