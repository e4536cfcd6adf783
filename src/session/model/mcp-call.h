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

/* What became of a call, so far. Serials are of records. */
typedef struct
{
  McpCallState  state;
  McpId        *id;                /* (nullable) before it is queued */
  guint         first_serial;      /* of the first of several requests; 0 for a call of one */
  guint         serial;            /* of the request; 0 until sent */
  guint         answer_serial;
  gint64        started_usec;      /* monotonic, when it was queued */
  gint64        queued_usec;       /* how long our own queue held it: time that is not the server's */
  gint64        sent_usec;         /* monotonic, when its last byte left; 0 before that */
  gint64        latency_usec;      /* from the last byte of the request to the last of the answer; -1 without one */
  McpMessage   *answer;            /* (nullable) */
  GError       *error;             /* (nullable): MCP_ERROR */
  GBytes       *error_object;      /* (nullable): the error's tokens */
  gint64        error_code;        /* JSON-RPC, 0 unless MCP_ERROR_SERVER */
  gboolean      is_tool_error;     /* a result with isError true (server/tools): no error of the protocol */
  double        progress;          /* -1 before the first */
  double        progress_total;    /* -1: not told */
  char         *progress_message;  /* (nullable) */
} McpCallOutcome;

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
const McpCallOutcome *mcp_call_get_outcome  (McpCall      *self);
gboolean      mcp_call_is_finished          (McpCall      *self);
GBytes       *mcp_call_get_result           (McpCall      *self);      /* (nullable): the result's tokens */
guint         mcp_call_get_n_rounds         (McpCall      *self);      /* how often the server asked for input */
gboolean      mcp_call_get_round            (McpCall      *self,
                                             guint         i,
                                             McpCallRound *round);     /* (out) */
void          mcp_call_cancel               (McpCall      *self,
                                             const char   *reason);    /* (nullable) */

G_END_DECLS
