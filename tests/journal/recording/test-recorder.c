/* test-recorder.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <unistd.h>

#include <glib/gstdio.h>

#include "journal-support.h"
#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-recorder.h"
#include "recorder-support.h"

/* The bytes that a line stands for. */
static GBytes *
decode (GPtrArray *lines,
        guint      i)
{
  const char *line = lines->pdata[i];
  char *text = mcp_json_lookup_string (line, strlen (line), "raw");
  g_autofree char *base64 = NULL;
  gsize length;

  if (text != NULL)
    return g_bytes_new_take (text, strlen (text));

  base64 = mcp_json_lookup_string (line, strlen (line), "raw64");
  g_assert_nonnull (base64);
  text = (char *) g_base64_decode (base64, &length);

  return g_bytes_new_take (text, length);
}

static void
append_bytes (McpJournal *journal,
              McpChannel  channel,
              guint       flags,
              const char *data,
              gsize       length)
{
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new (data, length);

  entry.channel = channel;
  entry.flags = flags;
  mcp_journal_append (journal, &entry, bytes);
}

static void
assert_equals_journal (GPtrArray  *lines,
                       McpJournal *journal)
{
  g_assert_cmpuint (lines->len, ==, mcp_journal_get_n_records (journal) + 1);
  for (guint i = 1; i < lines->len; i++)
    {
      g_autoptr (GBytes) expected = mcp_journal_read (journal, i, NULL);
      g_autoptr (GBytes) bytes = decode (lines, i);

      g_assert_true (g_bytes_equal (bytes, expected));
    }
}

/* A finding is written once, and at the end how often it was made again. */
static void
test_counts_findings (Fixture       *fixture,
                      gconstpointer  data)
{
  g_autoptr (McpRecorder) recorder = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  g_autoptr (GError) error = NULL;
  const char *last_line;
  gint64 again = 0;
  gint64 last = 0;

  append_bytes (fixture->journal, MCP_CHANNEL_STDIO, 0, "a", 1);
  append_bytes (fixture->journal, MCP_CHANNEL_STDIO, 0, "a", 1);
  recorder = mcp_recorder_new (fixture->journal, fixture->path, NULL, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 100; i++)
    {
      g_autoptr (McpFinding) finding = mcp_finding_new ("a", MCP_SEVERITY_INFO, "x", NULL, 1);

      mcp_journal_add_finding (fixture->journal, finding);
    }
  g_assert_true (mcp_journal_count_finding (fixture->journal, "a", "x", 2, 41));
  mcp_journal_flush (fixture->journal);
  mcp_recorder_finish (recorder, &error);
  g_assert_no_error (error);

  lines = read_lines (fixture->path);
  g_assert_cmpuint (lines->len, ==, 1 + 2 + 100 + 1);
  last_line = lines->pdata[103];
  g_assert_true (mcp_json_lookup_int64 (last_line, strlen (last_line), "note.again", &again));
  g_assert_true (mcp_json_lookup_int64 (last_line, strlen (last_line), "note.last", &last));
  g_assert_cmpint (again, ==, 41);
  g_assert_cmpint (last, ==, 2);
}

