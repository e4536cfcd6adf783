/* mcp-argument-store-change.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <unistd.h>

#include <glib/gi18n-lib.h>

#include "mcp-argument-store-private.h"
#include "mcp-error.h"
#include "mcp-json.h"

/* Looking up what is kept, and changing it. */

/* Longer arguments are no history. */
#define MAX_USED_BYTES (256 * 1024)

#define MAX_NAME_BYTES 256


static McpArgumentEntry *
ensure (McpArgumentStore *self,
        McpCatalogKind    kind,
        const char       *name)
{
  return mcp_argument_entries_ensure (self->entries, kind, name);
}

GListModel *
mcp_argument_store_get_presets (McpArgumentStore *self,
                                McpCatalogKind    kind,
                                const char       *name)
{
  g_return_val_if_fail (MCP_IS_ARGUMENT_STORE (self), NULL);

  return G_LIST_MODEL (ensure (self, kind, name)->presets);
}

GListModel *
mcp_argument_store_get_history (McpArgumentStore *self,
                                McpCatalogKind    kind,
                                const char       *name)
{
  g_return_val_if_fail (MCP_IS_ARGUMENT_STORE (self), NULL);

  return G_LIST_MODEL (ensure (self, kind, name)->history);
}

guint
mcp_argument_store_get_n (McpArgumentStore *self)
{
  g_return_val_if_fail (MCP_IS_ARGUMENT_STORE (self), 0);

  return self->entries->in_order->len;
}

const char *
mcp_argument_store_get_nth (McpArgumentStore *self,
                            guint             i,
                            McpCatalogKind   *kind)
{
  McpArgumentEntry *entry;

  g_return_val_if_fail (MCP_IS_ARGUMENT_STORE (self), NULL);
  g_return_val_if_fail (i < self->entries->in_order->len, NULL);

  entry = self->entries->in_order->pdata[i];
  *kind = entry->kind;

  return entry->name;
}

static gboolean
find_position (GListStore *presets,
               const char *name,
               guint      *position)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (presets)); i++)
    {
      g_autoptr (McpArguments) preset = g_list_model_get_item (G_LIST_MODEL (presets), i);

      if (g_str_equal (preset->name, name))
        {
          *position = i;
          return TRUE;
        }
    }

  return FALSE;
}

McpArguments *
mcp_argument_store_find_preset (McpArgumentStore *self,
                                McpCatalogKind    kind,
                                const char       *name,
                                const char       *preset)
{
  GListStore *presets;
  g_autoptr (McpArguments) found = NULL;
  guint position;

  g_return_val_if_fail (MCP_IS_ARGUMENT_STORE (self), NULL);
  g_return_val_if_fail (preset != NULL, NULL);

  presets = ensure (self, kind, name)->presets;
  if (find_position (presets, preset, &position))
    found = g_list_model_get_item (G_LIST_MODEL (presets), position);

  /* The list holds it. */
  return found;
}

/**
 * mcp_argument_store_remember:
 * @kind: of what the arguments are
 * @name: of what
 * @json: the arguments that are sent
 * @error: of %MCP_ERROR_STORAGE
 *
 * Puts arguments at the head of the history, without what is secret. Where it cannot be written it is in memory all the
 * same. What is no JSON, or too long, is no history.
 *
 * Returns: %FALSE when it could not be written
 */
gboolean
mcp_argument_store_remember (McpArgumentStore  *self,
                             McpCatalogKind     kind,
                             const char        *name,
                             const char        *json,
                             GError           **error)
{
  g_autofree char *kept = NULL;
  g_autoptr (McpArguments) used = NULL;
  gboolean ok = TRUE;
  int lock = -1;

  g_return_val_if_fail (MCP_IS_ARGUMENT_STORE (self), FALSE);

  if (strlen (json) > MAX_USED_BYTES || !mcp_json_validate (json, -1, NULL))
    return TRUE;

  kept = mcp_arguments_dup_without_secrets (self->profile, json);
  used = mcp_arguments_new (NULL, kept, g_get_real_time ());
  if (mcp_argument_store_keeps_history (self))
    ok = (lock = mcp_argument_store_begin_change (self, error)) >= 0;
  mcp_argument_entry_add (ensure (self, kind, name), used);
  if (lock >= 0)
    {
      ok = mcp_argument_store_save (self, error);
      close (lock);
    }

  return ok;
}

