/* mcp-linter.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-hash.h"
#include "mcp-json.h"
#include "mcp-linter.h"

/*
 * The rules a server is held to, and the checks that look at a message by itself. A rule is a
 * name, how bad breaking it is, and where it stands. Checks that need to know what is under way
 * are where that is known (reporter, catalogs) and use mcp_reporter_report().
 *
 * To add a rule: a line in the table, and mcp_reporter_report() where it is broken.
 */

typedef struct
{
  const char  *name;
  McpSeverity  severity;
  const char  *reference;
} Rule;

#define RFC8259 "RFC 8259 (JSON)"
#define JSONRPC "JSON-RPC 2.0"
#define SPEC(page) "MCP 2025-11-25, " page
#define MODERN(page) "MCP 2026-07-28, " page
#define OLDEST(page) "MCP 2024-11-05, " page
#define SKILLS(page) MCP_SKILLS_EXTENSION ", skills#" page
#define TASKS SPEC ("basic/utilities/tasks") " and io.modelcontextprotocol/tasks 2026-07-28"

static const Rule rules[] = {
  { "auth.address", MCP_SEVERITY_ERROR, SPEC ("basic/authorization#communication-security") },
  { "auth.challenge", MCP_SEVERITY_WARNING, "RFC 9110 section 11.6.1, RFC 6750 section 3" },
  { "auth.clock", MCP_SEVERITY_WARNING, "RFC 7519 section 4.1" },
  { "auth.departure", MCP_SEVERITY_WARNING, SPEC ("basic/authorization") },
  { "auth.iss", MCP_SEVERITY_ERROR, "RFC 9207 section 2.4" },
  { "auth.issuer", MCP_SEVERITY_ERROR, "RFC 8414 section 3.3" },
  { "auth.metadata", MCP_SEVERITY_WARNING, SPEC ("basic/authorization#authorization-server-discovery") },
  { "auth.pkce", MCP_SEVERITY_ERROR, SPEC ("basic/authorization#authorization-code-protection") },
  { "auth.registration", MCP_SEVERITY_WARNING, "RFC 7591 section 3.2" },
  { "auth.resource", MCP_SEVERITY_ERROR, "RFC 9728 section 3.3" },
  { "auth.slash", MCP_SEVERITY_WARNING, "RFC 9728 section 3.3" },
  { "auth.state", MCP_SEVERITY_ERROR, "OAuth 2.1 section 7.12" },
  { "auth.token", MCP_SEVERITY_WARNING, "OAuth 2.1 section 3.2" },
  { "cancel.unknown-request", MCP_SEVERITY_INFO, SPEC ("basic/utilities/cancellation") },
  { "capability.member", MCP_SEVERITY_ERROR, SPEC ("schema#servercapabilities") },
  { "capability.undeclared", MCP_SEVERITY_ERROR, SPEC ("basic/lifecycle#operation") },
  { "capability.required", MCP_SEVERITY_ERROR, NULL },
  { "capability.not-offered", MCP_SEVERITY_ERROR, SPEC ("basic/lifecycle#operation") },
  { "completion.too-many", MCP_SEVERITY_ERROR, SPEC ("server/utilities/completion") },
  { "content.base64", MCP_SEVERITY_ERROR, SPEC ("schema") },
  { "content.member", MCP_SEVERITY_ERROR, SPEC ("server/tools#tool-result") },
  { "content.type", MCP_SEVERITY_ERROR, SPEC ("server/tools#tool-result") },
  { "elicitation.member", MCP_SEVERITY_ERROR, SPEC ("client/elicitation#requested-schema") },
  { "http.accepted-status", MCP_SEVERITY_ERROR, SPEC ("basic/transports#sending-messages-to-the-server") },
  { "http.any-address", MCP_SEVERITY_WARNING, SPEC ("basic/transports#security-warning") },
  { "http.cleartext", MCP_SEVERITY_WARNING, SPEC ("basic/authorization#communication-security") },
  { "http.content-type", MCP_SEVERITY_ERROR, SPEC ("basic/transports#sending-messages-to-the-server") },
  { "http.content-encoding", MCP_SEVERITY_ERROR, "RFC 9110 sections 8.4 and 12.5.3" },
  { "http.content-length", MCP_SEVERITY_ERROR, "RFC 9112 section 8" },
  { "http.cookie", MCP_SEVERITY_INFO, SPEC ("basic/transports#session-management") },
  { "http.cookie-needed", MCP_SEVERITY_WARNING, SPEC ("basic/transports#session-management") },
  { "http.guessable-session-id", MCP_SEVERITY_WARNING, SPEC ("basic/transports#session-management") },
  { "http.header-value", MCP_SEVERITY_ERROR, "RFC 9110 section 5.5" },
  { "http.no-challenge", MCP_SEVERITY_ERROR, "RFC 9110 section 15.5.2" },
  { "http.oversized", MCP_SEVERITY_WARNING, NULL },
  { "http.redirect", MCP_SEVERITY_WARNING, "RFC 9110 section 15.4" },
  { "http.refused", MCP_SEVERITY_WARNING, SPEC ("basic/transports#sending-messages-to-the-server") },
  { "http.session-id", MCP_SEVERITY_ERROR, SPEC ("basic/transports#session-management") },
  { "http.session-id-changed", MCP_SEVERITY_WARNING, SPEC ("basic/transports#session-management") },
  { "http.slow-answer", MCP_SEVERITY_WARNING, SPEC ("basic/lifecycle#timeouts") },
  { "icons.data", MCP_SEVERITY_WARNING, SPEC ("basic#icons") },
  { "icons.load", MCP_SEVERITY_WARNING, SPEC ("basic#icons") },
  { "icons.member", MCP_SEVERITY_ERROR, SPEC ("schema#icon") },
  { "icons.source", MCP_SEVERITY_ERROR, SPEC ("basic#icons") },
  { "json.byte-order-mark", MCP_SEVERITY_ERROR, RFC8259 " section 8.1" },
  { "json.depth", MCP_SEVERITY_WARNING, RFC8259 " section 9" },
  { "json.duplicate-key", MCP_SEVERITY_WARNING, RFC8259 " section 4" },
  { "json.invalid", MCP_SEVERITY_ERROR, RFC8259 },
  { "json.invalid-utf8", MCP_SEVERITY_ERROR, SPEC ("basic/transports") },
  { "json.lone-surrogate", MCP_SEVERITY_WARNING, RFC8259 " section 8.2" },
  { "lifecycle.bad-answer", MCP_SEVERITY_ERROR, SPEC ("basic/lifecycle#initialization") },
  { "lifecycle.early-notification", MCP_SEVERITY_INFO, SPEC ("basic/lifecycle#initialization") },
  { "lifecycle.early-request", MCP_SEVERITY_WARNING, SPEC ("basic/lifecycle#initialization") },
  { "list.bad-item", MCP_SEVERITY_ERROR, SPEC ("schema") },
  { "list.member", MCP_SEVERITY_ERROR, SPEC ("schema") },
  { "list.cursor-loop", MCP_SEVERITY_ERROR, SPEC ("server/utilities/pagination") },
  { "list.duplicate-name", MCP_SEVERITY_WARNING, SPEC ("server/tools#tool-names") },
  { "cache.changed", MCP_SEVERITY_WARNING, MODERN ("server/utilities/caching") },
  { "cache.scope", MCP_SEVERITY_ERROR, MODERN ("server/utilities/caching") },
  { "cache.ttl", MCP_SEVERITY_ERROR, MODERN ("server/utilities/caching") },
  { "list.order", MCP_SEVERITY_WARNING, MODERN ("server/tools#capabilities") },
  { "log.data", MCP_SEVERITY_ERROR, SPEC ("server/utilities/logging") },
  { "log.level", MCP_SEVERITY_ERROR, SPEC ("server/utilities/logging#log-levels") },
  { "log.unasked", MCP_SEVERITY_ERROR, MODERN ("server/utilities/logging") },
  { "meta.key", MCP_SEVERITY_ERROR, SPEC ("basic#_meta") },
  { "modern.acknowledgement", MCP_SEVERITY_ERROR, MODERN ("basic/patterns/subscriptions") },
  { "modern.before-acknowledgement", MCP_SEVERITY_ERROR, MODERN ("basic/patterns/subscriptions") },
  { "modern.discover", MCP_SEVERITY_ERROR, MODERN ("server/discover") },
  { "modern.empty-round", MCP_SEVERITY_ERROR, MODERN ("basic/patterns/mrtr") },
  { "modern.input-request", MCP_SEVERITY_ERROR, MODERN ("basic/patterns/mrtr") },
  { "modern.no-result-type", MCP_SEVERITY_ERROR, MODERN ("basic#resulttype") },
  { "modern.error-code", MCP_SEVERITY_ERROR, MODERN ("basic#error-codes") },
  { "modern.error-status", MCP_SEVERITY_ERROR, MODERN ("basic/transports/streamable-http") },
  { "modern.no-acknowledgement", MCP_SEVERITY_ERROR, MODERN ("basic/patterns/subscriptions") },
  { "modern.no-server-info", MCP_SEVERITY_WARNING, MODERN ("basic#_meta") },
  { "modern.not-found-code", MCP_SEVERITY_ERROR, MODERN ("server/resources#error-handling") },
  { "modern.not-requested", MCP_SEVERITY_ERROR, MODERN ("basic/patterns/subscriptions") },
  { "modern.result-type", MCP_SEVERITY_ERROR, MODERN ("basic#resulttype") },
  { "modern.server-request", MCP_SEVERITY_ERROR, MODERN ("basic/transports") },
  { "modern.undeclared-input", MCP_SEVERITY_ERROR, MODERN ("basic/patterns/mrtr") },
  { "modern.unknown-subscription", MCP_SEVERITY_ERROR, MODERN ("basic/patterns/subscriptions") },
  { "modern.untagged-notification", MCP_SEVERITY_ERROR, MODERN ("basic/patterns/subscriptions") },
  { "notification.member", MCP_SEVERITY_ERROR, SPEC ("schema") },
  { MCP_FINDING_PROGRESS_LATE, MCP_SEVERITY_INFO, SPEC ("basic/utilities/cancellation") },
  { "progress.no-number", MCP_SEVERITY_ERROR, SPEC ("basic/utilities/progress") },
  { "progress.not-increasing", MCP_SEVERITY_ERROR, SPEC ("basic/utilities/progress") },
  { "progress.unknown-token", MCP_SEVERITY_WARNING, SPEC ("basic/utilities/progress") },
  { "prompts.duplicate-name", MCP_SEVERITY_WARNING, SPEC ("server/prompts#prompt") },
  { "prompts.message", MCP_SEVERITY_ERROR, SPEC ("server/prompts#promptmessage") },
  { "resources.contents", MCP_SEVERITY_ERROR, SPEC ("server/resources#resource-contents") },
  { "resources.duplicate-uri", MCP_SEVERITY_WARNING, SPEC ("server/resources#resource") },
  { "resources.no-uri", MCP_SEVERITY_ERROR, SPEC ("server/resources#subscriptions") },
  { "resources.not-subscribed", MCP_SEVERITY_WARNING, SPEC ("server/resources#subscriptions") },
  { "resources.template", MCP_SEVERITY_ERROR, SPEC ("server/resources#resource-templates") ", RFC 6570" },
  { "result.not-object", MCP_SEVERITY_ERROR, SPEC ("basic#responses") },
  { "result.member", MCP_SEVERITY_ERROR, SPEC ("schema") },
  { "result.schema", MCP_SEVERITY_ERROR, SPEC ("server/tools#output-schema") },
  { "result.structured", MCP_SEVERITY_ERROR, SPEC ("server/tools#output-schema") },
  { "result.text", MCP_SEVERITY_WARNING, SPEC ("server/tools#structured-content") },
  { "rpc.batch", MCP_SEVERITY_ERROR, "MCP 2025-06-18, changelog" },
  { "rpc.error-detail", MCP_SEVERITY_WARNING, JSONRPC " section 5.1, CWE-209" },
  { "rpc.envelope", MCP_SEVERITY_ERROR, JSONRPC " sections 4 and 5" },
  { "rpc.late-answer", MCP_SEVERITY_INFO, SPEC ("basic/utilities/cancellation") },
  { "rpc.reused-id", MCP_SEVERITY_ERROR, SPEC ("basic#requests") },
  { "rpc.second-answer", MCP_SEVERITY_ERROR, JSONRPC " section 5" },
  { "rpc.too-many-requests", MCP_SEVERITY_WARNING, SPEC ("client") },
  { "rpc.unattributed-error", MCP_SEVERITY_WARNING, JSONRPC " section 5" },
  { "rpc.unknown-id", MCP_SEVERITY_ERROR, JSONRPC " section 5" },
  { "rpc.unknown-notification", MCP_SEVERITY_INFO, SPEC ("schema") },
  { "rpc.unknown-request", MCP_SEVERITY_WARNING, SPEC ("schema") },
  { "rpc.untaken-answers", MCP_SEVERITY_WARNING, SPEC ("basic/transports") },
  { "sampling.member", MCP_SEVERITY_ERROR, SPEC ("client/sampling") },
  { "skills.description", MCP_SEVERITY_ERROR, SKILLS ("skill-format") },
  { "skills.digest", MCP_SEVERITY_ERROR, SKILLS ("integrity-and-verification") },
  { "skills.duplicate-name", MCP_SEVERITY_WARNING, SKILLS ("names") },
  { "skills.duplicate-uri", MCP_SEVERITY_ERROR, SKILLS ("skill-uris") },
  { "skills.entry", MCP_SEVERITY_ERROR, SKILLS ("skill-entries") },
  { "skills.files", MCP_SEVERITY_ERROR, SKILLS ("resources") },
  { "skills.limit", MCP_SEVERITY_WARNING, SKILLS ("limits") },
  { "skills.name", MCP_SEVERITY_ERROR, SKILLS ("resource-mapping") },
  { "skills.no-resources", MCP_SEVERITY_ERROR, SKILLS ("capability-negotiation") },
  { "skills.other-entry", MCP_SEVERITY_ERROR, SKILLS ("getting-a-skill") },
  { "skills.size", MCP_SEVERITY_ERROR, SKILLS ("resources") },
  { "skills.uri", MCP_SEVERITY_ERROR, SKILLS ("resource-mapping") },
  { "skills.wrong-digest", MCP_SEVERITY_ERROR, SKILLS ("verification-on-read") },
  { "skills.wrong-frontmatter", MCP_SEVERITY_ERROR, SKILLS ("frontmatter-verification") },
  { "skills.wrong-size", MCP_SEVERITY_ERROR, SKILLS ("verification-on-read") },
  { "socket.blank-line", MCP_SEVERITY_WARNING, SPEC ("basic/transports#custom-transports") },
  { "socket.half-line", MCP_SEVERITY_WARNING, SPEC ("basic/transports#custom-transports") },
  { "socket.noise", MCP_SEVERITY_ERROR, SPEC ("basic/transports#custom-transports") },
  { "socket.oversized", MCP_SEVERITY_WARNING, NULL },
  { "sse.answer-on-get", MCP_SEVERITY_ERROR, SPEC ("basic/transports#listening-for-messages-from-the-server") },
  { "sse.answer-on-post", MCP_SEVERITY_ERROR, OLDEST ("basic/transports#http-with-sse") },
  { "sse.duplicate-event-id", MCP_SEVERITY_ERROR, SPEC ("basic/transports#resumability-and-redelivery") },
  { "sse.endpoint", MCP_SEVERITY_ERROR, OLDEST ("basic/transports#http-with-sse") },
  { "sse.endpoint-origin", MCP_SEVERITY_WARNING, OLDEST ("basic/transports#http-with-sse") },
  { "sse.event-id-too-long", MCP_SEVERITY_WARNING, SPEC ("basic/transports#resumability-and-redelivery") },
  { "sse.left-open", MCP_SEVERITY_WARNING, SPEC ("basic/transports#sending-messages-to-the-server") },
  { "sse.no-message", MCP_SEVERITY_ERROR, SPEC ("basic/transports#sending-messages-to-the-server") },
  { "sse.oversized", MCP_SEVERITY_WARNING, NULL },
  { "sse.retry-too-long", MCP_SEVERITY_WARNING, SPEC ("basic/transports#resumability-and-redelivery") },
  { "sse.same-message", MCP_SEVERITY_ERROR, SPEC ("basic/transports#multiple-connections") },
  { "sse.second-endpoint", MCP_SEVERITY_WARNING, OLDEST ("basic/transports#http-with-sse") },
  { "sse.unfinished", MCP_SEVERITY_WARNING, "WHATWG HTML, Server-sent events, section 9.2.6" },
  { "stdio.blank-line", MCP_SEVERITY_WARNING, SPEC ("basic/transports#stdio") },
  { "stdio.half-line", MCP_SEVERITY_WARNING, SPEC ("basic/transports#stdio") },
  { "stdio.noise", MCP_SEVERITY_ERROR, SPEC ("basic/transports#stdio") },
  { "stdio.output-closed", MCP_SEVERITY_ERROR, SPEC ("basic/lifecycle#shutdown") },
  { "stdio.oversized", MCP_SEVERITY_WARNING, NULL },
  { "task.after-end", MCP_SEVERITY_ERROR, TASKS },
  { "task.member", MCP_SEVERITY_ERROR, TASKS },
  { "task.no-result", MCP_SEVERITY_ERROR, "io.modelcontextprotocol/tasks 2026-07-28" },
  { "task.not-cancelled", MCP_SEVERITY_ERROR, SPEC ("basic/utilities/tasks#task-cancellation") },
  { "task.not-made", MCP_SEVERITY_WARNING, SPEC ("basic/utilities/tasks") },
  { "task.other-id", MCP_SEVERITY_ERROR, TASKS },
  { "task.other-method", MCP_SEVERITY_ERROR, "io.modelcontextprotocol/tasks 2026-07-28" },
  { "task.related", MCP_SEVERITY_ERROR, SPEC ("basic/utilities/tasks#associating-task-related-messages") },
  { "task.reused-id", MCP_SEVERITY_ERROR, TASKS },
  { "task.status", MCP_SEVERITY_ERROR, TASKS },
  { "task.tool-error", MCP_SEVERITY_WARNING, SPEC ("basic/utilities/tasks") },
  { "task.unasked", MCP_SEVERITY_ERROR, SPEC ("basic/utilities/tasks") },
  { "task.unknown-id", MCP_SEVERITY_WARNING, TASKS },
  { "tools.foreign-schema", MCP_SEVERITY_WARNING, MODERN ("basic#json-schema-usage") },
  { "tools.header", MCP_SEVERITY_ERROR, MODERN ("server/tools#x-mcp-header") },
  { "tools.input-schema", MCP_SEVERITY_ERROR, SPEC ("server/tools#tool") },
  { "tools.name", MCP_SEVERITY_WARNING, SPEC ("server/tools#tool-names") },
  { "tools.output-schema", MCP_SEVERITY_ERROR, SPEC ("server/tools#output-schema") },
  { "tools.secret-header", MCP_SEVERITY_WARNING, MODERN ("server/tools#x-mcp-header") },
  { "ws.binary-message", MCP_SEVERITY_WARNING, SPEC ("basic/transports#custom-transports") },
  { "ws.no-message", MCP_SEVERITY_ERROR, SPEC ("basic/transports#custom-transports") },
  { "ws.oversized", MCP_SEVERITY_WARNING, NULL },
};

