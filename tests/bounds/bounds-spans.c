/* bounds-spans.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include <string.h>

#include "bounds.h"
#include "mcp-entry.h"
#include "mcp-otlp-tracer.h"

/* Spans for OpenTelemetry of what a server sends: as it is, and as an answer with all that is in it. */

#define REQUEST "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"t\",\"_meta\":{\"progressToken\":1}}}"

static void
append (McpJournal   *journal,
        McpDirection  direction,
        const char   *data,
        gsize         length)
{
  g_autoptr (GBytes) bytes = g_bytes_new (data, length);
  McpJournalEntry entry = { .direction = direction, .channel = MCP_CHANNEL_STDIO, .life = 1 };
  g_autofree char *decoded = NULL;
  McpScan scan;

  mcp_scan (data, length, &scan);
  mcp_entry_classify (&entry, data, length, &scan, &decoded);
  mcp_journal_append (journal, &entry, bytes);
}

static gboolean
drop (const char *data,
      gsize       length,
      gpointer    user_data)
{
  return TRUE;
}

void
bounds_run_spans (const char *data,
                  gsize       length)
{
  g_autoptr (McpJournal) journal = mcp_journal_new ();
  g_autoptr (McpRedactor) redactor = mcp_redactor_new ();
  g_autoptr (GString) answer = g_string_new ("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":");

  g_string_append_len (answer, data, length);
  g_string_append_c (answer, '}');
  append (journal, MCP_DIRECTION_OUT, REQUEST, strlen (REQUEST));
  append (journal, MCP_DIRECTION_IN, data, length);
  append (journal, MCP_DIRECTION_IN, answer->str, answer->len);
  mcp_journal_flush (journal);
  mcp_otlp_write (journal, NULL, "{}", redactor, MCP_OTLP_CONTENT, drop, NULL);
}
