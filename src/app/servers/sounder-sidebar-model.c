/* sounder-sidebar-model.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-hash.h"
#include "mcp-match.h"
#include "sounder-sidebar-model-private.h"

/**
 * SounderSidebarModel:
 *
 * The servers as the sidebar has them: those in no group, then those that are not saved, then each
 * group with its servers behind it. Groups stand in the order of their first servers; one without
 * servers is none.
 *
 * The order and the groups are those of the file of servers, and every move is one of them there.
 */

static GType
sounder_sidebar_model_get_item_type (GListModel *model)
{
  return G_TYPE_OBJECT;
}

static guint
sounder_sidebar_model_get_n_items (GListModel *model)
{
  return SOUNDER_SIDEBAR_MODEL (model)->items->len;
}

static gpointer
sounder_sidebar_model_get_item (GListModel *model,
                                guint       position)
{
  GPtrArray *items = SOUNDER_SIDEBAR_MODEL (model)->items;

  return position < items->len ? g_object_ref (items->pdata[position]) : NULL;
}

static void
sounder_sidebar_model_list_init (GListModelInterface *iface)
{
  iface->get_item_type = sounder_sidebar_model_get_item_type;
  iface->get_n_items = sounder_sidebar_model_get_n_items;
  iface->get_item = sounder_sidebar_model_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (SounderSidebarModel, sounder_sidebar_model, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL,
                                                      sounder_sidebar_model_list_init))

/* (nullable): what is not saved is in no group. */
const char *
sounder_sidebar_model_group_of (SounderServer *server)
{
  McpProfile *profile = sounder_server_get_profile (server);

  return mcp_profile_is_temporary (profile) ? NULL : mcp_profile_get_settings (profile)->group;
}

static SounderServerGroup *
ensure_group (SounderSidebarModel *self,
              const char          *name)
{
  SounderServerGroup *group = g_hash_table_lookup (self->groups, name);

  if (group == NULL)
    {
      group = sounder_server_group_new (name);
      g_hash_table_insert (self->groups, g_strdup (name), group);
    }

  return group;
}

/* The servers of each group by its name, and those of none in @items. */
static GHashTable *
sort_servers (SounderSidebarModel *self,
              GPtrArray           *items)
{
  GHashTable *members = g_hash_table_new_full (mcp_str_hash, g_str_equal, NULL, (GDestroyNotify) g_ptr_array_unref);
  GListModel *model = G_LIST_MODEL (self->model);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (SounderServer) server = g_list_model_get_item (model, i);
      const char *group = sounder_sidebar_model_group_of (server);
      GPtrArray *servers = group != NULL ? g_hash_table_lookup (members, group) : items;

      if (servers == NULL)
        {
          servers = g_ptr_array_new_with_free_func (g_object_unref);
          g_hash_table_insert (members, (char *) group, servers);
        }
      g_ptr_array_add (servers, g_steal_pointer (&server));
    }

  return members;
}

static GPtrArray *
list_items (SounderSidebarModel *self)
{
  g_auto (GStrv) names = mcp_server_list_dup_groups (sounder_server_model_get_list (self->model));
  GPtrArray *items = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) members = sort_servers (self, items);

  for (guint i = 0; names[i] != NULL; i++)
    {
      SounderServerGroup *group = ensure_group (self, names[i]);
      GPtrArray *servers = g_hash_table_lookup (members, names[i]);

      /* The list is ahead of its rows while it changes. */
      if (servers == NULL)
        continue;

      g_ptr_array_add (items, g_object_ref (group));
      for (guint k = 0; k < servers->len; k++)
        g_ptr_array_add (items, g_object_ref (servers->pdata[k]));
      sounder_server_group_set_n_servers (group, servers->len);
    }

  return items;
}

static void
rebuild (SounderSidebarModel *self)
{
  g_autoptr (GPtrArray) before = self->items;

  g_clear_handle_id (&self->rebuild_id, g_source_remove);
  self->items = list_items (self);
  sounder_model_announce (G_LIST_MODEL (self), before, self->items);
}

static gboolean
rebuild_cb (gpointer user_data)
{
  SounderSidebarModel *self = user_data;

  self->rebuild_id = 0;
  rebuild (self);

  return G_SOURCE_REMOVE;
}

