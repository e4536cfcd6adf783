/* test-probe-checks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-probe-private.h"

/* What checks say of answers that nobody has to send for it. */

#define RESULT(members) "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" members "}"
#define ERROR(members) "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{" members "}}"
#define TOLD(method, params) "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/" method "\",\"params\":" params "}"

static McpMessage *
new_message (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return mcp_message_new (bytes);
}

/* As a step makes it of what came: the answer, and other messages. */
static McpProbeReply *
new_reply (const char        *answer,
           const char *const *others,
           guint              status)
{
  McpProbeReply *reply = g_new0 (McpProbeReply, 1);

  reply->others = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_message_unref);
  for (guint i = 0; others != NULL && others[i] != NULL; i++)
    g_ptr_array_add (reply->others, new_message (others[i]));
  reply->status = status;
  if (answer != NULL)
    {
      const McpScan *scan;

      reply->answer = new_message (answer);
      reply->n_answers = 1;
      scan = mcp_message_get_scan (reply->answer);
      if (!mcp_message_get_error_code (reply->answer, &reply->code) && scan->result.length > 0)
        {
          reply->result = (const char *) g_bytes_get_data (mcp_message_get_bytes (reply->answer), NULL)
                          + scan->result.offset;
          reply->length = scan->result.length;
        }
    }

  return reply;
}

static void
visit_begin (McpProbeVisit *visit)
{
  *visit = (McpProbeVisit) { .version = MCP_VERSION_2025_11_25 };
  visit->facts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  visit->saved = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
}

static void
visit_end (McpProbeVisit *visit)
{
  g_hash_table_unref (visit->facts);
  g_hash_table_unref (visit->saved);
  g_free (visit->not_applicable);
}

/* --- Whether an answer is of the kind that it must be --- */

