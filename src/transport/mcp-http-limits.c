/* mcp-http-limits.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-http-limits.h"

/*
 * Ends what libsoup would go on with for as long as the server does: answers before the answer
 * (RFC 9110 section 15.2), which it reads one after the other without coming back to the main
 * loop, and fragments of one WebSocket message (RFC 6455 section 5.4), which versions before 3.6.5
 * join whatever becomes of them.
 */

#define MAX_INFORMATIONAL 16

/* Where it is kept. */
#define INFORMATIONAL "mcp-informational"
#define FRAGMENTS     "mcp-fragments"

typedef struct
{
  GCancellable *cancellable;
  guint         n_informational;
} Informational;

typedef struct
{
  GSocket *socket;
  guint64  limit_bytes;
  guint64  n_bytes;      /* since the last message, as they came */
} Fragments;

static void
informational_free (gpointer data)
{
  Informational *self = data;

  g_object_unref (self->cancellable);
  g_free (self);
}

static void
fragments_free (gpointer data)
{
  Fragments *self = data;

  g_object_unref (self->socket);
  g_free (self);
}

static void
got_informational_cb (SoupMessage   *message,
                      Informational *self)
{
  if (soup_message_get_status (message) != SOUP_STATUS_SWITCHING_PROTOCOLS
      && ++self->n_informational > MAX_INFORMATIONAL)
    g_cancellable_cancel (self->cancellable);
}

/**
 * mcp_http_limit_informational:
 * @message: a request that is not sent yet
 * @cancellable: what it will be sent with
 *
 * Cancels @cancellable when more than a few answers 1xx have come.
 */
void
mcp_http_limit_informational (SoupMessage  *message,
                              GCancellable *cancellable)
{
  Informational *self = g_new0 (Informational, 1);

  self->cancellable = g_object_ref (cancellable);
  g_object_set_data_full (G_OBJECT (message), INFORMATIONAL, self, informational_free);
  g_signal_connect (message, "got-informational", G_CALLBACK (got_informational_cb), self);
}

/**
 * mcp_http_dup_limit_error:
 * @message: a request that has failed
 *
 * Tells whether it failed by mcp_http_limit_informational().
 *
 * Returns: (transfer full) (nullable): %MCP_ERROR_INVALID_RESPONSE, or %NULL if not
 */
GError *
mcp_http_dup_limit_error (SoupMessage *message)
{
  Informational *self = g_object_get_data (G_OBJECT (message), INFORMATIONAL);

  if (self == NULL || self->n_informational <= MAX_INFORMATIONAL)
    return NULL;

  return g_error_new (MCP_ERROR, MCP_ERROR_INVALID_RESPONSE,
                      _("%s answered with status 1xx more than %d times, and not with one that "
                        "ends the request."),
                      g_uri_get_host (soup_message_get_uri (message)), MAX_INFORMATIONAL);
}

static void
read_data_cb (GInputStream            *stream,
              guint                    n_bytes,
              SoupWebsocketConnection *connection)
{
  Fragments *self = g_object_get_data (G_OBJECT (connection), FRAGMENTS);

  self->n_bytes += n_bytes;
  /* Reading fails from here on. A close that is asked for would go on reading. */
  if (self->n_bytes > self->limit_bytes && !g_socket_is_closed (self->socket))
    g_socket_close (self->socket, NULL);
}

static void
message_cb (SoupWebsocketConnection *connection,
            int                      type,
            GBytes                  *bytes,
            Fragments               *self)
{
  self->n_bytes = 0;
}

/**
 * mcp_http_limit_fragments:
 * @connection: a WebSocket
 * @cap_bytes: how long a message may be
 * @socket: (nullable): the one below; without it nothing is limited
 *
 * Closes the socket when so much has come without a whole message that it would be longer.
 */
void
mcp_http_limit_fragments (SoupWebsocketConnection *connection,
                          guint64                  cap_bytes,
                          GSocket                 *socket)
{
  GInputStream *input =
    g_io_stream_get_input_stream (soup_websocket_connection_get_io_stream (connection));
  GObjectClass *klass = G_OBJECT_GET_CLASS (connection);
  Fragments *self;

  /* Newer than the libsoup that we build with. */
  if (g_object_class_find_property (klass, "max-total-message-size") != NULL)
    g_object_set (connection, "max-total-message-size", cap_bytes, NULL);
  if (socket == NULL || g_signal_lookup ("read-data", G_OBJECT_TYPE (input)) == 0)
    return;

  self = g_new0 (Fragments, 1);
  self->socket = g_object_ref (socket);
  /* Heads of fragments, and what is asked in between, count as well. */
  self->limit_bytes = cap_bytes + cap_bytes / 4 + 64 * 1024;
  g_object_set_data_full (G_OBJECT (connection), FRAGMENTS, self, fragments_free);
  g_signal_connect (connection, "message", G_CALLBACK (message_cb), self);
  g_signal_connect_object (input, "read-data", G_CALLBACK (read_data_cb), connection, 0);
}

/**
 * mcp_http_is_over_fragments:
 * @connection: a WebSocket
 *
 * Tells whether mcp_http_limit_fragments() has ended it.
 */
gboolean
mcp_http_is_over_fragments (SoupWebsocketConnection *connection)
{
  Fragments *self = g_object_get_data (G_OBJECT (connection), FRAGMENTS);

  return self != NULL && self->n_bytes > self->limit_bytes;
}
