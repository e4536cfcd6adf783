/* mcp-resource-contents.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/* One of the contents of a resource (server/resources, ResourceContents), decoded. */
GBytes *mcp_resource_contents_dup_bytes (const char  *contents,
                                         gsize        length,
                                         gboolean    *is_binary,  /* (out) (optional): it is a blob */
                                         GError     **error);

G_END_DECLS
