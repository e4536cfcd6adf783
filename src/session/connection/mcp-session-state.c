/* mcp-session-state.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-error.h"
#include "mcp-json.h"
#include "mcp-session-private.h"
#include "mcp-stdio-transport.h"

/*
 * What a session knows and tells of itself, for all of its files and for those that use it.
 */

GParamSpec *mcp_session_properties[MCP_SESSION_N_PROPS];
guint mcp_session_signals[MCP_SESSION_N_SIGNALS];

void
mcp_session_set_state (McpSession      *self,
                       McpSessionState  state)
{
  if (self->state == state)
    return;

  self->state = state;
  g_object_notify_by_pspec (G_OBJECT (self), mcp_session_properties[MCP_SESSION_PROP_STATE]);
}

/* Appends what Sounder itself did to the journal: {"type": @type, "text": …}. */
void
mcp_session_note (McpSession *self,
                  const char *type,
                  const char *format,
                  ...)
{
  g_autoptr (GBytes) bytes = NULL;
  g_autofree char *text = NULL;
  GString *json = g_string_new ("{");
  McpJournalEntry entry = { 0 };
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);

  mcp_json_append_member_string (json, "type", type);
  mcp_json_append_member_string (json, "text", text);
  g_string_append_c (json, '}');
  bytes = g_string_free_to_bytes (json);

  entry.channel = MCP_CHANNEL_SESSION;
  entry.kind = MCP_RECORD_NOTE;
  entry.life = self->n_lives;
  mcp_journal_append (self->journal, &entry, bytes);
}

/**
 * mcp_session_get_questions:
 *
 * Gets what the server asks its user: sampling and elicitation (client features).
 *
 * Returns: (transfer none): the questions, the same for the session's whole life
 */
McpQuestions *
mcp_session_get_questions (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->questions;
}

/**
 * mcp_session_get_own_tasks:
 *
 * Gets what the server asks as tasks (2025-11-25, basic/utilities/tasks).
 *
 * Returns: (transfer none): the tasks, the same for the session's whole life
 */
McpOwnTasks *
mcp_session_get_own_tasks (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->own_tasks;
}

void
mcp_session_set_auto_list (McpSession *self,
                           gboolean    auto_list)
{
  g_return_if_fail (MCP_IS_SESSION (self));

  self->auto_list = auto_list;
}

/**
 * mcp_session_lists_by_page:
 *
 * Gets whether its catalogs stop at a page until somebody asks for more. Who lists on request wants all of it.
 *
 * Returns: %TRUE if the profile says so and the session lists by itself
 */
gboolean
mcp_session_lists_by_page (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);

  return self->auto_list && mcp_profile_get_settings (self->profile)->list_by_page;
}

gboolean
mcp_session_get_auto_list (McpSession *self)
{
  return self->auto_list;
}

/* The tool of a name, if it was listed. */
McpCatalogItem *
mcp_session_find_tool (McpSession *self,
                       const char *name)
{
  return name != NULL ? mcp_watchers_find_tool (self->watchers, name) : NULL;
}

McpNegotiation *
mcp_session_get_negotiation (McpSession *self)
{
  return self->negotiation;
}

McpWatchers *
mcp_session_get_watchers (McpSession *self)
{
  return self->watchers;
}

/* What people see of a session beside its connection; it goes with it. */
void
mcp_session_set_parts (McpSession     *self,
                       gpointer        parts,
                       GDestroyNotify  free_parts)
{
  self->parts = parts;
  self->free_parts = free_parts;
}

gpointer
mcp_session_get_parts (McpSession *self)
{
  return self->parts;
}

/* It is over: what its journal has was another connection, and is looked at only. */
void
mcp_session_become_recorded (McpSession *self)
{
  self->auto_list = FALSE;
  self->n_lives = 1;
  mcp_reporter_set_derives (self->reporter, TRUE);
  mcp_reporter_set_muted (self->reporter, TRUE);
  mcp_session_set_state (self, MCP_SESSION_RECORDED);
}

McpProfile *
mcp_session_get_profile (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->profile;
}

