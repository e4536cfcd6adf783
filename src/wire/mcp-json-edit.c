/* mcp-json-edit.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json-edit.h"

/* What to put in the place of a member. */
typedef struct
{
  const char *key;
  const char *new_key;  /* (nullable): keep the key's own spelling */
  const char *value;    /* (nullable): see remove */
  gboolean    remove;
} Change;

static void
append_separator (GString *out)
{
  if (out->len > 1)
    g_string_append (out, ", ");
}

static void
append_changed (GString      *out,
                const char   *object,
                McpSpan       key,
                McpSpan       value,
                const Change *change)
{
  append_separator (out);

  if (change->new_key != NULL)
    mcp_json_append_string (out, change->new_key, -1);
  else
    g_string_append_len (out, object + key.offset, key.length);

  g_string_append (out, ": ");

  if (change->value != NULL)
    g_string_append (out, change->value);
  else
    g_string_append_len (out, object + value.offset, value.length);
}

static char *
apply (const char   *object,
       const Change *change)
{
  const Change keep = { NULL, NULL, NULL, FALSE };
  GString *out = g_string_new ("{");
  gboolean found = FALSE;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  mcp_json_iter_init (&iter, object, strlen (object));
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      if (!mcp_json_key_equal (object + key.offset, key.length, change->key))
        {
          append_changed (out, object, key, value, &keep);
          continue;
        }

      found = TRUE;
      if (!change->remove)
        append_changed (out, object, key, value, change);
    }

  if (!found && change->value != NULL)
    {
      append_separator (out);
      mcp_json_append_string (out, change->key, -1);
      g_string_append_printf (out, ": %s", change->value);
    }

  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}

/*
 * Finds a member of an object. Of members with the same name the last one counts, as most
 * readers have it.
 */
gboolean
mcp_json_edit_find (const char *object,
                    gsize       length,
                    const char *key,
                    McpSpan    *value)
{
  gboolean found = FALSE;
  McpJsonIter iter;
  McpSpan member_key;
  McpSpan member_value;

  if (mcp_json_get_type (object, length) != MCP_JSON_OBJECT
      || !mcp_json_iter_init (&iter, object, length))
    return FALSE;

  while (mcp_json_iter_next (&iter, &member_key, &member_value))
    if (mcp_json_key_equal (object + member_key.offset, member_key.length, key))
      {
        *value = member_value;
        found = TRUE;
      }

  return found;
}

/* Copies the tokens of a member; NULL when it is not there. */
char *
mcp_json_edit_get (const char *object,
                   const char *key)
{
  McpSpan value;

  if (!mcp_json_edit_find (object, strlen (object), key, &value))
    return NULL;

  return g_strndup (object + value.offset, value.length);
}

/* Sets a member in its place, or adds it at the end; a NULL value removes it. */
void
mcp_json_edit_set (char       **object,
                   const char  *key,
                   const char  *value)
{
  const Change change = { key, NULL, value, value == NULL };
  char *changed = apply (*object, &change);

  g_free (*object);
  *object = changed;
}

/* Gives a member another name and leaves it where it is. */
void
mcp_json_edit_rename (char       **object,
                      const char  *key,
                      const char  *new_key)
{
  const Change change = { key, new_key, NULL, FALSE };
  char *changed = apply (*object, &change);

  g_free (*object);
  *object = changed;
}
