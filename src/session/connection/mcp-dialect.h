/* mcp-dialect.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-connection.h"
#include "mcp-version.h"

G_BEGIN_DECLS

#define MCP_TYPE_DIALECT (mcp_dialect_get_type ())
G_DECLARE_DERIVABLE_TYPE (McpDialect, mcp_dialect, MCP, DIALECT, GObject)

/* How one era opens, sends, cancels and watches. Only dialects know methods and _meta keys. */
struct _McpDialectClass
{
  GObjectClass parent_class;

  /* The handshake. Completes when the session may be used. */
  void        (*open_async)     (McpDialect          *self,
                                 McpSession          *session,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data);
  gboolean    (*open_finish)    (McpDialect          *self,
                                 GAsyncResult        *result,
                                 GError             **error);
  /* The params to send for a call: adds _meta as the era asks. NULL: none. */
  char       *(*prepare)        (McpDialect          *self,
                                 McpCall             *call);
  /* What HTTP headers a call is sent with: names and values in turn. NULL: none but those that stay. */
  char      **(*dup_headers)    (McpDialect          *self,
                                 McpSession          *session,
                                 McpCall             *call);
  /* Tells the server that a call is given up. */
  void        (*cancel)         (McpDialect          *self,
                                 McpSession          *session,
                                 McpCall             *call,
                                 const char          *reason);
  void        (*subscribe_async) (McpDialect         *self,
                                 McpSession          *session,
                                 const char          *uri,
                                 gboolean             subscribe,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data);
  gboolean    (*subscribe_finish) (McpDialect        *self,
                                 GAsyncResult        *result,
                                 GError             **error);
};

McpDialect *mcp_legacy_dialect_new (void);

G_END_DECLS
