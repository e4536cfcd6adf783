/* mcp-shutdown.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <signal.h>

#include "mcp-shutdown.h"

/*
 * The shutdown of the stdio transport (specification, basic/lifecycle, "Shutdown"): close the
 * server's stdin, wait, SIGTERM, wait, SIGKILL. Signals go to the whole process group.
 *
 * When the leader is gone the rest of its group is swept: servers started through npx, uvx or
 * a shell leave descendants behind. Nobody tells us when those end, so they are polled.
 */

/* Between SIGTERM and SIGKILL for what the leader left behind. */
#define SWEEP_WAIT_USEC (300 * 1000)
#define SWEEP_POLL_MSEC 10

/* A process in an uninterruptible sleep outlives SIGKILL: give up on it. */
#define GIVE_UP_USEC (5 * G_USEC_PER_SEC)

typedef enum {
  STAGE_RUNNING,
  STAGE_STDIN_CLOSED,
  STAGE_TERM,
  STAGE_KILL,
  STAGE_DONE,
} Stage;

struct _McpShutdown
{
  McpTransport           *owner;        /* not a reference: it owns us */
  const McpShutdownFuncs *funcs;
  McpProcess             *process;
  guint                   close_wait_msec;
  guint                   term_wait_msec;

  Stage                   stage;
  gboolean                leader_ended;
  gboolean                sweeping;
  gint64                  step_usec;    /* when the last step was taken; 0 for none */
  guint                   timeout;
};

static void
take_step (McpShutdown *self,
           const char  *step)
{
  gint64 now_usec = g_get_monotonic_time ();
  gint64 waited_usec = self->step_usec > 0 ? now_usec - self->step_usec : 0;

  self->step_usec = now_usec;
  self->funcs->step (self->owner, step, waited_usec);
}

static void
finish (McpShutdown *self,
        gboolean     survivors)
{
  gboolean took_steps = self->step_usec > 0;

  g_clear_handle_id (&self->timeout, g_source_remove);
  self->stage = STAGE_DONE;
  if (took_steps && !survivors)
    take_step (self, "reaped");
  self->funcs->done (self->owner, survivors);
}

static gboolean poll_cb (gpointer user_data);

static void
start_poll (McpShutdown *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  self->timeout = g_timeout_add (SWEEP_POLL_MSEC, poll_cb, self);
}

static void
signal_group (McpShutdown *self,
              Stage        stage)
{
  self->stage = stage;
  mcp_process_signal_group (self->process, stage == STAGE_TERM ? SIGTERM : SIGKILL);
  take_step (self, stage == STAGE_TERM ? "sigterm" : "sigkill");
}

/* After SIGKILL, and for what the leader left behind. */
static gboolean
poll_cb (gpointer user_data)
{
  McpShutdown *self = user_data;
  g_autoptr (McpTransport) hold = g_object_ref (self->owner);
  gint64 waited_usec = g_get_monotonic_time () - self->step_usec;

  if (self->leader_ended && self->sweeping && !mcp_process_group_alive (self->process))
    finish (self, FALSE);
  else if (self->stage < STAGE_KILL && waited_usec >= SWEEP_WAIT_USEC)
    signal_group (self, STAGE_KILL);
  else if (self->stage == STAGE_KILL && waited_usec >= GIVE_UP_USEC)
    finish (self, TRUE);

  return G_SOURCE_CONTINUE;
}

/* The waits of the ladder, while the leader lives. */
static gboolean
ladder_cb (gpointer user_data)
{
  McpShutdown *self = user_data;
  g_autoptr (McpTransport) hold = g_object_ref (self->owner);

  self->timeout = 0;
  if (self->stage == STAGE_STDIN_CLOSED)
    {
      self->timeout = g_timeout_add (self->term_wait_msec, ladder_cb, self);
      signal_group (self, STAGE_TERM);
    }
  else
    {
      start_poll (self);
      signal_group (self, STAGE_KILL);
    }

  return G_SOURCE_REMOVE;
}

/**
 * mcp_shutdown_new:
 * @owner: who is called; not referenced
 * @funcs: what to call; must stay
 * @process: what to end
 * @close_wait_msec: how long the end of stdin may take, in milliseconds
 * @term_wait_msec: how long SIGTERM may take, in milliseconds
 *
 * Prepares to end a process. Nothing happens yet.
 *
 * Returns: (transfer full): a shutdown; @owner frees it no sooner than when it is finalized
 */
McpShutdown *
mcp_shutdown_new (McpTransport           *owner,
                  const McpShutdownFuncs *funcs,
                  McpProcess             *process,
                  guint                   close_wait_msec,
                  guint                   term_wait_msec)
{
  McpShutdown *self = g_new0 (McpShutdown, 1);

  self->owner = owner;
  self->funcs = funcs;
  self->process = g_object_ref (process);
  self->close_wait_msec = close_wait_msec;
  self->term_wait_msec = term_wait_msec;

  return self;
}

/**
 * mcp_shutdown_free:
 * @self: (transfer full): a shutdown
 *
 * Stops where it is. Not from its own callbacks.
 */
void
mcp_shutdown_free (McpShutdown *self)
{
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_object_unref (self->process);
  g_free (self);
}

/*
 * Closes the process's stdin and begins to wait. Nothing happens the second time, or when the
 * leader is gone.
 */
void
mcp_shutdown_start (McpShutdown *self)
{
  if (self->stage != STAGE_RUNNING || self->leader_ended)
    return;

  self->stage = STAGE_STDIN_CLOSED;
  self->timeout = g_timeout_add (self->close_wait_msec, ladder_cb, self);
  mcp_process_close_stdin (self->process);
  take_step (self, "close-stdin");
}

/* Goes to SIGKILL at once. */
void
mcp_shutdown_hurry (McpShutdown *self)
{
  if (self->stage >= STAGE_KILL)
    return;

  start_poll (self);
  signal_group (self, STAGE_KILL);
}

/*
 * Tells that the leader has ended, for whatever reason: the ladder stops. Its descendants may
 * still end by themselves, until mcp_shutdown_sweep().
 */
void
mcp_shutdown_leader_ended (McpShutdown *self)
{
  self->leader_ended = TRUE;
  if (self->stage < STAGE_KILL)
    g_clear_handle_id (&self->timeout, g_source_remove);
}

/**
 * mcp_shutdown_sweep:
 * @self: a shutdown whose leader has ended
 *
 * Ends what is left of the group: SIGTERM, and SIGKILL 300 ms later. Done at once when nothing is.
 */
void
mcp_shutdown_sweep (McpShutdown *self)
{
  if (self->stage == STAGE_DONE || self->sweeping)
    return;

  self->sweeping = TRUE;
  if (!mcp_process_group_alive (self->process))
    {
      finish (self, FALSE);
      return;
    }

  start_poll (self);
  if (self->stage < STAGE_KILL)
    signal_group (self, STAGE_TERM);
}
