/* sounder-servers-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-pulse-row.h"
#include "sounder-servers-window.h"
#include "sounder-template.h"

struct _SounderServersWindow
{
  AdwWindow       parent_instance;

  SounderServerModel *model;

  AdwWindowTitle *title;
  GtkStack       *stack;
  GtkListBox     *list;
};

G_DEFINE_FINAL_TYPE (SounderServersWindow, sounder_servers_window, ADW_TYPE_WINDOW)

static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *row,
                  gpointer       user_data)
{
  SounderServer *server = sounder_pulse_row_get_server (SOUNDER_PULSE_ROW (row));

  gtk_widget_activate_action (GTK_WIDGET (row), "app.show-server", "s",
                              mcp_profile_get_name (sounder_server_get_profile (server)));
}

static void
update (SounderServersWindow *self)
{
  g_autofree char *summary = sounder_servers_dup_summary (G_LIST_MODEL (self->model));

  adw_window_title_set_subtitle (self->title, summary);
  gtk_stack_set_visible_child_name (self->stack,
                                    g_list_model_get_n_items (G_LIST_MODEL (self->model)) > 0 ? "list" : "empty");
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  return sounder_pulse_row_new (item);
}

static void
sounder_servers_window_dispose (GObject *object)
{
  SounderServersWindow *self = SOUNDER_SERVERS_WINDOW (object);

  if (self->list != NULL)
    gtk_list_box_bind_model (self->list, NULL, NULL, NULL, NULL);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (sounder_servers_window_parent_class)->dispose (object);
}

static void
sounder_servers_window_class_init (SounderServersWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_servers_window_dispose;

  sounder_template_set (widget_class, "sounder-servers-window.ui");
  sounder_template_bind (widget_class, SounderServersWindow, title, stack, list);
  sounder_template_connect (widget_class, row_activated_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_servers_window_init (SounderServersWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
sounder_servers_window_new (GtkApplication     *application,
                            SounderServerModel *model)
{
  SounderServersWindow *self = g_object_new (SOUNDER_TYPE_SERVERS_WINDOW, "application", application, NULL);

  self->model = g_object_ref (model);
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (model), create_row, NULL, NULL);
  sounder_server_model_follow (model, "notify::status", G_CALLBACK (update), self);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  update (self);

  return GTK_WIDGET (self);
}
