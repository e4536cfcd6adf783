/* mcp-client-export.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-client-export.h"
#include "mcp-client-private.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json-edit.h"
#include "mcp-toml.h"
#include "mcp-yaml.h"

/*
 * A server as a client writes it. What the client’s file says of the server already and what says the same stays as it is
 * written; what says how the client treats it stays, too.
 *
 * One file: it is a list of members, each written in a few lines, in the order in which they stand.
 */

typedef struct
{
  const McpClient *client;
  McpProfile      *profile;
  char            *entry;      /* JSON: what is to be there */
  char            *present;    /* what the entry says now, as in servers.json */
  GHashTable      *left_out;
} Export;

/* --- Texts --- */

/* Takes @problem. */
static gboolean
fail (Export   *self,
      GError  **error,
      char     *problem)
{
  g_autofree char *taken = problem;

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, "%s: %s", mcp_profile_get_name (self->profile), problem);

  return FALSE;
}

/* "${env:NAME}" as the client has it; what it does not put in would be handed on as it stands. */
static char *
convert_text (Export      *self,
              const char  *text,
              GError     **error)
{
  g_autoptr (GString) out = g_string_new (text);
  g_autofree char *variable = NULL;
  const char *start = strstr (text, "${env:");
  const char *input = strstr (text, "${input:");

  if (input != NULL && !g_str_equal (self->client->id, "vscode"))
    {
      variable = g_strndup (input, strcspn (input, "}") + 1);
      /* Translators: the name of an application and a variable such as ${input:key}. */
      fail (self, error, g_strdup_printf (_("%s cannot ask for %s; give it a value first"),
                                          self->client->name, variable));
      return NULL;
    }
  if (start != NULL && self->client->variables == MCP_CLIENT_FILLS_NOTHING)
    {
      variable = g_strndup (start, strcspn (start, "}") + 1);
      /* Translators: the name of an application and a variable such as ${env:HOME}. */
      fail (self, error, g_strdup_printf (_("%s puts nothing in the place of %s; give it a value first"),
                                          self->client->name, variable));
      return NULL;
    }
  if (self->client->variables == MCP_CLIENT_FILLS_SHELL)
    g_string_replace (out, "${env:", "${", 0);

  return g_strdup (out->str);
}

static gboolean
append_text (Export   *self,
             GString  *json,
             const char *text,
             GError  **error)
{
  g_autofree char *converted = convert_text (self, text, error);

  if (converted == NULL)
    return FALSE;

  mcp_json_append_string (json, converted, -1);

  return TRUE;
}

/* --- Members --- */

/* Whether the file says the same of this member now. */
static gboolean
is_present (Export     *self,
            const char *key,
            const char *json)
{
  g_autofree char *present = self->present != NULL ? mcp_json_edit_get (self->present, key) : NULL;

  if (present == NULL || json == NULL)
    return present == json;

  return mcp_json_equal (present, (McpSpan) { 0, strlen (present) }, json, (McpSpan) { 0, strlen (json) });
}

static void
remove_members (Export             *self,
                const char * const *keys)
{
  for (guint i = 0; keys[i] != NULL; i++)
    mcp_json_edit_set (&self->entry, keys[i], NULL);
}

/* Puts a member where one of its names is, else behind the others; %NULL takes it away. */
static void
set_member (Export             *self,
            const char * const *names,
            const char         *name,
            const char         *json)
{
  McpSpan span;

  for (guint i = 0; names[i] != NULL; i++)
    {
      if (json != NULL && g_str_equal (names[i], name))
        continue;
      if (!mcp_json_edit_find (self->entry, strlen (self->entry), names[i], &span))
        continue;
      if (json != NULL && !mcp_json_edit_find (self->entry, strlen (self->entry), name, &span))
        mcp_json_edit_rename (&self->entry, names[i], name);
      else
        mcp_json_edit_set (&self->entry, names[i], NULL);
    }
  if (json != NULL)
    mcp_json_edit_set (&self->entry, name, json);
}

