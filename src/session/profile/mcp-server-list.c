/* mcp-server-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "mcp-consent.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-server-file.h"
#include "mcp-server-list-private.h"

/**
 * McpServerList:
 *
 * The saved servers.
 *
 * The file belongs to everybody: the window, the command line and the user's editor write it.
 * Each change is therefore a change to what is in the file at that moment, under a lock: read,
 * merge, edit the one member, rename over. A file that cannot be understood is never overwritten.
 *
 * Its order and groups are mcp-server-list-arrange.c.
 */

/* Editors write in several steps: look at the file when they are done. */
#define RELOAD_DELAY_MSEC 100

static GType
mcp_server_list_get_item_type (GListModel *model)
{
  return MCP_TYPE_PROFILE;
}

static guint
mcp_server_list_get_n_items (GListModel *model)
{
  return MCP_SERVER_LIST (model)->profiles->len;
}

static gpointer
mcp_server_list_get_item (GListModel *model,
                          guint       position)
{
  McpServerList *self = MCP_SERVER_LIST (model);

  if (position >= self->profiles->len)
    return NULL;

  return g_object_ref (g_ptr_array_index (self->profiles, position));
}

static void
list_model_iface_init (GListModelInterface *iface)
{
  iface->get_item_type = mcp_server_list_get_item_type;
  iface->get_n_items = mcp_server_list_get_n_items;
  iface->get_item = mcp_server_list_get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (McpServerList, mcp_server_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_iface_init))

enum {
  LOAD_ERROR,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static McpProfile *
find_in (GPtrArray  *profiles,
         const char *name)
{
  for (guint i = 0; i < profiles->len; i++)
    {
      McpProfile *profile = g_ptr_array_index (profiles, i);

      if (strcmp (mcp_profile_get_name (profile), name) == 0)
        return profile;
    }

  return NULL;
}

/* Shows another list of the same or new objects, announced as one change. */
void
mcp_server_list_replace_profiles (McpServerList *self,
                                  GPtrArray     *profiles)
{
  g_autoptr (GPtrArray) old = self->profiles;
  guint common = MIN (old->len, profiles->len);
  guint head = 0;
  guint tail = 0;

  while (head < common
         && g_ptr_array_index (old, head) == g_ptr_array_index (profiles, head))
    head++;
  while (tail < common - head
         && g_ptr_array_index (old, old->len - 1 - tail)
            == g_ptr_array_index (profiles, profiles->len - 1 - tail))
    tail++;

  self->profiles = g_ptr_array_ref (profiles);
  if (old->len != profiles->len || head < common)
    g_list_model_items_changed (G_LIST_MODEL (self), head,
                                old->len - head - tail, profiles->len - head - tail);
}

/* Keeps the object of a server that is listed already, so that its session goes on. */
static void
merge_server (McpServerList *self,
              GPtrArray     *merged,
              const char    *name,
              const char    *text,
              gsize          length)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpProfile) read = NULL;
  McpProfile *listed;

  if (find_in (merged, name) != NULL)
    return;

  read = mcp_profile_new_from_json (name, text, length, &error);
  if (read == NULL)
    {
      g_hash_table_replace (self->problems, g_strdup (name), g_steal_pointer (&error));
      return;
    }

  listed = find_in (self->profiles, name);
  if (listed == NULL)
    {
      g_ptr_array_add (merged, g_steal_pointer (&read));
      return;
    }

  mcp_profile_assign (listed, read);
  g_ptr_array_add (merged, g_object_ref (listed));
}

/*
 * Makes the list say what the text says. Servers that cannot be understood are left out and reported, the others are not made to suffer for them.
 */
static gboolean
merge_text (McpServerList  *self,
            const char     *text,
            GError        **error)
{
  g_autoptr (GPtrArray) merged = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *copy = g_strdup (text);
  McpSpan servers = { 0, 0 };
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;
  GHashTableIter problems;
  gpointer problem;

  if (!mcp_server_file_check (self->path, text, &servers, error))
    return FALSE;

  g_hash_table_remove_all (self->problems);
  if (servers.length > 0)
    {
      const char *object = text + servers.offset;

      mcp_json_iter_init (&iter, object, servers.length);
      while (mcp_json_iter_next (&iter, &key, &value))
        {
          g_autofree char *name = mcp_json_dup_string (object + key.offset, key.length);
          McpSpan last = value;

          /* Of two members with one name the last counts, here as everywhere. */
          mcp_json_edit_find (object, servers.length, name, &last);
          merge_server (self, merged, name, object + last.offset, last.length);
        }
    }

  g_free (self->text);
  self->text = g_steal_pointer (&copy);
  mcp_server_list_replace_profiles (self, merged);

  g_hash_table_iter_init (&problems, self->problems);
  while (g_hash_table_iter_next (&problems, NULL, &problem))
    g_signal_emit (self, signals[LOAD_ERROR], 0, problem);

  return TRUE;
}

