/* mcp-format.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <time.h>

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "mcp-text.h"

#define REPLACEMENT      "\357\277\275"
#define CONTROL_PICTURES 0x2400
#define DELETE_PICTURE   0x2421

/* Of a label. */
#define MAX_LINE_BYTES   512
#define MAX_LABEL_BYTES  (4 * 1024)
#define MAX_LABEL_LINES  100

/**
 * mcp_format_duration:
 * @usec: a time in microseconds, -1 for none
 *
 * Writes a time for people, with three digits that count: "412 µs", "38.1 ms", "5.01 s",
 * "2 min 5 s", "1 h 3 min".
 *
 * Returns: (transfer full): text, "–" for no time
 */
char *
mcp_format_duration (gint64 usec)
{
  double seconds = usec / 1e6;

  if (usec < 0)
    return g_strdup ("–");
  if (usec < 1000)
    return g_strdup_printf (_("%d µs"), (int) usec);
  if (usec < 99950)
    return g_strdup_printf (_("%.1f ms"), usec / 1e3);
  if (usec < 999500)
    return g_strdup_printf (_("%.0f ms"), usec / 1e3);
  if (seconds < 9.995)
    return g_strdup_printf (_("%.2f s"), seconds);
  if (seconds < 60)
    return g_strdup_printf (_("%.1f s"), seconds);
  if (seconds < 3600)
    return g_strdup_printf (_("%d min %d s"), (int) seconds / 60, (int) seconds % 60);

  return g_strdup_printf (_("%d h %d min"), (int) (seconds / 3600), (int) (seconds / 60) % 60);
}

/**
 * mcp_format_size:
 * @bytes: a number of bytes
 *
 * Writes a size for people: "412 B", "1.1 kB"; a kB is 1,000 bytes.
 *
 * Returns: (transfer full): text
 */
char *
mcp_format_size (guint64 bytes)
{
  static const char * const units[] = { "kB", "MB", "GB", "TB", "PB", "EB" };
  double value = bytes;
  guint unit = 0;

  if (bytes < 1000)
    return g_strdup_printf ("%u B", (guint) bytes);

  /* 999,950 bytes would read "1000.0 kB". */
  for (value /= 1000; value >= 999.95 && unit + 1 < G_N_ELEMENTS (units); unit++)
    value /= 1000;

  return g_strdup_printf ("%.1f %s", value, units[unit]);
}

/**
 * mcp_format_wall_time:
 * @wall_usec: microseconds since 1970, UTC
 * @microseconds: whether to write six digits behind the second instead of three
 *
 * Writes a time of the day, local: "14:02:11.001".
 *
 * Returns: (transfer full): text
 */
char *
mcp_format_wall_time (gint64   wall_usec,
                      gboolean microseconds)
{
  time_t seconds = (time_t) (wall_usec / G_USEC_PER_SEC);
  int rest_usec = (int) (wall_usec % G_USEC_PER_SEC);
  struct tm local = { 0, };

  if (rest_usec < 0)
    {
      rest_usec += G_USEC_PER_SEC;
      seconds--;
    }

  localtime_r (&seconds, &local);

  if (microseconds)
    return g_strdup_printf ("%02d:%02d:%02d.%06d", local.tm_hour, local.tm_min, local.tm_sec,
                            rest_usec);

  return g_strdup_printf ("%02d:%02d:%02d.%03d", local.tm_hour, local.tm_min, local.tm_sec,
                          rest_usec / 1000);
}

/**
 * mcp_format_is_deceptive:
 * @c: a character
 *
 * Gets whether a character steers a terminal, changes how its neighbours look, or hides: what is
 * shown must be what is.
 *
 * Returns: whether it must not be shown as it is
 */
gboolean
mcp_format_is_deceptive (gunichar c)
{
  return c < 0x20 || (c >= 0x7f && c < 0xa0) /* C0 controls, DEL, C1 controls */
         || c == 0x034f                  /* combining grapheme joiner */
         || c == 0x061c                  /* Arabic letter mark */
         || c == 0x115f || c == 0x1160   /* Hangul fillers */
         || c == 0x17b4 || c == 0x17b5   /* Khmer vowels that are not seen */
         || (c >= 0x180b && c <= 0x180f) /* Mongolian selectors and separator */
         || c == 0x200b                  /* zero width space */
         || c == 0x200e || c == 0x200f   /* left-to-right and right-to-left mark */
         || (c >= 0x2028 && c <= 0x202e) /* line and paragraph separator, embeddings, overrides */
         || (c >= 0x2060 && c <= 0x206f) /* word joiner, isolates */
         || c == 0x2800                  /* Braille without dots */
         || c == 0x3164 || c == 0xffa0   /* Hangul fillers */
         || c == 0xfeff                  /* byte order mark */
         || (c >= 0xfff9 && c <= 0xfffb) /* interlinear annotations */
         || (c >= 0x1d173 && c <= 0x1d17a) /* musical controls */
         || (c >= 0xe0000 && c <= 0xe0fff) /* tags, selectors of variants */
         || (c & 0xfffe) == 0xfffe; /* no characters at all, and XML cannot have them */
}

