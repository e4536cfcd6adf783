/* cli-arguments.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <string.h>
#include <unistd.h>

#include "cli-argument-tree.h"
#include "cli-arguments.h"
#include "cli-output.h"
#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-json.h"
#include "mcp-nearest.h"
#include "mcp-shape.h"

/* One KEY=VALUE or KEY:=JSON of the command line. */
typedef struct
{
  char       *key;
  const char *value;
  gboolean    is_json;
} Word;

static char *
read_standard_input (gsize   *length,
                     GError **error)
{
  GString *text = g_string_new (NULL);
  char buffer[16384];
  gssize n;

  while ((n = read (STDIN_FILENO, buffer, sizeof buffer)) > 0)
    g_string_append_len (text, buffer, n);

  if (n < 0)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("standard input: %s"),
                   g_strerror (errno));
      g_string_free (text, TRUE);
      return NULL;
    }

  *length = text->len;
  return g_string_free (text, FALSE);
}

/**
 * cli_arguments_read_text:
 * @source: the text itself, `@FILE`, or `-` for standard input
 * @length: (out): its length in bytes
 *
 * Gets a text that an option or argument gives. The last line end of a file is no part of it.
 *
 * Returns: (transfer full) (nullable): the text, or %NULL with an error of %MCP_ERROR_USAGE
 */
char *
cli_arguments_read_text (const char  *source,
                         gsize       *length,
                         GError     **error)
{
  g_autoptr (GError) local_error = NULL;
  char *text = NULL;

  if (g_str_equal (source, "-"))
    text = read_standard_input (length, error);
  else if (source[0] == '@')
    {
      if (!g_file_get_contents (source + 1, &text, length, &local_error))
        g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, "%s: %s", source, local_error->message);
    }
  else
    {
      *length = strlen (source);
      return g_strdup (source);
    }

  if (text != NULL && *length > 0 && text[*length - 1] == '\n')
    text[--(*length)] = '\0';

  return text;
}

/**
 * cli_arguments_read_file:
 * @path: (nullable): a file, or `-` or %NULL for standard input
 * @length: (out): its length in bytes
 *
 * Gets the text of a file that is an argument, without its last line end.
 *
 * Returns: (transfer full) (nullable): the text, or %NULL with an error of %MCP_ERROR_USAGE
 */
char *
cli_arguments_read_file (const char  *path,
                         gsize       *length,
                         GError     **error)
{
  g_autofree char *source = NULL;

  if (path == NULL || g_str_equal (path, "-"))
    return cli_arguments_read_text ("-", length, error);

  source = g_strconcat ("@", path, NULL);

  return cli_arguments_read_text (source, length, error);
}

static gboolean
split_word (const char  *text,
            Word        *word,
            GError     **error)
{
  const char *equals = strchr (text, '=');
  gsize key_length;

  if (equals == NULL || equals == text)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("%s: expected KEY=VALUE or KEY:=JSON"), text);
      return FALSE;
    }

  word->is_json = equals[-1] == ':' && equals - text > 1;
  word->value = equals + 1;
  key_length = equals - text - (word->is_json ? 1 : 0);
  word->key = g_strndup (text, key_length);

  return TRUE;
}

/**
 * cli_arguments_need_schema:
 * @words: KEY=VALUE and KEY:=JSON
 *
 * Gets whether a value is to be typed, or a key may be a path: then the tool's schema is worth
 * asking for.
 *
 * Returns: whether any of them is KEY=VALUE, or has a key such as “a.b”
 */
gboolean
cli_arguments_need_schema (char **words)
{
  for (guint i = 0; words[i] != NULL; i++)
    {
      Word word = { NULL };
      gboolean is_word = split_word (words[i], &word, NULL);
      g_autofree char *key = word.key;
      g_auto (GStrv) path = is_word ? cli_argument_path_split (key) : NULL;

      if (is_word && (!word.is_json || path != NULL))
        return TRUE;
    }

  return FALSE;
}

static void
note_unknown_field (McpSchema  *schema,
                    const char *key)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *nearest = NULL;

  for (guint i = 0; i < mcp_schema_get_n_fields (schema); i++)
    g_ptr_array_add (names, mcp_schema_get_field (schema, i)->name);
  g_ptr_array_add (names, NULL);

  nearest = mcp_find_nearest (key, (const char * const *) names->pdata);
  if (nearest != NULL)
    cli_note (_("%s: not in the tool’s schema, sent as a string; did you mean “%s”?"),
              key, nearest);
  else
    cli_note (_("%s: not in the tool’s schema, sent as a string"), key);
}

/* "a.b[0]", where the schema has a property “a” and none of the whole name. */
static char **
dup_path (const char *key,
          McpSchema  *schema)
{
  g_auto (GStrv) path = NULL;

  if (schema == NULL || mcp_schema_find_field (schema, key) != NULL)
    return NULL;

  path = cli_argument_path_split (key);

  return path != NULL && mcp_schema_find_field (schema, path[0]) != NULL ? g_steal_pointer (&path)
                                                                         : NULL;
}

