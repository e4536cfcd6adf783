/* test-pass-queue.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-pass-queue.h"
#include "test-support.h"

#define LIMIT_BYTES (64 * 1024)
#define STREAM      1

typedef struct
{
  guint64 n_bytes;
  guint64 n_missing_bytes;
  gboolean is_over;
} Told;

static void
told_cb (const McpPassItem *item,
         gpointer           user_data)
{
  Told *told = user_data;

  if (item->kind == MCP_PASS_DATA)
    told->n_bytes += g_bytes_get_size (item->bytes);
  else if (item->kind == MCP_PASS_GAP)
    told->n_missing_bytes += item->n_bytes;
  told->is_over |= item->kind == MCP_PASS_END;
}

/* What is put in while nobody takes: @piece, so often. */
static Told
put (const char *piece,
     guint       n_times)
{
  Told told = { 0 };
  McpPassQueue *queue = mcp_pass_queue_new (LIMIT_BYTES, told_cb, &told);

  for (guint i = 0; i < n_times; i++)
    mcp_pass_queue_put (queue, MCP_PASS_DATA, STREAM, piece, strlen (piece));
  mcp_pass_queue_put_end (queue, MCP_PASS_END, STREAM, 0);
  mcp_pass_queue_wake (queue);
  TEST_AWAIT (told.is_over);
  mcp_pass_queue_close (queue);
  mcp_pass_queue_unref (queue);
  g_assert_cmpuint (told.n_bytes + told.n_missing_bytes, ==, n_times * strlen (piece));

  return told;
}

/* Bytes fill it, and lines do, however short they are; what is not kept is counted. */
static void
test_pass_queue_limit (void)
{
  g_autofree char *text = g_strnfill (4000, 'x');
  g_autofree char *lines = g_strnfill (40, '\n');

  g_assert_cmpuint (put (text, 10).n_missing_bytes, ==, 0);
  g_assert_cmpuint (put (text, 100).n_missing_bytes, >, 0);
  g_assert_cmpuint (put (lines, 2).n_missing_bytes, ==, 0);
  g_assert_cmpuint (put (lines, 100).n_missing_bytes, >, 0);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/transport/pass-queue/limit", test_pass_queue_limit);

  return g_test_run ();
}
