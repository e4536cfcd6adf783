/* test-json-random.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-cut-json.h"
#include "mcp-json-edit.h"
#include "mcp-json-outline.h"
#include "mcp-json.h"

/*
 * Texts that nobody would write, by what holds of all of them: what is valid, against a reader that recurses and is as short
 * as RFC 8259; and what the readers, printers and editors of this project must agree in.
 */

/* --- RFC 8259, once more --- */

typedef struct
{
  const char *p;
  const char *end;
  gboolean    is_bad_utf8;
} Reader;

static gboolean read_value (Reader *self);

static void
read_space (Reader *self)
{
  while (self->p < self->end && strchr (" \t\n\r", *self->p) != NULL && *self->p != '\0')
    self->p++;
}

static gboolean
read_one (Reader *self,
          char    c)
{
  if (self->p == self->end || *self->p != c)
    return FALSE;

  self->p++;
  return TRUE;
}

static gboolean
read_digits (Reader *self)
{
  const char *start = self->p;

  while (self->p < self->end && g_ascii_isdigit (*self->p))
    self->p++;

  return self->p > start;
}

static gboolean
read_number (Reader *self)
{
  read_one (self, '-');
  if (!read_one (self, '0') && !read_digits (self))
    return FALSE;
  if (read_one (self, '.') && !read_digits (self))
    return FALSE;
  if (read_one (self, 'e') || read_one (self, 'E'))
    {
      if (!read_one (self, '+'))
        read_one (self, '-');
      return read_digits (self);
    }

  return TRUE;
}

static gboolean
read_string (Reader *self)
{
  const char *start = self->p + 1;

  if (!read_one (self, '"'))
    return FALSE;

  while (self->p < self->end)
    {
      guchar c = (guchar) *self->p++;

      if (c == '"')
        {
          if (!g_utf8_validate_len (start, self->p - 1 - start, NULL))
            self->is_bad_utf8 = TRUE;
          return TRUE;
        }
      if (c < ' ')
        return FALSE;
      if (c != '\\')
        continue;

      if (self->p == self->end)
        return FALSE;
      c = (guchar) *self->p++;
      if (c == 'u')
        for (guint i = 0; i < 4; i++, self->p++)
          if (self->p == self->end || !g_ascii_isxdigit (*self->p))
            return FALSE;
      if (c == '\0' || strchr ("\"\\/bfnrtu", c) == NULL)
        return FALSE;
    }

  return FALSE;
}

static gboolean
read_word (Reader     *self,
           const char *word)
{
  gsize length = strlen (word);

  if ((gsize) (self->end - self->p) < length || memcmp (self->p, word, length) != 0)
    return FALSE;

  self->p += length;
  return TRUE;
}

static gboolean
read_container (Reader  *self,
                gboolean is_object)
{
  char closing = is_object ? '}' : ']';

  self->p++;
  read_space (self);
  if (read_one (self, closing))
    return TRUE;

  do
    {
      read_space (self);
      if (is_object)
        {
          if (!read_string (self))
            return FALSE;
          read_space (self);
          if (!read_one (self, ':'))
            return FALSE;
        }
      if (!read_value (self))
        return FALSE;
      read_space (self);
    }
  while (read_one (self, ','));

  return read_one (self, closing);
}

static gboolean
read_value (Reader *self)
{
  read_space (self);
  if (self->p == self->end)
    return FALSE;

  switch (*self->p)
    {
    case '{':
    case '[':
      return read_container (self, *self->p == '{');
    case '"':
      return read_string (self);
    case 't':
      return read_word (self, "true");
    case 'f':
      return read_word (self, "false");
    case 'n':
      return read_word (self, "null");
    default:
      return read_number (self);
    }
}

static gboolean
is_valid (const char *text,
          gsize       length)
{
  Reader reader = { text, text + length, FALSE };

  if (!read_value (&reader))
    return FALSE;

  read_space (&reader);

  return reader.p == reader.end && !reader.is_bad_utf8;
}

/* --- Texts --- */

static guint
pick (guint n)
{
  return g_test_rand_int_range (0, n);
}

static void
add_space (GString *out)
{
  static const char * const spaces[] = { "", "", "", " ", "\n", "\t", "\r\n", "  " };

  g_string_append (out, spaces[pick (G_N_ELEMENTS (spaces))]);
}

static void
add_string (GString *out)
{
  static const char * const parts[] = {
    "a", "b", "key", " ", "\303\251", "\342\202\254", "\360\237\230\200", "\\n", "\\\"", "\\\\", "\\/", "\\u0041",
    "\\u00e9", "\\ud83d\\ude00", "\\uD800", "\\u0000", "\\u001f", "{", "]", ",", ":", "//", "\177",
  };

  g_string_append_c (out, '"');
  for (guint i = pick (4); i > 0; i--)
    g_string_append (out, parts[pick (G_N_ELEMENTS (parts))]);
  g_string_append_c (out, '"');
}

