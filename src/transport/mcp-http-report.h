/* mcp-http-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "mcp-transport.h"

G_BEGIN_DECLS

/*
 * What a SoupMessage tells, as it goes from the thread that has it to the main loop: copies that
 * do not change any more. Private to the transports.
 */

typedef struct
{
  char  *method;
  char  *url;
  char **headers;  /* as sent: names and values in turn */
} McpHttpStart;

typedef struct
{
  GSocketClientEvent  event;
  char               *address;      /* (nullable) of the other side */
  gboolean            is_proxy;     /* ... which is a proxy's */
  gboolean            is_tunnel;    /* ... and it is asked for the server's before anything is sent */
  char               *tls;          /* (nullable) what protects it */
  GTlsCertificate    *certificate;  /* (nullable) the other side's */
} McpHttpNetwork;

typedef struct
{
  guint               status;
  char               *reason;       /* (nullable) */
  const char         *version;
  SoupMessageHeaders *headers;
  char               *peer;         /* (nullable) */
  char               *tls;          /* (nullable) */
  GTlsCertificate    *certificate;  /* (nullable) */
} McpHttpHead;

McpHttpStart   *mcp_http_start_new    (SoupMessage        *message);
void            mcp_http_start_free   (McpHttpStart       *self);
McpHttpNetwork *mcp_http_network_new  (GSocketClientEvent  event,
                                       GIOStream          *connection);   /* (nullable) */
void            mcp_http_network_free (McpHttpNetwork     *self);
McpHttpHead    *mcp_http_head_new     (SoupMessage        *message);
void            mcp_http_head_free    (McpHttpHead        *self);
void            mcp_http_fill_timings (SoupMessage        *message,
                                       gint64              started_usec,
                                       McpExchangeTimings *timings);      /* but @sent_usec and @ended_usec */

/* From the main loop. */
void            mcp_http_report_start (McpTransport       *owner,
                                       const McpHttpStart *start,
                                       McpExchangeStart   *report);       /* the rest is the caller's */
void            mcp_http_report_head  (McpTransport       *owner,
                                       const McpHttpHead  *head,
                                       guint               exchange,
                                       gint64              time_usec);
char           *mcp_http_describe     (const char         *kind,
                                       GUri               *uri);          /* "HTTP+SSE · localhost:3001" */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHttpStart, mcp_http_start_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHttpNetwork, mcp_http_network_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHttpHead, mcp_http_head_free)

G_END_DECLS
