/* mcp-variables-input.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-variables-private.h"

/*
 * What an input says of itself: as VS Code has it, and what kind of value it is (docs/variables.md), which the forms of bundles
 * have. What comes of values that are empty, or several.
 */

/* The object of an input in the profile's list of them. */
gboolean
mcp_variables_find_input (McpProfile *profile,
                          const char *id,
                          McpSpan    *found)
{
  const char *inputs = profile->settings.inputs;
  McpJsonIter iter;
  McpSpan key;

  if (inputs == NULL || !mcp_json_iter_init (&iter, inputs, strlen (inputs)))
    return FALSE;

  while (mcp_json_iter_next (&iter, &key, found))
    {
      g_autofree char *name = mcp_json_lookup_string (inputs + found->offset, found->length, "id");

      if (g_strcmp0 (name, id) == 0)
        return TRUE;
    }

  return FALSE;
}

/* --- How it is asked for --- */

/* Texts, or objects with a “value” as VS Code has them too. */
static char **
read_options (const char *text,
              gsize       length)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  McpSpan array;
  McpSpan key;
  McpSpan value;
  McpJsonIter iter;
  guint n = 0;

  if (!mcp_json_lookup (text, length, "options", &array)
      || !mcp_json_iter_init (&iter, text + array.offset, array.length))
    return NULL;

  for (; n < MCP_VARIABLES_MAX && mcp_json_iter_next (&iter, &key, &value); n++)
    {
      const char *item = text + array.offset + value.offset;
      g_autofree char *option = mcp_json_get_type (item, value.length) == MCP_JSON_STRING
                                  ? mcp_json_dup_string (item, value.length)
                                  : mcp_json_lookup_string (item, value.length, "value");

      if (option != NULL)
        g_strv_builder_add (builder, option);
    }

  return n > 0 ? g_strv_builder_end (builder) : NULL;
}

static char *
dup_number (const char *text,
            gsize       length,
            const char *key)
{
  McpSpan span;

  return mcp_json_lookup (text, length, key, &span)
             && mcp_json_get_type (text + span.offset, span.length) == MCP_JSON_NUMBER
           ? g_strndup (text + span.offset, span.length)
           : NULL;
}

/* Fills in what @text, the object of an input, says. */
void
mcp_variables_read_input (McpVariable *variable,
                          const char  *text,
                          gsize        length)
{
  g_autofree char *description = mcp_json_lookup_string (text, length, "description");
  g_autofree char *type = mcp_json_lookup_string (text, length, "type");

  if (description != NULL && *description != '\0')
    {
      g_free (variable->title);
      variable->title = g_steal_pointer (&description);
    }
  mcp_json_lookup_boolean (text, length, "password", &variable->secret);
  variable->initial = mcp_json_lookup_string (text, length, "default");
  if (g_strcmp0 (type, "pickString") == 0)
    variable->options = read_options (text, length);
  variable->help = mcp_json_lookup_string (text, length, "help");
  variable->format = mcp_json_lookup_string (text, length, "format");
  variable->minimum = dup_number (text, length, "minimum");
  variable->maximum = dup_number (text, length, "maximum");
  mcp_json_lookup_boolean (text, length, "multiple", &variable->multiple);
  variable->optional = mcp_json_lookup_boolean (text, length, "required", &variable->required) && !variable->required;
  if (variable->optional && variable->initial == NULL)
    variable->initial = g_strdup ("");
}

static gboolean
check_number (const McpVariable  *variable,
              const char         *value,
              GError            **error)
{
  gsize length = strlen (value);
  gboolean is_number = mcp_json_validate (value, length, NULL) && mcp_json_get_type (value, length) == MCP_JSON_NUMBER;

  if (!is_number)
    g_set_error (error, MCP_ERROR, MCP_ERROR_INPUT, _("“%s” must be a number"), variable->title);
  else if (variable->minimum != NULL
           && mcp_json_compare_numbers (value, length, variable->minimum, strlen (variable->minimum)) < 0)
    g_set_error (error, MCP_ERROR, MCP_ERROR_INPUT, _("“%s” must be at least %s"), variable->title, variable->minimum);
  else if (variable->maximum != NULL
           && mcp_json_compare_numbers (value, length, variable->maximum, strlen (variable->maximum)) > 0)
    g_set_error (error, MCP_ERROR, MCP_ERROR_INPUT, _("“%s” must be at most %s"), variable->title, variable->maximum);
  else
    return TRUE;

  return FALSE;
}

/**
 * mcp_variables_check_value:
 * @variable: what is filled in
 * @value: with what
 *
 * Checks that a value is what is asked for.
 *
 * Returns: %FALSE with %MCP_ERROR_INPUT
 */
