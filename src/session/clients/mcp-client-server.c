/* mcp-client-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-client-manifest.h"
#include "mcp-client-private.h"
#include "mcp-command-advice.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json-edit.h"
#include "mcp-profile-foreign.h"
#include "mcp-variables.h"

/* A file that is being read. */
typedef struct
{
  const McpClient *client;
  const char      *text;     /* valid JSON */
  const char      *folder;   /* (nullable): of the project */
  const char      *inputs;   /* (nullable): array of what may be asked for */
  gsize            inputs_length;
  gboolean         is_own;   /* nothing of the settings of Sounder is left out */
  gboolean         has_lines;
} Reader;

/**
 * mcp_client_server_free:
 * @self: (nullable): a server
 */
void
mcp_client_server_free (McpClientServer *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self->place);
  g_free (self->folder);
  g_clear_object (&self->profile);
  g_free (self->problem);
  g_free (self->hint);
  g_free (self->left_out);
  g_free (self->inputs);
  g_free (self);
}

/* --- Servers --- */

/* "a, b"; (nullable): there is none. */
char *
mcp_client_join_names (GHashTable *names)
{
  g_autoptr (GList) sorted = g_list_sort (g_hash_table_get_keys (names), (GCompareFunc) strcmp);
  GString *text = g_string_new (NULL);

  for (GList *l = sorted; l != NULL; l = l->next)
    g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", (const char *) l->data);

  return g_string_free (text, text->len == 0);
}

/* The names in "${input:NAME}". */
static GHashTable *
list_asked (const char *json)
{
  GHashTable *asked = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);

  while ((json = strstr (json, "${input:")) != NULL)
    {
      gsize n;

      json += strlen ("${input:");
      for (n = 0; json[n] != '\0' && strchr ("}\"\\", json[n]) == NULL;)
        n++;
      if (json[n] == '}')
        g_hash_table_add (asked, g_strndup (json, n));
    }

  return asked;
}

/* The descriptions of those inputs that an entry names. */
static char *
find_inputs (Reader     *self,
             const char *json)
{
  g_autoptr (GHashTable) asked = list_asked (json);
  g_autoptr (GString) found = g_string_new ("[");
  McpJsonIter iter;
  McpSpan value;

  if (self->inputs == NULL || g_hash_table_size (asked) == 0)
    return NULL;

  mcp_json_iter_init (&iter, self->inputs, self->inputs_length);
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      const char *input = self->inputs + value.offset;
      g_autofree char *id = mcp_json_lookup_string (input, value.length, "id");

      if (id == NULL || !g_hash_table_contains (asked, id))
        continue;
      mcp_json_append_comma (found);
      g_string_append_len (found, input, value.length);
    }
  g_string_append_c (found, ']');

  return found->len > 2 ? g_strdup (found->str) : NULL;
}

/* Gives a server what it is by @json, or the problem with that. */
static void
take (McpClientServer *self,
      const char      *json,
      GHashTable      *left_out,
      gboolean         is_own)
{
  g_autoptr (GError) error = NULL;

  self->profile = is_own ? mcp_profile_new_from_json (self->name, json, -1, &error)
                         : mcp_profile_new_foreign (self->name, json, left_out, &error);
  if (self->profile == NULL)
    self->problem = g_strdup (error->message);
  else
    self->hint = mcp_command_advise (self->profile);
  self->left_out = mcp_client_join_names (left_out);
}

void
mcp_client_server_take (McpClientServer *self,
                        const char      *json,
                        GHashTable      *left_out)
{
  take (self, json, left_out, FALSE);
}

/* FALSE: it is no server of the file's. */
static gboolean
read_entry (Reader               *self,
            McpClientServer      *server,
            const McpClientPlace *place)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *json = NULL;

  if (place->is_container)
    {
      server->problem = g_strdup_printf (_("“%s” must be an object of servers"), place->name);
      return TRUE;
    }
  if (place->value.length > MCP_CLIENT_MAX_ENTRY_BYTES)
    {
      server->problem = g_strdup_printf (_("It is longer than %u bytes"), MCP_CLIENT_MAX_ENTRY_BYTES);
      return TRUE;
    }
  if (mcp_client_entry_read (place->is_opencode ? mcp_client_find ("opencode") : self->client, server->folder,
                             self->text + place->value.offset, place->value.length, &json, &server->disabled, names)
      == MCP_CLIENT_ENTRY_OTHER)
    return FALSE;

  take (server, json, names, self->is_own);
  server->inputs = find_inputs (self, json);
  if (server->profile != NULL && server->inputs != NULL)
    mcp_variables_adopt (server->profile, server->inputs);

  return TRUE;
}

