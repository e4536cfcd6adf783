/* mcp-profile-settings.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-profile"

#include "config.h"

#include "mcp-profile-private.h"

/* What a profile holds: one getter and one setter each. Times and sizes are in mcp-profile-limits.c. */

static gboolean
replace_string (char       **field,
                const char  *value)
{
  char *copy;

  if (g_strcmp0 (*field, value) == 0)
    return FALSE;

  copy = g_strdup (value);
  g_free (*field);
  *field = copy;

  return TRUE;
}

static gboolean
replace_strv (char              ***field,
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
  if (!replace_strv (&settings->argv, argv))
    return;

  if (settings->argv[0] != NULL)
    g_clear_pointer (&settings->url, g_free);
  mcp_profile_follow_kind (self, was_preset);
  mcp_profile_notify (self, MCP_PROFILE_PROP_COMMAND);
}

/**
 * mcp_profile_get_cwd:
 *
 * Gets the folder the program starts in.
 *
 * Returns: (nullable): a path; %NULL is our own folder
 */
const char *
mcp_profile_get_cwd (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return self->settings.cwd;
}

/**
 * mcp_profile_set_cwd:
 * @cwd: (nullable): a path
 *
 * Sets the folder the program starts in.
 */
void
mcp_profile_set_cwd (McpProfile *self,
                     const char *cwd)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  replace_string (&self->settings.cwd, cwd);
}

const char * const *
mcp_profile_get_env (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return (const char * const *) self->settings.env;
}

/**
 * mcp_profile_set_env:
 * @env: (nullable): NAME=VALUE strings
 *
 * Sets the profile's own environment variables, which win over inherited ones.
 */
void
mcp_profile_set_env (McpProfile         *self,
                     const char * const *env)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  replace_strv (&self->settings.env, env);
}

McpInheritEnv
mcp_profile_get_inherit_env (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), MCP_INHERIT_BASIC);

  return self->settings.inherit_env;
}

void
mcp_profile_set_inherit_env (McpProfile    *self,
                             McpInheritEnv  inherit)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  self->settings.inherit_env = inherit;
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

/**
 * mcp_profile_get_protocol:
 *
 * Gets the protocol revision to offer.
 *
 * Returns: (nullable): a revision; %NULL is the newest
 */
const char *
mcp_profile_get_protocol (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return self->settings.protocol;
}

/**
 * mcp_profile_set_protocol:
 * @version: (nullable): a revision, known or not; %NULL is the newest
 *
 * Sets the protocol revision to offer.
 */
void
mcp_profile_set_protocol (McpProfile *self,
                          const char *version)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  replace_string (&self->settings.protocol, version);
}

/**
 * mcp_profile_get_roots:
 *
 * Gets the folders the server may work in. The model is the same over all edits.
 *
 * Returns: (transfer none): a model of #McpRoot
 */
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
  g_autoptr (GPtrArray) copy = g_ptr_array_new_with_free_func (g_object_unref);

  g_return_if_fail (MCP_IS_PROFILE (self));

  for (guint i = 0; roots != NULL && i < roots->len; i++)
    g_ptr_array_add (copy, g_object_ref (g_ptr_array_index (roots, i)));

  if (mcp_roots_equal (copy, self->settings.roots))
    return;

  g_ptr_array_unref (self->settings.roots);
  self->settings.roots = g_steal_pointer (&copy);
  mcp_profile_sync_roots (self);
}

gboolean
mcp_profile_get_advertise_roots (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), FALSE);

  return self->settings.advertise_roots;
}

void
mcp_profile_set_advertise_roots (McpProfile *self,
                                 gboolean    advertise)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  self->settings.advertise_roots = !!advertise;
}

gboolean
mcp_profile_is_demo (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), FALSE);

  return self->settings.demo;
}

/**
 * mcp_profile_is_temporary:
 *
 * Gets whether the profile came with a command line and is not saved.
 *
 * Returns: whether it is temporary
 */
gboolean
mcp_profile_is_temporary (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), FALSE);

  return self->temporary;
}

/**
 * mcp_profile_set_temporary:
 * @temporary: whether the profile is not saved
 *
 * Marks the profile as saved or not.
 */
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

gboolean
mcp_profile_get_confirm_destructive (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), TRUE);

  return self->settings.confirm_destructive;
}

