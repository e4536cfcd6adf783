/* test-host.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include <glib/gstdio.h>

#include "host-fixture.h"
#include "mcp-host.h"
#include "session-support.h"

/* Servers outside of the sandbox. The host's shell reads this when somebody logs in. */
static const char login_file[] =
  "echo chatter\n"
  "echo chatter >&2\n"
  "export SOUNDER_MARK='a \"quoted\"\nvalue'\n"
  "export PATH=/opt/of-the-login-shell:$PATH\n";

/* A variable of the server's process. */
static char *
read_variable (McpSession *session,
               const char *name)
{
  McpProcess *process = mcp_session_get_process (session);
  g_autofree char *path = g_strdup_printf ("/proc/%d/environ", (int) mcp_process_get_pid (process));
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &text, &length, NULL));
  for (const char *p = text; p < text + length; p += strlen (p) + 1)
    if (g_str_has_prefix (p, name) && p[strlen (name)] == '=')
      return g_strdup (p + strlen (name) + 1);

  return NULL;
}

static void
test_host_login_environment (void)
{
  McpSession *session = session_new_mock ("[" HANDSHAKE ",{\"wait_eof\":true}]");
  const char *env[] = { "SOUNDER_OWN=x=\"y\"\nz", NULL };
  g_autofree char *mark = NULL;
  g_autofree char *path = NULL;
  g_autofree char *own = NULL;
  g_autofree char *where = NULL;

  g_object_set (mcp_session_get_profile (session), "inherit-env", MCP_INHERIT_ALL, NULL);
  mcp_profile_set_env (mcp_session_get_profile (session), env);
  g_assert_true (mcp_host_needs_environ ());
  session_open_ok (session);
  g_assert_false (mcp_host_needs_environ ());

  where = mcp_session_describe_transport (session);
  g_assert_true (g_str_has_suffix (where, "on the host"));
  mark = read_variable (session, "SOUNDER_MARK");
  path = read_variable (session, "PATH");
  own = read_variable (session, "SOUNDER_OWN");
  g_assert_cmpstr (mark, ==, "a \"quoted\"\nvalue");
  g_assert_true (g_str_has_prefix (path, "/opt/of-the-login-shell:"));
  g_assert_cmpstr (own, ==, "x=\"y\"\nz");
  session_finish (session);
}

static void
test_host_cancelled_while_asking (void)
{
  McpSession *session;

  mcp_host_set_connection (NULL);
  host_fixture_set_up ();
  session = session_new_mock ("[" HANDSHAKE ",{\"wait_eof\":true}]");
  g_assert_true (mcp_host_needs_environ ());
  mcp_session_open_async (session, NULL, NULL, NULL);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_STARTING);
  session_close (session);
  session_finish (session);
}

static void
test_host_error_names_what_is_missing (void)
{
  const char *argv[] = { "sounder-no-such-program", NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("none", argv);
  McpSession *session = mcp_session_new (profile, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_false (session_open (session, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_SPAWN);
  g_assert_nonnull (strstr (error->message, argv[0]));
  session_finish (session);
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *home = g_dir_make_tmp ("sounder-home-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (home, ".profile", NULL);
  int status;

  g_setenv ("HOME", home, TRUE);
  g_setenv ("SHELL", "/bin/sh", TRUE);
  g_setenv ("SOUNDER_TEST_HOST", "1", TRUE);
  g_assert_true (g_file_set_contents (file, login_file, -1, NULL));

  g_test_init (&argc, &argv, NULL);
  g_assert_true (host_fixture_set_up ());
  g_test_add_func ("/session/host/login-environment", test_host_login_environment);
  g_test_add_func ("/session/host/cancelled-while-asking", test_host_cancelled_while_asking);
  g_test_add_func ("/session/host/error-names-what-is-missing",
                   test_host_error_names_what_is_missing);
  status = g_test_run ();

  host_fixture_tear_down ();
  g_remove (file);
  g_rmdir (home);

  return status;
}
