/* mcp-otlp-write.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-otlp-json.h"
#include "mcp-otlp-tracer.h"

/* A line is no longer than this and one span. */
#define MAX_LINE_BYTES (1024 * 1024)

typedef struct
{
  GString       *spans;
  const char    *resource;
  McpExportSink  sink;
  gpointer       user_data;
  gboolean       stopped;    /* it wanted no more */
} Line;

static void
give_line (Line *line)
{
  g_autofree char *text = NULL;
  gsize length;

  if (line->spans->len == 0 || line->stopped)
    return;

  text = mcp_otlp_wrap (MCP_OTLP_TRACES, line->resource, line->spans->str, &length);
  g_string_truncate (line->spans, 0);
  line->stopped = !line->sink (text, length, line->user_data) || !line->sink ("\n", 1, line->user_data);
}

static void
add_span_cb (const char *span,
             gpointer    user_data)
{
  Line *line = user_data;

  mcp_json_append_comma (line->spans);
  g_string_append (line->spans, span);
  if (line->spans->len >= MAX_LINE_BYTES)
    give_line (line);
}

/**
 * mcp_otlp_write:
 * @journal: a journal that is whole
 * @server: (nullable): what the server is called
 * @resource: who it comes from
 * @redactor: (nullable): %NULL takes nothing out
 * @flags: what is written
 * @sink: takes the pieces
 *
 * Writes the spans of a journal as the collector's file exporter does: an ExportTraceServiceRequest a
 * line. Blocks as long as that takes.
 *
 * Returns: %FALSE when the sink wanted no more, or the journal cannot be read
 */
gboolean
mcp_otlp_write (McpJournal    *journal,
                const char    *server,
                const char    *resource,
                McpRedactor   *redactor,
                McpOtlpFlags   flags,
                McpExportSink  sink,
                gpointer       user_data)
{
  g_autoptr (GString) spans = g_string_new (NULL);
  Line line = { spans, resource, sink, user_data, FALSE };
  g_autoptr (McpOtlpTracer) tracer = mcp_otlp_tracer_new (journal, server, redactor, flags, add_span_cb, &line);

  while (!line.stopped && mcp_otlp_tracer_step (tracer))
    ;
  if (!line.stopped)
    mcp_otlp_tracer_finish (tracer);
  give_line (&line);

  return !line.stopped && !mcp_otlp_tracer_has_failed (tracer);
}
