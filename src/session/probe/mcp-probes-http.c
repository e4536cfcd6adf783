/* mcp-probes-http.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-probe-private.h"

/* Streamable HTTP: methods, media types, sessions, headers. */

#define MUST MCP_SEVERITY_ERROR
#define SHOULD MCP_SEVERITY_WARNING
#define END { MCP_ACT_END }
#define STEPS(name) static const McpProbeStep name[]
#define HTTP MCP_PROBE_OVER_HTTP
#define STREAMABLE MCP_VERSION_2025_03_26

STEPS (request) = {
  { MCP_ACT_ASK, "@alive@", NULL, MCP_WANT_RESULT, .check = mcp_probe_check_media_type }, END
};

STEPS (accepted) = {
  { MCP_ACT_TELL, "notifications/cancelled", "{\"requestId\":\"sounder-never-asked\"}", MCP_WANT_SILENCE,
    .status = 202, .check = mcp_probe_check_no_body }, END
};

STEPS (broken_body) = {
  { MCP_ACT_WRITE, "{\"jsonrpc\":\"2.0\",\"method\":", NULL, MCP_WANT_NO_RESULT, .status = 4 }, END
};

STEPS (accept_order) = {
  { MCP_ACT_ASK, "@alive@", NULL, MCP_WANT_RESULT,
    .headers = "Accept: text/event-stream;q=0.9, application/json;q=0.8" }, END
};

STEPS (charset) = {
  { MCP_ACT_ASK, "@alive@", NULL, MCP_WANT_RESULT, .headers = "Content-Type: application/json; charset=utf-8" }, END
};

STEPS (get) = {
  { MCP_ACT_GET, NULL, NULL, MCP_WANT_ANYTHING, .check = mcp_probe_check_get }, END
};

STEPS (get_resumed) = {
  { MCP_ACT_GET, NULL, NULL, MCP_WANT_ANYTHING, .headers = "Last-Event-ID: sounder-made-this-up",
    .check = mcp_probe_check_not_broken }, END
};

STEPS (origin) = {
  { MCP_ACT_ASK, "ping", NULL, MCP_WANT_NO_RESULT, .status = 4, .headers = "Origin: http://sounder.invalid" }, END
};

STEPS (origin_forbidden) = {
  { MCP_ACT_ASK, "@alive@", NULL, MCP_WANT_NO_RESULT, .status = 403, .headers = "Origin: http://sounder.invalid" }, END
};

STEPS (host) = {
  { MCP_ACT_ASK, "@alive@", NULL, MCP_WANT_NO_RESULT, .status = 4,
    .headers = "Host: sounder.invalid\nOrigin: http://sounder.invalid" }, END
};

STEPS (session_id) = {
  { MCP_ACT_ASK, "initialize", "{\"protocolVersion\":\"@version@\",\"capabilities\":{},"
    "\"clientInfo\":{\"name\":\"sounder-probe\",\"version\":\"" PACKAGE_VERSION "\"}}", MCP_WANT_RESULT,
    .check = mcp_probe_check_session_id }, END
};

STEPS (session_missing) = {
  { MCP_ACT_ASK, "ping", NULL, MCP_WANT_ANYTHING, .headers = "-MCP-Session-Id",
    .check = mcp_probe_check_no_session }, END
};

STEPS (session_unknown) = {
  { MCP_ACT_ASK, "ping", NULL, MCP_WANT_NO_RESULT, .status = 4,
    .headers = "MCP-Session-Id: sounder-made-this-up" }, END
};

STEPS (session_deleted) = {
  { MCP_ACT_DELETE, NULL, NULL, MCP_WANT_ANYTHING, .check = mcp_probe_check_delete },
  { MCP_ACT_ASK, "ping", NULL, MCP_WANT_NO_RESULT, .status = 404 }, END
};

STEPS (version_unknown) = {
  { MCP_ACT_ASK, "ping", NULL, MCP_WANT_NO_RESULT, .status = 400, .headers = "MCP-Protocol-Version: 1900-01-01" }, END
};

