/* mcp-session-life.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "mcp-session"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-error.h"
#include "mcp-session-private.h"

/*
 * How a life begins and ends.
 *
 *   opening → handshake → ready → ending → (gone)
 *
 * Every way out passes mcp_session_end_life(), which asks the transport to close, and then
 * mcp_session_life_closed(), which the transport's last word calls. What went wrong is decided
 * by whoever comes first; later reasons are its consequences.
 */

#define STILL_STARTING_SECONDS 3

enum {
  STEP_SPAWN,
  STEP_OUTPUT,
  STEP_HANDSHAKE,
};

McpConnectStep *
mcp_session_get_step (McpSession *self,
                      guint       i)
{
  g_autoptr (McpConnectStep) step = g_list_model_get_item (G_LIST_MODEL (self->steps), i);

  return step; /* the list holds it */
}

static void
make_steps (McpSession *self)
{
  const char *names[] = {
    N_("Start the program"),
    N_("First output"),
    N_("Handshake (initialize)"),
  };

  g_list_store_remove_all (self->steps);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (McpConnectStep) step = mcp_connect_step_new (_(names[i]));

      g_list_store_append (self->steps, step);
    }
}

static void
destroy_source (GSource **source)
{
  if (*source == NULL)
    return;

  g_source_destroy (*source);
  g_clear_pointer (source, g_source_unref);
}

static void
stop_timers (McpSession *self,
             McpLife    *life)
{
  destroy_source (&life->start_timer);
  destroy_source (&life->still_timer);

  if (self->still_starting != 0)
    {
      self->still_starting = 0;
      g_object_notify_by_pspec (G_OBJECT (self),
                                mcp_session_properties[MCP_SESSION_PROP_STILL_STARTING]);
    }
}

void
mcp_life_free (McpLife *life)
{
  destroy_source (&life->start_timer);
  destroy_source (&life->still_timer);
  g_clear_object (&life->transport);
  g_clear_object (&life->dialect);
  g_clear_object (&life->cancellable);
  g_clear_pointer (&life->pending, g_hash_table_unref);
  g_clear_pointer (&life->outgoing, g_hash_table_unref);
  g_clear_pointer (&life->given_up, g_hash_table_unref);
  g_clear_pointer (&life->raw_ids, g_hash_table_unref);
  g_clear_pointer (&life->inbound, g_hash_table_unref);
  g_clear_pointer (&life->subscriptions, g_hash_table_unref);
  g_clear_error (&life->end_error);
  g_clear_pointer (&life->end_remedy, g_free);
  g_clear_pointer (&life->close_tasks, g_ptr_array_unref);
  g_free (life);
}

static McpLife *
life_new (McpSession   *self,
          McpTransport *transport)
{
  McpLife *life = g_new0 (McpLife, 1);

  life->number = self->n_lives;
  life->transport = transport;
  life->dialect = mcp_legacy_dialect_new ();
  life->cancellable = g_cancellable_new ();
  life->close_tasks = g_ptr_array_new_with_free_func (g_object_unref);
  life->started_usec = g_get_monotonic_time ();
  life->pending = g_hash_table_new_full (mcp_id_hash, mcp_id_equal,
                                         (GDestroyNotify) mcp_id_unref, g_object_unref);
  life->outgoing = g_hash_table_new_full (NULL, NULL, (GDestroyNotify) g_bytes_unref,
                                          (GDestroyNotify) mcp_outgoing_free);
  life->given_up = g_hash_table_new_full (mcp_id_hash, mcp_id_equal,
                                          (GDestroyNotify) mcp_id_unref, g_free);
  life->raw_ids = g_hash_table_new_full (mcp_id_hash, mcp_id_equal,
                                         (GDestroyNotify) mcp_id_unref, NULL);
  life->inbound = g_hash_table_new_full (mcp_id_hash, mcp_id_equal,
                                         (GDestroyNotify) mcp_id_unref, g_object_unref);
  life->subscriptions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  return life;
}

