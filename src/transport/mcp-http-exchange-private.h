/* mcp-http-exchange-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-http-exchange.h"
#include "mcp-http-fetch.h"
#include "mcp-read-source.h"

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

  GUri                       *uri;
  McpHttpFetch               *fetch;          /* libsoup's side of it */
  McpChunkQueue              *queue;          /* what that tells */
  McpChunk                    next;           /* data or the end, taken out and not used yet */
  gboolean                    has_next;
  GBytes                     *chunk;          /* (nullable) what the parser reads from */
  GBytes                     *head_bytes;     /* (nullable) what @head stands in */
  const McpHttpHead          *head;           /* (nullable) */
  McpReadSource              *work_source;    /* to go on with what was read */
  guint                       deadline;       /* of a refusal's body */

  gint64                      started_usec;   /* 0 before it has begun */
  gint64                      begun_usec;     /* the first byte leaves; 0 before */
  gint64                      sent_usec;      /* the last has left; 0 before */
  gboolean                    is_repeated;    /* libsoup would have sent it a second time */

  gboolean                    aborted;
  gboolean                    overdue;        /* the deadline has passed */
  gboolean                    paused;
  gboolean                    eof;            /* nothing more will come */
  gboolean                    full;           /* what else comes is dropped */
  gboolean                    ended;
  GError                     *cause;          /* (nullable) as GIO, GTls or libsoup said it */
  GError                     *error;          /* (nullable) the same as an MCP_ERROR */

  guint                       status;
  McpHttpContent              content;
  char                       *media_type;     /* (nullable) */
  McpHttpContent              looks;          /* by its first bytes; NONE before they came */
  char                       *accepts;        /* (nullable): Accept-Encoding of the request */
  char                       *encoding;       /* (nullable): of the answer, where it was not asked for */

  gint64                      read_usec;      /* when the last chunk came */
  gint64                      first_usec;     /* of the body, or of the unfinished event; 0 */
  guint64                     body_bytes;
  guint64                     partial_bytes;  /* as last reported */
  GByteArray                 *text;           /* of an answer that is no event stream */
  gboolean                    oversized;
  McpSseParser               *parser;
  guint                       n_events;
};

/* mcp-http-exchange.c */
gboolean mcp_http_exchange_take_next (McpHttpExchange *self);   /* up to data or the end */
void     mcp_http_exchange_end       (McpHttpExchange *self);   /* that is next */
void     mcp_http_exchange_schedule  (McpHttpExchange *self);   /* to go on, below drawing */
void     mcp_http_exchange_violation (McpHttpExchange *self,
                                      const char      *rule,
                                      const char      *detail); /* (nullable) */

/* mcp-http-exchange-read.c */
void     mcp_http_exchange_prepare_content (McpHttpExchange *self);   /* the head is there */
void     mcp_http_exchange_process         (McpHttpExchange *self);   /* whatever is next */

/* mcp-http-exchange-error.c */
void mcp_http_exchange_set_error (McpHttpExchange *self,
                                  GError          *cause);   /* (transfer full) */

G_END_DECLS
