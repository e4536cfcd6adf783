/* sounder-import-bundle.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-json.h"
#include "mcp-risk.h"
#include "mcp-summary.h"
#include "sounder-command-text.h"
#include "sounder-compat.h"
#include "sounder-import-bundle.h"
#include "sounder-literal.h"
#include "sounder-template.h"

/**
 * SounderImportBundle:
 *
 * A bundle, before anything of it is written: who made it and what it says of itself, the whole command that it would run from
 * the folder that is chosen, with what is dangerous marked, and what a person will be asked for.
 */

/* More tools are not listed. */
#define MAX_TOOLS 100

struct _SounderImportBundle
{
  GtkBox               parent_instance;

  McpBundle           *bundle;   /* (nullable) */
  McpClientServer     *server;   /* (nullable): how it would be started */
  char                *folder;   /* (nullable) */
  gboolean             ready;

  GtkLabel            *title;
  GtkLabel            *author;
  GtkLabel            *description;
  AdwPreferencesGroup *notes_group;
  GtkScrolledWindow   *command_scroller;
  GtkTextView         *command;
  AdwPreferencesGroup *risks_group;
  AdwExpanderRow      *tools_row;
  AdwActionRow        *asks_row;
  AdwActionRow        *names_row;
  AdwActionRow        *folder_row;
  GtkWidget           *folder_button;
  GtkLabel            *error;
  GtkProgressBar      *progress;
};

G_DEFINE_FINAL_TYPE (SounderImportBundle, sounder_import_bundle, GTK_TYPE_BOX)

enum {
  CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
set_ready (SounderImportBundle *self,
           gboolean             ready)
{
  if (self->ready == ready)
    return;

  self->ready = ready;
  g_signal_emit (self, signals[CHANGED], 0);
}

/* --- What it says of itself --- */

static void
show_head (SounderImportBundle *self)
{
  const McpBundle *bundle = self->bundle;
  g_autofree char *title = mcp_format_label (bundle->title != NULL ? bundle->title : bundle->name, FALSE);
  /* Translators: a version, and whoever made something. */
  g_autofree char *author = g_strdup_printf (_("%s, by %s"), bundle->version, bundle->author);
  g_autofree char *visible_author = mcp_format_label (author, FALSE);

  gtk_label_set_text (self->title, title);
  gtk_label_set_text (self->author, visible_author);
  sounder_literal_show (self->description, bundle->description);
}

static GtkWidget *
new_row (const char *title,
         const char *subtitle)
{
  g_autofree char *visible = mcp_format_label (title, FALSE);
  g_autofree char *more = mcp_format_label (subtitle, FALSE);
  GtkWidget *row = adw_action_row_new ();

  g_object_set (row, "use-markup", FALSE, "title-lines", 0, "subtitle-lines", 0, NULL);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), visible);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), more);

  return row;
}

static void
show_notes (SounderImportBundle *self)
{
  char **notes = self->bundle->notes;

  for (guint i = 0; notes[i] != NULL; i++)
    adw_preferences_group_add (self->notes_group, new_row (notes[i], ""));
  gtk_widget_set_visible (GTK_WIDGET (self->notes_group), notes[0] != NULL);
}

static void
show_tools (SounderImportBundle *self)
{
  const McpBundle *bundle = self->bundle;
  g_autofree char *names = g_strjoinv (", ", bundle->tools);
  g_autofree char *visible = mcp_format_label (names, FALSE);

  g_object_set (self->tools_row, "use-markup", FALSE, NULL);
  adw_expander_row_set_subtitle (self->tools_row, visible);
  for (guint i = 0; i < MAX_TOOLS && bundle->tools[i] != NULL; i++)
    adw_expander_row_add_row (self->tools_row, new_row (bundle->tools[i], bundle->tool_texts[i]));
  gtk_widget_set_visible (GTK_WIDGET (self->tools_row), bundle->tools[0] != NULL);
}

/* --- What it would run --- */

