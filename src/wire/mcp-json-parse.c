/* mcp-json-parse.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-json"

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-number-private.h"

/*
 * A JsonNode from text that json-glib would misread or not survive as it is: it aborts on half
 * of a surrogate pair, ends a string at \u0000, wraps integers beyond 64 bits and recurses.
 */

/* Copies a string token; an escape that json-glib cannot take becomes another of the same length. */
static const char *
copy_string (GString    *out,
             const char *p,
             const char *end)
{
  g_string_append_c (out, *p++);

  while (p < end && *p != '"')
    {
      const char *escape = p;
      gunichar unit;

      if (*p != '\\')
        {
          g_string_append_c (out, *p++);
          continue;
        }

      if (p[1] != 'u')
        {
          g_string_append_len (out, p, 2);
          p += 2;
          continue;
        }

      unit = strtoul ((char[]) { p[2], p[3], p[4], p[5], '\0' }, NULL, 16);
      p += 6;
      if (unit >= 0xd800 && unit < 0xdc00 && p[0] == '\\' && p[1] == 'u' &&
          (p[2] == 'd' || p[2] == 'D') && strchr ("cdefCDEF", p[3]) != NULL)
        {
          g_string_append_len (out, escape, 12);
          p += 6;
        }
      else if (unit >= 0xd800 && unit < 0xe000)
        g_string_append (out, "\\ufffd");
      else if (unit == 0)
        g_string_append (out, "\\u2400");
      else
        g_string_append_len (out, escape, 6);
    }

  g_string_append_c (out, '"');
  return p + 1;
}

/* An integer beyond 64 bits is given a fraction: json-glib then makes it a double. */
static const char *
copy_number (GString    *out,
             const char *p,
             const char *end)
{
  const char *first = p;
  gboolean is_integer = TRUE;
  gint64 value;

  for (; p < end && (g_ascii_isalnum (*p) || *p == '-' || *p == '+' || *p == '.'); p++)
    if (!g_ascii_isdigit (*p) && *p != '-')
      is_integer = FALSE;

  g_string_append_len (out, first, p - first);
  if (is_integer && !mcp_number_to_int64 (first, p - first, &value))
    g_string_append (out, ".0");

  return p;
}

static GString *
make_readable (const char *text,
               gsize       length)
{
  GString *out = g_string_sized_new (length + 16);
  const char *end = text + length;
  const char *p = text;

  while (p < end)
    {
      if (*p == '"')
        p = copy_string (out, p, end);
      else if (*p == '-' || g_ascii_isdigit (*p))
        p = copy_number (out, p, end);
      else
        g_string_append_c (out, *p++);
    }

  return out;
}

/**
 * mcp_json_parse:
 * @text: (array length=length): a JSON text
 * @length: its length in bytes
 * @error: return location for an error of %MCP_ERROR_INVALID_MESSAGE
 *
 * Makes an immutable tree. Use it to look into a message, never to print it: json-glib drops
 * duplicate keys and spells numbers its own way. Half of a surrogate pair becomes U+FFFD, U+0000
 * becomes U+2400, integers beyond 64 bits become doubles. Text that is not valid, or nested
 * deeper than %MCP_SCAN_MAX_DEPTH, is refused.
 *
 * Returns: (transfer full) (nullable): the root, or %NULL with an error
 */
JsonNode *
mcp_json_parse (const char  *text,
                gsize        length,
                GError     **error)
{
  g_autoptr (JsonParser) parser = NULL;
  g_autoptr (GError) parse_error = NULL;
  McpScan scan;
  gboolean parsed;

  g_return_val_if_fail (text != NULL || length == 0, NULL);

  if (length >= 3 && memcmp (text, "\xef\xbb\xbf", 3) == 0)
    {
      text += 3;
      length -= 3;
    }

  if (!mcp_json_validate (text != NULL ? text : "", length, error))
    return NULL;

  mcp_scan (text, length, &scan);
  if ((scan.anomalies & MCP_ANOMALY_DEPTH) != 0)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE,
                   _("Nested deeper than %d levels"), MCP_SCAN_MAX_DEPTH);
      return NULL;
    }

  parser = json_parser_new_immutable ();

  if ((scan.anomalies & (MCP_ANOMALY_LONE_SURROGATE | MCP_ANOMALY_NUL |
                         MCP_ANOMALY_BIG_INTEGER)) != 0)
    {
      GString *readable = make_readable (text, length);

      parsed = json_parser_load_from_data (parser, readable->str, readable->len, &parse_error);
      g_string_free (readable, TRUE);
    }
  else
    parsed = json_parser_load_from_data (parser, text, length, &parse_error);

  if (!parsed)
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE, parse_error->message);
      return NULL;
    }

  return json_parser_steal_root (parser);
}
