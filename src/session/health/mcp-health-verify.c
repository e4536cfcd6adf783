/* mcp-health-verify.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-call-private.h"
#include "mcp-error.h"
#include "mcp-health-private.h"

/*
 * The strategy "before requests": a request goes out only on a connection that was verified, by a
 * probe that was answered in the last 10 s. Else one is sent first, and the request waits in the
 * session until mcp_health_verified() lets it go or fails it.
 */

static GError *
new_error (McpHealth *self,
           McpCall   *call)
{
  gboolean timed_out = g_error_matches (self->unverified, MCP_ERROR, MCP_ERROR_TIMED_OUT);

  return g_error_new (MCP_ERROR, timed_out ? MCP_ERROR_TIMED_OUT : MCP_ERROR_NETWORK,
                      _("%s was not sent, for the connection could not be verified: %s"),
                      mcp_call_get_method (call), self->unverified->message);
}

/**
 * mcp_health_holds_call:
 * @call: a request that is about to be sent
 * @error: return location for why it is not to be sent at all
 *
 * Asks whether a request has to wait for the connection to be verified. If so a probe is under
 * way, and its end is told with mcp_session_release_calls().
 *
 * Returns: %TRUE when it has to wait, or must not be sent: then @error is set
 */
gboolean
mcp_health_holds_call (McpWatcher  *watcher,
                       McpCall     *call,
                       GError     **error)
{
  McpHealth *self = MCP_HEALTH (watcher);

  if (!self->ready || self->settings.strategy != MCP_STRATEGY_BEFORE_REQUESTS
      || mcp_call_is_probe (call) || mcp_health_is_asking (self)
      || mcp_health_schedule_is_verified (self->schedule))
    return FALSE;

  if (self->probe == NULL && mcp_health_schedule_get_wait_usec (self->schedule) > 0)
    {
      /* The last probe is too fresh to ask again. What it said still holds. */
      if (self->unverified == NULL)
        return FALSE;
      g_propagate_error (error, new_error (self, call));
      return TRUE;
    }

  if (self->probe == NULL)
    mcp_health_start_probe (self, 0);

  return self->probe != NULL;
}

/* A probe was decided: what waits for it may go, or must not. */
void
mcp_health_verified (McpHealth    *self,
                     const GError *error)
{
  g_clear_error (&self->unverified);
  if (error != NULL)
    self->unverified = g_error_copy (error);

  if (self->session != NULL && self->ready)
    mcp_session_release_calls (self->session);
}

/* Why a call that waited must not be sent; NULL when it may. */
GError *
mcp_health_check_held (McpWatcher *watcher,
                       McpCall    *call)
{
  McpHealth *self = MCP_HEALTH (watcher);

  return self->unverified != NULL ? new_error (self, call) : NULL;
}
