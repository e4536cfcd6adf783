/* mcp-listener.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <sys/resource.h>
#include <sys/socket.h>

#include "mcp-hash.h"
#include "mcp-listener.h"

/* Descriptors that are left for everything else: GLib ends a process that has none for a thread. */
#define KEPT_DESCRIPTORS 64

/* Until it is looked again whether there is room, or a descriptor. */
#define FULL_WAIT_MSEC 20

/* Taken in one turn of the main loop, so that those who are there are served as well. */
#define MAX_TURN 64

struct _McpListener
{
  GSocket         *socket;
  GMainContext    *context;
  GSource         *source;         /* (nullable) of the socket, or until it is looked again */
  McpListenerFuncs funcs;
  gpointer         user_data;

  GMutex           mutex;          /* guards the fields below: connections close in other threads */
  GHashTable      *peers;          /* address to how many */
  guint            n_taken;
  guint            n_connections;  /* at most, and of each peer */
  guint            n_each;
};

static void watch (McpListener *self);

/**
 * mcp_listener_dup_peer:
 *
 * Returns: (transfer full) (nullable): the address of the other side; %NULL when it has gone
 */
char *
mcp_listener_dup_peer (GSocketConnection *connection)
{
  g_autoptr (GSocketAddress) address = g_socket_connection_get_remote_address (connection, NULL);

  if (address == NULL || !G_IS_INET_SOCKET_ADDRESS (address))
    return NULL;

  return g_inet_address_to_string (
    g_inet_socket_address_get_address (G_INET_SOCKET_ADDRESS (address)));
}

static gboolean
is_full (McpListener *self,
         const char  *peer) /* (nullable): of all */
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);

  if (peer == NULL)
    return self->n_taken >= self->n_connections;

  return GPOINTER_TO_UINT (g_hash_table_lookup (self->peers, peer)) >= self->n_each;
}

static void
count (McpListener *self,
       const char  *peer,
       int          change)
{
  G_GNUC_UNUSED g_autoptr (GMutexLocker) locker = g_mutex_locker_new (&self->mutex);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (self->peers, peer)) + change;

  self->n_taken += change;
  if (n == 0)
    g_hash_table_remove (self->peers, peer);
  else
    g_hash_table_replace (self->peers, g_strdup (peer), GUINT_TO_POINTER (n));
}

static void
stop_watching (McpListener *self)
{
  if (self->source != NULL)
    g_source_destroy (self->source);
  g_clear_pointer (&self->source, g_source_unref);
}

static gboolean
waited_cb (gpointer user_data)
{
  watch (user_data);

  return G_SOURCE_REMOVE;
}

static void
wait_a_moment (McpListener *self)
{
  stop_watching (self);
  self->source = g_timeout_source_new (FULL_WAIT_MSEC);
  g_source_set_callback (self->source, waited_cb, self, NULL);
  g_source_attach (self->source, self->context);
}

/* Who has gone while waiting to be taken has no address any more. */
static void
take (McpListener *self,
      GSocket     *socket)
{
  g_autoptr (GSocketConnection) connection =
    g_socket_connection_factory_create_connection (socket);
  g_autofree char *peer = mcp_listener_dup_peer (connection);

  if (peer == NULL || (is_full (self, peer) && !self->funcs.make_room (peer, self->user_data)))
    return;

  count (self, peer, 1);
  self->funcs.take (connection, self->user_data);
}

