/* mcp-profile.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-consent.h"
#include "mcp-error.h"
#include "mcp-host.h"
#include "mcp-json-edit.h"
#include "mcp-profile-private.h"

/**
 * McpProfile:
 *
 * How to reach a server and how to treat it.
 *
 * Plain data. A session reads it at the start of each life, so that an edit never changes a
 * connection in mid-air; the health monitor and the roots follow edits at once. What the file
 * said is kept beside the settings: members we do not know are written back as they were.
 *
 * The settings themselves are in mcp-profile-settings.c; here is how a profile is made, read, copied and written.
 */

G_DEFINE_FINAL_TYPE (McpProfile, mcp_profile, G_TYPE_OBJECT)

static GParamSpec *properties[MCP_PROFILE_PROP_SETTING];

/* For the other half of the class, which has the setters of what is no plain setting. */
void
mcp_profile_notify (McpProfile *self,
                    guint       prop_id)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[prop_id]);
}

/* A list of the same objects. */
GPtrArray *
mcp_profile_copy_items (GPtrArray *items)
{
  GPtrArray *copy = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; items != NULL && i < items->len; i++)
    g_ptr_array_add (copy, g_object_ref (items->pdata[i]));

  return copy;
}

/* Shows a list of the settings in its model; an unchanged list is not announced. */
void
mcp_profile_sync_list (GListStore *model,
                       GPtrArray  *items)
{
  guint n_items = g_list_model_get_n_items (G_LIST_MODEL (model));
  gboolean same = n_items == items->len;

  for (guint i = 0; same && i < n_items; i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (G_LIST_MODEL (model), i);

      same = item == items->pdata[i];
    }

  if (!same)
    g_list_store_splice (model, 0, n_items, items->pdata, items->len);
}

/* "server-everything" for "npx -y @modelcontextprotocol/server-everything@2.0". */
static char *
make_name (const char * const *argv)
{
  static const char * const launchers[] = { "npx", "uvx", "bunx", "node", "python3", "python", NULL };
  g_autofree char *name = NULL;
  const char *program = argv[0];
  const char *at;

  if (program == NULL)
    return g_strdup (_("Server"));

  name = g_path_get_basename (program);
  if (g_strv_contains (launchers, name))
    for (guint i = 1; argv[i] != NULL; i++)
      if (argv[i][0] != '-' && argv[i][0] != '\0')
        {
          g_free (name);
          name = g_path_get_basename (argv[i]);
          break;
        }

  at = strrchr (name, '@');
  if (at != NULL && at != name)
    name[at - name] = '\0';

  return g_utf8_make_valid (name, -1);
}

static void
mcp_profile_finalize (GObject *object)
{
  McpProfile *self = MCP_PROFILE (object);

  mcp_profile_settings_clear (&self->settings);
  g_free (self->name);
  g_free (self->json);
  g_strfreev (self->base_environ);
  g_clear_pointer (&self->given, g_hash_table_unref);
  g_object_unref (self->roots);
  g_object_unref (self->headers);

  G_OBJECT_CLASS (mcp_profile_parent_class)->finalize (object);
}

static void
mcp_profile_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  McpProfile *self = MCP_PROFILE (object);

  switch (prop_id)
    {
    case MCP_PROFILE_PROP_NAME:
      g_value_set_string (value, self->name);
      break;

    case MCP_PROFILE_PROP_COMMAND:
      g_value_take_string (value, mcp_profile_dup_command (self));
      break;

    case MCP_PROFILE_PROP_HEALTH:
      g_value_set_boxed (value, &self->settings.health);
      break;

    case MCP_PROFILE_PROP_TEMPORARY:
      g_value_set_boolean (value, self->temporary);
      break;

    default:
      mcp_setting_get_value (&mcp_profile_table[prop_id - MCP_PROFILE_PROP_SETTING], &self->settings,
                             value);
    }
}

