/* test-spool-open.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "loading-support.h"
#include "mcp-error.h"
#include "mcp-journal-archive.h"
#include "mcp-spool.h"

/* The state folder is one of this run. */

static McpJournal *
create_journal (char **path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) list = NULL;
  McpJournal *journal = mcp_journal_archive_create ("{\"name\":\"demo\",\"origin\":\"window\"}",
                                                    &error);

  g_assert_no_error (error);
  mcp_journal_flush (journal);
  list = mcp_journal_archive_list ();
  *path = g_strdup (((McpJournalInfo *) list->pdata[0])->path);

  return journal;
}

static void
remove_all (void)
{
  g_autoptr (GPtrArray) list = mcp_journal_archive_list ();

  for (guint i = 0; i < list->len; i++)
    g_assert_cmpint (g_unlink (((McpJournalInfo *) list->pdata[i])->path), ==, 0);
}

static void
test_opens_again (void)
{
  g_autofree char *path = NULL;
  g_autoptr (McpJournal) journal = create_journal (&path);
  g_autoptr (McpJournal) opened = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  fill_journal (journal);
  n = mcp_journal_get_n_records (journal);
  mcp_journal_flush (journal);

  /* As long as it is written, nobody else gets it. */
  opened = mcp_journal_open_spool (path, FALSE, &error);
  g_assert_null (opened);
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_clear_error (&error);

  g_assert_finalize_object (g_steal_pointer (&journal));
  opened = mcp_journal_open_spool (path, FALSE, &error);
  g_assert_no_error (error);
  wait_until (!mcp_journal_is_loading (opened));
  g_assert_null (mcp_journal_get_load_error (opened));
  g_assert_cmpuint (mcp_journal_get_n_records (opened), ==, n);
  g_assert_cmpstr (mcp_journal_get_profile_json (opened), ==,
                   "{\"name\":\"demo\",\"origin\":\"window\"}");

  /* It goes on: what is appended now is there the next time. */
  append_message (opened, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 2, NULL, "m");
  g_assert_finalize_object (g_steal_pointer (&opened));
  opened = mcp_journal_open_spool (path, FALSE, &error);
  g_assert_no_error (error);
  wait_until (!mcp_journal_is_loading (opened));
  g_assert_cmpuint (mcp_journal_get_n_records (opened), ==, n + 1);
  g_assert_finalize_object (g_steal_pointer (&opened));
  remove_all ();
}

static void
test_keeps_all_facts (void)
{
  g_autofree char *path = NULL;
  g_autoptr (McpJournal) journal = create_journal (&path);
  g_autoptr (McpJournal) opened = NULL;

  fill_journal (journal);
  mcp_journal_flush (journal);
  opened = mcp_journal_open_spool (path, TRUE, NULL);
  wait_until (mcp_journal_get_n_records (opened) == mcp_journal_get_n_records (journal));
  wait_until (mcp_journal_is_live (opened));
  assert_same_journal (journal, opened);
  g_assert_cmpint (mcp_journal_get_start_wall_usec (journal), ==,
                   mcp_journal_get_start_wall_usec (opened));

  g_clear_object (&journal);
  wait_until (!mcp_journal_is_live (opened));
  wait_until (!mcp_journal_is_loading (opened));
  g_assert_finalize_object (g_steal_pointer (&opened));
  remove_all ();
}

