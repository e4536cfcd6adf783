/* mcp-redactor-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-redactor"

#include "config.h"

#include <string.h>

#include "mcp-redactor-private.h"

/*
 * What a secret looks like when nobody has told us its value: tokens of well-known services,
 * authorization headers, settings and members with a telling name. Better one redaction too many
 * than a token in a bug report, but the protocol's own words stay: a progressToken is no secret.
 */

#define MAX_KEY_BYTES 64
#define MIN_SETTING_BYTES 4
#define MIN_BEARER_BYTES 6
#define SURE_BEARER_BYTES 16
#define MAX_WORDS_BYTES 256
#define MAX_USERINFO_BYTES 512

static const McpRedactorMatch no_match = { 0, 0 };

static const struct
{
  const char *prefix;
  gsize       min_bytes;   /* after the prefix */
  gboolean    needs_digit; /* or it may be words with hyphens */
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
  { "eyJ", 40, TRUE },  /* JSON Web Token */
};

/* Names are compared in lower case, without "-", "_" and ".". */
static const char *const secret_names[] = {
  "accesskey", "apikey",  "authorization", "codeverifier", "cookie", "credential", "credentials",
  "mcpsessionid", "passphrase", "passwd", "password", "privatekey", "proxyauthorization", "pwd",
  "secret", "secretkey", "setcookie", "token", "xapikey",
};

static const char *const secret_endings[] = {
  "accesskey", "apikey", "passwd", "password", "privatekey", "secret", "secretkey", "token",
};

static const char *const harmless_names[] = {
  "cancellationtoken", "canceltoken", "continuationtoken", "nextpagetoken", "nexttoken",
  "pagetoken", "progresstoken", "synctoken",
};

/* In the query of an address, where one is there to give access. */
static const char *const parameter_names[] = {
  "auth", "key", "session", "sessionid", "sig", "signature",
};

