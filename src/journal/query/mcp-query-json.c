/* mcp-query-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"
#include "mcp-query-json.h"
#include "mcp-needle.h"

/*
 * McpJsonTest:
 *
 * What "json:" asks. It walks the bytes, so that a number is compared as it was written and a key
 * that is there twice is found twice. Bytes that are no JSON have nothing at any path.
 */

#define MAX_STEPS 32

typedef struct
{
  char     *name;      /* (nullable) of a member; %NULL takes all members and elements */
  gint64    index;     /* of an element; -1 when the name is no number */
  gboolean  is_index;  /* stood in brackets: no member's name */
} Step;

struct _McpJsonTest
{
  GArray          *steps;      /* of Step */
  McpJsonRelation  relation;
  char            *value;      /* (nullable) */
  gboolean         quoted;     /* the value is a string, whatever it looks like */
  gboolean         is_number;
  McpNeedle   *search;     /* (nullable) for what contains */
  McpNeedle   *last_name;  /* (nullable) what is not in the bytes at all need not be walked to */
};

static void
step_clear (Step *step)
{
  g_free (step->name);
}

static gint64
read_index (const char *text,
            gsize       length)
{
  gint64 index = 0;

  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isdigit (text[i]) || i > 9)
        return -1;
      index = index * 10 + (text[i] - '0');
    }

  return length > 0 ? index : -1;
}

/* "[3]", "[*]" or "[\"any name\"]". Returns how long it is, 0 when it is none of them. */
static gsize
read_bracket (Step       *step,
              const char *text,
              gsize       length)
{
  const char *close;

  if (length > 1 && text[1] == '"')
    {
      const char *quote = memchr (text + 2, '"', length - 2);

      if (quote == NULL || quote + 1 >= text + length || quote[1] != ']')
        return 0;
      step->name = g_strndup (text + 2, quote - text - 2);
      step->index = -1;
      return quote + 2 - text;
    }

  close = memchr (text, ']', length);
  if (close == NULL)
    return 0;
  if (close == text + 2 && text[1] == '*')
    return 3;

  step->is_index = TRUE;
  step->index = read_index (text + 1, close - text - 1);

  return step->index >= 0 ? close + 1 - text : 0;
}

/* Returns how many bytes of @text are the path; less than @length when it is wrong there. */
static gsize
read_path (GArray     *steps,
           const char *text,
           gsize       length)
{
  gsize at = 0;

  while (at < length)
    {
      Step step = { NULL, -1, FALSE };
      gsize n;

      if (steps->len == MAX_STEPS)
        return at;
      if (at > 0 && text[at] == '.')
        at++;
      else if (at > 0 && text[at] != '[')
        return at;

      if (at < length && text[at] == '[')
        {
          n = read_bracket (&step, text + at, length - at);
        }
      else
        {
          for (n = 0; at + n < length && text[at + n] != '.' && text[at + n] != '[';)
            n++;
          step.name = n == 1 && text[at] == '*' ? NULL : g_strndup (text + at, n);
          step.index = read_index (text + at, n);
        }
      if (n == 0)
        {
          step_clear (&step);
          return at;
        }
      g_array_append_val (steps, step);
      at += n;
    }

  return at;
}

/**
 * mcp_json_path_get_length:
 * @text: what begins with a path
 * @in_group: whether a ")" ends it
 *
 * Measures how far the path goes: to a relation such as "=", or to a space.
 *
 * Returns: its length in bytes
 */
gsize
mcp_json_path_get_length (const char *text,
                          gboolean    in_group)
{
  gboolean quoted = FALSE;
  const char *at;

  for (at = text; *at != '\0'; at++)
    {
      if (*at == '"' && (quoted || (at > text && at[-1] == '[')))
        quoted = !quoted;
      else if (!quoted && (g_ascii_isspace (*at) || strchr ("=!<>~", *at) != NULL
                           || (*at == ')' && in_group)))
        break;
    }

  return at - text;
}

static gboolean
is_number (const char *text)
{
  return mcp_json_get_type (text, strlen (text)) == MCP_JSON_NUMBER
         && mcp_json_validate (text, -1, NULL);
}

/**
 * mcp_json_test_new:
 * @path: names with dots between, "[3]" for an element, "[*]" for any, "[\"a.b\"]" for any name
 * @length: of the path in bytes
 * @relation: what is asked
 * @value: (nullable): what it is compared with
 * @quoted: whether the value must be a string
 * @fault: (out): where the path is wrong
 *
 * Prepares a test.
 *
 * Returns: (transfer full) (nullable): a new test, %NULL when the path is none
 */
McpJsonTest *
mcp_json_test_new (const char      *path,
                   gsize            length,
                   McpJsonRelation  relation,
                   const char      *value,
                   gboolean         quoted,
                   gsize           *fault)
{
  g_autoptr (McpJsonTest) self = g_new0 (McpJsonTest, 1);
  const Step *last;

  self->steps = g_array_new (FALSE, FALSE, sizeof (Step));
  g_array_set_clear_func (self->steps, (GDestroyNotify) step_clear);
  *fault = read_path (self->steps, path, length);
  if (*fault < length || length == 0)
    return NULL;

  self->relation = relation;
  self->value = g_strdup (value);
  self->quoted = quoted;
  self->is_number = value != NULL && !quoted && is_number (value);
  if (relation == MCP_JSON_CONTAINS && value != NULL && *value != '\0')
    self->search = mcp_needle_new (value, strlen (value));

  last = &g_array_index (self->steps, Step, self->steps->len - 1);
  /* But for these, a character of a name is escaped with \u or not at all. */
  if (last->name != NULL && last->index < 0 && *last->name != '\0'
      && strpbrk (last->name, "\"\\/\b\f\n\r\t") == NULL)
    self->last_name = mcp_needle_new (last->name, strlen (last->name));

  return g_steal_pointer (&self);
}

