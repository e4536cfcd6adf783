/* test-linter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "session-support.h"

/* Rules that one answer tells of, each broken once and kept once. */

typedef struct
{
  const char   *rule;
  McpEraChoice  era;
  const char   *method;
  const char   *params;
  const char   *broken;   /* what the server does with the method */
  const char   *kept;
} Case;

#define DISCOVER(more)                                                                             \
  "\"server/discover\": {\"result\": {\"resultType\":\"complete\",\"supportedVersions\":"            \
  "[\"2026-07-28\"],\"capabilities\":{\"tools\":{},\"resources\":{},\"completions\":{}},"           \
  "\"ttlMs\":0,\"cacheScope\":\"public\"" more "}}"
#define SERVER_INFO                                                                                \
  ",\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"m\",\"version\":\"1\"}}"
#define RESULT(members) "{\"result\": {\"resultType\":\"complete\"," members "}}"
#define ERROR(code) "{\"error\": {\"code\": " code ", \"message\": \"No\"}}"
#define LOG(members)                                                                               \
  "{\"before\": [{\"send\": {\"jsonrpc\": \"2.0\", \"method\": \"notifications/message\","          \
  "\"params\": {" members "}}}], \"result\": {\"resultType\":\"complete\",\"content\":[]}}"
#define T64 "tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt"
#define CALL "{\"name\":\"t\"}"
#define MODERN MCP_ERA_CHOICE_MODERN
#define LEGACY MCP_ERA_CHOICE_LEGACY

