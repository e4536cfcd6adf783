/* mcp-transport.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-certificate.h"
#include "mcp-line-splitter.h"

G_BEGIN_DECLS

/* Steps of reaching a server, for the connection doctor and the handshake times. */
typedef enum {
  MCP_STEP_SECRETS,        /* reading the keyring */
  MCP_STEP_SPAWN,
  MCP_STEP_FIRST_OUTPUT,
  MCP_STEP_RESOLVE,        /* DNS */
  MCP_STEP_CONNECT,        /* TCP or the socket, through a proxy if there is one */
  MCP_STEP_TLS,
  MCP_STEP_RESPONSE,       /* the HTTP status line of the first answer */
  MCP_STEP_CONTENT_TYPE,
  MCP_STEP_AUTHORIZATION,
  MCP_STEP_ERA,            /* server/discover: the session's */
  MCP_STEP_HANDSHAKE,
  MCP_N_STEPS,
} McpStep;

typedef enum {
  MCP_STEP_BEGAN,
  MCP_STEP_SUCCEEDED,
  MCP_STEP_BROKE,
  MCP_STEP_SKIPPED,        /* not needed on this connection */
} McpStepPhase;

/* How a process ended. */
typedef struct
{
  gboolean exited;      /* else it was ended by a signal */
  int      exit_code;
  int      signal_number;
  gboolean core_dumped;
} McpExit;

/* Not an exchange: what a program writes to its standard error can be paused like one. */
#define MCP_EXCHANGE_STDERR G_MAXUINT

/* What a frame came as. */
typedef enum {
  MCP_FRAME_LINE,    /* of a byte stream: stdio, socket */
  MCP_FRAME_BODY,    /* the whole body of an HTTP answer */
  MCP_FRAME_EVENT,   /* an event of an event stream that has data */
  MCP_FRAME_PACKET,  /* a WebSocket message */
} McpFrameSource;

/* A message, or what stands where one should: the transport does not look into it. */
typedef struct
{
  McpFrameSource source;
  guint          exchange;     /* 0 for none */
  GBytes        *bytes;        /* as it came; over the cap only the first part */
  gsize          lead;         /* bytes before the message: an event's field lines */
  gsize          trail;        /* and behind it */
  gboolean       joined;       /* the message was put together from several data lines, and stands
                                  behind the event as it came, which is then the @lead */
  McpLineEnd     end;          /* of a line */
  gboolean       oversized;
  guint64        total_bytes;  /* of the whole, without the line end */
  gint64         first_usec;
  gint64         last_usec;
} McpFrame;

/* Names and values in turn, NULL at the end: "Accept", "text/event-stream", NULL. */
typedef const char * const *McpHeaderList;

typedef enum {
  MCP_EXCHANGE_SEND,     /* POST of a message */
  MCP_EXCHANGE_LISTEN,   /* GET of an event stream */
  MCP_EXCHANGE_RESUME,   /* GET with Last-Event-ID */
  MCP_EXCHANGE_END,      /* DELETE of the session */
  MCP_EXCHANGE_UPGRADE,  /* to WebSocket */
} McpExchangePurpose;

#define MCP_MAX_ANSWERING 32

/* How a message is to be sent. */
typedef struct
{
  gboolean      expects_answer; /* a request: what it is answered on is followed until
                                   mcp_transport_answered() */
  gboolean      is_answer;      /* to a request of the server's: where each is an exchange, only
                                   MCP_MAX_ANSWERING are under way at once, in order */
  McpHeaderList headers;        /* (nullable): for this message alone; HTTP only */
  gboolean      no_line_end;    /* where messages are lines: this one is left unfinished */
  McpExchangePurpose purpose;   /* Streamable HTTP only: LISTEN is a GET and END a DELETE, both without the
                                   message, and nobody goes on with them */
} McpSendOptions;

typedef struct
{
  guint               exchange;  /* 1, 2, … within the transport */
  McpExchangePurpose  purpose;
  guint64             ticket;    /* the message it sends or resumes; 0: no message */
  guint               resumes;   /* the exchange whose stream goes on here; 0 for none */
  const char         *method;
  const char         *url;
  McpHeaderList       headers;   /* as sent */
  gint64              time_usec;
} McpExchangeStart;

typedef struct
{
  guint           exchange;
  guint           status;        /* 200 */
  const char     *reason;        /* "OK" */
  const char     *http_version;  /* "1.1" */
  McpHeaderList   headers;
  const char     *peer;          /* (nullable): "127.0.0.1:3001" */
  const char     *tls;           /* (nullable): "TLS 1.3, AES-256-GCM" */
  gint64          time_usec;
} McpExchangeHead;

/*
 * Microseconds since the exchange began; -1 for what did not happen, as on a connection that was
 * there.
 */
