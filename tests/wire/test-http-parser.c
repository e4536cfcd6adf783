/* test-http-parser.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "mcp-http-parser.h"

/* What a parser calls, as text. Pieces of one body are joined. */
typedef struct
{
  GString  *out;
  gboolean  in_body;
  gboolean  no_body;  /* as if the request had been HEAD */
  GString  *raw;
} Seen;

static gboolean
head_cb (const McpHttpParserHead *head,
         gpointer                 user_data)
{
  Seen *seen = user_data;

  if (head->status != 0)
    g_string_append_printf (seen->out, "<%u|%s|%s", head->status, head->reason, head->version);
  else
    g_string_append_printf (seen->out, "<%s|%s|%s", head->method, head->target, head->version);
  for (guint i = 0; head->headers->pdata[i] != NULL; i += 2)
    g_string_append_printf (seen->out, "|%s=%s", (char *) head->headers->pdata[i],
                            (char *) head->headers->pdata[i + 1]);
  g_string_append_c (seen->out, '>');

  return !seen->no_body;
}

static void
body_cb (const char *data,
         gsize       length,
         gpointer    user_data)
{
  Seen *seen = user_data;

  g_string_append_len (seen->out, data, length);
}

static void
end_cb (gboolean whole,
        gpointer user_data)
{
  Seen *seen = user_data;

  g_string_append (seen->out, whole ? "." : "!");
}

static void
other_cb (gboolean upgraded,
          gpointer user_data)
{
  Seen *seen = user_data;

  g_string_append (seen->out, upgraded ? "^" : "?");
}

static void
raw_cb (const char *data,
        gsize       length,
        gboolean    is_head_line,
        gpointer    user_data)
{
  Seen *seen = user_data;

  if (is_head_line)
    g_assert_cmpint (data[length - 1], ==, '\n');
  g_string_append_len (seen->raw, data, length);
}

static const McpHttpParserFuncs funcs = { head_cb, body_cb, end_cb, other_cb, raw_cb };

static char *
parse (gboolean    answers,
       gboolean    no_body,
       const char *text,
       gsize       length,
       gsize       step)
{
  g_autoptr (GString) raw = g_string_new (NULL);
  Seen seen = { g_string_new (NULL), FALSE, no_body, raw };
  g_autoptr (McpHttpParser) parser = mcp_http_parser_new (answers, &funcs, &seen);

  for (gsize i = 0; i < length; i += step)
    mcp_http_parser_push (parser, text + i, MIN (step, length - i));
  mcp_http_parser_finish (parser);

  /* What was taken apart is all that there was. */
  g_assert_cmpmem (raw->str, raw->len, text, length);

  return g_string_free (seen.out, FALSE);
}

