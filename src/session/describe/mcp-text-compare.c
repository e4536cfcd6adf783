/* mcp-text-compare.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"
#include "mcp-text-compare.h"

/* JSON in a string of JSON in a string, and so on. */
#define MAX_DEPTH 4

typedef struct
{
  guint      flags;
  guint      max_changes;
  gboolean   truncated;
  GPtrArray *changes;
} Comparison;

static gboolean
is_json (GBytes *text)
{
  gsize length;
  const char *data = g_bytes_get_data (text, &length);

  return length > 0 && mcp_json_validate (data, (gssize) length, NULL);
}

/* What a string holds, if it holds more than a number or a word. */
static GBytes *
read_inside (GBytes *value)
{
  gsize length = 0;
  const char *json = value != NULL ? g_bytes_get_data (value, &length) : NULL;
  g_autofree char *text = NULL;
  g_autoptr (GBytes) inside = NULL;

  if (json == NULL || mcp_json_get_type (json, length) != MCP_JSON_STRING)
    return NULL;

  text = mcp_json_dup_string (json, length);
  if (text == NULL || strchr ("{[", text[strspn (text, " \t\r\n")]) == NULL)
    return NULL;

  length = strlen (text);
  inside = g_bytes_new_take (g_steal_pointer (&text), length);

  return is_json (inside) ? g_steal_pointer (&inside) : NULL;
}

static GBytes *
new_part (GBytes  *text,
          McpSpan  span)
{
  return span.length > 0 ? g_bytes_new_from_bytes (text, span.offset, span.length) : NULL;
}

static char *
dup_path (const char *prefix,
          const char *path)
{
  return path != NULL ? g_strconcat (prefix, path, NULL) : NULL;
}

static void compare (Comparison *self,
                     GBytes     *before,
                     GBytes     *after,
                     const char *path,
                     const char *new_path,
                     guint       depth);

/* Returns: FALSE when the strings hold no JSON that differs */
static gboolean
compare_inside (Comparison    *self,
                McpTextChange *change,
                guint          depth)
{
  g_autoptr (GBytes) before = depth < MAX_DEPTH ? read_inside (change->before) : NULL;
  g_autoptr (GBytes) after = before != NULL ? read_inside (change->after) : NULL;
  g_autofree char *path = g_strconcat (change->path, "#", NULL);
  g_autofree char *new_path = g_strconcat (change->new_path, "#", NULL);
  guint n_changes = self->changes->len;

  if (after == NULL)
    return FALSE;

  compare (self, before, after, path, new_path, depth + 1);
  /* It is written in another way, and says the same. */
  if (self->changes->len == n_changes)
    change->kind = MCP_JSON_CHANGE_SPELLING;

  return self->changes->len > n_changes || (self->flags & MCP_JSON_COMPARE_BY_VALUE) != 0;
}

static void
compare (Comparison *self,
         GBytes     *before,
         GBytes     *after,
         const char *path,
         const char *new_path,
         guint       depth)
{
  g_autoptr (GPtrArray) found = NULL;
  gsize before_length, after_length;
  const char *before_data = g_bytes_get_data (before, &before_length);
  const char *after_data = g_bytes_get_data (after, &after_length);
  gboolean truncated = FALSE;

  found = mcp_json_compare (before_data, before_length, after_data, after_length, self->flags,
                            self->max_changes, &truncated);
  self->truncated = self->truncated || truncated;
  for (guint i = 0; i < found->len; i++)
    {
      const McpJsonChange *part = found->pdata[i];
      McpTextChange *change;

      if (self->changes->len >= self->max_changes)
        {
          self->truncated = TRUE;
          return;
        }
      change = g_new0 (McpTextChange, 1);
      change->kind = part->kind;
      change->path = dup_path (path, part->path);
      change->new_path = dup_path (new_path, part->new_path);
      change->before = new_part (before, part->before);
      change->after = new_part (after, part->after);
      if (part->kind == MCP_JSON_CHANGE_VALUE && compare_inside (self, change, depth))
        mcp_text_change_free (change);
      else
        g_ptr_array_add (self->changes, change);
    }
}

/**
 * mcp_text_compare:
 * @flags: #McpJsonCompareFlags
 * @max_changes: no more are listed
 * @truncated: (out) (optional): whether there are more
 *
 * Finds where two JSON texts differ, also in JSON that their strings hold.
 *
 * Returns: (transfer full) (nullable) (element-type McpTextChange): the changes; %NULL when one of the
 *   texts is no JSON
 */
GPtrArray *
mcp_text_compare (GBytes   *before,
                  GBytes   *after,
                  guint     flags,
                  guint     max_changes,
                  gboolean *truncated)
{
  Comparison self = { flags, max_changes, FALSE, NULL };

  g_return_val_if_fail (before != NULL, NULL);
  g_return_val_if_fail (after != NULL, NULL);

  if (!is_json (before) || !is_json (after))
    return NULL;

  self.changes = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_text_change_free);
  compare (&self, before, after, "", "", 0);
  if (truncated != NULL)
    *truncated = self.truncated;

  return self.changes;
}

/**
 * mcp_text_change_dup_strings:
 * @before: (out) (transfer full): what the string said
 * @after: (out) (transfer full): what it says now
 *
 * Gets the texts of a string that is another one.
 *
 * Returns: %FALSE when one of them is no string
 */
gboolean
mcp_text_change_dup_strings (const McpTextChange *self,
                             char               **before,
                             char               **after)
{
  GBytes *values[] = { self->before, self->after };
  char *texts[] = { NULL, NULL };

  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      gsize length = 0;
      const char *json = values[i] != NULL ? g_bytes_get_data (values[i], &length) : NULL;

      if (json != NULL && mcp_json_get_type (json, length) == MCP_JSON_STRING)
        texts[i] = mcp_json_dup_string (json, length);
    }
  *before = texts[0];
  *after = texts[1];
  if (texts[0] != NULL && texts[1] != NULL)
    return TRUE;

  g_clear_pointer (before, g_free);
  g_clear_pointer (after, g_free);

  return FALSE;
}

void
mcp_text_change_free (McpTextChange *self)
{
  g_free (self->path);
  g_free (self->new_path);
  g_clear_pointer (&self->before, g_bytes_unref);
  g_clear_pointer (&self->after, g_bytes_unref);
  g_free (self);
}
