/* demo-http-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "demo-server.h"

G_BEGIN_DECLS

typedef struct _DemoSession DemoSession;

/* A POST of a request that is not answered, or a GET. */
typedef struct
{
  DemoSession       *session;
  SoupServerMessage *message;
  McpId             *id;             /* (nullable): of the request */
  char              *progress_token; /* (nullable): JSON */
  gboolean           streams;        /* the head is out, events may follow */
  gboolean           ended;
} DemoExchange;

struct _DemoSession
{
  GHashTable   *sessions;   /* all of them, borrowed; NULL for that of one request */
  char         *id;
  gint64        used_usec;  /* monotonic; when it was last asked for anything */
  DemoServer   *server;
  GPtrArray    *exchanges;  /* of DemoExchange: requests */
  DemoExchange *listener;   /* (nullable): the GET */
  DemoExchange *current;    /* (nullable): whose message is being handled */
  GQueue        queued;     /* of GBytes: for the listener to come */
};

/* --- Sessions, and what is answered in them --- */
DemoSession  *demo_session_new           (GHashTable        *sessions,  /* (nullable): it goes with its one request */
                                          DemoEras           eras);
gboolean demo_session_forget (
    GHashTable *sessions); /* the one used the longest ago; FALSE: all are in use */
void          demo_session_free          (DemoSession       *self);
DemoExchange *demo_exchange_new          (DemoSession       *session,
                                          SoupServerMessage *message);
void          demo_exchange_free         (DemoExchange      *self);
void          demo_exchange_start_stream (DemoExchange      *self);
void          demo_exchange_push         (DemoExchange      *self,
                                          const char        *text,
                                          gsize              length);
void          demo_exchange_push_message (DemoExchange      *self,
                                          GBytes            *bytes);
void          demo_exchange_end          (DemoExchange      *self);

/* --- Refusals; the checks refuse what they do not let pass --- */
void          demo_http_refuse           (SoupServerMessage *message,
                                          guint              status,
                                          const char        *text);
gboolean      demo_http_check_accept     (SoupServerMessage *message,
                                          gboolean           needs_json);
gboolean      demo_http_check_header     (SoupServerMessage *message,
                                          McpMessage        *request,
                                          const char        *name,
                                          const char        *expected);  /* (nullable): nothing is */

G_END_DECLS
