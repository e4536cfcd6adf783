/* test-report.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-json.h"
#include "mcp-report.h"
#include "mcp-summary.h"

/* What a server, or who writes a file of tests, may put into a name or a message. */
static const char *const hostile[] = {
  "plain.rule",
  "",
  "two\nlines\r\nand three",
  "]]>",
  "<![CDATA[<script>alert(1)</script>]]>",
  "\"><img src=x onerror=alert(1)>",
  "' onclick='alert(1)",
  "&amp; & &#0; &lt",
  "--> <!-- -->",
  "ok 1 - fine # SKIP not at all # TODO",
  "\\# \\ #",
  "::error title=a::b",
  "100%0A::error::x",
  "a, b: c",
  "\033[31mred\033[0m \001\002\b\f\v\177",
  "\302\205 \302\233 \342\200\250 \342\200\251 \342\200\256 \357\273\277",
  "\377\376 \300\200 \355\240\200 \364\220\200\200 cut \342\202",
  "noncharacters \357\277\276 \357\277\277 \360\237\277\277",
  "{\"a\":[1,\"\\u0000\"]}",
  "---\n  ...\nok 7 - made up\nBail out!",
  "한글 😀",
};

static McpReport *
new_report (void)
{
  McpReport *report = mcp_report_new ("check", "a server");

  report->start_wall_usec = G_GINT64_CONSTANT (1763647331001234);
  report->duration_usec = 1500;

  return report;
}

/* Each of the names in each of the places that text has. */
static McpReport *
new_hostile_report (void)
{
  McpReport *report = new_report ();

  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      McpReportResult *result = mcp_report_add (report, hostile[i], i % MCP_N_OUTCOMES, hostile[i]);

      result->severity = i % 3;
      result->evidence = g_strdup (hostile[i]);
      mcp_report_set_reference (result, hostile[i]);
      if (result->outcome == MCP_OUTCOME_FAILED && i % 8 == 1)
        result->accepted = g_strdup (hostile[i]);
    }

  /* And each of them as what fails. */
  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    {
      McpReportResult *result = mcp_report_add (report, hostile[i], MCP_OUTCOME_FAILED, hostile[i]);

      result->evidence = g_strdup (hostile[i]);
      result->accepted = i % 2 == 0 ? NULL : g_strdup (hostile[i]);
      mcp_report_set_reference (result, hostile[i]);
    }

  return report;
}

/* What is in a report is text, of characters that every reader takes. */
static void
assert_clean (const char *text)
{
  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_true (g_str_has_suffix (text, "\n"));
  for (const char *at = text; *at != '\0'; at = g_utf8_next_char (at))
    {
      gunichar c = g_utf8_get_char (at);

      if (c == '\n' || c == '\t')
        continue;
      if (mcp_format_is_deceptive (c) || c == 0xfffe || c == 0xffff)
        g_error ("U+%04X in: %.80s", c, at);
    }
}

/* --- JUnit --- */

typedef struct
{
  GPtrArray *names;
  GPtrArray *messages;
  GString   *text;
  guint      n_failures;
  guint      n_skipped;
  char      *counts;
} JUnit;

static const char *
find_attribute (const char **names,
                const char **values,
                const char  *name)
{
  for (guint i = 0; names[i] != NULL; i++)
    if (g_str_equal (names[i], name))
      return values[i];

  g_error ("no attribute %s", name);
}

static void
start_element (GMarkupParseContext  *context,
               const char           *element,
               const char          **names,
               const char          **values,
               gpointer              user_data,
               GError              **error)
{
  JUnit *junit = user_data;

  if (g_str_equal (element, "testsuite"))
    junit->counts = g_strdup_printf ("%s %s %s", find_attribute (names, values, "tests"),
                                     find_attribute (names, values, "failures"),
                                     find_attribute (names, values, "skipped"));
  else if (g_str_equal (element, "testcase"))
    g_ptr_array_add (junit->names, g_strdup (find_attribute (names, values, "name")));
  else if (g_str_equal (element, "failure"))
    {
      junit->n_failures++;
      g_ptr_array_add (junit->messages, g_strdup (find_attribute (names, values, "message")));
    }
  else if (g_str_equal (element, "skipped"))
    junit->n_skipped++;
}

