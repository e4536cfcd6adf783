/* sounder-sample-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-graph-scale.h"
#include "sounder-sample-table.h"
#include "sounder-widgets.h"

/**
 * SounderSampleTable:
 *
 * One row for each probe, newest first; only those in sight are made.
 */

struct _SounderSampleTable
{
  AdwBin             parent_instance;

  SounderSampleList *list;
};

G_DEFINE_FINAL_TYPE (SounderSampleTable, sounder_sample_table, ADW_TYPE_BIN)

static const char *const titles[SOUNDER_N_SAMPLE_COLUMNS] = {
  [SOUNDER_SAMPLE_TIME] = N_("Time"),
  [SOUNDER_SAMPLE_VALUE] = N_("Round trip"),
  [SOUNDER_SAMPLE_STATUS] = N_("Result"),
  /* Translators: a column: how long a probe waited in Sounder before it was sent. */
  [SOUNDER_SAMPLE_QUEUED] = N_("Own queue"),
  [SOUNDER_SAMPLE_METHOD] = N_("Probe"),
  /* Translators: a column: which connection of the session, counted from 1. */
  [SOUNDER_SAMPLE_LIFE] = N_("Connection"),
};

char *
sounder_sample_dup_cell (const McpHealthSample *sample,
                         gint64                 wall_offset_usec,
                         SounderSampleColumn    column)
{
  switch (column)
    {
    case SOUNDER_SAMPLE_TIME:
      return mcp_format_wall_time (sample->time_usec + wall_offset_usec, FALSE);

    case SOUNDER_SAMPLE_VALUE:
      return mcp_format_duration (sample->status == MCP_SAMPLE_OK ? sample->rtt_usec : -1);

    case SOUNDER_SAMPLE_STATUS:
      /* Translators: a ping that was answered in time. */
      return sample->status == MCP_SAMPLE_OK ? g_strdup (_("answered"))
                                             : sounder_sample_dup_value (sample);

    case SOUNDER_SAMPLE_QUEUED:
      return mcp_format_duration (sample->queued_usec);

    case SOUNDER_SAMPLE_METHOD:
      return g_strdup (sample->modern ? "server/discover" : "ping");

    case SOUNDER_SAMPLE_LIFE:
    default:
      return g_strdup_printf ("%u", sample->life);
    }
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          gpointer                  column)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, "numeric");
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         gpointer                  column)
{
  SounderSample *row = gtk_list_item_get_item (item);
  const McpHealthSample *sample = sounder_sample_get (row);
  GtkWidget *label = gtk_list_item_get_child (item);
  g_autofree char *text = sounder_sample_dup_cell (sample, sounder_sample_get_wall_offset_usec (row),
                                                   GPOINTER_TO_UINT (column));

  gtk_label_set_text (GTK_LABEL (label), text);
  sounder_widgets_set_class (label, "state-failed",
                             GPOINTER_TO_UINT (column) == SOUNDER_SAMPLE_STATUS && sample->status != MCP_SAMPLE_OK);
}

static void
activate_cb (SounderSampleTable *self,
             guint               position)
{
  g_autoptr (SounderSample) item = g_list_model_get_item (G_LIST_MODEL (self->list), position);

  if (item != NULL && sounder_sample_get (item)->serial != 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "session.show-record", "u",
                                sounder_sample_get (item)->serial);
}

static void
sounder_sample_table_dispose (GObject *object)
{
  SounderSampleTable *self = SOUNDER_SAMPLE_TABLE (object);

  adw_bin_set_child (ADW_BIN (self), NULL);
  g_clear_object (&self->list);

  G_OBJECT_CLASS (sounder_sample_table_parent_class)->dispose (object);
}

static void
sounder_sample_table_class_init (SounderSampleTableClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_sample_table_dispose;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "sampletable");
}

static void
add_column (GtkColumnView      *view,
            SounderSampleColumn column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) added = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cb), GUINT_TO_POINTER (column));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cb), GUINT_TO_POINTER (column));
  added = gtk_column_view_column_new (_(titles[column]), factory);
  gtk_column_view_column_set_expand (added, TRUE);
  gtk_column_view_append_column (view, added);
}

static void
sounder_sample_table_init (SounderSampleTable *self)
{
  GtkWidget *scroller = gtk_scrolled_window_new ();
  GtkSingleSelection *selection;
  GtkWidget *view;

  self->list = sounder_sample_list_new ();
  selection = gtk_single_selection_new (g_object_ref (G_LIST_MODEL (self->list)));
  /* Else it would jump to each new row. */
  gtk_single_selection_set_autoselect (selection, FALSE);
  gtk_single_selection_set_can_unselect (selection, TRUE);
  view = gtk_column_view_new (GTK_SELECTION_MODEL (selection));
  gtk_widget_add_css_class (view, "data-table");
  sounder_widgets_set_spoken (view, _("Round trips, newest first"));
  for (guint column = 0; column < SOUNDER_N_SAMPLE_COLUMNS; column++)
    add_column (GTK_COLUMN_VIEW (view), column);
  g_signal_connect_swapped (view, "activate", G_CALLBACK (activate_cb), self);

  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_scrolled_window_set_propagate_natural_width (GTK_SCROLLED_WINDOW (scroller), FALSE);
  /* The corners of the card. */
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  adw_bin_set_child (ADW_BIN (self), scroller);
}

SounderSampleList *
sounder_sample_table_get_list (SounderSampleTable *self)
{
  g_return_val_if_fail (SOUNDER_IS_SAMPLE_TABLE (self), NULL);

  return self->list;
}
