/* mcp-redactor-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-redactor-private.h"

/*
 * What stands behind a telling name in text that is no JSON: "NAME=value", "Header: value",
 * "--name value", "\"name\": value". What people and other formats write is in
 * mcp-redactor-behind.c.
 */

#define MAX_NAME_BYTES 64
#define MIN_SETTING_BYTES 4

static const McpRedactorMatch no_match = { 0, 0, 0 };

static gboolean
is_name_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '-' || c == '.';
}

static McpRedactorMatch
make_setting (gsize value,
              gsize end)
{
  return end - value >= MIN_SETTING_BYTES ? (McpRedactorMatch) { value, end, MCP_REDACTION_SETTING } : no_match;
}

/* Whether a name follows "?", "&" or "#", or begins a form. */
static gboolean
stands_in_query (const char *text,
                 gsize       length,
                 gsize       name,
                 gsize       end)
{
  if (name > 0)
    return strchr ("?&#", text[name - 1]) != NULL
           || (name >= 5 && memcmp (text + name - 5, "&amp;", 5) == 0)
           || (name >= 6 && memcmp (text + name - 6, "\\u0026", 6) == 0);

  end = mcp_redactor_find_end (text, length, end, " \t\r\n\"&");

  return end < length && text[end] == '&';
}

/* PWD and OLDPWD of a shell. */
static gboolean
is_folder (const char *name,
           gsize       length,
           char        first)
{
  return first == '/' && length >= 3 && g_ascii_strncasecmp (name + length - 3, "pwd", 3) == 0;
}

/* "NAME=value"; the text is behind the sign. */
static McpRedactorMatch
match_setting (McpRedactionRules *rules,
               const char *text,
               gsize       length,
               gsize       name,
               gsize       value)
{
  gsize name_length = value - 1 - name;
  gboolean is_parameter = stands_in_query (text, length, name, value);
  const char *stops = is_parameter ? " \t\r\n\"'\\&#<>" : " \t\r\n\"'\\&;,<>()[]{}=";
  const gsize limit = MIN (length, value + MCP_REDACTOR_JUDGED_BYTES);
  McpNameSecrecy secrecy = mcp_redactor_judge_name (rules, text + name, name_length);
  gboolean is_string;
  gsize end;

  if (secrecy == MCP_NAME_HARMLESS
      && !(is_parameter && mcp_redactor_is_parameter (text + name, name_length)))
    return no_match;

  is_string = mcp_redactor_enter_string (text, length, &value, &end);
  if (!is_string)
    end = mcp_redactor_find_end (text, limit, value, stops);
  if (mcp_redactor_is_placeholder (text + value, end - value)
      || (secrecy == MCP_NAME_CODE && !mcp_redactor_is_code (text + value, end - value))
      || is_folder (text + name, name_length, text[value]))
    return no_match;

  if (!is_string)
    end = mcp_redactor_find_end (text, length, end, stops);
  /* The padding of base64 is part of it. */
  while (!is_string && !is_parameter && end > value && end < length && text[end] == '=')
    end++;

  return make_setting (value, end);
}

/* "Header: value": up to the quote that stands before the name, else up to the end of the line. */
static McpRedactorMatch
match_header (McpRedactionRules *rules,
              const char *text,
              gsize       length,
              gsize       name,
              gsize       value,
              gsize       start)
{
  McpRedactorQuote quote = mcp_redactor_read_quote_before (text, name, start);
  gsize end;

  if (!mcp_redactor_is_header (rules, text + name, value - 1 - name))
    return no_match;

  while (value < length && text[value] == ' ')
    value++;
  /* The quote first: from each of many headers in one line, its end may be far. */
  if (quote.quote != '\0')
    length = mcp_redactor_find_closing (text, length, value, quote);
  end = mcp_redactor_find_end (text, length, value, "\r\n");

  return mcp_redactor_is_plain_word (text + value, end - value) ? no_match
                                                                : make_setting (value, end);
}

/* "--name value", in quotes or not. */
static McpRedactorMatch
match_option (McpRedactionRules *rules,
              const char *text,
              gsize       length,
              gsize       name,
              gsize       name_end)
{
  const char *stops = " \t\r\n\"'\\";
  gsize value = name_end;
  gsize end;

  if (mcp_redactor_judge_name (rules, text + name, name_end - name) <= MCP_NAME_CODE)
    return no_match;

  while (value < length && text[value] == ' ')
    value++;
  if (!mcp_redactor_enter_string (text, length, &value, &end))
    {
      /* An option follows, or the help of a program. */
      if (value < length && strchr ("-=[<({|", text[value]) != NULL)
        return no_match;
      end = mcp_redactor_find_end (
          text, MIN (length, value + MCP_REDACTOR_JUDGED_BYTES), value, stops);
      if (mcp_redactor_is_placeholder (text + value, end - value))
        return no_match;
      end = mcp_redactor_find_end (text, length, end, stops);
    }

  return make_setting (value, end);
}

