/* mcp-client-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-client"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-client-private.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json-edit.h"
#include "mcp-toml.h"
#include "mcp-variables.h"
#include "mcp-yaml.h"

/* What a person has written is far below; of what is above each thing would cost. */
#define MAX_SERVERS 1000
#define MAX_TREE_BYTES (1024u * 1024)
#define MAX_PROJECTS 10000

/* A file that is being read. */
typedef struct
{
  const McpClient *client;
  const char      *text;     /* valid JSON */
  gsize            length;
  const char      *inputs;   /* (nullable): array of what may be asked for */
  gsize            inputs_length;
  GPtrArray       *servers;  /* of McpClientServer */
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
  g_free (self->folder);
  g_clear_object (&self->profile);
  g_free (self->problem);
  g_free (self->left_out);
  g_free (self->inputs);
  g_free (self);
}

/* --- Any format as JSON --- */

/* JSON without what editors let through; (nullable). */
char *
mcp_client_relax_json (const char  *text,
                       gsize        length,
                       GError     **error)
{
  g_autofree char *json = g_strndup (text, length);
  g_autoptr (GError) local_error = NULL;

  if (strlen (json) < length)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG, _("There is a zero byte in it"));
      return NULL;
    }
  if (g_str_has_prefix (json, "\357\273\277"))
    memset (json, ' ', 3);
  mcp_json_blank_comments (json);
  g_strstrip (json);

  /* Clients make empty files. */
  if (*json == '\0')
    return g_strdup ("{}");
  if (mcp_json_validate (json, -1, &local_error))
    return g_steal_pointer (&json);

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("This is no valid JSON: %s"), local_error->message);

  return NULL;
}

/* Nothing but space and comments. */
static gboolean
is_empty (const char *text,
          gsize       length)
{
  for (gsize i = 0; i < length; i++)
    if (text[i] == '#')
      while (i + 1 < length && text[i] != '\n')
        i++;
    else if (!g_ascii_isspace (text[i]))
      return FALSE;

  return TRUE;
}

/* What a file says, as JSON; (nullable). */
char *
mcp_client_dup_json (McpClientFormat   format,
                     const char       *text,
                     gsize             length,
                     GError          **error)
{
  g_autoptr (GError) local_error = NULL;
  char *json;

  if (format == MCP_CLIENT_JSON)
    return mcp_client_relax_json (text, length, error);
  if (length > MAX_TREE_BYTES)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("It is longer than %u bytes"), MAX_TREE_BYTES);
      return NULL;
    }
  if (is_empty (text, length))
    return g_strdup ("{}");

  json = format == MCP_CLIENT_TOML ? mcp_toml_to_json (text, length, &local_error)
                                   : mcp_yaml_to_json (text, length, 1, &local_error);
  if (json == NULL)
    g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG, local_error->message);

  return json;
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

static McpProfile *
read_profile (const char  *name,
              const char  *json,
              char       **left_out,
              GError     **error)
{
  g_autoptr (GString) whole = g_string_new ("{\"mcpServers\":{");
  g_autoptr (GPtrArray) profiles = NULL;

  mcp_json_append_member (whole, name, json);
  g_string_append (whole, "}}");
  profiles = mcp_server_list_parse (whole->str, whole->len, left_out, error);

  return profiles != NULL ? g_object_ref (profiles->pdata[0]) : NULL;
}

/* Gives a server what it is by @json, or the problem with that. */
void
mcp_client_server_take (McpClientServer *self,
                        const char      *json,
                        GHashTable      *left_out)
{
  g_autofree char *more = NULL;
  g_autoptr (GError) error = NULL;

  self->profile = read_profile (self->name, json, &more, &error);
  if (self->profile != NULL && mcp_profile_is_stdio (self->profile)
      && mcp_profile_get_argv (self->profile)[0] == NULL)
    {
      g_clear_object (&self->profile);
      self->problem = g_strdup (_("It has neither a command nor an address"));
    }
  else if (self->profile == NULL)
    self->problem = g_strdup (error->message);
  if (more != NULL)
    g_hash_table_add (left_out, g_strdup (more));
  self->left_out = mcp_client_join_names (left_out);
}

static void
read_entry (Reader          *self,
            McpClientServer *server,
            const char      *text,
            gsize            length)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *json = NULL;

  if (length > MCP_CLIENT_MAX_ENTRY_BYTES)
    {
      server->problem = g_strdup_printf (_("It is longer than %u bytes"), MCP_CLIENT_MAX_ENTRY_BYTES);
      return;
    }
  if (mcp_client_entry_read (self->client, server->folder, text, length, &json, &server->disabled, names)
      == MCP_CLIENT_ENTRY_OTHER)
    {
      g_clear_pointer (&server->name, g_free);
      return;
    }

  mcp_client_server_take (server, json, names);
  server->inputs = find_inputs (self, json);
  if (server->profile != NULL && server->inputs != NULL)
    mcp_variables_adopt (server->profile, server->inputs);
}

