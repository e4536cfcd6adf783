/* mcp-redactor-behind.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-redactor-private.h"

/*
 * What goes by a name in texts that people and other formats write: "name = value" of INI, TOML and
 * programs, "name: value" of YAML and Markdown, elements, calls, sentences; also in the encodings
 * of addresses and of HTML. People write of secrets without telling any, so that a value is looked
 * at, too.
 */

#define MAX_BLANKS 64
#define MAX_PHRASE_BYTES 256
#define MAX_TAG_BYTES 64
#define MAX_LOOK_BACK_BYTES 256
#define MAX_ENCODED_BYTES 4096
#define MIN_VALUE_BYTES 4
#define MIN_LINE_VALUE_BYTES 2

static const McpRedactorMatch no_match = { 0, 0, 0 };

/* How a value is joined to its name. */
typedef enum
{
  BY_NOTHING,
  BY_EQUALS, /* "name = value" */
  BY_COLON,  /* "name: value" */
  BY_TIGHT_COLON,
  BY_ARROW, /* "name => value" */
  BY_COMMA, /* "(name, value" */
  BY_TAG,   /* "<name>value<" */
  BY_WORDS, /* "name is value", "name 'value'" */
  BY_LOGIN, /* "login bob password value" */
} Joint;

typedef struct
{
  McpRedactorScan *scan;
  gsize name;
  gsize name_end;
  McpNameSecrecy secrecy;
  gboolean vague;
  gboolean is_field; /* of a line, for sure */
  Joint joint;
  char spelling; /* of the sign that joins */
} Named;

/* --- Around the name --- */

/* Bold, code, quotes and tags close behind a name, or behind the colon that follows. */
static gsize
skip_closers (const McpRedactorScan *scan, gsize at, gboolean with_quotes)
{
  for (guint i = 0; i < 6; i++)
    {
      McpSpelled spelled = mcp_redactor_read_spelled (scan, at);
      const char *end;

      if (spelled.c == '*' || (spelled.c == '_' && spelled.spelling == '\0'))
        at += spelled.n_bytes;
      else if (with_quotes && spelled.c != '\0' && strchr ("`\"']", spelled.c) != NULL)
        at += spelled.n_bytes;
      else if (with_quotes && spelled.c == '\\'
               && mcp_redactor_read_quote (scan->text, scan->length, at).quote != '\0')
        at += mcp_redactor_read_quote (scan->text, scan->length, at).n_backslashes + 1;
      else if (spelled.c == '<' && spelled.spelling == '\0' && scan->length - at > 2
               && scan->text[at + 1] == '/'
               && (end = memchr (scan->text + at, '>', MIN (scan->length - at, MAX_TAG_BYTES)))
                      != NULL)
        at = end + 1 - scan->text;
      else
        break;
    }

  return at;
}

static gsize
skip_blanks (const McpRedactorScan *scan, gsize at)
{
  for (guint i = 0; i < MAX_BLANKS; i++)
    {
      McpSpelled spelled = mcp_redactor_read_spelled (scan, at);

      if (spelled.c != ' ' && spelled.c != '\t')
        break;
      at += spelled.n_bytes;
    }

  return at;
}

static gsize
find_line (const McpRedactorScan *scan, gsize at)
{
  gsize line = at;

  while (line > 0 && at - line < MAX_LOOK_BACK_BYTES && scan->text[line - 1] != '\n')
    line--;

  return line;
}

/* Bullets, keywords and at most two words stand before the name. */
static gboolean
begins_line (const Named *named)
{
  const McpRedactorScan *scan = named->scan;
  const gsize name = named->name;
  const gsize line = find_line (scan, name);
  guint n_words = 0;

  if (named->is_field)
    return TRUE;

  for (gsize at = line; at < name; at++)
    {
      if (strchr (".,;:=!?(){}[]/", scan->text[at]) != NULL)
        return scan->text[at] == '[' || scan->text[at] == '{' || scan->text[at] == '(';
      n_words += g_ascii_isalnum (scan->text[at])
                 && (at == line || !g_ascii_isalnum (scan->text[at - 1]));
    }

  return n_words <= 2 && (line == 0 || scan->text[line - 1] == '\n');
}