/* Once for all that change at the same time. */
static void
group_changed_cb (SounderSidebarModel *self)
{
  if (self->rebuild_id == 0)
    self->rebuild_id = g_idle_add (rebuild_cb, self);
}

static void
servers_changed_cb (SounderSidebarModel *self,
                    guint                position,
                    guint                n_removed,
                    guint                n_added)
{
  for (guint i = position; i < position + n_added; i++)
    {
      g_autoptr (SounderServer) server = g_list_model_get_item (G_LIST_MODEL (self->model), i);
      McpProfile *profile = sounder_server_get_profile (server);

      /* A row that moved is announced as removed and added. */
      g_signal_handlers_disconnect_by_func (profile, group_changed_cb, self);
      g_signal_connect_object (profile, "notify::group", G_CALLBACK (group_changed_cb), self, G_CONNECT_SWAPPED);
      g_signal_connect_object (profile, "notify::temporary", G_CALLBACK (group_changed_cb), self, G_CONNECT_SWAPPED);
    }

  rebuild (self);
}

static void
sounder_sidebar_model_dispose (GObject *object)
{
  SounderSidebarModel *self = SOUNDER_SIDEBAR_MODEL (object);

  g_clear_handle_id (&self->rebuild_id, g_source_remove);
  g_clear_object (&self->model);
  g_ptr_array_set_size (self->items, 0);

  G_OBJECT_CLASS (sounder_sidebar_model_parent_class)->dispose (object);
}

static void
sounder_sidebar_model_finalize (GObject *object)
{
  SounderSidebarModel *self = SOUNDER_SIDEBAR_MODEL (object);

  g_ptr_array_unref (self->items);
  g_hash_table_unref (self->groups);

  G_OBJECT_CLASS (sounder_sidebar_model_parent_class)->finalize (object);
}

static void
sounder_sidebar_model_class_init (SounderSidebarModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = sounder_sidebar_model_dispose;
  object_class->finalize = sounder_sidebar_model_finalize;
}

static void
sounder_sidebar_model_init (SounderSidebarModel *self)
{
  self->items = g_ptr_array_new_with_free_func (g_object_unref);
  self->groups = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_object_unref);
}

SounderSidebarModel *
sounder_sidebar_model_new (SounderServerModel *model)
{
  SounderSidebarModel *self;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (model), NULL);

  self = g_object_new (SOUNDER_TYPE_SIDEBAR_MODEL, NULL);
  self->model = g_object_ref (model);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (servers_changed_cb), self,
                           G_CONNECT_SWAPPED);
  servers_changed_cb (self, 0, 0, g_list_model_get_n_items (G_LIST_MODEL (model)));

  return self;
}

SounderServerGroup *
sounder_sidebar_model_get_group (SounderSidebarModel *self,
                                 SounderServer       *server)
{
  const char *name;

  g_return_val_if_fail (SOUNDER_IS_SIDEBAR_MODEL (self), NULL);
  g_return_val_if_fail (SOUNDER_IS_SERVER (server), NULL);

  name = sounder_sidebar_model_group_of (server);

  return name != NULL ? ensure_group (self, name) : NULL;
}

/**
 * sounder_sidebar_model_matches:
 * @search: what is searched for
 *
 * Looks for all words of a search in the name of a server, its command or address, and its group.
 *
 * Returns: whether they are there
 */
gboolean
sounder_sidebar_model_matches (SounderServer *server,
                               const char    *search)
{
  McpProfile *profile;
  const char *group;
  g_autofree char *command = NULL;
  g_autoptr (McpMatch) match = NULL;
  const char *fields[3];

  g_return_val_if_fail (SOUNDER_IS_SERVER (server), FALSE);
  g_return_val_if_fail (search != NULL, FALSE);

  profile = sounder_server_get_profile (server);
  group = sounder_sidebar_model_group_of (server);
  command = mcp_profile_is_stdio (profile) ? mcp_profile_dup_command (profile)
                                           : g_strdup (mcp_profile_get_url (profile));
  match = mcp_match_new (search);
  fields[0] = mcp_profile_get_name (profile);
  fields[1] = group;
  fields[2] = command;

  return mcp_match_rank (match, fields, G_N_ELEMENTS (fields)) != MCP_MATCH_NONE;
}

/* Shows what changed at once, and not in an idle. */
void
sounder_sidebar_model_flush (SounderSidebarModel *self)
{
  if (self->rebuild_id != 0)
    rebuild (self);
}
