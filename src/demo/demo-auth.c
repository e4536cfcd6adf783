/* demo-auth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-auth-private.h"
#include "mcp-http-server.h"
#include "mcp-json.h"
#include "mcp-message.h"

/* Who may pass to the MCP server, and where the parts of the authorization server are. */

#define MAX_KNOWN   2
#define MAX_CLIENTS 64
#define MAX_ASKED   64
#define MAX_CODES   64
#define MAX_TOKENS  512

#define FETCH_SECONDS 10

DemoAuth *
demo_auth_new (const DemoAuthOptions  *options,
               GError                **error)
{
  DemoJwtReader *reader = NULL;
  DemoAuth *self;

  if (options->key_file != NULL)
    {
      reader = demo_jwt_reader_new (options->key_file, error);
      if (reader == NULL)
        return NULL;
    }

  self = g_new0 (DemoAuth, 1);
  self->options = *options;
  self->reader = reader;
  self->known = demo_store_new (MAX_KNOWN, (GDestroyNotify) demo_client_free);
  self->clients = demo_store_new (MAX_CLIENTS, (GDestroyNotify) demo_client_free);
  self->asked = demo_store_new (MAX_ASKED, (GDestroyNotify) demo_request_free);
  self->codes = demo_store_new (MAX_CODES, (GDestroyNotify) demo_request_free);
  self->tokens = demo_store_new (MAX_TOKENS, (GDestroyNotify) demo_token_free);
  self->shown = demo_store_new (MAX_TOKENS, g_free);
  self->key = demo_jwt_key_new ();
  self->http = soup_session_new_with_options ("timeout", FETCH_SECONDS, NULL);
  demo_auth_add_known_clients (self);

  return self;
}

void
demo_auth_free (DemoAuth *self)
{
  demo_store_free (self->known);
  demo_store_free (self->clients);
  demo_store_free (self->asked);
  demo_store_free (self->codes);
  demo_store_free (self->tokens);
  demo_store_free (self->shown);
  demo_jwt_key_free (self->key);
  g_clear_pointer (&self->reader, demo_jwt_reader_free);
  g_object_unref (self->http);
  g_free (self);
}

/* Each path of the authorization server, and how it is asked. */
static const struct
{
  const char *path;
  const char *method;
  void      (*serve) (DemoAuth *self, SoupServerMessage *message);
} endpoints[] = {
  { "/authorize", "GET", demo_auth_authorize },
  { "/consent", "POST", demo_auth_consent },
  { "/token", "POST", demo_auth_token },
  { "/register", "POST", demo_auth_register },
  { "/revoke", "POST", demo_auth_revoke },
};

static void
serve_keys (DemoAuth          *self,
            SoupServerMessage *message)
{
  g_autofree char *key = demo_jwt_key_to_jwk (self->key);
  GString *json = g_string_new ("{");

  g_string_append_printf (json, "\"keys\":[%s]", key);
  demo_auth_reply (message, SOUP_STATUS_OK, json, FALSE);
}

gboolean
demo_auth_serve (DemoAuth          *self,
                 SoupServerMessage *message,
                 const char        *path)
{
  const char *method = soup_server_message_get_method (message);

  if (g_str_equal (path, "/jwks"))
    {
      serve_keys (self, message);
      return TRUE;
    }
  for (guint i = 0; i < G_N_ELEMENTS (endpoints); i++)
    {
      if (!g_str_equal (path, endpoints[i].path))
        continue;

      if (g_str_equal (method, endpoints[i].method))
        endpoints[i].serve (self, message);
      else
        {
          soup_server_message_set_status (message, SOUP_STATUS_METHOD_NOT_ALLOWED, NULL);
          soup_message_headers_replace (soup_server_message_get_response_headers (message), "Allow",
                                        endpoints[i].method);
        }
      return TRUE;
    }

  return demo_auth_serve_metadata (self, message, path);
}

/* Where the metadata are said to be; NULL: that is not said. */
static char *
locate_metadata (DemoAuth          *self,
                 SoupServerMessage *message)
{
  g_autofree char *base = demo_auth_base (message);

  if (demo_auth_breaks (self, DEMO_BREAK_NO_METADATA))
    return NULL;
  if (demo_auth_breaks (self, DEMO_BREAK_FILE_METADATA))
    return g_strdup ("file:///etc/passwd");
  if (demo_auth_breaks (self, DEMO_BREAK_PRIVATE_METADATA))
    return g_strdup ("http://169.254.169.254/latest/meta-data/");

  return g_strconcat (base, DEMO_METADATA DEMO_RESOURCE, NULL);
}

