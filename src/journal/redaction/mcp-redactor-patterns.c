/* mcp-redactor-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-redactor-private.h"

/*
 * What a secret looks like when nobody has told us its value: tokens of well-known services,
 * blocks of PEM, and what stands behind a telling name in text that is no JSON: "NAME=value",
 * "Header: value", "--name value", "\"name\": value".
 */

#define MAX_NAME_BYTES 64
#define MIN_SETTING_BYTES 4
#define MIN_BEARER_BYTES 6
#define SURE_BEARER_BYTES 16
#define MAX_WORDS_BYTES 256
#define MAX_JOSE_BYTES 1024
#define MAX_USERINFO_BYTES 512
#define MAX_BACKSLASHES 255   /* eight levels of strings in strings */

static const McpRedactorMatch no_match = { 0, 0, 0 };

static const struct
{
  const char *prefix;
  gsize       min_bytes;   /* after the prefix */
  gboolean    needs_digit; /* or it may be words with hyphens */
  gboolean    needs_dot;   /* or it may be any object in base64: a cursor */
} tokens[] = {
  { "sk-", 16, TRUE },
  { "sk_live_", 16, FALSE },
  { "sk_test_", 16, FALSE },
  { "ghp_", 20, FALSE },
  { "gho_", 20, FALSE },
  { "ghu_", 20, FALSE },
  { "ghs_", 20, FALSE },
  { "ghr_", 20, FALSE },
  { "github_pat_", 20, FALSE },
  { "glpat-", 16, FALSE },
  { "AKIA", 16, FALSE },
  { "ASIA", 16, FALSE },
  { "AIza", 30, FALSE },
  { "xoxa-", 10, TRUE },
  { "xoxb-", 10, TRUE },
  { "xoxp-", 10, TRUE },
  { "xoxr-", 10, TRUE },
  { "xoxs-", 10, TRUE },
  { "npm_", 30, FALSE },
  { "hf_", 30, FALSE },
  { "eyJ", 40, TRUE, TRUE },  /* JSON Web Token, RFC 7519 section 3 */
};

static gboolean
is_word_char (char c)
{
  return g_ascii_isalnum (c) || c == '_' || c == '-';
}

/* RFC 9110 section 11.2. */
static gboolean
is_token68_char (char c)
{
  return g_ascii_isalnum (c) || (c != '\0' && strchr ("-._~+/=", c) != NULL);
}

/* A token that shows by its prefix whose it is. */
McpRedactorMatch
mcp_redactor_match_token (const char *text,
                          gsize       length,
                          gsize       at)
{
  for (guint i = 0; i < G_N_ELEMENTS (tokens); i++)
    {
      gsize prefix = strlen (tokens[i].prefix);
      gboolean has_digit = FALSE;
      gboolean has_dot = FALSE;
      gsize end;

      if (length - at < prefix || memcmp (text + at, tokens[i].prefix, prefix) != 0)
        continue;

      for (end = at + prefix; end < length && (is_word_char (text[end]) || text[end] == '.'); end++)
        {
          has_digit = has_digit || g_ascii_isdigit (text[end]);
          has_dot = has_dot || text[end] == '.';
          /* A text full of prefixes must not be walked to its end from each of them. */
          if ((tokens[i].needs_digit && !has_digit && end - at > MAX_WORDS_BYTES)
              || (tokens[i].needs_dot && !has_dot && end - at > MAX_JOSE_BYTES))
            return no_match;
        }
      if (end - at - prefix >= tokens[i].min_bytes && (has_digit || !tokens[i].needs_digit)
          && (has_dot || !tokens[i].needs_dot))
        return (McpRedactorMatch) { at, end, MCP_REDACTION_TOKEN };

      return no_match;
    }

  return no_match;
}

/* "Bearer", in any case, and a token (RFC 6750 section 2.1), but not "bearer of news". */
McpRedactorMatch
mcp_redactor_match_bearer (const char *text,
                           gsize       length,
                           gsize       at)
{
  gboolean has_digit = FALSE;
  gsize start = at + strlen ("bearer");
  gsize end;

  while (start < length && text[start] == ' ')
    start++;
  if (start == at + strlen ("bearer"))
    return no_match;

  for (end = start; end < length && is_token68_char (text[end]); end++)
    has_digit = has_digit || g_ascii_isdigit (text[end]);

  if (end - start < (has_digit ? MIN_BEARER_BYTES : SURE_BEARER_BYTES))
    return no_match;

  return (McpRedactorMatch) { start, end, MCP_REDACTION_BEARER };
}

