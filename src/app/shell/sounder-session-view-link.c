/* sounder-session-view-link.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-drift-guard.h"
#include "mcp-summary.h"
#include "sounder-session-view-private.h"
#include "sounder-template.h"

/*
 * One strip above every page while the connection wants something of its user: it is lost, is
 * made again, does not answer, or its program or what it offers is another one now. It has the button
 * for that.
 */

typedef struct
{
  char       *text;
  const char *icon;
  const char *icon_class; /* (nullable) */
  const char *strip_class;
  const char *label;
  const char *action;
  const char *spoken;     /* (nullable): when @label alone does not say it */
  gboolean    can_stop;
  gboolean    can_dismiss;
} Link;

static void
say_changed (Link          *link,
             SounderStatus  status)
{
  link->text = g_strdup (status == SOUNDER_STATUS_FAILED
                           ? _("The server failed, and its program has changed since")
                           : _("The program has changed since it was started"));
  link->icon = "view-refresh-symbolic";
  link->strip_class = "change-strip";
  link->label = _("_Restart");
  link->action = "session.restart";
  link->can_dismiss = TRUE;
}

static void
say_failed (Link       *link,
            McpSession *session,
            gboolean    lost)
{
  g_autofree char *why = mcp_format_label (mcp_session_get_error (session)->message, FALSE);

  /* Translators: why a connection is gone, or why there is none. */
  link->text = g_strdup_printf (lost ? _("The connection was lost: %s") : _("Not connected: %s"), why);
  link->icon = "sounder-state-failed-symbolic";
  link->icon_class = "state-failed";
  link->label = _("_Reconnect");
  link->action = "session.connect";
}

static guint
count_drifts (SounderSessionView *self)
{
  McpDriftGuard *guard = sounder_server_get_drift_guard (self->server);

  return guard != NULL ? g_list_model_get_n_items (mcp_drift_guard_get_drifts (guard)) : 0;
}

/* The worst first, which decides how loud it is. */
static void
say_drifted (SounderSessionView *self,
             Link               *link)
{
  GListModel *drifts = mcp_drift_guard_get_drifts (sounder_server_get_drift_guard (self->server));
  g_autoptr (McpFinding) worst = g_list_model_get_item (drifts, 0);
  g_autofree char *what = mcp_format_label (mcp_finding_get_message (worst), FALSE);
  guint n_more = g_list_model_get_n_items (drifts) - 1;
  gboolean is_bad = mcp_finding_get_severity (worst) == MCP_SEVERITY_ERROR;

  link->text = n_more == 0
    ? g_strdup_printf (_("The server has changed since it was accepted: %s"), what)
    : g_strdup_printf (ngettext ("The server has changed since it was accepted: %s, and %u more change",
                                 "The server has changed since it was accepted: %s, and %u more changes",
                                 n_more), what, n_more);
  link->icon = is_bad ? "dialog-warning-symbolic" : "dialog-information-symbolic";
  link->icon_class = is_bad ? "state-slow" : NULL;
  link->strip_class = is_bad ? "error-strip" : "change-strip";
  link->label = _("Re_view…");
  link->action = "session.review-changes";
  link->can_dismiss = TRUE;
}

