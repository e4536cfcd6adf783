/* test-redactor.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include <glib/gstdio.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-redactor.h"
#include "test-support.h"

#define R MCP_REDACTED

static McpRedactor *
make_redactor (void)
{
  McpRedactor *redactor = mcp_redactor_new ();

  mcp_redactor_add_secret (redactor, "hunter22");
  mcp_redactor_add_secret (redactor, "hunter22-long");
  mcp_redactor_add_secret (redactor, "a\"b/c\\d\xc3\xa9");
  mcp_redactor_add_secret (redactor, "4711471147");
  mcp_redactor_add_secret (redactor, "abc");
  mcp_redactor_add_secret (redactor, "");

  return redactor;
}

static const struct
{
  const char *text;
  const char *expected;
} cases[] = {
  /* Nothing to take out. */
  { "", "" },
  { "abc", "abc" },
  { "{\"id\": 1.10, \"n\":1e400,\"n\":-0}", "{\"id\": 1.10, \"n\":1e400,\"n\":-0}" },
  { "{\"progressToken\":\"tok1\",\"nextCursor\":\"x\"}", "{\"progressToken\":\"tok1\",\"nextCursor\":\"x\"}" },
  { "{\"token_count\":12,\"max_tokens\":5,\"nextPageToken\":\"p\",\"cursor\":\"c\",\"eos_token\":\"</s>\"}",
    "{\"token_count\":12,\"max_tokens\":5,\"nextPageToken\":\"p\",\"cursor\":\"c\",\"eos_token\":\"</s>\"}" },
  { "{\"error\":{\"code\":-32601},\"bypass\":\"x\",\"token\":null,\"secret\":true}",
    "{\"error\":{\"code\":-32601},\"bypass\":\"x\",\"token\":null,\"secret\":true}" },
  { "{\"pass\":12,\"fail\":0,\"_meta\":{\"progressToken\":{\"a\":7}}}",
    "{\"pass\":12,\"fail\":0,\"_meta\":{\"progressToken\":{\"a\":7}}}" },
  { "?page=2&code=1 exit code=12345 the compass=north http://h/#section",
    "?page=2&code=1 exit code=12345 the compass=north http://h/#section" },
  { "use --token or --password=", "use --token or --password=" },
  { "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
    "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----" },

  /* A schema describes, and gives away no more than its examples. */
  { "{\"properties\":{\"password\":{\"type\":\"string\",\"title\":\"T\"}},\"required\":[\"token\"]}",
    "{\"properties\":{\"password\":{\"type\":\"string\",\"title\":\"T\"}},\"required\":[\"token\"]}" },
  { "{\"properties\":{\"token\":{\"type\":[\"string\"],\"default\":\"d\",\"examples\":[\"e\",{\"f\":1}],\"anyOf\":[{\"const\":\"c\",\"minLength\":4},{\"const\":9}]}}}",
    "{\"properties\":{\"token\":{\"type\":[\"string\"],\"default\":\"" R "\",\"examples\":[\"" R "\",{\"f\":\"" R "\"}],\"anyOf\":[{\"const\":\"" R "\",\"minLength\":4},{\"const\":\"" R "\"}]}}}" },
  { "{\"properties\":{\"token\":\"t\",\"secret\":[1],\"x\":{\"value\":\"v\"},\"jwt\":{\"value\":\"v\"}}}",
    "{\"properties\":{\"token\":\"" R "\",\"secret\":[\"" R "\"],\"x\":{\"value\":\"v\"},\"jwt\":{\"value\":\"" R "\"}}}" },
  { "Unexpected token: foo", "Unexpected token: foo" },
  { "Bearer authentication is required", "Bearer authentication is required" },
  { "the bearer of bad news", "the bearer of bad news" },
  { "ask-me-anything-you-like-2day", "ask-me-anything-you-like-2day" },
  { "sk-learn-and-other-libraries", "sk-learn-and-other-libraries" },
  { "if (token == NULL)", "if (token == NULL)" },

  /* Values that were given. */
  { "hunter22", R },
  { "xhunter22-longx", "x" R "x" },
  { "[\"hunter22\",\"my hunter22!\"]", "[\"" R "\",\"my " R "!\"]" },
  { "{\"hunter22\":1}", "{\"" R "\":1}" },
  { "{\"n\":4711471147,\"m\":14711471147}", "{\"n\":\"" R "\",\"m\":\"" R "\"}" },
  { "say a\"b/c\\d\xc3\xa9.", "say " R "." },
  { "[\"a\\\"b/c\\\\d\xc3\xa9\"]", "[\"" R "\"]" },
  { "[\"a\\u0022b\\/c\\u005cd\\u00e9\"]", "[\"" R "\"]" },
  { "[\"\\u0068unter22\"]", "[\"" R "\"]" },
  { "broken {\"x\":\"hunter22", "broken {\"x\":\"" R },
  { "GET /x?y=a%22b%2Fc%5Cd%C3%A9&z=1", "GET /x?y=" R "&z=1" },
  { "{\"url\":\"http://h/?y=a%22b%2Fc%5Cd%C3%A9\"}", "{\"url\":\"http://h/?y=" R "\"}" },

  /* Members with telling names. */
  { "{\"password\":\"p\",\"user\":\"u\"}", "{\"password\":\"" R "\",\"user\":\"u\"}" },
  { "{\"api_key\" : \"k\\\"x\",\"API-KEY\":\"\"}", "{\"api_key\" : \"" R "\",\"API-KEY\":\"\"}" },
  { "{\"clientSecret\":\"c\",\"GITHUB_TOKEN\":\"g\"}", "{\"clientSecret\":\"" R "\",\"GITHUB_TOKEN\":\"" R "\"}" },
  { "{\"access_token\":\"a\",\"refresh_token\":\"r\",\"token\":7}",
    "{\"access_token\":\"" R "\",\"refresh_token\":\"" R "\",\"token\":\"" R "\"}" },
  { "{\"\\u0074oken\":\"t\"}", "{\"\\u0074oken\":\"" R "\"}" },
  { "{\"Authorization\":\"Basic abcd\"}", "{\"Authorization\":\"" R "\"}" },
  { "{\"t\":\"{\\\"token\\\": \\\"abcd\\\", \\\"x\\\":1}\"}", "{\"t\":\"{\\\"token\\\": \\\"" R "\\\", \\\"x\\\":1}\"}" },
  { "{\"t\":\"{\\\"token\\\":\\\"ab\\\\\\\"cd\\\",\\\"x\\\":1}\"}",
    "{\"t\":\"{\\\"token\\\":\\\"" R "\\\",\\\"x\\\":1}\"}" },
  { "log: {\"secret\":\"s\\\"t\", \"x\":", "log: {\"secret\":\"" R "\", \"x\":" },
  { "cut {\"secret\":\"s", "cut {\"secret\":\"" R },

  { "{\"session_id\":\"s\",\"jwt\":\"j\",\"DB_PASS\":\"p\",\"password2\":\"q\","
    "\"passwordHash\":\"h\"}",
    "{\"session_id\":\"" R "\",\"jwt\":\"" R "\",\"DB_PASS\":\"" R "\",\"password2\":\"" R
    "\",\"passwordHash\":\"" R "\"}" },
  { "MYSQL_PWD=abcd", "MYSQL_PWD=" R },

  /* All that is below a telling name. */
  { "{\"password\":{\"type\":\"a\",\"n\":[1,{\"b\":\"c\"},[-2.5e3,true]]},\"next\":\"d\"}",
    "{\"password\":{\"type\":\"" R "\",\"n\":[\"" R "\",{\"b\":\"" R "\"},[\"" R "\",true]]},\"next\":\"d\"}" },
  { "{\"credentials\":[\"a\",[\"b\"],{}],\"c\":[\"d\"]}",
    "{\"credentials\":[\"" R "\",[\"" R "\"],{}],\"c\":[\"d\"]}" },
  { "{\"name\":\"API_KEY\",\"value\":\"v\",\"other\":\"o\"}",
    "{\"name\":\"API_KEY\",\"value\":\"" R "\",\"other\":\"o\"}" },
  { "{\"name\":\"echo\",\"value\":\"v\"}", "{\"name\":\"echo\",\"value\":\"v\"}" },
  { "{\"headers\":{\"X-Auth\":\"a\",\"Accept\":\"b\"}}",
    "{\"headers\":{\"X-Auth\":\"" R "\",\"Accept\":\"b\"}}" },

  /* Strings in strings. */
  { "{\"t\":\"{\\\"token\\\":7,\\\"secret\\\":[1,{}],\\\"x\\\":1}\"}",
    "{\"t\":\"{\\\"token\\\":\\\"" R "\\\",\\\"secret\\\":[\\\"" R "\\\",{}],\\\"x\\\":1}\"}" },
  { "{\"t\":\"{\\\"u\\\":\\\"{\\\\\\\"token\\\\\\\":\\\\\\\"abcd\\\\\\\"}\\\"}\"}",
    "{\"t\":\"{\\\"u\\\":\\\"{\\\\\\\"token\\\\\\\":\\\\\\\"" R "\\\\\\\"}\\\"}\"}" },
  { "[\"{\\u0022token\\u0022:\\u0022abcd\\u0022}\"]", "[\"{\\\"token\\\":\\\"" R "\\\"}\"]" },
  { "[\"\\ud800 token=abcd \\ud83d\\ude00\\u0000\"]",
    "[\"\\ud800 token=" R " \xf0\x9f\x98\x80\\u0000\"]" },
  { "log {\"a\":\"{\\\"token\\\":\\\"ab\\\\\\\"c\\\",\\\"b\\\":1}\", \"secret\": {\"x\":[1,\"}\"]}, \"jwt\":12",
    "log {\"a\":\"{\\\"token\\\":\\\"" R "\\\",\\\"b\\\":1}\", \"secret\": " R ", \"jwt\":" R },
  { "spawn ['x', '--token', 'abcd'] {'password': 'p', 'n': 1}",
    "spawn ['x', '--token', '" R "'] {'password': '" R "', 'n': 1}" },

  /* Headers, settings, tokens. */
  { "[\"x\",\"--token\",\"abcd\",\"--api-key\",\"e\",\"--secret\",\"--verbose\"]",
    "[\"x\",\"--token\",\"" R "\",\"--api-key\",\"" R "\",\"--secret\",\"--verbose\"]" },
  { "x --token abcd --password 'ef gh' --api-key \"ijkl\" --token mnop",
    "x --token " R " --password '" R "' --api-key \"" R "\" --token " R },
  { "Authorization: Digest username=\"u\", response=\"abc\"\nHost: h",
    "Authorization: " R "\nHost: h" },
  { "[\"-H\",\"Authorization: Digest username=\\\"u\\\"\"]", "[\"-H\",\"Authorization: " R "\"]" },
  { "curl -H \"Cookie: a=\\\"b c\\\"; d=e\" http://h", "curl -H \"Cookie: " R "\" http://h" },
  { "Cookie: sid=\"quoted value\"; theme=dark", "Cookie: " R },
  { "X-Auth-Token: abcd", "X-Auth-Token: " R },
  { "DB_PASS=abcd DB_PASSWORD=\"ef gh\" SECRET='ijkl'", "DB_PASS=" R " DB_PASSWORD=\"" R "\" SECRET='" R "'" },
  { "http://h/cb?code=abcd&state=s#access_token=efgh&code=ijkl",
    "http://h/cb?code=" R "&state=s#access_token=" R "&code=" R },
  { "code=abcd&grant_type=authorization_code&code_verifier=efgh",
    "code=" R "&grant_type=authorization_code&code_verifier=" R },
  { "key:\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabcd\n-----END RSA PRIVATE KEY-----\nend",
    "key:\n-----BEGIN RSA PRIVATE KEY-----" R "-----END RSA PRIVATE KEY-----\nend" },
  { "[\"-----BEGIN PRIVATE KEY-----\\nMIIE\"]", "[\"-----BEGIN PRIVATE KEY-----" R "\"]" },
  { "Authorization: Bearer abc.def-123456", "Authorization: " R },
  { "authorization: Basic dXNlcjpwYXNz\r\nHost: x", "authorization: " R "\r\nHost: x" },
  { "curl -H 'Authorization: Bearer abcdef123' http://x", "curl -H 'Authorization: " R "' http://x" },
  { "sent bearer abcdef123456, ok", "sent bearer " R ", ok" },
  { "[\"Bearer eyJabcdefghijklmnopqrstuvwxyz\"]", "[\"Bearer " R "\"]" },
  { "API_KEY=abcd1234 --token=wxyz9 x=1", "API_KEY=" R " --token=" R " x=1" },
  { "http://h/?access_token=abcdef&a=1", "http://h/?access_token=" R "&a=1" },
  { "http://h/?key=abcd/e=&sig=a.b,c=d&k=efgh#f", "http://h/?key=" R "&sig=" R "&k=efgh#f" },
  { "GET /m?sessionId=0d1f-22&x=1 HTTP/1.1", "GET /m?sessionId=" R "&x=1 HTTP/1.1" },
  { "[\"/m?a=1\\u0026api_key=abcd\\u0026key=efgh\"]", "[\"/m?a=1&api_key=" R "&key=" R "\"]" },
  { "the key=abcd, ?key=abc", "the key=abcd, ?key=abc" },
  { "https://me:pass@h:1/x https://me@h/ http://h:80/@", "https://" R "@h:1/x https://me@h/ http://h:80/@" },
  { "[\"wss://u:p%20w@h\"]", "[\"wss://" R "@h\"]" },
  { "key sk-abcdefghij1234567890 end", "key " R " end" },
  { "[\"\\nsk-abcdefghij1234567890\"]", "[\"\\n" R "\"]" },
  { "ghp_abcdefghijklmnopqrst1234,gho_abcdefghijklmnopqrst1234", R "," R },
  { "github_pat_11ABCDEFG0123456789_abc", R },
  { "AKIAIOSFODNN7EXAMPLE", R },
  { "jwt eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.c2ln end", "jwt " R " end" },
  { "{\"nextCursor\":\"eyJvZmZzZXQiOjEwMCwic29ydCI6Im5hbWUiLCJhc2MiOnRydWV9\"}",
    "{\"nextCursor\":\"eyJvZmZzZXQiOjEwMCwic29ydCI6Im5hbWUiLCJhc2MiOnRydWV9\"}" },
  { "xoxb-123456789012-abcdef xoxp-123456789012", R " " R },
};

