/* mcp-difference.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-difference.h"
#include "mcp-text-compare.h"

/*
 * What mcp_text_compare() finds, and whether it says something about the server. Elements of arrays
 * have an order, members of objects have none.
 */

/* More says no more than that nothing is the same. */
#define MAX_DIFFERENCES 2000

static void
difference_free (gpointer data)
{
  McpDifference *self = data;

  g_free (self->path);
  g_free (self->legacy);
  g_free (self->modern);
  g_free (self);
}

/*
 * What 2026-07-28 itself changed (its changelog): results have a type, hints for caches and _meta
 * with the server's identity; tasks went from a capability and `execution` to an extension. Each
 * “*” is one segment.
 */
static gboolean
is_expected (const char *path)
{
  static const char *const patterns[] = {
    "/version",           "/supportedVersions", "/capabilities/tasks", "/capabilities/extensions",
    "/tools/*/execution", "/tools/*/_meta",     "/resources/*/_meta",  "/resourceTemplates/*/_meta",
    "/prompts/*/_meta",   "/call/resultType",   "/call/_meta",         "/call/ttlMs",
    "/call/cacheScope",
  };
  g_auto (GStrv) segments = g_strsplit (path, "/", -1);
  guint n_segments = g_strv_length (segments);

  for (guint i = 0; i < G_N_ELEMENTS (patterns); i++)
    {
      g_auto (GStrv) pattern = g_strsplit (patterns[i], "/", -1);
      guint n = g_strv_length (pattern);
      guint matched = 0;

      while (matched < n && matched < n_segments
             && (g_str_equal (pattern[matched], "*")
                 || g_str_equal (pattern[matched], segments[matched])))
        matched++;
      if (matched == n)
        return TRUE;
    }

  return FALSE;
}

static char *
dup_text (GBytes *json)
{
  gsize length;
  const char *text = json != NULL ? g_bytes_get_data (json, &length) : NULL;

  return text != NULL ? g_strndup (text, length) : NULL;
}

static McpDifference *
new_difference (const McpTextChange *change)
{
  McpDifference *self = g_new0 (McpDifference, 1);

  self->path = g_strdup (change->path != NULL ? change->path : change->new_path);
  self->is_expected = is_expected (self->path);
  self->legacy = dup_text (change->before);
  self->modern = dup_text (change->after);
  self->kind = self->modern == NULL   ? MCP_DIFFERENCE_ONLY_LEGACY
               : self->legacy == NULL ? MCP_DIFFERENCE_ONLY_MODERN
                                      : MCP_DIFFERENCE_VALUE;

  return self;
}

/**
 * mcp_differences_of:
 * @legacy: JSON text, valid
 * @modern: JSON text, valid
 * @truncated: (out) (optional): whether there are more than were listed
 *
 * Finds where two values differ: numbers by value, strings by what they say, objects without
 * regard to order, JSON in strings as JSON.
 *
 * Returns: (transfer full) (element-type McpDifference): the differences, in the order of @legacy
 */
GPtrArray *
mcp_differences_of (const char *legacy,
                    const char *modern,
                    gboolean   *truncated)
{
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) after = NULL;
  g_autoptr (GPtrArray) changes = NULL;
  GPtrArray *differences;

  g_return_val_if_fail (legacy != NULL, NULL);
  g_return_val_if_fail (modern != NULL, NULL);

  before = g_bytes_new_static (legacy, strlen (legacy));
  after = g_bytes_new_static (modern, strlen (modern));
  changes = mcp_text_compare (before, after, MCP_JSON_COMPARE_BY_VALUE | MCP_JSON_COMPARE_BY_INDEX,
                              MAX_DIFFERENCES, truncated);
  differences = g_ptr_array_new_with_free_func (difference_free);
  for (guint i = 0; changes != NULL && i < changes->len; i++)
    g_ptr_array_add (differences, new_difference (changes->pdata[i]));

  return differences;
}
