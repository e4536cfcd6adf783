/* mcp-profile-read.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-profile"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-profile-private.h"

/*
 * Settings from a member of servers.json. The type of every member that is known is checked:
 * a wrong one is an error that names it, never a default that nobody asked for.
 */

#define DEFAULT_MAX_MESSAGE_BYTES ((gsize) 256 * 1024 * 1024)
#define MAX_SECONDS               (G_MAXINT / 1000)

const char * const mcp_timeout_keys[MCP_N_TIMEOUTS] = {
  "ping", "read", "call", "initialize", "start", "other", "maximum",
};
const char * const mcp_inherit_names[] = { "basic", "all", NULL };
const char * const mcp_reaction_names[] = { "mark", "disconnect", "restart", NULL };

void
mcp_profile_settings_init (McpProfileSettings *self)
{
  self->argv = g_new0 (char *, 1);
  self->env = g_new0 (char *, 1);
  self->roots = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < MCP_N_TIMEOUTS; i++)
    self->timeout_msec[i] = mcp_profile_get_default_timeout_msec (i);
  self->inherit_env = MCP_INHERIT_BASIC;
  self->progress_resets = TRUE;
  self->advertise_roots = TRUE;
  self->close_wait_msec = 5 * 1000;
  self->term_wait_msec = 5 * 1000;
  self->max_message_bytes = DEFAULT_MAX_MESSAGE_BYTES;
  self->ping_enabled = TRUE;
  self->ping_interval_msec = 5 * 1000;
  self->ping_failures = 3;
  self->reaction = MCP_REACTION_MARK;
}

void
mcp_profile_settings_clear (McpProfileSettings *self)
{
  g_clear_pointer (&self->argv, g_strfreev);
  g_clear_pointer (&self->url, g_free);
  g_clear_pointer (&self->cwd, g_free);
  g_clear_pointer (&self->env, g_strfreev);
  g_clear_pointer (&self->protocol, g_free);
  g_clear_pointer (&self->roots, g_ptr_array_unref);
}

static gpointer
ref_root (gconstpointer root,
          gpointer      user_data)
{
  return g_object_ref ((gpointer) root);
}

void
mcp_profile_settings_copy (const McpProfileSettings *self,
                           McpProfileSettings       *copy)
{
  *copy = *self;
  copy->argv = g_strdupv (self->argv);
  copy->url = g_strdup (self->url);
  copy->cwd = g_strdup (self->cwd);
  copy->env = g_strdupv (self->env);
  copy->protocol = g_strdup (self->protocol);
  copy->roots = g_ptr_array_copy (self->roots, ref_root, NULL);
  g_ptr_array_set_free_func (copy->roots, g_object_unref);
}

/* An object that is being read, and what to call it in errors. */
typedef struct
{
  const char *server;
  const char *parent;  /* (nullable): "sounder", "sounder.ping" */
  const char *text;
  gsize       length;
} Reader;

static gboolean
fail (const Reader  *reader,
      const char    *key,
      const char    *expected,
      GError       **error)
{
  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
               /* Translators: a server's name, a key of its settings, what its value must be. */
               _("Server “%s”: “%s%s%s” must be %s"),
               reader->server, reader->parent != NULL ? reader->parent : "",
               reader->parent != NULL ? "." : "", key, expected);

  return FALSE;
}

/* A member that is null counts as absent: other programs write it for "not set". */
static gboolean
find (const Reader  *reader,
      const char    *key,
      const char   **text,
      gsize         *length,
      McpJsonType   *type)
{
  McpSpan span;

  if (!mcp_json_edit_find (reader->text, reader->length, key, &span))
    return FALSE;

  *text = reader->text + span.offset;
  *length = span.length;
  *type = mcp_json_get_type (*text, *length);

  return *type != MCP_JSON_NULL;
}

static gboolean
read_string (const Reader  *reader,
             const char    *key,
             char         **value,
             GError       **error)
{
  const char *text;
  gsize length;
  McpJsonType type;

  if (!find (reader, key, &text, &length, &type))
    return TRUE;
  if (type != MCP_JSON_STRING)
    return fail (reader, key, _("a string"), error);

  g_free (*value);
  *value = mcp_json_dup_string (text, length);

  return TRUE;
}

