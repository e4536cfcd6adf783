/* mcp-json-retouch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-hash.h"
#include "mcp-json-edit.h"
#include "mcp-json-private.h"
#include "mcp-text-edits.h"

/*
 * Makes a file that a person edits say something else, by the fewest changes: comments, order, spaces and the spelling of
 * what stays are not touched, and what is new looks like what is there.
 */

/* A short list stays in one line. */
#define MAX_LINE 80

typedef struct
{
  const char   *text;     /* as it is */
  char         *plain;    /* of the same length, without comments and what else is too much */
  const char   *wanted;
  McpTextEdits *edits;
  char         *unit;     /* one step of indentation */
  const char   *newline;
  gboolean      has_lines;
} Retouch;

typedef struct
{
  McpSpan  key;
  McpSpan  value;
  McpSpan  wanted;      /* length 0: it goes */
} Member;

/* --- The look of what is new --- */

static gboolean
is_simple (const char *text,
           McpSpan     span)
{
  McpJsonIter iter;
  McpSpan value;

  if (span.length > MAX_LINE || text[span.offset] == '{')
    return span.length <= 2;
  if (!mcp_json_begin (&iter, text, span))
    return TRUE;
  while (mcp_json_iter_next (&iter, NULL, &value))
    if (text[value.offset] == '{' || text[value.offset] == '[')
      return FALSE;

  return TRUE;
}

static void
append_value (Retouch    *self,
              GString    *out,
              McpSpan     span,
              const char *indent,   /* (nullable): all in one line */
              guint       depth)
{
  gboolean in_line = indent == NULL || depth > 64 || is_simple (self->wanted, span);
  g_autofree char *deeper = in_line ? NULL : g_strconcat (indent, self->unit, NULL);
  gboolean is_first = TRUE;
  McpJsonIter iter;
  McpSpan key, value;

  if (depth > 64 || !mcp_json_begin (&iter, self->wanted, span))
    {
      g_string_append_len (out, self->wanted + span.offset, span.length);
      return;
    }

  g_string_append_c (out, iter.is_object ? '{' : '[');
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      if (!is_first)
        g_string_append (out, in_line ? ", " : ",");
      else if (in_line && iter.is_object)
        g_string_append_c (out, ' ');
      is_first = FALSE;
      if (!in_line)
        g_string_append_printf (out, "%s%s", self->newline, deeper);
      if (iter.is_object)
        {
          g_string_append_len (out, self->wanted + key.offset, key.length);
          g_string_append (out, ": ");
        }
      append_value (self, out, value, deeper, depth + 1);
    }
  if (!is_first && !in_line)
    g_string_append_printf (out, "%s%s", self->newline, indent);
  else if (!is_first && iter.is_object)
    g_string_append_c (out, ' ');
  g_string_append_c (out, iter.is_object ? '}' : ']');
}

static gsize
find_line (Retouch *self,
           gsize    offset)
{
  while (offset > 0 && self->text[offset - 1] != '\n')
    offset--;

  return offset;
}

/* The space at the beginning of the line that something stands in. */
static char *
dup_indent (Retouch *self,
            gsize    offset)
{
  gsize line = find_line (self, offset);

  return g_strndup (self->text + line, strspn (self->text + line, " \t"));
}

/* Whether nothing but space is before it in its line. */
static gboolean
begins_line (Retouch *self,
             gsize    offset)
{
  gsize line = find_line (self, offset);

  return line + strspn (self->text + line, " \t") == offset && line > 0;
}

static gboolean
has_newline (Retouch *self,
             gsize    from,
             gsize    to)
{
  return memchr (self->text + from, '\n', to - from) != NULL;
}

/* --- Objects --- */

/* Of members with the same name the last one counts; the others stay, or go with it. */
static GArray *
list_members (Retouch    *self,
              McpSpan     object,
              GHashTable *wanted)
{
  GArray *members = g_array_new (FALSE, FALSE, sizeof (Member));
  McpJsonIter iter;
  McpSpan key, value;

  mcp_json_begin (&iter, self->plain, object);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (self->plain + key.offset, key.length);
      const McpSpan *span = g_hash_table_lookup (wanted, name);
      Member member = { key, value, span != NULL ? *span : (McpSpan) { 0, 0 } };

      g_array_append_val (members, member);
    }

  return members;
}

static gsize
skip_comment (const char *text,
              gsize       p)
{
  const char *end = text[p + 1] == '/' ? text + p + strcspn (text + p, "\n") : strstr (text + p + 2, "*/");

  if (end == NULL)
    return p + strlen (text + p);

  return end - text + (text[p + 1] == '*' ? 2 : 0);
}

/* Behind the comma of a value, one that is too much too; behind the value where there is none. */
static gsize
find_end (Retouch  *self,
          McpSpan   value,
          gboolean *has_comma)
{
  gsize end = value.offset + value.length;
  gsize p = end;

  for (;;)
    {
      if (g_ascii_isspace (self->text[p]))
        p++;
      else if (self->text[p] == '/' && (self->text[p + 1] == '/' || self->text[p + 1] == '*'))
        p = skip_comment (self->text, p);
      else
        break;
    }
  *has_comma = self->text[p] == ',';

  return *has_comma ? p + 1 : end;
}