/* Where requests go. */
const char *
mcp_session_get_url (McpSession *self)
{
  return mcp_profile_get_url (self->filled != NULL ? self->filled : self->profile);
}

McpJournal *
mcp_session_get_journal (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->journal;
}

McpReporter *
mcp_session_get_reporter (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->reporter;
}

McpSessionState
mcp_session_get_state (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), MCP_SESSION_IDLE);

  return self->state;
}

gboolean
mcp_session_is_open (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);

  return self->state == MCP_SESSION_STARTING || self->state == MCP_SESSION_READY;
}

const GError *
mcp_session_get_error (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return self->failure.error;
}

/* Whether nothing was tried, or a person stopped it: that is no failure of the server's. */
gboolean
mcp_session_was_not_started (McpSession *self)
{
  const GError *error;

  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);

  error = self->failure.error;

  return self->state == MCP_SESSION_CLOSED
         && (g_error_matches (error, MCP_ERROR, MCP_ERROR_CONSENT)
             || g_error_matches (error, MCP_ERROR, MCP_ERROR_INPUT)
             || (g_error_matches (error, MCP_ERROR, MCP_ERROR_CANCELLED)
                 && mcp_session_get_handshake_usec (self) < 0));
}

const McpFailure *
mcp_session_get_failure (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return &self->failure;
}

void
mcp_failure_clear (McpFailure *failure)
{
  g_clear_error (&failure->error);
  g_clear_pointer (&failure->remedy, g_free);
  g_clear_pointer (&failure->target, g_free);
  failure->action = MCP_REMEDY_NONE;
  failure->is_passing = FALSE;
}

guint
mcp_session_get_life (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), 0);

  return self->n_lives;
}

GListModel *
mcp_session_get_steps (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return G_LIST_MODEL (self->steps);
}

/**
 * mcp_session_dup_stderr_tail:
 *
 * Gets the last lines the server wrote to its standard error in the last life, as they came.
 *
 * Returns: (transfer full): the lines, oldest first
 */
GStrv
mcp_session_dup_stderr_tail (McpSession *self)
{
  GStrvBuilder *builder;
  GStrv lines;

  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  builder = g_strv_builder_new ();
  for (GList *l = self->stderr_tail.head; l != NULL; l = l->next)
    g_strv_builder_add (builder, l->data);

  lines = g_strv_builder_end (builder);
  g_strv_builder_unref (builder);

  return lines;
}

guint64
mcp_session_get_n_dropped_bytes (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), 0);

  return self->n_dropped_bytes;
}

gboolean
mcp_session_get_exit (McpSession *self,
                      McpExit    *status)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);

  if (self->has_exit && status != NULL)
    *status = self->exit;

  return self->has_exit;
}

McpProcess *
mcp_session_get_process (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  if (self->life == NULL || self->life->transport == NULL
      || !MCP_IS_STDIO_TRANSPORT (self->life->transport))
    return NULL;

  return mcp_stdio_transport_get_process (MCP_STDIO_TRANSPORT (self->life->transport));
}

gint64
mcp_session_get_handshake_usec (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), -1);

  return self->negotiation->took_usec;
}

gint64
mcp_session_get_spawn_usec (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), -1);

  return self->spawn_usec;
}

gint64
mcp_session_get_ready_since_usec (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), 0);

  return self->life != NULL && self->state == MCP_SESSION_READY ? mcp_start_clock_get_ready_usec (self->life->clock) : 0;
}

char *
mcp_session_describe_transport (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  if (self->life != NULL && self->life->transport != NULL)
    return mcp_transport_describe (self->life->transport);

  switch (mcp_profile_get_reach (self->profile))
    {
    case MCP_REACH_STDIO:
      return g_strdup ("stdio");
    case MCP_REACH_SOCKET:
      return g_strdup ("socket");
    case MCP_REACH_TCP:
      return g_strdup ("tcp");
    case MCP_REACH_WEBSOCKET:
      return g_strdup ("ws");
    case MCP_REACH_HTTP:
    case MCP_REACH_UNKNOWN:
    default:
      return g_strdup ("http");
    }
}
