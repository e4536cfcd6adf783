/* sounder-record-compare.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "mcp-summary.h"

#include "sounder-difference-window.h"
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
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autofree char *subtitle = NULL;
  SounderDifferenceView *view;
  Comparison *comparison;

  g_return_val_if_fail (parent == NULL || GTK_IS_WINDOW (parent), NULL);
  g_return_val_if_fail (MCP_IS_RECORD (before), NULL);
  g_return_val_if_fail (MCP_IS_RECORD (after), NULL);

  first = dup_what (before);
  second = dup_what (after);
  subtitle = g_strconcat (first, " ↔ ", second, NULL);
  view = sounder_difference_window_open (parent, _("Compare Messages"), subtitle);

  comparison = g_new0 (Comparison, 1);
  comparison->view = g_object_ref (view);
  for (guint i = 0; i < G_N_ELEMENTS (records); i++)
    {
      Reading *reading = g_new0 (Reading, 1);

      reading->comparison = comparison;
      reading->index = i;
      mcp_record_read_async (records[i], NULL, read_cb, reading);
    }

  return GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (view)));
}
