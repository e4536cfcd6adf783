/* mcp-probes-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-probe-private.h"

/* Streamable HTTP: methods, media types, sessions, headers. */

#define HTTP MCP_PROBE_OVER_HTTP
#define STREAMABLE MCP_VERSION_2025_03_26

#define MISMATCH MCP_WANT_ERROR, -32020, TRUE, 400

#define TRANSPORT "basic/transports#"
#define MODERN "basic/transports/streamable-http#"

const McpProbe mcp_probes_http[] = {
  { "http-answer", "http", N_("A request is answered with JSON or an event stream"),
    TRANSPORT "sending-messages-to-the-server", MODERN "sending-messages-to-the-server", MUST, STREAMABLE, MCP_NEWEST, HTTP, NULL, 0,
    STEPS ({ MCP_ACT_ASK, "@alive@", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_media_type }) },
  { "http-accepted", "http", N_("A notification is accepted with 202, and without a body"),
    TRANSPORT "sending-messages-to-the-server", NULL, MUST, STREAMABLE, MCP_LEGACY, HTTP, NULL, 0,
    STEPS ({ MCP_ACT_TELL, "notifications/cancelled", "{\"requestId\":\"sounder-never-asked\"}", MCP_WANT_SILENCE,
             .status = 202, .check = mcp_probe_check_no_body }) },
  { "http-broken-body", "http", N_("A body that is no message is refused with a 4xx"),
    TRANSPORT "sending-messages-to-the-server", MODERN "sending-messages-to-the-server", MUST, STREAMABLE, MCP_NEWEST,
    HTTP, NULL, 0,
    STEPS ({ MCP_ACT_WRITE, "{\"jsonrpc\":\"2.0\",\"method\":", NULL, MCP_WANT_NO_RESULT, .status = 4 }) },
  { "http-accept-order", "http", N_("Both media types may be accepted in any order, and with weights"),
    TRANSPORT "sending-messages-to-the-server", MODERN "sending-messages-to-the-server", MUST, STREAMABLE, MCP_NEWEST, HTTP, NULL, 0,
    STEPS ({ MCP_ACT_ASK, "@alive@", NULL, MCP_WANT_RESULT,
             .headers = "Accept: text/event-stream;q=0.9, application/json;q=0.8" }) },
  { "http-charset", "http", N_("JSON may have a charset in its media type"),
    TRANSPORT "sending-messages-to-the-server", MODERN "sending-messages-to-the-server", MUST, STREAMABLE, MCP_NEWEST, HTTP, NULL, 0,
    STEPS ({ MCP_ACT_ASK, "@alive@", NULL, MCP_WANT_RESULT, .headers = "Content-Type: application/json; charset=utf-8" }) },
  { "http-get", "http", N_("GET opens an event stream, or is answered with 405"),
    TRANSPORT "listening-for-messages-from-the-server", NULL, MUST, STREAMABLE, MCP_LEGACY, HTTP, NULL,
    MCP_PROBE_FRESH,
    STEPS ({ MCP_ACT_GET, NULL, NULL, MCP_WANT_ANYTHING, .check = mcp_probe_check_get }) },
  { "http-resume-unknown", "http", N_("Going on behind an event that there never was is no failure of the server"),
    TRANSPORT "resumability-and-redelivery", NULL, SHOULD, STREAMABLE, MCP_LEGACY, HTTP, NULL, MCP_PROBE_FRESH,
    STEPS ({ MCP_ACT_GET, NULL, NULL, MCP_WANT_ANYTHING, .headers = "Last-Event-ID: sounder-made-this-up",
             .check = mcp_probe_check_not_broken }) },
  { "http-unknown-method", "http", N_("A method that there is not is answered with 404 and -32601"),
    MODERN "protocol-version-header", NULL, MUST, MCP_MODERN, MCP_NEWEST, HTTP, NULL, 0,
    STEPS ({ MCP_ACT_ASK, "sounder/unknown", NULL, MCP_WANT_ERROR, -32601, TRUE, 404 }) },

  { "session-id", "sessions", N_("A session id has only visible ASCII characters"),
    TRANSPORT "session-management", NULL, MUST, STREAMABLE, MCP_LEGACY, HTTP, NULL, MCP_PROBE_FIRST,
    STEPS ({ MCP_ACT_ASK, "initialize", MCP_PROBE_INITIALIZE ("@version@"), MCP_WANT_RESULT,
             .check = mcp_probe_check_session_id }) },
  { "session-missing", "sessions", N_("A request without the session id is refused with 400"),
    TRANSPORT "session-management", NULL, SHOULD, STREAMABLE, MCP_LEGACY, HTTP, "@session", 0,
    STEPS ({ MCP_ACT_ASK, "ping", NULL, MCP_WANT_ANYTHING, .headers = "-MCP-Session-Id",
             .check = mcp_probe_check_no_session }) },
  { "session-unknown", "sessions", N_("A request with a made-up session id is refused"),
    TRANSPORT "session-management", NULL, SHOULD, STREAMABLE, MCP_LEGACY, HTTP, "@session", 0,
    STEPS ({ MCP_ACT_ASK, "ping", NULL, MCP_WANT_NO_RESULT, .status = 4,
             .headers = "MCP-Session-Id: sounder-made-this-up" }) },
  { "session-deleted", "sessions", N_("A session that was deleted is answered with 404"),
    TRANSPORT "session-management", NULL, MUST, STREAMABLE, MCP_LEGACY, HTTP, "@session", MCP_PROBE_FRESH,
    STEPS ({ MCP_ACT_DELETE, NULL, NULL, MCP_WANT_ANYTHING, .check = mcp_probe_check_delete },
           { MCP_ACT_ASK, "ping", NULL, MCP_WANT_NO_RESULT, .status = 404 }) },

  { "origin", "headers", N_("A request from a page of another origin is refused"),
    TRANSPORT "security-warning", NULL, MUST, STREAMABLE, MCP_VERSION_2025_06_18, HTTP, "@loopback", 0,
    STEPS ({ MCP_ACT_ASK, "ping", NULL, MCP_WANT_NO_RESULT, .status = 4, .headers = "Origin: http://sounder.invalid" }) },
  { "origin-forbidden", "headers", N_("A request from a page of another origin is refused with 403"),
    TRANSPORT "security-warning", MODERN "security-warning", MUST, MCP_VERSION_2025_11_25, MCP_NEWEST, HTTP, "@loopback",
    0,
    STEPS ({ MCP_ACT_ASK, "@alive@", NULL, MCP_WANT_NO_RESULT, .status = 403, .headers = "Origin: http://sounder.invalid" }) },
  { "host", "headers", N_("A request by a foreign name of this machine is refused"),
    TRANSPORT "security-warning", MODERN "security-warning", MUST, STREAMABLE, MCP_NEWEST, HTTP, "@loopback", 0,
    STEPS ({ MCP_ACT_ASK, "@alive@", NULL, MCP_WANT_NO_RESULT, .status = 4,
             .headers = "Host: sounder.invalid\nOrigin: http://sounder.invalid" }) },
  { "version-unknown", "headers", N_("An unknown revision in the header is refused with 400"),
    TRANSPORT "protocol-version-header", NULL, MUST, MCP_VERSION_2025_06_18, MCP_LEGACY, HTTP, NULL, 0,
    STEPS ({ MCP_ACT_ASK, "ping", NULL, MCP_WANT_NO_RESULT, .status = 400, .headers = "MCP-Protocol-Version: 1900-01-01" }) },
  { "version-missing", "headers", N_("A request without the revision’s header is taken to be of 2025-03-26"),
    TRANSPORT "protocol-version-header", NULL, SHOULD, MCP_VERSION_2025_06_18, MCP_LEGACY, HTTP, NULL, 0,
    STEPS ({ MCP_ACT_ASK, "ping", NULL, MCP_WANT_RESULT, .headers = "-MCP-Protocol-Version" }) },
  { "version-mismatch", "headers", N_("A revision in the header that the body does not have is refused"),
    MODERN "protocol-version-header", NULL, MUST, MCP_MODERN, MCP_NEWEST, HTTP, NULL, 0,
    STEPS ({ MCP_ACT_ASK, "server/discover", NULL, MISMATCH, .headers = "MCP-Protocol-Version: 2025-11-25" }) },
  { "method-mismatch", "headers", N_("A method in the header that the body does not have is refused"),
    MODERN "server-validation", NULL, MUST, MCP_MODERN, MCP_NEWEST, HTTP, NULL, 0,
    STEPS ({ MCP_ACT_ASK, "server/discover", NULL, MISMATCH, .headers = "Mcp-Method: tools/list" }) },
  { "method-missing", "headers", N_("A request without its method in the header is refused"),
    MODERN "server-validation", NULL, MUST, MCP_MODERN, MCP_NEWEST, HTTP, NULL, 0,
    STEPS ({ MCP_ACT_ASK, "server/discover", NULL, MISMATCH, .headers = "-Mcp-Method" }) },
  { "name-mismatch", "headers", N_("A name in the header that the body does not have is refused"),
    MODERN "server-validation", NULL, MUST, MCP_MODERN, MCP_NEWEST, HTTP, "tools @tool", 0,
    STEPS ({ MCP_ACT_ASK, "tools/call", MCP_PROBE_TOOL, MISMATCH, .headers = "Mcp-Name: sounder-another-tool" }) },
  { "name-missing", "headers", N_("A call without its name in the header is refused"),
    MODERN "server-validation", NULL, MUST, MCP_MODERN, MCP_NEWEST, HTTP, "tools @tool", 0,
    STEPS ({ MCP_ACT_ASK, "tools/call", MCP_PROBE_TOOL, MISMATCH, .headers = "-Mcp-Name" }) },
  { "param-mismatch", "headers", N_("An argument in the header that the body does not have is refused"),
    MODERN "server-validation", NULL, MUST, MCP_MODERN, MCP_NEWEST, HTTP, "tools @header_tool", 0,
    STEPS ({ MCP_ACT_ASK, "tools/call", "{\"name\":\"@header_tool@\",\"arguments\":@header_args@}", MISMATCH,
             .headers = "@header_name@: sounder-another" }) },
  { "param-missing", "headers", N_("A call without the headers of its arguments is refused"),
    MODERN "server-validation", NULL, MUST, MCP_MODERN, MCP_NEWEST, HTTP, "tools @header_tool", 0,
    STEPS ({ MCP_ACT_ASK, "tools/call", "{\"name\":\"@header_tool@\",\"arguments\":@header_args@}", MISMATCH }) },
  { NULL },
};
