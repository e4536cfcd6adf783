/* test-record-details.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "sounder-record-details.h"
#include "sounder-record-facts.h"
#include "test-support.h"

typedef struct
{
  McpJournal           *journal;
  GtkWidget            *window;
  SounderRecordDetails *details;
} Fixture;

static void
show_details (Fixture    *fixture,
              McpSession *session)
{
  fixture->details = g_object_new (SOUNDER_TYPE_RECORD_DETAILS, "session", session, NULL);
  gtk_window_set_child (GTK_WINDOW (fixture->window), GTK_WIDGET (fixture->details));
}

static void
set_up (Fixture       *fixture,
        gconstpointer  unused)
{
  fixture->journal = mcp_journal_new ();
  fixture->window = gtk_window_new ();
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), 900, 600);
  show_details (fixture, NULL);
  gtk_window_present (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (gtk_widget_get_mapped (GTK_WIDGET (fixture->details)));
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  unused)
{
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  g_assert_finalize_object (fixture->journal);
}

typedef struct
{
  McpDirection  direction;
  McpChannel    channel;
  McpRecordKind kind;
  guint         flags;
  const char   *id;
  const char   *method;
  const char   *text;
} Row;

static McpRecord *
add_row (McpJournal *journal,
         const Row  *row)
{
  g_autoptr (GBytes) bytes = g_bytes_new (row->text, strlen (row->text));
  McpJournalEntry entry = { .direction = row->direction, .channel = row->channel, .kind = row->kind,
                            .flags = row->flags, .life = 1, .id = row->id, .method = row->method };
  guint serial;

  entry.id_length = row->id != NULL ? strlen (row->id) : 0;
  entry.method_length = row->method != NULL ? strlen (row->method) : 0;
  serial = mcp_journal_append (journal, &entry, bytes);

  return mcp_journal_get_record (journal, serial);
}

static McpRecord *
add_message (McpJournal    *journal,
             McpDirection   direction,
             McpRecordKind  kind,
             const char    *id,
             const char    *method)
{
  g_autofree char *text = g_strdup_printf ("{\"jsonrpc\":\"2.0\",\"id\":%s}", id != NULL ? id : "null");
  const Row row = { direction, MCP_CHANNEL_STDIO, kind, 0, id, method, text };

  return add_row (journal, &row);
}

static const char *
get_label (Fixture    *fixture,
           const char *id)
{
  return gtk_label_get_text (app_test_child (fixture->details, id));
}

static void
add_fact (const char *name,
          const char *value,
          gpointer    user_data)
{
  g_string_append_printf (user_data, "%s: %s\n", name, value);
}

static char *
dup_facts (McpRecord *record)
{
  GString *facts = g_string_new ("\n");

  sounder_record_facts (record, NULL, add_fact, facts);

  return g_string_free (facts, FALSE);
}

/* Whatever was carried, and however: what there is to say is said, and nothing that is not so. */
static void
test_facts (void)
{
  static const struct
  {
    Row         row;
    const char *told[4];
    const char *not_told[4];
  } rows[] = {
    { { MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION, 0, NULL, "notifications/progress", "{}" },
      { "\nChannel: stdio\n", "\nDirection: ← server to client\n", "\nLine end: LF\n", "\nLast byte read: " },
      { "\nQueued: ", "\nId: ", "\nStatus: ", "\nOther half: " } },
    { { MCP_DIRECTION_OUT, MCP_CHANNEL_STDIO, MCP_RECORD_REQUEST, 0, "\"a\"", "ping", "{\"id\":\"a\"}" },
      { "\nDirection: → client to server\n", "\nId: \"a\"\n", "\nStatus: pending\n", "\nWaited in the queue: " },
      { "\nLast byte read: ", "\nRound trip: ", "\nSent by: ", "\nLate: " } },
    { { MCP_DIRECTION_OUT, MCP_CHANNEL_STDIO, MCP_RECORD_REQUEST, MCP_RECORD_FLAG_PROBE, "1", "ping", "{\"id\":1}" },
      { "\nSent by: the health monitor\n" }, { "era" } },
    { { MCP_DIRECTION_OUT, MCP_CHANNEL_STDIO, MCP_RECORD_REQUEST, MCP_RECORD_FLAG_PROBE | MCP_RECORD_FLAG_ERA, "1",
        "server/discover", "{\"id\":1}" },
      { "\nSent by: Sounder, to find out which era the server is of\n" }, { "health monitor" } },
    { { MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_RESULT, MCP_RECORD_FLAG_LATE | MCP_RECORD_FLAG_CRLF, "9",
        NULL, "{\"id\":9}" },
      { "\nStatus: orphan\n", "\nLate: it came after its call had given up\n", "\nLine end: CR LF\n" },
      { "\nOther half: " } },
    { { MCP_DIRECTION_IN, MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, MCP_RECORD_FLAG_NO_EOL, NULL, NULL, "last words" },
      { "\nLine end: none, the stream ended in the line\n", "\nAll bytes: " }, { "\nKept: " } },
    { { MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_OVERSIZED, MCP_RECORD_FLAG_TRUNCATED, NULL, NULL, "{" },
      { "\nKept: only the start; the line was over the limit\n" } },
    /* An event has no line end of its own. */
    { { MCP_DIRECTION_IN, MCP_CHANNEL_SSE, MCP_RECORD_COMMENT, 0, NULL, NULL, ": alive" },
      { "\nChannel: sse\n" }, { "\nLine end: " } },
    { { MCP_DIRECTION_IN, MCP_CHANNEL_HTTP, MCP_RECORD_RESULT, 0, "3", NULL, "{\"id\":3}" },
      { "\nChannel: http\n" }, { "\nLine end: " } },
    { { MCP_DIRECTION_IN, MCP_CHANNEL_NOISE, MCP_RECORD_NOISE, 0, NULL, NULL, "" },
      { "\nSize: 0 B (0 bytes) without the line end\n" }, { "\nAll bytes: ", "\nFirst bytes: " } },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpJournal) journal = mcp_journal_new ();
      g_autoptr (McpRecord) record = add_row (journal, &rows[i].row);
      g_autofree char *facts = dup_facts (record);

      g_test_message ("%u:%s", i, facts);
      g_assert_nonnull (strstr (facts, "\nConnection: number 1 of this session\n"));
      g_assert_nonnull (strstr (facts, "\nSerial: 1\n"));
      for (guint j = 0; j < G_N_ELEMENTS (rows[i].told) && rows[i].told[j] != NULL; j++)
        g_assert_nonnull (strstr (facts, rows[i].told[j]));
      for (guint j = 0; j < G_N_ELEMENTS (rows[i].not_told) && rows[i].not_told[j] != NULL; j++)
        g_assert_null (strstr (facts, rows[i].not_told[j]));
    }
}