static const char * const command_names[] = { "command", "cmd", NULL };
static const char * const args_names[] = { "args", NULL };
static const char * const env_names[] = { "env", "envs", "env_vars", "env_keys", NULL };
static const char * const cwd_names[] = { "cwd", NULL };
static const char * const url_names[] = { "url", "serverUrl", "httpUrl", "uri", NULL };
static const char * const header_names[] = {
  "headers", "http_headers", "bearer_token_env_var", "env_http_headers", NULL,
};
static const char * const type_names[] = { "type", NULL };

static gboolean
write_command (Export   *self,
               GError  **error)
{
  const char * const *argv = mcp_profile_get_argv (self->profile);
  g_autoptr (GString) args = g_string_new ("[");
  g_autoptr (GString) plain = g_string_new ("[");
  g_autoptr (GString) command = g_string_new (NULL);
  g_autoptr (GString) plain_command = g_string_new (NULL);
  gboolean has_args;

  for (guint i = 1; argv[i] != NULL; i++)
    {
      mcp_json_append_comma (plain);
      mcp_json_append_string (plain, argv[i], -1);
    }
  g_string_append_c (plain, ']');
  mcp_json_append_string (plain_command, argv[0], -1);
  has_args = plain->len > 2;

  if (!is_present (self, "command", plain_command->str))
    {
      if (!append_text (self, command, argv[0], error))
        return FALSE;
      set_member (self, command_names, self->client->command, command->str);
    }
  if (is_present (self, "args", plain->str) || (!has_args && is_present (self, "args", NULL)))
    return TRUE;

  for (guint i = 1; argv[i] != NULL; i++)
    {
      mcp_json_append_comma (args);
      if (!append_text (self, args, argv[i], error))
        return FALSE;
    }
  g_string_append_c (args, ']');
  set_member (self, args_names, "args", has_args ? args->str : NULL);

  return TRUE;
}

/* The variable that is all of a text: "NAME" of "${env:NAME}"; (nullable). */
static char *
dup_variable (const char *text,
              const char *kind)
{
  g_autofree char *before = g_strdup_printf ("${%s:", kind);
  const char *name = text + strlen (before);
  gsize n;

  if (!g_str_has_prefix (text, before))
    return NULL;

  n = strcspn (name, "}");

  return name[n] == '}' && name[n + 1] == '\0' ? g_strndup (name, n) : NULL;
}

/* Where a client takes names of variables instead: "env_vars" of Codex, "env_keys" of Goose; (nullable). */
static const char *
get_names_member (const McpClient  *client,
                  const char      **kind)
{
  *kind = client->format == MCP_CLIENT_TOML ? "env" : "input";

  return client->format == MCP_CLIENT_TOML ? "env_vars" : client->format == MCP_CLIENT_YAML ? "env_keys" : NULL;
}

static gboolean
write_env (Export   *self,
           GError  **error)
{
  const char * const *env = mcp_profile_get_env (self->profile);
  g_autoptr (GString) plain = g_string_new ("{");
  g_autoptr (GString) object = g_string_new ("{");
  g_autoptr (GString) names = g_string_new ("[");
  const char *kind;
  const char *names_member = get_names_member (self->client, &kind);

  for (guint i = 0; env[i] != NULL; i++)
    {
      g_autofree char *name = g_strndup (env[i], strcspn (env[i], "="));

      mcp_json_append_member_string (plain, name, env[i] + strlen (name) + 1);
    }
  g_string_append_c (plain, '}');
  if (is_present (self, "env", plain->str) || (plain->len == 2 && is_present (self, "env", NULL)))
    return TRUE;

  for (guint i = 0; env[i] != NULL; i++)
    {
      g_autofree char *name = g_strndup (env[i], strcspn (env[i], "="));
      const char *value = env[i] + strlen (name) + 1;
      g_autofree char *variable = names_member != NULL ? dup_variable (value, kind) : NULL;

      if (g_strcmp0 (variable, name) == 0)
        {
          mcp_json_append_comma (names);
          mcp_json_append_string (names, name, -1);
          continue;
        }
      mcp_json_append_key (object, name);
      if (!append_text (self, object, value, error))
        return FALSE;
    }
  g_string_append_c (object, '}');
  g_string_append_c (names, ']');

  remove_members (self, (const char * const[]) { "env_vars", "env_keys", NULL });
  set_member (self, (const char * const[]) { "env", "envs", NULL }, self->client->env,
              object->len > 2 ? object->str : NULL);
  if (names->len > 2)
    mcp_json_edit_set (&self->entry, names_member, names->str);

  return TRUE;
}

