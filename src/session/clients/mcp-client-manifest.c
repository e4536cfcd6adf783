/* mcp-client-manifest.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-client-manifest.h"
#include "mcp-client-private.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json-edit.h"
#include "mcp-summary.h"
#include "mcp-variables.h"
#include "mcp-manifest-private.h"

/*
 * server.json (schemas of 2025-07-09 to 2025-12-11; those before 2025-09-16 have other spellings of the keys). A package
 * becomes the command that runs it, as VS Code and others do; an address stays one. What a person has to fill in becomes
 * ${input:…} with its description.
 */

#define MAX_WAYS 100

/* --- Arguments --- */

static void
add_arg (GString    *args,
         const char *text)
{
  mcp_json_append_comma (args);
  mcp_json_append_string (args, text, -1);
}

/* A name without anything that a value could be is a switch. */
static gboolean
is_switch (McpManifestValue argument)
{
  static const char * const keys[] = { "value", "default", "format", "choices", "valueHint", "isRequired" };
  McpManifestValue value;

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    if (mcp_manifest_find (argument, keys[i], &value))
      return FALSE;

  return TRUE;
}

static void
add_argument (McpManifestWay   *self,
              McpManifestValue  argument)
{
  g_autofree char *type = mcp_manifest_get_text (argument, "type");
  g_autofree char *name = mcp_manifest_get_text (argument, "name");
  g_autofree char *hint = mcp_manifest_get_text (argument, "valueHint");
  g_autofree char *value = NULL;
  gboolean is_named = g_strcmp0 (type, "named") == 0;
  const char *label = is_named ? name : hint != NULL ? hint : "argument";

  if (mcp_manifest_get_type (argument) != MCP_JSON_OBJECT || (!is_named && g_strcmp0 (type, "positional") != 0)
      || (is_named && name == NULL))
    {
      mcp_manifest_fail (self, g_strdup (_("It has an argument that is neither “named” nor “positional”")));
      return;
    }
  if (is_named)
    name = mcp_manifest_check_plain (self, g_steal_pointer (&name));
  if (is_named && is_switch (argument))
    {
      add_arg (self->args, name);
      return;
    }

  value = mcp_manifest_resolve (self, argument, label);
  if (value == NULL)
    {
      g_hash_table_add (self->left_out, g_strdup (label));
      return;
    }
  if (is_named)
    add_arg (self->args, name);
  add_arg (self->args, value);
}

/* FALSE where there is no list, which may be a problem. */
static gboolean
begin_list (McpManifestWay   *self,
            McpManifestValue  from,
            const char       *key,
            McpManifestValue *list,
            McpJsonIter      *iter)
{
  if (!mcp_manifest_find (from, key, list))
    return FALSE;
  if (mcp_manifest_get_type (*list) != MCP_JSON_ARRAY)
    {
      mcp_manifest_fail (self, g_strdup_printf (_("“%s” must be an array"), key));
      return FALSE;
    }

  return mcp_json_iter_init (iter, list->text, list->length);
}

static void
add_arguments (McpManifestWay   *self,
               McpManifestValue  package,
               const char       *key)
{
  McpManifestValue list;
  McpJsonIter iter;
  McpSpan span;

  if (!begin_list (self, package, key, &list, &iter))
    return;

  while (self->problem == NULL && mcp_json_iter_next (&iter, NULL, &span))
    add_argument (self, (McpManifestValue) { list.text + span.offset, span.length });
}

/* Environment or headers: what has a name and a value. */
static void
add_pairs (McpManifestWay   *self,
           McpManifestValue  from,
           const char       *key)
{
  McpManifestValue list;
  McpJsonIter iter;
  McpSpan span;

  if (!begin_list (self, from, key, &list, &iter))
    return;

  while (self->problem == NULL && mcp_json_iter_next (&iter, NULL, &span))
    {
      McpManifestValue pair = { list.text + span.offset, span.length };
      g_autofree char *name = mcp_manifest_get_text (pair, "name");
      g_autofree char *value = NULL;

      if (name == NULL)
        {
          mcp_manifest_fail (self, g_strdup_printf (_("“%s” has something without a name"), key));
          return;
        }
      value = mcp_manifest_resolve (self, pair, name);
      if (value == NULL)
        {
          g_hash_table_add (self->left_out, g_steal_pointer (&name));
          continue;
        }
      mcp_json_append_member_string (self->env, name, value);
      add_arg (self->names, "-e");
      add_arg (self->names, name);
    }
}

