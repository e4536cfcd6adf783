/* mcp-browser.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

gboolean mcp_browser_is_chosen (void);
gboolean mcp_browser_start     (const char  *url,
                                GError     **error);

G_END_DECLS
