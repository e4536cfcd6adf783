/* demo-auth-assertions.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-auth-private.h"
#include "mcp-json.h"

/* A client that shows what it has signed instead of a secret: private_key_jwt. */

#define MAX_LIFETIME_SECONDS 3600

/* The audience is a text, or a list whose first is taken: the issuer, or where it is sent. */
static gboolean
is_for_us (const char *claims,
           const char *base)
{
  g_autofree char *endpoint = g_strconcat (base, "/token", NULL);
  g_autofree char *name = NULL;
  McpSpan audience, item;
  McpJsonIter iter;

  if (!mcp_json_lookup (claims, strlen (claims), "aud", &audience))
    return FALSE;

  claims += audience.offset;
  if (mcp_json_get_type (claims, audience.length) == MCP_JSON_ARRAY
      && mcp_json_iter_init (&iter, claims, audience.length)
      && mcp_json_iter_next (&iter, NULL, &item))
    name = mcp_json_dup_string (claims + item.offset, item.length);
  else
    name = mcp_json_dup_string (claims, audience.length);

  return g_strcmp0 (name, base) == 0 || g_strcmp0 (name, endpoint) == 0;
}

DemoClient *
demo_auth_read_assertion (DemoAuth          *self,
                          SoupServerMessage *message,
                          const char        *assertion)
{
  g_autofree char *claims = self->reader != NULL ? demo_jwt_reader_read (self->reader, assertion)
                                                 : NULL;
  g_autofree char *base = demo_auth_base (message);
  g_autofree char *issuer = NULL, *subject = NULL, *name = NULL;
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  gint64 expiry = 0;

  if (claims == NULL)
    return NULL;

  issuer = mcp_json_lookup_string (claims, strlen (claims), "iss");
  subject = mcp_json_lookup_string (claims, strlen (claims), "sub");
  name = mcp_json_lookup_string (claims, strlen (claims), "jti");
  mcp_json_lookup_int64 (claims, strlen (claims), "exp", &expiry);
  if (g_strcmp0 (issuer, DEMO_SERVICE) != 0 || g_strcmp0 (subject, DEMO_SERVICE) != 0
      || !is_for_us (claims, base) || expiry <= now || expiry > now + MAX_LIFETIME_SECONDS
      || name == NULL || demo_store_find (self->shown, name) != NULL)
    return NULL;

  demo_store_put (self->shown, name, g_strdup (name));

  return demo_auth_lookup_client (self, DEMO_SERVICE);
}
