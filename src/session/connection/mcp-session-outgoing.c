/* mcp-session-outgoing.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-session-private.h"

/*
 * What is given to the transport, until it has left and what came of it is known.
 */

void
mcp_outgoing_free (McpOutgoing *outgoing)
{
  g_clear_pointer (&outgoing->bytes, g_bytes_unref);
  g_clear_pointer (&outgoing->id, mcp_id_unref);
  g_clear_pointer (&outgoing->method, g_ref_string_release);
  g_clear_pointer (&outgoing->name, g_free);
  g_clear_object (&outgoing->call);
  g_clear_pointer (&outgoing->message, mcp_message_unref);
  g_clear_pointer (&outgoing->headers, g_strfreev);
  g_free (outgoing);
}

void
mcp_outgoing_free_all (GQueue *queue)
{
  GList *link;

  while ((link = g_queue_pop_head_link (queue)) != NULL)
    mcp_outgoing_free (link->data);
}

/* Most leave in the order in which they came. */
McpOutgoing *
mcp_session_find_outgoing (McpSession *self,
                           GBytes     *bytes)
{
  for (GList *l = self->life->outgoing.head; l != NULL; l = l->next)
    {
      McpOutgoing *outgoing = l->data;

      if (outgoing->bytes == bytes)
        return outgoing;
    }

  return NULL;
}

/* It may be gone by now. */
static gboolean
is_outgoing (McpLife           *life,
             const McpOutgoing *outgoing)
{
  GList *l = life->outgoing.tail;

  while (l != NULL && l->data != outgoing)
    l = l->prev;

  return l != NULL;
}

/* Whether it is the present request of a call, which may have another by now. */
gboolean
mcp_outgoing_is_of (const McpOutgoing *outgoing,
                    McpCall           *call)
{
  return call != NULL && outgoing->call == call && mcp_id_equal (outgoing->id, mcp_call_get_outcome (call)->id);
}

/* What HTTP says of a request beside its body. One that was written by hand is no call. */
static char **
dup_headers (McpSession        *self,
             const McpOutgoing *outgoing,
             GBytes            *bytes)
{
  McpDialect *dialect = self->life->dialect;
  g_autoptr (McpCall) sketch = NULL;
  g_autoptr (McpMessage) message = NULL;

  if (outgoing->headers != NULL)
    return g_strdupv (outgoing->headers);
  if (dialect == NULL || MCP_DIALECT_GET_CLASS (dialect)->dup_headers == NULL)
    return NULL;
  if (outgoing->call != NULL)
    return MCP_DIALECT_GET_CLASS (dialect)->dup_headers (dialect, self, outgoing->call);
  if (outgoing->method == NULL)
    return NULL;

  message = outgoing->message != NULL ? mcp_message_ref (outgoing->message)
                                      : mcp_message_new (bytes);
  sketch = mcp_call_new (outgoing->method, mcp_message_get_params_excerpt (message));

  return MCP_DIALECT_GET_CLASS (dialect)->dup_headers (dialect, self, sketch);
}

/* Gives bytes to the transport; ::sent, which may come from inside, makes the record. */
guint64
mcp_session_transmit (McpSession  *self,
                      McpOutgoing *outgoing,
                      GBytes      *bytes)
{
  g_autoptr (McpCall) call = NULL;
  g_auto (GStrv) headers = NULL;
  McpSendOptions options = { .expects_answer = outgoing->kind == MCP_RECORD_REQUEST };
  McpLife *life = self->life;
  guint64 ticket;

  g_assert (life != NULL && life->transport != NULL);

  if (outgoing->call != NULL)
    call = g_object_ref (outgoing->call);
  headers = dup_headers (self, outgoing, bytes);
  options.headers = (McpHeaderList) headers;
  options.no_line_end = outgoing->no_line_end;

  options.is_answer = mcp_session_add_outgoing (self, outgoing, bytes);
  ticket = mcp_transport_send (life->transport, bytes, &options);

  if (self->life == life && is_outgoing (life, outgoing))
    outgoing->ticket = ticket;
  if (call != NULL)
    mcp_call_set_ticket (call, ticket);

  return ticket;
}

/* What became of a call's present request. One that is not recorded yet is told when it is: it may
 * be answered or given up while it is written. */
void
mcp_session_set_call_status (McpSession *self,
                             McpCall    *call,
                             McpStatus   status)
{
  if (mcp_call_get_outcome (call)->serial != 0)
    {
      mcp_journal_set_status (self->journal, mcp_call_get_outcome (call)->serial, status);
      return;
    }

  for (GList *l = self->life->outgoing.head; l != NULL; l = l->next)
    if (mcp_outgoing_is_of (l->data, call))
      ((McpOutgoing *) l->data)->early_status = status;
}

/* Nobody waits any more: what a message is answered on need not be gone on with. */
void
mcp_session_settle_ticket (McpSession *self,
                           guint64     ticket)
{
  if (ticket == 0 || self->life->transport == NULL)
    return;

  mcp_http_session_forget_sending (self->life->http, ticket);
  mcp_transport_answered (self->life->transport, ticket);
}

/* A call has its answer. */
void
mcp_session_settle (McpSession *self,
                    McpCall    *call)
{
  McpLife *life = self->life;
  McpSending *sending = mcp_http_session_find_sending (self->life->http, mcp_call_get_ticket (call));

  if (sending != NULL && mcp_call_get_kind (call) == MCP_REQUEST_INITIALIZE)
    mcp_http_session_set_offered_id (life->http, g_steal_pointer (&sending->session_id));
  else if (sending != NULL)
    mcp_http_session_prove (life->http, sending);

  mcp_session_settle_ticket (self, mcp_call_get_ticket (call));
}
