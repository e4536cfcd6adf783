/* test-jwt-key.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "jwt-samples.h"
#include "mcp-base64url.h"
#include "mcp-client-assertion.h"
#include "mcp-dpop.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-jwa-private.h"
#include "mcp-jwt.h"
#include "mcp-jwt-key.h"

#define NOW 1700000000

static McpJwtKey *
read_key (const char *pem,
          const char *algorithm)
{
  g_autoptr (GError) error = NULL;
  McpJwtKey *key = mcp_jwt_key_new_from_pem (pem, algorithm, &error);

  g_assert_no_error (error);
  g_assert_nonnull (key);

  return key;
}

static void
check_kind (const char *pem,
            const char *algorithm,
            const char *jwk)
{
  g_autoptr (McpJwtKey) key = read_key (pem, NULL);
  g_autofree char *public_jwk = mcp_jwt_key_dup_public_jwk (key);
  g_autofree char *again = mcp_jwt_key_to_pem (key);
  g_autoptr (McpJwtKey) second = read_key (again, algorithm);
  g_autofree char *second_jwk = mcp_jwt_key_dup_public_jwk (second);

  g_assert_cmpstr (mcp_jwt_key_get_algorithm (key), ==, algorithm);
  g_assert_cmpstr (public_jwk, ==, jwk);
  g_assert_cmpstr (mcp_jwt_key_get_algorithm (second), ==, algorithm);
  g_assert_cmpstr (second_jwk, ==, jwk);
}

static void
test_jwt_key_kinds (void)
{
  check_kind (RSA_PEM, "RS256", RSA_JWK);
  check_kind (PKCS1_PEM, "RS256", RSA_JWK);
  check_kind (P256_PEM, "ES256", P256_JWK);
  check_kind (SEC1_PEM, "ES256", P256_JWK);
  check_kind (P384_PEM, "ES384", P384_JWK);
  check_kind (P521_PEM, "ES512", P521_JWK);
  check_kind (ED25519_PEM, "EdDSA", ED25519_JWK);
  check_kind (ED448_PEM, "EdDSA", ED448_JWK);
}

static void
check_refused (const char *pem,
               const char *algorithm,
               const char *words)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (mcp_jwt_key_new_from_pem (pem, algorithm, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, words));
}

static void
test_jwt_key_refused (void)
{
  g_autofree char *cut = g_strndup (P256_PEM, strlen (P256_PEM) / 2);
  g_autofree char *long_name = g_strnfill (1000, 'x');

  check_refused ("", NULL, "no private key");
  check_refused ("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----\n", NULL,
                 "no private key");
  check_refused ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", NULL,
                 "cannot be used");
  check_refused (cut, NULL, "cannot be used");
  check_refused (LOCKED_PEM, NULL, "password");
  check_refused (RSA1024_PEM, NULL, "1024 bits");
  check_refused (P256K1_PEM, NULL, "cannot be used");
  check_refused (P224_PEM, NULL, "cannot sign JWTs: SECP224R1");
  check_refused (X25519_PEM, NULL, "X25519");

  check_refused (P256_PEM, "RS256", "P-256");
  check_refused (P256_PEM, "ES384", "ES256");
  check_refused (RSA_PEM, "ES256", "RSA");
  check_refused (ED25519_PEM, "ES256", "Ed25519");
  check_refused (RSA_PEM, "HS256", "HS256");
  check_refused (RSA_PEM, "none", "none");
  check_refused (RSA_PEM, long_name, "xxx…");
}

static void
test_jwt_key_generate (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJwtKey) key = mcp_jwt_key_generate (&error);
  g_autoptr (McpJwtKey) other = mcp_jwt_key_generate (&error);
  g_autofree char *name = NULL;
  g_autofree char *other_name = NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (mcp_jwt_key_get_algorithm (key), ==, "ES256");
  name = mcp_jwt_key_dup_public_jwk (key);
  other_name = mcp_jwt_key_dup_public_jwk (other);
  g_assert_cmpstr (name, !=, other_name);
}

static void
test_jwt_key_thumbprint (void)
{
  g_autoptr (McpJwtKey) key = read_key (ED25519_PEM, NULL);
  g_autofree char *public_jwk = mcp_jwt_key_dup_public_jwk (key);
  g_autofree char *name = mcp_jwa_hash (public_jwk);
  /* RFC 7638 section 3.1 has a public key only: as it is hashed there. */
  g_autofree char *hash = mcp_jwa_hash (
    "{\"e\":\"AQAB\",\"kty\":\"RSA\",\"n\":\""
    "0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfA"
    "AtVT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_"
    "RN5w6Cf0h4QyQ5v-65YGjQR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbI"
    "SD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2NcRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzK"
    "nqDKgw\"}");

  g_assert_cmpstr (hash, ==, "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs");
  /* RFC 8037 appendix A.3. */
  g_assert_cmpstr (name, ==, "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k");
}

