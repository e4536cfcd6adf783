/* mcp-jwt-key.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#include "mcp-base64url.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-jwa-private.h"
#include "mcp-jwt-key.h"
#include "mcp-text.h"

/* How much of an algorithm's name a message quotes. */
#define MAX_QUOTED_BYTES 40

struct _McpJwtKey
{
  gnutls_privkey_t  key;
  const McpJwa     *algorithm;
  char             *public_jwk;
};

/* Appends a number as RFC 7518 section 6 has it, in full length if that is known. */
static void
append_number (GString              *jwk,
               const char           *name,
               const gnutls_datum_t *number,
               gsize                 length)
{
  gsize n = length > 0 ? length : number->size;
  g_autofree guint8 *padded = g_malloc (n);
  g_autofree char *text = NULL;

  mcp_jwa_pad (number, padded, n);
  text = mcp_base64url_encode (padded, n);
  mcp_json_append_member_string (jwk, name, text);
}

/* Members are in the order that thumbprints want them in (RFC 7638 section 3.2). */
static gboolean
describe_rsa (McpJwtKey        *self,
              gnutls_pubkey_t   key,
              GError          **error)
{
  g_auto (gnutls_datum_t) modulus = { NULL, 0 };
  g_auto (gnutls_datum_t) exponent = { NULL, 0 };
  GString *jwk;
  int result;

  result = gnutls_pubkey_export_rsa_raw2 (key, &modulus, &exponent, GNUTLS_EXPORT_FLAG_NO_LZ);
  if (result < 0)
    return mcp_jwa_set_error (error, result);

  jwk = g_string_new ("{");
  append_number (jwk, "e", &exponent, 0);
  mcp_json_append_member_string (jwk, "kty", "RSA");
  append_number (jwk, "n", &modulus, 0);
  g_string_append_c (jwk, '}');

  self->public_jwk = g_string_free (jwk, FALSE);
  self->algorithm = mcp_jwa_find (NULL, "RSA", NULL);
  return TRUE;
}

static gboolean
refuse_kind (const char  *kind,
             GError     **error)
{
  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
               _("Keys of this kind cannot sign JWTs: %s. Use one of P-256, P-384, P-521, Ed25519 "
                 "or RSA."),
               kind);

  return FALSE;
}

static gboolean
describe_curve (McpJwtKey        *self,
                gnutls_pubkey_t   key,
                GError          **error)
{
  g_auto (gnutls_datum_t) x = { NULL, 0 };
  g_auto (gnutls_datum_t) y = { NULL, 0 };
  gnutls_ecc_curve_t curve;
  GString *jwk;
  int result;

  result = gnutls_pubkey_export_ecc_raw2 (key, &curve, &x, &y, GNUTLS_EXPORT_FLAG_NO_LZ);
  if (result < 0)
    return mcp_jwa_set_error (error, result);

  self->algorithm = mcp_jwa_find_curve (curve);
  if (self->algorithm == NULL)
    return refuse_kind (gnutls_ecc_curve_get_name (curve), error);

  jwk = g_string_new ("{");
  mcp_json_append_member_string (jwk, "crv", self->algorithm->curve);
  mcp_json_append_member_string (jwk, "kty", self->algorithm->type);
  append_number (jwk, "x", &x, self->algorithm->field_bytes);
  if (y.data != NULL)
    append_number (jwk, "y", &y, self->algorithm->field_bytes);
  g_string_append_c (jwk, '}');

  self->public_jwk = g_string_free (jwk, FALSE);
  return TRUE;
}

/* Finds out what it is: its public half, and its usual algorithm. */
static gboolean
describe (McpJwtKey  *self,
          GError    **error)
{
  g_auto (gnutls_pubkey_t) public = NULL;
  unsigned int bits;
  int type = gnutls_privkey_get_pk_algorithm (self->key, &bits);
  int result;

  gnutls_pubkey_init (&public);
  result = gnutls_pubkey_import_privkey (public, self->key, 0, 0);
  if (result < 0)
    return mcp_jwa_set_error (error, result);

  switch (type)
    {
    case GNUTLS_PK_RSA:
      if (bits >= MCP_JWA_MIN_RSA_BITS)
        return describe_rsa (self, public, error);
      g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
                   _("The RSA key has %u bits, and JWTs want %u or more (RFC 7518 section 3.3)."),
                   bits, MCP_JWA_MIN_RSA_BITS);
      return FALSE;

    case GNUTLS_PK_ECDSA:
    case GNUTLS_PK_EDDSA_ED25519:
    case GNUTLS_PK_EDDSA_ED448:
      return describe_curve (self, public, error);

    default:
      return refuse_kind (gnutls_pk_algorithm_get_name (type), error);
    }
}

