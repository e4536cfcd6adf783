/* mcp-jwa.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-base64url.h"
#include "mcp-error.h"
#include "mcp-jwa-private.h"

/* 128 bits: nobody has had the same one before. */
#define ID_BYTES 16

#define RSA "RSA", NULL, GNUTLS_ECC_CURVE_INVALID, 0

/* The first one that fits a key is what it signs with when nobody chooses. */
static const McpJwa algorithms[] = {
  { "RS256", RSA, GNUTLS_SIGN_RSA_SHA256 },
  { "RS384", RSA, GNUTLS_SIGN_RSA_SHA384 },
  { "RS512", RSA, GNUTLS_SIGN_RSA_SHA512 },
  { "PS256", RSA, GNUTLS_SIGN_RSA_PSS_RSAE_SHA256 },
  { "PS384", RSA, GNUTLS_SIGN_RSA_PSS_RSAE_SHA384 },
  { "PS512", RSA, GNUTLS_SIGN_RSA_PSS_RSAE_SHA512 },
  { "ES256", "EC", "P-256", GNUTLS_ECC_CURVE_SECP256R1, 32, GNUTLS_SIGN_ECDSA_SHA256 },
  { "ES384", "EC", "P-384", GNUTLS_ECC_CURVE_SECP384R1, 48, GNUTLS_SIGN_ECDSA_SHA384 },
  { "ES512", "EC", "P-521", GNUTLS_ECC_CURVE_SECP521R1, 66, GNUTLS_SIGN_ECDSA_SHA512 },
  { "EdDSA", "OKP", "Ed25519", GNUTLS_ECC_CURVE_ED25519, 32, GNUTLS_SIGN_EDDSA_ED25519 },
  { "EdDSA", "OKP", "Ed448", GNUTLS_ECC_CURVE_ED448, 57, GNUTLS_SIGN_EDDSA_ED448 },
};

static gboolean
fits_key (const McpJwa *self,
          const char   *type,
          const char   *curve)
{
  return g_str_equal (self->type, type)
         && (self->curve == NULL || g_strcmp0 (self->curve, curve) == 0);
}

/*
 * mcp_jwa_find:
 * @name: (nullable): the value of "alg"; %NULL for any
 * @type: (nullable): the "kty" of the key; %NULL for any key
 * @curve: (nullable): its "crv"
 *
 * Returns: (nullable): %NULL if there is no such algorithm, or it does not fit the key
 */
const McpJwa *
mcp_jwa_find (const char *name,
              const char *type,
              const char *curve)
{
  for (gsize i = 0; i < G_N_ELEMENTS (algorithms); i++)
    if ((name == NULL || g_str_equal (algorithms[i].name, name))
        && (type == NULL || fits_key (&algorithms[i], type, curve)))
      return &algorithms[i];

  return NULL;
}

/* (nullable): NULL if JOSE has no algorithm for the curve. */
const McpJwa *
mcp_jwa_find_curve (gnutls_ecc_curve_t curve)
{
  for (gsize i = 0; i < G_N_ELEMENTS (algorithms); i++)
    if (algorithms[i].curve != NULL && algorithms[i].curve_id == curve)
      return &algorithms[i];

  return NULL;
}

/* Writes a number with as many bytes as are wanted. One that is too big loses its first. */
void
mcp_jwa_pad (const gnutls_datum_t *number,
             guint8               *out,
             gsize                 length)
{
  gsize n = MIN (number->size, length);

  memset (out, 0, length - n);
  memcpy (out + length - n, number->data + number->size - n, n);
}

/*
 * mcp_jwa_unpack_signature:
 * @self: ES256 or its kin
 * @der: what GnuTLS has signed
 * @out: (out caller-allocates): room for two coordinates
 *
 * Writes a signature as JWS has it: both numbers in full length, one behind the other
 * (RFC 7518 section 3.4).
 *
 * Returns: 0 or an error of GnuTLS
 */
int
mcp_jwa_unpack_signature (const McpJwa         *self,
                          const gnutls_datum_t *der,
                          guint8               *out)
{
  g_auto (gnutls_datum_t) r = { NULL, 0 };
  g_auto (gnutls_datum_t) s = { NULL, 0 };
  int result = gnutls_decode_rs_value (der, &r, &s);

  if (result < 0)
    return result;

  mcp_jwa_pad (&r, out, self->field_bytes);
  mcp_jwa_pad (&s, out + self->field_bytes, self->field_bytes);

  return 0;
}

/* Without zeros in front, but for zero itself. */
static gnutls_datum_t
trim (const guint8 *number,
      gsize         length)
{
  while (length > 1 && *number == 0)
    {
      number++;
      length--;
    }

  return (gnutls_datum_t) { (guint8 *) number, length };
}

/* The way back: @signature has two coordinates. */
int
mcp_jwa_pack_signature (const McpJwa   *self,
                        const guint8   *signature,
                        gnutls_datum_t *der)
{
  gnutls_datum_t r = trim (signature, self->field_bytes);
  gnutls_datum_t s = trim (signature + self->field_bytes, self->field_bytes);

  return gnutls_encode_rs_value (der, &r, &s);
}

/* Says why GnuTLS could not sign. Returns FALSE. */
gboolean
mcp_jwa_set_error (GError **error,
                   int      code)
{
  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG, _("The private key cannot be used: %s"),
               gnutls_strerror (code));

  return FALSE;
}

/* (nullable): a new "jti"; NULL with MCP_ERROR_CONFIG if there is no randomness to be had. */
char *
mcp_jwa_new_id (GError **error)
{
  guint8 bytes[ID_BYTES];
  int result = gnutls_rnd (GNUTLS_RND_NONCE, bytes, sizeof bytes);

  if (result == 0)
    return mcp_base64url_encode (bytes, sizeof bytes);

  mcp_jwa_set_error (error, result);
  return NULL;
}

/* SHA-256 of a text, in base64url. */
char *
mcp_jwa_hash (const char *text)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;

  g_checksum_update (checksum, (const guchar *) text, -1);
  g_checksum_get_digest (checksum, digest, &length);

  return mcp_base64url_encode (digest, length);
}