static void
test_judge (void)
{
  static const struct
  {
    McpProbeStep step;
    const char  *answer;
    guint        status;
    gboolean     is_http;
    const char  *fault;    /* NULL: none */
    gboolean     is_mild;
  } rows[] = {
    { { .want = MCP_WANT_RESULT }, RESULT ("{}"), 0, FALSE, NULL, FALSE },
    { { .want = MCP_WANT_RESULT }, NULL, 0, FALSE, "no answer", FALSE },
    { { .want = MCP_WANT_RESULT }, NULL, 500, TRUE, "HTTP 500, and no answer in its body", FALSE },
    { { .want = MCP_WANT_RESULT }, ERROR ("\"code\":-1,\"message\":\"no\""), 0, FALSE,
      "an error in place of a result: error -1 “no”", FALSE },
    { { .want = MCP_WANT_ERROR }, RESULT ("{}"), 0, FALSE, "a result in place of an error", FALSE },
    { { .want = MCP_WANT_ERROR }, ERROR ("\"code\":-1,\"message\":\"no\""), 0, FALSE, NULL, FALSE },
    { { .want = MCP_WANT_ERROR, .code = -1 }, ERROR ("\"code\":-1,\"message\":\"no\""), 0, FALSE, NULL, FALSE },
    { { .want = MCP_WANT_ERROR, .code = -2 }, ERROR ("\"code\":-1,\"message\":\"no\""), 0, FALSE,
      "error -1 “no”, in place of code -2", TRUE },
    { { .want = MCP_WANT_ERROR, .code = -2, .code_must = TRUE }, ERROR ("\"code\":-1,\"message\":\"no\""), 0, FALSE,
      "error -1 “no”, in place of code -2", FALSE },
    { { .want = MCP_WANT_REFUSAL }, RESULT ("{\"isError\":true}"), 0, FALSE, NULL, FALSE },
    { { .want = MCP_WANT_REFUSAL }, RESULT ("{\"isError\":\"true\"}"), 0, FALSE, "a result as if nothing was wrong", FALSE },
    { { .want = MCP_WANT_REFUSAL }, RESULT ("{}"), 0, FALSE, "a result as if nothing was wrong", FALSE },
    /* The code is of an error, not of a tool's result. */
    { { .want = MCP_WANT_REFUSAL, .code = -32602 }, RESULT ("{\"isError\":true}"), 0, FALSE, NULL, FALSE },
    { { .want = MCP_WANT_NO_RESULT }, NULL, 0, FALSE, NULL, FALSE },
    { { .want = MCP_WANT_NO_RESULT }, ERROR ("\"code\":-1,\"message\":\"no\""), 0, FALSE, NULL, FALSE },
    { { .want = MCP_WANT_NO_RESULT }, RESULT ("{}"), 0, FALSE, "a result, where there must be none", FALSE },
    { { .want = MCP_WANT_SILENCE }, NULL, 0, FALSE, NULL, FALSE },
    { { .want = MCP_WANT_SILENCE }, RESULT ("{}"), 0, FALSE, "an answer, to what must not be answered", FALSE },
    { { .want = MCP_WANT_SILENCE }, ERROR ("\"code\":-1,\"message\":\"no\""), 0, FALSE, "an answer, to what must not be answered", FALSE },
    { { .want = MCP_WANT_SILENCE }, ERROR ("\"code\":-1,\"message\":\"no\""), 400, TRUE, NULL, FALSE },
    { { .want = MCP_WANT_SILENCE }, RESULT ("{}"), 400, TRUE, "an answer, to what must not be answered", FALSE },
    { { .want = MCP_WANT_ANYTHING }, NULL, 0, FALSE, NULL, FALSE },
    { { .want = MCP_WANT_ANSWER }, NULL, 0, FALSE, "no answer", FALSE },
    { { .want = MCP_WANT_ANSWER }, ERROR ("\"code\":-1,\"message\":\"no\""), 0, FALSE, NULL, FALSE },

    /* The status counts over HTTP alone; one digit is for a hundred of them. */
    { { .want = MCP_WANT_ANYTHING, .status = 4 }, NULL, 404, TRUE, NULL, FALSE },
    { { .want = MCP_WANT_ANYTHING, .status = 4 }, NULL, 500, TRUE, "HTTP 500 in place of a 4xx", FALSE },
    { { .want = MCP_WANT_ANYTHING, .status = 202 }, NULL, 200, TRUE, "HTTP 200 in place of 202", FALSE },
    { { .want = MCP_WANT_ANYTHING, .status = 202 }, NULL, 0, TRUE, "no HTTP status", FALSE },
    { { .want = MCP_WANT_ANYTHING, .status = 202 }, NULL, 0, FALSE, NULL, FALSE },
    { { .want = MCP_WANT_ERROR, .code = -2, .status = 400 }, ERROR ("\"code\":-1,\"message\":\"no\""), 404, TRUE,
      "HTTP 404 in place of 400", FALSE },

    /* A broken answer is none that a rule asks for. */
    { { .want = MCP_WANT_ANYTHING }, "{\"jsonrpc\":\"2.0\",\"id\":1", 0, FALSE, "the answer is broken: ", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpProbeReply) reply = new_reply (rows[i].answer, NULL, rows[i].status);
      gboolean is_mild = FALSE;
      g_autofree char *fault = mcp_probe_judge (&rows[i].step, reply, rows[i].is_http, &is_mild);

      g_test_message ("%u: %s: %s", i, rows[i].answer, fault);
      g_assert_cmpint (fault == NULL, ==, rows[i].fault == NULL);
      if (fault == NULL)
        continue;
      g_assert_true (g_str_has_prefix (fault, rows[i].fault));
      g_assert_cmpint (is_mild, ==, rows[i].is_mild);
    }
}

