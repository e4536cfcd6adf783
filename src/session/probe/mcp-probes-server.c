/* mcp-probes-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-probe-private.h"

/* What servers offer: lists, tools, resources, prompts, completion, logging, tasks. */

#define MUST MCP_SEVERITY_ERROR
#define SHOULD MCP_SEVERITY_WARNING
#define END { MCP_ACT_END }
#define STEPS(name) static const McpProbeStep name[]
#define ANY MCP_PROBE_OVER_ANY

#define PAGES(name, method) \
  STEPS (name) = { { MCP_ACT_ASK, method, "@page@", MCP_WANT_RESULT, .check = mcp_probe_check_page }, END }

PAGES (tools_pages, "tools/list");
PAGES (resources_pages, "resources/list");
PAGES (templates_pages, "resources/templates/list");
PAGES (prompts_pages, "prompts/list");

STEPS (bad_cursor) = {
  { MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_has_pages },
  { MCP_ACT_ASK, "tools/list", "{\"cursor\":\"sounder-made-this-up\"}", MCP_WANT_ERROR, -32602 }, END
};

STEPS (cursor_type) = {
  { MCP_ACT_ASK, "tools/list", "{\"cursor\":{\"sounder\":7}}", MCP_WANT_ERROR, -32602 }, END
};

STEPS (tools_order) = {
  { MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_keep },
  { MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_kept }, END
};

STEPS (unknown_tool) = {
  { MCP_ACT_ASK, "tools/call", "{\"name\":\"sounder-no-such-tool\",\"arguments\":{}}", MCP_WANT_REFUSAL, -32602 }, END
};

STEPS (tool_no_name) = {
  { MCP_ACT_ASK, "tools/call", "{\"arguments\":{}}", MCP_WANT_ERROR }, END
};

STEPS (call) = {
  { MCP_ACT_ASK, "tools/call", "{\"name\":\"@tool@\",\"arguments\":{}}", MCP_WANT_RESULT,
    .check = mcp_probe_check_content }, END
};

STEPS (missing_arguments) = {
  { MCP_ACT_ASK, "tools/call", "{\"name\":\"@args_tool@\",\"arguments\":{}}", MCP_WANT_REFUSAL }, END
};

STEPS (wrong_arguments) = {
  { MCP_ACT_ASK, "tools/call", "{\"name\":\"@args_tool@\",\"arguments\":@wrong_args@}", MCP_WANT_REFUSAL }, END
};

STEPS (extra_arguments) = {
  { MCP_ACT_ASK, "tools/call", "{\"name\":\"@strict_tool@\",\"arguments\":{\"sounder-no-such-argument\":7}}",
    MCP_WANT_REFUSAL }, END
};

STEPS (output_schema) = {
  { MCP_ACT_ASK, "tools/call", "{\"name\":\"@output_tool@\",\"arguments\":{}}", MCP_WANT_RESULT,
    .check = mcp_probe_check_structured }, END
};

STEPS (resource_read) = {
  { MCP_ACT_ASK, "resources/read", "{\"uri\":\"@uri@\"}", MCP_WANT_RESULT, .check = mcp_probe_check_contents }, END
};

STEPS (resource_unknown) = {
  { MCP_ACT_ASK, "resources/read", "{\"uri\":\"sounder://no/such/resource\"}", MCP_WANT_ERROR, -32002 }, END
};

STEPS (resource_unknown_modern) = {
  { MCP_ACT_ASK, "resources/read", "{\"uri\":\"sounder://no/such/resource\"}", MCP_WANT_ERROR, -32602, TRUE }, END
};

STEPS (resource_no_uri) = {
  { MCP_ACT_ASK, "resources/read", "{}", MCP_WANT_ERROR }, END
};

STEPS (template_read) = {
  { MCP_ACT_ASK, "resources/read", "{\"uri\":\"@template_uri@\"}", MCP_WANT_ANSWER,
    .check = mcp_probe_check_contents }, END
};

STEPS (subscribe) = {
  { MCP_ACT_ASK, "resources/subscribe", "{\"uri\":\"@uri@\"}", MCP_WANT_RESULT, .check = mcp_probe_check_empty },
  { MCP_ACT_ASK, "resources/unsubscribe", "{\"uri\":\"@uri@\"}", MCP_WANT_RESULT, .check = mcp_probe_check_empty }, END
};

STEPS (prompt_get) = {
  { MCP_ACT_ASK, "prompts/get", "{\"name\":\"@prompt@\",\"arguments\":@prompt_args@}", MCP_WANT_ANSWER,
    .check = mcp_probe_check_messages }, END
};

STEPS (prompt_unknown) = {
  { MCP_ACT_ASK, "prompts/get", "{\"name\":\"sounder-no-such-prompt\"}", MCP_WANT_ERROR, -32602 }, END
};

