/* test-seen.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-error.h"
#include "mcp-seen.h"

static void
take_head (McpSeen    *seen,
           guint       status,
           const char *name,
           const char *value)
{
  const char *const headers[] = { name, value, "content-TYPE", "text/html", NULL };
  const McpExchangeHead head = { .status = status, .headers = headers };

  mcp_seen_take_head (seen, &head);
}

static void
add_body (McpSeen *seen,
          gsize    length)
{
  g_autofree char *text = g_strnfill (length, 'x');
  g_autoptr (GBytes) body = g_bytes_new (text, length);

  mcp_seen_add_body (seen, body);
}

/* The last answer counts, and no more than the start of its body. */
static void
test_answers (void)
{
  McpSeen *seen = mcp_seen_new ();
  McpSymptoms symptoms = { 0 };

  mcp_seen_describe (seen, &symptoms);
  g_assert_cmpint (symptoms.step, ==, MCP_N_STEPS);
  g_assert_cmpuint (symptoms.status, ==, 0);

  mcp_seen_begin_step (seen, MCP_STEP_HANDSHAKE);
  take_head (seen, 404, "Server", "a");
  add_body (seen, 3000);
  add_body (seen, 3000);
  mcp_seen_set_rpc_code (seen, -32601);
  mcp_seen_describe (seen, &symptoms);
  g_assert_cmpint (symptoms.step, ==, MCP_STEP_HANDSHAKE);
  g_assert_cmpuint (symptoms.status, ==, 404);
  g_assert_cmpstr (symptoms.server, ==, "a");
  g_assert_cmpstr (symptoms.content_type, ==, "text/html");
  g_assert_cmpuint (symptoms.body_length, ==, 4096);

  take_head (seen, 407, "Proxy-Authenticate", "Basic");
  mcp_seen_describe (seen, &symptoms);
  g_assert_cmpuint (symptoms.status, ==, 407);
  g_assert_cmpstr (symptoms.server, ==, NULL);
  g_assert_cmpstr (symptoms.proxy_challenge, ==, "Basic");
  g_assert_cmpuint (symptoms.body_length, ==, 0);
  g_assert_cmpint (mcp_seen_get_rpc_code (seen), ==, 0);

  mcp_seen_free (seen);
}

/* What was seen of the first way stays as it was. */
static void
test_second_way (void)
{
  McpSeen *seen = mcp_seen_new ();
  g_autoptr (GError) refused = g_error_new_literal (MCP_ERROR, MCP_ERROR_HTTP, "refused");
  McpSymptoms symptoms = { 0 };
  const GError *error;

  g_assert_null (mcp_seen_get_first_way (seen, &error));
  g_assert_null (error);
  take_head (seen, 405, "Allow", "GET");
  mcp_seen_begin_second_way (seen, refused);
  g_assert_cmpuint (mcp_seen_get_status (seen), ==, 0);
  take_head (seen, 500, "Server", "b");

  g_assert_nonnull (mcp_seen_get_first_way (seen, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_HTTP);
  mcp_seen_describe (mcp_seen_get_first_way (seen, NULL), &symptoms);
  g_assert_cmpuint (symptoms.status, ==, 405);
  g_assert_cmpstr (symptoms.allow, ==, "GET");
  g_assert_cmpuint (mcp_seen_get_status (seen), ==, 500);

  mcp_seen_free (seen);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/seen/answers", test_answers);
  g_test_add_func ("/session/seen/second-way", test_second_way);

  return g_test_run ();
}
