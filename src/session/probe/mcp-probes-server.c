/* mcp-probes-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-probe-private.h"

/* What servers offer: lists, tools, resources, prompts, completion, logging, tasks. */

#define PAGES(method) \
  { MCP_ACT_ASK, method, "@page@", MCP_WANT_RESULT, .check = mcp_probe_check_page }

#define LEVEL(name) \
  { MCP_ACT_ASK, "logging/setLevel", "{\"level\":\"" name "\"}", MCP_WANT_RESULT, .check = mcp_probe_check_empty }

#define UNKNOWN_TASK(method) \
  { MCP_ACT_ASK, method, "{\"taskId\":\"sounder-no-such-task\"}", MCP_WANT_ERROR, -32602, TRUE }

#define PAGINATION "server/utilities/pagination"
#define COMPLETION "server/utilities/completion"
#define TASKS "basic/utilities/tasks#protocol-errors"

const McpProbe mcp_probes_server[] = {
  { "tools-pages", "pagination", N_("The list of tools has an end, page by page"),
    PAGINATION, NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "tools", 0,
    STEPS (PAGES ("tools/list")) },
  { "resources-pages", "pagination", N_("The list of resources has an end, page by page"),
    PAGINATION, NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "resources", 0,
    STEPS (PAGES ("resources/list")) },
  { "templates-pages", "pagination", N_("The list of resource templates has an end, page by page"),
    PAGINATION, NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "resources @template_uri", 0,
    STEPS (PAGES ("resources/templates/list")) },
  { "prompts-pages", "pagination", N_("The list of prompts has an end, page by page"),
    PAGINATION, NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "prompts", 0,
    STEPS (PAGES ("prompts/list")) },
  { "bad-cursor", "pagination", N_("A made-up cursor is refused"),
    PAGINATION "#error-handling", NULL, SHOULD, MCP_OLDEST, MCP_NEWEST, ANY, "tools", 0,
    STEPS ({ MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_has_pages },
           { MCP_ACT_ASK, "tools/list", "{\"cursor\":\"sounder-made-this-up\"}", MCP_WANT_ERROR, -32602 }) },
  { "cursor-type", "pagination", N_("A cursor that is no string is refused"),
    PAGINATION "#error-handling", NULL, SHOULD, MCP_OLDEST, MCP_NEWEST, ANY, "tools", 0,
    STEPS ({ MCP_ACT_ASK, "tools/list", "{\"cursor\":{\"sounder\":7}}", MCP_WANT_ERROR, -32602 }) },

  { "tools-order", "tools", N_("Tools are listed in the same order each time"),
    "server/tools#capabilities", NULL, SHOULD, MCP_MODERN, MCP_NEWEST, ANY, "tools", 0,
    STEPS ({ MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_keep },
           { MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_kept }) },
  { "unknown-tool", "tools", N_("A call of a tool that there is not is refused"),
    "server/tools#error-handling", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "tools", 0,
    STEPS ({ MCP_ACT_ASK, "tools/call", "{\"name\":\"sounder-no-such-tool\",\"arguments\":{}}", MCP_WANT_REFUSAL, -32602 }) },
  { "tool-no-name", "tools", N_("A call without the name of a tool is refused"),
    "server/tools#error-handling", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "tools", 0,
    STEPS ({ MCP_ACT_ASK, "tools/call", "{\"arguments\":{}}", MCP_WANT_ERROR }) },
  { "tool-call", "tools", N_("A call is answered with content"),
    "server/tools#tool-result", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "tools @tool", 0,
    STEPS ({ MCP_ACT_ASK, "tools/call", MCP_PROBE_TOOL, MCP_WANT_RESULT, .check = mcp_probe_check_content }) },
  { "missing-arguments", "tools", N_("A call without a required argument is refused"),
    "server/tools#security-considerations", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "tools @args_tool", 0,
    STEPS ({ MCP_ACT_ASK, "tools/call", "{\"name\":\"@args_tool@\",\"arguments\":{}}", MCP_WANT_REFUSAL }) },
  { "wrong-arguments", "tools", N_("A call with an argument of the wrong type is refused"),
    "server/tools#security-considerations", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "tools @args_tool", 0,
    STEPS ({ MCP_ACT_ASK, "tools/call", "{\"name\":\"@args_tool@\",\"arguments\":@wrong_args@}", MCP_WANT_REFUSAL }) },
  { "extra-arguments", "tools", N_("A call with an argument that the schema forbids is refused"),
    "server/tools#security-considerations", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "tools @strict_tool", 0,
    STEPS ({ MCP_ACT_ASK, "tools/call", "{\"name\":\"@strict_tool@\",\"arguments\":{\"sounder-no-such-argument\":7}}",
             MCP_WANT_REFUSAL }) },
  { "output-schema", "tools", N_("A structured result fits the tool’s output schema"),
    "server/tools#output-schema", NULL, MUST, MCP_VERSION_2025_06_18, MCP_NEWEST, ANY, "tools @output_tool", 0,
    STEPS ({ MCP_ACT_ASK, "tools/call", "{\"name\":\"@output_tool@\",\"arguments\":{}}", MCP_WANT_RESULT,
             .check = mcp_probe_check_structured }) },

  { "resource-read", "resources", N_("A listed resource can be read"),
    "server/resources#reading-resources", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "resources @uri", 0,
    STEPS ({ MCP_ACT_ASK, "resources/read", "{\"uri\":\"@uri@\"}", MCP_WANT_RESULT, .check = mcp_probe_check_contents }) },
  { "resource-unknown", "resources", N_("Reading a resource that there is not is an error"),
    "server/resources#error-handling", NULL, SHOULD, MCP_OLDEST, MCP_LEGACY, ANY, "resources", 0,
    STEPS ({ MCP_ACT_ASK, "resources/read", "{\"uri\":\"sounder://no/such/resource\"}", MCP_WANT_ERROR, -32002 }) },
  { "resource-unknown-modern", "resources", N_("Reading a resource that there is not is the error -32602"),
    "server/resources#error-handling", NULL, MUST, MCP_MODERN, MCP_NEWEST, ANY, "resources", 0,
    STEPS ({ MCP_ACT_ASK, "resources/read", "{\"uri\":\"sounder://no/such/resource\"}", MCP_WANT_ERROR, -32602, TRUE }) },
  { "resource-no-uri", "resources", N_("Reading without a URI is an error"),
    "server/resources#error-handling", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "resources", 0,
    STEPS ({ MCP_ACT_ASK, "resources/read", "{}", MCP_WANT_ERROR }) },
  { "template-read", "resources", N_("Reading what a template expands to is answered"),
    "server/resources#resource-templates", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "resources @template_uri", 0,
    STEPS ({ MCP_ACT_ASK, "resources/read", "{\"uri\":\"@template_uri@\"}", MCP_WANT_ANSWER,
             .check = mcp_probe_check_contents }) },
  { "subscribe", "resources", N_("A resource can be subscribed to, and unsubscribed from"),
    "server/resources#subscriptions", NULL, MUST, MCP_OLDEST, MCP_LEGACY, ANY, "resources.subscribe @uri", 0,
    STEPS ({ MCP_ACT_ASK, "resources/subscribe", "{\"uri\":\"@uri@\"}", MCP_WANT_RESULT, .check = mcp_probe_check_empty },
           { MCP_ACT_ASK, "resources/unsubscribe", "{\"uri\":\"@uri@\"}", MCP_WANT_RESULT, .check = mcp_probe_check_empty }) },

  { "prompt-get", "prompts", N_("A prompt is answered with messages"),
    "server/prompts#getting-a-prompt", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "prompts @prompt", 0,
    STEPS ({ MCP_ACT_ASK, "prompts/get", "{\"name\":\"@prompt@\",\"arguments\":@prompt_args@}", MCP_WANT_ANSWER,
             .check = mcp_probe_check_messages }) },
  { "prompt-unknown", "prompts", N_("Getting a prompt that there is not is an error"),
    "server/prompts#error-handling", NULL, SHOULD, MCP_OLDEST, MCP_NEWEST, ANY, "prompts", 0,
    STEPS ({ MCP_ACT_ASK, "prompts/get", "{\"name\":\"sounder-no-such-prompt\"}", MCP_WANT_ERROR, -32602 }) },
  { "prompt-missing-arguments", "prompts", N_("Getting a prompt without a required argument is an error"),
    "server/prompts#error-handling", NULL, SHOULD, MCP_OLDEST, MCP_NEWEST, ANY, "prompts @args_prompt", 0,
    STEPS ({ MCP_ACT_ASK, "prompts/get", "{\"name\":\"@args_prompt@\",\"arguments\":{}}", MCP_WANT_ERROR, -32602 }) },

  { "complete", "completion", N_("A completion has 100 values at most"),
    COMPLETION "#completion-results", NULL, MUST, MCP_VERSION_2025_03_26, MCP_NEWEST, ANY,
    "completions @complete_prompt", 0,
    STEPS ({ MCP_ACT_ASK, "completion/complete", "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"@complete_prompt@\"},"
             "\"argument\":{\"name\":\"@complete_argument@\",\"value\":\"\"}}", MCP_WANT_RESULT, .check = mcp_probe_check_values }) },
  { "complete-unknown", "completion", N_("Completing for a prompt that there is not is an error"),
    COMPLETION "#error-handling", NULL, SHOULD, MCP_VERSION_2025_03_26, MCP_NEWEST, ANY, "completions", 0,
    STEPS ({ MCP_ACT_ASK, "completion/complete", "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"sounder-no-such-prompt\"},"
             "\"argument\":{\"name\":\"sounder\",\"value\":\"\"}}", MCP_WANT_ERROR, -32602 }) },
  { "complete-malformed", "completion", N_("Completing without an argument is an error"),
    COMPLETION "#error-handling", NULL, SHOULD, MCP_VERSION_2025_03_26, MCP_NEWEST, ANY, "completions", 0,
    STEPS ({ MCP_ACT_ASK, "completion/complete", "{\"ref\":{\"type\":\"ref/sounder\"}}", MCP_WANT_ERROR, -32602 }) },

  { "log-level", "logging", N_("Each of the eight levels can be set"),
    "server/utilities/logging#setting-log-level", NULL, MUST, MCP_OLDEST, MCP_LEGACY, ANY, "logging", 0,
    STEPS (LEVEL ("debug"), LEVEL ("info"), LEVEL ("notice"), LEVEL ("warning"), LEVEL ("error"), LEVEL ("critical"),
           LEVEL ("alert"), LEVEL ("emergency")) },
  { "log-level-unknown", "logging", N_("A level that there is not is refused"),
    "server/utilities/logging#error-handling", NULL, SHOULD, MCP_OLDEST, MCP_LEGACY, ANY, "logging", 0,
    STEPS ({ MCP_ACT_ASK, "logging/setLevel", "{\"level\":\"sounder\"}", MCP_WANT_ERROR, -32602 }) },

  { "task-unknown", "tasks", N_("A task that there is not is the error -32602"),
    TASKS, NULL, MUST, MCP_VERSION_2025_11_25, MCP_VERSION_2025_11_25, ANY, "tasks", 0,
    STEPS (UNKNOWN_TASK ("tasks/get")) },
  { "task-result-unknown", "tasks", N_("The result of a task that there is not is the error -32602"),
    TASKS, NULL, MUST, MCP_VERSION_2025_11_25, MCP_VERSION_2025_11_25, ANY, "tasks", 0,
    STEPS (UNKNOWN_TASK ("tasks/result")) },
  { "task-cancel-unknown", "tasks", N_("Cancelling a task that there is not is the error -32602"),
    TASKS, NULL, MUST, MCP_VERSION_2025_11_25, MCP_VERSION_2025_11_25, ANY, "tasks.cancel", 0,
    STEPS (UNKNOWN_TASK ("tasks/cancel")) },
  { "task-list", "tasks", N_("Tasks can be listed where that was declared"),
    "basic/utilities/tasks#listing-tasks", NULL, MUST, MCP_VERSION_2025_11_25, MCP_VERSION_2025_11_25, ANY,
    "tasks.list", 0,
    STEPS ({ MCP_ACT_ASK, "tasks/list", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_tasks }) },
  { NULL },
};
