/* fuzz-http-parser.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fuzz-target.h"
#include "mcp-http-parser.h"

/*
 * However a connection is cut into chunks, the same is found in it, and the raw pieces are all of
 * it. Each message that begins ends once.
 */

typedef struct
{
  GString *out;
  GString *raw;
  guint    n_heads;
  guint    n_ends;
  guint    n_others;
} Seen;

static gboolean
head_cb (const McpHttpParserHead *head,
         gpointer                 user_data)
{
  Seen *seen = user_data;

  g_assert_cmpuint (seen->n_heads, ==, seen->n_ends);
  seen->n_heads++;
  g_assert_true ((head->method != NULL) != (head->status != 0 || head->reason != NULL));
  g_string_append_printf (seen->out, "<%s %s %u %s %s", head->method, head->target, head->status,
                          head->reason, head->version);
  for (guint i = 0; head->headers->pdata[i] != NULL; i += 2)
    {
      g_assert_true (g_utf8_validate (head->headers->pdata[i], -1, NULL));
      g_assert_nonnull (head->headers->pdata[i + 1]);
      g_string_append_printf (seen->out, "|%s=%s", (char *) head->headers->pdata[i],
                              (char *) head->headers->pdata[i + 1]);
    }
  g_string_append_c (seen->out, '>');

  return head->status % 10 != 9;
}

static void
body_cb (const char *data,
         gsize       length,
         gpointer    user_data)
{
  Seen *seen = user_data;

  g_assert_cmpuint (seen->n_heads, ==, seen->n_ends + 1);
  g_string_append_len (seen->out, data, length);
}

static void
end_cb (gboolean whole,
        gpointer user_data)
{
  Seen *seen = user_data;

  seen->n_ends++;
  g_assert_cmpuint (seen->n_heads, ==, seen->n_ends);
  g_string_append_c (seen->out, whole ? '.' : '!');
}

static void
other_cb (gboolean upgraded,
          gpointer user_data)
{
  Seen *seen = user_data;

  g_assert_cmpuint (++seen->n_others, ==, 1);
  g_string_append_c (seen->out, upgraded ? '^' : '?');
}

static void
raw_cb (const char *data,
        gsize       length,
        gboolean    is_head_line,
        gpointer    user_data)
{
  Seen *seen = user_data;

  g_assert_cmpuint (length, >, 0);
  g_string_append_len (seen->raw, data, length);
}

static GString *
parse (gboolean    answers,
       const char *text,
       gsize       length,
       gsize       step)
{
  static const McpHttpParserFuncs funcs = { head_cb, body_cb, end_cb, other_cb, raw_cb };
  g_autoptr (GString) raw = g_string_new (NULL);
  Seen seen = { g_string_new (NULL), raw, 0, 0, 0 };
  g_autoptr (McpHttpParser) parser = mcp_http_parser_new (answers, &funcs, &seen);

  for (gsize at = 0; at < length; at += step)
    {
      gsize n = MIN (step, length - at);
      g_autofree char *chunk = g_memdup2 (text + at, n);

      mcp_http_parser_push (parser, chunk, n);
    }
  mcp_http_parser_finish (parser);
  g_assert_cmpmem (raw->str, raw->len, text, length);

  return seen.out;
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  const char *text = (const char *) data;
  gboolean answers;
  GString *whole;

  if (size < 2)
    return 0;

  /* The first byte chooses the direction. */
  answers = data[0] % 2;
  text++;
  size--;
  whole = parse (answers, text, size, size);

  for (guint step = 1; step <= 7; step += 2)
    {
      GString *chunked = parse (answers, text, size, step);

      g_assert_cmpmem (whole->str, whole->len, chunked->str, chunked->len);
      g_string_free (chunked, TRUE);
    }
  g_string_free (whole, TRUE);

  return 0;
}