/**
 * mcp_profile_set_confirm_destructive:
 * @confirm: whether the window asks before it calls a tool that the server marks as destructive
 *
 * Sets whether such calls are confirmed.
 */
void
mcp_profile_set_confirm_destructive (McpProfile *self,
                                     gboolean    confirm)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  self->settings.confirm_destructive = !!confirm;
}

gboolean
mcp_profile_get_list_by_page (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), FALSE);

  return self->settings.list_by_page;
}

/**
 * mcp_profile_set_list_by_page:
 * @by_page: whether the window loads a list only as far as somebody asks
 *
 * Sets how much of a list that has several pages is loaded: from the next time that it is.
 */
void
mcp_profile_set_list_by_page (McpProfile *self,
                              gboolean    by_page)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  self->settings.list_by_page = !!by_page;
}

/**
 * mcp_profile_get_restart_on_change:
 *
 * Gets whether the program is restarted by itself when its files have changed on the disk. It
 * concerns the window, which watches them; see mcp_session_watch_program().
 *
 * Returns: whether it is
 */
gboolean
mcp_profile_get_restart_on_change (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), FALSE);

  return self->settings.restart_on_change;
}

void
mcp_profile_set_restart_on_change (McpProfile *self,
                                   gboolean    restart)
{
  g_return_if_fail (MCP_IS_PROFILE (self));

  self->settings.restart_on_change = !!restart;
}

static char *
get_default_record_folder (void)
{
  return g_build_filename (g_get_user_data_dir (), "sounder", "recordings", NULL);
}

/**
 * mcp_profile_get_record:
 *
 * Gets whether the window records each session. It does not concern the command line.
 *
 * Returns: whether it does
 */
gboolean
mcp_profile_get_record (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), FALSE);

  return self->settings.record;
}

/**
 * mcp_profile_dup_record_folder:
 *
 * Gets where the recordings go: what was chosen, or recordings in the user's data folder.
 *
 * Returns: (transfer full) (type filename): a folder, which need not exist
 */
char *
mcp_profile_dup_record_folder (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return self->settings.record_folder != NULL ? g_strdup (self->settings.record_folder)
                                              : get_default_record_folder ();
}

/**
 * mcp_profile_set_record:
 * @record: whether the window records each session
 * @folder: (nullable) (type filename): where to; %NULL or the default folder follow the default
 *
 * Has each session recorded, or no longer.
 */
void
mcp_profile_set_record (McpProfile *self,
                        gboolean    record,
                        const char *folder)
{
  g_autofree char *default_folder = get_default_record_folder ();

  g_return_if_fail (MCP_IS_PROFILE (self));

  replace_string (&self->settings.record_folder,
                  g_strcmp0 (folder, default_folder) != 0 ? folder : NULL);
  if (self->settings.record == !!record)
    return;

  self->settings.record = !!record;
  mcp_profile_notify (self, MCP_PROFILE_PROP_RECORD);
}

const char *
mcp_profile_get_group (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return self->settings.group;
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

/**
 * mcp_profile_set_group:
 * @group: (nullable): the name of a group
 *
 * Puts the server into a group, or into none. It changes nothing but where it is shown.
 */
void
mcp_profile_set_group (McpProfile *self,
                       const char *group)
{
  g_autofree char *name = mcp_profile_normalize_group (group);

  g_return_if_fail (MCP_IS_PROFILE (self));

  if (g_strcmp0 (self->settings.group, name) == 0)
    return;

  replace_string (&self->settings.group, name);
  mcp_profile_notify (self, MCP_PROFILE_PROP_GROUP);
}

const char *
mcp_profile_get_origin (McpProfile *self)
{
  g_return_val_if_fail (MCP_IS_PROFILE (self), NULL);

  return self->settings.origin;
}

/**
 * mcp_profile_set_origin:
 * @origin: (nullable): the file, link or registry it was taken from
 *
 * Notes where the server came from, for whoever is asked whether it may be started. It changes nothing else, and is no
 * part of what leaves this computer.
 */
void
mcp_profile_set_origin (McpProfile *self,
                        const char *origin)
{
  g_autofree char *valid = origin != NULL ? g_utf8_make_valid (origin, -1) : NULL;

  g_return_if_fail (MCP_IS_PROFILE (self));

  replace_string (&self->settings.origin, valid);
}