static gboolean
write_cwd (Export   *self,
           GError  **error)
{
  const char *cwd = mcp_profile_get_settings (self->profile)->cwd;
  g_autoptr (GString) plain = g_string_new (NULL);
  g_autoptr (GString) json = g_string_new (NULL);

  if (cwd != NULL)
    mcp_json_append_string (plain, cwd, -1);
  if (is_present (self, "cwd", cwd != NULL ? plain->str : NULL))
    return TRUE;
  if (cwd != NULL && !self->client->has_cwd)
    return fail (self, error, g_strdup_printf (_("%s cannot start a server in a folder of its own, %s"),
                                               self->client->name, cwd));
  if (cwd != NULL && !append_text (self, json, cwd, error))
    return FALSE;

  set_member (self, cwd_names, "cwd", cwd != NULL ? json->str : NULL);

  return TRUE;
}

static gboolean
write_url (Export   *self,
           GError  **error)
{
  const char *url = mcp_profile_get_url (self->profile);
  gboolean is_sse = mcp_profile_get_settings (self->profile)->transport == MCP_PROFILE_TRANSPORT_SSE;
  g_autoptr (GString) plain = g_string_new (NULL);
  g_autoptr (GString) json = g_string_new (NULL);

  if (self->client->url == NULL || mcp_profile_get_reach (self->profile) != MCP_REACH_HTTP)
    return fail (self, error, g_strdup_printf (_("%s cannot reach %s"),
                                               self->client->name, url));
  if (is_sse && !self->client->has_sse)
    return fail (self, error, g_strdup_printf (_("%s does not speak the older HTTP+SSE, as %s does"),
                                               self->client->name, url));

  mcp_json_append_string (plain, url, -1);
  if (is_present (self, "url", plain->str))
    return TRUE;
  if (!append_text (self, json, url, error))
    return FALSE;
  set_member (self, url_names, is_sse ? self->client->sse_url : self->client->url, json->str);

  return TRUE;
}

/* A header of Codex that has its value from the environment. */
static gboolean
add_header_name (Export      *self,
                 GString     *names,
                 const char  *header,
                 const char  *value)
{
  gboolean is_bearer = g_ascii_strcasecmp (header, "Authorization") == 0 && g_str_has_prefix (value, "Bearer ");
  g_autofree char *variable = dup_variable (is_bearer ? value + strlen ("Bearer ") : value, "env");
  g_autoptr (GString) json = g_string_new (NULL);

  if (self->client->format != MCP_CLIENT_TOML || variable == NULL)
    return FALSE;
  if (is_bearer)
    {
      mcp_json_append_string (json, variable, -1);
      mcp_json_edit_set (&self->entry, "bearer_token_env_var", json->str);
    }
  else
    mcp_json_append_member_string (names, header, variable);

  return TRUE;
}

/* The value that the file has for a header; (nullable). */
static char *
dup_present_header (Export     *self,
                    const char *name)
{
  g_autofree char *headers = self->present != NULL ? mcp_json_edit_get (self->present, "headers") : NULL;
  g_autofree char *value = headers != NULL && headers[0] == '{' ? mcp_json_edit_get (headers, name) : NULL;

  return value != NULL && value[0] == '"' ? mcp_json_dup_string (value, strlen (value)) : NULL;
}

