/* sounder-status-bar.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-findings-popover.h"
#include "sounder-literal.h"
#include "sounder-number.h"
#include "sounder-status-bar.h"
#include "sounder-template.h"

/**
 * SounderStatusBar:
 *
 * One line on the shown session. It listens to the server, its journal and its
 * health; each part of the line is written when its source changes.
 */

struct _SounderStatusBar
{
  AdwBin                  parent_instance;

  SounderServer          *server;
  gboolean                narrow;

  GtkImage               *dot;
  GtkLabel               *state;
  GtkLabel               *protocol;
  GtkLabel               *transport;
  GtkLabel               *messages;
  GtkMenuButton          *findings;
  GtkLabel               *findings_label;
  SounderFindingsPopover *findings_popover;
  GtkWidget              *authorization;
  GtkLabel               *authorization_label;
  GtkWidget              *ping;
  GtkLabel               *ping_label;
};

G_DEFINE_FINAL_TYPE (SounderStatusBar, sounder_status_bar, ADW_TYPE_BIN)

static void
update_messages (SounderStatusBar *self)
{
  McpJournal *journal;
  g_autofree char *messages = NULL;
  g_autofree char *findings = NULL;
  g_autofree char *grouped_out = NULL;
  g_autofree char *grouped_in = NULL;
  g_autofree char *grouped_findings = NULL;
  g_autofree char *spoken = NULL;
  guint n_out;
  guint n_in;
  guint n_findings;

  if (self->server == NULL)
    return;

  journal = mcp_session_get_journal (sounder_server_get_session (self->server));
  n_out = mcp_journal_get_n_messages (journal, MCP_DIRECTION_OUT);
  n_in = mcp_journal_get_n_messages (journal, MCP_DIRECTION_IN);
  n_findings = g_list_model_get_n_items (mcp_journal_get_findings (journal));

  grouped_out = sounder_number_group (n_out);
  grouped_in = sounder_number_group (n_in);
  grouped_findings = sounder_number_group (n_findings);
  messages = g_strdup_printf ("↑ %s  ↓ %s", grouped_out, grouped_in);
  gtk_label_set_text (self->messages, messages);
  spoken = g_strdup_printf (_("Messages: %u sent, %u received"), n_out, n_in);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->messages), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  spoken, -1);

  /* Translators: %s is a number, with its thousands grouped */
  findings = g_strdup_printf (ngettext ("%s finding", "%s findings", n_findings), grouped_findings);
  gtk_label_set_text (self->findings_label, findings);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->findings), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  findings, -1);
  if (n_findings > 0)
    gtk_widget_add_css_class (GTK_WIDGET (self->findings_label), "state-slow");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->findings_label), "state-slow");
}

static void
update_ping (SounderStatusBar *self)
{
  McpSession *session = sounder_server_get_session (self->server);
  McpHealthStatistics statistics = { .last_usec = -1 };
  g_autofree char *text = NULL;

  mcp_health_get_recent (mcp_session_get_health (session), &statistics);
  if (statistics.last_usec >= 0)
    {
      g_autofree char *last = mcp_format_duration (statistics.last_usec);
      g_autofree char *p95 = mcp_format_duration (statistics.p95_usec);

      g_autofree char *loss = sounder_number_share (statistics.loss);
      g_autofree char *window = sounder_number_age ((gint64) MCP_HEALTH_RECENT_SEC * G_USEC_PER_SEC);

      /* Translators: round-trip times, the share of lost probes, and of which time: "5 min" */
      text = g_strdup_printf (mcp_session_has_feature (session, MCP_FEATURE_PING)
                                ? _("Ping %s · p95 %s · loss %s in %s")
                                : _("Probe %s · p95 %s · loss %s in %s"),
                              last, p95, loss, window);
    }

  gtk_widget_set_visible (self->ping, text != NULL);
  gtk_label_set_text (self->ping_label, text != NULL ? text : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->ping), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  text != NULL ? text : _("No ping yet"), -1);
}

