/* mcp-variables-ask.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-variables-private.h"

/* What a person has to fill in, and how VS Code says that it is asked for. */

static void
variable_free (gpointer data)
{
  McpVariable *variable = data;

  g_free (variable->key);
  g_free (variable->title);
  g_strfreev (variable->options);
  g_free (variable->initial);
  g_free (variable->help);
  g_free (variable->format);
  g_free (variable->minimum);
  g_free (variable->maximum);
  g_free (variable);
}

/* Such as API_KEY: it is better kept where secrets are. */
static gboolean
has_secret_name (const char *key)
{
  static const char * const words[] = { "KEY", "TOKEN", "SECRET", "PASS", "CREDENTIAL" };
  g_autofree char *upper = g_ascii_strup (key, -1);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strstr (upper, words[i]) != NULL)
      return TRUE;

  return FALSE;
}

static gboolean
describe_input (McpProfile   *profile,
                McpVariable  *variable,
                GError      **error)
{
  const char *id = variable->key + strlen ("input:");
  const char *text;
  McpSpan span;
  g_autofree char *type = NULL;

  variable->title = g_strdup (id);
  if (!mcp_variables_find_input (profile, id, &span))
    {
      variable->secret = has_secret_name (id);
      return TRUE;
    }

  text = profile->settings.inputs + span.offset;
  type = mcp_json_lookup_string (text, span.length, "type");
  if (g_strcmp0 (type, "command") == 0)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("“%s” has the input “%s”, which a command of an editor fills in: write its value in its place"),
                   profile->name, id);
      return FALSE;
    }

  mcp_variables_read_input (variable, text, span.length);

  return TRUE;
}

static gboolean
describe (McpProfile   *profile,
          McpVariable  *variable,
          GError      **error)
{
  const char *key = variable->key;

  if (g_str_has_prefix (key, "input:"))
    return describe_input (profile, variable, error);

  if (key[0] == '%')
    variable->title = g_strdup_printf (_("%s, a folder of Windows: what is it here?"), key);
  else if (g_str_has_prefix (key, "workspaceFolder") || g_str_equal (key, "cwd"))
    variable->title = g_strdup (_("Folder of the project"));
  else
    variable->title = g_strdup_printf (_("Variable %s, which your environment has not"),
                                       g_str_has_prefix (key, "env:") ? key + 4 : key);
  variable->secret = has_secret_name (key);

  return TRUE;
}

static gboolean
list_cb (McpProfile  *profile,
         McpVariableReference   *reference,
         GString     *out,
         gpointer     user_data,
         GError     **error)
{
  GPtrArray *list = user_data;
  g_autofree char *value = NULL;
  McpVariable *variable;

  if (reference->kind == MCP_REFERENCE_UNSUPPORTED)
    return mcp_variables_fail_unsupported (profile, reference, error);
  value = mcp_variables_lookup (profile, reference, NULL);
  if (value != NULL)
    return TRUE;
  for (guint i = 0; i < list->len; i++)
    if (g_str_equal (((McpVariable *) list->pdata[i])->key, reference->key))
      return TRUE;
  if (list->len == MCP_VARIABLES_MAX)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” has more variables than anybody fills in"), profile->name);
      return FALSE;
    }

  variable = g_new0 (McpVariable, 1);
  variable->key = g_strdup (reference->key);
  g_ptr_array_add (list, variable);

  return describe (profile, variable, error);
}

static GPtrArray *
list_missing (McpProfile  *profile,
              GError     **error)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (variable_free);
  McpProfileSettings settings;
  gboolean good;

  if (profile->literal)
    return g_steal_pointer (&list);

  mcp_profile_settings_copy (&profile->settings, &settings);
  good = mcp_variables_visit (profile, &settings, list_cb, list, error);
  mcp_profile_settings_clear (&settings);

  return good ? g_steal_pointer (&list) : NULL;
}

/**
 * mcp_variables_list:
 * @profile: a profile
 *
 * Lists what a person has to fill in: what has no value in the profile, in the environment, or by itself. Values
 * in the keyring are not looked up: secret ones are listed unless they were given in this process.
 *
 * Returns: (transfer full) (element-type McpVariable): each once, in order of their first place
 */
