/* sounder-overview-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_OVERVIEW_PAGE (sounder_overview_page_get_type ())

/* Who the server is, how it is reached, what both sides can do. Properties: session, width-class. */
G_DECLARE_FINAL_TYPE (SounderOverviewPage, sounder_overview_page, SOUNDER, OVERVIEW_PAGE, SounderPage)

G_END_DECLS
