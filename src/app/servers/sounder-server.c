/* sounder-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-drift-guard.h"
#include "mcp-journal-archive.h"
#include "mcp-profile-journal.h"
#include "mcp-summary.h"
#include "sounder-server.h"
#include "sounder-settings.h"
#include "sounder-tell.h"

/**
 * SounderServer:
 *
 * What the list of servers knows of one server.
 *
 * The session is made when it is first shown or connected, and stays until the
 * row goes: its journal outlives each connection. Owned by the list.
 *
 * Eight properties and what they are told by make this file long; words and the row have their own.
 */

struct _SounderServer
{
  GObject       parent_instance;

  McpProfile   *profile;
  McpSession   *session; /* NULL until it is asked for */
  McpWorkbench *workbench; /* (nullable) with it, from when it is shown */
  SounderPlace *place;     /* where the person is in its pages */
  McpDriftGuard *guard;  /* (nullable) with it, unless it is a recording's */
  SounderStatus status;
  gboolean      tapped;  /* a tap writes its journal, or did */
  GSignalGroup *authorizer_signals; /* its target goes with the address */

  /* Counts the seconds down, only while it waits to connect again. */
  guint         tick_id;
  guint         sampled_id; /* shows the last round trip soon */
};

G_DEFINE_FINAL_TYPE (SounderServer, sounder_server, G_TYPE_OBJECT)

enum {
  PROP_0,
  PROP_PROFILE,
  PROP_NAME,
  PROP_SUBTITLE,
  PROP_VALUE,
  PROP_STATUS,
  PROP_STATUS_TEXT,
  PROP_N_QUESTIONS,
  PROP_AUTHORIZATION,
  N_PROPS
};

enum {
  ASKED,
  CONSENT_NEEDED,
  INPUT_NEEDED,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPS];
static guint signals[N_SIGNALS];

static SounderStatus
ready_status (SounderServer *self)
{
  switch (mcp_health_get_state (mcp_session_get_health (self->session)))
    {
    case MCP_HEALTH_SLOW:
      return SOUNDER_STATUS_SLOW;

    case MCP_HEALTH_STALE:
      return SOUNDER_STATUS_STALE;

    case MCP_HEALTH_OFF:
    case MCP_HEALTH_GOOD:
    default:
      return SOUNDER_STATUS_READY;
    }
}

static SounderStatus
recorded_status (SounderServer *self)
{
  McpJournal *journal = mcp_session_get_journal (self->session);

  return mcp_journal_is_live (journal) && self->tapped ? SOUNDER_STATUS_TAPPED
                                                       : SOUNDER_STATUS_RECORDED;
}

static SounderStatus
compute_status (SounderServer *self)
{
  if (self->session == NULL)
    return SOUNDER_STATUS_IDLE;

  switch (mcp_session_get_state (self->session))
    {
    case MCP_SESSION_STARTING:
      return SOUNDER_STATUS_STARTING;

    case MCP_SESSION_READY:
      return ready_status (self);

    case MCP_SESSION_CLOSING:
      return SOUNDER_STATUS_CLOSING;

    case MCP_SESSION_WAITING:
      return SOUNDER_STATUS_WAITING;

    case MCP_SESSION_CLOSED:
      return mcp_session_get_error (self->session) != NULL
                 && !mcp_session_was_not_started (self->session)
               ? SOUNDER_STATUS_FAILED
               : SOUNDER_STATUS_IDLE;

    case MCP_SESSION_RECORDED:
      return recorded_status (self);

    case MCP_SESSION_IDLE:
    default:
      return SOUNDER_STATUS_IDLE;
    }
}

static void update_status (SounderServer *self);

static gboolean
tick_cb (gpointer data)
{
  update_status (data);

  return G_SOURCE_CONTINUE;
}

static void
authorizer_changed_cb (SounderServer *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_AUTHORIZATION]);
}

static void
update_status (SounderServer *self)
{
  SounderStatus status = compute_status (self);

  g_signal_group_set_target (self->authorizer_signals, self->session != NULL
                                                         ? mcp_session_get_authorizer (self->session)
                                                         : NULL);
  if (status != SOUNDER_STATUS_WAITING)
    g_clear_handle_id (&self->tick_id, g_source_remove);
  else if (self->tick_id == 0)
    self->tick_id = g_timeout_add (500, tick_cb, self);

  if (status != self->status)
    {
      self->status = status;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATUS]);
    }

  /* Also when the status stays: the seconds a start takes, the last round trip. */
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATUS_TEXT]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VALUE]);
}

