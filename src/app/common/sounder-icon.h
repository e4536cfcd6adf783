/* sounder-icon.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-session.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_ICON (sounder_icon_get_type ())

/*
 * The icon of a server or of what it lists, for the theme that is in use; until there is one, and where there is none,
 * a symbolic one that says why. Properties: icon-name, the symbolic one; pixel-size.
 */
G_DECLARE_FINAL_TYPE (SounderIcon, sounder_icon, SOUNDER, ICON, AdwBin)

gboolean sounder_icon_show_item   (SounderIcon    *self,
                                   McpSession     *session,  /* (nullable) */
                                   McpCatalogItem *item);    /* (nullable) */
gboolean sounder_icon_show_server (SounderIcon    *self,
                                   McpSession     *session); /* (nullable) */

G_END_DECLS
