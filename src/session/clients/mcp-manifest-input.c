/* mcp-manifest-input.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-manifest-private.h"

/*
 * Only braces stand for something in a server.json. Text that would mean more here is refused: a registry must not get at
 * the environment by it.
 */

#define MAX_INPUTS 100

McpJsonType
mcp_manifest_get_type (McpManifestValue value)
{
  return mcp_json_get_type (value.text, value.length);
}

/* "isRequired", or "is_required" as it was before. */
gboolean
mcp_manifest_find (McpManifestValue  object,
                   const char       *key,
                   McpManifestValue *value)
{
  g_autoptr (GString) older = NULL;
  McpSpan span;

  if (mcp_manifest_get_type (object) != MCP_JSON_OBJECT)
    return FALSE;
  if (!mcp_json_edit_find (object.text, object.length, key, &span))
    {
      older = g_string_new (NULL);
      for (const char *p = key; *p != '\0'; p++)
        {
          if (g_ascii_isupper (*p))
            g_string_append_c (older, '_');
          g_string_append_c (older, g_ascii_tolower (*p));
        }
      if (!mcp_json_edit_find (object.text, object.length, older->str, &span))
        return FALSE;
    }
  *value = (McpManifestValue) { object.text + span.offset, span.length };

  return mcp_manifest_get_type (*value) != MCP_JSON_NULL;
}

/* Text, or a number or truth value as it is written; (nullable). */
char *
mcp_manifest_get_text (McpManifestValue  object,
                       const char       *key)
{
  McpManifestValue value;

  if (!mcp_manifest_find (object, key, &value))
    return NULL;

  switch (mcp_manifest_get_type (value))
    {
    case MCP_JSON_STRING:
      return mcp_json_dup_string (value.text, value.length);

    case MCP_JSON_NUMBER:
    case MCP_JSON_BOOLEAN:
      return g_strndup (value.text, value.length);

    default:
      return NULL;
    }
}

static gboolean
mcp_manifest_is_true (McpManifestValue  object,
                      const char       *key)
{
  g_autofree char *text = mcp_manifest_get_text (object, key);

  return g_strcmp0 (text, "true") == 0;
}

void
mcp_manifest_fail (McpManifestWay *self,
                   char           *problem)
{
  if (self->problem == NULL)
    self->problem = problem;
  else
    g_free (problem);
}

/* Takes @text, which is shown and used as it is. */
char *
mcp_manifest_check_plain (McpManifestWay *self,
                          char           *text)
{
  if (strstr (text, "${") != NULL)
    mcp_manifest_fail (self, g_strdup_printf (_("“%s” has a variable that a server.json cannot have"), text));

  return text;
}

/* --- What is asked for --- */

static char *
make_id (McpManifestWay *self,
         const char     *hint)
{
  g_autoptr (GString) id = g_string_new (NULL);
  gsize n;

  for (hint += strspn (hint, "-"); *hint != '\0' && id->len < 100; hint++)
    g_string_append_c (id, g_ascii_isalnum (*hint) || strchr ("_-.", *hint) != NULL ? *hint : '-');
  if (id->len == 0)
    g_string_append (id, "value");

  n = id->len;
  for (guint i = 2; g_hash_table_contains (self->ids, id->str); i++)
    {
      g_string_truncate (id, n);
      g_string_append_printf (id, "-%u", i);
    }
  g_hash_table_add (self->ids, g_strdup (id->str));

  return g_strdup (id->str);
}

static char *
ask (McpManifestWay   *self,
     McpManifestValue  input,
     const char       *hint)
{
  g_autofree char *id = NULL;
  g_autofree char *description = mcp_manifest_get_text (input, "description");
  g_autofree char *value = mcp_manifest_get_text (input, "default");
  McpManifestValue choices;
  gboolean has_choices = mcp_manifest_find (input, "choices", &choices) && mcp_manifest_get_type (choices) == MCP_JSON_ARRAY;

  if (g_hash_table_size (self->ids) >= MAX_INPUTS)
    {
      mcp_manifest_fail (self, g_strdup_printf (_("It asks for more than %d values"), MAX_INPUTS));
      return g_strdup ("");
    }

  id = make_id (self, hint);
  mcp_json_append_comma (self->inputs);
  g_string_append_c (self->inputs, '{');
  mcp_json_append_member_string (self->inputs, "type", has_choices ? "pickString" : "promptString");
  mcp_json_append_member_string (self->inputs, "id", id);
  mcp_json_append_member_string (self->inputs, "description", description != NULL ? description : hint);
  mcp_json_append_member_string (self->inputs, "default", value);
  if (has_choices)
    {
      g_autofree char *options = g_strndup (choices.text, choices.length);

      mcp_json_append_member (self->inputs, "options", options);
    }
  if (mcp_manifest_is_true (input, "isSecret"))
    mcp_json_append_member (self->inputs, "password", "true");
  g_string_append_c (self->inputs, '}');

  return g_strdup_printf ("${input:%s}", id);
}

