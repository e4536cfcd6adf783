/* test-timeline-cells.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "mcp-annotations.h"
#include "sounder-timeline-cells.h"
#include "sounder-timeline-row.h"

/* What each column says of a record. */

typedef struct
{
  McpJournal *journal;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  fixture->journal = mcp_journal_new ();
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  g_assert_finalize_object (fixture->journal);
}

static McpRecord *
add_record (Fixture       *fixture,
            McpDirection   direction,
            McpChannel     channel,
            McpRecordKind  kind,
            const char    *id,
            const char    *method,
            guint          flags,
            const char    *text)
{
  g_autoptr (GBytes) bytes = g_bytes_new (text, strlen (text));
  McpJournalEntry entry = { 0 };
  guint serial;

  entry.direction = direction;
  entry.channel = channel;
  entry.kind = kind;
  entry.flags = flags;
  entry.life = 1;
  entry.id = id;
  entry.id_length = id != NULL ? strlen (id) : 0;
  entry.method = method;
  entry.method_length = method != NULL ? strlen (method) : 0;
  serial = mcp_journal_append (fixture->journal, &entry, bytes);

  return mcp_journal_get_record (fixture->journal, serial);
}

#define assert_cell(record, column, text)                                                         \
  G_STMT_START                                                                                    \
  {                                                                                               \
    g_autofree char *cell_text = sounder_timeline_cell_dup_text (record, column);                 \
    g_assert_cmpstr (cell_text, ==, text);                                                        \
  }                                                                                               \
  G_STMT_END

