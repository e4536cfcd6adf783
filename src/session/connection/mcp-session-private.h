/* mcp-session-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-call-private.h"
#include "mcp-call-table.h"
#include "mcp-dialect.h"
#include "mcp-doctor.h"
#include "mcp-exchange-numbers.h"
#include "mcp-http-session.h"
#include "mcp-inbound.h"
#include "mcp-linter.h"
#include "mcp-message.h"
#include "mcp-connection-private.h"
#include "mcp-resource-watch.h"
#include "mcp-retry.h"
#include "mcp-seen.h"
#include "mcp-start-clock.h"
#include "mcp-stream-echo.h"

G_BEGIN_DECLS

/*
 * The inside of a session, shared by its files:
 *
 *   mcp-watcher.c           who follows a connection
 *   mcp-session.c           the object and its properties
 *   mcp-session-state.c     what it knows and tells of itself
 *   mcp-session-steps.c     the steps of connecting
 *   mcp-session-open.c      how a life begins: secrets, transport, handshake
 *   mcp-session-life.c      closing, how a life ends
 *   mcp-session-diagnose.c  why a server with an address could not be reached, and another way
 *   mcp-session-reconnect.c connecting again by itself
 *   mcp-retry.c             the attempts at that, and what is waited between them
 *   mcp-session-bare.c      connections on which nothing is said by itself
 *   mcp-start-clock.c       how long a server may take to start
 *   mcp-stream-echo.c       messages that came on more than one stream
 *   mcp-seen.c              the last answer of a server that is being connected to
 *   mcp-session-era.c       which era the server is of
 *   mcp-session-rounds.c    calls that ask for input and are sent again
 *   mcp-session-inputs.c    the questions of results that ask for input
 *   mcp-session-listen.c    the streams of notifications of the modern era
 *   mcp-session-listeners.c whether a local server can be reached from elsewhere
 *   mcp-subscription-hear.c what notifications say to them
 *   mcp-session-sink.c      what the transport reports: bytes become records
 *   mcp-exchange-numbers.c  HTTP exchanges as the journal numbers them
 *   mcp-http-session.c      HTTP exchanges, what they carry and of which HTTP session they are
 *   mcp-session-http.c      the same of HTTP exchanges
 *   mcp-row-json.c          the JSON that a recording has of them, and of processes
 *   mcp-session-exchange.c  what exchanges mean: accepted, answered, lost, which HTTP session
 *   mcp-session-renew.c     a new HTTP session in the place of one the server forgot
 *   mcp-session-postpone.c  what is sent again when the server has asked to wait
 *   mcp-session-secrets.c   what a recording must not give away
 *   mcp-session-dispatch.c  records become answers, notifications, requests
 *   mcp-session-outgoing.c  what is given to the transport
 *   mcp-session-bounds.c    what a server can make us keep
 *   mcp-resource-watch.c    which resources are watched
 *   mcp-inbound.c           the server's requests being answered, counted
 *   mcp-session-oversized.c answers over the limit, and whose they were
 *   mcp-session-memory.c    reading stops while too much is held in memory
 *   mcp-session-repeats.c   equal lines in a row that are no messages
 *   mcp-session-permit.c    which requests may be sent
 *   mcp-call-table.c        outgoing requests by their ids
 *   mcp-session-calls.c     sending them: timeouts, progress, cancellation
 *   mcp-session-answers.c   which call an answer is for
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

/* How the era is found out, see mcp-session-era.c. */
typedef struct _McpEraProbe McpEraProbe;

/* Why a life ends, see mcp-session-life.c. */
typedef struct _McpEnding McpEnding;

/* What came again and again, see mcp-session-repeats.c. */
typedef struct
{
  GBytes        *bytes;            /* (nullable): of the last one, when it was no message */
  McpLineEnd     end;
  guint          exchange;
  gboolean       is_item;
  McpChannel     channel;
  McpRecordKind  kind;
  guint          n_equal;          /* how many have records */
  guint64        n_more;           /* how many have not, and were not told */
  guint64        n_more_bytes;
  gint64         last_usec;
  gint64         told_usec;
  gint64         wait_usec;        /* until it is told while it goes on */
} McpRepeats;

