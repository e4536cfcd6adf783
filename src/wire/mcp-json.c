/* mcp-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-error.h"
#include "mcp-escape-private.h"
#include "mcp-hash.h"
#include "mcp-json-private.h"
#include "mcp-number-private.h"
#include "mcp-scan-private.h"

/*
 * Readers over text. They are written for valid text, and stop early rather than read beyond
 * the end when they are given a message that broke off.
 */

const gboolean mcp_json_ends_word[256] = {
  [' '] = TRUE, ['\n'] = TRUE, ['\r'] = TRUE, ['\t'] = TRUE, [','] = TRUE, [':'] = TRUE,
  ['{'] = TRUE, ['}'] = TRUE,  ['['] = TRUE,  [']'] = TRUE,  ['"'] = TRUE,
};

gsize
mcp_json_skip_start (const char *data,
                     gsize       end)
{
  gboolean has_bom = end >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0;

  return mcp_json_skip_space (data, has_bom ? 3 : 0, end);
}

static gsize
skip_container (const char *data,
                gsize       position,
                gsize       end)
{
  gsize depth = 0;

  while (position < end)
    {
      switch (data[position])
        {
        case '"':
          position = mcp_escape_skip_string (data, position, end);
          continue;
        case '{':
        case '[':
          depth++;
          break;
        case '}':
        case ']':
          if (--depth == 0)
            return position + 1;
          break;
        default:
          break;
        }
      position++;
    }

  return end;
}

gsize
mcp_json_skip_value (const char *data,
                     gsize       position,
                     gsize       end)
{
  if (position == end)
    return end;

  switch (data[position])
    {
    case '"':
      return mcp_escape_skip_string (data, position, end);
    case '{':
    case '[':
      return skip_container (data, position, end);
    default:
      while (position < end && !mcp_json_ends_word[(guchar) data[position]])
        position++;
      return position;
    }
}

/**
 * mcp_json_iter_init:
 * @iter: (out caller-allocates): an iterator
 * @text: (array length=length): a JSON value; must live as long as the iterator
 *
 * Starts to walk the members of an object or the elements of an array.
 *
 * Returns: %FALSE if the value is neither; the iterator is then empty
 */
gboolean
mcp_json_iter_init (McpJsonIter *iter,
                    const char  *text,
                    gsize        length)
{
  gsize position;

  g_return_val_if_fail (iter != NULL, FALSE);

  *iter = (McpJsonIter) { text, 0, 0, FALSE };

  position = mcp_json_skip_start (text, length);
  if (position == length || (text[position] != '{' && text[position] != '['))
    return FALSE;

  iter->is_object = text[position] == '{';
  iter->position = position + 1;
  iter->end = length;

  return TRUE;
}

static gboolean
iter_stop (McpJsonIter *iter)
{
  iter->position = iter->end;

  return FALSE;
}

/**
 * mcp_json_iter_next:
 * @iter: an iterator
 * @key: (out) (optional): the key with its quotes, of length 0 in an array
 * @value: (out) (optional): the value
 *
 * Takes the next member or element, in the order of the text, duplicate keys included. The spans
 * count from the start of the text the iterator was made for.
 *
 * Returns: %FALSE after the last one
 */
gboolean
mcp_json_iter_next (McpJsonIter *iter,
                    McpSpan     *key,
                    McpSpan     *value)
{
  const char *data;
  gsize position, start;

  g_return_val_if_fail (iter != NULL, FALSE);

  data = iter->data;
  position = mcp_json_skip_space (data, iter->position, iter->end);
  if (position < iter->end && data[position] == ',')
    position = mcp_json_skip_space (data, position + 1, iter->end);
  if (position >= iter->end || data[position] == ']' || data[position] == '}')
    return iter_stop (iter);

  if (key != NULL)
    *key = (McpSpan) { position, 0 };

  if (iter->is_object)
    {
      if (data[position] != '"')
        return iter_stop (iter);

      start = position;
      position = mcp_escape_skip_string (data, position, iter->end);
      if (key != NULL)
        key->length = position - start;

      position = mcp_json_skip_space (data, position, iter->end);
      if (position >= iter->end || data[position] != ':')
        return iter_stop (iter);
      position = mcp_json_skip_space (data, position + 1, iter->end);
    }

  start = position;
  position = mcp_json_skip_value (data, position, iter->end);
  if (position == start)
    return iter_stop (iter);

  if (value != NULL)
    *value = (McpSpan) { start, position - start };
  iter->position = position;

  return TRUE;
}