/* RFC 6750 section 3, RFC 9728 section 5.1 */
static void
challenge (DemoAuth          *self,
           SoupServerMessage *message,
           guint              status,
           const char        *scope,
           const char        *error,       /* (nullable) */
           const char        *description) /* (nullable) */
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  g_autofree char *metadata = locate_metadata (self, message);
  g_autoptr (GString) value = g_string_new (NULL);

  if (demo_auth_breaks (self, DEMO_BREAK_ODD_QUOTING))
    {
      soup_message_headers_append (headers, "WWW-Authenticate",
                                   "Negotiate, Basic realm=\"it says, "
                                   "Bearer resource_metadata=\\\"" DEMO_ATTACKER "\\\"\"");
      g_string_append_printf (value, "Digest nonce=\"a,b\", bEaReR  realm = demo ,, "
                              "scope=\"\\m\\c\\p%s\"", scope + strlen ("mcp"));
    }
  else
    {
      g_string_append_printf (value, "Bearer realm=\"demo\", scope=\"%s\"", scope);
    }
  if (error != NULL)
    g_string_append_printf (value, ", error=\"%s\", error_description=\"%s\"", error, description);
  if (metadata != NULL)
    g_string_append_printf (value, ", resource_metadata=\"%s\"", metadata);

  if (demo_auth_breaks (self, DEMO_BREAK_SINGLE_QUOTES))
    g_string_replace (value, "\"", "'", 0);

  soup_message_headers_append (headers, "WWW-Authenticate", value->str);
  demo_auth_reply_error (message, status, error != NULL ? error : "unauthorized",
                         description != NULL ? description : "An access token is needed");
}

/* What came with the request; NULL: nothing. */
static char *
read_token (DemoAuth          *self,
            SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *header = soup_message_headers_get_one (headers, "Authorization");
  g_autoptr (GHashTable) query = demo_auth_query (message);

  if (header != NULL && g_ascii_strncasecmp (header, "Bearer ", strlen ("Bearer ")) == 0)
    return g_strdup (header + strlen ("Bearer "));
  if (demo_auth_breaks (self, DEMO_BREAK_TOKEN_IN_QUERY_ACCEPTED))
    return g_strdup (g_hash_table_lookup (query, "access_token"));

  return NULL;
}

/* Returns why a token is not good, or NULL. */
static const char *
check_token (DemoAuth   *self,
             DemoToken  *token, /* (nullable) */
             const char *base)
{
  if (demo_auth_breaks (self, DEMO_BREAK_401_FOREVER))
    return "No access token is good enough";
  if (token == NULL)
    return demo_auth_breaks (self, DEMO_BREAK_FOREIGN_TOKEN_ACCEPTED)
             ? NULL : "The access token is not one of this server's";
  if (token->refreshes || token->grant->revoked)
    return "The access token is none, or was revoked";
  if (g_get_monotonic_time () > token->expiry_usec
      && !demo_auth_breaks (self, DEMO_BREAK_EXPIRED_TOKEN_ACCEPTED))
    return "The access token has expired";
  if (!demo_auth_is_resource (self, base, token->grant->resource))
    return "The access token is for another server";

  return NULL;
}

/* The scope that a request needs: who changes how the server works has to be allowed to. */
static const char *
get_needed_scope (SoupServerMessage *message,
                  gboolean          *calls) /* (out): a tool */
{
  g_autoptr (GBytes) body = mcp_http_server_dup_body (message);
  g_autoptr (McpMessage) request = mcp_message_new (body);
  g_autofree char *tool = NULL;

  *calls = g_strcmp0 (mcp_message_get_method (request), "tools/call") == 0;
  if (*calls)
    tool = mcp_json_lookup_string (g_bytes_get_data (body, NULL), g_bytes_get_size (body),
                                   "params.name");

  /* Who knows what is in a batch. */
  return g_strcmp0 (tool, "delay-ping") == 0 || g_strcmp0 (tool, "crash") == 0
             || mcp_message_get_kind (request) == MCP_MESSAGE_BATCH
           ? DEMO_SCOPE_WRITE : DEMO_SCOPE_READ;
}

gboolean
demo_auth_admit (DemoAuth          *self,
                 SoupServerMessage *message)
{
  g_autofree char *name = read_token (self, message);
  g_autofree char *base = demo_auth_base (message);
  DemoToken *token = name != NULL ? demo_store_find (self->tokens, name) : NULL;
  gboolean calls;
  const char *scope = get_needed_scope (message, &calls);
  const char *why = name != NULL ? check_token (self, token, base) : NULL;

  if (name == NULL || why != NULL)
    {
      challenge (self, message, SOUP_STATUS_UNAUTHORIZED, DEMO_SCOPE_READ,
                 why != NULL ? "invalid_token" : NULL, why);
      return FALSE;
    }
  if ((calls && demo_auth_breaks (self, DEMO_BREAK_403_FOREVER))
      || (token != NULL && !demo_scope_has (token->scope, scope)))
    {
      challenge (self, message, SOUP_STATUS_FORBIDDEN, scope,
                 "insufficient_scope", "The access token has not the scope that this needs");
      return FALSE;
    }

  return TRUE;
}
