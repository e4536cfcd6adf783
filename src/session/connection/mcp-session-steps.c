/* mcp-session-steps.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-session-private.h"

/*
 * The steps of connecting, as people see them: how far it got and what it broke at.
 */

/* The list holds it; NULL when this way to a server has no such step. */
McpConnectStep *
mcp_session_find_step (McpSession *self,
                       McpStep     step)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->steps)); i++)
    {
      g_autoptr (McpConnectStep) item = g_list_model_get_item (G_LIST_MODEL (self->steps), i);

      if (mcp_connect_step_get_info (item)->step == step)
        return item;
    }

  return NULL;
}

/* Adds steps to come. One that is there already is tried again. */
void
mcp_session_add_steps (McpSession    *self,
                       const McpStep *steps,
                       gsize          n_steps)
{
  for (gsize i = 0; i < n_steps; i++)
    {
      McpConnectStep *item = mcp_session_find_step (self, steps[i]);

      if (item == NULL)
        {
          g_autoptr (McpConnectStep) added = mcp_connect_step_new (steps[i]);

          g_list_store_append (self->steps, added);
        }
      else
        {
          mcp_connect_step_reset (item);
        }
    }
}

void
mcp_session_begin_step (McpSession *self,
                        McpStep     step)
{
  McpConnectStep *item = mcp_session_find_step (self, step);

  /* Nobody would end it any more. */
  if (self->life != NULL && self->life->state == LIFE_ENDING)
    return;
  if (self->life != NULL)
    mcp_seen_begin_step (self->life->seen, step);
  if (item != NULL)
    mcp_connect_step_start (item);
}

void
mcp_session_end_step (McpSession *self,
                      McpStep     step,
                      gboolean    success,
                      const char *detail)
{
  McpConnectStep *item = mcp_session_find_step (self, step);

  if (item != NULL)
    mcp_connect_step_end (item, success, detail);
}

void
mcp_session_skip_step (McpSession *self,
                       McpStep     step,
                       const char *detail)
{
  McpConnectStep *item = mcp_session_find_step (self, step);

  if (item != NULL)
    mcp_connect_step_skip (item, detail);
}
