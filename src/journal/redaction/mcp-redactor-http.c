/* mcp-redactor-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-header-value.h"
#include "mcp-json.h"
#include "mcp-redactor-private.h"

/*
 * The "http" object of a recording: headers are pairs in an array there, [["Name","value"], …], and
 * the name says whether the value is a secret.
 */

/* Session ids come in headers and may appear again in an address or a body. */
static void
learn_header (McpRedactor *self,
              const char  *name,
              const char  *value,
              gsize        length)
{
  g_autofree char *decoded = NULL;

  if (g_ascii_strcasecmp (name, "MCP-Session-Id") != 0)
    return;

  decoded = mcp_json_dup_string (value, length);
  if (decoded != NULL && !g_str_equal (decoded, MCP_REDACTED))
    mcp_redactor_learn (self, decoded);
}

/* Appends a pair, without its value if that is a secret; anything else as it is. */
static void
append_header (McpRedactor        *self,
               GString            *out,
               const char         *text,
               gsize               length,
               const char * const *secret_names)
{
  g_autofree char *name = NULL;
  McpJsonIter iter;
  McpSpan span;

  if (mcp_json_iter_init (&iter, text, length) && !iter.is_object
      && mcp_json_iter_next (&iter, NULL, &span) && text[span.offset] == '"')
    name = mcp_json_dup_string (text + span.offset, span.length);

  if (name == NULL || !mcp_header_is_hidden (name, secret_names))
    {
      g_string_append_len (out, text, length);
      return;
    }

  g_string_append_c (out, '[');
  g_string_append_len (out, text + span.offset, span.length);
  while (mcp_json_iter_next (&iter, NULL, &span))
    {
      if (text[span.offset] == '"')
        {
          learn_header (self, name, text + span.offset, span.length);
          mcp_redactor_tell (self, MCP_REDACTION_HEADER, text + span.offset + 1, span.length - 2);
        }
      g_string_append (out, ",\"" MCP_REDACTED "\"");
    }
  g_string_append_c (out, ']');
}

static void
append_headers (McpRedactor        *self,
                GString            *out,
                const char         *text,
                gsize               length,
                const char * const *secret_names)
{
  gboolean first = TRUE;
  McpJsonIter iter;
  McpSpan value;

  if (!mcp_json_iter_init (&iter, text, length) || iter.is_object)
    {
      g_string_append_len (out, text, length);
      return;
    }

  g_string_append_c (out, '[');
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      if (!first)
        g_string_append_c (out, ',');
      append_header (self, out, text + value.offset, value.length, secret_names);
      first = FALSE;
    }
  g_string_append_c (out, ']');
}

/**
 * mcp_redactor_redact_http:
 * @text: (array length=length): the "http" object of a recording; JSON or not
 * @length: how many bytes, -1 if it ends in NUL
 * @out_length: (out) (optional): the length of the result in bytes
 *
 * Copies what HTTP said around a body as mcp_redactor_redact() does, and takes out the whole value
 * of every header that mcp_header_is_hidden(): by its name, or because the object says that it came
 * from the keyring. The ids of sessions that it sees on the
 * way are secrets from here on, wherever they stand.
 *
 * Returns: (transfer full): the object without secrets, which ends in NUL
 */
char *
mcp_redactor_redact_http (McpRedactor *self,
                          const char  *text,
                          gssize       length,
                          gsize       *out_length)
{
  g_autoptr (GString) masked = NULL;
  g_auto (GStrv) secret_names = NULL;
  gboolean first = TRUE;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;
  gsize n;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (text != NULL, NULL);

  n = length < 0 ? strlen (text) : (gsize) length;
  if (!mcp_json_validate (text, n, NULL) || !mcp_json_iter_init (&iter, text, n)
      || !iter.is_object)
    return mcp_redactor_redact (self, text, n, out_length);

  secret_names = mcp_header_read_secret_names (text, n);
  masked = g_string_sized_new (n);
  g_string_append_c (masked, '{');
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      if (!first)
        g_string_append_c (masked, ',');
      first = FALSE;
      g_string_append_len (masked, text + key.offset, key.length);
      g_string_append_c (masked, ':');
      if (mcp_json_key_equal (text + key.offset, key.length, "headers"))
        append_headers (self, masked, text + value.offset, value.length,
                        (const char * const *) secret_names);
      else
        g_string_append_len (masked, text + value.offset, value.length);
    }
  g_string_append_c (masked, '}');

  return mcp_redactor_redact (self, masked->str, masked->len, out_length);
}
