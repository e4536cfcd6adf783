/* mcp-record.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gio/gio.h>

#include "mcp-scan.h"

G_BEGIN_DECLS

typedef enum {
  MCP_DIRECTION_OUT, /* client to server */
  MCP_DIRECTION_IN,
} McpDirection;

/* Where the bytes went or came from; the names are those of the recording format. */
typedef enum {
  MCP_CHANNEL_STDIO,
  MCP_CHANNEL_STDERR,
  MCP_CHANNEL_NOISE,    /* a line on stdout that is no message: "stdout-noise" */
  MCP_CHANNEL_PROCESS,  /* spawn and exit; the bytes are the JSON of the recording's "proc" */
  MCP_CHANNEL_SESSION,  /* notes; the bytes are the JSON of the recording's "note" */
  MCP_CHANNEL_HTTP,     /* bodies, and the JSON of the recording's "http" for all beside them */
  MCP_CHANNEL_SSE,      /* of an event stream, as it came */
  MCP_CHANNEL_WS,
  MCP_CHANNEL_SOCKET,
} McpChannel;

/* What a row is. The first six are McpMessageKind, in order. */
typedef enum {
  MCP_RECORD_INVALID,      /* JSON, or nearly, but no message */
  MCP_RECORD_REQUEST,
  MCP_RECORD_NOTIFICATION,
  MCP_RECORD_RESULT,
  MCP_RECORD_ERROR,
  MCP_RECORD_BATCH,
  MCP_RECORD_NOISE,
  MCP_RECORD_OVERSIZED,
  MCP_RECORD_PENDING,      /* an unfinished line, growing */
  MCP_RECORD_STDERR,
  MCP_RECORD_SPAWN,
  MCP_RECORD_EXIT,
  MCP_RECORD_NOTE,
  MCP_RECORD_HTTP_REQUEST, /* method, URL, headers: "http" of type "request" */
  MCP_RECORD_HTTP_HEAD,    /* status, headers: "head" */
  MCP_RECORD_HTTP_END,     /* timings, reason: "end" */
  MCP_RECORD_EVENT,        /* an event without a message */
  MCP_RECORD_COMMENT,      /* a comment line of an event stream */
} McpRecordKind;

typedef enum {
  MCP_STATUS_NONE,       /* nothing to wait for: notifications, lines, notes */
  MCP_STATUS_PENDING,    /* a request without its answer */
  MCP_STATUS_OK,
  MCP_STATUS_ERROR,
  MCP_STATUS_CANCELLED,
  MCP_STATUS_TIMED_OUT,
  MCP_STATUS_LOST,       /* the connection ended before the answer */
  MCP_STATUS_ORPHAN,     /* an answer nobody waits for */
} McpStatus;

typedef enum {
  MCP_RECORD_FLAG_NONE     = 0,
  MCP_RECORD_FLAG_CRLF     = 1 << 0,
  MCP_RECORD_FLAG_NO_EOL   = 1 << 1, /* the stream ended in mid-line */
  MCP_RECORD_FLAG_FINDING  = 1 << 2,
  MCP_RECORD_FLAG_PROBE    = 1 << 3, /* health or era probe */
  MCP_RECORD_FLAG_LATE     = 1 << 4, /* an answer after its call gave up */
  MCP_RECORD_FLAG_TRUNCATED = 1 << 5, /* the bytes are only the start of what came */
  MCP_RECORD_FLAG_TOOL_ERROR = 1 << 6, /* a result with isError */
  MCP_RECORD_FLAG_JOINED   = 1 << 7, /* the message was put together from several data lines */
  MCP_RECORD_FLAG_ERA      = 1 << 8, /* with PROBE: asks which era the server is of */
} McpRecordFlags;

#define MCP_TYPE_RECORD (mcp_record_get_type ())
G_DECLARE_FINAL_TYPE (McpRecord, mcp_record, MCP, RECORD, GObject)

/*
 * One row, made lazily by the journal. Properties: serial, status, latency-usec, size, pair,
 * kind, flags: those that can change notify at the journal's next flush.
 */
guint           mcp_record_get_serial       (McpRecord *self); /* 1 is the first */
guint           mcp_record_get_life         (McpRecord *self);
gint64          mcp_record_get_wall_usec    (McpRecord *self); /* since 1970, UTC */
gint64          mcp_record_get_time_usec    (McpRecord *self); /* monotonic */
gint64          mcp_record_get_queued_usec  (McpRecord *self); /* time spent in our own queue */
McpDirection    mcp_record_get_direction    (McpRecord *self);
McpChannel      mcp_record_get_channel      (McpRecord *self);
McpRecordKind   mcp_record_get_kind         (McpRecord *self);
McpStatus       mcp_record_get_status       (McpRecord *self);
guint           mcp_record_get_flags        (McpRecord *self);
gboolean        mcp_record_asks_era         (McpRecord *self); /* or answers that: a refusal is expected */
guint64         mcp_record_get_size         (McpRecord *self); /* on the wire, without the line end */
gint64          mcp_record_get_latency_usec (McpRecord *self); /* -1 when there is none */
guint           mcp_record_get_pair         (McpRecord *self); /* serial, 0 for none */
const char     *mcp_record_get_method       (McpRecord *self); /* (nullable); an answer has its request's */
const char     *mcp_record_get_name         (McpRecord *self); /* (nullable); tool, prompt or URI of the request */
char           *mcp_record_dup_id           (McpRecord *self); /* (nullable); the JSON token */
guint           mcp_record_get_exchange     (McpRecord *self); /* number in the journal, 0 for none */
guint           mcp_record_get_conversation (McpRecord *self); /* serial of the first request of a call in rounds; 0 for none */
GBytes         *mcp_record_dup_bytes        (McpRecord *self,
                                             GError   **error); /* the message */
GBytes         *mcp_record_dup_raw          (McpRecord *self,
                                             GError   **error); /* as it came: an event with its field lines */
GBytes         *mcp_record_dup_head         (McpRecord *self,
                                             gsize      max_bytes); /* (nullable) */
void            mcp_record_read_async       (McpRecord            *self,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              user_data);
GBytes         *mcp_record_read_finish      (McpRecord            *self,
                                             GAsyncResult         *result,
                                             GError              **error);
struct _McpJournal *mcp_record_get_journal  (McpRecord *self); /* (transfer none) */

const char     *mcp_record_kind_get_nick    (McpRecordKind kind);  /* "request", "response" … as shown and filtered */
const char     *mcp_direction_get_nick      (McpDirection  direction);
const char     *mcp_channel_get_nick        (McpChannel    channel);
gboolean        mcp_channel_carries_messages (McpChannel   channel); /* stdio, http, sse, ws, socket */
gboolean        mcp_record_kind_is_message  (McpRecordKind kind);    /* or stands in place of one */
gboolean        mcp_record_kind_is_http     (McpRecordKind kind);    /* request, head or end */
gboolean        mcp_record_kind_is_transport (McpRecordKind kind);   /* of those, event or comment */
const char     *mcp_status_get_nick         (McpStatus     status);

G_END_DECLS
