/* sounder-registry-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-registry.h"
#include "mcp-summary.h"
#include "sounder-import-dialog.h"
#include "sounder-registry-window.h"
#include "sounder-settings.h"
#include "sounder-template.h"

/**
 * SounderRegistryWindow:
 *
 * A search in the registry of the settings, a page at a time. A server that is chosen is reviewed in the
 * import dialog, as any other text that came from elsewhere: nothing is added from here, and nothing starts.
 */

struct _SounderRegistryWindow
{
  AdwWindow       parent_instance;

  SounderWindow  *parent;       /* (nullable): weak; gets what is chosen */
  char           *registry;
  char           *next;         /* (nullable): the cursor of the next page */
  GCancellable   *cancellable;  /* (nullable): of the request that is under way */

  GtkSearchEntry *search;
  GtkStack       *stack;
  GtkListBox     *list;
  GtkWidget      *more_button;
  GtkWidget      *busy_more;
  AdwStatusPage  *status;
  GtkWidget      *retry_button;
};

G_DEFINE_FINAL_TYPE (SounderRegistryWindow, sounder_registry_window, ADW_TYPE_WINDOW)

static void
show_status (SounderRegistryWindow *self,
             const char            *icon,
             const char            *title,
             const char            *description,
             gboolean               may_retry)
{
  g_autofree char *visible = mcp_format_visible (description, -1, TRUE);
  g_autofree char *markup = g_markup_escape_text (visible, -1);

  adw_status_page_set_icon_name (self->status, icon);
  adw_status_page_set_title (self->status, title);
  adw_status_page_set_description (self->status, markup);
  gtk_widget_set_visible (self->retry_button, may_retry);
  gtk_stack_set_visible_child_name (self->stack, "status");
}

static void
row_activated_cb (SounderRegistryWindow *self,
                  GtkListBoxRow         *row)
{
  const McpRegistryEntry *entry = g_object_get_data (G_OBJECT (row), "entry");
  gsize length;
  const char *manifest = g_bytes_get_data (entry->manifest, &length);
  g_autofree char *text = g_strndup (manifest, length);
  g_autofree char *origin = mcp_registry_entry_dup_origin (entry, self->registry);

  if (self->parent != NULL)
    sounder_import_dialog_present_text (self->parent, text, origin);
}

static GtkWidget *
new_suffix (const char *text,
            const char *css_class)
{
  g_autofree char *visible = mcp_format_visible (text, -1, FALSE);
  GtkWidget *label = gtk_label_new (visible);

  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (label), 16);
  gtk_widget_add_css_class (label, css_class);

  return label;
}

static GtkWidget *
new_row (McpRegistryEntry *entry)
{
  GtkWidget *row = adw_action_row_new ();
  g_autofree char *title = mcp_format_visible (entry->title != NULL ? entry->title : entry->name, -1, FALSE);
  g_autofree char *name = mcp_format_visible (entry->name, -1, FALSE);
  g_autofree char *description = mcp_format_visible (entry->description != NULL ? entry->description : "", -1, FALSE);
  g_autofree char *why = entry->status_message != NULL ? mcp_format_visible (entry->status_message, -1, FALSE) : NULL;
  g_autofree char *said = why != NULL ? g_strdup_printf ("%s\n%s", why, description) : g_strdup (description);
  g_autofree char *subtitle = entry->title != NULL ? g_strdup_printf ("%s\n%s", name, said) : g_strdup (said);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 1);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 3);

  if (entry->status != NULL && !g_str_equal (entry->status, "active"))
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), new_suffix (entry->status, "warning"));
  if (entry->version != NULL)
    adw_action_row_add_suffix (ADW_ACTION_ROW (row), new_suffix (entry->version, "dim-label"));
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), gtk_image_new_from_icon_name ("go-next-symbolic"));
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data_full (G_OBJECT (row), "entry", mcp_registry_entry_ref (entry),
                          (GDestroyNotify) mcp_registry_entry_unref);

  return row;
}

