/* sounder-compat.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <adwaita.h>
#include <glib/gi18n-lib.h>

#include "mcp-address-check.h"
#include "mcp-browser.h"
#include "mcp-host.h"
#include "sounder-compat.h"

typedef struct
{
  SounderChosenFunc   chosen;
  SounderColorFunc    color_chosen;
  SounderAnsweredFunc answered;
  gpointer            user_data;
  gboolean            for_server; /* not we will open it */
} Asked;

/* For a server that runs outside of our sandbox. */
static void
name_as_host (GFile **file)
{
  g_autofree char *path = g_file_get_path (*file);
  g_autofree char *host_path = path != NULL ? mcp_host_dup_path (path) : NULL;

  if (host_path == NULL)
    return;

  g_object_unref (*file);
  *file = g_file_new_for_path (host_path);
}

static void
chooser_response_cb (GtkNativeDialog *dialog,
                     int              response,
                     gpointer         user_data)
{
  g_autofree Asked *asked = user_data;
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (dialog));

  if (file != NULL && asked->for_server)
    name_as_host (&file);
  asked->chosen (file, asked->user_data);
  g_object_unref (dialog);
}

/**
 * sounder_compat_choose_file:
 * @parent: the window to be above
 * @title: what is chosen
 * @how: an existing file, a new one, or a folder
 * @suggested_name: (nullable): the name of a new file
 * @chosen: called once with the file, or %NULL when nothing was chosen
 *
 * Lets the user choose a file or folder, through the desktop's portal where there is one. A folder
 * is for a server, so that it is named as on the host when servers run there.
 */
void
sounder_compat_choose_file (GtkWindow         *parent,
                            const char        *title,
                            SounderChoose      how,
                            const char        *suggested_name,
                            SounderChosenFunc  chosen,
                            gpointer           user_data)
{
  static const GtkFileChooserAction actions[] = {
    GTK_FILE_CHOOSER_ACTION_OPEN,
    GTK_FILE_CHOOSER_ACTION_SAVE,
    GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER,
  };
  const char *accept[] = { _("_Open"), _("_Save"), _("_Select") };
  GtkFileChooserNative *dialog;
  Asked *asked = g_new0 (Asked, 1);

  asked->chosen = chosen;
  asked->for_server = how == SOUNDER_CHOOSE_FOLDER;
  asked->user_data = user_data;

  dialog = gtk_file_chooser_native_new (title, parent, actions[how], accept[how], _("_Cancel"));
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (dialog), TRUE);
  if (how == SOUNDER_CHOOSE_SAVE && suggested_name != NULL)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (dialog), suggested_name);

  /* Owned by the response, which comes in every case. */
  g_signal_connect (dialog, "response", G_CALLBACK (chooser_response_cb), asked);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (dialog));
}

static void
path_chosen_cb (GFile    *file,
                gpointer  user_data)
{
  g_autoptr (GtkEditable) entry = GTK_EDITABLE (user_data);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path != NULL)
    gtk_editable_set_text (entry, path);
}

/**
 * sounder_compat_choose_path:
 * @entry: what gets the path, and keeps what it has when the user gives up
 * @title: what is chosen
 * @how: what there is to choose
 *
 * Lets the user choose a file or a folder that is there, for an entry.
 */
void
sounder_compat_choose_path (GtkEditable   *entry,
                            const char    *title,
                            SounderChoose  how)
{
  sounder_compat_choose_file (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (entry))), title, how, NULL, path_chosen_cb,
                              g_object_ref (entry));
}

static void
color_response_cb (GtkDialog *dialog,
                   int        response,
                   gpointer   user_data)
{
  g_autofree Asked *asked = user_data;
  GdkRGBA color;

  gtk_color_chooser_get_rgba (GTK_COLOR_CHOOSER (dialog), &color);
  asked->color_chosen (response == GTK_RESPONSE_OK ? &color : NULL, asked->user_data);
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/**
 * sounder_compat_choose_color:
 * @parent: the window to be above
 * @title: what is chosen
 * @color: (nullable): what to begin with
 * @chosen: called once with the colour, or %NULL when none was chosen
 *
 * Lets the user choose a colour, without transparency.
 */
void
sounder_compat_choose_color (GtkWindow        *parent,
                             const char       *title,
                             const GdkRGBA    *color,
                             SounderColorFunc  chosen,
                             gpointer          user_data)
{
  GtkWidget *dialog = gtk_color_chooser_dialog_new (title, parent);
  Asked *asked = g_new0 (Asked, 1);

  asked->color_chosen = chosen;
  asked->user_data = user_data;
  gtk_window_set_modal (GTK_WINDOW (dialog), TRUE);
  gtk_color_chooser_set_use_alpha (GTK_COLOR_CHOOSER (dialog), FALSE);
  if (color != NULL)
    gtk_color_chooser_set_rgba (GTK_COLOR_CHOOSER (dialog), color);
  g_signal_connect (dialog, "response", G_CALLBACK (color_response_cb), asked);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
message_response_cb (AdwMessageDialog *dialog,
                     const char       *response,
                     gpointer          user_data)
{
  g_autofree Asked *asked = user_data;

  asked->answered (g_str_equal (response, "confirm"), asked->user_data);
}

/**
 * sounder_compat_confirm:
 * @parent: the window to be above
 * @heading: the question
 * @body: what will happen
 * @confirm_label: the button that does it, with mnemonic
 * @destructive: whether something is lost
 * @answered: called once with the answer
 *
 * Asks before doing something. Neither text is markup.
 */
void
sounder_compat_confirm (GtkWindow           *parent,
                        const char          *heading,
                        const char          *body,
                        const char          *confirm_label,
                        gboolean             destructive,
                        SounderAnsweredFunc  answered,
                        gpointer             user_data)
{
  GtkWidget *dialog = adw_message_dialog_new (parent, heading, body);
  Asked *asked = g_new0 (Asked, 1);

  asked->answered = answered;
  asked->user_data = user_data;

  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "confirm",
                                    confirm_label, NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "confirm",
                                              destructive ? ADW_RESPONSE_DESTRUCTIVE
                                                          : ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog),
                                           destructive ? "cancel" : "confirm");
  g_signal_connect (dialog, "response", G_CALLBACK (message_response_cb), asked);
  gtk_window_present (GTK_WINDOW (dialog));
}

