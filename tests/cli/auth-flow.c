/* auth-flow.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "auth-flow.h"
#include "test-support.h"

#define FORM "application/x-www-form-urlencoded"

AuthFlow *
auth_flow_new (const char *breaks,
               const char *option,
               const char *value)
{
  const char *options[8] = { "--modern", "--auth" };
  AuthFlow *self = g_new0 (AuthFlow, 1);
  guint n = 2;

  if (breaks != NULL)
    {
      options[n++] = "--auth-break";
      options[n++] = breaks;
    }
  if (option != NULL)
    options[n++] = option;
  if (value != NULL)
    options[n++] = value;

  self->demo = cli_demo_start_with (options);
  self->base = g_strndup (self->demo->url, strlen (self->demo->url) - strlen ("/mcp"));
  self->http = soup_session_new ();
  self->client_id = g_strdup ("demo-app");
  self->redirect_uri = self->code_redirect_uri = AUTH_FLOW_REDIRECT;
  self->method = "S256";
  self->code_challenge = AUTH_FLOW_SHA256;
  self->verifier = AUTH_FLOW_VERIFIER;
  self->resource = g_strdup (self->demo->url);
  self->code_resource = g_strdup (self->demo->url);

  return self;
}

void
auth_flow_free (AuthFlow *self)
{
  g_object_unref (self->http);
  cli_demo_free (self->demo);
  g_free (self->base);
  g_free (self->body);
  g_free (self->challenge);
  g_free (self->location);
  g_free (self->client_id);
  g_free (self->resource);
  g_free (self->code_resource);
  g_clear_pointer (&self->answer, g_hash_table_unref);
  g_free (self->access);
  g_free (self->refresh);
  g_free (self);
}

static void
sent_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  GAsyncResult **kept = user_data;

  *kept = g_object_ref (result);
}

/* Asynchronous, because a test may serve something at the same time. */
static void
send_message (AuthFlow    *self,
              SoupMessage *message)
{
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GBytes) received = NULL;
  g_autoptr (GError) error = NULL;
  gsize length;

  soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
  soup_session_send_and_read_async (self->http, message, G_PRIORITY_DEFAULT, NULL, sent_cb, &result);
  TEST_AWAIT (result != NULL);
  received = soup_session_send_and_read_finish (self->http, result, &error);
  g_assert_no_error (error);

  self->status = soup_message_get_status (message);
  length = g_bytes_get_size (received);
  g_free (self->body);
  self->body = g_strndup (length > 0 ? g_bytes_get_data (received, NULL) : "", length);
  g_free (self->challenge);
  self->challenge = g_strdup (soup_message_headers_get_list (headers, "WWW-Authenticate"));
  g_free (self->location);
  self->location = g_strdup (soup_message_headers_get_one (headers, "Location"));
}

void
auth_flow_send (AuthFlow   *self,
                const char *method,
                const char *path,
                const char *type,
                const char *body,
                const char *authorization)
{
  g_autofree char *url = *path == '/' ? g_strconcat (self->base, path, NULL) : g_strdup (path);
  g_autoptr (SoupMessage) message = soup_message_new (method, url);
  g_autoptr (GBytes) bytes = body != NULL ? g_bytes_new (body, strlen (body)) : NULL;
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  soup_message_headers_replace (headers, "Accept", "application/json, text/event-stream");
  if (bytes != NULL)
    soup_message_set_request_body_from_bytes (message, type, bytes);
  if (authorization != NULL)
    soup_message_headers_replace (headers, "Authorization", authorization);
  send_message (self, message);
}

static char *
encode_form (va_list words)
{
  g_autoptr (GString) form = g_string_new (NULL);
  const char *name;

  while ((name = va_arg (words, const char *)) != NULL)
    {
      const char *value = va_arg (words, const char *);
      g_autofree char *escaped = g_uri_escape_string (value, NULL, FALSE);

      if (*value != '\0')
        g_string_append_printf (form, "%s%s=%s", form->len > 0 ? "&" : "", name, escaped);
    }

  return g_strdup (form->str);
}

void
auth_flow_post_form (AuthFlow   *self,
                     const char *path,
                     const char *authorization,
                     ...)
{
  g_autofree char *form = NULL;
  va_list words;

  va_start (words, authorization);
  form = encode_form (words);
  va_end (words);
  auth_flow_send (self, "POST", path, FORM, form, authorization);
}

char *
auth_flow_member (AuthFlow   *self,
                  const char *name)
{
  g_autoptr (JsonNode) node = cli_parse (self->body);
  JsonNode *member = json_object_get_member (json_node_get_object (node), name);

  if (member == NULL)
    return NULL;

  return JSON_NODE_HOLDS_VALUE (member) && json_node_get_value_type (member) == G_TYPE_STRING
           ? json_node_dup_string (member) : json_to_string (member, FALSE);
}