typedef struct
{
  gint64 resolved_usec;
  gint64 connected_usec;
  gint64 secured_usec;
  gint64 sent_usec;
  gint64 first_byte_usec;
  gint64 ended_usec;
} McpExchangeTimings;

typedef struct
{
  guint               exchange;
  const GError       *error;       /* (nullable): NULL for an end as it should be, whatever the
                                      status; else as GIO, GTls or libsoup said it */
  gboolean            cancelled;   /* we ended it */
  guint64             body_bytes;  /* after decoding */
  guint64             wire_bytes;  /* of the body, as received */
  guint               n_events;
  McpExchangeTimings  timings;
  gint64              time_usec;
} McpExchangeEnd;

/* What of an event stream is no frame. */
typedef enum {
  MCP_STREAM_EVENT,      /* an event without data, or that is not "message" */
  MCP_STREAM_COMMENT,    /* a line that begins with a colon: a keep-alive */
  MCP_STREAM_RETRY,      /* a retry field on its own */
  MCP_STREAM_UNFINISHED, /* what stood at the end without a blank line: dropped (WHATWG) */
} McpStreamItemKind;

typedef struct
{
  McpStreamItemKind  kind;
  guint              exchange;
  GBytes            *bytes;      /* as it came; over its limit only the first part */
  guint64            total_bytes; /* of one over its limit; else 0 */
  gboolean says_nothing; /* a comment without text, an event without any field that counts */
  gint64             time_usec;
} McpStreamItem;

#define MCP_TYPE_TRANSPORT_SINK (mcp_transport_sink_get_type ())
G_DECLARE_INTERFACE (McpTransportSink, mcp_transport_sink, MCP, TRANSPORT_SINK, GObject)

typedef struct _McpTransport McpTransport;

/*
 * Where a transport reports. All times are monotonic microseconds. Called from the main loop,
 * and ::sent also from inside mcp_transport_send(). A sink may close the transport from any of
 * them.
 */
struct _McpTransportSinkInterface
{
  GTypeInterface parent_iface;

  /* A whole message, junk included. */
  void (*frame)     (McpTransportSink *sink,
                     const McpFrame   *frame);
  /* An unfinished frame of 1 MiB or more has grown to @size_bytes; its ::frame comes later. */
  void (*partial)   (McpTransportSink *sink,
                     guint             exchange,      /* 0 for none */
                     guint64           size_bytes,
                     gint64            first_usec);
  void (*sent)      (McpTransportSink *sink,
                     guint64           ticket,
                     GBytes           *bytes,
                     gint64            queued_usec,   /* when it was queued */
                     gint64            first_usec,    /* first byte written */
                     gint64            last_usec);    /* last byte written */
  /* Taken from the queue before its first byte (@error is MCP_ERROR_CANCELLED), or lost with the
   * connection (MCP_ERROR_DIED, MCP_ERROR_CLOSED). */
  void (*unsent)    (McpTransportSink *sink,
                     guint64           ticket,
                     GBytes           *bytes,
                     const GError     *error);
  void (*stderr_line) (McpTransportSink *sink,
                     const McpLine    *line,
                     gint64            last_usec);
  void (*spawned)   (McpTransportSink *sink,
                     GPid              pid,
                     const char * const *argv,
                     const char       *cwd,           /* (nullable) */
                     const char * const *environ_names,
                     gint64            took_usec);
  void (*exited)    (McpTransportSink *sink,
                     const McpExit    *status);
  /* The output stream ended while the process lives on, half a second later at least. */
  void (*output_closed) (McpTransportSink *sink);
  /* A step of the shutdown ladder: "close-stdin", "sigterm", "sigkill", "reaped" (nothing of the
   * process group is left). @waited_usec is the time since the step before. */
  void (*shutdown_step) (McpTransportSink *sink,
                     const char       *step,
                     gint64            waited_usec);
  /* Of what came while it was closing this was not looked at: there was too much of it. Once,
   * before
   * ::closed. */
  void (*dropped)   (McpTransportSink *sink,
                     guint64           n_bytes,
                     guint64           n_lines);
  /* How reaching the server goes. Only of the first attempt of a transport. */
  void (*step)      (McpTransportSink *sink,
                     McpStep           step,
                     McpStepPhase      phase,
                     const char       *detail);       /* (nullable) evidence: an address, a cipher */
  /* HTTP, in this order; frames and items between head and end. */
  void (*exchange_started) (McpTransportSink       *sink,
                            const McpExchangeStart *start);
  void (*exchange_head)    (McpTransportSink       *sink,
                            const McpExchangeHead  *head);
  void (*stream_item)      (McpTransportSink       *sink,
                            const McpStreamItem    *item);
  void (*exchange_ended)   (McpTransportSink       *sink,
                            const McpExchangeEnd   *end);
  /* Something the server did that is against the rules of the transport. @rule is a short word,
   * "duplicate-event"; @detail is text of the server's or numbers. */
  void (*violation) (McpTransportSink *sink,
                     guint             exchange,
                     const char       *rule,
                     const char       *detail);       /* (nullable) */
  /* The answer to this message can no longer come, or it was not accepted: MCP_ERROR_HTTP (a
   * status), MCP_ERROR_LOST (the stream broke for good), MCP_ERROR_NETWORK, MCP_ERROR_TLS. Not
   * after mcp_transport_answered(). */
  void (*failed)    (McpTransportSink *sink,
                     guint64           ticket,
                     guint             status,        /* HTTP; 0 for none */
                     const GError     *error);
  /* Once, last, after an open that succeeded. @error is NULL when we asked for it. */
  void (*closed)    (McpTransportSink *sink,
                     const GError     *error);
};

