/* mcp-profile-read.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-profile"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-profile-private.h"

/*
 * Settings from a member of servers.json. The type of every member that is known is checked:
 * a wrong one is an error that names it, never a default that nobody asked for.
 */

#define DEFAULT_MAX_MESSAGE_BYTES ((gsize) 256 * 1024 * 1024)
#define DEFAULT_MAX_SERVER_REQUESTS 1000
#define DEFAULT_MAX_JOURNAL_BYTES ((guint64) 8 * 1024 * 1024 * 1024)

const char * const mcp_timeout_keys[MCP_N_TIMEOUTS] = {
  "ping", "read", "call", "initialize", "start", "other", "maximum",
};
const char * const mcp_inherit_names[] = { "basic", "all", NULL };
const char * const mcp_transport_names[] = { "auto", "http", "sse", NULL };

void
mcp_profile_settings_init (McpProfileSettings *self)
{
  self->argv = g_new0 (char *, 1);
  self->env = g_new0 (char *, 1);
  self->values = g_new0 (char *, 1);
  self->roots = g_ptr_array_new_with_free_func (g_object_unref);
  self->headers = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = MCP_TIMEOUT_PING + 1; i < MCP_N_TIMEOUTS; i++)
    self->timeout_msec[i] = mcp_profile_get_default_timeout_msec (i);
  self->inherit_env = MCP_INHERIT_BASIC;
  self->confirm_destructive = TRUE;
  self->progress_resets = TRUE;
  self->advertise_roots = TRUE;
  self->close_wait_msec = 5 * 1000;
  self->term_wait_msec = 5 * 1000;
  self->max_message_bytes = DEFAULT_MAX_MESSAGE_BYTES;
  self->max_server_requests = DEFAULT_MAX_SERVER_REQUESTS;
  self->max_journal_bytes = DEFAULT_MAX_JOURNAL_BYTES;
  mcp_health_settings_init (&self->health, mcp_profile_settings_default_preset (self));
  mcp_profile_era_init (&self->era);
}

void
mcp_profile_settings_clear (McpProfileSettings *self)
{
  g_clear_pointer (&self->argv, g_strfreev);
  g_clear_pointer (&self->url, g_free);
  g_clear_pointer (&self->headers, g_ptr_array_unref);
  g_clear_pointer (&self->secret_id, g_free);
  g_clear_pointer (&self->ca_file, g_free);
  g_clear_pointer (&self->tests, g_free);
  g_clear_pointer (&self->group, g_free);
  g_clear_pointer (&self->origin, g_free);
  g_clear_pointer (&self->accepted_certificate, g_free);
  g_clear_pointer (&self->auth, mcp_auth_settings_free);
  g_clear_pointer (&self->cwd, g_free);
  g_clear_pointer (&self->record_folder, g_free);
  g_clear_pointer (&self->env, g_strfreev);
  g_clear_pointer (&self->inputs, g_free);
  g_clear_pointer (&self->values, g_strfreev);
  g_clear_pointer (&self->protocol, g_free);
  g_clear_pointer (&self->roots, g_ptr_array_unref);
  mcp_profile_era_clear (&self->era);
}

static gpointer
ref_item (gconstpointer item,
          gpointer      user_data)
{
  return g_object_ref ((gpointer) item);
}

void
mcp_profile_settings_copy (const McpProfileSettings *self,
                           McpProfileSettings       *copy)
{
  *copy = *self;
  copy->argv = g_strdupv (self->argv);
  copy->url = g_strdup (self->url);
  copy->cwd = g_strdup (self->cwd);
  copy->record_folder = g_strdup (self->record_folder);
  copy->env = g_strdupv (self->env);
  copy->inputs = g_strdup (self->inputs);
  copy->values = g_strdupv (self->values);
  copy->protocol = g_strdup (self->protocol);
  copy->roots = g_ptr_array_copy (self->roots, ref_item, NULL);
  g_ptr_array_set_free_func (copy->roots, g_object_unref);
  copy->headers = g_ptr_array_copy (self->headers, ref_item, NULL);
  g_ptr_array_set_free_func (copy->headers, g_object_unref);
  copy->secret_id = g_strdup (self->secret_id);
  copy->ca_file = g_strdup (self->ca_file);
  copy->tests = g_strdup (self->tests);
  copy->group = g_strdup (self->group);
  copy->origin = g_strdup (self->origin);
  copy->accepted_certificate = g_strdup (self->accepted_certificate);
  copy->auth = self->auth != NULL ? mcp_auth_settings_copy (self->auth) : NULL;
  mcp_profile_era_copy (&self->era, &copy->era);
}