gboolean
auth_flow_register (AuthFlow   *self,
                    const char *redirect_uri)
{
  g_autofree char *body = g_strdup_printf (
    "{\"client_name\":\"A <b>test</b>\",\"redirect_uris\":[\"%s\"],"
    "\"token_endpoint_auth_method\":\"none\",\"application_type\":\"native\"}", redirect_uri);

  auth_flow_send (self, "POST", "/register", "application/json", body, NULL);
  if (self->status != 201)
    return FALSE;

  g_free (self->client_id);
  self->client_id = auth_flow_member (self, "client_id");

  return TRUE;
}

static const char *
or_none (const char *text)
{
  return text != NULL ? text : "";
}

static char *
encode_query (const char *first,
              ...)
{
  g_autofree char *form = NULL;
  va_list words;

  va_start (words, first);
  form = encode_form (words);
  va_end (words);

  return g_strconcat (first, form, NULL);
}

void
auth_flow_authorize (AuthFlow *self)
{
  g_autofree char *path = encode_query ("/authorize?", "response_type", "code",
                                        "client_id", self->client_id,
                                        "redirect_uri", self->redirect_uri,
                                        "code_challenge", or_none (self->code_challenge),
                                        "code_challenge_method", or_none (self->method),
                                        "scope", or_none (self->scope), "state", "a state & more",
                                        "resource", or_none (self->resource), NULL);
  const char *query;

  auth_flow_send (self, "GET", path, NULL, NULL, NULL);
  g_clear_pointer (&self->answer, g_hash_table_unref);
  query = self->location != NULL ? strchr (self->location, '?') : NULL;
  self->answer = soup_form_decode (query != NULL ? query + 1 : "");
}

static gboolean
keep_tokens (AuthFlow *self)
{
  if (self->status != 200)
    return FALSE;

  g_free (self->access);
  self->access = auth_flow_member (self, "access_token");
  g_free (self->refresh);
  self->refresh = auth_flow_member (self, "refresh_token");

  return TRUE;
}

gboolean
auth_flow_redeem (AuthFlow *self)
{
  auth_flow_post_form (self, "/token", NULL, "grant_type", "authorization_code",
                       "code", or_none (g_hash_table_lookup (self->answer, "code")),
                       "client_id", self->client_id, "redirect_uri", self->code_redirect_uri,
                       "code_verifier", self->verifier, "resource", or_none (self->code_resource),
                       NULL);

  return keep_tokens (self);
}

gboolean
auth_flow_refresh (AuthFlow *self)
{
  auth_flow_post_form (self, "/token", NULL, "grant_type", "refresh_token",
                       "refresh_token", self->refresh, "client_id", self->client_id, NULL);

  return keep_tokens (self);
}

void
auth_flow_call (AuthFlow   *self,
                const char *access,
                const char *query,
                const char *tool)
{
  g_autofree char *url = g_strconcat (self->demo->url, query, NULL);
  g_autofree char *bearer = access != NULL ? g_strconcat ("Bearer ", access, NULL) : NULL;
  g_autofree char *body = g_strdup_printf (
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\","
    "\"arguments\":{},\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
    "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"t\",\"version\":\"1\"},"
    "\"io.modelcontextprotocol/clientCapabilities\":{}}}}", tool);
  g_autoptr (SoupMessage) message = soup_message_new ("POST", url);
  g_autoptr (GBytes) bytes = g_bytes_new (body, strlen (body));
  SoupMessageHeaders *headers = soup_message_get_request_headers (message);

  soup_message_headers_replace (headers, "Accept", "application/json, text/event-stream");
  soup_message_headers_replace (headers, "MCP-Protocol-Version", "2026-07-28");
  soup_message_headers_replace (headers, "Mcp-Method", "tools/call");
  soup_message_headers_replace (headers, "Mcp-Name", tool);
  if (bearer != NULL)
    soup_message_headers_replace (headers, "Authorization", bearer);
  soup_message_set_request_body_from_bytes (message, "application/json", bytes);
  send_message (self, message);
}

JsonObject *
auth_flow_read_claims (AuthFlow  *self,
                       JsonNode **node)
{
  g_auto (GStrv) parts = g_strsplit (self->access, ".", -1);
  g_autoptr (GString) padded = NULL;
  g_autofree char *text = NULL;
  gsize length;

  g_assert_cmpuint (g_strv_length (parts), ==, 3);
  padded = g_string_new (parts[1]);
  g_string_replace (padded, "-", "+", 0);
  g_string_replace (padded, "_", "/", 0);
  while (padded->len % 4 != 0)
    g_string_append_c (padded, '=');
  text = (char *) g_base64_decode (padded->str, &length);
  text = g_realloc (text, length + 1);
  text[length] = '\0';
  *node = cli_parse (text);

  return json_node_get_object (*node);
}
