/* test-jwt-verify.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "jwt-samples.h"
#include "mcp-base64url.h"
#include "mcp-error.h"
#include "mcp-jwt.h"
#include "mcp-jwt-key.h"

#define SET(keys) "{\"keys\":[" keys "]}"
#define ALL_KEYS SET (RSA_JWK "," P256_JWK "," P384_JWK "," P521_JWK "," ED25519_JWK "," ED448_JWK)

/* RFC 7515 appendix A.1 to A.3: the claims of all of them. */
#define RFC_CLAIMS \
  "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFt" \
  "cGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

#define EC_KEY(x, y) "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"" x "\",\"y\":\"" y "\"}"
#define ZERO "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
#define LARGEST "__________________________________________8"
/* The coordinates of RFC 7515 appendix A.3. */
#define X "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU"
#define Y "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"

static McpJwt *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  McpJwt *jwt = mcp_jwt_parse (text, &error);

  g_assert_no_error (error);

  return jwt;
}

static void
check_verified (const char *text,
                const char *jwks)
{
  g_autoptr (McpJwt) jwt = parse (text);
  g_autoptr (GError) error = NULL;
  gboolean verified = mcp_jwt_verify (jwt, jwks, strlen (jwks), &error);

  g_assert_no_error (error);
  g_assert_true (verified);
}

