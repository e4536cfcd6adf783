/* http-fixture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <poll.h>

#include <libsoup/soup.h>

#include "http-fixture-private.h"

/*
 * The connections are accepted here and handed to a SoupServer: so they can be counted, broken off
 * at any time, and watched. The server itself notices that the other side went only when it writes,
 * which a silent event stream never does.
 */

typedef struct
{
  char        *method;
  HttpHandler  handler;
  gpointer     user_data;
  guint        status;
  char        *content_type;
  char        *body;
} QueuedReply;

struct _HttpFixture
{
  SoupServer      *server;
  GSocketService  *service;
  GTlsCertificate *certificate;   /* (nullable) */
  gboolean         wants_certificate;
  guint16          port;
  char            *url;
  GPtrArray       *connections;   /* of HttpConnection, all there were */
  GPtrArray       *requests;      /* of HttpRequest, all there were */
  GQueue           queued;        /* of QueuedReply */
  HttpHandler      handler;       /* (nullable) */
  gpointer         user_data;
  HttpMcp         *mcp;           /* (nullable) */
  HttpModern      *modern;        /* (nullable) */
};

/* --- Connections --- */

static void
http_connection_free (HttpConnection *self)
{
  g_clear_handle_id (&self->closing, g_source_remove);
  g_source_destroy (self->watch);
  g_source_unref (self->watch);
  g_weak_ref_clear (&self->tcp);
  g_free (self);
}

static void
break_off_requests_of (HttpConnection *connection)
{
  HttpFixture *self = connection->fixture;

  for (guint i = 0; i < self->requests->len; i++)
    {
      HttpRequest *request = self->requests->pdata[i];

      if (request->connection == connection)
        http_request_reset (request);
    }
}

/* The server has read by now what there was to read, and does not always close. */
static gboolean
close_gone_cb (gpointer user_data)
{
  HttpConnection *connection = user_data;
  g_autoptr (GSocketConnection) tcp = g_weak_ref_get (&connection->tcp);

  connection->closing = 0;
  break_off_requests_of (connection);
  if (tcp != NULL)
    g_socket_close (g_socket_connection_get_socket (tcp), NULL);

  return G_SOURCE_REMOVE;
}

/* The other side has closed its end, or we have closed ours. */
static gboolean
connection_watch_cb (GSocket      *socket,
                     GIOCondition  condition,
                     gpointer      user_data)
{
  HttpConnection *connection = user_data;

  connection->gone = TRUE;
  break_off_requests_of (connection);
  connection->closing = g_idle_add_full (G_PRIORITY_LOW, close_gone_cb, connection, NULL);

  return G_SOURCE_REMOVE;
}

/* Only ours are of its authority; there is no other in the tests. */
static gboolean
accept_certificate_cb (GTlsConnection       *tls,
                       GTlsCertificate      *peer,
                       GTlsCertificateFlags  problems,
                       HttpFixture          *self)
{
  g_autoptr (GTlsCertificate) known = http_fixture_load_certificate (HTTP_CERTIFICATE_SIGNED);

  return g_tls_certificate_is_same (peer, known);
}

static GIOStream *
make_stream (HttpFixture       *self,
             GSocketConnection *tcp)
{
  g_autoptr (GIOStream) tls = NULL;
  g_autoptr (GError) error = NULL;

  if (self->certificate == NULL)
    return g_object_ref (G_IO_STREAM (tcp));

  tls = g_tls_server_connection_new (G_IO_STREAM (tcp), self->certificate, &error);
  if (tls == NULL)
    g_error ("No TLS: %s", error->message);
  g_object_set (tls, "require-close-notify", FALSE, NULL);
  if (self->wants_certificate)
    {
      g_object_set (tls, "authentication-mode", G_TLS_AUTHENTICATION_REQUIRED, NULL);
      g_signal_connect (tls, "accept-certificate", G_CALLBACK (accept_certificate_cb), self);
    }

  return g_steal_pointer (&tls);
}

