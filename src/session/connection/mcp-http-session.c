/* mcp-http-session.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-http-session.h"
#include "mcp-source.h"

/*
 * McpHttpSession:
 *
 * What is known of the HTTP exchanges of one connection: which message each carries, and of which
 * HTTP session it is (basic/transports, Session Management). Sessions are counted, because one
 * may take the place of another that the server forgot while exchanges of that one go on.
 *
 * It sends nothing and fails nobody: mcp-session-exchange.c and mcp-session-renew.c do.
 */

struct _McpHttpSession
{
  GHashTable *exchanges;   /* McpExchange by the transport's number */
  GHashTable *sendings;    /* McpSending by ticket */
  guint       frame;       /* the exchange of the frame that is being looked at; 0 for none */

  char       *id;          /* (nullable): the one in use */
  char       *offered_id;  /* (nullable): of the answer to initialize */
  guint       generation;  /* counts sessions */
  gboolean    has_head;    /* there was one */
  gboolean    listened;    /* the GET stream was open once in this session */

  guint64     awaited;     /* ticket of `initialized`, while somebody waits for its acceptance */
  GTask      *acceptance;  /* (nullable): who waits */
  GSource    *acceptance_timer; /* (nullable): its limit */

  GSource    *renewal;     /* (nullable): its limit, while a new session is being made */
  gboolean    proved;      /* something was answered in the present one */
  gboolean    is_vain;     /* a new one did not help against 401 */
  char       *cookie;      /* (nullable): that came with the present one */
  char       *log_level;   /* (nullable): the last one that was agreed to */
};

static void
exchange_free (gpointer data)
{
  McpExchange *exchange = data;

  g_free (exchange->content_type);
  g_free (exchange);
}

static void
sending_free (gpointer data)
{
  McpSending *sending = data;

  g_free (sending->method);
  g_free (sending->session_id);
  g_free (sending->said);
  g_free (sending->token);
  g_clear_object (&sending->call);
  g_free (sending);
}

McpHttpSession *
mcp_http_session_new (void)
{
  McpHttpSession *self = g_new0 (McpHttpSession, 1);

  self->exchanges = g_hash_table_new_full (NULL, NULL, NULL, exchange_free);
  self->sendings = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, sending_free);

  return self;
}

void
mcp_http_session_free (McpHttpSession *self)
{
  g_autoptr (GTask) acceptance = mcp_http_session_take_acceptance (self);

  mcp_http_session_end_renewal (self);
  g_hash_table_unref (self->exchanges);
  g_hash_table_unref (self->sendings);
  g_free (self->id);
  g_free (self->offered_id);
  g_free (self->cookie);
  g_free (self->log_level);
  g_free (self);
}

void
mcp_http_session_clear (McpHttpSession *self)
{
  g_hash_table_remove_all (self->exchanges);
  g_hash_table_remove_all (self->sendings);
}

void
mcp_http_session_await_acceptance (McpHttpSession *self,
                                   guint64         ticket,
                                   GTask          *task,
                                   GSource        *timer)
{
  g_autoptr (GTask) before = mcp_http_session_take_acceptance (self);

  self->awaited = ticket;
  self->acceptance = task;
  self->acceptance_timer = timer;
}

gboolean
mcp_http_session_awaits (McpHttpSession *self,
                         guint64         ticket)
{
  return self->acceptance != NULL && ticket != 0 && ticket == self->awaited;
}

GTask *
mcp_http_session_take_acceptance (McpHttpSession *self)
{
  mcp_source_clear (&self->acceptance_timer);

  return g_steal_pointer (&self->acceptance);
}

McpExchange *
mcp_http_session_find_exchange (McpHttpSession *self,
                                guint           number)
{
  return g_hash_table_lookup (self->exchanges, GUINT_TO_POINTER (number));
}

/* What is known of an exchange; of one that was not announced, nothing. */
McpExchange *
mcp_http_session_ensure_exchange (McpHttpSession *self,
                                  guint           number)
{
  McpExchange *exchange = mcp_http_session_find_exchange (self, number);

  if (exchange == NULL)
    {
      exchange = g_new0 (McpExchange, 1);
      g_hash_table_insert (self->exchanges, GUINT_TO_POINTER (number), exchange);
    }

  return exchange;
}

void
mcp_http_session_end_exchange (McpHttpSession *self,
                               guint           number)
{
  g_hash_table_remove (self->exchanges, GUINT_TO_POINTER (number));
}

/* Those that are held no more, to be read again. */
GArray *
mcp_http_session_release_held (McpHttpSession *self)
{
  GArray *numbers = g_array_new (FALSE, FALSE, sizeof (guint));
  GHashTableIter iter;
  gpointer number;
  gpointer value;

  g_hash_table_iter_init (&iter, self->exchanges);
  while (g_hash_table_iter_next (&iter, &number, &value))
    {
      McpExchange *exchange = value;
      guint released = GPOINTER_TO_UINT (number);

      if (exchange->held)
        g_array_append_val (numbers, released);
      exchange->held = FALSE;
    }

  return numbers;
}

void
mcp_http_session_set_frame (McpHttpSession *self,
                            guint           number)
{
  self->frame = number;
}

guint
mcp_http_session_get_frame (McpHttpSession *self)
{
  return self->frame;
}

McpExchange *
mcp_http_session_get_frame_exchange (McpHttpSession *self)
{
  return self->frame != 0 ? mcp_http_session_find_exchange (self, self->frame) : NULL;
}

