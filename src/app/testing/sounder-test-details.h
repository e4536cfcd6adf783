/* sounder-test-details.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-test-result.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_TEST_DETAILS (sounder_test_details_get_type ())

/* What a test expected and what came, one below the other. */
G_DECLARE_FINAL_TYPE (SounderTestDetails, sounder_test_details, SOUNDER, TEST_DETAILS, AdwBin)

void sounder_test_details_set_result (SounderTestDetails *self,
                                      McpTestResult      *result);  /* (nullable) */

G_END_DECLS
