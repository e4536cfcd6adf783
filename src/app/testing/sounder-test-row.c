/* sounder-test-row.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-compat.h"
#include "sounder-template.h"
#include "sounder-test-row.h"

struct _SounderTestRow
{
  AdwBin        parent_instance;

  GSignalGroup *result_signals;

  GtkStack     *state;
  GtkImage     *image;
  GtkSpinner   *spinner;
  GtkLabel     *name;
  GtkLabel     *failure;
  GtkLabel     *took;
};

G_DEFINE_FINAL_TYPE (SounderTestRow, sounder_test_row, ADW_TYPE_BIN)

static const struct
{
  const char *icon;
  const char *css_class;
  const char *spoken;
} looks[] = {
  [MCP_TEST_WAITING] = { "content-loading-symbolic", "dim-label", N_("has not run") },
  [MCP_TEST_RUNNING] = { NULL, NULL, N_("running") },
  [MCP_TEST_PASSED] = { "object-select-symbolic", "success", N_("passed") },
  [MCP_TEST_FAILED] = { "dialog-error-symbolic", "error", N_("failed") },
  [MCP_TEST_SKIPPED] = { "action-unavailable-symbolic", "dim-label", N_("skipped") },
};

static void
show_state (SounderTestRow *self,
            McpTestState    state)
{
  for (guint i = 0; i < G_N_ELEMENTS (looks); i++)
    if (looks[i].css_class != NULL)
      gtk_widget_remove_css_class (GTK_WIDGET (self->image), looks[i].css_class);

  if (looks[state].icon != NULL)
    gtk_image_set_from_icon_name (self->image, looks[state].icon);
  if (looks[state].css_class != NULL)
    gtk_widget_add_css_class (GTK_WIDGET (self->image), looks[state].css_class);
  gtk_spinner_set_spinning (self->spinner, state == MCP_TEST_RUNNING);
  gtk_stack_set_visible_child (self->state, state == MCP_TEST_RUNNING ? GTK_WIDGET (self->spinner)
                                                                      : GTK_WIDGET (self->image));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->state), _(looks[state].spoken));
}

static void
show (SounderTestRow *self)
{
  g_autoptr (McpTestResult) result = g_signal_group_dup_target (self->result_signals);
  g_autofree char *name = NULL;
  g_autofree char *took = NULL;
  g_autofree char *spoken = NULL;
  McpTestState state;
  GPtrArray *failures;

  if (result == NULL)
    return;

  state = mcp_test_result_get_info (result)->state;
  failures = mcp_test_result_get_info (result)->failures;
  name = mcp_format_label (mcp_test_result_get_info (result)->name, FALSE);
  gtk_label_set_text (self->name, name);
  show_state (self, state);

  if (mcp_test_result_get_info (result)->duration_usec >= 0)
    took = mcp_format_duration (mcp_test_result_get_info (result)->duration_usec);
  gtk_label_set_text (self->took, took != NULL ? took : "");

  gtk_widget_set_visible (GTK_WIDGET (self->failure), failures->len > 0);
  if (failures->len > 0)
    {
      const McpTestFailure *failure = failures->pdata[0];
      g_autofree char *text = g_strdup_printf ("%s: %s", failure->expectation, failure->message);
      g_autofree char *visible = mcp_format_label (text, FALSE);

      gtk_label_set_text (self->failure, visible);
    }

  spoken = g_strdup_printf ("%s, %s", name, _(looks[state].spoken));
  sounder_compat_name_list_item (GTK_WIDGET (self), spoken);
}

static void
sounder_test_row_dispose (GObject *object)
{
  SounderTestRow *self = SOUNDER_TEST_ROW (object);

  g_clear_object (&self->result_signals);

  G_OBJECT_CLASS (sounder_test_row_parent_class)->dispose (object);
}

static void
sounder_test_row_class_init (SounderTestRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = sounder_test_row_dispose;

  sounder_template_set (widget_class, "sounder-test-row.ui");
  sounder_template_bind (widget_class, SounderTestRow, state, image, spinner, name, failure, took);
}

static void
sounder_test_row_init (SounderTestRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->result_signals = g_signal_group_new (MCP_TYPE_TEST_RESULT);
  g_signal_group_connect_swapped (self->result_signals, "notify::state", G_CALLBACK (show), self);
}

GtkWidget *
sounder_test_row_new (void)
{
  return g_object_new (SOUNDER_TYPE_TEST_ROW, NULL);
}

void
sounder_test_row_set_result (SounderTestRow *self,
                             McpTestResult  *result)
{
  g_return_if_fail (SOUNDER_IS_TEST_ROW (self));

  g_signal_group_set_target (self->result_signals, result);
  show (self);
}
