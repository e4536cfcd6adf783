/* mcp-subscription.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-id.h"

G_BEGIN_DECLS

typedef enum {
  MCP_SUBSCRIPTION_OPENING,
  MCP_SUBSCRIPTION_LISTENING,  /* acknowledged */
  MCP_SUBSCRIPTION_WAITING,    /* it broke, and will be opened again */
  MCP_SUBSCRIPTION_CLOSED,
} McpSubscriptionState;

#define MCP_TYPE_SUBSCRIPTION (mcp_subscription_get_type ())

/*
 * One `subscriptions/listen` (2026-07-28, basic/patterns/subscriptions), over all the times it is
 * opened again. Properties, all notify: state, granted, n-notifications.
 */
G_DECLARE_FINAL_TYPE (McpSubscription, mcp_subscription, MCP, SUBSCRIPTION, GObject)

McpSubscriptionState mcp_subscription_get_state           (McpSubscription *self);
const char          *mcp_subscription_get_requested       (McpSubscription *self); /* JSON: the filter */
char                *mcp_subscription_dup_refused         (McpSubscription *self); /* what was asked and not granted, for people; "" */
McpId               *mcp_subscription_get_id              (McpSubscription *self); /* (nullable): of the present request */
guint                mcp_subscription_get_n_notifications (McpSubscription *self);
guint                mcp_subscription_get_n_opened        (McpSubscription *self); /* how often it was opened */
gint64               mcp_subscription_get_since_usec      (McpSubscription *self); /* monotonic: of the present request */
gint64               mcp_subscription_get_last_usec       (McpSubscription *self); /* of the last notification; 0 */
gint64               mcp_subscription_get_next_usec       (McpSubscription *self); /* WAITING: when it is tried again */
const char          *mcp_subscription_get_reason          (McpSubscription *self); /* (nullable): why it broke or ended */
void                 mcp_subscription_close               (McpSubscription *self);

G_END_DECLS
