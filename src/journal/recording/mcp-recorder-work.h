/* mcp-recorder-work.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-recorder-block.h"

G_BEGIN_DECLS

/* A recording's file, with the thread that writes blocks to it in their order. */
typedef struct _McpRecorderWork McpRecorderWork;

McpRecorderWork *mcp_recorder_work_new       (int                 fd,
                                              McpSpool           *spool,
                                              McpRedactor        *redactor,
                                              GSource            *wake,
                                              GString            *head);
void             mcp_recorder_work_unref     (McpRecorderWork    *self);
void             mcp_recorder_work_set_wake  (McpRecorderWork    *self,
                                              GSource            *wake);
gboolean         mcp_recorder_work_has_room  (McpRecorderWork    *self);
gboolean         mcp_recorder_work_is_idle   (McpRecorderWork    *self);
void             mcp_recorder_work_push      (McpRecorderWork    *self,
                                              McpRecorderBlock   *block,
                                              gboolean            wait);
void             mcp_recorder_work_finish    (McpRecorderWork    *self,
                                              gint64              t_usec);
void             mcp_recorder_work_take_over (McpRecorderWork    *self);
void             mcp_recorder_work_abandon   (McpRecorderWork    *self);
int              mcp_recorder_work_get_errno (McpRecorderWork    *self);
guint            mcp_recorder_work_get_last  (McpRecorderWork    *self);
void             mcp_recorder_work_report    (McpRecorderWork    *self,
                                              McpRedactionReport *report);

G_END_DECLS
