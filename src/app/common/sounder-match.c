/* sounder-match.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include "sounder-match.h"

static gboolean
is_mark (PangoAttribute *attribute,
         gpointer        unused)
{
  return attribute->klass->type == PANGO_ATTR_WEIGHT || attribute->klass->type == PANGO_ATTR_UNDERLINE;
}

static void
add (PangoAttrList  *attributes,
     PangoAttribute *attribute,
     McpSpan         span)
{
  attribute->start_index = (guint) span.offset;
  attribute->end_index = (guint) (span.offset + span.length);
  pango_attr_list_change (attributes, attribute);
}

/**
 * sounder_match_mark:
 * @label: shows what was found
 * @match: (nullable): what was sought; %NULL takes the marks away
 *
 * Marks in a label, which keeps its other attributes, what is sought.
 */
void
sounder_match_mark (GtkLabel       *label,
                    const McpMatch *match)
{
  PangoAttrList *old;
  g_autoptr (PangoAttrList) attributes = NULL;
  g_autoptr (GArray) found = NULL;

  g_return_if_fail (GTK_IS_LABEL (label));

  old = gtk_label_get_attributes (label);
  if (old == NULL && match == NULL)
    return;

  attributes = old != NULL ? pango_attr_list_copy (old) : pango_attr_list_new ();
  pango_attr_list_unref (pango_attr_list_filter (attributes, is_mark, NULL));
  found = match != NULL ? mcp_match_find (match, gtk_label_get_text (label))
                        : g_array_new (FALSE, FALSE, sizeof (McpSpan));
  for (guint i = 0; i < found->len; i++)
    {
      add (attributes, pango_attr_weight_new (PANGO_WEIGHT_BOLD), g_array_index (found, McpSpan, i));
      add (attributes, pango_attr_underline_new (PANGO_UNDERLINE_SINGLE), g_array_index (found, McpSpan, i));
    }
  gtk_label_set_attributes (label, attributes);
}