static GHashTable *
index_rules (void)
{
  GHashTable *index = g_hash_table_new (mcp_str_hash, g_str_equal);

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    g_hash_table_insert (index, (gpointer) rules[i].name, (gpointer) &rules[i]);

  return index;
}

static const Rule *
find_rule (const char *name)
{
  static GHashTable *index;

  if (g_once_init_enter (&index))
    g_once_init_leave (&index, index_rules ());

  return g_hash_table_lookup (index, name);
}

/**
 * mcp_linter_get_severity:
 * @rule: a rule's name
 *
 * Gets how bad it is to break a rule.
 *
 * Returns: the severity; a warning for a name that is not in the table
 */
McpSeverity
mcp_linter_get_severity (const char *rule)
{
  const Rule *found = find_rule (rule);

  return found != NULL ? found->severity : MCP_SEVERITY_WARNING;
}

const char *
mcp_linter_get_reference (const char *rule)
{
  const Rule *found = find_rule (rule);

  return found != NULL ? found->reference : NULL;
}

/**
 * mcp_linter_rule_for:
 * @channel: where something came from
 * @what: what is wrong: "noise", "blank-line", "half-line" or "oversized"
 *
 * Names the rule for a fault that each kind of connection can have. A body of HTTP that is no
 * message is one of another type.
 *
 * Returns: the rule's name
 */