/* Both halves name each other; of many bytes only the first are shown. */
static void
test_facts_pair (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autofree char *filler = g_strnfill (300, 'x');
  g_autofree char *text = g_strdup_printf ("{\"id\":1,\"p\":\"%s\"}", filler);
  const Row asked = { MCP_DIRECTION_OUT, MCP_CHANNEL_STDIO, MCP_RECORD_REQUEST, 0, "1", "ping", text };
  g_autoptr (McpRecord) request = add_row (journal, &asked);
  g_autoptr (McpRecord) answer = add_message (journal, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "1", NULL);
  g_autofree char *of_request = dup_facts (request);
  g_autofree char *of_answer = dup_facts (answer);

  g_assert_nonnull (strstr (of_request, "\nOther half: serial 2\n"));
  g_assert_nonnull (strstr (of_request, "\nRound trip: "));
  g_assert_nonnull (strstr (of_request, "\nStatus: ok\n"));
  g_assert_nonnull (strstr (of_request, "\nFirst bytes: "));
  g_assert_null (strstr (of_request, "\nAll bytes: "));
  g_assert_nonnull (strstr (of_answer, "\nOther half: serial 1\n"));
}

/* What is over the row says what it is; there is a command only for what can be sent again. */
static void
test_details_kinds (Fixture       *fixture,
                    gconstpointer  unused)
{
  static const struct
  {
    Row         row;
    const char *title;
  } rows[] = {
    { { MCP_DIRECTION_OUT, MCP_CHANNEL_STDIO, MCP_RECORD_REQUEST, 0, "1", "tools/call", "{\"id\":1}" },
      "request · tools/call · " },
    { { MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_RESULT, 0, "1", NULL, "{\"id\":1}" },
      "response · tools/call · " },
    { { MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_ERROR, 0, "77", NULL, "{\"id\":77}" }, "error · " },
    { { MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_NOTIFICATION, 0, NULL, "n\xe2\x80\xae/x", "{}" },
      "notification · n" },
    { { MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_INVALID, 0, NULL, NULL, "{\"x\":" }, "invalid · " },
    { { MCP_DIRECTION_IN, MCP_CHANNEL_STDIO, MCP_RECORD_BATCH, 0, NULL, NULL, "[]" }, "batch · " },
    { { MCP_DIRECTION_IN, MCP_CHANNEL_NOISE, MCP_RECORD_NOISE, 0, NULL, NULL, "\xff\xfe" }, "noise · " },
    { { MCP_DIRECTION_IN, MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, 0, NULL, NULL, "\033[31mred" }, "stderr · " },
    { { MCP_DIRECTION_OUT, MCP_CHANNEL_PROCESS, MCP_RECORD_SPAWN, 0, NULL, NULL, "{}" }, "spawn · " },
    { { MCP_DIRECTION_IN, MCP_CHANNEL_PROCESS, MCP_RECORD_EXIT, 0, NULL, NULL, "{}" }, "exit · " },
    { { MCP_DIRECTION_OUT, MCP_CHANNEL_SESSION, MCP_RECORD_NOTE, 0, NULL, NULL, "{}" }, "note · " },
  };
  static const char *const tabs[] = { "message", "pair", "transport", "findings" };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpRecord) record = add_row (fixture->journal, &rows[i].row);

      sounder_record_details_set_record (fixture->details, record);
      g_test_message ("%s", get_label (fixture, "title_label"));
      g_assert_true (g_str_has_prefix (get_label (fixture, "title_label"), rows[i].title));
      g_assert_null (strstr (get_label (fixture, "title_label"), "\xe2\x80\xae"));
      for (guint tab = 0; tab < G_N_ELEMENTS (tabs); tab++)
        {
          g_object_set (fixture->details, "tab", tabs[tab], NULL);
          g_assert_cmpint (gtk_widget_get_visible (app_test_child (fixture->details, "view_buttons")), ==,
                           g_str_equal (tabs[tab], "message"));
          app_test_draw_frames (fixture->window);
        }
      /* Nothing went over HTTP, and there is no session to send it on. */
      g_assert_false (gtk_widget_get_visible (app_test_child (fixture->details, "exchange_pane")));
      app_test_assert_labelled (GTK_WIDGET (fixture->details));
    }
}