/* "access key" and "API key" have one name in two words. */
static gsize
find_word_before (const McpRedactorScan *scan, gsize name)
{
  gsize at = name;

  if (at <= scan->start + 1 || scan->text[at - 1] != ' ')
    return name;
  at--;
  while (at > scan->start && name - at < MAX_TAG_BYTES
         && (g_ascii_isalnum (scan->text[at - 1]) || scan->text[at - 1] == '-'))
    at--;

  return at;
}

static gboolean
judge (Named *named)
{
  const McpRedactorScan *scan = named->scan;
  gsize before;

  named->secrecy = mcp_redactor_judge_name (
      scan->marks->rules, scan->text + named->name, named->name_end - named->name);
  if (named->secrecy != MCP_NAME_HARMLESS)
    named->vague = mcp_redactor_is_vague (scan->text + named->name, named->name_end - named->name);
  if (named->secrecy == MCP_NAME_HARMLESS)
    {
      before = find_word_before (scan, named->name);
      if (before != named->name)
        named->secrecy = mcp_redactor_judge_name (
            scan->marks->rules, scan->text + before, named->name_end - before);
      if (named->secrecy != MCP_NAME_HARMLESS)
        named->name = before;
    }

  return named->secrecy != MCP_NAME_HARMLESS;
}

/* --- Values --- */

/* Whether a value without quotes is a secret, and no word about one. */
static gboolean
is_secret_word (const Named *named, gsize from, gsize to)
{
  const char *value = named->scan->text + from;
  const gsize length = to - from;

  if (named->secrecy == MCP_NAME_CODE)
    return mcp_redactor_is_code (value, length);
  if (mcp_redactor_is_placeholder (value, length) || mcp_redactor_is_expression (value, length)
      || mcp_redactor_is_plain_word (value, length))
    return FALSE;
  if (named->joint == BY_TAG || named->joint == BY_LOGIN || named->spelling != '\0')
    return length >= MIN_LINE_VALUE_BYTES;
  if (named->vague)
    return mcp_redactor_is_random (value, length);
  if (named->joint == BY_WORDS)
    return mcp_redactor_is_mixed (value, length);
  if (mcp_redactor_is_mixed (value, length)
      || (length >= MIN_VALUE_BYTES && named->joint != BY_TIGHT_COLON && g_ascii_isdigit (value[0])
          && mcp_redactor_is_code (value, MIN (length, 10))))
    return TRUE;

  return named->joint != BY_TIGHT_COLON && length >= MIN_VALUE_BYTES && begins_line (named)
         && value[0] != '/' && mcp_redactor_ends_line (named->scan, to);
}

/* One in quotes. What people write about a secret has blanks, and says its name. */
static gboolean
is_secret_string (const Named *named, gsize from, gsize to)
{
  const char *value = named->scan->text + from;
  const gsize length = to - from;
  const gboolean has_blank = memchr (value, ' ', MIN (length, MAX_PHRASE_BYTES)) != NULL;

  if (named->secrecy == MCP_NAME_CODE)
    return mcp_redactor_is_code (value, length);
  if (length < MIN_VALUE_BYTES || mcp_redactor_is_placeholder (value, length)
      || mcp_redactor_is_plain_word (value, length))
    return FALSE;
  if (named->joint == BY_WORDS
      && (named->secrecy == MCP_NAME_WEAK || strchr (",:;)}\\", value[0]) != NULL))
    return FALSE;
  /* A type, a colour. */
  if ((memchr (value, '.', length) != NULL && mcp_redactor_is_expression (value, length))
      || (value[0] == '#' && named->vague))
    return FALSE;
  if (named->vague)
    return !has_blank && mcp_redactor_is_mixed (value, length);
  if (has_blank)
    return !mcp_redactor_is_expression (value, length);

  return TRUE;
}

static McpRedactorMatch
make_match (gsize from, gsize to)
{
  return (McpRedactorMatch){ from, to, MCP_REDACTION_SETTING };
}

