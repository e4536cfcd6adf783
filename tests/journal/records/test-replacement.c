/* test-replacement.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <glib/gstdio.h>

#include "mcp-replacement.h"

typedef struct
{
  char *directory;
  char *path;
} Fixture;

static void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->directory = g_dir_make_tmp ("replacement-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->directory, "wanted", NULL);
}

static guint
count_files (Fixture *fixture)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->directory, 0, NULL);
  guint n = 0;

  while (g_dir_read_name (dir) != NULL)
    n++;

  return n;
}

static void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (GDir) dir = g_dir_open (fixture->directory, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (fixture->directory, name, NULL);

      g_unlink (path);
    }
  g_assert_cmpint (g_rmdir (fixture->directory), ==, 0);
  g_free (fixture->directory);
  g_free (fixture->path);
}

static void
write_text (McpReplacement *file,
            const char     *text)
{
  gssize length = strlen (text);

  g_assert_nonnull (file);
  g_assert_cmpint (write (mcp_replacement_get_fd (file), text, length), ==, length);
}

static void
assert_contents (const char *path,
                 const char *expected)
{
  g_autofree char *contents = NULL;

  g_assert_true (g_file_get_contents (path, &contents, NULL, NULL));
  g_assert_cmpstr (contents, ==, expected);
}

static mode_t
get_mode (const char *path)
{
  GStatBuf info;

  g_assert_cmpint (g_lstat (path, &info), ==, 0);

  return info.st_mode;
}

/* The earlier file is there until the new one is whole, and nothing is beside it then. */
static void
test_finish (Fixture       *fixture,
             gconstpointer  data)
{
  g_autoptr (McpReplacement) file = NULL;

  g_assert_true (g_file_set_contents (fixture->path, "mine", -1, NULL));
  file = mcp_replacement_new (fixture->path, TRUE);
  write_text (file, "new");
  assert_contents (fixture->path, "mine");
  g_assert_true (mcp_replacement_finish (file));
  assert_contents (fixture->path, "new");
  g_assert_cmpuint (count_files (fixture), ==, 1);
}

static void
test_give_up (Fixture       *fixture,
              gconstpointer  data)
{
  g_autoptr (McpReplacement) file = mcp_replacement_new (fixture->path, TRUE);

  write_text (file, "half");
  g_clear_pointer (&file, mcp_replacement_free);
  g_assert_cmpuint (count_files (fixture), ==, 0);

  g_assert_true (g_file_set_contents (fixture->path, "mine", -1, NULL));
  file = mcp_replacement_new (fixture->path, TRUE);
  write_text (file, "half");
  g_clear_pointer (&file, mcp_replacement_free);
  assert_contents (fixture->path, "mine");
  g_assert_cmpuint (count_files (fixture), ==, 1);
}

/* What a program does that is told to end at once. */
static void
test_discard_all (Fixture       *fixture,
                  gconstpointer  data)
{
  g_autoptr (McpReplacement) done = mcp_replacement_new (fixture->path, TRUE);
  g_autoptr (McpReplacement) first = NULL;
  g_autoptr (McpReplacement) second = NULL;

  write_text (done, "whole");
  g_assert_true (mcp_replacement_finish (done));
  first = mcp_replacement_new (fixture->path, TRUE);
  second = mcp_replacement_new (fixture->path, TRUE);
  g_assert_cmpuint (count_files (fixture), ==, 3);
  mcp_replacement_discard_all ();
  g_assert_cmpuint (count_files (fixture), ==, 1);
  assert_contents (fixture->path, "whole");
  g_assert_false (mcp_replacement_finish (first));
  assert_contents (fixture->path, "whole");
}

static void
test_modes (Fixture       *fixture,
            gconstpointer  data)
{
  g_autoptr (McpReplacement) open = NULL;
  g_autoptr (McpReplacement) closed = NULL;

  g_assert_true (g_file_set_contents (fixture->path, "mine", -1, NULL));
  g_assert_cmpint (g_chmod (fixture->path, 0640), ==, 0);
  open = mcp_replacement_new (fixture->path, FALSE);
  g_assert_true (mcp_replacement_finish (open));
  g_assert_cmpuint (get_mode (fixture->path) & 0777, ==, 0640);

  closed = mcp_replacement_new (fixture->path, TRUE);
  g_assert_true (mcp_replacement_finish (closed));
  g_assert_cmpuint (get_mode (fixture->path) & 0777, ==, 0600);
}