static const Case cases[] = {
  { "completion.too-many", LEGACY, "completion/complete", "{}",
    RESULT ("\"completion\":{\"values\":[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
            "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,"
            "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]}"),
    RESULT ("\"completion\":{\"values\":[0]}") },
  { "content.type", LEGACY, "tools/call", CALL, RESULT ("\"content\":[{\"type\":\"video\"}]"),
    RESULT ("\"content\":[{\"type\":\"text\",\"text\":\"a\"},{\"type\":\"resource_link\"}]") },
  { "content.type", LEGACY, "tools/call", CALL, RESULT ("\"content\":[7]"),
    RESULT ("\"content\":[]") },
  { "icons.member", LEGACY, "tools/list", NULL,
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"icons\":{}}]"),
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"icons\":[]}]") },
  { "icons.member", LEGACY, "tools/list", NULL,
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"icons\":[{\"mimeType\":\"image/png\"}]}]"),
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"icons\":[{\"src\":\"https://a/\",\"mimeType\":\"image/png\"}]}]") },
  { "icons.member", LEGACY, "tools/list", NULL,
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"icons\":[{\"src\":\"https://a/\",\"theme\":\"blue\"}]}]"),
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"icons\":[{\"src\":\"https://a/\",\"theme\":\"dark\",\"sizes\":[\"any\"]}]}]") },
  { "icons.source", LEGACY, "tools/list", NULL,
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"icons\":[{\"src\":\"http://a/\"}]}]"),
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"icons\":[{\"src\":\"https://a/\"}]}]") },
  { "icons.data", LEGACY, "tools/list", NULL,
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"icons\":[{\"src\":\"data:image/png;base64,AA==\"}]}]"),
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},\"icons\":[{\"src\":\"data:image/svg+xml,%3Csvg/%3E\"}]}]") },
  { "log.data", LEGACY, "tools/call", CALL, LOG ("\"level\":\"info\""),
    LOG ("\"level\":\"info\",\"data\":null") },
  { "log.level", LEGACY, "tools/call", CALL, LOG ("\"level\":\"loud\",\"data\":1"),
    LOG ("\"level\":\"emergency\",\"data\":1") },
  { "log.unasked", MODERN, "tools/call", CALL, LOG ("\"level\":\"info\",\"data\":1"),
    RESULT ("\"content\":[]") },
  { "meta.key", LEGACY, "tools/call", CALL,
    RESULT ("\"content\":[],\"_meta\":{\"1a.example/x\":1}"),
    RESULT ("\"content\":[],\"_meta\":{\"com.example-a.b/x_y.z\":1,\"plain\":1,\"org.example/\":1}") },
  { "meta.key", MODERN, "tools/call", CALL, RESULT ("\"content\":[],\"_meta\":{\"-x\":1}"),
    RESULT ("\"content\":[],\"_meta\":{}") },
  /* Escaped: the command line of the mock server, which it was told, has the script. */
  { "rpc.error-detail", LEGACY, "tools/call", CALL,
    "{\"error\": {\"code\": -32603, \"message\": \"cannot read \\/home\\/alice\\/app\\/key.pem\"}}", ERROR ("-32603") },
  { "rpc.error-detail", MODERN, "resources/read", "{\"uri\":\"file:///home/alice/a\"}",
    "{\"error\": {\"code\": -32603, \"message\": \"Traceback (most recent call last):\"}}",
    "{\"error\": {\"code\": -32602, \"message\": \"no file /home/alice/a\"}}" },
  { "modern.error-code", MODERN, "tools/call", CALL, ERROR ("-32042"), ERROR ("-32021") },
  { "modern.not-found-code", MODERN, "resources/read", "{\"uri\":\"a:b\"}", ERROR ("-32002"),
    ERROR ("-32602") },
  { "cache.ttl", MODERN, "resources/read", "{\"uri\":\"a:b\"}",
    RESULT ("\"contents\":[],\"cacheScope\":\"public\",\"ttlMs\":-1"),
    RESULT ("\"contents\":[],\"cacheScope\":\"public\",\"ttlMs\":0") },
  { "cache.scope", MODERN, "resources/read", "{\"uri\":\"a:b\"}",
    RESULT ("\"contents\":[],\"cacheScope\":\"all\",\"ttlMs\":1"),
    RESULT ("\"contents\":[],\"cacheScope\":\"private\",\"ttlMs\":1") },
  { "resources.contents", LEGACY, "resources/read", "{\"uri\":\"a:b\"}",
    RESULT ("\"contents\":[{\"uri\":\"a:b\"}]"),
    RESULT ("\"contents\":[{\"uri\":\"a:b\",\"text\":\"\"},{\"uri\":\"a:c\",\"blob\":\"\"}]") },
  { "tools.input-schema", LEGACY, "tools/list", NULL,
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"string\"}}]"),
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}]") },
  { "result.structured", MODERN, "tools/call", CALL, RESULT ("\"content\":[]"),
    RESULT ("\"content\":[],\"structuredContent\":null") },
  { "result.structured", LEGACY, "tools/call", CALL, RESULT ("\"content\":[]"),
    RESULT ("\"content\":[],\"isError\":true") },
  { "result.structured", LEGACY, "tools/call", CALL,
    RESULT ("\"content\":[],\"structuredContent\":[1]"),
    RESULT ("\"content\":[],\"structuredContent\":{\"n\":1}") },
  { "result.text", LEGACY, "tools/call", CALL,
    RESULT ("\"content\":[],\"structuredContent\":{\"n\":1}"),
    RESULT ("\"content\":[{\"type\":\"text\",\"text\":\"{\\\"n\\\":1}\"}],\"structuredContent\":{\"n\":1}") },
  { "result.text", MODERN, "tools/call", CALL,
    RESULT ("\"content\":[{\"type\":\"image\",\"data\":\"\",\"mimeType\":\"image/png\"}],\"structuredContent\":7"),
    RESULT ("\"content\":[],\"structuredContent\":{\"n\":1},\"isError\":true") },
  { "result.text", LEGACY, "tools/call", CALL, NULL, RESULT ("\"content\":[]") },
  { "result.schema", LEGACY, "tools/call", CALL,
    RESULT ("\"content\":[],\"structuredContent\":{\"n\":\"one\"}"),
    RESULT ("\"content\":[],\"structuredContent\":{\"n\":1}") },
  { "result.schema", MODERN, "tools/call", CALL,
    RESULT ("\"content\":[],\"structuredContent\":{\"n\":\"one\"}"),
    RESULT ("\"content\":[],\"structuredContent\":{\"n\":\"one\"},\"isError\":true") },
  /* What the schema refers to is not fetched: nobody can tell. */
  { "result.schema", LEGACY, "tools/call", "{\"name\":\"far\"}", NULL,
    RESULT ("\"content\":[],\"structuredContent\":{\"n\":\"one\"}") },
  /* A reference that leads nowhere is the fault of the schema, not of the content. */
  { "result.schema", LEGACY, "tools/call", "{\"name\":\"lost\"}", NULL,
    RESULT ("\"content\":[],\"structuredContent\":{\"n\":\"one\"}") },
  { "tools.output-schema", LEGACY, "tools/list", NULL,
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},"
            "\"outputSchema\":{\"type\":\"object\",\"properties\":{\"n\":{\"$ref\":\"#/$defs/n\"}}}}]"),
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},"
            "\"outputSchema\":{\"type\":\"object\",\"properties\":{\"n\":{\"$ref\":\"https://example.com/n\"}}}}]") },
  { "tools.foreign-schema", LEGACY, "tools/list", NULL,
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"$ref\":\"other.json#/a\"}}]"),
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"$defs\":{\"a\":true},"
            "\"properties\":{\"a\":{\"$ref\":\"#/$defs/a\"},"
            "\"b\":{\"$ref\":\"https://json-schema.org/draft/2020-12/schema\"}}}}]") },
  /* A part with an $id is a document of its own. */
  { "result.schema", LEGACY, "tools/call", "{\"name\":\"own\"}",
    RESULT ("\"content\":[],\"structuredContent\":{\"n\":null}"),
    RESULT ("\"content\":[],\"structuredContent\":{\"n\":\"one\"}") },
  { "content.member", LEGACY, "tools/call", CALL,
    RESULT ("\"content\":[{\"type\":\"text\"}]"),
    RESULT ("\"content\":[{\"type\":\"text\",\"text\":\"\"}]") },
  { "content.member", LEGACY, "tools/call", CALL,
    RESULT ("\"content\":[{\"type\":\"image\",\"data\":\"\"}]"),
    RESULT ("\"content\":[{\"type\":\"image\",\"data\":\"\",\"mimeType\":\"image/png\"}]") },
  { "content.member", LEGACY, "tools/call", CALL,
    RESULT ("\"content\":[{\"type\":\"resource\",\"uri\":\"a:b\"}]"),
    RESULT ("\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"text\":\"\"}}]") },
  { "content.member", LEGACY, "tools/call", CALL,
    RESULT ("\"content\":[{\"type\":\"resource_link\",\"uri\":\"a:b\"}]"),
    RESULT ("\"content\":[{\"type\":\"resource_link\",\"uri\":\"a:b\",\"name\":\"n\"}]") },
  { "content.base64", LEGACY, "tools/call", CALL,
    RESULT ("\"content\":[{\"type\":\"audio\",\"data\":\"aGk\",\"mimeType\":\"audio/wav\"}]"),
    RESULT ("\"content\":[{\"type\":\"audio\",\"data\":\"aG\\/=\",\"mimeType\":\"audio/wav\"}]") },
  { "content.base64", LEGACY, "resources/read", "{\"uri\":\"a:b\"}",
    RESULT ("\"contents\":[{\"uri\":\"a:b\",\"blob\":\"a_-=\"}]"),
    RESULT ("\"contents\":[{\"uri\":\"a:b\",\"blob\":\"aA==\"}]") },
  { "prompts.message", LEGACY, "prompts/get", "{\"name\":\"p\"}",
    RESULT ("\"messages\":[{\"role\":\"system\",\"content\":{\"type\":\"text\",\"text\":\"a\"}}]"),
    RESULT ("\"messages\":[{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"a\"}}]") },
  { "prompts.message", LEGACY, "prompts/get", "{\"name\":\"p\"}",
    RESULT ("\"messages\":[{\"role\":\"user\",\"content\":\"text\"}]"),
    RESULT ("\"messages\":[]") },
  { "tools.name", LEGACY, "tools/list", NULL,
    RESULT ("\"tools\":[{\"name\":\"a tool\",\"inputSchema\":{\"type\":\"object\"}}]"),
    RESULT ("\"tools\":[{\"name\":\"A_t.o-0l\",\"inputSchema\":{\"type\":\"object\"}}]") },
  { "tools.name", LEGACY, "tools/list", NULL,
    RESULT ("\"tools\":[{\"name\":\"" T64 T64 "t\",\"inputSchema\":{\"type\":\"object\"}}]"),
    RESULT ("\"tools\":[{\"name\":\"" T64 T64 "\",\"inputSchema\":{\"type\":\"object\"}}]") },
  { "tools.output-schema", LEGACY, "tools/list", NULL,
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},"
            "\"outputSchema\":{\"type\":\"array\"}}]"),
    RESULT ("\"tools\":[{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"},"
            "\"outputSchema\":{\"type\":\"object\"}}]") },
  { "tools.output-schema", MODERN, "tools/list", NULL,
    RESULT ("\"ttlMs\":0,\"cacheScope\":\"public\",\"tools\":[{\"name\":\"t\",\"inputSchema\":"
            "{\"type\":\"object\"},\"outputSchema\":7}]"),
    RESULT ("\"ttlMs\":0,\"cacheScope\":\"public\",\"tools\":[{\"name\":\"t\",\"inputSchema\":"
            "{\"type\":\"object\"},\"outputSchema\":{\"type\":\"array\"}}]") },
};

