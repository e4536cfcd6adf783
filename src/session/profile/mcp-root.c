/* mcp-root.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-profile-private.h"

G_DEFINE_FINAL_TYPE (McpRoot, mcp_root, G_TYPE_OBJECT)

static void
mcp_root_finalize (GObject *object)
{
  McpRoot *self = MCP_ROOT (object);

  g_free (self->uri);
  g_free (self->name);

  G_OBJECT_CLASS (mcp_root_parent_class)->finalize (object);
}

static void
mcp_root_class_init (McpRootClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_root_finalize;
}

static void
mcp_root_init (McpRoot *self)
{
}

/**
 * mcp_root_new:
 * @uri: the folder's URI; the protocol wants file:, yet any is kept
 * @name: (nullable): what to call it
 *
 * Creates a root. MCP 2025-11-25, client/roots.
 */
McpRoot *
mcp_root_new (const char *uri,
              const char *name)
{
  McpRoot *self;

  g_return_val_if_fail (uri != NULL, NULL);

  self = g_object_new (MCP_TYPE_ROOT, NULL);
  self->uri = g_strdup (uri);
  self->name = g_strdup (name);

  return self;
}

/**
 * mcp_root_new_for_path:
 * @path: a path, relative or not; a file: URI is taken as it is
 * @cwd: (nullable): what a relative path is relative to; %NULL is our own folder
 *
 * Creates a root for a folder, named after its last part.
 */
McpRoot *
mcp_root_new_for_path (const char *path,
                       const char *cwd)
{
  g_autoptr (GFile) file = NULL;
  g_autofree char *uri = NULL;
  g_autofree char *name = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  if (g_str_has_prefix (path, "file:"))
    file = g_file_new_for_uri (path);
  else if (cwd != NULL)
    file = g_file_new_for_commandline_arg_and_cwd (path, cwd);
  else
    file = g_file_new_for_path (path);

  uri = g_file_get_uri (file);
  name = g_file_get_basename (file);

  /* A file name need not be UTF-8; JSON must be. */
  if (name != NULL && !g_utf8_validate (name, -1, NULL))
    {
      g_autofree char *bytes = g_steal_pointer (&name);

      name = g_filename_display_name (bytes);
    }

  return mcp_root_new (uri, name);
}

/* Whether two lists of roots say the same, in the same order. */
gboolean
mcp_roots_equal (GPtrArray *a,
                 GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;

  for (guint i = 0; i < a->len; i++)
    {
      McpRoot *root_a = g_ptr_array_index (a, i);
      McpRoot *root_b = g_ptr_array_index (b, i);

      if (g_strcmp0 (root_a->uri, root_b->uri) != 0
          || g_strcmp0 (root_a->name, root_b->name) != 0)
        return FALSE;
    }

  return TRUE;
}