/* --- Packages --- */

static const struct
{
  const char *registry;
  const char *command;
  const char *separator;  /* between name and version */
  const char *index;      /* (nullable): the option for another registry */
  const char *address;    /* of the registry that needs no option */
} kinds[] = {
  { "npm", "npx", "@", "--registry", "registry.npmjs.org" },
  { "pypi", "uvx", "@", "--index-url", "pypi.org" },
  { "nuget", "dnx", "@", "--source", "api.nuget.org" },
  { "oci", "docker", ":", NULL, "docker.io" },
};

static gboolean
has_arg (McpManifestWay *self,
         const char     *text)
{
  g_autoptr (GString) token = g_string_new (NULL);

  mcp_json_append_string (token, text, -1);

  return strstr (self->args->str, token->str) != NULL;
}

/* Whether an address is at a host, or below it: not one that only has its name somewhere. */
static gboolean
is_at_host (const char *address,
            const char *host)
{
  g_autoptr (GUri) uri = g_uri_parse (address, G_URI_FLAGS_NONE, NULL);
  const char *found = uri != NULL ? g_uri_get_host (uri) : NULL;
  gsize n_before = found != NULL && strlen (found) > strlen (host) ? strlen (found) - strlen (host) : 0;

  return found != NULL && g_ascii_strcasecmp (found + n_before, host) == 0
         && (n_before == 0 || found[n_before - 1] == '.');
}

/* "mcp/files:1.0.2", with the registry before it that others than Docker’s need. */
static char *
dup_image (McpManifestValue  package,
           const char       *identifier,
           const char       *version)
{
  g_autofree char *base = mcp_manifest_get_text (package, "registryBaseUrl");
  const char *name = strrchr (identifier, '/');
  const char *host = base != NULL && strstr (base, "://") != NULL ? strstr (base, "://") + 3 : NULL;
  gboolean is_whole = strchr (name != NULL ? name : identifier, ':') != NULL || strchr (identifier, '@') != NULL;
  g_autofree char *before = host != NULL && !is_at_host (base, "docker.io")
                              ? g_strdup_printf ("%.*s/", (int) strcspn (host, "/"), host)
                              : g_strdup ("");

  return g_strconcat (g_str_has_prefix (identifier, before) ? "" : before, identifier,
                      is_whole || version == NULL ? "" : ":", is_whole || version == NULL ? "" : version, NULL);
}

static void
add_package_name (McpManifestWay   *self,
                  McpManifestValue  package,
                  guint             kind,
                  const char       *identifier,
                  const char       *version)
{
  g_autofree char *base = mcp_manifest_get_text (package, "registryBaseUrl");
  g_autofree char *name = kinds[kind].index != NULL
                            ? g_strconcat (identifier, version != NULL ? kinds[kind].separator : "", version, NULL)
                            : dup_image (package, identifier, version);

  if (kinds[kind].index != NULL && base != NULL && !is_at_host (base, kinds[kind].address))
    {
      base = mcp_manifest_check_plain (self, g_steal_pointer (&base));
      add_arg (self->args, kinds[kind].index);
      add_arg (self->args, base);
    }
  name = mcp_manifest_check_plain (self, g_steal_pointer (&name));
  add_arg (self->args, name);
}

/* "run -i --rm" before the options, where they do not say it, and the names of what the environment has. */
static void
complete_run (McpManifestWay *self)
{
  if (!g_str_has_prefix (self->args->str, "[\"run\""))
    g_string_insert (self->args, 1, self->args->len > 1 ? "\"run\",\"-i\",\"--rm\"," : "\"run\",\"-i\",\"--rm\"");
  if (self->names->len > 0)
    g_string_append_printf (self->args, ",%s", self->names->str);
}

/* The command line around the two lists of arguments. */
static void
add_command (McpManifestWay   *self,
             McpManifestValue  package,
             guint             kind,
             const char       *identifier,
             const char       *version)
{
  gboolean is_image = kinds[kind].index == NULL;
  McpManifestValue arguments;

  add_arguments (self, package, "runtimeArguments");
  add_pairs (self, package, "environmentVariables");
  if (is_image)
    complete_run (self);
  else if (kind == 0 && !has_arg (self, "-y") && !has_arg (self, "--yes"))
    add_arg (self->args, "-y");

  add_package_name (self, package, kind, identifier, version);
  if (kind == 2)
    {
      add_arg (self->args, "--yes");
      if (mcp_manifest_find (package, "packageArguments", &arguments)
          && mcp_json_count (arguments.text, arguments.length) > 0)
        add_arg (self->args, "--");
    }
  add_arguments (self, package, "packageArguments");
}

