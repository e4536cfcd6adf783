/* sounder-timeline-statistics.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "mcp-summary.h"
#include "mcp-traffic-statistics.h"

#include "sounder-template.h"
#include "sounder-timeline-statistics.h"
#include "sounder-widgets.h"

/**
 * SounderTimelineStatistics:
 *
 * A table of what the timeline shows, one row per method and direction, and a line of totals.
 *
 * It counts only while it is seen. A click on a title sorts; figures that change while the server
 * is busy move the rows once in a while, and not under the pointer with each message.
 */

#define SORT_MSEC 500

typedef enum {
  COLUMN_METHOD,
  COLUMN_COUNT,
  COLUMN_ERRORS,
  COLUMN_LOST,
  COLUMN_MIN,
  COLUMN_MEDIAN,
  COLUMN_P95,
  COLUMN_MAX,
  COLUMN_OUT,
  COLUMN_IN,
  N_COLUMNS,
} Column;

typedef struct
{
  const char *title;
  const char *hint;
} ColumnInfo;

static const ColumnInfo infos[N_COLUMNS] = {
  [COLUMN_METHOD] = { N_("Method"), N_("Who is asked, and for what") },
  [COLUMN_COUNT] = { N_("Count"), N_("Requests or notifications") },
  [COLUMN_ERRORS] = { N_("Errors"), N_("Answered by an error, or by a tool that failed") },
  [COLUMN_LOST] = { N_("Lost"), N_("Without an answer: lost, timed out or cancelled") },
  [COLUMN_MIN] = { N_("Min"), N_("The shortest time to the answer") },
  [COLUMN_MEDIAN] = { N_("Median"), N_("Half of the answers took no longer") },
  [COLUMN_P95] = { N_("p95"), N_("Of a hundred answers, 95 took no longer") },
  [COLUMN_MAX] = { N_("Max"), N_("The longest time to the answer") },
  [COLUMN_OUT] = { N_("Sent"), N_("Bytes from the client to the server") },
  [COLUMN_IN] = { N_("Received"), N_("Bytes from the server to the client") },
};

struct _SounderTimelineStatistics
{
  AdwBin                parent_instance;

  GtkColumnView        *table;
  GtkWidget            *totals_label;

  McpJournalView       *view;        /* (nullable) */
  McpTrafficStatistics *statistics;
  GtkSelectionModel    *model;

  guint                 sort_id;
};

G_DEFINE_FINAL_TYPE (SounderTimelineStatistics, sounder_timeline_statistics, ADW_TYPE_BIN)

enum {
  PICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static gint64
get_number (const McpTrafficFigures *figures,
            Column                   column)
{
  switch (column)
    {
    case COLUMN_COUNT:
      return figures->n;
    case COLUMN_ERRORS:
      return figures->n_errors;
    case COLUMN_LOST:
      return figures->n_lost;
    case COLUMN_MIN:
      return figures->min_usec;
    case COLUMN_MEDIAN:
      return figures->median_usec;
    case COLUMN_P95:
      return figures->p95_usec;
    case COLUMN_MAX:
      return figures->max_usec;
    case COLUMN_OUT:
      return (gint64) figures->bytes_out;
    case COLUMN_IN:
      return (gint64) figures->bytes_in;
    case COLUMN_METHOD:
    case N_COLUMNS:
    default:
      return 0;
    }
}

static char *
dup_method_text (McpTrafficRow *row)
{
  const char *method = mcp_traffic_row_get_method (row);
  g_autofree char *visible = NULL;

  if (method != NULL)
    visible = mcp_format_visible (method, (gssize) strnlen (method, 256), FALSE);

  return g_strdup_printf ("%s %s",
                          mcp_traffic_row_get_direction (row) == MCP_DIRECTION_OUT ? "→" : "←",
                          visible != NULL ? visible : _("all others"));
}

static char *
dup_text (McpTrafficRow *row,
          Column         column)
{
  gint64 number;

  if (column == COLUMN_METHOD)
    return dup_method_text (row);

  number = get_number (mcp_traffic_row_get_figures (row), column);
  if (column >= COLUMN_OUT)
    return mcp_format_size ((guint64) number);
  if (column >= COLUMN_MIN)
    return number >= 0 ? mcp_format_duration (number) : g_strdup ("");

  return g_strdup_printf ("%'d", (int) number);
}

static void
update_cell (GtkLabel      *label,
             McpTrafficRow *row)
{
  Column column = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (label), "column"));
  g_autofree char *text = dup_text (row, column);

  gtk_label_set_label (label, text);
  sounder_widgets_set_class (label, "error",
                             (column == COLUMN_ERRORS || column == COLUMN_LOST)
                               && get_number (mcp_traffic_row_get_figures (row), column) > 0);
}

static void
row_changed_cb (McpTrafficRow *row,
                GtkLabel      *label)
{
  update_cell (label, row);
}