/*
 * Brings the list up to the file. Returns FALSE when the file must not be written: it could not
 * be read, is newer than we are, or cannot be moved aside. A broken file that was moved aside is
 * reported in @broken and by the signal.
 */
gboolean
mcp_server_list_refresh (McpServerList  *self,
                         GError        **broken,
                         GError        **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autofree char *text = NULL;

  if (!mcp_server_file_read (self->path, &text, error))
    return FALSE;

  /* A file that is gone says nothing: the next save writes what we know. */
  if (text == NULL || g_strcmp0 (text, self->text) == 0
      || merge_text (self, text, &local_error))
    return TRUE;

  if (!g_error_matches (local_error, MCP_ERROR, MCP_ERROR_CONFIG))
    {
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }

  if (!mcp_server_file_keep_aside (self->path, error))
    return FALSE;

  g_signal_emit (self, signals[LOAD_ERROR], 0, local_error);
  g_propagate_error (broken, g_steal_pointer (&local_error));

  return TRUE;
}

/* What a change makes of the object of servers. */
typedef struct
{
  const char *name;
  const char *new_name;  /* (nullable) */
  McpProfile *profile;   /* (nullable): removes */
} Change;

/* Applies a change to the file as it is now. The caller holds the lock and has refreshed. */
static gboolean
save_change (McpServerList  *self,
             const Change   *change,
             GError        **error)
{
  g_autofree char *text = g_strdup (self->text != NULL ? self->text : "{\"version\": 1}");
  g_autofree char *servers = mcp_json_edit_get (text, "mcpServers");
  g_autofree char *value = NULL;
  char *written;

  if (servers == NULL)
    servers = g_strdup ("{}");
  if (change->profile != NULL)
    value = mcp_profile_to_json (change->profile);

  mcp_json_edit_set (&servers, change->name, value);
  if (change->new_name != NULL)
    mcp_json_edit_rename (&servers, change->name, change->new_name);
  mcp_json_edit_set (&text, "mcpServers", servers);

  written = mcp_server_file_write (self->path, text, error);
  if (written == NULL)
    return FALSE;

  g_free (self->text);
  self->text = written;
  if (change->profile != NULL)
    mcp_consent_keep (change->profile);

  return TRUE;
}

static gboolean
name_is_free (McpServerList  *self,
              const char     *name,
              GError        **error)
{
  if (find_in (self->profiles, name) == NULL && !g_hash_table_contains (self->problems, name))
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("There is a server “%s” already"), name);

  return FALSE;
}

static void
reload_now (McpServerList *self)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  /* Somebody may be in the middle of editing: a broken file stays where it is. */
  if (!mcp_server_file_read (self->path, &text, &error)
      || (text != NULL && g_strcmp0 (text, self->text) != 0
          && !merge_text (self, text, &error)))
    g_signal_emit (self, signals[LOAD_ERROR], 0, error);
}

static gboolean
reload_cb (gpointer user_data)
{
  McpServerList *self = user_data;

  self->reload_id = 0;
  g_object_ref (self);
  reload_now (self);
  g_object_unref (self);

  return G_SOURCE_REMOVE;
}

static void
file_changed_cb (McpServerList *self)
{
  if (self->reload_id != 0)
    g_source_remove (self->reload_id);
  self->reload_id = g_timeout_add (RELOAD_DELAY_MSEC, reload_cb, self);
}

static void
mcp_server_list_dispose (GObject *object)
{
  McpServerList *self = MCP_SERVER_LIST (object);

  g_clear_handle_id (&self->reload_id, g_source_remove);
  if (self->monitor != NULL)
    g_file_monitor_cancel (self->monitor);
  g_clear_object (&self->monitor);

  G_OBJECT_CLASS (mcp_server_list_parent_class)->dispose (object);
}

static void
mcp_server_list_finalize (GObject *object)
{
  McpServerList *self = MCP_SERVER_LIST (object);

  g_ptr_array_unref (self->profiles);
  g_hash_table_unref (self->problems);
  g_free (self->path);
  g_free (self->text);

  G_OBJECT_CLASS (mcp_server_list_parent_class)->finalize (object);
}