static void
test_redacts (void)
{
  g_autoptr (McpRedactor) redactor = make_redactor ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize length;
      g_autofree char *redacted = mcp_redactor_redact (redactor, cases[i].text, -1, &length);
      g_autofree char *again = mcp_redactor_redact (redactor, redacted, length, NULL);

      g_assert_cmpstr (redacted, ==, cases[i].expected);
      g_assert_cmpuint (length, ==, strlen (redacted));
      g_assert_cmpstr (again, ==, redacted);
      if (*cases[i].text != '\0' && mcp_json_validate (cases[i].text, -1, NULL))
        g_assert_true (mcp_json_validate (redacted, length, NULL));
    }
}

static const struct
{
  const char *text;
  const char *expected;
} http_cases[] = {
  { "{}", "{}" },
  { "{\"headers\":[]}", "{\"headers\":[]}" },
  { "{\"headers\":[[\"authorization\",\"Basic abc\"]]}",
    "{\"headers\":[[\"authorization\",\"" R "\"]]}" },
  { "{\"headers\":[[\"Cookie\",\"a=b; c=d\"],[\"Set-Cookie\",\"x=y; Path=/\"]]}",
    "{\"headers\":[[\"Cookie\",\"" R "\"],[\"Set-Cookie\",\"" R "\"]]}" },
  { "{\"headers\":[[\"X-API-Key\",\"k\"],[\"Proxy-Authorization\",\"p\"]]}",
    "{\"headers\":[[\"X-API-Key\",\"" R "\"],[\"Proxy-Authorization\",\"" R "\"]]}" },
  { "{\"headers\":[[\"\\u0043ookie\",\"a\"]]}", "{\"headers\":[[\"\\u0043ookie\",\"" R "\"]]}" },
  { "{\"headers\":[[\"Cookie\"],[\"Cookie\",7,\"x\"],[],7,{\"a\":1}]}",
    "{\"headers\":[[\"Cookie\"],[\"Cookie\",\"" R "\",\"" R "\"],[],7,{\"a\":1}]}" },
  { "{\"headers\":[[\"WWW-Authenticate\",\"Basic realm=\\\"x\\\"\"],[\"Content-Type\",\"text/html\"]]}",
    "{\"headers\":[[\"WWW-Authenticate\",\"Basic realm=\\\"x\\\"\"],[\"Content-Type\",\"text/html\"]]}" },
  { "{\"headers\":[[\"X-Mine\",\"hunter22\"]],\"headers\":[[\"Cookie\",\"c\"]]}",
    "{\"headers\":[[\"X-Mine\",\"" R "\"]],\"headers\":[[\"Cookie\",\"" R "\"]]}" },
  { "{\"headers\":[[\"Location\",\"/?token=abcdef&a=1\"]],\"url\":\"http://h/?sig=abcdef\"}",
    "{\"headers\":[[\"Location\",\"/?token=" R "&a=1\"]],\"url\":\"http://h/?sig=" R "\"}" },
  { "{\"headers\":{\"Cookie\":\"c\"},\"status\":401}", "{\"headers\":{\"Cookie\":\"" R "\"},\"status\":401}" },
  { "[[\"Cookie\",\"c\"]]", "[[\"Cookie\",\"c\"]]" },
  { "Cookie: abcd", "Cookie: " R },
};

