/* test-sse-parser.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "mcp-sse-parser.h"

/* Appends text in which what cannot be seen can be. */
static void
append_visible (GString    *out,
                const char *bytes,
                gsize       length)
{
  for (gsize i = 0; i < length; i++)
    switch (bytes[i])
      {
      case '\n': g_string_append (out, "\\n"); break;
      case '\r': g_string_append (out, "\\r"); break;
      case '\0': g_string_append (out, "\\0"); break;
      default: g_string_append_c (out, bytes[i]);
      }
}

static void
describe (const McpSseItem *item,
          GString          *out)
{
  static const char * const kinds[] = { "EVENT", "COMMENT", "UNFINISHED" };
  gsize size;
  const char *raw = g_bytes_get_data (item->raw, &size);

  g_assert_cmpuint (item->data_offset, <=, size);
  g_assert_cmpuint (item->data_length, <=, size - item->data_offset);

  if (out->len > 0)
    g_string_append_c (out, ' ');
  g_string_append_printf (out, "%s<", kinds[item->kind]);
  append_visible (out, raw, item->joined ? item->data_offset : size);
  g_string_append_c (out, '>');
  if (item->has_data)
    {
      g_string_append (out, item->joined ? "&[" : "[");
      append_visible (out, raw + item->data_offset, item->data_length);
      g_string_append_c (out, ']');
    }
  else
    g_assert_cmpuint (item->data_length, ==, 0);
  if (item->event != NULL)
    g_string_append_printf (out, "event=%s;", item->event);
  if (item->id != NULL)
    g_string_append_printf (out, item->has_id ? "id=%s;" : "(id=%s)", item->id);
  if (item->has_retry)
    g_string_append_printf (out, "retry=%" G_GUINT64_FORMAT ";", item->retry_msec);
  if (item->oversized)
    g_string_append_printf (out, "!%" G_GUINT64_FORMAT, item->total_bytes);
  else
    g_assert_cmpuint (item->total_bytes, ==, item->joined ? item->data_offset : size);
}

static void
drain (McpSseParser *parser,
       GString      *out)
{
  McpSseItem item;

  while (mcp_sse_parser_next (parser, &item))
    {
      describe (&item, out);
      mcp_sse_item_clear (&item);
    }
}

static char *
parse (const char *text,
       gsize       length,
       gsize       cap_bytes,
       gsize       first,
       gsize       step)
{
  g_autoptr (McpSseParser) parser = mcp_sse_parser_new (cap_bytes);
  GString *out = g_string_new (NULL);
  gsize at = 0;
  gsize n = MIN (first, length);

  while (TRUE)
    {
      /* A copy: what was pushed may be gone when the next piece comes. */
      g_autofree char *piece = g_memdup2 (text + at, n);

      mcp_sse_parser_push (parser, piece, n, 1);
      drain (parser, out);
      at += n;
      if (at == length)
        break;
      n = MIN (step, length - at);
    }
  mcp_sse_parser_finish (parser);
  drain (parser, out);
  g_assert_cmpuint (mcp_sse_parser_get_pending (parser), ==, 0);

  return g_string_free (out, FALSE);
}

/* Whole, in pieces of every size, and cut in two at every position. */
static void
check (const char *text,
       gsize       length,
       gsize       cap_bytes,
       const char *expected)
{
  for (gsize step = 1; step <= MAX (length, 1); step++)
    {
      g_autofree char *actual = parse (text, length, cap_bytes, step, step);

      g_assert_cmpstr (actual, ==, expected);
    }

  for (gsize cut = 0; cut <= length; cut++)
    {
      g_autofree char *actual = parse (text, length, cap_bytes, cut, MAX (length, 1));

      g_assert_cmpstr (actual, ==, expected);
    }
}

typedef struct
{
  const char *text;
  const char *expected;
} ParseCase;

