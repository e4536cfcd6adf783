/* mcp-media.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

const char *mcp_media_get_picture_type  (GBytes *file);   /* (nullable) */
gboolean    mcp_media_read_picture_size (GBytes *file,
                                         guint  *width,
                                         guint  *height);
GBytes     *mcp_media_strip_picture     (GBytes *file);
gboolean    mcp_media_is_svg            (GBytes *file);

G_END_DECLS
