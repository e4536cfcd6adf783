/* test-support.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* How long to wait for what must come. Long: only a test that fails waits until then. */
#define TEST_AWAIT_MSEC (test_get_await_msec ())

typedef gboolean (*TestCondition) (gpointer user_data);

guint     test_get_await_msec  (void);
gint64    test_get_worked_usec (void);
gboolean  test_await           (TestCondition  condition,
                                gpointer       user_data,
                                guint          deadline_msec);
gboolean  test_iterate_until   (gint64         deadline_usec);
char    **test_mock_argv       (const char    *script);
gboolean  test_group_is_gone   (GPid           pid,
                                guint          deadline_msec);
void      test_remove_tree     (const char    *path);
char     *test_make_folder     (void);

/* Iterates the default main context until @condition holds; fails with its text when it does not come. */
#define TEST_AWAIT(condition) \
  G_STMT_START \
  { \
    gint64 test_deadline = g_get_monotonic_time () + (gint64) TEST_AWAIT_MSEC * 1000; \
    while (!(condition)) \
      if (!test_iterate_until (test_deadline)) \
        g_error ("%s:%d: waited in vain for: %s", __FILE__, __LINE__, #condition); \
  } \
  G_STMT_END

/* The same for a condition that no event of the main loop announces: asks every few milliseconds. */
#define TEST_AWAIT_POLL(condition) \
  G_STMT_START \
  { \
    gint64 test_end = g_get_monotonic_time () + (gint64) TEST_AWAIT_MSEC * 1000; \
    while (!(condition)) \
      { \
        if (g_get_monotonic_time () > test_end) \
          g_error ("%s:%d: waited in vain for: %s", __FILE__, __LINE__, #condition); \
        test_iterate_until (g_get_monotonic_time () + 5000); \
      } \
  } \
  G_STMT_END

/*
 * What has a timer that must not be waited for is over before that timer: always, but for a machine
 * that is busy. @run returns how long it took, and is repeated until that was less than @usec.
 */
#define TEST_SOON(run, usec) \
  G_STMT_START \
  { \
    gint64 test_end = g_get_monotonic_time () + (gint64) TEST_AWAIT_MSEC * 1000; \
    while ((run) >= (usec)) \
      if (g_get_monotonic_time () > test_end) \
        g_error ("%s:%d: never in less than %d ms: %s", __FILE__, __LINE__, (usec) / 1000, #run); \
  } \
  G_STMT_END

/* Before g_test_init(): what is remembered between connections goes to a folder of this run alone. */
void test_isolate_state (void);
/* Leaks of this program are those of a library. */
void test_ignore_leaks (void);
/* Before anything asks the keyring: secrets go to libsecret's own file. It leaks, so that leaks are not looked for. */
void test_keep_secrets_in (const char *folder);

G_END_DECLS
