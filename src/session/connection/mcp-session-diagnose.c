/* mcp-session-diagnose.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error-cause.h"
#include "mcp-header-value.h"
#include "mcp-http-transport.h"
#include "mcp-server-text.h"
#include "mcp-session-private.h"
#include "mcp-sse-transport.h"

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

/* Where HTTP+SSE says that messages go, followed or not; (nullable) */
static const char *
get_endpoint (McpLife *life)
{
  return MCP_IS_SSE_TRANSPORT (life->transport)
           ? mcp_sse_transport_get_given (MCP_SSE_TRANSPORT (life->transport))
           : NULL;
}

static gboolean
refused_endpoint (McpLife *life)
{
  return get_endpoint (life) != NULL
         && mcp_sse_transport_get_endpoint (MCP_SSE_TRANSPORT (life->transport)) == NULL;
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
    .sent_certificate = mcp_profile_get_settings (self->profile)->client_certificate != NULL,
    .is_sse = mcp_seen_get_first_way (life->seen, NULL) != NULL
              || mcp_profile_get_settings (self->profile)->transport == MCP_PROFILE_TRANSPORT_SSE,
  };

  if (seen == life->seen)
    symptoms.endpoint = get_endpoint (life);
  symptoms.asked = mcp_session_get_asked_version (self);
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

/* The same path with a slash at its end, or without; (nullable): it has neither */
static char *
dup_other_path (McpSession *self)
{
  const char *url = mcp_session_get_url (self);
  g_autoptr (GUri) uri = url != NULL ? g_uri_parse (url, G_URI_FLAGS_ENCODED, NULL) : NULL;
  const char *path = uri != NULL ? g_uri_get_path (uri) : "";
  gsize length = strlen (path);

  if (length < 2)
    return NULL;

  return path[length - 1] == '/' ? g_strndup (path, length - 1) : g_strconcat (path, "/", NULL);
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  mcp_transport_close_finish (MCP_TRANSPORT (source), result, NULL);
}

/* Begins anew in the same life with another transport. */
static void
go_on_with (McpSession   *self,
            McpTransport *transport)
{
  McpLife *life = self->life;

  mcp_transport_set_sink (life->transport, NULL);
  mcp_transport_close_async (life->transport, NULL, closed_cb, NULL);
  mcp_session_clear_outgoing (self);
  g_clear_object (&life->transport);
  g_clear_object (&life->dialect);
  mcp_http_session_clear (life->http);
  life->dialect = mcp_legacy_dialect_new ();

  mcp_session_start_transport (self, transport);
}

/*
 * Many servers are at a path with a slash at its end and know nothing of the one without, or the
 * other way round. Whether this is one is found out before it is advised: by `initialize`, at the
 * same origin.
 */
static gboolean
try_other_path (McpSession   *self,
                const GError *error)
{
  McpLife *life = self->life;
  McpTransport *transport;
  g_autofree char *path = NULL;

  if (mcp_seen_get_status (life->seen) != 404 || life->other_path != NULL || !MCP_IS_HTTP_TRANSPORT (life->transport)
      || mcp_profile_get_settings (self->profile)->transport == MCP_PROFILE_TRANSPORT_SSE)
    return FALSE;

  path = dup_other_path (self);
  if (path == NULL)
    return FALSE;

  transport = mcp_connector_make_other_path (self->profile, life->headers, self->values,
                                             mcp_session_get_authorizer (self), path);
  if (transport == NULL)
    return FALSE;

  mcp_session_note (self, "fallback", _("There is nothing at this path (404): trying %s"), path);
  life->other_path = g_steal_pointer (&path);
  life->given = g_steal_pointer (&life->seen);
  life->given_error = g_error_copy (error);
  life->seen = mcp_seen_new ();
  go_on_with (self, transport);

  return TRUE;
}

/* The other path was none either: what counts is what was said of the first. */
static void
forget_other_path (McpLife  *life,
                   GError  **error)
{
  if (life->given == NULL)
    return;

  mcp_seen_free (life->seen);
  life->seen = g_steal_pointer (&life->given);
  g_clear_error (error);
  *error = g_steal_pointer (&life->given_error);
}

/* Whether a server of the protocol is at the other path: it answered, or wants to know who asks. */
static gboolean
answers_elsewhere (McpLife      *life,
                   const GError *error)
{
  return life->given != NULL
         && (error == NULL || g_error_matches (error, MCP_ERROR, MCP_ERROR_SERVER)
             || g_error_matches (error, MCP_ERROR, MCP_ERROR_AUTH)
             || g_error_matches (error, MCP_ERROR, MCP_ERROR_VERSION));
}

