/* sounder-connect-report.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_CONNECT_REPORT (sounder_connect_report_get_type ())

/* How a connection is getting on, or why it ended. Property: session. */
G_DECLARE_FINAL_TYPE (SounderConnectReport, sounder_connect_report, SOUNDER, CONNECT_REPORT, SounderPage)

char *sounder_connect_report_dup_details (SounderConnectReport *self);

G_END_DECLS
