/* test-sink.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "test-sink.h"
#include "test-support.h"

typedef struct
{
  GObjectClass parent_class;
} TestSinkClass;

static void test_sink_iface_init (McpTransportSinkInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (TestSink, test_sink, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_TRANSPORT_SINK,
                                                      test_sink_iface_init))

static void
free_frame (gpointer data)
{
  McpFrame *frame = data;

  g_bytes_unref (frame->bytes);
  g_free (frame);
}

static void
note (TestSink   *self,
      const char *format,
      ...) G_GNUC_PRINTF (2, 3);

static void
note (TestSink   *self,
      const char *format,
      ...)
{
  va_list args;

  /* Nothing comes after closed. */
  g_assert_false (self->is_closed);

  if (self->log->len > 0)
    g_string_append_c (self->log, ' ');
  va_start (args, format);
  g_string_append_vprintf (self->log, format, args);
  va_end (args);
}

static void
sink_frame (McpTransportSink *sink,
            const McpFrame   *frame)
{
  TestSink *self = (TestSink *) sink;

  g_assert_false (self->is_closed);
  g_assert_cmpint (frame->first_usec, >, 0);
  g_assert_cmpint (frame->first_usec, <=, frame->last_usec);
  g_assert_cmpint (frame->last_usec, <=, g_get_monotonic_time ());

  self->n_frames++;
  self->n_frame_bytes += frame->total_bytes;
  self->last_frame_usec = frame->last_usec;
  if (self->keep_frames)
    {
      McpFrame *copy = g_memdup2 (frame, sizeof *frame);

      g_bytes_ref (copy->bytes);
      g_ptr_array_add (self->frames, copy);
    }
  if (self->on_frame != NULL)
    self->on_frame (self, frame);
}

static void
sink_partial (McpTransportSink *sink,
              guint             exchange,
              guint64           size_bytes,
              gint64            first_usec)
{
  TestSink *self = (TestSink *) sink;

  g_assert_cmpint (first_usec, >, 0);
  g_array_append_val (self->partials, size_bytes);
}

static void
sink_sent (McpTransportSink *sink,
           guint64           ticket,
           GBytes           *bytes,
           gint64            queued_usec,
           gint64            first_usec,
           gint64            last_usec)
{
  TestSink *self = (TestSink *) sink;

  note (self, "sent-%" G_GUINT64_FORMAT, ticket);
  g_assert_nonnull (bytes);
  g_assert_cmpint (queued_usec, >, 0);
  g_assert_cmpint (queued_usec, <=, first_usec);
  g_assert_cmpint (first_usec, <=, last_usec);
  self->queued_usec = queued_usec;
  self->first_usec = first_usec;
  self->last_usec = last_usec;
}

static void
sink_unsent (McpTransportSink *sink,
             guint64           ticket,
             GBytes           *bytes,
             const GError     *error)
{
  TestSink *self = (TestSink *) sink;

  note (self, "unsent-%" G_GUINT64_FORMAT, ticket);
  g_assert_nonnull (error);
  g_clear_error (&self->unsent_error);
  self->unsent_error = g_error_copy (error);
}

static void
sink_stderr_line (McpTransportSink *sink,
                  const McpLine    *line,
                  gint64            last_usec)
{
  TestSink *self = (TestSink *) sink;

  self->n_stderr_lines++;
  self->n_stderr_bytes += line->total_bytes;
  if (self->keep_frames)
    g_ptr_array_add (self->stderr_lines,
                     g_strndup (g_bytes_get_data (line->bytes, NULL),
                                g_bytes_get_size (line->bytes)));
}

static void
sink_spawned (McpTransportSink   *sink,
              GPid                pid,
              const char * const *argv,
              const char         *cwd,
              const char * const *environ_names,
              gint64              took_usec)
{
  TestSink *self = (TestSink *) sink;

  note (self, "spawned");
  g_assert_cmpint (pid, >, 0);
  g_assert_cmpint (took_usec, >=, 0);
  self->argv = g_strdupv ((char **) argv);
  self->environ_names = g_strdupv ((char **) environ_names);
}