/* Whatever a row is of, it says where it went, what it is, and in which tone. */
static void
test_cells_kinds (Fixture       *fixture,
                  gconstpointer  unused)
{
  static const struct
  {
    McpRecordKind kind;
    McpDirection  direction;
    McpChannel    channel;
    const char   *id;
    const char   *method;
    const char   *text;
    const char   *sign;
    const char   *nick;
    SounderTone   tone;
    const char   *took;
    const char   *word;   /* of the direction, for a screen reader */
    gboolean      failed;
  } rows[] = {
    { MCP_RECORD_REQUEST, MCP_DIRECTION_OUT, MCP_CHANNEL_STDIO, "1", "tools/list",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", "→", "request", SOUNDER_TONE_REQUEST,
      "pending", "to the server", FALSE },
    { MCP_RECORD_REQUEST, MCP_DIRECTION_IN, MCP_CHANNEL_SSE, "\"a\"", "ping",
      "{\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"ping\"}", "←", "request", SOUNDER_TONE_REQUEST,
      "pending", "from the server", FALSE },
    { MCP_RECORD_NOTIFICATION, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, NULL, "notifications/progress",
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}", "←", "notification",
      SOUNDER_TONE_NOTIFICATION, "", "from the server", FALSE },
    { MCP_RECORD_RESULT, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, "9", NULL,
      "{\"jsonrpc\":\"2.0\",\"id\":9,\"result\":{}}", "←", "response", SOUNDER_TONE_RESPONSE, "orphan",
      "from the server", TRUE },
    { MCP_RECORD_ERROR, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, "8", NULL,
      "{\"jsonrpc\":\"2.0\",\"id\":8,\"error\":{\"code\":-1,\"message\":\"no\"}}", "←", "error",
      SOUNDER_TONE_ERROR, "orphan", "from the server", TRUE },
    { MCP_RECORD_INVALID, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, NULL, NULL, "{\"half\":", "←", "invalid",
      SOUNDER_TONE_ERROR, "", "from the server", TRUE },
    { MCP_RECORD_BATCH, MCP_DIRECTION_OUT, MCP_CHANNEL_HTTP, NULL, NULL, "[]", "→", "batch",
      SOUNDER_TONE_WARNING, "", "to the server", FALSE },
    { MCP_RECORD_NOISE, MCP_DIRECTION_IN, MCP_CHANNEL_NOISE, NULL, NULL, "Listening", "←", "noise",
      SOUNDER_TONE_WARNING, "", "from the server", FALSE },
    { MCP_RECORD_OVERSIZED, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, NULL, NULL, "{", "←", "oversized",
      SOUNDER_TONE_ERROR, "", "from the server", TRUE },
    { MCP_RECORD_STDERR, MCP_DIRECTION_IN, MCP_CHANNEL_STDERR, NULL, NULL, "warn", "←", "stderr",
      SOUNDER_TONE_WARNING, "", "from the server", FALSE },
    { MCP_RECORD_SPAWN, MCP_DIRECTION_OUT, MCP_CHANNEL_PROCESS, NULL, NULL, "{}", "•", "spawn",
      SOUNDER_TONE_DIM, "", "process", FALSE },
    { MCP_RECORD_EXIT, MCP_DIRECTION_IN, MCP_CHANNEL_PROCESS, NULL, NULL, "{}", "•", "exit",
      SOUNDER_TONE_DIM, "", "process", FALSE },
    { MCP_RECORD_NOTE, MCP_DIRECTION_OUT, MCP_CHANNEL_SESSION, NULL, NULL, "{}", "•", "note",
      SOUNDER_TONE_DIM, "", "session", FALSE },
    { MCP_RECORD_COMMENT, MCP_DIRECTION_IN, MCP_CHANNEL_SSE, NULL, NULL, ": alive", "←", "comment",
      SOUNDER_TONE_DIM, "", "from the server", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpRecord) record = add_record (fixture, rows[i].direction, rows[i].channel, rows[i].kind,
                                                 rows[i].id, rows[i].method, 0, rows[i].text);
      g_autofree char *summary = sounder_timeline_cell_dup_text (record, SOUNDER_COLUMN_SUMMARY);
      g_autofree char *label = sounder_timeline_cells_dup_label (record, summary);
      g_autofree char *tooltip = sounder_timeline_cell_dup_tooltip (record, SOUNDER_COLUMN_DIRECTION);
      g_autofree char *chip = sounder_timeline_cell_dup_chip (record);

      g_test_message ("%s: %s", rows[i].nick, label);
      assert_cell (record, SOUNDER_COLUMN_DIRECTION, rows[i].sign);
      assert_cell (record, SOUNDER_COLUMN_KIND, rows[i].nick);
      assert_cell (record, SOUNDER_COLUMN_METHOD, rows[i].method != NULL ? rows[i].method : "");
      assert_cell (record, SOUNDER_COLUMN_ID, rows[i].id != NULL ? rows[i].id : "");
      assert_cell (record, SOUNDER_COLUMN_TOOK, rows[i].took);
      assert_cell (record, SOUNDER_COLUMN_WATERFALL, "");
      assert_cell (record, SOUNDER_N_COLUMNS, "");
      g_assert_cmpint (sounder_timeline_cell_get_tone (record, SOUNDER_COLUMN_KIND), ==, rows[i].tone);
      g_assert_cmpint (sounder_timeline_cell_get_tone (record, SOUNDER_COLUMN_SUMMARY), ==,
                       rows[i].failed ? SOUNDER_TONE_ERROR : SOUNDER_TONE_DIM);
      g_assert_cmpint (g_str_has_prefix (summary, "✗ "), ==, rows[i].failed);

      /* Who cannot see the colour hears of it. */
      g_assert_nonnull (strstr (label, rows[i].nick));
      g_assert_cmpstr (tooltip, ==, rows[i].word);
      g_assert_nonnull (strstr (label, rows[i].word));
      g_assert_cmpint (g_str_has_suffix (label, ", failed"), ==, rows[i].failed);
      g_assert_null (chip);
    }
}