static gboolean
read_argv (const McpSettingsReader        *reader,
           McpProfileSettings  *self,
           GError             **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autofree char *command = NULL;
  const char *text;
  gsize length;
  McpJsonType type;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (!mcp_settings_read_string (reader, "command", &command, error))
    return FALSE;
  if (command != NULL && command[0] == '\0')
    return mcp_settings_fail (reader, "command", _("the name of a program"), error);
  if (command != NULL)
    g_strv_builder_add (builder, command);

  if (mcp_settings_find (reader, "args", &text, &length, &type))
    {
      if (type != MCP_JSON_ARRAY || !mcp_json_iter_init (&iter, text, length))
        return mcp_settings_fail (reader, "args", _("an array of strings"), error);

      while (mcp_json_iter_next (&iter, &key, &value))
        {
          g_autofree char *argument = NULL;

          if (mcp_json_get_type (text + value.offset, value.length) != MCP_JSON_STRING)
            return mcp_settings_fail (reader, "args", _("an array of strings"), error);

          argument = mcp_json_dup_string (text + value.offset, value.length);
          if (command != NULL)
            g_strv_builder_add (builder, argument);
        }
    }

  g_strfreev (self->argv);
  self->argv = g_strv_builder_end (builder);

  return TRUE;
}

/* An object of strings, as NAME=VALUE. */
static gboolean
read_map (const McpSettingsReader  *reader,
          const char    *member,
          char        ***map,
          GError       **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  McpSettingsReader object;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (!mcp_settings_read_object (reader, member, member, &object, error))
    return FALSE;

  if (mcp_json_iter_init (&iter, object.text, object.length))
    while (mcp_json_iter_next (&iter, &key, &value))
      {
        g_autofree char *name = mcp_json_dup_string (object.text + key.offset, key.length);
        g_autofree char *content = NULL;
        g_autofree char *variable = NULL;

        if (name[0] == '\0' || strchr (name, '=') != NULL)
          return mcp_settings_fail (reader, member, _("an object whose keys are names"), error);
        if (mcp_json_get_type (object.text + value.offset, value.length) != MCP_JSON_STRING)
          return mcp_settings_fail (&object, name, _("a string"), error);

        content = mcp_json_dup_string (object.text + value.offset, value.length);
        variable = g_strconcat (name, "=", content, NULL);
        g_strv_builder_add (builder, variable);
      }

  g_strfreev (*map);
  *map = g_strv_builder_end (builder);

  return TRUE;
}

/* Other clients say in "type" what they take a URL for; a word of theirs we do not know is no
 * error of ours. */
static gboolean
read_type (const McpSettingsReader        *reader,
           McpProfileSettings  *self,
           GError             **error)
{
  const struct
  {
    const char          *word;
    McpProfileTransport  transport;
  } types[] = {
    { "http", MCP_PROFILE_TRANSPORT_HTTP },
    { "streamable-http", MCP_PROFILE_TRANSPORT_HTTP },
    { "streamableHttp", MCP_PROFILE_TRANSPORT_HTTP },
    { "sse", MCP_PROFILE_TRANSPORT_SSE },
  };
  g_autofree char *type = NULL;

  if (!mcp_settings_read_string (reader, "type", &type, error))
    return FALSE;

  for (guint i = 0; type != NULL && i < G_N_ELEMENTS (types); i++)
    if (strcmp (type, types[i].word) == 0)
      self->transport = types[i].transport;

  return TRUE;
}

static gboolean
has_header (McpProfileSettings *self,
            const char         *name)
{
  for (guint i = 0; i < self->headers->len; i++)
    if (g_ascii_strcasecmp (mcp_header_get_name (g_ptr_array_index (self->headers, i)), name) == 0)
      return TRUE;

  return FALSE;
}

static gboolean
read_headers (const McpSettingsReader        *reader,
              McpProfileSettings  *self,
              GError             **error)
{
  g_auto (GStrv) headers = NULL;

  if (!read_map (reader, "headers", &headers, error))
    return FALSE;

  g_ptr_array_set_size (self->headers, 0);
  for (guint i = 0; headers != NULL && headers[i] != NULL; i++)
    {
      char *value = strchr (headers[i], '=');

      *value = '\0';
      g_ptr_array_add (self->headers, mcp_header_new (headers[i], value + 1, FALSE));
    }

  return TRUE;
}

/* The headers whose values are in the keyring. One whose value stands in the file all the same is
 * taken for what it is: no secret any more. */
