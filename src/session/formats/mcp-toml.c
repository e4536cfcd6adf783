/* mcp-toml.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-toml-reader-private.h"

/*
 * TOML 1.0 (toml.io/en/v1.0.0), line by line into a tree of tables that knows where everything stands, so that
 * mcp-toml-edit.c can change one thing and leave the rest. Values are kept as their JSON.
 */

#define MAX_DEPTH 64

static gboolean read_value (McpTomlReader *self, GString *json, guint depth, GError **error);

/* --- The tree --- */

static McpTomlNode *
node_new (McpTomlKind  kind,
          const char  *key)
{
  McpTomlNode *self = g_new0 (McpTomlNode, 1);

  self->kind = kind;
  self->key = g_strdup (key);
  if (kind != MCP_TOML_VALUE)
    self->children = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_toml_node_free);
  if (kind != MCP_TOML_VALUE && kind != MCP_TOML_ARRAY)
    self->index = g_hash_table_new (mcp_str_hash, g_str_equal);

  return self;
}

void
mcp_toml_node_free (McpTomlNode *self)
{
  g_clear_pointer (&self->index, g_hash_table_unref);
  g_clear_pointer (&self->children, g_ptr_array_unref);
  g_free (self->key);
  g_free (self->json);
  g_free (self);
}

/* The member of a table; (nullable). */
McpTomlNode *
mcp_toml_node_find (McpTomlNode *table,
                    const char  *key)
{
  return table->index != NULL ? g_hash_table_lookup (table->index, key) : NULL;
}

static McpTomlNode *
node_add (McpTomlNode *table,
          McpTomlNode *child)
{
  g_ptr_array_add (table->children, child);
  if (table->index != NULL)
    g_hash_table_insert (table->index, child->key, child);

  return child;
}

void
mcp_toml_node_append (McpTomlNode *self,
                      GString     *json)
{
  if (self->kind == MCP_TOML_VALUE)
    {
      g_string_append (json, self->json);
      return;
    }

  g_string_append_c (json, self->kind == MCP_TOML_ARRAY ? '[' : '{');
  for (guint i = 0; i < self->children->len; i++)
    {
      McpTomlNode *child = self->children->pdata[i];

      if (i > 0)
        g_string_append_c (json, ',');
      if (self->kind != MCP_TOML_ARRAY)
        {
          mcp_json_append_string (json, child->key, -1);
          g_string_append_c (json, ':');
        }
      mcp_toml_node_append (child, json);
    }
  g_string_append_c (json, self->kind == MCP_TOML_ARRAY ? ']' : '}');
}

/* --- Characters --- */

static void
skip_blanks (McpTomlReader *self)
{
  while (mcp_toml_peek (self) == ' ' || mcp_toml_peek (self) == '\t')
    self->p++;
}

/* A comment, if there is one. */
static gboolean
skip_comment (McpTomlReader  *self,
              GError        **error)
{
  if (mcp_toml_peek (self) != '#')
    return TRUE;
  for (; self->p < self->end && *self->p != '\n'; self->p++)
    if (mcp_toml_is_control (*self->p) && !(*self->p == '\r' && self->p + 1 < self->end && self->p[1] == '\n'))
      return mcp_toml_fail (self, error, _("a control character"));

  return TRUE;
}

static gboolean
end_line (McpTomlReader  *self,
          GError        **error)
{
  skip_blanks (self);
  if (!skip_comment (self, error))
    return FALSE;
  if (self->p >= self->end || mcp_toml_take (self, "\n") || mcp_toml_take (self, "\r\n"))
    return TRUE;

  return mcp_toml_fail (self, error, _("something behind the end of the statement"));
}

/* Space, comments and ends of lines, as in arrays. */
static gboolean
skip_space (McpTomlReader  *self,
            GError        **error)
{
  for (;;)
    {
      skip_blanks (self);
      if (mcp_toml_peek (self) == '#' && !skip_comment (self, error))
        return FALSE;
      if (!mcp_toml_take (self, "\n") && !mcp_toml_take (self, "\r\n"))
        return TRUE;
    }
}

/* --- Keys --- */

static char *
read_key (McpTomlReader  *self,
          GError        **error)
{
  g_autoptr (GString) key = g_string_new (NULL);
  const char *start = self->p;

  if (mcp_toml_peek (self) == '"' || mcp_toml_peek (self) == '\'')
    return mcp_toml_read_string (self, FALSE, key, error) ? g_strdup (key->str) : NULL;

  while (g_ascii_isalnum (mcp_toml_peek (self)) || mcp_toml_peek (self) == '_' || mcp_toml_peek (self) == '-')
    self->p++;
  if (self->p > start)
    return g_strndup (start, self->p - start);

  mcp_toml_fail (self, error, _("a key is expected"));

  return NULL;
}

