/* mcp-profile-table.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-answer-rules.h"
#include "mcp-catalog-item.h"
#include "mcp-error.h"
#include "mcp-profile-private.h"
#include "mcp-task.h"

/*
 * THE table of what a member of servers.json says: where each setting is kept, what it is called in
 * the file and as a property, what it may be and what it is when nobody says. All that is done with
 * settings goes by it, in its order.
 *
 * The type of every member that is known is checked: a wrong one is an error that names it, never a
 * default that nobody asked for. Only what changed since it was read is written, so that what other
 * programs put there, and how they spelled it, stays.
 */

#define AT(member) G_STRUCT_OFFSET (McpProfileSettings, member)
#define MIB (1024.0 * 1024.0)

const char * const mcp_inherit_names[] = { "basic", "all", NULL };
static const char * const transport_names[] = { "auto", "http", "sse", NULL };
const char * const mcp_era_names[] = { "auto", "legacy", "modern", NULL };

static char *
follow_default_folder (const char *folder)
{
  g_autofree char *default_folder = mcp_profile_get_default_record_folder ();

  return g_strcmp0 (folder, default_folder) != 0 ? g_strdup (folder) : NULL;
}

const McpSetting mcp_profile_table[] = {
  { .key = "command", .of_server = TRUE, .kind = MCP_SETTING_STRV, .offset = AT (argv),
    .read = mcp_profile_read_argv, .write = mcp_profile_write_argv },
  { .key = "url", .of_server = TRUE, .kind = MCP_SETTING_STRING, .offset = AT (url) },
  { .key = "headers", .of_server = TRUE,
    .read = mcp_profile_read_headers, .write = mcp_profile_write_headers },
  { "cwd", "cwd", .of_server = TRUE, .kind = MCP_SETTING_STRING, .offset = AT (cwd) },
  { .key = "env", .of_server = TRUE, .kind = MCP_SETTING_MAP, .offset = AT (env) },
  { .key = "type", .of_server = TRUE, .read = mcp_profile_read_type },

  { "inherit-env", "inheritEnv", .kind = MCP_SETTING_CHOICE, .offset = AT (inherit_env),
    .names = mcp_inherit_names },
  { "inputs", "inputs", .kind = MCP_SETTING_STRING, .offset = AT (inputs),
    .read = mcp_profile_read_inputs, .write = mcp_profile_write_inputs },
  { .key = "values", .kind = MCP_SETTING_MAP, .offset = AT (values) },
  { "transport", "transport", .kind = MCP_SETTING_CHOICE, .offset = AT (transport),
    .names = transport_names },
  { .key = "secretHeaders",
    .read = mcp_profile_read_secret_headers, .write = mcp_profile_write_secret_headers },
  { .key = "secretId", .kind = MCP_SETTING_STRING, .offset = AT (secret_id) },
  { "ca-file", "caFile", .kind = MCP_SETTING_STRING, .offset = AT (ca_file) },
  { "tests", "tests", .kind = MCP_SETTING_STRING, .offset = AT (tests) },
  { "accepted-certificate", "acceptedCertificate", .kind = MCP_SETTING_STRING,
    .offset = AT (accepted_certificate) },
  { "keep-cookies", "cookies", .kind = MCP_SETTING_BOOLEAN, .offset = AT (keep_cookies), .fallback = TRUE },
  { "client-certificate", "clientCertificate", .kind = MCP_SETTING_STRING, .offset = AT (client_certificate) },
  { "client-key", "clientKey", .kind = MCP_SETTING_STRING, .offset = AT (client_key) },
  { .key = "oauth", .read = mcp_profile_read_auth, .write = mcp_profile_write_auth },
  { .key = "reconnect", .read = mcp_profile_read_reconnect, .write = mcp_profile_write_reconnect },

  { "read-timeout-msec", "read", "timeouts", .kind = MCP_SETTING_MSEC,
    .offset = AT (timeout_msec[MCP_TIMEOUT_READ]), .minimum = 0.001, .fallback = 30 },
  { "call-timeout-msec", "call", "timeouts", .kind = MCP_SETTING_MSEC,
    .offset = AT (timeout_msec[MCP_TIMEOUT_CALL]), .minimum = 0.001, .fallback = 60 },
  { "initialize-timeout-msec", "initialize", "timeouts", .kind = MCP_SETTING_MSEC,
    .offset = AT (timeout_msec[MCP_TIMEOUT_INITIALIZE]), .minimum = 0.001, .fallback = 10 },
  { "discover-timeout-msec", "discover", "timeouts", .kind = MCP_SETTING_MSEC,
    .offset = AT (timeout_msec[MCP_TIMEOUT_DISCOVER]), .minimum = 0.001, .fallback = 2 },
  { "start-timeout-msec", "start", "timeouts", .kind = MCP_SETTING_MSEC,
    .offset = AT (timeout_msec[MCP_TIMEOUT_START]), .minimum = 0.001, .fallback = 60 },
  { "other-timeout-msec", "other", "timeouts", .kind = MCP_SETTING_MSEC,
    .offset = AT (timeout_msec[MCP_TIMEOUT_OTHER]), .minimum = 0.001, .fallback = 30 },
  { "maximum-timeout-msec", "maximum", "timeouts", .kind = MCP_SETTING_MSEC,
    .offset = AT (timeout_msec[MCP_TIMEOUT_MAXIMUM]), .minimum = 0.001, .fallback = 5 * 60 },
  { "progress-resets", "progressResets", .kind = MCP_SETTING_BOOLEAN, .offset = AT (progress_resets),
    .fallback = TRUE },

  { "protocol", "protocol", .kind = MCP_SETTING_STRING, .offset = AT (protocol) },
  { "meta", "meta", .kind = MCP_SETTING_STRING, .offset = AT (meta),
    .read = mcp_profile_read_meta, .write = mcp_profile_write_meta },
  { .key = "roots", .read = mcp_profile_read_roots, .write = mcp_profile_write_roots },
  { "advertise-roots", "advertiseRoots", .kind = MCP_SETTING_BOOLEAN, .offset = AT (advertise_roots),
    .fallback = TRUE },
  { "require", "require", .kind = MCP_SETTING_STRING, .offset = AT (require) },
  { .key = "health", .read = mcp_profile_read_health, .write = mcp_profile_write_health },
  { "close-wait-msec", "close", "waits", .kind = MCP_SETTING_MSEC, .offset = AT (close_wait_msec),
    .fallback = 5 },
  { "term-wait-msec", "term", "waits", .kind = MCP_SETTING_MSEC, .offset = AT (term_wait_msec),
    .fallback = 5 },
  { "max-message-bytes", "maxMessageBytes", .kind = MCP_SETTING_UINT64, .offset = AT (max_message_bytes),
    .minimum = 1024, .maximum = MCP_PROFILE_MAX_MESSAGE_BYTES, .fallback = 256 * MIB },
  { "max-server-requests", "maxServerRequests", .kind = MCP_SETTING_UINT,
    .offset = AT (max_server_requests), .minimum = 1, .maximum = 1000000, .fallback = 1000 },
  { "max-journal-bytes", "maxJournalBytes", .kind = MCP_SETTING_UINT64, .offset = AT (max_journal_bytes),
    .minimum = MIB, .maximum = 1LL << 50, .fallback = 8 * 1024 * MIB },
  { "max-memory-bytes", "maxMemoryBytes", .kind = MCP_SETTING_UINT64, .offset = AT (max_memory_bytes),
    .minimum = 16 * MIB, .maximum = 1LL << 50, .fallback = 512 * MIB },

  { "restart-on-change", "restartOnChange", .kind = MCP_SETTING_BOOLEAN,
    .offset = AT (restart_on_change) },
  { "list-by-page", "listByPage", .kind = MCP_SETTING_BOOLEAN, .offset = AT (list_by_page) },
  { "list-interval-sec", "listInterval", .kind = MCP_SETTING_UINT, .offset = AT (list_interval_sec),
    .maximum = 24 * 60 * 60 },
  { "group", "group", .kind = MCP_SETTING_STRING, .offset = AT (group),
    .normalize = mcp_profile_normalize_group },
  { "origin", "origin", .kind = MCP_SETTING_STRING, .offset = AT (origin),
    .normalize = mcp_profile_normalize_origin },
  { "confirm-destructive", "confirmDestructive", .kind = MCP_SETTING_BOOLEAN,
    .offset = AT (confirm_destructive), .fallback = TRUE },
  { "record", "record", .kind = MCP_SETTING_BOOLEAN, .offset = AT (record) },
  { "record-folder", "recordFolder", .kind = MCP_SETTING_STRING, .offset = AT (record_folder),
    .normalize = follow_default_folder },
  { "demo", "demo", .kind = MCP_SETTING_BOOLEAN, .offset = AT (demo), .read_only = TRUE,
    .read = mcp_profile_read_demo },

  { "era", "era", .kind = MCP_SETTING_CHOICE, .offset = AT (era.choice), .names = mcp_era_names },
  { .key = "clientCapabilities",
    .read = mcp_profile_read_capabilities, .write = mcp_profile_write_capabilities },
  { .kind = MCP_SETTING_STRING, .offset = AT (era.extension_settings) },
  { .key = "extensions", .kind = MCP_SETTING_STRV, .offset = AT (era.extensions),
    .read = mcp_profile_read_extensions, .write = mcp_profile_write_extensions },
  { "log-level", "logLevel", .kind = MCP_SETTING_STRING, .offset = AT (era.log_level) },
  { "max-rounds", "maxRounds", .kind = MCP_SETTING_UINT, .offset = AT (era.max_rounds),
    .minimum = 1, .maximum = 1000, .fallback = 10 },
  { .key = "answers", .read = mcp_profile_read_answers, .write = mcp_profile_write_answers },
};

