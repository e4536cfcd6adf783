/* sounder-graph-export.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include "mcp-health.h"
#include "sounder-chart.h"

G_BEGIN_DECLS

typedef enum {
  SOUNDER_EXPORT_CSV,
  SOUNDER_EXPORT_PNG,
  SOUNDER_EXPORT_SVG,
} SounderExportFormat;

SounderExportFormat sounder_export_guess_format   (const char          *name,
                                                   SounderExportFormat  fallback);
void                sounder_export_csv_async      (McpSampleStore      *store,
                                                   guint                first,
                                                   guint                end,
                                                   GCancellable        *cancellable,
                                                   GAsyncReadyCallback  callback,
                                                   gpointer             user_data);
void                sounder_export_picture_async  (SounderChart        *chart,
                                                   const char          *title,
                                                   const char          *subtitle,
                                                   SounderExportFormat  format,
                                                   GCancellable        *cancellable,
                                                   GAsyncReadyCallback  callback,
                                                   gpointer             user_data);
GBytes             *sounder_export_finish         (GAsyncResult        *result,
                                                   GError             **error);

G_END_DECLS