McpSending *
mcp_http_session_find_sending (McpHttpSession *self,
                               guint64         ticket)
{
  gint64 key = (gint64) ticket;

  return ticket != 0 ? g_hash_table_lookup (self->sendings, &key) : NULL;
}

McpSending *
mcp_http_session_find_sending_of (McpHttpSession    *self,
                                  const McpExchange *exchange)
{
  return exchange != NULL ? mcp_http_session_find_sending (self, exchange->ticket) : NULL;
}

McpSending *
mcp_http_session_add_sending (McpHttpSession *self,
                              guint64         ticket,
                              const char     *session_id)
{
  McpSending *sending = g_new0 (McpSending, 1);
  gint64 key = (gint64) ticket;

  sending->generation = mcp_http_session_get_generation (self, session_id);
  sending->has_session = session_id != NULL;
  sending->retry_after_msec = -1;
  g_hash_table_insert (self->sendings, g_memdup2 (&key, sizeof key), sending);

  return sending;
}

void
mcp_http_session_forget_sending (McpHttpSession *self,
                                 guint64         ticket)
{
  gint64 key = (gint64) ticket;

  g_hash_table_remove (self->sendings, &key);
}

/* Whether an exchange sends what nothing answers: a notification, or an answer of ours. */
gboolean
mcp_http_session_needs_no_answer (McpHttpSession    *self,
                                  const McpExchange *exchange)
{
  McpSending *sending = mcp_http_session_find_sending_of (self, exchange);

  return sending != NULL && sending->serial != 0 && sending->kind != MCP_RECORD_REQUEST;
}

const char *
mcp_http_session_get_id (McpHttpSession *self)
{
  return self->id;
}

void
mcp_http_session_set_id (McpHttpSession *self,
                         const char     *id)
{
  g_free (self->id);
  self->id = g_strdup (id);
}

void
mcp_http_session_set_offered_id (McpHttpSession *self,
                                 char           *id)
{
  g_free (self->offered_id);
  self->offered_id = id;
}

char *
mcp_http_session_take_offered_id (McpHttpSession *self)
{
  return g_steal_pointer (&self->offered_id);
}

/*
 * Which session a request is of. It has the headers of when it was sent, and by now another
 * session may be under way in the place of that one.
 */
guint
mcp_http_session_get_generation (McpHttpSession *self,
                                 const char     *id)
{
  gboolean is_old = id != NULL && self->generation > 0 && g_strcmp0 (id, self->id) != 0;

  return is_old ? self->generation - 1 : self->generation;
}

gboolean
mcp_http_session_is_present (McpHttpSession *self,
                             guint           generation)
{
  return generation == self->generation;
}

void
mcp_http_session_set_listened (McpHttpSession *self)
{
  self->listened = TRUE;
}

/* Whether the server refuses a GET stream that it accepted before, in the present session. */
gboolean
mcp_http_session_lost_listener (McpHttpSession    *self,
                                const McpExchange *exchange)
{
  return exchange->purpose == MCP_EXCHANGE_LISTEN && self->listened
         && mcp_http_session_is_present (self, exchange->generation);
}

gboolean
mcp_http_session_first_head (McpHttpSession *self)
{
  gboolean is_first = !self->has_head;

  self->has_head = TRUE;

  return is_first;
}

/* Whether a message was refused because the server does not know its session. */
gboolean
mcp_http_session_lost (const McpSending *sending,
                       guint             status)
{
  return sending != NULL && sending->has_session && (status == 404 || sending->blames_session);
}

void
mcp_http_session_prove (McpHttpSession   *self,
                        const McpSending *sending)
{
  if (mcp_http_session_is_present (self, sending->generation) && !sending->blames_session)
    self->proved = TRUE;
}

/* A server that forgets each session at once would be asked for ever. */
gboolean
mcp_http_session_may_renew (McpHttpSession *self)
{
  return self->id != NULL && (self->generation == 0 || self->proved);
}

/* Whether a message that was refused for its session is sent again, or waits for a new one. */
gboolean
mcp_http_session_may_renew_for (McpHttpSession   *self,
                                const McpSending *sending)
{
  return sending->has_session
         && (mcp_http_session_is_renewing (self) || !mcp_http_session_is_present (self, sending->generation)
             || mcp_http_session_may_renew (self));
}

void
mcp_http_session_set_vain (McpHttpSession *self)
{
  self->is_vain = TRUE;
}

gboolean
mcp_http_session_is_vain (McpHttpSession *self)
{
  return self->is_vain;
}

void
mcp_http_session_take_cookie (McpHttpSession *self,
                              char           *name)
{
  g_free (self->cookie);
  self->cookie = name;
}

const char *
mcp_http_session_get_cookie (McpHttpSession *self)
{
  return self->cookie;
}

gboolean
mcp_http_session_is_renewing (McpHttpSession *self)
{
  return self->renewal != NULL;
}

void
mcp_http_session_begin_renewal (McpHttpSession *self,
                                GSource        *timer)
{
  g_clear_pointer (&self->id, g_free);
  self->renewal = timer;
  self->proved = FALSE;
  self->listened = FALSE;
  self->generation++;
}

void
mcp_http_session_end_renewal (McpHttpSession *self)
{
  mcp_source_clear (&self->renewal);
}

void
mcp_http_session_set_log_level (McpHttpSession *self,
                                char           *level)
{
  g_free (self->log_level);
  self->log_level = level;
}

const char *
mcp_http_session_get_log_level (McpHttpSession *self)
{
  return self->log_level;
}
