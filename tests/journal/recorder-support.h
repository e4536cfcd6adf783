/* recorder-support.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib/gstdio.h>

#include "journal-support.h"
#include "mcp-json.h"

/* What the tests of recordings share: a journal with a path to record it to, and reading lines. */

typedef struct
{
  char       *directory;
  char       *path;
  McpJournal *journal;
} Fixture;

static inline void
set_up (Fixture       *fixture,
        gconstpointer  data)
{
  fixture->directory = g_dir_make_tmp ("recorder-XXXXXX", NULL);
  fixture->path = g_build_filename (fixture->directory, "session.mcprec", NULL);
  fixture->journal = mcp_journal_new ();
}

static inline void
tear_down (Fixture       *fixture,
           gconstpointer  data)
{
  g_unlink (fixture->path);
  g_assert_cmpint (g_rmdir (fixture->directory), ==, 0);
  g_assert_finalize_object (fixture->journal);
  g_free (fixture->directory);
  g_free (fixture->path);
}

/* The whole lines of the file, each checked to be one JSON object. */
static inline GPtrArray *
read_lines (const char *path)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *contents = NULL;
  gsize length;
  const char *at;
  const char *end;

  g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
  for (at = contents; (end = memchr (at, '\n', contents + length - at)) != NULL; at = end + 1)
    {
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (*at, ==, '{');
      mcp_json_validate (at, end - at, &error);
      g_assert_no_error (error);
      g_ptr_array_add (lines, g_strndup (at, end - at));
    }

  return lines;
}

static inline char *
lookup (GPtrArray  *lines,
        guint       i,
        const char *path)
{
  const char *line = lines->pdata[i];
  McpSpan value;

  if (!mcp_json_lookup (line, strlen (line), path, &value))
    return NULL;

  return g_strndup (line + value.offset, value.length);
}

static inline void
assert_member (GPtrArray  *lines,
               guint       i,
               const char *path,
               const char *expected)
{
  g_autofree char *value = lookup (lines, i, path);

  g_assert_cmpstr (value, ==, expected);
}
