/* sounder-sidebar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-group-row.h"
#include "sounder-server-row.h"
#include "sounder-settings.h"
#include "sounder-sidebar-private.h"
#include "sounder-template.h"

/**
 * SounderSidebar:
 *
 * The list of servers: groups that fold, a search that opens when one types, rows that are dragged.
 *
 * What is selected stays so when its row is folded away or does not match: the session that is
 * shown beside is not closed by that.
 */

G_DEFINE_FINAL_TYPE (SounderSidebar, sounder_sidebar, ADW_TYPE_BIN)

enum {
  SELECTED,
  ACTIVATED,
  FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static const char *
get_search (SounderSidebar *self)
{
  return gtk_search_bar_get_search_mode (self->search_bar) ? gtk_editable_get_text (GTK_EDITABLE (self->search_entry))
                                                           : "";
}

/* Whether any server under a name is found. */
static gboolean
group_matches (SounderSidebar     *self,
               SounderServerGroup *group,
               const char         *search)
{
  gboolean matches = FALSE;

  for (guint i = 0; !matches && i < g_list_model_get_n_items (G_LIST_MODEL (self->servers)); i++)
    {
      g_autoptr (SounderServer) server = g_list_model_get_item (G_LIST_MODEL (self->servers), i);

      matches = sounder_sidebar_model_get_group (self->model, server) == group
                && sounder_sidebar_model_matches (server, search);
    }

  return matches;
}

static gboolean
is_shown (SounderSidebar *self,
          GtkListBoxRow  *row)
{
  const char *search = get_search (self);
  SounderServerGroup *group;
  SounderServer *server;

  if (SOUNDER_IS_GROUP_ROW (row))
    return *search == '\0' || group_matches (self, sounder_group_row_get_group (SOUNDER_GROUP_ROW (row)), search);

  server = sounder_server_row_get_server (SOUNDER_SERVER_ROW (row));
  if (*search != '\0')
    return sounder_sidebar_model_matches (server, search);

  group = sounder_sidebar_model_get_group (self->model, server);

  return group == NULL || !sounder_server_group_get_folded (group);
}

/* A list box with a model has no filter of its own. */
static void
update_rows (SounderSidebar *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    gtk_widget_set_visible (GTK_WIDGET (row), is_shown (self, row));
}

static void
search_changed_cb (SounderSidebar *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->placeholder), *get_search (self) != '\0');
  update_rows (self);
}

/* The first that is found. */
static void
search_activated_cb (SounderSidebar *self)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (SOUNDER_IS_SERVER_ROW (row) && is_shown (self, row))
      {
        gtk_list_box_select_row (self->list, row);
        gtk_widget_grab_focus (GTK_WIDGET (row));
        return;
      }

  gtk_widget_error_bell (GTK_WIDGET (self));
}

static GtkListBoxRow *
find_row (SounderSidebar *self,
          SounderServer  *server)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (SOUNDER_IS_SERVER_ROW (row) && sounder_server_row_get_server (SOUNDER_SERVER_ROW (row)) == server)
      return row;

  return NULL;
}

static void
row_selected_cb (GtkListBox    *list,
                 GtkListBoxRow *row,
                 gpointer       user_data)
{
  SounderSidebar *self = SOUNDER_SIDEBAR (gtk_widget_get_ancestor (GTK_WIDGET (list), SOUNDER_TYPE_SIDEBAR));

  if (self == NULL || self->restoring || row == NULL)
    return;

  g_set_object (&self->selected, sounder_server_row_get_server (SOUNDER_SERVER_ROW (row)));
  sounder_sidebar_update_actions (self);
  g_signal_emit (self, signals[SELECTED], 0, self->selected);
}

static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *row,
                  gpointer       user_data)
{
  SounderSidebar *self = SOUNDER_SIDEBAR (gtk_widget_get_ancestor (GTK_WIDGET (list), SOUNDER_TYPE_SIDEBAR));

  if (SOUNDER_IS_SERVER_ROW (row))
    g_signal_emit (self, signals[ACTIVATED], 0, sounder_server_row_get_server (SOUNDER_SERVER_ROW (row)));
}

static void
fold_changed_cb (SounderSidebar *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();
  g_auto (GStrv) folded = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->model)); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (self->model), i);

      if (SOUNDER_IS_SERVER_GROUP (item) && sounder_server_group_get_folded (SOUNDER_SERVER_GROUP (item)))
        g_strv_builder_add (names, sounder_server_group_get_name (SOUNDER_SERVER_GROUP (item)));
    }
  folded = g_strv_builder_end (names);
  sounder_settings_set ("folded-groups", "^as", (const char *const *) folded);
  update_rows (self);
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  SounderSidebar *self = user_data;
  GtkWidget *row;

  if (SOUNDER_IS_SERVER_GROUP (item))
    {
      g_signal_handlers_disconnect_by_func (item, fold_changed_cb, self);
      g_signal_connect_object (item, "folded", G_CALLBACK (fold_changed_cb), self, G_CONNECT_SWAPPED);
      row = sounder_group_row_new (item);
    }
  else
    {
      row = sounder_server_row_new (item);
    }
  sounder_sidebar_add_source (row);

  return row;
}

/* A row that moved was made anew. */
static void
rows_changed_cb (SounderSidebar *self)
{
  GtkListBoxRow *row = self->selected != NULL ? find_row (self, self->selected) : NULL;

  self->drop_row = NULL;
  update_rows (self);
  if (row == NULL)
    g_clear_object (&self->selected);

  self->restoring = TRUE;
  gtk_list_box_select_row (self->list, row);
  self->restoring = FALSE;
  sounder_sidebar_update_actions (self);
}