static void
test_http (void)
{
  g_autoptr (McpRedactor) redactor = make_redactor ();

  for (guint i = 0; i < G_N_ELEMENTS (http_cases); i++)
    {
      gsize length;
      g_autofree char *redacted =
        mcp_redactor_redact_http (redactor, http_cases[i].text, -1, &length);
      g_autofree char *again = mcp_redactor_redact_http (redactor, redacted, length, NULL);

      g_assert_cmpstr (redacted, ==, http_cases[i].expected);
      g_assert_cmpuint (length, ==, strlen (redacted));
      g_assert_cmpstr (again, ==, redacted);
    }
}

/* A key that a server prints comes in lines. */
static void
test_lines (void)
{
  static const struct
  {
    guint       channel;
    const char *line;
    const char *expected;   /* NULL: as it is */
  } lines[] = {
    { 1, "starting", NULL },
    { 1, "-----BEGIN EC PRIVATE KEY-----", NULL },
    { 2, "MHcCAQEEIA", NULL },
    { 1, "Proc-Type: 4,ENCRYPTED", R },
    { 1, "", NULL },
    { 1, "MHcCAQEEIA+/=", R },
    { 1, "-----END EC PRIVATE KEY-----", NULL },
    { 1, "MHcCAQEEIA", NULL },
    { 1, "-----BEGIN EC PRIVATE KEY-----", NULL },
    { 1, "MHcCAQEEIA", R },
    { 1, "listening on port 1", NULL },
    { 1, "MHcCAQEEIA", NULL },
  };
  g_autoptr (McpRedactor) redactor = make_redactor ();

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      gsize length;
      g_autofree char *redacted = mcp_redactor_redact_line (
        redactor, lines[i].channel, lines[i].line, strlen (lines[i].line), &length);

      g_assert_cmpstr (redacted, ==, lines[i].expected);
    }
}

