/* mcp-http-server.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "mcp-own-host.h"

G_BEGIN_DECLS

/*
 * An HTTP server of our own, on libsoup, for all that we serve. It takes no more connections than
 * there are descriptors for, ends those that ask for nothing, slowly or forever, and judges a head
 * before it reads the body: its names (Host, Origin), its length, and whether it means one thing.
 */
typedef struct _McpHttpServer McpHttpServer;

typedef struct
{
  const char  *name;              /* in the header Server */
  guint        n_connections;     /* at once, at most */
  guint        patience_msec;     /* with who asks for nothing, or stops in the middle of asking */
  McpOwnHosts  hosts;             /* that Host and Origin may name */
  gboolean     any_origin;        /* pages of others lead here */

  /* (nullable) How many bytes the body of a request may have; without it none. */
  guint64    (*get_limit) (SoupServerMessage *message,
                           const char        *path,
                           gpointer           user_data);
  /* (nullable) Whether a request is served whatever names it has. */
  gboolean   (*lets_in)   (SoupServerMessage *message,
                           gpointer           user_data);
  /* Sets status and body of an answer that says why nothing else comes. */
  void       (*refuse)    (SoupServerMessage *message,
                           guint              status,
                           const char        *text,
                           gpointer           user_data);
  /* Answers, at once or after soup_server_message_pause(). */
  void       (*handle)    (SoupServerMessage *message,
                           const char        *path,
                           gpointer           user_data);
} McpHttpServerRules;

McpHttpServer *mcp_http_server_new      (const McpHttpServerRules *rules,
                                         GSocketAddress           *address,
                                         gpointer                  user_data,
                                         GError                  **error);
guint16        mcp_http_server_get_port (McpHttpServer            *self);
void           mcp_http_server_free     (McpHttpServer            *self);

/* (transfer full): what came with the request; empty when nothing did. */
GBytes        *mcp_http_server_dup_body (SoupServerMessage        *message);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpHttpServer, mcp_http_server_free)

G_END_DECLS
