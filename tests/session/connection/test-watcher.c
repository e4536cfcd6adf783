/* test-watcher.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-catalog-private.h"
#include "mcp-session.h"
#include "mcp-error.h"
#include "mcp-health-event.h"
#include "mcp-session-private.h"

/* A watcher that writes down what it is told, and objects where it is asked to. */
#define FAKE_TYPE_WATCHER (fake_watcher_get_type ())
G_DECLARE_FINAL_TYPE (FakeWatcher, fake_watcher, FAKE, WATCHER, GObject)

struct _FakeWatcher
{
  GObject     parent_instance;

  const char *name;
  GString    *log;        /* of all fakes of a test */
  gboolean    objects;
  gboolean    holds;
};

static void fake_iface_init (McpWatcherInterface *iface);

G_DEFINE_FINAL_TYPE_WITH_CODE (FakeWatcher, fake_watcher, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_WATCHER, fake_iface_init))

static void
note (McpWatcher *watcher,
      const char *what)
{
  FakeWatcher *self = FAKE_WATCHER (watcher);

  g_string_append_printf (self->log, "%s%s:%s", self->log->len > 0 ? " " : "", self->name, what);
}

static void
fake_ready (McpWatcher *watcher,
            guint       attempt)
{
  note (watcher, attempt == 2 ? "ready" : "?");
}

static void
fake_ended (McpWatcher *watcher,
            const char *reason)
{
  note (watcher, reason);
}

static GError *
fake_check_call (McpWatcher *watcher,
                 McpCall    *call)
{
  note (watcher, "check");

  return FAKE_WATCHER (watcher)->objects
           ? g_error_new (MCP_ERROR, MCP_ERROR_USAGE, "%s objects", FAKE_WATCHER (watcher)->name)
           : NULL;
}

static gboolean
fake_holds_call (McpWatcher  *watcher,
                 McpCall     *call,
                 GError     **error)
{
  note (watcher, "hold");

  return FAKE_WATCHER (watcher)->holds;
}

static void
fake_iface_init (McpWatcherInterface *iface)
{
  iface->ready = fake_ready;
  iface->ended = fake_ended;
  iface->check_call = fake_check_call;
  iface->holds_call = fake_holds_call;
}

static void
fake_watcher_class_init (FakeWatcherClass *klass)
{
}

static void
fake_watcher_init (FakeWatcher *self)
{
}

static FakeWatcher *
add_fake (McpWatchers *watchers,
          const char  *name,
          GString     *log)
{
  g_autoptr (FakeWatcher) fake = g_object_new (FAKE_TYPE_WATCHER, NULL);

  fake->name = name;
  fake->log = log;
  mcp_watchers_add (watchers, MCP_WATCHER (fake));

  return fake; /* the watchers hold it */
}

/* In their order; what one leaves out is not called. */
static void
test_order (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  McpWatchers *watchers = mcp_watchers_new ();

  add_fake (watchers, "a", log);
  add_fake (watchers, "b", log);
  mcp_watchers_begin (watchers);
  mcp_watchers_ready (watchers, 2);
  mcp_watchers_saw_traffic (watchers);
  mcp_watchers_end (watchers, "over");
  g_assert_cmpstr (log->str, ==, "a:ready b:ready a:over b:over");

  mcp_watchers_remove_all (watchers);
  mcp_watchers_ready (watchers, 2);
  g_assert_cmpstr (log->str, ==, "a:ready b:ready a:over b:over");
  mcp_watchers_free (watchers);
}