static gboolean
readable_cb (GSocket      *socket,
             GIOCondition  condition,
             McpListener  *self)
{
  for (guint i = 0; i < MAX_TURN; i++)
    {
      g_autoptr (GSocket) accepted = NULL;
      g_autoptr (GError) error = NULL;

      /* Nobody makes way for no one: the next turn is one's who waits. */
      if (is_full (self, NULL) && i > 0)
        return G_SOURCE_CONTINUE;
      if (is_full (self, NULL))
        {
          self->funcs.make_room (NULL, self->user_data);
          wait_a_moment (self);
          return G_SOURCE_REMOVE;
        }

      accepted = g_socket_accept (socket, NULL, &error);
      if (accepted != NULL)
        take (self, accepted);
      else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WOULD_BLOCK))
        return G_SOURCE_CONTINUE;
      else
        {
          /* Descriptors ran out, or the client left before accept(). */
          wait_a_moment (self);
          return G_SOURCE_REMOVE;
        }
    }

  return G_SOURCE_CONTINUE;
}

static void
watch (McpListener *self)
{
  stop_watching (self);
  self->source = g_socket_create_source (self->socket, G_IO_IN, NULL);
  g_source_set_callback (self->source, G_SOURCE_FUNC (readable_cb), self, NULL);
  g_source_attach (self->source, self->context);
}

static guint
count_descriptors (void)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc/self/fd", 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;

  return n;
}

/* How many connections there are descriptors for. */
static guint
count_room (guint n_descriptors)
{
  struct rlimit limit;
  guint n_open = count_descriptors () + KEPT_DESCRIPTORS;

  if (getrlimit (RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
    return G_MAXUINT;

  return limit.rlim_cur > n_open + n_descriptors
           ? MIN ((limit.rlim_cur - n_open) / n_descriptors, G_MAXUINT) : 1;
}

/**
 * mcp_listener_new:
 * @address: where to listen; port 0 for any that is free
 * @n_connections: how many at once, at most; fewer when the process may not open as many files. One
 *   peer has three quarters of them
 * @n_descriptors: how many descriptors each of them takes
 * @error: of %G_IO_ERROR
 *
 * Listens. As many may wait to be taken as the system allows.
 *
 * Returns: (transfer full) (nullable): what listens
 */
McpListener *
mcp_listener_new (GSocketAddress          *address,
                  guint                    n_connections,
                  guint                    n_descriptors,
                  const McpListenerFuncs  *funcs,
                  gpointer                 user_data,
                  GError                 **error)
{
  g_autoptr (GSocket) socket = g_socket_new (g_socket_address_get_family (address),
                                             G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, error);
  McpListener *self;

  if (socket == NULL)
    return NULL;
  g_socket_set_blocking (socket, FALSE);
  g_socket_set_listen_backlog (socket, SOMAXCONN);
  if (!g_socket_bind (socket, address, TRUE, error) || !g_socket_listen (socket, error))
    return NULL;

  self = g_new0 (McpListener, 1);
  self->socket = g_steal_pointer (&socket);
  self->context = g_main_context_ref_thread_default ();
  self->funcs = *funcs;
  self->user_data = user_data;
  g_mutex_init (&self->mutex);
  self->peers = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, NULL);
  self->n_connections = MIN (n_connections, count_room (n_descriptors));
  self->n_each = (self->n_connections * 3 + 3) / 4;
  watch (self);

  return self;
}

guint16
mcp_listener_get_port (McpListener *self)
{
  g_autoptr (GSocketAddress) address = g_socket_get_local_address (self->socket, NULL);

  return address != NULL ? g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address)) : 0;
}

/**
 * mcp_listener_leave:
 * @peer: whose connection is closed, as mcp_listener_dup_peer() had it
 *
 * Says that one who was taken is gone. From any thread.
 */
void
mcp_listener_leave (McpListener *self,
                    const char  *peer)
{
  count (self, peer, -1);
}

/**
 * mcp_listener_close:
 *
 * Listens no more. Those who were taken may still leave.
 */
void
mcp_listener_close (McpListener *self)
{
  stop_watching (self);
  g_socket_close (self->socket, NULL);
}

void
mcp_listener_free (McpListener *self)
{
  mcp_listener_close (self);
  g_object_unref (self->socket);
  g_main_context_unref (self->context);
  g_hash_table_unref (self->peers);
  g_mutex_clear (&self->mutex);
  g_free (self);
}
