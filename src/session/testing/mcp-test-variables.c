/* mcp-test-variables.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-test-variables.h"

/*
 * "${name}" in a string stands for the value of a variable, "${env:NAME}" for one of the
 * environment, and "$${" for "${" itself. A string that is nothing but one variable becomes its
 * value, so that a number stays a number, token for token.
 */

struct _McpTestVariables
{
  McpTestVariables *parent;  /* (nullable) */
  GHashTable       *values;
};

McpTestVariables *
mcp_test_variables_new (McpTestVariables *parent)
{
  McpTestVariables *self = g_new0 (McpTestVariables, 1);

  self->parent = parent;
  self->values = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);

  return self;
}

void
mcp_test_variables_free (McpTestVariables *self)
{
  g_hash_table_unref (self->values);
  g_free (self);
}

void
mcp_test_variables_set (McpTestVariables *self,
                        const char       *name,
                        const char       *json)
{
  g_return_if_fail (mcp_test_variables_is_name (name));

  g_hash_table_replace (self->values, g_strdup (name), g_strdup (json));
}

static const char *
mcp_test_variables_get (const McpTestVariables *self,
                        const char             *name)
{
  for (; self != NULL; self = self->parent)
    {
      const char *json = g_hash_table_lookup (self->values, name);

      if (json != NULL)
        return json;
    }

  return NULL;
}

gboolean
mcp_test_variables_is_name (const char *name)
{
  if (!g_ascii_isalpha (*name) && *name != '_')
    return FALSE;

  for (name++; *name != '\0'; name++)
    if (!g_ascii_isalnum (*name) && *name != '_' && *name != '-')
      return FALSE;

  return TRUE;
}

static char *
dup_value (const McpTestVariables *self,
           const char             *name,
           GError                **error)
{
  const char *json;

  if (g_str_has_prefix (name, "env:"))
    {
      const char *value = g_getenv (name + 4);
      GString *out = g_string_new (NULL);

      if (value != NULL)
        mcp_json_append_string (out, value, -1);
      else
        g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("“${%s}”: there is no such variable in the environment"), name);

      return g_string_free (out, value == NULL);
    }

  json = mcp_test_variables_get (self, name);
  if (json == NULL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("“${%s}”: there is no such variable"), name);

  return g_strdup (json);
}

/* What a variable is put into. */
typedef enum {
  IN_JSON,    /* a string of JSON */
  IN_FILTER,
  IN_QUOTES,  /* of a filter */
} Place;

/* A string of JSON without its quotes; other values become one first. */
static void
append_in_json (GString    *out,
                const char *json)
{
  g_autoptr (GString) string = g_string_new (NULL);

  if (*json == '"')
    g_string_assign (string, json);
  else
    mcp_json_append_string (string, json, -1);
  g_string_append_len (out, string->str + 1, string->len - 2);
}

static void
append_in_filter (GString    *out,
                  const char *json,
                  gboolean    quoted)
{
  g_autofree char *text = *json == '"' ? mcp_json_dup_string (json, strlen (json))
                                       : g_strdup (json);

  for (const char *at = text; *at != '\0'; at++)
    {
      if (quoted && (*at == '"' || *at == '\\'))
        g_string_append_c (out, '\\');
      g_string_append_c (out, *at);
    }
}

/* Appends what stands for the variable that begins at *@at, and steps over it. */
static gboolean
append_variable (const McpTestVariables  *self,
                 GString                 *out,
                 const char             **at,
                 Place                    place,
                 GError                 **error)
{
  const char *end = strchr (*at, '}');
  g_autofree char *name = NULL;
  g_autofree char *json = NULL;

  if (end == NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                   _("“%s”: the “}” is missing; write “$${” for the characters themselves"), *at);
      return FALSE;
    }

  name = g_strndup (*at + 2, end - *at - 2);
  json = dup_value (self, name, error);
  if (json == NULL)
    return FALSE;

  if (place == IN_JSON)
    append_in_json (out, json);
  else
    append_in_filter (out, json, place == IN_QUOTES);
  *at = end + 1;

  return TRUE;
}