/* Starting takes too long: seeds of the two limits are the first byte and the start. */
static gboolean
start_timeout_cb (gpointer user_data)
{
  McpSession *self = user_data;
  McpLife *life = self->life;
  guint msec;

  if (life->first_byte_usec == 0)
    {
      msec = mcp_profile_get_timeout_msec (self->profile, MCP_TIMEOUT_START);
      mcp_session_end_life (self,
                            g_error_new (MCP_ERROR, MCP_ERROR_TIMED_OUT,
                                         _("“%s” said nothing for %.4g s"),
                                         mcp_profile_get_name (self->profile), msec / 1000.0),
                            _("Run the command in a terminal: does it wait for something, such as a "
                              "download or a password? The start timeout can be raised in the "
                              "server’s settings."));
    }
  else
    {
      gint64 waited_usec = g_get_monotonic_time () - life->started_usec;

      mcp_session_end_life (self,
                            g_error_new (MCP_ERROR, MCP_ERROR_TIMED_OUT,
                                         _("“%s” did not answer initialize (%.3g s after its start)"),
                                         mcp_profile_get_name (self->profile), waited_usec / 1e6),
                            _("Is this an MCP server, started in its stdio mode? What it printed is "
                              "in the Console."));
    }

  return G_SOURCE_REMOVE;
}

static gboolean
still_starting_cb (gpointer user_data)
{
  McpSession *self = user_data;

  self->still_starting = (g_get_monotonic_time () - self->life->started_usec) / G_USEC_PER_SEC;
  if (self->still_starting >= STILL_STARTING_SECONDS)
    g_object_notify_by_pspec (G_OBJECT (self),
                              mcp_session_properties[MCP_SESSION_PROP_STILL_STARTING]);

  return G_SOURCE_CONTINUE;
}

static GSource *
attach_timer (McpSession  *self,
              guint        interval_msec,
              GSourceFunc  func)
{
  GSource *source = g_timeout_source_new (interval_msec);

  g_source_set_callback (source, func, self, NULL);
  g_source_attach (source, g_main_context_get_thread_default ());

  return source;
}

/*
 * The server showed a sign of life while it starts. From its first byte it has the initialize
 * timeout to answer; a server that goes on talking on stderr (a download, a compiler) gets that
 * time anew with each line, up to the start timeout.
 */
void
mcp_session_saw_output (McpSession *self,
                        gint64      time_usec)
{
  McpLife *life = self->life;
  gint64 ready_usec;

  if (life == NULL || life->state > LIFE_HANDSHAKE)
    return;

  if (life->first_byte_usec == 0)
    {
      g_autofree char *detail = NULL;

      life->first_byte_usec = time_usec;
      self->spawn_usec = time_usec - life->started_usec;
      detail = g_strdup_printf (_("after %.0f ms"), self->spawn_usec / 1000.0);
      mcp_connect_step_end (mcp_session_get_step (self, STEP_OUTPUT), TRUE, detail);
    }

  if (life->start_timer == NULL)
    return;

  ready_usec = time_usec
               + 1000 * (gint64) mcp_profile_get_timeout_msec (self->profile, MCP_TIMEOUT_INITIALIZE);
  g_source_set_ready_time (life->start_timer, MIN (ready_usec, life->start_deadline_usec));
}

static void open_cancelled_cb (GCancellable *cancellable,
                               gpointer      user_data);

/* Gives the open task its answer, once. */
static void
return_open (McpSession   *self,
             const GError *error)
{
  g_autoptr (GTask) task = g_steal_pointer (&self->open_task);

  if (task == NULL)
    return;

  /* The caller may cancel other things with it later; connecting is over. */
  if (g_task_get_cancellable (task) != NULL)
    g_signal_handlers_disconnect_by_func (g_task_get_cancellable (task), open_cancelled_cb, self);

  if (error != NULL)
    g_task_return_error (task, g_error_copy (error));
  else
    g_task_return_boolean (task, TRUE);
}

static void
refresh_catalogs (McpSession *self)
{
  const char *capabilities[MCP_N_CATALOGS] = { "tools", "resources", "resources", "prompts" };

  for (guint i = 0; i < MCP_N_CATALOGS; i++)
    {
      gboolean declared = mcp_session_has_capability (self, capabilities[i]);

      mcp_catalog_reset (self->catalogs[i],
                         declared ? MCP_CATALOG_EMPTY : MCP_CATALOG_UNSUPPORTED);
      if (declared && self->auto_list)
        mcp_catalog_refresh_async (self->catalogs[i], NULL, NULL, NULL);
    }
}

