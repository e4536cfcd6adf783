/* demo-breaks.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <stdio.h>
#include <string.h>

#include "demo-breaks.h"
#include "demo-server.h"
#include "mcp-http-server.h"

/* The rules that "sounder-cli probe" tries, each broken where it is tried and nowhere else. */

#define PROBES "\"name\":\"sounder-probe\""
#define BARE "^.*" PROBES
#define WITHOUT(member) "^(?!.*\"" member "\")"
#define CALL(tool) "\"name\":\"" tool "\",\"arguments\":\\{\\}"
#define NO_TASK "sounder-no-such-task"
#define NO_RESOURCE "sounder://no/such/resource"
#define NO_PROMPT "\"sounder-no-such-prompt\""
#define NO_ID(member) "{\"jsonrpc\":\"2.0\",\"id\":null," member "}"
#define REFUSAL NO_ID ("\"error\":{\"code\":-32600,\"message\":\"Invalid request\"}")
#define NOTICE(method, params) "{\"jsonrpc\":\"2.0\",\"method\":\"" method "\",\"params\":" params "}"
#define PROGRESS(token) NOTICE ("notifications/progress", "{\"progressToken\":\"" token "\",\"progress\":1}")
#define QUESTION "{\"resultType\":\"input_required\",\"inputRequests\":{\"ask\":{\"method\":\"roots/list\"}}}"
#define RESULT "{\"jsonrpc\":\"2.0\",\"id\":@id@,\"result\":{\"resultType\":\"complete\"}}"
#define ERROR(code) "{\"jsonrpc\":\"2.0\",\"id\":@id@,\"error\":{\"code\":" code ",\"message\":\"No\"}}"
#define INITIALIZED "{\"jsonrpc\":\"2.0\",\"id\":@id@,\"result\":{\"protocolVersion\":\"2025-11-25\"," \
                    "\"capabilities\":{},\"serverInfo\":{\"name\":\"sounder-demo-server\",\"version\":\"" PACKAGE_VERSION "\"}}}"
#define HARBOR "Mcp-Param-" DEMO_HARBOR_HEADER
#define FOREIGN "Origin: http://sounder.invalid"

