/* mcp-probes-modern.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-probe-private.h"

/* What only revisions from 2026-07-28 on have: discovery, _meta of requests, rounds, subscriptions. */

#define VERSION "\"io.modelcontextprotocol/protocolVersion\":"
#define CAPABILITIES "\"io.modelcontextprotocol/clientCapabilities\":"
#define INFO "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"sounder-probe\",\"version\":\"" PACKAGE_VERSION "\"}"

/* Over HTTP the header says the same as the body: it is the version that is refused. */
const McpProbe mcp_probes_modern[] = {
  { "discover", "discovery", N_("“server/discover” names the capabilities and the revisions that are spoken"),
    "server/discover", NULL, MUST, MCP_MODERN, MCP_NEWEST, ANY, NULL, 0,
    STEPS ({ MCP_ACT_ASK, "server/discover", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_discover }) },
  { "result-type", "discovery", N_("Each result says of which type it is"),
    "basic#resulttype", NULL, MUST, MCP_MODERN, MCP_NEWEST, ANY, "tools", 0,
    STEPS ({ MCP_ACT_ASK, "server/discover", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_result_type },
           { MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_result_type }) },
  { "discover-hints", "discovery", N_("What was discovered says how long it is good, and for whom"),
    "server/utilities/caching", NULL, MUST, MCP_MODERN, MCP_NEWEST, ANY, NULL, 0,
    STEPS ({ MCP_ACT_ASK, "server/discover", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_hints }) },
  { "list-hints", "discovery", N_("A list says how long it is good, and for whom"),
    "server/utilities/caching", NULL, MUST, MCP_MODERN, MCP_NEWEST, ANY, "tools", 0,
    STEPS ({ MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_hints }) },

  { "meta-unknown-version", "metadata", N_("A request of an unknown revision is refused with those that are known"),
    "basic/versioning#protocol-version-negotiation", NULL, MUST, MCP_MODERN, MCP_NEWEST, ANY, "tools", 0,
    STEPS ({ MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_ERROR, -32022, TRUE, 400, mcp_probe_check_supported,
             .headers = "MCP-Protocol-Version: 1900-01-01", .meta = VERSION "\"1900-01-01\"," CAPABILITIES "{}," INFO }) },
  { "meta-no-version", "metadata", N_("A request without a revision is refused"),
    "basic#_meta", NULL, MUST, MCP_MODERN, MCP_NEWEST, MCP_PROBE_OVER_STREAM, "tools @modern_only", 0,
    STEPS ({ MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_ERROR, -32602, TRUE, 400, .meta = CAPABILITIES "{}," INFO }) },
  { "meta-no-capabilities", "metadata", N_("A request without the client’s capabilities is refused"),
    "basic#_meta", NULL, MUST, MCP_MODERN, MCP_NEWEST, ANY, "tools", 0,
    STEPS ({ MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_ERROR, -32602, TRUE, 400,
             .meta = VERSION "\"@version@\"," INFO }) },
  { "meta-no-info", "metadata", N_("A request need not say which client asks"),
    "basic#_meta", NULL, MUST, MCP_MODERN, MCP_NEWEST, ANY, NULL, 0,
    STEPS ({ MCP_ACT_ASK, "server/discover", NULL, MCP_WANT_RESULT,
             .meta = VERSION "\"@version@\"," CAPABILITIES "{}" }) },
  { "meta-log-level", "metadata", N_("A request with a log level that there is not is refused"),
    "server/utilities/logging#error-handling", NULL, SHOULD, MCP_MODERN, MCP_NEWEST, ANY, "tools logging", 0,
    STEPS ({ MCP_ACT_ASK, "tools/list", NULL, MCP_WANT_ERROR, -32602,
             .meta = "@meta@,\"io.modelcontextprotocol/logLevel\":\"sounder\"" }) },

  { "undeclared-input", "input", N_("A client that cannot give input is not asked for it"),
    "basic/patterns/mrtr", NULL, MUST, MCP_MODERN, MCP_NEWEST, ANY, "tools @tool", 0,
    STEPS ({ MCP_ACT_ASK, "tools/call", MCP_PROBE_TOOL, MCP_WANT_ANSWER, .check = mcp_probe_check_input }) },
  { "made-up-input", "input", N_("Answers to questions that were not put are ignored or refused"),
    "basic/patterns/mrtr#error-handling", NULL, SHOULD, MCP_MODERN, MCP_NEWEST, ANY, "tools @tool", 0,
    STEPS ({ MCP_ACT_ASK, "tools/call",
             "{\"name\":\"@tool@\",\"arguments\":{},\"inputResponses\":{\"sounder-never-asked\":{\"action\":\"decline\"}}}",
             MCP_WANT_ANSWER, .check = mcp_probe_check_input }) },

  { "acknowledged", "subscriptions", N_("The first message of a subscription is its acknowledgement"),
    "basic/patterns/subscriptions", NULL, MUST, MCP_MODERN, MCP_NEWEST, ANY, "@listen", 0,
    STEPS ({ MCP_ACT_LISTEN, "subscriptions/listen", "{\"notifications\":{\"@listen@\":true}}", MCP_WANT_ANYTHING,
             .check = mcp_probe_check_acknowledged }) },
  { NULL },
};
