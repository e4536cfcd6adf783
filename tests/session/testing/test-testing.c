/* test-testing.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "mcp-json.h"
#include "mcp-schema.h"
#include "mcp-test-run.h"
#include "mcp-test-write.h"
#include "session-support.h"

#define ECHO "\"tools/call\":{\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}],\"took\":1.5}}"
#define SERVE(table) "[" HANDSHAKE ",{\"serve\":{" table "}}]"
#define FILE_OF(tests) "{\"sounderTests\":1,\"tests\":[" tests "]}"
#define CALL "\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}"

static McpTestFile *
parse (const char *text)
{
  g_autoptr (GError) error = NULL;
  McpTestFile *file = mcp_test_file_parse ("f", text, strlen (text), &error);

  g_assert_no_error (error);

  return file;
}

static void
store_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static gboolean
run (McpTestRun    *self,
     GCancellable  *cancellable,
     GError       **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  mcp_test_run_start_async (self, cancellable, store_cb, &result);
  TEST_AWAIT (result != NULL);

  return mcp_test_run_start_finish (self, result, error);
}

static McpTestRun *
run_on (McpSession *session,
        const char *text)
{
  g_autoptr (McpTestFile) file = parse (text);
  McpTestRun *self = mcp_test_run_new (file, session);
  g_autoptr (GError) error = NULL;

  run (self, NULL, &error);
  g_assert_no_error (error);

  return self;
}

/* "passed", or the expectations that were not met. */
static char *
dup_outcome (McpTestRun *self,
             guint       i)
{
  g_autoptr (McpTestResult) result = g_list_model_get_item (mcp_test_run_get_results (self), i);
  GPtrArray *failures = mcp_test_result_get_info (result)->failures;
  GString *out = g_string_new (NULL);

  if (mcp_test_result_get_info (result)->state != MCP_TEST_FAILED)
    g_string_append (out, mcp_test_state_get_nick (mcp_test_result_get_info (result)->state));
  for (guint j = 0; j < failures->len; j++)
    {
      const McpTestFailure *failure = failures->pdata[j];

      g_string_append_printf (out, "%s%s|%s|%s", j > 0 ? "; " : "", failure->expectation,
                              failure->expected != NULL ? failure->expected : "",
                              failure->got != NULL ? failure->got : "");
    }

  return g_string_free (out, FALSE);
}

static void
assert_outcome (McpTestRun *self,
                guint       i,
                const char *expected)
{
  g_autofree char *outcome = dup_outcome (self, i);

  g_assert_cmpstr (outcome, ==, expected);
}

/* --- Variables --- */

static void
test_variables (void)
{
  static const struct
  {
    const char *before;
    const char *after;
  } rows[] = {
    { "{\"a\":\"${n}\"}", "{\"a\":1.10}" },
    { "{\"a\":\"${n} and ${s}\"}", "{\"a\":\"1.10 and a \\\"b\\\"\"}" },
    { "{\"k\":[\"${list}\",1e400]}", "{\"k\":[[1, 2],1e400]}" },
    { "\"$${n}\"", "\"${n}\"" },
    { "\"$$${n}\"", "\"$${n}\"" },
    { "\"\\u0000${n}\\/${list}\"", "\"\\u00001.10\\/[1, 2]\"" },
    { "{\"${n}\" :0}", "{\"1.10\" :0}" },
    { "{\"${s}\":0}", "{\"a \\\"b\\\"\":0}" },
    { "\"inner\"", "\"inner\"" },
    { "\"${inner}\"", "true" },
  };
  g_autoptr (McpTestVariables) outer = mcp_test_variables_new (NULL);
  g_autoptr (McpTestVariables) inner = mcp_test_variables_new (outer);

  mcp_test_variables_set (outer, "n", "1.10");
  mcp_test_variables_set (outer, "s", "\"a \\\"b\\\"\"");
  mcp_test_variables_set (outer, "list", "[1, 2]");
  mcp_test_variables_set (outer, "inner", "false");
  mcp_test_variables_set (inner, "inner", "true");

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *after = mcp_test_variables_expand_json (inner, rows[i].before, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (after, ==, rows[i].after);
    }
}

static void
test_variables_unknown (void)
{
  static const char *const wrong[] = { "\"${m}\"", "\"a ${m}\"", "\"${\"", "\"${env:SOUNDER_NO_SUCH}\"" };
  g_autoptr (McpTestVariables) variables = mcp_test_variables_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_test_variables_expand_json (variables, wrong[i], &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
    }
}

