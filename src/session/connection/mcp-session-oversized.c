/* mcp-session-oversized.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-session-private.h"

/*
 * A message over the limit: its start is kept, its size is known, its content is not a message. When
 * it was an answer its call has ended. Which one that is, the id says, which is near the start as a
 * rule; else the exchange it came on. Where neither does, the calls that wait are suspected together,
 * and nobody is accused: see mcp-call-table.c.
 */

/* How much of the start is looked at. */
#define HEAD_BYTES (64 * 1024)

static char *
dup_limit (McpSession *self)
{
  return g_format_size_full (mcp_profile_get_settings (self->profile)->max_message_bytes,
                             G_FORMAT_SIZE_IEC_UNITS);
}

static GError *
new_error (McpSession *self,
           McpCall    *call)
{
  g_autofree char *limit = dup_limit (self);

  return g_error_new (MCP_ERROR, MCP_ERROR_TOO_LARGE,
                      _("The answer to %s is longer than %s; raise maxMessageBytes"),
                      mcp_call_get_method (call), limit);
}

/* Ends a call whose answer was cut. */
static void
fail (McpSession *self,
      McpCall    *call)
{
  g_autoptr (McpCall) taken = NULL;

  mcp_call_table_clear_suspect (self->life->calls, mcp_call_get_outcome (call)->id, TRUE);
  taken = mcp_call_table_take (self->life->calls, mcp_call_get_outcome (call)->id);
  if (taken == NULL)
    return;

  mcp_session_settle (self, call);
  mcp_session_set_call_status (self, call, MCP_STATUS_ERROR);
  mcp_call_fail (call, new_error (self, call));
}

/* The start of the message in what was kept: an event has its field lines before it. */
static const char *
find_message (const McpFrame *frame,
              gsize          *length)
{
  const char *data = g_bytes_get_data (frame->bytes, length);
  const char *end;

  *length = MIN (*length, HEAD_BYTES);
  if (frame->source != MCP_FRAME_EVENT)
    return data;

  for (end = data + *length; data < end; data++)
    {
      if ((gsize) (end - data) > 5 && strncmp (data, "data:", 5) == 0)
        {
          *length = end - data - 5;
          return data + 5;
        }
      data = memchr (data, '\n', end - data);
      if (data == NULL)
        break;
    }

  *length = 0;
  return NULL;
}

/* Whether the member that is cut, the first behind those that are whole, is an answer's. */
static gboolean
is_cut_in_answer (const char    *data,
                  gsize          length,
                  const McpScan *scan)
{
  gsize position = MAX (scan->jsonrpc.offset + scan->jsonrpc.length,
                        scan->id.offset + scan->id.length);

  while (position < length && strchr (" \t\r\n,{", data[position]) != NULL)
    position++;

  return (length - position > 8 && memcmp (data + position, "\"result\"", 8) == 0)
         || (length - position > 7 && memcmp (data + position, "\"error\"", 7) == 0);
}

/* The call whose HTTP exchange a frame came on; NULL if it has ended. */
static McpCall *
find_by_exchange (McpSession *self,
                  guint       number)
{
  McpHttpSession *http = self->life->http;
  McpSending *sending =
    mcp_http_session_find_sending_of (http, mcp_http_session_find_exchange (http, number));

  if (sending == NULL || sending->call == NULL
      || !mcp_call_table_has (self->life->calls, sending->call))
    return NULL;

  return sending->call;
}

/* Ends the calls that must be those whose answers were cut. */
void
mcp_session_judge_suspects (McpSession *self)
{
  McpLife *life = self->life;
  g_autoptr (GPtrArray) calls = mcp_call_table_take_suspects (life->calls);

  for (guint i = 0; calls != NULL && i < calls->len && self->life == life; i++)
    fail (self, calls->pdata[i]);
}

/* The words for a suspect that is given up, and %NULL for any other call. */
char *
mcp_session_dup_suspicion (McpSession *self,
                           McpCall    *call)
{
  g_autofree char *limit = dup_limit (self);

  if (self->life == NULL || !mcp_call_table_is_suspect (self->life->calls, call))
    return NULL;

  return g_strdup_printf (_("an answer longer than %s came, perhaps its: raise maxMessageBytes"), limit);
}

/* What a message over the limit means for those who wait. */
void
mcp_session_take_oversized (McpSession     *self,
                            const McpFrame *frame)
{
  gsize length;
  const char *data = find_message (frame, &length);
  g_autoptr (McpId) id = NULL;
  McpCall *call = NULL;
  McpScan scan;

  if (data == NULL)
    return;

  mcp_scan (data, length, &scan);
  if (scan.method.length > 0)
    return;

  if (scan.id.length > 0)
    id = mcp_id_new_from_token (data + scan.id.offset, scan.id.length);
  if (id != NULL)
    call = mcp_call_table_find (self->life->calls, id);
  else if (frame->source == MCP_FRAME_BODY || is_cut_in_answer (data, length, &scan))
    call = find_by_exchange (self, frame->exchange);

  if (call != NULL)
    fail (self, call);
  else if (id == NULL && is_cut_in_answer (data, length, &scan))
    {
      mcp_call_table_add_cut (self->life->calls);
      mcp_session_judge_suspects (self);
    }
}