const guint mcp_profile_n_settings = G_N_ELEMENTS (mcp_profile_table);

static gpointer
locate (const McpSetting         *setting,
        const McpProfileSettings *settings)
{
  return (char *) settings + setting->offset;
}

static gboolean
is_strings (const McpSetting *setting)
{
  return setting->kind == MCP_SETTING_STRV || setting->kind == MCP_SETTING_MAP;
}

/* A number in the unit of the file. */
static double
get_number (const McpSetting         *setting,
            const McpProfileSettings *settings)
{
  if (setting->kind == MCP_SETTING_UINT64)
    return *(guint64 *) locate (setting, settings);

  return *(guint *) locate (setting, settings) / (setting->kind == MCP_SETTING_MSEC ? 1000.0 : 1.0);
}

static void
set_number (const McpSetting   *setting,
            McpProfileSettings *settings,
            double              number)
{
  if (setting->kind == MCP_SETTING_UINT64)
    *(guint64 *) locate (setting, settings) = (guint64) number;
  else if (setting->kind == MCP_SETTING_MSEC)
    *(guint *) locate (setting, settings) = (guint) (number * 1000 + 0.5);
  else
    *(guint *) locate (setting, settings) = (guint) number;
}

static void
take_string (const McpSetting   *setting,
             McpProfileSettings *settings,
             const char         *value)
{
  char **string = locate (setting, settings);

  g_free (*string);
  *string = setting->normalize != NULL ? setting->normalize (value) : g_strdup (value);
}

