/* mcp-probes-base.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-probe-private.h"

/* The base protocol: messages, lifecycle, ping, cancellation, progress. */

#define CLIENT "\"capabilities\":{},\"clientInfo\":{\"name\":\"sounder-probe\",\"version\":\"" PACKAGE_VERSION "\"}"
#define INITIALIZE "{\"protocolVersion\":\"@version@\"," CLIENT "}"
#define MUST MCP_SEVERITY_ERROR
#define SHOULD MCP_SEVERITY_WARNING
#define END { MCP_ACT_END }
#define STEPS(name) static const McpProbeStep name[]

STEPS (unknown_method) = {
  { MCP_ACT_ASK, "sounder/unknown", NULL, MCP_WANT_ERROR, -32601 }, END
};

STEPS (unknown_notification) = {
  { MCP_ACT_TELL, "notifications/sounder/unknown", NULL, MCP_WANT_SILENCE }, END
};

STEPS (string_id) = {
  { MCP_ACT_ASK, "@alive@", NULL, MCP_WANT_RESULT, .id = "\"sounder-7f\"", .check = mcp_probe_check_one_answer }, END
};

STEPS (zero_id) = {
  { MCP_ACT_ASK, "@alive@", NULL, MCP_WANT_RESULT, .id = "0" }, END
};

STEPS (broken_json) = {
  { MCP_ACT_WRITE, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":", NULL, MCP_WANT_NO_RESULT },
  { MCP_ACT_WRITE, "sounder", NULL, MCP_WANT_NO_RESULT }, END
};

STEPS (no_request) = {
  { MCP_ACT_WRITE, "{}", NULL, MCP_WANT_NO_RESULT },
  { MCP_ACT_WRITE, "{\"jsonrpc\":\"2.0\",\"method\":7}", NULL, MCP_WANT_NO_RESULT },
  { MCP_ACT_WRITE, "7", NULL, MCP_WANT_NO_RESULT }, END
};

STEPS (null_id) = {
  { MCP_ACT_WRITE, "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}", NULL, MCP_WANT_NO_RESULT }, END
};

STEPS (unknown_answer) = {
  { MCP_ACT_WRITE, "{\"jsonrpc\":\"2.0\",\"id\":\"sounder-never-asked\",\"result\":{}}", NULL, MCP_WANT_NO_RESULT }, END
};

STEPS (batch) = {
  { MCP_ACT_WRITE, "[{\"jsonrpc\":\"2.0\",\"id\":\"sounder-1\",\"method\":\"ping\"},"
                   "{\"jsonrpc\":\"2.0\",\"id\":\"sounder-2\",\"method\":\"ping\"}]", NULL, MCP_WANT_ANYTHING,
    .check = mcp_probe_check_batch }, END
};

STEPS (long_message) = {
  { MCP_ACT_ASK, "@alive@", NULL, MCP_WANT_ANYTHING, .meta = "@meta@,\"com.example/long\":\"@long@\"",
    .check = mcp_probe_check_not_broken }, END
};

STEPS (initialize) = {
  { MCP_ACT_ASK, "initialize", INITIALIZE, MCP_WANT_RESULT, .check = mcp_probe_check_initialize }, END
};

STEPS (same_version) = {
  { MCP_ACT_ASK, "initialize", INITIALIZE, MCP_WANT_RESULT, .check = mcp_probe_check_same_version }, END
};

STEPS (unknown_version) = {
  { MCP_ACT_ASK, "initialize", "{\"protocolVersion\":\"1900-01-01\"," CLIENT "}", MCP_WANT_ANSWER,
    .check = mcp_probe_check_other_version }, END
};

STEPS (no_params) = {
  { MCP_ACT_ASK, "initialize", NULL, MCP_WANT_ERROR }, END
};

STEPS (early_ping) = {
  { MCP_ACT_ASK, "initialize", INITIALIZE, MCP_WANT_RESULT, .check = mcp_probe_check_session_id },
  { MCP_ACT_ASK, "ping", NULL, MCP_WANT_RESULT }, END
};

STEPS (second_initialize) = {
  { MCP_ACT_ASK, "initialize", INITIALIZE, MCP_WANT_ANSWER },
  { MCP_ACT_ASK, "ping", NULL, MCP_WANT_ANSWER }, END
};

STEPS (undeclared) = {
  { MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_ANSWER, .check = mcp_probe_check_undeclared },
  { MCP_ACT_ASK, "resources/list", NULL, MCP_WANT_ANSWER, .check = mcp_probe_check_undeclared },
  { MCP_ACT_ASK, "prompts/list", NULL, MCP_WANT_ANSWER, .check = mcp_probe_check_undeclared }, END
};