gboolean
mcp_argument_store_forget (McpArgumentStore  *self,
                           McpCatalogKind     kind,
                           const char        *name,
                           GError           **error)
{
  int lock;

  g_return_val_if_fail (MCP_IS_ARGUMENT_STORE (self), FALSE);

  lock = mcp_argument_store_begin_change (self, error);
  if (lock < 0)
    return FALSE;

  g_list_store_remove_all (ensure (self, kind, name)->history);

  return mcp_argument_store_end_change (self, lock, error);
}

/* --- Presets --- */

static gboolean
check_preset (const char  *preset,
              const char  *json,
              GError     **error)
{
  g_autoptr (GError) local_error = NULL;

  if (*preset == '\0' || strlen (preset) > MAX_NAME_BYTES || !g_utf8_validate (preset, -1, NULL))
    g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("A preset has a name of at most %d bytes"),
                 MAX_NAME_BYTES);
  else if (json != NULL && !mcp_json_validate (json, -1, &local_error))
    g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("The arguments of the preset cannot be read: %s"),
                 local_error->message);
  else
    return TRUE;

  return FALSE;
}

/**
 * mcp_argument_store_set_preset:
 * @kind: of what the arguments are
 * @name: of what
 * @preset: the name to save them under
 * @json: the arguments
 * @error: of %MCP_ERROR_STORAGE or %MCP_ERROR_USAGE
 *
 * Saves arguments under a name, in place of what has it, without what is secret.
 *
 * Returns: %FALSE when they could not be saved
 */
gboolean
mcp_argument_store_set_preset (McpArgumentStore  *self,
                               McpCatalogKind     kind,
                               const char        *name,
                               const char        *preset,
                               const char        *json,
                               GError           **error)
{
  g_autofree char *kept = NULL;
  g_autoptr (McpArguments) arguments = NULL;
  int lock;

  g_return_val_if_fail (MCP_IS_ARGUMENT_STORE (self), FALSE);
  g_return_val_if_fail (preset != NULL && json != NULL, FALSE);

  if (!check_preset (preset, json, error) || (lock = mcp_argument_store_begin_change (self, error)) < 0)
    return FALSE;

  kept = mcp_arguments_dup_without_secrets (self->profile, json);
  arguments = mcp_arguments_new (preset, kept, 0);
  mcp_argument_entry_set_preset (ensure (self, kind, name), arguments);

  return mcp_argument_store_end_change (self, lock, error);
}

/**
 * mcp_argument_store_rename_preset:
 * @kind: of what the preset is
 * @name: of what
 * @preset: the name of a preset; one that is not there any more is left alone
 * @new_preset: its name from now on; a preset that has it goes
 * @error: of %MCP_ERROR_STORAGE or %MCP_ERROR_USAGE
 *
 * Renames a preset.
 *
 * Returns: %FALSE when that could not be saved
 */
gboolean
mcp_argument_store_rename_preset (McpArgumentStore  *self,
                                  McpCatalogKind     kind,
                                  const char        *name,
                                  const char        *preset,
                                  const char        *new_preset,
                                  GError           **error)
{
  GListStore *presets;
  guint position;
  int lock;

  g_return_val_if_fail (MCP_IS_ARGUMENT_STORE (self), FALSE);

  if (!check_preset (new_preset, NULL, error) || (lock = mcp_argument_store_begin_change (self, error)) < 0)
    return FALSE;

  presets = ensure (self, kind, name)->presets;
  if (find_position (presets, preset, &position))
    {
      g_autoptr (McpArguments) was = g_list_model_get_item (G_LIST_MODEL (presets), position);
      g_autoptr (McpArguments) now = mcp_arguments_new (new_preset, was->json, 0);

      g_list_store_remove (presets, position);
      mcp_argument_entry_set_preset (ensure (self, kind, name), now);
    }

  return mcp_argument_store_end_change (self, lock, error);
}