/* Cut at every byte, it has what was whole, and can be appended to. */
static void
test_cut_anywhere (void)
{
  g_autofree char *path = NULL;
  g_autoptr (McpJournal) journal = create_journal (&path);
  g_autofree char *contents = NULL;
  gsize length;
  guint n_before = 0;

  fill_journal (journal);
  g_clear_object (&journal);
  g_assert_true (g_file_get_contents (path, &contents, &length, NULL));

  for (gsize i = 0; i <= length; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (McpJournal) opened = NULL;
      guint n;

      g_assert_true (g_file_set_contents (path, contents, i, NULL));
      opened = mcp_journal_open_spool (path, FALSE, &error);
      if (i < MCP_SPOOL_FILE_HEADER_BYTES)
        {
          g_assert_error (error, MCP_ERROR, MCP_ERROR_VERSION);
          continue;
        }
      g_assert_no_error (error);
      wait_until (!mcp_journal_is_loading (opened));
      g_assert_null (mcp_journal_get_load_error (opened));
      n = mcp_journal_get_n_records (opened);
      g_assert_cmpuint (n, >=, n_before);
      g_assert_cmpuint (n, <=, n_before + 1);
      n_before = n;
      if (i % 97 == 0)
        {
          append_message (opened, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 2, NULL, "m");
          g_clear_object (&opened);
          opened = mcp_journal_open_spool (path, FALSE, NULL);
          wait_until (!mcp_journal_is_loading (opened));
          g_assert_cmpuint (mcp_journal_get_n_records (opened), ==, n + 1);
        }
    }
  g_assert_cmpuint (n_before, ==, 12);
  remove_all ();
}

static void
test_damage_is_told (void)
{
  g_autofree char *path = NULL;
  g_autoptr (McpJournal) journal = create_journal (&path);
  g_autofree char *contents = NULL;
  g_autofree char *after = NULL;
  gsize length;
  gsize length_after;

  fill_journal (journal);
  g_clear_object (&journal);
  g_assert_true (g_file_get_contents (path, &contents, &length, NULL));

  /* Whatever stands in the file: no crash, and nothing of it is thrown away. */
  for (guint i = MCP_SPOOL_FILE_HEADER_BYTES; i < length; i += 3)
    {
      g_autofree char *damaged = g_memdup2 (contents, length);

      damaged[i] ^= 0xff;
      g_assert_true (g_file_set_contents (path, damaged, length, NULL));
      journal = mcp_journal_open_spool (path, TRUE, NULL);
      wait_until (!mcp_journal_is_loading (journal));
      for (guint serial = 1; serial <= MIN (mcp_journal_get_n_records (journal), 20); serial++)
        {
          g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
          g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, NULL);
          g_autofree char *id = mcp_record_dup_id (record);
        }
      g_assert_finalize_object (g_steal_pointer (&journal));
    }

  contents[MCP_SPOOL_FILE_HEADER_BYTES + 48] = 0x77;
  g_assert_true (g_file_set_contents (path, contents, length, NULL));
  journal = mcp_journal_open_spool (path, FALSE, NULL);
  wait_until (!mcp_journal_is_loading (journal));
  g_assert_error (mcp_journal_get_load_error (journal), MCP_ERROR, MCP_ERROR_STORAGE);
  g_clear_object (&journal);
  g_assert_true (g_file_get_contents (path, &after, &length_after, NULL));
  g_assert_cmpmem (after, length_after, contents, length);
  remove_all ();
}

typedef struct
{
  GPtrArray *shadow;
} Shadow;

static void
items_changed_cb (GListModel *model,
                  guint       position,
                  guint       n_removed,
                  guint       n_added,
                  Shadow     *shadow)
{
  g_assert_cmpuint (n_removed, ==, 0);
  g_assert_cmpuint (position, ==, shadow->shadow->len);
  for (guint i = 0; i < n_added; i++)
    g_ptr_array_add (shadow->shadow, g_list_model_get_item (model, position + i));
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, shadow->shadow->len);
}

