/* demo-server-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "demo-batch.h"
#include "demo-breaks.h"
#include "demo-modern.h"
#include "demo-server.h"
#include "mcp-line-splitter.h"
#include "mcp-version.h"

G_BEGIN_DECLS

struct _DemoServer
{
  GMainLoop       *loop;
  McpLineSplitter *splitter;
  GHashTable      *jobs;            /* McpId -> DemoJob */
  GHashTable      *asked;           /* McpId -> Asked, see demo-server-jobs.c */
  GHashTable      *subscriptions;   /* uri -> itself */
  GPtrArray       *tasks;           /* see demo-tasks.c */
  guint            clock_source;
  int              log_level;
  guint            ping_delay_msec;
  guint            n_slow_pings;
  char            *client;          /* the params of initialize, or a request's _meta; NULL before */
  gboolean         has_session;     /* a client of an older revision is there */
  gboolean         is_ready;        /* and has said that it is ready */
  const DemoProbeBreak *broken;     /* (nullable): the rule that what is handled is to break */
  McpVersion       version;         /* that was agreed on */
  GPtrArray       *batches;         /* see demo-batch.h */
  DemoModern      *modern;          /* (nullable): newer revisions are refused */
  guint            n_asked;
  int              status;
  DemoOutput       output;          /* NULL: standard output */
  gpointer         output_data;
};

/* demo-server-output.c */
int         demo_server_level_index (const char *level);   /* -1: there is no such level */
void        demo_server_put_out     (DemoServer *self,
                                     McpMessage *message);
void        demo_server_send        (DemoServer *self,
                                     McpMessage *message);

/* demo-server-jobs.c */
GHashTable *demo_jobs_new           (void);
GHashTable *demo_asked_new          (void);
void        demo_server_take_back   (DemoServer *self,
                                     McpId      *call);
gboolean    demo_server_take_answer (DemoServer *self,
                                     McpMessage *message);

G_END_DECLS