/* The end of a list or an object, whose strings have such quotes. */
static gsize
find_closing_bracket (const char *text,
                      gsize       length,
                      gsize       at,
                      McpRedactorQuote       quote)
{
  guint depth = 0;

  while (at < length)
    {
      char c = text[at++];

      if (c == quote.quote)
        {
          at = mcp_redactor_find_closing (text, length, at, quote);
          at = MIN (length, at + quote.n_backslashes + 1);
        }
      else if (c == '{' || c == '[')
        {
          depth++;
        }
      else if ((c == '}' || c == ']') && --depth == 0)
        {
          return at;
        }
    }

  return length;
}

/* A schema describes a value, and has none; neither has what comes with the next line. */
static gboolean
is_schema (const char *text,
           gsize       length,
           gsize       at)
{
  static const char *const members[] = {
    "$ref", "additionalProperties", "anyOf", "description", "properties", "title", "type",
  };

  at = mcp_redactor_skip_space (text, length, at + 1);
  if (at >= length)
    return TRUE;

  at += mcp_redactor_read_quote (text, length, at).n_backslashes + 1;
  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    if (at < length && strlen (members[i]) < length - at
        && memcmp (text + at, members[i], strlen (members[i])) == 0
        && strchr ("\"'\\", text[at + strlen (members[i])]) != NULL)
      return TRUE;

  return FALSE;
}

/* What a member of an object, or of a list of arguments, has: the text is at the quote behind its
 * name. */
static McpRedactorMatch
match_value (const char       *text,
             gsize             length,
             gsize             name_end,
             McpRedactorQuote  quote,
             McpNameSecrecy    secrecy,
             gboolean          is_option)
{
  McpRedactorQuote closing = mcp_redactor_read_quote (text, length, name_end);
  gsize value = name_end + closing.n_backslashes + 1;
  McpRedactorQuote opening;

  if (quote.quote == '\0' || quote.quote != closing.quote
      || quote.n_backslashes != closing.n_backslashes)
    return no_match;

  value = mcp_redactor_skip_space (text, length, value);
  if (value >= length || text[value] != (is_option ? ',' : ':'))
    return no_match;
  value = mcp_redactor_skip_space (text, length, value + 1);
  if (value >= length)
    return no_match;

  opening = mcp_redactor_read_quote (text, length, value);
  if (opening.quote != '\0' && opening.n_backslashes <= quote.n_backslashes)
    {
      gsize end;

      value += opening.n_backslashes + 1;
      end = mcp_redactor_find_closing (text, length, value, opening);
      return end > value ? (McpRedactorMatch) { value, end, MCP_REDACTION_MEMBER } : no_match;
    }
  if (secrecy == MCP_NAME_WEAK || is_option)
    return no_match;
  if (text[value] == '{' && is_schema (text, length, value))
    return no_match;
  if (text[value] == '{' || text[value] == '[')
    return (McpRedactorMatch) { value, find_closing_bracket (text, length, value, quote),
                                MCP_REDACTION_MEMBER };
  if (g_ascii_isdigit (text[value]) || text[value] == '-')
    return (McpRedactorMatch){ value,
                               mcp_redactor_find_end (text, length, value, " \t\r\n\"'\\,}]"),
                               MCP_REDACTION_MEMBER };

  return no_match;
}

static McpRedactorMatch
match_member (McpRedactionRules *rules,
              const char *text,
              gsize       length,
              gsize       name,
              gsize       name_end,
              gsize       start)
{
  McpNameSecrecy secrecy = mcp_redactor_judge_name (rules, text + name, name_end - name);

  if (secrecy <= MCP_NAME_CODE)
    return no_match;

  return match_value (text,
                      length,
                      name_end,
                      mcp_redactor_read_quote_before (text, name, start),
                      secrecy,
                      text[name] == '-');
}

/* The letter that "\\uXXXX" at @at spells, when a name can have it; else NUL. */
static char
read_escaped_char (const char *text,
                   gsize       length,
                   gsize       at)
{
  gunichar c = 0;

  if (length - at < 6 || text[at] != '\\' || text[at + 1] != 'u')
    return '\0';
  for (guint i = 2; i < 6; i++)
    {
      if (!g_ascii_isxdigit (text[at + i]))
        return '\0';
      c = c << 4 | g_ascii_xdigit_value (text[at + i]);
    }

  return c < 0x80 && is_name_char (c) ? c : '\0';
}

