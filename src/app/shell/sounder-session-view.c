/* sounder-session-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-console-page.h"
#include "sounder-focus.h"
#include "sounder-health-page.h"
#include "sounder-lazy-page.h"
#include "sounder-overview-page.h"
#include "sounder-page.h"
#include "sounder-prompts-page.h"
#include "sounder-resources-page.h"
#include "sounder-session-view-private.h"
#include "sounder-settings.h"
#include "sounder-status-bar.h"
#include "sounder-sign-in-dialog.h"
#include "sounder-skills-page.h"
#include "sounder-tasks-page.h"
#include "sounder-template.h"
#include "sounder-tools-page.h"

/**
 * SounderSessionView:
 *
 * Shows one server. Where the person is in it is kept by the server, so that a view can go at any time, and
 * another one comes back to the same place. Nothing disconnects by that.
 *
 * Pages reach each other through the actions of this class only.
 */

G_DEFINE_FINAL_TYPE (SounderSessionView, sounder_session_view, SOUNDER_TYPE_PAGE)

enum {
  PROP_0,
  PROP_SERVER,
  PROP_WINDOW_WIDTH,
  PROP_PAGE,
  PROP_SHOW_SIDEBAR,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static gboolean
page_has_dock (const char *name)
{
  static const char *const with_dock[] = { "tools", "resources", "prompts", "skills", NULL };

  return name != NULL && g_strv_contains (with_dock, name);
}

/* The timeline below the pages is made when it is first seen, as most pages are. */
static void
ensure_docked (SounderSessionView *self)
{
  GtkWidget *timeline;

  if (adw_bin_get_child (self->dock) != NULL)
    return;

  timeline = g_object_new (SOUNDER_TYPE_TIMELINE, "part-of", self, "compact", TRUE, NULL);
  sounder_timeline_keep (SOUNDER_TIMELINE (timeline), sounder_place_get (self->base.place, "dock"));
  adw_bin_set_child (self->dock, timeline);
}

void
sounder_session_view_update_dock (SounderSessionView *self)
{
  gboolean wanted = self->window_width == SOUNDER_WIDTH_NARROW ? self->narrow_dock_open
                                                              : self->dock_open;
  gboolean has_dock = page_has_dock (sounder_session_view_get_page (self));

  if (wanted && has_dock)
    ensure_docked (self);
  gtk_widget_set_visible (GTK_WIDGET (self->dock), wanted && has_dock);
  gtk_widget_set_visible (GTK_WIDGET (self->traffic_line), !wanted && has_dock);
}

static void update_badges (SounderSessionView *self);

static void
page_changed_cb (SounderSessionView *self)
{
  const char *name = sounder_session_view_get_page (self);

  /* While the template is being built there is nothing to follow. */
  if (self->dock == NULL || name == NULL)
    return;

  self->awaited_page = NULL;
  sounder_place_set_chosen (self->base.place, name);
  sounder_session_view_update_dock (self);
  sounder_session_view_update_link (self);
  sounder_session_view_queue_beside (self);
  update_badges (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PAGE]);
}

static void
dismiss_error_cb (SounderSessionView *self)
{
  gtk_revealer_set_reveal_child (self->error_revealer, FALSE);
}

static void
storage_error_cb (SounderSessionView *self,
                  const GError       *error)
{
  g_autofree char *message =
    g_strdup_printf (_("The traffic cannot be kept: %s. The session goes on."), error->message);

  sounder_session_view_show_error (self, message);
}

static void
update_badges (SounderSessionView *self)
{
  gboolean failed = sounder_server_get_status (self->server) == SOUNDER_STATUS_FAILED;

  /* A failure that somebody has looked at calls nobody any more. */
  self->failure_seen = failed
                       && (self->failure_seen
                           || g_strcmp0 (sounder_session_view_get_page (self), "overview") == 0);
  adw_view_stack_page_set_needs_attention (self->overview_page, failed && !self->failure_seen);
}

