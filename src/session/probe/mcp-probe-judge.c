/* mcp-probe-judge.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>
#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-probe-private.h"
#include "mcp-text.h"

/* What all steps have in common: whether an answer is of the kind, the code and the status that it
 * must be. Words say what came, for the rule says what should have. */

static char *
describe_error (const McpProbeReply *reply)
{
  g_autofree char *message = reply->answer != NULL ? mcp_message_dup_error_message (reply->answer) : NULL;
  /* The format would cut it within a character. */
  g_autofree char *shown = message != NULL ? mcp_text_elide (message, 200 - strlen ("…")) : NULL;

  return shown != NULL ? g_strdup_printf (_("error %" PRId64 " “%.200s”"), reply->code, shown)
                       : g_strdup_printf (_("error %" PRId64), reply->code);
}

/* A broken answer is none that its rule asks for. */
static char *
judge_envelope (const McpProbeReply *reply)
{
  g_autofree char *fault = NULL;

  if (reply->answer == NULL || mcp_message_get_kind (reply->answer) != MCP_MESSAGE_INVALID)
    return NULL;

  fault = mcp_scan_describe (mcp_message_get_scan (reply->answer));

  return g_strdup_printf (_("the answer is broken: %s"), fault);
}

static char *
judge_presence (const McpProbeStep  *step,
                const McpProbeReply *reply)
{
  gboolean is_wanted = step->want == MCP_WANT_ANSWER || step->want == MCP_WANT_RESULT
                       || step->want == MCP_WANT_ERROR || step->want == MCP_WANT_REFUSAL;

  if (!is_wanted || reply->answer != NULL)
    return NULL;
  if (reply->status != 0)
    return g_strdup_printf (_("HTTP %u, and no answer in its body"), reply->status);

  return g_strdup (_("no answer"));
}

static char *
judge_kind (const McpProbeStep  *step,
            const McpProbeReply *reply)
{
  gboolean is_refused = FALSE;
  g_autofree char *error = NULL;

  switch (step->want)
    {
    case MCP_WANT_RESULT:
      if (reply->result != NULL)
        return NULL;
      error = describe_error (reply);
      return g_strdup_printf (_("an error in place of a result: %s"), error);

    case MCP_WANT_ERROR:
      return reply->result != NULL ? g_strdup (_("a result in place of an error")) : NULL;

    case MCP_WANT_REFUSAL:
      if (reply->result != NULL)
        mcp_json_lookup_boolean (reply->result, reply->length, "isError", &is_refused);
      return reply->result != NULL && !is_refused ? g_strdup (_("a result as if nothing was wrong"))
                                                  : NULL;

    case MCP_WANT_NO_RESULT:
      return reply->result != NULL ? g_strdup (_("a result, where there must be none")) : NULL;

    case MCP_WANT_SILENCE:
      /* What HTTP cannot accept is refused with a status, and maybe with an error that has no id. */
      return reply->answer != NULL && (reply->status < 400 || reply->result != NULL) ? g_strdup (_("an answer, to what must not be answered")) : NULL;

    case MCP_WANT_ANYTHING:
    case MCP_WANT_ANSWER:
    default:
      return NULL;
    }
}

static char *
judge_status (const McpProbeStep  *step,
              const McpProbeReply *reply)
{
  if (step->status == 0 || reply->status == step->status
      || (step->status < 10 && reply->status / 100 == step->status))
    return NULL;

  if (reply->status == 0)
    return g_strdup (_("no HTTP status"));

  return step->status < 10 ? g_strdup_printf (_("HTTP %u in place of a %uxx"), reply->status, step->status)
                           : g_strdup_printf (_("HTTP %u in place of %u"), reply->status, step->status);
}

/* The kind of an error is as it should be, and its code another. */
static char *
judge_code (const McpProbeStep  *step,
            const McpProbeReply *reply)
{
  g_autofree char *error = NULL;

  if (step->code == 0 || reply->answer == NULL || reply->result != NULL || reply->code == step->code)
    return NULL;

  error = describe_error (reply);

  /* Translators: “error -32603 “Not found”, in place of code -32602”. */
  return g_strdup_printf (_("%s, in place of code %" PRId64), error, step->code);
}

char *
mcp_probe_judge (const McpProbeStep  *step,
                 const McpProbeReply *reply,
                 gboolean             is_http,
                 gboolean            *is_mild)
{
  char *fault = judge_envelope (reply);

  *is_mild = FALSE;
  if (fault == NULL)
    fault = judge_presence (step, reply);
  if (fault == NULL)
    fault = judge_kind (step, reply);
  if (fault == NULL && is_http)
    fault = judge_status (step, reply);
  if (fault == NULL)
    {
      fault = judge_code (step, reply);
      *is_mild = !step->code_must;
    }

  return fault;
}
