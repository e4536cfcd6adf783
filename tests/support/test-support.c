/* test-support.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "test-support.h"

/* Only what fails waits so long, however busy the machine; Meson waits longer, so that the test says for what. */
#define AWAIT_MSEC 300000

/**
 * test_get_await_msec:
 *
 * Gets how long to wait for what must come. The environment variable SOUNDER_TEST_PATIENCE
 * multiplies it: for sanitizers, and for machines that are busy.
 *
 * Returns: milliseconds
 */
guint
test_get_await_msec (void)
{
  const char *patience = g_getenv ("SOUNDER_TEST_PATIENCE");
  guint64 factor = patience != NULL ? g_ascii_strtoull (patience, NULL, 10) : 1;

  return AWAIT_MSEC * (guint) CLAMP (factor, 1, 100);
}

/**
 * test_get_worked_usec:
 *
 * Gets the processor time of this thread. What it has grown by says how much was worked, however
 * busy the machine is.
 *
 * Returns: microseconds
 */
gint64
test_get_worked_usec (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);

  return now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000;
}

static gboolean
wake_cb (gpointer user_data)
{
  gboolean *expired = user_data;

  *expired = TRUE;

  return G_SOURCE_REMOVE;
}

/**
 * test_iterate_until:
 * @deadline_usec: monotonic time to give up at
 *
 * Iterates the default main context once, blocking at most until the deadline.
 *
 * Returns: %FALSE if the deadline has passed
 */
gboolean
test_iterate_until (gint64 deadline_usec)
{
  gint64 left_usec = deadline_usec - g_get_monotonic_time ();
  gboolean expired = FALSE;
  GSource *source;

  if (left_usec <= 0)
    return FALSE;

  source = g_timeout_source_new (left_usec / 1000 + 1);
  g_source_set_callback (source, wake_cb, &expired, NULL);
  g_source_attach (source, NULL);
  g_main_context_iteration (NULL, TRUE);
  g_source_destroy (source);
  g_source_unref (source);

  return !expired;
}

/**
 * test_await:
 * @condition: (scope call): what to wait for
 * @user_data: for @condition
 * @deadline_msec: how long to wait at most, in milliseconds
 *
 * Iterates the default main context until a condition holds. It is asked after each
 * iteration; nothing sleeps.
 *
 * Returns: whether the condition came true in time
 */
gboolean
test_await (TestCondition condition,
            gpointer      user_data,
            guint         deadline_msec)
{
  gint64 deadline_usec = g_get_monotonic_time () + (gint64) deadline_msec * 1000;

  while (!condition (user_data))
    if (!test_iterate_until (deadline_usec))
      return condition (user_data);

  return TRUE;
}

/**
 * test_mock_argv:
 * @script: a script for the mock server; each single quote stands for a double quote, so that
 *   scripts stay readable in C (write \u0027 for a real one)
 *
 * Makes the command line that starts the mock server.
 *
 * Returns: (transfer full): argv; free with g_strfreev()
 */
char **
test_mock_argv (const char *script)
{
  const char *program = g_getenv ("SOUNDER_MOCK_SERVER");
  char **argv;

  if (program == NULL)
    g_error ("SOUNDER_MOCK_SERVER is not set: run the tests with “meson test”");

  argv = g_new0 (char *, 4);
  argv[0] = g_strdup (program);
  argv[1] = g_strdup ("--script");
  argv[2] = g_strdelimit (g_strdup (script), "'", '"');

  return argv;
}

/* A zombie that nobody has reaped yet does not count: it holds nothing any more. */
static gboolean
group_has_members (GPid group)
{
  g_autoptr (GDir) dir = g_dir_open ("/proc", 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = NULL;
      g_autofree char *text = NULL;
      const char *after_name;
      char state;
      int parent;
      int process_group;

      if (!g_ascii_isdigit (name[0]))
        continue;

      path = g_build_filename ("/proc", name, "stat", NULL);
      if (!g_file_get_contents (path, &text, NULL, NULL))
        continue;

      after_name = strrchr (text, ')');
      if (after_name != NULL
          && sscanf (after_name + 1, " %c %d %d", &state, &parent, &process_group) == 3
          && process_group == group && state != 'Z' && state != 'X')
        return TRUE;
    }

  return FALSE;
}

