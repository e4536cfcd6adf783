/* mcp-http-session.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-call.h"
#include "mcp-journal.h"
#include "mcp-transport.h"

G_BEGIN_DECLS

/* An HTTP exchange under way. What is no exchange, such as a pipe, is number 0. */
typedef struct
{
  McpExchangePurpose  purpose;
  guint64             ticket;        /* 0 for none */
  guint               generation;    /* of the HTTP session it belongs to */
  guint               status;        /* 0 before the head */
  guint               serial;        /* of the head's record; before that of the request's */
  guint               pending_line;  /* serial of the unfinished message's row, 0 for none */
  guint64             pending_size;
  char               *content_type;  /* (nullable) */
  guint64             promised_bytes; /* its Content-Length; 0 for none */
  gboolean            is_events;     /* by its content type */
  gboolean            held;          /* not read: mcp-session-bounds.c */
} McpExchange;

/* A message given to an HTTP transport, until it was answered or accepted. */
typedef struct
{
  McpRecordKind       kind;
  guint               serial;      /* of its record; 0 before it left */
  guint               exchange;    /* the transport's number of the last one that is about it */
  McpExchangePurpose  purpose;     /* of that one */
  guint               generation;  /* of the HTTP session it was sent in */
  gboolean            has_session; /* it was sent with a session id */
  char               *method;      /* (nullable) */
  char               *session_id;  /* (nullable): what its answer's head offers */
  char               *said;        /* (nullable): the server's words, in what came instead of an answer */
  guint               status;      /* HTTP status of the refusal; 0: accepted */
  gint64              retry_after_msec; /* that its answer asks to wait; -1: it does not say */
  char               *token;       /* (nullable): that it was last sent with */
  gboolean            blames_session; /* it was refused for its session, as it seems */
  McpCall            *call;        /* (nullable) */
} McpSending;

/* The exchanges of one connection, what they carry, and the HTTP session that they are of. */
typedef struct _McpHttpSession McpHttpSession;

McpHttpSession *mcp_http_session_new              (void);
void            mcp_http_session_free             (McpHttpSession   *self);
void            mcp_http_session_clear            (McpHttpSession   *self);  /* there is another transport */

/* Exchanges, by the transport's numbers. All are (transfer none). */
McpExchange    *mcp_http_session_find_exchange    (McpHttpSession   *self,
                                                   guint             number); /* (nullable) */
McpExchange    *mcp_http_session_ensure_exchange  (McpHttpSession   *self,
                                                   guint             number);
void            mcp_http_session_end_exchange     (McpHttpSession   *self,
                                                   guint             number);
GArray         *mcp_http_session_release_held     (McpHttpSession   *self);  /* (transfer full): their numbers */
void            mcp_http_session_set_frame        (McpHttpSession   *self,
                                                   guint             number); /* that brought what is looked at; 0 */
guint           mcp_http_session_get_frame        (McpHttpSession   *self);
McpExchange    *mcp_http_session_get_frame_exchange (McpHttpSession *self);  /* (nullable) */

/* What was sent, by its ticket. */
McpSending     *mcp_http_session_find_sending     (McpHttpSession   *self,
                                                   guint64           ticket);    /* (nullable) */
McpSending     *mcp_http_session_find_sending_of  (McpHttpSession   *self,
                                                   const McpExchange *exchange); /* (nullable): both */
McpSending     *mcp_http_session_add_sending      (McpHttpSession   *self,
                                                   guint64           ticket,
                                                   const char       *session_id); /* (nullable) */
void            mcp_http_session_forget_sending   (McpHttpSession   *self,
                                                   guint64           ticket);
gboolean        mcp_http_session_needs_no_answer  (McpHttpSession   *self,
                                                   const McpExchange *exchange);

/* The session that MCP-Session-Id names. */
const char     *mcp_http_session_get_id           (McpHttpSession   *self);  /* (nullable) */
void            mcp_http_session_set_id           (McpHttpSession   *self,
                                                   const char       *id);    /* (nullable) */
void            mcp_http_session_set_offered_id   (McpHttpSession   *self,
                                                   char             *id);    /* (transfer full) (nullable) */
char           *mcp_http_session_take_offered_id  (McpHttpSession   *self);  /* (transfer full) (nullable) */
guint           mcp_http_session_get_generation   (McpHttpSession   *self,
                                                   const char       *id);    /* (nullable): that a request has */
gboolean        mcp_http_session_is_present       (McpHttpSession   *self,
                                                   guint             generation);
void            mcp_http_session_set_listened     (McpHttpSession   *self);
gboolean        mcp_http_session_lost_listener    (McpHttpSession   *self,
                                                   const McpExchange *exchange);
gboolean        mcp_http_session_first_head       (McpHttpSession   *self);  /* TRUE once */

/* Whoever waits until the server has accepted `initialized`. */
void            mcp_http_session_await_acceptance (McpHttpSession   *self,
                                                   guint64           ticket,    /* of `initialized` */
                                                   GTask            *task,      /* (transfer full): who waits */
                                                   GSource          *timer);    /* (transfer full): for how long */
gboolean        mcp_http_session_awaits           (McpHttpSession   *self,
                                                   guint64           ticket);
GTask          *mcp_http_session_take_acceptance  (McpHttpSession   *self);     /* (transfer full) (nullable): who waited */

/* A new one in the place of one that the server forgot. */
gboolean        mcp_http_session_lost             (const McpSending *sending, /* (nullable) */
                                                   guint             status);
void            mcp_http_session_prove            (McpHttpSession   *self,
                                                   const McpSending *sending); /* it was answered */
gboolean        mcp_http_session_may_renew        (McpHttpSession   *self);
gboolean        mcp_http_session_may_renew_for    (McpHttpSession   *self,
                                                   const McpSending *sending);
void            mcp_http_session_set_vain         (McpHttpSession   *self);  /* a new one does not help against 401 */
gboolean        mcp_http_session_is_vain          (McpHttpSession   *self);
gboolean        mcp_http_session_is_renewing      (McpHttpSession   *self);
void            mcp_http_session_begin_renewal    (McpHttpSession   *self,
                                                   GSource          *timer);    /* (transfer full): its limit */
void            mcp_http_session_end_renewal      (McpHttpSession   *self);
void            mcp_http_session_set_log_level    (McpHttpSession   *self,
                                                   char             *level); /* (transfer full): a new session is told it */
const char     *mcp_http_session_get_log_level    (McpHttpSession   *self);  /* (nullable) */

/* The cookie that the server set with the session. */
void            mcp_http_session_take_cookie      (McpHttpSession   *self,
                                                   char             *name);  /* (transfer full) (nullable) */
const char     *mcp_http_session_get_cookie       (McpHttpSession   *self);  /* (nullable) */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHttpSession, mcp_http_session_free)

G_END_DECLS
