/* mcp-redactor-values.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <math.h>
#include <string.h>

#include "mcp-redactor-private.h"

/*
 * What stands behind a telling name in a text is not always a secret: "password: required". By
 * itself a value is never judged, however random it is: only beside a name.
 */

#define MIN_RANDOM_BYTES 8
#define MIN_MIXED_BYTES 4
#define MIN_PLACEHOLDER_BYTES 3
#define MAX_JUDGED_BYTES 256
#define MIN_BITS_PER_BYTE 2.6

/* What is said of a secret instead of it, in lower case, in the order of strcmp(). */
static const char *const plain_words[] = {
  "accepted",  "allowed",    "always",      "any",       "anything", "argon2",   "array",
  "asked",     "available",  "base32",      "base64",    "bcrypt",   "bearer",   "blank",
  "bool",      "boolean",    "buffer",      "bytes",     "cached",   "changed",  "char",
  "char*",     "closed",     "configured",  "correct",   "created",  "default",  "defined",
  "denied",    "deprecated", "disabled",    "ed25519",   "empty",    "enabled",  "encrypted",
  "es256",     "expected",   "expired",     "expires",   "failed",   "falsch",   "false",
  "field",     "file",       "filtered",    "float",     "found",    "function", "generated",
  "given",     "hashed",     "hidden",      "host",      "hs256",    "http",     "https",
  "id",        "ignored",    "include",     "incorrect", "input",    "int",      "integer",
  "interface", "invalid",    "json",        "kept",      "known",    "leer",     "level",
  "list",      "masked",     "match",       "md5",       "mismatch", "missing",  "must",
  "name",      "needed",     "never",       "new",       "nil",      "none",     "not",
  "null",      "number",     "oauth",       "oauth2",    "object",   "off",      "omit",
  "omitted",   "optional",   "options",     "path",      "pbkdf2",   "pending",  "port",
  "present",   "prompt",     "provided",    "public",    "read",     "readonly", "received",
  "redacted",  "refreshed",  "rejected",    "removed",   "required", "reset",    "revoked",
  "rotated",   "rs256",      "same-origin", "saved",     "secure",   "sent",     "set",
  "sha1",      "sha256",     "sha512",      "should",    "str",      "string",   "symbol",
  "text",      "true",       "type",        "undefined", "unknown",  "unset",    "unused",
  "updated",   "url",        "used",        "user",      "utf-8",    "utf8",     "valid",
  "value",     "varchar",    "verified",    "void",      "warning",  "weak",     "wrong",
  "yes",
};

/* What an expression of a program begins with, in lower case, in the order of strcmp(). */
static const char *const objects[] = {
  "args",     "body",  "cfg",  "config",  "context",  "ctx",     "data",    "env",  "environ",
  "event",    "input", "joi",  "local",   "module",   "options", "opts",    "os",   "params",
  "process",  "props", "req",  "request", "response", "result",  "secrets", "self", "session",
  "settings", "state", "this", "user",    "values",   "var",     "vars",    "yup",  "z",
};

static const char *const name_words[] = { "credential", "key", "pass", "pwd", "secret", "token" };

static int
compare_words (const void *a, const void *b)
{
  return strcmp (a, *(const char *const *)b);
}

static gboolean
is_in (const char *const *words, gsize n_words, const char *value, gsize length)
{
  char lower[32];

  if (length == 0 || length >= sizeof lower)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    lower[i] = g_ascii_tolower (value[i]);
  lower[length] = '\0';

  return bsearch (lower, words, n_words, sizeof *words, compare_words) != NULL;
}

/* Says something of a secret, or of what kind it is. */
gboolean
mcp_redactor_is_plain_word (const char *value, gsize length)
{
  while (length > 0 && strchr (".,;:!?)", value[length - 1]) != NULL)
    length--;

  return length == 0 || is_in (plain_words, G_N_ELEMENTS (plain_words), value, length);
}

static gboolean
has_name_word (const char *value, gsize length)
{
  for (gsize at = 0; at + 3 <= length; at++)
    for (guint i = 0; i < G_N_ELEMENTS (name_words); i++)
      if (strlen (name_words[i]) <= length - at
          && g_ascii_strncasecmp (value + at, name_words[i], strlen (name_words[i])) == 0)
        return TRUE;

  return FALSE;
}

/* "lib.NULL": names with dots between them. */
static gboolean
is_dotted (const char *value,
           gsize       length)
{
  gboolean has_dot = FALSE;

  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isalpha (value[i]) && value[i] != '_' && value[i] != '.')
        return FALSE;
      has_dot = has_dot || (value[i] == '.' && i > 0 && i + 1 < length);
    }

  return has_dot;
}

/* A variable, a call, a member: what a program has in the place of the value. */
gboolean
mcp_redactor_is_expression (const char *value, gsize length)
{
  gsize dot;
  gboolean has_digit = FALSE;

  length = MIN (length, MAX_JUDGED_BYTES);
  /* "!is_set" */
  if (length > 1 && value[0] == '!' && g_ascii_isalpha (value[1])
      && mcp_redactor_find_end (value, length, 1, "!@#$%^&*0123456789") == length)
    return TRUE;
  for (gsize i = 0; i < length; i++)
    {
      if (strchr ("([{<", value[i]) != NULL && value[i] != '\0')
        return TRUE;
      has_digit = has_digit || g_ascii_isdigit (value[i]);
    }

  dot = mcp_redactor_find_end (value, length, 0, ".?");
  if (dot < length && is_in (objects, G_N_ELEMENTS (objects), value, dot))
    return TRUE;

  return !has_digit && (has_name_word (value, length) || is_dotted (value, length));
}