static void
test_writes_format (Fixture       *fixture,
                    gconstpointer  data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpRecorder) recorder = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  McpJournalEntry out = make_entry (MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, 1, "1", "ping");
  const char *spawn = "{\"type\":\"spawn\",\n\"argv\":[\"x\"]}";
  const char *note = "{\"type\":\"state\"}";
  GStatBuf info;

  out.time_usec = mcp_journal_get_start_usec (fixture->journal) + 1234;
  append_bytes (fixture->journal, MCP_CHANNEL_PROCESS, 0, spawn, strlen (spawn));
  append_text (fixture->journal, &out, "{\"n\":1.10}");
  append_bytes (fixture->journal, MCP_CHANNEL_STDIO, MCP_RECORD_FLAG_CRLF, "a\tb", 3);
  append_bytes (fixture->journal, MCP_CHANNEL_STDERR, MCP_RECORD_FLAG_NO_EOL, "cut", 3);
  append_bytes (fixture->journal, MCP_CHANNEL_NOISE, 0, "\xff\n", 2);
  append_bytes (fixture->journal, MCP_CHANNEL_SESSION, 0, note, strlen (note));
  recorder =
    mcp_recorder_new (fixture->journal, fixture->path, "{\"name\": \"demo\"}", NULL, &error);
  g_assert_no_error (error);
  mcp_recorder_finish (recorder, &error);
  g_assert_no_error (error);

  g_assert_cmpint (g_stat (fixture->path, &info), ==, 0);
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  lines = read_lines (fixture->path);
  g_assert_cmpuint (lines->len, ==, 7);
  assert_member (lines, 0, "mcprec", "1");
  assert_member (lines, 0, "profile", "{\"name\": \"demo\"}");
  assert_member (lines, 0, "redacted", "false");
  g_assert_nonnull (strstr (lines->pdata[0], "\"generator\":\"Sounder "));
  assert_member (lines, 1, "ch", "\"process\"");
  assert_member (lines, 1, "proc", "{\"type\":\"spawn\",\"argv\":[\"x\"]}");
  assert_member (lines, 1, "raw", NULL);
  assert_member (lines, 2, "t", "1234");
  assert_member (lines, 2, "dir", "\"out\"");
  assert_member (lines, 2, "raw", "\"{\\\"n\\\":1.10}\"");
  assert_member (lines, 2, "eol", NULL);
  assert_member (lines, 3, "eol", "\"\\r\\n\"");
  assert_member (lines, 4, "ch", "\"stderr\"");
  assert_member (lines, 4, "eol", "\"\"");
  assert_member (lines, 5, "ch", "\"stdout-noise\"");
  assert_member (lines, 5, "raw64", "\"/wo=\"");
  assert_member (lines, 6, "note", "{\"type\":\"state\"}");
  g_assert_finalize_object (g_steal_pointer (&recorder));
}

static void
test_keeps_bytes (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (McpRecorder) recorder = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  g_autoptr (GRand) random = g_rand_new_with_seed (g_test_rand_int ());

  recorder = mcp_recorder_new (fixture->journal, fixture->path, NULL, NULL, NULL);
  for (guint i = 0; i < 2000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      guint n = g_rand_int_range (random, 0, 60);

      for (guint j = 0; j < n; j++)
        {
          if (i % 2 == 0)
            g_string_append_unichar (text, g_rand_int_range (random, 1, 0xd000));
          else
            g_string_append_c (text, g_rand_int_range (random, 0, 256));
        }
      append_bytes (fixture->journal, MCP_CHANNEL_STDIO, 0, text->str, text->len);
      if (i % 100 == 0)
        g_main_context_iteration (NULL, FALSE);
    }

  g_assert_true (mcp_recorder_finish (recorder, NULL));
  lines = read_lines (fixture->path);
  assert_equals_journal (lines, fixture->journal);
}

/* A file cut anywhere has all lines up to the cut. */
static void
test_cut_anywhere (Fixture       *fixture,
                   gconstpointer  data)
{
  g_autoptr (McpRecorder) recorder = NULL;
  g_autofree char *contents = NULL;
  gsize length;

  recorder = mcp_recorder_new (fixture->journal, fixture->path, NULL, NULL, NULL);
  for (guint i = 0; i < 5; i++)
    append_bytes (fixture->journal, MCP_CHANNEL_STDIO, 0, "one\ntwo \"three\" \xc3\xa4", 18);
  g_assert_true (mcp_recorder_finish (recorder, NULL));
  g_assert_true (g_file_get_contents (fixture->path, &contents, &length, NULL));

  for (gsize cut = length; cut > 0; cut--)
    {
      g_autoptr (GPtrArray) lines = NULL;
      guint n_expected = 0;

      for (gsize i = 0; i < cut; i++)
        n_expected += contents[i] == '\n';
      g_assert_cmpint (truncate (fixture->path, cut), ==, 0);
      lines = read_lines (fixture->path);
      g_assert_cmpuint (lines->len, ==, n_expected);
    }
}

