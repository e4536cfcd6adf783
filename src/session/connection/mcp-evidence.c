/* mcp-evidence.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error-cause.h"
#include "mcp-evidence.h"
#include "mcp-proxy-error.h"
#include "mcp-session-private.h"
#include "mcp-stdio-transport.h"
#include "mcp-summary.h"

/*
 * What is shown beside a failure: of a start, of a connection, of a call that got no answer. All of
 * it is in the journal already, but for a line that has no end yet.
 */

/* So many records are looked at, and so much of each kind is shown. */
#define MAX_LOOKED_AT 2000
#define MAX_OUTPUT 3
#define MAX_MESSAGES 3
#define MAX_STDERR 10
#define MAX_EVIDENCE 50

static void
evidence_free (gpointer data)
{
  McpEvidence *evidence = data;

  g_free (evidence->rule);
  g_free (evidence->text);
  g_free (evidence);
}

static void
add (GPtrArray       *found,
     McpEvidenceKind  kind,
     guint            serial,
     const char      *rule,
     char            *text)
{
  McpEvidence *evidence;

  if (text == NULL || *text == '\0')
    {
      g_free (text);
      return;
    }

  evidence = g_new0 (McpEvidence, 1);
  evidence->kind = kind;
  evidence->serial = serial;
  evidence->rule = g_strdup (rule);
  evidence->text = text;
  g_ptr_array_add (found, evidence);
}

/* A line of noise is as good as a hundred. */
static gboolean
is_told (GPtrArray  *found,
         const char *rule,
         const char *text)
{
  for (guint i = 0; i < found->len; i++)
    {
      const McpEvidence *evidence = found->pdata[i];

      if (g_strcmp0 (evidence->rule, rule) == 0 && g_str_equal (evidence->text, text))
        return TRUE;
    }

  return FALSE;
}

static void
add_findings (McpSession *self,
              guint       since,
              GPtrArray  *found)
{
  GListModel *findings = mcp_journal_get_findings (self->journal);

  for (guint i = 0; i < g_list_model_get_n_items (findings); i++)
    {
      g_autoptr (McpFinding) finding = g_list_model_get_item (findings, i);
      const char *rule = mcp_finding_get_rule (finding);
      const char *message = mcp_finding_get_message (finding);
      guint serial = mcp_finding_get_serial (finding);

      if (found->len == MAX_EVIDENCE)
        return;
      if (mcp_finding_get_severity (finding) != MCP_SEVERITY_INFO && serial >= since && !is_told (found, rule, message))
        add (found, MCP_EVIDENCE_FINDING, serial, rule, g_strdup (message));
    }
}

/* What this record is evidence of; FALSE for what went as it should. */
static gboolean
judge (McpRecord       *record,
       McpEvidenceKind *kind)
{
  g_autofree char *id = NULL;

  if (mcp_record_get_direction (record) != MCP_DIRECTION_IN
      || mcp_record_get_channel (record) == MCP_CHANNEL_AUTH)
    return FALSE;

  switch (mcp_record_get_kind (record))
    {
    case MCP_RECORD_NOISE:
    case MCP_RECORD_OVERSIZED:
    case MCP_RECORD_EVENT:
      *kind = MCP_EVIDENCE_OUTPUT;
      return TRUE;

    case MCP_RECORD_INVALID:
    case MCP_RECORD_RESULT:
    case MCP_RECORD_ERROR:
      *kind = MCP_EVIDENCE_MESSAGE;
      return mcp_record_get_pair (record) == 0 && !mcp_record_asks_era (record);

    case MCP_RECORD_REQUEST:
    case MCP_RECORD_NOTIFICATION:
    case MCP_RECORD_BATCH:
    case MCP_RECORD_PENDING:
    case MCP_RECORD_STDERR:
    case MCP_RECORD_SPAWN:
    case MCP_RECORD_EXIT:
    case MCP_RECORD_NOTE:
    case MCP_RECORD_HTTP_REQUEST:
    case MCP_RECORD_HTTP_HEAD:
    case MCP_RECORD_HTTP_END:
    case MCP_RECORD_COMMENT:
    case MCP_RECORD_HTTP_BODY:
    case MCP_N_RECORD_KINDS:
    default:
      return FALSE;
    }
}

static void
add_records (McpSession *self,
             guint       since,
             GPtrArray  *found)
{
  guint n_records = mcp_journal_get_n_records (self->journal);
  guint n_output = 0;
  guint n_messages = 0;

  n_records = MIN (n_records, since + MAX_LOOKED_AT);
  for (guint serial = since; serial <= n_records && (n_output < MAX_OUTPUT || n_messages < MAX_MESSAGES); serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (self->journal, serial);
      g_autoptr (GBytes) bytes = NULL;
      g_autofree char *text = NULL;
      McpEvidenceKind kind;
      guint *n_shown;
      gsize length;
      const char *data;

      if (!judge (record, &kind))
        continue;
      n_shown = kind == MCP_EVIDENCE_OUTPUT ? &n_output : &n_messages;
      if (*n_shown >= (kind == MCP_EVIDENCE_OUTPUT ? MAX_OUTPUT : MAX_MESSAGES))
        continue;

      bytes = mcp_record_dup_head (record, MCP_DOCTOR_EVIDENCE_BYTES);
      data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
      if (data == NULL)
        continue;
      text = mcp_doctor_make_evidence (data, length);
      if (is_told (found, NULL, text))
        continue;

      add (found, kind, serial, NULL, g_steal_pointer (&text));
      (*n_shown)++;
    }
}