static gboolean
incoming_cb (GSocketService    *service,
             GSocketConnection *tcp,
             GObject           *source_object,
             gpointer           user_data)
{
  HttpFixture *self = user_data;
  GSocket *socket = g_socket_connection_get_socket (tcp);
  g_autoptr (GSocketAddress) local = g_socket_connection_get_local_address (tcp, NULL);
  g_autoptr (GSocketAddress) remote = g_socket_connection_get_remote_address (tcp, NULL);
  g_autoptr (GIOStream) stream = NULL;
  g_autoptr (GError) error = NULL;
  HttpConnection *connection;

  /* Gone before we came to it. */
  if (local == NULL || remote == NULL)
    return TRUE;

  connection = g_new0 (HttpConnection, 1);
  connection->fixture = self;
  connection->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (remote));
  g_weak_ref_init (&connection->tcp, tcp);
  connection->watch = g_socket_create_source (socket, (GIOCondition) POLLRDHUP, NULL);
  g_source_set_callback (connection->watch, G_SOURCE_FUNC (connection_watch_cb), connection, NULL);
  g_source_attach (connection->watch, NULL);
  g_ptr_array_add (self->connections, connection);

  stream = make_stream (self, tcp);
  if (!soup_server_accept_iostream (self->server, stream, local, remote, &error))
    g_error ("The server does not take a connection: %s", error->message);

  return TRUE;
}

/* --- Requests --- */

static HttpConnection *
find_connection (HttpFixture       *self,
                 SoupServerMessage *message)
{
  GSocketAddress *address = soup_server_message_get_remote_address (message);
  guint16 port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address));

  /* From the newest: a port may be used again. */
  for (guint i = self->connections->len; i > 0; i--)
    {
      HttpConnection *connection = self->connections->pdata[i - 1];

      if (connection->port == port)
        return connection;
    }

  g_assert_not_reached ();
}

static void
queued_reply_free (QueuedReply *self)
{
  g_free (self->method);
  g_free (self->content_type);
  g_free (self->body);
  g_free (self);
}

static gboolean
answer_from_queue (HttpFixture *self,
                   HttpRequest *request)
{
  for (GList *l = self->queued.head; l != NULL; l = l->next)
    {
      QueuedReply *reply = l->data;

      if (g_strcmp0 (reply->method, request->method) != 0)
        continue;

      g_queue_delete_link (&self->queued, l);
      if (reply->handler != NULL)
        reply->handler (self, request, reply->user_data);
      else
        http_request_reply (request, reply->status, reply->content_type, reply->body);
      queued_reply_free (reply);
      return TRUE;
    }

  return FALSE;
}

static void
request_cb (SoupServer        *server,
            SoupServerMessage *message,
            const char        *path,
            GHashTable        *query,
            gpointer           user_data)
{
  HttpFixture *self = user_data;
  HttpRequest *request = http_request_new (self, message, find_connection (self, message));

  g_ptr_array_add (self->requests, request);
  soup_server_message_pause (message);

  if (answer_from_queue (self, request))
    ;
  else if (self->handler != NULL)
    self->handler (self, request, self->user_data);
  else if (self->modern != NULL && g_str_equal (path, "/mcp")
           && http_modern_handle (self->modern, request, self->mcp == NULL))
    ;
  else if (self->mcp != NULL && g_str_equal (path, "/mcp"))
    http_mcp_handle (self->mcp, request);
  else
    http_request_reply (request, 404, "text/plain", "Nothing is here.\n");

  /* It came with the last breath of the other side. */
  if (!request->complete && request->connection->gone)
    http_request_reset (request);
}

/* --- The server --- */

static const char *
get_certificate_name (HttpCertificate which)
{
  switch (which)
    {
    case HTTP_CERTIFICATE_SIGNED:
      return "signed.pem";
    case HTTP_CERTIFICATE_EXPIRED:
      return "expired.pem";
    case HTTP_CERTIFICATE_WRONG_NAME:
      return "wrong-name.pem";
    case HTTP_CERTIFICATE_SELF_SIGNED:
    default:
      return "self-signed.pem";
    }
}

GTlsCertificate *
http_fixture_load_certificate (HttpCertificate which)
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "fixtures",
                                                 get_certificate_name (which), NULL);
  g_autoptr (GError) error = NULL;
  GTlsCertificate *certificate = g_tls_certificate_new_from_file (path, &error);

  if (certificate == NULL)
    g_error ("%s: %s", path, error->message);

  return certificate;
}

/* A SoupServer that has no port of its own keeps no connection alive. */
static void
listen_for_nobody (SoupServer     *server,
                   GSocketAddress *address)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocket) socket = g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM,
                                             G_SOCKET_PROTOCOL_TCP, &error);

  if (socket == NULL || !g_socket_bind (socket, address, FALSE, &error) ||
      !g_socket_listen (socket, &error) ||
      !soup_server_listen_socket (server, socket, 0, &error))
    g_error ("The server does not listen: %s", error->message);
}

