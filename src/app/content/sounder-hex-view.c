/* sounder-hex-view.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-hex-lines.h"
#include "sounder-hex-view.h"
#include "sounder-rendering.h"
#include "sounder-template.h"
#include "sounder-widgets.h"

/* Text of more than this is no use in a clipboard. */
#define MAX_COPIED_BYTES (1024 * 1024)

/* Less than this needs no way to get around in it. */
#define FEW_BYTES 1024

/* What is dimmed of a line. */
#define OFFSET_CHARS 8
#define OFFSET_ALPHA (G_MAXUINT16 / 100 * 55)

struct _SounderHexView
{
  AdwBin           parent_instance;

  GBytes          *bytes;
  SounderHexLines *lines;
  PangoAttrList   *attributes;

  GtkListView     *list;
  GtkWidget       *bar;
  GtkEditable     *offset;
};

G_DEFINE_FINAL_TYPE (SounderHexView, sounder_hex_view, ADW_TYPE_BIN)

static void
setup_cb (SounderHexView *self,
          GtkListItem    *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_attributes (GTK_LABEL (label), self->attributes);
  gtk_list_item_set_child (item, label);
}

static void
bind_cb (SounderHexView *self,
         GtkListItem    *item)
{
  GtkWidget *label = gtk_list_item_get_child (item);
  const char *line = gtk_string_object_get_string (gtk_list_item_get_item (item));

  gtk_label_set_text (GTK_LABEL (label), line);
  sounder_compat_name_list_item (label, line);
}

static void
copy_cb (GtkWidget  *widget,
         const char *action_name,
         GVariant   *parameter)
{
  g_autofree char *text = sounder_hex_view_dup_text (SOUNDER_HEX_VIEW (widget));
  g_autofree char *size = mcp_format_size (MAX_COPIED_BYTES);
  /* Translators: %s is a size. */
  g_autofree char *problem = g_strdup_printf (
    _("More than %s is not copied as text: select fewer lines, or save it"), size);

  if (text != NULL)
    gtk_widget_activate_action (widget, "session.copy", "s", text);
  else
    gtk_widget_activate_action (widget, "session.toast", "s", problem);
}

static void
go_cb (SounderHexView *self)
{
  sounder_widgets_set_class (self->offset, "error",
                             !sounder_hex_view_go_to (self, gtk_editable_get_text (self->offset)));
}

static void
sounder_hex_view_dispose (GObject *object)
{
  SounderHexView *self = SOUNDER_HEX_VIEW (object);

  g_clear_object (&self->lines);
  g_clear_pointer (&self->bytes, g_bytes_unref);
  g_clear_pointer (&self->attributes, pango_attr_list_unref);

  G_OBJECT_CLASS (sounder_hex_view_parent_class)->dispose (object);
}

static void
sounder_hex_view_class_init (SounderHexViewClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_hex_view_dispose;

  sounder_template_set (widget_class, "sounder-hex-view.ui");
  sounder_template_bind (widget_class, SounderHexView, list, bar, offset);
  sounder_template_connect (widget_class, setup_cb, bind_cb, go_cb);
  gtk_widget_class_install_action (widget_class, "hex.copy", NULL, copy_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, "hex.copy", NULL);
}

static void
sounder_hex_view_init (SounderHexView *self)
{
  PangoAttribute *dim = pango_attr_foreground_alpha_new (OFFSET_ALPHA);

  dim->start_index = 0;
  dim->end_index = OFFSET_CHARS;
  self->attributes = pango_attr_list_new ();
  pango_attr_list_insert (self->attributes, dim);
  gtk_widget_init_template (GTK_WIDGET (self));
}

GtkWidget *
sounder_hex_view_new (GBytes *bytes)
{
  SounderHexView *self = g_object_new (SOUNDER_TYPE_HEX_VIEW, NULL);

  self->bytes = g_bytes_ref (bytes);
  self->lines = sounder_hex_lines_new (bytes);
  gtk_list_view_set_model (self->list, GTK_SELECTION_MODEL (self->lines));
  gtk_widget_set_visible (self->bar, g_bytes_get_size (bytes) > FEW_BYTES);

  return GTK_WIDGET (self);
}

/**
 * sounder_hex_view_dup_text:
 *
 * Makes text of the selected lines, or of all of them.
 *
 * Returns: (transfer full) (nullable): lines, or %NULL when they are too many for a clipboard
 */
char *
sounder_hex_view_dup_text (SounderHexView *self)
{
  g_autoptr (GtkBitset) selected = NULL;
  guint n_lines = g_list_model_get_n_items (G_LIST_MODEL (self->lines));
  g_autoptr (GString) text = NULL;
  GtkBitsetIter iter;
  guint line;

  g_return_val_if_fail (SOUNDER_IS_HEX_VIEW (self), NULL);

  selected = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->lines));
  if (!gtk_bitset_is_empty (selected))
    n_lines = (guint) gtk_bitset_get_size (selected);
  if (n_lines > MAX_COPIED_BYTES / SOUNDER_HEX_BYTES_PER_LINE)
    return NULL;
  if (gtk_bitset_is_empty (selected))
    return sounder_hex_lines_dup_text (self->lines, 0, n_lines);

  text = g_string_new (NULL);
  for (gboolean more = gtk_bitset_iter_init_first (&iter, selected, &line); more;
       more = gtk_bitset_iter_next (&iter, &line))
    {
      g_autofree char *one = sounder_hex_lines_dup_text (self->lines, line, 1);

      g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", one);
    }

  return g_strdup (text->str);
}

/**
 * sounder_hex_view_go_to:
 * @offset: hexadecimal digits, with 0x before them or not
 *
 * Goes to the line of a byte, and selects it.
 *
 * Returns: %FALSE if there is no such byte
 */
gboolean
sounder_hex_view_go_to (SounderHexView *self,
                        const char     *offset)
{
  guint64 place;
  guint line;

  g_return_val_if_fail (SOUNDER_IS_HEX_VIEW (self), FALSE);

  if (g_str_has_prefix (offset, "0x"))
    offset += 2;
  if (!g_ascii_string_to_unsigned (offset, 16, 0, G_MAXUINT64, &place, NULL)
      || place >= g_bytes_get_size (self->bytes))
    return FALSE;

  line = (guint) (place / SOUNDER_HEX_BYTES_PER_LINE);
  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->lines), line, TRUE);
  gtk_widget_activate_action (GTK_WIDGET (self->list), "list.scroll-to-item", "u", line);

  return TRUE;
}
