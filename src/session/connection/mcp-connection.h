/* mcp-connection.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-authorizer.h"
#include "mcp-call.h"
#include "mcp-catalog-item.h"
#include "mcp-connect-step.h"
#include "mcp-era.h"
#include "mcp-journal.h"
#include "mcp-own-tasks.h"
#include "mcp-process.h"
#include "mcp-profile.h"
#include "mcp-questions.h"
#include "mcp-remedy.h"
#include "mcp-reporter.h"
#include "mcp-responder.h"
#include "mcp-subscription.h"
#include "mcp-transport.h"
#include "mcp-revision.h"

G_BEGIN_DECLS

typedef enum {
  MCP_SESSION_IDLE,      /* never connected */
  MCP_SESSION_STARTING,  /* spawning, handshake */
  MCP_SESSION_READY,
  MCP_SESSION_CLOSING,   /* the shutdown ladder, or DELETE */
  MCP_SESSION_CLOSED,    /* see the error: NULL when we asked for it */
  MCP_SESSION_WAITING,   /* closed, and will connect again by itself: see the error and mcp_session_get_retry() */
  MCP_SESSION_RECORDED,  /* of a recording, or of what another program writes: it never connects */
} McpSessionState;

/* Why a connection ended. */
typedef struct
{
  GError          *error;      /* (nullable): it was asked for */
  char            *remedy;     /* (nullable): what to do about it, for people */
  McpRemedyAction  action;     /* the same as something to be done, where it is known */
  char            *target;     /* (nullable): of the action */
  gboolean         is_passing; /* trying again may do */
} McpFailure;

#define MCP_TYPE_SESSION (mcp_session_get_type ())

/*
 * One per shown server, over all its lives. Properties: state, profile, journal,
 * still-starting-seconds (0, or since when the server says nothing: from 3 s on), protocol-version.
 * Signals: notification (McpMessage, guint serial), message-in (McpMessage, guint serial): every
 * inbound message, after it was handled; resource-updated (char *uri).
 */
G_DECLARE_FINAL_TYPE (McpSession, mcp_session, MCP, SESSION, GObject)

McpProfile      *mcp_session_get_profile           (McpSession          *self);
McpJournal      *mcp_session_get_journal           (McpSession          *self);
McpReporter     *mcp_session_get_reporter          (McpSession          *self); /* whom to tell of broken rules */
McpQuestions    *mcp_session_get_questions         (McpSession          *self);
McpOwnTasks     *mcp_session_get_own_tasks         (McpSession          *self);
void             mcp_session_set_auto_list         (McpSession          *self,
                                                    gboolean             auto_list); /* fill the catalogs when ready and on list_changed; default TRUE */
gboolean         mcp_session_lists_by_page         (McpSession          *self);
void             mcp_session_set_bare              (McpSession          *self,
                                                    gboolean             bare);      /* the next connections: nothing is said by itself */

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
gboolean         mcp_session_was_not_started       (McpSession          *self);       /* it was not even tried */
const McpFailure *mcp_session_get_failure          (McpSession          *self);       /* the same error, with a remedy */
guint            mcp_session_get_life              (McpSession          *self);       /* 0 before the first */
GListModel      *mcp_session_get_steps             (McpSession          *self);       /* of McpConnectStep, of the last connect */
guint64 mcp_session_get_n_dropped_bytes (McpSession *self); /* that came while it was closed */
GStrv            mcp_session_dup_stderr_tail       (McpSession          *self);       /* last lines, oldest first */
gboolean         mcp_session_get_exit              (McpSession          *self,
                                                    McpExit             *status);     /* of the last life's process */
McpProcess      *mcp_session_get_process           (McpSession          *self);       /* (nullable) */
gint64           mcp_session_get_handshake_usec    (McpSession          *self);       /* -1 */
gint64           mcp_session_get_spawn_usec        (McpSession          *self);       /* spawn to first byte; -1 */
gint64           mcp_session_get_ready_since_usec  (McpSession          *self);       /* monotonic; 0 */
char            *mcp_session_describe_transport    (McpSession          *self);       /* "stdio · pid 4821" */

/* Watching what was started; see also McpSession:program-changed. */
void             mcp_session_watch_program         (McpSession          *self);       /* before it is opened */
gboolean         mcp_session_is_program_changed    (McpSession          *self);

/* Connecting again by itself (seeds L13). @attempt is 1 for the first; @at_usec is monotonic. */
gboolean         mcp_session_get_retry             (McpSession          *self,
                                                    guint               *attempt,
                                                    gint64              *at_usec);    /* FALSE unless WAITING */
void             mcp_session_retry_now             (McpSession          *self);       /* WAITING: do not wait */
void             mcp_session_stop_retrying         (McpSession          *self);       /* WAITING: becomes CLOSED */

