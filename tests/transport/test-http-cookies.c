/* test-http-cookies.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-http-cookies.h"
#include "test-support.h"

/* What a server sets, and what goes back to it. */

static GUri *
parse (const char *url)
{
  return g_uri_parse (url, SOUP_HTTP_URI_FLAGS, NULL);
}

static McpHttpCookies *
new_cookies (const char *url)
{
  g_autoptr (GUri) origin = parse (url);

  return mcp_http_cookies_new (origin);
}

static void
take (McpHttpCookies *cookies,
      const char     *value)
{
  SoupMessageHeaders *headers = soup_message_headers_new (SOUP_MESSAGE_HEADERS_RESPONSE);

  soup_message_headers_append (headers, "Content-Type", "text/plain");
  soup_message_headers_append (headers, "Set-Cookie", value);
  mcp_http_cookies_take (cookies, headers);
  soup_message_headers_unref (headers);
}

static char *
dup_header (McpHttpCookies *cookies,
            const char     *url,
            const char     *users)
{
  g_autoptr (GUri) uri = parse (url);

  return mcp_http_cookies_dup_header (cookies, uri, users);
}

static void
assert_header (McpHttpCookies *cookies,
               const char     *url,
               const char     *expected)
{
  g_autofree char *value = dup_header (cookies, url, NULL);

  g_assert_cmpstr (value, ==, expected);
}

