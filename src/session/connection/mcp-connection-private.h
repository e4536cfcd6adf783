/* mcp-connection-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-connection.h"
#include "mcp-method.h"
#include "mcp-negotiation.h"
#include "mcp-watcher.h"

G_BEGIN_DECLS

/* For those who follow a connection or fill one from a recording; people need none of it. */

McpSession     *mcp_session_new_connection     (McpProfile       *profile,
                                                McpJournal       *journal); /* (nullable) */
gboolean        mcp_session_get_auto_list      (McpSession       *self);
McpCatalogItem *mcp_session_find_tool          (McpSession       *self,
                                                const char       *name);    /* (transfer none) (nullable) */
void            mcp_session_negotiated         (McpSession       *self);
McpNotification mcp_session_judge_notification (McpSession       *self,
                                                const char       *method,
                                                guint             serial);
McpNegotiation *mcp_session_get_negotiation    (McpSession       *self);
McpWatchers    *mcp_session_get_watchers       (McpSession       *self);
void            mcp_session_set_parts          (McpSession       *self,
                                                gpointer          parts,
                                                GDestroyNotify    free_parts);
gpointer        mcp_session_get_parts          (McpSession       *self);
void            mcp_session_become_recorded    (McpSession       *self);
void            mcp_session_note               (McpSession       *self,
                                                const char       *type,
                                                const char       *format,
                                                ...) G_GNUC_PRINTF (3, 4);
void            mcp_session_release_calls      (McpSession       *self);
void            mcp_session_abandon_call       (McpSession       *self,
                                                McpCall          *call,
                                                GError           *error);  /* (transfer full) */
void            mcp_session_reconnect          (McpSession       *self);

/* An entry of inputRequests, of a call's round or of a task. */
typedef struct
{
  const char *key;
  const char *method;
  const char *params;  /* a JSON object */
  gsize       length;
  McpCall    *call;    /* (nullable) */
  guint       round;
  guint       serial;
} McpInputRequest;

GError         *mcp_session_check_input        (McpSession       *self,
                                                guint             serial,
                                                const char       *key,
                                                const char       *method); /* (nullable) */
void            mcp_session_ask_input_async    (McpSession       *self,
                                                const McpInputRequest *request,
                                                GCancellable     *cancellable,
                                                GAsyncReadyCallback callback,
                                                gpointer          user_data);
char           *mcp_session_ask_input_finish   (GAsyncResult     *result,
                                                GError          **error);

G_END_DECLS
