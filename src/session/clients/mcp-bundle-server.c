/* mcp-bundle-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-bundle-private.h"
#include "mcp-client-private.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-variables.h"

/* How a bundle is started, once it is unpacked: its "mcp_config" as a server, in the folder of the bundle. */

#define CONFIG "server.mcp_config"
#define MAX_ENV 1000

typedef struct
{
  McpBundle        *bundle;
  const char       *folder;
  McpManifestValue  options;   /* without text where nothing is asked for */
  McpManifestValue  config;    /* as well */
  McpManifestValue  override;  /* as well: what is different on Linux */
  GString          *json;
} Maker;

/* What Linux has, or everybody. */
static gboolean
get_config (const Maker       *self,
            const char        *key,
            McpJsonType        type,
            McpManifestValue  *value,
            GError           **error)
{
  g_autofree char *whole = g_strconcat (CONFIG ".", key, NULL);
  g_autofree char *here = g_strconcat (CONFIG ".platform_overrides.linux.", key, NULL);

  if (!mcp_bundle_get (self->override, key, here, type, FALSE, value, error))
    return FALSE;

  return value->text != NULL || mcp_bundle_get (self->config, key, whole, type, FALSE, value, error);
}

/* The text of an element or a member, filled in. Numbers and booleans are what they are as text, but for a program. */
static char *
dup_filled (const Maker       *self,
            McpManifestValue   value,
            const char        *key,
            GError           **error)
{
  McpJsonType type = mcp_manifest_get_type (value);
  g_autofree char *text = type == MCP_JSON_STRING ? mcp_json_dup_string (value.text, value.length) : NULL;

  if ((type == MCP_JSON_NUMBER || type == MCP_JSON_BOOLEAN) && !g_str_equal (key, CONFIG ".command"))
    return g_strndup (value.text, value.length);
  if (text != NULL)
    return mcp_bundle_fill (text, self->folder, self->options, error);

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” in its manifest.json must have strings alone"), key);

  return NULL;
}

/* --- The command --- */

/* A path in a bundle, whole. */
static char *
dup_inside (const Maker  *self,
            const char   *path,
            const char   *key,
            GError      **error)
{
  g_autofree char *whole = g_canonicalize_filename (path, self->folder);
  g_autofree char *prefix = g_strconcat (self->folder, "/", NULL);

  /* As it is written. */
  if (g_str_has_prefix (path, prefix))
    path += strlen (prefix);
  if (g_str_has_prefix (whole, prefix) && g_hash_table_contains (self->bundle->names, whole + strlen (prefix)))
    return g_steal_pointer (&whole);

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("“%s” in its manifest.json is “%s”, which is not in the bundle"), key,
               path);

  return NULL;
}

static char *
dup_entry_point (const Maker  *self,
                 gboolean      is_needed,
                 GError      **error)
{
  McpManifestValue server;
  g_autofree char *path = NULL;

  if (!mcp_bundle_get (mcp_bundle_get_manifest (self->bundle), "server", "server", MCP_JSON_OBJECT, TRUE, &server, error)
      || !mcp_bundle_get_text (server, "entry_point", "server.entry_point", is_needed, &path, error) || path == NULL)
    return NULL;

  return dup_inside (self, path, "server.entry_point", is_needed ? error : NULL);
}

/* Without a command: the one that the kind of server has. */
static gboolean
append_standard (Maker   *self,
                 GError **error)
{
  g_autofree char *entry_point = dup_entry_point (self, TRUE, error);
  const char *kind = self->bundle->kind;
  gboolean is_binary = g_str_equal (kind, "binary");

  if (entry_point == NULL)
    return FALSE;

  mcp_json_append_member_string (self->json, "command",
                                 is_binary                     ? entry_point
                                 : g_str_equal (kind, "python") ? "python3"
                                                                : kind);
  mcp_json_append_member (self->json, "args", "[");
  if (g_str_equal (kind, "uv"))
    {
      g_string_append (self->json, "\"run\",\"--directory\",");
      mcp_json_append_string (self->json, self->folder, -1);
      g_string_append_c (self->json, ',');
    }
  if (!is_binary)
    mcp_json_append_string (self->json, entry_point, -1);
  g_string_append_c (self->json, ']');

  return TRUE;
}