/* At the port that it had before, or at a free one. */
static void
listen_for_all (HttpFixture *self)
{
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, self->port);
  g_autoptr (GSocketAddress) effective = NULL;
  g_autoptr (GError) error = NULL;

  self->service = g_socket_service_new ();
  g_socket_listener_set_backlog (G_SOCKET_LISTENER (self->service), 512);
  if (!g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), address,
                                      G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL,
                                      &effective, &error))
    g_error ("No port of the loopback is free: %s", error->message);
  g_signal_connect (self->service, "incoming", G_CALLBACK (incoming_cb), self);
  g_socket_service_start (self->service);
  self->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (effective));
}

static HttpFixture *
make_fixture (GTlsCertificate *certificate)
{
  HttpFixture *self = g_new0 (HttpFixture, 1);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);

  self->certificate = certificate;
  self->connections = g_ptr_array_new_with_free_func ((GDestroyNotify) http_connection_free);
  self->requests = g_ptr_array_new_with_free_func ((GDestroyNotify) http_request_free);
  g_queue_init (&self->queued);
  self->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->server, NULL, request_cb, self, NULL);
  listen_for_nobody (self->server, address);
  listen_for_all (self);
  self->url = http_fixture_dup_url (self, "/mcp");

  return self;
}

/**
 * http_fixture_new:
 *
 * Starts a server at a free port of 127.0.0.1.
 *
 * Returns: (transfer full): a fixture
 */
HttpFixture *
http_fixture_new (void)
{
  return make_fixture (NULL);
}

/**
 * http_fixture_new_tls:
 * @which: the certificate it shows
 *
 * Starts a server that speaks HTTPS; its URL has the host “localhost”.
 *
 * Returns: (transfer full): a fixture
 */
HttpFixture *
http_fixture_new_tls (HttpCertificate which)
{
  return make_fixture (http_fixture_load_certificate (which));
}

/**
 * http_fixture_free:
 * @self: (transfer full): a fixture
 *
 * Breaks off what is open and frees the fixture with all its requests.
 */
void
http_fixture_free (HttpFixture *self)
{
  http_fixture_stop (self);
  soup_server_disconnect (self->server);
  g_clear_pointer (&self->modern, http_modern_free);
  g_clear_pointer (&self->mcp, http_mcp_free);
  g_ptr_array_unref (self->requests);
  g_ptr_array_unref (self->connections);
  g_queue_clear_full (&self->queued, (GDestroyNotify) queued_reply_free);
  g_object_unref (self->server);
  g_object_unref (self->service);
  g_clear_object (&self->certificate);
  g_free (self->url);
  g_free (self);
}

const char *
http_fixture_get_url (HttpFixture *self)
{
  return self->url;
}

char *
http_fixture_dup_url (HttpFixture *self,
                      const char  *path)
{
  return g_strdup_printf ("%s:%u%s",
                          self->certificate != NULL ? "https://localhost" : "http://127.0.0.1",
                          self->port, path);
}

guint
http_fixture_get_port (HttpFixture *self)
{
  return self->port;
}

/* From now on only who shows %HTTP_CERTIFICATE_SIGNED is let in. */
void
http_fixture_want_certificate (HttpFixture *self)
{
  self->wants_certificate = TRUE;
}

/* Its PEM file, with the key: (transfer full). */
char *
http_fixture_dup_certificate_file (HttpCertificate which)
{
  return g_test_build_filename (G_TEST_DIST, "fixtures", get_certificate_name (which), NULL);
}

/**
 * http_fixture_get_ca_file:
 *
 * Gets where the certificate of the authority lies that signed those of the fixtures.
 *
 * Returns: (transfer none): a path
 */
const char *
http_fixture_get_ca_file (void)
{
  return g_test_get_filename (G_TEST_DIST, "fixtures", "ca.pem", NULL);
}

/**
 * http_fixture_dup_fingerprint:
 * @which: a certificate
 *
 * Computes the SHA-256 of a certificate's DER form.
 *
 * Returns: (transfer full): 64 hexadecimal digits in lower case
 */
char *
http_fixture_dup_fingerprint (HttpCertificate which)
{
  g_autoptr (GTlsCertificate) certificate = http_fixture_load_certificate (which);
  g_autoptr (GByteArray) der = NULL;

  g_object_get (certificate, "certificate", &der, NULL);

  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, der->data, der->len);
}

void
http_fixture_set_handler (HttpFixture *self,
                          HttpHandler  handler,
                          gpointer     user_data)
{
  self->handler = handler;
  self->user_data = user_data;
}