static void
sink_exited (McpTransportSink *sink,
             const McpExit    *status)
{
  TestSink *self = (TestSink *) sink;

  note (self, "exited");
  self->exit = *status;
}

static void
sink_output_closed (McpTransportSink *sink)
{
  note ((TestSink *) sink, "output-closed");
}

static void
sink_shutdown_step (McpTransportSink *sink,
                    const char       *step,
                    gint64            waited_usec)
{
  g_assert_cmpint (waited_usec, >=, 0);
  note ((TestSink *) sink, "%s", step);
}

static void
sink_dropped (McpTransportSink *sink,
              guint64           n_bytes,
              guint64           n_lines)
{
  TestSink *self = (TestSink *) sink;

  note (self, "dropped");
  self->n_dropped_bytes = n_bytes;
  self->n_dropped_lines = n_lines;
}

static void
sink_step (McpTransportSink *sink,
           McpStep           step,
           McpStepPhase      phase,
           const char       *detail)
{
  static const char * const steps[] = {
    "secrets", "spawn", "first-output", "resolve", "connect", "tls", "response", "content-type",
    "authorization", "era", "handshake",
  };
  static const char * const phases[] = { "began", "succeeded", "broke", "skipped" };
  TestSink *self = (TestSink *) sink;

  G_STATIC_ASSERT (G_N_ELEMENTS (steps) == MCP_N_STEPS);
  if (self->steps->len > 0)
    g_string_append_c (self->steps, ' ');
  g_string_append_printf (self->steps, "%s:%s", steps[step], phases[phase]);
}

static void
replace_strv (char         ***place,
              McpHeaderList   strv)
{
  g_strfreev (*place);
  *place = g_strdupv ((char **) strv);
}

static void
sink_exchange_started (McpTransportSink       *sink,
                       const McpExchangeStart *start)
{
  TestSink *self = (TestSink *) sink;

  note (self, "start-%u", start->exchange);
  self->start = *start;
  self->start.method = self->start.url = NULL;
  self->start.headers = NULL;
  g_free (self->method);
  self->method = g_strdup (start->method);
  g_free (self->url);
  self->url = g_strdup (start->url);
  replace_strv (&self->sent_headers, start->headers);
}

static void
sink_exchange_head (McpTransportSink      *sink,
                    const McpExchangeHead *head)
{
  TestSink *self = (TestSink *) sink;

  note (self, "head-%u-%u", head->exchange, head->status);
  self->head = *head;
  self->head.reason = self->head.http_version = self->head.peer = self->head.tls = NULL;
  self->head.headers = NULL;
  replace_strv (&self->headers, head->headers);
  g_free (self->peer);
  self->peer = g_strdup (head->peer);
  g_free (self->tls);
  self->tls = g_strdup (head->tls);
}

static void
sink_stream_item (McpTransportSink    *sink,
                  const McpStreamItem *item)
{
  static const char * const names[] = { "event", "comment", "retry", "unfinished" };

  g_assert_nonnull (item->bytes);
  note ((TestSink *) sink, "%s-%u", names[item->kind], item->exchange);
}

static void
sink_exchange_ended (McpTransportSink     *sink,
                     const McpExchangeEnd *end)
{
  TestSink *self = (TestSink *) sink;

  note (self, "end-%u%s%s", end->exchange, end->cancelled ? "-cancelled" : "",
        end->error != NULL ? "-error" : "");
  self->end = *end;
  self->end.error = NULL;
  if (end->error != NULL)
    {
      g_clear_error (&self->end_error);
      self->end_error = g_error_copy (end->error);
    }
}

