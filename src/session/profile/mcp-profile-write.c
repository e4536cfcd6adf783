/* mcp-profile-write.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-profile"

#include "config.h"

#include <string.h>

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
put_waits (char                     **sounder,
           const McpProfileSettings  *was,
           const McpProfileSettings  *now)
{
  g_autofree char *original = mcp_settings_take_object (*sounder, "waits");
  g_autofree char *waits = g_strdup (original);

  mcp_settings_put_number (&waits, "close", was->close_wait_msec / 1000.0,
                           now->close_wait_msec / 1000.0);
  mcp_settings_put_number (&waits, "term", was->term_wait_msec / 1000.0,
                           now->term_wait_msec / 1000.0);
  mcp_settings_put_object (sounder, "waits", original, waits);
}

static void
put_timeouts (char                     **sounder,
              const McpProfileSettings  *was,
              const McpProfileSettings  *now)
{
  g_autofree char *original = mcp_settings_take_object (*sounder, "timeouts");
  g_autofree char *timeouts = g_strdup (original);

  for (guint i = MCP_TIMEOUT_PING + 1; i < MCP_N_TIMEOUTS; i++)
    mcp_settings_put_number (&timeouts, mcp_timeout_keys[i],
                was->timeout_msec[i] / 1000.0, now->timeout_msec[i] / 1000.0);
  mcp_settings_put_object (sounder, "timeouts", original, timeouts);
}

/* The headers whose values are secret, or the others. */
static GPtrArray *
pick_headers (GPtrArray *headers,
              gboolean   secret)
{
  GPtrArray *picked = g_ptr_array_new ();

  for (guint i = 0; i < headers->len; i++)
    if (mcp_header_get_secret (g_ptr_array_index (headers, i)) == secret)
      g_ptr_array_add (picked, g_ptr_array_index (headers, i));

  return picked;
}

/* Whether the file says the same of both; a secret's value is not its business. */
static gboolean
same_in_file (GPtrArray *a,
              GPtrArray *b)
{
  if (a->len != b->len)
    return FALSE;

  for (guint i = 0; i < a->len; i++)
    {
      McpHeader *x = g_ptr_array_index (a, i);
      McpHeader *y = g_ptr_array_index (b, i);

      if (strcmp (mcp_header_get_name (x), mcp_header_get_name (y)) != 0
          || (!mcp_header_get_secret (x)
              && g_strcmp0 (mcp_header_get_value (x), mcp_header_get_value (y)) != 0))
        return FALSE;
    }

  return TRUE;
}

/* Headers with their values, but for the secret ones. */
static void
put_headers (char                     **object,
             const McpProfileSettings  *was,
             const McpProfileSettings  *now)
{
  g_autoptr (GPtrArray) old = pick_headers (was->headers, FALSE);
  g_autoptr (GPtrArray) plain = pick_headers (now->headers, FALSE);
  GString *out;

  if (same_in_file (old, plain))
    return;

  out = g_string_new ("{");
  for (guint i = 0; i < plain->len; i++)
    {
      const char *value = mcp_header_get_value (g_ptr_array_index (plain, i));

      mcp_json_append_member_string (out, mcp_header_get_name (g_ptr_array_index (plain, i)),
                                     value != NULL ? value : "");
    }

  g_string_append_c (out, '}');
  mcp_json_edit_set (object, "headers", plain->len > 0 ? out->str : NULL);
  g_string_free (out, TRUE);
}

/* Of the secret headers the file has the names. */
static void
put_secret_headers (char                     **sounder,
                    const McpProfileSettings  *was,
                    const McpProfileSettings  *now)
{
  g_autoptr (GPtrArray) old = pick_headers (was->headers, TRUE);
  g_autoptr (GPtrArray) secret = pick_headers (now->headers, TRUE);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree char *list = NULL;

  if (same_in_file (old, secret))
    return;

  for (guint i = 0; i < secret->len; i++)
    g_ptr_array_add (names, (char *) mcp_header_get_name (g_ptr_array_index (secret, i)));
  g_ptr_array_add (names, NULL);

  list = write_strings ((char **) names->pdata);
  mcp_json_edit_set (sounder, "secretHeaders", secret->len > 0 ? list : NULL);
}

