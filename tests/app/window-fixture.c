/* window-fixture.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "window-fixture.h"

#include "sounder-settings.h"
#include "test-support.h"

void
open_window (WindowFixture *fixture,
             int            width,
             int            height)
{
  fixture->window = sounder_window_new (NULL, fixture->model);
  fixture->view = sounder_window_get_session_view (fixture->window);
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), width, height);
  gtk_window_present (GTK_WINDOW (fixture->window));
  app_test_draw_frames (GTK_WIDGET (fixture->window));
}

void
close_window (WindowFixture *fixture)
{
  gpointer watched = fixture->window;

  g_object_add_weak_pointer (watched, &watched);
  gtk_window_destroy (GTK_WINDOW (fixture->window));
  TEST_AWAIT_POLL (watched == NULL);
}

void
reopen_window (WindowFixture *fixture,
               int            width,
               int            height)
{
  close_window (fixture);
  open_window (fixture, width, height);
}

void
resize_window (WindowFixture *fixture,
               int            width,
               int            height)
{
  gtk_window_set_default_size (GTK_WINDOW (fixture->window), width, height);
  /* Give or take the shadow. */
  TEST_AWAIT_POLL (ABS (gtk_widget_get_width (GTK_WIDGET (fixture->window)) - width) < 80
                   && ABS (gtk_widget_get_height (GTK_WIDGET (fixture->window)) - height) < 80);
  app_test_draw_frames (GTK_WIDGET (fixture->window));
}

static gboolean
is_loaded (WindowFixture *fixture)
{
  for (guint kind = 0; kind < MCP_N_CATALOGS; kind++)
    if (mcp_catalog_get_state (mcp_session_get_catalog (fixture->session, kind))
        != MCP_CATALOG_LOADED)
      return FALSE;

  return TRUE;
}

static void
load_sheet (const char *path)
{
  g_autoptr (GtkCssProvider) sheet = gtk_css_provider_new ();

  gtk_css_provider_load_from_resource (sheet, path);
  gtk_style_context_add_provider_for_display (gdk_display_get_default (), GTK_STYLE_PROVIDER (sheet),
                                              GTK_STYLE_PROVIDER_PRIORITY_APPLICATION);
}

/* As the application does: how wide things are depends on it. */
static void
load_style (void)
{
  static gboolean loaded = FALSE;

  if (loaded)
    return;

  loaded = TRUE;
  gtk_icon_theme_add_resource_path (gtk_icon_theme_get_for_display (gdk_display_get_default ()),
                                    "/io/github/mcp_sounder/Sounder/icons");
  load_sheet ("/io/github/mcp_sounder/Sounder/style.css");
  if (adw_style_manager_get_high_contrast (adw_style_manager_get_default ()))
    load_sheet ("/io/github/mcp_sounder/Sounder/style-hc.css");
}

void
window_set_up (WindowFixture *fixture,
               gconstpointer  unused)
{
  g_autoptr (McpProfile) profile =
    mcp_profile_new_for_argv ("demo", (const char *const[]) { g_getenv ("SOUNDER_DEMO_SERVER"),
                                                              NULL });
  GSettings *settings = sounder_settings_get_default ();

  load_style ();
  g_assert_nonnull (settings);
  g_settings_reset (settings, "splits");
  g_settings_reset (settings, "dock-visible");

  fixture->model = app_test_new_model ();
  fixture->server = sounder_server_model_add_temporary (fixture->model, profile);
  fixture->session = sounder_server_get_session (fixture->server);
  open_window (fixture, 1270, 790);
  sounder_server_open (fixture->server);
  TEST_AWAIT (sounder_server_get_status (fixture->server) == SOUNDER_STATUS_READY);
  TEST_AWAIT (is_loaded (fixture));
}

void
window_tear_down (WindowFixture *fixture,
                  gconstpointer  unused)
{
  sounder_server_close (fixture->server);
  TEST_AWAIT (!sounder_server_is_open (fixture->server));
  close_window (fixture);
  app_test_let_go (fixture->model);
}

/* A page, made and shown. */
GtkWidget *
show_page (WindowFixture *fixture,
           const char    *name)
{
  GtkWidget *page = sounder_session_view_find_page (fixture->view, name);

  sounder_session_view_set_page (fixture->view, name);
  app_test_draw_frames (GTK_WIDGET (fixture->window));

  return page;
}

graphene_rect_t
get_place (WindowFixture *fixture,
           GtkWidget     *widget)
{
  graphene_rect_t place;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (fixture->window), &place));

  return place;
}

void
select_row (GtkWidget *page,
            guint      position)
{
  GtkWidget *list = app_test_find (page, GTK_TYPE_LIST_VIEW);

  TEST_AWAIT (g_list_model_get_n_items (
                G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)))) > position + 1);
  gtk_widget_grab_focus (list);
  gtk_selection_model_select_item (gtk_list_view_get_model (GTK_LIST_VIEW (list)), position, TRUE);
}