/* A path without a beginning is one in the bundle, as the name of the program that it brings is. */
static char *
dup_command (Maker             *self,
             McpManifestValue   value,
             GError           **error)
{
  g_autofree char *command = dup_filled (self, value, CONFIG ".command", error);
  g_autofree char *prefix = g_strconcat (self->folder, "/", NULL);
  g_autofree char *entry_point = NULL;
  g_autofree char *name = NULL;

  if (command == NULL)
    return NULL;
  if (g_str_has_prefix (command, prefix) || (strchr (command, '/') != NULL && !g_path_is_absolute (command)
                                             && !g_str_has_prefix (command, "${")))
    return dup_inside (self, command, CONFIG ".command", error);

  entry_point = g_str_equal (self->bundle->kind, "binary") ? dup_entry_point (self, FALSE, NULL) : NULL;
  name = entry_point != NULL ? g_path_get_basename (entry_point) : NULL;

  return g_strcmp0 (name, command) == 0 ? g_steal_pointer (&entry_point) : g_steal_pointer (&command);
}

static gboolean
append_args (Maker   *self,
             GError **error)
{
  McpManifestValue list;
  McpJsonIter iter;
  McpSpan span;

  if (!get_config (self, "args", MCP_JSON_ARRAY, &list, error))
    return FALSE;
  if (list.text == NULL)
    return TRUE;

  mcp_json_append_member (self->json, "args", "[");
  mcp_json_iter_init (&iter, list.text, list.length);
  while (mcp_json_iter_next (&iter, NULL, &span))
    {
      McpManifestValue value = { list.text + span.offset, span.length };
      g_autofree char *text = dup_filled (self, value, CONFIG ".args", error);

      if (text == NULL)
        return FALSE;
      mcp_json_append_comma (self->json);
      mcp_json_append_string (self->json, text, -1);
      if (self->json->len > MCP_CLIENT_MAX_ENTRY_BYTES)
        break;
    }
  g_string_append_c (self->json, ']');

  return TRUE;
}

/* --- The environment --- */

static gboolean
collect_env (Maker             *self,
             McpManifestValue   config,
             const char        *key,
             GHashTable        *env,
             GError           **error)
{
  McpManifestValue object;
  McpJsonIter iter;
  McpSpan name;
  McpSpan span;

  if (!mcp_bundle_get (config, "env", key, MCP_JSON_OBJECT, FALSE, &object, error))
    return FALSE;
  if (object.text == NULL)
    return TRUE;

  mcp_json_iter_init (&iter, object.text, object.length);
  for (guint n = 0; n < MAX_ENV && mcp_json_iter_next (&iter, &name, &span); n++)
    {
      McpManifestValue value = { object.text + span.offset, span.length };
      char *text;

      if (mcp_manifest_get_type (value) == MCP_JSON_NULL)
        continue;
      text = dup_filled (self, value, key, error);
      if (text == NULL)
        return FALSE;
      g_hash_table_replace (env, mcp_json_dup_string (object.text + name.offset, name.length), text);
    }

  return TRUE;
}

/* Unlike the rest, that of Linux comes to that of everybody. */
static gboolean
append_env (Maker   *self,
            GError **error)
{
  g_autoptr (GHashTable) env = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GList) names = NULL;

  if (!collect_env (self, self->config, CONFIG ".env", env, error)
      || !collect_env (self, self->override, CONFIG ".platform_overrides.linux.env", env, error))
    return FALSE;
  if (g_hash_table_size (env) == 0)
    return TRUE;

  names = g_list_sort (g_hash_table_get_keys (env), (GCompareFunc) strcmp);
  mcp_json_append_member (self->json, "env", "{");
  for (GList *l = names; l != NULL; l = l->next)
    mcp_json_append_member_string (self->json, l->data, g_hash_table_lookup (env, l->data));
  g_string_append_c (self->json, '}');

  return TRUE;
}

/* --- The whole --- */

static gboolean
find_parts (Maker   *self,
            GError **error)
{
  McpManifestValue manifest = mcp_bundle_get_manifest (self->bundle);
  McpManifestValue server;
  McpManifestValue overrides;

  if (!mcp_bundle_get (manifest, "user_config", "user_config", MCP_JSON_OBJECT, FALSE, &self->options, error)
      || !mcp_bundle_get (manifest, "server", "server", MCP_JSON_OBJECT, TRUE, &server, error)
      || !mcp_bundle_get (server, "mcp_config", CONFIG, MCP_JSON_OBJECT, FALSE, &self->config, error))
    return FALSE;
  if (self->config.text == NULL)
    return TRUE;

  return mcp_bundle_get (self->config, "platform_overrides", CONFIG ".platform_overrides", MCP_JSON_OBJECT, FALSE, &overrides,
                         error)
         && (overrides.text == NULL
             || mcp_bundle_get (overrides, "linux", CONFIG ".platform_overrides.linux", MCP_JSON_OBJECT, FALSE,
                                &self->override, error));
}