/* A session's id is one from when it was seen; of a flood of them the last ones are. */
static void
test_learns_session_ids (void)
{
  g_autoptr (McpRedactor) redactor = make_redactor ();

  for (guint i = 1000; i < 3000; i++)
    {
      g_autofree char *head =
        g_strdup_printf ("{\"headers\":[[\"Mcp-Session-Id\",\"id\\u002d%u\"]]}", i);
      g_autofree char *text = g_strdup_printf ("at id-%u.", i);
      g_autofree char *before = mcp_redactor_redact (redactor, text, -1, NULL);
      g_autofree char *redacted = mcp_redactor_redact_http (redactor, head, -1, NULL);
      g_autofree char *after = mcp_redactor_redact (redactor, text, -1, NULL);
      g_autofree char *told = mcp_redactor_redact (redactor, "hunter22", -1, NULL);

      g_assert_cmpstr (before, ==, text);
      g_assert_cmpstr (redacted, ==, "{\"headers\":[[\"Mcp-Session-Id\",\"" R "\"]]}");
      g_assert_cmpstr (after, ==, "at " R ".");
      g_assert_cmpstr (told, ==, R);
    }
}

/* Ids as long as headers can be, and text that begins as they do at each byte. */
static void
test_long_session_ids (void)
{
  g_autoptr (McpRedactor) redactor = make_redactor ();
  g_autofree char *id = g_strnfill (64 * 1024, 'a');
  g_autofree char *text = g_strnfill (1024 * 1024, 'a');
  g_autofree char *redacted = NULL;
  gint64 begin_usec;

  for (guint i = 0; i < 32; i++)
    {
      g_autofree char *head = g_strdup_printf ("{\"headers\":[[\"Mcp-Session-Id\",\"%sb%u\"]]}", id, i);
      g_autofree char *hidden = mcp_redactor_redact_http (redactor, head, -1, NULL);

      g_assert_cmpstr (hidden, ==, "{\"headers\":[[\"Mcp-Session-Id\",\"" R "\"]]}");
    }

  begin_usec = test_get_worked_usec ();
  redacted = mcp_redactor_redact (redactor, text, -1, NULL);
  g_assert_cmpstr (redacted, ==, text);
  /* Each compared with each would take more than a minute. */
  g_assert_cmpint (test_get_worked_usec () - begin_usec, <, 15 * G_USEC_PER_SEC);
}