/* Says where a fault is as an editor counts. */
static void
locate (const char *text,
        gsize       offset,
        guint      *line,
        guint      *column)
{
  gsize line_start = 0;

  *line = 1;
  for (gsize i = 0; i < offset; i++)
    if (text[i] == '\n')
      {
        (*line)++;
        line_start = i + 1;
      }

  *column = 1;
  for (gsize i = line_start; i < offset; i++)
    if (((guchar) text[i] & 0xc0) != 0x80)
      (*column)++;
}

/**
 * mcp_json_validate:
 * @text: what somebody wrote
 * @length: its length in bytes, -1 if it ends in NUL
 * @error: return location for an error of %MCP_ERROR_INVALID_MESSAGE
 *
 * Checks that a text is one strict RFC 8259 value, without a byte order mark, so that it can be
 * put into a message.
 *
 * Returns: %TRUE if it is
 */
gboolean
mcp_json_validate (const char  *text,
                   gssize       length,
                   GError     **error)
{
  McpScan scan;
  guint line, column;

  g_return_val_if_fail (text != NULL, FALSE);

  if (length < 0)
    length = strlen (text);

  if (mcp_scan (text, length, &scan))
    {
      if ((scan.anomalies & MCP_ANOMALY_BOM) == 0)
        return TRUE;

      g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE,
                   _("Invalid JSON: begins with a byte order mark"));
      return FALSE;
    }

  locate (text, scan.fault_offset, &line, &column);
  /* Translators: %s is what is wrong, such as “malformed number”. */
  g_set_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE,
               _("Invalid JSON: %s in line %u, column %u"),
               mcp_scan_fault_to_text (scan.fault), line, column);

  return FALSE;
}

/**
 * mcp_json_get_type:
 *
 * Gets the type of a value from its first byte.
 *
 * Returns: the type, %MCP_JSON_NONE if there is no value
 */
McpJsonType
mcp_json_get_type (const char *text,
                   gsize       length)
{
  gsize start = mcp_json_skip_start (text, length);

  return mcp_scan_type_of (text, (McpSpan) { start, length - start });
}

const char *
mcp_json_type_get_name (McpJsonType type)
{
  static const char * const names[] = {
    [MCP_JSON_NONE] = "",         [MCP_JSON_NULL] = "null",     [MCP_JSON_BOOLEAN] = "boolean",
    [MCP_JSON_NUMBER] = "number", [MCP_JSON_STRING] = "string", [MCP_JSON_ARRAY] = "array",
    [MCP_JSON_OBJECT] = "object",
  };

  g_return_val_if_fail (type < G_N_ELEMENTS (names), "");

  return names[type];
}

/**
 * mcp_json_key_equal:
 * @key: (array length=length): a key token with its quotes
 * @name: valid UTF-8
 *
 * Compares a key with a name. A key spelled with escapes is the same key.
 *
 * Returns: %TRUE if it is that name
 */
gboolean
mcp_json_key_equal (const char *key,
                    gsize       length,
                    const char *name)
{
  g_return_val_if_fail (name != NULL, FALSE);

  if (length < 2)
    return FALSE;

  return mcp_escape_equal (key + 1, length - 2, name, strlen (name));
}

/* An element of a path: the index it is, or -1. */
static gint64
path_index (const char *name,
            gsize       length)
{
  gint64 index = 0;

  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isdigit (name[i]) || i > 9)
        return -1;
      index = index * 10 + (name[i] - '0');
    }

  return length > 0 ? index : -1;
}