/* What a server says is quoted as far as it goes, and not within a character. */
static void
test_judge_long_message (void)
{
  const McpProbeStep step = { .want = MCP_WANT_RESULT };
  g_autoptr (GString) answer = g_string_new ("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-1,\"message\":\"x");
  g_autoptr (McpProbeReply) reply = NULL;
  g_autofree char *fault = NULL;
  gboolean is_mild;

  for (guint i = 0; i < 500; i++)
    g_string_append (answer, "한");
  g_string_append (answer, "\"}}");
  reply = new_reply (answer->str, NULL, 0);
  fault = mcp_probe_judge (&step, reply, FALSE, &is_mild);
  g_assert_true (g_utf8_validate (fault, -1, NULL));
  g_assert_true (g_str_has_suffix (fault, "한…”"));
  g_assert_cmpuint (strlen (fault), <, 300);
}

/* --- Single checks --- */

static void
test_results (void)
{
  static const struct
  {
    McpProbeCheck check;
    const char   *result;
    const char   *fault;  /* NULL: none */
  } rows[] = {
    { mcp_probe_check_initialize, "{\"protocolVersion\":\"x\",\"capabilities\":{},\"serverInfo\":{\"name\":\"a\",\"version\":\"1\"}}", NULL },
    { mcp_probe_check_initialize, "{\"capabilities\":{},\"serverInfo\":{}}", "the result has no “protocolVersion”" },
    { mcp_probe_check_initialize, "{\"protocolVersion\":7}", "“protocolVersion” of the result is number, not string" },
    { mcp_probe_check_initialize, "{\"protocolVersion\":\"x\",\"capabilities\":[]}", "“capabilities” of the result is array, not object" },
    { mcp_probe_check_initialize, "{\"protocolVersion\":\"x\",\"capabilities\":{},\"serverInfo\":{\"name\":\"a\"}}",
      "the result has no “serverInfo.version”" },
    { mcp_probe_check_same_version, "{\"protocolVersion\":\"2025-11-25\"}", NULL },
    { mcp_probe_check_same_version, "{\"protocolVersion\":\"2025-06-18\"}", "it answered “2025-06-18” to an offer of 2025-11-25" },
    { mcp_probe_check_same_version, "{}", "it answered “” to an offer" },
    { mcp_probe_check_other_version, "{\"protocolVersion\":\"2024-11-05\"}", NULL },
    { mcp_probe_check_other_version, "{\"protocolVersion\":\"1900-01-01\"}", "it agreed on “1900-01-01”" },
    { mcp_probe_check_other_version, "{}", "the result has no “protocolVersion”" },
    { mcp_probe_check_empty, "{}", NULL },
    { mcp_probe_check_empty, "{\"_meta\":{\"a\":1},\"resultType\":\"complete\"}", NULL },
    { mcp_probe_check_empty, "{\"ok\":true}", "the result is not empty: it has \"ok\"" },
    { mcp_probe_check_empty, "[]", "the result is no object" },
    { mcp_probe_check_empty, "7", "the result is no object" },
    { mcp_probe_check_content, "{\"content\":[]}", NULL },
    { mcp_probe_check_content, "{\"content\":{}}", "“content” of the result is object, not array" },
    { mcp_probe_check_content, "{\"resultType\":\"input_required\"}", NULL },
    { mcp_probe_check_content, "{\"resultType\":\"complete\"}", "the result has no “content”" },
    { mcp_probe_check_contents, "{\"contents\":[]}", NULL },
    { mcp_probe_check_contents, "{\"contents\":[{\"uri\":\"a\",\"text\":\"\"}]}", NULL },
    { mcp_probe_check_contents, "{\"contents\":[{\"uri\":\"a\",\"blob\":\"\"}]}", NULL },
    { mcp_probe_check_contents, "{\"contents\":[{\"uri\":\"a\",\"text\":7}]}", "the contents have neither text nor blob" },
    { mcp_probe_check_contents, "{\"contents\":[{\"text\":\"\"}]}", "the result has no “contents.0.uri”" },
    { mcp_probe_check_contents, "{\"contents\":[7]}", "the result has no “contents.0.uri”" },
    { mcp_probe_check_messages, "{\"messages\":[]}", NULL },
    { mcp_probe_check_messages, "{\"messages\":null}", "“messages” of the result is null, not array" },
    { mcp_probe_check_values, "{\"completion\":{\"values\":[\"a\"]}}", NULL },
    { mcp_probe_check_values, "{\"completion\":[]}", "the result has no “completion.values”" },
    { mcp_probe_check_tasks, "{\"tasks\":[]}", NULL },
    { mcp_probe_check_tasks, "{}", "the result has no “tasks”" },
    { mcp_probe_check_discover, "{\"capabilities\":{},\"supportedVersions\":[7,\"2025-11-25\"]}", NULL },
    { mcp_probe_check_discover, "{\"capabilities\":{},\"supportedVersions\":\"2025-11-25\"}", "“supportedVersions” does not name 2025-11-25" },
    { mcp_probe_check_discover, "{\"capabilities\":{},\"supportedVersions\":{\"a\":\"2025-11-25\"}}", "“supportedVersions” does not name" },
    { mcp_probe_check_result_type, "{\"resultType\":\"complete\"}", NULL },
    { mcp_probe_check_result_type, "{}", "the result has no “resultType”" },
    { mcp_probe_check_hints, "{\"ttlMs\":0,\"cacheScope\":\"public\"}", NULL },
    { mcp_probe_check_hints, "{\"ttlMs\":1e400,\"cacheScope\":\"private\"}", NULL },
    { mcp_probe_check_hints, "{\"ttlMs\":-0.5,\"cacheScope\":\"private\"}", "“ttlMs” is negative: -0.5" },
    { mcp_probe_check_hints, "{\"cacheScope\":\"private\"}", "the result has no “ttlMs”" },
    { mcp_probe_check_hints, "{\"ttlMs\":\"5\",\"cacheScope\":\"private\"}", "“ttlMs” of the result is string, not number" },
    { mcp_probe_check_hints, "{\"ttlMs\":5,\"cacheScope\":null}", "“cacheScope” of the result is null, not string" },
    { mcp_probe_check_hints, "{\"ttlMs\":5,\"cacheScope\":\"everybody\"}", "“cacheScope” is “everybody”" },
    { mcp_probe_check_hints, "{\"ttlMs\":5,\"cacheScope\":\"\\ud800\"}", "“cacheScope” is “" },
    { mcp_probe_check_hints, "{\"ttlMs\":5,\"cacheScope\":\"public\\u0000\"}", "“cacheScope” is “" },
    { mcp_probe_check_input, "{\"resultType\":\"input_required\",\"inputRequests\":{\"a\":{}}}", "it asks for input" },
    { mcp_probe_check_input, "{\"resultType\":\"input_required\",\"inputRequests\":{}}", NULL },
    { mcp_probe_check_input, "{\"resultType\":\"complete\",\"inputRequests\":{\"a\":{}}}", NULL },
    { mcp_probe_check_undeclared, "{\"tools\":[]}", NULL },
    { mcp_probe_check_undeclared, "{\"tools\":[{}]}", "it lists tools and did not declare them" },
    { mcp_probe_check_undeclared, "{\"prompts\":[{}]}", NULL },  /* which are declared below */
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *answer = g_strdup_printf (RESULT ("%s"), rows[i].result);
      g_autoptr (McpProbeReply) reply = new_reply (answer, NULL, 0);
      g_autofree char *fault = NULL;
      McpProbeVisit visit;

      visit_begin (&visit);
      g_hash_table_insert (visit.facts, g_strdup ("prompts"), g_strdup (""));
      fault = rows[i].check (&visit, reply);
      g_test_message ("%s: %s", rows[i].result, fault);
      g_assert_cmpint (fault == NULL, ==, rows[i].fault == NULL);
      g_assert_true (fault == NULL || g_str_has_prefix (fault, rows[i].fault));
      visit_end (&visit);
    }
}