/* Where there is no answer, or no question to one, it says why. */
static void
test_details_other_half (Fixture       *fixture,
                         gconstpointer  unused)
{
  static const struct
  {
    McpStatus   status;
    const char *why;
  } rows[] = {
    { MCP_STATUS_PENDING, "No answer yet" },
    { MCP_STATUS_CANCELLED, "The request was cancelled before an answer came" },
    { MCP_STATUS_TIMED_OUT, "No answer came in time" },
    { MCP_STATUS_LOST, "The connection ended before an answer came" },
  };
  GtkStack *request_stack = app_test_child (fixture->details, "request_stack");
  GtkStack *response_stack = app_test_child (fixture->details, "response_stack");
  g_autoptr (McpRecord) orphan = NULL;
  g_autoptr (McpRecord) notification = NULL;

  g_object_set (fixture->details, "tab", "pair", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *id = g_strdup_printf ("%u", i + 1);
      g_autoptr (McpRecord) request = add_message (fixture->journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, id, "x");

      if (rows[i].status != MCP_STATUS_PENDING)
        mcp_journal_set_status (fixture->journal, mcp_record_get_serial (request), rows[i].status);
      sounder_record_details_set_record (fixture->details, request);
      g_assert_cmpstr (gtk_stack_get_visible_child_name (request_stack), ==, "view");
      g_assert_cmpstr (gtk_stack_get_visible_child_name (response_stack), ==, "none");
      g_assert_cmpstr (get_label (fixture, "response_label"), ==, rows[i].why);
    }

  orphan = add_message (fixture->journal, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "88", NULL);
  sounder_record_details_set_record (fixture->details, orphan);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (request_stack), ==, "none");
  g_assert_cmpstr (get_label (fixture, "request_label"), ==, "No request has this id");
  g_assert_cmpstr (gtk_stack_get_visible_child_name (response_stack), ==, "view");

  notification = add_message (fixture->journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, NULL, "notifications/x");
  sounder_record_details_set_record (fixture->details, notification);
  g_assert_cmpstr (get_label (fixture, "response_label"), ==, "This message has no answer");
}

