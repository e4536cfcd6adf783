/* http-fixture-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <json-glib/json-glib.h>
#include <libsoup/soup.h>

#include "http-fixture.h"

G_BEGIN_DECLS

typedef struct _HttpMcp HttpMcp;
typedef struct _HttpModern HttpModern;

/* Weak: a connection lives as long as the server holds it. */
typedef struct
{
  HttpFixture *fixture;
  GWeakRef     tcp;     /* GSocketConnection */
  GSource     *watch;
  guint16      port;    /* of the other side: what a request is found by */
  gboolean     gone;    /* the other side has closed it */
  guint        closing; /* source */
} HttpConnection;

struct _HttpRequest
{
  HttpFixture        *fixture;
  SoupServerMessage  *message;    /* (nullable): only while it is open, as it keeps the connection */
  HttpConnection     *connection;
  char               *method;
  char               *path;
  SoupMessageHeaders *headers;
  GBytes             *body;
  JsonNode           *json;       /* (nullable) */
  char               *rpc_method; /* (nullable) */
  char               *rpc_id;     /* (nullable) */
  gint64              time_usec;
  gulong              finished_handler;
  gboolean            started;    /* an answer */
  gboolean            complete;   /* all of it was handed over */
  gboolean            open;
  gboolean            broken;
};

HttpMcp         *http_fixture_get_mcp          (HttpFixture       *self);   /* (nullable) */
void             http_fixture_take_mcp         (HttpFixture       *self,
                                                HttpMcp           *mcp);
HttpModern      *http_fixture_get_modern       (HttpFixture       *self);   /* (nullable) */
void             http_fixture_take_modern      (HttpFixture       *self,
                                                HttpModern        *modern);
GTlsCertificate *http_fixture_load_certificate (HttpCertificate    which);  /* (transfer full) */
char            *http_fixture_requote          (const char        *text);   /* ' becomes " */
void             http_fixture_reset_socket     (GSocket           *socket);
void             http_mcp_free                 (HttpMcp           *self);
void             http_mcp_handle               (HttpMcp           *self,
                                                HttpRequest       *request);
void             http_modern_free              (HttpModern        *self);
gboolean         http_modern_handle            (HttpModern        *self,
                                                HttpRequest       *request,
                                                gboolean           alone);
HttpRequest     *http_request_new              (HttpFixture       *fixture,
                                                SoupServerMessage *message,
                                                HttpConnection    *connection);
void             http_request_free             (HttpRequest       *self);
JsonNode        *http_request_get_json         (HttpRequest       *self);   /* (nullable) */

G_END_DECLS
