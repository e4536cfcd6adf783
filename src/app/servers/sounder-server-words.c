/* sounder-server-words.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-journal-archive.h"
#include "sounder-address.h"
#include "sounder-server.h"

/* What the list says of a server, and the shape and colour of its state. */

/* Rounded up, so that it never says 0 while there is time left. */
static guint
get_seconds_to_retry (SounderServer *self)
{
  McpSession *session = sounder_server_peek_session (self);
  guint attempt;
  gint64 at_usec;

  if (!mcp_session_get_retry (session, &attempt, &at_usec))
    return 0;

  return (guint) (MAX (at_usec - g_get_monotonic_time () + G_USEC_PER_SEC - 1, 0) / G_USEC_PER_SEC);
}

/**
 * sounder_server_dup_retry_text:
 *
 * Says when the connection is tried again, and how often it was.
 *
 * Returns: (transfer full) (nullable): translated text, or %NULL unless it waits for that
 */
char *
sounder_server_dup_retry_text (SounderServer *self)
{
  McpSession *session = sounder_server_peek_session (self);
  guint attempt = 0;
  gint64 at_usec = 0;
  guint wait;

  g_return_val_if_fail (SOUNDER_IS_SERVER (self), NULL);

  if (session == NULL || !mcp_session_get_retry (session, &attempt, &at_usec))
    return NULL;

  wait = get_seconds_to_retry (self);

  /* Translators: the first number is a time to wait, the second counts the attempts. */
  return wait > 0 ? g_strdup_printf (_("The connection was lost. Reconnecting in %u s (attempt %u)"),
                                     wait, attempt)
                  : g_strdup_printf (_("The connection was lost. Reconnecting (attempt %u)…"), attempt);
}

static char *
dup_recorded_text (SounderServer *self)
{
  McpSession *session = sounder_server_peek_session (self);
  McpJournal *journal = mcp_session_get_journal (session);

  if (mcp_journal_is_live (journal))
    return g_strdup (_("Another program’s session"));
  if (mcp_journal_is_loading (journal))
    return g_strdup_printf (_("Opening, %.0f %%"), mcp_journal_get_load_progress (journal) * 100);

  if (mcp_journal_is_newer (journal))
    return g_strdup (_("Recording of a later version, read only"));

  return g_strdup (sounder_server_is_tapped (self) ? _("Tap, ended") : _("Recording"));
}

/**
 * sounder_server_dup_status_text:
 *
 * Describes the status in one or a few words.
 *
 * Returns: (transfer full): translated text
 */
char *
sounder_server_dup_status_text (SounderServer *self)
{
  McpSession *session = sounder_server_peek_session (self);
  guint seconds = 0;

  g_return_val_if_fail (SOUNDER_IS_SERVER (self), NULL);

  switch (sounder_server_get_status (self))
    {
    case SOUNDER_STATUS_STARTING:
      g_object_get (session, "still-starting-seconds", &seconds, NULL);
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

    case SOUNDER_STATUS_WAITING:
      {
        guint wait = get_seconds_to_retry (self);

        return wait > 0 ? g_strdup_printf (_("Reconnecting in %u s"), wait)
                        : g_strdup (_("Reconnecting…"));
      }

    case SOUNDER_STATUS_FAILED:
      return g_strdup (mcp_session_get_handshake_usec (session) >= 0 ? _("Disconnected")
                                                                     : _("Failed"));

    case SOUNDER_STATUS_RECORDED:
      return dup_recorded_text (self);

    case SOUNDER_STATUS_TAPPED:
      return g_strdup (_("Tap, live"));

    case SOUNDER_STATUS_IDLE:
    case SOUNDER_N_STATUS:
    default:
      return g_strdup (session != NULL && mcp_session_was_not_started (session)
                         ? _("Not started")
                         : _("Not connected"));
    }
}

static char *
dup_signed_in (McpAuthorizer *authorizer)
{
  const McpAuthToken *token = mcp_authorizer_get_token (authorizer);
  gint64 expires = token != NULL ? mcp_auth_token_get_expires (token) : 0;
  g_autoptr (GDateTime) end = expires > 0 ? g_date_time_new_from_unix_local (expires) : NULL;
  g_autofree char *clock = end != NULL ? g_date_time_format (end, "%R") : NULL;

  if (clock == NULL)
    return g_strdup (_("Signed in"));

  /* Translators: %s is a time of day: “14:32”. */
  return g_strdup_printf (mcp_auth_token_get_left (token) > 0 ? _("Signed in until %s")
                                                              : _("The token expired at %s"),
                          clock);
}

/**
 * sounder_authorizer_dup_text:
 * @authorizer: (nullable): what signs in to a server
 *
 * Says whether somebody is signed in.
 *
 * Returns: (transfer full) (nullable): translated text; %NULL when the server did not ask for that
 */
char *
sounder_authorizer_dup_text (McpAuthorizer *authorizer)
{
  switch (authorizer != NULL ? mcp_authorizer_get_status (authorizer) : MCP_AUTHORIZER_UNUSED)
    {
    case MCP_AUTHORIZER_NEEDED:
      return g_strdup (_("The server asks to sign in"));

    case MCP_AUTHORIZER_WORKING:
      return g_strdup (_("Signing in…"));

    case MCP_AUTHORIZER_SIGNED_IN:
      return dup_signed_in (authorizer);

    case MCP_AUTHORIZER_FAILED:
      return g_strdup (_("Signing in failed"));

    case MCP_AUTHORIZER_UNUSED:
    default:
      return NULL;
    }
}

