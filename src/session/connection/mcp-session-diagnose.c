/* mcp-session-diagnose.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-session"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-header-value.h"
#include "mcp-http-transport.h"
#include "mcp-session-private.h"

/*
 * A server with an address could not be reached: what was seen goes to the doctor, and what the
 * doctor says is the session's error, its remedy and the outcome of the step that failed.
 *
 * Before that, the other way is tried: a server that refuses the POST of `initialize` may be one
 * of 2024-11-05, which opens with an event stream (basic/transports, Backwards Compatibility).
 */

/* Recognised errors of the revisions that have no `initialize`: such a server is not an old one. */
#define MODERN_ERROR_FIRST (-32022)
#define MODERN_ERROR_LAST  (-32020)

static gboolean
sends_authorization (McpSession *self,
                     McpLife    *life)
{
  GListModel *model = mcp_profile_get_headers (self->profile);
  McpAuthorizer *authorizer;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (model, i);

      if (g_ascii_strcasecmp (mcp_header_get_name (header), "Authorization") == 0)
        return TRUE;
    }

  authorizer = mcp_session_get_authorizer (self);

  return authorizer != NULL && mcp_authorizer_get_token (authorizer) != NULL;
}

static void
diagnose (McpSession   *self,
          McpSeen      *seen,
          const GError *error,
          McpDiagnosis *diagnosis)
{
  McpLife *life = self->life;
  McpSymptoms symptoms = {
    .url = mcp_session_get_url (self),
    .error = error,
    .certificate = life->transport != NULL ? mcp_transport_get_certificate (life->transport) : NULL,
    .sent_auth = sends_authorization (self, life),
    .is_sse = mcp_seen_get_first_way (life->seen, NULL) != NULL
              || mcp_profile_get_settings (self->profile)->transport == MCP_PROFILE_TRANSPORT_SSE,
  };

  mcp_seen_describe (seen, &symptoms);
  mcp_doctor_diagnose (&symptoms, diagnosis);
}

/* Errors that say by themselves what is wrong: the protocol's, and our own. */
static gboolean
speaks_for_itself (const GError *error,
                   guint         status)
{
  if (error->domain != MCP_ERROR)
    return FALSE;

  switch ((McpError) error->code)
    {
    case MCP_ERROR_CANCELLED:
    case MCP_ERROR_CLOSED:
    case MCP_ERROR_CONFIG:
    case MCP_ERROR_CONSENT:
    case MCP_ERROR_INPUT:
    case MCP_ERROR_USAGE:
    case MCP_ERROR_STORAGE:
    case MCP_ERROR_VERSION:
    case MCP_ERROR_CAPABILITY:
      return TRUE;

    case MCP_ERROR_SERVER:
    case MCP_ERROR_INVALID_RESPONSE:
      return status < 300;

    case MCP_ERROR_FAILED:
    case MCP_ERROR_SPAWN:
    case MCP_ERROR_NETWORK:
    case MCP_ERROR_NOT_OPEN:
    case MCP_ERROR_DIED:
    case MCP_ERROR_TIMED_OUT:
    case MCP_ERROR_INVALID_MESSAGE:
    case MCP_ERROR_TOO_LARGE:
    case MCP_ERROR_TLS:
    case MCP_ERROR_HTTP:
    case MCP_ERROR_AUTH:
    case MCP_ERROR_LOST:
    default:
      return FALSE;
    }
}

/* The step that failed gets the outcome; what was behind it was not come to. */
static void
mark_steps (McpSession         *self,
            const McpDiagnosis *diagnosis,
            const char         *evidence)
{
  GListModel *steps = G_LIST_MODEL (self->steps);
  gboolean found = FALSE;

  if (mcp_session_find_step (self, diagnosis->step) == NULL)
    return;

  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpConnectStep) step = g_list_model_get_item (steps, i);

      if (mcp_connect_step_get_info (step)->step == diagnosis->step)
        {
          mcp_connect_step_diagnose (step, diagnosis->outcome, evidence);
          found = TRUE;
        }
      else if (found)
        {
          mcp_connect_step_reset (step);
        }
      else
        {
          mcp_connect_step_end (step, TRUE, NULL);
        }
    }
}

/*
 * Makes the reason of a failed connect what people can do something with. It stays as it is for a
 * program, and where the error says it all itself.
 */