/* Something that may be one of them. */
typedef struct
{
  GBytes *bytes; /* borrowed; empty for an item that says nothing, whatever it is */
  McpLineEnd     end;
  guint          exchange;         /* of the transport */
  gboolean       is_item;          /* of an event stream, and no frame */
  gsize          n_bytes;          /* on the wire */
  gint64         time_usec;
} McpRepeated;

/* One connection from spawn to exit. Owned by the session, one at a time. */
typedef struct
{
  McpLifeState   state;
  GPid           pid;              /* process id of the program; 0: no process */
  McpTransport  *transport;        /* (nullable): while secrets are read */
  McpChannel     channel;          /* of messages; what an event stream carries is "sse" */
  McpDialect    *dialect;
  GCancellable  *cancellable;      /* of the steps of opening */

  McpCallTable  *calls;
  McpHttpSession *http;
  McpStreamEcho  echo;
  McpRepeats     repeats;
  McpRepeats     stderr_repeats;
  GArray *memory_held; /* (nullable) of guint: exchanges that are not read while memory is short */
  guint          memory_source;    /* looks whether that goes on */
  GQueue         outgoing;         /* McpOutgoing, given to the transport in this order */
  McpInbound    *inbound;
  McpResourceWatch *resources;
  GHashTable    *rounds;           /* McpCall -> its round of input, see mcp-session-rounds.c */

  /* What leads to a life that is ready. */
  McpStartClock *clock;
  GPtrArray     *headers;          /* (nullable): McpHeader with their values */
  McpSeen       *seen;
  McpSeen       *given;            /* (nullable): of the path that was given, while another is tried */
  GError        *given_error;      /* (nullable): with it */
  char          *other_path;       /* (nullable): that was tried */
  char          *named;            /* (nullable): the revisions that a refusal of ours names */
  McpEraProbe   *probe;

  McpEnding     *ending;
  gint64         ended_usec;       /* when it began to end; 0 */
} McpLife;

/* What is on its way out, so that ::sent can make the record. */
typedef struct
{
  GList          link;     /* in the queue of its life */
  GBytes        *bytes;    /* by whose address it is known */
  McpRecordKind  kind;
  guint          flags;
  McpId         *id;       /* (nullable) */
  GRefString    *method;   /* (nullable) */
  char          *name;     /* (nullable) */
  McpCall       *call;     /* (nullable) */
  McpMessage    *message;  /* (nullable): of one that was written by hand */
  gboolean       no_line_end;
  char         **headers;  /* (nullable): HTTP; in place of those that the dialect knows */
  guint64        ticket;   /* 0 until the transport has it */
  McpStatus      early_status; /* what became of it before it left */
} McpOutgoing;

typedef struct _McpProgramRestarts McpProgramRestarts;
typedef struct _McpSessionAuth McpSessionAuth;

struct _McpSession
{
  GObject           parent_instance;

  McpProfile       *profile;
  McpJournal       *journal;
  McpReporter      *reporter;        /* of the journal */
  char             *last_http_id;    /* (nullable): of the HTTP session before the present one */
  GPtrArray        *secrets;         /* (nullable): from the keyring, all that were sent */
  GHashTable       *values;          /* (nullable): of variables, from the keyring: those of this life */
  McpProfile       *filled;          /* (nullable): the profile of this life with its variables filled in */
  McpWatchers      *watchers;
  gpointer          parts;           /* those that people see: mcp-session-parts.c */
  GDestroyNotify    free_parts;
  McpQuestions     *questions;
  McpOwnTasks      *own_tasks;       /* questions that the server asked as tasks */
  GPtrArray        *responders;      /* McpResponder, asked in order */
  gboolean          auto_list;
  gboolean          bare;            /* see mcp-session-bare.c */
  gboolean          bare_over_sse;

