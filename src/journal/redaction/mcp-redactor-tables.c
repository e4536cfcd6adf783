/* mcp-redactor-tables.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-redactor-private.h"

/*
 * Tables of Markdown, with a secret beside its name or below it, and lists of values with their
 * names in the first line.
 */

#define MAX_LINE_BYTES 1024
#define MAX_COLUMNS 64
#define MIN_CELL_BYTES 4

static const McpRedactorMatch no_match = { 0, 0, 0 };

/* No further than a line that is looked at can be long. */
static gsize
find_line_end (const McpRedactorScan *scan, gsize at)
{
  const gsize limit = MIN (scan->length, at + MAX_LINE_BYTES + 1);
  const char *end = at < limit ? memchr (scan->text + at, '\n', limit - at) : NULL;

  return end != NULL ? (gsize)(end - scan->text) : limit;
}

static gsize
find_line (const McpRedactorScan *scan, gsize at)
{
  gsize line = at;

  while (line > 0 && at - line < MAX_LINE_BYTES && scan->text[line - 1] != '\n')
    line--;

  return line;
}

/* "|---|:--:|" */
static gboolean
is_ruler (const char *text, gsize length)
{
  gboolean has_dash = FALSE;

  for (gsize i = 0; i < length; i++)
    {
      if (strchr ("|-: \t\r", text[i]) == NULL || text[i] == '\0')
        return FALSE;
      has_dash = has_dash || text[i] == '-';
    }

  return has_dash;
}

static gboolean
is_decoration (char c)
{
  return c != '\0' && strchr (" \t\r*`_", c) != NULL;
}

/* A cell without what is around its text. */
static void
trim (const char *text, gsize *from, gsize *to)
{
  while (*from < *to && is_decoration (text[*from]))
    (*from)++;
  while (*to > *from && is_decoration (text[*to - 1]))
    (*to)--;
}

/* Tells a secret in a cell from its type or description. */
static gboolean
is_secret_cell (const char *text, gsize from, gsize to)
{
  return to - from >= MIN_CELL_BYTES && memchr (text + from, ' ', to - from) == NULL
         && !mcp_redactor_is_plain_word (text + from, to - from)
         && !mcp_redactor_is_placeholder (text + from, to - from)
         && !mcp_redactor_is_expression (text + from, to - from);
}

/* Which columns of a header are of secrets; their number is in @n_columns. */
static guint64
find_columns (McpRedactionRules *rules,
              const char *text,
              gsize line,
              gsize end,
              char separator,
              guint *n_columns)
{
  guint64 columns = 0;
  guint column = 0;
  gsize at = line;

  while (at <= end)
    {
      gsize stop = at;
      gsize from = at;
      gsize to;

      while (stop < end && text[stop] != separator)
        stop++;
      to = stop;
      trim (text, &from, &to);
      if (column < MAX_COLUMNS && to > from
          && mcp_redactor_judge_name (rules, text + from, to - from) != MCP_NAME_HARMLESS)
        columns |= G_GUINT64_CONSTANT (1) << column;
      column++;
      at = stop + 1;
    }
  *n_columns = column;

  return columns;
}

/*
 * mcp_redactor_add_cells:
 * @tail: the table
 * @text: what the row is in
 * @from: where the row begins
 * @to: where it ends
 * @cells: of #McpRedactorMatch
 *
 * Adds the cells of a row that are secrets.
 */
void
mcp_redactor_add_cells (
    McpRedactorTail *tail, const char *text, gsize from, gsize to, GArray *cells)
{
  guint column = 0;
  gsize at = from;

  while (at <= to && column < MAX_COLUMNS)
    {
      gsize stop = at;
      gsize begin = at;
      gsize end;

      while (stop < to && text[stop] != tail->separator)
        stop++;
      end = stop;
      trim (text, &begin, &end);
      if ((tail->columns >> column & 1) != 0 && is_secret_cell (text, begin, end))
        g_array_append_val (cells, ((McpRedactorMatch){ begin, end, MCP_REDACTION_MEMBER }));
      column++;
      at = stop + 1;
    }
}

static guint
count_separators (const char *text, gsize from, gsize to, char separator)
{
  guint n = 0;

  for (gsize i = from; i < to; i++)
    n += text[i] == separator;

  return n;
}

