/* mcp-clock.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

typedef void (*McpClockFunc) (gpointer user_data);

#define MCP_TYPE_CLOCK (mcp_clock_get_type ())

/* What time it is, and being called later. The class is the real clock; tests bring their own. */
G_DECLARE_DERIVABLE_TYPE (McpClock, mcp_clock, MCP, CLOCK, GObject)

struct _McpClockClass
{
  GObjectClass parent_class;

  gint64 (*get_now)      (McpClock     *self);
  guint  (*add_timer)    (McpClock     *self,
                          gint64        at_usec,
                          McpClockFunc  func,
                          gpointer      user_data);
  void   (*remove_timer) (McpClock     *self,
                          guint         id);
};

McpClock *mcp_clock_get_default  (void);                  /* (transfer none) */
gint64    mcp_clock_get_now      (McpClock     *self);    /* monotonic, microseconds */
guint     mcp_clock_add_timer    (McpClock     *self,
                                  gint64        at_usec,  /* at once when that is past */
                                  McpClockFunc  func,     /* once */
                                  gpointer      user_data);
void      mcp_clock_remove_timer (McpClock     *self,
                                  guint         id);      /* one that did not fire yet */

G_END_DECLS
