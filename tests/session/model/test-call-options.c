/* test-call-options.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-call-options.h"
#include "mcp-call-private.h"
#include "mcp-error.h"
#include "mcp-meta.h"
#include "mcp-trace-context.h"

/* The grammar of the specification (basic, _meta). */
static void
test_keys (void)
{
  static const char * const good[] = {
    "a", "a1", "1", "progress_token", "a.b-c_d", "example.com/a", "example.com/", "a/b", "x-1.y/n.m",
  };
  static const char * const bad[] = {
    "", "/a", "a b", "-a", "a-", ".a", "a_", "1a/b", "a-/b", "a..b/c", "a/b/c", "é", "example.com/ ",
  };

  for (guint i = 0; i < G_N_ELEMENTS (good); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (mcp_meta_check_key (good[i], &error));
      g_assert_no_error (error);
    }

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (mcp_meta_check_key (bad[i], &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
    }
}

static void
test_objects (void)
{
  static const char * const bad[] = { "", "[]", "1", "{", "{\"a b\":1}", "{\"a\":1,\"\\u0061\":2}" };
  g_autoptr (McpCallOptions) options = mcp_call_options_new ();

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (mcp_call_options_set_meta (options, bad[i], &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
      g_assert_true (mcp_call_options_are_default (options));
    }

  g_assert_true (mcp_call_options_set_meta (options, "{ }", NULL));
  g_assert_true (mcp_call_options_are_default (options));
}

static void
test_trace_context (void)
{
  static const char * const bad[] = {
    "", "00", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331",
    "00-0AF7651916CD43DD8448EB211C80319C-b7ad6b7169203331-01",
    "00-00000000000000000000000000000000-b7ad6b7169203331-01",
    "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01-",
    "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-001",
  };
  g_autofree char *a = mcp_trace_context_new ();
  g_autofree char *b = mcp_trace_context_new ();

  g_assert_true (mcp_trace_context_check (a));
  g_assert_true (mcp_trace_context_check (b));
  g_assert_cmpstr (a, !=, b);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    g_assert_false (mcp_trace_context_check (bad[i]));
}

/* Tokens stay as they are, each call has a trace of its own, and what is written by hand counts. */
static void
test_apply (void)
{
  g_autoptr (McpCallOptions) options = mcp_call_options_new ();
  g_autoptr (McpCall) plain = mcp_call_new ("ping", NULL);
  g_autoptr (McpCall) first = mcp_call_new ("tools/call", "{\"name\":\"t\",\"arguments\":{\"x\":1.10}}");
  g_autoptr (McpCall) second = mcp_call_new ("ping", NULL);
  g_autoptr (McpCall) third = mcp_call_new ("ping", NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *first_trace = NULL;
  g_autofree char *second_trace = NULL;
  g_autofree char *third_trace = NULL;

  mcp_call_options_apply (options, plain);
  g_assert_null (mcp_call_get_params (plain));

  mcp_call_options_set_meta (options, "{\n \"b/n\": 1.10,\n \"e\": 1e400 }", &error);
  g_assert_no_error (error);
  mcp_call_options_set_traced (options, TRUE);
  mcp_call_options_apply (options, first);
  mcp_call_options_apply (options, second);
  g_assert_nonnull (strstr (mcp_call_get_params (first), "\"x\":1.10"));
  g_assert_nonnull (strstr (mcp_call_get_params (first), "1e400"));
  g_assert_null (strchr (mcp_call_get_params (first), '\n'));
  first_trace = mcp_call_dup_traceparent (first);
  second_trace = mcp_call_dup_traceparent (second);
  g_assert_true (mcp_trace_context_check (first_trace));
  g_assert_cmpstr (first_trace, !=, second_trace);

  mcp_call_options_set_traceparent (options, first_trace, &error);
  g_assert_no_error (error);
  mcp_call_options_apply (options, third);
  third_trace = mcp_call_dup_traceparent (third);
  g_assert_cmpstr (third_trace, ==, first_trace);

  g_assert_finalize_object (g_steal_pointer (&options));
}

/* The same once more, for as long. */
static void
test_again (void)
{
  g_autoptr (McpCall) call = mcp_call_new ("tools/call", "{ \"name\":\"t\", \"arguments\":{\"x\":1.10}}");
  g_autoptr (McpCall) again = NULL;
  gint64 ttl_msec;

  mcp_call_set_timeout (call, 17);
  mcp_call_set_task (call, 18);
  again = mcp_call_new_again (call);
  g_assert_cmpstr (mcp_call_get_method (again), ==, "tools/call");
  g_assert_cmpstr (mcp_call_get_params (again), ==, mcp_call_get_params (call));
  g_assert_cmpuint (mcp_call_get_timeout (again), ==, 17);
  g_assert_true (mcp_call_get_task (again, &ttl_msec));
  g_assert_cmpint (ttl_msec, ==, 18);
  g_assert_false (mcp_call_wants_progress (again));
  g_assert_cmpint (mcp_call_get_outcome (again)->state, ==, MCP_CALL_NEW);
}

static void
count_cb (McpCall *call,
          guint   *n_finished)
{
  (*n_finished)++;
}

static void
finish_with (McpCall    *call,
             const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (McpMessage) answer = mcp_message_new (bytes);
  g_autoptr (McpId) id = mcp_id_new_integer (1);

  mcp_call_queue (call, id, NULL, NULL);
  mcp_call_set_sent (call, 7, 10, 20, 30);
  mcp_call_complete (call, answer, 8, 50, FALSE);
}

/* Nothing is left of what became of the first. */
static void
test_repeat (void)
{
  McpCall *call = mcp_call_new ("tools/call", "{\"name\":\"t\"}");
  McpCall *repeated;
  guint n_finished = 0;

  mcp_call_set_timeout (call, 17);
  g_signal_connect (call, "finished", G_CALLBACK (count_cb), &n_finished);
  finish_with (call, "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-1,\"message\":\"no\"}}");
  g_assert_nonnull (mcp_call_get_outcome (call)->error);
  g_assert_cmpuint (n_finished, ==, 1);

  repeated = mcp_call_repeat (call);
  g_assert_true (repeated == call);
  g_assert_cmpint (mcp_call_get_outcome (call)->state, ==, MCP_CALL_NEW);
  g_assert_cmpuint (mcp_call_get_timeout (call), ==, 17);
  g_assert_cmpstr (mcp_call_get_tool (call), ==, "t");
  g_assert_null (mcp_call_get_outcome (call)->error);
  g_assert_null (mcp_call_get_outcome (call)->error_object);
  g_assert_null (mcp_call_get_outcome (call)->answer);
  g_assert_null (mcp_call_get_outcome (call)->id);
  g_assert_cmpuint (mcp_call_get_outcome (call)->serial, ==, 0);
  g_assert_cmpint (mcp_call_get_outcome (call)->latency_usec, ==, -1);

  finish_with (call, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[]}}");
  g_assert_cmpint (mcp_call_get_outcome (call)->state, ==, MCP_CALL_DONE);
  g_assert_cmpint (mcp_call_get_outcome (call)->latency_usec, ==, 20);
  g_assert_cmpmem (g_bytes_get_data (mcp_call_get_result (call), NULL),
                   g_bytes_get_size (mcp_call_get_result (call)), "{\"content\":[]}", 14);
  /* Who was told of the first is not of the second. */
  g_assert_cmpuint (n_finished, ==, 1);

  g_assert_finalize_object (call);
}

/* One that somebody still looks at stays what it is. */
static void
test_repeat_kept (void)
{
  McpCall *call = mcp_call_new ("ping", NULL);
  g_autoptr (McpCall) kept = g_object_ref (call);
  g_autoptr (McpCall) repeated = NULL;

  finish_with (call, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  repeated = mcp_call_repeat (call);
  g_assert_true (repeated != kept);
  g_assert_cmpint (mcp_call_get_outcome (repeated)->state, ==, MCP_CALL_NEW);
  g_assert_cmpint (mcp_call_get_outcome (kept)->state, ==, MCP_CALL_DONE);
  g_assert_cmpuint (mcp_call_get_outcome (kept)->serial, ==, 7);
  g_assert_finalize_object (g_steal_pointer (&kept));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/call-options/keys", test_keys);
  g_test_add_func ("/session/call-options/objects", test_objects);
  g_test_add_func ("/session/call-options/trace-context", test_trace_context);
  g_test_add_func ("/session/call-options/apply", test_apply);
  g_test_add_func ("/session/call-options/again", test_again);
  g_test_add_func ("/session/call-options/repeat", test_repeat);
  g_test_add_func ("/session/call-options/repeat-kept", test_repeat_kept);

  return g_test_run ();
}