static void
take_text (GMarkupParseContext  *context,
           const char           *text,
           gsize                 length,
           gpointer              user_data,
           GError              **error)
{
  g_string_append_len (((JUnit *) user_data)->text, text, length);
}

static void
read_junit (JUnit           *junit,
            const McpReport *report)
{
  const GMarkupParser parser = { .start_element = start_element, .text = take_text };
  g_autoptr (GMarkupParseContext) context = g_markup_parse_context_new (&parser, 0, junit, NULL);
  g_autofree char *xml = mcp_report_write (report, MCP_REPORT_JUNIT);
  g_autoptr (GError) error = NULL;

  junit->names = g_ptr_array_new_with_free_func (g_free);
  junit->messages = g_ptr_array_new_with_free_func (g_free);
  junit->text = g_string_new (NULL);
  assert_clean (xml);
  g_markup_parse_context_parse (context, xml, -1, &error);
  g_assert_no_error (error);
  g_markup_parse_context_end_parse (context, &error);
  g_assert_no_error (error);
}

static void
clear_junit (JUnit *junit)
{
  g_ptr_array_unref (junit->names);
  g_ptr_array_unref (junit->messages);
  g_string_free (junit->text, TRUE);
  g_free (junit->counts);
  *junit = (JUnit) { 0 };
}

static void
test_junit_hostile (void)
{
  g_autoptr (McpReport) report = new_hostile_report ();
  JUnit junit = { 0 };

  report->version = g_strdup ("2025-11-25\"/><x>");
  g_free (report->server);
  report->server = g_strdup ("a <b>\033 & \"c\"");
  read_junit (&junit, report);

  g_assert_cmpuint (junit.names->len, ==, report->results->len);
  for (guint i = 0; i < junit.names->len; i++)
    {
      const McpReportResult *result = report->results->pdata[i];
      g_autofree char *shown = mcp_format_visible (result->rule, -1, TRUE);

      g_assert_cmpstr (junit.names->pdata[i], ==, shown);
    }
  clear_junit (&junit);
}

/* The sums at the top are those of the cases below. */
static void
test_junit_counts (void)
{
  g_autoptr (McpReport) report = new_report ();
  McpReportResult *result;
  JUnit junit = { 0 };

  mcp_report_add (report, "a", MCP_OUTCOME_PASSED, "good");
  mcp_report_add (report, "b", MCP_OUTCOME_FAILED, "bad")->count = 3;
  mcp_report_add (report, "c", MCP_OUTCOME_FAILED, "mild")->severity = MCP_SEVERITY_WARNING;
  result = mcp_report_add (report, "d", MCP_OUTCOME_FAILED, "known");
  result->accepted = g_strdup ("since ever");
  result->serial = 17;
  mcp_report_add (report, "e", MCP_OUTCOME_NOT_APPLICABLE, "no such thing");
  mcp_report_add (report, "f", MCP_OUTCOME_SKIPPED, "not run");
  read_junit (&junit, report);

  g_assert_cmpstr (junit.counts, ==, "6 1 3");
  g_assert_cmpuint (junit.n_failures, ==, 1);
  g_assert_cmpuint (junit.n_skipped, ==, 3);
  g_assert_cmpstr (junit.messages->pdata[0], ==, "bad");
  g_assert_nonnull (strstr (junit.text->str, "bad\n3 times"));
  g_assert_nonnull (strstr (junit.text->str, "known\nrecord 17"));
  clear_junit (&junit);

  /* A warning is a failure when it is strict. */
  report->strict = TRUE;
  read_junit (&junit, report);
  g_assert_cmpstr (junit.counts, ==, "6 2 3");
  g_assert_cmpuint (junit.n_failures, ==, 2);
  clear_junit (&junit);
}