/* "$NAME", "%NAME%". */
static gboolean
is_variable (const char *value, gsize length)
{
  gsize end = 1;

  if (length < 2 || (value[0] != '$' && value[0] != '%'))
    return FALSE;
  if (value[0] == '$' && strchr ("{(", value[1]) != NULL)
    return TRUE;
  while (end < length
         && (g_ascii_isupper (value[end]) || g_ascii_isdigit (value[end]) || value[end] == '_'))
    end++;
  if (!g_ascii_isupper (value[1]))
    return FALSE;

  return end == length || (value[0] == '%' && value[end] == '%');
}

/* "PASSWORD" in the usage of a program: only capitals, which say what comes there. */
static gboolean
is_metavariable (const char *value, gsize length)
{
  gsize end = 0;

  while (end < length && (g_ascii_isupper (value[end]) || value[end] == '_'))
    end++;

  if (end < length && strchr ("])>", value[end]) == NULL)
    return FALSE;

  return has_name_word (value, end) || is_in (plain_words, G_N_ELEMENTS (plain_words), value, end);
}

/* Placeholders that people replace. */
gboolean
mcp_redactor_is_placeholder (const char *value, gsize length)
{
  gsize same = 0;

  if (length == 0 || is_variable (value, length) || is_metavariable (value, length))
    return TRUE;
  if (length > 4 && g_ascii_strncasecmp (value, "your", 4) == 0
      && (strchr ("-_ ", value[4]) != NULL || g_ascii_isupper (value[4])))
    return TRUE;
  if (value[0] == '<'
      || (length > 1 && (memcmp (value, "{{", 2) == 0 || memcmp (value, "[[", 2) == 0)))
    return TRUE;
  if (length >= strlen (MCP_REDACTED) && memcmp (value, MCP_REDACTED, strlen (MCP_REDACTED)) == 0)
    return TRUE;

  while (same < length && value[same] == value[0])
    same++;

  return same == length && same >= MIN_PLACEHOLDER_BYTES && strchr ("*.xX-_#", value[0]) != NULL;
}

/* A number of a few digits, as sent to a phone. */
gboolean
mcp_redactor_is_code (const char *value, gsize length)
{
  if (length < 4 || length > 10)
    return FALSE;
  for (gsize i = 0; i < length; i++)
    if (!g_ascii_isdigit (value[i]))
      return FALSE;

  return TRUE;
}

/* Words and numbers with hyphens between them: "sha256-hashed", "claude-3-opus", "8-20". */
static gboolean
is_hyphenated (const char *value, gsize length)
{
  gsize at = 0;
  guint n_parts = 0;

  while (at < length)
    {
      gsize end = mcp_redactor_find_end (value, length, at, "-_/.:+");
      gsize letters = at;
      gsize digits;

      while (letters < end && g_ascii_isalpha (value[letters]))
        letters++;
      digits = letters;
      while (digits < end && g_ascii_isdigit (value[digits]))
        digits++;
      if (digits != end
          || (letters > at && digits > letters
              && !is_in (plain_words, G_N_ELEMENTS (plain_words), value + at, end - at)))
        return FALSE;
      n_parts++;
      at = end + 1;
    }

  return n_parts > 1;
}

/* Letters and digits together, as no word of a language has them. */
gboolean
mcp_redactor_is_mixed (const char *value, gsize length)
{
  gboolean has_letter = FALSE;
  gboolean has_digit = FALSE;
  gboolean has_sign = FALSE;

  if (length < MIN_MIXED_BYTES || mcp_redactor_is_plain_word (value, length)
      || is_hyphenated (value, MIN (length, MAX_JUDGED_BYTES)))
    return FALSE;

  for (gsize i = 0; i < MIN (length, MAX_JUDGED_BYTES); i++)
    {
      has_letter = has_letter || g_ascii_isalpha (value[i]);
      has_digit = has_digit || g_ascii_isdigit (value[i]);
      has_sign = has_sign || (value[i] != '\0' && strchr ("!#$%^&*@+", value[i]) != NULL);
    }

  return has_letter && (has_digit || has_sign) && value[0] != '/' && value[0] != '.'
         && g_strstr_len (value, MIN (length, MAX_JUDGED_BYTES), "://") == NULL;
}

/* In bits for each byte (Shannon). */
static double
measure_entropy (const char *value, gsize length)
{
  guint n_times[256] = { 0 };
  double bits = 0;

  for (gsize i = 0; i < length; i++)
    n_times[(guchar)value[i]]++;
  for (guint i = 0; i < G_N_ELEMENTS (n_times); i++)
    if (n_times[i] > 0)
      bits -= (double)n_times[i] / length * log2 ((double)n_times[i] / length);

  return bits;
}

gboolean
mcp_redactor_is_random (const char *value, gsize length)
{
  return length >= MIN_RANDOM_BYTES && mcp_redactor_is_mixed (value, length)
         && measure_entropy (value, MIN (length, MAX_JUDGED_BYTES)) >= MIN_BITS_PER_BYTE;
}
