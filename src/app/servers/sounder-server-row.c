/* sounder-server-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "sounder-icon.h"
#include "sounder-literal.h"
#include "sounder-server-row.h"
#include "sounder-sparkline.h"
#include "sounder-template.h"

/**
 * SounderServerRow:
 *
 * One server in the sidebar: a dot whose shape and colour say its state, its
 * name, how it is reached, and its pulse. The actions of its menu are the window's.
 */

struct _SounderServerRow
{
  SounderSidebarRow parent_instance;

  SounderServer *server;

  GtkImage      *dot;
  SounderIcon   *icon;
  GtkLabel      *name;
  GtkLabel      *temporary;
  GtkLabel      *subtitle;
  GtkImage      *authorization;
  GtkLabel      *questions;
  AdwBin        *sparkline_bin;
  GtkLabel      *value;
};

G_DEFINE_FINAL_TYPE (SounderServerRow, sounder_server_row, SOUNDER_TYPE_SIDEBAR_ROW)

/* What the badge says in words; NULL when nothing waits. */
static char *
dup_questions (SounderServerRow *self)
{
  guint n;

  g_object_get (self->server, "n-questions", &n, NULL);

  return n > 0 ? g_strdup_printf (ngettext ("%u question waits", "%u questions wait", n), n) : NULL;
}

static void
update_accessible_label (SounderServerRow *self)
{
  g_autofree char *name = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *status_text = NULL;
  g_autofree char *value = NULL;
  g_autofree char *asked = NULL;
  g_autofree char *authorization = sounder_server_dup_authorization (self->server);
  g_autofree char *label = NULL;

  g_object_get (self->server, "name", &name, "subtitle", &subtitle, "status-text", &status_text,
                "value", &value, NULL);
  asked = dup_questions (self);
  label = g_strjoin (", ", name, asked != NULL ? asked : status_text, subtitle,
                     asked != NULL ? status_text : value, asked != NULL ? value : NULL, NULL);
  if (authorization != NULL)
    {
      char *joined = g_strjoin (", ", label, authorization, NULL);

      g_free (label);
      label = joined;
    }
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->dot), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  status_text, -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->dot), status_text);
}

static void
status_changed_cb (SounderServerRow *self)
{
  sounder_status_show (sounder_server_get_status (self->server), self->dot);
  gtk_widget_set_visible (GTK_WIDGET (self->icon),
                          sounder_icon_show_server (self->icon, sounder_server_peek_session (self->server)));
  update_accessible_label (self);
}

/* A server has no pulse before it has a session. */
static void
update_sparkline (SounderServerRow *self)
{
  McpSession *session = sounder_server_peek_session (self->server);
  McpHealth *health = session != NULL ? mcp_session_get_health (session) : NULL;

  sounder_sparkline_set_health (SOUNDER_SPARKLINE (adw_bin_get_child (self->sparkline_bin)), health);
  gtk_widget_set_visible (GTK_WIDGET (self->sparkline_bin),
                          health != NULL
                            && mcp_sample_store_get_n_samples (mcp_health_get_probes (health)) > 0);
}

static void
text_changed_cb (SounderServerRow *self)
{
  McpProfile *profile = sounder_server_get_profile (self->server);
  g_autofree char *name = NULL;
  g_autofree char *subtitle = NULL;
  g_autofree char *value = NULL;

  g_object_get (self->server, "name", &name, "subtitle", &subtitle, "value", &value, NULL);
  gtk_label_set_text (self->name, name);
  gtk_label_set_text (self->subtitle, subtitle);
  sounder_literal_show_whole (GTK_WIDGET (self->subtitle), self->subtitle, subtitle);
  sounder_literal_show (self->value, value);
  gtk_widget_set_visible (GTK_WIDGET (self->temporary),
                          mcp_profile_is_temporary (profile)
                            && !mcp_profile_get_settings (profile)->demo
                            && !sounder_server_is_recorded (self->server));
  update_sparkline (self);
  update_accessible_label (self);
}

static void
questions_changed_cb (SounderServerRow *self)
{
  g_autofree char *words = dup_questions (self);
  g_autofree char *number = NULL;
  guint n;

  g_object_get (self->server, "n-questions", &n, NULL);
  number = g_strdup_printf ("%u", n);
  gtk_label_set_text (self->questions, number);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->questions), words);
  gtk_widget_set_visible (GTK_WIDGET (self->questions), n > 0);
  update_accessible_label (self);
}

static void
authorization_changed_cb (SounderServerRow *self)
{
  g_autofree char *words = sounder_server_dup_authorization (self->server);

  gtk_widget_set_tooltip_text (GTK_WIDGET (self->authorization), words);
  gtk_widget_set_visible (GTK_WIDGET (self->authorization), words != NULL);
  if (sounder_server_needs_authorization (self->server))
    gtk_widget_add_css_class (GTK_WIDGET (self->authorization), "state-slow");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->authorization), "state-slow");
  update_accessible_label (self);
}

static void
sounder_server_row_dispose (GObject *object)
{
  SounderServerRow *self = SOUNDER_SERVER_ROW (object);

  g_clear_object (&self->server);

  G_OBJECT_CLASS (sounder_server_row_parent_class)->dispose (object);
}

static void
sounder_server_row_class_init (SounderServerRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_server_row_dispose;
  SOUNDER_SIDEBAR_ROW_CLASS (klass)->menu_resource = "/io/github/mcp_sounder/Sounder/sounder-server-menu.ui";

  g_type_ensure (SOUNDER_TYPE_ICON);
  sounder_template_set (widget_class, "sounder-server-row.ui");
  sounder_template_bind (widget_class, SounderServerRow, dot, icon, name, temporary, subtitle,
                         questions, authorization, sparkline_bin, value);
}

static void
sounder_server_row_init (SounderServerRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  adw_bin_set_child (self->sparkline_bin, sounder_sparkline_new ());
}

GtkWidget *
sounder_server_row_new (SounderServer *server)
{
  SounderServerRow *self;

  g_return_val_if_fail (SOUNDER_IS_SERVER (server), NULL);

  self = g_object_new (SOUNDER_TYPE_SERVER_ROW, NULL);
  self->server = g_object_ref (server);

  g_signal_connect_object (server, "notify::status", G_CALLBACK (status_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (server, "notify::status-text", G_CALLBACK (update_accessible_label), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (server, "notify::name", G_CALLBACK (text_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (server, "notify::value", G_CALLBACK (text_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (server, "notify::n-questions", G_CALLBACK (questions_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (server, "notify::authorization", G_CALLBACK (authorization_changed_cb),
                           self, G_CONNECT_SWAPPED);
  text_changed_cb (self);
  status_changed_cb (self);
  authorization_changed_cb (self);
  questions_changed_cb (self);

  return GTK_WIDGET (self);
}

SounderServer *
sounder_server_row_get_server (SounderServerRow *self)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER_ROW (self), NULL);

  return self->server;
}