static char *
read_package (McpManifestWay    *self,
              McpManifestValue   package,
              char             **label)
{
  g_autofree char *registry = mcp_manifest_get_text (package, "registryType");
  g_autofree char *identifier = mcp_manifest_get_text (package, "identifier");
  g_autofree char *version = mcp_manifest_get_text (package, "version");
  g_autofree char *hint = mcp_manifest_get_text (package, "runtimeHint");
  g_autofree char *transport = NULL;
  g_autoptr (GString) json = g_string_new ("{");
  McpManifestValue value;
  guint kind;

  *label = g_strdup (registry != NULL ? registry : "?");
  if (mcp_manifest_find (package, "transport", &value))
    transport = mcp_manifest_get_text (value, "type");
  if (identifier == NULL)
    {
      mcp_manifest_fail (self, g_strdup (_("The package has no “identifier”")));
      return NULL;
    }
  if (g_strcmp0 (registry, "mcpb") == 0)
    {
      g_autofree char *address = mcp_format_label (identifier, FALSE);

      mcp_manifest_fail (self, g_strdup_printf (_("It is a bundle: download %s and open that file here"), address));
      return NULL;
    }
  if (transport != NULL && !g_str_equal (transport, "stdio"))
    {
      mcp_manifest_fail (self, g_strdup (_("It has to be started first, and then reached at an address of its own")));
      return NULL;
    }
  for (kind = 0; kind < G_N_ELEMENTS (kinds) && g_strcmp0 (registry, kinds[kind].registry) != 0;)
    kind++;
  if (kind == G_N_ELEMENTS (kinds))
    {
      mcp_manifest_fail (self, g_strdup_printf (_("Packages of “%s” cannot be run from here"), *label));
      return NULL;
    }

  add_command (self, package, kind, identifier, version);
  if (hint != NULL)
    hint = mcp_manifest_check_plain (self, g_steal_pointer (&hint));
  mcp_json_append_member_string (json, "command", hint != NULL ? hint : kinds[kind].command);
  g_string_append_c (self->args, ']');
  mcp_json_append_member (json, "args", self->args->str);
  if (self->env->len > 1)
    {
      g_string_append_c (self->env, '}');
      mcp_json_append_member (json, "env", self->env->str);
    }
  g_string_append_c (json, '}');

  return g_strdup (json->str);
}

static char *
read_remote (McpManifestWay    *self,
             McpManifestValue   remote,
             char             **label)
{
  g_autofree char *type = mcp_manifest_get_text (remote, "type");
  g_autofree char *older = mcp_manifest_get_text (remote, "transportType");
  g_autofree char *url = mcp_manifest_get_text (remote, "url");
  g_autofree char *whole = NULL;
  g_autoptr (GString) json = g_string_new ("{");
  gboolean is_sse = g_strcmp0 (type != NULL ? type : older, "sse") == 0;

  *label = g_strdup (is_sse ? "sse" : "http");
  if (url == NULL)
    {
      mcp_manifest_fail (self, g_strdup (_("The address has no “url”")));
      return NULL;
    }

  url = mcp_manifest_check_plain (self, g_steal_pointer (&url));
  whole = mcp_manifest_fill (self, remote, url);
  add_pairs (self, remote, "headers");
  mcp_json_append_member_string (json, "url", whole);
  mcp_json_append_member_string (json, "type", is_sse ? "sse" : "http");
  if (self->env->len > 1)
    {
      g_string_append_c (self->env, '}');
      mcp_json_append_member (json, "headers", self->env->str);
    }
  g_string_append_c (json, '}');

  return g_strdup (json->str);
}

/* --- The file --- */

/* Returns JSON as in servers.json, (nullable) with a problem; the label tells ways apart. */
typedef char *(*ReadWay) (McpManifestWay *, McpManifestValue, char **label);

