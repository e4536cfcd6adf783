/* mcp-observer.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-journal.h"
#include "mcp-profile.h"
#include "mcp-transport.h"

G_BEGIN_DECLS

typedef enum {
  MCP_OBSERVER_STDIN,   /* from the client to the server */
  MCP_OBSERVER_STDOUT,
  MCP_OBSERVER_STDERR,
} McpObserverStream;

#define MCP_TYPE_OBSERVER (mcp_observer_get_type ())

/*
 * Takes note of what crosses between a client and a server that are both somebody else's: bytes
 * in, records of a journal out. It sends nothing and judges nothing.
 */
G_DECLARE_FINAL_TYPE (McpObserver, mcp_observer, MCP, OBSERVER, GObject)

McpObserver *mcp_observer_new        (McpJournal          *journal,
                                      McpProfile          *profile);
void         mcp_observer_push       (McpObserver         *self,
                                      McpObserverStream    stream,
                                      const char          *data,
                                      gsize                length,
                                      gint64               time_usec);
void         mcp_observer_end        (McpObserver         *self,
                                      McpObserverStream    stream);
void         mcp_observer_connection_opened  (McpObserver  *self,
                                              guint         number);
void         mcp_observer_connection_reached (McpObserver  *self,
                                              guint         number,
                                              GBytes       *json);
void         mcp_observer_connection_push    (McpObserver  *self,
                                              guint         number,
                                              McpDirection  direction,
                                              const char   *data,
                                              gsize         length,
                                              gint64        time_usec);
void         mcp_observer_connection_end     (McpObserver  *self,
                                              guint         number,
                                              McpDirection  direction,
                                              const char   *why);
void         mcp_observer_connection_closed  (McpObserver  *self,
                                              guint         number);
void         mcp_observer_spawned    (McpObserver         *self,
                                      GPid                 pid,
                                      const char * const  *argv,
                                      const char          *cwd,
                                      const char * const  *environ_names);
void         mcp_observer_exited     (McpObserver         *self,
                                      const McpExit       *status);
void         mcp_observer_note       (McpObserver         *self,
                                      const char          *type,
                                      const char          *format,
                                      ...) G_GNUC_PRINTF (3, 4);

G_END_DECLS
