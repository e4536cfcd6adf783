/* fuzz-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "fuzz-target.h"
#include "mcp-json.h"

/* Readers survive all bytes; printing changes no token, of valid text or not. */

static gboolean
is_space (char c)
{
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Without the space between tokens; without any space if @everywhere. */
static GString *
strip (const char *text,
       gsize       length,
       gboolean    everywhere)
{
  GString *out = g_string_sized_new (length);
  gboolean in_string = FALSE;

  for (gsize i = 0; i < length; i++)
    {
      if (is_space (text[i]) && (everywhere || !in_string))
        continue;
      g_string_append_c (out, text[i]);
      if (in_string && text[i] == '\\' && i + 1 < length)
        g_string_append_c (out, text[++i]);
      else if (text[i] == '"')
        in_string = !in_string;
    }

  return out;
}

static void
assert_same_tokens (const char *a,
                    gsize       a_length,
                    const char *b,
                    gsize       b_length,
                    gboolean    everywhere)
{
  GString *left = strip (a, a_length, everywhere);
  GString *right = strip (b, b_length, everywhere);

  g_assert_cmpmem (left->str, left->len, right->str, right->len);
  g_string_free (left, TRUE);
  g_string_free (right, TRUE);
}

static void
check_printing (const char *text,
                gsize       length,
                gboolean    valid)
{
  McpJsonPrint small = { .indent = 3, .max_string_bytes = 8, .max_bytes = 64 };
  gsize pretty_length, line_length, small_length;
  g_autofree char *pretty = mcp_json_pretty (text, length, NULL, &pretty_length);
  g_autofree char *line = mcp_json_one_line (pretty, pretty_length, &line_length);
  g_autofree char *cut = mcp_json_pretty (text, length, &small, &small_length);

  g_assert_cmpuint (small_length, <=, 64);

  if (!valid)
    return;

  assert_same_tokens (text, length, pretty, pretty_length, FALSE);
  assert_same_tokens (text, length, line, line_length, FALSE);
  g_assert_null (memchr (line, '\n', line_length));
}

static void
check_values (const char *text,
              gsize       length,
              guint       depth)
{
  McpJsonIter iter;
  McpSpan key, value;
  guint n = 0;

  g_free (mcp_json_dup_string (text, length));
  if (depth == 20 || !mcp_json_iter_init (&iter, text, length))
    return;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_assert_cmpuint (key.offset + key.length, <=, value.offset);
      g_assert_cmpuint (value.offset + value.length, <=, length);
      g_assert_cmpuint (value.length, >, 0);
      if (key.length > 0)
        {
          g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);

          g_assert_true (name == NULL || g_utf8_validate (name, -1, NULL));
        }
      check_values (text + value.offset, value.length, depth + 1);
      n++;
    }

  g_assert_cmpuint (mcp_json_count (text, length), ==, n);
}

int
LLVMFuzzerTestOneInput (const guint8 *data,
                        gsize         size)
{
  static const char * const paths[] = { NULL, "", "id", "params.name", "0.a", "result.tools.0" };
  const char *text = (const char *) data;
  gboolean valid = mcp_json_validate (text, size, NULL);

  check_printing (text, size, valid);
  check_values (text, size, 0);

  for (guint i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      McpSpan span;
      double number;
      gint64 integer;

      if (mcp_json_lookup (text, size, paths[i], &span))
        g_assert_cmpuint (span.offset + span.length, <=, size);
      g_free (mcp_json_lookup_string (text, size, paths[i]));
      mcp_json_lookup_double (text, size, paths[i], &number);
      mcp_json_lookup_int64 (text, size, paths[i], &integer);
    }

  return 0;
}
