/* sounder-import-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-import-dialog"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-address.h"
#include "sounder-compat.h"
#include "sounder-import-dialog.h"
#include "sounder-secrets.h"

/**
 * SounderImportDialog:
 *
 * Two steps: the text, pasted or from a file; then a list of what it would
 * start or reach, each command and address whole, with the names of its
 * variables and headers. Only what is ticked is added, and nothing is started but
 * the one server that was pasted to be added.
 *
 * Other clients keep tokens in the file in clear text. Such values are offered
 * to the keyring; the file then only says that they are there.
 */

/* A list of servers is small; more than this is another file. */
#define MAX_FILE_BYTES (4u * 1024 * 1024)

struct _SounderImportDialog
{
  AdwWindow           parent_instance;

  SounderServerModel *model;
  GPtrArray          *profiles; /* of McpProfile, under review */
  GPtrArray          *checks;   /* of GtkCheckButton, one for each */
  gboolean            connects; /* when it is one server, which is about to be used */

  GtkButton          *next_button;
  GtkStack           *stack;
  GtkTextView        *text;
  GtkLabel           *error;
  GtkListBox         *list;
  GtkLabel           *left_out;
  GtkWidget          *keyring_group;
  GtkSwitch          *keyring;
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
  gtk_label_set_wrap_mode (GTK_LABEL (label), g_strcmp0 (css_class, "mono") == 0
                                                ? PANGO_WRAP_CHAR
                                                : PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);

  return label;
}

/* "Authorization, X-Team": the names only. */
static char *
dup_header_names (McpProfile *profile)
{
  GListModel *headers = mcp_profile_get_headers (profile);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (headers); i++)
    {
      g_autoptr (McpHeader) header = g_list_model_get_item (headers, i);

      g_string_append_printf (names, "%s%s", i > 0 ? ", " : "", mcp_header_get_name (header));
    }

  /* Translators: names of headers. */
  return names->len > 0 ? g_strdup_printf (_("sends %s"), names->str) : NULL;
}

/* "clientId x, clientSecret": whom one signs in as, and where to; of secrets the names only. */
static char *
dup_auth (McpProfile *profile)
{
  const McpAuthSettings *auth = mcp_profile_get_auth (profile);
  g_autoptr (GString) text = g_string_new (NULL);

  for (McpAuthSetting i = 0; auth != NULL && i < MCP_AUTH_N_SETTINGS; i++)
    {
      const char *value = mcp_auth_settings_get (auth, i);

      if (value == NULL)
        continue;
      g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", mcp_auth_setting_get_key (i));
      if (!mcp_auth_setting_is_secret (i))
        g_string_append_printf (text, " %s", value);
    }

  /* Translators: %s has settings with their values: "clientId x, issuer https://example.com". */
  return text->len > 0 ? g_strdup_printf (_("signs in with %s"), text->str) : NULL;
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
  g_autofree char *address = sounder_address_dup_profile (profile);
  g_autofree char *env_names = dup_env_names (profile);
  g_autofree char *header_names = dup_header_names (profile);
  g_autofree char *auth = dup_auth (profile);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (check), TRUE);
  gtk_widget_set_valign (check, GTK_ALIGN_START);
  gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  mcp_profile_get_name (profile), -1);
  g_ptr_array_add (self->checks, g_object_ref (check));

  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), new_text (mcp_profile_get_name (profile), "heading"));
  gtk_box_append (GTK_BOX (texts), new_text (address, "mono"));
  if (mcp_profile_get_cwd (profile) != NULL)
    {
      g_autofree char *where = g_strdup_printf (_("in %s"), mcp_profile_get_cwd (profile));

      gtk_box_append (GTK_BOX (texts), new_text (where, "dim-label"));
    }
  if (env_names != NULL)
    gtk_box_append (GTK_BOX (texts), new_text (env_names, "dim-label"));
  if (header_names != NULL)
    gtk_box_append (GTK_BOX (texts), new_text (header_names, "dim-label"));
  if (auth != NULL)
    gtk_box_append (GTK_BOX (texts), new_text (auth, "dim-label"));

  gtk_widget_add_css_class (row, "output");
  gtk_box_append (GTK_BOX (row), check);
  gtk_box_append (GTK_BOX (row), texts);

  return row;
}

