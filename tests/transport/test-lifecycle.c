/* test-lifecycle.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-error.h"
#include "test-lifecycle.h"
#include "test-support.h"

/*
 * What is the same for every way to reach a server: cancelled, closed, killed and dropped, in
 * every state, and at every stage of opening.
 */

/* How long a server that stays may hold up a close that is polite. */
#define POLITE_USEC (900 * 1000)

typedef struct
{
  const TestWay *way;
  gpointer       server;
  TestSink      *sink;
} Fixture;

static Fixture *
fixture_new (gconstpointer way,
             gboolean      silent)
{
  Fixture *fixture = g_new0 (Fixture, 1);

  fixture->way = way;
  fixture->server = fixture->way->server_new ();
  fixture->sink = fixture->way->new_sink (fixture->server, silent);

  return fixture;
}

static Fixture *
fixture_new_open (gconstpointer way)
{
  Fixture *fixture = fixture_new (way, FALSE);

  fixture->way->open (fixture->server, fixture->sink);
  g_assert_no_error (fixture->sink->open_error);

  return fixture;
}

static void
fixture_free (Fixture *fixture)
{
  test_sink_free (fixture->sink);
  fixture->way->server_free (fixture->server);
  g_free (fixture);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Fixture, fixture_free)

static void
await_left (Fixture *fixture)
{
  TEST_AWAIT_POLL (fixture->way->is_left (fixture->server));
}

/* Begins to open, up to @stage. */
static void
begin_open (Fixture      *fixture,
            guint         stage,
            GCancellable *cancellable)
{
  test_sink_open_with (fixture->sink, cancellable);
  for (guint i = 1; i <= stage; i++)
    fixture->way->go_to_stage (fixture->server, fixture->sink, i);
}

static void
test_cancelled_open (gconstpointer data)
{
  const TestWay *way = data;

  for (guint stage = 0; stage < way->n_stages; stage++)
    {
      g_autoptr (Fixture) fixture = fixture_new (way, TRUE);
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();

      begin_open (fixture, stage, cancellable);
      g_cancellable_cancel (cancellable);
      TEST_AWAIT (fixture->sink->opened);

      g_assert_error (fixture->sink->open_error, MCP_ERROR, MCP_ERROR_CANCELLED);
      g_assert_false (fixture->sink->is_closed);
    }
}

static void
test_close_while_opening (gconstpointer data)
{
  const TestWay *way = data;

  for (guint stage = 0; stage < way->n_stages; stage++)
    {
      g_autoptr (Fixture) fixture = fixture_new (way, TRUE);
      TestSink *sink = fixture->sink;

      begin_open (fixture, stage, NULL);
      test_sink_close (sink);
      TEST_AWAIT (sink->opened && sink->n_close_answers == 1);

      g_assert_error (sink->open_error, MCP_ERROR, MCP_ERROR_CLOSED);
      g_assert_false (sink->is_closed);
    }
}

/* While it is open, and when it is closed. */
static void
test_open_twice (gconstpointer data)
{
  g_autoptr (Fixture) fixture = fixture_new_open (data);
  TestSink *sink = fixture->sink;

  sink->opened = FALSE;
  test_sink_open (sink);
  g_assert_error (sink->open_error, MCP_ERROR, MCP_ERROR_USAGE);

  test_sink_close (sink);
  TEST_AWAIT (sink->n_close_answers == 1);
  g_clear_error (&sink->open_error);
  sink->opened = FALSE;
  test_sink_open (sink);
  g_assert_error (sink->open_error, MCP_ERROR, MCP_ERROR_CLOSED);
}

static void
count_close_cb (GObject      *object,
                GAsyncResult *result,
                gpointer      user_data)
{
  g_assert_true (mcp_transport_close_finish (MCP_TRANSPORT (object), result, NULL));
  (*(guint *) user_data)++;
}

/* Returns how long it took. */
static gint64
close_hurried (gconstpointer data)
{
  g_autoptr (Fixture) fixture = fixture_new_open (data);
  TestSink *sink = fixture->sink;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  gint64 begin_usec = g_get_monotonic_time ();
  gint64 took_usec;
  guint n_closed = 0;

  mcp_transport_close_async (sink->transport, cancellable, count_close_cb, &n_closed);
  g_cancellable_cancel (cancellable);
  TEST_AWAIT (n_closed == 1);

  took_usec = g_get_monotonic_time () - begin_usec;
  g_assert_true (sink->is_closed);
  g_assert_no_error (sink->close_error);
  await_left (fixture);

  return took_usec;
}

static void
test_close_hurried (gconstpointer data)
{
  TEST_SOON (close_hurried (data), POLITE_USEC);
}

static void
test_kill (gconstpointer data)
{
  g_autoptr (Fixture) fixture = fixture_new_open (data);

  mcp_transport_kill (fixture->sink->transport);
  TEST_AWAIT (fixture->sink->is_closed);

  g_assert_no_error (fixture->sink->close_error);
  await_left (fixture);
}

static void
close_in_frame (TestSink       *sink,
                const McpFrame *frame)
{
  sink->on_frame = NULL;
  test_sink_close (sink);
}

static void
test_close_in_frame (gconstpointer data)
{
  g_autoptr (Fixture) fixture = fixture_new_open (data);

  fixture->sink->on_frame = close_in_frame;
  fixture->way->say_two (fixture->server);
  TEST_AWAIT (fixture->sink->n_close_answers == 1);

  g_assert_no_error (fixture->sink->close_error);
}

static void
drop_in_frame (TestSink       *sink,
               const McpFrame *frame)
{
  mcp_transport_set_sink (sink->transport, NULL);
  g_clear_object (&sink->transport);
}

static void
test_drop_in_frame (gconstpointer data)
{
  g_autoptr (Fixture) fixture = fixture_new_open (data);

  fixture->sink->on_frame = drop_in_frame;
  fixture->way->say_two (fixture->server);
  await_left (fixture);

  g_assert_cmpuint (fixture->sink->n_frames, ==, 1);
}

/* New, open, paused, closed. */
static void
test_finalize (gconstpointer data)
{
  g_autoptr (Fixture) new_one = fixture_new (data, FALSE);
  g_autoptr (Fixture) open = fixture_new_open (data);
  g_autoptr (Fixture) paused = fixture_new_open (data);
  g_autoptr (Fixture) closed = fixture_new_open (data);

  test_sink_drop (new_one->sink);

  test_sink_drop (open->sink);
  await_left (open);
  g_assert_false (open->sink->is_closed);

  mcp_transport_pause (paused->sink->transport, 1);
  test_sink_drop (paused->sink);
  await_left (paused);

  test_sink_close (closed->sink);
  TEST_AWAIT (closed->sink->n_close_answers == 1);
  test_sink_drop (closed->sink);
}

/* Adds all of them for @way, which is not copied. */
void
test_lifecycle_add (const TestWay *way)
{
  static const struct
  {
    const char    *name;
    GTestDataFunc  func;
  } cases[] = {
    { "cancelled-open", test_cancelled_open },
    { "close-while-opening", test_close_while_opening },
    { "open-twice", test_open_twice },
    { "close-hurried", test_close_hurried },
    { "kill", test_kill },
    { "close-in-frame", test_close_in_frame },
    { "drop-in-frame", test_drop_in_frame },
    { "finalize", test_finalize },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_build_path ("/", way->prefix, cases[i].name, NULL);

      g_test_add_data_func (path, way, cases[i].func);
    }
}
