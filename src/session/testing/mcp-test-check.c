/* mcp-test-check.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-json-compare.h"
#include "mcp-json.h"
#include "mcp-query-json.h"
#include "mcp-query.h"
#include "mcp-schema.h"
#include "mcp-test-check.h"
#include "mcp-text.h"

/* Whether an answer is what a test expects, and how it differs. */

/* Limits for a failure message; the timeline shows the whole value. */
#define MAX_SHOWN_BYTES  400
#define MAX_SHOWN_VALUES 3
#define MAX_DIFFERENCES  10

typedef struct
{
  const McpTestStep *step;
  McpTestVariables  *variables;
  McpCall           *call;
  McpJournal        *journal;
  McpTestStatus      status;
  GBytes            *message;   /* (nullable): the answer */
  GPtrArray         *failures;
} Check;

McpTestFailure *
mcp_test_failure_new (const char *expectation,
                      const char *message)
{
  McpTestFailure *self = g_new0 (McpTestFailure, 1);

  self->expectation = g_strdup (expectation);
  self->message = g_strdup (message);

  return self;
}

McpTestFailure *
mcp_test_failure_copy (const McpTestFailure *self)
{
  McpTestFailure *copy = mcp_test_failure_new (self->expectation, self->message);

  copy->expected = g_strdup (self->expected);
  copy->got = g_strdup (self->got);

  return copy;
}

void
mcp_test_failure_free (McpTestFailure *self)
{
  g_free (self->expectation);
  g_free (self->message);
  g_free (self->expected);
  g_free (self->got);
  g_free (self);
}

static McpTestFailure *
add (Check      *check,
     const char *expectation,
     const char *message)
{
  McpTestFailure *failure = mcp_test_failure_new (expectation, message);

  g_ptr_array_add (check->failures, failure);

  return failure;
}

static char *
dup_shown (const char *text,
           gsize       length)
{
  g_autofree char *start = g_strndup (text, MIN (length, MAX_SHOWN_BYTES + 1));

  return mcp_text_elide (start, MAX_SHOWN_BYTES);
}

static char *
dup_shown_span (const char *text,
                McpSpan     span)
{
  return span.length > 0 ? dup_shown (text + span.offset, span.length) : NULL;
}

/* --- Status --- */

static McpTestStatus
get_status (McpCall *call)
{
  const McpCallOutcome *outcome = mcp_call_get_outcome (call);

  if (outcome->error_object != NULL)
    return MCP_TEST_ERROR;
  if (outcome->error != NULL)
    return MCP_TEST_UNANSWERED;

  return outcome->is_tool_error ? MCP_TEST_TOOL_ERROR : MCP_TEST_OK;
}

static void
check_status (Check *check)
{
  McpTestStatus wanted = check->step->status;
  const GError *error = mcp_call_get_outcome (check->call)->error;
  McpTestFailure *failure;

  if (wanted == check->status
      || (wanted == MCP_TEST_ANSWERED && check->status != MCP_TEST_UNANSWERED))
    return;

  failure = add (check, "status", error != NULL ? error->message : _("It has another status"));
  failure->expected = g_strdup (mcp_test_status_get_nick (wanted));
  failure->got = g_strdup (mcp_test_status_get_nick (check->status));
}

/* --- Filters --- */

/* Where a path leads to in a message; NULL for what is no path. */
static GArray *
find_at (const char *path,
         gsize       path_length,
         const char *text,
         gsize       length)
{
  gsize fault;
  g_autoptr (McpJsonTest) test = mcp_json_test_new (path, path_length, MCP_JSON_EXISTS, NULL, FALSE, &fault);

  return test != NULL ? mcp_json_test_find (test, text, length) : NULL;
}

/* What stands at the path of "json:PATH=VALUE", for who has to see why it failed. */
static char *
dup_values_at (Check      *check,
               const char *filter)
{
  const char *path = g_str_has_prefix (filter, "json:") ? filter + 5 : NULL;
  const char *text;
  gsize length;
  g_autoptr (GArray) found = NULL;
  GString *out;

  if (path == NULL || check->message == NULL)
    return NULL;

  text = g_bytes_get_data (check->message, &length);
  found = find_at (path, mcp_json_path_get_length (path, FALSE), text, length);
  if (found == NULL)
    return NULL;
  if (found->len == 0)
    return g_strdup (_("nothing"));

  out = g_string_new (NULL);
  for (guint i = 0; i < MIN (found->len, MAX_SHOWN_VALUES); i++)
    {
      g_autofree char *shown = dup_shown_span (text, g_array_index (found, McpSpan, i));

      g_string_append_printf (out, "%s%s", i > 0 ? ", " : "", shown);
    }
  if (found->len > MAX_SHOWN_VALUES)
    g_string_append (out, ", …");

  return g_string_free (out, FALSE);
}

