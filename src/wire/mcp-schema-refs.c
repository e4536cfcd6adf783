/* mcp-schema-refs.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-schema"

#include "config.h"

#include <string.h>

#include "mcp-escape-private.h"
#include "mcp-hash.h"
#include "mcp-json-private.h"
#include "mcp-schema-private.h"

/*
 * $ref by JSON Pointer (RFC 6901, as a URI fragment), by $anchor, and by the $id of the schema
 * or of a part of it. A reference to anything else is not local: it is never fetched.
 */

#define MAX_BYTES_READ (256 * 1024 * 1024)

void
mcp_schema_refs_init (McpSchemaRefs *self,
                      const char    *text,
                      gsize          length)
{
  self->text = text;
  self->budget = MAX_BYTES_READ;
  self->found = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
  mcp_json_lookup (text, length, NULL, &self->root);
}

void
mcp_schema_refs_clear (McpSchemaRefs *self)
{
  g_clear_pointer (&self->found, g_hash_table_unref);
}

/* "~1" is a slash and "~0" a tilde. */
static void
decode_token (char *token)
{
  char *out = token;

  for (const char *p = token; *p != '\0'; p++)
    if (p[0] == '~' && (p[1] == '0' || p[1] == '1'))
      *out++ = *++p == '0' ? '~' : '/';
    else
      *out++ = *p;

  *out = '\0';
}

static gboolean
step_into (const char *text,
           const char *token,
           McpSpan    *value)
{
  McpJsonIter iter;
  McpSpan element;
  guint64 index;

  if (text[value->offset] == '{')
    return mcp_json_get_member (text, *value, token, strlen (token), value);

  if (!g_ascii_string_to_unsigned (token, 10, 0, G_MAXUINT32, &index, NULL) ||
      !mcp_json_begin (&iter, text, *value))
    return FALSE;

  while (mcp_json_iter_next (&iter, NULL, &element))
    if (index-- == 0)
      {
        *value = element;
        return TRUE;
      }

  return FALSE;
}

/* @pointer begins with a slash. */
static gboolean
follow_pointer (McpSchemaRefs *self,
                const char    *pointer,
                McpSpan       *target)
{
  g_auto (GStrv) tokens = g_strsplit (pointer + 1, "/", -1);

  *target = self->root;

  for (guint i = 0; tokens[i] != NULL; i++)
    {
      self->budget -= target->length;
      decode_token (tokens[i]);
      if (self->budget < 0 || !step_into (self->text, tokens[i], target))
        return FALSE;
    }

  return TRUE;
}

/* Whether the string at @position is a key named @key, with the string @value. */
static gboolean
is_member (const char *text,
           gsize       position,
           gsize       key_end,
           gsize       end,
           const char *key,
           const char *value)
{
  gsize value_end;

  if (!mcp_json_key_equal (text + position, key_end - position, key))
    return FALSE;

  position = key_end;
  while (position < end && (g_ascii_isspace (text[position]) || text[position] == ':'))
    position++;
  if (position == end || text[position] != '"')
    return FALSE;

  value_end = mcp_escape_skip_string (text, position, end);

  return mcp_json_key_equal (text + position, value_end - position, value);
}

/* Finds the object that has a member @key with the string @value, in one pass without recursion. */
static gboolean
find_object (McpSchemaRefs *self,
             const char    *key,
             const char    *value,
             McpSpan       *target)
{
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (gsize));
  const gsize end = self->root.offset + self->root.length;
  gsize position = self->root.offset;

  self->budget -= self->root.length;
  if (self->budget < 0)
    return FALSE;

  while (position < end)
    {
      char c = self->text[position];

      if (c == '"')
        {
          gsize next = mcp_escape_skip_string (self->text, position, end);

          if (open->len > 0 && is_member (self->text, position, next, end, key, value))
            {
              gsize start = g_array_index (open, gsize, open->len - 1);

              return self->text[start] == '{' &&
                     mcp_json_lookup (self->text + start, end - start, NULL, target) &&
                     (target->offset += start, TRUE);
            }
          position = next;
          continue;
        }

      if (c == '{' || c == '[')
        g_array_append_val (open, position);
      else if ((c == '}' || c == ']') && open->len > 0)
        g_array_set_size (open, open->len - 1);
      position++;
    }

  return FALSE;
}

static gboolean
resolve_fragment (McpSchemaRefs *self,
                  const char    *fragment,
                  McpSpan       *target)
{
  g_autofree char *decoded = g_uri_unescape_string (fragment, NULL);
  g_autofree char *plain_name = g_strconcat ("#", fragment, NULL);

  if (decoded == NULL)
    return FALSE;

  if (*decoded == '\0')
    {
      *target = self->root;
      return TRUE;
    }

  if (*decoded == '/')
    return follow_pointer (self, decoded, target);

  /* Draft-07 has no $anchor: there it is "$id": "#name". */
  return find_object (self, "$anchor", decoded, target) ||
         find_object (self, "$dynamicAnchor", decoded, target) ||
         find_object (self, "$id", plain_name, target);
}

static gboolean
resolve (McpSchemaRefs *self,
         const char    *reference,
         McpSpan       *target)
{
  const char *hash = strchr (reference, '#');
  g_autofree char *base = NULL;
  g_autofree char *id = NULL;

  if (hash == reference)
    return resolve_fragment (self, reference + 1, target);

  base = hash != NULL ? g_strndup (reference, hash - reference) : g_strdup (reference);
  id = mcp_json_lookup_string (self->text + self->root.offset, self->root.length, "$id");

  if (g_strcmp0 (id, base) == 0)
    return resolve_fragment (self, hash != NULL ? hash + 1 : "", target);

  return hash == NULL && find_object (self, "$id", reference, target);
}

/* Finds the schema a reference means; FALSE for one that is not in this schema. */
gboolean
mcp_schema_refs_resolve (McpSchemaRefs *self,
                         const char    *reference,
                         McpSpan       *target)
{
  McpSpan *known = g_hash_table_lookup (self->found, reference);

  if (known == NULL)
    {
      known = g_new0 (McpSpan, 1);
      if (!resolve (self, reference, known))
        known->length = 0;
      g_hash_table_insert (self->found, g_strdup (reference), known);
    }

  *target = *known;

  return known->length > 0;
}
