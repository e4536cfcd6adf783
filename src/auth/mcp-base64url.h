/* mcp-base64url.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* RFC 4648 section 5 without padding, as RFC 7515 (appendix C) and RFC 7636 want it. */
char   *mcp_base64url_encode (gconstpointer  data,
                              gsize          length);
guint8 *mcp_base64url_decode (const char    *text,
                              gssize         length,
                              gsize         *out_length);

G_END_DECLS