void
mcp_profile_settings_init (McpProfileSettings *self)
{
  static const char * const extensions[] = { MCP_TASKS_EXTENSION, MCP_SKILLS_EXTENSION, NULL };

  for (guint i = 0; i < mcp_profile_n_settings; i++)
    {
      const McpSetting *setting = &mcp_profile_table[i];

      if (is_strings (setting))
        *(char ***) locate (setting, self) = g_new0 (char *, 1);
      else if (setting->fallback != 0)
        set_number (setting, self, setting->fallback);
    }
  self->roots = g_ptr_array_new_with_free_func (g_object_unref);
  self->headers = g_ptr_array_new_with_free_func (g_object_unref);
  self->era.capabilities = MCP_PROFILE_DEFAULT_CAPABILITIES;
  g_strfreev (self->era.extensions);
  self->era.extensions = g_strdupv ((char **) extensions);
  self->era.answers = mcp_answer_rules_copy (NULL);
  mcp_health_settings_init (&self->health, mcp_profile_settings_default_preset (self));
}

void
mcp_profile_settings_clear (McpProfileSettings *self)
{
  for (guint i = 0; i < mcp_profile_n_settings; i++)
    {
      const McpSetting *setting = &mcp_profile_table[i];

      if (is_strings (setting))
        g_clear_pointer ((char ***) locate (setting, self), g_strfreev);
      else if (setting->kind == MCP_SETTING_STRING)
        g_clear_pointer ((char **) locate (setting, self), g_free);
    }
  g_clear_pointer (&self->headers, g_ptr_array_unref);
  g_clear_pointer (&self->roots, g_ptr_array_unref);
  g_clear_pointer (&self->auth, mcp_auth_settings_free);
  g_clear_pointer (&self->era.answers, mcp_answer_rules_free);
}

