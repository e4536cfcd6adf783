/* mcp-http-guests.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include "mcp-http-server-private.h"

/* How often it is looked who has been here for too long. */
#define SWEEP_MSEC 1000

/* Who was sent away may have more to say, and hears of nothing when the connection breaks while it
 * does. */
#define LEAVE_USEC        (3 * G_USEC_PER_SEC)
#define MAX_IGNORED_BYTES (64 * 1024 * 1024)

/* What is sent and never taken. */
#define UNTAKEN_MSEC (120 * 1000)

static void
guest_free (McpHttpGuest *guest)
{
  McpHttpServer *self = guest->server;

  mcp_http_judge_drop (guest);
  if (guest->leave_source != NULL)
    g_source_destroy (guest->leave_source);
  g_clear_pointer (&guest->leave_source, g_source_unref);
  g_queue_unlink (&self->guests, &guest->link);
  g_hash_table_remove (self->by_address, guest->address);
  g_io_stream_close (G_IO_STREAM (guest->connection), NULL, NULL);
  mcp_listener_leave (self->listener, guest->peer);
  g_object_unref (guest->connection);
  g_object_unref (guest->address);
  g_free (guest->peer);
  g_free (guest);
}

static int
get_fd (McpHttpGuest *guest)
{
  return g_socket_get_fd (g_socket_connection_get_socket (guest->connection));
}

/* libsoup finds the end of the connection, and lets go of it. */
static void
show_out (McpHttpGuest *guest)
{
  guest->is_shown_out = TRUE;
  shutdown (get_fd (guest), SHUT_RDWR);
}

void
mcp_http_guest_set_state (McpHttpGuest      *guest,
                          McpHttpGuestState  state)
{
  McpHttpServer *self = guest->server;

  guest->since_usec = g_get_monotonic_time ();
  guest->n_since = 0;
  if (guest->state == state)
    return;

  guest->state = state;
  if (state != MCP_HTTP_GUEST_WAITS)
    return;

  g_queue_unlink (&self->guests, &guest->link);
  g_queue_push_tail_link (&self->guests, &guest->link);
  if (self->closed_usec != 0)
    show_out (guest);
}

static gboolean
leave_cb (GSocket      *socket,
          GIOCondition  condition,
          McpHttpGuest *guest)
{
  McpHttpServer *self = guest->server;
  char buffer[16384];
  gssize n = g_socket_receive_with_blocking (socket, buffer, sizeof buffer, FALSE, NULL, NULL);

  if (n > 0)
    guest->n_ignored += n;
  if (n > 0 && guest->n_ignored < MAX_IGNORED_BYTES)
    return G_SOURCE_CONTINUE;

  guest_free (guest);
  mcp_http_server_check_end (self);

  return G_SOURCE_REMOVE;
}

static GString *
make_answer (SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  g_autoptr (GBytes) body =
    soup_message_body_flatten (soup_server_message_get_response_body (message));
  SoupMessageHeadersIter iter;
  const char *name, *value;
  GString *text = g_string_new (NULL);

  g_string_append_printf (text, "HTTP/1.1 %u %s\r\n", soup_server_message_get_status (message),
                          soup_server_message_get_reason_phrase (message));
  soup_message_headers_set_content_length (headers, g_bytes_get_size (body));
  soup_message_headers_iter_init (&iter, headers);
  while (soup_message_headers_iter_next (&iter, &name, &value))
    g_string_append_printf (text, "%s: %s\r\n", name, value);
  g_string_append (text, "\r\n");
  g_string_append_len (text, g_bytes_get_data (body, NULL), g_bytes_get_size (body));

  return text;
}

/* The connection is taken from libsoup, which would read all of the request first. */
void
mcp_http_guest_send_away (McpHttpGuest      *guest,
                          SoupServerMessage *message)
{
  GSocket *socket = g_socket_connection_get_socket (guest->connection);
  G_GNUC_UNUSED g_autoptr (SoupServerMessage) alive = g_object_ref (message);
  g_autoptr (GString) answer = make_answer (message);
  g_autoptr (GIOStream) stolen = NULL;

  mcp_http_guest_set_state (guest, MCP_HTTP_GUEST_LEAVES);
  mcp_http_judge_drop (guest);
  stolen = soup_server_message_steal_connection (message);

  g_socket_send_with_blocking (socket, answer->str, answer->len, FALSE, NULL, NULL);
  g_socket_shutdown (socket, FALSE, TRUE, NULL);
  guest->leave_source = g_socket_create_source (socket, G_IO_IN, NULL);
  g_source_set_callback (guest->leave_source, G_SOURCE_FUNC (leave_cb), guest, NULL);
  g_source_attach (guest->leave_source, g_main_context_get_thread_default ());
}

static void
disconnected_cb (SoupServerMessage *message,
                 McpHttpGuest      *guest)
{
  McpHttpServer *self = guest->server;

  guest_free (guest);
  mcp_http_server_check_end (self);
}

static void
request_started_cb (SoupServer        *soup,
                    SoupServerMessage *message,
                    McpHttpServer     *self)
{
  McpHttpGuest *guest =
    g_hash_table_lookup (self->by_address, soup_server_message_get_remote_address (message));

  if (guest == NULL)
    return;

  /*
   * One request each: libsoup ends a connection after an answer when it does not listen itself, and
   * libsoup 3.2 loses one that is kept and then closed by the other side.
   */
  soup_message_headers_replace (soup_server_message_get_response_headers (message), "Connection",
                                "close");
  mcp_http_judge_follow (guest, message);
  g_signal_connect (message, "disconnected", G_CALLBACK (disconnected_cb), guest);
}

/*
 * libsoup does not look while an answer waits, and a stream may have nothing to say for hours. What
 * is said to nobody ends the message.
 */
