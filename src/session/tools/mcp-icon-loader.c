/* mcp-icon-loader.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-auth-http.h"
#include "mcp-auth-url.h"
#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-icon-loader.h"

/**
 * McpIconLoader:
 *
 * https: only, without credentials, cookies or redirects, and to addresses of this machine and of local networks only
 * where they are the server's own origin (2025-11-25, basic, icons).
 */

struct _McpIconLoader
{
  GObject      parent_instance;

  McpSession  *session;     /* weak */
  McpAuthHttp *http;
  GUri        *server;      /* (nullable): it has an address */
  GQueue       waiting;     /* of GTask */
  guint        n_loading;
  guint        n_loaded;    /* or tried */
};

/* The task's data. */
typedef struct
{
  McpIcon         *icon;
  McpAuthExchange *exchange;
  gboolean         is_own;   /* of the server's origin */
} Fetch;

G_DEFINE_FINAL_TYPE (McpIconLoader, mcp_icon_loader, G_TYPE_OBJECT)

static void start_more (McpIconLoader *self);

static void
fetch_free (gpointer data)
{
  Fetch *fetch = data;

  mcp_icon_free (fetch->icon);
  g_clear_object (&fetch->exchange);
  g_free (fetch);
}

static void
mcp_icon_loader_finalize (GObject *object)
{
  McpIconLoader *self = MCP_ICON_LOADER (object);

  /* Each task holds a reference: none waits. */
  g_assert (g_queue_is_empty (&self->waiting));
  g_clear_weak_pointer (&self->session);
  g_clear_object (&self->http);
  g_clear_pointer (&self->server, g_uri_unref);

  G_OBJECT_CLASS (mcp_icon_loader_parent_class)->finalize (object);
}

static void
mcp_icon_loader_class_init (McpIconLoaderClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_icon_loader_finalize;
}

static void
mcp_icon_loader_init (McpIconLoader *self)
{
  g_queue_init (&self->waiting);
}

/**
 * mcp_icon_loader_new:
 * @session: whose icons are fetched; it is not kept alive
 *
 * Creates a loader, which fetches nothing by itself. What cannot be fetched is a finding of the session.
 */
McpIconLoader *
mcp_icon_loader_new (McpSession *session)
{
  McpIconLoader *self;
  McpProfile *profile;
  const char *url;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);

  self = g_object_new (MCP_TYPE_ICON_LOADER, NULL);
  g_set_weak_pointer (&self->session, session);
  profile = mcp_session_get_profile (session);
  self->http = mcp_auth_http_new (mcp_profile_get_settings (profile)->ca_file,
                                  mcp_profile_get_settings (profile)->accepted_certificate);
  url = mcp_profile_get_url (profile);
  if (url != NULL)
    self->server = g_uri_parse (url, G_URI_FLAGS_NONE, NULL);

  return self;
}

/* --- Fetching --- */

/* Takes @error. */
static void
fail (GTask  *task,
      GError *error)
{
  McpIconLoader *self = g_task_get_source_object (task);
  Fetch *fetch = g_task_get_task_data (task);
  g_autofree char *described = mcp_icon_describe (fetch->icon);

  if (self->session != NULL && mcp_session_is_open (self->session))
    mcp_reporter_report (mcp_session_get_reporter (self->session), 0, "icons.load",
                         _("An icon could not be loaded (%s): %s"), described, error->message);
  g_task_return_error (task, error);
}

static void
finish (GTask  *task,
        GError *error)
{
  Fetch *fetch = g_task_get_task_data (task);
  McpAuthExchange *exchange = fetch->exchange;

  if (error == NULL && exchange->status != 200)
    error = g_error_new (MCP_ERROR, MCP_ERROR_NETWORK, _("%s answered with status %u"), exchange->url, exchange->status);
  if (error == NULL)
    mcp_icon_check (fetch->icon, exchange->body, &error);

  if (error != NULL)
    fail (task, error);
  else
    g_task_return_pointer (task, g_bytes_ref (exchange->body), (GDestroyNotify) g_bytes_unref);
}

static void
sent_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  McpIconLoader *self = g_task_get_source_object (task);
  GError *error = NULL;

  mcp_auth_http_send_finish (MCP_AUTH_HTTP (source), result, &error);
  self->n_loading--;
  start_more (self);
  finish (task, error);
}

static void
start_more (McpIconLoader *self)
{
  while (self->n_loading < MCP_ICON_MAX_LOADING && !g_queue_is_empty (&self->waiting))
    {
      GTask *task = g_queue_pop_head (&self->waiting);
      Fetch *fetch = g_task_get_task_data (task);

      self->n_loading++;
      mcp_auth_http_send_async (self->http, fetch->exchange, fetch->is_own, g_task_get_cancellable (task), sent_cb,
                                task);
    }
}

