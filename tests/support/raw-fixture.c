/* raw-fixture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <sys/socket.h>

#include "http-fixture-private.h"
#include "raw-fixture.h"

typedef struct
{
  RawAction  action;
  GBytes    *bytes;   /* (nullable) */
  gsize      length;
  guint      msec;
} Step;

/* Refuses nothing, remembers what it got, and is at one step of the script. */
typedef struct
{
  RawFixture        *fixture;
  GSocketConnection *tcp;
  GIOStream         *stream;      /* the same, or TLS on it; NULL when closed */
  GCancellable      *cancellable;
  guint              step;
  gsize              n_done;      /* of a trickle or a repetition */
  guint              timeout;
  gsize              awaited;     /* bytes received that end the waiting; 0 for no waiting */
  gsize              read_from;   /* where the head that is awaited begins */
  GByteArray        *received;
  char               buffer[16384];
} RawConnection;

struct _RawFixture
{
  GSocketService *service;
  char           *url;
  guint16         port;
  GArray         *steps;        /* of Step */
  GPtrArray      *connections;  /* of RawConnection, all there were */
  guint64         n_written;
};

static void run_step (RawConnection *self);

/* --- Connections --- */

static void
close_connection (RawConnection *self,
                  gboolean       reset)
{
  GSocket *socket = g_socket_connection_get_socket (self->tcp);

  if (self->stream == NULL)
    return;

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->timeout, g_source_remove);
  if (reset)
    {
      struct linger linger = { .l_onoff = 1, .l_linger = 0 };

      setsockopt (g_socket_get_fd (socket), SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
    }
  else
    g_socket_shutdown (socket, FALSE, TRUE, NULL);
  g_socket_close (socket, NULL);
  g_clear_object (&self->stream);
}

static void
raw_connection_free (RawConnection *self)
{
  close_connection (self, TRUE);
  g_object_unref (self->tcp);
  g_object_unref (self->cancellable);
  g_byte_array_unref (self->received);
  g_free (self);
}

static void
next_step (RawConnection *self)
{
  self->step++;
  self->n_done = 0;
  run_step (self);
}

/* --- Reading: always, so that an end of the other side is seen --- */

/* Finds how many bytes the request that begins at read_from has; 0 if it is not known yet. */
static gsize
measure_request (RawConnection *self,
                 gboolean       with_body)
{
  gsize left = self->received->len - self->read_from;
  g_autofree char *text = NULL;
  const char *head;
  const char *end;
  const char *length;

  if (left == 0)
    return 0;

  head = (const char *) self->received->data + self->read_from;
  end = memmem (head, left, "\r\n\r\n", 4);
  if (end == NULL)
    return 0;

  text = g_ascii_strdown (head, end - head);
  length = strstr (text, "\r\ncontent-length:");

  return self->read_from + (end + 4 - head) +
         (with_body && length != NULL ? g_ascii_strtoull (length + 17, NULL, 10) : 0);
}

static void
look_for_request (RawConnection *self)
{
  const Step *step = &g_array_index (self->fixture->steps, Step, self->step);
  gsize end;

  if (step->action != RAW_AWAIT_HEAD && step->action != RAW_AWAIT_BODY)
    return;

  end = measure_request (self, step->action == RAW_AWAIT_BODY);
  if (end == 0 || self->received->len < end)
    return;

  self->read_from = end;
  next_step (self);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  RawConnection *self = user_data;
  g_autoptr (GError) error = NULL;
  gssize n = g_input_stream_read_finish (G_INPUT_STREAM (source), result, &error);

  /* The connection may be gone with its fixture. */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  if (n <= 0)
    {
      close_connection (self, TRUE);
      return;
    }

  g_byte_array_append (self->received, (const guint8 *) self->buffer, n);
  g_input_stream_read_async (G_INPUT_STREAM (source), self->buffer, sizeof self->buffer,
                             G_PRIORITY_DEFAULT, self->cancellable, read_cb, self);
  look_for_request (self);
}

static void
start_reading (RawConnection *self)
{
  g_input_stream_read_async (g_io_stream_get_input_stream (self->stream), self->buffer,
                             sizeof self->buffer, G_PRIORITY_DEFAULT, self->cancellable,
                             read_cb, self);
}

