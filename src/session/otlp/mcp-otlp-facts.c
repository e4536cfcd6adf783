/* mcp-otlp-facts.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include "mcp-meta.h"
#include "mcp-otlp-facts.h"

/*
 * What a span says of its records, by the conventions of OpenTelemetry for MCP, JSON-RPC, HTTP and
 * networks. Text that a peer has chosen is redacted.
 */

/* Arguments and results that are longer are left out, and counted. */
#define MAX_CONTENT_BYTES (64 * 1024)

static void
add_text (McpOtlpFacts *self,
          GString      *attributes,
          const char   *key,
          const char   *text)
{
  g_autofree char *clean = NULL;

  if (text != NULL && self->redactor != NULL)
    text = clean = mcp_redactor_redact (self->redactor, text, -1, NULL);
  mcp_otlp_attribute_string (attributes, key, text);
}

/* A part of a message, if such parts are wanted: of calls, and not of lists. */
static void
add_content (McpOtlpSpan          *span,
             const char           *key,
             const McpOtlpMessage *message,
             const char           *path)   /* (nullable): all of params or result */
{
  g_autofree char *token = NULL;
  g_autofree char *text = NULL;

  if (!span->has_content || message->body.length == 0)
    return;

  token = path != NULL ? mcp_otlp_message_lookup (message, path)
                       : g_strndup (message->data + message->body.offset, message->body.length);
  if (token == NULL)
    return;
  if (strlen (token) > MAX_CONTENT_BYTES)
    {
      span->n_dropped_attributes++;
      return;
    }
  text = *token == '"' ? mcp_json_dup_string (token, strlen (token)) : g_steal_pointer (&token);
  mcp_otlp_attribute_string (span->attributes, key, text);
}

void
mcp_otlp_facts_version (McpOtlpSpan *span,
                        const char  *version)
{
  if (version == NULL || span->has_version)
    return;
  mcp_otlp_attribute_string (span->attributes, "mcp.protocol.version", version);
  span->has_version = TRUE;
}

/* Method and name: what the span is called, too. */
static void
describe_method (McpOtlpFacts *self,
                 McpOtlpSpan  *span,
                 McpRecord    *request)
{
  const char *method = mcp_record_get_method (request);
  const char *name = mcp_record_get_name (request);
  gboolean is_prompt = g_strcmp0 (method, "prompts/get") == 0;
  g_autofree char *full = NULL;

  span->is_tool_call = g_strcmp0 (method, "tools/call") == 0;
  span->has_content = name != NULL && (self->flags & MCP_OTLP_CONTENT) != 0;
  if (!span->is_tool_call && !is_prompt)
    name = NULL;
  method = method != NULL ? method : "";
  full = name != NULL ? g_strconcat (method, " ", name, NULL) : g_strdup (method);
  span->name = self->redactor != NULL ? mcp_redactor_redact (self->redactor, full, -1, NULL)
                                      : g_steal_pointer (&full);
  add_text (self, span->attributes, "mcp.method.name", method);
  if (span->is_tool_call)
    mcp_otlp_attribute_string (span->attributes, "gen_ai.operation.name", "execute_tool");
  add_text (self, span->attributes, is_prompt ? "gen_ai.prompt.name" : "gen_ai.tool.name", name);
}

static void
describe_id (McpOtlpFacts *self,
             GString      *attributes,
             McpRecord    *request)
{
  g_autofree char *token = mcp_record_dup_id (request);
  g_autofree char *text = NULL;

  if (token == NULL)
    return;
  text = *token == '"' ? mcp_json_dup_string (token, strlen (token)) : g_steal_pointer (&token);
  add_text (self, attributes, "jsonrpc.request.id", text);
}

/* --- HTTP --- */

/* Returns: (transfer full) (nullable): the "http" object of a record */
static GBytes *
read_http (McpOtlpFacts *self,
           McpRecord    *record)
{
  g_autoptr (GBytes) bytes = mcp_record_dup_bytes (record, NULL);

  if (bytes == NULL)
    self->failed = TRUE;
  else if (mcp_json_validate (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes), NULL))
    return g_steal_pointer (&bytes);

  return NULL;
}