/* How much behind a backslash belongs to the escape, and to no name. */
static gsize
get_escape_bytes (const char *text,
                  gsize       length)
{
  const gsize n_unicode = strlen ("u0026");
  gsize n_digits = 0;

  if (length == 0)
    return 0;
  if (strchr ("nrtbf", text[0]) != NULL)
    return 1;

  while (length >= n_unicode && n_digits < n_unicode - 1 && g_ascii_isxdigit (text[1 + n_digits]))
    n_digits++;

  return text[0] == 'u' && n_digits == n_unicode - 1 ? n_unicode : 0;
}

/* Where the name begins of which a part stands at @at. */
static gsize
find_name (const McpRedactorScan *scan,
           gsize                  at)
{
  const char *text = scan->text;
  gsize name = at;

  while (name > scan->start && at - name <= MAX_NAME_BYTES && is_name_char (text[name - 1]))
    name--;
  if (name > scan->start && text[name - 1] == '\\')
    name += get_escape_bytes (text + name, at - name);
  else if (name > scan->start && text[name - 1] == '%' && at - name >= 2
           && g_ascii_isxdigit (text[name]) && g_ascii_isxdigit (text[name + 1]))
    name += 2;

  return name;
}

static gsize
find_name_end (const McpRedactorScan *scan,
               gsize                  at)
{
  gsize end = at;

  while (end < scan->length && end - at <= MAX_NAME_BYTES && is_name_char (scan->text[end]))
    end++;

  return end;
}

/* What goes by a name that ends at @end. */
static McpRedactorMatch
match_named (McpRedactorScan *scan,
             gsize            name,
             gsize            end)
{
  McpRedactionRules *rules = scan->marks->rules;
  const char *text = scan->text;

  switch (text[end])
    {
    case '=':
      return match_setting (rules, text, scan->length, name, end + 1);
    case ':':
      return match_header (rules, text, scan->length, name, end + 1, scan->start);
    case ' ':
      return text[name] == '-' ? match_option (rules, text, scan->length, name, end) : no_match;
    case '"':
    case '\'':
    case '\\':
      return match_member (rules, text, scan->length, name, end, scan->start);
    default:
      return no_match;
    }
}

/*
 * mcp_redactor_match_name:
 * @at: where a part of a name stands in a text that is no JSON
 * @n_bytes: how long that part is
 *
 * Finds what goes by the name.
 */
McpRedactorMatch
mcp_redactor_match_name (McpRedactorScan *scan,
                         gsize            at,
                         gsize            n_bytes)
{
  const gsize name = find_name (scan, at);
  const gsize end = find_name_end (scan, at + n_bytes - 1);
  McpRedactorMatch match = no_match;

  scan->name_end = end;
  if (end < scan->length)
    match = match_named (scan, name, end);

  return match.to == 0 ? mcp_redactor_match_behind (scan, name, end) : match;
}

/* Rewrites the text from its last escape on: a name may be spelled with them. Names are short. */
McpRedactorMatch
mcp_redactor_match_escaped (McpRedactorScan *scan,
                            gsize            at)
{
  const char *text = scan->text;
  g_autoptr (GString) name = NULL;
  McpRedactorQuote quote;
  McpRedactorMatch match;
  gsize begin = at;
  gsize end = at;
  char c;

  if (at < scan->name_end || read_escaped_char (text, scan->length, at) == '\0')
    return no_match;

  while (begin > scan->start && at - begin <= MAX_NAME_BYTES && is_name_char (text[begin - 1]))
    begin--;
  quote = mcp_redactor_read_quote_before (text, begin, scan->start);
  if (quote.quote == '\0')
    return no_match;

  name = g_string_new_len (text + begin, at - begin);
  while (end < scan->length && name->len <= MAX_NAME_BYTES)
    {
      if (is_name_char (text[end]))
        g_string_append_c (name, text[end++]);
      else if ((c = read_escaped_char (text, scan->length, end)) != '\0')
        {
          g_string_append_c (name, c);
          end += strlen ("\\u0026");
        }
      else
        break;
    }
  scan->name_end = end;
  if (mcp_redactor_judge_name (scan->marks->rules, name->str, name->len) <= MCP_NAME_CODE)
    return no_match;

  match = match_value (text, scan->length, end, quote, MCP_NAME_SECRET, FALSE);

  return match;
}