static const ParseCase parse_cases[] = {
  { "", "" },
  { "\n\r\n\r\r\n\n", "" },

  /* One line of data. */
  { "data: {}\n\n", "EVENT<data: {}>[{}]" },
  { "data:{}\n\n", "EVENT<data:{}>[{}]" },
  { "data:  {}\n\n", "EVENT<data:  {}>[ {}]" },
  { "data:\t{}\n\n", "EVENT<data:\t{}>[\t{}]" },
  { "data: a:b: c\n\n", "EVENT<data: a:b: c>[a:b: c]" },
  { "data: a\n\ndata: b\n\n", "EVENT<data: a>[a] EVENT<data: b>[b]" },
  { "\n\ndata: a\n\n\n\ndata: b\n\n", "EVENT<data: a>[a] EVENT<data: b>[b]" },

  /* Line ends. */
  { "data: a\r\n\r\ndata: b\r\n\r\n", "EVENT<data: a>[a] EVENT<data: b>[b]" },
  { "data: a\r\rdata: b\r\r", "EVENT<data: a>[a] EVENT<data: b>[b]" },
  { "data: a\n\rdata: b\r\n\n", "EVENT<data: a>[a] EVENT<data: b>[b]" },
  { "data: a\r\n\ndata: b\r\r\n", "EVENT<data: a>[a] EVENT<data: b>[b]" },
  { "data: a\rdata: b\r\r", "EVENT<data: a\\rdata: b>&[a\\nb]" },
  { "data: a\r\ndata: b\r\n\r\n", "EVENT<data: a\\r\\ndata: b>&[a\\nb]" },
  { "event: x\r\ndata: a\n\n", "EVENT<event: x\\r\\ndata: a>[a]event=x;" },

  /* Several lines of data. */
  { "data: a\ndata: b\ndata: c\n\n", "EVENT<data: a\\ndata: b\\ndata: c>&[a\\nb\\nc]" },
  { "data\ndata\n\n", "EVENT<data\\ndata>&[\\n]" },
  { "data:\n:x\ndata: b\n\n", "EVENT<data:\\n:x\\ndata: b>&[\\nb]" },
  { "data: a\ndata:\n\n", "EVENT<data: a\\ndata:>&[a\\n]" },
  { "data: a\nid: 1\ndata: b\n\n", "EVENT<data: a\\nid: 1\\ndata: b>&[a\\nb]id=1;" },

  /* Data that is nothing, and no data. */
  { "data\n\n", "EVENT<data>[]" },
  { "data:\n\n", "EVENT<data:>[]" },
  { "data: \n\n", "EVENT<data: >[]" },
  { "id: 7\ndata:\n\n", "EVENT<id: 7\\ndata:>[]id=7;" },
  { "event: ping\n\n", "EVENT<event: ping>event=ping;" },
  { "retry: 10\n\n", "EVENT<retry: 10>retry=10;" },

  /* The name. */
  { "event: message\ndata: a\n\n", "EVENT<event: message\\ndata: a>[a]" },
  { "event:\ndata: a\n\n", "EVENT<event:\\ndata: a>[a]" },
  { "event: a\nevent: b\ndata\n\ndata\n\n",
    "EVENT<event: a\\nevent: b\\ndata>[]event=b; EVENT<data>[]" },
  { "event: a\nevent: message\ndata\n\n", "EVENT<event: a\\nevent: message\\ndata>[]" },
  { "event:  endpoint\ndata: /m\n\n", "EVENT<event:  endpoint\\ndata: /m>[/m]event= endpoint;" },
  { "event: \xff\n\n", "EVENT<event: \xff>event=\xef\xbf\xbd;" },

  /* The id stays until another one comes. */
  { "id: 1\ndata: a\n\ndata: b\n\nid: 2\n\n",
    "EVENT<id: 1\\ndata: a>[a]id=1; EVENT<data: b>[b](id=1) EVENT<id: 2>id=2;" },
  { "id: 1\n\nid\n\ndata\n\n", "EVENT<id: 1>id=1; EVENT<id>id=; EVENT<data>[]" },
  { "id: 1\n\n:c\n", "EVENT<id: 1>id=1; COMMENT<:c>(id=1)" },
  { "id: 1\nid: 2\n\n", "EVENT<id: 1\\nid: 2>id=2;" },
  { "id: 1\n\nid: 2\n", "EVENT<id: 1>id=1; UNFINISHED<id: 2>(id=1)" },

  /* Retry: digits only. */
  { "retry: 3000\n\n", "EVENT<retry: 3000>retry=3000;" },
  { "retry:0\n\n", "EVENT<retry:0>retry=0;" },
  { "retry: 007\n\n", "EVENT<retry: 007>retry=7;" },
  { "retry: -1\n\n", "EVENT<retry: -1>" },
  { "retry: +1\n\n", "EVENT<retry: +1>" },
  { "retry: 1.5\n\n", "EVENT<retry: 1.5>" },
  { "retry:  1\n\n", "EVENT<retry:  1>" },
  { "retry: 1 \n\n", "EVENT<retry: 1 >" },
  { "retry:\n\n", "EVENT<retry:>" },
  { "retry\n\n", "EVENT<retry>" },
  { "retry: \xd9\xa1\n\n", "EVENT<retry: \xd9\xa1>" },
  { "retry: 5\nretry: x\n\n", "EVENT<retry: 5\\nretry: x>retry=5;" },
  { "retry: 18446744073709551615\n\n",
    "EVENT<retry: 18446744073709551615>retry=18446744073709551615;" },
  { "retry: 18446744073709551616\n\n",
    "EVENT<retry: 18446744073709551616>retry=18446744073709551615;" },
  { "retry: 99999999999999999999999\n\n",
    "EVENT<retry: 99999999999999999999999>retry=18446744073709551615;" },

  /* Comments. */
  { ":\n", "COMMENT<:>" },
  { ": ping\n\n", "COMMENT<: ping>" },
  { ": ping\r\n\r\n: pong\r\n", "COMMENT<: ping> COMMENT<: pong>" },
  { ":a\r:b\r", "COMMENT<:a> COMMENT<:b>" },
  { ": before\ndata: a\n: within\n\n", "COMMENT<: before> EVENT<data: a\\n: within>[a]" },
  { "data: a\n:data: b\n\n", "EVENT<data: a\\n:data: b>[a]" },

  /* What is no field is ignored, and shown. */
  { "Data: a\n\n", "EVENT<Data: a>" },
  { " data: a\n\n", "EVENT< data: a>" },
  { "data : a\n\n", "EVENT<data : a>" },
  { "database: a\ndat: b\n\n", "EVENT<database: a\\ndat: b>" },
  { "{\"jsonrpc\":\"2.0\"}\n\n", "EVENT<{\"jsonrpc\":\"2.0\"}>" },
  { "<html>\r\n</html>", "UNFINISHED<<html>\\r\\n</html>>" },

  /* The byte order mark. */
  { "\xef\xbb\xbf" "data: a\n\n", "EVENT<data: a>[a]" },
  { "\xef\xbb\xbf\xef\xbb\xbf" "data: a\n\n", "EVENT<\xef\xbb\xbf" "data: a>" },
  { "\xef\xbb\xbf", "" },
  { "\xef\xbb", "UNFINISHED<\xef\xbb>" },
  { "\xef\xbb" "data: a\n\n", "EVENT<\xef\xbb" "data: a>" },
  { "\xef\n\n", "EVENT<\xef>" },
  { "\n\xef\xbb\xbf" "data: a\n\n", "EVENT<\xef\xbb\xbf" "data: a>" },

  /* The stream ends in mid-event. */
  { "data: a", "UNFINISHED<data: a>" },
  { "data: a\n", "UNFINISHED<data: a>" },
  { "data: a\r\n", "UNFINISHED<data: a>" },
  { "data: a\n\ndata: b\ndata: c\n", "EVENT<data: a>[a] UNFINISHED<data: b\\ndata: c>" },
  { "event: x\nretry: 9\nretr", "UNFINISHED<event: x\\nretry: 9\\nretr>event=x;retry=9;" },
  { ": c", "UNFINISHED<: c>" },
};