/* "://user:password@": the text is at the colon (RFC 3986 section 3.2.1). */
McpRedactorMatch
mcp_redactor_match_userinfo (const char *text,
                             gsize       length,
                             gsize       at)
{
  const gsize start = at + strlen ("://");
  gboolean has_password = FALSE;

  for (gsize end = start; end < length && end - start <= MAX_USERINFO_BYTES; end++)
    {
      if (text[end] == '@')
        return has_password ? (McpRedactorMatch) { start, end, MCP_REDACTION_ADDRESS } : no_match;
      if (text[end] == '\0' || strchr ("/?#\"'\\<> \t\r\n", text[end]) != NULL)
        return no_match;
      has_password = has_password || text[end] == ':';
    }

  return no_match;
}

/* "-----BEGIN … PRIVATE KEY-----" and what follows, up to "-----END" (RFC 7468 section 2). */
McpRedactorMatch
mcp_redactor_match_block (const char *text,
                          gsize       length,
                          gsize       at)
{
  const gsize label = at + strlen ("-----BEGIN ");
  const char *label_end = g_strstr_len (text + label, MIN (length - label, MAX_NAME_BYTES), "-----");
  const char *end;
  gsize from;

  if (label_end == NULL
      || g_strstr_len (text + label, label_end - (text + label), "PRIVATE") == NULL)
    return no_match;

  from = label_end + strlen ("-----") - text;
  if (from == length)
    return no_match;
  end = g_strstr_len (text + from, length - from, "-----END");

  return (McpRedactorMatch) { from, end != NULL ? (gsize) (end - text) : length,
                              MCP_REDACTION_TOKEN };
}

static gsize
find_end (const char *text,
          gsize       length,
          gsize       at,
          const char *stops)
{
  while (at < length && (text[at] == '\0' || strchr (stops, text[at]) == NULL))
    at++;

  return at;
}

/* A quote, with the backslashes that stand before it where a string is in a string. */
typedef struct
{
  gsize n_backslashes;
  char  quote;          /* NUL for none */
} Quote;