static McpAuthorizer *
find_authorizer (SounderServer *self)
{
  McpSession *session = sounder_server_peek_session (self);

  return session != NULL ? mcp_session_get_authorizer (session) : NULL;
}

/* It refused us, and said what else it wants, such as a key. */
static gboolean
wants_no_sign_in (SounderServer *self)
{
  McpSession *session = sounder_server_peek_session (self);
  McpRemedyAction action = session != NULL ? mcp_session_get_failure (session)->action : MCP_REMEDY_NONE;

  return action != MCP_REMEDY_NONE && action != MCP_REMEDY_SIGN_IN;
}

char *
sounder_server_dup_authorization (SounderServer *self)
{
  McpAuthorizer *authorizer;

  g_return_val_if_fail (SOUNDER_IS_SERVER (self), NULL);

  authorizer = find_authorizer (self);
  if (authorizer != NULL && mcp_authorizer_get_status (authorizer) == MCP_AUTHORIZER_NEEDED && wants_no_sign_in (self))
    return NULL;

  return sounder_authorizer_dup_text (authorizer);
}

gboolean
sounder_server_needs_authorization (SounderServer *self)
{
  McpAuthorizer *authorizer;

  g_return_val_if_fail (SOUNDER_IS_SERVER (self), FALSE);

  authorizer = find_authorizer (self);

  return authorizer != NULL && ((mcp_authorizer_get_status (authorizer) == MCP_AUTHORIZER_NEEDED && !wants_no_sign_in (self))
                                || mcp_authorizer_get_status (authorizer) == MCP_AUTHORIZER_FAILED);
}

char *
sounder_server_dup_subtitle (SounderServer *self)
{
  McpProfile *profile = sounder_server_get_profile (self);
  g_autofree char *visible = NULL;

  g_return_val_if_fail (SOUNDER_IS_SERVER (self), NULL);

  if (mcp_profile_get_settings (profile)->demo)
    return g_strdup (_("stdio · the demo server"));

  visible = mcp_profile_is_stdio (profile)
              ? sounder_address_dup_command_short (mcp_profile_get_argv (profile))
              : sounder_address_dup_short (mcp_profile_get_url (profile));

  /* Not every recording says where its server was. */
  if (*visible == '\0')
    return g_strdup (sounder_address_get_kind (mcp_profile_get_reach (profile)));

  return g_strdup_printf ("%s · %s",
                          sounder_address_get_kind (mcp_profile_get_reach (profile)), visible);
}

/* Each status has its own shape: it is not told by its colour alone. */
static const struct
{
  const char *icon_name;
  const char *css_class;
} looks[SOUNDER_N_STATUS] = {
  [SOUNDER_STATUS_IDLE] = { "sounder-state-idle-symbolic", "state-idle" },
  [SOUNDER_STATUS_STARTING] = { "sounder-state-starting-symbolic", "state-starting" },
  [SOUNDER_STATUS_READY] = { "sounder-state-ready-symbolic", "state-ready" },
  [SOUNDER_STATUS_SLOW] = { "sounder-state-slow-symbolic", "state-slow" },
  [SOUNDER_STATUS_STALE] = { "sounder-state-slow-symbolic", "state-slow" },
  [SOUNDER_STATUS_CLOSING] = { "sounder-state-starting-symbolic", "state-starting" },
  [SOUNDER_STATUS_WAITING] = { "sounder-state-slow-symbolic", "state-slow" },
  [SOUNDER_STATUS_FAILED] = { "sounder-state-failed-symbolic", "state-failed" },
  [SOUNDER_STATUS_RECORDED] = { "sounder-state-recorded-symbolic", "state-idle" },
  [SOUNDER_STATUS_TAPPED] = { "sounder-state-tapped-symbolic", "state-ready" },
};

/* Gives a widget the colour of a status, in the place of another one's. */
void
sounder_status_color (SounderStatus  status,
                      GtkWidget     *widget)
{
  g_return_if_fail (status < SOUNDER_N_STATUS);

  for (guint i = 0; i < SOUNDER_N_STATUS; i++)
    gtk_widget_remove_css_class (widget, looks[i].css_class);
  gtk_widget_add_css_class (widget, looks[status].css_class);
}

void
sounder_status_show (SounderStatus  status,
                     GtkImage      *dot)
{
  g_return_if_fail (status < SOUNDER_N_STATUS);

  gtk_image_set_from_icon_name (dot, looks[status].icon_name);
  sounder_status_color (status, GTK_WIDGET (dot));
}

char *
sounder_servers_dup_summary (GListModel *servers)
{
  guint n_connected = 0;
  guint n_troubled = 0;
  g_autofree char *connected = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (servers); i++)
    {
      g_autoptr (SounderServer) server = g_list_model_get_item (servers, i);
      SounderStatus status = sounder_server_get_status (server);

      n_connected += status == SOUNDER_STATUS_READY || status == SOUNDER_STATUS_SLOW;
      n_troubled += status == SOUNDER_STATUS_STALE || status == SOUNDER_STATUS_WAITING
                    || status == SOUNDER_STATUS_FAILED;
    }

  connected = n_connected > 0
                ? g_strdup_printf (ngettext ("%u server connected", "%u servers connected", n_connected), n_connected)
                : g_strdup (_("No server connected"));
  if (n_troubled == 0)
    return g_steal_pointer (&connected);

  /* Translators: %s says how many are connected. */
  return g_strdup_printf (ngettext ("%s, %u in trouble", "%s, %u in trouble", n_troubled), connected, n_troubled);
}