static void
test_parser_rules (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (parse_cases); i++)
    {
      const ParseCase *c = &parse_cases[i];

      g_autofree char *shown = g_strescape (c->text, NULL);

      g_test_message ("%" G_GSIZE_FORMAT ": %s", i, shown);
      check (c->text, strlen (c->text), 0, c->expected);
    }
}

static void
test_parser_nul (void)
{
#define CHECK(text, expected) check (text, sizeof text - 1, 0, expected)
  CHECK ("id: 1\n\nid: 2\0\ndata: a\n\n", "EVENT<id: 1>id=1; EVENT<id: 2\\0\\ndata: a>[a](id=1)");
  CHECK ("id: 1\nid: \0\n\n", "EVENT<id: 1\\nid: \\0>id=1;");
  CHECK ("data: a\0b\n\n", "EVENT<data: a\\0b>[a\\0b]");
  CHECK ("event: a\0b\n\n", "EVENT<event: a\\0b>event=a\xef\xbf\xbd" "b;");
  CHECK ("data\0: a\n\n", "EVENT<data\\0: a>");
#undef CHECK
}

typedef struct
{
  gsize       cap_bytes;
  const char *text;
  const char *expected;
} CapCase;

static const CapCase cap_cases[] = {
  { 8, "data: ab\n\n", "EVENT<data: ab>[ab]" },
  { 8, "data: ab\r\n\r\n", "EVENT<data: ab>[ab]" },
  { 8, "data: abc\n\ndata: d\n\n", "EVENT<data: ab>[ab]!9 EVENT<data: d>[d]" },
  { 8, "data: abcdefghi\r\rdata: d\n\n", "EVENT<data: ab>[ab]!15 EVENT<data: d>[d]" },
  { 8, "data\ndata\n\n", "EVENT<data\\ndat>[]!9" },
  { 8, "data: a\ndata: b\ndata: c\n\ndata\n\n", "EVENT<data: a\\n>[a]!23 EVENT<data>[]" },
  { 4, "data: a\n\n", "EVENT<data>[]!7" },
  { 1, "x\n\nxy\n\n", "EVENT<x> EVENT<x>!2" },
  { 4, ": comment\n:b\n", "COMMENT<: co>!9 COMMENT<:b>" },
  { 8, "data: abc", "UNFINISHED<data: ab>!9" },
  { 8, "data: abc\n", "UNFINISHED<data: ab>!9" },
  { 8, "data: a\r\n\r\n:x\n", "EVENT<data: a>[a] COMMENT<:x>" },

  /* What a stream is resumed by counts, wherever it stands. */
  { 8, "id: 1\ndata: abcdef\n\ndata\n\n", "EVENT<id: 1\\nda>[]id=1;!18 EVENT<data>[](id=1)" },
  { 8, "data: abcdef\nid: 2\nretry: 7\n\n", "EVENT<data: ab>[ab]id=2;retry=7;!27" },
  { 8, "data: ab\r\nid: 2\r\n\r\n", "EVENT<data: ab>[ab]id=2;!15" },
  { 8, "event: endpoint\ndata: abc\n\n", "EVENT<event: e>[]event=endpoint;!25" },
  { 3, "id: 12\n\n", "EVENT<id:>id=12;!6" },
};

