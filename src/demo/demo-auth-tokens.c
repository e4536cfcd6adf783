/* demo-auth-tokens.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-auth-private.h"
#include "mcp-json.h"

/* The token endpoint: from a code, a refresh token or the client's own name to an access token. */

#define SLOW_SECONDS 60
#define SKEW_SECONDS 3600

#define ASSERTION_TYPE "urn:ietf:params:oauth:client-assertion-type:jwt-bearer"

static void
grant_clear (gpointer data)
{
  DemoGrant *self = data;

  g_free (self->client_id);
  g_free (self->subject);
  g_free (self->scope);
  g_free (self->resource);
  g_free (self->issuer);
}

void
demo_grant_unref (DemoGrant *self)
{
  g_rc_box_release_full (self, grant_clear);
}

static DemoGrant *
grant_new (DemoAuth   *self,
           const char *client_id,
           const char *subject,
           const char *scope,
           const char *resource,
           const char *issuer)
{
  DemoGrant *grant = g_rc_box_new0 (DemoGrant);

  grant->client_id = g_strdup (client_id);
  grant->subject = g_strdup (subject);
  grant->scope = g_strdup (demo_auth_breaks (self, DEMO_BREAK_SCOPE_NOT_GRANTED) ? DEMO_SCOPE_READ
                                                                                 : scope);
  grant->resource = g_strdup (resource);
  grant->issuer = g_strdup (issuer);

  return grant;
}

void
demo_token_free (DemoToken *self)
{
  demo_grant_unref (self->grant);
  g_free (self->scope);
  g_free (self);
}

static void
add_token (DemoAuth   *self,
           const char *name,
           DemoGrant  *grant,
           const char *scope,
           gint64      expiry_usec,
           gboolean    refreshes)
{
  DemoToken *token = g_new0 (DemoToken, 1);

  token->grant = g_rc_box_acquire (grant);
  token->scope = g_strdup (scope);
  token->expiry_usec = expiry_usec;
  token->refreshes = refreshes;
  demo_store_put (self->tokens, name, token);
}

gboolean
demo_scope_has (const char *scope,
                const char *name)
{
  g_auto (GStrv) names = g_strsplit (scope, " ", -1);

  return g_strv_contains ((const char * const *) names, name);
}

/* A resource indicator (RFC 8707) names the endpoint or its origin. */
gboolean
demo_auth_is_resource (DemoAuth   *self,
                       const char *base,
                       const char *resource)
{
  g_autofree char *server =
    g_strconcat (base, DEMO_RESOURCE, demo_auth_breaks (self, DEMO_BREAK_RESOURCE_SLASH) ? "/" : NULL, NULL);

  return demo_auth_breaks (self, DEMO_BREAK_RESOURCE_NOT_CHECKED)
         || (resource == NULL && demo_auth_breaks (self, DEMO_BREAK_RESOURCE_REFUSED))
         || g_strcmp0 (resource, server) == 0 || g_strcmp0 (resource, base) == 0;
}

/* RFC 9068; @lifetime_seconds: negative when it is over. */
static char *
write_access_token (DemoAuth   *self,
                    DemoGrant  *grant,
                    const char *scope,
                    gint64      lifetime_seconds)
{
  g_autofree char *id = demo_jwt_random ();
  g_autoptr (GString) claims = g_string_new ("{");
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;

  if (demo_auth_breaks (self, DEMO_BREAK_CLOCK_SKEW))
    now += SKEW_SECONDS;
  mcp_json_append_member_string (claims, "iss", grant->issuer);
  mcp_json_append_member_string (claims, "aud", grant->resource);
  mcp_json_append_member_string (claims, "sub", grant->subject);
  mcp_json_append_member_string (claims, "client_id", grant->client_id);
  mcp_json_append_member_string (claims, "scope", scope);
  mcp_json_append_member_int (claims, "iat", now);
  mcp_json_append_member_int (claims, "nbf", now);
  mcp_json_append_member_int (claims, "exp", now + lifetime_seconds);
  mcp_json_append_member_string (claims, "jti", id);
  g_string_append_c (claims, '}');

  return demo_jwt_sign (self->key, "at+jwt", claims->str);
}

static void
append_scope (DemoAuth   *self,
              GString    *json,
              const char *scope)
{
  g_auto (GStrv) names = g_strsplit (scope, " ", -1);
  g_autofree char *commas = g_strjoinv (",", names);

  if (demo_auth_breaks (self, DEMO_BREAK_SCOPE_AS_LIST))
    demo_auth_append_list (json, "scope", (const char * const *) names);
  else
    mcp_json_append_member_string (json, "scope",
                                   demo_auth_breaks (self, DEMO_BREAK_SCOPE_WITH_COMMAS) ? commas : scope);
}

