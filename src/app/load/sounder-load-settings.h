/* sounder-load-settings.h
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#pragma once

#include <adwaita.h>

#include "mcp-load.h"

G_BEGIN_DECLS

#define SOUNDER_TYPE_LOAD_SETTINGS (sounder_load_settings_get_type ())

/* What is called, how often, and when that ends. Folds to one line while it runs. */
G_DECLARE_FINAL_TYPE (SounderLoadSettings, sounder_load_settings, SOUNDER, LOAD_SETTINGS, AdwPreferencesGroup)

void  sounder_load_settings_set_calls (SounderLoadSettings *self,
                                       const char *const   *names);
guint sounder_load_settings_get_call  (SounderLoadSettings *self);   /* which of them */
void  sounder_load_settings_load      (SounderLoadSettings *self,
                                       const McpLoadPlan   *plan);
void  sounder_load_settings_read      (SounderLoadSettings *self,
                                       McpLoadPlan         *plan);
void  sounder_load_settings_set_open  (SounderLoadSettings *self,
                                       gboolean             is_open);

G_END_DECLS
