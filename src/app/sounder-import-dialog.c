/* sounder-import-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-import-dialog"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-import-dialog.h"

/**
 * SounderImportDialog:
 *
 * Two steps: the text, pasted or from a file; then a list of what it would
 * start, each command whole, with the names of its variables. Only what is
 * ticked is added, and nothing is started.
 */

/* A list of servers is small; more than this is another file. */
#define MAX_FILE_BYTES (4u * 1024 * 1024)

struct _SounderImportDialog
{
  AdwWindow           parent_instance;

  SounderServerModel *model;
  GPtrArray          *profiles; /* of McpProfile, under review */
  GPtrArray          *checks;   /* of GtkCheckButton, one for each */

  GtkButton          *next_button;
  GtkStack           *stack;
  GtkTextView        *text;
  GtkLabel           *error;
  GtkListBox         *list;
};

G_DEFINE_FINAL_TYPE (SounderImportDialog, sounder_import_dialog, ADW_TYPE_WINDOW)

static void
set_error (SounderImportDialog *self,
           const char          *message)
{
  gtk_label_set_text (self->error, message != NULL ? message : "");
  gtk_widget_set_visible (GTK_WIDGET (self->error), message != NULL);
}

static void
text_changed_cb (SounderImportDialog *self)
{
  gtk_widget_set_sensitive (GTK_WIDGET (self->next_button),
                            gtk_text_buffer_get_char_count (gtk_text_view_get_buffer (self->text))
                              > 0);
  set_error (self, NULL);
}

static void
contents_loaded_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (SounderImportDialog) self = SOUNDER_IMPORT_DIALOG (user_data);
  g_autofree char *contents = NULL;
  gsize length = 0;
  g_autoptr (GError) error = NULL;

  if (!g_file_load_contents_finish (G_FILE (source), result, &contents, &length, NULL, &error))
    set_error (self, error->message);
  else if (length > MAX_FILE_BYTES || !g_utf8_validate (contents, length, NULL))
    set_error (self, _("This file is no list of servers: it is too large, or no text."));
  else
    {
      sounder_import_dialog_set_text (self, contents);
      sounder_import_dialog_review (self);
    }
}

static void
file_chosen_cb (GFile    *file,
                gpointer  user_data)
{
  g_autoptr (SounderImportDialog) self = SOUNDER_IMPORT_DIALOG (user_data);

  if (file != NULL)
    g_file_load_contents_async (file, NULL, contents_loaded_cb, g_object_ref (self));
}

static void
open_file_cb (SounderImportDialog *self)
{
  sounder_compat_choose_file (GTK_WINDOW (self), _("Open a List of Servers"), SOUNDER_CHOOSE_OPEN,
                              NULL, file_chosen_cb, g_object_ref (self));
}

static GtkWidget *
new_text (const char *text,
          const char *css_class)
{
  g_autofree char *visible = mcp_format_visible (text, -1, FALSE);
  GtkWidget *label = gtk_label_new (visible);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);

  return label;
}

/* "API_KEY, HOME": the names only. */
static char *
dup_env_names (McpProfile *profile)
{
  const char *const *env = mcp_profile_get_env (profile);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; env[i] != NULL; i++)
    g_string_append_printf (names, "%s%.*s", i > 0 ? ", " : "", (int) strcspn (env[i], "="), env[i]);

  return names->len > 0 ? g_strdup_printf (_("sets %s"), names->str) : NULL;
}

static GtkWidget *
new_review_row (SounderImportDialog *self,
                McpProfile          *profile)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *check = gtk_check_button_new ();
  g_autofree char *command = mcp_profile_is_stdio (profile)
                               ? mcp_profile_dup_command (profile)
                               : g_strdup (mcp_profile_get_url (profile));
  g_autofree char *env_names = dup_env_names (profile);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  gtk_widget_set_valign (check, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  mcp_profile_get_name (profile), -1);
  g_ptr_array_add (self->checks, g_object_ref (check));

  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), new_text (mcp_profile_get_name (profile), "heading"));
  gtk_box_append (GTK_BOX (texts), new_text (command, "mono"));
  if (mcp_profile_get_cwd (profile) != NULL)
    {
      g_autofree char *where = g_strdup_printf (_("in %s"), mcp_profile_get_cwd (profile));

      gtk_box_append (GTK_BOX (texts), new_text (where, "dim-label"));
    }
  if (env_names != NULL)
    gtk_box_append (GTK_BOX (texts), new_text (env_names, "dim-label"));

  gtk_widget_add_css_class (row, "output");
  gtk_box_append (GTK_BOX (row), check);
  gtk_box_append (GTK_BOX (row), texts);

  return row;
}

static void
next_cb (SounderImportDialog *self)
{
  if (self->profiles == NULL)
    sounder_import_dialog_review (self);
  else if (sounder_import_dialog_accept (self) > 0 || self->profiles->len == 0)
    gtk_window_close (GTK_WINDOW (self));
}

