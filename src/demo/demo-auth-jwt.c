/* demo-auth-jwt.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <gnutls/abstract.h>
#include <gnutls/crypto.h>

#include "demo-auth-jwt.h"
#include "mcp-json.h"

/* Bytes of a coordinate, and of each half of a signature. */
#define N_BYTES 32

struct _DemoJwtKey
{
  gnutls_privkey_t key;
  char            *x;  /* base64url */
  char            *y;
};

/* Without padding (RFC 7515 section 2). */
static char *
encode (gconstpointer data,
        gsize         length)
{
  char *text = g_base64_encode (data, length);

  g_strdelimit (text, "+", '-');
  g_strdelimit (text, "/", '_');
  text[strcspn (text, "=")] = '\0';

  return text;
}

/* Copies a number to its place, without zeros that are too many and with those that lack. */
static void
put_number (guint8               *place,
            const gnutls_datum_t *number)
{
  gsize skip = number->size > N_BYTES ? number->size - N_BYTES : 0;
  gsize length = number->size - skip;

  memset (place, 0, N_BYTES - length);
  memcpy (place + N_BYTES - length, number->data + skip, length);
}

static char *
encode_number (gnutls_datum_t *number)
{
  guint8 bytes[N_BYTES];

  put_number (bytes, number);
  gnutls_free (number->data);

  return encode (bytes, sizeof bytes);
}

DemoJwtKey *
demo_jwt_key_new (void)
{
  DemoJwtKey *self = g_new0 (DemoJwtKey, 1);
  gnutls_pubkey_t public_key;
  gnutls_datum_t x, y;

  if (gnutls_privkey_init (&self->key) < 0
      || gnutls_privkey_generate (self->key, GNUTLS_PK_ECDSA,
                                  GNUTLS_CURVE_TO_BITS (GNUTLS_ECC_CURVE_SECP256R1), 0) < 0
      || gnutls_pubkey_init (&public_key) < 0
      || gnutls_pubkey_import_privkey (public_key, self->key, 0, 0) < 0
      || gnutls_pubkey_export_ecc_raw (public_key, NULL, &x, &y) < 0)
    g_error ("GnuTLS makes no key");

  self->x = encode_number (&x);
  self->y = encode_number (&y);
  gnutls_pubkey_deinit (public_key);

  return self;
}

void
demo_jwt_key_free (DemoJwtKey *self)
{
  gnutls_privkey_deinit (self->key);
  g_free (self->x);
  g_free (self->y);
  g_free (self);
}

char *
demo_jwt_key_to_jwk (DemoJwtKey *self)
{
  return g_strdup_printf ("{\"kty\":\"EC\",\"crv\":\"P-256\",\"alg\":\"ES256\",\"use\":\"sig\","
                          "\"kid\":\"demo\",\"x\":\"%s\",\"y\":\"%s\"}", self->x, self->y);
}

char *
demo_jwt_sign (DemoJwtKey *self,
               const char *type,
               const char *claims)
{
  g_autofree char *header = g_strdup_printf ("{\"alg\":\"ES256\",\"typ\":\"%s\",\"kid\":\"demo\"}",
                                             type);
  g_autofree char *head = encode (header, strlen (header));
  g_autofree char *payload = encode (claims, strlen (claims));
  g_autofree char *text = g_strconcat (head, ".", payload, NULL);
  gnutls_datum_t data = { (unsigned char *) text, strlen (text) };
  gnutls_datum_t der, r, s;
  guint8 pair[2 * N_BYTES];
  g_autofree char *signature = NULL;

  if (gnutls_privkey_sign_data (self->key, GNUTLS_DIG_SHA256, 0, &data, &der) < 0
      || gnutls_decode_rs_value (&der, &r, &s) < 0)
    g_error ("GnuTLS does not sign");

  put_number (pair, &r);
  put_number (pair + N_BYTES, &s);
  gnutls_free (der.data);
  gnutls_free (r.data);
  gnutls_free (s.data);
  signature = encode (pair, sizeof pair);

  return g_strconcat (text, ".", signature, NULL);
}