/* The first objection counts, and nobody is asked behind it. */
static void
test_objection (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  McpWatchers *watchers = mcp_watchers_new ();
  FakeWatcher *first = add_fake (watchers, "a", log);
  FakeWatcher *second = add_fake (watchers, "b", log);
  g_autoptr (McpCall) call = mcp_call_new ("ping", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_no_error (mcp_watchers_check_call (watchers, call));
  g_assert_cmpstr (log->str, ==, "a:check b:check");
  g_string_truncate (log, 0);

  first->objects = second->objects = TRUE;
  error = mcp_watchers_check_call (watchers, call);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
  g_assert_cmpstr (error->message, ==, "a objects");
  g_assert_cmpstr (log->str, ==, "a:check");
  g_string_truncate (log, 0);

  g_assert_false (mcp_watchers_hold_call (watchers, call, NULL));
  first->holds = TRUE;
  g_assert_true (mcp_watchers_hold_call (watchers, call, NULL));
  g_assert_cmpstr (log->str, ==, "a:hold b:hold a:hold");
  mcp_watchers_free (watchers);
}

/* Nobody answers what nobody knows. */
static void
test_nobody (void)
{
  g_autoptr (GString) log = g_string_new (NULL);
  McpWatchers *watchers = mcp_watchers_new ();
  g_autoptr (McpId) id = mcp_id_new_integer (1);

  add_fake (watchers, "a", log);
  g_assert_false (mcp_watchers_know_task (watchers, "t"));
  g_assert_null (mcp_watchers_find_tool (watchers, "t"));
  g_assert_false (mcp_watchers_take_progress (watchers, id, 1, 2));
  g_assert_false (mcp_watchers_list_tools (watchers, NULL, NULL, NULL));
  mcp_watchers_free (watchers);
}

/* A session that never had a server, as if it had answered. */
static McpSession *
new_session (const char *server)
{
  g_autoptr (McpProfile) profile = mcp_profile_new ("fake");
  g_autoptr (GBytes) result = g_bytes_new_static (server, strlen (server));
  McpSession *session = mcp_session_new (profile, NULL);

  mcp_negotiation_take_initialize (session->negotiation, NULL, 0, result, 0);
  mcp_session_negotiated (session);
  mcp_session_set_auto_list (session, FALSE);

  return session;
}

/* Catalogs without a process: declared or not, and stale when they are told so. */
static void
test_catalogs (void)
{
  g_autoptr (McpSession) session =
    new_session ("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{\"listChanged\":true}}}");
  const char *text = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (McpMessage) message = mcp_message_new (bytes);
  McpCatalog *tools = mcp_session_get_catalog (session, MCP_CATALOG_TOOLS);
  McpCatalog *prompts = mcp_session_get_catalog (session, MCP_CATALOG_PROMPTS);

  mcp_watchers_ready (session->watchers, 0);
  g_assert_cmpint (mcp_catalog_get_state (tools), ==, MCP_CATALOG_EMPTY);
  g_assert_cmpint (mcp_catalog_get_state (prompts), ==, MCP_CATALOG_UNSUPPORTED);

  g_assert_false (tools->stale);
  mcp_watchers_notify (session->watchers, MCP_NOTIFICATION_TOOLS_CHANGED, message, 1);
  g_assert_true (tools->stale);
  g_assert_false (prompts->stale);
  g_assert_null (mcp_session_find_tool (session, "t"));
  mcp_watchers_end (session->watchers, NULL);
}

/* Tasks without a process: what may be one, what was made, what is told of it. */
static void
test_tasks (void)
{
  const char *made = "{\"task\":{\"taskId\":\"t1\",\"status\":\"working\",\"ttl\":null,"
                     "\"createdAt\":\"2026-01-01T00:00:00Z\",\"lastUpdatedAt\":\"2026-01-01T00:00:00Z\"}}";
  const char *text = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tasks/status\",\"params\":{"
                     "\"taskId\":\"t1\",\"status\":\"cancelled\",\"ttl\":null,"
                     "\"createdAt\":\"2026-01-01T00:00:00Z\",\"lastUpdatedAt\":\"2026-01-01T00:00:01Z\"}}";
  g_autoptr (McpSession) session =
    new_session ("{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{},\"tasks\":"
                 "{\"requests\":{\"tools\":{\"call\":{}}}}}}");
  g_autoptr (GBytes) bytes = g_bytes_new_static (text, strlen (text));
  g_autoptr (McpMessage) message = mcp_message_new (bytes);
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("add", "{\"a\":1}");
  g_autoptr (McpCall) other = mcp_call_new ("ping", NULL);
  g_autoptr (GError) error = NULL;
  McpJournalEntry entry = { .direction = MCP_DIRECTION_OUT, .kind = MCP_RECORD_REQUEST, .life = 1 };
  McpTask *task;

  mcp_call_set_first_serial (call, mcp_journal_append (session->journal, &entry, bytes));
  g_assert_no_error (mcp_watchers_check_call (session->watchers, call));
  mcp_call_set_task (other, -1);
  error = mcp_watchers_check_call (session->watchers, other);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_CAPABILITY);

  g_assert_false (mcp_watchers_know_task (session->watchers, "t1"));
  mcp_watchers_task_made (session->watchers, call, made, strlen (made), 1);
  g_assert_true (mcp_watchers_know_task (session->watchers, "t1"));
  task = mcp_tasks_find (mcp_session_get_tasks (session), "t1");
  g_assert_cmpint (mcp_task_get_info (task)->status, ==, MCP_TASK_WORKING);
  mcp_watchers_notify (session->watchers, MCP_NOTIFICATION_TASK_STATUS, message, 2);
  g_assert_cmpint (mcp_task_get_info (task)->status, ==, MCP_TASK_CANCELLED);
  mcp_watchers_end (session->watchers, NULL);
}

