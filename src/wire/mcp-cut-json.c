/* mcp-cut-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-cut-json.h"
#include "mcp-json-private.h"

/*
 * A row of the timeline shows a line about a message that may be 100 MiB long: what is needed is
 * nearly always in its first bytes. Nothing here trusts the text to be valid or whole.
 */

static const char *
skip_space (const char *p,
            const char *end)
{
  return p + mcp_json_skip_space (p, 0, end - p);
}

static const char *
skip_value (const char *p,
            const char *end)
{
  return p + mcp_json_skip_value (p, 0, end - p);
}

/* Where the value begins, behind white space and a byte order mark. */
const char *
mcp_cut_json_start (const char *data,
                    const char *end)
{
  return data + mcp_json_skip_start (data, end - data);
}

static const char *
find_member (const char *object,
             const char *end,
             const char *name)
{
  const char *p;

  if (object >= end || *object != '{')
    return NULL;

  for (p = skip_space (object + 1, end); p < end && *p == '"'; p = skip_space (p, end))
    {
      const char *key = p;
      gsize key_length;

      p = skip_value (p, end);
      key_length = p - key;
      p = skip_space (p, end);
      if (p == end || *p != ':')
        return NULL;

      p = skip_space (p + 1, end);
      if (p < end && mcp_json_key_equal (key, key_length, name))
        return p;

      p = skip_space (skip_value (p, end), end);
      if (p == end || *p != ',')
        return NULL;
      p++;
    }

  return NULL;
}

/* Finds a member of a member; the path has dots. */
const char *
mcp_cut_json_find (const char *object,
                   const char *end,
                   const char *path)
{
  g_auto (GStrv) names = g_strsplit (path, ".", -1);

  for (guint i = 0; names[i] != NULL && object != NULL; i++)
    object = find_member (object, end, names[i]);

  return object;
}

/* Finds the first element of an array. */
const char *
mcp_cut_json_first (const char *array,
                    const char *end)
{
  if (array == NULL || array >= end || *array != '[')
    return NULL;

  array = skip_space (array + 1, end);

  return array < end && *array != ']' ? array : NULL;
}

/* Finds the element behind one. */
const char *
mcp_cut_json_next (const char *element,
                   const char *end)
{
  const char *p = skip_space (skip_value (element, end), end);

  if (p == end || *p != ',')
    return NULL;

  p = skip_space (p + 1, end);

  return p < end ? p : NULL;
}

/* Steps over a name and its colon to the value. */
static const char *
get_member_value (const char *name,
                  const char *end)
{
  const char *p;

  if (name >= end || *name != '"')
    return NULL;

  p = skip_space (skip_value (name, end), end);
  if (p >= end || *p != ':')
    return NULL;

  p = skip_space (p + 1, end);

  return p < end ? p : NULL;
}

/* Finds the value of an object's first member. */
const char *
mcp_cut_json_first_member (const char *object,
                           const char *end)
{
  if (object == NULL || object >= end || *object != '{')
    return NULL;

  return get_member_value (skip_space (object + 1, end), end);
}

/* Finds the value of the member behind one. */
const char *
mcp_cut_json_next_member (const char *value,
                          const char *end)
{
  const char *name = mcp_cut_json_next (value, end);

  return name != NULL ? get_member_value (name, end) : NULL;
}

/* Counts the elements of an array that begin before the end. */
guint
mcp_cut_json_count (const char *array,
                    const char *end,
                    gboolean   *is_cut)
{
  const char *last = NULL;
  guint n = 0;

  for (const char *p = mcp_cut_json_first (array, end); p != NULL; p = mcp_cut_json_next (p, end))
    {
      last = p;
      n++;
    }

  /* Whole only if the bracket stands behind the last one. */
  if (last != NULL)
    last = skip_space (skip_value (last, end), end);
  else
    last = skip_space (array + 1, end);
  *is_cut = last >= end || *last != ']';

  return n;
}

/* How long the escape of four digits is with the one that belongs to it: half of a pair is no character. */
static gsize
get_unit_length (const char *escape,
                 gsize       length,
                 gboolean    is_cut)
{
  static const char pair[] = "\\u";
  gsize n_behind = length - MIN (length, 6);
  gboolean is_high = length >= 6 && g_ascii_tolower (escape[2]) == 'd'
                     && strchr ("89abAB", escape[3]) != NULL;

  if (is_high && (n_behind > 0 || is_cut) && memcmp (escape + 6, pair, MIN (n_behind, 2)) == 0)
    return 12;

  return 6;
}

/* How much of a string's inside can be decoded: whole escapes and characters only. */
static gsize
whole_characters (const char *inside,
                  gsize       length,
                  gsize       max_bytes,
                  gboolean    is_cut)
{
  gsize n = 0;

  while (n < length && n < max_bytes)
    {
      gsize step = 1;

      if (inside[n] == '\\')
        step = n + 1 < length && inside[n + 1] == 'u' ? get_unit_length (inside + n, length - n, is_cut) : 2;
      else if ((guchar) inside[n] >= 0xc0)
        step = g_utf8_next_char (inside + n) - (inside + n);

      if (n + step > length)
        break;
      n += step;
    }

  return n;
}

/* Decodes a string, or as much of it as is there and wanted; "…" stands for the rest. */
char *
mcp_cut_json_string (const char *value,
                     const char *end,
                     gsize       max_bytes)
{
  g_autofree char *token = NULL;
  g_autofree char *text = NULL;
  const char *stop;
  gsize length;
  gsize taken;
  gboolean closed;

  if (value == NULL || value >= end || *value != '"')
    return NULL;

  stop = skip_value (value, end);
  closed = stop - value >= 2 && stop[-1] == '"';
  length = stop - value - (closed ? 2 : 1);
  taken = whole_characters (value + 1, length, max_bytes, !closed);

  token = g_strdup_printf ("\"%.*s\"", (int) taken, value + 1);
  text = mcp_json_dup_string (token, strlen (token));

  return taken < length || !closed ? g_strconcat (text, "…", NULL) : g_steal_pointer (&text);
}

/* What a value says: a string's characters, or the tokens of anything else. */
char *
mcp_cut_json_text (const char *value,
                   const char *end,
                   gsize       max_bytes)
{
  const char *stop;
  gsize length;

  if (value == NULL || value >= end)
    return NULL;
  if (*value == '"')
    return mcp_cut_json_string (value, end, max_bytes);

  stop = skip_value (value, end);
  length = MIN ((gsize) (stop - value), max_bytes);

  return g_strdup_printf ("%.*s%s", (int) length, value,
                          length < (gsize) (stop - value) ? "…" : "");
}