/* Names an anonymous server after its program or host. */
static void
name_server (McpClientServer *self)
{
  g_autoptr (McpProfile) named = NULL;

  if (self->profile == NULL)
    return;

  named = mcp_profile_is_stdio (self->profile)
            ? mcp_profile_new_for_argv (NULL, mcp_profile_get_argv (self->profile))
            : mcp_profile_new_for_url (NULL, mcp_profile_get_url (self->profile));
  mcp_profile_set_name (self->profile, mcp_profile_get_name (named));
  g_free (self->name);
  self->name = g_strdup (mcp_profile_get_name (named));
}

/* (nullable): what stands there is no server of the file's. */
static McpClientServer *
read_place (Reader               *self,
            const McpClientPlace *place)
{
  McpClientServer *server = g_new0 (McpClientServer, 1);

  server->name = g_strdup (place->name != NULL && *place->name != '\0' ? place->name : _("Server"));
  server->place = *place->path != '\0' ? g_strdup (place->path) : NULL;
  server->line = self->has_lines ? place->line : 0;
  server->folder = g_strdup (place->folder != NULL ? place->folder : self->folder);
  if (!read_entry (self, server, place))
    {
      mcp_client_server_free (server);
      return NULL;
    }
  if (place->name == NULL || *place->name == '\0')
    name_server (server);

  return server;
}

/* How VS Code asks for what servers need, beside them. */
static void
find_inputs_of_all (Reader *self,
                    gsize   length)
{
  McpSpan span;
  McpSpan mcp;
  gsize offset = 0;

  if (mcp_json_get_type (self->text, length) != MCP_JSON_OBJECT)
    return;
  if (!mcp_json_edit_find (self->text, length, "inputs", &span))
    {
      if (!mcp_json_edit_find (self->text, length, "mcp", &mcp)
          || mcp_json_get_type (self->text + mcp.offset, mcp.length) != MCP_JSON_OBJECT
          || !mcp_json_edit_find (self->text + mcp.offset, mcp.length, "inputs", &span))
        return;
      offset = mcp.offset;
    }
  if (mcp_json_get_type (self->text + offset + span.offset, span.length) != MCP_JSON_ARRAY
      || span.length > MCP_CLIENT_MAX_ENTRY_BYTES)
    return;

  self->inputs = self->text + offset + span.offset;
  self->inputs_length = span.length;
}

static GPtrArray *
read_document (Reader    *self,
               gboolean   is_needed,
               GError   **error)
{
  g_autoptr (GPtrArray) servers = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_client_server_free);
  gsize length = strlen (self->text);
  g_autoptr (GPtrArray) places =
    mcp_client_find_places (self->text, length, self->client->container, is_needed, error);

  if (places == NULL)
    return NULL;

  find_inputs_of_all (self, length);
  for (guint i = 0; i < places->len; i++)
    {
      McpClientServer *server = read_place (self, places->pdata[i]);

      if (server != NULL)
        g_ptr_array_add (servers, server);
    }
  mcp_client_servers_set_origin (servers, NULL);

  return g_steal_pointer (&servers);
}

/**
 * mcp_client_read:
 * @client: whose file it is
 * @text: what is in it
 * @folder: (nullable): of the project the file belongs to
 *
 * Reads the servers of a client’s file. One that is wrong is there with its problem, and keeps no
 * other away.
 *
 * Returns: (transfer full) (element-type McpClientServer) (nullable): the servers in their order,
 *   none where the file has other settings only; %NULL with %MCP_ERROR_CONFIG when the file as a
 *   whole cannot be read
 */
