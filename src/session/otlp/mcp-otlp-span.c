/* mcp-otlp-span.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-otlp-span.h"

McpOtlpSpan *
mcp_otlp_span_new (void)
{
  McpOtlpSpan *self = g_new0 (McpOtlpSpan, 1);

  self->node.data = self;
  self->attributes = g_string_new (NULL);
  self->events = g_string_new (NULL);
  self->links = g_string_new (NULL);

  return self;
}

void
mcp_otlp_span_free (McpOtlpSpan *self)
{
  g_free (self->state);
  g_free (self->name);
  g_free (self->id_key);
  g_free (self->progress_key);
  g_string_free (self->attributes, TRUE);
  g_string_free (self->events, TRUE);
  g_string_free (self->links, TRUE);
  g_free (self);
}

static guint
make_flags (guint    trace_flags,
            gboolean is_remote)
{
  return trace_flags | MCP_OTLP_FLAGS_HAS_IS_REMOTE | (is_remote ? MCP_OTLP_FLAGS_IS_REMOTE : 0);
}

/* It becomes a part of a trace. */
void
mcp_otlp_span_join (McpOtlpSpan           *self,
                    const McpTraceContext *parent,
                    gboolean               is_remote,
                    const char            *state)
{
  g_strlcpy (self->context.trace_id, parent->trace_id, sizeof self->context.trace_id);
  g_strlcpy (self->parent_id, parent->span_id, sizeof self->parent_id);
  self->context.flags = parent->flags;
  self->flags = make_flags (parent->flags, is_remote);
  g_free (self->state);
  self->state = g_strdup (state);
}

void
mcp_otlp_span_add_event (McpOtlpSpan *self,
                         const char  *name,
                         gint64       wall_usec,
                         const char  *attributes)
{
  if (self->n_events == MCP_OTLP_MAX_EVENTS)
    {
      self->n_dropped_events++;
      return;
    }

  self->n_events++;
  mcp_json_append_comma (self->events);
  g_string_append_c (self->events, '{');
  mcp_otlp_member_time (self->events, "timeUnixNano", wall_usec);
  mcp_json_append_member_string (self->events, "name", name);
  if (*attributes != '\0')
    g_string_append_printf (self->events, ",\"attributes\":[%s]", attributes);
  g_string_append_c (self->events, '}');
}

void
mcp_otlp_span_add_link (McpOtlpSpan           *self,
                        const McpTraceContext *to,
                        const char            *state)
{
  if (self->n_links == MCP_OTLP_MAX_LINKS)
    {
      self->n_dropped_links++;
      return;
    }

  self->n_links++;
  mcp_json_append_comma (self->links);
  g_string_append_c (self->links, '{');
  mcp_json_append_member_string (self->links, "traceId", to->trace_id);
  mcp_json_append_member_string (self->links, "spanId", to->span_id);
  mcp_json_append_member_string (self->links, "traceState", state);
  mcp_json_append_member_int (self->links, "flags", make_flags (to->flags, TRUE));
  g_string_append_c (self->links, '}');
}

static void
append_array (GString       *out,
              const char    *key,
              const GString *elements)
{
  if (elements->len > 0)
    g_string_append_printf (out, ",\"%s\":[%s]", key, elements->str);
}

static void
append_dropped (GString    *out,
                const char *key,
                guint       n)
{
  if (n > 0)
    mcp_json_append_member_int (out, key, n);
}

/* Returns: (transfer full): a Span of opentelemetry-proto */
char *
mcp_otlp_span_write (McpOtlpSpan *self,
                     gint64       end_usec,
                     const char  *error_type,
                     const char  *message)
{
  GString *out = g_string_new ("{");

  mcp_json_append_member_string (out, "traceId", self->context.trace_id);
  mcp_json_append_member_string (out, "spanId", self->context.span_id);
  mcp_json_append_member_string (out, "traceState", self->state);
  if (*self->parent_id != '\0')
    mcp_json_append_member_string (out, "parentSpanId", self->parent_id);
  if (self->flags != 0)
    mcp_json_append_member_int (out, "flags", self->flags);
  mcp_json_append_member_string (out, "name", self->name);
  mcp_json_append_member_int (out, "kind", self->direction == MCP_DIRECTION_OUT ? MCP_OTLP_SPAN_KIND_CLIENT
                                                                                : MCP_OTLP_SPAN_KIND_SERVER);
  mcp_otlp_member_time (out, "startTimeUnixNano", self->start_usec);
  mcp_otlp_member_time (out, "endTimeUnixNano", MAX (end_usec, self->start_usec));
  mcp_otlp_attribute_string (self->attributes, "error.type", error_type);
  append_array (out, "attributes", self->attributes);
  append_dropped (out, "droppedAttributesCount", self->n_dropped_attributes);
  append_array (out, "events", self->events);
  append_dropped (out, "droppedEventsCount", self->n_dropped_events);
  append_array (out, "links", self->links);
  append_dropped (out, "droppedLinksCount", self->n_dropped_links);
  if (error_type != NULL)
    {
      mcp_json_append_member (out, "status", "{");
      mcp_json_append_member_string (out, "message", message);
      mcp_json_append_member_int (out, "code", MCP_OTLP_STATUS_CODE_ERROR);
      g_string_append_c (out, '}');
    }
  g_string_append_c (out, '}');

  return g_string_free (out, FALSE);
}
