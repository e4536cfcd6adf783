/* test-recording.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "loading-support.h"
#include "mcp-error.h"
#include "mcp-recorder.h"
#include "mcp-recording-reader.h"
#include "mcp-recording.h"
#include "recorder-support.h"

#define HEAD "{\"mcprec\":1,\"created\":\"2026-11-20T05:02:11.001234Z\",\"redacted\":false}\n"

static void
opened_cb (GObject      *object,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

static McpRecording *
open_recording (const char  *path,
                GError     **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GAsyncResult) result = NULL;
  McpRecording *recording;

  mcp_recording_open_async (file, NULL, NULL, opened_cb, &result);
  wait_until (result != NULL);
  recording = mcp_recording_open_finish (result, error);
  if (recording != NULL)
    wait_until (!mcp_journal_is_loading (mcp_recording_get_journal (recording)));

  return recording;
}

static McpRecording *
open_text (Fixture    *fixture,
           const char *text)
{
  g_autoptr (GError) error = NULL;
  McpRecording *recording;

  g_assert_true (g_file_set_contents (fixture->path, text, -1, NULL));
  recording = open_recording (fixture->path, &error);
  g_assert_no_error (error);

  return recording;
}

static void
save (McpJournal *journal,
      const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpRecorder) recorder = mcp_recorder_new (journal, path, NULL, NULL, &error);

  g_assert_no_error (error);
  mcp_recorder_finish (recorder, &error);
  g_assert_no_error (error);
}

static void
assert_contents (const char *path,
                 const char *expected)
{
  g_autofree char *contents = NULL;

  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, expected);
}

/* Saving what was opened makes the same file. */
static void
assert_saves_same (Fixture      *fixture,
                   McpRecording *recording)
{
  g_autofree char *copy = g_build_filename (fixture->directory, "copy.mcprec", NULL);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;

  save (mcp_recording_get_journal (recording), copy);
  g_assert_true (g_file_get_contents (fixture->path, &first, NULL, NULL));
  g_assert_true (g_file_get_contents (copy, &second, NULL, NULL));
  g_assert_cmpint (g_unlink (copy), ==, 0);
  g_assert_cmpstr (first, ==, second);
}