static void
mcp_server_list_class_init (McpServerListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_server_list_dispose;
  object_class->finalize = mcp_server_list_finalize;

  /**
   * McpServerList::load-error:
   * @self: a list of servers
   * @error: (type GError): what is wrong and where
   *
   * The file, or one server in it, could not be understood.
   */
  signals[LOAD_ERROR] =
    g_signal_new ("load-error", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0,
                  NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
mcp_server_list_init (McpServerList *self)
{
  self->profiles = g_ptr_array_new_with_free_func (g_object_unref);
  self->problems = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free,
                                          (GDestroyNotify) g_error_free);
}

/**
 * mcp_server_list_new:
 * @path: (nullable): the file; %NULL is the user's
 *
 * Creates a list that has not been loaded.
 */
McpServerList *
mcp_server_list_new (const char *path)
{
  McpServerList *self = g_object_new (MCP_TYPE_SERVER_LIST, NULL);

  self->path = path != NULL ? g_strdup (path) : mcp_server_list_get_default_path ();
  self->is_users = path == NULL;
  return self;
}

const char *
mcp_server_list_get_path (McpServerList *self)
{
  g_return_val_if_fail (MCP_IS_SERVER_LIST (self), NULL);

  return self->path;
}

/**
 * mcp_server_list_load:
 *
 * Reads the file. A broken one is renamed to `….broken-N` and reported, so that the next save
 * does not destroy it; a file of a newer format, or one that may not be read, stays and cannot be
 * saved over. A single server that is wrong is left out and reported by
 * #McpServerList::load-error and mcp_server_list_get_problem().
 *
 * Returns: whether the file was read; a missing one is an empty list
 */
gboolean
mcp_server_list_load (McpServerList  *self,
                      GError        **error)
{
  g_autoptr (GError) broken = NULL;
  g_autoptr (GError) local_error = NULL;

  g_return_val_if_fail (MCP_IS_SERVER_LIST (self), FALSE);

  if (!mcp_server_list_refresh (self, &broken, &local_error))
    {
      g_signal_emit (self, signals[LOAD_ERROR], 0, local_error);
      g_propagate_error (error, g_steal_pointer (&local_error));
      return FALSE;
    }

  if (broken != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&broken));
      return FALSE;
    }

  if (self->is_users)
    mcp_consent_adopt (G_LIST_MODEL (self));
  return TRUE;
}

/*
 * Follows changes that others make to the file: changed servers keep their objects, removed ones
 * leave the list.
 */
void
mcp_server_list_watch (McpServerList *self)
{
  g_autoptr (GFile) file = NULL;
  g_autofree char *folder = NULL;

  g_return_if_fail (MCP_IS_SERVER_LIST (self));

  if (self->monitor != NULL)
    return;

  /* A monitor of a file in a folder that is not there polls: make the folder. */
  folder = g_path_get_dirname (self->path);
  g_mkdir_with_parents (folder, 0700);

  file = g_file_new_for_path (self->path);
  self->monitor = g_file_monitor_file (file, G_FILE_MONITOR_NONE, NULL, NULL);
  if (self->monitor != NULL)
    g_signal_connect_object (self->monitor, "changed", G_CALLBACK (file_changed_cb), self,
                             G_CONNECT_SWAPPED);
}