  McpSessionState   state;
  McpLife          *life;            /* NULL between lives */
  guint             n_lives;
  guint             life_serial;     /* of the first record of the last life; 0 */
  McpExchangeNumbers *exchange_numbers;
  gint64            next_id;         /* goes on across lives */

  GTask            *open_task;

  McpFailure        failure;         /* of the last life */
  GListStore       *steps;
  GQueue            stderr_tail;     /* char *, oldest first */
  McpExit           exit;
  gboolean          has_exit;
  guint64           n_dropped_bytes; /* of the last life: nobody had time to look at them */
  guint             still_starting;  /* seconds */

  /* Of the last life that got so far. */
  McpNegotiation   *negotiation;
  gint64            spawn_usec;
  gboolean          probe_ended;     /* the program ended at the probe: it is not asked again */
  gboolean          was_modern_late; /* it was connected to again as modern: once is enough */
  GListStore       *subscriptions;   /* of McpSubscription */
  guint             acknowledge_msec; /* how long a server may take to acknowledge one */
  McpCertificate   *certificate;     /* (nullable): of the last connect */

  /* Connecting again. */
  McpRetry         *retry;
  McpProgramRestarts *program;       /* (nullable): its files are not watched */
  McpSessionAuth   *auth;            /* (nullable): see mcp-session-authorize.c */
};

typedef enum {
  MCP_SESSION_PROP_0,
  MCP_SESSION_PROP_STATE,
  MCP_SESSION_PROP_PROFILE,
  MCP_SESSION_PROP_JOURNAL,
  MCP_SESSION_PROP_STILL_STARTING,
  MCP_SESSION_PROP_PROTOCOL_VERSION,
  MCP_SESSION_PROP_PROGRAM_CHANGED,
  MCP_SESSION_N_PROPS
} McpSessionProp;

typedef enum {
  MCP_SESSION_NOTIFICATION,
  MCP_SESSION_MESSAGE_IN,
  MCP_SESSION_RESOURCE_UPDATED,
  MCP_SESSION_CONSENT_NEEDED,
  MCP_SESSION_INPUT_NEEDED,
  MCP_SESSION_MEMORY_SHORT,
  MCP_SESSION_N_SIGNALS
} McpSessionSignal;

extern GParamSpec *mcp_session_properties[MCP_SESSION_N_PROPS];
extern guint mcp_session_signals[MCP_SESSION_N_SIGNALS];

/* mcp-session-state.c */
void            mcp_session_set_state          (McpSession       *self,
                                                McpSessionState   state);
const char     *mcp_session_get_url            (McpSession       *self);   /* (nullable): where requests go */
void            mcp_failure_clear              (McpFailure       *failure);

/* mcp-session-steps.c */
void            mcp_session_add_steps          (McpSession       *self,
                                                const McpStep    *steps,
                                                gsize             n_steps);
McpConnectStep *mcp_session_find_step          (McpSession       *self,
                                                McpStep           step);   /* (transfer none) (nullable) */
void            mcp_session_begin_step         (McpSession       *self,
                                                McpStep           step);
void            mcp_session_end_step           (McpSession       *self,
                                                McpStep           step,
                                                gboolean          success,
                                                const char       *detail);
void            mcp_session_skip_step          (McpSession       *self,
                                                McpStep           step,
                                                const char       *detail);

/* mcp-session-authorize.c */
void            mcp_session_auth_free          (McpSession       *self);
void            mcp_session_auth_begins        (McpSession       *self);
void            mcp_session_auth_ends          (McpSession       *self);
gboolean        mcp_session_is_authorizing     (McpSession       *self);
char           *mcp_session_auth_dup_token     (McpHeaderList     headers);      /* (nullable) */
void            mcp_session_auth_saw_request   (McpSession       *self,
                                                McpHeaderList     headers,
                                                McpExchangePurpose purpose);
void            mcp_session_auth_saw_head      (McpSession       *self,
                                                const McpExchangeHead *head,
                                                McpExchangePurpose purpose);
