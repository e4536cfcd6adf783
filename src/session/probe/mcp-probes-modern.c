/* mcp-probes-modern.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-probe-private.h"

/* What only revisions from 2026-07-28 on have: discovery, _meta of requests, rounds, subscriptions. */

#define MUST MCP_SEVERITY_ERROR
#define SHOULD MCP_SEVERITY_WARNING
#define END { MCP_ACT_END }
#define STEPS(name) static const McpProbeStep name[]
#define VERSION "\"io.modelcontextprotocol/protocolVersion\":"
#define CAPABILITIES "\"io.modelcontextprotocol/clientCapabilities\":"
#define INFO "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"sounder-probe\",\"version\":\"" PACKAGE_VERSION "\"}"

STEPS (discover) = {
  { MCP_ACT_ASK, "server/discover", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_discover }, END
};

STEPS (discover_hints) = {
  { MCP_ACT_ASK, "server/discover", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_hints }, END
};

STEPS (list_hints) = {
  { MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_hints }, END
};

STEPS (result_type) = {
  { MCP_ACT_ASK, "server/discover", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_result_type },
  { MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_result_type }, END
};

/* Over HTTP the header says the same as the body: it is the version that is refused. */
STEPS (unknown_version) = {
  { MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_ERROR, -32022, TRUE, 400, mcp_probe_check_supported,
    .headers = "MCP-Protocol-Version: 1900-01-01", .meta = VERSION "\"1900-01-01\"," CAPABILITIES "{}," INFO }, END
};

STEPS (no_version) = {
  { MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_ERROR, -32602, TRUE, 400, .meta = CAPABILITIES "{}," INFO }, END
};

STEPS (no_capabilities) = {
  { MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_ERROR, -32602, TRUE, 400,
    .meta = VERSION "\"@version@\"," INFO }, END
};

STEPS (no_info) = {
  { MCP_ACT_ASK, "server/discover", NULL, MCP_WANT_RESULT,
    .meta = VERSION "\"@version@\"," CAPABILITIES "{}" }, END
};

STEPS (log_level) = {
  { MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_ERROR, -32602,
    .meta = "@meta@,\"io.modelcontextprotocol/logLevel\":\"sounder\"" }, END
};

STEPS (undeclared_input) = {
  { MCP_ACT_ASK, "tools/call", "{\"name\":\"@tool@\",\"arguments\":{}}", MCP_WANT_ANSWER,
    .check = mcp_probe_check_input }, END
};

STEPS (made_up_input) = {
  { MCP_ACT_ASK, "tools/call",
    "{\"name\":\"@tool@\",\"arguments\":{},\"inputResponses\":{\"sounder-never-asked\":{\"action\":\"decline\"}}}",
    MCP_WANT_ANSWER, .check = mcp_probe_check_input }, END
};

STEPS (acknowledged) = {
  { MCP_ACT_LISTEN, "subscriptions/listen", "{\"notifications\":{\"@listen@\":true}}", MCP_WANT_ANYTHING,
    .check = mcp_probe_check_acknowledged }, END
};

const McpProbe mcp_probes_modern[] = {
  { "discover", "discovery", N_("“server/discover” names the capabilities and the revisions that are spoken"),
    "server/discover", NULL, MUST, MCP_MODERN, MCP_NEWEST, MCP_PROBE_OVER_ANY, NULL, 0, discover },
  { "result-type", "discovery", N_("Each result says of which type it is"),
    "basic#resulttype", NULL, MUST, MCP_MODERN, MCP_NEWEST, MCP_PROBE_OVER_ANY, "tools", 0, result_type },
  { "discover-hints", "discovery", N_("What was discovered says how long it is good, and for whom"),
    "server/utilities/caching", NULL, MUST, MCP_MODERN, MCP_NEWEST, MCP_PROBE_OVER_ANY, NULL, 0, discover_hints },
  { "list-hints", "discovery", N_("A list says how long it is good, and for whom"),
    "server/utilities/caching", NULL, MUST, MCP_MODERN, MCP_NEWEST, MCP_PROBE_OVER_ANY, "tools", 0, list_hints },

  { "meta-unknown-version", "metadata", N_("A request of an unknown revision is refused with those that are known"),
    "basic/versioning#protocol-version-negotiation", NULL, MUST, MCP_MODERN, MCP_NEWEST, MCP_PROBE_OVER_ANY, "tools", 0,
    unknown_version },
  { "meta-no-version", "metadata", N_("A request without a revision is refused"),
    "basic#_meta", NULL, MUST, MCP_MODERN, MCP_NEWEST, MCP_PROBE_OVER_STREAM, "tools @modern_only", 0, no_version },
  { "meta-no-capabilities", "metadata", N_("A request without the client’s capabilities is refused"),
    "basic#_meta", NULL, MUST, MCP_MODERN, MCP_NEWEST, MCP_PROBE_OVER_ANY, "tools", 0, no_capabilities },
  { "meta-no-info", "metadata", N_("A request need not say which client asks"),
    "basic#_meta", NULL, MUST, MCP_MODERN, MCP_NEWEST, MCP_PROBE_OVER_ANY, NULL, 0, no_info },
  { "meta-log-level", "metadata", N_("A request with a log level that there is not is refused"),
    "server/utilities/logging#error-handling", NULL, SHOULD, MCP_MODERN, MCP_NEWEST, MCP_PROBE_OVER_ANY,
    "tools logging", 0, log_level },

  { "undeclared-input", "input", N_("A client that cannot give input is not asked for it"),
    "basic/patterns/mrtr", NULL, MUST, MCP_MODERN, MCP_NEWEST, MCP_PROBE_OVER_ANY, "tools @tool", 0, undeclared_input },
  { "made-up-input", "input", N_("Answers to questions that were not put are ignored or refused"),
    "basic/patterns/mrtr#error-handling", NULL, SHOULD, MCP_MODERN, MCP_NEWEST, MCP_PROBE_OVER_ANY, "tools @tool", 0,
    made_up_input },

  { "acknowledged", "subscriptions", N_("The first message of a subscription is its acknowledgement"),
    "basic/patterns/subscriptions", NULL, MUST, MCP_MODERN, MCP_NEWEST, MCP_PROBE_OVER_ANY, "@listen", 0, acknowledged },
  { NULL },
};
