/* test-exchange.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "app-test.h"
#include "http-fixture.h"
#include "mcp-summary.h"
#include "sounder-exchange-pane.h"
#include "sounder-exchange.h"
#include "sounder-header-list.h"
#include "sounder-phase-bar.h"
#include "sounder-record-copy.h"
#include "sounder-record-facts.h"
#include "sounder-streams-panel.h"
#include "sounder-timeline-cells.h"
#include "test-support.h"

typedef struct
{
  HttpFixture *http;
  McpProfile  *profile;
  McpSession  *session;
  McpJournal  *journal;
} Fixture;

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  mcp_session_open_finish (MCP_SESSION (source), result, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture       *fixture,
        gconstpointer  options)
{
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_object_unref);

  fixture->http = http_fixture_new ();
  http_fixture_serve_mcp (fixture->http, options);
  fixture->profile = mcp_profile_new_for_url ("remote", http_fixture_get_url (fixture->http));
  g_ptr_array_add (headers, mcp_header_new ("Authorization", "Bearer hidden", TRUE));
  /* Secret because somebody said so: its name does not tell. */
  g_ptr_array_add (headers, mcp_header_new ("X-Place", "planted", TRUE));
  mcp_profile_set_headers (fixture->profile, headers);
  mcp_profile_stop_probes (fixture->profile);
  mcp_profile_set_reconnect (fixture->profile, FALSE);
  fixture->session = mcp_session_new (fixture->profile, NULL);
  fixture->journal = mcp_session_get_journal (fixture->session);
  /* Nothing is sent but what the test sends. */
  mcp_session_set_auto_list (fixture->session, FALSE);
  mcp_session_open_async (fixture->session, NULL, opened_cb, NULL);
  TEST_AWAIT (mcp_session_get_state (fixture->session) == MCP_SESSION_READY
              && http_fixture_count (fixture->http, "POST", "notifications/initialized") == 1);
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  *(gboolean *) user_data = TRUE;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  options)
{
  gboolean closed = FALSE;

  mcp_session_close_async (fixture->session, NULL, closed_cb, &closed);
  TEST_AWAIT (closed);
  g_object_unref (fixture->session);
  g_object_unref (fixture->profile);
  http_fixture_free (fixture->http);
}

/* The first record of a kind that has an exchange, and of a method if one is asked for. */
static McpRecord *
find_record (McpJournal    *journal,
             McpRecordKind  kind,
             const char    *method)
{
  mcp_journal_flush (journal);
  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      if (mcp_record_get_kind (record) == kind && mcp_record_get_exchange (record) != 0
          && (method == NULL || g_strcmp0 (mcp_record_get_method (record), method) == 0))
        return g_steal_pointer (&record);
    }

  return NULL;
}

static void
call_tool (Fixture    *fixture,
           const char *name,
           const char *arguments)
{
  g_autoptr (McpCall) call = mcp_session_new_tool_call (name, arguments);

  mcp_session_start_call (fixture->session, call);
  TEST_AWAIT (mcp_call_is_finished (call));
}

static const char *
find_header (GPtrArray  *headers,
             const char *name)
{
  for (guint i = 0; i + 1 < headers->len; i += 2)
    if (g_ascii_strcasecmp (g_ptr_array_index (headers, i), name) == 0)
      return g_ptr_array_index (headers, i + 1);

  return NULL;
}

static gboolean
has_ended (McpJournal *journal,
           guint       number)
{
  g_autoptr (SounderExchange) exchange = sounder_exchange_read (journal, number, 10);

  return exchange != NULL && exchange->end_serial != 0;
}

