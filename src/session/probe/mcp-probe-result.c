/* mcp-probe-result.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-probe"

#include "config.h"

#include "mcp-probe-result-private.h"

struct _McpProbeResult
{
  GObject         parent_instance;

  const McpProbe *probe;
  McpProbeState   state;
  McpSeverity     severity;
  char           *message;
  char           *reference;
  gint64          start_usec;
  gint64          duration_usec;
  guint           first_serial;
  guint           last_serial;
  guint           step_first_serial;
  guint           step_last_serial;
  guint           sent_serial;
  guint           answer_serial;
};

G_DEFINE_FINAL_TYPE (McpProbeResult, mcp_probe_result, G_TYPE_OBJECT)

enum {
  PROP_0,
  PROP_STATE,
  N_PROPS,
};

static GParamSpec *properties[N_PROPS];

static void
mcp_probe_result_get_property (GObject    *object,
                               guint       id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  McpProbeResult *self = MCP_PROBE_RESULT (object);

  if (id == PROP_STATE)
    g_value_set_uint (value, self->state);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
mcp_probe_result_finalize (GObject *object)
{
  McpProbeResult *self = MCP_PROBE_RESULT (object);

  g_free (self->message);
  g_free (self->reference);

  G_OBJECT_CLASS (mcp_probe_result_parent_class)->finalize (object);
}

static void
mcp_probe_result_class_init (McpProbeResultClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->get_property = mcp_probe_result_get_property;
  object_class->finalize = mcp_probe_result_finalize;

  properties[PROP_STATE] = g_param_spec_uint ("state", NULL, NULL, 0, MCP_PROBE_SKIPPED, 0,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_probe_result_init (McpProbeResult *self)
{
  self->duration_usec = -1;
}

static void
set_state (McpProbeResult *self,
           McpProbeState   state)
{
  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

McpProbeResult *
mcp_probe_result_new (const McpProbe *probe)
{
  McpProbeResult *self = g_object_new (MCP_TYPE_PROBE_RESULT, NULL);

  self->probe = probe;
  self->severity = probe->severity;
  self->reference = mcp_probe_dup_reference (probe, MCP_VERSION_UNKNOWN);

  return self;
}

void
mcp_probe_result_reset (McpProbeResult *self)
{
  g_clear_pointer (&self->message, g_free);
  self->severity = self->probe->severity;
  self->duration_usec = -1;
  self->first_serial = self->last_serial = self->step_first_serial = self->step_last_serial = 0;
  self->sent_serial = self->answer_serial = 0;
  set_state (self, MCP_PROBE_WAITING);
}

void
mcp_probe_result_start (McpProbeResult *self,
                        McpVersion      version,
                        guint           serial)
{
  self->start_usec = g_get_monotonic_time ();
  self->first_serial = serial;
  g_free (self->reference);
  self->reference = mcp_probe_dup_reference (self->probe, version);
  set_state (self, MCP_PROBE_RUNNING);
}

void
mcp_probe_result_set_step (McpProbeResult *self,
                           const McpProbeReply *reply)
{
  self->step_first_serial = reply->first_serial;
  self->step_last_serial = reply->last_serial;
  self->sent_serial = reply->sent_serial;
  self->answer_serial = reply->serial;
}

void
mcp_probe_result_end (McpProbeResult *self,
                      McpProbeState   state,
                      McpSeverity     severity,
                      const char     *message,
                      guint           serial)
{
  if (self->state == MCP_PROBE_RUNNING)
    {
      self->duration_usec = g_get_monotonic_time () - self->start_usec;
      self->last_serial = serial;
    }
  self->severity = severity;
  g_free (self->message);
  self->message = g_strdup (message);
  set_state (self, state);
}

const McpProbe *
mcp_probe_result_get_probe (McpProbeResult *self)
{
  g_return_val_if_fail (MCP_IS_PROBE_RESULT (self), NULL);

  return self->probe;
}

McpProbeState
mcp_probe_result_get_state (McpProbeResult *self)
{
  g_return_val_if_fail (MCP_IS_PROBE_RESULT (self), MCP_PROBE_WAITING);

  return self->state;
}

const char *
mcp_probe_result_get_state_nick (McpProbeResult *self)
{
  static const char * const nicks[] = {
    "waiting", "running", "passed", "failed", "not-applicable", "skipped",
  };

  g_return_val_if_fail (MCP_IS_PROBE_RESULT (self), NULL);

  return nicks[self->state];
}

McpSeverity
mcp_probe_result_get_severity (McpProbeResult *self)
{
  g_return_val_if_fail (MCP_IS_PROBE_RESULT (self), MCP_SEVERITY_ERROR);

  return self->severity;
}

const char *
mcp_probe_result_get_message (McpProbeResult *self)
{
  g_return_val_if_fail (MCP_IS_PROBE_RESULT (self), NULL);

  return self->message;
}

const char *
mcp_probe_result_get_reference (McpProbeResult *self)
{
  g_return_val_if_fail (MCP_IS_PROBE_RESULT (self), NULL);

  return self->reference;
}

gint64
mcp_probe_result_get_duration_usec (McpProbeResult *self)
{
  g_return_val_if_fail (MCP_IS_PROBE_RESULT (self), -1);

  return self->duration_usec;
}

guint
mcp_probe_result_get_first_serial (McpProbeResult *self)
{
  g_return_val_if_fail (MCP_IS_PROBE_RESULT (self), 0);

  return self->first_serial;
}

guint
mcp_probe_result_get_last_serial (McpProbeResult *self)
{
  g_return_val_if_fail (MCP_IS_PROBE_RESULT (self), 0);

  return self->last_serial;
}

guint
mcp_probe_result_get_step_serial (McpProbeResult *self,
                                  guint          *last_serial)
{
  g_return_val_if_fail (MCP_IS_PROBE_RESULT (self), 0);

  *last_serial = self->step_last_serial;

  return self->step_first_serial;
}

guint
mcp_probe_result_get_sent_serial (McpProbeResult *self)
{
  g_return_val_if_fail (MCP_IS_PROBE_RESULT (self), 0);

  return self->sent_serial;
}

guint
mcp_probe_result_get_answer_serial (McpProbeResult *self)
{
  g_return_val_if_fail (MCP_IS_PROBE_RESULT (self), 0);

  return self->answer_serial;
}