void
mcp_session_diagnose (McpSession *self,
                      McpFailure *failure)
{
  McpLife *life = self->life;
  const GError *first_error;
  McpSeen *first = mcp_seen_get_first_way (life->seen, &first_error);
  McpDiagnosis diagnosis = { 0 };
  McpDiagnosis second = { 0 };
  g_autofree char *evidence = NULL;

  if (mcp_profile_is_stdio (self->profile) || speaks_for_itself (failure->error, mcp_seen_get_status (life->seen)))
    return;

  /* What counts is why the first way failed; the second was a guess. */
  diagnose (self, first != NULL ? first : life->seen, first != NULL ? first_error : failure->error, &diagnosis);
  if (first != NULL)
    {
      diagnose (self, life->seen, failure->error, &second);
      evidence = g_strdup_printf (_("%s\nThen, as HTTP+SSE: %s%s%s"),
                                  diagnosis.evidence != NULL ? diagnosis.evidence
                                                             : first_error->message,
                                  second.outcome != NULL ? second.outcome : failure->error->message,
                                  second.evidence != NULL ? "\n" : "",
                                  second.evidence != NULL ? second.evidence : "");
    }
  else
    {
      evidence = g_strdup (diagnosis.evidence);
    }

  mark_steps (self, &diagnosis, evidence);
  if (diagnosis.outcome != NULL)
    {
      g_error_free (failure->error);
      failure->error = g_error_new_literal (MCP_ERROR, diagnosis.code, diagnosis.outcome);
    }
  if (diagnosis.remedy != NULL)
    {
      g_free (failure->remedy);
      failure->remedy = g_strdup (diagnosis.remedy);
    }
  failure->action = diagnosis.action;
  failure->target = g_steal_pointer (&diagnosis.target);
  failure->is_passing = diagnosis.is_passing;

  mcp_diagnosis_clear (&diagnosis);
  mcp_diagnosis_clear (&second);
}

/* Whether the answer to the POST of `initialize` is that of a server of 2024-11-05. */
static gboolean
may_be_older (McpSession *self)
{
  gint64 rpc_code = mcp_seen_get_rpc_code (self->life->seen);
  guint status = mcp_seen_get_status (self->life->seen);
  const char *asked = mcp_session_get_asked_version (self);
  const McpRevision revision = { .version = mcp_version_from_string (asked) };

  if (rpc_code >= MODERN_ERROR_FIRST && rpc_code <= MODERN_ERROR_LAST)
    return FALSE;
  if (status == 400 || status == 404 || status == 405)
    return TRUE;

  return status > 400 && status < 500 && status != 401 && status != 403
         && asked != NULL && !mcp_revision_has (revision, MCP_FEATURE_FALLBACK_STATUSES);
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  mcp_transport_close_finish (MCP_TRANSPORT (source), result, NULL);
}

/*
 * Tries HTTP+SSE in the same life when Streamable HTTP was refused in a way that an old server
 * would refuse it, and the user has not said which of the two it is.
 *
 * Returns FALSE when the failure is what it is.
 */
gboolean
mcp_session_fall_back (McpSession   *self,
                       const GError *error)
{
  McpLife *life = self->life;
  McpTransport *transport;

  if (mcp_profile_get_reach (self->profile) != MCP_REACH_HTTP
      || mcp_profile_get_settings (self->profile)->transport != MCP_PROFILE_TRANSPORT_AUTO
      || mcp_seen_get_first_way (life->seen, NULL) != NULL || !may_be_older (self))
    return FALSE;

  transport = mcp_connector_make_transport (self->profile, life->headers, self->values,
                                            mcp_session_get_authorizer (self),
                                            MCP_PROFILE_TRANSPORT_SSE, NULL);
  if (transport == NULL)
    return FALSE;

  mcp_session_note (self, "fallback",
                    _("The server refused Streamable HTTP with status %u: trying HTTP+SSE of "
                      "2024-11-05"),
                    mcp_seen_get_status (life->seen));
  mcp_seen_begin_second_way (life->seen, error);

  mcp_transport_set_sink (life->transport, NULL);
  mcp_transport_close_async (life->transport, NULL, closed_cb, NULL);
  mcp_session_clear_outgoing (self);
  g_clear_object (&life->transport);
  g_clear_object (&life->dialect);
  mcp_http_session_clear (life->http);
  life->dialect = mcp_legacy_dialect_new ();

  mcp_session_start_transport (self, transport);

  return TRUE;
}

McpStep
mcp_session_get_failed_step (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), MCP_N_STEPS);

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->steps)); i++)
    {
      g_autoptr (McpConnectStep) step = g_list_model_get_item (G_LIST_MODEL (self->steps), i);

      if (mcp_connect_step_get_info (step)->state == MCP_STEP_FAILED)
        return mcp_connect_step_get_info (step)->step;
    }

  return MCP_N_STEPS;
}