/* YAML block scalars: "|" or ">", then lines indented deeper than the name. */
static McpRedactorMatch
match_folded (const Named *named, gsize at)
{
  McpRedactorScan *scan = named->scan;
  const gsize line = find_line (scan, named->name);
  gsize indent = 0;
  gsize from = 0;
  gsize to = 0;

  while (line + indent < named->name && scan->text[line + indent] == ' ')
    indent++;
  at++;
  while (at < scan->length && strchr ("+-0123456789", scan->text[at]) != NULL)
    at++;
  if (!begins_line (named) || !mcp_redactor_ends_line (scan, at))
    return no_match;

  at = mcp_redactor_find_end (scan->text, scan->length, at, "\n");
  if (at == scan->length)
    {
      scan->redactor->tail = (McpRedactorTail){ .kind = MCP_TAIL_BLOCK, .indent = indent };
      return no_match;
    }
  while (at < scan->length)
    {
      gsize text = ++at;
      gsize end = mcp_redactor_find_end (scan->text, scan->length, at, "\n");

      while (text < end && scan->text[text] == ' ')
        text++;
      if (text < end && text - at <= indent)
        break;
      if (text < end)
        {
          from = from == 0 ? text : from;
          to = end;
        }
      at = end;
    }

  return to > from ? make_match (from, to) : no_match;
}

/* Three quotes of TOML and Python. */
static McpRedactorMatch
match_three_quotes (const Named *named, gsize at)
{
  McpRedactorScan *scan = named->scan;
  const char quotes[] = { scan->text[at], scan->text[at], scan->text[at], '\0' };
  const gsize from = mcp_redactor_skip_space (scan->text, scan->length, at + 3);
  const char *end = g_strstr_len (scan->text + from, scan->length - from, quotes);

  if (end == NULL)
    scan->redactor->tail = (McpRedactorTail){ .kind = MCP_TAIL_QUOTES, .separator = quotes[0] };

  if (from == scan->length)
    return no_match;

  return make_match (from, end != NULL ? (gsize)(end - scan->text) : scan->length);
}

static gboolean
is_spelled_stop (const McpSpelled *spelled, char spelling, char quote)
{
  if (quote != '\0')
    return spelled->c == quote && spelled->spelling == spelling;
  if (spelled->spelling == '\0')
    return strchr (" \t\r\n\"'\\&<>", spelled->c) != NULL;

  return spelled->spelling == spelling && spelled->c != '\0'
         && strchr (" \t\r\n\"'&;,<>#{}", spelled->c) != NULL;
}

/* A value in the encoding of an address or of HTML, as the sign before it is. */
static McpRedactorMatch
match_spelled (Named *named, gsize at)
{
  const McpRedactorScan *scan = named->scan;
  McpSpelled spelled = mcp_redactor_read_spelled (scan, at);
  char quote = '\0';
  gsize to;

  if (spelled.spelling == named->spelling && (spelled.c == '"' || spelled.c == '\''))
    {
      quote = spelled.c;
      at += spelled.n_bytes;
    }
  for (to = at; to < scan->length && to - at <= MAX_ENCODED_BYTES; to += spelled.n_bytes)
    {
      spelled = mcp_redactor_read_spelled (scan, to);
      if (is_spelled_stop (&spelled, named->spelling, quote))
        break;
    }
  if (to - at > MAX_ENCODED_BYTES || to == at)
    return no_match;

  return quote != '\0' || is_secret_word (named, at, to) ? make_match (at, to) : no_match;
}

/* In quotes of print or of code, which have no backslashes. @at is behind the first. */
static McpRedactorMatch
match_printed (const Named *named, gsize at, const char *closing)
{
  const McpRedactorScan *scan = named->scan;
  const char *end
      = g_strstr_len (scan->text + at, MIN (scan->length - at, MAX_PHRASE_BYTES), closing);

  if (end == NULL || memchr (scan->text + at, '\n', end - (scan->text + at)) != NULL)
    return no_match;

  return is_secret_string (named, at, end - scan->text) ? make_match (at, end - scan->text)
                                                        : no_match;
}

/* An element is closed; "Set<token>" is none, and "Type<…" is a type. */
static gboolean
ends_well (const Named *named, gsize to)
{
  const McpRedactorScan *scan = named->scan;

  if (named->joint == BY_TAG)
    return scan->length - to >= 2 && scan->text[to] == '<' && scan->text[to + 1] == '/';

  return !named->vague || to >= scan->length || scan->text[to] != '<';
}

