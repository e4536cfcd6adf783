/* test-task.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-call.h"
#include "mcp-json.h"
#include "mcp-task-private.h"

#define TIMES "\"createdAt\":\"2026-01-02T03:04:05Z\",\"lastUpdatedAt\":\"2026-01-02T03:04:06Z\""
#define TASK(rest) "{\"taskId\":\"t\"," TIMES "," rest "}"
#define BASE(rest) TASK ("\"ttl\":60000," rest)
#define CREATED_USEC (G_GINT64_CONSTANT (1767323045) * G_USEC_PER_SEC)

static McpTaskFaults
read_text (McpTask     *task,
           const char  *text,
           const char **member)
{
  const char *missing;

  return mcp_task_read (task, text, strlen (text), 7, member != NULL ? member : &missing);
}

static void
count_cb (McpTask *task,
          guint   *n_changes)
{
  (*n_changes)++;
}

/* Whatever is of the wrong type is as if it was not there, and is told as a fault where it must be there. */
static void
test_read (void)
{
  static const struct
  {
    McpTaskFlavour flavour;
    const char    *text;
    McpTaskFaults  faults;
    const char    *member;
    McpTaskStatus  status;
    const char    *word;
    gint64         ttl_msec;
    guint          poll_msec;
  } rows[] = {
    { MCP_TASK_BASE, BASE ("\"status\":\"working\",\"pollInterval\":500"), 0, NULL, MCP_TASK_WORKING, "working", 60000, 500 },
    { MCP_TASK_BASE, BASE ("\"status\":\"input_required\""), 0, NULL, MCP_TASK_INPUT_REQUIRED, "input_required", 60000, 1000 },
    { MCP_TASK_BASE, BASE ("\"status\":\"completed\""), 0, NULL, MCP_TASK_COMPLETED, "completed", 60000, 1000 },
    { MCP_TASK_BASE, BASE ("\"status\":\"failed\""), 0, NULL, MCP_TASK_FAILED, "failed", 60000, 1000 },
    { MCP_TASK_BASE, BASE ("\"status\":\"cancelled\""), 0, NULL, MCP_TASK_CANCELLED, "cancelled", 60000, 1000 },

    /* Words that are none, and what is no word. */
    { MCP_TASK_BASE, BASE ("\"status\":\"Working\""), MCP_TASK_FAULT_STATUS, NULL, MCP_TASK_OTHER, "Working", 60000, 1000 },
    { MCP_TASK_BASE, BASE ("\"status\":\"\""), MCP_TASK_FAULT_STATUS, NULL, MCP_TASK_OTHER, "", 60000, 1000 },
    { MCP_TASK_BASE, BASE ("\"status\":\"work\\u0069ng\""), 0, NULL, MCP_TASK_WORKING, "working", 60000, 1000 },
    { MCP_TASK_BASE, BASE ("\"status\":1"), MCP_TASK_FAULT_MEMBER, "status", MCP_TASK_OTHER, "", 60000, 1000 },
    { MCP_TASK_BASE, BASE ("\"status\":null"), MCP_TASK_FAULT_MEMBER, "status", MCP_TASK_OTHER, "", 60000, 1000 },
    { MCP_TASK_BASE, BASE ("\"status\":[\"working\"]"), MCP_TASK_FAULT_MEMBER, "status", MCP_TASK_OTHER, "", 60000, 1000 },
    { MCP_TASK_BASE, BASE ("\"x\":1"), MCP_TASK_FAULT_MEMBER, "status", MCP_TASK_OTHER, "", 60000, 1000 },
    { MCP_TASK_BASE, "{}", MCP_TASK_FAULT_MEMBER, "taskId", MCP_TASK_OTHER, "", -1, 1000 },
    { MCP_TASK_BASE, "{\"taskId\":7,\"status\":\"working\"," TIMES ",\"ttl\":1}", MCP_TASK_FAULT_MEMBER, "taskId",
      MCP_TASK_WORKING, "working", 1, 1000 },
    { MCP_TASK_BASE, "{\"taskId\":\"t\",\"status\":\"working\",\"createdAt\":1,\"lastUpdatedAt\":\"x\",\"ttl\":1}",
      MCP_TASK_FAULT_MEMBER, "createdAt", MCP_TASK_WORKING, "working", 1, 1000 },
    { MCP_TASK_BASE, "{\"taskId\":\"t\",\"status\":\"working\",\"createdAt\":\"x\",\"ttl\":1}",
      MCP_TASK_FAULT_MEMBER, "lastUpdatedAt", MCP_TASK_WORKING, "working", 1, 1000 },
    { MCP_TASK_BASE, "{\"taskId\":{},\"status\":\"new\"}", MCP_TASK_FAULT_MEMBER | MCP_TASK_FAULT_STATUS, "taskId",
      MCP_TASK_OTHER, "new", -1, 1000 },

    /* The time to live has no end when it is null, and has to be said. */
    { MCP_TASK_BASE, TASK ("\"status\":\"working\",\"ttl\":null"), 0, NULL, MCP_TASK_WORKING, "working", -1, 1000 },
    { MCP_TASK_BASE, TASK ("\"status\":\"working\""), MCP_TASK_FAULT_MEMBER, "ttl", MCP_TASK_WORKING, "working", -1, 1000 },
    { MCP_TASK_BASE, TASK ("\"status\":\"working\",\"ttlMs\":5"), MCP_TASK_FAULT_MEMBER, "ttl", MCP_TASK_WORKING, "working", -1, 1000 },
    { MCP_TASK_BASE, TASK ("\"status\":\"working\",\"ttl\":-5"), 0, NULL, MCP_TASK_WORKING, "working", 0, 1000 },
    { MCP_TASK_BASE, TASK ("\"status\":\"working\",\"ttl\":1e400"), 0, NULL, MCP_TASK_WORKING, "working",
      G_GINT64_CONSTANT (1000000000000000), 1000 },
    { MCP_TASK_BASE, TASK ("\"status\":\"working\",\"ttl\":\"60000\""), 0, NULL, MCP_TASK_WORKING, "working", -1, 1000 },

    /* Nobody is asked all the time, nor left alone for ever. */
    { MCP_TASK_BASE, BASE ("\"status\":\"working\",\"pollInterval\":0"), 0, NULL, MCP_TASK_WORKING, "working", 60000, 100 },
    { MCP_TASK_BASE, BASE ("\"status\":\"working\",\"pollInterval\":-1e400"), 0, NULL, MCP_TASK_WORKING, "working", 60000, 100 },
    { MCP_TASK_BASE, BASE ("\"status\":\"working\",\"pollInterval\":1e12"), 0, NULL, MCP_TASK_WORKING, "working", 60000, 3600000 },
    { MCP_TASK_BASE, BASE ("\"status\":\"working\",\"pollInterval\":250.9"), 0, NULL, MCP_TASK_WORKING, "working", 60000, 250 },
    { MCP_TASK_BASE, BASE ("\"status\":\"working\",\"pollInterval\":\"5\""), 0, NULL, MCP_TASK_WORKING, "working", 60000, 1000 },
    { MCP_TASK_BASE, BASE ("\"status\":\"working\",\"pollIntervalMs\":500"), 0, NULL, MCP_TASK_WORKING, "working", 60000, 1000 },

    /* The extension says it in other members. */
    { MCP_TASK_EXTENSION, TASK ("\"status\":\"working\",\"ttlMs\":5,\"pollIntervalMs\":700"), 0, NULL,
      MCP_TASK_WORKING, "working", 5, 700 },
    { MCP_TASK_EXTENSION, TASK ("\"status\":\"working\",\"ttlMs\":null"), 0, NULL, MCP_TASK_WORKING, "working", -1, 1000 },
    { MCP_TASK_EXTENSION, BASE ("\"status\":\"working\",\"pollInterval\":700"), MCP_TASK_FAULT_MEMBER, "ttlMs",
      MCP_TASK_WORKING, "working", -1, 1000 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpTask) task = mcp_task_new ("t", rows[i].flavour);
      const char *member = "untouched";
      GBytes *json;

      g_test_message ("%s", rows[i].text);
      g_assert_cmpint (read_text (task, rows[i].text, &member), ==, rows[i].faults);
      g_assert_cmpstr (member, ==, rows[i].member);
      g_assert_cmpint (mcp_task_get_info (task)->status, ==, rows[i].status);
      g_assert_cmpstr (mcp_task_get_info (task)->status_word, ==, rows[i].word);
      g_assert_cmpint (mcp_task_get_info (task)->ttl_msec, ==, rows[i].ttl_msec);
      g_assert_cmpuint (mcp_task_get_info (task)->poll_msec, ==, rows[i].poll_msec);
      json = mcp_task_get_info (task)->json;
      g_assert_cmpmem (g_bytes_get_data (json, NULL), g_bytes_get_size (json), rows[i].text, strlen (rows[i].text));
      g_assert_cmpuint (mcp_task_get_info (task)->last_serial, ==, 7);
    }
}

