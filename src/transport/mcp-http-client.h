/* mcp-http-client.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "mcp-http-options.h"
#include "mcp-http-report.h"
#include "mcp-http-thread.h"

G_BEGIN_DECLS

#define MCP_HTTP_DEFAULT_CAP_BYTES   ((gsize) 256 * 1024 * 1024)
#define MCP_HTTP_DEFAULT_MAX_STREAMS 256

/*
 * What all exchanges of one transport share: the connections, the trust, the headers that stay,
 * the numbers, and how reaching the server went. Private to the transports.
 */
typedef struct _McpHttpClient McpHttpClient;
typedef struct _McpHttpExchange McpHttpExchange;

/* Called when the last exchange has ended. */
typedef void (*McpHttpClientIdle) (McpTransport *owner);

McpHttpClient        *mcp_http_client_new              (McpTransport         *owner,      /* owns it; not referenced */
                                                        const McpHttpOptions *options,
                                                        GError              **error);     /* MCP_ERROR_CONFIG */
void                  mcp_http_client_free             (McpHttpClient        *self);      /* drops every exchange */
const McpHttpOptions *mcp_http_client_get_options      (McpHttpClient        *self);      /* no 0 for a default left */
GUri                 *mcp_http_client_get_uri          (McpHttpClient        *self);      /* of the options */
gboolean              mcp_http_client_set_header       (McpHttpClient        *self,
                                                        const char           *name,
                                                        const char           *value);     /* (nullable) */
void                  mcp_http_client_show_own         (McpHttpClient        *self,
                                                        SoupMessage          *message);
McpCertificate       *mcp_http_client_get_certificate  (McpHttpClient        *self);      /* (nullable) */
void                  mcp_http_client_set_idle_func    (McpHttpClient        *self,
                                                        McpHttpClientIdle     func);       /* (nullable) */
guint                 mcp_http_client_get_n_exchanges  (McpHttpClient        *self);      /* that have not ended */
void                  mcp_http_client_pause            (McpHttpClient        *self,
                                                        guint                 exchange);
void                  mcp_http_client_resume           (McpHttpClient        *self,
                                                        guint                 exchange);
void                  mcp_http_client_abort            (McpHttpClient        *self);      /* every exchange */
void                  mcp_http_client_close_connections (McpHttpClient       *self);
/* The steps of reaching a server by URL, HTTP+SSE and Streamable HTTP alike. */
const McpStep        *mcp_http_client_get_steps        (McpHttpClient        *self,
                                                        gsize                *n_steps);

/* For those who have a request under way. @who stands for it, and is only compared. */
McpTransport         *mcp_http_client_get_owner        (McpHttpClient        *self);
McpHttpThread        *mcp_http_client_get_thread       (McpHttpClient        *self);
guint                 mcp_http_client_pick_session     (McpHttpClient        *self);
guint                 mcp_http_client_add              (McpHttpClient        *self,
                                                        McpHttpExchange      *exchange);  /* its number */
void                  mcp_http_client_remove           (McpHttpClient        *self,
                                                        guint                 exchange);
void                  mcp_http_client_settle           (McpHttpClient        *self);      /* one has ended and told so */
void                  mcp_http_client_tell_sent        (McpHttpClient        *self);      /* of every exchange */
void                  mcp_http_client_fill_headers     (McpHttpClient        *self,
                                                        SoupMessage          *message,
                                                        McpHeaderList         own);       /* (nullable) */
/* SoupMessage::accept-certificate, from within the thread: what was shown, and whether to go on. */
gboolean              mcp_http_client_judge_certificate (McpHttpClient       *self,
                                                        GTlsCertificate      *certificate,
                                                        GTlsCertificateFlags  problems,
                                                        McpCertificate      **shown);
void                  mcp_http_client_set_certificate  (McpHttpClient        *self,
                                                        McpCertificate       *shown);
gboolean              mcp_http_client_wants_steps      (McpHttpClient        *self);
void                  mcp_http_client_network_event    (McpHttpClient        *self,       /* SoupMessage::network-event */
                                                        gconstpointer         who,
                                                        const McpHttpNetwork *network);
void                  mcp_http_client_saw_request      (McpHttpClient        *self,       /* SoupMessage::starting */
                                                        gconstpointer         who);
void                  mcp_http_client_saw_head         (McpHttpClient        *self,
                                                        gconstpointer         who,
                                                        const McpHttpHead    *head);
/* The content type of the first answer. @phase is SUCCEEDED, BROKE or SKIPPED. */
void                  mcp_http_client_saw_content      (McpHttpClient        *self,
                                                        gconstpointer         who,
                                                        McpStepPhase          phase,
                                                        const char           *detail);    /* (nullable) */
void                  mcp_http_client_saw_failure      (McpHttpClient        *self,
                                                        gconstpointer         who,
                                                        const GError         *error);
gboolean              mcp_http_client_was_answered     (McpHttpClient        *self);      /* a head ever came */

G_END_DECLS