STEPS (version_missing) = {
  { MCP_ACT_ASK, "ping", NULL, MCP_WANT_RESULT, .headers = "-MCP-Protocol-Version" }, END
};

#define MISMATCH MCP_WANT_ERROR, -32020, TRUE, 400

STEPS (version_mismatch) = {
  { MCP_ACT_ASK, "server/discover", NULL, MISMATCH, .headers = "MCP-Protocol-Version: 2025-11-25" }, END
};

STEPS (method_mismatch) = {
  { MCP_ACT_ASK, "server/discover", NULL, MISMATCH, .headers = "Mcp-Method: tools/list" }, END
};

STEPS (method_missing) = {
  { MCP_ACT_ASK, "server/discover", NULL, MISMATCH, .headers = "-Mcp-Method" }, END
};

STEPS (name_mismatch) = {
  { MCP_ACT_ASK, "tools/call", "{\"name\":\"@tool@\",\"arguments\":{}}", MISMATCH,
    .headers = "Mcp-Name: sounder-another-tool" }, END
};

STEPS (name_missing) = {
  { MCP_ACT_ASK, "tools/call", "{\"name\":\"@tool@\",\"arguments\":{}}", MISMATCH, .headers = "-Mcp-Name" }, END
};

STEPS (param_mismatch) = {
  { MCP_ACT_ASK, "tools/call", "{\"name\":\"@header_tool@\",\"arguments\":@header_args@}", MISMATCH,
    .headers = "@header_name@: sounder-another" }, END
};

STEPS (param_missing) = {
  { MCP_ACT_ASK, "tools/call", "{\"name\":\"@header_tool@\",\"arguments\":@header_args@}", MISMATCH }, END
};

STEPS (method_status) = {
  { MCP_ACT_ASK, "sounder/unknown", NULL, MCP_WANT_ERROR, -32601, TRUE, 404 }, END
};

#define TRANSPORT "basic/transports#"
#define MODERN "basic/transports/streamable-http#"

