/* sounder-window-beside.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-help.h"
#include "sounder-load-window.h"
#include "sounder-probes-window.h"
#include "sounder-save-test.h"
#include "sounder-template.h"
#include "sounder-tests-window.h"
#include "sounder-tools-page.h"
#include "sounder-window-private.h"

/* Windows beside this one, about the selected server: its tests, a load on it, probes. */

/* --- Tests: which file they are in is kept with the server --- */

static void
remember_path (SounderWindow *self,
               SounderServer *server,
               const char    *path)
{
  McpProfile *profile = sounder_server_get_profile (server);
  g_autoptr (McpProfile) changed = NULL;
  g_autoptr (GError) error = NULL;

  if (g_strcmp0 (mcp_profile_get_settings (profile)->tests, path) == 0)
    return;

  changed = mcp_profile_copy (profile);
  g_object_set (changed, "tests", path, NULL);
  if (!sounder_server_model_change (self->model, server, changed, &error))
    sounder_window_toast (self, error->message);
}

static void
opened_cb (GtkWindow  *window,
           const char *path,
           gpointer    user_data)
{
  SounderServer *server = SOUNDER_SERVER (user_data);
  GtkWindow *parent = gtk_window_get_transient_for (window);

  if (parent != NULL)
    remember_path (SOUNDER_WINDOW (parent), server, path);
}

static void
saved_cb (GtkWindow  *window,
          const char *path,
          gpointer    user_data)
{
  GtkWindow *parent = gtk_window_get_transient_for (window);
  AdwToast *toast;

  opened_cb (window, path, user_data);
  if (parent == NULL)
    return;

  toast = adw_toast_new (_("Saved as a test"));
  adw_toast_set_button_label (toast, _("_Tests"));
  adw_toast_set_action_name (toast, "win.tests");
  adw_toast_overlay_add_toast (SOUNDER_WINDOW (parent)->toasts, toast);
}

static void
tests_cb (SounderWindow *self)
{
  McpProfile *profile = sounder_server_get_profile (self->selected);
  SounderTestsWindow *window = NULL;

  window = sounder_tests_window_present (GTK_WIDGET (self->session_view), sounder_server_get_session (self->selected),
                                         mcp_profile_get_settings (profile)->tests);
  sounder_help_add_key (GTK_WINDOW (window), "tests");
  g_signal_connect_object (window, "opened", G_CALLBACK (opened_cb), self->selected, 0);
}

static void
save_test_cb (SounderWindow *self,
              const char    *action_name,
              GVariant      *parameter)
{
  McpProfile *profile = sounder_server_get_profile (self->selected);
  g_autoptr (GArray) serials = g_array_new (FALSE, FALSE, sizeof (guint));
  SounderSaveTest *window;
  GVariantIter iter;
  guint serial;

  g_variant_iter_init (&iter, parameter);
  while (g_variant_iter_next (&iter, "u", &serial))
    g_array_append_val (serials, serial);

  window = sounder_save_test_present (GTK_WINDOW (self), sounder_server_get_session (self->selected), serials,
                                      mcp_profile_get_settings (profile)->tests);
  if (window != NULL)
    g_signal_connect_object (window, "saved", G_CALLBACK (saved_cb), self->selected, 0);
  else
    sounder_window_toast (self, _("Only requests of ours can be tests"));
}

/* --- Probes and loads: what was said in them is shown in a row of its own --- */

static void
present (SounderWindow *self,
         GtkWindow     *window,
         GCallback      show_record,
         const char    *topic)
{
  g_signal_connect_object (window, "show-record", show_record, self, G_CONNECT_SWAPPED);
  gtk_window_set_transient_for (window, GTK_WINDOW (self));
  sounder_help_add_key (window, topic);
  gtk_window_present (window);
}

static void
show_probe_cb (SounderWindow *self,
               McpSession    *session,
               guint          serial)
{
  g_autofree char *name = g_strdup_printf (_("Probes of %s"),
                                           mcp_profile_get_name (mcp_session_get_profile (session)));

  sounder_window_show_beside (self, session, name, serial);
}

static void
probe_cb (SounderWindow *self)
{
  present (self, GTK_WINDOW (sounder_probes_window_new (self->selected)), G_CALLBACK (show_probe_cb), "probes");
}

static void
show_load_cb (SounderWindow *self,
              McpSession    *session,
              guint          serial)
{
  /* Translators: of a server; a session that was made to measure. */
  g_autofree char *name = g_strdup_printf (_("Load test of %s"),
                                           mcp_profile_get_name (mcp_session_get_profile (session)));

  sounder_window_show_beside (self, session, name, serial);
}

/* With what is filled in for the tool on its page, or with pings. */
static void
open_load (SounderWindow *self,
           McpCall       *call,   /* (nullable) */
           const char    *name)   /* (nullable) */
{
  SounderLoadWindow *load = sounder_load_window_new (sounder_server_get_session (self->selected), call, name);

  present (self, GTK_WINDOW (load), G_CALLBACK (show_load_cb), "load");
}

static SounderToolsPage *
find_tools (SounderWindow *self)
{
  return SOUNDER_TOOLS_PAGE (sounder_session_view_find_page (self->session_view, "tools"));
}

/* Of a chosen tool what is filled in is looked at first: its page may have to say what is wrong with it. */
static void
load_cb (SounderWindow *self)
{
  SounderToolsPage *page = find_tools (self);
  g_autofree char *name = NULL;
  g_autoptr (McpCall) call = sounder_tools_page_dup_call (page, &name);

  if (call == NULL)
    {
      open_load (self, NULL, NULL);
      return;
    }

  sounder_session_view_set_page (self->session_view, "tools");
  gtk_widget_activate_action (GTK_WIDGET (page), "tools.load", NULL);
}

static void
load_tool_cb (SounderWindow *self)
{
  g_autofree char *name = NULL;
  g_autoptr (McpCall) call = sounder_tools_page_dup_call (find_tools (self), &name);

  open_load (self, call, name);
}

/* At class_init. */
void
sounder_window_install_beside (GtkWidgetClass *widget_class)
{
  sounder_template_action (widget_class, "win.probe", NULL, probe_cb);
  sounder_template_action (widget_class, "win.load", NULL, load_cb);
  sounder_template_action (widget_class, "win.load-tool", NULL, load_tool_cb);
  sounder_template_action (widget_class, "win.tests", NULL, tests_cb);
  /* Serials of requests, or of their answers. */
  sounder_template_action (widget_class, "win.save-test", "au", save_test_cb);
}