static void
abandon (McpHttpGuest *guest)
{
  show_out (guest);
  soup_message_body_complete (soup_server_message_get_response_body (guest->message));
  soup_server_message_unpause (guest->message);
}

static gboolean
is_gone (McpHttpGuest *guest)
{
  return (g_socket_condition_check (g_socket_connection_get_socket (guest->connection),
                                    G_IO_HUP | G_IO_ERR) & (G_IO_HUP | G_IO_ERR)) != 0;
}

/* Who asks no more, and may still listen. */
static gboolean
has_ended (McpHttpGuest *guest)
{
  char byte;

  return recv (get_fd (guest), &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

static void
look_at (McpHttpGuest *guest,
         gint64        now_usec)
{
  gint64 patience_usec = guest->server->rules.patience_msec * G_GINT64_CONSTANT (1000);
  gboolean is_late = now_usec - guest->since_usec > patience_usec;

  switch (guest->state)
    {
    case MCP_HTTP_GUEST_WAITS:
      if (is_late)
        show_out (guest);
      break;
    case MCP_HTTP_GUEST_ASKS:
      if (is_late)
        mcp_http_judge_refuse (guest, guest->message, SOUP_STATUS_REQUEST_TIMEOUT,
                               "The body takes too long");
      break;
    case MCP_HTTP_GUEST_LISTENS:
      if (!guest->is_shown_out && (is_gone (guest) || (is_late && has_ended (guest))))
        abandon (guest);
      break;
    case MCP_HTTP_GUEST_LEAVES:
    default:
      if (now_usec - guest->since_usec > LEAVE_USEC)
        guest_free (guest);
      break;
    }
}

static gboolean
sweep_cb (gpointer user_data)
{
  McpHttpServer *self = user_data;
  gint64 now_usec = g_get_monotonic_time ();
  GList *next;

  for (GList *l = self->guests.head; l != NULL; l = next)
    {
      next = l->next;
      look_at (l->data, now_usec);
    }

  if (self->guests.length == 0)
    self->sweep_source = 0;
  mcp_http_server_check_end (self);

  return self->guests.length > 0;
}

static void
take (GSocketConnection *connection,
      gpointer           user_data)
{
  McpHttpServer *self = user_data;
  McpHttpGuest *guest = g_new0 (McpHttpGuest, 1);
  g_autoptr (GSocketAddress) local = g_socket_connection_get_local_address (connection, NULL);
  GSocket *socket = g_socket_connection_get_socket (connection);
  g_autoptr (GError) error = NULL;

  guest->server = self;
  guest->connection = g_object_ref (connection);
  guest->address = g_socket_connection_get_remote_address (connection, NULL);
  guest->peer = mcp_listener_dup_peer (connection);
  guest->link.data = guest;
  guest->since_usec = g_get_monotonic_time ();
  g_queue_push_tail_link (&self->guests, &guest->link);
  g_hash_table_insert (self->by_address, guest->address, guest);
  if (self->sweep_source == 0)
    self->sweep_source = g_timeout_add (SWEEP_MSEC, sweep_cb, self);

  g_socket_set_option (socket, IPPROTO_TCP, TCP_NODELAY, 1, NULL);
  g_socket_set_option (socket, IPPROTO_TCP, TCP_USER_TIMEOUT, UNTAKEN_MSEC, NULL);
  if (local == NULL
      || !soup_server_accept_iostream (
          self->soup, G_IO_STREAM (connection), local, guest->address, &error))
    guest_free (guest);
}

/* Those who have asked for nothing yet, the first to come first: one of a peer, or some of all. */
static gboolean
make_room (const char *peer,
           gpointer    user_data)
{
  McpHttpServer *self = user_data;
  guint n_wanted = peer != NULL ? 1 : self->guests.length / 8 + 1;
  guint n_left = n_wanted;

  for (GList *l = self->guests.head; l != NULL && n_left > 0; l = l->next)
    {
      McpHttpGuest *guest = l->data;

      if (guest->state != MCP_HTTP_GUEST_WAITS || guest->is_shown_out
          || (peer != NULL && !g_str_equal (guest->peer, peer)))
        continue;
      show_out (guest);
      n_left--;
    }

  return n_left < n_wanted;
}

gboolean
mcp_http_guests_listen (McpHttpServer   *self,
                        GSocketAddress  *address,
                        GError         **error)
{
  static const McpListenerFuncs funcs = { take, make_room };

  g_queue_init (&self->guests);
  self->listener = mcp_listener_new (address, self->rules.n_connections, 1, &funcs, self, error);
  if (self->listener == NULL)
    return FALSE;

  self->by_address = g_hash_table_new (NULL, NULL);
  g_signal_connect (self->soup, "request-started", G_CALLBACK (request_started_cb), self);

  return TRUE;
}

void
mcp_http_guests_show_out (McpHttpServer *self)
{
  for (GList *l = self->guests.head; l != NULL; l = l->next)
    if (((McpHttpGuest *) l->data)->state == MCP_HTTP_GUEST_WAITS)
      show_out (l->data);
}

gboolean
mcp_http_guests_any_waits (McpHttpServer *self)
{
  for (GList *l = self->guests.head; l != NULL; l = l->next)
    if (((McpHttpGuest *) l->data)->state != MCP_HTTP_GUEST_WAITS)
      return TRUE;

  return FALSE;
}

void
mcp_http_guests_free (McpHttpServer *self)
{
  g_signal_handlers_disconnect_by_data (self->soup, self);
  g_clear_handle_id (&self->sweep_source, g_source_remove);
  while (self->guests.head != NULL)
    guest_free (self->guests.head->data);
  g_clear_pointer (&self->by_address, g_hash_table_unref);
  g_clear_pointer (&self->listener, mcp_listener_free);
}