static void
describe_address (McpOtlpFacts *self,
                  McpOtlpSpan  *span,
                  const char   *http,
                  gsize         length)
{
  g_autofree char *url = mcp_json_lookup_string (http, length, "url");
  g_autoptr (GUri) uri = url != NULL ? g_uri_parse (url, G_URI_FLAGS_SCHEME_NORMALIZE, NULL) : NULL;
  g_autofree char *session = mcp_journal_find_header (http, length, "MCP-Session-Id");
  g_autofree char *version = mcp_journal_find_header (http, length, "MCP-Protocol-Version");

  if (uri != NULL && g_uri_get_host (uri) != NULL)
    {
      add_text (self, span->attributes, "server.address", g_uri_get_host (uri));
      if (g_uri_get_port (uri) > 0)
        mcp_otlp_attribute_int (span->attributes, "server.port", g_uri_get_port (uri));
    }
  mcp_otlp_facts_version (span, version);

  /* Who knows the id has the session: its digest tells sessions apart as well. */
  if (session != NULL && strstr (session, MCP_REDACTED) == NULL)
    {
      g_autofree char *digest = g_compute_checksum_for_string (G_CHECKSUM_SHA256, session, -1);

      digest[32] = '\0';
      mcp_otlp_attribute_string (span->attributes, "mcp.session.id", digest);
    }
}

static void
describe_transport (McpOtlpFacts *self,
                    McpOtlpSpan  *span,
                    McpRecord    *request)
{
  McpChannel channel = mcp_record_get_channel (request);
  gboolean is_http = channel == MCP_CHANNEL_HTTP || channel == MCP_CHANNEL_SSE;
  g_autoptr (GArray) serials = mcp_journal_dup_exchange (self->journal, mcp_record_get_exchange (request), 1);
  g_autoptr (McpRecord) first = NULL;
  g_autoptr (GBytes) http = NULL;

  mcp_otlp_attribute_string (span->attributes, "network.transport",
                             channel == MCP_CHANNEL_SOCKET ? "unix" : channel == MCP_CHANNEL_STDIO ? "pipe" : "tcp");
  if (is_http || channel == MCP_CHANNEL_WS)
    mcp_otlp_attribute_string (span->attributes, "network.protocol.name", is_http ? "http" : "websocket");
  if (serials->len == 0)
    return;

  first = mcp_journal_get_record (self->journal, g_array_index (serials, guint, 0));
  if (mcp_record_get_kind (first) != MCP_RECORD_HTTP_REQUEST || (http = read_http (self, first)) == NULL)
    return;
  describe_address (self, span, g_bytes_get_data (http, NULL), g_bytes_get_size (http));
  if (span->exchange != 0 && span->direction == MCP_DIRECTION_OUT)
    {
      g_autoptr (GString) attributes = g_string_new (NULL);
      g_autofree char *method = mcp_json_lookup_string (g_bytes_get_data (http, NULL), g_bytes_get_size (http),
                                                        "method");

      add_text (self, attributes, "http.request.method", method);
      mcp_otlp_span_add_event (span, "http.request", mcp_record_get_wall_usec (first), attributes->str);
    }
}

/* All that a request says. */
void
mcp_otlp_facts_describe (McpOtlpFacts         *self,
                         McpOtlpSpan          *span,
                         McpRecord            *request,
                         const McpOtlpMessage *message)
{
  g_autofree char *version = mcp_otlp_message_dup_meta (message, MCP_META_PROTOCOL_VERSION);

  describe_method (self, span, request);
  describe_id (self, span->attributes, request);
  mcp_otlp_attribute_string (span->attributes, "service.peer.name", self->server);
  mcp_otlp_facts_version (span, version);
  describe_transport (self, span, request);
  if (span->is_tool_call)
    add_content (span, "gen_ai.tool.call.arguments", message, "arguments");
  else if (g_str_has_prefix (span->name, "resources/"))
    add_content (span, "mcp.resource.uri", message, "uri");
  else
    add_content (span, "mcp.request.params", message, NULL);
}

/* The head of an answer over HTTP. */
void
mcp_otlp_facts_head (McpOtlpFacts *self,
                     McpOtlpSpan  *span,
                     McpRecord    *head)
{
  g_autoptr (GBytes) http = read_http (self, head);
  g_autoptr (GString) attributes = g_string_new (NULL);
  g_autofree char *version = NULL;
  gint64 status;

  if (http == NULL)
    return;

  version = mcp_json_lookup_string (g_bytes_get_data (http, NULL), g_bytes_get_size (http), "version");
  if (mcp_json_lookup_int64 (g_bytes_get_data (http, NULL), g_bytes_get_size (http), "status", &status))
    mcp_otlp_attribute_int (attributes, "http.response.status_code", status);
  if (!span->has_http_version)
    add_text (self, span->attributes, "network.protocol.version", version);
  span->has_http_version = span->has_http_version || version != NULL;
  mcp_otlp_span_add_event (span, "http.response", mcp_record_get_wall_usec (head), attributes->str);
}

