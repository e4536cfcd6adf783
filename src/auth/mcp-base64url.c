/* mcp-base64url.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-base64url.h"

/**
 * mcp_base64url_encode:
 * @data: (array length=length) (nullable): bytes; %NULL only when there are none
 *
 * Encodes bytes without padding (RFC 4648 section 5).
 *
 * Returns: (transfer full): the text
 */
char *
mcp_base64url_encode (gconstpointer data,
                      gsize         length)
{
  char *text;

  g_return_val_if_fail (data != NULL || length == 0, NULL);

  text = g_base64_encode (data, length);
  g_strdelimit (text, "+", '-');
  g_strdelimit (text, "/", '_');
  text[strcspn (text, "=")] = '\0';

  return text;
}

/* Six bits, or -1. */
static int
digit_value (char c)
{
  if (c >= 'A' && c <= 'Z')
    return c - 'A';
  if (c >= 'a' && c <= 'z')
    return c - 'a' + 26;
  if (c >= '0' && c <= '9')
    return c - '0' + 52;

  return c == '-' ? 62 : c == '_' ? 63 : -1;
}

/**
 * mcp_base64url_decode:
 * @text: what may be base64url
 * @length: its length in bytes, -1 if it ends in NUL
 * @out_length: (out): how many bytes it is
 *
 * Decodes text strictly: each row of bytes has one spelling, so that padding, white space, the
 * letters of other base64 and stray bits at the end are refused.
 *
 * Returns: (transfer full) (nullable): the bytes and a NUL behind them, that is not counted;
 *   %NULL if the text is not base64url
 */
guint8 *
mcp_base64url_decode (const char *text,
                      gssize      length,
                      gsize      *out_length)
{
  g_autofree guint8 *bytes = NULL;
  gsize n = 0;
  guint buffer = 0;
  guint n_bits = 0;

  g_return_val_if_fail (text != NULL || length == 0, NULL);
  g_return_val_if_fail (out_length != NULL, NULL);

  if (length < 0)
    length = strlen (text);
  *out_length = 0;
  if (length % 4 == 1)
    return NULL;

  bytes = g_malloc (length / 4 * 3 + 3);
  for (gssize i = 0; i < length; i++)
    {
      int value = digit_value (text[i]);

      if (value < 0)
        return NULL;
      buffer = buffer << 6 | (guint) value;
      n_bits += 6;
      if (n_bits >= 8)
        {
          n_bits -= 8;
          bytes[n++] = buffer >> n_bits;
          buffer &= (1u << n_bits) - 1;
        }
    }
  if (buffer != 0)
    return NULL;

  bytes[n] = '\0';
  *out_length = n;

  return g_steal_pointer (&bytes);
}
