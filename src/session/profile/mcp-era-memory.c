/* mcp-era-memory.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-era-memory.h"
#include "mcp-json-edit.h"
#include "mcp-program-files.h"

/* More servers than anybody has; then it begins anew rather than grow. */
#define MAX_BYTES (256 * 1024)

#define FILE_NAME "eras.json"

/* After this long a server is asked again: many are reached through a launcher that updates them. */
#define EXPIRES_SEC (24 * 60 * 60)

/* In the order of McpEraSource. */
static const char * const sources[] = { "answer", "silence", "late" };

/* A longer version is kept as none. */
#define MAX_VERSION_BYTES 256

/* A server is what is reached, not what it is called. A hash: arguments may hold secrets. */
static char *
hash_reach (McpProfile *profile,
            const char *cwd)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  const char * const *argv = mcp_profile_get_argv (profile);
  const char *url = mcp_profile_get_url (profile);

  if (mcp_profile_is_stdio (profile))
    {
      for (guint i = 0; argv[i] != NULL; i++)
        g_checksum_update (sum, (const guchar *) argv[i], strlen (argv[i]) + 1);
      g_checksum_update (sum, (const guchar *) cwd, -1);
    }
  else
    {
      g_checksum_update (sum, (const guchar *) url, -1);
    }

  return g_strndup (g_checksum_get_string (sum), 32);
}

char *
mcp_era_memory_dup_key (McpProfile *profile)
{
  const char *cwd = mcp_profile_get_settings (profile)->cwd;
  g_autofree char *here = cwd == NULL ? g_get_current_dir () : NULL;

  return hash_reach (profile, cwd != NULL ? cwd : here);
}

/* The same wherever this program was started: for what is kept for good. */
char *
mcp_era_memory_dup_settled_key (McpProfile *profile)
{
  const char *cwd = mcp_profile_get_settings (profile)->cwd;

  return hash_reach (profile, cwd != NULL ? cwd : "");
}

static char *
dup_identity (McpProfile *profile)
{
  g_autoptr (GPtrArray) files = mcp_program_files_list (profile);

  return mcp_program_files_dup_identity (files);
}

static char *
dup_path (const char *name)
{
  return g_build_filename (g_get_user_state_dir (), "sounder", name, NULL);
}

/* What a file of what is remembered of servers says; "{}" when there is none, or nothing to go by. */
char *
mcp_memory_read (const char *name,
                 gsize       max_bytes)
{
  g_autofree char *path = dup_path (name);
  g_autofree char *text = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, NULL) || length > max_bytes
      || !mcp_json_validate (text, length, NULL) || *text != '{')
    return g_strdup ("{}");

  return g_steal_pointer (&text);
}

void
mcp_memory_write (const char *name,
                  const char *memory)
{
  g_autofree char *path = dup_path (name);
  g_autofree char *folder = g_path_get_dirname (path);

  g_mkdir_with_parents (folder, 0700);
  if (!g_file_set_contents_full (path, memory, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0600, NULL))
    g_debug ("what is known of a server could not be remembered in %s", path);
}

static McpEraSource
read_source (const char *entry)
{
  g_autofree char *nick = mcp_json_lookup_string (entry, strlen (entry), "from");

  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    if (g_strcmp0 (nick, sources[i]) == 0)
      return i;

  return MCP_ERA_FROM_ANSWER;
}

/*
 * What was written about a server, if that still holds; NULL for nothing. To ask one again that
 * falls silent when it is asked would cost the whole start timeout, so that does not expire.
 */
static char *
dup_entry (McpProfile *profile)
{
  g_autofree char *memory = mcp_memory_read (FILE_NAME, MAX_BYTES);
  g_autofree char *key = mcp_era_memory_dup_key (profile);
  g_autofree char *entry = mcp_json_edit_get (memory, key);
  g_autofree char *program = NULL;
  g_autofree char *was = NULL;
  gint64 asked_sec = 0;
  gint64 age_sec;

  if (entry == NULL || *entry != '{')
    return NULL;

  mcp_json_lookup_int64 (entry, strlen (entry), "asked", &asked_sec);
  age_sec = g_get_real_time () / G_USEC_PER_SEC - asked_sec;
  was = mcp_json_lookup_string (entry, strlen (entry), "program");
  program = dup_identity (profile);
  if (g_strcmp0 (was, program) != 0
      || (read_source (entry) != MCP_ERA_FROM_SILENCE && (age_sec < 0 || age_sec >= EXPIRES_SEC)))
    return NULL;

  return g_steal_pointer (&entry);
}

/**
 * mcp_era_memory_lookup:
 * @profile: how a server is reached
 * @source: (out) (optional): how that was found out
 *
 * Gets the era that a server was of when it was asked, unless that is a day ago or the program
 * has changed since.
 *
 * Returns: the era, or %MCP_ERA_UNKNOWN
 */
McpEra
mcp_era_memory_lookup (McpProfile   *profile,
                       McpEraSource *source)
{
  g_autofree char *entry = NULL;
  g_autofree char *era = NULL;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), MCP_ERA_UNKNOWN);

  entry = dup_entry (profile);
  if (entry == NULL)
    return MCP_ERA_UNKNOWN;

  era = mcp_json_lookup_string (entry, strlen (entry), "era");
  if (source != NULL)
    *source = read_source (entry);

  return mcp_era_from_string (era);
}

char *
mcp_era_memory_dup_version (McpProfile *profile)
{
  g_autofree char *entry = NULL;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  entry = dup_entry (profile);

  return entry != NULL ? mcp_json_lookup_string (entry, strlen (entry), "version") : NULL;
}

/**
 * mcp_era_memory_store:
 * @profile: how a server is reached
 * @era: what it said it is just now; %MCP_ERA_UNKNOWN to forget
 * @source: how that was found out
 * @version: (nullable): what it called its version
 *
 * Remembers the era of a server.
 */
void
mcp_era_memory_store (McpProfile   *profile,
                      McpEra        era,
                      McpEraSource  source,
                      const char   *version)
{
  g_autofree char *memory = NULL;
  g_autofree char *key = NULL;
  g_autofree char *there = NULL;
  g_autofree char *program = NULL;
  g_autoptr (GString) entry = NULL;

  g_return_if_fail (MCP_IS_PROFILE (profile));

  memory = mcp_memory_read (FILE_NAME, MAX_BYTES);
  key = mcp_era_memory_dup_key (profile);
  there = mcp_json_edit_get (memory, key);
  if (era == MCP_ERA_UNKNOWN && there == NULL)
    return;

  if (era != MCP_ERA_UNKNOWN)
    {
      program = dup_identity (profile);
      entry = g_string_new (NULL);
      g_string_append_printf (entry,
                              "{\"era\":\"%s\",\"asked\":%" G_GINT64_FORMAT ",\"program\":\"%s\"",
                              mcp_era_to_string (era),
                              g_get_real_time () / G_USEC_PER_SEC, program);
      if (source != MCP_ERA_FROM_ANSWER)
        mcp_json_append_member_string (entry, "from", sources[source]);
      if (version != NULL && strlen (version) <= MAX_VERSION_BYTES)
        {
          g_string_append (entry, ",\"version\":");
          mcp_json_append_string (entry, version, -1);
        }
      g_string_append_c (entry, '}');
    }
  mcp_json_edit_set (&memory, key, entry != NULL ? entry->str : NULL);
  mcp_memory_write (FILE_NAME, memory);
}
