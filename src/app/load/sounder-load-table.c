/* sounder-load-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-load-words.h"
#include "sounder-load-table.h"
#include "sounder-number.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

struct _SounderLoadTable
{
  AdwBin      parent_instance;

  GtkFlowBox *cards;
  GtkGrid    *latencies;
  GtkGrid    *errors;
  GtkWidget  *errors_card;
  GPtrArray  *cells;       /* of GtkLabel: those of latencies, row by row */
};

G_DEFINE_FINAL_TYPE (SounderLoadTable, sounder_load_table, ADW_TYPE_BIN)

enum {
  COLUMN_NAME,
  COLUMN_NOW,
  COLUMN_BEFORE,
  COLUMN_RATIO,
  N_COLUMNS,
};

/* A head, the throughput, then each figure. */
#define ROW_HEAD      0
#define ROW_PER_SEC   1
#define ROW_FIGURES   2
#define N_ROWS        (ROW_FIGURES + MCP_LOAD_N_FIGURES)

static GtkWidget *
new_cell (gboolean is_name)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), is_name ? 0 : 1);
  gtk_widget_set_hexpand (label, !is_name);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (label, is_name ? "dim-label" : "numeric");

  return label;
}

static void
set_cell (SounderLoadTable *self,
          guint             row,
          guint             column,
          const char       *text)
{
  gtk_label_set_text (self->cells->pdata[row * N_COLUMNS + column], text);
}

static void
show_comparison (SounderLoadTable *self,
                 gboolean          is_shown)
{
  for (guint row = 0; row < N_ROWS; row++)
    for (guint column = COLUMN_BEFORE; column < N_COLUMNS; column++)
      gtk_widget_set_visible (self->cells->pdata[row * N_COLUMNS + column], is_shown);
}

static char *
dup_per_second (const McpLoadReport *report)
{
  return g_strdup_printf ("%.5g", mcp_load_report_get_throughput (report));
}

static void
show_latencies (SounderLoadTable    *self,
                const McpLoadReport *report,
                const McpLoadReport *earlier)
{
  g_autofree char *per_second = dup_per_second (report);

  set_cell (self, ROW_PER_SEC, COLUMN_NOW, per_second);
  for (guint i = 0; i < MCP_LOAD_N_FIGURES; i++)
    {
      g_autofree char *now = mcp_load_dup_duration (report->latency_usec[i]);

      set_cell (self, ROW_FIGURES + i, COLUMN_NOW, now);
    }
  if (earlier == NULL)
    return;

  for (guint i = 0; i < MCP_LOAD_N_FIGURES; i++)
    {
      g_autofree char *before = mcp_load_dup_duration (earlier->latency_usec[i]);
      g_autofree char *ratio = mcp_load_dup_ratio (report->latency_usec[i], earlier->latency_usec[i]);

      set_cell (self, ROW_FIGURES + i, COLUMN_BEFORE, before);
      set_cell (self, ROW_FIGURES + i, COLUMN_RATIO, ratio);
    }
}

static void
show_earlier (SounderLoadTable    *self,
              const McpLoadReport *report,
              const McpLoadReport *earlier,
              const char          *name)
{
  g_autofree char *per_second = dup_per_second (earlier);
  g_autofree char *ratio = mcp_load_dup_ratio (mcp_load_report_get_throughput (report),
                                               mcp_load_report_get_throughput (earlier));

  set_cell (self, ROW_HEAD, COLUMN_BEFORE, name);
  gtk_widget_set_tooltip_text (self->cells->pdata[COLUMN_BEFORE], name);
  set_cell (self, ROW_PER_SEC, COLUMN_BEFORE, per_second);
  set_cell (self, ROW_PER_SEC, COLUMN_RATIO, ratio);
}

/* A server chooses its codes: there are at most so many kinds. */
static void
show_errors (SounderLoadTable    *self,
             const McpLoadReport *report)
{
  sounder_widgets_remove_children (self->errors);

  for (guint i = 0; i < report->errors->len; i++)
    {
      const McpLoadErrors *errors = &g_array_index (report->errors, McpLoadErrors, i);
      GtkWidget *kind = new_cell (TRUE);
      GtkWidget *count = new_cell (FALSE);
      g_autofree char *text = sounder_number_group (errors->n);

      gtk_label_set_text (GTK_LABEL (kind), errors->kind);
      gtk_label_set_text (GTK_LABEL (count), text);
      gtk_grid_attach (self->errors, kind, 0, (int) i, 1, 1);
      gtk_grid_attach (self->errors, count, 1, (int) i, 1, 1);
    }
  gtk_widget_set_visible (self->errors_card, report->errors->len > 0);
  gtk_flow_box_set_max_children_per_line (self->cards, report->errors->len > 0 ? 2 : 1);
}

static void
sounder_load_table_finalize (GObject *object)
{
  g_ptr_array_unref (SOUNDER_LOAD_TABLE (object)->cells);

  G_OBJECT_CLASS (sounder_load_table_parent_class)->finalize (object);
}

static void
sounder_load_table_class_init (SounderLoadTableClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sounder_load_table_finalize;
  sounder_template_set (widget_class, "sounder-load-table.ui");
  sounder_template_bind (widget_class, SounderLoadTable, cards, latencies, errors, errors_card);
}

static void
sounder_load_table_init (SounderLoadTable *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->cells = g_ptr_array_new ();
  for (guint row = 0; row < N_ROWS; row++)
    for (guint column = 0; column < N_COLUMNS; column++)
      {
        GtkWidget *label = new_cell (column == COLUMN_NAME);

        g_ptr_array_add (self->cells, label);
        gtk_grid_attach (self->latencies, label, (int) column, (int) row, 1, 1);
        if (row == ROW_HEAD)
          gtk_widget_add_css_class (label, "dim-label");
      }

  set_cell (self, ROW_HEAD, COLUMN_NOW, _("This run"));
  set_cell (self, ROW_PER_SEC, COLUMN_NAME, _("a second"));
  for (guint i = 0; i < MCP_LOAD_N_FIGURES; i++)
    set_cell (self, ROW_FIGURES + i, COLUMN_NAME, mcp_load_figure_get_name (i));
  show_comparison (self, FALSE);
}

/**
 * sounder_load_table_show:
 * @report: what to show
 * @earlier: (nullable): what to compare it with
 * @name: (nullable): what @earlier is called
 *
 * Shows what a run came to, or has come to until now.
 */
void
sounder_load_table_show (SounderLoadTable    *self,
                         const McpLoadReport *report,
                         const McpLoadReport *earlier,
                         const char          *name)
{
  g_return_if_fail (SOUNDER_IS_LOAD_TABLE (self));
  g_return_if_fail (report != NULL);

  show_latencies (self, report, earlier);
  if (earlier != NULL)
    show_earlier (self, report, earlier, name);
  show_comparison (self, earlier != NULL);
  show_errors (self, report);
}