static void
sink_violation (McpTransportSink *sink,
                guint             exchange,
                const char       *rule,
                const char       *detail)
{
  TestSink *self = (TestSink *) sink;

  note (self, "violation-%s", rule);
  g_string_append_printf (self->violations, "%s: %s\n", rule, detail != NULL ? detail : "");
}

static void
sink_failed (McpTransportSink *sink,
             guint64           ticket,
             guint             status,
             const GError     *error)
{
  TestSink *self = (TestSink *) sink;

  note (self, "failed-%" G_GUINT64_FORMAT "-%u", ticket, status);
  g_assert_nonnull (error);
  g_clear_error (&self->failed_error);
  self->failed_error = g_error_copy (error);
}

static void
sink_closed (McpTransportSink *sink,
             const GError     *error)
{
  TestSink *self = (TestSink *) sink;

  note (self, "closed");
  self->is_closed = TRUE;
  if (error != NULL)
    self->close_error = g_error_copy (error);
}

static void
test_sink_iface_init (McpTransportSinkInterface *iface)
{
  iface->frame = sink_frame;
  iface->partial = sink_partial;
  iface->sent = sink_sent;
  iface->unsent = sink_unsent;
  iface->stderr_line = sink_stderr_line;
  iface->spawned = sink_spawned;
  iface->exited = sink_exited;
  iface->output_closed = sink_output_closed;
  iface->shutdown_step = sink_shutdown_step;
  iface->dropped = sink_dropped;
  iface->step = sink_step;
  iface->exchange_started = sink_exchange_started;
  iface->exchange_head = sink_exchange_head;
  iface->stream_item = sink_stream_item;
  iface->exchange_ended = sink_exchange_ended;
  iface->violation = sink_violation;
  iface->failed = sink_failed;
  iface->closed = sink_closed;
}

static void
test_sink_finalize (GObject *object)
{
  TestSink *self = (TestSink *) object;

  g_clear_object (&self->transport);
  g_ptr_array_unref (self->frames);
  g_ptr_array_unref (self->stderr_lines);
  g_array_unref (self->partials);
  g_string_free (self->log, TRUE);
  g_string_free (self->steps, TRUE);
  g_string_free (self->violations, TRUE);
  g_free (self->method);
  g_free (self->url);
  g_strfreev (self->sent_headers);
  g_strfreev (self->headers);
  g_free (self->peer);
  g_free (self->tls);
  g_clear_error (&self->end_error);
  g_clear_error (&self->failed_error);
  g_strfreev (self->argv);
  g_strfreev (self->environ_names);
  g_clear_error (&self->close_error);
  g_clear_error (&self->unsent_error);
  g_clear_error (&self->open_error);

  G_OBJECT_CLASS (test_sink_parent_class)->finalize (object);
}

static void
test_sink_class_init (TestSinkClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = test_sink_finalize;
}

static void
test_sink_init (TestSink *self)
{
  self->keep_frames = TRUE;
  self->frames = g_ptr_array_new_with_free_func (free_frame);
  self->stderr_lines = g_ptr_array_new_with_free_func (g_free);
  self->partials = g_array_new (FALSE, FALSE, sizeof (guint64));
  self->log = g_string_new (NULL);
  self->steps = g_string_new (NULL);
  self->violations = g_string_new (NULL);
}

/* A sink with any transport, which it takes; not opened. */
TestSink *
test_sink_new_for (McpTransport *transport)
{
  TestSink *self = g_object_new (TEST_TYPE_SINK, NULL);

  self->transport = transport;
  mcp_transport_set_sink (self->transport, MCP_TRANSPORT_SINK (self));

  return self;
}

/* A sink with a transport to a program; not opened. Its waits are short. */
TestSink *
test_sink_new_argv (const char * const *argv,
                    const char         *cwd,
                    const char * const *envp)
{
  TestSink *self = test_sink_new_for (mcp_stdio_transport_new (argv, cwd, envp));

  mcp_stdio_transport_set_waits (MCP_STDIO_TRANSPORT (self->transport), 100, 100);

  return self;
}

