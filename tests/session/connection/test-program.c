/* test-program.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gstdio.h>

#include "mcp-program-files.h"
#include "mcp-program-watch.h"
#include "mcp-session-private.h"
#include "session-support.h"

#define SERVE "[" HANDSHAKE ",{'serve':{}}]"

typedef struct
{
  char            *folder;
  char            *path;
  McpProfile      *profile;
  McpProgramWatch *watch;
  guint            n_told;
} Fixture;

static void
write_file (const char *path,
            const char *text,
            int         mode)
{
  g_autoptr (GError) error = NULL;

  g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_NONE, mode, &error);
  g_assert_no_error (error);
}

/* As a linker does it: into the file that is there. */
static void
append_file (const char *path,
             const char *text)
{
  FILE *file = g_fopen (path, "a");

  g_assert_nonnull (file);
  fputs (text, file);
  fclose (file);
}

static void
told_cb (Fixture *f)
{
  f->n_told++;
}

static void
set_up (Fixture       *f,
        gconstpointer  data)
{
  const char *argv[2] = { NULL };
  g_autofree char *build = NULL;

  f->folder = test_make_folder ();
  build = g_build_filename (f->folder, "build", NULL);
  g_assert_cmpint (g_mkdir (build, 0700), ==, 0);
  f->path = g_build_filename (build, "server", NULL);
  write_file (f->path, "#!/bin/sh\n", 0700);
  argv[0] = f->path;
  f->profile = mcp_profile_new_for_argv ("p", argv);
  f->watch = mcp_program_watch_new ();
  g_signal_connect_swapped (f->watch, "notify::changed", G_CALLBACK (told_cb), f);
  mcp_program_watch_start (f->watch, f->profile);
}

static void
tear_down (Fixture       *f,
           gconstpointer  data)
{
  mcp_program_watch_stop (f->watch);
  g_assert_false (mcp_program_watch_get_changed (f->watch));
  g_assert_finalize_object (f->watch);
  g_object_unref (f->profile);
  test_remove_tree (f->folder);
  g_free (f->path);
  g_free (f->folder);
}

/* Removed, made, written in steps, closed, and executable at last: that is one change. */
static void
test_watch_steps (Fixture       *f,
                  gconstpointer  data)
{
  g_assert_false (mcp_program_watch_get_changed (f->watch));
  g_unlink (f->path);
  test_iterate_until (g_get_monotonic_time () + 10000);
  append_file (f->path, "");
  g_assert_cmpint (g_chmod (f->path, 0600), ==, 0);
  for (guint i = 0; i < 20; i++)
    {
      append_file (f->path, "#!/bin/sh\n");
      test_iterate_until (g_get_monotonic_time () + 10000);
    }
  g_assert_cmpuint (f->n_told, ==, 0);
  g_assert_cmpint (g_chmod (f->path, 0700), ==, 0);
  TEST_AWAIT (mcp_program_watch_get_changed (f->watch));
  g_assert_cmpuint (f->n_told, ==, 1);

  /* Another build is another change. */
  append_file (f->path, "exit 1\n");
  TEST_AWAIT (f->n_told == 2);
  g_assert_true (mcp_program_watch_get_changed (f->watch));

  /* Started again, it is what it is. */
  mcp_program_watch_start (f->watch, f->profile);
  g_assert_false (mcp_program_watch_get_changed (f->watch));
  append_file (f->path, "exit 2\n");
  TEST_AWAIT (mcp_program_watch_get_changed (f->watch));
}

/* Editors and linkers write another file and rename it; what comes back as it was is no change. */
static void
test_watch_renamed (Fixture       *f,
                    gconstpointer  data)
{
  g_autofree char *kept = g_strconcat (f->path, ".kept", NULL);
  g_autofree char *made = g_strconcat (f->path, ".new", NULL);

  g_assert_cmpint (link (f->path, kept), ==, 0);
  write_file (made, "#!/bin/sh\n", 0700);
  g_assert_cmpint (g_rename (made, f->path), ==, 0);
  TEST_AWAIT (mcp_program_watch_get_changed (f->watch));

  g_assert_cmpint (g_rename (kept, f->path), ==, 0);
  TEST_AWAIT (!mcp_program_watch_get_changed (f->watch));
}

