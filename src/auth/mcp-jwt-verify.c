/* mcp-jwt-verify.c
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
#include "mcp-jwt-private.h"
#include "mcp-text.h"

/*
 * Which algorithm it is comes from the token, which anybody may have written. It chooses among
 * those for public keys only, and each of them takes keys of its own kind only, so that no key is
 * ever used as something else. Whoever made the keys has a say as well: "use", "key_ops", "alg".
 */

/* Larger numbers than anybody has would only keep us busy. */
#define MAX_RSA_BITS           16384
#define MAX_RSA_EXPONENT_BYTES 8

/* How far the keys of a set have come, so that the error can name what went wrong last. */
typedef struct
{
  McpJwt     *jwt;
  guint       n_keys;
  guint       n_named;   /* with the name that the token wants, or none */
  guint       n_fitting; /* and for its algorithm */
  guint       n_usable;  /* and well-formed */
  const char *fault;     /* why the last malformed key was rejected */
} Search;

typedef struct
{
  const char *json;
  gsize       length;
} Jwk;

static char *
get_string (const Jwk  *jwk,
            const char *name)
{
  return mcp_json_lookup_string (jwk->json, jwk->length, name);
}

/* A number; if @trimmed, without zeros in front. */
static gboolean
read_number (const Jwk      *jwk,
             const char     *name,
             gboolean        trimmed,
             gnutls_datum_t *number,
             guint8        **bytes)
{
  g_autofree char *text = get_string (jwk, name);
  gsize length;
  guint8 *start;

  *bytes = text != NULL ? mcp_base64url_decode (text, -1, &length) : NULL;
  if (*bytes == NULL)
    return FALSE;

  for (start = *bytes; trimmed && length > 0 && *start == 0; length--)
    start++;
  *number = (gnutls_datum_t) { start, length };

  return length > 0;
}

/* (nullable): what is wrong with it. */
static const char *
import_rsa (gnutls_pubkey_t  key,
            const Jwk       *jwk)
{
  g_autofree guint8 *modulus_bytes = NULL;
  g_autofree guint8 *exponent_bytes = NULL;
  gnutls_datum_t modulus, exponent;

  if (!read_number (jwk, "n", TRUE, &modulus, &modulus_bytes)
      || !read_number (jwk, "e", TRUE, &exponent, &exponent_bytes))
    return N_("a number of it is missing or is not base64url");
  if (modulus.size < MCP_JWA_MIN_RSA_BITS / 8)
    return N_("RSA keys must have 2048 bits or more");
  if (modulus.size > MAX_RSA_BITS / 8 || exponent.size > MAX_RSA_EXPONENT_BYTES)
    return N_("its numbers are larger than any key needs");
  /* Nobody tests arithmetic with even ones, and with the exponent 1 everybody can sign. */
  if ((modulus.data[modulus.size - 1] & 1) == 0 || (exponent.data[exponent.size - 1] & 1) == 0
      || (exponent.size == 1 && exponent.data[0] == 1))
    return N_("its numbers are none of an RSA key");

  return gnutls_pubkey_import_rsa_raw (key, &modulus, &exponent) < 0
           ? N_("its numbers are none of an RSA key")
           : NULL;
}

/* (nullable): what is wrong with it. */
static const char *
import_curve (gnutls_pubkey_t  key,
              const McpJwa    *algorithm,
              const Jwk       *jwk)
{
  gboolean has_y = g_str_equal (algorithm->type, "EC");
  g_autofree guint8 *x_bytes = NULL;
  g_autofree guint8 *y_bytes = NULL;
  gnutls_datum_t x, y;

  if (!read_number (jwk, "x", FALSE, &x, &x_bytes)
      || (has_y && !read_number (jwk, "y", FALSE, &y, &y_bytes)))
    return N_("a number of it is missing or is not base64url");
  /* RFC 7518 section 6.2.1.2. */
  if (x.size != algorithm->field_bytes || (has_y && y.size != algorithm->field_bytes))
    return N_("its numbers do not have the length of its curve");

  return gnutls_pubkey_import_ecc_raw (key, algorithm->curve_id, &x, has_y ? &y : NULL) < 0
             || gnutls_pubkey_verify_params (key) < 0
           ? N_("it is no point of its curve")
           : NULL;
}