/* What is missing in a later message stays as it was, but for what is said of the status. */
static void
test_read_again (void)
{
  g_autoptr (McpTask) task = mcp_task_new ("t", MCP_TASK_BASE);
  guint n_changes = 0;

  g_signal_connect (task, "changed", G_CALLBACK (count_cb), &n_changes);
  read_text (task, BASE ("\"status\":\"working\",\"statusMessage\":\"half\",\"pollInterval\":500"), NULL);
  g_assert_cmpstr (mcp_task_get_info (task)->status_message, ==, "half");
  g_assert_cmpstr (mcp_task_get_info (task)->created_at, ==, "2026-01-02T03:04:05Z");
  g_assert_cmpstr (mcp_task_get_info (task)->updated_at, ==, "2026-01-02T03:04:06Z");
  g_assert_cmpint (mcp_task_get_info (task)->created_usec, ==, CREATED_USEC);
  g_assert_cmpint (mcp_task_get_info (task)->updated_usec, >, 0);

  read_text (task, "{\"statusMessage\":7,\"createdAt\":[],\"ttl\":{}}", NULL);
  g_assert_cmpint (mcp_task_get_info (task)->status, ==, MCP_TASK_WORKING);
  g_assert_cmpstr (mcp_task_get_info (task)->status_word, ==, "working");
  g_assert_null (mcp_task_get_info (task)->status_message);
  g_assert_cmpstr (mcp_task_get_info (task)->created_at, ==, "2026-01-02T03:04:05Z");
  g_assert_cmpint (mcp_task_get_info (task)->created_usec, ==, CREATED_USEC);
  g_assert_cmpuint (mcp_task_get_info (task)->poll_msec, ==, 500);
  g_assert_cmpint (mcp_task_get_info (task)->ttl_msec, ==, -1);
  g_assert_cmpuint (n_changes, ==, 2);
}

