/* sounder-json-path.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include "mcp-json.h"
#include "sounder-json-path.h"

/* A container around the place. */
typedef struct
{
  gboolean is_object;
  gboolean wants_key;   /* of an object: the next string is one */
  guint64  index;       /* of an array: of the element that comes or has come */
  gsize    key;         /* of an object: the member's, with its quotes; length 0 before the first */
  gsize    key_length;
} Level;

/* A name that needs no brackets. */
static gboolean
is_plain_name (const char *name)
{
  if (!g_ascii_isalpha (*name) && *name != '_')
    return FALSE;
  for (const char *p = name; *p != '\0'; p++)
    if (!g_ascii_isalnum (*p) && *p != '_')
      return FALSE;

  return TRUE;
}

/**
 * sounder_json_path_append_name:
 * @path: a path
 * @name: of a member
 *
 * Goes on to a member of what the path leads to.
 */
void
sounder_json_path_append_name (GString    *path,
                               const char *name)
{
  g_return_if_fail (path != NULL);
  g_return_if_fail (name != NULL);

  if (is_plain_name (name))
    {
      g_string_append_printf (path, ".%s", name);
      return;
    }

  g_string_append_c (path, '[');
  mcp_json_append_string (path, name, -1);
  g_string_append_c (path, ']');
}

static gsize
skip_string (const char *text,
             gsize       length,
             gsize       at)
{
  for (at++; at < length && text[at] != '"'; at++)
    if (text[at] == '\\')
      at++;

  return MIN (at + 1, length);
}

static gsize
skip_token (const char *text,
            gsize       length,
            gsize       at)
{
  if (text[at] == '"')
    return skip_string (text, length, at);
  if (strchr (",:{}[] \t\r\n", text[at]) != NULL)
    return at + 1;
  while (at < length && strchr (",:{}[]\" \t\r\n", text[at]) == NULL)
    at++;

  return MAX (at, 1);
}

/* One token from @at to @end goes by. */
static void
take (GArray     *levels,
      const char *text,
      gsize       at,
      gsize       end)
{
  Level *top = levels->len > 0 ? &g_array_index (levels, Level, levels->len - 1) : NULL;
  Level inner = { .is_object = text[at] == '{', .wants_key = TRUE };

  switch (text[at])
    {
    case '{':
    case '[':
      g_array_append_val (levels, inner);
      break;

    case '}':
    case ']':
      if (top != NULL)
        g_array_set_size (levels, levels->len - 1);
      break;

    case ',':
      if (top != NULL)
        {
          top->index++;
          top->wants_key = TRUE;
          top->key_length = 0;
        }
      break;

    case '"':
      if (top != NULL && top->is_object && top->wants_key)
        {
          top->key = at;
          top->key_length = end - at;
          top->wants_key = FALSE;
        }
      break;

    default:
      break;
    }
}

static char *
write_path (GArray     *levels,
            const char *text)
{
  GString *path = g_string_new ("$");

  for (guint i = 0; i < levels->len; i++)
    {
      const Level *level = &g_array_index (levels, Level, i);
      g_autofree char *name = NULL;

      if (!level->is_object)
        g_string_append_printf (path, "[%" PRIu64 "]", level->index);
      else if (level->key_length > 0
               && (name = mcp_json_dup_string (text + level->key, level->key_length)) != NULL)
        sounder_json_path_append_name (path, name);
    }

  return g_string_free (path, FALSE);
}

/**
 * sounder_json_path_at:
 * @text: JSON, or the start of it that goes on to the end of the token at @offset
 * @offset: a place in it
 *
 * Gets which value is at a place: of a member from its name on, of a container at its brackets.
 * Spaces belong to what follows them. What is no JSON gives the best guess.
 *
 * Returns: (transfer full): the path
 */
char *
sounder_json_path_at (const char *text,
                      gsize       length,
                      gsize       offset)
{
  g_autoptr (GArray) levels = g_array_new (FALSE, TRUE, sizeof (Level));
  gsize at = 0;

  g_return_val_if_fail (text != NULL, NULL);

  while (offset < length && (text[offset] == ' ' || text[offset] == '\t'))
    offset++;

  while (at < length)
    {
      gsize end = skip_token (text, length, at);
      gboolean is_sign = strchr ("{}[],", text[at]) != NULL;

      /* A closing bracket ends what is in it; the others have not happened yet. */
      if (offset < at || (offset < end && is_sign && text[at] != '}' && text[at] != ']'))
        break;
      take (levels, text, at, end);
      if (offset < end)
        break;
      at = end;
    }

  return write_path (levels, text);
}