/* An answer that comes while one looks takes the place of the words. */
static void
test_details_answer_comes (Fixture       *fixture,
                           gconstpointer  unused)
{
  g_autoptr (McpRecord) request = add_message (fixture->journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "1", "x");
  g_autoptr (McpRecord) answer = NULL;
  GtkStack *response_stack = app_test_child (fixture->details, "response_stack");

  g_object_set (fixture->details, "tab", "pair", NULL);
  sounder_record_details_set_record (fixture->details, request);
  g_assert_cmpstr (gtk_stack_get_visible_child_name (response_stack), ==, "none");

  answer = add_message (fixture->journal, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "1", NULL);
  mcp_journal_flush (fixture->journal);
  TEST_AWAIT_POLL (g_strcmp0 (gtk_stack_get_visible_child_name (response_stack), "view") == 0);
}

static guint
count_rows (Fixture *fixture)
{
  guint n_rows = 0;

  while (gtk_list_box_get_row_at_index (app_test_child (fixture->details, "findings_list"), (int) n_rows) != NULL)
    n_rows++;

  return n_rows;
}

static void
report (Fixture     *fixture,
        McpSeverity  severity,
        const char  *message,
        gboolean     is_derived,
        guint        serial)
{
  g_autoptr (McpFinding) finding = mcp_finding_new ("rpc.rule", severity, message, "2025-06-18, basic", serial);

  if (is_derived)
    mcp_finding_set_derived (finding);
  mcp_journal_add_finding (fixture->journal, finding);
  mcp_journal_flush (fixture->journal);
}

