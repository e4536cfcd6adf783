/* mcp-icon.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define MCP_ICON_MAX_BYTES (256 * 1024)
#define MCP_ICON_MAX_SIDE  1024    /* pixels */

/* Where the picture is. */
typedef enum {
  MCP_ICON_REFUSED,   /* an address that is never followed */
  MCP_ICON_DATA,      /* a data: URI */
  MCP_ICON_NETWORK,   /* an https: URL */
} McpIconSource;

/* One icon of a server, tool, resource, template or prompt (2025-11-25, basic, icons), as it was listed. */
typedef struct
{
  McpIconSource source;
  char         *src;
  char         *mime_type;  /* (nullable) */
  char         *sizes;      /* (nullable): "48x48 any" */
  char         *theme;      /* (nullable): "light", "dark" */
  guint         side;       /* the smallest in sizes, in pixels; G_MAXUINT for any, 0 for unknown */
} McpIcon;

GPtrArray     *mcp_icons_read     (const char     *object,
                                   gsize           length);  /* (element-type McpIcon) */
const McpIcon *mcp_icons_choose   (GPtrArray      *icons,
                                   guint           side,
                                   gboolean        dark,
                                   gboolean        network); /* (nullable) */
GBytes        *mcp_icon_decode    (const McpIcon  *icon,
                                   GError        **error);
gboolean       mcp_icon_check     (const McpIcon  *icon,
                                   GBytes         *file,
                                   GError        **error);
gboolean       mcp_icon_is_svg    (const McpIcon  *icon);   /* by what it is called */
char          *mcp_icon_describe  (const McpIcon  *icon);
McpIcon       *mcp_icon_copy      (const McpIcon  *icon);
void           mcp_icon_free      (McpIcon        *icon);

G_END_DECLS