gboolean        mcp_session_can_authorize_for  (McpSession       *self,
                                                McpCall          *call,    /* (nullable) */
                                                guint             status);
gboolean        mcp_session_authorize_for      (McpSession       *self,
                                                McpCall          *call,
                                                guint             status,
                                                const char       *token,         /* (nullable) */
                                                const GError     *error);

/* mcp-session-open.c */
void            mcp_session_start_clock        (McpSession       *self);
void            mcp_session_fill_in            (McpSession       *self,
                                                GHashTable       *values); /* (nullable) */
void            mcp_session_saw_output         (McpSession       *self,
                                                gint64            time_usec);
void            mcp_session_saw_message        (McpSession       *self,
                                                gint64            time_usec);
void            mcp_session_saw_step           (McpSession       *self,
                                                McpStep           step,
                                                McpStepPhase      phase);
void            mcp_session_refuse_handshake   (McpSession       *self,
                                                GError           *error);  /* (transfer full) */
void            mcp_session_open_dialect       (McpSession       *self);
void            mcp_session_become_ready       (McpSession       *self);
McpStartClock  *mcp_session_make_clock         (McpSession       *self);
void            mcp_session_start_transport    (McpSession       *self,
                                                McpTransport     *transport); /* (transfer full) */
void            mcp_session_stop_timers        (McpSession       *self,
                                                McpLife          *life);
void            mcp_session_return_open        (McpSession       *self,
                                                const GError     *error);
void            mcp_session_open               (McpSession       *self,
                                                GTask            *task);   /* (nullable) (transfer full) */

/* mcp-session-life.c */
McpLife        *mcp_life_new                   (McpSession       *self);
void            mcp_session_end_life           (McpSession       *self,
                                                GError           *error,   /* (transfer full) (nullable) */
                                                const char       *remedy); /* (nullable) */
void            mcp_session_life_closed        (McpSession       *self,
                                                const GError     *error);
void            mcp_life_free                  (McpLife          *life);

/* mcp-session-memory.c */
void            mcp_session_bound_memory       (McpSession        *self,
                                                guint              exchange);
gboolean        mcp_session_is_memory_held     (McpSession        *self,
                                                guint              exchange);
void            mcp_session_unbound_memory     (McpSession        *self);

/* mcp-session-repeats.c */
gboolean        mcp_session_take_repeat        (McpSession        *self,
                                                McpRepeats        *repeats,
                                                const McpRepeated *what);
void            mcp_session_saw_junk           (McpRepeats        *repeats,
                                                const McpRepeated *what,
                                                McpChannel         channel,
                                                McpRecordKind      kind);
void            mcp_session_tell_repeats       (McpSession        *self,
                                                McpRepeats        *repeats);
void            mcp_repeats_clear              (McpRepeats        *repeats);

/* mcp-session-bare.c */
McpProfileTransport mcp_session_get_way        (McpSession       *self);
void            mcp_session_become_bare        (McpSession       *self);

/* mcp-session-diagnose-program.c */
void            mcp_session_diagnose_program   (McpSession       *self,
                                                McpFailure       *failure);

/* mcp-session-diagnose.c */
void            mcp_session_diagnose           (McpSession       *self,
                                                McpFailure       *failure);
gboolean        mcp_session_fall_back          (McpSession       *self,
                                                GError          **error);  /* becomes that of the first way */
gboolean        mcp_session_is_elsewhere       (McpSession       *self);   /* and ends the connection then */

/* mcp-session-era.c */
void            mcp_session_begin_handshake    (McpSession       *self);
McpEraProbe    *mcp_era_probe_new              (void);
void            mcp_era_probe_free             (McpEraProbe      *self);
void            mcp_era_probe_stop             (McpEraProbe      *self);
gboolean        mcp_session_await_probe        (McpSession       *self,
                                                const GError     *error);
