/* bench-recording.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <malloc.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include <glib/gstdio.h>

#include "bench-support.h"
#include "mcp-journal-open.h"
#include "mcp-recorder.h"
#include "mcp-recording.h"

/* A recording of a million messages, half a gigabyte: how soon there is something to see, how soon
 * all of it, what it costs in memory, and how long it takes to save it again. */

#define N_MESSAGES 1000000

static void
store_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

/*
 * The longest time between two waits of the main loop: how long what came meanwhile had to wait.
 * The loop sleeps when it has nothing to do, as that of the window does; one that is asked over
 * and over would take the processor from the thread that is measured.
 */
static double longest_msec;
static gint64 woken_usec;

static gint
timing_poll (GPollFD *fds,
             guint    n_fds,
             gint     timeout_msec)
{
  gint n_ready;

  if (woken_usec != 0)
    longest_msec = MAX (longest_msec, (g_get_monotonic_time () - woken_usec) / 1000.0);
  n_ready = g_poll (fds, n_fds, timeout_msec);
  woken_usec = g_get_monotonic_time ();

  return n_ready;
}

static void
measure_open (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (McpRecording) recording = NULL;
  g_autofree char *copy = g_strconcat (path, ".copy", NULL);
  gsize before = mallinfo2 ().uordblks;
  gint64 start_usec = g_get_monotonic_time ();
  McpJournal *journal;
  GListModel *model;
  double first;
  double all;

  mcp_recording_open_async (file, NULL, NULL, store_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  recording = mcp_recording_open_finish (result, &error);
  g_assert_no_error (error);
  journal = mcp_recording_get_journal (recording);
  model = G_LIST_MODEL (journal);

  while (g_list_model_get_n_items (model) == 0)
    g_main_context_iteration (NULL, TRUE);
  first = bench_seconds (start_usec);
  g_main_context_set_poll_func (NULL, timing_poll);
  while (mcp_journal_is_loading (journal))
    g_main_context_iteration (NULL, TRUE);
  all = bench_seconds (start_usec);
  /* The step that ended it is measured by the next wait. */
  g_main_context_iteration (NULL, FALSE);
  g_main_context_set_poll_func (NULL, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, N_MESSAGES);
  g_assert_cmpuint (mcp_recording_get_n_problems (recording), ==, 0);

  bench_print ("recording: first row", first * 1000, "ms", 0);
  bench_print ("recording: all rows indexed", all, "s", 0);
  bench_print ("recording: longest slice of the main loop", longest_msec, "ms", 0);
  bench_print ("recording: memory a message", mcp_journal_get_memory_bytes (journal)
                                                / (double) N_MESSAGES, "B", 0);
  bench_print ("recording: heap a message", (mallinfo2 ().uordblks - before)
                                              / (double) N_MESSAGES, "B", 0);

  g_clear_object (&result);
  start_usec = g_get_monotonic_time ();
  mcp_recorder_save_async (journal, copy, NULL, NULL, NULL, NULL, NULL, store_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (mcp_recorder_save_finish (journal, result, NULL));
  bench_print ("recording: saved again", bench_seconds (start_usec), "s", 0);
  g_unlink (copy);
}

int
main (void)
{
  g_autofree char *folder = g_dir_make_tmp ("bench-recording-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "million.mcprec", NULL);
  GStatBuf info;

  bench_write_recording (path, N_MESSAGES);
  g_stat (path, &info);
  bench_print ("recording: size of the file", info.st_size / 1e6, "MB", 0);
  measure_open (path);
  g_unlink (path);
  g_rmdir (folder);

  return 0;
}
