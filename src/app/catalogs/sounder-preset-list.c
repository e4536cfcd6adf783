/* sounder-preset-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <string.h>

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-invoke-page.h"
#include "sounder-preset-list.h"
#include "sounder-save.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/* No file of presets is larger. */
#define MAX_IMPORT_BYTES (8 * 1024 * 1024)

struct _SounderPresetList
{
  AdwBin            parent_instance;

  McpArgumentStore *store;    /* (nullable) */
  McpCatalogKind    kind;
  char             *name;
  char             *renamed;  /* (nullable): whose new name is being typed */

  GtkListBox       *list;
  GtkEditable      *entry;
  GtkButton        *save_button;
  GtkLabel         *note;
};

G_DEFINE_FINAL_TYPE (SounderPresetList, sounder_preset_list, ADW_TYPE_BIN)

static void
set_note (SounderPresetList *self,
          const char        *text,
          gboolean           is_error)
{
  g_autofree char *visible = text != NULL ? mcp_format_label (text, TRUE) : NULL;

  gtk_label_set_text (self->note, visible != NULL ? visible : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note), visible != NULL);
  sounder_widgets_set_class (self->note, "error", is_error);
}

static void
show_error (SounderPresetList *self,
            const GError      *error)
{
  set_note (self, error != NULL ? error->message : NULL, TRUE);
}

static char *
dup_typed_name (SounderPresetList *self)
{
  return g_strstrip (g_strdup (gtk_editable_get_text (self->entry)));
}

/* What the button does with the name, it says before. */
static void
update_button (SounderPresetList *self)
{
  g_autofree char *name = dup_typed_name (self);
  gboolean is_taken = self->store != NULL
                      && mcp_argument_store_find_preset (self->store, self->kind, self->name, name) != NULL;

  gtk_widget_set_sensitive (GTK_WIDGET (self->save_button), *name != '\0');
  if (self->renamed != NULL)
    gtk_button_set_label (self->save_button, _("_Rename"));
  else
    gtk_button_set_label (self->save_button, is_taken ? _("_Replace") : _("_Save"));
}

static void
set_renamed (SounderPresetList *self,
             const char        *name)
{
  g_free (self->renamed);
  self->renamed = g_strdup (name);
  gtk_editable_set_text (self->entry, name != NULL ? name : "");
  update_button (self);
}

static void
rename_cb (SounderPresetList *self,
           GtkWidget         *button)
{
  set_renamed (self, g_object_get_data (G_OBJECT (button), "name"));
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

static void
remove_cb (SounderPresetList *self,
           GtkWidget         *button)
{
  g_autofree char *preset = g_strdup (g_object_get_data (G_OBJECT (button), "name"));
  g_autoptr (GError) error = NULL;

  mcp_argument_store_remove_preset (self->store, self->kind, self->name, preset, &error);
  show_error (self, error);
  set_renamed (self, NULL);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}

static void
add_button (SounderPresetList *self,
            GtkWidget         *box,
            const char        *name,
            const char        *icon_name,
            const char        *label,
            GCallback          callback)
{
  g_autofree char *visible = mcp_format_label (name, FALSE);
  g_autofree char *text = g_strdup_printf (label, visible);
  GtkWidget *button = sounder_widgets_new_icon_button (icon_name, text, text);

  g_object_set_data_full (G_OBJECT (button), "name", g_strdup (name), g_free);
  g_signal_connect_object (button, "clicked", callback, self, G_CONNECT_SWAPPED);
  gtk_box_append (GTK_BOX (box), button);
}

/* Two lines that give way where there is no room; the first one is the first child. */
GtkWidget *
sounder_preset_list_new_words (const char *first,
                               const char *second)
{
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  const char *lines[] = { first, second };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autofree char *visible = mcp_format_label (lines[i], FALSE);

      gtk_box_append (GTK_BOX (words), sounder_widgets_new_line (visible, i > 0 ? "caption dim-label" : NULL));
    }
  gtk_widget_set_hexpand (words, TRUE);

  return words;
}

static GtkWidget *
create_row (gpointer item,
            gpointer user_data)
{
  SounderPresetList *self = user_data;
  const char *name = MCP_ARGUMENTS (item)->name;
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);

  gtk_box_append (GTK_BOX (box), sounder_preset_list_new_words (name, MCP_ARGUMENTS (item)->json));
  /* Translators: %s is the name of a preset. */
  add_button (self, box, name, "document-edit-symbolic", _("Rename “%s”"), G_CALLBACK (rename_cb));
  add_button (self, box, name, "user-trash-symbolic", _("Delete “%s”"), G_CALLBACK (remove_cb));
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);

  return row;
}

static void
row_activated_cb (SounderPresetList *self,
                  GtkListBoxRow     *row)
{
  GListModel *presets = mcp_argument_store_get_presets (self->store, self->kind, self->name);
  g_autoptr (McpArguments) preset = g_list_model_get_item (presets, gtk_list_box_row_get_index (row));

  sounder_invoke_page_take (GTK_WIDGET (self), preset->json);
}

/* In place of a preset of that name. */
static void
save (SounderPresetList *self,
      const char        *preset)
{
  g_autofree char *json = sounder_invoke_page_ask (GTK_WIDGET (self));
  g_autoptr (GError) error = NULL;
  McpArguments *saved;

  if (json == NULL || self->store == NULL)
    {
      set_note (self, _("What is filled in is not JSON: it cannot be saved."), TRUE);
      return;
    }

  mcp_argument_store_set_preset (self->store, self->kind, self->name, preset, json, &error);
  show_error (self, error);
  if (error != NULL)
    return;

  saved = mcp_argument_store_find_preset (self->store, self->kind, self->name, preset);
  if (saved != NULL && !g_str_equal (saved->json, json))
    set_note (self, _("What is secret was left out."), FALSE);
  set_renamed (self, NULL);
}