static gboolean
lookup_one (const char *text,
            McpSpan     container,
            const char *name,
            gsize       name_length,
            McpSpan    *value)
{
  McpJsonIter iter;
  McpSpan key, candidate;
  gint64 index = path_index (name, name_length);
  gboolean found = FALSE;

  if (!mcp_json_iter_init (&iter, text + container.offset, container.length))
    return FALSE;

  for (gint64 i = 0; mcp_json_iter_next (&iter, &key, &candidate); i++)
    {
      if (iter.is_object
            ? !mcp_escape_equal (iter.data + key.offset + 1, key.length - MIN (key.length, 2),
                                 name, name_length)
            : i != index)
        continue;

      *value = (McpSpan) { container.offset + candidate.offset, candidate.length };
      found = TRUE;
      if (!iter.is_object)
        break;
    }

  return found;
}

/**
 * mcp_json_lookup:
 * @path: (nullable): names of members joined by dots; a number is also an index into an array.
 *   %NULL and "" are the value itself
 * @value: (out): what was found, counted from @text
 *
 * Finds a value inside another, such as "capabilities.tools.listChanged". Of members with the
 * same key the last one counts.
 *
 * Returns: %FALSE if there is no such value
 */
gboolean
mcp_json_lookup (const char *text,
                 gsize       length,
                 const char *path,
                 McpSpan    *value)
{
  gsize start;

  g_return_val_if_fail (value != NULL, FALSE);

  start = mcp_json_skip_start (text, length);
  *value = (McpSpan) { start, mcp_json_skip_value (text, start, length) - start };
  if (value->length == 0)
    return FALSE;

  while (path != NULL && *path != '\0')
    {
      const char *dot = strchrnul (path, '.');

      if (!lookup_one (text, *value, path, dot - path, value))
        {
          *value = (McpSpan) { 0, 0 };
          return FALSE;
        }
      path = *dot == '.' ? dot + 1 : dot;
    }

  return TRUE;
}

static GString *
decode_string (const char *text,
               gsize       length,
               gunichar    null)
{
  McpSpan span;
  GString *out;

  if (!mcp_json_lookup (text, length, NULL, &span) || text[span.offset] != '"' || span.length < 2)
    return NULL;

  out = g_string_sized_new (span.length - 1);
  mcp_escape_append_plain (out, text + span.offset + 1, span.length - 2, null);

  return out;
}

/**
 * mcp_json_dup_string:
 *
 * Decodes a string. The result is always valid UTF-8 that a C string holds whole: U+0000 is
 * shown as U+2400 and half of a surrogate pair as U+FFFD.
 *
 * Returns: (transfer full) (nullable): the characters, or %NULL if the value is no string
 */
char *
mcp_json_dup_string (const char *text,
                     gsize       length)
{
  GString *out = decode_string (text, length, MCP_ESCAPE_SYMBOL_FOR_NULL);

  return out != NULL ? g_string_free (out, FALSE) : NULL;
}

/**
 * mcp_json_dup_bytes:
 *
 * Decodes a string to the bytes that it stands for, with U+0000 as a byte like others: what a digest is made of.
 *
 * Returns: (transfer full) (nullable): UTF-8, or %NULL if the value is no string
 */
GBytes *
mcp_json_dup_bytes (const char *text,
                    gsize       length)
{
  GString *out = decode_string (text, length, 0);

  return out != NULL ? g_string_free_to_bytes (out) : NULL;
}

/**
 * mcp_json_lookup_string:
 * @path: (nullable): as in mcp_json_lookup()
 *
 * Finds a string and decodes it as mcp_json_dup_string() does.
 *
 * Returns: (transfer full) (nullable): the characters, or %NULL if there is no such string
 */
char *
mcp_json_lookup_string (const char *text,
                        gsize       length,
                        const char *path)
{
  McpSpan span;

  if (!mcp_json_lookup (text, length, path, &span))
    return NULL;

  return mcp_json_dup_string (text + span.offset, span.length);
}

static gboolean
lookup_typed (const char *text,
              gsize       length,
              const char *path,
              McpJsonType type,
              McpSpan    *span)
{
  return mcp_json_lookup (text, length, path, span) && mcp_scan_type_of (text, *span) == type;
}

/**
 * mcp_json_lookup_int64:
 * @path: (nullable): as in mcp_json_lookup()
 * @value: (out): the number; not touched if there is none
 *
 * Finds a number whose value is an integer of 64 bits, also one spelled 1.0 or 1e3.
 *
 * Returns: %FALSE if there is none
 */
