/* websocket-fixture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <libsoup/soup.h>

#include "test-sink.h"

G_BEGIN_DECLS

/* A server in this very process, that does only what a test tells it. */
typedef struct
{
  SoupServer              *server;
  GSocketService          *service;
  GTlsCertificate         *certificate; /* (nullable) */
  char                    *url;
  int                      port;
  GPtrArray               *peers;      /* SoupWebsocketConnection; all that were ever accepted */
  SoupWebsocketConnection *peer;       /* the last, owned by @peers */
  GString                 *got;        /* all text messages, separated by spaces */
  gboolean                 peer_closed;
  char                    *token;      /* the header X-Token of the last handshake */
} WsServer;

/* A server that is told what to answer, byte for byte. */
typedef struct
{
  GSocketService    *service;
  char              *url;
  const char        *answer;
  GSocketConnection *connection;
} WsRawServer;

/* A server that upgrades and writes bytes in the same breath, whatever they are; then reads to the end. */
typedef struct
{
  GSocketService *service;
  char           *url;
  GBytes         *bytes;
  gboolean        finishes;   /* it says that no more comes */
  GThread        *thread;     /* (nullable): of the one connection */
  GByteArray     *received;   /* behind the upgrade; complete once ws_script_join() has returned */
} WsScript;

WsServer *ws_server_new            (void);
WsServer *ws_server_new_tls        (const char  *certificate);   /* (nullable): one of the tests' */
void      ws_server_stop_listening (WsServer    *server);
void      ws_server_free           (WsServer    *server);

void      ws_raw_server_init       (WsRawServer *server,
                                    const char  *answer);        /* (nullable): none */
void      ws_raw_server_clear      (WsRawServer *server);

void      ws_script_init           (WsScript    *script,
                                    const char  *bytes,
                                    gsize        length,
                                    gboolean     finishes);
void      ws_script_join           (WsScript    *script);        /* when the client has gone */
void      ws_script_clear          (WsScript    *script);

/* @cap_bytes: how long a message may be; 0 for the default */
TestSink *ws_new_sink              (const char  *url,
                                    gsize        cap_bytes);
TestSink *ws_open_sink             (WsServer    *server,
                                    gsize        cap_bytes);
TestSink *ws_new_tls_sink          (WsServer    *server,
                                    const char  *ca_file,        /* (nullable) */
                                    const char  *fingerprint);   /* (nullable): of a certificate that is accepted */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (WsServer, ws_server_free)

G_END_DECLS
