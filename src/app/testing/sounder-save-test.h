/* sounder-save-test.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-session.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SAVE_TEST (sounder_save_test_get_type ())

/* Makes tests of requests that were sent. Signal: saved (char *path). */
G_DECLARE_FINAL_TYPE (SounderSaveTest, sounder_save_test, SOUNDER, SAVE_TEST, AdwWindow)

SounderSaveTest *sounder_save_test_present  (GtkWindow       *parent,
                                             McpSession      *session,
                                             GArray          *serials,  /* of guint: requests, or their answers */
                                             const char      *path);    /* (nullable): the file to add them to */
void             sounder_save_test_set_path (SounderSaveTest *self,
                                             const char      *path);

G_END_DECLS
