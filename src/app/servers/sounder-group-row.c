/* sounder-group-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-group-row.h"
#include "sounder-template.h"

/**
 * SounderGroupRow:
 *
 * The name of a group in the sidebar, with how many servers it has. A click, Enter, Left and Right
 * fold them away and back. What its menu does is done by the sidebar.
 */

struct _SounderGroupRow
{
  SounderSidebarRow   parent_instance;

  SounderServerGroup *group;

  GtkImage           *arrow;
  GtkLabel           *name;
  GtkLabel           *number;
};

G_DEFINE_FINAL_TYPE (SounderGroupRow, sounder_group_row, SOUNDER_TYPE_SIDEBAR_ROW)

static void
changed_cb (SounderGroupRow *self)
{
  g_autofree char *name = mcp_format_label (sounder_server_group_get_name (self->group), FALSE);
  guint n_servers = sounder_server_group_get_n_servers (self->group);
  gboolean folded = sounder_server_group_get_folded (self->group);
  g_autofree char *number = g_strdup_printf ("%u", n_servers);
  /* Translators: %s is the name of a group of servers. */
  g_autofree char *label = g_strdup_printf (ngettext ("Group %s, %u server", "Group %s, %u servers", n_servers),
                                            name, n_servers);

  gtk_label_set_text (self->name, name);
  gtk_label_set_text (self->number, number);
  gtk_image_set_from_icon_name (self->arrow, folded ? "pan-end-symbolic" : "pan-down-symbolic");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_accessible_update_state (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_STATE_EXPANDED, !folded, -1);
}

static void
fold_cb (SounderGroupRow *self,
         const char      *action_name,
         GVariant        *parameter)
{
  sounder_server_group_set_folded (self->group, g_variant_get_boolean (parameter));
}

static void
toggle_cb (SounderGroupRow *self)
{
  SounderServerGroup *group = self->group;

  sounder_server_group_set_folded (group, !sounder_server_group_get_folded (group));
}

static void
rename_cb (SounderGroupRow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "sidebar.rename-group", "s",
                              sounder_server_group_get_name (self->group));
}

static void
ungroup_cb (SounderGroupRow *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "sidebar.ungroup", "s",
                              sounder_server_group_get_name (self->group));
}

static void
move_cb (SounderGroupRow *self,
         const char      *action_name,
         GVariant        *parameter)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "sidebar.move-group", "(sb)",
                              sounder_server_group_get_name (self->group),
                              g_variant_get_boolean (parameter));
}

static void
sounder_group_row_dispose (GObject *object)
{
  SounderGroupRow *self = SOUNDER_GROUP_ROW (object);

  g_clear_object (&self->group);

  G_OBJECT_CLASS (sounder_group_row_parent_class)->dispose (object);
}

static void
sounder_group_row_class_init (SounderGroupRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_group_row_dispose;
  SOUNDER_SIDEBAR_ROW_CLASS (klass)->menu_resource = "/io/github/mcp_sounder/Sounder/sounder-group-menu.ui";

  sounder_template_set (widget_class, "sounder-group-row.ui");
  sounder_template_bind (widget_class, SounderGroupRow, arrow, name, number);
  sounder_template_connect (widget_class, toggle_cb);

  sounder_template_action (widget_class, "group.fold", "b", fold_cb);
  sounder_template_action (widget_class, "group.toggle", NULL, toggle_cb);
  sounder_template_action (widget_class, "group.rename", NULL, rename_cb);
  sounder_template_action (widget_class, "group.ungroup", NULL, ungroup_cb);
  sounder_template_action (widget_class, "group.move", "b", move_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Left, 0, "group.fold", "b", TRUE);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Right, 0, "group.fold", "b", FALSE);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Return, 0, "group.toggle", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Enter, 0, "group.toggle", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_space, 0, "group.toggle", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_F2, 0, "group.rename", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Up, GDK_ALT_MASK, "group.move", "b", TRUE);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Down, GDK_ALT_MASK, "group.move", "b", FALSE);
}

static void
sounder_group_row_init (SounderGroupRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
sounder_group_row_new (SounderServerGroup *group)
{
  SounderGroupRow *self;

  g_return_val_if_fail (SOUNDER_IS_SERVER_GROUP (group), NULL);

  self = g_object_new (SOUNDER_TYPE_GROUP_ROW, NULL);
  self->group = g_object_ref (group);
  g_signal_connect_object (group, "counted", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (group, "folded", G_CALLBACK (changed_cb), self, G_CONNECT_SWAPPED);
  changed_cb (self);

  return GTK_WIDGET (self);
}

SounderServerGroup *
sounder_group_row_get_group (SounderGroupRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_GROUP_ROW (self), NULL);

  return self->group;
}
