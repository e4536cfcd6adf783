/* test-accepted.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gstdio.h>

#include "mcp-accepted.h"
#include "mcp-error.h"

#define FILE_OF(failures) "{\"sounderAccepted\":1,\"failures\":[" failures "]}"
#define GOOD "{\"rule\":\"a.b\",\"reason\":\"it is old\",\"date\":\"2026-11-25\"}"

typedef struct
{
  char *path;
} Fixture;

static void
set_up (Fixture       *self,
        gconstpointer  data)
{
  self->path = g_build_filename (g_get_tmp_dir (), "accepted.json", NULL);
}

static void
tear_down (Fixture       *self,
           gconstpointer  data)
{
  g_remove (self->path);
  g_free (self->path);
}

static McpAccepted *
read_text (Fixture     *self,
           const char  *text,
           GError     **error)
{
  g_assert_true (g_file_set_contents (self->path, text, -1, NULL));

  return mcp_accepted_read (self->path, error);
}

static McpAccepted *
read_good (Fixture    *self,
           const char *text)
{
  g_autoptr (GError) error = NULL;
  McpAccepted *accepted = read_text (self, text, &error);

  g_assert_no_error (error);

  return accepted;
}

/* Whatever is wrong is told with the file, and which of the failures it is. */
static void
test_wrong_files (Fixture       *self,
                  gconstpointer  data)
{
#define NO_FILE "is no file of accepted failures"
#define FAILURE(n) "accepted failure " n " needs a “rule”, a “reason” and a “date” such as 2026-11-25"
  static const struct
  {
    const char *text;
    const char *told;
  } rows[] = {
    { "", NO_FILE },
    { "no json", NO_FILE },
    { "[]", NO_FILE },
    { "{}", NO_FILE },
    { "{\"failures\":[]}", NO_FILE },
    { "{\"sounderAccepted\":2,\"failures\":[]}", NO_FILE },
    { "{\"sounderAccepted\":\"1\",\"failures\":[]}", NO_FILE },
    { "{\"sounderAccepted\":1}", NO_FILE },
    { "{\"sounderAccepted\":1,\"failures\":{}}", NO_FILE },
    { "{\"sounderAccepted\":1,\"failures\":null}", NO_FILE },
    { "{\"sounderAccepted\":1,\"failures\":[]", NO_FILE },
    { FILE_OF ("{}"), FAILURE ("1") },
    { FILE_OF ("7"), FAILURE ("1") },
    { FILE_OF ("[" GOOD "]"), FAILURE ("1") },
    { FILE_OF (GOOD ",null"), FAILURE ("2") },
    { FILE_OF (GOOD "," GOOD ",{\"rule\":\"\",\"reason\":\"r\",\"date\":\"2026-11-25\"}"), FAILURE ("3") },
    { FILE_OF ("{\"rule\":\"a\",\"reason\":\"\",\"date\":\"2026-11-25\"}"), FAILURE ("1") },
    { FILE_OF ("{\"rule\":\"a\",\"reason\":7,\"date\":\"2026-11-25\"}"), FAILURE ("1") },
    { FILE_OF ("{\"rule\":\"a\",\"reason\":\"r\"}"), FAILURE ("1") },
    { FILE_OF ("{\"rule\":\"a\",\"reason\":\"r\",\"date\":\"yesterday\"}"), FAILURE ("1") },
    { FILE_OF ("{\"rule\":\"a\",\"reason\":\"r\",\"date\":\"2026-02-30\"}"), FAILURE ("1") },
    { FILE_OF ("{\"rule\":\"a\",\"reason\":\"r\",\"date\":\"2026-11-25T10:00:00Z\"}"), FAILURE ("1") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (read_text (self, rows[i].text, &error));
      g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
      g_assert_nonnull (strstr (error->message, self->path));
      if (strstr (error->message, rows[i].told) == NULL)
        g_error ("%s: %s, not %s", rows[i].text, error->message, rows[i].told);
    }
}

static void
test_missing_file (Fixture       *self,
                   gconstpointer  data)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (mcp_accepted_read (self->path, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, self->path));
}

