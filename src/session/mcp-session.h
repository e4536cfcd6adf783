/* mcp-session.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-call.h"
#include "mcp-catalog.h"
#include "mcp-health.h"
#include "mcp-journal.h"
#include "mcp-process.h"
#include "mcp-profile.h"
#include "mcp-responder.h"
#include "mcp-transport.h"
#include "mcp-version.h"

G_BEGIN_DECLS

typedef enum {
  MCP_SESSION_IDLE,      /* never connected */
  MCP_SESSION_STARTING,  /* spawning, handshake */
  MCP_SESSION_READY,
  MCP_SESSION_CLOSING,   /* the shutdown ladder */
  MCP_SESSION_CLOSED,    /* see the error: NULL when we asked for it */
} McpSessionState;

typedef enum {
  MCP_STEP_PENDING,
  MCP_STEP_RUNNING,
  MCP_STEP_DONE,
  MCP_STEP_FAILED,
} McpStepState;

#define MCP_TYPE_CONNECT_STEP (mcp_connect_step_get_type ())

/* One step of reaching the server. Properties: name, state, took-usec, detail. */
G_DECLARE_FINAL_TYPE (McpConnectStep, mcp_connect_step, MCP, CONNECT_STEP, GObject)

const char   *mcp_connect_step_get_name      (McpConnectStep *self); /* translated: "Start the program" */
McpStepState  mcp_connect_step_get_state     (McpConnectStep *self);
gint64        mcp_connect_step_get_took_usec (McpConnectStep *self); /* -1 until it ended */
const char   *mcp_connect_step_get_detail    (McpConnectStep *self); /* (nullable) */

#define MCP_TYPE_SESSION (mcp_session_get_type ())

/*
 * One per shown server, over all its lives. Properties: state, profile, journal, health,
 * still-starting-seconds (0, or since when the server says nothing: from 3 s on), protocol-version.
 * Signals: notification (McpMessage, guint serial), message-in (McpMessage, guint serial): every
 * inbound message, after it was handled; resource-updated (char *uri).
 */
G_DECLARE_FINAL_TYPE (McpSession, mcp_session, MCP, SESSION, GObject)

McpSession      *mcp_session_new                   (McpProfile          *profile,
                                                    McpJournal          *journal); /* (nullable): makes one */
McpProfile      *mcp_session_get_profile           (McpSession          *self);
McpJournal      *mcp_session_get_journal           (McpSession          *self);
McpHealth       *mcp_session_get_health            (McpSession          *self);
McpCatalog      *mcp_session_get_catalog           (McpSession          *self,
                                                    McpCatalogKind       kind);
void             mcp_session_set_responder         (McpSession          *self,
                                                    McpResponder        *responder); /* asked before the built-in ones */
void             mcp_session_set_auto_list         (McpSession          *self,
                                                    gboolean             auto_list); /* fill the catalogs when ready and on list_changed; default TRUE */

/* Lifecycle. */
void             mcp_session_open_async            (McpSession          *self,
                                                    GCancellable        *cancellable,
                                                    GAsyncReadyCallback  callback,
                                                    gpointer             user_data);
gboolean         mcp_session_open_finish           (McpSession          *self,
                                                    GAsyncResult        *result,
                                                    GError             **error);
void             mcp_session_close_async           (McpSession          *self,
                                                    GCancellable        *cancellable, /* cancelled: SIGKILL now */
                                                    GAsyncReadyCallback  callback,
                                                    gpointer             user_data);
gboolean         mcp_session_close_finish          (McpSession          *self,
                                                    GAsyncResult        *result,
                                                    GError             **error);
void             mcp_session_restart_async         (McpSession          *self,
                                                    GCancellable        *cancellable,
                                                    GAsyncReadyCallback  callback,
                                                    gpointer             user_data);
gboolean         mcp_session_restart_finish        (McpSession          *self,
                                                    GAsyncResult        *result,
                                                    GError             **error);
