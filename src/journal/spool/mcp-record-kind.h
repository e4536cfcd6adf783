/* mcp-record-kind.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

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
  MCP_CHANNEL_AUTH,     /* of signing in: bodies, and the JSON of the recording's "http" */
  MCP_CHANNEL_TCP,
  MCP_N_CHANNELS
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
  MCP_RECORD_HTTP_BODY,    /* what came with a POST that was accepted, and is no message */
  MCP_N_RECORD_KINDS
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
  MCP_RECORD_FLAG_ERROR_FINDING = 1 << 9, /* with FINDING: a finding has severity error */
  MCP_RECORD_FLAG_LASTING  = 1 << 10, /* a request that ended with its connection, as it should */
} McpRecordFlags;

G_END_DECLS
