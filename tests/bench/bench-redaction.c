/* bench-redaction.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <glib/gstdio.h>

#include "bench-support.h"
#include "mcp-journal-open.h"
#include "mcp-recorder.h"
#include "mcp-recording.h"

/* What it costs to take secrets out while a recording is written, of messages that have none. */

#define N_MESSAGES 200000

typedef struct
{
  McpJournal *journal;
  char       *path;
  gboolean    redacted;
} Run;

static void
store_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static McpRecording *
read_recording (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;
  McpRecording *recording;

  mcp_recording_open_async (file, NULL, NULL, store_cb, &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  recording = mcp_recording_open_finish (result, NULL);
  while (mcp_journal_is_loading (mcp_recording_get_journal (recording)))
    g_main_context_iteration (NULL, TRUE);

  return recording;
}

/* Messages a second. */
static double
write_recording (gpointer data)
{
  Run *run = data;
  g_autoptr (McpRedactor) redactor = run->redacted ? mcp_redactor_new () : NULL;
  gint64 start_usec = g_get_monotonic_time ();
  g_autoptr (McpRecorder) recorder = NULL;

  if (redactor != NULL)
    mcp_redactor_add_secret (redactor, "a-value-of-the-environment");
  recorder = mcp_recorder_new (run->journal, run->path, NULL, redactor, NULL);
  g_assert_true (mcp_recorder_finish (recorder, NULL));

  return N_MESSAGES / bench_seconds (start_usec);
}

int
main (void)
{
  g_autofree char *folder = g_dir_make_tmp ("bench-redaction-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "in.mcprec", NULL);
  Run run = { .path = g_build_filename (folder, "out.mcprec", NULL) };
  g_autoptr (McpRecording) recording = NULL;
  double plain;
  double redacted;

  bench_write_recording (path, N_MESSAGES);
  recording = read_recording (path);
  run.journal = mcp_recording_get_journal (recording);

  plain = bench_run (write_recording, &run);
  run.redacted = TRUE;
  redacted = bench_run (write_recording, &run);
  bench_print ("recording: written as it is", plain, "msg/s", 0);
  bench_print ("recording: written without secrets", redacted, "msg/s", redacted / plain);

  g_unlink (run.path);
  g_unlink (path);
  g_rmdir (folder);
  g_free (run.path);

  return 0;
}
