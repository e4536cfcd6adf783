/* sounder-findings-popover.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-finding-row.h"
#include "sounder-findings-popover.h"
#include "sounder-template.h"

/**
 * SounderFindingsPopover:
 *
 * What the traffic of a session broke: one row for each finding, with its
 * rule, what happened and how often. Activating a row shows the record.
 */

struct _SounderFindingsPopover
{
  GtkPopover      parent_instance;

  GtkStack       *stack;
  GtkListView    *list;
  GtkNoSelection *selection; /* of McpFinding */
};

G_DEFINE_FINAL_TYPE (SounderFindingsPopover, sounder_findings_popover, GTK_TYPE_POPOVER)

static void
findings_changed_cb (SounderFindingsPopover *self)
{
  gboolean any = g_list_model_get_n_items (G_LIST_MODEL (self->selection)) > 0;

  gtk_stack_set_visible_child_name (self->stack, any ? "list" : "none");
}

static void
activate_cb (GtkListView *list,
             guint        position,
             gpointer     user_data)
{
  SounderFindingsPopover *self =
    SOUNDER_FINDINGS_POPOVER (gtk_widget_get_ancestor (GTK_WIDGET (list),
                                                       SOUNDER_TYPE_FINDINGS_POPOVER));
  g_autoptr (McpFinding) finding = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
  guint serial = finding != NULL ? mcp_finding_get_serial (finding) : 0;

  gtk_popover_popdown (GTK_POPOVER (self));
  if (serial != 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "session.show-record", "u", serial);
}

static void
sounder_findings_popover_class_init (SounderFindingsPopoverClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  sounder_template_set (widget_class, "sounder-findings-popover.ui");
  sounder_template_bind (widget_class, SounderFindingsPopover, stack, list, selection);
  sounder_template_connect (widget_class, findings_changed_cb, sounder_finding_row_setup,
                            sounder_finding_row_bind, activate_cb);
}

static void
sounder_findings_popover_init (SounderFindingsPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
sounder_findings_popover_set_journal (SounderFindingsPopover *self,
                                      McpJournal             *journal)
{
  g_return_if_fail (SOUNDER_IS_FINDINGS_POPOVER (self));

  gtk_no_selection_set_model (self->selection,
                              journal != NULL ? mcp_journal_get_findings (journal) : NULL);
}
