/* mcp-http-server-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-http-server.h"
#include "mcp-listener.h"

G_BEGIN_DECLS

struct _McpHttpServer
{
  McpHttpServerRules rules;
  gpointer           user_data;
  SoupServer        *soup;
  McpListener       *listener;
  GQueue             guests;      /* of McpHttpGuest: who has waited longest to ask comes first */
  GHashTable        *by_address;  /* GSocketAddress, the object, to McpHttpGuest */
  guint64            n_held;      /* bytes of bodies that are not whole yet */
  guint              sweep_source;
  guint              end_source;
  gint64             closed_usec; /* 0: it is open */
};

typedef enum
{
  MCP_HTTP_GUEST_WAITS,     /* nothing was asked, or not all of a head has come */
  MCP_HTTP_GUEST_ASKS,      /* its body comes */
  MCP_HTTP_GUEST_LISTENS,   /* to the answer */
  MCP_HTTP_GUEST_LEAVES,    /* refused; further input is discarded */
} McpHttpGuestState;

/* A connection that was taken. */
typedef struct
{
  McpHttpServer     *server;
  GSocketConnection *connection;
  GSocketAddress    *address;
  char              *peer;
  GList              link;
  McpHttpGuestState  state;
  gint64             since_usec;  /* in this state; or as long as nothing has come */
  gsize              n_since;     /* bytes of a body since then */
  gsize              n_ignored;   /* bytes */
  gboolean           is_shown_out;
  SoupServerMessage *message;     /* (nullable) the last one */
  guint64            limit;       /* of its body */
  GByteArray        *body;        /* (nullable) not a reference */
  GSource           *leave_source;
} McpHttpGuest;

/* Guests: mcp-http-guests.c */
gboolean mcp_http_guests_listen    (McpHttpServer     *self,
                                    GSocketAddress    *address,
                                    GError           **error);
void mcp_http_guests_show_out (McpHttpServer *self); /* all who do not wait for an answer */
gboolean mcp_http_guests_any_waits (McpHttpServer     *self);   /* for the end of an answer */
void     mcp_http_guests_free      (McpHttpServer     *self);
void     mcp_http_guest_set_state  (McpHttpGuest      *guest,
                                    McpHttpGuestState  state);
void     mcp_http_guest_send_away  (McpHttpGuest      *guest,   /* with what its message says */
                                    SoupServerMessage *message);

/* Requests: mcp-http-judge.c */
void     mcp_http_judge_follow     (McpHttpGuest      *guest,
                                    SoupServerMessage *message);
void mcp_http_judge_drop (McpHttpGuest *guest); /* what its last message still holds */
void     mcp_http_judge_refuse     (McpHttpGuest      *guest,
                                    SoupServerMessage *message,
                                    guint              status,
                                    const char        *text);

/* mcp-http-server.c */
void     mcp_http_server_check_end (McpHttpServer     *self);

G_END_DECLS