/* "a . b": the keys, without what is around them. */
static GPtrArray *
read_path (McpTomlReader  *self,
           GError        **error)
{
  g_autoptr (GPtrArray) path = g_ptr_array_new_with_free_func (g_free);

  do
    {
      char *key;

      skip_blanks (self);
      key = read_key (self, error);
      if (key == NULL)
        return NULL;
      g_ptr_array_add (path, key);
      if (path->len > MAX_DEPTH)
        {
          mcp_toml_fail (self, error, _("it is nested more than %d times"), MAX_DEPTH);
          return NULL;
        }
      skip_blanks (self);
    }
  while (mcp_toml_take (self, "."));

  return g_steal_pointer (&path);
}

static gboolean
fail_twice (McpTomlReader  *self,
            const char     *key,
            GError        **error)
{
  return mcp_toml_fail (self, error, _("the key “%s” comes a second time"), key);
}

/* Where the last key of a statement goes; the tables before it are made. */
static McpTomlNode *
walk_dotted (McpTomlReader  *self,
             McpTomlNode    *table,
             GPtrArray      *path,
             GError        **error)
{
  for (guint i = 0; i + 1 < path->len; i++)
    {
      McpTomlNode *child = mcp_toml_node_find (table, path->pdata[i]);

      if (child == NULL)
        child = node_add (table, node_new (MCP_TOML_DOTTED, path->pdata[i]));
      else if (child->kind != MCP_TOML_DOTTED)
        {
          fail_twice (self, path->pdata[i], error);
          return NULL;
        }
      table = child;
    }
  if (mcp_toml_node_find (table, path->pdata[path->len - 1]) == NULL)
    return table;

  fail_twice (self, path->pdata[path->len - 1], error);

  return NULL;
}

/* key = value; returns the new member, without what it says about where it stands. */
static McpTomlNode *
read_member (McpTomlReader  *self,
             McpTomlNode    *table,
             guint           depth,
             GError        **error)
{
  g_autoptr (GPtrArray) path = read_path (self, error);
  g_autoptr (GString) json = g_string_new (NULL);
  McpTomlNode *child;
  gsize start;

  if (path == NULL)
    return NULL;
  if (!mcp_toml_take (self, "="))
    {
      mcp_toml_fail (self, error, _("a “=” is expected"));
      return NULL;
    }
  skip_blanks (self);
  table = walk_dotted (self, table, path, error);
  start = self->p - self->text;
  if (table == NULL || !read_value (self, json, depth, error))
    return NULL;

  child = node_add (table, node_new (MCP_TOML_VALUE, path->pdata[path->len - 1]));
  child->json = g_strdup (json->str);
  child->value = (McpSpan) { start, self->p - self->text - start };

  return child;
}

/* --- Values --- */

static gboolean
read_array (McpTomlReader  *self,
            GString        *json,
            guint           depth,
            GError        **error)
{
  gboolean is_first = TRUE;

  self->p++;
  g_string_append_c (json, '[');
  for (;;)
    {
      if (!skip_space (self, error))
        return FALSE;
      if (mcp_toml_take (self, "]"))
        break;
      if (!is_first)
        g_string_append_c (json, ',');
      is_first = FALSE;
      if (!read_value (self, json, depth + 1, error) || !skip_space (self, error))
        return FALSE;
      if (!mcp_toml_take (self, ",") && mcp_toml_peek (self) != ']')
        return mcp_toml_fail (self, error, _("an array without an end"));
    }
  g_string_append_c (json, ']');

  return TRUE;
}

static gboolean
read_inline_table (McpTomlReader  *self,
                   GString        *json,
                   guint           depth,
                   GError        **error)
{
  g_autoptr (McpTomlNode) table = node_new (MCP_TOML_DOTTED, NULL);

  self->p++;
  if (!skip_space (self, error))
    return FALSE;
  while (!mcp_toml_take (self, "}"))
    {
      if (read_member (self, table, depth + 1, error) == NULL || !skip_space (self, error))
        return FALSE;
      if (!mcp_toml_take (self, ",") && mcp_toml_peek (self) != '}')
        return mcp_toml_fail (self, error, _("a table without an end"));
      if (!skip_space (self, error))
        return FALSE;
    }
  mcp_toml_node_append (table, json);

  return TRUE;
}

static gboolean
read_value (McpTomlReader  *self,
            GString        *json,
            guint           depth,
            GError        **error)
{
  g_autoptr (GString) text = NULL;

  if (depth > MAX_DEPTH)
    return mcp_toml_fail (self, error, _("it is nested more than %d times"), MAX_DEPTH);

  switch (mcp_toml_peek (self))
    {
    case '[':
      return read_array (self, json, depth, error);

    case '{':
      return read_inline_table (self, json, depth, error);

    case '"':
    case '\'':
      text = g_string_new (NULL);
      if (!mcp_toml_read_string (self, TRUE, text, error))
        return FALSE;
      mcp_json_append_string (json, text->str, text->len);
      return TRUE;

    default:
      return mcp_toml_read_bare (self, json, error);
    }
}

