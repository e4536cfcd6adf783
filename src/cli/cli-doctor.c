/* cli-doctor.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n.h>

#include "cli-doctor.h"
#include "cli-json.h"
#include "cli-output.h"
#include "cli-text.h"
#include "mcp-doctor.h"
#include "mcp-json.h"
#include "mcp-summary.h"

/* What the connection doctor found, for people and for scripts. See docs/connection-doctor.md. */

#define TITLE_WIDTH 24
#define TOOK_WIDTH  10

static const char *
get_state_nick (McpStepState state)
{
  switch (state)
    {
    case MCP_STEP_RUNNING:
      return "running";
    case MCP_STEP_DONE:
      return "done";
    case MCP_STEP_FAILED:
      return "failed";
    case MCP_STEP_NOT_NEEDED:
      return "not-needed";
    case MCP_STEP_PENDING:
    default:
      return "pending";
    }
}

static const char *
get_state_sign (McpStepState state)
{
  switch (state)
    {
    case MCP_STEP_DONE:
      return "✓";
    case MCP_STEP_FAILED:
      return "✗";
    case MCP_STEP_RUNNING:
      return "…";
    case MCP_STEP_PENDING:
    case MCP_STEP_NOT_NEEDED:
    default:
      return "–";
    }
}

/**
 * cli_doctor_append_steps:
 * @steps: a list of #McpConnectStep
 *
 * Appends the array that scripts see of the steps of a connection:
 * {"step", "state", "took_usec", "detail", "evidence"} each.
 */
void
cli_doctor_append_steps (GString    *out,
                         GListModel *steps)
{
  g_string_append_c (out, '[');
  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpConnectStep) step = g_list_model_get_item (steps, i);
      gint64 took_usec = mcp_connect_step_get_info (step)->took_usec;

      g_string_append (out, i > 0 ? ",{" : "{");
      mcp_json_append_member_string (out, "step",
                                     mcp_step_get_nick (mcp_connect_step_get_info (step)->step));
      mcp_json_append_member_string (out, "state",
                                     get_state_nick (mcp_connect_step_get_info (step)->state));
      cli_json_append_number (out, "took_usec", took_usec);
      cli_json_append_string (out, "detail", mcp_connect_step_get_info (step)->detail);
      cli_json_append_string (out, "evidence", mcp_connect_step_get_info (step)->evidence);
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, ']');
}

static char *
dup_shown (const char  *text,      /* (nullable) */
           McpRedactor *redactor)  /* (nullable) */
{
  g_autofree char *redacted = NULL;

  if (text != NULL && redactor != NULL)
    redacted = mcp_redactor_redact (redactor, text, -1, NULL);

  return cli_text_visible (redacted != NULL ? redacted : text, -1, FALSE);
}

/**
 * cli_doctor_note_steps:
 * @steps: a list of #McpConnectStep
 * @redactor: (nullable): takes secrets out of what the server said
 *
 * Tells people on standard error how far a connection came: a line for each step with its time
 * and outcome, and what was seen below it.
 */
void
cli_doctor_note_steps (GListModel  *steps,
                       McpRedactor *redactor)
{
  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpConnectStep) step = g_list_model_get_item (steps, i);
      g_autoptr (GString) line = g_string_new (NULL);
      g_autofree char *took = mcp_format_duration (mcp_connect_step_get_info (step)->took_usec);
      g_autofree char *detail = dup_shown (mcp_connect_step_get_info (step)->detail, redactor);
      const char *evidence = mcp_connect_step_get_info (step)->evidence;
      McpStepState state = mcp_connect_step_get_info (step)->state;

      g_string_append_printf (line, "%s ", get_state_sign (state));
      cli_text_append_padded (line, mcp_step_get_title (mcp_connect_step_get_info (step)->step),
                              TITLE_WIDTH);
      if (state == MCP_STEP_DONE || state == MCP_STEP_FAILED)
        cli_text_append_padded (line, took, TOOK_WIDTH);
      else
        cli_text_append_padded (line, state == MCP_STEP_NOT_NEEDED ? _("not needed") : "",
                                TOOK_WIDTH);
      g_string_append_printf (line, "  %s", detail);
      cli_note ("%s", g_strchomp (line->str));

      if (evidence != NULL)
        {
          g_autofree char *visible = dup_shown (evidence, redactor);

          cli_note ("    | %s", visible);
        }
    }
}

static char *
format_date (GDateTime *date)
{
  return date != NULL ? g_date_time_format_iso8601 (date) : NULL;
}

/**
 * cli_doctor_append_certificate:
 * @certificate: a certificate
 *
 * Appends the object that scripts see of a server's certificate: {"subject", "issuer",
 * "not_before", "not_after", "fingerprint", "problems"}.
 */
void
cli_doctor_append_certificate (GString        *out,
                               McpCertificate *certificate)
{
  g_autofree char *not_before = format_date (mcp_certificate_get_not_before (certificate));
  g_autofree char *not_after = format_date (mcp_certificate_get_not_after (certificate));
  g_autofree char *problems = mcp_certificate_describe_problems (certificate);

  g_string_append_c (out, '{');
  cli_json_append_string (out, "subject", mcp_certificate_get_subject (certificate));
  cli_json_append_string (out, "issuer", mcp_certificate_get_issuer (certificate));
  cli_json_append_string (out, "not_before", not_before);
  cli_json_append_string (out, "not_after", not_after);
  cli_json_append_string (out, "fingerprint", mcp_certificate_get_fingerprint (certificate));
  cli_json_append_string (out, "problems", *problems != '\0' ? problems : NULL);
  g_string_append_c (out, '}');
}

static void
note_row (const char *label,
          const char *text)
{
  g_autoptr (GString) line = g_string_new (NULL);
  g_autofree char *visible = NULL;

  if (text == NULL || *text == '\0')
    return;

  visible = cli_text_visible (text, -1, FALSE);
  cli_text_append_padded (line, label, 14);
  cli_note ("    %s%s", line->str, visible);
}

/**
 * cli_doctor_note_certificate:
 * @certificate: a certificate that does not verify
 *
 * Tells people on standard error whose certificate it is and what is wrong with it, and how to
 * take it all the same.
 */
void
cli_doctor_note_certificate (McpCertificate *certificate)
{
  g_autofree char *not_before = format_date (mcp_certificate_get_not_before (certificate));
  g_autofree char *not_after = format_date (mcp_certificate_get_not_after (certificate));
  g_autofree char *problems = mcp_certificate_describe_problems (certificate);
  g_auto (GStrv) lines = g_strsplit (problems, "\n", -1);

  cli_note (_("  The server’s certificate:"));
  note_row (_("Subject"), mcp_certificate_get_subject (certificate));
  note_row (_("Issuer"), mcp_certificate_get_issuer (certificate));
  note_row (_("Valid from"), not_before);
  note_row (_("Valid until"), not_after);
  note_row (_("Fingerprint"), mcp_certificate_get_fingerprint (certificate));
  for (guint i = 0; lines[i] != NULL; i++)
    note_row (i == 0 ? _("Reason") : "", lines[i]);

  cli_note (_("  If you know that it is the server’s own, take it with\n    %s%s"),
            "--accept-certificate ", mcp_certificate_get_fingerprint (certificate));
  cli_note (_("  or trust who issued it with\n    %s"), "--ca-file FILE");
}
