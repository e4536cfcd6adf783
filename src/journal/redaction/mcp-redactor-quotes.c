/* mcp-redactor-quotes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-redactor-private.h"

/*
 * Where words and strings begin and end in a text of which nothing is known, and how characters are
 * spelled in it.
 */

#define MAX_BACKSLASHES 255   /* eight levels of strings in strings */

/* A word does not begin behind the letter of a longer one; that of an escape belongs to no word. */
gboolean
mcp_redactor_begins_word (const char *text,
                          gsize       at,
                          gsize       start)
{
  char before = at > start ? text[at - 1] : ' ';

  if (!g_ascii_isalnum (before) && before != '_')
    return TRUE;

  return at > start + 1 && text[at - 2] == '\\' && strchr ("nrtbf", before) != NULL;
}

gsize
mcp_redactor_find_end (const char *text,
                       gsize       length,
                       gsize       at,
                       const char *stops)
{
  while (at < length && (text[at] == '\0' || strchr (stops, text[at]) == NULL))
    at++;

  return at;
}

gsize
mcp_redactor_skip_space (const char *text,
                         gsize       length,
                         gsize       at)
{
  while (at < length && g_ascii_isspace (text[at]))
    at++;

  return at;
}

McpRedactorQuote
mcp_redactor_read_quote (const char *text,
                         gsize       length,
                         gsize       at)
{
  McpRedactorQuote quote = { 0, '\0' };

  while (at < length && text[at] == '\\' && quote.n_backslashes <= MAX_BACKSLASHES)
    {
      quote.n_backslashes++;
      at++;
    }
  if (at < length && (text[at] == '"' || text[at] == '\''))
    quote.quote = text[at];

  return quote;
}

/* The quote right before @at. */
McpRedactorQuote
mcp_redactor_read_quote_before (const char *text,
                                gsize       at,
                                gsize       start)
{
  McpRedactorQuote quote = { 0, '\0' };

  if (at == start || (text[at - 1] != '"' && text[at - 1] != '\''))
    return quote;

  quote.quote = text[--at];
  while (at > start && text[at - 1] == '\\' && quote.n_backslashes <= MAX_BACKSLASHES)
    {
      quote.n_backslashes++;
      at--;
    }

  return quote;
}

/*
 * Where the string ends that such a quote has opened. Each level of strings in strings doubles the
 * backslashes: a quote that is inside of the string, and of no string around it, has as many as
 * fill the next level.
 */
gsize
mcp_redactor_find_closing (const char       *text,
                           gsize             length,
                           gsize             at,
                           McpRedactorQuote  quote)
{
  const gsize period = 2 * (quote.n_backslashes + 1);
  gsize n_backslashes = 0;

  for (; at < length; at++)
    {
      if (text[at] == '\\')
        {
          n_backslashes++;
          continue;
        }
      if (text[at] == quote.quote && (n_backslashes + 1) % period != 0)
        return n_backslashes % period == quote.n_backslashes ? at - quote.n_backslashes : at;
      n_backslashes = 0;
    }

  return length;
}

/* Whether a string begins at @value; then it is stepped into, and @end is where it ends. */
gboolean
mcp_redactor_enter_string (const char *text,
                           gsize       length,
                           gsize      *value,
                           gsize      *end)
{
  McpRedactorQuote quote = mcp_redactor_read_quote (text, length, *value);

  if (quote.quote == '\0')
    return FALSE;

  *value += quote.n_backslashes + 1;
  *end = mcp_redactor_find_closing (text, length, *value, quote);

  return TRUE;
}

static const struct
{
  const char *entity;
  char c;
} entities[] = {
  { "&quot;", '"' },  { "&#34;", '"' }, { "&#x22;", '"' },   { "&apos;", '\'' }, { "&#39;", '\'' },
  { "&#x27;", '\'' }, { "&lt;", '<' },  { "&gt;", '>' },     { "&amp;", '&' },   { "&nbsp;", ' ' },
  { "&#61;", '=' },   { "&#58;", ':' }, { "&equals;", '=' }, { "&colon;", ':' },
};

/* The character at @at, which may be spelled as an address, HTML or JSON has it. */
McpSpelled
mcp_redactor_read_spelled (const McpRedactorScan *scan,
                           gsize                  at)
{
  const char *text = scan->text + at;
  const gsize length = scan->length - at;
  gunichar c = 0;

  if (length == 0)
    return (McpSpelled){ '\0', 0, '\0' };

  if (text[0] == '%' && length >= 3 && g_ascii_isxdigit (text[1]) && g_ascii_isxdigit (text[2]))
    return (
        McpSpelled){ g_ascii_xdigit_value (text[1]) << 4 | g_ascii_xdigit_value (text[2]), 3, '%' };
  if (text[0] == '&')
    for (guint i = 0; i < G_N_ELEMENTS (entities); i++)
      if (strlen (entities[i].entity) <= length
          && g_ascii_strncasecmp (text, entities[i].entity, strlen (entities[i].entity)) == 0)
        return (McpSpelled){ entities[i].c, strlen (entities[i].entity), '&' };
  if (text[0] == '\\' && length >= 6 && text[1] == 'u')
    {
      for (guint i = 2; i < 6; i++)
        c = c << 4 | (g_ascii_isxdigit (text[i]) ? g_ascii_xdigit_value (text[i]) : 0x1000);
      return (McpSpelled){ c < 0x80 ? c : '\0', 6, '\\' };
    }

  return (McpSpelled){ text[0], 1, '\0' };
}

/* Whether nothing but a comment follows in the line, which may be one of a string of JSON. */
gboolean
mcp_redactor_ends_line (const McpRedactorScan *scan,
                        gsize                  at)
{
  while (at < scan->length && strchr (" \t", scan->text[at]) != NULL)
    at++;
  if (at + 1 < scan->length && scan->text[at] == '\\' && strchr ("nr", scan->text[at + 1]) != NULL)
    return TRUE;

  return at >= scan->length || strchr ("\r\n#", scan->text[at]) != NULL;
}