/* RFC 6749 section 5.1; @refresh: (nullable) */
static void
reply_token (DemoAuth          *self,
             SoupServerMessage *message,
             DemoGrant         *grant,
             const char        *scope,
             const char        *refresh)
{
  gint64 lifetime = self->options.expiry_seconds;
  g_autofree char *access = NULL;
  GString *json = g_string_new ("{");

  if (demo_auth_breaks (self, DEMO_BREAK_EXPIRED_TOKEN))
    lifetime = -1;
  access = write_access_token (self, grant, scope, lifetime);
  add_token (self, access, grant, scope, g_get_monotonic_time () + lifetime * G_USEC_PER_SEC, FALSE);

  mcp_json_append_member_string (json, "access_token", access);
  mcp_json_append_member_string (json, "token_type", "Bearer");
  if (demo_auth_breaks (self, DEMO_BREAK_EXPIRY_AS_TEXT))
    {
      g_autofree char *seconds = g_strdup_printf ("%d", self->options.expiry_seconds);

      mcp_json_append_member_string (json, "expires_in", seconds);
    }
  else
    {
      mcp_json_append_member_int (json, "expires_in", self->options.expiry_seconds);
    }
  mcp_json_append_member_string (json, "refresh_token", refresh);
  append_scope (self, json, scope);
  demo_auth_reply (message, SOUP_STATUS_OK, json,
                   demo_auth_breaks (self, DEMO_BREAK_WRONG_TYPES_TOKEN));
}

static void
refuse_grant (SoupServerMessage *message,
              const char        *why)
{
  demo_auth_reply_error (message, SOUP_STATUS_BAD_REQUEST, "invalid_grant", why);
}

/* RFC 7636 section 4.6 */
static gboolean
check_verifier (DemoAuth    *self,
                DemoRequest *code,
                const char  *verifier) /* (nullable) */
{
  g_autofree char *challenge = NULL;

  if (code->challenge == NULL || demo_auth_breaks (self, DEMO_BREAK_VERIFIER_NOT_CHECKED))
    return TRUE;
  if (verifier == NULL)
    return FALSE;

  challenge = g_str_equal (code->method, "S256") ? demo_jwt_hash (verifier) : g_strdup (verifier);

  return g_str_equal (challenge, code->challenge);
}

/* Returns why a code is not good, or NULL. */
static const char *
check_code (DemoAuth    *self,
            DemoRequest *code, /* (nullable) */
            DemoClient  *client,
            GHashTable  *form)
{
  const char *redirect_uri = g_hash_table_lookup (form, "redirect_uri");

  if (code == NULL || g_get_monotonic_time () > code->expiry_usec)
    return "There is no such code, or it has expired";
  if (!g_str_equal (code->client_id, client->id))
    return "The code is that of another client";
  if (code->grant != NULL && !demo_auth_breaks (self, DEMO_BREAK_CODE_REUSE_ACCEPTED))
    {
      /* OAuth 2.1 section 4.1.3: one of the two has stolen it. */
      code->grant->revoked = TRUE;
      return "The code was used before; what came of it is revoked";
    }
  if (g_strcmp0 (redirect_uri, code->redirect_uri) != 0
      && !demo_auth_breaks (self, DEMO_BREAK_REDIRECT_NOT_CHECKED))
    return "The redirect_uri is not that of the authorization request";
  if (!check_verifier (self, code, g_hash_table_lookup (form, "code_verifier")))
    return "The code_verifier is not that of the code_challenge";

  return NULL;
}

static void
exchange_code (DemoAuth          *self,
               SoupServerMessage *message,
               DemoClient        *client,
               GHashTable        *form)
{
  DemoRequest *code = demo_store_find (self->codes, g_hash_table_lookup (form, "code"));
  const char *why = check_code (self, code, client, form);
  g_autofree char *refresh = NULL;

  if (why != NULL)
    {
      refuse_grant (message, why);
      return;
    }
  if (!demo_auth_breaks (self, DEMO_BREAK_RESOURCE_NOT_CHECKED)
      && g_strcmp0 (g_hash_table_lookup (form, "resource"), code->resource) != 0)
    {
      demo_auth_reply_error (message, SOUP_STATUS_BAD_REQUEST, "invalid_target",
                             "The resource is not that of the authorization request");
      return;
    }

  if (code->grant == NULL)
    code->grant = grant_new (self, client->id, "demo-user", code->scope, code->resource,
                             code->issuer);
  refresh = demo_jwt_random ();
  add_token (self, refresh, code->grant, code->grant->scope, G_MAXINT64, TRUE);
  reply_token (self, message, code->grant, code->grant->scope, refresh);
}

