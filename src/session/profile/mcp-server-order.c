/* mcp-server-order.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-server-order.h"

/* The order in which servers stand in their file. */

typedef struct
{
  McpSpan  key;
  McpSpan  value;
  gboolean moves;
} Member;

/* Of members with one name the last counts; the others go with the next save, here as elsewhere. */
static GHashTable *
index_members (const char *servers)
{
  GHashTable *members = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
  McpJsonIter iter;
  Member member = { .moves = FALSE };

  mcp_json_iter_init (&iter, servers, strlen (servers));
  while (mcp_json_iter_next (&iter, &member.key, &member.value))
    g_hash_table_replace (members, mcp_json_dup_string (servers + member.key.offset, member.key.length),
                          g_memdup2 (&member, sizeof member));

  return members;
}

static void
append_member (GString      *out,
               const char   *servers,
               const Member *member,
               const char   *value)
{
  if (out->str[out->len - 1] != '{')
    g_string_append (out, ", ");
  g_string_append_len (out, servers + member->key.offset, member->key.length);
  g_string_append (out, ": ");
  if (value != NULL)
    g_string_append (out, value);
  else
    g_string_append_len (out, servers + member->value.offset, member->value.length);
}

/*
 * Writes the object of servers with those of @names in that order, in the places that these have
 * among them. All others stay where they are. @values has new texts of members, by name.
 */
char *
mcp_server_order_apply (const char *servers,
                        GPtrArray  *names,
                        GHashTable *values)
{
  g_autoptr (GHashTable) members = index_members (servers);
  GString *out = g_string_new ("{");
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;
  guint next = 0;

  for (guint i = 0; i < names->len; i++)
    {
      Member *member = g_hash_table_lookup (members, names->pdata[i]);

      if (member != NULL)
        member->moves = TRUE;
    }

  mcp_json_iter_init (&iter, servers, strlen (servers));
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (servers + key.offset, key.length);
      const char *put = name;
      const Member *member = g_hash_table_lookup (members, name);

      if (member->key.offset != key.offset)
        continue;

      if (member->moves)
        {
          while ((member = g_hash_table_lookup (members, names->pdata[next])) == NULL)
            next++;
          put = names->pdata[next++];
        }
      append_member (out, servers, member, g_hash_table_lookup (values, put));
    }
  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}