/* (transfer full) (nullable): of the one that the last connection did not get past */
static char *
dup_proxy (McpSession *self)
{
  const McpProxyReport *report = mcp_error_get_proxy (mcp_session_get_failure (self)->error);
  g_autofree char *said = report != NULL ? mcp_proxy_dup_evidence (report) : NULL;

  return said != NULL ? mcp_doctor_make_evidence (said, strlen (said)) : NULL;
}

/* (transfer full) (nullable): what a program began to write and did not end, on either output */
static char *
dup_unfinished (McpSession *self)
{
  McpTransport *transport = self->life != NULL ? self->life->transport : NULL;
  g_autoptr (GBytes) bytes = NULL;

  if (transport == NULL || !MCP_IS_STDIO_TRANSPORT (transport))
    return NULL;

  bytes = mcp_stdio_transport_dup_unfinished (MCP_STDIO_TRANSPORT (transport), MCP_DOCTOR_EVIDENCE_BYTES, NULL);

  return bytes != NULL ? mcp_doctor_make_evidence (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes))
                       : NULL;
}

/**
 * mcp_session_dup_evidence:
 * @since: the serial of the first record that matters, such as that of a request; 0 for the whole
 *   of the last connection
 *
 * Collects what belongs beside a failure: the findings (errors and warnings), what came and was no
 * message, messages that name no request, a line without an end, and the last lines of standard
 * error. It may be asked at any time, also while a server starts. Findings that the journal has not
 * announced yet are not among them: see mcp_journal_flush().
 *
 * Returns: (transfer full) (element-type McpEvidence): in the order in which it is shown
 */
GPtrArray *
mcp_session_dup_evidence (McpSession *self,
                          guint       since)
{
  GPtrArray *found;
  g_auto (GStrv) lines = NULL;
  guint n_lines;

  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  found = g_ptr_array_new_with_free_func (evidence_free);
  since = MAX (since, self->life_serial);
  if (since == 0)
    return found;

  add_records (self, since, found);
  add (found, MCP_EVIDENCE_PROXY, 0, NULL, dup_proxy (self));
  add (found, MCP_EVIDENCE_UNFINISHED, 0, NULL, dup_unfinished (self));
  add_findings (self, since, found);

  lines = mcp_session_dup_stderr_tail (self);
  n_lines = g_strv_length (lines);
  for (guint i = n_lines - MIN (n_lines, MAX_STDERR); i < n_lines; i++)
    add (found, MCP_EVIDENCE_STDERR, 0, NULL, mcp_doctor_make_evidence (lines[i], strlen (lines[i])));

  return found;
}

/**
 * mcp_evidence_dup_text:
 * @evidence: (element-type McpEvidence): what was seen
 * @with_stderr: FALSE where the last lines of standard error stand in a place of their own
 *
 * Writes evidence as lines, each kind under its title, with control characters made visible.
 *
 * Returns: (transfer full): safe to show, not markup
 */
char *
mcp_evidence_dup_text (GPtrArray *evidence,
                       gboolean   with_stderr)
{
  g_autoptr (GString) text = g_string_new (NULL);
  int kind = -1;

  g_return_val_if_fail (evidence != NULL, NULL);

  for (guint i = 0; i < evidence->len; i++)
    {
      const McpEvidence *seen = evidence->pdata[i];
      g_autofree char *visible = NULL;

      if (seen->kind == MCP_EVIDENCE_STDERR && !with_stderr)
        continue;
      if (kind != (int) seen->kind)
        g_string_append_printf (text, "%s%s\n", text->len > 0 ? "\n" : "",
                                mcp_evidence_kind_get_title (seen->kind));
      kind = seen->kind;
      visible = mcp_format_label (seen->text, FALSE);
      g_string_append_printf (text, "%s\n", visible);
    }

  if (text->len > 0)
    g_string_truncate (text, text->len - 1);

  return g_string_free (g_steal_pointer (&text), FALSE);
}

const char *
mcp_evidence_kind_get_nick (McpEvidenceKind kind)
{
  static const char *const nicks[] = { "finding", "output", "message", "unfinished", "stderr", "proxy" };

  g_return_val_if_fail (kind < G_N_ELEMENTS (nicks), NULL);

  return nicks[kind];
}

const char *
mcp_evidence_kind_get_title (McpEvidenceKind kind)
{
  static const char *const titles[] = {
    N_("Findings:"),
    N_("It sent this, which is no message:"),
    N_("It sent this, which names no request that waits:"),
    N_("It began this line, and has not ended it:"),
    N_("The last the server wrote to standard error:"),
    N_("The proxy answered:"),
  };

  g_return_val_if_fail (kind < G_N_ELEMENTS (titles), NULL);

  return _(titles[kind]);
}