/* An exchange comes back from the journal with all that was said. */
static void
test_exchange_read (Fixture       *fixture,
                    gconstpointer  unused)
{
  g_autoptr (McpRecord) request = NULL;
  g_autoptr (SounderExchange) exchange = NULL;
  gint64 start_usec;
  gint64 end_usec;

  call_tool (fixture, "echo", "{\"text\": \"x\"}");
  request = find_record (fixture->journal, MCP_RECORD_REQUEST, "tools/call");
  g_assert_nonnull (request);
  TEST_AWAIT (has_ended (fixture->journal, mcp_record_get_exchange (request)));
  exchange = sounder_exchange_read (fixture->journal, mcp_record_get_exchange (request), 10);

  g_assert_cmpstr (exchange->method, ==, "POST");
  g_assert_cmpstr (exchange->url, ==, http_fixture_get_url (fixture->http));
  g_assert_cmpstr (exchange->purpose, ==, "send");
  g_assert_cmpstr (find_header (exchange->request_headers, "Authorization"), ==, "Bearer hidden");
  g_assert_cmpuint (exchange->status, ==, 200);
  g_assert_nonnull (find_header (exchange->response_headers, "Content-Type"));
  g_assert_null (exchange->error);
  g_assert_cmpint (exchange->body_bytes, >, 0);
  g_assert_cmpuint (exchange->parts->len, ==, 2);
  g_assert_false (exchange->is_cut);
  g_assert_true (sounder_exchange_get_phase (exchange, SOUNDER_PHASE_ENDED, &start_usec, &end_usec));
  g_assert_cmpint (end_usec, >=, start_usec);
  g_assert_cmpuint (sounder_exchange_peek_status (request), ==, 200);
  g_assert_cmpuint (sounder_exchange_find_resumed (fixture->journal, exchange->number), ==, 0);
  g_assert_null (sounder_exchange_read (fixture->journal, 100000, 10));
}

/* All labels below a widget, one a line. */
static void
append_labels (GString   *out,
               GtkWidget *root)
{
  if (GTK_IS_LABEL (root))
    g_string_append_printf (out, "%s\n", gtk_label_get_text (GTK_LABEL (root)));

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    append_labels (out, child);
}

static void
find_toggles (GPtrArray *out,
              GtkWidget *root)
{
  if (GTK_IS_TOGGLE_BUTTON (root))
    g_ptr_array_add (out, root);

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    find_toggles (out, child);
}

/* Secrets are masked until each is asked for, and showing one shows no other. */
static void
test_pane_masks (Fixture       *fixture,
                 gconstpointer  unused)
{
  GtkWidget *pane = g_object_ref_sink (g_object_new (SOUNDER_TYPE_EXCHANGE_PANE, NULL));
  g_autoptr (McpRecord) request = NULL;
  g_autoptr (GString) before = g_string_new (NULL);
  g_autoptr (GString) after = g_string_new (NULL);
  g_autoptr (GString) again = g_string_new (NULL);
  g_autoptr (GPtrArray) toggles = g_ptr_array_new ();

  call_tool (fixture, "echo", "{\"text\": \"x\"}");
  request = find_record (fixture->journal, MCP_RECORD_REQUEST, "tools/call");
  sounder_exchange_pane_set_record (SOUNDER_EXCHANGE_PANE (pane), request);
  g_assert_true (gtk_widget_get_visible (pane));
  app_test_assert_labelled (pane);

  append_labels (before, pane);
  g_assert_nonnull (strstr (before->str, "POST http://"));
  g_assert_nonnull (strstr (before->str, "HTTP/1.1 200"));
  g_assert_null (strstr (before->str, "hidden"));
  g_assert_null (strstr (before->str, "planted"));
  g_assert_null (strstr (before->str, http_fixture_get_session_id (fixture->http)));

  find_toggles (toggles, pane);
  g_assert_cmpuint (toggles->len, >=, 3);
  for (guint i = 0; i < toggles->len; i++)
    {
      g_autoptr (GString) shown = g_string_new (NULL);
      guint n_shown = 0;

      gtk_toggle_button_set_active (g_ptr_array_index (toggles, i), TRUE);
      append_labels (shown, pane);
      n_shown += strstr (shown->str, "Bearer hidden") != NULL;
      n_shown += strstr (shown->str, "planted") != NULL;
      n_shown += strstr (shown->str, http_fixture_get_session_id (fixture->http)) != NULL;
      g_assert_cmpuint (n_shown, ==, 1);
      gtk_toggle_button_set_active (g_ptr_array_index (toggles, i), FALSE);
    }

  gtk_toggle_button_set_active (g_ptr_array_index (toggles, 0), TRUE);
  sounder_exchange_pane_set_record (SOUNDER_EXCHANGE_PANE (pane), request);
  append_labels (again, pane);
  g_assert_null (strstr (again->str, "hidden"));

  sounder_exchange_pane_set_record (SOUNDER_EXCHANGE_PANE (pane), NULL);
  g_assert_false (gtk_widget_get_visible (pane));
  g_assert_finalize_object (pane);
}

