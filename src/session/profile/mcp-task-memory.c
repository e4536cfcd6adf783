/* mcp-task-memory.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-era-memory.h"
#include "mcp-json-edit.h"
#include "mcp-task-memory.h"
#include "mcp-task-private.h"

/* More than anybody has; then the file begins anew rather than grow. */
#define MAX_BYTES (1024 * 1024)
#define FILE_NAME "tasks.json"

/* Of one server; the oldest go first. */
#define MAX_TASKS 64

/* Longer handles are not saved. */
#define MAX_ID_BYTES 1024

/* The entries of a server but the one of @id, which others may have changed meanwhile. */
static GPtrArray *
read_entries (const char *memory,
              const char *key,
              const char *id)
{
  GPtrArray *entries = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *list = mcp_json_edit_get (memory, key);
  McpJsonIter iter;
  McpSpan value;

  if (list == NULL || *list != '[' || !mcp_json_iter_init (&iter, list, strlen (list)))
    return entries;

  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *other = mcp_json_lookup_string (list + value.offset, value.length, "id");

      if (other != NULL && g_strcmp0 (other, id) != 0)
        g_ptr_array_add (entries, g_strndup (list + value.offset, value.length));
    }

  return entries;
}

/* Puts @entry in the place of what there was of @id; NULL only takes that away. */
static void
replace_entry (McpProfile *profile,
               const char *id,
               char       *entry)
{
  g_autofree char *memory = mcp_memory_read (FILE_NAME, MAX_BYTES);
  g_autofree char *key = mcp_era_memory_dup_key (profile);
  g_autoptr (GPtrArray) entries = read_entries (memory, key, id);
  g_autoptr (GString) list = g_string_new ("[");
  McpSpan there;

  if (entry == NULL && !mcp_json_edit_find (memory, strlen (memory), key, &there))
    return;

  if (entry != NULL)
    g_ptr_array_add (entries, entry);
  while (entries->len > MAX_TASKS)
    g_ptr_array_remove_index (entries, 0);
  for (guint i = 0; i < entries->len; i++)
    g_string_append_printf (list, "%s%s", i > 0 ? "," : "", (char *) entries->pdata[i]);
  g_string_append_c (list, ']');

  mcp_json_edit_set (&memory, key, entries->len > 0 ? list->str : NULL);
  mcp_memory_write (FILE_NAME, memory);
}

/**
 * mcp_task_memory_load:
 * @profile: how a server is reached
 *
 * Gets the tasks of a server that were not done the last time, oldest first.
 *
 * Returns: (transfer full) (element-type McpTask): the tasks
 */
GPtrArray *
mcp_task_memory_load (McpProfile *profile)
{
  GPtrArray *tasks = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *memory = mcp_memory_read (FILE_NAME, MAX_BYTES);
  g_autofree char *key = mcp_era_memory_dup_key (profile);
  g_autoptr (GPtrArray) entries = read_entries (memory, key, NULL);

  for (guint i = 0; i < entries->len && i < MAX_TASKS; i++)
    {
      const char *entry = entries->pdata[i];
      g_autofree char *id = mcp_json_lookup_string (entry, strlen (entry), "id");
      g_autofree char *kind = mcp_json_lookup_string (entry, strlen (entry), "kind");
      McpTask *task = mcp_task_new (id, g_strcmp0 (kind, "base") == 0 ? MCP_TASK_BASE
                                                                      : MCP_TASK_EXTENSION);

      mcp_task_restore (task, entry, strlen (entry));
      g_ptr_array_add (tasks, task);
    }

  return tasks;
}

void
mcp_task_memory_store (McpProfile *profile,
                       McpTask    *task)
{
  if (strlen (mcp_task_get_info (task)->id) <= MAX_ID_BYTES)
    replace_entry (profile, mcp_task_get_info (task)->id, mcp_task_dup_entry (task));
}

void
mcp_task_memory_forget (McpProfile *profile,
                        const char *id)
{
  replace_entry (profile, id, NULL);
}