STEPS (ping) = {
  { MCP_ACT_ASK, "ping", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_empty }, END
};

STEPS (cancel_unknown) = {
  { MCP_ACT_TELL, "notifications/cancelled", "{\"requestId\":\"sounder-never-asked\"}", MCP_WANT_SILENCE }, END
};

STEPS (cancel_malformed) = {
  { MCP_ACT_TELL, "notifications/cancelled", "{}", MCP_WANT_SILENCE },
  { MCP_ACT_TELL, "notifications/cancelled", "{\"requestId\":{}}", MCP_WANT_SILENCE }, END
};

STEPS (cancel_late) = {
  { MCP_ACT_ASK, "ping", NULL, MCP_WANT_RESULT, .id = "\"sounder-late\"" },
  { MCP_ACT_TELL, "notifications/cancelled", "{\"requestId\":\"sounder-late\"}", MCP_WANT_SILENCE }, END
};

STEPS (cancel_running) = {
  { MCP_ACT_GIVE_UP, "tools/call", "{\"name\":\"@tool@\",\"arguments\":{}}", MCP_WANT_ANYTHING,
    .check = mcp_probe_check_one_answer }, END
};

STEPS (progress) = {
  { MCP_ACT_ASK, "tools/call", "{\"name\":\"@tool@\",\"arguments\":{}}", MCP_WANT_ANSWER,
    .meta = "@meta@,\"progressToken\":\"sounder-token\"", .check = mcp_probe_check_progress }, END
};

STEPS (progress_unasked) = {
  { MCP_ACT_ASK, "tools/call", "{\"name\":\"@tool@\",\"arguments\":{}}", MCP_WANT_ANSWER,
    .check = mcp_probe_check_no_progress }, END
};

