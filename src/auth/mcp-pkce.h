/* mcp-pkce.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What nobody can guess, and proof key for code exchange (RFC 7636). */

char *mcp_random_token        (gsize       n_bytes);   /* base64url of that many bytes of the system's */
char *mcp_pkce_new_verifier   (void);                  /* 43 characters, section 4.1 */
char *mcp_pkce_challenge_s256 (const char *verifier);  /* section 4.2 */

G_END_DECLS
