/* mcp-auth-store.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-store.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-keyring.h"

#define SECRET_NAME "oauth"

/* What the program knows of one server. */
typedef struct
{
  char         *key;      /* of the keyring */
  McpAuthToken *token;    /* (nullable) */
  GHashTable   *clients;  /* McpAuthClient by issuer */
  GHashTable   *secrets;  /* value by key */
  GError       *error;    /* (nullable) */
} Kept;

struct _McpAuthStore
{
  GObject  parent_instance;

  Kept    *kept;          /* of the program's table */
};

static GHashTable *all_kept;

G_DEFINE_FINAL_TYPE (McpAuthStore, mcp_auth_store, G_TYPE_OBJECT)

static void
mcp_auth_store_class_init (McpAuthStoreClass *klass)
{
}

static void
mcp_auth_store_init (McpAuthStore *self)
{
}

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  g_free (kept->key);
  g_clear_pointer (&kept->token, mcp_auth_token_free);
  g_hash_table_unref (kept->clients);
  g_hash_table_unref (kept->secrets);
  g_clear_error (&kept->error);
  g_free (kept);
}

McpAuthStore *
mcp_auth_store_new (const char *resource)
{
  McpAuthStore *self = g_object_new (MCP_TYPE_AUTH_STORE, NULL);

  if (all_kept == NULL)
    all_kept = g_hash_table_new_full (mcp_str_hash, g_str_equal, NULL, kept_free);

  self->kept = g_hash_table_lookup (all_kept, resource);
  if (self->kept == NULL)
    {
      self->kept = g_new0 (Kept, 1);
      self->kept->key = g_strdup (resource);
      self->kept->clients = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free,
                                                   (GDestroyNotify) mcp_auth_client_free);
      self->kept->secrets = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
      g_hash_table_insert (all_kept, self->kept->key, self->kept);
    }

  return self;
}

/* What we wrote ourselves, but somebody may have put something else there. */
static void
read_kept (Kept       *kept,
           const char *json)
{
  gsize length = strlen (json);
  McpJsonIter iter;
  McpSpan value;
  McpSpan key;

  if (!mcp_json_validate (json, length, NULL) || mcp_json_get_type (json, length) != MCP_JSON_OBJECT)
    return;

  g_clear_pointer (&kept->token, mcp_auth_token_free);
  if (mcp_json_lookup (json, length, "token", &value))
    kept->token = mcp_auth_token_parse (json + value.offset, value.length);

  g_hash_table_remove_all (kept->secrets);
  if (mcp_json_lookup (json, length, "secrets", &value)
      && mcp_json_iter_init (&iter, json + value.offset, value.length))
    {
      const char *secrets = json + value.offset;

      while (mcp_json_iter_next (&iter, &key, &value))
        {
          char *name = mcp_json_dup_string (secrets + key.offset, key.length);
          char *secret = mcp_json_dup_string (secrets + value.offset, value.length);

          if (name != NULL && secret != NULL)
            g_hash_table_replace (kept->secrets, g_steal_pointer (&name), g_steal_pointer (&secret));
          g_free (name);
          g_free (secret);
        }
    }

  g_hash_table_remove_all (kept->clients);
  if (!mcp_json_lookup (json, length, "clients", &value)
      || mcp_json_get_type (json + value.offset, value.length) != MCP_JSON_ARRAY)
    return;

  json += value.offset;
  mcp_json_iter_init (&iter, json, value.length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      McpAuthClient *client = mcp_auth_client_parse (json + value.offset, value.length);

      if (client != NULL && client->issuer != NULL)
        g_hash_table_replace (kept->clients, g_strdup (client->issuer), client);
      else
        g_clear_pointer (&client, mcp_auth_client_free);
    }
}

static char *
write_kept (Kept *kept)
{
  GString *json = g_string_new ("{");
  GHashTableIter iter;
  gpointer client;
  gpointer key;
  gpointer value;
  gboolean first = TRUE;

  if (kept->token != NULL)
    {
      mcp_json_append_key (json, "token");
      mcp_auth_token_append (kept->token, json);
    }
  mcp_json_append_key (json, "clients");
  g_string_append_c (json, '[');
  g_hash_table_iter_init (&iter, kept->clients);
  while (g_hash_table_iter_next (&iter, NULL, &client))
    {
      if (!first)
        g_string_append_c (json, ',');
      mcp_auth_client_append (client, json);
      first = FALSE;
    }
  g_string_append_c (json, ']');
  mcp_json_append_key (json, "secrets");
  g_string_append_c (json, '{');
  g_hash_table_iter_init (&iter, kept->secrets);
  while (g_hash_table_iter_next (&iter, &key, &value))
    mcp_json_append_member_string (json, key, value);
  g_string_append (json, "}}");

  return g_string_free (json, FALSE);
}

