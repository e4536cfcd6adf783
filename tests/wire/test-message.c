/* test-message.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "mcp-message.h"

static McpMessage *
new_message (const char *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));

  return mcp_message_new (bytes);
}

static void
assert_text (McpMessage *message,
             const char *expected)
{
  gsize length;
  const char *data = g_bytes_get_data (mcp_message_get_bytes (message), &length);

  g_assert_cmpmem (data, length, expected, strlen (expected));
}

static void
test_message_reads (void)
{
  g_autoptr (McpMessage) message =
    new_message ("{\"jsonrpc\":\"2.0\",\"id\":\"x\",\"method\":\"tools\\/call\",\"params\":{\"a\":1}}");
  g_autoptr (GBytes) params = NULL;
  gint64 code = 5;

  g_assert_cmpint (mcp_message_get_kind (message), ==, MCP_MESSAGE_REQUEST);
  g_assert_cmpstr (mcp_id_get_token (mcp_message_get_id (message)), ==, "\"x\"");
  g_assert_cmpstr (mcp_message_get_method (message), ==, "tools/call");
  g_assert_false (mcp_message_get_error_code (message, &code));
  g_assert_cmpint (code, ==, 5);
  g_assert_null (mcp_message_dup_error_message (message));

  params = mcp_message_get_part (message, mcp_message_get_scan (message)->params);
  g_assert_cmpmem (g_bytes_get_data (params, NULL), g_bytes_get_size (params), "{\"a\":1}", 7);
  g_assert_null (mcp_message_get_part (message, mcp_message_get_scan (message)->result));
}

static void
test_message_errors (void)
{
  g_autoptr (McpMessage) message =
    new_message ("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"no\\n\"}}");
  g_autoptr (McpMessage) odd = new_message ("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":\"boom\"}");
  g_autoptr (McpMessage) huge =
    new_message ("{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1e300,\"message\":7}}");
  g_autofree char *text = mcp_message_dup_error_message (message);
  g_autofree char *odd_text = mcp_message_dup_error_message (odd);
  gint64 code;

  g_assert_true (mcp_message_get_error_code (message, &code));
  g_assert_cmpint (code, ==, -32601);
  g_assert_cmpstr (text, ==, "no\n");
  g_assert_cmpstr (odd_text, ==, "boom");
  g_assert_false (mcp_message_get_error_code (odd, &code));
  g_assert_false (mcp_message_get_error_code (huge, &code));
  g_assert_null (mcp_message_dup_error_message (huge));
}

static void
test_message_writes (void)
{
  g_autoptr (McpId) number = mcp_id_new_integer (1);
  g_autoptr (McpId) string = mcp_id_new_string ("\"");
  g_autoptr (McpMessage) request = mcp_message_new_request (number, "a\"b", "{\n\"x\":\r\n1}");
  g_autoptr (McpMessage) bare = mcp_message_new_request (string, "ping", NULL);
  g_autoptr (McpMessage) notification = mcp_message_new_notification ("n", "{}");
  g_autoptr (McpMessage) result = mcp_message_new_result (number, "{\n}");
  g_autoptr (McpMessage) error = mcp_message_new_error (number, -32601, "Method not found", "[1]");
  g_autoptr (McpMessage) anonymous = mcp_message_new_error (NULL, -32700, "Parse error", NULL);

  assert_text (request,
               "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\\\"b\",\"params\":{\"x\":1}}");
  assert_text (bare, "{\"jsonrpc\":\"2.0\",\"id\":\"\\\"\",\"method\":\"ping\"}");
  assert_text (notification, "{\"jsonrpc\":\"2.0\",\"method\":\"n\",\"params\":{}}");
  assert_text (result, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  assert_text (error, "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,"
                      "\"message\":\"Method not found\",\"data\":[1]}}");
  assert_text (anonymous, "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,"
                          "\"message\":\"Parse error\"}}");

  g_assert_cmpint (mcp_message_get_kind (request), ==, MCP_MESSAGE_REQUEST);
  g_assert_cmpint (mcp_message_get_kind (notification), ==, MCP_MESSAGE_NOTIFICATION);
  g_assert_cmpint (mcp_message_get_kind (result), ==, MCP_MESSAGE_RESULT);
  g_assert_cmpint (mcp_message_get_kind (error), ==, MCP_MESSAGE_ERROR);
  g_assert_cmpint (mcp_message_get_kind (anonymous), ==, MCP_MESSAGE_ERROR);
  g_assert_cmphex (mcp_message_get_scan (anonymous)->envelope, ==, MCP_ENVELOPE_OK);
}

static void
test_message_broken (void)
{
  g_autoptr (McpMessage) message =
    new_message ("{\"jsonrpc\":\"2.0\",\"id\":12,\"result\":{\"a\":[1,");
  gint64 id;

  g_assert_cmpint (mcp_message_get_kind (message), ==, MCP_MESSAGE_INVALID);
  g_assert_true (mcp_id_get_integer (mcp_message_get_id (message), &id));
  g_assert_cmpint (id, ==, 12);
  g_assert_cmpuint (mcp_message_get_scan (message)->result.length, ==, 8);
}

typedef struct
{
  const char    *text;
  McpMessageKind kind;
  const char    *id;       /* as shown; NULL if there is none */
  const char    *method;
} OddCase;

