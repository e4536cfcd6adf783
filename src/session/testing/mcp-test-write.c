/* mcp-test-write.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-json-edit.h"
#include "mcp-json.h"
#include "mcp-test-write.h"

/* Files of tests are people's own: what is not changed stays as it is, to the last space. */

#define CASE_INDENT 4

static gboolean
write_file (const char  *path,
            const char  *text,
            GError     **error)
{
  g_autoptr (GError) cause = NULL;

  if (g_file_set_contents_full (path, text, -1, G_FILE_SET_CONTENTS_CONSISTENT, 0644, &cause))
    return TRUE;

  g_set_error_literal (error, MCP_ERROR, MCP_ERROR_STORAGE, cause->message);

  return FALSE;
}

/* Appends @json on lines of its own, all but the first of them indented. */
static void
append_indented (GString    *out,
                 const char *json,
                 guint       indent)
{
  McpJsonPrint print = { 0 };
  gsize length;
  g_autofree char *pretty = mcp_json_pretty (json, strlen (json), &print, &length);

  for (const char *at = pretty; *at != '\0'; at++)
    {
      g_string_append_c (out, *at);
      if (*at == '\n' && at[1] != '\0')
        g_string_append_printf (out, "%*s", (int) indent, "");
    }
}

static guint
get_indent (const char *text,
            gsize       offset)
{
  gsize line = offset;
  guint indent = 0;

  while (line > 0 && text[line - 1] != '\n')
    line--;
  while (text[line + indent] == ' ')
    indent++;

  return indent;
}

/* --- New tests --- */

static char *
dup_new_file (const char *test)
{
  GString *out = g_string_new ("{\n  \"sounderTests\": 1,\n  \"tests\": [\n");

  g_string_append_printf (out, "%*s", CASE_INDENT, "");
  append_indented (out, test, CASE_INDENT);
  g_string_append (out, "\n  ]\n}\n");

  return g_string_free (out, FALSE);
}

/* @end: of the array or object that is added to, before its bracket and the space before that. */
static gsize
skip_space_back (const char *text,
                 gsize       end)
{
  while (end > 0 && g_ascii_isspace (text[end - 1]))
    end--;

  return end;
}

static char *
dup_with_case (const char *text,
               const char *test)
{
  McpSpan root, tests;
  gsize end;
  gboolean has_tests, is_first;
  GString *out;

  mcp_json_lookup (text, strlen (text), NULL, &root);
  has_tests = mcp_json_lookup (text, strlen (text), "tests", &tests);
  is_first = !has_tests || mcp_json_count (text + tests.offset, tests.length) == 0;
  end = has_tests ? tests.offset + tests.length - 1 : root.offset + root.length - 1;
  end = skip_space_back (text, end);

  out = g_string_new_len (text, end);
  if (!has_tests)
    g_string_append (out, ",\n  \"tests\": [");
  g_string_append_printf (out, "%s\n%*s", is_first ? "" : ",", CASE_INDENT, "");
  append_indented (out, test, CASE_INDENT);
  if (!has_tests)
    g_string_append (out, "\n  ]");
  else if (is_first)
    g_string_append (out, "\n  ");
  g_string_append (out, text + (is_first && has_tests ? tests.offset + tests.length - 1 : end));

  return g_string_free (out, FALSE);
}

/**
 * mcp_test_file_add_case:
 * @path: a file of tests; it is made when there is none
 * @test: a test, such as mcp_test_dup_case() makes
 * @error: %MCP_ERROR_USAGE: the file has no tests; %MCP_ERROR_STORAGE
 *
 * Adds a test behind those of a file.
 *
 * Returns: whether it is there now
 */
gboolean
mcp_test_file_add_case (const char  *path,
                        const char  *test,
                        GError     **error)
{
  g_autoptr (McpTestFile) file = NULL;
  g_autofree char *text = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      text = dup_new_file (test);
      return write_file (path, text, error);
    }

  file = mcp_test_file_read (path, error);
  if (file == NULL)
    return FALSE;
  text = dup_with_case (file->text, test);

  return write_file (path, text, error);
}

/* --- Snapshots --- */

static int
compare_steps (gconstpointer a,
               gconstpointer b)
{
  const McpTestStep *first = *(const McpTestStep *const *) a;
  const McpTestStep *second = *(const McpTestStep *const *) b;

  return first->snapshot_span.offset < second->snapshot_span.offset ? -1 : 1;
}

/**
 * mcp_test_file_set_snapshots:
 * @self: a file, which has to be read again after this
 * @snapshots: (element-type McpTestStep utf8): what those steps that have snapshots expect from
 *   now on
 * @error: %MCP_ERROR_STORAGE; %MCP_ERROR_USAGE when the file was changed since it was read
 *
 * Writes new snapshots into a file.
 *
 * Returns: whether they are there now
 */
