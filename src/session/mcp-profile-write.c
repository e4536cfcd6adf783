/* mcp-profile-write.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-profile"

#include "config.h"

#include <string.h>

#include "mcp-json-edit.h"
#include "mcp-profile-private.h"

/*
 * Settings as a member of servers.json. Only the members whose value changed since they were
 * read are written, so that what other programs put there, and how they spelled it, stays.
 */

static char *
write_strings (char **strings)
{
  GString *out = g_string_new ("[");

  for (guint i = 0; strings[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append (out, ", ");
      mcp_json_append_string (out, strings[i], -1);
    }

  g_string_append_c (out, ']');

  return g_string_free (out, FALSE);
}

static char *
write_map (char **map)
{
  GString *out = g_string_new ("{");

  for (guint i = 0; map[i] != NULL; i++)
    {
      const char *equals = strchr (map[i], '=');

      if (equals != NULL)
        {
          g_autofree char *name = g_strndup (map[i], equals - map[i]);

          mcp_json_append_member_string (out, name, equals + 1);
        }
    }

  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}

static char *
write_roots (GPtrArray *roots)
{
  GString *out = g_string_new ("[");

  for (guint i = 0; i < roots->len; i++)
    {
      McpRoot *root = g_ptr_array_index (roots, i);

      g_string_append (out, i > 0 ? ", {" : "{");
      mcp_json_append_member_string (out, "uri", mcp_root_get_uri (root));
      mcp_json_append_member_string (out, "name", mcp_root_get_name (root));
      g_string_append_c (out, '}');
    }

  g_string_append_c (out, ']');

  return g_string_free (out, FALSE);
}

static void
put_string (char       **object,
            const char  *key,
            const char  *was,
            const char  *now)
{
  GString *token;

  if (g_strcmp0 (was, now) == 0)
    return;

  token = g_string_new (NULL);
  if (now != NULL)
    mcp_json_append_string (token, now, -1);
  mcp_json_edit_set (object, key, now != NULL ? token->str : NULL);
  g_string_free (token, TRUE);
}

static void
put_boolean (char       **object,
             const char  *key,
             gboolean     was,
             gboolean     now)
{
  if (!was != !now)
    mcp_json_edit_set (object, key, now ? "true" : "false");
}

static void
put_number (char       **object,
            const char  *key,
            double       was,
            double       now)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  if (was != now)
    mcp_json_edit_set (object, key, g_ascii_formatd (buffer, sizeof buffer, "%.15g", now));
}

/* A member object of settings: made when something has to be written into it, kept otherwise. */
static char *
take_object (const char *object,
             const char *key)
{
  char *member = mcp_json_edit_get (object, key);

  if (member == NULL || mcp_json_get_type (member, strlen (member)) != MCP_JSON_OBJECT)
    {
      g_free (member);
      member = g_strdup ("{}");
    }

  return member;
}

static void
put_object (char       **object,
            const char  *key,
            const char  *was,
            const char  *now)
{
  if (strcmp (was, now) != 0)
    mcp_json_edit_set (object, key, now);
}

static void
put_ping (char                     **sounder,
          const McpProfileSettings  *was,
          const McpProfileSettings  *now)
{
  g_autofree char *original = take_object (*sounder, "ping");
  g_autofree char *ping = g_strdup (original);

  put_boolean (&ping, "enabled", was->ping_enabled, now->ping_enabled);
  put_number (&ping, "interval", was->ping_interval_msec / 1000.0, now->ping_interval_msec / 1000.0);
  put_number (&ping, "failures", was->ping_failures, now->ping_failures);
  put_string (&ping, "reaction", mcp_reaction_names[was->reaction], mcp_reaction_names[now->reaction]);
  put_object (sounder, "ping", original, ping);
}

static void
put_waits (char                     **sounder,
           const McpProfileSettings  *was,
           const McpProfileSettings  *now)
{
  g_autofree char *original = take_object (*sounder, "waits");
  g_autofree char *waits = g_strdup (original);

  put_number (&waits, "close", was->close_wait_msec / 1000.0, now->close_wait_msec / 1000.0);
  put_number (&waits, "term", was->term_wait_msec / 1000.0, now->term_wait_msec / 1000.0);
  put_object (sounder, "waits", original, waits);
}

static void
put_timeouts (char                     **sounder,
              const McpProfileSettings  *was,
              const McpProfileSettings  *now)
{
  g_autofree char *original = take_object (*sounder, "timeouts");
  g_autofree char *timeouts = g_strdup (original);

  for (guint i = 0; i < MCP_N_TIMEOUTS; i++)
    put_number (&timeouts, mcp_timeout_keys[i],
                was->timeout_msec[i] / 1000.0, now->timeout_msec[i] / 1000.0);
  put_object (sounder, "timeouts", original, timeouts);
}

static void
put_sounder (char                     **object,
             const McpProfileSettings  *was,
             const McpProfileSettings  *now)
{
  g_autofree char *original = take_object (*object, "sounder");
  g_autofree char *sounder = g_strdup (original);

  put_string (&sounder, "inheritEnv",
              mcp_inherit_names[was->inherit_env], mcp_inherit_names[now->inherit_env]);
  put_timeouts (&sounder, was, now);
  put_boolean (&sounder, "progressResets", was->progress_resets, now->progress_resets);
  put_string (&sounder, "protocol", was->protocol, now->protocol);
  if (!mcp_roots_equal (was->roots, now->roots))
    {
      g_autofree char *roots = write_roots (now->roots);

      mcp_json_edit_set (&sounder, "roots", roots);
    }
  put_boolean (&sounder, "advertiseRoots", was->advertise_roots, now->advertise_roots);
  put_ping (&sounder, was, now);
  put_waits (&sounder, was, now);
  put_number (&sounder, "maxMessageBytes", was->max_message_bytes, now->max_message_bytes);
  put_boolean (&sounder, "demo", was->demo, now->demo);
  put_object (object, "sounder", original, sounder);
}

static void
put_argv (char                     **object,
          const McpProfileSettings  *was,
          const McpProfileSettings  *now)
{
  char **was_args = was->argv[0] != NULL ? was->argv + 1 : was->argv;
  char **now_args = now->argv[0] != NULL ? now->argv + 1 : now->argv;

  put_string (object, "command", was->argv[0], now->argv[0]);

  if (!g_strv_equal ((const char * const *) was_args, (const char * const *) now_args))
    {
      g_autofree char *args = write_strings (now_args);

      mcp_json_edit_set (object, "args", args);
    }
}

/*
 * Writes settings as the member of a server. @original is what they were once read from: what
 * did not change since keeps its tokens and its place there.
 */
char *
mcp_profile_settings_write (const McpProfileSettings *self,
                            const char               *original)
{
  McpProfileSettings was = { NULL, };
  char *object = g_strdup (original != NULL ? original : "{}");

  mcp_profile_settings_init (&was);
  mcp_profile_settings_read (&was, "", object, NULL);

  put_argv (&object, &was, self);
  put_string (&object, "url", was.url, self->url);
  put_string (&object, "cwd", was.cwd, self->cwd);
  if (!g_strv_equal ((const char * const *) was.env, (const char * const *) self->env))
    {
      g_autofree char *env = write_map (self->env);

      mcp_json_edit_set (&object, "env", env);
    }
  put_sounder (&object, &was, self);

  mcp_profile_settings_clear (&was);

  return object;
}
