/* test-responder.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-error.h"
#include "mcp-responder.h"
#include "test-support.h"

typedef struct
{
  char   *result;
  GError *error;
  gint64  code;
  gboolean done;
} Answer;

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  Answer *answer = user_data;

  answer->result = mcp_responder_respond_finish (MCP_RESPONDER (source), result,
                                                 &answer->code, &answer->error);
  answer->done = TRUE;
}

static Answer
ask (McpResponder *responder,
     const char   *method)
{
  g_autoptr (McpId) id = mcp_id_new_integer (1);
  g_autoptr (McpMessage) request = mcp_message_new_request (id, method, NULL);
  Answer answer = { NULL, };

  mcp_responder_respond_async (responder, request, 0, NULL, answered_cb, &answer);
  TEST_AWAIT (answer.done);

  return answer;
}

static void
test_responder_tells_roots (void)
{
  g_autoptr (McpProfile) profile = mcp_profile_new ("n");
  g_autoptr (McpResponder) responder = mcp_roots_responder_new (profile);
  g_autoptr (GPtrArray) roots = g_ptr_array_new_with_free_func (g_object_unref);
  GString *members = g_string_new ("{");
  Answer none = ask (responder, "roots/list");
  Answer two;

  g_assert_cmpstr (none.result, ==, "{\"roots\":[]}");

  g_ptr_array_add (roots, mcp_root_new ("file:///a", "A \"quoted\""));
  g_ptr_array_add (roots, mcp_root_new ("file:///b", NULL));
  mcp_profile_set_roots (profile, roots);
  two = ask (responder, "roots/list");
  g_assert_cmpstr (two.result, ==,
                   "{\"roots\":[{\"uri\":\"file:///a\",\"name\":\"A \\\"quoted\\\"\"},"
                   "{\"uri\":\"file:///b\"}]}");

  mcp_responder_append_capabilities (responder, members);
  g_assert_cmpstr (members->str, ==, "{\"roots\":{\"listChanged\":true}");
  g_assert_true (mcp_responder_handles (responder, "roots/list"));
  g_assert_false (mcp_responder_handles (responder, "sampling/createMessage"));

  g_free (none.result);
  g_free (two.result);
  g_string_free (members, TRUE);
  g_assert_finalize_object (g_steal_pointer (&responder));
}

static void
test_responder_hides_undeclared_roots (void)
{
  g_autoptr (McpProfile) profile = mcp_profile_new ("n");
  g_autoptr (McpResponder) responder = mcp_roots_responder_new (profile);
  GString *members = g_string_new ("{");

  g_object_set (profile, "advertise-roots", FALSE, NULL);
  mcp_responder_append_capabilities (responder, members);
  g_assert_cmpstr (members->str, ==, "{");
  g_assert_false (mcp_responder_handles (responder, "roots/list"));
  g_string_free (members, TRUE);
}

static void
test_responder_refuses (void)
{
  const char * const methods[] = { "sampling/createMessage", "elicitation/create", "no/such" };
  const char * const words[] = { "Sampling is off", "Elicitation is off", "no/such" };
  g_autoptr (McpResponder) responder = mcp_refusing_responder_new ();
  GString *members = g_string_new ("{");

  for (guint i = 0; i < G_N_ELEMENTS (methods); i++)
    {
      Answer answer;

      g_assert_true (mcp_responder_handles (responder, methods[i]));
      answer = ask (responder, methods[i]);
      g_assert_null (answer.result);
      g_assert_cmpint (answer.code, ==, MCP_RPC_METHOD_NOT_FOUND);
      g_assert_error (answer.error, MCP_ERROR, MCP_ERROR_CAPABILITY);
      g_assert_nonnull (strstr (answer.error->message, words[i]));
      g_clear_error (&answer.error);
    }

  mcp_responder_append_capabilities (responder, members);
  g_assert_cmpstr (members->str, ==, "{");
  g_string_free (members, TRUE);
  g_assert_finalize_object (g_steal_pointer (&responder));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/responder/tells-roots", test_responder_tells_roots);
  g_test_add_func ("/session/responder/hides-undeclared-roots", test_responder_hides_undeclared_roots);
  g_test_add_func ("/session/responder/refuses", test_responder_refuses);

  return g_test_run ();
}
