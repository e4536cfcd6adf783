/* mcp-entry.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-entry.h"
#include "mcp-json.h"

#define MAX_ABOUT_BYTES 1024

static gboolean
is_method (const McpJournalEntry *entry,
           const char            *method)
{
  return entry->method != NULL && entry->method_length == strlen (method)
         && memcmp (entry->method, method, entry->method_length) == 0;
}

/* The text between a span's quotes when it needs no decoding, which is nearly always. */
static const char *
peek_string (const char  *data,
             McpSpan      span,
             gsize       *length,
             char       **decoded)
{
  const char *text = data + span.offset + 1;

  *length = 0;
  if (span.length < 2)
    return NULL;

  *length = span.length - 2;
  if (memchr (text, '\\', *length) == NULL)
    return text;

  *decoded = mcp_json_dup_string (data + span.offset, span.length);
  if (*decoded == NULL)
    return NULL;
  *length = strlen (*decoded);

  return *decoded;
}

/* What is not even meant as JSON is noise; what begins like a message is a broken one. */
static gboolean
looks_like_message (const char *data,
                    gsize       length)
{
  gsize i = 0;

  if (length >= 3 && memcmp (data, "\xef\xbb\xbf", 3) == 0)
    i = 3;
  while (i < length && (data[i] == ' ' || data[i] == '\t' || data[i] == '\r'))
    i++;
  if (i == length)
    return FALSE;

  if (data[i] == '{')
    return TRUE;

  /* "[info] starting" is a log line, "[{" and "[]" are batches. */
  if (data[i] != '[')
    return FALSE;
  for (i++; i < length && (data[i] == ' ' || data[i] == '\t'); i++)
    ;

  return i < length && (data[i] == '{' || data[i] == ']' || data[i] == '[');
}

/* {"detail": "Method Not Allowed"}, {"error": "invalid_token"}: JSON that has nothing of JSON-RPC. */
static gboolean
is_foreign (const McpScan *scan)
{
  return scan->root == MCP_JSON_OBJECT && scan->jsonrpc.length == 0 && scan->id.length == 0
         && scan->result.length == 0
         && (scan->kind != MCP_MESSAGE_ERROR || (scan->envelope & MCP_ENVELOPE_BAD_ERROR) != 0);
}

static McpRecordKind
kind_of (const char    *data,
         gsize          length,
         const McpScan *scan,
         McpChannel     channel)
{
  /* Bodies say what is not of the protocol, as those of refusals do; a line is meant for it. */
  if (channel == MCP_CHANNEL_AUTH
      || (scan->fault == MCP_SCAN_OK && channel == MCP_CHANNEL_HTTP && is_foreign (scan)))
    return MCP_RECORD_NOISE;
  if (scan->fault == MCP_SCAN_OK && (scan->root == MCP_JSON_OBJECT || scan->root == MCP_JSON_ARRAY))
    return (McpRecordKind) scan->kind;

  return looks_like_message (data, length) ? MCP_RECORD_INVALID : MCP_RECORD_NOISE;
}

/**
 * mcp_entry_classify:
 * @entry: of the frame; its channel is set
 * @data: (array length=length): the frame
 * @scan: what the scanner found in it
 * @decoded: (out) (transfer full) (nullable): what the entry's method points to when the bytes
 *   spell it with escapes; to be kept as long as @entry
 *
 * Fills in the kind, the id and the method. A line of standard output that is no message is of
 * the channel of noise.
 */
void
mcp_entry_classify (McpJournalEntry  *entry,
                    const char       *data,
                    gsize             length,
                    const McpScan    *scan,
                    char            **decoded)
{
  *decoded = NULL;

  entry->kind = kind_of (data, length, scan, entry->channel);
  if (entry->kind == MCP_RECORD_NOISE && entry->channel == MCP_CHANNEL_STDIO)
    entry->channel = MCP_CHANNEL_NOISE;

  if (scan->id.length > 0 && entry->kind != MCP_RECORD_NOISE)
    {
      entry->id = data + scan->id.offset;
      entry->id_length = scan->id.length;
    }

  if (scan->method.length > 2 && data[scan->method.offset] == '"')
    entry->method = peek_string (data, scan->method, &entry->method_length, decoded);
}

/**
 * mcp_entry_find_about:
 * @entry: of a notification; its method is set
 * @message: the message
 * @scan: (nullable): what the scanner found in it; %NULL to have it looked at
 *
 * Says which request a notification is about, as far as it says so itself: progress and cancellation.
 * Where the token is longer than ids are, nobody waits by it.
 */
void
mcp_entry_find_about (McpJournalEntry *entry,
                      const char      *message,
                      gsize            length,
                      const McpScan   *scan)
{
  gboolean is_progress = is_method (entry, MCP_METHOD_PROGRESS);
  McpScan own;
  McpSpan value;
  const char *params;

  if (entry->kind != MCP_RECORD_NOTIFICATION
      || (!is_progress && !is_method (entry, MCP_METHOD_CANCELLED)))
    return;

  if (scan == NULL)
    {
      mcp_scan (message, length, &own);
      scan = &own;
    }
  params = message + scan->params.offset;
  if (scan->fault != MCP_SCAN_OK || scan->params.length == 0
      || !mcp_json_lookup (params, scan->params.length,
                           is_progress ? "progressToken" : "requestId", &value)
      || value.length > MAX_ABOUT_BYTES)
    return;

  entry->about = params + value.offset;
  entry->about_length = value.length;
}

/**
 * mcp_entry_dup_name:
 * @params: (nullable): the parameters of a request, a JSON object
 *
 * Gets what a request is filed under: the tool's or prompt's name, the URI, or the task's id.
 *
 * Returns: (transfer full) (nullable): the name
 */
char *
mcp_entry_dup_name (const char *params,
                    gsize       length)
{
  char *name;

  if (params == NULL)
    return NULL;

  name = mcp_json_lookup_string (params, length, "name");
  if (name == NULL)
    name = mcp_json_lookup_string (params, length, "uri");
  if (name == NULL)
    name = mcp_json_lookup_string (params, length, "taskId");

  return name;
}
