/* mcp-escape.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-escape-private.h"
#include "mcp-scanner-private.h"

/*
 * What is between the quotes of a JSON string, decoded. The text has been scanned, yet nothing
 * here reads beyond its end or loops for ever when it has not.
 */

#define REPLACEMENT          0xfffd

static gboolean
read_hex (const char *text,
          const char *end,
          gunichar   *unit)
{
  gunichar value = 0;

  if (end - text < 4)
    return FALSE;

  for (int i = 0; i < 4; i++)
    {
      int digit = g_ascii_xdigit_value (text[i]);

      if (digit < 0)
        return FALSE;
      value = value << 4 | (gunichar) digit;
    }

  *unit = value;
  return TRUE;
}

/* @position is behind "\u"; takes the second half of a pair with the first. */
static gunichar
next_unit (const char **position,
           const char  *end)
{
  gunichar high;
  gunichar low;

  if (!read_hex (*position, end, &high))
    return REPLACEMENT;

  *position += 4;

  if (high >= 0xd800 && high < 0xdc00 &&
      end - *position >= 6 && (*position)[0] == '\\' && (*position)[1] == 'u' &&
      read_hex (*position + 2, end, &low) && low >= 0xdc00 && low < 0xe000)
    {
      *position += 6;
      return 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00);
    }

  return high;
}

/* What stands behind a backslash when that is a character of one byte, else 0. */
static char
get_short_escape (char letter)
{
  static const char characters[256] = {
    ['"'] = '"', ['\\'] = '\\', ['/'] = '/', ['b'] = '\b', ['f'] = '\f', ['n'] = '\n', ['r'] = '\r', ['t'] = '\t',
  };

  return characters[(guchar) letter];
}

/*
 * Decodes one code point and steps over it. A lone surrogate is returned as it is, so that two
 * different ones stay different; bytes that are no UTF-8 are U+FFFD, one each.
 */
gunichar
mcp_escape_next (const char **position,
                 const char  *end)
{
  const char *p = *position;
  gunichar c;

  if ((guchar) *p >= 0x80)
    {
      c = g_utf8_get_char_validated (p, end - p);
      if (c == (gunichar) -1 || c == (gunichar) -2)
        {
          *position = p + 1;
          return REPLACEMENT;
        }
      *position = g_utf8_next_char (p);
      return c;
    }

  if (*p != '\\' || end - p < 2)
    {
      *position = p + 1;
      return (guchar) *p;
    }

  *position = p + 2;

  if (p[1] == 'u')
    return next_unit (position, end);

  c = (guchar) get_short_escape (p[1]);

  return c != 0 ? c : (guchar) p[1];
}

/* Whether the inside of a string token says @plain, which is UTF-8. */
gboolean
mcp_escape_equal (const char *text,
                  gsize       length,
                  const char *plain,
                  gsize       plain_length)
{
  const char *end = text + length;
  const char *plain_end = plain + plain_length;

  if (memchr (text, '\\', length) == NULL)
    return length == plain_length && memcmp (text, plain, length) == 0;

  while (text < end && plain < plain_end)
    {
      char encoded[6];
      int n = g_unichar_to_utf8 (mcp_escape_next (&text, end), encoded);

      if (plain_end - plain < n || memcmp (plain, encoded, n) != 0)
        return FALSE;
      plain += n;
    }

  return text == end && plain == plain_end;
}

/*
 * Appends up to what is longer decoded than it stands there, or may be. Returns where that is.
 * What JSON in JSON is full of is decoded without a call for each escape.
 */
static const char *
append_short (GString    *out,
              const char *text,
              const char *end)
{
  char *to;

  g_string_set_size (out, out->len + (end - text));
  to = out->str + out->len - (end - text);
  while (text < end)
    {
      const char *run = text;
      gsize n;

      text = (const char *) mcp_scanner_skip_plain ((const guint8 *) text, (const guint8 *) end);
      memcpy (to, run, text - run);
      to += text - run;
      if (text == end)
        break;

      if (*text == '\\')
        {
          char c = end - text >= 2 ? get_short_escape (text[1]) : 0;

          if (c == 0)
            break;
          *to++ = c;
          text += 2;
          continue;
        }

      if (*text == '\0'
          || ((guchar) *text >= 0x80
              && g_utf8_get_char_validated (text, end - text) >= (gunichar) -2))
        break;
      n = g_utf8_next_char (text) - text;
      memcpy (to, text, n);
      to += n;
      text += n;
    }
  g_string_truncate (out, to - out->str);

  return text;
}

/*
 * Appends the decoded inside of a string token as valid UTF-8. U+0000 becomes @null, a lone surrogate
 * REPLACEMENT CHARACTER.
 */
void
mcp_escape_append_plain (GString    *out,
                         const char *text,
                         gsize       length,
                         gunichar    null)
{
  const char *end = text + length;

  while ((text = append_short (out, text, end)) < end)
    {
      gunichar c = mcp_escape_next (&text, end);

      if (c == 0)
        c = null;
      else if (c >= 0xd800 && c < 0xe000)
        c = REPLACEMENT;
      g_string_append_unichar (out, c);
    }
}

/* @position is at the opening quote; the result is behind the closing one, at most @end. */
gsize
mcp_escape_skip_string (const char *data,
                        gsize       position,
                        gsize       end)
{
  gsize start = ++position;

  while (position < end)
    {
      const char *quote = memchr (data + position, '"', end - position);
      gsize backslashes;

      if (quote == NULL)
        return end;

      position = quote - data;
      backslashes = position;
      while (backslashes > start && data[backslashes - 1] == '\\')
        backslashes--;

      if ((position - backslashes) % 2 == 0)
        return position + 1;
      start = ++position;
    }

  return end;
}