static void
test_round_trip (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (GError) error = NULL;

  fill_journal (fixture->journal);
  mcp_journal_flush (fixture->journal);
  save (fixture->journal, fixture->path);
  recording = open_recording (fixture->path, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (mcp_recording_get_n_problems (recording), ==, 0);
  assert_same_journal (fixture->journal, mcp_recording_get_journal (recording));
  assert_saves_same (fixture, recording);
  g_assert_finalize_object (g_steal_pointer (&recording));
}

/* What was recorded while it happened, saved again, is the same too. */
static void
test_round_trip_live (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (McpRecorder) recorder = mcp_recorder_new (fixture->journal, fixture->path, NULL, NULL,
                                                       NULL);

  fill_journal (fixture->journal);
  mcp_journal_flush (fixture->journal);
  mcp_journal_set_status (fixture->journal, 3, MCP_STATUS_CANCELLED);
  mcp_journal_flush (fixture->journal);
  g_assert_true (mcp_recorder_finish (recorder, NULL));
  recording = open_recording (fixture->path, NULL);
  assert_same_journal (fixture->journal, mcp_recording_get_journal (recording));
  assert_saves_same (fixture, recording);
}

static void
save_redacted (McpJournal *journal,
               const char *path)
{
  g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
  g_autoptr (McpRecorder) recorder = NULL;
  g_autoptr (GError) error = NULL;

  mcp_redactor_add_secret (redactor, "hunter2-secret");
  recorder = mcp_recorder_new (journal, path, "{\"command\":\"x\"}", redactor, &error);
  g_assert_no_error (error);
  mcp_recorder_finish (recorder, &error);
  g_assert_no_error (error);
}

/* What is redacted already stays as it is when it is redacted again. */
static void
test_round_trip_redacted (Fixture       *fixture,
                          gconstpointer  data)
{
  g_autofree char *copy = g_build_filename (fixture->directory, "copy.mcprec", NULL);
  g_autofree char *first = NULL;
  g_autofree char *second = NULL;
  g_autoptr (McpRecording) recording = NULL;

  fill_journal (fixture->journal);
  append_frame (fixture->journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL, "m", NULL,
                "{\"method\":\"m\",\"params\":{\"password\":\"hunter2-secret\",\"t\":"
                "\"Bearer sk-abcdefghijklmnopqrstuvwxyz0123456789\",\"u\":"
                "\"https://user:pass@example.com/?api_key=abcdefgh\"}}");
  save_redacted (fixture->journal, fixture->path);
  recording = open_recording (fixture->path, NULL);
  save_redacted (mcp_recording_get_journal (recording), copy);
  g_assert_true (g_file_get_contents (fixture->path, &first, NULL, NULL));
  g_assert_true (g_file_get_contents (copy, &second, NULL, NULL));
  g_assert_nonnull (strstr (first, ",\"redacted\":true}\n"));
  g_assert_null (strstr (first, "hunter2"));
  g_assert_cmpstr (first, ==, second);
  assert_saves_same (fixture, recording);
  g_unlink (copy);
}

static void
saved_cb (GObject      *object,
          GAsyncResult *result,
          gpointer      user_data)
{
  *(GAsyncResult **) user_data = g_object_ref (result);
}

/* The file that was there stays until the new one is whole. */
static void
test_saves_atomically (Fixture       *fixture,
                       gconstpointer  data)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (McpRecording) recording = NULL;

  for (guint i = 0; i < 5000; i++)
    fill_journal (fixture->journal);
  mcp_journal_flush (fixture->journal);
  g_assert_true (g_file_set_contents (fixture->path, "mine", -1, NULL));

  mcp_recorder_save_async (fixture->journal, fixture->path, NULL, NULL, cancellable, NULL, NULL,
                           saved_cb, &result);
  g_cancellable_cancel (cancellable);
  wait_until (result != NULL);
  g_assert_false (mcp_recorder_save_finish (fixture->journal, result, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  assert_contents (fixture->path, "mine");

  g_clear_object (&result);
  mcp_recorder_save_async (fixture->journal, fixture->path, NULL, NULL, NULL, NULL, NULL, saved_cb,
                           &result);
  wait_until (result != NULL);
  g_assert_true (mcp_recorder_save_finish (fixture->journal, result, NULL));
  recording = open_recording (fixture->path, NULL);
  g_assert_cmpuint (mcp_journal_get_n_records (mcp_recording_get_journal (recording)), ==,
                    mcp_journal_get_n_records (fixture->journal));
  assert_saves_same (fixture, recording);
}

static void
test_keeps_what_it_does_not_know (Fixture       *fixture,
                                  gconstpointer  data)
{
  g_autoptr (McpRecording) recording = NULL;
  g_autoptr (GPtrArray) problems = NULL;
  g_autoptr (McpRecord) record = NULL;
  McpJournal *journal;

  recording = open_text (
    fixture,
    "{\"mcprec\":1,\"created\":\"2026-11-20T05:02:11Z\",\"future\":[1e400], \"redacted\" : false}\n"
    "{\"t\":1,\"ch\":\"stdio\",\"dir\":\"out\",\"raw\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"method\\\":\\\"ping\\\"}\",\"x-new\":{\"a\":1.10}}\n"
    "{\"t\":2,\"ch\":\"telepathy\",\"dir\":\"in\",\"thought\":\"?\"}\n"
    "this is no event\n"
    "{ \"ch\":\"stdio\", \"t\":3, \"dir\":\"in\", \"raw\":\"{\\u0022jsonrpc\\u0022:\\u00222.0\\u0022,\\\"id\\\":1,\\\"result\\\":{}}\" }\n"
    "{\"t\":4,\"ch\":\"session\",\"note\":{\"type\":\"telling\",\"about\":1,\"what\":\"?\"}}\n"
    "\n"
    "{\"t\":5,\"ch\":\"stdio\",\"dir\":\"in\"}\n"
    "{\"t\":6,\"ch\":\"http\",\"dir\":\"in\",\"http\":{\"type\":\"trailer\"}}\n");
  journal = mcp_recording_get_journal (recording);
  problems = mcp_recording_dup_problems (recording);

  g_assert_cmpuint (mcp_journal_get_n_records (journal), ==, 4);
  record = mcp_journal_get_record (journal, 1);
  g_assert_cmpint (mcp_record_get_status (record), ==, MCP_STATUS_OK);
  g_assert_cmpuint (mcp_record_get_pair (record), ==, 3);
  g_assert_cmpint (mcp_record_get_latency_usec (record), ==, 2);
  g_assert_cmpuint (problems->len, ==, 3);
  g_assert_cmpuint (((McpRecordingProblem *) problems->pdata[0])->line, ==, 4);
  g_assert_cmpuint (((McpRecordingProblem *) problems->pdata[1])->line, ==, 7);
  g_assert_cmpuint (((McpRecordingProblem *) problems->pdata[2])->line, ==, 8);
  assert_saves_same (fixture, recording);
}

/* The same text can be escaped in several ways, of which our writer has one. */
static void
test_keeps_escapes (Fixture       *fixture,
                    gconstpointer  data)
{
  static const char *const raws[] = {
    "{\\\"id\\\":1}", "\\b\\f\\n\\r\\t\\\\", "é\U0001f600", "\177", "", "\\/", "\\u00e9",
    "\\ud83d\\ude00", "\\u001f", "\\u001F", "\\u0041", "\\u000a", "\\ud83d", "\\u0000", "\\\\\\/",
  };
  g_autoptr (GString) text = g_string_new ("{\"mcprec\":1}\n");
  g_autoptr (McpRecording) recording = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (raws); i++)
    {
      g_string_append_printf (
        text, "{\"t\":%u,\"ch\":\"noise\",\"dir\":\"in\",\"raw\":\"%s\"}\n", i, raws[i]);
      g_string_append_printf (
        text, "{\"t\":%u,\"ch\":\"noise\",\"dir\":\"in\",\"raw\": \"%s\"}\n", i, raws[i]);
      g_string_append_printf (
        text, "{\"t\":%u,\"ch\":\"noise\",\"dir\":\"in\",\"raw\":\"%s\",\"new\":1}\n", i, raws[i]);
      g_string_append_printf (
        text, "{\"t\":%u,\"ch\":\"noise\",\"dir\":\"in\",\"raw\":\"%s\",\"raw\":\"x\"}\n", i,
        raws[i]);
    }
  recording = open_text (fixture, text->str);
  g_assert_cmpuint (mcp_recording_get_n_problems (recording), ==, 0);
  assert_saves_same (fixture, recording);
}

static void
test_newer_version (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (McpRecording) recording = open_text (
    fixture, "{\"mcprec\":7,\"created\":\"2036-11-20T05:02:11Z\",\"generator\":\"Sounder 9\","
             "\"profile\":{\"name\":\"later\"},\"redacted\":true}\n"
             "{\"t\":1,\"ch\":\"stdio\",\"dir\":\"in\",\"raw\":\"x\"}\n");
  g_autofree char *name = mcp_recording_dup_name (recording);
  g_autofree char *copy = g_build_filename (fixture->directory, "copy.mcprec", NULL);
  McpJournal *journal = mcp_recording_get_journal (recording);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_true (mcp_recording_is_newer (recording));
  g_assert_cmpstr (name, ==, "later");
  g_assert_cmpuint (mcp_journal_get_n_records (journal), ==, 1);

  /* It is for reading only: what is in the place of a copy stays. */
  g_assert_true (mcp_journal_is_newer (journal));
  g_assert_false (mcp_journal_is_newer (fixture->journal));
  g_assert_true (g_file_set_contents (copy, "mine", -1, NULL));
  g_assert_null (mcp_recorder_new (journal, copy, NULL, NULL, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_VERSION);
  g_clear_error (&error);
  mcp_recorder_save_async (journal, copy, NULL, NULL, NULL, NULL, NULL, saved_cb, &result);
  wait_until (result != NULL);
  g_assert_false (mcp_recorder_save_finish (journal, result, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_VERSION);
  assert_contents (copy, "mine");
  g_assert_cmpint (g_unlink (copy), ==, 0);
}

/* A line whose bytes cannot be told is left out, and the error says why. */
static void
test_broken_base64 (Fixture       *fixture,
                    gconstpointer  data)
{
  static const char *const broken[] = { "A", "AA", "AAAAA", "A===", "AA=A", "a-_b", "é" };

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autofree char *line =
        g_strdup_printf ("{\"t\":1,\"ch\":\"stdio\",\"dir\":\"in\",\"raw64\":\"%s\"}", broken[i]);
      g_autoptr (GError) error = NULL;
      McpRecordingLine parsed;

      g_assert_false (mcp_recording_line_parse (line, strlen (line), &parsed, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_INVALID_MESSAGE);
      g_assert_nonnull (strstr (error->message, "raw64"));
      mcp_recording_line_clear (&parsed);
    }
}

static void
test_refuses_others (Fixture       *fixture,
                     gconstpointer  data)
{
  static const char *const texts[] = { "", "\n", "{}\n", "[1]\n", "{\"mcprec\":0}\n",
                                       "{\"mcprec\":\"1\"}\n", "{\"log\":{\"version\":\"1.2\"}}\n" };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_true (g_file_set_contents (fixture->path, texts[i], -1, NULL));
      g_assert_null (open_recording (fixture->path, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_CONFIG);
      g_assert_nonnull (strstr (error->message, fixture->path));
    }
  g_unlink (fixture->path);
  g_assert_null (open_recording (fixture->path, NULL));
  g_assert_true (g_file_set_contents (fixture->path, HEAD, -1, NULL));
}

/* A file that was cut has all lines up to the cut, and says that there was one. */
static void
test_cut_anywhere (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autofree char *contents = NULL;
  gsize head;
  gsize length;
  guint n_before = 0;

  fill_journal (fixture->journal);
  save (fixture->journal, fixture->path);
  g_assert_true (g_file_get_contents (fixture->path, &contents, &length, NULL));
  head = strchr (contents, '\n') - contents;

  for (gsize i = head; i <= length; i++)
    {
      g_autoptr (McpRecording) recording = NULL;
      g_autoptr (GError) error = NULL;
      gboolean whole = i == head || contents[i - 1] == '\n';
      guint n;

      g_assert_true (g_file_set_contents (fixture->path, contents, i, NULL));
      recording = open_recording (fixture->path, &error);
      g_assert_no_error (error);
      n = mcp_journal_get_n_records (mcp_recording_get_journal (recording));
      g_assert_cmpuint (n, >=, n_before);
      g_assert_cmpuint (n, <=, n_before + 1);
      g_assert_cmpuint (mcp_recording_get_n_problems (recording), ==, whole ? 0 : 1);
      n_before = n;
    }
  g_assert_cmpuint (n_before, ==, mcp_journal_get_n_records (fixture->journal));
}

static void
test_events_and_bodies (Fixture       *fixture,
                        gconstpointer  data)
{
  g_autoptr (McpRecording) recording = open_text (
    fixture,
    HEAD
    "{\"t\":1,\"ch\":\"http\",\"dir\":\"out\",\"x\":3,\"http\":{\"type\":\"request\",\"method\":\"POST\"}}\n"
    "{\"t\":2,\"ch\":\"http\",\"dir\":\"out\",\"x\":3,\"raw\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"method\\\":\\\"tools/call\\\",\\\"params\\\":{\\\"name\\\":\\\"n\\\"}}\"}\n"
    "{\"t\":3,\"ch\":\"http\",\"dir\":\"in\",\"x\":3,\"http\":{\"type\":\"head\",\"status\":200}}\n"
    "{\"t\":4,\"ch\":\"sse\",\"dir\":\"in\",\"x\":3,\"raw\":\": keep-alive\",\"ev\":{\"comment\":\"keep-alive\"}}\n"
    "{\"t\":5,\"ch\":\"sse\",\"dir\":\"in\",\"x\":3,\"raw\":\"id: 4\\ndata: {\\\"jsonrpc\\\":\\\"2.0\\\",\\ndata: \\\"id\\\":1,\\\"result\\\":{}}\",\"ev\":{\"id\":\"4\"}}\n"
    "{\"t\":6,\"ch\":\"sse\",\"dir\":\"in\",\"x\":3,\"raw\":\"data: {\\\"jsonrpc\\\":\\\"2.0\\\",\\\"method\\\":\\\"notifications/x\\\"}\"}\n"
    "{\"t\":7,\"ch\":\"http\",\"dir\":\"in\",\"x\":3,\"http\":{\"type\":\"end\"}}\n"
    "{\"t\":8,\"ch\":\"http\",\"dir\":\"in\",\"x\":4,\"raw\":\"<html>\"}\n"
    "{\"t\":9,\"ch\":\"socket\",\"dir\":\"in\",\"raw\":\"{\\\"jsonrpc\\\"\",\"eol\":\"\",\"size\":99999}\n");
  McpJournal *journal = mcp_recording_get_journal (recording);
  static const McpRecordKind kinds[] = {
    MCP_RECORD_HTTP_REQUEST, MCP_RECORD_REQUEST,  MCP_RECORD_HTTP_HEAD,
    MCP_RECORD_COMMENT,      MCP_RECORD_RESULT,   MCP_RECORD_NOTIFICATION,
    MCP_RECORD_HTTP_END,     MCP_RECORD_NOISE,    MCP_RECORD_OVERSIZED,
  };
  g_autoptr (McpRecord) answer = mcp_journal_get_record (journal, 5);
  g_autoptr (McpRecord) request = mcp_journal_get_record (journal, 2);
  g_autoptr (GBytes) message = mcp_record_dup_bytes (answer, NULL);
  g_autoptr (GArray) exchange = mcp_journal_dup_exchange (journal, 3, 100);

  g_assert_cmpuint (mcp_journal_get_n_records (journal), ==, G_N_ELEMENTS (kinds));
  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, i + 1);

      g_assert_cmpint (mcp_record_get_kind (record), ==, kinds[i]);
    }
  g_assert_cmpmem (g_bytes_get_data (message, NULL), g_bytes_get_size (message),
                   "{\"jsonrpc\":\"2.0\",\n\"id\":1,\"result\":{}}", 37);
  g_assert_cmpuint (mcp_record_get_pair (answer), ==, 2);
  g_assert_cmpstr (mcp_record_get_name (request), ==, "n");
  g_assert_cmpuint (exchange->len, ==, 7);
  g_assert_cmpuint (mcp_recording_get_n_problems (recording), ==, 0);
  assert_saves_same (fixture, recording);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/journal/recording/round-trip", test_round_trip);
  ADD ("/journal/recording/round-trip/live", test_round_trip_live);
  ADD ("/journal/recording/round-trip/redacted", test_round_trip_redacted);
  ADD ("/journal/recording/saves-atomically", test_saves_atomically);
  ADD ("/journal/recording/keeps-what-it-does-not-know", test_keeps_what_it_does_not_know);
  ADD ("/journal/recording/keeps-escapes", test_keeps_escapes);
  ADD ("/journal/recording/newer-version", test_newer_version);
  ADD ("/journal/recording/broken-base64", test_broken_base64);
  ADD ("/journal/recording/refuses-others", test_refuses_others);
  ADD ("/journal/recording/cut-anywhere", test_cut_anywhere);
  ADD ("/journal/recording/events-and-bodies", test_events_and_bodies);

  return g_test_run ();
}
