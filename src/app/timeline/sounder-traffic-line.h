/* sounder-traffic-line.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "sounder-page.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_TRAFFIC_LINE (sounder_traffic_line_get_type ())

/* The last message of a session: what is left of a docked timeline that is folded. Property: session. */
G_DECLARE_FINAL_TYPE (SounderTrafficLine, sounder_traffic_line, SOUNDER, TRAFFIC_LINE, SounderPage)

McpRecord *sounder_traffic_line_get_record (SounderTrafficLine *self);  /* (nullable) */

G_END_DECLS
