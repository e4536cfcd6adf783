/* test-lint-members.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "lint-support.h"
#include "mcp-structure.h"

/* What servers send against the schema of the revision in force: each row breaks what it names, at one place. */

#define V1 MCP_VERSION_2024_11_05
#define V2 MCP_VERSION_2025_03_26
#define V3 MCP_VERSION_2025_06_18
#define V4 MCP_VERSION_2025_11_25
#define V5 MCP_VERSION_2026_07_28

typedef struct
{
  McpVersion  version;
  const char *what;    /* a method whose result it is, one whose params, or a list whose entry */
  const char *json;
  const char *rule;    /* "" for nothing */
  const char *place;
} Case;

static McpCatalogKind
find_list (const char *member)
{
  McpCatalogKind kind = 0;

  while (!g_str_equal (mcp_catalog_kind_get_member (kind), member))
    kind++;

  return kind;
}

static void
take (Fixture    *fixture,
      const Case *data)
{
  mcp_reporter_set_revision (fixture->reporter, (McpRevision) { .version = data->version });
  if (g_str_has_prefix (data->what, "entry "))
    {
      McpCatalogKind kind = find_list (data->what + strlen ("entry "));
      g_autoptr (McpCatalogItem) item = mcp_catalog_item_new (kind, data->json, strlen (data->json));

      mcp_linter_check_item (fixture->reporter, 0, kind, item, 1);
    }
  else if (g_str_has_prefix (data->what, "params "))
    mcp_linter_check_params (fixture->reporter, data->what + strlen ("params "), data->json, strlen (data->json), 0);
  else if (g_str_equal (data->what, "initialize"))
    {
      g_autoptr (McpId) id = mcp_id_new_integer (1);
      g_autoptr (McpMessage) answer = mcp_message_new_result (id, data->json);

      mcp_linter_check_initialize (fixture->reporter, answer, 0);
    }
  else
    check_result (fixture, data->what, NULL, data->json);
}

static void
run_cases (Fixture    *fixture,
           const Case *cases,
           gsize       n)
{
  for (gsize i = 0; i < n; i++)
    {
      GListModel *findings = mcp_journal_get_findings (fixture->journal);
      g_autoptr (McpFinding) first = NULL;
      guint n_found;

      take (fixture, &cases[i]);
      mcp_journal_flush (fixture->journal);
      n_found = g_list_model_get_n_items (findings);
      first = g_list_model_get_item (findings, 0);
      if (n_found != (*cases[i].rule != '\0') || (first != NULL && mcp_finding_get_count (first) != 1)
          || (first != NULL && !g_str_equal (mcp_finding_get_rule (first), cases[i].rule))
          || (first != NULL && strstr (mcp_finding_get_message (first), cases[i].place) == NULL))
        g_error ("%s %s: %u findings, first %s: %s; not %s at %s", cases[i].what, cases[i].json, n_found,
                 first != NULL ? mcp_finding_get_rule (first) : "none",
                 first != NULL ? mcp_finding_get_message (first) : "", cases[i].rule, cases[i].place);
      tear_down (fixture, NULL);
      set_up (fixture, NULL);
    }
}

#define RUN(cases) run_cases (fixture, cases, G_N_ELEMENTS (cases))
#define TOOL(more) "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}," more "}"
#define HELLO(capabilities, more)                                                                                     \
  "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":" capabilities                                                \
  ",\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"" more "}}"

