/* cli-config-clients.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n.h>

#include "cli-config.h"
#include "cli-text.h"
#include "mcp-bundle.h"
#include "mcp-client-server.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-host.h"
#include "mcp-json.h"
#include "mcp-nearest.h"
#include "mcp-profile-public.h"
#include "mcp-server-link.h"

/* The servers of other clients: what is there, and taking it over. Nothing is started by it. */

static const char * const match_names[] = { "new", "same", "changed" };

/* The files where @client keeps servers, or those of every client if NULL. */
static GPtrArray *
list_files (const McpClient *client)
{
  g_autofree char *folder = g_get_current_dir ();
  g_autoptr (GPtrArray) all = mcp_client_list_files (folder);
  GPtrArray *files = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_client_file_free);

  for (guint i = 0; i < all->len; i++)
    {
      McpClientFile *file = all->pdata[i];

      if (client == NULL || file->client == client)
        g_ptr_array_add (files, mcp_client_file_new (file->client, file->path, file->folder));
    }

  return files;
}

static void
note_sandbox (void)
{
  if (mcp_host_get_state () != MCP_HOST_NONE)
    cli_note (_("In a Flatpak most files of other clients cannot be seen; see “Flatpak” in docs/servers.md."));
}

/* --- What is there --- */

static char *
dup_command (const McpClientServer *server)
{
  g_autofree char *command = NULL;

  if (server->profile == NULL)
    {
      command = mcp_client_server_dup_problem (server);
      return cli_text_visible (command, -1, FALSE);
    }

  command = mcp_profile_dup_public_command (server->profile);

  return cli_text_visible (command, -1, FALSE);
}

static const char *
get_state (const McpClientServer *server,
           McpClientMatch         match)
{
  if (server->profile == NULL)
    return _("cannot be read");
  if (match == MCP_CLIENT_MATCH_SAME)
    return _("saved");
  if (match == MCP_CLIENT_MATCH_CHANGED)
    /* Translators: of a server: one of the same name is saved, and differs. */
    return _("differs");

  return server->disabled ? _("turned off") : NULL;
}

static McpClientMatch
get_match (const McpClientServer *server,
           McpServerList         *list)
{
  return server->profile != NULL ? mcp_client_server_match (server, list, NULL) : MCP_CLIENT_MATCH_NEW;
}

static void
print_server (CliOutput             *output,
              const McpClientServer *server,
              McpClientMatch         match)
{
  g_autofree char *name = cli_text_visible (server->name, -1, FALSE);
  g_autofree char *command = dup_command (server);
  const char *state = get_state (server, match);
  g_autoptr (GString) line = g_string_new ("  ");

  cli_output_style (output, line, CLI_STYLE_BOLD, name);
  if (state != NULL)
    g_string_append_printf (line, " (%s)", state);
  g_string_append_printf (line, "  %s", command);
  cli_output_print (output, "%s\n", line->str);
  if (server->hint != NULL)
    {
      g_autofree char *hint = cli_text_visible (server->hint, -1, FALSE);

      cli_output_print (output, "    %s\n", hint);
    }
}

static void
print_file (CliOutput     *output,
            McpClientFile *file,
            GPtrArray     *servers,   /* (nullable): see problem */
            const char    *problem,
            McpServerList *list)
{
  g_autofree char *path = g_filename_display_name (file->path);
  g_autofree char *visible = cli_text_visible (path, -1, FALSE);

  if (servers == NULL)
    {
      g_autofree char *why = cli_text_visible (problem, -1, FALSE);

      cli_output_print (output, "%s  %s\n", file->client->name, why);
      return;
    }

  cli_output_print (output, ngettext ("%s  %s  %u server\n", "%s  %s  %u servers\n", servers->len),
                    file->client->name, visible, servers->len);
  for (guint i = 0; i < servers->len; i++)
    print_server (output, servers->pdata[i], get_match (servers->pdata[i], list));
}

static void
append_server (GString               *json,
               const McpClientServer *server,
               McpServerList         *list)
{
  g_string_append_c (json, '{');
  mcp_json_append_member_string (json, "name", server->name);
  mcp_json_append_member_string (json, "project", server->folder);
  if (server->disabled)
    mcp_json_append_member (json, "disabled", "true");
  mcp_json_append_member_string (json, "place", server->place);
  if (server->line > 0)
    mcp_json_append_member_int (json, "line", server->line);
  mcp_json_append_member_string (json, "problem", server->problem);
  mcp_json_append_member_string (json, "hint", server->hint);
  mcp_json_append_member_string (json, "leftOut", server->left_out);
  if (server->inputs != NULL)
    mcp_json_append_member (json, "inputs", server->inputs);
  if (server->profile != NULL)
    {
      g_autofree char *public = mcp_profile_to_public_json (server->profile);

      mcp_json_append_member_string (json, "match", match_names[get_match (server, list)]);
      mcp_json_append_member (json, "server", public);
    }
  g_string_append_c (json, '}');
}