static void
ask (McpSession *session,
     const Case *data)
{
  g_autoptr (McpCall) call = mcp_call_new (data->method, data->params);
  McpCatalog *tools = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);

  mcp_catalog_refresh_async (tools, NULL, NULL, NULL);
  TEST_AWAIT (mcp_catalog_get_state (tools) == MCP_CATALOG_LOADED);
  if (strcmp (data->method, "tools/list") == 0)
    return;
  mcp_session_start_call (session, call);
  TEST_AWAIT (mcp_call_is_finished (call));
}

static void
check (const Case *data,
       const char *behaviour,
       gboolean    broken)
{
  gboolean lists = strcmp (data->method, "tools/list") == 0;
  g_autofree char *tools =
    g_strdup (lists ? "" : ", \"tools/list\": {\"result\": {\"resultType\":\"complete\",\"ttlMs\":0,"
                           "\"cacheScope\":\"public\",\"tools\":[{\"name\":\"t\",\"inputSchema\":"
                           "{\"type\":\"object\"},\"outputSchema\":{\"type\":\"object\","
                           "\"properties\":{\"n\":{\"type\":\"number\"}}}},"
                           "{\"name\":\"far\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":"
                           "{\"type\":\"object\",\"properties\":{\"n\":{"
                           "\"$ref\":\"https://example.com/n\"}}}},"
                           "{\"name\":\"lost\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":"
                           "{\"type\":\"object\",\"properties\":{\"n\":{\"$ref\":\"#/$defs/n\"}}}},"
                           "{\"name\":\"own\",\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":"
                           "{\"type\":\"object\",\"$defs\":{\"n\":{\"type\":\"null\"},\"o\":{\"$id\":"
                           "\"https://example.com/o\",\"$ref\":\"#/$defs/n\",\"$defs\":{\"n\":{\"type\":"
                           "\"string\"}}}},\"properties\":{\"n\":{\"$ref\":\"https://example.com/o\"}}}}"
                           "]}}");
  g_autofree char *script =
    data->era == MODERN
      ? g_strdup_printf ("[{\"serve\": {" DISCOVER (SERVER_INFO) ", \"%s\": %s%s}}]", data->method,
                         behaviour, tools)
      : g_strdup_printf ("[{\"handshake\": {\"capabilities\": {\"tools\": {}, \"resources\": {}, \"prompts\": {},"
                         "\"completions\": {}, \"logging\": {}}}}, {\"serve\": {\"%s\": %s%s}}]",
                         data->method, behaviour, tools);
  McpSession *session = session_new_mock (script);

  mcp_profile_set_era (mcp_session_get_profile (session), data->era);
  session_open_ok (session);
  ask (session, data);
  if (broken)
    g_assert_cmpuint (session_count_findings (session, data->rule), ==, 1);
  else
    g_assert_cmpuint (session_count_findings (session, data->rule), ==, 0);
  session_close (session);
  session_finish (session);
}

