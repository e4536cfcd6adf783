/* test-spool.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <signal.h>
#include <sys/resource.h>

#include <glib/gstdio.h>

#include "journal-support.h"
#include "mcp-error.h"
#include "mcp-spool.h"

#define SPOOL_HEADER MCP_SPOOL_FILE_HEADER_BYTES

static GBytes *
make_bytes (gsize length,
            guint seed)
{
  guint8 *data = g_malloc (length);

  for (gsize i = 0; i < length; i++)
    data[i] = (seed = seed * 1103515245 + 12345) >> 16;

  return g_bytes_new_take (data, length);
}

static char *
make_path (char **directory)
{
  *directory = g_dir_make_tmp ("journal-XXXXXX", NULL);
  g_assert_nonnull (*directory);

  return g_build_filename (*directory, "spool", NULL);
}

static void
remove_path (const char *path,
             const char *directory)
{
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpint (g_rmdir (directory), ==, 0);
}

/* Small and large frames mixed: read back at once, later, and from the file that is left. */
static void
test_file_keeps_order (void)
{
  static const gsize sizes[] = { 10, 300 * 1024, 0, 5, 2 * 1024 * 1024, 262144, 262145, 1 };
  g_autofree char *directory = NULL;
  g_autofree char *path = make_path (&directory);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpJournal) journal = mcp_journal_new_for_file (path, &error);
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_autofree char *contents = NULL;
  gsize file_size;
  GStatBuf info;
  guint8 *at;

  g_assert_no_error (error);
  for (guint i = 0; i < 40; i++)
    {
      McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 9, NULL, "m");
      GBytes *bytes = make_bytes (sizes[i % G_N_ELEMENTS (sizes)], i);
      g_autoptr (GBytes) read = NULL;

      g_ptr_array_add (all, bytes);
      mcp_journal_append (journal, &entry, bytes);
      read = mcp_journal_read (journal, i + 1, &error);
      g_assert_no_error (error);
      g_assert_true (g_bytes_equal (read, bytes));
      if (i % 7 == 0)
        g_main_context_iteration (NULL, FALSE);
    }

  wait_until (g_stat (path, &info) == 0
              && (guint64) info.st_size == mcp_journal_get_spool_bytes (journal));
  g_assert_cmpint (info.st_mode & 0777, ==, 0600);
  g_assert_true (g_file_get_contents (path, &contents, &file_size, NULL));
  g_assert_cmpmem (contents, 8, MCP_SPOOL_MAGIC, 8);

  at = (guint8 *) contents + SPOOL_HEADER;
  for (guint i = 0; i < all->len; i++)
    {
      g_autoptr (GBytes) read = mcp_journal_read (journal, i + 1, NULL);
      McpSpoolHeader header;

      g_assert_true (mcp_spool_header_decode (at, (guint8 *) contents + file_size - at, &header));
      g_assert_cmpuint (header.serial, ==, i + 1);
      g_assert_cmpuint (header.life, ==, 9);
      g_assert_cmpint (header.kind, ==, MCP_RECORD_NOTIFICATION);
      g_assert_cmpmem (at + MCP_SPOOL_HEADER_BYTES, header.length,
                       g_bytes_get_data (all->pdata[i], NULL), g_bytes_get_size (all->pdata[i]));
      g_assert_true (g_bytes_equal (read, all->pdata[i]));
      at += MCP_SPOOL_HEADER_BYTES + header.length;
    }
  g_assert_true (at == (guint8 *) contents + file_size);

  g_assert_finalize_object (g_steal_pointer (&journal));
  remove_path (path, directory);
}

static void
test_written_in_next_iteration (void)
{
  g_autofree char *directory = NULL;
  g_autofree char *path = make_path (&directory);
  g_autoptr (McpJournal) journal = mcp_journal_new_for_file (path, NULL);
  GStatBuf info;

  append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "m");
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_size, ==, 0);
  g_main_context_iteration (NULL, FALSE);
  g_assert_cmpint (g_stat (path, &info), ==, 0);
  g_assert_cmpint (info.st_size, ==, mcp_journal_get_spool_bytes (journal));

  g_clear_object (&journal);
  remove_path (path, directory);
}

static void
test_file_must_be_new (void)
{
  g_autofree char *directory = NULL;
  g_autofree char *path = make_path (&directory);
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, "mine", -1, NULL));
  g_assert_null (mcp_journal_new_for_file (path, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_STORAGE);
  g_assert_nonnull (strstr (error->message, path));
  remove_path (path, directory);
}

/* The journal may go while a worker writes its last frame: the spool finishes on its own. */
static void
test_finalizes_while_writing (void)
{
  g_autofree char *directory = NULL;
  g_autofree char *path = make_path (&directory);
  McpJournal *journal = mcp_journal_new_for_file (path, NULL);
  McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "m");
  g_autoptr (GBytes) bytes = make_bytes (8 * 1024 * 1024, 1);
  guint64 expected;
  GStatBuf info;

  mcp_journal_append (journal, &entry, bytes);
  append_text (journal, &entry, "last words");
  /* And says that it is the end. */
  expected = mcp_journal_get_spool_bytes (journal) + MCP_SPOOL_HEADER_BYTES;
  g_assert_finalize_object (journal);
  wait_until (g_stat (path, &info) == 0 && (guint64) info.st_size == expected);
  remove_path (path, directory);
}