GPtrArray *
mcp_variables_list (McpProfile *profile)
{
  GPtrArray *list;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  list = list_missing (profile, NULL);

  return list != NULL ? list : g_ptr_array_new_with_free_func (variable_free);
}

/**
 * mcp_variables_check:
 * @profile: a profile
 *
 * Checks that a profile can be filled in, as far as that is known without the keyring.
 *
 * Returns: %FALSE with %MCP_ERROR_INPUT, which names what is missing, or %MCP_ERROR_CONFIG for what cannot be
 *   filled in
 */
gboolean
mcp_variables_check (McpProfile  *profile,
                     GError     **error)
{
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (GString) names = g_string_new (NULL);

  g_return_val_if_fail (MCP_IS_PROFILE (profile), FALSE);

  list = list_missing (profile, error);
  if (list == NULL)
    return FALSE;

  for (guint i = 0; i < list->len; i++)
    {
      const McpVariable *variable = list->pdata[i];

      if (!variable->secret || profile->settings.secret_id == NULL)
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", variable->key);
    }
  if (names->len == 0)
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_INPUT, _("“%s” needs values that only you know: %s"), profile->name,
               names->str);

  return FALSE;
}

/**
 * mcp_variables_adopt:
 * @profile: a profile
 * @inputs: a valid JSON array, as VS Code has beside its servers
 *
 * Takes over how those inputs are asked for that the profile uses.
 */
void
mcp_variables_adopt (McpProfile *profile,
                     const char *inputs)
{
  g_autofree char *json = NULL;
  g_autoptr (GString) kept = g_string_new ("[");
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  g_return_if_fail (MCP_IS_PROFILE (profile));
  g_return_if_fail (inputs != NULL);

  json = mcp_profile_to_json (profile);
  if (strstr (json, "${input:") == NULL || profile->settings.inputs != NULL
      || !mcp_json_iter_init (&iter, inputs, strlen (inputs)))
    return;

  for (guint n = 0; n < MCP_VARIABLES_MAX && mcp_json_iter_next (&iter, &key, &value); n++)
    {
      g_autofree char *id = mcp_json_lookup_string (inputs + value.offset, value.length, "id");
      g_autofree char *reference = id != NULL ? g_strdup_printf ("${input:%s}", id) : NULL;

      if (reference == NULL || strstr (json, reference) == NULL)
        continue;
      if (kept->len > 1)
        g_string_append_c (kept, ',');
      g_string_append_len (kept, inputs + value.offset, value.length);
    }
  g_string_append_c (kept, ']');
  if (kept->len > 2)
    g_object_set (profile, "inputs", kept->str, NULL);
}

/**
 * mcp_variables_add_secret:
 * @profile: a profile
 * @id: the id of an input
 *
 * Makes an input one that is asked for as a secret, unless the profile says already how it is asked for.
 */
void
mcp_variables_add_secret (McpProfile *profile,
                          const char *id)
{
  g_autoptr (GString) inputs = NULL;
  McpSpan span;

  g_return_if_fail (MCP_IS_PROFILE (profile));
  g_return_if_fail (id != NULL);

  if (mcp_variables_find_input (profile, id, &span))
    return;

  inputs = g_string_new (profile->settings.inputs != NULL ? profile->settings.inputs : "[]");
  /* In front of the bracket at the end. */
  while (inputs->str[inputs->len - 1] != ']')
    g_string_truncate (inputs, inputs->len - 1);
  g_string_truncate (inputs, inputs->len - 1);
  g_string_append (inputs, mcp_json_count (profile->settings.inputs != NULL ? profile->settings.inputs : "[]",
                                           profile->settings.inputs != NULL ? strlen (profile->settings.inputs) : 2) > 0
                             ? ",{"
                             : "{");
  mcp_json_append_member_string (inputs, "id", id);
  mcp_json_append_member_string (inputs, "type", "promptString");
  mcp_json_append_member_string (inputs, "description", id);
  mcp_json_append_member (inputs, "password", "true");
  g_string_append (inputs, "}]");
  g_object_set (profile, "inputs", inputs->str, NULL);
}
