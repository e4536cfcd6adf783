/* mcp-scan.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A piece of a message, in bytes from its start. Length 0 means absent: no JSON value is empty. */
typedef struct
{
  gsize offset;
  gsize length;
} McpSpan;

typedef enum {
  MCP_JSON_NONE,
  MCP_JSON_NULL,
  MCP_JSON_BOOLEAN,
  MCP_JSON_NUMBER,
  MCP_JSON_STRING,
  MCP_JSON_ARRAY,
  MCP_JSON_OBJECT,
} McpJsonType;

/* Why bytes are not one RFC 8259 text. */
typedef enum {
  MCP_SCAN_OK,
  MCP_SCAN_EMPTY,
  MCP_SCAN_TRUNCATED,
  MCP_SCAN_UNEXPECTED_CHARACTER,
  MCP_SCAN_BAD_NUMBER,
  MCP_SCAN_BAD_LITERAL,
  MCP_SCAN_BAD_ESCAPE,
  MCP_SCAN_CONTROL_CHARACTER,
  MCP_SCAN_TRAILING_TEXT,
  MCP_SCAN_INVALID_UTF8,
} McpScanFault;

/* Legal, or nearly, yet worth a finding. */
typedef enum {
  MCP_ANOMALY_NONE           = 0,
  MCP_ANOMALY_DEPTH          = 1 << 0, /* deeper than MCP_SCAN_MAX_DEPTH: no JsonNode is made */
  MCP_ANOMALY_DUPLICATE_KEY  = 1 << 1, /* in the envelope */
  MCP_ANOMALY_BIG_INTEGER    = 1 << 2, /* beyond 2^53 */
  MCP_ANOMALY_NUMBER_CHANGED = 1 << 3, /* a double or json-glib would spell it otherwise: 1e400, 1.10 */
  MCP_ANOMALY_LONE_SURROGATE = 1 << 4,
  MCP_ANOMALY_NUL            = 1 << 5, /* \u0000 in a string, or a NUL byte */
  MCP_ANOMALY_BOM            = 1 << 6, /* skipped */
  MCP_ANOMALY_INVALID_UTF8   = 1 << 7,
} McpAnomaly;

#define MCP_SCAN_MAX_DEPTH 512

/* The kind of a message by JSON-RPC 2.0 section 4 and 5. */
typedef enum {
  MCP_MESSAGE_INVALID,
  MCP_MESSAGE_REQUEST,
  MCP_MESSAGE_NOTIFICATION,
  MCP_MESSAGE_RESULT,
  MCP_MESSAGE_ERROR,
  MCP_MESSAGE_BATCH,
} McpMessageKind;

/* What breaks JSON-RPC 2.0 in a text that is JSON. */
typedef enum {
  MCP_ENVELOPE_OK                = 0,
  MCP_ENVELOPE_NOT_OBJECT        = 1 << 0,
  MCP_ENVELOPE_NO_VERSION        = 1 << 1, /* "jsonrpc" absent or not "2.0" */
  MCP_ENVELOPE_BAD_ID            = 1 << 2, /* not string or number; null outside errors */
  MCP_ENVELOPE_BAD_METHOD        = 1 << 3, /* not a string */
  MCP_ENVELOPE_BAD_PARAMS        = 1 << 4, /* neither object nor array */
  MCP_ENVELOPE_RESULT_AND_ERROR  = 1 << 5,
  MCP_ENVELOPE_NO_ID             = 1 << 6, /* a result without id */
  MCP_ENVELOPE_BAD_ERROR         = 1 << 7, /* no object with integer code and string message */
  MCP_ENVELOPE_METHOD_AND_RESULT = 1 << 8,
  MCP_ENVELOPE_NOTHING           = 1 << 9, /* neither method, result nor error */
  MCP_ENVELOPE_EMPTY_BATCH       = 1 << 10,
  MCP_ENVELOPE_FRACTIONAL_ID     = 1 << 11,
} McpEnvelope;

/**
 * McpScan:
 *
 * One strict RFC 8259 pass over bytes: validity, the spans of the top-level members and the
 * anomalies. Spans that were seen before a fault stay filled in, so that a broken answer can
 * still be given to the call that waits for it.
 */
typedef struct
{
  McpScanFault   fault;
  gsize          fault_offset;
  guint          anomalies;       /* McpAnomaly */
  gsize          anomaly_offset;  /* of the first one */
  guint          envelope;        /* McpEnvelope */
  guint          depth;           /* deepest nesting; 1 for a flat object */
  McpJsonType    root;
  McpMessageKind kind;            /* INVALID when there is a fault or the envelope has no kind */
  McpSpan        jsonrpc;
  McpSpan        id;
  McpSpan        method;          /* with its quotes */
  McpSpan        params;
  McpSpan        result;
  McpSpan        error;
  McpSpan        error_code;      /* inside error */
  McpSpan        error_message;   /* inside error, with its quotes */
} McpScan;

gboolean    mcp_scan               (const char   *data,
                                    gsize         length,
                                    McpScan      *scan);
const char *mcp_scan_fault_to_text (McpScanFault  fault);
char       *mcp_scan_describe      (const McpScan *scan);

G_END_DECLS