static void
handshake_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (McpSession) self = user_data;
  McpDialect *dialect = MCP_DIALECT (source);
  McpLife *life = self->life;
  g_autoptr (GError) error = NULL;
  gboolean done = MCP_DIALECT_GET_CLASS (dialect)->open_finish (dialect, result, &error);

  if (life == NULL || life->dialect != dialect || life->state != LIFE_HANDSHAKE)
    return; /* that life is over */

  if (!done)
    {
      const char *remedy = NULL;

      if (g_error_matches (error, MCP_ERROR, MCP_ERROR_VERSION))
        remedy = _("Offer another revision in the server’s settings, or update the server.");
      else if (g_error_matches (error, MCP_ERROR, MCP_ERROR_SERVER))
        remedy = _("The server refused to start a session: its message and data are in the "
                   "Timeline.");

      mcp_connect_step_end (mcp_session_get_step (self, STEP_HANDSHAKE), FALSE, error->message);
      mcp_session_end_life (self, g_steal_pointer (&error), remedy);
      return;
    }

  stop_timers (self, life);
  life->state = LIFE_READY;
  life->ready_usec = g_get_monotonic_time ();
  mcp_connect_step_end (mcp_session_get_step (self, STEP_HANDSHAKE), TRUE,
                        mcp_version_to_string (self->version));
  mcp_session_set_state (self, MCP_SESSION_READY);
  refresh_catalogs (self);
  mcp_health_session_ready (self->health);
  return_open (self, NULL);
}

static void
transport_open_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  g_autoptr (McpSession) self = user_data;
  McpTransport *transport = MCP_TRANSPORT (source);
  McpLife *life = self->life;
  g_autoptr (GError) error = NULL;
  gboolean opened = mcp_transport_open_finish (transport, result, &error);

  if (life == NULL || life->transport != transport || life->state != LIFE_OPENING)
    return;

  mcp_connect_step_end (mcp_session_get_step (self, STEP_SPAWN), opened,
                        opened ? NULL : error->message);

  if (!opened)
    {
      mcp_session_note (self, "failed", "%s", error->message);
      mcp_session_end_life (self, g_steal_pointer (&error),
                            _("Check the command and the working directory. Programs are looked "
                              "up in the PATH shown in the server’s settings."));
      return;
    }

  life->state = LIFE_HANDSHAKE;
  mcp_connect_step_start (mcp_session_get_step (self, STEP_OUTPUT));
  mcp_connect_step_start (mcp_session_get_step (self, STEP_HANDSHAKE));
  MCP_DIALECT_GET_CLASS (life->dialect)->open_async (life->dialect, self, life->cancellable,
                                                     handshake_cb, g_object_ref (self));
}

/* What the last life left is the past: its answers move to "previous". */
static void
begin_life (McpSession   *self,
            McpTransport *transport)
{
  guint start_msec = mcp_profile_get_timeout_msec (self->profile, MCP_TIMEOUT_START);

  self->n_lives++;
  g_clear_error (&self->error);
  g_clear_pointer (&self->remedy, g_free);
  g_clear_pointer (&self->client_capabilities, g_free);
  g_queue_clear_full (&self->stderr_tail, g_free);
  self->has_exit = FALSE;
  self->handshake_usec = -1;
  self->spawn_usec = -1;

  if (self->server_json != NULL)
    {
      g_clear_pointer (&self->previous_server_json, g_bytes_unref);
      self->previous_server_json = g_bytes_ref (self->server_json);
      mcp_session_set_server_json (self, NULL);
    }

  for (guint i = 0; i < MCP_N_CATALOGS; i++)
    mcp_catalog_reset (self->catalogs[i], MCP_CATALOG_EMPTY);

  self->life = life_new (self, transport);
  self->life->start_deadline_usec = self->life->started_usec + 1000 * (gint64) start_msec;
  self->life->start_timer = attach_timer (self, start_msec, start_timeout_cb);
  self->life->still_timer = attach_timer (self, 1000, still_starting_cb);

  make_steps (self);
  mcp_connect_step_start (mcp_session_get_step (self, STEP_SPAWN));
  mcp_session_set_version (self, MCP_VERSION_UNKNOWN, NULL, NULL);
  mcp_session_note (self, "life", _("connection %u"), self->n_lives);
}

