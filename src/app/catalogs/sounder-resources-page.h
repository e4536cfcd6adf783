/* sounder-resources-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-argument-list.h"
#include "sounder-invoke-page.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_RESOURCES_PAGE (sounder_resources_page_get_type ())

/* The resources and templates of a server, and what is in them. Properties: session, width-class. */
G_DECLARE_FINAL_TYPE (SounderResourcesPage, sounder_resources_page, SOUNDER, RESOURCES_PAGE, SounderInvokePage)

void                 sounder_resources_page_select_template (SounderResourcesPage *self,
                                                             const char           *uri_template);
void                 sounder_resources_page_open            (SounderResourcesPage *self,
                                                             const char           *uri);

G_END_DECLS