/* What the text says beside what stands in the list. */
static void
show_left_out (SounderImportDialog *self,
               const char          *names)
{
  g_autofree char *visible = names != NULL ? mcp_format_visible (names, -1, FALSE) : NULL;
  g_autofree char *text =
    names != NULL ? g_strdup_printf (_("Left out, for you to set if you want it: %s"), visible)
                  : NULL;

  gtk_label_set_text (self->left_out, text != NULL ? text : "");
  gtk_widget_set_visible (GTK_WIDGET (self->left_out), text != NULL);
}

static void
next_cb (SounderImportDialog *self)
{
  if (self->profiles == NULL)
    sounder_import_dialog_review (self);
  else if (sounder_import_dialog_accept (self) > 0)
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
  gtk_widget_class_bind_template_child (widget_class, SounderImportDialog, left_out);
  gtk_widget_class_bind_template_child (widget_class, SounderImportDialog, keyring_group);
  gtk_widget_class_bind_template_child (widget_class, SounderImportDialog, keyring);
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
  /* So that one can paste at once. */
  gtk_widget_grab_focus (GTK_WIDGET (self->text));
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
  g_autofree char *left_out = NULL;
  g_autoptr (GPtrArray) profiles = NULL;
  g_autoptr (GError) error = NULL;
  gboolean has_literals = FALSE;

  g_return_val_if_fail (SOUNDER_IS_IMPORT_DIALOG (self), FALSE);

  buffer = gtk_text_view_get_buffer (self->text);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  profiles = mcp_server_list_parse (text, -1, &left_out, &error);
  if (profiles == NULL || profiles->len == 0)
    {
      set_error (self, error != NULL ? error->message : _("There is no server in this text."));
      return FALSE;
    }

  self->checks = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < profiles->len; i++)
    {
      McpProfile *profile = g_ptr_array_index (profiles, i);

      gtk_list_box_append (self->list, new_review_row (self, profile));
      has_literals = has_literals || mcp_profile_has_literal_secrets (profile);
    }
  gtk_widget_set_visible (self->keyring_group, has_literals);
  show_left_out (self, left_out);

  self->connects = self->connects && profiles->len == 1;
  label = self->connects ? g_strdup (_("_Add and Connect"))
                         : g_strdup_printf (ngettext ("_Add %u Server", "_Add %u Servers",
                                                      profiles->len),
                                            profiles->len);
  gtk_button_set_label (self->next_button, label);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->next_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  self->connects ? _("Add and Connect")
                                                 : _("Add the servers that are ticked"),
                                  -1);
  gtk_window_set_default_widget (GTK_WINDOW (self), GTK_WIDGET (self->next_button));
  gtk_widget_grab_focus (g_ptr_array_index (self->checks, 0));
  gtk_stack_set_visible_child_name (self->stack, "review");
  self->profiles = g_steal_pointer (&profiles);

  return TRUE;
}

/* A server on its way into the list, while its secrets go to the keyring. */
typedef struct
{
  SounderServerModel *model;
  SounderWindow      *window; /* (nullable) */
  McpProfile         *profile;
  gboolean            connect;
} Import;

static void
import_free (Import *import)
{
  g_object_unref (import->model);
  g_clear_object (&import->window);
  g_object_unref (import->profile);
  g_free (import);
}

static gboolean
add_profile (SounderServerModel *model,
             SounderWindow      *window,
             McpProfile         *profile,
             gboolean            connect)
{
  g_autoptr (GError) error = NULL;
  SounderServer *server = sounder_server_model_add (model, profile, &error);

  if (server != NULL && connect)
    {
      if (window != NULL)
        sounder_window_select (window, server);
      sounder_server_open (server);
    }
  if (server != NULL)
    return TRUE;

  if (window != NULL)
    sounder_window_show_error (window, _("Not All Servers Were Added"), error);

  return FALSE;
}

static void
keep_for_run_cb (gboolean confirmed,
                 gpointer user_data)
{
  Import *import = user_data;

  if (confirmed)
    add_profile (import->model, import->window, import->profile, import->connect);
  import_free (import);
}

