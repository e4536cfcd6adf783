/* mcp-error.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-error-cause.h"

typedef struct
{
  GError         *cause;  /* (nullable) */
  McpProxyReport *proxy;  /* (nullable) */
} McpErrorPrivate;

static McpProxyReport *
copy_report (const McpProxyReport *report)
{
  McpProxyReport *copy = g_memdup2 (report, sizeof *report);

  copy->peer = g_strdup (report->peer);
  copy->target = g_strdup (report->target);
  copy->reason = g_strdup (report->reason);
  copy->challenge = g_strdup (report->challenge);
  copy->location = g_strdup (report->location);
  copy->content_type = g_strdup (report->content_type);
  if (copy->body != NULL)
    g_bytes_ref (copy->body);

  return copy;
}

static void
free_report (McpProxyReport *report)
{
  g_free (report->peer);
  g_free (report->target);
  g_free (report->reason);
  g_free (report->challenge);
  g_free (report->location);
  g_free (report->content_type);
  g_clear_pointer (&report->body, g_bytes_unref);
  g_free (report);
}

static void
mcp_error_private_init (McpErrorPrivate *self)
{
}

static void
mcp_error_private_copy (const McpErrorPrivate *from,
                        McpErrorPrivate       *to)
{
  to->cause = from->cause != NULL ? g_error_copy (from->cause) : NULL;
  to->proxy = from->proxy != NULL ? copy_report (from->proxy) : NULL;
}

static void
mcp_error_private_clear (McpErrorPrivate *self)
{
  g_clear_error (&self->cause);
  g_clear_pointer (&self->proxy, free_report);
}

G_DEFINE_EXTENDED_ERROR (McpError, mcp_error)

void
mcp_error_set_cause (GError       *error,
                     const GError *cause)
{
  McpErrorPrivate *priv = mcp_error_get_private (error);

  g_clear_error (&priv->cause);
  priv->cause = cause != NULL ? g_error_copy (cause) : NULL;
}

const GError *
mcp_error_get_cause (const GError *error)
{
  return error->domain == MCP_ERROR ? mcp_error_get_private (error)->cause : error;
}

void
mcp_error_set_proxy (GError               *error,
                     const McpProxyReport *proxy)
{
  McpErrorPrivate *priv = mcp_error_get_private (error);

  g_clear_pointer (&priv->proxy, free_report);
  priv->proxy = copy_report (proxy);
}

const McpProxyReport *
mcp_error_get_proxy (const GError *error)
{
  return error != NULL && error->domain == MCP_ERROR ? mcp_error_get_private (error)->proxy : NULL;
}

/**
 * mcp_error_get_nick:
 * @code: a code of the #MCP_ERROR domain
 *
 * Gets the word that scripts see as the error's kind.
 *
 * Returns: one of usage, spawn, network, tls, http, auth, protocol, timeout, cancelled, died,
 *   server, consent, input
 */
const char *
mcp_error_get_nick (int code)
{
  switch ((McpError) code)
    {
    case MCP_ERROR_USAGE:
    case MCP_ERROR_CONFIG:
      return "usage";
    case MCP_ERROR_SPAWN:
      return "spawn";
    case MCP_ERROR_NETWORK:
    case MCP_ERROR_LOST:
      return "network";
    case MCP_ERROR_TLS:
      return "tls";
    case MCP_ERROR_HTTP:
      return "http";
    case MCP_ERROR_AUTH:
      return "auth";
    case MCP_ERROR_DIED:
      return "died";
    case MCP_ERROR_TIMED_OUT:
      return "timeout";
    case MCP_ERROR_CANCELLED:
    case MCP_ERROR_CLOSED:
      return "cancelled";
    case MCP_ERROR_SERVER:
      return "server";
    case MCP_ERROR_CONSENT:
      return "consent";
    case MCP_ERROR_INPUT:
      return "input";
    case MCP_ERROR_FAILED:
    case MCP_ERROR_NOT_OPEN:
    case MCP_ERROR_INVALID_MESSAGE:
    case MCP_ERROR_INVALID_RESPONSE:
    case MCP_ERROR_TOO_LARGE:
    case MCP_ERROR_VERSION:
    case MCP_ERROR_CAPABILITY:
    case MCP_ERROR_STORAGE:
    default:
      return "protocol";
    }
}

/**
 * mcp_rpc_code_get_name:
 * @code: a JSON-RPC error code
 *
 * Names the codes that JSON-RPC 2.0 (section 5.1) and the protocol define.
 *
 * Returns: (nullable): a short English name, or %NULL for a code without meaning of its own
 */
const char *
mcp_rpc_code_get_name (gint64 code)
{
  switch (code)
    {
    case MCP_RPC_PARSE_ERROR:
      return "Parse error";
    case MCP_RPC_INVALID_REQUEST:
      return "Invalid request";
    case MCP_RPC_METHOD_NOT_FOUND:
      return "Method not found";
    case MCP_RPC_INVALID_PARAMS:
      return "Invalid params";
    case MCP_RPC_INTERNAL_ERROR:
      return "Internal error";
    case -32002:
      return "Resource not found";
    case -32042:
      return "URL elicitation required";
    default:
      return code >= -32099 && code <= -32000 ? "Server error" : NULL;
    }
}
