/* mcp-argument-store.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-argument-store-private.h"
#include "mcp-era-memory.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-server-file.h"

/**
 * McpArgumentStore:
 *
 * The file goes by what is reached, not by what it is called, and is for its owner only. It is read before each
 * change and replaced as a whole, under a lock, so that two programs do not undo what the other did. One that cannot be
 * read is never overwritten.
 *
 * Presets are always written, history only for a server that is saved; that of another one is as old as the program.
 */

/* Presets and all. */
#define MAX_FILE_BYTES (8 * 1024 * 1024)

/* All history of a server; the oldest goes first. */
#define MAX_HISTORY_BYTES (4 * 1024 * 1024)

G_DEFINE_FINAL_TYPE (McpArgumentStore, mcp_argument_store, G_TYPE_OBJECT)

static void
mcp_argument_store_finalize (GObject *object)
{
  McpArgumentStore *self = MCP_ARGUMENT_STORE (object);

  g_object_unref (self->profile);
  g_free (self->folder);
  g_free (self->path);
  mcp_argument_entries_free (self->entries);

  G_OBJECT_CLASS (mcp_argument_store_parent_class)->finalize (object);
}

static void
mcp_argument_store_class_init (McpArgumentStoreClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_argument_store_finalize;
}

static void
mcp_argument_store_init (McpArgumentStore *self)
{
  self->entries = mcp_argument_entries_new ();
}

/**
 * mcp_argument_store_new:
 * @profile: how the server is reached
 * @folder: (nullable): where the files are; %NULL for `sounder/arguments` in the folder for data
 *
 * Creates an empty store; see mcp_argument_store_load().
 */
McpArgumentStore *
mcp_argument_store_new (McpProfile *profile,
                        const char *folder)
{
  McpArgumentStore *self;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  self = g_object_new (MCP_TYPE_ARGUMENT_STORE, NULL);
  self->profile = g_object_ref (profile);
  self->folder = folder != NULL ? g_strdup (folder)
                                : g_build_filename (g_get_user_data_dir (), "sounder", "arguments", NULL);

  return self;
}

gboolean
mcp_argument_store_keeps_history (McpArgumentStore *self)
{
  return !mcp_profile_is_temporary (self->profile);
}

/* --- The file --- */

static char *
dup_path (McpArgumentStore *self)
{
  g_autofree char *key = mcp_era_memory_dup_settled_key (self->profile);
  g_autofree char *name = g_strconcat (key, ".json", NULL);

  return g_build_filename (self->folder, name, NULL);
}

static void
replace_list (GListStore *list,
              GListStore *by)  /* (nullable) */
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; by != NULL && i < g_list_model_get_n_items (G_LIST_MODEL (by)); i++)
    g_ptr_array_add (items, g_list_model_get_item (G_LIST_MODEL (by), i));
  if (items->len > 0 || g_list_model_get_n_items (G_LIST_MODEL (list)) > 0)
    g_list_store_splice (list, 0, g_list_model_get_n_items (G_LIST_MODEL (list)), items->pdata, items->len);
}

/* Lists stay the same objects: who shows one goes on with it. */
static void
take_entries (McpArgumentStore   *self,
              McpArgumentEntries *read,
              gboolean            with_history)
{
  for (guint i = 0; i < self->entries->in_order->len; i++)
    {
      McpArgumentEntry *entry = self->entries->in_order->pdata[i];
      McpArgumentEntry *now = mcp_argument_entries_ensure (read, entry->kind, entry->name);

      replace_list (entry->presets, now->presets);
      if (with_history)
        replace_list (entry->history, now->history);
    }

  for (guint i = 0; i < read->in_order->len; i++)
    {
      McpArgumentEntry *now = read->in_order->pdata[i];
      McpArgumentEntry *entry = mcp_argument_entries_ensure (self->entries, now->kind, now->name);

      if (g_list_model_get_n_items (G_LIST_MODEL (entry->presets)) == 0)
        replace_list (entry->presets, now->presets);
      if (with_history && g_list_model_get_n_items (G_LIST_MODEL (entry->history)) == 0)
        replace_list (entry->history, now->history);
    }
}

