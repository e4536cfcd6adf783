/* sounder-import-bundle.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-bundle.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_IMPORT_BUNDLE (sounder_import_bundle_get_type ())

/* What is in a bundle, what it would run, and where it is unpacked. Signal: changed. */
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
gboolean    sounder_import_bundle_is_ready (SounderImportBundle *self); /* to be unpacked */

G_END_DECLS
