/* mcp-redactor-lines.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-redactor-private.h"

/*
 * A stream comes line by line, and what begins in one may go on in the next: a key, a value of
 * YAML, a table.
 */

#define MIN_KEY_WORD_BYTES 24

static gsize
count_indent (const char *line, gsize length)
{
  gsize n = 0;

  while (n < length && (line[n] == ' ' || line[n] == '\t'))
    n++;

  return n;
}

static GString *
cut (McpRedactor *self, McpRedaction why, const char *line, gsize length, gsize from, gsize to)
{
  McpRedactorEdit edit = { self, line, 0, NULL };

  if (from >= to)
    return NULL;
  mcp_redactor_tell (self, why, line + from, to - from);
  mcp_redactor_edit_cut (&edit, from, to, MCP_REDACTED, -1);

  return mcp_redactor_edit_end (&edit, length);
}

/* A line of a key has base64, nothing, or a header (RFC 1421 section 4.6); a log writes before it.
 */
static gboolean
is_in_key (const char *line, gsize length, gsize *from)
{
  gsize end = length;

  while (end > 0 && strchr (" \r\t", line[end - 1]) != NULL)
    end--;
  *from = end;
  while (*from > 0
         && (g_ascii_isalnum (line[*from - 1]) || strchr ("+/=", line[*from - 1]) != NULL))
    (*from)--;
  if (count_indent (line, length) == *from)
    return TRUE;
  if (end - *from >= MIN_KEY_WORD_BYTES)
    return TRUE;

  *from = count_indent (line, length);
  for (guint i = 0; i < 4; i++)
    {
      static const char *const headers[]
          = { "Proc-Type: ", "DEK-Info: ", "Version: ", "Comment: " };

      if (length - *from > strlen (headers[i])
          && memcmp (line + *from, headers[i], strlen (headers[i])) == 0)
        return TRUE;
    }

  return FALSE;
}

static GString *
edit_row (McpRedactor *self, McpRedactorTail *tail, const char *line, gsize length)
{
  g_autoptr (GArray) cells = g_array_new (FALSE, FALSE, sizeof (McpRedactorMatch));
  McpRedactorEdit edit = { self, line, 0, NULL };

  mcp_redactor_add_cells (tail, line, 0, length, cells);
  for (guint i = 0; i < cells->len; i++)
    {
      McpRedactorMatch *cell = &g_array_index (cells, McpRedactorMatch, i);

      mcp_redactor_tell (self, cell->why, line + cell->from, cell->to - cell->from);
      mcp_redactor_edit_cut (&edit, cell->from, cell->to, MCP_REDACTED, -1);
    }

  return mcp_redactor_edit_end (&edit, length);
}

/* "value: …" */
static gsize
find_value (const char *line, gsize length)
{
  gsize at = count_indent (line, length);

  at += at < length && strchr ("\"'-", line[at]) != NULL;
  if (length - at < 6 || g_ascii_strncasecmp (line + at, "value", 5) != 0)
    return length;
  at += 5;
  while (at < length && strchr ("\"' :=", line[at]) != NULL)
    at++;

  return at;
}

static gboolean
is_ruler (const char *line, gsize length)
{
  for (gsize i = 0; i < length; i++)
    if (line[i] == '\0' || strchr ("|-: \t\r", line[i]) == NULL)
      return FALSE;

  return length > 0;
}

/*
 * mcp_redactor_edit_tail:
 * @tail: what the line before has begun; changed to what goes on behind this one
 * @line: a line
 * @out: (out) (nullable): the line without secrets, %NULL when nothing was taken out
 *
 * Redacts a line that belongs to what the line before has begun.
 *
 * Returns: whether it does
 */
gboolean
mcp_redactor_edit_tail (
    McpRedactor *self, McpRedactorTail *tail, const char *line, gsize length, GString **out)
{
  const char quotes[] = { tail->separator, tail->separator, tail->separator, '\0' };
  McpRedactorTail before = *tail;
  gsize indent = count_indent (line, length);
  gsize from = 0;
  const char *end;

  *out = NULL;
  switch (before.kind)
    {
    case MCP_TAIL_PEM:
      if (g_strstr_len (line, length, "-END ") != NULL
          || g_strstr_len (line, length, "---- END") != NULL || !is_in_key (line, length, &from))
        break;
      *out = cut (self, MCP_REDACTION_KEY, line, length, from, length);
      return TRUE;
    case MCP_TAIL_BLOCK:
      if (indent < length && indent <= before.indent)
        break;
      *out = cut (self, MCP_REDACTION_SETTING, line, length, indent, length);
      return TRUE;
    case MCP_TAIL_QUOTES:
      end = g_strstr_len (line, length, quotes);
      if (end != NULL)
        tail->kind = MCP_TAIL_NONE;
      *out = cut (
          self, MCP_REDACTION_SETTING, line, length, 0, end != NULL ? (gsize)(end - line) : length);
      return TRUE;
    case MCP_TAIL_VALUE:
      tail->kind = MCP_TAIL_NONE;
      from = find_value (line, length);
      if (from == length)
        break;
      *out = cut (self,
                  MCP_REDACTION_SETTING,
                  line,
                  length,
                  from,
                  mcp_redactor_find_end (line, length, from, "\"'\r"));
      return TRUE;
    case MCP_TAIL_HEADER:
      tail->kind = is_ruler (line, length) ? MCP_TAIL_TABLE : MCP_TAIL_NONE;
      if (tail->kind == MCP_TAIL_TABLE)
        return TRUE;
      break;
    case MCP_TAIL_TABLE:
      if (memchr (line, before.separator, length) == NULL)
        break;
      *out = edit_row (self, tail, line, length);
      return TRUE;
    case MCP_TAIL_NONE:
    default:
      break;
    }
  tail->kind = MCP_TAIL_NONE;

  return FALSE;
}
