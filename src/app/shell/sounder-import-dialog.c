/* sounder-import-dialog.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-bundle.h"
#include "mcp-client-server.h"
#include "mcp-consent.h"
#include "mcp-hash.h"
#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-defaults.h"
#include "sounder-import-bundle.h"
#include "sounder-import-dialog.h"
#include "sounder-import-list.h"
#include "sounder-import-row.h"
#include "sounder-literal.h"
#include "sounder-recent.h"
#include "sounder-secrets.h"
#include "sounder-template.h"

/**
 * SounderImportDialog:
 *
 * Two steps: what other clients have in their files, or a text, pasted or from a
 * file; then a list of what it would start or reach, each command and address
 * whole, with the names of its variables and headers. Only what is ticked is added,
 * and nothing is started but the one server that was pasted to be added. A bundle
 * has a page of its own, from which it is unpacked and added.
 *
 * Other clients keep tokens in the file in clear text. Such values are offered
 * to the keyring; the file then only says that they are there.
 *
 * One file: what is found, what is ticked and what is added are one path through the same members.
 */

/* A list of servers is small; more than this is another file. */
#define MAX_FILE_BYTES (4u * 1024 * 1024)

struct _SounderImportDialog
{
  AdwWindow           parent_instance;

  SounderServerModel *model;
  char               *origin;   /* (nullable): of the text; typed, it has none */
  GPtrArray          *profiles; /* of McpProfile, under review */
  GPtrArray          *checks;   /* of GtkCheckButton, one for each */
  gboolean            connects; /* when it is one server, which is about to be used */
  GCancellable       *cancellable; /* of reading and unpacking a bundle */

  GtkButton          *next_button;
  GtkStack           *stack;
  GtkTextView        *text;
  GtkLabel           *error;
  SounderImportList  *found;
  SounderImportBundle *bundle;
  GtkLabel           *found_error;
  GtkListBox         *list;
  GtkLabel           *left_out;
  GtkWidget          *consent_group;
  GtkSwitch          *consent;
  GtkWidget          *keyring_group;
  GtkSwitch          *keyring;
};

G_DEFINE_FINAL_TYPE (SounderImportDialog, sounder_import_dialog, ADW_TYPE_WINDOW)

static void
set_error (SounderImportDialog *self,
           const char          *message)
{
  sounder_literal_show (self->error, message);
  sounder_literal_show (self->found_error, message);
}

static gboolean
is_on_page (SounderImportDialog *self,
            const char          *name)
{
  return g_strcmp0 (gtk_stack_get_visible_child_name (self->stack), name) == 0;
}

static void
page_changed_cb (SounderImportDialog *self)
{
  guint n_ticked = 0;

  if (is_on_page (self, "review"))
    return;

  if (is_on_page (self, "bundle"))
    n_ticked = sounder_import_bundle_is_ready (self->bundle);
  else if (is_on_page (self, "found"))
    n_ticked = sounder_import_list_get_n_ticked (self->found);
  else
    n_ticked = gtk_text_buffer_get_char_count (gtk_text_view_get_buffer (self->text));
  gtk_widget_set_sensitive (GTK_WIDGET (self->next_button), n_ticked > 0);
}

static McpServerList *
get_saved (SounderImportDialog *self)
{
  return sounder_server_model_get_list (self->model);
}

static void
look_cb (SounderImportDialog *self)
{
  set_error (self, NULL);
  sounder_import_dialog_look (self);
}

static void
paste_cb (SounderImportDialog *self)
{
  set_error (self, NULL);
  gtk_stack_set_visible_child_name (self->stack, "text");
  gtk_widget_grab_focus (GTK_WIDGET (self->text));
}

static void
text_changed_cb (SounderImportDialog *self)
{
  page_changed_cb (self);
  set_error (self, NULL);
  g_clear_pointer (&self->origin, g_free);
}