static McpRedactorMatch
match_bare (const Named *named, gsize at)
{
  const McpRedactorScan *scan = named->scan;
  const char *stops = named->joint == BY_TAG ? "<\r\n"
                      : named->joint == BY_COLON || named->joint == BY_EQUALS
                          ? " \t\r\n\"'`\\<>,;|)]}"
                          : " \t\r\n\"'`\\<>,;|)]}(";
  const gsize limit = MIN (scan->length, at + MCP_REDACTOR_JUDGED_BYTES);
  gsize to = mcp_redactor_find_end (scan->text, limit, at, stops);
  gsize ascii = at;

  while (ascii < to && (guchar)scan->text[ascii] < 0x80)
    ascii++;
  /* "hunter2입니다", but "pässword" is one word. */
  if (ascii < to && ascii > at
      && g_utf8_get_char_validated (scan->text + ascii, to - ascii) >= 0x1100
      && g_utf8_get_char_validated (scan->text + ascii, to - ascii) < 0x30000)
    to = ascii;
  while (to > at && strchr (".:!?*", scan->text[to - 1]) != NULL && named->joint != BY_TAG
         && mcp_redactor_ends_line (scan, to))
    to--;
  if (to < scan->length && to > at && scan->text[to - 1] == '.' && scan->text[to] == ' ')
    to--;
  /* A call, or an index: an expression of a program. */
  if (to < scan->length && scan->text[to] == '(')
    return no_match;
  /* The phrase of a wallet has words. */
  if (named->joint != BY_WORDS
      && (g_ascii_strncasecmp (
              scan->text + named->name_end - MIN (6, named->name_end - named->name), "phrase", 6)
              == 0
          || g_ascii_strncasecmp (scan->text + named->name, "mnemonic", 8) == 0))
    {
      gsize line_end = mcp_redactor_find_end (scan->text, limit, at, "\r\n\"'\\");
      guint n_blanks = 0;

      for (gsize i = at; i < line_end; i++)
        n_blanks += scan->text[i] == ' ';
      if (n_blanks >= 11)
        return make_match (at, line_end);
    }

  if (to == at || !is_secret_word (named, at, to))
    return no_match;
  if (!ends_well (named, to))
    return no_match;

  return make_match (
      at, to == limit ? mcp_redactor_find_end (scan->text, scan->length, to, stops) : to);
}

static McpRedactorMatch
match_value (Named *named, gsize at)
{
  const McpRedactorScan *scan = named->scan;
  const char *text = scan->text + at;
  const gsize left = scan->length - at;
  McpSpelled first = mcp_redactor_read_spelled (scan, at);
  McpRedactorQuote quote;
  gsize limit;
  gsize end;

  if (left == 0)
    return no_match;
  if (first.spelling != '\0' && (first.c == '"' || first.c == '\''))
    named->spelling = first.spelling;
  if (named->spelling != '\0')
    return match_spelled (named, at);
  if ((named->joint == BY_COLON) && (text[0] == '|' || text[0] == '>'))
    return match_folded (named, at);
  if (left >= 3 && (memcmp (text, "\"\"\"", 3) == 0 || memcmp (text, "'''", 3) == 0))
    return match_three_quotes (named, at);
  if (left > 9 && memcmp (text, "<![CDATA[", 9) == 0)
    return make_match (at + 9, mcp_redactor_find_end (scan->text, scan->length, at + 9, "]"));
  if (text[0] == '`')
    return match_printed (named, at + 1, "`");
  if (left > 3 && memcmp (text, "\xe2\x80\x9c", 3) == 0)
    return match_printed (named, at + 3, "\xe2\x80\x9d");
  if (text[0] == '[' && named->secrecy == MCP_NAME_CODE)
    return match_bare (named, at + 1);

  quote = mcp_redactor_read_quote (scan->text, scan->length, at);
  if (quote.quote == '\0')
    return match_bare (named, at);

  at += quote.n_backslashes + 1;
  limit = MIN (scan->length, at + MCP_REDACTOR_JUDGED_BYTES);
  end = mcp_redactor_find_closing (scan->text, limit, at, quote);
  if (named->joint == BY_WORDS && end - at > MAX_PHRASE_BYTES)
    return no_match;
  if (!is_secret_string (named, at, end))
    return no_match;

  return make_match (
      at, end == limit ? mcp_redactor_find_closing (scan->text, scan->length, at, quote) : end);
}

