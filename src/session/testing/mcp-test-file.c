/* mcp-test-file.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-testing"

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-nearest.h"
#include "mcp-query-json.h"
#include "mcp-query.h"
#include "mcp-schema.h"
#include "mcp-test-file.h"

/*
 * Reading files of tests. A member that nobody knows is an error: a word with a slip in it must
 * not make a test that passes.
 */

#define KEY     "sounderTests"
#define VERSION 1

#define MAX_BYTES (64 * 1024 * 1024)

static const char *const status_nicks[] = { "ok", "tool-error", "error", "answered", "unanswered", NULL };
static const char *const era_nicks[] = { "auto", "legacy", "modern", NULL };

typedef struct
{
  McpTestFile  *file;
  const char   *name;   /* of the file, for errors */
  gsize         length;
  GError      **error;
} Reader;

/* Reads one member of an object. @place: where the object stands, for errors. */
typedef gboolean (*ReadFunc) (Reader     *reader,
                              const char *place,
                              McpSpan     value,
                              gpointer    data);

typedef struct
{
  const char *key;
  McpJsonType type;
  ReadFunc    read;
} Member;

static void
free_step (McpTestStep *self)
{
  g_free (self->place);
  g_free (self->method);
  g_free (self->params);
  g_strfreev (self->expect);
  g_free (self->schema);
  g_free (self->snapshot);
  g_strfreev (self->mask);
  g_strfreev (self->findings);
  g_strfreev (self->take);
  g_free (self);
}

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

const char *
mcp_test_status_get_nick (McpTestStatus status)
{
  return status_nicks[status];
}

static gboolean
fail (Reader     *reader,
      const char *place,
      McpSpan     at,
      const char *format,
      ...) G_GNUC_PRINTF (4, 5);

static gboolean
fail (Reader     *reader,
      const char *place,
      McpSpan     at,
      const char *format,
      ...)
{
  g_autofree char *message = NULL;
  guint line = 1;
  va_list args;

  for (gsize i = 0; i < at.offset; i++)
    line += reader->file->text[i] == '\n';

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);
  g_set_error (reader->error, MCP_ERROR, MCP_ERROR_USAGE, "%s:%u: %s%s%s", reader->name, line,
               place, *place != '\0' ? ": " : "", message);

  return FALSE;
}

static const char *
text_at (const Reader *reader,
         McpSpan       span)
{
  return reader->file->text + span.offset;
}

static char *
dup_json (const Reader *reader,
          McpSpan       span)
{
  return g_strndup (text_at (reader, span), span.length);
}

static gboolean
read_text (Reader      *reader,
           const char  *place,
           McpSpan      value,
           char       **text)
{
  g_free (*text);
  *text = mcp_json_dup_string (text_at (reader, value), value.length);

  return *text != NULL || fail (reader, place, value, _("This is no text"));
}

static gboolean
find_nick (Reader            *reader,
           const char        *place,
           McpSpan            value,
           const char *const *nicks,
           guint             *index)
{
  g_autofree char *text = NULL;
  g_autofree char *list = g_strjoinv (", ", (char **) nicks);

  if (!read_text (reader, place, value, &text))
    return FALSE;

  for (*index = 0; nicks[*index] != NULL; (*index)++)
    if (g_str_equal (nicks[*index], text))
      return TRUE;

  return fail (reader, place, value, _("“%s” is none of: %s"), text, list);
}

static gboolean
fail_unknown (Reader       *reader,
              const char   *place,
              McpSpan       key,
              const Member *members,
              guint         n_members)
{
  g_autofree char *name = mcp_json_dup_string (text_at (reader, key), key.length);
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  const char *nearest;

  for (guint i = 0; i < n_members; i++)
    g_ptr_array_add (names, (gpointer) members[i].key);
  g_ptr_array_add (names, NULL);
  nearest = name != NULL ? mcp_find_nearest (name, (const char *const *) names->pdata) : NULL;

  if (nearest != NULL)
    return fail (reader, place, key, _("“%s” is nothing a test knows; did you mean “%s”?"), name, nearest);

  return fail (reader, place, key, _("“%s” is nothing a test knows"), name != NULL ? name : "");
}