static const DemoProbeBreak rules[] = {
  { "unknown-method", "sounder/unknown", NULL, DEMO_REACT_RESULT, "{}" },
  { "unknown-notification", "notifications/sounder/unknown", NULL, DEMO_REACT_SAY, REFUSAL },
  { "string-id", NULL, "\"id\":\"sounder-7f\"", DEMO_REACT_ERROR, "-32600" },
  { "zero-id", NULL, "\"id\":0,", DEMO_REACT_SAY, REFUSAL },
  { "null-id", NULL, "\"id\":null,\"method\"", DEMO_REACT_SAY, NO_ID ("\"result\":{}") },
  { "broken-json", NULL, "\"id\":1,\"method\":$", DEMO_REACT_END },
  { "no-request", NULL, "^\\{\\}$", DEMO_REACT_END },
  { "unknown-answer", NULL, "\"id\":\"sounder-never-asked\",\"result\"", DEMO_REACT_SAY,
    "{\"jsonrpc\":\"2.0\",\"id\":\"sounder-never-asked\",\"result\":{}}" },
  { "batch", NULL, "^\\[", DEMO_REACT_SAY, REFUSAL },
  { "long-message", NULL, "\"com.example/long\"", DEMO_REACT_END },

  { "initialize", "initialize", BARE, DEMO_REACT_CHANGE, "\"server\":", "\"serverInfo\":" },
  { "same-version", "initialize", BARE, DEMO_REACT_CHANGE, "\"protocolVersion\":\"2025-06-18\"",
    "\"protocolVersion\":\"2025-11-25\"" },
  { "unknown-version", "initialize", "\"1900-01-01\"", DEMO_REACT_CHANGE, "\"protocolVersion\":\"1900-01-01\"",
    "\"protocolVersion\":\"2025-11-25\"" },
  { "initialize-no-params", "initialize", WITHOUT ("params"), DEMO_REACT_RESULT, "{}" },
  { "early-ping", "ping", NULL, DEMO_REACT_ERROR, "-32600", .phase = DEMO_PHASE_GREETED },
  { "second-initialize", "initialize", NULL, DEMO_REACT_END, .phase = DEMO_PHASE_READY },
  { "undeclared", NULL, NULL, DEMO_REACT_CHANGE, "", "\"prompts\":{\"listChanged\":false}," },

  { "ping", "ping", "\"id\":[^n]", DEMO_REACT_RESULT, "{\"pong\":true}" },
  { "cancel-unknown", "notifications/cancelled", "\"sounder-never-asked\"", DEMO_REACT_SAY, REFUSAL },
  { "cancel-malformed", "notifications/cancelled", "\"requestId\":\\{", DEMO_REACT_END },
  { "cancel-late", "notifications/cancelled", "\"sounder-late\"", DEMO_REACT_END },
  { "cancel-running", "tools/call", CALL ("links"), DEMO_REACT_TWICE },
  { "progress", "tools/call", "\"sounder-token\"", DEMO_REACT_FIRST, PROGRESS ("another-token") },
  { "progress-unasked", "tools/call", WITHOUT ("progressToken"), DEMO_REACT_FIRST, PROGRESS ("unasked") },

  { "tools-pages", "tools/list", "\"cursor\":\"from-", DEMO_REACT_CHANGE, "\"nextCursor\":7,\"tools\":", "\"tools\":" },
  { "resources-pages", "resources/list", "\"cursor\":\"from-", DEMO_REACT_CHANGE, "\"nextCursor\":7,\"resources\":",
    "\"resources\":" },
  { "templates-pages", "resources/templates/list", NULL, DEMO_REACT_CHANGE, "\"nextCursor\":7,\"resourceTemplates\":",
    "\"resourceTemplates\":" },
  { "prompts-pages", "prompts/list", NULL, DEMO_REACT_CHANGE, "\"nextCursor\":7,\"prompts\":", "\"prompts\":" },
  { "bad-cursor", "tools/list", "\"sounder-made-this-up\"", DEMO_REACT_RESULT, "{\"tools\":[]}" },
  { "cursor-type", "tools/list", "\"cursor\":\\{", DEMO_REACT_RESULT, "{\"tools\":[]}" },

  { "tools-order", "tools/list", WITHOUT ("cursor"), DEMO_REACT_CHANGE, "\"tools\":[{\"name\":\"another-",
    "\"tools\":[{\"name\":\"", .is_every_other = TRUE },
  { "unknown-tool", "tools/call", "\"sounder-no-such-tool\"", DEMO_REACT_RESULT, "{\"content\":[]}" },
  { "tool-no-name", "tools/call", "[{}],?\"arguments\":", DEMO_REACT_RESULT, "{\"content\":[]}" },
  { "tool-call", "tools/call", CALL ("links"), DEMO_REACT_CHANGE, "\"contents\":", "\"content\":" },
  { "missing-arguments", "tools/call", CALL ("echo"), DEMO_REACT_RESULT, "{\"content\":[]}" },
  { "wrong-arguments", "tools/call", "\"echo\",\"arguments\":\\{\"message\":[^\"]", DEMO_REACT_RESULT,
    "{\"content\":[]}" },

  { "extra-arguments", "tools/call", "\"sounder-no-such-argument\"", DEMO_REACT_RESULT, "{\"content\":[]}" },
  { "output-schema", "tools/call", CALL ("tide"), DEMO_REACT_CHANGE, "\"height\":", "\"height_m\":" },

  { "resource-read", "resources/read", "\"demo://about\"", DEMO_REACT_CHANGE, "\"content\":", "\"contents\":" },
  { "resource-unknown", "resources/read", NO_RESOURCE, DEMO_REACT_RESULT, "{\"contents\":[]}" },
  { "resource-unknown-modern", "resources/read", NO_RESOURCE, DEMO_REACT_ERROR, "-32002" },
  { "resource-no-uri", "resources/read", WITHOUT ("uri"), DEMO_REACT_RESULT, "{\"contents\":[]}" },
  { "template-read", "resources/read", "\"demo://greeting/1", DEMO_REACT_CHANGE, "\"content\":", "\"contents\":" },
  { "subscribe", "resources/subscribe", NULL, DEMO_REACT_ERROR, "-32603" },

  { "prompt-get", "prompts/get", "\"picture\"", DEMO_REACT_CHANGE, "\"message\":", "\"messages\":" },
  { "prompt-unknown", "prompts/get", NO_PROMPT, DEMO_REACT_RESULT, "{\"messages\":[]}" },
  { "prompt-missing-arguments", "prompts/get", CALL ("summarize"), DEMO_REACT_RESULT, "{\"messages\":[]}" },

  { "complete", "completion/complete", NULL, DEMO_REACT_CHANGE, "\"value\":", "\"values\":" },
  { "complete-unknown", "completion/complete", NO_PROMPT, DEMO_REACT_RESULT, "{\"completion\":{\"values\":[]}}" },
  { "complete-malformed", "completion/complete", WITHOUT ("argument"), DEMO_REACT_RESULT,
    "{\"completion\":{\"values\":[]}}" },

  { "log-level", "logging/setLevel", "\"notice\"", DEMO_REACT_ERROR, "-32602" },
  { "log-level-unknown", "logging/setLevel", "\"sounder\"", DEMO_REACT_RESULT, "{}" },

  { "task-unknown", "tasks/get", NO_TASK, DEMO_REACT_ERROR, "-32002" },
  { "task-result-unknown", "tasks/result", NO_TASK, DEMO_REACT_ERROR, "-32002" },
  { "task-cancel-unknown", "tasks/cancel", NO_TASK, DEMO_REACT_ERROR, "-32002" },
  { "task-list", "tasks/list", NULL, DEMO_REACT_CHANGE, "\"task\":", "\"tasks\":" },

  { "discover", "server/discover", BARE, DEMO_REACT_CHANGE, "\"versions\":", "\"supportedVersions\":" },
  { "result-type", "tools/list", BARE, DEMO_REACT_CHANGE, "", "\"resultType\":\"complete\"," },
  { "discover-hints", "server/discover", BARE, DEMO_REACT_CHANGE, "\"ttl\":", "\"ttlMs\":" },
  { "list-hints", "tools/list", BARE, DEMO_REACT_CHANGE, "\"cacheScope\":\"shared\"", "\"cacheScope\":\"public\"" },

  { "meta-unknown-version", "tools/list", "\"1900-01-01\"", DEMO_REACT_ERROR, "-32602" },
  { "meta-no-version", "tools/list", WITHOUT ("io.modelcontextprotocol/protocolVersion"), DEMO_REACT_RESULT,
    "{\"tools\":[]}" },
  { "meta-no-capabilities", "tools/list", WITHOUT ("io.modelcontextprotocol/clientCapabilities"), DEMO_REACT_RESULT,
    "{\"tools\":[]}" },
  { "meta-no-info", "server/discover", WITHOUT ("io.modelcontextprotocol/clientInfo"), DEMO_REACT_ERROR, "-32602" },
  { "meta-log-level", NULL, "/logLevel\":\"sounder\"", DEMO_REACT_RESULT, "{\"tools\":[]}" },

  { "undeclared-input", "tools/call", WITHOUT ("inputResponses") ".*" CALL ("links"), DEMO_REACT_RESULT, QUESTION },
  { "made-up-input", "tools/call", "\"inputResponses\"", DEMO_REACT_RESULT, QUESTION },
  { "acknowledged", "subscriptions/listen", NULL, DEMO_REACT_FIRST,
    NOTICE ("notifications/tools/list_changed", "{}") },

  { "http-answer", NULL, "\"ping\"\\}$|\"server/discover\".*" PROBES, DEMO_REACT_STATUS, RESULT, .head = "",
    .status = 200, .reply_head = "Content-Type: text/plain" },
  { "http-accepted", "notifications/cancelled", "\"sounder-never-asked\"", DEMO_REACT_STATUS, .head = "",
    .status = 200 },
  { "http-broken-body", NULL, "^\\{\"jsonrpc\":\"2.0\",\"method\":$", DEMO_REACT_STATUS, REFUSAL, .head = "",
    .status = 500 },
  { "http-accept-order", NULL, NULL, DEMO_REACT_STATUS, REFUSAL,
    .head = "Accept: text/event-stream;q=0.9, application/json;q=0.8", .status = 406 },
  { "http-charset", NULL, NULL, DEMO_REACT_STATUS, REFUSAL, .head = "Content-Type: application/json; charset=utf-8",
    .status = 415 },
  { "http-get", "GET", NULL, DEMO_REACT_STATUS, REFUSAL, .head = "!Last-Event-ID", .status = 404 },
  { "http-resume-unknown", "GET", NULL, DEMO_REACT_STATUS, REFUSAL, .head = "Last-Event-ID: sounder-made-this-up",
    .status = 500 },
  { "http-unknown-method", "sounder/unknown", NULL, DEMO_REACT_STATUS, ERROR ("-32601"), .head = "", .status = 200 },

  { "session-id", "initialize", BARE, DEMO_REACT_STATUS, INITIALIZED, .head = "", .status = 200,
    .reply_head = "MCP-Session-Id: not visible" },
  { "session-missing", "ping", NULL, DEMO_REACT_STATUS, REFUSAL, .head = "!MCP-Session-Id", .status = 404 },
  { "session-unknown", NULL, NULL, DEMO_REACT_STATUS, RESULT, .head = "MCP-Session-Id: sounder-made-this-up",
    .status = 200 },
  { "session-deleted", "DELETE", NULL, DEMO_REACT_STATUS, .head = "", .status = 200 },

  { "origin", NULL, NULL, DEMO_REACT_STATUS, RESULT, .head = FOREIGN "\n!Host: sounder.invalid", .status = 200 },
  { "origin-forbidden", NULL, NULL, DEMO_REACT_STATUS, REFUSAL, .head = FOREIGN "\n!Host: sounder.invalid",
    .status = 400 },
  { "host", NULL, NULL, DEMO_REACT_STATUS, RESULT, .head = "Host: sounder.invalid", .status = 200 },
  { "version-unknown", "ping", NULL, DEMO_REACT_STATUS, RESULT, .head = "MCP-Protocol-Version: 1900-01-01",
    .status = 200 },
  { "version-missing", "ping", NULL, DEMO_REACT_STATUS, REFUSAL, .head = "!MCP-Protocol-Version", .status = 400 },
  { "version-mismatch", "server/discover", NULL, DEMO_REACT_STATUS, RESULT, .head = "MCP-Protocol-Version: 2025-11-25",
    .status = 200 },
  { "method-mismatch", "server/discover", NULL, DEMO_REACT_STATUS, RESULT, .head = "Mcp-Method: tools/list",
    .status = 200 },
  { "method-missing", "server/discover", NULL, DEMO_REACT_STATUS, RESULT, .head = "!Mcp-Method", .status = 200 },
  { "name-mismatch", "tools/call", NULL, DEMO_REACT_STATUS, RESULT, .head = "Mcp-Name: sounder-another-tool",
    .status = 200 },
  { "param-mismatch", "tools/call", NULL, DEMO_REACT_STATUS, RESULT, .head = HARBOR ": sounder-another",
    .status = 200 },
  { "param-missing", "tools/call", "\"name\":\"harbor\"", DEMO_REACT_STATUS, RESULT, .head = "!" HARBOR, .status = 200 },
  { "name-missing", "tools/call", CALL ("links"), DEMO_REACT_STATUS, RESULT, .head = "!Mcp-Name", .status = 200 },
};

