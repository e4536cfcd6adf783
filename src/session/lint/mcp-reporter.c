/* mcp-reporter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-linter.h"
#include "mcp-reporter.h"

/* Some milliseconds of reading. */
#define MESSAGE_BUDGET (4 * 1024 * 1024)

/**
 * McpReporter:
 *
 * Whoever finds that a rule is broken tells a reporter, which adds a finding to the journal. It
 * knows of which revision the rules are. Findings of a recording are derived: they are made of what
 * was recorded each time it is looked at, and never written.
 */

struct _McpReporter
{
  McpJournal  *journal;
  McpRevision  revision;
  gboolean     derives;
  gboolean     muted;
  guint        times;    /* how often each finding was made */

  guint        judged;   /* the record that the budget is for */
  gint64       budget;   /* bytes that may still be read of what it holds */
};

McpReporter *
mcp_reporter_new (McpJournal *journal)
{
  McpReporter *self;

  g_return_val_if_fail (MCP_IS_JOURNAL (journal), NULL);

  self = g_new0 (McpReporter, 1);
  self->journal = g_object_ref (journal);
  self->times = 1;

  return self;
}

/**
 * mcp_reporter_free:
 * @self: (transfer full): a reporter
 *
 * Frees a reporter.
 */
void
mcp_reporter_free (McpReporter *self)
{
  g_return_if_fail (self != NULL);

  g_object_unref (self->journal);
  g_free (self);
}

void
mcp_reporter_set_revision (McpReporter *self,
                           McpRevision  revision)
{
  g_return_if_fail (self != NULL);

  self->revision = revision;
}

McpRevision
mcp_reporter_get_revision (McpReporter *self)
{
  g_return_val_if_fail (self != NULL, (McpRevision){ 0 });

  return self->revision;
}

gboolean
mcp_reporter_has (McpReporter *self,
                  McpFeature   feature)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return mcp_revision_has (self->revision, feature);
}

/**
 * mcp_reporter_set_derives:
 * @derives: whether what is found is found again each time, and not to be recorded
 *
 * Says that what is looked at is a recording.
 */
void
mcp_reporter_set_derives (McpReporter *self,
                          gboolean     derives)
{
  g_return_if_fail (self != NULL);

  self->derives = derives;
}

/**
 * mcp_reporter_set_muted:
 * @muted: whether reports make no findings
 *
 * Makes no findings while what is looked at was judged before.
 */
void
mcp_reporter_set_muted (McpReporter *self,
                        gboolean     muted)
{
  g_return_if_fail (self != NULL);

  self->muted = muted;
}

/* Has what is reported next counted so often: of a message that came again and again, and is judged
 * once. */
void
mcp_reporter_set_times (McpReporter *self,
                        guint        times)
{
  g_return_if_fail (self != NULL);

  self->times = times;
}

/**
 * mcp_reporter_get_budget:
 * @serial: a record
 *
 * Gets what judging one message may cost, in bytes that are read, whatever is in it. Who judges adds what comes with
 * the bytes, and takes what it has read.
 *
 * Returns: (transfer none): what is left of it
 */
gint64 *
mcp_reporter_get_budget (McpReporter *self,
                         guint        serial)
{
  g_return_val_if_fail (self != NULL, NULL);

  if (self->judged != serial || serial == 0)
    self->budget = MESSAGE_BUDGET;
  self->judged = serial;

  return &self->budget;
}

/**
 * mcp_reporter_report:
 * @serial: the record it is about, 0 for none
 * @rule: the rule's name, one of those of the linter
 * @format: what is wrong, with names
 * @...: its arguments
 *
 * Adds a finding to the journal.
 */
void
mcp_reporter_report (McpReporter *self,
                     guint        serial,
                     const char  *rule,
                     const char  *format,
                     ...)
{
  g_autoptr (McpFinding) finding = NULL;
  g_autofree char *message = NULL;
  va_list args;

  g_return_if_fail (self != NULL);
  g_return_if_fail (rule != NULL);

  if (self->muted)
    return;

  va_start (args, format);
  message = g_strdup_vprintf (format, args);
  va_end (args);

  if (mcp_journal_count_finding (self->journal, rule, message, serial, self->times))
    return;

  finding = mcp_finding_new (rule, mcp_linter_get_severity (rule), message,
                             mcp_linter_get_reference (rule), serial);
  if (self->derives)
    mcp_finding_set_derived (finding);
  mcp_journal_add_finding (self->journal, finding);
}