static void
setup_cell_cb (GtkListItemFactory *factory,
               GtkListItem        *list_item,
               gpointer            column)
{
  GtkWidget *label = gtk_label_new (NULL);
  gboolean is_text = GPOINTER_TO_UINT (column) == COLUMN_METHOD;

  gtk_label_set_xalign (GTK_LABEL (label), is_text ? 0 : 1);
  gtk_label_set_ellipsize (GTK_LABEL (label), is_text ? PANGO_ELLIPSIZE_END : PANGO_ELLIPSIZE_NONE);
  /* Where room is short the table scrolls, and the methods can still be told apart. */
  gtk_label_set_width_chars (GTK_LABEL (label), is_text ? 24 : -1);
  gtk_widget_add_css_class (label, "numeric");
  g_object_set_data (G_OBJECT (label), "column", column);
  gtk_list_item_set_child (list_item, label);
}

static void
bind_cell_cb (GtkListItemFactory *factory,
              GtkListItem        *list_item,
              gpointer            column)
{
  GtkWidget *label = gtk_list_item_get_child (list_item);
  McpTrafficRow *row = gtk_list_item_get_item (list_item);

  g_signal_connect_object (row, "changed", G_CALLBACK (row_changed_cb), label, 0);
  update_cell (GTK_LABEL (label), row);
}

static void
unbind_cell_cb (GtkListItemFactory *factory,
                GtkListItem        *list_item,
                gpointer            column)
{
  g_signal_handlers_disconnect_by_func (gtk_list_item_get_item (list_item), row_changed_cb,
                                        gtk_list_item_get_child (list_item));
}

static int
compare_rows (gconstpointer a,
              gconstpointer b,
              gpointer      user_data)
{
  McpTrafficRow *left = (McpTrafficRow *) a;
  McpTrafficRow *right = (McpTrafficRow *) b;
  Column column = GPOINTER_TO_UINT (user_data);
  gint64 difference;

  if (column == COLUMN_METHOD)
    return g_strcmp0 (mcp_traffic_row_get_method (left), mcp_traffic_row_get_method (right));

  difference = get_number (mcp_traffic_row_get_figures (left), column)
               - get_number (mcp_traffic_row_get_figures (right), column);

  return (difference > 0) - (difference < 0);
}

static void
add_column (SounderTimelineStatistics *self,
            Column                     column)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  g_autoptr (GtkColumnViewColumn) shown = NULL;
  g_autoptr (GtkSorter) sorter = NULL;

  g_signal_connect (factory, "setup", G_CALLBACK (setup_cell_cb), GUINT_TO_POINTER (column));
  g_signal_connect (factory, "bind", G_CALLBACK (bind_cell_cb), GUINT_TO_POINTER (column));
  g_signal_connect (factory, "unbind", G_CALLBACK (unbind_cell_cb), GUINT_TO_POINTER (column));

  shown = gtk_column_view_column_new (_(infos[column].title), factory);
  sorter = GTK_SORTER (gtk_custom_sorter_new (compare_rows, GUINT_TO_POINTER (column), NULL));
  gtk_column_view_column_set_sorter (shown, sorter);
  gtk_column_view_column_set_resizable (shown, TRUE);
  gtk_column_view_column_set_expand (shown, column == COLUMN_METHOD);
  gtk_column_view_append_column (self->table, shown);
}

static void
update_totals (SounderTimelineStatistics *self)
{
  const McpTrafficFigures *totals = mcp_traffic_statistics_get_totals (self->statistics);
  g_autofree char *text = NULL;
  g_autofree char *median = NULL;
  g_autofree char *errors = NULL;
  g_autofree char *sent = NULL;
  g_autofree char *received = NULL;

  median = totals->median_usec >= 0 ? mcp_format_duration (totals->median_usec) : g_strdup ("–");
  sent = mcp_format_size (totals->bytes_out);
  received = mcp_format_size (totals->bytes_in);
  errors = g_strdup_printf (ngettext ("%u error", "%u errors", totals->n_errors), totals->n_errors);
  /* Translators: sums over all methods: how many, “2 errors”, how many got no answer, the
   * median time, and how many bytes went each way */
  text = g_strdup_printf (_("%u in all · %s · %u lost · median %s · %s sent · %s received"),
                          totals->n, errors, totals->n_lost, median, sent, received);
  gtk_label_set_label (GTK_LABEL (self->totals_label), text);
}

static gboolean
sort_cb (gpointer user_data)
{
  SounderTimelineStatistics *self = user_data;

  self->sort_id = 0;
  gtk_sorter_changed (gtk_column_view_get_sorter (self->table), GTK_SORTER_CHANGE_DIFFERENT);
  update_totals (self);

  return G_SOURCE_REMOVE;
}

/* Figures change with each message; the order of the rows and the totals once in a while. */
static void
queue_sort (SounderTimelineStatistics *self)
{
  if (self->sort_id == 0)
    self->sort_id = g_timeout_add (SORT_MSEC, sort_cb, self);
}

static void
view_changed_cb (SounderTimelineStatistics *self,
                 guint                      position,
                 guint                      n_removed,
                 guint                      n_added)
{
  queue_sort (self);
}

static void
row_activated_cb (SounderTimelineStatistics *self,
                  guint                      position)
{
  g_autoptr (McpTrafficRow) row = g_list_model_get_item (G_LIST_MODEL (self->model), position);

  if (row != NULL && mcp_traffic_row_get_method (row) != NULL)
    g_signal_emit (self, signals[PICKED], 0, mcp_traffic_row_get_method (row));
}