/* Two that sign the same text in the same way each time. */
static void
test_jwt_key_sign_vectors (void)
{
  g_autoptr (McpJwtKey) rsa = read_key (RSA_PEM, NULL);
  g_autoptr (McpJwtKey) edwards = read_key (ED25519_PEM, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *rsa_token = NULL;
  g_autofree char *edwards_token = NULL;

  /* RFC 7515 appendix A.2. */
  rsa_token = mcp_jwt_key_sign (rsa, "{\"alg\":\"RS256\"}",
                                "{\"iss\":\"joe\",\r\n \"exp\":1300819380,\r\n "
                                "\"http://example.com/is_root\":true}",
                                &error);
  g_assert_no_error (error);
  g_assert_cmpstr (rsa_token, ==,
                   "eyJhbGciOiJSUzI1NiJ9"
                   ".eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFt"
                   "cGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
                   ".cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7"
                   "AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4"
                   "BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K"
                   "0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqv"
                   "hJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrB"
                   "p0igcN_IoypGlUPQGe77Rw");

  /* RFC 8037 appendix A.4. */
  edwards_token = mcp_jwt_key_sign (edwards, "{\"alg\":\"EdDSA\"}",
                                    "Example of Ed25519 signing", &error);
  g_assert_no_error (error);
  g_assert_cmpstr (edwards_token, ==,
                   "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
                   ".hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5"
                   "BhVsPt9g7sVvpAr_MuM0KAg");
}

/* Numbers of ECDSA are often shorter than the field, and then have zeros in front. */
static void
test_jwt_key_signature_length (void)
{
  static const struct
  {
    const char *pem;
    gsize       n_letters;
  } keys[] = { { P256_PEM, 86 }, { P384_PEM, 128 }, { P521_PEM, 176 }, { ED25519_PEM, 86 } };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (McpJwtKey) key = read_key (keys[i].pem, NULL);

      for (guint n = 0; n < 300; n++)
        {
          g_autofree char *token = mcp_jwt_key_sign (key, "{}", "{}", NULL);

          g_assert_cmpuint (strlen (strrchr (token, '.') + 1), ==, keys[i].n_letters);
        }
    }
}

static void
check_string (const char *json,
              const char *path,
              const char *expected)
{
  g_autofree char *value = mcp_json_lookup_string (json, strlen (json), path);

  g_assert_cmpstr (value, ==, expected);
}

static void
check_number (const char *json,
              const char *path,
              gint64      expected)
{
  gint64 value = 0;

  g_assert_true (mcp_json_lookup_int64 (json, strlen (json), path, &value));
  g_assert_cmpint (value, ==, expected);
}

static McpJwt *
prove (McpJwtKey  *key,
       const char *url,
       const char *access_token,
       const char *nonce)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *proof = mcp_dpop_proof (key, "POST", url, access_token, nonce, NOW, &error);
  McpJwt *jwt;

  g_assert_no_error (error);
  jwt = mcp_jwt_parse (proof, &error);
  g_assert_no_error (error);

  return jwt;
}