STEPS (prompt_missing) = {
  { MCP_ACT_ASK, "prompts/get", "{\"name\":\"@args_prompt@\",\"arguments\":{}}", MCP_WANT_ERROR, -32602 }, END
};

STEPS (complete) = {
  { MCP_ACT_ASK, "completion/complete", "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"@complete_prompt@\"},"
    "\"argument\":{\"name\":\"@complete_argument@\",\"value\":\"\"}}", MCP_WANT_RESULT, .check = mcp_probe_check_values }, END
};

STEPS (complete_unknown) = {
  { MCP_ACT_ASK, "completion/complete", "{\"ref\":{\"type\":\"ref/prompt\",\"name\":\"sounder-no-such-prompt\"},"
    "\"argument\":{\"name\":\"sounder\",\"value\":\"\"}}", MCP_WANT_ERROR, -32602 }, END
};

STEPS (complete_no_argument) = {
  { MCP_ACT_ASK, "completion/complete", "{\"ref\":{\"type\":\"ref/sounder\"}}", MCP_WANT_ERROR, -32602 }, END
};

#define LEVEL(name) \
  { MCP_ACT_ASK, "logging/setLevel", "{\"level\":\"" name "\"}", MCP_WANT_RESULT, .check = mcp_probe_check_empty }

STEPS (log_level) = {
  LEVEL ("debug"), LEVEL ("info"), LEVEL ("notice"), LEVEL ("warning"), LEVEL ("error"), LEVEL ("critical"),
  LEVEL ("alert"), LEVEL ("emergency"), END
};

STEPS (log_level_unknown) = {
  { MCP_ACT_ASK, "logging/setLevel", "{\"level\":\"sounder\"}", MCP_WANT_ERROR, -32602 }, END
};

#define UNKNOWN_TASK(name, method) \
  STEPS (name) = { { MCP_ACT_ASK, method, "{\"taskId\":\"sounder-no-such-task\"}", MCP_WANT_ERROR, -32602, TRUE }, END }

UNKNOWN_TASK (task_unknown, "tasks/get");
UNKNOWN_TASK (task_result_unknown, "tasks/result");
UNKNOWN_TASK (task_cancel_unknown, "tasks/cancel");

STEPS (task_list) = {
  { MCP_ACT_ASK, "tasks/list", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_tasks }, END
};

#define PAGINATION "server/utilities/pagination"
#define COMPLETION "server/utilities/completion"
#define TASKS "basic/utilities/tasks#protocol-errors"