static gboolean
write_headers (Export   *self,
               GError  **error)
{
  GListModel *headers = mcp_profile_get_headers (self->profile);
  g_autoptr (GString) plain = g_string_new ("{");
  g_autoptr (GString) object = g_string_new ("{");
  g_autoptr (GString) names = g_string_new ("{");

  for (guint i = 0; i < g_list_model_get_n_items (headers); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (headers, i);
      g_autofree char *kept = mcp_header_get_value (header) == NULL
                                ? dup_present_header (self, mcp_header_get_name (header))
                                : g_strdup (mcp_header_get_value (header));

      if (kept != NULL)
        mcp_json_append_member_string (plain, mcp_header_get_name (header), kept);
      else
        g_hash_table_add (self->left_out, g_strdup (mcp_header_get_name (header)));
    }
  g_string_append_c (plain, '}');
  if (is_present (self, "headers", plain->str) || (plain->len == 2 && is_present (self, "headers", NULL)))
    return TRUE;

  remove_members (self, (const char * const[]) { "bearer_token_env_var", "env_http_headers", NULL });
  for (guint i = 0; i < g_list_model_get_n_items (headers); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (headers, i);
      const char *name = mcp_header_get_name (header);
      g_autofree char *value = mcp_header_get_value (header) == NULL ? dup_present_header (self, name)
                                                                      : g_strdup (mcp_header_get_value (header));

      if (value == NULL || add_header_name (self, names, name, value))
        continue;
      mcp_json_append_key (object, name);
      if (!append_text (self, object, value, error))
        return FALSE;
    }
  g_string_append_c (object, '}');
  g_string_append_c (names, '}');
  set_member (self, (const char * const[]) { "headers", "http_headers", NULL }, self->client->headers,
              object->len > 2 ? object->str : NULL);
  if (names->len > 2)
    mcp_json_edit_set (&self->entry, "env_http_headers", names->str);

  return TRUE;
}

static void
write_type (Export *self)
{
  McpProfileTransport transport = mcp_profile_get_settings (self->profile)->transport;
  const char *type = mcp_profile_is_stdio (self->profile)              ? self->client->stdio_type
                     : transport == MCP_PROFILE_TRANSPORT_SSE ? self->client->sse_type
                                                              : self->client->http_type;
  g_autofree char *present = mcp_json_lookup_string (self->entry, strlen (self->entry), "type");
  g_autofree char *json = type != NULL ? g_strdup_printf ("\"%s\"", type) : NULL;
  gboolean is_sse = g_strcmp0 (present, "sse") == 0;
  gboolean is_stdio = g_strcmp0 (present, "stdio") == 0;

  /* A type that says the same in other words stays. */
  if (present != NULL && is_stdio == mcp_profile_is_stdio (self->profile)
      && (is_stdio || is_sse == (transport == MCP_PROFILE_TRANSPORT_SSE)))
    return;
  if (present == NULL && self->present != NULL && mcp_json_edit_find (self->present, strlen (self->present),
                                                                      mcp_profile_is_stdio (self->profile) ? "command"
                                                                                                           : "url",
                                                                      &(McpSpan) { 0 })
      && transport == MCP_PROFILE_TRANSPORT_AUTO)
    return;

  set_member (self, type_names, "type", json);
}

/* What Goose needs beside. */
static void
complete (Export *self)
{
  g_autoptr (GString) name = g_string_new (NULL);
  McpSpan span;

  if (self->client->format != MCP_CLIENT_YAML || self->present != NULL)
    return;

  mcp_json_append_string (name, mcp_profile_get_name (self->profile), -1);
  if (!mcp_json_edit_find (self->entry, strlen (self->entry), "enabled", &span))
    mcp_json_edit_set (&self->entry, "enabled", "true");
  mcp_json_edit_set (&self->entry, "name", name->str);
}

