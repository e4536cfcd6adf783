/* sounder-help-window.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_HELP_WINDOW (sounder_help_window_get_type ())

/* The handbook, from inside the program: without a network, and in a sandbox too. */
G_DECLARE_FINAL_TYPE (SounderHelpWindow, sounder_help_window, SOUNDER, HELP_WINDOW, AdwWindow)

SounderHelpWindow *sounder_help_window_new       (void);
gboolean           sounder_help_window_show_page (SounderHelpWindow *self,
                                                  const char        *address);  /* "filters.md#time" */
const char        *sounder_help_window_get_topic (SounderHelpWindow *self);  /* (nullable) */

G_END_DECLS