/* A time is written with a dot, and is never negative: nobody measured is no time. */
static void
test_junit_times (void)
{
  g_autoptr (McpReport) report = new_report ();
  g_autofree char *xml = NULL;

  mcp_report_add (report, "unmeasured", MCP_OUTCOME_PASSED, "a");
  mcp_report_add (report, "measured", MCP_OUTCOME_PASSED, "b")->duration_usec = 1250001;
  xml = mcp_report_write (report, MCP_REPORT_JUNIT);

  g_assert_nonnull (strstr (xml, "name=\"unmeasured\" time=\"0.000000\""));
  g_assert_nonnull (strstr (xml, "name=\"measured\" time=\"1.250001\""));
  g_assert_nonnull (strstr (xml, "timestamp=\"2025-11-20T14:02:11\""));
}

/* --- SARIF --- */

static char *
dup_at (const char *text,
        const char *path)
{
  return mcp_json_lookup_string (text, strlen (text), path);
}

static McpSpan
find_results (const char *sarif)
{
  McpSpan runs = { 0 };
  McpSpan results = { 0 };
  McpJsonIter iter;
  McpSpan run = { 0 };

  g_assert_true (mcp_json_lookup (sarif, strlen (sarif), "runs", &runs));
  g_assert_true (mcp_json_iter_init (&iter, sarif + runs.offset, runs.length));
  g_assert_true (mcp_json_iter_next (&iter, NULL, &run));
  g_assert_true (mcp_json_lookup (sarif + runs.offset + run.offset, run.length, "results", &results));
  results.offset += runs.offset + run.offset;

  return results;
}

static void
test_sarif_hostile (void)
{
  g_autoptr (McpReport) report = new_hostile_report ();
  g_autofree char *sarif = NULL;
  g_autoptr (GError) error = NULL;
  McpJsonIter iter;
  McpSpan results, value;
  guint i = 0;

  g_free (report->server);
  report->server = g_strdup ("a/b c?#\"\033");
  sarif = mcp_report_write (report, MCP_REPORT_SARIF);
  g_assert_true (mcp_json_validate (sarif, strlen (sarif), &error));
  g_assert_no_error (error);
  g_assert_true (g_utf8_validate (sarif, -1, NULL));
  for (const char *at = sarif; *at != '\0'; at++)
    g_assert_true ((guchar) *at >= 0x20 || (*at == '\n' && at[1] == '\0'));

  results = find_results (sarif);
  mcp_json_iter_init (&iter, sarif + results.offset, results.length);
  for (; mcp_json_iter_next (&iter, NULL, &value); i++)
    {
      const McpReportResult *result = report->results->pdata[i];
      g_autofree char *one = g_strndup (sarif + results.offset + value.offset, value.length);
      g_autofree char *rule = dup_at (one, "ruleId");
      g_autofree char *message = dup_at (one, "message.text");
      g_autofree char *level = dup_at (one, "level");
      McpSpan suppressions;

      if (g_utf8_validate (result->rule, -1, NULL))
        {
          g_assert_cmpstr (rule, ==, result->rule);
          g_assert_cmpstr (message, ==, result->message);
        }
      g_assert_true ((result->outcome == MCP_OUTCOME_FAILED) == !g_str_equal (level, "none"));
      g_assert_true ((result->accepted != NULL)
                     == mcp_json_lookup (one, strlen (one), "suppressions", &suppressions));
    }
  g_assert_cmpuint (i, ==, report->results->len);
  /* A name where an address has to be. */
  g_assert_nonnull (strstr (sarif, "\"uri\":\"a%2Fb%20c%3F%23%22%1B\""));
}

