/* bench-sse.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "bench-support.h"
#include "mcp-sse-parser.h"

/* The event stream parser on streams as servers send them, in chunks as they arrive. */

#define STREAM_BYTES (16 * 1024 * 1024)
#define CHUNK_BYTES  (16 * 1024)

typedef struct
{
  GString *text;
  guint    n_events;
} Stream;

/* Kept, so that no compiler sees that a result is not used. */
static volatile gsize sink;

/* Events of @event_bytes: a head of fields and lines of data. */
static Stream *
make_stream (const char *head,
             guint       n_data,
             gsize       event_bytes)
{
  Stream *self = g_new0 (Stream, 1);
  g_autoptr (GString) event = g_string_new (head);

  for (guint i = 0; i < n_data; i++)
    {
      gsize end = event_bytes - 1 - (n_data - 1 - i) * (event_bytes / (n_data + 1));

      g_string_append (event, "data: {\"jsonrpc\":\"2.0\",");
      while (event->len + 1 < end)
        g_string_append_c (event, 'x');
      g_string_append_c (event, '\n');
    }
  g_string_append_c (event, '\n');

  self->text = g_string_sized_new (STREAM_BYTES + event->len);
  while (self->text->len < STREAM_BYTES)
    {
      g_string_append_len (self->text, event->str, event->len);
      self->n_events++;
    }

  return self;
}

static void
stream_free (Stream *self)
{
  g_string_free (self->text, TRUE);
  g_free (self);
}

static double
run_parser (gpointer data)
{
  Stream *self = data;
  g_autoptr (McpSseParser) parser = mcp_sse_parser_new (0);
  gint64 start_usec = g_get_monotonic_time ();
  guint n_events = 0;

  for (gsize at = 0; at < self->text->len; at += CHUNK_BYTES)
    {
      McpSseItem item;

      gsize n = MIN (CHUNK_BYTES, self->text->len - at);

      mcp_sse_parser_push (parser, self->text->str + at, n, 0);
      while (mcp_sse_parser_next (parser, &item))
        {
          sink += item.data_length;
          n_events += item.kind == MCP_SSE_EVENT;
          mcp_sse_item_clear (&item);
        }
    }
  if (n_events != self->n_events)
    g_error ("%u events instead of %u", n_events, self->n_events);

  return self->text->len / 1e6 / bench_seconds (start_usec);
}

static void
run_one (const char *what,
         Stream     *stream)
{
  bench_print (what, bench_run (run_parser, stream), "MB/s", 0);
  stream_free (stream);
}

int
main (void)
{
  run_one ("McpSseParser, events of 200 bytes", make_stream ("", 1, 200));
  run_one ("McpSseParser, the same with name and id",
           make_stream ("event: message\nid: 12345-67\n", 1, 200));
  run_one ("McpSseParser, events of 200 bytes in two lines of data", make_stream ("", 2, 200));
  run_one ("McpSseParser, events of 1 MiB", make_stream ("", 1, 1024 * 1024));

  return 0;
}