static gboolean
choose_algorithm (McpJwtKey   *self,
                  const char  *name,
                  GError     **error)
{
  const McpJwa *usual = self->algorithm;
  g_autofree char *quoted = NULL;

  if (name == NULL)
    return TRUE;

  self->algorithm = mcp_jwa_find (name, usual->type, usual->curve);
  if (self->algorithm != NULL)
    return TRUE;

  quoted = mcp_text_elide (name, MAX_QUOTED_BYTES);
  /* Translators: an algorithm, such as “RS256”; a kind of key: “P-256”; an algorithm. */
  g_set_error (error, MCP_ERROR, MCP_ERROR_CONFIG,
               _("The algorithm “%s” does not fit the key, which is of the kind %s. Its usual one "
                 "is %s."),
               quoted, usual->curve != NULL ? usual->curve : usual->type, usual->name);
  return FALSE;
}

static gboolean
import_pem (McpJwtKey   *self,
            const char  *pem,
            GError     **error)
{
  gnutls_datum_t data = { (guint8 *) pem, strlen (pem) };
  int result = gnutls_privkey_import_x509_raw (self->key, &data, GNUTLS_X509_FMT_PEM, NULL, 0);

  if (result >= 0)
    return TRUE;

  if (strstr (pem, "PRIVATE KEY-----") == NULL)
    g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG,
                         _("This is no private key: no line of it says “BEGIN PRIVATE KEY”."));
  else if (strstr (pem, "ENCRYPTED") != NULL)
    g_set_error_literal (error, MCP_ERROR, MCP_ERROR_CONFIG,
                         _("The private key has a password. Make a copy without one, as with "
                           "“openssl pkey -in KEY -out COPY”, and use that."));
  else
    return mcp_jwa_set_error (error, result);

  return FALSE;
}

static McpJwtKey *
new_empty (void)
{
  McpJwtKey *self = g_new0 (McpJwtKey, 1);

  if (gnutls_privkey_init (&self->key) < 0)
    g_error ("GnuTLS has no memory");

  return self;
}

/**
 * mcp_jwt_key_new_from_pem:
 * @pem: a private key: PKCS #8, PKCS #1 or SEC 1, in PEM form
 * @algorithm: (nullable): what it signs with, as "PS256"; %NULL for the usual one of the key:
 *   RS256, ES256, ES384, ES512 or EdDSA
 * @error: return location for an error of %MCP_ERROR_CONFIG
 *
 * Reads a key.
 *
 * Returns: (transfer full) (nullable): the key; %NULL if it cannot sign JWTs
 */
McpJwtKey *
mcp_jwt_key_new_from_pem (const char  *pem,
                          const char  *algorithm,
                          GError     **error)
{
  g_autoptr (McpJwtKey) self = NULL;

  g_return_val_if_fail (pem != NULL, NULL);

  self = new_empty ();
  if (!import_pem (self, pem, error)
      || !describe (self, error)
      || !choose_algorithm (self, algorithm, error))
    return NULL;

  return g_steal_pointer (&self);
}

/**
 * mcp_jwt_key_generate:
 * @error: return location for an error of %MCP_ERROR_CONFIG
 *
 * Makes a new key for ES256.
 *
 * Returns: (transfer full) (nullable): the key
 */
McpJwtKey *
mcp_jwt_key_generate (GError **error)
{
  g_autoptr (McpJwtKey) self = new_empty ();
  int result = gnutls_privkey_generate (self->key, GNUTLS_PK_ECDSA,
                                        GNUTLS_CURVE_TO_BITS (GNUTLS_ECC_CURVE_SECP256R1), 0);

  if (result < 0)
    mcp_jwa_set_error (error, result);
  if (result < 0 || !describe (self, error))
    return NULL;

  return g_steal_pointer (&self);
}