static gboolean
check_signature (McpJwt          *jwt,
                 const McpJwa    *algorithm,
                 gnutls_pubkey_t  key)
{
  gnutls_datum_t data = { (guint8 *) jwt->text, jwt->signed_length };
  gnutls_datum_t signature = { jwt->signature, jwt->signature_length };
  g_auto (gnutls_datum_t) der = { NULL, 0 };

  if (g_str_equal (algorithm->type, "EC"))
    {
      if (signature.size != 2 * algorithm->field_bytes
          || mcp_jwa_pack_signature (algorithm, signature.data, &der) < 0)
        return FALSE;
      signature = der;
    }

  return gnutls_pubkey_verify_data2 (key, algorithm->sign, 0, &data, &signature) >= 0;
}

/* RFC 7517 section 4.3: absent, or an array that has it. */
static gboolean
allows_verifying (const Jwk *jwk)
{
  McpJsonIter iter;
  McpSpan operations, value;

  if (!mcp_json_lookup (jwk->json, jwk->length, "key_ops", &operations)
      || !mcp_json_iter_init (&iter, jwk->json + operations.offset, operations.length))
    return TRUE;

  while (mcp_json_iter_next (&iter, NULL, &value))
    if (mcp_json_key_equal (iter.data + value.offset, value.length, "verify"))
      return TRUE;

  return FALSE;
}

static gboolean
is_or_absent (const Jwk  *jwk,
              const char *name,
              const char *expected)
{
  g_autofree char *value = get_string (jwk, name);

  return value == NULL || expected == NULL || g_str_equal (value, expected);
}

/* (nullable): the algorithm of the token, in the form that is for this key. */
static const McpJwa *
fit_algorithm (McpJwt    *jwt,
               const Jwk *jwk)
{
  g_autofree char *type = get_string (jwk, "kty");
  g_autofree char *curve = get_string (jwk, "crv");

  if (type == NULL
      || !is_or_absent (jwk, "alg", jwt->algorithm)
      || !is_or_absent (jwk, "use", "sig")
      || !allows_verifying (jwk))
    return NULL;

  return mcp_jwa_find (jwt->algorithm, type, curve);
}

static gboolean
try_key (Search    *search,
         const Jwk *jwk)
{
  g_auto (gnutls_pubkey_t) key = NULL;
  const McpJwa *algorithm;
  const char *fault;

  search->n_keys++;
  if (!is_or_absent (jwk, "kid", search->jwt->key_id))
    return FALSE;
  search->n_named++;

  algorithm = fit_algorithm (search->jwt, jwk);
  if (algorithm == NULL || gnutls_pubkey_init (&key) < 0)
    return FALSE;
  search->n_fitting++;

  fault = algorithm->curve != NULL ? import_curve (key, algorithm, jwk) : import_rsa (key, jwk);
  if (fault != NULL)
    {
      search->fault = fault;
      return FALSE;
    }
  search->n_usable++;

  return check_signature (search->jwt, algorithm, key);
}

static gboolean
set_error (GError     **error,
           const char  *format,
           ...) G_GNUC_PRINTF (2, 3);

static gboolean
set_error (GError     **error,
           const char  *format,
           ...)
{
  va_list arguments;

  va_start (arguments, format);
  g_propagate_error (error, g_error_new_valist (MCP_ERROR, MCP_ERROR_AUTH, format, arguments));
  va_end (arguments);

  return FALSE;
}

static gboolean
explain (const Search  *search,
         GError       **error)
{
  const char *wanted = search->jwt->key_id;
  g_autofree char *name = wanted != NULL ? mcp_text_elide (wanted, MCP_JWT_QUOTED_BYTES) : NULL;

  if (search->n_keys == 0)
    return set_error (error, _("The key set has no keys."));
  if (search->n_named == 0)
    return set_error (error,
                      _("The key set has no key “%s”, which the JWT says it is signed with. Its "
                        "issuer may have changed keys, or be another one."),
                      name);
  if (search->n_fitting == 0)
    return set_error (error, _("The key set has no key for the algorithm of the JWT, %s."),
                      search->jwt->algorithm);
  if (search->n_usable == 0)
    /* Translators: %s is such as “it is no point of its curve”. */
    return set_error (error, _("The key in the key set is broken: %s."), _(search->fault));

  return set_error (error, _("The signature of the JWT is wrong: it was changed, or signed with "
                             "another key."));
}

