/* mcp-error.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * MCP_ERROR:
 *
 * What can go wrong on our side. An error that the server answered with is
 * %MCP_ERROR_SERVER; its JSON-RPC code, message and data are read from the call.
 */
#define MCP_ERROR (mcp_error_quark ())

/**
 * McpError:
 * @MCP_ERROR_FAILED: anything that has no code of its own
 * @MCP_ERROR_USAGE: the caller asked for something that makes no sense
 * @MCP_ERROR_CONFIG: a configuration file or profile is broken
 * @MCP_ERROR_SPAWN: the program could not be started
 * @MCP_ERROR_NETWORK: the host could not be reached
 * @MCP_ERROR_TLS: the connection could not be secured
 * @MCP_ERROR_HTTP: an HTTP status, or an answer, that is none of the protocol's
 * @MCP_ERROR_AUTH: authorization is needed or was refused
 * @MCP_ERROR_LOST: the stream that would have carried the answer broke for good; the server may
 *   have done what was asked
 * @MCP_ERROR_NOT_OPEN: there is no open connection
 * @MCP_ERROR_CLOSED: the connection was closed by us while it was needed
 * @MCP_ERROR_DIED: the server ended, or closed its output, in mid-request
 * @MCP_ERROR_TIMED_OUT: no answer in time
 * @MCP_ERROR_CANCELLED: cancelled by the user
 * @MCP_ERROR_INVALID_MESSAGE: text that is no JSON-RPC message
 * @MCP_ERROR_INVALID_RESPONSE: an answer came, and it is broken
 * @MCP_ERROR_TOO_LARGE: a message over the size limit
 * @MCP_ERROR_VERSION: no protocol revision both sides know
 * @MCP_ERROR_CAPABILITY: the other side did not declare what this needs
 * @MCP_ERROR_SERVER: the server answered with a JSON-RPC error
 * @MCP_ERROR_STORAGE: the journal or a recording could not be written or read
 * @MCP_ERROR_CONSENT: nobody has agreed to what would be started or reached
 * @MCP_ERROR_INPUT: a person has to fill something in first
 */
typedef enum {
  MCP_ERROR_FAILED,
  MCP_ERROR_USAGE,
  MCP_ERROR_CONFIG,
  MCP_ERROR_SPAWN,
  MCP_ERROR_NETWORK,
  MCP_ERROR_NOT_OPEN,
  MCP_ERROR_CLOSED,
  MCP_ERROR_DIED,
  MCP_ERROR_TIMED_OUT,
  MCP_ERROR_CANCELLED,
  MCP_ERROR_INVALID_MESSAGE,
  MCP_ERROR_INVALID_RESPONSE,
  MCP_ERROR_TOO_LARGE,
  MCP_ERROR_VERSION,
  MCP_ERROR_CAPABILITY,
  MCP_ERROR_SERVER,
  MCP_ERROR_STORAGE,
  MCP_ERROR_TLS,
  MCP_ERROR_HTTP,
  MCP_ERROR_AUTH,
  MCP_ERROR_LOST,
  MCP_ERROR_CONSENT,
  MCP_ERROR_INPUT,
} McpError;

/* JSON-RPC 2.0 section 5.1. */
#define MCP_RPC_PARSE_ERROR      (-32700)
#define MCP_RPC_INVALID_REQUEST  (-32600)
#define MCP_RPC_METHOD_NOT_FOUND (-32601)
#define MCP_RPC_INVALID_PARAMS   (-32602)
#define MCP_RPC_INTERNAL_ERROR   (-32603)

/* The codes of MCP 2026-07-28. */
#define MCP_RPC_HEADER_MISMATCH     (-32020)
#define MCP_RPC_MISSING_CAPABILITY  (-32021)
#define MCP_RPC_UNSUPPORTED_VERSION (-32022)

GQuark      mcp_error_quark        (void);
const char *mcp_error_get_nick     (int   code);
const char *mcp_rpc_code_get_name  (gint64 code);

G_END_DECLS