static gboolean
read_secret_headers (const McpSettingsReader        *sounder,
                     McpProfileSettings  *self,
                     GError             **error)
{
  const char *text;
  gsize length;
  McpJsonType type;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (!mcp_settings_find (sounder, "secretHeaders", &text, &length, &type))
    return TRUE;
  if (type != MCP_JSON_ARRAY || !mcp_json_iter_init (&iter, text, length))
    return mcp_settings_fail (sounder, "secretHeaders", _("an array of strings"), error);

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = NULL;

      if (mcp_json_get_type (text + value.offset, value.length) != MCP_JSON_STRING)
        return mcp_settings_fail (sounder, "secretHeaders", _("an array of strings"), error);

      name = mcp_json_dup_string (text + value.offset, value.length);
      if (!has_header (self, name))
        g_ptr_array_add (self->headers, mcp_header_new (name, NULL, TRUE));
    }

  return TRUE;
}

static gboolean
read_url_settings (const McpSettingsReader        *sounder,
                   McpProfileSettings  *self,
                   GError             **error)
{
  int transport = self->transport;
  gboolean reconnect = FALSE;
  const char *text;
  gsize length;
  McpJsonType type;

  if (!mcp_settings_read_choice (sounder, "transport", mcp_transport_names, &transport, error)
      || !read_secret_headers (sounder, self, error)
      || !mcp_settings_read_string (sounder, "secretId", &self->secret_id, error)
      || !mcp_settings_read_string (sounder, "caFile", &self->ca_file, error)
      || !mcp_settings_read_string (sounder, "tests", &self->tests, error)
      || !mcp_settings_read_string (sounder, "acceptedCertificate", &self->accepted_certificate,
                                    error)
      || !mcp_settings_read_boolean (sounder, "reconnect", &reconnect, error))
    return FALSE;

  self->transport = transport;
  if (mcp_settings_find (sounder, "reconnect", &text, &length, &type))
    self->reconnect = reconnect ? MCP_RECONNECT_ALWAYS : MCP_RECONNECT_NEVER;

  return TRUE;
}

static gboolean
read_roots (const McpSettingsReader        *reader,
            McpProfileSettings  *self,
            GError             **error)
{
  const char *text;
  gsize length;
  McpJsonType type;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (!mcp_settings_find (reader, "roots", &text, &length, &type))
    return TRUE;
  if (type != MCP_JSON_ARRAY || !mcp_json_iter_init (&iter, text, length))
    return mcp_settings_fail (reader, "roots", _("an array of objects"), error);

  g_ptr_array_set_size (self->roots, 0);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      const McpSettingsReader item = {
        reader->server, "sounder.roots", text + value.offset, value.length,
      };
      g_autofree char *uri = NULL;
      g_autofree char *name = NULL;

      if (mcp_json_get_type (item.text, item.length) != MCP_JSON_OBJECT)
        return mcp_settings_fail (reader, "roots", _("an array of objects"), error);
      if (!mcp_settings_read_string (&item, "uri", &uri, error)
          || !mcp_settings_read_string (&item, "name", &name, error))
        return FALSE;
      if (uri == NULL)
        return mcp_settings_fail (&item, "uri", _("a string"), error);

      g_ptr_array_add (self->roots, mcp_root_new (uri, name));
    }

  return TRUE;
}

/* How variables are asked for, and what was said. */
static gboolean
read_inputs (const McpSettingsReader  *sounder,
             McpProfileSettings       *self,
             GError                  **error)
{
  const char *text;
  gsize length;
  McpJsonType type;

  if (mcp_settings_find (sounder, "inputs", &text, &length, &type))
    {
      if (type != MCP_JSON_ARRAY)
        return mcp_settings_fail (sounder, "inputs", _("an array of objects"), error);
      g_free (self->inputs);
      self->inputs = g_strndup (text, length);
    }

  return read_map (sounder, "values", &self->values, error);
}

static gboolean
read_group (const McpSettingsReader  *sounder,
            McpProfileSettings       *self,
            GError                  **error)
{
  g_autofree char *group = NULL;

  if (!mcp_settings_read_string (sounder, "group", &group, error))
    return FALSE;

  g_free (self->group);
  self->group = mcp_profile_normalize_group (group);

  return TRUE;
}