/* The name in "{NAME}", which is short; (nullable). */
static char *
dup_braced (const char *text)
{
  for (gsize n = 1; n <= 120 && text[n] != '\0'; n++)
    if (text[n] == '}')
      return g_strndup (text + 1, n - 1);

  return NULL;
}

/* A dollar from one variable before braces of another: only what is asked for may come of it. */
static void
check_filled (McpManifestWay *self,
              const char     *text)
{
  for (const char *p = strstr (text, "${"); p != NULL && self->problem == NULL; p = strstr (p + 2, "${"))
    {
      g_autofree char *name = dup_braced (p + 1);

      if (name == NULL || !g_str_has_prefix (name, "input:")
          || !g_hash_table_contains (self->ids, name + strlen ("input:")))
        mcp_manifest_fail (self, g_strdup_printf (_("“%s” has a variable that a server.json cannot have"), text));
    }
}

/* (nullable): there is no such variable. */
static char *
fill_variable (McpManifestWay   *self,
               McpManifestValue  variables,
               const char       *name)
{
  McpSpan span;
  McpManifestValue variable;
  char *value;

  if (!mcp_json_edit_find (variables.text, variables.length, name, &span))
    return NULL;

  variable = (McpManifestValue) { variables.text + span.offset, span.length };
  value = mcp_manifest_resolve (self, variable, name);

  return value != NULL ? value : ask (self, variable, name);
}

/* Puts what the variables say in the place of their names in braces. */
char *
mcp_manifest_fill (McpManifestWay   *self,
                   McpManifestValue  input,
                   const char       *text)
{
  g_autoptr (GString) out = g_string_new (NULL);
  g_autoptr (GHashTable) done = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
  McpManifestValue variables;
  gboolean has_variables = mcp_manifest_find (input, "variables", &variables) && mcp_manifest_get_type (variables) == MCP_JSON_OBJECT;

  while (*text != '\0')
    {
      g_autofree char *name = has_variables && *text == '{' ? dup_braced (text) : NULL;
      const char *value = NULL;

      if (name != NULL && !g_hash_table_lookup_extended (done, name, NULL, (gpointer *) &value))
        {
          if (g_hash_table_size (done) >= MAX_INPUTS)
            mcp_manifest_fail (self, g_strdup_printf (_("It asks for more than %d values"), MAX_INPUTS));
          else
            value = fill_variable (self, variables, name);
          g_hash_table_insert (done, g_strdup (name), (char *) value);
        }
      if (self->problem != NULL)
        break;
      if (value == NULL)
        {
          g_string_append_c (out, *text++);
          continue;
        }
      g_string_append (out, value);
      text += strlen (name) + 2;
    }
  check_filled (self, out->str);

  return g_strdup (out->str);
}

/* What an input comes to; (nullable): it may stay away, and nobody said what it would be. */
char *
mcp_manifest_resolve (McpManifestWay   *self,
                      McpManifestValue  input,
                      const char       *hint)
{
  g_autofree char *value = mcp_manifest_get_text (input, "value");
  char *standard;

  if (value != NULL)
    {
      value = mcp_manifest_check_plain (self, g_steal_pointer (&value));
      return mcp_manifest_fill (self, input, value);
    }
  if (mcp_manifest_is_true (input, "isRequired"))
    return ask (self, input, hint);

  standard = mcp_manifest_get_text (input, "default");

  return standard != NULL ? mcp_manifest_check_plain (self, standard) : NULL;
}
