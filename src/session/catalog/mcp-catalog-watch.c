/* mcp-catalog-watch.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-catalog-private.h"

/* What a connection tells a catalog: when there is a server to ask, and that its list changed. */

static void
catalog_begins (McpWatcher *watcher)
{
  mcp_catalog_reset (MCP_CATALOG (watcher), MCP_CATALOG_EMPTY);
}

/* Reads the list again. @reset: what is there is of another connection. */
static void
load (McpCatalog *self,
      gboolean    reset)
{
  gboolean declared = mcp_session_has_list (self->session, self->kind);

  if (reset || !declared)
    mcp_catalog_reset (self, declared ? MCP_CATALOG_EMPTY : MCP_CATALOG_UNSUPPORTED);
  if (declared && mcp_session_get_auto_list (self->session))
    mcp_catalog_refresh_async (self, NULL, NULL, NULL);
}

static void
catalog_ready (McpWatcher *watcher,
               guint       attempt)
{
  load (MCP_CATALOG (watcher), TRUE);
}

static void
catalog_refresh (McpWatcher *watcher)
{
  load (MCP_CATALOG (watcher), FALSE);
}

/* Resources and their templates are told of by one notification. */
static gboolean
is_about (McpCatalog      *self,
          McpNotification  kind)
{
  switch ((int) kind)
    {
    case MCP_NOTIFICATION_TOOLS_CHANGED:
      return self->kind == MCP_CATALOG_TOOLS;

    case MCP_NOTIFICATION_RESOURCES_CHANGED:
      return self->kind == MCP_CATALOG_RESOURCES || self->kind == MCP_CATALOG_TEMPLATES;

    case MCP_NOTIFICATION_PROMPTS_CHANGED:
      return self->kind == MCP_CATALOG_PROMPTS;

    default:
      return FALSE;
    }
}

static void
catalog_notified (McpWatcher      *watcher,
                  McpNotification  kind,
                  McpMessage      *message,
                  guint            serial)
{
  McpCatalog *self = MCP_CATALOG (watcher);

  if (!is_about (self, kind))
    return;

  mcp_catalog_set_stale (self);
  if (mcp_session_get_auto_list (self->session)
      && mcp_session_get_state (self->session) == MCP_SESSION_READY)
    mcp_catalog_refresh_soon (self);
}

static McpCatalogItem *
catalog_find_tool (McpWatcher *watcher,
                   const char *name)
{
  McpCatalog *self = MCP_CATALOG (watcher);

  return self->kind == MCP_CATALOG_TOOLS ? mcp_catalog_find (self, name) : NULL;
}

static gboolean
catalog_list_tools (McpWatcher          *watcher,
                    GCancellable        *cancellable,
                    GAsyncReadyCallback  callback,
                    gpointer             user_data)
{
  McpCatalog *self = MCP_CATALOG (watcher);

  if (self->kind != MCP_CATALOG_TOOLS)
    return FALSE;

  mcp_catalog_refresh_async (self, cancellable, callback, user_data);

  return TRUE;
}

void
mcp_catalog_watcher_iface_init (McpWatcherInterface *iface)
{
  iface->begins = catalog_begins;
  iface->ready = catalog_ready;
  iface->refresh = catalog_refresh;
  iface->notified = catalog_notified;
  iface->find_tool = catalog_find_tool;
  iface->list_tools = catalog_list_tools;
}
