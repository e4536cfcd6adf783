/* cli-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "cli-text.h"
#include "mcp-json.h"
#include "mcp-summary.h"

static guint
get_character_width (gunichar character)
{
  if (g_unichar_iszerowidth (character))
    return 0;

  return g_unichar_iswide (character) ? 2 : 1;
}

/**
 * cli_text_width:
 * @text: UTF-8 text of one line
 *
 * Gets how many columns of a terminal a text takes.
 *
 * Returns: the width in columns
 */
guint
cli_text_width (const char *text)
{
  guint width = 0;

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    width += get_character_width (g_utf8_get_char (p));

  return width;
}

/**
 * cli_text_ellipsize:
 * @text: UTF-8 text of one line
 * @columns: the columns it may take; 0 is no limit
 *
 * Cuts a text that is too wide, with “…” in its last column.
 *
 * Returns: (transfer full): the text, at most @columns wide
 */
char *
cli_text_ellipsize (const char *text,
                    guint       columns)
{
  GString *out;
  guint width = 0;

  if (columns == 0 || cli_text_width (text) <= columns)
    return g_strdup (text);

  out = g_string_new (NULL);
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    {
      width += get_character_width (g_utf8_get_char (p));
      if (width > columns - 1)
        break;
      g_string_append_unichar (out, g_utf8_get_char (p));
    }
  g_string_append (out, "…");

  return g_string_free (out, FALSE);
}

/**
 * cli_text_append_padded:
 * @text: UTF-8 text of one line
 * @columns: how wide the column is
 *
 * Appends a text and the spaces that fill its column; one that is wider goes over.
 */
void
cli_text_append_padded (GString    *out,
                        const char *text,
                        guint       columns)
{
  guint width = cli_text_width (text);

  g_string_append (out, text);
  if (width < columns)
    g_string_append_printf (out, "%*s", (int) (columns - width), "");
}

/* Korean is wide too, and has spaces between its words. */
static gboolean
is_without_spaces (gunichar character)
{
  GUnicodeBreakType type = g_unichar_break_type (character);

  return g_unichar_iswide (character) && type != G_UNICODE_BREAK_HANGUL_LV_SYLLABLE
         && type != G_UNICODE_BREAK_HANGUL_LVT_SYLLABLE && type != G_UNICODE_BREAK_HANGUL_L_JAMO;
}

/* Japanese and Chinese break anywhere, but before what closes and behind what opens (UAX #14). */
static gboolean
may_break_between (gunichar before,
                   gunichar after)
{
  if (!is_without_spaces (before) && !is_without_spaces (after))
    return FALSE;

  switch (g_unichar_break_type (before))
    {
    case G_UNICODE_BREAK_OPEN_PUNCTUATION:
    case G_UNICODE_BREAK_ZERO_WIDTH_JOINER:
      return FALSE;
    default:
      break;
    }

  switch (g_unichar_break_type (after))
    {
    case G_UNICODE_BREAK_CLOSE_PARENTHESIS:
    case G_UNICODE_BREAK_CLOSE_PUNCTUATION:
    case G_UNICODE_BREAK_COMBINING_MARK:
    case G_UNICODE_BREAK_CONDITIONAL_JAPANESE_STARTER:
    case G_UNICODE_BREAK_EMOJI_MODIFIER:
    case G_UNICODE_BREAK_EXCLAMATION:
    case G_UNICODE_BREAK_INFIX_SEPARATOR:
    case G_UNICODE_BREAK_INSEPARABLE:
    case G_UNICODE_BREAK_NON_STARTER:
    case G_UNICODE_BREAK_POSTFIX:
    case G_UNICODE_BREAK_ZERO_WIDTH_JOINER:
      return FALSE;
    default:
      return TRUE;
    }
}

/* The end of what stays on one line: of the word, or the first place where it may break. */
static const char *
find_piece_end (const char *text)
{
  while (*text != '\0')
    {
      const char *next = g_utf8_next_char (text);

      if (*next == '\0' || may_break_between (g_utf8_get_char (text), g_utf8_get_char (next)))
        return next;
      text = next;
    }

  return text;
}