/* By DemoReaction. */
static const char * const reactions[] = {
  "a result where there must be another answer or none", "an error where there must be a result, or another error",
  "an answer where there must be none, or another one", "a message before the answer that must not come",
  "two answers", "another member in the result", "the process ends", "another HTTP status, or head",
};

/* How often each was met; negative for one that is to be kept. */
static int met[G_N_ELEMENTS (rules)];
static guint n_broken; /* 0: @met says nothing */

/* Returns the first name that is no probe, or none that can be broken. */
char *
demo_breaks_set (const char *text)
{
  static gboolean is_set[G_N_ELEMENTS (rules)]; /* the option may come more than once */
  g_auto (GStrv) names = g_strsplit (text, ",", -1);

  for (guint i = 0; names[i] != NULL; i++)
    {
      guint rule = 0;

      while (rule < G_N_ELEMENTS (rules) && strcmp (rules[rule].probe, names[i]) != 0)
        rule++;
      if (rule == G_N_ELEMENTS (rules))
        return g_strdup (names[i]);
      is_set[rule] = TRUE;
    }

  n_broken = 0;
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      met[i] = is_set[i] ? 0 : -1;
      n_broken += is_set[i];
    }

  return NULL;
}

void
demo_breaks_print (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    printf ("%-26s%s\n", rules[i].probe, reactions[rules[i].reaction]);
}