static gboolean
make_json (Maker   *self,
           GError **error)
{
  McpManifestValue value = { NULL, 0 };
  g_autofree char *command = NULL;

  if (strpbrk (self->folder, "$%") != NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("“%s” has a $ or a %% in its name, which would stand for something: choose another folder"),
                   self->folder);
      return FALSE;
    }
  if (!find_parts (self, error)
      || (self->config.text != NULL && !get_config (self, "command", MCP_JSON_STRING, &value, error)))
    return FALSE;

  if (value.text == NULL)
    {
      if (!append_standard (self, error))
        return FALSE;
    }
  else
    {
      command = dup_command (self, value, error);
      if (command == NULL)
        return FALSE;
      mcp_json_append_member_string (self->json, "command", command);
      if (!append_args (self, error))
        return FALSE;
    }
  if (self->config.text != NULL && !append_env (self, error))
    return FALSE;

  mcp_json_append_member_string (self->json, "cwd", self->folder);
  if (self->json->len <= MCP_CLIENT_MAX_ENTRY_BYTES)
    return TRUE;

  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("It is longer than %u bytes"), MCP_CLIENT_MAX_ENTRY_BYTES);

  return FALSE;
}

static void
take_inputs (Maker           *self,
             McpClientServer *server)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *inputs = self->options.text != NULL ? mcp_bundle_make_inputs (self->options, self->folder, &error) : NULL;

  if (error != NULL)
    {
      g_clear_object (&server->profile);
      server->problem = g_strdup (error->message);
    }
  else if (inputs != NULL && server->profile != NULL)
    {
      mcp_variables_adopt (server->profile, inputs);
      server->inputs = g_strdup (mcp_profile_get_settings (server->profile)->inputs);
    }
}

/**
 * mcp_bundle_make_server:
 * @folder: (type filename): where it is unpacked, or will be
 *
 * Says how a bundle is started from a folder. What a person has to fill in for it is an input of the profile.
 *
 * Returns: (transfer full): a server; without a profile when there is a problem, which only the folder can have brought
 */
McpClientServer *
mcp_bundle_make_server (McpBundle  *self,
                        const char *folder)
{
  McpClientServer *server = g_new0 (McpClientServer, 1);
  g_autofree char *whole = NULL;
  g_autoptr (GHashTable) left_out = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GString) json = g_string_new ("{");
  g_autoptr (GError) error = NULL;
  Maker maker;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (folder != NULL, NULL);

  whole = g_canonicalize_filename (folder, NULL);
  maker = (Maker) { .bundle = self, .folder = whole, .json = json };
  server->name = g_strdup (self->name);
  if (make_json (&maker, &error))
    {
      g_string_append_c (json, '}');
      mcp_client_server_take (server, json->str, left_out);
      take_inputs (&maker, server);
      if (server->profile != NULL)
        g_object_set (server->profile, "origin", self->path, NULL);
    }
  else
    server->problem = g_strdup (error->message);

  return server;
}

/* Whether it can be started wherever it is unpacked; takes which of its files that starts. */
gboolean
mcp_bundle_check_server (McpBundle  *self,
                         GError    **error)
{
  static const char folder[] = "/bundle";
  McpClientServer *server = mcp_bundle_make_server (self, folder);
  gboolean good = server->profile != NULL;
  const char *program = good ? mcp_profile_get_argv (server->profile)[0] : NULL;

  if (!good)
    g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG, server->problem);
  else if (g_str_has_prefix (program, "/bundle/"))
    self->program = g_strdup (program + strlen (folder) + 1);
  mcp_client_server_free (server);

  return good;
}

/**
 * mcp_bundle_dup_folder:
 * @parent: (type filename) (nullable): where to; that for all bundles of Sounder without it
 *
 * Makes up a folder for a bundle, by its name, where nothing is yet.
 *
 * Returns: (transfer full) (type filename): the folder
 */
char *
mcp_bundle_dup_folder (McpBundle  *self,
                       const char *parent)
{
  g_autofree char *all = g_build_filename (g_get_user_data_dir (), "sounder", "bundles", NULL);
  g_autoptr (GString) name = g_string_new (NULL);
  char *path;

  g_return_val_if_fail (self != NULL, NULL);

  for (const char *p = self->name; *p != '\0' && name->len < 100; p++)
    g_string_append_c (name, g_ascii_isalnum (*p) || strchr ("_-.", *p) != NULL ? *p : '-');
  if (name->len == 0 || name->str[0] == '.')
    g_string_prepend (name, "bundle");

  path = g_build_filename (parent != NULL ? parent : all, name->str, NULL);
  for (guint i = 2; g_file_test (path, G_FILE_TEST_EXISTS) || g_file_test (path, G_FILE_TEST_IS_SYMLINK); i++)
    {
      g_autofree char *numbered = g_strdup_printf ("%s-%u", name->str, i);

      g_free (path);
      path = g_build_filename (parent != NULL ? parent : all, numbered, NULL);
    }

  return path;
}