static void
name_entered_cb (SounderPresetList *self)
{
  g_autofree char *name = dup_typed_name (self);
  g_autoptr (GError) error = NULL;

  if (*name == '\0')
    return;

  if (self->renamed == NULL)
    {
      save (self, name);
      return;
    }

  mcp_argument_store_rename_preset (self->store, self->kind, self->name, self->renamed, name, &error);
  show_error (self, error);
  if (error == NULL)
    set_renamed (self, NULL);
}

/* --- Files --- */

static void
export_cb (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  SounderPresetList *self = SOUNDER_PRESET_LIST (widget);
  g_autofree char *name = NULL;
  g_autoptr (GBytes) bytes = NULL;
  char *json;

  if (self->store == NULL)
    return;

  json = mcp_argument_store_to_json (self->store, self->kind, self->name);
  bytes = g_bytes_new_take (json, strlen (json));
  /* Of a template that is a URI: a file cannot be called so. */
  name = g_strconcat (self->name, ".json", NULL);
  g_strdelimit (name, "/\\:*?\"<>|{}", '-');
  sounder_save_bytes (widget, _("Export Presets and History"), name, bytes, G_FILE_CREATE_PRIVATE);
}

static void
read_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (SounderPresetList) self = SOUNDER_PRESET_LIST (user_data);
  g_autoptr (GError) error = NULL;
  g_autofree char *name = g_file_get_basename (G_FILE (source));
  g_autofree char *content = NULL;
  g_autofree char *text = NULL;
  gsize length;
  guint n_presets = 0;

  if (g_file_load_contents_finish (G_FILE (source), result, &content, &length, NULL, &error) && self->store != NULL
      && length <= MAX_IMPORT_BYTES)
    mcp_argument_store_import (self->store, content, length, &n_presets, &error);

  if (error != NULL)
    text = g_strdup_printf (_("“%s” could not be imported: %s"), name, error->message);
  else
    text = g_strdup_printf (ngettext ("%u preset was imported.", "%u presets were imported.", n_presets), n_presets);
  /* The popover is gone by then. */
  gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s", text);
}

static void
import_from_cb (GFile    *file,
                gpointer  user_data)
{
  g_autoptr (SounderPresetList) self = SOUNDER_PRESET_LIST (user_data);

  if (file != NULL)
    g_file_load_contents_async (file, NULL, read_cb, g_object_ref (self));
}

static void
import_cb (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  sounder_compat_choose_file (GTK_WINDOW (gtk_widget_get_root (widget)), _("Import Presets and History"),
                              SOUNDER_CHOOSE_OPEN, NULL, import_from_cb, g_object_ref (widget));
}

static void
forget_cb (GtkWidget  *widget,
           const char *action_name,
           GVariant   *parameter)
{
  SounderPresetList *self = SOUNDER_PRESET_LIST (widget);
  g_autoptr (GError) error = NULL;

  mcp_argument_store_forget (self->store, self->kind, self->name, &error);
  show_error (self, error);
}

/* --- The object --- */

static void
sounder_preset_list_dispose (GObject *object)
{
  SounderPresetList *self = SOUNDER_PRESET_LIST (object);

  if (self->list != NULL)
    gtk_list_box_bind_model (self->list, NULL, NULL, NULL, NULL);
  g_clear_object (&self->store);
  g_clear_pointer (&self->name, g_free);
  g_clear_pointer (&self->renamed, g_free);

  G_OBJECT_CLASS (sounder_preset_list_parent_class)->dispose (object);
}

static void
sounder_preset_list_class_init (SounderPresetListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_preset_list_dispose;

  sounder_template_set (widget_class, "sounder-preset-list.ui");
  sounder_template_bind (widget_class, SounderPresetList, list, entry, save_button, note);
  sounder_template_connect (widget_class, update_button, name_entered_cb, row_activated_cb);
  gtk_widget_class_install_action (widget_class, "presets.export", NULL, export_cb);
  gtk_widget_class_install_action (widget_class, "presets.import", NULL, import_cb);
  gtk_widget_class_install_action (widget_class, "presets.forget", NULL, forget_cb);
}

static void
sounder_preset_list_init (SounderPresetList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  update_button (self);
}

/**
 * sounder_preset_list_set_target:
 * @store: (nullable): where presets are kept
 * @kind: of what
 * @name: of what
 *
 * Shows the presets of something else.
 */
void
sounder_preset_list_set_target (SounderPresetList *self,
                                McpArgumentStore  *store,
                                McpCatalogKind     kind,
                                const char        *name)
{
  g_return_if_fail (SOUNDER_IS_PRESET_LIST (self));

  g_set_object (&self->store, store);
  self->kind = kind;
  g_free (self->name);
  self->name = g_strdup (name);
  gtk_list_box_bind_model (self->list, store != NULL ? mcp_argument_store_get_presets (store, kind, name) : NULL,
                           create_row, self, NULL);
  set_note (self, NULL, FALSE);
  set_renamed (self, NULL);
}

/* Begins anew, with what other windows and programs have saved. */
void
sounder_preset_list_reload (SounderPresetList *self)
{
  g_autoptr (GError) error = NULL;

  g_return_if_fail (SOUNDER_IS_PRESET_LIST (self));

  if (self->store != NULL)
    mcp_argument_store_load (self->store, &error);
  show_error (self, error);
  set_renamed (self, NULL);
}
