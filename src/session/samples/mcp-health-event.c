/* mcp-health-event.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-health"

#include "config.h"

#include "mcp-health-event.h"

/**
 * McpHealthEvent:
 *
 * Something that happened to a connection, as the monitor saw it. Immutable.
 */

struct _McpHealthEvent
{
  GObject             parent_instance;

  McpHealthEventKind  kind;
  gint64              time_usec;  /* monotonic */
  gint64              wall_usec;
  char               *detail;     /* (nullable) */
  guint               n_failures;
};

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

McpHealthEventKind
mcp_health_event_get_kind (McpHealthEvent *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH_EVENT (self), MCP_HEALTH_EVENT_STARTED);

  return self->kind;
}

/**
 * mcp_health_event_get_time_usec:
 *
 * Gets when it happened, on the clock of the samples.
 *
 * Returns: monotonic time in microseconds
 */
gint64
mcp_health_event_get_time_usec (McpHealthEvent *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH_EVENT (self), 0);

  return self->time_usec;
}

gint64
mcp_health_event_get_wall_usec (McpHealthEvent *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH_EVENT (self), 0);

  return self->wall_usec;
}

const char *
mcp_health_event_get_detail (McpHealthEvent *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH_EVENT (self), NULL);

  return self->detail;
}

/**
 * mcp_health_event_get_n_failures:
 *
 * Gets how many probes in a row had failed.
 *
 * Returns: the number; of a recovery, those that it ended
 */
guint
mcp_health_event_get_n_failures (McpHealthEvent *self)
{
  g_return_val_if_fail (MCP_IS_HEALTH_EVENT (self), 0);

  return self->n_failures;
}