McpProfile *
mcp_server_list_find (McpServerList *self,
                      const char    *name)
{
  g_return_val_if_fail (MCP_IS_SERVER_LIST (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return find_in (self->profiles, name);
}

const GError *
mcp_server_list_get_problem (McpServerList *self,
                             const char    *name)
{
  g_return_val_if_fail (MCP_IS_SERVER_LIST (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  return g_hash_table_lookup (self->problems, name);
}

/**
 * mcp_server_list_add:
 * @profile: a profile that is in no list
 *
 * Saves a server at the end of the list. The profile is not temporary from then on, and consent is kept.
 *
 * Returns: %FALSE with %MCP_ERROR_CONFIG when the name is taken, or %MCP_ERROR_STORAGE
 */
gboolean
mcp_server_list_add (McpServerList  *self,
                     McpProfile     *profile,
                     GError        **error)
{
  Change change = { NULL, };
  gboolean saved;
  int lock;

  g_return_val_if_fail (MCP_IS_SERVER_LIST (self), FALSE);
  g_return_val_if_fail (MCP_IS_PROFILE (profile), FALSE);

  change = (Change) { mcp_profile_get_name (profile), NULL, profile };

  lock = mcp_server_file_lock (self->path, error);
  if (lock < 0)
    return FALSE;

  saved = mcp_server_list_refresh (self, NULL, error)
          && name_is_free (self, change.name, error)
          && save_change (self, &change, error);
  close (lock);
  if (!saved)
    return FALSE;

  g_ptr_array_add (self->profiles, g_object_ref (profile));
  mcp_profile_set_temporary (profile, FALSE);
  g_list_model_items_changed (G_LIST_MODEL (self), self->profiles->len - 1, 0, 1);

  return TRUE;
}

/**
 * mcp_server_list_update:
 * @profile: one of the list
 * @changed: what it becomes; its name may differ
 *
 * Saves a change to a server, in its place, and then makes the profile say it.
 *
 * Returns: %FALSE, with the profile as it was, when the name is taken, the server is not in the
 *   list (any more), or the file cannot be saved
 */
gboolean
mcp_server_list_update (McpServerList  *self,
                        McpProfile     *profile,
                        McpProfile     *changed,
                        GError        **error)
{
  g_autofree char *name = NULL;
  g_autofree char *new_name = NULL;
  Change change = { NULL, };
  gboolean renamed;
  gboolean saved;
  int lock;

  g_return_val_if_fail (MCP_IS_SERVER_LIST (self), FALSE);
  g_return_val_if_fail (MCP_IS_PROFILE (profile), FALSE);
  g_return_val_if_fail (MCP_IS_PROFILE (changed), FALSE);

  name = g_strdup (mcp_profile_get_name (profile));
  new_name = g_strdup (mcp_profile_get_name (changed));
  renamed = strcmp (name, new_name) != 0;
  change = (Change) { name, renamed ? new_name : NULL, changed };

  lock = mcp_server_file_lock (self->path, error);
  if (lock < 0)
    return FALSE;

  saved = mcp_server_list_refresh (self, NULL, error);
  if (saved && !g_ptr_array_find (self->profiles, profile, NULL))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("There is no saved server “%s”"), name);
      saved = FALSE;
    }

  saved = saved
          && (!renamed || name_is_free (self, new_name, error))
          && save_change (self, &change, error);
  close (lock);
  if (saved)
    mcp_profile_assign (profile, changed);

  return saved;
}

/**
 * mcp_server_list_remove:
 * @profile: one of the list
 *
 * Removes a server from the file and the list.
 *
 * Returns: %FALSE, with the list as it was, when the file cannot be saved
 */
gboolean
mcp_server_list_remove (McpServerList  *self,
                        McpProfile     *profile,
                        GError        **error)
{
  g_autoptr (McpProfile) held = NULL;
  Change change = { NULL, };
  gboolean saved;
  guint position;
  int lock;

  g_return_val_if_fail (MCP_IS_SERVER_LIST (self), FALSE);
  g_return_val_if_fail (MCP_IS_PROFILE (profile), FALSE);

  held = g_object_ref (profile);
  change.name = mcp_profile_get_name (profile);

  lock = mcp_server_file_lock (self->path, error);
  if (lock < 0)
    return FALSE;

  /* Somebody else may have removed it already: then there is nothing left to do. */
  saved = mcp_server_list_refresh (self, NULL, error)
          && (!g_ptr_array_find (self->profiles, profile, &position)
              || save_change (self, &change, error));
  close (lock);
  if (!saved)
    return FALSE;

  if (g_ptr_array_find (self->profiles, profile, &position))
    {
      g_ptr_array_remove_index (self->profiles, position);
      g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
    }

  return TRUE;
}

/**
 * mcp_server_list_make_unique_name:
 * @name: the name that is wanted
 *
 * Finds a name that no server of the list has: the wanted one, or with a number behind it.
 *
 * Returns: (transfer full): a free name
 */
char *
mcp_server_list_make_unique_name (McpServerList *self,
                                  const char    *name)
{
  g_autofree char *unique = NULL;

  g_return_val_if_fail (MCP_IS_SERVER_LIST (self), NULL);
  g_return_val_if_fail (name != NULL, NULL);

  unique = g_strdup (name);
  for (guint n = 2; !name_is_free (self, unique, NULL); n++)
    {
      g_free (unique);
      unique = g_strdup_printf ("%s %u", name, n);
    }

  return g_steal_pointer (&unique);
}
