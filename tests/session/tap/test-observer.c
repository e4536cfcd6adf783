/* test-observer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-observer.h"
#include "test-support.h"

/*
 * What a tap writes down of bytes that cross. Each row is what crossed, and the records that are made
 * of it, one in each line: direction, channel, kind, and what is known beside. The bytes come in
 * pieces of any size, which must make no difference.
 */

typedef enum {
  TO_SERVER,     /* standard input, or a request of connection 1 */
  FROM_SERVER,
  FROM_STDERR,
  ENDS_TO,       /* that way ends; the data is why */
  ENDS_FROM,
  CLOSES,
} What;

typedef struct
{
  What        what;
  const char *data;
} Step;

typedef struct
{
  const char *name;
  gboolean    is_http;
  Step        steps[12];
  const char *records;
} Row;

#define REQUEST(more) "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"" more "\"}"
#define RESULT(id) "{\"jsonrpc\":\"2.0\",\"id\":" id ",\"result\":{}}"

static const Row rows[] = {
  { "pair", FALSE,
    { { TO_SERVER, REQUEST ("ping") "\n" }, { FROM_SERVER, RESULT ("1") "\n" } },
    "out stdio request id=1 method=ping ok pair=2\n"
    "in stdio response id=1 method=ping ok pair=1\n" },
  /* Both count their own requests: an answer goes with a request of the other side. */
  { "both-ask", FALSE,
    { { TO_SERVER, REQUEST ("ping") "\n" }, { FROM_SERVER, REQUEST ("roots/list") "\n" },
      { TO_SERVER, RESULT ("1") "\n" }, { FROM_SERVER, RESULT ("1") "\n" } },
    "out stdio request id=1 method=ping ok pair=4\n"
    "in stdio request id=1 method=roots/list ok pair=3\n"
    "out stdio response id=1 method=roots/list ok pair=2\n"
    "in stdio response id=1 method=ping ok pair=1\n" },
  { "ids-are-tokens", FALSE,
    { { TO_SERVER, "{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"ping\"}\n" REQUEST ("ping") "\n" },
      { FROM_SERVER, RESULT ("\"1\"") "\n" } },
    "out stdio request id=\"1\" method=ping ok pair=3\n"
    "out stdio request id=1 method=ping pending\n"
    "in stdio response id=\"1\" method=ping ok pair=1\n" },
  { "reused-id", FALSE,
    { { TO_SERVER, REQUEST ("ping") "\n" }, { FROM_SERVER, RESULT ("1") "\n" },
      { TO_SERVER, REQUEST ("tools/list") "\n" }, { FROM_SERVER, RESULT ("1") "\n" } },
    "out stdio request id=1 method=ping ok pair=2\n"
    "in stdio response id=1 method=ping ok pair=1\n"
    "out stdio request id=1 method=tools/list ok pair=4\n"
    "in stdio response id=1 method=tools/list ok pair=3\n" },
  { "orphan", FALSE,
    { { FROM_SERVER, RESULT ("7") "\n" } },
    "in stdio response id=7 orphan\n" },
  { "cancelled", FALSE,
    { { TO_SERVER, REQUEST ("ping") "\n" },
      { TO_SERVER, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n" } },
    "out stdio request id=1 method=ping cancelled\n"
    "out stdio notification method=notifications/cancelled\n" },
  /* Only who asked can take it back. */
  { "cancelled-by-other", FALSE,
    { { TO_SERVER, REQUEST ("ping") "\n" },
      { FROM_SERVER, "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":1}}\n" } },
    "out stdio request id=1 method=ping pending\n"
    "in stdio notification method=notifications/cancelled\n" },
  { "name", FALSE,
    { { TO_SERVER, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\"}}\n" },
      { FROM_SERVER, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"content\":[],\"isError\":true}}\n" } },
    "out stdio request id=1 method=tools/call name=echo ok pair=2\n"
    "in stdio response id=1 method=tools/call name=echo ok pair=1 tool-error\n" },
  { "error", FALSE,
    { { TO_SERVER, REQUEST ("ping") "\n" },
      { FROM_SERVER, "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32601,\"message\":\"No\"}}\n" } },
    "out stdio request id=1 method=ping error pair=2\n"
    "in stdio error id=1 method=ping error pair=1\n" },
  { "batch", FALSE,
    { { TO_SERVER, REQUEST ("ping") "\n" }, { FROM_SERVER, "[" RESULT ("1") "," RESULT ("2") "]\n" } },
    "out stdio request id=1 method=ping ok pair=2\n"
    "in stdio batch method=ping ok pair=1\n" },
  /* Noise is what the server prints; what a client sends that is no message is its mistake. */
  { "junk", FALSE,
    { { FROM_SERVER, "Listening\n\n" }, { TO_SERVER, "hello\n" }, { FROM_SERVER, "{\"a\":1}\n" } },
    "in stdout-noise noise\n"
    "in stdout-noise noise\n"
    "out stdio invalid\n"
    "in stdio invalid\n" },
  { "line-ends", FALSE,
    { { TO_SERVER, REQUEST ("ping") "\r\n" }, { FROM_SERVER, RESULT ("1") }, { ENDS_FROM, NULL } },
    "out stdio request id=1 method=ping ok pair=2 crlf\n"
    "in stdio response id=1 method=ping ok pair=1 no-eol\n" },
  { "stderr", FALSE,
    { { FROM_STDERR, "one\ntwo" }, { FROM_SERVER, "" } },
    "in stderr stderr\n" },

  { "http", TRUE,
    { { TO_SERVER, "POST /mcp HTTP/1.1\r\nHost: h\r\nContent-Length: 40\r\n\r\n" REQUEST ("ping") },
      { FROM_SERVER, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 36\r\n\r\n" RESULT ("1") } },
    "out http http-request ex=1\n"
    "out http request id=1 method=ping ok pair=4 ex=1\n"
    "in http http-head ex=1\n"
    "in http response id=1 method=ping ok pair=2 ex=1\n"
    "in http http-end ex=1\n" },
  { "http-chunked", TRUE,
    { { TO_SERVER, "POST /mcp HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n8;x=y\r\n{\"jsonrp\r\n20\r\n"
                   "c\":\"2.0\",\"id\":1,\"method\":\"ping\"}\r\n0\r\nTrailer: x\r\n\r\n" },
      { FROM_SERVER, "HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n" } },
    "out http http-request ex=1\n"
    "out http request id=1 method=ping pending ex=1\n"
    "in http http-head ex=1\n"
    "in http http-end ex=1\n" },
  /* Two sent ahead: answers come in the order of the requests. */
  { "http-pipelined", TRUE,
    { { TO_SERVER, "POST / HTTP/1.1\r\nContent-Length: 40\r\n\r\n" REQUEST ("ping")
                   "DELETE / HTTP/1.1\r\n\r\n" },
      { FROM_SERVER, "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 36\r\n\r\n" RESULT ("1")
                     "HTTP/1.1 204 No Content\r\n\r\n" } },
    "out http http-request ex=1\n"
    "out http request id=1 method=ping ok pair=5 ex=1\n"
    "out http http-request ex=2\n"
    "in http http-head ex=1\n"
    "in http response id=1 method=ping ok pair=2 ex=1\n"
    "in http http-end ex=1\n"
    "in http http-head ex=2\n"
    "in http http-end ex=2\n" },
  { "http-events", TRUE,
    { { TO_SERVER, "POST / HTTP/1.1\r\nContent-Length: 40\r\n\r\n" REQUEST ("ping") },
      { FROM_SERVER, "HTTP/1.1 200 OK\r\nContent-Type: Text/Event-Stream; charset=utf-8\r\n\r\n"
                     ": hello\n\nid: 4\n\ndata: {\"jsonrpc\":\"2.0\",\ndata: \"id\":1,\"result\":{}}\n\ndata: left" },
      { ENDS_FROM, NULL }, { CLOSES, NULL } },
    "out http http-request ex=1\n"
    "out http request id=1 method=ping ok pair=6 ex=1\n"
    "in http http-head ex=1\n"
    "in sse comment ex=1\n"
    "in sse event ex=1\n"
    "in sse response id=1 method=ping ok pair=2 joined ex=1\n"
    "in sse event no-eol ex=1\n"
    "in http http-end ex=1\n" },
  { "http-cut", TRUE,
    { { TO_SERVER, "POST / HTTP/1.1\r\nContent-Length: 40\r\n\r\n" REQUEST ("ping") },
      { FROM_SERVER, "HTTP/1.1 200 OK\r\nContent-Length: 36\r\n\r\n{\"jsonrpc" }, { ENDS_FROM, NULL },
      { CLOSES, NULL } },
    "out http http-request ex=1\n"
    "out http request id=1 method=ping pending ex=1\n"
    "in http http-head ex=1\n"
    "in http invalid ex=1\n"
    "in http http-end ex=1\n" },
  { "http-unanswered", TRUE,
    { { TO_SERVER, "GET / HTTP/1.1\r\n\r\n" }, { ENDS_TO, "gone" }, { CLOSES, NULL } },
    "out http http-request ex=1\n"
    "in http http-end ex=1\n" },
  /* A HEAD has no body, whatever its answer's length is. */
  { "http-head", TRUE,
    { { TO_SERVER, "HEAD / HTTP/1.1\r\n\r\nGET / HTTP/1.1\r\n\r\n" },
      { FROM_SERVER, "HTTP/1.1 200 OK\r\nContent-Length: 40\r\n\r\nHTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno" } },
    "out http http-request ex=1\n"
    "out http http-request ex=2\n"
    "in http http-head ex=1\n"
    "in http http-end ex=1\n"
    "in http http-head ex=2\n"
    "in http noise ex=2\n"
    "in http http-end ex=2\n" },
  { "http-none", TRUE,
    { { TO_SERVER, "\026\003\001 a TLS greeting\r\n\r\n" }, { CLOSES, NULL } },
    "out session note\n" },
  { "http-upgrade", TRUE,
    { { TO_SERVER, "GET / HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n" },
      { FROM_SERVER, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n\r\n\201\002hi" }, { CLOSES, NULL } },
    "out http http-request ex=1\n"
    "in http http-head ex=1\n"
    "out session note\n"
    "in http http-end ex=1\n" },
};

static void
append_flag (GString    *line,
             guint       flags,
             guint       flag,
             const char *name)
{
  if (flags & flag)
    g_string_append_printf (line, " %s", name);
}

static void
append_record (GString   *text,
               McpRecord *record)
{
  McpRecordKind kind = mcp_record_get_kind (record);
  guint flags = mcp_record_get_flags (record);
  g_autofree char *id = mcp_record_dup_id (record);

  g_string_append_printf (text, "%s %s %s", mcp_direction_get_nick (mcp_record_get_direction (record)),
                          mcp_channel_get_nick (mcp_record_get_channel (record)), mcp_record_kind_get_nick (kind));
  if (id != NULL)
    g_string_append_printf (text, " id=%s", id);
  if (mcp_record_get_method (record) != NULL)
    g_string_append_printf (text, " method=%s", mcp_record_get_method (record));
  if (mcp_record_get_name (record) != NULL)
    g_string_append_printf (text, " name=%s", mcp_record_get_name (record));
  if (mcp_record_get_status (record) != MCP_STATUS_NONE)
    g_string_append_printf (text, " %s", mcp_status_get_nick (mcp_record_get_status (record)));
  if (mcp_record_get_pair (record) != 0)
    g_string_append_printf (text, " pair=%u", mcp_record_get_pair (record));
  append_flag (text, flags, MCP_RECORD_FLAG_TOOL_ERROR, "tool-error");
  append_flag (text, flags, MCP_RECORD_FLAG_TRUNCATED, "truncated");
  append_flag (text, flags, MCP_RECORD_FLAG_CRLF, "crlf");
  append_flag (text, flags, MCP_RECORD_FLAG_NO_EOL, "no-eol");
  append_flag (text, flags, MCP_RECORD_FLAG_JOINED, "joined");
  if (mcp_record_get_exchange (record) != 0)
    g_string_append_printf (text, " ex=%u", mcp_record_get_exchange (record));
  g_string_append_c (text, '\n');
}

static char *
describe (McpJournal *journal)
{
  GString *text = g_string_new (NULL);

  mcp_journal_flush (journal);
  for (guint serial = 1; serial <= mcp_journal_get_n_records (journal); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);

      append_record (text, record);
    }

  return g_string_free (text, FALSE);
}

static char *
dup_text (McpJournal *journal,
          guint       serial)
{
  g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, NULL);

  return g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
}

static McpObserver *
new_observer (McpJournal **journal,
              gboolean     is_http)
{
  const char *const argv[] = { "server", NULL };
  g_autoptr (McpProfile) profile = is_http ? mcp_profile_new_for_url (NULL, "http://user@127.0.0.1:3001/mcp")
                                           : mcp_profile_new_for_argv (NULL, argv);
  McpObserver *observer;

  *journal = mcp_journal_new ();
  observer = mcp_observer_new (*journal, profile);
  if (is_http)
    mcp_observer_connection_opened (observer, 1);

  return observer;
}

static void
push (McpObserver *observer,
      gboolean     is_http,
      What         what,
      const char  *data,
      gsize        length,
      gsize        piece)
{
  for (gsize i = 0; i < length; i += piece)
    {
      gsize n = MIN (piece, length - i);

      if (is_http)
        mcp_observer_connection_push (observer, 1, what == TO_SERVER ? MCP_DIRECTION_OUT : MCP_DIRECTION_IN,
                                      data + i, n, 1);
      else
        mcp_observer_push (observer,
                           what == TO_SERVER     ? MCP_OBSERVER_STDIN
                           : what == FROM_SERVER ? MCP_OBSERVER_STDOUT
                                                 : MCP_OBSERVER_STDERR,
                           data + i, n, 1);
    }
}

static void
take_step (McpObserver *observer,
           const Row   *row,
           const Step  *step,
           gsize        piece)
{
  switch (step->what)
    {
    case TO_SERVER:
    case FROM_SERVER:
    case FROM_STDERR:
      push (observer, row->is_http, step->what, step->data, strlen (step->data), piece);
      break;

    case ENDS_TO:
    case ENDS_FROM:
      if (row->is_http)
        mcp_observer_connection_end (observer, 1, step->what == ENDS_TO ? MCP_DIRECTION_OUT : MCP_DIRECTION_IN,
                                     step->data);
      else
        mcp_observer_end (observer, step->what == ENDS_TO ? MCP_OBSERVER_STDIN : MCP_OBSERVER_STDOUT);
      break;

    case CLOSES:
      mcp_observer_connection_closed (observer, 1);
      break;
    }
}

static void
test_row (gconstpointer data)
{
  static const gsize pieces[] = { 1000000, 1, 2, 3, 7 };
  const Row *row = data;

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (McpJournal) journal = NULL;
      McpObserver *observer = new_observer (&journal, row->is_http);
      g_autofree char *records = NULL;

      for (guint j = 0; j < G_N_ELEMENTS (row->steps) && (row->steps[j].what != TO_SERVER || row->steps[j].data != NULL);
           j++)
        take_step (observer, row, &row->steps[j], pieces[i]);

      records = describe (journal);
      g_assert_cmpstr (records, ==, row->records);
      g_assert_finalize_object (observer);
    }
}

/* A line that grows is a row from a mebibyte on, and becomes what it is when it is whole. */
static void
test_growing (void)
{
  g_autoptr (McpJournal) journal = NULL;
  McpObserver *observer = new_observer (&journal, FALSE);
  g_autofree char *filler = g_strnfill (1024 * 1024, 'x');
  g_autofree char *records = NULL;
  g_autoptr (McpRecord) record = NULL;

  push (observer, FALSE, FROM_SERVER, "\"", 1, 1);
  push (observer, FALSE, FROM_SERVER, filler, 1024 * 1024 - 2, G_MAXUINT);
  g_assert_cmpuint (mcp_journal_get_n_records (journal), ==, 0);
  push (observer, FALSE, FROM_SERVER, filler, 1, 1);
  g_assert_cmpuint (mcp_journal_get_n_records (journal), ==, 1);
  push (observer, FALSE, FROM_SERVER, filler, 1024 * 1024, G_MAXUINT);
  g_assert_cmpuint (mcp_journal_get_n_records (journal), ==, 1);
  mcp_journal_flush (journal);
  record = mcp_journal_get_record (journal, 1);
  g_assert_cmpuint (mcp_record_get_size (record), ==, 2 * 1024 * 1024);

  push (observer, FALSE, FROM_SERVER, "\"\n", 2, 2);
  records = describe (journal);
  g_assert_cmpstr (records, ==, "in stdout-noise noise\n");
  g_assert_cmpuint (mcp_record_get_size (record), ==, 2 * 1024 * 1024 + 1);
  g_assert_finalize_object (observer);
}

/* Beyond the limit the start of a line is kept, with how long all of it was. */
static void
test_oversized (void)
{
  const char *const argv[] = { "server", NULL };
  g_autoptr (McpProfile) profile = mcp_profile_new_for_argv (NULL, argv);
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpObserver) observer = NULL;
  g_autoptr (McpRecord) record = NULL;
  g_autofree char *filler = g_strnfill (3 * 1024 * 1024, 'x');
  g_autofree char *records = NULL;

  g_object_set (profile, "max-message-bytes", (guint64) (1024 * 1024), NULL);
  observer = mcp_observer_new (journal, profile);
  push (observer, FALSE, FROM_SERVER, filler, 3 * 1024 * 1024, 65536);
  push (observer, FALSE, FROM_SERVER, "\n" RESULT ("1") "\n", strlen (RESULT ("1")) + 2, 100);
  records = describe (journal);
  g_assert_cmpstr (records, ==, "in stdio oversized truncated\nin stdio response id=1 orphan\n");
  record = mcp_journal_get_record (journal, 1);
  g_assert_cmpuint (mcp_record_get_size (record), ==, 3 * 1024 * 1024);
}

/* Who they are is told once, when they say it: in the handshake, or in the _meta of a request. */
static void
test_parties (void)
{
  static const struct
  {
    const char *request;
    const char *result;
    const char *text;   /* (nullable): of the last note */
  } cases[] = {
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"clientInfo\":{\"name\":\"c\",\"version\":\"2\"}}}\n",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"serverInfo\":{\"name\":\"s\"}}}\n", "\"text\":\"c 2 → s\"" },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\",\"params\":{\"_meta\":{"
      "\"io.modelcontextprotocol/clientInfo\":{\"version\":\"2\"}}}}\n",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"_meta\":{\"io.modelcontextprotocol/serverInfo\":{\"name\":\"s\","
      "\"version\":\"1\"}}}}\n", "\"text\":\"? 2 → s 1\"" },
    /* Another answer says nothing of the server. */
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"clientInfo\":{\"name\":\"c\"}}}\n",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"serverInfo\":{\"name\":\"s\"}}}\n", NULL },
    { "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"clientInfo\":\"c\"}}\n",
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"serverInfo\":[]}}\n", NULL },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJournal) journal = NULL;
      g_autoptr (McpObserver) observer = new_observer (&journal, FALSE);
      g_autofree char *last = NULL;

      for (guint again = 0; again < 2; again++)
        {
          push (observer, FALSE, TO_SERVER, cases[i].request, strlen (cases[i].request), 1000);
          push (observer, FALSE, FROM_SERVER, cases[i].result, strlen (cases[i].result), 1000);
        }
      mcp_journal_flush (journal);
      g_assert_cmpuint (mcp_journal_get_n_records (journal), ==, cases[i].text != NULL ? 6 : 4);
      if (cases[i].text == NULL)
        continue;

      last = dup_text (journal, 4);
      g_assert_nonnull (strstr (last, "\"type\":\"parties\""));
      g_assert_nonnull (strstr (last, cases[i].text));
    }
}