/* A listener that replays the changes has what the model has, while another one writes. */
static void
test_follows (void)
{
  g_autofree char *path = NULL;
  g_autoptr (McpJournal) journal = create_journal (&path);
  g_autoptr (McpJournal) follower = mcp_journal_open_spool (path, TRUE, NULL);
  g_autoptr (GPtrArray) records = g_ptr_array_new_with_free_func (g_object_unref);
  Shadow shadow = { records };

  g_signal_connect (follower, "items-changed", G_CALLBACK (items_changed_cb), &shadow);
  for (guint round = 0; round < 60; round++)
    {
      guint n;

      for (guint i = 0; i < 1 + round * 7; i++)
        append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "m");
      n = mcp_journal_get_n_records (journal);
      mcp_journal_flush (journal);
      if (round % 5 == 0)
        wait_until (g_list_model_get_n_items (G_LIST_MODEL (follower)) == n);
    }
  wait_until (records->len == mcp_journal_get_n_records (journal));
  for (guint i = 0; i < records->len; i++)
    g_assert_cmpuint (mcp_record_get_serial (records->pdata[i]), ==, i + 1);

  g_clear_object (&journal);
  wait_until (!mcp_journal_is_loading (follower));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (follower)), ==, records->len);
  g_ptr_array_set_size (records, 0);
  g_assert_finalize_object (g_steal_pointer (&follower));
  remove_all ();
}

/* A journal that goes while its file is read takes the thread with it. */
static void
test_finalizes_while_loading (void)
{
  g_autofree char *path = NULL;
  g_autoptr (McpJournal) journal = create_journal (&path);

  for (guint i = 0; i < 50000; i++)
    append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "m");
  mcp_journal_flush (journal);
  for (guint i = 0; i < 20; i++)
    {
      g_autoptr (McpJournal) opened = mcp_journal_open_spool (path, TRUE, NULL);

      for (guint j = 0; j < i; j++)
        g_main_context_iteration (NULL, FALSE);
      g_assert_finalize_object (g_steal_pointer (&opened));
    }
  g_clear_object (&journal);
  remove_all ();
}

static gboolean
has_written (GPtrArray **list,
             guint64     n_bytes)
{
  g_clear_pointer (list, g_ptr_array_unref);
  *list = mcp_journal_archive_list ();

  return (*list)->len == 1 && ((McpJournalInfo *) (*list)->pdata[0])->bytes > n_bytes;
}

/* What another program had written when it was killed is there, up to its last whole record. */
static void
test_killed_in_mid_write (void)
{
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (McpJournal) opened = NULL;
  const McpJournalInfo *info;
  pid_t child = fork ();
  int status;

  if (child == 0)
    {
      McpJournal *journal = mcp_journal_archive_create ("{\"name\":\"killed\"}", NULL);

      for (guint i = 0;; i++)
        {
          append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "m");
          if (i % 10 == 0)
            mcp_journal_flush (journal);
        }
    }

  wait_until (has_written (&list, 100000));
  info = list->pdata[0];
  g_assert_true (info->live);
  g_assert_false (mcp_journal_archive_remove (info->path, NULL));
  kill (child, SIGKILL);
  waitpid (child, &status, 0);

  g_clear_pointer (&list, g_ptr_array_unref);
  list = mcp_journal_archive_list ();
  info = list->pdata[0];
  g_assert_false (info->live);
  g_assert_false (info->ended);
  g_assert_true (info->has_records);
  g_assert_cmpstr (info->name, ==, "killed");

  opened = mcp_journal_open_spool (info->path, FALSE, NULL);
  wait_until (!mcp_journal_is_loading (opened));
  g_assert_null (mcp_journal_get_load_error (opened));
  g_assert_cmpuint (mcp_journal_get_n_records (opened), >=, 100000 / 66);
  g_clear_object (&opened);

  /* It was closed now. */
  g_clear_pointer (&list, g_ptr_array_unref);
  list = mcp_journal_archive_list ();
  g_assert_true (((McpJournalInfo *) list->pdata[0])->ended);
  remove_all ();
}

