/* demo-auth-clients.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-auth-private.h"
#include "mcp-json.h"

/*
 * Clients: two that are known from the start, those that register (RFC 7591), and those whose
 * name is the address of their metadata (basic/authorization, Client ID Metadata Documents).
 */

#define MAX_DOCUMENT_BYTES (64 * 1024)
#define MAX_REDIRECTS      16

void
demo_client_free (DemoClient *self)
{
  g_free (self->id);
  g_free (self->name);
  g_free (self->secret);
  g_free (self->auth_method);
  g_strfreev (self->redirects);
  g_free (self);
}

static DemoClient *
add_client (DemoStore   *clients,
            const char  *id,
            const char  *name,
            const char  *auth_method,
            const char  *secret,     /* (nullable) */
            char       **redirects)  /* (transfer full) (nullable) */
{
  DemoClient *client = g_new0 (DemoClient, 1);

  client->id = g_strdup (id);
  client->name = g_strdup (name);
  client->auth_method = g_strdup (auth_method);
  client->secret = g_strdup (secret);
  client->redirects = redirects;
  demo_store_put (clients, id, client);

  return client;
}

void
demo_auth_add_known_clients (DemoAuth *self)
{
  add_client (self->known, "demo-app", "Demo App", "none", NULL, NULL);
  add_client (self->known, DEMO_SERVICE, "Demo Service", "client_secret_basic", "demo-secret", NULL);
}

DemoClient *
demo_auth_lookup_client (DemoAuth   *self,
                         const char *id)
{
  DemoClient *client = demo_store_find (self->known, id);

  return client != NULL ? client : demo_store_find (self->clients, id);
}

static gboolean
is_loopback (GUri     *uri,
             gboolean  by_name)
{
  const char *host = g_uri_get_host (uri);

  return g_str_equal (g_uri_get_scheme (uri), "http") && host != NULL
         && (g_str_equal (host, "127.0.0.1") || g_str_equal (host, "::1")
             || (by_name && g_str_equal (host, "localhost")));
}

/* Whether two addresses on the loopback differ in nothing but the port (RFC 8252 section 7.3). */
static gboolean
is_same_but_port (const char *registered,
                  const char *uri)
{
  g_autoptr (GUri) a = g_uri_parse (registered, G_URI_FLAGS_ENCODED, NULL);
  g_autoptr (GUri) b = g_uri_parse (uri, G_URI_FLAGS_ENCODED, NULL);

  return a != NULL && b != NULL && is_loopback (a, FALSE) && is_loopback (b, FALSE)
         && g_str_equal (g_uri_get_host (a), g_uri_get_host (b))
         && g_uri_get_userinfo (b) == NULL && g_uri_get_fragment (b) == NULL
         && g_str_equal (g_uri_get_path (a), g_uri_get_path (b))
         && g_strcmp0 (g_uri_get_query (a), g_uri_get_query (b)) == 0;
}

gboolean
demo_client_may_redirect (DemoClient *self,
                          const char *uri)
{
  if (self->redirects == NULL)
    {
      g_autoptr (GUri) parsed = g_uri_parse (uri, G_URI_FLAGS_ENCODED, NULL);

      return parsed != NULL && is_loopback (parsed, TRUE) && g_uri_get_fragment (parsed) == NULL;
    }

  for (guint i = 0; self->redirects[i] != NULL; i++)
    if (g_str_equal (self->redirects[i], uri) || is_same_but_port (self->redirects[i], uri))
      return TRUE;

  return FALSE;
}

/* Returns why an address may not be registered, or NULL. */
static const char *
refuse_redirect (const char *redirect,
                 gboolean    web)
{
  g_autoptr (GUri) uri = g_uri_parse (redirect, G_URI_FLAGS_ENCODED, NULL);

  if (uri == NULL)
    return "A redirect_uri is not an address";
  if (g_uri_get_fragment (uri) != NULL)
    return "A redirect_uri must not have a fragment";
  if (g_str_equal (g_uri_get_scheme (uri), "https"))
    return NULL;
  if (!is_loopback (uri, TRUE))
    return "A redirect_uri has to be https, or http on the loopback";

  /* OpenID Connect Dynamic Client Registration 1.0 section 2 */
  return web ? "The application_type web may not redirect to the loopback; native may" : NULL;
}

