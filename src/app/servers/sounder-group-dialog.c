/* sounder-group-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "mcp-profile.h"
#include "mcp-summary.h"
#include "sounder-group-dialog.h"

/* Asking for the name of a group: one that is there by a click, or a new one. */

#define RESPONSE_APPLY "apply"

typedef struct
{
  AdwMessageDialog *dialog;
  GtkEditable      *entry;
  gboolean          may_be_none;
  SounderGroupFunc  chosen;
  gpointer          user_data;
  GDestroyNotify    destroy;
} Asking;

static void
asking_free (gpointer  data,
             GClosure *closure)
{
  Asking *asking = data;

  if (asking->destroy != NULL)
    asking->destroy (asking->user_data);
  g_free (asking);
}

static void
name_changed_cb (Asking *asking)
{
  g_autofree char *name = mcp_profile_normalize_group (gtk_editable_get_text (asking->entry));

  adw_message_dialog_set_response_enabled (asking->dialog, RESPONSE_APPLY, name != NULL || asking->may_be_none);
}

static void
group_clicked_cb (GtkWidget *button,
                  Asking    *asking)
{
  gtk_editable_set_text (asking->entry, g_object_get_data (G_OBJECT (button), "group"));
  adw_message_dialog_response (asking->dialog, RESPONSE_APPLY);
  gtk_window_close (GTK_WINDOW (asking->dialog));
}

static void
response_cb (AdwMessageDialog *dialog,
             const char       *response,
             Asking           *asking)
{
  if (g_str_equal (response, RESPONSE_APPLY))
    asking->chosen (gtk_editable_get_text (asking->entry), asking->user_data);
}

/* A button per existing group. */
static GtkWidget *
create_groups (Asking             *asking,
               const char * const *groups)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 6);
  GtkWidget *scroller = gtk_scrolled_window_new ();

  for (guint i = 0; groups[i] != NULL; i++)
    {
      g_autofree char *visible = mcp_format_label (groups[i], FALSE);
      GtkWidget *button = gtk_button_new_with_label (visible);
      GtkWidget *label = gtk_button_get_child (GTK_BUTTON (button));

      gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
      g_object_set_data_full (G_OBJECT (button), "group", g_strdup (groups[i]), g_free);
      g_signal_connect (button, "clicked", G_CALLBACK (group_clicked_cb), asking);
      gtk_box_append (GTK_BOX (box), button);
    }

  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), box);
  gtk_scrolled_window_set_policy (GTK_SCROLLED_WINDOW (scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_scrolled_window_set_max_content_height (GTK_SCROLLED_WINDOW (scroller), 200);
  gtk_widget_set_visible (scroller, groups[0] != NULL);

  return scroller;
}

GtkWindow *
sounder_group_dialog_present (GtkWindow          *parent,
                              const char         *heading,
                              const char         *name,
                              const char * const *groups,
                              gboolean            may_be_none,
                              SounderGroupFunc    chosen,
                              gpointer            user_data,
                              GDestroyNotify      destroy)
{
  Asking *asking = g_new0 (Asking, 1);
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 12);
  GtkWidget *entry = gtk_entry_new ();
  GtkWidget *dialog = adw_message_dialog_new (parent, heading,
                                              may_be_none ? _("Without a name it is in no group.") : NULL);

  *asking = (Asking) { ADW_MESSAGE_DIALOG (dialog), GTK_EDITABLE (entry), may_be_none, chosen, user_data, destroy };
  gtk_editable_set_text (GTK_EDITABLE (entry), name);
  gtk_entry_set_placeholder_text (GTK_ENTRY (entry), _("Name of the group"));
  gtk_entry_set_activates_default (GTK_ENTRY (entry), TRUE);
  gtk_accessible_update_property (GTK_ACCESSIBLE (entry), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Name of the group"), -1);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (name_changed_cb), asking);
  gtk_box_append (GTK_BOX (box), create_groups (asking, groups));
  gtk_box_append (GTK_BOX (box), entry);

  adw_message_dialog_set_extra_child (asking->dialog, box);
  adw_message_dialog_add_responses (asking->dialog, "cancel", _("_Cancel"), RESPONSE_APPLY, _("_Apply"), NULL);
  adw_message_dialog_set_default_response (asking->dialog, RESPONSE_APPLY);
  adw_message_dialog_set_response_appearance (asking->dialog, RESPONSE_APPLY, ADW_RESPONSE_SUGGESTED);
  name_changed_cb (asking);
  g_signal_connect_data (dialog, "response", G_CALLBACK (response_cb), asking, asking_free, 0);
  gtk_window_present (GTK_WINDOW (dialog));
  gtk_widget_grab_focus (entry);

  return GTK_WINDOW (dialog);
}
