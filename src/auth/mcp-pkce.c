/* mcp-pkce.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>
#include <sys/random.h>

#include "mcp-base64url.h"
#include "mcp-pkce.h"

char *
mcp_random_token (gsize n_bytes)
{
  g_autofree guint8 *bytes = g_malloc (n_bytes);

  /* At most 256 bytes come whole, or not at all. */
  g_assert (n_bytes <= 256);
  if (getrandom (bytes, n_bytes, 0) != (gssize) n_bytes)
    g_error ("The system has no random bytes");

  return mcp_base64url_encode (bytes, n_bytes);
}

char *
mcp_pkce_new_verifier (void)
{
  return mcp_random_token (32);
}

char *
mcp_pkce_challenge_s256 (const char *verifier)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  guint8 digest[32];
  gsize length = sizeof digest;

  g_checksum_update (checksum, (const guchar *) verifier, strlen (verifier));
  g_checksum_get_digest (checksum, digest, &length);

  return mcp_base64url_encode (digest, length);
}