static McpClientServer *
read_way (McpManifestValue  way,
          const char       *name,
          gboolean          is_only,
          ReadWay           read)
{
  McpClientServer *server = g_new0 (McpClientServer, 1);
  McpManifestWay self = {
    .args = g_string_new ("["),
    .env = g_string_new ("{"),
    .names = g_string_new (NULL),
    .inputs = g_string_new ("["),
    .ids = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL),
    .left_out = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL),
  };
  g_autofree char *label = NULL;
  g_autofree char *json = read (&self, way, &label);

  server->name = is_only ? g_strdup (name) : g_strdup_printf ("%s (%s)", name, label);
  server->is_choice = !is_only;
  if (self.problem == NULL)
    mcp_client_server_take (server, json, self.left_out);
  else
    server->problem = g_steal_pointer (&self.problem);
  if (self.inputs->len > 1)
    {
      g_string_append_c (self.inputs, ']');
      server->inputs = g_strdup (self.inputs->str);
      if (server->profile != NULL)
        mcp_variables_adopt (server->profile, server->inputs);
    }

  g_string_free (self.args, TRUE);
  g_string_free (self.env, TRUE);
  g_string_free (self.names, TRUE);
  g_string_free (self.inputs, TRUE);
  g_hash_table_unref (self.ids);
  g_hash_table_unref (self.left_out);
  g_free (self.problem);

  return server;
}

static guint
count_ways (McpManifestValue  manifest,
            const char       *key)
{
  McpManifestValue list;

  return mcp_manifest_find (manifest, key, &list) && mcp_manifest_get_type (list) == MCP_JSON_ARRAY ? mcp_json_count (list.text, list.length) : 0;
}

static void
append_ways (GPtrArray        *servers,
             McpManifestValue  manifest,
             const char       *key,
             const char       *name,
             gboolean          is_only,
             ReadWay           read)
{
  McpManifestValue list;
  McpJsonIter iter;
  McpSpan span;

  if (count_ways (manifest, key) == 0 || !mcp_manifest_find (manifest, key, &list))
    return;

  mcp_json_iter_init (&iter, list.text, list.length);
  while (mcp_json_iter_next (&iter, NULL, &span))
    g_ptr_array_add (servers, read_way ((McpManifestValue) { list.text + span.offset, span.length }, name, is_only, read));
}

/* The API of a registry has it one level deeper. */
static McpManifestValue
get_manifest (const char *text,
              gsize       length)
{
  McpManifestValue whole = { text, length };
  McpManifestValue inside;

  return mcp_manifest_find (whole, "server", &inside) && mcp_manifest_get_type (inside) == MCP_JSON_OBJECT ? inside : whole;
}

/**
 * mcp_client_manifest_is:
 * @text: valid JSON
 *
 * Returns: whether it is the server.json of a registry
 */
gboolean
mcp_client_manifest_is (const char *text,
                        gsize       length)
{
  McpManifestValue manifest = get_manifest (text, length);
  g_autofree char *schema = mcp_manifest_get_text (manifest, "$schema");
  McpManifestValue list;

  return ((mcp_manifest_find (manifest, "packages", &list) && mcp_manifest_get_type (list) == MCP_JSON_ARRAY)
          || (mcp_manifest_find (manifest, "remotes", &list) && mcp_manifest_get_type (list) == MCP_JSON_ARRAY)
          || (schema != NULL && g_str_has_suffix (schema, "/server.schema.json")))
         && mcp_manifest_find (manifest, "name", &list) && mcp_manifest_get_type (list) == MCP_JSON_STRING;
}

/**
 * mcp_client_manifest_read:
 * @text: valid JSON, see mcp_client_manifest_is()
 *
 * Reads a server.json: a server for each package and each address. One that cannot be run is there with its problem.
 *
 * Returns: (transfer full) (element-type McpClientServer) (nullable): the servers; %NULL with %MCP_ERROR_CONFIG
 */
GPtrArray *
mcp_client_manifest_read (const char  *text,
                          gsize        length,
                          GError     **error)
{
  McpManifestValue manifest = get_manifest (text, length);
  g_autofree char *whole = mcp_manifest_get_text (manifest, "name");
  const char *name = whole != NULL ? strrchr (whole, '/') : NULL;
  guint n_ways = count_ways (manifest, "packages") + count_ways (manifest, "remotes");
  GPtrArray *servers;

  name = name != NULL && name[1] != '\0' ? name + 1 : whole;
  if (name == NULL || n_ways == 0 || n_ways > MAX_WAYS || length > MCP_CLIENT_MAX_ENTRY_BYTES)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   n_ways > MAX_WAYS || length > MCP_CLIENT_MAX_ENTRY_BYTES
                     ? _("This server.json is too large")
                     : _("This server.json has neither packages nor addresses"));
      return NULL;
    }

  servers = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_client_server_free);
  append_ways (servers, manifest, "packages", name, n_ways == 1, read_package);
  append_ways (servers, manifest, "remotes", name, n_ways == 1, read_remote);

  return servers;
}