static void
test_rule (gconstpointer user_data)
{
  const Case *data = user_data;

  if (data->broken != NULL)
    check (data, data->broken, TRUE);
  check (data, data->kept, FALSE);
}

/* A ping is server/discover again: what is wrong with its answer is told once. */
static void
test_pings_are_no_news (void)
{
  McpSession *session = session_new_mock (
    "[{\"serve\": {\"server/discover\": {\"result\": {\"supportedVersions\": [\"2026-07-28\"],"
    "\"capabilities\": {}}}}}]");
  McpHealth *health = mcp_session_get_health (session);
  GListModel *findings = mcp_journal_get_findings (mcp_session_get_journal (session));
  McpSampleStore *probes = mcp_health_get_probes (health);

  mcp_profile_set_era (mcp_session_get_profile (session), MODERN);
  session_open_ok (session);
  for (guint i = 1; i <= 2; i++)
    {
      mcp_health_ping_async (health, 0, NULL, NULL, NULL);
      TEST_AWAIT (mcp_sample_store_get_n_samples (probes) == i);
    }

  mcp_journal_flush (mcp_session_get_journal (session));
  g_assert_cmpuint (session_count_findings (session, "modern.no-result-type"), ==, 1);
  g_assert_cmpuint (session_count_findings (session, "modern.no-server-info"), ==, 1);
  g_assert_cmpuint (session_count_findings (session, "cache.ttl"), ==, 1);
  g_assert_cmpuint (session_count_findings (session, "cache.scope"), ==, 1);
  g_assert_cmpuint (g_list_model_get_n_items (findings), ==, 4);
  session_close (session);
  session_finish (session);
}

