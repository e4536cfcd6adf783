/* test-annotations.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "loading-support.h"
#include "mcp-annotations.h"
#include "mcp-journal-open.h"
#include "mcp-journal-view.h"
#include "mcp-recorder.h"
#include "mcp-recording.h"
#include "recorder-support.h"

static void
append_lines (McpJournal *journal,
              guint       n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"method\":\"m%u\"}", i);
      g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
      McpJournalEntry entry = { .kind = MCP_RECORD_NOTIFICATION };

      mcp_journal_append (journal, &entry, bytes);
    }
  mcp_journal_flush (journal);
}

static void
assert_annotated (McpJournal *journal)
{
  GListModel *annotations = mcp_journal_get_annotations (journal);

  g_assert_cmpuint (g_list_model_get_n_items (annotations), ==, 2);
  g_assert_true (mcp_journal_is_pinned (journal, 2));
  g_assert_null (mcp_journal_get_comment (journal, 2));
  g_assert_false (mcp_journal_is_pinned (journal, 4));
  g_assert_cmpstr (mcp_journal_get_comment (journal, 4), ==, "why \"this\"\n한글");
  g_assert_false (mcp_journal_is_pinned (journal, 1));
}

/* Pins and comments, one of them taken back. */
static void
annotate (McpJournal *journal)
{
  mcp_journal_annotate (journal, 4, TRUE, "first");
  mcp_journal_annotate (journal, 1, TRUE, NULL);
  mcp_journal_annotate (journal, 2, TRUE, "");
  mcp_journal_annotate (journal, 4, FALSE, "why \"this\"\n한글");
  mcp_journal_annotate (journal, 1, FALSE, NULL);
}

static void
replay_cb (GListModel *model,
           guint       position,
           guint       n_removed,
           guint       n_added,
           GPtrArray  *shadow)
{
  for (guint i = 0; i < n_removed; i++)
    g_ptr_array_remove_index (shadow, position);
  for (guint i = 0; i < n_added; i++)
    g_ptr_array_insert (shadow, position + i, g_list_model_get_item (model, position + i));
  g_assert_cmpuint (shadow->len, ==, g_list_model_get_n_items (model));
}

static void
count_cb (guint *count)
{
  (*count)++;
}

static void
test_model (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (GPtrArray) shadow = g_ptr_array_new_with_free_func (g_object_unref);
  GListModel *annotations = mcp_journal_get_annotations (fixture->journal);
  guint n_told = 0;

  append_lines (fixture->journal, 5);
  g_signal_connect (annotations, "items-changed", G_CALLBACK (replay_cb), shadow);
  g_signal_connect_swapped (annotations, "items-changed", G_CALLBACK (count_cb), &n_told);
  annotate (fixture->journal);
  assert_annotated (fixture->journal);
  /* Each is told, the other comment on a record as well; what was said already is not. */
  g_assert_cmpuint (n_told, ==, 5);
  mcp_journal_annotate (fixture->journal, 2, TRUE, "");
  mcp_journal_annotate (fixture->journal, 1, FALSE, NULL);
  g_assert_cmpuint (n_told, ==, 5);
  g_assert_cmpuint (shadow->len, ==, 2);
  g_assert_cmpuint (mcp_annotation_get_serial (shadow->pdata[0]), ==, 2);
  g_assert_cmpuint (mcp_annotation_get_serial (shadow->pdata[1]), ==, 4);

  g_assert_cmpuint (mcp_journal_find_annotation (fixture->journal, 0, TRUE), ==, 2);
  g_assert_cmpuint (mcp_journal_find_annotation (fixture->journal, 2, TRUE), ==, 4);
  g_assert_cmpuint (mcp_journal_find_annotation (fixture->journal, 4, TRUE), ==, 2);
  g_assert_cmpuint (mcp_journal_find_annotation (fixture->journal, 3, FALSE), ==, 2);
  g_assert_cmpuint (mcp_journal_find_annotation (fixture->journal, 2, FALSE), ==, 4);
}

