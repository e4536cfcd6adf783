/* sounder-test-details.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#define G_LOG_DOMAIN "sounder-test-details"

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-test-details.h"
#include "sounder-widgets.h"

struct _SounderTestDetails
{
  AdwBin        parent_instance;

  GSignalGroup *result_signals;
  GtkBox       *box;  /* what the bin shows */
};

G_DEFINE_FINAL_TYPE (SounderTestDetails, sounder_test_details, ADW_TYPE_BIN)

static void
add_label (GtkBox     *box,
           const char *text,
           const char *classes)
{
  gtk_box_append (box, sounder_widgets_new_quote (text, classes));
}

/* @title: "Expected"; nothing is added for what is not known. */
static void
add_value (GtkBox     *box,
           const char *title,
           const char *value)
{
  if (value == NULL)
    return;

  add_label (box, title, "caption dim-label");
  add_label (box, value, "evidence mono");
}

static void
add_failure (SounderTestDetails   *self,
             const McpTestFailure *failure)
{
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 3));

  add_label (box, failure->message, "heading");
  if (g_strcmp0 (failure->expectation, failure->expected) != 0)
    add_label (box, failure->expectation, "dim-label");
  add_value (box, _("Expected"), failure->expected);
  add_value (box, _("Got"), failure->got);
  gtk_box_append (self->box, GTK_WIDGET (box));
}

static const char *
describe (McpTestState state)
{
  switch (state)
    {
    case MCP_TEST_PASSED:
      return _("Everything came as it was expected.");
    case MCP_TEST_RUNNING:
      return _("Running…");
    case MCP_TEST_SKIPPED:
      return _("The run ended before its turn.");
    case MCP_TEST_WAITING:
    case MCP_TEST_FAILED:
    default:
      return _("It has not run yet.");
    }
}

static void
show (SounderTestDetails *self)
{
  g_autoptr (McpTestResult) result = g_signal_group_dup_target (self->result_signals);
  GPtrArray *failures;

  sounder_widgets_remove_children (self->box);
  if (result == NULL)
    return;

  failures = mcp_test_result_get_info (result)->failures;
  for (guint i = 0; i < failures->len; i++)
    add_failure (self, failures->pdata[i]);
  if (failures->len == 0)
    add_label (self->box, describe (mcp_test_result_get_info (result)->state), NULL);
}

static void
sounder_test_details_dispose (GObject *object)
{
  SounderTestDetails *self = SOUNDER_TEST_DETAILS (object);

  g_clear_object (&self->result_signals);

  G_OBJECT_CLASS (sounder_test_details_parent_class)->dispose (object);
}

static void
sounder_test_details_class_init (SounderTestDetailsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = sounder_test_details_dispose;
}

static void
sounder_test_details_init (SounderTestDetails *self)
{
  GtkWidget *scrolled = gtk_scrolled_window_new ();

  self->box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 12));
  gtk_widget_add_css_class (GTK_WIDGET (self->box), "output");
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scrolled), GTK_WIDGET (self->box));
  adw_bin_set_child (ADW_BIN (self), scrolled);

  self->result_signals = g_signal_group_new (MCP_TYPE_TEST_RESULT);
  g_signal_group_connect_swapped (self->result_signals, "notify::state", G_CALLBACK (show), self);
}

void
sounder_test_details_set_result (SounderTestDetails *self,
                                 McpTestResult      *result)
{
  g_return_if_fail (SOUNDER_IS_TEST_DETAILS (self));

  g_signal_group_set_target (self->result_signals, result);
  show (self);
}
