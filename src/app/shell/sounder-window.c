/* sounder-window.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-consent-dialog.h"
#include "sounder-file-jobs.h"
#include "sounder-focus.h"
#include "sounder-inputs-dialog.h"
#include "sounder-literal.h"
#include "sounder-settings.h"
#include "sounder-template.h"
#include "sounder-window-private.h"

/**
 * SounderWindow:
 *
 * The list of servers at the left, the selected one's session at the right.
 *
 * Selecting connects and disconnects nothing. There can be several, each with servers of its own to show: one
 * server is shown in one of them. Closing the last window closes every session by its shutdown ladder and waits for that; closing it once more ends
 * them at once. What the window can do is in sounder-window-actions.c.
 */

G_DEFINE_FINAL_TYPE (SounderWindow, sounder_window, ADW_TYPE_APPLICATION_WINDOW)

enum {
  PROP_0,
  PROP_MAX_VIEWS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

/* Of the servers that were seen last. */
#define MAX_VIEWS 20

static void
selected_changed_cb (SounderWindow *self)
{
  g_autofree char *name = NULL;

  if (self->selected != NULL)
    g_object_get (self->selected, "name", &name, NULL);
  gtk_window_set_title (GTK_WINDOW (self), name != NULL ? name : _("Sounder"));
  sounder_window_update_actions (self);
}

static void
show_server (SounderWindow *self,
             SounderServer *server)
{
  if (!g_set_object (&self->selected, server))
    return;

  g_signal_group_set_target (self->selected_signals, server);
  if (server != NULL)
    {
      sounder_window_show_view (self, server);
      sounder_settings_set ("last-server", "s", mcp_profile_get_name (sounder_server_get_profile (server)));
    }
  else
    {
      self->session_view = NULL;
      gtk_stack_set_visible_child_name (self->content_stack, "empty");
    }
  sounder_window_drop_unlisted (self);
  selected_changed_cb (self);
}

static void
server_selected_cb (SounderSidebar *sidebar,
                    SounderServer  *server,
                    gpointer        user_data)
{
  SounderWindow *self = SOUNDER_WINDOW (gtk_widget_get_root (GTK_WIDGET (sidebar)));
  SounderWindow *showing = server != NULL ? sounder_window_find_showing (self, server) : NULL;

  if (showing == NULL || showing == self)
    {
      show_server (self, server);
      return;
    }

  sounder_sidebar_select (self->sidebar, self->selected);
  gtk_window_present (GTK_WINDOW (showing));
}

static void
server_activated_cb (SounderSidebar *sidebar,
                     SounderServer  *server,
                     gpointer        user_data)
{
  SounderWindow *self = SOUNDER_WINDOW (gtk_widget_get_root (GTK_WIDGET (sidebar)));

  sounder_server_open (server);
  if (sounder_overlay_split_get_collapsed (self->split))
    sounder_overlay_split_set_show_sidebar (self->split, FALSE);
}

static void
sidebar_failed_cb (SounderSidebar *sidebar,
                   const char     *heading,
                   const GError   *error,
                   gpointer        user_data)
{
  sounder_window_show_error (SOUNDER_WINDOW (gtk_widget_get_root (GTK_WIDGET (sidebar))), heading, error);
}

/* Keeps a selection while there is anything to select. */
static void
model_changed_cb (SounderWindow *self)
{
  SounderServer *first = sounder_sidebar_get_selected (self->sidebar) == NULL
                           ? sounder_window_find_free (self) : NULL;

  if (first != NULL)
    sounder_window_select (self, first);
  else if (sounder_sidebar_get_selected (self->sidebar) == NULL)
    show_server (self, NULL);
  sounder_window_drop_unlisted (self);
}

/*
 * A server was not connected because nobody has agreed to what it runs, or because it needs values: the person is
 * asked, whoever wanted it.
 */

static void
answered_cb (gboolean agreed,
             gpointer user_data)
{
  g_autoptr (SounderServer) server = SOUNDER_SERVER (user_data);

  if (agreed)
    sounder_server_open (server);
}

static void
consent_needed_cb (SounderWindow *self,
                   SounderServer *server)
{
  if (sounder_window_asks_for (self, server))
    sounder_consent_ask (GTK_WINDOW (self), sounder_server_get_profile (server), answered_cb, g_object_ref (server));
}

static void
input_needed_cb (SounderWindow *self,
                 SounderServer *server)
{
  if (sounder_window_asks_for (self, server))
    sounder_inputs_dialog_present (GTK_WINDOW (self), self->model, server);
}

/* Beside a sidebar that is there, a button to show it would only be in the way. */
static void
sidebar_shown_cb (SounderWindow *self)
{
  gtk_widget_set_visible (GTK_WIDGET (self->empty_sidebar_button),
                          sounder_overlay_split_get_collapsed (self->split)
                            || !sounder_overlay_split_get_show_sidebar (self->split));
}

static void
width_class_changed_cb (SounderWindow *self)
{
  SounderWidthClass width_class = sounder_adaptive_bin_get_width_class (self->adaptive_bin);

  sounder_overlay_split_set_collapsed (self->split, width_class == SOUNDER_WIDTH_NARROW);
  sidebar_shown_cb (self);

  if (self->sidebar_width > 0)
    {
      sounder_overlay_split_set_position (self->split, self->sidebar_width);
      self->sidebar_width = 0;
    }
}

static void
save_state (SounderWindow *self)
{
  int width;
  int height;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  sounder_settings_set ("window-width", "i", MAX (width, 360));
  sounder_settings_set ("window-height", "i", MAX (height, 294));
  sounder_settings_set ("window-maximized", "b", gtk_window_is_maximized (GTK_WINDOW (self)));
  sounder_settings_set ("sidebar-width", "i", CLAMP (sounder_overlay_split_get_position (self->split), 160, 800));
  if (self->session_view != NULL)
    sounder_settings_set ("last-page", "s", sounder_session_view_get_page (self->session_view));
}

static void
restore_state (SounderWindow *self)
{
  gtk_window_set_default_size (GTK_WINDOW (self), sounder_settings_get_int ("window-width", 1280),
                               sounder_settings_get_int ("window-height", 800));
  if (sounder_settings_get_boolean ("window-maximized", FALSE))
    gtk_window_maximize (GTK_WINDOW (self));
  self->sidebar_width = sounder_settings_get_int ("sidebar-width", 260);
  sounder_overlay_split_set_position (self->split, self->sidebar_width);
}

static void
closing_progress_cb (SounderWindow *self)
{
  guint n_open = sounder_server_model_count_open (self->model);
  guint n_jobs = sounder_file_jobs_count (self->file_jobs);
  g_autofree char *title = NULL;

  if (n_open == 0 && n_jobs == 0)
    {
      gtk_window_destroy (GTK_WINDOW (self));
      return;
    }

  if (n_open > 0)
    title = g_strdup_printf (ngettext ("Closing %u Server…", "Closing %u Servers…", n_open), n_open);
  else
    title = g_strdup_printf (ngettext ("Writing %u File…", "Writing %u Files…", n_jobs), n_jobs);
  adw_status_page_set_title (self->closing_page, title);
}

static void
start_closing (SounderWindow *self)
{
  self->closing = TRUE;
  gtk_stack_set_visible_child_name (self->main_stack, "closing");

  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->model)); i++)
    {
      g_autoptr (SounderServer) server = g_list_model_get_item (G_LIST_MODEL (self->model), i);

      g_signal_connect_object (server, "notify::status", G_CALLBACK (closing_progress_cb), self,
                               G_CONNECT_SWAPPED | G_CONNECT_AFTER);
      sounder_server_close (server);
    }

  g_signal_connect_object (self->file_jobs, "ended", G_CALLBACK (closing_progress_cb), self,
                           G_CONNECT_SWAPPED);
  closing_progress_cb (self);
}