/* A rule is listed once, and each result knows its number; what it is known by stays the same. */
static void
test_sarif_rules (void)
{
  g_autoptr (McpReport) report = new_report ();
  g_autoptr (GPtrArray) sums = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *sarif = NULL;
  McpReportResult *result;
  const char *at;

  mcp_report_add (report, "one", MCP_OUTCOME_FAILED, "m");
  result = mcp_report_add (report, "two", MCP_OUTCOME_PASSED, "m");
  mcp_report_set_reference (result, "JSON-RPC 2.0, section 5.1");
  mcp_report_add (report, "one", MCP_OUTCOME_FAILED, "other")->severity = MCP_SEVERITY_INFO;
  mcp_report_add (report, "one", MCP_OUTCOME_FAILED, "m")->serial = 9;
  sarif = mcp_report_write (report, MCP_REPORT_SARIF);

  g_assert_nonnull (strstr (sarif, "\"rules\":[{\"id\":\"one\",\"shortDescription\":{\"text\":\"one\"}},"
                                   "{\"id\":\"two\",\"shortDescription\":{\"text\":\"JSON-RPC 2.0, section 5.1\"},"
                                   "\"helpUri\":\"https://www.jsonrpc.org/specification\"}]"));
  g_assert_nonnull (strstr (sarif, "{\"ruleId\":\"two\",\"ruleIndex\":1,\"kind\":\"pass\",\"level\":\"none\""));
  g_assert_nonnull (strstr (sarif, "{\"ruleId\":\"one\",\"ruleIndex\":0,\"kind\":\"fail\",\"level\":\"note\""));

  for (at = sarif; (at = strstr (at, "\"sounder/v1\":\"")) != NULL; at += 14)
    g_ptr_array_add (sums, g_strndup (at + 14, 64));
  g_assert_cmpuint (sums->len, ==, 4);
  g_assert_cmpstr (sums->pdata[0], ==, sums->pdata[3]);
  g_assert_cmpstr (sums->pdata[0], !=, sums->pdata[1]);
  g_assert_cmpstr (sums->pdata[0], !=, sums->pdata[2]);
}

/* --- GitHub --- */

/* One command for each failure, whatever is in it, and nothing else. */
static void
test_github_hostile (void)
{
  g_autoptr (McpReport) report = new_hostile_report ();
  g_autofree char *text = mcp_report_write (report, MCP_REPORT_GITHUB);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  guint n = 0;

  assert_clean (text);
  for (guint i = 0; *lines[i] != '\0'; i++, n++)
    {
      const char *title = strstr (lines[i], " title=");
      const char *end;

      g_assert_true (g_str_has_prefix (lines[i], "::error title=") || g_str_has_prefix (lines[i], "::warning title=")
                     || g_str_has_prefix (lines[i], "::notice title="));
      /* The first "::" behind the title is the one that ends the properties. */
      end = strstr (title, "::");
      g_assert_nonnull (end);
      g_assert_null (memchr (title, ',', end - title));
      g_assert_null (memchr (title, ':', end - title));
    }
  g_assert_cmpuint (n, ==, mcp_report_count (report, MCP_OUTCOME_FAILED));
}

static void
test_github_commands (void)
{
  static const struct
  {
    const char *rule;
    const char *message;
    McpSeverity severity;
    guint       count;
    const char *accepted;
    const char *reference;
    gboolean    strict;
    const char *line;
  } rows[] = {
    { "a.b", "m", MCP_SEVERITY_ERROR, 1, NULL, NULL, FALSE, "::error title=a.b::m\n" },
    { "a.b", "m", MCP_SEVERITY_WARNING, 1, NULL, NULL, FALSE, "::warning title=a.b::m\n" },
    { "a.b", "m", MCP_SEVERITY_WARNING, 1, NULL, NULL, TRUE, "::error title=a.b::m\n" },
    { "a.b", "m", MCP_SEVERITY_INFO, 1, NULL, NULL, TRUE, "::notice title=a.b::m\n" },
    { "a.b", "m", MCP_SEVERITY_ERROR, 2, "known (2026-01-01)", NULL, TRUE,
      "::notice title=a.b::m (2 times)%0Aaccepted: known (2026-01-01)\n" },
    { "a:b,c%", "d:e,f%\ng", MCP_SEVERITY_ERROR, 1, NULL, NULL, FALSE,
      "::error title=a%3Ab%2Cc%25::d:e,f%25%0Ag\n" },
    { "a", "x\r\ny\033", MCP_SEVERITY_ERROR, 1, "z\n\033", NULL, FALSE,
      "::notice title=a::x%0Ay␛%0Aaccepted: z%0A␛\n" },
    { "a\033\n", "m", MCP_SEVERITY_ERROR, 1, NULL, "MCP 2025-11-25, basic#responses", FALSE,
      "::error title=a␛%0A::m%0Ahttps://modelcontextprotocol.io/specification/2025-11-25/basic#responses\n" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpReport) report = new_report ();
      McpReportResult *result = mcp_report_add (report, rows[i].rule, MCP_OUTCOME_FAILED, rows[i].message);
      g_autofree char *text = NULL;

      report->strict = rows[i].strict;
      result->severity = rows[i].severity;
      result->count = rows[i].count;
      result->accepted = g_strdup (rows[i].accepted);
      mcp_report_set_reference (result, rows[i].reference);
      text = mcp_report_write (report, MCP_REPORT_GITHUB);
      g_assert_cmpstr (text, ==, rows[i].line);
    }
}

