/* mcp-call-private.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-call.h"

G_BEGIN_DECLS

/* What the session does to a call. Each may be made only by the session that runs it. */

/* Who runs it, from when it is queued until it has finished. */
typedef struct
{
  void (*cancel)   (McpCall    *call,
                    const char *reason,   /* (nullable) */
                    gpointer    user_data);
  void (*finished) (McpCall    *call,     /* told before ::finished */
                    gpointer    user_data);
} McpCallOwner;

/* Its two ends of time: the idle one is put off by progress, the other never. */
typedef struct
{
  gint64 idle_usec;     /* length, 0 for none */
  gint64 maximum_usec;  /* length, 0 for none */
  gint64 deadline_usec; /* monotonic: the next of them; 0 while there is none */
} McpCallLimits;

void           mcp_call_queue          (McpCall           *self,
                                        McpId             *id,
                                        const McpCallOwner *owner,       /* (nullable) */
                                        gpointer           user_data);
GRefString    *mcp_call_ref_method     (McpCall           *self);        /* (transfer full) */
void           mcp_call_requeue        (McpCall           *self,
                                        McpId             *id);
void           mcp_call_set_wire_params (McpCall          *self,
                                        const char        *params);
const char    *mcp_call_get_wire_params (McpCall          *self);
void           mcp_call_add_round      (McpCall           *self,
                                        guint              answer_serial,
                                        const char        *request_state);
void           mcp_call_note_first     (McpCall           *self);
void           mcp_call_set_first_serial (McpCall         *self,
                                        guint              serial);
void           mcp_call_set_made_task  (McpCall           *self,
                                        McpTask           *task);
gboolean       mcp_call_was_requeued   (McpCall           *self);
void           mcp_call_set_sent       (McpCall           *self,
                                        guint              serial,
                                        gint64             queued_usec,
                                        gint64             first_usec,
                                        gint64             last_usec);
void           mcp_call_add_progress   (McpCall           *self,
                                        double             progress,
                                        double             total,
                                        const char        *message);
void           mcp_call_notify_message (McpCall           *self,
                                        McpMessage        *notification);
void           mcp_call_complete       (McpCall           *self,
                                        McpMessage        *answer,
                                        guint              serial,
                                        gint64             time_usec,
                                        gboolean           is_tool_error);
void           mcp_call_fail           (McpCall           *self,
                                        GError            *error);
void           mcp_call_set_answer     (McpCall           *self,
                                        McpMessage        *answer,
                                        guint              serial,
                                        gint64             time_usec);
gboolean       mcp_call_wants_progress (McpCall           *self);
gboolean       mcp_call_is_probe       (McpCall           *self);
guint          mcp_call_get_timeout    (McpCall           *self);
void           mcp_call_set_ticket     (McpCall           *self,
                                        guint64            ticket);
guint64        mcp_call_get_ticket     (McpCall           *self);
McpCallLimits *mcp_call_get_limits     (McpCall           *self);

/* mcp-call-refusal.c */
char          *mcp_call_describe_refusal (McpMessage *answer);

G_END_DECLS