static const Member *
find_member (const Reader *reader,
             McpSpan       key,
             const Member *members,
             guint         n_members)
{
  for (guint i = 0; i < n_members; i++)
    if (mcp_json_key_equal (text_at (reader, key), key.length, members[i].key))
      return &members[i];

  return NULL;
}

static gboolean
read_object (Reader       *reader,
             const char   *place,
             McpSpan       object,
             const Member *members,
             guint         n_members,
             gpointer      data)
{
  McpJsonIter iter;
  McpSpan key, value;

  if (!mcp_json_iter_init (&iter, text_at (reader, object), object.length) || !iter.is_object)
    return fail (reader, place, object, _("Here should be an object"));

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      const Member *member;
      g_autofree char *inner = NULL;

      key.offset += object.offset;
      value.offset += object.offset;
      member = find_member (reader, key, members, n_members);
      if (member == NULL)
        return fail_unknown (reader, place, key, members, n_members);

      inner = g_strdup_printf ("%s%s%s", place, *place != '\0' ? "." : "", member->key);
      if (mcp_json_get_type (text_at (reader, value), value.length) != member->type)
        return fail (reader, inner, value, _("This should be of the type “%s”"),
                     mcp_json_type_get_name (member->type));
      if (!member->read (reader, inner, value, data))
        return FALSE;
    }

  return TRUE;
}

/* Calls @read for each element of an array, or value of an object, with its place. */
static gboolean
read_each (Reader     *reader,
           const char *place,
           McpSpan     array,
           ReadFunc    read,
           gpointer    data)
{
  McpJsonIter iter;
  McpSpan key, value;

  mcp_json_iter_init (&iter, text_at (reader, array), array.length);
  for (guint i = 0; mcp_json_iter_next (&iter, &key, &value); i++)
    {
      g_autofree char *inner = g_strdup_printf ("%s[%u]", place, i);

      value.offset += array.offset;
      if (!read (reader, inner, value, data))
        return FALSE;
    }

  return TRUE;
}

static gboolean
add_text (Reader     *reader,
          const char *place,
          McpSpan     value,
          gpointer    builder)
{
  g_autofree char *text = NULL;

  if (!read_text (reader, place, value, &text))
    return FALSE;
  g_strv_builder_add (builder, text);

  return TRUE;
}

static gboolean
read_texts (Reader      *reader,
            const char  *place,
            McpSpan      value,
            char      ***texts)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  if (!read_each (reader, place, value, add_text, builder))
    return FALSE;
  g_strfreev (*texts);
  *texts = g_strv_builder_end (builder);

  return TRUE;
}

/* --- Steps --- */

static gboolean
read_method (Reader     *reader,
             const char *place,
             McpSpan     value,
             gpointer    data)
{
  McpTestStep *step = data;

  return read_text (reader, place, value, &step->method);
}

static gboolean
read_params (Reader     *reader,
             const char *place,
             McpSpan     value,
             gpointer    data)
{
  McpTestStep *step = data;

  g_free (step->params);
  step->params = dup_json (reader, value);

  return TRUE;
}

static gboolean
read_status (Reader     *reader,
             const char *place,
             McpSpan     value,
             gpointer    data)
{
  McpTestStep *step = data;
  guint index;

  if (!find_nick (reader, place, value, status_nicks, &index))
    return FALSE;
  step->status = index;

  return TRUE;
}

/* With variables a filter is checked when they are known. */
static gboolean
check_filter (Reader     *reader,
              const char *place,
              McpSpan     value,
              gpointer    data)
{
  g_autofree char *text = NULL;
  g_autoptr (McpQuery) query = NULL;
  g_autoptr (GError) error = NULL;

  if (!read_text (reader, place, value, &text))
    return FALSE;
  if (strstr (text, "${") != NULL)
    return TRUE;

  query = mcp_query_new (text, &error);

  return query != NULL || fail (reader, place, value, "%s", error->message);
}

