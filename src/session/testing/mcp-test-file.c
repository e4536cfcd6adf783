/* mcp-test-file.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-test-reader.h"

/*
 * Files of tests: reading them, but for the requests. A member that nobody knows is an error: a word with a slip in it must
 * not make a test that passes.
 */

#define KEY     "sounderTests"
#define VERSION 1

#define MAX_BYTES (64 * 1024 * 1024)

static const char *const era_nicks[] = { "auto", "legacy", "modern", NULL };

static void
free_case (McpTestCase *self)
{
  g_free (self->name);
  g_clear_pointer (&self->steps, g_ptr_array_unref);
  g_free (self);
}

static void
clear_file (McpTestFile *self)
{
  g_free (self->path);
  g_free (self->text);
  g_clear_pointer (&self->variables, mcp_test_variables_free);
  g_clear_pointer (&self->eras, g_array_unref);
  g_clear_pointer (&self->servers, g_ptr_array_unref);
  g_clear_pointer (&self->set_up, g_ptr_array_unref);
  g_clear_pointer (&self->cases, g_ptr_array_unref);
}

McpTestFile *
mcp_test_file_ref (McpTestFile *self)
{
  return g_rc_box_acquire (self);
}

void
mcp_test_file_unref (McpTestFile *self)
{
  g_rc_box_release_full (self, (GDestroyNotify) clear_file);
}

/* --- Tests --- */

static const McpTestMember case_members[] = {
  { "name", MCP_JSON_STRING, mcp_test_reader_read_text, G_STRUCT_OFFSET (McpTestCase, name) },
  { "comment", MCP_JSON_STRING, mcp_test_reader_ignore },
  { "steps", MCP_JSON_ARRAY, mcp_test_read_step, G_STRUCT_OFFSET (McpTestCase, steps), TRUE },
};

static gboolean
read_case (McpTestReader *reader,
           const char    *place,
           McpSpan        value,
           gpointer       data)
{
  McpTestCase *test = g_new0 (McpTestCase, 1);
  gboolean done;

  test->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_test_step_free);
  g_ptr_array_add (reader->file->cases, test);

  if (mcp_test_reader_has (reader, value, "steps"))
    done = mcp_test_reader_read_object (reader, place, value, case_members, G_N_ELEMENTS (case_members), test);
  else
    {
      done = mcp_test_read_step (reader, place, value, &test->steps);
      test->name = mcp_json_lookup_string (mcp_test_reader_get_text (reader, value), value.length, "name");
    }
  if (!done)
    return FALSE;
  if (test->steps->len == 0)
    return mcp_test_reader_fail (reader, place, value, _("A test needs a step"));

  return test->name != NULL || mcp_test_reader_fail (reader, place, value, _("“name” is missing"));
}

/* --- The file --- */

static gboolean
read_version (McpTestReader *reader,
              const char    *place,
              McpSpan        value,
              gpointer       data)
{
  gint64 version;

  if (mcp_json_lookup_int64 (mcp_test_reader_get_text (reader, value), value.length, NULL, &version)
      && version == VERSION)
    return TRUE;

  return mcp_test_reader_fail (reader, place, value, _("Only version %d of the format is known"), VERSION);
}

static gboolean
read_variables (McpTestReader *reader,
                const char    *place,
                McpSpan        object,
                gpointer       data)
{
  McpJsonIter iter;
  McpSpan key, value;

  mcp_json_iter_init (&iter, mcp_test_reader_get_text (reader, object), object.length);
  while (mcp_test_reader_next (&iter, object, &key, &value))
    {
      g_autofree char *name = NULL;
      g_autofree char *json = NULL;

      if (!mcp_test_reader_read_variable (reader, place, key, &name))
        return FALSE;
      json = mcp_test_reader_dup_json (reader, value);
      mcp_test_variables_set (reader->file->variables, name, json);
    }

  return TRUE;
}

static gboolean
add_era (McpTestReader *reader,
         const char    *place,
         McpSpan        value,
         gpointer       data)
{
  guint index;
  McpEraChoice era;

  if (!mcp_test_reader_read_nick (reader, place, value, era_nicks, &index))
    return FALSE;
  era = index;
  g_array_append_val (reader->file->eras, era);

  return TRUE;
}

