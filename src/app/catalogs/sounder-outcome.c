/* sounder-outcome.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-summary.h"
#include "sounder-outcome.h"

/**
 * sounder_outcome_of_call:
 * @call: a call
 *
 * Tells how a call ended, if it did. A tool's own error is a result with `isError`
 * (server/tools), another thing than an error of the protocol.
 *
 * Returns: the outcome
 */
SounderOutcome
sounder_outcome_of_call (McpCall *call)
{
  const GError *error = mcp_call_get_outcome (call)->error;

  if (!mcp_call_is_finished (call))
    return SOUNDER_OUTCOME_RUNNING;
  if (error == NULL)
    return mcp_call_get_outcome (call)->is_tool_error ? SOUNDER_OUTCOME_TOOL_ERROR : SOUNDER_OUTCOME_OK;
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_SERVER))
    return SOUNDER_OUTCOME_ERROR;
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED))
    return SOUNDER_OUTCOME_CANCELLED;
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_TIMED_OUT))
    return SOUNDER_OUTCOME_TIMED_OUT;
  if (g_error_matches (error, MCP_ERROR, MCP_ERROR_LOST))
    return SOUNDER_OUTCOME_LOST;

  return SOUNDER_OUTCOME_FAILED;
}

/**
 * sounder_outcome_dup_text:
 * @call: a call
 *
 * Says in a few words how a call ended and how long it took.
 *
 * Returns: (transfer full): "OK · 4.2 ms", "Error -32602"
 */
char *
sounder_outcome_dup_text (McpCall *call)
{
  SounderOutcome outcome = sounder_outcome_of_call (call);
  gint64 latency_usec = mcp_call_get_outcome (call)->latency_usec;
  g_autofree char *took = latency_usec >= 0 ? mcp_format_duration (latency_usec) : NULL;
  g_autofree char *text = NULL;

  switch (outcome)
    {
    case SOUNDER_OUTCOME_RUNNING:
      return g_strdup (_("Running"));
    case SOUNDER_OUTCOME_OK:
      text = g_strdup (_("OK"));
      break;
    case SOUNDER_OUTCOME_TOOL_ERROR:
      text = g_strdup (_("Tool error"));
      break;
    case SOUNDER_OUTCOME_ERROR:
      /* Translators: the number is a code of JSON-RPC. */
      text = g_strdup_printf (_("Error %lld"), (long long) mcp_call_get_outcome (call)->error_code);
      break;
    case SOUNDER_OUTCOME_CANCELLED:
      return g_strdup (_("Cancelled"));
    case SOUNDER_OUTCOME_TIMED_OUT:
      return g_strdup (_("Timed out"));
    case SOUNDER_OUTCOME_LOST:
      return g_strdup (_("Lost"));
    case SOUNDER_OUTCOME_FAILED:
    default:
      return g_strdup (_("Failed"));
    }

  return took != NULL ? g_strdup_printf ("%s · %s", text, took) : g_steal_pointer (&text);
}

const char *
sounder_outcome_get_css_class (SounderOutcome outcome)
{
  switch (outcome)
    {
    case SOUNDER_OUTCOME_OK:
      return "success";
    case SOUNDER_OUTCOME_TOOL_ERROR:
    case SOUNDER_OUTCOME_TIMED_OUT:
    case SOUNDER_OUTCOME_LOST:
      return "warning";
    case SOUNDER_OUTCOME_ERROR:
    case SOUNDER_OUTCOME_FAILED:
      return "error";
    case SOUNDER_OUTCOME_RUNNING:
      return "accent";
    case SOUNDER_OUTCOME_CANCELLED:
    default:
      return "dim-label";
    }
}

const char *
sounder_outcome_get_icon_name (SounderOutcome outcome)
{
  switch (outcome)
    {
    case SOUNDER_OUTCOME_OK:
      return "object-select-symbolic";
    case SOUNDER_OUTCOME_TOOL_ERROR:
    case SOUNDER_OUTCOME_LOST:
      return "dialog-warning-symbolic";
    case SOUNDER_OUTCOME_ERROR:
    case SOUNDER_OUTCOME_FAILED:
      return "dialog-error-symbolic";
    case SOUNDER_OUTCOME_TIMED_OUT:
      return "alarm-symbolic";
    case SOUNDER_OUTCOME_RUNNING:
      return "content-loading-symbolic";
    case SOUNDER_OUTCOME_CANCELLED:
    default:
      return "process-stop-symbolic";
    }
}