/* A time that is none is shown as it came, and our own clock counts. */
static void
test_times (void)
{
  static const struct
  {
    const char *text;
    gint64      usec;  /* 0: of our clock */
  } rows[] = {
    { "2026-01-02T03:04:05Z", CREATED_USEC },
    { "2026-01-02T03:04:05", CREATED_USEC },
    { "2026-01-02T04:04:05+01:00", CREATED_USEC },
    { "2026-01-02T03:04:05.999Z", CREATED_USEC },
    { "20260102T030405Z", CREATED_USEC },
    { "yesterday", 0 },
    { "", 0 },
    { "2026-01-02", 0 },
    { "2026-13-02T03:04:05Z", 0 },
    { "1969-12-31T00:00:00Z", 0 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpTask) task = mcp_task_new ("t", MCP_TASK_BASE);
      g_autofree char *json = g_strdup_printf ("{\"createdAt\":\"%s\"}", rows[i].text);
      gint64 made_usec = mcp_task_get_info (task)->created_usec;

      read_text (task, json, NULL);
      g_assert_cmpstr (mcp_task_get_info (task)->created_at, ==, rows[i].text);
      g_assert_cmpint (mcp_task_get_info (task)->created_usec, ==, rows[i].usec != 0 ? rows[i].usec : made_usec);
    }
}

static void
test_terminal (void)
{
  static const char *const ends[] = { "completed", "failed", "cancelled" };

  for (guint i = 0; i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *end = g_strdup_printf (BASE ("\"status\":\"%s\""), ends[i]);
      g_autoptr (McpTask) task = mcp_task_new ("t", MCP_TASK_BASE);

      read_text (task, BASE ("\"status\":\"input_required\""), NULL);
      g_assert_false (mcp_task_is_terminal (task));
      g_assert_cmpint (read_text (task, end, NULL), ==, 0);
      g_assert_true (mcp_task_is_terminal (task));
      /* Once more is no step. */
      g_assert_cmpint (read_text (task, end, NULL), ==, 0);
      /* Without a word it stays where it is. */
      g_assert_cmpint (read_text (task, BASE ("\"x\":1"), NULL), ==, MCP_TASK_FAULT_MEMBER);
      g_assert_true (mcp_task_is_terminal (task));

      g_assert_cmpint (read_text (task, BASE ("\"status\":\"working\""), NULL), ==, MCP_TASK_FAULT_TERMINAL);
      /* It is shown all the same. */
      g_assert_cmpint (mcp_task_get_info (task)->status, ==, MCP_TASK_WORKING);

      read_text (task, end, NULL);
      g_assert_cmpint (read_text (task, BASE ("\"status\":\"paused\""), NULL), ==,
                       MCP_TASK_FAULT_TERMINAL | MCP_TASK_FAULT_STATUS);
      g_assert_cmpstr (mcp_task_get_info (task)->status_word, ==, "paused");
    }
}