static void
test_large_file (Fixture       *self,
                 gconstpointer  data)
{
  g_autofree char *spaces = g_strnfill (1024 * 1024, ' ');
  g_autofree char *text = g_strconcat (FILE_OF (""), spaces, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (read_text (self, text, &error));
  g_assert_error (error, MCP_ERROR, MCP_ERROR_USAGE);
  g_assert_nonnull (strstr (error->message, "1 MiB"));
}

/* What is written is read again, whatever is in it; members that nobody knows do no harm. */
static void
test_round_trip (Fixture       *self,
                 gconstpointer  data)
{
  g_autoptr (McpAccepted) accepted =
    read_good (self, FILE_OF ("{\"rule\":\"a \\\"b\\\"\\n\\u001b\",\"reason\":\"한글 ]]> \\\\\",\"date\":\"2024-02-29\",\"x\":[1]}"));
  g_autoptr (McpAccepted) again = NULL;
  const McpAcceptedFailure *failure;
  g_autoptr (GError) error = NULL;

  g_assert_true (mcp_accepted_write (accepted, self->path, &error));
  g_assert_no_error (error);
  again = mcp_accepted_read (self->path, &error);
  g_assert_no_error (error);
  failure = mcp_accepted_find (again, "a \"b\"\n\033");
  g_assert_nonnull (failure);
  g_assert_cmpstr (failure->reason, ==, "한글 ]]> \\");
  g_assert_cmpstr (failure->date, ==, "2024-02-29");
  g_assert_null (mcp_accepted_find (again, "a"));
  g_assert_null (mcp_accepted_find (NULL, "a"));
}

static void
test_write_fails (Fixture       *self,
                  gconstpointer  data)
{
  g_autoptr (McpAccepted) accepted = mcp_accepted_new ();
  g_autoptr (GError) error = NULL;

  g_assert_false (mcp_accepted_write (accepted, "/no/such/folder/accepted.json", &error));
  g_assert_nonnull (error);
  g_assert_nonnull (strstr (error->message, "/no/such/folder"));
}

/* Only what has failed is accepted, and by its rule alone. */
static void
test_apply (Fixture       *self,
            gconstpointer  data)
{
  g_autoptr (McpAccepted) accepted = read_good (self, FILE_OF (GOOD));
  g_autoptr (McpReport) report = mcp_report_new ("check", "s");
  McpReportResult *first = mcp_report_add (report, "a.b", MCP_OUTCOME_FAILED, "three times");
  McpReportResult *second = mcp_report_add (report, "a.b", MCP_OUTCOME_FAILED, "four times");
  McpReportResult *passed = mcp_report_add (report, "a.b", MCP_OUTCOME_PASSED, "m");
  McpReportResult *other = mcp_report_add (report, "a.bc", MCP_OUTCOME_FAILED, "m");

  /* Twice says it once. */
  mcp_accepted_apply (accepted, report);
  mcp_accepted_apply (accepted, report);
  g_assert_cmpstr (first->accepted, ==, "it is old (2026-11-25)");
  g_assert_cmpstr (second->accepted, ==, "it is old (2026-11-25)");
  g_assert_null (passed->accepted);
  g_assert_null (other->accepted);
  g_assert_cmpuint (mcp_report_count_failures (report), ==, 1);
}

/* What passes again is what was looked at and held, each time. */
static void
test_passed (Fixture       *self,
             gconstpointer  data)
{
  static const struct
  {
    McpOutcome outcomes[3];
    guint      n_outcomes;
    gboolean   complete;
    gboolean   has_passed;
  } rows[] = {
    { { 0 }, 0, FALSE, FALSE },
    { { 0 }, 0, TRUE, TRUE },
    { { MCP_OUTCOME_PASSED }, 1, FALSE, TRUE },
    { { MCP_OUTCOME_FAILED }, 1, TRUE, FALSE },
    { { MCP_OUTCOME_SKIPPED }, 1, TRUE, FALSE },
    { { MCP_OUTCOME_NOT_APPLICABLE }, 1, TRUE, FALSE },
    { { MCP_OUTCOME_PASSED, MCP_OUTCOME_FAILED }, 2, FALSE, FALSE },
    { { MCP_OUTCOME_PASSED, MCP_OUTCOME_PASSED, MCP_OUTCOME_PASSED }, 3, FALSE, TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpAccepted) accepted = read_good (self, FILE_OF (GOOD));
      g_autoptr (McpReport) report = mcp_report_new ("check", "s");
      g_auto (GStrv) passed = NULL;

      report->complete = rows[i].complete;
      mcp_report_add (report, "another", MCP_OUTCOME_PASSED, "m");
      for (guint j = 0; j < rows[i].n_outcomes; j++)
        mcp_report_add (report, "a.b", rows[i].outcomes[j], "m");

      passed = mcp_accepted_list_passed (accepted, report);
      g_assert_cmpuint (g_strv_length (passed), ==, rows[i].has_passed);
      if (rows[i].has_passed)
        g_assert_cmpstr (passed[0], ==, "a.b");

      /* And that is what an update drops. */
      mcp_accepted_update (accepted, report, "new");
      g_assert_cmpint (mcp_accepted_find (accepted, "a.b") == NULL, ==, rows[i].has_passed);
    }
}

static void
test_update (Fixture       *self,
             gconstpointer  data)
{
  g_autoptr (McpAccepted) accepted = read_good (self, FILE_OF (GOOD));
  g_autoptr (McpReport) report = mcp_report_new ("check", "s");
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();
  g_autofree char *today = g_date_time_format (now, "%Y-%m-%d");
  g_auto (GStrv) none = mcp_accepted_list_passed (NULL, report);

  g_assert_cmpuint (g_strv_length (none), ==, 0);
  mcp_report_add (report, "a.b", MCP_OUTCOME_FAILED, "m");
  mcp_report_add (report, "new.error", MCP_OUTCOME_FAILED, "m");
  mcp_report_add (report, "new.error", MCP_OUTCOME_FAILED, "m, again");
  mcp_report_add (report, "new.warning", MCP_OUTCOME_FAILED, "m")->severity = MCP_SEVERITY_WARNING;
  mcp_report_add (report, "new.note", MCP_OUTCOME_FAILED, "m")->severity = MCP_SEVERITY_INFO;
  mcp_report_add (report, "fine", MCP_OUTCOME_PASSED, "m");
  mcp_accepted_update (accepted, report, "not now");

  /* The old one keeps what is said of it. */
  g_assert_cmpstr (mcp_accepted_find (accepted, "a.b")->reason, ==, "it is old");
  g_assert_cmpstr (mcp_accepted_find (accepted, "a.b")->date, ==, "2026-11-25");
  g_assert_cmpstr (mcp_accepted_find (accepted, "new.error")->reason, ==, "not now");
  g_assert_cmpstr (mcp_accepted_find (accepted, "new.error")->date, >=, today);
  g_assert_nonnull (mcp_accepted_find (accepted, "new.warning"));
  g_assert_null (mcp_accepted_find (accepted, "new.note"));
  g_assert_null (mcp_accepted_find (accepted, "fine"));

  mcp_accepted_apply (accepted, report);
  g_assert_cmpuint (mcp_report_count_accepted (report), ==, 4);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func) g_test_add ("/session/accepted/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("wrong-files", test_wrong_files);
  ADD ("missing-file", test_missing_file);
  ADD ("large-file", test_large_file);
  ADD ("round-trip", test_round_trip);
  ADD ("write-fails", test_write_fails);
  ADD ("apply", test_apply);
  ADD ("passed", test_passed);
  ADD ("update", test_update);
#undef ADD

  return g_test_run ();
}
