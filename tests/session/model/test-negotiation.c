/* test-negotiation.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-negotiation.h"

#define INITIALIZE "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"roots\":{}}}"
#define INITIALIZED "{\"protocolVersion\":\"2025-06-18\",\"capabilities\":{\"tools\":{\"listChanged\":true}," \
                    "\"logging\":false},\"serverInfo\":{\"name\":\"a\",\"title\":\"A\"}}"
#define MODERN_PARAMS "{\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\"," \
                      "\"io.modelcontextprotocol/clientCapabilities\":{\"elicitation\":{}}}}"
#define DISCOVERED "{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{\"tools\":{}},\"_meta\":" \
                   "{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"m\"}}}"

static GBytes *
bytes (const char *text)
{
  return g_bytes_new_static (text, strlen (text));
}

/* A handshake as it happens and the recording of one come to the same. */
static void
check_initialized (McpNegotiation *negotiation)
{
  g_autofree char *sentence = mcp_negotiation_describe (negotiation);
  g_autofree char *title = mcp_negotiation_lookup (negotiation, "serverInfo.title");
  McpRevision revision = negotiation->revision;

  g_assert_cmpint (revision.era, ==, MCP_ERA_LEGACY);
  g_assert_cmpint (revision.version, ==, MCP_VERSION_2025_06_18);
  g_assert_cmpstr (sentence, ==, "asked for 2025-11-25, the server chose 2025-06-18");
  g_assert_cmpstr (title, ==, "A");
  g_assert_cmpstr (negotiation->client_capabilities, ==, "{\"roots\":{}}");
  g_assert_true (mcp_negotiation_has_capability (negotiation, "tools"));
  g_assert_true (mcp_negotiation_has_capability (negotiation, "tools.listChanged"));
  g_assert_false (mcp_negotiation_has_capability (negotiation, "logging"));
  g_assert_false (mcp_negotiation_has_capability (negotiation, "prompts"));
  g_assert_cmpint (negotiation->took_usec, ==, 1500);
  g_assert_null (negotiation->previous);
}

static void
test_live (void)
{
  g_autoptr (McpNegotiation) negotiation = mcp_negotiation_new ();
  g_autoptr (GBytes) result = bytes (INITIALIZED);

  g_assert_null (mcp_negotiation_describe (negotiation));
  g_assert_cmpint (negotiation->took_usec, ==, -1);
  mcp_negotiation_begin (negotiation);
  mcp_negotiation_set_era (negotiation, MCP_ERA_LEGACY, "it was chosen");
  mcp_negotiation_set_client_capabilities (negotiation, "{\"roots\":{}}", -1);
  mcp_negotiation_set_version (negotiation, MCP_VERSION_UNKNOWN, "2025-11-25", NULL);
  mcp_negotiation_set_server (negotiation, result, 1500);
  g_assert_cmpint (mcp_negotiation_accept (negotiation, "2025-06-18"), ==, MCP_VERSION_2025_06_18);
  g_assert_cmpstr (negotiation->evidence, ==, "it was chosen");

  check_initialized (negotiation);
}

static void
test_recorded (void)
{
  g_autoptr (McpNegotiation) negotiation = mcp_negotiation_new ();
  g_autoptr (GBytes) result = bytes (INITIALIZED);

  mcp_negotiation_take_initialize (negotiation, INITIALIZE, strlen (INITIALIZE), result, 1500);

  check_initialized (negotiation);
}

/* A revision that has no initialize is no answer to it, live or recorded. */
static void
test_impossible (void)
{
  g_autoptr (McpNegotiation) live = mcp_negotiation_new ();
  g_autoptr (McpNegotiation) recorded = mcp_negotiation_new ();
  g_autoptr (GBytes) result = bytes ("{\"protocolVersion\":\"2026-07-28\"}");

  mcp_negotiation_set_version (live, MCP_VERSION_UNKNOWN, "2025-11-25", NULL);
  g_assert_cmpint (mcp_negotiation_accept (live, "2026-07-28"), ==, MCP_VERSION_UNKNOWN);
  mcp_negotiation_take_initialize (recorded, INITIALIZE, strlen (INITIALIZE), result, 0);
  g_assert_cmpint (recorded->revision.version, ==, MCP_VERSION_UNKNOWN);
  g_assert_cmpstr (recorded->offered, ==, "2026-07-28");
}

/* The same discovery again is a probe; another one makes the first the previous. */
static void
test_discover (void)
{
  g_autoptr (McpNegotiation) negotiation = mcp_negotiation_new ();
  g_autoptr (GBytes) first = bytes (DISCOVERED);
  g_autoptr (GBytes) second = bytes ("{\"supportedVersions\":[\"2026-07-28\"],\"capabilities\":{}}");
  g_autofree char *info = NULL;

  mcp_negotiation_take_discover (negotiation, MODERN_PARAMS, strlen (MODERN_PARAMS), first, 10);
  mcp_negotiation_take_discover (negotiation, MODERN_PARAMS, strlen (MODERN_PARAMS), first, 20);
  g_assert_cmpint (negotiation->took_usec, ==, 10);
  g_assert_null (negotiation->previous);
  g_assert_cmpint (negotiation->revision.era, ==, MCP_ERA_MODERN);
  info = mcp_negotiation_dup_server_info (negotiation);
  g_assert_cmpstr (info, ==, "{\"name\":\"m\"}");
  g_assert_true (mcp_negotiation_has_capability (negotiation, "tools"));

  mcp_negotiation_take_discover (negotiation, NULL, 0, second, 30);
  g_assert_true (negotiation->previous == first);
  g_assert_false (mcp_negotiation_has_capability (negotiation, "tools"));
}

