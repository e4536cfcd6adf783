/* mcp-profile-foreign.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json-edit.h"
#include "mcp-json.h"
#include "mcp-profile-foreign.h"
#include "mcp-profile-private.h"

/* A server that somebody else has written down, to be kept. */

/*
 * Of the settings that only Sounder knows, those that change nothing of what a server gets or may
 * do. All others are for the person to set, who does not see them when they add a server: whom to
 * trust, whose secrets to send, what to answer, what to hand down, where to write.
 */
static const char * const harmless[] = {
  "era", "group", "health", "inputs", "logLevel", "ping", "progressResets", "protocol", "reconnect",
  "restartOnChange", "secretHeaders", "timeouts", "transport", "waits", NULL,
};

static void
append_member (GString    *out,
               const char *text,
               McpSpan     key,
               const char *value,
               gsize       length)
{
  if (out->str[out->len - 1] != '{')
    g_string_append_c (out, ',');
  g_string_append_len (out, text + key.offset, key.length);
  g_string_append_c (out, ':');
  g_string_append_len (out, value, length);
}

/* The harmless members of "sounder"; the names of the others go to @left_out. */
static char *
keep_harmless (const char *text,
               gsize       length,
               GHashTable *left_out)
{
  GString *out = g_string_new ("{");
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);

      if (g_strv_contains (harmless, name))
        append_member (out, text, key, text + value.offset, value.length);
      else
        g_hash_table_add (left_out, g_steal_pointer (&name));
    }
  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}

/* A server's object as somebody else may write it. */
static char *
dup_foreign (const char *text,
             gsize       length,
             GHashTable *left_out)
{
  GString *out;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (mcp_json_get_type (text, length) != MCP_JSON_OBJECT)
    return g_strndup (text, length);

  out = g_string_new ("{");
  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      const char *member = text + value.offset;
      g_autofree char *kept = NULL;

      if (mcp_json_key_equal (text + key.offset, key.length, "sounder")
          && mcp_json_get_type (member, value.length) == MCP_JSON_OBJECT)
        kept = keep_harmless (member, value.length, left_out);
      append_member (out, text, key, kept != NULL ? kept : member,
                     kept != NULL ? strlen (kept) : value.length);
    }
  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}

/**
 * mcp_profile_new_foreign:
 * @name: what to call the server
 * @json: valid JSON, as mcp_profile_new_from_json() reads it
 * @left_out: (element-type utf8): takes the names of those settings of Sounder’s that are left out, since nobody sees
 *   them who says yes to a server, and of what other clients say about signing in that Sounder has not
 *
 * Creates a profile of what somebody else has written, for a server that is to be kept.
 *
 * Returns: (transfer full) (nullable): a new profile, or %NULL with %MCP_ERROR_CONFIG
 */
McpProfile *
mcp_profile_new_foreign (const char  *name,
                         const char  *json,
                         GHashTable  *left_out,
                         GError     **error)
{
  g_autofree char *kept = NULL;
  gsize length;

  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (json != NULL, NULL);
  g_return_val_if_fail (left_out != NULL, NULL);

  length = strlen (json);
  kept = dup_foreign (json, length, left_out);
  if (mcp_json_get_type (json, length) == MCP_JSON_OBJECT)
    mcp_profile_auth_list_left_out (json, length, left_out);

  return mcp_profile_new_from_json (name, kept, -1, error);
}
