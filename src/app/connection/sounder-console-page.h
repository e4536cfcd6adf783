/* sounder-console-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_CONSOLE_PAGE (sounder_console_page_get_type ())

/* What the program says beside the protocol. Properties: session, width-class, n-unseen. */
G_DECLARE_FINAL_TYPE (SounderConsolePage, sounder_console_page, SOUNDER, CONSOLE_PAGE, SounderPage)

G_END_DECLS