/* A server should say which it is. */
static void
test_no_server_info (void)
{
  McpSession *session = session_new_mock ("[{\"serve\": {" DISCOVER ("") "}}]");

  mcp_profile_set_era (mcp_session_get_profile (session), MODERN);
  session_open_ok (session);
  g_assert_cmpuint (session_count_findings (session, "modern.no-server-info"), ==, 1);
  session_close (session);
  session_finish (session);
}

/* The same tools, and then in another order. */
static void
test_order (void)
{
  McpSession *session = session_new_mock (
    "[{\"expect\": {\"method\": \"server/discover\"}},"
    "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", \"result\": {\"resultType\": \"complete\","
    "\"supportedVersions\": [\"2026-07-28\"], \"capabilities\": {\"tools\": {}}, \"ttlMs\": 0,"
    "\"cacheScope\": \"public\"}}},"
    "{\"expect\": {\"method\": \"tools/list\"}},"
    "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", \"result\": {\"resultType\": \"complete\","
    "\"ttlMs\": 0, \"cacheScope\": \"public\", \"tools\": ["
    "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}},"
    "{\"name\":\"b\",\"inputSchema\":{\"type\":\"object\"}}]}}},"
    "{\"expect\": {\"method\": \"tools/list\"}},"
    "{\"send\": {\"jsonrpc\": \"2.0\", \"id\": \"$id\", \"result\": {\"resultType\": \"complete\","
    "\"ttlMs\": 0, \"cacheScope\": \"public\", \"tools\": ["
    "{\"name\":\"b\",\"inputSchema\":{\"type\":\"object\"}},"
    "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}}]}}}, {\"serve\": {}}]");
  McpCatalog *tools = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);

  mcp_profile_set_era (mcp_session_get_profile (session), MODERN);
  session_open_ok (session);
  mcp_catalog_refresh_async (tools, NULL, NULL, NULL);
  TEST_AWAIT (mcp_catalog_get_state (tools) == MCP_CATALOG_LOADED);
  g_assert_cmpuint (session_count_findings (session, "list.order"), ==, 0);
  mcp_catalog_refresh_async (tools, NULL, NULL, NULL);
  TEST_AWAIT (session_count_findings (session, "list.order") == 1);
  session_close (session);
  session_finish (session);
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/session/linter/%s/%u", cases[i].rule, (guint) i);

      g_test_add_data_func (path, &cases[i], test_rule);
    }
  g_test_add_func ("/session/linter/no-server-info", test_no_server_info);
  g_test_add_func ("/session/linter/pings-are-no-news", test_pings_are_no_news);
  g_test_add_func ("/session/linter/order", test_order);

  return g_test_run ();
}
