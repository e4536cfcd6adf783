/* mcp-jwt-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-jwt.h"

G_BEGIN_DECLS

/* How much of a token or a key a message quotes. */
#define MCP_JWT_QUOTED_BYTES 80

struct _McpJwt
{
  char   *text;
  char   *header;
  char   *claims;
  guint8 *signature;
  gsize   signature_length;
  gsize   signed_length;     /* of the text, from its start */
  char   *algorithm;
  char   *key_id;            /* (nullable) */
};

G_END_DECLS
