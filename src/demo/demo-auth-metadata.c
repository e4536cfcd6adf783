/* demo-auth-metadata.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-auth-private.h"
#include "mcp-json.h"

/*
 * What a client reads before it does anything (basic/authorization, Authorization Server
 * Discovery).
 */

#define HUGE_BYTES  (100 * 1024 * 1024)
#define CHUNK_BYTES (64 * 1024)

static const char * const scopes[] = { DEMO_SCOPE_READ, DEMO_SCOPE_WRITE, "offline_access", NULL };

/* RFC 9728 section 2; @path is where the resource is on the server. */
static GString *
write_resource (DemoAuth   *self,
                const char *base,
                const char *path)
{
  const char *issuers[] = { base, NULL };
  const char *methods[] = { "header", NULL };
  g_autofree char *resource =
    g_strconcat (base, path, demo_auth_breaks (self, DEMO_BREAK_RESOURCE_SLASH) ? "/" : NULL, NULL);
  GString *json = g_string_new ("{");

  mcp_json_append_member_string (json, "resource",
                                 demo_auth_breaks (self, DEMO_BREAK_WRONG_RESOURCE)
                                   ? DEMO_ATTACKER DEMO_RESOURCE : resource);
  mcp_json_append_member_string (json, "resource_name", "Demo Server");
  demo_auth_append_list (json, "authorization_servers", issuers);
  demo_auth_append_list (json, "scopes_supported", scopes);
  demo_auth_append_list (json, "bearer_methods_supported", methods);

  return json;
}

static void
append_endpoint (GString    *json,
                 const char *name,
                 const char *base,
                 const char *path)
{
  g_autofree char *url = g_strconcat (base, path, NULL);

  mcp_json_append_member_string (json, name, url);
}

/* RFC 8414 section 2, with what OpenID Connect Discovery 1.0 needs in addition. */
static GString *
write_server (DemoAuth   *self,
              const char *base)
{
  static const char * const responses[] = { "code", NULL };
  static const char * const modes[] = { "query", NULL };
  static const char * const grants[] = { "authorization_code", "refresh_token",
                                         "client_credentials", NULL };
  const char *methods[] = { "none", "client_secret_basic", "client_secret_post",
                            self->reader != NULL ? "private_key_jwt" : NULL, NULL };
  static const char * const s256[] = { "S256", NULL };
  static const char * const plain[] = { "plain", NULL };
  static const char * const subjects[] = { "public", NULL };
  static const char * const algorithms[] = { "ES256", "RS256", NULL };
  GString *json = g_string_new ("{");
  g_autofree char *issuer = demo_auth_issuer (self, base);

  mcp_json_append_member_string (json, "issuer",
                                 demo_auth_breaks (self, DEMO_BREAK_WRONG_ISSUER) ? DEMO_ATTACKER
                                                                                  : issuer);
  if (demo_auth_breaks (self, DEMO_BREAK_JAVASCRIPT_ENDPOINT))
    mcp_json_append_member_string (json, "authorization_endpoint", "javascript:alert(1)//");
  else
    append_endpoint (json, "authorization_endpoint", base, "/authorize");
  append_endpoint (json, "token_endpoint", base, "/token");
  append_endpoint (json, "registration_endpoint", base, "/register");
  append_endpoint (json, "revocation_endpoint", base, "/revoke");
  append_endpoint (json, "jwks_uri", base, "/jwks");
  demo_auth_append_list (json, "scopes_supported", scopes);
  demo_auth_append_list (json, "response_types_supported", responses);
  demo_auth_append_list (json, "response_modes_supported", modes);
  demo_auth_append_list (json, "grant_types_supported", grants);
  demo_auth_append_list (json, "token_endpoint_auth_methods_supported", methods);
  demo_auth_append_list (json, "revocation_endpoint_auth_methods_supported", methods);
  if (self->reader != NULL)
    demo_auth_append_list (json, "token_endpoint_auth_signing_alg_values_supported", algorithms);
  if (!demo_auth_breaks (self, DEMO_BREAK_PKCE_NOT_SAID))
    demo_auth_append_list (json, "code_challenge_methods_supported",
                           demo_auth_breaks (self, DEMO_BREAK_NO_S256) ? plain : s256);
  demo_auth_append_list (json, "subject_types_supported", subjects);
  demo_auth_append_list (json, "id_token_signing_alg_values_supported", algorithms);
  mcp_json_append_member (json, "authorization_response_iss_parameter_supported", "true");
  mcp_json_append_member (json, "client_id_metadata_document_supported", "true");

  return json;
}