static void
test_binary (void)
{
  static const char text[] = "\0\xff" "hunter22\0\\u\"token\":\"x\\";
  static const char expected[] = "\0\xff" R "\0\\u\"token\":\"" R;
  g_autoptr (McpRedactor) redactor = make_redactor ();
  gsize length;
  g_autofree char *redacted = mcp_redactor_redact (redactor, text, sizeof text - 1, &length);

  g_assert_cmpmem (redacted, length, expected, sizeof expected - 1);
}

/* Cut at every place and with every byte spoilt: no overrun, and JSON stays JSON. */
static void
test_mangled (void)
{
  g_autoptr (McpRedactor) redactor = make_redactor ();

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gsize length = strlen (cases[i].text);

      for (gsize at = 0; at < length; at++)
        {
          static const char spoilers[] = "\"\\{:=u\xff";

          for (guint j = 0; j < sizeof spoilers; j++)
            {
              g_autofree char *text = g_memdup2 (cases[i].text, length);
              g_autofree char *redacted = NULL;
              g_autofree char *http = NULL;
              gsize cut = j == 0 ? at : length;
              gsize n;

              text[at] = j == 0 ? text[at] : spoilers[j - 1];
              http = mcp_redactor_redact_http (redactor, text, cut, &n);
              redacted = mcp_redactor_redact (redactor, text, cut, &n);
              if (cut > 0 && mcp_json_validate (text, cut, NULL))
                g_assert_true (mcp_json_validate (redacted, n, NULL));
            }
        }
    }
}