static void
test_peek_walks (void)
{
  g_autoptr (McpSpool) spool = mcp_spool_new (1, 2);
  guint64 offsets[2000];

  for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
    {
      McpSpoolHeader header = { .serial = i + 1 };
      g_autoptr (GBytes) bytes = make_bytes (1000, i);

      g_assert_true (mcp_spool_append (spool, &header, bytes, &offsets[i]));
    }
  for (guint round = 0; round < 2; round++)
    {
      for (guint i = 0; i < G_N_ELEMENTS (offsets); i++)
        {
          g_autoptr (GBytes) bytes = make_bytes (1000, i);

          g_assert_cmpmem (mcp_spool_peek (spool, offsets[i], 1000), 1000,
                           g_bytes_get_data (bytes, NULL), 1000);
        }
      mcp_spool_flush (spool);
    }
  g_assert_finalize_object (g_steal_pointer (&spool));
}

static void
storage_error_cb (McpJournal   *journal,
                  const GError *error,
                  GPtrArray    *messages)
{
  g_assert_true (g_error_matches (error, MCP_ERROR, MCP_ERROR_STORAGE));
  g_ptr_array_add (messages, g_strdup (error->message));
}

static void
test_disk_full_subprocess (void)
{
  const struct rlimit limit = { 1024 * 1024, 1024 * 1024 };
  g_autofree char *directory = NULL;
  g_autofree char *path = make_path (&directory);
  g_autoptr (McpJournal) journal = mcp_journal_new_for_file (path, NULL);
  g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
  guint n_truncated = 0;

  signal (SIGXFSZ, SIG_IGN);
  g_assert_cmpint (setrlimit (RLIMIT_FSIZE, &limit), ==, 0);
  g_signal_connect (journal, "storage-error", G_CALLBACK (storage_error_cb), messages);

  for (guint i = 0; i < 800; i++)
    {
      McpJournalEntry entry = make_entry (MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "m");
      g_autoptr (GBytes) bytes = make_bytes (i % 2 == 0 ? 100 * 1024 : 300 * 1024, i);

      mcp_journal_append (journal, &entry, bytes);
      if (i == 20)
        wait_until (messages->len > 0);
    }
  mcp_journal_flush (journal);
  g_assert_cmpuint (messages->len, ==, 1);
  g_assert_nonnull (strstr (messages->pdata[0], path));

  /* What was kept is exact, wherever it is; what was not says so. */
  for (guint i = 0; i < 800; i++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (journal, i + 1);
      g_autoptr (GBytes) bytes = make_bytes (i % 2 == 0 ? 100 * 1024 : 300 * 1024, i);
      g_autoptr (GBytes) read = mcp_record_dup_bytes (record, NULL);

      g_assert_cmpuint (mcp_record_get_size (record), ==, g_bytes_get_size (bytes));
      if (mcp_record_get_flags (record) & MCP_RECORD_FLAG_TRUNCATED)
        {
          g_assert_cmpuint (g_bytes_get_size (read), ==, 0);
          n_truncated++;
        }
      else
        {
          g_assert_true (g_bytes_equal (read, bytes));
        }
    }
  g_assert_cmpuint (n_truncated, >, 0);
  g_assert_cmpuint (n_truncated, <, 800);

  g_clear_object (&journal);
  remove_path (path, directory);
}

static void
test_disk_full (void)
{
  if (g_test_subprocess ())
    {
      test_disk_full_subprocess ();
      return;
    }

  g_test_trap_subprocess (NULL, 60 * G_USEC_PER_SEC, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

static void
test_no_temporary_file (void)
{
  if (g_test_subprocess ())
    {
      g_autoptr (McpJournal) journal = mcp_journal_new ();
      g_autoptr (GPtrArray) messages = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GBytes) read = NULL;

      g_signal_connect (journal, "storage-error", G_CALLBACK (storage_error_cb), messages);
      append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_NOTIFICATION, 1, NULL, "m");
      wait_until (messages->len == 1);
      read = mcp_journal_read (journal, 1, NULL);
      g_assert_cmpuint (g_bytes_get_size (read), ==, 2);
      g_assert_finalize_object (g_steal_pointer (&journal));
      return;
    }

  g_setenv ("TMPDIR", "/nonexistent/for/this/test", TRUE);
  g_test_trap_subprocess (NULL, 60 * G_USEC_PER_SEC, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_unsetenv ("TMPDIR");
  g_test_trap_assert_passed ();
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal/spool/file-keeps-order", test_file_keeps_order);
  g_test_add_func ("/journal/spool/written-in-next-iteration", test_written_in_next_iteration);
  g_test_add_func ("/journal/spool/file-must-be-new", test_file_must_be_new);
  g_test_add_func ("/journal/spool/finalizes-while-writing", test_finalizes_while_writing);
  g_test_add_func ("/journal/spool/peek-walks", test_peek_walks);
  g_test_add_func ("/journal/spool/disk-full", test_disk_full);
  g_test_add_func ("/journal/spool/no-temporary-file", test_no_temporary_file);

  return g_test_run ();
}