/* A clean build takes the folder away with all that is in it. */
static void
test_watch_folder (Fixture       *f,
                   gconstpointer  data)
{
  g_autofree char *build = g_path_get_dirname (f->path);

  for (guint i = 1; i <= 2; i++)
    {
      test_remove_tree (build);
      test_iterate_until (g_get_monotonic_time () + 50000);
      g_assert_cmpint (g_mkdir (build, 0700), ==, 0);
      write_file (f->path, "#!/bin/sh\n", 0700);
      TEST_AWAIT (f->n_told == i);
      g_assert_true (mcp_program_watch_get_changed (f->watch));
    }
}

/* What the link of “node_modules/.bin” leads to is built, not the link. */
static void
test_watch_link (Fixture       *f,
                 gconstpointer  data)
{
  g_autofree char *name = g_build_filename (f->folder, "link", NULL);
  const char *argv[] = { name, NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("l", argv);

  g_assert_cmpint (symlink (f->path, name), ==, 0);
  mcp_program_watch_start (f->watch, profile);
  append_file (f->path, "exit 0\n");
  TEST_AWAIT (mcp_program_watch_get_changed (f->watch));
}

static void
assert_lists (const char * const *argv,
              const char         *cwd,
              const char         *expected) /* the names after the program's */
{
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv ("f", argv);
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GString) names = g_string_new (NULL);

  g_object_set (profile, "cwd", cwd, NULL);
  files = mcp_program_files_list (profile);
  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *name = g_path_get_basename (files->pdata[i]);

      g_assert_true (g_path_is_absolute (files->pdata[i]));
      if (i > 0)
        g_string_append_printf (names, "%s%s", i > 1 ? " " : "", name);
    }
  g_assert_cmpstr (names->str, ==, expected);
}

/* Scripts are watched; what a server reads and writes is not. */
static void
test_files (Fixture       *f,
            gconstpointer  data)
{
  static const char * const node[] = { "sh", "--opt", "x", "build/index.js", "data.db", NULL };
  static const char * const uv[] = { "sh", "--directory", "build", "run", "main.py", NULL };
  static const char * const others[] = { "sh", "-c", "import x", "https://example.com/a.js",
                                         "notes.txt", "build", NULL };
  static const char * const shebang[] = { "sh", "build/server", NULL };
  static const char * const none[] = { "no-such-program-anywhere", "x.js", NULL };
  g_autofree char *database = g_build_filename (f->folder, "data.db", NULL);
  g_autofree char *notes = g_build_filename (f->folder, "notes.txt", NULL);
  g_autofree char *script = g_build_filename (f->folder, "build", "main.py", NULL);
  g_autoptr (McpProfile) address = mcp_profile_new_for_url ("u", "http://localhost/a.js");
  g_autoptr (GPtrArray) files = mcp_program_files_list (address);

  write_file (database, "SQLite format 3", 0700);
  write_file (notes, "x", 0600);
  write_file (script, "x", 0600);
  g_assert_cmpuint (files->len, ==, 0);
  assert_lists (node, f->folder, "index.js");
  assert_lists (uv, f->folder, "main.py");
  assert_lists (others, f->folder, "");
  assert_lists (shebang, f->folder, "server");
  assert_lists (none, f->folder, "");
}

/* Started by the program of the fixture, which is a script that becomes the scripted server. */
static void
write_server (Fixture    *f,
              const char *script,
              guint       version)
{
  g_auto (GStrv) argv = test_mock_argv (script);
  g_autofree char *made = g_strconcat (f->path, ".new", NULL);
  g_autoptr (GString) text = g_string_new ("#!/bin/sh\nexec");

  for (guint i = 0; argv[i] != NULL; i++)
    {
      g_autofree char *quoted = g_shell_quote (argv[i]);

      g_string_append_printf (text, " %s", quoted);
    }
  g_string_append_printf (text, " # %u\n", version);
  write_file (made, text->str, 0700);
  g_assert_cmpint (g_rename (made, f->path), ==, 0);
}

static McpSession *
new_session (Fixture *f)
{
  McpSession *session = session_new_mock ("[]");
  const char *argv[] = { f->path, NULL };

  mcp_profile_set_argv (mcp_session_get_profile (session), argv);
  mcp_session_watch_program (session);

  return session;
}

