/* sounder-test-row.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-test-result.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_TEST_ROW (sounder_test_row_get_type ())

/* A test of a list: its state, its name, how long it took and what it failed by. */
G_DECLARE_FINAL_TYPE (SounderTestRow, sounder_test_row, SOUNDER, TEST_ROW, AdwBin)

GtkWidget *sounder_test_row_new        (void);
void       sounder_test_row_set_result (SounderTestRow *self,
                                        McpTestResult  *result);  /* (nullable) */

G_END_DECLS