static guint
count_matches (McpJournal *journal,
               const char *filter)
{
  g_autoptr (McpJournalView) view = mcp_journal_view_new (journal);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpQuery) query = mcp_query_new (filter, &error);

  g_assert_no_error (error);
  mcp_journal_view_set_query (view, query);
  while (mcp_journal_view_is_busy (view))
    g_main_context_iteration (NULL, TRUE);

  return g_list_model_get_n_items (G_LIST_MODEL (view));
}

static void
test_query (Fixture       *fixture,
            gconstpointer  data)
{
  append_lines (fixture->journal, 5);
  annotate (fixture->journal);
  g_assert_cmpuint (count_matches (fixture->journal, "has:pin"), ==, 1);
  g_assert_cmpuint (count_matches (fixture->journal, "has:comment"), ==, 1);
  g_assert_cmpuint (count_matches (fixture->journal, "-has:pin -has:comment"), ==, 3);
}

/* In the spool that a crash left behind. */
static void
test_spool (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *path = g_build_filename (fixture->directory, "a.spool", NULL);
  g_autoptr (GError) error = NULL;
  McpJournal *journal = mcp_journal_new_for_file (path, &error);
  McpJournal *again;

  g_assert_no_error (error);
  append_lines (journal, 5);
  annotate (journal);
  mcp_journal_flush (journal);
  g_assert_finalize_object (journal);

  again = mcp_journal_open_spool (path, FALSE, &error);
  g_assert_no_error (error);
  while (mcp_journal_is_loading (again))
    g_main_context_iteration (NULL, TRUE);
  assert_annotated (again);
  g_assert_finalize_object (again);
  g_unlink (path);
}

static void
record (McpJournal *journal,
        const char *path)
{
  g_autoptr (GError) error = NULL;
  McpRecorder *recorder = mcp_recorder_new (journal, path, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (mcp_recorder_finish (recorder, &error));
  g_assert_no_error (error);
  g_assert_finalize_object (recorder);
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  McpRecording **recording = user_data;
  g_autoptr (GError) error = NULL;

  *recording = mcp_recording_open_finish (result, &error);
  g_assert_no_error (error);
}

static McpRecording *
open_recording (const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  McpRecording *recording = NULL;

  mcp_recording_open_async (file, NULL, NULL, opened_cb, &recording);
  while (recording == NULL || mcp_journal_is_loading (mcp_recording_get_journal (recording)))
    g_main_context_iteration (NULL, TRUE);

  return recording;
}

/* Saved, opened, changed and saved again. */
static void
test_recording (Fixture       *fixture,
                gconstpointer  data)
{
  g_autofree char *second = g_build_filename (fixture->directory, "second.mcprec", NULL);
  g_autofree char *third = g_build_filename (fixture->directory, "third.mcprec", NULL);
  g_autofree char *first_text = NULL;
  g_autofree char *second_text = NULL;
  McpRecording *recording;

  append_lines (fixture->journal, 5);
  annotate (fixture->journal);
  record (fixture->journal, fixture->path);

  recording = open_recording (fixture->path);
  assert_annotated (mcp_recording_get_journal (recording));
  record (mcp_recording_get_journal (recording), second);
  g_assert_true (g_file_get_contents (fixture->path, &first_text, NULL, NULL));
  g_assert_true (g_file_get_contents (second, &second_text, NULL, NULL));
  g_assert_cmpstr (first_text, ==, second_text);

  mcp_journal_annotate (mcp_recording_get_journal (recording), 5, TRUE, NULL);
  record (mcp_recording_get_journal (recording), third);
  g_assert_finalize_object (recording);

  recording = open_recording (third);
  g_assert_true (mcp_journal_is_pinned (mcp_recording_get_journal (recording), 5));
  g_assert_true (mcp_journal_is_pinned (mcp_recording_get_journal (recording), 2));
  g_assert_finalize_object (recording);
  g_unlink (second);
  g_unlink (third);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(path, test) g_test_add (path, Fixture, NULL, set_up, test, tear_down)
  ADD ("/journal/annotations/model", test_model);
  ADD ("/journal/annotations/query", test_query);
  ADD ("/journal/annotations/spool", test_spool);
  ADD ("/journal/annotations/recording", test_recording);
#undef ADD

  return g_test_run ();
}
