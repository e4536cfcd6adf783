/* mcp-text.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-text.h"

/**
 * mcp_text_elide:
 * @text: somebody else's text, in whatever encoding
 * @max_bytes: how much of it to keep
 *
 * Quotes the start of a text in a message: cut between two characters, never in one, as
 * printf's precision would, and followed by an ellipsis when something was left out.
 *
 * Returns: (transfer full): valid UTF-8
 */
char *
mcp_text_elide (const char *text,
                gsize       max_bytes)
{
  g_autofree char *start = NULL;
  gsize length = strlen (text);
  gsize kept = MIN (length, max_bytes);

  if (length <= max_bytes)
    return g_utf8_make_valid (text, -1);

  /* A character has at most three bytes behind its first. */
  for (guint i = 0; i < 3 && kept > 0 && ((guint8) text[kept] & 0xc0) == 0x80; i++)
    kept--;
  start = g_utf8_make_valid (text, kept);

  return g_strconcat (start, "…", NULL);
}

/**
 * mcp_text_is_base64:
 * @text: a text
 *
 * Tells whether it can be decoded: the alphabet, filled up to groups of four (RFC 4648 section 4).
 *
 * Returns: %TRUE also for the empty text, which stands for no bytes
 */
gboolean
mcp_text_is_base64 (const char *text)
{
  gsize length = strlen (text);
  gsize n = strspn (text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");

  return length % 4 == 0 && length - n <= 2 && strspn (text + n, "=") == length - n;
}

/**
 * mcp_text_from_number:
 * @number: one that a peer counts with, bytes for example
 *
 * Writes a number for people: a whole one with all its digits, others with ten, as the locale does.
 *
 * Returns: (transfer full): the text
 */
char *
mcp_text_from_number (double number)
{
  gboolean is_whole = number > -1e18 && number < 1e18 && number == (double) (gint64) number;

  return g_strdup_printf (is_whole ? "%.0f" : "%.10g", number);
}
