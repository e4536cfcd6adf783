/* mcp-own-tasks-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-own-task-private.h"
#include "mcp-own-tasks.h"

G_BEGIN_DECLS

struct _McpOwnTasks
{
  GObject       parent_instance;

  McpProfile   *profile;
  McpQuestions *questions;
  GPtrArray    *kept;       /* of McpOwnTask, by number */
  GHashTable   *by_id;      /* the same, by id */
  GListStore   *shown;      /* of McpTask */
  guint64       n_made;
  gsize         n_bytes;    /* of all that are kept */
};

/* mcp-own-tasks.c: what is kept. */
McpOwnTask *mcp_own_tasks_find     (McpOwnTasks   *self,
                                    const char    *id);      /* (nullable) */
gboolean    mcp_own_tasks_has_room (McpOwnTasks   *self);
McpOwnTask *mcp_own_tasks_add      (McpOwnTasks   *self,     /* (transfer none) */
                                    gint64         ttl_msec,
                                    const char    *method,
                                    gsize          n_bytes,
                                    guint          serial);
void        mcp_own_tasks_end      (McpOwnTasks   *self,
                                    McpOwnTask    *own,
                                    McpTaskStatus  status,
                                    const char    *message); /* (nullable) */

/* mcp-own-tasks-answer.c: the requests of the server. */
void        mcp_own_tasks_responder_iface_init (McpResponderInterface *iface);

G_END_DECLS
