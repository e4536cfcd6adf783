/* sounder-secrets.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-store.h"
#include "mcp-auth-url.h"
#include "mcp-header-value.h"
#include "mcp-keyring.h"
#include "mcp-profile-public.h"
#include "mcp-variables.h"
#include "sounder-secrets.h"
#include "sounder-tell.h"

/*
 * A profile is saved only after its secrets are: a file that says "in the keyring" about a value
 * that is nowhere would be worse than a save that failed.
 */

typedef struct
{
  McpProfile      *profile;
  GPtrArray       *headers; /* of McpHeader: those whose value goes to the keyring */
  GPtrArray       *inputs;  /* of char *: keys of variables whose value does */
  guint            position;
  guint            cleared; /* bits of McpAuthSetting: those that the keyring is to forget */
  McpAuthStore    *auth;    /* (nullable): while what is for signing in is stored */
  McpAuthSettings *before;  /* the secrets that it had */
} Store;

static void
store_free (Store *store)
{
  g_object_unref (store->profile);
  g_ptr_array_unref (store->headers);
  g_ptr_array_unref (store->inputs);
  g_clear_object (&store->auth);
  g_clear_pointer (&store->before, mcp_auth_settings_free);
  g_free (store);
}

char *
sounder_secrets_dup_name (const char *header)
{
  g_return_val_if_fail (header != NULL, NULL);

  return g_strconcat ("header:", header, NULL);
}

/* Those with a value; the others are in the keyring already. */
static GPtrArray *
list_new_secrets (McpProfile *profile)
{
  GListModel *headers = mcp_profile_get_headers (profile);
  GPtrArray *list = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (headers); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (headers, i);

      if (mcp_header_get_secret (header) && mcp_header_get_value (header) != NULL)
        g_ptr_array_add (list, g_steal_pointer (&header));
    }

  return list;
}

/* The variables of the environment that are secrets, and have a value in this process. */
static GPtrArray *
list_new_inputs (McpProfile *profile)
{
  const char *const *env = mcp_profile_get_env (profile);
  GPtrArray *keys = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; env[i] != NULL; i++)
    {
      g_autofree char *name = g_strndup (env[i], strcspn (env[i], "="));
      g_autofree char *key = g_strconcat ("input:", name, NULL);
      g_autofree char *reference = g_strdup_printf ("%s=${%s}", name, key);

      if (g_str_equal (env[i], reference) && mcp_variables_is_secret (profile, name)
          && mcp_profile_get_value (profile, key) != NULL)
        g_ptr_array_add (keys, g_steal_pointer (&key));
    }

  return keys;
}

static gboolean
has_auth_secret (McpProfile *profile)
{
  const McpAuthSettings *auth = mcp_profile_get_settings (profile)->auth;
  gboolean found = FALSE;

  for (McpAuthSetting i = 0; auth != NULL && !found && i < MCP_AUTH_N_SETTINGS; i++)
    found = mcp_auth_setting_is_secret (i) && mcp_auth_settings_get (auth, i) != NULL;

  return found;
}

gboolean
sounder_secrets_has_new (McpProfile *profile)
{
  g_autoptr (GPtrArray) list = NULL;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), FALSE);

  list = list_new_secrets (profile);

  return list->len > 0 || has_auth_secret (profile);
}

/* Takes the values out of the profile: from now on the keyring has them. */
static void
drop_values (McpProfile *profile)
{
  GListModel *headers = mcp_profile_get_headers (profile);
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < g_list_model_get_n_items (headers); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (headers, i);

      g_ptr_array_add (list, mcp_header_get_secret (header)
                               ? mcp_header_new (mcp_header_get_name (header), NULL, TRUE)
                               : g_object_ref (header));
    }

  mcp_profile_set_headers (profile, list);
}

/* The keyring has what is for signing in by this; NULL where nobody signs in. */
static char *
dup_resource (McpProfile *profile)
{
  return mcp_profile_get_reach (profile) == MCP_REACH_HTTP
           ? mcp_auth_url_dup_resource_of (mcp_profile_get_url (profile))
           : NULL;
}

