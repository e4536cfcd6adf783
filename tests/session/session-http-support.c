/* session-http-support.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "session-http-support.h"

McpSession *
session_new_url (const char *url)
{
  g_autoptr (McpProfile) profile = mcp_profile_new_for_url ("far", url);
  McpSession *session;

  mcp_profile_stop_probes (profile);
  mcp_profile_set_era (profile, MCP_ERA_CHOICE_LEGACY);
  session = mcp_session_new (profile, NULL);
  mcp_session_set_auto_list (session, FALSE);

  return session;
}

void
session_finish_http (McpSession  *session,
                     HttpFixture *fixture)
{
  session_close (session);
  mcp_journal_flush (mcp_session_get_journal (session));
  TEST_AWAIT_POLL (http_fixture_get_n_connections (fixture) == 0);
  session_release (session);
}

McpCall *
session_new_echo (const char *text)
{
  g_autofree char *arguments = g_strdup_printf ("{\"text\":\"%s\"}", text);

  return mcp_session_new_tool_call ("echo", arguments);
}

McpCall *
session_new_slow (guint       steps,
                  guint       msec,
                  const char *more)
{
  g_autofree char *arguments = g_strdup_printf ("{\"steps\":%u,\"msec\":%u%s}", steps, msec,
                                                more != NULL ? more : "");

  return mcp_session_new_tool_call ("slow", arguments);
}

McpConnectStep *
session_get_step (McpSession *session,
                  McpStep     step)
{
  GListModel *steps = mcp_session_get_steps (session);

  for (guint i = 0; i < g_list_model_get_n_items (steps); i++)
    {
      g_autoptr (McpConnectStep) item = g_list_model_get_item (steps, i);

      if (mcp_connect_step_get_info (item)->step == step)
        return g_steal_pointer (&item);
    }

  g_error ("no step %d", step);
}

McpRecord *
session_record_of (McpSession *session,
                   guint       serial)
{
  return mcp_journal_get_record (mcp_session_get_journal (session), serial);
}
