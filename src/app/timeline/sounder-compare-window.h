/* sounder-compare-window.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-comparison.h"
#include "sounder-server.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_COMPARE_WINDOW (sounder_compare_window_get_type ())

/* A server as legacy beside the same as modern, and what differs. */
G_DECLARE_FINAL_TYPE (SounderCompareWindow, sounder_compare_window, SOUNDER, COMPARE_WINDOW, AdwWindow)

SounderCompareWindow *sounder_compare_window_new            (SounderServer        *server);
McpComparison        *sounder_compare_window_get_comparison (SounderCompareWindow *self); /* (transfer none) (nullable): the last */
void                  sounder_compare_window_present        (GtkWindow            *parent,
                                                             SounderServer        *server);

G_END_DECLS
