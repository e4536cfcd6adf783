/* sounder-serial-selection.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-serial-selection.h"

/**
 * SounderSerialSelection:
 *
 * A selection of any number of rows that costs nothing while rows come, go and change places.
 *
 * GtkMultiSelection keeps the items, so that it finds them again: a million selected rows would be a
 * million objects, and a filter that is cleared would have it look at every row. Here serials are
 * kept, and asked for when a row is drawn.
 */

struct _SounderSerialSelection
{
  GObject         parent_instance;

  McpJournalView *view;
  GtkBitset      *serials;
  guint           last;    /* serial; 0 for none */
  guint           anchor;  /* serial from which on somebody extends the selection */
};

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void list_model_init (GListModelInterface *iface);
static void selection_model_init (GtkSelectionModelInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (SounderSerialSelection, sounder_serial_selection, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init)
                               G_IMPLEMENT_INTERFACE (GTK_TYPE_SELECTION_MODEL,
                                                      selection_model_init))

static GType
get_item_type (GListModel *model)
{
  return MCP_TYPE_RECORD;
}

static guint
get_n_items (GListModel *model)
{
  return g_list_model_get_n_items (G_LIST_MODEL (SOUNDER_SERIAL_SELECTION (model)->view));
}

static gpointer
get_item (GListModel *model,
          guint       position)
{
  return g_list_model_get_item (G_LIST_MODEL (SOUNDER_SERIAL_SELECTION (model)->view), position);
}

