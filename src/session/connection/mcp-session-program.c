/* mcp-session-program.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-program-watch.h"
#include "mcp-session-private.h"
#include "mcp-source.h"

/*
 * A program that is edited and built while it is tried. Its files are watched from before it is
 * started until it was closed on purpose: the one that failed to start is the one that is repaired.
 */

/* A program that writes its own files when it starts is not restarted for ever: only so often in a
 * row when it has run for less. */
#define MAX_RESTARTS 5
#define LASTED_SEC   5

struct _McpProgramRestarts
{
  McpProgramWatch *watch;
  GSource         *timer;
  gint64           started_usec;
  guint            lasted_sec; /* LASTED_SEC, but for tests */
  guint            n_restarts; /* by itself, of one that had not run that long, in a row */
};

static gboolean
may_restart (McpProgramRestarts *program)
{
  if (g_get_monotonic_time () - program->started_usec >= program->lasted_sec * G_USEC_PER_SEC)
    program->n_restarts = 0;

  return program->n_restarts < MAX_RESTARTS;
}

static gboolean
restart_cb (gpointer data)
{
  McpSession *self = data;
  McpProgramRestarts *program = self->program;

  mcp_source_clear (&program->timer);
  if (!mcp_program_watch_get_changed (program->watch)
      || !mcp_profile_get_settings (self->profile)->restart_on_change
      || (self->life != NULL && self->life->state == LIFE_ENDING))
    return G_SOURCE_REMOVE;

  if (!may_restart (program))
    {
      mcp_session_note (self, "program", _("the program changed, and was restarted %u times in a "
                                           "row already: not restarting it by itself"),
                        MAX_RESTARTS);
      return G_SOURCE_REMOVE;
    }

  program->n_restarts++;
  mcp_session_note (self, "program", _("the program changed: restarting it"));
  mcp_session_restart_async (self, NULL, NULL, NULL);

  return G_SOURCE_REMOVE;
}

/* From the main loop: a life may be at its end right now. */
static void
restart_soon (McpSession *self)
{
  if (self->program->timer == NULL && mcp_profile_get_settings (self->profile)->restart_on_change)
    self->program->timer = mcp_source_attach (g_timeout_source_new (0), restart_cb, self);
}

static void
program_changed_cb (McpSession *self)
{
  g_object_notify_by_pspec (G_OBJECT (self),
                            mcp_session_properties[MCP_SESSION_PROP_PROGRAM_CHANGED]);
  if (mcp_program_watch_get_changed (self->program->watch))
    restart_soon (self);
}

static void
state_changed_cb (McpSession *self)
{
  McpProgramRestarts *program = self->program;

  /* It changed while it was ending. */
  if ((self->state == MCP_SESSION_CLOSED || self->state == MCP_SESSION_WAITING)
      && mcp_program_watch_get_changed (program->watch))
    restart_soon (self);
}

/* The next life begins: what is started is what is on the disk now. */
void
mcp_session_program_starts (McpSession *self)
{
  if (self->program == NULL)
    return;

  self->program->started_usec = g_get_monotonic_time ();
  mcp_program_watch_start (self->program->watch, self->filled != NULL ? self->filled : self->profile);
}

/* Somebody closed it. */
void
mcp_session_program_closed (McpSession *self)
{
  if (self->program == NULL)
    return;

  mcp_source_clear (&self->program->timer);
  mcp_program_watch_stop (self->program->watch);
}

void
mcp_program_restarts_free (McpProgramRestarts *program)
{
  mcp_source_clear (&program->timer);
  g_object_unref (program->watch);
  g_free (program);
}

/* For tests: how long a program has to run so that its next restart is counted as the first. */
void
mcp_session_set_program_lasts (McpSession *self,
                               guint       seconds)
{
  self->program->lasted_sec = seconds;
}

/**
 * mcp_session_watch_program:
 * @self: a session that was not opened yet
 *
 * Watches the files that the command line names, each time that they are started: see
 * mcp_session_is_program_changed(). When they change the server is restarted if its profile says
 * so, also when it has failed.
 */
void
mcp_session_watch_program (McpSession *self)
{
  g_return_if_fail (MCP_IS_SESSION (self));

  if (self->program != NULL)
    return;

  self->program = g_new0 (McpProgramRestarts, 1);
  self->program->lasted_sec = LASTED_SEC;
  self->program->watch = mcp_program_watch_new ();
  g_signal_connect_object (self->program->watch, "notify::changed",
                           G_CALLBACK (program_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::state", G_CALLBACK (state_changed_cb), NULL);
}

/**
 * mcp_session_is_program_changed:
 *
 * Tells whether the files of the program are others than those that were started, and complete.
 *
 * Returns: %FALSE of what is not watched
 */
gboolean
mcp_session_is_program_changed (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);

  return self->program != NULL && mcp_program_watch_get_changed (self->program->watch);
}
