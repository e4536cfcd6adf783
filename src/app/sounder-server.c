/* sounder-server.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-server"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-server.h"

/**
 * SounderServer:
 *
 * What the list of servers knows of one server.
 *
 * The session is made when it is first shown or connected, and stays until the
 * row goes: its journal outlives each connection. Owned by the list.
 */

struct _SounderServer
{
  GObject       parent_instance;

  McpProfile   *profile;
  McpSession   *session; /* NULL until it is asked for */
  SounderStatus status;
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
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

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

    case MCP_SESSION_CLOSED:
      return mcp_session_get_error (self->session) != NULL ? SOUNDER_STATUS_FAILED
                                                           : SOUNDER_STATUS_IDLE;

    case MCP_SESSION_IDLE:
    default:
      return SOUNDER_STATUS_IDLE;
    }
}

static void
update_status (SounderServer *self)
{
  SounderStatus status = compute_status (self);

  if (status != self->status)
    {
      self->status = status;
      g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATUS]);
    }

  /* Also when the status stays: the seconds a start takes, the last round trip. */
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_STATUS_TEXT]);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_VALUE]);
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

  mcp_health_get_statistics (mcp_session_get_health (self->session),
                             mcp_session_get_ready_since_usec (self->session), &statistics);

  return statistics.last_usec >= 0 ? mcp_format_duration (statistics.last_usec) : NULL;
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  /* The session keeps the error; its pages show it. */
  if (!mcp_session_open_finish (MCP_SESSION (source), result, &error))
    g_debug ("Could not connect: %s", error->message);
}

static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  if (!mcp_session_close_finish (MCP_SESSION (source), result, &error))
    g_debug ("Could not close: %s", error->message);
}

static void
restarted_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      user_data)
{
  g_autoptr (GError) error = NULL;

  if (!mcp_session_restart_finish (MCP_SESSION (source), result, &error))
    g_debug ("Could not restart: %s", error->message);
}

static void
sounder_server_dispose (GObject *object)
{
  SounderServer *self = SOUNDER_SERVER (object);

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
                           mcp_format_visible (mcp_profile_get_name (self->profile), -1, FALSE));
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
   * How it is reached, in one line: "stdio · npx -y …".
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

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
sounder_server_init (SounderServer *self)
{
}

/**
 * sounder_server_new:
 * @profile: how the server is reached
 *
 * Creates a row that is not connected.
 *
 * Returns: (transfer full): a new server
 */
SounderServer *
sounder_server_new (McpProfile *profile)
{
  g_return_val_if_fail (MCP_IS_PROFILE (profile), NULL);

  return g_object_new (SOUNDER_TYPE_SERVER, "profile", profile, NULL);
}

/**
 * sounder_server_get_profile:
 * @self: a server
 *
 * Gets how the server is reached.
 *
 * Returns: (transfer none): its profile
 */
McpProfile *
sounder_server_get_profile (SounderServer *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER (self), NULL);

  return self->profile;
}

/**
 * sounder_server_get_session:
 * @self: a server
 *
 * Gets the session, and makes it the first time.
 *
 * Returns: (transfer none): its session
 */
McpSession *
sounder_server_get_session (SounderServer *self)
{
  McpHealth *health;

  g_return_val_if_fail (SOUNDER_IS_SERVER (self), NULL);

  if (self->session != NULL)
    return self->session;

  self->session = mcp_session_new (self->profile, NULL);
  health = mcp_session_get_health (self->session);

  g_signal_connect_object (self->session, "notify::state", G_CALLBACK (update_status), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->session, "notify::still-starting-seconds",
                           G_CALLBACK (update_status), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (health, "notify::state", G_CALLBACK (update_status), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (health, "sample", G_CALLBACK (update_status), self, G_CONNECT_SWAPPED);

  return self->session;
}

/**
 * sounder_server_peek_session:
 * @self: a server
 *
 * Gets the session if there is one already.
 *
 * Returns: (transfer none) (nullable): its session
 */
McpSession *
sounder_server_peek_session (SounderServer *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER (self), NULL);

  return self->session;
}

/**
 * sounder_server_get_status:
 * @self: a server
 *
 * Gets what the dot says.
 *
 * Returns: the status
 */
SounderStatus
sounder_server_get_status (SounderServer *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER (self), SOUNDER_STATUS_IDLE);

  return self->status;
}

/**
 * sounder_server_is_open:
 * @self: a server
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

/**
 * sounder_server_dup_status_text:
 * @self: a server
 *
 * Describes the status in one or a few words.
 *
 * Returns: (transfer full): translated text
 */