/* Whether all scopes that are asked for were granted. */
static gboolean
is_within (const char *scope,
           const char *granted)
{
  g_auto (GStrv) names = g_strsplit (scope, " ", -1);

  for (guint i = 0; names[i] != NULL; i++)
    if (!demo_scope_has (granted, names[i]))
      return FALSE;

  return TRUE;
}

static void
exchange_refresh (DemoAuth          *self,
                  SoupServerMessage *message,
                  DemoClient        *client,
                  GHashTable        *form)
{
  const char *name = g_hash_table_lookup (form, "refresh_token");
  const char *scope = g_hash_table_lookup (form, "scope");
  const char *resource = g_hash_table_lookup (form, "resource");
  DemoToken *token = demo_store_find (self->tokens, name);
  gboolean rotates = !demo_auth_breaks (self, DEMO_BREAK_NO_REFRESH_ROTATION);
  g_autofree char *refresh = rotates ? demo_jwt_random () : g_strdup (name);
  DemoGrant *grant;

  if (token == NULL || !token->refreshes || token->grant->revoked
      || !g_str_equal (token->grant->client_id, client->id))
    {
      refuse_grant (message, "There is no such refresh token, or it was revoked");
      return;
    }

  grant = token->grant;
  if (token->used)
    {
      /* OAuth 2.1 section 4.3.1: one of the two has stolen it. */
      grant->revoked = TRUE;
      refuse_grant (message, "The refresh token was used before; what came of it is revoked");
    }
  else if (scope != NULL && !is_within (scope, token->scope))
    {
      demo_auth_reply_error (message, SOUP_STATUS_BAD_REQUEST, "invalid_scope",
                             "More than was granted");
    }
  else if (resource != NULL && g_strcmp0 (resource, grant->resource) != 0
           && !demo_auth_breaks (self, DEMO_BREAK_RESOURCE_NOT_CHECKED))
    {
      demo_auth_reply_error (message, SOUP_STATUS_BAD_REQUEST, "invalid_target",
                             "The resource is another than at first");
    }
  else
    {
      g_rc_box_acquire (grant);
      token->used = rotates;
      if (rotates)
        add_token (self, refresh, grant, grant->scope, G_MAXINT64, TRUE);
      reply_token (self, message, grant, scope != NULL ? scope : grant->scope, refresh);
      demo_grant_unref (grant);
    }
}

static void
exchange_credentials (DemoAuth          *self,
                      SoupServerMessage *message,
                      DemoClient        *client,
                      GHashTable        *form)
{
  g_autofree char *base = demo_auth_base (message);
  const char *scope = g_hash_table_lookup (form, "scope");
  const char *resource = g_hash_table_lookup (form, "resource");
  DemoGrant *grant;

  if (scope == NULL)
    scope = DEMO_SCOPE_READ;
  if (client->secret == NULL)
    demo_auth_reply_error (message, SOUP_STATUS_BAD_REQUEST, "unauthorized_client",
                           "Only a client with a secret can stand for itself");
  else if (!demo_auth_is_resource (self, base, resource))
    demo_auth_reply_error (message, SOUP_STATUS_BAD_REQUEST, "invalid_target",
                           "The resource has to be that of the MCP server");
  else if (!is_within (scope, DEMO_SCOPE_READ " " DEMO_SCOPE_WRITE))
    demo_auth_reply_error (message, SOUP_STATUS_BAD_REQUEST, "invalid_scope",
                           "There are " DEMO_SCOPE_READ " and " DEMO_SCOPE_WRITE);
  else
    {
      grant = grant_new (self, client->id, client->id, scope, resource, base);
      reply_token (self, message, grant, grant->scope, NULL);
      demo_grant_unref (grant);
    }
}

/* The user and password of Basic, each encoded as in a form (RFC 6749 section 2.3.1). */
static gboolean
read_basic (SoupServerMessage  *message,
            char              **id,
            char              **secret)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *header = soup_message_headers_get_one (headers, "Authorization");
  g_autofree char *pair = NULL;
  g_autofree char *form = NULL;
  g_autoptr (GHashTable) decoded = NULL;
  gsize length;
  char *colon;

  if (header == NULL || g_ascii_strncasecmp (header, "Basic ", strlen ("Basic ")) != 0)
    return FALSE;

  pair = (char *) g_base64_decode (header + strlen ("Basic "), &length);
  pair = g_realloc (pair, length + 1);
  pair[length] = '\0';
  colon = strchr (pair, ':');
  if (colon == NULL)
    return FALSE;

  *colon = '\0';
  form = g_strconcat ("id=", pair, "&secret=", colon + 1, NULL);
  decoded = soup_form_decode (form);
  *id = g_strdup (g_hash_table_lookup (decoded, "id"));
  *secret = g_strdup (g_hash_table_lookup (decoded, "secret"));

  return TRUE;
}