const McpProbe mcp_probes_base[] = {
  { "unknown-method", "messages", N_("A request for a method that there is not is answered with an error"),
    "JSON-RPC 2.0, section 5.1", NULL, MUST, MCP_OLDEST, MCP_NEWEST, MCP_PROBE_OVER_ANY, NULL, 0, unknown_method },
  { "unknown-notification", "messages", N_("A notification is never answered, not even an unknown one"),
    "basic#notifications", NULL, MUST, MCP_OLDEST, MCP_NEWEST, MCP_PROBE_OVER_ANY, NULL, 0, unknown_notification },
  { "string-id", "messages", N_("An answer has the id of its request when that is a string"),
    "basic#responses", NULL, MUST, MCP_OLDEST, MCP_NEWEST, MCP_PROBE_OVER_ANY, NULL, 0, string_id },
  { "zero-id", "messages", N_("An answer has the id of its request when that is 0"),
    "basic#responses", NULL, MUST, MCP_OLDEST, MCP_NEWEST, MCP_PROBE_OVER_ANY, NULL, 0, zero_id },
  { "null-id", "messages", N_("A request whose id is null gets no result"),
    "basic#requests", NULL, MUST, MCP_OLDEST, MCP_NEWEST, MCP_PROBE_OVER_ANY, NULL, 0, null_id },
  { "broken-json", "messages", N_("Text that is no JSON gets no result, and does not end the connection"),
    "JSON-RPC 2.0, section 5.1", NULL, MUST, MCP_OLDEST, MCP_NEWEST, MCP_PROBE_OVER_ANY, NULL, 0, broken_json },
  { "no-request", "messages", N_("JSON that is no message gets no result, and does not end the connection"),
    "JSON-RPC 2.0, section 5.1", NULL, MUST, MCP_OLDEST, MCP_NEWEST, MCP_PROBE_OVER_ANY, NULL, 0, no_request },
  { "unknown-answer", "messages", N_("An answer that nobody waits for is not answered"),
    "basic#responses", NULL, MUST, MCP_OLDEST, MCP_LEGACY, MCP_PROBE_OVER_ANY, NULL, 0, unknown_answer },
  { "batch", "messages", N_("The requests of a batch are answered"),
    "basic#batching", NULL, MUST, MCP_VERSION_2025_03_26, MCP_VERSION_2025_03_26, MCP_PROBE_OVER_ANY, NULL, 0, batch },
  { "long-message", "messages", N_("A message of a mebibyte is answered or refused"),
    "basic#responses", NULL, MUST, MCP_OLDEST, MCP_NEWEST, MCP_PROBE_OVER_ANY, NULL, 0, long_message },

  { "initialize", "lifecycle", N_("“initialize” is answered with revision, capabilities and identity"),
    "basic/lifecycle#initialization", NULL, MUST, MCP_OLDEST, MCP_LEGACY, MCP_PROBE_OVER_ANY, NULL, MCP_PROBE_FIRST,
    initialize },
  { "same-version", "lifecycle", N_("A revision that the server supports is agreed on when it is offered"),
    "basic/lifecycle#version-negotiation", NULL, MUST, MCP_OLDEST, MCP_LEGACY, MCP_PROBE_OVER_ANY, NULL,
    MCP_PROBE_FIRST, same_version },
  { "unknown-version", "lifecycle", N_("An unknown revision is answered with another one, or refused"),
    "basic/lifecycle#version-negotiation", NULL, MUST, MCP_OLDEST, MCP_LEGACY, MCP_PROBE_OVER_ANY, NULL,
    MCP_PROBE_FIRST, unknown_version },
  { "initialize-no-params", "lifecycle", N_("“initialize” without a revision is refused"),
    "JSON-RPC 2.0, section 5.1", NULL, SHOULD, MCP_OLDEST, MCP_LEGACY, MCP_PROBE_OVER_ANY, NULL, MCP_PROBE_FIRST,
    no_params },
  { "early-ping", "lifecycle", N_("A ping is answered before “initialized”"),
    "basic/lifecycle#initialization", NULL, MUST, MCP_OLDEST, MCP_LEGACY, MCP_PROBE_OVER_ANY, NULL, MCP_PROBE_FIRST,
    early_ping },
  { "second-initialize", "lifecycle", N_("A second “initialize” is answered or refused, and the connection goes on"),
    "basic/lifecycle#initialization", NULL, MUST, MCP_OLDEST, MCP_LEGACY, MCP_PROBE_OVER_ANY, NULL, MCP_PROBE_FRESH,
    second_initialize },
  { "undeclared", "lifecycle", N_("What a server offers it has declared as a capability"),
    "basic/lifecycle#capability-negotiation", "server/discover", MUST, MCP_OLDEST, MCP_NEWEST, MCP_PROBE_OVER_ANY,
    NULL, 0, undeclared },

  { "ping", "ping", N_("A ping is answered with an empty result"),
    "basic/utilities/ping#behavior-requirements", NULL, MUST, MCP_OLDEST, MCP_LEGACY, MCP_PROBE_OVER_ANY, NULL, 0, ping },

  { "cancel-unknown", "cancellation", N_("Cancelling a request that there never was is ignored"),
    "basic/utilities/cancellation#error-handling", "basic/patterns/cancellation#error-handling", SHOULD,
    MCP_OLDEST, MCP_NEWEST, MCP_PROBE_OVER_ANY, NULL, 0, cancel_unknown },
  { "cancel-malformed", "cancellation", N_("A cancellation without a valid id is ignored"),
    "basic/utilities/cancellation#error-handling", "basic/patterns/cancellation#error-handling", SHOULD,
    MCP_OLDEST, MCP_NEWEST, MCP_PROBE_OVER_ANY, NULL, 0, cancel_malformed },
  { "cancel-late", "cancellation", N_("Cancelling a request that was answered is ignored"),
    "basic/utilities/cancellation#error-handling", NULL, SHOULD, MCP_OLDEST, MCP_LEGACY, MCP_PROBE_OVER_ANY, NULL, 0,
    cancel_late },
  { "cancel-running", "cancellation", N_("A call can be cancelled at once, and has one answer at most"),
    "basic/utilities/cancellation#timing-considerations", "basic/patterns/cancellation#timing-considerations", MUST,
    MCP_OLDEST, MCP_NEWEST, MCP_PROBE_OVER_ANY, "tools @tool", 0, cancel_running },

  { "progress", "progress", N_("Progress names the token of its request, and grows"),
    "basic/utilities/progress#behavior-requirements", "basic/patterns/progress#behavior-requirements", MUST, MCP_OLDEST, MCP_NEWEST, MCP_PROBE_OVER_ANY,
    "tools @tool", 0, progress },
  { "progress-unasked", "progress", N_("A call that did not ask for progress gets none"),
    "basic/utilities/progress#behavior-requirements", "basic/patterns/progress#behavior-requirements", MUST,
    MCP_OLDEST, MCP_NEWEST, MCP_PROBE_OVER_ANY, "tools @tool", 0, progress_unasked },
  { NULL },
};