static gboolean
write_entry (Export   *self,
             GError  **error)
{
  write_type (self);
  if (mcp_profile_is_stdio (self->profile))
    {
      remove_members (self, url_names);
      remove_members (self, header_names);
      if (!write_command (self, error) || !write_env (self, error) || !write_cwd (self, error))
        return FALSE;
    }
  else
    {
      remove_members (self, command_names);
      remove_members (self, args_names);
      remove_members (self, env_names);
      remove_members (self, cwd_names);
      if (!write_url (self, error) || !write_headers (self, error))
        return FALSE;
    }
  complete (self);

  return TRUE;
}

/* (nullable): what the client’s file is to say of a server. */
static char *
make_entry (const McpClient  *client,
            McpProfile       *profile,
            const char       *entry,      /* (nullable) */
            GHashTable       *left_out,
            GError          **error)
{
  g_autoptr (GHashTable) unknown = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  Export self = { .client = client, .profile = profile, .left_out = left_out };
  gboolean disabled;
  gboolean good;

  if (entry != NULL
      && (entry[0] != '{'
          || mcp_client_entry_read (client, NULL, entry, strlen (entry), &self.present, &disabled, unknown)
               == MCP_CLIENT_ENTRY_OTHER))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("%s: what %s has by this name is no server of its file"),
                   mcp_profile_get_name (profile), client->name);
      return NULL;
    }

  self.entry = g_strdup (entry != NULL ? entry : "{}");
  good = write_entry (&self, error);
  g_free (self.present);
  if (good)
    return self.entry;

  g_free (self.entry);

  return NULL;
}

/* --- The file --- */

/* Changes the text of a file, so that one member of the container is @entry. */
static char *
set_member_text (const McpClient  *client,
                 const char       *text,
                 const char       *name,
                 const char       *entry,
                 const char       *document,
                 GError          **error)
{
  switch (client->format)
    {
    case MCP_CLIENT_TOML:
      return mcp_toml_set_member (text, client->container, name, entry, error);

    case MCP_CLIENT_YAML:
      return mcp_yaml_set_member (text, client->container, name, entry, error);

    case MCP_CLIENT_JSON:
    default:
      return mcp_json_retouch (text, document);
    }
}

static gboolean
has_input (const char *inputs,
           const char *id)
{
  McpJsonIter iter;
  McpSpan span;

  mcp_json_iter_init (&iter, inputs, strlen (inputs));
  while (mcp_json_iter_next (&iter, NULL, &span))
    {
      g_autofree char *other = mcp_json_lookup_string (inputs + span.offset, span.length, "id");

      if (g_strcmp0 (other, id) == 0)
        return TRUE;
    }

  return FALSE;
}

/* Only VS Code asks for something itself: how is said in its file, once for all servers. What stands there stays. */
static gboolean
add_inputs (char       **document,
            const char  *entry,
            McpProfile  *profile,
            GError     **error)
{
  g_autofree char *present = mcp_json_edit_get (*document, "inputs");
  g_autoptr (GString) inputs = g_string_new (present != NULL ? present : "[]");
  const char *asked = mcp_profile_get_settings (profile)->inputs;
  McpJsonIter iter;
  McpSpan span;

  if (asked == NULL || strstr (entry, "${input:") == NULL)
    return TRUE;
  if (inputs->str[0] != '[')
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” must be an array of objects"), "inputs");
      return FALSE;
    }

  mcp_json_iter_init (&iter, asked, strlen (asked));
  while (mcp_json_iter_next (&iter, NULL, &span))
    {
      g_autofree char *id = mcp_json_lookup_string (asked + span.offset, span.length, "id");
      g_autofree char *reference = g_strdup_printf ("${input:%s}", id != NULL ? id : "");

      if (id == NULL || strstr (entry, reference) == NULL || has_input (inputs->str, id))
        continue;
      g_string_truncate (inputs, inputs->len - 1);
      if (strchr (inputs->str, '{') != NULL)
        g_string_append (inputs, ", ");
      g_string_append_len (inputs, asked + span.offset, span.length);
      g_string_append_c (inputs, ']');
    }
  if (present == NULL || !g_str_equal (present, inputs->str))
    mcp_json_edit_set (document, "inputs", inputs->str);

  return TRUE;
}

