/* mcp-http-exchange.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-http-client.h"
#include "mcp-sse-parser.h"

G_BEGIN_DECLS

#define MCP_TYPE_HTTP_EXCHANGE (mcp_http_exchange_get_type ())

/*
 * One HTTP request and what it is answered with. Reports start, head, frames, items, violations
 * and end to the sink of the client's transport by itself; who started it hears what it needs to
 * go on. Private to the transports.
 */
G_DECLARE_FINAL_TYPE (McpHttpExchange, mcp_http_exchange, MCP, HTTP_EXCHANGE, GObject)

/* The content of an answer, by its content type. */
typedef enum {
  MCP_HTTP_CONTENT_NONE,    /* no head yet, or nothing came behind it */
  MCP_HTTP_CONTENT_JSON,
  MCP_HTTP_CONTENT_EVENTS,
  MCP_HTTP_CONTENT_OTHER,   /* none that the protocol knows */
} McpHttpContent;

typedef struct
{
  McpExchangePurpose  purpose;
  const char         *method;         /* "POST", "GET", "DELETE" */
  const char         *url;            /* (nullable): NULL is the client's */
  McpHeaderList       headers;        /* (nullable): for this one, beside those that stay */
  GBytes             *body;           /* (nullable): a message */
  const char         *last_event_id;  /* (nullable) */
  guint64             ticket;         /* the message it sends or resumes; 0: no message */
  guint               resumes;        /* exchange whose stream it resumes; 0: no resumption */
  gboolean            only_accepted;  /* it is answered elsewhere (HTTP+SSE): a body of whatever type is
                                         no fault, and a message in it is */
  gboolean            is_last;        /* nothing answers it: any body is a fault */
} McpHttpRequest;

/* All from the main loop, none after ::ended, each may do anything. All are nullable but the last. */
typedef struct
{
  void (*sent)  (McpHttpExchange  *exchange,   /* the last byte of the request has left */
                 gint64            first_usec,
                 gint64            last_usec,
                 gpointer          user_data);
  void (*head)  (McpHttpExchange  *exchange,   /* after ::exchange_head was reported */
                 gpointer          user_data);
  void (*item)  (McpHttpExchange  *exchange,   /* after it was reported as a frame or an item */
                 const McpSseItem *item,
                 gboolean          is_message, /* it was a frame */
                 gpointer          user_data);
  /* Once, last, after ::exchange_ended. @error is NULL for an end as it should be, whatever the
   * status; else MCP_ERROR_NETWORK, _TLS, _LOST (it had left), _TOO_LARGE, _HTTP (what came is
   * no HTTP), _CANCELLED (we did it). */
  void (*ended) (McpHttpExchange  *exchange,
                 const GError     *error,
                 gpointer          user_data);
} McpHttpExchangeFuncs;

McpHttpExchange *mcp_http_exchange_start        (McpHttpClient              *client,
                                                 const McpHttpRequest       *request,
                                                 const McpHttpExchangeFuncs *funcs,
                                                 gpointer                    user_data); /* a reference */
void             mcp_http_exchange_abort        (McpHttpExchange *self);  /* ::ended comes later, with _CANCELLED */
gboolean         mcp_http_exchange_take_back    (McpHttpExchange *self);  /* the same, if not a byte has left */
void             mcp_http_exchange_detach       (McpHttpExchange *self);  /* no function is called any more */
void             mcp_http_exchange_drop         (McpHttpExchange *self);  /* abort, and no report either */
void             mcp_http_exchange_pause        (McpHttpExchange *self);
void             mcp_http_exchange_resume       (McpHttpExchange *self);
gboolean         mcp_http_exchange_is_sent      (McpHttpExchange *self);  /* and it has been told */
void             mcp_http_exchange_tell_sent    (McpHttpExchange *self);  /* now, if it is */

guint            mcp_http_exchange_get_number   (McpHttpExchange *self);
guint            mcp_http_exchange_get_status   (McpHttpExchange *self);  /* 0 before the head */
McpHttpContent   mcp_http_exchange_get_content  (McpHttpExchange *self);
const char      *mcp_http_exchange_get_media_type (McpHttpExchange *self); /* (nullable): the media type as it was given */
/* (nullable): why what came can be no answer, whatever it holds: its label or its compression. */
GError          *mcp_http_exchange_new_form_error (McpHttpExchange *self);
const char      *mcp_http_exchange_get_header   (McpHttpExchange *self,   /* (nullable): of the answer */
                                                 const char      *name);
GError          *mcp_http_exchange_new_status_error (McpHttpExchange *self); /* MCP_ERROR_HTTP or _AUTH, in words */

G_END_DECLS
