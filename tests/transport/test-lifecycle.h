/* test-lifecycle.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "test-sink.h"

G_BEGIN_DECLS

/* A way to a server of the test's own, which is what server_new() gives to the others. */
typedef struct
{
  const char *prefix;          /* of the paths: "/transport/socket" */
  guint       n_stages;        /* of opening, at which it is cancelled and closed */

  gpointer  (*server_new)  (void);
  void      (*server_free) (gpointer  server);
  /* Of a transport that is new. @silent: to where nobody answers. */
  TestSink *(*new_sink)    (gpointer  server,
                            gboolean  silent);
  /* (nullable): Waits until an open to where nobody answers is at @stage, 1 or later. */
  void      (*go_to_stage) (gpointer  server,
                            TestSink *sink,
                            guint     stage);
  /* Opens it, and waits until it is open on both sides. */
  void      (*open)        (gpointer  server,
                            TestSink *sink);
  void      (*say_two)     (gpointer  server);  /* messages, at once */
  gboolean  (*is_left)     (gpointer  server);  /* nothing of the transport is there any more */
} TestWay;

void test_lifecycle_add (const TestWay *way);

G_END_DECLS