GError         *mcp_session_take_refusal       (McpSession       *self);
gboolean        mcp_session_suspects_probe     (McpSession       *self);
gboolean        mcp_session_is_probe_suspect   (McpSession       *self);
gboolean        mcp_session_take_proof         (McpSession       *self,
                                                McpDialect       *dialect);
void            mcp_session_restart_as_modern  (McpSession       *self);
gboolean        mcp_session_is_restarting_as_modern (McpSession  *self);
gboolean        mcp_session_doubt_era          (McpSession       *self,
                                                const GError     *error);
void            mcp_session_settle_legacy      (McpSession       *self);
gboolean        mcp_session_ended_at_probe     (McpSession       *self);
gboolean        mcp_session_probes_era         (McpSession       *self);
void            mcp_session_probe_was_sent     (McpSession       *self);

/* mcp-session-rounds.c */
void            mcp_session_begin_round        (McpSession       *self,
                                                McpCall          *call,
                                                McpMessage       *answer,
                                                guint             serial);
gboolean        mcp_session_cancel_round       (McpSession       *self,
                                                McpCall          *call,
                                                GError           *error);  /* (transfer full) when TRUE */
void            mcp_session_end_rounds         (McpLife          *life,
                                                GPtrArray        *calls);
gboolean        mcp_session_repeat_with_headers (McpSession      *self,
                                                McpCall          *call);
void            mcp_session_link_round         (McpSession       *self,
                                                McpCall          *call);
void            mcp_round_unref                (gpointer          data);

/* mcp-session-listen.c */
gboolean        mcp_session_track_notification (McpSession       *self,
                                                McpMessage       *message,
                                                guint             serial);
gboolean        mcp_session_end_subscription   (McpSession       *self,
                                                McpId            *id);
void            mcp_session_listen_for_lists   (McpSession       *self);
void            mcp_session_listen_for_resource (McpSession      *self,
                                                const char       *uri,
                                                gboolean          watch);
void            mcp_session_end_subscriptions  (McpSession       *self);

/* mcp-session-server.c */
void            mcp_session_set_era            (McpSession       *self,
                                                McpEra            era,
                                                const char       *evidence);
void            mcp_session_set_version        (McpSession       *self,
                                                McpVersion        version,
                                                const char       *asked,
                                                const char       *offered);
McpResponder   *mcp_session_find_responder     (McpSession       *self,
                                                const char       *method);
McpResponder   *mcp_session_choose_responder   (McpSession       *self,
                                                McpMessage       *request);
gboolean        mcp_session_declares           (McpSession       *self,
                                                const char       *method);
char           *mcp_session_make_capabilities  (McpSession       *self,
                                                McpRevision       revision);

/* mcp-session-reconnect.c */
gboolean        mcp_session_may_reconnect      (McpSession       *self,
                                                gint64            ready_usec);
void            mcp_session_try_again          (gpointer          self);      /* the session */
void            mcp_session_wait_to_reconnect  (McpSession       *self);
void            mcp_session_forget_retry       (McpSession       *self);

/* mcp-session-program.c */
void            mcp_session_program_starts     (McpSession       *self);
void            mcp_session_program_closed     (McpSession       *self);
void            mcp_session_set_program_lasts  (McpSession       *self,
                                                guint             seconds);
void            mcp_program_restarts_free      (McpProgramRestarts *program);
void            mcp_session_set_backoff        (McpSession       *self,
                                                const McpBackoff *backoff);

/* mcp-session-http.c */
void            mcp_session_http_iface_init    (McpTransportSinkInterface *iface);
void            mcp_session_http_sent          (McpSession       *self,
                                                guint64           ticket,
                                                const McpOutgoing *outgoing,
                                                guint             serial);
void            mcp_session_http_note_body     (McpSession       *self,
                                                GBytes           *body);

/* mcp-session-exchange.c */
void            mcp_session_http_head          (McpSession       *self,
                                                McpExchange      *exchange,
                                                const McpExchangeHead *head);
void            mcp_session_http_saw_refusal   (McpSession       *self,
                                                McpExchange      *exchange,
                                                GBytes           *body);
