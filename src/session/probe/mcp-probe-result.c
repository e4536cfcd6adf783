/* mcp-probe-result.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-probe-result-private.h"

struct _McpProbeResult
{
  GObject            parent_instance;

  McpProbeResultInfo info;
  gint64             start_usec;
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
  g_value_set_uint (value, MCP_PROBE_RESULT (object)->info.state);
}

static void
mcp_probe_result_finalize (GObject *object)
{
  McpProbeResult *self = MCP_PROBE_RESULT (object);

  g_free (self->info.message);
  g_free (self->info.reference);

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
  self->info.duration_usec = -1;
}

static void
set_state (McpProbeResult *self,
           McpProbeState   state)
{
  self->info.state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
}

McpProbeResult *
mcp_probe_result_new (const McpProbe *probe)
{
  McpProbeResult *self = g_object_new (MCP_TYPE_PROBE_RESULT, NULL);

  self->info.probe = probe;
  self->info.severity = probe->severity;
  self->info.reference = mcp_probe_dup_reference (probe, MCP_VERSION_UNKNOWN);

  return self;
}

void
mcp_probe_result_reset (McpProbeResult *self)
{
  g_clear_pointer (&self->info.message, g_free);
  self->info.severity = self->info.probe->severity;
  self->info.duration_usec = -1;
  self->info.first_serial = self->info.last_serial = self->info.step_first_serial = self->info.step_last_serial = 0;
  self->info.sent_serial = self->info.answer_serial = 0;
  set_state (self, MCP_PROBE_WAITING);
}

void
mcp_probe_result_start (McpProbeResult *self,
                        McpVersion      version,
                        guint           serial)
{
  self->start_usec = g_get_monotonic_time ();
  self->info.first_serial = serial;
  g_free (self->info.reference);
  self->info.reference = mcp_probe_dup_reference (self->info.probe, version);
  set_state (self, MCP_PROBE_RUNNING);
}

void
mcp_probe_result_set_step (McpProbeResult *self,
                           const McpProbeReply *reply)
{
  self->info.step_first_serial = reply->first_serial;
  self->info.step_last_serial = reply->last_serial;
  self->info.sent_serial = reply->sent_serial;
  self->info.answer_serial = reply->serial;
}

void
mcp_probe_result_end (McpProbeResult *self,
                      McpProbeState   state,
                      McpSeverity     severity,
                      const char     *message,
                      guint           serial)
{
  if (self->info.state == MCP_PROBE_RUNNING)
    {
      self->info.duration_usec = g_get_monotonic_time () - self->start_usec;
      self->info.last_serial = serial;
    }
  self->info.severity = severity;
  g_free (self->info.message);
  self->info.message = g_strdup (message);
  set_state (self, state);
}

const McpProbeResultInfo *
mcp_probe_result_get_info (McpProbeResult *self)
{
  g_return_val_if_fail (MCP_IS_PROBE_RESULT (self), NULL);

  return &self->info;
}

const char *
mcp_probe_result_get_state_nick (McpProbeResult *self)
{
  static const char * const nicks[] = {
    "waiting", "running", "passed", "failed", "not-applicable", "skipped",
  };

  g_return_val_if_fail (MCP_IS_PROBE_RESULT (self), NULL);

  return nicks[self->info.state];
}