static void
mcp_profile_set_property (GObject      *object,
                          guint         prop_id,
                          const GValue *value,
                          GParamSpec   *pspec)
{
  McpProfile *self = MCP_PROFILE (object);
  const McpSetting *setting = &mcp_profile_table[prop_id - MCP_PROFILE_PROP_SETTING];
  g_auto (GValue) was = G_VALUE_INIT;
  g_auto (GValue) now = G_VALUE_INIT;

  g_object_get_property (object, pspec->name, &was);
  mcp_setting_set_value (setting, &self->settings, value);
  g_object_get_property (object, pspec->name, &now);
  if (g_param_values_cmp (pspec, &was, &now) != 0)
    g_object_notify_by_pspec (object, pspec);
}

static void
mcp_profile_class_init (McpProfileClass *klass)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = mcp_profile_finalize;
  object_class->get_property = mcp_profile_get_property;
  object_class->set_property = mcp_profile_set_property;

  /**
   * McpProfile:name:
   *
   * What the user calls the server.
   */
  properties[MCP_PROFILE_PROP_NAME] =
    g_param_spec_string ("name", NULL, NULL, NULL, flags);

  /**
   * McpProfile:command:
   *
   * The command line or the URL, as one line to show.
   */
  properties[MCP_PROFILE_PROP_COMMAND] =
    g_param_spec_string ("command", NULL, NULL, NULL, flags);

  /**
   * McpProfile:health:
   *
   * The settings of the connection monitor.
   */
  properties[MCP_PROFILE_PROP_HEALTH] =
    g_param_spec_boxed ("health", NULL, NULL, MCP_TYPE_HEALTH_SETTINGS, flags);

  /**
   * McpProfile:temporary:
   *
   * Whether the profile came with a command line and is not saved.
   */
  properties[MCP_PROFILE_PROP_TEMPORARY] =
    g_param_spec_boolean ("temporary", NULL, NULL, FALSE, flags);

  for (guint i = 1; i < MCP_PROFILE_PROP_SETTING; i++)
    g_object_class_install_property (object_class, i, properties[i]);
  for (guint i = 0; i < mcp_profile_n_settings; i++)
    if (mcp_profile_table[i].property != NULL)
      g_object_class_install_property (object_class, MCP_PROFILE_PROP_SETTING + i,
                                       mcp_setting_make_property (&mcp_profile_table[i]));
}

static void
mcp_profile_init (McpProfile *self)
{
  self->name = g_strdup ("");
  mcp_profile_settings_init (&self->settings);
  self->roots = g_list_store_new (MCP_TYPE_ROOT);
  self->headers = g_list_store_new (MCP_TYPE_HEADER);
}

/**
 * mcp_profile_new:
 * @name: what to call the server
 *
 * Creates a profile with the default settings and nothing to start yet.
 */
McpProfile *
mcp_profile_new (const char *name)
{
  McpProfile *self;

  g_return_val_if_fail (name != NULL, NULL);

  self = g_object_new (MCP_TYPE_PROFILE, NULL);
  g_free (self->name);
  self->name = g_strdup (name);

  return self;
}

/**
 * mcp_profile_new_for_argv:
 * @name: (nullable): what to call the server; %NULL makes a name of the program's
 * @argv: the program and its arguments
 *
 * Creates a temporary profile for a command line. It inherits as much of the environment as a server of
 * the list: what it needs more is named, so that it is not a surprise elsewhere.
 */
McpProfile *
mcp_profile_new_for_argv (const char         *name,
                          const char * const *argv)
{
  g_autofree char *made = NULL;
  McpProfile *self;

  g_return_val_if_fail (argv != NULL, NULL);

  if (name == NULL)
    made = make_name (argv);

  self = mcp_profile_new (name != NULL ? name : made);
  self->temporary = TRUE;
  self->literal = TRUE;
  mcp_profile_set_argv (self, argv);

  return self;
}

/**
 * mcp_profile_new_for_demo:
 *
 * Creates a temporary profile for the demo server that comes with Sounder, which is probed every
 * second so that there is something to see.
 *
 * Returns: (transfer full): a new profile, or %NULL with %MCP_ERROR_SPAWN when the program is not
 *   found
 */