void            mcp_session_http_saw_stray     (McpSession       *self,
                                                McpExchange      *exchange,
                                                const char       *data,     /* any bytes */
                                                gsize             length);
gboolean        mcp_session_http_asks_to_wait  (McpSession       *self);    /* the frame that is looked at */
gboolean        mcp_session_http_lost_session  (McpSession       *self,
                                                McpMessage       *message);
gboolean        mcp_session_http_lacks_token   (McpSession       *self,
                                                McpId            *id);
void            mcp_session_http_ended         (McpSession       *self,
                                                McpExchange      *exchange);
void            mcp_session_fail_refused       (McpSession       *self,
                                                McpCall          *call,
                                                const GError     *error);
void            mcp_session_http_failed        (McpTransportSink *sink,
                                                guint64           ticket,
                                                guint             status,
                                                const GError     *error);
gboolean        mcp_session_http_asks_era      (McpSession       *self,
                                                guint             exchange);
gboolean        mcp_session_http_take_error    (McpSession       *self,
                                                McpMessage       *message);
void            mcp_session_http_negotiated    (McpSession       *self,
                                                GTask            *task);   /* (transfer full) */
void            mcp_session_http_end           (McpSession       *self);
void            mcp_session_http_timed_out     (McpSession       *self,
                                                guint64           ticket);


/* mcp-session-secrets.c */
void            mcp_session_learn_secrets      (McpSession       *self,
                                                GPtrArray        *headers); /* of McpHeader */
void            mcp_session_learn_values       (McpSession       *self,
                                                GHashTable       *values);
void            mcp_session_learn_environ      (McpSession       *self);
void            mcp_session_learn_secret       (McpSession       *self,
                                                const char       *value);

/* mcp-session-renew.c */
void            mcp_session_send_again         (McpSession       *self,
                                                McpCall          *call);
gboolean        mcp_session_renew              (McpSession       *self,
                                                guint             status);  /* HTTP status of the refusal; 0: refused otherwise */
gboolean        mcp_session_can_renew_for      (McpSession       *self,
                                                const McpSending *sending,
                                                McpCall          *call);   /* (nullable) */
gboolean        mcp_session_renew_for          (McpSession       *self,
                                                const McpSending *sending,
                                                McpCall          *call);   /* (nullable) */
gboolean        mcp_session_may_repeat         (McpSession       *self,
                                                McpCall          *call);
gboolean        mcp_session_can_postpone       (McpSession       *self,
                                                const McpSending *sending,
                                                McpCall          *call,    /* (nullable) */
                                                guint             status);
gboolean        mcp_session_postpone           (McpSession       *self,
                                                const McpSending *sending, /* (nullable) */
                                                McpCall          *call,    /* (nullable) */
                                                guint             status);
gboolean        mcp_session_hold_call          (McpSession       *self,
                                                McpCall          *call);
void            mcp_session_remember_level     (McpSession       *self,
                                                McpCall          *call);

/* mcp-session-sink.c */
void            mcp_session_sink_iface_init    (McpTransportSinkInterface *iface);

/* mcp-session-outgoing.c */
guint64         mcp_session_transmit           (McpSession       *self,
                                                McpOutgoing      *outgoing, /* (transfer full) */
                                                GBytes           *bytes);
void            mcp_outgoing_free              (McpOutgoing      *outgoing);
void            mcp_outgoing_free_all          (GQueue           *queue);
McpOutgoing    *mcp_session_find_outgoing      (McpSession       *self,
                                                GBytes           *bytes);  /* (nullable) */
gboolean        mcp_outgoing_is_of             (const McpOutgoing *outgoing,
                                                McpCall          *call);   /* (nullable) */
void            mcp_session_set_call_status    (McpSession       *self,
                                                McpCall          *call,
                                                McpStatus         status);
void            mcp_session_settle             (McpSession       *self,
                                                McpCall          *call);
void            mcp_session_settle_ticket      (McpSession       *self,
                                                guint64           ticket);

