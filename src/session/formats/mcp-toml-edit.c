/* mcp-toml-edit.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-inline-private.h"
#include "mcp-json-edit.h"
#include "mcp-text-edits.h"
#include "mcp-toml-private.h"

/*
 * Changes one table of a document and nothing else. Who calls it reads the result again: what is refused here is only
 * what is known not to work.
 */

/* --- Writing --- */

static void
append_string (GString    *out,
               const char *text)
{
  g_autoptr (GString) quoted = g_string_new (NULL);

  mcp_json_append_string (quoted, text, -1);
  g_string_replace (quoted, "\177", "\\u007F", 0);
  g_string_append_len (out, quoted->str, quoted->len);
}

static void
append_key (GString    *out,
            const char *key)
{
  gboolean is_bare = *key != '\0';

  for (const char *p = key; *p != '\0'; p++)
    is_bare &= g_ascii_isalnum (*p) || *p == '_' || *p == '-';
  if (is_bare)
    g_string_append (out, key);
  else
    append_string (out, key);
}

static void
append_value (GString    *out,
              const char *text,
              gsize       length)
{
  static const McpInlineStyle style = { " ", " = ", FALSE, append_string, append_key };

  mcp_inline_append (out, &style, text, length);
}

static void
append_member (GString    *out,
               const char *key,
               const char *text,
               gsize       length,
               const char *newline)
{
  append_key (out, key);
  g_string_append (out, " = ");
  append_value (out, text, length);
  g_string_append (out, newline);
}

static void
append_members (GString    *out,
                const char *text,
                gsize       length,
                const char *newline)
{
  McpJsonIter iter;
  McpSpan key, value;

  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);

      if (mcp_json_get_type (text + value.offset, value.length) != MCP_JSON_NULL)
        append_member (out, name, text + value.offset, value.length, newline);
    }
}

/* --- Changing --- */

/* Behind everything in a table that has a place of its own. */
static gsize
find_table_end (McpTomlNode *node)
{
  gsize end = MAX (node->end, node->statement.offset + node->statement.length);

  for (guint i = 0; node->children != NULL && i < node->children->len; i++)
    end = MAX (end, find_table_end (node->children->pdata[i]));

  return end;
}

/* With the tables in it. */
static void
remove_node (McpTextEdits *edits,
             McpTomlNode  *node)
{
  if (node->statement.length > 0)
    mcp_text_edits_add (edits, node->statement.offset, MAX (node->end, node->statement.offset + node->statement.length)
                                                         - node->statement.offset, NULL);
  for (guint i = 0; node->children != NULL && i < node->children->len; i++)
    {
      McpTomlNode *child = node->children->pdata[i];

      /* Those in the lines of the table went with it. */
      if (node->statement.length == 0 || child->kind != MCP_TOML_VALUE)
        remove_node (edits, child);
    }
}

static gboolean
is_equal (McpTomlNode *node,
          const char  *text,
          gsize        length)
{
  g_autoptr (GString) json = g_string_new (NULL);
  g_autofree char *wanted = g_strndup (text, length);

  mcp_toml_node_append (node, json);

  return mcp_json_equal (json->str, (McpSpan) { 0, json->len }, wanted, (McpSpan) { 0, length });
}

