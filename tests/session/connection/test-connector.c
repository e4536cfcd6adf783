/* test-connector.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error.h"
#include "mcp-http-transport.h"
#include "mcp-keyring.h"
#include "mcp-session-private.h"
#include "mcp-socket-transport.h"
#include "mcp-sse-transport.h"
#include "mcp-stdio-transport.h"
#include "mcp-variables.h"
#include "mcp-tcp-transport.h"
#include "mcp-websocket-transport.h"
#include "test-support.h"

/* From a profile to a transport, and what is read from the keyring on the way. */

static void
store_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static McpProfile *
profile_from (const char *json)
{
  g_autoptr (GError) error = NULL;
  McpProfile *profile = mcp_profile_new_from_json ("weather", json, -1, &error);

  g_assert_no_error (error);

  return profile;
}

static void
keep (const char *name,
      const char *value)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  mcp_keyring_store_async ("s1", name, "Sounder: test", value, NULL, store_cb, &result);
  TEST_AWAIT (result != NULL);
  mcp_keyring_store_finish (result, &error);
  g_assert_no_error (error);
}

static GPtrArray *
read_secrets (McpProfile  *profile,
              GHashTable **values,
              GError     **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  mcp_connector_read_secrets_async (profile, NULL, store_cb, &result);
  TEST_AWAIT (result != NULL);

  return mcp_connector_read_secrets_finish (result, values, error);
}

/* What makes somebody ask the keyring: a header without its value, and a variable that nothing is known for. */
static void
test_needs (void)
{
  static const struct
  {
    const char *json;
    gboolean    needs;
  } rows[] = {
    { "{\"command\":\"c\"}", FALSE },
    { "{\"command\":\"c\",\"env\":{\"A\":\"b\"}}", FALSE },
    { "{\"command\":\"c\",\"args\":[\"${input:token}\"]}", TRUE },
    { "{\"command\":\"c\",\"args\":[\"${input:token}\"],\"sounder\":{\"values\":{\"input:token\":\"t\"}}}", FALSE },
    { "{\"url\":\"http://127.0.0.1:1/mcp\"}", FALSE },
    { "{\"url\":\"http://127.0.0.1:1/mcp\",\"headers\":{\"A\":\"b\"}}", FALSE },
    { "{\"url\":\"http://127.0.0.1:1/mcp\",\"sounder\":{\"secretHeaders\":[\"A\"],\"secretId\":\"s1\"}}", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpProfile) profile = profile_from (rows[i].json);

      if (mcp_connector_needs_secrets (profile) != rows[i].needs)
        g_error ("%s", rows[i].json);
    }
}

static void
test_reads_headers (void)
{
  g_autoptr (McpProfile) profile = profile_from (
    "{\"url\":\"http://127.0.0.1:1/mcp\",\"headers\":{\"Plain\":\"p\"},"
    "\"sounder\":{\"secretHeaders\":[\"Authorization\",\"X-Key\"],\"secretId\":\"s1\"}}");
  g_autoptr (GHashTable) values = NULL;
  g_autoptr (GPtrArray) headers = NULL;
  g_autoptr (GError) error = NULL;

  keep ("header:Authorization", "Bearer abc");
  keep ("header:X-Key", "");
  headers = read_secrets (profile, &values, &error);
  g_assert_no_error (error);

  g_assert_cmpuint (headers->len, ==, 3);
  for (guint i = 0; i < headers->len; i++)
    {
      static const char *const expected[][2] = { { "Plain", "p" }, { "Authorization", "Bearer abc" }, { "X-Key", "" } };
      McpHeader *header = g_ptr_array_index (headers, i);

      g_assert_cmpstr (mcp_header_get_name (header), ==, expected[i][0]);
      g_assert_cmpstr (mcp_header_get_value (header), ==, expected[i][1]);
    }
  g_assert_cmpuint (g_hash_table_size (values), ==, 0);
}

