/* mcp-transport-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-transport.h"

G_BEGIN_DECLS

/*
 * For implementations: each tells the sink, if there is one and it cares. The sink may do
 * anything meanwhile, even drop the transport: hold a reference around the call.
 */
void mcp_transport_report_frame         (McpTransport       *self,
                                         const McpFrame     *frame);
void mcp_transport_report_line          (McpTransport       *self,   /* a frame that is a line */
                                         const McpLine      *line,
                                         gint64              last_usec);
void mcp_transport_report_partial_line  (McpTransport       *self,
                                         guint64             size_bytes,
                                         gint64              first_usec);
void mcp_transport_report_partial       (McpTransport       *self,
                                         guint               exchange,
                                         guint64             size_bytes,
                                         gint64              first_usec);
void mcp_transport_report_sent          (McpTransport       *self,
                                         guint64             ticket,
                                         GBytes             *bytes,
                                         gint64              queued_usec,
                                         gint64              first_usec,
                                         gint64              last_usec);
void mcp_transport_report_unsent        (McpTransport       *self,
                                         guint64             ticket,
                                         GBytes             *bytes,
                                         const GError       *error);
void mcp_transport_report_stderr_line   (McpTransport       *self,
                                         const McpLine      *line,
                                         gint64              last_usec);
void mcp_transport_report_spawned       (McpTransport       *self,
                                         GPid                pid,
                                         const char * const *argv,
                                         const char         *cwd,
                                         const char * const *environ_names,
                                         gint64              took_usec);
void mcp_transport_report_exited        (McpTransport       *self,
                                         const McpExit      *status);
void mcp_transport_report_output_closed (McpTransport       *self);
void mcp_transport_report_shutdown_step (McpTransport       *self,
                                         const char         *step,
                                         gint64              waited_usec);
void mcp_transport_report_dropped       (McpTransport       *self,
                                         guint64             n_bytes,
                                         guint64             n_lines);
void mcp_transport_report_step          (McpTransport       *self,
                                         McpStep             step,
                                         McpStepPhase        phase,
                                         const char         *detail);
void mcp_transport_report_exchange_started (McpTransport    *self,
                                         const McpExchangeStart *start);
void mcp_transport_report_exchange_head (McpTransport       *self,
                                         const McpExchangeHead *head);
void mcp_transport_report_stream_item   (McpTransport       *self,
                                         const McpStreamItem *item);
void mcp_transport_report_exchange_ended (McpTransport      *self,
                                         const McpExchangeEnd *end);
void mcp_transport_report_violation     (McpTransport       *self,
                                         guint               exchange,
                                         const char         *rule,
                                         const char         *detail);
void mcp_transport_report_failed        (McpTransport       *self,
                                         guint64             ticket,
                                         guint               status,
                                         const GError       *error);
void mcp_transport_report_closed        (McpTransport       *self,
                                         const GError       *error);

G_END_DECLS
