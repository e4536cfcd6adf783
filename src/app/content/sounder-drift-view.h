/* sounder-drift-view.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define SOUNDER_TYPE_DRIFT_VIEW (sounder_drift_view_get_type ())

/* How what a server offers differs from what another offers, or it did earlier: what that means, and both sides. */
G_DECLARE_FINAL_TYPE (SounderDriftView, sounder_drift_view, SOUNDER, DRIFT_VIEW, AdwBin)

void sounder_drift_view_set_drifts (SounderDriftView *self,
                                    GListModel       *drifts);  /* of McpFinding */
void sounder_drift_view_set_sides  (SounderDriftView *self,
                                    GBytes           *before,   /* (nullable): facts */
                                    GBytes           *after);   /* (nullable) */
void sounder_drift_view_set_names  (SounderDriftView *self,
                                    const char       *before,   /* otherwise they are earlier and now */
                                    const char       *after);

G_END_DECLS