/* Returns: FALSE when there is nothing to say. */
static gboolean
choose (SounderSessionView *self,
        Link               *link)
{
  SounderStatus status = sounder_server_get_status (self->server);
  McpSession *session = self->base.session;
  gboolean lost = mcp_session_get_handshake_usec (session) >= 0;
  gboolean on_overview = g_strcmp0 (sounder_session_view_get_page (self), "overview") == 0;

  link->icon = "sounder-state-slow-symbolic";
  link->icon_class = "state-slow";
  link->strip_class = "error-strip";
  if (status == SOUNDER_STATUS_WAITING)
    {
      link->text = sounder_server_dup_retry_text (self->server);
      link->label = _("_Now");
      link->action = "session.connect";
      link->spoken = _("Reconnect now");
      link->can_stop = TRUE;
    }
  else if (mcp_session_is_program_changed (session) && !self->change_dismissed
           && status != SOUNDER_STATUS_CLOSING)
    {
      link->icon_class = NULL;
      say_changed (link, status);
    }
  /* Overview has a whole report of what could not be reached. */
  else if (status == SOUNDER_STATUS_FAILED && (lost || !on_overview))
    {
      say_failed (link, session, lost);
    }
  else if (status == SOUNDER_STATUS_STALE)
    {
      link->text = g_strdup (_("The server does not answer"));
      link->label = _("_Reconnect");
      link->action = "session.restart";
    }
  else if (count_drifts (self) > 0 && !self->drift_dismissed
           && mcp_session_get_state (session) == MCP_SESSION_READY)
    {
      self->drift_shown = TRUE;
      say_drifted (self, link);
    }

  return link->text != NULL;
}

static void
show (SounderSessionView *self,
      const Link         *link)
{
  const char *strip_classes[] = { link->strip_class, NULL };
  const char *icon_classes[] = { link->icon_class, NULL };

  gtk_widget_set_css_classes (self->link_strip, strip_classes);
  gtk_widget_set_css_classes (GTK_WIDGET (self->link_icon), icon_classes);
  gtk_image_set_from_icon_name (self->link_icon, link->icon);
  gtk_label_set_text (self->link_label, link->text);
  gtk_button_set_label (self->link_act, link->label);
  gtk_actionable_set_action_name (GTK_ACTIONABLE (self->link_act), link->action);
  if (link->spoken != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->link_act), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    link->spoken, -1);
  else
    gtk_accessible_reset_property (GTK_ACCESSIBLE (self->link_act), GTK_ACCESSIBLE_PROPERTY_LABEL);
  gtk_widget_set_visible (self->link_stop, link->can_stop);
  gtk_widget_set_visible (self->link_dismiss, link->can_dismiss);
}

/* Shows what there is to say, each time that it may be something else. */
void
sounder_session_view_update_link (SounderSessionView *self)
{
  g_autofree char *text = NULL;
  Link link = { 0 };
  gboolean shown;

  self->drift_shown = FALSE;
  shown = choose (self, &link);
  text = link.text;
  /* What it said stays while it slides away. */
  if (shown)
    show (self, &link);
  gtk_revealer_set_reveal_child (self->link_revealer, shown);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "session.stop-retrying",
                                 shown && link.can_stop);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "session.review-changes",
                                 count_drifts (self) > 0);
}

static void
program_changed_cb (SounderSessionView *self)
{
  self->change_dismissed = FALSE;
  sounder_session_view_update_link (self);
}

static void
drifts_changed_cb (SounderSessionView *self)
{
  self->drift_dismissed = FALSE;
  sounder_session_view_update_link (self);
}

static void
dismiss_change_cb (SounderSessionView *self)
{
  if (self->drift_shown)
    self->drift_dismissed = TRUE;
  else
    self->change_dismissed = TRUE;
  sounder_session_view_update_link (self);
}

void
sounder_session_view_set_up_link (SounderSessionView *self)
{
  McpDriftGuard *guard = sounder_server_get_drift_guard (self->server);

  g_signal_connect_object (self->base.session, "notify::program-changed",
                           G_CALLBACK (program_changed_cb), self, G_CONNECT_SWAPPED);
  if (guard != NULL)
    g_signal_connect_object (guard, "changed", G_CALLBACK (drifts_changed_cb), self, G_CONNECT_SWAPPED);
}

void
sounder_session_view_bind_link (GtkWidgetClass *widget_class)
{
  sounder_template_bind (widget_class, SounderSessionView, link_revealer, link_strip, link_icon,
                         link_label, link_act, link_stop, link_dismiss);
  sounder_template_connect (widget_class, dismiss_change_cb);
}