/* The rows of the transport say what they are in one line, and a refused message has its status. */
static void
test_rows (Fixture       *fixture,
           gconstpointer  unused)
{
  g_autoptr (McpRecord) request = NULL;
  g_autoptr (McpRecord) initialize = NULL;
  g_autoptr (SounderExchange) exchange = NULL;
  g_autoptr (McpRecord) head = NULL;
  g_autoptr (McpRecord) sent = NULL;
  g_autofree char *line = NULL;
  g_autofree char *head_line = NULL;
  g_autofree char *chip = NULL;

  http_fixture_queue (fixture->http, "POST", 503, "text/plain", "busy");
  call_tool (fixture, "echo", "{\"text\": \"x\"}");
  request = find_record (fixture->journal, MCP_RECORD_HTTP_REQUEST, NULL);
  initialize = find_record (fixture->journal, MCP_RECORD_REQUEST, "initialize");
  exchange = sounder_exchange_read (fixture->journal, mcp_record_get_exchange (initialize), 10);
  head = mcp_journal_get_record (fixture->journal, exchange->head_serial);
  line = mcp_summary_for_transport (request);
  head_line = mcp_summary_for_transport (head);
  g_assert_cmpstr (line, ==, "POST · send");
  g_assert_true (g_str_has_prefix (head_line, "200 OK · "));

  sent = find_record (fixture->journal, MCP_RECORD_REQUEST, "tools/call");
  g_assert_null (mcp_summary_for_transport (sent));
  chip = sounder_timeline_cell_dup_chip (sent);
  g_assert_cmpstr (chip, ==, "503");
  g_assert_cmpint (sounder_timeline_cell_get_tone (request, SOUNDER_COLUMN_KIND), ==,
                   SOUNDER_TONE_DIM);
}

static void
test_event_fields (void)
{
  const struct
  {
    const char *raw;
    const char *field;
    const char *value;
  } rows[] = {
    { "id: 7\ndata: x", "id", "7" },
    { "id:7\r\nretry: 300\r\ndata: x", "retry", "300" },
    { "data: id: 3", "id", NULL },
    { "id: 1\nid: 2", "id", "2" },
    { "identity: 1", "id", NULL },
    { "id:", "id", "" },
    { "event:  two", "event", " two" },
    { "", "id", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GBytes) raw = g_bytes_new_static (rows[i].raw, strlen (rows[i].raw));
      g_autofree char *value = sounder_exchange_dup_event_field (raw, rows[i].field);

      g_assert_cmpstr (value, ==, rows[i].value);
    }
}

/* The stream the server has for itself is shown, and written again only while it is seen. */
static void
test_streams (Fixture       *fixture,
              gconstpointer  unused)
{
  GtkWidget *panel = g_object_ref_sink (g_object_new (SOUNDER_TYPE_STREAMS_PANEL, "session", fixture->session, NULL));
  g_autoptr (GString) labels = g_string_new (NULL);
  g_autoptr (McpHttpStream) stream = NULL;
  g_autofree char *state = NULL;
  g_autofree char *facts = NULL;

  TEST_AWAIT (http_fixture_get_n_listeners (fixture->http) == 1);
  TEST_AWAIT (g_list_model_get_n_items (mcp_session_get_streams (fixture->session)) > 0);
  stream = g_list_model_get_item (mcp_session_get_streams (fixture->session), 0);
  TEST_AWAIT (mcp_http_stream_get_state (stream) == MCP_STREAM_OPEN);
  append_labels (labels, panel);
  g_assert_nonnull (strstr (labels->str, "(GET)"));
  g_assert_nonnull (strstr (labels->str, "open"));
  app_test_assert_fits (panel);

  state = sounder_stream_dup_state (stream, g_get_monotonic_time ());
  facts = sounder_stream_dup_facts (stream);
  g_assert_cmpstr (state, ==, "open");
  g_assert_nonnull (strstr (facts, "exchange"));

  g_assert_finalize_object (panel);
}

static void
test_phase_bar_finalize (void)
{
  GtkWidget *bar = g_object_ref_sink (g_object_new (SOUNDER_TYPE_PHASE_BAR, NULL));
  GtkWidget *list = g_object_ref_sink (g_object_new (SOUNDER_TYPE_HEADER_LIST, NULL));

  sounder_phase_bar_set_phases (SOUNDER_PHASE_BAR (bar), NULL);
  sounder_header_list_set_headers (SOUNDER_HEADER_LIST (list), NULL, NULL);
  g_assert_finalize_object (bar);
  g_assert_finalize_object (list);
}

static void
text_read_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  char **text = user_data;

  *text = gdk_clipboard_read_text_finish (GDK_CLIPBOARD (source), result, NULL);
}

