/* mcp-retry.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-retry.h"
#include "mcp-source.h"

struct _McpRetry
{
  McpRetryFunc  due;
  gpointer      owner;
  McpBackoff    backoff;
  gboolean      trying;    /* an attempt is waited for, or under way */
  gboolean      required;  /* once, whatever the profile says */
  GSource      *timer;
  gint64        due_usec;
};

McpRetry *
mcp_retry_new (McpRetryFunc due,
               gpointer     owner)
{
  McpRetry *self = g_new0 (McpRetry, 1);

  self->due = due;
  self->owner = owner;
  self->backoff = (McpBackoff) MCP_BACKOFF_INIT;

  return self;
}

void
mcp_retry_free (McpRetry *self)
{
  mcp_source_clear (&self->timer);
  g_free (self);
}

void
mcp_retry_set_backoff (McpRetry         *self,
                       const McpBackoff *backoff)
{
  self->backoff = *backoff;
}

const McpBackoff *
mcp_retry_get_backoff (McpRetry *self)
{
  return &self->backoff;
}

guint
mcp_retry_get_attempt (McpRetry *self)
{
  return self->backoff.attempt;
}

gint64
mcp_retry_get_due_usec (McpRetry *self)
{
  return self->due_usec;
}

/* The owner may wait anew, or be gone, when it was told. */
static gboolean
due_cb (gpointer user_data)
{
  McpRetry *self = user_data;

  mcp_source_clear (&self->timer);
  self->due (self->owner);

  return G_SOURCE_REMOVE;
}

/* Begins to wait for the next attempt. */
guint
mcp_retry_wait (McpRetry *self)
{
  guint msec = mcp_backoff_next (&self->backoff);

  mcp_source_clear (&self->timer);
  self->trying = TRUE;
  self->due_usec = g_get_monotonic_time () + 1000 * (gint64) msec;
  self->timer = mcp_source_attach (g_timeout_source_new (msec), due_cb, self);

  return msec;
}

/* The attempt begins now. */
void
mcp_retry_stop_waiting (McpRetry *self)
{
  mcp_source_clear (&self->timer);
}

gboolean
mcp_retry_is_trying (McpRetry *self)
{
  return self->trying;
}

/* The next loss is followed by an attempt even where people want none. */
void
mcp_retry_require (McpRetry *self)
{
  self->required = TRUE;
}

gboolean
mcp_retry_is_required (McpRetry *self)
{
  return self->required;
}

/* It has come to something, or nothing: the waits go on to grow until a connection lasts. */
void
mcp_retry_end_attempt (McpRetry *self)
{
  self->trying = FALSE;
  self->required = FALSE;
}

/* A connection has lasted. */
void
mcp_retry_count_anew (McpRetry *self)
{
  mcp_backoff_reset (&self->backoff);
}

/* Nothing is waited for any more, and the next loss begins to count anew. */
void
mcp_retry_forget (McpRetry *self)
{
  mcp_source_clear (&self->timer);
  mcp_backoff_reset (&self->backoff);
  mcp_retry_end_attempt (self);
}