static void
test_archive_lists (void)
{
  g_autofree char *path = NULL;
  g_autofree char *contents = NULL;
  g_autoptr (McpJournal) journal = create_journal (&path);
  g_autoptr (McpJournalInfo) info = mcp_journal_archive_look_at (path);
  g_autoptr (GError) error = NULL;
  GStatBuf status;
  gsize length;

  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
  g_assert_cmpstr (info->name, ==, "demo");
  g_assert_cmpstr (info->origin, ==, "window");
  g_assert_true (info->live);
  g_assert_false (info->has_records);
  g_assert_false (info->ended);

  append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "m");
  g_clear_object (&journal);
  g_clear_pointer (&info, mcp_journal_info_free);
  info = mcp_journal_archive_look_at (path);
  g_assert_false (info->live);
  g_assert_true (info->has_records);
  g_assert_true (info->ended);

  /* As a crash would have left it: in the middle of a record. */
  g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
  g_assert_true (g_file_set_contents (path, contents, length - MCP_SPOOL_HEADER_BYTES - 1, NULL));
  g_clear_pointer (&info, mcp_journal_info_free);
  info = mcp_journal_archive_look_at (path);
  g_assert_false (info->ended);
  g_assert_true (mcp_journal_archive_settle (path, &error));
  g_assert_no_error (error);
  g_clear_pointer (&info, mcp_journal_info_free);
  info = mcp_journal_archive_look_at (path);
  g_assert_true (info->ended);
  g_assert_false (info->has_records);
  g_assert_true (mcp_journal_archive_remove (path, &error));
  g_assert_null (mcp_journal_archive_look_at (path));
  g_assert_false (mcp_journal_archive_remove (path, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
}

static void
test_archive_cleans_up (void)
{
  char *paths[4] = { NULL };
  g_autoptr (McpJournal) live = NULL;
  struct timespec old[2] = { { .tv_sec = 1000000 }, { .tv_sec = 1000000 } };

  for (guint i = 0; i < 4; i++)
    {
      g_autoptr (McpJournal) journal = create_journal (&paths[i]);

      if (i == 0)
        live = g_object_ref (journal);
      g_usleep (2000);
    }

  utimensat (AT_FDCWD, paths[0], old, 0);
  utimensat (AT_FDCWD, paths[1], old, 0);
  g_assert_cmpuint (mcp_journal_archive_clean_up ((gint64) G_USEC_PER_SEC * 3600, G_MAXUINT64), ==, 1);
  g_assert_true (g_file_test (paths[0], G_FILE_TEST_EXISTS));
  g_assert_false (g_file_test (paths[1], G_FILE_TEST_EXISTS));

  /* The newest fits, and so does what is being written. */
  g_assert_cmpuint (mcp_journal_archive_clean_up (G_MAXINT64, 250), ==, 1);
  g_assert_false (g_file_test (paths[2], G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (paths[3], G_FILE_TEST_EXISTS));
  g_assert_cmpuint (mcp_journal_archive_clean_up (G_MAXINT64, 0), ==, 1);
  g_assert_true (g_file_test (paths[0], G_FILE_TEST_EXISTS));
  g_clear_object (&live);
  for (guint i = 0; i < 4; i++)
    g_free (paths[i]);
  remove_all ();
}

int
main (int   argc,
      char *argv[])
{
  g_autofree char *state = g_dir_make_tmp ("journals-XXXXXX", NULL);
  g_autofree char *sounder = g_build_filename (state, "sounder", NULL);
  g_autofree char *folder = g_build_filename (sounder, "journals", NULL);
  int result;

  g_setenv ("XDG_STATE_HOME", state, TRUE);
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal/spool/opens-again", test_opens_again);
  g_test_add_func ("/journal/spool/keeps-all-facts", test_keeps_all_facts);
  g_test_add_func ("/journal/spool/cut-anywhere", test_cut_anywhere);
  g_test_add_func ("/journal/spool/damage-is-told", test_damage_is_told);
  g_test_add_func ("/journal/spool/follows", test_follows);
  g_test_add_func ("/journal/spool/finalizes-while-loading", test_finalizes_while_loading);
  g_test_add_func ("/journal/spool/killed-in-mid-write", test_killed_in_mid_write);
  g_test_add_func ("/journal/archive/lists", test_archive_lists);
  g_test_add_func ("/journal/archive/cleans-up", test_archive_cleans_up);

  result = g_test_run ();
  g_rmdir (folder);
  g_rmdir (sounder);
  g_rmdir (state);

  return result;
}
