/* sounder-certificate-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-certificate-dialog.h"
#include "sounder-template.h"

/**
 * SounderCertificateDialog:
 *
 * Whose certificate it is, who says so, how long, and what is wrong with it, in
 * words. Accepting it is for this one server and this one certificate: another
 * one is refused again.
 */

struct _SounderCertificateDialog
{
  AdwWindow       parent_instance;

  McpCertificate *certificate;
  McpSession     *session; /* (nullable) */
  GtkWidget      *opener;  /* weak: whose actions save and connect */

  GtkWidget      *close_button;
  GtkWidget      *problems_box;
  GtkLabel       *problems;
  AdwActionRow   *host_row;
  AdwActionRow   *subject_row;
  AdwActionRow   *issuer_row;
  AdwActionRow   *from_row;
  AdwActionRow   *until_row;
  AdwActionRow   *fingerprint_row;
  GtkWidget      *accept_box;
};

G_DEFINE_FINAL_TYPE (SounderCertificateDialog, sounder_certificate_dialog, ADW_TYPE_WINDOW)

/* Names in a certificate are whatever its maker wrote. */
static void
set_text (AdwActionRow *row,
          const char   *text)
{
  g_autofree char *visible = mcp_format_label (text != NULL ? text : "", FALSE);

  adw_action_row_set_subtitle (row, *visible != '\0' ? visible : _("not stated"));
}

static void
set_time (AdwActionRow *row,
          GDateTime    *time)
{
  g_autoptr (GDateTime) local = time != NULL ? g_date_time_to_local (time) : NULL;
  /* Translators: a day and a time of day; see strftime. */
  g_autofree char *text = local != NULL ? g_date_time_format (local, _("%-e %B %Y, %H:%M %Z")) : NULL;

  set_text (row, text);
}

static void
load (SounderCertificateDialog *self)
{
  McpCertificate *certificate = self->certificate;
  gboolean bad = mcp_certificate_get_problems (certificate) != 0;
  g_autofree char *problems = mcp_certificate_describe_problems (certificate);
  g_autofree char *visible = mcp_format_label (problems, TRUE);

  gtk_label_set_text (self->problems, visible);
  gtk_widget_set_visible (self->problems_box, bad);
  gtk_widget_set_visible (self->accept_box, bad);
  set_text (self->host_row, mcp_certificate_get_host (certificate));
  set_text (self->subject_row, mcp_certificate_get_subject (certificate));
  set_text (self->issuer_row, mcp_certificate_get_issuer (certificate));
  set_time (self->from_row, mcp_certificate_get_not_before (certificate));
  set_time (self->until_row, mcp_certificate_get_not_after (certificate));
  set_text (self->fingerprint_row, mcp_certificate_get_fingerprint (certificate));
}

static void
accept_cb (SounderCertificateDialog *self)
{
  McpProfile *profile;

  if (self->session == NULL)
    return;

  profile = mcp_session_get_profile (self->session);
  g_object_set (profile, "accepted-certificate",
                mcp_certificate_get_fingerprint (self->certificate), NULL);
  if (self->opener != NULL)
    {
      gtk_widget_activate_action (self->opener, "win.save-profile", "s",
                                  mcp_profile_get_name (profile));
      gtk_widget_activate_action (self->opener, "session.restart", NULL);
    }
  gtk_window_close (GTK_WINDOW (self));
}

static void
copy_cb (SounderCertificateDialog *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)),
                          mcp_certificate_get_fingerprint (self->certificate));
}

static void
sounder_certificate_dialog_dispose (GObject *object)
{
  SounderCertificateDialog *self = SOUNDER_CERTIFICATE_DIALOG (object);

  g_clear_weak_pointer (&self->opener);
  g_clear_object (&self->session);
  g_clear_object (&self->certificate);

  G_OBJECT_CLASS (sounder_certificate_dialog_parent_class)->dispose (object);
}

static void
sounder_certificate_dialog_class_init (SounderCertificateDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_certificate_dialog_dispose;

  sounder_template_set (widget_class, "sounder-certificate-dialog.ui");
  sounder_template_bind (widget_class, SounderCertificateDialog, close_button, problems_box,
                         problems, host_row, subject_row, issuer_row, from_row, until_row,
                         fingerprint_row, accept_box);
  sounder_template_connect (widget_class, accept_cb, copy_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_certificate_dialog_init (SounderCertificateDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  /* Else it would be on what trusts the certificate. */
  gtk_widget_grab_focus (self->close_button);
}

SounderCertificateDialog *
sounder_certificate_dialog_new (McpCertificate *certificate)
{
  SounderCertificateDialog *self;

  g_return_val_if_fail (MCP_IS_CERTIFICATE (certificate), NULL);

  self = g_object_new (SOUNDER_TYPE_CERTIFICATE_DIALOG, NULL);
  self->certificate = g_object_ref (certificate);
  load (self);

  return self;
}

/**
 * sounder_certificate_dialog_present:
 * @parent: a widget that reaches the actions of the window and of the session view
 * @session: whose server's certificate is shown
 *
 * Shows the certificate of the last connection. Accepting it saves the profile and connects.
 */
void
sounder_certificate_dialog_present (GtkWidget  *parent,
                                    McpSession *session)
{
  McpCertificate *certificate;
  SounderCertificateDialog *self;

  g_return_if_fail (GTK_IS_WIDGET (parent));
  g_return_if_fail (MCP_IS_SESSION (session));

  certificate = mcp_session_get_certificate (session);
  if (certificate == NULL)
    return;

  self = sounder_certificate_dialog_new (certificate);
  self->session = g_object_ref (session);
  g_set_weak_pointer (&self->opener, parent);
  gtk_window_set_transient_for (GTK_WINDOW (self), GTK_WINDOW (gtk_widget_get_root (parent)));
  gtk_window_present (GTK_WINDOW (self));
}
