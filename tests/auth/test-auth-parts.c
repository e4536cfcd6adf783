/* test-auth-parts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-auth-metadata.h"
#include "mcp-auth-settings.h"
#include "mcp-auth-token.h"
#include "mcp-auth-url.h"
#include "mcp-challenge.h"
#include "mcp-error.h"
#include "mcp-pkce.h"

/* --- Challenges --- */

typedef struct
{
  const char *value;
  guint       n_challenges;
  const char *scheme;     /* (nullable): of the one for a token */
  const char *parameter;
  const char *expected;   /* (nullable) */
  gboolean    is_odd;
} ChallengeCase;

static void
test_challenge (void)
{
  static const ChallengeCase cases[] = {
    { "Bearer", 1, "Bearer", "scope", NULL, FALSE },
    { "bearer scope=\"a b\"", 1, "bearer", "scope", "a b", FALSE },
    { "Bearer realm=\"x\", resource_metadata=\"https://a/b?c=d\"", 1, "Bearer", "resource_metadata",
      "https://a/b?c=d", FALSE },
    /* RFC 9110 section 11.6.1. */
    { "Basic realm=\"simple\", Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\"", 2,
      NULL, NULL, NULL, FALSE },
    { "Basic realm=\"a\", Bearer scope=\"s\"", 2, "Bearer", "scope", "s", FALSE },
    { "Negotiate YWJj==, Bearer scope=\"s\"", 2, "Bearer", "scope", "s", FALSE },
    { "Bearer, DPoP algs=\"ES256\"", 2, "DPoP", "algs", "ES256", FALSE },
    { "Bearer error=invalid_token,scope=\"a\"", 1, "Bearer", "error", "invalid_token", FALSE },
    { "Bearer scope = \"a\" , error = \"b\"", 1, "Bearer", "error", "b", FALSE },
    { "Bearer resource_metadata=https://a.b/c", 1, "Bearer", "resource_metadata", "https://a.b/c",
      TRUE },
    { "Bearer resource_metadata='https://a.b/c?d=e', scope='s t'", 1, "Bearer", "resource_metadata", "https://a.b/c?d=e", TRUE },
    { "Bearer resource_metadata='https://a.b/c', scope='s t'", 1, "Bearer", "scope", "s t", TRUE },
    { "Bearer scope='s", 1, "Bearer", "scope", "'s", FALSE },
    { "Bearer scope=\"a, error=\"b\"", 1, "Bearer", "scope", "a, error=", TRUE },
    { "Bearer scope=\"a", 1, "Bearer", "scope", "a", TRUE },
    { "Bearer SCOPE=\"a\", scope=\"b\"", 1, "Bearer", "scope", "a", TRUE },
    { "Bearer error_description=\"it \\\\ \\\"x\\\"\"", 1, "Bearer", "error_description",
      "it \\ \"x\"", FALSE },
    { "", 0, NULL, NULL, NULL, FALSE },
    { ", ,", 0, NULL, NULL, NULL, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *values[] = { cases[i].value, NULL };
      g_autoptr (GPtrArray) challenges = mcp_challenge_parse (values);
      const McpChallenge *found = mcp_challenge_find_token (challenges);

      g_test_message ("%s", cases[i].value);
      g_assert_cmpuint (challenges->len, ==, cases[i].n_challenges);
      g_assert_cmpstr (found != NULL ? found->scheme : NULL, ==, cases[i].scheme);
      if (found == NULL)
        continue;
      g_assert_cmpstr (mcp_challenge_get (found, cases[i].parameter), ==, cases[i].expected);
      g_assert_cmpint (found->problems->len > 0, ==, cases[i].is_odd);
    }
}

/* All that was read, and by how much it was odd: "Basic{realm=x} Bearer{}!1". */
static char *
describe_challenges (GPtrArray *challenges)
{
  GString *out = g_string_new (NULL);

  for (guint i = 0; i < challenges->len; i++)
    {
      const McpChallenge *challenge = g_ptr_array_index (challenges, i);

      g_string_append_printf (out, "%s%s{", i > 0 ? " " : "", challenge->scheme);
      if (challenge->token68 != NULL)
        g_string_append (out, challenge->token68);
      for (guint k = 0; k < challenge->names->len; k++)
        g_string_append_printf (out, "%s%s=%s", k > 0 ? ";" : "", (char *) challenge->names->pdata[k],
                                (char *) challenge->values->pdata[k]);
      g_string_append_c (out, '}');
      if (challenge->problems->len > 0)
        g_string_append_printf (out, "!%u", challenge->problems->len);
    }

  return g_string_free (out, FALSE);
}

/* What servers have sent, and what one could send that means harm. */
static void
test_challenge_odd (void)
{
  static const struct { const char *value, *expected; } cases[] = {
    { "Bearer", "Bearer{}" },
    { "Bearer ", "Bearer{}" },
    { " \t Bearer\t", "Bearer{}" },
    { ",,Bearer,,DPoP,", "Bearer{} DPoP{}" },
    { "Negotiate YWJj==", "Negotiate{YWJj==}" },
    { "Negotiate YWJj==, Bearer", "Negotiate{YWJj==} Bearer{}" },
    { "Bearer a=b", "Bearer{a=b}" },
    { "Bearer a=b,c=d", "Bearer{a=b;c=d}" },
    { "Bearer a = b , c\t=\td", "Bearer{a=b;c=d}" },
    { "Bearer a=\"\"", "Bearer{a=}" },
    { "Bearer a=\"b\" c=\"d\"", "Bearer{a=b;c=d}" },            /* the comma is missing, the meaning is not */
    { "Bearer A=\"b\", a=\"c\"", "Bearer{a=b;a=c}!1" },
    { "Bearer a=\"b\\\"c\\\\d\\e\"", "Bearer{a=b\"c\\de}" },
    { "Bearer a=\"b", "Bearer{a=b}!1" },
    { "Bearer a=\"b\\", "Bearer{a=b\\}!1" },
    { "Bearer a=\"b\"c, d=e", "Bearer{a=b;d=e}!1" },
    { "Bearer a=\"b, Basic c=\"d\"", "Bearer{a=b, Basic c=}!1" },
    { "Bearer a=https://b/c", "Bearer{a=https://b/c}!1" },
    { "Bearer a=b=c", "Bearer{a=b=c}!1" },
    { "Bearer \"a\"", "Bearer{}!1" },
    { "Bearer a=b, \"c\", d=e", "Bearer{a=b;d=e}!1" },
    { "Bearer a=\"\xff\"", "Bearer{a=\357\277\275}" },
    { "Bearer a=\"\303\251\"", "Bearer{a=\303\251}" },
    { "Bearer a=\"1\r\n2\"", "Bearer{a=1\r\n2}" },
    { "Bearer realm=\"a\", Basic realm=\"b\", c=d", "Bearer{realm=a} Basic{realm=b;c=d}" },
    { "\"Bearer\" a=b", "" },
    { "=", "" },
    { "a=b", "a{}!1" },                                        /* a parameter of nobody's */
    { "(((", "" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const char *values[] = { cases[i].value, NULL };
      g_autoptr (GPtrArray) challenges = mcp_challenge_parse (values);
      g_autofree char *text = describe_challenges (challenges);

      g_test_message ("%s", cases[i].value);
      g_assert_true (g_utf8_validate (text, -1, NULL));
      g_assert_cmpstr (text, ==, cases[i].expected);
    }
}

/* A value is kept up to 8 KiB, and cut where a character ends. */
static void
test_challenge_long (void)
{
  static const gsize lengths[] = { 8191, 8192, 8193, 100000 };

  for (gsize i = 0; i < G_N_ELEMENTS (lengths); i++)
    {
      g_autofree char *long_value = g_strnfill (lengths[i], 'x');
      g_autofree char *text = g_strdup_printf ("Bearer a=\"%s\", b=%s, c=\"d\"", long_value, long_value);
      const char *values[] = { text, NULL };
      g_autoptr (GPtrArray) challenges = mcp_challenge_parse (values);
      const McpChallenge *challenge = mcp_challenge_find_token (challenges);

      g_assert_cmpuint (strlen (mcp_challenge_get (challenge, "a")), ==, MIN (lengths[i], 8192));
      g_assert_cmpuint (strlen (mcp_challenge_get (challenge, "b")), ==, MIN (lengths[i], 8192));
      g_assert_cmpstr (mcp_challenge_get (challenge, "c"), ==, "d");
      g_assert_cmpint (challenge->problems->len > 0, ==, lengths[i] > 8192);
    }
}

/* Two fields, and more than anybody sends. */
static void
test_challenge_many (void)
{
  const char *values[] = { "Basic realm=\"x\"", "Bearer scope=\"y\"", NULL };
  g_autoptr (GPtrArray) two = mcp_challenge_parse (values);
  g_autoptr (GString) long_one = g_string_new ("Bearer ");
  g_autoptr (GString) many = g_string_new (NULL);
  const char *hostile[] = { NULL, NULL, NULL };
  g_autoptr (GPtrArray) bounded = NULL;

  g_assert_cmpuint (two->len, ==, 2);
  for (guint i = 0; i < 1000; i++)
    {
      g_string_append_printf (long_one, "p%u=\"v\", ", i);
      g_string_append (many, "Other, ");
    }
  hostile[0] = long_one->str;
  hostile[1] = many->str;
  bounded = mcp_challenge_parse (hostile);
  g_assert_cmpuint (bounded->len, ==, 64);
  g_assert_cmpuint (((McpChallenge *) g_ptr_array_index (bounded, 0))->names->len, ==, 64);
}

/* --- Addresses --- */

static void
test_refused_addresses (void)
{
  static const char * const refused[] = {
    "javascript:alert(1)", "file:///etc/passwd", "data:text/html,x", "--help", "", "https://",
    "https:///path", "ftp://a.example/", "http://a.example/", "https://user@a.example/",
    "https://user:password@a.example/", "https://a.example/\n", "https://a.example/ x",
    "https://a.example\\@b.example/", "https://a.example/\"x", "http://127.0.0.1.evil.example/",
    "vbscript:x", "HTTPS:a.example",
  };
  static const char * const taken[] = {
    "https://a.example/", "HTTPS://a.example/x?y=z", "http://127.0.0.1:3000/authorize",
    "http://localhost/token", "http://[::1]:80/",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GUri) uri = mcp_auth_url_parse (refused[i], FALSE, &error);

      g_test_message ("%s", refused[i]);
      g_assert_null (uri);
      g_assert_error (error, MCP_ERROR, MCP_ERROR_AUTH);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (taken); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (GUri) uri = mcp_auth_url_parse (taken[i], FALSE, &error);

      g_assert_no_error (error);
      g_assert_nonnull (uri);
    }
}

static void
test_private_addresses (void)
{
  static const struct
  {
    const char *url;
    gboolean    is_private;
  } cases[] = {
    { "https://10.1.2.3/", TRUE },       { "https://192.168.0.1/", TRUE },
    { "https://172.16.0.1/", TRUE },     { "https://172.32.0.1/", FALSE },
    { "https://127.0.0.1/", TRUE },      { "https://169.254.169.254/", TRUE },
    { "https://100.64.0.1/", TRUE },     { "https://0.0.0.0/", TRUE },
    { "https://[::1]/", TRUE },          { "https://[fd00::1]/", TRUE },
    { "https://[fe80::1]/", TRUE },      { "https://[::ffff:10.0.0.1]/", TRUE },
    { "https://[::]/", TRUE },           { "https://[2606:4700::1]/", FALSE },
    { "https://localhost/", TRUE },      { "https://a.localhost/", TRUE },
    { "https://93.184.216.34/", FALSE }, { "https://a.example/", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GUri) uri = g_uri_parse (cases[i].url, G_URI_FLAGS_NONE, NULL);

      g_test_message ("%s", cases[i].url);
      g_assert_cmpint (mcp_auth_url_names_private (uri), ==, cases[i].is_private);
    }
}

static void
test_resource (void)
{
  static const struct
  {
    const char *url;
    const char *resource;
    const char *well_known;
  } cases[] = {
    { "HTTPS://MCP.Example.com/mcp", "https://mcp.example.com/mcp",
      "https://mcp.example.com/.well-known/oauth-protected-resource/mcp" },
    { "https://mcp.example.com:443/", "https://mcp.example.com",
      "https://mcp.example.com/.well-known/oauth-protected-resource" },
    { "https://mcp.example.com:8443", "https://mcp.example.com:8443",
      "https://mcp.example.com:8443/.well-known/oauth-protected-resource" },
    { "http://[::1]:3000/a/b", "http://[::1]:3000/a/b",
      "http://[::1]:3000/.well-known/oauth-protected-resource/a/b" },
    { "https://a.example/mcp?tenant=x#y", "https://a.example/mcp?tenant=x",
      "https://a.example/.well-known/oauth-protected-resource/mcp?tenant=x" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GUri) uri = g_uri_parse (cases[i].url, G_URI_FLAGS_ENCODED | G_URI_FLAGS_SCHEME_NORMALIZE,
                                          NULL);
      g_autofree char *resource = mcp_auth_url_dup_resource (uri);
      g_autofree char *well_known = mcp_auth_url_well_known (uri, "oauth-protected-resource", TRUE);

      g_assert_cmpstr (resource, ==, cases[i].resource);
      g_assert_cmpstr (well_known, ==, cases[i].well_known);
    }
}

static void
test_slash (void)
{
  static const struct
  {
    const char *a;
    const char *b;
    gboolean    root;
    gboolean    path;
  } cases[] = {
    { "https://a", "https://a/", TRUE, FALSE },
    { "https://a/", "https://a", TRUE, FALSE },
    { "https://a:1", "https://a:1/", TRUE, FALSE },
    { "https://a/b", "https://a/b/", FALSE, TRUE },
    { "https://a/b/", "https://a/b", FALSE, TRUE },
    { "https://a", "https://a", FALSE, FALSE },
    { "https://a", "https://a//", FALSE, FALSE },
    { "https://a", "https://b/", FALSE, FALSE },
    { "https://a?x=y", "https://a?x=y/", FALSE, FALSE },
    { "", "/", FALSE, FALSE },
    { "https:/", "https://", FALSE, FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_test_message ("%s %s", cases[i].a, cases[i].b);
      g_assert_cmpint (mcp_auth_url_differs_by_slash (cases[i].a, cases[i].b, TRUE), ==, cases[i].root);
      g_assert_cmpint (mcp_auth_url_differs_by_slash (cases[i].a, cases[i].b, FALSE), ==, cases[i].path);
    }
}

static void
test_covers (void)
{
  static const struct
  {
    const char *resource;
    const char *server;
    gboolean    covers;
  } cases[] = {
    { "https://a.example/mcp", "https://a.example/mcp", TRUE },
    { "https://a.example", "https://a.example/mcp", TRUE },
    { "https://a.example/", "https://a.example/mcp", TRUE },
    { "https://A.example:443/mcp", "https://a.example/mcp/x", TRUE },
    { "https://a.example/mcp", "https://a.example/mcp2", FALSE },
    { "https://a.example/mcp/x", "https://a.example/mcp", FALSE },
    { "https://b.example/mcp", "https://a.example/mcp", FALSE },
    { "http://a.example/mcp", "https://a.example/mcp", FALSE },
    { "https://a.example:8443/mcp", "https://a.example/mcp", FALSE },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GUri) resource = g_uri_parse (cases[i].resource, G_URI_FLAGS_NONE, NULL);
      g_autoptr (GUri) server = g_uri_parse (cases[i].server, G_URI_FLAGS_NONE, NULL);

      g_test_message ("%s %s", cases[i].resource, cases[i].server);
      g_assert_cmpint (mcp_auth_url_covers (resource, server), ==, cases[i].covers);
    }
}

static void
test_server_metadata_order (void)
{
  static const struct
  {
    const char *issuer;
    const char *addresses[4];
  } cases[] = {
    { "https://as.example", { "https://as.example/.well-known/oauth-authorization-server",
                              "https://as.example/.well-known/openid-configuration" } },
    { "https://as.example/", { "https://as.example/.well-known/oauth-authorization-server",
                               "https://as.example/.well-known/openid-configuration" } },
    { "https://as.example/t1", { "https://as.example/.well-known/oauth-authorization-server/t1",
                                 "https://as.example/.well-known/openid-configuration/t1",
                                 "https://as.example/t1/.well-known/openid-configuration" } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GUri) issuer = g_uri_parse (cases[i].issuer, G_URI_FLAGS_NONE, NULL);
      g_auto (GStrv) addresses = mcp_auth_url_list_server_metadata (issuer);

      g_assert_true (g_strv_equal ((const char * const *) addresses, cases[i].addresses));
    }
}

/* --- Metadata --- */

static void
test_metadata (void)
{
  static const char good[] =
    "{\"resource\":\"https://a/mcp\",\"authorization_servers\":[\"https://as\"],"
    "\"scopes_supported\":[\"x\",\"y\"],\"dpop_bound_access_tokens_required\":true}";
  static const char odd[] =
    "{\"resource\":7,\"authorization_servers\":\"https://as\",\"scopes_supported\":[1],"
    "\"dpop_bound_access_tokens_required\":\"yes\"}";
  static const char * const broken[] = { "", "[]", "{", "<html>", "null", "\"x\"" };
  g_autoptr (McpResourceMetadata) metadata = NULL;
  g_autoptr (McpResourceMetadata) strange = NULL;

  metadata = mcp_resource_metadata_parse (good, strlen (good), NULL);
  g_assert_cmpstr (metadata->resource, ==, "https://a/mcp");
  g_assert_cmpstr (metadata->authorization_servers[0], ==, "https://as");
  g_assert_cmpuint (g_strv_length (metadata->scopes_supported), ==, 2);
  g_assert_true (metadata->requires_dpop);
  g_assert_cmpuint (metadata->problems->len, ==, 0);

  strange = mcp_resource_metadata_parse (odd, strlen (odd), NULL);
  g_assert_null (strange->resource);
  g_assert_null (strange->authorization_servers);
  g_assert_false (strange->requires_dpop);
  g_assert_cmpuint (strange->problems->len, ==, 4);

  for (gsize i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_server_metadata_parse (broken[i], strlen (broken[i]), &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_AUTH);
    }
}

/* Each member of the wrong type is named, and does not take another with it. */
static void
test_metadata_members (void)
{
  static const struct { const char *name; gboolean is_list; gboolean is_switch; } members[] = {
    { "issuer" }, { "authorization_endpoint" }, { "token_endpoint" }, { "registration_endpoint" },
    { "revocation_endpoint" }, { "jwks_uri" }, { "scopes_supported", TRUE }, { "response_types_supported", TRUE },
    { "grant_types_supported", TRUE }, { "authorization_grant_profiles_supported", TRUE },
    { "code_challenge_methods_supported", TRUE }, { "token_endpoint_auth_methods_supported", TRUE },
    { "dpop_signing_alg_values_supported", TRUE }, { "client_id_metadata_document_supported", FALSE, TRUE },
    { "authorization_response_iss_parameter_supported", FALSE, TRUE },
  };
  static const char * const values[] = { "null", "7", "\"text\"", "true", "[]", "[\"a\"]", "[7]", "[\"a\",null]", "{}" };

  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    for (gsize k = 0; k < G_N_ELEMENTS (values); k++)
      {
        g_autofree char *text = g_strdup_printf ("{\"%s\":%s,\"%s\":\"x\"}", members[i].name, values[k],
                                                  i == 0 ? "token_endpoint" : "issuer");
        g_autoptr (GError) error = NULL;
        g_autoptr (McpServerMetadata) metadata = mcp_server_metadata_parse (text, strlen (text), &error);
        gboolean is_good = members[i].is_list     ? values[k][0] == '[' && strpbrk (values[k], "7n") == NULL
                           : members[i].is_switch ? g_str_equal (values[k], "true")
                                                  : values[k][0] == '"';

        g_assert_no_error (error);
        g_assert_cmpstr (metadata->json, ==, text);
        g_test_message ("%s", text);
        g_assert_cmpuint (metadata->problems->len, ==, is_good ? 0 : 1);
        if (!is_good)
          g_assert_nonnull (strstr (g_ptr_array_index (metadata->problems, 0), members[i].name));
      }
}

/* A list without an end is read to its bound, and that is said. */
static void
test_metadata_many (void)
{
  g_autoptr (GString) text = g_string_new ("{\"scopes_supported\":[\"s\"");
  g_autoptr (McpResourceMetadata) metadata = NULL;

  for (guint i = 0; i < 10000; i++)
    g_string_append (text, ",\"s\"");
  g_string_append (text, "],\"resource\":\"https://a/\"}");
  metadata = mcp_resource_metadata_parse (text->str, text->len, NULL);
  g_assert_cmpuint (g_strv_length (metadata->scopes_supported), ==, 256);
  g_assert_cmpuint (metadata->problems->len, ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (metadata->problems, 0), "256"));
  g_assert_cmpstr (metadata->resource, ==, "https://a/");
}