const char *
mcp_linter_rule_for (McpChannel  channel,
                     const char *what)
{
  const char *area = "stdio";
  g_autofree char *name = NULL;
  gboolean is_line = TRUE;

  if (channel == MCP_CHANNEL_HTTP && !g_str_equal (what, "oversized"))
    return "http.content-type";

  if (channel == MCP_CHANNEL_HTTP || channel == MCP_CHANNEL_SSE || channel == MCP_CHANNEL_WS)
    is_line = FALSE;

  if (channel == MCP_CHANNEL_HTTP)
    area = "http";
  else if (channel == MCP_CHANNEL_SSE)
    area = "sse";
  else if (channel == MCP_CHANNEL_WS)
    area = "ws";
  else if (channel == MCP_CHANNEL_SOCKET || channel == MCP_CHANNEL_TCP)
    area = "socket";

  name = g_strconcat (area, ".", is_line || g_str_equal (what, "oversized") ? what : "no-message",
                      NULL);

  return find_rule (name)->name;
}

static void
check_anomalies (McpReporter   *reporter,
                 guint          serial,
                 const McpScan *scan)
{
  const struct
  {
    McpAnomaly  anomaly;
    const char *rule;
    const char *message;
  } checks[] = {
    { MCP_ANOMALY_INVALID_UTF8, "json.invalid-utf8", N_("Bytes that are not UTF-8") },
    { MCP_ANOMALY_BOM, "json.byte-order-mark", N_("A byte order mark before the message") },
    { MCP_ANOMALY_DUPLICATE_KEY, "json.duplicate-key",
      N_("A member of the envelope stands there twice; the last one counts") },
    { MCP_ANOMALY_DEPTH, "json.depth", N_("Nested deeper than 512 levels; shown as text only") },
    { MCP_ANOMALY_LONE_SURROGATE, "json.lone-surrogate",
      N_("A string holds half a surrogate pair") },
  };

  for (guint i = 0; i < G_N_ELEMENTS (checks); i++)
    {
      if (scan->anomalies & checks[i].anomaly)
        mcp_reporter_report (reporter, serial, checks[i].rule, "%s", _(checks[i].message));
    }
}