/* --- What joins them --- */

/* Words between a name and its value. */
static gsize
skip_verb (const McpRedactorScan *scan, gsize at)
{
  static const char *const verbs[] = {
    "is ", "is: ", "was ",          "ist ",          "lautet ",       "lautet: ",      "are ",
    "es ", "est ", "\xeb\x8a\x94 ", "\xec\x9d\x80 ", "\xec\x9d\xb4 ", "\xea\xb0\x80 ",
  };

  for (guint i = 0; i < G_N_ELEMENTS (verbs); i++)
    if (strlen (verbs[i]) < scan->length - at
        && memcmp (scan->text + at, verbs[i], strlen (verbs[i])) == 0)
      return at + strlen (verbs[i]);

  return at;
}

/* "login bob password …" of a netrc; the name is at @at. */
static gboolean
is_login (const Named *named)
{
  static const char *const before[] = { "login", "machine", "account" };
  const McpRedactorScan *scan = named->scan;
  const char *text = scan->text;
  gsize from = named->name - MIN (named->name, MAX_LOOK_BACK_BYTES);
  gsize at = named->name;
  gsize end;

  for (guint i = 0; i < 2; i++)
    {
      while (at > from && g_ascii_isspace (text[at - 1]))
        at--;
      end = at;
      while (at > from && !g_ascii_isspace (text[at - 1]))
        at--;
    }
  for (guint i = 0; i < G_N_ELEMENTS (before); i++)
    if (end - at == strlen (before[i]) && memcmp (text + at, before[i], end - at) == 0)
      return TRUE;

  return FALSE;
}

/* "define(" and the like: functions that are given a name and its value. @at is the parenthesis. */
static gboolean
is_setter (const McpRedactorScan *scan, gsize at)
{
  static const char *const setters[]
      = { "append", "define",     "environ", "put",     "putenv",
          "set",    "setdefault", "setenv",  "setitem", "setproperty" };
  gsize word = at;

  while (word > scan->start && at - word < MAX_TAG_BYTES && g_ascii_isalpha (scan->text[word - 1]))
    word--;
  for (guint i = 0; i < G_N_ELEMENTS (setters); i++)
    if (strlen (setters[i]) == at - word
        && g_ascii_strncasecmp (scan->text + word, setters[i], at - word) == 0)
      return TRUE;

  return FALSE;
}

/* "NAME value" and nothing else in the line, but for "ENV" or "set". */
static gboolean
is_alone (const Named *named, gsize value)
{
  const McpRedactorScan *scan = named->scan;
  guint n_words = 0;

  for (gsize at = find_line (scan, named->name); at < named->name; at++)
    {
      if (scan->text[at] != ' ' && scan->text[at] != '\t' && !g_ascii_isalpha (scan->text[at]))
        return FALSE;
      n_words += g_ascii_isalpha (scan->text[at]) && !g_ascii_isalpha (scan->text[at + 1]);
    }

  return n_words <= 1
         && mcp_redactor_ends_line (
             scan, mcp_redactor_find_end (scan->text, scan->length, value, " \t\r\n\\"));
}