static gboolean
read_boolean (const Reader  *reader,
              const char    *key,
              gboolean      *value,
              GError       **error)
{
  const char *text;
  gsize length;
  McpJsonType type;

  if (!find (reader, key, &text, &length, &type))
    return TRUE;
  if (type != MCP_JSON_BOOLEAN)
    return fail (reader, key, _("true or false"), error);

  *value = text[0] == 't';

  return TRUE;
}

static gboolean
read_number (const Reader  *reader,
             const char    *key,
             double         minimum,
             double         maximum,
             double        *value,
             GError       **error)
{
  g_autofree char *range = NULL;
  const char *text;
  gsize length;
  McpJsonType type;

  if (!find (reader, key, &text, &length, &type))
    return TRUE;

  if (type == MCP_JSON_NUMBER)
    {
      g_autofree char *token = g_strndup (text, length);
      double number = g_ascii_strtod (token, NULL);

      if (number >= minimum && number <= maximum)
        {
          *value = number;
          return TRUE;
        }
    }

  range = g_strdup_printf (_("a number from %.15g to %.15g"), minimum, maximum);

  return fail (reader, key, range, error);
}

/* Seconds in the file, milliseconds in memory. */
static gboolean
read_seconds (const Reader  *reader,
              const char    *key,
              double         minimum,
              guint         *msec,
              GError       **error)
{
  double seconds = *msec / 1000.0;

  if (!read_number (reader, key, minimum, MAX_SECONDS, &seconds, error))
    return FALSE;

  *msec = (guint) (seconds * 1000 + 0.5);

  return TRUE;
}

static gboolean
read_choice (const Reader        *reader,
             const char          *key,
             const char * const  *names,
             int                 *value,
             GError             **error)
{
  g_autofree char *word = NULL;

  if (!read_string (reader, key, &word, error))
    return FALSE;
  if (word == NULL)
    return TRUE;

  for (int i = 0; names[i] != NULL; i++)
    if (strcmp (word, names[i]) == 0)
      {
        *value = i;
        return TRUE;
      }

  {
    g_autofree char *list = g_strjoinv ("”, “", (char **) names);
    g_autofree char *expected = g_strdup_printf (_("one of “%s”"), list);

    return fail (reader, key, expected, error);
  }
}

/* An object member to read from; absent is an empty one. */
static gboolean
read_object (const Reader  *reader,
             const char    *key,
             const char    *name,
             Reader        *member,
             GError       **error)
{
  McpJsonType type;

  *member = (Reader) { reader->server, name, "{}", 2 };
  if (!find (reader, key, &member->text, &member->length, &type))
    return TRUE;

  return type == MCP_JSON_OBJECT || fail (reader, key, _("an object"), error);
}

