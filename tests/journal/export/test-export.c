/* test-export.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <signal.h>
#include <sys/resource.h>

#include "loading-support.h"
#include "mcp-error.h"
#include "mcp-export.h"
#include "mcp-recorder.h"
#include "recorder-support.h"

#define N_ROUNDS 2000

static const McpExportFormat formats[] = { MCP_EXPORT_HAR, MCP_EXPORT_JSONL, MCP_EXPORT_TEXT };

static void
append_http (McpJournal    *journal,
             McpDirection   direction,
             McpChannel     channel,
             McpRecordKind  kind,
             guint          exchange,
             const char    *text)
{
  McpJournalEntry entry = make_entry (direction, kind, 1, NULL, NULL);

  entry.channel = channel;
  entry.exchange = exchange;
  append_text (journal, &entry, text);
}

static void
append_exchange (McpJournal *journal,
                 guint       number)
{
  append_http (journal, MCP_DIRECTION_OUT, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_REQUEST, number,
               "{\"type\":\"request\",\"method\":\"POST\",\"url\":\"http://example.com/mcp\","
               "\"headers\":[[\"Authorization\",\"Bearer abcdefgh\"]]}");
  append_http (journal, MCP_DIRECTION_OUT, MCP_CHANNEL_HTTP, MCP_RECORD_REQUEST, number,
               "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}");
  append_http (journal, MCP_DIRECTION_IN, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_HEAD, number,
               "{\"type\":\"head\",\"status\":200,\"headers\":[]}");
  append_http (journal, MCP_DIRECTION_IN, MCP_CHANNEL_SSE, MCP_RECORD_NOTIFICATION, number,
               "data: {}");
  append_http (journal, MCP_DIRECTION_IN, MCP_CHANNEL_HTTP, MCP_RECORD_HTTP_END, number,
               "{\"type\":\"end\"}");
}

static gboolean
append_piece (const char *data,
              gsize       length,
              gpointer    user_data)
{
  g_string_append_len (user_data, data, length);

  return TRUE;
}

static char *
write_now (McpJournal      *journal,
           McpExportFormat  format)
{
  g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
  GString *out = g_string_new (NULL);

  g_assert_true (mcp_export_write (journal, format, redactor, append_piece, out));

  return g_string_free (out, FALSE);
}

static void
saved_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static void
progress_cb (double   fraction,
             gpointer user_data)
{
  double *last = user_data;

  g_assert_cmpfloat (fraction, >=, *last);
  g_assert_cmpfloat (fraction, <=, 1);
  *last = fraction;
}

static gboolean
save (Fixture          *fixture,
      McpExportFormat   format,
      GArray           *serials,
      GCancellable     *cancellable,
      GError          **error)
{
  g_autoptr (GAsyncResult) result = NULL;
  double last = 0;

  mcp_export_save_async (fixture->journal, fixture->path, format, serials, mcp_redactor_new (),
                         cancellable, progress_cb, &last, saved_cb, &result);
  wait_until (result != NULL);
  if (!mcp_export_save_finish (fixture->journal, result, error))
    return FALSE;

  g_assert_cmpfloat (last, ==, 1);

  return TRUE;
}

/* In slices and by a worker the same comes out as all at once, a large message included. */
static void
test_saves_the_same (Fixture       *fixture,
                     gconstpointer  data)
{
  g_autofree char *large = g_strnfill (3 * 1024 * 1024, 'x');
  g_autofree char *message = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":\"%s\"}",
                                              large);

  for (guint i = 0; i < 50; i++)
    {
      fill_journal (fixture->journal);
      append_exchange (fixture->journal, i + 1);
    }
  append_frame (fixture->journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL, "m", NULL, message);
  mcp_journal_flush (fixture->journal);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *expected = write_now (fixture->journal, formats[i]);
      g_autofree char *contents = NULL;
      g_autoptr (GError) error = NULL;

      save (fixture, formats[i], NULL, NULL, &error);
      g_assert_no_error (error);
      g_assert_true (g_file_get_contents (fixture->path, &contents, NULL, NULL));
      g_assert_true (g_str_equal (contents, expected));
      g_assert_null (strstr (contents, "abcdefgh"));
    }
}

static void
assert_chosen (Fixture         *fixture,
               McpExportFormat  format,
               guint            serial,
               const char      *expected)
{
  g_autoptr (GArray) serials = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autofree char *contents = NULL;
  g_autoptr (GError) error = NULL;

  g_array_append_val (serials, serial);
  save (fixture, format, serials, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_get_contents (fixture->path, &contents, NULL, NULL));
  if (format == MCP_EXPORT_HAR)
    g_assert_nonnull (strstr (contents, expected));
  else
    g_assert_cmpstr (contents, ==, expected);
}

