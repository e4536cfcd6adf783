/* mcp-composition.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-composition.h"
#include "mcp-json-edit.h"

/* \xNN at @text; the byte, or -1. */
static int
get_escaped_byte (const char *text,
                  const char *end)
{
  if (end - text < 4 || text[0] != '\\' || text[1] != 'x' || !g_ascii_isxdigit (text[2])
      || !g_ascii_isxdigit (text[3]))
    return -1;

  return g_ascii_xdigit_value (text[2]) << 4 | g_ascii_xdigit_value (text[3]);
}

/**
 * mcp_composition_encode:
 * @bytes: any bytes
 *
 * Writes bytes as text that can be edited: what is no UTF-8 and what cannot be seen becomes \xNN.
 *
 * Returns: (transfer full): the text
 */
char *
mcp_composition_encode (GBytes *bytes)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  const char *end = data + length;
  GString *out = g_string_sized_new (length);

  while (data < end)
    {
      gunichar c = g_utf8_get_char_validated (data, end - data);
      gboolean is_good = c != (gunichar) -1 && c != (gunichar) -2 && c != 0;

      if (*data == '\\' && end - data >= 2 && g_ascii_isprint (data[1])
          && get_escaped_byte (data, end) < 0)
        {
          /* An escape of JSON's with what it escapes, which may be a backslash. */
          g_string_append_len (out, data, 2);
          data += 2;
        }
      else if (!is_good || *data == '\\' || (c < 0x20 && c != '\n' && c != '\t') || c == 0x7f)
        {
          g_string_append_printf (out, "\\x%02x", (guchar) *data);
          data++;
        }
      else
        {
          g_string_append_unichar (out, c);
          data = g_utf8_next_char (data);
        }
    }

  return g_string_free (out, FALSE);
}

/**
 * mcp_composition_decode:
 * @text: what somebody wrote
 *
 * Makes the bytes that a text stands for.
 *
 * Returns: (transfer full): the bytes
 */
GBytes *
mcp_composition_decode (const char *text)
{
  const char *end = text + strlen (text);
  GByteArray *out = g_byte_array_sized_new (end - text);

  while (text < end)
    {
      int byte = get_escaped_byte (text, end);
      gsize n = *text == '\\' && end - text >= 2 ? 2 : 1;

      if (byte >= 0)
        {
          guint8 value = byte;

          g_byte_array_append (out, &value, 1);
          text += 4;
          continue;
        }

      g_byte_array_append (out, (const guint8 *) text, n);
      text += n;
    }

  return g_byte_array_free_to_bytes (out);
}

static char *
cut (const char *text)
{
  const char *end = g_utf8_find_prev_char (text, text + strlen (text) / 2 + 1);

  return g_strndup (text, end != NULL ? end - text : 0);
}

/* Puts another value in the place of a member's, or a new member in front; no other byte changes. */
static char *
with_member (const char *text,
             const char *key,
             const char *value)
{
  const char *open = strchr (text, '{');
  gsize open_length = open + 1 - text;
  McpSpan span;

  if (mcp_json_edit_find (text, strlen (text), key, &span))
    return g_strdup_printf ("%.*s%s%s", (int) span.offset, text, value,
                            text + span.offset + span.length);

  return g_strdup_printf ("%.*s\"%s\":%s%s%s", (int) open_length, text, key, value,
                          mcp_json_count (text, strlen (text)) > 0 ? "," : "", open + 1);
}

/* Puts two bytes that are no UTF-8 where the method's name begins. */
static char *
spoil (const char *text)
{
  McpSpan method;

  if (!mcp_json_edit_find (text, strlen (text), "method", &method) || text[method.offset] != '"')
    return g_strconcat (text, "\\xff\\xfe", NULL);

  return g_strdup_printf ("%.*s\\xff\\xfe%s", (int) method.offset + 1, text,
                          text + method.offset + 1);
}

/**
 * mcp_composition_break:
 * @text: a message
 * @breakage: what shall be wrong with it
 *
 * Makes a message wrong in one way; everything else of it stays as it is.
 *
 * Returns: (transfer full) (nullable): the text, %NULL when the message is no JSON object
 */
char *
mcp_composition_break (const char  *text,
                       McpBreakage  breakage)
{
  g_return_val_if_fail (text != NULL, NULL);

  if (mcp_json_get_type (text, strlen (text)) != MCP_JSON_OBJECT
      || !mcp_json_validate (text, -1, NULL))
    return NULL;

  switch (breakage)
    {
    case MCP_BREAKAGE_WRONG_ID:
      return with_member (text, "id", "{\"not\":\"an id\"}");
    case MCP_BREAKAGE_BATCH:
      return g_strdup_printf ("[%s,%s]", text, text);
    case MCP_BREAKAGE_CUT:
      return cut (text);
    case MCP_BREAKAGE_BAD_UTF8:
      return spoil (text);
    case MCP_BREAKAGE_UNKNOWN_METHOD:
      return with_member (text, "method", "\"sounder/no-such-method\"");
    case MCP_BREAKAGE_WRONG_VERSION:
      return with_member (text, "jsonrpc", "\"1.0\"");
    case MCP_BREAKAGE_BAD_PARAMS:
      return with_member (text, "params", "\"not an object\"");
    case MCP_N_BREAKAGES:
    default:
      g_return_val_if_reached (NULL);
    }
}

