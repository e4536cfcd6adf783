/* sounder-test-details.c
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "config.h"

#include <glib/gi18n-lib.h>

#include "mcp-summary.h"
#include "sounder-test-details.h"
#include "sounder-widgets.h"

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
add_failure (GtkBox               *details,
             const McpTestFailure *failure)
{
  GtkBox *box = GTK_BOX (gtk_box_new (GTK_ORIENTATION_VERTICAL, 3));

  add_label (box, failure->message, "heading");
  if (g_strcmp0 (failure->expectation, failure->expected) != 0)
    add_label (box, failure->expectation, "dim-label");
  add_value (box, _("Expected"), failure->expected);
  add_value (box, _("Got"), failure->got);
  gtk_box_append (details, GTK_WIDGET (box));
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

/* In the place of what was shown before. */
void
sounder_test_details_fill (GtkBox        *box,
                           McpTestResult *result)
{
  GPtrArray *failures;

  g_return_if_fail (GTK_IS_BOX (box));

  sounder_widgets_remove_children (box);
  if (result == NULL)
    return;

  failures = mcp_test_result_get_info (result)->failures;
  for (guint i = 0; i < failures->len; i++)
    add_failure (box, failures->pdata[i]);
  if (failures->len == 0)
    add_label (box, describe (mcp_test_result_get_info (result)->state), NULL);
}
