/* mcp-session-timer.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-session"

#include "config.h"

#include "mcp-session-private.h"

GSource *
mcp_session_attach_timer (McpSession  *self,
                          guint        interval_msec,
                          GSourceFunc  func)
{
  GSource *source = g_timeout_source_new (interval_msec);

  g_source_set_callback (source, func, self, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());

  return source;
}

void
mcp_session_destroy_timer (GSource **timer)
{
  if (*timer == NULL)
    return;

  g_source_destroy (*timer);
  g_clear_pointer (timer, g_source_unref);
}
