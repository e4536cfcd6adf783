/* test-row-json.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-row-json.h"

/* Takes @json. */
static void
assert_json (GString    *json,
             const char *expected)
{
  g_string_append_c (json, '}');
  g_assert_cmpstr (json->str, ==, expected);
  g_string_free (json, TRUE);
}

/* The same name may be there twice, and what a server sends may be anything but a line end. */
static void
test_request (void)
{
  const char *headers[] = { "Accept", "text/event-stream", "X", "a\"\\\xc3\xa4", "X", "", NULL };

  assert_json (mcp_http_request_to_json ("GET", "http://[::1]:80/m?a=\"", headers),
               "{\"type\":\"request\",\"method\":\"GET\",\"url\":\"http://[::1]:80/m?a=\\\"\","
               "\"headers\":[[\"Accept\",\"text/event-stream\"],[\"X\",\"a\\\"\\\\\xc3\xa4\"],[\"X\",\"\"]]}");
  assert_json (mcp_http_request_to_json ("DELETE", "u", NULL),
               "{\"type\":\"request\",\"method\":\"DELETE\",\"url\":\"u\",\"headers\":[]}");
}

static void
test_head (void)
{
  const char *headers[] = { "A", "b", NULL };

  assert_json (mcp_http_head_to_json (404, "Not Found", "1.1", headers),
               "{\"type\":\"head\",\"status\":404,\"reason\":\"Not Found\",\"version\":\"1.1\","
               "\"headers\":[[\"A\",\"b\"]]}");
  assert_json (mcp_http_head_to_json (200, NULL, "2", NULL),
               "{\"type\":\"head\",\"status\":200,\"version\":\"2\",\"headers\":[]}");
}

/* What did not happen is not there; what took no time is. */
static void
test_timings (void)
{
  const McpExchangeTimings timings = { .resolved_usec = -1, .connected_usec = 0, .secured_usec = -1, .sent_usec = 40,
                                       .first_byte_usec = 700, .ended_usec = 830 };

  assert_json (mcp_http_end_to_json (NULL, 0, &timings),
               "{\"type\":\"end\",\"body\":0,"
               "\"usec\":{\"connected\":0,\"sent\":40,\"first_byte\":700,\"ended\":830}}");
  assert_json (mcp_http_end_to_json ("reset", 17, &timings),
               "{\"type\":\"end\",\"error\":\"reset\",\"body\":17,"
               "\"usec\":{\"connected\":0,\"sent\":40,\"first_byte\":700,\"ended\":830}}");
}

static void
test_process (void)
{
  const char *argv[] = { "a b", "-x", NULL };
  const char *names[] = { "HOME", NULL };

  assert_json (mcp_spawn_to_json (7, argv, "/w", names),
               "{\"type\":\"spawn\",\"pid\":7,\"argv\":[\"a b\",\"-x\"],\"cwd\":\"/w\",\"env\":[\"HOME\"]}");
  assert_json (mcp_spawn_to_json (7, argv, NULL, NULL),
               "{\"type\":\"spawn\",\"pid\":7,\"argv\":[\"a b\",\"-x\"],\"env\":[]}");
  assert_json (mcp_exit_to_json (&(McpExit) { .exited = TRUE, .exit_code = 3 }), "{\"type\":\"exit\",\"code\":3}");
  assert_json (mcp_exit_to_json (&(McpExit) { .signal_number = 11, .core_dumped = TRUE }),
               "{\"type\":\"exit\",\"signal\":11,\"core\":true}");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/row-json/request", test_request);
  g_test_add_func ("/session/row-json/head", test_head);
  g_test_add_func ("/session/row-json/timings", test_timings);
  g_test_add_func ("/session/row-json/process", test_process);

  return g_test_run ();
}
