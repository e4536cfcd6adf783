/* mcp-text-encoding.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-text-encoding.h"

static const struct
{
  const char *mark;
  gsize       length;
  const char *charset;  /* (nullable): UTF-8 */
} encodings[] = {
  [MCP_TEXT_UTF8] = { "", 0, NULL },
  [MCP_TEXT_UTF8_MARKED] = { "\357\273\277", 3, NULL },
  [MCP_TEXT_UTF16_LE] = { "\377\376", 2, "UTF-16LE" },
  [MCP_TEXT_UTF16_BE] = { "\376\377", 2, "UTF-16BE" },
};

/* The first character of what people write for programs is one of ASCII. */
static McpTextEncoding
guess (const char *bytes,
       gsize       length,
       gsize      *mark_length)
{
  for (McpTextEncoding i = MCP_TEXT_UTF8_MARKED; i <= MCP_TEXT_UTF16_BE; i++)
    if (length >= encodings[i].length && memcmp (bytes, encodings[i].mark, encodings[i].length) == 0)
      {
        *mark_length = encodings[i].length;
        return i;
      }

  *mark_length = 0;
  if (length >= 2 && length % 2 == 0 && (bytes[0] == '\0') != (bytes[1] == '\0'))
    return bytes[0] == '\0' ? MCP_TEXT_UTF16_BE : MCP_TEXT_UTF16_LE;

  return MCP_TEXT_UTF8;
}

static void
fail_utf8 (const char  *bytes,
           const char  *bad,
           GError     **error)
{
  guint line = 1;

  for (const char *p = bytes; p < bad; p++)
    line += *p == '\n';
  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
               /* Translators: a byte of a file in hexadecimal, and the line it is in. */
               _("It is neither UTF-8 nor UTF-16: the byte %02X in line %u belongs to another encoding; save it as UTF-8"),
               (guchar) *bad, line);
}

/**
 * mcp_text_decode:
 * @bytes: what is in a file
 * @text_length: (out) (optional): bytes of the text
 * @encoding: (out) (optional): how the file is written
 *
 * Reads a text as UTF-8 or, by its byte order mark or its first character, as UTF-16.
 *
 * Returns: (transfer full) (nullable): UTF-8 without a byte order mark, with a NUL behind it; %NULL with
 *   %MCP_ERROR_CONFIG
 */
char *
mcp_text_decode (const char       *bytes,
                 gsize             length,
                 gsize            *text_length,
                 McpTextEncoding  *encoding,
                 GError          **error)
{
  gsize mark_length;
  McpTextEncoding found;
  const char *end;
  char *text;
  gsize written = 0;

  g_return_val_if_fail (bytes != NULL || length == 0, NULL);

  found = guess (bytes, length, &mark_length);
  if (encoding != NULL)
    *encoding = found;
  bytes += mark_length;
  length -= mark_length;

  if (encodings[found].charset != NULL)
    {
      text = g_convert (bytes, length, "UTF-8", encodings[found].charset, NULL, &written, NULL);
      if (text == NULL)
        g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("It begins as UTF-16 and is none: save it as UTF-8"));
    }
  else if (!g_utf8_validate_len (bytes, length, &end) && *end != '\0')
    {
      fail_utf8 (bytes, end, error);
      return NULL;
    }
  else
    {
      text = g_malloc (length + 1);
      if (length > 0)
        memcpy (text, bytes, length);
      text[length] = '\0';
      written = length;
    }
  if (text_length != NULL)
    *text_length = written;

  return text;
}

/**
 * mcp_text_encode:
 * @text: UTF-8
 * @encoding: of the file it is for, from mcp_text_decode()
 * @length: (out): bytes of the result
 *
 * Writes a text as a file has it, with the byte order mark that goes with UTF-16.
 *
 * Returns: (transfer full): what is to be in the file
 */
char *
mcp_text_encode (const char       *text,
                 McpTextEncoding   encoding,
                 gsize            *length)
{
  g_autofree char *converted = NULL;
  GString *out;
  gsize n;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (length != NULL, NULL);

  n = strlen (text);
  out = g_string_new_len (encodings[encoding].mark, encodings[encoding].length);
  if (encodings[encoding].charset != NULL)
    converted = g_convert (text, n, encodings[encoding].charset, "UTF-8", NULL, &n, NULL);
  g_string_append_len (out, converted != NULL ? converted : text, n);
  *length = out->len;

  return g_string_free (out, FALSE);
}
