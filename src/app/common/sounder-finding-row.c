/* sounder-finding-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-finding-words.h"
#include "mcp-finding.h"
#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-finding-row.h"

static GtkWidget *
new_label (const char *css_class,
           gboolean    wraps)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_wrap (GTK_LABEL (label), wraps);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  if (!wraps)
    gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  if (css_class != NULL)
    gtk_widget_add_css_class (label, css_class);

  return label;
}

/**
 * sounder_finding_row_setup:
 * @factory: of a list of #McpFinding
 * @item: a row of it
 *
 * Makes a row: an image, and the message over its rule; they are found again by their order.
 */
void
sounder_finding_row_setup (GtkSignalListItemFactory *factory,
                           GtkListItem              *item)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 1);
  GtkWidget *image = gtk_image_new ();

  gtk_widget_set_valign (image, GTK_ALIGN_START);
  gtk_widget_set_margin_top (image, 2);
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_box_append (GTK_BOX (texts), new_label (NULL, TRUE));
  gtk_box_append (GTK_BOX (texts), new_label ("dim-label", FALSE));
  gtk_widget_add_css_class (gtk_widget_get_last_child (texts), "caption");
  gtk_box_append (GTK_BOX (row), image);
  gtk_box_append (GTK_BOX (row), texts);
  gtk_list_item_set_child (item, row);
}

/**
 * sounder_finding_row_bind:
 * @factory: of a list of #McpFinding
 * @item: a row that sounder_finding_row_setup() has made
 *
 * Shows the row's finding.
 */
void
sounder_finding_row_bind (GtkSignalListItemFactory *factory,
                          GtkListItem              *item)
{
  static const char *icons[] = {
    [MCP_SEVERITY_INFO] = "dialog-information-symbolic",
    [MCP_SEVERITY_WARNING] = "dialog-warning-symbolic",
    [MCP_SEVERITY_ERROR] = "dialog-error-symbolic",
  };
  McpFinding *finding = gtk_list_item_get_item (item);
  GtkWidget *row = gtk_list_item_get_child (item);
  GtkWidget *image = gtk_widget_get_first_child (row);
  GtkWidget *texts = gtk_widget_get_last_child (row);
  g_autofree char *message = mcp_format_label (mcp_finding_get_message (finding), FALSE);
  g_autofree char *topic = mcp_finding_dup_topic (finding);
  g_autoptr (GString) detail = g_string_new (topic);
  const char *severity = mcp_severity_get_title (mcp_finding_get_severity (finding));

  /* Translators: the recording does not say so itself. */
  if (mcp_finding_is_derived (finding))
    g_string_append_printf (detail, " · %s", _("found on opening"));
  if (mcp_finding_get_reference (finding) != NULL)
    g_string_append_printf (detail, " · %s", mcp_finding_get_reference (finding));
  if (mcp_finding_get_serial (finding) != 0)
    g_string_append_printf (detail, " · #%u", mcp_finding_get_serial (finding));
  if (mcp_finding_get_count (finding) > 1)
    g_string_append_printf (detail, " · × %u", mcp_finding_get_count (finding));

  gtk_image_set_from_icon_name (GTK_IMAGE (image), icons[mcp_finding_get_severity (finding)]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (image), GTK_ACCESSIBLE_PROPERTY_LABEL, severity,
                                  -1);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_first_child (texts)), message);
  gtk_label_set_text (GTK_LABEL (gtk_widget_get_last_child (texts)), detail->str);
  /* Who filters by it, or accepts it, needs the name of the rule. */
  gtk_widget_set_tooltip_text (row, mcp_finding_get_rule (finding));
  sounder_compat_name_list_item (row, message);
}