static void
test_parser_cap (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (cap_cases); i++)
    {
      const CapCase *c = &cap_cases[i];

      g_autofree char *shown = g_strescape (c->text, NULL);

      g_test_message ("%" G_GSIZE_FORMAT ": %s", i, shown);
      check (c->text, strlen (c->text), c->cap_bytes, c->expected);
    }
}

/* Over the cap, only a short line can be something other than data. */
static void
test_parser_cap_and_long_lines (void)
{
  g_autoptr (GString) text = g_string_new ("data: x\nid: 1\nid: ");
  g_autofree char *whole = NULL;

  for (guint i = 0; i < 3000; i++)
    g_string_append_c (text, 'y');
  g_string_append (text, "\n\n");
  whole = parse (text->str, text->len, 13, text->len, 1);
  g_assert_cmpstr (whole, ==, "EVENT<data: x\\nid: 1>[x]id=1;!3018");

  for (gsize step = 1; step < text->len; step = step * 3 / 2 + 1)
    {
      g_autofree char *chunked = parse (text->str, text->len, 13, step, step);

      g_assert_cmpstr (chunked, ==, whole);
    }
}

/* An event is there when its end is, without a byte more. */
static void
test_parser_does_not_wait (void)
{
  static const char * const texts[] = {
    "data: a\n\n", "data: a\r\r", "data: a\r\n\r", "data: a\n\r", ":\n", ":\r",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    for (gsize cut = 0; cut < strlen (texts[i]); cut++)
      {
        g_autoptr (McpSseParser) parser = mcp_sse_parser_new (0);
        McpSseItem item;

        mcp_sse_parser_push (parser, texts[i], cut, 1);
        g_assert_false (mcp_sse_parser_next (parser, &item));
        g_assert_cmpuint (mcp_sse_parser_get_pending (parser), ==, cut);
        mcp_sse_parser_push (parser, texts[i] + cut, strlen (texts[i]) - cut, 2);
        g_assert_true (mcp_sse_parser_next (parser, &item));
        g_assert_cmpint (item.first_usec, ==, cut == 0 ? 2 : 1);
        g_assert_cmpuint (mcp_sse_parser_get_pending (parser), ==, 0);
        mcp_sse_item_clear (&item);
        g_assert_null (item.raw);
        g_assert_false (mcp_sse_parser_next (parser, &item));
      }
}

static void
test_parser_last_id (void)
{
  g_autoptr (McpSseParser) parser = mcp_sse_parser_new (0);
  GString *out = g_string_new (NULL);

  g_assert_null (mcp_sse_parser_get_last_id (parser));
  mcp_sse_parser_push (parser, "id: 1\n", 6, 0);
  g_assert_null (mcp_sse_parser_get_last_id (parser));
  mcp_sse_parser_push (parser, "\n", 1, 0);
  g_assert_cmpstr (mcp_sse_parser_get_last_id (parser), ==, "1");

  /* The stream breaks off, and goes on elsewhere. */
  mcp_sse_parser_push (parser, "id: 2\ndata", 10, 0);
  mcp_sse_parser_finish (parser);
  g_assert_cmpstr (mcp_sse_parser_get_last_id (parser), ==, "1");
  mcp_sse_parser_push (parser, "\xef\xbb\xbf" "data: b\n\nid:\n\n", 17, 0);
  drain (parser, out);
  g_assert_null (mcp_sse_parser_get_last_id (parser));
  g_assert_cmpstr (out->str, ==,
                   "EVENT<id: 1>id=1; UNFINISHED<id: 2\\ndata>(id=1) EVENT<data: b>[b](id=1) "
                   "EVENT<id:>id=;");
  g_string_free (out, TRUE);
}

static void
push_filler (McpSseParser *parser,
             char          c,
             gsize         n_bytes)
{
  g_autofree char *chunk = g_malloc (65536);

  memset (chunk, c, 65536);
  for (gsize n = 0; n < n_bytes; n += 65536)
    mcp_sse_parser_push (parser, chunk, 65536, 0);
}

static void
test_parser_big_event (void)
{
  g_autoptr (McpSseParser) parser = mcp_sse_parser_new (0);
  const gsize n_bytes = 100 * 1024 * 1024;
  McpSseItem item;

  mcp_sse_parser_push (parser, "id: 1\ndata: ", 12, 0);
  push_filler (parser, 'x', n_bytes);
  mcp_sse_parser_push (parser, "\n\n", 2, 0);

  g_assert_true (mcp_sse_parser_next (parser, &item));
  g_assert_false (item.oversized);
  g_assert_cmpuint (item.data_offset, ==, 12);
  g_assert_cmpuint (item.data_length, ==, n_bytes);
  g_assert_cmpuint (g_bytes_get_size (item.raw), ==, n_bytes + 12);
  mcp_sse_item_clear (&item);
}

/* Neither a line without an end nor an event without one is held. */
static void
test_parser_endless (void)
{
  static const char * const beginnings[] = { "data: ", ":", "", "data: a\ndata: " };
  const gsize cap_bytes = 1024 * 1024;
  const gsize n_bytes = 300 * 1024 * 1024;

  for (gsize i = 0; i < G_N_ELEMENTS (beginnings); i++)
    {
      g_autoptr (McpSseParser) parser = mcp_sse_parser_new (cap_bytes);
      McpSseItem item;

      mcp_sse_parser_push (parser, beginnings[i], strlen (beginnings[i]), 0);
      push_filler (parser, 'x', n_bytes);
      g_assert_cmpuint (mcp_sse_parser_get_pending (parser), ==, n_bytes + strlen (beginnings[i]));
      mcp_sse_parser_push (parser, "\n\ndata: ok\n\n", 12, 0);

      g_assert_true (mcp_sse_parser_next (parser, &item));
      g_assert_true (item.oversized);
      g_assert_cmpuint (item.total_bytes, ==, n_bytes + strlen (beginnings[i]));
      g_assert_cmpuint (g_bytes_get_size (item.raw), ==, 65536);
      mcp_sse_item_clear (&item);

      g_assert_true (mcp_sse_parser_next (parser, &item));
      g_assert_false (item.oversized);
      g_assert_cmpuint (item.data_length, ==, 2);
      mcp_sse_item_clear (&item);
    }
}

/* What begins with a name of its own is no message, and is not held as long as one. */
static void
test_parser_named (void)
{
  static const struct
  {
    const char *beginning;
    gboolean    oversized;
  } events[] = {
    { "event: endpoint\ndata: ", TRUE },
    { "event: message\ndata: ", FALSE },
    { "data: ", FALSE },
  };
  const gsize n_bytes = 2 * 1024 * 1024;

  for (gsize i = 0; i < G_N_ELEMENTS (events); i++)
    {
      g_autoptr (McpSseParser) parser = mcp_sse_parser_new (8 * 1024 * 1024);
      McpSseItem item;

      mcp_sse_parser_push (parser, events[i].beginning, strlen (events[i].beginning), 0);
      push_filler (parser, 'x', n_bytes);
      mcp_sse_parser_push (parser, "\n\n", 2, 0);

      g_assert_true (mcp_sse_parser_next (parser, &item));
      g_assert_cmpint (item.oversized, ==, events[i].oversized);
      g_assert_cmpuint (item.total_bytes, ==, n_bytes + strlen (events[i].beginning));
      g_assert_true (g_bytes_get_size (item.raw) == (item.oversized ? 65536 : item.total_bytes));
      mcp_sse_item_clear (&item);
    }
}

static void
test_parser_endless_lines (void)
{
  g_autoptr (McpSseParser) parser = mcp_sse_parser_new (1024 * 1024);
  g_autoptr (GString) chunk = g_string_new (NULL);
  McpSseItem item;

  while (chunk->len < 60000)
    g_string_append (chunk, "data\r");
  for (guint i = 0; i < 500; i++)
    mcp_sse_parser_push (parser, chunk->str, chunk->len, 0);
  g_assert_cmpuint (mcp_sse_parser_get_pending (parser), ==, 500 * chunk->len);
  g_assert_false (mcp_sse_parser_next (parser, &item));
  mcp_sse_parser_push (parser, "\n\n", 2, 0);

  g_assert_true (mcp_sse_parser_next (parser, &item));
  g_assert_true (item.oversized);
  g_assert_true (item.has_data);
  g_assert_false (item.joined);
  g_assert_cmpuint (item.total_bytes, ==, 500 * chunk->len - 1);
  g_assert_cmpuint (g_bytes_get_size (item.raw), ==, 65536);
  mcp_sse_item_clear (&item);
}

/* A server says it once; all later events share it. One that is too long for a header is dropped. */
static void
test_parser_long_id (void)
{
  g_autoptr (McpSseParser) parser = mcp_sse_parser_new (0);
  g_autofree char *longest = g_strnfill (MCP_SSE_MAX_ID_BYTES, 'x');
  g_autofree char *text = g_strconcat ("id: ", longest, "\n\na\n\n", "id: ", longest, "y\n\nb\n\n",
                                       NULL);
  McpSseItem items[4];

  mcp_sse_parser_push (parser, text, strlen (text), 0);
  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    g_assert_true (mcp_sse_parser_next (parser, &items[i]));
  g_assert_cmpuint (strlen (items[0].id), ==, MCP_SSE_MAX_ID_BYTES);
  g_assert_true (items[1].id == items[0].id);
  g_assert_false (items[1].has_id);
  g_assert_true (items[2].has_id);
  g_assert_cmpstr (items[2].id, ==, "");
  g_assert_cmpuint (items[2].long_id_bytes, ==, MCP_SSE_MAX_ID_BYTES + 1);
  g_assert_null (items[3].id);
  g_assert_cmpuint (items[3].long_id_bytes, ==, 0);
  g_assert_null (mcp_sse_parser_get_last_id (parser));

  for (guint i = 0; i < G_N_ELEMENTS (items); i++)
    mcp_sse_item_clear (&items[i]);
}

/* What was pushed becomes items one by one. */
static void
test_parser_reads_as_taken (void)
{
  g_autoptr (McpSseParser) parser = mcp_sse_parser_new (0);
  char text[] = "id: 1\n\nid: 2\n\nid: 3\n\n";
  McpSseItem item;

  mcp_sse_parser_push (parser, text, strlen (text), 0);
  g_assert_cmpstr (mcp_sse_parser_get_last_id (parser), ==, "1");
  g_assert_true (mcp_sse_parser_next (parser, &item));
  g_assert_cmpstr (item.id, ==, "1");
  mcp_sse_item_clear (&item);
  g_assert_cmpstr (mcp_sse_parser_get_last_id (parser), ==, "2");

  /* More may be pushed before all was taken; nothing is lost. */
  mcp_sse_parser_push (parser, "id: 4\n\n", 7, 0);
  memset (text, '!', sizeof text);
  mcp_sse_parser_finish (parser);
  for (guint i = 2; i <= 4; i++)
    {
      g_assert_true (mcp_sse_parser_next (parser, &item));
      g_assert_cmpint (item.id[0], ==, '0' + i);
      mcp_sse_item_clear (&item);
    }
  g_assert_false (mcp_sse_parser_next (parser, &item));
}

static void
test_parser_frees_untaken_items (void)
{
  g_autoptr (McpSseParser) parser = mcp_sse_parser_new (0);
  const char text[] = "id: 1\nevent: x\ndata: a\n\n:b\ndata: c\ndata: d\n\nevent: y\nid: 2\n";
  McpSseItem item;

  mcp_sse_parser_push (parser, text, strlen (text), 0);
  g_assert_true (mcp_sse_parser_next (parser, &item));
  mcp_sse_item_clear (&item);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/sse-parser/rules", test_parser_rules);
  g_test_add_func ("/wire/sse-parser/nul", test_parser_nul);
  g_test_add_func ("/wire/sse-parser/cap", test_parser_cap);
  g_test_add_func ("/wire/sse-parser/cap-and-long-lines", test_parser_cap_and_long_lines);
  g_test_add_func ("/wire/sse-parser/does-not-wait", test_parser_does_not_wait);
  g_test_add_func ("/wire/sse-parser/last-id", test_parser_last_id);
  g_test_add_func ("/wire/sse-parser/long-id", test_parser_long_id);
  g_test_add_func ("/wire/sse-parser/reads-as-taken", test_parser_reads_as_taken);
  g_test_add_func ("/wire/sse-parser/big-event", test_parser_big_event);
  g_test_add_func ("/wire/sse-parser/endless", test_parser_endless);
  g_test_add_func ("/wire/sse-parser/named", test_parser_named);
  g_test_add_func ("/wire/sse-parser/endless-lines", test_parser_endless_lines);
  g_test_add_func ("/wire/sse-parser/frees-untaken-items", test_parser_frees_untaken_items);

  return g_test_run ();
}