static void
append_file (GString       *json,
             McpClientFile *file,
             GPtrArray     *servers,   /* (nullable): see problem */
             const char    *problem,
             McpServerList *list)
{
  g_string_append (json, json->str[json->len - 1] == '[' ? "{" : ",{");
  mcp_json_append_member_string (json, "client", file->client->id);
  mcp_json_append_member_string (json, "name", file->client->name);
  mcp_json_append_member_string (json, "path", file->path);
  mcp_json_append_member_string (json, "project", file->folder);
  mcp_json_append_member_string (json, "problem", problem);
  if (servers != NULL)
    {
      mcp_json_append_key (json, "servers");
      g_string_append_c (json, '[');
      for (guint i = 0; i < servers->len; i++)
        {
          if (i > 0)
            g_string_append_c (json, ',');
          append_server (json, servers->pdata[i], list);
        }
      g_string_append_c (json, ']');
    }
  g_string_append_c (json, '}');
}

/*
 * Lists the servers that other clients have in their files, those of the project in this folder
 * too, and which of them are saved.
 */
int
cli_run_config_clients (CliConnection *connection)
{
  CliOutput *output = connection->output;
  g_autoptr (GPtrArray) files = list_files (NULL);
  g_autoptr (GString) json = g_string_new ("{\"files\":[");
  g_autoptr (McpServerList) list = NULL;
  guint n_files = 0;
  int status;

  list = cli_config_load (connection, &status);
  if (list == NULL)
    return status;

  for (guint i = 0; i < files->len; i++)
    {
      McpClientFile *file = files->pdata[i];
      g_autoptr (GError) error = NULL;
      g_autoptr (GPtrArray) servers = mcp_client_file_read (file, &error);

      if (g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        continue;
      n_files++;
      if (cli_output_is_text (output))
        print_file (output, file, servers, error != NULL ? error->message : NULL, list);
      else
        append_file (json, file, servers, error != NULL ? error->message : NULL, list);
    }
  g_string_append (json, "]}");
  if (!cli_output_is_text (output))
    cli_output_print_json (output, json->str, json->len);
  else if (n_files == 0)
    cli_note (_("No file of another client is here."));
  note_sandbox ();

  return CLI_EXIT_OK;
}

/* --- Taking it over --- */

typedef struct
{
  CliConnection *connection;
  McpServerList *list;
  GPtrArray     *found;      /* of GPtrArray of McpClientServer: what each file has */
  GPtrArray     *added;      /* of McpProfile */
  GHashTable    *left_out;
  guint          n_same;
  GPtrArray     *paths;      /* of the files that could be read */
  gboolean       failed;
} Import;

static void
import_clear (Import *self)
{
  g_clear_object (&self->list);
  g_ptr_array_unref (self->found);
  g_ptr_array_unref (self->added);
  g_ptr_array_unref (self->paths);
  g_hash_table_unref (self->left_out);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Import, import_clear)

/* What ${input:…} stands for. */
void
cli_config_note_inputs (const McpClientServer *server)
{
  McpJsonIter iter;
  McpSpan span;

  if (server->inputs == NULL || !mcp_json_iter_init (&iter, server->inputs, strlen (server->inputs)))
    return;

  while (mcp_json_iter_next (&iter, NULL, &span))
    {
      const char *input = server->inputs + span.offset;
      g_autofree char *id = mcp_json_lookup_string (input, span.length, "id");
      g_autofree char *description = mcp_json_lookup_string (input, span.length, "description");
      g_autofree char *line = g_strdup_printf ("%s: ${input:%s}: %s", server->name, id != NULL ? id : "?",
                                               description != NULL ? description : "?");
      g_autofree char *visible = cli_text_visible (line, -1, FALSE);

      cli_note ("%s", visible);
    }
}

static void
note_hint (const McpClientServer *server)
{
  g_autofree char *line = NULL;
  g_autofree char *visible = NULL;

  if (server->hint == NULL)
    return;

  line = g_strdup_printf ("%s: %s", server->name, server->hint);
  visible = cli_text_visible (line, -1, FALSE);
  cli_note ("%s", visible);
}

static gboolean
add_server (Import           *self,
            McpClientServer  *server,
            GError          **error)
{
  g_autofree char *name = NULL;
  g_autofree char *visible = NULL;

  if (mcp_client_server_match (server, self->list, NULL) == MCP_CLIENT_MATCH_SAME)
    {
      self->n_same++;
      return TRUE;
    }

  name = mcp_server_list_make_unique_name (self->list, server->name);
  mcp_profile_set_name (server->profile, name);
  if (!self->connection->options->dry_run && !mcp_server_list_add (self->list, server->profile, error))
    return FALSE;

  g_ptr_array_add (self->added, g_object_ref (server->profile));
  if (server->left_out != NULL)
    g_hash_table_add (self->left_out, g_strdup (server->left_out));
  cli_config_note_inputs (server);
  note_hint (server);
  visible = cli_text_visible (name, -1, FALSE);
  if (cli_output_is_text (self->connection->output))
    cli_output_print (self->connection->output, "%s\n", visible);

  return TRUE;
}

static gboolean
add_wanted (Import      *self,
            char       **names,   /* all when there are none */
            GError     **error)
{
  for (guint i = 0; i < self->found->len; i++)
    {
      GPtrArray *servers = self->found->pdata[i];

      for (guint k = 0; k < servers->len; k++)
        {
          McpClientServer *server = servers->pdata[k];

          if (names[0] != NULL && !g_strv_contains ((const char * const *) names, server->name))
            continue;
          if (server->profile == NULL)
            {
              g_autofree char *problem = mcp_client_server_dup_problem (server);
              g_autofree char *visible = cli_text_visible (problem, -1, FALSE);

              self->failed = TRUE;
              cli_note ("%s", visible);
            }
          else if (!add_server (self, server, error))
            return FALSE;
        }
    }

  return TRUE;
}

/* A file that is no client's, by its name: the shapes that are around. */
static GPtrArray *
read_plain (const char  *path,
            GError     **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autofree char *text = NULL;
  gsize length = 0;
  GPtrArray *servers;

  text = mcp_client_dup_text (path, &length, NULL, error);
  if (text == NULL)
    return NULL;

  servers = mcp_client_read_text (text, length, &local_error);
  if (servers == NULL)
    g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, "%s: %s", path, local_error->message);

  return servers;
}

