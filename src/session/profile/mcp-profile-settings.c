/* mcp-profile-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-profile-private.h"

/* What is more to set or to get of a profile than a property: see mcp-profile-table.c. */

/* NULL is nothing. FALSE: it was so before. */
gboolean
mcp_profile_replace_strv (char              ***field,
                          const char * const  *value)
{
  static const char * const none[] = { NULL };
  char **copy;

  if (value == NULL)
    value = none;
  if (g_strv_equal ((const char * const *) *field, value))
    return FALSE;

  copy = g_strdupv ((char **) value);
  g_strfreev (*field);
  *field = copy;

  return TRUE;
}

const char * const *
mcp_profile_get_argv (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return (const char * const *) self->settings.argv;
}

/**
 * mcp_profile_set_argv:
 * @argv: (nullable): the program and its arguments
 *
 * Sets what to start. A profile that had a URL is reached by starting a program from then on.
 */
void
mcp_profile_set_argv (McpProfile         *self,
                      const char * const *argv)
{
  McpProfileSettings *settings;
  McpHealthPreset was_preset;

  g_return_if_fail (MCP_IS_PROFILE (self));

  settings = &self->settings;
  was_preset = mcp_profile_settings_default_preset (settings);
  if (!mcp_profile_replace_strv (&settings->argv, argv))
    return;

  if (settings->argv[0] != NULL)
    g_clear_pointer (&settings->url, g_free);
  mcp_profile_follow_kind (self, was_preset);
  mcp_profile_notify (self, MCP_PROFILE_PROP_COMMAND);
}

const char * const *
mcp_profile_get_env (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return (const char * const *) self->settings.env;
}

void
mcp_profile_set_env (McpProfile         *self,
                     const char * const *env)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  mcp_profile_replace_strv (&self->settings.env, env);
}

/**
 * mcp_profile_set_base_environ:
 * @envp: (nullable): NAME=VALUE strings; %NULL is our own environment
 *
 * Sets what to inherit from: the invoker's environment when the command line came from another
 * process. It is not saved.
 */
void
mcp_profile_set_base_environ (McpProfile         *self,
                              const char * const *envp)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  g_strfreev (self->base_environ);
  self->base_environ = g_strdupv ((char **) envp);
}

GListModel *
mcp_profile_get_roots (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return G_LIST_MODEL (self->roots);
}

/**
 * mcp_profile_set_roots:
 * @roots: (nullable) (element-type McpRoot): the folders; %NULL is none
 *
 * Sets the folders the server may work in. A running session tells its server.
 */
void
mcp_profile_set_roots (McpProfile *self,
                       GPtrArray  *roots)
{
  g_autoptr (GPtrArray) copy = mcp_profile_copy_items (roots);

  g_return_if_fail (MCP_IS_PROFILE (self));

  if (mcp_roots_equal (copy, self->settings.roots))
    return;

  g_ptr_array_unref (self->settings.roots);
  self->settings.roots = g_steal_pointer (&copy);
  mcp_profile_sync_list (self->roots, self->settings.roots);
}

gboolean
mcp_profile_is_temporary (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), FALSE);

  return self->temporary;
}

void
mcp_profile_set_temporary (McpProfile *self,
                           gboolean    temporary)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  temporary = !!temporary;
  if (self->temporary == temporary)
    return;

  self->temporary = temporary;
  /* As it is read again from where it is saved. */
  if (!temporary)
    self->literal = FALSE;
  mcp_profile_notify (self, MCP_PROFILE_PROP_TEMPORARY);
}

guint
mcp_profile_get_timeout_msec (McpProfile *self,
                              McpTimeout  kind)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), 0);
  g_return_val_if_fail (kind < MCP_N_TIMEOUTS, 0);

  return kind == MCP_TIMEOUT_PING ? self->settings.health.timeout_msec
                                  : self->settings.timeout_msec[kind];
}

void
mcp_profile_set_timeout_msec (McpProfile *self,
                              McpTimeout  kind,
                              guint       msec)
{
  static const char * const properties[MCP_N_TIMEOUTS] = {
    NULL, "read-timeout-msec", "call-timeout-msec", "initialize-timeout-msec",
    "discover-timeout-msec", "start-timeout-msec", "other-timeout-msec",
    "maximum-timeout-msec",
  };

  McpHealthSettings health;

  g_return_if_fail (MCP_IS_PROFILE (self));
  g_return_if_fail (kind < MCP_N_TIMEOUTS);
  g_return_if_fail (msec > 0);

  if (kind != MCP_TIMEOUT_PING)
    {
      g_object_set (self, properties[kind], msec, NULL);
      return;
    }

  /* A ping by hand and one of the monitor are the same to the server. */
  health = self->settings.health;
  health.timeout_msec = msec;
  mcp_profile_set_health (self, &health);
}

char *
mcp_profile_get_default_record_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "sounder", "recordings", NULL);
}

char *
mcp_profile_dup_record_folder (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return self->settings.record_folder != NULL ? g_strdup (self->settings.record_folder)
                                              : mcp_profile_get_default_record_folder ();
}

/**
 * mcp_profile_normalize_group:
 * @name: (nullable): what somebody typed, or what a file says
 *
 * Takes the spaces around the name of a group away.
 *
 * Returns: (transfer full) (nullable): the name, or %NULL for no group
 */
char *
mcp_profile_normalize_group (const char *name)
{
  g_autofree char *stripped = g_strstrip (g_strdup (name != NULL ? name : ""));

  return *stripped != '\0' ? g_steal_pointer (&stripped) : NULL;
}

char *
mcp_profile_normalize_origin (const char *origin)
{
  return origin != NULL ? g_utf8_make_valid (origin, -1) : NULL;
}