/* --- TAP --- */

/* As many points as the plan says, in order; the YAML between is of JSON strings. */
static void
test_tap_hostile (void)
{
  g_autoptr (McpReport) report = new_hostile_report ();
  g_autofree char *text = mcp_report_write (report, MCP_REPORT_TAP);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  g_autofree char *plan = g_strdup_printf ("1..%u", report->results->len);
  gboolean in_yaml = FALSE;
  guint n = 0;

  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_cmpstr (lines[0], ==, "TAP version 14");
  g_assert_cmpstr (lines[1], ==, plan);
  for (guint i = 2; *lines[i] != '\0'; i++)
    {
      const char *line = lines[i];

      if (g_str_equal (line, "  ---") || g_str_equal (line, "  ..."))
        {
          g_assert_cmpint (in_yaml, ==, g_str_equal (line, "  ..."));
          in_yaml = !in_yaml;
        }
      else if (in_yaml)
        {
          const char *value = strstr (line, ": ");

          g_assert_true (g_str_has_prefix (line, "  "));
          g_assert_true (g_ascii_islower (line[2]));
          g_assert_nonnull (value);
          g_assert_true (mcp_json_validate (value + 2, strlen (value + 2), NULL));
        }
      else
        {
          g_autofree char *start = g_strdup_printf ("%u - ", ++n);
          const char *rest = g_str_has_prefix (line, "not ok ") ? line + 7 : line + 3;
          const McpReportResult *result = report->results->pdata[n - 1];

          g_assert_true (rest == line + 7 || g_str_has_prefix (line, "ok "));
          g_assert_true (g_str_has_prefix (rest, start));
          /* Only our own directives are such: of others the "#" is escaped. */
          for (const char *hash = line; (hash = strchr (hash, '#')) != NULL; hash++)
            {
              gboolean is_skip = g_str_has_prefix (hash - 1, " # SKIP ")
                                 && (result->outcome == MCP_OUTCOME_SKIPPED || result->outcome == MCP_OUTCOME_NOT_APPLICABLE);
              gboolean is_todo = g_str_has_prefix (hash - 1, " # TODO ") && result->accepted != NULL;

              g_assert_true (hash[-1] == '\\' || is_skip || is_todo);
            }
        }
    }
  g_assert_false (in_yaml);
  g_assert_cmpuint (n, ==, report->results->len);
}

static void
test_tap_points (void)
{
  g_autoptr (McpReport) report = new_report ();
  McpReportResult *result;
  g_autofree char *text = NULL;

  mcp_report_add (report, "a#b\\c", MCP_OUTCOME_PASSED, "good");
  result = mcp_report_add (report, "b", MCP_OUTCOME_FAILED, "two\nlines");
  result->count = 2;
  result->serial = 5;
  mcp_report_set_reference (result, "RFC 9110 section 15.5, somewhere");
  result = mcp_report_add (report, "c", MCP_OUTCOME_FAILED, "known");
  result->accepted = g_strdup ("later #3");
  mcp_report_add (report, "d", MCP_OUTCOME_FAILED, "mild")->severity = MCP_SEVERITY_WARNING;
  mcp_report_add (report, "e", MCP_OUTCOME_NOT_APPLICABLE, "not\nhere");
  text = mcp_report_write (report, MCP_REPORT_TAP);

  g_assert_cmpstr (text, ==,
                   "TAP version 14\n1..5\n"
                   "ok 1 - a\\#b\\\\c\n  ---\n  message: \"good\"\n  ...\n"
                   "not ok 2 - b\n  ---\n  message: \"two\\nlines\"\n  severity: \"error\"\n"
                   "  reference: \"RFC 9110 section 15.5, somewhere\"\n"
                   "  address: \"https://www.rfc-editor.org/rfc/rfc9110#section-15.5\"\n"
                   "  count: 2\n  record: 5\n  ...\n"
                   "not ok 3 - c # TODO later \\#3\n  ---\n  message: \"known\"\n  severity: \"error\"\n  ...\n"
                   "ok 4 - d\n  ---\n  message: \"mild\"\n  severity: \"warning\"\n  ...\n"
                   "ok 5 - e # SKIP not↵here\n");
}

