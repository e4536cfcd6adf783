/* mcp-server-list-arrange.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <unistd.h>

#include "mcp-hash.h"
#include "mcp-server-file.h"
#include "mcp-server-list-private.h"
#include "mcp-server-order.h"

/* The order of the saved servers, and their groups. */

char **
mcp_server_list_dup_groups (McpServerList *self)
{
  g_autoptr (GStrvBuilder) groups = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (mcp_str_hash, g_str_equal);

  g_return_val_if_fail (MCP_IS_SERVER_LIST (self), NULL);

  for (guint i = 0; i < self->profiles->len; i++)
    {
      const char *group = mcp_profile_get_settings (self->profiles->pdata[i])->group;

      if (group != NULL && g_hash_table_add (seen, (char *) group))
        g_strv_builder_add (groups, group);
    }

  return g_strv_builder_end (groups);
}

/* Those of @profiles that are in the list, by name: others may have taken some out of the file. */
static GPtrArray *
list_names (McpServerList *self,
            GPtrArray     *profiles)
{
  GPtrArray *names = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; profiles != NULL && i < profiles->len; i++)
    if (g_ptr_array_find (self->profiles, profiles->pdata[i], NULL))
      g_ptr_array_add (names, g_strdup (mcp_profile_get_name (profiles->pdata[i])));

  return names;
}

/* Under the lock: the file in the new order, with the members of the group. */
static gboolean
save_arrangement (McpServerList  *self,
                  GPtrArray      *names,
                  GPtrArray      *members,
                  const char     *group,
                  GError        **error)
{
  g_autoptr (GHashTable) values = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
  g_autofree char *text = g_strdup (self->text != NULL ? self->text : "{}");
  g_autofree char *servers = mcp_json_edit_get (text, "mcpServers");
  g_autofree char *arranged = NULL;
  char *written;

  for (guint i = 0; i < members->len; i++)
    {
      g_autoptr (McpProfile) changed = mcp_profile_copy (mcp_server_list_find (self, members->pdata[i]));

      g_object_set (changed, "group", group, NULL);
      g_hash_table_replace (values, g_strdup (members->pdata[i]), mcp_profile_to_json (changed));
    }

  if (servers == NULL)
    return TRUE;

  arranged = mcp_server_order_apply (servers, names, values);
  mcp_json_edit_set (&text, "mcpServers", arranged);
  written = mcp_server_file_write (self->path, text, error);
  if (written == NULL)
    return FALSE;

  g_free (self->text);
  self->text = written;

  return TRUE;
}

/* The list in the new order, as the file is. */
static void
show_arrangement (McpServerList *self,
                  GPtrArray     *names)
{
  g_autoptr (GPtrArray) arranged = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (GHashTable) moving = g_hash_table_new (mcp_str_hash, g_str_equal);
  guint next = 0;

  for (guint i = 0; i < names->len; i++)
    g_hash_table_add (moving, names->pdata[i]);
  for (guint i = 0; i < self->profiles->len; i++)
    {
      McpProfile *profile = self->profiles->pdata[i];

      if (g_hash_table_contains (moving, mcp_profile_get_name (profile)))
        profile = mcp_server_list_find (self, names->pdata[next++]);
      g_ptr_array_add (arranged, g_object_ref (profile));
    }

  mcp_server_list_replace_profiles (self, arranged);
}

/**
 * mcp_server_list_arrange:
 * @order: (nullable) (element-type McpProfile): some of the list, each once, in the order they are to have
 * @members: (nullable) (element-type McpProfile): those that are put into a group
 * @group: (nullable): the group, %NULL for none
 *
 * Saves another order, another group of some, or both at once. Servers that are not named keep
 * their places, and so does what is in the file and no server. Who is not in the list any more is passed over.
 *
 * Returns: %FALSE, with the list as it was, when the file cannot be saved
 */
gboolean
mcp_server_list_arrange (McpServerList  *self,
                         GPtrArray      *order,
                         GPtrArray      *members,
                         const char     *group,
                         GError        **error)
{
  g_autoptr (GPtrArray) names = NULL;
  g_autoptr (GPtrArray) joining = NULL;
  gboolean saved;
  int lock;

  g_return_val_if_fail (MCP_IS_SERVER_LIST (self), FALSE);

  lock = mcp_server_file_lock (self->path, error);
  if (lock < 0)
    return FALSE;

  saved = mcp_server_list_refresh (self, NULL, error);
  names = list_names (self, order);
  joining = list_names (self, members);
  saved = saved && save_arrangement (self, names, joining, group, error);
  close (lock);
  if (!saved)
    return FALSE;

  for (guint i = 0; i < joining->len; i++)
    g_object_set (mcp_server_list_find (self, joining->pdata[i]), "group", group, NULL);
  show_arrangement (self, names);

  return TRUE;
}