/* Finds the sign behind the name. Returns where the value begins; 0 when nothing joins one. */
static gsize
find_joint (Named *named, gsize closed)
{
  const McpRedactorScan *scan = named->scan;
  const gsize at = skip_blanks (scan, closed);
  const char *text = scan->text;
  McpSpelled sign = mcp_redactor_read_spelled (scan, at);
  McpSpelled next = mcp_redactor_read_spelled (scan, at + sign.n_bytes);
  gsize value = at + sign.n_bytes;

  named->spelling = sign.spelling;
  if (sign.n_bytes == 0)
    return 0;
  if (sign.c == '=' && next.c == '>')
    named->joint = BY_ARROW, value += next.n_bytes;
  else if (sign.c == '=' && next.c != '=' && next.c != '~')
    named->joint = BY_EQUALS;
  else if (sign.c == ':' && next.c == '=')
    named->joint = BY_EQUALS, value += next.n_bytes;
  else if (sign.c == ':' && next.c != ':' && next.c != '/')
    named->joint
        = next.c != '\0' && strchr (" \t*_<\"'`", next.c) != NULL ? BY_COLON : BY_TIGHT_COLON;
  else if (sign.c == ',' && at == closed && closed > named->name_end
           && named->name > scan->start + 1 && strchr ("\"'", text[named->name - 1]) != NULL
           && text[named->name - 2] == '(' && is_setter (scan, named->name - 2))
    named->joint = BY_COMMA;
  else if (scan->length - at > 3
           && (memcmp (text + at, "\xef\xbc\x9a", 3) == 0
               || memcmp (text + at, "\xef\xbc\x9d", 3) == 0))
    named->joint = BY_COLON, value = at + 3, named->spelling = '\0';
  else if (sign.c == '>' && named->name > scan->start)
    {
      McpSpelled before = { text[named->name - 1], 1, '\0' };

      if (sign.spelling == '&' && named->name >= 4
          && memcmp (text + named->name - 4, "&lt;", 4) == 0)
        before.c = '<';
      if (before.c != '<' && before.c != ':')
        return 0;
      named->joint = BY_TAG;
    }
  else if (text[at] == '<' && at == closed && named->scan->length - at > 4)
    return 0;
  else if (sign.spelling != '\0')
    return 0;
  else
    {
      value = skip_verb (scan, at);
      named->joint = BY_WORDS;
      if (value == at && at == closed)
        return 0;
      if (value == at && closed > named->name_end && strchr ("\"'", text[closed - 1]) != NULL)
        return 0;
      if (value == at
          && (text[at] == '"' || text[at] == '\'' || text[at] == '`'
              || (text[at] == '[' && named->secrecy == MCP_NAME_CODE)))
        return at;
      if (value == at)
        {
          if (is_login (named))
            named->joint = BY_LOGIN;
          else if (!is_alone (named, at))
            return 0;
        }
    }

  return value;
}

/* "<password" and "<ns:password". */
static gboolean
opens_element (const Named *named)
{
  const char *text = named->scan->text;
  gsize at = named->name;

  if (at > named->scan->start && text[at - 1] == ':')
    for (at--; at > named->scan->start && named->name - at < MAX_TAG_BYTES;)
      if (!g_ascii_isalnum (text[--at]))
        {
          at++;
          break;
        }

  return at > named->scan->start && text[at - 1] == '<';
}

/* "<password type="x">": the text is behind the name. */
static gsize
skip_attributes (const Named *named)
{
  const McpRedactorScan *scan = named->scan;
  const char *end;

  if (!opens_element (named) || named->name_end >= scan->length
      || scan->text[named->name_end] != ' ')
    return named->name_end;

  end = memchr (
      scan->text + named->name_end, '>', MIN (scan->length - named->name_end, MAX_LOOK_BACK_BYTES));

  return end != NULL && end[-1] != '/' ? (gsize)(end - scan->text) : named->name_end;
}

/* "name: DB_PASSWORD, value: …": the text is behind the name that is a value itself. */
static McpRedactorMatch
match_neighbour (Named *named, gsize at)
{
  McpRedactorScan *scan = named->scan;
  const char *text = scan->text;
  gsize line = find_line (scan, named->name);
  const char *key = g_strstr_len (text + line, named->name - line, "ame");

  if (key == NULL)
    key = g_strstr_len (text + line, named->name - line, "key");
  if (key == NULL || named->name - (key - text) > 8)
    return no_match;

  while (at < scan->length && strchr (" \t\r\n,\"'", text[at]) != NULL
         && at - named->name_end < MAX_BLANKS)
    at++;
  if (at == scan->length)
    {
      scan->redactor->tail = (McpRedactorTail){ .kind = MCP_TAIL_VALUE };
      return no_match;
    }
  if (scan->length - at < 6 || g_ascii_strncasecmp (text + at, "value", 5) != 0)
    return no_match;
  at = skip_closers (scan, at + 5, TRUE);
  at = skip_blanks (scan, at);
  if (at >= scan->length || strchr (":=", text[at]) == NULL)
    return no_match;
  named->joint = BY_COLON;
  named->vague = FALSE;
  named->is_field = TRUE;

  return match_value (named, skip_blanks (scan, at + 1));
}

