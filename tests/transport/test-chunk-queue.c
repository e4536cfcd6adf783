/* test-chunk-queue.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-chunk-queue.h"
#include "mcp-read-source.h"
#include "test-support.h"

#define N_CHUNKS 20000

/* As GTK has it. */
#define GDK_PRIORITY_REDRAW 120

typedef struct
{
  McpChunkQueue *queue;
  GThread       *thread;
  guint          n_put;        /* atomic */
  int            is_done;      /* atomic */

  guint          n_calls;
  guint          n_taken;
  guint          take_in_call; /* at most so many; 0: nothing is wanted */
} Case;

static gboolean
take_cb (gpointer user_data)
{
  Case *test = user_data;

  test->n_calls++;
  for (guint i = 0; i < test->take_in_call; i++)
    {
      g_auto (McpChunk) chunk = { 0 };

      if (!mcp_chunk_queue_take (test->queue, &chunk))
        return FALSE;

      g_assert_cmpint (chunk.time_usec, ==, test->n_taken);
      g_assert_cmpuint (g_bytes_get_size (chunk.bytes), ==, sizeof (guint));
      g_assert_cmpuint (*(const guint *) g_bytes_get_data (chunk.bytes, NULL), ==, test->n_taken);
      test->n_taken++;
    }

  return test->take_in_call > 0;
}

static gboolean
put_one (Case *test)
{
  guint n = g_atomic_int_get (&test->n_put);
  gboolean has_room =
    mcp_chunk_queue_put (test->queue, 0, n, g_bytes_new (&n, sizeof n));

  g_atomic_int_inc (&test->n_put);

  return has_room;
}

static gpointer
fill (gpointer data)
{
  Case *test = data;

  while (g_atomic_int_get (&test->n_put) < N_CHUNKS && mcp_chunk_queue_wait (test->queue))
    put_one (test);
  g_atomic_int_set (&test->is_done, TRUE);

  return NULL;
}

static void
iterate (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    {
    }
}

static void
case_end (Case *test)
{
  mcp_chunk_queue_close (test->queue);
  if (test->thread != NULL)
    g_thread_join (test->thread);
  g_clear_pointer (&test->queue, mcp_chunk_queue_unref);
}

/* All that came while the loop was elsewhere costs one turn of it. */
static void
test_chunk_queue_one_turn (void)
{
  Case test = { .take_in_call = G_MAXUINT };

  test.queue = mcp_chunk_queue_new (G_MAXSIZE, G_PRIORITY_DEFAULT, take_cb, &test);
  iterate ();
  g_assert_cmpuint (test.n_calls, ==, 0);

  for (guint i = 0; i < N_CHUNKS; i++)
    g_assert_true (put_one (&test));
  iterate ();
  g_assert_cmpuint (test.n_taken, ==, N_CHUNKS);
  g_assert_cmpuint (test.n_calls, ==, 1);

  put_one (&test);
  iterate ();
  g_assert_cmpuint (test.n_taken, ==, N_CHUNKS + 1);
  g_assert_cmpuint (test.n_calls, ==, 2);
  case_end (&test);
}

/* Several at once stay in order, and are dropped as one is. */
static void
test_chunk_queue_put_all (void)
{
  Case test = { .take_in_call = G_MAXUINT };
  McpChunk chunks[3];

  test.queue = mcp_chunk_queue_new (3 * 1024, G_PRIORITY_DEFAULT, take_cb, &test);
  g_assert_true (mcp_chunk_queue_put_all (test.queue, NULL, 0));
  iterate ();
  g_assert_cmpuint (test.n_calls, ==, 0);

  for (guint i = 0; i < G_N_ELEMENTS (chunks); i++)
    chunks[i] = (McpChunk) { 0, i, g_bytes_new (&i, sizeof i) };
  g_assert_true (mcp_chunk_queue_put_all (test.queue, chunks, G_N_ELEMENTS (chunks)));
  iterate ();
  g_assert_cmpuint (test.n_taken, ==, G_N_ELEMENTS (chunks));
  g_assert_cmpuint (test.n_calls, ==, 1);

  mcp_chunk_queue_close (test.queue);
  for (guint i = 0; i < G_N_ELEMENTS (chunks); i++)
    chunks[i] = (McpChunk) { 0, i, g_bytes_new (&i, sizeof i) };
  g_assert_false (mcp_chunk_queue_put_all (test.queue, chunks, G_N_ELEMENTS (chunks)));
  case_end (&test);
}