gboolean
mcp_test_file_set_snapshots (McpTestFile  *self,
                             GHashTable   *snapshots,
                             GError      **error)
{
  guint n_steps;
  g_autofree gpointer *steps = g_hash_table_get_keys_as_array (snapshots, &n_steps);
  g_autofree char *now = NULL;
  g_autoptr (GString) out = g_string_new (NULL);
  gsize at = 0;

  if (!g_file_get_contents (self->path, &now, NULL, NULL) || !g_str_equal (now, self->text))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("“%s” was changed meanwhile; run the tests again"), self->path);
      return FALSE;
    }

  qsort (steps, n_steps, sizeof (gpointer), compare_steps);
  for (guint i = 0; i < n_steps; i++)
    {
      const McpTestStep *step = steps[i];
      g_autofree char *escaped = mcp_test_variables_escape (g_hash_table_lookup (snapshots, step));

      g_string_append_len (out, self->text + at, step->snapshot_span.offset - at);
      append_indented (out, escaped, get_indent (self->text, step->snapshot_span.offset));
      at = step->snapshot_span.offset + step->snapshot_span.length;
    }
  g_string_append (out, self->text + at);

  return write_file (self->path, out->str, error);
}

/* --- From what was sent --- */

/* The params as a person made them: without what the session adds to _meta. */
static char *
dup_params (const char *message,
            gsize       length)
{
  McpSpan params, meta;
  g_autofree char *own = g_strdup ("{}");
  char *text;
  McpJsonIter iter;
  McpSpan key, value;

  if (!mcp_json_lookup (message, length, "params", &params))
    return NULL;
  text = g_strndup (message + params.offset, params.length);
  if (!mcp_json_lookup (text, params.length, "_meta", &meta)
      || !mcp_json_iter_init (&iter, text + meta.offset, meta.length))
    return text;

  while (mcp_json_iter_next (&iter, &key, &value))
    {
      g_autofree char *name = mcp_json_dup_string (iter.data + key.offset, key.length);
      g_autofree char *json = g_strndup (iter.data + value.offset, value.length);

      if (name != NULL && !g_str_equal (name, "progressToken")
          && !g_str_has_prefix (name, "io.modelcontextprotocol/"))
        mcp_json_edit_set (&own, name, json);
    }
  mcp_json_edit_set (&text, "_meta", g_str_equal (own, "{}") ? NULL : own);

  return text;
}

static GBytes *
dup_bytes (McpJournal *journal,
           guint       serial)
{
  g_autoptr (McpRecord) record = serial != 0 ? mcp_journal_get_record (journal, serial) : NULL;

  return record != NULL ? mcp_record_dup_bytes (record, NULL) : NULL;
}

static void
append_answer (GString    *out,
               const char *message,
               gsize       length,
               gboolean    with_snapshot)
{
  McpSpan span;
  gboolean is_error = mcp_json_lookup (message, length, "error", &span);
  gboolean is_tool_error = FALSE;
  g_autofree char *json = NULL;
  g_autofree char *escaped = NULL;

  mcp_json_lookup_boolean (message, length, "result.isError", &is_tool_error);
  if (is_error || is_tool_error)
    mcp_json_append_member_string (out, "status",
                                   mcp_test_status_get_nick (is_error ? MCP_TEST_ERROR
                                                                      : MCP_TEST_TOOL_ERROR));
  if (!with_snapshot || (!is_error && !mcp_json_lookup (message, length, "result", &span)))
    return;

  json = g_strndup (message + span.offset, span.length);
  escaped = mcp_test_variables_escape (json);
  mcp_json_append_member (out, "snapshot", escaped);
}

/**
 * mcp_test_dup_case:
 * @journal: where it was recorded
 * @serial: of a request
 * @name: for people
 * @with_snapshot: whether the answer has to stay what it was
 *
 * Makes a test of a request that was sent.
 *
 * Returns: (transfer full) (nullable): a JSON object for mcp_test_file_add_case(); %NULL when the
 *   record is no request
 */
char *
mcp_test_dup_case (McpJournal *journal,
                   guint       serial,
                   const char *name,
                   gboolean    with_snapshot)
{
  g_autoptr (McpRecord) record = mcp_journal_get_record (journal, serial);
  g_autoptr (GBytes) request = dup_bytes (journal, serial);
  g_autoptr (GBytes) answer = NULL;
  g_autofree char *params = NULL;
  g_autofree char *escaped = NULL;
  GString *out;

  if (record == NULL || request == NULL || mcp_record_get_kind (record) != MCP_RECORD_REQUEST
      || mcp_record_get_direction (record) != MCP_DIRECTION_OUT)
    return NULL;

  out = g_string_new ("{");
  mcp_json_append_member_string (out, "name", name);
  mcp_json_append_member_string (out, "method", mcp_record_get_method (record));
  params = dup_params (g_bytes_get_data (request, NULL), g_bytes_get_size (request));
  if (params != NULL)
    {
      escaped = mcp_test_variables_escape (params);
      mcp_json_append_member (out, "params", escaped);
    }
  answer = dup_bytes (journal, mcp_record_get_pair (record));
  if (answer != NULL)
    append_answer (out, g_bytes_get_data (answer, NULL), g_bytes_get_size (answer), with_snapshot);
  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}