McpProfile *
mcp_profile_new_for_demo (GError **error)
{
  g_autofree char *program = mcp_profile_find_demo (error);
  const char *argv[] = { program, NULL };
  McpProfile *self;

  if (program == NULL)
    return NULL;

  self = mcp_profile_new_for_argv (_("Demo"), argv);
  self->settings.demo = TRUE;
  self->settings.inherit_env = MCP_INHERIT_ALL;
  self->settings.health.interval_msec = MCP_DEMO_INTERVAL_MSEC;
  mcp_health_settings_settle (&self->settings.health);
  /* It is ours. */
  mcp_consent_give (self, MCP_CONSENT_TYPED, FALSE);

  return self;
}

static McpProfile *
read_json (const char  *name,
           const char  *json,
           gssize       length,
           GError     **error)
{
  g_autoptr (McpProfile) self = mcp_profile_new (name);
  g_autoptr (GError) local_error = NULL;

  if (!mcp_json_validate (json, length, &local_error))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("Server “%s”: %s"),
                   name, local_error->message);
      return NULL;
    }

  self->json = length < 0 ? g_strdup (json) : g_strndup (json, length);
  if (!mcp_profile_settings_read (&self->settings, name, self->json, error))
    return NULL;

  mcp_profile_sync_list (self->roots, self->settings.roots);
  mcp_profile_sync_list (self->headers, self->settings.headers);

  return g_steal_pointer (&self);
}

/**
 * mcp_profile_new_from_json:
 * @name: what to call the server
 * @json: its member of "mcpServers"
 * @length: length of @json in bytes, -1 if it ends in NUL
 *
 * Creates a profile from its JSON: "command", "args", "env", "cwd", or "url", "headers"; and
 * Sounder's own settings under "sounder". What is not known is kept for
 * mcp_profile_to_json().
 *
 * Returns: (transfer full): a new profile, or %NULL with %MCP_ERROR_CONFIG, which names the
 *   server and the member that is wrong
 */
McpProfile *
mcp_profile_new_from_json (const char  *name,
                           const char  *json,
                           gssize       length,
                           GError     **error)
{
  g_autoptr (McpProfile) self = NULL;

  g_return_val_if_fail (name != NULL, NULL);
  g_return_val_if_fail (json != NULL, NULL);

  self = read_json (name, json, length, error);
  if (self == NULL)
    return NULL;

  if (self->settings.argv[0] == NULL && self->settings.url == NULL)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("Server “%s” has neither “command” nor “url”"), name);
      return NULL;
    }

  return g_steal_pointer (&self);
}

/**
 * mcp_profile_new_from_settings:
 * @settings: (nullable): what mcp_profile_dup_settings() made of another profile
 *
 * Creates a profile without a name and a server, which treats whatever becomes its server like that.
 *
 * Returns: (transfer full): a new profile, or %NULL with %MCP_ERROR_CONFIG
 */
McpProfile *
mcp_profile_new_from_settings (const char  *settings,
                               GError     **error)
{
  g_autofree char *json = g_strdup ("{}");

  if (settings == NULL)
    return mcp_profile_new ("");

  mcp_json_edit_set (&json, "sounder", settings);

  return read_json ("", json, -1, error);
}

/**
 * mcp_profile_dup_settings:
 *
 * Gets how a profile treats its server, as JSON: what Sounder keeps under "sounder".
 *
 * Returns: (transfer full) (nullable): an object, or %NULL when all is as it is by default
 */
char *
mcp_profile_dup_settings (McpProfile *self)
{
  g_autofree char *json = mcp_profile_to_json (self);

  return mcp_json_edit_get (json, "sounder");
}

/**
 * mcp_profile_copy:
 *
 * Makes a profile that says the same, to be edited and given to mcp_profile_assign() or thrown
 * away.
 *
 * Returns: (transfer full): a new profile
 */
McpProfile *
mcp_profile_copy (McpProfile *self)
{
  McpProfile *copy;

  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  copy = mcp_profile_new (self->name);
  mcp_profile_assign (copy, self);
  copy->temporary = self->temporary;
  copy->literal = self->literal;
  copy->base_environ = g_strdupv (self->base_environ);

  return copy;
}

