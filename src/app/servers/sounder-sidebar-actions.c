/* sounder-sidebar-actions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-group-dialog.h"
#include "sounder-sidebar-private.h"
#include "sounder-template.h"

/* Moving servers and groups by menu and keyboard. */

static gboolean
has_focus (SounderSidebar *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  return focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->list));
}

/* The rows were made anew; the keyboard stays with what it moved. */
static void
keep_focus (SounderSidebar *self,
            gboolean        had_focus)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  if (had_focus && row != NULL && gtk_widget_get_visible (GTK_WIDGET (row)))
    gtk_widget_grab_focus (GTK_WIDGET (row));
}

static void
move_server_cb (SounderSidebar *self,
                const char     *action_name,
                GVariant       *parameter)
{
  g_autoptr (SounderServer) server = g_object_ref (self->selected);
  gboolean had_focus = has_focus (self);
  g_autoptr (GError) error = NULL;

  if (!sounder_sidebar_model_step (self->model, server, g_variant_get_boolean (parameter), &error))
    sounder_sidebar_report (self, _("The Server Was Not Moved"), g_steal_pointer (&error));

  sounder_sidebar_select (self, server);
  keep_focus (self, had_focus);
}

static void
move_group_cb (SounderSidebar *self,
               const char     *action_name,
               GVariant       *parameter)
{
  g_autoptr (GError) error = NULL;
  const char *group;
  gboolean had_focus = has_focus (self);
  gboolean up;

  g_variant_get (parameter, "(&sb)", &group, &up);
  if (!sounder_sidebar_model_step_group (self->model, group, up, &error))
    sounder_sidebar_report (self, _("The Group Was Not Moved"), g_steal_pointer (&error));

  if (had_focus)
    sounder_sidebar_focus_group (self, group);
}

static void
ungroup_cb (SounderSidebar *self,
            const char     *action_name,
            GVariant       *parameter)
{
  gboolean had_focus = has_focus (self);
  g_autoptr (GError) error = NULL;

  if (!sounder_sidebar_model_rename_group (self->model, g_variant_get_string (parameter, NULL), NULL, &error))
    sounder_sidebar_report (self, _("The Group Was Not Taken Apart"), g_steal_pointer (&error));
  keep_focus (self, had_focus);
}

/* Of which server or group a name is asked for. */
typedef struct
{
  SounderSidebar *sidebar;
  SounderServer  *server; /* (nullable): its group is asked for */
  char           *group;  /* (nullable): it is renamed */
} Asked;

static void
asked_free (gpointer data)
{
  Asked *asked = data;

  g_object_unref (asked->sidebar);
  g_clear_object (&asked->server);
  g_free (asked->group);
  g_free (asked);
}

static void
group_chosen_cb (const char *name,
                 gpointer    user_data)
{
  Asked *asked = user_data;
  g_autofree char *group = mcp_profile_normalize_group (name);
  g_autoptr (GError) error = NULL;

  /* The window may be gone, or the server. */
  if (asked->sidebar->model == NULL)
    return;

  if (asked->group != NULL
        ? !sounder_sidebar_model_rename_group (asked->sidebar->model, asked->group, group, &error)
        : !sounder_sidebar_model_move (asked->sidebar->model, asked->server, NULL, group, &error))
    sounder_sidebar_report (asked->sidebar, _("The Group Was Not Changed"), g_steal_pointer (&error));
  else if (asked->server != NULL)
    sounder_sidebar_select (asked->sidebar, asked->server);
}

static char **
dup_groups (SounderSidebar *self)
{
  return mcp_server_list_dup_groups (sounder_server_model_get_list (self->servers));
}

static void
group_server_cb (SounderSidebar *self)
{
  const char *group = mcp_profile_get_settings (sounder_server_get_profile (self->selected))->group;
  g_auto (GStrv) groups = dup_groups (self);
  g_autofree char *name = NULL;
  g_autofree char *heading = NULL;
  Asked *asked = g_new0 (Asked, 1);

  asked->sidebar = g_object_ref (self);
  asked->server = g_object_ref (self->selected);
  g_object_get (self->selected, "name", &name, NULL);
  /* Translators: %s is the name of a server. */
  heading = g_strdup_printf (_("Group of %s"), name);
  sounder_group_dialog_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), heading,
                                group != NULL ? group : "", (const char *const *) groups, TRUE, group_chosen_cb, asked,
                                asked_free);
}

static void
rename_group_cb (SounderSidebar *self,
                 const char     *action_name,
                 GVariant       *parameter)
{
  static const char *const none[] = { NULL };
  Asked *asked = g_new0 (Asked, 1);

  asked->sidebar = g_object_ref (self);
  asked->group = g_variant_dup_string (parameter, NULL);
  sounder_group_dialog_present (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _("Rename Group"), asked->group,
                                none, FALSE, group_chosen_cb, asked, asked_free);
}

void
sounder_sidebar_install_actions (GtkWidgetClass *widget_class)
{
  sounder_template_action (widget_class, "sidebar.move-server", "b", move_server_cb);
  sounder_template_action (widget_class, "sidebar.group-server", NULL, group_server_cb);
  sounder_template_action (widget_class, "sidebar.move-group", "(sb)", move_group_cb);
  sounder_template_action (widget_class, "sidebar.rename-group", "s", rename_group_cb);
  sounder_template_action (widget_class, "sidebar.ungroup", "s", ungroup_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Up, GDK_ALT_MASK, "sidebar.move-server", "b", TRUE);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Down, GDK_ALT_MASK, "sidebar.move-server", "b", FALSE);
}

/* Only what is saved has a place and a group. */
void
sounder_sidebar_update_actions (SounderSidebar *self)
{
  gboolean saved = self->selected != NULL
                   && !mcp_profile_is_temporary (sounder_server_get_profile (self->selected));

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sidebar.move-server", saved);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "sidebar.group-server", saved);
}
