/* health-fixture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-profile.h"

/* What tests set of a monitor, at once. A strategy other than off is kept. */
static inline void
health_fixture_set_ping (McpProfile  *profile,
                         gboolean     enabled,
                         guint        interval_msec,
                         guint        n_failures,
                         McpReaction  reaction)
{
  McpHealthSettings health;

  mcp_profile_get_health (profile, &health);
  if (!enabled)
    health.strategy = MCP_STRATEGY_OFF;
  else if (health.strategy == MCP_STRATEGY_OFF)
    health.strategy = MCP_STRATEGY_PERIODIC;
  health.interval_msec = interval_msec;
  health.n_failures = n_failures;
  health.reaction = reaction;
  mcp_profile_set_health (profile, &health);
}
