/* sounder-sidebar-moves.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-sidebar-model-private.h"

/* Moving servers and groups: what is asked for by places in the sidebar, as an order of the file. */

/* The profiles of the file in its order, without some. */
static GPtrArray *
list_others (SounderSidebarModel *self,
             GPtrArray           *moving)
{
  GListModel *list = G_LIST_MODEL (sounder_server_model_get_list (self->model));
  GPtrArray *others = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpProfile) profile = g_list_model_get_item (list, i);

      if (!g_ptr_array_find (moving, profile, NULL))
        g_ptr_array_add (others, g_steal_pointer (&profile));
    }

  return others;
}

static GPtrArray *
list_members (SounderSidebarModel *self,
              const char          *group)
{
  GListModel *list = G_LIST_MODEL (sounder_server_model_get_list (self->model));
  GPtrArray *members = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (list); i++)
    {
      g_autoptr (McpProfile) profile = g_list_model_get_item (list, i);

      if (g_strcmp0 (mcp_profile_get_settings (profile)->group, group) == 0)
        g_ptr_array_add (members, g_steal_pointer (&profile));
    }

  return members;
}

/* Behind the last server of a group, or of those in none. */
static guint
find_end (GPtrArray  *order,
          const char *group)
{
  for (guint i = order->len; i > 0; i--)
    if (g_strcmp0 (mcp_profile_get_settings (order->pdata[i - 1])->group, group) == 0)
      return i;

  return order->len;
}

static gboolean
arrange (SounderSidebarModel  *self,
         GPtrArray            *order,
         GPtrArray            *members,
         const char           *group,
         GError              **error)
{
  gboolean arranged = mcp_server_list_arrange (sounder_server_model_get_list (self->model), order, members, group,
                                               error);

  sounder_sidebar_model_flush (self);

  return arranged;
}

/**
 * sounder_sidebar_model_move:
 * @server: a saved server
 * @before: (nullable): a saved server of @group, or %NULL for the end of the group
 * @group: (nullable): the group that the server is in afterwards
 *
 * Moves a server, in the file of servers too.
 *
 * Returns: whether that was saved
 */
gboolean
sounder_sidebar_model_move (SounderSidebarModel  *self,
                            SounderServer        *server,
                            SounderServer        *before,
                            const char           *group,
                            GError              **error)
{
  g_autoptr (GPtrArray) moving = g_ptr_array_new ();
  g_autoptr (GPtrArray) order = NULL;
  McpProfile *profile;
  guint position;

  g_return_val_if_fail (SOUNDER_IS_SIDEBAR_MODEL (self), FALSE);
  g_return_val_if_fail (SOUNDER_IS_SERVER (server), FALSE);
  g_return_val_if_fail (before == NULL || SOUNDER_IS_SERVER (before), FALSE);

  profile = sounder_server_get_profile (server);
  if (before == server || mcp_profile_is_temporary (profile))
    return TRUE;

  g_ptr_array_add (moving, profile);
  order = list_others (self, moving);
  if (before == NULL || !g_ptr_array_find (order, sounder_server_get_profile (before), &position))
    position = find_end (order, group);
  g_ptr_array_insert (order, position, g_object_ref (profile));

  return arrange (self, order, moving, group, error);
}

/* The next saved server or group in a direction; G_MAXUINT when there is none. */
static guint
find_next (SounderSidebarModel *self,
           guint                position,
           gboolean             up)
{
  guint step = up ? (guint) -1 : 1;

  for (position += step; position < self->items->len; position += step)
    if (SOUNDER_IS_SERVER_GROUP (self->items->pdata[position])
        || !mcp_profile_is_temporary (sounder_server_get_profile (self->items->pdata[position])))
      return position;

  return G_MAXUINT;
}

/**
 * sounder_sidebar_model_step:
 * @server: a saved server
 * @up: whether it goes up
 *
 * Moves a server by one place. The one beyond the first of a group is the last of the group above.
 *
 * Returns: whether that was saved, or there was nowhere to go
 */
