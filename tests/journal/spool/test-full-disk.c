/* test-full-disk.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <signal.h>
#include <string.h>
#include <sys/resource.h>

#include "loading-support.h"
#include "mcp-error.h"
#include "mcp-export.h"
#include "mcp-recorder.h"
#include "mcp-recording.h"
#include "recorder-support.h"

/*
 * A disk that is full in the middle of all: it is said once, the session goes on, and nothing that
 * was written is lost. A limit on the size of files stands for the disk; because it cannot be
 * taken back by all, each test is a process of its own.
 */

#define LINE_BYTES 1000

/* The file system gives no more than this to each file, until it is called again. */
static void
set_room (rlim_t bytes)
{
  const struct rlimit limit = { bytes, RLIM_INFINITY };

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
}

static void
run_aside (GTestFunc func)
{
  if (g_test_subprocess ())
    {
      func ();
      return;
    }

  g_test_trap_subprocess (NULL, 120 * G_USEC_PER_SEC, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

static void
append_lines (McpJournal *journal,
              guint       n_lines)
{
  for (guint i = 0; i < n_lines; i++)
    {
      g_autofree char *filler = g_strnfill (LINE_BYTES, 'a' + (char) (i % 26));
      g_autofree char *text =
        g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"%u\":\"%s\"}}", i, filler);

      append_frame (journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL, "m", NULL, text);
    }
  mcp_journal_flush (journal);
}

/* What of @journal is in @other is the same. Returns how much that is. */
static guint
assert_starts_same (McpJournal *journal,
                    McpJournal *other)
{
  guint n = mcp_journal_get_n_records (other);

  g_assert_cmpuint (n, <=, mcp_journal_get_n_records (journal));
  for (guint serial = 1; serial <= n; serial++)
    {
      g_autoptr (GBytes) expected = mcp_journal_read (journal, serial, NULL);
      g_autoptr (GBytes) bytes = mcp_journal_read (other, serial, NULL);

      g_assert_nonnull (bytes);
      g_assert_true (g_bytes_equal (bytes, expected));
    }

  return n;
}

static void
told_cb (GObject      *object,
         const GError *error,
         GPtrArray    *messages)
{
  g_assert_true (g_error_matches (error, MCP_ERROR, MCP_ERROR_STORAGE));
  g_ptr_array_add (messages, g_strdup (error->message));
}

static void
stored_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static McpRecording *
open_recording (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  McpRecording *recording;

  mcp_recording_open_async (file, NULL, NULL, stored_cb, &result);
  wait_until (result != NULL);
  recording = mcp_recording_open_finish (result, &error);
  g_assert_no_error (error);
  wait_until (!mcp_journal_is_loading (mcp_recording_get_journal (recording)));

  return recording;
}

static goffset
append_and_measure (McpJournal *journal,
                    const char *path)
{
  GStatBuf info;

  append_lines (journal, 1);
  g_assert_cmpint (g_stat (path, &info), ==, 0);

  return info.st_size;
}

/* The spool of a session: what is there is there, and when there is room again all of it is. */
static void
spool_in_process (void)
{
  g_autofree char *directory = g_dir_make_tmp ("full-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "x.spool", NULL);
  g_autofree char *copy = g_build_filename (directory, "copy.spool", NULL);
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (McpJournal) journal = mcp_journal_new_for_file (path, NULL);
  g_autoptr (McpJournal) left = NULL;
  g_autoptr (McpJournal) whole = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *contents = NULL;
  gsize length;
  guint n;

  g_signal_connect (journal, "storage-error", G_CALLBACK (told_cb), messages);
  set_room (100 * 1024);
  append_lines (journal, 300);
  wait_until (messages->len == 1);
  g_assert_nonnull (strstr (messages->pdata[0], path));

  /* A program that was killed now would leave this. */
  g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
  set_room (RLIM_INFINITY);
  g_assert_true (g_file_set_contents (copy, contents, length, NULL));
  left = mcp_journal_open_spool (copy, FALSE, &error);
  g_assert_no_error (error);
  wait_until (!mcp_journal_is_loading (left));
  n = assert_starts_same (journal, left);
  g_assert_cmpuint (n, >, 50);
  g_assert_cmpuint (n, <, 300);

  /* With what comes later it is tried again, and what was held meanwhile is written before that. */
  g_assert_finalize_object (g_steal_pointer (&left));
  wait_until (append_and_measure (journal, path) > 300 * LINE_BYTES);
  n = mcp_journal_get_n_records (journal);
  whole = mcp_journal_open_spool (path, TRUE, &error);
  g_assert_no_error (error);
  wait_until (mcp_journal_get_n_records (whole) == n);
  assert_starts_same (journal, whole);
  g_assert_cmpuint (messages->len, ==, 1);

  g_clear_object (&whole);
  g_clear_object (&journal);
  g_unlink (path);
  g_unlink (copy);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

static void
test_spool (void)
{
  run_aside (spool_in_process);
}

/* A recording that is written while the session goes on. */
static void
recorder_in_process (void)
{
  Fixture fixture;
  g_autoptr (McpRecorder) recorder = NULL;
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;
  guint n;

  set_up (&fixture, NULL);
  recorder = mcp_recorder_new (fixture.journal, fixture.path, NULL, NULL, &error);
  g_assert_no_error (error);
  g_signal_connect (recorder, "failed", G_CALLBACK (told_cb), messages);
  append_lines (fixture.journal, 20);
  wait_until (mcp_recorder_get_progress (recorder) >= 1);

  set_room (64 * 1024);
  append_lines (fixture.journal, 200);
  wait_until (messages->len == 1);
  append_lines (fixture.journal, 30);
  g_assert_cmpuint (mcp_journal_get_n_records (fixture.journal), ==, 250);
  g_assert_false (mcp_recorder_finish (recorder, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_assert_nonnull (strstr (error->message, fixture.path));
  g_assert_cmpuint (messages->len, ==, 1);

  set_room (RLIM_INFINITY);
  recording = open_recording (fixture.path);
  n = assert_starts_same (fixture.journal, mcp_recording_get_journal (recording));
  g_assert_cmpuint (n, >=, 20);
  g_assert_cmpuint (n, <, 250);
  g_assert_cmpuint (mcp_recording_get_n_problems (recording), <=, 1);

  g_clear_object (&recorder);
  g_clear_object (&recording);
  tear_down (&fixture, NULL);
}

static void
test_recorder (void)
{
  run_aside (recorder_in_process);
}

/* Saving: the file that was there stays, and nothing lies about. */
static void
save_in_process (void)
{
  Fixture fixture;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *contents = NULL;
  g_autoptr (GBytes) first = NULL;

  set_up (&fixture, NULL);
  append_lines (fixture.journal, 300);
  wait_until (mcp_journal_is_written (fixture.journal));
  g_assert_true (g_file_set_contents (fixture.path, "mine", -1, NULL));

  set_room (64 * 1024);
  mcp_recorder_save_async (fixture.journal, fixture.path, NULL, NULL, NULL, NULL, NULL, stored_cb,
                           &result);
  wait_until (result != NULL);
  g_assert_false (mcp_recorder_save_finish (fixture.journal, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_assert_true (g_file_get_contents (fixture.path, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, "mine");
  first = mcp_journal_read (fixture.journal, 1, NULL);
  g_assert_cmpuint (g_bytes_get_size (first), >, LINE_BYTES);

  g_clear_object (&result);
  /* It fails when a part of the saved file is left. */
  tear_down (&fixture, NULL);
}

static void
test_save (void)
{
  run_aside (save_in_process);
}

/* A recording that is opened is unpacked: what of it found room is there, and the rest is said. */
static void
open_in_process (void)
{
  Fixture fixture;
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (McpRecording) recording = NULL;
  const GError *error;
  guint n;

  set_up (&fixture, NULL);
  append_lines (fixture.journal, 3000);
  mcp_recorder_save_async (fixture.journal, fixture.path, NULL, NULL, NULL, NULL, NULL, stored_cb,
                           &result);
  wait_until (result != NULL);
  g_assert_true (mcp_recorder_save_finish (fixture.journal, result, NULL));

  set_room (1200 * 1024);
  recording = open_recording (fixture.path);
  error = mcp_journal_get_load_error (mcp_recording_get_journal (recording));
  g_assert_true (g_error_matches (error, MCP_ERROR, MCP_ERROR_STORAGE));
  g_assert_nonnull (strstr (error->message, g_get_tmp_dir ()));
  n = assert_starts_same (fixture.journal, mcp_recording_get_journal (recording));
  g_assert_cmpuint (n, >, 0);
  g_assert_cmpuint (n, <, 3000);

  g_clear_object (&result);
  g_clear_object (&recording);
  tear_down (&fixture, NULL);
}

static void
test_open (void)
{
  run_aside (open_in_process);
}

static gboolean
refuse (const char *data,
        gsize       length,
        gpointer    user_data)
{
  gsize *room = user_data;

  if (length > *room)
    return FALSE;

  *room -= length;

  return TRUE;
}

/* An export ends where it cannot go on, whatever it writes. */
static void
test_export (void)
{
  static const McpExportFormat formats[] = { MCP_EXPORT_HAR, MCP_EXPORT_JSONL, MCP_EXPORT_TEXT };
  g_autoptr (McpJournal) journal = mcp_journal_new ();

  append_lines (journal, 100);
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    for (gsize room = 0; room < 20000; room += 777)
      {
        gsize left = room;
        gsize all = G_MAXSIZE;

        g_assert_false (mcp_export_write (journal, formats[i], NULL, refuse, &left));
        if (room == 0)
          g_assert_true (mcp_export_write (journal, formats[i], NULL, refuse, &all));
      }
}

/* A limit of the user's own: what fits is kept, all else is listed without its content. */
static void
test_limit (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  guint n_kept = 0;

  g_signal_connect (journal, "storage-error", G_CALLBACK (told_cb), messages);
  mcp_journal_set_limit (journal, 100 * 1024);
  append_lines (journal, 1000);

  g_assert_cmpuint (messages->len, ==, 1);
  g_assert_nonnull (strstr (messages->pdata[0], "maxJournalBytes"));
  g_assert_cmpuint (mcp_journal_get_n_records (journal), ==, 1000);
  g_assert_cmpuint (mcp_journal_get_spool_bytes (journal), <=, 100 * 1024);
  for (guint serial = 1; serial <= 1000; serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
      gboolean whole = (mcp_record_get_flags (record) & MCP_RECORD_FLAG_TRUNCATED) == 0;
      g_autoptr (GBytes) bytes = mcp_journal_read (journal, serial, NULL);

      g_assert_cmpuint (mcp_record_get_size (record), >, LINE_BYTES);
      if (whole)
        g_assert_cmpuint (g_bytes_get_size (bytes), ==, mcp_record_get_size (record));
      n_kept += whole;
    }
  g_assert_cmpuint (n_kept, >=, 80);
  g_assert_cmpuint (n_kept, <=, 100);

  mcp_journal_set_limit (journal, 0);
  append_lines (journal, 1);
  g_assert_cmpuint (mcp_journal_get_spool_bytes (journal), >, 90 * 1024 + LINE_BYTES);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal/full-disk/spool", test_spool);
  g_test_add_func ("/journal/full-disk/recorder", test_recorder);
  g_test_add_func ("/journal/full-disk/save", test_save);
  g_test_add_func ("/journal/full-disk/open", test_open);
  g_test_add_func ("/journal/full-disk/limit", test_limit);
  g_test_add_func ("/journal/full-disk/export", test_export);

  return g_test_run ();
}
