/* mcp-http-client-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-http-client.h"
#include "mcp-http-cookies.h"

G_BEGIN_DECLS

struct _McpHttpClient
{
  McpTransport    *owner;
  McpHttpOptions  *options;
  GUri            *uri;
  McpHttpThread   *thread;
  GTlsDatabase    *ca_database;   /* (nullable) of the options' file */
  GTlsCertificate *own;           /* (nullable) for a server that asks for one */
  McpCertificate  *certificate;   /* (nullable) the last one shown */

  GPtrArray       *sticky;        /* names and values in turn */
  McpHttpCookies  *cookies;       /* (nullable) none are kept */
  GHashTable      *exchanges;     /* number to McpHttpExchange, a reference */
  guint            last_number;
  McpHttpClientIdle idle;         /* (nullable) */
  gboolean         was_answered;

  /* Only the first request reports how it goes. */
  gconstpointer    first;         /* never dereferenced */
  gboolean         steps_done;
  gboolean         in_step;       /* @step began and has no outcome */
  McpStep          step;
  gboolean         resolved;
  gboolean         connected;
  gboolean         secured;
  char            *proxy;         /* (nullable) its address */
  gboolean         is_tunnel;     /* with it: the server's bytes come once it has reached that */
};

/* mcp-http-client.c */
void mcp_http_client_keep_certificate (McpHttpClient   *self,
                                       GTlsCertificate *certificate);  /* (nullable) */

G_END_DECLS
