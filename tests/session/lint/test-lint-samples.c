/* test-lint-samples.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "lint-support.h"
#include "mcp-error.h"
#include "mcp-scan.h"

/* Samples that the rules accept, and samples that break one of them and no other. */

static int
by_name (gconstpointer a,
         gconstpointer b)
{
  return strcmp (*(char * const *) a, *(char * const *) b);
}

/* The rules that were broken, in the order of their names, each as often as it was told. */
static char *
dup_rules (Fixture *fixture)
{
  GListModel *findings = mcp_journal_get_findings (fixture->journal);
  g_autoptr (GPtrArray) rules = g_ptr_array_new_with_free_func (g_free);

  mcp_journal_flush (fixture->journal);
  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);

      for (guint n = 0; n < mcp_finding_get_count (finding); n++)
        g_ptr_array_add (rules, g_strdup (mcp_finding_get_rule (finding)));
    }
  g_ptr_array_sort (rules, by_name);
  g_ptr_array_add (rules, NULL);

  return g_strjoinv (" ", (char **) rules->pdata);
}

/* Of one sample all findings are looked at: no rule may be told beside the one that is broken. */
static void
assert_rules (Fixture    *fixture,
              const char *sample,
              const char *expected)
{
  g_autofree char *rules = dup_rules (fixture);

  if (!g_str_equal (rules, expected))
    g_error ("%s broke “%s”, not “%s”", sample, rules, expected);
  tear_down (fixture, NULL);
  set_up (fixture, NULL);
}

#define MESSAGE "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}"