static void
append_visible (GString  *out,
                gunichar  c,
                gboolean  keep_newlines)
{
  if (c == '\n' && !keep_newlines)
    g_string_append (out, "↵");
  else if (c == '\t' && !keep_newlines)
    g_string_append_c (out, ' ');
  else if (c == '\n' || c == '\t')
    g_string_append_c (out, (char) c);
  else if (c < 0x20)
    g_string_append_unichar (out, CONTROL_PICTURES + c);
  else if (c == 0x7f)
    g_string_append_unichar (out, DELETE_PICTURE);
  else if (mcp_format_is_deceptive (c))
    g_string_append_printf (out, "<U+%04X>", c);
  else
    g_string_append_unichar (out, c);
}

/**
 * mcp_format_visible:
 * @text: bytes from a server
 * @length: how many, -1 if they end in NUL
 * @keep_newlines: %FALSE to write everything in one line
 *
 * Makes text safe to show: control characters become their pictures, characters that turn or hide
 * text are written as "<U+202E>", bytes that are no UTF-8 as U+FFFD, one each. The result is not
 * markup.
 *
 * Returns: (transfer full): valid UTF-8
 */
char *
mcp_format_visible (const char *text,
                    gssize      length,
                    gboolean    keep_newlines)
{
  GString *out;
  const char *end;

  g_return_val_if_fail (text != NULL || length == 0, NULL);

  end = text + (length >= 0 ? (gsize) length : strlen (text));
  out = g_string_sized_new (end - text);

  while (text < end)
    {
      const char *run = text;
      gunichar c;

      while (run < end && *run >= ' ' && *run < 0x7f)
        run++;
      g_string_append_len (out, text, run - text);
      text = run;
      if (text == end)
        break;

      /* Of a line that ends in CR LF the CR is part of the end. */
      if (keep_newlines && *text == '\r' && end - text > 1 && text[1] == '\n')
        {
          text++;
          continue;
        }

      c = (guchar) *text < 0x80 ? (gunichar) *text : g_utf8_get_char_validated (text, end - text);
      if (c == (gunichar) -1 || c == (gunichar) -2)
        {
          g_string_append (out, REPLACEMENT);
          text++;
          continue;
        }

      append_visible (out, c, keep_newlines);
      text = (guchar) *text < 0x80 ? text + 1 : g_utf8_next_char (text);
    }

  return g_string_free (out, FALSE);
}

/* What texts have for good reasons, but names, paths and commands do not. */
static gboolean
is_blank_or_joiner (gunichar c)
{
  return c == 0xa0 || c == 0xad || c == 0x1680 || (c >= 0x2000 && c <= 0x200d) || c == 0x202f
         || c == 0x205f || c == 0x3000 || (c >= 0xfe00 && c <= 0xfe0f);
}

/**
 * mcp_format_exact:
 * @text: a name, a path or a part of a command
 * @length: how many bytes, -1 if they end in NUL
 *
 * Makes text safe to show as mcp_format_visible() does, in one line, and writes out spaces that are
 * not the one of the keyboard and joiners too, so that no two texts look alike by those.
 *
 * Returns: (transfer full): valid UTF-8
 */
char *
mcp_format_exact (const char *text,
                  gssize      length)
{
  g_autofree char *visible = mcp_format_visible (text, length, FALSE);
  GString *out = g_string_sized_new (strlen (visible));

  for (const char *p = visible; *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (is_blank_or_joiner (c))
        g_string_append_printf (out, "<U+%04X>", c);
      else
        g_string_append_len (out, p, g_utf8_next_char (p) - p);
    }

  return g_string_free (out, FALSE);
}

/**
 * mcp_format_label:
 * @text: what a server said, or what was said of it
 * @keep_newlines: %FALSE to write everything in one line
 *
 * Makes text safe and short enough to be laid out at once: of one line the first 512 bytes, of many
 * the first four kilobytes, and no more than 100 of them. An ellipsis says that there is more, which
 * is in the message itself.
 *
 * Returns: (transfer full): valid UTF-8
 */
char *
mcp_format_label (const char *text,
                  gboolean    keep_newlines)
{
  g_autofree char *start = NULL;
  gsize max_bytes = keep_newlines ? MAX_LABEL_BYTES : MAX_LINE_BYTES;
  gsize kept = 0;
  guint n_lines = 0;

  g_return_val_if_fail (text != NULL, NULL);

  while (kept < max_bytes && text[kept] != '\0'
         && !(text[kept] == '\n' && ++n_lines == MAX_LABEL_LINES))
    kept++;
  start = mcp_text_elide (text, kept);

  return mcp_format_visible (start, -1, keep_newlines);
}
