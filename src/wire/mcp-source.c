/* mcp-source.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-source.h"

/**
 * mcp_source_attach:
 * @source: (transfer full): a new source: g_timeout_source_new()
 * @func: what it calls, for as long as that returns %G_SOURCE_CONTINUE
 * @user_data: for @func; must stay until mcp_source_clear()
 *
 * Attaches a source to the main loop of the calling thread.
 *
 * Returns: (transfer full): @source
 */
GSource *
mcp_source_attach (GSource     *source,
                   GSourceFunc  func,
                   gpointer     user_data)
{
  g_source_set_callback (source, func, user_data, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());

  return source;
}

void
mcp_source_clear (GSource **source)
{
  if (*source == NULL)
    return;

  g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}
