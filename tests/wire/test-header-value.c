/* test-header-value.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "mcp-error.h"
#include <string.h>

#include "mcp-header-value.h"

typedef struct
{
  const char *text;
  gboolean    expected;
} Case;

static void
check_cases (const Case *cases,
             gsize       n_cases,
             gboolean  (*func) (const char *))
{
  for (gsize i = 0; i < n_cases; i++)
    {
      g_autofree char *shown = g_strescape (cases[i].text, NULL);

      g_test_message ("\"%s\"", shown);
      g_assert_cmpint (func (cases[i].text), ==, cases[i].expected);
    }
}

static void
test_name (void)
{
  static const Case cases[] = {
    { "Accept", TRUE }, { "X-API-Key", TRUE }, { "a", TRUE }, { "!#$%&'*+-.^_`|~09Az", TRUE },
    { "", FALSE }, { "A B", FALSE }, { "A:", FALSE }, { "A\n", FALSE },
    { "Gr\xc3\xbc\xc3\x9f", FALSE },
    { "A\x7f", FALSE }, { "A/B", FALSE }, { "\"A\"", FALSE }, { "(A)", FALSE },
  };

  check_cases (cases, G_N_ELEMENTS (cases), mcp_header_name_is_valid);
}

static void
test_value (void)
{
  static const Case cases[] = {
    { "", TRUE }, { "a", TRUE }, { "Bearer abc==", TRUE }, { "a\tb c", TRUE }, { "\xc3\xbc", TRUE },
    { " a", FALSE }, { "a ", FALSE }, { "\ta", FALSE }, { "a\t", FALSE }, { " ", FALSE },
    { "a\nb", FALSE }, { "a\r\nX: y", FALSE }, { "a\x01", FALSE }, { "a\x7f", FALSE },
    { "a\x1b[0m", FALSE },
  };

  check_cases (cases, G_N_ELEMENTS (cases), mcp_header_value_is_valid);
}

static void
test_visible_ascii (void)
{
  static const Case cases[] = {
    { "abc", TRUE }, { "!~", TRUE }, { "{\"a\":1}", TRUE },
    { "", FALSE }, { "a b", FALSE }, { "a\t", FALSE }, { "\x7f", FALSE }, { "\xc3\xbc", FALSE },
  };

  check_cases (cases, G_N_ELEMENTS (cases), mcp_header_is_visible_ascii);
}

static void
test_secret (void)
{
  static const Case cases[] = {
    { "Authorization", TRUE }, { "authorization", TRUE }, { "Proxy-Authorization", TRUE },
    { "Cookie", TRUE }, { "Set-Cookie", TRUE }, { "Set-Cookie2", TRUE }, { "MCP-Session-Id", TRUE },
    { "mcp-session-id", TRUE }, { "X-API-Key", TRUE }, { "api_key", TRUE }, { "ApiKey", TRUE },
    { "X-Auth-Token", TRUE }, { "X-Amz-Security-Token", TRUE }, { "X-Client-Secret", TRUE },
    { "Ocp-Apim-Subscription-Key", TRUE }, { "X-Password", TRUE }, { "X-CSRF-Token", TRUE },
    { "Accept", FALSE }, { "Content-Type", FALSE }, { "MCP-Protocol-Version", FALSE },
    { "Last-Event-ID", FALSE }, { "WWW-Authenticate", FALSE }, { "Proxy-Authenticate", FALSE },
    { "Sec-WebSocket-Key", FALSE }, { "Idempotency-Key", FALSE }, { "X-Tokenizer", FALSE },
    { "X-Author", FALSE }, { "Keep-Alive", FALSE }, { "", FALSE },
  };

  check_cases (cases, G_N_ELEMENTS (cases), mcp_header_is_secret);
}

static void
test_mask (void)
{
  static const struct
  {
    const char *name;
    const char *value;
    const char *expected;
  } cases[] = {
    { "Accept", "text/html", "text/html" },
    { "Authorization", "Bearer abc.def", "Bearer ••••" },
    { "authorization", "bearer a", "bearer ••••" },
    { "Authorization", "Basic dXNlcjpwYXNz", "Basic ••••" },
    { "Authorization", "my secret words", "••••" },
    { "Authorization", "abc", "••••" },
    { "Authorization", "", "" },
    { "Cookie", "a=b; c=d", "••••" },
    { "MCP-Session-Id", "0123456789", "••••" },
    { "X-API-Key", "k", "••••" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *shown = mcp_header_mask (cases[i].name, cases[i].value);

      g_assert_cmpstr (shown, ==, cases[i].expected);
    }
}

/* What came from the keyring is hidden whatever it is called. */
static void
test_mask_kept_secret (void)
{
  static const char http[] = "{\"headers\":[[\"X-Place\",\"atoll\"]],\"secretHeaders\":[\"X-Place\",7]}";
  g_auto (GStrv) names = mcp_header_read_secret_names (http, strlen (http));
  g_auto (GStrv) none = mcp_header_read_secret_names ("{\"secretHeaders\":1}", 19);
  g_autofree char *shown = mcp_header_hide ("atoll");

  g_assert_cmpuint (g_strv_length (names), ==, 1);
  g_assert_null (none[0]);
  g_assert_cmpstr (shown, ==, "••••");
  g_assert_true (mcp_header_is_hidden ("x-place", (const char * const *) names));
  g_assert_true (mcp_header_is_hidden ("Authorization", (const char * const *) names));
  g_assert_false (mcp_header_is_hidden ("X-Note", (const char * const *) names));
}

