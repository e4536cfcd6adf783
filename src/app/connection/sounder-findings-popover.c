/* sounder-findings-popover.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-findings-popover"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-session.h"
#include "mcp-summary.h"
#include "sounder-finding-row.h"
#include "sounder-findings-popover.h"
#include "sounder-page.h"

/**
 * SounderFindingsPopover:
 *
 * What the traffic of a session broke: one row for each finding, with its
 * rule, what happened and how often. Activating a row shows the record.
 */

struct _SounderFindingsPopover
{
  GtkPopover   parent_instance;

  McpSession  *session;
  GListModel  *findings; /* watched, of the session's journal */

  GtkStack    *stack;
  GtkListView *list;
};

G_DEFINE_FINAL_TYPE (SounderFindingsPopover, sounder_findings_popover, GTK_TYPE_POPOVER)

enum {
  PROP_0,
  PROP_SESSION,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
findings_changed_cb (SounderFindingsPopover *self)
{
  gboolean any = self->findings != NULL && g_list_model_get_n_items (self->findings) > 0;

  gtk_stack_set_visible_child_name (self->stack, any ? "list" : "none");
}

static void
set_session (SounderFindingsPopover *self,
             McpSession             *session)
{
  g_autoptr (GtkSelectionModel) selection = NULL;

  if (!g_set_object (&self->session, session))
    return;

  if (self->findings != NULL)
    g_signal_handlers_disconnect_by_func (self->findings, findings_changed_cb, self);
  g_clear_object (&self->findings);

  if (session != NULL)
    {
      self->findings = g_object_ref (mcp_journal_get_findings (mcp_session_get_journal (session)));
      g_signal_connect_object (self->findings, "items-changed", G_CALLBACK (findings_changed_cb),
                               self, G_CONNECT_SWAPPED);
      selection = GTK_SELECTION_MODEL (gtk_no_selection_new (g_object_ref (self->findings)));
    }

  gtk_list_view_set_model (self->list, selection);
  findings_changed_cb (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SESSION]);
}

static void
activate_cb (GtkListView *list,
             guint        position,
             gpointer     user_data)
{
  SounderFindingsPopover *self =
    SOUNDER_FINDINGS_POPOVER (gtk_widget_get_ancestor (GTK_WIDGET (list),
                                                       SOUNDER_TYPE_FINDINGS_POPOVER));
  g_autoptr (McpFinding) finding = g_list_model_get_item (self->findings, position);
  guint serial = finding != NULL ? mcp_finding_get_serial (finding) : 0;

  gtk_popover_popdown (GTK_POPOVER (self));
  if (serial != 0)
    gtk_widget_activate_action (GTK_WIDGET (self), "session.show-record", "u", serial);
}

static void
sounder_findings_popover_dispose (GObject *object)
{
  SounderFindingsPopover *self = SOUNDER_FINDINGS_POPOVER (object);

  g_clear_object (&self->findings);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (sounder_findings_popover_parent_class)->dispose (object);
}

static void
sounder_findings_popover_get_property (GObject    *object,
                                       guint       prop_id,
                                       GValue     *value,
                                       GParamSpec *pspec)
{
  SounderFindingsPopover *self = SOUNDER_FINDINGS_POPOVER (object);

  switch (prop_id)
    {
    case PROP_SESSION:
      g_value_set_object (value, self->session);
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_findings_popover_set_property (GObject      *object,
                                       guint         prop_id,
                                       const GValue *value,
                                       GParamSpec   *pspec)
{
  SounderFindingsPopover *self = SOUNDER_FINDINGS_POPOVER (object);

  switch (prop_id)
    {
    case PROP_SESSION:
      set_session (self, g_value_get_object (value));
      break;

    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, prop_id, pspec);
    }
}

static void
sounder_findings_popover_class_init (SounderFindingsPopoverClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = sounder_findings_popover_dispose;
  object_class->get_property = sounder_findings_popover_get_property;
  object_class->set_property = sounder_findings_popover_set_property;

  /**
   * SounderFindingsPopover:session:
   *
   * Whose findings to list.
   */
  properties[PROP_SESSION] = sounder_page_session_spec ();

  g_object_class_install_properties (object_class, N_PROPS, properties);

  gtk_widget_class_set_template_from_resource (
    widget_class, "/io/github/mcp_sounder/Sounder/sounder-findings-popover.ui");
  gtk_widget_class_bind_template_child (widget_class, SounderFindingsPopover, stack);
  gtk_widget_class_bind_template_child (widget_class, SounderFindingsPopover, list);
  gtk_widget_class_bind_template_callback (widget_class, sounder_finding_row_setup);
  gtk_widget_class_bind_template_callback (widget_class, sounder_finding_row_bind);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
}

static void
sounder_findings_popover_init (SounderFindingsPopover *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