/* Those of the record and of its other half, as text, and also those that come later. */
static void
test_details_findings (Fixture       *fixture,
                       gconstpointer  unused)
{
  g_autoptr (McpRecord) request = add_message (fixture->journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "1", "x");
  g_autoptr (McpRecord) other = add_message (fixture->journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "2", "x");
  g_autoptr (McpRecord) answer = add_message (fixture->journal, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "1", NULL);
  GtkStack *stack = app_test_child (fixture->details, "stack");
  GtkStackPage *page = gtk_stack_get_page (stack, gtk_stack_get_child_by_name (stack, "findings"));
  GtkListBoxRow *row;

  report (fixture, MCP_SEVERITY_ERROR, "<b>Odd</b> & so", FALSE, mcp_record_get_serial (answer));
  report (fixture, MCP_SEVERITY_WARNING, "Not this one", FALSE, mcp_record_get_serial (other));
  report (fixture, MCP_SEVERITY_WARNING, "Of none", FALSE, 0);

  sounder_record_details_set_record (fixture->details, request);
  g_assert_cmpuint (count_rows (fixture), ==, 1);
  g_assert_cmpstr (gtk_stack_page_get_title (page), ==, "Findings 1");
  row = gtk_list_box_get_row_at_index (app_test_child (fixture->details, "findings_list"), 0);
  g_assert_cmpstr (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), ==, "<b>Odd</b> & so");
  g_assert_nonnull (app_test_find_labelled (GTK_WIDGET (row), GTK_TYPE_LABEL, "<b>Odd</b> & so"));
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==, "Error · JSON-RPC · 2025-06-18, basic");

  report (fixture, MCP_SEVERITY_INFO, "Later", TRUE, mcp_record_get_serial (request));
  TEST_AWAIT_POLL (count_rows (fixture) == 2);
  g_assert_cmpstr (gtk_stack_page_get_title (page), ==, "Findings 2");
  row = gtk_list_box_get_row_at_index (app_test_child (fixture->details, "findings_list"), 1);
  g_assert_cmpstr (adw_action_row_get_subtitle (ADW_ACTION_ROW (row)), ==,
                   "Note · JSON-RPC · found on opening · 2025-06-18, basic");

  sounder_record_details_set_record (fixture->details, other);
  g_assert_cmpuint (count_rows (fixture), ==, 1);
  sounder_record_details_set_record (fixture->details, NULL);
  g_assert_cmpuint (count_rows (fixture), ==, 0);
  g_assert_cmpstr (gtk_stack_page_get_title (page), ==, "Findings 0");
}

/* There are rounds only of a call that had some; who looks at them and goes on sees the message. */
static void
test_details_rounds (Fixture       *fixture,
                     gconstpointer  unused)
{
  g_autoptr (McpRecord) first = add_message (fixture->journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "1",
                                             "tools/call");
  g_autoptr (McpRecord) asked = add_message (fixture->journal, MCP_DIRECTION_IN, MCP_RECORD_RESULT, "1", NULL);
  g_autoptr (McpRecord) second = add_message (fixture->journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "2",
                                              "tools/call");
  g_autoptr (McpRecord) plain = add_message (fixture->journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "3", "ping");
  GtkStack *stack = app_test_child (fixture->details, "stack");
  GtkStackPage *page = gtk_stack_get_page (stack, gtk_stack_get_child_by_name (stack, "rounds"));

  mcp_journal_set_conversation (fixture->journal, 1, 1);
  mcp_journal_set_conversation (fixture->journal, mcp_record_get_serial (second), 1);
  mcp_journal_flush (fixture->journal);

  sounder_record_details_set_record (fixture->details, plain);
  g_assert_false (gtk_stack_page_get_visible (page));
  sounder_record_details_set_record (fixture->details, second);
  g_assert_true (gtk_stack_page_get_visible (page));
  sounder_record_details_set_record (fixture->details, asked);
  g_assert_true (gtk_stack_page_get_visible (page));
  g_object_set (fixture->details, "tab", "rounds", NULL);
  app_test_draw_frames (fixture->window);

  sounder_record_details_set_record (fixture->details, plain);
  g_assert_false (gtk_stack_page_get_visible (page));
  g_assert_cmpstr (gtk_stack_get_visible_child_name (stack), ==, "message");
}

static gboolean
is_enabled (Fixture    *fixture,
            const char *action)
{
  g_autoptr (GtkWidget) probe = g_object_ref_sink (gtk_button_new ());
  gboolean enabled;

  gtk_widget_set_parent (probe, GTK_WIDGET (fixture->details));
  gtk_actionable_set_action_name (GTK_ACTIONABLE (probe), action);
  enabled = gtk_widget_get_sensitive (probe);
  gtk_widget_unparent (probe);

  return enabled;
}

