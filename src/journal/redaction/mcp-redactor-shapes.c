/* mcp-redactor-shapes.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-redactor-private.h"

/*
 * What a secret looks like when nobody has told us its value: tokens of well-known services, secret
 * addresses, blocks of PEM. Which there are is in mcp-redactor-table.c.
 */

#define MAX_LABEL_BYTES 64
#define MIN_BEARER_BYTES 6
#define SURE_BEARER_BYTES 16
#define MIN_BASIC_BYTES 8
#define MAX_BASIC_BYTES 512
#define MIN_PHRASE_BYTES 4
#define MAX_WORDS_BYTES 256
#define MAX_JOSE_BYTES 1024
#define MAX_USERINFO_BYTES 512
#define MAX_MIDDLE_BYTES 64
#define MAX_BLOCK_BYTES (16 * 1024)
#define MIN_BLOCK_WORD_BYTES 16

static const McpRedactorMatch no_match = { 0, 0, 0 };

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

static gboolean
is_base64_char (char c)
{
  return g_ascii_isalnum (c) || c == '+' || c == '/' || c == '=';
}

/* A token whose prefix names its issuer. */
McpRedactorMatch
mcp_redactor_match_token (const McpRedactorScan *scan, const McpRedactorRule *rule, gsize at)
{
  const char *text = scan->text;
  const gsize prefix = strlen (rule->anchor);
  const gboolean needs_digit = (rule->flags & MCP_RULE_DIGIT) != 0;
  const gboolean needs_dot = (rule->flags & MCP_RULE_DOT) != 0;
  gboolean has_digit = FALSE;
  gboolean has_dot = FALSE;
  gsize end;

  if (!mcp_redactor_begins_word (text, at, scan->start))
    return no_match;

  for (end = at + prefix; end < scan->length && mcp_rule_has_char (rule->chars, text[end]); end++)
    {
      has_digit = has_digit || g_ascii_isdigit (text[end]);
      has_dot = has_dot || text[end] == '.';
      /* A text full of prefixes must not be walked to its end from each of them. */
      if ((needs_digit && !has_digit && end - at > MAX_WORDS_BYTES)
          || (needs_dot && !has_dot && end - at > MAX_JOSE_BYTES))
        return no_match;
    }
  if (end - at - prefix < rule->min_bytes || (needs_digit && !has_digit) || (needs_dot && !has_dot))
    return no_match;

  return (McpRedactorMatch){ at, end, MCP_REDACTION_TOKEN };
}

/* A token whose middle names its issuer. */
McpRedactorMatch
mcp_redactor_match_middle (const McpRedactorScan *scan, const McpRedactorRule *rule, gsize at)
{
  const char *text = scan->text;
  const gsize begin = at + strlen (rule->anchor);
  const gboolean digits = rule->anchor[0] == ':';
  gsize from = at;
  gsize to = begin;

  while (from > scan->start && at - from <= MAX_MIDDLE_BYTES
         && (digits ? g_ascii_isdigit (text[from - 1])
                    : mcp_rule_has_char (rule->chars, text[from - 1])))
    from--;
  if (at - from < rule->before || at - from > MAX_MIDDLE_BYTES
      || (rule->chars == MCP_CHARS_HEX && at - from != rule->before))
    return no_match;

  while (to < scan->length && (is_word_char (text[to]) || text[to] == '.' || text[to] == '~'))
    to++;

  return to - begin >= rule->min_bytes ? (McpRedactorMatch){ from, to, MCP_REDACTION_TOKEN }
                                       : no_match;
}

/* An address that gives access to who knows it. */
McpRedactorMatch
mcp_redactor_match_path (const McpRedactorScan *scan, const McpRedactorRule *rule, gsize at)
{
  const gsize from = at + strlen (rule->anchor);
  gsize to = from;

  while (to < scan->length && mcp_rule_has_char (rule->chars, scan->text[to]))
    to++;

  return to - from >= rule->min_bytes ? (McpRedactorMatch){ from, to, MCP_REDACTION_ADDRESS }
                                      : no_match;
}

/* A name and a password: RFC 7617 section 2. */
static gboolean
is_basic (const char *text, gsize length)
{
  g_autofree char *copy = g_strndup (text, length);
  g_autofree guchar *decoded = NULL;
  gsize n;

  if (length < MIN_BASIC_BYTES || length > MAX_BASIC_BYTES)
    return FALSE;
  decoded = g_base64_decode (copy, &n);

  return memchr (decoded, ':', n) != NULL && g_utf8_validate_len ((char *)decoded, n, NULL)
         && memchr (decoded, '\0', n) == NULL;
}

/* "Bearer" or "Basic", in any case, and a token (RFC 6750 section 2.1), but not "bearer of news".
 */
McpRedactorMatch
mcp_redactor_match_scheme (const McpRedactorScan *scan, const McpRedactorRule *rule, gsize at)
{
  const char *text = scan->text;
  gboolean has_digit = FALSE;
  gsize start = at + strlen (rule->anchor);
  gsize end;

  if (!mcp_redactor_begins_word (text, at, scan->start))
    return no_match;

  while (start < scan->length && text[start] == ' ')
    start++;
  for (end = start; end < scan->length && is_token68_char (text[end]); end++)
    has_digit = has_digit || g_ascii_isdigit (text[end]);

  if (g_str_equal (rule->anchor, "basic ")
          ? !is_basic (text + start, end - start)
          : end - start < (has_digit ? MIN_BEARER_BYTES : SURE_BEARER_BYTES))
    return no_match;

  return (McpRedactorMatch){ start, end, MCP_REDACTION_BEARER };
}