#define MCP_TYPE_TRANSPORT (mcp_transport_get_type ())
G_DECLARE_DERIVABLE_TYPE (McpTransport, mcp_transport, MCP, TRANSPORT, GObject)

/*
 * Moves bytes, knows no method name. One life: open once, close once. The sink is not
 * referenced: its owner takes it away (set_sink NULL) before it goes.
 */
struct _McpTransportClass
{
  GObjectClass parent_class;

  void     (*open_async)   (McpTransport         *self,
                            GCancellable         *cancellable,
                            GAsyncReadyCallback   callback,
                            gpointer              user_data);
  gboolean (*open_finish)  (McpTransport         *self,
                            GAsyncResult         *result,
                            GError              **error);
  void     (*close_async)  (McpTransport         *self,
                            GCancellable         *cancellable,
                            GAsyncReadyCallback   callback,
                            gpointer              user_data);
  gboolean (*close_finish) (McpTransport         *self,
                            GAsyncResult         *result,
                            GError              **error);
  guint64  (*send)         (McpTransport         *self,
                            GBytes               *bytes,
                            const McpSendOptions *options);
  gboolean (*unsend)       (McpTransport         *self,
                            guint64               ticket);
  void     (*answered)     (McpTransport         *self,
                            guint64               ticket);   /* nothing by default; so the next */
  void     (*abandon)      (McpTransport         *self,
                            guint64               ticket);
  void     (*pause)        (McpTransport         *self,
                            guint                 exchange);
  void     (*resume)       (McpTransport         *self,
                            guint                 exchange);
  GListModel *(*get_streams) (McpTransport       *self);     /* NULL by default; so the next */
  McpCertificate *(*get_certificate) (McpTransport *self);
  /* The steps of reaching a server, in order. */
  const McpStep *(*get_steps) (McpTransport      *self,
                            gsize                *n_steps);
  char    *(*describe)     (McpTransport         *self);
  void     (*kill)         (McpTransport         *self);
};

void              mcp_transport_set_sink     (McpTransport         *self,
                                              McpTransportSink     *sink);    /* (nullable) */
void              mcp_transport_open_async   (McpTransport         *self,
                                              GCancellable         *cancellable,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
gboolean          mcp_transport_open_finish  (McpTransport         *self,
                                              GAsyncResult         *result,
                                              GError              **error);
void              mcp_transport_close_async  (McpTransport         *self,
                                              GCancellable         *cancellable,
                                              GAsyncReadyCallback   callback,
                                              gpointer              user_data);
gboolean          mcp_transport_close_finish (McpTransport         *self,
                                              GAsyncResult         *result,
                                              GError              **error);
guint64           mcp_transport_send         (McpTransport         *self,
                                              GBytes               *bytes,    /* one message, no line end; a ticket */
                                              const McpSendOptions *options); /* (nullable) */
gboolean          mcp_transport_unsend       (McpTransport         *self,
                                              guint64               ticket);  /* TRUE: not a byte of it left */
void              mcp_transport_answered     (McpTransport         *self,
                                              guint64               ticket);  /* its stream need not be resumed */
void              mcp_transport_abandon      (McpTransport         *self,
                                              guint64               ticket);  /* closes what it is answered on */
void              mcp_transport_pause        (McpTransport         *self,
                                              guint                 exchange); /* no further ::frame of it until resume */
void              mcp_transport_resume       (McpTransport         *self,
                                              guint                 exchange);
GListModel       *mcp_transport_get_streams  (McpTransport         *self);    /* (transfer none) (nullable) of McpHttpStream */
McpCertificate   *mcp_transport_get_certificate (McpTransport      *self);    /* (transfer none) (nullable) the server's, last seen */
const McpStep    *mcp_transport_get_steps    (McpTransport         *self,
                                              gsize                *n_steps);
char             *mcp_transport_describe     (McpTransport         *self);    /* "stdio · pid 4821" */
void              mcp_transport_kill         (McpTransport         *self);    /* at once, without the ladder; for a dying application */

G_END_DECLS