/* Texts made to be slow must take no longer for their length than others do. */
static void
test_linear (void)
{
  static const char *const units[] = {
    "sk-", "sk-.", "bearer ", "\"token\":", "\\\"", "token=", "authorization: ", "hunter2", "eyJ.", "\\",
    "://", "://a:", "?key=", "&sig", "key\"", "\"key\\", "token='", "--token ",
    "-----BEGIN ", "-----BEGIN PRIVATE", "{\"key\":[", "'token'", "pass-", "\\\"jwt\\\":{", "tokenkey",
    "\"cookie: abcd\" ", "'cookie: abcd' ", "-eyJ1",
  };
  const gsize n_bytes = 4 * 1024 * 1024;
  g_autoptr (McpRedactor) redactor = make_redactor ();

  for (guint i = 0; i < G_N_ELEMENTS (units); i++)
    {
      g_autoptr (GString) text = g_string_sized_new (n_bytes);
      g_autofree char *redacted = NULL;
      gint64 begin_usec;

      while (text->len < n_bytes)
        g_string_append (text, units[i]);
      begin_usec = test_get_worked_usec ();
      redacted = mcp_redactor_redact (redactor, text->str, text->len, NULL);
      /* Quadratic would be minutes. */
      g_assert_cmpint (test_get_worked_usec () - begin_usec, <, 20 * G_USEC_PER_SEC);
    }
}

