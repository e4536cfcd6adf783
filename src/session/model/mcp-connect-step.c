/* mcp-connect-step.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

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
  GObject            parent_instance;

  McpConnectStepInfo info;
  gint64             started_usec;
  gint64             ended_usec; /* 0: now */
};

G_DEFINE_FINAL_TYPE (McpConnectStep, mcp_connect_step, G_TYPE_OBJECT)

static const struct
{
  const char *nick;   /* for scripts */
  const char *title;
} words[] = {
  [MCP_STEP_SECRETS]       = { "secrets", N_("Read the keyring") },
  [MCP_STEP_SPAWN]         = { "spawn", N_("Start the program") },
  [MCP_STEP_FIRST_OUTPUT]  = { "first-output", N_("First output") },
  [MCP_STEP_RESOLVE]       = { "dns", N_("Look up the host") },
  [MCP_STEP_CONNECT]       = { "connect", N_("Connect") },
  [MCP_STEP_TLS]           = { "tls", N_("Secure the connection") },
  [MCP_STEP_RESPONSE]      = { "http", N_("HTTP answer") },
  [MCP_STEP_CONTENT_TYPE]  = { "content-type", N_("Content type") },
  [MCP_STEP_AUTHORIZATION] = { "authorization", N_("Authorization") },
  [MCP_STEP_ERA]           = { "era", N_("Era (server/discover)") },
  [MCP_STEP_HANDSHAKE]     = { "handshake", N_("Handshake") },
};

G_STATIC_ASSERT (G_N_ELEMENTS (words) == MCP_N_STEPS);

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
mcp_connect_step_finalize (GObject *object)
{
  McpConnectStep *self = MCP_CONNECT_STEP (object);

  g_clear_pointer (&self->info.detail, g_free);
  g_clear_pointer (&self->info.evidence, g_free);

  G_OBJECT_CLASS (mcp_connect_step_parent_class)->finalize (object);
}

static void
mcp_connect_step_class_init (McpConnectStepClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = mcp_connect_step_finalize;

  /**
   * McpConnectStep::changed:
   *
   * Its state, its time or what is said of it is another.
   */
  signals[CHANGED] = g_signal_new ("changed", MCP_TYPE_CONNECT_STEP, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);
}

static void
mcp_connect_step_init (McpConnectStep *self)
{
  self->info.took_usec = -1;
}

McpConnectStep *
mcp_connect_step_new (McpStep step)
{
  McpConnectStep *self = g_object_new (MCP_TYPE_CONNECT_STEP, NULL);

  self->info.step = step;

  return self;
}

static gboolean
set_text (char       **field,
          const char  *text)
{
  if (g_strcmp0 (*field, text) == 0)
    return FALSE;

  g_free (*field);
  *field = g_strdup (text);

  return TRUE;
}

/* The one way to change it: who shows it is told once. */
static void
set (McpConnectStep *self,
     McpStepState    state,
     const char     *detail,
     const char     *evidence)
{
  gboolean has_changed = self->info.state != state;
  gint64 now_usec = self->ended_usec != 0 ? self->ended_usec : g_get_monotonic_time ();

  has_changed |= set_text (&self->info.detail, detail);
  has_changed |= set_text (&self->info.evidence, evidence);
  if (!has_changed)
    return;

  if (self->info.state == MCP_STEP_RUNNING && state > MCP_STEP_RUNNING)
    self->info.took_usec = MAX (now_usec - self->started_usec, 0);
  else if (state != MCP_STEP_FAILED) /* found out later: it took what it took */
    self->info.took_usec = -1;
  self->info.state = state;
  g_signal_emit (self, signals[CHANGED], 0);
}

void
mcp_connect_step_start (McpConnectStep *self)
{
  if (self->info.state != MCP_STEP_PENDING)
    return;

  self->started_usec = g_get_monotonic_time ();
  set (self, MCP_STEP_RUNNING, self->info.detail, self->info.evidence);
}

/* Ends a running step; one that never ran, or has ended, stays as it is. */
void
mcp_connect_step_end (McpConnectStep *self,
                      gboolean        success,
                      const char     *detail)
{
  if (self->info.state != MCP_STEP_RUNNING)
    return;

  set (self, success ? MCP_STEP_DONE : MCP_STEP_FAILED, detail, self->info.evidence);
}

/* What came at @time_usec was found only now. */
void
mcp_connect_step_succeeded_at (McpConnectStep *self,
                               gint64          time_usec,
                               const char     *detail)
{
  self->ended_usec = time_usec;
  mcp_connect_step_end (self, TRUE, detail);
  self->ended_usec = 0;
}

/* Nothing had to be done here, or it was not come to. */
void
mcp_connect_step_skip (McpConnectStep *self,
                       const char     *detail)
{
  if (self->info.state != MCP_STEP_PENDING && self->info.state != MCP_STEP_RUNNING)
    return;

  set (self, MCP_STEP_NOT_NEEDED, detail, self->info.evidence);
}

/* What the doctor says of it, whatever it looked like before. */
void
mcp_connect_step_diagnose (McpConnectStep *self,
                           const char     *outcome,
                           const char     *evidence)
{
  set (self, MCP_STEP_FAILED, outcome, evidence);
}

/* Before it is tried again, or because it was not come to after all. */
void
mcp_connect_step_reset (McpConnectStep *self)
{
  set (self, MCP_STEP_PENDING, NULL, NULL);
}

const McpConnectStepInfo *
mcp_connect_step_get_info (McpConnectStep *self)
{
  g_return_val_if_fail (MCP_IS_CONNECT_STEP (self), NULL);

  return &self->info;
}

const char *
mcp_connect_step_get_name (McpConnectStep *self)
{
  g_return_val_if_fail (MCP_IS_CONNECT_STEP (self), NULL);

  return mcp_step_get_title (self->info.step);
}

const char *
mcp_step_get_title (McpStep step)
{
  return step < MCP_N_STEPS ? _(words[step].title) : _("Unknown step");
}

const char *
mcp_step_get_nick (McpStep step)
{
  return step < MCP_N_STEPS ? words[step].nick : "unknown";
}