/* One cookie of one server, and where it goes. */
static void
test_rules (void)
{
  static const struct
  {
    const char *origin;
    const char *cookie;
    const char *target;
    const char *sent;
  } rows[] = {
    { "https://a.example/mcp", "lb=1", "https://a.example/mcp", "lb=1" },
    { "https://a.example/mcp", "lb=1; HttpOnly; SameSite=Strict", "https://a.example/mcp", "lb=1" },
    { "https://a.example/mcp", "lb=", "https://a.example/mcp", "lb=" },
    { "https://a.example/mcp", "=1", "https://a.example/mcp", NULL },
    { "https://a.example/mcp", "", "https://a.example/mcp", NULL },
    /* Whose it is: of this host, and of no other one. */
    { "https://a.example/mcp", "lb=1; Domain=a.example", "https://a.example/mcp", "lb=1" },
    { "https://a.example/mcp", "lb=1; Domain=b.example", "https://a.example/mcp", NULL },
    { "https://a.example/mcp", "lb=1; Domain=b.example", "https://b.example/mcp", NULL },
    { "https://a.example/mcp", "lb=1; Domain=x.a.example", "https://a.example/mcp", NULL },
    { "https://a.example/mcp", "lb=1; Domain=example", "https://a.example/mcp", NULL },
    { "https://a.co.uk/mcp", "lb=1; Domain=co.uk", "https://a.co.uk/mcp", NULL },
    { "https://a.example/mcp", "lb=1", "https://x.a.example/mcp", NULL },
    { "http://127.0.0.1:8000/mcp", "lb=1", "http://127.0.0.1:8000/mcp", "lb=1" },
    { "http://127.0.0.1:8000/mcp", "lb=1; Domain=127.0.0.1", "http://127.0.0.1:8000/mcp", "lb=1" },
    { "http://127.0.0.1:8000/mcp", "lb=1", "http://127.0.0.2:8000/mcp", NULL },
    { "http://localhost:8000/mcp", "lb=1", "http://localhost:8000/mcp", "lb=1" },
    { "http://[::1]:8000/mcp", "lb=1", "http://[::1]:8000/mcp", "lb=1" },
    /* Secure. */
    { "https://a.example/mcp", "lb=1; Secure", "https://a.example/mcp", "lb=1" },
    { "https://a.example/mcp", "lb=1; Secure", "http://a.example/mcp", NULL },
    { "http://a.example/mcp", "lb=1; Secure", "http://a.example/mcp", NULL },
    /* Path. */
    { "https://a.example/mcp", "lb=1; Path=/mcp", "https://a.example/mcp", "lb=1" },
    { "https://a.example/mcp", "lb=1; Path=/mcp", "https://a.example/mcp/x?y", "lb=1" },
    { "https://a.example/mcp", "lb=1; Path=/mcp", "https://a.example/mcpx", NULL },
    { "https://a.example/sse", "lb=1; Path=/sse", "https://a.example/messages", NULL },
    { "https://a.example/sse", "lb=1", "https://a.example/messages", "lb=1" },
    { "https://a.example/v1/sse", "lb=1", "https://a.example/v1/messages", "lb=1" },
    { "https://a.example/v1/sse", "lb=1", "https://a.example/v2/messages", NULL },
    /* How long. */
    { "https://a.example/mcp", "lb=1; Max-Age=60", "https://a.example/mcp", "lb=1" },
    { "https://a.example/mcp", "lb=1; Max-Age=0", "https://a.example/mcp", NULL },
    { "https://a.example/mcp", "lb=1; Max-Age=-1", "https://a.example/mcp", NULL },
    { "https://a.example/mcp", "lb=1; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "https://a.example/mcp", NULL },
    { "https://a.example/mcp", "lb=1; Expires=Fri, 01 Jan 2100 00:00:00 GMT", "https://a.example/mcp", "lb=1" },
    { "https://a.example/mcp", "lb=1; Expires=soon", "https://a.example/mcp", "lb=1" },
    /* What a name promises (RFC 6265bis section 4.1.3). */
    { "https://a.example/mcp", "__Host-lb=1; Secure; Path=/", "https://a.example/mcp", "__Host-lb=1" },
    { "https://a.example/mcp", "__Host-lb=1; Path=/", "https://a.example/mcp", NULL },
    { "https://a.example/mcp", "__Host-lb=1; Secure; Path=/mcp", "https://a.example/mcp", NULL },
    { "https://a.example/mcp", "__Host-lb=1; Secure; Path=/; Domain=a.example", "https://a.example/mcp", NULL },
    { "https://a.example/mcp", "__Secure-lb=1; Secure", "https://a.example/mcp", "__Secure-lb=1" },
    { "https://a.example/mcp", "__Secure-lb=1", "https://a.example/mcp", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpHttpCookies) cookies = new_cookies (rows[i].origin);
      g_autofree char *value = NULL;

      take (cookies, rows[i].cookie);
      value = dup_header (cookies, rows[i].target, NULL);
      if (g_strcmp0 (value, rows[i].sent) != 0)
        {
          g_test_message ("%s sets “%s”: %s gets “%s”, not “%s”", rows[i].origin, rows[i].cookie, rows[i].target,
                          value, rows[i].sent);
          g_test_fail ();
        }
    }
}

/* A later one of the same name counts; the server may take it back. */
static void
test_changed (void)
{
  g_autoptr (McpHttpCookies) cookies = new_cookies ("https://a.example/mcp");

  take (cookies, "lb=1");
  take (cookies, "other=x");
  take (cookies, "lb=2");
  assert_header (cookies, "https://a.example/mcp", "other=x; lb=2");
  take (cookies, "lb=; Max-Age=0");
  assert_header (cookies, "https://a.example/mcp", "other=x");
}

static void
test_expired (void)
{
  g_autoptr (McpHttpCookies) cookies = new_cookies ("https://a.example/mcp");
  g_autofree char *value = NULL;

  take (cookies, "lb=1; Max-Age=1");
  take (cookies, "other=x");
  TEST_AWAIT_POLL ((g_free (value), value = dup_header (cookies, "https://a.example/mcp", NULL),
                    g_strcmp0 (value, "other=x") == 0));
}

/* Another port is another origin: what it set is kept apart, though cookies know no ports. */
static void
test_ports (void)
{
  g_autoptr (McpHttpCookies) one = new_cookies ("http://127.0.0.1:8000/mcp");
  g_autoptr (McpHttpCookies) other = new_cookies ("http://127.0.0.1:8001/mcp");

  take (one, "lb=1");
  take (other, "lb=2");
  assert_header (one, "http://127.0.0.1:8000/mcp", "lb=1");
  assert_header (other, "http://127.0.0.1:8001/mcp", "lb=2");
}

/* The first 50, each of 4 KiB; one that was there may still change, and one that went makes room. */
static void
test_limits (void)
{
  g_autoptr (McpHttpCookies) cookies = new_cookies ("https://a.example/mcp");
  g_autofree char *fits = g_strnfill (4096 - 2, 'x');
  g_autofree char *large = g_strnfill (4096 - 1, 'x');
  g_autofree char *fitting = g_strconcat ("f=", fits, NULL);
  g_autofree char *too_large = g_strconcat ("l=", large, NULL);
  g_autofree char *value = NULL;
  g_auto (GStrv) pairs = NULL;

  take (cookies, too_large);
  assert_header (cookies, "https://a.example/mcp", NULL);
  take (cookies, fitting);
  assert_header (cookies, "https://a.example/mcp", fitting);
  take (cookies, "f=1");
  for (guint i = 1; i < 1000; i++)
    {
      g_autofree char *cookie = g_strdup_printf ("c%u=%u", i, i);

      take (cookies, cookie);
    }
  take (cookies, "c7=new");
  take (cookies, "c8=; Max-Age=0");
  take (cookies, "late=1");
  take (cookies, "later=1");

  value = dup_header (cookies, "https://a.example/mcp", NULL);
  pairs = g_strsplit (value, "; ", -1);
  g_assert_cmpuint (g_strv_length (pairs), ==, 50);
  g_assert_true (g_strv_contains ((const char * const *) pairs, "c7=new"));
  g_assert_true (g_strv_contains ((const char * const *) pairs, "c49=49"));
  g_assert_true (g_strv_contains ((const char * const *) pairs, "late=1"));
  g_assert_false (g_strv_contains ((const char * const *) pairs, "c8=8"));
  g_assert_false (g_strv_contains ((const char * const *) pairs, "later=1"));
}

/* The user's own stands as it is, in the place of the same name. */
static void
test_users (void)
{
  static const struct { const char *users; const char *sent; } rows[] = {
    { "mine=1", "mine=1; lb=1; b=2" },
    { "lb=own", "lb=own; b=2" },
    { "x=1;  lb=own ; y", "x=1;  lb=own ; y; b=2" },
    { "lb2=1", "lb2=1; lb=1; b=2" },
  };
  g_autoptr (McpHttpCookies) cookies = new_cookies ("https://a.example/mcp");

  {
    g_autofree char *none = dup_header (cookies, "https://a.example/mcp", "mine=1");

    g_assert_null (none);
  }
  take (cookies, "lb=1");
  take (cookies, "b=2");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *value = dup_header (cookies, "https://a.example/mcp", rows[i].users);

      g_assert_cmpstr (value, ==, rows[i].sent);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/transport/http-cookies/rules", test_rules);
  g_test_add_func ("/transport/http-cookies/changed", test_changed);
  g_test_add_func ("/transport/http-cookies/expired", test_expired);
  g_test_add_func ("/transport/http-cookies/ports", test_ports);
  g_test_add_func ("/transport/http-cookies/limits", test_limits);
  g_test_add_func ("/transport/http-cookies/users", test_users);

  return g_test_run ();
}