/* A link stays one, also to what is not there yet. */
static void
test_link (Fixture       *fixture,
           gconstpointer  data)
{
  g_autofree char *real = g_build_filename (fixture->directory, "real", NULL);

  g_assert_cmpint (symlink ("real", fixture->path), ==, 0);
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (McpReplacement) file = mcp_replacement_new (fixture->path, TRUE);
      g_autofree char *text = g_strdup_printf ("round %u", i);

      write_text (file, text);
      g_assert_true (mcp_replacement_finish (file));
      assert_contents (real, text);
      g_assert_true (S_ISLNK (get_mode (fixture->path)));
      g_assert_cmpuint (count_files (fixture), ==, 2);
    }
}

/* The reader gets the bytes, and the pipe stays where it is. */
static void
test_pipe (Fixture       *fixture,
           gconstpointer  data)
{
  g_autoptr (McpReplacement) file = NULL;
  char bytes[8] = "";
  int reader;

  g_assert_cmpint (mkfifo (fixture->path, 0600), ==, 0);
  reader = g_open (fixture->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0);
  g_assert_cmpint (reader, >=, 0);
  file = mcp_replacement_new (fixture->path, TRUE);
  write_text (file, "now");
  g_assert_cmpint (read (reader, bytes, sizeof bytes), ==, 3);
  g_assert_cmpstr (bytes, ==, "now");
  g_assert_true (mcp_replacement_finish (file));
  g_assert_true (S_ISFIFO (get_mode (fixture->path)));
  g_assert_cmpuint (count_files (fixture), ==, 1);
  close (reader);
}

/* A name with no room for an ending, and what a killed process of our number left. */
static void
test_names (Fixture       *fixture,
            gconstpointer  data)
{
  g_autofree char *name = g_strnfill (255, 'n');
  g_autofree char *path = g_build_filename (fixture->directory, name, NULL);
  g_autoptr (McpReplacement) file = NULL;

  for (guint i = 0; i < 64; i++)
    {
      g_autofree char *stale = g_strdup_printf ("%s.%d-%u.part", fixture->path, (int) getpid (), i);

      g_assert_true (g_file_set_contents (stale, "stale", -1, NULL));
    }
  file = mcp_replacement_new (fixture->path, TRUE);
  write_text (file, "whole");
  g_assert_true (mcp_replacement_finish (file));
  assert_contents (fixture->path, "whole");
  g_assert_cmpuint (count_files (fixture), ==, 65);
  g_clear_pointer (&file, mcp_replacement_free);

  file = mcp_replacement_new (path, TRUE);
  write_text (file, "long");
  g_assert_true (mcp_replacement_finish (file));
  assert_contents (path, "long");
}

static void
test_errors (Fixture       *fixture,
             gconstpointer  data)
{
  g_autofree char *missing = g_build_filename (fixture->directory, "no", "such", NULL);

  g_assert_null (mcp_replacement_new (missing, TRUE));
  g_assert_cmpint (errno, ==, ENOENT);
  g_assert_null (mcp_replacement_new (fixture->directory, TRUE));
  g_assert_cmpint (errno, ==, EISDIR);
  g_assert_cmpuint (count_files (fixture), ==, 0);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("/journal/replacement/finish", test_finish);
  ADD ("/journal/replacement/give-up", test_give_up);
  ADD ("/journal/replacement/discard-all", test_discard_all);
  ADD ("/journal/replacement/modes", test_modes);
  ADD ("/journal/replacement/link", test_link);
  ADD ("/journal/replacement/pipe", test_pipe);
  ADD ("/journal/replacement/names", test_names);
  ADD ("/journal/replacement/errors", test_errors);

  return g_test_run ();
}
