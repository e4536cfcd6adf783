/* sounder-hex-lines.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <gtk/gtk.h>

#include "sounder-hex-lines.h"
#include "sounder-rendering.h"

/**
 * SounderHexLines:
 *
 * Keeps which are selected by their numbers: #GtkMultiSelection would make all of them for that.
 */

struct _SounderHexLines
{
  GObject    parent_instance;

  GBytes    *bytes;
  guint      n_lines;
  GtkBitset *selected;
};

static GType
sounder_hex_lines_get_item_type (GListModel *model)
{
  return GTK_TYPE_STRING_OBJECT;
}

static guint
sounder_hex_lines_get_n_items (GListModel *model)
{
  return SOUNDER_HEX_LINES (model)->n_lines;
}

static gpointer
sounder_hex_lines_get_item (GListModel *model,
                            guint       position)
{
  SounderHexLines *self = SOUNDER_HEX_LINES (model);
  g_autofree char *text = NULL;

  if (position >= self->n_lines)
    return NULL;

  text = sounder_hex_lines_dup_text (self, position, 1);

  return gtk_string_object_new (text);
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = sounder_hex_lines_get_item_type;
  iface->get_n_items = sounder_hex_lines_get_n_items;
  iface->get_item = sounder_hex_lines_get_item;
}

static GtkBitset *
sounder_hex_lines_get_selection_in_range (GtkSelectionModel *model,
                                          guint              position,
                                          guint              n_items)
{
  GtkBitset *selected = gtk_bitset_new_range (position, n_items);

  gtk_bitset_intersect (selected, SOUNDER_HEX_LINES (model)->selected);

  return selected;
}

static gboolean
sounder_hex_lines_set_selection (GtkSelectionModel *model,
                                 GtkBitset         *selected,
                                 GtkBitset         *mask)
{
  SounderHexLines *self = SOUNDER_HEX_LINES (model);
  g_autoptr (GtkBitset) added = NULL;

  if (gtk_bitset_is_empty (mask))
    return TRUE;

  added = gtk_bitset_copy (selected);
  gtk_bitset_intersect (added, mask);
  gtk_bitset_subtract (self->selected, mask);
  gtk_bitset_union (self->selected, added);
  gtk_selection_model_selection_changed (model, gtk_bitset_get_minimum (mask),
                                         gtk_bitset_get_maximum (mask)
                                           - gtk_bitset_get_minimum (mask) + 1);

  return TRUE;
}

static void
selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->get_selection_in_range = sounder_hex_lines_get_selection_in_range;
  iface->set_selection = sounder_hex_lines_set_selection;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (SounderHexLines, sounder_hex_lines, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL, selection_model_init))

static void
sounder_hex_lines_finalize (GObject *object)
{
  SounderHexLines *self = SOUNDER_HEX_LINES (object);

  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->selected, gtk_bitset_unref);

  G_OBJECT_CLASS (sounder_hex_lines_parent_class)->finalize (object);
}

static void
sounder_hex_lines_class_init (SounderHexLinesClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = sounder_hex_lines_finalize;
}

static void
sounder_hex_lines_init (SounderHexLines *self)
{
  self->selected = gtk_bitset_new_empty ();
}

SounderHexLines *
sounder_hex_lines_new (GBytes *bytes)
{
  SounderHexLines *self = g_object_new (SOUNDER_TYPE_HEX_LINES, NULL);
  gsize n_bytes = g_bytes_get_size (bytes);

  self->bytes = g_bytes_ref (bytes);
  /* A list has no more places than that. */
  self->n_lines = (guint) MIN (n_bytes / SOUNDER_HEX_BYTES_PER_LINE
                                 + (n_bytes % SOUNDER_HEX_BYTES_PER_LINE != 0),
                               G_MAXINT);

  return self;
}

/**
 * sounder_hex_lines_dup_text:
 * @first: the first one
 * @n_lines: how many; all of them have to be there
 *
 * Makes text of some lines.
 *
 * Returns: (transfer full): lines without a last newline
 */
char *
sounder_hex_lines_dup_text (SounderHexLines *self,
                            guint            first,
                            guint            n_lines)
{
  gsize from = (gsize) first * SOUNDER_HEX_BYTES_PER_LINE;
  gsize to = from + (gsize) n_lines * SOUNDER_HEX_BYTES_PER_LINE;

  g_return_val_if_fail (SOUNDER_IS_HEX_LINES (self), NULL);
  g_return_val_if_fail (first + n_lines <= self->n_lines, NULL);

  return sounder_rendering_dup_hex (g_bytes_get_data (self->bytes, NULL), from,
                                    MIN (to, g_bytes_get_size (self->bytes)));
}