static char *
expand_text (const McpTestVariables *self,
             const char             *text,
             gboolean                is_filter,
             GError                **error)
{
  g_autoptr (GString) out = g_string_new (NULL);
  Place place = is_filter ? IN_FILTER : IN_JSON;

  while (*text != '\0')
    {
      if (g_str_has_prefix (text, "$${"))
        {
          g_string_append (out, "${");
          text += 3;
        }
      else if (g_str_has_prefix (text, "${"))
        {
          if (!append_variable (self, out, &text, place, error))
            return NULL;
        }
      else
        {
          if (*text == '\\' && text[1] != '\0')
            g_string_append_c (out, *text++);
          else if (is_filter && *text == '"')
            place = place == IN_QUOTES ? IN_FILTER : IN_QUOTES;
          g_string_append_c (out, *text++);
        }
    }

  return g_string_free (g_steal_pointer (&out), FALSE);
}

/* Appends a string of JSON with its variables in their places. */
static gboolean
append_string (const McpTestVariables  *self,
               GString                 *out,
               const char              *token,
               gsize                    length,
               GError                 **error)
{
  g_autofree char *text = g_strndup (token, length);
  g_autofree char *expanded = NULL;
  const char *next = token + length + strspn (token + length, " \t\r\n");

  /* A name of a member stays a string. */
  if (*next != ':' && g_str_has_prefix (text, "\"${") && strchr (text, '}') == text + length - 2)
    {
      g_autofree char *name = g_strndup (text + 3, length - 5);

      expanded = dup_value (self, name, error);
    }
  else
    {
      expanded = expand_text (self, text, FALSE, error);
    }
  if (expanded != NULL)
    g_string_append (out, expanded);

  return expanded != NULL;
}

static gsize
measure_string (const char *token)
{
  const char *at = token + 1;

  while (*at != '"')
    at += *at == '\\' ? 2 : 1;

  return at + 1 - token;
}

/**
 * mcp_test_variables_expand_json:
 * @json: valid JSON
 *
 * Puts variables into the strings of a value. All other tokens stay as they are.
 *
 * Returns: (transfer full) (nullable): JSON; %NULL with %MCP_ERROR_USAGE that names a variable
 */
char *
mcp_test_variables_expand_json (const McpTestVariables  *self,
                                const char              *json,
                                GError                 **error)
{
  g_autoptr (GString) out = g_string_new (NULL);

  while (*json != '\0')
    {
      gsize length = *json == '"' ? measure_string (json) : strcspn (json, "\"");

      if (*json != '"' || memmem (json, length, "${", 2) == NULL)
        g_string_append_len (out, json, length);
      else if (!append_string (self, out, json, length, error))
        return NULL;
      json += length;
    }

  return g_string_free (g_steal_pointer (&out), FALSE);
}

/**
 * mcp_test_variables_expand_filter:
 * @filter: a filter, as docs/filters.md describes them
 *
 * Puts variables into a filter. Between quotes, quotes of a value are escaped.
 *
 * Returns: (transfer full) (nullable): the filter; %NULL with %MCP_ERROR_USAGE
 */
char *
mcp_test_variables_expand_filter (const McpTestVariables  *self,
                                  const char              *filter,
                                  GError                 **error)
{
  return expand_text (self, filter, TRUE, error);
}

/**
 * mcp_test_variables_escape:
 * @json: valid JSON
 *
 * Makes what mcp_test_variables_expand_json() makes @json of again.
 *
 * Returns: (transfer full): JSON
 */
char *
mcp_test_variables_escape (const char *json)
{
  GString *out = g_string_new (json);

  /* Outside of strings there is no "$". */
  g_string_replace (out, "${", "$${", 0);

  return g_string_free (out, FALSE);
}
