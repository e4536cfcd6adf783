/* demo-auth-reply.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "demo-auth-private.h"
#include "mcp-http-server.h"
#include "mcp-json.h"

/* What is said to clients, and what they say. */

char *
demo_auth_base (SoupServerMessage *message)
{
  GUri *uri = soup_server_message_get_uri (message);

  return g_uri_join (G_URI_FLAGS_NONE, "http", NULL, g_uri_get_host (uri), g_uri_get_port (uri),
                     "", NULL, NULL);
}

char *
demo_auth_issuer (DemoAuth   *self,
                  const char *base)
{
  return g_strconcat (base, demo_auth_breaks (self, DEMO_BREAK_ISSUER_SLASH) ? "/" : NULL, NULL);
}

GHashTable *
demo_auth_query (SoupServerMessage *message)
{
  const char *query = g_uri_get_query (soup_server_message_get_uri (message));

  return soup_form_decode (query != NULL ? query : "");
}

char *
demo_auth_body (SoupServerMessage *message)
{
  g_autoptr (GBytes) body = mcp_http_server_dup_body (message);
  gsize length;
  const char *text = g_bytes_get_data (body, &length);

  return g_strndup (text != NULL ? text : "", length);
}

GHashTable *
demo_auth_form (SoupServerMessage *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  const char *type = soup_message_headers_get_content_type (headers, NULL);
  g_autofree char *body = demo_auth_body (message);

  if (body == NULL || g_strcmp0 (type, "application/x-www-form-urlencoded") != 0)
    return NULL;

  return soup_form_decode (body);
}

/* The members of an object, each with a value of another type. */
static char *
spoil (const char *text)
{
  static const char * const others[] = {
    [MCP_JSON_STRING] = "42",
    [MCP_JSON_NUMBER] = "\"soon\"",
    [MCP_JSON_ARRAY] = "\"all\"",
    [MCP_JSON_OBJECT] = "[]",
    [MCP_JSON_BOOLEAN] = "{}",
  };
  GString *out = g_string_new ("{");
  McpJsonIter iter;
  McpSpan key, value;

  mcp_json_iter_init (&iter, text, strlen (text));
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (text + key.offset, key.length);
      McpJsonType type = mcp_json_get_type (text + value.offset, value.length);

      mcp_json_append_member (out, name,
                              type < G_N_ELEMENTS (others) && others[type] != NULL ? others[type]
                                                                                   : "null");
    }
  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}

void
demo_auth_reply (SoupServerMessage *message,
                 guint              status,
                 GString           *json,
                 gboolean           wrong_types)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  g_autofree char *text = NULL;
  g_autofree char *spoiled = NULL;

  g_string_append_c (json, '}');
  text = g_string_free (json, FALSE);
  spoiled = wrong_types ? spoil (text) : NULL;

  /* RFC 6749 section 5.1 */
  soup_message_headers_replace (headers, "Cache-Control", "no-store");
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_COPY,
                                    wrong_types ? spoiled : text,
                                    strlen (wrong_types ? spoiled : text));
}

void
demo_auth_reply_error (SoupServerMessage *message,
                       guint              status,
                       const char        *error,
                       const char        *description)
{
  GString *json = g_string_new ("{");

  mcp_json_append_member_string (json, "error", error);
  mcp_json_append_member_string (json, "error_description", description);
  demo_auth_reply (message, status, json, FALSE);
}

void
demo_auth_append_list (GString            *json,
                       const char         *key,
                       const char * const *items)
{
  mcp_json_append_key (json, key);
  g_string_append_c (json, '[');
  for (guint i = 0; items[i] != NULL; i++)
    {
      if (i > 0)
        g_string_append_c (json, ',');
      mcp_json_append_string (json, items[i], -1);
    }
  g_string_append_c (json, ']');
}
