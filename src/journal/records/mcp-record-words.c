/* mcp-record-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-record.h"

/* What the kinds, channels and states of records are called, and which belong together. */

static const char *
get_nick (const char *const *nicks,
          guint              n_nicks,
          guint              value)
{
  return value < n_nicks ? nicks[value] : "?";
}

const char *
mcp_record_kind_get_nick (McpRecordKind kind)
{
  static const char *const nicks[] = {
    "invalid", "request",   "notification", "response", "error", "batch", "noise",
    "oversized", "pending", "stderr",       "spawn",    "exit",  "note",
    "http-request", "http-head", "http-end", "event", "comment", "http-body",
  };

  return get_nick (nicks, G_N_ELEMENTS (nicks), kind);
}

const char *
mcp_direction_get_nick (McpDirection direction)
{
  return direction == MCP_DIRECTION_OUT ? "out" : "in";
}

const char *
mcp_channel_get_nick (McpChannel channel)
{
  static const char *const nicks[] = {
    "stdio", "stderr", "stdout-noise", "process", "session", "http", "sse", "ws", "socket",
    "auth", "tcp",
  };

  return get_nick (nicks, G_N_ELEMENTS (nicks), channel);
}

/**
 * mcp_channel_carries_messages:
 * @channel: a channel
 *
 * Gets whether messages cross here, whatever the way to the server.
 *
 * Returns: %TRUE for stdio, http, sse, ws, socket and tcp
 */
gboolean
mcp_channel_carries_messages (McpChannel channel)
{
  return channel == MCP_CHANNEL_STDIO
         || (channel >= MCP_CHANNEL_HTTP && channel != MCP_CHANNEL_AUTH);
}

/*
 * Gets whether something is a message, or is counted as one because it was meant to be: broken JSON,
 * a batch, a frame over the limit, a line that has not ended.
 */
gboolean
mcp_record_kind_is_message (McpRecordKind kind)
{
  return kind < MCP_RECORD_NOISE || kind == MCP_RECORD_OVERSIZED || kind == MCP_RECORD_PENDING;
}

/*
 * Gets whether something is what HTTP says around the bodies: request, head or end. Its bytes are
 * the JSON of the recording's "http".
 */
gboolean
mcp_record_kind_is_http (McpRecordKind kind)
{
  return kind == MCP_RECORD_HTTP_REQUEST || kind == MCP_RECORD_HTTP_HEAD
         || kind == MCP_RECORD_HTTP_END;
}

/*
 * Gets whether something belongs to the transport alone: what HTTP says around the bodies, bodies that
 * say no more than that something was accepted, and what came on an event stream without a message.
 */
gboolean
mcp_record_kind_is_transport (McpRecordKind kind)
{
  return mcp_record_kind_is_http (kind) || kind == MCP_RECORD_EVENT
         || kind == MCP_RECORD_COMMENT || kind == MCP_RECORD_HTTP_BODY;
}

/**
 * mcp_record_is_aside:
 *
 * Gets whether a record only says what is around the messages. What asks for a token is around none:
 * its request is shown as they are.
 *
 * Returns: %TRUE when it is for those who want the transport
 */
gboolean
mcp_record_is_aside (McpRecord *self)
{
  McpRecordKind kind = mcp_record_get_kind (self);

  return mcp_record_get_channel (self) == MCP_CHANNEL_AUTH ? kind != MCP_RECORD_HTTP_REQUEST
                                                           : mcp_record_kind_is_transport (kind);
}

const char *
mcp_status_get_nick (McpStatus status)
{
  static const char *const nicks[] = {
    "none", "pending", "ok", "error", "cancelled", "timed-out", "lost", "orphan",
  };

  return get_nick (nicks, G_N_ELEMENTS (nicks), status);
}

/*
 * mcp_wall_time_append:
 * @wall_usec: microseconds since 1970, UTC
 *
 * Appends a time as files have it: "2026-11-27T17:05:02.001234Z".
 */
void
mcp_wall_time_append (GString *out,
                      gint64   wall_usec)
{
  g_autoptr (GDateTime) time = g_date_time_new_from_unix_utc (wall_usec / G_USEC_PER_SEC);
  g_autofree char *seconds = time != NULL ? g_date_time_format (time, "%Y-%m-%dT%H:%M:%S")
                                          : g_strdup ("1970-01-01T00:00:00");

  g_string_append_printf (out, "%s.%06dZ", seconds, (int) (wall_usec % G_USEC_PER_SEC));
}
