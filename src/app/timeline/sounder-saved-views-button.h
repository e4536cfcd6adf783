/* sounder-saved-views-button.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-saved-views.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_SAVED_VIEWS_BUTTON (sounder_saved_views_button_get_type ())

/* Saves what the timeline around it shows under a name, and shows what was saved. */
G_DECLARE_FINAL_TYPE (SounderSavedViewsButton, sounder_saved_views_button, SOUNDER,
                      SAVED_VIEWS_BUTTON, AdwBin)

void     sounder_saved_views_button_set_views (SounderSavedViewsButton *self,
                                               McpSavedViews           *views);  /* those of the user by default */
gboolean sounder_saved_views_button_save      (SounderSavedViewsButton *self,
                                               const char              *name);
void     sounder_saved_views_button_apply     (SounderSavedViewsButton *self,
                                               const char              *name);

G_END_DECLS