/* The end of its exchange, if that is there: how long each step took, from its start. */
void
mcp_otlp_facts_end (McpOtlpFacts *self,
                    McpOtlpSpan  *span)
{
  static const char *const steps[] = { "resolved", "connected", "secured", "sent", "first_byte", "ended" };
  g_autoptr (GArray) serials = mcp_journal_dup_exchange (self->journal, span->exchange, 2);
  g_autoptr (GString) attributes = g_string_new (NULL);
  g_autoptr (McpRecord) last = NULL;
  g_autoptr (GBytes) http = NULL;
  gint64 number;

  if (serials->len < 2)
    return;
  last = mcp_journal_get_record (self->journal, g_array_index (serials, guint, 1));
  if (mcp_record_get_kind (last) != MCP_RECORD_HTTP_END || (http = read_http (self, last)) == NULL)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autofree char *path = g_strconcat ("usec.", steps[i], NULL);
      g_autofree char *key = g_strconcat ("http.", steps[i], ".duration", NULL);

      if (mcp_json_lookup_int64 (g_bytes_get_data (http, NULL), g_bytes_get_size (http), path, &number))
        mcp_otlp_attribute_double (attributes, key, number / 1e6);
    }
  if (mcp_json_lookup_int64 (g_bytes_get_data (http, NULL), g_bytes_get_size (http), "wire", &number))
    mcp_otlp_attribute_int (attributes, "http.response.body.size", number);
  mcp_otlp_span_add_event (span, "http.end", mcp_record_get_wall_usec (last), attributes->str);
}

/* --- What comes back --- */

/* How a request ended that was answered. */
char *
mcp_otlp_facts_answer (McpOtlpFacts          *self,
                       McpOtlpSpan           *span,
                       McpRecord             *answer,
                       const McpOtlpMessage  *message,
                       char                 **text)
{
  g_autofree char *number = NULL;
  gint64 code;

  McpMessageKind kind = message->message != NULL ? mcp_message_get_kind (message->message) : MCP_MESSAGE_INVALID;

  *text = NULL;
  if (kind == MCP_MESSAGE_RESULT)
    {
      g_autofree char *failed = span->is_tool_call ? mcp_otlp_message_lookup (message, "isError") : NULL;

      add_content (span, span->is_tool_call ? "gen_ai.tool.call.result" : "mcp.response.result", message, NULL);
      return g_strcmp0 (failed, "true") == 0 ? g_strdup ("tool_error") : NULL;
    }
  if (kind != MCP_MESSAGE_ERROR || !mcp_message_get_error_code (message->message, &code))
    return g_strdup ("_OTHER");

  number = g_strdup_printf ("%" G_GINT64_FORMAT, code);
  mcp_otlp_attribute_string (span->attributes, "rpc.response.status_code", number);
  if ((self->flags & MCP_OTLP_CONTENT) != 0)
    *text = mcp_message_dup_error_message (message->message);

  /* That an old server does not know the question which era it is of is no error. */
  return mcp_record_asks_era (answer) ? NULL : g_steal_pointer (&number);
}

void
mcp_otlp_facts_progress (McpOtlpFacts         *self,
                         McpOtlpSpan          *span,
                         McpRecord            *record,
                         const McpOtlpMessage *message)
{
  static const char *const members[] = { "progress", "total" };
  g_autoptr (GString) attributes = g_string_new (NULL);
  g_autofree char *text = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (members); i++)
    {
      double value;
      g_autofree char *key = g_strconcat ("mcp.progress.", members[i], NULL);

      if (mcp_json_lookup_double (message->data + message->body.offset, message->body.length, members[i], &value))
        mcp_otlp_attribute_double (attributes, key, value);
    }
  if ((self->flags & MCP_OTLP_CONTENT) != 0)
    {
      text = mcp_json_lookup_string (message->data + message->body.offset, message->body.length, "message");
      mcp_otlp_attribute_string (attributes, "mcp.progress.message", text);
    }
  mcp_otlp_span_add_event (span, "mcp.progress", mcp_record_get_wall_usec (record), attributes->str);
}