static void
sounder_import_dialog_dispose (GObject *object)
{
  SounderImportDialog *self = SOUNDER_IMPORT_DIALOG (object);

  g_clear_pointer (&self->profiles, g_ptr_array_unref);
  g_clear_pointer (&self->checks, g_ptr_array_unref);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (sounder_import_dialog_parent_class)->dispose (object);
}

static void
sounder_import_dialog_class_init (SounderImportDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_import_dialog_dispose;

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/mcp_sounder/Sounder/sounder-import-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, SounderImportDialog, next_button);
  gtk_widget_class_bind_template_child (widget_class, SounderImportDialog, stack);
  gtk_widget_class_bind_template_child (widget_class, SounderImportDialog, text);
  gtk_widget_class_bind_template_child (widget_class, SounderImportDialog, error);
  gtk_widget_class_bind_template_child (widget_class, SounderImportDialog, list);
  gtk_widget_class_bind_template_callback (widget_class, next_cb);
  gtk_widget_class_bind_template_callback (widget_class, open_file_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_import_dialog_init (SounderImportDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->next_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Review"), -1);
  g_signal_connect_object (gtk_text_view_get_buffer (self->text), "changed",
                           G_CALLBACK (text_changed_cb), self, G_CONNECT_SWAPPED);
}

/**
 * sounder_import_dialog_new:
 * @model: the servers
 *
 * Creates the dialog. It is not shown.
 *
 * Returns: (transfer none): a new dialog, owned by GTK
 */
SounderImportDialog *
sounder_import_dialog_new (SounderServerModel *model)
{
  SounderImportDialog *self;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (model), NULL);

  self = g_object_new (SOUNDER_TYPE_IMPORT_DIALOG, NULL);
  self->model = g_object_ref (model);

  return self;
}

/**
 * sounder_import_dialog_set_text:
 * @self: a dialog
 * @text: JSON
 *
 * Fills the text in.
 */
void
sounder_import_dialog_set_text (SounderImportDialog *self,
                                const char          *text)
{
  g_return_if_fail (SOUNDER_IS_IMPORT_DIALOG (self));

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->text), text, -1);
}

/**
 * sounder_import_dialog_review:
 * @self: a dialog
 *
 * Reads the text and lists what it would start; an error is shown under the text.
 *
 * Returns: whether there is anything to review
 */
gboolean
sounder_import_dialog_review (SounderImportDialog *self)
{
  GtkTextBuffer *buffer;
  GtkTextIter start;
  GtkTextIter end;
  g_autofree char *text = NULL;
  g_autofree char *label = NULL;
  g_autoptr (GPtrArray) profiles = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (SOUNDER_IS_IMPORT_DIALOG (self), FALSE);

  buffer = gtk_text_view_get_buffer (self->text);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  profiles = mcp_server_list_parse (text, -1, &error);
  if (profiles == NULL || profiles->len == 0)
    {
      set_error (self, error != NULL ? error->message : _("There is no server in this text."));
      return FALSE;
    }

  self->checks = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < profiles->len; i++)
    gtk_list_box_append (self->list, new_review_row (self, g_ptr_array_index (profiles, i)));

  label = g_strdup_printf (ngettext ("_Add %u Server", "_Add %u Servers", profiles->len),
                           profiles->len);
  gtk_button_set_label (self->next_button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->next_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Add the servers that are ticked"), -1);
  gtk_stack_set_visible_child_name (self->stack, "review");
  self->profiles = g_steal_pointer (&profiles);

  return TRUE;
}

/**
 * sounder_import_dialog_accept:
 * @self: a dialog under review
 *
 * Adds the servers that are ticked. A name that is taken is made unique.
 *
 * Returns: how many were added
 */
guint
sounder_import_dialog_accept (SounderImportDialog *self)
{
  GtkWindow *parent;
  guint n_added = 0;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (SOUNDER_IS_IMPORT_DIALOG (self), 0);
  g_return_val_if_fail (self->profiles != NULL, 0);

  parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  for (guint i = 0; i < self->profiles->len && error == NULL; i++)
    {
      SounderServer *server;

      if (!gtk_check_button_get_active (g_ptr_array_index (self->checks, i)))
        continue;

      server = sounder_server_model_add (self->model, g_ptr_array_index (self->profiles, i), &error);
      if (server == NULL)
        continue;
      n_added++;
      if (n_added == 1 && parent != NULL)
        sounder_window_select (SOUNDER_WINDOW (parent), server);
    }

  if (error != NULL && parent != NULL)
    sounder_window_show_error (SOUNDER_WINDOW (parent), _("Not All Servers Were Added"), error);

  return n_added;
}

/**
 * sounder_import_dialog_present:
 * @parent: the window whose list gets them
 *
 * Lets the user import servers.
 */
void
sounder_import_dialog_present (SounderWindow *parent)
{
  SounderImportDialog *self;

  g_return_if_fail (SOUNDER_IS_WINDOW (parent));

  self = sounder_import_dialog_new (sounder_window_get_model (parent));
  gtk_window_set_transient_for (GTK_WINDOW (self), GTK_WINDOW (parent));
  gtk_window_present (GTK_WINDOW (self));
}