typedef struct
{
  char    *name;
  McpSpan  value;
} Member;

static void
member_clear (gpointer data)
{
  g_free (((Member *) data)->name);
}

/* Of members with the same name the last one counts. */
static GArray *
list_members (const char *text,
              gsize       length)
{
  g_autoptr (GHashTable) positions = g_hash_table_new (mcp_str_hash, g_str_equal);
  GArray *list = g_array_new (FALSE, FALSE, sizeof (Member));
  McpJsonIter iter;
  McpSpan key, value;

  g_array_set_clear_func (list, member_clear);
  mcp_json_iter_init (&iter, text, length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      Member member = { mcp_json_dup_string (text + key.offset, key.length), value };
      gpointer position;

      if (g_hash_table_lookup_extended (positions, member.name, NULL, &position))
        {
          g_array_index (list, Member, GPOINTER_TO_UINT (position)).value = value;
          g_free (member.name);
          continue;
        }
      g_hash_table_insert (positions, member.name, GUINT_TO_POINTER (list->len));
      g_array_append_val (list, member);
    }

  return list;
}

static gboolean
read_servers (Reader      *self,
              const char  *container,
              const char  *text,
              gsize        length,
              const char  *folder,
              GError     **error)
{
  g_autoptr (GArray) list = NULL;

  if (mcp_json_get_type (text, length) == MCP_JSON_NULL)
    return TRUE;
  if (mcp_json_get_type (text, length) != MCP_JSON_OBJECT)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” must be an object of servers"), container);
      return FALSE;
    }

  list = list_members (text, length);
  if (self->servers->len + list->len > MAX_SERVERS)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("There are more than %d servers in it"), MAX_SERVERS);
      return FALSE;
    }

  for (guint i = 0; i < list->len; i++)
    {
      const Member *member = &g_array_index (list, Member, i);
      McpClientServer *server = g_new0 (McpClientServer, 1);

      server->name = g_strdup (member->name);
      server->folder = g_strdup (folder);
      read_entry (self, server, text + member->value.offset, member->value.length);
      if (server->name != NULL)
        g_ptr_array_add (self->servers, server);
      else
        mcp_client_server_free (server);
    }

  return TRUE;
}

/* What Claude Code keeps for each folder it has worked in. */
static gboolean
read_projects (Reader      *self,
               const char  *text,
               gsize        length,
               GError     **error)
{
  McpJsonIter iter;
  McpSpan key, value, servers;

  if (mcp_json_get_type (text, length) != MCP_JSON_OBJECT)
    return TRUE;

  mcp_json_iter_init (&iter, text, length);
  for (guint i = 0; i < MAX_PROJECTS && mcp_json_iter_next (&iter, &key, &value); i++)
    {
      const char *project = text + value.offset;
      g_autofree char *folder = NULL;

      if (!mcp_json_edit_find (project, value.length, self->client->container, &servers))
        continue;
      folder = mcp_json_dup_string (text + key.offset, key.length);
      if (!read_servers (self, self->client->container, project + servers.offset, servers.length, folder, error))
        return FALSE;
    }

  return TRUE;
}

static gboolean
read_document (Reader      *self,
               const char  *folder,
               GError     **error)
{
  McpSpan span;

  if (mcp_json_get_type (self->text, self->length) != MCP_JSON_OBJECT)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("It is no object with “%s”"), self->client->container);
      return FALSE;
    }

  if (mcp_json_edit_find (self->text, self->length, "inputs", &span)
      && mcp_json_get_type (self->text + span.offset, span.length) == MCP_JSON_ARRAY
      && span.length <= MCP_CLIENT_MAX_ENTRY_BYTES)
    {
      self->inputs = self->text + span.offset;
      self->inputs_length = span.length;
    }
  if (mcp_json_edit_find (self->text, self->length, self->client->container, &span)
      && !read_servers (self, self->client->container, self->text + span.offset, span.length, folder, error))
    return FALSE;

  return !g_str_equal (self->client->id, "claude-code")
         || !mcp_json_edit_find (self->text, self->length, "projects", &span)
         || read_projects (self, self->text + span.offset, span.length, error);
}

/**
 * mcp_client_read:
 * @client: whose file it is
 * @text: what is in it
 * @folder: (nullable): of the project the file belongs to
 *
 * Reads the servers of a client’s file. One that is wrong is there with its problem, and keeps no other away.
 *
 * Returns: (transfer full) (element-type McpClientServer) (nullable): the servers in their order; %NULL with
 *   %MCP_ERROR_CONFIG when the file as a whole cannot be read
 */