static void
remove_member (Retouch      *self,
               const Member *member)
{
  gboolean has_comma;
  gsize start = member->key.offset;
  gsize end = find_end (self, member->value, &has_comma);

  if (begins_line (self, start))
    {
      gsize behind = end;

      /* With the comment behind it, and its line. */
      while (self->text[behind] != '\n' && self->text[behind] != '\0' && g_ascii_isspace (self->plain[behind]))
        behind++;
      if (self->text[behind] == '\n' || self->text[behind] == '\0')
        {
          start = find_line (self, start) - 1;
          if (start > 0 && self->text[start - 1] == '\r')
            start--;
          end = behind > 0 && self->text[behind] == '\n' && self->text[behind - 1] == '\r' ? behind - 1 : behind;
        }
    }
  else
    while (self->text[end] == ' ' || self->text[end] == '\t')
      end++;
  mcp_text_edits_add (self->edits, start, end - start, NULL);
}

/* Behind the last thing in an object or a list, comments included. */
static gsize
find_tail (Retouch *self,
           McpSpan  object)
{
  gsize p = object.offset + object.length - 1;

  while (p > object.offset + 1 && g_ascii_isspace (self->text[p - 1]))
    p--;

  return p;
}

static void
add_members (Retouch    *self,
             McpSpan     object,
             GArray     *members,
             const char *added,
             gsize       n_added,
             const char *indent)
{
  gsize tail = find_tail (self, object);
  gsize close = object.offset + object.length - 1;
  g_autofree char *outer = NULL;
  GString *insert = g_string_new (NULL);

  g_string_append_len (insert, added, n_added);
  if (indent != NULL && !has_newline (self, tail, close))
    {
      outer = dup_indent (self, object.offset);
      g_string_append_printf (insert, "%s%s", self->newline, outer);
    }
  else if (indent == NULL && members->len == 0)
    g_string_append_c (insert, ' ');
  mcp_text_edits_add (self->edits, tail, 0, g_string_free (insert, FALSE));
}

/* Members that are not there yet; (nullable). */
static GString *
make_members (Retouch    *self,
              McpSpan     wanted,
              GHashTable *present,
              const char *indent)
{
  GString *out = g_string_new (NULL);
  McpJsonIter iter;
  McpSpan key, value;

  mcp_json_begin (&iter, self->wanted, wanted);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (self->wanted + key.offset, key.length);

      if (g_hash_table_contains (present, name))
        continue;
      if (out->len > 0)
        g_string_append_c (out, ',');
      if (indent != NULL)
        g_string_append_printf (out, "%s%s", self->newline, indent);
      else
        g_string_append_c (out, ' ');
      g_string_append_len (out, self->wanted + key.offset, key.length);
      g_string_append (out, ": ");
      append_value (self, out, value, indent, 0);
    }

  return out;
}

static char *
dup_member_indent (Retouch *self,
                   McpSpan  object,
                   GArray  *members)
{
  gboolean has_lines = has_newline (self, object.offset, object.offset + object.length);
  g_autofree char *outer = NULL;

  for (guint i = 0; i < members->len; i++)
    if (begins_line (self, g_array_index (members, Member, i).key.offset))
      return dup_indent (self, g_array_index (members, Member, i).key.offset);
  if (!has_lines && (members->len > 0 || !self->has_lines))
    return NULL;

  outer = dup_indent (self, object.offset);

  return g_strconcat (outer, self->unit, NULL);
}

static void retouch_value (Retouch *self, McpSpan span, McpSpan wanted);

static void
retouch_object (Retouch *self,
                McpSpan  object,
                McpSpan  wanted)
{
  g_autoptr (GHashTable) names = mcp_json_index_members (self->wanted, wanted);
  g_autoptr (GHashTable) present = mcp_json_index_members (self->plain, object);
  g_autoptr (GArray) members = list_members (self, object, names);
  g_autofree char *indent = dup_member_indent (self, object, members);
  GString *added = make_members (self, wanted, present, indent);
  const Member *last = NULL;
  gboolean has_comma = FALSE;
  gsize end = 0;

  for (guint i = 0; i < members->len; i++)
    {
      const Member *member = &g_array_index (members, Member, i);

      if (member->wanted.length == 0)
        {
          remove_member (self, member);
          continue;
        }
      last = member;
      retouch_value (self, member->value, member->wanted);
    }

  if (last != NULL)
    end = find_end (self, last->value, &has_comma);
  if (added->len > 0)
    {
      if (last != NULL && !has_comma)
        mcp_text_edits_add (self->edits, end, 0, g_strdup (","));
      add_members (self, object, members, added->str, added->len, indent);
    }
  else if (last != NULL && has_comma && self->plain[end - 1] == ','
           && last != &g_array_index (members, Member, members->len - 1))
    mcp_text_edits_add (self->edits, end - 1, 1, NULL);

  g_string_free (added, TRUE);
}

/* --- Values --- */