/* The same with the mock server. */
TestSink *
test_sink_new (const char *script)
{
  g_auto (GStrv) argv = test_mock_argv (script);

  return test_sink_new_argv ((const char * const *) argv, NULL, NULL);
}

static void
open_cb (GObject      *object,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (GObject) hold = user_data;
  TestSink *self = user_data;

  if (mcp_transport_open_finish (MCP_TRANSPORT (object), result, &self->open_error))
    g_assert_no_error (self->open_error);
  else
    g_assert_nonnull (self->open_error);
  self->opened = TRUE;
}

/* Opens, and waits for the answer, whatever it is. */
void
test_sink_open (TestSink *self)
{
  test_sink_open_with (self, NULL);
  TEST_AWAIT (self->opened);
}

/* Begins to open. */
void
test_sink_open_with (TestSink     *self,
                     GCancellable *cancellable)
{
  mcp_transport_open_async (self->transport, cancellable, open_cb, g_object_ref (self));
}

static void
close_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  g_autoptr (GObject) hold = user_data;
  TestSink *self = user_data;
  g_autoptr (GError) error = NULL;

  mcp_transport_close_finish (MCP_TRANSPORT (object), result, &error);
  g_assert_no_error (error);
  self->n_close_answers++;
}

/* Begins to close. */
void
test_sink_close (TestSink *self)
{
  mcp_transport_close_async (self->transport, NULL, close_cb, g_object_ref (self));
}

/* Drops the transport, which must be its last reference. */
void
test_sink_drop (TestSink *self)
{
  GPid pid = test_sink_pid (self);

  mcp_transport_set_sink (self->transport, NULL);
  g_assert_finalize_object (g_steal_pointer (&self->transport));
  if (pid > 0)
    g_assert_true (test_group_is_gone (pid, TEST_AWAIT_MSEC));
}

/* Closes what is open, and checks that nothing is left, neither of us nor of the server. */
void
test_sink_free (TestSink *self)
{
  if (self->transport != NULL)
    {
      guint n_before = self->n_close_answers;

      test_sink_close (self);
      TEST_AWAIT (self->n_close_answers == n_before + 1);
      test_sink_drop (self);
    }

  g_assert_finalize_object (G_OBJECT (self));
}

guint64
test_sink_send (TestSink   *self,
                const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return mcp_transport_send (self->transport, bytes, NULL);
}

/* The same for a message that must be answered. */
guint64
test_sink_request (TestSink   *self,
                   const char *text)
{
  const McpSendOptions options = { .expects_answer = TRUE };
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return mcp_transport_send (self->transport, bytes, &options);
}

/* The first value of a header, without regard to case; NULL if it is not there. */
const char *
test_sink_header (char       **headers,
                  const char  *name)
{
  for (guint i = 0; headers != NULL && headers[i] != NULL; i += 2)
    if (g_ascii_strcasecmp (headers[i], name) == 0)
      return headers[i + 1];

  return NULL;
}

/* The text of a frame, valid until the next call. */
const char *
test_sink_frame (TestSink *self,
                 guint     position)
{
  static char *text;
  McpFrame *frame;
  gsize length;
  const char *data;

  g_assert_cmpuint (position, <, self->frames->len);
  frame = g_ptr_array_index (self->frames, position);
  g_free (text);
  data = g_bytes_get_data (frame->bytes, &length);
  /* Nothing may be NULL. */
  text = g_strndup (data != NULL ? data : "", length);

  return text;
}

/* 0 before there is a process, and where there never is one. */
GPid
test_sink_pid (TestSink *self)
{
  McpProcess *process = NULL;

  if (MCP_IS_STDIO_TRANSPORT (self->transport))
    process = mcp_stdio_transport_get_process (MCP_STDIO_TRANSPORT (self->transport));

  return process != NULL ? mcp_process_get_pid (process) : 0;
}
