/* http-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/*
 * http-server [--events N]: the least that a server over Streamable HTTP can do, on libsoup. It
 * prints its port, and ends when its input does.
 *
 * POST answers initialize, ping, tools/list and tools/call of the tool "echo" by JSON. GET gives a
 * stream of N notifications a second, as many as the other side takes for 0, and silence without
 * the option. GET /cpu gives the microseconds of processor time used so far: what a bench takes
 * off, as it is not the client's.
 */

#include "config.h"

#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include <glib-unix.h>
#include <libsoup/soup.h>

#include "mcp-json.h"
#include "mcp-scan.h"

#define TICK_MSEC    5
#define BATCH        200
#define MAX_PER_TICK 20000

/* Those of one GET. */
typedef struct
{
  SoupServerMessage *message;
  gint64             start_usec;
  guint64            n_sent;
  guint              timer;
} Stream;

static int events_per_second = -1;

static const char initialize_result[] =
  "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
  "\"serverInfo\":{\"name\":\"http-server\",\"version\":\"1\"}}";
static const char tools_result[] =
  "{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\","
  "\"properties\":{\"text\":{\"type\":\"string\"}}}}]}";

/* --- Answers --- */

static void
reply_text (SoupServerMessage *message,
            const char        *content_type,
            char              *text)
{
  soup_server_message_set_status (message, 200, NULL);
  soup_server_message_set_response (message, content_type, SOUP_MEMORY_TAKE, text, strlen (text));
}

static char *
make_echo (const char    *text,
           const McpScan *scan)
{
  const char *params = text + scan->params.offset;
  McpSpan span;

  if (!mcp_json_lookup (params, scan->params.length, "arguments.text", &span))
    return NULL;

  return g_strdup_printf ("{\"content\":[{\"type\":\"text\",\"text\":%.*s}]}", (int) span.length,
                          params + span.offset);
}

static gboolean
is_method (const char    *text,
           const McpScan *scan,
           const char    *method)
{
  return scan->method.length == strlen (method) + 2 &&
         memcmp (text + scan->method.offset + 1, method, strlen (method)) == 0;
}

static void
handle_post (SoupServerMessage *message)
{
  g_autoptr (GBytes) body = NULL;
  g_autofree char *echo = NULL;
  const char *result = NULL;
  const char *text;
  gsize length;
  McpScan scan;

  body = soup_message_body_flatten (soup_server_message_get_request_body (message));
  text = g_bytes_get_data (body, &length);
  if (!mcp_scan (text, length, &scan) || scan.kind != MCP_MESSAGE_REQUEST)
    {
      soup_server_message_set_status (message, scan.kind == MCP_MESSAGE_INVALID ? 400 : 202, NULL);
      return;
    }

  if (is_method (text, &scan, "ping"))
    result = "{}";
  else if (is_method (text, &scan, "initialize"))
    result = initialize_result;
  else if (is_method (text, &scan, "tools/list"))
    result = tools_result;
  else if (is_method (text, &scan, "tools/call"))
    result = echo = make_echo (text, &scan);

  reply_text (message, "application/json",
              result != NULL
                ? g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":%s}",
                                   (int) scan.id.length, text + scan.id.offset, result)
                : g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"error\":"
                                   "{\"code\":-32601,\"message\":\"Method not found\"}}",
                                   (int) scan.id.length, text + scan.id.offset));
}