static const char *const header_names[] = {
  "authorization", "cookie", "mcpsessionid", "proxyauthorization", "setcookie", "xapikey",
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

static gboolean
is_in (const char *const *names,
       guint              n_names,
       const char        *name)
{
  for (guint i = 0; i < n_names; i++)
    {
      if (g_str_equal (names[i], name))
        return TRUE;
    }

  return FALSE;
}

static gboolean
normalize_key (const char *key,
               gsize       length,
               char        normal[MAX_KEY_BYTES + 1])
{
  gsize n = 0;

  if (length == 0 || length > MAX_KEY_BYTES)
    return FALSE;

  for (gsize i = 0; i < length; i++)
    {
      if (key[i] != '-' && key[i] != '_' && key[i] != '.' && key[i] != ' ')
        normal[n++] = g_ascii_tolower (key[i]);
    }
  normal[n] = '\0';

  return TRUE;
}

/* Whether what goes by this name should not leave the application. */
gboolean
mcp_redactor_is_secret_key (const char *key,
                            gsize       length)
{
  char normal[MAX_KEY_BYTES + 1];

  if (!normalize_key (key, length, normal))
    return FALSE;
  if (is_in (secret_names, G_N_ELEMENTS (secret_names), normal))
    return TRUE;
  if (is_in (harmless_names, G_N_ELEMENTS (harmless_names), normal))
    return FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (secret_endings); i++)
    {
      if (g_str_has_suffix (normal, secret_endings[i]))
        return TRUE;
    }

  return FALSE;
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
      gsize end;

      if (length - at < prefix || memcmp (text + at, tokens[i].prefix, prefix) != 0)
        continue;

      for (end = at + prefix; end < length && (is_word_char (text[end]) || text[end] == '.'); end++)
        {
          has_digit = has_digit || g_ascii_isdigit (text[end]);
          /* A text full of prefixes must not be walked to its end from each of them. */
          if (tokens[i].needs_digit && !has_digit && end - at > MAX_WORDS_BYTES)
            return no_match;
        }
      if (end - at - prefix >= tokens[i].min_bytes && (has_digit || !tokens[i].needs_digit))
        return (McpRedactorMatch) { 0, end - at };

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

  if (length - at <= strlen ("bearer")
      || g_ascii_strncasecmp (text + at, "bearer", strlen ("bearer")) != 0)
    return no_match;

  while (start < length && text[start] == ' ')
    start++;
  if (start == at + strlen ("bearer"))
    return no_match;

  for (end = start; end < length && is_token68_char (text[end]); end++)
    has_digit = has_digit || g_ascii_isdigit (text[end]);

  if (end - start < (has_digit ? MIN_BEARER_BYTES : SURE_BEARER_BYTES))
    return no_match;

  return (McpRedactorMatch) { start - at, end - at };
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

/* "://user:password@": the text is at the colon (RFC 3986 section 3.2.1). */
McpRedactorMatch
mcp_redactor_match_userinfo (const char *text,
                             gsize       length,
                             gsize       at)
{
  const gsize start = at + strlen ("://");
  gboolean has_password = FALSE;

  if (length - at <= strlen ("://") || memcmp (text + at, "://", strlen ("://")) != 0)
    return no_match;

  for (gsize end = start; end < length && end - start <= MAX_USERINFO_BYTES; end++)
    {
      if (text[end] == '@')
        return has_password ? (McpRedactorMatch) { start - at, end - at } : no_match;
      if (text[end] == '\0' || strchr ("/?#\"'\\<> \t\r\n", text[end]) != NULL)
        return no_match;
      has_password = has_password || text[end] == ':';
    }

  return no_match;
}

/* Whether a name follows "?" or "&"; in JSON, the latter may be an escape, where a word begins. */
static gboolean
stands_in_query (const char *text,
                 gsize       name,
                 gsize       start)
{
  if (name > start)
    return text[name - 1] == '?' || text[name - 1] == '&';

  return start >= 6 && memcmp (text + start - 6, "\\u0026", 6) == 0;
}

/*
 * "NAME=value", "?name=value" in an address, and "Header: value". The text is at the sign between; the name stands before it,
 * not before @start.
 */
McpRedactorMatch
mcp_redactor_match_setting (const char *text,
                            gsize       length,
                            gsize       at,
                            gsize       start)
{
  char normal[MAX_KEY_BYTES + 1];
  gboolean is_header = text[at] == ':';
  gboolean is_parameter;
  gsize name = at;
  gsize value = at + 1;
  gsize end;

  while (name > start && at - name <= MAX_KEY_BYTES && is_word_char (text[name - 1]))
    name--;
  if (!normalize_key (text + name, at - name, normal))
    return no_match;

  if (is_header)
    {
      if (!is_in (header_names, G_N_ELEMENTS (header_names), normal))
        return no_match;
      while (value < length && text[value] == ' ')
        value++;
      end = find_end (text, length, value, "\r\n\"'\\");
    }
  else
    {
      is_parameter = stands_in_query (text, name, start);
      if (!mcp_redactor_is_secret_key (text + name, at - name)
          && !(is_parameter && is_in (parameter_names, G_N_ELEMENTS (parameter_names), normal)))
        return no_match;
      end = find_end (text, length, value,
                      is_parameter ? " \t\r\n\"'\\&#<>" : " \t\r\n\"'\\&;,<>()[]{}=");
    }

  if (end - value < MIN_SETTING_BYTES)
    return no_match;

  return (McpRedactorMatch) { value - at, end - at };
}

static gsize
skip_space (const char *text,
            gsize       length,
            gsize       at)
{
  while (at < length && (text[at] == ' ' || text[at] == '\t'))
    at++;

  return at;
}

/* A quote at @at, plain or with a backslash, as wide as @width; 0 stands for either. */
static gsize
measure_quote (const char *text,
               gsize       length,
               gsize       at,
               gsize       width)
{
  if (width != 2 && at < length && text[at] == '"')
    return 1;
  if (width != 1 && at + 1 < length && text[at] == '\\' && text[at + 1] == '"')
    return 2;

  return 0;
}

static gsize
find_closing_quote (const char *text,
                    gsize       length,
                    gsize       at,
                    gsize       width)
{
  while (at < length && measure_quote (text, length, at, width) == 0)
    {
      gboolean escape = text[at] == '\\';

      at += escape ? 2 : 1;
      /* In JSON within a JSON string, an escape is itself written with two backslashes. */
      if (escape && width == 2 && at < length && text[at - 1] == '\\')
        at += text[at] == '\\' ? 2 : 1;
    }

  return MIN (at, length);
}

/* A member of an object in text that is not JSON as a whole, or is JSON inside a JSON string. */
McpRedactorMatch
mcp_redactor_match_member (const char *text,
                           gsize       length,
                           gsize       at)
{
  gsize width = measure_quote (text, length, at, 0);
  gsize key = at + width;
  gsize key_end = key;
  gsize value;
  gsize end;

  if (width == 0)
    return no_match;

  while (key_end < length && key_end - key <= MAX_KEY_BYTES
         && (is_word_char (text[key_end]) || text[key_end] == '.'))
    key_end++;
  if (measure_quote (text, length, key_end, width) == 0
      || !mcp_redactor_is_secret_key (text + key, key_end - key))
    return no_match;

  value = skip_space (text, length, key_end + width);
  if (value >= length || text[value] != ':')
    return no_match;
  value = skip_space (text, length, value + 1);
  if (measure_quote (text, length, value, width) == 0)
    return no_match;

  value += width;
  end = find_closing_quote (text, length, value, width);
  if (end == value)
    return no_match;

  return (McpRedactorMatch) { value - at, end - at };
}