gboolean
mcp_json_lookup_int64 (const char *text,
                       gsize       length,
                       const char *path,
                       gint64     *value)
{
  McpSpan span;
  gint64 number;

  g_return_val_if_fail (value != NULL, FALSE);

  if (!lookup_typed (text, length, path, MCP_JSON_NUMBER, &span) ||
      !mcp_number_to_int64 (text + span.offset, span.length, &number))
    return FALSE;

  *value = number;
  return TRUE;
}

/**
 * mcp_json_lookup_double:
 * @path: (nullable): as in mcp_json_lookup()
 * @value: (out): the number, infinite if it is too big; not touched if there is none
 *
 * Finds a number.
 *
 * Returns: %FALSE if there is none
 */
gboolean
mcp_json_lookup_double (const char *text,
                        gsize       length,
                        const char *path,
                        double     *value)
{
  McpSpan span;

  g_return_val_if_fail (value != NULL, FALSE);

  if (!lookup_typed (text, length, path, MCP_JSON_NUMBER, &span))
    return FALSE;

  *value = mcp_number_to_double (text + span.offset, span.length);
  return TRUE;
}

/**
 * mcp_json_lookup_boolean:
 * @path: (nullable): as in mcp_json_lookup()
 * @value: (out): the value; not touched if there is none
 *
 * Finds true or false.
 *
 * Returns: %FALSE if there is neither
 */
gboolean
mcp_json_lookup_boolean (const char *text,
                         gsize       length,
                         const char *path,
                         gboolean   *value)
{
  McpSpan span;

  g_return_val_if_fail (value != NULL, FALSE);

  if (!lookup_typed (text, length, path, MCP_JSON_BOOLEAN, &span))
    return FALSE;

  *value = text[span.offset] == 't';
  return TRUE;
}

/**
 * mcp_json_count:
 *
 * Counts the members of an object or the elements of an array.
 *
 * Returns: how many, duplicates included; 0 for other values
 */
guint
mcp_json_count (const char *text,
                gsize       length)
{
  McpJsonIter iter;
  guint n = 0;

  if (mcp_json_iter_init (&iter, text, length))
    while (mcp_json_iter_next (&iter, NULL, NULL))
      n++;

  return n;
}

void
mcp_json_append_token (GString    *pointer,
                       const char *name,
                       gsize       length)
{
  g_string_append_c (pointer, '/');
  if (memchr (name, '~', length) == NULL && memchr (name, '/', length) == NULL)
    {
      g_string_append_len (pointer, name, length);
      return;
    }

  for (const char *end = name + length; name < end; name++)
    if (*name == '~')
      g_string_append (pointer, "~0");
    else if (*name == '/')
      g_string_append (pointer, "~1");
    else
      g_string_append_c (pointer, *name);
}

char *
mcp_json_dup_pointer (const char *text,
                      McpSpan     root,
                      gsize       offset)
{
  GString *pointer = g_string_new (NULL);
  gboolean goes_on = TRUE;
  McpJsonIter iter;

  while (goes_on && mcp_json_begin (&iter, text, root))
    {
      McpSpan key, value;

      goes_on = FALSE;
      for (guint i = 0; !goes_on && mcp_json_iter_next (&iter, &key, &value); i++)
        {
          g_autofree char *name = NULL;

          /* A key is part of its member. */
          if (offset >= value.offset + value.length
              || offset < (iter.is_object ? key.offset : value.offset))
            continue;

          name = iter.is_object ? mcp_json_dup_string (text + key.offset, key.length)
                                : g_strdup_printf ("%u", i);
          mcp_json_append_token (pointer, name, strlen (name));
          root = value;
          goes_on = TRUE;
        }
    }

  return g_string_free (pointer, FALSE);
}

GHashTable *
mcp_json_index_members (const char *text,
                        McpSpan     object)
{
  GHashTable *members = g_hash_table_new_full (mcp_str_hash, g_str_equal, g_free, g_free);
  McpJsonIter iter;
  McpSpan key, value;

  mcp_json_begin (&iter, text, object);
  while (mcp_json_iter_next (&iter, &key, &value))
    g_hash_table_replace (members, mcp_json_dup_string (text + key.offset, key.length),
                          g_memdup2 (&value, sizeof value));

  return members;
}