static void
put_url_settings (char                     **object,
                  char                     **sounder,
                  const McpProfileSettings  *was,
                  const McpProfileSettings  *now)
{
  mcp_settings_put_string (sounder, "transport",
                           mcp_transport_names[was->transport], mcp_transport_names[now->transport]);
  put_secret_headers (sounder, was, now);
  mcp_settings_put_string (sounder, "secretId", was->secret_id, now->secret_id);
  mcp_settings_put_string (sounder, "caFile", was->ca_file, now->ca_file);
  mcp_settings_put_string (sounder, "tests", was->tests, now->tests);
  mcp_settings_put_string (sounder, "acceptedCertificate", was->accepted_certificate,
                           now->accepted_certificate);
  mcp_profile_auth_write (was->auth, now->auth, object, sounder);
  if (was->reconnect != now->reconnect)
    mcp_json_edit_set (sounder, "reconnect",
                       now->reconnect == MCP_RECONNECT_DEFAULT  ? NULL
                       : now->reconnect == MCP_RECONNECT_ALWAYS ? "true"
                                                                : "false");
}

static void
put_sounder (char                     **object,
             const McpProfileSettings  *was,
             const McpProfileSettings  *now)
{
  g_autofree char *original = mcp_settings_take_object (*object, "sounder");
  g_autofree char *sounder = g_strdup (original);

  mcp_settings_put_string (&sounder, "inheritEnv",
                           mcp_inherit_names[was->inherit_env], mcp_inherit_names[now->inherit_env]);
  if (g_strcmp0 (was->inputs, now->inputs) != 0)
    mcp_json_edit_set (&sounder, "inputs", now->inputs);
  if (!g_strv_equal ((const char * const *) was->values, (const char * const *) now->values))
    {
      g_autofree char *values = write_map (now->values);

      mcp_json_edit_set (&sounder, "values", values);
    }
  put_url_settings (object, &sounder, was, now);
  put_timeouts (&sounder, was, now);
  mcp_settings_put_boolean (&sounder, "progressResets", was->progress_resets, now->progress_resets);
  mcp_settings_put_string (&sounder, "protocol", was->protocol, now->protocol);
  if (!mcp_roots_equal (was->roots, now->roots))
    {
      g_autofree char *roots = write_roots (now->roots);

      mcp_json_edit_set (&sounder, "roots", roots);
    }
  mcp_settings_put_boolean (&sounder, "advertiseRoots", was->advertise_roots, now->advertise_roots);
  mcp_profile_health_write (&now->health, mcp_profile_settings_default_preset (now), &sounder);
  put_waits (&sounder, was, now);
  mcp_settings_put_number (&sounder, "maxMessageBytes", was->max_message_bytes,
                           now->max_message_bytes);
  mcp_settings_put_number (&sounder, "maxServerRequests", was->max_server_requests,
                           now->max_server_requests);
  mcp_settings_put_number (&sounder, "maxJournalBytes", was->max_journal_bytes,
                           now->max_journal_bytes);
  mcp_settings_put_boolean (&sounder, "restartOnChange", was->restart_on_change,
                            now->restart_on_change);
  mcp_settings_put_boolean (&sounder, "listByPage", was->list_by_page, now->list_by_page);
  mcp_settings_put_string (&sounder, "group", was->group, now->group);
  mcp_settings_put_string (&sounder, "origin", was->origin, now->origin);
  mcp_settings_put_boolean (&sounder, "confirmDestructive", was->confirm_destructive,
                            now->confirm_destructive);
  mcp_settings_put_boolean (&sounder, "record", was->record, now->record);
  mcp_settings_put_string (&sounder, "recordFolder", was->record_folder, now->record_folder);
  mcp_settings_put_boolean (&sounder, "demo", was->demo, now->demo);
  mcp_profile_era_write (&was->era, &now->era, &sounder);
  mcp_settings_put_object (object, "sounder", original, sounder);
}

static void
put_argv (char                     **object,
          const McpProfileSettings  *was,
          const McpProfileSettings  *now)
{
  char **was_args = was->argv[0] != NULL ? was->argv + 1 : was->argv;
  char **now_args = now->argv[0] != NULL ? now->argv + 1 : now->argv;

  mcp_settings_put_string (object, "command", was->argv[0], now->argv[0]);

  if (!g_strv_equal ((const char * const *) was_args, (const char * const *) now_args))
    {
      g_autofree char *args = write_strings (now_args);

      mcp_json_edit_set (object, "args", now->argv[0] != NULL ? args : NULL);
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
  mcp_settings_put_string (&object, "url", was.url, self->url);
  put_headers (&object, &was, self);
  mcp_settings_put_string (&object, "cwd", was.cwd, self->cwd);
  if (!g_strv_equal ((const char * const *) was.env, (const char * const *) self->env))
    {
      g_autofree char *env = write_map (self->env);

      mcp_json_edit_set (&object, "env", env);
    }
  put_sounder (&object, &was, self);

  mcp_profile_settings_clear (&was);

  return object;
}
