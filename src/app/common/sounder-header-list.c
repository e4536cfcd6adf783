/* sounder-header-list.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-header-value.h"
#include "mcp-summary.h"
#include "sounder-header-list.h"

/**
 * SounderHeaderList:
 *
 * One line a header: name, value, and buttons to copy the exact value and, for
 * a secret one, to show it. Showing one shows no other, and looking at another
 * record masks them all again.
 */

/* A server may send any number; nobody reads more. */
#define MAX_HEADERS 200
#define MAX_VALUE_BYTES 4096

struct _SounderHeaderList
{
  AdwBin     parent_instance;

  GPtrArray *headers;      /* (nullable) */
  char     **secret_names; /* (nullable) */
};

G_DEFINE_FINAL_TYPE (SounderHeaderList, sounder_header_list, ADW_TYPE_BIN)

static void
show_value (GtkLabel   *label,
            const char *value,
            gboolean    masked)
{
  g_autofree char *shown = masked ? mcp_header_hide (value)
                                  : g_strndup (value, strnlen (value, MAX_VALUE_BYTES));
  g_autofree char *visible = mcp_format_label (shown, FALSE);

  gtk_label_set_text (label, visible);
}

static void
reveal_cb (GtkToggleButton   *button,
           SounderHeaderList *self)
{
  guint i = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "header"));

  show_value (g_object_get_data (G_OBJECT (button), "label"),
              g_ptr_array_index (self->headers, i + 1), !gtk_toggle_button_get_active (button));
}

static void
copy_cb (GtkButton         *button,
         SounderHeaderList *self)
{
  guint i = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (button), "header"));

  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (button)),
                          g_ptr_array_index (self->headers, i + 1));
  gtk_widget_activate_action (GTK_WIDGET (self), "session.toast", "s", _("Value copied"));
}

static GtkWidget *
add_button (SounderHeaderList *self,
            GtkWidget         *button,
            const char        *icon_name,
            const char        *tooltip,
            guint              header)
{
  g_autofree char *spoken =
    g_strdup_printf ("%s: %s", tooltip, (char *) g_ptr_array_index (self->headers, header));

  gtk_button_set_icon_name (GTK_BUTTON (button), icon_name);
  gtk_widget_set_tooltip_text (button, tooltip);
  gtk_widget_set_valign (button, GTK_ALIGN_START);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_add_css_class (button, "header-button");
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  g_object_set_data (G_OBJECT (button), "header", GUINT_TO_POINTER (header));

  return button;
}

static void
add_header (SounderHeaderList *self,
            GtkGrid           *grid,
            guint              i)
{
  const char *name = g_ptr_array_index (self->headers, i);
  const char *value = g_ptr_array_index (self->headers, i + 1);
  g_autofree char *visible_name = mcp_format_label (name, FALSE);
  GtkWidget *name_label = gtk_label_new (visible_name);
  GtkWidget *value_label = gtk_label_new (NULL);
  gboolean secret = mcp_header_is_hidden (name, (const char * const *) self->secret_names);
  int row = (int) i / 2;

  gtk_label_set_xalign (GTK_LABEL (name_label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (name_label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars (GTK_LABEL (name_label), 28);
  gtk_widget_set_valign (name_label, GTK_ALIGN_START);
  gtk_widget_add_css_class (name_label, "mono");
  gtk_widget_add_css_class (name_label, "dim-label");

  gtk_label_set_xalign (GTK_LABEL (value_label), 0);
  gtk_label_set_wrap (GTK_LABEL (value_label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (value_label), PANGO_WRAP_CHAR);
  gtk_label_set_selectable (GTK_LABEL (value_label), TRUE);
  gtk_widget_set_can_focus (value_label, FALSE);
  gtk_widget_set_valign (value_label, GTK_ALIGN_START);
  gtk_widget_add_css_class (value_label, "mono");
  show_value (GTK_LABEL (value_label), value, secret);
  gtk_grid_attach (grid, name_label, 0, row, 1, 1);
  gtk_grid_attach (grid, value_label, 1, row, 1, 1);

  if (secret)
    {
      GtkWidget *reveal = add_button (self, gtk_toggle_button_new (), "view-reveal-symbolic",
                                      _("Show the value"), i);

      g_object_set_data (G_OBJECT (reveal), "label", value_label);
      g_signal_connect_object (reveal, "toggled", G_CALLBACK (reveal_cb), self, 0);
      gtk_grid_attach (grid, reveal, 2, row, 1, 1);
    }

  {
    GtkWidget *copy =
      add_button (self, gtk_button_new (), "edit-copy-symbolic", _("Copy the exact value"), i);

    g_signal_connect_object (copy, "clicked", G_CALLBACK (copy_cb), self, 0);
    gtk_grid_attach (grid, copy, 3, row, 1, 1);
  }
}

static void
sounder_header_list_dispose (GObject *object)
{
  SounderHeaderList *self = SOUNDER_HEADER_LIST (object);

  g_clear_pointer (&self->headers, g_ptr_array_unref);
  g_clear_pointer (&self->secret_names, g_strfreev);

  G_OBJECT_CLASS (sounder_header_list_parent_class)->dispose (object);
}

static void
sounder_header_list_class_init (SounderHeaderListClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_header_list_dispose;
}

static void
sounder_header_list_init (SounderHeaderList *self)
{
}

/**
 * sounder_header_list_set_headers:
 * @headers: (nullable) (element-type utf8): names and values in turn
 * @secret_names: (nullable): names of those whose values were kept secret
 *
 * Shows other headers, their secrets masked.
 */
void
sounder_header_list_set_headers (SounderHeaderList  *self,
                                 GPtrArray          *headers,
                                 const char * const *secret_names)
{
  GtkWidget *grid;
  guint n_shown;

  g_return_if_fail (SOUNDER_IS_HEADER_LIST (self));

  adw_bin_set_child (ADW_BIN (self), NULL);
  g_clear_pointer (&self->headers, g_ptr_array_unref);
  g_clear_pointer (&self->secret_names, g_strfreev);
  if (headers == NULL || headers->len < 2)
    return;

  self->headers = g_ptr_array_ref (headers);
  self->secret_names = g_strdupv ((char **) secret_names);
  grid = gtk_grid_new ();
  gtk_grid_set_column_spacing (GTK_GRID (grid), 9);
  gtk_widget_set_halign (grid, GTK_ALIGN_START);
  n_shown = MIN (headers->len / 2, MAX_HEADERS);
  for (guint i = 0; i < n_shown; i++)
    add_header (self, GTK_GRID (grid), 2 * i);
  if (n_shown < headers->len / 2)
    {
      g_autofree char *more = g_strdup_printf (
        ngettext ("and %u more", "and %u more", headers->len / 2 - n_shown),
        headers->len / 2 - n_shown);
      GtkWidget *label = gtk_label_new (more);

      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_widget_add_css_class (label, "dim-label");
      gtk_grid_attach (GTK_GRID (grid), label, 0, (int) n_shown, 4, 1);
    }
  adw_bin_set_child (ADW_BIN (self), grid);
}