const McpProbe mcp_probes_http[] = {
  { "http-answer", "http", N_("A request is answered with JSON or an event stream"),
    TRANSPORT "sending-messages-to-the-server", MODERN "sending-messages-to-the-server", MUST, STREAMABLE, MCP_NEWEST, HTTP, NULL, 0, request },
  { "http-accepted", "http", N_("A notification is accepted with 202, and without a body"),
    TRANSPORT "sending-messages-to-the-server", NULL, MUST, STREAMABLE, MCP_LEGACY, HTTP, NULL, 0, accepted },
  { "http-broken-body", "http", N_("A body that is no message is refused with a 4xx"),
    TRANSPORT "sending-messages-to-the-server", MODERN "sending-messages-to-the-server", MUST, STREAMABLE, MCP_NEWEST,
    HTTP, NULL, 0, broken_body },
  { "http-accept-order", "http", N_("Both media types may be accepted in any order, and with weights"),
    TRANSPORT "sending-messages-to-the-server", MODERN "sending-messages-to-the-server", MUST, STREAMABLE, MCP_NEWEST, HTTP, NULL, 0, accept_order },
  { "http-charset", "http", N_("JSON may have a charset in its media type"),
    TRANSPORT "sending-messages-to-the-server", MODERN "sending-messages-to-the-server", MUST, STREAMABLE, MCP_NEWEST, HTTP, NULL, 0, charset },
  { "http-get", "http", N_("GET opens an event stream, or is answered with 405"),
    TRANSPORT "listening-for-messages-from-the-server", NULL, MUST, STREAMABLE, MCP_LEGACY, HTTP, NULL,
    MCP_PROBE_FRESH, get },
  { "http-resume-unknown", "http", N_("Going on behind an event that there never was is no failure of the server"),
    TRANSPORT "resumability-and-redelivery", NULL, SHOULD, STREAMABLE, MCP_LEGACY, HTTP, NULL, MCP_PROBE_FRESH,
    get_resumed },
  { "http-unknown-method", "http", N_("A method that there is not is answered with 404 and -32601"),
    MODERN "protocol-version-header", NULL, MUST, MCP_MODERN, MCP_NEWEST, HTTP, NULL, 0, method_status },

  { "session-id", "sessions", N_("A session id has only visible ASCII characters"),
    TRANSPORT "session-management", NULL, MUST, STREAMABLE, MCP_LEGACY, HTTP, NULL, MCP_PROBE_FIRST, session_id },
  { "session-missing", "sessions", N_("A request without the session id is refused with 400"),
    TRANSPORT "session-management", NULL, SHOULD, STREAMABLE, MCP_LEGACY, HTTP, "@session", 0, session_missing },
  { "session-unknown", "sessions", N_("A request with a made-up session id is refused"),
    TRANSPORT "session-management", NULL, SHOULD, STREAMABLE, MCP_LEGACY, HTTP, "@session", 0, session_unknown },
  { "session-deleted", "sessions", N_("A session that was deleted is answered with 404"),
    TRANSPORT "session-management", NULL, MUST, STREAMABLE, MCP_LEGACY, HTTP, "@session", MCP_PROBE_FRESH,
    session_deleted },

  { "origin", "headers", N_("A request from a page of another origin is refused"),
    TRANSPORT "security-warning", NULL, MUST, STREAMABLE, MCP_VERSION_2025_06_18, HTTP, "@loopback", 0, origin },
  { "origin-forbidden", "headers", N_("A request from a page of another origin is refused with 403"),
    TRANSPORT "security-warning", MODERN "security-warning", MUST, MCP_VERSION_2025_11_25, MCP_NEWEST, HTTP, "@loopback",
    0, origin_forbidden },
  { "host", "headers", N_("A request by a foreign name of this machine is refused"),
    TRANSPORT "security-warning", MODERN "security-warning", MUST, STREAMABLE, MCP_NEWEST, HTTP, "@loopback", 0, host },
  { "version-unknown", "headers", N_("An unknown revision in the header is refused with 400"),
    TRANSPORT "protocol-version-header", NULL, MUST, MCP_VERSION_2025_06_18, MCP_LEGACY, HTTP, NULL, 0,
    version_unknown },
  { "version-missing", "headers", N_("A request without the revision’s header is taken to be of 2025-03-26"),
    TRANSPORT "protocol-version-header", NULL, SHOULD, MCP_VERSION_2025_06_18, MCP_LEGACY, HTTP, NULL, 0,
    version_missing },
  { "version-mismatch", "headers", N_("A revision in the header that the body does not have is refused"),
    MODERN "protocol-version-header", NULL, MUST, MCP_MODERN, MCP_NEWEST, HTTP, NULL, 0, version_mismatch },
  { "method-mismatch", "headers", N_("A method in the header that the body does not have is refused"),
    MODERN "server-validation", NULL, MUST, MCP_MODERN, MCP_NEWEST, HTTP, NULL, 0, method_mismatch },
  { "method-missing", "headers", N_("A request without its method in the header is refused"),
    MODERN "server-validation", NULL, MUST, MCP_MODERN, MCP_NEWEST, HTTP, NULL, 0, method_missing },
  { "name-mismatch", "headers", N_("A name in the header that the body does not have is refused"),
    MODERN "server-validation", NULL, MUST, MCP_MODERN, MCP_NEWEST, HTTP, "tools @tool", 0, name_mismatch },
  { "name-missing", "headers", N_("A call without its name in the header is refused"),
    MODERN "server-validation", NULL, MUST, MCP_MODERN, MCP_NEWEST, HTTP, "tools @tool", 0, name_missing },
  { "param-mismatch", "headers", N_("An argument in the header that the body does not have is refused"),
    MODERN "server-validation", NULL, MUST, MCP_MODERN, MCP_NEWEST, HTTP, "tools @header_tool", 0, param_mismatch },
  { "param-missing", "headers", N_("A call without the headers of its arguments is refused"),
    MODERN "server-validation", NULL, MUST, MCP_MODERN, MCP_NEWEST, HTTP, "tools @header_tool", 0, param_missing },
  { NULL },
};