static void
test_frames (Fixture       *fixture,
             gconstpointer  unused)
{
  static const struct
  {
    const char   *bytes;
    McpChannel    channel;
    McpRecordKind kind;
    McpLineEnd    end;
    const char   *rules;
  } cases[] = {
    { MESSAGE, MCP_CHANNEL_STDIO, MCP_RECORD_RESULT, MCP_LINE_END_LF, "" },
    { MESSAGE, MCP_CHANNEL_STDIO, MCP_RECORD_RESULT, MCP_LINE_END_CRLF, "" },
    { MESSAGE, MCP_CHANNEL_STDIO, MCP_RECORD_RESULT, MCP_LINE_END_NONE, "stdio.half-line" },
    { MESSAGE, MCP_CHANNEL_SOCKET, MCP_RECORD_RESULT, MCP_LINE_END_NONE, "socket.half-line" },
    /* Lines are no matter where messages have a length of their own. */
    { MESSAGE, MCP_CHANNEL_HTTP, MCP_RECORD_RESULT, MCP_LINE_END_NONE, "" },
    { MESSAGE, MCP_CHANNEL_SSE, MCP_RECORD_RESULT, MCP_LINE_END_NONE, "" },
    { MESSAGE, MCP_CHANNEL_WS, MCP_RECORD_RESULT, MCP_LINE_END_NONE, "" },
    /* Noise is told of by where it came, and is not read as JSON as well. */
    { "Listening…", MCP_CHANNEL_NOISE, MCP_RECORD_NOISE, MCP_LINE_END_LF, "stdio.noise" },
    { "Listening…", MCP_CHANNEL_NOISE, MCP_RECORD_NOISE, MCP_LINE_END_NONE, "stdio.half-line stdio.noise" },
    { "", MCP_CHANNEL_NOISE, MCP_RECORD_NOISE, MCP_LINE_END_LF, "stdio.blank-line" },
    { " \t\r", MCP_CHANNEL_NOISE, MCP_RECORD_NOISE, MCP_LINE_END_LF, "stdio.blank-line" },
    { "x", MCP_CHANNEL_SOCKET, MCP_RECORD_NOISE, MCP_LINE_END_LF, "socket.noise" },
    { "x", MCP_CHANNEL_TCP, MCP_RECORD_NOISE, MCP_LINE_END_LF, "socket.noise" },
    { "", MCP_CHANNEL_SOCKET, MCP_RECORD_NOISE, MCP_LINE_END_LF, "socket.blank-line" },
    { "x", MCP_CHANNEL_WS, MCP_RECORD_NOISE, MCP_LINE_END_LF, "ws.no-message" },
    { "", MCP_CHANNEL_WS, MCP_RECORD_NOISE, MCP_LINE_END_LF, "ws.no-message" },
    { "x", MCP_CHANNEL_SSE, MCP_RECORD_NOISE, MCP_LINE_END_LF, "sse.no-message" },
    { "x", MCP_CHANNEL_HTTP, MCP_RECORD_NOISE, MCP_LINE_END_LF, "http.content-type" },
    /* JSON. */
    { "{\"jsonrpc\":", MCP_CHANNEL_STDIO, MCP_RECORD_INVALID, MCP_LINE_END_LF, "json.invalid" },
    { MESSAGE "x", MCP_CHANNEL_STDIO, MCP_RECORD_INVALID, MCP_LINE_END_LF, "json.invalid" },
    { "\xef\xbb\xbf" MESSAGE, MCP_CHANNEL_STDIO, MCP_RECORD_RESULT, MCP_LINE_END_LF, "json.byte-order-mark" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":1,\"result\":{}}", MCP_CHANNEL_STDIO, MCP_RECORD_RESULT,
      MCP_LINE_END_LF, "json.duplicate-key" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":1,\"a\":2}}", MCP_CHANNEL_STDIO, MCP_RECORD_RESULT,
      MCP_LINE_END_LF, "" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":\"\\ud800\"}}", MCP_CHANNEL_STDIO, MCP_RECORD_RESULT,
      MCP_LINE_END_LF, "json.lone-surrogate" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":\"\\ud83d\\ude00\"}}", MCP_CHANNEL_STDIO,
      MCP_RECORD_RESULT, MCP_LINE_END_LF, "" },
    /* One fault, one finding: bytes that are not UTF-8 are not “no JSON” as well. */
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":\"\xff\"}}", MCP_CHANNEL_STDIO, MCP_RECORD_RESULT,
      MCP_LINE_END_LF, "json.invalid-utf8" },
    /* JSON-RPC. */
    { "7", MCP_CHANNEL_STDIO, MCP_RECORD_INVALID, MCP_LINE_END_LF, "rpc.envelope" },
    { "{}", MCP_CHANNEL_STDIO, MCP_RECORD_INVALID, MCP_LINE_END_LF, "rpc.envelope" },
    { "[]", MCP_CHANNEL_STDIO, MCP_RECORD_BATCH, MCP_LINE_END_LF, "rpc.envelope" },
    { "{\"id\":1,\"result\":{}}", MCP_CHANNEL_STDIO, MCP_RECORD_RESULT, MCP_LINE_END_LF, "rpc.envelope" },
    { "{\"jsonrpc\":2.0,\"id\":1,\"result\":{}}", MCP_CHANNEL_STDIO, MCP_RECORD_RESULT, MCP_LINE_END_LF,
      "rpc.envelope" },
    { "{\"jsonrpc\":\"2.0\",\"result\":{}}", MCP_CHANNEL_STDIO, MCP_RECORD_RESULT, MCP_LINE_END_LF,
      "rpc.envelope" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1.5,\"result\":{}}", MCP_CHANNEL_STDIO, MCP_RECORD_RESULT,
      MCP_LINE_END_LF, "rpc.envelope" },
    { "{\"jsonrpc\":\"2.0\",\"id\":[1],\"result\":{}}", MCP_CHANNEL_STDIO, MCP_RECORD_RESULT,
      MCP_LINE_END_LF, "rpc.envelope" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":\"1\",\"message\":\"\"}}", MCP_CHANNEL_STDIO,
      MCP_RECORD_ERROR, MCP_LINE_END_LF, "rpc.envelope" },
    { "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":\"\"}}", MCP_CHANNEL_STDIO,
      MCP_RECORD_ERROR, MCP_LINE_END_LF, "" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":{\"code\":1,\"message\":\"\"}}",
      MCP_CHANNEL_STDIO, MCP_RECORD_RESULT, MCP_LINE_END_LF, "rpc.envelope" },
    { "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":7}", MCP_CHANNEL_STDIO,
      MCP_RECORD_NOTIFICATION, MCP_LINE_END_LF, "rpc.envelope" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GBytes) bytes = g_bytes_new_static (cases[i].bytes, strlen (cases[i].bytes));
      McpScan scan;

      mcp_scan (cases[i].bytes, strlen (cases[i].bytes), &scan);
      mcp_linter_check_frame (fixture->reporter, 0, cases[i].channel, cases[i].kind, bytes, &scan, cases[i].end);
      assert_rules (fixture, cases[i].bytes, cases[i].rules);
    }
}