/* "Folders, API Key" */
static char *
dup_asked (const char *inputs)   /* (nullable) */
{
  GString *text = g_string_new (NULL);
  McpJsonIter iter;
  McpSpan span;

  if (inputs != NULL && mcp_json_iter_init (&iter, inputs, strlen (inputs)))
    while (mcp_json_iter_next (&iter, NULL, &span))
      {
        g_autofree char *title = mcp_json_lookup_string (inputs + span.offset, span.length, "description");

        g_string_append_printf (text, "%s%s", text->len > 0 ? ", " : "", title != NULL ? title : "?");
      }

  return g_string_free (text, FALSE);
}

static void
set_row_text (AdwActionRow *row,
              const char   *text)
{
  g_autofree char *visible = mcp_format_label (text, FALSE);

  adw_action_row_set_subtitle (row, visible);
  gtk_widget_set_visible (GTK_WIDGET (row), *visible != '\0');
}

static void
show_server (SounderImportBundle *self)
{
  McpProfile *profile = self->server->profile;
  g_autoptr (GPtrArray) risks = mcp_risks_find (profile);
  g_autofree char *asked = dup_asked (self->server->inputs);
  g_autoptr (GString) names = g_string_new (NULL);
  const char * const *env = mcp_profile_get_env (profile);

  for (guint i = 0; env[i] != NULL; i++)
    g_string_append_printf (names, "%s%.*s", i > 0 ? ", " : "", (int) strcspn (env[i], "="), env[i]);
  sounder_command_text_show (self->command, self->command_scroller, profile, risks);
  sounder_command_text_show_risks (self->risks_group, profile, risks);
  set_row_text (self->asks_row, asked);
  set_row_text (self->names_row, names->str);
}

/* Takes @folder. */
static void
set_folder (SounderImportBundle *self,
            char                *folder)
{
  g_autofree char *name = g_filename_display_name (folder);
  g_autofree char *size = mcp_format_size (self->bundle->n_bytes);
  g_autofree char *files = g_strdup_printf (ngettext ("%u file, %s", "%u files, %s", self->bundle->n_files),
                                            self->bundle->n_files, size);
  g_autofree char *text = g_strdup_printf ("%s\n%s", name, files);

  g_free (self->folder);
  self->folder = folder;
  adw_action_row_set_subtitle (self->folder_row, text);
  g_clear_pointer (&self->server, mcp_client_server_free);
  self->server = mcp_bundle_make_server (self->bundle, folder);
  sounder_literal_show (self->error, self->server->problem);
  if (self->server->profile != NULL)
    show_server (self);
  set_ready (self, self->server->profile != NULL);
}

static void
folder_chosen_cb (GFile    *file,
                  gpointer  user_data)
{
  g_autoptr (SounderImportBundle) self = user_data;

  if (file != NULL && g_file_peek_path (file) != NULL && gtk_widget_get_sensitive (self->folder_button))
    sounder_import_bundle_set_parent (self, g_file_peek_path (file));
}

static void
choose_cb (SounderImportBundle *self)
{
  sounder_compat_choose_file (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), _("Unpack Into"), SOUNDER_CHOOSE_FOLDER,
                              NULL, folder_chosen_cb, g_object_ref (self));
}

/* --- The class --- */

static void
sounder_import_bundle_finalize (GObject *object)
{
  SounderImportBundle *self = SOUNDER_IMPORT_BUNDLE (object);

  g_clear_pointer (&self->bundle, mcp_bundle_unref);
  g_clear_pointer (&self->server, mcp_client_server_free);
  g_free (self->folder);

  G_OBJECT_CLASS (sounder_import_bundle_parent_class)->finalize (object);
}

static void
sounder_import_bundle_class_init (SounderImportBundleClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->finalize = sounder_import_bundle_finalize;

  /**
   * SounderImportBundle::changed:
   *
   * It can be unpacked, or cannot any longer.
   */
  signals[CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 0);

  sounder_template_set (widget_class, "sounder-import-bundle.ui");
  sounder_template_bind (widget_class, SounderImportBundle, title, author, description, notes_group,
                         command_scroller, command, risks_group, tools_row, asks_row, names_row,
                         folder_row, folder_button, error, progress);
  sounder_template_connect (widget_class, choose_cb);
}