/* --- Steps --- */

static void
written_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      user_data)
{
  RawConnection *self = user_data;
  g_autoptr (GError) error = NULL;
  gsize n_bytes = 0;
  const Step *step;

  g_output_stream_write_all_finish (G_OUTPUT_STREAM (source), result, &n_bytes, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  self->fixture->n_written += n_bytes;
  if (error != NULL)
    {
      close_connection (self, TRUE);
      return;
    }

  step = &g_array_index (self->fixture->steps, Step, self->step);
  self->n_done++;
  if (step->action == RAW_REPEAT && (step->length == 0 || self->n_done < step->length))
    run_step (self);
  else if (step->action != RAW_TRICKLE)
    next_step (self);
}

static void
write_bytes (RawConnection *self,
             const char    *data,
             gsize          length)
{
  g_output_stream_write_all_async (g_io_stream_get_output_stream (self->stream), data, length,
                                   G_PRIORITY_DEFAULT, self->cancellable, written_cb, self);
}

static gboolean
trickle_cb (gpointer user_data)
{
  RawConnection *self = user_data;
  const Step *step = &g_array_index (self->fixture->steps, Step, self->step);
  GOutputStream *output = g_io_stream_get_output_stream (self->stream);
  gsize length;
  const char *data = g_bytes_get_data (step->bytes, &length);

  if (self->n_done == length)
    {
      self->timeout = 0;
      next_step (self);
      return G_SOURCE_REMOVE;
    }

  /* When a byte does not fit, the other side is slower than we are. */
  if (!g_output_stream_has_pending (output))
    write_bytes (self, data + self->n_done, 1);

  return G_SOURCE_CONTINUE;
}

static gboolean
pause_cb (gpointer user_data)
{
  RawConnection *self = user_data;

  self->timeout = 0;
  next_step (self);

  return G_SOURCE_REMOVE;
}

static void
handshake_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  RawConnection *self = user_data;
  g_autoptr (GError) error = NULL;

  g_tls_connection_handshake_finish (G_TLS_CONNECTION (source), result, &error);
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;

  if (error != NULL)
    {
      close_connection (self, TRUE);
      return;
    }

  start_reading (self);
  next_step (self);
}

static void
start_tls (RawConnection   *self,
           HttpCertificate  which)
{
  g_autoptr (GTlsCertificate) certificate = http_fixture_load_certificate (which);
  g_autoptr (GError) error = NULL;
  GIOStream *tls = g_tls_server_connection_new (self->stream, certificate, &error);

  if (tls == NULL)
    g_error ("No TLS: %s", error->message);
  g_object_set (tls, "require-close-notify", FALSE, NULL);
  g_object_unref (self->stream);
  self->stream = tls;
  g_tls_connection_handshake_async (G_TLS_CONNECTION (tls), G_PRIORITY_DEFAULT, self->cancellable,
                                    handshake_cb, self);
}

static void
run_step (RawConnection *self)
{
  const Step *step = &g_array_index (self->fixture->steps, Step, self->step);
  gsize length = 0;
  const char *data = step->bytes != NULL ? g_bytes_get_data (step->bytes, &length) : NULL;

  switch (step->action)
    {
    case RAW_AWAIT_HEAD:
    case RAW_AWAIT_BODY:
      look_for_request (self);
      break;
    case RAW_WRITE:
    case RAW_REPEAT:
      write_bytes (self, data, length);
      break;
    case RAW_TRICKLE:
      self->timeout = g_timeout_add (step->msec, trickle_cb, self);
      break;
    case RAW_PAUSE:
      self->timeout = g_timeout_add (step->msec, pause_cb, self);
      break;
    case RAW_CLOSE:
      close_connection (self, FALSE);
      break;
    case RAW_RESET:
      close_connection (self, TRUE);
      break;
    case RAW_TLS:
      start_tls (self, step->length);
      break;
    case RAW_END:
    default:
      break;
    }
}