static gboolean
read_servers (McpTestReader *reader,
              const char    *place,
              McpSpan        object,
              gpointer       data)
{
  McpJsonIter iter;
  McpSpan key, value;

  mcp_json_iter_init (&iter, mcp_test_reader_get_text (reader, object), object.length);
  while (mcp_test_reader_next (&iter, object, &key, &value))
    {
      g_autofree char *name = NULL;
      McpProfile *profile;
      g_autoptr (GError) error = NULL;

      if (!mcp_test_reader_read_text (reader, place, key, &name))
        return FALSE;
      profile = mcp_profile_new_from_json (name, mcp_test_reader_get_text (reader, value), value.length, &error);
      if (profile == NULL)
        return mcp_test_reader_fail (reader, place, value, "%s", error->message);
      g_ptr_array_add (reader->file->servers, profile);
    }

  return TRUE;
}

static const McpTestMember file_members[] = {
  { "$schema", MCP_JSON_STRING, mcp_test_reader_ignore },
  { KEY, MCP_JSON_NUMBER, read_version },
  { "comment", MCP_JSON_STRING, mcp_test_reader_ignore },
  { "variables", MCP_JSON_OBJECT, read_variables },
  { "servers", MCP_JSON_OBJECT, read_servers },
  { "eras", MCP_JSON_ARRAY, add_era, 0, TRUE },
  { "setUp", MCP_JSON_ARRAY, mcp_test_read_step, G_STRUCT_OFFSET (McpTestFile, set_up), TRUE },
  { "tests", MCP_JSON_ARRAY, read_case, 0, TRUE },
};

static gboolean
read_file (McpTestReader *reader)
{
  McpTestFile *file = reader->file;
  McpSpan root = { 0, 0 };
  g_autoptr (GError) error = NULL;

  if (!mcp_json_validate (file->text, reader->length, &error)
      || !mcp_json_lookup (file->text, reader->length, NULL, &root))
    {
      g_set_error (reader->error, MCP_ERROR, MCP_ERROR_USAGE, "%s: %s", reader->name,
                   error != NULL ? error->message : _("This is no JSON"));
      return FALSE;
    }
  if (!mcp_test_reader_has (reader, root, KEY))
    return mcp_test_reader_fail (reader, "", root, _("This is no file of tests: “%s” is missing"), KEY);

  return mcp_test_reader_read_object (reader, "", root, file_members, G_N_ELEMENTS (file_members), file);
}

/**
 * mcp_test_file_parse:
 * @path: (nullable): where the text is from
 * @text: the text
 * @error: %MCP_ERROR_USAGE, with file, line and place
 *
 * Reads tests.
 *
 * Returns: (transfer full) (nullable): the file
 */
McpTestFile *
mcp_test_file_parse (const char  *path,
                     const char  *text,
                     gsize        length,
                     GError     **error)
{
  g_autoptr (McpTestFile) self = g_rc_box_new0 (McpTestFile);
  McpTestReader reader = { self, path != NULL ? path : _("tests"), length, error };

  self->path = g_strdup (path);
  self->text = g_strndup (text, length);
  self->variables = mcp_test_variables_new (NULL);
  self->eras = g_array_new (FALSE, FALSE, sizeof (McpEraChoice));
  self->servers = g_ptr_array_new_with_free_func (g_object_unref);
  self->set_up = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_test_step_free);
  self->cases = g_ptr_array_new_with_free_func ((GDestroyNotify) free_case);

  return read_file (&reader) ? g_steal_pointer (&self) : NULL;
}

/**
 * mcp_test_file_read:
 * @path: a file
 * @error: %MCP_ERROR_USAGE, with file, line and place
 *
 * Reads the tests of a file.
 *
 * Returns: (transfer full) (nullable): the file
 */
McpTestFile *
mcp_test_file_read (const char  *path,
                    GError     **error)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) cause = NULL;
  gsize length;

  if (!g_file_get_contents (path, &text, &length, &cause))
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE, cause->message);
      return NULL;
    }
  if (length > MAX_BYTES)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("“%s” is larger than %d MiB"), path,
                   MAX_BYTES / 1024 / 1024);
      return NULL;
    }

  return mcp_test_file_parse (path, text, length, error);
}