/* A file that is a client's by its name is read as that client does. */
static void
show_file (SounderImportDialog *self,
           McpClientFile       *file,
           const char          *contents,
           gsize                length)
{
  g_autofree char *name = g_path_get_basename (file->path);
  g_autofree char *visible = g_filename_display_name (name);
  g_autoptr (GError) error = NULL;
  GPtrArray *servers = mcp_client_read (file->client, contents, length, file->folder, &error);

  /* Other settings of a client without a server are told as those of any file. */
  if (servers != NULL && servers->len == 0)
    {
      g_ptr_array_unref (servers);
      servers = mcp_client_read_text (contents, length, &error);
    }
  if (servers == NULL)
    {
      set_error (self, error->message);
      return;
    }

  set_error (self, NULL);
  mcp_client_servers_set_origin (servers, file->path);
  sounder_import_list_show_file (self->found, get_saved (self), visible, servers);
  g_ptr_array_unref (servers);
  gtk_stack_set_visible_child_name (self->stack, "found");
}

static void
contents_loaded_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      user_data)
{
  g_autoptr (SounderImportDialog) self = SOUNDER_IMPORT_DIALOG (user_data);
  const char *path = g_file_peek_path (G_FILE (source));
  g_autoptr (McpClientFile) file = path != NULL ? mcp_client_file_new_for_path (path) : NULL;
  g_autofree char *bytes = NULL;
  g_autofree char *contents = NULL;
  gsize length = 0;
  g_autoptr (GError) error = NULL;

  if (g_file_load_contents_finish (G_FILE (source), result, &bytes, &length, NULL, &error))
    contents = mcp_text_decode (bytes, length, &length, NULL, &error);
  if (contents == NULL)
    set_error (self, error->message);
  else if (memchr (contents, '\0', length) != NULL || (file == NULL && length > MAX_FILE_BYTES))
    set_error (self, _("This file is no list of servers: it is too large, or no text."));
  else if (file != NULL)
    show_file (self, file, contents, length);
  else
    {
      sounder_import_dialog_set_text (self, contents);
      self->origin = g_strdup (path);
      gtk_stack_set_visible_child_name (self->stack, "text");
      sounder_import_dialog_review (self);
    }
}

static void
bundle_opened_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      user_data)
{
  g_autoptr (SounderImportDialog) self = SOUNDER_IMPORT_DIALOG (user_data);
  g_autoptr (GError) error = NULL;
  g_autoptr (McpBundle) bundle = mcp_bundle_open_finish (result, &error);

  if (g_cancellable_is_cancelled (self->cancellable))
    return;
  set_error (self, error != NULL ? error->message : NULL);
  /* One that was asked for later is not shown in the place of another one. */
  if (bundle == NULL || is_on_page (self, "bundle") || self->profiles != NULL)
    return;

  sounder_import_bundle_show (self->bundle, bundle);
  gtk_button_set_label (self->next_button, _("_Unpack and Add"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->next_button), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Unpack and Add"),
                                  -1);
  gtk_stack_set_visible_child_name (self->stack, "bundle");
}

/* A bundle, a client’s file, or JSON. */
static void
load_file (SounderImportDialog *self,
           GFile               *file)
{
  const char *path = g_file_peek_path (file);

  if (path != NULL && mcp_bundle_is (path))
    mcp_bundle_open_async (path, self->cancellable, bundle_opened_cb, g_object_ref (self));
  else
    g_file_load_contents_async (file, NULL, contents_loaded_cb, g_object_ref (self));
}

static void
file_chosen_cb (GFile    *file,
                gpointer  user_data)
{
  g_autoptr (SounderImportDialog) self = SOUNDER_IMPORT_DIALOG (user_data);

  if (file != NULL)
    load_file (self, file);
}

static void
open_file_cb (SounderImportDialog *self)
{
  sounder_compat_choose_file (GTK_WINDOW (self), _("Open a List of Servers or a Bundle"), SOUNDER_CHOOSE_OPEN,
                              NULL, file_chosen_cb, g_object_ref (self));
}

/* What was said beside what stands in the list, and what cannot be read. */
static void
show_left_out (SounderImportDialog *self,
               GPtrArray           *servers)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (mcp_str_hash, g_str_equal);
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *visible = NULL;

  for (guint i = 0; i < servers->len; i++)
    {
      const McpClientServer *server = servers->pdata[i];

      if (server->left_out != NULL && g_hash_table_add (seen, server->left_out))
        g_string_append_printf (names, "%s%s", names->len > 0 ? ", " : "", server->left_out);
    }
  if (names->len > 0)
    g_string_append_printf (text, _("Left out, for you to set if you want it: %s"), names->str);
  for (guint i = 0; i < servers->len; i++)
    {
      const McpClientServer *server = servers->pdata[i];

      g_autofree char *problem = server->problem != NULL ? mcp_client_server_dup_problem (server) : NULL;

      if (problem != NULL)
        g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", problem);
    }

  visible = mcp_format_visible (text->str, text->len, TRUE);
  gtk_label_set_text (self->left_out, visible);
  gtk_widget_set_visible (GTK_WIDGET (self->left_out), text->len > 0);
}

