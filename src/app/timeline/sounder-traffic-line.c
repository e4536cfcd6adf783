/* sounder-traffic-line.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-journal-view.h"

#include "sounder-compat.h"
#include "sounder-timeline-row.h"
#include "sounder-traffic-line.h"

/**
 * SounderTrafficLine:
 *
 * A button that is the last row a timeline would have. Pressing it unfolds the timeline. While nobody
 * sees it nothing is looked at.
 */

struct _SounderTrafficLine
{
  SounderPage             base;

  McpJournalView         *view;
  SounderTimelineColumns *columns;
  SounderTimelineRow     *row;
  GtkWidget              *button;
};

G_DEFINE_FINAL_TYPE (SounderTrafficLine, sounder_traffic_line, SOUNDER_TYPE_PAGE)

static void
update (SounderTrafficLine *self)
{
  guint n_rows = g_list_model_get_n_items (G_LIST_MODEL (self->view));
  g_autoptr (McpRecord) last = NULL;
  g_autofree char *spoken = NULL;

  if (n_rows > 0)
    last = g_list_model_get_item (G_LIST_MODEL (self->view), n_rows - 1);
  sounder_timeline_row_set_record (self->row, last);

  if (last != NULL)
    {
      gint64 start_usec, end_usec;

      sounder_timeline_row_get_extent (last, g_get_monotonic_time (), &start_usec, &end_usec);
      sounder_timeline_columns_set_span (self->columns, start_usec, MAX (end_usec, start_usec + 1));
      sounder_timeline_row_queue_span (self->row);
    }

  /* Translators: %s is the last message, as a row of the timeline */
  spoken = last != NULL ? g_strdup_printf (_("Unfold the docked timeline. Last: %s"),
                                           sounder_timeline_row_get_label (self->row))
                        : g_strdup (_("Unfold the docked timeline"));
  sounder_compat_set_spoken (GTK_ACCESSIBLE (self->button), spoken);
}

static void
sounder_traffic_line_map (GtkWidget *widget)
{
  mcp_journal_view_set_paused (SOUNDER_TRAFFIC_LINE (widget)->view, FALSE);

  GTK_WIDGET_CLASS (sounder_traffic_line_parent_class)->map (widget);
}

static void
sounder_traffic_line_unmap (GtkWidget *widget)
{
  SounderTrafficLine *self = SOUNDER_TRAFFIC_LINE (widget);

  GTK_WIDGET_CLASS (sounder_traffic_line_parent_class)->unmap (widget);

  if (self->view != NULL)
    mcp_journal_view_set_paused (self->view, TRUE);
}

static void
sounder_traffic_line_dispose (GObject *object)
{
  SounderTrafficLine *self = SOUNDER_TRAFFIC_LINE (object);

  g_clear_object (&self->view);
  g_clear_object (&self->columns);

  G_OBJECT_CLASS (sounder_traffic_line_parent_class)->dispose (object);
}

static void
sounder_traffic_line_constructed (GObject *object)
{
  SounderTrafficLine *self = SOUNDER_TRAFFIC_LINE (object);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  G_OBJECT_CLASS (sounder_traffic_line_parent_class)->constructed (object);

  self->view = mcp_journal_view_new (mcp_session_get_journal (self->base.session));
  mcp_journal_view_set_scope (self->view, MCP_VIEW_MESSAGES | MCP_VIEW_NO_PROBES);
  mcp_journal_view_set_paused (self->view, TRUE);
  self->columns = sounder_timeline_columns_new ();
  self->row = SOUNDER_TIMELINE_ROW (sounder_timeline_row_new (self->columns));
  self->button = gtk_button_new ();

  gtk_widget_set_hexpand (GTK_WIDGET (self->row), TRUE);
  gtk_widget_set_can_target (GTK_WIDGET (self->row), FALSE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->row));
  gtk_box_append (GTK_BOX (box), gtk_image_new_from_icon_name ("pan-up-symbolic"));
  gtk_button_set_child (GTK_BUTTON (self->button), box);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->button), "session.toggle-dock");
  gtk_widget_set_tooltip_text (self->button, _("Unfold (Ctrl+J)"));
  gtk_widget_add_css_class (self->button, "flat");
  gtk_widget_add_css_class (GTK_WIDGET (self), "traffic-line");
  adw_bin_set_child (ADW_BIN (self), self->button);

  g_signal_connect_object (self->view, "items-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  update (self);
}

static void
sounder_traffic_line_class_init (SounderTrafficLineClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = sounder_traffic_line_constructed;
  object_class->dispose = sounder_traffic_line_dispose;
  widget_class->map = sounder_traffic_line_map;
  widget_class->unmap = sounder_traffic_line_unmap;
}

static void
sounder_traffic_line_init (SounderTrafficLine *self)
{
}

McpRecord *
sounder_traffic_line_get_record (SounderTrafficLine *self)
{
  g_return_val_if_fail (SOUNDER_IS_TRAFFIC_LINE (self), NULL);

  return sounder_timeline_row_get_record (self->row);
}