static void
test_messages (void)
{
#define PROGRESS(members) TOLD ("progress", "{" members "}")
#define OURS "\"progressToken\":\"sounder-token\","
  static const struct
  {
    McpProbeCheck check;
    const char   *others[4];
    const char   *fault;
  } rows[] = {
    { mcp_probe_check_progress, { NULL }, NULL },
    { mcp_probe_check_progress, { PROGRESS (OURS "\"progress\":1"), PROGRESS (OURS "\"progress\":1.5") }, NULL },
    { mcp_probe_check_progress, { PROGRESS (OURS "\"progress\":1"), PROGRESS (OURS "\"progress\":1") }, "progress did not grow: 1 after 1" },
    { mcp_probe_check_progress, { PROGRESS ("\"progressToken\":7,\"progress\":1") }, "progress for a token that nobody gave" },
    { mcp_probe_check_progress, { PROGRESS ("\"progress\":1") }, "progress for a token that nobody gave" },
    { mcp_probe_check_progress, { PROGRESS (OURS "\"progress\":\"1\"") }, "progress without a number" },
    { mcp_probe_check_progress, { TOLD ("message", "{\"progress\":1}") }, NULL },
    { mcp_probe_check_no_progress, { TOLD ("message", "{}") }, NULL },
    { mcp_probe_check_no_progress, { TOLD ("message", "{}"), PROGRESS (OURS "\"progress\":1") }, "progress for a request that asked for none" },
    { mcp_probe_check_batch, { "{\"jsonrpc\":\"2.0\",\"id\":\"sounder-2\",\"result\":{}}", "{\"jsonrpc\":\"2.0\",\"id\":\"sounder-1\",\"result\":{}}" }, NULL },
    { mcp_probe_check_batch, { "{\"jsonrpc\":\"2.0\",\"id\":\"sounder-2\",\"result\":{}}" }, "1 of the 2 requests of a batch were answered" },
    { mcp_probe_check_batch, { ERROR ("\"code\":-1,\"message\":\"no\"") }, "0 of the 2 requests" },
    { mcp_probe_check_no_body, { NULL }, NULL },
    { mcp_probe_check_no_body, { TOLD ("message", "{}") }, "a body, where there must be none" },
    { mcp_probe_check_acknowledged, { NULL }, "no acknowledgement" },
    { mcp_probe_check_acknowledged, { TOLD ("message", "{}") }, "the first message is not the acknowledgement" },
    { mcp_probe_check_acknowledged, { TOLD ("subscriptions/acknowledged", "{}") }, "the acknowledgement does not say of which subscription" },
    { mcp_probe_check_acknowledged, { TOLD ("subscriptions/acknowledged", "{\"_meta\":7}") }, "the acknowledgement does not say" },
    { mcp_probe_check_acknowledged,
      { TOLD ("subscriptions/acknowledged", "{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":\"1\"}}") }, NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpProbeReply) reply = new_reply (NULL, rows[i].others, 0);
      g_autofree char *fault = NULL;
      McpProbeVisit visit;

      visit_begin (&visit);
      fault = rows[i].check (&visit, reply);
      g_test_message ("%u: %s", i, fault);
      g_assert_cmpint (fault == NULL, ==, rows[i].fault == NULL);
      g_assert_true (fault == NULL || g_str_has_prefix (fault, rows[i].fault));
      visit_end (&visit);
    }
}