static gboolean
show_sample_cb (gpointer user_data)
{
  SounderServer *self = user_data;

  self->sampled_id = 0;
  update_status (self);

  return G_SOURCE_REMOVE;
}

/* Timers of whole seconds fire together: all servers and sparklines are redrawn in one frame. */
static void
sampled_cb (SounderServer *self)
{
  if (self->sampled_id == 0)
    self->sampled_id = g_timeout_add_seconds (1, show_sample_cb, self);
}

static void
profile_changed_cb (SounderServer *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_NAME]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SUBTITLE]);
}

static char *
dup_value (SounderServer *self)
{
  McpHealthStatistics statistics;

  if (self->session == NULL || mcp_session_get_state (self->session) != MCP_SESSION_READY)
    return NULL;

  mcp_sample_store_get_statistics (mcp_health_get_probes (mcp_session_get_health (self->session)),
                                   mcp_session_get_ready_since_usec (self->session), G_MAXINT64,
                                   &statistics);

  return statistics.last_usec >= 0 ? mcp_format_duration (statistics.last_usec) : NULL;
}

static guint
count_questions (SounderServer *self)
{
  return self->session != NULL
           ? g_list_model_get_n_items (G_LIST_MODEL (mcp_session_get_questions (self->session)))
           : 0;
}

static void
questions_changed_cb (SounderServer *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_N_QUESTIONS]);
}

static void
asked_cb (SounderServer *self,
          McpQuestion   *question)
{
  /* What a rule is about to answer needs nobody. */
  if (mcp_question_is_waiting (question) && mcp_question_get_info (question)->due_usec == 0)
    g_signal_emit (self, signals[ASKED], 0, question);
}

static void
consent_needed_cb (SounderServer *self)
{
  g_signal_emit (self, signals[CONSENT_NEEDED], 0);
}

static void
input_needed_cb (SounderServer *self)
{
  g_signal_emit (self, signals[INPUT_NEEDED], 0);
}

static void
sounder_server_dispose (GObject *object)
{
  SounderServer *self = SOUNDER_SERVER (object);

  g_clear_handle_id (&self->sampled_id, g_source_remove);
  g_clear_handle_id (&self->tick_id, g_source_remove);
  g_clear_object (&self->authorizer_signals);
  g_clear_object (&self->guard);
  g_clear_object (&self->place);
  g_clear_object (&self->workbench);
  g_clear_object (&self->session);
  g_clear_object (&self->profile);

  G_OBJECT_CLASS (sounder_server_parent_class)->dispose (object);
}