/* Reads redirect_uris; returns NULL and sets @why when there are none that will do. */
static char **
read_redirects (const char  *json,
                const char **why)
{
  g_autoptr (GStrvBuilder) redirects = g_strv_builder_new ();
  g_autofree char *type = mcp_json_lookup_string (json, strlen (json), "application_type");
  guint n_redirects = 0;
  McpJsonIter iter;
  McpSpan list, value;

  *why = NULL;
  if (mcp_json_lookup (json, strlen (json), "redirect_uris", &list)
      && mcp_json_get_type (json + list.offset, list.length) == MCP_JSON_ARRAY
      && mcp_json_iter_init (&iter, json + list.offset, list.length))
    while (*why == NULL && mcp_json_iter_next (&iter, NULL, &value))
      {
        g_autofree char *redirect = mcp_json_dup_string (json + list.offset + value.offset,
                                                         value.length);

        if (redirect == NULL || ++n_redirects > MAX_REDIRECTS)
          *why = "redirect_uris has to be a short list of texts";
        else
          *why = refuse_redirect (redirect, g_strcmp0 (type, "web") == 0);
        if (*why == NULL)
          g_strv_builder_add (redirects, redirect);
      }
  if (*why == NULL && n_redirects == 0)
    *why = "redirect_uris is missing";

  return *why == NULL ? g_strv_builder_end (redirects) : NULL;
}

/* RFC 7591 section 3.2.1 */
static void
reply_registered (DemoAuth          *self,
                  SoupServerMessage *message,
                  DemoClient        *client)
{
  static const char * const grants[] = { "authorization_code", "refresh_token", NULL };
  static const char * const responses[] = { "code", NULL };
  GString *json = g_string_new ("{");

  mcp_json_append_member_string (json, "client_id", client->id);
  mcp_json_append_member_int (json, "client_id_issued_at", g_get_real_time () / G_USEC_PER_SEC);
  mcp_json_append_member_string (json, "client_secret", client->secret);
  if (demo_auth_breaks (self, DEMO_BREAK_NULL_REGISTRATION))
    {
      mcp_json_append_member (json, "client_uri", "null");
      mcp_json_append_member (json, "scope", "null");
      mcp_json_append_member (json, "contacts", "null");
    }
  if (client->secret != NULL)
    mcp_json_append_member_int (json, "client_secret_expires_at", 0);
  mcp_json_append_member_string (json, "client_name", client->name);
  demo_auth_append_list (json, "redirect_uris", (const char * const *) client->redirects);
  demo_auth_append_list (json, "grant_types", grants);
  demo_auth_append_list (json, "response_types", responses);
  mcp_json_append_member_string (json, "token_endpoint_auth_method", client->auth_method);
  demo_auth_reply (message, SOUP_STATUS_CREATED, json,
                   demo_auth_breaks (self, DEMO_BREAK_WRONG_TYPES_REGISTRATION));
}

void
demo_auth_register (DemoAuth          *self,
                    SoupServerMessage *message)
{
  g_autofree char *body = demo_auth_body (message);
  g_autofree char *name = NULL, *method = NULL, *id = NULL, *secret = NULL;
  g_auto (GStrv) redirects = NULL;
  const char *why;

  if (demo_auth_breaks (self, DEMO_BREAK_REGISTRATION_REFUSED))
    {
      demo_auth_reply_error (message, SOUP_STATUS_FORBIDDEN, "access_denied",
                             "Clients are registered by the administrator alone");
      return;
    }
  if (body == NULL || !mcp_json_validate (body, -1, NULL)
      || mcp_json_get_type (body, strlen (body)) != MCP_JSON_OBJECT)
    {
      demo_auth_reply_error (message, SOUP_STATUS_BAD_REQUEST, "invalid_client_metadata",
                             "A registration is a JSON object");
      return;
    }

  redirects = read_redirects (body, &why);
  if (redirects != NULL && demo_auth_breaks (self, DEMO_BREAK_REDIRECT_REFUSED))
    why = "A redirect_uri has to be https";
  if (why != NULL)
    {
      demo_auth_reply_error (message, SOUP_STATUS_BAD_REQUEST, "invalid_redirect_uri", why);
      return;
    }

  /* RFC 7591 section 2: the default is a secret. */
  method = mcp_json_lookup_string (body, strlen (body), "token_endpoint_auth_method");
  if (method == NULL)
    method = g_strdup ("client_secret_basic");
  if (!g_str_equal (method, "none") && !g_str_equal (method, "client_secret_basic")
      && !g_str_equal (method, "client_secret_post"))
    {
      demo_auth_reply_error (message, SOUP_STATUS_BAD_REQUEST, "invalid_client_metadata",
                             "This token_endpoint_auth_method is not supported");
      return;
    }

  id = demo_jwt_random ();
  secret = g_str_equal (method, "none") ? NULL : demo_jwt_random ();
  name = mcp_json_lookup_string (body, strlen (body), "client_name");
  reply_registered (self, message,
                    add_client (self->clients, id, name != NULL ? name : "A client", method, secret,
                                g_steal_pointer (&redirects)));
}

