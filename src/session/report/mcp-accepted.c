/* mcp-accepted.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>

#include "mcp-accepted.h"
#include "mcp-error.h"
#include "mcp-json.h"

/*
 * {"sounderAccepted": 1, "failures": [{"rule": "probe.origin", "reason": "…", "date": "2026-11-25"}]}
 *
 * A failure is known by its rule: its message has numbers and texts that are others the next time.
 */

#define KEY       "sounderAccepted"
#define VERSION   1
#define MAX_BYTES (1024 * 1024)

struct _McpAccepted
{
  GPtrArray *failures;  /* of McpAcceptedFailure */
};

static void
failure_free (gpointer data)
{
  McpAcceptedFailure *failure = data;

  g_free (failure->rule);
  g_free (failure->reason);
  g_free (failure->date);
  g_free (failure);
}

McpAccepted *
mcp_accepted_new (void)
{
  McpAccepted *self = g_new0 (McpAccepted, 1);

  self->failures = g_ptr_array_new_with_free_func (failure_free);

  return self;
}

void
mcp_accepted_free (McpAccepted *self)
{
  g_ptr_array_unref (self->failures);
  g_free (self);
}

/* A reason is not left out: whoever reads it in a year has nothing else. */
static gboolean
read_failure (McpAccepted *self,
              const char  *text,
              gsize        length)
{
  g_autofree char *rule = mcp_json_lookup_string (text, length, "rule");
  g_autofree char *reason = mcp_json_lookup_string (text, length, "reason");
  g_autofree char *date = mcp_json_lookup_string (text, length, "date");
  g_autofree char *time = date != NULL ? g_strconcat (date, "T00:00:00Z", NULL) : NULL;
  g_autoptr (GDateTime) day = time != NULL ? g_date_time_new_from_iso8601 (time, NULL) : NULL;
  McpAcceptedFailure *failure;

  if (rule == NULL || *rule == '\0' || reason == NULL || *reason == '\0' || day == NULL)
    return FALSE;

  failure = g_new0 (McpAcceptedFailure, 1);
  failure->rule = g_steal_pointer (&rule);
  failure->reason = g_steal_pointer (&reason);
  failure->date = g_steal_pointer (&date);
  g_ptr_array_add (self->failures, failure);

  return TRUE;
}

static gboolean
read_failures (McpAccepted  *self,
               const char   *path,
               const char   *text,
               gsize         length,
               GError      **error)
{
  McpJsonIter iter;
  McpSpan list;
  McpSpan value;
  gint64 version;

  if (!mcp_json_validate (text, length, NULL) || !mcp_json_lookup_int64 (text, length, KEY, &version)
      || version != VERSION || !mcp_json_lookup (text, length, "failures", &list) || text[list.offset] != '['
      || !mcp_json_iter_init (&iter, text + list.offset, list.length))
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("“%s” is no file of accepted failures"), path);
      return FALSE;
    }

  while (mcp_json_iter_next (&iter, NULL, &value))
    if (!read_failure (self, text + list.offset + value.offset, value.length))
      {
        g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE,
                     _("“%s”: accepted failure %u needs a “rule”, a “reason” and a “date” such as 2026-11-25"), path,
                     self->failures->len + 1);
        return FALSE;
      }

  return TRUE;
}

/**
 * mcp_accepted_read:
 * @path: a file
 * @error: %MCP_ERROR_USAGE that names it, and what is wrong in it
 *
 * Reads which failures are accepted.
 *
 * Returns: (transfer full) (nullable): them; %NULL with @error
 */
McpAccepted *
mcp_accepted_read (const char  *path,
                   GError     **error)
{
  g_autoptr (McpAccepted) self = mcp_accepted_new ();
  g_autofree char *text = NULL;
  g_autoptr (GError) cause = NULL;
  GStatBuf status;
  gsize length;

  if (g_stat (path, &status) == 0 && status.st_size > MAX_BYTES)
    {
      g_set_error (error, MCP_ERROR, MCP_ERROR_USAGE, _("“%s” is larger than %d MiB"), path,
                   MAX_BYTES / 1024 / 1024);
      return NULL;
    }
  if (!g_file_get_contents (path, &text, &length, &cause))
    {
      g_set_error_literal (error, MCP_ERROR, MCP_ERROR_USAGE, cause->message);
      return NULL;
    }

  return read_failures (self, path, text, length, error) ? g_steal_pointer (&self) : NULL;
}

