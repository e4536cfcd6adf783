/* cli-config.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>
#include <string.h>

#include "cli-config.h"
#include "cli-file.h"
#include "cli-text.h"
#include "mcp-consent.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-profile-public.h"
#include "mcp-tap-config.h"
#include "mcp-text-encoding.h"

/* The saved servers, or what to end with. */
McpServerList *
cli_config_load (CliConnection *connection,
                 int           *status)
{
  g_autoptr (McpServerList) list = mcp_server_list_new (NULL);
  g_autoptr (GError) error = NULL;

  if (mcp_server_list_load (list, &error))
    {
      *status = CLI_EXIT_OK;
      return g_steal_pointer (&list);
    }

  *status = cli_connection_fail (connection, NULL, error, NULL);
  return NULL;
}

static void
print_profile_row (CliOutput  *output,
                   McpProfile *profile,
                   guint       name_width)
{
  g_autofree char *name = cli_text_visible (mcp_profile_get_name (profile), -1, FALSE);
  g_autofree char *command = mcp_profile_dup_public_command (profile);
  g_autofree char *visible = cli_text_visible (command, -1, FALSE);
  guint columns = cli_output_get_columns (output);
  guint room = columns > name_width + 12 ? columns - name_width - 2 : columns > 0 ? 10 : 0;
  g_autofree char *cut = cli_text_ellipsize (visible, room);
  g_autoptr (GString) padded = g_string_new (NULL);
  g_autoptr (GString) line = g_string_new (NULL);

  cli_text_append_padded (padded, name, name_width + 2);
  cli_output_style (output, line, CLI_STYLE_BOLD, padded->str);
  cli_output_print (output, "%s%s\n", line->str, cut);
}

/* {"mcpServers": {NAME: {…}}}, the shape that other clients read too. */
void
cli_config_print_profiles (CliOutput *output,
                           GPtrArray *profiles,
                           gboolean   with_secrets)
{
  g_autoptr (GString) out = g_string_new ("{\"mcpServers\":{");

  for (guint i = 0; i < profiles->len; i++)
    {
      McpProfile *profile = profiles->pdata[i];
      g_autofree char *json = with_secrets ? mcp_profile_to_json (profile)
                                           : mcp_profile_to_public_json (profile);

      mcp_json_append_member (out, mcp_profile_get_name (profile), json);
    }
  g_string_append (out, "}}");

  cli_output_print_json (output, out->str, out->len);
}

GPtrArray *
cli_config_get_profiles (McpServerList *list)
{
  GPtrArray *profiles = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    g_ptr_array_add (profiles, g_list_model_get_item (G_LIST_MODEL (list), i));

  return profiles;
}

/* Saved servers by their names, or what to end with. */
GPtrArray *
cli_config_find_profiles (CliConnection  *connection,
                          McpServerList  *list,
                          char          **names,
                          int            *status)
{
  g_autoptr (GPtrArray) profiles = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; names[i] != NULL; i++)
    {
      McpProfile *profile = mcp_server_list_find (list, names[i]);

      if (profile == NULL)
        {
          *status = cli_connection_usage (connection, _("There is no saved server “%s”"), names[i]);
          return NULL;
        }
      g_ptr_array_add (profiles, g_object_ref (profile));
    }

  return g_steal_pointer (&profiles);
}

/* Those of a group, (nullable) of none, under its name. */
static void
print_group (CliOutput  *output,
             GPtrArray  *profiles,
             const char *group,
             guint       name_width)
{
  if (group != NULL)
    {
      g_autofree char *visible = cli_text_visible (group, -1, FALSE);

      cli_output_print (output, "\n%s:\n", visible);
    }

  for (guint i = 0; i < profiles->len; i++)
    if (g_strcmp0 (mcp_profile_get_settings (profiles->pdata[i])->group, group) == 0)
      print_profile_row (output, profiles->pdata[i], name_width);
}

/* Lists the saved servers, without the values of their environment. */
int
cli_run_config_list (CliConnection *connection)
{
  CliOutput *output = connection->output;
  g_autoptr (McpServerList) list = NULL;
  g_autoptr (GPtrArray) profiles = NULL;
  g_auto (GStrv) groups = NULL;
  guint name_width = 0;
  int status;

  list = cli_config_load (connection, &status);
  if (list == NULL)
    return status;

  profiles = cli_config_get_profiles (list);
  if (!cli_output_is_text (output))
    {
      cli_config_print_profiles (output, profiles, FALSE);
      return CLI_EXIT_OK;
    }

  for (guint i = 0; i < profiles->len; i++)
    {
      g_autofree char *name = cli_text_visible (mcp_profile_get_name (profiles->pdata[i]), -1,
                                                FALSE);

      name_width = MAX (name_width, MIN (cli_text_width (name), 30));
    }
  print_group (output, profiles, NULL, name_width);
  groups = mcp_server_list_dup_groups (list);
  for (guint i = 0; groups[i] != NULL; i++)
    print_group (output, profiles, groups[i], name_width);

  if (profiles->len == 0)
    cli_note (_("No server is saved in %s."), mcp_server_list_get_path (list));

  return CLI_EXIT_OK;
}