/* What HTTP says; some of it means that a rule is not for this server. */
static void
test_http (void)
{
  static const struct
  {
    McpProbeCheck check;
    guint         status;
    const char   *headers;
    const char   *fault;
    gboolean      is_applicable;
  } rows[] = {
    { mcp_probe_check_media_type, 200, "[\"Content-Type\",\"application/json; charset=utf-8\"]", NULL, TRUE },
    { mcp_probe_check_media_type, 200, "[\"content-type\",\"text/event-stream\"]", NULL, TRUE },
    { mcp_probe_check_media_type, 200, "[\"Content-Type\",\"text/html\"]", "the answer is “text/html”", TRUE },
    { mcp_probe_check_media_type, 200, "", "the answer is “”", TRUE },
    { mcp_probe_check_get, 405, "", NULL, TRUE },
    { mcp_probe_check_get, 200, "[\"Content-Type\",\"text/event-stream\"]", NULL, TRUE },
    { mcp_probe_check_get, 200, "[\"Content-Type\",\"text/html\"]", "HTTP 200 with “text/html”", TRUE },
    { mcp_probe_check_get, 404, "", "HTTP 404: neither an event stream nor 405", TRUE },
    { mcp_probe_check_delete, 204, "", NULL, TRUE },
    { mcp_probe_check_delete, 405, "", NULL, FALSE },
    { mcp_probe_check_delete, 500, "", "HTTP 500: neither a success nor 405", TRUE },
    { mcp_probe_check_no_session, 200, "", NULL, FALSE },
    { mcp_probe_check_no_session, 400, "", NULL, TRUE },
    { mcp_probe_check_no_session, 404, "", "HTTP 404 in place of 400", TRUE },
    { mcp_probe_check_not_broken, 499, "", NULL, TRUE },
    { mcp_probe_check_not_broken, 503, "", "HTTP 503", TRUE },
    { mcp_probe_check_session_id, 200, "[\"MCP-Session-Id\",\"abc-!~\"]", NULL, TRUE },
    { mcp_probe_check_session_id, 200, "[\"MCP-Session-Id\",\"a b\"]", "the session id has other characters", TRUE },
    { mcp_probe_check_session_id, 200, "", NULL, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpProbeReply) reply = new_reply (NULL, NULL, rows[i].status);
      g_autofree char *fault = NULL;
      McpProbeVisit visit;

      visit_begin (&visit);
      reply->head = g_strdup_printf ("{\"status\":%u,\"headers\":[%s]}", rows[i].status, rows[i].headers);
      fault = rows[i].check (&visit, reply);
      g_test_message ("%u: %s", i, fault);
      g_assert_cmpint (fault == NULL, ==, rows[i].fault == NULL);
      g_assert_true (fault == NULL || g_str_has_prefix (fault, rows[i].fault));
      g_assert_cmpint (visit.not_applicable == NULL, ==, rows[i].is_applicable);
      visit_end (&visit);
    }
}

