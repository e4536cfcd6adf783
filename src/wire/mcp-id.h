/* mcp-id.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#define MCP_TYPE_ID (mcp_id_get_type ())

/* A JSON-RPC id, typed: 1 and "1" differ. Immutable, reference counted. */
typedef struct _McpId McpId;

GType       mcp_id_get_type       (void) G_GNUC_CONST;
McpId      *mcp_id_new_integer    (gint64       value);
McpId      *mcp_id_new_string     (const char  *value);
McpId      *mcp_id_new_from_token (const char  *token,
                                   gsize        length);
McpId      *mcp_id_ref            (McpId       *self);
void        mcp_id_unref          (McpId       *self);
gboolean    mcp_id_is_string      (const McpId *self);
gboolean    mcp_id_is_null        (const McpId *self);
gboolean    mcp_id_get_integer    (const McpId *self,
                                   gint64      *value);
const char *mcp_id_get_token      (const McpId *self);
guint       mcp_id_hash           (gconstpointer self);
gboolean    mcp_id_equal          (gconstpointer a,
                                   gconstpointer b);
guint64     mcp_id_token_hash64   (const char  *token,
                                   gsize        length);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpId, mcp_id_unref)

G_END_DECLS