static void
open_cancelled_cb (GCancellable *cancellable,
                   gpointer      user_data)
{
  McpSession *self = user_data;

  mcp_session_end_life (self,
                        g_error_new_literal (MCP_ERROR, MCP_ERROR_CANCELLED,
                                             _("connecting was cancelled")),
                        NULL);
}

/**
 * mcp_session_open_async:
 * @self: a session that is idle or closed
 * @cancellable: (nullable): to give up
 * @callback: called when it is ready, or has failed and is closed again
 * @user_data: data for @callback
 *
 * Begins a life: starts the server and does the handshake (basic/lifecycle). The journal goes on
 * with a mark.
 */
void
mcp_session_open_async (McpSession          *self,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;
  g_autoptr (GError) error = NULL;
  McpTransport *transport;

  g_return_if_fail (MCP_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_session_open_async);
  g_task_set_check_cancellable (task, FALSE);

  if (self->life != NULL)
    {
      g_task_return_new_error (task, MCP_ERROR, MCP_ERROR_USAGE, _("“%s” is connected already"),
                               mcp_profile_get_name (self->profile));
      return;
    }

  transport = mcp_connector_make_transport (self->profile, &error);
  if (transport == NULL)
    {
      g_clear_error (&self->error);
      self->error = g_error_copy (error);
      g_task_return_error (task, g_steal_pointer (&error));
      mcp_session_set_state (self, MCP_SESSION_CLOSED);
      return;
    }

  self->open_task = g_steal_pointer (&task);
  begin_life (self, transport);
  mcp_session_set_state (self, MCP_SESSION_STARTING);

  if (cancellable != NULL)
    g_signal_connect_object (cancellable, "cancelled", G_CALLBACK (open_cancelled_cb), self, 0);

  mcp_transport_set_sink (transport, MCP_TRANSPORT_SINK (self));
  mcp_transport_open_async (transport, self->life->cancellable, transport_open_cb,
                            g_object_ref (self));
}

gboolean
mcp_session_open_finish (McpSession    *self,
                         GAsyncResult  *result,
                         GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
transport_close_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (McpSession) self = user_data;

  mcp_transport_close_finish (MCP_TRANSPORT (source), result, NULL);

  /* The sink's ::closed has come before, but for a transport that never opened. */
  if (self->life != NULL && self->life->transport == MCP_TRANSPORT (source))
    mcp_session_life_closed (self, NULL);
}

/* Ends the life that is there. The first reason given counts. */
static void
end_life (McpSession   *self,
          GError       *error,
          const char   *remedy,
          GCancellable *cancellable)
{
  McpLife *life = self->life;

  if (life == NULL || life->state == LIFE_ENDING)
    {
      g_clear_error (&error);
      return;
    }

  life->state = LIFE_ENDING;
  life->end_error = error;
  life->end_remedy = g_strdup (remedy);
  stop_timers (self, life);
  g_cancellable_cancel (life->cancellable);
  mcp_session_cancel_inbound (self);
  mcp_health_session_ended (self->health, error != NULL ? error->message : NULL);

  for (guint i = STEP_SPAWN; i <= STEP_HANDSHAKE && error != NULL; i++)
    mcp_connect_step_end (mcp_session_get_step (self, i), FALSE, error->message);

  mcp_session_set_state (self, MCP_SESSION_CLOSING);
  mcp_session_fail_calls (self, life, error);
  mcp_transport_close_async (life->transport, cancellable, transport_close_cb,
                             g_object_ref (self));
}

void
mcp_session_end_life (McpSession *self,
                      GError     *error,
                      const char *remedy)
{
  end_life (self, error, remedy, NULL);
}

/* The process ended by itself: say how, and what may help. */
static char *
remedy_for_death (McpSession *self)
{
  if (self->stderr_tail.length > 0)
    return g_strdup (_("Its last words are in the Console; run the command in a terminal to see "
                       "it fail there too."));

  return g_strdup (_("It printed no reason. Run the command in a terminal to see what happens."));
}