static void
sounder_timeline_statistics_map (GtkWidget *widget)
{
  SounderTimelineStatistics *self = SOUNDER_TIMELINE_STATISTICS (widget);

  GTK_WIDGET_CLASS (sounder_timeline_statistics_parent_class)->map (widget);
  mcp_traffic_statistics_set_view (self->statistics, self->view);
  queue_sort (self);
}

static void
sounder_timeline_statistics_unmap (GtkWidget *widget)
{
  SounderTimelineStatistics *self = SOUNDER_TIMELINE_STATISTICS (widget);

  g_clear_handle_id (&self->sort_id, g_source_remove);
  mcp_traffic_statistics_set_view (self->statistics, NULL);
  GTK_WIDGET_CLASS (sounder_timeline_statistics_parent_class)->unmap (widget);
}

static void
sounder_timeline_statistics_dispose (GObject *object)
{
  SounderTimelineStatistics *self = SOUNDER_TIMELINE_STATISTICS (object);

  g_clear_handle_id (&self->sort_id, g_source_remove);
  if (self->statistics != NULL)
    mcp_traffic_statistics_set_view (self->statistics, NULL);
  g_clear_object (&self->view);

  G_OBJECT_CLASS (sounder_timeline_statistics_parent_class)->dispose (object);
}

static void
sounder_timeline_statistics_finalize (GObject *object)
{
  SounderTimelineStatistics *self = SOUNDER_TIMELINE_STATISTICS (object);

  g_clear_object (&self->model);
  g_clear_object (&self->statistics);

  G_OBJECT_CLASS (sounder_timeline_statistics_parent_class)->finalize (object);
}

static void
sounder_timeline_statistics_class_init (SounderTimelineStatisticsClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_timeline_statistics_dispose;
  object_class->finalize = sounder_timeline_statistics_finalize;
  widget_class->map = sounder_timeline_statistics_map;
  widget_class->unmap = sounder_timeline_statistics_unmap;

  /**
   * SounderTimelineStatistics::picked:
   * @self: the statistics
   * @method: of the row
   *
   * Somebody has chosen a row.
   */
  signals[PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_STRING);

  sounder_template_set (widget_class, "sounder-timeline-statistics.ui");
  sounder_template_bind (widget_class, SounderTimelineStatistics, table, totals_label);
  sounder_template_connect (widget_class, row_activated_cb);
}

/* A title says what is counted to whoever points at it. */
static void
set_hints (SounderTimelineStatistics *self)
{
  GtkWidget *header = gtk_widget_get_first_child (GTK_WIDGET (self->table));
  guint column = 0;

  for (GtkWidget *title = header != NULL ? gtk_widget_get_first_child (header) : NULL;
       title != NULL && column < N_COLUMNS; title = gtk_widget_get_next_sibling (title))
    gtk_widget_set_tooltip_text (title, _(infos[column++].hint));
}

static void
sounder_timeline_statistics_init (SounderTimelineStatistics *self)
{
  GtkSortListModel *sorted;
  GListModel *rows;

  gtk_widget_init_template (GTK_WIDGET (self));
  self->statistics = mcp_traffic_statistics_new (NULL);
  rows = mcp_traffic_statistics_get_rows (self->statistics);
  for (guint i = 0; i < N_COLUMNS; i++)
    add_column (self, i);
  set_hints (self);

  sorted = gtk_sort_list_model_new (g_object_ref (rows),
                                    g_object_ref (gtk_column_view_get_sorter (self->table)));
  self->model = GTK_SELECTION_MODEL (gtk_no_selection_new (G_LIST_MODEL (sorted)));
  gtk_column_view_set_model (self->table, self->model);
  g_signal_connect_object (rows, "items-changed", G_CALLBACK (view_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->statistics, "busy-changed", G_CALLBACK (queue_sort), self,
                           G_CONNECT_SWAPPED);
  update_totals (self);
}

void
sounder_timeline_statistics_set_view (SounderTimelineStatistics *self,
                                      McpJournalView            *view)
{
  g_return_if_fail (SOUNDER_IS_TIMELINE_STATISTICS (self));
  g_return_if_fail (view == NULL || MCP_IS_JOURNAL_VIEW (view));

  if (self->view == view)
    return;

  if (self->view != NULL)
    g_signal_handlers_disconnect_by_func (self->view, view_changed_cb, self);
  g_set_object (&self->view, view);
  if (view != NULL)
    g_signal_connect_object (view, "items-changed", G_CALLBACK (view_changed_cb), self,
                             G_CONNECT_SWAPPED);
  if (gtk_widget_get_mapped (GTK_WIDGET (self)))
    mcp_traffic_statistics_set_view (self->statistics, view);
}

GListModel *
sounder_timeline_statistics_get_rows (SounderTimelineStatistics *self)
{
  g_return_val_if_fail (SOUNDER_IS_TIMELINE_STATISTICS (self), NULL);

  return G_LIST_MODEL (self->model);
}
