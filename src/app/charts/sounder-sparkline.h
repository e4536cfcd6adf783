/* sounder-sparkline.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <gtk/gtk.h>

#include "mcp-health.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SPARKLINE (sounder_sparkline_get_type ())

/* The last round trips of a server as a tiny line. */
G_DECLARE_FINAL_TYPE (SounderSparkline, sounder_sparkline, SOUNDER, SPARKLINE, GtkWidget)

GtkWidget *sounder_sparkline_new        (void);
void       sounder_sparkline_set_health (SounderSparkline *self,
                                         McpHealth        *health);

G_END_DECLS