/* Each result has what its method promises, and of the type it promises. */
static void
test_results (Fixture       *fixture,
              gconstpointer  unused)
{
  static const struct
  {
    const char *method;
    const char *result;
    const char *rules;
  } cases[] = {
    { "ping", "{}", "" },
    { "ping", "[]", "result.not-object" },
    { "ping", "null", "result.not-object" },
    { "x/unheard-of", "{}", "" },
    { "tools/list", "{\"tools\":[]}", "" },
    { "tools/list", "{\"tools\":{}}", "result.member" },
    { "tools/list", "{\"resources\":[]}", "result.member" },
    { "tools/list", "{\"result\":{\"tools\":[]}}", "result.member" },
    { "tools/call", "{\"content\":\"\"}", "result.member" },
    { "tools/call", "{\"structuredContent\":{}}", "result.member" },
    { "resources/list", "{\"resources\":[]}", "" },
    { "resources/list", "{}", "result.member" },
    { "resources/templates/list", "{\"resourceTemplates\":[]}", "" },
    { "resources/templates/list", "{\"resources\":[]}", "result.member" },
    { "resources/read", "{\"contents\":{}}", "result.member" },
    { "prompts/list", "{\"prompts\":null}", "result.member" },
    { "prompts/get", "{\"messages\":[]}", "" },
    { "prompts/get", "{\"message\":[]}", "result.member" },
    { "completion/complete", "{\"completion\":{\"values\":[]}}", "" },
    { "completion/complete", "{\"completion\":{}}", "result.member" },
    { "completion/complete", "{\"completion\":[]}", "result.member" },
    /* What stands in members. */
    { "resources/read", "{\"contents\":[{\"uri\":\"a:b\",\"text\":\"\",\"blob\":\"\"}]}", "resources.contents" },
    { "resources/read", "{\"contents\":[{\"text\":\"\"}]}", "resources.contents" },
    { "resources/read", "{\"contents\":[{\"uri\":7}]}", "resources.contents" },
    { "resources/read", "{\"contents\":[7]}", "resources.contents" },
    { "resources/read", "{\"contents\":[{\"uri\":\"a:b\",\"blob\":\"%\"}]}", "content.base64" },
    { "tools/call", "{\"content\":[{}]}", "content.type" },
    { "tools/call", "{\"content\":[{\"type\":7}]}", "content.type" },
    { "tools/call", "{\"content\":[null,{\"type\":\"text\",\"text\":\"\"},[]]}", "content.type content.type" },
    { "tools/call", "{\"content\":[{\"type\":\"text\",\"text\":7}]}", "content.member" },
    /* A block that lacks two things is told of once. */
    { "tools/call", "{\"content\":[{\"type\":\"image\"}]}", "content.member" },
    { "tools/call", "{\"content\":[{\"type\":\"audio\",\"data\":\"\"}]}", "content.member" },
    { "tools/call", "{\"content\":[{\"type\":\"resource\",\"resource\":[]}]}", "content.member" },
    { "tools/call", "{\"content\":[{\"type\":\"resource\",\"resource\":{}}]}", "content.member" },
    { "tools/call", "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"a:b\",\"blob\":\"%\"}}]}",
      "content.base64" },
    { "tools/call", "{\"content\":[{\"type\":\"resource_link\",\"name\":\"n\"}]}", "content.member" },
    { "prompts/get", "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\"}}]}", "content.member" },
    { "prompts/get", "{\"messages\":[{\"role\":\"user\"}]}", "prompts.message" },
    { "prompts/get", "{\"messages\":[{\"content\":{}}]}", "content.type prompts.message" },
    { "prompts/get", "{\"messages\":[7]}", "prompts.message" },
    /* Keys of _meta. */
    { "ping", "{\"_meta\":{\"a\":1,\"a.b/c\":1,\"a-b.c/d_e.f-g\":1,\"a/\":1}}", "" },
    { "ping", "{\"_meta\":{\"\":1}}", "meta.key" },
    { "ping", "{\"_meta\":{\"/a\":1}}", "meta.key" },
    { "ping", "{\"_meta\":{\"a./b\":1}}", "meta.key" },
    { "ping", "{\"_meta\":{\"a..b/c\":1}}", "meta.key" },
    { "ping", "{\"_meta\":{\"-a/b\":1}}", "meta.key" },
    { "ping", "{\"_meta\":{\"a-/b\":1}}", "meta.key" },
    { "ping", "{\"_meta\":{\"a/b c\":1}}", "meta.key" },
    { "ping", "{\"_meta\":{\"a/b_\":1}}", "meta.key" },
    { "ping", "{\"_meta\":{\"a/b/c\":1}}", "meta.key" },
    { "ping", "{\"_meta\":{\"a\\u0000b\":1}}", "meta.key" },
    { "ping", "{\"_meta\":{\"\xc3\xa4\":1}}", "meta.key" },
    { "ping", "{\"_meta\":[\"\"]}", "result.member" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      mcp_reporter_set_revision (fixture->reporter, (McpRevision){ MCP_ERA_LEGACY, MCP_VERSION_2025_11_25 });
      check_result (fixture, cases[i].method, NULL, cases[i].result);
      assert_rules (fixture, cases[i].result, cases[i].rules);
    }
}

/* The same result in each revision: what came later is refused before, and known from then on. */
static void
test_result_revisions (Fixture       *fixture,
                       gconstpointer  unused)
{
  static const char audio[] =
    "{\"content\":[{\"type\":\"audio\",\"data\":\"\",\"mimeType\":\"audio/wav\"}]}";
  static const char link[] = "{\"content\":[{\"type\":\"resource_link\",\"uri\":\"a:b\",\"name\":\"n\"}]}";
  static const char meta[] = "{\"content\":[],\"_meta\":{\"-\":1}}";
  static const struct
  {
    McpVersion  version;
    const char *result;
    const char *rules;
  } cases[] = {
    { MCP_VERSION_2024_11_05, audio, "content.type" },
    { MCP_VERSION_2025_03_26, audio, "" },
    { MCP_VERSION_2025_03_26, link, "content.type" },
    { MCP_VERSION_2025_06_18, link, "" },
    { MCP_VERSION_2025_03_26, meta, "" },
    { MCP_VERSION_2025_06_18, meta, "meta.key" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      mcp_reporter_set_revision (fixture->reporter, (McpRevision){ MCP_ERA_LEGACY, cases[i].version });
      check_result (fixture, "tools/call", NULL, cases[i].result);
      assert_rules (fixture, cases[i].result, cases[i].rules);
    }

  /* As long as no revision is known, all kinds of content are. */
  check_result (fixture, "tools/call", NULL, audio);
  check_result (fixture, "tools/call", NULL, link);
  assert_rules (fixture, link, "");
}

/* A result of a hostile size is not walked, and of a long one only the first hundred items. */
static void
test_result_bounds (Fixture       *fixture,
                    gconstpointer  unused)
{
  g_autoptr (GString) many = g_string_new ("{\"content\":[7");
  g_autofree char *blank = g_strnfill (1024 * 1024, ' ');
  g_autofree char *big = g_strconcat ("{\"content\":[7]", blank, "}", NULL);

  for (guint i = 1; i < 1000; i++)
    g_string_append (many, ",7");
  g_string_append (many, "]}");

  check_result (fixture, "tools/call", NULL, many->str);
  g_assert_cmpuint (count (fixture, "content.type"), ==, 100);
  check_result (fixture, "tools/call", NULL, big);
  g_assert_cmpuint (count (fixture, "content.type"), ==, 100);
}

static void
test_initialize (Fixture       *fixture,
                 gconstpointer  unused)
{
#define INFO "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}"
  static const struct
  {
    const char *result;
    const char *rules;
  } cases[] = {
    { "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}," INFO "}", "" },
    { "{\"protocolVersion\":20251125,\"capabilities\":{}," INFO "}", "lifecycle.bad-answer" },
    { "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":[]," INFO "}", "lifecycle.bad-answer" },
    { "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{\"name\":\"s\"}}",
      "lifecycle.bad-answer" },
    { "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{\"name\":7,\"version\":1}}",
      "lifecycle.bad-answer lifecycle.bad-answer" },
    { "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"serverInfo\":\"s\"}",
      "lifecycle.bad-answer" },
    { "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},\"serverInfo\":{\"name\":\"s\","
      "\"version\":\"1\",\"icons\":[{}]}}", "icons.member" },
    { "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"extensions\":{"
      "\"io.modelcontextprotocol/skills\":{}}}," INFO "}", "skills.no-resources" },
    { "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"resources\":{},\"extensions\":{"
      "\"io.modelcontextprotocol/skills\":{}}}," INFO "}", "" },
    { "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"extensions\":[]}," INFO "}", "" },
  };
#undef INFO

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpId) id = mcp_id_new_integer (1);
      g_autoptr (McpMessage) answer = mcp_message_new_result (id, cases[i].result);

      mcp_reporter_set_revision (fixture->reporter, (McpRevision) { .version = MCP_VERSION_2025_11_25 });
      mcp_linter_check_initialize (fixture->reporter, answer, 0);
      assert_rules (fixture, cases[i].result, cases[i].rules);
    }
}

