/* mcp-health-event.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-health-event.h"

G_DEFINE_FINAL_TYPE (McpHealthEvent, mcp_health_event, G_TYPE_OBJECT)

static void
mcp_health_event_finalize (GObject *object)
{
  McpHealthEvent *self = MCP_HEALTH_EVENT (object);

  g_free (self->detail);

  G_OBJECT_CLASS (mcp_health_event_parent_class)->finalize (object);
}

static void
mcp_health_event_class_init (McpHealthEventClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_health_event_finalize;
}

static void
mcp_health_event_init (McpHealthEvent *self)
{
  self->time_usec = g_get_monotonic_time ();
  self->wall_usec = g_get_real_time ();
}

McpHealthEvent *
mcp_health_event_new (McpHealthEventKind  kind,
                      const char         *detail,
                      guint               n_failures)
{
  McpHealthEvent *self = g_object_new (MCP_TYPE_HEALTH_EVENT, NULL);

  self->kind = kind;
  self->detail = g_strdup (detail);
  self->n_failures = n_failures;

  return self;
}
