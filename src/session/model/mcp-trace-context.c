/* mcp-trace-context.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "mcp-trace-context.h"

#define VERSION_LENGTH  2

/* Digits that are all zero are no id. */
static void
append_random (GString *out,
               guint    n_digits)
{
  gsize start = out->len;

  do
    {
      g_string_truncate (out, start);
      for (guint i = 0; i < n_digits; i += 8)
        g_string_append_printf (out, "%08x", g_random_int ());
    }
  while (strspn (out->str + start, "0") == n_digits);
}

/**
 * mcp_trace_context_new:
 *
 * Makes the `traceparent` of a trace that begins with one request: random ids, and the flag that asks
 * to keep the trace (W3C Trace Context, traceparent).
 *
 * Returns: (transfer full): such as "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
 */
char *
mcp_trace_context_new (void)
{
  GString *out = g_string_new ("00-");

  append_random (out, MCP_TRACE_ID_DIGITS);
  g_string_append_c (out, '-');
  append_random (out, MCP_SPAN_ID_DIGITS);
  g_string_append (out, "-01");

  return g_string_free (out, FALSE);
}

/* Lower-case digits, exactly so many, and then @end. */
static gboolean
take_digits (const char **text,
             guint        n_digits,
             char         end)
{
  gsize n = strspn (*text, "0123456789abcdef");

  if (n != n_digits || (*text)[n] != end)
    return FALSE;

  *text += n + (end != '\0' ? 1 : 0);

  return TRUE;
}

/**
 * mcp_trace_context_parse:
 * @self: (out): what it says
 * @traceparent: what may be one
 *
 * Reads a `traceparent` of version 00 (W3C Trace Context, traceparent). Ids that are all zero are
 * none.
 *
 * Returns: whether it is one
 */
gboolean
mcp_trace_context_parse (McpTraceContext *self,
                         const char      *traceparent)
{
  const char *text = traceparent;
  const char *trace_id = text + VERSION_LENGTH + 1;
  const char *span_id = trace_id + MCP_TRACE_ID_DIGITS + 1;

  if (!(g_str_has_prefix (text, "00-") && take_digits (&text, VERSION_LENGTH, '-')
        && take_digits (&text, MCP_TRACE_ID_DIGITS, '-') && take_digits (&text, MCP_SPAN_ID_DIGITS, '-')
        && take_digits (&text, 2, '\0') && strspn (trace_id, "0") < MCP_TRACE_ID_DIGITS
        && strspn (span_id, "0") < MCP_SPAN_ID_DIGITS))
    return FALSE;

  g_strlcpy (self->trace_id, trace_id, sizeof self->trace_id);
  g_strlcpy (self->span_id, span_id, sizeof self->span_id);
  self->flags = strtoul (span_id + MCP_SPAN_ID_DIGITS + 1, NULL, 16);

  return TRUE;
}

/**
 * mcp_trace_context_check:
 * @traceparent: what may be one
 *
 * Checks a `traceparent`, as mcp_trace_context_parse() does.
 *
 * Returns: whether it is one
 */
gboolean
mcp_trace_context_check (const char *traceparent)
{
  McpTraceContext context;

  return mcp_trace_context_parse (&context, traceparent);
}