static const struct
{
  const char *text;
  const char *expected;
} rule_cases[] = {
  /* Names, in each spelling of a program. */
  { "{\"acmeKey\":\"v\",\"user\":1}", "{\"acmeKey\":\"" R "\",\"user\":1}" },
  { "{\"x_acme_key2\":[\"v\",{\"a\":5}]}", "{\"x_acme_key2\":[\"" R "\",{\"a\":\"" R "\"}]}" },
  { "X-Acme-Key: some value\nHost: b", "X-Acme-Key: " R "\nHost: b" },
  { "ACME_KEY=v123 x", "ACME_KEY=" R " x" },
  { "{\"acme\":\"v\",\"acmeKeys\":\"v\"}", "{\"acme\":\"v\",\"acmeKeys\":\"v\"}" },
  /* Patterns: each place, in each string, never across strings. */
  { "id-12 and id-345, id-", R " and " R ", id-" },
  { "[\"id-1\",\"a id-\\u0032 b\",7,{\"id-3\":\"\\\"id-4\\\"\"}]",
    "[\"" R "\",\"a " R " b\",7,{\"" R "\":\"\\\"" R "\\\"\"}]" },
  { "{\"n\":4000123412341234,\"m\":400012341234}", "{\"n\":\"" R "\",\"m\":400012341234}" },
  { "\xff" "id-1\xfe id-2 \xc3\xa9 id-3", "\xff" R "\xfe " R " \xc3\xa9 " R },
  { "{\"password\":\"id-1\"}", "{\"password\":\"" R "\"}" },
  /* What is taken out already is not taken apart, and what may be nothing takes nothing. */
  { "r token=abcdef9 redact", "r token=" R " redact" },
  { "", "" },
};

static McpRedactionRules *
make_rules (void)
{
  const char *const names[] = { "acme-key", "X-Acme-Key", NULL };
  const char *const patterns[] = { "id-[0-9]+", "\\b\\d{16}\\b", "«red|z*", NULL };
  g_autoptr (GError) error = NULL;
  McpRedactionRules *rules = mcp_redaction_rules_new (names, patterns, &error);

  g_assert_no_error (error);

  return rules;
}

