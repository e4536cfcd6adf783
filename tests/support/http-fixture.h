/* http-fixture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/*
 * An HTTP server in the test's own process, at a free port of the loopback, that does what the
 * test says. Runs in the default main context; nothing of it blocks. Every request is logged.
 *
 * A request is answered by the first of: the replies queued for its method, the handler, the MCP
 * server (http_fixture_serve_mcp()), 404.
 */
typedef struct _HttpFixture HttpFixture;

/* One request and its answer. Lives as long as the fixture: a test may look at it at the end. */
typedef struct _HttpRequest HttpRequest;

typedef enum {
  HTTP_CERTIFICATE_SELF_SIGNED,  /* localhost and 127.0.0.1 */
  HTTP_CERTIFICATE_SIGNED,       /* the same, by the authority of http_fixture_get_ca_file() */
  HTTP_CERTIFICATE_EXPIRED,      /* by that authority, in the past */
  HTTP_CERTIFICATE_WRONG_NAME,   /* by that authority, for another host */
} HttpCertificate;

/* May answer at once or later, or never. */
typedef void (*HttpHandler) (HttpFixture *fixture,
                             HttpRequest *request,
                             gpointer     user_data);

/* --- The server --- */
HttpFixture *http_fixture_new                  (void);
HttpFixture *http_fixture_new_tls              (HttpCertificate  which);
void         http_fixture_free                 (HttpFixture     *self);
const char  *http_fixture_get_url              (HttpFixture     *self);  /* "http://127.0.0.1:PORT/mcp" */
char        *http_fixture_dup_url              (HttpFixture     *self,
                                                const char      *path);  /* (transfer full): "/sse" */
guint        http_fixture_get_port             (HttpFixture     *self);
const char  *http_fixture_get_ca_file          (void);
void         http_fixture_want_certificate     (HttpFixture     *self);
char        *http_fixture_dup_certificate_file (HttpCertificate  which);
char        *http_fixture_dup_fingerprint      (HttpCertificate  which); /* (transfer full): SHA-256, lower case hex */
void         http_fixture_set_handler          (HttpFixture     *self,
                                                HttpHandler      handler, /* (nullable) */
                                                gpointer         user_data);
/* The next request with this method that nothing queued before is for. */
void         http_fixture_queue                (HttpFixture     *self,
                                                const char      *method,
                                                guint            status,
                                                const char      *content_type,  /* (nullable) */
                                                const char      *body);         /* (nullable) */
void         http_fixture_queue_handler        (HttpFixture     *self,
                                                const char      *method,
                                                HttpHandler      handler,
                                                gpointer         user_data);
/* Stops listening and breaks off every connection; the port stays refused. */
void         http_fixture_stop                 (HttpFixture     *self);
/* Listens again after a stop, at the same port. */
void         http_fixture_start                (HttpFixture     *self);
/* Breaks off every connection, and goes on listening. */
void         http_fixture_drop_connections     (HttpFixture     *self);

/* --- What it has seen --- */
guint        http_fixture_get_n_requests       (HttpFixture     *self);
HttpRequest *http_fixture_get_request          (HttpFixture     *self,
                                                guint            index);  /* 0 is the first */
guint        http_fixture_count                (HttpFixture     *self,
                                                const char      *method,      /* (nullable): any */
                                                const char      *rpc_method); /* (nullable): any */
HttpRequest *http_fixture_find                 (HttpFixture     *self,        /* (nullable) */
                                                const char      *method,
                                                const char      *rpc_method,
                                                guint            index);
guint        http_fixture_get_n_connections    (HttpFixture     *self);  /* open now */
guint        http_fixture_get_n_open_requests  (HttpFixture     *self);  /* came, and not answered to the end */

/* --- A request --- */
const char  *http_request_get_method           (HttpRequest     *self);
const char  *http_request_get_path             (HttpRequest     *self);  /* with the query */
const char  *http_request_get_header           (HttpRequest     *self,
                                                const char      *name);  /* (nullable) */
GBytes      *http_request_get_body             (HttpRequest     *self);  /* (transfer none) */
const char  *http_request_get_rpc_method       (HttpRequest     *self);  /* (nullable) of the JSON-RPC message */
const char  *http_request_get_rpc_id           (HttpRequest     *self);  /* (nullable): JSON text, "1" or "\"a\"" */
gint64       http_request_get_time_usec        (HttpRequest     *self);  /* monotonic, when it was there whole */
gboolean     http_request_is_open              (HttpRequest     *self);  /* not answered to the end, nor cut off */
gboolean     http_request_is_broken            (HttpRequest     *self);  /* the other side, or a reset, cut it off */

/* --- Its answer: one reply, or a start, pushes and a finish or reset --- */
void         http_request_add_header           (HttpRequest     *self,
                                                const char      *name,
                                                const char      *value);
void         http_request_reply                (HttpRequest     *self,
                                                guint            status,
                                                const char      *content_type,  /* (nullable) */
                                                const char      *body);         /* (nullable) */
