/* mcp-listeners.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * Who listens on all interfaces of this machine, by what /proc tells. Both read files: not for the
 * main loop.
 */
GArray   *mcp_listeners_find     (GPid   leader);  /* (transfer full): guint16, ports of a process and its descendants */
gboolean  mcp_listeners_has_port (guint  port);    /* on all interfaces, and not on the loopback one alone */

G_END_DECLS
