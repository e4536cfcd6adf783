/* sounder-subscriptions-panel.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SUBSCRIPTIONS_PANEL (sounder_subscriptions_panel_get_type ())

/* What a session of the modern era listens to. Property: session. Counts only while it is seen. */
G_DECLARE_FINAL_TYPE (SounderSubscriptionsPanel, sounder_subscriptions_panel, SOUNDER,
                      SUBSCRIPTIONS_PANEL, SounderPage)

char *sounder_subscription_dup_filter (const char      *filter);       /* JSON, for people */
char *sounder_subscription_dup_state  (McpSubscription *subscription,
                                       gint64           now_usec);

G_END_DECLS
