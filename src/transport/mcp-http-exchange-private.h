/* mcp-http-exchange-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-http-exchange.h"

G_BEGIN_DECLS

struct _McpHttpExchange
{
  GObject                     parent_instance;

  McpHttpClient              *client;         /* NULL once dropped */
  const McpHttpExchangeFuncs *funcs;          /* NULL once detached */
  gpointer                    user_data;
  guint                       number;
  McpExchangePurpose          purpose;
  guint64                     ticket;
  guint                       resumes;
  gboolean                    only_accepted;
  gboolean                    is_last;

  SoupSession                *session;
  SoupMessage                *message;
  GCancellable               *cancellable;
  GInputStream               *stream;         /* the answer's body */
  GSource                    *work_source;    /* to begin, and to go on with what was read */
  guint                       deadline;       /* of a refusal's body */

  gint64                      started_usec;   /* 0 before it has begun */
  gint64                      begun_usec;     /* the first byte leaves; 0 before */
  gint64                      sent_usec;      /* the last has left; 0 before */
  gboolean                    sent_told;
  gboolean                    is_repeated;    /* libsoup would have sent it a second time */

  gboolean                    busy;           /* an operation will call back */
  gboolean                    aborted;
  gboolean                    overdue;        /* the deadline has passed */
  gboolean                    paused;
  gboolean                    eof;            /* nothing more will come */
  gboolean                    closing;
  gboolean                    ended;
  GError                     *cause;          /* (nullable) as GIO, GTls or libsoup said it */
  GError                     *error;          /* (nullable) the same as an MCP_ERROR */

  guint                       status;
  McpHttpContent              content;
  char                       *media_type;     /* (nullable) */

  char                       *chunk;
  gint64                      read_usec;      /* when the last chunk came */
  gint64                      first_usec;     /* of the body, or of the unfinished event; 0 */
  guint64                     body_bytes;
  guint64                     partial_bytes;  /* as last reported */
  GByteArray                 *text;           /* of an answer that is no event stream */
  gboolean                    oversized;
  gboolean                    consumed;       /* no item at hand */
  McpSseParser               *parser;
  guint                       n_events;
};

/* mcp-http-exchange.c */
void mcp_http_exchange_finish    (McpHttpExchange *self);
void mcp_http_exchange_schedule  (McpHttpExchange *self,
                                  int              priority,
                                  GSourceFunc      func);
void mcp_http_exchange_violation (McpHttpExchange *self,
                                  const char      *rule,
                                  const char      *detail);  /* (nullable) */

/* mcp-http-exchange-read.c */
void     mcp_http_exchange_prepare_content (McpHttpExchange *self);   /* the head is there */
void     mcp_http_exchange_process         (McpHttpExchange *self);   /* whatever is next */
gboolean mcp_http_exchange_work_cb         (gpointer         user_data);

/* mcp-http-exchange-error.c */
void mcp_http_exchange_set_error (McpHttpExchange *self,
                                  GError          *cause);   /* (transfer full) */

G_END_DECLS