static gboolean
read_sounder (const McpSettingsReader        *reader,
              McpProfileSettings  *self,
              GError             **error)
{
  McpSettingsReader sounder;
  McpSettingsReader timeouts;
  McpSettingsReader waits;
  g_autofree char *text = NULL;
  double max_message_bytes = self->max_message_bytes;
  double max_server_requests = self->max_server_requests;
  double max_journal_bytes = self->max_journal_bytes;
  int inherit_env = self->inherit_env;

  if (!mcp_settings_read_object (reader, "sounder", "sounder", &sounder, error)
      || !mcp_settings_read_object (&sounder, "timeouts", "sounder.timeouts", &timeouts, error)
      || !mcp_settings_read_object (&sounder, "waits", "sounder.waits", &waits, error))
    return FALSE;

  for (guint i = MCP_TIMEOUT_PING + 1; i < MCP_N_TIMEOUTS; i++)
    if (!mcp_settings_read_seconds (&timeouts, mcp_timeout_keys[i], 0.001, &self->timeout_msec[i],
                                    error))
      return FALSE;

  if (!mcp_settings_read_choice (&sounder, "inheritEnv", mcp_inherit_names, &inherit_env, error)
      || !read_inputs (&sounder, self, error)
      || !read_url_settings (&sounder, self, error)
      || !mcp_profile_auth_read (&self->auth, reader, &sounder, error)
      || !read_roots (&sounder, self, error)
      || !mcp_settings_read_string (&sounder, "protocol", &self->protocol, error)
      || !mcp_settings_read_seconds (&waits, "close", 0, &self->close_wait_msec, error)
      || !mcp_settings_read_seconds (&waits, "term", 0, &self->term_wait_msec, error)
      || !mcp_settings_read_number (&sounder, "maxMessageBytes", 1024, MCP_PROFILE_MAX_MESSAGE_BYTES,
                                    &max_message_bytes, error)
      || !mcp_settings_read_number (&sounder, "maxServerRequests", 1, 1000000,
                                    &max_server_requests, error)
      || !mcp_settings_read_number (&sounder, "maxJournalBytes", 1024 * 1024, 1LL << 50,
                                    &max_journal_bytes, error)
      || !mcp_settings_read_boolean (&sounder, "progressResets", &self->progress_resets, error)
      || !mcp_settings_read_boolean (&sounder, "restartOnChange", &self->restart_on_change, error)
      || !mcp_settings_read_boolean (&sounder, "confirmDestructive", &self->confirm_destructive, error)
      || !mcp_settings_read_boolean (&sounder, "listByPage", &self->list_by_page, error)
      || !read_group (&sounder, self, error)
      || !mcp_settings_read_string (&sounder, "origin", &self->origin, error)
      || !mcp_settings_read_boolean (&sounder, "record", &self->record, error)
      || !mcp_settings_read_string (&sounder, "recordFolder", &self->record_folder, error)
      || !mcp_settings_read_boolean (&sounder, "advertiseRoots", &self->advertise_roots, error)
      || !mcp_settings_read_boolean (&sounder, "demo", &self->demo, error)
      || !mcp_profile_health_read (&self->health, mcp_profile_settings_default_preset (self),
                                   &sounder, error))
    return FALSE;

  /* It is what comes with Sounder, not what a file says it is. */
  if (self->demo)
    {
      g_autofree char *program = mcp_profile_find_demo (NULL);

      self->demo = program != NULL && g_strcmp0 (self->argv[0], program) == 0;
    }
  self->inherit_env = inherit_env;
  self->max_message_bytes = (gsize) max_message_bytes;
  self->max_server_requests = (guint) max_server_requests;
  self->max_journal_bytes = (guint64) max_journal_bytes;
  text = g_strndup (sounder.text, sounder.length);

  return mcp_profile_era_read (&self->era, reader->server, text, error);
}

/*
 * Reads the member of a server into settings that were initialised. @json is valid and
 * NUL-terminated. On an error the settings are partly read.
 */
gboolean
mcp_profile_settings_read (McpProfileSettings  *self,
                           const char          *name,
                           const char          *json,
                           GError             **error)
{
  const McpSettingsReader reader = { name, NULL, json, strlen (json) };

  if (mcp_json_get_type (json, reader.length) != MCP_JSON_OBJECT)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("Server “%s” must be an object with “command” or “url”"), name);
      return FALSE;
    }

  if (!read_argv (&reader, self, error)
      || !mcp_settings_read_string (&reader, "url", &self->url, error)
      || !mcp_settings_read_string (&reader, "cwd", &self->cwd, error)
      || !read_map (&reader, "env", &self->env, error)
      || !read_headers (&reader, self, error)
      || !read_type (&reader, self, error))
    return FALSE;

  return read_sounder (&reader, self, error);
}