static guint
count_events (McpHealth          *health,
              McpHealthEventKind  kind)
{
  GListModel *events = mcp_health_get_events (health);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (events); i++)
    {
      g_autoptr (McpHealthEvent) event = g_list_model_get_item (events, i);

      n += event->kind == kind;
    }

  return n;
}

/* The monitor without a process: what it logs, and that a failure counts only while it runs. */
static void
test_health (void)
{
  g_autoptr (McpSession) session = new_session ("{\"protocolVersion\":\"2025-11-25\"}");
  McpHealth *health = mcp_session_get_health (session);

  mcp_watchers_call_failed (session->watchers, "nobody there");
  g_assert_cmpuint (mcp_health_get_n_failures (health), ==, 0);
  mcp_watchers_wait (session->watchers, 1, 500, "lost");
  mcp_watchers_attempt_failed (session->watchers, 1, "refused");
  mcp_watchers_ready (session->watchers, 2);
  mcp_watchers_call_failed (session->watchers, "nobody there");
  g_assert_cmpuint (mcp_health_get_n_failures (health), ==, 1);
  mcp_watchers_end (session->watchers, "gone");

  g_assert_cmpuint (count_events (health, MCP_HEALTH_EVENT_RECONNECTING), ==, 1);
  g_assert_cmpuint (count_events (health, MCP_HEALTH_EVENT_RECONNECT_FAILED), ==, 1);
  g_assert_cmpuint (count_events (health, MCP_HEALTH_EVENT_RECONNECTED), ==, 1);
  g_assert_cmpuint (count_events (health, MCP_HEALTH_EVENT_DISCONNECTED), ==, 1);
}

/* The params are read once, and only of what calls a tool. */
static void
test_call_tool (void)
{
  g_autoptr (McpCall) call = mcp_session_new_tool_call ("add", NULL);
  g_autoptr (McpCall) prompt = mcp_session_new_prompt_get ("add", NULL);
  g_autoptr (McpCall) nameless = mcp_call_new ("tools/call", "{}");
  const char *name = mcp_call_get_tool (call);

  g_assert_cmpstr (name, ==, "add");
  g_assert_true (mcp_call_get_tool (call) == name);
  g_assert_null (mcp_call_get_tool (prompt));
  g_assert_null (mcp_call_get_tool (nameless));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/watchers/order", test_order);
  g_test_add_func ("/session/watchers/objection", test_objection);
  g_test_add_func ("/session/watchers/nobody", test_nobody);
  g_test_add_func ("/session/catalog/watches", test_catalogs);
  g_test_add_func ("/session/tasks/watch", test_tasks);
  g_test_add_func ("/session/health/watches", test_health);
  g_test_add_func ("/session/call/tool", test_call_tool);

  return g_test_run ();
}
