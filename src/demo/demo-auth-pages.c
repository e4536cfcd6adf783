/* demo-auth-pages.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-auth-private.h"

/* What a browser sees: the request for authorization, and the page that asks for consent. */

#define CODE_SECONDS    60
#define CONSENT_SECONDS 600

#define PAGE_START \
  "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">" \
  "<meta name=\"viewport\" content=\"width=device-width\"><title>Demo Server</title><style>" \
  ":root{color-scheme:light dark}body{font:16px/1.5 sans-serif;max-width:30em;margin:3em auto;" \
  "padding:0 1em}dt{font-weight:bold}dd{margin:0 0 .6em;overflow-wrap:anywhere}" \
  "button{font:inherit;padding:.4em 1.6em;margin-right:.6em}</style></head><body>"
#define PAGE_END "</body></html>\n"

void
demo_request_free (DemoRequest *self)
{
  g_free (self->client_id);
  g_free (self->redirect_uri);
  g_free (self->challenge);
  g_free (self->method);
  g_free (self->scope);
  g_free (self->state);
  g_free (self->resource);
  g_free (self->issuer);
  g_clear_pointer (&self->grant, demo_grant_unref);
  g_free (self);
}

static void
reply_page (SoupServerMessage *message,
            guint              status,
            const char        *content)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  g_autofree char *page = g_strconcat (PAGE_START, content, PAGE_END, NULL);

  /* Nobody else may show it, so that nobody clicks without seeing what. */
  soup_message_headers_replace (headers, "Content-Security-Policy",
                                "default-src 'none'; style-src 'unsafe-inline'; "
                                "frame-ancestors 'none'");
  soup_message_headers_replace (headers, "Cache-Control", "no-store");
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "text/html; charset=utf-8", SOUP_MEMORY_COPY, page,
                                    strlen (page));
}

/* What must not go back to the client, for it may not be its address (RFC 6749 section 4.1.2.1). */
static void
reply_refusal (SoupServerMessage *message,
               const char        *why)
{
  g_autofree char *content = g_markup_printf_escaped ("<h1>This will not do</h1><p>%s</p>", why);

  reply_page (message, SOUP_STATUS_BAD_REQUEST, content);
}

static void
append_parameter (GString    *url,
                  const char *name,
                  const char *value) /* (nullable) */
{
  g_autofree char *escaped = value != NULL ? g_uri_escape_string (value, NULL, FALSE) : NULL;

  if (escaped != NULL)
    g_string_append_printf (url, "%c%s=%s", strchr (url->str, '?') != NULL ? '&' : '?', name,
                            escaped);
}

/* Back to the client, with a code or an error; iss says who answers (RFC 9207). */
static void
redirect (DemoAuth          *self,
          SoupServerMessage *message,
          DemoRequest       *request,
          const char        *name,
          const char        *value,
          const char        *description) /* (nullable) */
{
  g_autoptr (GString) url = g_string_new (request->redirect_uri);

  append_parameter (url, name, value);
  append_parameter (url, "error_description", description);
  if (!demo_auth_breaks (self, DEMO_BREAK_MISSING_STATE))
    append_parameter (url, "state", request->state);
  if (demo_auth_breaks (self, DEMO_BREAK_WRONG_ISS))
    append_parameter (url, "iss", DEMO_ATTACKER);
  else if (!demo_auth_breaks (self, DEMO_BREAK_NO_ISS))
    {
      g_autofree char *issuer = demo_auth_issuer (self, request->issuer);

      append_parameter (url, "iss", issuer);
    }

  soup_message_headers_replace (soup_server_message_get_response_headers (message),
                                "Cache-Control", "no-store");
  soup_server_message_set_redirect (message, SOUP_STATUS_FOUND, url->str);
}

/* @request: (transfer full) */
static void
redirect_with_code (DemoAuth          *self,
                    SoupServerMessage *message,
                    DemoRequest       *request)
{
  g_autofree char *code = demo_jwt_random ();

  request->expiry_usec = g_get_monotonic_time () + CODE_SECONDS * G_USEC_PER_SEC;
  redirect (self, message, request, "code", code, NULL);
  demo_store_put (self->codes, code, request);
}

static gboolean
are_scopes (const char *scope)
{
  g_auto (GStrv) names = g_strsplit (scope, " ", -1);

  for (guint i = 0; names[i] != NULL; i++)
    if (!g_str_equal (names[i], DEMO_SCOPE_READ) && !g_str_equal (names[i], DEMO_SCOPE_WRITE)
        && !g_str_equal (names[i], "offline_access"))
      return FALSE;

  return TRUE;
}

/* Returns an error of RFC 6749 section 4.1.2.1 or its kin and says why, or NULL. */
static const char *
check_request (DemoAuth    *self,
               DemoRequest *request,
               GHashTable  *query,
               const char **why)
{
  gboolean plain = demo_auth_breaks (self, DEMO_BREAK_NO_S256);
  gboolean loose = demo_auth_breaks (self, DEMO_BREAK_PLAIN_PKCE_ACCEPTED);

  *why = "The response_type has to be code";
  if (g_strcmp0 (g_hash_table_lookup (query, "response_type"), "code") != 0)
    return "unsupported_response_type";
  *why = "A code_challenge is needed";
  if (request->challenge == NULL && !loose)
    return "invalid_request";
  *why = plain ? "The code_challenge_method has to be plain"
               : "The code_challenge_method has to be S256";
  if (!g_str_equal (request->method, plain ? "plain" : "S256")
      && !(loose && g_str_equal (request->method, "plain")))
    return "invalid_request";
  *why = "AADSTS9010010: The resource parameter does not match the requested scopes";
  if (demo_auth_breaks (self, DEMO_BREAK_RESOURCE_REFUSED) && request->resource != NULL)
    return "invalid_target";
  *why = "An audience is needed";
  if (demo_auth_breaks (self, DEMO_BREAK_AUDIENCE_NEEDED) && g_hash_table_lookup (query, "audience") == NULL)
    return "invalid_request";
  *why = "The resource has to be that of the MCP server";
  if (!demo_auth_is_resource (self, request->issuer, request->resource))
    return "invalid_target";
  *why = "There are " DEMO_SCOPE_READ ", " DEMO_SCOPE_WRITE " and offline_access";
  if (!are_scopes (request->scope))
    return "invalid_scope";

  return NULL;
}