/* --- PKCE, scopes, tokens, settings --- */

/* RFC 7636 appendix B. */
static void
test_pkce (void)
{
  g_autofree char *challenge =
    mcp_pkce_challenge_s256 ("dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
  g_autofree char *one = mcp_pkce_new_verifier ();
  g_autofree char *other = mcp_pkce_new_verifier ();

  g_assert_cmpstr (challenge, ==, "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
  g_assert_cmpuint (strlen (one), ==, 43);
  g_assert_cmpstr (one, !=, other);
}

static void
test_scopes (void)
{
  g_autofree char *both = mcp_auth_scope_union ("a b", "b  c");
  g_autofree char *none = mcp_auth_scope_union (NULL, "");
  g_autofree char *missing = mcp_auth_scope_missing ("a b c", "b");
  g_autofree char *nothing = mcp_auth_scope_missing ("a", "b a");

  g_assert_cmpstr (both, ==, "a b c");
  g_assert_null (none);
  g_assert_cmpstr (missing, ==, "a c");
  g_assert_null (nothing);
  g_assert_true (mcp_auth_scope_has ("a bc", "bc"));
  g_assert_false (mcp_auth_scope_has ("a bc", "b"));
  g_assert_false (mcp_auth_scope_has (NULL, "b"));
}

static void
test_token_round_trip (void)
{
  static const char text[] = "{\"access_token\":\"a\",\"token_type\":\"DPoP\",\"expires\":\"12\"}";
  g_autoptr (McpAuthToken) token = mcp_auth_token_parse (text, strlen (text));
  g_autoptr (McpAuthToken) copy = mcp_auth_token_copy (token);
  g_autoptr (GString) written = g_string_new (NULL);

  mcp_auth_token_append (copy, written);
  g_assert_cmpstr (written->str, ==, text);
  g_assert_true (mcp_auth_token_is_dpop (copy));
  g_assert_cmpint (mcp_auth_token_get_expires (copy), ==, 12);
  g_assert_cmpint (mcp_auth_token_get_left (copy), <, 0);
  g_assert_null (mcp_auth_token_parse ("{}", 2));
}

/* A token must not end the header it goes in, and nonsense about its end is no end. */
static void
test_token_answer (void)
{
  static const char * const refused[] = {
    "", "[]", "null", "{}", "{\"access_token\":", "{\"access_token\":1}", "{\"access_token\":null}",
    "{\"access_token\":\"\"}", "{\"access_token\":[\"a\"]}", "{\"x\":{\"access_token\":\"a\"}}",
    "{\"access_token\":\"a\\r\\nX-Evil: 1\"}", "{\"access_token\":\"a b\"}",
    "{\"access_token\":\"a\\u0000b\"}", "{\"access_token\":\"\\u00e9\"}", "access_token=a&token_type=bearer",
  };
  static const struct
  {
    const char *expires_in;
    gint64      expires;
  } cases[] = {
    { "60", 1060 }, { "0", 1000 }, { "59.9", 1059 }, { "-5", 0 }, { "\"-5\"", 0 }, { "\"5250\"", 6250 },
    { "\"60 s\"", 0 }, { "\"\"", 0 }, { "1e300", 0 }, { "null", 0 },
    { "99999999999999999999999999", 0 }, { "{}", 0 },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (refused); i++)
    g_assert_null (mcp_auth_token_new_from_answer (refused[i], strlen (refused[i]), 1000));

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text =
        g_strdup_printf ("{\"access_token\":\"a.b-c\",\"token_type\":7,\"expires_in\":%s}", cases[i].expires_in);
      g_autoptr (McpAuthToken) token = mcp_auth_token_new_from_answer (text, strlen (text), 1000);

      g_assert_nonnull (token);
      g_assert_cmpstr (token->access_token, ==, "a.b-c");
      g_assert_null (token->token_type);
      g_assert_cmpint (mcp_auth_token_get_expires (token), ==, cases[i].expires);
    }
}

static void
test_settings (void)
{
  static const struct
  {
    McpAuthSetting  setting;
    const char     *value;
    const char     *named;  /* (nullable): of the error */
  } cases[] = {
    { MCP_AUTH_GRANT, "client_credentials", NULL },
    { MCP_AUTH_GRANT, "password", "grant" },
    { MCP_AUTH_TOKEN_ENDPOINT, "https://as/token", NULL },
    { MCP_AUTH_TOKEN_ENDPOINT, "javascript:x", "tokenEndpoint" },
    { MCP_AUTH_REDIRECT_URI, "http://localhost:1234/callback", NULL },
    { MCP_AUTH_REDIRECT_URI, "https://evil.example/callback", "redirectUri" },
    { MCP_AUTH_TOKEN_AUTH_METHOD, "tls_client_auth", "tokenAuthMethod" },
    { MCP_AUTH_SCOPE, "openid mcp:tools:read", NULL },
    { MCP_AUTH_SCOPE, "openid,\"mcp\"", "scope" },
    { MCP_AUTH_SCOPE, "größe", "ö" },
    { MCP_AUTH_RESOURCE, "none", NULL },
    { MCP_AUTH_RESOURCE, "api://0123", NULL },
    { MCP_AUTH_RESOURCE, "urn:x:y", NULL },
    { MCP_AUTH_RESOURCE, "https://a/mcp#b", "resource" },
    { MCP_AUTH_RESOURCE, "no", "resource" },
    { MCP_AUTH_PARAM, "audience=https://a&prompt=login", NULL },
    { MCP_AUTH_PARAM, "audience", "NAME=VALUE" },
    { MCP_AUTH_PARAM, "=x", "name of a parameter" },
    { MCP_AUTH_PARAM, "a%20b=x", "name of a parameter" },
    { MCP_AUTH_PARAM, "x=1&state=y", "“state”" },
    { MCP_AUTH_PARAM, "code_verifier=y", "“code_verifier”" },
    { MCP_AUTH_PARAM, "scope=y", "the setting “scope”" },
    { MCP_AUTH_PARAM, "resource=y", "the setting “resource”" },
    { MCP_AUTH_ASSUME_PKCE, "true", NULL },
    { MCP_AUTH_ASSUME_PKCE, "yes", "assumePkce" },
    { MCP_AUTH_IGNORE_ISSUER_SLASH, "1", "ignoreIssuerSlash" },
    { MCP_AUTH_CLIENT_METADATA_URL, "https://example.com/client.json", NULL },
    { MCP_AUTH_CLIENT_METADATA_URL, "https://example.com/", "clientMetadataUrl" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpAuthSettings) settings = mcp_auth_settings_new ();
      g_autoptr (McpAuthSettings) copy = NULL;
      g_autoptr (GError) error = NULL;
      gboolean good;

      g_assert_true (mcp_auth_settings_is_empty (settings));
      mcp_auth_settings_set (settings, cases[i].setting, cases[i].value);
      copy = mcp_auth_settings_copy (settings);
      for (McpAuthSetting j = 0; j < MCP_AUTH_N_SETTINGS; j++)
        g_assert_cmpstr (mcp_auth_settings_get (copy, j), ==, mcp_auth_settings_get (settings, j));
      good = mcp_auth_settings_check (copy, &error);
      g_assert_cmpint (good, ==, cases[i].named == NULL);
      if (cases[i].named != NULL)
        {
          g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
          g_assert_nonnull (strstr (error->message, cases[i].named));
        }
    }
}

/* What a file names and Sounder fills in itself is not sent twice. */
static void
test_params (void)
{
  g_autoptr (McpAuthSettings) settings = mcp_auth_settings_new ();
  g_auto (GStrv) params = NULL;
  g_autoptr (GError) error = NULL;

  mcp_auth_settings_set_param (settings, "audience", "a&b=c d+e%");
  mcp_auth_settings_set_param (settings, "redirect_uri", "https://evil.example/");
  mcp_auth_settings_set_param (settings, "prompt", "login");
  mcp_auth_settings_set_param (settings, "prompt", "consent");
  g_assert_false (mcp_auth_settings_check (settings, &error));
  g_assert_nonnull (strstr (error->message, "redirect_uri"));
  params = mcp_auth_settings_dup_params (settings);
  g_assert_cmpuint (g_strv_length (params), ==, 4);
  g_assert_cmpstr (params[0], ==, "audience");
  g_assert_cmpstr (params[1], ==, "a&b=c d+e%");
  g_assert_cmpstr (params[2], ==, "prompt");
  g_assert_cmpstr (params[3], ==, "consent");

  mcp_auth_settings_set_param (settings, "audience", NULL);
  mcp_auth_settings_set_param (settings, "redirect_uri", NULL);
  g_assert_cmpstr (mcp_auth_settings_get (settings, MCP_AUTH_PARAM), ==, "prompt=consent");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/auth/challenge/read", test_challenge);
  g_test_add_func ("/auth/challenge/many", test_challenge_many);
  g_test_add_func ("/auth/challenge/odd", test_challenge_odd);
  g_test_add_func ("/auth/challenge/long", test_challenge_long);
  g_test_add_func ("/auth/url/refused", test_refused_addresses);
  g_test_add_func ("/auth/url/private", test_private_addresses);
  g_test_add_func ("/auth/url/resource", test_resource);
  g_test_add_func ("/auth/url/slash", test_slash);
  g_test_add_func ("/auth/url/covers", test_covers);
  g_test_add_func ("/auth/url/server-metadata", test_server_metadata_order);
  g_test_add_func ("/auth/metadata/types", test_metadata);
  g_test_add_func ("/auth/metadata/members", test_metadata_members);
  g_test_add_func ("/auth/metadata/many", test_metadata_many);
  g_test_add_func ("/auth/pkce/vector", test_pkce);
  g_test_add_func ("/auth/token/scopes", test_scopes);
  g_test_add_func ("/auth/token/round-trip", test_token_round_trip);
  g_test_add_func ("/auth/token/answer", test_token_answer);
  g_test_add_func ("/auth/settings/check", test_settings);
  g_test_add_func ("/auth/params/check", test_params);

  return g_test_run ();
}