/* The JSON to send for a word. */
static char *
get_json (const Word          *word,
          McpSchema           *schema,
          const char * const  *path,
          GError             **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autoptr (McpShape) shape = path != NULL ? mcp_shape_new_object (schema) : NULL;
  McpShape *deeper = path != NULL ? mcp_shape_find (shape, path) : NULL;
  const McpField *field = schema != NULL && path == NULL ? mcp_schema_find_field (schema, word->key) : NULL;
  McpField named;
  char *json = NULL;

  if (deeper != NULL)
    {
      /* Errors name all of it. */
      named = *mcp_shape_get_field (deeper);
      named.name = word->key;
      field = &named;
    }
  if (word->is_json)
    {
      if (mcp_json_validate (word->value, -1, &local_error))
        json = mcp_json_one_line (word->value, strlen (word->value), NULL);
    }
  else if (field != NULL)
    json = mcp_schema_type_value (field, word->value, &local_error);
  else
    {
      GString *string = g_string_new (NULL);

      if (schema != NULL)
        note_unknown_field (schema, word->key);
      mcp_json_append_string (string, word->value, -1);
      json = g_string_free (string, FALSE);
    }

  if (json == NULL && field != NULL && !word->is_json)
    g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("%s; %s:=JSON sends it all the same"),
                 local_error->message, word->key);
  else if (json == NULL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, "%s: %s", word->key, local_error->message);

  return json;
}

static gboolean
is_overridden (char       **words,
               const char  *key,
               gsize        length)
{
  for (guint i = 0; words[i] != NULL; i++)
    {
      Word word = { NULL };
      gboolean same = split_word (words[i], &word, NULL) &&
                      mcp_json_key_equal (key, length, word.key);

      g_free (word.key);
      if (same)
        return TRUE;
    }

  return FALSE;
}

/* The members of @base that no word replaces, token for token. */
static void
append_base (GString    *out,
             const char *base,
             char      **words)
{
  McpJsonIter iter;
  McpSpan key, value;

  if (!mcp_json_iter_init (&iter, base, strlen (base)))
    return;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      if (is_overridden (words, base + key.offset, key.length))
        continue;

      if (out->str[out->len - 1] != '{')
        g_string_append_c (out, ',');
      g_string_append_len (out, base + key.offset, key.length);
      g_string_append_c (out, ':');
      g_string_append_len (out, base + value.offset, value.length);
    }
}

/**
 * cli_arguments_check_object:
 * @option: which gave it, for errors
 * @text: what may be a JSON object
 *
 * Checks an object that an option gives. No token of it changes.
 *
 * Returns: (transfer full) (nullable): it as one line, or %NULL with an error of %MCP_ERROR_USAGE
 */
char *
cli_arguments_check_object (const char  *option,
                            const char  *text,
                            GError     **error)
{
  g_autoptr (GError) local_error = NULL;

  if (!mcp_json_validate (text, -1, &local_error))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, "%s: %s", option, local_error->message);
      return NULL;
    }

  if (mcp_json_get_type (text, strlen (text)) != MCP_JSON_OBJECT)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("%s: not a JSON object"), option);
      return NULL;
    }

  /* A message is one line. */
  return mcp_json_one_line (text, strlen (text), NULL);
}

/* What is given part by part is not given as a whole, too: @key is such a part of @name. */
static gboolean
check_whole (const char  *name,
             const char  *key,
             const char  *base,
             char       **words,
             GError     **error)
{
  g_autofree char *quoted = NULL;
  GString *string = g_string_new (NULL);
  McpSpan value;

  mcp_json_append_string (string, name, -1);
  quoted = g_string_free (string, FALSE);
  if (!is_overridden (words, quoted, strlen (quoted))
      && (base == NULL || !mcp_json_edit_find (base, strlen (base), name, &value)))
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("%s: “%s” is given already"), key, name);

  return FALSE;
}

/**
 * cli_arguments_build:
 * @base: (nullable): the JSON of --args
 * @words: KEY=VALUE and KEY:=JSON, which replace members of @base
 * @schema: (nullable): what types each VALUE; without it, or a field of it, it is a string
 *
 * Makes the arguments of a call. No token of @base or JSON changes. “a.b[0]=1” is a part of the
 * property “a”, where @schema has it and no property of the whole name.
 *
 * Returns: (transfer full) (nullable): a JSON object, or %NULL with an error of
 *   %MCP_ERROR_USAGE that names the key
 */
char *
cli_arguments_build (const char  *base,
                     char       **words,
                     McpSchema   *schema,
                     GError     **error)
{
  g_autoptr (CliArgumentTree) tree = cli_argument_tree_new ();
  g_autoptr (GString) out = g_string_new ("{");
  g_autofree char *object = NULL;

  if (base != NULL)
    {
      object = cli_arguments_check_object ("--args", base, error);
      if (object == NULL)
        return NULL;
      if (words[0] == NULL)
        return g_steal_pointer (&object);
      append_base (out, object, words);
    }

  for (guint i = 0; words[i] != NULL; i++)
    {
      Word word = { NULL };
      g_autofree char *key = NULL;
      g_autofree char *json = NULL;
      g_auto (GStrv) path = NULL;

      if (!split_word (words[i], &word, error))
        return NULL;

      key = word.key;
      path = dup_path (key, schema);
      json = get_json (&word, schema, (const char * const *) path, error);
      if (json == NULL)
        return NULL;

      if (path == NULL)
        mcp_json_append_member (out, key, json);
      else if (!check_whole (path[0], key, object, words, error)
               || !cli_argument_tree_add (tree, (const char * const *) path, json, key, error))
        return NULL;
    }
  cli_argument_tree_append (tree, out);
  g_string_append_c (out, '}');

  return g_string_free (g_steal_pointer (&out), FALSE);
}