/* Page after page, as long as each names another one. */
static void
test_pages (void)
{
  McpProbeVisit visit;

  visit_begin (&visit);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *answer = g_strdup_printf (RESULT ("{\"nextCursor\":\"\\\"%u\"}"), i);
      g_autofree char *page = g_strdup_printf ("{\"cursor\":\"\\\"%u\"}", i);
      g_autoptr (McpProbeReply) reply = new_reply (answer, NULL, 0);
      g_autofree char *fault = mcp_probe_check_page (&visit, reply);
      g_autofree char *same = NULL;

      g_assert_null (fault);
      g_assert_true (visit.repeat);
      visit.repeat = FALSE;
      g_assert_cmpstr (mcp_probe_visit_get_fact (&visit, "page"), ==, page);
      same = mcp_probe_check_page (&visit, reply);
      g_assert_cmpstr (same, ==, "a page names itself as the next one");
      g_assert_false (visit.repeat);
    }
  {
    g_autoptr (McpProbeReply) last = new_reply (RESULT ("{\"nextCursor\":null}"), NULL, 0);
    g_autoptr (McpProbeReply) wrong = new_reply (RESULT ("{\"nextCursor\":7}"), NULL, 0);
    g_autofree char *fault = mcp_probe_check_page (&visit, last);
    g_autofree char *wrong_fault = mcp_probe_check_page (&visit, wrong);

    g_assert_null (fault);
    g_assert_cmpstr (wrong_fault, ==, "“nextCursor” is no string");
    g_assert_false (visit.repeat);
  }

  /* The next probe knows nothing of it; what a server gave for its session is the connection's. */
  mcp_probe_visit_set_fact (&visit, "session", "abc");
  mcp_probe_visit_restore (&visit);
  g_assert_null (mcp_probe_visit_get_fact (&visit, "page"));
  g_assert_null (mcp_probe_visit_get_fact (&visit, "cursors"));
  g_assert_cmpstr (mcp_probe_visit_get_fact (&visit, "session"), ==, "abc");
  visit_end (&visit);
}