static gboolean
read_expect (Reader     *reader,
             const char *place,
             McpSpan     value,
             gpointer    data)
{
  McpTestStep *step = data;

  return read_each (reader, place, value, check_filter, NULL)
         && read_texts (reader, place, value, &step->expect);
}

static gboolean
read_schema (Reader     *reader,
             const char *place,
             McpSpan     value,
             gpointer    data)
{
  McpTestStep *step = data;
  g_autoptr (McpSchema) schema = NULL;
  g_autoptr (GError) error = NULL;

  g_free (step->schema);
  step->schema = dup_json (reader, value);
  schema = mcp_schema_new (step->schema, -1, &error);

  return schema != NULL || fail (reader, place, value, "%s", error->message);
}

static gboolean
read_snapshot (Reader     *reader,
               const char *place,
               McpSpan     value,
               gpointer    data)
{
  McpTestStep *step = data;

  g_free (step->snapshot);
  step->snapshot = dup_json (reader, value);
  step->snapshot_span = value;

  return TRUE;
}

static gboolean
check_path (Reader     *reader,
            const char *place,
            McpSpan     value,
            gpointer    data)
{
  g_autofree char *path = NULL;
  g_autoptr (McpJsonTest) test = NULL;
  gsize fault;

  if (!read_text (reader, place, value, &path))
    return FALSE;
  test = mcp_json_test_new (path, strlen (path), MCP_JSON_EXISTS, NULL, FALSE, &fault);

  return test != NULL
         || fail (reader, place, value, _("“%s” is no path, as in content[0].text"), path);
}

static gboolean
read_mask (Reader     *reader,
           const char *place,
           McpSpan     value,
           gpointer    data)
{
  McpTestStep *step = data;

  return read_each (reader, place, value, check_path, NULL)
         && read_texts (reader, place, value, &step->mask);
}

static gboolean
read_findings (Reader     *reader,
               const char *place,
               McpSpan     value,
               gpointer    data)
{
  McpTestStep *step = data;

  return read_texts (reader, place, value, &step->findings);
}

static gboolean
read_variable_name (Reader     *reader,
                    const char *place,
                    McpSpan     key,
                    char      **name)
{
  if (!read_text (reader, place, key, name))
    return FALSE;

  return mcp_test_variables_is_name (*name)
         || fail (reader, place, key, _("“%s” is no name of a variable: letters, digits, _ and -"), *name);
}

static gboolean
read_take (Reader     *reader,
           const char *place,
           McpSpan     object,
           gpointer    data)
{
  McpTestStep *step = data;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  McpJsonIter iter;
  McpSpan key, value;

  if (!read_each (reader, place, object, check_path, NULL))
    return FALSE;

  mcp_json_iter_init (&iter, text_at (reader, object), object.length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = NULL;

      key.offset += object.offset;
      value.offset += object.offset;
      if (!read_variable_name (reader, place, key, &name)
          || !add_text (reader, place, key, builder) || !add_text (reader, place, value, builder))
        return FALSE;
    }
  g_strfreev (step->take);
  step->take = g_strv_builder_end (builder);

  return TRUE;
}

static gboolean
read_timeout (Reader     *reader,
              const char *place,
              McpSpan     value,
              gpointer    data)
{
  McpTestStep *step = data;
  gint64 msec = 0;

  if (!mcp_json_lookup_int64 (text_at (reader, value), value.length, NULL, &msec) || msec < 1
      || msec > G_MAXINT)
    return fail (reader, place, value, _("Here should be a number of milliseconds, from 1"));
  step->timeout_msec = msec;

  return TRUE;
}

static gboolean
ignore (Reader     *reader,
        const char *place,
        McpSpan     value,
        gpointer    data)
{
  return TRUE;
}

