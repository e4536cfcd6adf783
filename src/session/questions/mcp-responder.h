/* mcp-responder.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-message.h"
#include "mcp-profile.h"

G_BEGIN_DECLS

#define MCP_TYPE_RESPONDER (mcp_responder_get_type ())
G_DECLARE_INTERFACE (McpResponder, mcp_responder, MCP, RESPONDER, GObject)

/* Answers the server's own requests (roots, sampling, elicitation). */
struct _McpResponderInterface
{
  GTypeInterface parent_iface;

  /* Adds what it stands for to the client's capabilities ("roots": {…}), as JSON members. */
  void   (*append_capabilities) (McpResponder        *self,
                                 GString             *members);
  /* Whether this one answers @method. */
  gboolean (*handles)           (McpResponder        *self,
                                 const char          *method);
  /* @serial is that of the record that asks; 0 for none. */
  void   (*respond_async)       (McpResponder        *self,
                                 McpMessage          *request,
                                 guint                serial,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             user_data);
  /* The result's JSON; or NULL with an error, and @code set to the JSON-RPC code to answer with. */
  char  *(*respond_finish)      (McpResponder        *self,
                                 GAsyncResult        *result,
                                 gint64              *code,
                                 GError             **error);
};

void      mcp_responder_append_capabilities (McpResponder         *self,
                                             GString              *members);
gboolean  mcp_responder_handles             (McpResponder         *self,
                                             const char           *method);
void      mcp_responder_respond_async       (McpResponder         *self,
                                             McpMessage           *request,
                                             guint                 serial,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
char     *mcp_responder_respond_finish      (McpResponder         *self,
                                             GAsyncResult         *result,
                                             gint64               *code,
                                             GError              **error);

/* The result of roots/list, as JSON. */
char         *mcp_roots_to_result           (McpRoot            **roots,
                                             guint                n_roots);
char         *mcp_profile_dup_roots_result  (McpProfile          *profile);
/* Answers roots/list with the profile's roots. */
McpResponder *mcp_roots_responder_new       (McpProfile           *profile);
/* Refuses sampling and elicitation (and all else) with -32601 and the reason. */
McpResponder *mcp_refusing_responder_new    (void);

G_END_DECLS