/* mcp-session-bounds.c */
void            mcp_session_cancel_inbound     (McpSession       *self);
gboolean        mcp_session_add_outgoing       (McpSession       *self,
                                                McpOutgoing      *outgoing, /* (transfer full) */
                                                GBytes           *bytes);
void            mcp_session_remove_outgoing    (McpSession       *self,
                                                GBytes           *bytes);
void            mcp_session_clear_outgoing     (McpSession       *self);
void            mcp_session_bound_answers      (McpSession       *self,
                                                guint             number,
                                                guint             serial);
void            mcp_session_resume_exchange    (McpSession       *self,
                                                guint             number);
char           *mcp_session_begin_inbound      (McpSession       *self,
                                                gboolean          is_question,
                                                McpMessage       *request,
                                                guint             serial);
void            mcp_session_end_inbound        (McpSession       *self,
                                                gboolean          is_question,
                                                gsize             length);

/* mcp-session-oversized.c */
void            mcp_session_take_oversized     (McpSession       *self,
                                                const McpFrame   *frame);
void            mcp_session_judge_suspects     (McpSession       *self);
char           *mcp_session_dup_suspicion      (McpSession       *self,
                                                McpCall          *call);   /* (nullable) */

/* mcp-session-dispatch.c */
void            mcp_session_dispatch           (McpSession           *self,
                                                McpMessage           *message,
                                                guint                 serial,
                                                gint64                time_usec,
                                                const McpResultFacts *facts);

/* mcp-session-permit.c */
GError         *mcp_session_check_may_send     (McpSession       *self,
                                                McpCall          *call);   /* (transfer full) (nullable) */

/* mcp-session-calls.c */
void            mcp_session_calls_due          (GPtrArray        *calls,
                                                gpointer          owner);  /* the session */
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
void            mcp_session_transmit_call      (McpSession       *self,
                                                McpCall          *call);
void            mcp_session_resend             (McpSession       *self,
                                                McpCall          *call);
void            mcp_session_handle_progress    (McpSession       *self,
                                                McpMessage       *message,
                                                guint             serial);
void            mcp_session_handle_answer      (McpSession           *self,
                                                McpMessage           *message,
                                                guint                 serial,
                                                gint64                time_usec,
                                                const McpResultFacts *facts);

/* mcp-session-requests.c */
guint64         mcp_session_send_text          (McpSession       *self,
                                                McpMessage       *message,
                                                const McpSendOptions *options,
                                                GError          **error);
guint64         mcp_session_send_notification  (McpSession       *self,
                                                const char       *method,
                                                const char       *params); /* (nullable) */

/* mcp-session-prepare.c */
void            mcp_session_read_secrets       (McpSession       *self);
void            mcp_session_load_environ       (McpSession       *self);

/* mcp-connector.c */
gboolean        mcp_connector_needs_secrets    (McpProfile       *profile);
gboolean        mcp_connector_needs_environ    (McpProfile       *profile);
void            mcp_connector_read_secrets_async (McpProfile     *profile,
                                                GCancellable     *cancellable,
                                                GAsyncReadyCallback callback,
                                                gpointer          user_data);
GPtrArray      *mcp_connector_read_secrets_finish (GAsyncResult  *result,
                                                GHashTable      **values,
                                                GError          **error);
McpTransport   *mcp_connector_make_other_path  (McpProfile       *profile,
                                                GPtrArray        *headers, /* (nullable) of McpHeader */
                                                GHashTable       *values,  /* (nullable) */
                                                McpAuthorizer    *authorizer, /* (nullable) */
                                                const char       *path);
McpTransport   *mcp_connector_make_transport   (McpProfile       *profile,
                                                GPtrArray        *headers, /* (nullable) of McpHeader */
                                                GHashTable       *values,  /* (nullable) */
                                                McpAuthorizer    *authorizer, /* (nullable) */
                                                McpProfileTransport kind,
                                                GError          **error);

G_END_DECLS
