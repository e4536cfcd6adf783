/* test-sse-random.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-sse-parser.h"

/*
 * The parser of event streams against another one, which is written down from the words of the HTML standard (section 9.2.6) and
 * knows neither pieces nor limits: on streams that nobody would think of, in pieces that nobody would choose.
 */

/* --- The standard --- */

typedef struct
{
  GString  *log;
  GString  *data;
  GString  *type;
  GString  *id;        /* the buffer */
  gboolean  has_data;
} Reference;

static void
append_visible (GString    *out,
                const char *bytes,
                gsize       length)
{
  for (gsize i = 0; i < length; i++)
    if (bytes[i] < ' ')
      g_string_append_printf (out, "<%u>", (guchar) bytes[i]);
    else
      g_string_append_c (out, bytes[i]);
}

static void
append_event (GString    *log,
              const char *type,
              const char *data,
              gsize       n_data,
              const char *id)
{
  g_string_append_printf (log, "event %s ", type);
  append_visible (log, data, n_data);
  g_string_append_printf (log, " at %s\n", id);
}

static void
dispatch (Reference *self)
{
  if (self->data->len > 0 && self->data->str[self->data->len - 1] == '\n')
    g_string_truncate (self->data, self->data->len - 1);
  if (self->has_data)
    append_event (self->log, self->type->len > 0 ? self->type->str : "message", self->data->str, self->data->len,
                  self->id->str);
  g_string_truncate (self->data, 0);
  g_string_truncate (self->type, 0);
  self->has_data = FALSE;
}

static void
take_field (Reference  *self,
            const char *name,
            gsize       n_name,
            const char *value,
            gsize       n_value)
{
  if (n_name == 5 && memcmp (name, "event", 5) == 0)
    {
      g_string_truncate (self->type, 0);
      g_string_append_len (self->type, value, n_value);
    }
  else if (n_name == 4 && memcmp (name, "data", 4) == 0)
    {
      g_string_append_len (self->data, value, n_value);
      g_string_append_c (self->data, '\n');
      self->has_data = TRUE;
    }
  else if (n_name == 2 && memcmp (name, "id", 2) == 0 && memchr (value, '\0', n_value) == NULL)
    {
      g_string_truncate (self->id, 0);
      g_string_append_len (self->id, value, n_value);
    }
  else if (n_name == 5 && memcmp (name, "retry", 5) == 0 && n_value > 0)
    {
      g_autofree char *digits = g_strndup (value, n_value);

      if (strspn (digits, "0123456789") == n_value)
        g_string_append_printf (self->log, "retry %" G_GUINT64_FORMAT "\n", g_ascii_strtoull (digits, NULL, 10));
    }
}

static void
take_line (Reference  *self,
           const char *line,
           gsize       length)
{
  const char *colon = memchr (line, ':', length);

  if (length == 0)
    dispatch (self);
  else if (colon == NULL)
    take_field (self, line, length, "", 0);
  else if (colon > line)
    {
      const char *value = colon + 1;

      if (value < line + length && *value == ' ')
        value++;
      take_field (self, line, colon - line, value, line + length - value);
    }
}

/* What is behind the last line end is no line: the stream ended in it. */
static char *
read_by_the_standard (const char *text,
                      gsize       length)
{
  Reference self = { g_string_new (NULL), g_string_new (NULL), g_string_new (NULL), g_string_new (NULL), FALSE };
  const char *end = text + length;

  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    text += 3;
  while (text < end)
    {
      const char *stop = text;

      while (stop < end && *stop != '\n' && *stop != '\r')
        stop++;
      if (stop == end)
        break;
      take_line (&self, text, stop - text);
      text = stop + (*stop == '\r' && stop + 1 < end && stop[1] == '\n' ? 2 : 1);
    }
  g_string_free (self.data, TRUE);
  g_string_free (self.type, TRUE);
  g_string_free (self.id, TRUE);

  return g_string_free (self.log, FALSE);
}

/* --- The parser --- */

static void
log_item (const McpSseItem *item,
          GString          *log)
{
  const char *raw = g_bytes_get_data (item->raw, NULL);

  /* The standard has the time as soon as its line ends. */
  if (item->has_retry)
    g_string_append_printf (log, "retry %" G_GUINT64_FORMAT "\n", item->retry_msec);
  if (item->kind == MCP_SSE_EVENT && item->has_data)
    append_event (log, item->event != NULL ? item->event : "message", raw + item->data_offset, item->data_length,
                  item->id != NULL ? item->id : "");
}

static void
drain (McpSseParser *parser,
       GString      *log)
{
  McpSseItem item;

  while (mcp_sse_parser_next (parser, &item))
    {
      log_item (&item, log);
      mcp_sse_item_clear (&item);
    }
}

static char *
read_in_pieces (const char *text,
                gsize       length,
                guint       most)
{
  g_autoptr (McpSseParser) parser = mcp_sse_parser_new (0);
  GString *log = g_string_new (NULL);

  while (length > 0)
    {
      gsize wish = g_test_rand_int_range (1, most + 1);
      gsize n = MIN (length, wish);
      g_autofree char *piece = g_memdup2 (text, n);

      /* A copy may go when all of it was taken; else the bytes have to stay until more comes. */
      if (g_test_rand_bit ())
        {
          mcp_sse_parser_push (parser, piece, n, 1);
          drain (parser, log);
        }
      else
        mcp_sse_parser_push (parser, text, n, 1);
      text += n;
      length -= n;
    }
  mcp_sse_parser_finish (parser);
  drain (parser, log);

  return g_string_free (log, FALSE);
}

