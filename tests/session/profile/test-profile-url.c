/* test-profile-url.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-profile.h"

static McpProfile *
profile_from (const char *json)
{
  g_autoptr (GError) error = NULL;
  McpProfile *profile = mcp_profile_new_from_json ("far", json, -1, &error);

  g_assert_no_error (error);

  return profile;
}

static McpHeader *
header_at (McpProfile *profile,
           guint       i)
{
  g_autoptr (McpHeader) header = g_list_model_get_item (mcp_profile_get_headers (profile), i);

  return header;
}

static const char remote_json[] =
  "{\n  \"type\": \"sse\",\n  \"url\": \"https://example.com/mcp\",\n"
  "  \"headers\": {\"X-Team\": \"a=b\", \"authorization\": \"Bearer t\"},\n  \"icon\": 1.50,\n"
  "  \"sounder\": {\"secretHeaders\": [\"X-API-Key\"], \"secretId\": \"u-1\",\n"
  "    \"caFile\": \"/ca.pem\", \"acceptedCertificate\": \"SHA256:AB\", \"reconnect\": false}\n}";

static void
test_url_reads_everything (void)
{
  g_autoptr (McpProfile) profile = profile_from (remote_json);
  g_autofree char *json = mcp_profile_to_json (profile);

  g_assert_cmpint (mcp_profile_get_reach (profile), ==, MCP_REACH_HTTP);
  g_assert_cmpint (mcp_profile_get_settings (profile)->transport, ==, MCP_PROFILE_TRANSPORT_SSE);
  g_assert_cmpuint (g_list_model_get_n_items (mcp_profile_get_headers (profile)), ==, 3);
  g_assert_cmpstr (mcp_header_get_name (header_at (profile, 0)), ==, "X-Team");
  g_assert_cmpstr (mcp_header_get_value (header_at (profile, 0)), ==, "a=b");
  g_assert_false (mcp_header_get_secret (header_at (profile, 1)));
  g_assert_true (mcp_header_get_secret (header_at (profile, 2)));
  g_assert_null (mcp_header_get_value (header_at (profile, 2)));
  g_assert_true (mcp_profile_has_literal_secrets (profile));
  g_assert_cmpstr (mcp_profile_get_settings (profile)->secret_id, ==, "u-1");
  g_assert_cmpstr (mcp_profile_get_settings (profile)->ca_file, ==, "/ca.pem");
  g_assert_cmpstr (mcp_profile_get_settings (profile)->accepted_certificate, ==, "SHA256:AB");
  g_assert_false (mcp_profile_get_reconnect (profile));
  g_assert_cmpstr (json, ==, remote_json);
}

static void
test_url_types_of_others (void)
{
  const struct { const char *json; McpProfileTransport transport; } cases[] = {
    { "{\"url\": \"http://x\"}", MCP_PROFILE_TRANSPORT_AUTO },
    { "{\"url\": \"http://x\", \"type\": \"http\"}", MCP_PROFILE_TRANSPORT_HTTP },
    { "{\"url\": \"http://x\", \"type\": \"streamable-http\"}", MCP_PROFILE_TRANSPORT_HTTP },
    { "{\"url\": \"http://x\", \"type\": \"sse\"}", MCP_PROFILE_TRANSPORT_SSE },
    { "{\"url\": \"http://x\", \"type\": \"carrier-pigeon\"}", MCP_PROFILE_TRANSPORT_AUTO },
    { "{\"url\": \"http://x\", \"type\": \"sse\", \"sounder\": {\"transport\": \"http\"}}",
      MCP_PROFILE_TRANSPORT_HTTP },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpProfile) profile = profile_from (cases[i].json);

      g_assert_cmpint (mcp_profile_get_settings (profile)->transport, ==, cases[i].transport);
    }
}

static void
test_url_names_what_is_wrong (void)
{
  const struct { const char *json; const char *names; } cases[] = {
    { "{\"url\": \"http://x\", \"headers\": []}", "headers" },
    { "{\"url\": \"http://x\", \"headers\": {\"A\": {}}}", "headers.A" },
    { "{\"url\": \"http://x\", \"sounder\": {\"secretHeaders\": \"A\"}}", "secretHeaders" },
    { "{\"url\": \"http://x\", \"sounder\": {\"secretHeaders\": [1]}}", "secretHeaders" },
    { "{\"url\": \"http://x\", \"sounder\": {\"transport\": \"udp\"}}", "transport" },
    { "{\"url\": \"http://x\", \"sounder\": {\"reconnect\": 1}}", "reconnect" },
    { "{\"url\": \"http://x\", \"type\": 1}", "type" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (McpProfile) profile = mcp_profile_new_from_json ("far", cases[i].json, -1, &error);

      g_assert_null (profile);
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      g_assert_nonnull (strstr (error->message, cases[i].names));
    }
}

static void
test_url_keeps_secrets_out_of_the_file (void)
{
  g_autoptr (McpProfile) profile = mcp_profile_new_for_url (NULL, "https://example.com/mcp");
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_object_unref);
  g_autoptr (McpProfile) read = NULL;
  g_autoptr (McpProfile) copy = NULL;
  g_autofree char *json = NULL;
  g_autofree char *public_json = NULL;
  g_autofree char *again = NULL;

  g_assert_cmpstr (mcp_profile_get_name (profile), ==, "example.com");
  g_assert_null (mcp_profile_get_settings (profile)->secret_id);
  g_ptr_array_add (headers, mcp_header_new ("X-Team", "reds", FALSE));
  g_ptr_array_add (headers, mcp_header_new ("Authorization", "Bearer hush", TRUE));
  mcp_profile_set_headers (profile, headers);
  g_object_set (profile, "transport", MCP_PROFILE_TRANSPORT_HTTP, NULL);
  g_object_set (profile, "ca-file", "/ca", NULL);
  g_object_set (profile, "accepted-certificate", "SHA256:00", NULL);
  g_assert_true (mcp_profile_get_reconnect (profile));
  mcp_profile_set_reconnect (profile, FALSE);
  g_assert_true (g_uuid_string_is_valid (mcp_profile_get_settings (profile)->secret_id));
  g_assert_false (mcp_profile_has_literal_secrets (profile));

  json = mcp_profile_to_json (profile);
  public_json = mcp_profile_to_public_json (profile);
  g_assert_null (strstr (json, "hush"));
  g_assert_null (strstr (public_json, "hush"));
  g_assert_null (strstr (public_json, "reds"));
  g_assert_nonnull (strstr (public_json, "X-Team"));
  g_assert_null (strstr (public_json, mcp_profile_get_settings (profile)->secret_id));
  g_assert_null (strstr (json, "interval"));

  read = profile_from (json);
  again = mcp_profile_to_json (read);
  g_assert_cmpstr (again, ==, json);
  g_assert_cmpstr (mcp_profile_get_settings (read)->secret_id, ==, mcp_profile_get_settings (profile)->secret_id);
  g_assert_true (mcp_header_get_secret (header_at (read, 1)));
  g_assert_null (mcp_header_get_value (header_at (read, 1)));
  g_assert_false (mcp_profile_get_reconnect (read));

  copy = mcp_profile_copy (profile);
  g_assert_cmpstr (mcp_header_get_value (header_at (copy, 1)), ==, "Bearer hush");
  mcp_profile_set_headers (copy, NULL);
  g_free (g_steal_pointer (&again));
  again = mcp_profile_to_json (copy);
  g_assert_null (strstr (again, "Authorization"));
  g_assert_null (strstr (again, "X-Team"));

  g_ptr_array_set_size (headers, 0);
  g_assert_finalize_object (g_steal_pointer (&copy));
  g_assert_finalize_object (g_steal_pointer (&profile));
}

static void
test_url_and_command_replace_each_other (void)
{
  const char * const argv[] = { "prog", NULL };
  g_autoptr (McpProfile) profile = profile_from ("{\"command\": \"prog\", \"args\": [\"-x\"]}");
  g_autofree char *json = NULL;

  g_assert_cmpint (mcp_profile_get_reach (profile), ==, MCP_REACH_STDIO);
  g_assert_false (mcp_profile_get_reconnect (profile));

  mcp_profile_set_url (profile, "ws://localhost:1/x");
  g_assert_false (mcp_profile_is_stdio (profile));
  g_assert_cmpint (mcp_profile_get_reach (profile), ==, MCP_REACH_WEBSOCKET);
  g_assert_true (mcp_profile_get_reconnect (profile));
  json = mcp_profile_to_json (profile);
  g_assert_cmpstr (json, ==, "{\"url\": \"ws://localhost:1/x\"}");

  mcp_profile_set_argv (profile, argv);
  g_assert_cmpint (mcp_profile_get_reach (profile), ==, MCP_REACH_STDIO);
  g_assert_null (mcp_profile_get_url (profile));
}

static void
test_url_check (void)
{
  const char * const good[] = {
    "http://localhost:3000/mcp", "https://example.com", "HTTPS://Example.com/x?y=z",
    "ws://127.0.0.1:1", "wss://[::1]:8080/ws", "unix:/run/mcp.sock", "unix:///run/mcp.sock",
    "tcp:localhost:9000", "tcp:127.0.0.1:1", "tcp:[::1]:65535", "TCP:example.com:80", "tcp://example.com:80",
    "tcp://example.com:80/",
  };
  const struct { const char *url; const char *says; } bad[] = {
    { "", "empty" },
    { "example.com/mcp", "http://" },
    { "localhost:3000/mcp", "http://" },
    { "127.0.0.1:3000", "http://" },
    { "myhost:3000/mcp", "http://" },
    { "ftp://example.com", "ftp:" },
    { "http://", "host" },
    { "http:///mcp", "host" },
    { "https://me:pw@example.com/mcp", "Authorization" },
    { "https://me@example.com/mcp", "Authorization" },
    { "http://exa mple.com", "valid" },
    { "http://example.com:99999/", "valid" },
    { "unix:mcp.sock", "absolute" },
    { "unix:/", "absolute" },
    { "tcp:", "tcp:localhost:9000" },
    { "tcp:localhost", "tcp:localhost:9000" },
    { "tcp:9000", "tcp:localhost:9000" },
    { "tcp::9000", "tcp:localhost:9000" },
    { "tcp:localhost:0", "tcp:localhost:9000" },
    { "tcp:localhost:99999", "valid" },
    { "tcp:localhost:http", "valid" },
    { "tcp:::1:9000", "valid" },
    { "tcp:me:pw@localhost:9000", "tcp:localhost:9000" },
    { "tcp:localhost:9000/mcp", "tcp:localhost:9000" },
    { "tcp:localhost:9000?a", "tcp:localhost:9000" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (mcp_profile_check_url (good[i], &error));
      g_assert_no_error (error);
    }

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (mcp_profile_check_url (bad[i].url, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      if (strstr (error->message, bad[i].says) == NULL)
        g_error ("%s: %s", bad[i].url, error->message);
    }
}

/* A copy that is to be a server of its own does not share what the keyring holds. */
static void
test_part_secrets (void)
{
  g_autoptr (McpProfile) profile =
    mcp_profile_new_from_json ("far", "{\"url\":\"https://example.com/mcp\",\"sounder\":"
                                      "{\"secretHeaders\":[\"A\"],\"secretId\":\"x\"}}", -1, NULL);
  g_autoptr (McpProfile) copy = mcp_profile_copy (profile);

  g_assert_cmpstr (mcp_profile_get_settings (copy)->secret_id, ==, "x");
  mcp_profile_part_secrets (copy);
  g_assert_cmpstr (mcp_profile_get_settings (copy)->secret_id, !=, "x");
  g_assert_cmpstr (mcp_profile_get_settings (profile)->secret_id, ==, "x");
}

