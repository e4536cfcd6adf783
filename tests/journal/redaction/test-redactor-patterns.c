/* test-redactor-patterns.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "mcp-redactor.h"

/*
 * What a secret looks like, at its limits: one byte less is none, and what goes on for too long is
 * not walked to its end.
 */

#define R MCP_REDACTED

/* Whether a text leaves as @expected; (nullable) as it is. */
static void
assert_redacted (const char *text,
                 const char *expected)
{
  g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
  g_autofree char *redacted = mcp_redactor_redact (redactor, text, -1, NULL);

  g_assert_cmpstr (redacted, ==, expected != NULL ? expected : text);
}

/* Each prefix, with as many bytes behind it as it takes, and one less; with digits and without. */
static void
test_tokens (void)
{
  static const struct
  {
    const char *prefix;
    gsize       min_bytes;
    gboolean    needs_digit;
  } tokens[] = {
    { "sk-", 16, TRUE },    { "sk_live_", 16 }, { "sk_test_", 16 },    { "ghp_", 20 },
    { "gho_", 20 },         { "ghu_", 20 },     { "ghs_", 20 },        { "ghr_", 20 },
    { "github_pat_", 20 },  { "glpat-", 16 },   { "AKIA", 16 },        { "ASIA", 16 },
    { "AIza", 30 },         { "npm_", 30 },     { "hf_", 30 },         { "xoxa-", 10, TRUE },
    { "xoxb-", 10, TRUE },  { "xoxp-", 10, TRUE }, { "xoxr-", 10, TRUE }, { "xoxs-", 10, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (tokens); i++)
    for (gsize n = tokens[i].min_bytes - 1; n <= tokens[i].min_bytes; n++)
      for (guint digits = 0; digits < 2; digits++)
        {
          g_autofree char *rest = g_strnfill (n, digits ? '7' : 'a');
          g_autofree char *text = g_strconcat ("at ", tokens[i].prefix, rest, ", end", NULL);
          g_autofree char *glued = g_strconcat ("at x", tokens[i].prefix, rest, ", end", NULL);
          gboolean is_token = n == tokens[i].min_bytes && (digits || !tokens[i].needs_digit);

          assert_redacted (text, is_token ? "at " R ", end" : NULL);
          /* In the middle of a word it is no prefix. */
          assert_redacted (glued, NULL);
        }
}

/* @before, @n times @unit, and @after; what is taken out stands between @kept_before and @kept_after. */
typedef struct
{
  const char *before;
  const char *unit;
  gsize       n;
  const char *after;
  const char *kept_before;  /* (nullable): nothing is taken out */
  const char *kept_after;
} Limit;

static const Limit limits[] = {
  /* The digit that tells a token from words comes soon, and the dot of a JSON Web Token. */
  { "sk-", "a", 254, "1 x", "", " x" },
  { "sk-", "a", 255, "1 x", NULL },
  { "eyJ", "7", 1022, ". x", "", " x" },
  { "eyJ", "7", 1023, ". x", NULL },
  { "eyJ.", "7", 39, " x", "", " x" },
  { "eyJ.", "7", 38, " x", NULL },
  { "eyJ", "7", 100, " x", NULL },
  { "eyJ.", "a", 100, " x", NULL },

  /* Bearer tokens: with a digit in it less is enough. */
  { "bearer ", "7", 6, ", x", "bearer ", ", x" },
  { "bearer ", "7", 5, ", x", NULL },
  { "bearer ", "a", 16, ", x", "bearer ", ", x" },
  { "bearer ", "a", 15, ", x", NULL },
  { "BEARER   ", "a", 16, "", "BEARER   ", "" },
  { "bearer ", "-._~+/=", 3, " x", "bearer ", " x" },
  { "bearer", "7", 20, "", NULL },
  { "bearer ", " ", 20, "", NULL },

  /* A name and a password in an address. */
  { "http://u:", "p", 510, "@h", "http://", "@h" },
  { "http://u:", "p", 511, "@h", NULL },
  { "http://:", "p", 1, "@h", "http://", "@h" },
  { "http://", "u", 20, "@h", NULL },
  { "http://u:", "p", 20, "", NULL },

  /* A block of PEM has a label that is no longer than those there are. */
  { "-----BEGIN ", "X", 47, " PRIVATE KEY-----", NULL },
  { "-----BEGIN PRIVATE KEY-----", "M", 5, "", "-----BEGIN PRIVATE KEY-----", "" },
  { "-----BEGIN PRIVATE KEY-----", "M", 5, "-----END", "-----BEGIN PRIVATE KEY-----", "-----END" },
  { "-----BEGIN PUBLIC KEY-----", "M", 5, "-----END", NULL },
  { "-----BEGIN PRIVATE", "M", 200, "", NULL },

  /* Names. */
  { "token=", "a", 4, "; x", "token=", "; x" },
  { "token=", "a", 3, "; x", NULL },
  { "token='", "a", 4, "' x", "token='", "' x" },
  { "token='", "a", 3, "' x", NULL },
  { "token=", "a", 4, "== x", "token=", " x" },
  { "token=", "=", 5, "", NULL },
  { "--token ", "a", 4, " x", "--token ", " x" },
  { "--token ", "a", 3, " x", NULL },
  { "--token \"", "a ", 2, "\" x", "--token \"", "\" x" },
  { "--token ", " ", 9, "abcd", "--token          ", "" },
  { "--token ", "-", 4, "", NULL },
  { "--token ", "<", 4, "", NULL },
  { "Cookie: ", "a", 4, "\nx", "Cookie: ", "\nx" },
  { "Cookie: ", "a", 3, "\nx", NULL },
  { "Cookie:", "a", 4, "", "Cookie:", "" },
  { "{'token': '", "a", 1, "'", "{'token': '", "'" },
  { "{'token': '", "a", 0, "'", NULL },

  /* Levels of strings in strings. */
  { "token=\\\"", "a ", 4, "\\\" x", "token=\\\"", "\\\" x" },
  { "{\\'token\\': \\'", "a", 4, "\\' x", "{\\'token\\': \\'", "\\' x" },
  { "{'token': '", "\\\\", 4, "'", "{'token': '", "'" },
  { "{'token': '", "\\'", 4, "', 'x'", "{'token': '", "', 'x'" },
};

static void
test_limits (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (limits); i++)
    {
      const Limit *limit = &limits[i];
      g_autoptr (GString) text = g_string_new (limit->before);
      g_autofree char *expected = limit->kept_before != NULL
                                    ? g_strconcat (limit->kept_before, R, limit->kept_after, NULL)
                                    : NULL;

      for (gsize j = 0; j < limit->n; j++)
        g_string_append (text, limit->unit);
      g_string_append (text, limit->after);
      g_test_message ("%s", text->str);
      assert_redacted (text->str, expected);
    }
}