static void
status_changed_cb (SounderSessionView *self)
{
  gboolean is_open = sounder_server_is_open (self->server);
  gboolean is_closing = sounder_server_get_status (self->server) == SOUNDER_STATUS_CLOSING;
  /* Recordings have no connection, and a tapped connection belongs to the other client. */
  gboolean is_recorded = sounder_server_is_recorded (self->server);
  gboolean signs_in = mcp_session_get_authorizer (self->base.session) != NULL;

  sounder_sign_in_watch (GTK_WIDGET (self), self->base.session);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "session.connect",
                                 !is_recorded && !is_open);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "session.compose", !is_recorded);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "session.disconnect", is_open && !is_closing);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "session.restart",
                                 !is_recorded && !is_closing);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "session.refresh",
                                 is_open && !is_closing);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "session.show-authorization", signs_in);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "session.sign-in", signs_in);
  gtk_widget_set_visible (self->connect_button, !is_recorded && !is_open);
  gtk_widget_set_visible (self->disconnect_button, is_open);
  gtk_widget_set_visible (self->restart_button, !is_recorded);
  sounder_session_view_update_link (self);
  update_badges (self);
}

static void
sounder_session_view_map (GtkWidget *widget)
{
  SounderSessionView *self = SOUNDER_SESSION_VIEW (widget);

  GTK_WIDGET_CLASS (sounder_session_view_parent_class)->map (widget);

  g_signal_group_set_target (self->surface_signals,
                             gtk_native_get_surface (gtk_widget_get_native (widget)));
  sounder_session_view_queue_beside (self);
}

/* Beside a sidebar that is there, a button to show it would only be in the way, and its own bar has the
 * window's buttons at the start. */
static void
update_sidebar_button (SounderSessionView *self)
{
  gboolean alone = !gtk_toggle_button_get_active (self->sidebar_button)
                   || self->window_width == SOUNDER_WIDTH_NARROW;

  gtk_widget_set_visible (GTK_WIDGET (self->sidebar_button), alone);
  adw_header_bar_set_show_start_title_buttons (self->header_bar, alone);
}

static void
set_window_width (SounderSessionView *self,
                  SounderWidthClass   width)
{
  gboolean narrow = width == SOUNDER_WIDTH_NARROW;

  if (self->window_width == width)
    return;

  self->window_width = width;
  self->narrow_dock_open = FALSE;
  gtk_stack_set_visible_child_name (self->title_stack, narrow ? "title" : "switcher");
  adw_view_switcher_bar_set_reveal (self->switcher_bar, narrow);
  sounder_status_bar_set_narrow (self->status_bar, narrow);

  sounder_focus_keep (adw_view_stack_get_visible_child (self->stack));
  update_sidebar_button (self);
  sounder_session_view_update_beside (self);
  sounder_session_view_update_dock (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_WINDOW_WIDTH]);
}

static void
sounder_session_view_dispose (GObject *object)
{
  SounderSessionView *self = SOUNDER_SESSION_VIEW (object);

  g_clear_handle_id (&self->beside_id, g_source_remove);
  g_clear_handle_id (&self->pause_id, g_source_remove);
  g_clear_object (&self->surface_signals);
  g_clear_object (&self->server);

  G_OBJECT_CLASS (sounder_session_view_parent_class)->dispose (object);
}