static void
check_filter (Check      *check,
              const char *template)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (McpQuery) query = NULL;
  g_autofree char *filter = mcp_test_variables_expand_filter (check->variables, template, &error);
  guint serial = mcp_call_get_outcome (check->call)->answer_serial;
  McpTestFailure *failure;

  if (filter != NULL)
    query = mcp_query_new (filter, &error);
  if (query == NULL)
    {
      add (check, template, error->message);
      return;
    }
  if (serial == 0)
    serial = mcp_call_get_outcome (check->call)->serial;
  if (serial != 0 && mcp_query_matches (query, check->journal, serial))
    return;

  failure = add (check, template, _("The answer does not match this filter"));
  failure->expected = g_steal_pointer (&filter);
  failure->got = dup_values_at (check, failure->expected);
}

/* --- Schema --- */

static void
check_schema (Check *check)
{
  g_autofree char *value = mcp_test_dup_snapshot (check->call);
  g_autoptr (McpSchema) schema = mcp_schema_new (check->step->schema, -1, NULL);
  g_autoptr (GPtrArray) errors = NULL;

  if (value == NULL)
    {
      add (check, "schema", _("There is no answer to be checked"));
      return;
    }

  errors = mcp_schema_validate (schema, value, -1);
  for (guint i = 0; i < MIN (errors->len, MAX_DIFFERENCES); i++)
    {
      const McpSchemaError *problem = errors->pdata[i];
      McpTestFailure *failure = add (check, "schema", problem->message);

      failure->expected = g_strdup (problem->schema_path);
      failure->got = g_strdup (problem->path);
    }
}

/* --- Snapshot --- */

/* A message with nothing but this in it: all paths of tests begin at the message. */
static char *
wrap (const char *member,
      const char *json)
{
  return g_strdup_printf ("{\"%s\":%s}", member, json);
}

static gboolean
is_inside (McpSpan  inner,
           McpSpan  outer,
           gboolean strictly)
{
  if (inner.length == 0 || inner.offset < outer.offset
      || inner.offset + inner.length > outer.offset + outer.length)
    return FALSE;

  return !strictly || inner.length < outer.length;
}

static gboolean
is_inside_any (McpSpan  span,
               GArray  *masked,
               gboolean strictly)
{
  for (guint i = 0; i < masked->len; i++)
    if (is_inside (span, g_array_index (masked, McpSpan, i), strictly))
      return TRUE;

  return FALSE;
}

static GArray *
find_masked (const McpTestStep *step,
             const char        *text)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (McpSpan));

  for (char **path = step->mask; path != NULL && *path != NULL; path++)
    {
      g_autoptr (GArray) found = find_at (*path, strlen (*path), text, strlen (text));

      g_array_append_vals (all, found->data, found->len);
    }

  return all;
}

/* A masked value may be any, but it has to be there. */
static gboolean
is_masked (const McpJsonChange *change,
           GArray              *before,
           GArray              *after)
{
  gboolean one_sided = change->kind == MCP_JSON_CHANGE_ADDED
                       || change->kind == MCP_JSON_CHANGE_REMOVED;

  return is_inside_any (change->before, before, one_sided)
         || is_inside_any (change->after, after, one_sided);
}

static const char *
describe_change (const McpJsonChange *change)
{
  static const char * const texts[] = {
    [MCP_JSON_CHANGE_ADDED] = N_("This was not there"),
    [MCP_JSON_CHANGE_REMOVED] = N_("This is not there any more"),
    [MCP_JSON_CHANGE_VALUE] = N_("This is another value"),
    [MCP_JSON_CHANGE_SPELLING] = N_("This is written in another way"),
    [MCP_JSON_CHANGE_MOVED] = N_("This has moved"),
  };

  return _(texts[change->kind]);
}

static void
compare (Check      *check,
         const char *before,
         const char *after)
{
  gboolean truncated = FALSE;
  guint n_shown = 0;
  g_autoptr (GArray) masked_before = find_masked (check->step, before);
  g_autoptr (GArray) masked_after = find_masked (check->step, after);
  g_autoptr (GPtrArray) changes = NULL;

  /* Without a limit, because masked changes are skipped below. */
  changes = mcp_json_compare (before, strlen (before), after, strlen (after),
                              MCP_JSON_COMPARE_EXACT | MCP_JSON_COMPARE_BY_INDEX, G_MAXUINT,
                              &truncated);
  for (guint i = 0; i < changes->len && n_shown < MAX_DIFFERENCES; i++)
    {
      const McpJsonChange *change = changes->pdata[i];
      g_autofree char *where = NULL;
      McpTestFailure *failure;

      if (is_masked (change, masked_before, masked_after))
        continue;

      where = g_strdup_printf ("snapshot %s", change->new_path != NULL ? change->new_path : change->path);
      failure = add (check, where, describe_change (change));
      failure->expected = dup_shown_span (before, change->before);
      failure->got = dup_shown_span (after, change->after);
      n_shown++;
    }
}