/* --- HTML --- */

/* What comes from elsewhere is text: it opens no element, and leaves no attribute. */
static void
test_html_hostile (void)
{
  static const char *const ours[] = {
    "!DOCTYPE html>", "html>", "head>", "meta ", "title>", "style>", "body>", "h1>", "h2>", "p>", "p ", "div>", "div ", "b ", "b>",
    "details>", "details ", "summary>", "span ", "span>", "code>", "a ", "a>", "pre>",
  };
  g_autoptr (McpReport) report = new_hostile_report ();
  g_autofree char *html = NULL;

  g_free (report->server);
  report->server = g_strdup ("</title><script>alert(1)</script>");
  report->version = g_strdup ("<svg onload=alert(1)>");
  html = mcp_report_write (report, MCP_REPORT_HTML);

  assert_clean (html);
  for (const char *at = html; (at = strchr (at, '<')) != NULL; at++)
    {
      const char *name = at[1] == '/' ? at + 2 : at + 1;
      gboolean is_ours = FALSE;

      for (guint i = 0; i < G_N_ELEMENTS (ours); i++)
        is_ours |= g_str_has_prefix (name, ours[i]);
      if (!is_ours)
        g_error ("%.60s", at);
    }
  g_assert_null (strstr (html, " onclick='"));
  g_assert_null (strstr (html, "javascript:"));
}

/* What matters most comes first, and is open. */
static void
test_html_order (void)
{
  static const char *const order[] = {
    ">Errors<", "<code>an-error<", ">Warnings<", "<code>a-warning<", ">Notes<", "<code>a-note<", ">Accepted<",
    "<code>an-old-one<", ">Passed<", "<code>a-good-one<", ">Not applicable<", "<code>not-here<", ">Skipped<",
    "<code>not-run<",
  };
  g_autoptr (McpReport) report = new_report ();
  g_autofree char *html = NULL;
  const char *at;

  mcp_report_add (report, "not-run", MCP_OUTCOME_SKIPPED, "m");
  mcp_report_add (report, "not-here", MCP_OUTCOME_NOT_APPLICABLE, "m");
  mcp_report_add (report, "a-good-one", MCP_OUTCOME_PASSED, "m");
  mcp_report_add (report, "an-old-one", MCP_OUTCOME_FAILED, "m")->accepted = g_strdup ("because");
  mcp_report_add (report, "a-note", MCP_OUTCOME_FAILED, "m")->severity = MCP_SEVERITY_INFO;
  mcp_report_add (report, "a-warning", MCP_OUTCOME_FAILED, "m")->severity = MCP_SEVERITY_WARNING;
  mcp_report_add (report, "an-error", MCP_OUTCOME_FAILED, "m");
  html = mcp_report_write (report, MCP_REPORT_HTML);

  at = html;
  for (guint i = 0; i < G_N_ELEMENTS (order); i++)
    {
      at = strstr (at, order[i]);
      if (at == NULL)
        g_error ("%s is not where it should be", order[i]);
    }
  at = strstr (html, "<details open>");
  g_assert_nonnull (at);
  g_assert_null (strstr (at + 1, "<details open>"));
  g_assert_nonnull (strstr (html, "<p>Accepted: because</p>"));
}