static void
update_state (SounderStatusBar *self)
{
  SounderStatus status = sounder_server_get_status (self->server);
  McpSession *session = sounder_server_get_session (self->server);
  g_autofree char *state = sounder_server_dup_status_text (self->server);
  gboolean is_open = mcp_session_is_open (session);
  g_autofree char *transport = is_open ? mcp_session_describe_transport (session) : NULL;
  McpVersion version = is_open ? mcp_session_get_version (session) : MCP_VERSION_UNKNOWN;

  sounder_status_show (status, self->dot);
  sounder_status_color (status, GTK_WIDGET (self->state));
  gtk_label_set_text (self->state, state);

  sounder_literal_show (self->transport, transport);
  if (version != MCP_VERSION_UNKNOWN)
    {
      /* Translators: the protocol's revision, and its era. */
      g_autofree char *protocol =
        g_strdup_printf (self->narrow ? "MCP %s"
                         : mcp_session_has_feature (session, MCP_FEATURE_DISCOVERY)
                           ? _("MCP %s, modern")
                           : _("MCP %s, legacy"),
                         mcp_version_to_string (version));

      gtk_label_set_text (self->protocol, protocol);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->protocol), version != MCP_VERSION_UNKNOWN);

  update_ping (self);
}

static void
update_authorization (SounderStatusBar *self)
{
  g_autofree char *text = sounder_server_dup_authorization (self->server);

  gtk_widget_set_visible (self->authorization, text != NULL);
  gtk_label_set_text (self->authorization_label, text != NULL ? text : "");
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->authorization),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, text != NULL ? text : "", -1);
  if (sounder_server_needs_authorization (self->server))
    gtk_widget_add_css_class (GTK_WIDGET (self->authorization_label), "state-slow");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->authorization_label), "state-slow");
}

static void
sounder_status_bar_dispose (GObject *object)
{
  SounderStatusBar *self = SOUNDER_STATUS_BAR (object);

  g_clear_object (&self->server);

  G_OBJECT_CLASS (sounder_status_bar_parent_class)->dispose (object);
}

static void
sounder_status_bar_class_init (SounderStatusBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_status_bar_dispose;

  g_type_ensure (SOUNDER_TYPE_FINDINGS_POPOVER);
  sounder_template_set (widget_class, "sounder-status-bar.ui");
  sounder_template_bind (widget_class, SounderStatusBar, dot, state, protocol, transport, messages,
                         findings, findings_label, findings_popover, authorization,
                         authorization_label, ping, ping_label);
}

static void
sounder_status_bar_init (SounderStatusBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * sounder_status_bar_set_server:
 * @server: whose session is described, from now on
 */
void
sounder_status_bar_set_server (SounderStatusBar *self,
                               SounderServer    *server)
{
  McpSession *session;
  McpJournal *journal;

  g_return_if_fail (SOUNDER_IS_STATUS_BAR (self));
  g_return_if_fail (self->server == NULL);

  self->server = g_object_ref (server);
  session = sounder_server_get_session (server);
  journal = mcp_session_get_journal (session);
  g_signal_connect_object (server, "notify::status", G_CALLBACK (update_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (server, "notify::status-text", G_CALLBACK (update_state), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (server, "notify::authorization", G_CALLBACK (update_authorization), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (mcp_session_get_health (session), "sample", G_CALLBACK (update_ping),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (journal, "items-changed", G_CALLBACK (update_messages), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (journal, "notify::n-findings", G_CALLBACK (update_messages), self,
                           G_CONNECT_SWAPPED);
  sounder_findings_popover_set_journal (self->findings_popover, journal);
  update_state (self);
  update_messages (self);
  update_authorization (self);
}

/**
 * sounder_status_bar_set_narrow:
 * @narrow: whether to say less
 */
void
sounder_status_bar_set_narrow (SounderStatusBar *self,
                               gboolean          narrow)
{
  g_return_if_fail (SOUNDER_IS_STATUS_BAR (self));

  if (self->narrow == narrow)
    return;

  self->narrow = narrow;
  if (self->server != NULL)
    update_state (self);
}