static const Member step_members[] = {
  { "method", MCP_JSON_STRING, read_method },
  { "params", MCP_JSON_OBJECT, read_params },
  { "status", MCP_JSON_STRING, read_status },
  { "expect", MCP_JSON_ARRAY, read_expect },
  { "schema", MCP_JSON_OBJECT, read_schema },
  { "snapshot", MCP_JSON_OBJECT, read_snapshot },
  { "mask", MCP_JSON_ARRAY, read_mask },
  { "findings", MCP_JSON_ARRAY, read_findings },
  { "take", MCP_JSON_OBJECT, read_take },
  { "timeoutMsec", MCP_JSON_NUMBER, read_timeout },
  { "comment", MCP_JSON_STRING, ignore },
};

static gboolean
read_step (Reader     *reader,
           const char *place,
           McpSpan     value,
           gpointer    steps)
{
  McpTestStep *step = g_new0 (McpTestStep, 1);

  g_ptr_array_add (steps, step);
  step->place = g_strdup (place);
  if (!read_object (reader, place, value, step_members, G_N_ELEMENTS (step_members), step))
    return FALSE;

  return step->method != NULL || fail (reader, place, value, _("“method” is missing"));
}

/* --- Tests --- */

static gboolean
read_name (Reader     *reader,
           const char *place,
           McpSpan     value,
           gpointer    data)
{
  McpTestCase *test = data;

  return read_text (reader, place, value, &test->name);
}

static gboolean
read_steps (Reader     *reader,
            const char *place,
            McpSpan     value,
            gpointer    data)
{
  McpTestCase *test = data;

  return read_each (reader, place, value, read_step, test->steps);
}

static gboolean
has_member (const Reader *reader,
            McpSpan       object,
            const char   *key)
{
  McpSpan value;

  return mcp_json_lookup (text_at (reader, object), object.length, key, &value);
}

static const Member case_members[] = {
  { "name", MCP_JSON_STRING, read_name },
  { "comment", MCP_JSON_STRING, ignore },
  { "steps", MCP_JSON_ARRAY, read_steps },
};

/* A test of one request is that step, with a name. */
static gboolean
read_single_step (Reader      *reader,
                  const char  *place,
                  McpSpan      value,
                  McpTestCase *test)
{
  Member members[G_N_ELEMENTS (step_members) + 1];
  McpTestStep *step = g_new0 (McpTestStep, 1);
  g_autofree char *name = NULL;

  memcpy (members, step_members, sizeof step_members);
  members[G_N_ELEMENTS (step_members)] = (Member) { "name", MCP_JSON_STRING, ignore };
  g_ptr_array_add (test->steps, step);
  step->place = g_strdup (place);
  if (!read_object (reader, place, value, members, G_N_ELEMENTS (members), step))
    return FALSE;
  test->name = mcp_json_lookup_string (text_at (reader, value), value.length, "name");

  return step->method != NULL || fail (reader, place, value, _("“method” or “steps” is missing"));
}

static gboolean
read_case (Reader     *reader,
           const char *place,
           McpSpan     value,
           gpointer    data)
{
  McpTestCase *test = g_new0 (McpTestCase, 1);
  gboolean done;

  test->steps = g_ptr_array_new_with_free_func ((GDestroyNotify) free_step);
  g_ptr_array_add (reader->file->cases, test);

  if (has_member (reader, value, "steps"))
    done = read_object (reader, place, value, case_members, G_N_ELEMENTS (case_members), test);
  else
    done = read_single_step (reader, place, value, test);
  if (!done)
    return FALSE;
  if (test->steps->len == 0)
    return fail (reader, place, value, _("A test needs a step"));

  return test->name != NULL || fail (reader, place, value, _("“name” is missing"));
}

/* --- The file --- */