/* However many were never answered, what comes behind them is understood. */
static void
test_waiting (void)
{
  static const char cancelled[] =
    "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":\"last\"}}\n";
  g_autoptr (McpJournal) journal = NULL;
  g_autoptr (McpObserver) observer = new_observer (&journal, FALSE);
  g_autoptr (GString) requests = g_string_new (NULL);
  g_autoptr (McpRecord) last = NULL;

  for (guint i = 0; i < 70000; i++)
    g_string_append_printf (requests, "{\"jsonrpc\":\"2.0\",\"id\":%u,\"method\":\"ping\"}\n", i);
  g_string_append (requests, "{\"jsonrpc\":\"2.0\",\"id\":\"last\",\"method\":\"ping\"}\n");
  push (observer, FALSE, TO_SERVER, requests->str, requests->len, 65536);
  push (observer, FALSE, TO_SERVER, cancelled, strlen (cancelled), 65536);
  mcp_journal_flush (journal);
  last = mcp_journal_get_record (journal, 70001);
  g_assert_cmpint (mcp_record_get_status (last), ==, MCP_STATUS_CANCELLED);
}

/* The end of a server loses what was not answered; one that a signal ended was told to end. */
static void
test_exit (void)
{
  static const struct
  {
    McpExit   status;
    McpStatus expected;
    const char *text;
  } cases[] = {
    { { .exited = TRUE, .exit_code = 0 }, MCP_STATUS_NONE, "{\"type\":\"exit\",\"code\":0}" },
    { { .exited = TRUE, .exit_code = 3 }, MCP_STATUS_ERROR, "{\"type\":\"exit\",\"code\":3}" },
    { { .signal_number = 15 }, MCP_STATUS_NONE, "{\"type\":\"exit\",\"signal\":15}" },
    { { .signal_number = 11, .core_dumped = TRUE }, MCP_STATUS_ERROR, "{\"type\":\"exit\",\"signal\":11,\"core\":true}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJournal) journal = NULL;
      g_autoptr (McpObserver) observer = new_observer (&journal, FALSE);
      g_autoptr (McpRecord) request = NULL;
      g_autoptr (McpRecord) ended = NULL;
      g_autofree char *text = NULL;

      push (observer, FALSE, TO_SERVER, REQUEST ("ping") "\n", strlen (REQUEST ("ping")) + 1, 100);
      mcp_observer_exited (observer, &cases[i].status);
      mcp_journal_flush (journal);
      request = mcp_journal_get_record (journal, 1);
      ended = mcp_journal_get_record (journal, 2);
      text = dup_text (journal, 2);
      g_assert_cmpint (mcp_record_get_status (request), ==, MCP_STATUS_LOST);
      g_assert_cmpint (mcp_record_get_status (ended), ==, cases[i].expected);
      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

/* Names of the environment, never values; strings that are no JSON by themselves. */
static void
test_spawned (void)
{
  const char *const argv[] = { "a \"b\"", "\n", NULL };
  const char *const names[] = { "HOME", NULL };
  g_autoptr (McpJournal) journal = NULL;
  g_autoptr (McpObserver) observer = new_observer (&journal, FALSE);
  g_autofree char *with = NULL;
  g_autofree char *without = NULL;

  mcp_observer_spawned (observer, 7, argv, "/a", names);
  mcp_observer_spawned (observer, 8, argv, NULL, NULL);
  mcp_journal_flush (journal);
  with = dup_text (journal, 1);
  without = dup_text (journal, 2);
  g_assert_cmpstr (with, ==,
                   "{\"type\":\"spawn\",\"pid\":7,\"argv\":[\"a \\\"b\\\"\",\"\\n\"],\"cwd\":\"/a\",\"env\":[\"HOME\"]}");
  g_assert_nonnull (strstr (without, "\"env\":[]"));
}

/* Where it went, without a user's name; by which way; and how the server was reached, told once. */
static void
test_http_facts (void)
{
  static const char reached[] = "{\"peer\":\"127.0.0.1:3001\",\"tls\":\"TLS 1.3\",\"connected\":250}";
  static const struct
  {
    const char *request;
    const char *purpose;
    const char *url;
  } cases[] = {
    { "POST /mcp HTTP/1.1\r\nContent-Length: 0\r\n\r\n", "send", "http://127.0.0.1:3001/mcp" },
    { "GET /mcp HTTP/1.1\r\n\r\n", "listen", "http://127.0.0.1:3001/mcp" },
    { "GET /mcp HTTP/1.1\r\nlast-event-id: 3\r\n\r\n", "resume", "http://127.0.0.1:3001/mcp" },
    { "DELETE /mcp HTTP/1.1\r\n\r\n", "end", "http://127.0.0.1:3001/mcp" },
    { "POST http://else/x HTTP/1.1\r\nContent-Length: 0\r\n\r\n", "send", "http://else/x" },
    { "GET / HTTP/1.1\r\nUPGRADE: websocket\r\n\r\n", "upgrade", "http://127.0.0.1:3001/" },
  };
  static const char answer[] = "HTTP/1.1 204 No Content\r\n\r\n";
  g_autoptr (GBytes) json = g_bytes_new_static (reached, strlen (reached));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (McpJournal) journal = NULL;
      g_autoptr (McpObserver) observer = new_observer (&journal, TRUE);
      g_autofree char *request = NULL;
      g_autofree char *head = NULL;
      g_autofree char *end = NULL;
      g_autofree char *url = g_strdup_printf ("\"url\":\"%s\"", cases[i].url);
      g_autofree char *purpose = g_strdup_printf ("\"purpose\":\"%s\"", cases[i].purpose);

      mcp_observer_connection_reached (observer, 1, json);
      mcp_observer_connection_reached (observer, 2, json);
      for (guint again = 0; again < 2; again++)
        {
          push (observer, TRUE, TO_SERVER, cases[i].request, strlen (cases[i].request), 1000);
          push (observer, TRUE, FROM_SERVER, answer, strlen (answer), 1000);
        }
      mcp_journal_flush (journal);
      g_assert_cmpuint (mcp_journal_get_n_records (journal), ==, 6);
      request = dup_text (journal, 1);
      head = dup_text (journal, 2);
      end = dup_text (journal, 3);
      g_assert_nonnull (strstr (request, url));
      g_assert_nonnull (strstr (request, purpose));
      g_assert_nonnull (strstr (head, "\"status\":204,\"reason\":\"No Content\",\"version\":\"1.1\""));
      g_assert_nonnull (strstr (head, "\"peer\":\"127.0.0.1:3001\",\"tls\":\"TLS 1.3\""));
      g_assert_nonnull (strstr (end, "\"connected\":250"));
      g_clear_pointer (&end, g_free);
      end = dup_text (journal, 6);
      g_assert_null (strstr (end, "\"connected\""));
    }
}

static GBytes *
compress (const char           *text,
          GZlibCompressorFormat format)
{
  g_autoptr (GConverter) compressor = G_CONVERTER (g_zlib_compressor_new (format, 9));
  gsize n_read;
  gsize n_written;
  char buffer[1024];

  g_assert_cmpint (g_converter_convert (compressor, text, strlen (text), buffer, sizeof buffer,
                                        G_CONVERTER_INPUT_AT_END, &n_read, &n_written, NULL),
                   ==, G_CONVERTER_FINISHED);

  return g_bytes_new (buffer, n_written);
}

/* What is compressed stands in the journal as it is read; what cannot be, as little of it as could. */
static void
test_http_coding (void)
{
  static const struct
  {
    const char           *coding;
    GZlibCompressorFormat format;
    const char           *records;
  } cases[] = {
    { "gzip", G_ZLIB_COMPRESSOR_FORMAT_GZIP, "in http response id=1 method=ping ok pair=2 ex=1\n" },
    { "X-GZIP", G_ZLIB_COMPRESSOR_FORMAT_GZIP, "in http response id=1 method=ping ok pair=2 ex=1\n" },
    { "deflate", G_ZLIB_COMPRESSOR_FORMAT_ZLIB, "in http response id=1 method=ping ok pair=2 ex=1\n" },
    { "gzip", G_ZLIB_COMPRESSOR_FORMAT_ZLIB, "" },
    { "br", G_ZLIB_COMPRESSOR_FORMAT_ZLIB, "in http noise ex=1\n" },
  };
  static const char request[] = "POST / HTTP/1.1\r\nContent-Length: 40\r\n\r\n" REQUEST ("ping");

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (gsize piece = 1; piece < 100; piece += 33)
      {
        g_autoptr (McpJournal) journal = NULL;
        g_autoptr (McpObserver) observer = new_observer (&journal, TRUE);
        g_autoptr (GBytes) body = compress (RESULT ("1"), cases[i].format);
        g_autofree char *head = g_strdup_printf ("HTTP/1.1 200 OK\r\nContent-Encoding: %s\r\nContent-Length: %" G_GSIZE_FORMAT
                                                 "\r\n\r\n", cases[i].coding, g_bytes_get_size (body));
        g_autofree char *expected = g_strconcat ("out http http-request ex=1\nout http request id=1 method=ping ",
                                                 strstr (cases[i].records, "pair") != NULL ? "ok pair=4" : "pending",
                                                 " ex=1\nin http http-head ex=1\n", cases[i].records,
                                                 "in http http-end ex=1\n", NULL);
        g_autofree char *records = NULL;

        push (observer, TRUE, TO_SERVER, request, strlen (request), 1000);
        push (observer, TRUE, FROM_SERVER, head, strlen (head), 1000);
        push (observer, TRUE, FROM_SERVER, g_bytes_get_data (body, NULL), g_bytes_get_size (body), piece);
        records = describe (journal);
        g_assert_cmpstr (records, ==, expected);
      }
}

/* Who sends ever more ahead is passed on, and no longer written down. */
static void
test_http_flood (void)
{
  static const char request[] = "GET / HTTP/1.1\r\n\r\n";
  g_autoptr (McpJournal) journal = NULL;
  g_autoptr (McpObserver) observer = new_observer (&journal, TRUE);
  guint n_records;

  for (guint i = 0; i < 1001; i++)
    push (observer, TRUE, TO_SERVER, request, strlen (request), 1000);
  mcp_journal_flush (journal);
  n_records = mcp_journal_get_n_records (journal);
  g_assert_cmpuint (n_records, ==, 1001 + 1 + 1001); /* requests, a note, and their ends */

  push (observer, TRUE, TO_SERVER, request, strlen (request), 1000);
  mcp_observer_connection_end (observer, 1, MCP_DIRECTION_OUT, NULL);
  mcp_observer_connection_closed (observer, 1);
  mcp_journal_flush (journal);
  g_assert_cmpuint (mcp_journal_get_n_records (journal), ==, n_records);
}

/* Connections know nothing of each other. */
static void
test_http_connections (void)
{
  static const char request[] = "POST / HTTP/1.1\r\nContent-Length: 40\r\n\r\n" REQUEST ("ping");
  static const char answer[] = "HTTP/1.1 200 OK\r\nContent-Length: 36\r\n\r\n" RESULT ("1");
  g_autoptr (McpJournal) journal = NULL;
  g_autoptr (McpObserver) observer = new_observer (&journal, TRUE);
  g_autofree char *records = NULL;

  mcp_observer_connection_opened (observer, 2);
  mcp_observer_connection_push (observer, 1, MCP_DIRECTION_OUT, request, 20, 1);
  mcp_observer_connection_push (observer, 2, MCP_DIRECTION_OUT, request, strlen (request), 1);
  mcp_observer_connection_push (observer, 1, MCP_DIRECTION_OUT, request + 20, strlen (request) - 20, 1);
  mcp_observer_connection_push (observer, 1, MCP_DIRECTION_IN, answer, strlen (answer), 1);
  mcp_observer_connection_closed (observer, 2);
  mcp_observer_connection_push (observer, 2, MCP_DIRECTION_IN, answer, strlen (answer), 1);
  records = describe (journal);
  g_assert_cmpstr (records, ==,
                   "out http http-request ex=1\n"
                   "out http request id=1 method=ping pending ex=1\n"
                   "out http http-request ex=2\n"
                   "out http request id=1 method=ping ok pair=6 ex=2\n"
                   "in http http-head ex=2\n"
                   "in http response id=1 method=ping ok pair=4 ex=2\n"
                   "in http http-end ex=2\n"
                   "in http http-end ex=1\n");
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/session/observer/", rows[i].name, NULL);

      g_test_add_data_func (path, &rows[i], test_row);
    }
  g_test_add_func ("/session/observer/growing", test_growing);
  g_test_add_func ("/session/observer/oversized", test_oversized);
  g_test_add_func ("/session/observer/parties", test_parties);
  g_test_add_func ("/session/observer/waiting", test_waiting);
  g_test_add_func ("/session/observer/exit", test_exit);
  g_test_add_func ("/session/observer/spawned", test_spawned);
  g_test_add_func ("/session/observer/http/facts", test_http_facts);
  g_test_add_func ("/session/observer/http/coding", test_http_coding);
  g_test_add_func ("/session/observer/http/flood", test_http_flood);
  g_test_add_func ("/session/observer/http/connections", test_http_connections);

  return g_test_run ();
}