/* What servers in the field were seen to send. */
static const OddCase odd_cases[] = {
  { "Server running on stdio", MCP_MESSAGE_INVALID, NULL, NULL },
  { "", MCP_MESSAGE_INVALID, NULL, NULL },
  { "null", MCP_MESSAGE_INVALID, NULL, NULL },
  { "{\"level\":30,\"msg\":\"ready\"}", MCP_MESSAGE_INVALID, NULL, NULL },
  { "\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}", MCP_MESSAGE_RESULT, "1", NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"result\":{}}", MCP_MESSAGE_RESULT, "\"1\"", NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}", MCP_MESSAGE_INVALID, "null", NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":-1.0,\"result\":{}}", MCP_MESSAGE_RESULT, "-1.0", NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{},\"error\":null}", MCP_MESSAGE_RESULT, "1", NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":1}", MCP_MESSAGE_INVALID, "1", NULL },
  { "{\"id\":1,\"result\":{}}", MCP_MESSAGE_RESULT, "1", NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":null,\"result\":{}}", MCP_MESSAGE_RESULT, "1", NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\\u0000b\"}", MCP_MESSAGE_REQUEST, "1",
    "a\xe2\x90\x80" "b" },
  { "{\"jsonrpc\":\"2.0\",\"id\":\"\\ud800\",\"method\":\"\"}", MCP_MESSAGE_REQUEST,
    "\"\\ud800\"", "" },
  { "{\"jsonrpc\":\"2.0\",\"id\":18446744073709551616,\"method\":\"m\"}", MCP_MESSAGE_REQUEST,
    "18446744073709551616", "m" },
  { "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"result\":{}}", MCP_MESSAGE_RESULT, "2", NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{\"t\":\"\xff\"}}", MCP_MESSAGE_INVALID, "5", NULL },
  { "{\"jsonrpc\":\"2.0\",\"id\":\"server-error\",\"error\":{\"code\":-32600,\"message\":\"\"}}",
    MCP_MESSAGE_ERROR, "\"server-error\"", NULL },
};

static void
test_message_odd (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (odd_cases); i++)
    {
      const OddCase *c = &odd_cases[i];
      g_autoptr (McpMessage) message = new_message (c->text);
      McpId *id = mcp_message_get_id (message);
      g_autofree char *escaped = g_strescape (c->text, NULL);

      g_test_message ("%s", escaped);
      g_assert_cmpint (mcp_message_get_kind (message), ==, c->kind);
      g_assert_cmpstr (id != NULL ? mcp_id_get_token (id) : NULL, ==, c->id);
      g_assert_cmpstr (mcp_message_get_method (message), ==, c->method);
    }
}