/* Whoever shows who they are, by RFC 6749 section 2.3 or by what they have signed. */
static DemoClient *
find_client (DemoAuth          *self,
             SoupServerMessage *message,
             GHashTable        *form,
             gboolean          *basic) /* (out) */
{
  const char *assertion = g_hash_table_lookup (form, "client_assertion");
  g_autofree char *id = NULL, *secret = NULL;
  DemoClient *client;
  const char *word;

  *basic = read_basic (message, &id, &secret);
  if (assertion != NULL && g_strcmp0 (g_hash_table_lookup (form, "client_assertion_type"),
                                      ASSERTION_TYPE) == 0)
    return demo_auth_read_assertion (self, message, assertion);

  client = demo_auth_lookup_client (self, *basic ? id : g_hash_table_lookup (form, "client_id"));
  word = *basic ? secret : g_hash_table_lookup (form, "client_secret");

  return client != NULL && (client->secret == NULL || g_strcmp0 (word, client->secret) == 0)
           ? client : NULL;
}

/* Who asks; NULL and a refusal when it is nobody. */
static DemoClient *
authenticate (DemoAuth          *self,
              SoupServerMessage *message,
              GHashTable        *form)
{
  gboolean basic;
  DemoClient *client = find_client (self, message, form, &basic);

  if (basic && demo_auth_breaks (self, DEMO_BREAK_BASIC_NOT_TAKEN))
    {
      demo_auth_reply_error (message, SOUP_STATUS_BAD_REQUEST, "invalid_client", "Missing client_id");
      return NULL;
    }
  if (client != NULL && !demo_auth_breaks (self, DEMO_BREAK_INVALID_CLIENT))
    return client;

  demo_auth_reply_error (message, SOUP_STATUS_UNAUTHORIZED, "invalid_client",
                         "There is no such client, or its secret or assertion is not good");
  if (basic)
    soup_message_headers_replace (soup_server_message_get_response_headers (message),
                                  "WWW-Authenticate", "Basic realm=\"demo\"");

  return NULL;
}

/* The answer is there; it goes out later. */
static gboolean
slow_cb (gpointer user_data)
{
  soup_server_message_unpause (user_data);

  return G_SOURCE_REMOVE;
}

static void
delay (SoupServerMessage *message)
{
  soup_server_message_pause (message);
  g_timeout_add_seconds_full (G_PRIORITY_DEFAULT, SLOW_SECONDS, slow_cb, g_object_ref (message),
                              g_object_unref);
}

void
demo_auth_token (DemoAuth          *self,
                 SoupServerMessage *message)
{
  g_autoptr (GHashTable) form = demo_auth_form (message);
  const char *type = form != NULL ? g_hash_table_lookup (form, "grant_type") : NULL;
  DemoClient *client;

  if (demo_auth_breaks (self, DEMO_BREAK_SLOW_TOKEN))
    delay (message);
  if (type == NULL)
    {
      demo_auth_reply_error (message, SOUP_STATUS_BAD_REQUEST, "invalid_request",
                             "A form with a grant_type is needed");
      return;
    }
  if (demo_auth_breaks (self, DEMO_BREAK_REFUSAL_WITH_200))
    {
      demo_auth_reply_error (message, SOUP_STATUS_OK, "invalid_code", "The code is not good");
      return;
    }
  client = authenticate (self, message, form);
  if (client == NULL)
    return;

  if (g_str_equal (type, "authorization_code"))
    exchange_code (self, message, client, form);
  else if (g_str_equal (type, "refresh_token"))
    exchange_refresh (self, message, client, form);
  else if (g_str_equal (type, "client_credentials"))
    exchange_credentials (self, message, client, form);
  else
    demo_auth_reply_error (message, SOUP_STATUS_BAD_REQUEST, "unsupported_grant_type",
                           "There are authorization_code, refresh_token and client_credentials");
}

/* RFC 7009: whether there was such a token is not told. With a refresh token goes all of its grant. */
void
demo_auth_revoke (DemoAuth          *self,
                  SoupServerMessage *message)
{
  g_autoptr (GHashTable) form = demo_auth_form (message);
  const char *name = form != NULL ? g_hash_table_lookup (form, "token") : NULL;
  DemoClient *client;
  DemoToken *token;

  if (name == NULL)
    {
      demo_auth_reply_error (message, SOUP_STATUS_BAD_REQUEST, "invalid_request",
                             "A form with a token is needed");
      return;
    }
  client = authenticate (self, message, form);
  if (client == NULL)
    return;

  token = demo_store_find (self->tokens, name);
  if (token != NULL && g_str_equal (token->grant->client_id, client->id))
    {
      if (token->refreshes)
        token->grant->revoked = TRUE;
      demo_token_free (demo_store_take (self->tokens, name));
    }
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
}
