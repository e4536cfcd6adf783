/* mcp-recorded.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-catalog.h"
#include "mcp-connection-private.h"
#include "mcp-health.h"
#include "mcp-journal-open.h"
#include "mcp-subscription.h"
#include "mcp-tasks.h"

G_BEGIN_DECLS

/* What a recording, or what another program writes, tells of a session that never connects. */
typedef struct _McpRecorded McpRecorded;

McpRecorded    *mcp_recorded_new               (McpSession          *session,
                                                McpCatalog          *catalogs[MCP_N_CATALOGS],
                                                McpHealth           *health,
                                                McpTasks            *tasks);
void            mcp_recorded_free              (McpRecorded         *self);
int             mcp_recorded_get_n_roots       (McpRecorded         *self);   /* -1: it does not say */
gboolean        mcp_recorded_is_examining      (McpRecorded         *self);

/* Reads messages one by one: for tasks and subscriptions, and for what breaks the rules. */
typedef struct _McpExamination McpExamination;

McpExamination *mcp_examination_new            (McpSession          *session,
                                                McpTasks            *tasks);
void            mcp_examination_free           (McpExamination      *self);
void            mcp_examination_set_judges     (McpExamination      *self,
                                                gboolean             judges);
void            mcp_examination_go_on          (McpExamination      *self);
gboolean        mcp_examination_is_running     (McpExamination      *self);

/* What was asked in a session that is over: what messages are judged by that belong to a request. */
typedef struct _McpRecordedRequests McpRecordedRequests;

McpRecordedRequests *mcp_recorded_requests_new          (McpSession           *session,
                                                         McpTasks             *tasks);
void                 mcp_recorded_requests_free         (McpRecordedRequests  *self);
gboolean             mcp_recorded_requests_wants        (McpRecordedRequests  *self,
                                                         const McpJournalLook *look);
void                 mcp_recorded_requests_take         (McpRecordedRequests  *self,
                                                         const McpJournalLook *look,
                                                         guint                 serial,
                                                         McpMessage           *message);
guint                mcp_recorded_requests_find         (McpRecordedRequests  *self,
                                                         McpId                *id);
gboolean             mcp_recorded_requests_is_orphan    (McpRecordedRequests  *self,
                                                         const McpJournalLook *look,    /* an answer */
                                                         McpId                *id);
void                 mcp_recorded_requests_judge_orphan (McpRecordedRequests  *self,
                                                         guint                 serial,
                                                         McpId                *id);     /* (nullable) */
void                 mcp_recorded_requests_judge_request      (McpRecordedRequests  *self,
                                                               const McpJournalLook *look,
                                                               guint                 serial,
                                                               McpId                *id);
void                 mcp_recorded_requests_judge_notification (McpRecordedRequests  *self,
                                                               const McpJournalLook *look,
                                                               guint                 serial,
                                                               McpNotification       kind,
                                                               McpMessage           *message);

/* The subscriptions of a session that is over, made again from its messages in their order. */
typedef struct _McpRecordedSubscriptions McpRecordedSubscriptions;

McpRecordedSubscriptions *mcp_recorded_subscriptions_new   (McpSession               *session);
void                      mcp_recorded_subscriptions_free  (McpRecordedSubscriptions *self);
gboolean                  mcp_recorded_subscriptions_wants (McpRecordedSubscriptions *self,
                                                            const McpJournalLook     *look);
void                      mcp_recorded_subscriptions_take  (McpRecordedSubscriptions *self,
                                                            const McpJournalLook     *look,
                                                            guint                     serial,
                                                            McpMessage               *message);
void                      mcp_recorded_subscriptions_end   (McpRecordedSubscriptions *self);

G_END_DECLS
