/* mcp-session-parts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-session"

#include "config.h"

#include "mcp-session-private.h"
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
} Parts;

static void
parts_free (gpointer data)
{
  Parts *parts = data;

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
 *
 * Returns: (transfer full): a new session
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
      mcp_watchers_add (self->watchers, MCP_WATCHER (parts->catalogs[i]));
    }
  parts->health = mcp_health_new (self, profile, G_LIST_MODEL (self->questions));
  mcp_watchers_add (self->watchers, MCP_WATCHER (parts->health));
  parts->tasks = mcp_tasks_new (self);
  mcp_watchers_add (self->watchers, MCP_WATCHER (parts->tasks));
  self->parts = parts;
  self->free_parts = parts_free;

  return self;
}

McpHealth *
mcp_session_get_health (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return ((Parts *) self->parts)->health;
}

McpCatalog *
mcp_session_get_catalog (McpSession     *self,
                         McpCatalogKind  kind)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);
  g_return_val_if_fail (kind < MCP_N_CATALOGS, NULL);

  return ((Parts *) self->parts)->catalogs[kind];
}

/**
 * mcp_session_get_tasks:
 * @self: a session
 *
 * Gets what the server does in the background.
 *
 * Returns: (transfer none): the tasks, the same for the session's whole life
 */
McpTasks *
mcp_session_get_tasks (McpSession *self)
{
  g_return_val_if_fail (MCP_IS_SESSION (self), NULL);

  return ((Parts *) self->parts)->tasks;
}