/* --- Which of them a message meets --- */

static gboolean
meets_line (SoupMessageHeaders *headers,
            char               *line)
{
  gboolean is_wanted = line[0] != '!';
  char *name = is_wanted ? line : line + 1;
  char *colon = strstr (name, ": ");
  const char *value;

  if (colon != NULL)
    *colon = '\0';
  value = soup_message_headers_get_list (headers, name);

  return is_wanted == (value != NULL && (colon == NULL || g_str_equal (value, colon + 2)));
}

static gboolean
meets_head (const DemoProbeBreak *rule,
            SoupServerMessage    *message)
{
  SoupMessageHeaders *headers = soup_server_message_get_request_headers (message);
  g_auto (GStrv) lines = g_strsplit (rule->head, "\n", -1);
  gboolean is_met = TRUE;

  for (guint i = 0; lines[i] != NULL; i++)
    is_met = is_met && (lines[i][0] == '\0' || meets_line (headers, lines[i]));

  return is_met;
}

/* The first of them: @head is that of an HTTP request, or NULL for what is no matter of HTTP. */
static const DemoProbeBreak *
find (const char        *method,
      GBytes            *bytes,
      DemoPhase          phase,
      SoupServerMessage *head)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));

  for (guint i = 0; i < G_N_ELEMENTS (rules); i++)
    {
      const DemoProbeBreak *rule = &rules[i];

      if (met[i] < 0 || (rule->head != NULL) != (head != NULL)
          || (rule->method != NULL && g_strcmp0 (rule->method, method) != 0)
          || (rule->phase != DEMO_PHASE_ANY && rule->phase != phase)
          || (rule->text != NULL && !g_regex_match_simple (rule->text, text, G_REGEX_DOTALL, 0))
          || (rule->head != NULL && !meets_head (rule, head)))
        continue;

      met[i]++;
      if (!rule->is_every_other || met[i] % 2 == 0)
        return rule;
    }

  return NULL;
}