/**
 * sounder_compat_open_uri:
 * @parent: the window the request comes from
 * @uri: an address the user has seen and clicked
 *
 * Opens an address in the browser of $BROWSER or in the program for it, written so that the browser goes where it says.
 * Only http and https: a server's text must not start anything else.
 */
void
sounder_compat_open_uri (GtkWindow  *parent,
                         const char *uri)
{
  g_autofree char *host = NULL;
  g_autofree char *opened = NULL;
  g_auto (GStrv) warnings = mcp_address_check (uri, &host, &opened);
  g_autoptr (GError) error = NULL;

  if (opened != NULL && mcp_browser_is_chosen () && mcp_browser_start (opened, &error))
    return;
  if (error != NULL)
    g_message ("The browser of $BROWSER was not started: %s", error->message);
  if (opened != NULL)
    gtk_show_uri (parent, opened, GDK_CURRENT_TIME);
  else
    g_debug ("Not opening %s: only web addresses are opened", uri);
}

typedef struct
{
  SounderOpenedFunc opened;
  gpointer          user_data;
} Opening;

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      user_data)
{
  g_autofree Opening *opening = user_data;
  g_autoptr (GError) error = NULL;

  gtk_show_uri_full_finish (GTK_WINDOW (source), result, &error);
  opening->opened (error, opening->user_data);
}

/**
 * sounder_compat_open_file:
 * @parent: the window the request comes from
 * @path: a file the user wants to be opened
 * @opened: called once
 *
 * Opens a file in the program for it, through the desktop's portal where there is one.
 */
void
sounder_compat_open_file (GtkWindow         *parent,
                          const char        *path,
                          SounderOpenedFunc  opened,
                          gpointer           user_data)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *uri = g_file_get_uri (file);
  Opening *opening = g_new0 (Opening, 1);

  opening->opened = opened;
  opening->user_data = user_data;
  gtk_show_uri_full (parent, uri, GDK_CURRENT_TIME, NULL, opened_cb, opening);
}

/**
 * sounder_compat_show_about:
 * @parent: the window to be above
 *
 * Shows what this program is.
 */
void
sounder_compat_show_about (GtkWindow *parent)
{
  adw_show_about_window (parent,
                         "application-name", _("Sounder"),
                         "application-icon", APP_ID,
                         "version", PACKAGE_VERSION,
                         "developer-name", _("The Sounder authors"),
                         "comments", _("Inspect servers of the Model Context Protocol: see every "
                                       "message, call tools, watch the connection."),
                         "license-type", GTK_LICENSE_GPL_3_0,
                         "copyright", "© The Sounder authors",
                         NULL);
}

/**
 * sounder_compat_set_spoken:
 * @accessible: a row or a button that shows a shorter text
 * @spoken: what it is called for those who do not see it
 *
 * Gives a control its accessible label. Newer versions of GTK and libadwaita point from rows and
 * buttons to the text in them, which would come before the label.
 */
void
sounder_compat_set_spoken (GtkAccessible *accessible,
                           const char    *spoken)
{
  g_return_if_fail (GTK_IS_ACCESSIBLE (accessible));
  g_return_if_fail (spoken != NULL);

  gtk_accessible_update_property (accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  gtk_accessible_reset_relation (accessible, GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}

/**
 * sounder_compat_name_list_item:
 * @child: what a factory put into an item of a list view
 * @name: what the item is called for those who do not see it
 *
 * Names the list's own widget around @child, which has the focus. GTK 4.8 gives no other way, and
 * newer GTK does not make a name of the texts inside.
 */
void
sounder_compat_name_list_item (GtkWidget  *child,
                               const char *name)
{
  GtkWidget *around;

  g_return_if_fail (GTK_IS_WIDGET (child));
  g_return_if_fail (name != NULL);

  around = gtk_widget_get_parent (child);
  if (around != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (around), GTK_ACCESSIBLE_PROPERTY_LABEL, name,
                                    -1);
}
