/* mcp-health-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-session.h"

G_BEGIN_DECLS

typedef struct
{
  McpHealth *health;  /* a reference */
  McpCall   *call;
} McpProbe;

struct _McpHealth
{
  GObject         parent_instance;

  McpSession     *session;  /* weak: it owns us */
  McpProfile     *profile;
  McpHealthState  state;
  GArray         *samples;  /* of McpHealthSample, in the order of time */
  GListStore     *events;
  gboolean        ready;    /* between the session's ready and its end */
  gboolean        running;  /* probing by itself */
  guint           n_failures;
  guint           timer_id;
  gint64          probed_usec; /* monotonic: when the last probe was started; 0 for none */

  McpProbe       *probe;    /* (nullable): under way */
  GPtrArray      *waiters;  /* of GTask: for the probe under way */
};

G_END_DECLS