static gboolean
change_table (McpTextEdits  *edits,
              McpTomlNode   *table,
              const char    *text,
              gsize          length,
              const char    *newline,
              GError       **error)
{
  g_autoptr (GString) added = g_string_new (NULL);
  McpJsonIter iter;
  McpSpan key, value;

  for (guint i = 0; i < table->children->len; i++)
    {
      McpTomlNode *child = table->children->pdata[i];

      if (!mcp_json_edit_find (text, length, child->key, &value))
        remove_node (edits, child);
    }

  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);
      McpTomlNode *child = mcp_toml_node_find (table, name);
      const char *wanted = text + value.offset;

      if (child == NULL)
        {
          if (mcp_json_get_type (wanted, value.length) != MCP_JSON_NULL)
            append_member (added, name, wanted, value.length, newline);
        }
      else if (is_equal (child, wanted, value.length))
        continue;
      else if (child->kind == MCP_TOML_VALUE)
        {
          GString *out = g_string_new (NULL);

          append_value (out, wanted, value.length);
          mcp_text_edits_add (edits, child->value.offset, child->value.length, g_string_free (out, FALSE));
        }
      /* One without a line of its own is not there any more when nothing is left in it. */
      else if (child->kind != MCP_TOML_ARRAY && mcp_json_get_type (wanted, value.length) == MCP_JSON_OBJECT
               && (child->kind == MCP_TOML_HEADER || mcp_json_count (wanted, value.length) > 0))
        {
          if (!change_table (edits, child, wanted, value.length, newline, error))
            return FALSE;
        }
      else
        {
          remove_node (edits, child);
          append_member (added, name, wanted, value.length, newline);
        }
    }

  if (added->len == 0)
    return TRUE;
  if (table->kind != MCP_TOML_HEADER)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("The table “%s” has no line of its own to add to"),
                   table->key != NULL ? table->key : "");
      return FALSE;
    }
  mcp_text_edits_add (edits, table->end, 0, g_strdup (added->str));

  return TRUE;
}

static void
add_table (McpTextEdits *edits,
           const char   *toml,
           gsize         length,
           McpTomlNode  *container,   /* (nullable) */
           const char   *path,
           const char   *name,
           const char   *json,
           const char   *newline)
{
  gsize end = container != NULL ? find_table_end (container) : length;
  GString *out = g_string_new (NULL);

  if (end == 0 || end > length)
    end = length;
  if (end > 0 && toml[end - 1] != '\n')
    g_string_append (out, newline);
  if (end > 0)
    g_string_append (out, newline);
  g_string_append_c (out, '[');
  append_key (out, path);
  g_string_append_c (out, '.');
  append_key (out, name);
  g_string_append_printf (out, "]%s", newline);
  append_members (out, json, strlen (json), newline);
  mcp_text_edits_add (edits, end, 0, g_string_free (out, FALSE));
}

/**
 * mcp_toml_set_member:
 * @toml: a document
 * @container: the table that has one for each @name
 * @name: of one of them, which may not be there yet
 * @json: a JSON object: what it is to say
 *
 * Changes one table and leaves everything else as it is, comments too.
 *
 * Returns: (transfer full) (nullable): the document; %NULL with %MCP_ERROR_CONFIG or %MCP_ERROR_INVALID_RESPONSE
 */
char *
mcp_toml_set_member (const char  *toml,
                     const char  *container,
                     const char  *name,
                     const char  *json,
                     GError     **error)
{
  gsize length = strlen (toml);
  g_autoptr (McpTomlNode) root = mcp_toml_read (toml, length, error);
  g_autoptr (McpTextEdits) edits = mcp_text_edits_new ();
  const char *newline = strstr (toml, "\r\n") != NULL ? "\r\n" : "\n";
  McpTomlNode *parent;
  McpTomlNode *table;

  if (root == NULL)
    return NULL;

  parent = mcp_toml_node_find (root, container);
  table = parent != NULL ? mcp_toml_node_find (parent, name) : NULL;
  if (parent != NULL && (parent->kind == MCP_TOML_VALUE || parent->kind == MCP_TOML_ARRAY))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” is written in one line, which cannot be added to"),
                   container);
      return NULL;
    }

  if (table == NULL)
    add_table (edits, toml, length, parent, container, name, json, newline);
  else if (table->kind == MCP_TOML_VALUE)
    {
      GString *out = g_string_new (NULL);

      append_value (out, json, strlen (json));
      mcp_text_edits_add (edits, table->value.offset, table->value.length, g_string_free (out, FALSE));
    }
  else if (table->kind == MCP_TOML_ARRAY || !change_table (edits, table, json, strlen (json), newline, error))
    {
      if (error != NULL && *error == NULL)
        g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” is an array"), name);
      return NULL;
    }

  return mcp_text_edits_apply (edits, toml);
}
