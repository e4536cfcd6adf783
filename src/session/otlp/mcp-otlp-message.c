/* mcp-otlp-message.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-meta.h"
#include "mcp-otlp-facts.h"

/* The messages that a span is made of. */

/* W3C Trace Context, tracestate: longer ones may be left out. */
#define MAX_STATE_BYTES 512

/* Takes @message. */
void
mcp_otlp_message_init (McpOtlpMessage *self,
                       McpMessage     *message)
{
  const McpScan *scan = mcp_message_get_scan (message);

  self->message = message;
  self->data = g_bytes_get_data (mcp_message_get_bytes (message), NULL);
  self->body = scan->params.length > 0 ? scan->params : scan->result;
  if (scan->fault != MCP_SCAN_OK || self->body.length == 0 || self->data[self->body.offset] != '{')
    self->body.length = 0;
}

/* Returns: %FALSE when it cannot be read */
gboolean
mcp_otlp_facts_read (McpOtlpFacts   *self,
                     McpRecord      *record,
                     McpOtlpMessage *message)
{
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, NULL);

  *message = (McpOtlpMessage) { NULL };
  if (bytes == NULL)
    {
      self->failed = TRUE;
      return FALSE;
    }

  /* Secrets have to go while it is still the message in which their names stand. */
  if ((self->flags & MCP_OTLP_CONTENT) != 0 && self->redactor != NULL)
    {
      gsize length;
      char *text = mcp_redactor_redact (self->redactor, g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes),
                                        &length);

      g_bytes_unref (bytes);
      bytes = g_bytes_new_take (text, length);
    }

  mcp_otlp_message_init (message, mcp_message_new (bytes));

  return TRUE;
}

void
mcp_otlp_message_clear (McpOtlpMessage *message)
{
  g_clear_pointer (&message->message, mcp_message_unref);
}

char *
mcp_otlp_message_lookup (const McpOtlpMessage *message,
                         const char           *path)
{
  const char *body = message->data + message->body.offset;
  McpSpan span;

  if (message->body.length == 0 || !mcp_json_lookup (body, message->body.length, path, &span))
    return NULL;

  return g_strndup (body + span.offset, span.length);
}

char *
mcp_otlp_message_dup_meta (const McpOtlpMessage *message,
                           const char           *key)
{
  const char *body = message->data + message->body.offset;
  McpSpan span;

  if (message->body.length == 0 || !mcp_meta_find (body, message->body.length, key, &span))
    return NULL;

  return mcp_json_dup_string (body + span.offset, span.length);
}

static gboolean
is_state (const char *text)
{
  gsize length = strlen (text);

  for (gsize i = 0; i < length; i++)
    if (text[i] < ' ' || text[i] > '~')
      return FALSE;

  return length > 0 && length <= MAX_STATE_BYTES;
}

/* Returns: whether it belongs to a trace */
gboolean
mcp_otlp_message_trace (const McpOtlpMessage  *message,
                        McpTraceContext       *context,
                        char                 **state)
{
  g_autofree char *parent = mcp_otlp_message_dup_meta (message, MCP_META_TRACEPARENT);
  g_autofree char *text = NULL;

  if (parent == NULL || !mcp_trace_context_parse (context, parent))
    return FALSE;

  text = mcp_otlp_message_dup_meta (message, MCP_META_TRACESTATE);
  *state = text != NULL && is_state (text) ? g_steal_pointer (&text) : NULL;

  return TRUE;
}
