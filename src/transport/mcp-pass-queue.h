/* mcp-pass-queue.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <sys/types.h>

#include <glib.h>

G_BEGIN_DECLS

typedef enum {
  MCP_PASS_DATA,     /* bytes that are passed on */
  MCP_PASS_GAP,      /* n_bytes were passed on, and nobody could take note of them in time */
  MCP_PASS_END,      /* who sends has ended */
  MCP_PASS_BROKEN,   /* who receives has: the last n_bytes did not reach it */
  MCP_PASS_OPENED,   /* a connection began; bytes are the address of who called */
  MCP_PASS_REACHED,  /* it is connected on; bytes are JSON: "peer", "tls", "usec" … */
  MCP_PASS_FAILED,   /* it could not be connected on; bytes are why */
  MCP_PASS_REFUSED,  /* a request was not passed on; bytes are the Host that it named */
  MCP_PASS_CLOSED,   /* a connection is over, both ways */
} McpPassKind;

/* What is told of what crosses between two others, in the order in which it did. */
typedef struct
{
  McpPassKind  kind;
  guint        stream;     /* the number that the passing side was given */
  gint64       time_usec;  /* monotonic */
  GBytes      *bytes;      /* (nullable) */
  guint64      n_bytes;
} McpPassItem;

typedef void (*McpPassFunc) (const McpPassItem *item,
                             gpointer           user_data);

/*
 * From the threads that pass to the main loop that takes note. Putting in never waits: over the
 * limit bytes are not kept, and a gap says how many.
 */
typedef struct _McpPassQueue McpPassQueue;

McpPassQueue *mcp_pass_queue_new      (gsize         limit_bytes,
                                       McpPassFunc   func,
                                       gpointer      user_data);
McpPassQueue *mcp_pass_queue_ref      (McpPassQueue *self);
void          mcp_pass_queue_unref    (McpPassQueue *self);
void          mcp_pass_queue_put      (McpPassQueue *self,
                                       McpPassKind   kind,
                                       guint         stream,
                                       gconstpointer data,
                                       gsize         length);
void          mcp_pass_queue_put_end  (McpPassQueue *self,
                                       McpPassKind   kind,
                                       guint         stream,
                                       guint64       n_bytes);
void          mcp_pass_queue_wake     (McpPassQueue *self);
void          mcp_pass_queue_dispatch (McpPassQueue *self);
gboolean      mcp_pass_queue_has_end  (McpPassQueue *self,
                                       guint         stream);
pid_t         mcp_pass_queue_fork     (McpPassQueue *self);
void          mcp_pass_queue_close    (McpPassQueue *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (McpPassQueue, mcp_pass_queue_unref)

G_END_DECLS
