/* test-own-host.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-own-host.h"

static void
test_hosts (void)
{
  static const char * const names[] = { "box.example", NULL };
  static const McpOwnHosts strict = { names, FALSE };
  static const McpOwnHosts open = { NULL, TRUE };
  static const struct
  {
    const char *host;
    gboolean    is_strict;
    gboolean    is_open;
  } rows[] = {
    { "localhost", TRUE, TRUE },
    { "LOCALHOST:3000", TRUE, TRUE },
    { "127.0.0.1:1", TRUE, TRUE },
    { "[::1]:1", TRUE, TRUE },
    { "127.0.0.2:3002", TRUE, TRUE },
    { "127.0.0.1.evil.example", FALSE, FALSE },
    { "127.evil.example", FALSE, FALSE },
    { "box.example", TRUE, FALSE },
    { "Box.Example:9464", TRUE, FALSE },
    { "192.0.2.7:9464", FALSE, TRUE },
    { "[2001:db8::1]", FALSE, TRUE },
    { "evil.example", FALSE, FALSE },
    { "localhost.evil.example", FALSE, FALSE },
    { "localhost@evil.example", FALSE, FALSE },
    { "evil.example#@localhost", FALSE, FALSE },
    { "localhost/..", FALSE, FALSE },
    { "localhost:x", FALSE, FALSE },
    { "localhost, evil.example", FALSE, FALSE },
    { "", FALSE, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_test_message ("%s", rows[i].host);
      g_assert_cmpint (mcp_own_host_allows (&strict, rows[i].host), ==, rows[i].is_strict);
      g_assert_cmpint (mcp_own_host_allows (&open, rows[i].host), ==, rows[i].is_open);
    }
}

static void
test_origins (void)
{
  static const McpOwnHosts open = { NULL, TRUE };

  g_assert_true (mcp_own_host_allows_origin (&open, "http://localhost:5173"));
  g_assert_true (mcp_own_host_allows_origin (&open, "https://127.0.0.1"));
  g_assert_false (mcp_own_host_allows_origin (&open, "http://192.0.2.7"));
  g_assert_false (mcp_own_host_allows_origin (&open, "http://evil.example"));
  g_assert_false (mcp_own_host_allows_origin (&open, "null"));
  g_assert_false (mcp_own_host_allows_origin (&open, ""));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/wire/own-host/hosts", test_hosts);
  g_test_add_func ("/wire/own-host/origins", test_origins);

  return g_test_run ();
}