static void
loaded_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  McpAuthStore *self = g_task_get_source_object (task);
  g_autoptr (GError) error = NULL;
  g_autofree char *json = mcp_keyring_lookup_finish (result, &error);

  /* Without a keyring, memory is what there is. */
  if (json != NULL)
    read_kept (self->kept, json);
  g_clear_error (&self->kept->error);
  self->kept->error = g_steal_pointer (&error);
  g_task_return_boolean (task, TRUE);
}

void
mcp_auth_store_load_async (McpAuthStore        *self,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);

  g_task_set_check_cancellable (task, FALSE);
  mcp_keyring_lookup_async (self->kept->key, SECRET_NAME, cancellable, loaded_cb, task);
}

void
mcp_auth_store_load_finish (McpAuthStore *self,
                            GAsyncResult *result)
{
  g_task_propagate_boolean (G_TASK (result), NULL);
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  McpAuthStore *self = g_task_get_source_object (task);
  gboolean is_clearing = GPOINTER_TO_INT (g_task_get_task_data (task));
  GError *error = NULL;
  gboolean done = is_clearing ? mcp_keyring_clear_finish (result, &error)
                              : mcp_keyring_store_finish (result, &error);

  g_clear_error (&self->kept->error);
  if (done)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }

  self->kept->error = g_error_copy (error);
  g_task_return_error (task, error);
}

void
mcp_auth_store_save_async (McpAuthStore        *self,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GTask *task = g_task_new (self, cancellable, callback, user_data);
  gboolean is_empty = self->kept->token == NULL && g_hash_table_size (self->kept->clients) == 0
                      && g_hash_table_size (self->kept->secrets) == 0;

  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, GINT_TO_POINTER (is_empty), NULL);
  if (is_empty)
    {
      mcp_keyring_clear_async (self->kept->key, SECRET_NAME, cancellable, saved_cb, task);
    }
  else
    {
      g_autofree char *label = g_strdup_printf (_("Sounder: signed in at %s"), self->kept->key);
      g_autofree char *json = write_kept (self->kept);

      mcp_keyring_store_async (self->kept->key, SECRET_NAME, label, json, cancellable, saved_cb,
                               task);
    }
}

gboolean
mcp_auth_store_save_finish (McpAuthStore  *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  return g_task_propagate_boolean (G_TASK (result), error);
}

const McpAuthToken *
mcp_auth_store_get_token (McpAuthStore *self)
{
  return self->kept->token;
}

void
mcp_auth_store_set_token (McpAuthStore       *self,
                          const McpAuthToken *token)
{
  McpAuthToken *copy = token != NULL ? mcp_auth_token_copy (token) : NULL;

  g_clear_pointer (&self->kept->token, mcp_auth_token_free);
  self->kept->token = copy;
}

const McpAuthClient *
mcp_auth_store_get_client (McpAuthStore *self,
                           const char   *issuer)
{
  return g_hash_table_lookup (self->kept->clients, issuer);
}

void
mcp_auth_store_set_client (McpAuthStore        *self,
                           const char          *issuer,
                           const McpAuthClient *client)
{
  if (client != NULL)
    g_hash_table_replace (self->kept->clients, g_strdup (issuer), mcp_auth_client_copy (client));
  else
    g_hash_table_remove (self->kept->clients, issuer);
}

const char *
mcp_auth_store_find_other (McpAuthStore *self,
                           const char   *client_id,
                           const char   *issuer)
{
  GHashTableIter iter;
  gpointer value;

  if (g_hash_table_contains (self->kept->clients, issuer))
    return NULL;

  g_hash_table_iter_init (&iter, self->kept->clients);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const McpAuthClient *client = value;

      if (g_strcmp0 (client->kind, "configured") == 0 && g_str_equal (client->client_id, client_id))
        return client->issuer;
    }

  return NULL;
}

const char *
mcp_auth_store_get_secret (McpAuthStore *self,
                           const char   *key)
{
  return g_hash_table_lookup (self->kept->secrets, key);
}

void
mcp_auth_store_set_secret (McpAuthStore *self,
                           const char   *key,
                           const char   *value)
{
  if (value != NULL)
    g_hash_table_replace (self->kept->secrets, g_strdup (key), g_strdup (value));
  else
    g_hash_table_remove (self->kept->secrets, key);
}

void
mcp_auth_store_forget (McpAuthStore *self)
{
  mcp_auth_store_set_token (self, NULL);
  g_hash_table_remove_all (self->kept->clients);
}

const GError *
mcp_auth_store_get_error (McpAuthStore *self)
{
  return self->kept->error;
}
