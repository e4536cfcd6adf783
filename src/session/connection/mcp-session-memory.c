/* mcp-session-memory.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-session-private.h"

/*
 * A server that writes faster than the journal can be written is not read any further while more is
 * held in memory than the profile allows: its pipe or its connection fills, and it waits. Reading
 * goes on when a part of that is on disk.
 */

#define LOOK_MSEC 50

/* How much of the limit has to be free again: the index may take half of it. */
#define GO_ON_SHARE 4

static guint64
get_limit (McpSession *self)
{
  return mcp_profile_get_settings (self->profile)->max_memory_bytes;
}

static guint64
count_held (McpSession *self)
{
  return (guint64) mcp_journal_get_memory_bytes (self->journal)
         + mcp_journal_get_held_bytes (self->journal);
}

/* Whether what comes in an exchange waits for memory. */
gboolean
mcp_session_is_memory_held (McpSession *self,
                            guint       exchange)
{
  GArray *held = self->life->memory_held;

  for (guint i = 0; held != NULL && i < held->len; i++)
    if (g_array_index (held, guint, i) == exchange)
      return TRUE;

  return FALSE;
}

/* Reads on in all that waits: there is room again, or it ends. */
void
mcp_session_unbound_memory (McpSession *self)
{
  McpLife *life = self->life;
  g_autoptr (GArray) held = g_steal_pointer (&life->memory_held);

  g_clear_handle_id (&life->memory_source, g_source_remove);
  if (held == NULL)
    return;

  mcp_session_note (self, "memory", _("reading goes on"));
  for (guint i = 0; i < held->len; i++)
    mcp_session_resume_exchange (self, g_array_index (held, guint, i));
}

static gboolean
look_cb (gpointer user_data)
{
  McpSession *self = user_data;

  if (count_held (self) > get_limit (self) - get_limit (self) / GO_ON_SHARE)
    return G_SOURCE_CONTINUE;

  self->life->memory_source = 0;
  mcp_session_unbound_memory (self);

  return G_SOURCE_REMOVE;
}

/**
 * mcp_session_bound_memory:
 * @exchange: what brought something, or %MCP_EXCHANGE_STDERR
 *
 * Behind a record: stops what brought it while too much is held.
 */
void
mcp_session_bound_memory (McpSession *self,
                          guint       exchange)
{
  McpLife *life = self->life;

  if (G_LIKELY (count_held (self) <= get_limit (self)) || life->state == LIFE_ENDING
      || life->transport == NULL || mcp_session_is_memory_held (self, exchange))
    return;

  if (life->memory_held == NULL)
    {
      g_autofree char *size = g_format_size_full (get_limit (self), G_FORMAT_SIZE_IEC_UNITS);

      life->memory_held = g_array_new (FALSE, FALSE, sizeof (guint));
      life->memory_source = g_timeout_add (LOOK_MSEC, look_cb, self);
      mcp_session_note (
          self,
          "memory",
          _("more than %s (maxMemoryBytes) is held: reading waits until it is written"),
          size);
      g_signal_emit (self, mcp_session_signals[MCP_SESSION_MEMORY_SHORT], 0, get_limit (self));
    }
  g_array_append_val (life->memory_held, exchange);
  mcp_transport_pause (life->transport, exchange);
}
