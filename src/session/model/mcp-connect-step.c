/* mcp-connect-step.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-connect-step"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-connect-step.h"

/**
 * McpConnectStep:
 *
 * One step on the way to a server: pending, running, then done or failed or found needless, with
 * its time, its outcome and what was seen. The session makes a new list of them for each connect.
 */

struct _McpConnectStep
{
  GObject       parent_instance;

  McpStep       step;
  char         *detail;
  char         *evidence;
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
  PROP_EVIDENCE,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
mcp_connect_step_finalize (GObject *object)
{
  McpConnectStep *self = MCP_CONNECT_STEP (object);

  g_clear_pointer (&self->detail, g_free);
  g_clear_pointer (&self->evidence, g_free);

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
      g_value_set_string (value, mcp_step_get_title (self->step));
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

    case PROP_EVIDENCE:
      g_value_set_string (value, self->evidence);
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
    g_param_spec_int ("state", NULL, NULL, MCP_STEP_PENDING, MCP_STEP_NOT_NEEDED, MCP_STEP_PENDING,
                      flags);
  properties[PROP_TOOK_USEC] =
    g_param_spec_int64 ("took-usec", NULL, NULL, -1, G_MAXINT64, -1, flags);
  properties[PROP_DETAIL] =
    g_param_spec_string ("detail", NULL, NULL, NULL, flags);
  properties[PROP_EVIDENCE] =
    g_param_spec_string ("evidence", NULL, NULL, NULL, flags);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
mcp_connect_step_init (McpConnectStep *self)
{
  self->took_usec = -1;
}

McpConnectStep *
mcp_connect_step_new (McpStep step)
{
  McpConnectStep *self = g_object_new (MCP_TYPE_CONNECT_STEP, NULL);

  self->step = step;

  return self;
}

static void
set_text (McpConnectStep  *self,
          char           **field,
          const char      *text,
          guint            prop)
{
  if (g_strcmp0 (*field, text) == 0)
    return;

  g_free (*field);
  *field = g_strdup (text);
  g_object_notify_by_pspec (G_OBJECT (self), properties[prop]);
}

static void
set_state (McpConnectStep *self,
           McpStepState    state)
{
  gint64 took_usec = -1;

  if (self->state == state)
    return;

  if (self->state == MCP_STEP_RUNNING && state != MCP_STEP_PENDING)
    took_usec = g_get_monotonic_time () - self->started_usec;
  else if (state == MCP_STEP_FAILED)
    took_usec = self->took_usec; /* found out later: it took what it took */

  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATE]);
  if (self->took_usec != took_usec)
    {
      self->took_usec = took_usec;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TOOK_USEC]);
    }
}

void
mcp_connect_step_start (McpConnectStep *self)
{
  if (self->state != MCP_STEP_PENDING)
    return;

  self->started_usec = g_get_monotonic_time ();
  set_state (self, MCP_STEP_RUNNING);
}

/* Ends a running step; one that never ran, or has ended, stays as it is. */
void
mcp_connect_step_end (McpConnectStep *self,
                      gboolean        success,
                      const char     *detail)
{
  if (self->state != MCP_STEP_RUNNING)
    return;

  set_text (self, &self->detail, detail, PROP_DETAIL);
  set_state (self, success ? MCP_STEP_DONE : MCP_STEP_FAILED);
}

/* Nothing had to be done here, or it was not come to. */
void
mcp_connect_step_skip (McpConnectStep *self,
                       const char     *detail)
{
  if (self->state != MCP_STEP_PENDING && self->state != MCP_STEP_RUNNING)
    return;

  set_text (self, &self->detail, detail, PROP_DETAIL);
  set_state (self, MCP_STEP_NOT_NEEDED);
}

/* What the doctor says of it, whatever it looked like before. */
void
mcp_connect_step_diagnose (McpConnectStep *self,
                           const char     *outcome,
                           const char     *evidence)
{
  set_text (self, &self->detail, outcome, PROP_DETAIL);
  set_text (self, &self->evidence, evidence, PROP_EVIDENCE);
  set_state (self, MCP_STEP_FAILED);
}

/* Before it is tried again, or because it was not come to after all. */
void
mcp_connect_step_reset (McpConnectStep *self)
{
  set_text (self, &self->detail, NULL, PROP_DETAIL);
  set_text (self, &self->evidence, NULL, PROP_EVIDENCE);
  set_state (self, MCP_STEP_PENDING);
}

McpStep
mcp_connect_step_get_step (McpConnectStep *self)
{
  g_return_val_if_fail (MCP_IS_CONNECT_STEP (self), MCP_N_STEPS);

  return self->step;
}

const char *
mcp_connect_step_get_name (McpConnectStep *self)
{
  g_return_val_if_fail (MCP_IS_CONNECT_STEP (self), NULL);

  return mcp_step_get_title (self->step);
}

McpStepState
mcp_connect_step_get_state (McpConnectStep *self)
{
  g_return_val_if_fail (MCP_IS_CONNECT_STEP (self), MCP_STEP_PENDING);

  return self->state;
}

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

/**
 * mcp_connect_step_get_evidence:
 *
 * Gets what was seen when the step failed: a status line, the start of a body. It is the server's
 * text, not ours.
 *
 * Returns: (nullable): untrusted text
 */
const char *
mcp_connect_step_get_evidence (McpConnectStep *self)
{
  g_return_val_if_fail (MCP_IS_CONNECT_STEP (self), NULL);

  return self->evidence;
}

const char *
mcp_step_get_title (McpStep step)
{
  switch (step)
    {
    case MCP_STEP_SECRETS:
      return _("Read the keyring");
    case MCP_STEP_SPAWN:
      return _("Start the program");
    case MCP_STEP_FIRST_OUTPUT:
      return _("First output");
    case MCP_STEP_RESOLVE:
      return _("Look up the host");
    case MCP_STEP_CONNECT:
      return _("Connect");
    case MCP_STEP_TLS:
      return _("Secure the connection");
    case MCP_STEP_RESPONSE:
      return _("HTTP answer");
    case MCP_STEP_CONTENT_TYPE:
      return _("Content type");
    case MCP_STEP_AUTHORIZATION:
      return _("Authorization");
    case MCP_STEP_ERA:
      return _("Era (server/discover)");
    case MCP_STEP_HANDSHAKE:
      return _("Handshake");
    case MCP_N_STEPS:
    default:
      return _("Unknown step");
    }
}

const char *
mcp_step_get_nick (McpStep step)
{
  static const char * const nicks[] = {
    [MCP_STEP_SECRETS]       = "secrets",
    [MCP_STEP_SPAWN]         = "spawn",
    [MCP_STEP_FIRST_OUTPUT]  = "first-output",
    [MCP_STEP_RESOLVE]       = "dns",
    [MCP_STEP_CONNECT]       = "connect",
    [MCP_STEP_TLS]           = "tls",
    [MCP_STEP_RESPONSE]      = "http",
    [MCP_STEP_CONTENT_TYPE]  = "content-type",
    [MCP_STEP_AUTHORIZATION] = "authorization",
    [MCP_STEP_ERA]           = "era",
    [MCP_STEP_HANDSHAKE]     = "handshake",
  };

  G_STATIC_ASSERT (G_N_ELEMENTS (nicks) == MCP_N_STEPS);

  return step < MCP_N_STEPS ? nicks[step] : "unknown";
}