/* FALSE: there is nothing to look at. */
static gboolean
review (SounderImportDialog *self,
        GPtrArray           *servers)   /* of McpClientServer */
{
  g_autoptr (GPtrArray) profiles = mcp_client_servers_dup_profiles (servers);
  g_autofree char *label = NULL;
  gboolean has_literals = FALSE;
  gboolean needs_consent = FALSE;

  if (profiles->len == 0)
    {
      const McpClientServer *first = servers->len > 0 ? servers->pdata[0] : NULL;
      g_autofree char *problem = first != NULL && first->problem != NULL ? mcp_client_server_dup_problem (first) : NULL;

      set_error (self, problem != NULL ? problem : _("There is no server in this text."));
      return FALSE;
    }

  self->checks = g_ptr_array_new_with_free_func (g_object_unref);
  for (guint i = 0; i < servers->len; i++)
    {
      const McpClientServer *server = servers->pdata[i];
      GtkWidget *check;

      if (server->profile == NULL)
        continue;
      /* Of several ways to one server nobody wants all. */
      gtk_list_box_append (self->list, sounder_import_row_new (server, !server->is_choice || self->checks->len == 0,
                                                               &check));
      g_ptr_array_add (self->checks, g_object_ref (check));
      has_literals = has_literals || mcp_profile_has_literal_secrets (server->profile);
      needs_consent = needs_consent || mcp_consent_is_needed (server->profile);
    }
  gtk_widget_set_visible (self->consent_group, needs_consent);
  gtk_widget_set_visible (self->keyring_group, has_literals);
  show_left_out (self, servers);

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
  self->profiles = g_steal_pointer (&profiles);
  gtk_stack_set_visible_child_name (self->stack, "review");

  return TRUE;
}

static void
review_found (SounderImportDialog *self)
{
  g_autoptr (GPtrArray) ticked = sounder_import_list_dup_ticked (self->found);

  review (self, ticked);
}

static void unpack (SounderImportDialog *self);

static void
next_cb (SounderImportDialog *self)
{
  if (is_on_page (self, "bundle"))
    unpack (self);
  else if (self->profiles == NULL && is_on_page (self, "found"))
    review_found (self);
  else if (self->profiles == NULL)
    sounder_import_dialog_review (self);
  else if (sounder_import_dialog_accept (self) > 0)
    gtk_window_close (GTK_WINDOW (self));
}

static void
sounder_import_dialog_dispose (GObject *object)
{
  SounderImportDialog *self = SOUNDER_IMPORT_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_pointer (&self->profiles, g_ptr_array_unref);
  g_clear_pointer (&self->checks, g_ptr_array_unref);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (sounder_import_dialog_parent_class)->dispose (object);
}

static void
sounder_import_dialog_finalize (GObject *object)
{
  SounderImportDialog *self = SOUNDER_IMPORT_DIALOG (object);

  g_object_unref (self->cancellable);
  g_free (self->origin);

  G_OBJECT_CLASS (sounder_import_dialog_parent_class)->finalize (object);
}

static void
sounder_import_dialog_class_init (SounderImportDialogClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_import_dialog_dispose;
  object_class->finalize = sounder_import_dialog_finalize;
  g_type_ensure (SOUNDER_TYPE_IMPORT_BUNDLE);
  g_type_ensure (SOUNDER_TYPE_IMPORT_LIST);

  sounder_template_set (widget_class, "sounder-import-dialog.ui");
  sounder_template_bind (widget_class, SounderImportDialog, next_button, stack, text, error, found,
                         bundle, found_error, list, left_out, consent_group, consent,
                         keyring_group, keyring);
  sounder_template_connect (widget_class, next_cb, open_file_cb, page_changed_cb, look_cb,
                            paste_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_import_dialog_init (SounderImportDialog *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->next_button), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Review"), -1);
  g_signal_connect_object (gtk_text_view_get_buffer (self->text), "changed",
                           G_CALLBACK (text_changed_cb), self, G_CONNECT_SWAPPED);
  /* So that one can paste at once. */
  gtk_widget_grab_focus (GTK_WIDGET (self->text));
}

SounderImportDialog *
sounder_import_dialog_new (SounderServerModel *model)
{
  SounderImportDialog *self;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (model), NULL);

  self = g_object_new (SOUNDER_TYPE_IMPORT_DIALOG, NULL);
  self->model = g_object_ref (model);

  return self;
}