static void
test_past_ttl (void)
{
  static const struct
  {
    gint64      age_sec;
    const char *ttl;
    gboolean    is_past;
  } rows[] = {
    { 100, "99000", TRUE },  { 100, "1000000", FALSE }, { 100, "null", FALSE }, { 100, "0", TRUE },
    { 100, "1e400", FALSE }, { -100, "0", FALSE },      { 100, "-7", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpTask) task = mcp_task_new ("t", MCP_TASK_BASE);
      g_autofree char *json = g_strdup_printf ("{\"ttl\":%s}", rows[i].ttl);

      read_text (task, json, NULL);
      mcp_task_set_seen (task, g_get_real_time () - rows[i].age_sec * G_USEC_PER_SEC, 5);
      g_assert_cmpint (mcp_task_get_info (task)->updated_usec, ==, 5);
      g_assert_cmpint (mcp_task_is_past_ttl (task), ==, rows[i].is_past);
    }
}

/* What is kept across restarts comes back; what may be secret is not kept. */
static void
test_entry (void)
{
  g_autoptr (McpTask) task = mcp_task_new ("t \"1\"", MCP_TASK_EXTENSION);
  g_autoptr (McpTask) again = mcp_task_new ("t \"1\"", MCP_TASK_EXTENSION);
  g_autofree char *entry = NULL;
  g_autofree char *second = NULL;
  g_autofree char *id = NULL;
  g_autofree char *kind = NULL;

  read_text (task, TASK ("\"status\":\"input_required\",\"ttlMs\":60000,\"pollIntervalMs\":500"), NULL);
  mcp_task_set_origin (task, "wait\n", "{\"password\":\"hunter2\"}", 3, NULL);
  mcp_task_set_seen (task, CREATED_USEC, CREATED_USEC + 5);
  g_assert_true (mcp_task_add_key (task, "who \"?\""));
  entry = mcp_task_dup_entry (task);
  g_assert_true (mcp_json_validate (entry, strlen (entry), NULL));
  g_assert_null (strstr (entry, "hunter2"));
  id = mcp_json_lookup_string (entry, strlen (entry), "id");
  kind = mcp_json_lookup_string (entry, strlen (entry), "kind");
  g_assert_cmpstr (id, ==, "t \"1\"");
  g_assert_cmpstr (kind, ==, "extension");

  mcp_task_restore (again, entry, strlen (entry));
  g_assert_cmpint (mcp_task_get_info (again)->hold, ==, MCP_TASK_KEPT);
  g_assert_cmpstr (mcp_task_get_info (again)->tool, ==, "wait\n");
  g_assert_null (mcp_task_get_info (again)->arguments);
  g_assert_cmpint (mcp_task_get_info (again)->status, ==, MCP_TASK_INPUT_REQUIRED);
  g_assert_cmpint (mcp_task_get_info (again)->ttl_msec, ==, 60000);
  g_assert_cmpint (mcp_task_get_info (again)->created_usec, ==, CREATED_USEC);
  g_assert_cmpint (mcp_task_get_info (again)->updated_usec, ==, CREATED_USEC + 5);
  /* No key is answered twice. */
  g_assert_false (mcp_task_add_key (again, "who \"?\""));
  second = mcp_task_dup_entry (again);
  g_assert_cmpstr (second, ==, entry);
}

/* A memory that somebody has edited. */
static void
test_restore_wrong (void)
{
  static const char *const entries[] = {
    "{}",
    "{\"tool\":1,\"status\":2,\"created\":\"a\",\"seen\":null,\"ttl\":[],\"answered\":\"k\"}",
    "{\"answered\":{\"a\":\"k\"}}",
    "{\"answered\":[1,null,[\"k\"],{\"k\":1}]}",
    "{\"created\":1.5,\"ttl\":1e400}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      g_autoptr (McpTask) task = mcp_task_new ("t", MCP_TASK_BASE);
      gint64 created_usec = mcp_task_get_info (task)->created_usec;

      mcp_task_restore (task, entries[i], strlen (entries[i]));
      g_assert_cmpstr (mcp_task_get_info (task)->status_word, ==, "");
      g_assert_cmpint (mcp_task_get_info (task)->status, ==, MCP_TASK_OTHER);
      g_assert_null (mcp_task_get_info (task)->tool);
      g_assert_cmpint (mcp_task_get_info (task)->created_usec, ==, created_usec);
      g_assert_cmpint (mcp_task_get_info (task)->ttl_msec, ==, -1);
      g_assert_true (mcp_task_add_key (task, "k"));
    }
}

