/* test-finding.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "journal-support.h"
#include "mcp-finding-store.h"
#include "mcp-json.h"

/* What a finding says as JSON, and what is taken for one: recordings of other programs have them as well. */

static McpFinding *
read_finding (const char *json,
              guint       serial)
{
  return mcp_finding_new_from_json (json, strlen (json), serial);
}

static const struct
{
  const char  *rule;
  McpSeverity  severity;
  const char  *message;
  const char  *reference;  /* (nullable) */
  const char  *members;
} findings[] = {
  { "json.invalid", MCP_SEVERITY_ERROR, "no JSON", NULL,
    "{\"rule\":\"json.invalid\",\"severity\":\"error\",\"text\":\"no JSON\"}" },
  { "a", MCP_SEVERITY_WARNING, "", "basic/transports",
    "{\"rule\":\"a\",\"severity\":\"warning\",\"text\":\"\",\"reference\":\"basic/transports\"}" },
  { "b", MCP_SEVERITY_INFO, "of “x”\n\"y\"\\z", "",
    "{\"rule\":\"b\",\"severity\":\"info\",\"text\":\"of “x”\\n\\\"y\\\"\\\\z\",\"reference\":\"\"}" },
  { "c", MCP_SEVERITY_ERROR, "\001\t\177", NULL,
    "{\"rule\":\"c\",\"severity\":\"error\",\"text\":\"\\u0001\\t\177\"}" },
};

static void
test_members (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (findings); i++)
    {
      g_autoptr (McpFinding) finding =
        mcp_finding_new (findings[i].rule, findings[i].severity, findings[i].message,
                         findings[i].reference, 7);
      g_autoptr (McpFinding) again = NULL;
      g_autoptr (GString) json = g_string_new ("{");

      mcp_finding_append_members (finding, json);
      g_string_append_c (json, '}');
      g_assert_cmpstr (json->str, ==, findings[i].members);
      g_assert_true (mcp_json_validate (json->str, json->len, NULL));

      again = read_finding (json->str, 9);
      g_assert_cmpstr (mcp_finding_get_rule (again), ==, findings[i].rule);
      g_assert_cmpint (mcp_finding_get_severity (again), ==, findings[i].severity);
      g_assert_cmpstr (mcp_finding_get_message (again), ==, findings[i].message);
      g_assert_cmpstr (mcp_finding_get_reference (again), ==, findings[i].reference);
      g_assert_cmpuint (mcp_finding_get_serial (again), ==, 9);
      g_assert_cmpuint (mcp_finding_get_count (again), ==, 1);
      g_assert_false (mcp_finding_is_derived (again));
    }
}

/* What names no rule or says nothing is no finding; a severity that nobody knows is the worst. */
static void
test_reads (void)
{
  static const struct
  {
    const char  *json;
    gboolean     is_finding;
    McpSeverity  severity;
  } rows[] = {
    { "{}", FALSE, 0 },
    { "[]", FALSE, 0 },
    { "null", FALSE, 0 },
    { "\"rule\"", FALSE, 0 },
    { "{\"rule\":\"a\"}", FALSE, 0 },
    { "{\"text\":\"b\"}", FALSE, 0 },
    { "{\"rule\":7,\"text\":\"b\"}", FALSE, 0 },
    { "{\"rule\":\"a\",\"text\":null}", FALSE, 0 },
    { "{\"rule\":\"a\",\"text\":[\"b\"]}", FALSE, 0 },
    { "[{\"rule\":\"a\",\"text\":\"b\"}]", FALSE, 0 },
    { "{\"rule\":\"a\",\"text\":\"b\"}", TRUE, MCP_SEVERITY_ERROR },
    { "{\"rule\":\"a\",\"text\":\"b\",\"severity\":\"info\"}", TRUE, MCP_SEVERITY_INFO },
    { "{\"rule\":\"a\",\"text\":\"b\",\"severity\":\"warning\"}", TRUE, MCP_SEVERITY_WARNING },
    { "{\"rule\":\"a\",\"text\":\"b\",\"severity\":\"Info\"}", TRUE, MCP_SEVERITY_ERROR },
    { "{\"rule\":\"a\",\"text\":\"b\",\"severity\":\"fatal\"}", TRUE, MCP_SEVERITY_ERROR },
    { "{\"rule\":\"a\",\"text\":\"b\",\"severity\":1}", TRUE, MCP_SEVERITY_ERROR },
    { "{\"rule\":\"a\",\"text\":\"b\",\"severity\":\"in\\u0066o\"}", TRUE, MCP_SEVERITY_INFO },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (McpFinding) finding = read_finding (rows[i].json, 0);

      g_test_message ("%s", rows[i].json);
      g_assert_cmpint (finding != NULL, ==, rows[i].is_finding);
      if (finding != NULL)
        g_assert_cmpint (mcp_finding_get_severity (finding), ==, rows[i].severity);
    }
}

