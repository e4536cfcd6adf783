/* raw-fixture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "http-fixture.h"

G_BEGIN_DECLS

/*
 * A TCP server at a free port of the loopback that writes the bytes it is told, whatever they
 * are: for what no proper HTTP server does. Every connection gets the same script; the steps run
 * in order, each when the one before is done.
 */
typedef struct _RawFixture RawFixture;

typedef enum {
  RAW_END,           /* of the script: the connection stays open and silent */
  RAW_AWAIT_HEAD,    /* until an empty line was received */
  RAW_AWAIT_BODY,    /* the same, and as many bytes as Content-Length says */
  RAW_WRITE,         /* @text; @length bytes of it, or up to its NUL when 0 */
  RAW_TRICKLE,       /* the same, a byte every @msec */
  RAW_REPEAT,        /* @text again and again, @length times; for ever when 0 */
  RAW_PAUSE,         /* @msec */
  RAW_CLOSE,         /* in order: FIN */
  RAW_RESET,         /* RST */
  RAW_TLS,           /* speak TLS from here on, with the certificate @length */
} RawAction;

typedef struct
{
  RawAction   action;
  const char *text;
  gsize       length;
  guint       msec;
} RawStep;

RawFixture *raw_fixture_new                (const RawStep *steps);  /* copied, up to RAW_END; texts too */
void        raw_fixture_free               (RawFixture    *self);
const char *raw_fixture_get_url            (RawFixture    *self);   /* "http://127.0.0.1:PORT/mcp" */
guint       raw_fixture_get_port           (RawFixture    *self);
guint       raw_fixture_get_n_accepted     (RawFixture    *self);   /* connections ever */
guint       raw_fixture_get_n_connections  (RawFixture    *self);   /* open now */
guint64     raw_fixture_get_n_written      (RawFixture    *self);   /* bytes, of all connections */
GBytes     *raw_fixture_dup_received       (RawFixture    *self,
                                            guint          index);  /* (transfer full): of one connection */

G_DEFINE_AUTOPTR_CLEANUP_FUNC (RawFixture, raw_fixture_free)

G_END_DECLS
