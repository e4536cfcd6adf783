/* mcp-session.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-session-private.h"
#include "mcp-source.h"

/**
 * McpSession:
 *
 * One server and all that happens with it, from its first connect until its row is removed.
 *
 * Each connect is a life. The transport, the dialect and the table of calls that wait belong to
 * the life; the journal, the health samples and the findings belong to the session and go on.
 * Ids go on too, so that an answer can never be taken for that of another life.
 *
 *     idle → starting → ready → closing → closed → starting …
 *                                       → waiting → starting …
 *
 * A life that fails while starting goes through closing like any other: the program is ended by
 * the same ladder. Whatever the server sends, the session stays usable.
 */

static void
transport_sink_iface_init (McpTransportSinkInterface *iface)
{
  mcp_session_sink_iface_init (iface);
}

G_DEFINE_FINAL_TYPE_WITH_CODE (McpSession, mcp_session, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (MCP_TYPE_TRANSPORT_SINK,
                                                      transport_sink_iface_init))

/* The server is told when the user edits the roots, if it was promised (client/roots). */
static void
roots_changed_cb (McpSession *self)
{
  if (self->state == MCP_SESSION_READY && mcp_session_has_feature (self, MCP_FEATURE_ROOTS_LIST_CHANGED)
      && mcp_profile_get_settings (self->profile)->advertise_roots)
    mcp_session_notify (self, "notifications/roots/list_changed", NULL);
}

static void
mcp_session_dispose (GObject *object)
{
  McpSession *self = MCP_SESSION (object);

  mcp_retry_stop_waiting (self->retry);
  g_clear_pointer (&self->program, mcp_program_restarts_free);
  mcp_session_auth_free (self);
  mcp_watchers_detach (self->watchers);
  if (self->life != NULL)
    {
      if (self->life->transport != NULL)
        {
          mcp_transport_set_sink (self->life->transport, NULL);
          mcp_transport_kill (self->life->transport);
        }
      mcp_session_http_end (self);
      mcp_session_end_subscriptions (self);
      mcp_session_cancel_inbound (self);
      mcp_session_drop_calls (self, self->life);
      g_clear_pointer (&self->life, mcp_life_free);
    }

  mcp_watchers_remove_all (self->watchers);
  if (self->parts != NULL)
    self->free_parts (g_steal_pointer (&self->parts));

  G_OBJECT_CLASS (mcp_session_parent_class)->dispose (object);
}

static void
mcp_session_finalize (GObject *object)
{
  McpSession *self = MCP_SESSION (object);

  mcp_retry_free (self->retry);
  g_clear_object (&self->profile);
  g_clear_pointer (&self->reporter, mcp_reporter_free);
  g_clear_object (&self->journal);
  g_free (self->last_http_id);
  g_clear_pointer (&self->secrets, g_ptr_array_unref);
  g_clear_pointer (&self->values, g_hash_table_unref);
  g_clear_object (&self->filled);
  g_clear_object (&self->steps);
  g_clear_object (&self->certificate);
  g_clear_pointer (&self->responders, g_ptr_array_unref);
  g_clear_object (&self->own_tasks);
  g_clear_object (&self->questions);
  g_clear_object (&self->subscriptions);
  g_clear_pointer (&self->watchers, mcp_watchers_free);
  g_clear_pointer (&self->exchange_numbers, mcp_exchange_numbers_free);
  g_clear_pointer (&self->negotiation, mcp_negotiation_free);
  mcp_failure_clear (&self->failure);
  g_queue_clear_full (&self->stderr_tail, g_free);
  G_OBJECT_CLASS (mcp_session_parent_class)->finalize (object);
}