/* The count stays at its limit. */
static void
test_count (void)
{
  static const struct
  {
    guint n;
    guint count;
  } steps[] = {
    { 0, 1 },
    { 1, 2 },
    { G_MAXUINT - 3, G_MAXUINT - 1 },
    { 0, G_MAXUINT - 1 },
    { 2, G_MAXUINT },
    { 1, G_MAXUINT },
    { G_MAXUINT, G_MAXUINT },
  };
  g_autoptr (McpFinding) finding = mcp_finding_new ("a", MCP_SEVERITY_INFO, "b", NULL, 0);

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      mcp_finding_add_count (finding, steps[i].n, 0);
      g_assert_cmpuint (mcp_finding_get_count (finding), ==, steps[i].count);
    }
}

/* The same about the same record is one; another record, rule or text is another. */
static void
test_folds (void)
{
  static const struct
  {
    const char *rule;
    const char *message;
    guint       serial;
  } added[] = {
    { "a", "x", 1 }, { "a", "x", 1 }, { "a", "y", 1 }, { "b", "x", 1 }, { "a", "x", 2 }, { "a", "x", 0 },
  };
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  GListModel *model = mcp_journal_get_findings (journal);
  guint n_findings = 0;
  guint n_counted = 0;

  append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_INVALID, 1, NULL, NULL);
  append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_INVALID, 1, NULL, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (added); i++)
    {
      g_autoptr (McpFinding) finding = mcp_finding_new (added[i].rule, MCP_SEVERITY_INFO,
                                                        added[i].message, NULL, added[i].serial);

      mcp_journal_add_finding (journal, finding);
    }
  mcp_journal_flush (journal);

  g_object_get (journal, "n-findings", &n_findings, NULL);
  g_assert_cmpuint (n_findings, ==, G_N_ELEMENTS (added));
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (model, i);

      n_counted += mcp_finding_get_count (finding);
    }
  g_assert_cmpuint (n_counted, ==, n_findings);
}

/* What nobody has to make is counted; what only counts does so with what it counts. */
static void
test_counted (void)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  GListModel *model = mcp_journal_get_findings (journal);
  const char json[] = "{\"rule\":\"a\",\"text\":\"x\",\"again\":7,\"last\":2}";
  g_autoptr (McpFinding) again = mcp_finding_new_from_json (json, strlen (json), 1);
  g_autoptr (McpFinding) first = NULL;

  for (guint i = 0; i < MCP_FINDING_STORE_MAX_PER_RULE; i++)
    {
      g_autoptr (McpFinding) finding = mcp_finding_new ("a", MCP_SEVERITY_INFO, "x", NULL, 0);

      g_assert_false (mcp_journal_count_finding (journal, "a", "x", 0, 1));
      mcp_journal_add_finding (journal, finding);
    }
  append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_INVALID, 1, NULL, NULL);
  append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_INVALID, 1, NULL, NULL);

  g_assert_true (mcp_journal_count_finding (journal, "a", "x", 1, 1000));
  g_assert_false (mcp_journal_count_finding (journal, "a", "another", 1, 1));
  g_assert_false (mcp_journal_count_finding (journal, "b", "x", 1, 1));
  mcp_journal_add_finding (journal, again);
  mcp_journal_flush (journal);

  g_assert_cmpuint (g_list_model_get_n_items (model), ==, MCP_FINDING_STORE_MAX_PER_RULE);
  first = g_list_model_get_item (model, 0);
  g_assert_cmpuint (mcp_finding_get_count (first), ==, 1 + 1000 + 7);
  g_assert_cmpuint (mcp_finding_get_last (first), ==, 2);
}

/* A record shows that there is one, and whether one of them is an error; the flags only add up. */
static void
test_flags (void)
{
  static const struct
  {
    McpSeverity severity;
    guint       flags;
  } rows[] = {
    { MCP_SEVERITY_INFO, MCP_RECORD_FLAG_FINDING },
    { MCP_SEVERITY_WARNING, MCP_RECORD_FLAG_FINDING },
    { MCP_SEVERITY_ERROR, MCP_RECORD_FLAG_FINDING | MCP_RECORD_FLAG_ERROR_FINDING },
    { MCP_SEVERITY_INFO, MCP_RECORD_FLAG_FINDING | MCP_RECORD_FLAG_ERROR_FINDING },
  };
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpRecord) record = NULL;
  g_autoptr (McpRecord) other = NULL;

  append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_INVALID, 1, NULL, NULL);
  append_message (journal, MCP_DIRECTION_IN, MCP_RECORD_INVALID, 1, NULL, NULL);
  record = mcp_journal_get_record (journal, 1);
  other = mcp_journal_get_record (journal, 2);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *message = g_strdup_printf ("%u", i);
      g_autoptr (McpFinding) finding = mcp_finding_new ("a", rows[i].severity, message, NULL, 1);

      mcp_journal_add_finding (journal, finding);
      mcp_journal_flush (journal);
      g_assert_cmpuint (mcp_record_get_flags (record), ==, rows[i].flags);
      g_assert_cmpuint (mcp_record_get_flags (other), ==, 0);
    }
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/journal/finding/members", test_members);
  g_test_add_func ("/journal/finding/reads", test_reads);
  g_test_add_func ("/journal/finding/count", test_count);
  g_test_add_func ("/journal/finding/folds", test_folds);
  g_test_add_func ("/journal/finding/counted", test_counted);
  g_test_add_func ("/journal/finding/flags", test_flags);

  return g_test_run ();
}