const DemoProbeBreak *
demo_breaks_find (McpMessage *message,
                  DemoPhase   phase)
{
  return n_broken > 0 ? find (mcp_message_get_method (message), mcp_message_get_bytes (message), phase, NULL) : NULL;
}

McpMessage *
demo_breaks_change (const DemoProbeBreak *rule,
                    McpMessage           *answer)
{
  GBytes *bytes = mcp_message_get_bytes (answer);
  g_autoptr (GString) text = g_string_new_len (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  g_autoptr (GBytes) changed = NULL;

  g_string_replace (text, rule->from, rule->with, 0);
  changed = g_bytes_new (text->str, text->len);

  return mcp_message_new (changed);
}

static void
answer (SoupServerMessage    *message,
        const DemoProbeBreak *rule,
        McpId                *id) /* (nullable) */
{
  g_autoptr (GString) body = rule->with != NULL ? g_string_new (rule->with) : NULL;
  g_auto (GStrv) header = rule->reply_head != NULL ? g_strsplit (rule->reply_head, ": ", 2) : NULL;

  soup_server_message_set_status (message, rule->status, NULL);
  if (body != NULL)
    {
      g_string_replace (body, "@id@", id != NULL ? mcp_id_get_token (id) : "null", 0);
      soup_server_message_set_response (message, "application/json", SOUP_MEMORY_COPY, body->str, body->len);
    }
  if (header != NULL)
    soup_message_headers_replace (soup_server_message_get_response_headers (message), header[0], header[1]);
}

/* The rules of HTTP: they come before all that the server itself looks at. */
gboolean
demo_breaks_serve (SoupServerMessage *message)
{
  const char *method = soup_server_message_get_method (message);
  const DemoProbeBreak *rule;
  g_autoptr (GBytes) body = NULL;
  g_autoptr (McpMessage) request = NULL;

  if (n_broken == 0)
    return FALSE;

  body = mcp_http_server_dup_body (message);
  request = mcp_message_new (body);
  if (g_str_equal (method, "POST"))
    method = mcp_message_get_method (request);
  rule = find (method, body, DEMO_PHASE_ANY, message);
  if (rule != NULL)
    answer (message, rule, mcp_message_get_id (request));

  return rule != NULL;
}

/* A rule about a head is broken for what is not let in as well. */
gboolean
demo_breaks_let_in (SoupServerMessage *message)
{
  for (guint i = 0; n_broken > 0 && i < G_N_ELEMENTS (rules); i++)
    if (met[i] >= 0 && rules[i].head != NULL && rules[i].method == NULL && rules[i].text == NULL
        && meets_head (&rules[i], message))
      return TRUE;

  return FALSE;
}