static gboolean
retouch_array (Retouch *self,
               McpSpan  array,
               McpSpan  wanted)
{
  McpJsonIter iter, other;
  McpSpan value, element;

  if (mcp_json_count (self->plain + array.offset, array.length)
      != mcp_json_count (self->wanted + wanted.offset, wanted.length))
    return FALSE;

  mcp_json_begin (&iter, self->plain, array);
  mcp_json_begin (&other, self->wanted, wanted);
  while (mcp_json_iter_next (&iter, NULL, &value) && mcp_json_iter_next (&other, NULL, &element))
    retouch_value (self, value, element);

  return TRUE;
}

/* What has only become longer keeps what is there, and the comments in it. */
static gboolean
extend_array (Retouch *self,
              McpSpan  array,
              McpSpan  wanted)
{
  McpSpan last = { 0, 0 };
  g_autofree char *indent = NULL;
  gboolean has_comma = FALSE;
  McpJsonIter iter, other;
  McpSpan value, element;
  GString *added;
  gsize end;

  mcp_json_begin (&iter, self->plain, array);
  mcp_json_begin (&other, self->wanted, wanted);
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      if (!mcp_json_iter_next (&other, NULL, &element)
          || !mcp_json_equal (self->plain, value, self->wanted, element))
        return FALSE;
      last = value;
    }
  if (last.length == 0)
    return FALSE;

  if (begins_line (self, last.offset))
    indent = dup_indent (self, last.offset);
  added = g_string_new (NULL);
  while (mcp_json_iter_next (&other, NULL, &element))
    {
      g_string_append_printf (added, "%s%s%s", added->len > 0 ? "," : "", indent != NULL ? self->newline : " ",
                              indent != NULL ? indent : "");
      append_value (self, added, element, indent, 0);
    }

  end = find_end (self, last, &has_comma);
  if (!has_comma)
    mcp_text_edits_add (self->edits, end, 0, g_strdup (","));
  mcp_text_edits_add (self->edits, find_tail (self, array), 0, g_string_free (added, FALSE));

  return TRUE;
}

static void
retouch_value (Retouch *self,
               McpSpan  span,
               McpSpan  wanted)
{
  char kind = self->plain[span.offset];
  g_autofree char *indent = NULL;
  GString *out;

  if (mcp_json_equal (self->plain, span, self->wanted, wanted))
    return;
  if (kind == '{' && self->wanted[wanted.offset] == '{')
    {
      retouch_object (self, span, wanted);
      return;
    }
  if (kind == '[' && self->wanted[wanted.offset] == '['
      && (retouch_array (self, span, wanted) || extend_array (self, span, wanted)))
    return;

  indent = has_newline (self, span.offset, span.offset + span.length) || self->has_lines
             ? dup_indent (self, span.offset)
             : NULL;
  out = g_string_new (NULL);
  append_value (self, out, wanted, indent, 0);
  mcp_text_edits_add (self->edits, span.offset, span.length, g_string_free (out, FALSE));
}

/* --- The text --- */

/* The first indentation there is. */
static char *
dup_unit (const char *text)
{
  for (const char *p = strchr (text, '\n'); p != NULL; p = strchr (p + 1, '\n'))
    {
      gsize n = strspn (p + 1, " \t");

      if (n > 0 && n <= 8 && p[1 + n] == '"')
        return g_strndup (p + 1, n);
    }

  return g_strdup ("  ");
}

/**
 * mcp_json_retouch:
 * @text: JSON with what mcp_json_blank_comments() takes away
 * @wanted: valid JSON: what it is to say
 *
 * Changes a text in as few places as possible, so that it says something else. Comments, order and spelling of what stays
 * are as they were.
 *
 * Returns: (transfer full): the text
 */
char *
mcp_json_retouch (const char *text,
                  const char *wanted)
{
  g_autofree char *plain = NULL;
  g_autofree char *unit = NULL;
  g_autoptr (McpTextEdits) edits = mcp_text_edits_new ();
  Retouch self = { .text = text, .wanted = wanted, .edits = edits };
  McpSpan span, all;

  g_return_val_if_fail (text != NULL, NULL);
  g_return_val_if_fail (wanted != NULL, NULL);

  plain = g_strdup (text);
  if (g_str_has_prefix (plain, "\357\273\277"))
    memset (plain, ' ', 3);
  mcp_json_blank_comments (plain);
  unit = dup_unit (text);
  self.plain = plain;
  self.unit = unit;
  self.newline = strstr (text, "\r\n") != NULL ? "\r\n" : "\n";
  self.has_lines = strchr (text, '\n') != NULL;

  span.offset = strspn (plain, " \t\r\n");
  span.length = strlen (plain) - span.offset;
  while (span.length > 0 && g_ascii_isspace (plain[span.offset + span.length - 1]))
    span.length--;
  all.offset = strspn (wanted, " \t\r\n");
  all.length = strlen (wanted) - all.offset;
  while (all.length > 0 && g_ascii_isspace (wanted[all.offset + all.length - 1]))
    all.length--;
  retouch_value (&self, span, all);

  return mcp_text_edits_apply (edits, text);
}
