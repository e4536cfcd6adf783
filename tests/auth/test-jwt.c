/* test-jwt.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "jwt-samples.h"
#include "mcp-base64url.h"
#include "mcp-error.h"
#include "mcp-jwt.h"

#define NOW 1700000000

static char *
make_token (const char *header,
            const char *claims)
{
  g_autofree char *first = mcp_base64url_encode (header, strlen (header));
  g_autofree char *second = mcp_base64url_encode (claims, strlen (claims));

  return g_strconcat (first, ".", second, ".AAAA", NULL);
}

static McpJwt *
parse (const char *header,
       const char *claims)
{
  g_autofree char *text = make_token (header, claims);
  g_autoptr (GError) error = NULL;
  McpJwt *jwt = mcp_jwt_parse (text, &error);

  g_assert_no_error (error);

  return jwt;
}

static void
test_jwt_parse (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJwt) jwt = mcp_jwt_parse (RS256_TOKEN, &error);
  g_autoptr (McpJwt) named = parse (" {\"kid\":\"k\\u00e9y\",\"alg\":\"none\"}", "{}\n");

  g_assert_no_error (error);
  g_assert_cmpstr (mcp_jwt_get_header (jwt), ==, "{\"alg\":\"RS256\"}");
  g_assert_cmpstr (mcp_jwt_get_claims (jwt), ==, "{\"sub\":\"joe\"}");
  g_assert_cmpstr (mcp_jwt_get_algorithm (jwt), ==, "RS256");
  g_assert_null (mcp_jwt_get_key_id (jwt));

  g_assert_cmpstr (mcp_jwt_get_header (named), ==, " {\"kid\":\"k\\u00e9y\",\"alg\":\"none\"}");
  g_assert_cmpstr (mcp_jwt_get_claims (named), ==, "{}\n");
  g_assert_cmpstr (mcp_jwt_get_algorithm (named), ==, "none");
  g_assert_cmpstr (mcp_jwt_get_key_id (named), ==, "kéy");
}

static void
check_refused (const char *text,
               const char *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (mcp_jwt_parse (text, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_AUTH);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, words));
}

static void
check_refused_json (const char *header,
                    const char *claims,
                    const char *words)
{
  g_autofree char *text = make_token (header, claims);

  check_refused (text, words);
}

static void
test_jwt_refused (void)
{
  g_autofree char *deep = g_strnfill (40000, '[');
  g_autofree char *dots = g_strnfill (60000, '.');
  g_autofree char *many_a = g_strnfill (MCP_JWT_MAX_BYTES, 'A');
  g_autofree char *huge = g_strconcat (RS256_TOKEN, many_a, NULL);

  check_refused ("", "three parts");
  check_refused ("opaque", "three parts");
  check_refused ("a.b", "three parts");
  check_refused ("a.b.c.d", "three parts");
  check_refused ("a.b.c.d.e", "encrypted");
  check_refused (dots, "three parts");
  check_refused (huge, "64 KiB");
  check_refused ("..", "header");
  check_refused ("e30=.e30.", "header");
  check_refused (" " RS256_TOKEN, "header");
  check_refused (RS256_TOKEN "\n", "signature");
  check_refused (RS256_TOKEN "=", "signature");
  check_refused ("e30.e30.", "alg");
  check_refused ("eyJhbGciOiJub25lIn0..", "claims");
  check_refused ("eyJhbGciOiJub25lIn0.e30+.", "claims");

  check_refused_json (deep, "{}", "header");
  check_refused_json ("{\"alg\":\"none\"}", deep, "claims");
  check_refused_json ("[\"alg\"]", "{}", "header");
  check_refused_json ("\"alg\"", "{}", "header");
  check_refused_json ("null", "{}", "header");
  check_refused_json ("{\"alg\":\"none\"} {}", "{}", "header");
  check_refused_json ("{\"alg\":\"\xff\"}", "{}", "header");
  check_refused_json ("\xef\xbb\xbf{\"alg\":\"none\"}", "{}", "header");
  check_refused_json ("{\"alg\":256}", "{}", "alg");
  check_refused_json ("{\"alg\":null}", "{}", "alg");
  check_refused_json ("{\"alg\":[\"RS256\"]}", "{}", "alg");
  check_refused_json ("{\"alg\":{\"a\":\"RS256\"}}", "{}", "alg");
  check_refused_json ("{\"alg\":\"none\"}", "[]", "claims");
  check_refused_json ("{\"alg\":\"none\"}", "1", "claims");
  check_refused_json ("{\"alg\":\"none\"}", "{\"exp\":}", "claims");
}

static void
test_jwt_like (void)
{
  g_autofree char *many_a = g_strnfill (MCP_JWT_MAX_BYTES, 'A');
  g_autofree char *huge = g_strconcat (RS256_TOKEN, many_a, NULL);

  g_assert_true (mcp_jwt_is_jwt_like (RS256_TOKEN));
  g_assert_true (mcp_jwt_is_jwt_like ("e30.x.y"));
  g_assert_false (mcp_jwt_is_jwt_like (""));
  g_assert_false (mcp_jwt_is_jwt_like ("gho_16C7e42F292c6912E7710c838347Ae178B4a"));
  g_assert_false (mcp_jwt_is_jwt_like ("v1.local.token"));
  g_assert_false (mcp_jwt_is_jwt_like ("e30.e30"));
  g_assert_false (mcp_jwt_is_jwt_like ("e30.e30.a.b.c"));
  g_assert_false (mcp_jwt_is_jwt_like (huge));
}

static void
check_time (const char *claims,
            gint64      expected)
{
  g_autoptr (McpJwt) jwt = parse ("{\"alg\":\"none\"}", claims);
  gint64 seconds = 0;

  g_assert_true (mcp_jwt_get_time (jwt, "exp", &seconds));
  g_assert_cmpint (seconds, ==, expected);
}

static void
test_jwt_get_time (void)
{
  static const char * const wrong[] = {
    "{}", "{\"exp\":\"1\"}", "{\"exp\":null}", "{\"exp\":[1]}", "{\"exp\":{\"exp\":1}}",
    "{\"exp\":true}",
  };

  check_time ("{\"exp\":1300819380}", 1300819380);
  check_time ("{\"exp\":1300819380.75}", 1300819380);
  check_time ("{\"exp\":1.3e9}", 1300000000);
  check_time ("{\"exp\":-1}", -1);
  check_time ("{\"exp\":9223372036854775807}", G_MAXINT64);
  check_time ("{\"exp\":9223372036854775808}", G_MAXINT64);
  check_time ("{\"exp\":1e400}", G_MAXINT64);
  check_time ("{\"exp\":-1e400}", G_MININT64);

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (McpJwt) jwt = parse ("{\"alg\":\"none\"}", wrong[i]);
      gint64 seconds = 7;

      g_assert_false (mcp_jwt_get_time (jwt, "exp", &seconds));
      g_assert_cmpint (seconds, ==, 7);
    }
}

static void
check_times (const char *claims,
             gint64      leeway_s,
             const char *words)
{
  g_autoptr (McpJwt) jwt = parse ("{\"alg\":\"none\"}", claims);
  g_autofree char *problem = mcp_jwt_check_times (jwt, NOW, leeway_s);

  g_test_message ("%s: %s", claims, problem);
  if (words == NULL)
    g_assert_null (problem);
  else
    g_assert_nonnull (strstr (problem, words));
}

static void
test_jwt_check_times (void)
{
  check_times ("{}", 0, NULL);
  check_times ("{\"exp\":1700000001,\"nbf\":1700000000,\"iat\":1700000000}", 0, NULL);
  check_times ("{\"exp\":1699999971,\"nbf\":1700000030,\"iat\":1700000030}", 30, NULL);

  /* RFC 7519 section 4.1.4: on or after. */
  check_times ("{\"exp\":1700000000}", 0, "expired at 2023-11-14 22:13:20 UTC");
  check_times ("{\"exp\":1699999970}", 30, "expired");
  check_times ("{\"nbf\":1700000031}", 30, "not valid before 2023-11-14 22:13:51 UTC");
  check_times ("{\"iat\":1700000031}", 30, "clock");

  check_times ("{\"exp\":\"1800000000\"}", 0, "“exp”");
  check_times ("{\"nbf\":null}", 0, "“nbf”");
  check_times ("{\"iat\":[]}", 0, "“iat”");
  check_times ("{\"exp\":1e400}", 30, NULL);
  check_times ("{\"exp\":-1e400}", 30, "expired at -9223372036854775808");
  check_times ("{\"iat\":1e400}", 30, "9223372036854775807");
}

int
main (int   argc,
      char *argv[])
{
  g_setenv ("TZ", "UTC", TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/auth/jwt/parse", test_jwt_parse);
  g_test_add_func ("/auth/jwt/refused", test_jwt_refused);
  g_test_add_func ("/auth/jwt/like", test_jwt_like);
  g_test_add_func ("/auth/jwt/get-time", test_jwt_get_time);
  g_test_add_func ("/auth/jwt/check-times", test_jwt_check_times);

  return g_test_run ();
}