static const struct
{
  const char *name;
  gboolean    answers;
  gboolean    no_body;
  const char *text;
  const char *expected;
} cases[] = {
  { "request", FALSE, FALSE, "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}",
    "<POST|/mcp|1.1|Host=a|Content-Length=2>{}." },
  { "two-requests", FALSE, FALSE,
    "\r\nGET / HTTP/1.1\r\n\r\nPOST /b HTTP/1.0\nContent-Length:1\n\nxDELETE /c HTTP/1.1\r\n\r\n",
    "<GET|/|1.1>.<POST|/b|1.0|Content-Length=1>x.<DELETE|/c|1.1>." },
  { "chunked", TRUE, FALSE,
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n3\r\nabc\r\nA;ext=1\r\n0123456789\r\n"
    "0\r\nTrailer: x\r\n\r\nHTTP/1.1 202 \r\nContent-Length: 0\r\n\r\n",
    "<200|OK|1.1|Transfer-Encoding=gzip, chunked>abc0123456789.<202||1.1|Content-Length=0>." },
  { "no-reason", TRUE, FALSE, "HTTP/1.1 204\r\n\r\n", "<204||1.1>." },
  { "until-close", TRUE, FALSE, "HTTP/1.0 200 OK\r\n\r\nall the rest\r\n\r\n",
    "<200|OK|1.0>all the rest\r\n\r\n." },
  { "interim", TRUE, FALSE, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 1\r\n\r\nx",
    "<100|Continue|1.1>.<404|Not Found|1.1|Content-Length=1>x." },
  { "head", TRUE, TRUE, "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
    "<200|OK|1.1|Content-Length=5>.<200|OK|1.1>." },
  { "not-modified", TRUE, FALSE, "HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n",
    "<304|Not Modified|1.1|Content-Length=5>." },
  { "folded", FALSE, FALSE, "GET / HTTP/1.1\r\nA: b\r\n  c\r\n\r\n", "<GET|/|1.1|A=b c>." },
  { "cut-body", FALSE, FALSE, "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\nab",
    "<POST|/|1.1|Content-Length=5>ab!" },
  { "cut-chunk", TRUE, FALSE, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab",
    "<200|OK|1.1|Transfer-Encoding=chunked>ab!" },
  { "cut-head", FALSE, FALSE, "POST / HTTP/1.1\r\nContent-Le", "" },
  { "upgrade", TRUE, FALSE, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\x81\x02hi",
    "<101|Switching Protocols|1.1|Upgrade=websocket>^" },
  { "junk", FALSE, FALSE, "\x16\x03\x01 hello\r\n\r\n", "?" },
  { "http2", FALSE, FALSE, "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "?" },
  { "bad-length", FALSE, FALSE, "POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\nab",
    "<POST|/|1.1|Content-Length=-5>?" },
  { "bad-chunk", TRUE, FALSE, "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab",
    "<200|OK|1.1|Transfer-Encoding=chunked>?" },
  { "no-colon", FALSE, FALSE, "GET / HTTP/1.1\r\nnonsense\r\n\r\n", "?" },
};

static void
test_case (gconstpointer data)
{
  guint i = GPOINTER_TO_UINT (data);
  gsize length = strlen (cases[i].text);

  for (gsize step = 1; step <= length; step++)
    {
      g_autofree char *seen = parse (cases[i].answers, cases[i].no_body, cases[i].text, length, step);

      g_assert_cmpstr (seen, ==, cases[i].expected);
    }

  /* Cut at every byte, it comes to an end and finds nothing else. */
  for (gsize cut = 0; cut < length; cut++)
    {
      g_autofree char *seen = parse (cases[i].answers, cases[i].no_body, cases[i].text, cut, cut + 1);
      gsize n = strlen (seen);

      if (n > 0 && strchr (".!", seen[n - 1]) != NULL)
        n--;
      g_assert_true (strncmp (seen, cases[i].expected, n) == 0);
    }
}

static void
test_huge_head (void)
{
  g_autoptr (GString) text = g_string_new ("GET / HTTP/1.1\r\nA: ");
  g_autofree char *seen = NULL;

  while (text->len < 300 * 1024)
    g_string_append (text, "aaaaaaaaaaaaaaaa");
  seen = parse (FALSE, FALSE, text->str, text->len, 4096);
  g_assert_cmpstr (seen, ==, "?");
}

/* As many lines as a head can have go on with one value: each is added to it, never the whole again. */
static void
test_folded_for_long (void)
{
  g_autoptr (GString) text = g_string_new ("GET / HTTP/1.1\r\nA: b\n");
  g_autoptr (GString) expected = g_string_new ("<GET|/|1.1|A=b");
  g_autofree char *seen = NULL;

  while (text->len < 255 * 1024)
    {
      g_string_append (text, " x\n");
      g_string_append (expected, " x");
    }
  g_string_append (text, "B: c\n\td\n\n");
  g_string_append (expected, "|B=c d>.");
  seen = parse (FALSE, FALSE, text->str, text->len, 4096);
  g_assert_cmpstr (seen, ==, expected->str);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strconcat ("/wire/http-parser/", cases[i].name, NULL);

      g_test_add_data_func (path, GUINT_TO_POINTER (i), test_case);
    }
  g_test_add_func ("/wire/http-parser/huge-head", test_huge_head);
  g_test_add_func ("/wire/http-parser/folded-for-long", test_folded_for_long);

  return g_test_run ();
}