/* A request says what has become of it, for as long as it waits in the tone of what waits. */
static void
test_cells_statuses (Fixture       *fixture,
                     gconstpointer  unused)
{
  static const struct
  {
    McpStatus   status;
    const char *took;
    SounderTone tone;
    SounderTone bar;
  } rows[] = {
    { MCP_STATUS_PENDING, "pending", SOUNDER_TONE_WARNING, SOUNDER_TONE_BAR_WAITING },
    { MCP_STATUS_CANCELLED, "cancelled", SOUNDER_TONE_TEXT, SOUNDER_TONE_BAR },
    { MCP_STATUS_TIMED_OUT, "timed out", SOUNDER_TONE_TEXT, SOUNDER_TONE_BAR_FAILED },
    { MCP_STATUS_LOST, "lost", SOUNDER_TONE_TEXT, SOUNDER_TONE_BAR_FAILED },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i + 1);
      g_autofree char *text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"ping\"}", id);
      g_autoptr (McpRecord) record = add_record (fixture, MCP_DIRECTION_OUT, MCP_CHANNEL_STDIO, MCP_RECORD_REQUEST,
                                                 id, "ping", 0, text);

      if (rows[i].status != MCP_STATUS_PENDING)
        mcp_journal_set_status (fixture->journal, mcp_record_get_serial (record), rows[i].status);
      g_test_message ("%s", rows[i].took);
      assert_cell (record, SOUNDER_COLUMN_TOOK, rows[i].took);
      g_assert_cmpint (sounder_timeline_record_waits (record), ==, rows[i].status == MCP_STATUS_PENDING);
      g_assert_cmpint (sounder_timeline_cell_get_tone (record, SOUNDER_COLUMN_TOOK), ==, rows[i].tone);
      g_assert_cmpint (sounder_timeline_cell_get_tone (record, SOUNDER_COLUMN_WATERFALL), ==, rows[i].bar);
    }
}

/* An answer has the method of its request, and the time stands at the request alone. */
static void
test_cells_answer (Fixture       *fixture,
                   gconstpointer  unused)
{
  gint64 start_usec = mcp_journal_get_start_usec (fixture->journal);
  McpJournalEntry entry = { .direction = MCP_DIRECTION_OUT, .kind = MCP_RECORD_REQUEST, .life = 1, .id = "1",
                            .id_length = 1, .method = "tools/list", .method_length = 10,
                            .time_usec = start_usec + 5000, .queued_usec = 2000 };
  const char *question = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
  const char *reply = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{}]}}";
  g_autoptr (GBytes) asked = g_bytes_new_static (question, strlen (question));
  g_autoptr (GBytes) told = g_bytes_new_static (reply, strlen (reply));
  g_autoptr (McpRecord) request = NULL;
  g_autoptr (McpRecord) answer = NULL;
  g_autofree char *tooltip = NULL;
  gint64 from_usec;
  gint64 to_usec;

  request = mcp_journal_get_record (fixture->journal, mcp_journal_append (fixture->journal, &entry, asked));
  entry = (McpJournalEntry) { .direction = MCP_DIRECTION_IN, .kind = MCP_RECORD_RESULT, .life = 1, .id = "1",
                              .id_length = 1, .time_usec = start_usec + 55000 };
  answer = mcp_journal_get_record (fixture->journal, mcp_journal_append (fixture->journal, &entry, told));

  assert_cell (request, SOUNDER_COLUMN_TOOK, "50.0 ms");
  assert_cell (answer, SOUNDER_COLUMN_TOOK, "");
  assert_cell (answer, SOUNDER_COLUMN_METHOD, "tools/list");
  assert_cell (answer, SOUNDER_COLUMN_SUMMARY, "1 tool");
  g_assert_false (sounder_timeline_record_waits (request));

  tooltip = sounder_timeline_cell_dup_tooltip (request, SOUNDER_COLUMN_WATERFALL);
  g_test_message ("%s", tooltip);
  g_assert_nonnull (strstr (tooltip, "Waited in the queue 2.0"));
  g_assert_nonnull (strstr (tooltip, "Took 50.0 ms"));
  g_assert_null (strstr (tooltip, "First byte"));
  sounder_timeline_row_get_extent (request, start_usec + 90000, &from_usec, &to_usec);
  g_assert_cmpint (from_usec, ==, start_usec + 3000);
  g_assert_cmpint (to_usec, ==, start_usec + 55000);
}