static void
check_noise (McpReporter *reporter,
             guint       serial,
             McpChannel  channel,
             GBytes     *bytes)
{
  gboolean is_stdio = channel == MCP_CHANNEL_STDIO || channel == MCP_CHANNEL_NOISE;
  const char *rule = mcp_linter_rule_for (channel, "noise");
  gsize length;
  const char *data = g_bytes_get_data (bytes, &length);

  for (gsize i = 0; i < length; i++)
    {
      if (!g_ascii_isspace (data[i]))
        {
          mcp_reporter_report (reporter, serial, rule, "%s",
                               is_stdio ? _("A line on standard output that is no message; logs "
                                            "belong on standard error")
                                        : _("What came is no message"));
          return;
        }
    }

  mcp_reporter_report (reporter, serial, mcp_linter_rule_for (channel, "blank-line"), "%s",
                       is_stdio ? _("An empty line on standard output") : _("An empty message"));
}

/**
 * mcp_linter_check_frame:
 * @reporter: who is told
 * @serial: its record
 * @channel: what carried it
 * @kind: what the record is
 * @bytes: the message
 * @scan: what the scanner found
 * @end: how the line ended
 *
 * Checks the form of a line from the server: JSON, JSON-RPC, framing. A clean message costs a
 * few comparisons.
 */