static void
test_rules (void)
{
  g_autoptr (McpRedactionRules) rules = make_rules ();
  g_autoptr (McpRedactor) redactor = mcp_redactor_new_with_rules (rules);
  g_autoptr (McpRedactionReport) report = mcp_redaction_report_new ();

  for (guint i = 0; i < G_N_ELEMENTS (rule_cases); i++)
    {
      g_autofree char *redacted = mcp_redactor_redact (redactor, rule_cases[i].text, -1, NULL);

      g_assert_cmpstr (redacted, ==, rule_cases[i].expected);
    }

  mcp_redactor_set_report (redactor, report);
  g_free (mcp_redactor_redact (redactor, "id-1 id-2", -1, NULL));
  g_assert_cmpuint (report->n_taken[MCP_REDACTION_PATTERN], ==, 2);
}

/* A text on which a pattern would take forever leaves as a whole mark, not as it is. */
static void
test_rules_give_up (void)
{
  const char *const names[] = { NULL };
  const char *const patterns[] = { "(a+)+$", NULL };
  g_autoptr (McpRedactionRules) rules = mcp_redaction_rules_new (names, patterns, NULL);
  g_autoptr (McpRedactor) redactor = mcp_redactor_new_with_rules (rules);
  g_autofree char *redacted = mcp_redactor_redact (
    redactor, "[\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab\",\"baa\"]", -1, NULL);

  g_assert_cmpstr (redacted, ==, "[\"" R "\",\"b" R "\"]");
}

static void
test_rules_refused (void)
{
  const char *const none[] = { NULL };
  const char *const short_name[] = { "a-b", NULL };
  const char *const broken[] = { "ok", "a(b", NULL };
  g_autoptr (GError) error = NULL;

  g_assert_null (mcp_redaction_rules_new (short_name, none, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  g_assert_nonnull (strstr (error->message, "“a-b”"));
  g_clear_error (&error);
  g_assert_null (mcp_redaction_rules_new (none, broken, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  g_assert_nonnull (strstr (error->message, "“a(b”"));
}

static void
test_rules_file (void)
{
  g_autofree char *folder = g_dir_make_tmp ("sounder-rules-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "deeper", "redaction.json", NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autoptr (McpRedactionRules) rules = make_rules ();
  g_autoptr (McpRedactionRules) none = mcp_redaction_rules_load (path, NULL);
  g_autoptr (McpRedactionRules) read = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (g_strv_length ((char **) mcp_redaction_rules_get_names (none)), ==, 0);
  g_assert_true (mcp_redaction_rules_save (rules, path, &error));
  g_assert_no_error (error);
  read = mcp_redaction_rules_load (path, &error);
  g_assert_no_error (error);
  g_assert_cmpstrv (mcp_redaction_rules_get_names (read), mcp_redaction_rules_get_names (rules));
  g_assert_cmpstrv (mcp_redaction_rules_get_patterns (read), mcp_redaction_rules_get_patterns (rules));

  g_assert_true (g_file_set_contents (path, "{\"patterns\":[\"a\",2]}", -1, NULL));
  g_assert_null (mcp_redaction_rules_load (path, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_nonnull (strstr (error->message, "“patterns”"));

  g_remove (path);
  g_rmdir (parent);
  g_rmdir (folder);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal/redactor/redacts", test_redacts);
  g_test_add_func ("/journal/redactor/http", test_http);
  g_test_add_func ("/journal/redactor/lines", test_lines);
  g_test_add_func ("/journal/redactor/learns-session-ids", test_learns_session_ids);
  g_test_add_func ("/journal/redactor/long-session-ids", test_long_session_ids);
  g_test_add_func ("/journal/redactor/binary", test_binary);
  g_test_add_func ("/journal/redactor/mangled", test_mangled);
  g_test_add_func ("/journal/redactor/linear", test_linear);
  g_test_add_func ("/journal/redactor/rules", test_rules);
  g_test_add_func ("/journal/redactor/rules-give-up", test_rules_give_up);
  g_test_add_func ("/journal/redactor/rules-refused", test_rules_refused);
  g_test_add_func ("/journal/redactor/rules-file", test_rules_file);

  return g_test_run ();
}