GPtrArray *
mcp_client_read (const McpClient  *client,
                 const char       *text,
                 gsize             length,
                 const char       *folder,
                 GError          **error)
{
  g_autoptr (GPtrArray) servers = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_client_server_free);
  g_autofree char *json = NULL;
  Reader self = { .client = client, .servers = servers };

  g_return_val_if_fail (client != NULL, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  json = mcp_client_dup_json (client->format, text, length, error);
  if (json == NULL)
    return NULL;

  self.text = json;
  self.length = strlen (json);

  if (!read_document (&self, folder, error))
    return NULL;

  mcp_client_servers_set_origin (servers, NULL);

  return g_steal_pointer (&servers);
}

/**
 * mcp_client_file_read:
 * @file: a client’s file
 *
 * Reads the servers of a client’s file, see mcp_client_read().
 *
 * Returns: (transfer full) (element-type McpClientServer) (nullable): the servers; %NULL with %G_FILE_ERROR_NOENT when
 *   there is no file, or with %MCP_ERROR_CONFIG, which names it
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

  text = mcp_client_dup_text (file->path, &length, error);
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

/* --- What is saved --- */

static gboolean
has_same_headers (McpProfile *a,
                  McpProfile *b)
{
  GListModel *one = mcp_profile_get_headers (a);
  GListModel *other = mcp_profile_get_headers (b);

  if (g_list_model_get_n_items (one) != g_list_model_get_n_items (other))
    return FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (one); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (one, i);
      gboolean is_there = FALSE;

      for (guint k = 0; k < g_list_model_get_n_items (other) && !is_there; k++)
        {
          g_autoptr (McpHeader) candidate = g_list_model_get_item (other, k);

          /* The value of a secret one is in the keyring. */
          is_there = g_ascii_strcasecmp (mcp_header_get_name (header), mcp_header_get_name (candidate)) == 0
                     && (mcp_header_get_value (header) == NULL || mcp_header_get_value (candidate) == NULL
                         || g_str_equal (mcp_header_get_value (header), mcp_header_get_value (candidate)));
        }
      if (!is_there)
        return FALSE;
    }

  return TRUE;
}

static gboolean
has_same_env (McpProfile *a,
              McpProfile *b)
{
  const char * const *one = mcp_profile_get_env (a);
  const char * const *other = mcp_profile_get_env (b);
  guint n = g_strv_length ((char **) one);

  if (n != g_strv_length ((char **) other))
    return FALSE;
  for (guint i = 0; i < n; i++)
    if (!g_strv_contains (other, one[i]))
      return FALSE;

  return TRUE;
}

static gboolean
is_same (McpProfile *a,
         McpProfile *b)
{
  return g_strv_equal (mcp_profile_get_argv (a), mcp_profile_get_argv (b))
         && g_strcmp0 (mcp_profile_get_url (a), mcp_profile_get_url (b)) == 0
         && g_strcmp0 (mcp_profile_get_settings (a)->cwd, mcp_profile_get_settings (b)->cwd) == 0
         && has_same_env (a, b) && has_same_headers (a, b);
}

/**
 * mcp_client_server_match:
 * @self: a server with a profile
 * @list: the saved ones
 * @saved: (out) (transfer none) (nullable) (optional): the saved one that is the same, or has its name
 *
 * Tells whether a server is saved already: the same program or address with the same environment and headers. How
 * Sounder treats it does not count.
 *
 * Returns: what was found
 */
McpClientMatch
mcp_client_server_match (const McpClientServer  *self,
                         McpServerList          *list,
                         McpProfile            **saved)
{
  McpProfile *named;

  g_return_val_if_fail (self != NULL && self->profile != NULL, MCP_CLIENT_MATCH_NEW);
  g_return_val_if_fail (MCP_IS_SERVER_LIST (list), MCP_CLIENT_MATCH_NEW);

  named = mcp_server_list_find (list, self->name);
  if (saved != NULL)
    *saved = named;
  if (named != NULL && is_same (self->profile, named))
    return MCP_CLIENT_MATCH_SAME;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (list)); i++)
    {
      g_autoptr (McpProfile) candidate = g_list_model_get_item (G_LIST_MODEL (list), i);

      if (!is_same (self->profile, candidate))
        continue;
      if (saved != NULL)
        *saved = candidate;
      return MCP_CLIENT_MATCH_SAME;
    }

  return named != NULL ? MCP_CLIENT_MATCH_CHANGED : MCP_CLIENT_MATCH_NEW;
}