int
cli_run_config_forget (CliConnection *connection)
{
  g_autoptr (McpServerList) list = NULL;
  g_autoptr (GPtrArray) profiles = NULL;
  int status;

  list = cli_config_load (connection, &status);
  if (list == NULL)
    return status;

  profiles = cli_config_find_profiles (connection, list, connection->options->words, &status);
  if (profiles == NULL)
    return status;

  for (guint i = 0; i < profiles->len; i++)
    mcp_consent_withdraw (profiles->pdata[i]);

  return CLI_EXIT_OK;
}

/* --- Taps in the configurations of others --- */

/* The earlier one stays beside it. */
static gboolean
replace_file (const char       *path,
              const char       *before,
              gsize             before_length,
              const char       *after,
              McpTextEncoding   encoding,
              GError          **error)
{
  gsize length;
  g_autofree char *bytes = mcp_text_encode (after, encoding, &length);
  g_autofree char *backup = g_strconcat (path, ".before-tap", NULL);
  g_autoptr (CliFile) kept = cli_file_new (backup, TRUE, error);
  g_autoptr (CliFile) file = NULL;

  if (kept == NULL)
    return FALSE;
  cli_file_write (kept, before, before_length);
  if (!cli_file_finish (kept, error))
    return FALSE;

  file = cli_file_new (path, FALSE, error);
  if (file == NULL)
    return FALSE;
  cli_file_write (file, bytes, length);

  return cli_file_finish (file, error);
}

static void
print_changed (CliOutput *output,
               GPtrArray *changed,
               GPtrArray *passed)
{
  g_autoptr (GString) json = g_string_new ("{\"changed\":[");

  for (guint i = 0; i < changed->len; i++)
    {
      g_autofree char *visible = cli_text_visible (changed->pdata[i], -1, FALSE);

      if (cli_output_is_text (output))
        cli_output_print (output, "%s\n", visible);
      g_string_append (json, i > 0 ? "," : "");
      mcp_json_append_string (json, changed->pdata[i], -1);
    }
  g_string_append (json, "],\"passedOver\":[");
  for (guint i = 0; i < passed->len; i++)
    {
      g_autofree char *visible = cli_text_visible (passed->pdata[i], -1, FALSE);

      cli_note ("%s", visible);
      g_string_append (json, i > 0 ? "," : "");
      mcp_json_append_string (json, passed->pdata[i], -1);
    }
  g_string_append (json, "]}");
  if (!cli_output_is_text (output))
    cli_output_print_json (output, json->str, json->len);
}

static int
change_taps (CliConnection *connection,
             gboolean       wraps)
{
  const CliOptions *options = connection->options;
  const char *path = options->words[0];
  const char * const *names = (const char * const *) options->words + 1;
  g_autoptr (GPtrArray) changed = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) passed = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *program = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *bytes = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (GError) error = NULL;
  McpTextEncoding encoding = MCP_TEXT_UTF8;
  gsize n_bytes = 0;
  gsize length = 0;

  if (!g_file_get_contents (path, &bytes, &n_bytes, &error))
    return cli_connection_fail (connection, NULL, error, NULL);
  before = mcp_text_decode (bytes, n_bytes, &length, &encoding, &error);
  if (before == NULL)
    return cli_connection_fail (connection, path, error, NULL);
  if (strlen (before) < length)
    {
      g_set_error (&error, MCP_ERROR, MCP_ERROR_CONFIG, _("There is a zero byte in it"));
      return cli_connection_fail (connection, path, error, NULL);
    }
  after = wraps ? mcp_tap_config_wrap (before, program != NULL ? program : "sounder-cli", names, changed, passed, &error)
                : mcp_tap_config_unwrap (before, names, changed, passed, &error);
  if (after == NULL)
    return cli_connection_fail (connection, path, error, NULL);
  if (changed->len > 0 && !replace_file (path, bytes, n_bytes, after, encoding, &error))
    return cli_connection_fail (connection, NULL, error, NULL);

  print_changed (connection->output, changed, passed);
  if (changed->len == 0)
    cli_note (wraps ? _("%s: there is no server without a tap") : _("%s: there is no tap"), path);

  return CLI_EXIT_OK;
}

int
cli_run_config_wrap (CliConnection *connection)
{
  return change_taps (connection, TRUE);
}

int
cli_run_config_unwrap (CliConnection *connection)
{
  return change_taps (connection, FALSE);
}