static void
notify_changes (McpProfile               *self,
                const McpProfileSettings *was)
{
  const McpProfileSettings *now = &self->settings;

  if (!g_strv_equal ((const char * const *) was->argv, (const char * const *) now->argv)
      || g_strcmp0 (was->url, now->url) != 0)
    mcp_profile_notify (self, MCP_PROFILE_PROP_COMMAND);
  if (!mcp_health_settings_equal (&was->health, &now->health))
    mcp_profile_notify (self, MCP_PROFILE_PROP_HEALTH);
  for (guint i = 0; i < mcp_profile_n_settings; i++)
    if (mcp_profile_table[i].property != NULL && !mcp_setting_equal (&mcp_profile_table[i], was, now))
      g_object_notify (G_OBJECT (self), mcp_profile_table[i].property);
}

/**
 * mcp_profile_assign:
 * @other: what it becomes
 *
 * Takes over the name and all settings of another profile, and what its file said. Whether the
 * profile is temporary, and the environment it was started from, stay its own.
 */
void
mcp_profile_assign (McpProfile *self,
                    McpProfile *other)
{
  McpProfileSettings was;

  g_return_if_fail (MCP_IS_PROFILE (self));
  g_return_if_fail (MCP_IS_PROFILE (other));

  if (self == other)
    return;

  was = self->settings;
  mcp_profile_settings_copy (&other->settings, &self->settings);
  g_free (self->json);
  self->json = g_strdup (other->json);
  mcp_profile_copy_given (self, other);

  g_object_freeze_notify (G_OBJECT (self));
  mcp_profile_set_name (self, other->name);
  notify_changes (self, &was);
  if (!mcp_roots_equal (was.roots, self->settings.roots))
    mcp_profile_sync_list (self->roots, self->settings.roots);
  if (!mcp_headers_equal (was.headers, self->settings.headers))
    mcp_profile_sync_list (self->headers, self->settings.headers);
  mcp_profile_settings_clear (&was);
  g_object_thaw_notify (G_OBJECT (self));
}

/**
 * mcp_profile_to_json:
 *
 * Writes the profile as a member of "mcpServers": members that are not known, numbers' spelling
 * and the order are as they were read.
 *
 * Returns: (transfer full): a JSON object
 */
char *
mcp_profile_to_json (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return mcp_profile_settings_write (&self->settings, self->json);
}

const McpProfileSettings *
mcp_profile_get_settings (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return &self->settings;
}

const char *
mcp_profile_get_name (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return self->name;
}

/**
 * mcp_profile_set_name:
 * @name: the name
 *
 * Sets what the user calls the server. A list renames its members by mcp_server_list_update().
 */
void
mcp_profile_set_name (McpProfile *self,
                      const char *name)
{
  g_return_if_fail (MCP_IS_PROFILE (self));
  g_return_if_fail (name != NULL);

  if (strcmp (self->name, name) == 0)
    return;

  g_free (self->name);
  self->name = g_strdup (name);
  mcp_profile_notify (self, MCP_PROFILE_PROP_NAME);
}

/**
 * mcp_profile_dup_environ:
 *
 * Makes the environment the server's process gets: what it inherits of the invoker's, or ours,
 * or, when it runs outside of our sandbox, of the host's login shell; with the profile's own
 * variables over it.
 *
 * Returns: (transfer full): NAME=VALUE strings; free with g_strfreev()
 */
char **
mcp_profile_dup_environ (McpProfile *self)
{
  g_auto (GStrv) ours = NULL;
  const char * const *base;
  char **envp;

  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  if (self->base_environ == NULL)
    ours = g_get_environ ();
  base = (const char * const *) (self->base_environ != NULL ? self->base_environ : ours);
  if (self->settings.argv[0] != NULL && mcp_host_runs (self->settings.argv[0])
      && mcp_host_get_environ () != NULL)
    base = mcp_host_get_environ ();
  envp = mcp_profile_filter_environ (base, self->settings.inherit_env);

  for (guint i = 0; self->settings.env[i] != NULL; i++)
    {
      const char *equals = strchr (self->settings.env[i], '=');

      if (equals != NULL && equals != self->settings.env[i])
        {
          g_autofree char *name = g_strndup (self->settings.env[i],
                                             equals - self->settings.env[i]);

          envp = g_environ_setenv (envp, name, equals + 1, TRUE);
        }
    }

  return envp;
}