static void
test_long_labels (void)
{
  for (gsize n = 46; n <= 49; n++)
    {
      g_autofree char *label = g_strnfill (n, 'X');
      g_autofree char *begin = g_strdup_printf ("-----BEGIN %s PRIVATE KEY-----", label);
      g_autofree char *text = g_strconcat (begin, "MIIE-----END", NULL);
      g_autofree char *expected = g_strconcat (begin, R "-----END", NULL);

      /* 64 bytes with the hyphens behind it. */
      assert_redacted (text, n + strlen (" PRIVATE KEY-----") <= 64 ? expected : NULL);
    }
}

static void
test_long_names (void)
{
  for (gsize n = 57; n <= 61; n++)
    {
      g_autofree char *rest = g_strnfill (n, 'a');
      g_autofree char *text = g_strconcat (rest, "_token=abcd", NULL);
      g_autofree char *expected = g_strconcat (rest, "_token=" R, NULL);

      assert_redacted (text, n + strlen ("_token") <= 64 ? expected : NULL);
    }
}

/* As many backslashes as any level of strings in strings that is looked into has. */
static void
test_deep_quotes (void)
{
  for (gsize n = 254; n <= 258; n++)
    {
      g_autofree char *backslashes = g_strnfill (n, '\\');
      g_autofree char *text = g_strdup_printf ("token=%s\"ab cd%s\" x", backslashes, backslashes);
      g_autofree char *expected = g_strdup_printf ("token=%s\"" R "%s\" x", backslashes, backslashes);

      assert_redacted (text, n <= 256 ? expected : NULL);
    }
}

/* No byte that ends an address is in a password, and each ends a setting. */
static void
test_stops (void)
{
  static const char address[] = "/?#\"'\\<> \t\r\n";
  static const char setting[] = " \t\r\n\"'\\&;,<>()[]{}";
  static const char parameter[] = " \t\r\n\"'\\&#<>";

  for (const char *stop = address; *stop != '\0'; stop++)
    {
      g_autofree char *text = g_strdup_printf ("http://u:p%cq@h", *stop);

      assert_redacted (text, NULL);
    }
  for (const char *stop = setting; *stop != '\0'; stop++)
    {
      g_autofree char *text = g_strdup_printf ("token=abcd%cefgh", *stop);
      g_autofree char *expected = g_strdup_printf ("token=" R "%cefgh", *stop);

      assert_redacted (text, expected);
    }
  for (const char *stop = parameter; *stop != '\0'; stop++)
    {
      g_autofree char *text = g_strdup_printf ("?key=ab=;,()cd%cefgh", *stop);
      g_autofree char *expected = g_strdup_printf ("?key=" R "%cefgh", *stop);

      assert_redacted (text, expected);
    }
}