static void
test_misses_header (void)
{
  static const char *const profiles[] = {
    "{\"url\":\"http://127.0.0.1:1/mcp\",\"sounder\":{\"secretHeaders\":[\"X-None\"],\"secretId\":\"s1\"}}",
    "{\"url\":\"http://127.0.0.1:1/mcp\",\"sounder\":{\"secretHeaders\":[\"X-None\"]}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (profiles); i++)
    {
      g_autoptr (McpProfile) profile = profile_from (profiles[i]);
      g_autoptr (GHashTable) values = NULL;
      g_autoptr (GPtrArray) headers = NULL;
      g_autoptr (GError) error = NULL;

      headers = read_secrets (profile, &values, &error);
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      g_assert_null (headers);
      g_assert_nonnull (strstr (error->message, "“X-None” of “weather”"));
    }
}

/* A variable that is not there is no failure yet: all that are missing are told at once, when they are filled in. */
static void
test_reads_variables (void)
{
  g_autoptr (McpProfile) profile = profile_from (
    "{\"command\":\"c\",\"args\":[\"${input:token}\",\"${input:other}\"],\"sounder\":{\"secretId\":\"s1\","
    "\"inputs\":[{\"type\":\"promptString\",\"id\":\"token\",\"password\":true},"
    "{\"type\":\"promptString\",\"id\":\"other\",\"password\":true}]}}");
  g_autoptr (GHashTable) values = NULL;
  g_autoptr (GPtrArray) headers = NULL;
  g_autoptr (McpTransport) transport = NULL;
  g_autoptr (GError) error = NULL;

  keep ("input:token", "t0k3n");
  headers = read_secrets (profile, &values, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (headers->len, ==, 0);
  g_assert_cmpuint (g_hash_table_size (values), ==, 1);
  g_assert_cmpstr (g_hash_table_lookup (values, "input:token"), ==, "t0k3n");

  transport = mcp_connector_make_transport (profile, headers, values, NULL, MCP_PROFILE_TRANSPORT_AUTO, &error);
  g_assert_null (transport);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_INPUT);
  g_assert_nonnull (strstr (error->message, "other"));
  g_assert_null (strstr (error->message, "t0k3n"));
  g_clear_error (&error);

  g_hash_table_insert (values, g_strdup ("input:other"), g_strdup ("o"));
  transport = mcp_connector_make_transport (profile, headers, values, NULL, MCP_PROFILE_TRANSPORT_AUTO, &error);
  g_assert_no_error (error);
  g_assert_true (MCP_IS_STDIO_TRANSPORT (transport));
}

/* A keyring that cannot be read is told as that, whatever was asked for. */
static void
test_keyring_fails (void)
{
  g_autoptr (McpProfile) with_header = profile_from (
    "{\"url\":\"http://127.0.0.1:1/mcp\",\"sounder\":{\"secretHeaders\":[\"X-Key\"],\"secretId\":\"s1\"}}");
  g_autoptr (McpProfile) with_variable = profile_from (
    "{\"command\":\"c\",\"args\":[\"${input:token}\"],\"sounder\":{\"secretId\":\"s1\","
    "\"inputs\":[{\"type\":\"promptString\",\"id\":\"token\",\"password\":true}]}}");
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  McpProfile *profiles[] = { with_header, with_variable };

  g_cancellable_cancel (cancellable);
  for (guint i = 0; i < G_N_ELEMENTS (profiles); i++)
    {
      g_autoptr (GAsyncResult) result = NULL;
      g_autoptr (GHashTable) values = NULL;
      g_autoptr (GPtrArray) headers = NULL;
      g_autoptr (GError) error = NULL;

      mcp_connector_read_secrets_async (profiles[i], cancellable, store_cb, &result);
      TEST_AWAIT (result != NULL);
      headers = mcp_connector_read_secrets_finish (result, &values, &error);
      g_assert_null (headers);
      g_assert_nonnull (error);
    }
}

static void
test_kinds (void)
{
  const struct
  {
    const char          *json;
    McpProfileTransport  kind;
    GType                type;
  } rows[] = {
    { "{\"command\":\"c\"}", MCP_PROFILE_TRANSPORT_AUTO, MCP_TYPE_STDIO_TRANSPORT },
    { "{\"url\":\"http://127.0.0.1:1/mcp\"}", MCP_PROFILE_TRANSPORT_AUTO, MCP_TYPE_HTTP_TRANSPORT },
    { "{\"url\":\"https://localhost/mcp\"}", MCP_PROFILE_TRANSPORT_HTTP, MCP_TYPE_HTTP_TRANSPORT },
    { "{\"url\":\"http://127.0.0.1:1/sse\"}", MCP_PROFILE_TRANSPORT_SSE, MCP_TYPE_SSE_TRANSPORT },
    { "{\"url\":\"ws://127.0.0.1:1/\"}", MCP_PROFILE_TRANSPORT_AUTO, MCP_TYPE_WEBSOCKET_TRANSPORT },
    { "{\"url\":\"unix:/run/x\"}", MCP_PROFILE_TRANSPORT_SSE, MCP_TYPE_SOCKET_TRANSPORT },
    { "{\"url\":\"tcp:[::1]:9\"}", MCP_PROFILE_TRANSPORT_AUTO, MCP_TYPE_TCP_TRANSPORT },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpProfile) profile = profile_from (rows[i].json);
      g_autoptr (GError) error = NULL;
      g_autoptr (McpTransport) transport = mcp_connector_make_transport (profile, NULL, NULL, NULL, rows[i].kind, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (G_OBJECT_TYPE_NAME (transport), ==, g_type_name (rows[i].type));
    }
}

static void
test_refuses (void)
{
  static const struct
  {
    const char *json;
    int         code;
    const char *says;
  } rows[] = {
    { "{\"url\":\"ftp://a/\"}", MCP_ERROR_CONFIG, "weather: " },
    { "{\"url\":\"http://\"}", MCP_ERROR_CONFIG, "weather: " },
    { "{\"command\":\"${input:t}\"}", MCP_ERROR_INPUT, "t" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpProfile) profile = profile_from (rows[i].json);
      g_autoptr (GError) error = NULL;
      g_autoptr (McpTransport) transport = NULL;

      transport = mcp_connector_make_transport (profile, NULL, NULL, NULL, MCP_PROFILE_TRANSPORT_AUTO, &error);
      g_assert_null (transport);
      g_assert_error (error, MCP_ERROR, rows[i].code);
      if (strstr (error->message, rows[i].says) == NULL)
        g_error ("%s: %s", rows[i].json, error->message);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *folder = test_make_folder ();

  test_isolate_state ();
  test_keep_secrets_in (folder);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/connector/needs", test_needs);
  g_test_add_func ("/session/connector/reads-headers", test_reads_headers);
  g_test_add_func ("/session/connector/misses-header", test_misses_header);
  g_test_add_func ("/session/connector/reads-variables", test_reads_variables);
  g_test_add_func ("/session/connector/keyring-fails", test_keyring_fails);
  g_test_add_func ("/session/connector/kinds", test_kinds);
  g_test_add_func ("/session/connector/refuses", test_refuses);

  return g_test_run ();
}