/*
 * The address that works is another than the one that was given: a person decides whether it is
 * used.
 */
gboolean
mcp_session_is_elsewhere (McpSession *self)
{
  if (!answers_elsewhere (self->life, NULL))
    return FALSE;

  mcp_session_end_life (self,
                        g_error_new_literal (MCP_ERROR, MCP_ERROR_HTTP,
                                             _("There is nothing at this path")), NULL);

  return TRUE;
}

/* What is behind the error stays behind it. */
static void
reword (McpFailure         *failure,
        const McpDiagnosis *diagnosis)
{
  g_autoptr (GError) was = g_steal_pointer (&failure->error);

  failure->error = g_error_new_literal (MCP_ERROR, diagnosis->code, diagnosis->outcome);
  mcp_error_set_cause (failure->error, mcp_error_get_cause (was));
  if (mcp_error_get_proxy (was) != NULL)
    mcp_error_set_proxy (failure->error, mcp_error_get_proxy (was));
}

/* What mcp_session_diagnose() says when the other path is the right one. */
static void
advise_other_path (McpSession *self,
                   McpFailure *failure)
{
  McpLife *life = self->life;
  g_autoptr (GUri) uri = g_uri_parse (mcp_session_get_url (self), G_URI_FLAGS_ENCODED, NULL);
  McpDiagnosis diagnosis = { .step = MCP_STEP_RESPONSE };

  diagnosis.outcome = g_strdup_printf (_("There is nothing at the path %s, and a server at %s"),
                                       g_uri_get_path (uri), life->other_path);
  mark_steps (self, &diagnosis, NULL);
  g_error_free (failure->error);
  failure->error = g_error_new_literal (MCP_ERROR, MCP_ERROR_HTTP, diagnosis.outcome);
  g_free (failure->remedy);
  failure->remedy = g_strdup_printf (_("Use the path %s."), life->other_path);
  failure->action = MCP_REMEDY_USE_PATH;
  failure->target = g_strdup (life->other_path);
  mcp_diagnosis_clear (&diagnosis);
}

/* A revision that both speak, as the server's words name it. */
static void
advise_revision (McpSession *self,
                 McpFailure *failure)
{
  const char *named = self->life->named;
  const char *best = NULL;
  g_autofree char *names =
    named != NULL ? mcp_server_text_dup_revisions (named, strlen (named), mcp_session_get_asked_version (self), &best)
                  : NULL;

  if (names == NULL || best == NULL)
    return;

  g_free (failure->remedy);
  failure->remedy = g_strdup_printf (_("Offer %s (--protocol %s)."), best, best);
  failure->action = MCP_REMEDY_USE_PROTOCOL;
  failure->target = g_strdup (best);
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

  if (answers_elsewhere (life, NULL) && !g_error_matches (failure->error, MCP_ERROR, MCP_ERROR_CANCELLED))
    {
      advise_other_path (self, failure);
      return;
    }
  if (g_error_matches (failure->error, MCP_ERROR, MCP_ERROR_VERSION) && failure->action == MCP_REMEDY_NONE)
    advise_revision (self, failure);
  if (mcp_profile_is_stdio (self->profile)
      || (!refused_endpoint (life) && speaks_for_itself (failure->error, mcp_seen_get_status (life->seen))))
    return;

  /*
   * What counts is why the first way failed; the second was a guess, unless it named where messages
   * go.
   */
  if (get_endpoint (life) != NULL)
    first = NULL;
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
    reword (failure, &diagnosis);
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

/*
 * Tries HTTP+SSE in the same life when Streamable HTTP was refused in a way that an old server
 * would refuse it, and the user has not said which of the two it is.
 *
 * Returns FALSE when the failure is what it is.
 */
gboolean
mcp_session_fall_back (McpSession  *self,
                       GError     **error)
{
  McpLife *life = self->life;
  McpTransport *transport;

  if (mcp_profile_get_reach (self->profile) != MCP_REACH_HTTP || answers_elsewhere (life, *error))
    return FALSE;
  if (try_other_path (self, *error))
    return TRUE;

  forget_other_path (life, error);
  if ( mcp_profile_get_settings (self->profile)->transport != MCP_PROFILE_TRANSPORT_AUTO
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
  mcp_seen_begin_second_way (life->seen, *error);

  go_on_with (self, transport);

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
