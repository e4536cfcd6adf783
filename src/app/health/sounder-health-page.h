/* sounder-health-page.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_HEALTH_PAGE (sounder_health_page_get_type ())

/*
 * How well the server answers. Properties: session, width-class. Actions: health.ping,
 * health.copy-csv, health.export-csv.
 */
G_DECLARE_FINAL_TYPE (SounderHealthPage, sounder_health_page, SOUNDER, HEALTH_PAGE, SounderPage)

G_END_DECLS
