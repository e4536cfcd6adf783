/* cli-config-export.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n.h>

#include "cli-config.h"
#include "cli-text.h"
#include "mcp-client-export.h"
#include "mcp-error.h"
#include "mcp-host.h"
#include "mcp-json.h"
#include "mcp-redactor.h"
#include "mcp-text-diff.h"

/* Saved servers, as JSON on standard output or into the file of another client. */

/* --- Into a file --- */

/*
 * @word names a client or a file. A client gives its existing file, or else the first of its list;
 * a file is assigned to a client by its name.
 */
static McpClientFile *
find_target (const char  *word,
             GError     **error)
{
  const McpClient *client = mcp_client_find (word);
  g_autoptr (GPtrArray) files = NULL;
  McpClientFile *first = NULL;
  McpClientFile *file;

  if (client == NULL)
    {
      file = mcp_client_file_new_for_path (word);

      /* What most read. */
      return file != NULL ? file : mcp_client_file_new (mcp_client_find ("claude-code"), word, NULL);
    }

  files = mcp_client_list_files (NULL);
  for (guint i = 0; i < files->len; i++)
    {
      McpClientFile *candidate = files->pdata[i];

      if (candidate->client != client)
        continue;
      if (g_file_test (candidate->path, G_FILE_TEST_EXISTS))
        return mcp_client_file_new (client, candidate->path, NULL);
      if (first == NULL)
        first = candidate;
    }

  /* What is written there would be gone with the sandbox. */
  if (mcp_host_get_state () == MCP_HOST_NONE)
    return mcp_client_file_new (client, first->path, NULL);

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
               _("In a Flatpak the file of %s cannot be seen; see “Flatpak” in docs/servers.md"), client->name);

  return NULL;
}

static void
print_diff (CliOutput  *output,
            const char *diff)
{
  g_auto (GStrv) lines = g_strsplit (diff, "\n", -1);

  for (guint i = 0; lines[i] != NULL && (lines[i + 1] != NULL || lines[i][0] != '\0'); i++)
    {
      g_autofree char *visible = cli_text_visible (lines[i], -1, FALSE);
      g_autoptr (GString) line = g_string_new (NULL);

      cli_output_style (output, line,
                        visible[0] == '+' ? CLI_STYLE_GREEN : visible[0] == '-' ? CLI_STYLE_RED : CLI_STYLE_NONE, visible);
      cli_output_print (output, "%s\n", line->str);
    }
}

/* Without secrets, unless they are wanted: what was in the file before belongs to others as well.
 */
static char *
dup_diff (const McpClientChange *change,
          gboolean               with_secrets)
{
  g_autoptr (McpRedactor) redactor = NULL;
  g_autofree char *name = g_filename_display_name (change->path);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  if (with_secrets)
    return g_strdup (change->diff);

  redactor = mcp_redactor_new ();
  before = mcp_redactor_redact (redactor, change->before != NULL ? change->before : "", -1, NULL);
  after = mcp_redactor_redact (redactor, change->after, -1, NULL);

  return mcp_text_diff (before, after, change->before != NULL ? name : "/dev/null", name);
}

static void
print_change_json (CliOutput       *output,
                   McpClientFile   *file,
                   McpClientChange *change,
                   const char      *diff,
                   gboolean         written,
                   const char      *backup)
{
  g_autoptr (GString) json = g_string_new ("{");

  mcp_json_append_member_string (json, "client", file->client->id);
  mcp_json_append_member_string (json, "path", change->path);
  mcp_json_append_member_string (json, "diff", diff);
  mcp_json_append_member (json, "written", written ? "true" : "false");
  mcp_json_append_member_string (json, "backup", backup);
  mcp_json_append_member_string (json, "leftOut", change->left_out);
  g_string_append_c (json, '}');
  cli_output_print_json (output, json->str, json->len);
}

static int
export_to (CliConnection *connection,
           McpClientFile *file,
           GPtrArray     *profiles)
{
  CliOutput *output = connection->output;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpClientChange) change = mcp_client_change_new (file, profiles, &error);
  g_autofree char *backup = NULL;
  g_autofree char *diff = NULL;
  gboolean differs;

  if (change == NULL)
    return cli_connection_fail (connection, NULL, error, NULL);

  diff = dup_diff (change, connection->options->no_redact);

  differs = change->diff[0] != '\0';
  if (cli_output_is_text (output))
    {
      print_diff (output, diff);
      cli_output_flush (output);
    }
  if (differs && !connection->options->dry_run && !mcp_client_change_apply (change, &backup, &error))
    return cli_connection_fail (connection, NULL, error, NULL);

  if (!cli_output_is_text (output))
    print_change_json (
        output, file, change, diff, differs && !connection->options->dry_run, backup);
  if (!differs)
    cli_note (_("%s says so already."), change->path);
  else if (connection->options->dry_run)
    cli_note (_("Nothing was written."));
  else if (backup != NULL)
    cli_note (_("%s was written; as it was it is in %s."), change->path, backup);
  else
    cli_note (_("%s was written."), change->path);
  if (change->left_out != NULL)
    {
      g_autofree char *visible = cli_text_visible (change->left_out, -1, FALSE);

      cli_note (_("Left out, since it is in the keyring: %s"), visible);
    }

  return CLI_EXIT_OK;
}

/* A name of a saved server comes first. */
static gboolean
is_target (McpServerList *list,
           const char    *word)
{
  return mcp_server_list_find (list, word) == NULL
         && (mcp_client_find (word) != NULL || strchr (word, '/') != NULL || g_str_has_suffix (word, ".json")
             || g_str_has_suffix (word, ".toml") || g_str_has_suffix (word, ".yaml"));
}

/*
 * Prints saved servers as a file that other clients read; secrets only with --no-redact. With a
 * client or a file before the names, puts them into that file, and prints what changes in it first.
 */
int
cli_run_config_export (CliConnection *connection)
{
  char **words = connection->options->words;
  g_autoptr (McpServerList) list = NULL;
  g_autoptr (McpClientFile) file = NULL;
  g_autoptr (GPtrArray) profiles = NULL;
  g_autoptr (GError) error = NULL;
  gboolean has_target;
  int status;

  list = cli_config_load (connection, &status);
  if (list == NULL)
    return status;

  has_target = words[0] != NULL && is_target (list, words[0]);
  if (has_target && words[1] == NULL)
    return cli_connection_usage (connection, _("config export %s: which servers? Name them behind it"), words[0]);
  profiles = words[0] != NULL ? cli_config_find_profiles (connection, list, words + has_target, &status)
                              : cli_config_get_profiles (list);
  if (profiles == NULL)
    return status;

  if (!has_target)
    {
      cli_config_print_profiles (connection->output, profiles, connection->options->no_redact);
      return CLI_EXIT_OK;
    }

  file = find_target (words[0], &error);
  if (file == NULL)
    return cli_connection_fail (connection, NULL, error, NULL);

  return export_to (connection, file, profiles);
}
