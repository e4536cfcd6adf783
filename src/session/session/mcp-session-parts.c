/* mcp-session-parts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-catalog-private.h"
#include "mcp-health-private.h"
#include "mcp-recorded.h"
#include "mcp-session.h"
#include "mcp-tasks-private.h"

/*
 * A session as people see it: a connection, and those who follow it and keep state of their own.
 * The connection knows them as watchers only.
 */

typedef struct
{
  McpCatalog *catalogs[MCP_N_CATALOGS];
  McpHealth  *health;
  McpTasks   *tasks;

  McpRecorded *recorded;  /* (nullable): it is over */
} Parts;

static Parts *
get_parts (McpSession *self)
{
  return mcp_session_get_parts (self);
}

static void
parts_free (gpointer data)
{
  Parts *parts = data;

  g_clear_pointer (&parts->recorded, mcp_recorded_free);
  for (guint i = 0; i < MCP_N_CATALOGS; i++)
    g_object_unref (parts->catalogs[i]);
  g_object_unref (parts->health);
  g_object_unref (parts->tasks);
  g_free (parts);
}

/**
 * mcp_session_new:
 * @profile: the server
 * @journal: (nullable): where its traffic goes; %NULL makes one
 *
 * Makes a session that is not connected.
 */
McpSession *
mcp_session_new (McpProfile *profile,
                 McpJournal *journal)
{
  McpSession *self;
  Parts *parts;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);
  g_return_val_if_fail (journal == NULL || MCP_IS_JOURNAL (journal), NULL);

  self = mcp_session_new_connection (profile, journal);
  parts = g_new0 (Parts, 1);
  for (guint i = 0; i < MCP_N_CATALOGS; i++)
    {
      parts->catalogs[i] = mcp_catalog_new (self, i);
      mcp_watchers_add (mcp_session_get_watchers (self), MCP_WATCHER (parts->catalogs[i]));
    }
  parts->health = mcp_health_new (self, profile, G_LIST_MODEL (mcp_session_get_questions (self)));
  mcp_watchers_add (mcp_session_get_watchers (self), MCP_WATCHER (parts->health));
  parts->tasks = mcp_tasks_new (self);
  mcp_watchers_add (mcp_session_get_watchers (self), MCP_WATCHER (parts->tasks));
  mcp_session_set_parts (self, parts, parts_free);

  return self;
}

/**
 * mcp_session_new_beside:
 * @profile: the server
 *
 * Makes a session that is used beside the one that people see: it sends nothing by itself, connects once
 * and is not remembered. Its profile is a copy.
 *
 * Returns: (transfer full): a new session, not connected
 */
McpSession *
mcp_session_new_beside (McpProfile *profile)
{
  g_autoptr (McpProfile) copy = NULL;
  McpSession *self;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  copy = mcp_profile_copy (profile);
  mcp_profile_set_temporary (copy, TRUE);
  mcp_profile_set_reconnect (copy, FALSE);
  mcp_profile_stop_probes (copy);
  self = mcp_session_new (copy, NULL);
  mcp_session_set_auto_list (self, FALSE);

  return self;
}

/**
 * mcp_session_new_recorded:
 * @profile: how the server was reached
 * @journal: what crossed, which may still be loading
 *
 * Makes a session of state %MCP_SESSION_RECORDED: it shows what was, and never connects.
 */
McpSession *
mcp_session_new_recorded (McpProfile *profile,
                          McpJournal *journal)
{
  McpSession *self;
  Parts *parts;

  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);
  g_return_val_if_fail (MCP_IS_JOURNAL (journal), NULL);

  self = mcp_session_new (profile, journal);
  parts = get_parts (self);
  parts->recorded = mcp_recorded_new (self, parts->catalogs, parts->health, parts->tasks);

  return self;
}

/**
 * mcp_session_get_n_roots:
 *
 * Gets how many roots the client has: those of the profile, or of a recording what its client
 * answered last.
 *
 * Returns: how many, or -1 when a recording does not say
 */
int
mcp_session_get_n_roots (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), -1);

  if (get_parts (self)->recorded != NULL)
    return mcp_recorded_get_n_roots (get_parts (self)->recorded);

  return (int) g_list_model_get_n_items (mcp_profile_get_roots (mcp_session_get_profile (self)));
}

/**
 * mcp_session_is_examining:
 *
 * Gets whether a recording is still being read for its tasks and for what breaks the rules.
 *
 * Returns: %TRUE until all messages that are there were looked at
 */
gboolean
mcp_session_is_examining (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), FALSE);

  return get_parts (self)->recorded != NULL
         && mcp_recorded_is_examining (get_parts (self)->recorded);
}

McpHealth *
mcp_session_get_health (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return get_parts (self)->health;
}

McpCatalog *
mcp_session_get_catalog (McpSession     *self,
                         McpCatalogKind  kind)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);
  g_return_val_if_fail (kind < MCP_N_CATALOGS, NULL);

  return get_parts (self)->catalogs[kind];
}

McpTasks *
mcp_session_get_tasks (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return get_parts (self)->tasks;
}