void
sounder_import_dialog_set_text (SounderImportDialog *self,
                                const char          *text)
{
  g_return_if_fail (SOUNDER_IS_IMPORT_DIALOG (self));

  gtk_text_buffer_set_text (gtk_text_view_get_buffer (self->text), text, -1);
}

/* Where projects may be: what Sounder was started in, directories of servers, and folders of files that were opened. */
static GPtrArray *
dup_folders (SounderImportDialog *self)
{
  GListModel *saved = G_LIST_MODEL (get_saved (self));
  g_autoptr (GPtrArray) files = sounder_recent_dup ();
  GPtrArray *folders = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_add (folders, g_get_current_dir ());
  for (guint i = 0; i < g_list_model_get_n_items (saved); i++)
    {
      g_autoptr (McpProfile) profile = g_list_model_get_item (saved, i);
      const char *cwd = mcp_profile_get_settings (profile)->cwd;

      if (cwd != NULL)
        g_ptr_array_add (folders, g_strdup (cwd));
    }
  for (guint i = 0; i < files->len; i++)
    {
      const char *path = g_file_peek_path (files->pdata[i]);

      if (path != NULL)
        g_ptr_array_add (folders, g_path_get_dirname (path));
    }

  return folders;
}

/**
 * sounder_import_dialog_look:
 *
 * Shows the servers in the files of other clients.
 *
 * Returns: how many rows there are
 */
guint
sounder_import_dialog_look (SounderImportDialog *self)
{
  g_autoptr (GPtrArray) folders = NULL;
  guint n_rows;

  g_return_val_if_fail (SOUNDER_IS_IMPORT_DIALOG (self), 0);

  folders = dup_folders (self);

  gtk_stack_set_visible_child_name (self->stack, "found");
  n_rows = sounder_import_list_look (self->found, get_saved (self), folders);
  gtk_widget_grab_focus (GTK_WIDGET (self->found));

  return n_rows;
}

/**
 * sounder_import_dialog_review:
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
  g_autoptr (GPtrArray) servers = NULL;
  g_autoptr (GError) error = NULL;

  g_return_val_if_fail (SOUNDER_IS_IMPORT_DIALOG (self), FALSE);

  buffer = gtk_text_view_get_buffer (self->text);
  gtk_text_buffer_get_bounds (buffer, &start, &end);
  text = gtk_text_buffer_get_text (buffer, &start, &end, TRUE);
  servers = mcp_client_read_text (text, strlen (text), &error);
  if (servers != NULL)
    {
      mcp_client_servers_set_origin (servers, self->origin);
      return review (self, servers);
    }

  set_error (self, error->message);

  return FALSE;
}

/* A server on its way into the list, while its secrets go to the keyring. */
typedef struct
{
  SounderServerModel *model;
  SounderWindow      *window; /* (nullable) */
  McpProfile         *profile;
  gboolean            agreed;
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
             gboolean            agreed,
             gboolean            connect)
{
  g_autoptr (GError) error = NULL;
  SounderServer *server = sounder_server_model_add (model, profile, &error);

  if (server != NULL && agreed)
    mcp_consent_give (sounder_server_get_profile (server), MCP_CONSENT_ASKED, TRUE);
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
    add_profile (import->model, import->window, import->profile, import->agreed, import->connect);
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
  import->agreed = gtk_switch_get_active (self->consent);
  import->connect = self->connects;
  sounder_secrets_lock_literals (profile);
  sounder_secrets_store_async (profile, 0, NULL, secrets_stored_cb, import);
}

static SounderWindow *
get_window (SounderImportDialog *self)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));

  return parent != NULL ? SOUNDER_WINDOW (parent) : NULL;
}