static void
test_message_batch (void)
{
  g_autoptr (McpMessage) batch =
    new_message (" [ {\"jsonrpc\":\"2.0\",\"method\":\"n\"} , 5 ,"
                 " {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}} ] ");
  g_autoptr (McpMessage) empty = new_message ("[]");
  g_autoptr (McpMessage) single = new_message ("{}");
  g_autoptr (GPtrArray) parts = mcp_message_split_batch (batch);
  g_autoptr (GPtrArray) none = mcp_message_split_batch (empty);

  g_assert_cmpuint (parts->len, ==, 3);
  g_assert_cmpint (mcp_message_get_kind (parts->pdata[0]), ==, MCP_MESSAGE_NOTIFICATION);
  g_assert_cmpint (mcp_message_get_kind (parts->pdata[1]), ==, MCP_MESSAGE_INVALID);
  g_assert_cmpint (mcp_message_get_kind (parts->pdata[2]), ==, MCP_MESSAGE_RESULT);
  assert_text (parts->pdata[1], "5");
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_null (mcp_message_split_batch (single));
}

static void
test_message_outlives_and_ends (void)
{
  /* Long enough that newer GLib does not keep it inside of the GBytes. */
  GBytes *bytes = g_bytes_new_take (g_strnfill (4096, ' '), 4096);
  gconstpointer data = g_bytes_get_data (bytes, NULL);
  McpMessage *message = mcp_message_new (bytes);
  McpMessage *again = mcp_message_ref (message);
  gsize length;
  gpointer taken;

  mcp_message_unref (message);
  g_assert_cmpint (mcp_message_get_kind (again), ==, MCP_MESSAGE_INVALID);
  mcp_message_unref (again);

  /* Nobody else holds the bytes now: the data is handed over without a copy. */
  taken = g_bytes_unref_to_data (bytes, &length);
  g_assert_true (taken == data);
  g_free (taken);
}

/* Small parameters are as they are; of large ones what is not large is left, in order. */
static void
test_message_params_excerpt (void)
{
  g_autofree char *filler = g_strnfill (100 * 1024, 'x');
  g_autofree char *text = g_strdup_printf (
    "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"a\": 1.10,\"s\":\"%s\",\"l\":[\"%s\"],"
    "\"o\":{\"k\":\"v\",\"s\":\"%s\",\"p\":{\"q\":[1, 2],\"s\":\"%s\"}},\"a\":null}}",
    filler, filler, filler, filler);
  g_autoptr (McpMessage) large = new_message (text);
  g_autoptr (McpMessage) small = new_message ("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{ \"a\": 1 }}");
  g_autoptr (McpMessage) none = new_message ("{\"jsonrpc\":\"2.0\",\"method\":\"m\"}");
  g_autoptr (McpMessage) array = new_message ("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":[1]}");
  g_autoptr (McpMessage) broken = new_message ("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{");

  g_assert_cmpstr (mcp_message_get_params_excerpt (large), ==,
                   "{\"a\":1.10,\"o\":{\"k\":\"v\",\"p\":{\"q\":[1, 2]}},\"a\":null}");
  g_assert_true (mcp_message_get_params_excerpt (large) == mcp_message_get_params_excerpt (large));
  g_assert_cmpstr (mcp_message_get_params_excerpt (small), ==, "{ \"a\": 1 }");
  g_assert_null (mcp_message_get_params_excerpt (none));
  g_assert_null (mcp_message_get_params_excerpt (array));
  g_assert_null (mcp_message_get_params_excerpt (broken));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/message/reads", test_message_reads);
  g_test_add_func ("/wire/message/errors", test_message_errors);
  g_test_add_func ("/wire/message/writes", test_message_writes);
  g_test_add_func ("/wire/message/broken", test_message_broken);
  g_test_add_func ("/wire/message/odd", test_message_odd);
  g_test_add_func ("/wire/message/params-excerpt", test_message_params_excerpt);
  g_test_add_func ("/wire/message/batch", test_message_batch);
  g_test_add_func ("/wire/message/outlives-and-ends", test_message_outlives_and_ends);

  return g_test_run ();
}
