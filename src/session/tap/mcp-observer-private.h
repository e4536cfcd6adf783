/* mcp-observer-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-line-splitter.h"
#include "mcp-observer.h"

G_BEGIN_DECLS

typedef struct
{
  McpLineSplitter *splitter;
  guint            pending_line; /* serial of the row of a line that grows; 0 for none */
} McpObservedStream;

struct _McpObserver
{
  GObject            parent_instance;

  McpJournal        *journal;
  guint              life;

  McpObservedStream  streams[3];
  GHashTable        *waiting;      /* "direction id token" to Waiting: requests without answer */

  /* Who they are, as they say themselves: JSON objects. */
  char              *client_info;
  char              *server_info;
  guint              n_looked_at;  /* requests in which the client might have said it */

  /* Of a server with an address. */
  char              *origin;       /* (nullable) "http://127.0.0.1:3001" */
  gsize              max_message_bytes;
  guint              n_exchanges;
  GHashTable        *connections;  /* (nullable) number to what mcp-observer-http.c knows of it */
};

/* A message as it came, with what is known of it beside its bytes. */
typedef struct
{
  McpDirection  direction;
  McpChannel    channel;
  guint         exchange;
  guint         flags;
  gint64        time_usec;
  gsize         lead;
  gsize         trail;
  guint         pending_line;
} McpObserved;

guint mcp_observer_append         (McpObserver       *self,
                                   const McpObserved *observed,
                                   GBytes            *bytes);
guint mcp_observer_append_json    (McpObserver       *self,
                                   McpDirection       direction,
                                   McpChannel         channel,
                                   McpRecordKind      kind,
                                   guint              exchange,
                                   gint64             time_usec,
                                   GString           *json);

G_END_DECLS