/* What HTTP has. */
const char      *mcp_session_get_http_session_id   (McpSession          *self);       /* (nullable): MCP-Session-Id; secret */
GListModel      *mcp_session_get_streams           (McpSession          *self);       /* (transfer none) (nullable) of McpHttpStream; of the present life */
McpCertificate  *mcp_session_get_certificate       (McpSession          *self);       /* (transfer none) (nullable): of the last connect */
McpStep          mcp_session_get_failed_step       (McpSession          *self);       /* MCP_N_STEPS: none failed */
McpTransport    *mcp_session_get_transport         (McpSession          *self);       /* (transfer none) (nullable): of the present life */

McpAuthorizer   *mcp_session_get_authorizer        (McpSession          *self);       /* (transfer none) (nullable): not HTTP, or the user set a header */

/* What is spoken, and what only some revisions have. */
McpRevision      mcp_session_get_revision          (McpSession          *self);
gboolean         mcp_session_has_feature           (McpSession          *self,
                                                    McpFeature           feature);
McpEra           mcp_session_get_era               (McpSession          *self);
const char      *mcp_session_get_era_evidence      (McpSession          *self);       /* (nullable): translated: why it is this one */
McpSubscription *mcp_session_listen                (McpSession          *self,
                                                    const char          *filter);     /* JSON object; (transfer full) */
GListModel      *mcp_session_get_subscriptions     (McpSession          *self);       /* (transfer none) of McpSubscription */

/* What was negotiated. All JSON is the server's own tokens. */
McpVersion       mcp_session_get_version           (McpSession          *self);
const char      *mcp_session_get_asked_version     (McpSession          *self);       /* (nullable) */
char            *mcp_session_dup_negotiation       (McpSession          *self);       /* one translated sentence */
GBytes          *mcp_session_get_server_json       (McpSession          *self);       /* (nullable): initialize's result */
GBytes          *mcp_session_get_previous_server_json (McpSession       *self);       /* (nullable): of the life before */
char            *mcp_session_dup_client_capabilities (McpSession        *self);       /* JSON */
char            *mcp_session_dup_client_info       (McpSession          *self);       /* (nullable): JSON: who was the client of a recording */
char            *mcp_session_dup_server_info       (McpSession          *self);       /* (nullable): JSON: what the server says it is */
char            *mcp_session_lookup                (McpSession          *self,
                                                    const char          *path);       /* (nullable): string at "serverInfo.title" */
gboolean         mcp_session_has_capability        (McpSession          *self,
                                                    const char          *path);       /* "resources.subscribe"; an object or true */
char           **mcp_session_dup_missing           (McpSession          *self,
                                                    const char          *required);   /* (nullable): "tools,logging" */
void             mcp_session_check_required        (McpSession          *self,
                                                    const char          *required);   /* (nullable) */
void             mcp_session_find_listeners_async  (McpSession          *self,
                                                    GCancellable        *cancellable,
                                                    GAsyncReadyCallback  callback,
                                                    gpointer             user_data);
gboolean         mcp_session_find_listeners_finish (McpSession          *self,
                                                    GAsyncResult        *result);
gboolean         mcp_session_reads_directories     (McpSession          *self);
gboolean         mcp_session_has_extension         (McpSession          *self,
                                                    const char          *id);
gboolean         mcp_session_has_list              (McpSession          *self,
                                                    McpCatalogKind       kind);

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
void             mcp_session_judge_call            (McpSession          *self,
                                                    McpCall             *call);       /* when its tool was listed after it */
void             mcp_session_notify                (McpSession          *self,
                                                    const char          *method,
                                                    const char          *params);     /* (nullable) */
gboolean         mcp_session_may_call_tool         (McpSession          *self,
                                                    const char          *name,
                                                    GError             **error);      /* FALSE: it is excluded over HTTP */
gboolean         mcp_session_send_raw              (McpSession          *self,
                                                    GBytes              *bytes,
                                                    GError             **error);      /* exactly this, and a newline */
gboolean         mcp_session_send_raw_message      (McpSession          *self,
                                                    McpMessage          *message,     /* that nobody else sends */
                                                    gboolean             with_line_end,
                                                    GError             **error);
guint64          mcp_session_send_exact            (McpSession          *self,
                                                    McpMessage          *message,     /* (nullable): none; HTTP */
                                                    const McpSendOptions *options,    /* (nullable) */
                                                    GError             **error);      /* a ticket; 0 */
void             mcp_session_abandon               (McpSession          *self,
                                                    guint64              ticket);
gint64           mcp_session_take_id               (McpSession          *self);       /* an id that no request of this session has */
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
McpCall         *mcp_session_new_directory_read    (const char          *uri,
                                                    const char          *cursor);  /* (nullable) JSON */
McpCall         *mcp_session_new_resource_read     (const char          *uri);
McpCall         *mcp_session_new_prompt_get        (const char          *name,
                                                    const char          *arguments);  /* (nullable) JSON object of strings */
McpCall         *mcp_session_new_completion        (gboolean             is_prompt,
                                                    const char          *ref,         /* prompt name or URI template */
                                                    const char          *argument,
                                                    const char          *value,
                                                    const char          *context);    /* (nullable) JSON object of strings */
McpCall         *mcp_session_new_set_level         (const char          *level);

G_END_DECLS
