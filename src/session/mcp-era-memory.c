/* mcp-era-memory.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-era-memory"

#include "config.h"

#include <string.h>

#include "mcp-era-memory.h"
#include "mcp-json-edit.h"

/* More servers than anybody has; then it begins anew rather than grow. */
#define MAX_BYTES (256 * 1024)

static char *
memory_path (void)
{
  return g_build_filename (g_get_user_state_dir (), "sounder", "eras.json", NULL);
}

/* A server is what is reached, not what it is called. A hash: arguments may hold secrets. */
char *
mcp_era_memory_dup_key (McpProfile *profile)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  const char * const *argv = mcp_profile_get_argv (profile);
  const char *cwd = mcp_profile_get_cwd (profile);
  const char *url = mcp_profile_get_url (profile);

  if (mcp_profile_is_stdio (profile))
    {
      for (guint i = 0; argv[i] != NULL; i++)
        g_checksum_update (sum, (const guchar *) argv[i], strlen (argv[i]) + 1);
      if (cwd != NULL)
        g_checksum_update (sum, (const guchar *) cwd, -1);
    }
  else
    {
      g_checksum_update (sum, (const guchar *) url, -1);
    }

  return g_strndup (g_checksum_get_string (sum), 32);
}

static char *
read_memory (void)
{
  g_autofree char *path = memory_path ();
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL) || length > MAX_BYTES
      || !mcp_json_validate (text, length, NULL) || *text != '{')
    return g_strdup ("{}");

  return g_steal_pointer (&text);
}

/**
 * mcp_era_memory_lookup:
 * @profile: how a server is reached
 *
 * Gets the era that a server was of the last time.
 *
 * Returns: the era, or %MCP_ERA_UNKNOWN
 */
McpEra
mcp_era_memory_lookup (McpProfile *profile)
{
  g_autofree char *memory = NULL;
  g_autofree char *key = NULL;
  g_autofree char *word = NULL;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), MCP_ERA_UNKNOWN);

  memory = read_memory ();
  key = mcp_era_memory_dup_key (profile);
  word = mcp_json_edit_get (memory, key);
  if (g_strcmp0 (word, "\"modern\"") == 0)
    return MCP_ERA_MODERN;

  return g_strcmp0 (word, "\"legacy\"") == 0 ? MCP_ERA_LEGACY : MCP_ERA_UNKNOWN;
}

/**
 * mcp_era_memory_store:
 * @profile: how a server is reached
 * @era: what it is; %MCP_ERA_UNKNOWN to forget
 *
 * Remembers the era of a server. Nothing is written when nothing changes.
 */
void
mcp_era_memory_store (McpProfile *profile,
                      McpEra      era)
{
  g_autofree char *memory = NULL;
  g_autofree char *path = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *key = NULL;

  g_return_if_fail (MCP_IS_PROFILE (profile));

  if (mcp_era_memory_lookup (profile) == era)
    return;

  memory = read_memory ();
  key = mcp_era_memory_dup_key (profile);
  mcp_json_edit_set (&memory, key,
                     era == MCP_ERA_MODERN   ? "\"modern\""
                     : era == MCP_ERA_LEGACY ? "\"legacy\""
                                             : NULL);

  path = memory_path ();
  folder = g_path_get_dirname (path);
  g_mkdir_with_parents (folder, 0700);
  if (!g_file_set_contents_full (path, memory, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL))
    g_debug ("the era of a server could not be remembered in %s", path);
}
