/* test-watch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-journal-archive.h"
#include "mcp-journal-watch.h"
#include "test-support.h"

static void
found_cb (McpJournalWatch *watch,
          McpJournalInfo  *info,
          GPtrArray       *names)
{
  g_assert_true (info->live);
  g_ptr_array_add (names, g_strdup (info->name));
}

/* A spool is locked by its open file, so that one of this program counts as another's. */
static McpJournal *
create (const char *json)
{
  g_autoptr (GError) error = NULL;
  McpJournal *journal = mcp_journal_archive_create (json, &error);

  g_assert_no_error (error);
  mcp_journal_flush (journal);

  return journal;
}

static void
test_found (void)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (McpJournal) before = create ("{\"name\":\"before\",\"origin\":\"tap\"}");
  g_autoptr (McpJournal) window = create ("{\"name\":\"window\",\"origin\":\"window\"}");
  McpJournal *ended = create ("{\"name\":\"ended\",\"origin\":\"tap\"}");
  McpJournalWatch *watch = mcp_journal_watch_new ("tap");
  g_autoptr (McpJournal) after = NULL;
  g_autoptr (McpJournal) other = NULL;

  g_object_unref (ended);
  g_signal_connect (watch, "found", G_CALLBACK (found_cb), names);
  mcp_journal_watch_start (watch);
  g_assert_cmpuint (names->len, ==, 1);
  g_assert_cmpstr (names->pdata[0], ==, "before");

  other = create ("{\"name\":\"other\",\"origin\":\"cli\"}");
  after = create ("{\"name\":\"after\",\"origin\":\"tap\"}");
  TEST_AWAIT (names->len == 2);
  g_assert_cmpstr (names->pdata[1], ==, "after");

  g_object_add_weak_pointer (G_OBJECT (watch), (gpointer *) &watch);
  g_object_unref (watch);
  g_assert_null (watch);
}

int
main (int   argc,
      char *argv[])
{
  test_isolate_state ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/journal/journal-watch/found", test_found);

  return g_test_run ();
}
