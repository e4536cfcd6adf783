/* conformance-auth.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <libsoup/soup.h>

#include "conformance-auth.h"
#include "conformance-steps.h"
#include "mcp-error.h"
#include "mcp-json.h"

#define CLIENT_METADATA_URL "https://conformance-test.local/client-metadata.json"

static void
set_from (McpAuthSettings *settings,
          McpAuthSetting   setting,
          const char      *key)
{
  const char *context = g_getenv ("MCP_CONFORMANCE_CONTEXT");
  g_autofree char *value = context != NULL
                             ? mcp_json_lookup_string (context, strlen (context), key)
                             : NULL;

  if (value != NULL)
    mcp_auth_settings_set (settings, setting, value);
}

void
auth_set_up (McpProfile *profile,
             const char *scenario)
{
  g_autoptr (McpAuthSettings) settings = mcp_auth_settings_new ();
  static const struct
  {
    const char   *scenario;
    McpAuthGrant  grant;
  } grants[] = {
    { "auth/client-credentials-jwt", MCP_AUTH_GRANT_CLIENT_CREDENTIALS },
    { "auth/client-credentials-basic", MCP_AUTH_GRANT_CLIENT_CREDENTIALS },
    { "auth/enterprise-managed-authorization", MCP_AUTH_GRANT_ENTERPRISE },
    { "auth/wif-jwt-bearer", MCP_AUTH_GRANT_WORKLOAD },
  };

  mcp_auth_settings_set (settings, MCP_AUTH_CLIENT_METADATA_URL, CLIENT_METADATA_URL);
  set_from (settings, MCP_AUTH_CLIENT_ID, "client_id");
  set_from (settings, MCP_AUTH_CLIENT_SECRET, "client_secret");
  set_from (settings, MCP_AUTH_KEY, "private_key_pem");
  set_from (settings, MCP_AUTH_KEY_ALGORITHM, "signing_algorithm");
  set_from (settings, MCP_AUTH_ASSERTION, "valid_jwt");
  set_from (settings, MCP_AUTH_IDP_TOKEN_ENDPOINT, "idp_token_endpoint");
  set_from (settings, MCP_AUTH_IDP_CLIENT_ID, "idp_client_id");
  set_from (settings, MCP_AUTH_IDP_ID_TOKEN, "idp_id_token");
  for (gsize i = 0; i < G_N_ELEMENTS (grants); i++)
    if (g_str_equal (scenario, grants[i].scenario))
      mcp_auth_settings_set (settings, MCP_AUTH_GRANT, mcp_auth_grant_get_name (grants[i].grant));
  mcp_profile_set_auth (profile, settings);
}

static void
browsed_cb (GObject      *object,
            GAsyncResult *result,
            gpointer      user_data)
{
  g_autoptr (McpAuthFlow) flow = user_data;
  g_autoptr (GBytes) body = soup_session_send_and_read_finish (SOUP_SESSION (object), result, NULL);
  SoupMessage *message = soup_session_get_async_result_message (SOUP_SESSION (object), result);
  SoupMessageHeaders *headers = soup_message_get_response_headers (message);

  if (mcp_auth_flow_get_need (flow) == MCP_AUTH_NEEDS_CALLBACK)
    mcp_auth_flow_answer (flow, soup_message_headers_get_one (headers, "Location"));
}

static void
need_cb (McpAuthFlow *flow)
{
  g_autoptr (SoupSession) browser = NULL;
  g_autoptr (SoupMessage) message = NULL;

  switch (mcp_auth_flow_get_need (flow))
    {
    case MCP_AUTH_NEEDS_CONSENT:
    case MCP_AUTH_NEEDS_FALLBACK:
      mcp_auth_flow_answer (flow, NULL);
      break;

    case MCP_AUTH_NEEDS_CALLBACK:
      browser = soup_session_new ();
      message = soup_message_new ("GET", mcp_auth_flow_get_browser_url (flow));
      soup_message_add_flags (message, SOUP_MESSAGE_NO_REDIRECT);
      soup_session_send_and_read_async (browser, message, G_PRIORITY_DEFAULT, NULL, browsed_cb,
                                        g_object_ref (flow));
      break;

    case MCP_AUTH_NEEDS_NOTHING:
    case MCP_AUTH_NEEDS_GO:
    case MCP_AUTH_NEEDS_ISSUER:
    case MCP_AUTH_NEEDS_CLIENT:
    default:
      break;
    }
}

static void
flow_cb (McpAuthorizer *authorizer)
{
  McpAuthFlow *flow = mcp_authorizer_get_flow (authorizer);

  if (flow != NULL)
    g_signal_connect (flow, "notify::need", G_CALLBACK (need_cb), NULL);
}

gboolean
auth_open (McpSession  *session,
           GError     **error)
{
  McpAuthorizer *authorizer = mcp_session_get_authorizer (session);
  g_autoptr (GError) refused = NULL;

  mcp_authorizer_set_interactive (authorizer, TRUE);
  g_signal_connect (authorizer, "notify::flow", G_CALLBACK (flow_cb), NULL);
  if (steps_open (session, &refused))
    return TRUE;

  if (!g_error_matches (refused, MCP_ERROR, MCP_ERROR_AUTH))
    {
      g_propagate_error (error, g_steal_pointer (&refused));
      return FALSE;
    }

  mcp_authorizer_begin (authorizer, MCP_AUTH_SIGN_IN, FALSE);
  while (mcp_authorizer_get_status (authorizer) == MCP_AUTHORIZER_WORKING)
    g_main_context_iteration (NULL, TRUE);
  if (mcp_authorizer_get_status (authorizer) != MCP_AUTHORIZER_SIGNED_IN)
    {
      *error = g_error_copy (mcp_auth_flow_get_error (mcp_authorizer_get_flow (authorizer)));
      return FALSE;
    }

  return steps_open (session, error);
}