/* A document of which there is always more. */
typedef struct
{
  gsize  rest_bytes;  /* G_MAXSIZE: without end */
  char  *end;         /* what closes it */
} Flood;

static void
flood_free (gpointer  data,
            GClosure *closure)
{
  Flood *self = data;

  g_free (self->end);
  g_free (self);
}

static void
flood_cb (SoupServerMessage *message,
          Flood             *self)
{
  SoupMessageBody *body = soup_server_message_get_response_body (message);
  gsize length = MIN (self->rest_bytes, CHUNK_BYTES);

  if (length > 0)
    soup_message_body_append_take (body, (guchar *) g_strnfill (length, ' '), length);
  else if (self->end != NULL)
    soup_message_body_append_take (body, (guchar *) g_steal_pointer (&self->end),
                                   strlen (self->end));
  else
    soup_message_body_complete (body);

  if (self->rest_bytes != G_MAXSIZE)
    self->rest_bytes -= length;
  soup_server_message_unpause (message);
}

/* The document after a long silence, which JSON allows anywhere. */
static void
reply_flood (SoupServerMessage *message,
             GString           *json,
             gboolean           ends)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  Flood *flood = g_new0 (Flood, 1);

  flood->rest_bytes = ends ? HUGE_BYTES : G_MAXSIZE;
  g_string_append_c (json, '}');
  flood->end = g_string_free (json, FALSE);

  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_message_headers_set_content_type (headers, "application/json", NULL);
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (message), FALSE);
  g_signal_connect_data (message, "wrote-chunk", G_CALLBACK (flood_cb), flood, flood_free, 0);
  flood_cb (message, flood);
}

static void
serve_resource (DemoAuth          *self,
                SoupServerMessage *message,
                const char        *base,
                const char        *path)
{
  GString *json = write_resource (self, base, path + strlen (DEMO_METADATA));

  if (demo_auth_breaks (self, DEMO_BREAK_HUGE_METADATA))
    reply_flood (message, json, TRUE);
  else if (demo_auth_breaks (self, DEMO_BREAK_ENDLESS_METADATA))
    reply_flood (message, json, FALSE);
  else
    demo_auth_reply (message, SOUP_STATUS_OK, json, demo_auth_breaks (self, DEMO_BREAK_WRONG_TYPES));
}

/* A page or a failure, where clients look first. */
static gboolean
serve_other (DemoAuth          *self,
             SoupServerMessage *message)
{
  static const char page[] = "<!doctype html><title>Demo</title><p>All the other addresses are here.";

  if (demo_auth_breaks (self, DEMO_BREAK_PAGE_METADATA))
    soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  else if (demo_auth_breaks (self, DEMO_BREAK_FAILING_METADATA))
    soup_server_message_set_status (message, SOUP_STATUS_SERVICE_UNAVAILABLE, NULL);
  else
    return FALSE;

  soup_server_message_set_response (message, "text/html", SOUP_MEMORY_STATIC, page, strlen (page));

  return TRUE;
}

gboolean
demo_auth_serve_metadata (DemoAuth          *self,
                          SoupServerMessage *message,
                          const char        *path)
{
  g_autofree char *base = demo_auth_base (message);
  gboolean resource = g_str_equal (path, DEMO_METADATA)
                      || g_str_equal (path, DEMO_METADATA DEMO_RESOURCE);

  if (!g_str_has_prefix (path, "/.well-known/")
      || demo_auth_breaks (self, DEMO_BREAK_NO_METADATA))
    return FALSE;

  if (resource && demo_auth_breaks (self, DEMO_BREAK_REDIRECT_LOOP))
    soup_server_message_set_redirect (message, SOUP_STATUS_FOUND, path);
  else if (resource)
    serve_resource (self, message, base, path);
  else if (g_str_equal (path, "/.well-known/oauth-authorization-server") && serve_other (self, message))
    return TRUE;
  else if (g_str_equal (path, "/.well-known/oauth-authorization-server")
           || g_str_equal (path, "/.well-known/openid-configuration"))
    demo_auth_reply (message, SOUP_STATUS_OK, write_server (self, base),
                     demo_auth_breaks (self, DEMO_BREAK_WRONG_TYPES_SERVER));
  else
    return FALSE;

  return TRUE;
}