/* What cannot be done with a record is not offered; without one nothing is. */
static void
test_details_actions (Fixture       *fixture,
                      gconstpointer  unused)
{
  static const char *const all[] = { "details.copy", "details.copy-pretty", "details.copy-command",
                                     "details.copy-curl", "details.replay" };
  g_autoptr (McpRecord) request = add_message (fixture->journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "1", "x");
  g_autoptr (McpProfile) profile = app_test_new_profile ("mock", "[]");
  g_autoptr (McpSession) session = mcp_session_new (profile, NULL);
  const Row line = { MCP_DIRECTION_IN, MCP_CHANNEL_STDERR, MCP_RECORD_STDERR, 0, NULL, NULL, "line" };
  g_autoptr (McpRecord) noise = add_row (fixture->journal, &line);

  sounder_record_details_set_record (fixture->details, request);
  g_assert_true (is_enabled (fixture, "details.copy"));
  g_assert_true (is_enabled (fixture, "details.copy-pretty"));
  g_assert_false (is_enabled (fixture, "details.replay"));
  g_assert_false (is_enabled (fixture, "details.copy-command"));
  g_assert_false (is_enabled (fixture, "details.copy-curl"));

  show_details (fixture, session);
  sounder_record_details_set_record (fixture->details, request);
  g_assert_true (is_enabled (fixture, "details.replay"));
  g_assert_true (is_enabled (fixture, "details.copy-command"));
  g_assert_false (is_enabled (fixture, "details.copy-curl"));

  /* A line of stderr is no message that could be sent. */
  sounder_record_details_set_record (fixture->details, noise);
  g_assert_true (is_enabled (fixture, "details.copy"));
  g_assert_false (is_enabled (fixture, "details.replay"));
  g_assert_false (is_enabled (fixture, "details.copy-command"));

  sounder_record_details_set_record (fixture->details, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (all); i++)
    {
      g_assert_false (is_enabled (fixture, all[i]));
      gtk_widget_activate_action (GTK_WIDGET (fixture->details), all[i], NULL);
    }
  gtk_window_set_child (GTK_WINDOW (fixture->window), NULL);
}

static void
count_cb (guint *n)
{
  (*n)++;
}

/* The tab stays from one record to the next, and is told when it is another one. */
static void
test_details_tab_stays (Fixture       *fixture,
                        gconstpointer  unused)
{
  g_autoptr (McpRecord) first = add_message (fixture->journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "1", "x");
  g_autoptr (McpRecord) second = add_message (fixture->journal, MCP_DIRECTION_OUT, MCP_RECORD_REQUEST, "2", "y");
  g_autofree char *tab = NULL;
  guint n_tabs = 0;
  guint n_records = 0;

  g_signal_connect_swapped (fixture->details, "notify::tab", G_CALLBACK (count_cb), &n_tabs);
  g_signal_connect_swapped (fixture->details, "notify::record", G_CALLBACK (count_cb), &n_records);
  sounder_record_details_set_record (fixture->details, first);
  g_object_set (fixture->details, "tab", "transport", NULL);
  g_object_set (fixture->details, "tab", "transport", NULL);
  sounder_record_details_set_record (fixture->details, second);
  sounder_record_details_set_record (fixture->details, second);
  g_object_get (fixture->details, "tab", &tab, NULL);
  g_assert_cmpstr (tab, ==, "transport");
  g_assert_cmpuint (n_tabs, ==, 1);
  g_assert_cmpuint (n_records, ==, 2);
  g_assert_nonnull (app_test_find_labelled (app_test_child (fixture->details, "facts_grid"), GTK_TYPE_LABEL, "2"));
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

#define ADD(path, function) g_test_add (path, Fixture, NULL, set_up, function, tear_down)
  g_test_add_func ("/app/record-facts/kinds", test_facts);
  g_test_add_func ("/app/record-facts/pair", test_facts_pair);
  ADD ("/app/record-details/kinds", test_details_kinds);
  ADD ("/app/record-details/other-half", test_details_other_half);
  ADD ("/app/record-details/answer-comes", test_details_answer_comes);
  ADD ("/app/record-details/findings", test_details_findings);
  ADD ("/app/record-details/rounds", test_details_rounds);
  ADD ("/app/record-details/actions", test_details_actions);
  ADD ("/app/record-details/tab-stays", test_details_tab_stays);
#undef ADD

  return g_test_run ();
}