/* Large bodies go through a worker: text, text with seams inside characters, and no text. */
static void
test_large_bodies (Fixture       *fixture,
                   gconstpointer  data)
{
  gboolean wait = GPOINTER_TO_INT (data);
  g_autoptr (McpRecorder) recorder = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  const gsize n = 3 * 1024 * 1024;
  GStatBuf info;

  recorder = mcp_recorder_new (fixture->journal, fixture->path, NULL, NULL, NULL);
  for (guint i = 0; i < 6; i++)
    {
      g_autofree char *body = g_malloc (n);

      for (gsize j = 0; j < n; j++)
        body[j] = "x\xe2\x82\xac"[j % 4];
      if (i % 3 == 1)
        body[n / 2] = '\xff';
      append_bytes (fixture->journal, MCP_CHANNEL_STDIO, 0, body, i % 3 == 2 ? n - 1 : n);
      append_bytes (fixture->journal, MCP_CHANNEL_STDIO, MCP_RECORD_FLAG_CRLF, "small", 5);
      mcp_journal_flush (fixture->journal);
    }
  if (wait)
    wait_until (g_stat (fixture->path, &info) == 0 && (gsize) info.st_size > 18 * 1024 * 1024);

  g_assert_true (mcp_recorder_finish (recorder, NULL));
  lines = read_lines (fixture->path);
  assert_equals_journal (lines, fixture->journal);

  /* The worker's task may still hold it. */
  g_object_add_weak_pointer (G_OBJECT (recorder), (gpointer *) &recorder);
  g_object_unref (recorder);
  wait_until (recorder == NULL);
}

static void
test_redacts (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
  g_autoptr (McpRecorder) recorder = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  g_autofree char *contents = NULL;
  g_autofree char *large = NULL;
  const char *spawn = "{\"type\":\"spawn\",\"argv\":[\"--key\",\"hunter22\"]}";

  mcp_redactor_add_secret (redactor, "hunter22");
  large = g_strnfill (2 * 1024 * 1024, ' ');
  memcpy (large + 1024 * 1024, "hunter22", 8);
  recorder = mcp_recorder_new (fixture->journal, fixture->path,
                               "{\"env\":{\"TOKEN\":\"hunter22\"}}", redactor, NULL);
  append_bytes (fixture->journal, MCP_CHANNEL_PROCESS, 0, spawn, strlen (spawn));
  append_bytes (fixture->journal, MCP_CHANNEL_STDIO, 0, "{\"token\":\"abc\",\"x\":\"hunter22\"}",
                30);
  append_bytes (fixture->journal, MCP_CHANNEL_NOISE, 0, "\xff hunter22", 10);
  append_bytes (fixture->journal, MCP_CHANNEL_STDIO, 0, large, strlen (large));
  mcp_journal_flush (fixture->journal);
  g_assert_true (mcp_recorder_finish (recorder, NULL));

  lines = read_lines (fixture->path);
  assert_member (lines, 0, "redacted", "true");
  g_assert_true (g_file_get_contents (fixture->path, &contents, NULL, NULL));
  g_assert_null (strstr (contents, "hunter22"));
  for (guint i = 2; i < 5; i++)
    {
      g_autoptr (GBytes) bytes = decode (lines, i);
      gsize length;
      const char *text = g_bytes_get_data (bytes, &length);

      g_assert_nonnull (g_strstr_len (text, length, MCP_REDACTED));
      g_assert_null (g_strstr_len (text, length, "hunter22"));
    }
  g_clear_object (&recorder);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_pending_keeps_order (Fixture       *fixture,
                          gconstpointer  data)
{
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_PENDING, 1, NULL, NULL);
  McpJournalEntry done = make_entry (MCP_DIRECTION_IN, MCP_RECORD_INVALID, 1, NULL, NULL);
  g_autoptr (GBytes) bytes = g_bytes_new_static ("whole", 5);
  g_autoptr (McpRecorder) recorder = NULL;
  g_autoptr (GPtrArray) lines = NULL;
  g_autoptr (GPtrArray) before = NULL;
  guint first;

  recorder = mcp_recorder_new (fixture->journal, fixture->path, NULL, NULL, NULL);
  entry.size = 1 << 20;
  first = mcp_journal_append_pending (fixture->journal, &entry);
  append_bytes (fixture->journal, MCP_CHANNEL_STDERR, 0, "later", 5);
  mcp_journal_flush (fixture->journal);
  before = read_lines (fixture->path);
  g_assert_cmpuint (before->len, ==, 1);

  mcp_journal_finish_pending (fixture->journal, first, &done, bytes);
  mcp_journal_append_pending (fixture->journal, &entry);
  mcp_journal_flush (fixture->journal);
  g_assert_true (mcp_recorder_finish (recorder, NULL));
  lines = read_lines (fixture->path);
  assert_equals_journal (lines, fixture->journal);
  assert_member (lines, 1, "raw", "\"whole\"");
  assert_member (lines, 2, "raw", "\"later\"");
  assert_member (lines, 3, "eol", "\"\"");
  assert_member (lines, 3, "size", "1048576");
}