static void
auth_saved_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      user_data)
{
  g_autoptr (GTask) task = G_TASK (user_data);
  Store *store = g_task_get_task_data (task);
  GError *error = NULL;

  if (mcp_auth_store_save_finish (store->auth, result, &error))
    {
      mcp_profile_drop_auth_secrets (store->profile);
      g_task_return_boolean (task, TRUE);
      return;
    }

  /* What is not kept is the profile's alone, and whoever asks may yet say no. */
  for (McpAuthSetting i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    if (mcp_auth_setting_is_secret (i))
      mcp_auth_store_set_secret (store->auth, mcp_auth_setting_get_key (i),
                                 mcp_auth_settings_get (store->before, i));
  g_task_return_error (task, error);
}

/* With what the keyring has beside them: the token, and what another window put there. */
static void
auth_loaded_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_autoptr (GTask) task = G_TASK (user_data);
  Store *store = g_task_get_task_data (task);
  const McpAuthSettings *auth = mcp_profile_get_settings (store->profile)->auth;
  const GError *error;

  mcp_auth_store_load_finish (store->auth, result);
  error = mcp_auth_store_get_error (store->auth);
  if (error != NULL)
    {
      /* Nothing is written over what could not be read. */
      g_task_return_error (task, g_error_copy (error));
      return;
    }

  store->before = mcp_auth_settings_new ();
  for (McpAuthSetting i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    {
      const char *key = mcp_auth_setting_get_key (i);
      const char *value = auth != NULL ? mcp_auth_settings_get (auth, i) : NULL;

      if (!mcp_auth_setting_is_secret (i))
        continue;
      mcp_auth_settings_set (store->before, i, mcp_auth_store_get_secret (store->auth, key));
      if (value != NULL || (store->cleared & 1u << i) != 0)
        mcp_auth_store_set_secret (store->auth, key, value);
    }
  mcp_auth_store_save_async (store->auth, g_task_get_cancellable (task), auth_saved_cb,
                             g_object_ref (task));
}

static void store_next (GTask *task);

static void
stored_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = G_TASK (user_data);
  GError *error = NULL;

  if (!mcp_keyring_store_finish (result, &error))
    g_task_return_error (task, error);
  else
    store_next (task);
}

/* FALSE: all of them are. */
static gboolean
store_input (GTask *task)
{
  Store *store = g_task_get_task_data (task);
  guint position = store->position - store->headers->len;
  g_autofree char *label = NULL;
  const char *key;

  if (position == store->inputs->len)
    return FALSE;

  store->position++;
  key = store->inputs->pdata[position];
  label = g_strdup_printf (_("Sounder: %s, %s"), mcp_profile_get_name (store->profile), key);
  mcp_keyring_store_async (mcp_profile_ensure_secret_id (store->profile), key, label,
                           mcp_profile_get_value (store->profile, key), g_task_get_cancellable (task), stored_cb,
                           g_object_ref (task));

  return TRUE;
}

static void
store_next (GTask *task)
{
  Store *store = g_task_get_task_data (task);
  McpHeader *header;
  g_autofree char *name = NULL;
  g_autofree char *label = NULL;

  if (store->position >= store->headers->len && store_input (task))
    return;
  if (store->position >= store->headers->len)
    {
      g_autofree char *resource = dup_resource (store->profile);

      if (store->headers->len > 0)
        drop_values (store->profile);
      if (resource != NULL && (store->cleared != 0 || has_auth_secret (store->profile)))
        {
          store->auth = mcp_auth_store_new (resource);
          mcp_auth_store_load_async (store->auth, g_task_get_cancellable (task), auth_loaded_cb,
                                     g_object_ref (task));
          return;
        }
      g_task_return_boolean (task, TRUE);
      return;
    }

  header = g_ptr_array_index (store->headers, store->position++);
  name = sounder_secrets_dup_name (mcp_header_get_name (header));
  /* Translators: how the desktop's keyring names a value: of which server, which header. */
  label = g_strdup_printf (_("Sounder: %s, %s"), mcp_profile_get_name (store->profile),
                           mcp_header_get_name (header));
  mcp_keyring_store_async (mcp_profile_get_settings (store->profile)->secret_id, name, label,
                           mcp_header_get_value (header), g_task_get_cancellable (task), stored_cb,
                           g_object_ref (task));
}

/**
 * sounder_secrets_store_async:
 * @cleared: bits of #McpAuthSetting: secrets of signing in that the keyring is to forget
 *
 * Puts the secret values of a profile into the keyring, one after the other, and then takes them
 * out of the profile.
 */
void
sounder_secrets_store_async (McpProfile          *profile,
                             guint                cleared,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  Store *store;

  g_return_if_fail (MCP_IS_PROFILE (profile));

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, sounder_secrets_store_async);
  store = g_new0 (Store, 1);
  store->profile = g_object_ref (profile);
  store->headers = list_new_secrets (profile);
  store->inputs = list_new_inputs (profile);
  store->cleared = cleared;
  g_task_set_task_data (task, store, (GDestroyNotify) store_free);
  store_next (task);
}

/**
 * sounder_secrets_store_finish:
 *
 * Ends sounder_secrets_store_async().
 *
 * Returns: whether all of them are in the keyring; else the profile still has the values, and
 *   %MCP_ERROR_STORAGE says why
 */
