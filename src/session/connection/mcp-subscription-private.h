/* mcp-subscription-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-connection.h"
#include "mcp-reporter.h"
#include "mcp-subscription.h"

G_BEGIN_DECLS

/* For the session, which tells what arrives. Without one it is of a recording, and only told. */
McpSubscription *mcp_subscription_new         (McpSession      *session,
                                               const char      *requested);
void             mcp_subscription_open        (McpSubscription *self);
void             mcp_subscription_acknowledge (McpSubscription *self,
                                               const char      *granted,
                                               gsize            length);
void             mcp_subscription_replace     (McpSubscription *self,
                                               McpSubscription *old);
gboolean         mcp_subscription_asked_for   (McpSubscription *self,
                                               const char      *key);
void             mcp_subscription_count       (McpSubscription *self,
                                               gint64           time_usec);
void             mcp_subscription_take_opened (McpSubscription *self,
                                               gint64           time_usec);
void             mcp_subscription_end         (McpSubscription *self,
                                               const char      *reason);
void             mcp_subscription_detach      (McpSubscription *self);

/* A notification of the server's. */
typedef struct
{
  const char *method;
  const char *params;     /* not terminated */
  gsize       length;
  guint       serial;
  gint64      time_usec;  /* monotonic */
  gboolean    is_tagged;  /* it names a stream: mcp_stream_notice_read_id() */
} McpStreamNotice;

McpId           *mcp_stream_notice_read_id    (McpStreamNotice  *notice);        /* (transfer full) (nullable): of the stream's request */
gboolean         mcp_subscription_hear        (McpSubscription  *self,           /* (nullable): none is open that has the id */
                                               McpReporter      *reporter,
                                               const McpStreamNotice *notice);   /* TRUE: an acknowledgement, and no more */

G_END_DECLS
