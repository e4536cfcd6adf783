/* sounder-window-recent.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-window"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "sounder-recent.h"
#include "sounder-template.h"
#include "sounder-window-private.h"

/* The section of the main menu with the recordings that were opened or written last. */

#define POSITION 1

/* An underline is no mnemonic in the name of a file. */
static char *
make_label (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);
  g_autofree char *name = g_filename_display_name (base);
  g_auto (GStrv) parts = g_strsplit (name, "_", -1);

  return g_strjoinv ("__", parts);
}

/* Looks what is there, each time just before the menu opens. */
static void
menu_opens_cb (GtkMenuButton *button,
               gpointer       user_data)
{
  SounderWindow *self = SOUNDER_WINDOW (user_data);
  g_autoptr (GPtrArray) files = sounder_recent_dup ();
  g_autoptr (GMenu) section = g_menu_new ();

  for (guint i = 0; i < files->len; i++)
    {
      g_autofree char *uri = g_file_get_uri (files->pdata[i]);
      g_autofree char *label = make_label (files->pdata[i]);
      g_autoptr (GMenuItem) item = g_menu_item_new (label, NULL);

      g_menu_item_set_action_and_target (item, "win.open-recent", "s", uri);
      g_menu_append_item (section, item);
    }

  if (self->recent_shown)
    g_menu_remove (self->main_menu, POSITION);
  self->recent_shown = files->len > 0;
  if (self->recent_shown)
    g_menu_insert_section (self->main_menu, POSITION, _("Recent Recordings"),
                           G_MENU_MODEL (section));
}

static void
open_recent_cb (SounderWindow *self,
                const char    *action_name,
                GVariant      *parameter)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  sounder_window_open_recording (self, file);
}

void
sounder_window_install_recent (GtkWidgetClass *widget_class)
{
  sounder_template_action (widget_class, "win.open-recent", "s", open_recent_cb);
}

/* The button does not notify of being active in every version of GTK 4. */
void
sounder_window_init_recent (SounderWindow *self)
{
  gtk_menu_button_set_create_popup_func (self->main_menu_button, menu_opens_cb, self, NULL);
}