void
mcp_profile_settings_copy (const McpProfileSettings *self,
                           McpProfileSettings       *copy)
{
  *copy = *self;
  for (guint i = 0; i < mcp_profile_n_settings; i++)
    {
      const McpSetting *setting = &mcp_profile_table[i];

      if (is_strings (setting))
        *(char ***) locate (setting, copy) = g_strdupv (*(char ***) locate (setting, self));
      else if (setting->kind == MCP_SETTING_STRING)
        *(char **) locate (setting, copy) = g_strdup (*(char **) locate (setting, self));
    }
  copy->headers = mcp_profile_copy_items (self->headers);
  copy->roots = mcp_profile_copy_items (self->roots);
  copy->auth = self->auth != NULL ? mcp_auth_settings_copy (self->auth) : NULL;
  copy->era.answers = mcp_answer_rules_copy (self->era.answers);
}

gboolean
mcp_setting_equal (const McpSetting         *setting,
                   const McpProfileSettings *a,
                   const McpProfileSettings *b)
{
  switch (setting->kind)
    {
    case MCP_SETTING_STRING:
      return g_strcmp0 (*(char **) locate (setting, a), *(char **) locate (setting, b)) == 0;

    case MCP_SETTING_STRV:
    case MCP_SETTING_MAP:
      return g_strv_equal (*(const char * const **) locate (setting, a),
                           *(const char * const **) locate (setting, b));

    case MCP_SETTING_OTHER:
      return TRUE;

    default:
      return get_number (setting, a) == get_number (setting, b);
    }
}

/* Creates the GObject property for a setting. */
GParamSpec *
mcp_setting_make_property (const McpSetting *setting)
{
  const GParamFlags flags = G_PARAM_STATIC_STRINGS | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_LAX_VALIDATION
                            | (setting->read_only ? G_PARAM_READABLE : G_PARAM_READWRITE);
  const guint minimum = setting->minimum > 0 ? 1 : 0;

  switch (setting->kind)
    {
    case MCP_SETTING_STRING:
      return g_param_spec_string (setting->property, NULL, NULL, NULL, flags);

    case MCP_SETTING_BOOLEAN:
      return g_param_spec_boolean (setting->property, NULL, NULL, setting->fallback != 0, flags);

    case MCP_SETTING_CHOICE:
      return g_param_spec_uint (setting->property, NULL, NULL, 0,
                                g_strv_length ((char **) setting->names) - 1, 0, flags);

    case MCP_SETTING_MSEC:
      return g_param_spec_uint (setting->property, NULL, NULL, minimum, G_MAXINT,
                                (guint) (setting->fallback * 1000), flags);

    case MCP_SETTING_UINT:
      return g_param_spec_uint (setting->property, NULL, NULL, minimum, (guint) setting->maximum,
                                (guint) setting->fallback, flags);

    case MCP_SETTING_UINT64:
      return g_param_spec_uint64 (setting->property, NULL, NULL, minimum, (guint64) setting->maximum,
                                  (guint64) setting->fallback, flags);

    default:
      g_assert_not_reached ();
    }
}

void
mcp_setting_get_value (const McpSetting         *setting,
                       const McpProfileSettings *settings,
                       GValue                   *value)
{
  gconstpointer where = locate (setting, settings);

  if (setting->kind == MCP_SETTING_STRING)
    g_value_set_string (value, *(char **) where);
  else if (setting->kind == MCP_SETTING_BOOLEAN)
    g_value_set_boolean (value, *(gboolean *) where);
  else if (setting->kind == MCP_SETTING_UINT64)
    g_value_set_uint64 (value, *(guint64 *) where);
  else
    g_value_set_uint (value, *(guint *) where);
}

/* An empty string is none. */
void
mcp_setting_set_value (const McpSetting   *setting,
                       McpProfileSettings *settings,
                       const GValue       *value)
{
  gpointer where = locate (setting, settings);

  if (setting->kind == MCP_SETTING_STRING)
    {
      const char *string = g_value_get_string (value);

      take_string (setting, settings, string != NULL && *string != '\0' ? string : NULL);
    }
  else if (setting->kind == MCP_SETTING_BOOLEAN)
    *(gboolean *) where = g_value_get_boolean (value);
  else if (setting->kind == MCP_SETTING_UINT64)
    *(guint64 *) where = g_value_get_uint64 (value);
  else
    *(guint *) where = g_value_get_uint (value);
}

