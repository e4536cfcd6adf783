/* mcp-http-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-http-server-private.h"

/* How long answers that have begun may take when the server is closed. */
#define END_USEC (5 * G_USEC_PER_SEC)

static void
handler_cb (SoupServer        *soup,
            SoupServerMessage *message,
            const char        *path,
            GHashTable        *query,
            gpointer           user_data)
{
  McpHttpServer *self = user_data;

  if (self->closed_usec != 0)
    soup_server_message_set_status (message, SOUP_STATUS_SERVICE_UNAVAILABLE, NULL);
  else
    self->rules.handle (message, path, self->user_data);
}

static void
destroy (McpHttpServer *self)
{
  g_clear_handle_id (&self->end_source, g_source_remove);
  if (self->listener != NULL)
    mcp_http_guests_free (self);
  soup_server_disconnect (self->soup);
  g_object_unref (self->soup);
  g_free (self);
}

/**
 * mcp_http_server_new:
 * @rules: (transfer none): copied, but for the names in it, which stay with the caller
 * @address: where to listen; port 0 for any that is free
 * @user_data: for the functions of @rules, until mcp_http_server_free()
 * @error: of %G_IO_ERROR
 *
 * Serves until it is freed.
 *
 * Returns: (transfer full) (nullable): the server
 */
McpHttpServer *
mcp_http_server_new (const McpHttpServerRules  *rules,
                     GSocketAddress            *address,
                     gpointer                   user_data,
                     GError                   **error)
{
  McpHttpServer *self = g_new0 (McpHttpServer, 1);

  self->rules = *rules;
  self->user_data = user_data;
  self->soup = soup_server_new ("server-header", rules->name, NULL);
  soup_server_add_handler (self->soup, NULL, handler_cb, self, NULL);

  if (!mcp_http_guests_listen (self, address, error))
    g_clear_pointer (&self, destroy);

  return self;
}

guint16
mcp_http_server_get_port (McpHttpServer *self)
{
  return mcp_listener_get_port (self->listener);
}

static gboolean
end_cb (gpointer user_data)
{
  McpHttpServer *self = user_data;

  self->end_source = 0;
  destroy (self);

  return G_SOURCE_REMOVE;
}

/* Deferred: libsoup still reads this request. */
void
mcp_http_server_check_end (McpHttpServer *self)
{
  if (self->closed_usec != 0 && self->end_source == 0
      && (!mcp_http_guests_any_waits (self)
          || g_get_monotonic_time () - self->closed_usec > END_USEC))
    self->end_source = g_idle_add (end_cb, self);
}

/**
 * mcp_http_server_free:
 * @self: (transfer full): a server
 *
 * Listens no more. Answers that have begun are sent to their end, as far as that takes seconds and
 * the main loop runs; no function of the rules is called any more.
 */
void
mcp_http_server_free (McpHttpServer *self)
{
  self->closed_usec = g_get_monotonic_time ();
  mcp_listener_close (self->listener);
  mcp_http_guests_show_out (self);
  if (!mcp_http_guests_any_waits (self))
    destroy (self);
}
