/* mcp-argument-entries.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-argument-store-private.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json.h"

/* The file of presets and history, which is what is exported as well: see docs/calls.md. */

#define FILE_VERSION 1

/* Each kind has a member of the file; resources have no arguments. */
static const char *const kind_names[MCP_N_CATALOGS] = {
  [MCP_CATALOG_TOOLS] = "tools",
  [MCP_CATALOG_TEMPLATES] = "templates",
  [MCP_CATALOG_PROMPTS] = "prompts",
};

static void
entry_free (McpArgumentEntry *entry)
{
  g_free (entry->name);
  g_object_unref (entry->presets);
  g_object_unref (entry->history);
  g_free (entry);
}

McpArgumentEntries *
mcp_argument_entries_new (void)
{
  McpArgumentEntries *self = g_new0 (McpArgumentEntries, 1);

  self->in_order = g_ptr_array_new_with_free_func ((GDestroyNotify) entry_free);
  self->by_key = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);

  return self;
}

void
mcp_argument_entries_free (McpArgumentEntries *self)
{
  g_hash_table_unref (self->by_key);
  g_ptr_array_unref (self->in_order);
  g_free (self);
}

McpArgumentEntry *
mcp_argument_entries_ensure (McpArgumentEntries *self,
                             McpCatalogKind      kind,
                             const char         *name)
{
  g_autofree char *key = g_strdup_printf ("%u %s", kind, name);
  McpArgumentEntry *entry = g_hash_table_lookup (self->by_key, key);

  if (entry == NULL)
    {
      entry = g_new0 (McpArgumentEntry, 1);
      entry->kind = kind;
      entry->name = g_strdup (name);
      entry->presets = g_list_store_new (MCP_TYPE_ARGUMENTS);
      entry->history = g_list_store_new (MCP_TYPE_ARGUMENTS);
      g_ptr_array_add (self->in_order, entry);
      g_hash_table_insert (self->by_key, g_steal_pointer (&key), entry);
    }

  return entry;
}

/* Puts a preset where its name belongs, in the place of another one of that name. */
void
mcp_argument_entry_set_preset (McpArgumentEntry *entry,
                               McpArguments     *preset)
{
  const char *name = preset->name;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (entry->presets));
  guint at = n;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpArguments) other = g_list_model_get_item (G_LIST_MODEL (entry->presets), i);

      if (g_str_equal (other->name, name))
        {
          g_list_store_splice (entry->presets, i, 1, (gpointer *) &preset, 1);
          return;
        }
      if (at == n && g_utf8_collate (other->name, name) > 0)
        at = i;
    }

  g_list_store_insert (entry->presets, at, preset);
}

/* Puts arguments into the history by their time; the same text is there once, with the later time. */
void
mcp_argument_entry_add (McpArgumentEntry *entry,
                        McpArguments     *used)
{
  guint at = 0;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (entry->history)); i++)
    {
      g_autoptr (McpArguments) other = g_list_model_get_item (G_LIST_MODEL (entry->history), i);
      gboolean is_newer = other->used_usec > used->used_usec;

      if (g_str_equal (other->json, used->json))
        {
          if (is_newer)
            return;
          g_list_store_remove (entry->history, i--);
          continue;
        }
      if (is_newer)
        at = i + 1;
    }

  g_list_store_insert (entry->history, at, used);
  if (g_list_model_get_n_items (G_LIST_MODEL (entry->history)) > MCP_ARGUMENT_HISTORY_MAX)
    g_list_store_remove (entry->history, MCP_ARGUMENT_HISTORY_MAX);
}

/* --- Writing --- */

static void
append_presets (GString    *json,
                GListModel *presets)
{
  guint n = g_list_model_get_n_items (presets);

  g_string_append (json, "\n      \"presets\": {");
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpArguments) preset = g_list_model_get_item (presets, i);

      g_string_append (json, i > 0 ? ",\n        " : "\n        ");
      mcp_json_append_string (json, preset->name, -1);
      g_string_append_printf (json, ": %s", preset->json);
    }
  g_string_append (json, n > 0 ? "\n      }" : "}");
}

static void
append_history (GString    *json,
                GListModel *history)
{
  guint n = g_list_model_get_n_items (history);

  g_string_append (json, ",\n      \"history\": [");
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (McpArguments) used = g_list_model_get_item (history, i);
      g_autoptr (GDateTime) time =
        g_date_time_new_from_unix_utc (used->used_usec / G_USEC_PER_SEC);
      g_autofree char *text = time != NULL ? g_date_time_format_iso8601 (time) : NULL;

      g_string_append_printf (json, "%s{\"used\": \"%s\", \"arguments\": %s}",
                              i > 0 ? ",\n        " : "\n        ", text != NULL ? text : "",
                              used->json);
    }
  g_string_append (json, n > 0 ? "\n      ]" : "]");
}

static gboolean
is_worth_writing (McpArgumentEntry *entry,
                  gboolean          with_history)
{
  return g_list_model_get_n_items (G_LIST_MODEL (entry->presets)) > 0
         || (with_history && g_list_model_get_n_items (G_LIST_MODEL (entry->history)) > 0);
}