static gboolean
read_argv (const Reader        *reader,
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

  if (!read_string (reader, "command", &command, error))
    return FALSE;
  if (command != NULL && command[0] == '\0')
    return fail (reader, "command", _("the name of a program"), error);
  if (command != NULL)
    g_strv_builder_add (builder, command);

  if (find (reader, "args", &text, &length, &type))
    {
      if (type != MCP_JSON_ARRAY || !mcp_json_iter_init (&iter, text, length))
        return fail (reader, "args", _("an array of strings"), error);

      while (mcp_json_iter_next (&iter, &key, &value))
        {
          g_autofree char *argument = NULL;

          if (mcp_json_get_type (text + value.offset, value.length) != MCP_JSON_STRING)
            return fail (reader, "args", _("an array of strings"), error);

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
read_map (const Reader  *reader,
          const char    *member,
          char        ***map,
          GError       **error)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  Reader object;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (!read_object (reader, member, member, &object, error))
    return FALSE;

  if (mcp_json_iter_init (&iter, object.text, object.length))
    while (mcp_json_iter_next (&iter, &key, &value))
      {
        g_autofree char *name = mcp_json_dup_string (object.text + key.offset, key.length);
        g_autofree char *content = NULL;
        g_autofree char *variable = NULL;

        if (name[0] == '\0' || strchr (name, '=') != NULL)
          return fail (reader, member, _("an object whose keys are names"), error);
        if (mcp_json_get_type (object.text + value.offset, value.length) != MCP_JSON_STRING)
          return fail (&object, name, _("a string"), error);

        content = mcp_json_dup_string (object.text + value.offset, value.length);
        variable = g_strconcat (name, "=", content, NULL);
        g_strv_builder_add (builder, variable);
      }

  g_strfreev (*map);
  *map = g_strv_builder_end (builder);

  return TRUE;
}

static gboolean
read_roots (const Reader        *reader,
            McpProfileSettings  *self,
            GError             **error)
{
  const char *text;
  gsize length;
  McpJsonType type;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  if (!find (reader, "roots", &text, &length, &type))
    return TRUE;
  if (type != MCP_JSON_ARRAY || !mcp_json_iter_init (&iter, text, length))
    return fail (reader, "roots", _("an array of objects"), error);

  g_ptr_array_set_size (self->roots, 0);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      const Reader item = {
        reader->server, "sounder.roots", text + value.offset, value.length,
      };
      g_autofree char *uri = NULL;
      g_autofree char *name = NULL;

      if (mcp_json_get_type (item.text, item.length) != MCP_JSON_OBJECT)
        return fail (reader, "roots", _("an array of objects"), error);
      if (!read_string (&item, "uri", &uri, error) || !read_string (&item, "name", &name, error))
        return FALSE;
      if (uri == NULL)
        return fail (&item, "uri", _("a string"), error);

      g_ptr_array_add (self->roots, mcp_root_new (uri, name));
    }

  return TRUE;
}

static gboolean
read_ping (const Reader        *sounder,
           McpProfileSettings  *self,
           GError             **error)
{
  Reader ping;
  double failures = self->ping_failures;
  int reaction = self->reaction;

  if (!read_object (sounder, "ping", "sounder.ping", &ping, error)
      || !read_boolean (&ping, "enabled", &self->ping_enabled, error)
      || !read_seconds (&ping, "interval", 0.001, &self->ping_interval_msec, error)
      || !read_number (&ping, "failures", 1, 1000, &failures, error)
      || !read_choice (&ping, "reaction", mcp_reaction_names, &reaction, error))
    return FALSE;

  self->ping_failures = (guint) failures;
  self->reaction = reaction;

  return TRUE;
}

static gboolean
read_sounder (const Reader        *reader,
              McpProfileSettings  *self,
              GError             **error)
{
  Reader sounder;
  Reader timeouts;
  Reader waits;
  double max_message_bytes = self->max_message_bytes;
  int inherit_env = self->inherit_env;

  if (!read_object (reader, "sounder", "sounder", &sounder, error)
      || !read_object (&sounder, "timeouts", "sounder.timeouts", &timeouts, error)
      || !read_object (&sounder, "waits", "sounder.waits", &waits, error))
    return FALSE;

  for (guint i = 0; i < MCP_N_TIMEOUTS; i++)
    if (!read_seconds (&timeouts, mcp_timeout_keys[i], 0.001, &self->timeout_msec[i], error))
      return FALSE;

  if (!read_choice (&sounder, "inheritEnv", mcp_inherit_names, &inherit_env, error)
      || !read_roots (&sounder, self, error)
      || !read_string (&sounder, "protocol", &self->protocol, error)
      || !read_seconds (&waits, "close", 0, &self->close_wait_msec, error)
      || !read_seconds (&waits, "term", 0, &self->term_wait_msec, error)
      || !read_number (&sounder, "maxMessageBytes", 1024, 1LL << 40, &max_message_bytes, error)
      || !read_boolean (&sounder, "progressResets", &self->progress_resets, error)
      || !read_boolean (&sounder, "advertiseRoots", &self->advertise_roots, error)
      || !read_boolean (&sounder, "demo", &self->demo, error)
      || !read_ping (&sounder, self, error))
    return FALSE;

  self->inherit_env = inherit_env;
  self->max_message_bytes = (gsize) max_message_bytes;

  return TRUE;
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
  const Reader reader = { name, NULL, json, strlen (json) };
  g_auto (GStrv) headers = NULL;

  if (mcp_json_get_type (json, reader.length) != MCP_JSON_OBJECT)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("Server “%s” must be an object with “command” or “url”"), name);
      return FALSE;
    }

  if (!read_argv (&reader, self, error)
      || !read_string (&reader, "url", &self->url, error)
      || !read_string (&reader, "cwd", &self->cwd, error)
      || !read_map (&reader, "env", &self->env, error)
      || !read_map (&reader, "headers", &headers, error))
    return FALSE;

  /* A local process is looked after more closely than a host on the network. */
  if (self->argv[0] == NULL && self->url != NULL)
    self->ping_interval_msec = 30 * 1000;

  return read_sounder (&reader, self, error);
}
