/* sounder-drift-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-difference-view.h"
#include "sounder-drift-view.h"
#include "sounder-finding-row.h"
#include "sounder-template.h"

struct _SounderDriftView
{
  AdwBin                 parent_instance;

  GtkListView           *list;
  SounderDifferenceView *difference;
};

G_DEFINE_FINAL_TYPE (SounderDriftView, sounder_drift_view, ADW_TYPE_BIN)

static void
sounder_drift_view_class_init (SounderDriftViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (SOUNDER_TYPE_DIFFERENCE_VIEW);
  sounder_template_set (widget_class, "sounder-drift-view.ui");
  sounder_template_bind (widget_class, SounderDriftView, list, difference);
  sounder_template_connect (widget_class, sounder_finding_row_setup, sounder_finding_row_bind);
}

static void
sounder_drift_view_init (SounderDriftView *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
sounder_drift_view_set_drifts (SounderDriftView *self,
                               GListModel       *drifts)
{
  g_autoptr (GtkNoSelection) selection = NULL;

  g_return_if_fail (SOUNDER_IS_DRIFT_VIEW (self));

  selection = gtk_no_selection_new (g_object_ref (drifts));
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (selection));
}

void
sounder_drift_view_set_sides (SounderDriftView *self,
                              GBytes           *before,
                              GBytes           *after)
{
  g_return_if_fail (SOUNDER_IS_DRIFT_VIEW (self));

  sounder_difference_view_set_texts (self->difference, before, after, NULL);
}

void
sounder_drift_view_set_names (SounderDriftView *self,
                              const char       *before,
                              const char       *after)
{
  g_return_if_fail (SOUNDER_IS_DRIFT_VIEW (self));

  sounder_difference_view_set_names (self->difference, before, after);
}
