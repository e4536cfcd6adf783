/* interop-http.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "interop-support.h"

G_BEGIN_DECLS

/* A server in a process group of its own, on a free port of the loopback interface. */
typedef struct _HttpServer HttpServer;

/* "@PORT@" in @argv and @env is the port. Returns when somebody listens there. */
HttpServer *http_server_start    (const char * const *argv,
                                  const char * const *env);       /* (nullable) NAME=VALUE */
/* "http://HOST:PORT/PATH" */
char       *http_server_dup_url  (HttpServer         *self,
                                  const char         *host,
                                  const char         *path);
guint16     http_server_get_port (HttpServer         *self);
/* Ends the group, and asserts that nobody of it is left. */
void        http_server_stop     (HttpServer         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (HttpServer, http_server_stop)

/*
 * A raw client for both HTTP transports: one request after another, answers found with string
 * search, and no code shared with what it checks. Blocking.
 */
typedef struct _RawHttp RawHttp;

RawHttp    *raw_http_new         (const char         *url,
                                  gboolean            sse,         /* HTTP+SSE of 2024-11-05 */
                                  const char         *capabilities);
/* Speaks 2026-07-28: without initialize and without a session. */
RawHttp    *raw_http_new_modern  (const char         *url);
char       *raw_http_ask         (RawHttp            *self,
                                  const char         *method,
                                  const char         *params);
void        raw_http_free        (RawHttp            *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RawHttp, raw_http_free)

G_END_DECLS