void
mcp_linter_check_frame (McpReporter   *reporter,
                        guint          serial,
                        McpChannel     channel,
                        McpRecordKind  kind,
                        GBytes        *bytes,
                        const McpScan *scan,
                        McpLineEnd     end)
{
  gboolean is_line = channel == MCP_CHANNEL_STDIO || channel == MCP_CHANNEL_NOISE
                     || channel == MCP_CHANNEL_SOCKET || channel == MCP_CHANNEL_TCP;

  if (is_line && end == MCP_LINE_END_NONE)
    mcp_reporter_report (reporter, serial, mcp_linter_rule_for (channel, "half-line"),
                         _("The output ended in mid-line, without a newline"));

  if (kind == MCP_RECORD_NOISE)
    {
      check_noise (reporter, serial, channel, bytes);
      return;
    }

  if (G_UNLIKELY (scan->anomalies != 0))
    check_anomalies (reporter, serial, scan);

  if (G_UNLIKELY (scan->fault != MCP_SCAN_OK && scan->fault != MCP_SCAN_INVALID_UTF8))
    {
      g_autofree char *text = mcp_scan_describe (scan);

      mcp_reporter_report (reporter, serial, "json.invalid", _("Not JSON: %s"), text);
    }
  else if (G_UNLIKELY (scan->envelope != 0))
    {
      g_autofree char *text = mcp_scan_describe (scan);

      mcp_reporter_report (reporter, serial, "rpc.envelope", _("Not JSON-RPC 2.0: %s"), text);
    }
}