static void
handle_cpu (SoupServerMessage *message)
{
  struct rusage usage;
  gint64 usec;

  getrusage (RUSAGE_SELF, &usage);
  usec = (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * G_USEC_PER_SEC +
         usage.ru_utime.tv_usec + usage.ru_stime.tv_usec;
  reply_text (message, "text/plain", g_strdup_printf ("%" G_GINT64_FORMAT "\n", usec));
}

/* --- The stream --- */

/* As one chunk, as a busy server's would come. */
static void
push_events (Stream *self,
             guint64 n)
{
  GString *out = g_string_sized_new (n * 200);

  for (guint64 i = 0; i < n; i++)
    g_string_append_printf (out,
                            "event: message\ndata: {\"jsonrpc\":\"2.0\",\"method\":"
                            "\"notifications/message\",\"params\":{\"level\":\"info\","
                            "\"logger\":\"http-server\",\"data\":\"event %" G_GUINT64_FORMAT
                            " of a stream that goes on and on and on\"}}\n\n",
                            ++self->n_sent);
  soup_message_body_append_take (soup_server_message_get_response_body (self->message),
                                 (guchar *) out->str, out->len);
  g_string_free (out, FALSE);
  soup_server_message_unpause (self->message);
}

static gboolean
tick_cb (gpointer user_data)
{
  Stream *self = user_data;
  gint64 age_usec = g_get_monotonic_time () - self->start_usec;
  guint64 n_due = (guint64) age_usec * events_per_second / G_USEC_PER_SEC;

  if (n_due > self->n_sent)
    push_events (self, MIN (n_due - self->n_sent, MAX_PER_TICK));

  return G_SOURCE_CONTINUE;
}

static void
wrote_chunk_cb (SoupServerMessage *message,
                gpointer           user_data)
{
  push_events (user_data, BATCH);
}

static void
finished_cb (SoupServerMessage *message,
             gpointer           user_data)
{
  Stream *self = user_data;

  g_clear_handle_id (&self->timer, g_source_remove);
  g_signal_handlers_disconnect_by_data (message, self);
  g_object_unref (self->message);
  g_free (self);
}

static void
handle_get (SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  Stream *self = g_new0 (Stream, 1);

  self->message = g_object_ref (message);
  self->start_usec = g_get_monotonic_time ();
  soup_server_message_set_status (message, 200, NULL);
  soup_message_headers_replace (headers, "Content-Type", "text/event-stream");
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (message), FALSE);
  g_signal_connect (message, "finished", G_CALLBACK (finished_cb), self);

  if (events_per_second > 0)
    self->timer = g_timeout_add (TICK_MSEC, tick_cb, self);
  else if (events_per_second == 0)
    {
      g_signal_connect (message, "wrote-chunk", G_CALLBACK (wrote_chunk_cb), self);
      push_events (self, BATCH);
    }
}

static void
request_cb (SoupServer        *server,
            SoupServerMessage *message,
            const char        *path,
            GHashTable        *query,
            gpointer           user_data)
{
  const char *method = soup_server_message_get_method (message);

  if (g_str_equal (path, "/cpu"))
    handle_cpu (message);
  else if (g_str_equal (method, "POST"))
    handle_post (message);
  else if (g_str_equal (method, "GET"))
    handle_get (message);
  else
    soup_server_message_set_status (message, 405, NULL);
}

static gboolean
input_cb (int          fd,
          GIOCondition condition,
          gpointer     user_data)
{
  char buffer[64];

  if (read (fd, buffer, sizeof buffer) > 0)
    return G_SOURCE_CONTINUE;

  g_main_loop_quit (user_data);

  return G_SOURCE_REMOVE;
}

int
main (int   argc,
      char *argv[])
{
  GOptionEntry entries[] = {
    { "events", 0, 0, G_OPTION_ARG_INT, &events_per_second, "Notifications a second", "N" },
    { NULL },
  };
  g_autoptr (GOptionContext) context = g_option_context_new (NULL);
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (SoupServer) server = soup_server_new (NULL, NULL);
  g_autoptr (GError) error = NULL;
  GSList *listeners;
  GSList *uris;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error) ||
      !soup_server_listen_local (server, 0, SOUP_SERVER_LISTEN_IPV4_ONLY, &error))
    {
      g_printerr ("http-server: %s\n", error->message);
      return 2;
    }

  soup_server_add_handler (server, NULL, request_cb, NULL, NULL);
  listeners = soup_server_get_listeners (server);
  listen (g_socket_get_fd (listeners->data), SOMAXCONN);
  g_slist_free (listeners);
  uris = soup_server_get_uris (server);
  g_print ("%d\n", g_uri_get_port (uris->data));
  g_slist_free_full (uris, (GDestroyNotify) g_uri_unref);

  g_unix_fd_add (STDIN_FILENO, G_IO_IN | G_IO_HUP, input_cb, loop);
  g_main_loop_run (loop);

  return 0;
}
