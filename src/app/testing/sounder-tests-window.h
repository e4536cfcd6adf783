/* sounder-tests-window.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-test-run.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_TESTS_WINDOW (sounder_tests_window_get_type ())

/* Runs the tests of a file on a session. Signal: opened (char *path): another file was chosen. */
G_DECLARE_FINAL_TYPE (SounderTestsWindow, sounder_tests_window, SOUNDER, TESTS_WINDOW, AdwWindow)

SounderTestsWindow *sounder_tests_window_present (GtkWidget          *origin,   /* whose session.show-record is asked */
                                                  McpSession         *session,
                                                  const char         *path);    /* (nullable) */
gboolean            sounder_tests_window_open    (SounderTestsWindow *self,
                                                  const char         *path);
void                sounder_tests_window_run     (SounderTestsWindow *self);
gboolean            sounder_tests_window_is_running (SounderTestsWindow *self);
McpTestRun         *sounder_tests_window_get_run (SounderTestsWindow *self);    /* (transfer none) (nullable) */

G_END_DECLS