static void
test_discover (Fixture       *fixture,
               gconstpointer  unused)
{
#define INFO "\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}"
#define HINTS "\"supportedVersions\":[\"2026-07-28\"],\"ttlMs\":0,\"cacheScope\":\"private\""
  static const struct
  {
    const char *result;
    const char *rules;
  } cases[] = {
    { "{\"capabilities\":{}," HINTS "," INFO "}", "" },
    { "{" HINTS "," INFO "}", "modern.discover" },
    { "{\"supportedVersions\":\"2026-07-28\",\"capabilities\":{},\"ttlMs\":0,\"cacheScope\":\"private\"," INFO "}",
      "modern.discover" },
    { "{\"capabilities\":[]," HINTS "," INFO "}", "modern.discover" },
    { "{\"capabilities\":{}," HINTS "}", "modern.no-server-info" },
    { "{\"capabilities\":{},\"serverInfo\":{}," HINTS "," INFO "}", "modern.discover" },
    { "{\"capabilities\":{},\"serverInfo\":{}," HINTS "}", "modern.discover modern.no-server-info" },
    { "{\"supportedVersions\":[],\"capabilities\":{}," INFO "}", "cache.scope cache.ttl" },
    { "{\"supportedVersions\":[],\"capabilities\":{},\"ttlMs\":-1,\"cacheScope\":\"private\"," INFO "}", "cache.ttl" },
    { "{\"supportedVersions\":[],\"capabilities\":{},\"ttlMs\":\"0\",\"cacheScope\":\"private\"," INFO "}", "cache.ttl" },
    { "{\"supportedVersions\":[],\"capabilities\":{},\"ttlMs\":0,\"cacheScope\":\"Private\"," INFO "}", "cache.scope" },
  };
#undef HINTS
#undef INFO

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      mcp_linter_check_discover (fixture->reporter, 0, cases[i].result, strlen (cases[i].result));
      assert_rules (fixture, cases[i].result, cases[i].rules);
    }
}