static void
test_entries (Fixture       *fixture,
              gconstpointer  unused)
{
  static const Case cases[] = {
    { V4, "entry tools", TOOL ("\"title\":null"), "list.member", "/title" },
    /* What a revision does not have may be anything. */
    { V2, "entry tools", TOOL ("\"title\":null"), "", "" },
    { V1, "entry tools", TOOL ("\"annotations\":null"), "", "" },
    { V2, "entry tools", TOOL ("\"annotations\":null"), "list.member", "/annotations" },
    { V3, "entry tools", TOOL ("\"execution\":null"), "", "" },
    { V4, "entry tools", TOOL ("\"execution\":null"), "list.member", "/execution" },
    { V5, "entry tools", TOOL ("\"execution\":null"), "", "" },
    { V4, "entry tools", TOOL ("\"execution\":{\"taskSupport\":\"maybe\"}"), "list.member", "/execution/taskSupport" },
    { V4, "entry tools", TOOL ("\"execution\":{\"taskSupport\":\"optional\"}"), "", "" },
    { V1, "entry tools", TOOL ("\"description\":null"), "list.member", "/description" },
    { V4, "entry tools", TOOL ("\"annotations\":{\"readOnlyHint\":\"yes\"}"), "list.member", "/annotations/readOnlyHint" },
    { V4, "entry tools", TOOL ("\"annotations\":{\"destructiveHint\":null}"), "list.member", "/annotations/destructiveHint" },
    { V4, "entry tools", TOOL ("\"annotations\":{\"title\":7}"), "list.member", "/annotations/title" },
    { V4, "entry tools", TOOL ("\"annotations\":{\"ours\":7,\"openWorldHint\":false},\"x\":null"), "", "" },
    { V4, "entry tools", TOOL ("\"_meta\":[]"), "list.member", "/_meta" },
    { V4, "entry tools", TOOL ("\"icons\":null"), "icons.member", "/icons" },
    { V4, "entry tools", TOOL ("\"icons\":[{\"src\":\"https://a/\",\"sizes\":[48]}]"), "icons.member", "/icons/0/sizes/0" },
    { V3, "entry tools", TOOL ("\"icons\":null"), "", "" },
    /* A schema may be true or false; that of a property could not before 2026-07-28. */
    { V4, "entry tools", "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":true}}}",
      "tools.input-schema", "/inputSchema/properties/a" },
    { V5, "entry tools", "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":true}}}", "", "" },
    { V4, "entry tools", TOOL ("\"outputSchema\":{\"type\":\"object\",\"properties\":{\"a\":false}}"),
      "tools.output-schema", "/outputSchema/properties/a" },
    { V4, "entry tools", TOOL ("\"outputSchema\":{\"type\":\"object\",\"properties\":{\"a\":null}}"),
      "tools.output-schema", "/properties/a" },
    { V4, "entry prompts", "{\"name\":\"p\",\"arguments\":{}}", "list.member", "/arguments" },
    { V4, "entry prompts", "{\"name\":\"p\",\"arguments\":null}", "list.member", "/arguments" },
    { V4, "entry prompts", "{\"name\":\"p\",\"arguments\":[{\"description\":\"a\"}]}", "list.member", "/arguments/0/name" },
    { V4, "entry prompts", "{\"name\":\"p\",\"arguments\":[{\"name\":\"a\",\"required\":\"true\"}]}", "list.member",
      "/arguments/0/required" },
    { V4, "entry prompts", "{\"name\":\"p\",\"arguments\":[{\"name\":\"a\",\"required\":true}]}", "", "" },
    { V4, "entry resources", "{\"uri\":\"a:b\",\"name\":\"r\",\"size\":\"10\"}", "list.member", "/size" },
    { V4, "entry resources", "{\"uri\":\"a:b\",\"name\":\"r\",\"size\":10.5}", "list.member", "/size" },
    { V4, "entry resources", "{\"uri\":\"a:b\",\"name\":\"r\",\"size\":1e3,\"mimeType\":\"text/plain\"}", "", "" },
    { V4, "entry resources", "{\"uri\":\"a:b\",\"name\":\"r\",\"mimeType\":null}", "list.member", "/mimeType" },
    { V4, "entry resources", "{\"uri\":\"/etc/hosts\",\"name\":\"r\"}", "list.member", "/uri" },
    { V4, "entry resources", "{\"uri\":\"a file:x\",\"name\":\"r\"}", "list.member", "/uri" },
    { V4, "entry resources", "{\"uri\":\"file:///tmp/\303\234bung.txt\",\"name\":\"r\"}", "", "" },
    { V4, "entry resources", "{\"uri\":\"a:b\",\"name\":\"r\",\"annotations\":{\"priority\":2}}", "list.member",
      "/annotations/priority" },
    { V4, "entry resources", "{\"uri\":\"a:b\",\"name\":\"r\",\"annotations\":{\"audience\":[\"everyone\"]}}", "list.member",
      "/annotations/audience/0" },
    { V4, "entry resources", "{\"uri\":\"a:b\",\"name\":\"r\",\"annotations\":{\"audience\":\"user\"}}", "list.member",
      "/annotations/audience" },
    { V4, "entry resources", "{\"uri\":\"a:b\",\"name\":\"r\",\"annotations\":{\"audience\":[\"user\"],\"priority\":1,"
      "\"lastModified\":\"2025-01-12T15:00:58Z\"}}", "", "" },
    { V2, "entry resources", "{\"uri\":\"a:b\",\"name\":\"r\",\"annotations\":{\"lastModified\":7}}", "", "" },
    { V3, "entry resources", "{\"uri\":\"a:b\",\"name\":\"r\",\"annotations\":{\"lastModified\":7}}", "list.member",
      "/annotations/lastModified" },
    { V4, "entry resourceTemplates", "{\"uriTemplate\":\"a:{b}\",\"name\":\"t\",\"description\":[]}", "list.member",
      "/description" },
  };

  RUN (cases);
}