static void
test_variables_filter (void)
{
  g_autoptr (McpTestVariables) variables = mcp_test_variables_new (NULL);
  g_autofree char *filter = NULL;

  mcp_test_variables_set (variables, "s", "\"say \\\"x\\\"\"");
  filter = mcp_test_variables_expand_filter (variables, "json:a~\"${s}\" b:$${s}", NULL);
  g_assert_cmpstr (filter, ==, "json:a~\"say \\\"x\\\"\" b:${s}");
}

/* Written down and read again, a value is the same: none of what is in it is a variable. */
static void
test_variables_escape (void)
{
  static const char *const values[] = {
    "\"${a}\"", "\"$${a}\"", "\"$$${a}\"", "\"${\"", "{\"${a}\":[\"x${a}y\",1.10,null]}", "\"\\u0024{a}\"", "\"$\\u007ba}\"",
    "\"\\\"${a}\\\"\"", "\"a\\\\${b}\"", "\"}\"", "\"$\"", "7", "\"\"", "[ \"${}\" , { } ]",
  };
  g_autoptr (McpTestVariables) variables = mcp_test_variables_new (NULL);

  mcp_test_variables_set (variables, "a", "\"never\"");
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *escaped = mcp_test_variables_escape (values[i]);
      g_autofree char *again = mcp_test_variables_expand_json (variables, escaped, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (again, ==, values[i]);
    }
}

/* Who reads why a value is not there is told which. */
static void
test_variables_errors (void)
{
  static const struct
  {
    const char *text;
    const char *told;
  } rows[] = {
    { "\"${m}\"", "“${m}”: there is no such variable" },
    { "\"a ${m} b\"", "“${m}”: there is no such variable" },
    { "{\"${m}\":1}", "“${m}”: there is no such variable" },
    { "\"${}\"", "“${}”: there is no such variable" },
    { "\"${n \"", "“${n \"”: the “}” is missing" },
    { "\"${env:SOUNDER_NO_SUCH}\"", "“${env:SOUNDER_NO_SUCH}”: there is no such variable in the environment" },
    { "\"${env:}\"", "“${env:}”: there is no such variable in the environment" },
  };
  g_autoptr (McpTestVariables) variables = mcp_test_variables_new (NULL);

  mcp_test_variables_set (variables, "n", "1");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_test_variables_expand_json (variables, rows[i].text, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
      if (!g_str_has_prefix (error->message, rows[i].told))
        g_error ("%s, not %s", error->message, rows[i].told);
    }
}

static void
test_variables_environment (void)
{
  g_autoptr (McpTestVariables) variables = mcp_test_variables_new (NULL);
  g_autofree char *whole = NULL;
  g_autofree char *part = NULL;
  g_autofree char *filter = NULL;

  g_setenv ("SOUNDER_TEST_VALUE", "a \"b\"\n${n}", TRUE);
  whole = mcp_test_variables_expand_json (variables, "\"${env:SOUNDER_TEST_VALUE}\"", NULL);
  part = mcp_test_variables_expand_json (variables, "\"<${env:SOUNDER_TEST_VALUE}>\"", NULL);
  filter = mcp_test_variables_expand_filter (variables, "a=\"${env:SOUNDER_TEST_VALUE}\"", NULL);
  g_unsetenv ("SOUNDER_TEST_VALUE");

  /* What it says is no text of a test: nothing in it is put in again. */
  g_assert_cmpstr (whole, ==, "\"a \\\"b\\\"\\n${n}\"");
  g_assert_cmpstr (part, ==, "\"<a \\\"b\\\"\\n${n}>\"");
  g_assert_cmpstr (filter, ==, "a=\"a \\\"b\\\"\n${n}\"");
}

static void
test_variables_names (void)
{
  static const char *const good[] = { "a", "_", "a1", "A-b_C", "_-" };
  static const char *const bad[] = { "", "1", "-a", "a b", "a.b", "env:A", "é", "a}", "a$" };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    g_assert_true (mcp_test_variables_is_name (good[i]));
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (mcp_test_variables_is_name (bad[i]));
}

/* --- Files --- */