/* Codes that the modern era defines belong to one status; before it, all codes are free. */
static void
test_errors (Fixture       *fixture,
             gconstpointer  unused)
{
  static const struct
  {
    McpEra      era;
    gint64      code;
    guint       status;
    gboolean    in_stream;
    const char *rules;
  } cases[] = {
    { MCP_ERA_MODERN, MCP_RPC_HEADER_MISMATCH, 400, FALSE, "" },
    { MCP_ERA_MODERN, MCP_RPC_UNSUPPORTED_VERSION, 0, FALSE, "" },
    { MCP_ERA_MODERN, MCP_RPC_MISSING_CAPABILITY, 200, FALSE, "modern.error-status" },
    { MCP_ERA_MODERN, MCP_RPC_METHOD_NOT_FOUND, 404, FALSE, "" },
    { MCP_ERA_MODERN, MCP_RPC_METHOD_NOT_FOUND, 0, FALSE, "" },
    { MCP_ERA_MODERN, MCP_RPC_METHOD_NOT_FOUND, 200, FALSE, "modern.error-status" },
    { MCP_ERA_MODERN, MCP_RPC_METHOD_NOT_FOUND, 200, TRUE, "" },
    { MCP_ERA_MODERN, MCP_RPC_INVALID_PARAMS, 200, FALSE, "" },
    { MCP_ERA_MODERN, -32019, 200, FALSE, "" },
    { MCP_ERA_MODERN, -32023, 200, FALSE, "modern.error-code" },
    { MCP_ERA_MODERN, -32099, 0, FALSE, "modern.error-code" },
    { MCP_ERA_MODERN, -32100, 0, FALSE, "" },
    { MCP_ERA_MODERN, -32002, 0, FALSE, "modern.not-found-code" },
    { MCP_ERA_MODERN, G_MININT64, 0, FALSE, "" },
    { MCP_ERA_LEGACY, -32002, 0, FALSE, "" },
    { MCP_ERA_LEGACY, -32099, 200, FALSE, "" },
    { MCP_ERA_LEGACY, MCP_RPC_METHOD_NOT_FOUND, 200, FALSE, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *sample = g_strdup_printf ("%" G_GINT64_FORMAT " with %u", cases[i].code, cases[i].status);

      mcp_reporter_set_revision (fixture->reporter,
                                 (McpRevision){ cases[i].era, cases[i].era == MCP_ERA_MODERN
                                                                ? MCP_VERSION_2026_07_28
                                                                : MCP_VERSION_2025_11_25 });
      mcp_linter_check_error (fixture->reporter, cases[i].code, cases[i].status, cases[i].in_stream, 0);
      assert_rules (fixture, sample, cases[i].rules);
    }
}

/* A server asks only for what was offered, and nothing where it may not ask. */
static void
test_requests (Fixture       *fixture,
               gconstpointer  unused)
{
  static const struct
  {
    McpEra      era;
    const char *method;
    const char *capabilities;
    const char *rules;
  } cases[] = {
    { MCP_ERA_LEGACY, "ping", "{}", "" },
    { MCP_ERA_LEGACY, "sampling/createMessage", "{\"sampling\":{}}", "" },
    { MCP_ERA_LEGACY, "sampling/createMessage", "{\"elicitation\":{}}", "capability.not-offered" },
    { MCP_ERA_LEGACY, "elicitation/create", "{\"elicitation\":{}}", "" },
    { MCP_ERA_LEGACY, "elicitation/create", "{\"experimental\":{\"elicitation\":{}}}", "capability.not-offered" },
    { MCP_ERA_LEGACY, "tasks/result", "{}", "capability.not-offered" },
    { MCP_ERA_LEGACY, "tasks/result", "{\"tasks\":{}}", "" },
    { MCP_ERA_LEGACY, "tools/call", "{\"roots\":{}}", "rpc.unknown-request" },
    { MCP_ERA_LEGACY, "", "{}", "rpc.unknown-request" },
    /* Of a recording that begins in the middle, nobody knows what was offered. */
    { MCP_ERA_LEGACY, "roots/list", NULL, "" },
    { MCP_ERA_MODERN, "ping", "{}", "modern.server-request" },
    { MCP_ERA_MODERN, "roots/list", "{\"roots\":{}}", "modern.server-request" },
    { MCP_ERA_MODERN, "roots/list", NULL, "modern.server-request" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      mcp_reporter_set_revision (fixture->reporter,
                                 (McpRevision){ cases[i].era, cases[i].era == MCP_ERA_MODERN
                                                                ? MCP_VERSION_2026_07_28
                                                                : MCP_VERSION_2025_11_25 });
      mcp_linter_check_request (fixture->reporter, cases[i].method, cases[i].capabilities, 0);
      assert_rules (fixture, cases[i].method, cases[i].rules);
    }
}

/* Whatever a transport calls what it found: the finding has a rule of the table, with its reference. */
static void
test_violations (Fixture       *fixture,
                 gconstpointer  unused)
{
  static const struct
  {
    McpChannel  channel;
    const char *word;
    const char *rule;
  } cases[] = {
    { MCP_CHANNEL_HTTP, "content-type", "http.content-type" },
    { MCP_CHANNEL_HTTP, "listen-content-type", "http.content-type" },
    { MCP_CHANNEL_HTTP, "no-content-type", "http.content-type" },
    { MCP_CHANNEL_WS, "binary-message", "ws.binary-message" },
    { MCP_CHANNEL_HTTP, "accepted-body", "http.accepted-status" },
    { MCP_CHANNEL_SSE, "stream-left-open", "sse.left-open" },
    { MCP_CHANNEL_HTTP, "header-value", "http.header-value" },
    { MCP_CHANNEL_SSE, "duplicate-event-id", "sse.duplicate-event-id" },
    { MCP_CHANNEL_SSE, "event-id-too-long", "sse.event-id-too-long" },
    { MCP_CHANNEL_SSE, "retry-too-long", "sse.retry-too-long" },
    { MCP_CHANNEL_HTTP, "answer-on-post", "sse.answer-on-post" },
    { MCP_CHANNEL_SSE, "endpoint-origin", "sse.endpoint-origin" },
    { MCP_CHANNEL_SSE, "second-endpoint", "sse.second-endpoint" },
    { MCP_CHANNEL_SSE, "endpoint-invalid", "sse.endpoint" },
  };
  g_autofree char *hostile = g_strnfill (100000, '\xc3');

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      mcp_linter_report_violation (fixture->reporter, cases[i].channel, cases[i].word, NULL, 0);
      g_assert_nonnull (mcp_linter_get_reference (cases[i].rule));
      assert_rules (fixture, cases[i].word, cases[i].rule);
    }

  /* A word that is not in the table has a rule by where it came from. */
  mcp_linter_report_violation (fixture->reporter, MCP_CHANNEL_SOCKET, "odd", NULL, 0);
  mcp_linter_report_violation (fixture->reporter, MCP_CHANNEL_WS, "odd", NULL, 0);
  mcp_linter_report_violation (fixture->reporter, MCP_CHANNEL_SSE, "odd", NULL, 0);
  assert_rules (fixture, "odd", "http.odd socket.odd ws.odd");

  /* The text of a server is cut, and made text. */
  mcp_linter_report_violation (fixture->reporter, MCP_CHANNEL_HTTP, "not-202", hostile, 0);
  mcp_journal_flush (fixture->journal);
  {
    g_autoptr (McpFinding) finding =
      g_list_model_get_item (mcp_journal_get_findings (fixture->journal), 0);

    g_assert_cmpuint (strlen (mcp_finding_get_message (finding)), <, 1000);
    g_assert_true (g_utf8_validate (mcp_finding_get_message (finding), -1, NULL));
  }
}

/* What no table has is still told, as a warning. */
static void
test_unknown_rule (Fixture       *fixture,
                   gconstpointer  unused)
{
  g_assert_cmpint (mcp_linter_get_severity ("no.such-rule"), ==, MCP_SEVERITY_WARNING);
  g_assert_null (mcp_linter_get_reference ("no.such-rule"));
  g_assert_null (mcp_linter_get_reference ("stdio.oversized"));
  g_assert_cmpstr (mcp_linter_rule_for (MCP_CHANNEL_HTTP, "oversized"), ==, "http.oversized");
  g_assert_cmpstr (mcp_linter_rule_for (MCP_CHANNEL_SSE, "oversized"), ==, "sse.oversized");
  g_assert_cmpstr (mcp_linter_rule_for (MCP_CHANNEL_WS, "oversized"), ==, "ws.oversized");
}

#define ADD(name, func) g_test_add ("/session/lint-samples/" name, Fixture, NULL, set_up, func, tear_down)

/* The schemas of a tool, each in the revision that says what it is. */
static void
test_schemas (Fixture       *fixture,
              gconstpointer  unused)
{
  static const struct
  {
    const char *members;
    McpVersion  version;
    const char *rules;
  } cases[] = {
    { "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"strng\"}}}", MCP_VERSION_2025_11_25,
      "tools.input-schema" },
    { "\"inputSchema\":{\"type\":\"object\",\"properties\":null}", MCP_VERSION_2024_11_05, "tools.input-schema" },
    { "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"exclusiveMinimum\":true}}}",
      MCP_VERSION_2025_11_25, "tools.input-schema" },
    { "\"inputSchema\":{\"type\":\"object\",\"$schema\":\"http://json-schema.org/draft-04/schema#\","
      "\"properties\":{\"a\":{\"exclusiveMinimum\":true}}}", MCP_VERSION_2025_11_25, "" },
    /* Nobody says before 2025-11-25 what a schema is that does not say it. */
    { "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"items\":[{}]}}}", MCP_VERSION_2025_06_18, "" },
    { "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"items\":[{}]}}}", MCP_VERSION_2025_11_25,
      "tools.input-schema" },
    { "\"inputSchema\":{\"type\":\"object\",\"properties\":{\"a\":{\"pattern\":\"(unclosed\"},"
      "\"b\":{\"$ref\":\"#/$defs/b\"}}}", MCP_VERSION_2025_11_25, "tools.input-schema tools.input-schema" },
    { "\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"type\":\"object\",\"required\":true}",
      MCP_VERSION_2025_06_18, "tools.output-schema" },
    { "\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"anyOf\":[]}", MCP_VERSION_2026_07_28,
      "tools.output-schema" },
    /* The revision has none. */
    { "\"inputSchema\":{\"type\":\"object\"},\"outputSchema\":{\"required\":true}", MCP_VERSION_2025_03_26, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"name\":\"t\",%s}", cases[i].members);
      g_autoptr (McpCatalogItem) tool = mcp_catalog_item_new (MCP_CATALOG_TOOLS, text, strlen (text));

      mcp_reporter_set_revision (fixture->reporter, (McpRevision) { .version = cases[i].version });
      mcp_linter_check_tool (fixture->reporter, 0, tool);
      assert_rules (fixture, text, cases[i].rules);
    }
}

/* What may be read of one message is not renewed with each schema in it. */
static void
test_budget (Fixture       *fixture,
             gconstpointer  unused)
{
  gint64 *budget = mcp_reporter_get_budget (fixture->reporter, 7);
  gint64 whole = *budget;

  *budget = -1;
  g_assert_cmpuint (mcp_linter_check_schema (fixture->reporter, 7, "tools.input-schema", "x", "7", 0), ==, 0);
  g_assert_cmpint (*mcp_reporter_get_budget (fixture->reporter, 7), <, 0);
  g_assert_cmpint (*mcp_reporter_get_budget (fixture->reporter, 8), ==, whole);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("frames", test_frames);
  ADD ("results", test_results);
  ADD ("result-revisions", test_result_revisions);
  ADD ("result-bounds", test_result_bounds);
  ADD ("initialize", test_initialize);
  ADD ("discover", test_discover);
  ADD ("errors", test_errors);
  ADD ("requests", test_requests);
  ADD ("violations", test_violations);
  ADD ("unknown-rule", test_unknown_rule);
  ADD ("schemas", test_schemas);
  ADD ("budget", test_budget);

  return g_test_run ();
}