gboolean
sounder_sidebar_model_step (SounderSidebarModel  *self,
                            SounderServer        *server,
                            gboolean              up,
                            GError              **error)
{
  guint position;
  guint next;
  gpointer item;

  g_return_val_if_fail (SOUNDER_IS_SIDEBAR_MODEL (self), FALSE);
  g_return_val_if_fail (SOUNDER_IS_SERVER (server), FALSE);

  if (!g_ptr_array_find (self->items, server, &position)
      || (next = find_next (self, position, up)) == G_MAXUINT)
    return TRUE;

  item = self->items->pdata[next];
  if (SOUNDER_IS_SERVER (item) && up)
    return sounder_sidebar_model_move (self, server, item, sounder_sidebar_model_group_of (item), error);

  if (up)
    {
      /* Above the name of its group. */
      next = find_next (self, next, TRUE);

      return sounder_sidebar_model_move (self, server, NULL,
                                         next != G_MAXUINT ? sounder_sidebar_model_group_of (self->items->pdata[next])
                                                           : NULL,
                                         error);
    }

  if (SOUNDER_IS_SERVER_GROUP (item))
    return sounder_sidebar_model_move (self, server, self->items->pdata[next + 1],
                                       sounder_server_group_get_name (item), error);

  next = find_next (self, next, FALSE);
  if (next != G_MAXUINT && SOUNDER_IS_SERVER (self->items->pdata[next]))
    return sounder_sidebar_model_move (self, server, self->items->pdata[next], sounder_sidebar_model_group_of (item), error);

  return sounder_sidebar_model_move (self, server, NULL, sounder_sidebar_model_group_of (item), error);
}

/**
 * sounder_sidebar_model_move_group:
 * @group: the name of a group
 * @before: (nullable): the name of the group that follows it afterwards, or %NULL when it is the last one
 *
 * Moves a group with all its servers.
 *
 * Returns: whether that was saved
 */
gboolean
sounder_sidebar_model_move_group (SounderSidebarModel  *self,
                                  const char           *group,
                                  const char           *before,
                                  GError              **error)
{
  g_autoptr (GPtrArray) order = NULL;
  g_autoptr (GPtrArray) moving = NULL;
  guint position = 0;

  g_return_val_if_fail (SOUNDER_IS_SIDEBAR_MODEL (self), FALSE);
  g_return_val_if_fail (group != NULL, FALSE);

  if (g_strcmp0 (group, before) == 0)
    return TRUE;

  moving = list_members (self, group);
  order = list_others (self, moving);
  while (position < order->len
         && (before == NULL
             || g_strcmp0 (mcp_profile_get_settings (order->pdata[position])->group, before) != 0))
    position++;
  for (guint i = 0; i < moving->len; i++)
    g_ptr_array_insert (order, position + i, g_object_ref (moving->pdata[i]));

  return arrange (self, order, NULL, NULL, error);
}

/**
 * sounder_sidebar_model_step_group:
 * @group: the name of a group
 * @up: whether it goes up
 *
 * Moves a group with all its servers by one group.
 *
 * Returns: whether that was saved, or there was nowhere to go
 */
gboolean
sounder_sidebar_model_step_group (SounderSidebarModel  *self,
                                  const char           *group,
                                  gboolean              up,
                                  GError              **error)
{
  g_auto (GStrv) names = NULL;
  guint position = 0;

  g_return_val_if_fail (SOUNDER_IS_SIDEBAR_MODEL (self), FALSE);
  g_return_val_if_fail (group != NULL, FALSE);

  names = mcp_server_list_dup_groups (sounder_server_model_get_list (self->model));
  while (names[position] != NULL && !g_str_equal (names[position], group))
    position++;
  if (names[position] == NULL || (up ? position == 0 : names[position + 1] == NULL))
    return TRUE;

  return sounder_sidebar_model_move_group (self, group, up ? names[position - 1] : names[position + 2], error);
}

/**
 * sounder_sidebar_model_rename_group:
 * @group: the name of a group
 * @name: (nullable): its new name, which may be that of another group, or %NULL for no group
 *
 * Puts all servers of a group into another.
 *
 * Returns: whether that was saved
 */
gboolean
sounder_sidebar_model_rename_group (SounderSidebarModel  *self,
                                    const char           *group,
                                    const char           *name,
                                    GError              **error)
{
  g_autoptr (GPtrArray) members = NULL;

  g_return_val_if_fail (SOUNDER_IS_SIDEBAR_MODEL (self), FALSE);
  g_return_val_if_fail (group != NULL, FALSE);

  members = list_members (self, group);

  return arrange (self, NULL, members, name, error);
}
