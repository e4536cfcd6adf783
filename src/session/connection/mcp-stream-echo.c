/* mcp-stream-echo.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-hash.h"
#include "mcp-stream-echo.h"

/* A notification that says the same as one before may well be another one, unless it comes at the same time. */
#define SAME_TIME_USEC G_USEC_PER_SEC

/*
 * Whether two streams are such that the same message on both is one that was sent twice. What is sent anew when a
 * stream goes on is meant to come again. Two calls may well be told the same of each: of notifications only the stream
 * that is for what nobody asked for counts.
 */
static gboolean
are_apart (McpRecordKind      kind,
           McpExchangePurpose one,
           McpExchangePurpose other)
{
  if (one == MCP_EXCHANGE_RESUME || other == MCP_EXCHANGE_RESUME)
    return FALSE;
  if (one == MCP_EXCHANGE_LISTEN || other == MCP_EXCHANGE_LISTEN)
    return one != other;

  return kind == MCP_RECORD_REQUEST;
}

/**
 * mcp_stream_echo_take:
 * @kind: of the message; only requests and notifications are looked at
 * @message: as it came
 * @exchange: that brought it
 * @purpose: of that
 * @time_usec: when it came
 *
 * Notes a message that came on an event stream (basic/transports, Multiple Connections).
 *
 * Returns: the other exchange that brought the same message, 0 for none
 */
guint
mcp_stream_echo_take (McpStreamEcho      *self,
                      McpRecordKind       kind,
                      GBytes             *message,
                      guint               exchange,
                      McpExchangePurpose  purpose,
                      gint64              time_usec)
{
  gsize length;
  gconstpointer data = g_bytes_get_data (message, &length);
  guint64 hash;
  guint found = 0;

  self->repeated = FALSE;
  if (kind != MCP_RECORD_REQUEST && kind != MCP_RECORD_NOTIFICATION)
    return 0;

  hash = mcp_hash_bytes (data, length);
  for (guint i = 0; i < MIN (self->n, MCP_STREAM_ECHO_SIZE) && found == 0; i++)
    if (self->last[i].hash == hash && self->last[i].exchange != exchange
        && are_apart (kind, purpose, self->last[i].purpose)
        && (kind == MCP_RECORD_REQUEST || time_usec - self->last[i].time_usec < SAME_TIME_USEC))
      found = self->last[i].exchange;

  self->repeated = found != 0;
  self->last[self->n % MCP_STREAM_ECHO_SIZE].hash = hash;
  self->last[self->n % MCP_STREAM_ECHO_SIZE].exchange = exchange;
  self->last[self->n % MCP_STREAM_ECHO_SIZE].purpose = purpose;
  self->last[self->n % MCP_STREAM_ECHO_SIZE].time_usec = time_usec;
  self->n++;

  return found;
}