GPtrArray *
mcp_client_read (const McpClient  *client,
                 const char       *text,
                 gsize             length,
                 const char       *folder,
                 GError          **error)
{
  g_autofree char *json = NULL;
  Reader self = { .client = client, .folder = folder };

  g_return_val_if_fail (client != NULL, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  json = mcp_client_dup_json (client->format, text, length, error);
  self.text = json;
  self.has_lines = client->format == MCP_CLIENT_JSON;

  return json != NULL ? read_document (&self, FALSE, error) : NULL;
}

/* Of YAML that nobody is known to have written Goose has the most. */
static const McpClient *
get_client_of (McpClientFormat      format,
               const McpClientFile *file)   /* (nullable) */
{
  if (file != NULL && file->client->format == format)
    return file->client;

  return format == MCP_CLIENT_YAML ? mcp_client_find ("goose") : &mcp_client_nobody;
}

/**
 * mcp_client_read_text:
 * @text: what somebody pasted, or the content of a file that is no client’s by its name
 *
 * Reads servers from the shapes of JSON, TOML and YAML that are around, see docs/servers.md, and
 * from the server.json of a registry, see mcp_client_manifest_read(). One that is wrong is there
 * with its problem.
 *
 * Returns: (transfer full) (element-type McpClientServer) (nullable): the servers; %NULL with
 *   %MCP_ERROR_CONFIG, which says what is there instead
 */
GPtrArray *
mcp_client_read_text (const char  *text,
                      gsize        length,
                      GError     **error)
{
  g_autofree char *json = NULL;
  McpClientFormat format;
  Reader self = { NULL };

  g_return_val_if_fail (text != NULL, NULL);

  json = mcp_client_guess_json (text, length, &format, error);
  if (json == NULL)
    return NULL;
  if (mcp_client_manifest_is (json, strlen (json)))
    return mcp_client_manifest_read (json, strlen (json), error);

  self.text = json;
  self.has_lines = format == MCP_CLIENT_JSON;
  self.client = get_client_of (format, NULL);

  return read_document (&self, TRUE, error);
}

/**
 * mcp_client_read_own:
 * @text: the content of a file
 * @path: (type filename): its name, which may say whose it is
 *
 * Reads servers from a file that is worked with as it is: with all that it says to Sounder.
 *
 * Returns: (transfer full) (element-type McpClientServer) (nullable): the servers; %NULL with
 *   %MCP_ERROR_CONFIG, which says what is there instead
 */
GPtrArray *
mcp_client_read_own (const char  *text,
                     gsize        length,
                     const char  *path,
                     GError     **error)
{
  g_autoptr (McpClientFile) file = NULL;
  g_autofree char *json = NULL;
  McpClientFormat format;
  Reader self = { .is_own = TRUE };

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (path != NULL, NULL);

  json = mcp_client_guess_json (text, length, &format, error);
  file = mcp_client_file_new_for_path (path);
  self.text = json;
  self.has_lines = format == MCP_CLIENT_JSON;
  self.client = get_client_of (format, file);

  return json != NULL ? read_document (&self, TRUE, error) : NULL;
}

/**
 * mcp_client_file_read:
 * @file: a client’s file
 *
 * Reads the servers of a client’s file, see mcp_client_read().
 *
 * Returns: (transfer full) (element-type McpClientServer) (nullable): the servers; %NULL with
 *   %G_FILE_ERROR_NOENT when there is no file, or with %MCP_ERROR_CONFIG, which names it
 */
GPtrArray *
mcp_client_file_read (McpClientFile  *file,
                      GError        **error)
{
  g_autoptr (GError) local_error = NULL;
  g_autofree char *text = NULL;
  GPtrArray *servers;
  gsize length;

  g_return_val_if_fail (file != NULL, NULL);

  text = mcp_client_dup_text (file->path, &length, NULL, error);
  if (text == NULL)
    return NULL;

  servers = mcp_client_read (file->client, text, length, file->folder, &local_error);
  if (servers != NULL)
    mcp_client_servers_set_origin (servers, file->path);
  else
    g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, "%s: %s", file->path, local_error->message);

  return servers;
}

/**
 * mcp_client_servers_set_origin:
 * @servers: (element-type McpClientServer): servers
 * @origin: (nullable): the file, link or registry that they were read from
 *
 * Notes where servers came from. What a file says of that itself is not believed.
 */
void
mcp_client_servers_set_origin (GPtrArray  *servers,
                               const char *origin)
{
  g_return_if_fail (servers != NULL);

  for (guint i = 0; i < servers->len; i++)
    if (((McpClientServer *) servers->pdata[i])->profile != NULL)
      g_object_set (((McpClientServer *) servers->pdata[i])->profile, "origin", origin, NULL);
}

GPtrArray *
mcp_client_servers_dup_profiles (GPtrArray *servers)
{
  GPtrArray *profiles = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; servers != NULL && i < servers->len; i++)
    if (((McpClientServer *) servers->pdata[i])->profile != NULL)
      g_ptr_array_add (profiles, g_object_ref (((McpClientServer *) servers->pdata[i])->profile));

  return profiles;
}

/**
 * mcp_client_server_dup_problem:
 * @self: a server with a problem
 *
 * Says why a server cannot be read, and where it stands.
 *
 * Returns: (transfer full): one line, with text from the file in it
 */
char *
mcp_client_server_dup_problem (const McpClientServer *self)
{
  g_return_val_if_fail (self != NULL && self->problem != NULL, NULL);

  if (self->place == NULL)
    return g_strdup_printf ("%s: %s", self->name, self->problem);
  if (self->line == 0)
    return g_strdup_printf ("%s: %s", self->place, self->problem);

  /* Translators: where a server stands in a file, as “mcpServers.files”; the line it is in; what is wrong with it. */
  return g_strdup_printf (_("%s, line %u: %s"), self->place, self->line, self->problem);
}