void
http_fixture_queue (HttpFixture *self,
                    const char  *method,
                    guint        status,
                    const char  *content_type,
                    const char  *body)
{
  QueuedReply *reply = g_new0 (QueuedReply, 1);

  reply->method = g_strdup (method);
  reply->status = status;
  reply->content_type = g_strdup (content_type);
  reply->body = g_strdup (body);
  g_queue_push_tail (&self->queued, reply);
}

void
http_fixture_queue_handler (HttpFixture *self,
                            const char  *method,
                            HttpHandler  handler,
                            gpointer     user_data)
{
  QueuedReply *reply = g_new0 (QueuedReply, 1);

  reply->method = g_strdup (method);
  reply->handler = handler;
  reply->user_data = user_data;
  g_queue_push_tail (&self->queued, reply);
}

void
http_fixture_stop (HttpFixture *self)
{
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  http_fixture_drop_connections (self);
}

void
http_fixture_start (HttpFixture *self)
{
  g_object_unref (self->service);
  listen_for_all (self);
}

void
http_fixture_drop_connections (HttpFixture *self)
{
  for (guint i = 0; i < self->connections->len; i++)
    {
      HttpConnection *connection = self->connections->pdata[i];
      g_autoptr (GSocketConnection) tcp = g_weak_ref_get (&connection->tcp);

      if (tcp != NULL)
        http_fixture_reset_socket (g_socket_connection_get_socket (tcp));
      break_off_requests_of (connection);
    }
}

/* --- What it has seen --- */

guint
http_fixture_get_n_requests (HttpFixture *self)
{
  return self->requests->len;
}

HttpRequest *
http_fixture_get_request (HttpFixture *self,
                          guint        index)
{
  g_assert_cmpuint (index, <, self->requests->len);

  return self->requests->pdata[index];
}

static gboolean
is_request (HttpRequest *self,
            const char  *method,
            const char  *rpc_method)
{
  return (method == NULL || g_str_equal (method, self->method)) &&
         (rpc_method == NULL || g_strcmp0 (rpc_method, self->rpc_method) == 0);
}

guint
http_fixture_count (HttpFixture *self,
                    const char  *method,
                    const char  *rpc_method)
{
  guint n = 0;

  for (guint i = 0; i < self->requests->len; i++)
    if (is_request (self->requests->pdata[i], method, rpc_method))
      n++;

  return n;
}

/**
 * http_fixture_find:
 * @self: a fixture
 * @method: (nullable): of HTTP
 * @rpc_method: (nullable): of the JSON-RPC message it brought
 * @index: 0 for the first of them
 *
 * Finds a request among those that came.
 *
 * Returns: (transfer none) (nullable): the request
 */
HttpRequest *
http_fixture_find (HttpFixture *self,
                   const char  *method,
                   const char  *rpc_method,
                   guint        index)
{
  for (guint i = 0; i < self->requests->len; i++)
    if (is_request (self->requests->pdata[i], method, rpc_method) && index-- == 0)
      return self->requests->pdata[i];

  return NULL;
}

guint
http_fixture_get_n_connections (HttpFixture *self)
{
  guint n = 0;

  for (guint i = 0; i < self->connections->len; i++)
    {
      HttpConnection *connection = self->connections->pdata[i];
      g_autoptr (GSocketConnection) tcp = g_weak_ref_get (&connection->tcp);

      if (tcp != NULL && !g_io_stream_is_closed (G_IO_STREAM (tcp)) &&
          !g_socket_is_closed (g_socket_connection_get_socket (tcp)))
        n++;
    }

  return n;
}

guint
http_fixture_get_n_open_requests (HttpFixture *self)
{
  guint n = 0;

  for (guint i = 0; i < self->requests->len; i++)
    if (((HttpRequest *) self->requests->pdata[i])->open)
      n++;

  return n;
}

HttpMcp *
http_fixture_get_mcp (HttpFixture *self)
{
  return self->mcp;
}

void
http_fixture_take_mcp (HttpFixture *self,
                       HttpMcp     *mcp)
{
  g_clear_pointer (&self->mcp, http_mcp_free);
  self->mcp = mcp;
}

HttpModern *
http_fixture_get_modern (HttpFixture *self)
{
  return self->modern;
}

void
http_fixture_take_modern (HttpFixture *self,
                          HttpModern  *modern)
{
  g_clear_pointer (&self->modern, http_modern_free);
  self->modern = modern;
}