gboolean
mcp_variables_check_value (const McpVariable  *variable,
                           const char         *value,
                           GError            **error)
{
  g_return_val_if_fail (variable != NULL, FALSE);
  g_return_val_if_fail (value != NULL, FALSE);

  if (*value == '\0' && variable->required)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_INPUT, _("“%s” must be filled in"), variable->title);
      return FALSE;
    }
  if (g_strcmp0 (variable->format, "number") == 0 && *value != '\0')
    return check_number (variable, value, error);
  if (g_strcmp0 (variable->format, "boolean") == 0 && !g_str_equal (value, "true") && !g_str_equal (value, "false"))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_INPUT, _("“%s” must be “true” or “false”"), variable->title);
      return FALSE;
    }

  return TRUE;
}

/* --- What comes of it --- */

static gboolean
has_flag (McpProfile *profile,
          const char *key,
          const char *member,
          gboolean    wanted)
{
  gboolean flag = !wanted;
  McpSpan span;

  return g_str_has_prefix (key, "input:") && mcp_variables_find_input (profile, key + strlen ("input:"), &span)
         && mcp_json_lookup_boolean (profile->settings.inputs + span.offset, span.length, member, &flag) && flag == wanted;
}

/* Within a text, several values have commas between them. */
void
mcp_variables_append_value (McpProfile *profile,
                            const char *key,
                            const char *value,
                            GString    *out)
{
  if (memchr (value, '\n', strlen (value)) != NULL && has_flag (profile, key, "multiple", TRUE))
    {
      g_auto (GStrv) lines = g_strsplit (value, "\n", -1);
      g_autofree char *joined = g_strjoinv (",", lines);

      g_string_append (out, joined);
    }
  else
    g_string_append (out, value);
}

/* Whether the value of an input goes to the keyring. */
gboolean
mcp_variables_is_secret (McpProfile *profile,
                         const char *id)
{
  g_autofree char *key = g_strconcat ("input:", id, NULL);

  return has_flag (profile, key, "password", TRUE);
}

/* The key of a text that is "${input:ID}" and nothing else; (nullable). */
static char *
dup_whole_key (const char *text)
{
  gsize length = strlen (text);

  return g_str_has_prefix (text, "${input:") && memchr (text, '}', length) == text + length - 1
           ? g_strndup (text + 2, length - 3)
           : NULL;
}

static void
spread_argument (McpProfile   *profile,
                 const char   *written,
                 const char   *filled,
                 GHashTable   *secrets,
                 GStrvBuilder *argv)
{
  McpVariableReference reference = { .kind = MCP_REFERENCE_VARIABLE, .key = dup_whole_key (written) };
  gboolean multiple = reference.key != NULL && has_flag (profile, reference.key, "multiple", TRUE);
  gboolean optional = reference.key != NULL && has_flag (profile, reference.key, "required", FALSE);
  g_autofree char *value = multiple ? mcp_variables_lookup (profile, &reference, secrets) : NULL;

  if (value != NULL)
    {
      g_auto (GStrv) lines = g_strsplit (value, "\n", -1);

      for (guint i = 0; lines[i] != NULL; i++)
        if (*lines[i] != '\0')
          g_strv_builder_add (argv, lines[i]);
    }
  else if (!optional || *filled != '\0')
    g_strv_builder_add (argv, filled);
  g_free (reference.key);
}

/* Makes arguments of each of several values, and none of what may be empty and is. @settings are those of @profile, filled in. */
void
mcp_variables_spread (McpProfile          *profile,
                      McpProfileSettings  *settings,
                      GHashTable          *secrets)
{
  g_autoptr (GStrvBuilder) argv = g_strv_builder_new ();
  g_autoptr (GStrvBuilder) env = g_strv_builder_new ();
  char **written = profile->settings.argv;

  if (profile->settings.inputs == NULL)
    return;

  for (guint i = 0; written[i] != NULL; i++)
    if (i == 0)
      g_strv_builder_add (argv, settings->argv[i]);
    else
      spread_argument (profile, written[i], settings->argv[i], secrets, argv);

  written = profile->settings.env;
  for (guint i = 0; written[i] != NULL; i++)
    {
      const char *before = strchr (written[i], '=');
      const char *after = strchr (settings->env[i], '=');
      g_autofree char *key = before != NULL ? dup_whole_key (before + 1) : NULL;

      if (key == NULL || after == NULL || after[1] != '\0' || !has_flag (profile, key, "required", FALSE))
        g_strv_builder_add (env, settings->env[i]);
    }

  g_strfreev (settings->argv);
  settings->argv = g_strv_builder_end (argv);
  g_strfreev (settings->env);
  settings->env = g_strv_builder_end (env);
}