static void
sounder_session_view_get_property (GObject    *object,
                                   guint       prop_id,
                                   GValue     *value,
                                   GParamSpec *pspec)
{
  SounderSessionView *self = SOUNDER_SESSION_VIEW (object);

  switch (prop_id)
    {
    case PROP_SERVER:
      g_value_set_object (value, self->server);
      break;

    case PROP_WINDOW_WIDTH:
      g_value_set_enum (value, self->window_width);
      break;

    case PROP_PAGE:
      g_value_set_string (value, sounder_session_view_get_page (self));
      break;

    case PROP_SHOW_SIDEBAR:
      g_value_set_boolean (value, gtk_toggle_button_get_active (self->sidebar_button));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_session_view_set_property (GObject      *object,
                                   guint         prop_id,
                                   const GValue *value,
                                   GParamSpec   *pspec)
{
  SounderSessionView *self = SOUNDER_SESSION_VIEW (object);

  switch (prop_id)
    {
    case PROP_SERVER:
      self->server = g_value_dup_object (value);
      break;

    case PROP_WINDOW_WIDTH:
      set_window_width (self, g_value_get_enum (value));
      break;

    case PROP_PAGE:
      sounder_session_view_set_page (self, g_value_get_string (value));
      break;

    case PROP_SHOW_SIDEBAR:
      gtk_toggle_button_set_active (self->sidebar_button, g_value_get_boolean (value));
      update_sidebar_button (self);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sidebar_toggled_cb (SounderSessionView *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SHOW_SIDEBAR]);
}

static void
install_properties (GObjectClass *object_class)
{
  /**
   * SounderSessionView:server:
   *
   * What is shown.
   */
  properties[PROP_SERVER] =
    g_param_spec_object ("server", NULL, NULL, SOUNDER_TYPE_SERVER,
                         G_PARAM_READWRITE | G_PARAM_CONSTRUCT_ONLY | G_PARAM_STATIC_STRINGS);

  /**
   * SounderSessionView:window-width:
   *
   * How much room the window has. The pages have less where questions stand beside them.
   */
  properties[PROP_WINDOW_WIDTH] =
    g_param_spec_enum ("window-width", NULL, NULL, SOUNDER_TYPE_WIDTH_CLASS, SOUNDER_WIDTH_WIDE,
                       G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * SounderSessionView:page:
   *
   * The name of the visible page.
   */
  properties[PROP_PAGE] =
    g_param_spec_string ("page", NULL, NULL, NULL,
                         G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  /**
   * SounderSessionView:show-sidebar:
   *
   * Whether the window shows its sidebar: the state of the button for it.
   */
  properties[PROP_SHOW_SIDEBAR] =
    g_param_spec_boolean ("show-sidebar", NULL, NULL, FALSE,
                          G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS);

  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  sounder_template_set (widget_class, "sounder-session-view.ui");
  sounder_template_bind (widget_class, SounderSessionView, pages, header_bar, title_stack,
                         window_title, sidebar_button, connect_button, disconnect_button,
                         restart_button, questions_button, questions_badge, questions_revealer,
                         questions_clamp, questions, menu_button, error_revealer, error_label,
                         stack, overview_page, skills_page, tasks_page, console_page, console, dock,
                         traffic_line, switcher_bar, status_bar);
  sounder_template_connect (widget_class, page_changed_cb, dismiss_error_cb);
  sounder_session_view_bind_link (widget_class);
  sounder_session_view_bind_questions (widget_class);
}

static void
set_up_menu (SounderSessionView *self)
{
  g_autoptr (GtkBuilder) builder =
    gtk_builder_new_from_resource ("/io/github/mcp_sounder/Sounder/sounder-server-menu.ui");

  gtk_menu_button_set_menu_model (self->menu_button,
                                  G_MENU_MODEL (gtk_builder_get_object (builder, "menu")));
}

static void
sounder_session_view_constructed (GObject *object)
{
  SounderSessionView *self = SOUNDER_SESSION_VIEW (object);
  g_autofree char *chosen = NULL;

  G_OBJECT_CLASS (sounder_session_view_parent_class)->constructed (object);

  gtk_widget_init_template (GTK_WIDGET (self));
  set_up_menu (self);
  g_signal_connect_object (self->sidebar_button, "notify::active", G_CALLBACK (sidebar_toggled_cb),
                           self, G_CONNECT_SWAPPED);
  g_object_bind_property (self->console, "n-unseen", self->console_page, "badge-number",
                          G_BINDING_SYNC_CREATE);
  g_object_bind_property (self->server, "name", self->window_title, "title", G_BINDING_SYNC_CREATE);
  g_object_bind_property (self->server, "subtitle", self->window_title, "subtitle",
                          G_BINDING_SYNC_CREATE);
  sounder_status_bar_set_server (self->status_bar, self->server);

  g_signal_connect_object (self->server, "notify::status", G_CALLBACK (status_changed_cb), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->server, "notify::status-text",
                           G_CALLBACK (sounder_session_view_update_link), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (mcp_session_get_journal (self->base.session), "storage-error",
                           G_CALLBACK (storage_error_cb), self, G_CONNECT_SWAPPED);

  sounder_session_view_set_up_link (self);
  sounder_session_view_set_up_questions (self);
  sounder_session_view_set_up_tasks (self);
  chosen = sounder_place_dup_chosen (self->base.place);
  if (chosen != NULL)
    sounder_session_view_await_page (self, chosen);
  status_changed_cb (self);
  page_changed_cb (self);
}

static void
sounder_session_view_class_init (SounderSessionViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->constructed = sounder_session_view_constructed;
  object_class->dispose = sounder_session_view_dispose;
  object_class->get_property = sounder_session_view_get_property;
  object_class->set_property = sounder_session_view_set_property;
  GTK_WIDGET_CLASS (klass)->map = sounder_session_view_map;

  install_properties (object_class);

  /* The pages; the template names them, most of them as what a lazy page will make. */
  g_type_ensure (SOUNDER_TYPE_LAZY_PAGE);
  g_type_ensure (SOUNDER_TYPE_OVERVIEW_PAGE);
  g_type_ensure (SOUNDER_TYPE_PROMPTS_PAGE);
  g_type_ensure (SOUNDER_TYPE_RESOURCES_PAGE);
  g_type_ensure (SOUNDER_TYPE_SKILLS_PAGE);
  g_type_ensure (SOUNDER_TYPE_TASKS_PAGE);
  g_type_ensure (SOUNDER_TYPE_TOOLS_PAGE);
  g_type_ensure (SOUNDER_TYPE_TIMELINE_PAGE);
  g_type_ensure (SOUNDER_TYPE_SPLIT);
  g_type_ensure (SOUNDER_TYPE_TIMELINE);
  g_type_ensure (SOUNDER_TYPE_TRAFFIC_LINE);
  g_type_ensure (SOUNDER_TYPE_HEALTH_PAGE);
  g_type_ensure (SOUNDER_TYPE_CONSOLE_PAGE);
  g_type_ensure (SOUNDER_TYPE_STATUS_BAR);
  g_type_ensure (SOUNDER_TYPE_QUESTIONS_PANEL);

  bind_template (widget_class);
  sounder_session_view_install_actions (widget_class);
}

static void
sounder_session_view_init (SounderSessionView *self)
{
  self->window_width = SOUNDER_WIDTH_WIDE;
  self->dock_open = sounder_settings_get_boolean ("dock-visible", FALSE);
}

/**
 * sounder_session_view_new:
 * @server: what is shown
 *
 * Shows a server, where the person left it.
 *
 * Returns: (transfer floating): a new view
 */
GtkWidget *
sounder_session_view_new (SounderServer *server)
{
  g_return_val_if_fail (SOUNDER_IS_SERVER (server), NULL);

  return g_object_new (SOUNDER_TYPE_SESSION_VIEW, "server", server,
                       "session", sounder_server_get_session (server),
                       "workbench", sounder_server_get_workbench (server),
                       "place", sounder_server_get_place (server), NULL);
}

SounderServer *
sounder_session_view_get_server (SounderSessionView *self)
{
  g_return_val_if_fail (SOUNDER_IS_SESSION_VIEW (self), NULL);

  return self->server;
}

const char *
sounder_session_view_get_page (SounderSessionView *self)
{
  g_return_val_if_fail (SOUNDER_IS_SESSION_VIEW (self), NULL);

  return adw_view_stack_get_visible_child_name (self->stack);
}

/**
 * sounder_session_view_set_page:
 * @name: (nullable): the name of a page; one that is not there is ignored
 *
 * Shows a page.
 */
void
sounder_session_view_set_page (SounderSessionView *self,
                               const char         *name)
{
  GtkWidget *page;

  g_return_if_fail (SOUNDER_IS_SESSION_VIEW (self));

  page = name != NULL ? adw_view_stack_get_child_by_name (self->stack, name) : NULL;
  if (page != NULL && adw_view_stack_page_get_visible (adw_view_stack_get_page (self->stack, page)))
    adw_view_stack_set_visible_child (self->stack, page);
}

/**
 * sounder_session_view_await_page:
 * @name: the name of a page
 *
 * Shows a page, or as soon as the server turns out to have it, unless another one is chosen first.
 */
void
sounder_session_view_await_page (SounderSessionView *self,
                                 const char         *name)
{
  g_return_if_fail (SOUNDER_IS_SESSION_VIEW (self));

  sounder_session_view_set_page (self, name);
  if (g_strcmp0 (sounder_session_view_get_page (self), name) != 0)
    self->awaited_page = g_intern_string (name);
}

/*
 * Lets the next key go to the page that is shown. This is not how the view takes the focus, for
 * then Tab would never come to what stands before the page.
 */
void
sounder_session_view_enter_page (SounderSessionView *self)
{
  g_return_if_fail (SOUNDER_IS_SESSION_VIEW (self));

  sounder_focus_enter_page (adw_view_stack_get_visible_child (self->stack));
}

/**
 * sounder_session_view_find_page:
 * @name: (nullable): the name of a page
 *
 * Finds a page, and makes it if nobody has seen it yet.
 *
 * Returns: (transfer none) (nullable): the page's widget
 */
GtkWidget *
sounder_session_view_find_page (SounderSessionView *self,
                                const char         *name)
{
  GtkWidget *page;

  g_return_val_if_fail (SOUNDER_IS_SESSION_VIEW (self), NULL);

  page = name != NULL ? adw_view_stack_get_child_by_name (self->stack, name) : NULL;

  return SOUNDER_IS_LAZY_PAGE (page) ? sounder_lazy_page_ensure (SOUNDER_LAZY_PAGE (page)) : page;
}

/**
 * sounder_session_view_nth_page:
 * @n: a position, 0 is the first
 *
 * Gets the name of a page by its position among all that there can be: it is that of its key, which
 * stays the same whatever a server has.
 *
 * Returns: (nullable): the name, or %NULL if the page is not there, or past the end
 */
const char *
sounder_session_view_nth_page (SounderSessionView *self,
                               guint               n)
{
  g_return_val_if_fail (SOUNDER_IS_SESSION_VIEW (self), NULL);

  for (GtkWidget *child = gtk_widget_get_first_child (GTK_WIDGET (self->stack)); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    {
      AdwViewStackPage *page = adw_view_stack_get_page (self->stack, child);

      if (n-- == 0)
        return adw_view_stack_page_get_visible (page) ? adw_view_stack_page_get_name (page) : NULL;
    }

  return NULL;
}

/**
 * sounder_session_view_show_error:
 * @message: what happened, to what, and what to do
 *
 * Shows a strip under the header bar until it is dismissed.
 */
void
sounder_session_view_show_error (SounderSessionView *self,
                                 const char         *message)
{
  g_autofree char *visible = NULL;

  g_return_if_fail (SOUNDER_IS_SESSION_VIEW (self));

  visible = mcp_format_label (message, TRUE);
  gtk_label_set_text (self->error_label, visible);
  gtk_revealer_set_reveal_child (self->error_revealer, TRUE);
}
