/* invoke-fixture.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-workbench.h"
#include "sounder-prompts-page.h"
#include "sounder-resources-page.h"
#include "sounder-tools-page.h"

G_BEGIN_DECLS

/* Real pages with a real session on the demo server, in one window. */
typedef struct
{
  McpSession           *session;
  McpWorkbench         *workbench;
  GtkWidget            *window;
  SounderToolsPage     *tools;
  SounderResourcesPage *resources;
  SounderPromptsPage   *prompts;
} InvokeFixture;

void         invoke_open        (InvokeFixture *fixture,
                                 McpProfile    *profile);
void         invoke_set_up      (InvokeFixture *fixture,    /* opens the demo server */
                                 gconstpointer  unused);
void         invoke_tear_down   (InvokeFixture *fixture,
                                 gconstpointer  unused);
gboolean     invoke_is_loaded   (InvokeFixture *fixture);   /* all lists */
void         invoke_begin_anew     (InvokeFixture *fixture); /* with a workbench and pages of its own */

/* What is visible below a widget; each (nullable). */
GtkWidget   *invoke_find_text   (GtkWidget     *widget,
                                 const char    *text);
GtkWidget   *invoke_find_type   (GtkWidget     *widget,
                                 GType          type);
GtkWidget   *invoke_find_button (GtkWidget     *widget,
                                 const char    *label);

/* The form of the tool that is chosen. */
GtkWidget   *invoke_get_control (InvokeFixture *fixture,
                                 guint          field);
GtkEditable *invoke_get_entry   (InvokeFixture *fixture,
                                 guint          field);     /* of a number or a string */
void         invoke_assert_form (InvokeFixture *fixture,
                                 const char    *expected);
McpCall     *invoke_call_tool   (InvokeFixture *fixture);   /* (nullable): none was made */

gboolean     invoke_select_template (SounderResourcesPage *page,
                                     const char           *uri_template);

G_END_DECLS