gboolean
mcp_argument_store_remove_preset (McpArgumentStore  *self,
                                  McpCatalogKind     kind,
                                  const char        *name,
                                  const char        *preset,
                                  GError           **error)
{
  GListStore *presets;
  guint position;
  int lock;

  g_return_val_if_fail (MCP_IS_ARGUMENT_STORE (self), FALSE);

  lock = mcp_argument_store_begin_change (self, error);
  if (lock < 0)
    return FALSE;

  presets = ensure (self, kind, name)->presets;
  if (find_position (presets, preset, &position))
    g_list_store_remove (presets, position);

  return mcp_argument_store_end_change (self, lock, error);
}

/* --- In and out --- */

/**
 * mcp_argument_store_to_json:
 * @kind: of what
 * @name: (nullable): of what; %NULL for all that there is
 *
 * Writes presets and history as a file of their own, which can be imported.
 *
 * Returns: (transfer full): JSON, laid out to be read
 */
char *
mcp_argument_store_to_json (McpArgumentStore *self,
                            McpCatalogKind    kind,
                            const char       *name)
{
  g_return_val_if_fail (MCP_IS_ARGUMENT_STORE (self), NULL);

  return mcp_argument_entries_to_json (self->entries, mcp_profile_get_name (self->profile),
                                       name != NULL ? ensure (self, kind, name) : NULL, TRUE);
}

/* What there is of a list, as if each had been saved or used here: the last first, which is the oldest of a history. */
static void
adopt (McpArgumentStore *self,
       GListStore       *from,
       McpArgumentEntry *to,
       void            (*add) (McpArgumentEntry *, McpArguments *))
{
  for (guint i = g_list_model_get_n_items (G_LIST_MODEL (from)); i > 0; i--)
    {
      g_autoptr (McpArguments) item = g_list_model_get_item (G_LIST_MODEL (from), i - 1);
      g_autofree char *kept =
        mcp_arguments_dup_without_secrets (self->profile, item->json);
      g_autoptr (McpArguments) arguments =
        mcp_arguments_new (item->name, kept, item->used_usec);

      add (to, arguments);
    }
}

/**
 * mcp_argument_store_import:
 * @text: (array length=length): what was exported
 * @n_presets: (out): how many presets it has
 * @error: of %MCP_ERROR_CONFIG, %MCP_ERROR_VERSION or %MCP_ERROR_STORAGE
 *
 * Adds presets and history to what there is. A preset takes the place of one of its name.
 *
 * Returns: %FALSE when nothing was added
 */
gboolean
mcp_argument_store_import (McpArgumentStore  *self,
                           const char        *text,
                           gsize              length,
                           guint             *n_presets,
                           GError           **error)
{
  g_autoptr (McpArgumentEntries) read = mcp_argument_entries_new ();
  int lock;

  g_return_val_if_fail (MCP_IS_ARGUMENT_STORE (self), FALSE);

  *n_presets = 0;
  if (!mcp_argument_entries_read (read, text, length, error) || (lock = mcp_argument_store_begin_change (self, error)) < 0)
    return FALSE;

  for (guint i = 0; i < read->in_order->len; i++)
    {
      McpArgumentEntry *from = read->in_order->pdata[i];
      McpArgumentEntry *to = ensure (self, from->kind, from->name);

      *n_presets += g_list_model_get_n_items (G_LIST_MODEL (from->presets));
      adopt (self, from->presets, to, mcp_argument_entry_set_preset);
      adopt (self, from->history, to, mcp_argument_entry_add);
    }

  return mcp_argument_store_end_change (self, lock, error);
}