static void
test_keys (void)
{
  g_autoptr (McpTask) task = mcp_task_new ("t", MCP_TASK_BASE);

  for (guint i = 0; i < 1000; i++)
    {
      g_autofree char *key = g_strdup_printf ("key %u", i);

      g_assert_true (mcp_task_add_key (task, key));
      g_assert_false (mcp_task_add_key (task, key));
    }
  g_assert_false (mcp_task_add_key (task, "one too many"));
}

/* Who looks at a task hears of what changes, and of nothing else. */
static void
test_changed (void)
{
  g_autoptr (McpTask) task = mcp_task_new ("t", MCP_TASK_BASE);
  guint n_changes = 0;

  g_signal_connect (task, "changed", G_CALLBACK (count_cb), &n_changes);
  mcp_task_set_hold (task, MCP_TASK_KEPT, NULL);
  mcp_task_count_poll (task);
  g_assert_cmpuint (n_changes, ==, 0);
  mcp_task_set_hold (task, MCP_TASK_FOLLOWED, NULL);
  mcp_task_set_hold (task, MCP_TASK_FOLLOWED, "no answer");
  mcp_task_set_hold (task, MCP_TASK_FOLLOWED, "no answer");
  g_assert_cmpuint (n_changes, ==, 2);
  g_assert_cmpstr (mcp_task_get_info (task)->problem, ==, "no answer");
  mcp_task_set_hold (task, MCP_TASK_SETTLED, NULL);
  g_assert_null (mcp_task_get_info (task)->problem);
  g_assert_cmpuint (n_changes, ==, 3);
  g_assert_cmpuint (mcp_task_get_info (task)->n_polls, ==, 1);
}

/* What a task left is a call that is over, as if there had been no task. */
static void
test_call (void)
{
  McpTask *task = mcp_task_new ("t", MCP_TASK_BASE);
  g_autoptr (GBytes) result = g_bytes_new_static ("{\"content\":[],\"x\":1.10}", 23);
  g_autoptr (GBytes) error = g_bytes_new_static ("{\"code\":-7,\"message\":\"no\"}", 26);
  g_autoptr (McpCall) good = NULL;
  g_autoptr (McpCall) tool_error = NULL;
  g_autoptr (McpCall) bad = NULL;

  g_assert_null (mcp_task_dup_call (task));
  mcp_task_take_result (task, result, FALSE, 12);
  good = mcp_task_dup_call (task);
  g_assert_cmpint (mcp_call_get_outcome (good)->state, ==, MCP_CALL_DONE);
  g_assert_cmpstr (mcp_call_get_method (good), ==, "tools/call");
  g_assert_true (g_bytes_equal (mcp_call_get_result (good), result));
  g_assert_false (mcp_call_get_outcome (good)->is_tool_error);
  g_assert_cmpuint (mcp_call_get_outcome (good)->answer_serial, ==, 12);
  g_assert_cmpuint (mcp_task_get_info (task)->result_serial, ==, 12);

  mcp_task_take_result (task, result, TRUE, 13);
  g_assert_true (mcp_task_get_info (task)->is_tool_error);
  tool_error = mcp_task_dup_call (task);
  g_assert_true (mcp_call_get_outcome (tool_error)->is_tool_error);

  /* One or the other: never both. */
  mcp_task_take_error (task, error, 14);
  g_assert_null (mcp_task_get_info (task)->result);
  g_assert_false (mcp_task_get_info (task)->is_tool_error);
  bad = mcp_task_dup_call (task);
  g_assert_true (g_bytes_equal (mcp_call_get_outcome (bad)->error_object, error));
  g_assert_nonnull (mcp_call_get_outcome (bad)->error);
  g_assert_nonnull (strstr (mcp_call_get_outcome (bad)->error->message, "no"));
  mcp_task_take_result (task, result, FALSE, 15);
  g_assert_null (mcp_task_get_info (task)->error);

  g_assert_finalize_object (task);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/task/read", test_read);
  g_test_add_func ("/session/task/read-again", test_read_again);
  g_test_add_func ("/session/task/times", test_times);
  g_test_add_func ("/session/task/terminal", test_terminal);
  g_test_add_func ("/session/task/past-ttl", test_past_ttl);
  g_test_add_func ("/session/task/entry", test_entry);
  g_test_add_func ("/session/task/restore-wrong", test_restore_wrong);
  g_test_add_func ("/session/task/keys", test_keys);
  g_test_add_func ("/session/task/changed", test_changed);
  g_test_add_func ("/session/task/call", test_call);

  return g_test_run ();
}