static void
clear_list (SounderRegistryWindow *self)
{
  GtkWidget *row;

  while ((row = gtk_widget_get_first_child (GTK_WIDGET (self->list))) != NULL)
    gtk_list_box_remove (self->list, row);
}

static void
show_page (SounderRegistryWindow *self,
           GPtrArray             *entries)
{
  for (guint i = 0; i < entries->len; i++)
    gtk_list_box_append (self->list, new_row (entries->pdata[i]));
  gtk_widget_set_visible (self->more_button, self->next != NULL);
  gtk_widget_set_visible (self->busy_more, FALSE);

  if (gtk_widget_get_first_child (GTK_WIDGET (self->list)) != NULL)
    gtk_stack_set_visible_child_name (self->stack, "list");
  else
    show_status (self, "edit-find-symbolic", _("No Server Found"), _("Names are searched, such as “io.github.someone/weather”."),
                 FALSE);
}

static void
page_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      user_data)
{
  g_autoptr (SounderRegistryWindow) self = user_data;
  g_autoptr (GPtrArray) entries = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *next = NULL;

  entries = mcp_registry_search_finish (result, &next, &error);
  /* Another search has taken its place, or the window is gone. */
  if (self->cancellable == NULL || g_task_get_cancellable (G_TASK (result)) != self->cancellable)
    return;

  g_clear_object (&self->cancellable);
  if (entries == NULL)
    {
      show_status (self, "network-error-symbolic", _("The Registry Did Not Answer"), error->message, TRUE);
      return;
    }

  g_free (self->next);
  self->next = g_steal_pointer (&next);
  show_page (self, entries);
}

static void
ask (SounderRegistryWindow *self,
     const char            *cursor) /* (nullable) */
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->cancellable = g_cancellable_new ();
  mcp_registry_search_async (self->registry, gtk_editable_get_text (GTK_EDITABLE (self->search)), cursor,
                             self->cancellable, page_cb, g_object_ref (self));
}

static void
search_cb (SounderRegistryWindow *self)
{
  clear_list (self);
  g_clear_pointer (&self->next, g_free);
  gtk_stack_set_visible_child_name (self->stack, "busy");
  ask (self, NULL);
}

static void
more_cb (SounderRegistryWindow *self)
{
  gtk_widget_set_visible (self->more_button, FALSE);
  gtk_widget_set_visible (self->busy_more, TRUE);
  ask (self, self->next);
}

static void
sounder_registry_window_dispose (GObject *object)
{
  SounderRegistryWindow *self = SOUNDER_REGISTRY_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_weak_pointer (&self->parent);

  G_OBJECT_CLASS (sounder_registry_window_parent_class)->dispose (object);
}

static void
sounder_registry_window_finalize (GObject *object)
{
  SounderRegistryWindow *self = SOUNDER_REGISTRY_WINDOW (object);

  g_free (self->registry);
  g_free (self->next);

  G_OBJECT_CLASS (sounder_registry_window_parent_class)->finalize (object);
}

static void
sounder_registry_window_class_init (SounderRegistryWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_registry_window_dispose;
  object_class->finalize = sounder_registry_window_finalize;

  sounder_template_set (widget_class, "sounder-registry-window.ui");
  sounder_template_bind (widget_class, SounderRegistryWindow, search, stack, list, more_button,
                         busy_more, status, retry_button);
  sounder_template_connect (widget_class, search_cb, more_cb, row_activated_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
sounder_registry_window_init (SounderRegistryWindow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->registry = sounder_settings_dup_string ("registry", MCP_REGISTRY_OFFICIAL);
}

SounderRegistryWindow *
sounder_registry_window_present (SounderWindow *parent)
{
  SounderRegistryWindow *self;

  g_return_val_if_fail (SOUNDER_IS_WINDOW (parent), NULL);

  self = g_object_new (SOUNDER_TYPE_REGISTRY_WINDOW, "transient-for", parent, NULL);
  g_set_weak_pointer (&self->parent, parent);
  search_cb (self);
  gtk_window_present (GTK_WINDOW (self));

  return self;
}
