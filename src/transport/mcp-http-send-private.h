/* mcp-http-send-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-http-transport-private.h"

G_BEGIN_DECLS

/* From its queueing until nothing more can come of it. */
typedef struct
{
  McpHttpTransport *transport;      /* owns it */
  guint64           ticket;
  GBytes           *bytes;
  char            **headers;        /* (nullable) */
  gboolean          expects_answer;
  gboolean          is_answer;
  McpExchangePurpose purpose;       /* SEND; without the message: LISTEN, END */
  gint64            queued_usec;
  guint            *turns;          /* (nullable) had its turn, and counts here */
  gboolean          sent;
  gboolean          answered;
  gboolean          abandoned;
  gboolean          refused;        /* what was to resume it is no event stream */
  GError           *lost;           /* why it is not sent; reported from the main loop */
  McpHttpExchange  *exchange;       /* (nullable) the present one */
  McpHttpStream    *stream;         /* (nullable) once the answer is an event stream */
  guint             timeout;        /* until it is resumed, or lingers no more */
} McpHttpSend;

/* mcp-http-send.c */
void   mcp_http_transport_schedule_pump (McpHttpTransport *self);
guint *mcp_http_send_get_turns          (McpHttpSend      *send);    /* (nullable) */
/* Takes it out of everything; the caller frees it, behind what it reports. */
void   mcp_http_send_take_out           (McpHttpSend      *send);
void   mcp_http_send_free               (gpointer          send);
/* The two ends: both free it. */
void   mcp_http_send_finish             (McpHttpSend      *send);
void   mcp_http_send_fail               (McpHttpSend      *send,
                                         guint             status,
                                         const GError     *error);

/* mcp-http-follow.c */
void   mcp_http_send_start              (McpHttpSend      *send);
/* Nothing that must come is left: what is open may end by itself, or give way to others. */
void   mcp_http_send_linger             (McpHttpSend      *send);

G_END_DECLS