static void
add_value (GString *out,
           guint    depth)
{
  static const char * const scalars[] = {
    "0", "-0", "1", "1.0", "10e-1", "-1.5E+2", "9007199254740993", "1e400", "0.1", "true", "false", "null",
  };
  guint kind = pick (depth > 0 ? 5 : 2);
  guint n = pick (5);

  if (kind == 0)
    g_string_append (out, scalars[pick (G_N_ELEMENTS (scalars))]);
  else if (kind == 1)
    add_string (out);
  else
    {
      gboolean is_object = kind > 2;

      g_string_append_c (out, is_object ? '{' : '[');
      for (guint i = 0; i < n; i++)
        {
          add_space (out);
          if (is_object)
            {
              add_string (out);
              add_space (out);
              g_string_append_c (out, ':');
              add_space (out);
            }
          add_value (out, depth - 1);
          add_space (out);
          if (i + 1 < n)
            g_string_append_c (out, ',');
        }
      add_space (out);
      g_string_append_c (out, is_object ? '}' : ']');
    }
}

/* An object, so that everybody takes it. */
static GString *
make_object (void)
{
  GString *out = g_string_new (NULL);

  do
    {
      g_string_truncate (out, 0);
      add_value (out, 4);
    }
  while (out->str[0] != '{');

  return out;
}

static gboolean
say_the_same (const char *a,
              const char *b)
{
  McpSpan a_span, b_span;

  return mcp_json_lookup (a, strlen (a), NULL, &a_span) && mcp_json_lookup (b, strlen (b), NULL, &b_span)
         && mcp_json_equal (a, a_span, b, b_span) && mcp_json_hash (a, a_span) == mcp_json_hash (b, b_span);
}

/* --- What is valid --- */

static void
check_validity (const char *text,
                gsize       length)
{
  g_autofree char *copy = g_memdup2 (text, MAX (length, 1));
  gboolean expected = is_valid (copy, length);
  McpScan scan;
  gboolean result = mcp_scan (copy, length, &scan);

  /* One mark at the start is taken, and told of. */
  if (length >= 3 && memcmp (copy, "\xef\xbb\xbf", 3) == 0)
    expected = is_valid (copy + 3, length - 3);

  if (result != expected)
    {
      g_autofree char *shown = g_strescape (text, NULL);

      g_error ("“%s” is%s valid, and the scanner says: %s", shown, expected ? "" : " not",
               mcp_scan_fault_to_text (scan.fault));
    }
  g_assert_cmpuint (scan.fault_offset, <=, length);
}

static void
test_random_validity (void)
{
  static const char bytes[] = "{}[]\",:\\/ \n0129.eE+-truefalsn\t\001\177\200\277\303\355\360\xff" "u";

  for (guint i = 0; i < 20000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      guint n_changes = pick (4);

      add_space (text);
      add_value (text, 3);
      add_space (text);
      for (guint k = 0; k < n_changes; k++)
        {
          gsize at = pick (text->len + 1);

          switch (pick (3))
            {
            case 0:
              g_string_insert_c (text, at, bytes[pick (sizeof bytes - 1)]);
              break;
            case 1:
              if (at < text->len)
                g_string_erase (text, at, 1);
              break;
            default:
              if (at < text->len)
                text->str[at] = bytes[pick (sizeof bytes - 1)];
              break;
            }
        }
      check_validity (text->str, text->len);
    }
}

/* Whatever it is cut at, a container that broke off has not ended, and is no other fault. */
static void
test_random_cuts (void)
{
  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr (GString) text = make_object ();
      gsize length = pick (text->len);
      McpScan scan;

      g_assert_true (mcp_scan (text->str, text->len, &scan));
      g_assert_false (mcp_scan (text->str, length, &scan));
      g_assert_cmpint (scan.fault, ==, length == 0 ? MCP_SCAN_EMPTY : MCP_SCAN_TRUNCATED);
      g_assert_cmpuint (scan.fault_offset, ==, length);
    }
}

/* --- Printing --- */

static void
test_random_print (void)
{
  for (guint i = 0; i < 3000; i++)
    {
      g_autoptr (GString) text = make_object ();
      McpJsonPrint options = { .indent = 1 + pick (8) };
      McpJsonPrint limited = { .max_bytes = 1 + pick (text->len), .max_string_bytes = pick (8) };
      gsize n_printed, n_again, n_line, n_cut;
      g_autofree char *printed = mcp_json_pretty (text->str, text->len, &options, &n_printed);
      g_autofree char *again = mcp_json_pretty (printed, n_printed, &options, &n_again);
      g_autofree char *line = mcp_json_one_line (printed, n_printed, &n_line);
      g_autofree char *cut = mcp_json_pretty (text->str, text->len, &limited, &n_cut);

      g_assert_true (say_the_same (text->str, printed));
      g_assert_cmpstr (printed, ==, again);
      g_assert_cmpuint (n_line, ==, strlen (line));
      g_assert_null (strpbrk (line, "\r\n"));
      g_assert_true (say_the_same (text->str, line));
      g_assert_cmpuint (n_cut, <=, limited.max_bytes);
      g_assert_true (g_utf8_validate_len (cut, n_cut, NULL));
    }
}

/* --- Readers --- */