/* FALSE: the list could not be written. */
static gboolean
accept (SounderImportDialog *self,
        McpProfile          *profile)
{
  SounderWindow *window = get_window (self);
  g_autoptr (McpProfile) made = sounder_defaults_apply (profile);

  if (gtk_switch_get_active (self->keyring) && mcp_profile_has_literal_secrets (made))
    {
      add_with_keyring (self, window, made);
      return TRUE;
    }

  return add_profile (self->model, window, made, gtk_switch_get_active (self->consent), self->connects);
}

/* When it is there already. */
static void
select_server (SounderImportDialog *self,
               McpProfile          *profile)
{
  SounderServer *server = sounder_server_model_find (self->model, mcp_profile_get_name (profile));

  if (get_window (self) != NULL && server != NULL)
    sounder_window_select (get_window (self), server);
}

static void
unpacked_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (SounderImportDialog) self = SOUNDER_IMPORT_DIALOG (user_data);
  McpProfile *profile = sounder_import_bundle_unpack_finish (SOUNDER_IMPORT_BUNDLE (source), result, NULL);

  if (profile == NULL)
    return;

  if (accept (self, profile))
    select_server (self, profile);
  else
    mcp_bundle_remove (mcp_profile_get_settings (profile)->cwd);
  gtk_window_close (GTK_WINDOW (self));
}

static void
unpack (SounderImportDialog *self)
{
  sounder_import_bundle_unpack_async (self->bundle, self->cancellable, unpacked_cb, g_object_ref (self));
}

/**
 * sounder_import_dialog_accept:
 *
 * Adds the servers that are ticked. A name that is taken is made unique. Those with secrets for
 * the keyring follow when the keyring has them.
 *
 * Returns: how many were added, or are on their way
 */
guint
sounder_import_dialog_accept (SounderImportDialog *self)
{
  guint n_added = 0;

  g_return_val_if_fail (SOUNDER_IS_IMPORT_DIALOG (self), 0);
  g_return_val_if_fail (self->profiles != NULL, 0);

  for (guint i = 0; i < self->profiles->len; i++)
    {
      McpProfile *profile = g_ptr_array_index (self->profiles, i);

      if (!gtk_check_button_get_active (g_ptr_array_index (self->checks, i)))
        continue;
      if (!accept (self, profile))
        break;

      n_added++;
      if (n_added == 1)
        select_server (self, profile);
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
 * @text: JSON that was pasted where one server is added, dropped, or came with a link
 * @origin: (nullable): the link or registry it came with
 *
 * Lets the user look at the servers in a text. When it is one, adding it connects, too.
 */
void
sounder_import_dialog_present_text (SounderWindow *parent,
                                    const char    *text,
                                    const char    *origin)
{
  SounderImportDialog *self;

  g_return_if_fail (SOUNDER_IS_WINDOW (parent));
  g_return_if_fail (text != NULL);

  self = new_above (parent);
  self->connects = TRUE;
  sounder_import_dialog_set_text (self, text);
  self->origin = g_strdup (origin);
  sounder_import_dialog_review (self);
  gtk_window_present (GTK_WINDOW (self));
}

/**
 * sounder_import_dialog_present_file:
 * @parent: the window whose list gets them
 * @file: what was opened or dropped
 *
 * Lets the user look at the servers in a file.
 */
void
sounder_import_dialog_present_file (SounderWindow *parent,
                                    GFile         *file)
{
  SounderImportDialog *self;

  g_return_if_fail (SOUNDER_IS_WINDOW (parent));
  g_return_if_fail (G_IS_FILE (file));

  self = new_above (parent);
  gtk_stack_set_visible_child_name (self->stack, "text");
  load_file (self, file);
  gtk_window_present (GTK_WINDOW (self));
}

/**
 * sounder_import_dialog_present:
 * @parent: the window whose list gets them
 *
 * Lets the user import servers: those of other clients where there are any, else a text.
 */
void
sounder_import_dialog_present (SounderWindow *parent)
{
  SounderImportDialog *self;

  g_return_if_fail (SOUNDER_IS_WINDOW (parent));

  self = new_above (parent);
  gtk_window_present (GTK_WINDOW (self));
  if (sounder_import_dialog_look (self) == 0)
    paste_cb (self);
}