/**
 * mcp_icon_loader_fetch_async:
 * @icon: an icon of %MCP_ICON_NETWORK
 * @cancellable: (nullable): gives it up
 * @callback: called with the result
 *
 * Fetches an icon, after those that were asked for before, and checks it as mcp_icon_check() does.
 */
void
mcp_icon_loader_fetch_async (McpIconLoader       *self,
                             const McpIcon       *icon,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GUri) uri = NULL;
  Fetch *fetch;
  GError *error = NULL;

  g_return_if_fail (MCP_IS_ICON_LOADER (self));
  g_return_if_fail (icon->source == MCP_ICON_NETWORK);

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_icon_loader_fetch_async);
  fetch = g_new0 (Fetch, 1);
  fetch->icon = mcp_icon_copy (icon);
  g_task_set_task_data (task, fetch, fetch_free);

  uri = mcp_auth_url_parse (icon->src, FALSE, &error);
  fetch->is_own = uri != NULL && self->server != NULL && mcp_auth_url_same_origin (uri, self->server);
  if (uri != NULL && !fetch->is_own && mcp_auth_url_names_private (uri))
    error = g_error_new (MCP_ERROR, MCP_ERROR_NETWORK, _("%s is an address of this machine or a local network"),
                         icon->src);
  else if (uri != NULL && self->n_loaded >= MCP_ICON_MAX_LOADED)
    error = g_error_new (MCP_ERROR, MCP_ERROR_TOO_LARGE, _("More than %d icons are not loaded"), MCP_ICON_MAX_LOADED);
  if (error != NULL)
    {
      fail (task, error);
      return;
    }

  self->n_loaded++;
  fetch->exchange = mcp_auth_exchange_new ("GET", icon->src);
  mcp_auth_exchange_add_header (fetch->exchange, "Accept", "image/png, image/jpeg, image/webp, image/gif");
  g_queue_push_tail (&self->waiting, g_steal_pointer (&task));
  start_more (self);
}

/**
 * mcp_icon_loader_fetch_finish:
 * @error: why there is none: %MCP_ERROR_NETWORK, _TLS, _AUTH, _TOO_LARGE, _TIMED_OUT, _INVALID_RESPONSE
 *
 * Gets what was fetched.
 *
 * Returns: (transfer full) (nullable): the picture's file; %NULL with @error
 */
GBytes *
mcp_icon_loader_fetch_finish (McpIconLoader  *self,
                              GAsyncResult   *result,
                              GError        **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* --- Hosts --- */

static void
add_hosts (GHashTable *hosts,
           const char *object,
           gsize       length)
{
  g_autoptr (GPtrArray) icons = mcp_icons_read (object, length);

  for (guint i = 0; i < icons->len; i++)
    {
      const McpIcon *icon = icons->pdata[i];
      g_autoptr (GUri) uri = icon->source == MCP_ICON_NETWORK ? mcp_auth_url_parse (icon->src, FALSE, NULL) : NULL;

      if (uri != NULL)
        g_hash_table_add (hosts, g_ascii_strdown (g_uri_get_host (uri), -1));
    }
}

static gint
compare_hosts (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char * const *) a, *(const char * const *) b);
}

/**
 * mcp_icon_loader_list_hosts:
 * @session: a session
 *
 * Lists where the icons of a server and of all that it has listed would be fetched from.
 *
 * Returns: (transfer full): host names in the order of the alphabet; empty when there is nothing to fetch
 */
GStrv
mcp_icon_loader_list_hosts (McpSession *session)
{
  g_autofree char *info = mcp_session_dup_server_info (session);
  g_autoptr (GHashTable) hosts = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  GPtrArray *names = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer host;

  if (info != NULL)
    add_hosts (hosts, info, strlen (info));
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    {
      GListModel *catalog = G_LIST_MODEL (mcp_session_get_catalog (session, kind));

      for (guint i = 0; i < g_list_model_get_n_items (catalog); i++)
        {
          g_autoptr (McpCatalogItem) item = g_list_model_get_item (catalog, i);
          GBytes *json = mcp_catalog_item_get_json (item);

          add_hosts (hosts, g_bytes_get_data (json, NULL), g_bytes_get_size (json));
        }
    }

  g_hash_table_iter_init (&iter, hosts);
  while (g_hash_table_iter_next (&iter, &host, NULL))
    {
      g_ptr_array_add (names, host);
      g_hash_table_iter_steal (&iter);
    }
  g_ptr_array_sort (names, compare_hosts);
  g_ptr_array_add (names, NULL);

  return (GStrv) g_ptr_array_free (names, FALSE);
}
