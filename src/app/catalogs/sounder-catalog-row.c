/* sounder-catalog-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-catalog-row.h"
#include "sounder-compat.h"
#include "sounder-icon.h"
#include "sounder-literal.h"
#include "sounder-match.h"
#include "sounder-widgets.h"

/**
 * SounderCatalogRow:
 *
 * A row of the list of tools, resources or prompts: the name, and below it what it is. GTK makes 200 rows
 * of a long list at once, so an icon and a mark are made when there is one.
 */

struct _SounderCatalogRow
{
  GtkBox       parent_instance;

  GtkLabel    *name;
  GtkLabel    *caption;
  SounderIcon *icon;    /* (nullable) */
  GtkWidget   *mark;    /* (nullable) */
};

G_DEFINE_FINAL_TYPE (SounderCatalogRow, sounder_catalog_row, GTK_TYPE_BOX)

static void
sounder_catalog_row_class_init (SounderCatalogRowClass *klass)
{
}

static void
sounder_catalog_row_init (SounderCatalogRow *self)
{
  GtkWidget *words = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);

  self->name = GTK_LABEL (sounder_widgets_new_line (NULL, NULL));
  self->caption = GTK_LABEL (sounder_widgets_new_line (NULL, "dim-label caption"));
  gtk_label_set_single_line_mode (self->name, TRUE);
  gtk_label_set_single_line_mode (self->caption, TRUE);
  gtk_box_set_spacing (GTK_BOX (self), 6);
  gtk_widget_set_hexpand (words, TRUE);
  gtk_box_append (GTK_BOX (words), GTK_WIDGET (self->name));
  gtk_box_append (GTK_BOX (words), GTK_WIDGET (self->caption));
  gtk_box_append (GTK_BOX (self), words);
}

GtkWidget *
sounder_catalog_row_new (void)
{
  return g_object_new (SOUNDER_TYPE_CATALOG_ROW, NULL);
}

void
sounder_catalog_row_set_item (SounderCatalogRow *self,
                              McpCatalogItem    *item)
{
  const char *description = mcp_catalog_item_get_description (item);
  const char *uri = mcp_catalog_item_get_uri (item);
  g_autofree char *name = mcp_format_label (mcp_catalog_item_get_display_name (item), FALSE);
  g_autofree char *caption = mcp_format_label (uri != NULL ? uri : description, FALSE);
  g_autofree char *tooltip = mcp_format_label (description, TRUE);
  const char *shown = *name != '\0' ? name : _("Without a name");
  g_autofree char *spoken = g_strjoin (", ", shown, *caption != '\0' ? caption : NULL, NULL);

  g_return_if_fail (SOUNDER_IS_CATALOG_ROW (self));

  gtk_label_set_text (self->name, shown);
  sounder_compat_name_list_item (GTK_WIDGET (self), spoken);
  gtk_label_set_text (self->caption, caption);
  gtk_widget_set_visible (GTK_WIDGET (self->caption), *caption != '\0');
  /* Under an address a description is seen nowhere else. */
  sounder_literal_show_whole (GTK_WIDGET (self), uri == NULL ? self->caption : NULL, tooltip);
}

void
sounder_catalog_row_show_icon (SounderCatalogRow *self,
                               McpCatalog        *catalog,
                               McpCatalogItem    *item)
{
  static const char *const icon_names[MCP_N_CATALOGS] = {
    [MCP_CATALOG_TOOLS] = "sounder-tools-symbolic",
    [MCP_CATALOG_RESOURCES] = "sounder-resources-symbolic",
    [MCP_CATALOG_TEMPLATES] = "sounder-resources-symbolic",
    [MCP_CATALOG_PROMPTS] = "sounder-prompts-symbolic",
    [MCP_CATALOG_SKILLS] = "sounder-skills-symbolic",
  };

  g_return_if_fail (SOUNDER_IS_CATALOG_ROW (self));

  if (self->icon == NULL)
    {
      self->icon = g_object_new (SOUNDER_TYPE_ICON, "pixel-size", 24, "icon-name",
                                 icon_names[mcp_catalog_get_kind (catalog)], NULL);
      gtk_box_prepend (GTK_BOX (self), GTK_WIDGET (self->icon));
    }
  gtk_widget_set_visible (GTK_WIDGET (self->icon), TRUE);
  sounder_icon_show_item (self->icon, mcp_catalog_get_session (catalog), item);
}

void
sounder_catalog_row_hide_icon (SounderCatalogRow *self)
{
  g_return_if_fail (SOUNDER_IS_CATALOG_ROW (self));

  if (self->icon != NULL)
    gtk_widget_set_visible (GTK_WIDGET (self->icon), FALSE);
}

void
sounder_catalog_row_set_struck (SounderCatalogRow *self,
                                gboolean           struck)
{
  g_autoptr (PangoAttrList) attributes = NULL;

  g_return_if_fail (SOUNDER_IS_CATALOG_ROW (self));

  if (!struck && gtk_label_get_attributes (self->name) == NULL)
    return;

  attributes = gtk_label_get_attributes (self->name) != NULL
                 ? pango_attr_list_copy (gtk_label_get_attributes (self->name))
                 : pango_attr_list_new ();
  pango_attr_list_change (attributes, pango_attr_strikethrough_new (struck));
  gtk_label_set_attributes (self->name, attributes);
}

void
sounder_catalog_row_set_match (SounderCatalogRow *self,
                               const McpMatch    *match)
{
  g_return_if_fail (SOUNDER_IS_CATALOG_ROW (self));

  sounder_match_mark (self->name, match);
  sounder_match_mark (self->caption, match);
}

void
sounder_catalog_row_set_mark (SounderCatalogRow *self,
                              const char        *text)
{
  g_autofree char *label = NULL;

  g_return_if_fail (SOUNDER_IS_CATALOG_ROW (self));

  if (self->mark != NULL)
    gtk_widget_set_visible (self->mark, text != NULL);
  if (text == NULL)
    return;

  if (self->mark == NULL)
    {
      self->mark = gtk_image_new_from_icon_name ("dialog-warning-symbolic");
      gtk_widget_add_css_class (self->mark, "warning");
      gtk_box_append (GTK_BOX (self), self->mark);
    }

  label = mcp_format_label (text, TRUE);
  sounder_literal_show_whole (self->mark, NULL, label);
  sounder_widgets_set_spoken (self->mark, label);
}