/**
 * mcp_linter_check_request:
 * @reporter: who is told
 * @method: what the server asks for
 * @capabilities: (nullable): what the client offers, a JSON object; %NULL if that is not known
 * @serial: its record
 *
 * Checks that the server may send requests, and that it asks for something there is, and only for
 * what the client offered (basic/lifecycle, operation).
 */
void
mcp_linter_check_request (McpReporter *reporter,
                          const char  *method,
                          const char  *capabilities,
                          guint        serial)
{
  const struct
  {
    const char *method;
    const char *capability;
  } needs[] = {
    { "roots/list", "roots" },
    { "sampling/createMessage", "sampling" },
    { "elicitation/create", "elicitation" },
    { "tasks/cancel", "tasks" },
    { "tasks/get", "tasks" },
    { "tasks/list", "tasks" },
    { "tasks/result", "tasks" },
  };

  if (!mcp_reporter_has (reporter, MCP_FEATURE_SERVER_REQUESTS))
    {
      mcp_reporter_report (reporter, serial, "modern.server-request",
                           _("The server sent a request, %s: this revision has none of its own"),
                           method);
      return;
    }
  if (g_str_equal (method, "ping") || capabilities == NULL)
    return;

  for (guint i = 0; i < G_N_ELEMENTS (needs); i++)
    {
      if (!g_str_equal (needs[i].method, method))
        continue;

      if (!mcp_json_lookup (capabilities, strlen (capabilities), needs[i].capability,
                            &(McpSpan){ 0 }))
        mcp_reporter_report (reporter, serial, "capability.not-offered",
                             _("The server sent %s, and the client did not offer %s"), method,
                             needs[i].capability);
      return;
    }

  mcp_reporter_report (reporter, serial, "rpc.unknown-request",
                       _("The server sent a request that clients do not know: %s"), method);
}