/* The request as it was sent, but for what is secret in it. */
static void
test_copy_curl (Fixture       *fixture,
                gconstpointer  unused)
{
  GtkWidget *window = g_object_ref_sink (gtk_window_new ());
  GdkClipboard *clipboard = gtk_widget_get_clipboard (window);
  g_autofree char *text = NULL;
  g_autoptr (McpRecord) record = NULL;

  for (guint serial = 1; record == NULL; serial++)
    {
      g_autoptr (McpRecord) each = mcp_journal_get_record (fixture->journal, serial);

      if (mcp_record_get_kind (each) == MCP_RECORD_REQUEST)
        record = g_steal_pointer (&each);
    }

  g_assert_true (sounder_record_has_curl (record));
  gdk_clipboard_set_content (clipboard, NULL);
  sounder_record_copy_curl (window, record);
  TEST_AWAIT_POLL (gdk_clipboard_get_content (clipboard) != NULL);
  gdk_clipboard_read_text_async (clipboard, NULL, text_read_cb, &text);
  TEST_AWAIT_POLL (text != NULL);
  g_assert_true (g_str_has_prefix (text, "curl -N http://"));
  g_assert_nonnull (strstr (text, "-H 'Authorization: Bearer '\"$AUTHORIZATION\""));
  g_assert_null (strstr (text, "hidden"));
  g_assert_null (strstr (text, "planted"));
  g_assert_nonnull (strstr (text, "--data-raw '{"));
  g_assert_nonnull (strstr (text, "\"method\":"));

  gtk_window_destroy (GTK_WINDOW (window));
  TEST_AWAIT_POLL (G_OBJECT (window)->ref_count == 1);
  g_object_unref (window);
}

static void
add_fact (const char *name,
          const char *value,
          gpointer    user_data)
{
  g_string_append_printf (user_data, "%s: %s\n", name, value);
}

/* The trace that a server names is told, whatever is in it; what is no trace of a message is not. */
static void
test_trace_facts (void)
{
  static const struct
  {
    const char *text;
    const char *told;     /* (nullable): nothing */
    gboolean    hidden;   /* that is what must not be told */
  } rows[] = {
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"_meta\":{\"traceparent\":\"00-ab\\u202e\",\"tracestate\":\"a=b\"}}}",
      "00-ab\xe2\x80\xae", TRUE },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"_meta\":{\"traceparent\":\"00-ab\",\"tracestate\":\"a=b\"}}}",
      "Trace: 00-ab\nTrace state: a=b\n" },
    { "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"_meta\":{\"traceparent\":7}}}", NULL },
    { "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":[1]}", NULL },
    { "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"traceparent\":\"00-ab\"}}", NULL },
    { "{\"jsonrpc\"", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpJournal) journal = mcp_journal_new ();
      g_autoptr (McpRecord) record = NULL;
      g_autoptr (GBytes) bytes = g_bytes_new_static (rows[i].text, strlen (rows[i].text));
      g_autoptr (GString) facts = g_string_new (NULL);
      McpJournalEntry entry = { .direction = MCP_DIRECTION_IN, .kind = MCP_RECORD_NOTIFICATION, .life = 1 };

      mcp_journal_append (journal, &entry, bytes);
      record = mcp_journal_get_record (journal, 1);
      sounder_record_facts (record, NULL, add_fact, facts);
      if (rows[i].told == NULL)
        g_assert_null (strstr (facts->str, "Trace"));
      else
        g_assert_true ((strstr (facts->str, rows[i].told) == NULL) == rows[i].hidden);
    }
}

int
main (int   argc,
      char *argv[])
{
  app_test_init (&argc, &argv);

  g_test_add ("/app/exchange/read", Fixture, NULL, set_up, test_exchange_read, tear_down);
  g_test_add ("/app/exchange/rows", Fixture, NULL, set_up, test_rows, tear_down);
  g_test_add ("/app/exchange/copy-curl", Fixture, NULL, set_up, test_copy_curl, tear_down);
  g_test_add_func ("/app/exchange/event-fields", test_event_fields);
  g_test_add ("/app/exchange-pane/masks", Fixture, NULL, set_up, test_pane_masks, tear_down);
  g_test_add ("/app/streams-panel/shows", Fixture, NULL, set_up, test_streams, tear_down);
  g_test_add_func ("/app/record-facts/trace", test_trace_facts);
  g_test_add_func ("/app/phase-bar/finalize", test_phase_bar_finalize);

  return g_test_run ();
}