/* Built five times, and nothing pressed. */
static void
test_session_restarts (Fixture       *f,
                       gconstpointer  data)
{
  McpSession *session = new_session (f);

  g_object_set (mcp_session_get_profile (session), "restart-on-change", TRUE, NULL);
  mcp_session_set_program_lasts (session, 0);
  write_server (f, SERVE, 0);
  session_open_ok (session);
  for (guint i = 1; i <= 5; i++)
    {
      write_server (f, SERVE, i);
      TEST_AWAIT (mcp_session_get_life (session) == i + 1
                  && mcp_session_get_state (session) == MCP_SESSION_READY);
      g_assert_false (mcp_session_is_program_changed (session));
      g_assert_null (mcp_session_get_error (session));
    }
  session_finish (session);
}

/* The option is kept, and one that was not chosen is not written. */
static void
test_option (Fixture       *f,
             gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  g_autofree char *without = mcp_profile_to_json (f->profile);
  g_autoptr (McpProfile) copy = NULL;

  g_assert_false (mcp_profile_get_settings (f->profile)->restart_on_change);
  g_assert_null (strstr (without, "restartOnChange"));
  g_object_set (f->profile, "restart-on-change", TRUE, NULL);
  text = mcp_profile_to_json (f->profile);
  copy = mcp_profile_new_from_json ("p", text, -1, &error);
  g_assert_no_error (error);
  g_assert_true (mcp_profile_get_settings (copy)->restart_on_change);
}

/* Without the option it is told, and goes on. */
static void
test_session_tells (Fixture       *f,
                    gconstpointer  data)
{
  McpSession *session = new_session (f);

  write_server (f, SERVE, 0);
  session_open_ok (session);
  write_server (f, SERVE, 1);
  TEST_AWAIT (mcp_session_is_program_changed (session));
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_READY);
  g_assert_cmpuint (mcp_session_get_life (session), ==, 1);

  /* Closed on purpose, nothing is watched. */
  session_close (session);
  g_assert_false (mcp_session_is_program_changed (session));
  session_finish (session);
}

/* What fails to start is repaired, and starts by itself. */
static void
test_session_repaired (Fixture       *f,
                       gconstpointer  data)
{
  McpSession *session = new_session (f);
  g_autoptr (GError) error = NULL;

  g_object_set (mcp_session_get_profile (session), "restart-on-change", TRUE, NULL);
  write_server (f, "[{'exit':3}]", 0);
  g_assert_false (session_open (session, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_DIED);
  write_server (f, SERVE, 1);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_READY);

  /* And one that waits to connect again does so at once. */
  mcp_profile_set_reconnect (mcp_session_get_profile (session), TRUE);
  mcp_session_set_backoff (session, &(McpBackoff) { 3600 * 1000, 3600 * 1000, 0, NULL });
  mcp_process_signal_group (mcp_session_get_process (session), SIGKILL);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_WAITING);
  write_server (f, SERVE, 2);
  TEST_AWAIT (mcp_session_get_state (session) == MCP_SESSION_READY);
  session_finish (session);
}

/* A program that writes itself when it starts is not restarted for ever. */
static void
test_session_bounded (Fixture       *f,
                      gconstpointer  data)
{
  McpSession *session = new_session (f);
  guint n_notes;

  g_object_set (mcp_session_get_profile (session), "restart-on-change", TRUE, NULL);
  mcp_session_set_program_lasts (session, 3600);
  write_server (f, SERVE, 0);
  session_open_ok (session);
  for (guint i = 1; i <= 5; i++)
    {
      write_server (f, SERVE, i);
      TEST_AWAIT (mcp_session_get_life (session) == i + 1
                  && mcp_session_get_state (session) == MCP_SESSION_READY);
    }
  n_notes = session_count_records (session, MCP_RECORD_NOTE);
  write_server (f, SERVE, 6);
  TEST_AWAIT (session_count_records (session, MCP_RECORD_NOTE) > n_notes);
  g_assert_cmpuint (mcp_session_get_life (session), ==, 6);
  g_assert_cmpint (mcp_session_get_state (session), ==, MCP_SESSION_READY);
  g_assert_true (mcp_session_is_program_changed (session));
  session_finish (session);
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)
  ADD ("/session/program/files", test_files);
  ADD ("/session/program/written-in-steps", test_watch_steps);
  ADD ("/session/program/renamed", test_watch_renamed);
  ADD ("/session/program/folder-made-anew", test_watch_folder);
  ADD ("/session/program/link", test_watch_link);
  ADD ("/session/program/option", test_option);
  ADD ("/session/program/restarts", test_session_restarts);
  ADD ("/session/program/tells", test_session_tells);
  ADD ("/session/program/repaired", test_session_repaired);
  ADD ("/session/program/bounded", test_session_bounded);
#undef ADD

  return g_test_run ();
}
