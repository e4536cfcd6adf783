/* mcp-session-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-call-private.h"
#include "mcp-dialect.h"
#include "mcp-linter.h"
#include "mcp-message.h"
#include "mcp-session.h"

G_BEGIN_DECLS

/*
 * The inside of a session, shared by its files:
 *
 *   mcp-session.c           the object, its properties, what it tells about itself
 *   mcp-session-life.c      opening, closing, how a life ends
 *   mcp-session-sink.c      what the transport reports: bytes become records
 *   mcp-session-dispatch.c  records become answers, notifications, requests
 *   mcp-session-calls.c     outgoing requests: table, timeouts, progress, cancellation
 *   mcp-session-server.c    what was negotiated, what the server said of itself
 *   mcp-session-requests.c  the requests people make: builders, notifications, raw text
 */

/* Where a life stands; finer than the public state. */
typedef enum {
  LIFE_OPENING,    /* the transport */
  LIFE_HANDSHAKE,  /* the dialect */
  LIFE_READY,
  LIFE_ENDING,     /* the transport is being closed */
} McpLifeState;

/* One connection from spawn to exit. Owned by the session, one at a time. */
typedef struct
{
  McpLifeState   state;
  guint          number;
  McpTransport  *transport;
  McpDialect    *dialect;
  GCancellable  *cancellable;      /* of the steps of opening */

  GHashTable    *pending;          /* McpId -> McpCall: sent or queued, no answer yet */
  GHashTable    *outgoing;         /* GBytes (by address) -> Outgoing: given to the transport */
  GHashTable    *given_up;         /* McpId, value its method: an answer may still come */
  GHashTable    *raw_ids;          /* McpId: sent as they stand by the user, answered to nobody */
  GHashTable    *inbound;          /* McpId -> GCancellable: the server's requests being answered */
  GHashTable    *subscriptions;    /* uri */

  gint64         started_usec;
  gint64         spawned_usec;
  gint64         first_byte_usec;  /* on either pipe; 0 before */
  gint64         ready_usec;
  gboolean       initialized_sent;
  gboolean       output_ended;
  guint          pending_line;     /* serial of the unfinished line's row, 0 for none */

  GSource       *start_timer;      /* the handshake's two limits */
  gint64         start_deadline_usec;
  GSource       *still_timer;      /* ticks while the server says nothing */

  GError        *end_error;        /* why it is ending; NULL when asked for */
  char          *end_remedy;
  GPtrArray     *close_tasks;      /* GTask: all who asked for it */
} McpLife;

/* What is on its way out, so that ::sent can make the record. */
typedef struct
{
  McpRecordKind  kind;
  guint          flags;
  McpId         *id;       /* (nullable) */
  char          *method;   /* (nullable) */
  char          *name;     /* (nullable) */
  McpCall       *call;     /* (nullable) */
} McpOutgoing;

struct _McpSession
{
  GObject           parent_instance;

  McpProfile       *profile;
  McpJournal       *journal;
  McpHealth        *health;
  McpCatalog       *catalogs[MCP_N_CATALOGS];
  GPtrArray        *responders;      /* McpResponder, asked in order */
  gboolean          auto_list;

  McpSessionState   state;
  McpLife          *life;            /* NULL between lives */
  guint             n_lives;
  gint64            next_id;         /* goes on across lives */

  GTask            *open_task;

  GError           *error;
  char             *remedy;
  GListStore       *steps;
  GQueue            stderr_tail;     /* char *, oldest first */
  McpExit           exit;
  gboolean          has_exit;
  guint             still_starting;  /* seconds */

  /* Of the last life that got so far. */
  McpVersion        version;
  char             *asked_version;
  char             *offered_version;
  char             *client_capabilities;
  GBytes           *server_json;
  GHashTable       *capabilities;    /* path -> whether declared: answers looked up before */
  GBytes           *previous_server_json;
  gint64            handshake_usec;
  gint64            spawn_usec;
};