static gboolean
read_value (const McpSetting         *setting,
            const McpSettingsReader  *reader,
            McpProfileSettings       *self,
            GError                  **error)
{
  gpointer where = locate (setting, self);
  g_autofree char *string = NULL;
  double number;

  switch (setting->kind)
    {
    case MCP_SETTING_STRING:
      if (!mcp_settings_read_string (reader, setting->key, &string, error))
        return FALSE;
      if (string != NULL)
        take_string (setting, self, string);
      return TRUE;

    case MCP_SETTING_MAP:
      return mcp_settings_read_map (reader, setting->key, where, error);

    case MCP_SETTING_BOOLEAN:
      return mcp_settings_read_boolean (reader, setting->key, where, error);

    case MCP_SETTING_CHOICE:
      return mcp_settings_read_choice (reader, setting->key, setting->names, where, error);

    case MCP_SETTING_MSEC:
      return mcp_settings_read_seconds (reader, setting->key, setting->minimum, where, error);

    default:
      number = get_number (setting, self);
      if (!mcp_settings_read_number (reader, setting->key, setting->minimum, setting->maximum, TRUE, &number, error))
        return FALSE;
      set_number (setting, self, number);
      return TRUE;
    }
}

/* Reads one setting, from the root object or from the nested object that @setting names. */
gboolean
mcp_setting_read (const McpSetting         *setting,
                  const McpSettingsReader  *reader,
                  McpProfileSettings       *self,
                  GError                  **error)
{
  McpSettingsReader object = *reader;
  g_autofree char *path = g_strconcat ("sounder.", setting->object, NULL);

  if (setting->object != NULL && !mcp_settings_read_object (reader, setting->object, path, &object, error))
    return FALSE;

  return setting->read != NULL ? setting->read (&object, self, error) : read_value (setting, &object, self, error);
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
  McpSettingsReader sounder;

  if (mcp_json_get_type (json, reader.length) != MCP_JSON_OBJECT)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("Server “%s” must be an object with “command” or “url”"), name);
      return FALSE;
    }

  mcp_profile_read_foreign_auth (&reader, self);
  if (!mcp_settings_read_object (&reader, "sounder", "sounder", &sounder, error))
    return FALSE;

  for (guint i = 0; i < mcp_profile_n_settings; i++)
    {
      const McpSetting *setting = &mcp_profile_table[i];

      if (setting->key != NULL
          && !mcp_setting_read (setting, setting->of_server ? &reader : &sounder, self, error))
        return FALSE;
    }

  return TRUE;
}

static void
put_value (const McpSetting          *setting,
           const McpProfileSettings  *was,
           const McpProfileSettings  *now,
           char                     **object)
{
  gconstpointer old = locate (setting, was);
  gconstpointer new = locate (setting, now);

  switch (setting->kind)
    {
    case MCP_SETTING_STRING:
      mcp_settings_put_string (object, setting->key, *(char **) old, *(char **) new);
      break;

    case MCP_SETTING_MAP:
      mcp_settings_put_map (object, setting->key, *(char ***) old, *(char ***) new);
      break;

    case MCP_SETTING_BOOLEAN:
      mcp_settings_put_boolean (object, setting->key, *(gboolean *) old, *(gboolean *) new);
      break;

    case MCP_SETTING_CHOICE:
      mcp_settings_put_string (object, setting->key, setting->names[*(guint *) old],
                               setting->names[*(guint *) new]);
      break;

    case MCP_SETTING_OTHER:
    case MCP_SETTING_STRV:
      break;

    default:
      mcp_settings_put_number (object, setting->key, get_number (setting, was),
                               get_number (setting, now));
    }
}

/* Writes what changed of one setting into @object, or into the member of it that has the setting. */
void
mcp_setting_write (const McpSetting          *setting,
                   const McpProfileSettings  *was,
                   const McpProfileSettings  *now,
                   char                     **object)
{
  g_autofree char *original = setting->object != NULL ? mcp_settings_take_object (*object, setting->object) : NULL;
  g_autofree char *member = g_strdup (original);
  char **where = setting->object != NULL ? &member : object;

  if (setting->write != NULL)
    setting->write (was, now, where);
  else if (setting->key != NULL)
    put_value (setting, was, now, where);
  if (setting->object != NULL)
    mcp_settings_put_object (object, setting->object, original, member);
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
  g_autofree char *old_sounder = NULL;
  g_autofree char *sounder = NULL;

  mcp_profile_settings_init (&was);
  mcp_profile_settings_read (&was, "", object, NULL);

  old_sounder = mcp_settings_take_object (object, "sounder");
  sounder = g_strdup (old_sounder);
  for (guint i = 0; i < mcp_profile_n_settings; i++)
    mcp_setting_write (&mcp_profile_table[i], &was, self,
                       mcp_profile_table[i].of_server ? &object : &sounder);
  mcp_profile_drop_foreign_auth (&was, self, &object);
  mcp_settings_put_object (&object, "sounder", old_sounder, sounder);

  mcp_profile_settings_clear (&was);

  return object;
}
