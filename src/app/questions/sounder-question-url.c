/* sounder-question-url.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-question-url.h"
#include "sounder-widgets.h"

/**
 * SounderQuestionUrl:
 *
 * An elicitation by URL (client/elicitation, safe URL handling): the whole address is shown, its
 * host first, with what speaks against it. Nothing is fetched, and nothing is opened but by the
 * button, in the browser. Accepting says that the person consented, not that they went there.
 */

struct _SounderQuestionUrl
{
  SounderQuestionBody  parent_instance;

  char                *url;
  char                *opened_url; /* (nullable): what the browser gets */
  GtkLabel            *opened;
};

G_DEFINE_FINAL_TYPE (SounderQuestionUrl, sounder_question_url, SOUNDER_TYPE_QUESTION_BODY)

static void
open_clicked_cb (SounderQuestionUrl *self)
{
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));

  sounder_compat_open_uri (GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL, self->opened_url);
  gtk_label_set_text (self->opened, _("Given to the browser. Come back when you are done there."));
  gtk_widget_set_visible (GTK_WIDGET (self->opened), TRUE);
}

static void
copy_clicked_cb (SounderQuestionUrl *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "session.copy", "s",
                              self->opened_url != NULL ? self->opened_url : self->url);
}

static GtkWidget *
new_address (SounderQuestionUrl *self,
             const char         *host)
{
  GtkWidget *card = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *name = sounder_widgets_new_quote (host != NULL ? host : _("No host"), "title-3");
  GtkWidget *whole = sounder_widgets_new_quote (self->url, "mono");

  sounder_widgets_set_spoken (name, _("Host"));
  sounder_widgets_set_spoken (whole, _("The whole address"));
  gtk_label_set_wrap_mode (GTK_LABEL (whole), PANGO_WRAP_CHAR);
  gtk_box_append (GTK_BOX (card), name);
  gtk_box_append (GTK_BOX (card), whole);
  gtk_widget_add_css_class (card, "card");
  gtk_widget_add_css_class (card, "question-address");

  return card;
}

static GtkWidget *
new_buttons (SounderQuestionUrl *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *open = gtk_button_new_with_mnemonic (_("_Open in Browser"));
  GtkWidget *copy = gtk_button_new_with_mnemonic (_("_Copy"));

  gtk_widget_set_sensitive (open, self->opened_url != NULL);
  if (self->opened_url == NULL)
    gtk_widget_set_tooltip_text (open, _("Only web addresses can be opened"));
  sounder_widgets_set_spoken (open, _("Open the address in the browser"));
  sounder_widgets_set_spoken (copy, _("Copy the address"));
  g_signal_connect_object (open, "clicked", G_CALLBACK (open_clicked_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (copy, "clicked", G_CALLBACK (copy_clicked_cb), self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), open);
  gtk_box_append (GTK_BOX (box), copy);

  return box;
}

static void
sounder_question_url_build (SounderQuestionBody *body)
{
  SounderQuestionUrl *self = SOUNDER_QUESTION_URL (body);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 9);
  g_auto (GStrv) warnings = NULL;
  g_autofree char *host = NULL;

  self->url = mcp_question_dup_url (sounder_question_body_get_question (body));
  if (self->url == NULL)
    self->url = g_strdup ("");

  warnings = mcp_address_check (self->url, &host, &self->opened_url);
  gtk_box_append (GTK_BOX (box), new_address (self, host));
  for (guint i = 0; warnings[i] != NULL; i++)
    gtk_box_append (GTK_BOX (box), sounder_question_body_new_warning (warnings[i]));
  gtk_box_append (GTK_BOX (box), new_buttons (self));

  self->opened = GTK_LABEL (sounder_widgets_new_quote ("", "dim-label"));
  gtk_widget_set_visible (GTK_WIDGET (self->opened), FALSE);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->opened));
  adw_bin_set_child (ADW_BIN (self), box);
}

static const char *
sounder_question_url_get_label (SounderQuestionBody *body)
{
  return _("I Am Done: _Accept");
}

static gboolean
sounder_question_url_send (SounderQuestionBody  *body,
                           GError              **error)
{
  mcp_question_accept (sounder_question_body_get_question (body), NULL);

  return TRUE;
}

static char *
sounder_question_url_dup_rule (SounderQuestionBody  *body,
                               GError              **error)
{
  return g_strdup ("\"do\":\"accept\"");
}

static void
sounder_question_url_finalize (GObject *object)
{
  g_free (SOUNDER_QUESTION_URL (object)->url);
  g_free (SOUNDER_QUESTION_URL (object)->opened_url);

  G_OBJECT_CLASS (sounder_question_url_parent_class)->finalize (object);
}

static void
sounder_question_url_class_init (SounderQuestionUrlClass *klass)
{
  SounderQuestionBodyClass *body_class = SOUNDER_QUESTION_BODY_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = sounder_question_url_finalize;
  body_class->build = sounder_question_url_build;
  body_class->get_label = sounder_question_url_get_label;
  body_class->send = sounder_question_url_send;
  body_class->dup_rule = sounder_question_url_dup_rule;
}

static void
sounder_question_url_init (SounderQuestionUrl *self)
{
}