/* Whatever is wrong is told with its place: a slip must not be a test that passes. */
static void
test_wrong_files (void)
{
  static const struct
  {
    const char *text;
    const char *told;
  } rows[] = {
    { "[]", "f:1: This is no file of tests: “sounderTests” is missing" },
    { "{\"tests\":[]}", "f:1: This is no file of tests: “sounderTests” is missing" },
    { "{\"sounderTests\":2}", "f:1: sounderTests: Only version 1 of the format is known" },
    { "{\"sounderTests\":1,\n\"test\":[]}", "f:2: “test” is nothing a test knows; did you mean “tests”?" },
    { FILE_OF ("{" CALL "}"), "f:1: tests[0]: “name” is missing" },
    { FILE_OF ("{\"name\":\"a\"}"), "f:1: tests[0]: “method” is missing" },
    { FILE_OF ("{\"name\":\"a\",\"steps\":[]}"), "f:1: tests[0]: A test needs a step" },
    { FILE_OF ("{\"name\":\"a\",\"steps\":[{}]}"), "f:1: tests[0].steps[0]: “method” is missing" },
    { FILE_OF ("{\"name\":\"a\"," CALL ",\"expects\":[]}"),
      "f:1: tests[0]: “expects” is nothing a test knows; did you mean “expect”?" },
    { FILE_OF ("{\"name\":\"a\"," CALL ",\n\"status\":\"fine\"}"),
      "f:2: tests[0].status: “fine” is none of: ok, tool-error, error, answered, unanswered" },
    { FILE_OF ("{\"name\":\"a\"," CALL ",\"expect\":[\"json:a=1\",\"nofield:3\"]}"), "f:1: tests[0].expect[1]: " },
    { FILE_OF ("{\"name\":\"a\"," CALL ",\"mask\":[\"a..b\"]}"),
      "f:1: tests[0].mask[0]: “a..b” is no path, as in content[0].text" },
    { FILE_OF ("{\"name\":\"a\"," CALL ",\"take\":{\"1x\":\"a\"}}"),
      "f:1: tests[0].take: “1x” is no name of a variable: letters, digits, _ and -" },
    { FILE_OF ("{\"name\":\"a\"," CALL ",\"timeoutMsec\":0}"),
      "f:1: tests[0].timeoutMsec: Here should be a number of milliseconds, from 1" },
    { FILE_OF ("{\"name\":\"a\"," CALL ",\"params\":[]}"),
      "f:1: tests[0].params: This should be of the type “object”" },
    { "{\"sounderTests\":1,\"eras\":[\"new\"]}", "f:1: eras[0]: “new” is none of: auto, legacy, modern" },
    { "{\"sounderTests\":1,\"servers\":{\"a\":{}}}", "f:1: servers: " },
    { "{\"sounderTests\":1,", "f: " },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (mcp_test_file_parse ("f", rows[i].text, strlen (rows[i].text), &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
      if (!g_str_has_prefix (error->message, rows[i].told))
        g_error ("%s, not %s", error->message, rows[i].told);
    }
}

/* Each member, with what it must not be; the place is that of the value. */
static void
test_wrong_members (void)
{
#define STEP(member) FILE_OF ("{\"name\":\"a\"," CALL ",\n" member "}")
#define ROOT(member) "{\"sounderTests\":1,\n" member "}"
#define TYPE(name) "This should be of the type “" name "”"
  static const struct
  {
    const char *text;
    const char *told;
  } rows[] = {
    { "{\"sounderTests\":\"1\"}", "f:1: sounderTests: " TYPE ("number") },
    { "{\"sounderTests\":true}", "f:1: sounderTests: " TYPE ("number") },
    { "{\"sounderTests\":1.5}", "f:1: sounderTests: Only version 1 of the format is known" },
    { "{\"sounderTests\":1e400}", "f:1: sounderTests: Only version 1 of the format is known" },
    { "7", "f:1: This is no file of tests: “sounderTests” is missing" },
    { "", "f: " },
    { ROOT ("\"$schema\":7"), "f:2: $schema: " TYPE ("string") },
    { ROOT ("\"comment\":[]"), "f:2: comment: " TYPE ("string") },
    { ROOT ("\"variables\":[]"), "f:2: variables: " TYPE ("object") },
    { ROOT ("\"variables\":{\"a\":1,\n\"b c\":2}"), "f:3: variables: “b c” is no name of a variable" },
    { ROOT ("\"variables\":{\"\":1}"), "f:2: variables: “” is no name of a variable" },
    { ROOT ("\"servers\":[]"), "f:2: servers: " TYPE ("object") },
    { ROOT ("\"servers\":{\"a\":7}"), "f:2: servers: " },
    { ROOT ("\"eras\":\"legacy\""), "f:2: eras: " TYPE ("array") },
    { ROOT ("\"eras\":[\"legacy\",7]"), "f:2: eras[1]: This is no text" },
    { ROOT ("\"eras\":[\"Legacy\"]"), "f:2: eras[0]: “Legacy” is none of: auto, legacy, modern" },
    { ROOT ("\"setUp\":{}"), "f:2: setUp: " TYPE ("array") },
    { ROOT ("\"setUp\":[{}]"), "f:2: setUp[0]: “method” is missing" },
    { ROOT ("\"setUp\":[null]"), "f:2: setUp[0]: Here should be an object" },
    { ROOT ("\"tests\":{}"), "f:2: tests: " TYPE ("array") },
    { ROOT ("\"tests\":[7]"), "f:2: tests[0]: Here should be an object" },
    { ROOT ("\"tests\":[[]]"), "f:2: tests[0]: Here should be an object" },
    { ROOT ("\"tests\":[{\"name\":\"a\",\"steps\":{}}]"), "f:2: tests[0].steps: " TYPE ("array") },
    { ROOT ("\"tests\":[{\"name\":7,\"steps\":[]}]"), "f:2: tests[0].name: " TYPE ("string") },
    { ROOT ("\"tests\":[{\"name\":\"a\",\"steps\":[{\"method\":\"ping\"},7]}]"),
      "f:2: tests[0].steps[1]: Here should be an object" },
    { ROOT ("\"tests\":[{\"name\":\"a\",\"method\":\"ping\",\"steps\":[{\"method\":\"ping\"}]}]"),
      "f:2: tests[0]: “method” is nothing a test knows" },
    { ROOT ("\"qqqqqqqqqq\":1"), "f:2: “qqqqqqqqqq” is nothing a test knows" },
    { FILE_OF ("{\"name\":\"a\",\"method\":null}"), "f:1: tests[0].method: " TYPE ("string") },
    { STEP ("\"status\":7"), "f:2: tests[0].status: " TYPE ("string") },
    { STEP ("\"expect\":\"json:a=1\""), "f:2: tests[0].expect: " TYPE ("array") },
    { STEP ("\"expect\":[7]"), "f:2: tests[0].expect[0]: This is no text" },
    { STEP ("\"expect\":[\"json:a=1\",\n\"(\"]"), "f:3: tests[0].expect[1]: " },
    { STEP ("\"schema\":true"), "f:2: tests[0].schema: " TYPE ("object") },
    { STEP ("\"snapshot\":[1]"), "f:2: tests[0].snapshot: " TYPE ("object") },
    { STEP ("\"mask\":\"result\""), "f:2: tests[0].mask: " TYPE ("array") },
    { STEP ("\"mask\":[\"result\",{}]"), "f:2: tests[0].mask[1]: This is no text" },
    { STEP ("\"mask\":[\"\"]"), "f:2: tests[0].mask[0]: “” is no path" },
    { STEP ("\"findings\":{}"), "f:2: tests[0].findings: " TYPE ("array") },
    { STEP ("\"findings\":[\"rpc.x\",1]"), "f:2: tests[0].findings[1]: This is no text" },
    { STEP ("\"take\":[]"), "f:2: tests[0].take: " TYPE ("object") },
    { STEP ("\"take\":{\"a\":\"result\",\"b\":7}"), "f:2: tests[0].take[1]: This is no text" },
    { STEP ("\"take\":{\"a\":\"a..b\"}"), "f:2: tests[0].take[0]: “a..b” is no path" },
    { STEP ("\"take\":{\"env:HOME\":\"result\"}"), "f:2: tests[0].take: “env:HOME” is no name of a variable" },
    { STEP ("\"timeoutMsec\":\"5\""), "f:2: tests[0].timeoutMsec: " TYPE ("number") },
    { STEP ("\"timeoutMsec\":-1"), "f:2: tests[0].timeoutMsec: Here should be a number of milliseconds, from 1" },
    { STEP ("\"timeoutMsec\":1.5"), "f:2: tests[0].timeoutMsec: Here should be a number of milliseconds, from 1" },
    { STEP ("\"timeoutMsec\":2147483648"), "f:2: tests[0].timeoutMsec: Here should be a number of milliseconds, from 1" },
    { STEP ("\"comment\":7"), "f:2: tests[0].comment: " TYPE ("string") },
    { STEP ("\"Status\":\"ok\""), "f:2: tests[0]: “Status” is nothing a test knows" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_test_message ("%s", rows[i].text);
      g_assert_null (mcp_test_file_parse ("f", rows[i].text, strlen (rows[i].text), &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
      if (!g_str_has_prefix (error->message, rows[i].told))
        g_error ("%s, not %s", error->message, rows[i].told);
    }
}

/* What is written with escapes, or twice, is read as it is meant: the last one counts. */
static void
test_right_members (void)
{
  g_autoptr (McpTestFile) file =
    parse ("{\"\\u0073ounderTests\":1,\"eras\":[\"modern\",\"l\\u0065gacy\"],\"variables\":{\"a\":1,\"a\":1.10},"
           "\"tests\":[{\"name\":\"a\",\"name\":\"b\",\"method\":\"ping\",\"method\":\"tools/call\","
           "\"status\":\"error\",\"status\":\"unanswered\",\"timeoutMsec\":2147483647,"
           "\"take\":{\"v\":\"result.a\",\"w\":\"error.code\"},\"mask\":[],\"mask\":[\"result\"]}]}");
  const McpTestCase *test = file->cases->pdata[0];
  const McpTestStep *step = test->steps->pdata[0];
  g_autofree char *value = mcp_test_variables_expand_json (file->variables, "\"${a}\"", NULL);

  g_assert_cmpuint (file->eras->len, ==, 2);
  g_assert_cmpint (g_array_index (file->eras, McpEraChoice, 0), ==, MCP_ERA_CHOICE_MODERN);
  g_assert_cmpint (g_array_index (file->eras, McpEraChoice, 1), ==, MCP_ERA_CHOICE_LEGACY);
  g_assert_cmpstr (value, ==, "1.10");
  g_assert_cmpuint (file->cases->len, ==, 1);
  g_assert_cmpstr (step->method, ==, "tools/call");
  g_assert_cmpint (step->status, ==, MCP_TEST_UNANSWERED);
  g_assert_cmpuint (step->timeout_msec, ==, G_MAXINT);
  g_assert_cmpuint (g_strv_length (step->take), ==, 4);
  g_assert_cmpstr (step->take[2], ==, "w");
  g_assert_cmpstr (step->mask[0], ==, "result");
  g_assert_cmpstr (step->place, ==, "tests[0]");
}

/* What the published schema takes, the reader takes; docs/tests.md has the same words. */
static void
test_schema (void)
{
  static const char *const right[] = {
    FILE_OF (""),
    FILE_OF ("{\"name\":\"a\"," CALL ",\"status\":\"error\",\"expect\":[\"took:<1s\"],\"schema\":{},\"snapshot\":{},"
             "\"mask\":[\"result.a\"],\"findings\":[\"x\"],\"take\":{\"v\":\"result.a\"},\"timeoutMsec\":5,\"comment\":\"c\"}"),
    "{\"sounderTests\":1,\"eras\":[\"legacy\"],\"variables\":{\"a\":1},\"setUp\":[{" CALL "}],"
    "\"servers\":{\"s\":{\"command\":\"x\"}},\"tests\":[{\"name\":\"a\",\"steps\":[{" CALL "}]}]}",
  };
  static const char *const wrong[] = {
    "{\"tests\":[]}",
    FILE_OF ("{\"name\":\"a\"}"),
    FILE_OF ("{" CALL "}"),
    FILE_OF ("{\"name\":\"a\"," CALL ",\"expects\":[]}"),
    FILE_OF ("{\"name\":\"a\"," CALL ",\"status\":\"fine\"}"),
    FILE_OF ("{\"name\":\"a\",\"steps\":[]}"),
  };
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "..", "data", "sounder-tests.schema.json", NULL);
  g_autofree char *text = NULL;
  g_autoptr (McpSchema) schema = NULL;
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  schema = mcp_schema_new (text, -1, &error);
  g_assert_no_error (error);

  for (guint i = 0; i < G_N_ELEMENTS (right); i++)
    {
      g_autoptr (McpTestFile) file = parse (right[i]);
      g_autoptr (GPtrArray) errors = mcp_schema_validate (schema, right[i], -1);

      g_assert_cmpuint (errors->len, ==, 0);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GPtrArray) errors = mcp_schema_validate (schema, wrong[i], -1);

      g_assert_null (mcp_test_file_parse ("f", wrong[i], strlen (wrong[i]), NULL));
      g_assert_cmpuint (errors->len, >, 0);
    }
}

/* --- Running --- */

static void
test_expectations (void)
{
  McpSession *session = session_new_mock (SERVE (ECHO));
  g_autoptr (McpTestRun) self =
    run_on (session, FILE_OF ("{\"name\":\"right\"," CALL ",\"expect\":[\"json:result.content[0].text=hi\",\"took:<60s\","
                              "\"-json:result.isError=true\",\"dir:in\"],\"schema\":{\"required\":[\"content\"]}},"
                              "{\"name\":\"value\"," CALL ",\"expect\":[\"json:result.content[*].text=ho\"]},"
                              "{\"name\":\"nowhere\"," CALL ",\"expect\":[\"json:result.x>1\"]},"
                              "{\"name\":\"status\"," CALL ",\"status\":\"tool-error\"},"
                              "{\"name\":\"any\"," CALL ",\"status\":\"answered\"},"
                              "{\"name\":\"schema\"," CALL ",\"schema\":{\"required\":[\"y\"]}},"
                              "{\"name\":\"error\",\"method\":\"tools/nothing\",\"status\":\"error\","
                              "\"expect\":[\"json:error.code=-32601\"]}"));

  assert_outcome (self, 0, "passed");
  assert_outcome (self, 1, "json:result.content[*].text=ho|json:result.content[*].text=ho|\"hi\"");
  assert_outcome (self, 2, "json:result.x>1|json:result.x>1|nothing");
  assert_outcome (self, 3, "status|tool-error|ok");
  assert_outcome (self, 4, "passed");
  assert_outcome (self, 5, "schema|/required|");
  assert_outcome (self, 6, "passed");
  g_clear_object (&self);
  session_finish (session);
}

/* Of a long value the beginning is shown, cut between two characters. */
static void
test_long_values (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *script = NULL;
  g_autofree char *outcome = NULL;
  g_autoptr (McpTestRun) self = NULL;
  McpSession *session;

  for (guint i = 0; i < 300; i++)
    g_string_append (text, "é");
  script = g_strdup_printf (SERVE ("\"tools/call\":{\"result\":{\"content\":[],\"x\":\"%s\"}}"), text->str);
  session = session_new_mock (script);
  self = run_on (session, FILE_OF ("{\"name\":\"long\"," CALL ",\"expect\":[\"json:result.x=short\"]}"));
  outcome = dup_outcome (self, 0);
  g_assert_true (g_str_has_suffix (outcome, "é…"));
  g_assert_null (strstr (outcome, "\357\277\275"));
  g_assert_cmpuint (strlen (outcome), <, 500);
  g_clear_object (&self);
  session_finish (session);
}

static void
test_snapshots (void)
{
  McpSession *session = session_new_mock (SERVE (ECHO));
  g_autoptr (McpTestRun) self =
    run_on (session, FILE_OF ("{\"name\":\"same\"," CALL ",\"snapshot\":{\"took\":1.5,\"content\":[{\"text\":\"hi\",\"type\":\"text\"}]}},"
                              "{\"name\":\"spelled\"," CALL ",\"snapshot\":{\"took\":1.50,\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}},"
                              "{\"name\":\"masked\"," CALL ",\"mask\":[\"result.took\",\"result.content[*].text\"],"
                              "\"snapshot\":{\"took\":9,\"content\":[{\"type\":\"text\",\"text\":\"ho\"}]}},"
                              "{\"name\":\"gone\"," CALL ",\"mask\":[\"result.gone\"],"
                              "\"snapshot\":{\"took\":1.5,\"gone\":1,\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}},"
                              "{\"name\":\"new\"," CALL ",\"snapshot\":{\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}}"));

  assert_outcome (self, 0, "passed");
  assert_outcome (self, 1, "snapshot /result/took|1.50|1.5");
  assert_outcome (self, 2, "passed");
  assert_outcome (self, 3, "snapshot /result/gone|1|");
  assert_outcome (self, 4, "snapshot /result/took||1.5");
  g_assert_cmpuint (g_hash_table_size (mcp_test_run_get_snapshots (self)), ==, 3);
  g_clear_object (&self);
  session_finish (session);
}

/* What "setUp" takes is known to all tests, what a test takes to its later steps alone. */
static void
test_steps (void)
{
  McpSession *session = session_new_mock (SERVE (ECHO));
  g_autoptr (McpTestRun) self =
    run_on (session, "{\"sounderTests\":1,\"variables\":{\"name\":\"echo\"},"
                     "\"setUp\":[{\"method\":\"tools/call\",\"params\":{\"name\":\"${name}\"},"
                     "\"take\":{\"word\":\"result.content[0].text\"}}],"
                     "\"tests\":[{\"name\":\"two\",\"steps\":["
                     "{" CALL ",\"expect\":[\"json:result.content[0].text=${word}\"],\"take\":{\"took\":\"result.took\"}},"
                     "{" CALL ",\"expect\":[\"json:result.took=${took}\"]}]},"
                     "{\"name\":\"alone\"," CALL ",\"expect\":[\"json:result.took=${took}\"]},"
                     "{\"name\":\"stops\",\"steps\":[{" CALL ",\"take\":{\"x\":\"result.x\"}},{" CALL ",\"status\":\"error\"}]}]}");

  assert_outcome (self, 0, "passed");
  assert_outcome (self, 1, "json:result.took=${took}||");
  assert_outcome (self, 2, "take|result.x|");
  g_clear_object (&self);
  session_finish (session);
}

/* A server that ends fails the test it ended in, and serves the next one anew. */
static void
test_server_ends (void)
{
  McpSession *session = session_new_mock ("[" HANDSHAKE ",{\"serve\":{" ECHO "},\"then_exit_after\":2}]");
  g_autoptr (McpTestRun) self =
    run_on (session, "{\"sounderTests\":1,\"setUp\":[{" CALL "}],"
                     "\"tests\":[{\"name\":\"a\"," CALL "},{\"name\":\"b\"," CALL ",\"timeoutMsec\":20000},"
                     "{\"name\":\"c\"," CALL "}]}");
  g_autofree char *outcome = NULL;
  guint n_passed = 0;

  for (guint i = 0; i < 3; i++)
    {
      g_free (outcome);
      outcome = dup_outcome (self, i);
      g_test_message ("%s", outcome);
      n_passed += g_str_equal (outcome, "passed");
    }
  /* Whether it is seen to be gone before the next request is sent is a matter of luck. */
  g_assert_cmpuint (n_passed, >=, 2);
  g_assert_cmpuint (mcp_session_get_life (session), >=, 2);
  g_clear_object (&self);
  session_finish (session);
}

static void
test_findings (void)
{
  static const char script[] =
    "[" HANDSHAKE ",{\"send_text\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":4711,\\\"result\\\":{}}\"},"
    "{\"serve\":{" ECHO "}}]";
  McpSession *session = session_new_mock (script);
  g_autoptr (McpTestRun) self = NULL;

  session_open_ok (session);
  TEST_AWAIT (session_count_findings (session, "rpc.unknown-id") == 1);
  /* What was there before is of nobody's test. */
  self = run_on (session, FILE_OF ("{\"name\":\"a\"," CALL "}"));
  assert_outcome (self, 0, "passed");
  g_clear_object (&self);
  session_finish (session);
}

static void
test_no_server (void)
{
  static const char *const argv[] = { "/no/such/program", NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("none", argv);
  g_autoptr (McpSession) session = mcp_session_new (profile, NULL);
  g_autoptr (McpTestFile) file = parse (FILE_OF ("{\"name\":\"a\"," CALL "}"));
  g_autoptr (McpTestRun) self = mcp_test_run_new (file, session);
  g_autoptr (GError) error = NULL;

  g_assert_false (run (self, NULL, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_SPAWN);
  assert_outcome (self, 0, "skipped");
}

static void
test_cancel (void)
{
  McpSession *session = session_new_mock (SERVE ("\"tools/call\":{\"result\":{},\"delay_msec\":600000}"));
  g_autoptr (McpTestFile) file = parse (FILE_OF ("{\"name\":\"a\"," CALL "},{\"name\":\"b\"," CALL "}"));
  g_autoptr (McpTestRun) self = mcp_test_run_new (file, session);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  mcp_test_run_start_async (self, cancellable, store_cb, &result);
  TEST_AWAIT (session_count_records (session, MCP_RECORD_REQUEST) >= 2);
  g_cancellable_cancel (cancellable);
  TEST_AWAIT (result != NULL);
  g_assert_false (mcp_test_run_start_finish (self, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_outcome (self, 0, "skipped");
  assert_outcome (self, 1, "skipped");
  g_clear_object (&result);
  g_clear_object (&self);
  session_finish (session);
}

/* --- Writing --- */

/* A call becomes a test that passes; what else is in the file stays as it is. */
static void
test_write (void)
{
  McpSession *session = session_new_mock (SERVE ("\"tools/call\":{\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"a ${b}\"}]}}"));
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("echo", "{\"n\":1.10,\"s\":\"${x}\"}");
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "tests.json", NULL);
  g_autofree char *test = NULL;
  g_autofree char *text = NULL;
  g_autofree char *expected = NULL;
  g_autoptr (McpTestFile) file = NULL;
  g_autoptr (McpTestRun) self = NULL;
  g_autoptr (GError) error = NULL;

  session_open_ok (session);
  mcp_call_set_want_progress (call, TRUE);
  session_run (session, call, &error);
  g_assert_no_error (error);
  test = mcp_test_dup_case (mcp_session_get_journal (session), mcp_call_get_outcome (call)->serial, "it \"works\"",
                            TRUE);
  g_assert_cmpstr (test, ==,
                   "{\"name\":\"it \\\"works\\\"\",\"method\":\"tools/call\",\"params\":{\"name\": \"echo\", "
                   "\"arguments\": {\"n\":1.10,\"s\":\"$${x}\"}},\"snapshot\":{\"content\":[{\"type\":\"text\",\"text\":\"a $${b}\"}]}}");

  g_assert_true (mcp_test_file_add_case (path, test, &error));
  g_assert_true (mcp_test_file_add_case (path, test, &error));
  g_assert_no_error (error);
  file = mcp_test_file_read (path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (file->cases->len, ==, 2);
  g_assert_true (g_str_has_prefix (file->text, "{\n  \"sounderTests\": 1,\n  \"tests\": [\n    {\n      \"name\""));
  self = mcp_test_run_new (file, session);
  run (self, NULL, &error);
  g_assert_no_error (error);
  assert_outcome (self, 0, "passed");
  assert_outcome (self, 1, "passed");
  g_clear_object (&self);

  /* A snapshot that differs is written in its place, and nothing else. */
  g_clear_pointer (&file, mcp_test_file_unref);
  text = g_strdup ("{ \"sounderTests\":1,\n  \"tests\": [ {\"name\":\"a\",  " CALL ",\n \"snapshot\": {\"x\":1}  } ] }\n");
  g_file_set_contents (path, text, -1, NULL);
  file = mcp_test_file_read (path, &error);
  self = mcp_test_run_new (file, session);
  run (self, NULL, &error);
  g_assert_true (mcp_test_file_set_snapshots (file, mcp_test_run_get_snapshots (self), &error));
  g_assert_no_error (error);
  g_free (text);
  g_file_get_contents (path, &text, NULL, NULL);
  expected = g_strdup ("{ \"sounderTests\":1,\n  \"tests\": [ {\"name\":\"a\",  " CALL ",\n \"snapshot\": {\n"
                       "   \"content\": [\n     {\n       \"type\": \"text\",\n       \"text\": \"a $${b}\"\n     }\n   ]\n }  } ] }\n");
  g_assert_cmpstr (text, ==, expected);

  /* A file that somebody has edited is not written over. */
  g_assert_false (mcp_test_file_set_snapshots (file, mcp_test_run_get_snapshots (self), &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
  g_remove (path);
  g_clear_object (&self);
  g_clear_object (&call);
  session_finish (session);
}

/* A file without tests gets some, and one that is none stays what it is. */
static void
test_add_to_others (void)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "tests.json", NULL);
  static const char *const others[] = { "{\"sounderTests\":1}", "{\"sounderTests\":1,\"tests\":[]}", "{\n}", "no json" };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      g_autoptr (McpTestFile) file = NULL;
      g_autoptr (GError) error = NULL;
      g_autofree char *text = NULL;

      g_file_set_contents (path, others[i], -1, NULL);
      if (i < 2)
        {
          g_assert_true (mcp_test_file_add_case (path, "{\"name\":\"a\",\"method\":\"ping\"}", &error));
          file = mcp_test_file_read (path, &error);
          g_assert_no_error (error);
          g_assert_cmpuint (file->cases->len, ==, 1);
        }
      else
        {
          g_assert_false (mcp_test_file_add_case (path, "{\"name\":\"a\",\"method\":\"ping\"}", &error));
          g_file_get_contents (path, &text, NULL, NULL);
          g_assert_cmpstr (text, ==, others[i]);
        }
    }
  g_remove (path);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/testing/variables", test_variables);
  g_test_add_func ("/session/testing/variables-unknown", test_variables_unknown);
  g_test_add_func ("/session/testing/variables-filter", test_variables_filter);
  g_test_add_func ("/session/testing/variables-escape", test_variables_escape);
  g_test_add_func ("/session/testing/variables-errors", test_variables_errors);
  g_test_add_func ("/session/testing/variables-environment", test_variables_environment);
  g_test_add_func ("/session/testing/variables-names", test_variables_names);
  g_test_add_func ("/session/testing/wrong-files", test_wrong_files);
  g_test_add_func ("/session/testing/wrong-members", test_wrong_members);
  g_test_add_func ("/session/testing/right-members", test_right_members);
  g_test_add_func ("/session/testing/schema", test_schema);
  g_test_add_func ("/session/testing/expectations", test_expectations);
  g_test_add_func ("/session/testing/long-values", test_long_values);
  g_test_add_func ("/session/testing/snapshots", test_snapshots);
  g_test_add_func ("/session/testing/steps", test_steps);
  g_test_add_func ("/session/testing/server-ends", test_server_ends);
  g_test_add_func ("/session/testing/findings", test_findings);
  g_test_add_func ("/session/testing/no-server", test_no_server);
  g_test_add_func ("/session/testing/cancel", test_cancel);
  g_test_add_func ("/session/testing/write", test_write);
  g_test_add_func ("/session/testing/add-to-others", test_add_to_others);

  return g_test_run ();
}
