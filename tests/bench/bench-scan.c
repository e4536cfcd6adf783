/* bench-scan.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <stdlib.h>
#include <string.h>

#include <json-glib/json-glib.h>

#include "bench-support.h"
#include "mcp-json.h"
#include "mcp-line-splitter.h"
#include "mcp-scan.h"

/*
 * The wire layer on messages of 200 bytes, beside json-glib's parser and a naive scan that
 * neither checks UTF-8 nor finds an envelope.
 */

#define N_MESSAGES    64
#define MESSAGE_BYTES 200
#define N_ROUNDS      2000

typedef struct
{
  char  *text[N_MESSAGES];
  gsize  length[N_MESSAGES];
  gsize  n_bytes;
  guint  n_rounds;
} Messages;

/* Kept, so that no compiler sees that a result is not used. */
static volatile guint sink;

/* Requests, notifications, results and errors in turn, filled up to the same length. */
static void
make_messages (Messages *self)
{
  static const char * const heads[] = {
    "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
    "\"arguments\":{\"count\":12,\"ratio\":0.5,\"message\":\"",
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":\"info\","
    "\"logger\":\"worker-%u\",\"data\":{\"text\":\"",
    "{\"jsonrpc\":\"2.0\",\"id\":%u,\"result\":{\"isError\":false,\"content\":[{\"type\":\"text\","
    "\"text\":\"",
    "{\"jsonrpc\":\"2.0\",\"id\":%u,\"error\":{\"code\":-32602,\"data\":[1,2,null,true],"
    "\"message\":\"",
  };
  static const char * const tails[] = { "\"}}}", "\"}}}", "\"}]}}", "\"}}" };
  static const char filler[] = "The quick brown fox jumps over the lazy dog \\n caf\xc3\xa9 in "
                               "K\xc3\xb6ln, and back again: one, two, three, four, five, six.";

  self->n_bytes = 0;
  self->n_rounds = N_ROUNDS;

  for (guint i = 0; i < N_MESSAGES; i++)
    {
      GString *out = g_string_new (NULL);
      gsize room;

      g_string_append_printf (out, heads[i % 4], i * 7919);
      room = MESSAGE_BYTES - out->len - strlen (tails[i % 4]);
      g_string_append_len (out, filler, MIN (room, strlen (filler)));
      while (out->len + strlen (tails[i % 4]) < MESSAGE_BYTES)
        g_string_append_c (out, 'x');
      g_string_append (out, tails[i % 4]);
      self->length[i] = out->len;
      self->n_bytes += out->len;
      self->text[i] = g_string_free (out, FALSE);
    }
}

static double
mb_per_second (gsize  n_bytes,
               gint64 start_usec)
{
  return n_bytes / 1e6 / bench_seconds (start_usec);
}

static double
run_scan (gpointer data)
{
  Messages *self = data;
  gint64 start_usec = g_get_monotonic_time ();

  for (guint round = 0; round < self->n_rounds; round++)
    for (guint i = 0; i < N_MESSAGES; i++)
      {
        McpScan scan;

        if (!mcp_scan (self->text[i], self->length[i], &scan) ||
            scan.kind == MCP_MESSAGE_INVALID)
          g_error ("message %u is not what it should be", i);
        sink += scan.depth;
      }

  return mb_per_second (self->n_bytes * self->n_rounds, start_usec);
}

static double
run_json_glib (gpointer data)
{
  Messages *self = data;
  gint64 start_usec = g_get_monotonic_time ();
  guint n_rounds = self->n_rounds / 40;

  for (guint round = 0; round < n_rounds; round++)
    for (guint i = 0; i < N_MESSAGES; i++)
      {
        g_autoptr (JsonParser) parser = json_parser_new ();

        if (!json_parser_load_from_data (parser, self->text[i], self->length[i], NULL))
          g_error ("json-glib does not read message %u", i);
      }

  return mb_per_second (self->n_bytes * n_rounds, start_usec);
}