/* Fetching the metadata of a client. */
typedef struct
{
  DemoAuth          *self;
  SoupServerMessage *message;
  DemoClientFunc     func;
  char              *id;
  char               document[MAX_DOCUMENT_BYTES];
} Fetch;

/* Returns why a document is not that of the client, or NULL. */
static const char *
read_document (Fetch *fetch,
               gsize  length)
{
  g_autofree char *json = g_strndup (fetch->document, length);
  g_autofree char *id = NULL, *name = NULL, *method = NULL;
  char **redirects;
  const char *why;

  if (length == MAX_DOCUMENT_BYTES || !mcp_json_validate (json, -1, NULL)
      || mcp_json_get_type (json, strlen (json)) != MCP_JSON_OBJECT)
    return "The metadata of the client is not a short JSON object";

  id = mcp_json_lookup_string (json, strlen (json), "client_id");
  if (g_strcmp0 (id, fetch->id) != 0)
    return "The client_id in the metadata of the client is not its address";
  method = mcp_json_lookup_string (json, strlen (json), "token_endpoint_auth_method");
  if (method != NULL && !g_str_equal (method, "none"))
    return "A client with a metadata document has no secret: its token_endpoint_auth_method is none";

  redirects = read_redirects (json, &why);
  if (redirects == NULL)
    return why;

  name = mcp_json_lookup_string (json, strlen (json), "client_name");
  add_client (fetch->self->clients, id, name != NULL ? name : id, "none", NULL, redirects);

  return NULL;
}

static void
fetch_end (Fetch      *fetch,
           const char *why)
{
  DemoClient *client = why == NULL ? demo_store_find (fetch->self->clients, fetch->id) : NULL;

  fetch->func (fetch->self, fetch->message, client, why);
  soup_server_message_unpause (fetch->message);
  g_object_unref (fetch->message);
  g_free (fetch->id);
  g_free (fetch);
}

static void
document_read_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  Fetch *fetch = user_data;
  gsize length = 0;

  if (g_input_stream_read_all_finish (G_INPUT_STREAM (source), result, &length, NULL))
    fetch_end (fetch, read_document (fetch, length));
  else
    fetch_end (fetch, "The metadata of the client cannot be read");
}

static void
document_sent_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  Fetch *fetch = user_data;
  SoupMessage *request = soup_session_get_async_result_message (SOUP_SESSION (source), result);
  g_autoptr (GInputStream) stream = soup_session_send_finish (SOUP_SESSION (source), result, NULL);

  if (stream == NULL || soup_message_get_status (request) != SOUP_STATUS_OK)
    fetch_end (fetch, "The metadata of the client cannot be fetched");
  else
    g_input_stream_read_all_async (stream, fetch->document, sizeof fetch->document,
                                   G_PRIORITY_DEFAULT, NULL, document_read_cb, fetch);
}

/* Whether a name of a client is where its metadata are; http on the loopback is for trying it. */
static gboolean
is_document (const char *id)
{
  g_autoptr (GUri) uri = g_uri_parse (id, G_URI_FLAGS_ENCODED, NULL);

  return uri != NULL && strlen (g_uri_get_path (uri)) > 1
         && (g_str_equal (g_uri_get_scheme (uri), "https") || is_loopback (uri, TRUE));
}

void
demo_auth_find_client (DemoAuth          *self,
                       SoupServerMessage *message,
                       const char        *id,
                       DemoClientFunc     func)
{
  g_autoptr (SoupMessage) request = NULL;
  DemoClient *client;
  Fetch *fetch;

  if (!is_document (id))
    {
      client = demo_auth_lookup_client (self, id);
      func (self, message, client, client != NULL ? NULL : "There is no such client");
      return;
    }

  fetch = g_new0 (Fetch, 1);
  fetch->self = self;
  fetch->message = g_object_ref (message);
  fetch->func = func;
  fetch->id = g_strdup (id);
  soup_server_message_pause (message);

  request = soup_message_new ("GET", id);
  soup_message_add_flags (request, SOUP_MESSAGE_NO_REDIRECT);
  soup_message_headers_replace (soup_message_get_request_headers (request), "Accept",
                                "application/json");
  soup_session_send_async (self->http, request, G_PRIORITY_DEFAULT, NULL, document_sent_cb, fetch);
}