/* Reads what there is of a file into @read. */
static gboolean
read_file (const char          *path,
           McpArgumentEntries  *read,
           GError             **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autofree char *text = NULL;
  GStatBuf status;
  gsize length = 0;

  if (g_stat (path, &status) == 0 && status.st_size > MAX_FILE_BYTES)
    g_set_error (&local_error, MCP_ERROR, MCP_ERROR_TOO_LARGE, _("the file is too large"));
  else if (!g_file_get_contents (path, &text, &length, &local_error)
           && g_error_matches (local_error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
    return TRUE;
  else if (local_error == NULL && mcp_argument_entries_read (read, text, length, &local_error))
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("Could not read the presets in “%s”: %s"), path,
               local_error->message);

  return FALSE;
}

/**
 * mcp_argument_store_load:
 * @error: of %MCP_ERROR_STORAGE, naming the file
 *
 * Reads the file: other programs change it, too.
 *
 * Returns: %FALSE when it is there and cannot be read
 */
gboolean
mcp_argument_store_load (McpArgumentStore  *self,
                         GError           **error)
{
  g_autoptr (McpArgumentEntries) read = mcp_argument_entries_new ();
  g_autofree char *path = NULL;
  gboolean is_new;
  gboolean ok;

  g_return_val_if_fail (MCP_IS_ARGUMENT_STORE (self), FALSE);

  path = dup_path (self);
  is_new = g_strcmp0 (path, self->path) != 0;
  ok = read_file (path, read, error);
  if (ok || is_new)
    take_entries (self, read, is_new || mcp_argument_store_keeps_history (self));
  g_free (self->path);
  self->path = g_steal_pointer (&path);

  return ok;
}

/* Forgets the oldest until the history of all is small enough. */
static void
trim_history (McpArgumentStore *self)
{
  gsize n_bytes = 0;

  for (guint i = 0; i < self->entries->in_order->len; i++)
    {
      McpArgumentEntry *entry = self->entries->in_order->pdata[i];

      for (guint j = 0; j < g_list_model_get_n_items (G_LIST_MODEL (entry->history)); j++)
        {
          g_autoptr (McpArguments) used = g_list_model_get_item (G_LIST_MODEL (entry->history), j);

          n_bytes += strlen (used->json);
        }
    }

  while (n_bytes > MAX_HISTORY_BYTES)
    {
      McpArgumentEntry *oldest = NULL;
      g_autoptr (McpArguments) last = NULL;

      for (guint i = 0; i < self->entries->in_order->len; i++)
        {
          McpArgumentEntry *entry = self->entries->in_order->pdata[i];
          guint n = g_list_model_get_n_items (G_LIST_MODEL (entry->history));
          g_autoptr (McpArguments) used =
            n > 0 ? g_list_model_get_item (G_LIST_MODEL (entry->history), n - 1) : NULL;

          if (used != NULL && (last == NULL || used->used_usec
                                                 < last->used_usec))
            {
              g_set_object (&last, used);
              oldest = entry;
            }
        }
      n_bytes -= strlen (last->json);
      g_list_store_remove (oldest->history, g_list_model_get_n_items (G_LIST_MODEL (oldest->history)) - 1);
    }
}

static gboolean
has_too_many (McpArgumentStore *self)
{
  for (guint i = 0; i < self->entries->in_order->len; i++)
    {
      McpArgumentEntry *entry = self->entries->in_order->pdata[i];

      if (g_list_model_get_n_items (G_LIST_MODEL (entry->presets)) > MCP_ARGUMENT_PRESETS_MAX)
        return TRUE;
    }

  return FALSE;
}

gboolean
mcp_argument_store_save (McpArgumentStore  *self,
                         GError           **error)
{
  g_autofree char *json = NULL;
  g_autoptr (GError) local_error = NULL;

  trim_history (self);
  json = mcp_argument_entries_to_json (self->entries, mcp_profile_get_name (self->profile), NULL,
                                       mcp_argument_store_keeps_history (self));
  if (strlen (json) > MAX_FILE_BYTES || has_too_many (self))
    g_set_error (&local_error, MCP_ERROR, MCP_ERROR_TOO_LARGE, _("there would be too many"));
  else if (g_mkdir_with_parents (self->folder, 0700) == 0)
    g_file_set_contents_full (self->path, json, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, &local_error);
  else
    g_set_error (&local_error, MCP_ERROR, MCP_ERROR_STORAGE, _("its folder could not be made"));

  if (local_error == NULL)
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_STORAGE, _("Could not save the presets in “%s”: %s"), self->path,
               local_error->message);

  return FALSE;
}

/* Locks out others and reads what they did. Returns the lock, -1 on an error. */
int
mcp_argument_store_begin_change (McpArgumentStore  *self,
                                 GError           **error)
{
  int lock = mcp_server_file_lock (self->folder, error);

  if (lock >= 0 && !mcp_argument_store_load (self, error))
    {
      close (lock);
      return -1;
    }

  return lock;
}

/* What could not be saved is not shown as if it were. */
gboolean
mcp_argument_store_end_change (McpArgumentStore  *self,
                               int                lock,
                               GError           **error)
{
  gboolean ok = mcp_argument_store_save (self, error);

  if (!ok)
    mcp_argument_store_load (self, NULL);
  close (lock);

  return ok;
}
