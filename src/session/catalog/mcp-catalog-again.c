/* mcp-catalog-again.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-catalog-private.h"

/* Reading a list again that its server tells no changes of: every so often, and when somebody comes back to it. */

/* What was read so lately is still seen as read. */
#define RECENT_USEC G_USEC_PER_SEC

/* Whether the server says that it tells of changes. */
static gboolean
is_told (McpCatalog *self)
{
  g_autofree char *path = g_strconcat (mcp_catalog_kind_get_capability (self->kind), ".listChanged", NULL);

  return mcp_session_has_capability (self->session, path);
}

static gboolean
may_ask (McpCatalog *self)
{
  return self->session != NULL && self->directory == NULL && mcp_session_get_state (self->session) == MCP_SESSION_READY
         && mcp_session_get_auto_list (self->session)
         && (self->state == MCP_CATALOG_LOADED || self->state == MCP_CATALOG_FAILED) && !is_told (self);
}

void
mcp_catalog_disarm (McpCatalog *self)
{
  g_clear_handle_id (&self->again_source, g_source_remove);
}

static gboolean
again_cb (gpointer user_data)
{
  McpCatalog *self = user_data;

  self->again_source = 0;
  if (may_ask (self))
    mcp_catalog_refresh_soon (self);

  return G_SOURCE_REMOVE;
}

/* A load has ended: the next one comes when the settings of the server say so. */
void
mcp_catalog_arm (McpCatalog *self)
{
  guint interval_sec;

  mcp_catalog_disarm (self);
  if (!may_ask (self))
    return;

  interval_sec = mcp_profile_get_settings (mcp_session_get_profile (self->session))->list_interval_sec;
  if (interval_sec > 0)
    self->again_source = g_timeout_add_seconds (interval_sec, again_cb, self);
}

/**
 * mcp_catalog_come_back:
 *
 * Somebody looks at the list again: reads it anew if nothing would have told of changes and it was not read just now, nor is
 * said to be good for longer.
 */
void
mcp_catalog_come_back (McpCatalog *self)
{
  g_return_if_fail (MCP_IS_CATALOG (self));

  if (may_ask (self) && !mcp_catalog_is_fresh (self) && mcp_catalog_get_age_usec (self) > RECENT_USEC)
    mcp_catalog_refresh_soon (self);
}