static char *
write_one (const McpClient  *client,
           const char       *text,
           McpProfile       *profile,
           GHashTable       *left_out,
           GError          **error)
{
  const char *name = mcp_profile_get_name (profile);
  g_autofree char *document = mcp_client_dup_json (client->format, text, strlen (text), error);
  g_autofree char *container = NULL;
  g_autofree char *present = NULL;
  g_autofree char *entry = NULL;
  g_autofree char *before = NULL;
  g_autofree char *changed = NULL;
  g_autofree char *read_back = NULL;

  if (document == NULL)
    return NULL;
  g_strchug (document);
  if (document[0] == '{')
    container = mcp_json_edit_get (document, client->container);
  if (container == NULL || g_str_equal (container, "null"))
    {
      g_free (container);
      container = g_strdup ("{}");
    }
  if (document[0] != '{' || container[0] != '{')
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” must be an object of servers"), client->container);
      return NULL;
    }

  present = mcp_json_edit_get (container, name);
  if (present != NULL && strlen (present) > MCP_CLIENT_MAX_ENTRY_BYTES)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("It is longer than %u bytes"), MCP_CLIENT_MAX_ENTRY_BYTES);
      return NULL;
    }
  entry = make_entry (client, profile, present, left_out, error);
  if (entry == NULL)
    return NULL;
  before = g_strdup (document);
  if (present == NULL
      || !mcp_json_equal (present, (McpSpan) { 0, strlen (present) }, entry, (McpSpan) { 0, strlen (entry) }))
    {
      mcp_json_edit_set (&container, name, entry);
      mcp_json_edit_set (&document, client->container, container);
    }
  if (g_str_equal (client->id, "vscode") && !add_inputs (&document, entry, profile, error))
    return NULL;
  if (g_str_equal (before, document))
    return g_strdup (text);

  changed = set_member_text (client, text, name, entry, document, error);
  if (changed == NULL)
    return NULL;

  read_back = mcp_client_dup_json (client->format, changed, strlen (changed), NULL);
  if (read_back != NULL)
    g_strchug (read_back);
  if (read_back != NULL
      && mcp_json_equal (read_back, (McpSpan) { 0, strlen (read_back) }, document, (McpSpan) { 0, strlen (document) }))
    return g_steal_pointer (&changed);

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
               _("%s: this file is written in a way that cannot be changed safely; add the server by hand"), name);

  return NULL;
}

/**
 * mcp_client_write:
 * @client: whose file it is
 * @text: (nullable): what is in it
 * @profiles: (element-type McpProfile): the servers it is to have, by their names
 * @left_out: (out) (transfer full) (nullable) (optional): names of headers whose values are in the keyring
 *
 * Puts servers into a client’s file. Comments, order and everything else stay as they are. The result was read again, and
 * says what it should.
 *
 * Returns: (transfer full) (nullable): what is to be in the file; %NULL with %MCP_ERROR_CONFIG
 */
char *
mcp_client_write (const McpClient  *client,
                  const char       *text,
                  GPtrArray        *profiles,
                  char            **left_out,
                  GError          **error)
{
  g_autoptr (GHashTable) names = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  g_autofree char *changed = NULL;
  g_autofree char *plain = NULL;

  g_return_val_if_fail (client != NULL, NULL);
  g_return_val_if_fail (profiles != NULL, NULL);

  plain = g_strstrip (g_strdup (text != NULL ? text : ""));
  changed = *plain == '\0' ? g_strdup (client->format == MCP_CLIENT_JSON ? "{\n}\n" : "") : g_strdup (text);
  for (guint i = 0; i < profiles->len; i++)
    {
      char *next = write_one (client, changed, profiles->pdata[i], names, error);

      if (next == NULL)
        return NULL;
      g_free (changed);
      changed = next;
    }
  if (left_out != NULL)
    *left_out = mcp_client_join_names (names);

  return g_steal_pointer (&changed);
}