/* Only what was chosen; of an archive the whole exchange that it is of, and none besides. */
static void
test_chosen (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *contents = NULL;

  append_exchange (fixture->journal, 1);
  append_exchange (fixture->journal, 2);
  mcp_journal_flush (fixture->journal);

  assert_chosen (fixture, MCP_EXPORT_JSONL, 7, "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n");
  assert_chosen (fixture, MCP_EXPORT_HAR, 9, "\"url\":\"http://example.com/mcp\"");
  g_assert_true (g_file_get_contents (fixture->path, &contents, NULL, NULL));
  g_assert_null (strstr (strstr (contents, "startedDateTime") + 1, "startedDateTime"));
  g_assert_nonnull (strstr (contents, "data: {}"));
}

/* The file that was there stays, and nothing is left beside it: the folder is empty at the end. */
static void
test_gives_up (Fixture       *fixture,
               gconstpointer  data)
{
  for (guint i = 0; i < N_ROUNDS; i++)
    fill_journal (fixture->journal);
  mcp_journal_flush (fixture->journal);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autofree char *contents = NULL;
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (fixture->path, "mine", -1, NULL));
      g_cancellable_cancel (cancellable);
      g_assert_false (save (fixture, formats[i], NULL, cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_true (g_file_get_contents (fixture->path, &contents, NULL, NULL));
      g_assert_cmpstr (contents, ==, "mine");
    }
}

/* As a full disk: a write fails in the middle. The error names the file that was asked for. */
static void
test_no_room (Fixture       *fixture,
              gconstpointer  data)
{
  const struct rlimit little = { 64 * 1024, RLIM_INFINITY };
  const struct rlimit all = { RLIM_INFINITY, RLIM_INFINITY };
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) export_error = NULL;
  g_autoptr (GError) save_error = NULL;

  for (guint i = 0; i < N_ROUNDS; i++)
    fill_journal (fixture->journal);
  mcp_journal_flush (fixture->journal);
  g_assert_true (g_file_set_contents (fixture->path, "mine", -1, NULL));

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &little), ==, 0);
  save (fixture, MCP_EXPORT_TEXT, NULL, NULL, &export_error);
  mcp_recorder_save_async (fixture->journal, fixture->path, NULL, NULL, NULL, NULL, NULL, saved_cb,
                           &result);
  wait_until (result != NULL);
  mcp_recorder_save_finish (fixture->journal, result, &save_error);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &all), ==, 0);

  g_assert_error (export_error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_assert_nonnull (strstr (export_error->message, "session.mcprec”"));
  g_assert_error (save_error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_assert_nonnull (strstr (save_error->message, "session.mcprec”"));
  {
    g_autofree char *contents = NULL;

    g_assert_true (g_file_get_contents (fixture->path, &contents, NULL, NULL));
    g_assert_cmpstr (contents, ==, "mine");
  }
}

static void
test_no_folder (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  mcp_export_save_async (fixture->journal, "/nonexistent/x.har", MCP_EXPORT_HAR, NULL, NULL, NULL,
                         NULL, NULL, saved_cb, &result);
  wait_until (result != NULL);
  g_assert_false (mcp_export_save_finish (fixture->journal, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_assert_nonnull (strstr (error->message, "“/nonexistent/x.har”"));
}

/* A recorder that is given up writes nothing more, and does not take the time to. */
static void
test_abandoned (Fixture       *fixture,
                gconstpointer  data)
{
  g_autoptr (McpRecorder) recorder = NULL;
  g_autoptr (GPtrArray) lines = NULL;

  for (guint i = 0; i < N_ROUNDS; i++)
    fill_journal (fixture->journal);
  mcp_journal_flush (fixture->journal);
  recorder = mcp_recorder_new (fixture->journal, fixture->path, NULL, NULL, NULL);
  g_assert_cmpfloat (mcp_recorder_get_progress (recorder), <, 1);
  mcp_recorder_abandon (recorder);
  g_assert_false (mcp_recorder_finish (recorder, NULL));
  g_assert_finalize_object (g_steal_pointer (&recorder));
  lines = read_lines (fixture->path);
  g_assert_cmpuint (lines->len, >, 0);
  g_assert_cmpuint (lines->len, <, mcp_journal_get_n_records (fixture->journal));
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/journal/export/saves-the-same", test_saves_the_same);
  ADD ("/journal/export/chosen", test_chosen);
  ADD ("/journal/export/gives-up", test_gives_up);
  ADD ("/journal/export/no-room", test_no_room);
  ADD ("/journal/export/no-folder", test_no_folder);
  ADD ("/journal/export/abandoned", test_abandoned);

  return g_test_run ();
}