gboolean
sounder_secrets_store_finish (GAsyncResult  *result,
                              GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
value_stored_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  /* It is there until Sounder is closed, and asked for again then. */
  if (!mcp_keyring_store_finish (result, &error))
    sounder_tell (NULL, _("A Secret Value Is Not Kept"), error->message);
}

/**
 * sounder_secrets_store_value:
 * @profile: a profile that is about to be saved
 * @key: the key of a variable
 * @value: what it is
 *
 * Puts the value of a secret variable into the keyring. Nobody waits for it: the profile has the value while
 * Sounder runs.
 */
void
sounder_secrets_store_value (McpProfile *profile,
                             const char *key,
                             const char *value)
{
  g_autofree char *label = NULL;

  g_return_if_fail (MCP_IS_PROFILE (profile));
  g_return_if_fail (key != NULL);
  g_return_if_fail (value != NULL);

  label = g_strdup_printf (_("Sounder: %s, %s"), mcp_profile_get_name (profile), key);
  mcp_keyring_store_async (mcp_profile_ensure_secret_id (profile), key, label, value, NULL, value_stored_cb, NULL);
}

/* The file says that they are asked for; the value is given. */
static void
lock_env (McpProfile *profile)
{
  const char *const *env = mcp_profile_get_env (profile);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_auto (GStrv) locked = NULL;

  for (guint i = 0; env[i] != NULL; i++)
    {
      g_autofree char *name = g_strndup (env[i], strcspn (env[i], "="));
      g_autofree char *key = g_strconcat ("input:", name, NULL);
      g_autofree char *reference = g_strdup_printf ("%s=${%s}", name, key);

      if (!mcp_profile_is_literal (env[i]))
        {
          g_strv_builder_add (builder, env[i]);
          continue;
        }
      mcp_variables_add_secret (profile, name);
      mcp_profile_give_value (profile, key, env[i] + strlen (name) + 1);
      g_strv_builder_add (builder, reference);
    }

  locked = g_strv_builder_end (builder);
  mcp_profile_set_env (profile, (const char *const *) locked);
}

/**
 * sounder_secrets_lock_literals:
 * @profile: a profile whose file had values that belong into the keyring
 *
 * Makes secrets of the headers whose names say that they carry one, and of the variables of the environment that do, and
 * takes those of signing in out of the file. They keep their values until sounder_secrets_store_async(), variables as long
 * as this process runs.
 */
void
sounder_secrets_lock_literals (McpProfile *profile)
{
  GListModel *headers;
  g_autoptr (GPtrArray) list = NULL;

  g_return_if_fail (MCP_IS_PROFILE (profile));

  mcp_profile_lock_auth (profile);
  lock_env (profile);
  headers = mcp_profile_get_headers (profile);
  list = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < g_list_model_get_n_items (headers); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (headers, i);
      const char *name = mcp_header_get_name (header);

      g_ptr_array_add (list, mcp_header_is_secret (name) && !mcp_header_get_secret (header)
                               ? mcp_header_new (name, mcp_header_get_value (header), TRUE)
                               : g_object_ref (header));
    }

  mcp_profile_set_headers (profile, list);
}

static void
cleared_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  /* What stays behind is unreachable: nothing refers to it. */
  if (!mcp_keyring_clear_finish (result, &error))
    g_debug ("A secret stayed in the keyring: %s", error->message);
}

static gboolean
has_secret (McpProfile *profile,
            const char *name)
{
  GListModel *headers = mcp_profile_get_headers (profile);
  gboolean found = FALSE;

  for (guint i = 0; !found && i < g_list_model_get_n_items (headers); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (headers, i);

      found = mcp_header_get_secret (header) && g_str_equal (mcp_header_get_name (header), name);
    }

  return found;
}

/**
 * sounder_secrets_forget_removed:
 * @before: what a profile was
 * @after: (nullable): what it has become, or %NULL when it is gone
 *
 * Takes what is needed no more out of the keyring. Nobody waits for it.
 */
void
sounder_secrets_forget_removed (McpProfile *before,
                                McpProfile *after)
{
  GListModel *headers;
  const char *id;

  g_return_if_fail (MCP_IS_PROFILE (before));
  g_return_if_fail (after == NULL || MCP_IS_PROFILE (after));

  headers = mcp_profile_get_headers (before);
  id = mcp_profile_get_settings (before)->secret_id;
  for (guint i = 0; id != NULL && i < g_list_model_get_n_items (headers); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (headers, i);
      g_autofree char *name = sounder_secrets_dup_name (mcp_header_get_name (header));

      if (mcp_header_get_secret (header)
          && (after == NULL || !has_secret (after, mcp_header_get_name (header))))
        mcp_keyring_clear_async (id, name, NULL, cleared_cb, NULL);
    }
}
