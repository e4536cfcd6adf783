/* mcp-shutdown.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-process.h"
#include "mcp-transport.h"

G_BEGIN_DECLS

/* Ends a process and its group step by step. */
typedef struct _McpShutdown McpShutdown;

/* Called with the owner. */
typedef struct
{
  void (*step) (McpTransport *owner,
                const char   *step,
                gint64        waited_usec);
  void (*done) (McpTransport *owner,       /* once */
                gboolean      survivors);  /* something could not be ended */
} McpShutdownFuncs;

McpShutdown *mcp_shutdown_new          (McpTransport           *owner,
                                        const McpShutdownFuncs *funcs,
                                        McpProcess             *process,
                                        guint                   close_wait_msec,
                                        guint                   term_wait_msec);
void         mcp_shutdown_free         (McpShutdown            *self);
void         mcp_shutdown_start        (McpShutdown            *self);
void         mcp_shutdown_hurry        (McpShutdown            *self);
void         mcp_shutdown_leader_ended (McpShutdown            *self);
void         mcp_shutdown_sweep        (McpShutdown            *self);

G_END_DECLS