/* What a server chooses cannot turn the row around, break it, or make it long. */
static void
test_cells_hostile (Fixture       *fixture,
                    gconstpointer  unused)
{
  g_autofree char *long_method = g_strnfill (10000, 'm');
  g_autoptr (McpRecord) turned = add_record (fixture, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION,
                                             NULL, "a\u202eb\n\033[31mc", 0, "{}");
  g_autoptr (McpRecord) longest = add_record (fixture, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION,
                                              NULL, long_method, 0, "{}");
  g_autoptr (McpRecord) noise = add_record (fixture, MCP_DIRECTION_IN, MCP_CHANNEL_NOISE, MCP_RECORD_NOISE, NULL,
                                            NULL, 0, "\xff\xfe\xe2\x80\xae red\r\nnext");
  McpRecord *const all[] = { turned, longest, noise };

  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    for (guint column = 0; column <= SOUNDER_N_COLUMNS; column++)
      {
        g_autofree char *text = sounder_timeline_cell_dup_text (all[i], column);
        g_autofree char *tooltip = sounder_timeline_cell_dup_tooltip (all[i], column);
        g_autofree char *label = sounder_timeline_cells_dup_label (all[i], text);

        g_assert_true (g_utf8_validate (text, -1, NULL));
        g_assert_cmpuint (strlen (text), <=, 1024);
        g_assert_cmpuint (strlen (label), <=, 4096);
        g_assert_null (strpbrk (text, "\n\r\033"));
        g_assert_null (strstr (text, "\u202e"));
        g_assert_null (strpbrk (label, "\n\r\033"));
        g_assert_null (strstr (label, "\u202e"));
        if (tooltip != NULL)
          g_assert_null (strstr (tooltip, "\u202e"));
      }
}

/* Marks of a person are read first, then the sign of what is wrong, then what the message says. */
static void
test_cells_marks (Fixture       *fixture,
                  gconstpointer  unused)
{
  g_autoptr (McpFinding) finding = NULL;
  g_autoptr (McpRecord) record = add_record (fixture, MCP_DIRECTION_IN, MCP_CHANNEL_NOISE, MCP_RECORD_NOISE, NULL,
                                             NULL, 0, "hello");
  guint serial = mcp_record_get_serial (record);
  g_autofree char *label = NULL;

  assert_cell (record, SOUNDER_COLUMN_SUMMARY, "hello");
  mcp_journal_annotate (fixture->journal, serial, TRUE, NULL);
  assert_cell (record, SOUNDER_COLUMN_SUMMARY, "⚑ hello");
  mcp_journal_annotate (fixture->journal, serial, FALSE, "look");
  assert_cell (record, SOUNDER_COLUMN_SUMMARY, "✎ look · hello");
  mcp_journal_annotate (fixture->journal, serial, TRUE, "look");
  finding = mcp_finding_new ("stdio.noise", MCP_SEVERITY_WARNING, "no message", NULL, serial);
  mcp_journal_add_finding (fixture->journal, finding);
  assert_cell (record, SOUNDER_COLUMN_SUMMARY, "⚑ ✎ look · ⚠ hello");
  g_assert_cmpint (sounder_timeline_cell_get_tone (record, SOUNDER_COLUMN_SUMMARY), ==, SOUNDER_TONE_WARNING);

  label = sounder_timeline_cells_dup_label (record, "hello");
  g_assert_true (g_str_has_suffix (label, ", has findings, pinned"));
}

