/* mcp-call.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-message.h"
#include "mcp-method.h"
#include "mcp-task.h"

G_BEGIN_DECLS

typedef enum {
  MCP_CALL_NEW,
  MCP_CALL_QUEUED,    /* given to the transport, its last byte has not left */
  MCP_CALL_SENT,
  MCP_CALL_DONE,      /* a result came */
  MCP_CALL_FAILED,    /* anything else: see the error */
} McpCallState;

/* A round of a call that asks for input (2026-07-28, basic/patterns/mrtr). */
typedef struct
{
  guint       request_serial;
  guint       answer_serial;
  const char *request_state;  /* (nullable): the token, which nobody looks into */
} McpCallRound;

#define MCP_TYPE_CALL (mcp_call_get_type ())

/*
 * One outgoing request. Properties: state, progress, progress-total, progress-message, cancelling.
 * Signals: notification (McpMessage): what came for it while it ran; round: the server asked for
 * input; finished, once.
 */
G_DECLARE_FINAL_TYPE (McpCall, mcp_call, MCP, CALL, GObject)

typedef void (*McpCallFinishedFunc) (McpCall  *call,
                                     gpointer  user_data);

McpCall      *mcp_call_new                  (const char   *method,
                                             const char   *params);    /* (nullable): JSON text, sent token for token */
McpCall      *mcp_call_new_again            (McpCall      *call);      /* the same once more, not sent yet */
McpCall      *mcp_call_repeat               (McpCall      *call);      /* (transfer full): the same, of one that has finished */
const char   *mcp_call_get_method           (McpCall      *self);
McpRequestKind mcp_call_get_kind            (McpCall      *self);      /* of its method */
const char   *mcp_call_get_params           (McpCall      *self);      /* (nullable) */
const char   *mcp_call_get_tool             (McpCall      *self);      /* (nullable): the name of the tool that it calls */
void          mcp_call_set_finished_func    (McpCall      *self,
                                             McpCallFinishedFunc func,
                                             gpointer      user_data);
void          mcp_call_set_timeout          (McpCall      *self,
                                             guint         msec);      /* 0: by kind from the profile */
void          mcp_call_set_meta             (McpCall      *self,
                                             const char   *meta);      /* JSON object: params._meta; before it is sent */
void          mcp_call_set_want_progress    (McpCall      *self,
                                             gboolean      want);      /* adds _meta.progressToken */
void          mcp_call_set_task             (McpCall      *self,
                                             gint64        ttl_msec);  /* tools/call as a task, kept so long; -1: as the server likes */
gboolean      mcp_call_get_task             (McpCall      *self,
                                             gint64       *ttl_msec);  /* (out) (optional): FALSE: it is none */
McpTask      *mcp_call_get_made_task        (McpCall      *self);      /* (nullable) (transfer none): it was answered with a handle */
void          mcp_call_set_probe            (McpCall      *self,
                                             gboolean      probe);     /* marks its records */
McpCallState  mcp_call_get_state            (McpCall      *self);
gboolean      mcp_call_is_finished          (McpCall      *self);
McpId        *mcp_call_get_id               (McpCall      *self);      /* (nullable) before it is queued */
guint         mcp_call_get_serial           (McpCall      *self);      /* of the request's record, 0 until sent */
guint         mcp_call_get_answer_serial    (McpCall      *self);
gint64        mcp_call_get_latency_usec     (McpCall      *self);      /* last byte out to last byte in; -1 */
gint64        mcp_call_get_queued_usec      (McpCall      *self);      /* in our own queue */
gint64        mcp_call_get_started_usec     (McpCall      *self);      /* monotonic, when it was queued */
McpMessage   *mcp_call_get_answer           (McpCall      *self);      /* (nullable) */
GBytes       *mcp_call_get_result           (McpCall      *self);      /* (nullable): the result's tokens */
const GError *mcp_call_get_error            (McpCall      *self);      /* (nullable): MCP_ERROR */
gint64        mcp_call_get_error_code       (McpCall      *self);      /* JSON-RPC, 0 unless MCP_ERROR_SERVER */
GBytes       *mcp_call_get_error_object     (McpCall      *self);      /* (nullable): the error's tokens */
gboolean      mcp_call_is_tool_error        (McpCall      *self);      /* a result with isError true */
double        mcp_call_get_progress         (McpCall      *self);      /* -1 before the first */
double        mcp_call_get_progress_total   (McpCall      *self);      /* -1: not told */
const char   *mcp_call_get_progress_message (McpCall      *self);      /* (nullable) */
guint         mcp_call_get_n_rounds         (McpCall      *self);      /* how often the server asked for input */
gboolean      mcp_call_get_round            (McpCall      *self,
                                             guint         i,
                                             McpCallRound *round);     /* (out) */
void          mcp_call_cancel               (McpCall      *self,
                                             const char   *reason);    /* (nullable) */

G_END_DECLS