/**
 * mcp_linter_check_initialize:
 * @reporter: who is told
 * @answer: the answer to `initialize`, a result
 * @serial: its record
 *
 * Checks that the server introduced itself as it must (basic/lifecycle, initialization).
 */
void
mcp_linter_check_initialize (McpReporter *reporter,
                             McpMessage *answer,
                             guint       serial)
{
  const McpScan *scan = mcp_message_get_scan (answer);
  const char *data = g_bytes_get_data (mcp_message_get_bytes (answer), NULL);
  g_autofree char *owner = g_strdup_printf (_("The result of %s"), "initialize");
  McpSpan info;

  if (mcp_json_lookup (data + scan->result.offset, scan->result.length, "serverInfo", &info))
    mcp_linter_check_icons (reporter, serial, data + scan->result.offset + info.offset, info.length);
  mcp_linter_check_structure (reporter, serial, MCP_STRUCTURE_INITIALIZE_RESULT, owner,
                              data + scan->result.offset, scan->result.length);
  mcp_linter_check_extensions (reporter, data + scan->result.offset, scan->result.length, serial);
}

/* What each result must hold, by the bit it has in #McpResultFacts. */
static const struct
{
  McpRequestKind  request;
  const char     *member;
  McpJsonType     type;
} promises[] = {
  { MCP_REQUEST_TOOLS_LIST, "tools", MCP_JSON_ARRAY },
  { MCP_REQUEST_TOOLS_CALL, "content", MCP_JSON_ARRAY },
  { MCP_REQUEST_RESOURCES_LIST, "resources", MCP_JSON_ARRAY },
  { MCP_REQUEST_DIRECTORY_READ, "resources", MCP_JSON_ARRAY },
  { MCP_REQUEST_TEMPLATES_LIST, "resourceTemplates", MCP_JSON_ARRAY },
  { MCP_REQUEST_RESOURCES_READ, "contents", MCP_JSON_ARRAY },
  { MCP_REQUEST_PROMPTS_LIST, "prompts", MCP_JSON_ARRAY },
  { MCP_REQUEST_PROMPTS_GET, "messages", MCP_JSON_ARRAY },
  { MCP_REQUEST_COMPLETE, "completion", MCP_JSON_OBJECT },
  { MCP_REQUEST_SKILLS_LIST, "skills", MCP_JSON_ARRAY },
  { MCP_REQUEST_SKILLS_GET, "skill", MCP_JSON_OBJECT },
};

