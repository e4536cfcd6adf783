/* mcp-json-write.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"

/* Compact JSON, appended piece by piece: no tree is made to write a message. */

static void
append_escaped (GString *out,
                guchar   c)
{
  static const char letters[128] = {
    ['"'] = '"', ['\\'] = '\\', ['\b'] = 'b', ['\f'] = 'f', ['\n'] = 'n', ['\r'] = 'r', ['\t'] = 't',
  };

  g_assert (c < sizeof letters);

  if (letters[c] == '\0')
    {
      g_string_append_printf (out, "\\u%04x", c);
      return;
    }
  g_string_append_c (out, '\\');
  g_string_append_c (out, letters[c]);
}

static void
append_escaped_run (GString    *out,
                    const char *text,
                    gsize       length)
{
  const char *end = text + length;

  while (text < end)
    {
      const char *run = text;

      while (run < end && (guchar) *run >= ' ' && *run != '"' && *run != '\\')
        run++;
      g_string_append_len (out, text, run - text);
      text = run;
      if (text < end)
        append_escaped (out, (guchar) *text++);
    }
}

/**
 * mcp_json_is_plain:
 * @text: (array length=length): some bytes
 *
 * Gets whether a text can stand between quotes as it is: no quotes, no controls, nothing beyond ASCII.
 *
 * Returns: %TRUE for nearly all that is written
 */
gboolean
mcp_json_is_plain (const char *text,
                   gsize       length)
{
  for (gsize i = 0; i < length; i++)
    {
      guchar c = (guchar) text[i];

      if (c < ' ' || c >= 0x7f || c == '"' || c == '\\')
        return FALSE;
    }

  return TRUE;
}

/**
 * mcp_json_append_string:
 * @out: what to append to
 * @text: the characters of the string
 * @length: its length in bytes, -1 if it ends in NUL
 *
 * Appends a JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD, so that what is
 * written is always valid.
 */
void
mcp_json_append_string (GString    *out,
                        const char *text,
                        gssize      length)
{
  gsize n_bytes;
  const char *end;

  g_return_if_fail (out != NULL);
  g_return_if_fail (text != NULL);

  n_bytes = length >= 0 ? (gsize) length : strlen (text);
  end = text + n_bytes;
  g_string_append_c (out, '"');
  if (mcp_json_is_plain (text, n_bytes))
    {
      g_string_append_len (out, text, n_bytes);
      text = end;
    }

  /* g_utf8_validate() also stops at a NUL, which is a character like others here. */
  while (text < end)
    {
      const char *stop;
      gboolean valid = g_utf8_validate_len (text, end - text, &stop);

      append_escaped_run (out, text, stop - text);
      text = stop;
      if (valid)
        break;

      if (*text == '\0')
        append_escaped (out, '\0');
      else
        g_string_append (out, "\357\277\275");
      text++;
    }

  g_string_append_c (out, '"');
}

/* What is between the elements of an array that is being written, unless none stands before. */
void
mcp_json_append_comma (GString *out)
{
  g_return_if_fail (out != NULL);

  if (out->len > 0 && out->str[out->len - 1] != '[')
    g_string_append_c (out, ',');
}

/**
 * mcp_json_append_key:
 * @out: an object that is being written
 * @key: the name of a member
 *
 * Appends a key and its colon, after a comma if this is not the first member.
 */
void
mcp_json_append_key (GString    *out,
                     const char *key)
{
  g_return_if_fail (out != NULL);
  g_return_if_fail (key != NULL);

  if (out->len > 0 && out->str[out->len - 1] != '{')
    g_string_append_c (out, ',');

  mcp_json_append_string (out, key, -1);
  g_string_append_c (out, ':');
}

/**
 * mcp_json_append_member:
 * @out: an object that is being written
 * @key: the name of the member
 * @value: (nullable): its value as JSON; %NULL leaves the member out
 *
 * Appends a member whose value is JSON already.
 */
void
mcp_json_append_member (GString    *out,
                        const char *key,
                        const char *value)
{
  g_return_if_fail (out != NULL);
  g_return_if_fail (key != NULL);

  if (value == NULL)
    return;

  mcp_json_append_key (out, key);
  g_string_append (out, value);
}

/**
 * mcp_json_append_member_string:
 * @out: an object that is being written
 * @key: the name of the member
 * @value: (nullable): the characters of a string; %NULL leaves the member out
 *
 * Appends a member that is a string.
 */
void
mcp_json_append_member_string (GString    *out,
                               const char *key,
                               const char *value)
{
  g_return_if_fail (out != NULL);
  g_return_if_fail (key != NULL);

  if (value == NULL)
    return;

  mcp_json_append_key (out, key);
  mcp_json_append_string (out, value, -1);
}

/**
 * mcp_json_append_member_int:
 * @out: an object that is being written
 * @key: the name of the member
 * @value: a number
 *
 * Appends a member that is an integer.
 */
void
mcp_json_append_member_int (GString    *out,
                            const char *key,
                            gint64      value)
{
  g_return_if_fail (out != NULL);
  g_return_if_fail (key != NULL);

  mcp_json_append_key (out, key);
  g_string_append_printf (out, "%" G_GINT64_FORMAT, value);
}
