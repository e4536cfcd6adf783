/* mcp-health-react.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-health-event.h"
#include "mcp-health-private.h"

/* Failures in a row, what is done about them, and the log of what happened. */

#define MAX_EVENTS 1000
/* Changes of the settings that follow each other so closely are one. */
#define SETTINGS_USEC (5 * G_USEC_PER_SEC)

void
mcp_health_add_event (McpHealth          *self,
                      McpHealthEventKind  kind,
                      const char         *detail)
{
  g_autoptr (McpHealthEvent) event = mcp_health_event_new (kind, detail, self->n_failures);

  if (g_list_model_get_n_items (G_LIST_MODEL (self->events)) >= MAX_EVENTS)
    g_list_store_remove (self->events, 0);
  g_list_store_append (self->events, event);
}

/* The settings changed: somebody who turns a number up passes many on the way. */
void
mcp_health_add_settings (McpHealth *self)
{
  g_autofree char *detail = mcp_health_settings_describe (&self->settings);
  guint n_events = g_list_model_get_n_items (G_LIST_MODEL (self->events));
  g_autoptr (McpHealthEvent) last =
    n_events > 0 ? g_list_model_get_item (G_LIST_MODEL (self->events), n_events - 1) : NULL;

  if (last != NULL && last->kind == MCP_HEALTH_EVENT_SETTINGS
      && g_get_monotonic_time () - last->time_usec < SETTINGS_USEC)
    g_list_store_remove (self->events, n_events - 1);
  mcp_health_add_event (self, MCP_HEALTH_EVENT_SETTINGS, detail);
}

static void
react (McpHealth *self)
{
  if (self->session == NULL)
    return;

  switch (self->settings.reaction)
    {
    case MCP_REACTION_DISCONNECT:
      mcp_session_close_async (self->session, NULL, NULL, NULL);
      break;

    case MCP_REACTION_RESTART:
      mcp_session_reconnect (self->session);
      break;

    case MCP_REACTION_MARK:
    default:
      break;
    }
}

void
mcp_health_count_failure (McpHealth  *self,
                          const char *reason)
{
  self->n_failures++;
  mcp_health_add_event (self, MCP_HEALTH_EVENT_FAILURE, reason);

  /* Once: further failures of the same connection bring nothing new. */
  if (self->n_failures == self->settings.n_failures)
    {
      mcp_health_add_event (self, MCP_HEALTH_EVENT_LOST, reason);
      mcp_health_update_state (self);
      if (self->running)
        react (self);
    }
}

void
mcp_health_count_success (McpHealth *self)
{
  if (self->n_failures == 0)
    return;

  mcp_health_add_event (self, MCP_HEALTH_EVENT_RECOVERED, NULL);
  self->n_failures = 0;
}

/**
 * mcp_health_reconnecting:
 * @attempt: which attempt it will be, from 1
 * @wait_msec: how long until it is made, in milliseconds
 * @reason: why the connection is gone
 *
 * Tells that the session waits to connect again by itself.
 */
void
mcp_health_reconnecting (McpWatcher *watcher,
                         guint       attempt,
                         guint       wait_msec,
                         const char *reason)
{
  McpHealth *self = MCP_HEALTH (watcher);
  /* Translators: a number, seconds, and why the connection was lost. */
  g_autofree char *detail = g_strdup_printf (_("attempt %u in %.3g s: %s"), attempt, wait_msec / 1000.0, reason);

  mcp_health_add_event (self, MCP_HEALTH_EVENT_RECONNECTING, detail);
}

/**
 * mcp_health_reconnect_failed:
 * @attempt: which attempt it was
 * @reason: why it failed
 *
 * Tells that an attempt of the session to connect again failed.
 */
void
mcp_health_reconnect_failed (McpWatcher *watcher,
                             guint       attempt,
                             const char *reason)
{
  McpHealth *self = MCP_HEALTH (watcher);
  g_autofree char *detail = g_strdup_printf (_("attempt %u: %s"), attempt, reason);

  mcp_health_add_event (self, MCP_HEALTH_EVENT_RECONNECT_FAILED, detail);
}
