/* mcp-session-diagnose-program.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-error-cause.h"
#include "mcp-scan.h"
#include "mcp-session-private.h"

/*
 * A program did not become a server: what it wrote goes to the doctor. This is done when all of it
 * is there, which for one that did not answer in time is after its input was closed.
 */

/* So many records are looked at from the start of the life, and from its end. */
#define MAX_LOOKED_AT 500
#define MAX_OUTPUT 20

/* What answers later than this after its input was closed may as well have been slow. */
#define AT_END_USEC (2 * G_USEC_PER_SEC)

static void
take_output (GPtrArray *output,
             McpRecord *record)
{
  GBytes *bytes;

  if (output->len >= MAX_OUTPUT || mcp_record_get_direction (record) != MCP_DIRECTION_IN
      || (mcp_record_get_kind (record) != MCP_RECORD_NOISE && mcp_record_get_kind (record) != MCP_RECORD_INVALID))
    return;

  bytes = mcp_record_dup_head (record, MCP_DOCTOR_LINE_BYTES);
  if (bytes != NULL)
    g_ptr_array_add (output, bytes);
}

/* A message that names no request: the first of them. */
static void
take_unnamed (McpRecord  *record,
              char      **unnamed)
{
  McpRecordKind kind = mcp_record_get_kind (record);
  g_autoptr (GBytes) bytes = NULL;
  McpScan scan;
  gsize length;
  const char *data;

  if (*unnamed != NULL || mcp_record_get_direction (record) != MCP_DIRECTION_IN
      || (kind != MCP_RECORD_RESULT && kind != MCP_RECORD_ERROR && kind != MCP_RECORD_INVALID)
      || mcp_record_get_pair (record) != 0 || (mcp_record_get_flags (record) & MCP_RECORD_FLAG_LATE) != 0)
    return;

  bytes = mcp_record_dup_head (record, MCP_DOCTOR_LINE_BYTES);
  data = bytes != NULL ? g_bytes_get_data (bytes, &length) : NULL;
  if (data == NULL)
    return;
  mcp_scan (data, length, &scan);
  /* One that only its length broke off is none the less a message. */
  if (scan.fault == MCP_SCAN_OK || length == MCP_DOCTOR_LINE_BYTES)
    *unnamed = mcp_doctor_make_evidence (data, length);
}

static gboolean
has_no_end (McpRecord *record)
{
  McpRecordKind kind = mcp_record_get_kind (record);

  return (mcp_record_get_flags (record) & MCP_RECORD_FLAG_NO_EOL) != 0
         && (kind == MCP_RECORD_NOISE || kind == MCP_RECORD_STDERR || kind == MCP_RECORD_INVALID);
}

/* An answer that nobody waited for any more, because we had given up. */
static McpLateAnswer
judge_late (McpSession *self,
            McpRecord  *record)
{
  McpRecordKind kind = mcp_record_get_kind (record);

  if (mcp_record_get_direction (record) != MCP_DIRECTION_IN
      || (kind != MCP_RECORD_RESULT && kind != MCP_RECORD_ERROR)
      || (mcp_record_get_flags (record) & MCP_RECORD_FLAG_LATE) == 0
      || mcp_record_get_time_usec (record) < self->life->ended_usec
      || mcp_record_get_time_usec (record) > self->life->ended_usec + AT_END_USEC)
    return MCP_ANSWERED_NOT;

  return (mcp_record_get_flags (record) & MCP_RECORD_FLAG_NO_EOL) != 0 ? MCP_ANSWERED_WITHOUT_END
                                                                       : MCP_ANSWERED_AT_END;
}

/* What the journal has of this life; the texts are (transfer full) (nullable). */
static void
read_journal (McpSession   *self,
              GPtrArray    *output,
              char        **unfinished,
              char        **unnamed,
              McpLateAnswer  *answered)
{
  guint n_records = mcp_journal_get_n_records (self->journal);
  guint first_end = MIN (n_records, self->life_serial + MAX_LOOKED_AT);
  guint last_begin = MAX (self->life_serial, n_records - MIN (n_records, MAX_LOOKED_AT));

  for (guint serial = self->life_serial; serial <= first_end; serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (self->journal, serial);

      take_output (output, record);
      take_unnamed (record, unnamed);
    }

  for (guint serial = last_begin; serial <= n_records; serial++)
    {
      g_autoptr (McpRecord) record = mcp_journal_get_record (self->journal, serial);
      g_autoptr (GBytes) bytes = NULL;

      if (*answered == MCP_ANSWERED_NOT)
        *answered = judge_late (self, record);
      if (!has_no_end (record))
        continue;
      bytes = mcp_record_dup_head (record, MCP_DOCTOR_LINE_BYTES);
      if (bytes == NULL)
        continue;
      g_free (*unfinished);
      *unfinished = mcp_doctor_make_evidence (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
    }
}

static void
take_diagnosis (McpSession   *self,
                McpFailure   *failure,
                McpDiagnosis *diagnosis)
{
  g_autoptr (GError) was = g_steal_pointer (&failure->error);

  failure->error = g_error_new_literal (MCP_ERROR, diagnosis->code, diagnosis->outcome);
  if (diagnosis->names_exit)
    mcp_error_set_cause (failure->error, mcp_error_get_cause (was));
  g_free (failure->remedy);
  failure->remedy = g_steal_pointer (&diagnosis->remedy);
  g_free (failure->target);
  failure->target = g_steal_pointer (&diagnosis->target);
  failure->action = diagnosis->action;

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->steps)); i++)
    {
      g_autoptr (McpConnectStep) step = g_list_model_get_item (G_LIST_MODEL (self->steps), i);

      if (mcp_connect_step_get_info (step)->state == MCP_STEP_FAILED)
        mcp_connect_step_diagnose (step, failure->error->message, NULL);
    }
}

/**
 * mcp_session_diagnose_program:
 * @failure: why the life ends
 *
 * Makes the reason of a program that ended, or did not answer, what people can do something with.
 * Of a server that had been ready only its own last words are looked at.
 */
void
mcp_session_diagnose_program (McpSession *self,
                              McpFailure *failure)
{
  gboolean was_ready = mcp_start_clock_get_ready_usec (self->life->clock) != 0;
  g_auto (GStrv) errors = NULL;
  g_autofree char *unfinished = NULL;
  g_autofree char *unnamed = NULL;
  g_autoptr (GPtrArray) output = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  g_auto (McpDiagnosis) diagnosis = { 0, };
  McpProgramSymptoms symptoms = { 0, };

  if (!mcp_profile_is_stdio (self->profile) || failure->error == NULL
      || (!g_error_matches (failure->error, MCP_ERROR, MCP_ERROR_DIED)
          && !g_error_matches (failure->error, MCP_ERROR, MCP_ERROR_TIMED_OUT)))
    return;

  if (!was_ready)
    read_journal (self, output, &unfinished, &unnamed, &symptoms.answered);
  errors = mcp_session_dup_stderr_tail (self);
  /* The one line of a server that was ready is what it said when it started, most often. */
  if (was_ready && g_strv_length (errors) < 2)
    return;
  symptoms.profile = self->profile;
  symptoms.error = failure->error;
  symptoms.exit = self->has_exit ? &self->exit : NULL;
  symptoms.output = output;
  symptoms.unfinished = unfinished;
  symptoms.unnamed = unnamed;
  symptoms.errors = (const char * const *) errors;

  mcp_doctor_diagnose_program (&symptoms, &diagnosis);
  if (diagnosis.outcome != NULL)
    take_diagnosis (self, failure, &diagnosis);
}