static gboolean
read_version (Reader     *reader,
              const char *place,
              McpSpan     value,
              gpointer    data)
{
  gint64 version;

  if (mcp_json_lookup_int64 (text_at (reader, value), value.length, NULL, &version)
      && version == VERSION)
    return TRUE;

  return fail (reader, place, value, _("Only version %d of the format is known"), VERSION);
}

static gboolean
read_variables (Reader     *reader,
                const char *place,
                McpSpan     object,
                gpointer    data)
{
  McpJsonIter iter;
  McpSpan key, value;

  mcp_json_iter_init (&iter, text_at (reader, object), object.length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = NULL;
      g_autofree char *json = NULL;

      key.offset += object.offset;
      value.offset += object.offset;
      if (!read_variable_name (reader, place, key, &name))
        return FALSE;
      json = dup_json (reader, value);
      mcp_test_variables_set (reader->file->variables, name, json);
    }

  return TRUE;
}

static gboolean
add_era (Reader     *reader,
         const char *place,
         McpSpan     value,
         gpointer    data)
{
  guint index;
  McpEraChoice era;

  if (!find_nick (reader, place, value, era_nicks, &index))
    return FALSE;
  era = index;
  g_array_append_val (reader->file->eras, era);

  return TRUE;
}

static gboolean
read_eras (Reader     *reader,
           const char *place,
           McpSpan     value,
           gpointer    data)
{
  return read_each (reader, place, value, add_era, NULL);
}

static gboolean
read_servers (Reader     *reader,
              const char *place,
              McpSpan     object,
              gpointer    data)
{
  McpJsonIter iter;
  McpSpan key, value;

  mcp_json_iter_init (&iter, text_at (reader, object), object.length);
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = NULL;
      McpProfile *profile;
      g_autoptr (GError) error = NULL;

      key.offset += object.offset;
      value.offset += object.offset;
      if (!read_text (reader, place, key, &name))
        return FALSE;
      profile = mcp_profile_new_from_json (name, text_at (reader, value), value.length, &error);
      if (profile == NULL)
        return fail (reader, place, value, "%s", error->message);
      g_ptr_array_add (reader->file->servers, profile);
    }

  return TRUE;
}

static gboolean
read_set_up (Reader     *reader,
             const char *place,
             McpSpan     value,
             gpointer    data)
{
  return read_each (reader, place, value, read_step, reader->file->set_up);
}

static gboolean
read_cases (Reader     *reader,
            const char *place,
            McpSpan     value,
            gpointer    data)
{
  return read_each (reader, place, value, read_case, NULL);
}

static const Member file_members[] = {
  { "$schema", MCP_JSON_STRING, ignore },
  { KEY, MCP_JSON_NUMBER, read_version },
  { "comment", MCP_JSON_STRING, ignore },
  { "variables", MCP_JSON_OBJECT, read_variables },
  { "servers", MCP_JSON_OBJECT, read_servers },
  { "eras", MCP_JSON_ARRAY, read_eras },
  { "setUp", MCP_JSON_ARRAY, read_set_up },
  { "tests", MCP_JSON_ARRAY, read_cases },
};

static gboolean
read_file (Reader *reader)
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
  if (!has_member (reader, root, KEY))
    return fail (reader, "", root, _("This is no file of tests: “%s” is missing"), KEY);

  return read_object (reader, "", root, file_members, G_N_ELEMENTS (file_members), NULL);
}

/**
 * mcp_test_file_parse:
 * @path: (nullable): where the text is from
 * @text: the text
 * @length: its length in bytes
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
  Reader reader = { self, path != NULL ? path : _("tests"), length, error };

  self->path = g_strdup (path);
  self->text = g_strndup (text, length);
  self->variables = mcp_test_variables_new (NULL);
  self->eras = g_array_new (FALSE, FALSE, sizeof (McpEraChoice));
  self->servers = g_ptr_array_new_with_free_func (g_object_unref);
  self->set_up = g_ptr_array_new_with_free_func ((GDestroyNotify) free_step);
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