/* --- Streams --- */

static const struct { const char *text; gsize length; } words[] = {
#define WORD(text) { text, sizeof text - 1 }
  WORD ("data"), WORD ("data:"), WORD ("data: "), WORD ("data: x"), WORD ("data:y"), WORD ("data:  z"),
  WORD ("data: {\"a\":1}"), WORD ("data: \303\251\360\237\230\200"), WORD ("data: a\0b"), WORD ("data:data: x"),
  WORD ("id"), WORD ("id:"), WORD ("id: 1"), WORD ("id:2"), WORD ("id: a\0b"), WORD ("id: 3 "),
  WORD ("event"), WORD ("event: e"), WORD ("event:message"), WORD ("event: f g"),
  WORD ("retry"), WORD ("retry: 5"), WORD ("retry:10"), WORD ("retry: x"), WORD ("retry: -1"), WORD ("retry: 1 "),
  WORD (":"), WORD (": c"), WORD (":data: x"), WORD ("dat"), WORD ("datax: y"), WORD (" data: x"), WORD ("Data: x"),
  WORD ("\xef\xbb\xbf"), WORD (""), WORD (""), WORD (""), WORD (" "),
#undef WORD
};

/* At most one `retry` in an event: there the parser tells the last, and only when the event is over. */
static GString *
make_stream (void)
{
  static const char * const ends[] = { "\n", "\r", "\r\n", "\n\n", "\r\r", "\r\n\r\n", "\n\r", "\r\n\n" };
  GString *text = g_string_new (NULL);
  guint n = g_test_rand_int_range (0, 40);
  gboolean has_end = g_test_rand_bit ();
  const char *one_end = ends[g_test_rand_int_range (0, 3)];
  gboolean is_mixed = g_test_rand_bit ();

  if (g_test_rand_int_range (0, 4) == 0)
    g_string_append (text, "\xef\xbb\xbf");
  for (guint i = 0; i < n; i++)
    {
      guint word = g_test_rand_int_range (0, G_N_ELEMENTS (words));
      gboolean is_retry = g_str_has_prefix (words[word].text, "retry");
      const char *end = is_mixed ? ends[g_test_rand_int_range (0, G_N_ELEMENTS (ends))] : one_end;

      if (is_retry)
        g_string_append (text, "\n\n");
      g_string_append_len (text, words[word].text, words[word].length);
      if (i + 1 < n || has_end || is_retry)
        g_string_append (text, end);
      if (is_retry)
        g_string_append (text, "\n\n");
    }

  return text;
}

static void
test_random_rules (void)
{
  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) text = make_stream ();
      g_autofree char *expected = read_by_the_standard (text->str, text->len);
      g_autofree char *whole = read_in_pieces (text->str, text->len, 100000);
      g_autofree char *pieces = read_in_pieces (text->str, text->len, 1 + i % 9);

      if (!g_str_equal (whole, expected) || !g_str_equal (pieces, expected))
        {
          g_autoptr (GString) shown = g_string_new (NULL);

          append_visible (shown, text->str, text->len);
          g_error ("Of %s\nthe standard says:\n%s\nwhole:\n%s\nin pieces of up to %u:\n%s", shown->str, expected, whole,
                   1 + i % 9, pieces);
        }
    }
}

/* With a limit nothing of what is resumed by is lost, and no more than the limit is kept. */
static void
test_random_caps (void)
{
  for (guint i = 0; i < 5000; i++)
    {
      g_autoptr (GString) text = make_stream ();
      gsize cap_bytes = 1 + i % 30;
      g_autoptr (McpSseParser) free_parser = mcp_sse_parser_new (0);
      g_autoptr (McpSseParser) parser = mcp_sse_parser_new (cap_bytes);
      McpSseItem item, other;

      mcp_sse_parser_push (free_parser, text->str, text->len, 1);
      mcp_sse_parser_finish (free_parser);
      for (gsize at = 0; at < text->len;)
        {
          gsize wish = g_test_rand_int_range (1, 20);
          gsize n = MIN (text->len - at, wish);

          mcp_sse_parser_push (parser, text->str + at, n, 1);
          at += n;
        }
      mcp_sse_parser_finish (parser);

      while (mcp_sse_parser_next (free_parser, &other))
        {
          g_assert_true (mcp_sse_parser_next (parser, &item));
          g_assert_cmpint (item.kind, ==, other.kind);
          g_assert_cmpstr (item.id, ==, other.id);
          g_assert_cmpint (item.has_id, ==, other.has_id);
          g_assert_cmpint (item.has_data, ==, other.has_data);
          g_assert_cmpuint (item.retry_msec, ==, other.retry_msec);
          g_assert_cmpuint (item.total_bytes, ==, other.total_bytes);
          g_assert_cmpint (item.oversized, ==, item.total_bytes > cap_bytes);
          if (item.oversized)
            g_assert_cmpuint (g_bytes_get_size (item.raw), <=, cap_bytes);
          else
            g_assert_true (g_bytes_equal (item.raw, other.raw));
          mcp_sse_item_clear (&item);
          mcp_sse_item_clear (&other);
        }
      g_assert_false (mcp_sse_parser_next (parser, &item));
      g_assert_cmpstr (mcp_sse_parser_get_last_id (parser), ==, mcp_sse_parser_get_last_id (free_parser));
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/sse-random/rules", test_random_rules);
  g_test_add_func ("/wire/sse-random/caps", test_random_caps);

  return g_test_run ();
}