static Quote
read_quote (const char *text,
            gsize       length,
            gsize       at)
{
  Quote quote = { 0, '\0' };

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
static Quote
read_quote_before (const char *text,
                   gsize       at,
                   gsize       start)
{
  Quote quote = { 0, '\0' };

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
 * backslashes: a quote that is inside of the string, and of no string around it, has as many as fill
 * the next level.
 */
static gsize
find_closing (const char *text,
              gsize       length,
              gsize       at,
              Quote       quote)
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
static gboolean
enter_string (const char *text,
              gsize       length,
              gsize      *value,
              gsize      *end)
{
  Quote quote = read_quote (text, length, *value);

  if (quote.quote == '\0')
    return FALSE;

  *value += quote.n_backslashes + 1;
  *end = find_closing (text, length, *value, quote);

  return TRUE;
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
    return strchr ("?&#;", text[name - 1]) != NULL
           || (name >= 6 && memcmp (text + name - 6, "\\u0026", 6) == 0);

  end = find_end (text, length, end, " \t\r\n\"&");

  return end < length && text[end] == '&';
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
  gsize end;

  if (mcp_redactor_judge_name (rules, text + name, name_length) == MCP_NAME_HARMLESS
      && !(is_parameter && mcp_redactor_is_parameter (text + name, name_length)))
    return no_match;

  if (!enter_string (text, length, &value, &end))
    {
      end = find_end (text, length, value,
                      is_parameter ? " \t\r\n\"'\\&#<>" : " \t\r\n\"'\\&;,<>()[]{}=");
      /* The padding of base64 is part of it. */
      while (!is_parameter && end > value && end < length && text[end] == '=')
        end++;
    }

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
  Quote quote = read_quote_before (text, name, start);
  gsize end;

  if (!mcp_redactor_is_header (rules, text + name, value - 1 - name))
    return no_match;

  while (value < length && text[value] == ' ')
    value++;
  /* The quote first: from each of many headers in one line, its end may be far. */
  if (quote.quote != '\0')
    length = find_closing (text, length, value, quote);
  end = find_end (text, length, value, "\r\n");

  return make_setting (value, end);
}

/* "--name value", in quotes or not. */
static McpRedactorMatch
match_option (McpRedactionRules *rules,
              const char *text,
              gsize       length,
              gsize       name,
              gsize       name_end)
{
  gsize value = name_end;
  gsize end;

  if (mcp_redactor_judge_name (rules, text + name, name_end - name) == MCP_NAME_HARMLESS)
    return no_match;

  while (value < length && text[value] == ' ')
    value++;
  if (!enter_string (text, length, &value, &end))
    {
      /* An option follows, or the help of a program. */
      if (value < length && strchr ("-=[<({|", text[value]) != NULL)
        return no_match;
      end = find_end (text, length, value, " \t\r\n\"'\\");
    }

  return make_setting (value, end);
}

/* The end of a list or an object, whose strings have such quotes. */
static gsize
find_closing_bracket (const char *text,
                      gsize       length,
                      gsize       at,
                      Quote       quote)
{
  guint depth = 0;

  while (at < length)
    {
      char c = text[at++];

      if (c == quote.quote)
        {
          at = find_closing (text, length, at, quote);
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

static gsize
skip_space (const char *text,
            gsize       length,
            gsize       at)
{
  while (at < length && g_ascii_isspace (text[at]))
    at++;

  return at;
}

/* A member of an object, or one of a list of arguments: the text is at the quote behind a name. */
static McpRedactorMatch
match_member (McpRedactionRules *rules,
              const char *text,
              gsize       length,
              gsize       name,
              gsize       name_end,
              gsize       start)
{
  Quote quote = read_quote_before (text, name, start);
  Quote closing = read_quote (text, length, name_end);
  McpNameSecrecy secrecy = mcp_redactor_judge_name (rules, text + name, name_end - name);
  gsize value = name_end + closing.n_backslashes + 1;
  Quote opening;

  if (secrecy == MCP_NAME_HARMLESS || quote.quote == '\0' || quote.quote != closing.quote
      || quote.n_backslashes != closing.n_backslashes)
    return no_match;

  value = skip_space (text, length, value);
  if (value >= length || text[value] != (text[name] == '-' ? ',' : ':'))
    return no_match;
  value = skip_space (text, length, value + 1);
  if (value >= length)
    return no_match;

  opening = read_quote (text, length, value);
  if (opening.quote != '\0' && opening.n_backslashes <= quote.n_backslashes)
    {
      gsize end;

      value += opening.n_backslashes + 1;
      end = find_closing (text, length, value, opening);
      return end > value ? (McpRedactorMatch) { value, end, MCP_REDACTION_MEMBER } : no_match;
    }
  if (secrecy == MCP_NAME_WEAK || text[name] == '-')
    return no_match;
  if (text[value] == '{' || text[value] == '[')
    return (McpRedactorMatch) { value, find_closing_bracket (text, length, value, quote),
                                MCP_REDACTION_MEMBER };
  if (g_ascii_isdigit (text[value]) || text[value] == '-')
    return (McpRedactorMatch) { value, find_end (text, length, value, " \t\r\n\"'\\,}]"),
                                MCP_REDACTION_MEMBER };

  return no_match;
}

static gboolean
is_name_char (char c)
{
  return is_word_char (c) || c == '.';
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

/*
 * mcp_redactor_match_name:
 * @rules: (nullable): what somebody said of names
 * @text: a text that is no JSON
 * @at: where a part of a name stands
 * @start: where the name can begin at the earliest
 * @name_end: (out): where it ends, which may be before that of a longer one
 *
 * Finds what goes by the name.
 */
McpRedactorMatch
mcp_redactor_match_name (McpRedactionRules *rules,
                         const char *text,
                         gsize       length,
                         gsize       at,
                         gsize       start,
                         gsize      *name_end)
{
  gsize name = at;
  gsize end = at;

  while (name > start && at - name <= MAX_NAME_BYTES && is_name_char (text[name - 1]))
    name--;
  if (name > start && text[name - 1] == '\\')
    name += get_escape_bytes (text + name, at - name);
  while (end < length && end - at <= MAX_NAME_BYTES && is_name_char (text[end]))
    end++;
  *name_end = end;
  if (end == length)
    return no_match;

  switch (text[end])
    {
    case '=':
      return match_setting (rules, text, length, name, end + 1);
    case ':':
      return match_header (rules, text, length, name, end + 1, start);
    case ' ':
      return text[name] == '-' ? match_option (rules, text, length, name, end) : no_match;
    case '"':
    case '\'':
    case '\\':
      return match_member (rules, text, length, name, end, start);
    default:
      return no_match;
    }
}
