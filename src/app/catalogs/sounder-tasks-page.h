/* sounder-tasks-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_TASKS_PAGE (sounder_tasks_page_get_type ())

/* What a server does in the background. Properties: session, width-class. */
G_DECLARE_FINAL_TYPE (SounderTasksPage, sounder_tasks_page, SOUNDER, TASKS_PAGE, SounderPage)


G_END_DECLS