struct _DemoJwtReader
{
  gnutls_pubkey_t key;
};

DemoJwtReader *
demo_jwt_reader_new (const char  *file,
                     GError     **error)
{
  DemoJwtReader *self;
  g_autofree char *text = NULL;
  gnutls_datum_t pem;
  gsize length;
  int status;

  if (!g_file_get_contents (file, &text, &length, error))
    return NULL;

  self = g_new0 (DemoJwtReader, 1);
  pem.data = (unsigned char *) text;
  pem.size = length;
  status = gnutls_pubkey_init (&self->key);
  if (status >= 0)
    status = gnutls_pubkey_import (self->key, &pem, GNUTLS_X509_FMT_PEM);
  if (status < 0)
    {
      g_set_error (error, G_FILE_ERROR, G_FILE_ERROR_INVAL, "%s: no public key in PEM: %s", file,
                   gnutls_strerror (status));
      g_clear_pointer (&self, demo_jwt_reader_free);
    }

  return self;
}

void
demo_jwt_reader_free (DemoJwtReader *self)
{
  gnutls_pubkey_deinit (self->key);
  g_free (self);
}

static guint8 *
decode (const char *text,
        gsize      *length)
{
  /* As many as lack to a multiple of four. */
  g_autofree char *padded = g_strconcat (text, &"==="[(strlen (text) + 3) % 4], NULL);

  g_strdelimit (padded, "-", '+');
  g_strdelimit (padded, "_", '/');

  return g_base64_decode (padded, length);
}

/* Says whether a signature is that of @data; one of ES256 is two numbers, not the DER that GnuTLS wants. */
static gboolean
verify (DemoJwtReader *self,
        const char    *data,
        guint8        *bytes,
        gsize          length)
{
  gboolean ecdsa = gnutls_pubkey_get_pk_algorithm (self->key, NULL) == GNUTLS_PK_ECDSA;
  gnutls_datum_t text = { (unsigned char *) data, strlen (data) };
  gnutls_datum_t r = { bytes, N_BYTES }, s = { bytes + N_BYTES, N_BYTES };
  gnutls_datum_t signature = { bytes, length };
  gboolean good;

  if (ecdsa && (length != 2 * N_BYTES || gnutls_encode_rs_value (&signature, &r, &s) < 0))
    return FALSE;

  good = gnutls_pubkey_verify_data2 (self->key, ecdsa ? GNUTLS_SIGN_ECDSA_SHA256
                                                      : GNUTLS_SIGN_RSA_SHA256,
                                     0, &text, &signature) >= 0;
  if (ecdsa)
    gnutls_free (signature.data);

  return good;
}

char *
demo_jwt_reader_read (DemoJwtReader *self,
                      const char    *jwt)
{
  g_auto (GStrv) parts = g_strsplit (jwt, ".", 4);
  g_autofree char *data = NULL;
  g_autofree guint8 *signature = NULL;
  g_autofree guint8 *claims = NULL;
  g_autofree char *text = NULL;
  gsize length;

  if (g_strv_length (parts) != 3)
    return NULL;

  data = g_strconcat (parts[0], ".", parts[1], NULL);
  signature = decode (parts[2], &length);
  if (!verify (self, data, signature, length))
    return NULL;

  claims = decode (parts[1], &length);
  text = g_strndup ((const char *) claims, length);

  return mcp_json_validate (text, -1, NULL) && mcp_json_get_type (text, strlen (text))
                                                 == MCP_JSON_OBJECT
           ? g_steal_pointer (&text) : NULL;
}

char *
demo_jwt_hash (const char *text)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 bytes[N_BYTES];
  gsize length = sizeof bytes;

  g_checksum_update (checksum, (const guchar *) text, -1);
  g_checksum_get_digest (checksum, bytes, &length);

  return encode (bytes, length);
}

char *
demo_jwt_random (void)
{
  guint8 bytes[N_BYTES];

  if (gnutls_rnd (GNUTLS_RND_KEY, bytes, sizeof bytes) < 0)
    g_error ("GnuTLS has no random numbers");

  return encode (bytes, sizeof bytes);
}