/* What was there before is written by the main loop, with nothing that announces it. */
static void
test_catches_up (Fixture       *fixture,
                 gconstpointer  data)
{
  g_autoptr (McpRecorder) recorder = NULL;
  g_autoptr (GPtrArray) lines = NULL;

  for (guint i = 0; i < 20000; i++)
    append_bytes (fixture->journal, MCP_CHANNEL_STDIO, 0, "{\"jsonrpc\":\"2.0\"}", 17);
  mcp_journal_flush (fixture->journal);
  recorder = mcp_recorder_new (fixture->journal, fixture->path, NULL, NULL, NULL);
  wait_until (mcp_recorder_get_progress (recorder) >= 1);
  g_assert_true (mcp_recorder_finish (recorder, NULL));
  lines = read_lines (fixture->path);
  assert_equals_journal (lines, fixture->journal);
}

static void
test_reports_errors (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpRecorder) recorder = NULL;
  g_autoptr (McpRecorder) nowhere = NULL;
  g_autoptr (GError) error = NULL;

  nowhere = mcp_recorder_new (journal, "/nonexistent/x.mcprec", NULL, NULL, &error);
  g_assert_null (nowhere);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_assert_nonnull (strstr (error->message, "/nonexistent/x.mcprec"));
  g_clear_error (&error);

  if (g_access ("/dev/full", W_OK) != 0)
    {
      g_test_skip ("no /dev/full here");
      return;
    }
  recorder = mcp_recorder_new (journal, "/dev/full", NULL, NULL, &error);
  g_assert_no_error (error);
  append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "m");
  mcp_journal_flush (journal);
  g_assert_false (mcp_recorder_finish (recorder, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_assert_nonnull (strstr (error->message, "/dev/full"));
  g_clear_error (&error);
  g_assert_false (mcp_recorder_finish (recorder, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
}

#define ADD(path, data, func) g_test_add (path, Fixture, data, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/journal/recorder/writes-format", NULL, test_writes_format);
  ADD ("/journal/recorder/counts-findings", NULL, test_counts_findings);
  ADD ("/journal/recorder/keeps-bytes", NULL, test_keeps_bytes);
  ADD ("/journal/recorder/cut-anywhere", NULL, test_cut_anywhere);
  ADD ("/journal/recorder/large-bodies/worker", GINT_TO_POINTER (TRUE), test_large_bodies);
  ADD ("/journal/recorder/large-bodies/finish-waits", GINT_TO_POINTER (FALSE), test_large_bodies);
  ADD ("/journal/recorder/redacts", NULL, test_redacts);
  ADD ("/journal/recorder/pending-keeps-order", NULL, test_pending_keeps_order);
  ADD ("/journal/recorder/catches-up", NULL, test_catches_up);
  g_test_add_func ("/journal/recorder/reports-errors", test_reports_errors);

  return g_test_run ();
}