/* "<td>Password</td><td>…" and the like. */
static McpRedactorMatch
match_next_cell (Named *named, gsize at)
{
  const McpRedactorScan *scan = named->scan;
  const char *text = scan->text;
  guint n_tags = 0;

  while (at < scan->length && n_tags < 4)
    {
      const char *end;

      at = mcp_redactor_skip_space (text, MIN (scan->length, at + MAX_BLANKS), at);
      if (at >= scan->length || text[at] != '<')
        break;
      end = memchr (text + at, '>', MIN (scan->length - at, MAX_TAG_BYTES));
      if (end == NULL || g_ascii_strncasecmp (text + at, "<input", 6) == 0)
        return no_match;
      at = end + 1 - text;
      n_tags++;
    }
  if (n_tags < 2)
    return no_match;
  named->joint = BY_COLON;
  named->is_field = TRUE;

  return match_bare (named, at);
}

/* What goes by a name that was judged. */
static McpRedactorMatch
match_judged (Named *named)
{
  McpRedactorScan *scan = named->scan;
  const gsize closed = skip_closers (scan, skip_attributes (named), TRUE);
  McpRedactorMatch match;
  gsize value;

  match = mcp_redactor_match_cell (scan, named->name, closed);
  if (match.to != 0)
    return match;
  match = match_neighbour (named, closed);
  if (match.to != 0)
    return match;
  if (named->name_end < scan->length && scan->text[named->name_end] == '<')
    return match_next_cell (named, named->name_end);

  value = find_joint (named, closed);
  if (value == 0 || value > scan->length)
    return no_match;
  if (named->joint == BY_COLON)
    value = skip_closers (scan, value, FALSE);
  if (named->joint != BY_TAG)
    value = skip_blanks (scan, value);

  return match_value (named, value);
}

/* Most names are words of a sentence, with another behind them. */
static gboolean
goes_on (const McpRedactorScan *scan, gsize name, gsize name_end)
{
  static const char *const joints[] = { "is", "was", "ist", "lautet", "are", "es", "est", "value" };
  const char *text = scan->text;
  gsize at = name_end;
  gsize end;

  if (at + 2 >= scan->length || text[at] != ' ' || text[name - (name > 0)] == '<')
    return TRUE;
  at++;
  for (end = at; end < scan->length && g_ascii_islower (text[end]);)
    end++;
  if (end == at || end + 1 >= scan->length
      || (text[end] != ' ' && text[end] != ',' && text[end] != '.'))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (joints); i++)
    if (strlen (joints[i]) == end - at && memcmp (text + at, joints[i], end - at) == 0)
      return TRUE;

  return name_end - name >= 6 && g_ascii_strncasecmp (text + name, "passw", 5) == 0;
}

/*
 * mcp_redactor_match_behind:
 * @name: where a name begins
 * @name_end: where it ends
 *
 * Finds what goes by a name, when it is none of what programs print.
 */
McpRedactorMatch
mcp_redactor_match_behind (McpRedactorScan *scan, gsize name, gsize name_end)
{
  Named named = { .scan = scan, .name = name, .name_end = name_end };

  while (named.name < name_end && scan->text[named.name] == '_')
    named.name++;
  while (named.name_end > named.name && strchr ("_.", scan->text[named.name_end - 1]) != NULL)
    named.name_end--;
  if (!goes_on (scan, name, name_end) || !judge (&named))
    return no_match;

  return match_judged (&named);
}

/* A name in letters that are not those of ASCII stands behind or before anything. */
McpRedactorMatch
mcp_redactor_match_word (McpRedactorScan *scan, const McpRedactorRule *rule, gsize at)
{
  const gsize end = at + strlen (rule->anchor);

  return at < scan->name_end ? no_match : mcp_redactor_match_behind (scan, at, end);
}