void         http_request_reply_bytes          (HttpRequest     *self,
                                                guint            status,
                                                const char      *content_type,
                                                GBytes          *body);
void         http_request_reply_json           (HttpRequest     *self,
                                                const char      *json);         /* 200 */
/* {"jsonrpc":"2.0","id":…,"result":RESULT}. Each single quote in @result stands for a double one. */
void         http_request_reply_result         (HttpRequest     *self,
                                                const char      *result);
/* The same as text, for a stream: "data: {…}\n\n". */
char        *http_request_dup_result_event     (HttpRequest     *self,
                                                const char      *result);       /* (transfer full) */
void         http_request_start                (HttpRequest     *self,
                                                guint            status,
                                                const char      *content_type); /* a body in chunks */
void         http_request_start_events         (HttpRequest     *self);         /* 200, text/event-stream */
void         http_request_push                 (HttpRequest     *self,
                                                const char      *text);         /* exact bytes */
void         http_request_push_bytes           (HttpRequest     *self,
                                                GBytes          *bytes);
void         http_request_finish               (HttpRequest     *self);
void         http_request_reset                (HttpRequest     *self);         /* RST at once, also before any answer */

/* --- An MCP server on it (Streamable HTTP, 2025-11-25) --- */

/*
 * Tools: "echo" {text} answers at once; "slow" {steps, msec} sends steps progress notifications,
 * msec between them, then answers; {break_after: N} cuts the stream off behind N of them (reset,
 * or finish with {finish: true}) and goes on when the client asks with Last-Event-ID.
 * All zero is a strict server with a session that answers by JSON where it can.
 */
typedef struct
{
  gboolean     no_session;         /* gives no MCP-Session-Id, wants none */
  gboolean     answer_by_events;   /* answers every request on an event stream */
  gboolean     refuse_get;         /* 405 */
  gboolean     refuse_delete;      /* 405 */
  gboolean     prime;              /* each stream begins with an event that has an id and no data */
  guint        retry_msec;         /* in that event; 0 for none */
  gboolean     no_event_ids;       /* nothing can be resumed */
  gboolean     lax;                /* does not look at Accept and MCP-Protocol-Version */
  gboolean     no_answer;          /* takes requests other than initialize and never answers */
  const char  *protocol_version;   /* (nullable): 2025-11-25 */
  const char  *session_id;         /* (nullable): of its own making */
  const char  *instructions;       /* (nullable) */
} HttpMcpOptions;

void         http_fixture_serve_mcp            (HttpFixture          *self,
                                                const HttpMcpOptions *options);  /* (nullable) */
void         http_fixture_forget_session       (HttpFixture          *self);     /* its next use is a 404 */
const char  *http_fixture_get_session_id       (HttpFixture          *self);     /* (nullable) */
guint        http_fixture_get_n_listeners      (HttpFixture          *self);     /* open GET streams */
/* To the GET stream, with an id; kept for one that resumes. Single quotes stand for double ones. */
void         http_fixture_notify               (HttpFixture          *self,
                                                const char           *method,
                                                const char           *params);   /* (nullable) */
/* A request of the server's on the GET stream; its id is "s1", "s2", … */
void         http_fixture_ask                  (HttpFixture          *self,
                                                const char           *method,
                                                const char           *params);   /* (nullable) */
/* The POST that answered the request "s<n>". */
HttpRequest *http_fixture_get_answer           (HttpFixture          *self,      /* (nullable) */
                                                guint                 n);
/* Ends the GET stream: in order, or by RST. */
void         http_fixture_end_listeners        (HttpFixture          *self,
                                                gboolean              reset);

/* --- One of 2026-07-28 --- */

/*
 * Refuses requests whose headers are not what their bodies say. Tools: "slow" {steps, msec}, which
 * answers on an event stream with an event id; "needy", which wants capabilities; any other answers
 * at once. With http_fixture_serve_mcp() it serves both eras.
 */
typedef struct
{
  const char  *discover;            /* (nullable): the DiscoverResult; single quotes */
  const char  *tools;               /* (nullable): the array; single quotes */
  const char  *refuse;              /* (nullable): a member of filters that is not granted */
  gboolean     no_acknowledgement;
  gboolean     answer_by_events;
  guint        mismatches;          /* so many tools/call are refused with -32020 */
} HttpModernOptions;

void         http_fixture_serve_modern         (HttpFixture             *self,
                                                const HttpModernOptions *options); /* (nullable) */
void         http_fixture_set_tools            (HttpFixture             *self,
                                                const char              *tools);
guint        http_fixture_get_n_subscriptions  (HttpFixture             *self);
void         http_fixture_tell                 (HttpFixture             *self,
                                                const char              *method,
                                                const char              *params);  /* (nullable) */
void         http_fixture_end_subscriptions    (HttpFixture             *self,
                                                gboolean                 reset);
/* A JSON-RPC error under the request's id. */
void         http_request_reply_error          (HttpRequest             *self,
                                                guint                    status,
                                                int                      code,
                                                const char              *data);    /* (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HttpFixture, http_fixture_free)

G_END_DECLS
