/* mcp-tasks-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-call-private.h"
#include "mcp-connection-private.h"
#include "mcp-journal-open.h"
#include "mcp-subscription.h"
#include "mcp-task-private.h"
#include "mcp-tasks.h"

G_BEGIN_DECLS

typedef struct _McpFollow McpFollow;

struct _McpTasks
{
  GObject          parent_instance;

  McpSession      *session;     /* (nullable) not referenced: it tells when it goes */
  GListStore      *list;        /* of McpTask */
  GHashTable      *follows;     /* McpTask -> McpFollow; empty unless the session is ready */
  gboolean         restore;
  McpSubscription *push;        /* (nullable): of the tasks that are followed */
  GSource         *push_idle;   /* (nullable) */
};

/* mcp-tasks.c: what the session tells. */
McpTasks *mcp_tasks_new             (McpSession *session);
void      mcp_tasks_session_ready   (McpTasks   *self);
void      mcp_tasks_session_ended   (McpTasks   *self);
void      mcp_tasks_detach          (McpTasks   *self);
void      mcp_tasks_take_created    (McpTasks   *self,
                                     McpCall    *call,
                                     const char *result,
                                     gsize       length,
                                     guint       serial);
gboolean  mcp_tasks_take_progress   (McpTasks   *self,
                                     McpId      *token,
                                     double      progress,
                                     double      total);
void      mcp_tasks_take_status     (McpTasks   *self,
                                     const char *params,
                                     gsize       length,
                                     guint       serial);
GError   *mcp_tasks_check_call      (McpTasks   *self,
                                     McpCall    *call);

/* mcp-tasks-watch.c */
void      mcp_tasks_watcher_iface_init (McpWatcherInterface *iface);

/* mcp-tasks.c: what its other files need. */
McpTaskFlavour mcp_tasks_get_flavour (McpTasks  *self);
void      mcp_tasks_settle          (McpTasks   *self,
                                     McpTask    *task,
                                     McpTaskHold hold,
                                     const char *problem);  /* (nullable) */
McpCall  *mcp_tasks_new_call        (McpTask    *task,
                                     const char *method,
                                     const char *member,    /* (nullable): one more of the params */
                                     const char *value);

/* mcp-tasks-said.c */
gboolean  mcp_tasks_apply           (McpTasks   *self,
                                     McpTask    *task,
                                     const char *text,
                                     gsize       length,
                                     guint       serial);
char     *mcp_tasks_read_handle     (McpTasks   *self,
                                     const char *method,
                                     const char *result,
                                     gsize       length,
                                     guint       serial,
                                     McpSpan    *handle);   /* (out); returns (transfer full) (nullable) */
char     *mcp_tasks_read_listed     (McpTasks   *self,
                                     const char *text,
                                     gsize       length,
                                     guint       serial);   /* (transfer full) (nullable) */
gboolean  mcp_tasks_apply_cancelled (McpTasks   *self,
                                     McpTask    *task,
                                     const char *text,
                                     gsize       length,
                                     guint       serial);
void      mcp_tasks_report_reused   (McpTasks   *self,
                                     const char *id,
                                     guint       serial);
void      mcp_tasks_report_missing  (McpTasks   *self,
                                     McpTask    *task,
                                     const char *member,
                                     guint       serial);
void      mcp_tasks_take_contained  (McpTasks   *self,
                                     McpTask    *task,
                                     const char *text,
                                     gsize       length,
                                     guint       serial);
void      mcp_tasks_take_result     (McpTasks   *self,
                                     McpTask    *task,
                                     GBytes     *result,
                                     gboolean    is_tool_error,
                                     guint       serial);
void      mcp_tasks_check_tool_error (McpTasks  *self,
                                     McpTask    *task);

/* mcp-tasks-follow.c */
void      mcp_follow_begin          (McpTasks   *tasks,
                                     McpTask    *task,
                                     gboolean    now);
void      mcp_follow_poll_now       (McpFollow  *self);
void      mcp_follow_go_on          (McpFollow  *self,
                                     const char *text,
                                     gsize       length,
                                     guint       serial);
void      mcp_follow_end            (McpFollow  *self,
                                     gboolean    give_up);
void      mcp_follow_unref          (gpointer    data);

/* mcp-tasks-recorded.c */
void      mcp_tasks_begin_recorded  (McpTasks   *self);
gboolean  mcp_tasks_wants_recorded  (McpTasks   *self,
                                     const McpJournalLook *look);
void      mcp_tasks_take_recorded   (McpTasks   *self,
                                     const McpJournalLook *look,
                                     guint       serial,
                                     const char *data,
                                     const McpScan *scan,
                                     gboolean    is_tool_error);

/* mcp-tasks-push.c */
void      mcp_tasks_update_push     (McpTasks   *self);
void      mcp_tasks_drop_push       (McpTasks   *self);

G_END_DECLS