void
mcp_json_test_free (McpJsonTest *self)
{
  g_array_unref (self->steps);
  g_free (self->value);
  g_clear_pointer (&self->search, mcp_needle_free);
  g_clear_pointer (&self->last_name, mcp_needle_free);
  g_free (self);
}

static gboolean
is_equal (const McpJsonTest *self,
          McpJsonType        type,
          const char        *text,
          gsize              length)
{
  if (type == MCP_JSON_STRING)
    return mcp_json_key_equal (text, length, self->value);

  return !self->quoted && strlen (self->value) == length
         && memcmp (text, self->value, length) == 0;
}

static gboolean
is_in_order (const McpJsonTest *self,
             McpJsonType        type,
             const char        *text,
             gsize              length)
{
  int order;

  if (self->is_number && type == MCP_JSON_NUMBER)
    {
      order = mcp_json_compare_numbers (text, length, self->value, strlen (self->value));
    }
  else if (!self->is_number && type == MCP_JSON_STRING)
    {
      g_autofree char *string = mcp_json_dup_string (text, length);

      if (string == NULL)
        return FALSE;
      order = strcmp (string, self->value);
    }
  else
    {
      return FALSE;
    }

  switch (self->relation)
    {
    case MCP_JSON_LESS:
      return order < 0;
    case MCP_JSON_AT_MOST:
      return order <= 0;
    case MCP_JSON_GREATER:
      return order > 0;
    case MCP_JSON_AT_LEAST:
      return order >= 0;
    case MCP_JSON_EXISTS:
    case MCP_JSON_EQUAL:
    case MCP_JSON_UNEQUAL:
    case MCP_JSON_CONTAINS:
    default:
      g_assert_not_reached ();
    }
}

static gboolean
contains (const McpJsonTest *self,
          McpJsonType        type,
          const char        *text,
          gsize              length)
{
  g_autofree char *string = NULL;

  if (self->search == NULL)
    return TRUE;

  if (type != MCP_JSON_STRING)
    return mcp_needle_is_in (self->search, text, length);
  if (memchr (text, '\\', length) == NULL)
    return mcp_needle_is_in (self->search, text + 1, length - 2);

  string = mcp_json_dup_string (text, length);

  return string != NULL && mcp_needle_is_in (self->search, string, strlen (string));
}

static gboolean
value_matches (const McpJsonTest *self,
               const char        *text,
               gsize              length)
{
  McpJsonType type = mcp_json_get_type (text, length);

  switch (self->relation)
    {
    case MCP_JSON_EXISTS:
      return TRUE;
    case MCP_JSON_EQUAL:
      return is_equal (self, type, text, length);
    case MCP_JSON_UNEQUAL:
      return !is_equal (self, type, text, length);
    case MCP_JSON_CONTAINS:
      return contains (self, type, text, length);
    case MCP_JSON_LESS:
    case MCP_JSON_AT_MOST:
    case MCP_JSON_GREATER:
    case MCP_JSON_AT_LEAST:
    default:
      return is_in_order (self, type, text, length);
    }
}

static gboolean
step_takes (const Step        *step,
            const McpJsonIter *iter,
            const McpSpan     *key,
            gint64             position)
{
  if (step->name == NULL && !step->is_index)
    return TRUE;
  if (!iter->is_object)
    return step->index == position;

  return !step->is_index
         && mcp_json_key_equal (iter->data + key->offset, key->length, step->name);
}

/* As deep as the path, which is short. With @found, gathers where the values stand that match. */
static gboolean
walk (const McpJsonTest *self,
      guint              n_steps,
      const char        *all,
      McpSpan            span,
      GArray            *found)
{
  const char *text = all + span.offset;
  gsize length = span.length;
  const Step *step;
  McpJsonIter iter;
  McpSpan key, value;

  if (n_steps == self->steps->len)
    {
      if (!value_matches (self, text, length))
        return FALSE;
      if (found != NULL)
        g_array_append_val (found, span);
      return found == NULL;
    }
  if (!mcp_json_iter_init (&iter, text, length))
    return FALSE;

  step = &g_array_index (self->steps, Step, n_steps);
  for (gint64 i = 0; mcp_json_iter_next (&iter, &key, &value); i++)
    {
      if (step_takes (step, &iter, &key, i)
          && walk (self, n_steps + 1, all,
                   (McpSpan) { (gsize) (iter.data - all) + value.offset, value.length }, found))
        return TRUE;
    }

  return FALSE;
}

/**
 * mcp_json_test_matches:
 * @text: any bytes
 *
 * Asks the test of a message. May be called in any thread.
 *
 * Returns: %TRUE when one of the values at the path is as asked
 */
gboolean
mcp_json_test_matches (const McpJsonTest *self,
                       const char        *text,
                       gsize              length)
{
  McpSpan root;

  if (self->last_name != NULL && !mcp_needle_is_in (self->last_name, text, length)
      && memmem (text, length, "\\u", 2) == NULL)
    return FALSE;

  if (!mcp_json_validate (text, length, NULL)
      || !mcp_json_lookup (text, length, NULL, &root))
    return FALSE;

  return walk (self, 0, text, root, NULL);
}

/**
 * mcp_json_test_find:
 * @text: valid JSON
 *
 * Looks for all values at the path that are as asked.
 *
 * Returns: (transfer full) (element-type McpSpan): where they stand, in their order
 */
GArray *
mcp_json_test_find (const McpJsonTest *self,
                    const char        *text,
                    gsize              length)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (McpSpan));
  McpSpan root;

  if (mcp_json_lookup (text, length, NULL, &root))
    walk (self, 0, text, root, found);

  return found;
}