typedef enum {
  MCP_SESSION_PROP_0,
  MCP_SESSION_PROP_STATE,
  MCP_SESSION_PROP_PROFILE,
  MCP_SESSION_PROP_JOURNAL,
  MCP_SESSION_PROP_HEALTH,
  MCP_SESSION_PROP_STILL_STARTING,
  MCP_SESSION_PROP_PROTOCOL_VERSION,
  MCP_SESSION_N_PROPS
} McpSessionProp;

typedef enum {
  MCP_SESSION_NOTIFICATION,
  MCP_SESSION_MESSAGE_IN,
  MCP_SESSION_RESOURCE_UPDATED,
  MCP_SESSION_N_SIGNALS
} McpSessionSignal;

extern GParamSpec *mcp_session_properties[MCP_SESSION_N_PROPS];
extern guint mcp_session_signals[MCP_SESSION_N_SIGNALS];

/* mcp-session.c */
void            mcp_session_set_state          (McpSession       *self,
                                                McpSessionState   state);
void            mcp_session_set_server_json    (McpSession       *self,
                                                GBytes           *json);    /* (nullable) */
void            mcp_session_set_version        (McpSession       *self,
                                                McpVersion        version,
                                                const char       *asked,
                                                const char       *offered);
void            mcp_session_note               (McpSession       *self,
                                                const char       *type,
                                                const char       *format,
                                                ...) G_GNUC_PRINTF (3, 4);

/* mcp-connect-step.c */
McpConnectStep *mcp_connect_step_new           (const char       *name);
void            mcp_connect_step_start         (McpConnectStep   *self);
void            mcp_connect_step_end           (McpConnectStep   *self,
                                                gboolean          success,
                                                const char       *detail);

/* mcp-session-life.c */
McpConnectStep *mcp_session_get_step           (McpSession       *self,
                                                guint             i);
void            mcp_session_saw_output         (McpSession       *self,
                                                gint64            time_usec);
void            mcp_session_end_life           (McpSession       *self,
                                                GError           *error,   /* (transfer full) (nullable) */
                                                const char       *remedy); /* (nullable) */
void            mcp_session_life_closed        (McpSession       *self,
                                                const GError     *error);
void            mcp_life_free                  (McpLife          *life);

/* mcp-session-sink.c */
void            mcp_session_sink_iface_init    (McpTransportSinkInterface *iface);
void            mcp_session_transmit           (McpSession       *self,
                                                McpOutgoing      *outgoing, /* (transfer full) */
                                                GBytes           *bytes);
void            mcp_outgoing_free              (McpOutgoing      *outgoing);

/* mcp-session-dispatch.c */
void            mcp_session_dispatch           (McpSession           *self,
                                                McpMessage           *message,
                                                guint                 serial,
                                                gint64                time_usec,
                                                const McpResultFacts *facts);
void            mcp_session_cancel_inbound     (McpSession       *self);

/* mcp-session-calls.c */
void            mcp_session_cancel_call        (McpSession       *self,
                                                McpCall          *call,
                                                GError           *error,   /* (transfer full) */
                                                McpStatus         status,
                                                const char       *reason);
void            mcp_session_fail_calls         (McpSession       *self,
                                                McpLife          *life,
                                                const GError     *error);
void            mcp_session_drop_calls         (McpSession       *self,
                                                McpLife          *life);
McpCall        *mcp_session_take_call          (McpSession       *self,
                                                McpId            *id);
void            mcp_session_handle_progress    (McpSession       *self,
                                                McpMessage       *message,
                                                guint             serial);
void            mcp_session_handle_answer      (McpSession           *self,
                                                McpMessage           *message,
                                                guint                 serial,
                                                gint64                time_usec,
                                                const McpResultFacts *facts);

/* mcp-connector.c */
McpTransport   *mcp_connector_make_transport   (McpProfile       *profile,
                                                GError          **error);

G_END_DECLS
