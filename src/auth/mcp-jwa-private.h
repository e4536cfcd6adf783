/* mcp-jwa-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>

G_BEGIN_DECLS

/* An algorithm that signs with a private key and is verified with a public one (RFC 7518, 8037). */
typedef struct
{
  const char              *name;         /* "ES256" */
  const char              *type;         /* of keys that it fits: "RSA", "EC", "OKP" */
  const char              *curve;        /* of those keys; NULL for RSA */
  gnutls_ecc_curve_t       curve_id;
  gsize                    field_bytes;  /* of a coordinate, and half of an ECDSA signature */
  gnutls_sign_algorithm_t  sign;
} McpJwa;

/* RFC 7518 section 3.3. */
#define MCP_JWA_MIN_RSA_BITS 2048

const McpJwa *mcp_jwa_find             (const char           *name,
                                        const char           *type,
                                        const char           *curve);
const McpJwa *mcp_jwa_find_curve       (gnutls_ecc_curve_t    curve);
void          mcp_jwa_pad              (const gnutls_datum_t *number,
                                        guint8               *out,
                                        gsize                 length);
int           mcp_jwa_unpack_signature (const McpJwa         *self,
                                        const gnutls_datum_t *der,
                                        guint8               *out);
int           mcp_jwa_pack_signature   (const McpJwa         *self,
                                        const guint8         *signature,
                                        gnutls_datum_t       *der);
gboolean      mcp_jwa_set_error        (GError              **error,
                                        int                   code);
char         *mcp_jwa_new_id           (GError              **error);
char         *mcp_jwa_hash             (const char           *text);

static inline void
mcp_jwa_clear_datum (gnutls_datum_t *datum)
{
  gnutls_free (datum->data);
  datum->data = NULL;
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (gnutls_datum_t, mcp_jwa_clear_datum)
G_DEFINE_AUTO_CLEANUP_FREE_FUNC (gnutls_pubkey_t, gnutls_pubkey_deinit, NULL)

G_END_DECLS