/* A client's other settings without a server are told as those of any file. */
static GPtrArray *
read_file (const char  *path,
           GError     **error)
{
  g_autoptr (McpClientFile) file = mcp_client_file_new_for_path (path);
  g_autoptr (GPtrArray) servers = file != NULL ? mcp_client_file_read (file, error) : NULL;

  if (file != NULL && (servers == NULL || servers->len > 0))
    return g_steal_pointer (&servers);

  return read_plain (path, error);
}

static GPtrArray *
read_link (const char  *link,
           GError     **error)
{
  g_autofree char *json = mcp_server_link_read (link, error);

  return json != NULL ? mcp_client_read_text (json, strlen (json), error) : NULL;
}

static gboolean
read_path (Import      *self,
           const char  *path,
           GError     **error)
{
  GPtrArray *servers = mcp_server_link_is (path) ? read_link (path, error) : read_file (path, error);
  g_autofree char *origin = mcp_server_link_is (path) ? g_strdup ("sounder:") : g_canonicalize_filename (path, NULL);

  if (servers == NULL)
    return FALSE;

  mcp_client_servers_set_origin (servers, origin);
  g_ptr_array_add (self->paths, g_strdup (path));
  g_ptr_array_add (self->found, servers);

  return TRUE;
}

/* A file that cannot be read keeps no other away. */
static void
read_clients (Import          *self,
              const McpClient *client)
{
  g_autoptr (GPtrArray) files = list_files (client);

  for (guint i = 0; i < files->len; i++)
    {
      g_autoptr (GError) error = NULL;
      GPtrArray *servers = mcp_client_file_read (files->pdata[i], &error);

      if (servers != NULL)
        {
          g_ptr_array_add (self->paths, g_strdup (((McpClientFile *) files->pdata[i])->path));
          g_ptr_array_add (self->found, servers);
        }
      else if (!g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_NOENT))
        {
          g_autofree char *visible = cli_text_visible (error->message, -1, FALSE);

          self->failed = TRUE;
          cli_note ("%s", visible);
        }
    }
}

static gboolean
check_names (Import  *self,
             char   **names,
             GError **error)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();

  for (guint i = 0; i < self->found->len; i++)
    {
      GPtrArray *servers = self->found->pdata[i];

      for (guint k = 0; k < servers->len; k++)
        g_ptr_array_add (all, ((McpClientServer *) servers->pdata[k])->name);
    }
  g_ptr_array_add (all, NULL);

  for (guint i = 0; names[i] != NULL; i++)
    {
      const char *nearest;

      if (g_strv_contains ((const char * const *) all->pdata, names[i]))
        continue;
      nearest = mcp_find_nearest (names[i], (const char * const *) all->pdata);
      if (nearest != NULL)
        g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("There is no server “%s”; did you mean “%s”?"), names[i],
                     nearest);
      else
        g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("There is no server “%s”"), names[i]);
      return FALSE;
    }

  return TRUE;
}

