/* sounder-json-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "sounder-json-row.h"
#include "sounder-pane.h"

/* A tree scrolls by itself, and takes no room of its own. */
#define TREE_HEIGHT_PX 280

#define SHORT_BYTES 8192

struct _SounderJsonRow
{
  AdwExpanderRow      parent_instance;

  GBytes             *json;   /* (nullable) */
  SounderPane *view;   /* (nullable): before it is unfolded */
};

G_DEFINE_FINAL_TYPE (SounderJsonRow, sounder_json_row, ADW_TYPE_EXPANDER_ROW)

/* A short document is read without a click more: what is in it opens as its rows come. Backwards, for each that opens
 * moves those behind it. */
static void
rows_changed_cb (GListModel *rows,
                 guint       position,
                 guint       removed,
                 guint       added)
{
  for (guint i = added; i > 0; i--)
    {
      g_autoptr (GtkTreeListRow) row = g_list_model_get_item (rows, position + i - 1);

      if (row != NULL && gtk_tree_list_row_get_depth (row) == 1)
        gtk_tree_list_row_set_expanded (row, TRUE);
    }
}

static void
update (SounderJsonRow *self)
{
  GListModel *rows;

  if (self->json == NULL || !adw_expander_row_get_expanded (ADW_EXPANDER_ROW (self)))
    return;

  if (self->view == NULL)
    {
      self->view = g_object_new (SOUNDER_TYPE_PANE, "shows-tools", FALSE, "height-request", TREE_HEIGHT_PX, NULL);
      adw_expander_row_add_row (ADW_EXPANDER_ROW (self), GTK_WIDGET (self->view));
    }
  sounder_pane_set_bytes (self->view, self->json);
  sounder_pane_set_view (self->view, "tree");
  rows = sounder_json_tree_get_rows (sounder_pane_get_tree (self->view));
  if (rows == NULL || g_bytes_get_size (self->json) > SHORT_BYTES)
    return;

  g_signal_connect (rows, "items-changed", G_CALLBACK (rows_changed_cb), NULL);
  rows_changed_cb (rows, 0, 0, g_list_model_get_n_items (rows));
}

static void
sounder_json_row_finalize (GObject *object)
{
  g_clear_pointer (&SOUNDER_JSON_ROW (object)->json, g_bytes_unref);

  G_OBJECT_CLASS (sounder_json_row_parent_class)->finalize (object);
}

static void
sounder_json_row_class_init (SounderJsonRowClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sounder_json_row_finalize;
}

static void
sounder_json_row_init (SounderJsonRow *self)
{
  g_signal_connect (self, "notify::expanded", G_CALLBACK (update), NULL);
}

GtkWidget *
sounder_json_row_new (const char *title)
{
  return g_object_new (SOUNDER_TYPE_JSON_ROW, "title", title, NULL);
}

void
sounder_json_row_set_json (SounderJsonRow *self,
                           const char     *json)
{
  g_return_if_fail (SOUNDER_IS_JSON_ROW (self));

  g_clear_pointer (&self->json, g_bytes_unref);
  self->json = g_bytes_new (json, strlen (json));
  update (self);
}