/* Closed by its user, but to watch on without a window. */
static gboolean
goes_on (SounderWindow *self)
{
  return !self->quitting && !self->closing && sounder_server_model_count_open (self->model) > 0
         && sounder_settings_get_boolean ("run-in-background", FALSE);
}

static gboolean
sounder_window_close_request (GtkWindow *window)
{
  SounderWindow *self = SOUNDER_WINDOW (window);

  save_state (self);
  sounder_window_decline_recovery (self);

  if (!sounder_window_is_last (self))
    return GTK_WINDOW_CLASS (sounder_window_parent_class)->close_request (window);

  if (goes_on (self))
    {
      gtk_widget_set_visible (GTK_WIDGET (self), FALSE);
      return TRUE;
    }

  if (sounder_server_model_count_open (self->model) == 0
      && sounder_file_jobs_count (self->file_jobs) == 0)
    return GTK_WINDOW_CLASS (sounder_window_parent_class)->close_request (window);

  if (!self->closing)
    {
      start_closing (self);
      return TRUE;
    }

  sounder_server_model_kill_all (self->model);
  /* Each takes its half file away; the last one closes the window. */
  sounder_file_jobs_cancel_all (self->file_jobs);
  if (sounder_file_jobs_count (self->file_jobs) > 0)
    return TRUE;

  return GTK_WINDOW_CLASS (sounder_window_parent_class)->close_request (window);
}