static void
test_request (void)
{
  g_autoptr (McpNegotiation) negotiation = mcp_negotiation_new ();

  g_assert_false (mcp_negotiation_take_request (negotiation, NULL, 0));
  g_assert_false (mcp_negotiation_take_request (negotiation, "{\"name\":\"x\"}", 12));
  g_assert_true (mcp_negotiation_take_request (negotiation, MODERN_PARAMS, strlen (MODERN_PARAMS)));
  g_assert_cmpint (negotiation->revision.version, ==, MCP_VERSION_2026_07_28);
  g_assert_cmpstr (negotiation->client_capabilities, ==, "{\"elicitation\":{}}");
}

/* What the last connection knew is the past; a handshake within one is not. */
/* What came of asking, in words; and what is not declared, or otherwise than as an object. */
static void
test_words (void)
{
  static const struct
  {
    const char *offered;
    const char *text;
  } rows[] = {
    { NULL, "asked for 2025-11-25, no answer" },
    { "2025-11-25", "asked for 2025-11-25, the server agreed" },
    { "2025-06-18", "asked for 2025-11-25, the server chose 2025-06-18" },
    { "1999-01-01", "asked for 2025-11-25, the server wants 1999-01-01, which Sounder does not speak" },
  };
  g_autoptr (McpNegotiation) negotiation = mcp_negotiation_new ();
  g_autoptr (GBytes) result =
    bytes ("{\"capabilities\":{\"tools\":true,\"prompts\":false,\"logging\":[],\"extensions\":"
           "{\"a.b/c\":{\"yes\":true,\"no\":false,\"other\":1},\"a.b/d\":true}},\"instructions\":\"Hi\"}");
  g_autofree char *instructions = NULL;

  g_assert_false (mcp_negotiation_has_capability (negotiation, "tools"));
  g_assert_false (mcp_negotiation_has_extension (negotiation, "a.b/c"));
  g_assert_null (mcp_negotiation_lookup (negotiation, "instructions"));
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *text = NULL;

      mcp_negotiation_set_version (negotiation, MCP_VERSION_UNKNOWN, "2025-11-25", NULL);
      if (rows[i].offered != NULL)
        mcp_negotiation_accept (negotiation, rows[i].offered);
      text = mcp_negotiation_describe (negotiation);
      g_assert_cmpstr (text, ==, rows[i].text);
    }

  mcp_negotiation_set_server (negotiation, result, 1);
  instructions = mcp_negotiation_lookup (negotiation, "instructions");
  g_assert_cmpstr (instructions, ==, "Hi");
  g_assert_true (mcp_negotiation_has_capability (negotiation, "tools"));
  g_assert_false (mcp_negotiation_has_capability (negotiation, "prompts"));
  g_assert_false (mcp_negotiation_has_capability (negotiation, "logging"));
  g_assert_true (mcp_negotiation_has_extension (negotiation, "a.b/c"));
  g_assert_true (mcp_negotiation_has_extension (negotiation, "a.b/d"));
  g_assert_false (mcp_negotiation_has_extension (negotiation, "a.b/e"));
  g_assert_true (mcp_negotiation_has_extension_setting (negotiation, "a.b/c", "yes"));
  g_assert_false (mcp_negotiation_has_extension_setting (negotiation, "a.b/c", "no"));
  g_assert_false (mcp_negotiation_has_extension_setting (negotiation, "a.b/c", "other"));
  g_assert_false (mcp_negotiation_has_extension_setting (negotiation, "a.b/d", "yes"));
  g_assert_false (mcp_negotiation_has_extension_setting (negotiation, "a.b/e", "yes"));
}

static void
test_begin (void)
{
  g_autoptr (McpNegotiation) negotiation = mcp_negotiation_new ();
  g_autoptr (GBytes) first = bytes (INITIALIZED);
  g_autoptr (GBytes) second = bytes ("{}");

  mcp_negotiation_take_initialize (negotiation, INITIALIZE, strlen (INITIALIZE), first, 1);
  mcp_negotiation_begin (negotiation);
  g_assert_null (negotiation->server);
  g_assert_true (negotiation->previous == first);
  g_assert_null (negotiation->client_capabilities);
  g_assert_null (negotiation->asked);
  g_assert_false (mcp_negotiation_has_capability (negotiation, "tools"));
  g_assert_cmpint (negotiation->revision.era, ==, MCP_ERA_UNKNOWN);

  mcp_negotiation_set_server (negotiation, second, 1);
  mcp_negotiation_set_server (negotiation, second, 1);
  g_assert_true (negotiation->previous == first);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/negotiation/live", test_live);
  g_test_add_func ("/session/negotiation/recorded", test_recorded);
  g_test_add_func ("/session/negotiation/impossible", test_impossible);
  g_test_add_func ("/session/negotiation/discover", test_discover);
  g_test_add_func ("/session/negotiation/request", test_request);
  g_test_add_func ("/session/negotiation/words", test_words);
  g_test_add_func ("/session/negotiation/begin", test_begin);

  return g_test_run ();
}