static void
test_results (Fixture       *fixture,
              gconstpointer  unused)
{
  static const Case cases[] = {
    { V4, "tools/list", "{\"tools\":[],\"nextCursor\":null}", "list.bad-item", "/nextCursor" },
    { V4, "tools/list", "{\"tools\":[],\"nextCursor\":7}", "list.bad-item", "/nextCursor" },
    { V4, "tools/list", "{\"tools\":[],\"_meta\":null}", "list.bad-item", "/_meta" },
    { V4, "ping", "{\"_meta\":[]}", "result.member", "/_meta" },
    { V4, "tools/call", "{\"content\":[],\"isError\":\"true\"}", "result.member", "/isError" },
    { V4, "tools/call", "{\"content\":[],\"isError\":null}", "result.member", "/isError" },
    { V4, "tools/call", "{\"content\":[{\"type\":\"text\",\"text\":\"\",\"annotations\":null}]}", "content.member",
      "/content/0/annotations" },
    { V4, "tools/call", "{\"content\":[{\"type\":\"image\",\"data\":\"\",\"mimeType\":7}]}", "content.member",
      "/content/0/mimeType" },
    { V4, "tools/call", "{\"content\":[{\"type\":\"resource_link\",\"uri\":\"here\",\"name\":\"n\"}]}", "content.member",
      "/content/0/uri" },
    { V4, "tools/call", "{\"content\":[{\"type\":\"resource_link\",\"uri\":\"a:b\",\"name\":\"n\",\"title\":null}]}",
      "content.member", "/content/0/title" },
    { V4, "tools/call", "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\"}}]}", "content.member",
      "/content/0/resource" },
    { V4, "tools/call", "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"text\":\"\",\"blob\":\"\"}}]}",
      "content.member", "/content/0/resource" },
    { V4, "tools/call", "{\"content\":[{\"type\":\"tool_use\"}]}", "content.type", "/content/0" },
    { V4, "resources/read", "{\"contents\":[{\"uri\":\"a:b\",\"text\":\"\",\"mimeType\":null}]}", "resources.contents",
      "/contents/0/mimeType" },
    { V4, "resources/read", "{\"contents\":[{\"uri\":\"a:b\",\"text\":null}]}", "resources.contents", "/contents/0/text" },
    { V4, "resources/read", "{\"contents\":[{\"uri\":\"notes\",\"text\":\"\"}]}", "resources.contents", "/contents/0/uri" },
    { V4, "prompts/get", "{\"messages\":[],\"description\":null}", "result.member", "/description" },
    { V4, "prompts/get", "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"video\"}}]}", "content.type",
      "/messages/0/content" },
    { V4, "prompts/get", "{\"messages\":[{\"role\":\"user\",\"content\":[]}]}", "prompts.message", "/messages/0/content" },
    { V4, "prompts/get", "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\"}}]}", "content.member",
      "/messages/0/content/text" },
    { V4, "completion/complete", "{\"completion\":{}}", "result.member", "/completion/values" },
    { V4, "completion/complete", "{\"completion\":{\"values\":null}}", "result.member", "/completion/values" },
    { V4, "completion/complete", "{\"completion\":{\"values\":[\"a\",1]}}", "result.member", "/completion/values/1" },
    { V4, "completion/complete", "{\"completion\":{\"values\":[],\"total\":\"3\"}}", "result.member", "/completion/total" },
    { V4, "completion/complete", "{\"completion\":{\"values\":[],\"hasMore\":0}}", "result.member", "/completion/hasMore" },
    { V4, "completion/complete", "{\"completion\":{\"values\":[\"a\"],\"total\":1,\"hasMore\":false}}", "", "" },
  };

  RUN (cases);
}

