/* mcp-drift-guard.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-session.h"

G_BEGIN_DECLS

#define MCP_TYPE_DRIFT_GUARD (mcp_drift_guard_get_type ())

/*
 * Compares a server with what it was when its user accepted it, at each connect and whenever a list of it has
 * changed. Signals: changed, when the drifts are others.
 */
G_DECLARE_FINAL_TYPE (McpDriftGuard, mcp_drift_guard, MCP, DRIFT_GUARD, GObject)

McpDriftGuard *mcp_drift_guard_new          (McpSession    *session);
GListModel    *mcp_drift_guard_get_drifts   (McpDriftGuard *self);   /* (transfer none) of McpFinding, the worst first */
GBytes        *mcp_drift_guard_get_accepted (McpDriftGuard *self);   /* (transfer none) (nullable): facts */
GBytes        *mcp_drift_guard_get_current  (McpDriftGuard *self);   /* (transfer none) (nullable): facts */
gint64         mcp_drift_guard_get_accepted_wall_usec (McpDriftGuard *self);   /* 0 without */
gboolean       mcp_drift_guard_accept       (McpDriftGuard *self,
                                             GError       **error);

G_END_DECLS
