/* mcp-http-thread.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "mcp-http-thread.h"
#include "mcp-proxy-resolver.h"

/*
 * How long an unused connection is kept, in seconds. Many servers (those on Node.js and uvicorn)
 * close theirs after five. A request that meets such a close cannot be told from one that was
 * lost, so ours is shorter.
 */
#define IDLE_TIMEOUT_SEC 4

/* How long something may be put off, so that it is done together with what follows. */
#define DEFER_MSEC 5

/* How long what was cancelled may take to say so. */
#define END_WAIT_USEC G_USEC_PER_SEC

struct _McpHttpThread
{
  GThread      *thread;         /* NULL before it is needed */
  GMainContext *context;
  guint         n_connections;

  /* The thread's own. */
  SoupSession  *sessions[MCP_HTTP_N_SESSIONS];  /* each (nullable) until it is needed */
  GQueue        deferred;       /* links of others */
  GFunc         deferred_func;
  GSource      *defer_timer;    /* (nullable) while there are any */
  guint         n_held;
  gint64        end_usec;       /* when it ends at the latest; 0 before it is to end */
};

/**
 * mcp_http_thread_new:
 * @n_connections: how many may be open at once
 *
 * Prepares a thread. It is started by the first mcp_http_thread_post().
 *
 * Returns: (transfer full): a thread
 */
McpHttpThread *
mcp_http_thread_new (guint n_connections)
{
  McpHttpThread *self = g_new0 (McpHttpThread, 1);

  self->context = g_main_context_new ();
  self->n_connections = n_connections;

  return self;
}

static gboolean
wake_cb (gpointer user_data)
{
  return G_SOURCE_CONTINUE;
}

static gboolean
end_cb (gpointer user_data)
{
  McpHttpThread *self = user_data;
  g_autoptr (GSource) timer = g_timeout_source_new (END_WAIT_USEC / 1000);

  self->end_usec = g_get_monotonic_time () + END_WAIT_USEC;
  g_source_set_callback (timer, wake_cb, NULL, NULL);
  g_source_attach (timer, self->context);

  return G_SOURCE_REMOVE;
}

static void
clear_timer (McpHttpThread *self)
{
  if (self->defer_timer == NULL)
    return;

  g_source_destroy (self->defer_timer);
  g_clear_pointer (&self->defer_timer, g_source_unref);
}

static gpointer
run (gpointer data)
{
  McpHttpThread *self = data;

  g_main_context_push_thread_default (self->context);
  while (self->end_usec == 0
         || (self->n_held > 0 && g_get_monotonic_time () < self->end_usec))
    g_main_context_iteration (self->context, TRUE);

  for (guint i = 0; i < MCP_HTTP_N_SESSIONS; i++)
    {
      if (self->sessions[i] != NULL)
        soup_session_abort (self->sessions[i]);
      g_clear_object (&self->sessions[i]);
    }
  while (g_main_context_iteration (self->context, FALSE))
    ;
  clear_timer (self);
  g_main_context_pop_thread_default (self->context);

  return NULL;
}

/**
 * mcp_http_thread_free:
 * @self: (transfer full): a thread
 *
 * Ends it. Everything that goes on in it must be cancelled by now: it waits until that has ended,
 * which it does at once.
 */
void
mcp_http_thread_free (McpHttpThread *self)
{
  if (self->thread != NULL)
    {
      mcp_http_thread_post (self, end_cb, self, NULL);
      g_thread_join (self->thread);
    }
  g_main_context_unref (self->context);
  g_free (self);
}

/**
 * mcp_http_thread_post:
 * @func: called in the thread
 * @data: for @func
 * @notify: (nullable): of @data; called in the thread as well
 *
 * Has something done in the thread, behind all that was posted before.
 */
void
mcp_http_thread_post (McpHttpThread  *self,
                      GSourceFunc     func,
                      gpointer        data,
                      GDestroyNotify  notify)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  if (self->thread == NULL)
    self->thread = g_thread_new ("http", run, self);

  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, func, data, notify);
  g_source_attach (source, self->context);
}

static gboolean
close_cb (gpointer user_data)
{
  McpHttpThread *self = user_data;

  for (guint i = 0; i < MCP_HTTP_N_SESSIONS; i++)
    if (self->sessions[i] != NULL)
      soup_session_abort (self->sessions[i]);

  return G_SOURCE_REMOVE;
}

/* Closes all connections, those that wait to be used again as well. No main loop is needed for it. */
void
mcp_http_thread_close_connections (McpHttpThread *self)
{
  if (self->thread != NULL)
    mcp_http_thread_post (self, close_cb, self, NULL);
}

/**
 * mcp_http_thread_new_session:
 * @self: a thread, of which only the settings are read
 *
 * Makes connections for the calling thread.
 *
 * Returns: (transfer full): whose they are
 */
SoupSession *
mcp_http_thread_new_session (McpHttpThread *self)
{
  /* No timeout: an event stream may be silent for days, and calls have timers of their own. */
  g_autoptr (GProxyResolver) resolver = mcp_proxy_resolver_new ();
  SoupSession *session =
    soup_session_new_with_options ("max-conns", (int) self->n_connections,
                                   "max-conns-per-host", (int) self->n_connections,
                                   "timeout", 0,
                                   "idle-timeout", IDLE_TIMEOUT_SEC,
                                   "user-agent", "Sounder/" PACKAGE_VERSION,
                                   "proxy-resolver", resolver,
                                   NULL);

  /* A refusal is shown, not answered from a store. */
  soup_session_remove_feature_by_type (session, SOUP_TYPE_AUTH_MANAGER);
  /* It does not tell when what came is not what its label says: McpUnzip does. */
  soup_session_remove_feature_by_type (session, SOUP_TYPE_CONTENT_DECODER);

  return session;
}

/**
 * mcp_http_thread_get_session:
 * @index: one of %MCP_HTTP_N_SESSIONS
 *
 * Gets connections to use.
 *
 * Returns: (transfer none): whose they are
 */
SoupSession *
mcp_http_thread_get_session (McpHttpThread *self,
                             guint          index)
{
  if (self->sessions[index] == NULL)
    self->sessions[index] = mcp_http_thread_new_session (self);

  return self->sessions[index];
}

static gboolean
defer_cb (gpointer user_data)
{
  mcp_http_thread_catch_up (user_data);

  return G_SOURCE_REMOVE;
}

/**
 * mcp_http_thread_defer:
 * @link: with the data for @func; in use until that is called
 * @func: the same for all
 *
 * Puts something off until mcp_http_thread_catch_up(), for a few milliseconds at most.
 */
void
mcp_http_thread_defer (McpHttpThread *self,
                       GList         *link,
                       GFunc          func)
{
  self->deferred_func = func;
  g_queue_push_tail_link (&self->deferred, link);
  if (self->defer_timer != NULL)
    return;

  self->defer_timer = g_timeout_source_new (DEFER_MSEC);
  g_source_set_callback (self->defer_timer, defer_cb, self, NULL);
  g_source_attach (self->defer_timer, self->context);
}

/* Does all that was put off, in that order. */
void
mcp_http_thread_catch_up (McpHttpThread *self)
{
  GList *link;

  clear_timer (self);
  while ((link = g_queue_pop_head_link (&self->deferred)) != NULL)
    self->deferred_func (link->data, self);
}

/* Keeps the thread from ending before mcp_http_thread_release(). */
void
mcp_http_thread_hold (McpHttpThread *self)
{
  self->n_held++;
}

void
mcp_http_thread_release (McpHttpThread *self)
{
  self->n_held--;
}
