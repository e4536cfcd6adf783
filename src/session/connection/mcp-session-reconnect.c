/* mcp-session-reconnect.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-session-private.h"

/*
 * Connecting again by itself.
 *
 *   ready → closing → waiting → starting → ready
 *                        ↑          |
 *                        +----------+  while what fails may pass
 *
 * Only a connection that was ready comes back by itself: what could not be reached the first time
 * is more often wrong than late. Waits grow; a connection that lasted starts them anew.
 */

/* A connection that was ready for less does not count as one that works. */
#define LASTED_USEC (10 * G_USEC_PER_SEC)

/* Failures that another attempt meets again. */
static gboolean
is_permanent (const GError *error)
{
  static const int codes[] = {
    MCP_ERROR_AUTH, MCP_ERROR_CANCELLED, MCP_ERROR_CONFIG, MCP_ERROR_CONSENT, MCP_ERROR_INPUT,
    MCP_ERROR_STORAGE, MCP_ERROR_TLS, MCP_ERROR_USAGE, MCP_ERROR_VERSION,
  };

  for (guint i = 0; i < G_N_ELEMENTS (codes); i++)
    if (g_error_matches (error, MCP_ERROR, codes[i]))
      return TRUE;

  return FALSE;
}

/* A life is over that nobody wanted closed: whether another one follows by itself. The session has
 * its error. @ready_usec: since when it was ready; 0 */
gboolean
mcp_session_may_reconnect (McpSession *self,
                           gint64      ready_usec)
{
  gboolean was_ready = ready_usec != 0;

  if (self->bare || self->failure.error == NULL || is_permanent (self->failure.error))
    return FALSE;
  if (!was_ready && !mcp_retry_is_trying (self->retry))
    return FALSE;
  if (!mcp_retry_is_required (self->retry) && !mcp_profile_get_reconnect (self->profile))
    return FALSE;

  if (was_ready && g_get_monotonic_time () - ready_usec >= LASTED_USEC)
    mcp_retry_count_anew (self->retry);

  return TRUE;
}

void
mcp_session_try_again (gpointer owner)
{
  g_autoptr (McpSession) self = g_object_ref (owner);

  mcp_retry_stop_waiting (self->retry);
  mcp_session_note (self, "reconnect", _("connecting again, attempt %u"), mcp_retry_get_attempt (self->retry));
  mcp_session_open (self, NULL);
}

void
mcp_session_wait_to_reconnect (McpSession *self)
{
  guint msec = mcp_retry_wait (self->retry);

  mcp_watchers_wait (self->watchers, mcp_retry_get_attempt (self->retry), msec, self->failure.error->message);
  mcp_session_note (self, "waiting", _("%s; attempt %u to connect again follows in %.3g s"),
                    self->failure.error->message, mcp_retry_get_attempt (self->retry), msec / 1000.0);
  mcp_session_set_state (self, MCP_SESSION_WAITING);
}

void
mcp_session_forget_retry (McpSession *self)
{
  mcp_retry_forget (self->retry);
}

/* For tests: other waits than those of people. */
void
mcp_session_set_backoff (McpSession       *self,
                         const McpBackoff *backoff)
{
  mcp_retry_set_backoff (self->retry, backoff);
}

/* The health monitor gave the connection up: end it, and come back whatever the profile says. */
void
mcp_session_reconnect (McpSession *self)
{
  if (self->life == NULL || self->life->state == LIFE_ENDING)
    return;

  mcp_retry_require (self->retry);
  mcp_session_end_life (self,
                        g_error_new (MCP_ERROR, MCP_ERROR_TIMED_OUT,
                                     _("“%s” no longer answers"),
                                     mcp_profile_get_name (self->profile)),
                        _("It is restarted by the settings of its monitoring."));
}

/**
 * mcp_session_get_retry:
 * @attempt: (out) (optional): which attempt comes next; 1 is the first
 * @at_usec: (out) (optional): when, in monotonic microseconds
 *
 * Gets what a session that lost its connection waits for.
 *
 * Returns: %FALSE unless the state is %MCP_SESSION_WAITING
 */
gboolean
mcp_session_get_retry (McpSession *self,
                       guint      *attempt,
                       gint64     *at_usec)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);

  if (self->state != MCP_SESSION_WAITING)
    return FALSE;

  if (attempt != NULL)
    *attempt = mcp_retry_get_attempt (self->retry);
  if (at_usec != NULL)
    *at_usec = mcp_retry_get_due_usec (self->retry);

  return TRUE;
}

/* Ends the wait: connects at once. Does nothing unless the session waits. */
void
mcp_session_retry_now (McpSession *self)
{
  g_return_if_fail (MCP_IS_SESSION (self));

  if (self->state == MCP_SESSION_WAITING)
    mcp_session_try_again (self);
}

/*
 * Ends the wait: the session is closed, with the error that ended its connection. Does nothing
 * unless the session waits.
 */
void
mcp_session_stop_retrying (McpSession *self)
{
  g_return_if_fail (MCP_IS_SESSION (self));

  if (self->state != MCP_SESSION_WAITING)
    return;

  mcp_session_forget_retry (self);
  mcp_session_note (self, "waiting", _("not connecting again"));
  mcp_session_set_state (self, MCP_SESSION_CLOSED);
}