static void
check_snapshot (Check *check)
{
  const char *member = mcp_call_get_outcome (check->call)->error_object != NULL ? "error" : "result";
  g_autoptr (GError) error = NULL;
  g_autofree char *expected = mcp_test_variables_expand_json (check->variables,
                                                              check->step->snapshot, &error);
  g_autofree char *got = mcp_test_dup_snapshot (check->call);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  if (expected == NULL || got == NULL)
    {
      add (check, "snapshot",
           expected == NULL ? error->message : _("There is no answer to compare with it"));
      return;
    }

  before = wrap (member, expected);
  after = wrap (member, got);
  compare (check, before, after);
}

/* --- Findings --- */

static gboolean
is_allowed (const McpTestStep *step,
            McpFinding        *finding)
{
  return mcp_finding_get_severity (finding) != MCP_SEVERITY_ERROR
         || (step->findings != NULL
             && g_strv_contains ((const char *const *) step->findings, mcp_finding_get_rule (finding)));
}

static void
check_findings (Check *check,
                guint  first)
{
  GListModel *findings = mcp_journal_get_findings (check->journal);

  for (guint i = first; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);
      McpTestFailure *failure;

      if (is_allowed (check->step, finding))
        continue;
      failure = add (check, "findings", mcp_finding_get_message (finding));
      failure->got = g_strdup (mcp_finding_get_rule (finding));
    }
}

/* --- Variables --- */

static void
take_values (Check *check)
{
  for (char **pair = check->step->take; pair != NULL && *pair != NULL; pair += 2)
    {
      gsize length = 0;
      const char *text = check->message != NULL ? g_bytes_get_data (check->message, &length) : NULL;
      g_autoptr (GArray) found = text != NULL ? find_at (pair[1], strlen (pair[1]), text, length) : NULL;
      g_autofree char *json = NULL;

      if (found == NULL || found->len == 0)
        {
          add (check, "take", _("Nothing in the answer is at this path"))->expected = g_strdup (pair[1]);
          continue;
        }

      json = g_strndup (text + g_array_index (found, McpSpan, 0).offset,
                        g_array_index (found, McpSpan, 0).length);
      mcp_test_variables_set (check->variables, pair[0], json);
    }
}

char *
mcp_test_dup_snapshot (McpCall *call)
{
  GBytes *json = mcp_call_get_outcome (call)->error_object;

  if (json == NULL)
    json = mcp_call_get_result (call);

  return json != NULL ? g_strndup (g_bytes_get_data (json, NULL), g_bytes_get_size (json)) : NULL;
}

static GBytes *
dup_message (McpCall    *call,
             McpJournal *journal)
{
  guint serial = mcp_call_get_outcome (call)->answer_serial;
  g_autoptr (McpRecord) record = serial != 0 ? mcp_journal_get_record (journal, serial) : NULL;

  return record != NULL ? mcp_record_dup_bytes (record, NULL) : NULL;
}

/**
 * mcp_test_check_answer:
 * @step: what is expected
 * @variables: values; those that the step takes from the answer are added
 * @call: the call, which is over
 * @journal: where it was recorded
 * @first_finding: how many findings there were before it was sent
 *
 * Holds an answer against what is expected of it.
 *
 * Returns: (transfer full) (element-type McpTestFailure): what it does not meet; empty is passed
 */
GPtrArray *
mcp_test_check_answer (const McpTestStep *step,
                       McpTestVariables  *variables,
                       McpCall           *call,
                       McpJournal        *journal,
                       guint              first_finding)
{
  g_autoptr (GBytes) message = NULL;
  Check check = { step, variables, call, journal };

  mcp_journal_flush (journal);
  message = dup_message (call, journal);
  check.message = message;
  check.status = get_status (call);
  check.failures = g_ptr_array_new_with_free_func ((GDestroyNotify) mcp_test_failure_free);

  check_status (&check);
  for (char **filter = step->expect; filter != NULL && *filter != NULL; filter++)
    check_filter (&check, *filter);
  /* Of an answer of the wrong kind each part differs. */
  if (check.failures->len == 0 || check.status == step->status)
    {
      if (step->schema != NULL)
        check_schema (&check);
      if (step->snapshot != NULL)
        check_snapshot (&check);
    }
  check_findings (&check, first_finding);
  take_values (&check);

  return check.failures;
}