static void
sounder_sidebar_dispose (GObject *object)
{
  SounderSidebar *self = SOUNDER_SIDEBAR (object);

  if (self->list != NULL)
    sounder_sidebar_set_model (self, NULL);

  G_OBJECT_CLASS (sounder_sidebar_parent_class)->dispose (object);
}

static void
sounder_sidebar_class_init (SounderSidebarClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_sidebar_dispose;

  /**
   * SounderSidebar::selected:
   * @self: a sidebar
   * @server: the server
   *
   * A server was selected.
   */
  signals[SELECTED] = g_signal_new ("selected", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                    G_TYPE_NONE, 1, SOUNDER_TYPE_SERVER);

  /**
   * SounderSidebar::activated:
   * @self: a sidebar
   * @server: the server
   *
   * A server is to be connected.
   */
  signals[ACTIVATED] = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                     G_TYPE_NONE, 1, SOUNDER_TYPE_SERVER);

  /**
   * SounderSidebar::failed:
   * @self: a sidebar
   * @heading: what could not be done
   * @error: (type GError): why
   *
   * The file of servers could not be changed.
   */
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                  G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_ERROR);

  sounder_template_set (widget_class, "sounder-sidebar.ui");
  sounder_template_bind (widget_class, SounderSidebar, list, search_bar, search_entry, placeholder);
  sounder_template_connect (widget_class, row_activated_cb, row_selected_cb, search_activated_cb,
                            search_changed_cb);
  sounder_sidebar_install_actions (widget_class);
}

static void
sounder_sidebar_init (SounderSidebar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_search_bar_connect_entry (self->search_bar, GTK_EDITABLE (self->search_entry));
  g_signal_connect_object (self->search_bar, "notify::search-mode-enabled", G_CALLBACK (search_changed_cb), self,
                           G_CONNECT_SWAPPED);
  sounder_sidebar_init_drag (self);
  sounder_sidebar_update_actions (self);
}

void
sounder_sidebar_report (SounderSidebar *self,
                        const char     *heading,
                        GError         *error)
{
  g_signal_emit (self, signals[FAILED], 0, heading, error);
  g_error_free (error);
}

/* Its row was made anew. */
void
sounder_sidebar_focus_group (SounderSidebar *self,
                             const char     *name)
{
  GtkListBoxRow *row;

  for (int i = 0; (row = gtk_list_box_get_row_at_index (self->list, i)) != NULL; i++)
    if (SOUNDER_IS_GROUP_ROW (row)
        && g_str_equal (sounder_server_group_get_name (sounder_group_row_get_group (SOUNDER_GROUP_ROW (row))), name))
      gtk_widget_grab_focus (GTK_WIDGET (row));
}

/* Those that were folded when the window was closed. */
static void
restore_folds (SounderSidebar *self)
{
  g_auto (GStrv) folded = sounder_settings_dup_strings ("folded-groups");

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->model)); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (self->model), i);

      if (SOUNDER_IS_SERVER_GROUP (item))
        sounder_server_group_set_folded (
          SOUNDER_SERVER_GROUP (item),
          g_strv_contains ((const char *const *) folded, sounder_server_group_get_name (SOUNDER_SERVER_GROUP (item))));
    }
}

void
sounder_sidebar_set_model (SounderSidebar     *self,
                           SounderServerModel *model)
{
  g_return_if_fail (SOUNDER_IS_SIDEBAR (self));
  g_return_if_fail (model == NULL || SOUNDER_IS_SERVER_MODEL (model));

  gtk_list_box_bind_model (self->list, NULL, NULL, NULL, NULL);
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_data (self->model, self);
  g_clear_object (&self->model);
  g_clear_object (&self->selected);
  g_set_object (&self->servers, model);
  if (model == NULL)
    return;

  self->model = sounder_sidebar_model_new (model);
  restore_folds (self);
  gtk_list_box_bind_model (self->list, G_LIST_MODEL (self->model), create_row, self, NULL);
  g_signal_connect_object (self->model, "items-changed", G_CALLBACK (rows_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  update_rows (self);
}

SounderServer *
sounder_sidebar_get_selected (SounderSidebar *self)
{
  g_return_val_if_fail (SOUNDER_IS_SIDEBAR (self), NULL);

  return self->selected;
}

/* Selects a server, and shows its row: its group is unfolded, and a search that does not find it ends.
 * @server: (nullable): none is selected */
void
sounder_sidebar_select (SounderSidebar *self,
                        SounderServer  *server)
{
  SounderServerGroup *group;
  GtkListBoxRow *row;

  g_return_if_fail (SOUNDER_IS_SIDEBAR (self));

  row = server != NULL ? find_row (self, server) : NULL;
  if (row == NULL)
    {
      if (server == NULL)
        {
          g_clear_object (&self->selected);
          gtk_list_box_unselect_all (self->list);
        }
      return;
    }

  group = sounder_sidebar_model_get_group (self->model, server);
  if (group != NULL)
    sounder_server_group_set_folded (group, FALSE);
  if (!is_shown (self, row))
    gtk_search_bar_set_search_mode (self->search_bar, FALSE);
  gtk_list_box_select_row (self->list, row);
}

/* Opens the search, for the keyboard. */
void
sounder_sidebar_search (SounderSidebar *self)
{
  g_return_if_fail (SOUNDER_IS_SIDEBAR (self));

  gtk_search_bar_set_search_mode (self->search_bar, TRUE);
  gtk_widget_grab_focus (GTK_WIDGET (self->search_entry));
}