static void
append_wrapped_line (GString    *out,
                     const char *line,
                     guint       indent,
                     guint       columns)
{
  g_auto (GStrv) words = g_strsplit (line, " ", -1);
  guint room = columns > indent + 20 ? columns - indent : 20;
  guint width = 0;

  for (guint i = 0; words[i] != NULL; i++)
    {
      const char *text = words[i];
      guint n_spaces = i > 0 ? 1 : 0;

      do
        {
          const char *end = find_piece_end (text);
          g_autofree char *piece = g_strndup (text, end - text);
          guint piece_width = cli_text_width (piece);

          if ((i > 0 || text != words[i]) && columns > 0 && width + n_spaces + piece_width > room)
            {
              g_string_append_printf (out, "\n%*s", (int) indent, "");
              width = 0;
            }
          else if (n_spaces > 0)
            {
              g_string_append_c (out, ' ');
              width++;
            }
          g_string_append (out, piece);
          width += piece_width;
          n_spaces = 0;
          text = end;
        }
      while (*text != '\0');
    }
}

/**
 * cli_text_append_wrapped:
 * @out: where to append; the cursor stands in column @indent
 * @text: UTF-8 text, perhaps of many lines
 * @indent: where each further line starts
 * @columns: how wide the terminal is; 0 does not wrap
 *
 * Appends a text, broken at the terminal's edge, and a line end. It breaks between words, and
 * between the characters of what is written without spaces.
 */
void
cli_text_append_wrapped (GString    *out,
                         const char *text,
                         guint       indent,
                         guint       columns)
{
  g_autofree char *trimmed = g_strstrip (g_strdup (text));
  g_auto (GStrv) lines = g_strsplit (trimmed, "\n", -1);

  for (guint i = 0; lines[i] != NULL; i++)
    {
      if (i > 0)
        {
          g_string_append_c (out, '\n');
          if (*lines[i] != '\0')
            g_string_append_printf (out, "%*s", (int) indent, "");
        }
      append_wrapped_line (out, lines[i], indent, columns);
    }
  g_string_append_c (out, '\n');
}

/**
 * cli_text_visible:
 * @text: what a server said
 * @length: its length in bytes, or -1
 * @keep_newlines: whether line ends stay
 *
 * Makes text of a server safe for a terminal: no escape sequence reaches it.
 *
 * Returns: (transfer full): valid UTF-8
 */
char *
cli_text_visible (const char *text,
                  gssize      length,
                  gboolean    keep_newlines)
{
  return mcp_format_visible (text != NULL ? text : "", text != NULL ? length : 0, keep_newlines);
}

/**
 * cli_text_append_escaped:
 * @text: JSON, or a part of it between characters
 *
 * Appends JSON with an escape (RFC 8259 section 7) for each character that steers a terminal or
 * turns or hides text, and U+FFFD for each byte that is not UTF-8. It means the same.
 */
void
cli_text_append_escaped (GString    *out,
                         const char *text,
                         gsize       length)
{
  const char *end = text + length;

  while (text < end)
    {
      const char *run = text;
      gunichar c;

      while (run < end && ((*run >= ' ' && *run < 0x7f) || *run == '\n' || *run == '\t'))
        run++;
      g_string_append_len (out, text, run - text);
      text = run;
      if (text == end)
        break;

      c = (guchar) *text < 0x80 ? (gunichar) *text : g_utf8_get_char_validated (text, end - text);
      if (c == (gunichar) -1 || c == (gunichar) -2)
        {
          g_string_append_unichar (out, 0xfffd);
          text++;
          continue;
        }

      if (!mcp_format_is_deceptive (c))
        g_string_append_unichar (out, c);
      else if (c < 0x10000)
        g_string_append_printf (out, "\\u%04x", c);
      else
        g_string_append_printf (out, "\\u%04x\\u%04x", 0xd800 + ((c - 0x10000) >> 10),
                                0xdc00 + ((c - 0x10000) & 0x3ff));
      text = (guchar) *text < 0x80 ? text + 1 : g_utf8_next_char (text);
    }
}

/**
 * cli_json_visible:
 * @text: one JSON value
 *
 * Makes a JSON value readable on one line: the text of a string, the tokens of all else.
 *
 * Returns: (transfer full): valid UTF-8, safe for a terminal
 */
char *
cli_json_visible (const char *text,
                  gsize       length)
{
  g_autofree char *plain = mcp_json_dup_string (text, length);
  gsize line_length = 0;

  if (plain != NULL)
    return cli_text_visible (plain, -1, FALSE);

  plain = mcp_json_one_line (text, length, &line_length);
  return cli_text_visible (plain, line_length, FALSE);
}