static void
mcp_session_get_property (GObject    *object,
                          guint       prop_id,
                          GValue     *value,
                          GParamSpec *pspec)
{
  McpSession *self = MCP_SESSION (object);

  switch ((McpSessionProp) prop_id)
    {
    case MCP_SESSION_PROP_STATE:
      g_value_set_int (value, self->state);
      break;

    case MCP_SESSION_PROP_PROFILE:
      g_value_set_object (value, self->profile);
      break;

    case MCP_SESSION_PROP_JOURNAL:
      g_value_set_object (value, self->journal);
      break;

    case MCP_SESSION_PROP_STILL_STARTING:
      g_value_set_uint (value, self->still_starting);
      break;

    case MCP_SESSION_PROP_PROTOCOL_VERSION:
      g_value_set_string (value, mcp_version_to_string (mcp_session_get_version (self)));
      break;

    case MCP_SESSION_PROP_PROGRAM_CHANGED:
      g_value_set_boolean (value, mcp_session_is_program_changed (self));
      break;

    case MCP_SESSION_PROP_0:
    case MCP_SESSION_N_PROPS:
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
install_properties (GObjectClass *object_class)
{
  const GParamFlags flags = G_PARAM_READABLE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  /**
   * McpSession:state:
   *
   * Where the session is: an #McpSessionState.
   */
  mcp_session_properties[MCP_SESSION_PROP_STATE] =
    g_param_spec_int ("state", NULL, NULL, MCP_SESSION_IDLE, MCP_SESSION_RECORDED, MCP_SESSION_IDLE,
                      flags);
  mcp_session_properties[MCP_SESSION_PROP_PROFILE] =
    g_param_spec_object ("profile", NULL, NULL, MCP_TYPE_PROFILE, flags);
  mcp_session_properties[MCP_SESSION_PROP_JOURNAL] =
    g_param_spec_object ("journal", NULL, NULL, MCP_TYPE_JOURNAL, flags);

  /**
   * McpSession:still-starting-seconds:
   *
   * How long the server has been starting without the handshake done: 0, or from 3 on.
   */
  mcp_session_properties[MCP_SESSION_PROP_STILL_STARTING] =
    g_param_spec_uint ("still-starting-seconds", NULL, NULL, 0, G_MAXUINT, 0, flags);

  /**
   * McpSession:program-changed:
   *
   * Whether the program's files are others than those that were started. Also notified when they
   * are others once more.
   */
  mcp_session_properties[MCP_SESSION_PROP_PROGRAM_CHANGED] =
    g_param_spec_boolean ("program-changed", NULL, NULL, FALSE, flags);

  /**
   * McpSession:protocol-version:
   *
   * The revision both sides settled on; %NULL before the handshake.
   */
  mcp_session_properties[MCP_SESSION_PROP_PROTOCOL_VERSION] =
    g_param_spec_string ("protocol-version", NULL, NULL, NULL, flags);

  g_object_class_install_properties (object_class, MCP_SESSION_N_PROPS, mcp_session_properties);
}

static void
install_signals (McpSessionClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  /**
   * McpSession::notification:
   * @self: the session
   * @message: the notification
   * @serial: its record
   *
   * The server sent a notification; the session has acted on it already.
   */
  mcp_session_signals[MCP_SESSION_NOTIFICATION] =
    g_signal_new ("notification", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                  MCP_TYPE_MESSAGE, G_TYPE_UINT);

  /**
   * McpSession::message-in:
   * @self: the session
   * @message: any message from the server, broken ones too
   * @serial: its record
   *
   * A message came in and was handled.
   */
  mcp_session_signals[MCP_SESSION_MESSAGE_IN] =
    g_signal_new ("message-in", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                  MCP_TYPE_MESSAGE, G_TYPE_UINT);

  /**
   * McpSession::memory-short:
   * @self: the session
   * @limit_bytes: what it may hold
   *
   * So much is held that reading waits until it is written.
   */
  mcp_session_signals[MCP_SESSION_MEMORY_SHORT] = g_signal_new (
      "memory-short", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT64);

  /**
   * McpSession::resource-updated:
   * @self: the session
   * @uri: the resource that changed
   *
   * The server says that a resource has changed (server/resources).
   */
  mcp_session_signals[MCP_SESSION_RESOURCE_UPDATED] =
    g_signal_new ("resource-updated", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                  G_TYPE_STRING);

  /**
   * McpSession::consent-needed:
   * @self: the session
   *
   * It was not connected, by whomever it was asked for, because nobody has agreed to what its profile
   * runs. Whoever does may open it again.
   */
  mcp_session_signals[MCP_SESSION_CONSENT_NEEDED] =
    g_signal_new ("consent-needed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * McpSession::input-needed:
   * @self: the session
   *
   * It was not connected, because a person has to fill something in: see mcp_variables_list(). Once it is there,
   * it may be opened again.
   */
  mcp_session_signals[MCP_SESSION_INPUT_NEEDED] =
    g_signal_new ("input-needed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
mcp_session_class_init (McpSessionClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = mcp_session_dispose;
  object_class->finalize = mcp_session_finalize;
  object_class->get_property = mcp_session_get_property;

  install_properties (object_class);
  install_signals (klass);
}

static void
mcp_session_init (McpSession *self)
{
  self->auto_list = TRUE;
  self->next_id = 1;
  self->spawn_usec = -1;
  self->retry = mcp_retry_new (mcp_session_try_again, self);
  self->acknowledge_msec = 30 * 1000;
  self->steps = g_list_store_new (MCP_TYPE_CONNECT_STEP);
  self->responders = g_ptr_array_new_with_free_func (g_object_unref);
  self->subscriptions = g_list_store_new (MCP_TYPE_SUBSCRIPTION);
  self->negotiation = mcp_negotiation_new ();
  self->watchers = mcp_watchers_new ();
  self->exchange_numbers = mcp_exchange_numbers_new ();
  g_queue_init (&self->stderr_tail);
}

/* A rule sends what it says, fitting or not: then that is told. */
static void
question_settled_cb (McpSession  *self,
                     McpQuestion *question)
{
  const char *rule = mcp_question_get_info (question)->rule;
  g_autofree char *misfit = rule != NULL ? mcp_question_dup_misfit (question) : NULL;

  if (misfit != NULL && self->life != NULL)
    mcp_session_note (self, "answer", _("What a rule answered breaks the form: %s (%s)"), misfit,
                      rule);
}

/* Servers cannot rely on it (basic/utilities/tasks, task status notification). */
static void
task_told_cb (McpSession *self,
              const char *params)
{
  mcp_session_send_notification (self, "notifications/tasks/status", params);
}

/* A connection that nobody follows yet: see mcp_session_new(). */
McpSession *
mcp_session_new_connection (McpProfile *profile,
                            McpJournal *journal)
{
  McpSession *self = g_object_new (MCP_TYPE_SESSION, NULL);

  self->profile = g_object_ref (profile);
  self->journal = journal != NULL ? g_object_ref (journal) : mcp_journal_new ();
  self->reporter = mcp_reporter_new (self->journal);
  self->questions = mcp_questions_new (profile);
  g_signal_connect_object (self->questions, "settled", G_CALLBACK (question_settled_cb), self,
                           G_CONNECT_SWAPPED);
  self->own_tasks = mcp_own_tasks_new (profile, self->questions);
  g_signal_connect_object (self->own_tasks, "told", G_CALLBACK (task_told_cb), self, G_CONNECT_SWAPPED);
  g_ptr_array_add (self->responders, g_object_ref (self->questions));
  g_ptr_array_add (self->responders, mcp_roots_responder_new (profile));
  g_ptr_array_add (self->responders, mcp_refusing_responder_new ());
  g_signal_connect_object (mcp_profile_get_roots (profile), "items-changed",
                           G_CALLBACK (roots_changed_cb), self, G_CONNECT_SWAPPED);

  return self;
}