/* --- The report --- */

static void
test_addresses (void)
{
  static const struct
  {
    const char *reference;
    const char *address;
  } rows[] = {
    { "MCP 2025-11-25, server/tools#calling",
      "https://modelcontextprotocol.io/specification/2025-11-25/server/tools#calling" },
    { "MCP 2025-11-25, basic (and more)", "https://modelcontextprotocol.io/specification/2025-11-25/basic" },
    { "MCP 2025-11-25, basic, twice", "https://modelcontextprotocol.io/specification/2025-11-25/basic" },
    { "RFC 9110 section 11.6.1, WWW-Authenticate", "https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1" },
    { "RFC 9110 section 11.6.1", "https://www.rfc-editor.org/rfc/rfc9110#section-11.6.1" },
    { "RFC 9110", "https://www.rfc-editor.org/rfc/rfc9110" },
    { "RFC 9110 appendix B", "https://www.rfc-editor.org/rfc/rfc9110" },
    { "JSON-RPC 2.0", "https://www.jsonrpc.org/specification" },
    { "JSON-RPC 2.0, section 5", "https://www.jsonrpc.org/specification" },
    { "MCP 2025-11-25", NULL },
    { "RFC", NULL },
    { "WHATWG HTML, server-sent events", NULL },
    { "javascript:alert(1)", NULL },
    { "", NULL },
    { NULL, NULL },
  };
  g_autoptr (McpReport) report = new_report ();
  McpReportResult *result = mcp_report_add (report, "a", MCP_OUTCOME_FAILED, "m");

  /* Each takes the place of the one before. */
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      mcp_report_set_reference (result, rows[i].reference);
      g_assert_cmpstr (result->reference, ==, rows[i].reference);
      g_assert_cmpstr (result->address, ==, rows[i].address);
    }
}

static void
test_failures (void)
{
  static const struct
  {
    McpOutcome  outcome;
    McpSeverity severity;
    gboolean    accepted;
    gboolean    fails;
    gboolean    fails_strictly;
  } rows[] = {
    { MCP_OUTCOME_FAILED, MCP_SEVERITY_ERROR, FALSE, TRUE, TRUE },
    { MCP_OUTCOME_FAILED, MCP_SEVERITY_WARNING, FALSE, FALSE, TRUE },
    { MCP_OUTCOME_FAILED, MCP_SEVERITY_INFO, FALSE, FALSE, FALSE },
    { MCP_OUTCOME_FAILED, MCP_SEVERITY_ERROR, TRUE, FALSE, FALSE },
    { MCP_OUTCOME_PASSED, MCP_SEVERITY_ERROR, FALSE, FALSE, FALSE },
    { MCP_OUTCOME_SKIPPED, MCP_SEVERITY_ERROR, FALSE, FALSE, FALSE },
    { MCP_OUTCOME_NOT_APPLICABLE, MCP_SEVERITY_ERROR, FALSE, FALSE, FALSE },
  };
  g_autoptr (McpReport) report = new_report ();

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      McpReportResult *result = mcp_report_add (report, "a", rows[i].outcome, "m");

      result->severity = rows[i].severity;
      result->accepted = rows[i].accepted ? g_strdup ("x") : NULL;
      report->strict = FALSE;
      g_assert_cmpint (mcp_report_is_failure (report, result), ==, rows[i].fails);
      report->strict = TRUE;
      g_assert_cmpint (mcp_report_is_failure (report, result), ==, rows[i].fails_strictly);
    }
  g_assert_cmpuint (mcp_report_count_failures (report), ==, 2);
  g_assert_cmpuint (mcp_report_count_accepted (report), ==, 1);
  g_assert_cmpuint (mcp_report_count (report, MCP_OUTCOME_FAILED), ==, 4);
  g_assert_cmpuint (mcp_report_count (report, MCP_OUTCOME_PASSED), ==, 1);
}