/* A key that is only one in an address, a form or behind the escape of an ampersand. */
static void
test_parameters (void)
{
  static const char *const names[] = { "auth", "code", "key", "pass", "session", "sig", "signature" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      static const struct
      {
        const char *format;    /* of name and value */
        gboolean    is_secret;
      } places[] = {
        { "/?%s=%s", TRUE },       { "/?x=1&%s=%s", TRUE },      { "/#%s=%s", TRUE },
        { "/?x=1&amp;%s=%s", TRUE }, { "%s=%s&x=1", TRUE },      { "/?x=1\\u0026%s=%s x", TRUE },
        { "see /?x\\\\u0026%s=%s x", TRUE }, { "in %s=%s", FALSE }, { "\\u0020%s=%s x", FALSE },
        { "\\n%s=%s", FALSE },     { "%s=%s x&y", FALSE },
      };

      for (guint j = 0; j < G_N_ELEMENTS (places); j++)
        {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
          g_autofree char *text = g_strdup_printf (places[j].format, names[i], "abcdef");
          g_autofree char *expected = g_strdup_printf (places[j].format, names[i], R);
#pragma GCC diagnostic pop

          g_test_message ("%s", text);
          /* "pass" is one wherever it stands. */
          assert_redacted (text, places[j].is_secret || g_str_equal (names[i], "pass") ? expected : NULL);
        }
    }
}

/* Objects that are no JSON, as programs print them. */
static void
test_members (void)
{
  static const struct
  {
    const char *text;
    const char *expected;  /* (nullable): as it is */
  } cases[] = {
    { "{'token': 7, 'x': 8}", "{'token': " R ", 'x': 8}" },
    { "{'token': -7.5e3}", "{'token': " R "}" },
    { "{'token'  :  'abcd'}", "{'token'  :  '" R "'}" },
    { "{'token':\n\t'abcd'}", "{'token':\n\t'" R "'}" },
    { "{'token': True}", NULL },
    { "{'token': None}", NULL },
    { "{'token' 'abcd'}", NULL },
    { "{'token': ", NULL },
    { "{'token':", NULL },
    { "'token'", NULL },
    /* The quotes are not of one string. */
    { "{\"token': 'abcd'}", NULL },
    { "{token': 'abcd'}", NULL },
    { "{\\'token': 'abcd'}", NULL },
    /* The value is of a string in the string: it is none of this object. */
    { "{'token': \\'abcd\\'}", NULL },
    /* Not of a weak name, but for text. */
    { "{'DB_PASS': 'x'}", "{'DB_PASS': '" R "'}" },
    { "{'DB_PASS': 7}", NULL },
    { "{'DB_PASS': [7]}", NULL },
    /* All of it, with brackets in its strings. */
    { "{'secret': ['a', {'b': ']}'}], 'x': 1}", "{'secret': " R ", 'x': 1}" },
    { "{'secret': {'a': '\\'}'}, 'x': 1}", "{'secret': " R ", 'x': 1}" },
    { "{'secret': [[1], 'x': 1}", "{'secret': " R },
    { "{'secret': {'a", "{'secret': " R },
    /* Arguments. */
    { "['--token', 'abcd', 'x']", "['--token', '" R "', 'x']" },
    { "['--token': 'abcd']", NULL },
    { "['--token', 7]", NULL },
    { "['--token', ['a']]", NULL },
    { "['token', 'abcd']", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      assert_redacted (cases[i].text, cases[i].expected);
    }
}

/* What follows a colon is a secret only of a header, and ends with the string around it. */
static void
test_headers (void)
{
  static const struct
  {
    const char *text;
    const char *expected;  /* (nullable): as it is */
  } cases[] = {
    { "Authorization: abcd", "Authorization: " R },
    { "set-cookie:    abcd\r\nHost: h", "set-cookie:    " R "\r\nHost: h" },
    { "X-Api-Key: ab cd", "X-Api-Key: " R },
    { "Token: abcd", NULL },
    { "password: abcd", "password: " R },
    { "password: required", NULL },
    { "X-Auth: abcd", "X-Auth: " R },
    { "--x-auth: abcd", NULL },
    { "-H 'Cookie: ab\"cd' x", "-H 'Cookie: " R "' x" },
    { "-H \"Cookie: ab'cd\" x", "-H \"Cookie: " R "\" x" },
    { "-H \\\"Cookie: ab'cd\\\" x", "-H \\\"Cookie: " R "\\\" x" },
    { "-H 'Cookie: abcd", "-H 'Cookie: " R },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s", cases[i].text);
      assert_redacted (cases[i].text, cases[i].expected);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal/redactor-patterns/tokens", test_tokens);
  g_test_add_func ("/journal/redactor-patterns/limits", test_limits);
  g_test_add_func ("/journal/redactor-patterns/long-labels", test_long_labels);
  g_test_add_func ("/journal/redactor-patterns/long-names", test_long_names);
  g_test_add_func ("/journal/redactor-patterns/deep-quotes", test_deep_quotes);
  g_test_add_func ("/journal/redactor-patterns/stops", test_stops);
  g_test_add_func ("/journal/redactor-patterns/parameters", test_parameters);
  g_test_add_func ("/journal/redactor-patterns/members", test_members);
  g_test_add_func ("/journal/redactor-patterns/headers", test_headers);

  return g_test_run ();
}