/* The transport's last word: the life is over. */
void
mcp_session_life_closed (McpSession   *self,
                         const GError *error)
{
  McpLife *life = self->life;
  g_autoptr (GPtrArray) close_tasks = NULL;
  g_autoptr (McpSession) alive = g_object_ref (self);

  if (life == NULL)
    return;

  if (life->state != LIFE_ENDING)
    {
      /* It ended by itself. */
      stop_timers (self, life);
      life->state = LIFE_ENDING;
      life->end_error = error != NULL
                          ? g_error_copy (error)
                          : g_error_new (MCP_ERROR, MCP_ERROR_DIED, _("“%s” closed the connection"),
                                         mcp_profile_get_name (self->profile));
      life->end_remedy = remedy_for_death (self);
      g_cancellable_cancel (life->cancellable);
      mcp_session_cancel_inbound (self);
      for (guint i = STEP_SPAWN; i <= STEP_HANDSHAKE; i++)
        mcp_connect_step_end (mcp_session_get_step (self, i), FALSE, life->end_error->message);
      mcp_health_session_ended (self->health, life->end_error->message);
      mcp_session_fail_calls (self, life, life->end_error);
    }

  mcp_journal_lose_pending (self->journal, life->number);
  mcp_transport_set_sink (life->transport, NULL);
  self->life = NULL;

  self->error = g_steal_pointer (&life->end_error);
  self->remedy = g_steal_pointer (&life->end_remedy);
  close_tasks = g_steal_pointer (&life->close_tasks);
  mcp_life_free (life);

  mcp_session_set_state (self, MCP_SESSION_CLOSED);

  if (self->error != NULL)
    {
      return_open (self, self->error);
    }
  else
    {
      g_autoptr (GError) closed = g_error_new_literal (MCP_ERROR, MCP_ERROR_CLOSED,
                                                       _("the connection was closed"));

      return_open (self, closed);
    }

  for (guint i = 0; i < close_tasks->len; i++)
    g_task_return_boolean (g_ptr_array_index (close_tasks, i), TRUE);
}

/**
 * mcp_session_close_async:
 * @self: a session
 * @cancellable: (nullable): cancelled, the server is killed at once
 * @callback: called when no process is left
 * @user_data: data for @callback
 *
 * Ends the life in the order of the specification (basic/lifecycle, shutdown): closes the
 * server's stdin, waits, sends SIGTERM, waits, sends SIGKILL. Calls that wait fail with
 * %MCP_ERROR_CLOSED. Closing a closed session succeeds.
 */
void
mcp_session_close_async (McpSession          *self,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             user_data)
{
  g_autoptr (GTask) task = NULL;

  g_return_if_fail (MCP_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_session_close_async);
  g_task_set_check_cancellable (task, FALSE);

  if (self->life == NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }

  g_ptr_array_add (self->life->close_tasks, g_steal_pointer (&task));
  end_life (self, NULL, NULL, cancellable);
}

gboolean
mcp_session_close_finish (McpSession    *self,
                          GAsyncResult  *result,
                          GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static void
reopened_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (mcp_session_open_finish (MCP_SESSION (source), result, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
closed_for_restart_cb (GObject      *source,
                       GAsyncResult *result,
                       gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  GError *error = NULL;

  if (!mcp_session_close_finish (MCP_SESSION (source), result, &error))
    {
      g_task_return_error (task, error);
      return;
    }

  mcp_session_open_async (MCP_SESSION (source), g_task_get_cancellable (task), reopened_cb,
                          g_object_ref (task));
}

/**
 * mcp_session_restart_async:
 * @self: a session
 * @cancellable: (nullable): to give up
 * @callback: called when the new life is ready, or failed
 * @user_data: data for @callback
 *
 * Closes the session and opens it again, with the profile as it is now.
 */
void
mcp_session_restart_async (McpSession          *self,
                           GCancellable        *cancellable,
                           GAsyncReadyCallback  callback,
                           gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (MCP_IS_SESSION (self));

  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, mcp_session_restart_async);
  mcp_session_close_async (self, NULL, closed_for_restart_cb, task);
}

gboolean
mcp_session_restart_finish (McpSession    *self,
                            GAsyncResult  *result,
                            GError       **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

/**
 * mcp_session_kill:
 * @self: a session
 *
 * Kills the server's process group at once. For an application that is dying itself.
 */
void
mcp_session_kill (McpSession *self)
{
  g_return_if_fail (MCP_IS_SESSION (self));

  if (self->life != NULL)
    mcp_transport_kill (self->life->transport);
}