static void
sounder_server_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  SounderServer *self = SOUNDER_SERVER (object);

  switch (prop_id)
    {
    case PROP_PROFILE:
      g_value_set_object (value, self->profile);
      break;

    case PROP_NAME:
      g_value_take_string (value,
                           mcp_format_label (mcp_profile_get_name (self->profile), FALSE));
      break;

    case PROP_SUBTITLE:
      g_value_take_string (value, sounder_server_dup_subtitle (self));
      break;

    case PROP_VALUE:
      g_value_take_string (value, dup_value (self));
      break;

    case PROP_STATUS:
      g_value_set_uint (value, self->status);
      break;

    case PROP_STATUS_TEXT:
      g_value_take_string (value, sounder_server_dup_status_text (self));
      break;

    case PROP_N_QUESTIONS:
      g_value_set_uint (value, count_questions (self));
      break;

    case PROP_AUTHORIZATION:
      g_value_take_string (value, sounder_server_dup_authorization (self));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_server_set_property (GObject      *object,
                             guint         prop_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  SounderServer *self = SOUNDER_SERVER (object);

  switch (prop_id)
    {
    case PROP_PROFILE:
      self->profile = g_value_dup_object (value);
      g_signal_connect_object (self->profile, "notify", G_CALLBACK (profile_changed_cb), self,
                               G_CONNECT_SWAPPED);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_server_class_init (SounderServerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = sounder_server_dispose;
  object_class->get_property = sounder_server_get_property;
  object_class->set_property = sounder_server_set_property;

  /**
   * SounderServer:profile:
   *
   * How the server is reached.
   */
  properties[PROP_PROFILE] =
    g_param_spec_object ("profile", NULL, NULL, MCP_TYPE_PROFILE,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);

  /**
   * SounderServer:name:
   *
   * The name, safe to show.
   */
  properties[PROP_NAME] =
    g_param_spec_string ("name", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  /**
   * SounderServer:subtitle:
   *
   * How it is reached, in one line: "stdio · npx -y …", "http · example.com/mcp".
   */
  properties[PROP_SUBTITLE] =
    g_param_spec_string ("subtitle", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  /**
   * SounderServer:value:
   *
   * The last round trip of this connection, for people; %NULL when there is none.
   */
  properties[PROP_VALUE] =
    g_param_spec_string ("value", NULL, NULL, NULL, G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  /**
   * SounderServer:status:
   *
   * What the dot says, a #SounderStatus.
   */
  properties[PROP_STATUS] =
    g_param_spec_uint ("status", NULL, NULL, 0, SOUNDER_N_STATUS - 1, SOUNDER_STATUS_IDLE,
                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  /**
   * SounderServer:status-text:
   *
   * The same in words.
   */
  properties[PROP_STATUS_TEXT] =
    g_param_spec_string ("status-text", NULL, NULL, NULL,
                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  /**
   * SounderServer:n-questions:
   *
   * How many of its questions wait.
   */
  properties[PROP_N_QUESTIONS] =
    g_param_spec_uint ("n-questions", NULL, NULL, 0, G_MAXUINT, 0,
                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  /**
   * SounderServer:authorization:
   *
   * Whether one is signed in to it, in words; %NULL when it did not ask for that.
   */
  properties[PROP_AUTHORIZATION] =
    g_param_spec_string ("authorization", NULL, NULL, NULL,
                         G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  /**
   * SounderServer::asked:
   * @self: a server
   * @question: an #McpQuestion
   *
   * The server asks something that waits for the person.
   */
  signals[ASKED] = g_signal_new ("asked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 1, MCP_TYPE_QUESTION);

  /**
   * SounderServer::consent-needed:
   * @self: a server
   *
   * It was not connected: nobody has agreed to what it runs.
   */
  signals[CONSENT_NEEDED] = g_signal_new ("consent-needed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                          NULL, NULL, G_TYPE_NONE, 0);

  /**
   * SounderServer::input-needed:
   * @self: a server
   *
   * It was not connected: a person has to fill something in.
   */
  signals[INPUT_NEEDED] = g_signal_new ("input-needed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                        NULL, NULL, G_TYPE_NONE, 0);
}

static void
sounder_server_init (SounderServer *self)
{
  self->place = sounder_place_new ();
  self->authorizer_signals = g_signal_group_new (MCP_TYPE_AUTHORIZER);
  g_signal_group_connect_swapped (self->authorizer_signals, "notify::status",
                                  G_CALLBACK (authorizer_changed_cb), self);
  g_signal_group_connect_swapped (self->authorizer_signals, "token-changed",
                                  G_CALLBACK (authorizer_changed_cb), self);
  g_signal_connect_swapped (self->authorizer_signals, "bind", G_CALLBACK (authorizer_changed_cb), self);
}

SounderServer *
sounder_server_new (McpProfile *profile)
{
  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  return g_object_new (SOUNDER_TYPE_SERVER, "profile", profile, NULL);
}

SounderServer *
sounder_server_new_recorded (McpSession *session)
{
  SounderServer *self;
  McpJournal *journal;

  g_return_val_if_fail (MCP_IS_SESSION (session), NULL);

  self = sounder_server_new (mcp_session_get_profile (session));
  self->session = g_object_ref (session);
  journal = mcp_session_get_journal (session);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (update_status), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (journal, "notify::loading", G_CALLBACK (update_status), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (journal, "notify::live", G_CALLBACK (update_status), self,
                           G_CONNECT_SWAPPED);
  update_status (self);

  return self;
}

void
sounder_server_set_tapped (SounderServer *self)
{
  g_return_if_fail (SOUNDER_IS_SERVER (self));

  self->tapped = TRUE;
  update_status (self);
}

gboolean
sounder_server_is_tapped (SounderServer *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER (self), FALSE);

  return self->tapped;
}

gboolean
sounder_server_is_recorded (SounderServer *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER (self), FALSE);

  return self->session != NULL
         && mcp_session_get_state (self->session) == MCP_SESSION_RECORDED;
}

McpProfile *
sounder_server_get_profile (SounderServer *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER (self), NULL);

  return self->profile;
}

/* It stays after a crash. Where it cannot, the session has one that does not. */
static McpJournal *
new_journal (McpProfile *profile)
{
  g_autofree char *json = mcp_profile_dup_journal_json (profile, "window");
  g_autoptr (GError) error = NULL;
  McpJournal *journal = mcp_journal_archive_create (json, &error);

  if (journal == NULL)
    sounder_tell (NULL, _("What Crosses Is Kept in Memory Alone"), error->message);

  return journal;
}

McpSession *
sounder_server_get_session (SounderServer *self)
{
  g_autoptr (McpJournal) journal = NULL;
  McpQuestions *questions;
  McpHealth *health;

  g_return_val_if_fail (SOUNDER_IS_SERVER (self), NULL);

  if (self->session != NULL)
    return self->session;

  journal = new_journal (self->profile);
  self->session = mcp_session_new (self->profile, journal);
  mcp_session_watch_program (self->session);
  self->guard = mcp_drift_guard_new (self->session);
  health = mcp_session_get_health (self->session);

  /* Somebody is there: it is declared, and what no rule answers waits. */
  questions = mcp_session_get_questions (self->session);
  mcp_questions_set_attended (questions, TRUE);
  g_signal_connect_object (questions, "notify::n-items", G_CALLBACK (questions_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (questions, "asked", G_CALLBACK (asked_cb), self, G_CONNECT_SWAPPED);

  g_signal_connect_object (self->session, "notify::state", G_CALLBACK (update_status), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::still-starting-seconds",
                           G_CALLBACK (update_status), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "consent-needed", G_CALLBACK (consent_needed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "input-needed", G_CALLBACK (input_needed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (health, "notify::state", G_CALLBACK (update_status), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (health, "sample", G_CALLBACK (sampled_cb), self, G_CONNECT_SWAPPED);

  return self->session;
}

McpWorkbench *
sounder_server_get_workbench (SounderServer *self)
{
  GSettings *settings;

  g_return_val_if_fail (SOUNDER_IS_SERVER (self), NULL);

  if (self->workbench != NULL)
    return self->workbench;

  settings = sounder_settings_get_default ();
  self->workbench = mcp_workbench_new (sounder_server_get_session (self));
  if (settings != NULL)
    g_settings_bind (settings, "check-formats", self->workbench, "checks-formats", G_SETTINGS_BIND_GET);

  return self->workbench;
}

SounderPlace *
sounder_server_get_place (SounderServer *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER (self), NULL);

  return self->place;
}

McpDriftGuard *
sounder_server_get_drift_guard (SounderServer *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER (self), NULL);

  return self->guard;
}

McpSession *
sounder_server_peek_session (SounderServer *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER (self), NULL);

  return self->session;
}

SounderStatus
sounder_server_get_status (SounderServer *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER (self), SOUNDER_STATUS_IDLE);

  return self->status;
}

/**
 * sounder_server_is_open:
 *
 * Tells whether there is anything to end: a connection that starts, is ready or is closing.
 *
 * Returns: whether a process may live
 */
gboolean
sounder_server_is_open (SounderServer *self)
{
  McpSessionState state;

  g_return_val_if_fail (SOUNDER_IS_SERVER (self), FALSE);

  if (self->session == NULL)
    return FALSE;

  state = mcp_session_get_state (self->session);

  return state == MCP_SESSION_STARTING || state == MCP_SESSION_READY || state == MCP_SESSION_CLOSING;
}

/*
 * Connects, unless it is connected; one that waits to connect again does so at once. What goes
 * wrong is in the session.
 */
void
sounder_server_open (SounderServer *self)
{
  g_return_if_fail (SOUNDER_IS_SERVER (self));

  if (sounder_server_is_recorded (self))
    return;

  if (self->session != NULL && mcp_session_get_state (self->session) == MCP_SESSION_WAITING)
    mcp_session_retry_now (self->session);
  else if (!sounder_server_is_open (self))
    /* The session keeps the error; its pages show it. */
    mcp_session_open_async (sounder_server_get_session (self), NULL, NULL, NULL);
}

/* Disconnects by the shutdown ladder. */
void
sounder_server_close (SounderServer *self)
{
  g_return_if_fail (SOUNDER_IS_SERVER (self));

  sounder_server_stop_retrying (self);
  /* Also one that has failed: its program is watched, and might be restarted. */
  if (self->session != NULL && mcp_session_get_state (self->session) != MCP_SESSION_CLOSING)
    mcp_session_close_async (self->session, NULL, NULL, NULL);
}

/* Leaves a lost connection lost, when it waits to connect again. */
void
sounder_server_stop_retrying (SounderServer *self)
{
  g_return_if_fail (SOUNDER_IS_SERVER (self));

  if (self->session != NULL && mcp_session_get_state (self->session) == MCP_SESSION_WAITING)
    mcp_session_stop_retrying (self->session);
}

void
sounder_server_restart (SounderServer *self)
{
  g_return_if_fail (SOUNDER_IS_SERVER (self));

  if (self->session != NULL && mcp_session_is_open (self->session))
    mcp_session_restart_async (self->session, NULL, NULL, NULL);
  else
    sounder_server_open (self);
}