/* What Sounder asked by itself says so, at the answer as well, and a refusal of the other era is no failure. */
static void
test_cells_probes (Fixture       *fixture,
                   gconstpointer  unused)
{
  g_autoptr (McpRecord) ping = add_record (fixture, MCP_DIRECTION_OUT, MCP_CHANNEL_STDIO, MCP_RECORD_REQUEST, "1",
                                           "ping", MCP_RECORD_FLAG_PROBE,
                                           "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
  g_autoptr (McpRecord) pong = add_record (fixture, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_RESULT, "1",
                                           NULL, 0, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  g_autoptr (McpRecord) ask = add_record (fixture, MCP_DIRECTION_OUT, MCP_CHANNEL_STDIO, MCP_RECORD_REQUEST, "2",
                                          "server/discover", MCP_RECORD_FLAG_PROBE | MCP_RECORD_FLAG_ERA,
                                          "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"server/discover\"}");
  g_autoptr (McpRecord) refusal = add_record (fixture, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_ERROR, "2",
                                              NULL, 0,
                                              "{\"jsonrpc\":\"2.0\",\"id\":2,\"error\":{\"code\":-32601,"
                                              "\"message\":\"Method not found\"}}");
  g_autofree char *asked = sounder_timeline_cell_dup_text (ask, SOUNDER_COLUMN_SUMMARY);
  g_autofree char *refused = sounder_timeline_cell_dup_text (refusal, SOUNDER_COLUMN_SUMMARY);
  g_autofree char *probed = sounder_timeline_cell_dup_text (ping, SOUNDER_COLUMN_SUMMARY);
  g_autofree char *answered = sounder_timeline_cell_dup_text (pong, SOUNDER_COLUMN_SUMMARY);

  g_assert_true (g_str_has_prefix (probed, "health probe"));
  g_assert_true (g_str_has_prefix (answered, "health probe"));
  g_assert_true (g_str_has_prefix (asked, "era probe"));
  g_assert_true (g_str_has_prefix (refused, "era probe, refusal expected · -32601"));
  g_assert_cmpint (sounder_timeline_cell_get_tone (refusal, SOUNDER_COLUMN_KIND), ==, SOUNDER_TONE_RESPONSE);
  g_assert_cmpint (sounder_timeline_cell_get_tone (ask, SOUNDER_COLUMN_WATERFALL), ==, SOUNDER_TONE_BAR);
}

/* Of a call in rounds all but the first request are set off, their answers too. */
static void
test_cells_rounds (Fixture       *fixture,
                   gconstpointer  unused)
{
  McpRecord *records[4];
  static const char *const ids[] = { "1", "1", "2", "2" };

  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s}", ids[i]);

      records[i] = i % 2 == 0 ? add_record (fixture, MCP_DIRECTION_OUT, MCP_CHANNEL_STDIO, MCP_RECORD_REQUEST,
                                            ids[i], "tools/call", 0, text)
                              : add_record (fixture, MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_RESULT,
                                            ids[i], NULL, 0, text);
    }
  mcp_journal_set_conversation (fixture->journal, mcp_record_get_serial (records[0]),
                                mcp_record_get_serial (records[0]));
  mcp_journal_set_conversation (fixture->journal, mcp_record_get_serial (records[2]),
                                mcp_record_get_serial (records[0]));

  assert_cell (records[0], SOUNDER_COLUMN_METHOD, "tools/call");
  assert_cell (records[2], SOUNDER_COLUMN_METHOD, "↳ tools/call");
  assert_cell (records[3], SOUNDER_COLUMN_METHOD, "↳ tools/call");
  {
    g_autofree char *label = sounder_timeline_cells_dup_label (records[2], "");

    /* A sign is nothing to hear. */
    g_assert_null (strstr (label, "↳"));
    g_assert_nonnull (strstr (label, "continues a call"));
  }
  for (guint i = 0; i < 4; i++)
    g_object_unref (records[i]);
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

#define ADD(name, function) g_test_add ("/app/timeline-cells/" name, Fixture, NULL, set_up, function, tear_down)
  ADD ("kinds", test_cells_kinds);
  ADD ("statuses", test_cells_statuses);
  ADD ("answer", test_cells_answer);
  ADD ("hostile", test_cells_hostile);
  ADD ("marks", test_cells_marks);
  ADD ("probes", test_cells_probes);
  ADD ("rounds", test_cells_rounds);

  return g_test_run ();
}