static void
test_hello (Fixture       *fixture,
            gconstpointer  unused)
{
  static const Case cases[] = {
    { V4, "initialize", HELLO ("{}", ""), "", "" },
    { V4, "initialize", HELLO ("{\"tools\":[]}", ""), "capability.member", "/capabilities/tools" },
    { V4, "initialize", HELLO ("{\"resources\":false}", ""), "capability.member", "/capabilities/resources" },
    { V4, "initialize", HELLO ("{\"logging\":null}", ""), "capability.member", "/capabilities/logging" },
    { V4, "initialize", HELLO ("{\"prompts\":true}", ""), "capability.member", "/capabilities/prompts" },
    { V4, "initialize", HELLO ("{\"tools\":{\"listChanged\":\"yes\"}}", ""), "capability.member",
      "/capabilities/tools/listChanged" },
    { V4, "initialize", HELLO ("{\"resources\":{\"subscribe\":{}}}", ""), "capability.member",
      "/capabilities/resources/subscribe" },
    { V4, "initialize", HELLO ("{\"experimental\":{\"x\":true}}", ""), "capability.member", "/capabilities/experimental/x" },
    { V4, "initialize", HELLO ("{\"tasks\":{\"requests\":{\"tools\":{\"call\":true}}}}", ""), "capability.member",
      "/capabilities/tasks/requests/tools/call" },
    { V3, "initialize", HELLO ("{\"tasks\":7}", ""), "", "" },
    { V1, "initialize", HELLO ("{\"completions\":7}", ""), "", "" },
    { V2, "initialize", HELLO ("{\"completions\":7}", ""), "capability.member", "/capabilities/completions" },
    { V4, "initialize", HELLO ("{}", ",\"title\":null"), "lifecycle.bad-answer", "/serverInfo/title" },
    { V2, "initialize", HELLO ("{}", ",\"title\":null"), "", "" },
    { V4, "initialize", HELLO ("{}", ",\"websiteUrl\":\"example.com\""), "lifecycle.bad-answer", "/serverInfo/websiteUrl" },
    { V4, "initialize", HELLO ("{}", "},\"instructions\":{"), "lifecycle.bad-answer", "/instructions" },
  };

  RUN (cases);
}

#define FORM(properties)                                                                                              \
  "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{" properties "}}}"
#define TASK(task)                                                                                                    \
  "{\"message\":\"m\",\"requestedSchema\":{\"type\":\"object\",\"properties\":{}},\"task\":" task "}"
#define SAMPLE(message) "{\"maxTokens\":1,\"messages\":[" message "]}"