/* Words with the secret right behind them: in quotes, or as one word of letters and digits. */
McpRedactorMatch
mcp_redactor_match_phrase (const McpRedactorScan *scan, const McpRedactorRule *rule, gsize at)
{
  gsize from = at + strlen (rule->anchor);
  const gsize limit = MIN (scan->length, from + MCP_REDACTOR_JUDGED_BYTES);
  gsize to;

  if (!mcp_redactor_begins_word (scan->text, at, scan->start))
    return no_match;
  if (!mcp_redactor_enter_string (scan->text, limit, &from, &to))
    {
      to = mcp_redactor_find_end (scan->text, limit, from, " \t\r\n\"\'\\;,");
      if (!mcp_redactor_is_mixed (scan->text + from, to - from))
        return no_match;
    }

  if (to - from < MIN_PHRASE_BYTES || strchr (",;)\\", scan->text[from]) != NULL)
    return no_match;

  return (McpRedactorMatch){ from, to, MCP_REDACTION_SETTING };
}

/* "://user:password@": the text is at the colon (RFC 3986 section 3.2.1). */
McpRedactorMatch
mcp_redactor_match_userinfo (const McpRedactorScan *scan, gsize at)
{
  const char *text = scan->text;
  const gsize start = at + strlen ("://");
  gboolean has_password = FALSE;

  for (gsize end = start; end < scan->length && end - start <= MAX_USERINFO_BYTES; end++)
    {
      if (text[end] == '@')
        return has_password ? (McpRedactorMatch){ start, end, MCP_REDACTION_ADDRESS } : no_match;
      if (text[end] == '\0' || strchr ("/?#\"'\\<> \t\r\n", text[end]) != NULL)
        return no_match;
      has_password = has_password || text[end] == ':';
    }

  return no_match;
}

/* --- Keys --- */

/* Where the label of a private key ends; 0 when none begins here. */
static gsize
find_label_end (const char *text, gsize length)
{
  const gsize label = text[4] == '-' ? strlen ("-----BEGIN ") : strlen ("---- BEGIN ");
  const char *dashes = text[4] == '-' ? "-----" : "----";
  const char *end;

  if (text[0] == 'P')
    {
      gsize digits = strlen ("Private-Lines: ");

      while (digits < length && g_ascii_isdigit (text[digits]))
        digits++;
      return digits > strlen ("Private-Lines: ") ? digits : 0;
    }

  end = memmem (text + label, MIN (length - label, MAX_LABEL_BYTES), dashes, strlen (dashes));
  if (end == NULL
      || memmem (text + label, end - (text + label), "PRIVATE", strlen ("PRIVATE")) == NULL)
    return 0;

  return end + strlen (dashes) - text;
}

/* Whether the lines of a private key follow the end of a text, which is a line. */
gboolean
mcp_redactor_begins_block (const char *text, gsize length)
{
  static const char *const begins[] = { "-----BEGIN ", "---- BEGIN ", "Private-Lines: " };

  for (guint i = 0; i < G_N_ELEMENTS (begins); i++)
    {
      const char *begin = g_strstr_len (text, length, begins[i]);

      if (begin != NULL && find_label_end (begin, text + length - begin) != 0)
        return g_strstr_len (begin, text + length - begin, "-END ") == NULL;
    }

  return FALSE;
}

/* Where the words of base64 and the headers (RFC 1421 section 4.6) end that stand here. */
static gsize
find_block_end (const char *text, gsize length, gsize from)
{
  gsize end = from;
  gsize at = from;
  gboolean begins_line = TRUE;

  while (at < length)
    {
      gsize word;

      while (at < length
             && (strchr (" \t\r\n>|*#", text[at]) != NULL
                 || (text[at] == '\\' && at + 1 < length && strchr ("nr", text[at + 1]) != NULL)))
        {
          begins_line = begins_line || text[at] == '\n' || text[at] == '\\';
          at += text[at] == '\\' ? 2 : 1;
        }
      word = at;
      while (at < length && is_base64_char (text[at]))
        at++;
      if (begins_line && at < length && at > word && (text[at] == ':' || text[at] == '-'))
        {
          at = mcp_redactor_find_end (text, length, at, "\n\\\"");
          if (memchr (text + word, ':', at - word) == NULL)
            break;
        }
      else if (at == word
               || !(at - word >= MIN_BLOCK_WORD_BYTES
                    || (begins_line
                        && (at == length || strchr ("\r\n\\\"'\302", text[at]) != NULL))))
        {
          break;
        }
      end = at;
      begins_line = FALSE;
    }

  return end;
}

/*
 * "-----BEGIN … PRIVATE KEY-----" and what follows, up to "-----END" (RFC 7468 section 2), or as
 * far as it can be one.
 */
McpRedactorMatch
mcp_redactor_match_block (McpRedactorScan *scan, gsize at)
{
  const char *text = scan->text;
  const gsize label_end = find_label_end (text + at, scan->length - at);
  const gsize from = at + label_end;
  const char *mark;
  const char *end;

  if (label_end == 0 || from >= scan->length)
    return no_match;

  mark = text[at] == 'P' ? "Private-MAC" : text[at + 4] == '-' ? "-----END" : "---- END";
  end = memmem (text + from, MIN (scan->length - from, MAX_BLOCK_BYTES), mark, strlen (mark));

  return (McpRedactorMatch){ from,
                             end != NULL ? (gsize)(end - text)
                                         : find_block_end (text, scan->length, from),
                             MCP_REDACTION_KEY };
}
