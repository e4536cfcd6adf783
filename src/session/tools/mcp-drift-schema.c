/* mcp-drift-schema.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-drift-schema.h"
#include "mcp-json-compare.h"
#include "mcp-json-edit.h"
#include "mcp-json.h"

/*
 * Whether a schema takes less than it took: a property that has to be there now, a type, an option
 * or a limit that is narrower. Only what is certain is told; what several branches say together is
 * not looked into.
 */

/* Elements that moved are no change, and may be many. */
#define MAX_CHANGES 1000

/* Deeper, schemas are compared no more. */
#define MAX_DEPTH 32

/* What may be read to compare two schemas: their authors are the server. */
#define MIN_BUDGET (4 * 1024 * 1024)
#define BUDGET_PER_BYTE 64

/* A JSON value; @text is NULL for a missing value. */
typedef struct
{
  const char *text;
  gsize       length;
} Part;

typedef struct
{
  GString *path;   /* of the property that is being compared */
  char    *reason; /* (nullable): the first one */
  gint64   budget; /* bytes */
} Search;

/* FALSE when too much was read: no more is found. */
static gboolean
charge (Search *self,
        gsize   bytes)
{
  self->budget -= (gint64) bytes + 16;

  return self->budget >= 0;
}

static Part
get (Part        object,
     const char *key)
{
  McpSpan span;

  if (object.text == NULL || object.text[0] != '{'
      || !mcp_json_edit_find (object.text, object.length, key, &span))
    return (Part) { NULL, 0 };

  return (Part) { object.text + span.offset, span.length };
}

static gboolean
equal (Part a,
       Part b)
{
  g_autoptr (GPtrArray) changes =
    mcp_json_compare (a.text, a.length, b.text, b.length, MCP_JSON_COMPARE_BY_VALUE, MAX_CHANGES, NULL);

  for (guint i = 0; i < changes->len; i++)
    if (((McpJsonChange *) changes->pdata[i])->kind != MCP_JSON_CHANGE_MOVED)
      return FALSE;

  return TRUE;
}

/* Whether a text is an element of an array of strings. */
static gboolean
has_string (Part        array,
            const char *wanted)
{
  McpJsonIter iter;
  McpSpan value;

  if (array.text == NULL || !mcp_json_iter_init (&iter, array.text, array.length) || iter.is_object)
    return FALSE;

  while (mcp_json_iter_next (&iter, NULL, &value))
    if (mcp_json_key_equal (array.text + value.offset, value.length, wanted))
      return TRUE;

  return FALSE;
}

static gboolean
has_value (Part array,
           Part wanted)
{
  McpJsonIter iter;
  McpSpan value;

  if (!mcp_json_iter_init (&iter, array.text, array.length) || iter.is_object)
    return FALSE;

  while (mcp_json_iter_next (&iter, NULL, &value))
    if (equal ((Part) { array.text + value.offset, value.length }, wanted))
      return TRUE;

  return FALSE;
}

static gboolean G_GNUC_PRINTF (2, 3)
found (Search     *self,
       const char *format,
       ...)
{
  va_list args;

  if (self->reason != NULL)
    return TRUE;

  va_start (args, format);
  self->reason = g_strdup_vprintf (format, args);
  va_end (args);

  return TRUE;
}

/* How the property that is looked at is called. */
static const char *
called (Search *self)
{
  return self->path->len > 0 ? self->path->str : _("the arguments");
}

static gboolean
compare_required (Search *self,
                  Part    before,
                  Part    after)
{
  Part needed = get (after, "required");
  McpJsonIter iter;
  McpSpan value;

  if (needed.text == NULL || !mcp_json_iter_init (&iter, needed.text, needed.length) || iter.is_object)
    return FALSE;

  while (charge (self, get (before, "required").length) && mcp_json_iter_next (&iter, NULL, &value))
    {
      g_autofree char *name = mcp_json_dup_string (needed.text + value.offset, value.length);

      if (name != NULL && !has_string (get (before, "required"), name))
        return found (self, _("%s: “%s” is required now"), called (self), name);
    }

  return FALSE;
}

static gboolean
takes_type (Part        types,
            const char *name)
{
  if (types.text[0] == '"')
    return mcp_json_key_equal (types.text, types.length, name);

  return has_string (types, name);
}

static gboolean
compare_types (Search *self,
               Part    before,
               Part    after)
{
  static const char * const names[] = { "null", "boolean", "number", "integer", "string", "array", "object" };
  Part was = get (before, "type");
  Part is = get (after, "type");

  if (is.text == NULL)
    return FALSE;
  if (was.text == NULL)
    return found (self, _("%s: only some types are taken now"), called (self));

  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    if (takes_type (was, names[i]) && !takes_type (is, names[i])
        && !(g_str_equal (names[i], "integer") && takes_type (is, "number")))
      return found (self, _("%s: the type %s is not taken any more"), called (self), names[i]);

  return FALSE;
}

static gboolean
compare_options (Search *self,
                 Part    before,
                 Part    after)
{
  Part was = get (before, "enum");
  Part is = get (after, "enum");
  McpJsonIter iter;
  McpSpan value;

  if (is.text == NULL)
    return FALSE;
  if (was.text == NULL || !mcp_json_iter_init (&iter, was.text, was.length))
    return found (self, _("%s: only some values are taken now"), called (self));

  while (charge (self, is.length) && mcp_json_iter_next (&iter, NULL, &value))
    {
      Part option = { was.text + value.offset, value.length };

      if (!has_value (is, option))
        return found (self, _("%s: the value %.*s is not taken any more"), called (self),
                      (int) MIN (option.length, 60), option.text);
    }

  return FALSE;
}