static void
test_params (Fixture       *fixture,
             gconstpointer  unused)
{
  static const Case cases[] = {
    { V4, "params elicitation/create", FORM ("\"a\":{\"type\":\"string\"}"), "", "" },
    { V4, "params elicitation/create", FORM ("\"a\":{\"type\":\"object\"}"), "elicitation.member", "/properties/a" },
    { V4, "params elicitation/create", FORM ("\"a\":{\"anyOf\":[]}"), "elicitation.member", "/properties/a" },
    { V3, "params elicitation/create", FORM ("\"a\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[]}}"),
      "elicitation.member", "/properties/a" },
    { V4, "params elicitation/create", FORM ("\"a\":{\"type\":\"array\",\"items\":{\"type\":\"string\",\"enum\":[]}}"), "", "" },
    { V4, "params elicitation/create", FORM ("\"a\":{\"type\":\"array\",\"items\":{\"type\":\"object\"}}"),
      "elicitation.member", "/properties/a/items" },
    { V4, "params elicitation/create", FORM ("\"a\":{\"type\":\"string\",\"format\":\"ipv4\"}"), "elicitation.member",
      "/properties/a/format" },
    { V4, "params elicitation/create", FORM ("\"a\":{\"type\":\"string\",\"minLength\":\"1\"}"), "elicitation.member",
      "/properties/a/minLength" },
    { V4, "params elicitation/create", FORM ("\"a\":{\"type\":\"string\",\"enum\":[1]}"), "elicitation.member",
      "/properties/a/enum/0" },
    { V4, "params elicitation/create", FORM ("\"a\":{\"type\":\"string\",\"oneOf\":[{\"const\":\"a\"}]}"),
      "elicitation.member", "/properties/a/oneOf/0/title" },
    { V4, "params elicitation/create", FORM ("\"a\":{\"type\":\"string\",\"pattern\":\"(a\"}"), "elicitation.member",
      "/properties/a/pattern" },
    { V4, "params elicitation/create", FORM ("\"a\":{\"type\":\"boolean\",\"default\":\"true\"}"), "elicitation.member",
      "/properties/a/default" },
    { V4, "params elicitation/create", "{\"message\":\"m\"}", "elicitation.member", "/requestedSchema" },
    { V4, "params elicitation/create", "{\"message\":\"m\",\"mode\":\"url\",\"url\":\"https://a/\",\"elicitationId\":\"1\"}",
      "", "" },
    { V4, "params elicitation/create", "{\"message\":\"m\",\"mode\":\"url\",\"url\":\"a\",\"elicitationId\":\"1\"}",
      "elicitation.member", "/url" },
    { V4, "params elicitation/create", "{\"message\":\"m\",\"mode\":\"voice\"}", "elicitation.member", "voice" },
    { V4, "params elicitation/create", TASK ("{\"ttl\":0}"), "", "" },
    { V4, "params elicitation/create", TASK ("{}"), "", "" },
    { V4, "params elicitation/create", TASK ("7"), "elicitation.member", "/task" },
    { V4, "params elicitation/create", TASK ("null"), "elicitation.member", "/task" },
    { V4, "params elicitation/create", TASK ("{\"ttl\":-1}"), "elicitation.member", "/task/ttl" },
    { V4, "params elicitation/create", TASK ("{\"ttl\":\"60000\"}"), "elicitation.member", "/task/ttl" },
    { V3, "params elicitation/create", TASK ("7"), "", "" },
    { V4, "params sampling/createMessage", "{\"messages\":[],\"maxTokens\":1,\"task\":{\"ttl\":-1}}", "sampling.member",
      "/task/ttl" },
    { V1, "params sampling/createMessage", SAMPLE ("{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"\"}}"), "", "" },
    { V1, "params sampling/createMessage", SAMPLE ("{\"role\":\"user\",\"content\":[]}"), "sampling.member", "/content" },
    { V4, "params sampling/createMessage", SAMPLE ("{\"role\":\"user\",\"content\":[]}"), "", "" },
    { V4, "params sampling/createMessage", SAMPLE ("{\"role\":\"user\",\"content\":[{\"type\":\"tool_use\"}]}"),
      "content.member", "/messages/0/content/0/id" },
    { V4, "params sampling/createMessage", SAMPLE ("{\"role\":\"system\",\"content\":[]}"), "sampling.member",
      "/messages/0/role" },
    { V4, "params sampling/createMessage", "{\"messages\":[]}", "sampling.member", "/maxTokens" },
    { V4, "params sampling/createMessage", "{\"messages\":[],\"maxTokens\":1,\"modelPreferences\":{\"costPriority\":5}}",
      "sampling.member", "/modelPreferences/costPriority" },
    { V4, "params notifications/message", "{\"level\":\"info\",\"data\":1,\"logger\":null}", "notification.member", "/logger" },
    { V4, "params notifications/progress", "{\"progressToken\":1,\"progress\":1,\"total\":\"2\"}", "notification.member",
      "/total" },
    { V1, "params notifications/progress", "{\"progressToken\":1,\"progress\":1,\"message\":7}", "", "" },
    { V2, "params notifications/progress", "{\"progressToken\":1,\"progress\":1,\"message\":7}", "notification.member",
      "/message" },
    { V4, "params notifications/resources/updated", "{\"uri\":\"notes\"}", "notification.member", "/uri" },
    { V4, "params notifications/cancelled", "{\"requestId\":[],\"reason\":\"r\"}", "notification.member", "/requestId" },
    { V4, "params notifications/elicitation/complete", "{}", "notification.member", "/elicitationId" },
    { V4, "params notifications/tools/list_changed", "{\"_meta\":null}", "notification.member", "/_meta" },
    { V5, "params notifications/subscriptions/acknowledged", "{\"notifications\":{\"toolsListChanged\":\"yes\"}}",
      "notification.member", "/notifications/toolsListChanged" },
    { V4, "params ours/made-up", "{\"_meta\":null}", "", "" },
  };

  RUN (cases);
}

/* The table by itself: what the walk over it relies on. */
static void
test_table (void)
{
  for (guint i = 0; i < MCP_N_STRUCTURES; i++)
    {
      const McpMember *members = mcp_structure_get_members (i);
      guint n = 0;

      g_assert_nonnull (members);
      for (; members[n].name != NULL; n++)
        {
          g_assert_true ((members[n].kind == MCP_VALUE_WORD) == (members[n].words != NULL));
          g_assert_true ((members[n].kind == MCP_VALUE_STRUCTURE) == (members[n].structure != MCP_STRUCTURE_NONE));
          g_assert_true (members[n].until == MCP_VERSION_UNKNOWN || members[n].since <= members[n].until);
        }
      g_assert_cmpuint (n, <, 32);
    }
}

#define ADD(name, func) g_test_add ("/session/lint-members/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("entries", test_entries);
  ADD ("results", test_results);
  ADD ("hello", test_hello);
  ADD ("params", test_params);
  g_test_add_func ("/session/lint-members/table", test_table);

  return g_test_run ();
}
