/* mcp-connect-step.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-connect-step"

#include "config.h"

#include "mcp-session-private.h"

/**
 * McpConnectStep:
 *
 * One step on the way to a server: pending, running, then done or failed, with its time and
 * what was seen. The session makes a new list of them for each connect.
 */

struct _McpConnectStep
{
  GObject       parent_instance;

  char         *name;
  char         *detail;
  McpStepState  state;
  gint64        started_usec;
  gint64        took_usec;
};

G_DEFINE_FINAL_TYPE (McpConnectStep, mcp_connect_step, G_TYPE_OBJECT)

enum {
  PROP_0,
  PROP_NAME,
  PROP_STATE,
  PROP_TOOK_USEC,
  PROP_DETAIL,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
mcp_connect_step_finalize (GObject *object)
{
  McpConnectStep *self = MCP_CONNECT_STEP (object);

  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->detail, g_free);

  G_OBJECT_CLASS (mcp_connect_step_parent_class)->finalize (object);
}

static void
mcp_connect_step_get_property (GObject    *object,
                               guint       prop_id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  McpConnectStep *self = MCP_CONNECT_STEP (object);

  switch (prop_id)
    {
    case PROP_NAME:
      g_value_set_string (value, self->name);
      break;

    case PROP_STATE:
      g_value_set_int (value, self->state);
      break;

    case PROP_TOOK_USEC:
      g_value_set_int64 (value, self->took_usec);
      break;

    case PROP_DETAIL:
      g_value_set_string (value, self->detail);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
mcp_connect_step_class_init (McpConnectStepClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->finalize = mcp_connect_step_finalize;
  object_class->get_property = mcp_connect_step_get_property;

  properties[PROP_NAME] =
    g_param_spec_string ("name", NULL, NULL, NULL, flags);
  properties[PROP_STATE] =
    g_param_spec_int ("state", NULL, NULL, MCP_STEP_PENDING, MCP_STEP_FAILED, MCP_STEP_PENDING,
                      flags);
  properties[PROP_TOOK_USEC] =
    g_param_spec_int64 ("took-usec", NULL, NULL, -1, G_MAXINT64, -1, flags);
  properties[PROP_DETAIL] =
    g_param_spec_string ("detail", NULL, NULL, NULL, flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_connect_step_init (McpConnectStep *self)
{
  self->took_usec = -1;
}

McpConnectStep *
mcp_connect_step_new (const char *name)
{
  McpConnectStep *self = g_object_new (MCP_TYPE_CONNECT_STEP, NULL);

  self->name = g_strdup (name);

  return self;
}

void
mcp_connect_step_start (McpConnectStep *self)
{
  if (self->state != MCP_STEP_PENDING)
    return;

  self->state = MCP_STEP_RUNNING;
  self->started_usec = g_get_monotonic_time ();
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

/* Ends a running step; one that never ran, or has ended, stays as it is. */
void
mcp_connect_step_end (McpConnectStep *self,
                      gboolean        success,
                      const char     *detail)
{
  if (self->state != MCP_STEP_RUNNING)
    return;

  self->state = success ? MCP_STEP_DONE : MCP_STEP_FAILED;
  self->took_usec = g_get_monotonic_time () - self->started_usec;
  g_free (self->detail);
  self->detail = g_strdup (detail);

  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TOOK_USEC]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_DETAIL]);
}

const char *
mcp_connect_step_get_name (McpConnectStep *self)
{
  g_return_val_if_fail (MCP_IS_CONNECT_STEP (self), NULL);

  return self->name;
}

McpStepState
mcp_connect_step_get_state (McpConnectStep *self)
{
  g_return_val_if_fail (MCP_IS_CONNECT_STEP (self), MCP_STEP_PENDING);

  return self->state;
}

/**
 * mcp_connect_step_get_took_usec:
 * @self: a step
 *
 * Gets how long the step took.
 *
 * Returns: microseconds, or -1 until it has ended
 */
gint64
mcp_connect_step_get_took_usec (McpConnectStep *self)
{
  g_return_val_if_fail (MCP_IS_CONNECT_STEP (self), -1);

  return self->took_usec;
}

const char *
mcp_connect_step_get_detail (McpConnectStep *self)
{
  g_return_val_if_fail (MCP_IS_CONNECT_STEP (self), NULL);

  return self->detail;
}