gboolean
mcp_accepted_write (McpAccepted  *self,
                    const char   *path,
                    GError      **error)
{
  g_autoptr (GString) json = g_string_new ("{\"" KEY "\":1,\"failures\":[");
  g_autofree char *pretty = NULL;
  McpJsonPrint print = { 0 };
  gsize length;

  for (guint i = 0; i < self->failures->len; i++)
    {
      const McpAcceptedFailure *failure = self->failures->pdata[i];

      g_string_append (json, i > 0 ? ",{" : "{");
      mcp_json_append_member_string (json, "rule", failure->rule);
      mcp_json_append_member_string (json, "reason", failure->reason);
      mcp_json_append_member_string (json, "date", failure->date);
      g_string_append_c (json, '}');
    }
  g_string_append (json, "]}");
  pretty = mcp_json_pretty (json->str, json->len, &print, &length);

  return g_file_set_contents (path, pretty, length, error);
}

const McpAcceptedFailure *
mcp_accepted_find (McpAccepted *self,
                   const char  *rule)
{
  for (guint i = 0; self != NULL && i < self->failures->len; i++)
    {
      const McpAcceptedFailure *failure = self->failures->pdata[i];

      if (g_str_equal (failure->rule, rule))
        return failure;
    }

  return NULL;
}

/**
 * mcp_accepted_apply:
 * @report: what came of the checks
 *
 * Marks the failures that are accepted: they are told, with the reason, and let nothing fail.
 */
void
mcp_accepted_apply (McpAccepted *self,
                    McpReport   *report)
{
  for (guint i = 0; i < report->results->len; i++)
    {
      McpReportResult *result = report->results->pdata[i];
      const McpAcceptedFailure *failure = mcp_accepted_find (self, result->rule);

      if (failure == NULL || result->outcome != MCP_OUTCOME_FAILED)
        continue;

      g_free (result->accepted);
      result->accepted = g_strdup_printf ("%s (%s)", failure->reason, failure->date);
    }
}

/* Whether a rule was looked at, and held. */
static gboolean
has_passed (const McpReport *report,
            const char      *rule)
{
  gboolean has_passed = report->complete;

  for (guint i = 0; i < report->results->len; i++)
    {
      const McpReportResult *result = report->results->pdata[i];

      if (!g_str_equal (result->rule, rule))
        continue;
      if (result->outcome != MCP_OUTCOME_PASSED)
        return FALSE;
      has_passed = TRUE;
    }

  return has_passed;
}

/**
 * mcp_accepted_list_passed:
 * @self: (nullable): accepted failures
 * @report: what came of the checks
 *
 * Lists what was accepted and passes again, so that it can be taken out of the file.
 *
 * Returns: (transfer full): the rules, maybe none
 */
char **
mcp_accepted_list_passed (McpAccepted     *self,
                          const McpReport *report)
{
  g_autoptr (GStrvBuilder) rules = g_strv_builder_new ();

  for (guint i = 0; self != NULL && i < self->failures->len; i++)
    {
      const McpAcceptedFailure *failure = self->failures->pdata[i];

      if (has_passed (report, failure->rule))
        g_strv_builder_add (rules, failure->rule);
    }

  return g_strv_builder_end (rules);
}

/**
 * mcp_accepted_update:
 * @report: what came of the checks
 * @reason: why those that are new are accepted
 *
 * Accepts all failures of a report as from today, and drops what passes again. What was accepted before
 * keeps its reason and its date; what was not looked at stays.
 */
void
mcp_accepted_update (McpAccepted     *self,
                     const McpReport *report,
                     const char      *reason)
{
  g_autoptr (GDateTime) now = g_date_time_new_now_local ();

  for (guint i = self->failures->len; i > 0; i--)
    if (has_passed (report, ((McpAcceptedFailure *) self->failures->pdata[i - 1])->rule))
      g_ptr_array_remove_index (self->failures, i - 1);

  for (guint i = 0; i < report->results->len; i++)
    {
      const McpReportResult *result = report->results->pdata[i];
      McpAcceptedFailure *failure;

      if (result->outcome != MCP_OUTCOME_FAILED || result->severity < MCP_SEVERITY_WARNING
          || mcp_accepted_find (self, result->rule) != NULL)
        continue;

      failure = g_new0 (McpAcceptedFailure, 1);
      failure->rule = g_strdup (result->rule);
      failure->reason = g_strdup (reason);
      failure->date = g_date_time_format (now, "%Y-%m-%d");
      g_ptr_array_add (self->failures, failure);
    }
}