static void
sounder_window_dispose (GObject *object)
{
  SounderWindow *self = SOUNDER_WINDOW (object);

  if (self->sidebar != NULL)
    sounder_sidebar_set_model (self->sidebar, NULL);
  self->session_view = NULL;
  g_clear_pointer (&self->views, g_ptr_array_unref);
  g_clear_object (&self->selected_signals);
  g_clear_object (&self->selected);
  g_clear_object (&self->model);
  g_clear_pointer (&self->recoverable, g_ptr_array_unref);

  G_OBJECT_CLASS (sounder_window_parent_class)->dispose (object);
}

static void
sounder_window_get_property (GObject    *object,
                             guint       prop_id,
                             GValue     *value,
                             GParamSpec *pspec)
{
  SounderWindow *self = SOUNDER_WINDOW (object);

  switch (prop_id)
    {
    case PROP_MAX_VIEWS:
      g_value_set_uint (value, self->max_views);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_window_set_property (GObject      *object,
                             guint         prop_id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  SounderWindow *self = SOUNDER_WINDOW (object);

  switch (prop_id)
    {
    case PROP_MAX_VIEWS:
      self->max_views = g_value_get_uint (value);
      sounder_window_trim_views (self);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_window_class_init (SounderWindowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GtkWindowClass *window_class = GTK_WINDOW_CLASS (klass);

  sounder_literal_install ();

  object_class->dispose = sounder_window_dispose;
  object_class->get_property = sounder_window_get_property;
  object_class->set_property = sounder_window_set_property;
  window_class->close_request = sounder_window_close_request;

  g_type_ensure (SOUNDER_TYPE_ADAPTIVE_BIN);
  g_type_ensure (SOUNDER_TYPE_FILE_JOBS);
  g_type_ensure (SOUNDER_TYPE_OVERLAY_SPLIT);
  g_type_ensure (SOUNDER_TYPE_SESSION_VIEW);
  g_type_ensure (SOUNDER_TYPE_SIDEBAR);

  /**
   * SounderWindow:max-views:
   *
   * How many views are kept: those that were seen last.
   */
  properties[PROP_MAX_VIEWS] =
    g_param_spec_uint ("max-views", NULL, NULL, 1, G_MAXUINT, MAX_VIEWS,
                       G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);

  sounder_template_set (widget_class, "sounder-window.ui");
  sounder_template_bind (widget_class, SounderWindow, adaptive_bin, toasts, recovery_revealer,
                         recovery_label, main_stack, file_jobs, main_menu, main_menu_button,
                         closing_page, split, sidebar, content_stack, empty_sidebar_button);
  sounder_template_connect (widget_class, server_activated_cb, server_selected_cb,
                            sidebar_failed_cb);

  sounder_window_install_actions (widget_class);
  sounder_window_install_saving (widget_class);
  sounder_window_install_beside (widget_class);
  sounder_window_install_recovery (widget_class);
  sounder_window_install_recordings (widget_class);
}

static void
sounder_window_init (SounderWindow *self)
{
  self->views = g_ptr_array_new ();
  self->max_views = MAX_VIEWS;
  gtk_widget_init_template (GTK_WIDGET (self));
  sounder_focus_install (GTK_WIDGET (self));

  if (g_str_has_suffix (APP_ID, ".Devel"))
    gtk_widget_add_css_class (GTK_WIDGET (self), "devel");

  self->selected_signals = g_signal_group_new (SOUNDER_TYPE_SERVER);
  g_signal_group_connect_swapped (self->selected_signals, "notify::status",
                                  G_CALLBACK (selected_changed_cb), self);
  g_signal_group_connect_swapped (self->selected_signals, "notify::name",
                                  G_CALLBACK (selected_changed_cb), self);

  g_signal_connect_object (self->adaptive_bin, "notify::width-class",
                           G_CALLBACK (width_class_changed_cb), self, G_CONNECT_SWAPPED);
  g_object_bind_property (self->split, "show-sidebar", self->empty_sidebar_button, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  g_signal_connect_object (self->split, "notify::show-sidebar", G_CALLBACK (sidebar_shown_cb), self,
                           G_CONNECT_SWAPPED);
  sidebar_shown_cb (self);
  sounder_window_init_drop (self);
  sounder_window_init_recent (self);
  restore_state (self);
}

/**
 * sounder_window_new:
 * @application: (nullable): whose window it is
 *
 * Creates the window. The server that was shown last is selected.
 *
 * Returns: (transfer none): a new window, owned by GTK
 */
SounderWindow *
sounder_window_new (GtkApplication     *application,
                    SounderServerModel *model)
{
  SounderWindow *self;
  SounderServer *last;
  g_autofree char *name = NULL;
  g_autofree char *page = NULL;

  g_return_val_if_fail (SOUNDER_IS_SERVER_MODEL (model), NULL);

  self = g_object_new (SOUNDER_TYPE_WINDOW, "application", application, NULL);
  self->model = g_object_ref (model);
  name = sounder_settings_dup_string ("last-server", "");

  sounder_sidebar_set_model (self->sidebar, model);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (model_changed_cb), self,
                           G_CONNECT_SWAPPED | G_CONNECT_AFTER);
  last = sounder_server_model_find (model, name);
  if (last != NULL && sounder_window_find_showing (self, last) == NULL)
    sounder_window_select (self, last);
  model_changed_cb (self);
  sounder_server_model_follow (model, "consent-needed", G_CALLBACK (consent_needed_cb), self);
  sounder_server_model_follow (model, "input-needed", G_CALLBACK (input_needed_cb), self);
  page = sounder_settings_dup_string ("last-page", "overview");
  if (self->session_view != NULL)
    sounder_session_view_set_page (self->session_view, page);
  sounder_window_update_actions (self);

  return self;
}

/* Closes it with all its sessions, whatever the settings say of going on without it. */
void
sounder_window_quit (SounderWindow *self)
{
  g_return_if_fail (SOUNDER_IS_WINDOW (self));

  self->quitting = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}

/*
 * Takes closing back, if it waits for that: somebody wants it again. Its servers are closed all
 * the same.
 */
void
sounder_window_stay (SounderWindow *self)
{
  g_return_if_fail (SOUNDER_IS_WINDOW (self));

  if (!self->closing)
    return;

  self->closing = FALSE;
  g_signal_handlers_disconnect_by_func (self->file_jobs, closing_progress_cb, self);
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (self->model)); i++)
    {
      g_autoptr (SounderServer) server = g_list_model_get_item (G_LIST_MODEL (self->model), i);

      g_signal_handlers_disconnect_by_func (server, closing_progress_cb, self);
    }
  gtk_stack_set_visible_child_name (self->main_stack, "main");
}

SounderServerModel *
sounder_window_get_model (SounderWindow *self)
{
  g_return_val_if_fail (SOUNDER_IS_WINDOW (self), NULL);

  return self->model;
}

SounderServer *
sounder_window_get_selected (SounderWindow *self)
{
  g_return_val_if_fail (SOUNDER_IS_WINDOW (self), NULL);

  return self->selected;
}

void
sounder_window_select (SounderWindow *self,
                       SounderServer *server)
{
  g_return_if_fail (SOUNDER_IS_WINDOW (self));
  g_return_if_fail (SOUNDER_IS_SERVER (server));

  sounder_sidebar_select (self->sidebar, server);
}

SounderSessionView *
sounder_window_get_session_view (SounderWindow *self)
{
  g_return_val_if_fail (SOUNDER_IS_WINDOW (self), NULL);

  return self->session_view;
}

/**
 * sounder_window_toast:
 * @text: what to say; no markup
 *
 * Says something that needs no answer.
 */
void
sounder_window_toast (SounderWindow *self,
                      const char    *text)
{
  g_autofree char *title = NULL;
  AdwToast *toast;

  g_return_if_fail (SOUNDER_IS_WINDOW (self));

  title = g_markup_escape_text (text, -1);
  toast = adw_toast_new (title);
  /* The offer to recover a session stays until it is answered, and would hold this back. */
  adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

/**
 * sounder_window_show_error:
 * @heading: what could not be done
 * @error: why
 *
 * Shows what went wrong with something the user asked for.
 */
void
sounder_window_show_error (SounderWindow *self,
                           const char    *heading,
                           const GError  *error)
{
  GtkWidget *dialog;

  g_return_if_fail (SOUNDER_IS_WINDOW (self));

  dialog = adw_message_dialog_new (GTK_WINDOW (self), heading, error->message);
  adw_message_dialog_add_response (ADW_MESSAGE_DIALOG (dialog), "close", _("_Close"));
  gtk_window_present (GTK_WINDOW (dialog));
}
