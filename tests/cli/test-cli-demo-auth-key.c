/* test-cli-demo-auth-key.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <gnutls/abstract.h>
#include <gnutls/crypto.h>

#include <glib/gstdio.h>

#include "auth-flow.h"

/* sounder-demo-server --auth-key: a client that signs instead of having a secret (RFC 7523). */

#define TYPE "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

static char *
encode (gconstpointer data,
        gsize         length)
{
  g_autofree char *text = g_base64_encode (data, length);
  g_auto (GStrv) parts = NULL;

  g_strdelimit (text, "+", '-');
  g_strdelimit (text, "/", '_');
  parts = g_strsplit (text, "=", 2);

  return g_strdup (parts[0]);
}

/* RFC 7518 section 3.4: two numbers of 32 bytes. */
static char *
encode_ecdsa (const gnutls_datum_t *der)
{
  gnutls_datum_t numbers[2];
  guint8 bytes[64] = { 0 };

  g_assert_cmpint (gnutls_decode_rs_value (der, &numbers[0], &numbers[1]), >=, 0);
  for (guint i = 0; i < 2; i++)
    {
      gsize skip = numbers[i].size > 32 ? numbers[i].size - 32 : 0;
      gsize length = numbers[i].size - skip;

      memcpy (bytes + 32 * (i + 1) - length, numbers[i].data + skip, length);
      gnutls_free (numbers[i].data);
    }

  return encode (bytes, sizeof bytes);
}

static char *
sign (gnutls_privkey_t  key,
      gboolean          ecdsa,
      const char       *claims)
{
  const char *header = ecdsa ? "{\"alg\":\"ES256\"}" : "{\"alg\":\"RS256\"}";
  g_autofree char *head = encode (header, strlen (header));
  g_autofree char *body = encode (claims, strlen (claims));
  g_autofree char *text = g_strconcat (head, ".", body, NULL);
  g_autofree char *encoded = NULL;
  gnutls_datum_t data = { (unsigned char *) text, strlen (text) };
  gnutls_datum_t signature;

  g_assert_cmpint (gnutls_privkey_sign_data (key, GNUTLS_DIG_SHA256, 0, &data, &signature), >=, 0);
  encoded = ecdsa ? encode_ecdsa (&signature) : encode (signature.data, signature.size);
  gnutls_free (signature.data);

  return g_strconcat (text, ".", encoded, NULL);
}

static char *
write_public_key (gnutls_privkey_t key)
{
  g_autofree char *name = g_strdup_printf ("%s/key-XXXXXX", g_get_tmp_dir ());
  g_autoptr (GError) error = NULL;
  gnutls_pubkey_t public_key;
  gnutls_datum_t pem;

  g_assert_cmpint (gnutls_pubkey_init (&public_key), >=, 0);
  g_assert_cmpint (gnutls_pubkey_import_privkey (public_key, key, 0, 0), >=, 0);
  g_assert_cmpint (gnutls_pubkey_export2 (public_key, GNUTLS_X509_FMT_PEM, &pem), >=, 0);
  g_close (g_mkstemp (name), NULL);
  g_file_set_contents (name, (char *) pem.data, pem.size, &error);
  g_assert_no_error (error);
  gnutls_free (pem.data);
  gnutls_pubkey_deinit (public_key);

  return g_steal_pointer (&name);
}

/* Asks for a token, with claims that are right but for what is given. */
static void
ask (AuthFlow         *flow,
     gnutls_privkey_t  key,
     gboolean          ecdsa,
     const char       *subject,
     const char       *audience,
     gint64            lifetime_seconds,
     const char       *name)
{
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  g_autofree char *claims = g_strdup_printf (
    "{\"iss\":\"demo-service\",\"sub\":\"%s\",\"aud\":%s,\"exp\":%" G_GINT64_FORMAT ",\"jti\":\"%s\"}",
    subject, audience, now + lifetime_seconds, name);
  g_autofree char *assertion = sign (key, ecdsa, claims);

  auth_flow_post_form (flow, "/token", NULL, "grant_type", "client_credentials",
                       "client_assertion_type", TYPE, "client_assertion", assertion,
                       "resource", flow->demo->url, NULL);
}

static void
test_key (gconstpointer data)
{
  gboolean ecdsa = GPOINTER_TO_INT (data);
  gnutls_privkey_t key, other;
  g_autofree char *file = NULL, *issuer = NULL, *list = NULL;
  g_autoptr (AuthFlow) flow = NULL;

  g_assert_cmpint (gnutls_privkey_init (&key), >=, 0);
  g_assert_cmpint (gnutls_privkey_generate (key, ecdsa ? GNUTLS_PK_ECDSA : GNUTLS_PK_RSA,
                                            ecdsa ? GNUTLS_CURVE_TO_BITS (GNUTLS_ECC_CURVE_SECP256R1)
                                                  : 2048, 0), >=, 0);
  g_assert_cmpint (gnutls_privkey_init (&other), >=, 0);
  g_assert_cmpint (gnutls_privkey_generate (other, GNUTLS_PK_ECDSA,
                                            GNUTLS_CURVE_TO_BITS (GNUTLS_ECC_CURVE_SECP256R1), 0),
                   >=, 0);
  file = write_public_key (key);
  flow = auth_flow_new (NULL, "--auth-key", file);
  issuer = g_strdup_printf ("\"%s\"", flow->base);
  list = g_strdup_printf ("[\"%s/token\"]", flow->base);

  auth_flow_send (flow, "GET", "/.well-known/oauth-authorization-server", NULL, NULL, NULL);
  assert_contains (flow->body, "\"private_key_jwt\"");

  ask (flow, key, ecdsa, "demo-service", issuer, 60, "1");
  g_assert_cmpuint (flow->status, ==, 200);
  flow->access = auth_flow_member (flow, "access_token");
  auth_flow_call (flow, flow->access, NULL, "image");
  g_assert_cmpuint (flow->status, ==, 200);
  ask (flow, key, ecdsa, "demo-service", list, 60, "2");
  g_assert_cmpuint (flow->status, ==, 200);

  /* Shown before, for somebody else, of somebody else, expired, for too long, signed by another. */
  ask (flow, key, ecdsa, "demo-service", issuer, 60, "1");
  g_assert_cmpuint (flow->status, ==, 401);
  ask (flow, key, ecdsa, "demo-service", "\"https://another.example\"", 60, "3");
  g_assert_cmpuint (flow->status, ==, 401);
  ask (flow, key, ecdsa, "demo-app", issuer, 60, "4");
  g_assert_cmpuint (flow->status, ==, 401);
  ask (flow, key, ecdsa, "demo-service", issuer, -1, "5");
  g_assert_cmpuint (flow->status, ==, 401);
  ask (flow, key, ecdsa, "demo-service", issuer, 86400, "6");
  g_assert_cmpuint (flow->status, ==, 401);
  ask (flow, other, TRUE, "demo-service", issuer, 60, "7");
  g_assert_cmpuint (flow->status, ==, 401);
  auth_flow_post_form (flow, "/token", NULL, "grant_type", "client_credentials",
                       "client_assertion_type", TYPE, "client_assertion", "e30.e30.",
                       "resource", flow->demo->url, NULL);
  g_assert_cmpuint (flow->status, ==, 401);

  gnutls_privkey_deinit (key);
  gnutls_privkey_deinit (other);
  g_unlink (file);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_data_func ("/demo/auth/key/es256", GINT_TO_POINTER (TRUE), test_key);
  g_test_add_data_func ("/demo/auth/key/rs256", GINT_TO_POINTER (FALSE), test_key);

  return cli_test_main ();
}