static void
secrets_stored_cb (GObject      *source,
                   GAsyncResult *result,
                   gpointer      user_data)
{
  Import *import = user_data;
  g_autofree char *body = NULL;
  g_autoptr (GError) error = NULL;

  if (sounder_secrets_store_finish (result, &error) || import->window == NULL)
    {
      keep_for_run_cb (TRUE, import);
      return;
    }

  /* Translators: the first %s is a server, the second says why the keyring could not be used. */
  body = g_strdup_printf (_("%s: %s\n\nThe server can be added with its secret values kept until "
                            "Sounder is closed. They are not written to the list of servers."),
                          mcp_profile_get_name (import->profile), error->message);
  sounder_compat_confirm (GTK_WINDOW (import->window), _("The Secrets Were Not Kept"), body,
                          _("_Keep Until Closed"), FALSE, keep_for_run_cb, import);
}

/* The secrets first: the file must not say "in the keyring" about a value that is nowhere. */
static void
add_with_keyring (SounderImportDialog *self,
                  SounderWindow       *window,
                  McpProfile          *profile)
{
  Import *import = g_new0 (Import, 1);

  import->model = g_object_ref (self->model);
  import->window = window != NULL ? g_object_ref (window) : NULL;
  import->profile = g_object_ref (profile);
  import->connect = self->connects;
  sounder_secrets_lock_literals (profile);
  sounder_secrets_store_async (profile, 0, NULL, secrets_stored_cb, import);
}

/**
 * sounder_import_dialog_accept:
 * @self: a dialog under review
 *
 * Adds the servers that are ticked. A name that is taken is made unique. Those with secrets for
 * the keyring follow when the keyring has them.
 *
 * Returns: how many were added, or are on their way
 */
guint
sounder_import_dialog_accept (SounderImportDialog *self)
{
  GtkWindow *parent;
  SounderWindow *window;
  guint n_added = 0;

  g_return_val_if_fail (SOUNDER_IS_IMPORT_DIALOG (self), 0);
  g_return_val_if_fail (self->profiles != NULL, 0);

  parent = gtk_window_get_transient_for (GTK_WINDOW (self));
  window = parent != NULL ? SOUNDER_WINDOW (parent) : NULL;
  for (guint i = 0; i < self->profiles->len; i++)
    {
      McpProfile *profile = g_ptr_array_index (self->profiles, i);

      if (!gtk_check_button_get_active (g_ptr_array_index (self->checks, i)))
        continue;

      if (gtk_switch_get_active (self->keyring) && mcp_profile_has_literal_secrets (profile))
        add_with_keyring (self, window, profile);
      else if (!add_profile (self->model, window, profile, self->connects))
        break;

      n_added++;
      if (n_added == 1 && window != NULL
          && sounder_server_model_find (self->model, mcp_profile_get_name (profile)) != NULL)
        sounder_window_select (window, sounder_server_model_find (self->model,
                                                                  mcp_profile_get_name (profile)));
    }

  return n_added;
}

static SounderImportDialog *
new_above (SounderWindow *parent)
{
  SounderImportDialog *self = sounder_import_dialog_new (sounder_window_get_model (parent));

  gtk_window_set_transient_for (GTK_WINDOW (self), GTK_WINDOW (parent));

  return self;
}

/**
 * sounder_import_dialog_present_text:
 * @parent: the window whose list gets them
 * @text: JSON that was pasted where one server is added
 *
 * Lets the user look at the servers in a text. When it is one, adding it connects, too.
 */
void
sounder_import_dialog_present_text (SounderWindow *parent,
                                    const char    *text)
{
  SounderImportDialog *self;

  g_return_if_fail (SOUNDER_IS_WINDOW (parent));
  g_return_if_fail (text != NULL);

  self = new_above (parent);
  self->connects = TRUE;
  sounder_import_dialog_set_text (self, text);
  sounder_import_dialog_review (self);
  gtk_window_present (GTK_WINDOW (self));
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
  g_return_if_fail (SOUNDER_IS_WINDOW (parent));

  gtk_window_present (GTK_WINDOW (new_above (parent)));
}