static void
sounder_import_bundle_init (SounderImportBundle *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * sounder_import_bundle_show:
 * @self: a page that shows none yet
 *
 * Shows a bundle, to be unpacked into a folder of its own among Sounder’s data.
 */
void
sounder_import_bundle_show (SounderImportBundle *self,
                            McpBundle           *bundle)
{
  g_return_if_fail (SOUNDER_IS_IMPORT_BUNDLE (self));
  g_return_if_fail (self->bundle == NULL && bundle != NULL);

  self->bundle = mcp_bundle_ref (bundle);
  show_head (self);
  show_notes (self);
  show_tools (self);
  set_folder (self, mcp_bundle_dup_folder (bundle, NULL));
}

/**
 * sounder_import_bundle_set_parent:
 * @self: a page with a bundle
 * @parent: (type filename): a folder
 *
 * Chooses a folder; the bundle gets one of its own in it.
 */
void
sounder_import_bundle_set_parent (SounderImportBundle *self,
                                  const char          *parent)
{
  g_return_if_fail (SOUNDER_IS_IMPORT_BUNDLE (self));
  g_return_if_fail (self->bundle != NULL && parent != NULL);

  set_folder (self, mcp_bundle_dup_folder (self->bundle, parent));
}

/* --- Unpacking --- */

static void
progress_cb (guint64  n_bytes,
             gpointer user_data)
{
  SounderImportBundle *self = user_data;

  gtk_progress_bar_set_fraction (self->progress, (double) n_bytes / MAX (self->bundle->n_bytes, 1));
}

static void
set_busy (SounderImportBundle *self,
          gboolean             busy)
{
  gtk_widget_set_visible (GTK_WIDGET (self->progress), busy);
  gtk_widget_set_sensitive (self->folder_button, !busy);
  set_ready (self, !busy);
}

static void
unpacked_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      user_data)
{
  g_autoptr (GTask) task = user_data;
  SounderImportBundle *self = g_task_get_source_object (task);
  GError *error = NULL;

  set_busy (self, FALSE);
  if (mcp_bundle_unpack_finish (result, &error) && g_cancellable_set_error_if_cancelled (g_task_get_cancellable (task), &error))
    mcp_bundle_remove (self->folder);
  if (error == NULL)
    {
      g_task_return_boolean (task, TRUE);
      return;
    }

  sounder_literal_show (self->error, error->message);
  g_task_return_error (task, error);
}

/**
 * sounder_import_bundle_unpack_async:
 * @self: a page that is ready
 * @callback: called when all is there, or nothing
 *
 * Unpacks the bundle into the folder. While it does, the page is not ready.
 */
void
sounder_import_bundle_unpack_async (SounderImportBundle *self,
                                    GCancellable        *cancellable,
                                    GAsyncReadyCallback  callback,
                                    gpointer             user_data)
{
  GTask *task;

  g_return_if_fail (SOUNDER_IS_IMPORT_BUNDLE (self));
  g_return_if_fail (self->ready);

  sounder_literal_show (self->error, NULL);
  gtk_progress_bar_set_fraction (self->progress, 0);
  set_busy (self, TRUE);
  /* It holds the page, which is told how far it is. */
  task = g_task_new (self, cancellable, callback, user_data);
  g_task_set_source_tag (task, sounder_import_bundle_unpack_async);
  g_task_set_check_cancellable (task, FALSE);
  mcp_bundle_unpack_async (self->bundle, self->folder, cancellable, progress_cb, self, unpacked_cb, task);
}

/**
 * sounder_import_bundle_unpack_finish:
 * @error: return location for an error, which the page shows, too
 *
 * Returns: (transfer none) (nullable): the server that is there now
 */
McpProfile *
sounder_import_bundle_unpack_finish (SounderImportBundle  *self,
                                     GAsyncResult         *result,
                                     GError              **error)
{
  g_return_val_if_fail (SOUNDER_IS_IMPORT_BUNDLE (self), NULL);

  return g_task_propagate_boolean (G_TASK (result), error) ? self->server->profile : NULL;
}

gboolean
sounder_import_bundle_is_ready (SounderImportBundle *self)
{
  g_return_val_if_fail (SOUNDER_IS_IMPORT_BUNDLE (self), FALSE);

  return self->ready;
}
