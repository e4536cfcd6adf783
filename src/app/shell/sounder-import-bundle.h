/* sounder-import-bundle.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-bundle.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_IMPORT_BUNDLE (sounder_import_bundle_get_type ())

/* What is in a bundle, what it would run, and where it is unpacked. Property: ready, which notifies. */
G_DECLARE_FINAL_TYPE (SounderImportBundle, sounder_import_bundle, SOUNDER, IMPORT_BUNDLE, GtkBox)

void        sounder_import_bundle_show          (SounderImportBundle  *self,
                                                 McpBundle            *bundle);
void        sounder_import_bundle_set_parent    (SounderImportBundle  *self,
                                                 const char           *parent);
void        sounder_import_bundle_unpack_async  (SounderImportBundle  *self,
                                                 GCancellable         *cancellable,
                                                 GAsyncReadyCallback   callback,
                                                 gpointer              user_data);
McpProfile *sounder_import_bundle_unpack_finish (SounderImportBundle  *self,
                                                 GAsyncResult         *result,
                                                 GError              **error);

G_END_DECLS