static void
test_parse (void)
{
  static const struct
  {
    const char *line;
    const char *name;
    const char *value;
  } cases[] = {
    { "A: b", "A", "b" },
    { "A:b", "A", "b" },
    { "  A :  b c \t", "A", "b c" },
    { "A:", "A", "" },
    { "A: b: c", "A", "b: c" },
    { "Authorization: Bearer x\n", "Authorization", "Bearer x" },
  };
  static const char * const wrong[] = {
    "", "A", ": s3cret", "A B: s3cret", "A: s3\ncret", "A\nB: s3cret", "A: s3cret\x01",
    "\xff: s3cret",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = NULL;
      g_autofree char *value = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (mcp_header_parse (cases[i].line, &name, &value, &error));
      g_assert_no_error (error);
      g_assert_cmpstr (name, ==, cases[i].name);
      g_assert_cmpstr (value, ==, cases[i].value);
    }

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      char *name = NULL;
      char *value = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_false (mcp_header_parse (wrong[i], &name, &value, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
      g_assert_null (name);
      g_assert_null (value);
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      g_assert_null (g_strrstr (error->message, "cret"));
    }
}

static void
test_media_type (void)
{
  static const struct
  {
    const char *content_type;
    const char *expected;
  } cases[] = {
    { NULL, NULL },
    { "", NULL },
    { "text", NULL },
    { "text/", NULL },
    { "/html", NULL },
    { "text/html/x", NULL },
    { "text /html", NULL },
    { "text/html", "text/html" },
    { "Text/HTML; charset=utf-8", "text/html" },
    { " application/json ;x", "application/json" },
    { "text/event-stream;", "text/event-stream" },
    { "application/problem+json", "application/problem+json" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *type = mcp_media_type_of (cases[i].content_type);

      g_assert_cmpstr (type, ==, cases[i].expected);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/header-value/name", test_name);
  g_test_add_func ("/wire/header-value/value", test_value);
  g_test_add_func ("/wire/header-value/visible-ascii", test_visible_ascii);
  g_test_add_func ("/wire/header-value/secret", test_secret);
  g_test_add_func ("/wire/header-value/mask", test_mask);
  g_test_add_func ("/wire/header-value/mask-kept-secret", test_mask_kept_secret);
  g_test_add_func ("/wire/header-value/parse", test_parse);
  g_test_add_func ("/wire/header-value/media-type", test_media_type);

  return g_test_run ();
}