/* The rows of a table, from the line behind @at on. Another table of the text goes first. */
static void
add_rows (McpRedactorScan *scan, McpRedactorTail *tail, gsize at)
{
  if (scan->cells == NULL)
    scan->cells = g_array_new (FALSE, FALSE, sizeof (McpRedactorMatch));

  while (at < scan->length)
    {
      gsize line = at + 1;
      gsize end = find_line_end (scan, line);

      if (line >= scan->length || end - line > MAX_LINE_BYTES
          || count_separators (scan->text, line, end, tail->separator) == 0
          || (tail->separator == ','
              && count_separators (scan->text, line, end, ',') + 1 != tail->n_columns))
        break;
      mcp_redactor_add_cells (tail, scan->text, line, end, scan->cells);
      at = end;
    }
  scan->table_end = at;
  if (at >= scan->length || at + 1 == scan->length)
    scan->redactor->tail = *tail;
}

/* Whether a line is the header of a table: it has a ruler below, or comes without the next line. */
static gboolean
match_header (McpRedactorScan *scan, gsize line, gsize end)
{
  McpRedactorTail tail = { .kind = MCP_TAIL_TABLE, .separator = '|' };
  gsize ruler_end = end < scan->length ? find_line_end (scan, end + 1) : end;

  tail.columns = find_columns (scan->marks->rules, scan->text, line, end, '|', &tail.n_columns);
  if (tail.columns == 0)
    return FALSE;
  if (end + 1 >= scan->length)
    {
      tail.kind = MCP_TAIL_HEADER;
      scan->redactor->tail = tail;
      return FALSE;
    }
  if (!is_ruler (scan->text + end + 1, ruler_end - end - 1))
    return FALSE;

  scan->name_end = MAX (scan->name_end, end);
  add_rows (scan, &tail, ruler_end);

  return TRUE;
}

/* The first line of comma-separated values has names and nothing else. */
static void
match_names (McpRedactorScan *scan, gsize line, gsize end)
{
  McpRedactorTail tail = { .kind = MCP_TAIL_TABLE, .separator = ',' };

  for (gsize i = line; i < end; i++)
    if (!g_ascii_isalnum (scan->text[i]) && strchr ("_-,\r", scan->text[i]) == NULL)
      return;

  tail.columns = find_columns (scan->marks->rules, scan->text, line, end, ',', &tail.n_columns);
  if (tail.columns == 0 || tail.n_columns < 2)
    return;

  scan->name_end = MAX (scan->name_end, end);
  add_rows (scan, &tail, end);
}

/*
 * mcp_redactor_match_cell:
 * @name: where a name begins
 * @name_end: where it ends, with what decorates it
 *
 * Finds what goes by a name that is a cell of a table. Rows below a header are in the scan's cells.
 */
McpRedactorMatch
mcp_redactor_match_cell (McpRedactorScan *scan, gsize name, gsize name_end)
{
  const char *text = scan->text;
  gboolean is_alone;
  gsize at = name_end;
  gsize line;
  gsize from;
  gsize to;

  while (at < scan->length && (text[at] == ' ' || text[at] == '\t'))
    at++;
  if (at < scan->length && strchr ("|,\r\n", text[at]) == NULL)
    return no_match;

  line = find_line (scan, name);
  to = find_line_end (scan, name_end);
  if (name - line >= MAX_LINE_BYTES || to - line > MAX_LINE_BYTES)
    return no_match;
  if (memchr (text + line, '|', to - line) == NULL)
    {
      if (memchr (text + line, ',', to - line) != NULL && line >= scan->table_end)
        match_names (scan, line, to);
      return no_match;
    }

  while (line < name && is_decoration (text[line]))
    line++;
  if (line < name && text[line] != '|')
    return no_match;
  if (at >= scan->length || line < scan->table_end || match_header (scan, line, to)
      || text[at] != '|')
    return no_match;

  /* A line by itself may be a header as well. */
  is_alone = find_line (scan, name) == 0 && to + 1 >= scan->length;
  from = at + 1;
  to = from;
  while (to < scan->length && text[to] != '|' && text[to] != '\n')
    to++;
  trim (text, &from, &to);

  return is_secret_cell (text, from, to)
                 && (!(is_alone || mcp_redactor_is_vague (text + name, name_end - name))
                     || mcp_redactor_is_mixed (text + from, to - from))
             ? (McpRedactorMatch){ from, to, MCP_REDACTION_MEMBER }
             : no_match;
}