/* Who takes little at a time is called again; who wants nothing, not before it says so. */
static void
test_chunk_queue_again (void)
{
  Case test = { .take_in_call = 10 };

  test.queue = mcp_chunk_queue_new (G_MAXSIZE, G_PRIORITY_DEFAULT, take_cb, &test);
  for (guint i = 0; i < 25; i++)
    put_one (&test);
  iterate ();
  g_assert_cmpuint (test.n_taken, ==, 25);
  g_assert_cmpuint (test.n_calls, ==, 3);

  test.take_in_call = 0;
  for (guint i = 0; i < 25; i++)
    put_one (&test);
  iterate ();
  g_assert_cmpuint (test.n_calls, ==, 4);

  test.take_in_call = 10;
  iterate ();
  g_assert_cmpuint (test.n_calls, ==, 4);
  mcp_chunk_queue_wake (test.queue);
  iterate ();
  g_assert_cmpuint (test.n_taken, ==, 50);
  case_end (&test);
}

/* Lines are work, however short: many of them fill it as many bytes do. */
static void
test_chunk_queue_lines (void)
{
  Case test = { .take_in_call = 0 };
  McpChunk chunk = { .bytes = g_bytes_new_static ("\n\n\n\n", 4), .n_lines = 4 };
  McpChunk many = { .bytes = g_bytes_new_static ("\n", 1), .n_lines = 1000 };

  test.queue = mcp_chunk_queue_new (64 * 1024, G_PRIORITY_DEFAULT, take_cb, &test);
  g_assert_true (mcp_chunk_queue_put_all (test.queue, &chunk, 1));
  g_assert_false (mcp_chunk_queue_put_all (test.queue, &many, 1));
  case_end (&test);
}

/* A thread waits while as much is there as may be, and nothing is lost or out of order. */
static void
test_chunk_queue_back_pressure (void)
{
  Case test = { .take_in_call = 0 };

  test.queue = mcp_chunk_queue_new (64 * 1024, G_PRIORITY_DEFAULT, take_cb, &test);
  test.thread = g_thread_new ("fill", fill, &test);
  TEST_AWAIT_POLL (!mcp_chunk_queue_put (test.queue, 0, 0, NULL));
  case_end (&test);
  g_assert_cmpuint (test.n_put, <, 64 * 1024 / sizeof (guint));

  test = (Case) { .take_in_call = 100 };
  test.queue = mcp_chunk_queue_new (64 * 1024, G_PRIORITY_DEFAULT, take_cb, &test);
  test.thread = g_thread_new ("fill", fill, &test);
  TEST_AWAIT (test.n_taken == N_CHUNKS);
  case_end (&test);
}

/* Who waits for room is let go, and what is put in then is dropped. */
static void
test_chunk_queue_close (void)
{
  Case test = { .take_in_call = 0 };
  McpChunkQueue *queue;

  test.queue = mcp_chunk_queue_new (1, G_PRIORITY_DEFAULT, take_cb, &test);
  queue = mcp_chunk_queue_ref (test.queue);
  test.thread = g_thread_new ("fill", fill, &test);
  TEST_AWAIT_POLL (g_atomic_int_get (&test.n_put) == 1);
  case_end (&test);

  g_assert_true (test.is_done);
  g_assert_cmpuint (test.n_put, ==, 1);
  g_assert_false (mcp_chunk_queue_put (queue, 0, 0, g_bytes_new_static ("x", 1)));
  g_assert_false (mcp_chunk_queue_wait (queue));
  mcp_chunk_queue_wake (queue);
  iterate ();
  mcp_chunk_queue_unref (queue);
}

static gboolean
draw_cb (gpointer user_data)
{
  guint *n_drawn = user_data;

  (*n_drawn)++;

  return G_SOURCE_CONTINUE;
}

/* A window that is drawn all the time keeps nobody's messages away, and is drawn meanwhile. */
static void
test_chunk_queue_beside_drawing (void)
{
  Case test = { .take_in_call = 1 };
  guint n_drawn = 0;
  guint drawing = g_idle_add_full (GDK_PRIORITY_REDRAW, draw_cb, &n_drawn, NULL);

  test.queue = mcp_chunk_queue_new (G_MAXSIZE, MCP_READ_PRIORITY, take_cb, &test);
  for (guint i = 0; i < 3; i++)
    put_one (&test);
  TEST_AWAIT (test.n_taken == 3);
  g_assert_cmpuint (n_drawn, >, 3);

  g_source_remove (drawing);
  mcp_chunk_queue_close (test.queue);
  mcp_chunk_queue_unref (test.queue);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/transport/chunk-queue/one-turn", test_chunk_queue_one_turn);
  g_test_add_func ("/transport/chunk-queue/put-all", test_chunk_queue_put_all);
  g_test_add_func ("/transport/chunk-queue/again", test_chunk_queue_again);
  g_test_add_func ("/transport/chunk-queue/lines", test_chunk_queue_lines);
  g_test_add_func ("/transport/chunk-queue/back-pressure", test_chunk_queue_back_pressure);
  g_test_add_func ("/transport/chunk-queue/beside-drawing", test_chunk_queue_beside_drawing);
  g_test_add_func ("/transport/chunk-queue/close", test_chunk_queue_close);

  return g_test_run ();
}