static void
test_endless_pages (void)
{
  McpProbeVisit visit;
  g_autofree char *fault = NULL;
  guint n = 0;

  visit_begin (&visit);
  while (fault == NULL)
    {
      g_autofree char *answer = g_strdup_printf (RESULT ("{\"nextCursor\":\"%u\"}"), n++);
      g_autoptr (McpProbeReply) reply = new_reply (answer, NULL, 0);

      fault = mcp_probe_check_page (&visit, reply);
      g_assert_cmpuint (n, <, 2000);
    }
  g_assert_cmpstr (fault, ==, "the list has no end after 1000 pages");
  visit_end (&visit);
}

/* --- Facts --- */

static void
test_fill_in (void)
{
  static const struct
  {
    const char *text;
    const char *filled;
  } rows[] = {
    { "", "" }, { "ping", "ping" }, { "@tool@", "a\\\"b" }, { "{\"name\":\"@tool@\",\"x\":@args@}", "{\"name\":\"a\\\"b\",\"x\":{\"@tool@\":1}}" },
    { "@no@", "@no@" }, { "me@example.com", "me@example.com" }, { "@", "@" }, { "@@", "@@" }, { "@@tool@@", "@a\\\"b@" },
    { "@no@tool@", "@noa\\\"b" },
  };
  g_autoptr (GHashTable) facts = g_hash_table_new (g_str_hash, g_str_equal);

  g_hash_table_insert (facts, (gpointer) "tool", (gpointer) "a\\\"b");
  /* What a server says is put in once: nothing in it is a mark. */
  g_hash_table_insert (facts, (gpointer) "args", (gpointer) "{\"@tool@\":1}");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *filled = mcp_probe_facts_fill_in (facts, rows[i].text);

      g_assert_cmpstr (filled, ==, rows[i].filled);
    }
}

/* Each that a rule needs is known by words, if it can be missing. */
static void
test_missing (void)
{
  g_autoptr (GHashTable) facts = g_hash_table_new (g_str_hash, g_str_equal);
  g_autofree char *none = mcp_probe_facts_find_missing (facts, NULL);

  g_assert_null (none);
  for (guint i = 0; i < mcp_probe_get_n (); i++)
    {
      const McpProbe *probe = mcp_probe_get (i);
      g_auto (GStrv) needs = g_strsplit (probe->needs != NULL ? probe->needs : "", " ", -1);

      for (guint j = 0; needs[j] != NULL; j++)
        {
          g_autofree char *reason = mcp_probe_facts_find_missing (facts, needs[j]);
          g_autofree char *undeclared = g_strdup_printf ("it does not declare “%s”", needs[j] + (*needs[j] == '@'));

          g_assert_nonnull (reason);
          g_assert_cmpint (g_str_equal (reason, undeclared), ==, *needs[j] != '@');
        }
    }

  g_hash_table_add (facts, (gpointer) "tools");
  {
    g_autofree char *tools = mcp_probe_facts_find_missing (facts, "tools");
    g_autofree char *both = mcp_probe_facts_find_missing (facts, "tools prompts");

    g_assert_null (tools);
    g_assert_cmpstr (both, ==, "it does not declare “prompts”");
  }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/probe-checks/judge", test_judge);
  g_test_add_func ("/session/probe-checks/judge-long-message", test_judge_long_message);
  g_test_add_func ("/session/probe-checks/results", test_results);
  g_test_add_func ("/session/probe-checks/messages", test_messages);
  g_test_add_func ("/session/probe-checks/http", test_http);
  g_test_add_func ("/session/probe-checks/pages", test_pages);
  g_test_add_func ("/session/probe-checks/endless-pages", test_endless_pages);
  g_test_add_func ("/session/probe-checks/fill-in", test_fill_in);
  g_test_add_func ("/session/probe-checks/missing", test_missing);

  return g_test_run ();
}
