/* sounder-invocation-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-invocation-row.h"
#include "sounder-outcome.h"
#include "sounder-preset-list.h"
#include "sounder-widgets.h"

#define TICK_MSEC 100

static void
status_changed_cb (McpCall   *call,
                   GtkWidget *row)
{
  GtkWidget *icon = g_object_get_data (G_OBJECT (row), "icon");
  GtkWidget *status = g_object_get_data (G_OBJECT (row), "status");
  SounderOutcome outcome = sounder_outcome_of_call (call);
  g_autofree char *text = sounder_outcome_dup_text (call);

  gtk_image_set_from_icon_name (GTK_IMAGE (icon), sounder_outcome_get_icon_name (outcome));
  gtk_widget_set_css_classes (
    icon, (const char *[]) { sounder_outcome_get_css_class (outcome), NULL });
  gtk_label_set_text (GTK_LABEL (status), text);
  gtk_widget_set_visible (g_object_get_data (G_OBJECT (row), "cancel"),
                          outcome == SOUNDER_OUTCOME_RUNNING);
  if (outcome != SOUNDER_OUTCOME_RUNNING)
    g_object_set_data (G_OBJECT (row), "tick", NULL);
}

static gboolean
tick_cb (gpointer user_data)
{
  GtkWidget *row = user_data;
  McpCall *call = mcp_invocation_get_call (sounder_invocation_row_get_invocation (row));
  gint64 started_usec = mcp_call_get_outcome (call)->started_usec;
  g_autofree char *elapsed =
    mcp_format_duration (started_usec > 0 ? g_get_monotonic_time () - started_usec : 0);
  g_autofree char *outcome = sounder_outcome_dup_text (call);
  g_autofree char *text = g_strdup_printf ("%s · %s", outcome, elapsed);

  gtk_label_set_text (g_object_get_data (G_OBJECT (row), "status"), text);

  return G_SOURCE_CONTINUE;
}

static void
stop_ticking (gpointer id)
{
  g_source_remove (GPOINTER_TO_UINT (id));
}

/* Only a row that is seen, while its call runs. */
static void
map_cb (GtkWidget *row)
{
  if (mcp_call_is_finished (
        mcp_invocation_get_call (sounder_invocation_row_get_invocation (row))))
    return;

  tick_cb (row);
  g_object_set_data_full (G_OBJECT (row), "tick",
                          GUINT_TO_POINTER (g_timeout_add (TICK_MSEC, tick_cb, row)), stop_ticking);
}

static void
unmap_cb (GtkWidget *row)
{
  g_object_set_data (G_OBJECT (row), "tick", NULL);
}

static void
cancel_cb (McpCall *call)
{
  if (!mcp_call_is_finished (call))
    mcp_call_cancel (call, NULL);
}

static GtkWidget *
new_cancel_button (McpCall *call)
{
  GtkWidget *button = gtk_button_new_from_icon_name ("process-stop-symbolic");

  gtk_widget_set_tooltip_text (button, _("Cancel"));
  sounder_widgets_set_spoken (button, _("Cancel"));
  gtk_widget_add_css_class (button, "flat");
  g_signal_connect_object (button, "clicked", G_CALLBACK (cancel_cb), call, G_CONNECT_SWAPPED);

  return button;
}

/**
 * sounder_invocation_row_new:
 * @invocation: a call
 *
 * Creates a row that follows the call until it is finished.
 *
 * Returns: (transfer floating): a row of a list box
 */
GtkWidget *
sounder_invocation_row_new (McpInvocation *invocation)
{
  McpCall *call = mcp_invocation_get_call (invocation);
  GtkWidget *row = gtk_list_box_row_new ();
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *icon = gtk_image_new ();
  g_autofree char *caption = mcp_invocation_dup_caption (invocation);
  GtkWidget *words = sounder_preset_list_new_words ("", caption);
  GtkWidget *status = gtk_widget_get_first_child (words);
  GtkWidget *cancel = new_cancel_button (call);

  gtk_widget_add_css_class (status, "numeric");
  gtk_box_append (GTK_BOX (box), icon);
  gtk_box_append (GTK_BOX (box), words);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);

  g_object_set_data (G_OBJECT (row), "icon", icon);
  g_object_set_data (G_OBJECT (row), "status", status);
  g_object_set_data (G_OBJECT (row), "cancel", cancel);
  g_object_set_data_full (G_OBJECT (row), "invocation", g_object_ref (invocation), g_object_unref);
  g_signal_connect_object (call, "finished", G_CALLBACK (status_changed_cb), row, 0);
  g_signal_connect (row, "map", G_CALLBACK (map_cb), NULL);
  g_signal_connect (row, "unmap", G_CALLBACK (unmap_cb), NULL);
  sounder_invocation_row_append (row, cancel);
  status_changed_cb (call, row);

  return row;
}

McpInvocation *
sounder_invocation_row_get_invocation (GtkWidget *inside)
{
  GtkWidget *row = gtk_widget_get_ancestor (inside, GTK_TYPE_LIST_BOX_ROW);

  return g_object_get_data (G_OBJECT (row), "invocation");
}

/**
 * sounder_invocation_row_append:
 * @row: a row
 * @child: what else is in it
 *
 * Puts a widget behind the words of a row.
 */
void
sounder_invocation_row_append (GtkWidget *row,
                               GtkWidget *child)
{
  gtk_widget_set_valign (child, GTK_ALIGN_CENTER);
  gtk_box_append (GTK_BOX (gtk_list_box_row_get_child (GTK_LIST_BOX_ROW (row))), child);
}
