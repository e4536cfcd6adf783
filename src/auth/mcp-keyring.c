/* mcp-keyring.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <libsecret/secret.h>

#include "mcp-error.h"
#include "mcp-keyring.h"

/*
 * A value is never put into a log, an error or a label. In a sandbox libsecret keeps the values
 * in a file of its own, encrypted with a key of the Secret portal; nothing here differs.
 */

static const SecretSchema schema = {
  "io.github.mcp_sounder.Sounder.Server",
  SECRET_SCHEMA_NONE,
  {
    { "server", SECRET_SCHEMA_ATTRIBUTE_STRING },
    { "name", SECRET_SCHEMA_ATTRIBUTE_STRING },
    { NULL, 0 },
  },
};

/* No bus, or nobody on it that keeps secrets. */
static gboolean
means_no_service (const GError *error)
{
  static const int dbus_codes[] = {
    G_DBUS_ERROR_SERVICE_UNKNOWN,     G_DBUS_ERROR_NAME_HAS_NO_OWNER,
    G_DBUS_ERROR_NO_SERVER,           G_DBUS_ERROR_SPAWN_EXEC_FAILED,
    G_DBUS_ERROR_SPAWN_SERVICE_NOT_FOUND, G_DBUS_ERROR_SPAWN_FAILED,
    G_DBUS_ERROR_SPAWN_CHILD_EXITED,
  };
  static const int io_codes[] = {
    G_IO_ERROR_NOT_FOUND,     G_IO_ERROR_CONNECTION_REFUSED, G_IO_ERROR_CLOSED,
    G_IO_ERROR_NOT_CONNECTED, G_IO_ERROR_NOT_SUPPORTED,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (dbus_codes); i++)
    if (g_error_matches (error, G_DBUS_ERROR, dbus_codes[i]))
      return TRUE;
  for (gsize i = 0; i < G_N_ELEMENTS (io_codes); i++)
    if (g_error_matches (error, G_IO_ERROR, io_codes[i]))
      return TRUE;

  /* Without a bus GIO tries to start one. */
  return error->domain == G_SPAWN_ERROR;
}

/* Takes @cause. */
static GError *
new_error (GError *cause)
{
  g_autoptr (GError) owned = cause;

  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED,
                                _("Using the keyring was cancelled."));
  if (means_no_service (cause))
    return g_error_new_literal (MCP_ERROR, MCP_ERROR_STORAGE,
                                _("There is no keyring in this session to keep secrets in. Start "
                                  "one, such as GNOME Keyring, KWallet or KeePassXC, and try "
                                  "again."));
  if (g_error_matches (cause, SECRET_ERROR, SECRET_ERROR_IS_LOCKED))
    return g_error_new_literal (MCP_ERROR, MCP_ERROR_STORAGE,
                                _("The keyring is locked. Unlock it and try again."));
  if (g_error_matches (cause, SECRET_ERROR, SECRET_ERROR_NO_SUCH_OBJECT))
    return g_error_new_literal (MCP_ERROR, MCP_ERROR_STORAGE,
                                _("There is no default keyring yet. Create one with the program "
                                  "“Passwords and Keys” of your desktop, and try again."));
  if (g_error_matches (cause, SECRET_ERROR, SECRET_ERROR_INVALID_FILE_FORMAT))
    return g_error_new_literal (MCP_ERROR, MCP_ERROR_STORAGE,
                                _("The file that keeps the secrets is damaged. Remove it and "
                                  "set them again."));
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_TIMED_OUT)
      || g_error_matches (cause, G_DBUS_ERROR, G_DBUS_ERROR_NO_REPLY))
    return g_error_new_literal (MCP_ERROR, MCP_ERROR_STORAGE,
                                _("The keyring does not answer. See whether it asks for its "
                                  "password, and try again."));

  g_dbus_error_strip_remote_error (cause);

  return g_error_new (MCP_ERROR, MCP_ERROR_STORAGE, _("The keyring could not be used: %s"),
                      cause->message);
}

static GTask *
new_task (gpointer             tag,
          GCancellable        *cancellable,
          GAsyncReadyCallback  callback,
          gpointer             user_data)
{
  GTask *task = g_task_new (NULL, cancellable, callback, user_data);

  g_task_set_source_tag (task, tag);
  /* Libsecret tells of it, and by then it is known whether anything was done. */
  g_task_set_check_cancellable (task, FALSE);

  return task;
}

