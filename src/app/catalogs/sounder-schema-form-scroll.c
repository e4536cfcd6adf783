/* sounder-schema-form-scroll.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-field-group.h"
#include "sounder-schema-form-private.h"

/* About what the name of the group at the upper edge takes. */
#define EDGE_HEIGHT 30

/*
 * What is scrolled with the form and has to be seen all the same: the name of the group that the rows at the upper edge
 * are in, and the text beside the rows.
 */
void
sounder_schema_form_follow_scroll (SounderSchemaForm *self)
{
  GtkWidget *viewport = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_VIEWPORT);
  GtkWidget *content = viewport != NULL ? gtk_viewport_get_child (GTK_VIEWPORT (viewport)) : NULL;
  GtkWidget *group = adw_bin_get_child (self->group);
  McpFormNode *node = NULL;
  g_autofree char *path = NULL;
  graphene_rect_t bounds;
  double edge;
  int above;

  if (content == NULL || self->adjustment == NULL || !gtk_widget_compute_bounds (self->rows, content, &bounds))
    return;

  edge = gtk_adjustment_get_value (self->adjustment);
  above = MAX (0, (int) (edge - bounds.origin.y));
  if (group != NULL && above > 0)
    node = sounder_field_group_find_at_edge (SOUNDER_FIELD_GROUP (group), content, edge + EDGE_HEIGHT);
  if (node == NULL && above > 0)
    node = self->shown;
  path = node != NULL ? mcp_form_node_dup_path (node) : NULL;
  gtk_label_set_text (GTK_LABEL (self->edge), path != NULL ? path : "");
  gtk_widget_set_visible (self->edge, path != NULL && *path != '\0' && sounder_schema_form_shows_rows (self));
  self->edge_place = above;
  gtk_widget_queue_allocate (GTK_WIDGET (self));

  above = sounder_schema_form_shows_rows (self) ? above : 0;
  gtk_widget_set_margin_top (self->text, above);
  gtk_widget_set_size_request (GTK_WIDGET (self->editor), -1,
                               above > 0 || sounder_schema_form_shows_rows (self) ? MAX (220, gtk_widget_get_height (viewport) - 24) : 220);
}

static gboolean
scrolled_cb (GtkWidget     *widget,
             GdkFrameClock *frame_clock,
             gpointer       user_data)
{
  SounderSchemaForm *self = SOUNDER_SCHEMA_FORM (widget);

  self->scroll_id = 0;
  sounder_schema_form_follow_scroll (self);

  return G_SOURCE_REMOVE;
}

/* Before the next frame is laid out: it may be told while room is given out. */
static void
queue_follow_scroll (SounderSchemaForm *self)
{
  if (self->scroll_id == 0)
    self->scroll_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), scrolled_cb, NULL, NULL);
}

void
sounder_schema_form_set_adjustment (SounderSchemaForm *self,
                                    GtkAdjustment     *adjustment)
{
  if (self->adjustment != NULL)
    g_signal_handlers_disconnect_by_func (self->adjustment, queue_follow_scroll, self);
  if (self->scroll_id != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->scroll_id);
  self->scroll_id = 0;
  g_set_object (&self->adjustment, adjustment);
  if (adjustment == NULL)
    return;

  g_signal_connect_swapped (adjustment, "value-changed", G_CALLBACK (queue_follow_scroll), self);
  g_signal_connect_swapped (adjustment, "changed", G_CALLBACK (queue_follow_scroll), self);
}
