/* sounder-window-load.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-window"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-help.h"
#include "sounder-load-window.h"
#include "sounder-template.h"
#include "sounder-tools-page.h"
#include "sounder-window-private.h"

/* A load on the selected server: with what is filled in for the tool on its page, or with pings. */

static void
show_record_cb (SounderLoadWindow *load,
                McpSession        *session,
                guint              serial,
                SounderWindow     *self)
{
  /* Translators: of a server; a session that was made to measure. */
  g_autofree char *name = g_strdup_printf (_("Load test of %s"),
                                           mcp_profile_get_name (mcp_session_get_profile (session)));

  sounder_window_show_beside (self, session, name, serial);
}

static void
open_window (SounderWindow *self,
             McpCall       *call,   /* (nullable) */
             const char    *name)   /* (nullable) */
{
  SounderLoadWindow *load = sounder_load_window_new (sounder_server_get_session (self->selected), call, name);

  g_signal_connect_object (load, "show-record", G_CALLBACK (show_record_cb), self, 0);
  gtk_window_set_transient_for (GTK_WINDOW (load), GTK_WINDOW (self));
  sounder_help_add_key (GTK_WINDOW (load), "load");
  gtk_window_present (GTK_WINDOW (load));
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
      open_window (self, NULL, NULL);
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

  open_window (self, call, name);
}

/* At class_init. */
void
sounder_window_install_load (GtkWidgetClass *widget_class)
{
  sounder_template_action (widget_class, "win.load", NULL, load_cb);
  sounder_template_action (widget_class, "win.load-tool", NULL, load_tool_cb);
}
