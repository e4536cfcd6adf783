/* sounder-tools-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-call.h"
#include "sounder-invoke-page.h"
#include "sounder-schema-form.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_TOOLS_PAGE (sounder_tools_page_get_type ())

/* The tools of a server: choose one, fill in its arguments, see what comes back. Properties: session, width-class. */
G_DECLARE_FINAL_TYPE (SounderToolsPage, sounder_tools_page, SOUNDER, TOOLS_PAGE, SounderInvokePage)

void               sounder_tools_page_enter_form (SounderToolsPage *self);
gboolean           sounder_tools_page_select   (SounderToolsPage *self,
                                                const char       *name);
McpCall           *sounder_tools_page_dup_call (SounderToolsPage *self,   /* (nullable): what would be sent now */
                                                char            **name);

G_END_DECLS
