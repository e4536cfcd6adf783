/* mcp-session-postpone.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-call-private.h"
#include "mcp-session-private.h"
#include "mcp-source.h"

/*
 * A server that is asked too much, or is not there for the moment, may say when to try again (RFC
 * 9110 section 10.2.3). A call that was refused so waits, and goes out again, if that is within its
 * time. What does not say when is not guessed at.
 *
 * 429 and 503 say that nothing was done. Behind 504 a gateway did not wait for the server, which
 * may have done it all the same: only what may be done twice is sent again.
 */

/* From the second time on, whatever the server says: 0 seconds again and again would be a flood. */
#define MIN_PAUSE_MSEC 1000

typedef struct
{
  GWeakRef  session;
  McpCall  *call;      /* whose data this is */
  GSource  *timer;     /* (nullable) */
} Postponed;

static GQuark
postponed_quark (void)
{
  return g_quark_from_static_string ("mcp-postponed");
}

static void
postponed_free (gpointer data)
{
  Postponed *postponed = data;

  mcp_source_clear (&postponed->timer);
  g_weak_ref_clear (&postponed->session);
  g_free (postponed);
}

static Postponed *
ensure_postponed (McpSession *self,
                  McpCall    *call)
{
  Postponed *postponed = g_object_get_qdata (G_OBJECT (call), postponed_quark ());

  if (postponed == NULL)
    {
      postponed = g_new0 (Postponed, 1);
      g_weak_ref_init (&postponed->session, self);
      postponed->call = call;
      g_object_set_qdata_full (G_OBJECT (call), postponed_quark (), postponed, postponed_free);
    }

  return postponed;
}

static gboolean
due_cb (gpointer user_data)
{
  Postponed *postponed = user_data;
  g_autoptr (McpSession) self = g_weak_ref_get (&postponed->session);
  g_autoptr (McpCall) call = g_object_ref (postponed->call);

  mcp_source_clear (&postponed->timer);

  /* It may have been cancelled, or the connection may be over. */
  if (self != NULL && self->life != NULL && mcp_call_table_has (self->life->calls, call)
      && mcp_call_table_drop_held (self->life->calls, call) && !mcp_session_hold_call (self, call))
    mcp_session_send_again (self, call);

  return G_SOURCE_REMOVE;
}

static gint64
get_pause_msec (const McpSending *sending,
                McpCall          *call)
{
  Postponed *postponed = g_object_get_qdata (G_OBJECT (call), postponed_quark ());

  return postponed == NULL ? sending->retry_after_msec
                           : MAX (sending->retry_after_msec, MIN_PAUSE_MSEC);
}

/* Whether a call may be sent again that was perhaps carried out. */
gboolean
mcp_session_may_repeat (McpSession *self,
                        McpCall    *call)
{
  McpCatalogItem *tool;

  if (mcp_call_get_kind (call) != MCP_REQUEST_TOOLS_CALL)
    return mcp_method_is_repeatable (mcp_call_get_method (call));

  tool = mcp_session_find_tool (self, mcp_call_get_tool (call));

  return tool != NULL && (mcp_catalog_item_get_hint (tool, "readOnlyHint", FALSE)
                          || mcp_catalog_item_get_hint (tool, "idempotentHint", FALSE));
}

/*
 * Whether a call that was refused with a status can wait as the server asks, and still be answered
 * in its time.
 */
gboolean
mcp_session_can_postpone (McpSession       *self,
                          const McpSending *sending,
                          McpCall          *call,
                          guint             status)
{
  gint64 deadline_usec;

  if ((status != 429 && status != 503 && status != 504) || call == NULL || sending->retry_after_msec < 0
      || sending->purpose != MCP_EXCHANGE_SEND || self->life->state != LIFE_READY
      || mcp_call_is_probe (call) || mcp_call_get_kind (call) == MCP_REQUEST_INITIALIZE)
    return FALSE;
  if (status == 504 && !mcp_session_may_repeat (self, call))
    return FALSE;

  deadline_usec = mcp_call_get_limits (call)->deadline_usec;

  return deadline_usec == 0
         || g_get_monotonic_time () + 1000 * get_pause_msec (sending, call) < deadline_usec;
}

/* Has a call wait that was refused with a status; FALSE leaves it a plain error. */
gboolean
mcp_session_postpone (McpSession       *self,
                      const McpSending *sending,
                      McpCall          *call,
                      guint             status)
{
  Postponed *postponed;
  gint64 pause_msec;

  if (sending == NULL || !mcp_session_can_postpone (self, sending, call, status))
    return FALSE;

  pause_msec = get_pause_msec (sending, call);
  postponed = ensure_postponed (self, call);
  mcp_session_note (self, "postponed",
                    _("%s was refused with %u%s%s. The server asks to wait %.4g s; it is sent again in %.4g s"),
                    mcp_call_get_method (call), status, sending->said != NULL ? ": " : "",
                    sending->said != NULL ? sending->said : "", sending->retry_after_msec / 1000.0,
                    pause_msec / 1000.0);

  mcp_call_table_hold (self->life->calls, MCP_CALL_HELD_FOR_WAIT, call);
  mcp_source_clear (&postponed->timer);
  postponed->timer = mcp_source_attach (g_timeout_source_new (MIN (pause_msec, G_MAXUINT)), due_cb, postponed);

  return TRUE;
}