/* In steps of any size the outline finds what the iterator finds. */
static void
compare_children (const char *text,
                  gsize       length,
                  McpSpan     container)
{
  McpJsonOutline outline;
  McpJsonOutlineEvent event;
  McpJsonIter iter;
  gboolean has_one = FALSE;
  McpSpan key, value;

  if (!mcp_json_iter_init (&iter, text + container.offset, container.length))
    return;

  g_assert_true (mcp_json_outline_init (&outline, text, length, container.offset));
  while ((event = mcp_json_outline_next (&outline, 1 + pick (20))) != MCP_JSON_OUTLINE_END)
    {
      if (event == MCP_JSON_OUTLINE_CHILD)
        {
          has_one = mcp_json_iter_next (&iter, &key, &value);
          g_assert_true (has_one);
          g_assert_cmpuint (outline.child.key.length, ==, key.length);
          if (key.length > 0)
            g_assert_cmpuint (outline.child.key.offset, ==, container.offset + key.offset);
          g_assert_cmpuint (outline.child.value.offset, ==, container.offset + value.offset);
        }
      else if (event == MCP_JSON_OUTLINE_WHOLE)
        {
          g_assert_cmpuint (outline.child.value.length, ==, value.length);
          compare_children (text, length, outline.child.value);
        }
    }
  g_assert_false (mcp_json_iter_next (&iter, &key, &value));
  g_assert_false (outline.is_broken);
  g_assert_cmpuint (outline.position, ==, container.offset + container.length);
}

static void
test_random_readers (void)
{
  for (guint i = 0; i < 3000; i++)
    {
      g_autoptr (GString) text = make_object ();
      const char *end = text->str + text->len;
      McpJsonIter iter;
      McpSpan key, value;
      const char *member = mcp_cut_json_first_member (text->str, end);

      compare_children (text->str, text->len, (McpSpan) { 0, text->len });

      /* The reader of what was cut finds the same members in what was not. */
      mcp_json_iter_init (&iter, text->str, text->len);
      while (mcp_json_iter_next (&iter, &key, &value))
        {
          g_assert_true (member == text->str + value.offset);
          member = mcp_cut_json_next_member (member, end);
        }
      g_assert_null (member);
    }
}

/* A string that is decoded and written again says the same, but for what a C string cannot hold. */
static void
test_random_strings (void)
{
  for (guint i = 0; i < 5000; i++)
    {
      g_autoptr (GString) token = g_string_new (NULL);
      g_autoptr (GString) written = g_string_new (NULL);
      g_autofree char *plain = NULL;
      g_autofree char *again = NULL;

      add_string (token);
      plain = mcp_json_dup_string (token->str, token->len);
      g_assert_true (g_utf8_validate (plain, -1, NULL));
      g_assert_true (mcp_json_key_equal (token->str, token->len, plain)
                     || strstr (token->str, "\\uD800") != NULL || strstr (token->str, "\\u0000") != NULL);
      mcp_json_append_string (written, plain, -1);
      again = mcp_json_dup_string (written->str, written->len);
      g_assert_cmpstr (again, ==, plain);
    }
}

/* --- Editing --- */

static void
test_random_retouch (void)
{
  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr (GString) text = make_object ();
      g_autoptr (GString) wanted = make_object ();
      g_autofree char *line = mcp_json_one_line (wanted->str, wanted->len, NULL);
      g_autofree char *changed = mcp_json_retouch (text->str, line);
      g_autofree char *same = mcp_json_retouch (text->str, text->str);

      if (!mcp_json_validate (changed, -1, NULL) || !say_the_same (changed, line))
        g_error ("%s\nto say\n%s\nis\n%s", text->str, line, changed);
      g_assert_true (say_the_same (same, text->str));
    }
}

static void
test_random_edit (void)
{
  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr (GString) text = make_object ();
      char *object = g_strdup (text->str);
      guint n = mcp_json_count (object, strlen (object));
      g_autofree char *value = NULL;

      /* A name that is in none of them. */
      mcp_json_edit_set (&object, "new name", "[1, 2]");
      value = mcp_json_edit_get (object, "new name");
      g_assert_cmpstr (value, ==, "[1, 2]");
      g_assert_cmpuint (mcp_json_count (object, strlen (object)), ==, n + 1);
      mcp_json_edit_rename (&object, "new name", "other \"name\"");
      g_assert_null (mcp_json_edit_get (object, "new name"));
      mcp_json_edit_set (&object, "other \"name\"", NULL);
      g_assert_cmpuint (mcp_json_count (object, strlen (object)), ==, n);
      g_assert_true (say_the_same (object, text->str));
      g_free (object);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/json-random/validity", test_random_validity);
  g_test_add_func ("/wire/json-random/cuts", test_random_cuts);
  g_test_add_func ("/wire/json-random/print", test_random_print);
  g_test_add_func ("/wire/json-random/readers", test_random_readers);
  g_test_add_func ("/wire/json-random/strings", test_random_strings);
  g_test_add_func ("/wire/json-random/retouch", test_random_retouch);
  g_test_add_func ("/wire/json-random/edit", test_random_edit);

  return g_test_run ();
}