static gboolean
group_is_gone_cb (gpointer user_data)
{
  return !group_has_members (GPOINTER_TO_INT (user_data));
}

static gboolean
tick_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

/**
 * test_group_is_gone:
 * @pid: the leader of a process group, dead or alive
 * @deadline_msec: how long to wait for it, in milliseconds
 *
 * Waits, iterating the default main context, until no process of the group lives.
 *
 * Returns: whether the group was empty in time
 */
gboolean
test_group_is_gone (GPid  pid,
                    guint deadline_msec)
{
  /* Nothing tells us when a stranger's process ends: look every few milliseconds. */
  guint tick = g_timeout_add (5, tick_cb, NULL);
  gboolean gone = test_await (group_is_gone_cb, GINT_TO_POINTER (pid), deadline_msec);

  g_source_remove (tick);

  return gone;
}

/**
 * test_remove_tree:
 * @path: (type filename): a folder, or a file
 *
 * Takes a folder away with all that is in it. Links are not followed.
 */
void
test_remove_tree (const char *path)
{
  g_autoptr (GDir) dir =
    g_file_test (path, G_FILE_TEST_IS_SYMLINK) ? NULL : g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      test_remove_tree (child);
    }

  g_remove (path);
}

/* Freed at the end, for sanitizers. */
static GPtrArray *folders;

/* A child that was forked has the list too, and nothing to take away. */
static GPid folders_owner;

static void
remove_folders (void)
{
  if (getpid () == folders_owner)
    for (guint i = 0; i < folders->len; i++)
      test_remove_tree (folders->pdata[i]);
  g_clear_pointer (&folders, g_ptr_array_unref);
}

/**
 * test_make_folder:
 *
 * Makes a folder for temporary files, which is taken away when the program exits.
 *
 * Returns: (transfer full): its path
 */
char *
test_make_folder (void)
{
  char *folder = g_dir_make_tmp ("sounder-XXXXXX", NULL);

  g_assert_nonnull (folder);
  if (folders == NULL)
    {
      folders = g_ptr_array_new_with_free_func (g_free);
      folders_owner = getpid ();
      atexit (remove_folders);
    }
  g_ptr_array_add (folders, g_strdup (folder));

  return folder;
}

/* GLib can isolate tests too, but keeps the names of the folders, which sanitizers call leaked. */
void
test_isolate_state (void)
{
  g_autofree char *folder = test_make_folder ();

  g_setenv ("XDG_STATE_HOME", folder, TRUE);
}

int __lsan_is_turned_off (void);

static gboolean leaks_are_ignored;

/* Asked at the end. */
int
__lsan_is_turned_off (void)
{
  return leaks_are_ignored;
}

void
test_ignore_leaks (void)
{
  leaks_are_ignored = TRUE;
}

void
test_keep_secrets_in (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "secrets", NULL);
  g_autofree char *options = NULL;

  g_setenv ("SECRET_BACKEND", "file", TRUE);
  g_setenv ("SECRET_FILE_TEST_PATH", path, TRUE);
  g_setenv ("SECRET_FILE_TEST_PASSWORD", "test", TRUE);

  /* What libsecret's file leaks, each etag, is in no trace that names libsecret. In the programs that are started, too. */
  test_ignore_leaks ();
  if (g_getenv ("ASAN_OPTIONS") != NULL)
    options = g_strconcat (g_getenv ("ASAN_OPTIONS"), ":detect_leaks=0", NULL);
  g_setenv ("ASAN_OPTIONS", options != NULL ? options : "detect_leaks=0", TRUE);
}