static void
lookup_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;
  char *value = secret_password_lookup_finish (result, &error);

  if (error != NULL)
    g_task_return_error (task, new_error (error));
  else
    g_task_return_pointer (task, value, (GDestroyNotify) secret_password_free);
}

/**
 * mcp_keyring_lookup_async:
 * @server: the secret id of a profile
 * @name: which of its secrets: "header:Authorization"
 * @cancellable: (nullable): ends the wait, as for a user who does not unlock the keyring
 *
 * Reads a secret. The keyring may ask the user to unlock it.
 */
void
mcp_keyring_lookup_async (const char          *server,
                          const char          *name,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             user_data)
{
  g_return_if_fail (server != NULL);
  g_return_if_fail (name != NULL);

  secret_password_lookup (&schema, cancellable, lookup_cb,
                          new_task (mcp_keyring_lookup_async, cancellable, callback, user_data),
                          "server", server, "name", name, NULL);
}

/**
 * mcp_keyring_lookup_finish:
 *
 * Finishes mcp_keyring_lookup_async().
 *
 * Returns: (transfer full) (nullable): the secret; %NULL without an error when there is none, with
 *   %MCP_ERROR_STORAGE when the keyring cannot be used, or with %MCP_ERROR_CANCELLED
 */
char *
mcp_keyring_lookup_finish (GAsyncResult  *result,
                           GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, mcp_keyring_lookup_async), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
store_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (secret_password_store_finish (result, &error))
    g_task_return_boolean (task, TRUE);
  else if (error != NULL)
    g_task_return_error (task, new_error (error));
  else
    /* Somebody closed the keyring's question. */
    g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_STORAGE,
                             _("The keyring is locked. Unlock it and try again."));
}

/**
 * mcp_keyring_store_async:
 * @server: the secret id of a profile
 * @name: which of its secrets: "header:Authorization"
 * @label: for people who look at their keyring: "Sounder: weather, Authorization"
 * @value: the secret
 *
 * Keeps a secret for good, in the default collection. One with the same name is replaced.
 */
void
mcp_keyring_store_async (const char          *server,
                         const char          *name,
                         const char          *label,
                         const char          *value,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_return_if_fail (server != NULL);
  g_return_if_fail (name != NULL);
  g_return_if_fail (label != NULL);
  g_return_if_fail (value != NULL);

  secret_password_store (&schema, SECRET_COLLECTION_DEFAULT, label, value, cancellable, store_cb,
                         new_task (mcp_keyring_store_async, cancellable, callback, user_data),
                         "server", server, "name", name, NULL);
}

/**
 * mcp_keyring_store_finish:
 *
 * Finishes mcp_keyring_store_async().
 *
 * Returns: %FALSE with %MCP_ERROR_STORAGE when the keyring cannot be used, or %MCP_ERROR_CANCELLED
 */
gboolean
mcp_keyring_store_finish (GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, mcp_keyring_store_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
clear_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  secret_password_clear_finish (result, &error);
  if (error != NULL)
    g_task_return_error (task, new_error (error));
  else
    g_task_return_boolean (task, TRUE);
}

/**
 * mcp_keyring_clear_async:
 * @server: the secret id of a profile
 * @name: (nullable): which of its secrets; %NULL for all of them
 * @callback: called when nothing is left
 *
 * Forgets secrets. That there are none is no error.
 */
void
mcp_keyring_clear_async (const char          *server,
                         const char          *name,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (server != NULL);

  task = new_task (mcp_keyring_clear_async, cancellable, callback, user_data);
  if (name != NULL)
    secret_password_clear (&schema, cancellable, clear_cb, task, "server", server, "name", name,
                           NULL);
  else
    secret_password_clear (&schema, cancellable, clear_cb, task, "server", server, NULL);
}

/**
 * mcp_keyring_clear_finish:
 *
 * Finishes mcp_keyring_clear_async().
 *
 * Returns: %FALSE with %MCP_ERROR_STORAGE when the keyring cannot be used, or %MCP_ERROR_CANCELLED
 */
gboolean
mcp_keyring_clear_finish (GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_async_result_is_tagged (result, mcp_keyring_clear_async), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