const McpProbe mcp_probes_server[] = {
  { "tools-pages", "pagination", N_("The list of tools has an end, page by page"),
    PAGINATION, NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "tools", 0, tools_pages },
  { "resources-pages", "pagination", N_("The list of resources has an end, page by page"),
    PAGINATION, NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "resources", 0, resources_pages },
  { "templates-pages", "pagination", N_("The list of resource templates has an end, page by page"),
    PAGINATION, NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "resources @template_uri", 0, templates_pages },
  { "prompts-pages", "pagination", N_("The list of prompts has an end, page by page"),
    PAGINATION, NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "prompts", 0, prompts_pages },
  { "bad-cursor", "pagination", N_("A made-up cursor is refused"),
    PAGINATION "#error-handling", NULL, SHOULD, MCP_OLDEST, MCP_NEWEST, ANY, "tools", 0, bad_cursor },
  { "cursor-type", "pagination", N_("A cursor that is no string is refused"),
    PAGINATION "#error-handling", NULL, SHOULD, MCP_OLDEST, MCP_NEWEST, ANY, "tools", 0, cursor_type },

  { "tools-order", "tools", N_("Tools are listed in the same order each time"),
    "server/tools#capabilities", NULL, SHOULD, MCP_MODERN, MCP_NEWEST, ANY, "tools", 0, tools_order },
  { "unknown-tool", "tools", N_("A call of a tool that there is not is refused"),
    "server/tools#error-handling", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "tools", 0, unknown_tool },
  { "tool-no-name", "tools", N_("A call without the name of a tool is refused"),
    "server/tools#error-handling", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "tools", 0, tool_no_name },
  { "tool-call", "tools", N_("A call is answered with content"),
    "server/tools#tool-result", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "tools @tool", 0, call },
  { "missing-arguments", "tools", N_("A call without a required argument is refused"),
    "server/tools#security-considerations", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "tools @args_tool", 0,
    missing_arguments },
  { "wrong-arguments", "tools", N_("A call with an argument of the wrong type is refused"),
    "server/tools#security-considerations", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "tools @args_tool", 0,
    wrong_arguments },
  { "extra-arguments", "tools", N_("A call with an argument that the schema forbids is refused"),
    "server/tools#security-considerations", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "tools @strict_tool", 0,
    extra_arguments },
  { "output-schema", "tools", N_("A structured result fits the tool’s output schema"),
    "server/tools#output-schema", NULL, MUST, MCP_VERSION_2025_06_18, MCP_NEWEST, ANY, "tools @output_tool", 0,
    output_schema },

  { "resource-read", "resources", N_("A listed resource can be read"),
    "server/resources#reading-resources", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "resources @uri", 0, resource_read },
  { "resource-unknown", "resources", N_("Reading a resource that there is not is an error"),
    "server/resources#error-handling", NULL, SHOULD, MCP_OLDEST, MCP_LEGACY, ANY, "resources", 0, resource_unknown },
  { "resource-unknown-modern", "resources", N_("Reading a resource that there is not is the error -32602"),
    "server/resources#error-handling", NULL, MUST, MCP_MODERN, MCP_NEWEST, ANY, "resources", 0,
    resource_unknown_modern },
  { "resource-no-uri", "resources", N_("Reading without a URI is an error"),
    "server/resources#error-handling", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "resources", 0, resource_no_uri },
  { "template-read", "resources", N_("Reading what a template expands to is answered"),
    "server/resources#resource-templates", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "resources @template_uri", 0,
    template_read },
  { "subscribe", "resources", N_("A resource can be subscribed to, and unsubscribed from"),
    "server/resources#subscriptions", NULL, MUST, MCP_OLDEST, MCP_LEGACY, ANY, "resources.subscribe @uri", 0,
    subscribe },

  { "prompt-get", "prompts", N_("A prompt is answered with messages"),
    "server/prompts#getting-a-prompt", NULL, MUST, MCP_OLDEST, MCP_NEWEST, ANY, "prompts @prompt", 0, prompt_get },
  { "prompt-unknown", "prompts", N_("Getting a prompt that there is not is an error"),
    "server/prompts#error-handling", NULL, SHOULD, MCP_OLDEST, MCP_NEWEST, ANY, "prompts", 0, prompt_unknown },
  { "prompt-missing-arguments", "prompts", N_("Getting a prompt without a required argument is an error"),
    "server/prompts#error-handling", NULL, SHOULD, MCP_OLDEST, MCP_NEWEST, ANY, "prompts @args_prompt", 0,
    prompt_missing },

  { "complete", "completion", N_("A completion has 100 values at most"),
    COMPLETION "#completion-results", NULL, MUST, MCP_VERSION_2025_03_26, MCP_NEWEST, ANY,
    "completions @complete_prompt", 0, complete },
  { "complete-unknown", "completion", N_("Completing for a prompt that there is not is an error"),
    COMPLETION "#error-handling", NULL, SHOULD, MCP_VERSION_2025_03_26, MCP_NEWEST, ANY, "completions", 0,
    complete_unknown },
  { "complete-malformed", "completion", N_("Completing without an argument is an error"),
    COMPLETION "#error-handling", NULL, SHOULD, MCP_VERSION_2025_03_26, MCP_NEWEST, ANY, "completions", 0,
    complete_no_argument },

  { "log-level", "logging", N_("Each of the eight levels can be set"),
    "server/utilities/logging#setting-log-level", NULL, MUST, MCP_OLDEST, MCP_LEGACY, ANY, "logging", 0, log_level },
  { "log-level-unknown", "logging", N_("A level that there is not is refused"),
    "server/utilities/logging#error-handling", NULL, SHOULD, MCP_OLDEST, MCP_LEGACY, ANY, "logging", 0,
    log_level_unknown },

  { "task-unknown", "tasks", N_("A task that there is not is the error -32602"),
    TASKS, NULL, MUST, MCP_VERSION_2025_11_25, MCP_VERSION_2025_11_25, ANY, "tasks", 0, task_unknown },
  { "task-result-unknown", "tasks", N_("The result of a task that there is not is the error -32602"),
    TASKS, NULL, MUST, MCP_VERSION_2025_11_25, MCP_VERSION_2025_11_25, ANY, "tasks", 0, task_result_unknown },
  { "task-cancel-unknown", "tasks", N_("Cancelling a task that there is not is the error -32602"),
    TASKS, NULL, MUST, MCP_VERSION_2025_11_25, MCP_VERSION_2025_11_25, ANY, "tasks.cancel", 0, task_cancel_unknown },
  { "task-list", "tasks", N_("Tasks can be listed where that was declared"),
    "basic/utilities/tasks#listing-tasks", NULL, MUST, MCP_VERSION_2025_11_25, MCP_VERSION_2025_11_25, ANY,
    "tasks.list", 0, task_list },
  { NULL },
};