static gboolean
incoming_cb (GSocketService    *service,
             GSocketConnection *tcp,
             GObject           *source_object,
             gpointer           user_data)
{
  RawFixture *fixture = user_data;
  RawConnection *self = g_new0 (RawConnection, 1);

  self->fixture = fixture;
  self->tcp = g_object_ref (tcp);
  self->stream = g_object_ref (G_IO_STREAM (tcp));
  self->cancellable = g_cancellable_new ();
  self->received = g_byte_array_new ();
  g_ptr_array_add (fixture->connections, self);

  /* With TLS first, the bytes are not ours to read. */
  if (g_array_index (fixture->steps, Step, 0).action != RAW_TLS)
    start_reading (self);
  run_step (self);

  return TRUE;
}

/* --- The fixture --- */

static void
step_clear (gpointer data)
{
  Step *step = data;

  g_clear_pointer (&step->bytes, g_bytes_unref);
}

static void
copy_steps (RawFixture    *self,
            const RawStep *steps)
{
  for (gsize i = 0;; i++)
    {
      Step step = { steps[i].action, NULL, steps[i].length, steps[i].msec };

      if (steps[i].text != NULL)
        {
          gboolean sized = steps[i].length > 0 && steps[i].action != RAW_REPEAT;

          step.bytes = g_bytes_new (steps[i].text,
                                    sized ? steps[i].length : strlen (steps[i].text));
        }
      g_array_append_val (self->steps, step);
      if (step.action == RAW_END)
        return;
      /* Reading in clear is under way then. */
      g_assert_true (step.action != RAW_TLS || i == 0);
    }
}

/**
 * raw_fixture_new:
 * @steps: what each connection gets, up to %RAW_END; copied. %RAW_TLS can only be the first
 *
 * Starts a server at a free port of 127.0.0.1.
 *
 * Returns: (transfer full): a fixture
 */
RawFixture *
raw_fixture_new (const RawStep *steps)
{
  RawFixture *self = g_new0 (RawFixture, 1);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) address = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) effective = NULL;
  g_autoptr (GError) error = NULL;

  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  g_array_set_clear_func (self->steps, step_clear);
  copy_steps (self, steps);
  self->connections = g_ptr_array_new_with_free_func ((GDestroyNotify) raw_connection_free);

  self->service = g_socket_service_new ();
  if (!g_socket_listener_add_address (G_SOCKET_LISTENER (self->service), address,
                                      G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, NULL,
                                      &effective, &error))
    g_error ("No port of the loopback is free: %s", error->message);
  g_signal_connect (self->service, "incoming", G_CALLBACK (incoming_cb), self);
  g_socket_service_start (self->service);

  self->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (effective));
  self->url = g_strdup_printf ("%s:%u/mcp",
                               steps[0].action == RAW_TLS ? "https://localhost"
                                                          : "http://127.0.0.1",
                               self->port);

  return self;
}

/* The callbacks of what is cancelled still come, and do not look at the connection. */
void
raw_fixture_free (RawFixture *self)
{
  g_socket_service_stop (self->service);
  g_socket_listener_close (G_SOCKET_LISTENER (self->service));
  g_object_unref (self->service);
  g_ptr_array_unref (self->connections);
  g_array_unref (self->steps);
  g_free (self->url);
  g_free (self);
}

const char *
raw_fixture_get_url (RawFixture *self)
{
  return self->url;
}

guint
raw_fixture_get_port (RawFixture *self)
{
  return self->port;
}

guint
raw_fixture_get_n_accepted (RawFixture *self)
{
  return self->connections->len;
}

guint
raw_fixture_get_n_connections (RawFixture *self)
{
  guint n = 0;

  for (guint i = 0; i < self->connections->len; i++)
    if (((RawConnection *) self->connections->pdata[i])->stream != NULL)
      n++;

  return n;
}

guint64
raw_fixture_get_n_written (RawFixture *self)
{
  return self->n_written;
}

GBytes *
raw_fixture_dup_received (RawFixture *self,
                          guint       index)
{
  RawConnection *connection;

  g_assert_cmpuint (index, <, self->connections->len);
  connection = self->connections->pdata[index];

  return g_bytes_new (connection->received->data, connection->received->len);
}