/* What is there instead of a server. */
static void
note_nothing (Import *self)
{
  g_autofree char *paths = NULL;
  g_autofree char *visible = NULL;

  if (self->paths->len == 0)
    {
      cli_note (_("There is no server to import: no file of another client is here."));
      return;
    }

  g_ptr_array_add (self->paths, NULL);
  paths = g_strjoinv (", ", (char **) self->paths->pdata);
  visible = cli_text_visible (paths, -1, FALSE);
  /* Translators: %s has the paths of files. */
  cli_note (_("There is no server to import: none stands where servers would in %s"), visible);
}

static void
note_rest (Import *self)
{
  g_autoptr (GList) names = g_list_sort (g_hash_table_get_keys (self->left_out), (GCompareFunc) strcmp);
  g_autoptr (GString) text = g_string_new (NULL);

  for (GList *l = names; l != NULL; l = l->next)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", (const char *) l->data);
  if (text->len > 0)
    {
      g_autofree char *visible = cli_text_visible (text->str, text->len, FALSE);

      cli_note (_("Left out, for you to set if you want it: %s"), visible);
    }
  if (self->n_same > 0)
    cli_note (ngettext ("%u server is saved already.", "%u servers are saved already.", self->n_same), self->n_same);
  else if (self->added->len == 0 && !self->failed)
    note_nothing (self);
}

static int
import_init (Import        *self,
             CliConnection *connection)
{
  int status;

  self->connection = connection;
  self->found = g_ptr_array_new_with_free_func ((GDestroyNotify) g_ptr_array_unref);
  self->added = g_ptr_array_new_with_free_func (g_object_unref);
  self->paths = g_ptr_array_new_with_free_func (g_free);
  self->left_out = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  self->list = cli_config_load (connection, &status);

  return status;
}

/* Adds what is wanted of all that was found, and tells. */
static int
import_run (Import  *self,
            char   **names)
{
  g_autoptr (GError) error = NULL;

  if (!check_names (self, names, &error) || !add_wanted (self, names, &error))
    return cli_connection_fail (self->connection, NULL, error, NULL);

  if (!cli_output_is_text (self->connection->output))
    cli_config_print_profiles (self->connection->output, self->added, FALSE);
  note_rest (self);

  return self->added->len == 0 && self->n_same == 0 ? CLI_EXIT_USAGE : CLI_EXIT_OK;
}

static int
import_files (CliConnection   *connection,
              const McpClient *client)   /* (nullable): a file, or all */
{
  char **words = connection->options->words;
  gboolean from_clients = words[0] == NULL || client != NULL;
  g_auto (Import) self = { 0 };
  g_autoptr (GError) error = NULL;
  int status = import_init (&self, connection);

  if (status != CLI_EXIT_OK)
    return status;

  if (from_clients)
    read_clients (&self, client);
  else if (!read_path (&self, words[0], &error))
    return cli_connection_fail (connection, NULL, error, NULL);

  status = import_run (&self, words[0] != NULL ? words + 1 : words);
  if (from_clients)
    note_sandbox ();

  return status;
}

/*
 * Adds servers of other clients, of a file or of a bundle to the saved ones. One that is saved
 * already is passed over; a name that is taken by another one gets a number.
 */
int
cli_run_config_import (CliConnection *connection)
{
  const char *word = connection->options->words[0];
  const McpClient *client = word != NULL ? mcp_client_find (word) : NULL;

  if (word != NULL && client == NULL && mcp_bundle_is (word))
    return cli_bundle_import (connection, word);
  if (connection->options->into != NULL)
    {
      g_autoptr (GError) error = g_error_new (MCP_ERROR, MCP_ERROR_USAGE, _("--into is for a bundle, which is unpacked"));

      return cli_connection_fail (connection, NULL, error, NULL);
    }

  return import_files (connection, client);
}

/**
 * cli_config_import:
 * @servers: (transfer full) (element-type McpClientServer): what there is
 * @names: those that are wanted; all when there are none
 *
 * Adds servers to the saved ones, as cli_run_config_import() does.
 */
int
cli_config_import (CliConnection  *connection,
                   GPtrArray      *servers,
                   char          **names)
{
  g_auto (Import) self = { 0 };
  int status = import_init (&self, connection);

  g_ptr_array_add (self.found, servers);

  return status == CLI_EXIT_OK ? import_run (&self, names) : status;
}