static DemoRequest *
read_request (SoupServerMessage *message,
              GHashTable        *query)
{
  DemoRequest *self = g_new0 (DemoRequest, 1);
  const char *method = g_hash_table_lookup (query, "code_challenge_method");
  const char *scope = g_hash_table_lookup (query, "scope");

  self->client_id = g_strdup (g_hash_table_lookup (query, "client_id"));
  self->redirect_uri = g_strdup (g_hash_table_lookup (query, "redirect_uri"));
  self->challenge = g_strdup (g_hash_table_lookup (query, "code_challenge"));
  self->method = g_strdup (method != NULL ? method : "plain"); /* RFC 7636 section 4.3 */
  self->scope = g_strdup (scope != NULL && *scope != '\0' ? scope : DEMO_SCOPE_READ);
  self->state = g_strdup (g_hash_table_lookup (query, "state"));
  self->resource = g_strdup (g_hash_table_lookup (query, "resource"));
  self->issuer = demo_auth_base (message);

  return self;
}

/* @request: (transfer full) */
static void
ask (DemoAuth          *self,
     SoupServerMessage *message,
     DemoClient        *client,
     DemoRequest       *request)
{
  g_autofree char *ticket = demo_jwt_random ();
  g_autofree char *content = g_markup_printf_escaped (
    "<h1>Sign in to the demo server</h1>"
    "<dl><dt>Who asks</dt><dd>%s<br>%s</dd><dt>For what</dt><dd>%s</dd>"
    "<dt>At</dt><dd>%s</dd><dt>The answer goes to</dt><dd>%s</dd></dl>"
    "<form method=\"post\" action=\"/consent\"><input type=\"hidden\" name=\"ticket\" value=\"%s\">"
    "<button name=\"answer\" value=\"allow\" autofocus>Allow</button>"
    "<button name=\"answer\" value=\"deny\">Deny</button></form>",
    client->name, client->id, request->scope, request->resource != NULL ? request->resource : "—",
    request->redirect_uri, ticket);

  request->expiry_usec = g_get_monotonic_time () + CONSENT_SECONDS * G_USEC_PER_SEC;
  demo_store_put (self->asked, ticket, request);
  reply_page (message, SOUP_STATUS_OK, content);
}

static void
authorize_cb (DemoAuth          *self,
              SoupServerMessage *message,
              DemoClient        *client,
              const char        *why_not)
{
  g_autoptr (GHashTable) query = demo_auth_query (message);
  const char *redirect_uri = g_hash_table_lookup (query, "redirect_uri");
  DemoRequest *request;
  const char *error, *why;

  if (client == NULL)
    {
      reply_refusal (message, why_not);
      return;
    }
  if (redirect_uri == NULL || demo_auth_breaks (self, DEMO_BREAK_REDIRECT_REFUSED)
      || (!demo_client_may_redirect (client, redirect_uri)
          && !demo_auth_breaks (self, DEMO_BREAK_REDIRECT_NOT_CHECKED)))
    {
      reply_refusal (message, "This redirect_uri is not one that the client has registered");
      return;
    }

  request = read_request (message, query);
  error = check_request (self, request, query, &why);
  if (error == NULL && self->options.approves)
    redirect_with_code (self, message, request);
  else if (error == NULL)
    ask (self, message, client, request);
  else
    {
      redirect (self, message, request, "error", error, why);
      demo_request_free (request);
    }
}

void
demo_auth_authorize (DemoAuth          *self,
                     SoupServerMessage *message)
{
  g_autoptr (GHashTable) query = demo_auth_query (message);
  const char *client_id = g_hash_table_lookup (query, "client_id");

  if (client_id == NULL)
    reply_refusal (message, "The client_id is missing");
  else
    demo_auth_find_client (self, message, client_id, authorize_cb);
}

void
demo_auth_consent (DemoAuth          *self,
                   SoupServerMessage *message)
{
  g_autoptr (GHashTable) form = demo_auth_form (message);
  const char *ticket = form != NULL ? g_hash_table_lookup (form, "ticket") : NULL;
  const char *answer = form != NULL ? g_hash_table_lookup (form, "answer") : NULL;
  DemoRequest *request = demo_store_take (self->asked, ticket);

  if (request != NULL && request->expiry_usec >= g_get_monotonic_time ())
    {
      if (g_strcmp0 (answer, "allow") == 0)
        {
          redirect_with_code (self, message, request);
          return;
        }
      redirect (self, message, request, "error", "access_denied", "The answer was Deny");
    }
  else
    {
      reply_refusal (message, "This page was answered already, or has waited for too long");
    }

  g_clear_pointer (&request, demo_request_free);
}