/* The id of a request or, when there is none to replace, FALSE. */
static gboolean
find_id (GBytes  *bytes,
         McpSpan *id)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  McpScan scan;

  if (length == 0 || !mcp_scan (data, length, &scan) || scan.kind != MCP_MESSAGE_REQUEST)
    return FALSE;

  *id = scan.id;

  return scan.id.length > 0;
}

gboolean
mcp_composition_has_id (GBytes *bytes)
{
  McpSpan id;

  g_return_val_if_fail (bytes != NULL, FALSE);

  return find_id (bytes, &id);
}

/**
 * mcp_composition_with_id:
 * @bytes: a message
 * @id: a new id
 *
 * Replaces the id of a request and nothing else of it.
 *
 * Returns: (transfer full): the message
 */
GBytes *
mcp_composition_with_id (GBytes *bytes,
                         gint64  id)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  GString *out;
  McpSpan span;

  g_return_val_if_fail (bytes != NULL, NULL);

  if (!find_id (bytes, &span))
    return g_bytes_ref (bytes);

  out = g_string_sized_new (length + 20);
  g_string_append_len (out, data, span.offset);
  g_string_append_printf (out, "%" G_GINT64_FORMAT, id);
  g_string_append_len (out, data + span.offset + span.length, length - span.offset - span.length);

  return g_string_free_to_bytes (out);
}

/**
 * mcp_composition_padded:
 * @bytes: a message
 * @padding: in bytes
 *
 * Makes a message longer: in its params, which get a member `_padding`; what has no params that
 * could take one gets spaces behind it, which mean nothing to JSON.
 *
 * Returns: (transfer full): the message
 */
GBytes *
mcp_composition_padded (GBytes *bytes,
                        gsize   padding)
{
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);
  gsize at = length;
  GString *out;
  McpScan scan;
  gboolean has_params;
  gboolean is_empty = TRUE;

  g_return_val_if_fail (bytes != NULL, NULL);

  if (padding == 0)
    return g_bytes_ref (bytes);

  mcp_scan (data, length, &scan);
  has_params = scan.fault == MCP_SCAN_OK && scan.params.length > 0
               && data[scan.params.offset] == '{';
  if (has_params)
    {
      at = scan.params.offset + 1;
      is_empty = mcp_json_count (data + scan.params.offset, scan.params.length) == 0;
    }

  out = g_string_sized_new (length + padding + 32);
  g_string_append_len (out, data, at);
  if (has_params)
    g_string_append (out, "\"_padding\":\"");
  g_string_set_size (out, out->len + padding);
  memset (out->str + out->len - padding, has_params ? 'x' : ' ', padding);
  if (has_params)
    g_string_append (out, is_empty ? "\"" : "\",");
  g_string_append_len (out, data + at, length - at);

  return g_string_free_to_bytes (out);
}

typedef struct
{
  GBytes *bytes;
  gint64  id;
  gsize   padding;
} Making;

static void
making_free (gpointer data)
{
  Making *making = data;

  g_bytes_unref (making->bytes);
  g_free (making);
}

static void
make_in_worker (GTask        *task,
                gpointer      source_object,
                gpointer      task_data,
                GCancellable *cancellable)
{
  Making *making = task_data;
  g_autoptr (GBytes) named = NULL;
  g_autoptr (GBytes) padded = NULL;
  g_autoptr (GBytes) own = NULL;
  McpMessage *message;

  named = making->id >= 0 ? mcp_composition_with_id (making->bytes, making->id)
                          : g_bytes_ref (making->bytes);
  if (g_task_return_error_if_cancelled (task))
    return;

  padded = mcp_composition_padded (named, making->padding);
  /* As McpSession wants it. */
  own = g_bytes_new_from_bytes (padded, 0, g_bytes_get_size (padded));
  message = mcp_message_new (own);
  mcp_message_get_params_excerpt (message);
  g_task_return_pointer (task, message, (GDestroyNotify) mcp_message_unref);
}

/**
 * mcp_composition_make_async:
 * @bytes: a message
 * @id: a new id for a request, or -1
 * @padding: in bytes
 * @callback: called when it is made
 *
 * Does what mcp_composition_with_id() and mcp_composition_padded() do, and scans the outcome, in a
 * worker: a hundred megabytes take a good part of a second.
 */
void
mcp_composition_make_async (GBytes              *bytes,
                            gint64               id,
                            gsize                padding,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  Making *making = g_new0 (Making, 1);

  g_return_if_fail (bytes != NULL);

  making->bytes = g_bytes_ref (bytes);
  making->id = id;
  making->padding = padding;
  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_composition_make_async);
  g_task_set_task_data (task, making, making_free);
  g_task_run_in_thread (task, make_in_worker);
}

/**
 * mcp_composition_make_finish:
 *
 * Gets what was made.
 *
 * Returns: (transfer full) (nullable): a message in a #GBytes of its own; %NULL when given up
 */
McpMessage *
mcp_composition_make_finish (GAsyncResult  *result,
                             GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