static void
test_jwt_key_dpop (void)
{
  g_autoptr (McpJwtKey) key = read_key (P256_PEM, NULL);
  g_autoptr (McpJwt) first = prove (key, "https://server.example.com/token?a=b#c", NULL, NULL);
  g_autoptr (McpJwt) second = prove (key, "https://server.example.com/token",
                                     "Kz~8mXK1EalYznwH-LC-1fBAo.4Ljp~zsPE_NeO.gxU", "a\"nonce");
  g_autofree char *first_id = NULL;
  g_autofree char *second_id = NULL;
  const char *claims = mcp_jwt_get_claims (first);
  McpSpan span;

  g_assert_cmpstr (mcp_jwt_get_header (first), ==,
                   "{\"typ\":\"dpop+jwt\",\"alg\":\"ES256\",\"jwk\":" P256_JWK "}");
  check_string (claims, "htm", "POST");
  check_string (claims, "htu", "https://server.example.com/token");
  check_number (claims, "iat", NOW);
  g_assert_false (mcp_json_lookup (claims, strlen (claims), "ath", &span));
  g_assert_false (mcp_json_lookup (claims, strlen (claims), "nonce", &span));
  first_id = mcp_json_lookup_string (claims, strlen (claims), "jti");
  g_assert_cmpuint (strlen (first_id), ==, 22);

  claims = mcp_jwt_get_claims (second);
  check_string (claims, "htu", "https://server.example.com/token");
  /* The token and its hash are those of RFC 9449 section 7.1. */
  check_string (claims, "ath", "fUHyO2r2Z3DZ53EsNrWBb0xWXoaNy59IiKCAqksmQEo");
  check_string (claims, "nonce", "a\"nonce");
  second_id = mcp_json_lookup_string (claims, strlen (claims), "jti");
  g_assert_cmpstr (first_id, !=, second_id);
}

static void
test_jwt_key_dpop_target (void)
{
  static const char * const urls[][2] = {
    { "https://a.example", "https://a.example/" },
    { "HTTPS://a.example:443/x%20y/?q#f", "https://a.example/x%20y/" },
    { "http://[::1]:8080/mcp#", "http://[::1]:8080/mcp" },
    { "https://user:pass@a.example/mcp?", "https://a.example/mcp" },
  };
  g_autoptr (McpJwtKey) key = read_key (ED25519_PEM, NULL);
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (urls); i++)
    {
      g_autoptr (McpJwt) jwt = prove (key, urls[i][0], NULL, NULL);

      check_string (mcp_jwt_get_claims (jwt), "htu", urls[i][1]);
    }

  g_assert_null (mcp_dpop_proof (key, "GET", "no address", NULL, NULL, NOW, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
}

static void
test_jwt_key_client_assertion (void)
{
  g_autoptr (McpJwtKey) key = read_key (RSA_PEM, "PS256");
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *bare_text = NULL;
  g_autoptr (McpJwt) jwt = NULL;
  g_autoptr (McpJwt) bare = NULL;
  g_autofree char *id = NULL;
  const char *claims;

  text = mcp_client_assertion_new (key, "key-1", "client \"1\"", "https://as.example/", NOW,
                                   &error);
  g_assert_no_error (error);
  jwt = mcp_jwt_parse (text, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (mcp_jwt_get_header (jwt), ==,
                   "{\"alg\":\"PS256\",\"typ\":\"JWT\",\"kid\":\"key-1\"}");
  g_assert_cmpstr (mcp_jwt_get_key_id (jwt), ==, "key-1");

  claims = mcp_jwt_get_claims (jwt);
  check_string (claims, "iss", "client \"1\"");
  check_string (claims, "sub", "client \"1\"");
  check_string (claims, "aud", "https://as.example/");
  check_number (claims, "iat", NOW);
  check_number (claims, "exp", NOW + 300);
  id = mcp_json_lookup_string (claims, strlen (claims), "jti");
  g_assert_cmpuint (strlen (id), ==, 22);
  g_assert_null (mcp_jwt_check_times (jwt, NOW, 0));

  bare_text = mcp_client_assertion_new (key, NULL, "c", "a", NOW, &error);
  bare = mcp_jwt_parse (bare_text, &error);
  g_assert_no_error (error);
  g_assert_null (mcp_jwt_get_key_id (bare));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/auth/jwt-key/kinds", test_jwt_key_kinds);
  g_test_add_func ("/auth/jwt-key/refused", test_jwt_key_refused);
  g_test_add_func ("/auth/jwt-key/generate", test_jwt_key_generate);
  g_test_add_func ("/auth/jwt-key/thumbprint", test_jwt_key_thumbprint);
  g_test_add_func ("/auth/jwt-key/sign-vectors", test_jwt_key_sign_vectors);
  g_test_add_func ("/auth/jwt-key/signature-length", test_jwt_key_signature_length);
  g_test_add_func ("/auth/jwt-key/dpop", test_jwt_key_dpop);
  g_test_add_func ("/auth/jwt-key/dpop-target", test_jwt_key_dpop_target);
  g_test_add_func ("/auth/jwt-key/client-assertion", test_jwt_key_client_assertion);

  return g_test_run ();
}