char *
sounder_server_dup_status_text (SounderServer *self)
{
  guint seconds = 0;

  g_return_val_if_fail (SOUNDER_IS_SERVER (self), NULL);

  switch (self->status)
    {
    case SOUNDER_STATUS_STARTING:
      g_object_get (self->session, "still-starting-seconds", &seconds, NULL);
      return seconds > 0 ? g_strdup_printf (_("Still starting, %u s"), seconds)
                         : g_strdup (_("Connecting…"));

    case SOUNDER_STATUS_READY:
      return g_strdup (_("Connected"));

    case SOUNDER_STATUS_SLOW:
      return g_strdup (_("Connected, slow"));

    case SOUNDER_STATUS_STALE:
      return g_strdup (_("Not answering"));

    case SOUNDER_STATUS_CLOSING:
      return g_strdup (_("Closing…"));

    case SOUNDER_STATUS_FAILED:
      return g_strdup (_("Failed"));

    case SOUNDER_STATUS_IDLE:
    case SOUNDER_N_STATUS:
    default:
      return g_strdup (_("Not connected"));
    }
}

/**
 * sounder_server_dup_subtitle:
 * @self: a server
 *
 * Describes in one line how the server is reached.
 *
 * Returns: (transfer full): text that is safe to show
 */
char *
sounder_server_dup_subtitle (SounderServer *self)
{
  g_autofree char *command = NULL;
  g_autofree char *visible = NULL;

  g_return_val_if_fail (SOUNDER_IS_SERVER (self), NULL);

  if (mcp_profile_is_demo (self->profile))
    return g_strdup (_("stdio · the demo server"));

  if (!mcp_profile_is_stdio (self->profile))
    {
      visible = mcp_format_visible (mcp_profile_get_url (self->profile), -1, FALSE);
      return g_strdup_printf ("http · %s", visible);
    }

  command = mcp_profile_dup_command (self->profile);
  visible = mcp_format_visible (command, -1, FALSE);

  return g_strdup_printf ("stdio · %s", visible);
}

/**
 * sounder_server_open:
 * @self: a server
 *
 * Connects, unless it is connected. What goes wrong is in the session.
 */
void
sounder_server_open (SounderServer *self)
{
  g_return_if_fail (SOUNDER_IS_SERVER (self));

  if (!sounder_server_is_open (self))
    mcp_session_open_async (sounder_server_get_session (self), NULL, opened_cb, NULL);
}

/**
 * sounder_server_close:
 * @self: a server
 *
 * Disconnects by the shutdown ladder.
 */
void
sounder_server_close (SounderServer *self)
{
  g_return_if_fail (SOUNDER_IS_SERVER (self));

  if (self->session != NULL && mcp_session_is_open (self->session))
    mcp_session_close_async (self->session, NULL, closed_cb, NULL);
}

/**
 * sounder_server_restart:
 * @self: a server
 *
 * Disconnects, then connects again.
 */
void
sounder_server_restart (SounderServer *self)
{
  g_return_if_fail (SOUNDER_IS_SERVER (self));

  if (self->session != NULL && mcp_session_is_open (self->session))
    mcp_session_restart_async (self->session, NULL, restarted_cb, NULL);
  else
    sounder_server_open (self);
}

/**
 * sounder_status_get_icon_name:
 * @status: a status
 *
 * Gets the icon of a status: each has its own shape.
 *
 * Returns: the name of a symbolic icon
 */
const char *
sounder_status_get_icon_name (SounderStatus status)
{
  static const char *names[SOUNDER_N_STATUS] = {
    [SOUNDER_STATUS_IDLE] = "sounder-state-idle-symbolic",
    [SOUNDER_STATUS_STARTING] = "sounder-state-starting-symbolic",
    [SOUNDER_STATUS_READY] = "sounder-state-ready-symbolic",
    [SOUNDER_STATUS_SLOW] = "sounder-state-slow-symbolic",
    [SOUNDER_STATUS_STALE] = "sounder-state-slow-symbolic",
    [SOUNDER_STATUS_CLOSING] = "sounder-state-starting-symbolic",
    [SOUNDER_STATUS_FAILED] = "sounder-state-failed-symbolic",
  };

  g_return_val_if_fail (status < SOUNDER_N_STATUS, NULL);

  return names[status];
}

/**
 * sounder_status_get_css_class:
 * @status: a status
 *
 * Gets the style class that gives a status its colour.
 *
 * Returns: a name of style.css
 */
const char *
sounder_status_get_css_class (SounderStatus status)
{
  static const char *names[SOUNDER_N_STATUS] = {
    [SOUNDER_STATUS_IDLE] = "state-idle",
    [SOUNDER_STATUS_STARTING] = "state-starting",
    [SOUNDER_STATUS_READY] = "state-ready",
    [SOUNDER_STATUS_SLOW] = "state-slow",
    [SOUNDER_STATUS_STALE] = "state-slow",
    [SOUNDER_STATUS_CLOSING] = "state-starting",
    [SOUNDER_STATUS_FAILED] = "state-failed",
  };

  g_return_val_if_fail (status < SOUNDER_N_STATUS, NULL);

  return names[status];
}