static guint
scan_naively (const char *text,
              gsize       length)
{
  guint depth = 0;
  guint deepest = 0;

  for (gsize i = 0; i < length; i++)
    switch (text[i])
      {
      case '"':
        for (i++; i < length && text[i] != '"'; i++)
          if (text[i] == '\\')
            i++;
        break;
      case '{':
      case '[':
        depth++;
        deepest = MAX (deepest, depth);
        break;
      case '}':
      case ']':
        depth--;
        break;
      default:
        break;
      }

  return deepest;
}

static double
run_naive (gpointer data)
{
  Messages *self = data;
  gint64 start_usec = g_get_monotonic_time ();

  for (guint round = 0; round < self->n_rounds; round++)
    for (guint i = 0; i < N_MESSAGES; i++)
      sink += scan_naively (self->text[i], self->length[i]);

  return mb_per_second (self->n_bytes * self->n_rounds, start_usec);
}

/* Chunks of 64 KiB of lines of 150 bytes, as a pipe gives them. */
static double
run_splitter (gpointer data)
{
  const gsize chunk_bytes = 64 * 1024;
  g_autoptr (McpLineSplitter) splitter = mcp_line_splitter_new (0);
  g_autofree char *chunk = g_malloc (chunk_bytes);
  gint64 start_usec;
  guint n_lines = 0;
  McpLine line;

  for (gsize i = 0; i < chunk_bytes; i++)
    chunk[i] = i % 151 == 150 ? '\n' : 'x';

  start_usec = g_get_monotonic_time ();
  for (guint round = 0; round < 2000; round++)
    {
      mcp_line_splitter_push (splitter, chunk, chunk_bytes, start_usec);
      while (mcp_line_splitter_next (splitter, &line))
        {
          n_lines++;
          mcp_line_clear (&line);
        }
    }

  return n_lines / 1e6 / bench_seconds (start_usec);
}

/* An array of objects, as big as a message may be that is shown. */
static double
run_pretty (gpointer data)
{
  GString *text = data;
  gint64 start_usec = g_get_monotonic_time ();
  gsize length;
  g_autofree char *printed = mcp_json_pretty (text->str, text->len, NULL, &length);

  sink += (guint) length;

  return mb_per_second (text->len, start_usec);
}

static double
run_big_scan (gpointer data)
{
  GString *text = data;
  gint64 start_usec = g_get_monotonic_time ();
  McpScan scan;

  mcp_scan (text->str, text->len, &scan);
  sink += scan.depth;

  return mb_per_second (text->len, start_usec);
}

static GString *
make_big_message (gsize size)
{
  GString *out = g_string_new ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"items\":[0");

  for (guint i = 0; out->len < size; i++)
    g_string_append_printf (out, ",{\"index\":%u,\"name\":\"item number %u\",\"tags\":[\"a\",\"b\"],"
                                 "\"weight\":%u.5,\"open\":true}", i, i, i % 1000);
  g_string_append (out, "]}}");

  return out;
}

int
main (void)
{
  Messages messages;
  GString *big;
  double scan, naive, json_glib;

  make_messages (&messages);
  big = make_big_message (32 * 1024 * 1024);

  scan = bench_run (run_scan, &messages);
  naive = bench_run (run_naive, &messages);
  json_glib = bench_run (run_json_glib, &messages);

  bench_print ("McpScan, messages of 200 bytes", scan, "MB/s", 0);
  bench_print ("  to json-glib's parser", json_glib, "MB/s", scan / json_glib);
  bench_print ("  to a naive scan without UTF-8 and envelope", naive, "MB/s", scan / naive);
  bench_print ("McpScan, one message of 32 MiB", bench_run (run_big_scan, big), "MB/s", 0);
  bench_print ("pretty printing, one message of 32 MiB", bench_run (run_pretty, big), "MB/s", 0);
  bench_print ("McpLineSplitter, lines of 150 bytes", bench_run (run_splitter, NULL),
               "Mlines/s", 0);

  g_string_free (big, TRUE);
  for (guint i = 0; i < N_MESSAGES; i++)
    g_free (messages.text[i]);

  return 0;
}