static gboolean
check_algorithm (McpJwt  *jwt,
                 GError **error)
{
  g_autofree char *name = mcp_text_elide (jwt->algorithm, MCP_JWT_QUOTED_BYTES);
  McpSpan span;

  if (g_ascii_strcasecmp (name, "none") == 0)
    return set_error (error, _("The JWT is not signed: its algorithm is “none”."));
  if (g_str_has_prefix (name, "HS"))
    return set_error (error, _("The JWT is signed with a secret (%s), which public keys cannot "
                               "verify."),
                      name);
  if (mcp_jwa_find (jwt->algorithm, NULL, NULL) == NULL)
    return set_error (error, _("The algorithm of the JWT is not known here: “%s”."), name);
  /* RFC 7515 section 4.1.11. */
  if (mcp_json_lookup (jwt->header, strlen (jwt->header), "crit", &span))
    return set_error (error, _("The header of the JWT has extensions (“crit”) without which it "
                               "must not be accepted, and none is known here."));

  return TRUE;
}

static gboolean
find_keys (const char  *jwks,
           gsize        length,
           McpSpan     *keys,
           GError     **error)
{
  g_autoptr (GError) cause = NULL;

  if (length > MCP_JWKS_MAX_BYTES)
    return set_error (error, _("The key set is longer than %u KiB."), MCP_JWKS_MAX_BYTES / 1024);
  if (!mcp_json_validate (jwks, length, &cause))
    return set_error (error, _("The key set cannot be read: %s"), cause->message);
  if (mcp_json_get_type (jwks, length) != MCP_JSON_OBJECT
      || !mcp_json_lookup (jwks, length, "keys", keys)
      || mcp_json_get_type (jwks + keys->offset, keys->length) != MCP_JSON_ARRAY)
    return set_error (error, _("The key set is no JSON object with an array “keys”."));
  if (mcp_json_count (jwks + keys->offset, keys->length) > MCP_JWKS_MAX_KEYS)
    return set_error (error, _("The key set has more than %u keys."), MCP_JWKS_MAX_KEYS);

  return TRUE;
}

/**
 * mcp_jwt_verify:
 * @jwks: (array length=length): the key set of its issuer (RFC 7517 section 5)
 * @length: its length in bytes; no more than %MCP_JWKS_MAX_BYTES are read
 * @error: return location for an error of %MCP_ERROR_AUTH, which says why it is not
 *
 * Verifies the signature of a JWT with public keys (RFC 7515 section 5.2), with those that have
 * the name that it gives or none. Nothing is said of its claims. That a key must not be used for
 * its algorithm counts; a JWT that is not signed, or is with a secret, is never verified.
 *
 * Returns: %TRUE if one of the keys has signed it
 */
gboolean
mcp_jwt_verify (McpJwt      *self,
                const char  *jwks,
                gsize        length,
                GError     **error)
{
  Search search = { .jwt = self };
  McpJsonIter iter;
  McpSpan keys, value;

  g_return_val_if_fail (self != NULL, FALSE);
  g_return_val_if_fail (jwks != NULL, FALSE);

  if (!check_algorithm (self, error) || !find_keys (jwks, length, &keys, error))
    return FALSE;

  mcp_json_iter_init (&iter, jwks + keys.offset, keys.length);
  while (mcp_json_iter_next (&iter, NULL, &value))
    {
      Jwk jwk = { iter.data + value.offset, value.length };

      if (mcp_json_get_type (jwk.json, jwk.length) == MCP_JSON_OBJECT && try_key (&search, &jwk))
        return TRUE;
    }

  return explain (&search, error);
}