void
mcp_jwt_key_free (McpJwtKey *self)
{
  if (self == NULL)
    return;

  gnutls_privkey_deinit (self->key);
  g_free (self->public_jwk);
  g_free (self);
}

/**
 * mcp_jwt_key_to_pem:
 *
 * Writes the private key for a keyring. The algorithm is not in it.
 *
 * Returns: (transfer full) (nullable): PKCS #8 in PEM form; %NULL only when there is no memory
 */
char *
mcp_jwt_key_to_pem (McpJwtKey *self)
{
  g_auto (gnutls_datum_t) pem = { NULL, 0 };
  gnutls_x509_privkey_t key = NULL;
  char *text = NULL;

  g_return_val_if_fail (self != NULL, NULL);

  if (gnutls_privkey_export_x509 (self->key, &key) < 0)
    return NULL;
  if (gnutls_x509_privkey_export2_pkcs8 (key, GNUTLS_X509_FMT_PEM, NULL, GNUTLS_PKCS_PLAIN, &pem)
      == 0)
    text = g_strndup ((const char *) pem.data, pem.size);
  gnutls_x509_privkey_deinit (key);

  return text;
}

const char *
mcp_jwt_key_get_algorithm (McpJwtKey *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return self->algorithm->name;
}

/**
 * mcp_jwt_key_dup_public_jwk:
 *
 * Gets its public half as a JWK (RFC 7517) of the members that a thumbprint hashes, in their
 * order.
 *
 * Returns: (transfer full): a JSON object
 */
char *
mcp_jwt_key_dup_public_jwk (McpJwtKey *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return g_strdup (self->public_jwk);
}

/* As JWS has it, in base64url. */
static char *
encode_signature (McpJwtKey            *self,
                  const gnutls_datum_t *signature,
                  GError              **error)
{
  gsize length = 2 * self->algorithm->field_bytes;
  g_autofree guint8 *numbers = NULL;
  int result;

  if (!g_str_equal (self->algorithm->type, "EC"))
    return mcp_base64url_encode (signature->data, signature->size);

  numbers = g_malloc (length);
  result = mcp_jwa_unpack_signature (self->algorithm, signature, numbers);
  if (result == 0)
    return mcp_base64url_encode (numbers, length);

  mcp_jwa_set_error (error, result);
  return NULL;
}

/**
 * mcp_jwt_key_sign:
 * @header_json: a JSON object, whose "alg" is mcp_jwt_key_get_algorithm()
 * @claims_json: a JSON object
 * @error: return location for an error of %MCP_ERROR_CONFIG
 *
 * Signs a JWT in the compact form (RFC 7515 section 7.1).
 *
 * Returns: (transfer full) (nullable): the JWT
 */
char *
mcp_jwt_key_sign (McpJwtKey   *self,
                  const char  *header_json,
                  const char  *claims_json,
                  GError     **error)
{
  g_auto (gnutls_datum_t) signature = { NULL, 0 };
  g_autofree char *header = NULL;
  g_autofree char *claims = NULL;
  g_autofree char *text = NULL;
  g_autofree char *last = NULL;
  gnutls_datum_t data;
  int result;

  g_return_val_if_fail (self != NULL, NULL);
  g_return_val_if_fail (header_json != NULL, NULL);
  g_return_val_if_fail (claims_json != NULL, NULL);

  header = mcp_base64url_encode (header_json, strlen (header_json));
  claims = mcp_base64url_encode (claims_json, strlen (claims_json));
  text = g_strconcat (header, ".", claims, NULL);
  data = (gnutls_datum_t) { (guint8 *) text, strlen (text) };

  result = gnutls_privkey_sign_data2 (self->key, self->algorithm->sign,
                                      GNUTLS_PRIVKEY_FLAG_RSA_PSS_FIXED_SALT_LENGTH,
                                      &data, &signature);
  if (result < 0)
    {
      mcp_jwa_set_error (error, result);
      return NULL;
    }
  last = encode_signature (self, &signature, error);

  return last != NULL ? g_strconcat (text, ".", last, NULL) : NULL;
}