/* As Claude Code, Gemini CLI and Cursor write it. */
static void
test_url_auth_of_others (void)
{
  const struct { const char *json; McpAuthSetting setting; const char *value; } cases[] = {
    { "{\"oauth\": {\"clientId\": \"a\", \"callbackPort\": 8080}}", MCP_AUTH_REDIRECT_URI,
      "http://localhost:8080/callback" },
    { "{\"oauth\": {\"callbackPort\": 70000}}", MCP_AUTH_REDIRECT_URI, NULL },
    { "{\"oauth\": {\"scopes\": \"a b\"}}", MCP_AUTH_SCOPE, "a b" },
    { "{\"oauth\": {\"scopes\": [\"a\", \"b\"]}}", MCP_AUTH_SCOPE, "a b" },
    { "{\"oauth\": {\"scopes\": [\"a\", 1]}}", MCP_AUTH_SCOPE, NULL },
    { "{\"oauth\": {\"authServerMetadataUrl\":"
      " \"https://as.example/.well-known/openid-configuration\"}}",
      MCP_AUTH_ISSUER, "https://as.example" },
    { "{\"oauth\": {\"authServerMetadataUrl\":"
      " \"https://as.example/.well-known/oauth-authorization-server/t/1\"}}",
      MCP_AUTH_ISSUER, "https://as.example/t/1" },
    { "{\"oauth\": {\"authServerMetadataUrl\": \"https://as.example/metadata.json\"}}",
      MCP_AUTH_ISSUER, NULL },
    { "{\"oauth\": {\"enabled\": true, \"tokenUrl\": \"https://as.example/t\"}}",
      MCP_AUTH_TOKEN_ENDPOINT, "https://as.example/t" },
    { "{\"auth\": {\"CLIENT_ID\": \"a\"}}", MCP_AUTH_CLIENT_ID, "a" },
    { "{\"auth\": {\"CLIENT_SECRET\": \"${env:SECRET}\"}}", MCP_AUTH_CLIENT_SECRET, NULL },
    { "{\"oauth\": false, \"auth\": \"oauth\"}", MCP_AUTH_CLIENT_ID, NULL },
    { "{\"oauth\": {\"clientId\": \"a\"}, \"sounder\": {\"oauth\": {\"clientId\": \"b\"}}}",
      MCP_AUTH_CLIENT_ID, "b" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *json = g_strconcat ("{\"url\": \"https://h/\", ", cases[i].json + 1, NULL);
      g_autoptr (McpProfile) profile = profile_from (json);
      const McpAuthSettings *auth = mcp_profile_get_settings (profile)->auth;

      g_test_message ("%s", cases[i].json);
      g_assert_cmpstr (auth != NULL ? mcp_auth_settings_get (auth, cases[i].setting) : NULL, ==,
                       cases[i].value);
    }
}

static void
set_auth (McpProfile     *profile,
          McpAuthSetting  setting,
          const char     *value)
{
  g_autoptr (McpAuthSettings) auth = mcp_auth_settings_copy (mcp_profile_get_settings (profile)->auth);

  mcp_auth_settings_set (auth, setting, value);
  mcp_profile_set_auth (profile, auth);
}

/* What was changed is not what the other client's block says, and a secret that moved is not there. */
static void
test_url_auth_written (void)
{
  static const char json[] =
    "{\"url\": \"https://h/\", \"oauth\": {\"clientId\": \"a\", \"clientSecret\": \"hush\","
    " \"scopes\": [\"x\"], \"audiences\": [\"z\"]}}";
  g_autoptr (McpProfile) profile = profile_from (json);
  g_autoptr (McpProfile) again = NULL;
  g_autofree char *untouched = mcp_profile_to_json (profile);
  g_autofree char *locked = NULL;
  g_autofree char *changed = NULL;

  g_assert_cmpstr (untouched, ==, json);
  g_assert_true (mcp_profile_has_literal_secrets (profile));
  mcp_profile_lock_auth (profile);
  g_assert_false (mcp_profile_has_literal_secrets (profile));
  g_assert_cmpstr (mcp_auth_settings_get (mcp_profile_get_settings (profile)->auth, MCP_AUTH_CLIENT_SECRET),
                   ==, "hush");
  locked = mcp_profile_to_json (profile);
  g_assert_null (strstr (locked, "hush"));
  g_assert_nonnull (strstr (locked, "\"clientId\": \"a\""));

  mcp_profile_drop_auth_secrets (profile);
  g_assert_null (mcp_auth_settings_get (mcp_profile_get_settings (profile)->auth, MCP_AUTH_CLIENT_SECRET));
  set_auth (profile, MCP_AUTH_CLIENT_ID, NULL);
  set_auth (profile, MCP_AUTH_SCOPE, "x y");
  changed = mcp_profile_to_json (profile);
  again = profile_from (changed);
  for (McpAuthSetting i = 0; i < MCP_AUTH_N_SETTINGS; i++)
    g_assert_cmpstr (mcp_auth_settings_get (mcp_profile_get_settings (again)->auth, i), ==,
                     mcp_auth_settings_get (mcp_profile_get_settings (profile)->auth, i));
  g_assert_nonnull (strstr (changed, "audiences"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/profile-url/reads-everything", test_url_reads_everything);
  g_test_add_func ("/session/profile-url/types-of-others", test_url_types_of_others);
  g_test_add_func ("/session/profile-url/names-what-is-wrong", test_url_names_what_is_wrong);
  g_test_add_func ("/session/profile-url/keeps-secrets-out-of-the-file",
                   test_url_keeps_secrets_out_of_the_file);
  g_test_add_func ("/session/profile-url/and-command-replace-each-other",
                   test_url_and_command_replace_each_other);
  g_test_add_func ("/session/profile-url/auth-of-others", test_url_auth_of_others);
  g_test_add_func ("/session/profile-url/auth-written", test_url_auth_written);
  g_test_add_func ("/session/profile-url/check", test_url_check);

  g_test_add_func ("/session/profile-url/part-secrets", test_part_secrets);

  return g_test_run ();
}