void             mcp_session_kill                  (McpSession          *self);       /* at once; the application is dying */
McpSessionState  mcp_session_get_state             (McpSession          *self);
gboolean         mcp_session_is_open               (McpSession          *self);       /* STARTING or READY */
const GError    *mcp_session_get_error             (McpSession          *self);       /* (nullable): why the last life ended */
const char      *mcp_session_get_remedy            (McpSession          *self);       /* (nullable): what to do about it */
guint            mcp_session_get_life              (McpSession          *self);       /* 0 before the first */
GListModel      *mcp_session_get_steps             (McpSession          *self);       /* of McpConnectStep, of the last connect */
GStrv            mcp_session_dup_stderr_tail       (McpSession          *self);       /* last lines, oldest first */
gboolean         mcp_session_get_exit              (McpSession          *self,
                                                    McpExit             *status);     /* of the last life's process */
McpProcess      *mcp_session_get_process           (McpSession          *self);       /* (nullable) */
gint64           mcp_session_get_handshake_usec    (McpSession          *self);       /* -1 */
gint64           mcp_session_get_spawn_usec        (McpSession          *self);       /* spawn to first byte; -1 */
gint64           mcp_session_get_ready_since_usec  (McpSession          *self);       /* monotonic; 0 */
char            *mcp_session_describe_transport    (McpSession          *self);       /* "stdio · pid 4821" */

/* What was negotiated. All JSON is the server's own tokens. */
McpVersion       mcp_session_get_version           (McpSession          *self);
const char      *mcp_session_get_asked_version     (McpSession          *self);       /* (nullable) */
const char      *mcp_session_get_offered_version   (McpSession          *self);       /* (nullable): what the server answered */
char            *mcp_session_dup_negotiation       (McpSession          *self);       /* one translated sentence */
GBytes          *mcp_session_get_server_json       (McpSession          *self);       /* (nullable): initialize's result */
GBytes          *mcp_session_get_previous_server_json (McpSession       *self);       /* (nullable): of the life before */
char            *mcp_session_dup_client_capabilities (McpSession        *self);       /* JSON */
char            *mcp_session_lookup                (McpSession          *self,
                                                    const char          *path);       /* (nullable): string at "serverInfo.title" */
gboolean         mcp_session_has_capability        (McpSession          *self,
                                                    const char          *path);       /* "resources.subscribe"; an object or true */

/* Requests. */
void             mcp_session_call_async            (McpSession          *self,
                                                    McpCall             *call,
                                                    GCancellable        *cancellable,
                                                    GAsyncReadyCallback  callback,
                                                    gpointer             user_data);
gboolean         mcp_session_call_finish           (McpSession          *self,
                                                    GAsyncResult        *result,
                                                    GError             **error);
void             mcp_session_start_call            (McpSession          *self,
                                                    McpCall             *call);       /* without a callback: ::finished */
void             mcp_session_notify                (McpSession          *self,
                                                    const char          *method,
                                                    const char          *params);     /* (nullable) */
gboolean         mcp_session_send_raw              (McpSession          *self,
                                                    GBytes              *bytes,
                                                    GError             **error);      /* exactly this, and a newline */
void             mcp_session_subscribe_async       (McpSession          *self,
                                                    const char          *uri,
                                                    gboolean             subscribe,
                                                    GCancellable        *cancellable,
                                                    GAsyncReadyCallback  callback,
                                                    gpointer             user_data);
gboolean         mcp_session_subscribe_finish      (McpSession          *self,
                                                    GAsyncResult        *result,
                                                    GError             **error);
gboolean         mcp_session_is_subscribed         (McpSession          *self,
                                                    const char          *uri);
McpCall         *mcp_session_new_tool_call         (const char          *name,
                                                    const char          *arguments);  /* (nullable) JSON object */
McpCall         *mcp_session_new_resource_read     (const char          *uri);
McpCall         *mcp_session_new_prompt_get        (const char          *name,
                                                    const char          *arguments);  /* (nullable) JSON object of strings */
McpCall         *mcp_session_new_completion        (gboolean             is_prompt,
                                                    const char          *ref,         /* prompt name or URI template */
                                                    const char          *argument,
                                                    const char          *value,
                                                    const char          *context);    /* (nullable) JSON object of strings */
McpCall         *mcp_session_new_set_level         (const char          *level);

/* Adds a finding about a record. The linter and the dialects use it. */
void             mcp_session_report                (McpSession          *self,
                                                    guint                serial,
                                                    const char          *rule,
                                                    const char          *format,
                                                    ...) G_GNUC_PRINTF (4, 5);

G_END_DECLS