static void
test_findings (void)
{
  g_autoptr (GListStore) findings = g_list_store_new (MCP_TYPE_FINDING);
  g_autoptr (McpFinding) finding = mcp_finding_new ("rpc.unknown-id", MCP_SEVERITY_WARNING, "who asked?", "RFC 1, x", 4);
  g_autoptr (McpReport) report = new_report ();
  const McpReportResult *result;

  g_list_store_append (findings, finding);
  mcp_report_add_findings (report, G_LIST_MODEL (findings));
  g_assert_cmpuint (report->results->len, ==, 1);
  result = report->results->pdata[0];
  g_assert_cmpstr (result->rule, ==, "rpc.unknown-id");
  g_assert_cmpint (result->outcome, ==, MCP_OUTCOME_FAILED);
  g_assert_cmpint (result->severity, ==, MCP_SEVERITY_WARNING);
  g_assert_cmpuint (result->serial, ==, 4);
  g_assert_cmpuint (result->count, ==, 1);
  g_assert_cmpstr (result->address, ==, "https://www.rfc-editor.org/rfc/rfc1");
}

static void
test_formats (void)
{
  static const struct
  {
    const char *path;
    int         format;  /* -1: none */
  } rows[] = {
    { "a.xml", MCP_REPORT_JUNIT }, { "/x.y/junit.xml", MCP_REPORT_JUNIT }, { "a.sarif", MCP_REPORT_SARIF },
    { "a.tap", MCP_REPORT_TAP },   { "a.html", MCP_REPORT_HTML },          { ".html", MCP_REPORT_HTML },
    { "a.htm", -1 },               { "a.sarif.json", -1 },                 { "xml", -1 },
    { "a.XML", -1 },               { "", -1 },                             { "a.xml/", -1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      McpReportFormat format;
      gboolean known = mcp_report_format_from_name (rows[i].path, &format);

      g_assert_cmpint (known, ==, rows[i].format >= 0);
      if (known)
        g_assert_cmpint (format, ==, rows[i].format);
    }
}

/* Nothing was looked at: still a whole document. */
static void
test_empty (void)
{
  g_autoptr (McpReport) report = new_report ();
  g_autofree char *xml = mcp_report_write (report, MCP_REPORT_JUNIT);
  g_autofree char *sarif = mcp_report_write (report, MCP_REPORT_SARIF);
  g_autofree char *github = mcp_report_write (report, MCP_REPORT_GITHUB);
  g_autofree char *tap = mcp_report_write (report, MCP_REPORT_TAP);
  g_autofree char *html = mcp_report_write (report, MCP_REPORT_HTML);

  g_assert_nonnull (strstr (xml, "tests=\"0\" failures=\"0\" errors=\"0\" skipped=\"0\""));
  g_assert_true (g_str_has_suffix (xml, "</testsuites>\n"));
  g_assert_true (mcp_json_validate (sarif, strlen (sarif), NULL));
  g_assert_cmpstr (github, ==, "");
  g_assert_cmpstr (tap, ==, "TAP version 14\n1..0\n");
  g_assert_null (strstr (html, "<h2>"));
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/session/report/junit-hostile", test_junit_hostile);
  g_test_add_func ("/session/report/junit-counts", test_junit_counts);
  g_test_add_func ("/session/report/junit-times", test_junit_times);
  g_test_add_func ("/session/report/sarif-hostile", test_sarif_hostile);
  g_test_add_func ("/session/report/sarif-rules", test_sarif_rules);
  g_test_add_func ("/session/report/github-hostile", test_github_hostile);
  g_test_add_func ("/session/report/github-commands", test_github_commands);
  g_test_add_func ("/session/report/tap-hostile", test_tap_hostile);
  g_test_add_func ("/session/report/tap-points", test_tap_points);
  g_test_add_func ("/session/report/html-hostile", test_html_hostile);
  g_test_add_func ("/session/report/html-order", test_html_order);
  g_test_add_func ("/session/report/addresses", test_addresses);
  g_test_add_func ("/session/report/failures", test_failures);
  g_test_add_func ("/session/report/findings", test_findings);
  g_test_add_func ("/session/report/formats", test_formats);
  g_test_add_func ("/session/report/empty", test_empty);

  return g_test_run ();
}
