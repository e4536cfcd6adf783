/* mcp-session-bounds.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <inttypes.h>

#include <glib/gi18n-lib.h>

#include "mcp-session-private.h"

/*
 * What a server can make us keep by asking. Questions that wait for a person are counted, and one too
 * many is refused. Answers that wait to be sent are counted as well: a server that asks and does not
 * take the answers is not read any further.
 */

static gboolean
is_answer (const McpOutgoing *outgoing)
{
  return outgoing->message == NULL
         && (outgoing->kind == MCP_RECORD_RESULT || outgoing->kind == MCP_RECORD_ERROR
             || outgoing->kind == MCP_RECORD_BATCH);
}

/* Reads on when half of the answers have left. */
static void
resume_when_few (McpSession *self)
{
  McpLife *life = self->life;
  g_autoptr (GArray) held = NULL;

  if (!mcp_inbound_release (life->inbound))
    return;

  held = mcp_http_session_release_held (life->http);
  for (guint i = 0; i < held->len; i++)
    mcp_session_resume_exchange (self, g_array_index (held, guint, i));
}

/* Keeps what is given to the transport, by the address of its bytes. Says whether it is an answer. */
gboolean
mcp_session_add_outgoing (McpSession  *self,
                          McpOutgoing *outgoing,
                          GBytes      *bytes)
{
  McpLife *life = self->life;

  outgoing->bytes = g_bytes_ref (bytes);
  outgoing->link.data = outgoing;
  g_queue_push_tail_link (&life->outgoing, &outgoing->link);
  if (!is_answer (outgoing))
    return FALSE;

  mcp_inbound_add_answer (life->inbound, g_bytes_get_size (bytes));

  return TRUE;
}

/* It was sent, or never will be. */
void
mcp_session_remove_outgoing (McpSession *self,
                             GBytes     *bytes)
{
  McpLife *life = self->life;
  McpOutgoing *outgoing = mcp_session_find_outgoing (self, bytes);

  if (outgoing == NULL)
    return;

  if (is_answer (outgoing))
    mcp_inbound_remove_answer (life->inbound, g_bytes_get_size (bytes));
  g_queue_unlink (&life->outgoing, &outgoing->link);
  mcp_outgoing_free (outgoing);

  resume_when_few (self);
}

/* There is another transport to begin with. */
void
mcp_session_clear_outgoing (McpSession *self)
{
  while (!g_queue_is_empty (&self->life->outgoing))
    mcp_session_remove_outgoing (self, ((McpOutgoing *) g_queue_peek_head (&self->life->outgoing))->bytes);
}

/* Behind a frame that asked for something: stops what brought it while the answers wait. */
void
mcp_session_bound_answers (McpSession *self,
                           guint       number,
                           guint       serial)
{
  McpLife *life = self->life;
  McpExchange *exchange;

  if (!mcp_inbound_is_full (life->inbound))
    return;

  exchange = mcp_http_session_ensure_exchange (life->http, number);
  if (exchange->held)
    return;

  exchange->held = TRUE;
  mcp_inbound_hold (life->inbound);
  mcp_transport_pause (life->transport, number);
  mcp_reporter_report (self->reporter, serial, "rpc.untaken-answers",
                       _("The server does not take the answers to its requests: %u wait, %" PRIu64
                         " bytes. Nothing more is read until it does"),
                       mcp_inbound_get_n_answers (life->inbound),
                       mcp_inbound_get_answer_bytes (life->inbound));
}

/* Lets frames of an exchange come again, unless they are held for another reason. */
void
mcp_session_resume_exchange (McpSession *self,
                             guint       number)
{
  McpExchange *exchange = mcp_http_session_find_exchange (self->life->http, number);

  if ((exchange == NULL || !exchange->held) && !mcp_session_is_memory_held (self, number))
    mcp_transport_resume (self->life->transport, number);
}

/*
 * Counts a request of the server's until mcp_session_end_inbound(). No more questions, which wait for a
 * person, are kept than the profile allows, together no longer than one message may be: one too many
 * is refused, with the text for the server that is returned.
 */
char *
mcp_session_begin_inbound (McpSession   *self,
                           gboolean      is_question,
                           McpMessage   *request,
                           guint         serial)
{
  McpInbound *inbound = self->life->inbound;
  const McpProfileSettings *settings = mcp_profile_get_settings (self->profile);
  gsize length = g_bytes_get_size (mcp_message_get_bytes (request));

  if (!is_question)
    {
      mcp_inbound_add_answer (inbound, length);
      return NULL;
    }

  if (mcp_inbound_add_question (inbound, length, settings->max_server_requests,
                                settings->max_message_bytes))
    return NULL;

  mcp_reporter_report (self->reporter, serial, "rpc.too-many-requests",
                       _("The server asked while %u of its requests, %" PRIu64 " bytes, waited for an "
                         "answer: refused. The limit is the setting “maxServerRequests”, now %u"),
                       mcp_inbound_get_n_questions (inbound), mcp_inbound_get_question_bytes (inbound),
                       settings->max_server_requests);

  /* The text goes over the wire to the server: it is not translated. */
  return g_strdup_printf ("Too many requests at once: %u wait for an answer",
                          mcp_inbound_get_n_questions (inbound));
}

/* It was answered, or taken back. */
void
mcp_session_end_inbound (McpSession *self,
                         gboolean    is_question,
                         gsize       length)
{
  McpInbound *inbound = self->life->inbound;

  if (is_question)
    {
      mcp_inbound_remove_question (inbound, length);
    }
  else
    {
      mcp_inbound_remove_answer (inbound, length);
      resume_when_few (self);
    }
}

/* The life is over. */
void
mcp_session_cancel_inbound (McpSession *self)
{
  mcp_inbound_cancel_all (self->life->inbound);
  mcp_own_tasks_drop_all (self->own_tasks);
  mcp_questions_withdraw_all (self->questions);
}