static void
check_refused (const char *text,
               const char *jwks,
               const char *words)
{
  g_autoptr (McpJwt) jwt = parse (text);
  g_autoptr (GError) error = NULL;

  g_assert_false (mcp_jwt_verify (jwt, jwks, strlen (jwks), &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_AUTH);
  g_test_message ("%s", error->message);
  g_assert_nonnull (strstr (error->message, words));
  g_assert_cmpuint (strlen (error->message), <, 500);
}

static void
test_jwt_verify_rfc (void)
{
  /* RFC 7515 appendices A.2 and A.3. */
  check_verified ("eyJhbGciOiJSUzI1NiJ9." RFC_CLAIMS
                  ".cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7"
                  "AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4"
                  "BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K"
                  "0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqv"
                  "hJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrB"
                  "p0igcN_IoypGlUPQGe77Rw",
                  SET (RSA_JWK));
  check_verified ("eyJhbGciOiJFUzI1NiJ9." RFC_CLAIMS
                  ".DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSA"
                  "pmWQxfKTUJqPP3-Kg6NU1Q",
                  SET (P256_JWK));
  /* A.1 and A.5. */
  check_refused ("eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9." RFC_CLAIMS
                 ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk",
                 SET ("{\"kty\":\"oct\",\"k\":\""
                      "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75"
                      "aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow\"}"),
                 "with a secret (HS256)");
  check_refused ("eyJhbGciOiJub25lIn0." RFC_CLAIMS ".", ALL_KEYS, "not signed");
}

/* Of other software, with each algorithm, and a byte of the claims changed. */
static void
test_jwt_verify_foreign (void)
{
  static const char * const tokens[] = {
    RS256_TOKEN, RS384_TOKEN, RS512_TOKEN, PS256_TOKEN, PS384_TOKEN,    PS512_TOKEN,
    ES256_TOKEN, ES384_TOKEN, ES512_TOKEN, EDDSA_TOKEN, EDDSA448_TOKEN,
  };

  for (gsize i = 0; i < G_N_ELEMENTS (tokens); i++)
    {
      g_auto (GStrv) parts = g_strsplit (tokens[i], ".", -1);
      g_autofree char *changed = g_strconcat (parts[0], ".eyJzdWIiOiJqb2YifQ.", parts[2], NULL);
      g_autofree char *unsigned_ = g_strconcat (parts[0], ".", parts[1], ".", NULL);
      g_autofree char *doubled = g_strconcat (unsigned_, parts[2], parts[2], NULL);

      check_verified (tokens[i], ALL_KEYS);
      check_refused (changed, ALL_KEYS, "signature of the JWT is wrong");
      check_refused (unsigned_, ALL_KEYS, "signature of the JWT is wrong");
      if (strlen (parts[2]) % 4 == 0)
        check_refused (doubled, ALL_KEYS, "signature of the JWT is wrong");
    }
}

static void
test_jwt_verify_round_trip (void)
{
  static const struct
  {
    const char *pem;
    const char *algorithm;
  } keys[] = {
    { RSA_PEM, "RS256" },  { RSA_PEM, "RS384" },  { RSA_PEM, "RS512" },     { RSA_PEM, "PS256" },
    { RSA_PEM, "PS384" },  { RSA_PEM, "PS512" },  { P256_PEM, "ES256" },    { P384_PEM, "ES384" },
    { P521_PEM, "ES512" }, { ED448_PEM, "EdDSA" }, { ED25519_PEM, "EdDSA" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (McpJwtKey) key = mcp_jwt_key_new_from_pem (keys[i].pem, keys[i].algorithm, &error);
      g_autofree char *header = g_strdup_printf ("{\"alg\":\"%s\"}", keys[i].algorithm);
      g_autofree char *jwk = mcp_jwt_key_dup_public_jwk (key);
      g_autofree char *set = g_strdup_printf (SET ("%s"), jwk);

      /* Often enough that a number of an ECDSA signature is short. */
      for (guint n = 0; n < (g_str_has_prefix (keys[i].algorithm, "ES") ? 600 : 2); n++)
        {
          g_autofree char *text = mcp_jwt_key_sign (key, header, "{\"a\":1}", &error);

          g_assert_no_error (error);
          check_verified (text, set);
        }
    }
}

static void
test_jwt_verify_wrong_key (void)
{
  g_autoptr (McpJwtKey) other = mcp_jwt_key_generate (NULL);
  g_autofree char *other_jwk = mcp_jwt_key_dup_public_jwk (other);
  g_autofree char *others = g_strdup_printf (SET ("%s"), other_jwk);
  g_autofree char *both = g_strdup_printf (SET ("%s," P256_JWK), other_jwk);

  check_refused (ES256_TOKEN, others, "signature of the JWT is wrong");
  check_verified (ES256_TOKEN, both);
}

/* What a public key is for is not for the token to say. */
static void
test_jwt_verify_confusion (void)
{
  g_autofree char *hmac = NULL;
  g_autofree char *text = NULL;
  g_autofree char *header = mcp_base64url_encode ("{\"alg\":\"HS256\"}", 15);
  g_autofree char *input = g_strconcat (header, ".e30", NULL);
  guint8 digest[32];
  gsize length = sizeof digest;
  g_autoptr (GHmac) state = NULL;

  state = g_hmac_new (G_CHECKSUM_SHA256, (const guchar *) RSA_JWK, strlen (RSA_JWK));
  g_hmac_update (state, (const guchar *) input, -1);
  g_hmac_get_digest (state, digest, &length);
  hmac = mcp_base64url_encode (digest, length);
  text = g_strconcat (input, ".", hmac, NULL);
  check_refused (text, SET (RSA_JWK), "HS256");

  /* {"alg":"None"}, {"alg":"nONE"}, {"alg":""}, {"alg":"RS1"}, {"alg":"rs256"} */
  check_refused ("eyJhbGciOiJOb25lIn0.e30.", ALL_KEYS, "not signed");
  check_refused ("eyJhbGciOiJuT05FIn0.e30.", ALL_KEYS, "not signed");
  check_refused ("eyJhbGciOiIifQ.e30.", ALL_KEYS, "not known here");
  check_refused ("eyJhbGciOiJSUzEifQ.e30.", ALL_KEYS, "not known here");
  check_refused ("eyJhbGciOiJyczI1NiJ9.e30.", ALL_KEYS, "not known here");

  /* A key of another kind, or for something else. */
  check_refused (RS256_TOKEN, SET (P256_JWK), "no key for the algorithm");
  check_refused (ES256_TOKEN, SET (P384_JWK "," P521_JWK), "no key for the algorithm");
  check_refused (EDDSA_TOKEN, SET ("{\"kty\":\"OKP\",\"crv\":\"X25519\",\"x\":\"" ZERO "\"}"),
                 "no key for the algorithm");
  check_refused (RS256_TOKEN, SET ("{\"alg\":\"PS256\"}," P256_JWK), "no key for the algorithm");
}

/* RSA_JWK with a member in front. */
static char *
with_member (const char *member)
{
  return g_strdup_printf (SET ("{%s,%s"), member, &RSA_JWK[1]);
}

static void
test_jwt_verify_purpose (void)
{
  static const char * const fitting[] = {
    "\"use\":\"sig\"",      "\"alg\":\"RS256\"",         "\"key_ops\":[\"sign\",\"verify\"]",
    "\"kid\":\"whatever\"", "\"key_ops\":[\"veri\\u0066y\"]",
  };
  static const char * const others[] = {
    "\"use\":\"enc\"", "\"alg\":\"RS512\"", "\"alg\":\"PS256\"", "\"key_ops\":[\"encrypt\"]",
    "\"key_ops\":[]",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (fitting); i++)
    {
      g_autofree char *set = with_member (fitting[i]);

      check_verified (RS256_TOKEN, set);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autofree char *set = with_member (others[i]);

      check_refused (RS256_TOKEN, set, "no key for the algorithm");
    }
}

static void
test_jwt_verify_key_id (void)
{
  g_autoptr (McpJwtKey) key = mcp_jwt_key_new_from_pem (RSA_PEM, NULL, NULL);
  g_autofree char *text = mcp_jwt_key_sign (key, "{\"alg\":\"RS256\",\"kid\":\"one\"}", "{}", NULL);
  g_autofree char *long_id = g_strnfill (20000, 'x');
  g_autofree char *long_header = g_strdup_printf ("{\"alg\":\"RS256\",\"kid\":\"%s\"}", long_id);
  g_autofree char *long_text = mcp_jwt_key_sign (key, long_header, "{}", NULL);
  g_autofree char *named = with_member ("\"kid\":\"one\"");
  g_autofree char *other = with_member ("\"kid\":\"two\"");
  g_autofree char *number = with_member ("\"kid\":1");

  check_verified (text, named);
  check_verified (text, SET (RSA_JWK));
  check_verified (text, number);
  check_refused (text, other, "no key “one”");
  check_refused (long_text, other, "xxx…");
}

static void
test_jwt_verify_extensions (void)
{
  g_autoptr (McpJwtKey) key = mcp_jwt_key_new_from_pem (P256_PEM, NULL, NULL);
  const char *header = "{\"alg\":\"ES256\",\"crit\":[\"b64\"],\"b64\":false}";
  g_autofree char *text = mcp_jwt_key_sign (key, header, "{}", NULL);

  check_refused (text, SET (P256_JWK), "crit");
}

static void
test_jwt_verify_broken_keys (void)
{
  static const char * const sets[][2] = {
    { "", "cannot be read" },
    { "{\"keys\":[}", "cannot be read" },
    { "{\"keys\":[]} x", "cannot be read" },
    { "null", "no JSON object" },
    { "[]", "no JSON object" },
    { "[{\"keys\":[]}]", "no JSON object" },
    { "{}", "no JSON object" },
    { "{\"keys\":{}}", "no JSON object" },
    { "{\"keys\":\"RSA\"}", "no JSON object" },
    { RSA_JWK, "no JSON object" },
    { SET (""), "no keys" },
    { SET ("1,null,\"kty\",[],true"), "no keys" },
    { SET ("{}"), "no key for" },
    { SET ("{\"kty\":1}"), "no key for" },
    { SET ("{\"kty\":[\"EC\"],\"crv\":\"P-256\"}"), "no key for" },
    { SET ("{\"kty\":\"EC\"}"), "no key for" },
    { SET ("{\"kty\":\"EC\",\"crv\":256}"), "no key for" },
    { SET ("{\"kty\":\"EC\",\"crv\":\"P-256\"}"), "is missing" },
    { SET ("{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":1,\"y\":{}}"), "is missing" },
    { SET (EC_KEY ("", "")), "is missing" },
    { SET (EC_KEY (X, Y "=")), "is missing" },
    { SET (EC_KEY ("AA", "AA")), "length of its curve" },
    { SET (EC_KEY (ZERO, ZERO)), "no point" },
    { SET (EC_KEY (Y, X)), "no point" },
    { SET (EC_KEY (LARGEST, LARGEST)), "no point" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (sets); i++)
    {
      g_test_message ("%s", sets[i][0]);
      check_refused (ES256_TOKEN, sets[i][0], sets[i][1]);
    }

  /* A broken one does not keep others from being tried. */
  check_verified (ES256_TOKEN, SET ("1,{\"kty\":\"EC\",\"crv\":\"P-256\"},{}," P256_JWK));
}

/* A modulus of @n_bytes, which end as given. */
static char *
make_rsa_set (gsize       n_bytes,
              guint8      first,
              guint8      last,
              gsize       n_exponent_bytes)
{
  g_autofree guint8 *bytes = g_malloc (n_bytes);
  g_autofree guint8 *exponent_bytes = g_malloc (n_exponent_bytes);
  g_autofree char *modulus = NULL;
  g_autofree char *exponent = NULL;

  memset (bytes, 0xa5, n_bytes);
  bytes[0] = first;
  bytes[n_bytes - 1] = last;
  memset (exponent_bytes, 0xff, n_exponent_bytes);
  modulus = mcp_base64url_encode (bytes, n_bytes);
  exponent = mcp_base64url_encode (exponent_bytes, n_exponent_bytes);

  return g_strdup_printf (SET ("{\"kty\":\"RSA\",\"n\":\"%s\",\"e\":\"%s\"}"), modulus, exponent);
}

static void
check_rsa (gsize       n_bytes,
           guint8      first,
           guint8      last,
           gsize       n_exponent_bytes,
           const char *words)
{
  g_autofree char *set = make_rsa_set (n_bytes, first, last, n_exponent_bytes);

  check_refused (RS256_TOKEN, set, words);
  check_refused (PS512_TOKEN, set, words);
}

static void
test_jwt_verify_rsa_numbers (void)
{
  check_rsa (1, 1, 1, 1, "2048");
  check_rsa (128, 0xa5, 1, 3, "2048");
  check_rsa (256, 0, 1, 3, "2048");
  check_rsa (256, 0xa5, 0, 3, "none of an RSA key");
  check_rsa (256, 0xa5, 1, 3, "signature of the JWT is wrong");
  check_rsa (257, 0, 1, 3, "signature of the JWT is wrong");
  check_rsa (2048, 0xa5, 1, 8, "signature of the JWT is wrong");
  check_rsa (2049, 0xa5, 1, 3, "larger than");
  check_rsa (256, 0xa5, 1, 9, "larger than");
  check_rsa (100000, 0xa5, 1, 3, "larger than");
}

/* To the power of 1 a signature is what was signed, so that no secret is needed. */
static void
test_jwt_verify_rsa_exponent (void)
{
  g_autofree char *key = g_strdup (RSA_JWK);
  g_autofree char *set = NULL;

  memcpy (strstr (key, "AQAB"), "AAAB", 4);
  set = g_strdup_printf (SET ("%s"), key);
  check_refused (RS256_TOKEN, set, "none of an RSA key");
}

/* Numbers that some have taken for a valid signature of anything. */
static void
test_jwt_verify_ecdsa_numbers (void)
{
  static const char * const signatures[] = {
    "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "_____________________________________________________________________________________w",
    "MAYCAQACAQA", "",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (signatures); i++)
    {
      g_autofree char *text = g_strconcat ("eyJhbGciOiJFUzI1NiJ9.e30.", signatures[i], NULL);

      check_refused (text, SET (P256_JWK), "signature of the JWT is wrong");
    }
}

static void
test_jwt_verify_limits (void)
{
  g_autoptr (GString) many = g_string_new ("{\"keys\":[");
  g_autoptr (GString) large = g_string_new ("{\"a\":\"");
  g_autofree char *hundred = NULL;

  for (guint i = 1; i < MCP_JWKS_MAX_KEYS; i++)
    g_string_append (many, "{},");
  hundred = g_strconcat (many->str, P256_JWK "]}", NULL);
  check_verified (ES256_TOKEN, hundred);
  g_string_append (many, "{}," P256_JWK "]}");
  check_refused (ES256_TOKEN, many->str, "more than 100 keys");

  g_string_set_size (large, MCP_JWKS_MAX_BYTES);
  memset (large->str + 6, 'x', large->len - 6);
  g_string_append (large, "\",\"keys\":[" P256_JWK "]}");
  check_refused (ES256_TOKEN, large->str, "1024 KiB");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/auth/jwt-verify/rfc", test_jwt_verify_rfc);
  g_test_add_func ("/auth/jwt-verify/foreign", test_jwt_verify_foreign);
  g_test_add_func ("/auth/jwt-verify/round-trip", test_jwt_verify_round_trip);
  g_test_add_func ("/auth/jwt-verify/wrong-key", test_jwt_verify_wrong_key);
  g_test_add_func ("/auth/jwt-verify/confusion", test_jwt_verify_confusion);
  g_test_add_func ("/auth/jwt-verify/purpose", test_jwt_verify_purpose);
  g_test_add_func ("/auth/jwt-verify/key-id", test_jwt_verify_key_id);
  g_test_add_func ("/auth/jwt-verify/extensions", test_jwt_verify_extensions);
  g_test_add_func ("/auth/jwt-verify/broken-keys", test_jwt_verify_broken_keys);
  g_test_add_func ("/auth/jwt-verify/rsa-numbers", test_jwt_verify_rsa_numbers);
  g_test_add_func ("/auth/jwt-verify/rsa-exponent", test_jwt_verify_rsa_exponent);
  g_test_add_func ("/auth/jwt-verify/ecdsa-numbers", test_jwt_verify_ecdsa_numbers);
  g_test_add_func ("/auth/jwt-verify/limits", test_jwt_verify_limits);

  return g_test_run ();
}