/**
 * mcp_linter_read_result:
 * @data: a message that was scanned
 * @scan: what the scanner found
 * @facts: (out): what the result holds
 *
 * Walks the members of a result once. Knows no session: a worker may call it, so that a big
 * answer does not stop the main loop.
 */
void
mcp_linter_read_result (const char     *data,
                        const McpScan  *scan,
                        McpResultFacts *facts)
{
  const char *text = data + scan->result.offset;
  McpJsonIter iter;
  McpSpan key;
  McpSpan value;

  *facts = (McpResultFacts){ 0 };
  if (scan->fault != MCP_SCAN_OK || scan->kind != MCP_MESSAGE_RESULT || *text != '{'
      || !mcp_json_iter_init (&iter, text, scan->result.length))
    return;

  facts->is_object = TRUE;
  while (mcp_json_iter_next (&iter, &key, &value))
    {
      McpJsonType type = mcp_json_get_type (text + value.offset, value.length);

      if (mcp_json_key_equal (text + key.offset, key.length, "isError"))
        facts->is_tool_error = text[value.offset] == 't'  /* or as text, which is meant so */
                               || mcp_json_key_equal (text + value.offset, value.length, "true");
      else if (mcp_json_key_equal (text + key.offset, key.length, "ttlMs"))
        facts->has_ttl = type == MCP_JSON_NUMBER && text[value.offset] != '-';
      else if (mcp_json_key_equal (text + key.offset, key.length, "cacheScope"))
        facts->has_scope = mcp_json_key_equal (text + value.offset, value.length, "public")
                           || mcp_json_key_equal (text + value.offset, value.length, "private");

      for (guint i = 0; i < G_N_ELEMENTS (promises); i++)
        {
          if (type == promises[i].type
              && mcp_json_key_equal (text + key.offset, key.length, promises[i].member))
            facts->members |= 1u << i;
        }
    }
}

/**
 * mcp_linter_check_result:
 * @reporter: who is told
 * @method: what was asked
 * @facts: what the result holds
 * @serial: its record
 *
 * Checks that a result has the members its method promises (schema).
 */
void
mcp_linter_check_result (McpReporter          *reporter,
                         const char           *method,
                         const McpResultFacts *facts,
                         guint                 serial)
{
  McpRequestKind request = mcp_method_find_request (method);

  if (!facts->is_object)
    {
      mcp_reporter_report (reporter, serial, "result.not-object",
                           _("The result of %s is not an object"), method);
      return;
    }

  for (guint i = 0; i < G_N_ELEMENTS (promises); i++)
    {
      if (promises[i].request == request && (facts->members & (1u << i)) == 0)
        mcp_reporter_report (reporter, serial, "result.member",
                             promises[i].type == MCP_JSON_ARRAY
                               ? _("The result of %s has no array “%s”")
                               : _("The result of %s has no object “%s”"),
                             method, promises[i].member);
    }
}