static void
list_model_init (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

static guint
get_serial (SounderSerialSelection *self,
            guint                   position)
{
  return mcp_journal_view_get_serial (self->view, position);
}

/* What is selected may be anywhere: the list asks for those that it has widgets for. */
static void
tell_all (SounderSerialSelection *self)
{
  guint n_rows = get_n_items (G_LIST_MODEL (self));

  if (n_rows > 0)
    gtk_selection_model_selection_changed (GTK_SELECTION_MODEL (self), 0, n_rows);
  g_signal_emit (self, signals[CHANGED], 0);
}

static gboolean
is_selected (GtkSelectionModel *model,
             guint              position)
{
  SounderSerialSelection *self = SOUNDER_SERIAL_SELECTION (model);
  guint serial = get_serial (self, position);

  return serial != 0 && gtk_bitset_contains (self->serials, serial);
}

static GtkBitset *
get_selection_in_range (GtkSelectionModel *model,
                        guint              position,
                        guint              n_rows)
{
  GtkBitset *positions = gtk_bitset_new_empty ();

  for (guint i = 0; i < n_rows; i++)
    if (is_selected (model, position + i))
      gtk_bitset_add (positions, position + i);

  return positions;
}

/* Returns the end opposite to the anchor. */
static guint
get_moved_end (SounderSerialSelection *self,
               guint                   position,
               guint                   n_rows)
{
  guint end = get_serial (self, position + n_rows - 1);

  return end == self->anchor ? get_serial (self, position) : end;
}

static gboolean
select_range (GtkSelectionModel *model,
              guint              position,
              guint              n_rows,
              gboolean           unselect_rest)
{
  SounderSerialSelection *self = SOUNDER_SERIAL_SELECTION (model);

  if (unselect_rest)
    gtk_bitset_remove_all (self->serials);
  for (guint i = 0; i < n_rows; i++)
    gtk_bitset_add (self->serials, get_serial (self, position + i));
  if (n_rows > 0)
    self->last = get_moved_end (self, position, n_rows);
  tell_all (self);

  return TRUE;
}

static gboolean
select_item (GtkSelectionModel *model,
             guint              position,
             gboolean           unselect_rest)
{
  SOUNDER_SERIAL_SELECTION (model)->anchor = get_serial (SOUNDER_SERIAL_SELECTION (model), position);

  return select_range (model, position, 1, unselect_rest);
}

/* Something else is the last one, if there is anything. */
static void
find_last (SounderSerialSelection *self)
{
  if (!gtk_bitset_contains (self->serials, self->last))
    self->last = gtk_bitset_is_empty (self->serials) ? 0 : gtk_bitset_get_maximum (self->serials);
}

static gboolean
unselect_range (GtkSelectionModel *model,
                guint              position,
                guint              n_rows)
{
  SounderSerialSelection *self = SOUNDER_SERIAL_SELECTION (model);

  for (guint i = 0; i < n_rows; i++)
    gtk_bitset_remove (self->serials, get_serial (self, position + i));
  find_last (self);
  tell_all (self);

  return TRUE;
}

static gboolean
unselect_item (GtkSelectionModel *model,
               guint              position)
{
  return unselect_range (model, position, 1);
}

static gboolean
select_all (GtkSelectionModel *model)
{
  return select_range (model, 0, get_n_items (G_LIST_MODEL (model)), FALSE);
}

/* With what a filter hides. */
static gboolean
unselect_all (GtkSelectionModel *model)
{
  sounder_serial_selection_set_only (SOUNDER_SERIAL_SELECTION (model), 0);

  return TRUE;
}

static gboolean
set_selection (GtkSelectionModel *model,
               GtkBitset         *selected,
               GtkBitset         *mask)
{
  SounderSerialSelection *self = SOUNDER_SERIAL_SELECTION (model);
  GtkBitsetIter iter;
  guint position;

  for (gboolean more = gtk_bitset_iter_init_first (&iter, mask, &position); more;
       more = gtk_bitset_iter_next (&iter, &position))
    {
      guint serial = get_serial (self, position);

      if (serial == 0)
        break;
      if (!gtk_bitset_contains (selected, position))
        gtk_bitset_remove (self->serials, serial);
      else if (gtk_bitset_add (self->serials, serial))
        self->last = serial;
    }
  find_last (self);
  tell_all (self);

  return TRUE;
}

static void
selection_model_init (GtkSelectionModelInterface *iface)
{
  iface->is_selected = is_selected;
  iface->get_selection_in_range = get_selection_in_range;
  iface->select_item = select_item;
  iface->unselect_item = unselect_item;
  iface->select_range = select_range;
  iface->unselect_range = unselect_range;
  iface->select_all = select_all;
  iface->unselect_all = unselect_all;
  iface->set_selection = set_selection;
}

static void
sounder_serial_selection_dispose (GObject *object)
{
  SounderSerialSelection *self = SOUNDER_SERIAL_SELECTION (object);

  if (self->view != NULL)
    g_signal_handlers_disconnect_by_data (self->view, self);

  G_OBJECT_CLASS (sounder_serial_selection_parent_class)->dispose (object);
}

static void
sounder_serial_selection_finalize (GObject *object)
{
  SounderSerialSelection *self = SOUNDER_SERIAL_SELECTION (object);

  gtk_bitset_unref (self->serials);
  g_object_unref (self->view);

  G_OBJECT_CLASS (sounder_serial_selection_parent_class)->finalize (object);
}

static void
sounder_serial_selection_class_init (SounderSerialSelectionClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_serial_selection_dispose;
  G_OBJECT_CLASS (klass)->finalize = sounder_serial_selection_finalize;

  /**
   * SounderSerialSelection::changed:
   * @self: a selection
   *
   * Something else is selected, with a row or without.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 0);
}

static void
sounder_serial_selection_init (SounderSerialSelection *self)
{
  self->serials = gtk_bitset_new_empty ();
}

SounderSerialSelection *
sounder_serial_selection_new (McpJournalView *view)
{
  SounderSerialSelection *self;

  g_return_val_if_fail (MCP_IS_JOURNAL_VIEW (view), NULL);

  self = g_object_new (SOUNDER_TYPE_SERIAL_SELECTION, NULL);
  self->view = g_object_ref (view);
  g_signal_connect_swapped (view, "items-changed", G_CALLBACK (g_list_model_items_changed), self);

  return self;
}

/**
 * sounder_serial_selection_set_only:
 * @serial: of a record, which need not have a row; 0 for none
 *
 * Selects one record and no other.
 */
void
sounder_serial_selection_set_only (SounderSerialSelection *self,
                                   guint                   serial)
{
  g_return_if_fail (SOUNDER_IS_SERIAL_SELECTION (self));

  gtk_bitset_remove_all (self->serials);
  if (serial != 0)
    gtk_bitset_add (self->serials, serial);
  self->last = self->anchor = serial;
  tell_all (self);
}

/**
 * sounder_serial_selection_set_last:
 *
 * Makes a record that is selected the one that is meant; the others stay selected.
 *
 * Returns: %FALSE when it is not selected
 */
gboolean
sounder_serial_selection_set_last (SounderSerialSelection *self,
                                   guint                   serial)
{
  g_return_val_if_fail (SOUNDER_IS_SERIAL_SELECTION (self), FALSE);

  if (!gtk_bitset_contains (self->serials, serial))
    return FALSE;

  self->last = serial;
  g_signal_emit (self, signals[CHANGED], 0);

  return TRUE;
}

guint
sounder_serial_selection_get_last (SounderSerialSelection *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERIAL_SELECTION (self), 0);

  return self->last;
}

/**
 * sounder_serial_selection_dup_serials:
 *
 * Gets all that is selected, also what has no row now.
 *
 * Returns: (transfer full) (element-type guint): serials, ascending
 */
GArray *
sounder_serial_selection_dup_serials (SounderSerialSelection *self)
{
  GArray *serials = g_array_new (FALSE, FALSE, sizeof (guint));
  GtkBitsetIter iter;
  guint serial;

  g_return_val_if_fail (SOUNDER_IS_SERIAL_SELECTION (self), serials);

  for (gboolean more = gtk_bitset_iter_init_first (&iter, self->serials, &serial); more;
       more = gtk_bitset_iter_next (&iter, &serial))
    g_array_append_val (serials, serial);

  return serials;
}