static void
append_kind (GString            *json,
             McpArgumentEntries *self,
             McpCatalogKind      kind,
             McpArgumentEntry   *only,
             gboolean            with_history)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->in_order->len; i++)
    {
      McpArgumentEntry *entry = self->in_order->pdata[i];

      if (entry->kind != kind || (only != NULL && entry != only)
          || !is_worth_writing (entry, with_history))
        continue;

      if (!any)
        g_string_append_printf (json, ",\n  \"%s\": {", kind_names[kind]);
      g_string_append (json, any ? ",\n    " : "\n    ");
      any = TRUE;
      mcp_json_append_string (json, entry->name, -1);
      g_string_append (json, ": {");
      append_presets (json, G_LIST_MODEL (entry->presets));
      if (with_history)
        append_history (json, G_LIST_MODEL (entry->history));
      g_string_append (json, "\n    }");
    }

  if (any)
    g_string_append (json, "\n  }");
}

char *
mcp_argument_entries_to_json (McpArgumentEntries *self,
                              const char         *server,
                              McpArgumentEntry   *only,
                              gboolean            with_history)
{
  g_autoptr (GString) json = g_string_new (NULL);

  g_string_append_printf (json, "{\n  \"version\": %d,\n  \"server\": ", FILE_VERSION);
  mcp_json_append_string (json, server, -1);
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    append_kind (json, self, kind, only, with_history);
  g_string_append (json, "\n}\n");

  return g_string_free (g_steal_pointer (&json), FALSE);
}

/* --- Reading --- */

/* FALSE unless @key is there and of this type. */
static gboolean
find_member (const char  *text,
             McpSpan      object,
             const char  *key,
             gboolean     is_object,
             McpJsonIter *iter)
{
  McpSpan span;

  return mcp_json_lookup (text + object.offset, object.length, key, &span)
         && mcp_json_iter_init (iter, text + object.offset + span.offset, span.length)
         && !iter->is_object == !is_object;
}

static gboolean
read_presets (McpArgumentEntry  *entry,
              McpJsonIter       *iter,
              GError           **error)
{
  McpSpan key, value;

  while (mcp_json_iter_next (iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (iter->data + key.offset, key.length);
      g_autofree char *json = g_strndup (iter->data + value.offset, value.length);
      g_autoptr (McpArguments) preset = NULL;

      if (name == NULL || *name == '\0')
        continue;
      if (g_list_model_get_n_items (G_LIST_MODEL (entry->presets)) >= MCP_ARGUMENT_PRESETS_MAX)
        {
          g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("more than %d presets of “%s”"),
                       MCP_ARGUMENT_PRESETS_MAX, entry->name);
          return FALSE;
        }
      preset = mcp_arguments_new (name, json, 0);
      mcp_argument_entry_set_preset (entry, preset);
    }

  return TRUE;
}

static McpArguments *
read_used (const char *text,
           gsize       length)
{
  g_autofree char *used = mcp_json_lookup_string (text, length, "used");
  g_autoptr (GDateTime) time = used != NULL ? g_date_time_new_from_iso8601 (used, NULL) : NULL;
  g_autofree char *json = NULL;
  McpSpan value;

  if (!mcp_json_lookup (text, length, "arguments", &value))
    return NULL;

  json = g_strndup (text + value.offset, value.length);

  return mcp_arguments_new (NULL, json, time != NULL ? g_date_time_to_unix (time) * G_USEC_PER_SEC : 0);
}

/* From the oldest to the newest: of the same second, the order of the file is all that is known. */
static void
read_history (McpArgumentEntry *entry,
              McpJsonIter      *iter)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_object_unref);
  McpSpan item;

  while (items->len < MCP_ARGUMENT_HISTORY_MAX && mcp_json_iter_next (iter, NULL, &item))
    {
      McpArguments *used = read_used (iter->data + item.offset, item.length);

      if (used != NULL)
        g_ptr_array_add (items, used);
    }

  for (guint i = items->len; i > 0; i--)
    mcp_argument_entry_add (entry, items->pdata[i - 1]);
}

/*
 * mcp_argument_entries_read:
 * @self: what it is added to
 * @text: (array length=length): a file, or nothing
 * @length: how many bytes
 * @error: of %MCP_ERROR_CONFIG or %MCP_ERROR_VERSION, without the name of the file
 *
 * Reads a file of presets and history.
 *
 * Returns: %FALSE when it is none
 */
gboolean
mcp_argument_entries_read (McpArgumentEntries *self,
                           const char         *text,
                           gsize               length,
                           GError            **error)
{
  McpSpan whole = { 0, length };
  McpSpan key, value;
  McpJsonIter names, iter;
  gint64 version = 0;

  if (!mcp_json_validate (text, length, error))
    return FALSE;
  if (mcp_json_get_type (text, length) != MCP_JSON_OBJECT
      || !mcp_json_lookup_int64 (text, length, "version", &version))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("not a file of presets"));
      return FALSE;
    }
  if (version > FILE_VERSION)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_VERSION,
                   _("written by a newer version of Sounder (format %" PRId64 ")"), version);
      return FALSE;
    }

  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    {
      if (kind_names[kind] == NULL || !find_member (text, whole, kind_names[kind], TRUE, &names))
        continue;

      while (mcp_json_iter_next (&names, &key, &value))
        {
          g_autofree char *name = mcp_json_dup_string (names.data + key.offset, key.length);
          McpArgumentEntry *entry;

          if (name == NULL)
            continue;
          entry = mcp_argument_entries_ensure (self, kind, name);
          if (find_member (names.data, value, "presets", TRUE, &iter)
              && !read_presets (entry, &iter, error))
            return FALSE;
          if (find_member (names.data, value, "history", FALSE, &iter))
            read_history (entry, &iter);
        }
    }

  return TRUE;
}