/* --- Lines --- */

/* The table that a header's last key is in. */
static McpTomlNode *
walk_header (McpTomlReader  *self,
             GPtrArray      *path,
             GError        **error)
{
  McpTomlNode *table = self->root;

  for (guint i = 0; i + 1 < path->len; i++)
    {
      McpTomlNode *child = mcp_toml_node_find (table, path->pdata[i]);

      if (child == NULL)
        child = node_add (table, node_new (MCP_TOML_IMPLIED, path->pdata[i]));
      else if (child->kind == MCP_TOML_ARRAY)
        child = child->children->pdata[child->children->len - 1];
      else if (child->kind == MCP_TOML_VALUE)
        {
          fail_twice (self, path->pdata[i], error);
          return NULL;
        }
      table = child;
    }

  return table;
}

static McpTomlNode *
open_table (McpTomlReader  *self,
            McpTomlNode    *parent,
            const char     *key,
            gboolean        is_element,
            GError        **error)
{
  McpTomlNode *child = mcp_toml_node_find (parent, key);

  if (is_element && (child == NULL || child->kind == MCP_TOML_ARRAY))
    {
      if (child == NULL)
        child = node_add (parent, node_new (MCP_TOML_ARRAY, key));
      return node_add (child, node_new (MCP_TOML_HEADER, NULL));
    }
  if (!is_element && child == NULL)
    return node_add (parent, node_new (MCP_TOML_HEADER, key));
  if (!is_element && child->kind == MCP_TOML_IMPLIED)
    {
      child->kind = MCP_TOML_HEADER;
      return child;
    }

  fail_twice (self, key, error);

  return NULL;
}

static gboolean
read_header (McpTomlReader  *self,
             gsize           start,
             GError        **error)
{
  gboolean is_element = mcp_toml_take (self, "[[");
  g_autoptr (GPtrArray) path = NULL;
  McpTomlNode *parent;

  if (!is_element)
    self->p++;
  path = read_path (self, error);
  if (path == NULL)
    return FALSE;
  if (!mcp_toml_take (self, is_element ? "]]" : "]"))
    return mcp_toml_fail (self, error, _("a “]” is expected"));

  parent = walk_header (self, path, error);
  self->table = parent != NULL ? open_table (self, parent, path->pdata[path->len - 1], is_element, error) : NULL;
  if (self->table == NULL || !end_line (self, error))
    return FALSE;

  self->table->statement = (McpSpan) { start, self->p - self->text - start };
  self->table->end = self->p - self->text;

  return TRUE;
}

static gboolean
read_line (McpTomlReader  *self,
           GError        **error)
{
  gsize start = self->p - self->text;
  McpTomlNode *member;

  skip_blanks (self);
  if (self->p >= self->end || strchr ("#\r\n", *self->p) != NULL)
    return end_line (self, error);
  if (*self->p == '[')
    return read_header (self, start, error);

  member = read_member (self, self->table, 1, error);
  if (member == NULL || !end_line (self, error))
    return FALSE;

  member->statement = (McpSpan) { start, self->p - self->text - start };
  self->table->end = self->p - self->text;

  return TRUE;
}

/* The whole document; its nodes hold no part of @toml. */
McpTomlNode *
mcp_toml_read (const char  *toml,
               gsize        length,
               GError     **error)
{
  McpTomlReader self = { toml, toml + length, toml, NULL, NULL };
  const char *bad = NULL;

  if (!g_utf8_validate_len (toml, length, &bad))
    {
      self.p = bad;
      mcp_toml_fail (&self, error, _("it is no UTF-8"));
      return NULL;
    }

  mcp_toml_take (&self, "\357\273\277");
  self.root = node_new (MCP_TOML_HEADER, NULL);
  self.table = self.root;
  while (self.p < self.end)
    if (!read_line (&self, error))
      {
        mcp_toml_node_free (self.root);
        return NULL;
      }

  return self.root;
}

/**
 * mcp_toml_to_json:
 * @toml: a document
 *
 * Reads TOML.
 *
 * Returns: (transfer full) (nullable): a JSON object; %NULL with %MCP_ERROR_INVALID_RESPONSE, which names the line
 */
char *
mcp_toml_to_json (const char  *toml,
                  gsize        length,
                  GError     **error)
{
  g_autoptr (McpTomlNode) root = mcp_toml_read (toml, length, error);
  GString *json;

  if (root == NULL)
    return NULL;

  json = g_string_new (NULL);
  mcp_toml_node_append (root, json);

  return g_string_free (json, FALSE);
}