/* Limits: a minimum that is higher, or a maximum that is lower. */
static gboolean
compare_limits (Search *self,
                Part    before,
                Part    after)
{
  static const char * const minima[] = { "minimum", "exclusiveMinimum", "minLength", "minItems",
                                         "minProperties" };
  static const char * const maxima[] = { "maximum", "exclusiveMaximum", "maxLength", "maxItems",
                                         "maxProperties" };

  for (gsize i = 0; i < G_N_ELEMENTS (minima) + G_N_ELEMENTS (maxima); i++)
    {
      gboolean is_minimum = i < G_N_ELEMENTS (minima);
      const char *keyword = is_minimum ? minima[i] : maxima[i - G_N_ELEMENTS (minima)];
      Part was = get (before, keyword);
      Part is = get (after, keyword);
      double old, new;

      if (is.text == NULL)
        continue;
      old = was.text != NULL ? g_ascii_strtod (was.text, NULL) : is_minimum ? -G_MAXDOUBLE : G_MAXDOUBLE;
      new = g_ascii_strtod (is.text, NULL);
      if (is_minimum ? new > old : new < old)
        return found (self, _("%s: %s is %.*s now"), called (self), keyword, (int) MIN (is.length, 40), is.text);
    }

  return FALSE;
}

/* Whether a keyword was added, or its value changed, that narrows what is accepted. */
static gboolean
compare_rest (Search *self,
              Part    before,
              Part    after)
{
  static const char * const keywords[] = { "const", "pattern", "format", "multipleOf", "uniqueItems",
                                           "propertyNames", "dependentRequired" };

  for (gsize i = 0; i < G_N_ELEMENTS (keywords); i++)
    {
      Part was = get (before, keywords[i]);
      Part is = get (after, keywords[i]);

      if (is.text == NULL || (was.text != NULL && equal (was, is))
          || (g_str_equal (keywords[i], "uniqueItems") && is.text[0] == 'f'))
        continue;

      return found (self, _("%s: “%s” is %.*s now"), called (self), keywords[i], (int) MIN (is.length, 60),
                    is.text);
    }

  return FALSE;
}

static gboolean compare (Search *self,
                         Part    before,
                         Part    after,
                         guint   depth);

static gboolean
compare_properties (Search     *self,
                    Part        before,
                    Part        after,
                    const char *keyword,
                    guint       depth)
{
  Part was = get (before, keyword);
  Part is = get (after, keyword);
  Part others = get (after, "additionalProperties");
  McpJsonIter iter;
  McpSpan key, value;

  if (was.text == NULL || !mcp_json_iter_init (&iter, was.text, was.length) || !iter.is_object)
    return FALSE;

  while (charge (self, is.length) && mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (was.text + key.offset, key.length);
      Part old = { was.text + value.offset, value.length };
      Part new = get (is, name);
      gsize length = self->path->len;

      if (new.text == NULL)
        {
          if (others.text != NULL && others.text[0] == 'f' && g_str_equal (keyword, "properties"))
            return found (self, _("%s: “%s” is not taken any more"), called (self), name);
          continue;
        }

      g_string_append_printf (self->path, "%s%s", length > 0 ? "." : "", name);
      if (compare (self, old, new, depth + 1))
        return TRUE;
      g_string_truncate (self->path, length);
    }

  return FALSE;
}

/* TRUE when something was found. */
static gboolean
compare (Search *self,
         Part    before,
         Part    after,
         guint   depth)
{
  Part was, is;

  if (depth > MAX_DEPTH || !charge (self, before.length + after.length) || equal (before, after))
    return FALSE;
  if (after.text[0] == 'f')
    return found (self, _("%s: nothing is taken any more"), called (self));
  if (before.text[0] != '{' || after.text[0] != '{')
    return FALSE;

  if (compare_required (self, before, after) || compare_types (self, before, after)
      || compare_options (self, before, after) || compare_limits (self, before, after)
      || compare_rest (self, before, after)
      || compare_properties (self, before, after, "properties", depth)
      || compare_properties (self, before, after, "$defs", depth)
      || compare_properties (self, before, after, "definitions", depth))
    return TRUE;

  was = get (before, "additionalProperties");
  is = get (after, "additionalProperties");
  if (is.text != NULL && is.text[0] == 'f' && (was.text == NULL || was.text[0] != 'f'))
    return found (self, _("%s: other properties are not taken any more"), called (self));

  was = get (before, "items");
  is = get (after, "items");

  return was.text != NULL && is.text != NULL && compare (self, was, is, depth + 1);
}

char *
mcp_drift_find_break (const char *before,
                      gsize       before_length,
                      const char *after,
                      gsize       after_length)
{
  Search self = { g_string_new (NULL), NULL, MIN_BUDGET };

  self.budget += ((gint64) before_length + after_length) * BUDGET_PER_BYTE;
  compare (&self, (Part) { before, before_length }, (Part) { after, after_length }, 0);
  g_string_free (self.path, TRUE);

  return self.reason;
}
